//! Variables that hold views which change an array, and loops over such views.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, array, s};

fn matrix() -> Array2<f64> {
    array![[1.0, 2.0, 0.5], [0.1, -1.0, 0.7], [0.2, 0.3, -0.4]]
}

/// A gradient against differences along each element.
fn check(name: &str, gradient: &Array2<f64>, f: impl Fn(&Array2<f64>) -> f64) {
    let x = matrix();
    for (at, expected) in gradient.indexed_iter() {
        let (mut above, mut below) = (x.clone(), x.clone());
        above[at] += 1e-6;
        below[at] -= 1e-6;
        let difference = (f(&above) - f(&below)) / 2e-6;
        let error = (difference - expected).abs();
        assert!(error < 1e-6 * (1.0 + difference.abs()), "{name} {at:?} {difference} {expected}");
    }
}

#[differentiate]
fn held(x: &Array2<f64>, k: f64) -> f64 {
    let mut a = x.clone();
    let mut row = a.row_mut(0);
    row[0] += k;
    row *= 2.0;
    row.assign(&x.row(1));
    row[1] = k * row[2];
    let s = row.sum();
    a.sum() * s + a[[0, 1]]
}

#[differentiate]
fn at_the_end(x: &mut Array2<f64>, k: f64) -> f64 {
    let mut c = x.column_mut(1);
    c.mapv_inplace(|v| v * k);
    c.sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    w: Array2<f64>,
    k: f64,
}

#[differentiate]
fn in_fields(m: &Model, k: f64) -> f64 {
    let mut m = m.clone();
    for i in 0..2 {
        let mut r = m.w.row_mut(i);
        for j in 0..r.len() {
            r[j] *= m.k * k;
        }
        if i == 1 {
            continue;
        }
    }
    let mut b = m.w.slice_mut(s![.., 1..]);
    b += k;
    let mut d = b.diag_mut();
    d.fill(k * k);
    m.w.sum() + m.w[[0, 2]] * m.k
}

#[test]
fn variables_hold_views() {
    let (x, k) = (matrix(), 0.7);
    let (value, (x_bar, k_bar)) = held_value_and_grad(&x, k);
    assert_eq!(value.to_bits(), held(&x, k).to_bits());
    check("held", &x_bar, |x| held(x, k));
    let difference = (held(&x, k + 1e-6) - held(&x, k - 1e-6)) / 2e-6;
    assert!((k_bar - difference).abs() < 1e-6);

    let (mut y, mut y_bar) = (x.clone(), Array2::zeros((3, 3)));
    let (value, _) = at_the_end_vjp(&mut y, k, 1.0, &mut y_bar);
    let mut z = x.clone();
    assert_eq!(value.to_bits(), at_the_end(&mut z, k).to_bits());
    assert_eq!(y, z);
    check("at the end", &y_bar, |x| at_the_end(&mut x.clone(), k));

    let model = |x: &Array2<f64>| Model { w: x.clone(), k: 0.4 };
    let (value, (model_bar, k_bar)) = in_fields_value_and_grad(&model(&x), k);
    assert_eq!(value.to_bits(), in_fields(&model(&x), k).to_bits());
    check("in fields", &model_bar.w, |x| in_fields(&model(x), k));
    let difference = (in_fields(&model(&x), k + 1e-6) - in_fields(&model(&x), k - 1e-6)) / 2e-6;
    assert!((k_bar - difference).abs() < 1e-6);
}

#[differentiate]
fn in_loops(x: &Array2<f64>, k: &Array1<f64>) -> f64 {
    let mut a = x.clone();
    for mut row in a.rows_mut() {
        row *= 2.0;
        row[0] = row[1] * k[0];
    }
    for (i, mut row) in a.rows_mut().into_iter().enumerate() {
        row += k;
        if i == 1 {
            continue;
        }
        row[i] *= 3.0;
    }
    for (mut column, v) in a.columns_mut().into_iter().zip(k.iter()) {
        column *= *v;
    }
    for mut row in a.outer_iter_mut() {
        let n = row.dot(&row);
        row /= n;
    }
    for mut column in a.axis_iter_mut(Axis(1)) {
        let squares = &column * &column;
        column.assign(&squares);
    }
    a.rows_mut().into_iter().for_each(|mut row| row[0] += k[1]);
    a.mapv(|v| v.sin()).sum()
}

#[test]
fn loops_over_views() {
    let (x, k, k_dot) = (matrix(), array![0.3, 0.8, -0.6], array![0.1, 0.2, 0.3]);
    let (value, (x_bar, k_bar)) = in_loops_value_and_grad(&x, &k);
    assert_eq!(value.to_bits(), in_loops(&x, &k).to_bits());
    check("loops", &x_bar, |x| in_loops(x, &k));
    let by = 1e-6 * &k_dot;
    let difference = (in_loops(&x, &(&k + &by)) - in_loops(&x, &(&k - &by))) / 2e-6;
    assert!((k_bar.dot(&k_dot) - difference).abs() < 1e-5);
}
