//! Reverse rules of another signature than expected: one error for each.
#![deny(warnings)]
use autodiff::prelude::*;

fn of_one(x: f64, y_bar: f64) -> (f64, f64) {
    (x, y_bar)
}

#[differentiate(vjp = of_one)]
pub fn of_two(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiate(vjp = of_one)]
pub fn of_a_slice(x: &[f64]) -> f64 {
    x[0]
}

#[differentiate(vjp = of_one)]
pub fn generic<T: Real>(x: T) -> T {
    x
}

fn with_a_cotangent_of_the_constant(x: f64, k: f64, y_bar: f64) -> (f64, (f64, f64)) {
    (k * x, (k * y_bar, x * y_bar))
}

#[differentiate(vjp = with_a_cotangent_of_the_constant)]
pub fn of_a_constant(x: f64, #[constant] k: f64) -> f64 {
    k * x
}

fn kept(x: f64) -> (f64, f64) {
    (x, x)
}

fn back(kept: &f64, y_bar: f32) -> f64 {
    kept * f64::from(y_bar)
}

#[differentiate(primal = kept, transposed = back)]
pub fn of_halves(x: f64) -> f64 {
    x
}

fn main() {}
