//! The items of a module or an `impl` block under the attribute. Their tokens are evidence that
//! needs no check by rustc.
//!
//! Each query asks for the item that a path resolves to in a module of the group. `None` means that
//! the group does not show it.
//!
//! A type of the group without reals and without the derive has no tangents
//! ([`GroupView::is_discrete`]). It implements `Differentiable` nevertheless
//! ([`GroupItems::without_tangents`]), as `usize` does, so that any type may contain it.
//!
//! `scope` collects the items of one module of the group.

mod scope;

use crate::world::Meaning;
use crate::world::tokens::mentions_any;
use crate::world::types::in_scope::MOST_ALIASES;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use scope::{Scope, TypeContents};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{Attribute, Field, GenericParam, Generics, Item, PathArguments, Signature, Type};

/// The longest path that is resolved: globs that name each other make it longer at each step.
const MOST_SEGMENTS: usize = 16;

/// An item by the modules around it and its name.
pub type Location = (Vec<String>, String);

/// The items of a group.
#[derive(Default)]
pub struct GroupItems {
    scopes: HashMap<Vec<String>, Scope>,
}

/// The items of a group as seen from one of its modules.
#[derive(Clone)]
pub struct GroupView {
    items: Rc<GroupItems>,
    scope: Rc<[String]>,
}

/// The signature of a callee.
pub struct GroupSignature {
    /// The type of its result, if that resolves here.
    pub output: Option<Type>,
    /// Whether it returns a reference, or an `Option` of one, in place of that type.
    pub returns_reference: bool,
    /// Whether it has a `self`.
    pub receiver: bool,
    /// Of each parameter that is a function, the types of its arguments, if they all resolve here.
    pub functions: Vec<Option<Vec<Type>>>,
    /// For each parameter, including `self`, whether it is a mutable reference.
    pub mutable: Vec<bool>,
    /// Which of its generic parameters are constants, if its arguments do not determine all of them
    /// ([`crate::turbofish`]).
    pub explicit: Option<Vec<bool>>,
}

impl GroupItems {
    /// Reads the items of a group.
    pub fn new(items: &[Item]) -> GroupItems {
        let mut known = GroupItems::default();
        known.add(items, &[]);
        // of a single `impl` block the type is defined elsewhere
        if let [Item::Impl(block)] = items
            && let Type::Path(owner) = &*block.self_ty
            && let (Some(owner), Some(scope)) =
                (owner.path.segments.last(), known.scopes.get_mut(&Vec::new()))
        {
            scope.types.push(owner.ident.to_string());
        }
        known
    }

