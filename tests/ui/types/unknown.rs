use autodiff::prelude::*;

#[differentiate(reverse)]
fn pair(x: f64) -> (f64, f64) {
    (x, x * x)
}

#[differentiate(reverse)]
fn tuple_of_a_call(x: f64) -> f64 {
    let p = pair(x);
    p.0 * p.1
}

#[differentiate(reverse)]
fn empty(x: f64) -> f64 {
    let unused = Vec::new();
    x
}

#[differentiate(reverse)]
fn index_of_a_scalar(x: f64) -> f64 {
    let y = x * x;
    y[0]
}

#[differentiate(reverse)]
fn length_of_a_scalar(x: f64) -> f64 {
    x.len() as f64
}

#[differentiate(reverse)]
fn arithmetic_on_arrays(x: [f64; 2], y: [f64; 2]) -> f64 {
    let z = x + y;
    z[0]
}

fn main() {}
