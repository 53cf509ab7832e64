//! The loss of an LSTM with sizes in the types and of a gated recurrent unit on a truncated
//! sequence.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Dense<const I: usize, const O: usize> {
    pub w: [[f64; I]; O],
    pub b: [f64; O],
}

#[differentiate]
impl<const I: usize, const O: usize> Dense<I, O> {
    pub fn seeded(seed: f64) -> Self {
        let mut w = [[0.0; I]; O];
        let mut b = [0.0; O];
        for o in 0..O {
            for i in 0..I {
                w[o][i] = ((o * I + i) as f64 * 1.3 + seed).sin() * 0.5;
            }
            b[o] = (o as f64 + seed).cos() * 0.1;
        }
        Self { w, b }
    }

    #[differentiate]
    pub fn apply(&self, x: &[f64; I]) -> [f64; O] {
        let mut y = self.b;
        for (y, row) in y.iter_mut().zip(self.w.iter()) {
            for i in 0..I {
                *y += row[i] * x[i];
            }
        }
        y
    }
}

#[differentiate(reverse)]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Lstm<const I: usize, const H: usize> {
    pub input: [Dense<I, H>; 4],
    pub recurrent: [Dense<H, H>; 4],
}

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct LstmState<const H: usize> {
    pub h: [f64; H],
    pub c: [f64; H],
}

impl<const H: usize> Default for LstmState<H> {
    fn default() -> Self {
        LstmState { h: [0.0; H], c: [0.0; H] }
    }
}

#[differentiate]
impl<const I: usize, const H: usize> Lstm<I, H> {
    #[differentiate]
    fn gate(&self, which: usize, x: &[f64; I], h: &[f64; H]) -> [f64; H] {
        let mut z = self.input[which].apply(x);
        let r = self.recurrent[which].apply(h);
        for k in 0..H {
            z[k] += r[k];
        }
        z
    }

    #[differentiate]
    pub fn step(&self, state: LstmState<H>, x: &[f64; I]) -> LstmState<H> {
        let f = self.gate(0, x, &state.h).map(sigmoid);
        let i = self.gate(1, x, &state.h).map(sigmoid);
        let o = self.gate(2, x, &state.h).map(|z| sigmoid(z));
        let g = self.gate(3, x, &state.h).map(f64::tanh);
        let mut next = state;
        for k in 0..H {
            next.c[k] = f[k] * state.c[k] + i[k] * g[k];
            next.h[k] = o[k] * next.c[k].tanh();
        }
        next
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Forecaster {
    lstm: Lstm<2, 3>,
    head: Dense<3, 1>,
}

#[differentiate]
impl Forecaster {
    #[differentiate(reverse)]
    pub fn sequence_loss(&self, series: &[f64], #[constant] calendar: &[bool]) -> f64 {
        let mut state = LstmState::<3>::default();
        let mut errors = Vec::new();
        for (i, pair) in series.windows(2).enumerate() {
            let &[now, next] = pair else { continue };
            let flag = if calendar[i] { 1.0 } else { -1.0 };
            state = self.lstm.step(state, &[now, flag]);
            let [forecast] = self.head.apply(&state.h);
            errors.push(forecast - next);
        }
        huber(&errors, 0.4)
    }

    #[differentiate(reverse)]
    pub fn free_run(&self, first: f64, n: usize) -> Vec<f64> {
        let mut out = vec![first];
        let mut state = LstmState::<3>::default();
        while out.len() < n {
            let x = [out[out.len() - 1], 1.0];
            state = self.lstm.step(state, &x);
            out.push(self.head.apply(&state.h)[0]);
        }
        out
    }
}

#[differentiate(reverse)]
fn huber(errors: &[f64], delta: f64) -> f64 {
    let sum: f64 = errors
        .iter()
        .map(|e| match e.abs() {
            a if a <= delta => 0.5 * a * a,
            a => delta * (a - 0.5 * delta),
        })
        .sum();
    sum / errors.len() as f64
}

#[differentiate(reverse)]
fn total(model: &Forecaster, series: &[f64], #[constant] calendar: &[bool]) -> f64 {
    let run = model.free_run(series[0], 5);
    let rough: f64 = run.iter().zip(run.iter().skip(1)).map(|(a, b)| (b - a).powi(2)).sum();
    model.sequence_loss(series, calendar) + 0.1 * rough
}

#[differentiate]
fn recurrent_program(x: &[f64]) -> f64 {
    let gates = [Dense::seeded(0.1), Dense::seeded(0.9), Dense::seeded(1.7), Dense::seeded(2.2)];
    let mut input: [Dense<2, 3>; 4] = constant(gates);
    input[1].w[0][1] += x[0];
    input[2].b[1] *= x[1];
    let recurrent: [Dense<3, 3>; 4] =
        constant([Dense::seeded(3.1), Dense::seeded(3.9), Dense::seeded(4.7), Dense::seeded(5.2)]);
    let mut head: Dense<3, 1> = constant(Dense::seeded(6.0));
    head.b[0] += x[2];
    let model = Forecaster { lstm: Lstm { input, recurrent }, head };
    total(&model, &[0.1, x[3], 0.7, x[0] * x[1], 0.2], &[true, false, true, true])
}
mod laws {
    at_points! { recurrent_program }
}
