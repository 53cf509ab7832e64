//! Whole models of arrays: many operations of `ndarray` together, in both memory orders.

use autodiff::prelude::*;
use ndarray::{
    Array, Array1, Array2, Array3, Axis, Dimension, Zip, array, concatenate, linalg, s, stack,
};

/// Power iteration for the largest eigenvalue.
#[differentiate]
fn power(a: &Array2<f64>, iterations: usize) -> f64 {
    let n = a.nrows();
    let mut v = Array1::from_elem(n, 1.0 / (n as f64).sqrt());
    let mut lambda = 0.0;
    for _ in 0..iterations {
        let w = a.dot(&v);
        lambda = v.dot(&w);
        let norm = w.dot(&w).sqrt();
        v = w / norm;
    }
    lambda
}

/// Three steps of soft k-means.
#[differentiate]
fn soft_means(centers: &Array2<f64>, #[constant] data: &Array2<f64>, beta: f64) -> f64 {
    let mut centers = centers.clone();
    for _ in 0..3 {
        let mut sums = Array2::<f64>::zeros(centers.raw_dim());
        let mut weights = Array1::<f64>::zeros(centers.nrows());
        for point in data.rows() {
            let distances: Array1<f64> = centers.map_axis(Axis(1), |center| {
                let d = &center - &point;
                -beta * d.dot(&d)
            });
            let top = distances.fold(f64::NEG_INFINITY, |m, v| m.max(*v));
            let e = distances.mapv(|v| (v - top).exp());
            let total = e.sum();
            for (k, w) in e.iter().enumerate() {
                let r = w / total;
                weights[k] += r;
                sums.row_mut(k).scaled_add(r, &point);
            }
        }
        for (k, mut row) in sums.rows_mut().into_iter().enumerate() {
            row /= weights[k] + 1e-3;
        }
        centers = sums;
    }
    centers.iter().enumerate().map(|(i, c)| c * (i as f64 + 1.0)).sum()
}

/// Attention with a mask.
#[differentiate]
fn attention(q: &Array2<f64>, k: &Array2<f64>, v: &Array2<f64>) -> f64 {
    let d = q.ncols() as f64;
    let mut scores = q.dot(&k.t()) / d.sqrt();
    for ((i, j), s) in scores.indexed_iter_mut() {
        if j > i {
            *s = -1e3;
        }
    }
    let mut out = Array2::<f64>::zeros((q.nrows(), v.ncols()));
    for (i, mut row) in scores.rows_mut().into_iter().enumerate() {
        let top = row.iter().fold(f64::NEG_INFINITY, |m, s| m.max(*s));
        row.mapv_inplace(|s| (s - top).exp());
        let total = row.sum();
        row /= total;
        out.row_mut(i).assign(&row.dot(v));
    }
    (&out * &out).sum()
}

trait Activation {
    fn apply(&self, x: &Array1<f64>) -> Array1<f64>;
}

