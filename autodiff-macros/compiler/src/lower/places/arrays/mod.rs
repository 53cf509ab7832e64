//! Parts and views of arrays of `ndarray` as places.
//!
//! ```text
//! parts          parts at an index of an axis
//! changed_views  views that change the array
//! ```

pub mod changed_views;
pub mod parts;
