//! `#[differentiate(jvp = rule)]`, `vjp = rule`, `primal = p, transposed = t`: the stages of a function whose derivative the user gives, made of its signature and the rule.
//!
//! The body is not looked at. In its place stands a call of the function itself, which the pass [`rule`] then differentiates.

use crate::compile::{split, verify};
use crate::diagnostics::Diagnostics;
use crate::emit::{self, Forward, Source};
use crate::ir::check::Stage;
use crate::ir::{Interface, Passing, Stages};
use crate::item::UserFunction;
use crate::lower::{self, Lowered, Surroundings};
use crate::options::{Options, Reverse};
use crate::passes::rule;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// Lowers the signature: the body is a call of the function itself.
pub fn lowered(function: &syn::ItemFn, around: &Surroundings<'_>, diagnostics: &mut Diagnostics) -> Option<Lowered> {
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
    let lowered = lower::lower_in(&stub, around, diagnostics)?;
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

/// The stages, with a rule in place of forward differentiation: of a reverse rule, the linear map that is made of it.
pub fn stages(lowered: Lowered, options: &Options, user: &UserFunction, diagnostics: &mut Diagnostics) -> Option<Stages> {
    let Lowered { function: primal, interface, .. } = lowered;
    let own = user.function.sig.ident.to_string();
    let rules = [&options.jvp, &options.vjp, &options.primal, &options.transposed];
    for rule in rules.into_iter().flatten().filter(|rule| user.method.is_none() && rule.to_string() == own) {
        diagnostics.error_over(
            rule.clone(),
            format!("`{own}` cannot be its own rule: name another function, which gives the derivative without asking for that of `{own}`"),
        );
    }
    if let Some(rule) = options.jvp.clone().filter(|rule| user.method.is_some() && rule.to_string().starts_with('<')) {
        diagnostics.error_over(
            rule,
            "the rule of a method is a free function with `#[linear]`, whose first argument is the receiver by reference: `fn rule(model: &Model, x: f64, …)`",
        );
    }
    verify("lower", &primal, Stage::LinearA, diagnostics);
    if !diagnostics.is_empty() {
        return None;
    }
    let path = match (options.reverse(), &options.jvp) {
        (None, Some(rule)) => rule.clone(),
        _ => emit::pullback::path(&interface.name, user.method.as_ref().map(|m| &m.stem[..])),
    };
    let jvp = rule::rule(&primal, &interface, path);
    split(primal, interface, jvp, diagnostics)
}

/// Where value and tangent come from.
pub fn forward(options: &Options) -> Forward {
    match (&options.jvp, options.reverse()) {
        (Some(rule), _) => Forward::Rule(rule.clone()),
        (None, Some(_)) => Forward::Halves,
        (None, None) => Forward::Body,
    }
}

/// What stands beside the derivatives: items that do not compile if a rule has another signature than it should, and whose errors show both; and the linear map
/// that is made of a reverse rule.
pub fn beside(source: &Source, interface: &Interface, options: &Options) -> TokenStream {
    let cfgs = &source.cfgs;
    let mut made = TokenStream::new();
    if let Some(rule) = &options.jvp {
        let expected = emit::pullback::jvp_type(interface);
        made.extend(quote!(#cfgs const _: #expected = #rule;));
    }
    if let Some(reverse) = options.reverse() {
        if let Reverse::Vjp(rule) = &reverse {
            let expected = emit::pullback::vjp_type(interface);
            made.extend(quote!(#cfgs const _: #expected = #rule;));
        }
        let rule = match reverse {
            Reverse::Vjp(rule) => emit::pullback::Rule::Vjp(rule),
            Reverse::Halves(primal, transposed) => emit::pullback::Rule::Halves(primal, transposed),
        };
        made.extend(emit::pullback::pullback(source, interface, &rule));
    }
    made
}
