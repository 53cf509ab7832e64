//! Running mean, variance and exponential average, behind a trait of accumulators.

use autodiff::prelude::*;

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
fn averages_program(q: &[f64]) -> f64 {
    let mut w = Welford::default();
    let mut e = Ema { alpha: q[0], state: None };
    let xs: Vec<f64> = (0..6).map(|i| (i as f64 * q[1]).sin()).collect();
    let v = feed(&mut w, &xs);
    let s = feed(&mut e, &xs[1..]);
    v * s + w.mean
}

#[test]
fn laws() {
    check!(averages_program, [0.4, 0.7], 1e-6);
}
