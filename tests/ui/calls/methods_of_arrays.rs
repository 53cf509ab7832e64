//! Methods of arrays that are not supported in this form.

use autodiff::prelude::*;
use ndarray::{Array1, array};

#[differentiate]
fn slice_and_array(x: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    first(y.as_slice_mut().unwrap()) * y[0]
}

#[differentiate]
fn slice_and_array_in_branch(x: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    let s = y.as_slice_mut().unwrap();
    if x[0] > 0.0 {
        s[0] = 1.0;
        y[1] = 2.0;
    }
    y.sum()
}

#[differentiate]
fn slice_and_exit(x: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    for k in 0..3 {
        let s = y.as_slice_mut().unwrap();
        s[k] *= 2.0;
        if s[k] > 9.0 {
            break;
        }
    }
    y.sum()
}

#[differentiate]
fn slice_and_return(y: &mut Array1<f64>) -> f64 {
    let s = y.as_slice_mut().unwrap();
    s[0] *= 2.0;
    if s[1] > 9.0 {
        return s[0];
    }
    s[1]
}

#[differentiate]
fn slice_that_is_not_unwrapped(x: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    y.as_slice_mut().map(|s| s[0] *= 2.0);
    y.sum()
}

#[differentiate]
fn first(s: &mut [f64]) -> f64 {
    s[0] *= 2.0;
    s[0]
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

#[differentiate]
fn of_two_halves(x: &[f64]) -> f64 {
    let mut v = vec![array![x[0], x[1]], array![x[1], 3.0]];
    let (a, b) = v.split_at_mut(1);
    let p = a[0].as_slice_mut().unwrap();
    let q = b[0].as_slice_mut().unwrap();
    q[0] = 1.0;
    p[0] += q[1];
    v[0].sum()
}

fn main() {}
