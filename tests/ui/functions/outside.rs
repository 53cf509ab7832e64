//! What is passed as a function outside of differentiated functions.

use autodiff::function;
use autodiff::prelude::*;

#[differentiate]
fn apply<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x)
}

fn plain(x: f64) -> f64 {
    x * x
}

#[differentiate]
fn of_two(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiate]
fn generic<T: autodiff::Real>(x: T) -> T {
    x * x
}

fn main() {
    let k = 2.0;
    apply_grad(|x: f64| k * x, 1.0);
    apply_grad(plain, 1.0);
    apply_grad(function!(plain), 1.0);
    apply_grad(function!(of_two), 1.0);
    apply_grad(function!(generic), 1.0);
    apply_grad(function!(1.0), 1.0);
}
