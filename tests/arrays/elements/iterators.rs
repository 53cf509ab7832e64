//! Arrays of the crate `ndarray`, item by item: iterators over elements, rows and chunks, arrays
//! made of elements, slices, and loops and views that change an array.

use autodiff::prelude::*;
use ndarray::{Array, Array1, Array2, Axis, ShapeBuilder, Zip, arr1, array, s};
use std::cell::Cell;

#[differentiate]
fn elements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    for (i, v) in w.iter().enumerate() {
        sum += v.sin() * (i as f64 + 1.0);
    }
    sum + w.iter().zip(w.iter().skip(1)).map(|(a, b)| a * b).sum::<f64>()
}

#[differentiate]
fn own_elements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let squares = w.mapv(|v| v * v);
    let largest = squares.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let positive: Vec<f64> = x.iter().copied().filter(|v| *v > 0.0).collect();
    let mut product = largest;
    for v in squares.dot(x) {
        product *= 1.0 + v * v;
    }
    product + positive.iter().sum::<f64>()
}

#[differentiate]
fn indexed(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut sum = 0.0;
    for ((i, j), v) in w.indexed_iter() {
        sum += v * x[j] * (i + 2 * j) as f64;
    }
    for (i, v) in x.indexed_iter() {
        sum += v * v * i as f64;
    }
    sum
}

#[differentiate]
fn rows_and_columns(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut sum = 0.0;
    for row in w.rows() {
        sum += row.dot(x).tanh() + row.dot(&row);
    }
    for (j, column) in w.columns().into_iter().enumerate() {
        sum += column.sum() * x[j] * column[0];
    }
    for (row, v) in w.outer_iter().zip(x.iter()) {
        sum += row.iter().map(|a| a * v).sum::<f64>();
    }
    sum + w.axis_iter(Axis(1)).map(|column| column.dot(&column).sqrt()).sum::<f64>()
}

#[differentiate]
fn parts(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut sum = 0.0;
    for pair in x.windows(2) {
        sum += (pair[1] - pair[0]).powi(2);
    }
    for block in w.exact_chunks((2, 1)) {
        sum += block.sum() * block[[0, 0]];
    }
    for block in w.axis_chunks_iter(Axis(0), 2) {
        sum += block.sum() * block.sum();
    }
    sum
}

#[differentiate]
fn made_of_elements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let outer = Array2::from_shape_fn((3, 3), |(i, j)| x[i] * x[j]);
    let steps = Array1::from_shape_fn(2, |i| x[i + 1] - x[i]);
    let literal = array![[x[0], x[1]], [x[2], 1.0]];
    let squares = Array1::from_iter(w.iter().map(|v| v * v));
    let all = Array1::from_vec(vec![x[0] * x[1], x[1]]) + arr1(&[x[2], 0.5]);
    let same = Array::from_elem((3, 3), x[0]);
    let reshaped = Array2::from_shape_vec((3, 1), vec![x[2], x[0], 2.0]).unwrap();
    let mut total = Array1::zeros(3);
    for row in outer.rows() {
        total += &row;
    }
    total += &(&outer.dot(x) + &reshaped.column(0));
    total.dot(x) + steps.dot(&steps) + literal.dot(&all).sum() + squares.sum() + same.dot(w).sum()
}

#[differentiate]
fn slices(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let n = x.len();
    let steps = &x.slice(s![1..]) - &x.slice(s![..n - 1]);
    let block = w.slice(s![..2, 1..]);
    let every = x.slice(s![..;2]);
    let back = x.slice(s![..;-1]);
    let row = w.slice(s![1, ..]);
    let selected = w.select(Axis(0), &[2, 0, 2]).dot(x);
    selected.dot(&selected)
        + steps.dot(&steps)
        + block.dot(&every).sum()
        + back.dot(&row)
        + w.slice(s![.., -1]).sum()
}

#[differentiate]
fn in_place(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.dot(x);
    let mut z = &y * 2.0;
    y.mapv_inplace(|v| v * x[0]);
    for v in y.iter_mut() {
        *v = v.exp();
    }
    for (i, (a, b)) in y.iter_mut().zip(z.iter_mut()).enumerate() {
        if i == 1 {
            continue;
        }
        *a += *b * *b;
        *b = a.sin();
    }
    for v in &mut z {
        *v += 1.0;
    }
    y.iter_mut().zip(x.iter()).for_each(|(a, b)| *a *= b);
    z.map_inplace(|v| *v = v.powi(2));
    y.dot(&z.mapv_into(|v| v + x[1])) * 1e-3
}

