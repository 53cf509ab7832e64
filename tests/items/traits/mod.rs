//! Traits and generic functions.

mod conversions;
mod foreign_types;
mod generics;
mod number_traits;
mod scalar_traits;
mod traits;
mod traits_generic;
mod traits_in_modules;
mod traits_named_as_libraries;
mod traits_signatures;
