//! Iterators that a function without the attribute makes, and that are not used up.
use autodiff::prelude::*;

fn numbers(seed: u64) -> impl Iterator<Item = f64> {
    (seed..).map(|k| k as f64)
}

#[differentiate]
fn left(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in numbers(3) {
        s += k * x[0];
        if s > 10.0 {
            break;
        }
    }
    s
}

fn main() {}
