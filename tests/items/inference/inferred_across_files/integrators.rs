use autodiff::prelude::*;

#[differentiate]
pub fn heun(rate: impl Fn(f64, &[f64; 2]) -> [f64; 2], y: [f64; 2], h: f64) -> [f64; 2] {
    let first = rate(0.0, &y);
    let second = rate(h, &[y[0] + h * first[0], y[1] + h * first[1]]);
    [y[0] + 0.5 * h * (first[0] + second[0]), y[1] + 0.5 * h * (first[1] + second[1])]
}

#[differentiate]
pub fn euler(rate: impl Fn(&[f64]) -> Vec<f64>, y: &[f64], h: f64) -> Vec<f64> {
    rate(y).iter().zip(y).map(|(k, y)| y + h * k).collect()
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Phase {
    pub q: f64,
    pub p: f64,
}

#[differentiate]
pub fn kick(force: impl Fn(&Phase) -> f64, at: Phase, h: f64) -> Phase {
    Phase { q: at.q + h * at.p, p: at.p + h * force(&at) }
}

pub const DIMENSIONS: usize = 3;
pub type Vector = [f64; DIMENSIONS];

#[differentiate]
pub fn norm(a: &Vector) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}
