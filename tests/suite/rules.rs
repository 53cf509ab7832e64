//! Rules of the user's own.
#![deny(warnings)]

use autodiff::prelude::*;

#[linear(x_dot)]
fn exp_rule(x: f64, x_dot: f64) -> (f64, f64) {
    let y = x.exp();
    (y, y * x_dot)
}

#[differentiate(reverse, jvp = exp_rule)]
fn my_exp(x: f64) -> f64 {
    // whatever stands here is not looked at
    let bits = unsafe { std::ptr::read(&x.to_bits()) };
    f64::from_bits(bits).exp()
}

/// The root of y³ + y = a by Newton's method.
fn solved(a: f64) -> f64 {
    let mut y = 0.0_f64;
    for _ in 0..60 {
        y -= (y * y * y + y - a) / (3.0 * y * y + 1.0);
    }
    y
}

/// Implicit differentiation: (3y² + 1) ẏ = ȧ.
#[linear(a_dot)]
fn root_rule(a: f64, a_dot: f64) -> (f64, f64) {
    let y = solved(a);
    (y, a_dot / (3.0 * y * y + 1.0))
}

#[differentiate(jvp = root_rule)]
fn root(a: f64) -> f64 {
    solved(a)
}

#[linear(x_dot)]
fn norm_rule(x: &[f64], n: usize, x_dot: &[f64]) -> (f64, f64) {
    let norm = x[..n].iter().map(|v| v * v).sum::<f64>().sqrt();
    let inner: f64 = x[..n].iter().zip(x_dot).map(|(x, x_dot)| x * x_dot).sum();
    (norm, inner / norm)
}

#[differentiate(jvp = norm_rule)]
fn norm(x: &[f64], n: usize) -> f64 {
    x[..n].iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[linear(a_dot, x_dot)]
fn curve_rule(a: f64, x: Vec<f64>, a_dot: f64, x_dot: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let mut y_dot = vec![0.0; x.len()];
    for i in 0..x.len() {
        y_dot[i] = (a + 2.0 * x[i]) * x_dot[i] + x[i] * a_dot;
    }
    (x.iter().map(|v| a * v + v * v).collect(), y_dot)
}

#[differentiate(jvp = curve_rule)]
fn curve(a: f64, x: Vec<f64>) -> Vec<f64> {
    x.iter().map(|v| a * v + v * v).collect()
}

/// With results that have no tangent.
#[linear(x_dot)]
fn split_rule(x: (f64, usize), x_dot: (f64, ())) -> ((f64, usize, [f64; 2]), (f64, (), [f64; 2])) {
    let (t, n) = x;
    let k = n as f64;
    ((t * k, n + 1, [t, t * t]), (x_dot.0 * k, (), [x_dot.0, 2.0 * t * x_dot.0]))
}

#[differentiate(jvp = split_rule)]
fn split(x: (f64, usize)) -> (f64, usize, [f64; 2]) {
    let (t, n) = x;
    (t * n as f64, n + 1, [t, t * t])
}

/// A derivative that is zero everywhere.
#[linear(x_dot)]
fn floor_rule(x: f64, x_dot: f64) -> (f64, f64) {
    (x.floor(), 0.0 * x_dot)
}

#[differentiate(jvp = floor_rule)]
fn my_floor(x: f64) -> f64 {
    x.floor()
}

/// The gradient of which is not passed on beyond a bound: a rule that differs from the derivative, on purpose.
#[linear(x_dot)]
fn clipped_rule(x: f64, bound: f64, x_dot: f64) -> (f64, f64) {
    (x * x, if x.abs() < bound { 2.0 * x * x_dot } else { 0.0 })
}

#[differentiate(jvp = clipped_rule)]
fn clipped(x: f64, #[constant] bound: f64) -> f64 {
    let _ = bound;
    x * x
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
    lengths: Vec<f64>,
}

#[linear(s_dot)]
fn energy_rule(s: &Spring, s_dot: &SpringTangent) -> (f64, f64) {
    let mut y = 0.0;
    let mut y_dot = 0.0;
    for i in 0..s.lengths.len() {
        y += s.stiffness * s.lengths[i] * s.lengths[i];
        y_dot += s_dot.stiffness * s.lengths[i] * s.lengths[i] + 2.0 * s.stiffness * s.lengths[i] * s_dot.lengths[i];
    }
    (y, y_dot)
}

#[differentiate(jvp = energy_rule)]
fn energy(s: &Spring) -> f64 {
    s.lengths.iter().map(|l| s.stiffness * l * l).sum()
}

#[differentiate]
fn with_rules(x: &[f64]) -> f64 {
    let y = curve(x[0], x.to_vec());
    let (a, n, b) = split((x[1], 3));
    let mut sum = my_exp(x[0] * x[1]) + root(norm(&y, n - 1)) + a + b[0] * b[1];
    for v in x {
        sum += my_exp(v.sin()) + my_floor(*v);
    }
    let spring = Spring { stiffness: x[2], lengths: x.to_vec() };
    sum + energy(&spring)
}

#[test]
fn rules_in_both_modes() {
    check!(with_rules, [0.3, -0.4, 1.7, 0.6]);
    assert_eq!(my_exp_value_and_grad(1.0), (1.0_f64.exp(), 1.0_f64.exp()));
    assert_eq!(root_jvp(2.0, 8.0), (1.0, 2.0));
    assert_eq!(my_floor_grad(1.5), 0.0);
    assert_eq!((clipped_grad(3.0, 2.0), clipped_grad(1.0, 2.0)), (0.0, 2.0));
}

#[test]
fn the_public_functions_of_a_rule() {
    let (y, residuals) = curve_primal(1.5, vec![0.5, -0.25]);
    assert_eq!(y, [1.0, -0.3125]);
    assert_eq!(curve_linear(&residuals, 1.0, vec![0.0, 1.0]), [0.5, 0.75]);
    let (mut a_bar, mut x_bar) = (1.0, vec![0.0; 2]);
    curve_transposed(&residuals, &[2.0, 1.0], &mut a_bar, &mut x_bar[..]);
    assert_eq!((a_bar, &x_bar[..]), (1.75, &[5.0, 1.0][..]));
    let spring = Spring { stiffness: 2.0, lengths: vec![1.0, 3.0] };
    assert_eq!(energy_grad(&spring), SpringTangent { stiffness: 10.0, lengths: vec![4.0, 12.0] });
    let ((y, n, pair), x_bar) = split_vjp((2.0, 3), (1.0, (), [0.0, 1.0]));
    assert_eq!((y, n, pair, x_bar), (6.0, 4, [2.0, 4.0], (7.0, ())));
}
