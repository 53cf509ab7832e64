//! Parameters of every type: the types and values of their tangents, cotangents and accumulators.
#![deny(warnings)]

use crate::support::{close, differences};
use autodiff::prelude::*;

#[differentiate(reverse)]
fn array(a: [f64; 3], k: f64) -> f64 {
    a[0] * a[1] * k + a[2].sin()
}

#[differentiate(reverse)]
fn array_reference(a: &[f64; 3], b: &[f64; 2]) -> f64 {
    let mut t = 0.0;
    for (i, v) in a.iter().enumerate() {
        t += v * v * b[i % 2];
    }
    t
}

#[differentiate(reverse)]
fn vector(mut v: Vec<f64>) -> f64 {
    v[0] *= v[1];
    v.push(v[0] + 1.0);
    let mut t = 0.0;
    for e in v {
        t += e * e;
    }
    t
}

#[differentiate(reverse)]
fn vector_reference(v: &Vec<f64>, n: usize) -> f64 {
    let mut t = 1.0;
    for i in 0..n {
        t *= v[i % v.len()] + i as f64;
    }
    t
}

#[differentiate(reverse)]
fn matrix(m: [[f64; 3]; 2]) -> f64 {
    m[0][0] * m[1][2] - m[0][1] * m[1][1] + m[0][2] * m[0][2] * m[1][0]
}

const D: usize = 2;

#[differentiate(reverse)]
fn fixed_points(p: &[[f64; D]], w: &[f64]) -> f64 {
    let mut t = 0.0;
    for (q, w) in p.iter().zip(w) {
        t += w * (q[0] * q[0] + q[1].exp());
    }
    for [a, b] in p {
        t += a * b;
    }
    t
}

#[differentiate(reverse)]
fn ragged(rows: &[Vec<f64>]) -> f64 {
    let mut t = 0.0;
    for row in rows {
        let mut p = 1.0;
        for v in row {
            p *= 1.0 + v;
        }
        t += p;
    }
    t
}

#[differentiate(reverse)]
fn owned_rows(mut rows: Vec<Vec<f64>>) -> f64 {
    rows[0][0] *= 2.0;
    let extra = rows[1].pop().unwrap();
    rows.push(vec![extra * extra; 2]);
    let mut t = 0.0;
    for (i, row) in rows.iter().enumerate() {
        for v in row.iter() {
            t += v * v * (i + 1) as f64;
        }
    }
    t
}

#[differentiate(reverse)]
fn pairs(p: &[(f64, f64)]) -> f64 {
    let mut t = 0.0;
    for &(a, b) in p {
        t += a * b.sin();
    }
    for i in 1..p.len() {
        t += (p[i].0 - p[i - 1].0) * (p[i].1 + p[i - 1].1) * 0.5;
    }
    t
}

#[differentiate(reverse)]
fn records(p: &[(f64, [f64; 2], usize)], q: &[[(f64, f64); 2]]) -> f64 {
    let mut t = 0.0;
    for i in 0..p.len() {
        t += p[i].0 * p[i].1[p[i].2];
    }
    for (a, [b, c], _) in p {
        t += a * b - c;
    }
    for row in q {
        t += row[0].0 * row[1].1;
        let (a, b) = row[1];
        t += a * b;
    }
    t
}

#[differentiate(reverse)]
fn tuple(p: (f64, f64), (a, b): (f64, usize)) -> f64 {
    p.0 * a + p.1.powi(b as i32)
}

#[differentiate(reverse)]
fn mixed_tuple(p: (f64, usize, [f64; 2])) -> f64 {
    p.0 * p.2[p.1]
}

#[differentiate(reverse)]
fn real_reference(x: &f64, y: &f64) -> f64 {
    let z = *x * y;
    z * x + *y
}

#[differentiate(reverse)]
#[allow(clippy::too_many_arguments)]
fn discrete(
    n: usize,
    x: f64,
    i: i32,
    b: u8,
    flag: bool,
    wide: i64,
    index: &[usize],
    name: &str,
    c: char,
    y: f64,
    own: String,
) -> f64 {
    let mut t = x * n as f64 + y * i as f64 + b as f64;
    if flag {
        t *= x;
    }
    for &k in index {
        t += y * k as f64;
    }
    t += x * wide as f64 * name.len() as f64;
    if c == 'x' { t * y } else { t + own.len() as f64 }
}

