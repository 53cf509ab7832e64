//! `ode`: the initial value problem y₀' = x₀, yᵢ' = xᵢ yᵢ₋₁ with y(0) = 0, solved by Runge–Kutta's
//! classical method.

use autodiff::prelude::*;

/// y(2), from `s` steps of the fourth-order method.
#[differentiate(reverse)]
pub fn solve(x: &[f64], s: usize) -> Vec<f64> {
    let n = x.len();
    let h = 2.0 / s as f64;
    let mut y = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..s {
        k1[0] = x[0];
        k2[0] = x[0];
        k3[0] = x[0];
        k4[0] = x[0];
        for i in 1..n {
            k1[i] = x[i] * y[i - 1];
        }
        for i in 1..n {
            k2[i] = x[i] * (y[i - 1] + 0.5 * h * k1[i - 1]);
        }
        for i in 1..n {
            k3[i] = x[i] * (y[i - 1] + 0.5 * h * k2[i - 1]);
        }
        for i in 1..n {
            k4[i] = x[i] * (y[i - 1] + h * k3[i - 1]);
        }
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// The last component of y(2); the eval's gradient is that of this function.
#[differentiate(reverse)]
pub fn last(x: &[f64], s: usize) -> f64 {
    let y = solve(x, s);
    y[x.len() - 1]
}
