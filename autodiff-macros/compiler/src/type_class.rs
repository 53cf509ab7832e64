//! Classifies types as they are written, by their tokens.
//!
//! Macros see names. A name of the standard library is assumed to resolve to that library. A caller
//! that relies on it emits code that does not compile if the name resolves to another item.

use proc_macro2::Ident;
use std::collections::BTreeSet;
use syn::{Expr, GenericArgument, PathArguments, Type, TypePath};

/// Scalars that are reals.
pub const REALS: &[&str] = &["f64", "f32"];

/// Scalars and strings without reals.
pub const DISCRETE: &[&str] = &[
    "bool", "char", "str", "String", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// The traits of operators, with their functions.
pub const OPERATOR_TRAITS: &[(&str, &str)] = &[
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Rem", "rem"),
    ("Neg", "neg"),
    ("Not", "not"),
    ("AddAssign", "add_assign"),
    ("SubAssign", "sub_assign"),
    ("MulAssign", "mul_assign"),
    ("DivAssign", "div_assign"),
    ("RemAssign", "rem_assign"),
    ("Index", "index"),
    ("IndexMut", "index_mut"),
];

/// The traits of `std` that a type implements for several other types, most of them conversions.
pub const CONVERSION_TRAITS: &[&str] = &[
    "From",
    "TryFrom",
    "Into",
    "TryInto",
    "AsRef",
    "AsMut",
    "Borrow",
    "BorrowMut",
    "Extend",
    "FromIterator",
    "PartialEq",
    "PartialOrd",
    "Sum",
    "Product",
];

/// Whether a trait is one of operators or conversions. Their functions are looked up without the
/// name of the trait, since rustc resolves them by their operands.
pub fn is_operator_or_conversion(name: &Ident) -> bool {
    OPERATOR_TRAITS.iter().any(|(of, _)| name == of)
        || CONVERSION_TRAITS.iter().any(|of| name == of)
}

/// Whether a function converts its argument, whose type decides which implementation it is of.
pub fn is_conversion(function: &str) -> bool {
    matches!(function, "from" | "try_from")
}

/// Aliases of `NonZero` for each integer type.
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
pub fn strip_groups(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => strip_groups(&group.elem),
        Type::Paren(paren) => strip_groups(&paren.elem),
        _ => ty,
    }
}

/// The last segment of a path that may be one of the standard library, and its type arguments.
pub fn standard(ty: &TypePath) -> Option<(&Ident, Vec<&Type>)> {
    let first = ty.path.segments.first()?;
    let last = ty.path.segments.last()?;
    let prefixed = ["std", "core", "alloc"].iter().any(|name| first.ident == name);
    if ty.qself.is_some() || !(prefixed || ty.path.segments.len() == 1) {
        return None;
    }
    let arguments = match &last.arguments {
        PathArguments::None => Vec::new(),
        PathArguments::AngleBracketed(list) => list
            .args
            .iter()
            .filter_map(
                |argument| if let GenericArgument::Type(ty) = argument { Some(ty) } else { None },
            )
            .collect(),
        PathArguments::Parenthesized(_) => return None,
    };
    Some((&last.ident, arguments))
}

/// The only argument of `name<T>`.
pub fn only_argument<'t>(ty: &'t TypePath, names: &[&str]) -> Option<&'t Type> {
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

/// The type in a `Box<…>`.
pub fn box_type(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Box")?;
    match &last.arguments {
        PathArguments::AngleBracketed(args) => match args.args.first()? {
            GenericArgument::Type(t) => Some(t),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a type is a scalar of one of these names.
pub fn is_scalar(ty: &TypePath, names: &[&str]) -> bool {
    standard(ty)
        .is_some_and(|(name, arguments)| arguments.is_empty() && names.iter().any(|n| name == n))
}

/// Whether a type carries no reals: discrete scalars, strings, `PhantomData`, and types composed
/// only of these.
pub fn is_discrete(ty: &Type) -> bool {
    match strip_groups(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_discrete),
        Type::Array(array) => is_discrete(&array.elem),
        Type::Slice(slice) => is_discrete(&slice.elem),
        Type::Reference(reference) => {
            reference.mutability.is_none() && is_discrete(&reference.elem)
        }
        Type::Path(path) => {
            is_scalar(path, DISCRETE)
                || is_scalar(path, NON_ZERO)
                || standard(path).is_some_and(|(name, _)| name == "PhantomData")
                || only_argument(path, &["Vec", "VecDeque", "Option", "Box", "Range", "NonZero"])
                    .is_some_and(is_discrete)
        }
        _ => false,
    }
}

/// Whether a type is an integer, `bool`, or an `Option` of one: such a value has no derivative,
/// whatever it was computed from.
pub fn is_whole_or_bool(ty: &Type) -> bool {
    let Type::Path(path) = strip_groups(ty) else { return false };
    let is_text = ["String", "str", "char"].iter().any(|name| path.path.is_ident(name));
    is_scalar(path, DISCRETE) && !is_text
        || only_argument(path, &["Option"]).is_some_and(is_whole_or_bool)
}

/// The types of the entries of a map, a set or another collection of std, or of a reference to one.
pub fn entries(ty: &Type) -> Option<Vec<&Type>> {
    match strip_groups(ty) {
        Type::Reference(reference) if reference.mutability.is_none() => entries(&reference.elem),
        Type::Path(path) => {
            let (name, entries) = standard(path)?;
            (COLLECTIONS.iter().any(|of| name == of) && !entries.is_empty()).then_some(entries)
        }
        _ => None,
    }
}

/// Whether a type is composed of scalars and strings of the language, and of vectors, options,
/// tuples and arrays of these.
pub fn is_of_std(ty: &Type) -> bool {
    match strip_groups(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_of_std),
        Type::Array(array) => matches!(array.len, Expr::Lit(_)) && is_of_std(&array.elem),
        Type::Path(path) => {
            path.path.get_ident().is_some_and(|name| name != "str")
                && (is_scalar(path, REALS) || is_scalar(path, DISCRETE))
                || only_argument(path, &["Vec", "Option"]).is_some_and(is_of_std)
        }
        _ => false,
    }
}

/// Whether a type is its own tangent: reals, and types composed only of these.
pub fn is_own_tangent(ty: &Type) -> bool {
    match strip_groups(ty) {
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_own_tangent),
        Type::Array(array) => is_own_tangent(&array.elem),
        Type::Path(path) => {
            is_scalar(path, REALS)
                || only_argument(path, &["Vec", "VecDeque", "Option", "Box"])
                    .is_some_and(is_own_tangent)
        }
        _ => false,
    }
}

