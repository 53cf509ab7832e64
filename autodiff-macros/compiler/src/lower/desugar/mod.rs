//! Rewrites syntax before it is lowered.

mod array_axes;
mod array_macros;
pub mod array_slices;
pub mod arrays;
pub mod destructure;
pub mod hoist;
pub mod order;
pub mod parallel;
pub mod ref_mut;
pub mod renamed_variants;
pub mod substitute;
