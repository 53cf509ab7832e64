//! The items of one module of a group, and how they are collected.

use super::{GroupItems, may_derive, with_self, without_reference};
use crate::turbofish;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashMap;
use syn::{Attribute, Fields, Generics, ImplItem, Item, Signature, Type, UseTree};

/// The items of one module.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) functions: HashMap<String, Signature>,
    pub(super) structs: HashMap<String, (Generics, Fields)>,
    /// Types whose definition is of no use here.
    pub(super) types: Vec<String>,
    /// The types that aliases stand for, by the names of the aliases.
    pub(super) aliases: HashMap<String, TokenStream>,
    /// With the names of their variants.
    pub(super) enums: HashMap<String, Vec<String>>,
    /// The types with an `impl` block of `Differentiable`, or that may derive it.
    pub(super) differentiable: Vec<String>,
    /// The contents of the types.
    pub(super) type_contents: HashMap<String, TypeContents>,
    pub(super) traits: Vec<String>,
    pub(super) constants: HashMap<String, Type>,
    /// Associated functions and constants, by the names of the type and of the function or
    /// constant.
    pub(super) associated: HashMap<(String, String), Associated>,
    pub(super) associated_constants: HashMap<(String, String), Type>,
    /// The results of operators, by the types on the left and on the right; `None` if the results
    /// differ between operands by value and by reference.
    pub(super) operators: HashMap<(String, String, String), Option<Type>>,
    pub(super) uses: HashMap<String, Vec<String>>,
    pub(super) globs: Vec<Vec<String>>,
}

/// The contents of a type.
pub(super) struct TypeContents {
    pub(super) name: syn::Ident,
    pub(super) cfgs: Vec<Attribute>,
    pub(super) types: Vec<Type>,
    /// Whether it has type or constant parameters, or lifetimes.
    pub(super) has_parameters: bool,
    /// Whether it may derive `Differentiable`.
    pub(super) is_derived: bool,
    /// How values are copied.
    pub(super) save_impl: Option<TokenStream>,
}

/// The signature of an associated function, with the parameters of its `impl` block, and
/// [`explicit`](super::GroupSignature::explicit).
type Associated = (Signature, Option<Vec<bool>>);

impl GroupItems {
    pub(super) fn add(&mut self, items: &[Item], at: &[String]) {
        let mut scope = Scope::default();
        for item in items {
            if let Some((name, held)) = contents_of_type(item) {
                // of several definitions all but one are configured out
                if scope.type_contents.insert(name.clone(), held).is_some() {
                    scope.differentiable.push(name);
                }
            }
            match item {
                Item::Fn(f) => drop(scope.functions.insert(f.sig.ident.to_string(), f.sig.clone())),
                Item::Struct(s) => drop(
                    scope
                        .structs
                        .insert(s.ident.to_string(), (s.generics.clone(), s.fields.clone())),
                ),
                Item::Enum(e) => {
                    scope.types.push(e.ident.to_string());
                    scope.enums.insert(
                        e.ident.to_string(),
                        e.variants.iter().map(|v| v.ident.to_string()).collect(),
                    );
                }
                Item::Trait(t) => scope.traits.push(t.ident.to_string()),
                Item::Type(t) => {
                    scope.types.push(t.ident.to_string());
                    scope.aliases.insert(t.ident.to_string(), t.ty.to_token_stream());
                }
                Item::Const(c) => {
                    drop(scope.constants.insert(c.ident.to_string(), (*c.ty).clone()))
                }
                Item::Static(c) => {
                    drop(scope.constants.insert(c.ident.to_string(), (*c.ty).clone()))
                }
                Item::Use(u) => scope.import(&u.tree, &mut Vec::new()),
                Item::Mod(m) => {
                    if let Some((_, items)) = &m.content {
                        let inner: Vec<String> =
                            at.iter().cloned().chain([m.ident.to_string()]).collect();
                        self.add(items, &inner);
                    }
                }
                Item::Impl(block) => scope.add_block(block),
                _ => {}
            }
        }
        self.scopes.insert(at.to_vec(), scope);
    }
}

impl Scope {
    fn import(&mut self, tree: &UseTree, path: &mut Vec<String>) {
        match tree {
            UseTree::Path(p) => {
                path.push(p.ident.to_string());
                self.import(&p.tree, path);
                path.pop();
            }
            UseTree::Name(n) => self.record_import(&n.ident, None, path),
            UseTree::Rename(r) => self.record_import(&r.ident, Some(&r.rename), path),
            UseTree::Glob(_) => self.globs.push(path.clone()),
            UseTree::Group(g) => g.items.iter().for_each(|tree| self.import(tree, path)),
        }
    }

