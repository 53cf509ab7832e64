//! Arrays of `ndarray`: which types they have, and which their operations return.

pub(in crate::lower::types) mod declarations;
pub mod results;
pub mod views;
