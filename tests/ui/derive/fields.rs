#![allow(unused)]

use autodiff::prelude::*;
use ndarray::{ArrayView1, ArrayView2};
use std::collections::HashMap;

trait Law {}

#[derive(Differentiable)]
struct Model<'a> {
    weights: Vec<f64>,
    borrowed: &'a [f64],
    parts: Vec<(f64, &'a [f64])>,
    changed: &'a mut f64,
    pointer: *const f64,
    function: fn(f64) -> f64,
    law: Option<Box<dyn Law>>,
    // these have no reals
    names: &'a [&'static str],
    #[constant]
    data: &'a [f64],
}

#[derive(Differentiable)]
struct Batch<'a> {
    inputs: ArrayView2<'a, f64>,
    outputs: Vec<ArrayView1<'a, f64>>,
}

#[derive(Differentiable)]
#[constant]
struct Attributes {
    #[constant(yes)]
    a: f64,
    #[constant = 1]
    b: f64,
    #[constant]
    #[constant]
    c: f64,
}

#[derive(Differentiable)]
enum Kind {
    #[constant]
    One(f64),
    Two(fn()),
}

#[derive(Differentiable)]
enum Never {}

#[derive(Differentiable)]
union Either {
    a: f64,
    b: u64,
}

fn main() {
    // no errors follow from those above
    let model: ModelTangent = ModelTangent { weights: vec![1.0] };
    let t = Attributes { a: 1.0, b: 2.0, c: 3.0 }.zero_tangent();
}
