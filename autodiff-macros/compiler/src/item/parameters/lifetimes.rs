//! A lifetime that no parameter has → `'static`.
//!
//! `fn f<'a>(x: f64) -> Result<f64, &'a str>` returns a value that is valid for any lifetime the
//! caller chooses, so `'static` is no restriction. Generated code then need not mention `'a`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, GenericParam, Signature};

/// Removes such lifetimes from a function.
pub fn remove_unused_lifetimes(sig: &mut Signature, block: &mut Block) {
    let inputs = sig.inputs.to_token_stream();
    let bounds = sig.generics.to_token_stream();
    let mut names = Vec::new();
    for parameter in &sig.generics.params {
        if let GenericParam::Lifetime(l) = parameter {
            let name = l.lifetime.ident.to_string();
            // the one occurrence is its declaration
            if occurrences(&inputs, &name) == 0 && occurrences(&bounds, &name) == 1 {
                names.push(name);
            }
        }
    }
    if names.is_empty() {
        return;
    }
    let params = std::mem::take(&mut sig.generics.params).into_iter();
    sig.generics.params = params
        .filter(|p| {
            !matches!(p, GenericParam::Lifetime(l) if names.iter()
            .any(|name| l.lifetime.ident == name))
        })
        .collect();
    if let Ok(output) =
        syn::parse2(rename_lifetimes(sig.output.to_token_stream(), &names, "static"))
    {
        sig.output = output;
    }
    if let Ok(body) = syn::parse2(rename_lifetimes(block.to_token_stream(), &names, "static")) {
        *block = body;
    }
}

/// How often a lifetime occurs.
fn occurrences(tokens: &TokenStream, name: &str) -> usize {
    let mut found = 0;
    let mut after_quote = false;
    for token in tokens.clone() {
        match &token {
            TokenTree::Ident(i) if after_quote && i == name => found += 1,
            TokenTree::Group(group) => found += occurrences(&group.stream(), name),
            _ => {}
        }
        after_quote = is_quote(&token);
    }
    found
}

/// Lifetimes by another name.
pub fn rename_lifetimes(tokens: TokenStream, lifetimes: &[String], to: &str) -> TokenStream {
    let mut out = TokenStream::new();
    let mut after_quote = false;
    for token in tokens {
        let quote = is_quote(&token);
        out.extend([match token {
            TokenTree::Ident(i) if after_quote && lifetimes.iter().any(|l| i == l) => {
                TokenTree::Ident(Ident::new(to, i.span()))
            }
            TokenTree::Group(group) => {
                let mut inner =
                    Group::new(group.delimiter(), rename_lifetimes(group.stream(), lifetimes, to));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        }]);
        after_quote = quote;
    }
    out
}

fn is_quote(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == '\'')
}
