//! A cubic spline, the algorithm of de Casteljau, and the basis of B-splines by recursion.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub struct CubicSpline {
    x: Vec<f64>,
    y: Vec<f64>,
    m: Vec<f64>,
}
#[differentiate]
impl CubicSpline {
    #[differentiate]
    pub fn natural(x: &[f64], y: &[f64]) -> Result<Self, String> {
        let n = x.len();
        if n < 3 || y.len() != n {
            return Err("need at least three points".to_owned());
        }
        let h: Vec<f64> = x.windows(2).map(|w| w[1] - w[0]).collect();
        let mut alpha = vec![0.0; n];
        for i in 1..n - 1 {
            alpha[i] = 3.0 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1]);
        }
        let (mut l, mut mu, mut z) = (vec![1.0; n], vec![0.0; n], vec![0.0; n]);
        for i in 1..n - 1 {
            l[i] = 2.0 * (x[i + 1] - x[i - 1]) - h[i - 1] * mu[i - 1];
            mu[i] = h[i] / l[i];
            z[i] = (alpha[i] - h[i - 1] * z[i - 1]) / l[i];
        }
        let mut m = vec![0.0; n];
        for j in (0..n - 1).rev() {
            m[j] = z[j] - mu[j] * m[j + 1];
        }
        Ok(CubicSpline { x: x.to_vec(), y: y.to_vec(), m })
    }
    fn segment(&self, t: f64) -> usize {
        let i = self.x.partition_point(|v| *v <= t);
        i.saturating_sub(1).min(self.x.len() - 2)
    }
    #[differentiate]
    pub fn eval(&self, t: f64) -> f64 {
        let i = self.segment(t);
        let h = self.x[i + 1] - self.x[i];
        let b = (self.y[i + 1] - self.y[i]) / h - h * (self.m[i + 1] + 2.0 * self.m[i]) / 3.0;
        let d = (self.m[i + 1] - self.m[i]) / (3.0 * h);
        let dx = t - self.x[i];
        self.y[i] + dx * (b + dx * (self.m[i] + dx * d))
    }
}
#[differentiate]
fn spline(q: &[f64]) -> f64 {
    let x = [0.0, 1.0, 2.5, 3.0, 4.2];
    match CubicSpline::natural(&x, q) {
        Ok(s) => (0..10).map(|k| s.eval(0.43 * k as f64)).map(|v| v * v).sum(),
        Err(_) => 0.0,
    }
}
#[differentiate]
fn de_casteljau(points: &[[f64; 2]], t: f64) -> [f64; 2] {
    let mut p = points.to_vec();
    while p.len() > 1 {
        p = p
            .windows(2)
            .map(|w| [w[0][0] * (1.0 - t) + w[1][0] * t, w[0][1] * (1.0 - t) + w[1][1] * t])
            .collect();
    }
    p[0]
}
#[differentiate]
fn bspline_basis(i: usize, k: usize, t: f64, knots: &[f64]) -> f64 {
    if k == 0 {
        return if knots[i] <= t && t < knots[i + 1] { 1.0 } else { 0.0 };
    }
    let d1 = knots[i + k] - knots[i];
    let d2 = knots[i + k + 1] - knots[i + 1];
    let a = if d1 > 0.0 { (t - knots[i]) / d1 * bspline_basis(i, k - 1, t, knots) } else { 0.0 };
    let b = if d2 > 0.0 {
        (knots[i + k + 1] - t) / d2 * bspline_basis(i + 1, k - 1, t, knots)
    } else {
        0.0
    };
    a + b
}
#[differentiate]
fn curves(q: &[f64]) -> f64 {
    let pts = [[0.0, q[0]], [q[1], 1.0], [2.0, q[2]], [3.0, 0.0]];
    let mut len = 0.0;
    let mut prev = pts[0];
    for k in 1..=8 {
        let p = de_casteljau(&pts, k as f64 / 8.0);
        len += (p[0] - prev[0]).hypot(p[1] - prev[1]);
        prev = p;
    }
    let knots: Vec<f64> = (0..8).map(f64::from).collect();
    let s: f64 = (0..4).map(|i| q[i % 3] * bspline_basis(i, 3, 3.0 + 0.5 * q[0], &knots)).sum();
    len + s
}

#[test]
fn laws() {
    check!(spline, [1.02, 0.25, 0.9, 0.4, -0.3], 1e-6);
    check!(curves, [0.3, 0.8, 0.5], 1e-6);
}
