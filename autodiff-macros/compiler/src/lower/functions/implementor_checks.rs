//! Generates items by which rustc checks the assumptions about traits of implementors, and
//! analyzes how their signatures use values of the type.

use crate::lower::*;
use crate::world::records::RecordedTrait;
use quote::quote_spanned;
use syn::visit_mut::VisitMut;
use syn::{Generics, TraitItemFn, Type, TypeParamBound};

/// An item that does not compile if this path resolves to another trait.
pub fn check_of_trait(
    sig: &syn::Signature,
    parameter: &Ident,
    path: &syn::Path,
    of: &RecordedTrait,
) -> TokenStream {
    let (sign, at) = (Ident::new(&of.sign.to_string(), path.span()), path.span());
    check_in(
        &sig.generics,
        TokenStream::new(),
        TokenStream::new(),
        quote_spanned!(at=> let _ = <#parameter as #path>::#sign;),
        at,
    )
}

/// An item that does not compile unless `x.method()`, for `x` of a type parameter, resolves to the
/// function of its bound that takes `&self`. A method that takes `self` would come first, whether
/// from another bound or from a trait in scope with a blanket implementation. The item adds a
/// trait with such a method. If it is the only one, lookup selects it; if there is another one,
/// rustc reports an ambiguity.
pub fn check_of_receiver(
    generics: &Generics,
    parameter: &TokenStream,
    method: &Ident,
) -> TokenStream {
    let at = method.span();
    let items = quote_spanned! {at=>
        #[allow(dead_code)]
        struct TheMethodThatTakesAReference;
        #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
        trait TakesSelf: ::core::marker::Sized {
            fn #method(self) -> TheMethodThatTakesAReference {
                TheMethodThatTakesAReference
            }
        }
        impl<T> TakesSelf for T {}
    };
    let body = quote_spanned! {at=>
        let _: TheMethodThatTakesAReference = x.#method();
    };
    check_in(generics, quote_spanned!(at=> x: #parameter), items, body, at)
}

/// A function with these parameters that exists only to be checked, with auxiliary items.
fn check_in(
    generics: &Generics,
    inputs: TokenStream,
    items: TokenStream,
    body: TokenStream,
    span: Span,
) -> TokenStream {
    // only a sized type has the function
    let is_sized = |bound: &TypeParamBound| {
        !matches!(bound, TypeParamBound::Trait(bound)
        if bound.maybe.is_some())
    };
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds = std::mem::take(&mut param.bounds).into_iter().filter(is_sized).collect();
    }
    let (generics, _, clause) = generics.split_for_impl();
    quote_spanned! {span=>
        const _: () = {
            #items
            #[allow(dead_code, unused_lifetimes, single_use_lifetimes, clippy::all,
                clippy::pedantic, clippy::nursery)]
            fn check #generics (#inputs) #clause { #body }
        };
    }
}

/// Whether a value of a type parameter may be part of a value of a type.
pub(super) fn has_value_of(ty: &Ty, name: &Ident) -> bool {
    match ty {
        Ty::Projected(Projection::Named(path)) => {
            types::syntax::generics::mentions(path.clone(), name)
        }
        Ty::Tuple(parts) => parts.iter().any(|part| has_value_of(part, name)),
        Ty::Wrapped(_, inner) => has_value_of(inner, name),
        ty => ty.element().is_some_and(|element| has_value_of(element, name)),
    }
}

/// A function of a trait with `<Self as Model>::State` in place of `Self::State`, which is
/// ambiguous where `Self` is a type parameter.
pub(super) fn with_trait_of_types(
    function: &TraitItemFn,
    types: &[&Ident],
    path: &syn::Path,
) -> TraitItemFn {
    struct FindNamed<'a>(&'a [&'a Ident], &'a syn::Path);
    impl VisitMut for FindNamed<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            syn::visit_mut::visit_type_mut(self, ty);
            let Type::Path(p) = ty else { return };
            let mut segments = p.path.segments.iter();
            if let (Some(first), Some(name), None, None) =
                (segments.next(), segments.next(), segments.next(), &p.qself)
                && first.ident == "Self"
                && self.0.iter().any(|ty| name.ident == **ty)
            {
                let of = self.1;
                *ty = syn::parse_quote!(<Self as #of>::#name);
            }
        }
    }
    let mut function = function.clone();
    FindNamed(types, path).visit_signature_mut(&mut function.sig);
    function
}

/// Whether a signature has a value of a type parameter, alone or in a sequence, other than behind
/// a shared reference.
pub(super) fn has_value_of_param(sig: &syn::Signature, name: &Ident) -> bool {
    fn is_element(ty: &Type, name: &Ident) -> bool {
        match ty {
            Type::Path(p) if p.path.is_ident(name) => true,
            Type::Path(p) => p.path.segments.last().is_some_and(|last| match &last.arguments {
                syn::PathArguments::AngleBracketed(of)
                    if last.ident == "Vec" || last.ident == "VecDeque" =>
                {
                    matches!(of.args.first(), Some(syn::GenericArgument::Type(of))
                        if is_element(of, name))
                }
                _ => false,
            }),
            Type::Array(a) => is_element(&a.elem, name),
            Type::Slice(s) => is_element(&s.elem, name),
            _ => false,
        }
    }
    let is_part = |ty: &Type| {
        let mut values = ValuesOf { name, found: false };
        values.visit_type(ty);
        values.found
    };
    let is_held = |ty: &Type| match ty {
        Type::Reference(r) if r.mutability.is_none() && is_element(&r.elem, name) => false,
        ty => is_part(ty),
    };
    let inputs = sig
        .inputs
        .iter()
        .any(|input| matches!(input, syn::FnArg::Typed(typed) if is_held(&typed.ty)));
    inputs || matches!(&sig.output, syn::ReturnType::Type(_, ty) if is_part(ty))
}

/// Whether a bound implies `Clone`, so that values may be cloned and stored in variables. Callers
/// have that bound as well.
pub(super) fn is_clone(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.path.segments.last()
        .is_some_and(|last| last.ident == "Clone" || last.ident == "Copy"))
}

/// Looks for a type parameter itself, but not in `<P as Differentiable>::Tangent`.
struct ValuesOf<'a> {
    name: &'a Ident,
    found: bool,
}

impl<'ast> Visit<'ast> for ValuesOf<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        if ty.qself.is_none() {
            self.found |= ty.path.is_ident(self.name);
            syn::visit::visit_type_path(self, ty);
        }
    }
}

/// Whether a type contains no borrows.
pub(super) fn has_no_borrows(ty: TokenStream) -> bool {
    ty.into_iter().all(|token| match token {
        proc_macro2::TokenTree::Punct(p) => p.as_char() != '\'' && p.as_char() != '&',
        proc_macro2::TokenTree::Group(g) => has_no_borrows(g.stream()),
        proc_macro2::TokenTree::Ident(i) => i != "impl" && i != "dyn",
        proc_macro2::TokenTree::Literal(_) => true,
    })
}

/// Whether an argument has the form `impl Trait`.
pub(super) fn is_impl(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_impl(&r.elem),
        Type::ImplTrait(_) | Type::FnPtr(_) | Type::TraitObject(_) => true,
        _ => false,
    }
}
