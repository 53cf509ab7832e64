//! Arrays that are moved into operators and methods, in the function and in its derivatives.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayView2, array, s};

use crate::support::close;

#[differentiate]
fn operators(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let a = w.dot(x) + x;
    let b = x - w.dot(x) * 2.0;
    let c = 1.0 - w.t().dot(x);
    let d = (w.dot(w) + x) / 4.0 - w;
    let e = 3.0 * w.dot(w) + w.dot(x);
    let g = w.dot(x) - w.dot(w).row(0).to_owned();
    let h = x + w.dot(w);
    let i = w.dot(x) + w.dot(w);
    let j = -(w.dot(x)) * 0.5 + 1.0;
    let sums = h.mapv(|v| v * v).sum() + i.row(1).dot(&i.column(0));
    a.dot(&b) + c.dot(&g) + d.sum() * j.sum() + (e * &d).sum() + sums
}

/// The array is saved before a change only where the factor is active.
#[differentiate]
fn inactive_factors(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let scale = array![1.0, 2.0, 3.0];
    let halved = |mut v: Array1<f64>| {
        v *= 0.5;
        v
    };
    let (mut y, mut k) = (w.clone(), 0.5);
    for row in w.rows() {
        y *= 0.75;
        y /= &scale;
        let mut first = y.row_mut(0);
        first *= &scale;
        first /= 1.25;
        // active after the first iteration
        y *= k;
        k += row[0];
        if k > 0.75 {
            y /= 2.0;
            y *= &row;
        }
    }
    y.dot(x).sum() + halved(x * 3.0).dot(x)
}

#[differentiate]
fn inactive_operands(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let k = array![1.0, 2.0, 3.0];
    let a = w.dot(x) * &k;
    let b = &k * w.dot(x);
    let c = w.dot(x) / &k;
    let d = &k - w.dot(x);
    let e = &k / w.dot(x);
    let (y, z) = (2.0, x[0]);
    let g = y * w.dot(x) * z / y;
    let h = z - w.dot(x) - z;
    a.dot(&b) + c.dot(&d) + e.dot(&g) + h.sum()
}

#[differentiate]
fn of_nine(p: Array2<f64>, x: &Array1<f64>) -> f64 {
    let v: Array1<f64> = p.into_shape_with_order(9).unwrap();
    v.slice(s![..3]).dot(x) + v.dot(&v)
}

#[differentiate]
fn shapes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    // in rows
    let w = &Array2::from_shape_fn((3, 3), |(i, j)| w[[i, j]]);
    let q = w.dot(w);
    let v: Array1<f64> = q.into_shape_with_order((9,)).unwrap();
    let m: Array2<f64> = (v + 1.0).into_shape_with_order((3, 3)).unwrap();
    let n = m.dot(x);
    let t: Array2<f64> = n.into_shape_with_order((1, 3)).unwrap();
    of_nine(w.clone(), x) + t.sum() * of_nine(w * 2.0, x) + t.dot(w).sum()
}

/// An array that is read before is saved.
#[differentiate]
fn read_before(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let p = w.dot(w);
    let s = p.mapv(f64::sin).sum() + p.row(0).dot(x);
    let q = p + x;
    let mut sum = q.dot(x);
    for k in 0..3 {
        let r = w.dot(&sum);
        let t = r - x;
        sum = t * 0.5 + &sum * (k as f64) + x;
    }
    let z = if s > 0.0 { sum + x } else { sum - x };
    z.dot(&z) * s
}

#[differentiate]
fn maps(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let k = x[1];
    let a = w.dot(w).mapv(|v| v.max(0.0) * k);
    let b = (w.dot(x) + x).mapv(|v| v.sin()).mapv(f64::exp);
    let mut s = 0.0;
    for i in 0..3 {
        s += (w.dot(&b) * (i as f64)).mapv(|v| v * v + k).sum();
    }
    // in columns
    let t = w.t().to_owned().mapv(|v| v * v);
    let u = w.row(1).to_owned().mapv(|v| v * s);
    a.dot(&b).sum() + s + t.dot(&u).sum()
}

