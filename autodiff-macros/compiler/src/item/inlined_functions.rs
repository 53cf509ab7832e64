//! Functions and methods that return closures or iterators: how they are recorded and emitted
//! ([`crate::world::bodies::inlining`]).

use super::{cfgs, method, remove_our_attributes};
use crate::world::bodies::inlining::{is_inlined, sign};
use crate::world::{World, records};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Block, GenericParam, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Type};

/// Records a function with the attribute. Returns the emitted items: the function and the items
/// that callers check.
pub fn of_function(function: ItemFn, world: &World) -> TokenStream {
    let world = &world.of_function(&function.sig);
    world.record_inlined("", &function, world.scope());
    let (name, visibility, sign, cfgs) =
        (&function.sig.ident, &function.vis, sign(&function), cfgs(&function.attrs));
    let (witnesses, places) =
        (witnesses(&function, world), places(&function.block, &sign, visibility, world));
    let mut emitted = function.clone();
    remove_our_attributes(&mut emitted.sig, &mut emitted.block);
    quote! {
        #emitted
        #cfgs
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #name {}
        #cfgs
        impl #name {
            #[doc(hidden)]
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            #visibility const #sign: () = { #witnesses };
            #places
        }
    }
}

/// The constants for the lines and columns in a body, which callers read.
fn places(body: &Block, sign: &Ident, visibility: &impl ToTokens, world: &World) -> TokenStream {
    let constants = world.places_in(body, sign).into_iter().map(|(name, place)| {
        quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            #visibility const #name: ::core::primitive::u32 = #place;
        }
    });
    constants.collect()
}

/// Statements that compile only if the names in a function that is inlined in other modules resolve
/// to the same items there.
fn witnesses(function: &ItemFn, world: &World) -> TokenStream {
    let relocatable = world.relocatable_function(function, world.scope()).unwrap_or_default();
    let witnesses = relocatable.witnesses;
    if witnesses.is_empty() {
        witnesses
    } else {
        quote!(#[allow(warnings)] fn check() { #witnesses })
    }
}

/// Records a method of a type without parameters that returns a closure or an iterator, if the
/// method or its block (`is_marked`) has the attribute. Both its expansion and the reading of its file
/// record it, since functions above the block may call it. Returns the method as a function.
pub fn record_method(
    block: &ItemImpl,
    function: &ImplItemFn,
    is_marked: bool,
    world: &World,
) -> Option<ItemFn> {
    let is_generic = block.generics.params.iter().any(|p| !matches!(p, GenericParam::Lifetime(_)));
    let is_marked = is_marked || function.attrs.iter().any(records::is_ours);
    let Type::Path(owner) = &*block.self_ty else { return None };
    if !is_marked
        || is_generic
        || block.trait_.is_some()
        || !is_inlined(&function.sig)
        || method::returns_receiver(block, function)
    {
        return None;
    }
    let mut plain = function.clone();
    plain.attrs.retain(|attribute| !records::is_ours(attribute));
    let detached = method::detach_as_function(block, &plain, world).ok()?;
    world.record_inlined(&owner.path.segments.last()?.ident.to_string(), &detached, world.scope());
    Some(detached)
}

/// The associated constants that callers of such a method check and read; `None` for other methods.
pub fn of_method(
    block: &ItemImpl,
    function: &ImplItemFn,
    is_marked: bool,
    world: &World,
) -> Option<Vec<ImplItem>> {
    let detached = record_method(block, function, is_marked, world)?;
    let (sign, witnesses) = (sign(&detached), witnesses(&detached, world));
    let checked = quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        pub(crate) const #sign: () = { #witnesses };
    };
    let places = places(&function.block, &sign, &quote!(pub(crate)), world);
    let block: ItemImpl = syn::parse2(quote!(impl Self { #checked #places })).ok()?;
    let mut constants = block.items;
    for constant in &mut constants {
        if let ImplItem::Const(of) = constant {
            of.attrs.extend(
                function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned(),
            );
        }
    }
    Some(constants)
}

/// The functions of a module of a group that are inlined.
pub fn inlined_functions(items: &[Item], scope: &[String]) -> Vec<ItemFn> {
    let Some((first, rest)) = scope.split_first() else {
        let functions =
            items.iter().filter_map(|item| if let Item::Fn(of) = item { Some(of) } else { None });
        let mut inlined: Vec<ItemFn> =
            functions.filter(|of| is_inlined(&of.sig)).cloned().collect();
        for function in &mut inlined {
            function.attrs.clear();
            remove_our_attributes(&mut function.sig, &mut function.block);
        }
        return inlined;
    };
    let inner = items.iter().find_map(|item| match item {
        Item::Mod(of) if of.ident == first => of.content.as_ref(),
        _ => None,
    });
    inner.map_or_else(Vec::new, |(_, items)| inlined_functions(items, rest))
}
