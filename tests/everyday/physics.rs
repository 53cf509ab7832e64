//! Physics, machine learning, graphics.
use autodiff::prelude::*;

// 14 ------ trait potentials, generic velocity verlet
#[differentiate]
pub trait Potential {
    #[differentiate]
    fn energy(&self, r2: f64) -> f64;
    #[differentiate]
    fn force_over_r(&self, r2: f64) -> f64;
}
#[derive(Debug, Clone, Copy, Differentiable)]
pub struct LennardJones {
    epsilon: f64,
    sigma: f64,
}
#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Harmonic {
    k: f64,
    r0: f64,
}
#[differentiate]
impl Potential for LennardJones {
    #[differentiate]
    fn energy(&self, r2: f64) -> f64 {
        let s6 = (self.sigma * self.sigma / r2).powi(3);
        4.0 * self.epsilon * (s6 * s6 - s6)
    }
    #[differentiate]
    fn force_over_r(&self, r2: f64) -> f64 {
        let s6 = (self.sigma * self.sigma / r2).powi(3);
        24.0 * self.epsilon * (2.0 * s6 * s6 - s6) / r2
    }
}
#[differentiate]
impl Potential for Harmonic {
    #[differentiate]
    fn energy(&self, r2: f64) -> f64 {
        let d = r2.sqrt() - self.r0;
        0.5 * self.k * d * d
    }
    #[differentiate]
    fn force_over_r(&self, r2: f64) -> f64 {
        let r = r2.sqrt();
        -self.k * (r - self.r0) / r
    }
}
#[derive(Debug, Clone, Differentiable)]
pub struct Particles {
    pos: Vec<[f64; 2]>,
    vel: Vec<[f64; 2]>,
}
#[differentiate]
fn forces<P: Potential>(pot: &P, pos: &[[f64; 2]], out: &mut Vec<[f64; 2]>) -> f64 {
    out.clear();
    out.resize(pos.len(), [0.0; 2]);
    let mut energy = 0.0;
    for i in 0..pos.len() {
        for j in (i + 1)..pos.len() {
            let d = [pos[i][0] - pos[j][0], pos[i][1] - pos[j][1]];
            let r2 = d.iter().map(|v| v * v).sum::<f64>();
            if r2 > 9.0 {
                continue;
            }
            energy += pot.energy(r2);
            let f = pot.force_over_r(r2);
            for k in 0..2 {
                out[i][k] += f * d[k];
                out[j][k] -= f * d[k];
            }
        }
    }
    energy
}
#[differentiate]
fn verlet<P: Potential>(pot: &P, state: &mut Particles, dt: f64, steps: usize) -> f64 {
    let mut f = Vec::new();
    let mut energy = forces(pot, &state.pos, &mut f);
    for _ in 0..steps {
        for (v, a) in state.vel.iter_mut().zip(&f) {
            v[0] += 0.5 * dt * a[0];
            v[1] += 0.5 * dt * a[1];
        }
        for (p, v) in state.pos.iter_mut().zip(state.vel.iter()) {
            for (x, u) in p.iter_mut().zip(v) {
                *x += dt * u;
            }
        }
        energy = forces(pot, &state.pos, &mut f);
        for (v, a) in state.vel.iter_mut().zip(&f) {
            for k in 0..2 {
                v[k] += 0.5 * dt * a[k];
            }
        }
    }
    energy + state.vel.iter().flatten().map(|v| 0.5 * v * v).sum::<f64>()
}
#[differentiate]
fn md_program(x: &[f64]) -> f64 {
    let start = |s: f64| Particles {
        pos: vec![[0.0, 0.1 * s], [1.2, 0.2], [0.3 + 0.05 * x[0], 1.3]],
        vel: vec![[0.1, 0.0], [x[0] * 0.2, -0.1], [0.0, 0.05]],
    };
    let mut a = start(1.0);
    let mut b = start(x[0]);
    let lj = LennardJones { epsilon: 1.0, sigma: 0.9 + 0.05 * x[0] };
    let h = Harmonic { k: 2.0, r0: x[x.len() - 1] * 0.1 + 1.0 };
    verlet(&lj, &mut a, 0.01, 4) + verlet(&h, &mut b, 0.02, 3) + a.pos[2][0] * b.vel[1][1]
}

