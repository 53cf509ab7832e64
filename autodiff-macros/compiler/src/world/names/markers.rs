//! Markers whose names differ from those of their functions.
//!
//! A marker has the name of its function, in the type namespace, so that one import brings in both.
//! A module that imports a function next to a module of the same name would have that name twice in
//! the type namespace:
//!
//! ```text
//! mod merit;
//! use merit::merit;   →   use merit::merit_differentiated as objective_needs_differentiate_on_merit; …
//! ```
//!
//! So if any module of the crate does so, the marker of that function gets another name for all
//! callers of the crate. They name it by the path that they import the function by. The function
//! and its callers read the same files of the crate, so they agree on the name.

use super::modules::Import;
use super::resolve::{At, Resolution};
use super::search::{EnteredModules, Files};
use crate::world::World;
use crate::world::group::segments;
use crate::world::types::plain_types::ItemId;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The functions of the prelude of `std`.
const FUNCTIONS_OF_PRELUDE: &[&str] =
    &["drop", "size_of", "size_of_val", "align_of", "align_of_val"];

impl World {
    /// The name of the marker of a function of this module, if it differs from that of the
    /// function.
    pub fn marker_name(&self, function: &Ident) -> Option<Ident> {
        let Resolution::Item(defined) = self.resolve(&function.to_string()) else { return None };
        let is_own = Some(&defined.file) == self.file.as_ref()
            && self.scope().is_some_and(|scope| scope.path() == defined.path.module);
        (is_own && self.has_module_namesake(&defined)).then(|| marker_of(&defined))
    }

    /// The path of the marker of the function that a path resolves to, if it differs from the path
    /// of the function.
    pub fn marker_path(&self, path: &TokenStream) -> Option<TokenStream> {
        let names = segments(path)?;
        let Resolution::Item(defined) = self.resolve_path(&names) else { return None };
        if !self.has_module_namesake(&defined) {
            // an item that a macro defines, as the attribute does, is ambiguous with the prelude and
            // with a crate in imports
            let [name] = &names[..] else { return None };
            let is_ambiguous = FUNCTIONS_OF_PRELUDE.contains(&name.as_str()) || may_be_crate(name);
            return is_ambiguous.then(|| quote!(self::#path));
        }
        let (name, owners) = names.split_last()?;
        let (at, files) = (self.current_module()?, self.files());
        let module = files.module(&at, owners)?;
        let owners =
            files.path_to_marker(&module, owners.to_vec(), name, &EnteredModules::default())?;
        let (owners, marker) =
            (owners.iter().map(|name| Ident::new(name, Span::call_site())), marker_of(&defined));
        Some(quote!(#(#owners::)* #marker))
    }

    /// Whether a module has a function and a module of the same name: the function's own module, or
    /// one that imports it.
    fn has_module_namesake(&self, function: &ItemId) -> bool {
        let files = self.files();
        if self
            .in_module(function)
            .scope()
            .is_some_and(|own| own.modules[own.at].modules.contains(&function.path.name))
        {
            return true;
        }
        let mentioning =
            files.of_crate().iter().filter(|file| file.contains_word(&function.path.name));
        mentioning.map(|file| &file.path).any(|file| {
            let modules = self.modules_of(file);
            let mut all = (0..modules.len()).map(|number| At {
                file: file.clone(),
                modules: modules.clone(),
                number,
            });
            all.any(|at| {
                at.module()
                    .imports
                    .iter()
                    .any(|import| files.collides_with_module(&at, import, function))
            })
        })
    }
}

/// Whether a crate may have this name: the manifest of the package mentions it. There the package,
/// its targets and the crates that it depends on have their names.
fn may_be_crate(name: &str) -> bool {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").map(std::path::PathBuf::from);
    let text = folder.and_then(|of| std::fs::read_to_string(of.join("Cargo.toml")).ok());
    text.is_some_and(|text| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
            .any(|word| word.replace('-', "_") == name)
    })
}

impl Files<'_> {
    /// Whether an import brings in a function under the name of a module.
    fn collides_with_module(&self, at: &At, import: &Import, function: &ItemId) -> bool {
        let name = &import.name;
        let is_module = |other: &Import| {
            let mut path = other.path.clone();
            path.extend((other.name != "self").then(|| other.original.clone()));
            self.module(at, &path).is_some()
        };
        let names_it = |other: &Import| {
            other.name == *name || other.name == "self" && other.path.last() == Some(name)
        };
        import.original == function.path.name
            && (at.module().modules.contains(name)
                || at.module().imports.iter().any(|other| names_it(other) && is_module(other)))
            && self.find_at(at, &import.path, &import.original)
                == Resolution::Item(function.clone())
    }

    /// The path of the module that contains the marker of a function, where `path` ends in a module
    /// that has the function by that name. Globs bring in the marker as well; imports by name do
    /// not.
    fn path_to_marker(
        &self,
        at: &At,
        path: Vec<String>,
        name: &str,
        entered: &EnteredModules,
    ) -> Option<Vec<String>> {
        if !entered.enter(at, name) {
            return None;
        }
        if at.module().functions.iter().any(|function| function == name) {
            return Some(path);
        }
        let imported =
            at.module().imports.iter().filter(|import| import.name == name).find_map(|import| {
                let is_absolute = import.path.first().is_some_and(|first| first == "crate");
                let path = if is_absolute {
                    import.path.clone()
                } else {
                    [&path[..], &import.path].concat()
                };
                self.path_to_marker(
                    &self.module(at, &import.path)?,
                    path,
                    &import.original,
                    entered,
                )
            });
        imported.or_else(|| {
            let mut globs = at.module().globs.iter();
            globs.find_map(|glob| {
                let inner =
                    self.path_to_marker(&self.module(at, glob)?, Vec::new(), name, entered)?;
                // items that a glob brings in are found here
                Some(if inner.is_empty() {
                    path.clone()
                } else {
                    [&path[..], glob, &inner].concat()
                })
            })
        })
    }
}

fn marker_of(function: &ItemId) -> Ident {
    Ident::new(
        &format!("{}_differentiated", function.path.name.trim_start_matches("r#")),
        Span::call_site(),
    )
}
