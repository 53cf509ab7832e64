//! Expands type aliases: `q: Quaternion<T>` → `q: (T, [T; 3])` after `#[differentiate] type
//! Quaternion<T> = (T, Vector3<T>);`.
//!
//! The target of an alias is recorded ([`crate::world::records`]) when the attribute, or a module
//! with the attribute, expands it, and is found by its name. So:
//!
//! - A name is an alias if it resolves to one. If the source does not show what it resolves to, it
//!   is treated as an alias of this file. Failing that, it is treated as one of another file, if
//!   all aliases of that name have the same target. It is no alias if a parameter or an item in the
//!   body has the name.
//! - For each expanded alias an item is emitted that does not compile if the name resolves to
//!   another type. A function that cannot be lowered with the expanded types is lowered with the
//!   names.
//! - Aliases are expanded if their target consists of built-in types and types of std and
//!   `ndarray`: scalars, tuples, arrays, slices, references, functions, vectors, boxes, options and
//!   results. An alias of a struct is not: it is a struct, whose derivatives rustc finds by that name.
//! - An alias of another file is not expanded if its target has no name here.
//! - A tuple behind `&mut` keeps its alias, under which it is one value.
//! - Names of built-in types and of std's prelude resolve to these: so `Result` without an error
//!   type (`type Result<T> = core::result::Result<T, Error>`) is handled as it is written.

use crate::diagnostics::respan;
use crate::lower::*;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Type};

const OF_THE_PRELUDE: &[&str] = &["Option", "Result", "Vec", "Box", "String"];

/// The environment in which aliases are resolved.
#[derive(Clone)]
pub struct AliasScope {
    generics: Generics,
    /// Names that are not aliases.
    hidden: Vec<String>,
    world: World,
    /// The items that check the aliases found.
    pub checks: Vec<TokenStream>,
}

/// The alias environment of a function, and the function with its aliases expanded; `None` if it
/// has no aliases.
pub fn without_aliases(function: &syn::ItemFn, world: &World) -> Option<(AliasScope, syn::ItemFn)> {
    if !world.has_aliases() {
        return None;
    }
    let mut inside = BodyItems::default();
    inside.visit_block(&function.block);
    let mut names = AliasScope {
        generics: function.sig.generics.clone(),
        hidden: inside.names,
        world: world.clone(),
        checks: Vec::new(),
    };
    let mut expanded = function.clone();
    names.visit_signature_mut(&mut expanded.sig);
    names.visit_block_mut(&mut expanded.block);
    Some((names, expanded))
}

/// The names of the items in a body.
#[derive(Default)]
struct BodyItems {
    names: Vec<String>,
}

impl<'ast> Visit<'ast> for BodyItems {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Struct(s) => self.names.push(s.ident.to_string()),
            syn::Item::Enum(e) => self.names.push(e.ident.to_string()),
            syn::Item::Type(t) => self.names.push(t.ident.to_string()),
            _ => {}
        }
    }
}

