//! A function with the name of its module, called from its parent module, from itself and from other files.

use autodiff::prelude::*;

#[differentiate]
pub fn merit(x: &[f64], depth: usize) -> f64 {
    let [first, rest @ ..] = x else { return 0.0 };
    if depth == 0 { weight(*first) } else { weight(*first) * first + merit(rest, depth - 1) }
}

#[differentiate]
fn weight(x: f64) -> f64 {
    (0.5 * x).exp()
}

#[differentiate]
pub fn twice(x: &[f64]) -> f64 {
    2.0 * merit(x, 1)
}
