//! The tangents of a field, from its type.
//!
//! The emitted code does not compile if a name of the standard library resolves to something else
//! ([`crate::type_class`]): tangents are projections of the type itself, and types that were
//! classified as discrete must implement the runtime's `Discrete`.

use crate::type_class::{
    DISCRETE, REALS, is_discrete, is_own_tangent, is_scalar, only_argument, standard, strip_groups,
};
use crate::world::{self, World};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Lifetime, Type, TypePath};

/// The type of the tangent of a field of this type.
pub fn tangent(ty: &Type) -> TokenStream {
    if is_own_tangent(ty) {
        quote!(#ty)
    } else {
        quote!(<#ty as ::autodiff::__private::Differentiable>::Tangent)
    }
}

/// The count of boxes around a type, and their content.
pub fn strip_boxes(ty: &Type) -> (usize, &Type) {
    match strip_groups(ty) {
        Type::Path(path) => match only_argument(path, &["Box"]) {
            Some(inner) => {
                let (boxes, innermost) = strip_boxes(inner);
                (boxes + 1, innermost)
            }
            None => (0, ty),
        },
        _ => (0, ty),
    }
}

/// Whether a type of the standard library has blanks (the runtime's `Residual`).
pub fn has_blank(ty: &Type) -> bool {
    match strip_groups(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(has_blank),
        Type::Array(array) => has_blank(&array.elem),
        Type::Reference(reference) => {
            reference.mutability.is_none()
                && match strip_groups(&reference.elem) {
                    Type::Slice(_) => true,
                    Type::Path(path) => is_scalar(path, &["str"]),
                    _ => false,
                }
        }
        Type::Path(path) => !is_scalar(path, &["str"])
            && (is_scalar(path, REALS) || is_scalar(path, DISCRETE))
            || standard(path).is_some_and(|(name, _)| name == "PhantomData")
            || only_argument(path, &["Vec", "VecDeque", "Option", "Box"]).is_some_and(has_blank)
            || only_argument(path, &["Range"]).is_some_and(
                |ty| matches!(strip_groups(ty), Type::Path(path) if is_scalar(path, &["usize"])),
            ),
        _ => false,
    }
}

/// The part of a type that prevents a field from being active, and the reason.
pub fn inactive_reason<'t>(ty: &'t Type, world: &World) -> Option<(&'t Type, &'static str)> {
    let of_part = |ty| inactive_reason(ty, world);
    match strip_groups(ty) {
        Type::Path(path) if is_view_of_array(path, world) => Some((
            ty,
            "a view of an array has no tangent: hold the array by value, as in `Array1<f64>`, or \
             mark the field `#[constant]` if it needs no derivative",
        )),
        Type::Reference(reference) if reference.mutability.is_some() => Some((
            ty,
            "a field behind `&mut` has no tangent: hold the reals by value, as in `Vec<f64>`, or \
             mark the field `#[constant]` if it needs no derivative",
        )),
        Type::Reference(_) => Some((
            ty,
            "borrowed reals have no tangent: hold them by value, as in `Vec<f64>`, or mark the \
             field `#[constant]` if it needs no derivative",
        )),
        Type::Ptr(_) => Some((
            ty,
            "a raw pointer has no tangent: hold the reals by value, or mark the field \
             `#[constant]`",
        )),
        Type::FnPtr(_) => Some((ty, "a function has no tangent: mark the field `#[constant]`")),
        Type::TraitObject(_) => Some((
            ty,
            "a trait object has no tangent: name the type, use an enum of the possible types, or \
             mark the field `#[constant]`",
        )),
        Type::Slice(slice) => of_part(&slice.elem),
        Type::Array(array) => of_part(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().filter(|ty| !is_discrete(ty)).find_map(of_part),
        Type::Path(path) => only_argument(path, &["Vec", "VecDeque", "Option", "Box"])
            .filter(|ty| !is_discrete(ty))
            .and_then(of_part),
        _ => None,
    }
}

/// Whether a type is one of arrays of `ndarray` that borrow their elements.
fn is_view_of_array(path: &TypePath, world: &World) -> bool {
    let names = world::records::names_of(&path.path);
    let borrows = |name: &String| name.starts_with("ArrayView") || name == "CowArray";
    names.last().is_some_and(borrows) && world.is_of_crate(names, "ndarray")
}

/// The user-defined types that values of a type hold directly, not behind a `Vec` or a `Box`: a
/// type cannot hold itself directly.
pub fn contained_types(ty: &Type) -> Vec<&Type> {
    match strip_groups(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(contained_types).collect(),
        Type::Array(array) => contained_types(&array.elem),
        Type::Path(path) => match only_argument(path, &["Option"]) {
            Some(inner) => contained_types(inner),
            None if is_discrete(ty)
                || is_scalar(path, REALS)
                || only_argument(path, &["Vec", "VecDeque", "Box"]).is_some() =>
            {
                Vec::new()
            }
            None => vec![ty],
        },
        Type::Macro(_) => vec![ty],
        _ => Vec::new(),
    }
}

/// The names of parameters, lifetimes with their quote, that tokens of a type or bound mention.
#[derive(Default)]
pub struct Mentions {
    /// Every first segment of a path, and every lifetime.
    pub names: BTreeSet<String>,
    /// Types `T::Assoc` and `<T as Trait>::Assoc`.
    pub projections: Vec<TypePath>,
    /// Paths of one segment: `T`.
    pub single_segments: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Mentions {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(first) = path.segments.first()
            && path.leading_colon.is_none()
        {
            self.names.insert(first.ident.to_string());
        }
        visit::visit_path(self, path);
    }

    fn visit_type_path(&mut self, path: &'ast TypePath) {
        if let Some(qself) = &path.qself {
            self.projections.push(path.clone());
            // the inner type is not the type of a field
            let mut inner = Mentions::default();
            inner.visit_type(&qself.ty);
            inner.visit_path(&path.path);
            self.names.extend(inner.names);
            return;
        }
        match path.path.get_ident() {
            Some(name) => {
                self.single_segments.insert(name.to_string());
            }
            None => self.projections.push(path.clone()),
        }
        visit::visit_type_path(self, path);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        self.names.insert(lifetime.to_string());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // every name in a macro call may be a mention
        self.tokens(mac.tokens.clone());
    }
}

impl Mentions {
    /// The names that a type mentions.
    pub fn of(ty: &Type) -> Mentions {
        let mut mentions = Mentions::default();
        mentions.visit_type(ty);
        mentions
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut quoted = false;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                proc_macro2::TokenTree::Ident(name) if quoted => {
                    self.names.insert(format!("'{name}"));
                }
                proc_macro2::TokenTree::Ident(name) => {
                    self.names.insert(name.to_string());
                    self.single_segments.insert(name.to_string());
                }
                proc_macro2::TokenTree::Punct(punct) => {
                    quoted = punct.as_char() == '\'';
                    continue;
                }
                proc_macro2::TokenTree::Literal(_) => {}
            }
            quoted = false;
        }
    }
}

/// Replaces `Self` by the type.
pub struct NoSelf<'a>(pub &'a TypePath);

impl VisitMut for NoSelf<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.is_ident("Self")
        {
            *path = self.0.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}
