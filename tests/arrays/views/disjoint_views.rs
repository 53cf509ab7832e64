//! Views of two parts of one array, of which one changes while the other is held.

use autodiff::prelude::*;
use ndarray::prelude::*;

#[differentiate]
fn read_in_loops(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    let (top, mut rest) = y.view_mut().split_at(Axis(0), 1);
    let pivot = top.row(0);
    for mut row in rest.rows_mut() {
        row.scaled_add(x[0], &pivot);
        row += &(&pivot * x[1]);
    }
    (&y * &y).sum() + x[1]
}

#[differentiate]
fn read_after_methods(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    let (left, mut right) = y.view_mut().split_at(Axis(1), 1);
    let column = left.column(0);
    right.mapv_inplace(|v| v * v);
    for j in 0..2 {
        right[[0, j]] += column.sum() * x[j];
    }
    let twice = &column * 2.0;
    right *= x[0];
    right.column_mut(1).scaled_add(1.5, &column);
    (&y * &y).sum() + twice.dot(&twice)
}

#[differentiate]
fn read_in_branches(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    let (top, mut rest) = y.view_mut().split_at(Axis(0), 1);
    let pivot = top.row(0);
    let mut s = 0.0;
    for i in 0..2 {
        if x[i] > 0.0 {
            rest.row_mut(i).scaled_add(x[1], &pivot);
        } else {
            s += pivot.dot(x);
        }
    }
    s + (&y * &y).sum()
}

#[differentiate]
fn views_of_halves(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w * 0.5;
    let (mut a, b) = y.view_mut().split_at(Axis(0), 2);
    let t = b.t();
    for k in 0..3 {
        let d = a.dot(&t);
        a *= d[[0, 0]];
        a.row_mut(1).assign(&t.column(0));
        a *= x[k];
    }
    (&y * &y).sum().sin()
}

/// The determinant by elimination.
#[differentiate]
fn elimination(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut a = w.clone();
    a[[0, 0]] += 3.0;
    a[[1, 1]] += 4.0;
    let mut det = x[0];
    for k in 0..3 {
        det *= a[[k, k]];
        let (top, mut rest) = a.view_mut().split_at(Axis(0), k + 1);
        let pivot = top.row(k);
        for mut row in rest.rows_mut() {
            let m = row[k] / pivot[k];
            row.scaled_add(-m, &pivot);
            row[k] = m * x[1];
        }
    }
    det + a.sum()
}

#[differentiate]
fn disjoint_rows(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    let (mut p, q) = y.multi_slice_mut((s![0, ..], s![1, ..]));
    p.scaled_add(x[0], &q);
    p += &q;
    (&y * &y).sum() + x[1]
}

#[differentiate]
fn disjoint_in_loops(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    for k in 0..2 {
        let (mut a, b, mut c) = y.multi_slice_mut((s![k, 1..], s![k + 1, 1..], s![.., 0]));
        a.scaled_add(x[0], &b);
        a[0] *= b[1] * x[2];
        c *= x[k];
        c += b.sum();
    }
    let (mut a, b) = y.multi_slice_mut((s![..2, ..], s![2, ..]));
    for mut row in a.rows_mut() {
        row += &b;
        row *= x[0];
    }
    (&y * &y).sum() + x[1]
}

#[differentiate]
fn disjoint_parts_of_views(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    {
        let mut v = y.view_mut();
        let (mut a, mut b) = v.multi_slice_mut((s![.., 0], s![.., 1..]));
        a.assign(x);
        b += 1.0;
        b.column_mut(1).scaled_add(2.0, &a);
    }
    let mut z = x.clone();
    let (mut even, odd) = z.multi_slice_mut((s![..;2], s![1..;2]));
    even *= odd[0];
    let mut parts = y.multi_slice_mut((s![0, ..], s![1, ..]));
    parts.0 += x;
    parts.1 *= x[0];
    (&y * &y).sum() + z.sum() * w.sum()
}

#[differentiate]
fn overlapping(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    let (mut a, b) = y.multi_slice_mut((s![0, ..], s![.., 0]));
    a += &b;
    y.sum() + x[0]
}

#[test]
fn views_that_are_read_after_changes() {
    held_against_laws!(
        read_in_loops; read_after_methods; read_in_branches; views_of_halves; elimination;
    );
}

#[test]
fn disjoint_slices() {
    held_against_laws!(disjoint_rows; disjoint_in_loops; disjoint_parts_of_views;);
}

#[test]
fn slices_that_overlap_panic() {
    let panics = |f: fn(&Array1<f64>, &Array2<f64>) -> f64| {
        std::panic::catch_unwind(|| f(&Array1::ones(3), &Array2::ones((3, 3)))).is_err()
    };
    assert!(panics(overlapping));
    assert!(panics(|x, w| overlapping_value_and_grad(x, w).0));
    assert!(panics(|x, w| overlapping_jvp(x, w, x, w).0));
}
