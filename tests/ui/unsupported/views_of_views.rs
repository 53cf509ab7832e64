//! Views that change an array, where they are no places of the array.
use autodiff::prelude::*;
use ndarray::{Array1, Array2, s};

#[differentiate]
fn other_axes(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut v = y.view_mut();
    v.swap_axes(0, 1);
    v[[0, 1]] *= 5.0;
    y.sum()
}

#[differentiate]
fn other_shape(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut v = y.view_mut().into_shape_with_order(4).unwrap();
    v[0] *= 5.0;
    y.sum()
}

#[differentiate]
fn several(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let slices = (s![0, ..], s![1, ..]);
    let _parts = y.multi_slice_mut(slices);
    y *= 2.0;
    y.sum()
}

#[differentiate]
fn moved_out_of_an_iterator(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    if let Some(mut last) = y.outer_iter_mut().last() {
        last *= 2.0;
    }
    y.sum()
}

#[differentiate]
fn selected(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut row;
    if x[[0, 0]] > 0.0 {
        row = y.row_mut(0);
    } else {
        row = y.row_mut(1);
    }
    row[0] *= 2.0;
    y.sum()
}

#[differentiate]
fn selected_by_break(x: &Array2<f64>, z: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    let mut row = loop {
        break y.row_mut(1);
    };
    row += z;
    y.sum()
}

#[differentiate]
fn assigned(x: &Array2<f64>) -> f64 {
    let (mut y, mut z) = (x.clone(), x.clone());
    let mut row = y.row_mut(0);
    row *= 2.0;
    row = z.row_mut(1);
    row *= 3.0;
    y.sum() + z.sum()
}

#[differentiate]
fn stored(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let rows = vec![y.row_mut(0)];
    for mut row in rows {
        row *= 2.0;
    }
    y.sum()
}

#[differentiate]
fn exchanged(x: &Array2<f64>) -> f64 {
    let (mut y, mut z) = (x.clone(), x.clone());
    let (mut a, mut b) = (y.row_mut(0), z.row_mut(0));
    std::mem::swap(&mut a, &mut b);
    a *= 2.0;
    b *= 3.0;
    y.sum() + z.sum()
}

fn main() {}
