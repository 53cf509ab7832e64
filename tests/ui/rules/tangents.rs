//! Tangents for what has none.
#![deny(warnings)]
use autodiff::prelude::*;

#[linear(x_dot, k_dot)]
fn rule(x: f64, k: f64, x_dot: f64, k_dot: f64) -> (f64, f64) {
    (x * k, x_dot * k + x * k_dot)
}

#[differentiate(jvp = rule)]
pub fn of_a_constant(x: f64, #[constant] k: f64) -> f64 {
    x * k
}

#[linear(x_dot)]
fn plain_rule(x: f64, _n: usize, x_dot: f64) -> (f64, f64) {
    (x, x_dot)
}

#[differentiate(jvp = plain_rule)]
pub fn of_an_integer(x: f64, _n: usize) -> f64 {
    x
}

fn main() {
    of_an_integer_jvp(1.0, 2, 1.0, 1);
}
