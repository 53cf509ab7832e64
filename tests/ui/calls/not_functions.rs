#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn variable(x: f64) -> f64 {
    let sine = f64::sin;
    sine(x)
}

#[differentiate(reverse)]
fn boxed(x: f64) -> f64 {
    *Box::new(x)
}

#[differentiate(reverse)]
fn call_of_a_call(x: f64) -> f64 {
    (if x > 0.0 { f64::sin } else { f64::cos })(x)
}

#[differentiate(reverse)]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiate(reverse)]
fn too_few_arguments(x: f64) -> f64 {
    product(x)
}

fn main() {}
