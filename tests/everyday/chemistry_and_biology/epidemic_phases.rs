//! An SIR epidemic whose contact rate depends on a phase: open, locked down, relaxed.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
enum Phase {
    Open,
    Lockdown { since: f64, strength: f64 },
    Relaxed(f64),
}
#[derive(Debug, Clone, Copy, Differentiable)]
struct Sir {
    s: f64,
    i: f64,
    r: f64,
}
#[differentiate]
impl Sir {
    #[differentiate]
    fn step(self, beta: f64, gamma: f64, dt: f64) -> Sir {
        let Sir { s, i, r } = self;
        let new = beta * s * i * dt;
        let recovered = gamma * i * dt;
        Sir { s: s - new, i: i + new - recovered, r: r + recovered }
    }
}
#[differentiate]
fn next_phase(phase: Phase, state: &Sir, t: f64) -> Phase {
    match phase {
        Phase::Open if state.i > 0.12 => Phase::Lockdown { since: t, strength: 0.4 + state.i },
        Phase::Lockdown { since, strength } if t - since > 1.6 => Phase::Relaxed(strength * 0.5),
        other => other,
    }
}
#[differentiate]
fn sir_program(x: &[f64]) -> f64 {
    let beta = 1.4 + 0.1 * x[0];
    let gamma = 0.3 + 0.02 * x[x.len() - 1];
    let mut state = Sir { s: 0.9, i: 0.1, r: 0.0 };
    let mut phase = Phase::Open;
    let mut peak = 0.0_f64;
    let mut t = 0.0;
    while t < 4.0 {
        phase = next_phase(phase, &state, t);
        let factor = match phase {
            Phase::Open => 1.0,
            Phase::Lockdown { strength, .. } => 1.0 - strength,
            Phase::Relaxed(loss) => 1.0 - loss,
        };
        state = state.step(beta * factor, gamma, 0.25);
        peak = peak.max(state.i);
        t += 0.25;
    }
    peak + 2.0 * state.r
}

mod laws {
    at_points! { sir_program }
}
