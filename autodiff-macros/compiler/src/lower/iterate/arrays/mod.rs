//! Iteration over arrays of `ndarray`: their elements, rows and views, and the loops that change them.

pub(in crate::lower) mod along_axis;
pub(in crate::lower::iterate) mod in_place;
pub(in crate::lower::iterate) mod lengths;
pub(in crate::lower) mod of_arrays;
pub(in crate::lower::iterate) mod views_of_views;
pub(in crate::lower::iterate) mod zip;
