//! The types of constants and statics, as they are declared in the files of the crate.
//!
//! Emitted code binds the value of a constant to a variable that has this type as annotation, so
//! rustc compares the two.

use super::resolve::Resolution;
use crate::world::World;
use crate::world::text::signatures::Constant;
use syn::{Path, PathArguments, Type};

impl World {
    /// The type of the constant or static of a module that a path resolves to, as it is named here.
    pub fn type_of_constant(&self, path: &Path) -> Option<Type> {
        let (there, of) = self.constant_at(path)?;
        self.type_in_scope(&syn::parse_str(&of.ty).ok()?, &there)
    }

    /// Whether a path names a static of a module.
    pub fn names_static(&self, path: &Path) -> bool {
        self.constant_at(path).is_some_and(|(_, of)| of.is_static)
    }

    /// The constant or static that a path resolves to, and the world of its module.
    fn constant_at(&self, path: &Path) -> Option<(World, Constant)> {
        let is_plain = path.segments.iter().all(|of| matches!(of.arguments, PathArguments::None));
        if path.leading_colon.is_some() || !is_plain {
            return None;
        }
        let names: Vec<String> = path.segments.iter().map(|of| of.ident.to_string()).collect();
        let here = self.in_scope(self.scope_or_around());
        let Resolution::Item(defined) = here.resolve_path(&names) else { return None };
        let constant = here.in_file(&defined.file, |of| of.constant(&defined.path))?;
        Some((here.in_module(&defined), constant))
    }
}
