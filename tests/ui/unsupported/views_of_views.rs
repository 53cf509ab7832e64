//! Views that are made of a view which changes an array.
use autodiff::prelude::*;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, Axis, s};

#[differentiate]
fn split(x: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    let (mut a, _b) = y.view_mut().split_at(Axis(0), 1);
    a *= 5.0;
    y.sum()
}

#[differentiate]
fn transposed(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut t = y.view_mut().reversed_axes();
    t[[0, 1]] *= 5.0;
    y.sum()
}

#[differentiate]
fn of_a_loop(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    for r in y.rows_mut() {
        let mut rest = r.slice_move(s![1..]);
        rest *= 5.0;
    }
    y.sum()
}

#[differentiate]
fn held(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut v = y.view_mut();
    v.swap_axes(0, 1);
    v[[0, 1]] *= 5.0;
    y.sum()
}

#[differentiate]
fn argument(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    general_mat_mul(1.0, x, x, 2.0, &mut y.view_mut().reversed_axes());
    y.sum()
}

#[differentiate]
fn parameter(y: &mut Array2<f64>, k: f64) {
    let mut d = y.view_mut().index_axis_move(Axis(0), 1);
    d *= k;
}

fn main() {}
