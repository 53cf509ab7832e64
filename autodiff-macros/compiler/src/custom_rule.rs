//! `#[differentiate(jvp = rule)]`, `vjp = rule`, `primal = p, transposed = t`: the stages of a
//! function with a user-defined derivative, generated from its signature and the rule.
//!
//! The body is not lowered. The lowered function is one call of the function itself, and the pass
//! [`rule`] differentiates this call.

use crate::compile::stages::{split, verify};
use crate::diagnostics::{Diagnostics, respan};
use crate::emit::{self, Forward, Source};
use crate::fence;
use crate::ir::check::Stage;
use crate::ir::{Borrowed, Callee, Stages};
use crate::item::UserFunction;
use crate::lower::{self, Lowered, LoweringEnv};
use crate::options::{Options, Reverse};
use crate::passes::rule;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// Lowers the signature: the body is a call of the function itself.
pub fn lower_signature(
    function: &syn::ItemFn,
    around: &LoweringEnv<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    let mut stub = function.clone();
    // the fence does not see a function that is not differentiated by its body
    if fence::refuse_name_of_variant(&stub.sig.ident, diagnostics) {
        return None;
    }
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
    let mut takes_views = false;
    for param in &lowered.interface.params {
        let message = if param.function().is_some() {
            "a function with a function parameter cannot have a rule, since the rule cannot \
             differentiate its argument: remove the rule"
        } else if matches!(param.borrowed, Some(Borrowed::View | Borrowed::Array)) {
            takes_views = true;
            "a function with a rule cannot take views of arrays: take references to arrays, as in \
             `x: &Array1<f64>`"
        } else {
            continue;
        };
        diagnostics.error_over(param.rust_type.clone(), message);
    }
    (!takes_views).then_some(lowered)
}

/// The stages, with a rule in place of forward differentiation: for a reverse rule, the linear map
/// generated from it.
pub fn stages(
    lowered: Lowered,
    options: &Options,
    user: &UserFunction,
    diagnostics: &mut Diagnostics,
) -> Option<Stages> {
    let Lowered { function: primal, interface, .. } = lowered;
    let own = user.function.sig.ident.to_string();
    for rule in options.rules().filter(|rule| user.method.is_none() && rule.to_string() == own) {
        diagnostics.error_over(
            rule.clone(),
            format!(
                "`{own}` cannot be its own rule: name another function, one that does not call \
                 `{own}`"
            ),
        );
    }
    if let Some(rule) = options
        .jvp
        .clone()
        .filter(|rule| user.method.is_some() && rule.to_string().starts_with('<'))
    {
        diagnostics.error_over(
            rule,
            "the rule of a method must be a free function with `#[linear]` that takes the receiver \
             by reference first: `fn rule(model: &Model, x: f64, …)`",
        );
    }
    verify("lower", &primal, Stage::LinearA, diagnostics);
    if !diagnostics.is_empty() {
        return None;
    }
    let callee = match (options.reverse(), &options.jvp) {
        (None, Some(rule)) => {
            let mut callee = Callee::new(rule.clone(), false);
            let span =
                rule.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span());
            callee.turbofish = respan(emit::pullback::turbofish(&interface.generics), span);
            callee.signature = Some(Box::new(emit::pullback::jvp_type(&interface)));
            callee
        }
        _ => Callee::new(
            emit::pullback::path(&interface, user.method.as_ref().map(|m| &m.stem[..])),
            false,
        ),
    };
    let jvp = rule::rule(&primal, &interface, callee);
    split(primal, interface, jvp, diagnostics)
}

/// How value and tangent are computed.
pub fn forward(options: &Options) -> Forward {
    match (&options.jvp, options.reverse()) {
        (Some(rule), _) => Forward::Rule(rule.clone()),
        (None, Some(_)) => Forward::Halves,
        (None, None) => Forward::Body,
    }
}

/// The items emitted next to the derivatives: the linear map generated from a reverse rule; for two
/// rules, the function that compares them.
pub fn companion_items(source: &Source, parts: &Stages, options: &Options) -> TokenStream {
    let interface = &parts.interface;
    let mut made = TokenStream::new();
    if let Some(reverse) = options.reverse() {
        let rule = match reverse {
            Reverse::Vjp(rule) => emit::pullback::Rule::Vjp(rule),
            Reverse::Halves(primal, transposed) => emit::pullback::Rule::Halves(primal, transposed),
        };
        made.extend(emit::pullback::pullback(source, interface, &rule));
        if let Some(forward) = &options.jvp {
            made.extend(emit::agreement(source, parts, forward, &rule));
        }
    }
    made
}

/// The functions generated from a rule, by the suffixes of their names. A rule that calls one of
/// them would recurse forever.
const OF_THE_RULE: &[&str] =
    &["jvp", "linear", "transposed", "vjp", "grad", "value_and_grad", "vjp_into"];

/// Reports a rule whose `body` calls a function generated from it for the function `name`. For a
/// method, `Self` identifies the type.
pub fn refuse_cycle(name: &str, is_method: bool, body: TokenStream, diagnostics: &mut Diagnostics) {
    let is_of_the_rule = |ident: &Ident| {
        let ident = ident.to_string();
        let suffix = ident.strip_prefix(name).and_then(|rest| rest.strip_prefix('_'));
        suffix.is_some_and(|suffix| OF_THE_RULE.contains(&suffix))
    };
    let mut before = String::new();
    for token in body {
        match &token {
            TokenTree::Group(group) => refuse_cycle(name, is_method, group.stream(), diagnostics),
            TokenTree::Ident(ident)
                if is_of_the_rule(ident)
                    && (if is_method { before == "Self::" } else { before.is_empty() }) =>
            {
                diagnostics.error(
                    ident.span(),
                    format!(
                        "this rule calls itself without end, since it differentiates `{name}`: \
                         compute the derivative in the rule without differentiating `{name}`"
                    ),
                );
            }
            _ => {}
        }
        match token {
            TokenTree::Ident(ident) => before = ident.to_string(),
            TokenTree::Punct(punct) if punct.as_char() == ':' => before.push(':'),
            TokenTree::Punct(punct) if punct.as_char() == '.' => before = ".".to_string(),
            _ => before.clear(),
        }
    }
}
