//! Adjoints of the evaluation programs, written by hand for speed: what the generated gradients are
//! measured against. Each `gradient` takes the arguments of its program and returns the value and
//! the gradients, in the order and layout of its active arguments.

pub mod det;
pub mod gmm;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;
