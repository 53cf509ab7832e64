//! Tokens as strings, and with names replaced.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, Generics, PathArguments};

/// The parameters of an item with their arguments in a path.
pub fn arguments(of: &Generics, given: &PathArguments) -> Vec<(String, TokenStream)> {
    let given: Vec<TokenStream> = match given {
        PathArguments::AngleBracketed(given) => given
            .args
            .iter()
            .filter(|a| matches!(a, GenericArgument::Type(_) | GenericArgument::Const(_)))
            .map(ToTokens::to_token_stream)
            .collect(),
        _ => Vec::new(),
    };
    let names = of.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) => {
            Some((t.ident.to_string(), t.default.as_ref().map(|(_, ty)| ty.to_token_stream())))
        }
        GenericParam::Const(c) => Some((
            c.ident.to_string(),
            c.default.as_ref().map(|(_, value)| value.to_token_stream()),
        )),
        GenericParam::Lifetime(_) => None,
    });
    let mut given = given.into_iter();
    names
        .filter_map(|(name, default)| given.next().or(default).map(|argument| (name, argument)))
        .collect()
}

/// Tokens with names replaced.
pub fn replace_names(tokens: TokenStream, names: &[(String, TokenStream)]) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(
                    group.delimiter(),
                    replace_names(group.stream(), names),
                );
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(ident) => match names.iter().find(|(name, _)| ident == name) {
                Some((_, argument))
                    if matches!(tokens.peek(), Some(TokenTree::Punct(p))
                    if p.as_char() == ':') =>
                {
                    out.extend(quote!(<#argument>));
                }
                Some((_, argument)) => out.extend(argument.clone()),
                None => out.extend([TokenTree::Ident(ident)]),
            },
            token => out.extend([token]),
        }
    }
    out
}

/// Tokens as a string that is the same for the tokens of an expansion and those of the file:
/// without spaces and documentation.
pub fn fingerprint(tokens: TokenStream) -> String {
    let mut text = String::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(p)
                if p.as_char() == '#' && tokens.next_if(is_documentation).is_some() =>
            {
                continue;
            }
            TokenTree::Group(of) => {
                let (open, close) = match of.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                    proc_macro2::Delimiter::Brace => ("{", "}"),
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::None => ("", ""),
                };
                text += &format!("{open}{}{close}", fingerprint(of.stream()));
            }
            token => text += &format!("{token} "),
        }
    }
    text
}

fn is_documentation(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(of)
        if matches!(of.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc"))
}

/// A hash of a string: FNV-1a.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The paths in tokens.
pub fn paths(tokens: TokenStream) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let (mut colons, mut joined) = (0, false);
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                match found.last_mut().filter(|_| joined && colons == 2) {
                    Some(path) => path.push(name.to_string()),
                    None => found.push(vec![name.to_string()]),
                }
                (colons, joined) = (0, true);
            }
            TokenTree::Punct(p) if p.as_char() == ':' => colons += 1,
            TokenTree::Group(group) => {
                found.extend(paths(group.stream()));
                joined = false;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => joined = false,
        }
    }
    found
}

/// Whether a name occurs in tokens.
pub fn mentions(tokens: &impl ToTokens, name: &Ident) -> bool {
    mentions_any(tokens, &|found| found == name)
}

/// Whether a name that passes a test occurs in tokens.
pub fn mentions_any(tokens: &impl ToTokens, test: &dyn Fn(&Ident) -> bool) -> bool {
    fn any(tokens: TokenStream, test: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => test(&ident),
            TokenTree::Group(group) => any(group.stream(), test),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    any(tokens.to_token_stream(), test)
}
