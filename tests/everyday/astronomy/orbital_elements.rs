//! Position and velocity from orbital elements, with the equation of Kepler by Newton steps.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Elements {
    a: f64,
    e: f64,
    i: f64,
    raan: f64,
    argp: f64,
    m0: f64,
}
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct StateVector {
    r: [f64; 3],
    v: [f64; 3],
}
const MU: f64 = 398600.4418;
#[differentiate]
fn kepler(m: f64, e: f64) -> f64 {
    let mut ecc = if e < 0.8 { m } else { std::f64::consts::PI };
    let mut iter = 0;
    loop {
        let f = ecc - e * ecc.sin() - m;
        let step = f / (1.0 - e * ecc.cos());
        ecc -= step;
        iter += 1;
        if step.abs() < 1e-13 || iter >= 50 {
            break ecc;
        }
    }
}
#[differentiate]
impl Elements {
    #[differentiate]
    pub fn to_state(&self, t: f64) -> StateVector {
        let Elements { a, e, i, raan, argp, m0 } = *self;
        let n = (MU / a.powi(3)).sqrt();
        let ea = kepler((m0 + n * t) % std::f64::consts::TAU, e);
        let nu =
            2.0 * ((1.0 + e).sqrt() * (ea / 2.0).sin()).atan2((1.0 - e).sqrt() * (ea / 2.0).cos());
        let p = a * (1.0 - e * e);
        let r = p / (1.0 + e * nu.cos());
        let h = (MU * p).sqrt();
        let (so, co) = raan.sin_cos();
        let (si, ci) = i.sin_cos();
        let u = argp + nu;
        let (su, cu) = u.sin_cos();
        let pos = [r * (co * cu - so * su * ci), r * (so * cu + co * su * ci), r * si * su];
        let k = h * e / (r * p) * nu.sin();
        let vel = [
            pos[0] * k - h / r * (co * su + so * cu * ci),
            pos[1] * k - h / r * (so * su - co * cu * ci),
            pos[2] * k + h / r * si * cu,
        ];
        StateVector { r: pos, v: vel }
    }
}
#[differentiate]
impl StateVector {
    #[differentiate]
    fn energy(&self) -> f64 {
        self.v.iter().map(|v| v * v).sum::<f64>() / 2.0
            - MU / self.r.iter().map(|x| x.powi(2)).sum::<f64>().sqrt()
    }
}
#[differentiate]
fn orbit(q: &[f64]) -> f64 {
    let el = Elements { a: 7000.0 * q[0], e: q[1], i: q[2], raan: q[3], argp: 0.3, m0: 1.0 };
    let s = el.to_state(1200.0);
    s.energy() + s.r[0] / 7000.0 * s.v[1] + s.r[2] / 1000.0
}

#[test]
fn laws() {
    check!(orbit, [1.02, 0.25, 0.9, 0.4], 1e-6);
}
