//! The programs of the GradBench evaluation set, each written as one would write it without
//! differentiation in mind. The GradBench tool, the benches and the tests include this module.

// Every target that includes this module uses a part of it.
#![allow(dead_code)]
// Sums over indices are written with indices, as in the definitions of the evals.
#![allow(clippy::needless_range_loop)]

pub mod det;
pub mod gmm;
pub mod hello;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;
