//! The names of a body → paths that name the same items in every module of the crate.
//!
//! A body that is lowered in another scope than it was written in ([`super::portable`]) names items of its own module and what that imports. By a path from
//! `crate`, or from `::std`, each of them is the same item there; what is not visible in the whole crate has no such path.

use super::World;
use super::resolve::Resolution;
use proc_macro2::{Ident, LineColumn, Span};
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{ItemFn, ItemTrait, Path, PathSegment, TraitItem};

/// Where the first name of a path is, with that name.
type Place = (usize, usize, String);

/// Paths of a body, by their places, and what to write for them.
#[derive(Clone, Default)]
pub struct Absolute(HashMap<Place, Path>);

fn place(path: &Path) -> Option<Place> {
    let first = &path.segments.first()?.ident;
    let LineColumn { line, column } = first.span().start();
    Some((line, column, first.to_string()))
}

impl Absolute {
    /// Notes what to write for a path.
    pub(super) fn note(&mut self, path: &Path, absolute: Path) {
        self.0.extend(place(path).map(|at| (at, absolute)));
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
        self.0.is_empty()
    }

    pub fn append(&mut self, other: Absolute) {
        self.0.extend(other.0);
    }
}

impl VisitMut for Absolute {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let Some(absolute) = place(path).and_then(|at| self.0.get(&at)) else { return };
        // the last names are the user's, with their arguments
        let mut found = absolute.clone();
        let kept = path.segments.len().min(found.segments.len());
        let (own, of_path) = (found.segments.len() - kept, path.segments.len() - kept);
        for (new, old) in found.segments.iter_mut().skip(own).zip(path.segments.iter().skip(of_path)) {
            new.arguments = old.arguments.clone();
        }
        *path = found;
    }
}

impl World {
    /// The path from `crate` or `::std` of what a path resolves to here.
    pub(super) fn absolute_path(&self, path: &Path) -> Option<Path> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let named: Vec<&str> = names.iter().map(String::as_str).collect();
        let item = (1..=names.len()).rev().find_map(|k| match self.resolve_path(&names[..k]) {
            Resolution::Item(defined) => Some((self.path_from_root(&defined)?, k)),
            _ => None,
        });
        let variant = || Some((self.path_from_root(&self.enum_of_variant(&names[0])?)?, 0));
        let (leading, found) = match item.or_else(variant) {
            Some((mut found, k)) => {
                found.extend(names[k..].iter().cloned());
                (false, found)
            }
            None => (true, self.path_in_std(&named)?),
        };
        let span = path.segments.first()?.ident.span();
        let segments = found.iter().map(|name| Some(PathSegment::from(ident(name, span)?))).collect::<Option<_>>()?;
        Some(Path { leading_colon: leading.then(|| syn::Token![::](span)), segments })
    }
}

fn ident(name: &str, span: Span) -> Option<Ident> {
    let mut ident: Ident = syn::parse_str(name).ok().or_else(|| (name == "crate").then(|| Ident::new("crate", span)))?;
    ident.set_span(span);
    Some(ident)
}
