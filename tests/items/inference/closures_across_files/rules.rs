use super::states::{Mark, Pair, Row, State};
use autodiff::prelude::*;

#[differentiate]
pub fn euler(f: impl Fn(&State, f64) -> State, s: State, h: f64) -> State {
    let d = f(&s, h);
    State { position: s.position + h * d.position, velocity: s.velocity + h * d.velocity }
}

#[differentiate]
pub fn heun<F: Fn(&[f64; 2]) -> [f64; 2]>(f: F, y: [f64; 2], h: f64) -> [f64; 2] {
    let k = f(&y);
    let l = f(&[y[0] + h * k[0], y[1] + h * k[1]]);
    [y[0] + 0.5 * h * (k[0] + l[0]), y[1] + 0.5 * h * (k[1] + l[1])]
}

#[differentiate]
pub fn moved(f: impl Fn(Pair, usize) -> Pair, g: impl Fn(&Row) -> f64, start: Pair) -> Pair {
    let mut p = start;
    for n in 0..3 {
        p = f(p, n);
    }
    (p.0 * g(&[p.0, 1.0, p.1]), p.1)
}

#[derive(Differentiable, Clone, Debug)]
pub struct Euler {
    pub h: f64,
}

#[differentiate]
impl Euler {
    #[differentiate]
    pub fn run(&self, f: impl Fn(f64, &[f64]) -> Vec<f64>, start: &[f64]) -> Vec<f64> {
        let k = f(self.h, start);
        start.iter().zip(&k).map(|(y, k)| y + self.h * k).collect()
    }

    #[differentiate]
    pub fn at_midpoint(&self, f: impl Fn(&Mark) -> f64) -> f64 {
        f(&Mark { at: 0.5 * self.h, weight: 2.0 })
    }
}

pub struct Quadrature;

#[differentiate]
impl Quadrature {
    #[differentiate]
    pub fn of(f: impl Fn(f64, &[f64; 2]) -> f64, n: usize) -> f64 {
        f(0.5, &[1.0, 2.0]) * n as f64
    }
}
