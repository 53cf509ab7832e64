//! The functions with a body of a trait → functions of the blocks that implement it.
//!
//! What a function of a trait does depends on the type: `self.potential()` in it is another function for each. So the body is differentiated for each
//! implementor, as if it stood in the block, unless the block has a function of that name:
//!
//! ```text
//! #[differentiate]                                          #[differentiate]
//! trait Body {                                              impl Body for Spring {
//!     #[differentiate]                                          // #[differentiate], as in the trait
//!     fn potential(&self, x: f64) -> f64;                       fn potential(&self, x: f64) -> f64 { 0.5 * self.k * x * x }
//!     #[differentiate]                                 →        // #[differentiate] fn excess …, not emitted: its derivatives are
//!     fn excess(&self, x: f64) -> f64 {                     }
//!         self.potential(x) - 1.0
//!     }
//! }
//! ```
//!
//! The trait and the block are two expansions, of which the second sees what the first has kept: the trait comes first in the source. A block names a trait
//! by a path, of which only the last name is compared, and its functions must be among the trait's; what is found so is told from other traits of that name
//! by a function that the trait gets, whose name is made of its definition, and which the block asks for.

use crate::kept::{self, KeptTrait};
use crate::lower::foreign_methods::{Derivative, derivative_of};
use crate::modules;
use proc_macro2::TokenStream;
use quote::quote;
use std::sync::{Mutex, PoisonError};
use syn::{Attribute, ImplItem, ImplItemFn, Item, ItemImpl, ItemTrait, PathArguments, TraitItem, TraitItemFn};

/// The blocks so far that no trait was there for: the name of the trait, and their functions.
static WITHOUT: Mutex<Vec<(String, Vec<String>)>> = Mutex::new(Vec::new());

/// What a block has from its trait.
pub struct Inherited {
    /// The functions that it does not write itself.
    pub functions: Vec<ImplItemFn>,
    /// The attributes of the functions that the trait has differentiated, by name: they hold for those of the block as well.
    pub attributes: Vec<(String, Attribute)>,
    /// The functions of the trait that are derivatives of others, by the names of these.
    pub derivatives: Vec<(String, Derivative)>,
    /// An item that does not compile if the trait is another one.
    pub check: TokenStream,
}

/// Traits that the blocks of a group may implement.
#[derive(Default)]
pub struct Traits(Vec<ItemTrait>);

impl Traits {
    /// The traits among the items of a module, and in the modules in it. They are kept for other items, and its structs with type parameters as well.
    pub fn of(items: &[Item]) -> Traits {
        let mut found = Vec::new();
        collect(items, &mut found);
        for of in found.iter().filter(|of| kept::is_differentiated(of)) {
            modules::enter_type(&of.ident);
            kept::keep_trait(of);
        }
        Traits(found)
    }

    /// The trait that a block implements, if it has functions for the block.
    fn find(&self, block: &ItemImpl) -> Option<KeptTrait> {
        let name = &block.trait_.as_ref()?.0.segments.last()?.ident;
        let functions = functions(block);
        if let Some(found) = self.0.iter().find(|t| t.ident == *name && has_all(t, &functions)) {
            return kept::is_differentiated(found).then(|| KeptTrait { item: found.clone(), sign: kept::sign(found) });
        }
        let found = kept::traits(name).into_iter().find(|t| has_all(&t.item, &functions));
        if found.is_none() {
            let mut without = WITHOUT.lock().unwrap_or_else(PoisonError::into_inner);
            without.push((name.to_string(), functions));
        }
        found
    }

    /// What a block has from its trait, if that is differentiated.
    pub fn inherited(&self, block: &ItemImpl) -> Option<Inherited> {
        let KeptTrait { item: of, sign } = self.find(block)?;
        let own = functions(block);
        let given = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()).map_or(&PathArguments::None, |s| &s.arguments);
        let arguments = kept::arguments(&of.generics, given);
        let of_trait = of.items.iter().filter_map(|item| if let TraitItem::Fn(f) = item { Some(f) } else { None });
        let functions =
            of_trait.clone().filter(|f| !own.iter().any(|name| f.sig.ident == name)).filter_map(|f| function(f, &arguments)).collect();
        let attributes =
            of_trait.filter_map(|f| f.attrs.iter().find(|a| kept::is_ours(a)).map(|a| (f.sig.ident.to_string(), a.clone()))).collect();
        let (generics, _, clause) = block.generics.split_for_impl();
        let (owner, path) = (&block.self_ty, &block.trait_.as_ref()?.0);
        let cfgs = super::cfgs(&block.attrs);
        let check = quote! {
            #cfgs const _: () = { #[allow(dead_code, clippy::extra_unused_type_parameters)] fn check #generics () #clause { let _ = <#owner as #path>::#sign; } };
        };
        Some(Inherited { functions, attributes, derivatives: derivatives(&of), check })
    }
}

/// The functions that a trait gets as derivatives of others, by the names of these.
pub fn derivatives(of: &ItemTrait) -> Vec<(String, Derivative)> {
    let functions = of.items.iter().filter_map(|item| if let TraitItem::Fn(f) = item { Some(f) } else { None });
    functions.filter_map(|f| Some((f.sig.ident.to_string(), derivative_of(of, f)?))).collect()
}

fn collect(items: &[Item], found: &mut Vec<ItemTrait>) {
    for item in items {
        match item {
            Item::Trait(t) => found.push(t.clone()),
            Item::Struct(s) => {
                modules::enter_type(&s.ident);
                kept::blur_type(&s.ident);
                kept::keep_struct(&s.ident, &s.generics, s);
            }
            Item::Enum(e) => {
                modules::enter_type(&e.ident);
                kept::blur_type(&e.ident);
                kept::keep_struct(&e.ident, &e.generics, e);
            }
            Item::Type(alias) => {
                modules::enter_type(&alias.ident);
                kept::keep_alias(alias);
            }
            Item::Mod(m) => m.content.iter().for_each(|(_, items)| collect(items, found)),
            _ => {}
        }
    }
}

/// The names of the functions of a block.
fn functions(block: &ItemImpl) -> Vec<String> {
    block.items.iter().filter_map(|item| if let ImplItem::Fn(f) = item { Some(f.sig.ident.to_string()) } else { None }).collect()
}

fn has_all(of: &ItemTrait, functions: &[String]) -> bool {
    functions.iter().all(|name| of.items.iter().any(|item| matches!(item, TraitItem::Fn(f) if f.sig.ident == name)))
}

/// Whether a block of a trait comes before it.
pub fn is_late(of: &ItemTrait) -> bool {
    let without = WITHOUT.lock().unwrap_or_else(PoisonError::into_inner);
    without.iter().any(|(name, functions)| of.ident == name && has_all(of, functions))
}

/// The function that tells a trait from others of its name. It leaves objects of the trait possible.
pub fn mark(of: &ItemTrait) -> TraitItem {
    let sign = kept::sign(of);
    syn::parse_quote! {
        #[doc(hidden)]
        fn #sign() where Self: ::core::marker::Sized {}
    }
}

fn function(of: &TraitItemFn, arguments: &[(String, TokenStream)]) -> Option<ImplItemFn> {
    let (attributes, sig, body) = (&of.attrs, &of.sig, of.default.as_ref()?);
    let tokens = kept::replaced(quote!(#sig #body), arguments);
    syn::parse2(quote!(#(#attributes)* #tokens)).ok()
}
