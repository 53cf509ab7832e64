//! Calls of other differentiated functions.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[differentiate(reverse)]
fn norm(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for x in v {
        s += x * x;
    }
    s.sqrt()
}

#[differentiate(reverse)]
fn composed(x: &[f64]) -> f64 {
    let mut v = vec![0.0; x.len()];
    for i in 0..x.len() {
        v[i] = sigmoid(x[i]) + 0.1 * x[0];
    }
    norm(&v) * norm(&x[1..])
}

#[differentiate(reverse)]
fn fibonacci(x: f64, n: usize) -> f64 {
    if n < 2 { x + n as f64 } else { fibonacci(x, n - 1) * 0.5 + fibonacci(x * x, n - 2) }
}

#[differentiate(reverse)]
fn recursive(x: &[f64]) -> f64 {
    fibonacci(x[0], 7)
}

#[test]
fn calls() {
    check!(composed, [0.5, 1.5, -0.7, 0.9]);
    check!(recursive, [0.6]);
}
