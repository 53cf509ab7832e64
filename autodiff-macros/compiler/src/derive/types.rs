//! What the type of a field says by its tokens.
//!
//! A derive sees names. A name of the standard library is taken for what it is there, and what is emitted does not
//! compile if it is something else: tangents are projections of the type itself, and types that were taken for
//! discrete must implement the runtime's `Discrete`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, Lifetime, PathArguments, Type, TypePath};

const REALS: &[&str] = &["f64", "f32"];

/// Scalars and texts without reals.
pub const DISCRETE: &[&str] =
    &["bool", "char", "str", "String", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// Names for `NonZero` of each type of integers.
const NON_ZERO: &[&str] = &[
    "NonZeroI8",
    "NonZeroI16",
    "NonZeroI32",
    "NonZeroI64",
    "NonZeroI128",
    "NonZeroIsize",
    "NonZeroU8",
    "NonZeroU16",
    "NonZeroU32",
    "NonZeroU64",
    "NonZeroU128",
    "NonZeroUsize",
];

/// A type without parentheses and invisible groups.
pub fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        _ => ty,
    }
}

/// The last segment of a path that may be one of the standard library, and its type arguments.
fn standard(ty: &TypePath) -> Option<(&Ident, Vec<&Type>)> {
    let first = ty.path.segments.first()?;
    let last = ty.path.segments.last()?;
    let prefixed = ["std", "core", "alloc"].iter().any(|name| first.ident == name);
    if ty.qself.is_some() || !(prefixed || ty.path.segments.len() == 1) {
        return None;
    }
    let arguments = match &last.arguments {
        PathArguments::None => Vec::new(),
        PathArguments::AngleBracketed(list) => {
            list.args.iter().filter_map(|argument| if let GenericArgument::Type(ty) = argument { Some(ty) } else { None }).collect()
        }
        PathArguments::Parenthesized(_) => return None,
    };
    Some((&last.ident, arguments))
}

/// The only argument of `name<T>`.
fn only<'t>(ty: &'t TypePath, names: &[&str]) -> Option<&'t Type> {
    match standard(ty)? {
        (name, arguments) if names.iter().any(|n| name == n) => {
            if let [argument] = arguments[..] {
                Some(argument)
            } else {
                None
            }
        }
        _ => None,
    }
}

fn is_scalar(ty: &TypePath, names: &[&str]) -> bool {
    standard(ty).is_some_and(|(name, arguments)| arguments.is_empty() && names.iter().any(|n| name == n))
}

/// Whether a type carries no reals: discrete scalars, text, `PhantomData`, and what is made of these only.
pub fn is_discrete(ty: &Type) -> bool {
    match bare(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_discrete),
        Type::Array(array) => is_discrete(&array.elem),
        Type::Slice(slice) => is_discrete(&slice.elem),
        Type::Reference(reference) => reference.mutability.is_none() && is_discrete(&reference.elem),
        Type::Path(path) => {
            is_scalar(path, DISCRETE)
                || is_scalar(path, NON_ZERO)
                || standard(path).is_some_and(|(name, _)| name == "PhantomData")
                || only(path, &["Vec", "VecDeque", "Option", "Box", "Range", "NonZero"]).is_some_and(is_discrete)
        }
        _ => false,
    }
}

/// Whether a type is its own tangent: reals, and what is made of these only.
pub fn is_own_tangent(ty: &Type) -> bool {
    match bare(ty) {
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_own_tangent),
        Type::Array(array) => is_own_tangent(&array.elem),
        Type::Path(path) => is_scalar(path, REALS) || only(path, &["Vec", "VecDeque", "Option", "Box"]).is_some_and(is_own_tangent),
        _ => false,
    }
}

/// Whether a type tells all lengths of its values: reals, and arrays and tuples of these.
pub fn is_static(ty: &Type) -> bool {
    match bare(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_static),
        Type::Array(array) => is_static(&array.elem),
        Type::Path(path) => is_scalar(path, REALS),
        _ => false,
    }
}

/// Whether a type has no name but those of the standard library, of generic parameters and of what is associated with these.
pub fn is_plain(ty: &Type, params: &BTreeSet<String>) -> bool {
    match bare(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| is_plain(ty, params)),
        Type::Array(array) => is_plain(&array.elem, params) && matches!(array.len, Expr::Lit(_) | Expr::Path(_)),
        Type::Slice(slice) => is_plain(&slice.elem, params),
        Type::Reference(reference) => is_plain(&reference.elem, params),
        Type::Path(path) => {
            is_scalar(path, REALS)
                || is_scalar(path, DISCRETE)
                || path.qself.as_ref().is_some_and(|qself| is_plain(&qself.ty, params))
                || path.qself.is_none() && path.path.segments.first().is_some_and(|s| params.contains(&s.ident.to_string()))
                || only(path, &["Vec", "VecDeque", "Option", "Box", "Range", "PhantomData"]).is_some_and(|ty| is_plain(ty, params))
        }
        _ => false,
    }
}

