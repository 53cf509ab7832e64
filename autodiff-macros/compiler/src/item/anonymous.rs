//! `x: impl Real` → `x: Scalar0` with a type parameter `Scalar0: Real`: what is generated has to name the type.
//!
//! So it is for what implements a differentiated trait, wherever it is in a type: `p: &[impl Potential]` → `p: &[Implementor0]`. Functions are named where they
//! are lowered, and other arguments of this kind are rejected.

use crate::kept;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, Generics, Signature, Type, TypeParamBound, WherePredicate, parse_quote};

/// Gives a name to every argument type that is some scalar, or some implementor of a differentiated trait.
pub fn name_types(sig: &mut Signature) {
    let mut inputs = std::mem::take(&mut sig.inputs);
    for (number, input) in inputs.iter_mut().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        Namer { sig, number }.visit_type_mut(&mut typed.ty);
    }
    sig.inputs = inputs;
}

/// The type parameters that implement differentiated traits.
pub fn implementors(generics: &Generics) -> Vec<Ident> {
    let mut bounds: Vec<(&Ident, &TypeParamBound)> = generics.type_params().flat_map(|t| t.bounds.iter().map(|b| (&t.ident, b))).collect();
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(about) = predicate
            && let Type::Path(path) = &about.bounded_ty
            && let Some(name) = path.path.get_ident()
        {
            bounds.extend(about.bounds.iter().map(|b| (name, b)));
        }
    }
    let of_trait = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|s| kept::has_trait(&s.ident)),
        _ => false,
    };
    bounds.into_iter().filter(|(_, bound)| of_trait(bound)).map(|(name, _)| name.clone()).collect()
}

struct Namer<'s> {
    sig: &'s mut Signature,
    number: usize,
}

impl VisitMut for Namer<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let Type::ImplTrait(some) = ty else { return visit_mut::visit_type_mut(self, ty) };
        let names = some.bounds.iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last().map(|s| s.ident.clone()),
            _ => None,
        });
        let names: Vec<Ident> = names.collect();
        let base = if names.iter().any(|name| name == "Real" || name == "Float") {
            "Scalar"
        } else if names.iter().any(kept::has_trait) {
            "Implementor"
        } else {
            return;
        };
        let mut name = format!("{base}{}", self.number);
        while self.sig.generics.type_params().any(|t| t.ident == name) {
            name.push('_');
        }
        let (name, bounds) = (Ident::new(&name, Span::call_site()), &some.bounds);
        self.sig.generics.params.push(parse_quote!(#name: #bounds));
        *ty = parse_quote!(#name);
    }
}
