//! Arrays whose element types and numbers of axes are inferred, and arrays without reals.

use autodiff::prelude::*;
use ndarray::Zip;
use ndarray::prelude::*;

#[differentiate]
fn indices_of_items(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut m = w.clone();
    for ((i, j), v) in m.indexed_iter_mut() {
        *v *= w.slice(s![i, j..]).sum() * x[i];
    }
    let deep = w.clone().insert_axis(Axis(0));
    let mut t = m.sum();
    for ((k, i, j), v) in deep.indexed_iter() {
        t += v * w.slice(s![i, j..]).sum() * x[k] * deep.slice(s![k, i, ..j]).sum();
    }
    t + w.indexed_iter().map(|((i, j), v)| v * w.slice(s![i, j..]).sum() * x[j]).sum::<f64>()
}

#[differentiate]
fn inferred_zeros(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut in_vec = vec![Array1::zeros(3); 2];
    let mut of_shape = vec![Array::zeros(x.raw_dim()); 2];
    for i in 0..2 {
        let r = x * w[[i, 0]];
        in_vec[i] += &r;
        of_shape[1] += &r;
    }
    let mut a = Array::<f64, _>::zeros((3, 3));
    let mut b = Array::<f64, Ix2>::zeros(w.raw_dim());
    let mut c = Array::zeros(w.t().raw_dim());
    let mut d = Array2::zeros((3, 3).f());
    let mut e = Array::from_elem(w.dim(), x[0]);
    a[[1, 2]] = x[0];
    b[[2, 1]] = x[1];
    a += w;
    b += &a;
    c += &b;
    d.assign(&c);
    e += &d;
    in_vec[0].sum() + in_vec[1].dot(&of_shape[1]) + (&e * w).sum()
}

struct Data {
    order: Array1<usize>,
    mask: Array2<bool>,
}

fn first(of: &Array1<usize>) -> usize {
    of[0]
}

#[differentiate]
fn local_integers(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut n: Array2<usize> = Array2::zeros((3, 3));
    n.fill(2);
    n[[1, 1]] = 0;
    let (order, signs) = (array![2, 0, 1], Array1::from(vec![true, false, true]));
    let d = Data { order: array![1, 2, 0], mask: array![[true, false], [false, true]] };
    let mut counts = array![0, 0, 0];
    let mut t = w[[0, n[[1, 0]]]] * x[n[[1, 1]]] * x[first(&order)];
    for (i, &k) in order.iter().enumerate() {
        if x[i] > 0.1 {
            counts[i] += 1;
        }
        if signs[i] {
            t += x[k] * w[[i, d.order[k]]];
        }
    }
    let total: i32 = counts.sum();
    let scales = d.order.mapv(|k| k as f64 + 0.5);
    if d.mask[[0, 0]] { t * total as f64 + scales.dot(x) } else { 0.0 }
}

#[differentiate]
fn maps_to_integers(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mean = x.sum() / 3.0;
    let y = x * 2.0;
    let above = y.mapv(|x| x > mean);
    let floors = (&y + x).mapv(|v| {
        let y = v.abs();
        y as i32
    });
    let largest = w.map_axis(Axis(1), |r| {
        let mut best = 0;
        for i in 0..r.len() {
            if r[i] > r[best] {
                best = i;
            }
        }
        best
    });
    let ordered = Zip::from(x).and(w.row(1)).map_collect(|a, b| a > b);
    let kept = x.map(|&v| v.abs() > 0.1).mapv(|b| if b { 1.0 } else { 0.5 });
    let mut t = (x * &kept).sum();
    for i in 0..3 {
        t += x[i] * w[[i, largest[i]]] * (floors[i] as f64 + 0.5);
        if above[i] || ordered[i] {
            t += y[i] * y[i];
        }
    }
    t
}

