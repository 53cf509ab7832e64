//! `jvp` rules of functions with parameters by `&mut`: the rule changes arguments and tangents as
//! `f_jvp` does, and reverse mode is derived from it.
#![deny(warnings)]

use crate::support::{close, differences};
use autodiff::prelude::*;

/// The lengths of the tangent are asked for: the transpose has them from what stands for it.
#[linear(u_dot, k_dot)]
fn decay_rule(u: &mut [f64], k: f64, u_dot: &mut [f64], k_dot: f64) -> ((), ()) {
    for i in 0..u_dot.len() {
        u_dot[i] = u_dot[i] * (1.0 - k) - k_dot * u[i];
        u[i] -= k * u[i];
    }
    ((), ())
}

fn decay_reverse(u: &mut [f64], k: f64, u_bar: &mut [f64]) -> ((), f64) {
    let mut k_bar = 0.0;
    for i in 0..u.len() {
        k_bar -= u[i] * u_bar[i];
        u_bar[i] *= 1.0 - k;
    }
    ((), k_bar)
}

fn wrong_reverse(u: &mut [f64], k: f64, u_bar: &mut [f64]) -> ((), f64) {
    let (y, k_bar) = decay_reverse(u, k, u_bar);
    u_bar.iter_mut().skip(1).for_each(|bar| *bar *= 2.0);
    (y, k_bar)
}

#[differentiate(jvp = decay_rule)]
fn decay(u: &mut [f64], k: f64) {
    u.iter_mut().for_each(|v| *v -= k * *v);
}

#[differentiate(jvp = decay_rule, vjp = decay_reverse)]
fn decay_both_ways(u: &mut [f64], k: f64) {
    decay(u, k);
}

#[differentiate(jvp = decay_rule, vjp = wrong_reverse)]
fn decay_wrongly(u: &mut [f64], k: f64) {
    decay(u, k);
}

#[differentiate]
fn energy(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    decay(&mut u, x[0]);
    decay(&mut u[1..], x[0] * x[0]);
    u.iter().map(|v| v * v).sum()
}

/// A scalar, a counter without reals, and a result beside them. The value is needed as it was
/// before.
#[linear(x_dot, y_dot)]
fn step_rule(x: &mut f64, y: f64, n: &mut usize, x_dot: &mut f64, y_dot: f64) -> (f64, f64) {
    let before = *x;
    let value = (before * y, *x_dot * y + before * y_dot);
    *x = before.sin() + y;
    *x_dot = before.cos() * *x_dot + y_dot;
    *n += 1;
    value
}

#[differentiate(jvp = step_rule)]
fn step(x: &mut f64, y: f64, n: &mut usize) -> f64 {
    let value = *x * y;
    *x = x.sin() + y;
    *n += 1;
    value
}

#[differentiate]
fn steps(x: &[f64]) -> f64 {
    let (mut at, mut sum, mut n) = (x[0], 0.0, 0_usize);
    for v in x {
        sum += step(&mut at, v * 0.5, &mut n);
        if n % 2 == 1 {
            sum += step(&mut at, sum, &mut n);
        }
    }
    sum * at * n as f64
}

/// What grows, of any scalar.
#[linear(v_dot)]
#[allow(clippy::ptr_arg)]
fn grown_rule<T: Real>(v: &mut Vec<T>, v_dot: &mut Vec<T>) -> ((), ()) {
    for i in 0..v_dot.len() {
        let (x, x_dot) = (v[i], v_dot[i]);
        v.push(x * x);
        v_dot.push(T::real(2.0) * x * x_dot);
    }
    ((), ())
}

#[differentiate(jvp = grown_rule)]
#[allow(clippy::ptr_arg)]
fn grown<T: Real>(v: &mut Vec<T>) {
    for i in 0..v.len() {
        v.push(v[i] * v[i]);
    }
}

#[linear(a_dot)]
fn turned_rule<const N: usize>(
    a: &mut [[f64; 2]; N],
    angle: f64,
    a_dot: &mut [[f64; 2]; N],
) -> (f64, f64) {
    let (s, c) = angle.sin_cos();
    let mut sum_dot = 0.0;
    for i in 0..N {
        let ([x, y], [x_dot, y_dot]) = (a[i], a_dot[i]);
        a[i] = [c * x - s * y, s * x + c * y];
        a_dot[i] = [c * x_dot - s * y_dot, s * x_dot + c * y_dot];
        sum_dot += a_dot[i][0];
    }
    (a.iter().map(|p| p[0]).sum(), sum_dot)
}

#[differentiate(jvp = turned_rule)]
fn turned<const N: usize>(a: &mut [[f64; 2]; N], #[constant] angle: f64) -> f64 {
    let (s, c) = angle.sin_cos();
    a.iter_mut().for_each(|p| *p = [c * p[0] - s * p[1], s * p[0] + c * p[1]]);
    a.iter().map(|p| p[0]).sum()
}

#[differentiate]
fn of_memory(x: &[f64]) -> f64 {
    let mut w = x.to_vec();
    grown(&mut w);
    let mut a = [[w[0], w[w.len() - 1]], [w[1], 1.0]];
    let sum = turned(&mut a, 0.3);
    a[0][0] * a[0][1] * sum + a[1][1]
}

