//! Closures without types as arguments of functions and methods of other files, whose signatures
//! determine the types.

mod rules;
mod states;

use autodiff::prelude::*;
use rules::{Euler, Quadrature, euler, heun};
use states::State;

#[differentiate]
fn orbit(q: &[f64]) -> f64 {
    let start = State { position: q[0], velocity: 1.0 };
    let end =
        euler(|s, t| State { position: s.velocity, velocity: -q[1] * s.position + t }, start, 0.1);
    end.position * end.velocity
}

#[differentiate]
fn of_arrays(q: &[f64]) -> f64 {
    let [a, b] = heun(|y| [y[1] * q[0], -y[0]], [q[1], 0.5], 0.2);
    a * b
}

#[differentiate]
fn by_methods(q: &[f64]) -> f64 {
    let rule = Euler { h: 0.1 * q[1] };
    let y = rule.run(|t, y| vec![y[1] * q[0], t - y[0]], &[q[0], 1.0]);
    let marked = rule.at_midpoint(|m| m.weight * m.at * q[0]);
    y[0] * y[1] + marked + Quadrature::of(|x, range| x * range[1] * q[0], 3)
}

#[differentiate]
fn by_aliases(q: &[f64]) -> f64 {
    let p = rules::moved(|p, n| (p.0 * q[0], p.1 + n as f64), |v| v[0] * v[2], (q[1], q[0]));
    p.0 * p.1
}

#[test]
fn gradients() {
    check!(orbit, [0.7, 1.3]);
    check!(of_arrays, [0.7, 1.3]);
    check!(by_methods, [0.7, 1.3]);
    check!(by_aliases, [0.7, 1.3]);
}
