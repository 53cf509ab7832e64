//! The price of an Asian call by simulated paths, with a linear congruential generator.

use autodiff::prelude::*;
#[derive(Debug, Clone)]
struct Lcg(u64);
impl Lcg {
    fn new(seed: u64) -> Self {
        Lcg(seed)
    }
    fn next_u32(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }
    fn uniform(&mut self) -> f64 {
        (self.next_u32() as f64 + 0.5) / (1u64 << 31) as f64
    }
    fn normal(&mut self) -> f64 {
        let (u, v) = (self.uniform(), self.uniform());
        (-2.0 * u.ln()).sqrt() * (2.0 * std::f64::consts::PI * v).cos()
    }
}
#[derive(Debug, Clone, Copy, Differentiable)]
struct Gbm {
    spot: f64,
    rate: f64,
    vol: f64,
}
#[differentiate]
impl Gbm {
    #[differentiate]
    fn evolve(&self, s: f64, dt: f64, z: f64) -> f64 {
        s * ((self.rate - 0.5 * self.vol * self.vol) * dt + self.vol * dt.sqrt() * z).exp()
    }
}
#[differentiate]
fn asian_call(model: &Gbm, strike: f64, paths: usize, steps: usize) -> f64 {
    let mut rng = Lcg::new(42);
    let dt = 1.0 / steps as f64;
    let mut total = 0.0;
    for _ in 0..paths {
        let mut s = model.spot;
        let mut sum = 0.0;
        for _ in 0..steps {
            s = model.evolve(s, dt, rng.normal());
            sum += s;
        }
        let avg = sum / steps as f64;
        if avg > strike {
            total += avg - strike;
        }
    }
    (-model.rate).exp() * total / paths as f64
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let m = Gbm { spot: 10.0 + x[0], rate: 0.05, vol: 0.2 + 0.05 * x[0] };
    asian_call(&m, 10.0, 20, 4)
}
mod laws {
    at_points! { program }
}
