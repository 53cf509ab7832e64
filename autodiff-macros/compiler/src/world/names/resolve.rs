//! Name resolution across the files of a crate.
//!
//! The root of a crate and its `mod` lines ([`crate::world::text::crate_files`]) determine the path of each file
//! in the crate, and the inline modules of a file continue that path. From the module of the item,
//! imports are followed as rustc follows them: `crate`, `self`, `super`, renamed modules,
//! re-exports, and globs where no name of the module hides them. A name that a module has twice, as
//! an item and inside a function say, resolves to nothing.

use super::meaning::Meaning;
use super::modules::{Module, Scope};
use super::search::{Files, is_item_for};
use crate::world::World;
use crate::world::text::declarations::Declaration;
use crate::world::types::plain_types::ItemId;
use proc_macro2::TokenStream;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// The resolution of a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolution {
    /// An item of this crate.
    Item(ItemId),
    /// An item that an import brings in from another crate.
    External,
    /// The text does not show it: a macro may define it, or a glob may bring it in.
    Unknown,
}

/// A variant of an enum of this crate.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumVariant {
    /// The enum.
    pub of: ItemId,
    /// The name of the variant in the enum.
    pub name: String,
}

/// A module of the crate: the path of its file and its own path in that.
#[derive(Clone)]
pub(in crate::world) struct At {
    pub file: PathBuf,
    pub modules: Arc<[Module]>,
    pub number: usize,
}

impl At {
    pub fn module(&self) -> &Module {
        &self.modules[self.number]
    }
}

/// The functions that a glob import of `autodiff::linalg` brings into scope.
const OF_LINALG: &[&str] = &[
    "cholesky",
    "det",
    "eigh",
    "expm",
    "inv",
    "log_det",
    "lstsq",
    "solve",
    "solve_spd",
    "svd_values",
];

impl World {
    /// The resolution of a name in the module of the item.
    pub(in crate::world) fn resolve(&self, name: &str) -> Resolution {
        self.resolve_path(&[name.to_string()])
    }

    /// The resolution of a name, if there is a name.
    pub(in crate::world) fn resolve_if(&self, name: Option<&str>) -> Resolution {
        name.map_or(Resolution::Unknown, |name| self.resolve(name))
    }

    /// The resolution of a path of names in the module of the item.
    pub(in crate::world) fn resolve_path(&self, path: &[String]) -> Resolution {
        let (Some(at), Some((name, owners))) = (self.current_module(), path.split_last()) else {
            return Resolution::Unknown;
        };
        self.files().find_at(&at, owners, name)
    }

