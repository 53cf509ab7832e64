//! Constants in patterns that neither the pattern nor the file shows to be constants.
#![allow(non_upper_case_globals)]

use autodiff::prelude::*;

include!("pattern_names.in");

#[differentiate]
fn lower_case(x: f64, length: (u32, bool)) -> f64 {
    match length {
        (yard, true) => x,
        _ => 2.0 * x,
    }
}

#[differentiate]
fn with_a_derivative(x: f64, scale: Option<f64>) -> f64 {
    match scale {
        Some(SCALE) => x * SCALE,
        _ => x,
    }
}

fn main() {}
