//! The log density of a multivariate normal by a Cholesky factorization with errors.

use autodiff::prelude::*;
use std::fmt;
use std::ops::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}
#[derive(Debug, Clone, PartialEq)]
pub enum LinalgError {
    NotPositiveDefinite(usize),
    DimensionMismatch { expected: usize, found: usize },
}
impl fmt::Display for LinalgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinalgError::NotPositiveDefinite(i) => write!(f, "pivot {i}"),
            LinalgError::DimensionMismatch { expected, found } => write!(f, "{expected} {found}"),
        }
    }
}
impl std::error::Error for LinalgError {}
#[differentiate]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    #[differentiate]
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}
#[differentiate]
impl IndexMut<(usize, usize)> for Matrix {
    #[differentiate]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}
#[differentiate]
impl Matrix {
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }
    #[differentiate]
    pub fn from_rows(rows: &[Vec<f64>]) -> Self {
        let r = rows.len();
        let c = rows[0].len();
        let mut m = Matrix::zeros(r, c);
        for (i, row) in rows.iter().enumerate() {
            for (j, v) in row.iter().enumerate() {
                m[(i, j)] = *v;
            }
        }
        m
    }
    #[differentiate]
    pub fn cholesky(&self) -> Result<Matrix, LinalgError> {
        if self.rows != self.cols {
            return Err(LinalgError::DimensionMismatch { expected: self.rows, found: self.cols });
        }
        let n = self.rows;
        let mut l = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..=i {
                let mut sum = self[(i, j)];
                for k in 0..j {
                    sum -= l[(i, k)] * l[(j, k)];
                }
                if i == j {
                    if sum <= 0.0 {
                        return Err(LinalgError::NotPositiveDefinite(i));
                    }
                    l[(i, j)] = sum.sqrt();
                } else {
                    l[(i, j)] = sum / l[(j, j)];
                }
            }
        }
        Ok(l)
    }
    #[differentiate]
    pub fn solve(&self, b: &[f64]) -> Result<Vec<f64>, LinalgError> {
        if b.len() != self.rows {
            return Err(LinalgError::DimensionMismatch { expected: self.rows, found: b.len() });
        }
        let l = self.cholesky()?;
        let n = b.len();
        let mut y = b.to_vec();
        for i in 0..n {
            for k in 0..i {
                y[i] -= l[(i, k)] * y[k];
            }
            y[i] /= l[(i, i)];
        }
        for i in (0..n).rev() {
            for k in i + 1..n {
                y[i] -= l[(k, i)] * y[k];
            }
            y[i] /= l[(i, i)];
        }
        Ok(y)
    }
    #[differentiate]
    pub fn log_det(&self) -> Result<f64, LinalgError> {
        let l = self.cholesky()?;
        Ok((0..self.rows).map(|i| l[(i, i)].ln()).sum::<f64>() * 2.0)
    }
}
#[differentiate]
fn mvn_logpdf(x: &[f64], mean: &[f64], cov: &Matrix) -> Result<f64, LinalgError> {
    let d: Vec<f64> = x.iter().zip(mean).map(|(a, b)| a - b).collect();
    let s = cov.solve(&d)?;
    let quad: f64 = d.iter().zip(s.iter()).map(|(a, b)| a * b).sum();
    Ok(-0.5 * (quad + cov.log_det()? + x.len() as f64 * (2.0 * std::f64::consts::PI).ln()))
}
#[differentiate]
fn density_program(q: &[f64]) -> f64 {
    let cov =
        Matrix::from_rows(&[vec![2.0, q[0], 0.1], vec![q[0], 1.5, q[1]], vec![0.1, q[1], 1.0]]);
    let bad = match mvn_logpdf(&q[..2], &[0.0, 0.0], &cov) {
        Ok(v) => v,
        Err(LinalgError::NotPositiveDefinite(i)) => i as f64,
        Err(LinalgError::DimensionMismatch { expected, found }) => (expected + found) as f64 * q[0],
    };
    mvn_logpdf(&[q[0], 0.2, q[2]], &[0.0, q[1], 0.1], &cov).unwrap() + bad
}

#[test]
fn laws() {
    check!(density_program, [0.3, 0.25, 0.4], 1e-6);
}
