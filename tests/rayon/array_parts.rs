//! Views and parts of arrays of `ndarray` in parallel closures.

use autodiff::prelude::*;
use ndarray::parallel::prelude::*;
use ndarray::{Array1, Array2, Axis, Zip, par_azip, s};

/// A matrix with three columns.
#[differentiate]
fn table(x: &[f64]) -> Array2<f64> {
    let mut table = Array2::zeros((x.len(), 3));
    for i in 0..x.len() {
        for j in 0..3 {
            table[[i, j]] = x[i] * (j as f64 + 0.5) + x[0] * x[i];
        }
    }
    table
}

#[differentiate]
fn rows(x: &[f64]) -> f64 {
    let (data, w) = (table(x), Array1::from_vec(vec![x[0], x[1], 0.5]));
    let mut out = Array1::zeros(data.nrows());
    Zip::from(&mut out).and(data.rows()).par_for_each(|o, r| *o = r.dot(&w));
    let c = Zip::from(data.outer_iter()).and(&out).par_map_collect(|r, o| r.sum() * o);
    out.dot(&out) + c.sum()
}

#[differentiate]
fn rows_s(x: &[f64]) -> f64 {
    let (data, w) = (table(x), Array1::from_vec(vec![x[0], x[1], 0.5]));
    let mut out = Array1::zeros(data.nrows());
    Zip::from(&mut out).and(data.rows()).for_each(|o, r| *o = r.dot(&w));
    let c = Zip::from(data.outer_iter()).and(&out).map_collect(|r, o| r.sum() * o);
    out.dot(&out) + c.sum()
}

#[differentiate]
fn views(x: &[f64]) -> f64 {
    let (data, k) = (table(x), x[1]);
    let mut out = Array2::<f64>::zeros((x.len() + 1, 4));
    Zip::from(out.slice_mut(s![1.., 1..])).and(&data).par_for_each(|o, v| *o = v * v * k);
    Zip::from(out.row_mut(0)).and(out_row(x).view()).par_for_each(|o, v| *o += v.sin());
    let inner = out.slice_mut(s![1..-1, 1..-1]);
    Zip::from(inner).and(data.windows((2, 2))).par_for_each(|o, w| *o += w[[0, 1]] * w[[1, 0]]);
    (&out * &out).sum() + out[[0, 0]]
}

#[differentiate]
fn views_s(x: &[f64]) -> f64 {
    let (data, k) = (table(x), x[1]);
    let mut out = Array2::<f64>::zeros((x.len() + 1, 4));
    Zip::from(out.slice_mut(s![1.., 1..])).and(&data).for_each(|o, v| *o = v * v * k);
    Zip::from(out.row_mut(0)).and(out_row(x).view()).for_each(|o, v| *o += v.sin());
    let inner = out.slice_mut(s![1..-1, 1..-1]);
    Zip::from(inner).and(data.windows((2, 2))).for_each(|o, w| *o += w[[0, 1]] * w[[1, 0]]);
    (&out * &out).sum() + out[[0, 0]]
}

#[differentiate]
fn out_row(x: &[f64]) -> Array1<f64> {
    Array1::from_vec(vec![x[0], x[1], x[0] * x[1], 1.0])
}

#[differentiate]
fn scale(sums: &mut Array1<f64>, data: &Array2<f64>) {
    Zip::from(sums).and(data.rows()).par_for_each(|s, r| *s *= r.sum());
}

#[differentiate]
fn changed_parts(x: &[f64]) -> f64 {
    let (data, k) = (table(x), x[0]);
    let mut out = data.t().to_owned();
    let mut sums = Array1::from_vec(x.to_vec());
    Zip::from(out.columns_mut()).and(&mut sums).and(data.rows()).par_for_each(|mut o, s, r| {
        o *= *s;
        o[0] += k;
        *s = r.dot(&o);
    });
    Zip::from(out.axis_iter_mut(Axis(0))).par_for_each(|mut o| o *= k);
    scale(&mut sums, &data);
    (&out * &out).sum() + sums.sum()
}