    /// The file that defines the item that a path resolves to, and the item's path there, if both
    /// are seen.
    pub fn place_of_definition(&self, path: &syn::Path) -> Option<(String, String)> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Resolution::Item(ItemId { file, path: home }) = self.resolve_path(&names) else {
            return None;
        };
        Some((file.display().to_string(), format!("{}::{}", home.module, home.name)))
    }

    /// The module of the item that a path resolves to, if the files show it.
    pub fn world_of_item(&self, path: &syn::Path) -> Option<World> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match self.resolve_path(&names) {
            Resolution::Item(defined) => Some(self.in_module(&defined)),
            _ => None,
        }
    }

    /// Whether the files show that a path resolves to an item of the crate.
    pub fn leads_to_item(&self, path: &[&str]) -> bool {
        let names: Vec<String> = path.iter().map(ToString::to_string).collect();
        matches!(self.resolve_path(&names), Resolution::Item(_))
    }

    /// Whether the files show that two paths resolve to different types, whose names may be the
    /// same.
    pub fn are_different(&self, a: &TokenStream, b: &TokenStream) -> bool {
        let resolved =
            |path: &TokenStream| match self.resolve_path(&crate::world::group::segments(path)?) {
                Resolution::Item(defined) => Some(defined),
                _ => None,
            };
        matches!((resolved(a), resolved(b)), (Some(a), Some(b)) if a != b)
    }

    /// The module of the item among those of the crate.
    pub(in crate::world) fn current_module(&self) -> Option<At> {
        let scope = self.scope()?;
        Some(At { file: scope.file.clone(), modules: scope.modules.clone(), number: scope.at })
    }

    pub(in crate::world) fn files(&self) -> Files<'_> {
        Files::new(self)
    }

    /// The path in the standard library that a path resolves to, according to imports. A glob
    /// brings in the functions whose derivatives are known; rustc compares the function at the
    /// call.
    pub fn path_in_std(&self, names: &[&str]) -> Option<Vec<String>> {
        let scope = self.scope()?;
        let at = At { file: scope.file.clone(), modules: scope.modules.clone(), number: scope.at };
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        self.files().in_std(&at, &names)
    }

    /// The variant that a name without a path resolves to.
    pub(in crate::world) fn variant(&self, name: &str) -> Option<EnumVariant> {
        self.files().variant(&self.current_module()?, name)
    }

    /// Whether an import of the module of the item renames an item.
    pub fn has_renaming_imports(&self) -> bool {
        let renames = |scope: &Scope| {
            scope.modules[scope.at].imports.iter().any(|import| import.name != import.original)
        };
        self.scope().is_some_and(renames)
    }

    /// The path here of the variant that a name without a path resolves to, if an import renames
    /// the variant to it.
    pub fn path_of_renamed_variant(&self, name: &str) -> Option<syn::Path> {
        let original =
            self.variant(name).map(|variant| variant.name).filter(|original| original != name)?;
        let mut path = self.path_of_enum_with(name)?;
        path.segments.push(syn::parse_str::<syn::PathSegment>(&original).ok()?);
        Some(path)
    }

    /// The path here of the enum of the variant that a name without a path resolves to.
    pub fn path_of_enum_with(&self, variant: &str) -> Option<syn::Path> {
        let defined = self.variant(variant)?.of;
        let name = &defined.path.name;
        if self.resolve(name) == Resolution::Item(defined.clone()) {
            return syn::parse_str(name).ok();
        }
        syn::parse_str(&self.path_to(&defined)?.join("::")).ok()
    }

    /// A path to an item of another module from that of the item: `None` where the item or a module
    /// on the way is not visible.
    pub(in crate::world) fn path_to(&self, item: &ItemId) -> Option<Vec<String>> {
        let (files, here) = (self.files(), self.files().path_of(&self.current_module()?)?);
        let modules = self.modules_of(&item.file);
        let number = modules.iter().position(|module| module.path == item.path.module)?;
        let there = files.path_of(&At { file: item.file.clone(), modules, number })?;
        // a private module is visible in the one around it, and in those nested in that
        let is_visible = |k: usize| {
            here.starts_with(&there[..k])
                || files
                    .module_at(&there[..k])
                    .is_some_and(|at| at.module().visible_modules.contains(&there[k]))
        };
        let is_visible_itself = here.starts_with(&there)
            || self.in_file(&item.file, |definitions| definitions.is_visible(&item.path));
        (is_visible_itself && (0..there.len()).all(is_visible)).then(|| {
            std::iter::once("crate".to_string())
                .chain(there)
                .chain([item.path.name.clone()])
                .collect()
        })
    }

    /// Whether an item of another module is visible in the module of the item, if the modules
    /// around it are.
    pub(in crate::world) fn is_visible_here(&self, item: &ItemId) -> bool {
        let files = self.files();
        let modules = self.modules_of(&item.file);
        let Some(number) = modules.iter().position(|module| module.path == item.path.module) else {
            return false;
        };
        let (module, name) = (&modules[number], &item.path.name);
        if module.visible_items.contains(name) {
            return true;
        }
        let there =
            files.path_of(&At { file: item.file.clone(), modules: modules.clone(), number });
        let (Some(here), Some(there)) =
            (self.current_module().and_then(|at| files.path_of(&at)), there)
        else {
            return false;
        };
        let is_near = module.near_items.contains(name)
            && there.split_last().is_some_and(|(_, around)| here.starts_with(around));
        is_near || here.starts_with(&there)
    }

    /// The path of an item from the root of the crate, and the module outside which it is not
    /// visible.
    pub(in crate::world) fn path_from_root(
        &self,
        item: &ItemId,
    ) -> Option<(Vec<String>, Vec<String>)> {
        let files = self.files();
        let modules = self.modules_of(&item.file);
        let number = modules.iter().position(|module| module.path == item.path.module)?;
        let is_visible = modules[number].visible_items.contains(&item.path.name);
        let there = files.path_of(&At { file: item.file.clone(), modules, number })?;
        let is_hidden = |k: &usize| {
            files
                .module_at(&there[..*k])
                .is_none_or(|at| !at.module().visible_modules.contains(&there[*k]))
        };
        let around = (0..there.len()).rev().find(is_hidden).unwrap_or(0);
        let within = there[..if is_visible { around } else { there.len() }].to_vec();
        Some((
            std::iter::once("crate".to_string())
                .chain(there)
                .chain([item.path.name.clone()])
                .collect(),
            within,
        ))
    }

    /// Whether a name may be in scope in the module of the item: it is defined there, or an import
    /// brings it in.
    pub fn may_name(&self, name: &str) -> bool {
        let Some(scope) = self.scope() else { return true };
        let is_imported =
            || scope.modules[scope.at].imports.iter().any(|import| import.name == name);
        scope.item_path(name).is_some()
            || is_imported()
            || matches!(self.resolve(name), Resolution::Item(_))
    }

    /// Whether the module defines a name that one of its globs brings in as well.
    pub fn hides_glob(&self, name: &str) -> bool {
        let Some(at) = self.current_module() else { return false };
        let (module, files) = (at.module(), self.files());
        let is_imported_there =
            |glob: &Vec<String>| matches!(files.find_at(&at, glob, name), Resolution::Item(_));
        module.count.contains_key(name) && module.globs.iter().any(is_imported_there)
    }

    /// Whether a path resolves to a function of the crate.
    pub fn is_function_of_crate(&self, path: &TokenStream) -> bool {
        crate::world::group::segments(path)
            .is_some_and(|names| self.meaning_in_files(&names) == Meaning::Function)
    }

    /// Whether a path leads to another crate, if it leads anywhere: its first name is none of the
    /// modules and imports here, or an import whose own path leads to another crate. A glob may
    /// hide a crate, so this is no evidence of the item that the path resolves to.
    pub fn leads_to_other_crate(&self, path: &TokenStream) -> bool {
        crate::world::group::segments(path).is_some_and(|names| self.crate_of(names).is_some())
    }

    /// Whether a type is imported from another crate, or named by a path into one; not from the
    /// standard library.
    pub fn is_type_of_other_crate(&self, ty: &TokenStream) -> bool {
        let Ok(path) = syn::parse2::<syn::Path>(ty.clone()) else { return false };
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let is_other = |of: &String| !["std", "core", "alloc"].contains(&of.as_str());
        match &names[..] {
            [name] if !crate::type_class::is_of_std(&syn::parse_quote!(#path)) => {
                self.crates_of(name).iter().any(is_other)
            }
            _ => self.crate_of(names).as_ref().is_some_and(is_other),
        }
    }

    /// The other crates that a name may come from; empty if an item of the crate has that name.
    fn crates_of(&self, name: &str) -> Vec<String> {
        let of_files = |at: At| self.files().crates_of(&at, name);
        self.current_module().and_then(of_files).unwrap_or_default()
    }

    /// Whether a path leads to this other crate, through an import or a glob.
    pub fn is_of_crate(&self, names: Vec<String>, other: &str) -> bool {
        let by_name = |name: &String| {
            let crates = self.crates_of(name);
            // of several globs the name may come from each
            !OF_PRELUDE.contains(&name.as_str())
                && crates.iter().any(|of| of == other)
                && (crates.len() == 1 || other == "ndarray" && is_name_of_ndarray(name))
        };
        match &names[..] {
            [name] => by_name(name),
            _ => self.crate_of(names).is_some_and(|of| of == other),
        }
    }

    /// Whether the module imports something whose path starts with one of these, also through globs
    /// of other modules of the crate. `true` if the module is unknown.
    pub fn imports_below(&self, paths: &[&[&str]]) -> bool {
        let Some(at) = self.current_module() else { return true };
        self.files().imports_below(&at, paths)
    }

    /// Whether a path leads to a function of `autodiff::linalg`, or to one that stands for a
    /// function of `ndarray`. These return arrays, tuples and results of them, or reals.
    pub fn returns_arrays(&self, path: &TokenStream) -> bool {
        let Ok(path) = syn::parse2::<syn::Path>(path.clone()) else { return false };
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.starts_with(&["autodiff", "__private", "arrays"].map(String::from)) {
            return true;
        }
        let Some(at) = self.current_module() else { return false };
        let (module, here) = (["autodiff", "linalg"], at.module());
        let of_glob = || match &names[..] {
            [name] => {
                OF_LINALG.contains(&name.as_str())
                    && !here.count.contains_key(name)
                    && !here.imports.iter().any(|import| import.name == *name)
                    && here.globs.iter().any(|glob| *glob == module)
            }
            _ => false,
        };
        of_glob()
            || self
                .path_outside(names)
                .is_some_and(|names| names.starts_with(&module.map(String::from)))
    }

    /// The crate that a path leads to, if it leads to another one.
    fn crate_of(&self, names: Vec<String>) -> Option<String> {
        self.path_outside(names)?.into_iter().next()
    }

    /// A path that leads to another crate, from the name of that crate on.
    fn path_outside(&self, mut names: Vec<String>) -> Option<Vec<String>> {
        let at = self.current_module()?;
        let module = at.module();
        let import = module.imports.iter().find(|import| names.first() == Some(&import.name));
        if let Some(import) = import {
            names.splice(..1, import.path.iter().chain([&import.original]).cloned());
        }
        let is_here = |name: &String| {
            module.count.contains_key(name)
                || module.modules.contains(name)
                || ["crate", "self", "super", "Self"].contains(&name.as_str())
        };
        (names.len() > 1 && !is_here(&names[0])).then_some(names)
    }

    /// Whether a path resolves to a module of the crate.
    pub fn leads_to_module(&self, path: &[String]) -> bool {
        self.current_module().is_some_and(|at| self.files().module(&at, path).is_some())
    }

    /// Whether a path resolves to an enum of the crate.
    pub fn leads_to_enum(&self, path: &[String]) -> bool {
        matches!(self.resolve_path(path), Resolution::Item(of)
            if matches!(self.declaration(&of), Some(Declaration::Enum(..))))
    }

    /// Whether a module has an item of that name or imports a variant, or an enum has a variant.
    pub fn has_item(&self, of: &[String], name: &str) -> bool {
        let is_item = |at: At| is_item_for(&at, &self.files().find_at(&at, of, name));
        let is_variant = || {
            matches!(self.resolve_path(of), Resolution::Item(of)
            if self.has_variant_named(&of, name))
        };
        self.current_module().is_some_and(is_item)
            || is_variant()
            || self.path_of_variant_in(of, name).is_some()
    }

    /// The path here, by its enum, of a variant that a module imports.
    pub fn path_of_variant_in(&self, module: &[String], name: &str) -> Option<syn::Path> {
        let found = self.files().variant_of(&self.current_module()?, module, name)?;
        syn::parse_str(&format!("{}::{}", self.path_to(&found.of)?.join("::"), found.name)).ok()
    }

    /// The item that a name resolves to, if it is defined in another file of the crate, and the
    /// world of its module.
    pub(in crate::world) fn imported_item(&self, name: &str) -> Option<(World, ItemId)> {
        let Resolution::Item(defined) = self.resolve(name) else { return None };
        (Some(&defined.file) != self.file.as_ref()).then(|| (self.in_module(&defined), defined))
    }

    /// The world of the module that defines the item that a path resolves to.
    pub fn module_of_path(&self, path: &syn::Path) -> Option<World> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Resolution::Item(defined) = self.resolve_path(&names) else { return None };
        Some(self.in_module(&defined))
    }

    /// The world of the module that defines an item.
    pub(in crate::world) fn in_module(&self, of: &ItemId) -> World {
        let modules = self.modules_of(&of.file);
        let at = modules.iter().position(|module| module.path == of.path.module);
        let scope = at.map(|at| super::modules::Scope { file: of.file.clone(), modules, at });
        World {
            file: Some(of.file.clone()),
            scope,
            group: None,
            lookups: Rc::default(),
            ..self.clone()
        }
    }
}

/// Types of the prelude of std. A glob of another crate is assumed not to bring one of that name.
const OF_PRELUDE: &[&str] = &["Box", "Option", "Result", "String", "Vec"];

/// Whether `ndarray` exports a name that few other crates do.
fn is_name_of_ndarray(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "Axis",
        "Dim",
        "NewAxis",
        "Slice",
        "Zip",
        "arr0",
        "arr1",
        "arr2",
        "arr3",
        "array",
        "aview1",
        "azip",
        "concatenate",
        "s",
        "stack",
    ];
    name.starts_with("Array") || name.starts_with("Ix") || NAMES.contains(&name)
}
