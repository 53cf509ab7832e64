use autodiff::prelude::*;
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Matrix<const R: usize, const C: usize>(pub [[f64; C]; R]);

#[derive(Debug)]
pub struct NotPositive;

#[differentiate]
impl<const R: usize, const C: usize> Matrix<R, C> {
    #[differentiate]
    pub fn transpose(&self) -> Matrix<C, R> {
        Matrix(std::array::from_fn(|i| std::array::from_fn(|j| self.0[j][i])))
    }
}

#[differentiate]
impl<const N: usize> Matrix<N, N> {
    pub fn identity() -> Self {
        let mut one = Matrix([[0.0; N]; N]);
        for i in 0..N {
            one.0[i][i] = 1.0;
        }
        one
    }
    #[differentiate]
    pub fn checked(&self) -> Result<Self, NotPositive> {
        if self.0[0][0] > 0.0 { Ok(*self) } else { Err(NotPositive) }
    }
    #[differentiate]
    pub fn apply<const K: usize>(&self, b: &Matrix<N, K>) -> Matrix<N, K> {
        *self * *b
    }
}

#[differentiate]
impl<const R: usize, const C: usize, const K: usize> Mul<Matrix<C, K>> for Matrix<R, C> {
    type Output = Matrix<R, K>;
    #[differentiate]
    fn mul(self, o: Matrix<C, K>) -> Self::Output {
        Matrix(std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..C).map(|k| self.0[i][k] * o.0[k][j]).sum())
        }))
    }
}

#[differentiate]
impl<const R: usize, const C: usize> Mul<f64> for Matrix<R, C> {
    type Output = Self;
    #[differentiate]
    fn mul(self, k: f64) -> Self {
        Matrix(self.0.map(|row| row.map(|x| x * k)))
    }
}

#[differentiate]
impl<const R: usize, const C: usize> Add for Matrix<R, C> {
    type Output = Self;
    #[differentiate]
    fn add(self, o: Self) -> Self {
        Matrix(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] + o.0[i][j])))
    }
}

#[differentiate]
impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
    type Output = Self;
    #[differentiate]
    fn sub(self, o: Self) -> Self {
        Matrix(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] - o.0[i][j])))
    }
}
