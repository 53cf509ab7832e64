//! `x: impl Real` → `x: Scalar0` with a type parameter `Scalar0: Real`: generated items must name
//! the type.
//!
//! Implementors of a differentiated trait are named likewise, at any position in a type:
//! `p: &[impl Potential]` → `p: &[Implementor0]`. Functions are named during lowering, and other
//! `impl Trait` arguments are rejected.

use crate::world::World;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, Signature, Type, TypeParamBound, parse_quote};

/// Names every argument type that is a scalar by `impl Trait`, or an implementor of a
/// differentiated trait.
pub fn name_types(sig: &mut Signature, world: &World) {
    let mut inputs = std::mem::take(&mut sig.inputs);
    for (number, input) in inputs.iter_mut().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        Namer { world, sig, number }.visit_type_mut(&mut typed.ty);
    }
    sig.inputs = inputs;
}

struct Namer<'s> {
    world: &'s World,
    sig: &'s mut Signature,
    number: usize,
}

impl VisitMut for Namer<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let Type::ImplTrait(some) = ty else { return visit_mut::visit_type_mut(self, ty) };
        let paths = || {
            some.bounds.iter().filter_map(|bound| match bound {
                TypeParamBound::Trait(bound) => Some(&bound.path),
                _ => None,
            })
        };
        let is_scalar = |path: &syn::Path| {
            let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            matches!(names.last(), Some(&"Real" | &"Float")) && !self.world.leads_to_item(&names)
        };
        let is_implementor =
            |path: &syn::Path| path.segments.last().is_some_and(|s| self.world.has_trait(&s.ident));
        let base = if paths().any(is_scalar) {
            "Scalar"
        } else if paths().any(is_implementor) {
            "Implementor"
        } else if some.bounds.iter().any(|bound| self.world.is_source(bound)) {
            "Source"
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
