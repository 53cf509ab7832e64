//! Functions that are not linear, or not provably so.
#![deny(warnings)]
use autodiff::prelude::*;

#[linear(x)]
pub fn affine(x: f64) -> f64 {
    x + 1.0
}

#[linear(x)]
pub fn subtracted(a: f64, x: f64) -> f64 {
    a - x
}

#[linear(x)]
pub fn square(x: f64) -> f64 {
    x * x
}

#[linear(x)]
pub fn linear_but_not_provably(x: f64) -> f64 {
    (x * x) / x
}

#[linear(x)]
pub fn reciprocal(x: f64) -> f64 {
    1.0 / x
}

#[linear(x)]
pub fn sine(x: f64) -> f64 {
    x.sin()
}

#[linear(x)]
pub fn magnitude(x: f64) -> f64 {
    x.abs()
}

#[linear(x)]
pub fn rectified(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[linear(x)]
pub fn one_branch(n: usize, x: f64) -> f64 {
    if n > 0 { x } else { 1.0 }
}

#[linear(x)]
pub fn starts_elsewhere(a: f64, x: &[f64]) -> f64 {
    let mut sum = a;
    for v in x {
        sum += v;
    }
    sum
}

#[linear(x)]
pub fn set_in_a_loop(a: f64, x: &[f64]) -> f64 {
    let mut last = 0.0;
    for i in 0..x.len() {
        last = if i % 2 == 0 { x[i] } else { a };
    }
    last
}

#[linear(x)]
pub fn an_element(a: f64, x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; 3];
    y[0] = x[0];
    y[1] = a;
    y
}

#[linear(x)]
pub fn other_elements(a: f64, x: &[f64]) -> Vec<f64> {
    let mut y = vec![a; 3];
    y[0] = x[0];
    y
}

#[linear(x, z)]
pub fn product(x: f64, z: f64) -> f64 {
    x * z
}

#[linear(x)]
pub fn stopped(x: f64) -> f64 {
    x + constant(x)
}

#[linear(x)]
pub fn rounded(x: &[f64]) -> f64 {
    let k = x[0] as usize;
    x[k]
}

#[linear(x)]
pub fn maximum(x: &[f64]) -> f64 {
    x.iter().copied().fold(0.0, f64::max)
}

#[linear(x)]
pub fn beside_a_constant(x: [f64; 2]) -> [f64; 3] {
    [x[0], x[1], 1.0]
}

#[linear(x)]
pub fn through_a_method(x: f64) -> f64 {
    x.foo()
}

#[linear(y)]
pub fn rows(y: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for row in y {
        sum += row[0];
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
pub struct Scaled {
    #[constant]
    scale: f64,
    value: f64,
}

#[linear(x)]
pub fn stored_in_a_constant(x: &[f64]) -> f64 {
    let mut s = Scaled { scale: x[0], value: x[1] };
    s.scale = x[1];
    s.value * s.scale
}

fn main() {}
