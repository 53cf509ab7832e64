//! Iterators and collections of the crate.

pub(in crate::lower::iterate) mod collections;
pub(in crate::lower::iterate) mod iterators;
