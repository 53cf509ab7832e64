//! Finance and signal processing.
use autodiff::prelude::*;

// 10 ------ cash flows, IRR by newton, enum of frequency
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frequency {
    Annual = 1,
    SemiAnnual = 2,
    Quarterly = 4,
}
#[differentiate]
pub fn npv(rate: f64, flows: &[(f64, f64)]) -> f64 {
    flows.iter().map(|&(t, c)| c / (1.0 + rate).powf(t)).sum()
}
#[differentiate]
pub fn irr(flows: &[(f64, f64)], guess: f64) -> Result<f64, &'static str> {
    if flows.is_empty() {
        return Err("no flows");
    }
    let mut rate = guess;
    for _ in 0..8 {
        let value = npv(rate, flows);
        let slope: f64 = flows.iter().map(|(t, c)| -t * c / (1.0 + rate).powf(t + 1.0)).sum();
        if slope.abs() < 1e-14 {
            return Err("flat");
        }
        rate -= value / slope;
        if rate <= -1.0 {
            return Err("diverged");
        }
    }
    Ok(rate)
}
#[differentiate]
pub fn bond_price(face: f64, coupon: f64, yield_: f64, years: u32, freq: Frequency) -> f64 {
    let m = freq as u32;
    let n = years * m;
    let c = face * coupon / m as f64;
    let y = yield_ / f64::from(m);
    let annuity: f64 = (1..=n).map(|k| c / (1.0 + y).powi(k as i32)).sum();
    annuity + face / (1.0 + y).powi(n as i32)
}
#[differentiate]
fn bond_program(x: &[f64]) -> f64 {
    let y = 0.05 + 0.01 * x[0];
    let flows: Vec<(f64, f64)> = std::iter::once((0.0, -95.0))
        .chain((1..=3).map(|t| (t as f64, if t == 3 { 104.0 + x[0] } else { 4.0 })))
        .collect();
    let r = irr(&flows, 0.05).unwrap_or(-9.0);
    let b = [Frequency::Annual, Frequency::SemiAnnual, Frequency::Quarterly]
        .iter()
        .map(|&f| bond_price(100.0, 0.04, y, 2, f))
        .sum::<f64>();
    100.0 * r + 0.01 * b
}

// 11 ------ portfolio with trait objects replaced by enum dispatch
#[derive(Debug, Clone, Differentiable)]
pub enum Instrument {
    Stock {
        spot: f64,
        qty: f64,
    },
    Option {
        spot: f64,
        strike: f64,
        vol: f64,
        #[constant]
        call: bool,
    },
    Cash(f64),
}
const A: [f64; 5] = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
#[differentiate]
fn erf(x: f64) -> f64 {
    let sign = if x < 0.0 { -1.0 } else { 1.0 };
    let t = 1.0 / (1.0 + 0.3275911 * x.abs());
    let poly = A.iter().rev().fold(0.0, |acc, a| (acc + a) * t);
    sign * (1.0 - poly * (-x * x).exp())
}
#[differentiate]
fn norm_cdf(x: f64) -> f64 {
    0.5 * (1.0 + erf(x / std::f64::consts::SQRT_2))
}
#[differentiate]
impl Instrument {
    #[differentiate]
    pub fn value(&self, rate: f64, t: f64) -> f64 {
        use Instrument::*;
        match self {
            Stock { spot, qty } => spot * qty,
            Option { spot, strike, vol, call } => {
                let sd = vol * t.sqrt();
                let d1 = ((spot / strike).ln() + (rate + 0.5 * vol * vol) * t) / sd;
                let d2 = d1 - sd;
                let df = (-rate * t).exp();
                if *call {
                    spot * norm_cdf(d1) - strike * df * norm_cdf(d2)
                } else {
                    strike * df * norm_cdf(-d2) - spot * norm_cdf(-d1)
                }
            }
            Cash(amount) => *amount * (rate * t).exp(),
        }
    }
}
#[differentiate]
fn portfolio_program(x: &[f64]) -> f64 {
    let book: Vec<Instrument> = x
        .iter()
        .enumerate()
        .map(|(i, &v)| match i % 3 {
            0 => Instrument::Option {
                spot: 100.0 + 5.0 * v,
                strike: 100.0,
                vol: 0.2 + 0.02 * v,
                call: i % 2 == 0,
            },
            1 => Instrument::Stock { spot: 50.0 + v, qty: 2.0 },
            _ => Instrument::Cash(v),
        })
        .collect();
    let total: f64 = book.iter().map(|i| i.value(0.03, 0.75)).sum();
    let biggest = book.iter().map(|i| i.value(0.03, 0.75)).fold(f64::NEG_INFINITY, f64::max);
    if book.is_empty() { 0.0 } else { total / biggest }
}

// 12 ------ ring buffer moving average / exponential smoothing / biquad cascade
#[derive(Debug, Clone, Differentiable)]
pub struct RingBuffer<const N: usize> {
    data: [f64; N],
    #[constant]
    head: usize,
    #[constant]
    len: usize,
}
#[differentiate]
impl<const N: usize> RingBuffer<N> {
    #[differentiate]
    pub fn push(&mut self, x: f64) -> Option<f64> {
        let evicted = (self.len == N).then(|| self.data[self.head]);
        self.data[self.head] = x;
        self.head = (self.head + 1) % N;
        if self.len < N {
            self.len += 1;
        }
        evicted
    }
    #[differentiate]
    pub fn mean(&self) -> f64 {
        if self.len == 0 {
            return 0.0;
        }
        self.data.iter().take(self.len).sum::<f64>() / self.len as f64
    }
}
#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    z: [f64; 2],
}
#[differentiate]
impl Biquad {
    #[differentiate]
    pub fn lowpass(cutoff: f64, q: f64) -> Biquad {
        let (sin, cos) = cutoff.sin_cos();
        let alpha = sin / (2.0 * q);
        let a0 = 1.0 + alpha;
        let b1 = (1.0 - cos) / a0;
        Biquad {
            b: [b1 / 2.0, b1, b1 / 2.0],
            a: [-2.0 * cos / a0, (1.0 - alpha) / a0],
            z: [0.0; 2],
        }
    }
    #[differentiate]
    pub fn tick(&mut self, x: f64) -> f64 {
        let [b0, b1, b2] = self.b;
        let [a1, a2] = self.a;
        let y = b0 * x + self.z[0];
        self.z[0] = b1 * x - a1 * y + self.z[1];
        self.z[1] = b2 * x - a2 * y;
        y
    }
}
#[differentiate]
fn filter_program(x: &[f64]) -> f64 {
    let mut ring = RingBuffer::<3> { data: [0.0; 3], head: 0, len: 0 };
    let mut stages = [Biquad::lowpass(0.6, 0.7), Biquad::lowpass(0.9, 1.1)];
    let mut energy = 0.0;
    for &s in x {
        let old = ring.push(s);
        let mut v = s - ring.mean() + old.unwrap_or(0.1);
        for stage in stages.iter_mut() {
            v = stage.tick(v);
        }
        energy += v * v;
    }
    energy
}

// 13 ------ goertzel, window functions by enum, autocorrelation, zero crossings
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
    at_points! { bond_program portfolio_program filter_program }
    #[test]
    fn spectrum_program() {
        use super::*;
        for x in crate::support::points().iter().filter(|x| x.len() > 1) {
            check!(spectrum_program, x, 1e-6);
        }
    }
}