/// Whether a type determines all lengths of its values: reals, and arrays and tuples of these.
pub fn is_static(ty: &Type) -> bool {
    match strip_groups(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_static),
        Type::Array(array) => is_static(&array.elem),
        Type::Path(path) => is_scalar(path, REALS),
        _ => false,
    }
}

/// Whether a type has no names but those of the standard library, of generic parameters and of
/// their associated types.
pub fn is_plain(ty: &Type, params: &BTreeSet<String>) -> bool {
    match strip_groups(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| is_plain(ty, params)),
        Type::Array(array) => {
            is_plain(&array.elem, params) && matches!(array.len, Expr::Lit(_) | Expr::Path(_))
        }
        Type::Slice(slice) => is_plain(&slice.elem, params),
        Type::Reference(reference) => is_plain(&reference.elem, params),
        Type::Path(path) => {
            is_scalar(path, REALS)
                || is_scalar(path, DISCRETE)
                || path.qself.as_ref().is_some_and(|qself| is_plain(&qself.ty, params))
                || path.qself.is_none()
                    && path
                        .path
                        .segments
                        .first()
                        .is_some_and(|s| params.contains(&s.ident.to_string()))
                || only_argument(
                    path,
                    &["Vec", "VecDeque", "Option", "Box", "Range", "PhantomData"],
                )
                .is_some_and(|ty| is_plain(ty, params))
        }
        _ => false,
    }
}

/// Collections of std that have no derivatives.
pub const COLLECTIONS: [&str; 6] =
    ["HashMap", "BTreeMap", "HashSet", "BTreeSet", "LinkedList", "BinaryHeap"];

/// Whether a type is written as such a collection, or as an iterator.
pub fn is_collection(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_collection(&r.elem),
        Type::Paren(p) => is_collection(&p.elem),
        Type::Group(g) => is_collection(&g.elem),
        Type::Path(p) => p
            .path
            .segments
            .last()
            .is_some_and(|last| COLLECTIONS.iter().any(|name| last.ident == name)),
        Type::ImplTrait(of) => of.bounds.iter().any(|bound| {
            let syn::TypeParamBound::Trait(bound) = bound else { return false };
            bound.path.segments.last().is_some_and(|last| {
                ["Iterator", "DoubleEndedIterator", "ExactSizeIterator"]
                    .iter()
                    .any(|name| last.ident == name)
            })
        }),
        _ => false,
    }
}

/// The type in an `Option<…>`.
pub fn option_type(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    if let GenericArgument::Type(ty) = arguments.args.first()? { Some(ty) } else { None }
}

/// Whether a type is `&str`, of any lifetime.
pub fn is_str_reference(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    reference.mutability.is_none()
        && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"))
}

/// `Option<&T>` as `Option<T>`, where a slice becomes the `Vec` that owns its elements; `None` for
/// other types.
pub fn owned_option(ty: &Type) -> Option<Type> {
    let of = option_type(ty).filter(|ty| !is_str_reference(ty))?;
    let Type::Reference(reference) = of else { return None };
    let owned = owned_referent(reference)?;
    Some(syn::parse_quote!(Option<#owned>))
}

/// The owned type that the derivatives of a function return, if the function returns a reference or
/// an `Option` of one. `None` for other types.
pub fn owned_result(ty: &Type) -> Option<Type> {
    match ty {
        Type::Reference(reference) if !is_str_reference(ty) => owned_referent(reference),
        ty => owned_option(ty),
    }
}

/// The owned type behind a shared reference.
fn owned_referent(reference: &syn::TypeReference) -> Option<Type> {
    match &*reference.elem {
        _ if reference.mutability.is_some() => None,
        Type::Slice(slice) => {
            let element = &slice.elem;
            Some(syn::parse_quote!(Vec<#element>))
        }
        of => Some(of.clone()),
    }
}
