//! `#[differentiate(jvp = rule)]`: the stages of a function whose derivative the user gives, made of its signature and the rule.
//!
//! The body is not looked at. In its place stands a call of the function itself, which the [rule](crate::passes::rule) then differentiates.

use crate::compile::{split, verify};
use crate::diagnostics::Diagnostics;
use crate::emit;
use crate::ir::check::Stage;
use crate::ir::{Interface, Passing, Stages};
use crate::lower::{self, Lowered};
use crate::passes::rule;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// Lowers the signature: the body is a call of the function itself.
pub fn lowered(function: &syn::ItemFn, diagnostics: &mut Diagnostics) -> Option<Lowered> {
    if !function.sig.generics.params.is_empty() {
        diagnostics.error_over(
            function.sig.generics.to_token_stream(),
            "a generic function cannot have a rule yet: write it for f64, or a function of its own for each type",
        );
        return None;
    }
    let mut stub = function.clone();
    let mut names = Vec::new();
    for (k, input) in stub.sig.inputs.iter_mut().enumerate() {
        if let syn::FnArg::Typed(typed) = input {
            let name = match &*typed.pat {
                syn::Pat::Ident(pattern) => pattern.ident.clone(),
                _ => Ident::new(&format!("argument_{k}"), Span::call_site()),
            };
            *typed.pat = syn::parse_quote!(#name);
            names.push(name);
        }
    }
    let own = &stub.sig.ident;
    *stub.block = syn::parse_quote!({ #own(#(#names),*) });
    let lowered = lower::lower(&stub, diagnostics)?;
    for param in &lowered.interface.params {
        if param.passing == Passing::Unique {
            diagnostics.error_over(
                param.rust_type.clone(),
                "a function with a `&mut` parameter cannot have a rule yet: take it by value and return the result",
            );
        }
    }
    Some(lowered)
}

/// The stages, with the rule in place of forward differentiation.
pub fn stages(lowered: Lowered, path: &TokenStream, diagnostics: &mut Diagnostics) -> Option<Stages> {
    let Lowered { function: primal, interface, .. } = lowered;
    verify("lower", &primal, Stage::LinearA, diagnostics);
    if !diagnostics.is_empty() {
        return None;
    }
    let jvp = rule::rule(&primal, &interface, path.clone());
    split(primal, interface, jvp, diagnostics)
}

/// An item that does not compile if the rule has another signature than this, and whose error shows both.
pub fn signature(interface: &Interface, path: &TokenStream, cfgs: &TokenStream) -> TokenStream {
    let (arguments, output) = emit::rule_signature(interface);
    quote! {
        #cfgs
        const _: fn(#(#arguments),*) -> #output = #path;
    }
}
