//! Rewrites of the generic parameters and the parameters of a function.

pub(in crate::item) mod array_storage;
pub(in crate::item) mod desugar_impl_trait;
pub mod desugar_into;
pub mod iterators;
pub(in crate::item) mod lifetimes;
pub(in crate::item) mod unify_params;
