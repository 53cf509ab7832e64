//! Matrices, processes, hidden states.

use autodiff::prelude::*;

// 16 linear algebra with struct Matrix
use std::ops::{Index, IndexMut, Mul};
#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}
#[differentiate]
impl Matrix {
    #[differentiate]
    fn from_rows(rows: &[Vec<f64>]) -> Matrix {
        Matrix {
            rows: rows.len(),
            cols: rows[0].len(),
            data: rows.iter().flatten().copied().collect(),
        }
    }
    fn zeros(rows: usize, cols: usize) -> Matrix {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }
    #[differentiate]
    fn transpose(&self) -> Matrix {
        let mut t = Matrix::zeros(self.cols, self.rows);
        for i in 0..self.rows {
            for j in 0..self.cols {
                t[(j, i)] = self[(i, j)];
            }
        }
        t
    }
    #[differentiate]
    fn cholesky(&self) -> Option<Matrix> {
        let n = self.rows;
        let mut l = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..=i {
                let mut s = self[(i, j)];
                for k in 0..j {
                    s -= l[(i, k)] * l[(j, k)];
                }
                if i == j {
                    if s <= 0.0 {
                        return None;
                    }
                    l[(i, j)] = s.sqrt();
                } else {
                    l[(i, j)] = s / l[(j, j)];
                }
            }
        }
        Some(l)
    }
    #[differentiate]
    fn solve_lower(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for i in 0..self.rows {
            for k in 0..i {
                x[i] -= self[(i, k)] * x[k];
            }
            x[i] /= self[(i, i)];
        }
        x
    }
    #[differentiate]
    fn trace(&self) -> f64 {
        (0..self.rows).map(|i| self[(i, i)]).sum()
    }
}
#[differentiate]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    #[differentiate]
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}
#[differentiate]
impl IndexMut<(usize, usize)> for Matrix {
    #[differentiate]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}
#[differentiate]
impl Mul for &Matrix {
    type Output = Matrix;
    #[differentiate]
    fn mul(self, o: &Matrix) -> Matrix {
        let mut m = Matrix::zeros(self.rows, o.cols);
        for i in 0..self.rows {
            for j in 0..o.cols {
                let mut s = 0.0;
                for k in 0..self.cols {
                    s += self[(i, k)] * o[(k, j)];
                }
                m[(i, j)] = s;
            }
        }
        m
    }
}
#[differentiate]
fn algebra(q: &[f64]) -> f64 {
    let a =
        Matrix::from_rows(&[vec![q[0], q[1], 0.3], vec![1.0, q[2], q[0]], vec![0.2, -q[1], 2.0]]);
    let mut s = &a * &a.transpose();
    for i in 0..3 {
        s[(i, i)] += 1.0;
    }
    let l = s.cholesky().expect("positive definite");
    let x = l.solve_lower(&[1.0, q[0], q[2]]);
    let logdet = 2.0 * (0..3).map(|i| l[(i, i)].ln()).sum::<f64>();
    logdet + x.iter().map(|v| v * v).sum::<f64>() + s.trace()
}
// 17 gaussian process regression
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
// 18 hidden Markov model
#[derive(Differentiable, Clone, Debug)]
pub struct Hmm<const S: usize, const O: usize> {
    init: [f64; S],
    trans: [[f64; S]; S],
    emit: [[f64; O]; S],
}
#[differentiate]
impl<const S: usize, const O: usize> Hmm<S, O> {
    #[differentiate]
    fn log_likelihood(&self, obs: &[usize]) -> f64 {
        let mut alpha = [0.0; S];
        for s in 0..S {
            alpha[s] = self.init[s] * self.emit[s][obs[0]];
        }
        let mut ll = 0.0;
        for &o in &obs[1..] {
            let scale: f64 = alpha.iter().sum();
            ll += scale.ln();
            let mut next = [0.0; S];
            for (t, n) in next.iter_mut().enumerate() {
                *n = (0..S).map(|s| alpha[s] / scale * self.trans[s][t]).sum::<f64>()
                    * self.emit[t][o];
            }
            alpha = next;
        }
        ll + alpha.iter().sum::<f64>().ln()
    }
    #[differentiate]
    fn viterbi(&self, obs: &[usize]) -> (f64, Vec<usize>) {
        let mut score: Vec<f64> =
            (0..S).map(|s| (self.init[s] * self.emit[s][obs[0]]).ln()).collect();
        let mut path = Vec::new();
        for &o in obs.iter().skip(1) {
            let mut next = vec![f64::NEG_INFINITY; S];
            let mut back = 0;
            for t in 0..S {
                for s in 0..S {
                    let v = score[s] + self.trans[s][t].ln() + self.emit[t][o].ln();
                    if v > next[t] {
                        next[t] = v;
                        back = s;
                    }
                }
            }
            path.push(back);
            score = next;
        }
        (score.iter().cloned().fold(f64::NEG_INFINITY, f64::max), path)
    }
}
#[differentiate]
fn hmm(q: &[f64]) -> f64 {
    let h = Hmm {
        init: [0.6, 0.4],
        trans: [[q[0], 1.0 - q[0]], [q[1], 1.0 - q[1]]],
        emit: [[0.5, q[2], 0.5 - q[2]], [0.1, 0.3, 0.6]],
    };
    let (best, path) = h.viterbi(&[0, 1, 2, 1]);
    h.log_likelihood(&[0, 1, 2, 2, 0]) + best * path.len() as f64
}
#[test]
fn t16() {
    check!(algebra, [1.02, 0.25, 0.9], 1e-6);
}
#[test]
fn t17() {
    check!(gp, [0.31, 0.7, 0.43], 1e-6);
}
#[test]
fn t18() {
    check!(hmm, [0.3, 0.7, 0.2], 1e-6);
}
