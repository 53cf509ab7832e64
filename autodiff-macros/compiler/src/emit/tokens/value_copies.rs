//! How values are copied: those of the standard library by `Clone`, user-defined ones by the
//! runtime's `saved!`, which runs no user-defined code.

use crate::emit::tokens::types;
use crate::ir::hash::HashSet;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// Whether the `Clone` of a type may be user-defined.
fn may_have_user_clone(ty: &Ty) -> bool {
    match ty {
        Ty::Projected(_)
        | Ty::Discrete(_)
        | Ty::Sequence(..)
        | Ty::Wrapped(..)
        | Ty::Foreign(_)
        | Ty::Infer(_) => true,
        Ty::Tuple(parts) => parts.iter().any(may_have_user_clone),
        ty => ty.element().is_some_and(may_have_user_clone),
    }
}

/// A copy of the referent of a reference.
pub fn copy_of_referent(ty: &Ty, reference: &TokenStream) -> TokenStream {
    if may_have_user_clone(ty) {
        quote!(::autodiff::__private::saved!(#reference))
    } else {
        quote!(::core::clone::Clone::clone(#reference))
    }
}

/// A copy of a place; the copy of a slice is a vector.
pub fn copy_of_place(ty: &Ty, place: &TokenStream, is_reference: bool) -> TokenStream {
    let by_clone = !may_have_user_clone(ty);
    match ty {
        Ty::Vec(_) | Ty::Slice(_) if by_clone => quote!(#place.to_vec()),
        Ty::Vec(_) | Ty::Slice(_) => quote!(::autodiff::__private::saved!(&#place[..])),
        _ if by_clone => quote!(#place.clone()),
        _ if is_reference => quote!(::autodiff::__private::saved!(#place)),
        _ => quote!(::autodiff::__private::saved!(&#place)),
    }
}

/// A value as a residual that holds a user-defined value.
pub fn wrap_user_value(ty: &Ty, value: &impl ToTokens) -> TokenStream {
    let saved = copy_of_residual(ty, &quote!(value));
    quote!(::autodiff::__private::Saved::new(#value, |value| #saved))
}

/// A copy of the referent of a reference, which may hold both residuals of callees and user-defined
/// values.
fn copy_of_residual(ty: &Ty, reference: &TokenStream) -> TokenStream {
    match ty {
        ty if !holds_residuals(ty) => copy_of_referent(ty, reference),
        Ty::Tuple(parts) => {
            let names: Vec<_> = (0..parts.len()).map(|k| format_ident!("value_{k}")).collect();
            let copies =
                parts.iter().zip(&names).map(|(part, name)| copy_of_residual(part, &quote!(#name)));
            let (pattern, copies) =
                (types::tuple(names.iter().map(ToTokens::to_token_stream)), types::tuple(copies));
            quote!({ let #pattern = #reference; #copies })
        }
        Ty::Wrapped(Wrapper::Option, inner) => {
            let copy = copy_of_residual(inner, &quote!(value));
            quote!(#reference.as_ref().map(|value| #copy))
        }
        _ => quote!(::core::clone::Clone::clone(#reference)),
    }
}

/// Whether a type contains residuals or shapes, which have a generated `Clone`.
fn holds_residuals(ty: &Ty) -> bool {
    match ty {
        Ty::Frame(_) | Ty::Shape(_) | Ty::Rows => true,
        Ty::Tuple(parts) => parts.iter().any(holds_residuals),
        Ty::Wrapped(_, inner) => holds_residuals(inner),
        _ => false,
    }
}

/// Statements that do not compile if the user clones a value whose `Clone` is not derived.
pub fn checked_clones(cloned: &[(Ty, Span)]) -> TokenStream {
    let mut seen = HashSet::default();
    let checks = cloned.iter().flat_map(|(ty, span)| {
        user_defined_parts(ty).into_iter().map(move |ty| (types::value(ty), *span))
    });
    let checks = checks.filter(|(ty, span)| seen.insert(format!("{ty} {:?}", span.start())));
    let checks =
        checks.map(|(ty, span)| quote_spanned!(span=> ::autodiff::__private::cloned!(#ty);));
    checks.collect()
}

/// The named parts of a type that may be user-defined.
fn user_defined_parts(ty: &Ty) -> Vec<&Ty> {
    match ty {
        Ty::Tuple(parts) => parts.iter().flat_map(user_defined_parts).collect(),
        Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) | Ty::Deque(element) => {
            user_defined_parts(element)
        }
        Ty::Foreign(_) | Ty::Text(_) => Vec::new(),
        ty if may_have_user_clone(ty) && ty.has_name() => vec![ty],
        _ => Vec::new(),
    }
}
