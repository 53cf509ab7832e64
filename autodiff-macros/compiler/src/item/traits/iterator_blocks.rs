//! Blocks `impl Iterator for …` with a derivative of `next`.

use crate::diagnostics::Diagnostics;
use crate::world::records::is_ours;
use crate::world::{Meaning, World};
use quote::ToTokens;
use syn::{ImplItem, ImplItemFn, ItemImpl};

/// Reports functions of a differentiated `impl Iterator` that override a default of std based on
/// `next`: derivatives call only `next`.
pub fn check(block: &ItemImpl, world: &World, diagnostics: &mut Diagnostics) {
    let Some((path, _)) = &block.trait_ else { return };
    let is_of_std = path.segments.last().is_some_and(|last| last.ident == "Iterator")
        && world.meaning(path) != Meaning::Trait;
    let functions = || {
        block.items.iter().filter_map(|item| {
            if let ImplItem::Fn(function) = item { Some(function) } else { None }
        })
    };
    let is_differentiated =
        |function: &ImplItemFn| function.sig.ident == "next" && function.attrs.iter().any(is_ours);
    if !is_of_std || !functions().any(is_differentiated) {
        return;
    }
    for function in functions()
        .filter(|function| function.sig.ident != "next" && function.sig.ident != "size_hint")
    {
        let name = &function.sig.ident;
        let message = format!(
            "derivatives of an iterator call only its `next`, not this `{name}`: remove it, or \
             rename it and move it to an inherent `impl` block"
        );
        diagnostics.error_over(name.to_token_stream(), message);
    }
}

/// Whether a block implements `IntoIterator` with an iterator of std. Callers read its body where
/// they iterate, and it has no derivative of its own.
pub fn converts_into_std(block: &ItemImpl, world: &World) -> bool {
    let of_trait = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    let iterator = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(of) if of.ident == "IntoIter" => Some(&of.ty),
        _ => None,
    });
    let Some(syn::Type::Path(iterator)) = iterator else { return false };
    let names: Vec<String> = iterator.path.segments.iter().map(|s| s.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    of_trait.is_some_and(|last| last.ident == "IntoIterator")
        && (matches!(names[0], "std" | "core" | "alloc") || world.path_in_std(&names).is_some())
}
