//! Places as Rust paths: elements, fields and views of arrays.
//!
//! ```text
//! places       a place as a path
//! members      fields
//! array_views  views of arrays of other crates
//! ```

pub(in crate::emit::body) mod array_views;
pub(in crate::emit::body) mod members;
pub(in crate::emit::body) mod places;
