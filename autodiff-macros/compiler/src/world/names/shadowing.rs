//! Items of the crate that have the names of items of `std`, as seen from the module of an item.
//!
//! `f64::max`, `mem::swap`, `String` and `vec!` are those of `std` unless the module defines the
//! name, imports it, or has it from a glob: each of these hides the prelude, the primitive types
//! and the names of crates.

use super::meaning::Meaning;
use super::modules::{Module, Scope};
use crate::world::World;

impl World {
    /// Whether a path to a function leads into the crate.
    pub fn is_user_path(&self, names: &[&str]) -> bool {
        let path: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        // items that macros emit into a module are not seen
        let is_of_module = || names.len() > 1 && self.has_name(names[0], |module| &module.modules);
        self.meaning_in_files(&path) != Meaning::Unknown || is_of_module()
    }

    /// Whether a name resolves to a type of the crate.
    pub fn is_user_defined_type(&self, name: &str) -> bool {
        matches!(
            self.meaning_in_files(&[name.to_string()]),
            Meaning::Struct | Meaning::Enum | Meaning::Alias
        )
    }

    /// Whether a type or trait of that name is in the module of the item.
    pub fn has_type_here(&self, name: &str) -> bool {
        self.scope()
            .is_some_and(|scope| scope.modules[scope.at].types.iter().any(|own| own == name))
    }

    /// Whether a module of that name is in the module of the item.
    pub fn is_user_module(&self, name: &str) -> bool {
        self.scope()
            .is_some_and(|scope| scope.modules[scope.at].modules.iter().any(|own| own == name))
    }

    /// Whether a macro of that name is defined in the module or in one around it, or imported.
    pub fn is_user_macro(&self, name: &str) -> bool {
        let Some(scope) = self.scope() else { return false };
        let here = scope.path();
        let is_around =
            |path: &str| path.is_empty() || here == path || here.starts_with(&format!("{path}::"));
        let mut around = scope.modules.iter().filter(|module| is_around(&module.path));
        around.any(|module| module.macros.iter().any(|own| own == name))
            || self.has_name(name, |module| &module.macros)
    }

    fn has_name(&self, name: &str, names: impl Fn(&Module) -> &Vec<String> + Copy) -> bool {
        self.scope().is_some_and(|scope| scope.leads_to(scope.at, name, names, 8))
    }
}

impl Scope {
    /// Whether a name of a module resolves to one of the `names` of a module of the file. `depth`
    /// bounds cycles of imports.
    fn leads_to(
        &self,
        at: usize,
        name: &str,
        names: impl Fn(&Module) -> &Vec<String> + Copy,
        depth: usize,
    ) -> bool {
        let (Some(depth), of) = (depth.checked_sub(1), &self.modules[at]) else { return false };
        if names(of).iter().any(|own| own == name) {
            return true;
        }
        if let Some(import) = of.imports.iter().find(|import| import.name == name) {
            let from = self.target(&of.path, &import.path);
            return from.is_some_and(|from| self.leads_to(from, &import.original, names, depth));
        }
        let globs = of.globs.iter().filter_map(|path| self.target(&of.path, path));
        globs.filter(|from| *from != at).any(|from| self.leads_to(from, name, names, depth))
    }
}
