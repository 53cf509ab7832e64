//! Storages of arrays that are more than the storage of a parameter.
use autodiff::prelude::*;
use ndarray::{ArrayBase, Data, DataOwned, Ix1};

#[differentiate]
fn norm<S: Data<Elem = f64>>(v: &ArrayBase<S, Ix1>) -> f64 {
    let same: &ArrayBase<S, Ix1> = v;
    same.dot(v).sqrt()
}

#[differentiate]
fn doubled<S: DataOwned<Elem = f64>>(v: ArrayBase<S, Ix1>) -> ArrayBase<S, Ix1> {
    v
}

fn main() {}
