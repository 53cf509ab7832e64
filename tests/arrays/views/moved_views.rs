//! Methods that take an array by value and change its axes: the result owns the elements if the
//! array does, and is a view of a view.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayView2, Axis, array, s};

#[differentiate]
fn reversed(a: &Array2<f64>) -> f64 {
    let mut b = a.clone().reversed_axes();
    b[[0, 1]] *= 3.0;
    b += 1.0;
    b[[0, 1]] * a[[1, 0]] + b[[0, 0]]
}

#[differentiate]
fn permuted(a: &Array2<f64>) -> f64 {
    let mut b = (a * 2.0).permuted_axes([1, 0]);
    b[[0, 1]] *= 3.0;
    b[[0, 1]] * b[[1, 0]] + b[[0, 0]]
}

#[differentiate]
fn parts(a: &Array2<f64>) -> f64 {
    let mut b: Array1<f64> = a.clone().slice_move(s![0, ..]);
    b[1] *= 3.0;
    let mut c = a.clone().index_axis_move(Axis(0), 1);
    c[1] *= b[1];
    let mut d = a.clone().remove_axis(Axis(0));
    d.fill(c[1]);
    let mut e = a.clone().insert_axis(Axis(0));
    e[[0, 1, 1]] *= d[0];
    let mut f = a.clone().into_diag();
    f[1] *= f[0];
    let mut g = a.clone().into_shape_with_order((3, 2)).unwrap();
    g[[2, 1]] *= f[1];
    b[1] + c[0] * d[1] + e.sum() + g.sum()
}

#[differentiate]
fn total(b: Array2<f64>) -> f64 {
    b[[0, 1]] * b[[1, 0]]
}

#[differentiate]
fn passed(a: &Array2<f64>) -> f64 {
    let b = a.clone().reversed_axes();
    total(b) + total((a * a).permuted_axes([1, 0]))
}

#[differentiate]
fn of_view(b: ArrayView2<f64>) -> f64 {
    b[[0, 1]] * b[[1, 0]]
}

/// A view is copied where it is passed by value.
#[differentiate]
fn viewed(a: ArrayView2<f64>) -> f64 {
    let b = a.reversed_axes();
    of_view(b) * of_view(b) + of_view(a)
}

#[differentiate]
fn in_loop(a: &Array2<f64>) -> f64 {
    let mut y = a.clone();
    let mut s = 0.0;
    for _ in 0..3 {
        y = y.reversed_axes();
        y[[0, 0]] *= 2.0;
        let mut z = y.clone().insert_axis(Axis(0));
        z += 1.0;
        z[[0, 1, 0]] = s;
        s += z.sum();
    }
    s * s + y[[0, 0]] * y[[0, 1]]
}

#[differentiate]
fn through_a_view(a: &Array2<f64>) -> f64 {
    let mut y = a.clone();
    {
        let mut view = y.view_mut().reversed_axes();
        view[[0, 1]] *= 3.0;
    }
    y[[1, 0]] * y[[0, 0]]
}

#[track_caller]
fn check(f: impl Fn(&Array2<f64>) -> f64, gradient: impl Fn(&Array2<f64>) -> (f64, Array2<f64>)) {
    let a = array![[1.5, 2.0, -1.0], [0.5, 3.0, 0.25]];
    let (value, bar) = gradient(&a);
    assert_eq!(value.to_bits(), f(&a).to_bits());
    for (i, bar) in bar.indexed_iter() {
        let (mut above, mut below) = (a.clone(), a.clone());
        above[i] += 1e-6;
        below[i] -= 1e-6;
        let difference = (f(&above) - f(&below)) / 2e-6;
        assert!((difference - bar).abs() < 1e-6 * (1.0 + difference.abs()), "{i:?}");
    }
}

#[test]
fn arrays_that_own_their_elements_are_changed() {
    check(reversed, reversed_value_and_grad);
    check(permuted, permuted_value_and_grad);
    check(parts, parts_value_and_grad);
    check(passed, passed_value_and_grad);
    check(in_loop, in_loop_value_and_grad);
}

#[test]
fn views_stay_views() {
    check(|a| viewed(a.view()), |a| viewed_value_and_grad(a.view()));
    check(through_a_view, through_a_view_value_and_grad);
}