#[differentiate(reverse)]
fn unused(x: f64, v: &[f64], w: [f64; 2]) -> f64 {
    let _ = (v, w);
    x * x
}

#[differentiate(reverse)]
fn booleans(x: &[f64], mask: &[bool], order: [usize; 3], signs: &[i8]) -> f64 {
    let mut t = 0.0;
    for (i, &k) in order.iter().enumerate() {
        if mask[i] {
            t += x[k] * x[k] * signs[i] as f64;
        }
    }
    t
}

#[test]
fn arrays() {
    let (value, (a, k)): (f64, ([f64; 3], f64)) = array_value_and_grad([2.0, 3.0, 0.5], 4.0);
    assert_eq!((value, a, k), (24.0 + 0.5f64.sin(), [12.0, 8.0, 0.5f64.cos()], 6.0));
    let (_, tangent) = array_jvp([2.0, 3.0, 0.5], 4.0, [1.0, 0.0, 0.0], 1.0);
    assert_eq!(tangent, 18.0);
    let (_, residuals) = array_primal([2.0, 3.0, 0.5], 4.0);
    assert_eq!(array_linear(&residuals, [1.0, 0.0, 0.0], 1.0), 18.0);
    let (mut a_bar, mut k_bar) = ([100.0; 3], 100.0);
    array_transposed(&residuals, 2.0, &mut a_bar, &mut k_bar);
    assert_eq!((a_bar, k_bar), ([124.0, 116.0, 100.0 + 2.0 * 0.5f64.cos()], 112.0));

    let (value, (a, b)): (f64, ([f64; 3], [f64; 2])) =
        array_reference_value_and_grad(&[1.0, 2.0, 3.0], &[5.0, 7.0]);
    assert_eq!((value, a, b), (78.0, [10.0, 28.0, 30.0], [10.0, 4.0]));
    assert_eq!(
        array_reference_jvp(&[1.0, 2.0, 3.0], &[5.0, 7.0], &[1.0, 1.0, 0.0], &[0.0, 1.0]).1,
        42.0
    );
}

#[test]
fn vectors() {
    let (value, gradient): (f64, Vec<f64>) = vector_value_and_grad(vec![2.0, 3.0]);
    assert_eq!(
        (value, gradient),
        (36.0 + 9.0 + 49.0, vec![(12.0 + 14.0) * 3.0, (12.0 + 14.0) * 2.0 + 6.0])
    );
    assert_eq!(vector_jvp(vec![2.0, 3.0], vec![1.0, 0.0]).1, 78.0);
    let (value, residuals) = vector_primal(vec![2.0, 3.0]);
    let mut bar = vec![1.0, 1.0];
    vector_transposed(&residuals, 1.0, &mut bar[..]);
    assert_eq!((value, bar), (94.0, vec![79.0, 59.0]));
    let x = vec![0.5, -1.5, 2.5];
    let (value, gradient): (f64, Vec<f64>) = vector_reference_value_and_grad(&x, 4);
    let f = |x: &[f64]| vector_reference(&x.to_vec(), 4);
    assert_eq!(value, f(&x));
    for (found, expected) in gradient.iter().zip(differences(f, &x)) {
        close("vector reference", *found, expected, 1e-8);
    }
    assert_eq!(vector_reference_value_and_grad(&x, 0), (1.0, vec![0.0; 3]));
    let tangent = vector_reference_jvp(&x, 4, &vec![0.0, 1.0, 0.0]).1;
    close("jvp", tangent, gradient[1], 1e-14);
}

