//! Methods on slices: Cholesky, LU, Gram–Schmidt, Givens rotations, the exponential of a matrix,
//! power iteration, PageRank, conjugate gradients.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn cholesky(a: &[f64], n: usize) -> Vec<f64> {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let mut sum = a[i * n + j];
            for k in 0..j {
                sum -= l[i * n + k] * l[j * n + k];
            }
            if i == j {
                assert!(sum > 0.0, "not positive definite");
                l[i * n + i] = sum.sqrt();
            } else {
                l[i * n + j] = sum / l[j * n + j];
            }
        }
    }
    l
}

#[differentiate(reverse)]
fn forward_substitution(l: &[f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut y: Vec<f64> = Vec::with_capacity(n);
    for i in 0..n {
        let row = &l[i * n..(i + 1) * n];
        let mut sum = b[i];
        for (k, v) in y.iter().enumerate() {
            sum -= row[k] * v;
        }
        y.push(sum / row[i]);
    }
    y
}

#[differentiate(reverse)]
fn gaussian_process(x: &[f64]) -> f64 {
    // log marginal likelihood with a squared exponential kernel
    let n = x.len();
    let (scale, noise) = (x[0].abs() + 0.5, 0.1 + x[1] * x[1]);
    let mut k = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let d = (x[i] - x[j]) / scale;
            k[i * n + j] = (-0.5 * d * d).exp();
        }
        k[i * n + i] += noise;
    }
    let l = cholesky(&k, n);
    let y = forward_substitution(&l, &[1.0, -0.5, 0.25, 2.0]);
    let mut total = -0.5 * n as f64 * (2.0 * std::f64::consts::PI).ln();
    for i in 0..n {
        total -= 0.5 * y[i] * y[i] + l[i * n + i].ln();
    }
    total
}

#[differentiate(reverse)]
fn lu_solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a[i][k].abs() > a[pivot][k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            a.swap(pivot, k);
            b.swap(pivot, k);
        }
        for i in k + 1..n {
            let f = a[i][k] / a[k][k];
            a[i][k] = f;
            for j in k + 1..n {
                a[i][j] -= f * a[k][j];
            }
            b[i] -= f * b[k];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b
}

#[differentiate(reverse)]
fn solved(x: &[f64]) -> f64 {
    let a = vec![vec![x[0], x[1], 1.0], vec![x[2], 0.5, x[3]], vec![2.0, x[4], x[5]]];
    let s = lu_solve(a, vec![x[6], 1.0, x[7]]);
    s[0] * s[1] + s[2].sin()
}

#[differentiate(reverse)]
fn gram_schmidt(x: &[f64]) -> f64 {
    let mut q = [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]];
    let mut r = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..i {
            let mut d = 0.0;
            for k in 0..3 {
                d += q[i][k] * q[j][k];
            }
            r[j][i] = d;
            for k in 0..3 {
                q[i][k] -= d * q[j][k];
            }
        }
        let mut s = 0.0;
        for v in &q[i] {
            s += v * v;
        }
        r[i][i] = s.sqrt();
        for v in q[i].iter_mut() {
            *v /= r[i][i];
        }
    }
    q[0][1] * q[1][2] - q[2][0] + r[0][2] * r[1][1] + r[2][2].ln()
}

#[differentiate(reverse)]
fn givens(x: &[f64]) -> f64 {
    // QR by rotations, in place
    let n = 3;
    let mut a = [[0.0; 3]; 3];
    for (k, v) in x.iter().enumerate() {
        a[k / n][k % n] = *v;
    }
    for j in 0..n {
        for i in (j + 1..n).rev() {
            let (p, q) = (a[i - 1][j], a[i][j]);
            if q == 0.0 {
                continue;
            }
            let r = p.hypot(q);
            let (c, s) = (p / r, q / r);
            for k in j..n {
                let (u, v) = (a[i - 1][k], a[i][k]);
                a[i - 1][k] = c * u + s * v;
                a[i][k] = c * v - s * u;
            }
        }
    }
    a[0][0].abs().ln() + a[1][1] * a[0][2] + a[2][2] * a[2][2]
}

#[differentiate(reverse)]
fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let (n, m, p) = (a.len(), b.len(), b[0].len());
    let mut c = vec![vec![0.0; p]; n];
    for i in 0..n {
        for k in 0..m {
            let f = a[i][k];
            for j in 0..p {
                c[i][j] += f * b[k][j];
            }
        }
    }
    c
}

