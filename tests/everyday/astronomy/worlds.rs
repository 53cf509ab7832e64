//! Bodies in a plane under softened gravity; the accelerations are written to a buffer that each
//! step takes and restores.

use autodiff::prelude::*;

mod physics {
    pub const G: f64 = 0.5;
    pub fn softening(n: usize) -> f64 {
        0.1 / n as f64
    }
}
#[derive(Debug, Clone, Default, Differentiable)]
struct World {
    pos: Vec<[f64; 2]>,
    vel: Vec<[f64; 2]>,
    mass: Vec<f64>,
    scratch: Vec<[f64; 2]>,
}
#[differentiate]
impl World {
    #[differentiate]
    fn accelerations(&self, out: &mut Vec<[f64; 2]>) {
        fn square(v: f64) -> f64 {
            v * v
        }
        let eps = physics::softening(self.pos.len());
        out.clear();
        for (i, p) in self.pos.iter().enumerate() {
            let mut a = [0.0, 0.0];
            for (j, q) in self.pos.iter().enumerate() {
                if i == j {
                    continue;
                }
                let d = [q[0] - p[0], q[1] - p[1]];
                let r2 = square(d[0]) + square(d[1]) + eps * eps;
                let f = physics::G * self.mass[j] / (r2 * r2.sqrt());
                for k in 0..2 {
                    a[k] += f * d[k];
                }
            }
            out.push(a);
        }
    }
    #[differentiate]
    fn step(&mut self, dt: f64) {
        let mut acc = std::mem::take(&mut self.scratch);
        self.accelerations(&mut acc);
        for ((p, v), a) in self.pos.iter_mut().zip(self.vel.iter_mut()).zip(&acc) {
            for k in 0..2 {
                v[k] += dt * a[k];
                p[k] += dt * v[k];
            }
        }
        self.scratch = acc;
    }
    #[differentiate]
    fn energy(&self) -> f64 {
        self.vel
            .iter()
            .zip(&self.mass)
            .map(|(v, m)| 0.5 * m * v.iter().map(|c| c * c).sum::<f64>())
            .sum()
    }
}
#[differentiate]
fn orbits(x: &[f64]) -> f64 {
    let mut w = World {
        pos: vec![[0.0, 0.0], [1.0, x[0] * 0.2], [-0.8, 0.6]],
        vel: vec![[0.0; 2], [0.0, 0.7], [0.3, x[x.len() - 1] * 0.1]],
        mass: vec![1.0, 0.2, 0.3],
        ..Default::default()
    };
    for _ in 0..4 {
        w.step(0.05);
    }
    w.energy() + w.pos[1][0]
}

mod laws {
    at_points! { orbits }
}
