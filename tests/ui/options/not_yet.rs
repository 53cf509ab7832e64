#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse, order = 2)]
fn second_order(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse, hvp, hessian, jacobian)]
fn helpers(x: f64) -> f64 {
    x * x
}

fn main() {
    second_order(helpers(1.0));
}
