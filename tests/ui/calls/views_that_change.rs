//! Loops over elements and views that change an array, and functions of arrays.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayD, ArrayView1, Axis};

#[differentiate]
fn left_loop(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    for v in y.iter_mut() {
        if *v > 1.0 {
            return *v;
        }
        *v = 2.0;
    }
    y.sum()
}

#[differentiate]
fn chunks(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let _chunks = y.axis_chunks_iter_mut(Axis(0), 2);
    y.sum()
}

#[differentiate]
fn captured(x: &Array2<f64>) -> f64 {
    let mut sum = 0.0;
    let sums = x.map_axis(Axis(0), |lane| {
        sum += lane.sum();
        sum
    });
    sums.product()
}

#[differentiate]
fn of_slice(x: &[ArrayView1<'_, f64>]) -> f64 {
    x[0].sum()
}

#[differentiate]
fn of_lengths(x: &ArrayD<f64>, k: f64) -> f64 {
    x.sum() * k / x.dim()[0] as f64
}

#[differentiate(vjp = product_rule)]
fn product(x: ArrayView1<'_, f64>) -> f64 {
    x.product()
}

fn product_rule(x: ArrayView1<'_, f64>) -> (f64, impl Fn(f64) -> Array1<f64>) {
    let (x, y) = (x.to_owned(), x.product());
    (y, move |y_bar| y_bar * y / &x)
}

fn main() {}
