//! Macros of the user's own: calls of what `macro_rules!` defines in the body of a function, in the group that it is a member of, or before it under the
//! attribute, are replaced by what they expand to.
//!
//! rustc expands the same calls in the function as emitted, so a program is known to be right; the rules here follow those of the language:
//!
//! - The first rule that matches is taken. A fragment is parsed as far as it goes, and stays one piece (a group without delimiters).
//! - Local variables and labels are hygienic: what a macro's own tokens bind gets a name that nothing else has. While a macro is being expanded its own
//!   names bear a tag, calls inside of the expansion are expanded, and then it shows which of them are bound.
//! - A name of a variable that a macro does not bind means what it means where the macro is defined. That is only told apart from what it means at the call
//!   if it is bound once in the function; otherwise it is an error.

use super::definitions::{self, Kept, is_definition};
use crate::diagnostics::Diagnostics;
use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use syn::parse::{Parse, ParseStream, Parser};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, ItemFn, ItemMacro, Pat, Stmt};

/// How deeply calls may nest, so that no macro expands without end.
const DEPTH: usize = 48;

/// A function without calls of macros of the user's own.
pub struct Expanded {
    /// The function.
    pub function: ItemFn,
    /// Items that do not compile if a macro is another one than what was taken for it.
    pub witnesses: Vec<TokenStream>,
}

/// A function with the calls of the given macros, of those in its body, and of those with the attribute expanded. `None` if there are none.
pub fn expanded(function: &ItemFn, around: &[ItemMacro], diagnostics: &mut Diagnostics) -> Option<Expanded> {
    let mut used = Used::default();
    used.visit_item_fn(function);
    let is_called = |m: &ItemMacro| m.ident.as_ref().is_some_and(|name| used.names.contains(&name.to_string()));
    let kept = kept(&used, around);
    if used.defined.is_empty() && kept.is_empty() && !around.iter().any(is_called) {
        return None;
    }
    let mut function = function.clone();
    let mut taken = BTreeSet::new();
    names_in(function.to_token_stream(), &mut taken);
    let mut expander =
        Expander { scopes: vec![BTreeMap::new()], paths: HashMap::new(), calls: 0, depth: 0, taken, free: Vec::new(), diagnostics };
    for kept in &kept {
        expander.define_kept(kept);
    }
    for definition in around {
        expander.define(definition, true);
    }
    expander.visit_block_mut(&mut function.block);
    let free = std::mem::take(&mut expander.free);
    check_free_names(&function, &free, diagnostics);
    Some(Expanded { function, witnesses: kept.into_iter().map(|kept| kept.check).collect() })
}

/// The macros with the attribute that a body calls, and that these call.
fn kept(used: &Used, around: &[ItemMacro]) -> Vec<Kept> {
    let own: BTreeSet<String> =
        around.iter().filter_map(|m| m.ident.as_ref()).map(ToString::to_string).chain(used.defined.clone()).collect();
    let mut waiting = used.calls.clone();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        let is_own = path.get_ident().is_some_and(|name| own.contains(&name.to_string()));
        if is_own || !seen.insert(path.to_token_stream().to_string()) {
            continue;
        }
        if let Some(kept) = definitions::find(&path) {
            calls_in(kept.definition.mac.tokens.clone(), &mut waiting);
            found.push(kept);
        }
    }
    found
}

/// The macros that a body defines, those that it calls, and all names in these calls.
#[derive(Default)]
struct Used {
    defined: BTreeSet<String>,
    calls: Vec<syn::Path>,
    names: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Used {
    fn visit_item_macro(&mut self, m: &'ast ItemMacro) {
        if is_definition(m) {
            self.defined.extend(m.ident.as_ref().map(ToString::to_string));
            calls_in(m.mac.tokens.clone(), &mut self.calls);
        } else {
            syn::visit::visit_item_macro(self, m);
        }
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.calls.push(mac.path.clone());
        calls_in(mac.tokens.clone(), &mut self.calls);
        self.names.extend(mac.path.segments.last().map(|s| s.ident.to_string()));
        names_in(mac.tokens.clone(), &mut self.names);
    }
}

/// The macros that are called by their names in tokens.
fn calls_in(tokens: TokenStream, calls: &mut Vec<syn::Path>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(g) => calls_in(g.stream(), calls),
            TokenTree::Ident(name) if is_call(&tokens, i) => calls.push(name.clone().into()),
            _ => {}
        }
    }
}

