//! User-defined macros: replaces calls of `macro_rules!` macros by their expansions. The macros are
//! defined in the body of the function, in its group, or earlier under the attribute.
//!
//! rustc expands the same calls in the emitted function, so invalid programs are rejected. The
//! rules here follow those of the language:
//!
//! - The first matching rule is used. A fragment is parsed greedily, and stays one token tree (a
//!   group without delimiters).
//! - Local variables and labels are hygienic: variables that a macro's own tokens bind get unique
//!   names. During the expansion of a macro its own names have a tag. After the calls inside the
//!   expansion are expanded, the bound names are known.
//! - A name of a variable that a macro does not bind resolves at the definition of the macro. It
//!   resolves to the same variable at the call if it is bound once in the function; otherwise it is
//!   an error.
//!
//! ```text
//! rules    matches the tokens of a call, and transcribes the body
//! hygiene  which variables and labels the own tokens of a macro bind
//! items    calls of macros in the place of items of a module
//! ```

mod hygiene;
pub mod items;
mod rules;

use super::definitions::{self, RecordedMacro, is_definition};
use crate::diagnostics::Diagnostics;
use crate::world::World;
use hygiene::{Binds, RemoveTags, strip_tag};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use rules::{Macro, Unsupported, is_punct, spanned_group};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use syn::parse::{ParseStream, Parser};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, ItemFn, ItemMacro, Pat, Stmt};

/// The maximum nesting of calls, so that expansion terminates.
const DEPTH: usize = 48;

/// The maximum count of tokens in all expansions of a function: an expansion that doubles at each
/// of [`DEPTH`] calls would not finish.
const TOKENS: usize = 1 << 16;

/// A function without calls of user-defined macros.
pub struct ExpandedFunction {
    /// The function.
    pub function: ItemFn,
    /// Items that do not compile if a name resolves to another macro than assumed.
    pub witnesses: Vec<TokenStream>,
}

/// Expands the calls of the given macros, of those in the body, and of those with the attribute.
/// `None` if there are none.
pub fn expand_macros(
    function: &ItemFn,
    around: &[ItemMacro],
    world: &World,
    diagnostics: &mut Diagnostics,
) -> Option<ExpandedFunction> {
    let mut used = MacroUses::default();
    used.visit_item_fn(function);
    let is_called =
        |m: &ItemMacro| m.ident.as_ref().is_some_and(|name| used.names.contains(&name.to_string()));
    let recorded = recorded_macros(&used, around, world);
    if used.defined.is_empty() && recorded.is_empty() && !around.iter().any(is_called) {
        return None;
    }
    let mut function = function.clone();
    let mut taken = BTreeSet::new();
    names_in(function.to_token_stream(), &mut taken);
    let mut expander = Expander {
        scopes: vec![BTreeMap::new()],
        paths: HashMap::new(),
        calls: 0,
        tokens: 0,
        depth: 0,
        outermost: Span::call_site(),
        used_names: taken,
        free: Vec::new(),
        witnesses: Vec::new(),
        world,
        diagnostics,
    };
    for recorded in &recorded {
        expander.define_recorded(recorded);
    }
    for definition in around {
        expander.define(definition, true);
    }
    expander.visit_block_mut(&mut function.block);
    let free = std::mem::take(&mut expander.free);
    let of_names = std::mem::take(&mut expander.witnesses);
    check_free_names(&function, &free, diagnostics);
    Some(ExpandedFunction {
        function,
        witnesses: recorded.into_iter().map(|recorded| recorded.check).chain(of_names).collect(),
    })
}

/// The macros with the attribute that a body calls, directly or indirectly.
fn recorded_macros(used: &MacroUses, around: &[ItemMacro], world: &World) -> Vec<RecordedMacro> {
    let own: BTreeSet<String> = around
        .iter()
        .filter_map(|m| m.ident.as_ref())
        .map(ToString::to_string)
        .chain(used.defined.clone())
        .collect();
    let mut waiting = used.calls.clone();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        let is_own = path.get_ident().is_some_and(|name| own.contains(&name.to_string()));
        if is_own || !seen.insert(path.to_token_stream().to_string()) {
            continue;
        }
        if let Some(recorded) = definitions::find(&path, world) {
            calls_in(recorded.definition.mac.tokens.clone(), &mut waiting);
            found.push(recorded);
        }
    }
    found
}