#[derive(Clone, Debug, Differentiable)]
struct Leaky {
    slope: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Swish {
    beta: f64,
}

#[differentiate]
impl Activation for Leaky {
    #[differentiate]
    fn apply(&self, x: &Array1<f64>) -> Array1<f64> {
        x.mapv(|v| if v > 0.0 { v } else { v * self.slope })
    }
}

#[differentiate]
impl Activation for Swish {
    #[differentiate]
    fn apply(&self, x: &Array1<f64>) -> Array1<f64> {
        let beta = self.beta;
        Zip::from(x).map_collect(|v| v / (1.0 + (-beta * v).exp()))
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    layers: Vec<(Array2<f64>, Option<Array1<f64>>)>,
    leaky: Leaky,
    swish: Swish,
}

#[differentiate]
fn network(of: &Network, x: &Array1<f64>) -> f64 {
    let mut a = x.clone();
    let mut all = Vec::new();
    for (k, (w, b)) in of.layers.iter().enumerate() {
        let mut z = w.dot(&a);
        if let Some(b) = b {
            z += b;
        }
        a = if k % 2 == 0 { of.leaky.apply(&z) } else { of.swish.apply(&z) };
        all.push(a.clone());
    }
    let views: Vec<_> = all.iter().map(|a| a.view()).collect();
    let joined = concatenate(Axis(0), &views).unwrap();
    let stacked = stack![Axis(0), all[0], all[0]];
    joined.dot(&joined) + stacked.sum_axis(Axis(0)).dot(&all[0])
}

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    w: Array2<f64>,
    u: Array2<f64>,
    b: Array1<f64>,
}

#[differentiate]
impl Cell {
    #[differentiate]
    fn step(&self, h: &Array1<f64>, x: &Array1<f64>) -> Array1<f64> {
        let mut z = self.b.clone();
        linalg::general_mat_vec_mul(1.0, &self.w, x, 1.0, &mut z);
        linalg::general_mat_vec_mul(0.5, &self.u, h, 1.0, &mut z);
        let gate = z.mapv(|v| 1.0 / (1.0 + (-v).exp()));
        let candidate = (&z + h).mapv(f64::tanh);
        &gate * h + (1.0 - &gate) * candidate
    }
}

/// Locals that are used in one branch, in no branch and several times.
#[differentiate]
fn recurrent(cell: &Cell, xs: &[Array1<f64>], k: f64) -> f64 {
    let mut h = Array1::zeros(cell.b.len());
    let mut total = 0.0;
    for (t, x) in xs.iter().enumerate() {
        let next = cell.step(&h, x);
        let scaled = &next * k;
        if t % 2 == 0 {
            total += scaled.dot(&next);
        } else if t % 3 == 0 {
            total += scaled.sum() * k;
        }
        h = next;
    }
    let unused = &h * 3.0;
    let _ = &unused;
    total + h.sum()
}

#[differentiate]
fn planes(x: &Array3<f64>, k: f32) -> f64 {
    let summed = x.sum_axis(Axis(2));
    let first: Array2<f64> = x.index_axis(Axis(0), 0).to_owned();
    let t = summed.t().dot(&summed);
    let mut total = 0.0;
    for plane in x.outer_iter() {
        total += plane.mapv(|v| v * v).sum() * k as f64;
    }
    total + t.sum() + first.iter().product::<f64>()
}

/// A root by Newton's method, and an activation: functions with more residuals than one number.
#[differentiate]
fn of_elements(x: &Array2<f64>) -> f64 {
    let root = |v: f64| {
        let mut root = 1.0;
        for _ in 0..5 {
            root = 0.5 * (root + (v * v + 1.0) / root);
        }
        root
    };
    let roots = x.mapv(root);
    let corner = x.first().map(|v| v * v);
    let gates =
        (x.t().dot(x) + 0.1).mapv(|v| if v > 0.3 { v / (1.0 + (-v).exp()) } else { v.sin() });
    (x * 2.0).mapv(root).dot(&gates).sum()
        + (&roots * &roots.map(|v| v.tanh() * v)).sum() * corner.unwrap_or(1.0)
}

#[track_caller]
fn check<D: Dimension>(
    f: impl Fn(&Array<f64, D>) -> f64,
    x: &Array<f64, D>,
    gradient: &Array<f64, D>,
) {
    assert_eq!(x.shape(), gradient.shape());
    for (i, slope) in gradient.iter().enumerate() {
        let at = |step: f64| {
            let mut moved = x.clone();
            *moved.iter_mut().nth(i).expect("an element") += step;
            f(&moved)
        };
        let difference = (at(1e-6) - at(-1e-6)) / 2e-6;
        assert!((difference - slope).abs() < 2e-5 * (1.0 + difference.abs()), "{i}");
    }
}

/// The matrix with its rows, or its columns, one after the other in memory.
fn in_both_orders(x: &Array2<f64>) -> [Array2<f64>; 2] {
    [x.clone(), x.t().as_standard_layout().to_owned().reversed_axes()]
}

fn matrix() -> Array2<f64> {
    array![[2.0, 0.3, -0.2], [0.3, 1.5, 0.4], [-0.2, 0.4, 1.1]]
}

#[test]
fn of_matrices() {
    let data = array![[0.1, 0.2], [1.0, 0.9], [0.2, 0.0], [1.1, 1.2], [-0.5, 0.4]];
    for (a, data) in in_both_orders(&matrix()).into_iter().zip(in_both_orders(&data)) {
        let (value, gradient) = power_value_and_grad(&a, 7);
        assert_eq!(value.to_bits(), power(&a, 7).to_bits());
        check(|a| power(a, 7), &a, &gradient);

        let centers = data.slice(s![1..3, ..]).to_owned();
        let (value, (gradient, slope)) = soft_means_value_and_grad(&centers, &data, 1.3);
        let of_beta = |beta: f64| soft_means(&centers, &data, beta);
        assert_eq!(value.to_bits(), of_beta(1.3).to_bits());
        check(|centers| soft_means(centers, &data, 1.3), &centers, &gradient);
        assert!((slope - (of_beta(1.3 + 1e-6) - of_beta(1.3 - 1e-6)) / 2e-6).abs() < 1e-5);

        let k = data.slice(s![..3, ..]).dot(&array![[1.0, 0.0, 0.5], [0.0, 1.0, 0.2]]);
        let (value, (q_bar, k_bar, v_bar)) = attention_value_and_grad(&a, &k, &a);
        assert_eq!(value.to_bits(), attention(&a, &k, &a).to_bits());
        check(|q| attention(q, &k, &a), &a, &q_bar);
        check(|k| attention(&a, k, &a), &k, &k_bar);
        check(|v| attention(&a, &k, v), &a, &v_bar);
    }
}

#[test]
fn of_functions_of_elements() {
    for a in in_both_orders(&(matrix() - 0.4)) {
        let (value, gradient) = of_elements_value_and_grad(&a);
        assert_eq!(value.to_bits(), of_elements(&a).to_bits());
        check(of_elements, &a, &gradient);
        let direction = a.mapv(f64::cos);
        let (_, slope) = of_elements_jvp(&a, &direction);
        assert!((slope - (&gradient * &direction).sum()).abs() < 1e-10 * (1.0 + slope.abs()));
        let (_, residuals) = of_elements_primal(&a);
        let linear = of_elements_linear(&residuals, &direction);
        assert!((slope - linear).abs() < 1e-10 * (1.0 + slope.abs()));
        let mut sum = a.zero_tangent();
        of_elements_transposed(&residuals, 1.0, &mut sum);
        check(of_elements, &a, &sum);
    }
}

#[test]
fn of_layers() {
    let x = array![0.5, -0.3, 0.2];
    for a in in_both_orders(&matrix()) {
        let last = array![[0.3, -0.1, 0.2], [0.5, 0.1, 0.4]];
        let of = Network {
            layers: vec![
                (a.clone(), Some(array![0.1, -0.2, 0.3])),
                (a.mapv(|v| v - 0.5), None),
                (last, Some(array![0.2, 0.1])),
            ],
            leaky: Leaky { slope: 0.1 },
            swish: Swish { beta: 1.2 },
        };
        let (value, (bar, x_bar)) = network_value_and_grad(&of, &x);
        assert_eq!(value.to_bits(), network(&of, &x).to_bits());
        check(|x| network(&of, x), &x, &x_bar);
        for (k, (w, b)) in of.layers.iter().enumerate() {
            let with = |w: &Array2<f64>, b: &Option<Array1<f64>>| {
                let mut moved = of.clone();
                moved.layers[k] = (w.clone(), b.clone());
                network(&moved, &x)
            };
            check(|w| with(w, b), w, &bar.layers[k].0);
            if let (Some(b), Some(b_bar)) = (b, &bar.layers[k].1) {
                check(|b| with(w, &Some(b.clone())), b, b_bar);
            }
        }

        let cell = Cell { w: a.clone(), u: a.mapv(|v| v * v - 0.2), b: x.clone() };
        let xs = vec![x.clone(), &x * 2.0, &x - 0.3, &x + 0.5];
        let (value, (bar, xs_bar, k_bar)) = recurrent_value_and_grad(&cell, &xs, 0.6);
        assert_eq!(value.to_bits(), recurrent(&cell, &xs, 0.6).to_bits());
        check(|w| recurrent(&Cell { w: w.clone(), ..cell.clone() }, &xs, 0.6), &cell.w, &bar.w);
        check(|u| recurrent(&Cell { u: u.clone(), ..cell.clone() }, &xs, 0.6), &cell.u, &bar.u);
        check(|b| recurrent(&Cell { b: b.clone(), ..cell.clone() }, &xs, 0.6), &cell.b, &bar.b);
        for (t, x_bar) in xs_bar.iter().enumerate() {
            let with = |x: &Array1<f64>| {
                let mut xs = xs.clone();
                xs[t].assign(x);
                recurrent(&cell, &xs, 0.6)
            };
            check(with, &xs[t], x_bar);
        }
        let of_k = |k: f64| recurrent(&cell, &xs, k);
        assert!((k_bar - (of_k(0.6 + 1e-6) - of_k(0.6 - 1e-6)) / 2e-6).abs() < 1e-6);
    }
}

#[test]
fn of_three_axes() {
    let x = Array3::from_shape_fn((2, 3, 2), |(i, j, k)| {
        0.3 + i as f64 * 0.2 - j as f64 * 0.15 + k as f64 * 0.4
    });
    let reversed = x.t().as_standard_layout().to_owned().reversed_axes();
    for x in [x, reversed] {
        let (value, (gradient, _)) = planes_value_and_grad(&x, 0.5);
        assert_eq!(value.to_bits(), planes(&x, 0.5).to_bits());
        check(|x| planes(x, 0.5), &x, &gradient);
    }
}
