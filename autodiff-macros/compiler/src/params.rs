//! What the parts that read parameters have in common: bounds that tell what a type parameter is, marks on parameters, and what is in a `Result`.

use syn::{Attribute, GenericArgument, Generics, Ident, PathArguments, Type, TypeParamBound, WherePredicate};

/// Traits of sources of random numbers.
const SOURCES: &[&str] = &["Rng", "RngCore", "RngExt", "CryptoRng", "TryRng", "TryRngCore", "TryCryptoRng"];

/// Whether what has such a bound is a source of random numbers.
pub fn is_source(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.segments.last().is_some_and(|s| SOURCES.iter().any(|name| s.ident == name))
}

/// Traits of iterators, and of what they are made of.
const ITERATORS: &[&str] = &["Iterator", "IntoIterator", "ExactSizeIterator", "DoubleEndedIterator"];

/// Whether a trait is one of iterators.
pub fn is_iterator(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|s| ITERATORS.iter().any(|name| s.ident == name))
}

/// The bounds of a type parameter.
pub fn bounds<'g>(generics: &'g Generics, name: &'g Ident) -> impl Iterator<Item = &'g TypeParamBound> {
    let declared = generics.type_params().filter(move |t| t.ident == *name).flat_map(|t| &t.bounds);
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_it = clauses.filter_map(move |p| match p {
        WherePredicate::Type(p) if matches!(&p.bounded_ty, Type::Path(ty) if ty.qself.is_none() && ty.path.is_ident(name)) => {
            Some(&p.bounds)
        }
        _ => None,
    });
    declared.chain(of_it.flatten())
}

/// Marks a parameter that is what an argument is converted to.
pub fn converted() -> Attribute {
    syn::parse_quote!(#[autodiff::converted])
}

/// Whether an attribute is that mark.
pub fn is_converted(attribute: &Attribute) -> bool {
    *attribute == converted()
}

/// The types inside of `Result<…>`: of the value, and of the error if it is written.
pub fn result_types(ty: &Type) -> Option<(&Type, Option<&Type>)> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Result")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    let mut types = args.args.iter().filter_map(|a| match a {
        GenericArgument::Type(t) => Some(t),
        _ => None,
    });
    Some((types.next()?, types.next()))
}
