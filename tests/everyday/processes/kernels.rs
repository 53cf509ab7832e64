//! The likelihood of a Gaussian process for each kernel of an enum, by elimination.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
pub enum Kernel {
    Rbf,
    Matern,
}
#[differentiate]
fn kernel(kind: Kernel, a: f64, b: f64, l: f64, s: f64) -> f64 {
    let r = (a - b).abs() / l;
    s * s
        * match kind {
            Kernel::Rbf => (-0.5 * r * r).exp(),
            Kernel::Matern => {
                let t = 3f64.sqrt() * r;
                (1.0 + t) * (-t).exp()
            }
        }
}
#[differentiate]
fn lu_solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> (Vec<f64>, f64) {
    let n = b.len();
    let mut det = 1.0;
    for c in 0..n {
        let mut p = c;
        for r in c + 1..n {
            if a[r][c].abs() > a[p][c].abs() {
                p = r;
            }
        }
        if p != c {
            a.swap(p, c);
            b.swap(p, c);
            det = -det;
        }
        det *= a[c][c];
        for r in c + 1..n {
            let f = a[r][c] / a[c][c];
            for k in c..n {
                let t = a[c][k];
                a[r][k] -= f * t;
            }
            b[r] -= f * b[c];
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let s: f64 = (i + 1..n).map(|k| a[i][k] * x[k]).sum();
        x[i] = (b[i] - s) / a[i][i];
    }
    (x, det)
}
#[differentiate]
fn log_likelihood(xs: &[f64], ys: &[f64], l: f64, s: f64, noise: f64, kind: Kernel) -> f64 {
    let n = xs.len();
    let mut k = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            k[i][j] = kernel(kind, xs[i], xs[j], l, s);
        }
        k[i][i] += noise * noise;
    }
    let (alpha, det) = lu_solve(k, ys.to_vec());
    -0.5 * ys.iter().zip(&alpha).map(|(y, a)| y * a).sum::<f64>()
        - 0.5 * det.ln()
        - 0.5 * n as f64 * (2.0 * std::f64::consts::PI).ln()
}
#[differentiate]
fn gp(q: &[f64]) -> f64 {
    log_likelihood(&[0.0, 0.5, 1.1], &[0.1, q[0], 0.3], q[1], q[2], 0.2, Kernel::Rbf)
        + log_likelihood(&[0.0, 0.5, 1.1], &[0.1, q[0], 0.3], q[1], q[2], 0.2, Kernel::Matern)
}

#[test]
fn laws() {
    check!(gp, [0.31, 0.7, 0.43], 1e-6);
}
