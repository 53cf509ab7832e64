//! Mean, variance, skewness, median and correlation of a sample.

use autodiff::prelude::*;

#[differentiate]
fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}
#[differentiate]
fn variance(x: &[f64]) -> f64 {
    let m = mean(x);
    x.iter().map(|v| (v - m).powi(2)).sum::<f64>() / (x.len() - 1) as f64
}
#[differentiate]
fn skewness(x: &[f64]) -> f64 {
    let n = x.len() as f64;
    let m = mean(x);
    let (m2, m3) = x.iter().fold((0.0, 0.0), |(a, b), v| {
        let d = v - m;
        (a + d * d, b + d * d * d)
    });
    (m3 / n) / (m2 / n).powf(1.5)
}
#[derive(Differentiable, Clone, Debug, Default)]
pub struct Welford {
    count: usize,
    mean: f64,
    m2: f64,
}
#[differentiate]
impl Welford {
    #[differentiate]
    fn update(&mut self, x: f64) {
        self.count += 1;
        let delta = x - self.mean;
        self.mean += delta / self.count as f64;
        self.m2 += delta * (x - self.mean);
    }
    #[differentiate]
    fn variance(&self) -> Option<f64> {
        if self.count < 2 { None } else { Some(self.m2 / (self.count - 1) as f64) }
    }
}
#[differentiate]
fn median(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let n = v.len();
    if n % 2 == 1 { v[n / 2] } else { 0.5 * (v[n / 2 - 1] + v[n / 2]) }
}
#[differentiate]
fn correlation(x: &[f64], y: &[f64]) -> Result<f64, String> {
    if x.len() != y.len() {
        return Err(format!("{} and {}", x.len(), y.len()));
    }
    let (mx, my) = (mean(x), mean(y));
    let mut sxy = 0.0;
    let mut sxx = 0.0;
    let mut syy = 0.0;
    for (a, b) in x.iter().zip(y.iter()) {
        sxy += (a - mx) * (b - my);
        sxx += (a - mx) * (a - mx);
        syy += (b - my).powi(2);
    }
    Ok(sxy / (sxx * syy).sqrt())
}
#[differentiate]
fn statistics(x: &[f64]) -> f64 {
    let mut w = Welford::default();
    for v in x {
        w.update(*v);
    }
    let y: Vec<f64> = x.iter().enumerate().map(|(i, v)| v.sin() + i as f64).collect();
    let r = correlation(x, &y).unwrap_or(0.0);
    let mut q = x.to_vec();
    q.retain(|v| *v > 0.0);
    variance(x)
        + skewness(x)
        + w.variance().unwrap_or_default()
        + median(x)
        + r
        + if q.is_empty() { 0.0 } else { mean(&q) }
}

#[test]
fn laws() {
    check!(statistics, [0.1, 0.7, -0.3, 0.4, 1.2], 1e-6);
}
