//! Functions as data: what is not supported.
#![allow(unused)]

use autodiff::prelude::*;

#[differentiate]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiate]
fn listed(x: f64, k: usize) -> f64 {
    let functions: [fn(f64) -> f64; 2] = [square, |y| y];
    functions[k](x)
}

#[differentiate]
fn selected(x: f64, k: usize) -> f64 {
    let f: fn(f64) -> f64 = if k == 0 { |y| y } else { |y| y * y };
    f(x)
}

struct Activation {
    function: fn(f64) -> f64,
}

#[differentiate]
fn field(x: f64, #[constant] of: &Activation) -> f64 {
    (of.function)(x)
}

trait Cells {
    fn cell(&mut self, i: usize) -> &mut f64;
}

#[differentiate]
impl Cells for Vec<f64> {
    #[differentiate]
    fn cell(&mut self, i: usize) -> &mut f64 {
        &mut self[i]
    }
}

fn main() {}
