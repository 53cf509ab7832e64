#![allow(unused)]

use autodiff::prelude::*;

pub struct Point {
    x: f64,
}

#[differentiate(reverse, hessian, fast)]
async fn many(p: &Point, x: &[f64]) -> Option<f64> {
    let sum: f64 = x.iter().sum();
    let y = unsafe { sum };
    let z = x.first()?;
    None
}

fn main() {
    // no secondary error: the function is still there
    let _ = many(&Point { x: 1.0 }, &[1.0]);
}
