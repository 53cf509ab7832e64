//! `#[linear(x)]`: tokens of an attribute and a function in, the function and its transpose out.
//!
//! ```text
//! tokens ─fence─▶ syn ─lower─▶ Linear A ─linearity─▶ proof ─as #[differentiate], in x alone─▶ Linear B ─linear_map─▶ ─emit─▶ tokens
//! ```
//!
//! A function is its own linear map, so its transpose is that of its derivative in the linear parameters; the proof is what says that this does not
//! depend on where the derivative is taken. One attribute names parameters in which the function is jointly linear; several of them
//! are several linear maps. Beside these the function gets the marker of a differentiated function, so that such functions can call it.

use crate::compile::{read_item, stages, verify};
use crate::diagnostics::Diagnostics;
use crate::emit::{self, Source};
use crate::ir::check::Stage;
use crate::ir::{Block, LinearMap, Op, Stages, Ty};
use crate::item::UserFunction;
use crate::lower::Lowered;
use crate::passes::{linear_map, linearity};
use crate::{fence, lower};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;

const USAGE: &str = "`#[linear(x)]` names the parameters that the function is linear in, as in `#[linear(x)] fn apply(a: &[f64], x: &[f64]) -> Vec<f64>`";

/// Expands `#[linear(params)] item`.
pub fn linear(params: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let mut function: syn::ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            diagnostics.error(error.span(), "#[linear] goes on a function with a body");
            return item.into_iter().chain(diagnostics.to_compile_errors()).collect();
        }
    };
    let mut sets = vec![names(params, &mut diagnostics)];
    function.attrs.retain(|attribute| {
        if !attribute.path().is_ident("linear") {
            return true;
        }
        match &attribute.meta {
            syn::Meta::List(list) => sets.push(names(list.tokens.clone(), &mut diagnostics)),
            meta => diagnostics.error_over(meta.to_token_stream(), USAGE),
        }
        false
    });
    if let Some(attribute) = function.attrs.iter().find(|a| a.path().is_ident("differentiate")) {
        diagnostics.error_over(
            attribute.to_token_stream(),
            "a function with #[linear] is differentiated already as far as others call it; its own derivatives would have the names of its transpose: remove this attribute, or put it on a function that calls this one",
        );
        function.attrs.retain(|a| !a.path().is_ident("differentiate"));
    }
    let sets: Vec<Vec<usize>> = sets.iter().map(|names| numbers(names, &function, &mut diagnostics)).collect();
    let user = match read_item(function.to_token_stream(), &mut diagnostics) {
        Ok(user) => user,
        Err(item) => return item.into_iter().chain(diagnostics.to_compile_errors()).collect(),
    };
    let item = user.emitted.clone();
    let mut made = diagnostics.to_compile_errors();
    let usable = diagnostics.is_empty();
    let own_cfgs = user.cfgs.to_string();
    for user in user.configurations().into_iter().filter(|_| usable) {
        let mut errors = Diagnostics::new();
        fence::fence(&user.function, &mut errors);
        match generated(&user, &sets, &mut errors) {
            Some(generated) => made.extend(generated),
            None => {
                let cfgs = if user.cfgs.to_string() == own_cfgs { TokenStream::new() } else { user.cfgs };
                made.extend(errors.to_compile_errors_under(&cfgs));
            }
        }
    }
    quote!(#[allow(dead_code)] #item #made)
}

/// The names in one attribute.
fn names(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Vec<Ident> {
    match Punctuated::<Ident, syn::Token![,]>::parse_terminated.parse2(tokens) {
        Ok(names) if names.is_empty() => diagnostics.error(proc_macro2::Span::call_site(), USAGE),
        Ok(names) => return names.into_iter().collect(),
        Err(error) => diagnostics.error(error.span(), USAGE),
    }
    Vec::new()
}

/// The numbers of the parameters of the given names.
fn numbers(names: &[Ident], function: &syn::ItemFn, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let params: Vec<Option<String>> = function
        .sig
        .inputs
        .iter()
        .map(|input| match input {
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(pattern) => Some(pattern.ident.to_string()),
                _ => None,
            },
            syn::FnArg::Receiver(_) => None,
        })
        .collect();
    let mut numbers = Vec::new();
    for name in names {
        match params.iter().position(|param| param.as_deref() == Some(&name.to_string())) {
            Some(number) if numbers.contains(&number) => diagnostics.error(name.span(), format!("`{name}` is named twice; remove one")),
            Some(number) if number >= 64 => diagnostics.error(name.span(), "only the first 64 parameters can be linear"),
            Some(number) => numbers.push(number),
            None => {
                let known: Vec<String> = params.iter().flatten().map(|param| format!("`{param}`")).collect();
                diagnostics.error(name.span(), format!("there is no parameter `{name}`; the parameters are {}", known.join(", ")));
            }
        }
    }
    numbers.sort_unstable();
    numbers
}

