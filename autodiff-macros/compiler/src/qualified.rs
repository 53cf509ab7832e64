//! The name of a function of a trait: the same at registration and at calls.

use quote::ToTokens;
use syn::PathArguments;

/// The name of a function with its trait, including the trait's arguments if there are any:
/// `Scale<f64>::scaled`.
pub fn with_trait(of: &syn::PathSegment, name: &str) -> String {
    let mut of = of.clone();
    if let PathArguments::AngleBracketed(arguments) = &mut of.arguments {
        arguments.colon2_token = None;
    }
    let of = of.to_token_stream().to_string().replace(' ', "");
    format!("{of}::{name}")
}
