//! What the attribute takes.
#![deny(warnings)]
use autodiff::prelude::*;

#[linear]
pub fn without_names(x: f64) -> f64 {
    x
}

#[linear(z)]
pub fn an_unknown_name(a: f64, x: f64) -> f64 {
    a * x
}

#[linear(x, x)]
pub fn twice(x: f64) -> f64 {
    x
}

#[linear(x = 1)]
pub fn no_value(x: f64) -> f64 {
    x
}

#[linear(n)]
pub fn discrete(n: usize, x: f64) -> f64 {
    x * n as f64
}

#[linear(x)]
pub struct Operator;

fn main() {}
