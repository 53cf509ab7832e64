//! A Fourier transform, filters for audio, sums that are fed one number at a time.

use autodiff::prelude::*;
use std::f64::consts::PI;
use std::ops::*;

#[derive(Differentiable, Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    re: f64,
    im: f64,
}
#[differentiate]
impl Complex {
    #[differentiate]
    fn new(re: f64, im: f64) -> Self {
        Complex { re, im }
    }
    #[differentiate]
    fn from_polar(r: f64, theta: f64) -> Self {
        Complex::new(r * theta.cos(), r * theta.sin())
    }
    #[differentiate]
    fn norm_sqr(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}
#[differentiate]
impl Add for Complex {
    type Output = Complex;
    #[differentiate]
    fn add(self, o: Complex) -> Complex {
        Complex::new(self.re + o.re, self.im + o.im)
    }
}
#[differentiate]
impl Sub for Complex {
    type Output = Complex;
    #[differentiate]
    fn sub(self, o: Complex) -> Complex {
        Complex::new(self.re - o.re, self.im - o.im)
    }
}
#[differentiate]
impl Mul for Complex {
    type Output = Complex;
    #[differentiate]
    fn mul(self, o: Complex) -> Complex {
        Complex::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}
#[differentiate]
fn fft(buf: &mut Vec<Complex>, inverse: bool) {
    let n = buf.len();
    if n <= 1 {
        return;
    }
    let mut even: Vec<Complex> = buf.iter().step_by(2).copied().collect();
    let mut odd: Vec<Complex> = buf.iter().skip(1).step_by(2).copied().collect();
    fft(&mut even, inverse);
    fft(&mut odd, inverse);
    let sign = if inverse { 1.0 } else { -1.0 };
    for k in 0..n / 2 {
        let tw = Complex::from_polar(1.0, sign * 2.0 * std::f64::consts::PI * k as f64 / n as f64);
        let t = tw * odd[k];
        buf[k] = even[k] + t;
        buf[k + n / 2] = even[k] - t;
    }
}
#[differentiate]
fn fft_iterative(data: &mut [Complex]) {
    let n = data.len();
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
        if i < j {
            data.swap(i, j);
        }
    }
    let mut len = 2;
    while len <= n {
        let ang = -2.0 * std::f64::consts::PI / len as f64;
        let wl = Complex::new(ang.cos(), ang.sin());
        for chunk in data.chunks_mut(len) {
            let mut w = Complex::new(1.0, 0.0);
            let half = len / 2;
            for k in 0..half {
                let u = chunk[k];
                let v = chunk[k + half] * w;
                chunk[k] = u + v;
                chunk[k + half] = u - v;
                w = w * wl;
            }
        }
        len <<= 1;
    }
}
#[differentiate]
fn p8(q: &[f64]) -> f64 {
    let mut s: Vec<Complex> =
        (0..8).map(|i| Complex::new((i as f64 * q[0]).sin(), q[1] * (i as f64).cos())).collect();
    let mut s2 = s.clone();
    fft(&mut s, false);
    fft_iterative(&mut s2);
    s.iter().zip(&s2).enumerate().map(|(k, (a, b))| a.norm_sqr() * k as f64 + b.re * a.im).sum()
}
#[test]
fn t8() {
    check!(p8, [0.3, 0.25], 1e-6);
}

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
fn p12(q: &[f64]) -> f64 {
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
fn t12() {
    check!(p12, [0.9, 1.1, 0.8], 1e-6);
}

#[differentiate]
pub trait Accumulator {
    #[differentiate]
    fn add(&mut self, x: f64);
    #[differentiate]
    fn value(&self) -> f64;
}
#[derive(Differentiable, Clone, Debug, Default)]
pub struct Welford {
    n: usize,
    mean: f64,
    m2: f64,
}
#[differentiate]
impl Accumulator for Welford {
    fn add(&mut self, x: f64) {
        self.n += 1;
        let delta = x - self.mean;
        self.mean += delta / self.n as f64;
        self.m2 += delta * (x - self.mean);
    }
    fn value(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.m2 / (self.n - 1) as f64 }
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Ema {
    alpha: f64,
    state: Option<f64>,
}
#[differentiate]
impl Accumulator for Ema {
    fn add(&mut self, x: f64) {
        self.state = Some(match self.state {
            Some(s) => self.alpha * x + (1.0 - self.alpha) * s,
            None => x,
        });
    }
    fn value(&self) -> f64 {
        self.state.unwrap_or(0.0)
    }
}
#[differentiate]
fn feed<A: Accumulator>(acc: &mut A, xs: &[f64]) -> f64 {
    xs.iter().for_each(|&x| acc.add(x));
    acc.value()
}
#[differentiate]
fn p17(q: &[f64]) -> f64 {
    let mut w = Welford::default();
    let mut e = Ema { alpha: q[0], state: None };
    let xs: Vec<f64> = (0..6).map(|i| (i as f64 * q[1]).sin()).collect();
    let v = feed(&mut w, &xs);
    let s = feed(&mut e, &xs[1..]);
    v * s + w.mean
}
#[test]
fn t17() {
    check!(p17, [0.4, 0.7], 1e-6);
}
