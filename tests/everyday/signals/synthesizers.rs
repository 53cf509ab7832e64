//! Tones with an envelope through a chain of biquad filters with drive.

use autodiff::prelude::*;
use std::f64::consts::PI;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub enum FilterKind {
    LowPass,
    HighPass,
    Peak { gain_db: f64 },
}
#[derive(Differentiable, Clone, Copy, Debug, Default)]
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
    pub fn new(kind: FilterKind, freq: f64, q: f64, sample_rate: f64) -> Self {
        let w0 = 2.0 * PI * freq / sample_rate;
        let (sin, cos) = w0.sin_cos();
        let alpha = sin / (2.0 * q);
        let (b0, b1, b2, a0, a1, a2) = match kind {
            FilterKind::LowPass => (
                (1.0 - cos) / 2.0,
                1.0 - cos,
                (1.0 - cos) / 2.0,
                1.0 + alpha,
                -2.0 * cos,
                1.0 - alpha,
            ),
            FilterKind::HighPass => (
                (1.0 + cos) / 2.0,
                -(1.0 + cos),
                (1.0 + cos) / 2.0,
                1.0 + alpha,
                -2.0 * cos,
                1.0 - alpha,
            ),
            FilterKind::Peak { gain_db } => {
                let a = 10f64.powf(gain_db / 40.0);
                (
                    1.0 + alpha * a,
                    -2.0 * cos,
                    1.0 - alpha * a,
                    1.0 + alpha / a,
                    -2.0 * cos,
                    1.0 - alpha / a,
                )
            }
        };
        Self {
            b0: b0 / a0,
            b1: b1 / a0,
            b2: b2 / a0,
            a1: a1 / a0,
            a2: a2 / a0,
            ..Default::default()
        }
    }
    #[differentiate]
    pub fn process(&mut self, x: f64) -> f64 {
        let y = self.b0 * x + self.z1;
        self.z1 = self.b1 * x - self.a1 * y + self.z2;
        self.z2 = self.b2 * x - self.a2 * y;
        y
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Chain {
    stages: Vec<Biquad>,
    drive: f64,
}
#[differentiate]
impl Chain {
    #[differentiate]
    fn render(&mut self, input: &[f64]) -> Vec<f64> {
        input
            .iter()
            .map(|&x| {
                let mut y = (x * self.drive).tanh();
                for s in self.stages.iter_mut() {
                    y = s.process(y);
                }
                y
            })
            .collect()
    }
}
#[differentiate]
fn rms(x: &[f64]) -> f64 {
    (x.iter().map(|v| v * v).sum::<f64>() / x.len() as f64).sqrt()
}
#[differentiate]
fn adsr(t: f64, attack: f64, decay: f64, sustain: f64, release: f64, gate: f64) -> f64 {
    if t < attack {
        t / attack
    } else if t < attack + decay {
        1.0 - (1.0 - sustain) * (t - attack) / decay
    } else if t < gate {
        sustain
    } else {
        (sustain * (1.0 - (t - gate) / release)).max(0.0)
    }
}
#[differentiate]
fn chain_program(q: &[f64]) -> f64 {
    let sr = 8000.0;
    let signal: Vec<f64> = (0..24)
        .map(|n| {
            let t = n as f64 / sr;
            adsr(t * 400.0, 0.1 * q[0], 0.2, 0.6, 0.3, 0.8) * (2.0 * PI * 440.0 * t).sin()
                + 0.3 * (2.0 * PI * 900.0 * q[1] * t).cos()
        })
        .collect();
    let mut chain = Chain {
        stages: vec![
            Biquad::new(FilterKind::LowPass, 1200.0 * q[1], 0.7, sr),
            Biquad::new(FilterKind::Peak { gain_db: 3.0 }, 500.0, q[2], sr),
        ],
        drive: 1.0 + q[0],
    };
    let out = chain.render(&signal);
    let mut hp = Biquad::new(FilterKind::HighPass, 200.0, 0.7 * q[2], sr);
    let mut tail: Vec<f64> = Vec::with_capacity(out.len());
    for s in &out {
        tail.push(hp.process(*s));
    }
    rms(&tail) + 0.1 * out.iter().cloned().fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn laws() {
    check!(chain_program, [0.9, 1.1, 0.8], 1e-6);
}
