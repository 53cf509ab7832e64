//! Rules that do not fit their functions.
#![deny(warnings)]
use autodiff::prelude::*;

#[linear(x_dot)]
fn rule(x: f64, x_dot: f64) -> (f64, f64) {
    (x.exp(), x.exp() * x_dot)
}

#[differentiate(jvp = rule)]
pub fn of_two(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiate(jvp = rule)]
pub fn of_singles(x: f32) -> f32 {
    x
}

fn not_linear(x: f64, x_dot: f64) -> (f64, f64) {
    (x, x_dot)
}

#[differentiate(jvp = not_linear)]
pub fn without_a_proof(x: f64) -> f64 {
    x
}

#[linear(x)]
fn in_the_value(x: f64, x_dot: f64) -> (f64, f64) {
    (x, x_dot)
}

#[differentiate(jvp = in_the_value)]
pub fn of_the_wrong_argument(x: f64) -> f64 {
    x
}

#[linear(x_dot)]
fn quadratic(x: f64, x_dot: f64) -> (f64, f64) {
    (x, x_dot * x_dot)
}

#[linear(x_dot)]
fn moves_the_value(x: f64, x_dot: f64) -> (f64, f64) {
    (x + x_dot, x_dot)
}

#[differentiate(jvp = "rule")]
pub fn as_text(x: f64) -> f64 {
    x
}

#[differentiate(jvp = rule)]
pub fn of_functions(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn main() {}