#[differentiate(reverse)]
fn matrix_exponential(x: &[f64]) -> f64 {
    // Taylor with scaling and squaring
    let a = vec![vec![x[0] / 8.0, x[1] / 8.0], vec![x[2] / 8.0, x[3] / 8.0]];
    let mut sum = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    let mut term = sum.clone();
    for k in 1..9 {
        term = product(&term, &a);
        for row in term.iter_mut() {
            for v in row.iter_mut() {
                *v /= k as f64;
            }
        }
        for i in 0..2 {
            for j in 0..2 {
                sum[i][j] += term[i][j];
            }
        }
    }
    for _ in 0..3 {
        sum = product(&sum, &sum);
    }
    sum[0][0] * sum[1][1] - sum[0][1] * sum[1][0] + sum[0][1]
}

#[differentiate(reverse)]
fn power_iteration(x: &[f64]) -> f64 {
    let n = 3;
    let mut v = vec![1.0; n];
    let mut lambda = 0.0;
    for _ in 0..30 {
        let mut w = vec![0.0; n];
        for i in 0..n {
            for j in 0..n {
                let a = if i == j { 3.0 + x[i] } else { x[i + j] * 0.5 };
                w[i] += a * v[j];
            }
        }
        let mut norm = 0.0;
        for e in &w {
            norm += e * e;
        }
        lambda = norm.sqrt();
        for (a, b) in v.iter_mut().zip(&w) {
            *a = b / lambda;
        }
    }
    lambda
}

#[differentiate(reverse)]
fn page_rank(weights: &[f64], edges: &[(usize, usize)], pages: usize) -> Vec<f64> {
    let mut out = vec![0.0; pages];
    for (k, &(from, _)) in edges.iter().enumerate() {
        out[from] += weights[k].exp();
    }
    let mut rank = vec![1.0 / pages as f64; pages];
    for _ in 0..20 {
        let mut next = vec![0.15 / pages as f64; pages];
        for (k, &(from, to)) in edges.iter().enumerate() {
            next[to] += 0.85 * rank[from] * weights[k].exp() / out[from];
        }
        rank = next;
    }
    rank
}

#[differentiate(reverse)]
fn rank_of_the_first(x: &[f64]) -> f64 {
    let edges: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 0), (0, 2), (3, 0), (2, 3)];
    let rank = page_rank(x, &edges, 4);
    rank[0].ln() + rank[3] * rank[1]
}

#[differentiate(reverse)]
fn conjugate_gradients(x: &[f64]) -> f64 {
    let n = x.len();
    let mut u = vec![0.0; n];
    let mut r = x.to_vec();
    let mut p = r.clone();
    let mut rho = dot(&r, &r);
    for _ in 0..n {
        if rho < 1e-20 {
            break;
        }
        let mut q = vec![0.0; n];
        for i in 0..n {
            q[i] = (2.5 + 0.1 * x[0] * x[0]) * p[i];
            if i > 0 {
                q[i] -= p[i - 1];
            }
            if i + 1 < n {
                q[i] -= p[i + 1];
            }
        }
        let alpha = rho / dot(&p, &q);
        for i in 0..n {
            u[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        let next = dot(&r, &r);
        let beta = next / rho;
        for (a, b) in p.iter_mut().zip(&r) {
            *a = b + beta * *a;
        }
        rho = next;
    }
    dot(&u, x)
}

#[differentiate(reverse)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut total = 0.0;
    for (x, y) in a.iter().zip(b) {
        total += x * y;
    }
    total
}

#[test]
fn linear_algebra() {
    check!(gaussian_process, [0.5, -0.3, 0.8, 0.2]);
    check!(solved, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 1.3]);
    check!(gram_schmidt, [1.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 0.3, 1.2]);
    check!(givens, [1.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 0.3, 1.2]);
    check!(matrix_exponential, [0.5, -0.3, 0.8, 0.2]);
    check!(power_iteration, [0.5, -0.3, 0.8, 0.2, 0.1]);
    check!(rank_of_the_first, [0.5, -0.3, 0.8, 0.2, 0.1, -0.4]);
    check!(conjugate_gradients, [0.5, -0.3, 0.8, 0.2]);
}
