#![allow(unused)]

use autodiff::prelude::*;

pub struct Point {
    pub x: f64,
}

#[differentiate(reverse)]
fn structure(p: &Point, x: f64) -> f64 {
    p.x * x
}

#[differentiate(reverse)]
fn option(x: Option<f64>) -> f64 {
    1.0
}

#[differentiate(reverse)]
fn constant_in_out(#[constant] x: &mut f64, y: f64) -> f64 {
    *x += y;
    *x
}

#[differentiate(reverse)]
fn slice_of_references(x: &[&f64]) -> f64 {
    *x[0]
}

#[differentiate(reverse)]
fn dynamic_parameter(g: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    g(x)
}

#[differentiate(reverse)]
fn raw_pointer(x: *const f64, y: f64) -> f64 {
    y
}

#[differentiate(reverse)]
fn other_attribute(#[inactive] n: f64, x: f64) -> f64 {
    n * x
}

#[differentiate(reverse)]
fn constant_with_value(#[constant(true)] n: f64, x: f64) -> f64 {
    n * x
}

#[differentiate(reverse)]
fn equal_names((x, y): (f64, f64), y: f64) -> f64 {
    x * y
}

fn main() {
    structure(&Point { x: 1.0 }, option(None));
    in_out(&mut (constant_in_out(&mut 1.0, 2.0), 1.0));
    slice_of_references(&[&1.0]);
    function_parameter(f64::sin, closure_parameter(f64::sin, dynamic_parameter(&f64::sin, 1.0)));
    raw_pointer(&1.0, generic_function(f64::sin, 1.0));
    other_attribute(1.0, constant_with_value(1.0, 2.0));
}
