//! Functions that call themselves.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 {
        1.0
    } else if n % 2 == 0 {
        let h = power(x, n / 2);
        h * h
    } else {
        x * power(x, n - 1)
    }
}

#[differentiate(reverse)]
fn tree_sum(v: &[f64]) -> f64 {
    match v.len() {
        0 => 0.0,
        1 => v[0].sin(),
        n => tree_sum(&v[..n / 2]) * 0.9 + tree_sum(&v[n / 2..]) * v[0],
    }
}

#[differentiate(reverse)]
fn trees(v: &[f64], depth: usize) -> f64 {
    let mut t = v[depth % v.len()];
    if depth == 0 {
        return t * t;
    }
    for k in 0..depth {
        let part = trees(v, k);
        if part > 0.2 {
            t += part * v[k % v.len()];
        } else {
            t -= part;
        }
    }
    t.sin()
}

#[differentiate(reverse)]
fn all_trees(v: &[f64]) -> f64 {
    trees(v, 5) + trees(v, 0) * trees(&v[1..], 2)
}

#[differentiate(reverse)]
fn determinant(m: &[Vec<f64>]) -> f64 {
    let n = m.len();
    if n == 0 {
        return 1.0;
    }
    let mut total = 0.0;
    let mut sign = 1.0;
    for column in 0..n {
        let mut minor = Vec::new();
        for i in 1..n {
            let mut row = Vec::with_capacity(n - 1);
            for j in 0..n {
                if j != column {
                    row.push(m[i][j]);
                }
            }
            minor.push(row);
        }
        total += sign * m[0][column] * determinant(&minor);
        sign = -sign;
    }
    total
}

#[differentiate(reverse)]
fn bisect(f: &[f64], lo: f64, hi: f64, steps: u8) -> f64 {
    let mid = (lo + hi) / 2.0;
    if steps == 0 {
        return mid * f[0];
    }
    let value = f[0] * mid * mid - f[1];
    if value > 0.0 { bisect(f, lo, mid, steps - 1) } else { bisect(f, mid, hi, steps - 1) }
}

#[differentiate(reverse)]
fn bisected(x: &[f64]) -> f64 {
    bisect(x, x[1] * 0.1, 3.0, 9)
}

#[differentiate(reverse)]
fn haar(v: Vec<f64>) -> Vec<f64> {
    let n = v.len();
    if n == 1 {
        return v;
    }
    let mut low = vec![0.0; n / 2];
    let mut out = vec![0.0; n];
    for i in 0..n / 2 {
        low[i] = (v[2 * i] + v[2 * i + 1]) * 0.5;
        out[n / 2 + i] = (v[2 * i] - v[2 * i + 1]) * v[0];
    }
    let coarse = haar(low);
    for i in 0..n / 2 {
        out[i] = coarse[i];
    }
    out
}

#[differentiate(reverse)]
fn haar_energy(x: &[f64]) -> f64 {
    let w = haar(x.to_vec());
    let mut t = 0.0;
    for (k, e) in w.iter().enumerate() {
        t += e * e * (k + 1) as f64;
    }
    t
}

#[differentiate(reverse)]
fn ackermann_like(p: (f64, f64), n: usize) -> (f64, f64) {
    if n == 0 {
        return (p.1, p.0 * p.1);
    }
    let q = ackermann_like((p.0 * 0.5, p.1), n - 1);
    let (a, b) = ackermann_like((q.1.sin(), q.0), n / 2);
    (a + p.0, b * 0.5)
}

#[differentiate(reverse)]
fn pairs(x: &[f64]) -> f64 {
    let (a, b) = ackermann_like((x[0], x[1]), 4);
    a * b
}

#[differentiate(reverse)]
fn chain(x: f64, n: usize) -> f64 {
    let mut y = x;
    let mut k = n;
    while k > 0 {
        y = y * 0.999 + 0.001 * y.sin();
        k -= 1;
    }
    y
}

#[differentiate(reverse)]
fn countdown(x: f64, n: usize) -> f64 {
    if n == 0 { x } else { countdown(x * 1.001, n - 1) }
}

#[test]
fn recursion() {
    assert_eq!(power_value_and_grad(2.0, 10), (1024.0, 10.0 * 512.0));
    assert_eq!(power_value_and_grad(-1.5, 0), (1.0, 0.0));
    assert_eq!(power_jvp(2.0, 5, 1.0), (32.0, 80.0));
    check!(tree_sum, [0.5, -0.3, 0.8, 0.2, 0.9, -0.4, 0.1]);
    check!(tree_sum, [0.5]);
    check!(tree_sum, []);
    check!(all_trees, [0.5, 0.3, 0.8, -0.2]);
    check!(bisected, [0.7, 1.9]);
    check!(haar_energy, [0.5, 0.3, 0.8, -0.2, 0.1, 0.6, -0.5, 0.9]);
    check!(pairs, [0.5, 0.3]);
    crate::support::close("countdown", countdown_grad(3.0, 500), 1.001f64.powi(500), 1e-12);
}

#[test]
fn minors() {
    let m = vec![vec![2.0, -1.0, 0.5], vec![0.0, 3.0, 1.0], vec![1.5, 0.25, -2.0]];
    let (value, gradient) = determinant_value_and_grad(&m);
    assert_eq!(value, determinant(&m));
    for i in 0..3 {
        for j in 0..3 {
            let at = |r: usize, c: usize| m[(i + r) % 3][(j + c) % 3];
            crate::support::close(
                "minor",
                gradient[i][j],
                at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1),
                1e-14,
            );
        }
    }
    assert_eq!(determinant_value_and_grad(&[]), (1.0, vec![]));
}

#[test]
fn a_long_chain() {
    let (value, gradient) = chain_value_and_grad(1.0, 100_000);
    assert_eq!(value, chain(1.0, 100_000));
    let h = 1e-4;
    crate::support::close(
        "chain",
        gradient,
        (chain(1.0 + h, 100_000) - chain(1.0 - h, 100_000)) / (2.0 * h),
        1e-6,
    );
}
