//! `#[linear(x)]`: tokens of an attribute and a function in, the function and its transpose out.
//!
//! ```text
//! tokens ─fence─▶ syn ─lower─▶ Linear A ─linearity─▶ proof ─as #[differentiate], in x alone─▶ Linear B ─linear_map─▶ ─emit─▶ tokens
//! ```
//!
//! A function is its own linear map, so its transpose is that of its derivative in the linear parameters; the proof is what says that this does not
//! depend on where the derivative is taken. One attribute names parameters in which the function is jointly linear; several of them
//! are several linear maps. Beside these the function gets the marker of a differentiated function, so that such functions can call it.

use crate::compile::{self, read_item, read_options, stages, verify};
use crate::diagnostics::Diagnostics;
use crate::emit::{self, Source, Standing};
use crate::ir::check::Stage;
use crate::ir::{Block, Interface, LinearMap, Op, Param, Stages, Ty};
use crate::item::{UserFunction, is_linear};
use crate::lower::Lowered;
use crate::options::Options;
use crate::passes::{linear_map, linearity};
use crate::show::{self, Report};
use crate::{fence, lower};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;

const USAGE: &str =
    "`#[linear(x)]` names the parameters that the function is linear in, as in `#[linear(x)] fn apply(a: &[f64], x: &[f64]) -> Vec<f64>`";

/// Expands `#[linear(params)] item`. Further attributes of ours that the item has are expanded with it.
pub fn linear(params: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let set = names(params, &mut diagnostics);
    show::write::written(|reports| expanded(vec![set], None, item, diagnostics, reports))
}

/// Expands `#[differentiate(options)]` on an item with `#[linear]`.
pub fn differentiated(options: TokenStream, item: TokenStream, reports: &mut Vec<Report>) -> TokenStream {
    expanded(Vec::new(), Some(options), item, Diagnostics::new(), reports)
}

