//! Which free functions call each other, according to the files of the crate.
//!
//! The residuals of a function contain those of its callees. Residuals of mutually recursive
//! functions would contain themselves, and an attribute sees only its own function. So the names in
//! the bodies of all functions are read from the files. A false positive costs a pointer.

use crate::world::World;
use crate::world::names::modules::ItemPath;
use crate::world::names::resolve::Resolution;
use crate::world::tokens::paths;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::Item;

/// The paths in the bodies of functions.
pub(in crate::world) type Calls = HashMap<ItemPath, Vec<Vec<String>>>;

impl World {
    /// Whether the function that a path resolves to calls the function `own` of this module,
    /// directly or through others.
    pub fn calls_back(&self, own: &str, callee: &TokenStream) -> bool {
        let Some(path) = paths(callee.clone()).into_iter().next() else { return false };
        let (Resolution::Item(own), Resolution::Item(callee)) =
            (self.resolve(own), self.resolve_path(&path))
        else {
            return false;
        };
        let (mut seen, mut waiting) = (HashSet::new(), vec![callee]);
        while let Some(of) = waiting.pop() {
            if of == own {
                return true;
            }
            if !seen.insert((of.file.clone(), of.path.clone())) {
                continue;
            }
            let called =
                self.in_file(&of.file, |definitions| definitions.calls.get(&of.path).cloned());
            let there = self.in_module(&of);
            let resolved = called.unwrap_or_default().into_iter().filter_map(|path| {
                match there.resolve_path(&path) {
                    Resolution::Item(item) => Some(item),
                    _ => None,
                }
            });
            waiting.extend(resolved);
        }
        false
    }
}

/// Records the calls in the functions of a module.
pub(in crate::world) fn add(calls: &mut Calls, module: &str, items: &[Item]) {
    for item in items {
        if let Item::Fn(function) = item {
            let mut called = paths(function.block.to_token_stream());
            called.sort();
            called.dedup();
            calls.insert(
                ItemPath { module: module.to_string(), name: function.sig.ident.to_string() },
                called,
            );
        }
    }
}
