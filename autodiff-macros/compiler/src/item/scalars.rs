//! `x: impl Real` → `x: Scalar0` with a type parameter `Scalar0: Real`: what is generated has to name the type.

use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, Signature, Type, TypeParamBound, parse_quote};

/// Gives a name to every argument type that some scalars have.
pub fn name_scalars(sig: &mut Signature) {
    let mut inputs = std::mem::take(&mut sig.inputs);
    for (number, input) in inputs.iter_mut().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        Namer { sig, number }.visit_type_mut(&mut typed.ty);
    }
    sig.inputs = inputs;
}

struct Namer<'s> {
    sig: &'s mut Signature,
    number: usize,
}

impl VisitMut for Namer<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let Type::ImplTrait(some) = ty else { return visit_mut::visit_type_mut(self, ty) };
        let is_scalar = some.bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|s| s.ident == "Real" || s.ident == "Float"),
            _ => false,
        });
        if !is_scalar {
            return;
        }
        let mut name = format!("Scalar{}", self.number);
        while self.sig.generics.type_params().any(|t| t.ident == name) {
            name.push('_');
        }
        let (name, bounds) = (Ident::new(&name, Span::call_site()), &some.bounds);
        self.sig.generics.params.push(parse_quote!(#name: #bounds));
        *ty = parse_quote!(#name);
    }
}
