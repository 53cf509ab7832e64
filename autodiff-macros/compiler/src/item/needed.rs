//! The functions of the traits of a module that may be needed: with the attribute.
//!
//! Functions and methods without it are differentiated when a differentiated function calls them with active values. Which function of a trait a type parameter is called
//! by, is asked of the trait before anything is lowered; so a module that does not compile without is tried once more with the attribute on all of them that something
//! in it calls, and that give or change what may carry reals.

use crate::world::records;
use crate::written::is_discrete;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, Item, ItemMod, ItemTrait, ReceiverKind, ReturnType, Signature, TraitItem, Type};

/// A module with the attribute on these functions; nothing if there are none.
pub fn with_traits_asked(item: TokenStream) -> Option<TokenStream> {
    let mut module: ItemMod = syn::parse2(item).ok()?;
    let mut called = Called::default();
    called.visit_item_mod(&module);
    let mut asked = Asked { called: called.0, any: false };
    asked.visit_item_mod_mut(&mut module);
    asked.any.then(|| module.to_token_stream())
}

/// The names of methods that are called, and the last names of paths.
#[derive(Default)]
struct Called(HashSet<String>);

impl<'ast> Visit<'ast> for Called {
    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        self.0.insert(m.method.to_string());
        visit::visit_expr_method_call(self, m);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.0.extend(path.path.segments.last().map(|last| last.ident.to_string()));
        visit::visit_expr_path(self, path);
    }
}

struct Asked {
    called: HashSet<String>,
    any: bool,
}

impl VisitMut for Asked {
    fn visit_item_trait_mut(&mut self, of: &mut ItemTrait) {
        if records::is_differentiated(of) {
            return;
        }
        for item in &mut of.items {
            if let TraitItem::Fn(function) = item
                && self.called.contains(&function.sig.ident.to_string())
                && may_carry_reals(&function.sig)
            {
                function.attrs.push(syn::parse_quote!(#[differentiate]));
                self.any = true;
            }
        }
        visit_mut::visit_item_trait_mut(self, of);
    }
}

/// The functions with a body of the traits among these items that have no attribute: until they are asked for, no block has them.
pub fn bodies_not_asked(items: &[Item]) -> HashSet<String> {
    let mut found = HashSet::new();
    for item in items {
        match item {
            Item::Trait(of) if !records::is_differentiated(of) => {
                let bodies = of.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(function) if function.default.is_some() => Some(function.sig.ident.to_string()),
                    _ => None,
                });
                found.extend(bodies);
            }
            Item::Mod(inner) => found.extend(inner.content.iter().flat_map(|(_, items)| bodies_not_asked(items))),
            _ => {}
        }
    }
    found
}

/// Whether a function gives or changes what may carry reals.
fn may_carry_reals(sig: &Signature) -> bool {
    let changes = sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))),
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(r) if r.mutability.is_some()),
    });
    changes || matches!(&sig.output, ReturnType::Type(_, ty) if !is_discrete(ty))
}
