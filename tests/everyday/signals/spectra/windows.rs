//! Windows of a frame.

use autodiff::prelude::*;
use std::f64::consts::TAU;

/// Windows of a frame, some of them with a parameter.
#[derive(Clone, Copy, Debug, Differentiable)]
pub enum Window {
    Rectangular,
    Hann,
    Gaussian { sigma: f64 },
    Cosines { weights: [f64; 3] },
}

#[differentiate]
impl Window {
    #[differentiate]
    pub fn at(&self, i: usize, n: usize) -> f64 {
        let u = i as f64 / (n - 1) as f64;
        match self {
            Window::Rectangular => 1.0,
            Window::Hann => 0.5 - 0.5 * (TAU * u).cos(),
            Window::Gaussian { sigma } => (-0.5 * ((u - 0.5) / (0.5 * sigma)).powi(2)).exp(),
            Window::Cosines { weights } => {
                weights.iter().enumerate().map(|(k, w)| w * (TAU * k as f64 * u).cos()).sum()
            }
        }
    }
}
