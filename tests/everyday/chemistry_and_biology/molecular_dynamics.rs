//! Particles in a plane under a pair potential, which is a trait: velocity Verlet and the energy.

use autodiff::prelude::*;

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

mod laws {
    at_points! { md_program }
}
