//! Monotone cubic interpolation, with errors of an enum and a binary search.

use autodiff::prelude::*;
use num_traits::Float;

#[derive(Debug, Clone, PartialEq)]
pub enum SplineError {
    TooFewPoints(usize),
    NotIncreasing { index: usize },
}
#[derive(Debug, Clone, Differentiable)]
pub struct Pchip {
    xs: Vec<f64>,
    ys: Vec<f64>,
    slopes: Vec<f64>,
}
#[differentiate]
impl Pchip {
    #[differentiate]
    pub fn new(xs: &[f64], ys: &[f64]) -> Result<Pchip, SplineError> {
        let n = xs.len();
        if n < 2 {
            return Err(SplineError::TooFewPoints(n));
        }
        if let Some(index) = xs.windows(2).position(|w| w[1] <= w[0]) {
            return Err(SplineError::NotIncreasing { index });
        }
        let h: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
        let delta: Vec<f64> = ys.windows(2).zip(&h).map(|(w, h)| (w[1] - w[0]) / h).collect();
        let mut slopes = vec![0.0; n];
        slopes[0] = delta[0];
        slopes[n - 1] = delta[n - 2];
        for i in 1..n - 1 {
            slopes[i] = if delta[i - 1] * delta[i] <= 0.0 {
                0.0
            } else {
                let w1 = 2.0 * h[i] + h[i - 1];
                let w2 = h[i] + 2.0 * h[i - 1];
                (w1 + w2) / (w1 / delta[i - 1] + w2 / delta[i])
            };
        }
        Ok(Pchip { xs: xs.to_vec(), ys: ys.to_vec(), slopes })
    }
    #[differentiate]
    pub fn eval(&self, x: f64) -> f64 {
        let i = match self.xs.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
            Ok(i) => return self.ys[i],
            Err(0) => return self.ys[0] + self.slopes[0] * (x - self.xs[0]),
            Err(i) if i >= self.xs.len() => {
                let last = self.xs.len() - 1;
                return self.ys[last] + self.slopes[last] * (x - self.xs[last]);
            }
            Err(i) => i - 1,
        };
        let h = self.xs[i + 1] - self.xs[i];
        let t = (x - self.xs[i]) / h;
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * self.ys[i]
            + (t3 - 2.0 * t2 + t) * h * self.slopes[i]
            + (-2.0 * t3 + 3.0 * t2) * self.ys[i + 1]
            + (t3 - t2) * h * self.slopes[i + 1]
    }
}
#[differentiate]
fn spline_program(x: &[f64]) -> f64 {
    let xs: Vec<f64> = (0..x.len()).map(|i| i as f64 + 0.1 * x[i].tanh()).collect();
    match Pchip::new(&xs, x) {
        Ok(s) => [0.37, 1.42, -0.8, 9.3].iter().map(|&t| s.eval(t)).sum::<f64>(),
        Err(SplineError::TooFewPoints(n)) => n as f64 + x.iter().sum::<f64>(),
        Err(SplineError::NotIncreasing { index }) => index as f64,
    }
}

mod laws {
    at_points! { spline_program }
}
