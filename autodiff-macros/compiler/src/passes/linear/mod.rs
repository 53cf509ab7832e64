//! Linear variables, each used once, and functions that are linear in their parameters.

pub mod dup;
pub mod linear_map;
pub mod linearity;