/// Whether a name among tokens is that of a macro that is called.
fn is_call(tokens: &[TokenTree], i: usize) -> bool {
    let in_path = i > 0 && is_punct(tokens.get(i - 1), ':');
    !in_path && is_punct(tokens.get(i + 1), '!') && matches!(tokens.get(i + 2), Some(TokenTree::Group(_)))
}

/// All identifiers in tokens.
fn names_in(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(g) => names_in(g.stream(), names),
            TokenTree::Ident(ident) => {
                names.insert(ident.to_string());
            }
            _ => {}
        }
    }
}

/// A variable that a macro mentions and does not bind.
struct Free {
    name: String,
    of: String,
    outside: bool,
    call: TokenStream,
}

/// Reports names that may mean something else where a macro is called than where it is defined.
fn check_free_names(function: &ItemFn, free: &[Free], diagnostics: &mut Diagnostics) {
    struct Bound(HashMap<String, usize>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            *self.0.entry(p.ident.to_string()).or_default() += 1;
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut bound = Bound(HashMap::new());
    bound.visit_item_fn(function);
    let mut reported = BTreeSet::new();
    for Free { name, of, outside, call } in free {
        let times = bound.0.get(name).copied().unwrap_or(0);
        if times > usize::from(!outside) && reported.insert((name, of)) {
            diagnostics.error_over(
                call.clone(),
                format!("`{name}` inside of the macro `{of}!` may mean another variable here than where the macro is defined: pass it to the macro as an argument"),
            );
        }
    }
}

/// A rule's pattern.
#[derive(Debug)]
enum Matcher {
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    Fragment { name: String, kind: String },
    Repeat { inner: Vec<Matcher>, separator: Vec<TokenTree>, op: char },
}

/// What a fragment stands for.
#[derive(Clone, Debug)]
enum Bound {
    One(TokenStream),
    Many(Vec<Bound>),
}

type Bindings = BTreeMap<String, Bound>;

struct Macro {
    name: String,
    rules: Result<Vec<(Vec<Matcher>, TokenStream)>, Unsupported>,
    outside: bool,
}

impl Macro {
    fn new(m: &ItemMacro, outside: bool) -> Option<Macro> {
        let name = untagged(&m.ident.as_ref()?.to_string()).to_string();
        Some(Macro { name, rules: rules(m.mac.tokens.clone()), outside })
    }
}

/// Why a macro is not expanded here.
#[derive(Clone)]
struct Unsupported(String);

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == c)
}

fn rules(tokens: TokenStream) -> Result<Vec<(Vec<Matcher>, TokenStream)>, Unsupported> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rules = Vec::new();
    let mut rest = &tokens[..];
    while let [TokenTree::Group(pattern), eq, gt, TokenTree::Group(body), after @ ..] = rest {
        if !is_punct(Some(eq), '=') || !is_punct(Some(gt), '>') {
            break;
        }
        rules.push((matchers(pattern.stream())?, body.stream()));
        rest = if is_punct(after.first(), ';') { &after[1..] } else { after };
    }
    if rest.is_empty() { Ok(rules) } else { Err(Unsupported("its rules cannot be read".into())) }
}

fn matchers(tokens: TokenStream) -> Result<Vec<Matcher>, Unsupported> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut all = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match (&tokens[i], tokens.get(i + 1)) {
            (TokenTree::Punct(p), Some(TokenTree::Group(g))) if p.as_char() == '$' && g.delimiter() == Delimiter::Parenthesis => {
                let (separator, op, next) = repetition(&tokens, i + 2)?;
                all.push(Matcher::Repeat { inner: matchers(g.stream())?, separator, op });
                i = next;
            }
            (TokenTree::Punct(p), Some(TokenTree::Ident(name))) if p.as_char() == '$' => {
                let (true, Some(TokenTree::Ident(kind))) = (is_punct(tokens.get(i + 2), ':'), tokens.get(i + 3)) else {
                    return Err(Unsupported(format!("`${name}` has no fragment specifier")));
                };
                let kind = kind.to_string();
                if !["expr", "ident", "ty", "tt", "literal", "lifetime", "pat", "pat_param", "path", "block"].contains(&&kind[..]) {
                    return Err(Unsupported(format!("fragments of the kind `{kind}` are not supported yet")));
                }
                all.push(Matcher::Fragment { name: name.to_string(), kind });
                i += 4;
            }
            (TokenTree::Punct(p), _) if p.as_char() == '$' => return Err(Unsupported("its pattern cannot be read".into())),
            (TokenTree::Group(g), _) => {
                all.push(Matcher::Group(g.delimiter(), matchers(g.stream())?));
                i += 1;
            }
            (token, _) => {
                all.push(Matcher::Token(token.clone()));
                i += 1;
            }
        }
    }
    Ok(all)
}

