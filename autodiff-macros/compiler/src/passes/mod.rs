//! The passes, from Linear A to Linear A, about in the order of the pipeline (`compile/stages.rs`):
//!
//! ```text
//! number           value numbering: equal computations are done once
//! activity         which variables get a tangent
//! jvp              forward differentiation (rule: by a user-defined rule)
//! fold             `a[i] += x` as one linear operation
//! simplify         removes dead code
//! linear           one use for each linear variable; the proof for `#[linear]`
//! unzip            the primal with residuals, and the linear function
//! residuals        which primal values are stored, and which are recomputed
//! slots            residuals of the arms of a branch
//! transpose        the linear function, transposed
//! schedule         both sweeps in one function
//! pullbacks        the un-unzipped form (defunctionalize: without pullbacks)
//! erase            linear variables as non-linear ones, to differentiate again
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
