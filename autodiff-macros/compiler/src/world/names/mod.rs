//! What names resolve to.
//!
//! ```text
//! modules        modules of a file: name resolution in one of them
//! resolve        name resolution across the files of the crate
//!   search         the searches through imports and globs
//!   markers        which functions have markers of other names
//! meaning        what kind of item a path resolves to
//!   values         constants, unit variants and traits among these names
//!   shadowing      items of the crate that have names of `std`
//! constants      the types of constants of any file of the crate
//! ```

pub(in crate::world) mod constants;
mod markers;
pub mod meaning;
pub mod modules;
pub(crate) mod resolve;
pub(in crate::world) mod search;
mod shadowing;
mod values;
