//! What the parts that read parameters have in common: bounds that tell what a type parameter is, and marks on parameters.

use syn::{Attribute, TypeParamBound};

/// Traits of sources of random numbers.
const SOURCES: &[&str] = &["Rng", "RngCore", "RngExt", "CryptoRng", "TryRng", "TryRngCore", "TryCryptoRng"];

/// Whether what has such a bound is a source of random numbers.
pub fn is_source(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.segments.last().is_some_and(|s| SOURCES.iter().any(|name| s.ident == name))
}

/// Marks a parameter that is what an argument is converted to.
pub fn converted() -> Attribute {
    syn::parse_quote!(#[autodiff::converted])
}

/// Whether an attribute is that mark.
pub fn is_converted(attribute: &Attribute) -> bool {
    *attribute == converted()
}
