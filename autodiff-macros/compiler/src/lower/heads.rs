//! What the head of a function says of its parameters that are functions.

use super::*;
use crate::kept;
use syn::{PathArguments, Type, TypeParamBound};

/// The traits of functions.
const TRAITS: [&str; 3] = ["Fn", "FnMut", "FnOnce"];

/// The arguments and the result of a function's type, as written.
pub(super) struct Written<'t> {
    pub inputs: Vec<&'t Type>,
    pub output: &'t syn::ReturnType,
}

/// The function that a bound is about.
pub(super) fn of_bound(bound: &TypeParamBound) -> Option<Written<'_>> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    let PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
    let is_function = TRAITS.iter().any(|name| last.ident == name);
    is_function.then(|| Written { inputs: arguments.inputs.iter().map(|input| &input.ty).collect(), output: &arguments.output })
}

/// The function that a type is, and not by the name of a type parameter.
pub(super) fn of_type(ty: &Type) -> Option<Written<'_>> {
    match ty {
        Type::ImplTrait(t) => t.bounds.iter().find_map(of_bound),
        Type::FnPtr(f) => Some(Written { inputs: f.inputs.iter().map(|input| &input.ty).collect(), output: &f.output }),
        Type::Paren(p) => of_type(&p.elem),
        Type::Group(g) => of_type(&g.elem),
        _ => None,
    }
}

/// Whether a type parameter is a function.
pub fn is_function(sig: &syn::Signature, name: &syn::Ident) -> bool {
    params::bounds(&sig.generics, name).any(|bound| of_bound(bound).is_some())
}

/// The types of the arguments of each function among the parameters, as written.
pub fn functions_of(sig: &syn::Signature) -> Vec<Option<Vec<Type>>> {
    let of_param = |input: &syn::FnArg| {
        let syn::FnArg::Typed(input) = input else { return None };
        let ty = match &*input.ty {
            Type::Reference(r) => &*r.elem,
            ty => ty,
        };
        let written = match ty {
            Type::Path(p) => params::bounds(&sig.generics, p.path.get_ident()?).find_map(of_bound),
            ty => of_type(ty),
        };
        written.map(|written| written.inputs.into_iter().cloned().collect())
    };
    sig.inputs.iter().map(of_param).collect()
}

/// What a function takes.
pub fn taken_by(sig: &syn::Signature) -> kept::Taken<Type> {
    let own = |ty: &Type| {
        let of = |name: &syn::Ident| generics::mentions(ty.to_token_stream(), name);
        of(&syn::Ident::new("Self", Span::call_site())) || sig.generics.params.iter().filter_map(generics::name_of).any(of)
    };
    let anywhere = |ty: Type| match ty {
        ty if !own(&ty) => ty,
        Type::Reference(r) => Type::Reference(syn::TypeReference { elem: Box::new(syn::parse_quote!(_)), ..r }),
        _ => syn::parse_quote!(_),
    };
    let types = sig.inputs.iter().map(|input| match input {
        syn::FnArg::Typed(input) => Some((*input.ty).clone()),
        syn::FnArg::Receiver(_) => None,
    });
    let functions = functions_of(sig).into_iter().map(|types| Some(types?.into_iter().map(anywhere).collect()));
    kept::Taken { types: types.collect(), functions: functions.collect() }
}
