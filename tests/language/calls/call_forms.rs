//! Calls in every form, with arguments and results of every shape.
#![deny(warnings)]

use autodiff::prelude::*;

/// Functions to be called by path, by import, by another name.
pub mod library {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn square(x: f64) -> f64 {
        x * x
    }

    #[differentiate(reverse)]
    pub fn cube(x: f64) -> f64 {
        x * square(x) + super::helper(x) - super::helper(x)
    }

    pub mod inner {
        #[autodiff::differentiate(reverse)]
        pub fn sum(v: &[f64]) -> f64 {
            let mut t = 0.0;
            for x in v {
                t += x;
            }
            t
        }

        #[autodiff::differentiate]
        pub(crate) fn scaled(v: &[f64], k: f64) -> Vec<f64> {
            let mut out = vec![0.0; v.len()];
            for i in 0..v.len() {
                out[i] =
                    v[i] * crate::calls::call_forms::library::square(k) + super::super::helper(k);
            }
            out
        }
    }
    pub use inner::sum as total;
}

mod globbed {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn twist(x: f64, y: f64) -> (f64, f64) {
        (x.cos() * y, x + y.sin())
    }

    #[differentiate(reverse)]
    pub fn turn(p: (f64, f64), angle: f64) -> (f64, f64) {
        let (s, c) = angle.sin_cos();
        (p.0 * c - p.1 * s, p.0 * s + p.1 * c)
    }
}

use globbed::*;
use library::{cube, inner, square as sq, total};

#[differentiate(reverse)]
fn helper(x: f64) -> f64 {
    x.exp()
}

#[differentiate(reverse)]
fn by_every_path(x: &[f64]) -> f64 {
    let a = library::square(x[0]) + self::library::cube(x[1]);
    let b = crate::calls::call_forms::library::inner::sum(x) * inner::sum(&x[1..]);
    let c = sq(x[0]) * cube(x[1]) + total(x) + helper(x[0]);
    let d = super::call_forms::helper(x[1]) + library::total(&x[..1]);
    let (e, f) = twist(x[0], x[1]);
    a + b * c + d * e - f
}

#[differentiate(reverse)]
fn across_crates(x: &[f64]) -> f64 {
    autodiff::special::erf(x[0]) * autodiff::special::ln_gamma(x[1] + 2.0)
        + autodiff::special::digamma(3.0)
}

#[differentiate(reverse)]
fn mean(v: &[f64]) -> f64 {
    if v.is_empty() { 0.0 } else { total(v) / v.len() as f64 }
}

#[differentiate(reverse)]
fn weighted(v: &[f64], w: &[f64]) -> f64 {
    let mut t = 0.0;
    for i in 0..v.len() {
        t += v[i] * w[i] * (i + 1) as f64;
    }
    t
}

#[differentiate(reverse)]
fn by_array(a: [f64; 3], b: &[f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0] + a[2] * a[2]
}

#[differentiate(reverse)]
fn by_vector(mut v: Vec<f64>, w: &Vec<f64>) -> Vec<f64> {
    for i in 0..v.len() {
        v[i] *= w[i % w.len()];
    }
    v.push(w[0]);
    v
}

#[differentiate(reverse)]
fn normalized(v: [f64; 2]) -> [f64; 2] {
    let n = (v[0] * v[0] + v[1] * v[1]).sqrt();
    [v[0] / n, v[1] / n]
}

#[differentiate(reverse)]
fn transposed_matrix(m: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
    [[m[0][0], m[1][0]], [m[0][1], m[1][1]]]
}

#[differentiate(reverse)]
fn row_sums(rows: &[Vec<f64>]) -> Vec<f64> {
    let mut out = Vec::new();
    for row in rows {
        out.push(total(row));
    }
    out
}

