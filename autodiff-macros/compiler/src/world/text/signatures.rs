//! The signatures of the functions of a file, and its constants: one table of all that are in
//! modules, blocks and traits, with the attribute or without.

use super::{is_cfg, may_derive};
use crate::type_class::{self, DISCRETE, strip_groups};
use crate::world::names::modules::ItemPath;
use crate::world::records;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::{
    Attribute, Block, Expr, FnArg, GenericParam, Generics, ImplItem, Item, Signature, Stmt,
    TraitItem, Type,
};

/// An associated function: its type and its name; or a free function and an empty name.
type Key = (ItemPath, String);

/// The signatures of the functions of a file.
#[derive(Default)]
pub struct Signatures {
    all: HashMap<Key, SignatureEntry>,
    /// The functions of `impl` blocks of traits for a type, or for a reference to it, as strings.
    of_traits: HashMap<Key, Vec<String>>,
    /// Those of them without the attribute, both on the function and on the items around it.
    plain_of_traits: HashMap<Key, Vec<String>>,
    /// The constants and statics of modules; `None` for those that are configured.
    constants: HashMap<ItemPath, Option<Constant>>,
    /// The names in arguments of macro calls outside functions: the macros may define items of
    /// these names, with derivatives.
    differentiated: HashSet<String>,
}

/// A constant or static of a module.
#[derive(Clone)]
pub struct Constant {
    /// Its type, as a string.
    pub ty: String,
    pub is_static: bool,
}

/// The signature of a function, or the type of a constant.
struct SignatureEntry {
    /// The type of its result; empty if it has none.
    result: String,
    /// Whether it is the only one with this key.
    is_only: bool,
    /// Whether its result may have another type: it, its block or its type has parameters, or
    /// attributes that change it.
    is_open: bool,
    /// Whether it does not have the attribute, returns an integer, bool or character, and changes
    /// nothing.
    counts: bool,
    returns_collection: bool,
    /// Whether its body is an expression without calls and effects.
    only_builds: bool,
    /// Whether it cannot have a derivative: neither it nor the items around it have an attribute
    /// that may be ours.
    is_plain: bool,
    /// Of each parameter, including `self`, the type if it is composed of scalars of the language
    /// and of types of std.
    param_types: Vec<Option<String>>,
    /// The signature, in its block if it has one; empty for a constant, and for a function of a
    /// trait.
    text: String,
}

impl Signatures {
    /// The type of the result of a function, or of a constant, if there is only one and it has no
    /// parameters.
    pub fn result(&self, key: &Key) -> Option<&str> {
        let entry = self
            .all
            .get(key)
            .filter(|entry| entry.is_only && !entry.is_open && !entry.result.is_empty())?;
        Some(&entry.result)
    }

    /// The same, also if it depends on the function's generic parameters.
    pub fn generic_result(&self, key: &Key) -> Option<&str> {
        let entry = self.all.get(key).filter(|entry| entry.is_only && !entry.result.is_empty())?;
        Some(&entry.result)
    }

    /// The constant or static of a module, if there is only one of that name.
    pub fn constant(&self, home: &ItemPath) -> Option<&Constant> {
        self.constants.get(home)?.as_ref()
    }

    /// The type of the result of a function that returns an integer, bool or character.
    pub fn count(&self, key: &Key) -> Option<&str> {
        let entry = self.all.get(key).filter(|entry| entry.is_only && entry.counts)?;
        Some(&entry.result)
    }

    /// The signature of a function, if there is only one; an associated one is in its block.
    pub fn signature_text(&self, key: &Key) -> Option<&str> {
        let entry = self.all.get(key).filter(|entry| entry.is_only && !entry.text.is_empty())?;
        Some(&entry.text)
    }

    /// The signatures of the functions of that name in the trait implementations of a type, each in
    /// its block.
    pub fn of_traits(&self, key: &Key) -> &[String] {
        self.of_traits.get(key).map_or(&[], Vec::as_slice)
    }

