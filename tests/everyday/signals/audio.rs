//! The loudness of a signal after a biquad filter and a chorus with a delay line.

use autodiff::prelude::*;
use std::collections::VecDeque;
use std::f64::consts::TAU;

#[derive(Clone, Debug, Default, Differentiable)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    z1: f64,
    z2: f64,
}

#[differentiate]
impl Biquad {
    #[differentiate]
    fn low_pass(cutoff: f64, q: f64, rate: f64) -> Self {
        let w = TAU * cutoff / rate;
        let alpha = w.sin() / (2.0 * q);
        let cos = w.cos();
        let a0 = 1.0 + alpha;
        Self {
            b: [(1.0 - cos) / 2.0 / a0, (1.0 - cos) / a0, (1.0 - cos) / 2.0 / a0],
            a: [-2.0 * cos / a0, (1.0 - alpha) / a0],
            ..Self::default()
        }
    }
    #[differentiate]
    fn process(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.z1;
        self.z1 = self.b[1] * x - self.a[0] * y + self.z2;
        self.z2 = self.b[2] * x - self.a[1] * y;
        y
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Chorus {
    line: VecDeque<f64>,
    depth: f64,
    mix: f64,
    n: usize,
}

#[differentiate]
impl Chorus {
    #[differentiate]
    fn process(&mut self, x: f64) -> f64 {
        self.line.push_front(x);
        if self.line.len() > 8 {
            self.line.pop_back();
        }
        let pos = 3.0 + self.depth * (self.n as f64 * 0.4).sin();
        let i = pos.floor() as usize;
        let frac = pos - i as f64;
        self.n += 1;
        let tap = |k: usize| self.line.get(k).copied().unwrap_or(0.0);
        let wet = tap(i) * (1.0 - frac) + tap(i + 1) * frac;
        (1.0 - self.mix) * x + self.mix * wet
    }
}

#[differentiate]
fn soft_clip(x: f64) -> f64 {
    match x {
        v if v > 1.0 => 1.0,
        v if v < -1.0 => -1.0,
        v => 1.5 * (v - v.powi(3) / 3.0),
    }
}

#[differentiate]
fn rms(x: &[f64]) -> f64 {
    let mut filter = Biquad::low_pass(x[0], x[1], 48.0);
    let mut chorus = Chorus { line: VecDeque::new(), depth: x[2], mix: x[3], n: 0 };
    let (mut acc, mut env) = (0.0, 0.0f64);
    for n in 0..40 {
        let dry = (TAU * 3.0 * n as f64 / 48.0).sin() + 0.4 * (TAU * 11.0 * n as f64 / 48.0).cos();
        let y = soft_clip(chorus.process(filter.process(dry)));
        env = if y.abs() > env { y.abs() } else { env * 0.95 };
        acc += y * y * (1.0 + env);
    }
    (acc / 40.0).sqrt()
}
#[test]
fn audio() {
    check!(rms, [5.0, 0.8, 1.3, 0.4], 1e-6);
}
