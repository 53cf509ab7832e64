//! Running moments that merge, quantiles, robust regression, Cox regression, and a mixture by
//! expectation maximization.

use autodiff::prelude::*;

// running statistics with merge
#[derive(Debug, Clone, Copy, Default, PartialEq, Differentiable)]
pub struct RunningStats {
    #[constant]
    n: u64,
    mean: f64,
    m2: f64,
    min: Option<f64>,
    max: Option<f64>,
}

#[differentiate]
impl RunningStats {
    pub fn new() -> Self {
        Self::default()
    }
    #[differentiate]
    pub fn push(&mut self, x: f64) {
        self.n += 1;
        let delta = x - self.mean;
        self.mean += delta / self.n as f64;
        self.m2 += delta * (x - self.mean);
        self.min = Some(self.min.map_or(x, |m| m.min(x)));
        self.max = match self.max {
            Some(m) if m >= x => Some(m),
            _ => Some(x),
        };
    }
    #[differentiate]
    pub fn variance(&self) -> Option<f64> {
        if self.n < 2 { None } else { Some(self.m2 / (self.n - 1) as f64) }
    }
    #[differentiate]
    pub fn range(&self) -> Option<f64> {
        Some(self.max? - self.min?)
    }
    #[differentiate]
    pub fn merge(self, other: RunningStats) -> RunningStats {
        if self.n == 0 {
            return other;
        }
        if other.n == 0 {
            return self;
        }
        let n = self.n + other.n;
        let delta = other.mean - self.mean;
        let (na, nb) = (self.n as f64, other.n as f64);
        RunningStats {
            n,
            mean: self.mean + delta * nb / n as f64,
            m2: self.m2 + other.m2 + delta * delta * na * nb / n as f64,
            min: self.min.zip(other.min).map(|(a, b)| a.min(b)),
            max: self.max.zip(other.max).map(|(a, b)| a.max(b)),
        }
    }
}
#[differentiate]
fn stats_program(x: &[f64]) -> f64 {
    let mut left = RunningStats { n: 0, mean: 0.0, m2: 0.0, min: None, max: None };
    let mut right = left;
    for (i, &v) in x.iter().enumerate() {
        if i % 2 == 0 { left.push(v) } else { right.push(v * 1.5) }
    }
    let all = left.merge(right);
    all.variance().unwrap_or(0.01).sqrt() + 0.3 * all.range().unwrap_or_default()
}

// quantiles with interpolation
#[differentiate]
fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    if sorted.is_empty() || !(0.0..=1.0).contains(&q) {
        return None;
    }
    let pos = q * (sorted.len() - 1) as f64;
    let lo = pos.floor() as usize;
    let hi = pos.ceil() as usize;
    let frac = pos - lo as f64;
    Some(sorted[lo] * (1.0 - frac) + sorted[hi] * frac)
}
#[differentiate]
fn iqr_filtered_mean(x: &[f64]) -> Option<f64> {
    let mut sorted = x.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let q1 = quantile(&sorted, 0.25)?;
    let q3 = quantile(&sorted, 0.75)?;
    let iqr = q3 - q1;
    let (lo, hi) = (q1 - 1.5 * iqr, q3 + 1.5 * iqr);
    let kept: Vec<f64> = x.iter().copied().filter(|v| (lo..=hi).contains(v)).collect();
    if kept.is_empty() {
        return None;
    }
    let mean = kept.iter().sum::<f64>() / kept.len() as f64;
    Some(mean + 0.1 * iqr)
}
#[differentiate]
fn quantile_program(x: &[f64]) -> f64 {
    iqr_filtered_mean(x).unwrap_or(f64::NAN.max(0.5)) * 2.0
}

// robust regression with a loss trait
trait Loss {
    fn rho(&self, r: f64) -> f64;
    fn weight(&self, r: f64) -> f64 {
        if r == 0.0 { 1.0 } else { self.rho(r) / (0.5 * r * r) }
    }
}
struct Huber {
    delta: f64,
}
struct Tukey(f64);
impl Loss for Huber {
    fn rho(&self, r: f64) -> f64 {
        let a = r.abs();
        if a <= self.delta { 0.5 * r * r } else { self.delta * (a - 0.5 * self.delta) }
    }
}
impl Loss for Tukey {
    fn rho(&self, r: f64) -> f64 {
        let c = self.0;
        match r.abs() {
            a if a <= c => c * c / 6.0 * (1.0 - (1.0 - (r / c).powi(2)).powi(3)),
            _ => c * c / 6.0,
        }
    }
}