#[differentiate]
fn zips(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    Zip::from(&mut y).and(w).for_each(|a, &b| *a += b * b * b);
    let mut z = x.clone();
    add_scaled(&mut z, x, x[0]);
    y.dot(&z).sum() + w.fold(x[1], |sum, v| sum * 0.5 + v) + w.map(|v| v * v).sum()
}

#[differentiate]
fn add_scaled(y: &mut Array1<f64>, x: &Array1<f64>, k: f64) {
    Zip::from(y).and(x).and(&array![1.0, 2.0, 3.0]).for_each(|y, x, n| *y += k * x * n);
}

#[differentiate]
fn views_that_change(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = Array2::zeros((3, 3));
    y.row_mut(0).assign(&w.row(1));
    y.column_mut(1).scaled_add(2.0, &w.column(0));
    y.index_axis_mut(Axis(0), 1).mapv_inplace(|v| v * x[1] + x[0]);
    y.diag_mut().fill(x[2]);
    y.slice_mut(s![.., 1..]).scaled_add(2.0, &w.slice(s![.., ..2]));
    y.row_mut(2).map_inplace(|v| *v += x[0] * *v);
    halved(&mut y, 1);
    (&y * w).sum() + y.sum() * y[[2, 2]]
}

#[differentiate]
fn halved(y: &mut Array2<f64>, row: usize) {
    let first = y.row(0).to_owned();
    y.row_mut(row).scaled_add(0.5, &first);
    y.row_mut(0).mapv_inplace(|v| v * v);
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    b: Array1<f64>,
}

#[differentiate]
fn layers(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let all = [Layer { w: w.clone(), b: x.clone() }, Layer { w: w * 0.5, b: x * x }];
    let mut h = w.clone();
    for layer in &all {
        h = (h.dot(&layer.w) + &layer.b).mapv(f64::tanh);
    }
    let last = &all[1];
    (h.dot(&last.w) + &last.b).sum() + w.dot(x).sum() + w.dot(w).sum()
}

fn plain(n: usize) -> f64 {
    n as f64
}

#[differentiate]
fn shapes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let n = w.nrows();
    let k = plain(w.ncols()) + plain(n) + w.len_of(Axis(1)) as f64;
    let unit = Array2::<f64>::eye(n);
    let mut sum = Array2::eye(w.ncols());
    sum[[0, 1]] = w[[0, 0]];
    let weights = Array2::from_shape_fn(w.raw_dim(), |(i, j)| w[[i, j]] * (i + j) as f64);
    let same = Array2::from_elem(w.raw_dim(), x[0]);
    let zeros = Array2::<f64>::zeros(w.dim());
    let line = Array1::from_elem(w.ncols(), x[1]);
    let mut turned = w.t().dot(&unit);
    for i in 0..w.nrows() {
        turned[[i, 0]] += k;
    }
    (turned.dot(w) + &sum).sum() * k + (weights * &same + zeros).sum() + line.dot(x)
}

type Program = (
    &'static str,
    fn(&Array1<f64>, &Array2<f64>) -> f64,
    fn(&Array1<f64>, &Array2<f64>) -> (f64, (Array1<f64>, Array2<f64>)),
    fn(&Array1<f64>, &Array2<f64>, &Array1<f64>, &Array2<f64>) -> (f64, f64),
);

macro_rules! programs {
    ($($f:ident $value_and_grad:ident $jvp:ident;)*) => {
        [$((stringify!($f), $f as _, $value_and_grad as _, $jvp as _)),*]
    };
}

/// A matrix in row order, in column order, with gaps, and with reversed columns.
fn in_layouts(w: &Array2<f64>) -> [Array2<f64>; 4] {
    let mut columns_first = Array2::zeros(w.raw_dim().f());
    columns_first.assign(w);
    let mut wide = Array2::zeros((w.nrows(), 2 * w.ncols()));
    wide.slice_mut(s![.., ..;2]).assign(w);
    let mut reversed = w.clone();
    reversed.invert_axis(Axis(1));
    [w.clone(), columns_first, wide.slice_move(s![.., ..;2]), reversed]
}

#[differentiate]
fn strided_windows(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut sum = 0.0;
    for (k, part) in w.windows_with_stride((2, 2), (1, 2)).into_iter().enumerate() {
        sum += part.product() * x[k];
    }
    let ends = x.windows_with_stride(1, 2).into_iter().map(|v| v[0] * v[0]).sum::<f64>();
    sum + ends * w.t().as_standard_layout().dot(x).sum()
}

