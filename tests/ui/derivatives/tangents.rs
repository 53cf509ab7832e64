#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn power(x: f64, n: usize) -> f64 {
    x.powi(n as i32)
}

#[differentiate(reverse)]
fn doubled(x: &[f64]) -> Vec<f64> {
    vec![2.0 * x[0], 2.0 * x[1]]
}

#[differentiate(reverse)]
fn mixed(x: f64) -> (f64, usize) {
    (x * x, x as usize)
}

#[differentiate(forward)]
fn forward(x: f64) -> f64 {
    x * x
}

fn main() {
    // a tangent for the integer
    power_jvp(2.0, 3, 1.0, 1);
    // a gradient of a vector
    doubled_grad(&[1.0, 2.0]);
    // a cotangent for the integer
    mixed_vjp(2.0, (1.0, 1.0));
    // no reverse mode
    forward_grad(2.0);
    // a tangent that is no slice
    doubled_jvp(&[1.0, 2.0], 1.0);
}
