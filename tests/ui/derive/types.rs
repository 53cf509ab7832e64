#![allow(unused)]

use autodiff::prelude::*;
use std::collections::HashMap;

struct Plain {
    x: f64,
}

struct String(f64);

// `HashMap` is no type of tangents, nor is `Plain`
#[derive(Differentiable)]
struct Model {
    x: f64,
    table: HashMap<u32, f64>,
    plain: Plain,
}

// not the `String` of std
#[derive(Differentiable)]
struct Named {
    name: String,
}

fn main() {}
