//! How emitted functions find each other.
//!
//! [`marker`] writes the marker of a function, with the traits by which callers find it, and
//! [`objects`] implements the traits that make it a function value. In a caller, [`aliases`]
//! imports the markers of its callees, and [`callee`] writes their paths. [`placeholder`] declares
//! the names of a function with errors, so that its callers compile without further errors.

pub mod aliases;
pub mod callee;
mod marker;
pub mod objects;
pub mod placeholder;
