#![allow(unused)]

use autodiff::prelude::*;

fn square(x: f64) -> f64 {
    x * x
}

mod shapes {
    pub fn area(r: f64) -> f64 {
        3.0 * r * r
    }
}

#[differentiate(reverse)]
fn by_name(x: f64) -> f64 {
    1.0 + square(x)
}

#[differentiate(reverse)]
fn by_path(r: f64) -> f64 {
    let area = shapes::area(r);
    area * 2.0
}

fn main() {
    by_name(by_path(1.0));
}
