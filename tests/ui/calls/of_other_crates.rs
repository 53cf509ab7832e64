//! Functions of other crates: whether they have derivatives, their crates know.

use autodiff::prelude::*;
use num_traits::clamp_min;

#[differentiate]
fn by_path(x: f64) -> f64 {
    num_traits::clamp(x, 0.0, 1.0)
}

#[differentiate]
fn imported(x: f64) -> f64 {
    clamp_min(x, 0.0) + clamp_min(x, 1.0)
}

macro_rules! square {
    ($name:ident) => {
        fn $name(x: f64) -> f64 {
            x * x
        }
    };
}
square!(made);

#[differentiate]
fn of_a_macro(x: f64) -> f64 {
    made(x)
}

#[differentiate]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiate]
fn passed(x: f64) -> f64 {
    apply(made, x)
}

#[differentiate]
fn caller(x: f64) -> f64 {
    by_path(x) + imported(x) + of_a_macro(x) + passed(x)
}

fn main() {
    caller_grad(1.0);
    apply_grad(autodiff::function!(made), 1.0);
}
