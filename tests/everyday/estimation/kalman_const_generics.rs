//! The log likelihood of a Kalman filter over matrices whose sizes are const parameters.

use autodiff::prelude::*;
use std::ops::{Add, Index, IndexMut, Mul, Sub};
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct Matrix<const R: usize, const C: usize>([[f64; C]; R]);
#[differentiate]
impl<const R: usize, const C: usize> Matrix<R, C> {
    pub fn zeros() -> Self {
        Matrix([[0.0; C]; R])
    }
    #[differentiate]
    pub fn transpose(&self) -> Matrix<C, R> {
        let mut t = [[0.0; R]; C];
        for i in 0..R {
            for j in 0..C {
                t[j][i] = self.0[i][j];
            }
        }
        Matrix(t)
    }
}
#[differentiate]
impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
    type Output = Matrix<R, C>;
    #[differentiate]
    fn mul(self, rhs: Matrix<K, C>) -> Matrix<R, C> {
        let mut out = [[0.0; C]; R];
        for i in 0..R {
            for j in 0..C {
                out[i][j] = (0..K).map(|k| self.0[i][k] * rhs.0[k][j]).sum();
            }
        }
        Matrix(out)
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Add for Matrix<R, C> {
    type Output = Self;
    #[differentiate]
    fn add(mut self, rhs: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(rhs.0.iter()) {
            for (x, y) in a.iter_mut().zip(b) {
                *x += y;
            }
        }
        self
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
    type Output = Self;
    #[differentiate]
    fn sub(self, rhs: Self) -> Self {
        let mut out = self;
        for i in 0..R {
            for j in 0..C {
                out.0[i][j] -= rhs.0[i][j];
            }
        }
        out
    }
}
#[derive(Debug, Clone, Differentiable)]
struct Kalman {
    x: Matrix<2, 1>,
    p: Matrix<2, 2>,
    q: f64,
    r: f64,
}
#[differentiate]
impl Kalman {
    #[differentiate]
    fn step(&mut self, z: f64, dt: f64) -> f64 {
        let f = Matrix([[1.0, dt], [0.0, 1.0]]);
        let h = Matrix([[1.0, 0.0]]);
        let q = Matrix([[self.q * dt, 0.0], [0.0, self.q]]);
        self.x = f * self.x;
        self.p = f * self.p * f.transpose() + q;
        let innovation = z - (h * self.x).0[0][0];
        let s = (h * self.p * h.transpose()).0[0][0] + self.r;
        let k = self.p * h.transpose() * Matrix([[1.0 / s]]);
        self.x = self.x + k * Matrix([[innovation]]);
        self.p = self.p - k * h * self.p;
        -0.5 * (innovation * innovation / s + s.ln())
    }
}
#[differentiate]
fn log_likelihood(x: &[f64]) -> f64 {
    let mut kf = Kalman {
        x: Matrix::zeros(),
        p: Matrix([[1.0, 0.0], [0.0, 1.0]]),
        q: 0.1 + 0.01 * x[0],
        r: 0.5,
    };
    x.iter().map(|&z| kf.step(z, 0.1)).sum()
}
mod laws {
    at_points! { log_likelihood }
}
