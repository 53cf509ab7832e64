//! `Zip` of arrays, and other methods that visit elements in the order of their memory, for arrays
//! in every layout.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, ShapeBuilder, Zip, array, azip, s};

/// The same matrix in C and in Fortran order: contiguous, with gaps, with steps, reversed.
fn in_layouts(w: &Array2<f64>) -> Vec<Array2<f64>> {
    let (m, n) = w.dim();
    let mut all = Vec::new();
    for in_columns in [false, true] {
        let whole = |shape: (usize, usize)| Array2::zeros(shape.set_f(in_columns));
        let mut gaps = whole((m + 1, n + 2));
        gaps.slice_collapse(s![1.., 1..n + 1]);
        let mut steps = whole((2 * m, 3 * n));
        steps.slice_collapse(s![..;2, ..;3]);
        let mut reversed = whole((m, n));
        reversed.invert_axis(Axis(0));
        let mut both_reversed = reversed.clone();
        both_reversed.invert_axis(Axis(1));
        for mut array in [whole((m, n)), gaps, steps, reversed, both_reversed] {
            array.assign(w);
            all.push(array);
        }
    }
    all
}

fn matrix(first: f64) -> Array2<f64> {
    let mut last = first;
    Array2::from_shape_fn((3, 4), |_| {
        last = (last * 997.13).fract();
        last + 0.3
    })
}

/// `a + step · dot` in the layout of `a`.
fn moved(a: &Array2<f64>, dot: &Array2<f64>, step: f64) -> Array2<f64> {
    let mut moved = a.clone();
    moved.zip_mut_with(dot, |a, dot| *a += step * dot);
    moved
}

/// Checks functions of two matrices in all layouts and a number: values to the last bit; tangents
/// by differences, gradients by tangents.
macro_rules! same {
    ($($f:ident)*) => {
        pastey::paste! {
            $({
                let (k, a_dot, b_dot, k_dot) = (0.7, matrix(0.4) - 0.8, matrix(0.6) - 0.9, 0.4);
                for a in in_layouts(&matrix(0.123)) {
                    for b in in_layouts(&matrix(0.321)) {
                        let name = stringify!($f);
                        let expected = $f(&a, &b, k).to_bits();
                        let (value, (a_bar, b_bar, k_bar)) = [<$f _value_and_grad>](&a, &b, k);
                        assert_eq!(value.to_bits(), expected, "{name}");
                        let (value, residuals) = [<$f _primal>](&a, &b, k);
                        assert_eq!(value.to_bits(), expected, "{name}");
                        let (value, slope) = [<$f _jvp>](&a, &b, k, &a_dot, &b_dot, k_dot);
                        assert_eq!(value.to_bits(), expected, "{name}");
                        let close = |other: f64, tolerance: f64| {
                            let bound = tolerance * (1.0 + slope.abs());
                            assert!((slope - other).abs() < bound, "{name}: {slope} and {other}");
                        };
                        close([<$f _linear>](&residuals, &a_dot, &b_dot, k_dot), 1e-12);
                        let along = (a_bar * &a_dot).sum() + (b_bar * &b_dot).sum();
                        close(along + k_bar * k_dot, 1e-12);
                        let at = |step: f64| {
                            let (a, b) = (moved(&a, &a_dot, step), moved(&b, &b_dot, step));
                            $f(&a, &b, k + step * k_dot)
                        };
                        close((at(1e-6) - at(-1e-6)) / 2e-6, 1e-6);
                    }
                }
            })*
        }
    };
}

#[differentiate]
fn folded(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    Zip::from(a).and(b).fold(k, |s, &x, y| s * 1.01 + x * y * k)
}

#[differentiate]
fn accumulated(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut s = 0.0;
    Zip::from(a).and(b).for_each(|&x, &y| s = s * k + x.sin() * y);
    s
}

#[differentiate]
fn collected(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut s = 1.0;
    let c = Zip::from(a).and(b).map_collect(|x, y| {
        s = s * 0.9 + x * k;
        x * y + s
    });
    c.sum() * k + c.product() + c.fold(0.0, |s, c| s * 0.7 + c) + s
}

#[differentiate]
fn collected_from_many(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let t = a * k;
    let c = Zip::from(a).and(b).and(&t).map_collect(|x, y, t| x * y * t);
    let d =
        Zip::from(a).and(b).and(&t).and(&c).and(a).map_collect(|x, y, t, c, e| x * y * t + c * e);
    c.sum() * k + d.var(0.0) + d.sum()
}

#[differentiate]
fn six_arrays(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    Zip::from(a)
        .and(b)
        .and(a)
        .and(b)
        .and(a)
        .and(b)
        .fold(k, |s, x, y, z, u, v, w| s * 0.9 + x * y * z + u * v * w)
}

#[differentiate]
fn changed_in_lock_step(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut c = a.clone();
    let mut s = k;
    azip!((c in &mut c, &b in b) { s = s * 0.8 + *c; *c = *c * b + s; });
    azip!((c in &mut c, &b in b) *c += b * k);
    c.sum() + s
}

