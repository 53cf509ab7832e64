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

#[differentiate(reverse, show)]
fn shown(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse, jvp = rule)]
fn jvp_rule(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse, vjp)]
fn vjp_rule(x: f64) -> f64 {
    x * x
}

#[differentiate(primal = p, transposed = t)]
fn pair_of_rules(x: f64) -> f64 {
    x * x
}

fn main() {
    second_order(helpers(shown(jvp_rule(vjp_rule(pair_of_rules(1.0))))));
}
