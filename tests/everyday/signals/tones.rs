//! The power of tones by the Goertzel algorithm with windows, and autocorrelation.

use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub enum Window {
    Rect,
    Hann,
    Blackman { alpha: f64 },
}
fn window_gain(w: Window, i: usize, n: usize) -> f64 {
    let t = std::f64::consts::TAU * i as f64 / n as f64;
    match w {
        Window::Rect => 1.0,
        Window::Hann => 0.5 * (1.0 - t.cos()),
        Window::Blackman { alpha } => {
            (1.0 - alpha) / 2.0 - 0.5 * t.cos() + alpha / 2.0 * (2.0 * t).cos()
        }
    }
}
#[differentiate]
fn goertzel(samples: &[f64], #[constant] w: Window, k: f64) -> f64 {
    let n = samples.len();
    let omega = 2.0 * std::f64::consts::PI * k / n as f64;
    let coeff = 2.0 * omega.cos();
    let (mut s1, mut s2) = (0.0, 0.0);
    for (i, &x) in samples.iter().enumerate() {
        let s0 = x * window_gain(w, i, n) + coeff * s1 - s2;
        s2 = s1;
        s1 = s0;
    }
    s1 * s1 + s2 * s2 - coeff * s1 * s2
}
#[differentiate]
fn autocorrelation(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mean = x.iter().sum::<f64>() / n as f64;
    let centered: Vec<f64> = x.iter().map(|v| v - mean).collect();
    (0..n)
        .map(|lag| {
            centered[lag..].iter().zip(&centered[..n - lag]).map(|(a, b)| a * b).sum::<f64>()
        })
        .collect()
}
#[differentiate]
fn spectrum_program(x: &[f64]) -> f64 {
    let windows = [Window::Rect, Window::Hann, Window::Blackman { alpha: 0.16 }];
    let power: f64 = windows.iter().enumerate().map(|(i, &w)| goertzel(x, w, i as f64 + 0.5)).sum();
    let ac = autocorrelation(x);
    let crossings = x.windows(2).filter(|w| w[0].signum() != w[1].signum()).count();
    power + ac.iter().skip(1).map(|v| v / ac[0]).sum::<f64>() * (1 + crossings) as f64
}

mod laws {
    #[test]
    fn spectrum_program() {
        use super::*;
        for x in crate::support::points().iter().filter(|x| x.len() > 1) {
            check!(spectrum_program, x, 1e-6);
        }
    }
}
