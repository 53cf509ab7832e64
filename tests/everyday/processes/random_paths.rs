//! Prices by simulated paths under the model of Heston, importance sampling, and the exit of a
//! random walk; a user-defined generator.

use autodiff::prelude::*;

#[derive(Debug, Clone)]
pub struct XorShift {
    state: u64,
}

impl XorShift {
    pub fn new(seed: u64) -> Self {
        Self { state: seed.max(1) }
    }
    pub fn next_u64(&mut self) -> u64 {
        let mut x = self.state;
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.state = x;
        x
    }
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn normal(&mut self) -> f64 {
        let u = 1.0 - self.uniform();
        let v = self.uniform();
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
struct Heston {
    s0: f64,
    v0: f64,
    kappa: f64,
    theta: f64,
    xi: f64,
    rho: f64,
    r: f64,
}

#[derive(Debug, Clone, Copy, Differentiable)]
enum Payoff {
    AsianCall { strike: f64 },
    Basket { strike: f64, weight: f64 },
    Lookback,
}

#[differentiate]
impl Payoff {
    #[differentiate]
    fn value(&self, path: &[f64]) -> f64 {
        match self {
            Payoff::AsianCall { strike } => {
                let avg = path.iter().sum::<f64>() / path.len() as f64;
                (avg - strike).max(0.0)
            }
            Payoff::Basket { strike, weight } => {
                let last = path[path.len() - 1];
                let mid = path[path.len() / 2];
                (weight * last + (1.0 - weight) * mid - strike).max(0.0)
            }
            Payoff::Lookback => {
                path.last().unwrap() - path.iter().cloned().fold(f64::INFINITY, f64::min)
            }
        }
    }
}

#[differentiate]
impl Heston {
    #[differentiate]
    fn path(&self, normals: &[(f64, f64)], dt: f64, sign: f64) -> Vec<f64> {
        let Heston { s0, v0, kappa, theta, xi, rho, r } = *self;
        let (mut x, mut v) = (s0.ln(), v0);
        let mut path = Vec::with_capacity(normals.len() + 1);
        path.push(s0);
        for (z1, z2) in normals {
            let (w1, w2) = (sign * z1, rho * sign * z1 + (1.0 - rho * rho).sqrt() * sign * z2);
            let vp = v.max(0.0);
            x += (r - 0.5 * vp) * dt + (vp * dt).sqrt() * w1;
            v += kappa * (theta - vp) * dt + xi * (vp * dt).sqrt() * w2;
            path.push(x.exp());
        }
        path
    }
}

#[differentiate]
fn price(
    model: &Heston,
    payoff: &Payoff,
    maturity: f64,
    steps: usize,
    paths: usize,
    seed: u64,
) -> f64 {
    let mut rng = XorShift::new(seed);
    let dt = maturity / steps as f64;
    let mut sum = 0.0;
    for _ in 0..paths {
        let normals: Vec<(f64, f64)> = (0..steps).map(|_| (rng.normal(), rng.normal())).collect();
        let pair = 0.5
            * (payoff.value(&model.path(&normals, dt, 1.0))
                + payoff.value(&model.path(&normals, dt, -1.0)));
        sum += pair;
    }
    (-model.r * maturity).exp() * sum / paths as f64
}

#[differentiate]
fn importance(shift: f64, level: f64, n: usize, rng: &mut XorShift) -> f64 {
    let mut total = 0.0;
    for _ in 0..n {
        let z = rng.normal() + shift;
        let weight = (0.5 * shift * shift - shift * z).exp();
        if z > 1.5 {
            total += weight * (z - level).max(0.0);
        }
    }
    total / n as f64
}

#[differentiate]
fn random_walk_exit(drift: f64, sigma: f64, barrier: f64, seed: u64) -> f64 {
    let mut rng = XorShift::new(seed);
    let mut x = 0.0f64;
    let mut t = 0;
    let mut hits = [0u32; 2];
    let cost = loop {
        let up = rng.next_u64() & 1 == 1;
        hits[up as usize] += 1;
        x += drift + if up { sigma } else { -sigma };
        t += 1;
        if x.abs() > barrier {
            break x.abs() - barrier;
        } else if t == 200 {
            break 0.0;
        }
    };
    cost * cost + 0.01 * x * t as f64 + drift * f64::from(hits[0])
}

fn model(x: &[f64]) -> Heston {
    Heston { s0: x[0], v0: x[1], kappa: x[2], theta: x[3], xi: x[4], rho: x[5], r: x[6] }
}

#[differentiate]
fn paths_program(x: &[f64]) -> f64 {
    let model = Heston {
        s0: 100.0 + x[0],
        v0: 0.2,
        kappa: 1.5,
        theta: 0.2 + 0.02 * x[1],
        xi: 0.2,
        rho: -0.6,
        r: 0.02 + 0.002 * x[2],
    };
    let asian = price(&model, &Payoff::AsianCall { strike: 101.0 + x[3] }, 1.0, 8, 10, 7);
    let basket = price(&model, &Payoff::Basket { strike: 99.0, weight: 0.3 }, 1.0, 6, 8, 3);
    asian + basket + price(&model, &Payoff::Lookback, 0.5, 5, 6, 5)
}
#[differentiate]
fn draws_program(x: &[f64]) -> f64 {
    let mut rng = XorShift::new(3);
    let importance = importance(0.8 + 0.1 * x[0], 1.2 + 0.1 * x[1], 40, &mut rng);
    importance * rng.uniform() + random_walk_exit(0.02 * x[2], 0.3 + 0.01 * x[3], 2.0, 11)
}
mod laws {
    at_points! { paths_program }
    at_points! { draws_program }
}
