//! Operations on arrays of the crate `ndarray`, one function for each group.

use autodiff::prelude::*;
use ndarray::{
    Array, Array1, Array2, Axis, Dimension, ShapeBuilder, Slice, Zip, array, azip, concatenate, s,
    stack,
};

/// The gradient with respect to an array, by central differences.
fn differences<D: Dimension>(
    f: impl Fn(&Array<f64, D>) -> f64,
    x: &Array<f64, D>,
) -> Array<f64, D> {
    let mut gradient = Array::zeros(x.raw_dim());
    for (k, slope) in gradient.iter_mut().enumerate() {
        let at = |step: f64| {
            let mut moved = x.clone();
            *moved.iter_mut().nth(k).expect("an element") += step;
            f(&moved)
        };
        *slope = (at(1e-6) - at(-1e-6)) / 2e-6;
    }
    gradient
}

#[track_caller]
fn close<D: Dimension>(a: &Array<f64, D>, b: &Array<f64, D>) {
    assert_eq!(a.shape(), b.shape());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6 * (1.0 + b.abs())), "{a} and {b}");
}

fn vector() -> Array1<f64> {
    array![0.2, 0.3, 0.45]
}

fn matrix() -> Array2<f64> {
    array![[0.9, 0.2, 0.3], [0.25, 0.65, 0.4]]
}

/// The same matrix, whose columns lie in memory one after the other.
fn in_columns(w: &Array2<f64>) -> Array2<f64> {
    let mut in_columns = Array2::zeros(w.dim().f());
    in_columns.assign(w);
    in_columns
}

/// Checks functions of a vector, a matrix and a number: values to the last bit, for rows that lie
/// in memory one after the other and for columns; gradients, tangents and transposes.
macro_rules! same {
    ($($f:ident)*) => {
        pastey::paste! {
            $(for w in [matrix(), in_columns(&matrix())] {
                let (x, w, k) = (vector(), w, 0.7);
                let expected = $f(&x, &w, k);
                let (value, (x_bar, w_bar, k_bar)) = [<$f _value_and_grad>](&x, &w, k);
                assert_eq!(value.to_bits(), expected.to_bits(), stringify!($f));
                close(&x_bar, &differences(|x| $f(x, &w, k), &x));
                close(&w_bar, &differences(|w| $f(&x, w, k), &w));
                let of_k = ($f(&x, &w, k + 1e-6) - $f(&x, &w, k - 1e-6)) / 2e-6;
                assert!((k_bar - of_k).abs() < 1e-6, "{k_bar} and {of_k}");
                let (value, rate) = [<$f _jvp>](&x, &w, k, &x_bar, &w_bar, k_bar);
                assert_eq!(value.to_bits(), expected.to_bits(), stringify!($f));
                let squares = x_bar.dot(&x_bar) + (&w_bar * &w_bar).sum() + k_bar * k_bar;
                assert!((rate - squares).abs() < 1e-9 * squares);
                let (_, residuals) = [<$f _primal>](&x, &w, k);
                let (mut x_sum, mut w_sum, mut k_sum) = (x.clone(), w.clone(), 1.0);
                [<$f _transposed>](&residuals, 2.0, &mut x_sum, &mut w_sum, &mut k_sum);
                close(&x_sum, &(&x + 2.0 * &x_bar));
                close(&w_sum, &(&w + 2.0 * &w_bar));
                assert!((k_sum - 1.0 - 2.0 * k_bar).abs() < 1e-9);
                [<$f _transposed>](&residuals, 2.0, &mut Discard, &mut w_sum, &mut Discard);
            })*
        }
    };
}

#[differentiate]
fn elements(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut sum = x.first().unwrap() * *x.last().unwrap() + k * w.get((1, 2)).unwrap();
    if let Some(&v) = x.get(1) {
        sum += v * v;
    }
    if let Some(v) = w.get([1, 1]) {
        sum += v.sin() * k;
    }
    for i in 0..5 {
        sum += x.get(i).copied().unwrap_or(0.5) * k;
    }
    match w.last() {
        Some(last) => sum * *last,
        None => sum,
    }
}

#[differentiate]
fn functions(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let y = w.tanh().dot(x).ln() - w.dot(&x.sqrt()).recip();
    let z = (x * k).sin() + x.cos() * x.powi(3) - (x + 1.0).log10().powf(k).abs();
    y.sum()
        + z.pow2().sum() * x.asin().atanh().sum()
        + w.clamp(0.24, k).cbrt().exp_m1().sum()
        + w.floor().sum()
        + w.log(k + 1.0).sum()
        + x.hypot(k).sum()
}

#[differentiate]
fn spreads(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let y = w.var_axis(Axis(0), k) * x;
    let z = w.std_axis(Axis(1), 0.0);
    y.sum() + z.product()
}

#[differentiate]
fn parts(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let wide = x.broadcast((2, 3)).unwrap();
    let left = w.slice_axis(Axis(1), Slice::new(0, Some(2), 1));
    let right = w.slice_axis(Axis(1), Slice::from(1..3));
    let one = x.view().insert_axis(Axis(0)).remove_axis(Axis(0));
    let mut sum = (&wide * w).sum() + one.dot(x) * left.sum() * k + right.product();
    if let Some(both) = w.broadcast((2, 2, 3)) {
        sum += both.mapv(|v| v * v * k).sum();
    }
    sum + x.broadcast(2).map_or(k, |wide| wide.sum())
}

