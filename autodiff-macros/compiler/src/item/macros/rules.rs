//! The rules of a macro: matching the tokens of a call, and transcribing the body.

use super::hygiene::{strip_tag, tag_name};
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Block, Expr, ItemMacro, Pat};

/// A rule's pattern.
#[derive(Debug)]
enum Matcher {
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    Fragment { name: String, kind: String },
    Repeat { inner: Vec<Matcher>, separator: Vec<TokenTree>, op: char },
}

/// The tokens bound to a fragment.
#[derive(Clone, Debug)]
enum Bound {
    One(TokenStream),
    Many(Vec<Bound>),
}

type Bindings = BTreeMap<String, Bound>;

/// A macro.
pub(super) struct Macro {
    pub name: String,
    rules: Result<Vec<(Vec<Matcher>, TokenStream)>, Unsupported>,
    /// Whether it is defined outside the function.
    pub outside: bool,
}

impl Macro {
    pub fn new(m: &ItemMacro, outside: bool) -> Option<Macro> {
        let name = strip_tag(&m.ident.as_ref()?.to_string()).to_string();
        Some(Macro { name, rules: rules(m.mac.tokens.clone()), outside })
    }

    /// Why its calls cannot be expanded.
    pub fn unsupported_reason(&self) -> Option<&Unsupported> {
        self.rules.as_ref().err()
    }

    /// The expansion of a call with these tokens; the macro's own names get the tag. `line!()` in
    /// its body is the line of the outermost call, which is at `call`.
    pub fn expansion(
        &self,
        tokens: TokenStream,
        tag: usize,
        call: Span,
    ) -> Result<TokenStream, Unsupported> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let rules = self.rules.as_ref().map_err(Clone::clone)?;
        let found = rules
            .iter()
            .find_map(|(pattern, body)| Some((match_pattern(pattern, &tokens, true)?.0, body)));
        let (bindings, body) =
            found.ok_or_else(|| Unsupported("none of its rules matches these tokens".into()))?;
        transcribe(with_places(body.clone(), call), &bindings, tag)
    }
}

/// A macro's body whose calls of `line!` and `column!` have the position of a call.
fn with_places(body: TokenStream, call: Span) -> TokenStream {
    let mut before = (false, false);
    body.into_iter()
        .map(|mut token| {
            let is_argument = before == (true, true);
            before = match &token {
                TokenTree::Ident(name) => (name == "line" || name == "column", false),
                TokenTree::Punct(p) => (before.0, p.as_char() == '!'),
                _ => (false, false),
            };
            if let TokenTree::Group(group) = &token {
                let inner = with_places(group.stream(), call);
                token = TokenTree::Group(spanned_group(group.delimiter(), inner, group.span()));
            }
            if is_argument || before.0 && !before.1 {
                token.set_span(call);
            }
            token
        })
        .collect()
}

/// The reason why a macro is not expanded here.
#[derive(Clone)]
pub(super) struct Unsupported(pub String);

