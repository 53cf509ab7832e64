//! `differentiate_foreign!`: tokens of declarations in, functions with rules out.
//!
//! ```text
//! differentiate_foreign! { fn other::gamma(x: f64) -> f64; jvp = gamma_rule; }
//!
//! #[differentiate(jvp = gamma_rule)]
//! fn gamma(x: f64) -> f64 { other::gamma(x) }
//! ```
//!
//! The differentiated function has the same name here and calls the foreign one: callers use it,
//! and it has the same values.

use crate::compile::differentiate;
use crate::diagnostics::Diagnostics;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, Pat, Path, ReturnType, Token, Visibility};

const USAGE: &str = "differentiate_foreign! takes declarations with rules: `fn \
    path::to::function(x: f64) -> f64; jvp = rule;`";

/// One declaration.
struct Foreign {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    path: Path,
    name: Ident,
    inputs: Punctuated<FnArg, Token![,]>,
    output: ReturnType,
    rule: TokenStream,
}

/// Expands `differentiate_foreign! { declarations }`.
pub fn differentiate_foreign(declarations: TokenStream) -> TokenStream {
    let parsed = |input: ParseStream<'_>| {
        let mut found = Vec::new();
        while !input.is_empty() {
            found.push(declaration(input)?);
        }
        Ok(found)
    };
    match parsed.parse2(declarations) {
        Ok(found) => found.into_iter().flat_map(|foreign| function(&foreign)).collect(),
        Err(error) => {
            let mut diagnostics = Diagnostics::new();
            diagnostics.error(error.span(), format!("{error}; {USAGE}"));
            diagnostics.to_compile_errors()
        }
    }
}

fn declaration(input: ParseStream<'_>) -> syn::Result<Foreign> {
    let attributes = input.call(Attribute::parse_outer)?;
    let visibility = input.parse()?;
    input.parse::<Token![fn]>()?;
    let path = input.call(Path::parse_mod_style)?;
    let name = match &path.segments.last() {
        _ if input.peek(Token![as]) => {
            input.parse::<Token![as]>()?;
            input.parse()?
        }
        Some(segment) => segment.ident.clone(),
        None => return Err(input.error("expected a path")),
    };
    let arguments;
    syn::parenthesized!(arguments in input);
    let inputs = Punctuated::parse_terminated(&arguments)?;
    let output = input.parse()?;
    input.parse::<Token![;]>()?;
    let mut rule = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![;]) {
        rule.extend([input.parse::<proc_macro2::TokenTree>()?]);
    }
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
    }
    Ok(Foreign { attributes, visibility, path, name, inputs, output, rule })
}

/// The function that wraps the foreign one.
fn function(foreign: &Foreign) -> TokenStream {
    let Foreign { attributes, visibility, path, name, inputs, output, rule } = foreign;
    let mut diagnostics = Diagnostics::new();
    if rule.is_empty() {
        diagnostics.error_over(
            path.to_token_stream(),
            "this declaration has no rule: write one after it, as in `jvp = rule;`",
        );
        return diagnostics.to_compile_errors();
    }
    let mut arguments = Vec::new();
    for input in inputs {
        match input {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(pattern) => arguments.push(pattern.ident.clone()),
                other => diagnostics.error_over(
                    other.to_token_stream(),
                    "a declaration needs names of parameters: write `x: f64`",
                ),
            },
            FnArg::Receiver(receiver) => {
                diagnostics.error_over(
                    receiver.to_token_stream(),
                    "only free functions can be declared: write `x: &Type` in place of `self`",
                );
            }
        }
    }
    if !diagnostics.is_empty() {
        return diagnostics.to_compile_errors();
    }
    let item = quote! {
        #(#attributes)*
        #visibility fn #name(#inputs) #output { #path(#(#arguments),*) }
    };
    differentiate(rule.clone(), item)
}
