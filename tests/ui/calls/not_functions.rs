#![allow(unused)]

use autodiff::prelude::*;

struct Wrapper(f64);

#[differentiate(reverse)]
fn variable(x: f64) -> f64 {
    let sine = f64::sin;
    sine(x)
}

#[differentiate(reverse)]
fn constructor(x: f64) -> f64 {
    Wrapper(x).0
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
fn function_value(x: &[f64]) -> f64 {
    let y: Vec<f64> = x.iter().copied().map(f64::sin).collect();
    y[0]
}

fn main() {}