    /// For each type of the group that contains nothing that has a derivative: its module, and the
    /// items that make it a type without tangents.
    pub fn without_tangents(self: &Rc<Self>) -> Vec<(Vec<String>, TokenStream)> {
        let mut made = Vec::new();
        for (at, scope) in &self.scopes {
            let here = self.from(at);
            let discrete = scope
                .type_contents
                .values()
                .filter(|held| here.is_discrete(&held.name.to_token_stream()));
            made.extend(discrete.map(|TypeContents { name, cfgs, save_impl: saved, .. }| {
                let tokens = crate::world::types::plain_types::type_without_tangents(name);
                let saved = saved.as_ref().map(|saved| quote!(#(#cfgs)* #saved));
                (at.clone(), quote!(#(#cfgs)* #tokens #saved))
            }));
        }
        made.sort_by_key(|(at, tokens)| (at.clone(), tokens.to_string()));
        made
    }

    /// The items as seen from a module of the group.
    pub fn from(self: &Rc<Self>, scope: &[String]) -> GroupView {
        GroupView { items: self.clone(), scope: scope.into() }
    }

    /// The location of the item that a path resolves to in a module; `has` tests whether a scope
    /// defines a name.
    fn locate(
        &self,
        from: &[String],
        path: &[String],
        has: &dyn Fn(&Scope, &str) -> bool,
    ) -> Option<Location> {
        self.locate_unvisited(from, path, has, &mut HashSet::new())
    }

    /// As [`locate`](GroupItems::locate), without the pairs of a module and a path that this lookup
    /// has visited: imports may form cycles.
    fn locate_unvisited(
        &self,
        from: &[String],
        path: &[String],
        has: &dyn Fn(&Scope, &str) -> bool,
        visited: &mut HashSet<(Vec<String>, Vec<String>)>,
    ) -> Option<Location> {
        let scope = self.scopes.get(from)?;
        let [first, rest @ ..] = path else { return None };
        if path.len() > MOST_SEGMENTS || !visited.insert((from.to_vec(), path.to_vec())) {
            return None;
        }
        if first == "self" {
            return self.locate_unvisited(from, rest, has, visited);
        }
        if first == "super" {
            return self.locate_unvisited(from.split_last()?.1, rest, has, visited);
        }
        if rest.is_empty() && has(scope, first) {
            return Some((from.to_vec(), first.clone()));
        }
        if !rest.is_empty() {
            let inner: Vec<String> = from.iter().chain([first]).cloned().collect();
            if self.scopes.contains_key(&inner) {
                return self.locate_unvisited(&inner, rest, has, visited);
            }
        }
        if let Some(import) = scope.uses.get(first) {
            let path: Vec<String> = import.iter().chain(rest).cloned().collect();
            // `use f;` of an item of the same name in another module
            return if path == [first.clone()] {
                None
            } else {
                self.locate_unvisited(from, &path, has, visited)
            };
        }
        scope.globs.iter().filter(|glob| self.may_be_of_group(glob)).find_map(|glob| {
            let path: Vec<String> = glob.iter().chain(path).cloned().collect();
            self.locate_unvisited(from, &path, has, visited)
        })
    }

    /// Whether the path of an import may lead to a module or an enum of the group.
    fn may_be_of_group(&self, path: &[String]) -> bool {
        path.first().is_some_and(|first| {
            matches!(&**first, "self" | "super")
                || self.scopes.iter().any(|(at, scope)| {
                    at.last() == Some(first)
                        || scope.uses.contains_key(first)
                        || scope.enums.contains_key(first)
                })
        })
    }
}

impl GroupView {
    /// The function that a path resolves to.
    pub fn function(&self, path: &TokenStream) -> Option<Location> {
        self.items.locate(&self.scope, &segments(path)?, &|scope, name| {
            scope.functions.contains_key(name)
        })
    }

    /// The type of the group that a path resolves to, behind aliases.
    pub fn named_type(&self, path: &TokenStream) -> Option<Location> {
        let mut found = self.defined_type(path)?;
        for _ in 0..MOST_ALIASES {
            let Some(target) =
                self.items.scopes.get(&found.0).and_then(|scope| scope.aliases.get(&found.1))
            else {
                break;
            };
            let there = GroupView { scope: found.0.clone().into(), ..self.clone() };
            found = there.defined_type(target)?;
        }
        Some(found)
    }

    /// The type or the alias that a path resolves to.
    fn defined_type(&self, path: &TokenStream) -> Option<Location> {
        let has = |scope: &Scope, name: &str| {
            scope.structs.contains_key(name)
                || scope.types.iter().any(|t| t == name)
                || scope.associated.keys().any(|(t, _)| t == name)
        };
        self.items.locate(&self.scope, &segments(path)?, &has)
    }

    /// The signature of the function that a path resolves to.
    pub fn signature(&self, path: &TokenStream) -> Option<GroupSignature> {
        let (at, name) = self.function(path)?;
        let sig = self.items.scopes.get(&at)?.functions.get(&name)?;
        Some(self.of_signature(sig, &at))
    }

    fn functions(&self, sig: &Signature, at: &[String]) -> Vec<Option<Vec<Type>>> {
        let functions = crate::params::functions_of(sig).into_iter();
        functions
            .map(|types| types?.iter().map(|ty| self.ty(ty, &sig.generics, at)).collect())
            .collect()
    }

    /// The signature of a function of a type.
    pub fn associated_signature(&self, owner: &TokenStream, name: &str) -> Option<GroupSignature> {
        let found = [self.defined_type(owner), self.named_type(owner)].into_iter().flatten();
        let (at, (sig, explicit)) = found
            .filter_map(|(at, of)| {
                Some((
                    at.clone(),
                    self.items.scopes.get(&at)?.associated.get(&(of, name.to_string()))?,
                ))
            })
            .next()?;
        let mut sig = sig.clone();
        if let syn::ReturnType::Type(_, ty) = &mut sig.output
            && let Ok(named) = syn::parse2(with_self(ty.to_token_stream(), owner))
        {
            **ty = named;
        }
        Some(GroupSignature { explicit: explicit.clone(), ..self.of_signature(&sig, &at) })
    }

    fn of_signature(&self, sig: &Signature, at: &[String]) -> GroupSignature {
        let returns_reference = matches!(&sig.output, syn::ReturnType::Type(_, ty)
            if crate::type_class::owned_result(ty).is_some());
        GroupSignature {
            output: self.output(sig, at),
            returns_reference,
            receiver: sig.receiver().is_some(),
            functions: self.functions(sig, at),
            mutable: mutable_params(sig),
            explicit: None,
        }
    }

    /// The type of the result of an operator.
    pub fn operator(
        &self,
        left: &TokenStream,
        function: &str,
        right: &TokenStream,
    ) -> Option<Type> {
        let scope = self.items.scopes.get(&*self.scope)?;
        scope.operators.get(&(left.to_string(), function.to_string(), right.to_string()))?.clone()
    }

    /// Whether a path resolves to a type that the group defines.
    pub fn defines_type(&self, path: &TokenStream) -> bool {
        let has = |scope: &Scope, name: &str| {
            scope.structs.contains_key(name) || scope.enums.contains_key(name)
        };
        segments(path).is_some_and(|names| self.items.locate(&self.scope, &names, &has).is_some())
    }

    /// Whether a path resolves to a type of the group that has no type or constant parameters.
    pub fn has_no_parameters(&self, path: &TokenStream) -> bool {
        segments(path)
            .and_then(|names| self.type_contents(&names))
            .is_some_and(|(.., held)| !held.has_parameters)
    }

    /// Whether a path resolves to a type of the group that may have reals and is not
    /// differentiable.
    pub fn lacks_derive(&self, path: &TokenStream) -> bool {
        let found = segments(path).and_then(|names| self.type_contents(&names));
        found.is_some_and(|((_, name), scope, held)| {
            !held.is_derived && !scope.differentiable.contains(&name)
        }) && !self.is_discrete(path)
    }

    /// The struct or enum of the group that a path resolves to.
    fn type_contents(&self, names: &[String]) -> Option<(Location, &Scope, &TypeContents)> {
        let at = self
            .items
            .locate(&self.scope, names, &|scope, name| scope.type_contents.contains_key(name))?;
        let scope = self.items.scopes.get(&at.0)?;
        let held = scope.type_contents.get(&at.1)?;
        Some((at, scope, held))
    }

    /// Whether a path resolves to an enum of the group.
    pub fn is_enum(&self, path: &TokenStream) -> bool {
        let has = |scope: &Scope, name: &str| scope.enums.contains_key(name);
        segments(path).is_some_and(|names| self.items.locate(&self.scope, &names, &has).is_some())
    }

    /// The variants of the enum of the group that a path resolves to.
    pub fn variants(&self, path: &TokenStream) -> Option<&[String]> {
        let (at, name) = self
            .items
            .locate(&self.scope, &segments(path)?, &|scope, name| scope.enums.contains_key(name))?;
        Some(self.items.scopes.get(&at)?.enums.get(&name)?)
    }

    /// The enum of this module that has a variant of that name, which an import brings into scope.
    pub fn enum_with(&self, variant: &str) -> Option<String> {
        let scope = self.items.scopes.get(&*self.scope)?;
        let is_imported = |name: &str| {
            let by_name = scope
                .uses
                .get(variant)
                .and_then(|path| path.iter().nth_back(1))
                .is_some_and(|of| of == name);
            by_name || scope.globs.iter().any(|path| path.last().is_some_and(|of| of == name))
        };
        let mut found = scope
            .enums
            .iter()
            .filter(|(name, variants)| is_imported(name) && variants.iter().any(|v| v == variant));
        found.next().map(|(name, _)| name.clone()).filter(|_| found.next().is_none())
    }

    /// Whether a path resolves to a type of the group that is not differentiable and contains
    /// nothing that has a derivative: integers, bools, strings, and types made of these.
    pub fn is_discrete(&self, path: &TokenStream) -> bool {
        self.is_discrete_from(path, &mut Vec::new())
    }

    fn is_discrete_from(&self, path: &TokenStream, inside: &mut Vec<Location>) -> bool {
        let Some(names) = segments(path) else { return false };
        let Some((location, scope, held)) = self.type_contents(&names) else { return false };
        if held.is_derived || held.has_parameters || scope.differentiable.contains(&location.1) {
            return false;
        }
        // a recursive type is decided by its other fields
        if inside.contains(&location) {
            return true;
        }
        inside.push(location.clone());
        let view = self.items.from(&location.0);
        held.types.iter().all(|ty| view.holds_nothing(ty, inside))
    }

    fn holds_nothing(&self, ty: &Type, inside: &mut Vec<Location>) -> bool {
        match ty {
            Type::Tuple(t) => t.elems.iter().all(|ty| self.holds_nothing(ty, inside)),
            Type::Array(a) => self.holds_nothing(&a.elem, inside),
            Type::Slice(s) => self.holds_nothing(&s.elem, inside),
            Type::Reference(r) => self.holds_nothing(&r.elem, inside),
            Type::Paren(p) => self.holds_nothing(&p.elem, inside),
            Type::Group(g) => self.holds_nothing(&g.elem, inside),
            Type::Path(p) if p.qself.is_none() => {
                let Some(last) = p.path.segments.last() else { return false };
                let name = last.ident.to_string();
                match &last.arguments {
                    PathArguments::None if DISCRETE.contains(&name.as_str()) => true,
                    PathArguments::None => self.is_discrete_from(&p.path.to_token_stream(), inside),
                    PathArguments::AngleBracketed(a)
                        if ["Vec", "VecDeque", "Option", "Box"]
                            .iter()
                            .any(|known| name == *known) =>
                    {
                        a.args.iter().all(|a| {
                            matches!(a, syn::GenericArgument::Type(ty)
                            if self.holds_nothing(ty, inside))
                        })
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The kind of the item that a path resolves to.
    pub fn meaning(&self, names: &[String]) -> Meaning {
        let kind = |scope: &Scope, name: &str| match () {
            () if scope.functions.contains_key(name) => Some(Meaning::Function),
            () if scope.constants.contains_key(name) => Some(Meaning::Constant),
            () if scope.structs.contains_key(name) => Some(Meaning::Struct),
            () if scope.enums.contains_key(name) => Some(Meaning::Enum),
            () if scope.traits.iter().any(|of| of == name) => Some(Meaning::Trait),
            () => None,
        };
        let located = |names: &[String]| {
            let (at, name) = self
                .items
                .locate(&self.scope, names, &|scope, name| kind(scope, name).is_some())?;
            Some((kind(self.items.scopes.get(&at)?, &name)?, at, name))
        };
        if let Some((found, ..)) = located(names) {
            return found;
        }
        let Some((name, owners)) = names.split_last() else { return Meaning::Unknown };
        match located(owners) {
            Some((Meaning::Enum, at, of)) => {
                let variants = self.items.scopes.get(&at).and_then(|scope| scope.enums.get(&of));
                let is_variant = variants.is_some_and(|variants| variants.contains(name));
                if is_variant { Meaning::Variant } else { Meaning::Associated }
            }
            Some((Meaning::Struct | Meaning::Trait, ..)) => Meaning::Associated,
            None if owners.is_empty() && self.enum_with(name).is_some() => Meaning::Variant,
            _ => Meaning::Unknown,
        }
    }

    /// Whether a path resolves to a trait of the group.
    pub fn is_trait(&self, path: &TokenStream) -> bool {
        let names = segments(path);
        names.is_some_and(|names| {
            self.items
                .locate(&self.scope, &names, &|scope, name| scope.traits.iter().any(|t| t == name))
                .is_some()
        })
    }

    /// The type of a field; a field of a tuple struct is named by its index.
    pub fn field(&self, owner: &TokenStream, field: &str) -> Option<Type> {
        let (at, generics, field) = self.find_field(owner, field)?;
        self.ty(&field.ty, generics, &at)
    }

    /// The type of a field as its definition writes it.
    pub fn written_field(&self, owner: &TokenStream, field: &str) -> Option<&Type> {
        let (.., field) = self.find_field(owner, field)?;
        Some(&field.ty)
    }

    /// Whether a field of a struct of the group is marked `#[constant]`.
    pub fn is_constant_field(&self, owner: &TokenStream, field: &str) -> bool {
        let found = self.find_field(owner, field);
        found.is_some_and(|(.., field)| {
            field.attrs.iter().any(|attribute| attribute.path().is_ident("constant"))
        })
    }

    fn find_field(
        &self,
        owner: &TokenStream,
        field: &str,
    ) -> Option<(Vec<String>, &Generics, &Field)> {
        let (at, owner) = self.named_type(owner)?;
        let (generics, fields) = self.items.scopes.get(&at)?.structs.get(&owner)?;
        let found = fields.iter().enumerate().find(|(k, f)| match &f.ident {
            Some(ident) => ident == field,
            None => k.to_string() == field,
        });
        found.map(|(_, found)| (at, generics, found))
    }

    /// The type of a constant, of a module or of a type.
    pub fn constant(&self, path: &TokenStream) -> Option<Type> {
        let segments = segments(path)?;
        if let Some((at, name)) = self
            .items
            .locate(&self.scope, &segments, &|scope, name| scope.constants.contains_key(name))
        {
            return self.ty(
                self.items.scopes.get(&at)?.constants.get(&name)?,
                &Generics::default(),
                &at,
            );
        }
        let (name, owner) = segments.split_last()?;
        let has = |scope: &Scope, of: &str| scope.associated_constants.keys().any(|(t, _)| t == of);
        let (at, owner) = self.items.locate(&self.scope, owner, &has)?;
        self.ty(
            self.items.scopes.get(&at)?.associated_constants.get(&(owner, name.clone()))?,
            &Generics::default(),
            &at,
        )
    }

    fn output(&self, sig: &Signature, at: &[String]) -> Option<Type> {
        match &sig.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => {
                let owned = crate::type_class::owned_result(ty);
                self.ty(owned.as_ref().unwrap_or(ty), &sig.generics, at)
            }
        }
    }

    /// A type as written in a module of the group, if it resolves to the same type here.
    fn ty(&self, ty: &Type, generics: &Generics, at: &[String]) -> Option<Type> {
        let names: Vec<String> = generics
            .params
            .iter()
            .filter_map(|p| match p {
                GenericParam::Type(t) => Some(t.ident.to_string()),
                GenericParam::Const(c) => Some(c.ident.to_string()),
                _ => None,
            })
            .collect();
        let strange = |name: &Ident| {
            ["Self", "impl", "dyn"].iter().any(|n| name == n) || names.iter().any(|n| name == n)
        };
        if mentions_any(ty, &strange) {
            return None;
        }
        (*at == *self.scope || is_free(ty) || self.is_same(ty, at)).then(|| ty.clone())
    }

    /// Whether a type of the group has the same name in the module `at` as here.
    fn is_same(&self, ty: &Type, at: &[String]) -> bool {
        let Type::Path(of) = ty else { return false };
        let (path, there) = (of.path.to_token_stream(), self.items.from(at));
        of.path.get_ident().is_some()
            && self.named_type(&path).is_some_and(|here| there.named_type(&path) == Some(here))
    }
}

/// The types of std whose values contain nothing that has a derivative.
const DISCRETE: [&str; 16] = [
    "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool",
    "char", "str", "String",
];

/// Whether an attribute may derive `Differentiable`.
fn may_derive(attribute: &Attribute) -> bool {
    (attribute.path().is_ident("derive") || attribute.path().is_ident("cfg_attr"))
        && mentions_any(&attribute.meta, &|name| name == "Differentiable")
}

/// For each parameter, whether it is a mutable reference.
fn mutable_params(sig: &Signature) -> Vec<bool> {
    sig.inputs.iter().map(is_mutable).collect()
}

/// Whether a parameter is a mutable reference.
pub fn is_mutable(input: &syn::FnArg) -> bool {
    match input {
        syn::FnArg::Receiver(r) => matches!(r.kind, syn::ReceiverKind::Reference(_, _, Some(_))),
        syn::FnArg::Typed(typed) => {
            matches!(&*typed.ty, Type::Reference(r) if r.mutability.is_some())
        }
    }
}

/// Whether a type resolves to the same type in every module.
fn is_free(ty: &Type) -> bool {
    is_free_but(ty, &[])
}

/// The same for all names but some.
pub fn is_free_but(ty: &Type, names: &[String]) -> bool {
    const FREE: &[&str] = &[
        "f64", "f32", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32",
        "i64", "i128", "bool", "char", "str", "String", "Vec", "Option",
    ];
    !mentions_any(ty, &|name| !FREE.iter().any(|n| name == n) && !names.iter().any(|n| name == n))
}

fn without_reference(ty: TokenStream) -> TokenStream {
    match syn::parse2::<Type>(ty.clone()) {
        Ok(Type::Reference(r)) => r.elem.to_token_stream(),
        _ => ty,
    }
}

/// Replaces `Self` by the type.
fn with_self(tokens: TokenStream, owner: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(i) if i == "Self" => owner.clone(),
            TokenTree::Group(g) => TokenTree::from(proc_macro2::Group::new(
                g.delimiter(),
                with_self(g.stream(), owner),
            ))
            .into(),
            token => token.into(),
        })
        .collect()
}

/// The names of a path without arguments.
pub(super) fn segments(path: &TokenStream) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for (k, token) in path.clone().into_iter().enumerate() {
        match token {
            TokenTree::Ident(i) => names.push(i.to_string()),
            // `::f` is of another crate
            TokenTree::Punct(p) if p.as_char() == ':' && k > 0 => {}
            // generic arguments
            TokenTree::Punct(p) if p.as_char() == '<' && k > 0 => break,
            _ => return None,
        }
    }
    Some(names)
}
