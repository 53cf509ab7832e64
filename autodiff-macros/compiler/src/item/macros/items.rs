//! The items of a module, with calls of the module's own macros replaced by their expansions:
//! `impl_ops!(Add, add, +);`.
//!
//! Only functions and blocks are expanded. A call is unchanged if it cannot be expanded, has an
//! attribute, or expands to neither functions nor blocks.

use super::super::NormalizeTypes;
use super::hygiene::{Binds, RemoveTags, tag_of};
use super::rules::Macro;
use super::{DEPTH, TOKENS, count, is_definition, names_in};
use crate::world::World;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeSet, HashMap};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{File, Item, ItemMacro, ItemMod};

/// Replaces calls of the module's own macros by the functions and blocks that they expand to.
pub fn expand_item_macros(module: &mut ItemMod, world: &World) {
    let mut taken = BTreeSet::new();
    names_in(module.to_token_stream(), &mut taken);
    let mut putting = InsertExpansions { world, used_names: taken, calls: 0, tokens: 0 };
    if let Some((_, items)) = &mut module.content {
        putting.items(items, Vec::new(), 0);
    }
    if putting.calls > 0 {
        OnlyHere.visit_item_mod_mut(module);
    }
}

/// Replaces calls of the file's own macros by their expansions, in a file that is read for its
/// declarations. Bodies are not expanded.
pub fn expand_items(file: &mut File) {
    FileExpansion { tokens: 0 }.items(&mut file.items, Vec::new(), 0);
}

/// Expands calls of macros.
trait Expand {
    /// The items that a call expands to, by the definitions before it; `None` if the call is
    /// unchanged.
    fn expansion_of(&mut self, call: &ItemMacro, defined: &[ItemMacro]) -> Option<Vec<Item>>;

    /// Replaces the calls among some items and in their nested modules.
    fn items(&mut self, items: &mut Vec<Item>, mut defined: Vec<ItemMacro>, depth: usize) {
        for mut item in std::mem::take(items) {
            match &mut item {
                Item::Macro(m) if is_definition(m) => defined.push(m.clone()),
                Item::Macro(call) => {
                    if let Some(mut found) =
                        self.expansion_of(call, &defined).filter(|_| depth < DEPTH)
                    {
                        self.items(&mut found, defined.clone(), depth + 1);
                        items.append(&mut found);
                        continue;
                    }
                }
                Item::Mod(inner) => {
                    if let Some((_, items)) = &mut inner.content {
                        self.items(items, defined.clone(), depth);
                    }
                }
                _ => {}
            }
            items.push(item);
        }
    }
}

/// The items of a file with those that its macros expand to.
struct FileExpansion {
    /// The token count of all expansions so far.
    tokens: usize,
}

impl Expand for FileExpansion {
    fn expansion_of(&mut self, call: &ItemMacro, defined: &[ItemMacro]) -> Option<Vec<Item>> {
        let name = call.mac.path.get_ident().filter(|_| call.ident.is_none())?;
        let of = Macro::new(defined.iter().rev().find(|m| m.ident.as_ref() == Some(name))?, true)?;
        let tokens = of.expansion(call.mac.tokens.clone(), 1, name.span()).ok()?;
        self.tokens += count(tokens.clone());
        let mut file =
            syn::parse2::<File>(without_tags(tokens)).ok().filter(|_| self.tokens <= TOKENS)?;
        file.items.iter_mut().for_each(|item| NormalizeTypes.visit_item_mut(item));
        Some(file.items)
    }
}

fn without_tags(tokens: TokenStream) -> TokenStream {
    let token = |token| match token {
        TokenTree::Ident(name) if let Some((_, own)) = tag_of(&name.to_string()) => {
            TokenTree::Ident(Ident::new(own, name.span()))
        }
        TokenTree::Group(group) => {
            let mut inner =
                proc_macro2::Group::new(group.delimiter(), without_tags(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    };
    tokens.into_iter().map(token).collect()
}

struct InsertExpansions<'w> {
    world: &'w World,
    /// The names that renaming must not produce.
    used_names: BTreeSet<String>,
    calls: usize,
    /// The token count of all expansions so far.
    tokens: usize,
}

impl Expand for InsertExpansions<'_> {
    fn expansion_of(&mut self, call: &ItemMacro, defined: &[ItemMacro]) -> Option<Vec<Item>> {
        let name =
            call.mac.path.get_ident().filter(|_| call.attrs.is_empty() && call.ident.is_none())?;
        let of = defined.iter().rev().find(|m| m.ident.as_ref() == Some(name))?;
        let of = Macro::new(of, true).filter(|of| of.unsupported_reason().is_none())?;
        let tag = self.calls + 1;
        let tokens = of.expansion(call.mac.tokens.clone(), tag, name.span()).ok()?;
        self.tokens += count(tokens.clone());
        let mut file = syn::parse2::<File>(tokens).ok().filter(|_| self.tokens <= TOKENS)?;
        let has_functions =
            |item: &Item| matches!(item, Item::Fn(_) | Item::Impl(_) | Item::Macro(_));
        let stays = |item: &Item| {
            matches!(item, Item::Verbatim(_)) || matches!(item, Item::Macro(m) if m.ident.is_some())
        };
        if !file.items.iter().any(has_functions) || file.items.iter().any(stays) {
            return None;
        }
        self.calls = tag;
        self.settle(&mut file, tag, &call.mac.tokens);
        file.items.iter_mut().for_each(|item| NormalizeTypes.visit_item_mut(item));
        Some(file.items)
    }
}

impl InsertExpansions<'_> {
    /// Removes the tag. Bindings of the macro keep their names, unless the call contains the same
    /// name.
    fn settle(&mut self, file: &mut File, tag: usize, given: &TokenStream) {
        let mut of_call = BTreeSet::new();
        names_in(given.clone(), &mut of_call);
        let mut binds = Binds::new(tag);
        binds.visit_file(file);
        let bound = binds.names.clone();
        // only a renamed identifier needs a witness
        binds.names.retain(|name| of_call.contains(name));
        binds.patterns.visit_file(file);
        let witness = binds.without_constants(self.world).and_then(|item| syn::parse2(item).ok());
        let mut renamed = HashMap::new();
        for name in bound.difference(&binds.constants).cloned() {
            let mut others =
                (1..).map(|k| format!("{name}_{k}")).filter(|n| !self.used_names.contains(n));
            let own = if of_call.contains(&name) {
                others.next().unwrap_or_default()
            } else {
                name.clone()
            };
            self.used_names.insert(own.clone());
            renamed.insert(name, own);
        }
        RemoveTags::new(tag, &renamed, &binds.constants).visit_file_mut(file);
        file.items.extend(witness);
    }
}

/// Allows unused macros: their calls have been replaced.
struct OnlyHere;

impl VisitMut for OnlyHere {
    fn visit_item_macro_mut(&mut self, m: &mut ItemMacro) {
        if is_definition(m) {
            m.attrs.push(syn::parse_quote!(#[allow(unused_macros)]));
        }
    }
}
