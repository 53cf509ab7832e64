//! A biquad filter, a convolution, a window, and a discrete Fourier transform by its sums.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub struct Biquad {
    b0: f64,
    b1: f64,
    b2: f64,
    a1: f64,
    a2: f64,
    z1: f64,
    z2: f64,
}
#[differentiate]
impl Biquad {
    #[differentiate]
    pub fn lowpass(fs: f64, fc: f64, q: f64) -> Self {
        let w0 = 2.0 * std::f64::consts::PI * fc / fs;
        let (sin, cos) = w0.sin_cos();
        let alpha = sin / (2.0 * q);
        let a0 = 1.0 + alpha;
        Self {
            b0: (1.0 - cos) / 2.0 / a0,
            b1: (1.0 - cos) / a0,
            b2: (1.0 - cos) / 2.0 / a0,
            a1: -2.0 * cos / a0,
            a2: (1.0 - alpha) / a0,
            z1: 0.0,
            z2: 0.0,
        }
    }
    #[differentiate]
    pub fn process(&mut self, x: f64) -> f64 {
        let y = self.b0 * x + self.z1;
        self.z1 = self.b1 * x - self.a1 * y + self.z2;
        self.z2 = self.b2 * x - self.a2 * y;
        y
    }
    #[differentiate]
    pub fn process_block(&mut self, block: &mut [f64]) {
        for s in block.iter_mut() {
            *s = self.process(*s);
        }
    }
}
#[differentiate]
fn convolve(signal: &[f64], kernel: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; signal.len() + kernel.len() - 1];
    for (i, s) in signal.iter().enumerate() {
        for (j, k) in kernel.iter().enumerate() {
            out[i + j] += s * k;
        }
    }
    out
}
#[differentiate]
fn dft(x: &[f64]) -> Vec<(f64, f64)> {
    let n = x.len();
    (0..n)
        .map(|k| {
            x.iter().enumerate().fold((0.0, 0.0), |(re, im), (i, v)| {
                let phi = -std::f64::consts::TAU * (k * i) as f64 / n as f64;
                (re + v * phi.cos(), im + v * phi.sin())
            })
        })
        .collect()
}
#[differentiate]
fn dsp(q: &[f64]) -> f64 {
    let mut f = Biquad::lowpass(48.0, 4.0 + q[0], 0.7 * q[1]);
    let mut x: Vec<f64> = (0..16).map(|i| (i as f64 * 0.7 * q[2]).sin()).collect();
    f.process_block(&mut x);
    let y = convolve(&x, &[0.25, 0.5 * q[0], 0.25]);
    let window: Vec<f64> = y
        .iter()
        .enumerate()
        .map(|(i, v)| {
            v * (0.5 - 0.5 * (std::f64::consts::TAU * i as f64 / (y.len() - 1) as f64).cos())
        })
        .collect();
    dft(&window).iter().take(5).map(|(re, im)| (re * re + im * im).sqrt()).sum::<f64>()
        + window.iter().map(|v| v.abs()).fold(0.0, f64::max)
}

#[test]
fn laws() {
    check!(dsp, [0.3, 0.9, 0.8], 1e-6);
}
