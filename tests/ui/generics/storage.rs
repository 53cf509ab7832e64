//! Storages of arrays that are more than the storage of a parameter, and arrays that are generic
//! over their number of axes.
use autodiff::prelude::*;
use ndarray::{Array, ArrayBase, Data, DataOwned, Dimension, Ix1};

#[differentiate]
fn norm<S: Data<Elem = f64>>(v: &ArrayBase<S, Ix1>) -> f64 {
    let same: &ArrayBase<S, Ix1> = v;
    same.dot(v).sqrt()
}

#[differentiate]
fn doubled<S: DataOwned<Elem = f64>>(v: ArrayBase<S, Ix1>) -> ArrayBase<S, Ix1> {
    v
}

#[differentiate]
fn squares<D: Dimension>(a: &Array<f64, D>) -> f64 {
    a.iter().map(|v| v * v).sum()
}

fn main() {}