#[differentiate]
fn with_indices(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut c = a.clone();
    let mut s = k;
    Zip::indexed(&mut c).and(b).for_each(|(i, j), c, &b| {
        s = s * 0.8 + *c * (i as f64);
        *c = *c * b + s * (j as f64);
    });
    azip!((index (i, j), &b in b, &c in &c) { s = s * 0.7 + b * c * a[[i, j]] * (i + j) as f64; });
    c.sum() + s
}

#[differentiate]
fn changed_in_place(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut c = a * b;
    let mut d = a.clone();
    let mut s = k;
    c.map_inplace(|c| {
        s = s * 0.8 + *c;
        *c *= s;
    });
    d.map_inplace(|c| {
        s = s * 0.8 + *c;
        *c *= s;
    });
    d.for_each(|c| s = s * 0.9 + c);
    b.for_each(|c| s = s * 0.9 + c);
    c.sum() + d.sum() + s
}

#[differentiate]
fn over_rows(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut y: Array1<f64> = Array1::zeros(a.nrows());
    Zip::from(&mut y).and(a.rows()).and(b.outer_iter()).for_each(|y, a, b| *y += a.dot(&b) * k);
    let z = Zip::from(a.rows())
        .and(b.lanes(Axis(1)))
        .and(&y)
        .map_collect(|a, b, y| a.sum() * b.sum() + y);
    azip!((y in &mut y, row in a.rows()) *y += row.sum());
    let t =
        Zip::from(a.columns()).and(b.axis_iter(Axis(1))).fold(0.0, |s, a, b| s * 0.5 + a.dot(&b));
    y.sum() + z.sum() + t
}

#[differentiate]
fn over_views(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut y: Array2<f64> = a * k;
    let r = Zip::from(a.row(0)).and(b.row(1)).fold(0.0, |s, a, b| s * 0.9 + a * b);
    Zip::from(y.row_mut(1)).and(a.row(0)).for_each(|y, &a| *y += a * k);
    Zip::from(y.slice_mut(s![.., ..2])).and(a.slice(s![.., 1..3])).for_each(|y, &a| *y += a * k);
    let mut s = k;
    Zip::from(y.view_mut()).and(b).for_each(|y, &b| {
        s = s * 0.9 + b;
        *y *= s;
    });
    let row = array![1.0, 2.0, 3.0, 4.0] * k;
    let z = Zip::from(a).and_broadcast(&row).map_collect(|a, r| a * r);
    let t = Zip::from(b).and_broadcast(&row).and(a).fold(1.0, |s, b, r, a| s * 0.9 + b * r * a);
    y.sum() + z.sum() * r + t + z.t().sum()
}

#[differentiate]
fn changed_rows(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut y: Array2<f64> = a * k;
    Zip::from(y.rows_mut()).and(b.rows()).for_each(|mut y, b| y += &b);
    let z = Zip::from(&y).and(b).fold(0.0, |s, y, b| s * 0.5 + y * b);
    z
}

#[differentiate]
fn over_windows(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut y: Array2<f64> = Array2::zeros((2, 3));
    Zip::from(&mut y).and(a.windows((2, 2))).and(b.windows((2, 2))).for_each(|y, a, b| {
        *y = (&a * &b).sum() * k + a[[0, 1]];
    });
    // `exact_chunks` of ndarray overflows for negative strides
    let (mut z, mut d) = (Array2::<f64>::zeros(a.raw_dim()), Array2::<f64>::zeros(b.raw_dim()));
    z.assign(&(a * k));
    d.assign(b);
    Zip::from(z.slice_mut(s![1.., 1..])).and(a.windows((2, 2))).for_each(|z, a| *z *= a.sum());
    let mut c: Array2<f64> = Array2::zeros((1, 2));
    azip!((c in &mut c, d in d.exact_chunks((2, 2))) *c = d.sum() * k);
    Zip::from(z.exact_chunks_mut((2, 2))).and(&c).for_each(|mut z, c| z *= *c);
    (&y * &y).sum() + (&z * &z).sum() + c.sum()
}

#[differentiate]
fn views_with_gaps(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let mut y = a.clone();
    let mut v = y.slice_mut(s![.., ..2]);
    v *= k;
    let t = v.sum() + v.var(0.0) + v.fold(0.0, |s, v| s * 0.5 + v);
    let u = y.slice_mut(s![.., 1..]).sum();
    t + y.sum() * u + b.sum()
}

#[differentiate]
fn product_and_sum(x: &f64, y: &f64) -> f64 {
    x * y + x
}

#[differentiate]
fn named_functions(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
    let c = Zip::from(a).and(b).map_collect(product_and_sum);
    let f = |s: f64, x: &f64, y: &f64| s * 0.9 + x * y * k;
    Zip::from(&c).and(b).fold(0.0, f) + c.sum()
}

#[test]
fn elements_in_the_order_of_zip() {
    same!(folded accumulated six_arrays with_indices changed_in_lock_step named_functions);
}

#[test]
fn collected_arrays_in_the_layout_of_zip() {
    same!(collected collected_from_many);
}

#[test]
fn parts_and_views_in_lock_step() {
    same!(over_rows over_views changed_rows over_windows);
}

#[test]
fn copies_in_the_layout_of_views() {
    same!(views_with_gaps changed_in_place);
}
