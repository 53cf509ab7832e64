//! A yield curve from deposits, forward rates and swaps, and the price of a bond with it.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub enum Instrument {
    Deposit { tenor: f64, rate: f64 },
    Swap { years: usize, rate: f64 },
    Fra { start: f64, end: f64, rate: f64 },
}
#[derive(Differentiable, Clone, Debug, Default)]
pub struct Curve {
    times: Vec<f64>,
    log_df: Vec<f64>,
}
#[differentiate]
impl Curve {
    pub fn new() -> Self {
        Curve { times: vec![0.0], log_df: vec![0.0] }
    }
    #[differentiate]
    pub fn discount(&self, t: f64) -> f64 {
        let n = self.times.len();
        if n == 1 {
            return 1.0;
        }
        let i = self.times.iter().position(|&x| x >= t).unwrap_or(n - 1).max(1);
        let (t0, t1) = (self.times[i - 1], self.times[i]);
        let w = (t - t0) / (t1 - t0);
        ((1.0 - w) * self.log_df[i - 1] + w * self.log_df[i]).exp()
    }
    #[differentiate]
    fn push(&mut self, t: f64, df: f64) {
        self.times.push(t);
        self.log_df.push(df.ln());
    }
    #[differentiate]
    pub fn bootstrap(instruments: &[Instrument]) -> Self {
        let mut curve = Curve::new();
        for inst in instruments {
            match inst {
                Instrument::Deposit { tenor, rate } => {
                    curve.push(*tenor, 1.0 / (1.0 + rate * tenor))
                }
                Instrument::Fra { start, end, rate } => {
                    let d = curve.discount(*start);
                    curve.push(*end, d / (1.0 + rate * (end - start)));
                }
                &Instrument::Swap { years, rate } => {
                    let annuity: f64 = (1..years).map(|k| curve.discount(k as f64)).sum();
                    curve.push(years as f64, (1.0 - rate * annuity) / (1.0 + rate));
                }
            }
        }
        curve
    }
    #[differentiate]
    pub fn forward(&self, a: f64, b: f64) -> f64 {
        (self.discount(a) / self.discount(b) - 1.0) / (b - a)
    }
}
#[differentiate]
fn bond_price(curve: &Curve, coupon: f64, maturity: usize, spread: f64) -> f64 {
    let mut pv = 0.0;
    for k in 1..=maturity {
        let t = k as f64;
        let cf = if k == maturity { 100.0 + coupon } else { coupon };
        pv += cf * curve.discount(t) * (-spread * t).exp();
    }
    pv
}
#[differentiate]
fn curve_program(q: &[f64]) -> f64 {
    let curve = Curve::bootstrap(&[
        Instrument::Deposit { tenor: 0.5, rate: q[0] },
        Instrument::Fra { start: 0.5, end: 1.0, rate: 0.04 },
        Instrument::Swap { years: 2, rate: q[1] },
        Instrument::Swap { years: 3, rate: 0.05 },
    ]);
    bond_price(&curve, 5.0, 3, q[2]) + 100.0 * curve.forward(1.2, 2.3)
}

#[test]
fn laws() {
    check!(curve_program, [0.03, 0.045, 0.01], 1e-6);
}
