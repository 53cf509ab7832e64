//! What the options for rules take.
#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse, vjp)]
fn without_a_name(x: f64) -> f64 {
    x * x
}

#[differentiate(primal = p)]
fn half_a_rule(x: f64) -> f64 {
    x * x
}

#[differentiate(transposed = |r, y| y)]
fn a_closure(x: f64) -> f64 {
    x * x
}

#[differentiate(vjp = rule, primal = p, transposed = t)]
fn two_reverse_rules(x: f64) -> f64 {
    x * x
}

#[differentiate(forward, vjp = rule)]
fn forward_by_reverse(x: f64) -> f64 {
    x * x
}

#[differentiate(vjp = of_another_type)]
fn another_type(x: f64) -> f64 {
    x * x
}

fn of_another_type(x: f64, y_bar: f64) -> f64 {
    2.0 * x * y_bar
}

differentiate_foreign! {
    fn f64::sin(x: f64) -> f64;
}

differentiate_foreign! {
    f64::cos
}

fn main() {
    another_type(two_reverse_rules(1.0));
}
