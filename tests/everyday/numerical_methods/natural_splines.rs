//! A natural cubic spline: its coefficients, values and integral.

use autodiff::prelude::*;

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
fn spline_program(q: &[f64]) -> f64 {
    let Some(s) = Spline::new(&[(0.0, q[0]), (1.0, q[1]), (1.5 + q[2], 0.3), (3.0, -q[0])]) else {
        return f64::NAN;
    };
    s.eval(0.4) * s.eval(1.7) + s.integral() + s.eval(2.0 * q[2])
}

#[test]
fn laws() {
    check!(spline_program, [0.3, 0.25, 0.4], 1e-6);
}