#[differentiate]
fn changed_parts_s(x: &[f64]) -> f64 {
    let (data, k) = (table(x), x[0]);
    let mut out = data.t().to_owned();
    let mut sums = Array1::from_vec(x.to_vec());
    for i in 0..x.len() {
        let mut o = out.column_mut(i);
        o *= sums[i];
        o[0] += k;
        sums[i] = data.row(i).dot(&o);
    }
    for mut o in out.rows_mut() {
        o *= k;
    }
    for i in 0..x.len() {
        sums[i] *= data.row(i).sum();
    }
    (&out * &out).sum() + sums.sum()
}

#[differentiate]
fn indexed(x: &[f64]) -> f64 {
    let (data, k) = (table(x), x[0]);
    let mut out = data.clone();
    Zip::indexed(&mut out).and(&data).par_for_each(|(i, j), o, v| *o = v * x[i] + j as f64 * k);
    let mut sums = Array1::from_vec(x.to_vec());
    Zip::indexed(&mut sums).par_for_each(|i, s| *s *= data[[i, 1]]);
    par_azip!((o in &mut out, &v in &data) *o += k * v * v);
    par_azip!((index i, s in &mut sums) { *s += x[i]; });
    (&out * &out).sum() * sums.sum()
}

#[differentiate]
fn indexed_s(x: &[f64]) -> f64 {
    let (data, k) = (table(x), x[0]);
    let mut out = data.clone();
    let mut sums = Array1::from_vec(x.to_vec());
    for i in 0..x.len() {
        for j in 0..3 {
            let v = data[[i, j]];
            out[[i, j]] = v * x[i] + j as f64 * k;
            out[[i, j]] += k * v * v;
        }
        sums[i] *= data[[i, 1]];
        sums[i] += x[i];
    }
    (&out * &out).sum() * sums.sum()
}

#[differentiate]
fn elements(x: &[f64]) -> f64 {
    let (mut data, mut a) = (table(x), Array1::from_vec(x.to_vec()));
    let k = x[1];
    data.par_iter_mut().for_each(|v| *v *= k);
    a.par_iter_mut().for_each(|v| *v += k);
    let of_table: Vec<f64> = data.par_iter().map(|v| v.sin()).collect();
    let squares = data.mapv(|v| v * v);
    let of_squares: Vec<f64> = squares.into_par_iter().map(|v| v * k).collect();
    let of_vector: Vec<f64> = a.into_par_iter().map(|v| v * v).collect();
    of_table.iter().chain(&of_squares).chain(&of_vector).sum::<f64>()
}

#[differentiate]
fn elements_s(x: &[f64]) -> f64 {
    let (mut data, mut a) = (table(x), Array1::from_vec(x.to_vec()));
    let k = x[1];
    data.mapv_inplace(|v| v * k);
    a.mapv_inplace(|v| v + k);
    let of_table: Vec<f64> = data.iter().map(|v| v.sin()).collect();
    let of_squares: Vec<f64> = data.iter().map(|v| v * v * k).collect();
    let of_vector: Vec<f64> = a.iter().map(|v| v * v).collect();
    of_table.iter().chain(&of_squares).chain(&of_vector).sum::<f64>()
}

#[differentiate]
fn chunks(x: &[f64]) -> f64 {
    let (data, w) = (table(x), Array1::from_vec(vec![x[0], x[1], 0.5]));
    data.axis_chunks_iter(Axis(0), 3).into_par_iter().map(|c| c.dot(&w).sum().sin()).sum::<f64>()
}

#[differentiate]
fn chunks_s(x: &[f64]) -> f64 {
    let (data, w) = (table(x), Array1::from_vec(vec![x[0], x[1], 0.5]));
    data.axis_chunks_iter(Axis(0), 3).into_iter().map(|c| c.dot(&w).sum().sin()).sum::<f64>()
}

mod of_arrays {
    all_same! {
        rows rows_s
        views views_s
        changed_parts changed_parts_s
        indexed indexed_s
        elements elements_s
        chunks chunks_s
    }
}
