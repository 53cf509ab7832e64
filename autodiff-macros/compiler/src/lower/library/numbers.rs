//! Functions of generic numbers: names are treated as functions of `num_traits`, with checks that
//! let rustc confirm it.
//!
//! `x.tanh()`, for `x` of a type parameter, is the function of a trait that bounds it, which may
//! be a user-defined trait with another meaning. So a function with the same type parameters is
//! emitted next to the derivatives. It does not compile unless their bounds include the library's
//! trait. Then the name can only resolve to the library's function, because rustc rejects a name
//! that two bounds have. The name of the trait only selects the check. `Signed::abs(x)` names a
//! trait by a path: the function that it resolves to for `f64` must be the library's.

use crate::diagnostics::respan;
use crate::ir::types::Real;
use crate::lower::*;
use crate::primitives::{Spelling, row};
use quote::{format_ident, quote, quote_spanned};

/// Functions of `num_traits::Float` that `num_traits::real::Real` lacks. `Real` has all others,
/// and every `Float` implements it.
const ONLY_OF_FLOAT: &[&str] =
    &["clamp", "copysign", "is_finite", "is_infinite", "is_nan", "is_normal", "neg_zero"];

/// A trait that a type parameter must have.
pub struct Needed {
    parameter: &'static str,
    of: TokenStream,
    span: Span,
}

/// The path of a trait of the library.
fn library(name: &str) -> TokenStream {
    let ident = format_ident!("{name}");
    match name {
        "FloatCore" => quote!(::autodiff::__private::num_traits::float::FloatCore),
        "Euclid" => quote!(::autodiff::__private::num_traits::Euclid),
        "Real" => quote!(::autodiff::__private::num_traits::real::Real),
        _ => quote!(::autodiff::__private::num_traits::#ident),
    }
}

impl Lowerer<'_> {
    /// Records that a function of a type parameter is treated as the library's.
    pub fn need(&mut self, parameter: &Ty, function: &str, span: Span) {
        let Ty::Real(Real::Param(parameter)) = *parameter else { return };
        let of = match function {
            "zero" | "is_zero" => library("Zero"),
            "one" | "is_one" => library("One"),
            "neg_zero" => library("Float"),
            "default" => quote!(::core::default::Default),
            "real" => quote!(::autodiff::__private::Real),
            "from" => library("NumCast"),
            _ if function.starts_with("from_") => library("FromPrimitive"),
            _ => return,
        };
        self.collected.needed_traits.push(Needed { parameter, of, span });
    }

    /// Records that a function named through a trait, or through the crate, must be the library's.
    pub fn named_by_path(&mut self, path: &syn::ExprPath, function: &str) {
        let segments: Vec<String> =
            path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let span = path.path.segments.last().map_or_else(Span::call_site, |s| s.ident.span());
        let name = Ident::new(function, span);
        let Some(of) = segments.len().checked_sub(2).and_then(|at| segments.get(at)) else {
            return;
        };
        let mut own = path.path.clone();
        own.segments.iter_mut().for_each(|s| s.arguments = syn::PathArguments::None);
        let arguments = match (of.as_str(), function) {
            (_, "cast") => quote!(::<f64, f64>),
            ("num_traits", _) | ("NumCast", "from") => quote!(::<f64>),
            _ => quote!(),
        };
        let (own, theirs) = if of == "num_traits" {
            (quote!(#own #arguments), quote!(::autodiff::__private::num_traits::#name #arguments))
        } else {
            own.segments.pop();
            own.segments.pop_punct();
            let theirs = if of == "Real" && function == "real" {
                quote!(::autodiff::__private::Real)
            } else {
                library(of)
            };
            (quote!(<f64 as #own>::#name #arguments), quote!(<f64 as #theirs>::#name #arguments))
        };
        let (own, theirs) = (respan(own, span), respan(theirs, span));
        let check = quote_spanned! {span=>
            #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
            const _: () = {
                fn same<F>(_: F, _: F) {}
                fn check() { same(#theirs, #own) }
            };
        };
        if !self.collected.witnesses.iter().any(|w| w.to_string() == check.to_string()) {
            self.collected.witnesses.push(check);
        }
    }
}

/// Items that do not compile if a function of a type parameter is not the library's.
pub fn checks(
    sig: &syn::Signature,
    function: &Function,
    mut needed: Vec<Needed>,
) -> Vec<TokenStream> {
    let generic = function.vars.iter().any(|v| matches!(*v.ty, Ty::Real(Real::Param(_))));
    if generic {
        of_block(sig, function, &function.body, &mut needed);
    }
    let mut seen = HashSet::default();
    needed.retain(|n| seen.insert((n.parameter, n.of.to_string())));
    let check = |Needed { parameter, of, span }: &Needed| {
        let (parameter, span) = (Ident::new(parameter, *span), *span);
        let of = respan(of.clone(), span);
        let (generics, _, clause) = sig.generics.split_for_impl();
        quote_spanned! {span=>
            #[allow(dead_code, unused_lifetimes, single_use_lifetimes, clippy::all,
                clippy::pedantic, clippy::nursery)]
            const _: () = {
                fn has_known_derivatives<N: #of>() {}
                fn check #generics () #clause { has_known_derivatives::<#parameter>() }
            };
        }
    };
    needed.iter().map(check).collect()
}

fn of_block(sig: &syn::Signature, function: &Function, block: &Block, needed: &mut Vec<Needed>) {
    for l in &block.lets {
        let (of, x) = match &l.op {
            Op::Prim(prim, args) => match row(*prim).spelling {
                Spelling::Method(name) => (Some(name), args.first()),
                _ => continue,
            },
            Op::Cast(x) => (None, Some(x)),
            op => {
                op.blocks().iter().for_each(|inner| of_block(sig, function, inner, needed));
                continue;
            }
        };
        let Some(Ty::Real(Real::Param(parameter))) = x.map(|x| function.ty(*x)) else { continue };
        let of = of.map_or_else(|| library("ToPrimitive"), |name| that_has(sig, parameter, name));
        needed.push(Needed { parameter, of, span: l.span });
    }
}

/// The library's trait that has a function, among those that may bound a parameter.
fn that_has(sig: &syn::Signature, parameter: &str, function: &str) -> TokenStream {
    let parameter = Ident::new(parameter, Span::call_site());
    let bounds = crate::params::bounds(&sig.generics, &parameter);
    let names = bounds.filter_map(|bound| {
        if let syn::TypeParamBound::Trait(bound) = bound {
            bound.path.segments.last()
        } else {
            None
        }
    });
    let names: Vec<String> = names.map(|last| last.ident.to_string()).collect();
    let bounded = |of: &str| names.iter().any(|name| name == of);
    match function {
        "rem_euclid" | "div_euclid" => library("Euclid"),
        _ if bounded("Float") || bounded("Real") => {
            library(if ONLY_OF_FLOAT.contains(&function) { "Float" } else { "Real" })
        }
        "abs" | "signum" | "abs_sub" if bounded("Signed") => library("Signed"),
        _ if bounded("FloatCore") => library("FloatCore"),
        _ if ONLY_OF_FLOAT.contains(&function) => library("Float"),
        _ => library("Real"),
    }
}
