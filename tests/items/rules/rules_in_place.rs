//! Rules of functions with parameters by `&mut`.
#![deny(warnings)]

use crate::support::{close, differences};
use autodiff::prelude::*;

/// One step of an explicit scheme, in place.
fn steps(u: &mut [f64], k: f64, n: usize) {
    for _ in 0..n {
        for i in 1..u.len() {
            let before = u[i - 1];
            u[i] += k * (before - u[i]);
        }
    }
}

fn smooth_reverse(u: &mut [f64], k: f64, n: usize, u_bar: &mut [f64]) -> ((), f64) {
    // all states, then back through them
    let mut states = Vec::new();
    for _ in 0..n {
        for i in 1..u.len() {
            states.push((u[i - 1], u[i]));
            let before = u[i - 1];
            u[i] += k * (before - u[i]);
        }
    }
    let mut k_bar = 0.0;
    for _ in 0..n {
        for i in (1..u.len()).rev() {
            let (before, here) = states.pop().expect("as many as were pushed");
            k_bar += (before - here) * u_bar[i];
            u_bar[i - 1] += k * u_bar[i];
            u_bar[i] -= k * u_bar[i];
        }
    }
    ((), k_bar)
}

#[differentiate(vjp = smooth_reverse)]
fn smooth(u: &mut [f64], k: f64, n: usize) {
    steps(u, k, n);
}

/// With a result beside what is changed, and residuals of its own.
fn normalize_kept(x: &mut [f64; 2], scale: &mut f64) -> (f64, ([f64; 2], f64, f64)) {
    let (before, factor) = (*x, *scale);
    let norm = normalize(x, scale);
    (norm, (before, factor, norm))
}

fn normalize_back(
    (x, factor, norm): &([f64; 2], f64, f64),
    norm_bar: f64,
    x_bar: &mut [f64; 2],
    scale_bar: &mut f64,
) {
    // x' = factor x / |x|, factor' = factor |x|, and |x|
    let unit = x.map(|v| v / norm);
    let inner = unit[0] * x_bar[0] + unit[1] * x_bar[1];
    let along = norm_bar + *scale_bar * factor;
    *scale_bar = inner + *scale_bar * norm;
    for i in 0..2 {
        x_bar[i] = factor / norm * (x_bar[i] - inner * unit[i]) + along * unit[i];
    }
}

#[differentiate(primal = normalize_kept, transposed = normalize_back)]
fn normalize(x: &mut [f64; 2], scale: &mut f64) -> f64 {
    let norm = x[0].hypot(x[1]);
    *x = x.map(|v| *scale * v / norm);
    *scale *= norm;
    norm
}

#[derive(Clone, Debug, Differentiable)]
struct Counter {
    total: f64,
    #[constant]
    calls: usize,
}

fn added(counter: &mut Counter, x: f64, y_bar: f64, bar: &mut CounterTangent) -> (f64, f64) {
    let y = counter.add(x);
    // total' = total + x², y = 3 total'
    bar.total += 3.0 * y_bar;
    (y, 2.0 * x * bar.total)
}

#[differentiate]
impl Counter {
    #[differentiate(vjp = added)]
    fn add(&mut self, x: f64) -> f64 {
        self.calls += 1;
        self.total += x * x;
        3.0 * self.total
    }

    #[differentiate]
    fn all(&self, x: &[f64]) -> f64 {
        let mut counter = self.clone();
        let mut sum = 0.0;
        for v in x {
            sum += counter.add(*v) * v;
        }
        sum + counter.total
    }
}

#[differentiate]
fn program(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    smooth(&mut u, x[0], 2);
    let mut pair = [u[1], u[2]];
    let mut scale = x[1];
    let norm = normalize(&mut pair, &mut scale);
    smooth(&mut u[1..], norm, 1);
    let mut sum = scale * norm + pair[0] * pair[1];
    for i in 0..u.len() {
        sum += u[i] * u[i] * (i as f64 + 1.0);
    }
    sum
}

/// What is changed carries no reals.
fn counted_reverse(calls: &mut usize, x: f64, y_bar: f64) -> (f64, f64) {
    let factor = *calls as f64;
    (counted(calls, x), factor * y_bar)
}