/// The separator and the operator after `$(…)`, and where they end.
fn repetition(tokens: &[TokenTree], at: usize) -> Result<(Vec<TokenTree>, char, usize), Unsupported> {
    let mut separator = Vec::new();
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token {
            TokenTree::Punct(p) if matches!(p.as_char(), '*' | '+' | '?') && (p.as_char() != '?' || separator.is_empty()) => {
                // `$(…)+*`: the first is the separator
                let operator_follows = separator.is_empty()
                    && p.as_char() != '?'
                    && matches!(tokens.get(i + 1), Some(TokenTree::Punct(q)) if matches!(q.as_char(), '*' | '+'))
                    && p.as_char() == '+';
                if !operator_follows {
                    return Ok((separator, p.as_char(), i + 1));
                }
                separator.push(token.clone());
            }
            token if separator.len() < 3 => separator.push(token.clone()),
            _ => break,
        }
    }
    Err(Unsupported("a repetition in it cannot be read".into()))
}

fn variables(matchers: &[Matcher], names: &mut Vec<String>) {
    for m in matchers {
        match m {
            Matcher::Token(_) => {}
            Matcher::Group(_, inner) | Matcher::Repeat { inner, .. } => variables(inner, names),
            Matcher::Fragment { name, .. } => names.push(name.clone()),
        }
    }
}

fn same(a: &TokenTree, b: &TokenTree) -> bool {
    match (a, b) {
        (TokenTree::Ident(a), TokenTree::Ident(b)) => untagged(&a.to_string()) == untagged(&b.to_string()),
        (TokenTree::Punct(a), TokenTree::Punct(b)) => a.as_char() == b.as_char(),
        (TokenTree::Literal(a), TokenTree::Literal(b)) => a.to_string() == b.to_string(),
        _ => false,
    }
}

/// Matches all of the tokens.
fn matched(matchers: &[Matcher], tokens: &[TokenTree], bindings: &Bindings) -> Option<Bindings> {
    let Some((first, rest)) = matchers.split_first() else { return tokens.is_empty().then(|| bindings.clone()) };
    match first {
        Matcher::Token(t) => {
            let (token, after) = tokens.split_first()?;
            if same(t, token) { matched(rest, after, bindings) } else { None }
        }
        Matcher::Group(delimiter, inner) => {
            let (TokenTree::Group(g), after) = tokens.split_first()? else { return None };
            if g.delimiter() != *delimiter {
                return None;
            }
            let inside: Vec<TokenTree> = g.stream().into_iter().collect();
            let bindings = matched(inner, &inside, bindings)?;
            matched(rest, after, &bindings)
        }
        Matcher::Fragment { name, kind } => {
            let (fragment, after) = fragment(kind, tokens)?;
            let mut bindings = bindings.clone();
            bindings.insert(name.clone(), Bound::One(fragment));
            matched(rest, after, &bindings)
        }
        Matcher::Repeat { inner, separator, op } => {
            let mut names = Vec::new();
            variables(inner, &mut names);
            let mut bindings = bindings.clone();
            for name in &names {
                bindings.insert(name.clone(), Bound::Many(Vec::new()));
            }
            repeated(inner, separator, *op, 0, rest, tokens, &bindings)
        }
    }
}

/// As many iterations as there are, then the rest.
fn repeated(
    inner: &[Matcher],
    separator: &[TokenTree],
    op: char,
    done: usize,
    rest: &[Matcher],
    tokens: &[TokenTree],
    bindings: &Bindings,
) -> Option<Bindings> {
    let more = op != '?' || done == 0;
    let after = if done == 0 {
        Some(tokens)
    } else {
        let separated = tokens.len() >= separator.len() && separator.iter().zip(tokens).all(|(a, b)| same(a, b));
        separated.then(|| &tokens[separator.len()..])
    };
    if let (true, Some(after)) = (more && !tokens.is_empty(), after) {
        // an iteration ends somewhere: the longest one first
        for end in (1..=after.len()).rev() {
            let Some(one) = matched(inner, &after[..end], &Bindings::new()) else { continue };
            let mut bindings = bindings.clone();
            for (name, value) in one {
                if let Some(Bound::Many(all)) = bindings.get_mut(&name) {
                    all.push(value);
                }
            }
            if let Some(all) = repeated(inner, separator, op, done + 1, rest, &after[end..], &bindings) {
                return Some(all);
            }
        }
    }
    if op == '+' && done == 0 { None } else { matched(rest, tokens, bindings) }
}