#[differentiate(reverse)]
fn norm3(p: &[f64; 3]) -> f64 {
    (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt()
}

#[differentiate(reverse)]
fn spread(points: &[[f64; 3]]) -> f64 {
    let mut t = 0.0;
    for p in points {
        t += norm3(p);
    }
    for i in 0..points.len() {
        t += norm3(&points[i]) * points[i][0];
    }
    t
}

#[differentiate(reverse)]
fn arrays_and_vectors(x: &[f64]) -> f64 {
    let a = [x[0], x[1], x[0] * x[1]];
    let mut t = by_array(a, &[x[0], 2.0]);
    let v = by_vector(x.to_vec(), &vec![x[1], 3.0]);
    t += weighted(&v, &v) + v[v.len() - 1];
    let w = by_vector(vec![1.0, x[0]], &v);
    for e in &w {
        t += e * e;
    }
    let [c, s] = normalized([x[0], x[1] + 2.0]);
    let u = normalized([c, t]);
    t += u[0] * s;
    let m = transposed_matrix(&[[x[0], x[1]], [c, s]]);
    t += m[0][1] * m[1][0];
    let rows = vec![x.to_vec(), v.clone(), vec![]];
    let sums = row_sums(&rows);
    t += sums[0] * sums[1] + sums[2] + weighted(&rows[0], &rows[1]);
    let points = vec![[x[0], x[1], 1.0], a, [1.0, 2.0, x[1]]];
    t + spread(&points) + spread(&points[1..]) + norm3(&points[0]) + norm3(&a)
}

#[differentiate(reverse)]
fn tuples_through_calls(x: &[f64]) -> f64 {
    let p: (f64, f64) = twist(x[0], x[1]);
    let q: (f64, f64) = turn(p, x[0]);
    let (a, b) = turn((q.1, p.0), 0.5);
    let (r, _) = turn(turn(q, x[1]), p.1);
    let (u, _) = turn(p, 1.0);
    a * b + r + u
}

#[differentiate(reverse)]
fn windows_of_arguments(x: &[f64]) -> f64 {
    let n = x.len();
    let tail = &x[1..];
    let inner = &tail[..n - 2];
    let mut t = mean(x) * mean(tail) + mean(inner) + mean(&x[n..]);
    t += weighted(&x[..2], &x[n - 2..]) + weighted(&x[1..=2], inner);
    let v = x.to_vec();
    for k in 0..n {
        t += mean(&v[k..]) * weighted(&v[..k], &x[..k]);
    }
    t
}

#[differentiate(reverse)]
fn the_same_array_twice(x: &[f64]) -> f64 {
    let v = x.to_vec();
    weighted(x, x) + weighted(&v, &v) * weighted(&v, x) + weighted(&x[1..], x)
}

#[differentiate(reverse)]
fn inactive_arguments(x: &[f64]) -> f64 {
    let w = [0.5, 1.5, -2.0];
    let k = 3.0;
    let fixed = vec![2.0; x.len()];
    let mut t = weighted(x, &w) + weighted(&w, x) + weighted(&w, &w) * x[0];
    t += weighted(x, &fixed) + library::square(k) * x[1] + helper(1.0) + library::square(2.0);
    let (_, rest) = turn((1.0, 2.0), x[0]);
    t += rest;
    t += weighted(&[1.0, 2.0, 3.0], x)
        + by_array([x[0], 1.0, 0.0], &[3.0, 4.0])
        + by_array([0.0; 3], &[x[0], x[1]]);
    t + total(&[0.0; 0])
        + mean(&vec![4.0; 2])
        + constant(weighted(x, x)) * x[2]
        + weighted(&constant(x.to_vec()), x)
}

#[differentiate(reverse)]
fn changed_after_the_call(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let a = weighted(&v, x);
    v[0] = a * v[1];
    let b = weighted(&v, &v);
    for i in 0..v.len() {
        v[i] *= b;
    }
    let mut m = [[x[0], x[1]], [1.0, 2.0]];
    let c = transposed_matrix(&m);
    m[0][1] = c[1][0] * 3.0;
    m[1] = c[0];
    let d = transposed_matrix(&m);
    let mut t = a + b + d[1][0] * d[0][1];
    for k in 0..3 {
        t += weighted(&v, x);
        v[k % 2] = t * 0.1;
    }
    t
}

#[differentiate(reverse)]
fn results_used_at_once(x: &[f64]) -> f64 {
    let v = inner::scaled(x, x[0]);
    let mut t = v[0] * v[1];
    for (i, e) in v.iter().enumerate() {
        t += e * i as f64;
    }
    for e in inner::scaled(&v, 0.5) {
        t += e.sin();
    }
    t += inner::scaled(x, 2.0)[1] * weighted(&inner::scaled(x, 3.0), &v);
    t += total(&inner::scaled(&inner::scaled(x, 0.1), x[1]));
    let (_, twisted) = twist(x[0], t);
    t += normalized([x[0], 1.0])[1] + twisted;
    let n = v.len();
    let k = mean(&v).max(0.0) as usize;
    if mean(&v) > -100.0 {
        t *= mean(&v) + 2.0;
    }
    t * n as f64 + v[k % n]
}

#[differentiate(reverse)]
fn discrete_results(x: &[f64]) -> (usize, f64, bool) {
    let mut at = 0;
    for i in 0..x.len() {
        if x[i] > x[at] {
            at = i;
        }
    }
    (at, x[at] * x[at], x[at] > 0.0)
}

fn plain_index(n: usize) -> usize {
    (n * 7 + 1) % 3
}

fn table(n: usize) -> Vec<f64> {
    (0..n).map(|i| 1.0 / (i + 1) as f64).collect()
}

#[differentiate(reverse)]
fn with_discrete_results(x: &[f64]) -> f64 {
    let (at, best, positive) = discrete_results(x);
    let t = if positive { best * x[at] } else { x[(at + 1) % x.len()] };
    let r: (usize, f64, bool) = discrete_results(&x[1..]);
    let weights: Vec<f64> = table(x.len());
    t + r.1 * x[r.0] + x[plain_index(x.len()) % x.len()] * weights[1] + weighted(x, &weights)
}

#[differentiate(reverse)]
fn calls_in_loops(x: &[f64]) -> f64 {
    let mut state = x.to_vec();
    let mut p = (x[0], x[1]);
    let mut t = 0.0;
    for step in 0..4 {
        state = inner::scaled(&state, 0.3);
        if step % 2 == 0 {
            p = turn(p, state[0]);
        }
        for k in 0..state.len() {
            t += sq(state[k]) * p.0;
            if t > 1.5 {
                t = mean(&state);
            }
        }
    }
    let mut k = 0;
    while mean(&state) < 5.0 && k < 20 {
        for i in 0..state.len() {
            state[i] += cube(0.5) + 0.1 * sq(x[i]);
        }
        k += 1;
    }
    t + mean(&state) * p.1
}

#[differentiate(reverse)]
fn nested_calls(x: &[f64]) -> f64 {
    sq(cube(helper(sq(x[0]) - x[1]).ln()) + mean(&[sq(x[0]), x[1], helper(x[1])]))
}

#[differentiate(reverse)]
fn constant_parameter(x: f64, #[constant] k: f64) -> f64 {
    x * k * k
}

#[differentiate(reverse)]
fn through_constant(x: &[f64]) -> f64 {
    constant_parameter(x[0], constant(x[1])) + constant_parameter(x[1], 3.0)
}

#[differentiate(reverse)]
fn by_reference(x: &f64, v: &[f64; 2]) -> f64 {
    *x * v[0] + v[1]
}

#[differentiate(reverse)]
fn scalars_by_reference(x: &[f64]) -> f64 {
    let a = x[0] * 2.0;
    let v = [x[1], a];
    let mut t = by_reference(&a, &v) + by_reference(&x[1], &v) + by_reference(&3.0, &[a, 1.0]);
    for e in x {
        t += by_reference(e, &v);
    }
    for e in x.iter() {
        t += sq(*e);
    }
    t
}

#[differentiate(forward)]
fn forward_only(x: f64) -> f64 {
    x * x * x
}

#[differentiate(forward)]
fn forward_caller(x: f64) -> f64 {
    forward_only(x) + library::square(x)
}

#[test]
fn paths() {
    check!(by_every_path, [0.4, 0.7, -0.3]);
    check!(across_crates, [0.4, 0.7]);
    check!(nested_calls, [0.4, 0.7]);
    assert_eq!(forward_caller_jvp(2.0, 1.0), (12.0, 16.0));
}

#[test]
fn argument_shapes() {
    check!(arrays_and_vectors, [0.4, 0.7], 1e-6);
    check!(tuples_through_calls, [0.4, 0.7]);
    check!(windows_of_arguments, [0.4, 0.7, -0.3, 0.2]);
    check!(the_same_array_twice, [0.4, 0.7, -0.3]);
    check!(scalars_by_reference, [0.4, 0.7]);
}

#[test]
fn inactive() {
    check_stopped();
}

fn check_stopped() {
    // `constant` makes this differ from differences: the stopped parts are frozen by hand
    let x = [0.4, 0.7, -0.3];
    let frozen = weighted(&x, &x);
    let copy = x.to_vec();
    let f = |y: &[f64]| {
        inactive_arguments(y) - weighted(y, y) * y[2] - weighted(y, y)
            + frozen * y[2]
            + weighted(&copy, y)
    };
    let gradient = inactive_arguments_grad(&x);
    for (found, expected) in gradient.iter().zip(crate::support::differences(f, &x)) {
        crate::support::close("inactive arguments", *found, expected, 1e-8);
    }
    assert_eq!(through_constant_grad(&[2.0, 3.0]), [9.0, 9.0]);
}

#[test]
fn mutation_and_calls() {
    check!(changed_after_the_call, [0.4, 0.7]);
    check!(results_used_at_once, [0.4, 0.7], 1e-6);
    check!(with_discrete_results, [0.4, 0.7, -0.3]);
    check!(with_discrete_results, [-0.4, -0.7, -0.3]);
    check!(calls_in_loops, [0.4, 0.7]);
}

#[differentiate(reverse)]
fn projections(x: &[f64]) -> f64 {
    let p = twist(x[0], x[1]);
    let q = turn(p, x[0]);
    let r = discrete_results(x);
    p.0 * q.1 + turn(q, 1.0).0 + x[r.0] * r.1 + twist(x[1], 2.0).1
}

#[differentiate(reverse)]
fn by_value_with_the_rest(pair: (f64, Vec<f64>), rows: Vec<[f64; 2]>, v: Vec<f64>) -> f64 {
    let mut t = pair.0;
    for e in &pair.1 {
        t *= 1.0 + e * e;
    }
    for row in &rows {
        t += row[0] * row[1];
    }
    t + weighted(&v, &v)
}

#[differentiate(reverse)]
fn inactive_by_value(x: &[f64]) -> f64 {
    let n = x.len();
    let mut t = by_value_with_the_rest((x[0], vec![0.5; n]), vec![[1.0, 2.0]; 2], vec![3.0; n]);
    t += by_value_with_the_rest((2.0, x.to_vec()), vec![[x[0], x[1]]; n], vec![1.0, 2.0]);
    for k in 0..n {
        t = t * 0.5 + by_value_with_the_rest((1.0, vec![0.0; 0]), vec![[x[k], 1.0]], vec![0.25; k]);
    }
    t + by_vector(vec![1.0; n], &vec![x[0], x[1]])[0] * by_vector(vec![x[1]; n], &vec![1.0, 2.0])[1]
}

#[differentiate(reverse)]
fn named_like_callees(x: &[f64]) -> f64 {
    // variables with the names of functions, functions called on inactive values, conversions in
    // between
    let mean = mean(x);
    let helper = helper(mean * 0.1);
    let k = library::total(&constant(x.to_vec())).abs() as usize;
    if total(x) > 0.0 && sq(x[0]) < 100.0 { helper * x[k % x.len()] } else { mean * helper }
}

#[test]
fn more_calls() {
    check!(projections, [0.4, 0.7]);
    check!(inactive_by_value, [0.4, 0.7, -0.2]);
    check!(named_like_callees, [0.4, 0.7, -0.2]);
    check!(named_like_callees, [-0.4, 0.1, -0.2]);
}

#[differentiate(reverse)]
fn of_reference(x: &f64) -> f64 {
    *x * *x
}

#[differentiate(reverse)]
fn by_reference_and_by_value(v: &[f64]) -> f64 {
    let a = 2.0 * v[0];
    let y = of_reference(&a);
    let b = a + v[1];
    of_reference(&b) * y + b
}

#[test]
fn cotangents_of_a_scalar_by_reference() {
    check!(by_reference_and_by_value, [1.25, 0.5]);
}

#[differentiate]
fn sum_of_squares<I: IntoIterator<Item = f64>>(items: I) -> f64 {
    items.into_iter().map(|x| x * x).sum()
}
#[differentiate]
fn product_of(items: impl IntoIterator<Item = f64>) -> f64 {
    items.into_iter().product()
}
#[differentiate]
fn norm(v: impl Into<Vec<f64>>) -> f64 {
    let v: Vec<f64> = v.into();
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}
#[differentiate]
fn converted_arrays(v: &[f64]) -> f64 {
    let pair = [v[0], 2.0 * v[1]];
    sum_of_squares([v[0], v[1] * v[0]])
        + sum_of_squares(pair)
        + product_of([v[1], 3.0])
        + product_of(vec![v[0], pair[1]])
        + norm([v[0], 1.0])
        + norm(vec![v[1], 2.0])
}
#[test]
fn arrays_for_iterators_and_vectors() {
    check!(converted_arrays, [1.25, 0.5]);
}
