//! A quadratic after steps of Adam, whose state is a struct.

use autodiff::prelude::*;

#[derive(Debug, Clone, Differentiable)]
struct Adam {
    #[constant]
    lr: f64,
    m: Vec<f64>,
    v: Vec<f64>,
    #[constant]
    t: i32,
}
#[differentiate]
impl Adam {
    const BETA1: f64 = 0.9;
    const BETA2: f64 = 0.999;
    #[differentiate]
    fn step(&mut self, params: &mut [f64], grads: &[f64]) {
        self.t += 1;
        for (((p, g), m), v) in
            params.iter_mut().zip(grads).zip(self.m.iter_mut()).zip(self.v.iter_mut())
        {
            *m = Self::BETA1 * *m + (1.0 - Self::BETA1) * g;
            *v = Self::BETA2 * *v + (1.0 - Self::BETA2) * g * g;
            let m_hat = *m / (1.0 - Self::BETA1.powi(self.t));
            let v_hat = *v / (1.0 - Self::BETA2.powi(self.t));
            *p -= self.lr * m_hat / (v_hat.sqrt() + 1e-8);
        }
    }
}
#[differentiate]
fn adam_program(x: &[f64]) -> f64 {
    let n = x.len();
    let mut opt = Adam { lr: 0.05, m: vec![0.0; n], v: vec![0.0; n], t: 0 };
    let mut p = x.to_vec();
    for _ in 0..3 {
        let g: Vec<f64> =
            p.iter().enumerate().map(|(i, v)| 2.0 * v * (i as f64 + 1.0) + 0.3).collect();
        opt.step(&mut p, &g);
    }
    p.iter().map(|v| v * v).sum::<f64>()
}

mod laws {
    at_points! { adam_program }
}