pub(super) fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
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
            (TokenTree::Punct(p), Some(TokenTree::Group(g)))
                if p.as_char() == '$' && g.delimiter() == Delimiter::Parenthesis =>
            {
                let (separator, op, next) = repetition(&tokens, i + 2)?;
                all.push(Matcher::Repeat { inner: matchers(g.stream())?, separator, op });
                i = next;
            }
            (TokenTree::Punct(p), Some(TokenTree::Ident(name))) if p.as_char() == '$' => {
                let (true, Some(TokenTree::Ident(kind))) =
                    (is_punct(tokens.get(i + 2), ':'), tokens.get(i + 3))
                else {
                    return Err(Unsupported(format!("`${name}` has no fragment specifier")));
                };
                let kind = kind.to_string();
                if ![
                    "expr",
                    "ident",
                    "ty",
                    "tt",
                    "literal",
                    "lifetime",
                    "pat",
                    "pat_param",
                    "path",
                    "block",
                ]
                .contains(&&kind[..])
                {
                    return Err(Unsupported(format!(
                        "fragments of the kind `{kind}` are not supported yet"
                    )));
                }
                all.push(Matcher::Fragment { name: name.to_string(), kind });
                i += 4;
            }
            (TokenTree::Punct(p), _) if p.as_char() == '$' => {
                return Err(Unsupported("its pattern cannot be read".into()));
            }
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
fn repetition(
    tokens: &[TokenTree],
    at: usize,
) -> Result<(Vec<TokenTree>, char, usize), Unsupported> {
    let mut separator = Vec::new();
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token {
            TokenTree::Punct(p)
                if matches!(p.as_char(), '*' | '+' | '?')
                    && (p.as_char() != '?' || separator.is_empty()) =>
            {
                // `$(…)+*`: the first is the separator
                let operator_follows = separator.is_empty()
                    && p.as_char() != '?'
                    && matches!(tokens.get(i + 1), Some(TokenTree::Punct(q))
                        if matches!(q.as_char(), '*' | '+'))
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

fn is_same_token(a: &TokenTree, b: &TokenTree) -> bool {
    match (a, b) {
        (TokenTree::Ident(a), TokenTree::Ident(b)) => {
            strip_tag(&a.to_string()) == strip_tag(&b.to_string())
        }
        (TokenTree::Punct(a), TokenTree::Punct(b)) => a.as_char() == b.as_char(),
        (TokenTree::Literal(a), TokenTree::Literal(b)) => a.to_string() == b.to_string(),
        _ => false,
    }
}

/// The bindings of the fragments of a pattern at the start of tokens, and the remaining tokens. If
/// `whole`, no tokens may remain.
///
/// A repetition matches as many iterations as possible, and backtracks if the rest of the pattern
/// does not match. The language rejects ambiguous patterns, so the first match is the only one.
fn match_pattern<'t>(
    matchers: &[Matcher],
    tokens: &'t [TokenTree],
    whole: bool,
) -> Option<(Bindings, &'t [TokenTree])> {
    let Some((first, rest)) = matchers.split_first() else {
        return (!whole || tokens.is_empty()).then(|| (Bindings::new(), tokens));
    };
    match first {
        Matcher::Token(t) => {
            let (token, after) = tokens.split_first()?;
            if is_same_token(t, token) { match_pattern(rest, after, whole) } else { None }
        }
        Matcher::Group(delimiter, inner) => {
            let (TokenTree::Group(g), after) = tokens.split_first()? else { return None };
            if g.delimiter() != *delimiter {
                return None;
            }
            let inside: Vec<TokenTree> = g.stream().into_iter().collect();
            let (mut found, _) = match_pattern(inner, &inside, true)?;
            let (others, after) = match_pattern(rest, after, whole)?;
            found.extend(others);
            Some((found, after))
        }
        Matcher::Fragment { name, kind } => {
            let (fragment, after) = fragment(kind, tokens)?;
            let (mut found, after) = match_pattern(rest, after, whole)?;
            found.insert(name.clone(), Bound::One(fragment));
            Some((found, after))
        }
        Matcher::Repeat { inner, separator, op } => {
            let (mut iterations, mut ends) = (Vec::new(), vec![tokens]);
            while *op != '?' || iterations.is_empty() {
                let separator = if iterations.is_empty() { &[] } else { &separator[..] };
                let Some((one, end)) = iteration(inner, separator, ends[iterations.len()]) else {
                    break;
                };
                iterations.push(one);
                ends.push(end);
            }
            let least = usize::from(*op == '+');
            let taken = |n: &usize| Some((*n, match_pattern(rest, ends[*n], whole)?));
            let (n, (mut found, after)) = (least..ends.len()).rev().find_map(|n| taken(&n))?;
            iterations.truncate(n);
            let mut names = Vec::new();
            variables(inner, &mut names);
            for name in names {
                let all = iterations.iter_mut().filter_map(|one| one.remove(&name)).collect();
                found.insert(name, Bound::Many(all));
            }
            Some((found, after))
        }
    }
}

/// One iteration of a repetition, after its separator.
fn iteration<'t>(
    inner: &[Matcher],
    separator: &[TokenTree],
    tokens: &'t [TokenTree],
) -> Option<(Bindings, &'t [TokenTree])> {
    let separated = tokens.len() >= separator.len()
        && separator.iter().zip(tokens).all(|(a, b)| is_same_token(a, b));
    let after = separated.then(|| &tokens[separator.len()..])?;
    // an iteration that matches no tokens would repeat forever
    match_pattern(inner, after, false).filter(|(_, end)| end.len() < tokens.len())
}

/// Operators of several characters, each one token to a macro.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "...", "..=", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "^=", "&=", "|=", "<<", ">>", "->", "=>", "::", "..",
];

