//! Types of Linear A → Rust types: of values, of tangents, of residuals.

use crate::ir::{Callee, Projection, Real, Ty};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The type of a value.
pub fn value(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Real(Real::F64) => quote!(f64),
        Ty::Real(Real::F32) => quote!(f32),
        Ty::Int("_") => quote!(_),
        Ty::Int(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(#name)
        }
        Ty::Bool => quote!(bool),
        Ty::Text(name) => name.parse().unwrap_or_default(),
        Ty::Tuple(parts) => tuple(parts.iter().map(value)),
        Ty::Array(element, length) => {
            let element = value(element);
            quote!([#element; #length])
        }
        Ty::Slice(element) => {
            let element = value(element);
            quote!([#element])
        }
        Ty::Vec(element) => {
            let element = value(element);
            quote!(::autodiff::__private::Vec<#element>)
        }
        Ty::Sequence(_, projection) | Ty::Projected(projection) => projected(projection),
        Ty::Foreign(tokens) => tokens.clone(),
        Ty::Shape(of) => {
            let of = value(of);
            quote!(<#of as ::autodiff::__private::Differentiable>::Shape)
        }
        Ty::Rows => quote!(::core::ops::Range<usize>),
        Ty::Frame(callee) => frame(callee),
        Ty::Infer(_) => quote!(_),
    }
}

/// `(A, B)`, `(A,)` or `()`.
pub fn tuple(parts: impl Iterator<Item = TokenStream>) -> TokenStream {
    let parts: Vec<TokenStream> = parts.collect();
    match &parts[..] {
        [one] => quote!((#one,)),
        _ => quote!((#(#parts),*)),
    }
}

fn projected(projection: &Projection) -> TokenStream {
    match projection {
        Projection::Output(callee) => {
            let path = &callee.path;
            quote!(<#path as ::autodiff::__private::DifferentiableFn>::Output)
        }
        Projection::Leaf(of, index) => {
            let of = projected(of);
            quote!(<#of as ::autodiff::__private::TupleLeaf<#index>>::Leaf)
        }
        Projection::Item(of) => {
            let of = projected(of);
            quote!(<#of as ::autodiff::__private::Indexed>::Item)
        }
    }
}

/// The frame of a callee; of a recursive call, its index in the stack of frames.
fn frame(callee: &Callee) -> TokenStream {
    if callee.recursive {
        return quote!(usize);
    }
    let path = &callee.path;
    quote!(<#path as ::autodiff::__private::DifferentiableFn>::Frame)
}

/// The type of a tangent or cotangent, owned. Discrete parts are `()`.
pub fn tangent(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Real(_) => value(ty),
        Ty::Tuple(parts) => tuple(parts.iter().map(tangent)),
        _ if ty.is_discrete() => quote!(()),
        Ty::Array(element, length) => {
            let element = tangent(element);
            quote!([#element; #length])
        }
        Ty::Slice(element) | Ty::Vec(element) => {
            let element = tangent(element);
            quote!(::autodiff::__private::Vec<#element>)
        }
        _ => {
            let ty = value(ty);
            quote!(<#ty as ::autodiff::__private::Differentiable>::Tangent)
        }
    }
}

/// The type of a tangent as memory behind a reference: a slice for slices.
pub fn tangent_memory(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Slice(element) => {
            let element = tangent(element);
            quote!([#element])
        }
        _ => tangent(ty),
    }
}

/// The structure that an accumulator for a parameter of this type has: sequences of any kind are slices.
pub fn accumulated(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Slice(element) | Ty::Vec(element) | Ty::Array(element, _) => {
            let element = tangent(element);
            quote!([#element])
        }
        _ => tangent(ty),
    }
}

/// The cotangent of a result as a user passes it: vectors by reference, the rest by value.
pub fn cotangent_argument(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Vec(element) => {
            let element = tangent(element);
            quote!(&[#element])
        }
        Ty::Tuple(parts) => tuple(parts.iter().map(cotangent_argument)),
        _ => tangent(ty),
    }
}
