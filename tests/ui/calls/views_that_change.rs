//! Views that change an array, where the copy and the array cannot be kept apart.

use autodiff::prelude::*;
use ndarray::linalg::general_mat_vec_mul;
use ndarray::{Array1, Array2, ArrayD, ArrayView1, ArrayViewMut1, Axis};

#[differentiate]
fn used_in_one_statement(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut row = y.row_mut(0);
    row[0] = 1.0;
    y[[1, 0]] = row[0];
    y.sum()
}

#[differentiate]
fn moved(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let row = y.row_mut(0);
    let mut other = row;
    other.fill(1.0);
    y.sum()
}

#[differentiate]
fn left(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut row = y.row_mut(0);
    if row[0] > 1.0 {
        return 2.0;
    }
    row[0] = 1.0;
    y.sum()
}

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
fn with_effects(x: &Array2<f64>, v: &Array1<f64>) -> f64 {
    let (mut y, mut i) = (x.clone(), 0);
    general_mat_vec_mul(
        {
            i += 1;
            1.0
        },
        x,
        v,
        1.0,
        &mut y.row_mut(i),
    );
    y.sum()
}

#[differentiate]
fn of_changing_view(mut x: ArrayViewMut1<'_, f64>, k: f64) -> f64 {
    x[0] = k;
    x.sum()
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