    /// Records an item that an import brings in; `self` is the module or the enum at the end of the
    /// path.
    fn record_import(&mut self, name: &syn::Ident, rename: Option<&syn::Ident>, path: &[String]) {
        let is_itself = name == "self";
        let path: Vec<String> =
            path.iter().cloned().chain((!is_itself).then(|| name.to_string())).collect();
        let Some(original) = path.last().cloned() else { return };
        self.uses.insert(rename.map_or(original, ToString::to_string), path);
    }

    /// Records the `Output` of an implementation of a trait such as those of operators.
    fn operator(&mut self, of: &syn::Path, block: &syn::ItemImpl) {
        let output = block.items.iter().find_map(|item| match item {
            ImplItem::Type(t) if t.ident == "Output" => Some(t.ty.clone()),
            _ => None,
        });
        let function = block.items.iter().find_map(|item| match item {
            ImplItem::Fn(f) => Some(f.sig.ident.to_string()),
            _ => None,
        });
        let (Some(output), Some(function), true) =
            (output, function, block.generics.params.is_empty())
        else {
            return;
        };
        let left = without_reference(block.self_ty.to_token_stream());
        let right = of.segments.last().and_then(|s| match &s.arguments {
            syn::PathArguments::AngleBracketed(a) => {
                a.args.first().map(|a| without_reference(a.to_token_stream()))
            }
            _ => None,
        });
        let right = right.unwrap_or_else(|| left.clone());
        let Ok(output) = syn::parse2::<Type>(with_self(
            output.to_token_stream(),
            &block.self_ty.to_token_stream(),
        )) else {
            return;
        };
        let key = (left.to_string(), function, right.to_string());
        let entry = self.operators.entry(key).or_insert_with(|| Some(output.clone()));
        if entry.as_ref().is_some_and(|known| {
            known.to_token_stream().to_string() != output.to_token_stream().to_string()
        }) {
            *entry = None;
        }
    }

    fn add_block(&mut self, block: &syn::ItemImpl) {
        if let (Some((path, _)), Type::Path(owner)) = (&block.trait_, &*block.self_ty)
            && path.segments.last().is_some_and(|s| s.ident == "Differentiable")
        {
            self.differentiable.extend(owner.path.segments.last().map(|s| s.ident.to_string()));
        }
        // several traits may have functions of one name
        if let Some((path, _)) = &block.trait_ {
            return self.operator(path, block);
        }
        let Type::Path(owner) = &*block.self_ty else { return };
        let Some(owner) = owner.path.segments.last().map(|s| s.ident.to_string()) else { return };
        for item in &block.items {
            match item {
                ImplItem::Fn(f) => {
                    let mut sig = f.sig.clone();
                    sig.generics.params.extend(block.generics.params.iter().cloned());
                    self.associated.insert(
                        (owner.clone(), f.sig.ident.to_string()),
                        (sig, turbofish::constants(&f.sig)),
                    );
                }
                ImplItem::Const(c) => {
                    let ty = syn::parse2(with_self(
                        c.ty.to_token_stream(),
                        &block.self_ty.to_token_stream(),
                    ));
                    self.associated_constants.insert(
                        (owner.clone(), c.ident.to_string()),
                        ty.unwrap_or_else(|_| c.ty.clone()),
                    );
                }
                _ => {}
            }
        }
    }
}

/// A type without parameters and its contents.
pub(super) fn contents_of_type(item: &Item) -> Option<(String, TypeContents)> {
    let types = |fields: &Fields| fields.iter().map(|f| f.ty.clone()).collect::<Vec<_>>();
    let (attributes, generics, name, types) = match item {
        Item::Struct(s) => (&s.attrs, &s.generics, &s.ident, types(&s.fields)),
        Item::Enum(e) => (
            &e.attrs,
            &e.generics,
            &e.ident,
            e.variants.iter().flat_map(|v| types(&v.fields)).collect(),
        ),
        _ => return None,
    };
    let cfgs = attributes.iter().filter(|a| a.path().is_ident("cfg")).cloned().collect();
    let held = TypeContents {
        types,
        has_parameters: !generics.params.is_empty(),
        is_derived: attributes.iter().any(may_derive),
        save_impl: crate::world::types::save_impls::save_impl(name, item),
        cfgs,
        name: name.clone(),
    };
    Some((name.to_string(), held))
}
