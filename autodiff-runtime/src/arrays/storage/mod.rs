//! Arrays as tangents, accumulators and copies.
//!
//! ```text
//! space        arrays as a vector space of tangents, and as accumulators
//! sparse_rows  the accumulator that stores the rows that were added to
//! layout       owned copies of views, in the layout of the view
//! ```

pub(super) mod layout;
pub(super) mod space;
pub(super) mod sparse_rows;
