//! User-defined matrices: a Cholesky factorization with errors, an extended Kalman filter, a
//! natural spline.

use autodiff::prelude::*;
use std::fmt;
use std::ops::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}
#[derive(Debug, Clone, PartialEq)]
pub enum LinalgError {
    NotPositiveDefinite(usize),
    DimensionMismatch { expected: usize, found: usize },
}
impl fmt::Display for LinalgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinalgError::NotPositiveDefinite(i) => write!(f, "pivot {i}"),
            LinalgError::DimensionMismatch { expected, found } => write!(f, "{expected} {found}"),
        }
    }
}
impl std::error::Error for LinalgError {}
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
impl Matrix {
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }
    #[differentiate]
    pub fn from_rows(rows: &[Vec<f64>]) -> Self {
        let r = rows.len();
        let c = rows[0].len();
        let mut m = Matrix::zeros(r, c);
        for (i, row) in rows.iter().enumerate() {
            for (j, v) in row.iter().enumerate() {
                m[(i, j)] = *v;
            }
        }
        m
    }
    #[differentiate]
    pub fn cholesky(&self) -> Result<Matrix, LinalgError> {
        if self.rows != self.cols {
            return Err(LinalgError::DimensionMismatch { expected: self.rows, found: self.cols });
        }
        let n = self.rows;
        let mut l = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..=i {
                let mut sum = self[(i, j)];
                for k in 0..j {
                    sum -= l[(i, k)] * l[(j, k)];
                }
                if i == j {
                    if sum <= 0.0 {
                        return Err(LinalgError::NotPositiveDefinite(i));
                    }
                    l[(i, j)] = sum.sqrt();
                } else {
                    l[(i, j)] = sum / l[(j, j)];
                }
            }
        }
        Ok(l)
    }
    #[differentiate]
    pub fn solve(&self, b: &[f64]) -> Result<Vec<f64>, LinalgError> {
        if b.len() != self.rows {
            return Err(LinalgError::DimensionMismatch { expected: self.rows, found: b.len() });
        }
        let l = self.cholesky()?;
        let n = b.len();
        let mut y = b.to_vec();
        for i in 0..n {
            for k in 0..i {
                y[i] -= l[(i, k)] * y[k];
            }
            y[i] /= l[(i, i)];
        }
        for i in (0..n).rev() {
            for k in i + 1..n {
                y[i] -= l[(k, i)] * y[k];
            }
            y[i] /= l[(i, i)];
        }
        Ok(y)
    }
    #[differentiate]
    pub fn log_det(&self) -> Result<f64, LinalgError> {
        let l = self.cholesky()?;
        Ok((0..self.rows).map(|i| l[(i, i)].ln()).sum::<f64>() * 2.0)
    }
}
#[differentiate]
fn mvn_logpdf(x: &[f64], mean: &[f64], cov: &Matrix) -> Result<f64, LinalgError> {
    let d: Vec<f64> = x.iter().zip(mean).map(|(a, b)| a - b).collect();
    let s = cov.solve(&d)?;
    let quad: f64 = d.iter().zip(s.iter()).map(|(a, b)| a * b).sum();
    Ok(-0.5 * (quad + cov.log_det()? + x.len() as f64 * (2.0 * std::f64::consts::PI).ln()))
}
#[differentiate]
fn p1(q: &[f64]) -> f64 {
    let cov =
        Matrix::from_rows(&[vec![2.0, q[0], 0.1], vec![q[0], 1.5, q[1]], vec![0.1, q[1], 1.0]]);
    let bad = match mvn_logpdf(&q[..2], &[0.0, 0.0], &cov) {
        Ok(v) => v,
        Err(LinalgError::NotPositiveDefinite(i)) => i as f64,
        Err(LinalgError::DimensionMismatch { expected, found }) => (expected + found) as f64 * q[0],
    };
    mvn_logpdf(&[q[0], 0.2, q[2]], &[0.0, q[1], 0.1], &cov).unwrap() + bad
}
#[test]
fn t1() {
    check!(p1, [0.3, 0.25, 0.4], 1e-6);
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Mat<const R: usize, const C: usize>([[f64; C]; R]);
impl<const R: usize, const C: usize> Default for Mat<R, C> {
    fn default() -> Self {
        Mat([[0.0; C]; R])
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Mat<R, C> {
    fn zeros() -> Self {
        Mat([[0.0; C]; R])
    }
    #[differentiate]
    fn transpose(&self) -> Mat<C, R> {
        let mut out = Mat::<C, R>::zeros();
        for i in 0..R {
            for j in 0..C {
                out.0[j][i] = self.0[i][j];
            }
        }
        out
    }
}
impl<const N: usize> Mat<N, N> {
    fn identity() -> Self {
        let mut m = Self::zeros();
        for i in 0..N {
            m.0[i][i] = 1.0;
        }
        m
    }
}
#[differentiate]
impl<const R: usize, const K: usize, const C: usize> Mul<Mat<K, C>> for Mat<R, K> {
    type Output = Mat<R, C>;
    #[differentiate]
    fn mul(self, rhs: Mat<K, C>) -> Mat<R, C> {
        let mut out = Mat([[0.0; C]; R]);
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.0[i][j] += self.0[i][k] * rhs.0[k][j];
                }
            }
        }
        out
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Add for Mat<R, C> {
    type Output = Self;
    #[differentiate]
    fn add(mut self, rhs: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(rhs.0.iter()) {
            for (x, y) in a.iter_mut().zip(b) {
                *x += y;
            }
        }
        self
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Sub for Mat<R, C> {
    type Output = Self;
    #[differentiate]
    fn sub(self, rhs: Self) -> Self {
        let mut out = self;
        for i in 0..R {
            for j in 0..C {
                out.0[i][j] -= rhs.0[i][j];
            }
        }
        out
    }
}
#[differentiate]
fn inverse2(m: &Mat<2, 2>) -> Option<Mat<2, 2>> {
    let [[a, b], [c, d]] = m.0;
    let det = a * d - b * c;
    if det.abs() < f64::EPSILON {
        return None;
    }
    Some(Mat([[d / det, -b / det], [-c / det, a / det]]))
}
#[derive(Differentiable, Clone, Debug)]
pub struct Ekf {
    state: Mat<2, 1>,
    cov: Mat<2, 2>,
    process: Mat<2, 2>,
    noise: Mat<2, 2>,
}
#[differentiate]
impl Ekf {
    #[differentiate]
    fn predict(&mut self, dt: f64) {
        let f = Mat([[1.0, dt], [-dt * self.state.0[0][0].cos(), 1.0]]);
        let theta = self.state.0[0][0] + dt * self.state.0[1][0];
        let omega = self.state.0[1][0] - dt * self.state.0[0][0].sin();
        self.state = Mat([[theta], [omega]]);
        self.cov = f * self.cov * f.transpose() + self.process;
    }
    #[differentiate]
    fn update(&mut self, z: [f64; 2]) -> Result<f64, String> {
        let h = Mat([[self.state.0[0][0].cos(), 0.0], [0.0, 1.0]]);
        let predicted = Mat([[self.state.0[0][0].sin()], [self.state.0[1][0]]]);
        let innovation = Mat([[z[0]], [z[1]]]) - predicted;
        let s = h * self.cov * h.transpose() + self.noise;
        let s_inv = inverse2(&s).ok_or_else(|| "singular innovation".to_string())?;
        let gain = self.cov * h.transpose() * s_inv;
        self.state = self.state + gain * innovation;
        self.cov = self.cov - gain * h * self.cov;
        let m = innovation.transpose() * s_inv * innovation;
        Ok(m.0[0][0])
    }
}
#[differentiate]
fn p11(q: &[f64]) -> f64 {
    let mut ekf = Ekf {
        state: Mat([[q[0]], [q[1]]]),
        cov: Mat([[0.5, 0.0], [0.0, 0.5]]),
        process: Mat([[0.01, 0.0], [0.0, q[2] * q[2]]]),
        noise: Mat([[0.1, 0.0], [0.0, 0.2]]),
    };
    let mut total = 0.0;
    for k in 0..4 {
        ekf.predict(0.1);
        match ekf.update([0.2 + 0.1 * k as f64, 0.3]) {
            Ok(m) => total += m,
            Err(e) => {
                println!("{e}");
                return f64::NAN;
            }
        }
    }
    total + ekf.state.0[0][0] * ekf.cov.0[0][1]
}
#[test]
fn t11() {
    check!(p11, [0.3, 0.25, 0.4], 1e-6);
}

#[derive(Differentiable, Clone, Debug)]
pub struct Spline {
    xs: Vec<f64>,
    ys: Vec<f64>,
    m: Vec<f64>,
}
#[differentiate]
impl Spline {
    #[differentiate]
    pub fn new(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        if xs.windows(2).any(|w| w[1] <= w[0]) {
            return None;
        }
        let n = xs.len();
        let h: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
        let mut a = vec![0.0; n];
        let mut b = vec![1.0; n];
        let mut c = vec![0.0; n];
        let mut d = vec![0.0; n];
        for i in 1..n - 1 {
            a[i] = h[i - 1];
            b[i] = 2.0 * (h[i - 1] + h[i]);
            c[i] = h[i];
            d[i] = 6.0 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]);
        }
        for i in 1..n {
            let w = a[i] / b[i - 1];
            b[i] -= w * c[i - 1];
            d[i] -= w * d[i - 1];
        }
        let mut m = vec![0.0; n];
        m[n - 1] = d[n - 1] / b[n - 1];
        for i in (0..n - 1).rev() {
            m[i] = (d[i] - c[i] * m[i + 1]) / b[i];
        }
        Some(Spline { xs, ys, m })
    }
    #[differentiate]
    pub fn eval(&self, x: f64) -> f64 {
        let i = match self.xs.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
            Ok(i) => i.min(self.xs.len() - 2),
            Err(0) => 0,
            Err(i) => (i - 1).min(self.xs.len() - 2),
        };
        let h = self.xs[i + 1] - self.xs[i];
        let (a, b) = ((self.xs[i + 1] - x) / h, (x - self.xs[i]) / h);
        a * self.ys[i]
            + b * self.ys[i + 1]
            + ((a.powi(3) - a) * self.m[i] + (b.powi(3) - b) * self.m[i + 1]) * h * h / 6.0
    }
    #[differentiate]
    pub fn integral(&self) -> f64 {
        self.xs
            .windows(2)
            .zip(self.ys.windows(2))
            .zip(self.m.windows(2))
            .map(|((x, y), m)| {
                let h = x[1] - x[0];
                h * (y[0] + y[1]) / 2.0 - h.powi(3) * (m[0] + m[1]) / 24.0
            })
            .sum()
    }
}
#[differentiate]
fn p5(q: &[f64]) -> f64 {
    let Some(s) = Spline::new(&[(0.0, q[0]), (1.0, q[1]), (1.5 + q[2], 0.3), (3.0, -q[0])]) else {
        return f64::NAN;
    };
    s.eval(0.4) * s.eval(1.7) + s.integral() + s.eval(2.0 * q[2])
}
#[test]
fn t5() {
    check!(p5, [0.3, 0.25, 0.4], 1e-6);
}
