//! Iteration over arrays of `ndarray`: their elements, rows and views, and the loops that change them.
//!
//! ```text
//! of_arrays       items with random access: elements, parts along an axis
//! in_place        loops that change elements
//! along_axis      methods with a closure for each lane
//! zip             `Zip`
//! lengths         `x.dim()`, `x.shape()`
//! views_of_views  views whose changes would be lost: errors
//! ```

pub(in crate::lower) mod along_axis;
pub(in crate::lower::iterate) mod in_place;
pub(in crate::lower::iterate) mod lengths;
pub(in crate::lower) mod of_arrays;
pub(in crate::lower::iterate) mod views_of_views;
pub(in crate::lower::iterate) mod zip;
