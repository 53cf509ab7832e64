//! Net present values, the internal rate of return by Newton steps, and prices of bonds.

use autodiff::prelude::*;

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

mod laws {
    at_points! { bond_program }
}
