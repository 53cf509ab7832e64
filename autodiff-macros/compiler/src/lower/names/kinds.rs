//! What kind of item a path in the body names: a function, a constructor, a constant, a type.

use crate::lower::*;
use crate::world::Meaning;
use crate::world::names::meaning::{
    is_spelled_as_constant, is_spelled_as_constructor, is_spelled_as_type,
};

/// A path without its last segment.
pub fn owner(path: &syn::Path) -> Option<syn::Path> {
    let mut of = path.clone();
    of.segments.pop()?;
    of.segments.pop_punct();
    (!of.segments.is_empty()).then_some(of)
}

impl Lowerer<'_> {
    /// What a path resolves to at the function's definition.
    pub fn meaning(&self, path: &syn::Path) -> Meaning {
        let is_recursive = self.around.owner.is_none() && path.is_ident(self.f.name.as_str());
        if is_recursive { Meaning::Function } else { self.world().meaning(path) }
    }

    /// Whether a path, or a call of it, is a value of a struct or a variant.
    pub fn is_constructor(&self, path: &syn::Path) -> bool {
        let Some(last) = path.segments.last().map(|last| last.ident.to_string()) else {
            return false;
        };
        match self.meaning(path) {
            Meaning::Struct | Meaning::Variant => true,
            Meaning::Unknown if owner(path).is_some_and(|of| self.names_type(&of)) => {
                is_spelled_as_type(&last)
            }
            Meaning::Unknown => is_spelled_as_constructor(&last),
            _ => false,
        }
    }

    /// The path of the enum that has the variant in a path.
    pub fn enum_of(&self, path: &syn::Path) -> Option<TokenStream> {
        let of = owner(path);
        match self.meaning(path) {
            Meaning::Variant | Meaning::Unknown
                if of.as_ref().is_some_and(|of| self.names_type(of)) =>
            {
                of.map(|of| of.to_token_stream())
            }
            Meaning::Variant => self.enum_with(path),
            Meaning::Unknown if of.is_none() => self.enum_with(path),
            _ => None,
        }
    }

    /// Whether a path names a type or a trait.
    pub fn names_type(&self, path: &syn::Path) -> bool {
        self.world().names_type(path)
    }

    /// Whether a path names a function.
    pub fn names_function(&self, path: &syn::Path) -> bool {
        match self.meaning(path) {
            Meaning::Function => true,
            Meaning::Associated => !self.names_constant(path),
            Meaning::Unknown => {
                let last =
                    path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
                let of_type = owner(path).is_some_and(|of| self.names_type(&of));
                // a function may be named after a formula, but after a type such a name is a
                // variant
                let is_small =
                    last != "self" && !is_spelled_as_constant(&last) && !is_spelled_as_type(&last);
                let is_formula = is_formula(&last) && !of_type;
                is_small && !(of_type && last.contains(char::is_uppercase)) || is_formula
            }
            _ => false,
        }
    }

    /// Whether a path names a constant or a static.
    pub fn names_constant(&self, path: &syn::Path) -> bool {
        match self.meaning(path) {
            Meaning::Constant => true,
            Meaning::Associated | Meaning::Unknown => path
                .segments
                .last()
                .is_some_and(|last| is_spelled_as_constant(&last.ident.to_string())),
            _ => false,
        }
    }
}

/// Whether a name has a word after the first that starts with a lower-case letter: constructors do
/// not.
fn is_formula(name: &str) -> bool {
    name.split('_').skip(1).any(|word| word.starts_with(char::is_lowercase))
}
