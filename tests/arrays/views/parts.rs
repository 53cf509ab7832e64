//! Rows, columns and other parts of arrays, held in variables and as the items of loops. Their
//! elements are elements of the array.

use autodiff::prelude::*;
use ndarray::{
    Array1, Array2, Array3, ArrayView1, ArrayView2, Axis, ShapeBuilder, array, s, stack,
};

use crate::support::{close, differences};
use crate::vector_and_matrix::{numbers, split};

#[differentiate]
fn by_elements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for row in w.rows() {
        let mut t = 0.0;
        for j in 0..row.len() {
            t += row[j] * x[j];
        }
        s += t.tanh();
    }
    s
}

#[differentiate]
fn whole_and_elements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for row in w.rows() {
        s += row.dot(x).tanh() * row[0] + row.sum() * row.len() as f64;
    }
    s + w.columns().into_iter().map(|c| c.dot(x).sin() + c[1] * c.len() as f64).sum::<f64>()
}

#[differentiate]
fn along_axes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = w.outer_iter().zip(x.iter()).map(|(r, &v)| v * r.dot(&r) + r[2]).sum::<f64>();
    for a in [0, 1] {
        for (i, part) in w.axis_iter(Axis(a)).enumerate() {
            s += part[i] * part.sum() * x[i];
        }
    }
    for (i, part) in w.axis_iter(Axis(1)).enumerate().rev() {
        s += part[i].sin() * x[2 - i] * part[0];
    }
    for (i, lane) in w.lanes(Axis(0)).into_iter().enumerate() {
        s -= lane[i] * lane[0];
    }
    s
}

#[differentiate]
fn iterators(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let m = x.iter().sum::<f64>() / x.len() as f64;
    let mut s = x.iter().map(|v| (v - m).powi(2)).sum::<f64>();
    for (a, b) in x.iter().zip(w.row(1).iter()) {
        s += a * b;
    }
    for v in x {
        s += v.exp();
    }
    for &v in x.iter().rev() {
        s *= v;
    }
    for v in (x * 3.0).into_iter() {
        s += v.cos();
    }
    let last = x.iter().last().unwrap();
    let nth = *x.iter().nth(1).unwrap();
    s += last * nth + x.iter().skip(1).step_by(2).take(1).sum::<f64>();
    s + x.iter().cloned().fold(f64::NEG_INFINITY, f64::max)
}

#[differentiate]
fn held(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let rows = w.rows();
    let mut s = 0.0;
    for (k, r) in rows.into_iter().enumerate() {
        s += r[k] * x[k];
    }
    let r = w.row(2);
    let c = w.column(0);
    let q = if x[0] > 0.0 { w.row(0) } else { w.row(1) };
    let i = if x[1] > 0.0 { 1 } else { 2 };
    let chosen = w.row(i);
    s += match i {
        1 => chosen[0],
        _ => chosen[1],
    };
    let moved = r;
    s + moved[0] * c[2] + q[1] * q.sum() + r.iter().zip(c.iter()).map(|(a, b)| a * b).sum::<f64>()
}

/// The names of the array and of the index stand for something else later.
#[differentiate]
fn shadowed(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for row in w.rows() {
        let w = x[0] * 2.0;
        s += row[1] * w;
        let x = row[0];
        s += x * row[2];
    }
    let mut i = 1;
    let row = w.row(i);
    i += 1;
    let w = x[1];
    s + row[i] * w
}

