//! Places as Rust paths: elements, fields and views of arrays.

pub(in crate::emit::body) mod array_views;
pub(in crate::emit::body) mod members;
pub(in crate::emit::body) mod places;
