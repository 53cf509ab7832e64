//! Bodies that are lowered in another scope than their own: functions that return closures, and
//! default bodies of traits.
//!
//! ```text
//! inlining        functions that return closures or iterators, inlined in their callers
//! relocatable     whether a body resolves to the same items in every scope
//!   receivers     the types of the receivers of its method calls
//!   absolute_paths  its names by paths that do
//! line_numbers    `line!()` and `column!()` in a body
//! ```

pub(in crate::world) mod absolute_paths;
pub mod inlining;
mod line_numbers;
mod receivers;
pub mod relocatable;