/// A fragment at the start of tokens, and the remaining tokens.
fn fragment<'t>(kind: &str, tokens: &'t [TokenTree]) -> Option<(TokenStream, &'t [TokenTree])> {
    let first = tokens.first()?;
    let taken =
        |n: usize| Some((tokens[..n].iter().cloned().collect::<TokenStream>(), &tokens[n..]));
    let is_lifetime =
        is_punct(Some(first), '\'') && matches!(tokens.get(1), Some(TokenTree::Ident(_)));
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
        "literal" => parse_fragment::<syn::Lit>(syn::Lit::parse, tokens, true).or_else(|| {
            let (TokenTree::Punct(p), Some(TokenTree::Literal(_))) = (first, tokens.get(1)) else {
                return None;
            };
            (p.as_char() == '-').then(|| taken(2))?
        }),
        "expr" => parse_fragment::<Expr>(Expr::parse, tokens, true),
        "ty" => parse_fragment::<syn::Type>(syn::Type::parse, tokens, true),
        "pat" => parse_fragment::<Pat>(Pat::parse_multi_with_leading_vert, tokens, false),
        "pat_param" => parse_fragment::<Pat>(Pat::parse_single, tokens, false),
        "path" => parse_fragment::<syn::Path>(syn::Path::parse, tokens, false),
        "block" => parse_fragment::<Block>(Block::parse, tokens, false),
        _ => None,
    }
}

/// The tokens that a parser consumes from the start; if `whole`, in one invisible group.
fn parse_fragment<T: ToTokens>(
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
    let taken = if whole {
        TokenTree::Group(spanned_group(Delimiter::None, taken, tokens[0].span())).into()
    } else {
        taken
    };
    Some((taken, &tokens[n..]))
}

pub(super) fn spanned_group(delimiter: Delimiter, stream: TokenStream, span: Span) -> Group {
    let mut group = Group::new(delimiter, stream);
    group.set_span(span);
    group
}

/// A rule's body with its fragments substituted.
fn transcribe(
    body: TokenStream,
    bindings: &Bindings,
    tag: usize,
) -> Result<TokenStream, Unsupported> {
    let tokens: Vec<TokenTree> = body.into_iter().collect();
    let mut out = TokenStream::new();
    let mut i = 0;
    while i < tokens.len() {
        match (&tokens[i], tokens.get(i + 1)) {
            (TokenTree::Punct(p), Some(TokenTree::Group(g)))
                if p.as_char() == '$' && g.delimiter() == Delimiter::Parenthesis =>
            {
                let (separator, _, next) = repetition(&tokens, i + 2)?;
                let mut names = BTreeSet::new();
                fragments_in(g.stream(), &mut names);
                let many = |name: &String| match bindings.get(name) {
                    Some(Bound::Many(all)) => Some(all.len()),
                    _ => None,
                };
                let Some(n) = names.iter().find_map(many) else {
                    return Err(Unsupported("a repetition in it has no repeated variable".into()));
                };
                // repeated bindings are not copied for each iteration
                let is_repeated = |name: &String, of: &Bound| {
                    names.contains(name) && matches!(of, Bound::Many(_))
                };
                let once: Bindings = bindings
                    .iter()
                    .filter(|(name, of)| !is_repeated(name, of))
                    .map(|(n, of)| (n.clone(), of.clone()))
                    .collect();
                for k in 0..n {
                    let mut inner = once.clone();
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
                    Some(Bound::Many(_)) => {
                        return Err(Unsupported(format!(
                            "`${name}` is used in it with another repetition than in the pattern"
                        )));
                    }
                    None if name == "crate" => out.extend([TokenTree::Ident(name.clone())]),
                    None => {
                        return Err(Unsupported(format!("it has no fragment `${name}`")));
                    }
                }
                i += 2;
            }
            (TokenTree::Punct(p), _) if p.as_char() == '$' => {
                return Err(Unsupported("its rule cannot be read".into()));
            }
            (TokenTree::Group(g), _) => {
                out.extend([TokenTree::Group(spanned_group(
                    g.delimiter(),
                    transcribe(g.stream(), bindings, tag)?,
                    g.span(),
                ))]);
                i += 1;
            }
            (TokenTree::Ident(ident), _) => {
                let name = ident.to_string();
                let is_name = syn::parse_str::<Ident>(&name).is_ok()
                    && !name.starts_with("r#")
                    && name != "macro_rules";
                let ident = if is_name {
                    Ident::new(&tag_name(&name, tag), ident.span())
                } else {
                    ident.clone()
                };
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

/// The fragments that tokens mention: `$name`.
fn fragments_in(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut after_dollar = false;
    for token in tokens {
        match &token {
            TokenTree::Group(g) => fragments_in(g.stream(), names),
            TokenTree::Ident(ident) if after_dollar => drop(names.insert(ident.to_string())),
            _ => {}
        }
        after_dollar = matches!(&token, TokenTree::Punct(p) if p.as_char() == '$');
    }
}
