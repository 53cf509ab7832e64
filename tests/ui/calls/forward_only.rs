#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(forward)]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse)]
fn caller(x: f64) -> f64 {
    1.0 + square(x)
}

fn main() {
    caller(1.0);
}