#[test]
fn windows_at_a_distance() {
    held_against_laws!(strided_windows;);
}

#[test]
fn programs_item_by_item() {
    let programs: [Program; 12] = programs! {
        elements elements_value_and_grad elements_jvp;
        own_elements own_elements_value_and_grad own_elements_jvp;
        indexed indexed_value_and_grad indexed_jvp;
        rows_and_columns rows_and_columns_value_and_grad rows_and_columns_jvp;
        parts parts_value_and_grad parts_jvp;
        made_of_elements made_of_elements_value_and_grad made_of_elements_jvp;
        slices slices_value_and_grad slices_jvp;
        in_place in_place_value_and_grad in_place_jvp;
        zips zips_value_and_grad zips_jvp;
        views_that_change views_that_change_value_and_grad views_that_change_jvp;
        layers layers_value_and_grad layers_jvp;
        shapes shapes_value_and_grad shapes_jvp;
    };
    let x = array![0.2, 0.7, -0.4];
    let w = array![[1.0, 2.0, 3.0], [0.1, 1.0, 2.0], [0.5, -1.5, 2.5]];
    let (x_dot, w_dot) = (array![0.3, -1.0, 0.5], w.mapv(f64::cos));
    for (name, f, value_and_grad, jvp) in programs {
        for w in in_layouts(&w) {
            let (value, (x_bar, w_bar)) = value_and_grad(&x, &w);
            assert_eq!(value.to_bits(), f(&x, &w).to_bits(), "{name}");
            // a clone has the layout of `w`, and with it the order of `fold`
            let along = |h: f64| {
                let (mut x, mut w) = (x.clone(), w.clone());
                x.scaled_add(h, &x_dot);
                w.scaled_add(h, &w_dot);
                f(&x, &w)
            };
            let slope = (along(1e-6) - along(-1e-6)) / 2e-6;
            let (same, dot) = jvp(&x, &w, &x_dot, &w_dot);
            assert_eq!(value.to_bits(), same.to_bits(), "{name}");
            assert!((dot - slope).abs() < 1e-6 * (1.0 + slope.abs()), "{name}: {dot} {slope}");
            let product = x_bar.dot(&x_dot) + (&w_bar * &w_dot).sum();
            assert!((product - dot).abs() < 1e-12 * (1.0 + dot.abs()), "{name}: {product} {dot}");
        }
    }
}

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn count() -> usize {
    CALLS.with(|calls| calls.replace(calls.get() + 1))
}

#[differentiate]
fn unequal_lengths(x: &Array1<f64>, y: &Array1<f64>) -> f64 {
    let mut sum = 0.0;
    let numbered = |v: &f64| {
        let k = count();
        v * (k as f64)
    };
    for (a, b) in x.iter().map(numbered).zip(y.iter()) {
        sum += a * b;
    }
    sum
}

/// `zip` asks an iterator over an array for one more item than it returns.
#[test]
fn effects_of_zipped_arrays() {
    let (x, y) = (array![1.0, 2.0, 3.0, 4.0], array![0.5, 0.25]);
    let value = unequal_lengths(&x, &y);
    let calls = CALLS.replace(0);
    let (same, _) = unequal_lengths_value_and_grad(&x, &y);
    assert_eq!((value.to_bits(), calls), (same.to_bits(), CALLS.replace(0)));
    assert_eq!(calls, 3);
}

/// Indices are evaluated once, where the function evaluates them.
#[differentiate]
fn indices_that_change(x: &Array2<f64>) -> f64 {
    let mut all = [x.clone(), x * 2.0];
    let mut i = 0;
    for v in all[i].iter_mut() {
        *v *= 3.0;
        i = 1;
    }
    all[count() % 2].mapv_inplace(|v| v * v);
    all[i].row_mut(0).fill(x[[1, 1]]);
    all[0].sum() + 2.0 * all[1].sum()
}

#[test]
fn places_evaluated_once() {
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    CALLS.set(0);
    let value = indices_that_change(&x);
    CALLS.set(0);
    let (same, bar) = indices_that_change_value_and_grad(&x);
    assert_eq!((value, CALLS.get()), (same, 1));
    // the squares of 3 x, and twice the sum of 2 x in the second row and of two times `x[[1, 1]]`
    assert_eq!(bar, array![[18.0, 36.0], [58.0, 80.0]]);
}