/// Operators of several characters, each one token to a macro.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "...", "..=", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<", ">>", "->", "=>",
    "::", "..",
];

/// A fragment at the start of tokens, and what comes after it.
fn fragment<'t>(kind: &str, tokens: &'t [TokenTree]) -> Option<(TokenStream, &'t [TokenTree])> {
    let first = tokens.first()?;
    let taken = |n: usize| Some((tokens[..n].iter().cloned().collect::<TokenStream>(), &tokens[n..]));
    let is_lifetime = is_punct(Some(first), '\'') && matches!(tokens.get(1), Some(TokenTree::Ident(_)));
    match kind {
        "ident" => matches!(first, TokenTree::Ident(i) if i != "_").then(|| taken(1))?,
        "lifetime" => is_lifetime.then(|| taken(2))?,
        "tt" if is_lifetime => taken(2),
        "tt" => {
            let joined: String = tokens
                .iter()
                .scan(true, |on, t| match t {
                    TokenTree::Punct(p) if *on => {
                        *on = p.spacing() == Spacing::Joint;
                        Some(p.as_char())
                    }
                    _ => None,
                })
                .take(3)
                .collect();
            taken(OPERATORS.iter().find(|o| joined.starts_with(**o)).map_or(1, |o| o.len()))
        }
        "literal" => parsed::<syn::Lit>(syn::Lit::parse, tokens, true).or_else(|| {
            let (TokenTree::Punct(p), Some(TokenTree::Literal(_))) = (first, tokens.get(1)) else { return None };
            (p.as_char() == '-').then(|| taken(2))?
        }),
        "expr" => parsed::<Expr>(Expr::parse, tokens, true),
        "ty" => parsed::<syn::Type>(syn::Type::parse, tokens, true),
        "pat" => parsed::<Pat>(Pat::parse_multi_with_leading_vert, tokens, false),
        "pat_param" => parsed::<Pat>(Pat::parse_single, tokens, false),
        "path" => parsed::<syn::Path>(syn::Path::parse, tokens, false),
        "block" => parsed::<Block>(Block::parse, tokens, false),
        _ => None,
    }
}

/// What a parser takes from the start of tokens; as one piece, if it is to stay one.
fn parsed<T: ToTokens>(
    parse: impl Fn(ParseStream<'_>) -> syn::Result<T>,
    tokens: &[TokenTree],
    whole: bool,
) -> Option<(TokenStream, &[TokenTree])> {
    let stream: TokenStream = tokens.iter().cloned().collect();
    let parser = |input: ParseStream<'_>| -> syn::Result<usize> {
        parse(input)?;
        Ok(input.parse::<TokenStream>()?.into_iter().count())
    };
    let left = parser.parse2(stream).ok()?;
    let n = tokens.len().checked_sub(left).filter(|n| *n > 0)?;
    let taken: TokenStream = tokens[..n].iter().cloned().collect();
    let taken = if whole { TokenTree::Group(spanned_group(Delimiter::None, taken, tokens[0].span())).into() } else { taken };
    Some((taken, &tokens[n..]))
}

fn spanned_group(delimiter: Delimiter, stream: TokenStream, span: Span) -> Group {
    let mut group = Group::new(delimiter, stream);
    group.set_span(span);
    group
}

/// A macro's own tokens bear a tag while it is expanded.
fn tagged(name: &str, tag: usize) -> String {
    format!("__expansion_{tag}_{name}")
}

/// A name without its innermost tag, and the tag.
fn tag_of(name: &str) -> Option<(usize, &str)> {
    let (tag, name) = name.strip_prefix("__expansion_")?.split_once('_')?;
    Some((tag.parse().ok()?, name))
}

/// A name without its tag.
fn untagged(name: &str) -> &str {
    tag_of(name).map_or(name, |(_, name)| name)
}

struct Expander<'d> {
    scopes: Vec<BTreeMap<String, Rc<Macro>>>,
    /// The macros that are called by paths.
    paths: HashMap<String, Rc<Macro>>,
    calls: usize,
    depth: usize,
    /// The names that are not to be made.
    taken: BTreeSet<String>,
    free: Vec<Free>,
    diagnostics: &'d mut Diagnostics,
}

