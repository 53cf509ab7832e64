//! Which functions of the traits of a module are differentiated.
//!
//! Functions and methods without the attribute are differentiated when a differentiated function
//! calls them with active values. A call through a type parameter is a call of a trait's function,
//! so this must be known before lowering. A trait without attributes therefore gets the attribute
//! on some of its functions. These are the functions that differentiated functions of the module
//! may reach, by the names in their bodies, and whose results or `&mut` parameters may hold reals.
//! The `impl` blocks of such a trait are treated like other code without the attribute: their
//! functions are differentiated when they are called with active values.

use crate::type_class::is_discrete;
use crate::world::records;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, FnArg, ImplItemFn, ItemFn, ItemMod, ItemTrait, ReceiverKind, ReturnType, Signature,
    TraitItem, TraitItemFn, Type,
};

/// Adds the attribute to the functions of traits of a module that its differentiated functions may
/// call. Returns these traits, each by its nested modules and its name.
pub fn mark_traits(module: &mut ItemMod) -> Vec<(Vec<String>, String)> {
    let mut named = FunctionNames::default();
    named.visit_item_mod(module);
    let mut marking =
        Marking { called_names: named.reachable_names(), modules: Vec::new(), marked: Vec::new() };
    visit_mut::visit_item_mod_mut(&mut marking, module);
    marking.marked
}

/// The names in the functions of a module.
#[derive(Default)]
struct FunctionNames {
    of_differentiated: Vec<TokenStream>,
    /// By the name of the function.
    of_others: HashMap<String, Vec<TokenStream>>,
}

impl<'ast> Visit<'ast> for FunctionNames {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.note_function(&function.attrs, &function.sig, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.note_function(&function.attrs, &function.sig, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.note_function(&function.attrs, &function.sig, function);
    }
}

impl FunctionNames {
    fn note_function(
        &mut self,
        attributes: &[Attribute],
        sig: &Signature,
        function: &dyn ToTokens,
    ) {
        if attributes.iter().any(records::is_ours) {
            self.of_differentiated.push(function.to_token_stream());
        } else {
            self.of_others
                .entry(sig.ident.to_string())
                .or_default()
                .push(function.to_token_stream());
        }
    }

    /// The names of the functions that the differentiated functions may call.
    fn reachable_names(mut self) -> HashSet<String> {
        let mut reached = HashSet::new();
        let mut waiting = self.of_differentiated;
        while let Some(function) = waiting.pop() {
            for token in function {
                match token {
                    TokenTree::Ident(name) => {
                        let name = name.to_string();
                        waiting.extend(self.of_others.remove(&name).into_iter().flatten());
                        reached.insert(name);
                    }
                    TokenTree::Group(of) => waiting.push(of.stream()),
                    _ => {}
                }
            }
        }
        reached
    }
}

struct Marking {
    called_names: HashSet<String>,
    /// The modules around the visited item.
    modules: Vec<String>,
    marked: Vec<(Vec<String>, String)>,
}

impl VisitMut for Marking {
    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        let outer = self.modules.clone();
        self.modules = super::super::group::scope_of_module(&outer, module);
        visit_mut::visit_item_mod_mut(self, module);
        self.modules = outer;
    }

    fn visit_item_trait_mut(&mut self, of: &mut ItemTrait) {
        if records::is_differentiated(of) {
            return;
        }
        let functions = of.items.iter_mut().filter_map(|item| {
            if let TraitItem::Fn(function) = item { Some(function) } else { None }
        });
        let mut needed = functions
            .filter(|f| {
                self.called_names.contains(&f.sig.ident.to_string()) && may_carry_reals(&f.sig)
            })
            .peekable();
        if needed.peek().is_some() {
            self.marked.push((self.modules.clone(), of.ident.to_string()));
        }
        needed.for_each(|function| function.attrs.push(syn::parse_quote!(#[differentiate])));
    }
}

/// Whether a function returns or changes a value that may have reals.
fn may_carry_reals(sig: &Signature) -> bool {
    let changes = sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => {
            matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_)))
        }
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(r) if r.mutability.is_some()),
    });
    changes || matches!(&sig.output, ReturnType::Type(_, ty) if !is_discrete(ty))
}
