//! The Van der Pol oscillator by an integrator that adapts its step.

use autodiff::prelude::*;

#[differentiate]
pub trait System<const N: usize> {
    #[differentiate]
    fn derivative(&self, t: f64, state: &[f64; N]) -> [f64; N];
}
#[derive(Differentiable, Clone, Debug)]
pub struct VanDerPol {
    mu: f64,
}
#[differentiate]
impl System<2> for VanDerPol {
    fn derivative(&self, _t: f64, s: &[f64; 2]) -> [f64; 2] {
        [s[1], self.mu * (1.0 - s[0] * s[0]) * s[1] - s[0]]
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Solution<const N: usize> {
    t: f64,
    y: [f64; N],
    steps: usize,
}
#[differentiate]
fn axpy<const N: usize>(y: &[f64; N], terms: &[(f64, [f64; N])]) -> [f64; N] {
    let mut out = *y;
    for (c, k) in terms {
        for i in 0..N {
            out[i] += c * k[i];
        }
    }
    out
}
#[differentiate]
fn integrate<const N: usize, S: System<N>>(
    sys: &S,
    y0: [f64; N],
    t_end: f64,
    tol: f64,
) -> Solution<N> {
    let mut t = 0.0;
    let mut y = y0;
    let mut h: f64 = 0.1;
    let mut steps = 0;
    while t < t_end {
        if t + h > t_end {
            h = t_end - t;
        }
        let k1 = sys.derivative(t, &y);
        let k2 = sys.derivative(t + h / 2.0, &axpy(&y, &[(h / 2.0, k1)]));
        let k3 = sys.derivative(t + 0.75 * h, &axpy(&y, &[(0.75 * h, k2)]));
        let next = axpy(&y, &[(h * 2.0 / 9.0, k1), (h / 3.0, k2), (h * 4.0 / 9.0, k3)]);
        let k4 = sys.derivative(t + h, &next);
        let low = axpy(&y, &[(h * 7.0 / 24.0, k1), (h / 4.0, k2), (h / 3.0, k3), (h / 8.0, k4)]);
        let err = next.iter().zip(&low).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        steps += 1;
        if err > tol && h > 1e-6 {
            h *= 0.5;
            continue;
        }
        t += h;
        y = next;
        if err < tol * 0.1 {
            h *= 1.5;
        }
        if steps > 500 {
            break;
        }
    }
    Solution { t, y, steps }
}
#[differentiate]
fn oscillator_program(q: &[f64]) -> f64 {
    let s = integrate(&VanDerPol { mu: q[0] }, [q[1], 0.0], 1.5, 1e-2);
    s.y[0] + 2.0 * s.y[1] + s.steps as f64
}

#[test]
fn laws() {
    check!(oscillator_program, [0.8, 1.25], 1e-5);
}