/// The type of the tangent of a field of this type.
pub fn tangent(ty: &Type) -> TokenStream {
    if is_own_tangent(ty) { quote!(#ty) } else { quote!(<#ty as ::autodiff::__private::Differentiable>::Tangent) }
}

/// What is in the boxes of a type, and how many there are.
pub fn unboxed(ty: &Type) -> (usize, &Type) {
    match bare(ty) {
        Type::Path(path) => match only(path, &["Box"]) {
            Some(inner) => {
                let (boxes, innermost) = unboxed(inner);
                (boxes + 1, innermost)
            }
            None => (0, ty),
        },
        _ => (0, ty),
    }
}

/// Whether a type of the standard library has blanks (the runtime's `Residual`).
pub fn has_blank(ty: &Type) -> bool {
    match bare(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(has_blank),
        Type::Array(array) => has_blank(&array.elem),
        Type::Reference(reference) => {
            reference.mutability.is_none()
                && match bare(&reference.elem) {
                    Type::Slice(_) => true,
                    Type::Path(path) => is_scalar(path, &["str"]),
                    _ => false,
                }
        }
        Type::Path(path) => {
            !is_scalar(path, &["str"]) && (is_scalar(path, REALS) || is_scalar(path, DISCRETE))
                || standard(path).is_some_and(|(name, _)| name == "PhantomData")
                || only(path, &["Vec", "VecDeque", "Option", "Box"]).is_some_and(has_blank)
                || only(path, &["Range"]).is_some_and(|ty| matches!(bare(ty), Type::Path(path) if is_scalar(path, &["usize"])))
        }
        _ => false,
    }
}

/// Why a field of this type cannot be active, and the part of the type that is why.
pub fn not_active(ty: &Type) -> Option<(&Type, &'static str)> {
    match bare(ty) {
        Type::Reference(reference) if reference.mutability.is_some() => Some((
            ty,
            "a field behind `&mut` has no tangent: hold the reals by value, as in `Vec<f64>`, or mark the field `#[constant]` if the derivative is not to see it",
        )),
        Type::Reference(_) => Some((
            ty,
            "borrowed reals cannot be moved along a tangent: hold them by value, as in `Vec<f64>`, or mark the field `#[constant]` if the derivative is not to see it",
        )),
        Type::Ptr(_) => Some((ty, "a raw pointer has no tangent: hold the reals by value, or mark the field `#[constant]`")),
        Type::FnPtr(_) => Some((ty, "a function has no tangent: mark the field `#[constant]`")),
        Type::TraitObject(_) => Some((
            ty,
            "a trait object has no tangent: name the type, or use an enum of the types there are, or mark the field `#[constant]`",
        )),
        Type::Slice(slice) => not_active(&slice.elem),
        Type::Array(array) => not_active(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().filter(|ty| !is_discrete(ty)).find_map(not_active),
        Type::Path(path) => only(path, &["Vec", "VecDeque", "Option", "Box"]).filter(|ty| !is_discrete(ty)).and_then(not_active),
        _ => None,
    }
}

/// The types of the user's that values of a type hold directly, not behind a `Vec` or a `Box`: a type cannot hold itself in this way.
pub fn held(ty: &Type) -> Vec<&Type> {
    match bare(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(held).collect(),
        Type::Array(array) => held(&array.elem),
        Type::Path(path) => match only(path, &["Option"]) {
            Some(inner) => held(inner),
            None if is_discrete(ty) || is_scalar(path, REALS) || only(path, &["Vec", "VecDeque", "Box"]).is_some() => Vec::new(),
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
    pub whole: BTreeSet<String>,
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
            // the type inside is not a field's
            let mut inner = Mentions::default();
            inner.visit_type(&qself.ty);
            inner.visit_path(&path.path);
            self.names.extend(inner.names);
            return;
        }
        match path.path.get_ident() {
            Some(name) => {
                self.whole.insert(name.to_string());
            }
            None => self.projections.push(path.clone()),
        }
        visit::visit_type_path(self, path);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        self.names.insert(lifetime.to_string());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // whatever is in there may be mentioned
        self.tokens(mac.tokens.clone());
    }
}

impl Mentions {
    /// What a type mentions.
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
                    self.whole.insert(name.to_string());
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

/// Writes the type for `Self`.
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

/// A type as text, as far as it means the same everywhere: made of types of `std` that are always there, with `_` for others in an `Option` or a `Vec`.
pub fn everywhere(ty: &Type) -> Option<String> {
    match ty {
        Type::Paren(inner) => everywhere(&inner.elem),
        Type::Group(inner) => everywhere(&inner.elem),
        Type::Path(path) if is_scalar(path, REALS) || is_scalar(path, DISCRETE) => Some(path.to_token_stream().to_string()),
        Type::Path(path) if path.path.get_ident().is_some_and(|name| crate::kept::has_type(&name.to_string())) => Some("!".into()),
        Type::Path(path) => {
            let of = ["Option", "Vec", "VecDeque"].into_iter().find(|name| only(path, &[name]).is_some())?;
            let inner = only(path, &[of]).and_then(everywhere);
            Some(format!("{of}<{}>", inner.as_deref().unwrap_or("_")))
        }
        Type::Tuple(tuple) => {
            let parts: Vec<String> = tuple.elems.iter().map(everywhere).collect::<Option<_>>()?;
            Some(format!("({})", parts.iter().map(|part| format!("{part},")).collect::<String>()))
        }
        Type::Array(array) => match &array.len {
            Expr::Lit(length) => Some(format!("[{}; {}]", everywhere(&array.elem)?, length.to_token_stream())),
            _ => None,
        },
        _ => None,
    }
}