impl Expander<'_> {
    fn define(&mut self, m: &ItemMacro, outside: bool) {
        let Some(defined) = Macro::new(m, outside) else { return };
        match &defined.rules {
            // one outside that is not called does no harm
            Err(Unsupported(why)) if !outside => self.cannot_expand(m.ident.to_token_stream(), &defined.name, why),
            _ => self.insert(defined),
        }
    }

    /// A macro with the attribute, by the path that it is called by.
    fn define_kept(&mut self, kept: &Kept) {
        let Some(defined) = Macro::new(&kept.definition, true) else { return };
        match kept.path.get_ident() {
            Some(_) => self.insert(defined),
            None => drop(self.paths.insert(kept.path.to_token_stream().to_string(), Rc::new(defined))),
        }
    }

    fn insert(&mut self, defined: Macro) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(defined.name.clone(), Rc::new(defined));
        }
    }

    fn cannot_expand(&mut self, at: TokenStream, name: &str, why: &str) {
        self.diagnostics
            .error_over(at, format!("the macro `{name}!` cannot be expanded here: {why}; write out what it expands to, or a function"));
    }

    fn lookup(&self, path: &syn::Path) -> Option<Rc<Macro>> {
        match path.get_ident() {
            Some(name) => self.named(&name.to_string()),
            None => self.paths.get(&path.to_token_stream().to_string()).cloned(),
        }
    }

    fn named(&self, name: &str) -> Option<Rc<Macro>> {
        let name = untagged(name);
        self.scopes.iter().rev().find_map(|scope| scope.get(name).cloned())
    }

    /// The tokens that a call stands for, tagged; with the tag.
    fn transcribed(&mut self, m: &Macro, tokens: TokenStream, at: &dyn ToTokens) -> Option<(TokenStream, usize)> {
        if self.depth > DEPTH {
            self.diagnostics.error_over(at.to_token_stream(), format!("calls of the macro `{}!` are nested too deeply here", m.name));
            return None;
        }
        self.calls += 1;
        let tag = self.calls;
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let result = m.rules.as_ref().map_err(Clone::clone).and_then(|rules| {
            let found = rules.iter().find_map(|(pattern, body)| Some((matched(pattern, &tokens, &Bindings::new())?, body)));
            let unmatched = || Unsupported("no rule of it matches this, as far as the compiler can see".into());
            let (bindings, body) = found.ok_or_else(unmatched)?;
            transcribe(body.clone(), &bindings, tag)
        });
        match result {
            Ok(tokens) => Some((tokens, tag)),
            Err(Unsupported(why)) => {
                self.cannot_expand(at.to_token_stream(), &m.name, &why);
                None
            }
        }
    }

    /// A call replaced by what it stands for, as whatever it is parsed as.
    fn expand<T>(
        &mut self,
        m: &Macro,
        mac: &syn::Macro,
        parse: impl Fn(ParseStream<'_>) -> syn::Result<T>,
        visit: impl FnOnce(&mut dyn Walk, &mut T),
        settle: impl FnOnce(&mut Settle<'_>, &mut T),
        find: impl FnOnce(&mut Binds, &T),
    ) -> Option<T> {
        let (tokens, tag) = self.transcribed(m, mac.tokens.clone(), mac)?;
        let mut parsed = match parse.parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.diagnostics.error_over(
                    mac.to_token_stream(),
                    format!("the macro `{}!` cannot be expanded here ({error}): write out what it expands to, or a function", m.name),
                );
                return None;
            }
        };
        self.depth += 1;
        visit(self, &mut parsed);
        self.depth -= 1;
        let mut binds = Binds { tag, names: BTreeSet::new() };
        find(&mut binds, &parsed);
        let mut renamed = HashMap::new();
        for name in binds.names {
            let fresh = (1..).map(|k| format!("{name}_{k}")).find(|n| !self.taken.contains(n)).unwrap_or_default();
            self.taken.insert(fresh.clone());
            renamed.insert(name, fresh);
        }
        let mut of_macro = Settle { tag, renamed: &renamed, free: BTreeSet::new(), texts: false };
        settle(&mut of_macro, &mut parsed);
        let (free, texts) = (of_macro.free, of_macro.texts);
        if texts {
            self.diagnostics.error_over(
                mac.to_token_stream(),
                format!("the macro `{}!` binds a variable that occurs inside of a text, which is not supported: write it after the text, as in `\"{{}}\", x`", m.name),
            );
        }
        let call = mac.path.to_token_stream();
        self.free.extend(free.into_iter().map(|name| Free { name, of: m.name.clone(), outside: m.outside, call: call.clone() }));
        Some(parsed)
    }

    fn expression(&mut self, m: &Macro, mac: &syn::Macro) -> Option<Expr> {
        let parse = |input: ParseStream<'_>| {
            let e: Expr = input.parse()?;
            input.parse::<Option<syn::Token![;]>>()?;
            Ok(e)
        };
        let e = self.expand(m, mac, parse, |w, e| w.walk_expr(e), |s, e| s.visit_expr_mut(e), |b, e| b.visit_expr(e))?;
        Some(Expr::Group(syn::ExprGroup { attrs: Vec::new(), group_token: Default::default(), expr: Box::new(e) }))
    }

    fn statements(&mut self, m: &Macro, mac: &syn::Macro) -> Option<Vec<Stmt>> {
        self.expand(
            m,
            mac,
            Block::parse_within,
            |w, stmts| w.walk_stmts(stmts),
            |s, stmts| stmts.iter_mut().for_each(|stmt| s.visit_stmt_mut(stmt)),
            |b, stmts| stmts.iter().for_each(|stmt| b.visit_stmt(stmt)),
        )
    }

    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        let mut out = Vec::new();
        let all = std::mem::take(stmts);
        let n = all.len();
        for (i, mut stmt) in all.into_iter().enumerate() {
            match &mut stmt {
                Stmt::Item(Item::Macro(m)) if is_definition(m) => {
                    self.define(m, false);
                    continue;
                }
                // a macro of the language's own inside of a macro is none of ours
                Stmt::Item(_) => {}
                Stmt::Macro(call) => {
                    if let Some(m) = self.lookup(&call.mac.path) {
                        let Some(mut expansion) = self.statements(&m, &call.mac) else { continue };
                        let last = i + 1 == n && call.semi_token.is_none();
                        if !last && let Some(Stmt::Expr(_, semi @ None)) = expansion.last_mut() {
                            *semi = Some(Default::default());
                        }
                        out.append(&mut expansion);
                        continue;
                    }
                    self.visit_stmt_mut(&mut stmt);
                }
                stmt => self.visit_stmt_mut(stmt),
            }
            out.push(stmt);
        }
        *stmts = out;
    }
}