/// The macros that a body defines, those that it calls, and all names in these calls.
#[derive(Default)]
struct MacroUses {
    defined: BTreeSet<String>,
    calls: Vec<syn::Path>,
    names: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for MacroUses {
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

/// Collects the macros that tokens call by name.
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

/// Whether a name among tokens is that of a called macro.
fn is_call(tokens: &[TokenTree], i: usize) -> bool {
    let in_path = i > 0 && is_punct(tokens.get(i - 1), ':');
    !in_path
        && is_punct(tokens.get(i + 1), '!')
        && matches!(tokens.get(i + 2), Some(TokenTree::Group(_)))
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

/// The count of tokens, including those in groups.
fn count(tokens: TokenStream) -> usize {
    tokens
        .into_iter()
        .map(|token| if let TokenTree::Group(g) = token { 1 + count(g.stream()) } else { 1 })
        .sum()
}

/// A variable that a macro mentions but does not bind.
struct FreeVariable {
    name: String,
    macro_name: String,
    outside: bool,
    call: TokenStream,
}

/// Reports names that may resolve differently at the call of a macro and at its definition.
fn check_free_names(function: &ItemFn, free: &[FreeVariable], diagnostics: &mut Diagnostics) {
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
    for FreeVariable { name, macro_name: of, outside, call } in free {
        let times = bound.0.get(name).copied().unwrap_or(0);
        if times > usize::from(!outside) && reported.insert((name, of)) {
            diagnostics.error_over(
                call.clone(),
                format!(
                    "`{name}` in the macro `{of}!` may resolve to another variable here than at \
                     the definition of the macro: pass it to the macro as an argument"
                ),
            );
        }
    }
}

struct Expander<'d> {
    scopes: Vec<BTreeMap<String, Rc<Macro>>>,
    /// The macros that are called by paths.
    paths: HashMap<String, Rc<Macro>>,
    calls: usize,
    /// The count of tokens in all expansions so far.
    tokens: usize,
    depth: usize,
    /// The span of the outermost call.
    outermost: Span,
    /// The names that must not be generated.
    used_names: BTreeSet<String>,
    free: Vec<FreeVariable>,
    /// Items that fail to compile if a bound name is that of a constant.
    witnesses: Vec<TokenStream>,
    world: &'d World,
    diagnostics: &'d mut Diagnostics,
}

impl Expander<'_> {
    fn define(&mut self, m: &ItemMacro, outside: bool) {
        let Some(defined) = Macro::new(m, outside) else { return };
        match defined.unsupported_reason() {
            // an unsupported macro outside the function is an error only if it is called
            Some(Unsupported(why)) if !outside => {
                self.cannot_expand(m.ident.to_token_stream(), &defined.name, why)
            }
            _ => self.insert(defined),
        }
    }

    /// Defines a macro with the attribute, under the path of its calls.
    fn define_recorded(&mut self, recorded: &RecordedMacro) {
        let Some(defined) = Macro::new(&recorded.definition, true) else { return };
        match recorded.path.get_ident() {
            Some(_) => self.insert(defined),
            None => drop(
                self.paths.insert(recorded.path.to_token_stream().to_string(), Rc::new(defined)),
            ),
        }
    }

    fn insert(&mut self, defined: Macro) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(defined.name.clone(), Rc::new(defined));
        }
    }

    fn cannot_expand(&mut self, at: TokenStream, name: &str, why: &str) {
        self.diagnostics.error_over(
            at,
            format!(
                "cannot expand the macro `{name}!`: {why}; write out its expansion, or use a \
                 function"
            ),
        );
    }

    fn lookup(&self, path: &syn::Path) -> Option<Rc<Macro>> {
        match path.get_ident() {
            Some(name) => self.find_macro(&name.to_string()),
            None => self.paths.get(&path.to_token_stream().to_string()).cloned(),
        }
    }

    fn find_macro(&self, name: &str) -> Option<Rc<Macro>> {
        let name = strip_tag(name);
        self.scopes.iter().rev().find_map(|scope| scope.get(name).cloned())
    }

    /// The tagged tokens of an expansion, and the tag.
    fn transcribe(
        &mut self,
        m: &Macro,
        tokens: TokenStream,
        at: &dyn ToTokens,
    ) -> Option<(TokenStream, usize)> {
        if self.depth > DEPTH {
            self.diagnostics.error_over(
                at.to_token_stream(),
                format!(
                    "calls of the macro `{}!` are nested too deeply: write out the expansion, or \
                     use a function",
                    m.name
                ),
            );
            return None;
        }
        self.calls += 1;
        let tag = self.calls;
        if self.depth == 0 {
            self.outermost = at
                .to_token_stream()
                .into_iter()
                .next()
                .map_or_else(Span::call_site, |token| token.span());
        }
        match m.expansion(tokens, tag, self.outermost) {
            Ok(tokens) => {
                self.tokens += count(tokens.clone());
                if self.tokens > TOKENS {
                    let message = format!(
                        "`{}!` and other macros in this function expand to more than {TOKENS} \
                         tokens: use functions",
                        m.name
                    );
                    self.diagnostics.error_over(at.to_token_stream(), message);
                    return None;
                }
                Some((tokens, tag))
            }
            Err(Unsupported(why)) => {
                self.cannot_expand(at.to_token_stream(), &m.name, &why);
                None
            }
        }
    }

    /// The expansion of a call, parsed as the syntax that replaces it.
    fn expand<T: Expansion>(&mut self, m: &Macro, mac: &syn::Macro) -> Option<T> {
        let (tokens, tag) = self.transcribe(m, mac.tokens.clone(), mac)?;
        let mut parsed = match T::read.parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.diagnostics.error_over(
                    mac.to_token_stream(),
                    format!(
                        "cannot expand the macro `{}!` ({error}): write out its expansion, or use \
                         a function",
                        m.name
                    ),
                );
                return None;
            }
        };
        self.depth += 1;
        parsed.expand_inside(self);
        self.depth -= 1;
        let mut binds = Binds::new(tag);
        parsed.find_bound(&mut binds);
        self.witnesses.extend(binds.without_constants(self.world));
        let mut renamed = HashMap::new();
        for name in std::mem::take(&mut binds.names) {
            let fresh = (1..)
                .map(|k| format!("{name}_{k}"))
                .find(|n| !self.used_names.contains(n))
                .unwrap_or_default();
            self.used_names.insert(fresh.clone());
            renamed.insert(name, fresh);
        }
        let mut of_macro = RemoveTags::new(tag, &renamed, &binds.constants);
        parsed.remove_tags(&mut of_macro);
        let (free, texts) = (of_macro.free_variables, of_macro.has_string_uses);
        if texts {
            self.diagnostics.error_over(
                mac.to_token_stream(),
                format!(
                    "the macro `{}!` binds a variable that a string literal mentions, which is not \
                     supported: pass it as an argument, as in `\"{{}}\", x`",
                    m.name
                ),
            );
        }
        let call = mac.path.to_token_stream();
        self.free.extend(free.into_iter().map(|name| FreeVariable {
            name,
            macro_name: m.name.clone(),
            outside: m.outside,
            call: call.clone(),
        }));
        Some(parsed)
    }

    fn expression(&mut self, m: &Macro, mac: &syn::Macro) -> Option<Expr> {
        let e: Expr = self.expand(m, mac)?;
        Some(Expr::Group(syn::ExprGroup {
            attrs: Vec::new(),
            group_token: Default::default(),
            expr: Box::new(e),
        }))
    }

    fn statements(&mut self, m: &Macro, mac: &syn::Macro) -> Option<Vec<Stmt>> {
        self.expand(m, mac)
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
                // macros of the language inside a macro are not expanded
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

/// The syntax that a macro call is parsed as, by its position.
trait Expansion: Sized {
    /// Parses the tokens of an expansion.
    fn read(input: ParseStream<'_>) -> syn::Result<Self>;
    /// Expands the macro calls in it.
    fn expand_inside(&mut self, expander: &mut Expander<'_>);
    /// Collects the names that it binds.
    fn find_bound(&self, binds: &mut Binds);
    /// Renames the variables that the macro binds.
    fn remove_tags(&mut self, settle: &mut RemoveTags<'_>);
}

impl Expansion for Expr {
    fn read(input: ParseStream<'_>) -> syn::Result<Self> {
        let e: Expr = input.parse()?;
        input.parse::<Option<syn::Token![;]>>()?;
        Ok(e)
    }
    fn expand_inside(&mut self, expander: &mut Expander<'_>) {
        expander.visit_expr_mut(self);
    }
    fn find_bound(&self, binds: &mut Binds) {
        binds.expr(self);
    }
    fn remove_tags(&mut self, settle: &mut RemoveTags<'_>) {
        settle.visit_expr_mut(self);
    }
}

impl Expansion for Vec<Stmt> {
    fn read(input: ParseStream<'_>) -> syn::Result<Self> {
        Block::parse_within(input)
    }
    fn expand_inside(&mut self, expander: &mut Expander<'_>) {
        expander.stmts(self);
    }
    fn find_bound(&self, binds: &mut Binds) {
        self.iter().for_each(|stmt| binds.stmt(stmt));
    }
    fn remove_tags(&mut self, settle: &mut RemoveTags<'_>) {
        self.iter_mut().for_each(|stmt| settle.visit_stmt_mut(stmt));
    }
}

impl Expansion for Pat {
    fn read(input: ParseStream<'_>) -> syn::Result<Self> {
        Pat::parse_multi_with_leading_vert(input)
    }
    fn expand_inside(&mut self, expander: &mut Expander<'_>) {
        expander.visit_pat_mut(self);
    }
    fn find_bound(&self, binds: &mut Binds) {
        binds.pat(self);
    }
    fn remove_tags(&mut self, settle: &mut RemoveTags<'_>) {
        settle.visit_pat_mut(self);
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
            if let Some(expansion) = self.expand(&m, &mac) {
                *pat = expansion;
            }
            return;
        }
        visit_mut::visit_pat_mut(self, pat);
    }

    /// The arguments of a macro of std: calls in them are expanded as expressions.
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.expand_in_tokens(mac.tokens.clone());
    }
}

impl Expander<'_> {
    fn expand_in_tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out = TokenStream::new();
        let mut i = 0;
        while i < tokens.len() {
            if let (TokenTree::Ident(name), true, Some(TokenTree::Group(g))) =
                (&tokens[i], is_call(&tokens, i), tokens.get(i + 2))
                && let Some(m) = self.find_macro(&name.to_string())
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
                    out.extend([TokenTree::Group(spanned_group(
                        g.delimiter(),
                        self.expand_in_tokens(g.stream()),
                        g.span(),
                    ))]);
                }
                token => out.extend([token.clone()]),
            }
            i += 1;
        }
        out
    }
}

/// The macros of a group that are in scope at a function of it.
pub fn macros_in_scope(items: &[Item], scope: &[String]) -> Vec<ItemMacro> {
    let mut found: Vec<ItemMacro> = items
        .iter()
        .filter_map(|item| if let Item::Macro(m) = item { Some(m.clone()) } else { None })
        .collect();
    found.retain(is_definition);
    let inner = scope.split_first().and_then(|(first, rest)| {
        let module = items.iter().find_map(|item| match item {
            Item::Mod(m) if m.ident == first => m.content.as_ref(),
            _ => None,
        });
        Some(macros_in_scope(&module?.1, rest))
    });
    found.extend(inner.into_iter().flatten());
    found
}
