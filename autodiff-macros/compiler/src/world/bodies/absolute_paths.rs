//! The names of a body → paths that name the same items in every module of the crate.
//!
//! A body that is lowered in another scope than its own ([`super::relocatable`]) names items of its
//! own module and items that the module imports. A path from `crate` or from `::std` resolves to
//! the same item in every module. An item that is not visible in the whole crate has no such path.

use super::relocatable::Captured;
use crate::world::World;
use crate::world::names::resolve::Resolution;
use proc_macro2::{Ident, LineColumn, Span};
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{ItemFn, ItemTrait, Path, PathSegment, TraitItem};

/// The position of the first name of a path, with that name.
type Place = (usize, usize, String);

/// Replacements for paths of a body, by their positions.
#[derive(Clone, Default)]
pub struct Absolute {
    paths: HashMap<Place, Path>,
    /// The module outside which some of the names are not visible, with the first such name.
    visible_module: Option<VisibleModule>,
}

/// A module outside which an item or a field is not visible.
#[derive(Clone, PartialEq)]
pub struct VisibleModule {
    /// Its path from the root of the crate.
    pub module: Vec<String>,
    pub name: Captured,
}

fn place(path: &Path) -> Option<Place> {
    let first = &path.segments.first()?.ident;
    let LineColumn { line, column } = first.span().start();
    Some((line, column, first.to_string()))
}

impl Absolute {
    /// Records the replacement for a path, and where that is visible.
    pub(in crate::world) fn note_path(
        &mut self,
        path: &Path,
        absolute: Path,
        within: VisibleModule,
    ) {
        self.paths.extend(place(path).map(|at| (at, absolute)));
        self.limit(within);
    }

    /// Records where an item or a field of the body is visible.
    pub(in crate::world) fn limit(&mut self, within: VisibleModule) {
        if within.module.len() > self.visible_module.as_ref().map_or(0, |known| known.module.len())
        {
            self.visible_module = Some(within);
        }
    }

    /// The module outside which some of the names are not visible.
    pub(in crate::world) fn visible_module(&self) -> Option<&VisibleModule> {
        self.visible_module.as_ref()
    }

    /// The trait with absolute paths in its bodies.
    pub fn in_trait(&mut self, of: &ItemTrait) -> ItemTrait {
        let mut of = of.clone();
        for item in &mut of.items {
            if let TraitItem::Fn(function) = item
                && let Some(block) = &mut function.default
            {
                self.visit_block_mut(block);
            }
        }
        of
    }

    /// The function with absolute paths.
    pub fn in_function(&mut self, of: &ItemFn) -> ItemFn {
        let mut of = of.clone();
        self.visit_item_fn_mut(&mut of);
        of
    }

    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    pub fn append(&mut self, other: Absolute) {
        self.paths.extend(other.paths);
    }
}

impl VisitMut for Absolute {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let Some(absolute) = place(path).and_then(|at| self.paths.get(&at)) else { return };
        // the last segments are those of the source, with their arguments
        let mut found = absolute.clone();
        let retained = path.segments.len().min(found.segments.len());
        let (own, of_path) = (found.segments.len() - retained, path.segments.len() - retained);
        for (new, old) in
            found.segments.iter_mut().skip(own).zip(path.segments.iter().skip(of_path))
        {
            new.arguments = old.arguments.clone();
        }
        *path = found;
    }
}

impl World {
    /// The path from `crate` or `::std` of the item that a path resolves to here, with the last
    /// arguments of the path.
    pub fn path_from_crate(&self, path: &Path) -> Option<Path> {
        let (mut absolute, _) = self.absolute_path(path)?;
        absolute.segments.last_mut()?.arguments = path.segments.last()?.arguments.clone();
        Some(absolute)
    }

    /// The path from `crate` or `::std` of the item that a path resolves to here, and where that
    /// item is visible.
    pub(in crate::world) fn absolute_path(&self, path: &Path) -> Option<(Path, VisibleModule)> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let named: Vec<&str> = names.iter().map(String::as_str).collect();
        let item = (1..=names.len()).rev().find_map(|k| match self.resolve_path(&names[..k]) {
            Resolution::Item(defined) => Some((self.path_from_root(&defined)?, k)),
            _ => None,
        });
        let variant = || {
            let variant = self.variant(&names[0])?;
            let (mut found, module) = self.path_from_root(&variant.of)?;
            found.push(variant.name);
            Some(((found, module), 1))
        };
        let (leading, found, module) = match item.or_else(variant) {
            Some(((mut found, module), k)) => {
                found.extend(names[k..].iter().cloned());
                (false, found, module)
            }
            None => (true, self.path_in_std(&named)?, Vec::new()),
        };
        let span = path.segments.first()?.ident.span();
        let segments = found
            .iter()
            .map(|name| Some(PathSegment::from(ident(name, span)?)))
            .collect::<Option<_>>()?;
        let within = VisibleModule { module, name: Captured::item(names.join("::")) };
        Some((Path { leading_colon: leading.then(|| syn::Token![::](span)), segments }, within))
    }

    /// Whether the item is in a module of the crate, or in one nested in it.
    pub(in crate::world) fn is_within(&self, within: Option<&VisibleModule>) -> bool {
        let path = || self.current_module().and_then(|at| self.files().path_of(&at));
        within.is_none_or(|within| path().is_some_and(|path| path.starts_with(&within.module)))
    }
}

fn ident(name: &str, span: Span) -> Option<Ident> {
    let mut ident: Ident = syn::parse_str(name)
        .ok()
        .or_else(|| (name == "crate").then(|| Ident::new("crate", span)))?;
    ident.set_span(span);
    Some(ident)
}
