//! Arrays that are generic over their storage.
use autodiff::prelude::*;
use ndarray::{ArrayBase, Data, Ix1};

#[differentiate]
fn norm<S: Data<Elem = f64>>(v: &ArrayBase<S, Ix1>) -> f64 {
    v.dot(v).sqrt()
}

fn main() {}