#[differentiate]
fn slices(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for i in 0..w.nrows() {
        let row: ArrayView1<f64> = w.slice(s![i, ..]);
        let column: ArrayView1<f64> = w.slice(s![.., i]);
        for j in 0..row.len() {
            s += row[j] * x[j] + column[j] * row[i];
        }
        s += (&row * &x.slice(s![..])).sum();
    }
    let k = -1;
    let last: ArrayView1<f64> = w.slice(s![k, ..]);
    let first: ArrayView1<f64> = w.slice(s![0, ..]);
    let part: ArrayView1<f64> = w.slice(s![1.., 0]);
    s + last[0] * first[1] + part[1] * first.sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    w: Array2<f64>,
    b: Array1<f64>,
    k: f64,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn run(&self, x: &Array1<f64>) -> f64 {
        let mut s = 0.0;
        for (i, row) in self.w.rows().into_iter().enumerate() {
            let mut z = self.b[i];
            for (a, b) in row.iter().zip(x) {
                z += a * b;
            }
            s += z.max(0.0) * self.k;
        }
        s
    }
}

#[differentiate]
fn fields_that_change(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut p = Model { w: w.clone(), b: x * 2.0, k: 0.5 };
    p.k *= x[0];
    for row in p.w.rows() {
        p.k += row[0] * x[0];
        p.k *= row[1];
    }
    let row = p.w.row(1);
    p.k += row[2];
    p.k *= row[0];
    p.w[[0, 0]] = p.k;
    let changed = p.w.row(0);
    p.k * changed[0] * changed[1] + p.run(x)
}

#[differentiate]
fn three_axes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let t: Array3<f64> = stack(Axis(0), &[w.view(), w.t()]).unwrap();
    let m = t.index_axis(Axis(0), 1);
    let mut s = 0.0;
    for (i, r) in m.outer_iter().enumerate() {
        s += r[i] * r[0] + m[[i, 0]];
    }
    for r in t.index_axis(Axis(2), 1).rows() {
        for j in 0..r.len() {
            s += r[j] * x[j];
        }
    }
    for m in t.outer_iter() {
        for (k, c) in m.columns().into_iter().enumerate() {
            s += c[0] * c[k];
        }
    }
    let lane = m.row(2);
    s + lane[0] * m.column(1)[2] + t.rows().into_iter().map(|r| r[0] * r[1]).sum::<f64>()
}

#[differentiate]
fn squares(r: ArrayView1<f64>) -> f64 {
    r.iter().map(|v| v * v).sum()
}

#[differentiate]
fn distance(a: ArrayView1<f64>, b: &Array1<f64>) -> f64 {
    let d = &a - b;
    d.dot(&d)
}

#[differentiate]
fn of_views(x: &Array1<f64>, w: ArrayView2<f64>) -> f64 {
    let norm = |r: ArrayView1<f64>| r.iter().map(|v| v * v).sum::<f64>().sqrt();
    let pick = |r: ArrayView1<f64>, i: usize| r[i] * r[0];
    let mut s: f64 = w.rows().into_iter().enumerate().map(|(i, r)| pick(r, i)).sum();
    for r in w.rows() {
        s += squares(r) + distance(r, x).sqrt() + r[1] * x[0];
    }
    s * x[0] + norm(w.row(1)) + norm(x.view())
}

#[differentiate]
fn pairs(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut e = 0.0;
    for i in 0..w.nrows() {
        for j in (i + 1)..w.nrows() {
            let (p, q) = (w.row(i), w.row(j));
            let mut d2 = 0.01;
            for k in 0..p.len() {
                let d = p[k] - q[k];
                d2 += d * d;
            }
            e += x[i] * x[j] / d2.sqrt();
        }
    }
    e
}

#[differentiate]
fn beside_changes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = Array2::<f64>::zeros((3, 3));
    for (i, row) in w.rows().into_iter().enumerate() {
        for (j, v) in row.iter().enumerate() {
            y[[j, i]] = v * x[i];
        }
    }
    for i in 0..3 {
        let r = y.row(i).to_owned();
        for j in 0..3 {
            y[[i, j]] += r[2 - j];
        }
    }
    let mut s = 0.0;
    for k in 0..2 {
        s += y.row(k)[k];
        let v = y.row(k + 1)[0] * 2.0;
        y[[k, k]] = v;
    }
    s + y.sum()
}

