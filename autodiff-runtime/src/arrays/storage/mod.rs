//! Arrays as tangents, accumulators and copies.
//!
//! ```text
//! space        arrays as a vector space of tangents, and as accumulators
//! sparse_rows  the accumulator that stores the rows that were added to
//! layout       owned copies of views, in the layout of the view
//! memory       memory of consumed arrays, reused for new ones
//! ```

pub(super) mod layout;
pub(crate) mod memory;
pub(super) mod space;
pub(super) mod sparse_rows;
