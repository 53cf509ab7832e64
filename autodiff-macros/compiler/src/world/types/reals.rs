//! Whether a type has reals, by its definition in the files of the crate.

use super::in_scope::names_of;
use super::plain_types::ItemId;
use crate::type_class;
use crate::world::World;
use std::collections::HashSet;
use syn::{Fields, GenericArgument, Item, PathArguments, Type};

impl World {
    /// Whether a type certainly has a tangent: it is a real, or contains a field of such a type, and
    /// all types around it have the derive. `false` for types that the files do not show.
    pub fn has_reals(&self, ty: &Type) -> bool {
        self.has_reals_outside(ty, &mut HashSet::new())
    }

    /// The same, except for the definitions that were visited.
    fn has_reals_outside(&self, ty: &Type, visited: &mut HashSet<ItemId>) -> bool {
        let ty = self.without_aliases(ty);
        match type_class::strip_groups(&ty) {
            Type::Tuple(of) => of.elems.iter().any(|ty| self.has_reals_outside(ty, visited)),
            Type::Array(of) => self.has_reals_outside(&of.elem, visited),
            Type::Slice(of) => self.has_reals_outside(&of.elem, visited),
            Type::Reference(of) => self.has_reals_outside(&of.elem, visited),
            Type::Path(of) if of.qself.is_none() => {
                of.path.is_ident("f64")
                    || of.path.is_ident("f32")
                    || self.is_of_reals(&of.path, visited)
            }
            _ => false,
        }
    }

    /// The same for a type with a path: by its arguments, and by its fields if it has the derive.
    fn is_of_reals(&self, path: &syn::Path, visited: &mut HashSet<ItemId>) -> bool {
        let Some(last) = path.segments.last() else { return false };
        let of_arguments = match &last.arguments {
            PathArguments::AngleBracketed(of) => of.args.iter().any(|argument| {
                matches!(argument, GenericArgument::Type(ty)
                    if self.has_reals_outside(ty, visited))
            }),
            _ => false,
        };
        if of_arguments {
            return true;
        }
        let Some((defined, item)) = self.item_named(&names_of(path)) else { return false };
        if !visited.insert(defined.clone()) {
            return false;
        }
        if !self.in_file(&defined.file, |definitions| definitions.is_derived(&defined.path)) {
            return false;
        }
        let there = self.in_module(&defined);
        let mut in_fields = |fields: &Fields| {
            let active = fields
                .iter()
                .filter(|field| !field.attrs.iter().any(|a| a.path().is_ident("constant")));
            active.into_iter().any(|field| there.has_reals_outside(&field.ty, visited))
        };
        match item {
            Item::Struct(of) => in_fields(&of.fields),
            Item::Enum(of) => of.variants.iter().any(|variant| in_fields(&variant.fields)),
            _ => false,
        }
    }
}
