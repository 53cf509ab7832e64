//! Which types of the crate run user-defined code when their values are dropped.
//!
//! The `impl Drop` blocks in the files of the crate decide, and the definitions of types that
//! contain such values. Types of other crates, and `impl` blocks that macros write, are unknown.

use super::plain_types::ItemId;
use crate::world::World;
use crate::world::names::modules::{ItemPath, Module};
use crate::world::names::resolve::Resolution;
use crate::world::tokens::paths;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashSet;
use syn::Item;

impl World {
    /// Whether dropping the value that a constructor makes runs user-defined code. The constructor
    /// is a struct of that path, or a variant of its owner.
    pub fn is_constructor_with_drop(&self, path: &syn::Path) -> bool {
        if !self.has_drop_impls() {
            return false;
        }
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let owner = names.split_last().map(|(_, owner)| owner).filter(|owner| !owner.is_empty());
        self.is_dropped(&names) || owner.is_some_and(|owner| self.is_dropped(owner))
    }

    /// Whether dropping a value of a type runs no code of this crate.
    pub fn is_never_dropped(&self, ty: &TokenStream) -> bool {
        let Ok(syn::Type::Path(of)) = syn::parse2(ty.clone()) else { return false };
        let names: Vec<String> =
            of.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        matches!(self.resolve_path(&names), Resolution::Item(_))
            && !(self.has_drop_impls() && self.is_dropped(&names))
    }

    /// Whether types of the crate implement `Drop`.
    pub fn has_drop_impls(&self) -> bool {
        let has_drop = |module: &Module| module.implementors("Drop").next().is_some();
        let in_own = || self.file().is_some_and(|own| self.modules_of(&own).iter().any(has_drop));
        in_own() || self.files_of_crate().iter().any(|file| file.has_drops())
    }

    /// Whether dropping a value of a type of the crate runs user-defined code.
    pub fn drops(&self, of: &ItemId) -> bool {
        self.has_drop_impls() && self.in_module(of).is_dropped(std::slice::from_ref(&of.path.name))
    }

    fn is_dropped(&self, path: &[String]) -> bool {
        self.contains_type(path, &|world, path| {
            matches!(world.resolve_path(path), Resolution::Item(of)
            if world.has_drop_block(&of))
        })
    }

    /// Whether a predicate holds for a type, or for one that occurs in its definition. Each type is
    /// named by a path in the module of a world.
    pub(in crate::world) fn contains_type(
        &self,
        path: &[String],
        test: &dyn Fn(&World, &[String]) -> bool,
    ) -> bool {
        self.holds_outside(path, test, &mut HashSet::new())
    }

    /// The same, except for the definitions that were visited.
    fn holds_outside(
        &self,
        path: &[String],
        test: &dyn Fn(&World, &[String]) -> bool,
        visited: &mut HashSet<ItemId>,
    ) -> bool {
        if test(self, path) {
            return true;
        }
        let Resolution::Item(of) = self.resolve_path(path) else { return false };
        if !visited.insert(of.clone()) {
            return false;
        }
        let there = self.in_module(&of);
        match there.type_named(&of.path.name) {
            Some((_, _, item @ (Item::Struct(_) | Item::Enum(_)))) => paths(item.to_token_stream())
                .iter()
                .any(|path| there.holds_outside(path, test, visited)),
            _ => false,
        }
    }

    fn has_drop_block(&self, of: &ItemId) -> bool {
        let files = self.files_of_crate();
        let own = self.file().filter(|own| files.iter().all(|file| file.path != *own));
        let with_drops = files.iter().filter(|file| file.has_drops()).map(|file| file.path.clone());
        with_drops.chain(own).any(|file| {
            self.modules_of(&file).iter().any(|module| {
                let home = ItemPath { module: module.path.clone(), name: of.path.name.clone() };
                let there = || self.in_module(&ItemId { file: file.clone(), path: home });
                let mut types = module
                    .implementors("Drop")
                    .filter(|path| path.last() == Some(&of.path.name))
                    .peekable();
                types.peek().is_some() && {
                    let there = there();
                    types.any(|path| there.resolve_path(&path) == Resolution::Item(of.clone()))
                }
            })
        })
    }
}
