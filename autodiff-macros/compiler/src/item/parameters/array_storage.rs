//! Arrays that are generic over their storage: the storage is written at the parameter.
//!
//! ```text
//! fn norm<S>(v: &ArrayBase<S, Ix1>) -> f64        fn norm(v: &ArrayBase<impl Data<Elem = f64>, Ix1>) -> f64
//! where                                       →
//!     S: Data<Elem = f64>
//! ```
//!
//! Derivatives have an owned array in the place of such a parameter, as for a view
//! ([`crate::lower::types::arrays::views`]), so the storage is no parameter of the generated items. Callers
//! of derivatives pass what the function itself takes. A storage that the body or the result names
//! remains a type parameter, which lowering rejects.

use super::desugar_into::remove;
use crate::params;
use crate::world::tokens::mentions;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, FnArg, GenericArgument, Ident, PathArguments, Signature, Type, TypeParamBound,
    parse_quote,
};

/// Replaces the type parameters that are storages of arrays.
pub fn write_at_parameters(sig: &mut Signature, block: &Block) {
    let names: Vec<Ident> = sig.generics.type_params().map(|t| t.ident.clone()).collect();
    for name in names {
        let bounds: Vec<TypeParamBound> = params::bounds(&sig.generics, &name).cloned().collect();
        if !bounds.iter().any(params::is_storage) || mentions(block, &name) {
            continue;
        }
        let mut replaced = sig.clone();
        remove(&mut replaced, &name);
        let storage: Type = parse_quote!(impl #(#bounds)+*);
        let mut replace = Replace { name: &name, storage: &storage };
        for input in &mut replaced.inputs {
            if let FnArg::Typed(input) = input {
                replace.visit_type_mut(&mut input.ty);
            }
        }
        if !mentions(&replaced, &name) {
            *sig = replaced;
        }
    }
}

struct Replace<'a> {
    name: &'a Ident,
    storage: &'a Type,
}

impl VisitMut for Replace<'_> {
    fn visit_path_segment_mut(&mut self, segment: &mut syn::PathSegment) {
        if segment.ident == "ArrayBase"
            && let PathArguments::AngleBracketed(arguments) = &mut segment.arguments
            && let Some(GenericArgument::Type(Type::Path(of))) = arguments.args.first()
            && of.path.is_ident(self.name)
        {
            arguments.args[0] = GenericArgument::Type(self.storage.clone());
        }
        visit_mut::visit_path_segment_mut(self, segment);
    }
}
