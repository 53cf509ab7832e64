//! Closures that are passed to functions and ignore an argument.

use autodiff::prelude::*;

mod matrices {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Matrix<const R: usize, const C: usize> {
        pub cells: [[f64; C]; R],
    }
    pub type Vector<const N: usize> = Matrix<N, 1>;
    #[differentiate]
    impl<const R: usize, const C: usize> Matrix<R, C> {
        #[differentiate]
        pub fn from_fn(f: impl Fn(usize, usize) -> f64) -> Self {
            let mut cells = [[0.0; C]; R];
            for (i, row) in cells.iter_mut().enumerate() {
                for (j, cell) in row.iter_mut().enumerate() {
                    *cell = f(i, j);
                }
            }
            Matrix { cells }
        }
    }
}
use matrices::{Matrix, Vector};

#[differentiate]
fn column<const N: usize>(x: &[f64; N]) -> f64 {
    let v = Vector::<N>::from_fn(|i, _| x[i] * x[i]);
    let w = Matrix::<2, N>::from_fn(|_, j| x[j].sin());
    let c = Matrix::<2, 2>::from_fn(|_, _| x[0]);
    v.cells[1][0] * w.cells[1][0] + c.cells[0][1]
}
#[differentiate]
fn of_lengths(x: &[f64]) -> f64 {
    column(&[x[0], x[1]]) * column(&[x[1], x[2], x[0]])
}

#[test]
fn closures_that_ignore_an_argument() {
    check!(of_lengths, [0.7, 1.3, 0.4]);
}
