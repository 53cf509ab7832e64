//! `lse`: the logarithm of a sum of exponentials, computed without overflow.

use autodiff::prelude::*;

/// log Σ exp(xᵢ), with the largest element subtracted before the exponential.
#[differentiate(reverse)]
pub fn logsumexp(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for value in x.iter() {
        largest = largest.max(*value);
    }
    let mut sum = 0.0;
    for value in x.iter() {
        sum += (*value - largest).exp();
    }
    largest + sum.ln()
}
