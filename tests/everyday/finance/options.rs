//! Options by the formula of Black and Scholes, with their Greeks, and by a binomial tree.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn normal_cdf(x: f64) -> f64 {
    0.5 * (1.0 + autodiff::special::erf(x / 2f64.sqrt()))
}

#[differentiate(reverse)]
fn black_scholes(spot: f64, strike: f64, rate: f64, sigma: f64, t: f64, is_call: bool) -> f64 {
    let d1 = ((spot / strike).ln() + (rate + 0.5 * sigma.powi(2)) * t) / (sigma * t.sqrt());
    let d2 = d1 - sigma * t.sqrt();
    let discount = (-rate * t).exp();
    if is_call {
        spot * normal_cdf(d1) - strike * discount * normal_cdf(d2)
    } else {
        strike * discount * normal_cdf(-d2) - spot * normal_cdf(-d1)
    }
}

#[differentiate(reverse)]
fn binomial_american(spot: f64, strike: f64, rate: f64, sigma: f64, steps: usize) -> f64 {
    let dt = 1.0 / steps as f64;
    let up = (sigma * dt.sqrt()).exp();
    let p = ((rate * dt).exp() - 1.0 / up) / (up - 1.0 / up);
    let mut values: Vec<f64> = Vec::with_capacity(steps + 1);
    for i in 0..=steps {
        values.push((strike - spot * up.powi(2 * i as i32 - steps as i32)).max(0.0));
    }
    for n in (0..steps).rev() {
        for i in 0..=n {
            let hold = (-rate * dt).exp() * (p * values[i + 1] + (1.0 - p) * values[i]);
            let exercise = strike - spot * up.powi(2 * i as i32 - n as i32);
            values[i] = hold.max(exercise);
        }
        values.pop();
    }
    values[0]
}

#[test]
fn options() {
    let (spot, strike, rate, sigma, t) = (100.0, 95.0, 0.03, 0.2, 0.75);
    let (value, (delta, _, rho, vega, _)) =
        black_scholes_value_and_grad(spot, strike, rate, sigma, t, true);
    assert_eq!(value, black_scholes(spot, strike, rate, sigma, t, true));
    let d1 = ((spot / strike).ln() + (rate + 0.5 * sigma * sigma) * t) / (sigma * t.sqrt());
    let density = (-0.5 * d1 * d1).exp() / (2.0 * std::f64::consts::PI).sqrt();
    crate::support::close("delta", delta, normal_cdf(d1), 1e-12);
    crate::support::close("vega", vega, spot * density * t.sqrt(), 1e-11);
    crate::support::close(
        "rho",
        rho,
        strike * t * (-rate * t).exp() * normal_cdf(d1 - sigma * t.sqrt()),
        1e-11,
    );
    let (_, (put_delta, ..)) = black_scholes_value_and_grad(spot, strike, rate, sigma, t, false);
    crate::support::close("parity", delta - put_delta, 1.0, 1e-12);
    let f = |p: &[f64]| binomial_american(p[0], p[1], p[2], p[3], 25);
    let p = [36.3, 40.1, 0.06, 0.21];
    let (_, g) = binomial_american_value_and_grad(p[0], p[1], p[2], p[3], 25);
    for (found, expected) in [g.0, g.1, g.2, g.3].iter().zip(crate::support::differences(f, &p)) {
        crate::support::close("american put", *found, expected, 1e-5);
    }
}