#[differentiate]
fn constant_views(
    x: &Array1<f64>,
    #[constant] pair: (ArrayView2<f64>, f64, (usize, ArrayView1<f64>)),
    #[constant] pairs: &[(ArrayView1<f64>, f64)],
    #[constant] all: &[ArrayView1<f64>],
) -> f64 {
    let (m, s, (k, v)) = pair;
    let mut t = m.dot(x).dot(&v) * s + x[k] * pairs[0].0.dot(x) * pairs[0].1;
    for v in all {
        t += v.dot(x) * x[0];
    }
    t
}

type Labels = Array1<usize>;

#[differentiate]
fn with_labels(x: &Array1<f64>, labels: &Labels, weights: &Array2<i32>) -> f64 {
    let mut t = x.iter().zip(labels).map(|(&v, &k)| v * k as f64).sum::<f64>();
    for (i, k) in labels.iter().enumerate() {
        t += x[i] * x[*k] * weights[[0, i]] as f64;
    }
    t + labels.mapv(|k| k as f64).dot(x)
}

#[differentiate]
fn with_views(x: &Array1<f64>, labels: ArrayView1<usize>, weights: &ArrayView2<i32>) -> f64 {
    let mut t = 0.0;
    for i in 0..3 {
        t += x[i] * x[labels[i]] * weights[[0, i]] as f64;
    }
    t
}

#[differentiate]
fn data_as_parameters(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let labels: Labels = array![2, 0, 1];
    let weights = array![[1, -2, 3]];
    with_labels(x, &labels, &weights) * w.sum() + with_labels(x, &array![0, 0, 1], &weights)
}

#[derive(Clone)]
struct Kept {
    keep: Array1<bool>,
}

#[differentiate]
fn filtered(x: &[f64], at: &[usize], #[constant] kept: &Kept, keep: &Array1<bool>) -> f64 {
    let of_field = at.iter().filter(|i| kept.keep[**i]).map(|i| x[*i] * x[*i]).sum::<f64>();
    let pairs = at.iter().zip(x).filter(|(i, _)| keep[**i]);
    of_field * pairs.map(|(_, v)| v * v).sum::<f64>()
}

#[differentiate]
fn data_in_filters(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let kept = Kept { keep: array![true, false, true] };
    filtered(&x.to_vec(), &[2, 1, 0], &kept, &array![true, true, false]) * w.sum()
}

#[test]
fn data_has_no_tangents() {
    held_against_laws!(data_as_parameters; data_in_filters;);
    let x = array![0.5, -1.0, 2.0];
    let (labels, weights) = (array![2, 0, 1], array![[1, -2, 3]]);
    let of_x = with_views_grad(&x, labels.view(), &weights.view());
    let f = |x: &[f64]| with_views(&Array1::from(x.to_vec()), labels.view(), &weights.view());
    let expected = crate::support::differences(f, &x.to_vec());
    of_x.iter().zip(&expected).for_each(|(found, of)| {
        crate::support::close("with_views", *found, *of, 1e-7);
    });
}

#[test]
fn indices_are_numbers() {
    held_against_laws!(indices_of_items;);
}

#[test]
fn element_types_and_axes_are_inferred() {
    held_against_laws!(inferred_zeros;);
}

#[test]
fn arrays_without_reals_are_constants() {
    held_against_laws!(local_integers; maps_to_integers;);
}

#[test]
fn constant_parameters_of_views() {
    let (x, w) = crate::vector_and_matrix::split(&crate::vector_and_matrix::numbers());
    let pair = || (w.view(), 1.5, (1, x.view()));
    let (pairs, all) = ([(w.row(0), 0.5)], [w.row(1), w.row(2)]);
    let of_x = constant_views_grad(&x, pair(), &pairs, &all);
    let f = |x: &[f64]| constant_views(&Array1::from(x.to_vec()), pair(), &pairs, &all);
    let expected = crate::support::differences(f, &x.to_vec());
    of_x.iter().zip(&expected).for_each(|(found, of)| {
        crate::support::close("constant_views", *found, *of, 1e-7);
    });
}
