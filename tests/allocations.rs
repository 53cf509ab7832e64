//! A gradient into memory of the caller allocates no more than the function itself: cotangents
//! reuse memory. (Products of two matrices are not tested: `matrixmultiply` allocates memory for
//! each.)

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, s};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[differentiate(reverse)]
fn layers(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let hidden = (w.dot(x) + x).mapv(|v| v.tanh());
    let out = w.dot(&hidden) * &hidden - x;
    out.mapv(|v| v * v).sum()
}

#[differentiate(reverse)]
fn softmax(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let powers = (w * x).mapv(|v| v.exp());
    let sums = powers.sum_axis(Axis(1)).insert_axis(Axis(1));
    let shares = powers / sums;
    shares.row(1).sum() + shares.column(0).dot(x)
}

#[differentiate(reverse)]
fn slices(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let n = x.len();
    let mut parts: Array2<f64> = Array2::zeros((n, 2 * n));
    parts.slice_mut(s![.., ..n]).assign(&(w * 2.0));
    parts.slice_mut(s![.., n..]).assign(w);
    let left = parts.slice(s![.., ..n]);
    let right = parts.slice(s![.., n..]);
    (&left * &right).sum() + (&left + &right).sum_axis(Axis(0)).dot(x)
}

#[differentiate(reverse)]
fn steps(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let mut state: Array1<f64> = x * 1.0;
    for row in w.rows() {
        let gate = (&row * &state).mapv(|v| v.sin());
        state = gate + row;
    }
    state.sum()
}

#[differentiate(reverse)]
fn in_place(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let mut total: Array1<f64> = Array1::zeros(x.len());
    for row in w.rows() {
        total += &row;
        total.scaled_add(2.0, x);
        total *= 0.5;
    }
    total.dot(x)
}

/// The count of allocations of a call.
fn count(mut call: impl FnMut()) -> usize {
    let region = Region::new(ALLOCATOR);
    call();
    let change = region.change();
    change.allocations + change.reallocations
}

macro_rules! assert_allocates_at_most_as_the_function {
    ($($f:ident $primal:ident $vjp_into:ident;)*) => {$(
        let w = Array2::from_shape_fn((12, 12), |(i, j)| ((i * 12 + j) as f64).sin());
        let x = Array1::from_shape_fn(12, |i| (i as f64).cos());
        let (_, mut residuals) = $primal(&w, &x);
        let (mut w_bar, mut x_bar) = (w.zero_tangent(), x.zero_tangent());
        let mut gradient = || {
            black_box($vjp_into(&w, &x, 1.0, &mut residuals, &mut w_bar, &mut x_bar));
        };
        // these calls allocate memory that later ones reuse
        gradient();
        gradient();
        let of_function = count(|| {
            black_box($f(&w, &x));
        });
        let of_gradient = count(&mut gradient);
        assert!(
            of_gradient <= of_function,
            "the gradient of {} has {of_gradient} allocations, and the function {of_function}",
            stringify!($f)
        );
    )*};
}

// one test, because the allocator counts those of all threads
#[test]
fn cotangents_reuse_memory() {
    assert_allocates_at_most_as_the_function! {
        layers layers_primal layers_vjp_into;
        softmax softmax_primal softmax_vjp_into;
        slices slices_primal slices_vjp_into;
        steps steps_primal steps_vjp_into;
        in_place in_place_primal in_place_vjp_into;
    }
}
