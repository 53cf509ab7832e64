//! The macros of `ndarray`, and lists of elements, as syntax.

use crate::lower::*;
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// `azip!((pattern in producer, …) body)` as `Zip::from(producer)….for_each(|pattern, …| body)`;
/// `par_azip!` as the same with `par_for_each`.
pub(super) fn zip_of_macro(mac: &syn::Macro) -> Option<Expr> {
    let parse = |input: syn::parse::ParseStream<'_>| {
        let producers;
        syn::parenthesized!(producers in input);
        let mut all = Vec::new();
        let mut index = None;
        if producers.peek(syn::Ident) && producers.fork().parse::<Ident>()? == "index" {
            let ahead = producers.fork();
            ahead.parse::<Ident>()?;
            if !ahead.peek(Token![in]) {
                producers.parse::<Ident>()?;
                index = Some(syn::Pat::parse_single(&producers)?);
                producers.parse::<Token![,]>()?;
            }
        }
        while !producers.is_empty() {
            let pattern = syn::Pat::parse_single(&producers)?;
            producers.parse::<Token![in]>()?;
            all.push((pattern, producers.parse::<Expr>()?));
            if !producers.is_empty() {
                producers.parse::<Token![,]>()?;
            }
        }
        Ok((index, all, input.parse::<Expr>()?))
    };
    let (index, producers, body) = parse.parse2(mac.tokens.clone()).ok()?;
    let (patterns, arrays): (Vec<_>, Vec<_>) = producers.into_iter().unzip();
    let (first, others) = arrays.split_first()?;
    let constructor = if index.is_some() { quote!(indexed) } else { quote!(from) };
    let patterns = index.into_iter().chain(patterns);
    let is_parallel = mac.path.segments.last().is_some_and(|last| last.ident == "par_azip");
    let for_each = if is_parallel { quote!(par_for_each) } else { quote!(for_each) };
    Some(syn::parse_quote_spanned! {mac.path.span()=>
        ::ndarray::Zip::#constructor(#first) #(.and(#others))*.#for_each(|#(#patterns),*| #body)
    })
}

/// The elements of nested array expressions of equal lengths, and these lengths.
pub(super) fn flatten<'e>(
    elements: &'e Punctuated<Expr, Token![,]>,
    depth: usize,
    shape: &mut Vec<usize>,
    all: &mut Vec<&'e Expr>,
) -> Option<()> {
    let is_nested = matches!(elements.first(), Some(Expr::Array(_)));
    for element in elements {
        match element {
            Expr::Array(inner) if is_nested => {
                let length = inner.elems.len();
                if shape.len() == depth + 1 {
                    shape.push(length);
                }
                if shape[depth + 1] != length {
                    return None;
                }
                flatten(&inner.elems, depth + 1, shape, all)?;
            }
            _ if is_nested => return None,
            element => all.push(element),
        }
    }
    Some(())
}

/// `value; count`
pub(super) fn repeated_element(input: syn::parse::ParseStream<'_>) -> syn::Result<(Expr, Expr)> {
    let value = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok((value, input.parse()?))
}
