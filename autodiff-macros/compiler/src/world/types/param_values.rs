//! Whether a type holds values of a type parameter that may be active: `V<F>` with a field
//! `PhantomData<F>` or `#[constant] f: F` does not.

use super::in_scope::names_of;
use crate::type_class;
use crate::world::World;
use crate::world::tokens::mentions;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Fields, GenericArgument, GenericParam, Item, PathArguments, Type};

/// The maximum depth of definitions that are read. Recursive types reach it.
const MOST_DEFINITIONS: usize = 8;

impl World {
    /// Whether a type may hold active values of a type parameter. `true` for types that the files do not
    /// show.
    pub fn holds_values_of(&self, ty: &Type, parameter: &Ident) -> bool {
        let mut holds =
            HoldsValues { world: self, parameter, left: MOST_DEFINITIONS, is_found: false };
        holds.visit_type(ty);
        holds.is_found
    }
}

struct HoldsValues<'w> {
    /// The world in which the names of the visited type resolve.
    world: &'w World,
    parameter: &'w Ident,
    left: usize,
    is_found: bool,
}

impl HoldsValues<'_> {
    /// Whether values of a generic type of the crate hold values of its parameter at this place.
    fn is_in_fields(&self, path: &syn::Path, place: usize) -> bool {
        let Some((defined, item)) = self.world.item_named(&names_of(path)) else { return true };
        let (generics, fields): (_, Vec<Fields>) = match item {
            Item::Struct(of) => (of.generics, vec![of.fields]),
            Item::Enum(of) => (of.generics, of.variants.into_iter().map(|v| v.fields).collect()),
            _ => return true,
        };
        let declared = generics.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_)));
        let Some(GenericParam::Type(parameter)) = declared.into_iter().nth(place) else {
            return true;
        };
        let there = self.world.in_module(&defined);
        let mut holds = HoldsValues {
            world: &there,
            parameter: &parameter.ident,
            left: self.left.saturating_sub(1),
            is_found: self.left == 0,
        };
        let is_active = |field: &&syn::Field| {
            !field.attrs.iter().any(|attribute| attribute.path().is_ident("constant"))
        };
        let active = fields.iter().flatten().filter(is_active);
        active.for_each(|field| holds.visit_type(&field.ty));
        holds.is_found
    }
}

impl<'ast> Visit<'ast> for HoldsValues<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        if self.is_found || !mentions(&ty.to_token_stream(), self.parameter) {
            return;
        }
        if type_class::is_discrete(&Type::Path(ty.clone())) {
            return;
        }
        let Some(PathArguments::AngleBracketed(of)) =
            ty.path.segments.last().map(|last| &last.arguments)
        else {
            self.is_found = true;
            return;
        };
        let places = of.args.iter().filter(|a| !matches!(a, GenericArgument::Lifetime(_)));
        for (place, argument) in places.enumerate() {
            if mentions(&argument.to_token_stream(), self.parameter)
                && self.is_in_fields(&ty.path, place)
            {
                visit::visit_generic_argument(self, argument);
            }
        }
    }

    /// Types whose parts are not visited: those of functions, traits and macros.
    fn visit_type(&mut self, ty: &'ast Type) {
        match ty {
            Type::Path(_)
            | Type::Reference(_)
            | Type::Tuple(_)
            | Type::Array(_)
            | Type::Slice(_)
            | Type::Paren(_)
            | Type::Group(_) => visit::visit_type(self, ty),
            _ => self.is_found |= mentions(&ty.to_token_stream(), self.parameter),
        }
    }
}
