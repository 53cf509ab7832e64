//! A differential equation by the embedded Runge–Kutta–Fehlberg method, until an event.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
enum Outcome {
    Finished,
    Event,
    StepTooSmall,
}
const C: [f64; 6] = [0.0, 0.25, 0.375, 12.0 / 13.0, 1.0, 0.5];
const B: [[f64; 5]; 6] = [
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [0.25, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 32.0, 9.0 / 32.0, 0.0, 0.0, 0.0],
    [1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0.0, 0.0],
    [439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0.0],
    [-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0],
];
const E4: [f64; 6] = [25.0 / 216.0, 0.0, 1408.0 / 2565.0, 2197.0 / 4104.0, -0.2, 0.0];
const E5: [f64; 6] =
    [16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0];
#[differentiate]
fn rkf45<const N: usize>(
    f: impl Fn(f64, &[f64; N]) -> [f64; N],
    y: &mut [f64; N],
    t_end: f64,
    steps: &mut usize,
) -> Outcome {
    let mut t = 0.0;
    let mut h: f64 = 0.2;
    while t < t_end {
        if h < 1e-6 {
            return Outcome::StepTooSmall;
        }
        h = h.min(t_end - t);
        let mut k = [[0.0; N]; 6];
        for s in 0..6 {
            let mut ys = *y;
            for j in 0..s {
                for i in 0..N {
                    ys[i] += h * B[s][j] * k[j][i];
                }
            }
            k[s] = f(t + C[s] * h, &ys);
        }
        let mut err: f64 = 0.0;
        let mut next = *y;
        for i in 0..N {
            let mut diff = 0.0;
            for s in 0..6 {
                next[i] += h * E5[s] * k[s][i];
                diff += h * (E5[s] - E4[s]) * k[s][i];
            }
            err = err.max(diff.abs());
        }
        if err <= 1e-2 {
            t += h;
            *y = next;
            *steps += 1;
            if y[0] > 3.0 {
                return Outcome::Event;
            }
        } else {
            h *= 0.5;
        }
    }
    Outcome::Finished
}
#[differentiate]
fn ode_program(x: &[f64]) -> f64 {
    let mu = 0.5 + 0.2 * x[0];
    let mut y = [0.4 + 0.1 * x[x.len() - 1], 0.2];
    let mut steps = 0;
    let outcome = rkf45(
        |t, y| [y[1], mu * (1.0 - y[0] * y[0]) * y[1] - y[0] + 0.1 * t],
        &mut y,
        1.0,
        &mut steps,
    );
    let bonus = match outcome {
        Outcome::Finished => 1.0,
        Outcome::Event => 2.0,
        Outcome::StepTooSmall => 0.0,
    };
    y[0] * y[1] + bonus * y[0] + steps as f64 * 1e-3
}

mod laws {
    at_points! { ode_program }
}