/// What walks through an expansion.
trait Walk {
    fn walk_expr(&mut self, e: &mut Expr);
    fn walk_stmts(&mut self, stmts: &mut Vec<Stmt>);
    fn walk_pat(&mut self, pat: &mut Pat);
}

impl Walk for Expander<'_> {
    fn walk_expr(&mut self, e: &mut Expr) {
        self.visit_expr_mut(e);
    }
    fn walk_stmts(&mut self, stmts: &mut Vec<Stmt>) {
        self.stmts(stmts);
    }
    fn walk_pat(&mut self, pat: &mut Pat) {
        self.visit_pat_mut(pat);
    }
}

impl VisitMut for Expander<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scopes.push(BTreeMap::new());
        self.stmts(&mut block.stmts);
        self.scopes.pop();
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Macro(call) = e
            && let Some(m) = self.lookup(&call.mac.path)
        {
            if let Some(expansion) = self.expression(&m, &call.mac.clone()) {
                *e = expansion;
            } else {
                *e = syn::parse_quote!(::core::unreachable!());
            }
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Macro(call) = pat
            && let Some(m) = self.lookup(&call.mac.path)
        {
            let mac = call.mac.clone();
            let parse = Pat::parse_multi_with_leading_vert;
            if let Some(expansion) = self.expand(&m, &mac, parse, |w, p| w.walk_pat(p), |s, p| s.visit_pat_mut(p), |b, p| b.visit_pat(p)) {
                *pat = expansion;
            }
            return;
        }
        visit_mut::visit_pat_mut(self, pat);
    }

    /// The arguments of a macro of std's: calls in them are expanded as expressions.
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.inside(mac.tokens.clone());
    }
}