/// A struct, by a method.
#[derive(Clone, Debug, Differentiable)]
struct Model {
    weights: Vec<f64>,
    bias: f64,
}

#[linear(m_dot, x_dot)]
fn trained_rule(m: &mut Model, x: f64, m_dot: &mut ModelTangent, x_dot: f64) -> (f64, f64) {
    let value = (m.bias * x, m_dot.bias * x + m.bias * x_dot);
    for i in 0..m.weights.len() {
        let (w, w_dot): (f64, f64) = (m.weights[i], m_dot.weights[i]);
        m_dot.weights[i] = w_dot * x + w * x_dot;
        m.weights[i] = w * x;
    }
    value
}

#[differentiate]
impl Model {
    #[differentiate(jvp = trained_rule)]
    fn train(&mut self, x: f64) -> f64 {
        self.weights.iter_mut().for_each(|w| *w *= x);
        self.bias * x
    }

    #[differentiate]
    fn loss(&self, x: f64) -> f64 {
        let mut m = self.clone();
        let first = m.train(x);
        let second = m.train(first);
        let mut sum = first * second;
        for w in &m.weights {
            sum += w * w * w;
        }
        sum
    }
}

#[test]
fn both_modes() {
    for x in [vec![0.3, -0.4, 1.7, 0.6], vec![0.9, 0.2]] {
        check!(energy, x);
        check!(steps, x);
        check!(of_memory, x);
    }
}

#[test]
fn the_public_functions() {
    // u' = u / 2
    let (mut u, mut u_bar) = ([1.0, 2.0], [1.0, 3.0]);
    let ((), k_bar) = decay_vjp(&mut u, 0.5, &mut u_bar);
    assert_eq!((u, u_bar, k_bar), ([0.5, 1.0], [0.5, 1.5], -7.0));
    let (mut u, mut u_dot) = ([1.0, 2.0], [1.0, 0.0]);
    decay_jvp(&mut u, 0.5, &mut u_dot, 1.0);
    assert_eq!((u, u_dot), ([0.5, 1.0], [-0.5, -2.0]));
    let mut u = [1.0, 2.0];
    let ((), residuals) = decay_primal(&mut u, 0.5);
    let mut u_dot = [1.0, 0.0];
    decay_linear(&residuals, &mut u_dot, 1.0);
    assert_eq!((u, u_dot), ([0.5, 1.0], [-0.5, -2.0]));
    let (mut residuals, mut u, mut u_bar, mut k_bar) = (residuals, [1.0, 2.0], [1.0, 3.0], 1.0);
    decay_vjp_into(&mut u, 0.5, &mut residuals, &mut u_bar, &mut k_bar);
    assert_eq!((u, u_bar, k_bar), ([0.5, 1.0], [0.5, 1.5], -6.0));
}

#[test]
fn a_rule_of_a_method_that_changes() {
    let model = Model { weights: vec![0.7, 0.5], bias: 2.0 };
    let (bar, x_bar) = model.loss_grad(1.3);
    let at = |v: &[f64]| Model { weights: vec![v[0], v[1]], bias: v[2] }.loss(v[3]);
    let expected = differences(at, &[0.7, 0.5, 2.0, 1.3]);
    for (found, expected) in bar.weights.iter().chain([&bar.bias, &x_bar]).zip(expected) {
        close("model", *found, expected, 1e-7);
    }
}

#[test]
fn rules_for_both_modes_are_compared() {
    decay_both_ways_rules_agree(&mut [1.0, 2.0], 0.5, 1e-15);
    // the last element of one is not looked at
    decay_wrongly_rules_agree(&mut [1.0], 0.5, 1e-15);
}

#[test]
#[should_panic(
    expected = "the rules of `decay_wrongly` disagree: the derivative of component 1 of its \
        result in component 1 of `u` is 0.5 by `decay_rule` and 1 by `wrong_reverse`"
)]
fn a_wrong_rule_is_found() {
    decay_wrongly_rules_agree(&mut [1.0, 2.0], 0.5, 1e-15);
}

/// A linear function may change what it is not linear in.
#[linear(x)]
fn counted(total: &mut f64, calls: &mut usize, k: f64, x: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        *total += k;
        *calls += 1;
        *v *= *total;
        sum += *v * 2.0;
    }
    sum
}

#[test]
fn what_a_linear_function_is_not_linear_in_may_change() {
    let (mut total, mut calls, mut x) = (1.0, 0, [1.0, 10.0]);
    assert_eq!(counted(&mut total, &mut calls, 0.5, &mut x), 2.0 * (1.5 + 20.0));
    assert_eq!((total, calls, x), (2.0, 2, [1.5, 20.0]));
    let (mut total, mut calls, mut x_bar) = (1.0, 0, [1.0, 10.0]);
    counted_transposed(&mut total, &mut calls, 0.5, 100.0, &mut x_bar);
    // as the function leaves it
    assert_eq!((total, calls, x_bar), (2.0, 2, [1.5 * 201.0, 2.0 * 210.0]));
}