impl AliasScope {
    /// A type with its aliases expanded, if it has any.
    pub fn expand(&mut self, ty: &Type) -> Option<Type> {
        let Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return None };
        let expanded = self.target(path, &self.world, 0)?;
        let (mut expected, mut found) = (expanded.clone(), ty.clone());
        for ty in [&mut expected, &mut found] {
            ReplaceInferred.visit_type_mut(ty);
        }
        let (generics, _, clause) = self.generics.split_for_impl();
        let check = quote! {
            const _: () = {
                #[allow(dead_code, elided_lifetimes_in_paths, clippy::all, clippy::pedantic)]
                fn check #generics () #clause {
                    ::autodiff::__private::stands_for::<#found, #expected>()
                }
            };
        };
        if !self.checks.iter().any(|other| other.to_string() == check.to_string()) {
            self.checks.push(check);
        }
        Some(expanded)
    }

    /// The path of an associated function or constant, if its type is an alias of a type that has a
    /// name.
    fn with_owner(&mut self, of: &syn::ExprPath) -> Option<syn::Path> {
        if of.qself.is_some() || of.path.segments.len() < 2 {
            return None;
        }
        let mut owner = of.path.clone();
        let name = owner.segments.pop()?;
        owner.segments.pop_punct();
        let Type::Path(syn::TypePath { qself: None, mut path, .. }) =
            self.expand(&syn::parse_quote!(#owner))?
        else {
            return None;
        };
        with_turbofish(&mut path);
        path.segments.push(name);
        Some(path)
    }

    fn is_parameter(&self, name: &Ident) -> bool {
        self.generics.params.iter().any(|p| matches!(p, GenericParam::Type(t) if t.ident == *name))
    }

    /// Whether a constant, or a constant parameter, may be in scope here.
    fn has_constant(&self, name: &Ident) -> bool {
        let is_parameter = self
            .generics
            .params
            .iter()
            .any(|p| matches!(p, GenericParam::Const(of) if of.ident == *name));
        is_parameter || self.world.may_name(&name.to_string())
    }

    /// The target of a path; aliases in it are resolved where the first alias is defined.
    fn target(&self, path: &syn::Path, world: &World, depth: usize) -> Option<Type> {
        let (first, last) = (path.segments.first()?, path.segments.last()?);
        let name = last.ident.to_string();
        let is_own = first.ident == "Self" || self.is_parameter(&first.ident);
        let is_alone = path.segments.len() == 1;
        let is_hidden = OF_THE_PRELUDE.contains(&&name[..])
            || types::primitive(&name).is_some()
            || self.hidden.contains(&name);
        let is_of_std = !is_alone && types::syntax::conversion::is_std_path(path);
        if is_own || is_of_std || depth > 16 || (is_alone && is_hidden) {
            return None;
        }
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let alias = world.alias(&names)?;
        let arguments = crate::world::tokens::arguments(&alias.item.generics, &last.arguments);
        let parameters = alias
            .item
            .generics
            .params
            .iter()
            .filter(|p| !matches!(p, GenericParam::Lifetime(_)))
            .count();
        if arguments.len() != parameters {
            return None;
        }
        let is_here = alias.world.file() == self.world.file();
        // a collection that is not imported is written by its path
        let is_named_alike = is_here
            && !crate::type_class::is_collection(&alias.item.ty)
            && !is_deque(&alias.item.ty)
            && !is_array(&alias.item.ty, &alias.world);
        // constants of another file are not in scope here
        let generics: Vec<String> =
            alias.item.generics.type_params().map(|of| of.ident.to_string()).collect();
        let named = || self.world.named_with(&alias.item.ty, &alias.world, &generics);
        let target = if is_named_alike { None } else { named() };
        let target = target.unwrap_or_else(|| {
            if is_here {
                (*alias.item.ty).clone()
            } else {
                alias.world.without_aliases(&alias.item.ty)
            }
        });
        let written = crate::world::tokens::replace_names(target.to_token_stream(), &arguments);
        let mut ty = syn::parse2::<Type>(respan(written, last.ident.span())).ok()?;
        let lifetimes: Vec<String> =
            alias.item.generics.lifetimes().map(|l| l.lifetime.ident.to_string()).collect();
        OmitLifetimes(&lifetimes).visit_type_mut(&mut ty);
        ExpandTargets { names: self, world: &alias.world, depth: depth + 1 }
            .visit_type_mut(&mut ty);
        (is_of_language(&ty, self) && (is_here || self.may_name(&ty))).then_some(ty)
    }

    /// Whether all names in a type from another file may be in scope here.
    fn may_name(&self, ty: &Type) -> bool {
        let mut named = SubstituteArguments { names: self, are_known: true };
        named.visit_type(ty);
        named.are_known
    }
}

impl VisitMut for AliasScope {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Some(expanded) = self.expand(ty) {
            *ty = expanded;
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        let is_tuple = |ty: &Type| matches!(self.clone().expand(ty), Some(Type::Tuple(_)));
        if reference.mutability.is_none() || !is_tuple(&reference.elem) {
            visit_mut::visit_type_reference_mut(self, reference);
        }
    }

    /// `Re::powi(x, 2)`, where `Re` is an alias of `f64`
    fn visit_expr_path_mut(&mut self, of: &mut syn::ExprPath) {
        visit_mut::visit_expr_path_mut(self, of);
        if let Some(path) = self.with_owner(of) {
            of.path = path;
        }
    }

    /// items are functions of their own
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Expands the aliases in the target of an alias. They are checked with it.
struct ExpandTargets<'a> {
    names: &'a AliasScope,
    world: &'a World,
    depth: usize,
}

impl VisitMut for ExpandTargets<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::Path(syn::TypePath { qself: None, path, .. }) = &*ty
            && let Some(target) = self.names.target(path, self.world, self.depth)
        {
            *ty = target;
        }
    }

    /// A constant of the other module may not be in scope here, but its value can be written.
    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        visit_mut::visit_type_array_mut(self, array);
        if let Some(number) =
            constant_length(array).and_then(|name| self.world.number(&name.to_string()))
        {
            array.len = number;
        }
    }
}