impl Expander<'_> {
    fn inside(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out = TokenStream::new();
        let mut i = 0;
        while i < tokens.len() {
            if let (TokenTree::Ident(name), true, Some(TokenTree::Group(g))) = (&tokens[i], is_call(&tokens, i), tokens.get(i + 2))
                && let Some(m) = self.named(&name.to_string())
            {
                let group = g.clone();
                let bang = &tokens[i + 1];
                if let Ok(mac) = syn::parse2::<syn::Macro>(quote::quote!(#name #bang #group))
                    && let Some(e) = self.expression(&m, &mac)
                {
                    e.to_tokens(&mut out);
                }
                i += 3;
                continue;
            }
            match &tokens[i] {
                TokenTree::Group(g) => {
                    out.extend([TokenTree::Group(spanned_group(g.delimiter(), self.inside(g.stream()), g.span()))]);
                }
                token => out.extend([token.clone()]),
            }
            i += 1;
        }
        out
    }
}

/// A rule's body with what its fragments stand for.
fn transcribe(body: TokenStream, bindings: &Bindings, tag: usize) -> Result<TokenStream, Unsupported> {
    let tokens: Vec<TokenTree> = body.into_iter().collect();
    let mut out = TokenStream::new();
    let mut i = 0;
    while i < tokens.len() {
        match (&tokens[i], tokens.get(i + 1)) {
            (TokenTree::Punct(p), Some(TokenTree::Group(g))) if p.as_char() == '$' && g.delimiter() == Delimiter::Parenthesis => {
                let (separator, _, next) = repetition(&tokens, i + 2)?;
                let mut names = BTreeSet::new();
                names_in(g.stream(), &mut names);
                let many = |name: &String| match bindings.get(name) {
                    Some(Bound::Many(all)) => Some(all.len()),
                    _ => None,
                };
                let Some(n) = names.iter().find_map(many) else {
                    return Err(Unsupported("a repetition in it mentions nothing that is repeated".into()));
                };
                for k in 0..n {
                    let mut inner = bindings.clone();
                    for name in &names {
                        if let Some(Bound::Many(all)) = bindings.get(name)
                            && let Some(one) = all.get(k)
                        {
                            inner.insert(name.clone(), one.clone());
                        }
                    }
                    if k > 0 {
                        out.extend(separator.iter().cloned());
                    }
                    out.extend(transcribe(g.stream(), &inner, tag)?);
                }
                i = next;
            }
            (TokenTree::Punct(p), Some(TokenTree::Ident(name))) if p.as_char() == '$' => {
                match bindings.get(&name.to_string()) {
                    Some(Bound::One(tokens)) => out.extend(tokens.clone()),
                    Some(Bound::Many(_)) => return Err(Unsupported(format!("`${name}` is repeated in it where it is not used so"))),
                    None if name == "crate" => out.extend([TokenTree::Ident(name.clone())]),
                    None => return Err(Unsupported(format!("`${name}` is not one of its fragments"))),
                }
                i += 2;
            }
            (TokenTree::Punct(p), _) if p.as_char() == '$' => return Err(Unsupported("its rule cannot be read".into())),
            (TokenTree::Group(g), _) => {
                out.extend([TokenTree::Group(spanned_group(g.delimiter(), transcribe(g.stream(), bindings, tag)?, g.span()))]);
                i += 1;
            }
            (TokenTree::Ident(ident), _) => {
                let name = ident.to_string();
                let is_name = syn::parse_str::<Ident>(&name).is_ok() && !name.starts_with("r#") && name != "macro_rules";
                let ident = if is_name { Ident::new(&tagged(&name, tag), ident.span()) } else { ident.clone() };
                out.extend([TokenTree::Ident(ident)]);
                i += 1;
            }
            (token, _) => {
                out.extend([token.clone()]);
                i += 1;
            }
        }
    }
    Ok(out)
}

/// Finds the variables and labels with a tag that patterns bind.
struct Binds {
    tag: usize,
    names: BTreeSet<String>,
}

impl Binds {
    fn name(&mut self, ident: &Ident) {
        if let Some((tag, name)) = tag_of(&ident.to_string())
            && tag == self.tag
            && !name.starts_with(char::is_uppercase)
        {
            self.names.insert(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Binds {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.name(&p.ident);
        syn::visit::visit_pat_ident(self, p);
    }
    fn visit_label(&mut self, l: &'ast syn::Label) {
        self.name(&l.name.ident);
    }
}

/// Takes the tag off, and gives what is bound its new name.
struct Settle<'r> {
    tag: usize,
    renamed: &'r HashMap<String, String>,
    /// Variables that are not bound.
    free: BTreeSet<String>,
    /// Whether a text mentions what is bound.
    texts: bool,
}

impl Settle<'_> {
    fn variable(&mut self, ident: &mut Ident) {
        let text = ident.to_string();
        let Some((tag, name)) = tag_of(&text) else { return };
        if tag != self.tag {
            return;
        }
        let new = match self.renamed.get(name) {
            Some(new) => new.as_str(),
            None => {
                if name.starts_with(|c: char| c.is_lowercase() || c == '_') {
                    self.free.insert(name.to_string());
                }
                name
            }
        };
        *ident = Ident::new(new, ident.span());
    }

    fn plain(&self, ident: &Ident) -> Ident {
        match tag_of(&ident.to_string()) {
            Some((tag, name)) if tag == self.tag => Ident::new(name, ident.span()),
            _ => ident.clone(),
        }
    }

    fn text(&mut self, literal: &Literal) {
        let text = literal.to_string();
        self.texts |= text.starts_with(['"', 'r']) && self.renamed.keys().any(|name| text.contains(&format!("{{{name}")));
    }

    /// Tokens that are not parsed.
    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out = TokenStream::new();
        for (i, token) in tokens.iter().enumerate() {
            let before = |k: usize, c: char| i >= k && is_punct(tokens.get(i - k), c);
            let token = match token {
                TokenTree::Group(g) => TokenTree::Group(spanned_group(g.delimiter(), self.tokens(g.stream()), g.span())),
                TokenTree::Ident(ident) => {
                    let field = before(1, '.') && !before(2, '.');
                    let in_path = before(1, ':') && before(2, ':') || is_punct(tokens.get(i + 1), ':') && is_punct(tokens.get(i + 2), ':');
                    let called = is_punct(tokens.get(i + 1), '!') && !is_punct(tokens.get(i + 2), '=');
                    let mut ident = ident.clone();
                    if field || in_path || called {
                        ident = self.plain(&ident);
                    } else {
                        self.variable(&mut ident);
                    }
                    TokenTree::Ident(ident)
                }
                TokenTree::Literal(l) => {
                    self.text(l);
                    token.clone()
                }
                token => token.clone(),
            };
            out.extend([token]);
        }
        out
    }
}

impl VisitMut for Settle<'_> {
    fn visit_pat_ident_mut(&mut self, p: &mut syn::PatIdent) {
        self.variable(&mut p.ident);
        visit_mut::visit_pat_ident_mut(self, p);
    }

    fn visit_expr_path_mut(&mut self, p: &mut syn::ExprPath) {
        if p.qself.is_none()
            && p.path.leading_colon.is_none()
            && p.path.segments.len() == 1
            && let Some(segment) = p.path.segments.first_mut()
            && segment.arguments.is_none()
        {
            return self.variable(&mut segment.ident);
        }
        visit_mut::visit_expr_path_mut(self, p);
    }

    fn visit_expr_call_mut(&mut self, c: &mut syn::ExprCall) {
        // a function's name that is not a variable's
        if let Expr::Path(p) = &mut *c.func
            && let Some(ident) = p.path.get_ident()
            && tag_of(&ident.to_string()).is_some_and(|(tag, name)| tag == self.tag && !self.renamed.contains_key(name))
        {
            let plain = self.plain(ident);
            self.free.insert(plain.to_string());
            p.path = plain.into();
        }
        visit_mut::visit_expr_call_mut(self, c);
    }

    fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
        let free = self.free.clone();
        self.variable(&mut l.ident);
        self.free = free;
    }

    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        *ident = self.plain(ident);
    }

    fn visit_field_pat_mut(&mut self, f: &mut syn::FieldPat) {
        f.colon_token.get_or_insert_with(Default::default);
        visit_mut::visit_field_pat_mut(self, f);
    }

    fn visit_field_value_mut(&mut self, f: &mut syn::FieldValue) {
        f.colon_token.get_or_insert_with(Default::default);
        visit_mut::visit_field_value_mut(self, f);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        visit_mut::visit_path_mut(self, &mut mac.path);
        mac.tokens = self.tokens(mac.tokens.clone());
    }

    fn visit_attribute_mut(&mut self, attribute: &mut syn::Attribute) {
        if let syn::Meta::List(list) = &mut attribute.meta {
            list.tokens = self.tokens(list.tokens.clone());
        }
        visit_mut::visit_attribute_mut(self, attribute);
    }

    fn visit_token_stream_mut(&mut self, tokens: &mut TokenStream) {
        *tokens = self.tokens(tokens.clone());
    }
}

/// The macros that are defined in a group where a function of it is.
pub fn around(items: &[Item], scope: &[String]) -> Vec<ItemMacro> {
    let mut found: Vec<ItemMacro> =
        items.iter().filter_map(|item| if let Item::Macro(m) = item { Some(m.clone()) } else { None }).collect();
    found.retain(is_definition);
    let inner = scope.split_first().and_then(|(first, rest)| {
        let module = items.iter().find_map(|item| match item {
            Item::Mod(m) if m.ident == first => m.content.as_ref(),
            _ => None,
        });
        Some(around(&module?.1, rest))
    });
    found.extend(inner.into_iter().flatten());
    found
}
