//! The marginal likelihood of Gaussian process regression with composed kernels.

use autodiff::prelude::*;
use std::fmt;

#[derive(Debug, Clone, Differentiable)]
pub enum Kernel {
    Rbf { length: f64, scale: f64 },
    Matern32 { length: f64 },
    Periodic { period: f64, length: f64 },
    White(f64),
    Sum(Box<Kernel>, Box<Kernel>),
    Product(Box<Kernel>, Box<Kernel>),
}

#[differentiate]
impl Kernel {
    #[differentiate(reverse)]
    pub fn eval(&self, a: f64, b: f64) -> f64 {
        let r = (a - b).abs();
        match self {
            Kernel::Rbf { length, scale } => scale * scale * (-0.5 * (r / length).powi(2)).exp(),
            Kernel::Matern32 { length } => {
                let s = 3f64.sqrt() * r / length;
                (1.0 + s) * (-s).exp()
            }
            Kernel::Periodic { period, length } => {
                let s = (std::f64::consts::PI * r / period).sin() / length;
                (-2.0 * s * s).exp()
            }
            Kernel::White(noise) => {
                if a == b {
                    *noise
                } else {
                    0.0
                }
            }
            Kernel::Sum(l, r) => l.eval(a, b) + r.eval(a, b),
            Kernel::Product(l, r) => l.eval(a, b) * r.eval(a, b),
        }
    }
}

impl std::ops::Add for Kernel {
    type Output = Kernel;
    fn add(self, other: Kernel) -> Kernel {
        Kernel::Sum(Box::new(self), Box::new(other))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum GpError {
    NotPositiveDefinite { row: usize, pivot: f64 },
    Empty,
}

impl fmt::Display for GpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GpError::NotPositiveDefinite { row, pivot } => write!(f, "pivot {pivot} in row {row}"),
            GpError::Empty => write!(f, "no data"),
        }
    }
}

impl std::error::Error for GpError {}

/// Lower triangle, packed by rows.
#[derive(Debug, Clone, Differentiable)]
pub struct Cholesky {
    packed: Vec<f64>,
    n: usize,
}

#[differentiate]
impl Cholesky {
    const fn index(i: usize, j: usize) -> usize {
        i * (i + 1) / 2 + j
    }

    #[differentiate(reverse)]
    pub fn new(matrix: impl Fn(usize, usize) -> f64, n: usize) -> Result<Self, GpError> {
        if n == 0 {
            return Err(GpError::Empty);
        }
        let mut packed = vec![0.0; n * (n + 1) / 2];
        for i in 0..n {
            for j in 0..=i {
                let mut sum = matrix(i, j);
                for k in 0..j {
                    sum -= packed[Self::index(i, k)] * packed[Self::index(j, k)];
                }
                packed[Self::index(i, j)] = if i == j {
                    if sum <= 0.0 {
                        return Err(GpError::NotPositiveDefinite { row: i, pivot: 0.0 });
                    }
                    sum.sqrt()
                } else {
                    sum / packed[Self::index(j, j)]
                };
            }
        }
        Ok(Cholesky { packed, n })
    }

    #[differentiate(reverse)]
    pub fn log_det(&self) -> f64 {
        2.0 * (0..self.n).map(|i| self.packed[Self::index(i, i)].ln()).sum::<f64>()
    }

    #[differentiate(reverse)]
    pub fn forward_solve(&self, b: &[f64]) -> Vec<f64> {
        let mut out: Vec<f64> = Vec::new();
        for (i, &bi) in b.iter().enumerate() {
            let s: f64 =
                out.iter().enumerate().map(|(k, v)| self.packed[Self::index(i, k)] * v).sum();
            out.push((bi - s) / self.packed[Self::index(i, i)]);
        }
        out
    }
}

#[differentiate(reverse)]
pub fn log_marginal_likelihood(
    kernel: &Kernel,
    #[constant] x: &[f64],
    y: &[f64],
) -> Result<f64, GpError> {
    let n = x.len();
    let chol = Cholesky::new(|i, j| kernel.eval(x[i], x[j]), n)?;
    let alpha = chol.forward_solve(y);
    let fit: f64 = alpha.iter().map(|a| a * a).sum();
    Ok(-0.5 * (fit + chol.log_det() + n as f64 * std::f64::consts::TAU.ln()))
}

#[differentiate(reverse)]
pub fn objective(kernel: &Kernel, #[constant] x: &[f64], y: &[f64]) -> f64 {
    log_marginal_likelihood(kernel, x, y).unwrap_or(f64::NEG_INFINITY)
}

#[differentiate]
fn gaussian_process_program(x: &[f64]) -> f64 {
    let smooth = Kernel::Rbf { length: 1.3 + 0.2 * x[0], scale: 0.9 + 0.2 * x[1] };
    let wave = Kernel::Periodic { period: 2.2 + 0.2 * x[2], length: 0.8 };
    let rest = Kernel::Sum(
        Box::new(Kernel::Matern32 { length: 0.7 + 0.1 * x[3] }),
        Box::new(Kernel::White(0.2)),
    );
    let kernel =
        Kernel::Sum(Box::new(Kernel::Product(Box::new(smooth), Box::new(wave))), Box::new(rest));
    let y = [x[3], x[2], 0.3, x[0] * x[1]];
    objective(&kernel, &[0.0, 0.4, 1.1, 1.5], &y)
}
mod laws {
    at_points! { gaussian_process_program }
}
