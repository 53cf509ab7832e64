//! Parts and views of arrays of `ndarray` as places.

pub mod changed_views;
pub mod parts;
