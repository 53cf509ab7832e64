//! `#[linear(…)]` on a function: the attributes → the names in them, and the indices of these
//! parameters.

use super::UserFunction;
use crate::diagnostics::Diagnostics;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::Attribute;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;

const USAGE: &str = "`#[linear(x)]` names the parameters that the function is linear in, as in \
    `#[linear(x)] fn apply(a: &[f64], x: &[f64]) -> Vec<f64>`";

/// Whether an attribute is `#[linear]`.
pub fn is_linear(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|segment| segment.ident == "linear")
}

/// The names in one attribute; `None` if it has errors.
pub fn names(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Option<Vec<Ident>> {
    // `self` is allowed
    let name = <Ident as syn::ext::IdentExt>::parse_any;
    match (|input: ParseStream<'_>| {
        Punctuated::<Ident, syn::Token![,]>::parse_terminated_with(input, name)
    })
    .parse2(tokens)
    {
        Ok(names) if names.is_empty() => diagnostics.error(Span::call_site(), USAGE),
        Ok(names) => return Some(names.into_iter().collect()),
        Err(error) => diagnostics.error(error.span(), USAGE),
    }
    None
}

/// Removes the attributes `#[linear(…)]` from a function; returns the names in each.
pub fn take_attributes(
    attributes: &mut Vec<Attribute>,
    diagnostics: &mut Diagnostics,
) -> Vec<Vec<Ident>> {
    let (linear, others) = std::mem::take(attributes).into_iter().partition(is_linear);
    *attributes = others;
    let mut sets = Vec::new();
    for attribute in linear {
        match attribute.meta {
            syn::Meta::List(list) => sets.extend(names(list.tokens, diagnostics)),
            meta => diagnostics.error_over(meta.to_token_stream(), USAGE),
        }
    }
    sets
}

/// The indices of the parameters of the given names, for each attribute.
pub fn numbers(
    sets: &[Vec<Ident>],
    user: &UserFunction,
    diagnostics: &mut Diagnostics,
) -> Vec<Vec<usize>> {
    let receiver = user.method.as_ref().is_some_and(|method| method.receiver.is_some());
    let params = user.function.sig.inputs.iter().enumerate().map(|(k, input)| match input {
        syn::FnArg::Typed(_) if receiver && k == 0 => Some("self".to_string()),
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(pattern) => Some(pattern.ident.to_string()),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    let params: Vec<Option<String>> = params.collect();
    sets.iter().map(|names| numbers_of(names, &params, diagnostics)).collect()
}

fn numbers_of(
    names: &[Ident],
    params: &[Option<String>],
    diagnostics: &mut Diagnostics,
) -> Vec<usize> {
    let mut numbers = Vec::new();
    for name in names {
        match params.iter().position(|param| param.as_deref() == Some(&name.to_string())) {
            Some(number) if numbers.contains(&number) => {
                diagnostics.error(name.span(), format!("duplicate `{name}`: remove one"))
            }
            Some(number) if number >= 64 => {
                diagnostics.error(name.span(), "at most the first 64 parameters can be linear")
            }
            Some(number) => numbers.push(number),
            None => {
                let known: Vec<String> =
                    params.iter().flatten().map(|param| format!("`{param}`")).collect();
                diagnostics.error(
                    name.span(),
                    format!(
                        "no parameter is named `{name}`; the parameters are {}",
                        known.join(", ")
                    ),
                );
            }
        }
    }
    numbers.sort_unstable();
    numbers
}
