//! Views that change an array are used where they are made.

use autodiff::prelude::*;
use ndarray::Array2;

#[differentiate]
fn held(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut row = y.row_mut(0);
    row.fill(1.0);
    y.sum()
}

#[differentiate]
fn iterated(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    for mut row in y.rows_mut() {
        row *= 2.0;
    }
    y.sum()
}

#[differentiate]
fn left(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    for v in y.iter_mut() {
        if *v > 1.0 {
            return *v;
        }
        *v = 2.0;
    }
    y.sum()
}

fn main() {}
