//! A matrix type with operators: products, traces, a Cholesky factorization and its solutions.

use autodiff::prelude::*;
use std::ops::{Index, IndexMut, Mul};

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}
#[differentiate]
impl Matrix {
    #[differentiate]
    fn from_rows(rows: &[Vec<f64>]) -> Matrix {
        Matrix {
            rows: rows.len(),
            cols: rows[0].len(),
            data: rows.iter().flatten().copied().collect(),
        }
    }
    fn zeros(rows: usize, cols: usize) -> Matrix {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }
    #[differentiate]
    fn transpose(&self) -> Matrix {
        let mut t = Matrix::zeros(self.cols, self.rows);
        for i in 0..self.rows {
            for j in 0..self.cols {
                t[(j, i)] = self[(i, j)];
            }
        }
        t
    }
    #[differentiate]
    fn cholesky(&self) -> Option<Matrix> {
        let n = self.rows;
        let mut l = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..=i {
                let mut s = self[(i, j)];
                for k in 0..j {
                    s -= l[(i, k)] * l[(j, k)];
                }
                if i == j {
                    if s <= 0.0 {
                        return None;
                    }
                    l[(i, j)] = s.sqrt();
                } else {
                    l[(i, j)] = s / l[(j, j)];
                }
            }
        }
        Some(l)
    }
    #[differentiate]
    fn solve_lower(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for i in 0..self.rows {
            for k in 0..i {
                x[i] -= self[(i, k)] * x[k];
            }
            x[i] /= self[(i, i)];
        }
        x
    }
    #[differentiate]
    fn trace(&self) -> f64 {
        (0..self.rows).map(|i| self[(i, i)]).sum()
    }
}
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
impl Mul for &Matrix {
    type Output = Matrix;
    #[differentiate]
    fn mul(self, o: &Matrix) -> Matrix {
        let mut m = Matrix::zeros(self.rows, o.cols);
        for i in 0..self.rows {
            for j in 0..o.cols {
                let mut s = 0.0;
                for k in 0..self.cols {
                    s += self[(i, k)] * o[(k, j)];
                }
                m[(i, j)] = s;
            }
        }
        m
    }
}
#[differentiate]
fn algebra(q: &[f64]) -> f64 {
    let a =
        Matrix::from_rows(&[vec![q[0], q[1], 0.3], vec![1.0, q[2], q[0]], vec![0.2, -q[1], 2.0]]);
    let mut s = &a * &a.transpose();
    for i in 0..3 {
        s[(i, i)] += 1.0;
    }
    let l = s.cholesky().expect("positive definite");
    let x = l.solve_lower(&[1.0, q[0], q[2]]);
    let logdet = 2.0 * (0..3).map(|i| l[(i, i)].ln()).sum::<f64>();
    logdet + x.iter().map(|v| v * v).sum::<f64>() + s.trace()
}

#[test]
fn laws() {
    check!(algebra, [1.02, 0.25, 0.9], 1e-6);
}
