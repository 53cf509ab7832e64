//! Slices of the elements of arrays: `x.as_slice()`, `x.as_slice_mut()`, and those in the order of
//! the memory.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, s};

#[differentiate]
fn oscillate(y: &[f64], rate: &mut [f64], k: f64) {
    rate[0] = y[1];
    rate[1] = -k * y[0];
    rate[2] = y[0] * y[2];
}

#[differentiate]
fn of_arguments(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut rate = Array1::<f64>::zeros(3);
    for _ in 0..5 {
        oscillate(y.as_slice().unwrap(), rate.as_slice_mut().unwrap(), w[[0, 0]]);
        y.scaled_add(0.1, &rate);
    }
    y.dot(x)
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    k: f64,
    y: Array1<f64>,
    m: Array2<f64>,
}

#[differentiate]
impl State {
    #[differentiate]
    fn step(&mut self) {
        let s = self.y.as_slice_mut().unwrap();
        for i in 0..s.len() {
            s[i] += self.k * (i as f64 + 1.0);
        }
        let (first, others) = s.split_at_mut(1);
        others[0] *= first[0];
        first[0] = others[1];
        let t = self.m.as_slice_mut().expect("in rows");
        for (i, row) in t.chunks_mut(3).enumerate() {
            row[0] += self.k * i as f64;
            row[2] *= row[1];
        }
    }
}

#[differentiate]
fn of_fields(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let m = Array2::from_shape_fn((3, 3), |(i, j)| w[[i, j]]);
    let mut state = State { k: x[0], y: x.clone(), m };
    state.step();
    state.step();
    state.y.dot(x) + state.m.dot(x).dot(x)
}

#[differentiate]
fn of_statements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut o = Array2::<f64>::zeros((3, 3));
    o.assign(w);
    let n = o.len();
    for v in o.as_slice_mut().unwrap() {
        *v *= 2.0;
    }
    o.as_slice_mut().unwrap()[4] = x[0] * x[1];
    o.as_slice_mut().unwrap().iter_mut().zip(w.iter()).for_each(|(a, b)| *a += b * b);
    let s = o.as_slice_mut().unwrap();
    s.swap(0, n - 1);
    s.reverse();
    s[1..4].iter_mut().for_each(|v| *v = v.sin());
    let last = s[n - 1];
    let Some(t) = o.as_slice_mut() else { return 0.0 };
    t[0] += last * x[2];
    let mut z = w + 1.0;
    if let Some(s) = z.as_slice_memory_order_mut() {
        s.iter_mut().for_each(|v| *v *= 1.5 * x[1]);
    } else {
        z[[0, 0]] = x[0];
    }
    o.dot(x).dot(x) + z.dot(x).sum()
}

#[differentiate]
fn of_other_names(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut state = State { k: 2.0, y: x * 1.0, m: Array2::zeros((3, 3)) };
    state.m.assign(w);
    let (y, k) = (&mut state.y, &mut state.k);
    let s = y.as_slice_mut().unwrap();
    for v in s.iter_mut() {
        *v *= *k;
        *k += w[[0, 0]];
    }
    *k *= s[0];
    let mut row = state.m.row_mut(2);
    row[0] += 1.0;
    let q = row.as_slice_mut().unwrap();
    q[0] *= q[1];
    state.y.dot(x) * state.k + state.m.sum()
}

#[differentiate]
fn multiply(v: &mut [f64]) -> Result<f64, String> {
    v[0] *= v[1];
    if v[2] > 1e3 { Err("large".into()) } else { Ok(v[0]) }
}

#[differentiate]
fn scaled(y: &mut Array1<f64>) -> Option<f64> {
    let product = multiply(y.as_slice_mut()?);
    Some(product.ok()? * y[1])
}

#[differentiate]
fn checked(x: &Array1<f64>, w: &Array2<f64>) -> Result<f64, String> {
    let mut y = x + 0.0;
    let mut sum = scaled(&mut y).ok_or("a layout")?;
    for k in 0..3 {
        sum += multiply(y.as_slice_mut().unwrap())?;
        y[1] += w[[k, 1]];
    }
    Ok(y.dot(x) + sum)
}

#[differentiate]
fn of_results(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    checked(x, w).unwrap() * w[[0, 2]]
}

#[differentiate]
fn first(x: ArrayView1<'_, f64>) -> f64 {
    match x.as_slice() {
        Some(s) => s[0] * s[1],
        None => x[0] * x[1],
    }
}

#[differentiate]
fn second(x: ArrayView2<'_, f64>) -> f64 {
    let y = x.clone();
    if let Some(s) = y.to_slice() {
        s[1] * s[3]
    } else if let Some(s) = x.as_slice_memory_order() {
        s.iter().map(|v| v * v).sum::<f64>()
    } else {
        x.sum()
    }
}

#[differentiate]
fn of_views(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut sum = first(x.view()) + first(w.diag());
    for i in 0..3 {
        sum += first(w.row(i)) * first(w.column(i)) + first(w.slice(s![i, ..;-1]));
        if let Some(s) = w.row(i).as_slice() {
            sum += s[0] * 3.0;
        } else {
            sum += w[[i, 0]] * 3.0;
        }
    }
    // the layout of a product depends on that of its operands
    let mut in_rows = Array2::<f64>::zeros((3, 3));
    in_rows.assign(&w.dot(w));
    sum += second(in_rows.view()) + second(in_rows.t()) + second(in_rows.slice(s![.., 1..]));
    sum += second(x.broadcast((3, 3)).unwrap());
    let column = w.column(1).to_owned();
    sum + column.as_slice().unwrap()[1] * w.as_slice_memory_order().unwrap().len() as f64
}

#[test]
fn slices_of_arrays() {
    held_against_laws!(of_arguments; of_fields; of_statements; of_other_names; of_results;);
    held_against_laws!(of_views;);
}
