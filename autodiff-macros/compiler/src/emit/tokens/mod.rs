//! The vocabulary of emitted code: how a name, a type, a generic parameter or a copied value is
//! written. All other parts of [`emit`](crate::emit) use it.
//!
//! ```text
//! names         names of generated items: `f_vjp_into`, `FResiduals`
//! types         types of values, of tangents, of residuals
//! generics      generic parameters and their bounds
//! value_copies  copies of values
//! once          tokens that are moved into others, not copied
//! ```

pub mod generics;
pub mod names;
pub mod once;
pub mod types;
pub mod value_copies;