// Kaplan-Meier style hazard with enum of censoring
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Event,
    Censored,
}
#[derive(Debug, Clone, Differentiable)]
struct Subject {
    time: f64,
    #[constant]
    status: Status,
    covariates: [f64; 2],
}
#[differentiate]
impl Subject {
    #[differentiate]
    fn linear_predictor(&self, beta: &[f64; 2]) -> f64 {
        self.covariates.iter().zip(beta.iter()).map(|(x, b)| x * b).sum()
    }
}
#[differentiate]
fn cox_partial_likelihood(subjects: &[Subject], beta: &[f64; 2]) -> f64 {
    let mut ll = 0.0;
    for s in subjects.iter().filter(|s| s.status == Status::Event) {
        let eta = s.linear_predictor(beta);
        let risk: f64 = subjects
            .iter()
            .filter(|o| o.time >= s.time)
            .map(|o| o.linear_predictor(beta).exp())
            .sum();
        ll += eta - risk.ln();
    }
    ll
}
#[differentiate]
fn cox_program(x: &[f64]) -> f64 {
    let subjects: Vec<Subject> = x
        .iter()
        .enumerate()
        .map(|(i, &v)| Subject {
            time: (i * 7 % 5) as f64 + 0.5,
            status: if i % 3 == 2 { Status::Censored } else { Status::Event },
            covariates: [v, (v * 0.5).sin()],
        })
        .collect();
    cox_partial_likelihood(&subjects, &[0.4, -0.3])
}

// EM for a mixture
const SQRT_2PI: f64 = 2.506_628_274_631_000_7;
#[derive(Clone, Copy, Debug, Differentiable)]
struct Gaussian {
    mean: f64,
    std_dev: f64,
}
#[differentiate]
impl Gaussian {
    #[differentiate]
    fn pdf(&self, x: f64) -> f64 {
        let z = (x - self.mean) / self.std_dev;
        (-0.5 * z * z).exp() / (self.std_dev * SQRT_2PI)
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Mixture<const K: usize> {
    weights: [f64; K],
    components: [Gaussian; K],
}
#[differentiate]
impl<const K: usize> Mixture<K> {
    #[differentiate]
    fn responsibilities(&self, x: f64) -> [f64; K] {
        let mut r = [0.0; K];
        for (k, (w, c)) in self.weights.iter().zip(&self.components).enumerate() {
            r[k] = w * c.pdf(x);
        }
        let total: f64 = r.iter().sum();
        r.map(|v| v / total)
    }
    #[differentiate]
    fn em_step(&self, data: &[f64]) -> Mixture<K> {
        let mut next = self.clone();
        for k in 0..K {
            let (mut sw, mut sx, mut sxx) = (0.0, 0.0, 0.0);
            for &x in data {
                let r = self.responsibilities(x)[k];
                sw += r;
                sx += r * x;
                sxx += r * x * x;
            }
            let mean = sx / sw;
            next.weights[k] = sw / data.len() as f64;
            next.components[k] =
                Gaussian { mean, std_dev: (sxx / sw - mean * mean).max(1e-3).sqrt() };
        }
        next
    }
}
#[differentiate]
fn em_program(x: &[f64]) -> f64 {
    if x.is_empty() {
        return 0.0;
    }
    let mut mix = Mixture::<2> {
        weights: [0.5, 0.5],
        components: [Gaussian { mean: -0.5, std_dev: 1.0 }, Gaussian { mean: 0.8, std_dev: 0.7 }],
    };
    for _ in 0..3 {
        mix = mix.em_step(x);
    }
    mix.components[0].mean * mix.weights[1] + mix.components[1].std_dev
}
mod laws {
    at_points! { stats_program quantile_program cox_program em_program }
}