// 15 ------ heat equation with boundary enum, tridiagonal solver
#[derive(Debug, Clone, Copy, Differentiable)]
enum Boundary {
    Dirichlet(f64),
    Neumann { flux: f64 },
    Periodic,
}
#[differentiate]
fn thomas(a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> Option<Vec<f64>> {
    let n = d.len();
    if n == 0 || b[0] == 0.0 {
        return None;
    }
    let mut cp = vec![0.0; n];
    let mut dp = vec![0.0; n];
    cp[0] = c[0] / b[0];
    dp[0] = d[0] / b[0];
    for i in 1..n {
        let m = b[i] - a[i] * cp[i - 1];
        if m.abs() < 1e-12 {
            return None;
        }
        cp[i] = c[i] / m;
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m;
    }
    let mut x = dp.clone();
    for i in (0..n - 1).rev() {
        x[i] = dp[i] - cp[i] * x[i + 1];
    }
    Some(x)
}
#[differentiate]
fn ghost(u: &[f64], b: &Boundary, left: bool, dx: f64) -> f64 {
    let (inner, other) = match (left, u) {
        (true, [first, .., last]) => (*first, *last),
        (false, [first, .., last]) => (*last, *first),
        (_, [only]) => (*only, *only),
        (_, []) => unreachable!("empty grid"),
    };
    match *b {
        Boundary::Dirichlet(v) => 2.0 * v - inner,
        Boundary::Neumann { flux } => inner + flux * dx,
        Boundary::Periodic => other,
    }
}
#[differentiate]
fn heat_program(x: &[f64]) -> f64 {
    let dx = 0.25;
    let kappa = 0.02 + 0.005 * x[0] * x[0];
    let mut u: Vec<f64> = (0..6).map(|i| x[i % x.len()] * (i as f64 * dx).sin() + 0.2).collect();
    let bounds = [Boundary::Dirichlet(x[0]), Boundary::Neumann { flux: 0.3 }, Boundary::Periodic];
    for step in 0..6 {
        let (l, r) =
            (ghost(&u, &bounds[step % 3], true, dx), ghost(&u, &bounds[(step + 1) % 3], false, dx));
        let lap: Vec<f64> = (0..u.len())
            .map(|i| {
                let west = if i == 0 { l } else { u[i - 1] };
                let east = u.get(i + 1).copied().unwrap_or(r);
                (west - 2.0 * u[i] + east) / (dx * dx)
            })
            .collect();
        u.iter_mut().zip(lap).for_each(|(u, l)| *u += kappa * l);
    }
    let n = u.len();
    let implicit = thomas(&vec![-kappa; n], &vec![1.0 + 2.0 * kappa; n], &vec![-kappa; n], &u);
    implicit.map_or(0.0, |v| v.iter().map(|v| v * v).sum::<f64>().sqrt())
}

// 16 ------ layers as enum, builder, softmax cross entropy, SGD momentum in place
#[derive(Debug, Clone, Differentiable)]
pub enum Layer {
    Dense {
        weights: Vec<Vec<f64>>,
        bias: Vec<f64>,
    },
    Relu,
    LeakyRelu(f64),
    Dropout {
        #[constant]
        keep: f64,
    },
}
#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, input: Vec<f64>) -> Vec<f64> {
        match self {
            Layer::Dense { weights, bias } => weights
                .iter()
                .zip(bias)
                .map(|(row, b)| row.iter().zip(&input).map(|(w, x)| w * x).sum::<f64>() + b)
                .collect(),
            Layer::Relu => input.into_iter().map(|v| v.max(0.0)).collect(),
            Layer::LeakyRelu(slope) => {
                input.iter().map(|&v| if v > 0.0 { v } else { slope * v }).collect()
            }
            Layer::Dropout { keep } => input.iter().map(|v| v * keep).collect(),
        }
    }
}
#[derive(Debug, Clone, Differentiable)]
pub struct Network {
    layers: Vec<Layer>,
}
#[differentiate]
impl Network {
    #[differentiate]
    fn predict(&self, input: &[f64]) -> Vec<f64> {
        let mut v = input.to_vec();
        for layer in &self.layers {
            v = layer.forward(v);
        }
        v
    }
    #[differentiate]
    fn loss(&self, samples: &[(Vec<f64>, usize)]) -> f64 {
        let mut total = 0.0;
        for (input, label) in samples {
            let logits = self.predict(input);
            let max = logits.iter().copied().fold(f64::MIN, f64::max);
            let log_sum = logits.iter().map(|z| (z - max).exp()).sum::<f64>().ln() + max;
            total += log_sum - logits[*label];
        }
        total / samples.len() as f64
    }
    #[differentiate]
    fn l2(&self) -> f64 {
        self.layers
            .iter()
            .filter_map(|l| match l {
                Layer::Dense { weights, .. } => {
                    Some(weights.iter().flatten().map(|w| w * w).sum::<f64>())
                }
                _ => None,
            })
            .sum()
    }
}
#[differentiate]
fn network_program(x: &[f64]) -> f64 {
    let at = |i: usize| x[i % x.len()];
    let net = Network {
        layers: vec![
            Layer::Dense {
                weights: vec![vec![at(0), 0.3], vec![-0.4, at(1)], vec![0.2, at(2)]],
                bias: vec![0.1, at(3), 0.0],
            },
            Layer::LeakyRelu(0.1),
            Layer::Dropout { keep: 0.9 },
            Layer::Dense {
                weights: vec![vec![0.5, at(4), 0.1], vec![at(5), -0.2, 0.7]],
                bias: vec![0.0, 0.05],
            },
        ],
    };
    let samples = vec![(vec![1.0, 0.5], 0), (vec![-0.3, at(1)], 1)];
    net.loss(&samples) + 0.01 * net.l2()
}

