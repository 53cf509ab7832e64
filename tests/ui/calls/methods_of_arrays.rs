//! Methods of arrays that are not supported in this form.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayView1, s};

#[differentiate]
fn slice_of_view(x: ArrayView1<'_, f64>) -> f64 {
    if let Some(s) = x.as_slice() { s[0] } else { x[0] }
}

#[differentiate]
fn slice_of_row(x: &Array2<f64>) -> f64 {
    if let Some(s) = x.row(0).as_slice() { s[0] } else { x[[0, 0]] }
}

#[differentiate]
fn slice_of_clone(x: ArrayView1<'_, f64>) -> f64 {
    let y = x.clone();
    if let Some(s) = y.as_slice() { s[0] } else { x[0] }
}

#[differentiate]
fn slice_of_annotated(x: &Array1<f64>) -> f64 {
    let y: ArrayView1<'_, f64> = x.slice(s![..;2]);
    if let Some(s) = y.as_slice() { s[0] } else { x[0] }
}

#[differentiate]
fn slice_of_moved(mut x: ArrayView1<'_, f64>) -> f64 {
    x = x.slice_move(s![..;2]);
    if let Some(s) = x.as_slice() { s[0] } else { x[0] }
}

#[differentiate]
fn counted(x: &Array1<f64>) -> f64 {
    let mut n = 0;
    let y = x.mapv(|v| {
        n += 1;
        v * v
    });
    y.sum() * n as f64
}

fn main() {}