#[differentiate]
fn closures(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let at = |k: f64| {
        let y = w.dot(x) * k + x;
        (y - 1.0).mapv(|v| v * v).sum()
    };
    let of_rows = w.map_axis(ndarray::Axis(1), |row| (row.to_owned() - x).mapv(|v| v * v).sum());
    at(1.0) * at(0.5) + of_rows.sum()
}

#[differentiate]
fn of_type<T>(x: &Array1<T>, w: &Array2<T>) -> T
where
    T: autodiff::Real + ndarray::LinalgScalar + ndarray::ScalarOperand,
{
    let t = w.t();
    let y = t.dot(x) + x;
    let z = (y * (T::one() + T::one())).dot(&w.column(0));
    z + w.slice(s![1.., ..]).sum() + (w.dot(x) - w.row(1).sum()).sum()
}

#[differentiate]
fn of_reals(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    of_type(x, w)
}

#[differentiate]
fn of_singles(x: &Array1<f32>, w: &Array2<f32>) -> f32 {
    let y = (w.dot(x) * 2.0 + x).mapv(|v| v.tanh());
    let z = 1.0 - w.t().dot(&y) / 3.0;
    z.dot(&w.row(1)) + of_type(x, w)
}

/// The same for `f32`, by a difference along the gradient.
#[test]
fn singles() {
    let x = array![0.5_f32, -0.25, 1.0];
    let w = array![[0.5_f32, 1.0, -0.5], [0.25, -1.0, 0.75], [1.5, 0.25, -0.5]];
    let (value, (of_x, of_w)) = of_singles_value_and_grad(&x, &w);
    assert_eq!(value.to_bits(), of_singles(&x, &w).to_bits());
    let square = of_x.dot(&of_x) + (&of_w * &of_w).sum();
    let h = 1e-2_f32 / square.sqrt();
    let more = of_singles(&(&x + &of_x * h), &(&w + &of_w * h));
    let less = of_singles(&(&x - &of_x * h), &(&w - &of_w * h));
    close("f32", f64::from((more - less) / (2.0 * h)), f64::from(square), 1e-2);
}

#[test]
fn moved_arrays_against_laws() {
    held_against_laws!(
        operators; inactive_operands; inactive_factors; shapes; read_before; maps; closures; of_reals;
    );
}

#[differentiate]
fn in_layouts(a: ArrayView2<f64>, b: ArrayView2<f64>) -> f64 {
    let sum = (a.to_owned() + &b) / 3.0;
    let difference = (&b - a.to_owned()).mapv(|v| v.exp());
    sum.sum() + difference.sum() + (sum * 1.1).mapv(|v| v.sin()).sum()
}

/// The sums are taken in the order of the layout, which is that of the function.
#[test]
fn layouts() {
    let numbers = |k: f64| Array2::from_shape_fn((7, 5), |(i, j)| ((i * 5 + j) as f64 * k).sin());
    let (a, b) = (numbers(0.7), numbers(1.3));
    let in_columns = a.t().as_standard_layout().reversed_axes().to_owned();
    for a in [a.view(), in_columns.view(), a.slice(s![..;-1, ..])] {
        for b in [b.view(), b.slice(s![.., ..;-1])] {
            let (value, (of_a, _)) = in_layouts_value_and_grad(a, b);
            assert_eq!(value.to_bits(), in_layouts(a, b).to_bits());
            let h = 1e-6;
            let (more, less) = (&a + h, &a - h);
            let rate = (in_layouts(more.view(), b) - in_layouts(less.view(), b)) / (2.0 * h);
            close("all elements", of_a.sum(), rate, 1e-7);
        }
    }
}

#[differentiate]
fn reshaped(x: &Array1<f64>, count: usize) -> f64 {
    (x * 2.0).into_shape_with_order((count, 2)).map_or(-1.0, |m: Array2<f64>| m.sum())
}

#[test]
fn shapes_that_do_not_fit() {
    let x = array![1.0, 2.0, 3.0, 4.0];
    assert_eq!(reshaped_value_and_grad(&x, 2), (20.0, array![2.0, 2.0, 2.0, 2.0]));
    assert_eq!(reshaped_value_and_grad(&x, 3), (-1.0, array![0.0, 0.0, 0.0, 0.0]));
}
