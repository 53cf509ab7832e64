//! Calls of `ndarray` whose type parameters are the numbers of axes, and functions of two matrices.
//!
//! ```text
//! x.into_dimensionality::<Ix2>()     x.autodiff_into_dimensionality((0, 0))
//! Array::zeros(x.raw_dim())          Array::<f64, D>::zeros(x.raw_dim()), in a function of `D`
//! kron(&x, &y)                       (&x).autodiff_kron(&y)
//! ```
//!
//! The lengths in the first shape have no meaning. Its type has the number of axes.

use super::arrays::Rewrite;
use crate::lower::types::syntax::generics::is_dimension;
use crate::lower::*;
use crate::params;
use quote::{quote, quote_spanned};
use syn::{Expr, GenericArgument, PathArguments};

impl Rewrite<'_> {
    /// `Array::zeros(x.raw_dim())`, where the number of axes is the only such type parameter.
    pub(super) fn of_any_axes(&self, call: &syn::ExprCall, owner: &syn::Path) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else { return None };
        let function = &path.path.segments.last()?.ident;
        let Some(Expr::MethodCall(shape)) = call.args.first() else { return None };
        if !matches!(&*function.to_string(), "ones" | "zeros") || shape.method != "raw_dim" {
            return None;
        }
        let generics = &self.original.sig.generics;
        let mut dimensions = generics
            .type_params()
            .filter(|param| params::bounds(generics, &param.ident).any(is_dimension));
        let (Some(dimension), None) = (dimensions.next(), dimensions.next()) else { return None };
        let written = match &owner.segments.last()?.arguments {
            PathArguments::AngleBracketed(of) => of.args.first().map(ToTokens::to_token_stream),
            _ => None,
        };
        let element = written.unwrap_or_else(|| self.element.to_token_stream());
        let (name, axes, span) = (self.fresh("array"), &dimension.ident, path.path.span());
        let arrays = quote!(::autodiff::__private::arrays);
        let ty = quote_spanned!(span=> #arrays::Array::<#element, #axes>);
        Some(syn::parse_quote_spanned! {span=> {
            let #name: #ty = #ty::#function(#arrays::without_reals(#shape));
            #name
        }})
    }

    /// The Kronecker product `kron(&x, &y)`.
    pub(super) fn kronecker(&self, call: &syn::ExprCall, path: &syn::Path) -> Option<Expr> {
        let is_kron = path.segments.last()?.ident == "kron" && self.is_of_ndarray(path);
        let (true, [x, y]) = (is_kron, &call.args.iter().collect::<Vec<_>>()[..]) else {
            return None;
        };
        Some(syn::parse_quote_spanned!(path.span()=> (#x).autodiff_kron(#y)))
    }
}

/// `let y: Array2<f64> = x.into_dimensionality().unwrap();`, with the number of axes in the call.
pub(super) fn note_annotated_axes(local: &mut syn::Local) {
    let (syn::Pat::Type(of), Some(init)) = (&local.pat, &mut local.init) else { return };
    if let syn::Type::Path(of) = &*of.ty
        && let Some(name) = of.path.segments.last().map(|last| last.ident.to_string())
        && let Some(axes) = name.strip_prefix("Array")
        && let Expr::MethodCall(unwrapped) = &mut *init.expr
        && (unwrapped.method == "unwrap" || unwrapped.method == "expect")
        && let Expr::MethodCall(m) = &mut *unwrapped.receiver
    {
        note_axes(m, axes.trim_start_matches("View").parse().ok());
    }
}

/// Replaces the number of axes that `into_dimensionality` has as a type argument, or that is known,
/// by an argument.
pub(super) fn note_axes(m: &mut syn::ExprMethodCall, known: Option<usize>) {
    if m.method != "into_dimensionality" || !m.args.is_empty() {
        return;
    }
    let written = m.turbofish.as_ref().and_then(|of| match of.args.first()? {
        GenericArgument::Type(syn::Type::Path(of)) => {
            let name = of.path.segments.last()?.ident.to_string();
            name.strip_prefix("Ix")?.parse::<usize>().ok()
        }
        _ => None,
    });
    let Some(axes) = written.or(known).filter(|axes| *axes > 0) else { return };
    let lengths = std::iter::repeat_n(quote!(0_usize), axes);
    m.turbofish = None;
    m.method = Ident::new("autodiff_into_dimensionality", m.method.span());
    m.args.push(match axes {
        1 => syn::parse_quote!(0_usize),
        _ => syn::parse_quote!((#(#lengths),*)),
    });
}