    /// Those of them that have no derivative.
    pub fn plain_of_traits(&self, key: &Key) -> &[String] {
        self.plain_of_traits.get(key).map_or(&[], Vec::as_slice)
    }

    /// Whether a function only builds a value of its parameters.
    pub fn only_builds(&self, key: &Key) -> bool {
        self.all.get(key).is_some_and(|entry| entry.is_only && entry.only_builds)
    }

    /// The types of the parameters of a function that are composed of scalars of the language and
    /// of types of std.
    pub fn param_types(&self, key: &Key) -> Option<&[Option<String>]> {
        let entry = self.all.get(key).filter(|entry| entry.is_only && !entry.is_open)?;
        Some(&entry.param_types)
    }

    /// Whether a function has no derivative.
    pub fn is_plain(&self, key: &Key) -> bool {
        let (home, name) = key;
        let name = if name.is_empty() { &home.name } else { name };
        self.all.get(key).is_some_and(|entry| entry.is_only && entry.is_plain)
            && !self.differentiated.contains(name)
    }

    /// Whether a function returns a collection or an iterator; if the function is not known,
    /// whether all of its name do.
    pub fn returns_collection(&self, key: Option<&Key>, name: &str) -> bool {
        if let Some(entry) = key.and_then(|key| self.all.get(key)) {
            return entry.returns_collection;
        }
        let is_of_name =
            |(home, own): &Key| if own.is_empty() { home.name == name } else { own == name };
        let mut of_name =
            self.all.iter().filter(|(key, _)| is_of_name(key)).map(|(_, entry)| entry).peekable();
        of_name.peek().is_some() && of_name.all(|entry| entry.returns_collection)
    }

