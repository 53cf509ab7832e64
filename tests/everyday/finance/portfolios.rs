//! The value of a portfolio of stocks, options and cash, which are variants of an enum.

use autodiff::prelude::*;

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

mod laws {
    at_points! { portfolio_program }
}
