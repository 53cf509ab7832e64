//! Linear variables, each used once, and functions that are linear in their parameters.
//!
//! ```text
//! dup         makes each further use of a linear variable explicit
//! linearity   which variables are linear in the declared parameters
//! linear_map  the stages of a linear function → its linear map
//! ```

pub mod dup;
pub mod linear_map;
pub mod linearity;
