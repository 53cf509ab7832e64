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

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::sync::{Mutex, PoisonError};
use syn::{
    Attribute, GenericArgument, GenericParam, ImplItem, ImplItemFn, Item, ItemImpl, ItemTrait, PathArguments, TraitItem, TraitItemFn,
};

/// The traits of this crate so far, as text: tokens do not outlive their expansion.
static KEPT: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// The blocks so far that no trait was there for: the name of the trait, and their functions.
static WITHOUT: Mutex<Vec<(String, Vec<String>)>> = Mutex::new(Vec::new());

/// What a block has from its trait.
pub struct Inherited {
    /// The functions that it does not write itself.
    pub functions: Vec<ImplItemFn>,
    /// The attributes of the functions that the trait has differentiated, by name: they hold for those of the block as well.
    pub attributes: Vec<(String, Attribute)>,
    /// An item that does not compile if the trait is another one.
    pub check: TokenStream,
}

/// Traits that the blocks of a group may implement.
#[derive(Default)]
pub struct Traits(Vec<ItemTrait>);

impl Traits {
    /// The traits among the items of a module, and in the modules in it.
    pub fn of(items: &[Item]) -> Traits {
        let mut found = Vec::new();
        collect(items, &mut found);
        found.iter().filter(|t| is_differentiated(t)).for_each(keep);
        Traits(found)
    }

    /// The trait that a block implements, if it has functions for the block.
    fn find(&self, block: &ItemImpl) -> Option<ItemTrait> {
        let name = block.trait_.as_ref()?.0.segments.last()?.ident.to_string();
        let functions = functions(block);
        if let Some(found) = self.0.iter().find(|t| t.ident == name && has_all(t, &functions)) {
            return is_differentiated(found).then(|| found.clone());
        }
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let named = kept.iter().rev().filter(|(of, _)| *of == name);
        let found = named.filter_map(|(_, text)| syn::parse_str(text).ok()).find(|t| has_all(t, &functions));
        if found.is_none() {
            let mut without = WITHOUT.lock().unwrap_or_else(PoisonError::into_inner);
            without.push((name, functions));
        }
        found
    }

    /// What a block has from its trait, if that is differentiated.
    pub fn inherited(&self, block: &ItemImpl) -> Option<Inherited> {
        let of = self.find(block)?;
        let own = functions(block);
        let arguments = arguments(&of, block);
        let of_trait = of.items.iter().filter_map(|item| if let TraitItem::Fn(f) = item { Some(f) } else { None });
        let functions =
            of_trait.clone().filter(|f| !own.iter().any(|name| f.sig.ident == name)).filter_map(|f| function(f, &arguments)).collect();
        let attributes = of_trait
            .filter_map(|f| f.attrs.iter().find(|a| super::group::is_ours(a)).map(|a| (f.sig.ident.to_string(), a.clone())))
            .collect();
        let (generics, _, clause) = block.generics.split_for_impl();
        let (owner, path, sign) = (&block.self_ty, &block.trait_.as_ref()?.0, sign(&of));
        let cfgs = super::cfgs(&block.attrs);
        let check = quote! {
            #cfgs const _: () = { #[allow(dead_code, clippy::extra_unused_type_parameters)] fn check #generics () #clause { let _ = <#owner as #path>::#sign; } };
        };
        Some(Inherited { functions, attributes, check })
    }
}

fn collect(items: &[Item], found: &mut Vec<ItemTrait>) {
    for item in items {
        match item {
            Item::Trait(t) => found.push(t.clone()),
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

/// Keeps a trait for the blocks that come after it.
pub fn keep(of: &ItemTrait) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push((of.ident.to_string(), of.to_token_stream().to_string()));
}

/// Whether a trait has differentiated functions.
pub fn is_differentiated(of: &ItemTrait) -> bool {
    of.items.iter().any(|item| matches!(item, TraitItem::Fn(f) if f.attrs.iter().any(super::group::is_ours)))
}

/// The function that tells a trait from others of its name. It leaves objects of the trait possible.
pub fn mark(of: &ItemTrait) -> TraitItem {
    let sign = sign(of);
    syn::parse_quote! {
        #[doc(hidden)]
        fn #sign() where Self: ::core::marker::Sized {}
    }
}

fn sign(of: &ItemTrait) -> Ident {
    let text: String =
        std::iter::once(of.ident.to_string()).chain(of.items.iter().map(|item| item.to_token_stream().to_string())).collect();
    Ident::new(&format!("the_differentiated_trait_of_this_name_{:016x}", super::hash(&text)), Span::call_site())
}

/// The generic parameters of a trait with the arguments that a block has for them.
fn arguments(of: &ItemTrait, block: &ItemImpl) -> Vec<(String, TokenStream)> {
    let given = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()).map(|s| &s.arguments);
    let given: Vec<TokenStream> = match given {
        Some(PathArguments::AngleBracketed(given)) => given
            .args
            .iter()
            .filter(|a| matches!(a, GenericArgument::Type(_) | GenericArgument::Const(_)))
            .map(ToTokens::to_token_stream)
            .collect(),
        _ => Vec::new(),
    };
    let names = of.generics.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) => Some((t.ident.to_string(), t.default.as_ref().map(|(_, ty)| ty.to_token_stream()))),
        GenericParam::Const(c) => Some((c.ident.to_string(), c.default.as_ref().map(|(_, value)| value.to_token_stream()))),
        GenericParam::Lifetime(_) => None,
    });
    let mut given = given.into_iter();
    names.filter_map(|(name, default)| given.next().or(default).map(|argument| (name, argument))).collect()
}

fn function(of: &TraitItemFn, arguments: &[(String, TokenStream)]) -> Option<ImplItemFn> {
    let (attributes, sig, body) = (&of.attrs, &of.sig, of.default.as_ref()?);
    let tokens = replaced(quote!(#sig #body), arguments);
    syn::parse2(quote!(#(#attributes)* #tokens)).ok()
}

/// Names as what they stand for.
fn replaced(tokens: TokenStream, names: &[(String, TokenStream)]) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), replaced(group.stream(), names));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(ident) => match names.iter().find(|(name, _)| ident == name) {
                Some((_, argument)) if matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':') => {
                    out.extend(quote!(<#argument>));
                }
                Some((_, argument)) => out.extend(argument.clone()),
                None => out.extend([TokenTree::Ident(ident)]),
            },
            token => out.extend([token]),
        }
    }
    out
}
