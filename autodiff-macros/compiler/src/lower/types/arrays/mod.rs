//! Arrays of `ndarray`: which types they have, and which their operations return.
//!
//! ```text
//! declarations  fields and results that are declared as arrays
//! results       operations that return arrays
//! views         types of views, and the owned arrays in their place
//! ```

pub(in crate::lower::types) mod declarations;
pub mod results;
pub mod views;
