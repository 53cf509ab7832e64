//! Arrays that are generic over their storage, or over their number of axes.
use autodiff::prelude::*;
use ndarray::{Array, ArrayBase, Data, Dimension, Ix1};

#[differentiate]
fn norm<S: Data<Elem = f64>>(v: &ArrayBase<S, Ix1>) -> f64 {
    v.dot(v).sqrt()
}

#[differentiate]
fn squares<D: Dimension>(a: &Array<f64, D>) -> f64 {
    a.iter().map(|v| v * v).sum()
}

fn main() {}