    /// Adds the functions and constants of a module, without those of nested modules. The module is
    /// plain if no attribute is on it or on those around it.
    pub fn add(&mut self, module: &str, is_plain: bool, items: &[Item]) {
        let home = |name: &Ident| ItemPath { module: module.to_string(), name: name.to_string() };
        for item in items {
            match item {
                Item::Fn(f) => {
                    let (entry, text) = (
                        SignatureEntry::of(&f.sig, &f.attrs, Some(&f.block)),
                        f.sig.to_token_stream().to_string(),
                    );
                    self.insert(
                        (home(&f.sig.ident), String::new()),
                        SignatureEntry { is_plain: entry.is_plain && is_plain, text, ..entry },
                    );
                }
                Item::Const(of) => {
                    self.insert_constant(home(&of.ident), (&of.ty, false), &of.attrs)
                }
                Item::Static(of) => {
                    self.insert_constant(home(&of.ident), (&of.ty, true), &of.attrs)
                }
                Item::Macro(m) => names_in(m.mac.tokens.clone(), &mut self.differentiated),
                Item::Trait(of) => {
                    for item in &of.items {
                        if let TraitItem::Fn(f) = item {
                            let entry = SignatureEntry {
                                is_open: true,
                                counts: false,
                                is_plain: false,
                                ..SignatureEntry::of(&f.sig, &f.attrs, None)
                            };
                            self.insert((home(&of.ident), f.sig.ident.to_string()), entry);
                        }
                    }
                }
                Item::Impl(block) => {
                    self.add_of_trait(module, is_plain, block);
                    let Type::Path(of) = &*block.self_ty else { continue };
                    let Some(last) =
                        of.path.segments.last().filter(|_| of.path.segments.len() == 1)
                    else {
                        continue;
                    };
                    let of_block =
                        !last.arguments.is_none() || is_open(&block.generics, &block.attrs);
                    let may_count = block.trait_.is_none() && !block.attrs.iter().any(is_cfg);
                    let is_plain =
                        is_plain && block.trait_.is_none() && has_none_of_ours(&block.attrs);
                    for item in &block.items {
                        let (name, entry) = match item {
                            ImplItem::Fn(f) => {
                                (&f.sig.ident, SignatureEntry::of(&f.sig, &f.attrs, Some(&f.block)))
                            }
                            ImplItem::Const(c) => (
                                &c.ident,
                                SignatureEntry::of_constant(&c.ty, is_open(&c.generics, &c.attrs)),
                            ),
                            _ => continue,
                        };
                        let (is_open, counts, is_plain) = (
                            entry.is_open || of_block,
                            entry.counts && may_count,
                            entry.is_plain && is_plain,
                        );
                        let text = if let ImplItem::Fn(f) = item {
                            in_block(block, &f.sig)
                        } else {
                            String::new()
                        };
                        let entry = SignatureEntry { is_open, counts, is_plain, text, ..entry };
                        self.insert((home(&last.ident), name.to_string()), entry);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_of_trait(&mut self, module: &str, is_plain: bool, block: &syn::ItemImpl) {
        let referent = match strip_groups(&block.self_ty) {
            Type::Reference(reference) => strip_groups(&reference.elem),
            ty => ty,
        };
        let Type::Path(of) = referent else { return };
        let Some(last) = of.path.segments.last().filter(|_| block.trait_.is_some()) else { return };
        for item in &block.items {
            if let ImplItem::Fn(f) = item
                && !block.attrs.iter().chain(&f.attrs).any(is_cfg)
            {
                let home = ItemPath { module: module.to_string(), name: last.ident.to_string() };
                let (key, text) = ((home, f.sig.ident.to_string()), in_block(block, &f.sig));
                if is_plain && has_none_of_ours(&block.attrs) && has_none_of_ours(&f.attrs) {
                    self.plain_of_traits.entry(key.clone()).or_default().push(text.clone());
                }
                self.of_traits.entry(key).or_default().push(text);
            }
        }
    }

    fn insert_constant(
        &mut self,
        home: ItemPath,
        (ty, is_static): (&Type, bool),
        attrs: &[Attribute],
    ) {
        let found = (!attrs.iter().any(is_cfg))
            .then(|| Constant { ty: ty.to_token_stream().to_string(), is_static });
        self.constants.entry(home).and_modify(|of| *of = None).or_insert(found);
    }

    fn insert(&mut self, key: Key, entry: SignatureEntry) {
        let returns_collection = entry.returns_collection;
        let found = self.all.entry(key).and_modify(|of| of.is_only = false).or_insert(entry);
        found.returns_collection &= returns_collection;
    }
}

impl SignatureEntry {
    fn of(sig: &Signature, attrs: &[Attribute], body: Option<&Block>) -> SignatureEntry {
        let ty = if let syn::ReturnType::Type(_, ty) = &sig.output { Some(&**ty) } else { None };
        SignatureEntry {
            result: ty.map(|ty| ty.to_token_stream().to_string()).unwrap_or_default(),
            is_only: true,
            is_open: is_open(&sig.generics, attrs),
            counts: ty.is_some_and(is_count)
                && has_only_shared_arguments(sig)
                && !attrs.iter().any(|of| records::is_ours(of) || is_cfg(of)),
            returns_collection: ty.is_some_and(type_class::is_collection),
            only_builds: body.is_some_and(only_builds) && !attrs.iter().any(is_cfg),
            is_plain: has_none_of_ours(attrs),
            param_types: sig.inputs.iter().map(param_type).collect(),
            text: String::new(),
        }
    }

    fn of_constant(ty: &Type, is_open: bool) -> SignatureEntry {
        SignatureEntry {
            result: ty.to_token_stream().to_string(),
            is_only: true,
            is_open,
            counts: false,
            returns_collection: false,
            only_builds: false,
            is_plain: false,
            param_types: Vec::new(),
            text: String::new(),
        }
    }
}

/// A signature in a block like its own, with the associated types of that block.
fn in_block(block: &syn::ItemImpl, sig: &Signature) -> String {
    let ((generics, _, clause), owner) = (block.generics.split_for_impl(), &block.self_ty);
    let types = block.items.iter().filter(|item| matches!(item, ImplItem::Type(_)));
    quote!(impl #generics #owner #clause { #(#types)* #sig {} }).to_string()
}

/// The type of a parameter, if it resolves to the same type everywhere.
fn param_type(input: &FnArg) -> Option<String> {
    let FnArg::Typed(input) = input else { return None };
    let mut ty = strip_groups(&input.ty);
    loop {
        ty = match ty {
            Type::Reference(of) => strip_groups(&of.elem),
            Type::Slice(of) => strip_groups(&of.elem),
            ty => break type_class::is_of_std(ty).then(|| input.ty.to_token_stream().to_string()),
        }
    }
}

/// Attributes that are known not to affect derivatives. Others may be macros, of which ours is one.
const OTHERS: &[&str] = &[
    "doc",
    "inline",
    "allow",
    "expect",
    "warn",
    "deny",
    "forbid",
    "must_use",
    "cold",
    "deprecated",
    "track_caller",
    "rustfmt",
    "clippy",
];

/// Whether no attribute among these may be ours.
pub fn has_none_of_ours(attrs: &[Attribute]) -> bool {
    attrs.iter().all(|of| {
        of.path()
            .segments
            .first()
            .is_some_and(|first| OTHERS.iter().any(|name| first.ident == name))
    })
}

fn names_in(tokens: TokenStream, names: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(of) => names_in(of.stream(), names),
            TokenTree::Ident(name) => drop(names.insert(name.to_string())),
            _ => {}
        }
    }
}

fn is_open(generics: &Generics, attrs: &[Attribute]) -> bool {
    generics.params.iter().any(|p| !matches!(p, GenericParam::Lifetime(_)))
        || attrs.iter().any(may_derive)
}

/// Whether a type is an integer, a bool or a character.
fn is_count(ty: &Type) -> bool {
    let name = if let Type::Path(of) = ty { of.path.get_ident() } else { None };
    name.is_some_and(|name| {
        DISCRETE.iter().any(|of| name == of) && name != "str" && name != "String"
    })
}

/// Whether all arguments of a function are shared references or copied scalars.
fn has_only_shared_arguments(sig: &Signature) -> bool {
    let is_borrowed = |ty: &Type| match strip_groups(ty) {
        Type::Reference(of) => of.mutability.is_none(),
        Type::Path(of) => {
            type_class::is_scalar(of, type_class::REALS) || type_class::is_scalar(of, DISCRETE)
        }
        _ => false,
    };
    sig.inputs.iter().all(|input| match input {
        FnArg::Receiver(this) => matches!(this.kind, syn::ReceiverKind::Reference(_, _, None)),
        FnArg::Typed(of) => is_borrowed(&of.ty),
    })
}

/// Whether a body is an expression of parameters, fields, elements, arithmetic and constructors.
fn only_builds(body: &Block) -> bool {
    let [Stmt::Expr(built, None)] = &body.stmts[..] else { return false };
    is_built(built)
}

fn is_built(e: &Expr) -> bool {
    let is_constructor = |function: &Expr| {
        matches!(function, Expr::Path(of) if of.path.segments.last().is_some_and(|last| {
            last.ident.to_string().starts_with(char::is_uppercase)
        }))
    };
    match e {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(of) => is_built(&of.expr),
        Expr::Field(of) => is_built(&of.base),
        Expr::Reference(of) => of.mutability.is_none() && is_built(&of.expr),
        Expr::Index(of) => is_built(&of.expr) && is_built(&of.index),
        Expr::Range(of) => of.start.iter().chain(&of.end).all(|end| is_built(end)),
        Expr::Unary(of) => is_built(&of.expr),
        Expr::Binary(of) => is_built(&of.left) && is_built(&of.right),
        Expr::Cast(of) => is_built(&of.expr),
        Expr::Tuple(of) => of.elems.iter().all(is_built),
        Expr::Array(of) => of.elems.iter().all(is_built),
        Expr::Struct(of) => {
            of.fields.iter().map(|field| &field.expr).chain(of.rest.as_deref()).all(is_built)
        }
        Expr::Call(of) => is_constructor(&of.func) && of.args.iter().all(is_built),
        Expr::MethodCall(of) => of.method == "len" && is_built(&of.receiver),
        _ => false,
    }
}
