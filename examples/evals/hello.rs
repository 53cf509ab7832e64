//! `hello`: the square of a number; its derivative is the eval's `double`.

use autodiff::prelude::*;

/// x².
#[differentiate(reverse)]
pub fn square(x: f64) -> f64 {
    x * x
}
