//! The vocabulary of emitted code: how a name, a type, a generic parameter or a copied value is
//! written. All other parts of [`emit`](crate::emit) use it.

pub mod generics;
pub mod names;
pub mod once;
pub mod types;
pub mod value_copies;