#[test]
fn nested() {
    let m = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let (value, gradient): (f64, [[f64; 3]; 2]) = matrix_value_and_grad(m);
    assert_eq!((value, gradient), (6.0 - 10.0 + 36.0, [[6.0, -5.0, 24.0], [9.0, -2.0, 1.0]]));
    assert_eq!(matrix_jvp(m, [[0.0; 3], [0.0, 1.0, 0.0]]).1, -2.0);
    let mut bar = [[1.0; 3]; 2];
    matrix_transposed(&matrix_primal(m).1, 1.0, &mut bar);
    assert_eq!(bar, [[7.0, -4.0, 25.0], [10.0, -1.0, 2.0]]);

    let p = [[1.0, 0.5], [2.0, -1.0], [0.25, 0.0]];
    let w = [2.0, 3.0, 5.0];
    let (value, (dp, dw)): (f64, (Vec<[f64; 2]>, Vec<f64>)) = fixed_points_value_and_grad(&p, &w);
    assert_eq!(value, fixed_points(&p, &w));
    for i in 0..3 {
        assert_eq!(dp[i], [w[i] * 2.0 * p[i][0] + p[i][1], w[i] * p[i][1].exp() + p[i][0]]);
        assert_eq!(dw[i], p[i][0] * p[i][0] + p[i][1].exp());
    }
    let mut directions = [[0.0; 2]; 3];
    directions[1][0] = 1.0;
    assert_eq!(fixed_points_jvp(&p, &w, &directions, &[0.0; 3]).1, dp[1][0]);

    let rows = vec![vec![1.0, 2.0], vec![], vec![3.0]];
    let (value, gradient): (f64, Vec<Vec<f64>>) = ragged_value_and_grad(&rows);
    assert_eq!((value, gradient), (6.0 + 1.0 + 4.0, vec![vec![3.0, 2.0], vec![], vec![1.0]]));
    assert_eq!(ragged_value_and_grad(&[]), (0.0, vec![]));
    let (value, gradient): (f64, Vec<Vec<f64>>) =
        owned_rows_value_and_grad(vec![vec![1.0, 2.0], vec![3.0, 4.0]]);
    assert_eq!(
        (value, gradient),
        (4.0 + 4.0 + 18.0 + 6.0 * 256.0, vec![vec![8.0, 4.0], vec![12.0, 24.0 * 64.0]])
    );

    let (value, gradient): (f64, Vec<(f64, f64)>) = pairs_value_and_grad(&[(1.0, 0.0), (3.0, 2.0)]);
    assert_eq!(value, 3.0 * 2.0f64.sin() + 2.0);
    assert_eq!(gradient, [(-1.0, 2.0), (2.0f64.sin() + 1.0, 3.0 * 2.0f64.cos() + 1.0)]);
}

#[test]
fn tuples() {
    let (value, (dp, dq)) =
        records_value_and_grad(&[(2.0, [3.0, 5.0], 1)], &[[(7.0, 0.0), (1.5, 11.0)]]);
    assert_eq!(value, 10.0 + 6.0 - 5.0 + 77.0 + 16.5);
    assert_eq!(dp, [(5.0 + 3.0, [2.0, 2.0 - 1.0], ())]);
    assert_eq!(dq, [[(11.0, 0.0), (11.0, 7.0 + 1.5)]]);
    let (value, (p, q)): (f64, ((f64, f64), (f64, ()))) =
        tuple_value_and_grad((2.0, 3.0), (5.0, 2));
    assert_eq!((value, p, q), (19.0, (5.0, 6.0), (2.0, ())));
    assert_eq!(tuple_jvp((2.0, 3.0), (5.0, 2), (1.0, 1.0), (1.0, ())).1, 13.0);
    let (_, gradient) = mixed_tuple_value_and_grad((2.0, 1, [5.0, 7.0]));
    assert_eq!(gradient, (7.0, (), [0.0, 2.0]));
}

#[test]
fn scalars_by_reference() {
    let (value, (x, y)): (f64, (f64, f64)) = real_reference_value_and_grad(&2.0, &3.0);
    assert_eq!((value, x, y), (15.0, 12.0, 5.0));
    assert_eq!(real_reference_jvp(&2.0, &3.0, &1.0, &1.0), (15.0, 17.0));
    let (_, residuals) = real_reference_primal(&2.0, &3.0);
    assert_eq!(real_reference_linear(&residuals, &1.0, &0.0), 12.0);
}

