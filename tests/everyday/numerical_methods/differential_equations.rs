//! Lotka–Volterra by Runge–Kutta, a pendulum by symplectic steps, implicit heat, waves on a grid,
//! and bodies under gravity.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn lotka_volterra(state: [f64; 2], p: &[f64]) -> [f64; 2] {
    let [prey, predator] = state;
    [p[0] * prey - p[1] * prey * predator, p[2] * prey * predator - p[3] * predator]
}

#[differentiate(reverse)]
fn runge_kutta_4(mut y: [f64; 2], p: &[f64], dt: f64, steps: usize) -> [f64; 2] {
    for _ in 0..steps {
        let k1 = lotka_volterra(y, p);
        let mut mid = y;
        for i in 0..2 {
            mid[i] += 0.5 * dt * k1[i];
        }
        let k2 = lotka_volterra(mid, p);
        for i in 0..2 {
            mid[i] = y[i] + 0.5 * dt * k2[i];
        }
        let k3 = lotka_volterra(mid, p);
        let mut end = [0.0; 2];
        for i in 0..2 {
            end[i] = y[i] + dt * k3[i];
        }
        let k4 = lotka_volterra(end, p);
        for i in 0..2 {
            y[i] += dt / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

#[differentiate(reverse)]
fn population_misfit(p: &[f64]) -> f64 {
    let target = [0.6, 0.4];
    let y = runge_kutta_4([p[4], 1.0], &p[..4], 0.1, 12);
    let mut loss = 0.0;
    for i in 0..2 {
        let d = y[i] - target[i];
        loss += d * d;
    }
    loss
}

const G: f64 = 9.81;

#[differentiate(reverse)]
fn pendulum_energy_drift(p: &[f64]) -> f64 {
    // damped pendulum, symplectic Euler, adaptive step near the turning points
    let (mut theta, mut omega) = (p[0], p[1]);
    let (length, damping) = (p[2].abs() + 0.5, p[3] * p[3]);
    let start = 0.5 * length * length * omega * omega - G * length * theta.cos();
    let mut time = 0.0;
    let mut steps = 0;
    while time < 0.5 {
        let dt = if omega.abs() < 0.3 { 0.01 } else { 0.02 };
        omega -= dt * (G / length * theta.sin() + damping * omega);
        theta += dt * omega;
        if theta > std::f64::consts::PI {
            theta -= 2.0 * std::f64::consts::PI;
        }
        time += dt;
        steps += 1;
        assert!(steps < 1000, "time stands still");
    }
    0.5 * length * length * omega * omega - G * length * theta.cos() - start
}

#[differentiate(reverse)]
fn tridiagonal_solve(lower: &[f64], diagonal: &[f64], upper: &[f64], rhs: &[f64]) -> Vec<f64> {
    let n = diagonal.len();
    let mut c = vec![0.0; n];
    let mut d = vec![0.0; n];
    c[0] = upper[0] / diagonal[0];
    d[0] = rhs[0] / diagonal[0];
    for i in 1..n {
        let m = diagonal[i] - lower[i - 1] * c[i - 1];
        if i < n - 1 {
            c[i] = upper[i] / m;
        }
        d[i] = (rhs[i] - lower[i - 1] * d[i - 1]) / m;
    }
    for i in (0..n - 1).rev() {
        d[i] -= c[i] * d[i + 1];
    }
    d
}

#[differentiate(reverse)]
fn implicit_heat(u0: &[f64]) -> f64 {
    let n = u0.len();
    let k = 0.3 + u0[0] * u0[0];
    let off = vec![-k; n - 1];
    let main = vec![1.0 + 2.0 * k; n];
    let mut u = u0.to_vec();
    for _ in 0..4 {
        u = tridiagonal_solve(&off, &main, &off, &u);
    }
    let mut total = 0.0;
    for (i, v) in u.iter().enumerate() {
        total += v * v * (i as f64 + 1.0);
    }
    total
}

#[differentiate(reverse)]
fn wave_on_a_grid(x: &[f64]) -> f64 {
    const_grid(x, 6, 5)
}

#[differentiate(reverse)]
fn const_grid(x: &[f64], width: usize, height: usize) -> f64 {
    let mut old = vec![vec![0.0; width]; height];
    let mut now = vec![vec![0.0; width]; height];
    for j in 1..height - 1 {
        for i in 1..width - 1 {
            now[j][i] = x[(i * 3 + j) % x.len()];
            old[j][i] = 0.9 * now[j][i];
        }
    }
    let c = x[0] * 0.2 + 0.1;
    for step in 0..5 {
        let mut next = vec![vec![0.0; width]; height];
        for j in 1..height - 1 {
            for i in 1..width - 1 {
                let laplacian =
                    now[j][i - 1] + now[j][i + 1] + now[j - 1][i] + now[j + 1][i] - 4.0 * now[j][i];
                next[j][i] = 2.0 * now[j][i] - old[j][i] + c * laplacian;
            }
        }
        if step == 2 {
            next[2][3] += x[1].sin();
        }
        old = now;
        now = next;
    }
    let mut energy = 0.0;
    for (row, before) in now.iter().zip(old.iter()) {
        for (a, b) in row.iter().zip(before.iter()) {
            energy += a * a + (a - b) * (a - b);
        }
    }
    energy
}

#[differentiate(reverse)]
fn n_body(x: &[f64]) -> f64 {
    let n = 3;
    let masses = [1.0, 0.5, 0.25];
    let mut position = vec![[0.0; 2]; n];
    let mut velocity = vec![[0.0; 2]; n];
    for b in 0..n {
        position[b] = [x[2 * b], x[2 * b + 1] + b as f64];
        velocity[b][0] = 0.1 * x[(b + 1) % 6];
    }
    for _ in 0..5 {
        let mut force = vec![[0.0; 2]; n];
        for i in 0..n {
            for j in 0..i {
                let d = [position[j][0] - position[i][0], position[j][1] - position[i][1]];
                let r2 = d[0] * d[0] + d[1] * d[1] + 0.05;
                let f = masses[i] * masses[j] / (r2 * r2.sqrt());
                for k in 0..2 {
                    force[i][k] += f * d[k];
                    force[j][k] -= f * d[k];
                }
            }
        }
        for ((p, v), (f, m)) in
            position.iter_mut().zip(velocity.iter_mut()).zip(force.iter().zip(&masses))
        {
            for k in 0..2 {
                v[k] += 0.05 * f[k] / m;
                p[k] += 0.05 * v[k];
            }
        }
    }
    let mut spread = 0.0;
    for (p, v) in position.iter().zip(&velocity) {
        spread += p[0] * p[0] + p[1] * v[0];
    }
    spread
}

#[test]
fn differential_equations() {
    check!(population_misfit, [1.1, 0.4, 0.3, 0.8, 1.5]);
    check!(pendulum_energy_drift, [1.1, 0.4, 0.3, 0.8]);
    check!(pendulum_energy_drift, [3.1, 2.4, 0.3, 0.8], 1e-6);
    check!(implicit_heat, [0.5, -0.3, 0.8, 0.2, 1.0]);
    check!(wave_on_a_grid, [0.5, -0.3, 0.8, 0.2, 1.0]);
    check!(n_body, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6]);
}
