//! The Rosenbrock function after steps of Adam and a backtracking line search.

use autodiff::prelude::*;

#[differentiate]
fn rosenbrock(x: &[f64], a: f64, b: f64) -> f64 {
    x.windows(2).map(|w| b * (w[1] - w[0].powi(2)).powi(2) + (a - w[0]).powi(2)).sum()
}
#[derive(Differentiable, Clone, Debug)]
pub struct Adam {
    lr: f64,
    beta1: f64,
    beta2: f64,
    m: Vec<f64>,
    v: Vec<f64>,
    t: i32,
}
#[differentiate]
impl Adam {
    #[differentiate]
    fn step(&mut self, params: &mut [f64], grads: &[f64]) {
        self.t += 1;
        let c1 = 1.0 - self.beta1.powi(self.t);
        let c2 = 1.0 - self.beta2.powi(self.t);
        for (((p, g), m), v) in
            params.iter_mut().zip(grads).zip(self.m.iter_mut()).zip(self.v.iter_mut())
        {
            *m = self.beta1 * *m + (1.0 - self.beta1) * g;
            *v = self.beta2 * *v + (1.0 - self.beta2) * g * g;
            *p -= self.lr * (*m / c1) / ((*v / c2).sqrt() + 1e-8);
        }
    }
}
#[differentiate]
fn backtracking<F: Fn(&[f64]) -> f64>(f: F, x: &[f64], g: &[f64], c: f64) -> f64 {
    let f0 = f(x);
    let gg: f64 = g.iter().map(|v| v * v).sum();
    let mut t = 1.0;
    while t > 1e-6 {
        let trial: Vec<f64> = x.iter().zip(g).map(|(x, g)| x - t * g).collect();
        if f(&trial) <= f0 - c * t * gg {
            return f(&trial);
        }
        t *= 0.5;
    }
    f0
}
#[differentiate]
fn optimise(q: &[f64]) -> f64 {
    let mut p = q[..2].to_vec();
    let mut adam =
        Adam { lr: 0.01 * q[2], beta1: 0.9, beta2: 0.99, m: vec![0.0; 2], v: vec![0.0; 2], t: 0 };
    for _ in 0..5 {
        let g = [
            -400.0 * p[0] * (p[1] - p[0] * p[0]) - 2.0 * (1.0 - p[0]),
            200.0 * (p[1] - p[0] * p[0]),
        ];
        adam.step(&mut p, &g);
    }
    let g = vec![0.2 * p[0], 0.1];
    let b = q[2];
    backtracking(|x| rosenbrock(x, 1.0, b), &p, &g, 1e-4) + p[0]
}

#[test]
fn laws() {
    check!(optimise, [0.3, 0.9, 0.8], 1e-5);
}
