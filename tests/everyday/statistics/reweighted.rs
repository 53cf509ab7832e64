//! Generalised linear models by iteratively reweighted least squares, with a QR solver.

use autodiff::prelude::*;

#[derive(Differentiable, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Gaussian,
    Poisson,
    Binomial,
}
#[differentiate]
impl Family {
    #[differentiate]
    fn inverse_link(self, eta: f64) -> f64 {
        match self {
            Family::Gaussian => eta,
            Family::Poisson => eta.exp(),
            Family::Binomial => 1.0 / (1.0 + (-eta).exp()),
        }
    }
    #[differentiate]
    fn variance(&self, mu: f64) -> f64 {
        match *self {
            Self::Gaussian => 1.0,
            Self::Poisson => mu,
            Self::Binomial => mu * (1.0 - mu),
        }
    }
}
#[derive(Debug)]
pub enum FitError {
    Singular { column: usize },
    NoConvergence { iterations: usize, last: f64 },
}
#[derive(Differentiable, Clone, Debug)]
pub struct Fit {
    coefficients: Vec<f64>,
    deviance: f64,
    iterations: usize,
}
#[differentiate]
fn solve_qr(a: &[Vec<f64>], b: &[f64]) -> Result<Vec<f64>, FitError> {
    let m = a.len();
    let n = a[0].len();
    let mut r = a.to_vec();
    let mut y = b.to_vec();
    for k in 0..n {
        let norm = (k..m).map(|i| r[i][k] * r[i][k]).sum::<f64>().sqrt();
        if norm < 1e-12 {
            return Err(FitError::Singular { column: k });
        }
        let alpha = if r[k][k] > 0.0 { -norm } else { norm };
        let mut v: Vec<f64> = (k..m).map(|i| r[i][k]).collect();
        v[0] -= alpha;
        let vv: f64 = v.iter().map(|x| x * x).sum();
        for j in k..n {
            let dot: f64 = v.iter().enumerate().map(|(i, x)| x * r[k + i][j]).sum();
            let s = 2.0 * dot / vv;
            for (i, x) in v.iter().enumerate() {
                r[k + i][j] -= s * x;
            }
        }
        let dot: f64 = v.iter().zip(&y[k..]).map(|(x, y)| x * y).sum();
        let s = 2.0 * dot / vv;
        for (i, x) in v.iter().enumerate() {
            y[k + i] -= s * x;
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let s: f64 = ((i + 1)..n).map(|j| r[i][j] * x[j]).sum();
        x[i] = (y[i] - s) / r[i][i];
    }
    Ok(x)
}
#[differentiate]
fn irls(x: &[Vec<f64>], y: &[f64], family: Family) -> Result<Fit, FitError> {
    let p = x[0].len();
    let mut beta = vec![0.0; p];
    let mut last = f64::INFINITY;
    for it in 0..25 {
        let eta: Vec<f64> =
            x.iter().map(|row| row.iter().zip(&beta).map(|(a, b)| a * b).sum()).collect();
        let mu: Vec<f64> = eta.iter().map(|e| family.inverse_link(*e)).collect();
        let w: Vec<f64> = mu.iter().map(|m| family.variance(*m).sqrt()).collect();
        let z: Vec<f64> = (0..y.len())
            .map(|i| w[i] * (eta[i] + (y[i] - mu[i]) / family.variance(mu[i])))
            .collect();
        let xw: Vec<Vec<f64>> =
            x.iter().zip(&w).map(|(row, w)| row.iter().map(|v| v * w).collect()).collect();
        beta = solve_qr(&xw, &z)?;
        let deviance = mu.iter().zip(y).map(|(m, y)| (y - m).powi(2)).sum::<f64>();
        if (deviance - last).abs() < 1e-13 {
            return Ok(Fit { coefficients: beta, deviance, iterations: it });
        }
        last = deviance;
    }
    Err(FitError::NoConvergence { iterations: 25, last: 0.0 })
}
#[differentiate]
fn regression_program(q: &[f64]) -> f64 {
    let x: Vec<Vec<f64>> = vec![
        vec![1.0, 0.1],
        vec![1.0, 0.5 * q[0]],
        vec![1.0, 0.9],
        vec![1.0, 1.4],
        vec![1.0, -0.3],
    ];
    let y = [0.2, 1.0, q[1], 2.5, 0.1];
    let mut out = 0.0;
    for family in [Family::Gaussian, Family::Poisson] {
        out += match irls(&x, &y, family) {
            Ok(fit) => fit.coefficients.iter().sum::<f64>() + fit.deviance,
            Err(FitError::Singular { column }) => column as f64,
            Err(FitError::NoConvergence { iterations, .. }) => -(iterations as f64) * q[0],
        };
    }
    out
}

#[test]
fn laws() {
    check!(regression_program, [0.9, 1.1], 1e-5);
}
