//! European options by formula, American ones by a binomial tree, and a rate of return.

use autodiff::prelude::*;

#[differentiate]
fn norm_cdf(x: f64) -> f64 {
    const A: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = A.iter().rev().fold(0.0, |acc, a| (acc + a) * k);
    let w = 1.0 - (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x < 0.0 { 1.0 - w } else { w }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionType {
    Call,
    Put,
}
#[derive(Differentiable, Clone, Debug)]
pub struct EuropeanOption {
    spot: f64,
    strike: f64,
    rate: f64,
    vol: f64,
    expiry: f64,
    #[constant]
    kind: OptionType,
}
#[differentiate]
impl EuropeanOption {
    #[differentiate]
    fn d1(&self) -> f64 {
        ((self.spot / self.strike).ln() + (self.rate + self.vol.powi(2) / 2.0) * self.expiry)
            / (self.vol * self.expiry.sqrt())
    }
    #[differentiate]
    fn d2(&self) -> f64 {
        self.d1() - self.vol * self.expiry.sqrt()
    }
    #[differentiate]
    fn price(&self) -> f64 {
        let discount = (-self.rate * self.expiry).exp();
        match self.kind {
            OptionType::Call => {
                self.spot * norm_cdf(self.d1()) - self.strike * discount * norm_cdf(self.d2())
            }
            OptionType::Put => {
                self.strike * discount * norm_cdf(-self.d2()) - self.spot * norm_cdf(-self.d1())
            }
        }
    }
}
#[differentiate]
fn binomial(
    spot: f64,
    strike: f64,
    r: f64,
    sigma: f64,
    t: f64,
    steps: usize,
    american: bool,
) -> f64 {
    let dt = t / steps as f64;
    let u = (sigma * dt.sqrt()).exp();
    let d = 1.0 / u;
    let p = ((r * dt).exp() - d) / (u - d);
    let disc = (-r * dt).exp();
    let mut values: Vec<f64> = (0..=steps)
        .map(|i| (strike - spot * u.powi(i as i32) * d.powi((steps - i) as i32)).max(0.0))
        .collect();
    for step in (0..steps).rev() {
        for i in 0..=step {
            let hold = disc * (p * values[i + 1] + (1.0 - p) * values[i]);
            values[i] = if american {
                let exercise = strike - spot * u.powi(i as i32) * d.powi((step - i) as i32);
                hold.max(exercise)
            } else {
                hold
            };
        }
    }
    values[0]
}
#[differentiate]
fn npv(rate: f64, flows: &[(f64, f64)]) -> f64 {
    flows.iter().map(|&(t, c)| c / (1.0 + rate).powf(t)).sum()
}
#[differentiate]
fn irr(flows: &[(f64, f64)], guess: f64) -> Result<f64, &'static str> {
    let mut r = guess;
    for _ in 0..20 {
        let f = npv(r, flows);
        let df: f64 = flows.iter().map(|(t, c)| -t * c / (1.0 + r).powf(t + 1.0)).sum();
        if df == 0.0 {
            return Err("flat");
        }
        let next = r - f / df;
        if (next - r).abs() < 1e-14 {
            return Ok(next);
        }
        r = next;
    }
    Ok(r)
}
#[differentiate]
fn finance(q: &[f64]) -> f64 {
    let call = EuropeanOption {
        spot: 100.0 * q[0],
        strike: 95.0,
        rate: 0.03,
        vol: q[1],
        expiry: q[2],
        kind: OptionType::Call,
    };
    let put = EuropeanOption { kind: OptionType::Put, strike: 105.0 * q[0], ..call.clone() };
    let flows = vec![(0.0, -100.0), (1.0, 30.0 * q[0]), (2.0, 40.0), (3.0, 60.0 * q[2])];
    call.price()
        + put.price()
        + binomial(100.0 * q[0], 100.0, 0.02, q[1], q[2], 12, true)
        + irr(&flows, 0.1).unwrap_or(f64::NAN)
}

#[test]
fn laws() {
    check!(finance, [1.02, 0.25, 0.9], 1e-6);
}