#[differentiate(vjp = counted_reverse)]
fn counted(calls: &mut usize, x: f64) -> f64 {
    *calls += 1;
    (*calls - 1) as f64 * x
}

#[differentiate]
fn counting(x: &[f64]) -> f64 {
    let mut calls: usize = 1;
    let mut sum = 0.0;
    for v in x {
        sum += counted(&mut calls, v.sin());
    }
    sum * calls as f64
}

/// Of a vector, and of any scalar.
fn doubled_reverse<T: Real>(v: &[T], v_bar: &mut [T], x_bar: &T) {
    // v' = 2 v, x' = x + Σ v
    for i in 0..v.len() {
        v_bar[i] = T::real(2.0) * v_bar[i] + *x_bar;
    }
}

#[allow(clippy::ptr_arg)]
fn doubled_pullback<T: Real>(
    v: &mut Vec<T>,
    x: &mut T,
    v_bar: &mut Vec<T>,
    x_bar: &mut T,
) -> ((), ()) {
    doubled_reverse(v, v_bar, x_bar);
    let _ = x;
    ((), ())
}

#[allow(clippy::ptr_arg)]
#[differentiate(vjp = doubled_pullback)]
fn doubled<T: Real>(v: &mut Vec<T>, x: &mut T) {
    for e in v {
        *x += *e;
        *e *= T::real(2.0);
    }
}

#[differentiate]
fn with_vectors(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut y = x[0];
    for _ in 0..2 {
        doubled(&mut v, &mut y);
        y = y.sin();
    }
    y + v[0] * v[1]
}

#[test]
fn rules_of_what_is_counted_and_of_vectors() {
    check!(counting, [0.3, -0.4, 1.7, 0.6]);
    check!(with_vectors, [0.3, -0.4, 1.7, 0.6]);
}

#[test]
fn rules_in_place_in_both_modes() {
    check!(program, [0.3, -0.4, 1.7, 0.6]);
    check!(program, [0.9, 0.2, -1.1]);
}

#[test]
fn the_public_functions_of_rules_in_place() {
    let mut u = [1.0, 3.0, 2.0];
    let mut u_bar = [0.0, 0.0, 1.0];
    let ((), k_bar) = smooth_vjp(&mut u, 0.5, 1, &mut u_bar);
    // u1' = 2, u2' = 2 + 0.5 (2 - 2)
    assert_eq!((u, u_bar, k_bar), ([1.0, 2.0, 2.0], [0.25, 0.25, 0.5], -1.0));
    let mut u = [1.0, 3.0, 2.0];
    let ((), residuals) = smooth_primal(&mut u, 0.5, 1);
    let mut u_dot = [0.0, 1.0, 0.0];
    smooth_linear(&residuals, &mut u_dot, 1.0);
    assert_eq!(u_dot, [0.0, -1.5, -0.75]);
    let (mut x, mut scale, mut x_bar, mut scale_bar) = ([3.0, 4.0], 2.0, [0.0; 2], 1.0);
    let norm = normalize_vjp(&mut x, &mut scale, 0.0, &mut x_bar, &mut scale_bar).0;
    assert_eq!((norm, scale, scale_bar), (5.0, 10.0, 5.0));
    close("x", x_bar[1], 1.6, 1e-15);
}

#[test]
fn rules_of_methods_that_change() {
    let counter = Counter { total: 0.5, calls: 0 };
    let x = [0.7, -1.2, 0.4];
    let (bar, x_bar) = counter.all_grad(&x);
    let at = |v: &[f64]| Counter { total: v[0], calls: 0 }.all(&v[1..]);
    let expected = differences(at, &[0.5, 0.7, -1.2, 0.4]);
    for (found, expected) in [bar.total].iter().chain(&x_bar).zip(expected) {
        close("counter", *found, expected, 1e-8);
    }
    let forward = counter.all_jvp(&x, &CounterTangent { total: 1.0 }, &[0.0, 2.0, 0.0]).1;
    close("forward", forward, bar.total + 2.0 * x_bar[1], 1e-14);
}
