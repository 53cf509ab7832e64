#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn pair(x: f64) -> (f64, f64) {
    (x, x * x)
}

#[differentiate(reverse)]
fn tuple_of_a_call(x: f64) -> f64 {
    let p = pair(x);
    p.0 * p.1
}

#[differentiate(reverse)]
fn tuple_in_a_vector(x: f64) -> f64 {
    let mut pairs = Vec::new();
    pairs.push(pair(x));
    pairs[0].0
}

#[differentiate(reverse)]
fn filled_elsewhere(x: f64) -> f64 {
    let v = Vec::new();
    x * length(&v) as f64
}

fn length(v: &[f64]) -> usize {
    v.len()
}

#[differentiate(reverse)]
fn declared_as_a_tuple(x: f64) -> f64 {
    let p;
    p = (x, 2.0 * x);
    p.0 * p.1
}

fn main() {}
