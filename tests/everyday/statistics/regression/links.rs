//! The means that belong to linear predictors.

use crate::statistics::regression::types::Link;
use autodiff::prelude::*;

pub(crate) const TINY: f64 = 1e-12;

/// The mean that belongs to a linear predictor.
#[differentiate(reverse)]
pub(crate) fn inverse_link(#[constant] link: Link, eta: f64) -> f64 {
    match link {
        Link::Identity => eta,
        Link::Log => eta.exp(),
        Link::Logit => {
            if eta >= 0.0 {
                1.0 / (1.0 + (-eta).exp())
            } else {
                let e = eta.exp();
                e / (1.0 + e)
            }
        }
    }
}

/// ln(1 + exp(x)) without overflow.
#[differentiate(reverse)]
pub(crate) fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
