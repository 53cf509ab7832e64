//! `values: impl Iterator<Item = f64>` → `values: Vec<f64>`: derivatives are with respect to the
//! items, and the argument is collected.
//!
//! ```text
//! fn mean(values: impl Iterator<Item = f64>) -> f64 {        fn mean(values: Vec<f64>) -> f64 {
//!     let (sum, n) = values.fold(…);                   →         let mut values = values.into_iter();
//!     …                                                          let (sum, n) = values.fold(…);
//! ```
//!
//! For `Item = &f64` it is `values.iter()`. An `impl IntoIterator<Item = f64>` is a `Vec<f64>`, and
//! one of `&f64` is a `&[f64]`. A type parameter is removed if only such parameters have it as
//! their type.

use super::desugar_into::{parameters, parameters_of_type, remove};
use crate::params;
use crate::world::tokens::mentions;
use syn::{
    AssocType, Block, FnArg, GenericArgument, Ident, Pat, PathArguments, Signature, Type,
    TypeParamBound, parse_quote,
};

/// The items of an iterator, according to its bounds.
struct Items {
    ty: Type,
    /// Whether the bound is `IntoIterator`.
    into: bool,
}

/// Replaces the types of parameters that are iterators by the types that they are collected into.
pub fn take_collected(sig: &mut Signature, block: &mut Block) {
    let anonymous: Vec<(usize, Items)> = parameters(sig)
        .filter_map(|(k, _, ty)| match ty {
            Type::ImplTrait(some) => Some((k, items(some.bounds.iter())?)),
            _ => None,
        })
        .collect();
    for (k, items) in anonymous {
        take(k, &items, sig, block);
    }
    let named: Vec<(Ident, Items)> = sig
        .generics
        .type_params()
        .filter_map(|t| Some((t.ident.clone(), items(params::bounds(&sig.generics, &t.ident))?)))
        .collect();
    for (name, items) in named {
        let (of_it, rest) = parameters_of_type(sig, &name);
        if of_it.is_empty() || mentions(&rest, &name) || mentions(&*block, &name) {
            continue;
        }
        remove(sig, &name);
        of_it.into_iter().for_each(|k| take(k, &items, sig, block));
    }
}

/// The items, if there are no other bounds.
fn items<'b>(bounds: impl Iterator<Item = &'b TypeParamBound>) -> Option<Items> {
    let mut found: Option<Items> = None;
    for bound in bounds {
        let bound = match bound {
            TypeParamBound::Lifetime(_) => continue,
            TypeParamBound::Trait(bound) => bound,
            _ => return None,
        };
        let last = bound.path.segments.last()?;
        let is_iterator = params::is_iterator(&bound.path);
        match &last.arguments {
            PathArguments::None if is_iterator || last.ident == "Copy" || last.ident == "Clone" => {
            }
            PathArguments::AngleBracketed(arguments) if is_iterator && found.is_none() => {
                match arguments.args.first()? {
                    GenericArgument::AssocType(AssocType { ident, ty, .. }) if ident == "Item" => {
                        found = Some(Items { ty: ty.clone(), into: last.ident == "IntoIterator" });
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    found
}

fn take(k: usize, items: &Items, sig: &mut Signature, block: &mut Block) {
    let FnArg::Typed(typed) = &mut sig.inputs[k] else { return };
    let Pat::Ident(pattern) = &mut *typed.pat else { return };
    let name = pattern.ident.clone();
    let (element, by_reference) = match &items.ty {
        Type::Reference(r) if r.mutability.is_none() => (&*r.elem, true),
        ty => (ty, false),
    };
    *typed.ty = if items.into && by_reference {
        parse_quote!(&[#element])
    } else {
        parse_quote!(Vec<#element>)
    };
    if !items.into {
        pattern.mutability = None;
        let made = if by_reference {
            parse_quote!(let mut #name = #name.iter();)
        } else {
            parse_quote!(let mut #name = #name.into_iter();)
        };
        block.stmts.insert(0, made);
    }
}
