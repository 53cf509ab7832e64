//! A polynomial fit by the normal equations, over a generic matrix with an LU solver.

use autodiff::prelude::*;
use num_traits::Float;
#[derive(Debug, Clone, PartialEq, Differentiable)]
pub struct Matrix<T> {
    data: Vec<T>,
    #[constant]
    rows: usize,
    #[constant]
    cols: usize,
}
#[derive(Debug, Clone, PartialEq)]
pub enum LinalgError {
    Singular(usize),
    Shape { expected: usize, got: usize },
}
#[differentiate]
impl<T: Float> Matrix<T> {
    #[differentiate]
    pub fn from_rows(rows: &[Vec<T>]) -> Self {
        let cols = rows.first().map_or(0, |r| r.len());
        Matrix { data: rows.iter().flatten().copied().collect(), rows: rows.len(), cols }
    }
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Matrix { data: vec![T::zero(); rows * cols], rows, cols }
    }
    #[differentiate]
    pub fn at(&self, i: usize, j: usize) -> T {
        self.data[i * self.cols + j]
    }
    #[differentiate]
    pub fn transpose_mul(&self) -> Matrix<T> {
        let mut out = Matrix::zeros(self.cols, self.cols);
        for i in 0..self.cols {
            for j in 0..self.cols {
                let mut acc = T::zero();
                for k in 0..self.rows {
                    acc = acc + self.at(k, i) * self.at(k, j);
                }
                out.data[i * self.cols + j] = acc;
            }
        }
        out
    }
    #[differentiate]
    pub fn solve(&self, b: &[T]) -> Result<Vec<T>, LinalgError> {
        let n = self.rows;
        if b.len() != n {
            return Err(LinalgError::Shape { expected: n, got: b.len() });
        }
        let mut a = self.data.clone();
        let mut x = b.to_vec();
        for col in 0..n {
            let mut pivot = col;
            for row in col + 1..n {
                if a[row * n + col].abs() > a[pivot * n + col].abs() {
                    pivot = row;
                }
            }
            if a[pivot * n + col] == T::zero() {
                return Err(LinalgError::Singular(col));
            }
            if pivot != col {
                for k in 0..n {
                    a.swap(col * n + k, pivot * n + k);
                }
                x.swap(col, pivot);
            }
            for row in col + 1..n {
                let f = a[row * n + col] / a[col * n + col];
                for k in col..n {
                    let v = a[col * n + k];
                    a[row * n + k] = a[row * n + k] - f * v;
                }
                x[row] = x[row] - f * x[col];
            }
        }
        for row in (0..n).rev() {
            let tail = (row + 1..n).fold(T::zero(), |s, k| s + a[row * n + k] * x[k]);
            x[row] = (x[row] - tail) / a[row * n + row];
        }
        Ok(x)
    }
}
#[differentiate]
fn polyfit(xs: &[f64], ys: &[f64], degree: usize) -> Result<Vec<f64>, LinalgError> {
    let rows: Vec<Vec<f64>> =
        xs.iter().map(|&x| (0..=degree).map(|p| x.powi(p as i32)).collect()).collect();
    let vandermonde = Matrix::from_rows(&rows);
    let rhs: Vec<f64> =
        (0..=degree).map(|p| rows.iter().zip(ys).map(|(r, y)| r[p] * y).sum()).collect();
    vandermonde.transpose_mul().solve(&rhs)
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let xs: Vec<f64> = (0..6).map(|i| i as f64 * 0.5 - 1.0).collect();
    let ys: Vec<f64> = xs.iter().enumerate().map(|(i, t)| t * t + x[i % x.len()]).collect();
    match polyfit(&xs, &ys, 2) {
        Ok(c) => c[0] + 2.0 * c[1] + c[2].powi(2),
        Err(LinalgError::Singular(_)) => 0.0,
        Err(LinalgError::Shape { .. }) => 1.0,
    }
}
mod laws {
    at_points! { program }
}
