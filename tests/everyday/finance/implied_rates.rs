//! The rate that a price of a bond implies, by Newton steps with errors of an enum.

use autodiff::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub enum RootError {
    NotBracketed { lo: f64, hi: f64 },
    MaxIterations(usize),
}
#[differentiate]
fn newton<F, G>(f: F, df: G, mut x: f64, tol: f64, max: usize) -> Result<f64, RootError>
where
    F: Fn(f64) -> f64,
    G: Fn(f64) -> f64,
{
    for _ in 0..max {
        let fx = f(x);
        let step = fx / df(x);
        x -= step;
        if step.abs() < tol {
            return Ok(x);
        }
    }
    Err(RootError::MaxIterations(max))
}
#[differentiate]
fn implied_rate(price: f64, coupon: f64, n: i32) -> Result<f64, RootError> {
    let r = newton(
        |r| {
            (1..=n).map(|k| coupon / (1.0 + r).powi(k)).sum::<f64>() + 100.0 / (1.0 + r).powi(n)
                - price
        },
        |r| {
            (1..=n).map(|k| -(k as f64) * coupon / (1.0 + r).powi(k + 1)).sum::<f64>()
                - n as f64 * 100.0 / (1.0 + r).powi(n + 1)
        },
        0.05,
        1e-13,
        50,
    )?;
    Ok(r * 100.0)
}
#[differentiate]
fn roots(q: &[f64]) -> f64 {
    let a = implied_rate(95.0 + q[0], 5.0 * q[1], 6).unwrap_or(-1.0);
    let b = match implied_rate(0.0, q[0], 0) {
        Ok(v) => v,
        Err(RootError::MaxIterations(n)) => n as f64 * q[1],
        Err(_) => 0.0,
    };
    a + b
}

#[test]
fn laws() {
    check!(roots, [1.2, 0.95], 1e-6);
}
