//! Whether a name resolves to a constant, a unit variant or a unit struct.

use super::meaning::{Meaning, Variant};
use super::modules::{Module, Scope};
use super::resolve::Resolution;
use crate::world::World;
use crate::world::types::plain_types::ItemId;
use syn::{Fields, Item};

impl Module {
    /// Records the constants, unit structs, enums and traits that an item defines.
    pub(in crate::world) fn add_values(&mut self, item: &Item) {
        self.kinds.extend(Meaning::of(item));
        match item {
            Item::Const(of) => self.values.push(of.ident.to_string()),
            Item::Trait(of) => self.traits.push(of.ident.to_string()),
            Item::Static(of) => self.values.push(of.ident.to_string()),
            Item::Struct(of) if matches!(of.fields, Fields::Unit) => {
                self.values.push(of.ident.to_string())
            }
            Item::Enum(of) => drop(self.variants.insert(of.ident.to_string(), Variant::all(of))),
            _ => {}
        }
    }
}

impl World {
    /// Whether a name resolves to a constant, a unit variant or a unit struct, according to the
    /// files of the crate.
    pub fn names_constant(&self, name: &str) -> bool {
        let Some(scope) = self.scope_or_around() else { return false };
        scope.names_constant(name) || self.in_scope(Some(scope)).names_constant_elsewhere(name)
    }

    /// The same for items that imports bring in from other files.
    fn names_constant_elsewhere(&self, name: &str) -> bool {
        if let Resolution::Item(defined) = self.resolve(name) {
            let is_value = |module: &Module| module.values.contains(&defined.path.name);
            return self.module_of(&defined, is_value) == Some(true)
                && self.is_visible_import(name, &defined);
        }
        self.variant(name).is_some_and(|variant| self.has_unit_variant(&variant.of, &variant.name))
    }

    /// Whether an import brings in an item: a glob leaves out items that are not visible.
    fn is_visible_import(&self, name: &str, item: &ItemId) -> bool {
        let is_named = |scope: &Scope| {
            scope.modules[scope.at].imports.iter().any(|import| import.name == name)
        };
        self.scope().is_some_and(is_named) || self.is_visible_here(item)
    }

    /// The module of the item that is being expanded, or of the macro that emits it.
    pub fn scope_or_around(&self) -> Option<Scope> {
        self.scope().cloned().or_else(|| {
            let file = self.file()?;
            let (modules, start) = (self.modules_of(&file), self.start);
            let around = (0..modules.len())
                .filter(|k| modules[*k].extent.is_some_and(|extent| extent.contains(start)));
            let inner = around.max_by_key(|k| modules[*k].extent.map(|extent| extent.start()));
            let top = Scope::root_scope(&file, &modules)?;
            Some(Scope { at: inner.unwrap_or(top.at), ..top })
        })
    }
}

impl Scope {
    /// Whether a name resolves to a constant, a unit variant or a unit struct, according to this
    /// file.
    pub fn names_constant(&self, name: &str) -> bool {
        self.leads_to_constant(self.at, &[name.to_string()], 8)
    }

    /// Whether a path resolves to a trait; `None` if this file does not show its resolution.
    pub fn names_trait(&self, path: &[String]) -> Option<bool> {
        let (name, owners) = path.split_last()?;
        let home = self.find(self.target(self.path(), owners)?, name, 8)?;
        Some(self.modules[self.number(&home.module)?].traits.contains(&home.name))
    }

    /// `depth` bounds cycles of imports.
    fn leads_to_constant(&self, at: usize, path: &[String], depth: usize) -> bool {
        let (Some(depth), Some((name, owners))) = (depth.checked_sub(1), path.split_last()) else {
            return false;
        };
        if let Some(at) = self.target(&self.modules[at].path, owners) {
            let of = &self.modules[at];
            let import = of.imports.iter().find(|import| import.name == *name);
            return of.values.contains(name)
                || import.is_some_and(|import| {
                    self.leads_to_constant(at, &join_path(&import.path, &import.original), depth)
                })
                || of
                    .globs
                    .iter()
                    .any(|glob| self.leads_to_constant(at, &join_path(glob, name), depth));
        }
        let Some((of, owners)) = owners.split_last() else { return false };
        self.target(&self.modules[at].path, owners)
            .is_some_and(|at| self.has_variant(at, of, name, depth))
    }

    /// Whether a name in a module resolves to an enum with such a unit variant.
    fn has_variant(&self, at: usize, of: &str, variant: &str, depth: usize) -> bool {
        let (Some(depth), module) = (depth.checked_sub(1), &self.modules[at]) else { return false };
        if let Some(variants) = module.variants.get(of) {
            return variants.iter().any(|of| of.is_unit && of.name == variant);
        }
        let import = module.imports.iter().find(|import| import.name == of);
        let through = |path: &[String], of: &str| {
            let target = self.target(&module.path, path);
            target.is_some_and(|at| self.has_variant(at, of, variant, depth))
        };
        import.is_some_and(|import| through(&import.path, &import.original))
            || module.globs.iter().any(|glob| through(glob, of))
    }
}

fn join_path(path: &[String], name: &str) -> Vec<String> {
    path.iter().cloned().chain([name.to_string()]).collect()
}