#[differentiate]
fn lanes(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let cube = w.view().insert_axis(Axis(1));
    let mut sum = 0.0;
    for lane in w.lanes(Axis(0)) {
        sum += lane[0] * lane.sum();
    }
    for row in cube.rows() {
        sum += row.dot(x) * k;
    }
    let columns: Vec<f64> = cube.columns().into_iter().map(|c| c.sum().sin()).collect();
    sum * columns.iter().sum::<f64>()
}

#[test]
fn elements_and_functions_of_them() {
    same!(elements functions);
}

#[differentiate]
fn joins(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let y = x * k;
    let long = concatenate(Axis(0), &[x.view(), y.view(), w.row(1)]).unwrap();
    let rows = stack(Axis(0), &[x.view(), y.view()]).unwrap();
    let wide = concatenate![Axis(1), rows, *w];
    let cube = ndarray::stack![Axis(2), wide, wide.mapv(|v| v * v)];
    long.dot(&long) * wide.sum() + cube.product() + cube.mapv(|v| v * k).sum()
}

#[differentiate]
fn zips(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let y = x * k;
    let z = Zip::from(x).and(&y).map_collect(|x, y| x * y + k);
    let square = Zip::from(w).and(w).map_collect(|&u, &v| u * v * k);
    let sum = Zip::from(&z).and(x).fold(k, |sum, z, &x| sum + z * x);
    let mut u = x.clone();
    azip!((u in &mut u, &y in &y, z in &z) *u += y * z);
    let is_small = Zip::from(x).and(&y).all(|x, y| x.abs() < 1.0 && *y < 1.0);
    if is_small { sum * u.sum() + square.sum() } else { sum }
}

#[differentiate]
fn lengths(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let ((m, n), shape) = (w.dim(), w.shape().to_vec());
    let (columns, rows) = w.t().to_owned().dim();
    let y = w * k;
    assert_eq!(y.shape(), w.shape());
    let mut sum = 0.0;
    for i in 0..y.shape()[0] {
        for j in 0..shape[1] {
            sum += y[[i, j]] * x[x.dim() - 1 - j];
        }
    }
    sum * (m * columns) as f64 / (n + rows + y.shape().len()) as f64
}

/// Methods of a type without reals and functions, with the names of methods of arrays.
pub struct Table {
    pub rows: usize,
}

impl Table {
    pub fn row(&self, _: usize) -> f64 {
        1.0
    }

    pub fn t(&self) -> f64 {
        2.0
    }

    pub fn mapv(&self, f: f64) -> Option<f64> {
        Some(f)
    }
}

#[differentiate]
fn methods_of_a_name(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let (y, z) = (w * k, w.t().dot(&w.dot(x)));
    y.row(0).dot(x)
        + y.t().dot(&w.column(0)).sum()
        + (&y + w).row(1).sum()
        + z.mapv(f64::sin).dot(x)
}

#[differentiate]
fn assigned(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut y = w.clone();
    for i in 0..2 {
        y.row_mut(i).assign(&(x * w[[i, 0]]));
        y.slice_mut(s![i, 1..]).assign(&w.slice(s![i, ..2]));
    }
    y.column_mut(0).assign(&w.dot(x));
    y.row_mut(1).assign(&Array1::<f64>::ones(3));
    y.slice_mut(s![.., 2]).assign(&array![k, 0.5]);
    (&y * &y).sum() * k
}

#[differentiate]
fn triangles_and_progressions(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let square = w.t().dot(w);
    let upper = square.triu(1);
    let grid = Array1::linspace(x[0], k * x[1], 5);
    let mut sum = upper.dot(x).sum() * k + (&square.tril(0) * &square).sum();
    for (i, v) in grid.iter().enumerate() {
        sum += v.sin() * i as f64;
    }
    sum + Array1::linspace(0.0, k, 1)[0] + Array::linspace(k, 2.0, 2).dot(&array![0.5, 1.5])
}

#[test]
fn shapes_and_views() {
    same!(lengths methods_of_a_name assigned triangles_and_progressions);
}

#[test]
fn arrays_in_lock_step() {
    same!(zips);
}

#[test]
fn parts_of_arrays() {
    same!(spreads parts lanes joins);
}

#[differentiate]
fn if_positive(x: &Array1<f64>) -> Option<Array1<f64>> {
    if x[0] > 0.0 { Some(x * x) } else { None }
}

#[differentiate]
fn exchanged(y: Array2<f64>) -> Array2<f64> {
    let z = y.clone();
    let mut q = z;
    q[[0, 0]] = y[[1, 1]] * q[[0, 1]];
    q
}

/// Values whose last use is a copy, or the content of an `Option` or a `Result`.
#[differentiate]
fn last_uses(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut s = 0.0;
    let mut h = x.clone();
    for i in 0..2 {
        let a = if_positive(&h).unwrap();
        let b = w.row(i).to_owned().into_shape_with_order((3, 1)).unwrap();
        s += a[i] * b[[0, 0]] + a.sum() * b.sum();
        let next = &h * k;
        let kept = next.clone();
        s += kept.dot(&a);
        h = next;
    }
    let p = if_positive(x);
    let q = p.clone().unwrap();
    let t = p.unwrap();
    let e = exchanged(w.clone());
    s * q[1] + t[2] * e[[0, 0]] + h.sum()
}

#[test]
fn values_that_are_moved() {
    same!(last_uses);
}