// 17 ------ adam with state struct
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

// 18 ------ ray marching with an SDF enum tree (Box recursion)
#[derive(Debug, Clone, Differentiable)]
enum Sdf {
    Sphere { center: [f64; 3], radius: f64 },
    Plane { height: f64 },
    Union(Box<Sdf>, Box<Sdf>),
    Smooth(Box<Sdf>, Box<Sdf>, f64),
    Translate([f64; 3], Box<Sdf>),
}
#[differentiate]
fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}
#[differentiate]
impl Sdf {
    #[differentiate]
    fn distance(&self, p: [f64; 3]) -> f64 {
        match self {
            Sdf::Sphere { center, radius } => {
                length([p[0] - center[0], p[1] - center[1], p[2] - center[2]]) - radius
            }
            Sdf::Plane { height } => p[1] - height,
            Sdf::Union(a, b) => a.distance(p).min(b.distance(p)),
            Sdf::Smooth(a, b, k) => {
                let (da, db) = (a.distance(p), b.distance(p));
                let h = (0.5 + 0.5 * (db - da) / k).clamp(0.0, 1.0);
                db * (1.0 - h) + da * h - k * h * (1.0 - h)
            }
            Sdf::Translate(by, inner) => inner.distance([p[0] - by[0], p[1] - by[1], p[2] - by[2]]),
        }
    }
    #[differentiate]
    fn march(&self, origin: [f64; 3], dir: [f64; 3], max_steps: usize) -> Option<f64> {
        let mut t = 0.0;
        for _ in 0..max_steps {
            let p = [origin[0] + t * dir[0], origin[1] + t * dir[1], origin[2] + t * dir[2]];
            let d = self.distance(p);
            if d < 1e-3 {
                return Some(t);
            }
            t += d;
            if t > 20.0 {
                break;
            }
        }
        None
    }
}
#[differentiate]
fn march_program(x: &[f64]) -> f64 {
    let scene = Sdf::Smooth(
        Box::new(Sdf::Union(
            Box::new(Sdf::Sphere { center: [0.0, 0.2 * x[0], 4.0], radius: 1.0 }),
            Box::new(Sdf::Translate(
                [0.5, x[x.len() - 1] * 0.1, 0.0],
                Box::new(Sdf::Sphere { center: [0.4, 0.0, 3.5], radius: 0.6 }),
            )),
        )),
        Box::new(Sdf::Plane { height: -1.2 }),
        0.3 + 0.01 * x[0],
    );
    let mut total = 0.0;
    for i in 0..3 {
        let dir = [0.1 * (i as f64 - 1.0), -0.05, 1.0];
        let l = length(dir);
        let dir = dir.map(|c| c / l);
        total += match scene.march([0.0, 0.1, 0.0], dir, 6) {
            Some(t) => t,
            None => scene.distance([0.3, 0.2, 1.0 + 0.2 * i as f64]),
        };
    }
    total
}
mod laws {
    at_points! { md_program heat_program network_program adam_program march_program }
}
