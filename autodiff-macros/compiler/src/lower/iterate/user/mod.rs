//! Iterators and collections of the crate.
//!
//! ```text
//! iterators    types with a derivative of `next`
//! collections  consumers that construct a user-defined type
//! ```

pub(in crate::lower::iterate) mod collections;
pub(in crate::lower::iterate) mod iterators;
