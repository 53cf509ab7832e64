//! Variants that imports rename: after `use Shape::{Circle as Disk}`, `Disk(r)` becomes
//! `Shape::Circle(r)`.
//!
//! Fields of variants are named by the variant's original name, so paths are rewritten to it. Names
//! that the body itself defines or imports are unchanged.

use crate::lower::*;
use syn::visit_mut::VisitMut;
use syn::{Expr, Pat, Path};

/// The function with the original names of variants, if imports rename any.
pub fn with_original_variants(
    function: &syn::ItemFn,
    caller_names: &CallerNames,
    world: &World,
) -> Option<syn::ItemFn> {
    if !world.has_renaming_imports() {
        return None;
    }
    let mut renamed = function.clone();
    let mut rename = Rename { caller_names, world, known: HashMap::default(), changed: false };
    rename.visit_block_mut(&mut renamed.block);
    rename.changed.then_some(renamed)
}

struct Rename<'a> {
    caller_names: &'a CallerNames,
    world: &'a World,
    known: HashMap<String, Option<Path>>,
    changed: bool,
}

impl Rename<'_> {
    fn variant(&mut self, name: &Ident) -> Option<Path> {
        let text = name.to_string();
        if self.caller_names.may_define(&text) {
            return None;
        }
        let world = self.world;
        let known =
            self.known.entry(text).or_insert_with_key(|text| world.path_of_renamed_variant(text));
        let mut path = known.clone()?;
        self.changed = true;
        path.segments.iter_mut().for_each(|segment| segment.ident.set_span(name.span()));
        Some(path)
    }

    fn rename(&mut self, path: &mut Path) {
        if let Some(name) = path.get_ident().cloned()
            && let Some(variant) = self.variant(&name)
        {
            *path = variant;
        }
    }
}

impl VisitMut for Rename<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(of) if of.qself.is_none() => self.rename(&mut of.path),
            Expr::Struct(of) => self.rename(&mut of.path),
            _ => {}
        }
        syn::visit_mut::visit_expr_mut(self, e);
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        match pat {
            Pat::TupleStruct(of) => self.rename(&mut of.path),
            Pat::Struct(of) => self.rename(&mut of.path),
            Pat::Ident(of)
                if of.by_ref.is_none() && of.mutability.is_none() && of.subpat.is_none() =>
            {
                if let Some(path) = self.variant(&of.ident) {
                    *pat = Pat::Path(syn::PatPath {
                        attrs: std::mem::take(&mut of.attrs),
                        qself: None,
                        path,
                    });
                }
            }
            _ => {}
        }
        syn::visit_mut::visit_pat_mut(self, pat);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
