//! Molecules in a periodic box: the energy after some steps. The pair potential is a type
//! parameter.

use autodiff::prelude::*;

#[differentiate]
pub trait PairPotential {
    #[differentiate]
    fn energy(&self, r2: f64) -> f64;
    #[differentiate]
    fn force_over_r(&self, r2: f64) -> f64;
}
#[derive(Differentiable, Clone, Debug)]
pub struct LennardJones {
    epsilon: f64,
    sigma: f64,
    #[constant]
    cutoff: f64,
}
#[differentiate]
impl PairPotential for LennardJones {
    fn energy(&self, r2: f64) -> f64 {
        if r2 > self.cutoff * self.cutoff {
            return 0.0;
        }
        let s6 = (self.sigma * self.sigma / r2).powi(3);
        4.0 * self.epsilon * (s6 * s6 - s6)
    }
    fn force_over_r(&self, r2: f64) -> f64 {
        if r2 > self.cutoff.powi(2) {
            0.0
        } else {
            let s6 = (self.sigma.powi(2) / r2).powi(3);
            24.0 * self.epsilon * (2.0 * s6 * s6 - s6) / r2
        }
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Simulation<P: PairPotential> {
    potential: P,
    positions: Vec<[f64; 2]>,
    velocities: Vec<[f64; 2]>,
    #[constant]
    length: f64,
}
#[differentiate]
impl<P: PairPotential> Simulation<P> {
    #[differentiate]
    fn displacement(&self, i: usize, j: usize) -> [f64; 2] {
        let mut d = [0.0; 2];
        for k in 0..2 {
            d[k] = self.positions[i][k] - self.positions[j][k];
            d[k] -= self.length * (d[k] / self.length).round();
        }
        d
    }
    #[differentiate]
    fn potential_energy(&self) -> f64 {
        let n = self.positions.len();
        let mut e = 0.0;
        for i in 0..n {
            for j in 0..i {
                let [dx, dy] = self.displacement(i, j);
                e += self.potential.energy(dx * dx + dy * dy);
            }
        }
        e
    }
    #[differentiate]
    fn step(&mut self, dt: f64) {
        let n = self.positions.len();
        let mut forces = vec![[0.0; 2]; n];
        for i in 0..n {
            for j in 0..n {
                if i == j {
                    continue;
                }
                let d = self.displacement(i, j);
                let f = self.potential.force_over_r(d[0] * d[0] + d[1] * d[1]);
                for (a, b) in forces[i].iter_mut().zip(d.iter()) {
                    *a += f * b;
                }
            }
        }
        for ((p, v), f) in self.positions.iter_mut().zip(self.velocities.iter_mut()).zip(&forces) {
            for k in 0..2 {
                v[k] += dt * f[k];
                p[k] += dt * v[k];
            }
        }
    }
}
#[differentiate]
fn molecules(q: &[f64]) -> f64 {
    let potential = LennardJones { epsilon: q[0], sigma: q[1], cutoff: 2.5 };
    let mut sim = Simulation {
        potential,
        positions: vec![[0.0, 0.0], [1.2, q[2]], [0.1, 4.0]],
        velocities: vec![[0.0; 2]; 3],
        length: 5.0,
    };
    for _ in 0..3 {
        sim.step(0.01);
    }
    sim.potential_energy() + sim.velocities.iter().flatten().map(|v| 0.5 * v * v).sum::<f64>()
}

#[test]
fn laws() {
    check!(molecules, [1.2, 0.95, 0.3], 1e-6);
}
