//! A function with errors → the names of its derivatives, with an unknown type.
//!
//! The error is the value of a constant that is an argument of the type, so rustc reports it and
//! none of the mentions of the type:
//!
//! ```text
//! type f = <() as ::autodiff::__private::Known<{ ::core::compile_error! { "…" } }>>::Type;
//! const f_grad: f = ::core::panic!();
//! impl ::autodiff::__private::Method<HASH> for Model { type Marker = Model__Loss__Marker; }
//! ```

use crate::emit::tokens::names::{self, ItemNames};
use crate::emit::tokens::types;
use crate::emit::{Method, Source, allowances};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The derivatives that a function would have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DerivativeKind {
    /// Those of both modes.
    Both,
    /// Those of forward mode.
    Forward,
    /// The transpose of a linear function.
    Transpose,
}

/// The items for a function of the given name; the generics are its type and const parameters, as
/// declared and as arguments.
pub fn placeholder(
    source: &Source,
    function: &str,
    wanted: DerivativeKind,
    (declared, mentioned): &(TokenStream, TokenStream),
    error: &TokenStream,
) -> TokenStream {
    let names = ItemNames::of(source, function);
    let (vis, cfgs, marker, allowances) =
        (&source.visibility, &source.cfgs, &names.function, allowances());
    let ItemNames {
        jvp,
        primal,
        linear,
        transposed,
        vjp,
        grad,
        value_and_grad,
        primal_into,
        vjp_into,
        residuals,
        ..
    } = &names;
    let constant = |name: &Ident| {
        let value = quote!(::core::panic!());
        quote!(#cfgs #[doc(hidden)] #allowances #vis const #name: #marker = #value;)
    };
    let functions = match wanted {
        DerivativeKind::Both => {
            vec![jvp, primal, linear, transposed, vjp, grad, value_and_grad, primal_into, vjp_into]
        }
        DerivativeKind::Forward => vec![jvp],
        DerivativeKind::Transpose => vec![transposed],
    };
    let functions: TokenStream = functions.into_iter().map(constant).collect();
    let residuals = (wanted == DerivativeKind::Both)
        .then(|| quote!(#cfgs #[doc(hidden)] #allowances #vis type #residuals = #marker;));
    let (functions, registered) = match &source.method {
        None => (functions, None),
        Some(method) => {
            (of_type(method, cfgs, &functions), Some(registration_impl(method, cfgs, marker)))
        }
    };
    quote! {
        #cfgs #[doc(hidden)] #allowances #vis type #marker #declared = <#mentioned as
            ::autodiff::__private::Known<{ #error }>>::Type;
        #residuals #functions #registered
    }
}

fn of_type(method: &Method, cfgs: &TokenStream, functions: &TokenStream) -> TokenStream {
    if !method.inherent {
        return TokenStream::new();
    }
    let owner = types::with_lifetime(&method.owner, "m");
    let lifetime = lifetime(&[&owner, &method.owner]);
    let allowances = allowances();
    quote!(#cfgs #allowances impl #lifetime #owner { #functions })
}

/// How callers find the marker.
fn registration_impl(method: &Method, cfgs: &TokenStream, marker: &Ident) -> TokenStream {
    let (owner, right) = &method.registered_types;
    let names = method.names.iter().map(|name| names::hash(name));
    let right = right.as_ref().map(|right| quote!(, #right)).unwrap_or_default();
    let [of, right_type] = [owner, &right].map(|ty| types::with_lifetime(ty, "m"));
    let lifetime = match lifetime(&[&of, owner]) {
        none if none.is_empty() => lifetime(&[&right_type, &right]),
        of_owner => of_owner,
    };
    let allowances = allowances();
    quote!(#(#cfgs #allowances impl #lifetime ::autodiff::__private::Method<#names #right_type> for
        #of { type Marker = #marker; })*)
}

/// The declaration of the lifetime that was added to a type.
fn lifetime([with, without]: &[&TokenStream; 2]) -> TokenStream {
    if with.to_string() == without.to_string() { TokenStream::new() } else { quote!(<'m>) }
}
