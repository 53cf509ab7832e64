//! The passes: each file one function from Linear A to Linear A.

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
