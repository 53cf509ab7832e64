//! The passes, from Linear A to Linear A, in the order of the pipeline (`compile/stages.rs`):
//!
//! ```text
//! number         gives variables numbers in the order of the program
//! activity       which variables depend on active parameters, and matter; reports errors
//! jvp            forward differentiation
//! simplify       removes what is not used, and shares what is equal
//! linear         duplications and drops of linear variables; the proof for `#[linear]`
//! residuals      which values are saved, and which are computed again
//! unzip          splits values from tangents
//! transpose      the linear part, backwards
//! schedule       both sweeps in one function
//! pullbacks      the other schedule: a pullback for each operation
//! erase          linear functions as functions of reals, for derivatives of derivatives
//! ```

pub mod activity;
pub mod defunctionalize;
pub mod erase;
pub mod fold;
pub mod jvp;
pub mod linear;
pub mod number;
pub mod pullbacks;
pub mod residuals;
pub mod rule;
pub mod schedule;
pub mod simplify;
mod slots;
pub mod transpose;
pub mod unzip;