/// The constant that is the length of an array.
fn constant_length(array: &syn::TypeArray) -> Option<&Ident> {
    if let syn::Expr::Path(of) = &array.len { of.path.get_ident() } else { None }
}

struct SubstituteArguments<'a> {
    names: &'a AliasScope,
    are_known: bool,
}

impl<'ast> Visit<'ast> for SubstituteArguments<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        if let Some(name) = ty.path.get_ident() {
            let of_language =
                types::primitive(&name.to_string()).is_some() || self.names.is_parameter(name);
            self.are_known &= of_language || self.names.world.may_name(&name.to_string());
        }
        syn::visit::visit_type_path(self, ty);
    }

    fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
        self.are_known &= constant_length(array).is_none_or(|name| self.names.has_constant(name));
        syn::visit::visit_type_array(self, array);
    }
}

fn is_deque(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    crate::type_class::only_argument(path, &["VecDeque"]).is_some()
}

/// Whether a type is one of `ndarray`.
fn is_array(ty: &Type, world: &World) -> bool {
    matches!(ty, Type::Path(of) if desugar::arrays::is_of_ndarray(&of.path, world))
}

/// Whether the outermost constructor of a type is built in, or of std or `ndarray`.
fn is_of_language(ty: &Type, names: &AliasScope) -> bool {
    match ty {
        Type::Paren(p) => is_of_language(&p.elem, names),
        Type::Group(g) => is_of_language(&g.elem, names),
        Type::Tuple(_) | Type::Array(_) | Type::Slice(_) | Type::Reference(_) | Type::FnPtr(_) => {
            true
        }
        Type::Path(p) if p.qself.is_none() => {
            let Some(last) = p.path.segments.last() else { return false };
            let name = last.ident.to_string();
            let of_std = types::syntax::conversion::is_std_path(&p.path);
            match last.arguments {
                syn::PathArguments::None => {
                    of_std && (types::primitive(&name).is_some() || names.is_parameter(&last.ident))
                }
                _ => {
                    is_array(ty, &names.world)
                        || of_std
                            && ["Vec", "VecDeque", "Box", "Option", "Result"]
                                .iter()
                                .chain(&crate::type_class::COLLECTIONS)
                                .any(|of| name == *of)
                }
            }
        }
        _ => false,
    }
}

/// Writes `Vec::<f64>` for `Vec<f64>`, which is valid in expressions as well.
pub(super) fn with_turbofish(path: &mut syn::Path) {
    for segment in &mut path.segments {
        if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token = Some(Default::default());
        }
    }
}

/// Omits lifetimes.
struct OmitLifetimes<'l>(&'l [String]);

impl VisitMut for OmitLifetimes<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        visit_mut::visit_type_reference_mut(self, reference);
        if reference.lifetime.as_ref().is_some_and(|l| self.0.iter().any(|name| l.ident == name)) {
            reference.lifetime = None;
        }
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if self.0.iter().any(|name| lifetime.ident == name) {
            *lifetime = syn::Lifetime::new("'_", lifetime.span());
        }
    }
}

/// Writes a concrete type for `_`, which could not be inferred in a check.
struct ReplaceInferred;

impl VisitMut for ReplaceInferred {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if matches!(ty, Type::Infer(_)) {
            *ty = syn::parse_quote!(f64);
        }
    }
}