fn expanded(
    mut sets: Vec<Vec<Ident>>,
    mut differentiate: Option<TokenStream>,
    item: TokenStream,
    mut diagnostics: Diagnostics,
    reports: &mut Vec<Report>,
) -> TokenStream {
    let mut function: syn::ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            diagnostics.error(error.span(), "#[linear] goes on a function with a body");
            return item.into_iter().chain(diagnostics.to_compile_errors()).collect();
        }
    };
    function.attrs.retain(|attribute| {
        if attribute.path().segments.last().is_some_and(|segment| segment.ident == "differentiate") {
            differentiate = Some(match &attribute.meta {
                syn::Meta::List(list) => list.tokens.clone(),
                _ => TokenStream::new(),
            });
            return false;
        }
        if !is_linear(attribute) {
            return true;
        }
        match &attribute.meta {
            syn::Meta::List(list) => sets.push(names(list.tokens.clone(), &mut diagnostics)),
            meta => diagnostics.error_over(meta.to_token_stream(), USAGE),
        }
        false
    });
    let differentiate = differentiate.map(|options| read_options(options, &mut diagnostics));
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
        match generated(&user, &sets, differentiate.as_ref(), &mut errors, reports) {
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

/// What is generated for a function, unless there are errors. `differentiate` are the options of `#[differentiate]`, if it is there.
fn generated(
    user: &UserFunction,
    sets: &[Vec<usize>],
    differentiate: Option<&Option<Options>>,
    errors: &mut Diagnostics,
    reports: &mut Vec<Report>,
) -> Option<TokenStream> {
    let mut maps = Vec::new();
    let mut witnesses = Vec::new();
    for set in sets {
        let (map, beside) = proved(user, set, errors)?;
        witnesses.extend(beside);
        maps.push(map);
    }
    let cfgs = &user.cfgs;
    let mut made = quote!(#(#cfgs #witnesses)*);
    // in these there are derivatives
    let union: Vec<usize> = sets.iter().flatten().copied().collect();
    let mut source = Source {
        visibility: user.visibility.clone(),
        cfgs: cfgs.clone(),
        attributes: user.followed(),
        forward_only: false,
        jvp: emit::Forward::Body,
        hidden: true,
        refused: refused(&maps[0].stages.interface, &user.function, &union),
        method: None,
        captures: None,
    };
    let standing = if maps.len() == 1 && differentiate.is_none() { Standing::Alone } else { Standing::Beside };
    match differentiate {
        Some(options) => {
            let rule = options.iter().find_map(|options| options.jvp.as_ref().or(options.vjp.as_ref()).or(options.primal.as_ref()));
            if let Some(rule) = rule {
                errors.error_over(
                    rule.clone(),
                    "a linear function is its own derivative, so it has no rule: remove this one, or `#[linear]`",
                );
                return None;
            }
            let lowered = lower::lower(&user.function, errors)?;
            made.extend(compile::generated(user, lowered, options.as_ref(), errors, reports)?);
        }
        None if standing == Standing::Beside => {
            let mut whole = stages(lower::lower(&in_only(&user.function, &union), errors)?, errors)?;
            let imports = emit::aliases::import(&mut whole, None, cfgs);
            let emitted = emit::emit(&source, &whole);
            made.extend(quote!(#emitted #imports));
        }
        None => {}
    }
    if standing == Standing::Beside {
        source.refused.clear();
    }
    let several = maps.len() > 1;
    for mut map in maps {
        let imports = emit::aliases::import_of_map(&mut map, cfgs);
        let emitted = emit::linear_map(&source, &map, standing, several);
        made.extend(quote!(#emitted #imports));
    }
    Some(made)
}

/// The parameters in which there is no derivative although they carry reals and are not declared constant.
fn refused(interface: &Interface, function: &syn::ItemFn, linear: &[usize]) -> Vec<usize> {
    let is_constant = |k: usize| match &function.sig.inputs[k] {
        syn::FnArg::Typed(typed) => typed.attrs.iter().any(|a| a.path().is_ident("constant")),
        syn::FnArg::Receiver(_) => false,
    };
    let refuses = |(k, param): &(usize, &Param)| !linear.contains(k) && !is_constant(*k) && !param.ty.is_discrete();
    interface.params.iter().enumerate().filter(refuses).map(|(k, _)| k).collect()
}

/// The function with all parameters constant but the given ones.
fn in_only(function: &syn::ItemFn, params: &[usize]) -> syn::ItemFn {
    let mut function = function.clone();
    for (k, input) in function.sig.inputs.iter_mut().enumerate() {
        if let syn::FnArg::Typed(typed) = input
            && !params.contains(&k)
            && !typed.attrs.iter().any(|a| a.path().is_ident("constant"))
        {
            typed.attrs.push(syn::parse_quote!(#[constant]));
        }
    }
    function
}

/// The linear map in the given parameters.
fn proved(user: &UserFunction, params: &[usize], errors: &mut Diagnostics) -> Option<(LinearMap, Vec<TokenStream>)> {
    let lowered = lower::lower(&in_only(&user.function, params), errors);
    let mut lowered = lowered.filter(|_| errors.is_empty())?;
    verify("lower", &lowered.function, Stage::LinearA, errors);
    for k in params {
        let param = &lowered.interface.params[*k];
        if !param.is_active() {
            errors.error_over(param.rust_type.clone(), format!("`{}` carries no reals, so nothing can be linear in it", param.name));
        }
    }
    if let Some(span) = passes_functions(&lowered.function.body) {
        errors.error(span, "a call with functions as arguments is not supported in a `#[linear]` function: write the calls out");
        return None;
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

/// A call with functions among its arguments.
fn passes_functions(block: &Block) -> Option<Span> {
    block.lets.iter().find_map(|l| match &l.op {
        Op::Call(call) if !call.callee.functions.is_empty() => Some(l.span),
        op => op.blocks().iter().find_map(passes_functions),
    })
}

fn calls_itself(block: &Block) -> bool {
    block.lets.iter().any(|l| match &l.op {
        Op::Call(call) => call.callee.recursive && call.callee.linear.is_some(),
        op => op.blocks().iter().any(calls_itself),
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