/// What is generated for a function, unless there are errors.
fn generated(user: &UserFunction, sets: &[Vec<usize>], errors: &mut Diagnostics) -> Option<TokenStream> {
    let mut maps = Vec::new();
    let mut witnesses = Vec::new();
    for set in sets {
        let (map, beside) = proved(user, set, errors)?;
        witnesses.extend(beside);
        maps.push(map);
    }
    let cfgs = &user.cfgs;
    let source = Source {
        visibility: user.visibility.clone(),
        cfgs: cfgs.clone(),
        attributes: user.followed(),
        forward_only: false,
        hidden: true,
        rule: None,
        method: None,
    };
    // for those that differentiate what calls it: where that cannot be, there are its linear maps alone
    let mut unheard = Diagnostics::new();
    let whole = lower::lower(&user.function, &mut unheard).and_then(|lowered| stages(lowered, &mut unheard));
    let mut made = match whole {
        Some(mut whole) => {
            let imports = emit::aliases::import(&mut whole, None, cfgs);
            let emitted = emit::emit(&source, &whole);
            quote!(#emitted #imports)
        }
        None => emit::only_linear(&source, &maps[0].stages),
    };
    let several = maps.len() > 1;
    for mut map in maps {
        let imports = emit::aliases::import_of_map(&mut map, cfgs);
        let emitted = emit::linear_map(&source, &map, several);
        made.extend(quote!(#emitted #imports));
    }
    Some(quote!(#made #(#cfgs #witnesses)*))
}

/// The linear map in the given parameters.
fn proved(user: &UserFunction, params: &[usize], errors: &mut Diagnostics) -> Option<(LinearMap, Vec<TokenStream>)> {
    let mut function = user.function.clone();
    for (k, input) in function.sig.inputs.iter_mut().enumerate() {
        if let syn::FnArg::Typed(typed) = input
            && !params.contains(&k)
            && !typed.attrs.iter().any(|a| a.path().is_ident("constant"))
        {
            typed.attrs.push(syn::parse_quote!(#[constant]));
        }
    }
    let lowered = lower::lower(&function, errors);
    let mut lowered = lowered.filter(|_| errors.is_empty())?;
    verify("lower", &lowered.function, Stage::LinearA, errors);
    for k in params {
        let param = &lowered.interface.params[*k];
        if !param.is_active() {
            errors.error_over(param.rust_type.clone(), format!("`{}` carries no reals, so nothing can be linear in it", param.name));
        }
    }
    let proof = match linearity::prove(&lowered.function, &lowered.interface, params) {
        Ok(proof) => proof,
        Err(reasons) => {
            reasons.into_iter().for_each(|(span, reason)| errors.error(span, reason));
            return None;
        }
    };
    let outputs = linear_map::linear_outputs(&proof, &lowered.interface);
    let mask = params.iter().fold(0, |mask, k| mask | 1 << k);
    proof.call_as_linear(&mut lowered.function.body, mask);
    if !outputs.iter().all(|linear| *linear) && calls_itself(&lowered.function.body) {
        errors.error(
            user.function.sig.ident.span(),
            "a function with results that are linear and others that are not may not call itself: make two functions of it",
        );
    }
    let Lowered { witnesses, .. } = &lowered;
    let witnesses = witnesses.clone();
    let stages = stages(lowered, errors)?;
    let map = linear_map::linear_map(stages, params.to_vec(), outputs);
    unknown_shapes(&map, errors);
    errors.is_empty().then_some((map, witnesses))
}

fn calls_itself(block: &Block) -> bool {
    block.lets.iter().any(|l| match &l.op {
        Op::Call(call) => call.callee.recursive && call.callee.linear.is_some(),
        op => op.blocks().into_iter().any(calls_itself),
    })
}

/// Shapes of linear parameters that the transpose needs and that no accumulator tells.
fn unknown_shapes(map: &LinearMap, errors: &mut Diagnostics) {
    let Stages { interface, linear, .. } = &map.stages;
    let read: Vec<_> = map.residuals.body.free_vars().into_iter().chain(linear.body.free_vars()).collect();
    for k in &map.params {
        let param = &interface.params[*k];
        let told = match &param.ty {
            Ty::Slice(element) | Ty::Vec(element) => element.has_static_shape(),
            ty => ty.has_static_shape(),
        };
        if !told && param.value.leaves().iter().any(|v| read.contains(v)) {
            let message = format!(
                "the transpose needs the lengths in `{}`, and has only an accumulator of it: take them from a parameter that is not linear",
                param.name
            );
            errors.error_over(param.rust_type.clone(), message);
        }
    }
}
