#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn no_parameters() -> f64 {
    1.0
}

#[differentiate(reverse)]
fn only_discrete(n: usize, name: &str, on: bool) -> f64 {
    n as f64
}

#[differentiate(reverse)]
fn only_constants(#[constant] x: f64, #[constant] y: &[f64]) -> f64 {
    x * y[0]
}

#[differentiate(reverse)]
fn no_result(x: f64) {
    println!("{x}");
}

#[differentiate(reverse)]
fn unit_result(x: f64) -> () {
    println!("{x}");
}

fn main() {
    no_result(no_parameters() + only_discrete(1, "", true) + only_constants(1.0, &[2.0]));
    unit_result(1.0);
}
