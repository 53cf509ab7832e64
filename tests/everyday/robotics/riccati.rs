//! The discrete Riccati equation of a linear-quadratic regulator, iterated until it settles.

use autodiff::prelude::*;
use std::f64::consts::FRAC_PI_2;

#[differentiate]
fn mat_mul<const R: usize, const K: usize, const C: usize>(
    a: &[[f64; K]; R],
    b: &[[f64; C]; K],
) -> [[f64; C]; R] {
    let mut out = [[0.0; C]; R];
    for i in 0..R {
        for j in 0..C {
            out[i][j] = (0..K).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    out
}
#[differentiate]
fn transpose<const R: usize, const C: usize>(a: &[[f64; C]; R]) -> [[f64; R]; C] {
    let mut t = [[0.0; R]; C];
    for (i, row) in a.iter().enumerate() {
        for (j, v) in row.iter().enumerate() {
            t[j][i] = *v;
        }
    }
    t
}
#[differentiate]
fn dare(a: &[[f64; 2]; 2], b: &[[f64; 1]; 2], q: f64, r: f64) -> ([[f64; 2]; 2], usize) {
    let mut p = [[q, 0.0], [0.0, q]];
    let mut iterations = 0;
    let mut change = f64::INFINITY;
    while change > 1e-3 && iterations < 8 {
        let pa = mat_mul(&p, a);
        let pb = mat_mul(&p, b);
        let bt = transpose(b);
        let at = transpose(a);
        let s = r + mat_mul(&bt, &pb)[0][0];
        let btpa = mat_mul(&bt, &pa);
        let mut next = mat_mul(&at, &pa);
        for i in 0..2 {
            for j in 0..2 {
                next[i][j] -= btpa[0][i] * btpa[0][j] / s;
            }
            next[i][i] += q;
        }
        change = next
            .iter()
            .flatten()
            .zip(p.iter().flatten())
            .map(|(n, o)| (n - o).abs())
            .fold(0.0, f64::max);
        p = next;
        iterations += 1;
    }
    (p, iterations)
}
#[differentiate]
fn dare_program(x: &[f64]) -> f64 {
    let a = [[1.0, 0.1], [0.2 * x[0], 0.9]];
    let b = [[0.0], [0.1 + 0.05 * x[0]]];
    let (p, iterations) = dare(&a, &b, 1.0, 0.1);
    p[0][0] + 0.5 * p[1][1] + p[0][1] * iterations as f64 * 0.01 + FRAC_PI_2
}

mod laws {
    at_points! { dare_program }
}