/// Elements that change through views and references.
#[differentiate]
fn changed_elements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let (mut y, mut v) = (w.clone(), x.clone());
    for e in y.row_mut(0).iter_mut() {
        *e *= x[0];
    }
    for e in y.column_mut(1) {
        *e += x[1];
    }
    y.row_mut(2).iter_mut().zip(x).for_each(|(e, x)| *e *= x);
    y.row_mut(1)[2] = x[2] * y[[0, 0]];
    y.column_mut(0)[1] *= 2.0;
    *y.get_mut((2, 2)).unwrap() *= x[0];
    *v.first_mut().unwrap() += y[[0, 1]];
    *v.last_mut().unwrap() *= y[[1, 0]];
    v.zip_mut_with(x, |a, b| *a *= b);
    y.sum() * v.sum() + v.dot(x) + (&y * w).sum()
}

#[differentiate]
fn generic<T: Real + ndarray::NdFloat>(x: &Array1<T>, w: &Array2<T>) -> T {
    let mut total = T::zero();
    for row in w.rows() {
        total += row.mapv(|v| v.exp()).sum() * row[0];
        for (a, b) in row.iter().zip(x) {
            total += *a * *b;
        }
    }
    total
}

fn single(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    generic(x, w)
}

#[test]
fn parts_against_laws() {
    held_against_laws!(
        by_elements; whole_and_elements; along_axes; iterators; held; slices; shadowed;
        fields_that_change; three_axes; pairs; beside_changes; changed_elements;
    );
    let (x, w) = split(&numbers());
    let (of_x, of_w) = of_views_grad(&x, w.view());
    let at = |all: &[f64]| {
        let (x, w) = split(all);
        of_views(&x, w.view())
    };
    let expected = differences(at, &numbers());
    of_x.iter().chain(&of_w).zip(&expected).for_each(|(a, b)| close("of_views", *a, *b, 1e-7));
    let (of_x, of_w) = generic_grad(&x, &w);
    let expected = differences(
        |all| {
            let (x, w) = split(all);
            single(&x, &w)
        },
        &numbers(),
    );
    of_x.iter().chain(&of_w).zip(&expected).for_each(|(a, b)| close("generic", *a, *b, 1e-7));
}

#[test]
fn empty_arrays() {
    let (x, w) = (Array1::zeros(0), Array2::zeros((0, 0)));
    assert_eq!(by_elements_value_and_grad(&x, &w), (0.0, (x.clone(), w.clone())));
    assert_eq!(pairs_value_and_grad(&x, &w), (0.0, (x, w)));
    let (x, w) = (Array1::zeros(0), Array2::zeros((2, 0)));
    assert_eq!(by_elements_value_and_grad(&x, &w), (0.0, (x, w)));
}

#[differentiate]
fn only_a_row(w: &Array2<f64>, i: usize) -> f64 {
    let row = w.row(i);
    let mut s = w[[0, 0]];
    for k in 0..0 {
        s += row[k];
    }
    s
}

/// A part of which nothing is read panics as in the function.
#[test]
fn a_part_out_of_bounds() {
    let message = |f: fn(&Array2<f64>)| {
        let panic = std::panic::catch_unwind(|| f(&array![[1.0, 2.0]])).expect_err("no row 1");
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        text.or_else(|| panic.downcast_ref::<String>().cloned())
    };
    let expected = message(|w| _ = only_a_row(w, 1));
    assert!(expected.is_some());
    assert_eq!(message(|w| _ = only_a_row_grad(w, 1)), expected);
}

/// Elements of rows are read again: nothing of the array is saved.
#[test]
fn residuals_of_rows_do_not_grow() {
    let size = |columns: usize| {
        let (x, w) = (Array1::ones(columns), Array2::ones((4, columns)));
        by_elements_primal(&x, &w).1.size_in_bytes()
    };
    assert_eq!(size(3), size(50));
}