#[test]
fn discrete_parameters() {
    let at =
        |x: f64, y: f64| discrete(2, x, -3, 1, true, 4, &[1, 2], "ab", 'x', y, "abc".to_string());
    let (value, (dx, dy)) =
        discrete_value_and_grad(2, 1.5, -3, 1, true, 4, &[1, 2], "ab", 'x', 0.5, "abc".to_string());
    assert_eq!(value, at(1.5, 0.5));
    let expected = differences(|p| at(p[0], p[1]), &[1.5, 0.5]);
    close("x", dx, expected[0], 1e-9);
    close("y", dy, expected[1], 1e-9);
    let (_, tangent) =
        discrete_jvp(2, 1.5, -3, 1, true, 4, &[1, 2], "ab", 'x', 0.5, "abc".to_string(), 1.0, 0.0);
    close("jvp", tangent, dx, 1e-14);
    assert_eq!(
        booleans_grad(&[1.0, 2.0, 3.0], &[true, false, true], [2, 1, 0], &[1, 1, -1]),
        [-2.0, 0.0, 6.0]
    );
}

#[test]
fn unused_parameters() {
    assert_eq!(
        unused_value_and_grad(3.0, &[1.0, 2.0], [4.0, 5.0]),
        (9.0, (6.0, vec![0.0, 0.0], [0.0, 0.0]))
    );
    assert_eq!(unused_grad(3.0, &[], [4.0, 5.0]).1, Vec::<f64>::new());
}

/// Types that contain each other in many ways: 3¹⁷ of them lead to the innermost.
mod nested {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L0 {
        pub count: usize,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L1 {
        pub a: Vec<L0>,
        pub b: Option<L0>,
        pub c: Vec<L0>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L2 {
        pub a: Vec<L1>,
        pub b: Option<L1>,
        pub c: Vec<L1>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L3 {
        pub a: Vec<L2>,
        pub b: Option<L2>,
        pub c: Vec<L2>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L4 {
        pub a: Vec<L3>,
        pub b: Option<L3>,
        pub c: Vec<L3>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L5 {
        pub a: Vec<L4>,
        pub b: Option<L4>,
        pub c: Vec<L4>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L6 {
        pub a: Vec<L5>,
        pub b: Option<L5>,
        pub c: Vec<L5>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L7 {
        pub a: Vec<L6>,
        pub b: Option<L6>,
        pub c: Vec<L6>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L8 {
        pub a: Vec<L7>,
        pub b: Option<L7>,
        pub c: Vec<L7>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L9 {
        pub a: Vec<L8>,
        pub b: Option<L8>,
        pub c: Vec<L8>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L10 {
        pub a: Vec<L9>,
        pub b: Option<L9>,
        pub c: Vec<L9>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L11 {
        pub a: Vec<L10>,
        pub b: Option<L10>,
        pub c: Vec<L10>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L12 {
        pub a: Vec<L11>,
        pub b: Option<L11>,
        pub c: Vec<L11>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L13 {
        pub a: Vec<L12>,
        pub b: Option<L12>,
        pub c: Vec<L12>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L14 {
        pub a: Vec<L13>,
        pub b: Option<L13>,
        pub c: Vec<L13>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L15 {
        pub a: Vec<L14>,
        pub b: Option<L14>,
        pub c: Vec<L14>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L16 {
        pub a: Vec<L15>,
        pub b: Option<L15>,
        pub c: Vec<L15>,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct L17 {
        pub a: Vec<L16>,
        pub b: Option<L16>,
        pub c: Vec<L16>,
    }

    #[differentiate]
    pub fn scaled(#[constant] of: &L17, x: f64) -> f64 {
        let mut copy = of.clone();
        copy.c = copy.a.clone();
        x * copy.c.len() as f64
    }
}

#[test]
fn nested_types() {
    let of = nested::L17 { a: vec![Default::default(); 3], ..Default::default() };
    assert_eq!(nested::scaled_value_and_grad(&of, 2.0), (6.0, 3.0));
}
