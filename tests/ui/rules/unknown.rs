//! Rules that there are not, and rules of functions that there are not.
#![deny(warnings)]
use autodiff::prelude::*;

#[differentiate(jvp = nowhere)]
pub fn forward(x: f64) -> f64 {
    x
}

#[differentiate(vjp = missing::nowhere)]
pub fn reverse(x: f64) -> f64 {
    x
}

#[differentiate(primal = nowhere_primal, transposed = nowhere_transposed)]
pub fn halves(x: f64) -> f64 {
    x
}

#[linear(x_dot)]
fn rule(x: f64, x_dot: f64) -> (f64, f64) {
    (x, x_dot)
}

differentiate_foreign! {
    fn f64::no_such_function(x: f64) -> f64; jvp = rule;
}

fn main() {}
