//! Calls of functions that are not linear there.
#![deny(warnings)]
use autodiff::prelude::*;

#[linear(x)]
fn scale(k: f64, x: f64) -> f64 {
    k * x
}

#[linear(x)]
pub fn in_the_other_argument(x: f64) -> f64 {
    scale(x, 2.0)
}

#[differentiate]
pub fn active_in_both(x: f64) -> f64 {
    scale(x, x)
}

#[linear(x)]
fn value_and_tangent(a: f64, x: f64) -> (f64, f64) {
    (a.sin(), a.cos() * x)
}

#[linear(x)]
pub fn of_parts(a: f64, x: f64) -> f64 {
    let (y, z) = value_and_tangent(a, x);
    y + z
}

fn plain(x: f64) -> f64 {
    2.0 * x
}

#[linear(x)]
pub fn of_a_plain_function(x: f64) -> f64 {
    plain(x)
}

fn main() {}
