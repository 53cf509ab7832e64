//! Two rules of one function, one for each mode, and the emitted function that compares them.
#![deny(warnings)]

use autodiff::prelude::*;

#[linear(x_dot, scale_dot)]
fn weighted_forward(
    x: &[f64],
    n: usize,
    scale: f64,
    x_dot: &[f64],
    scale_dot: f64,
) -> ((Vec<f64>, usize), (Vec<f64>, ())) {
    let mut y_dot = vec![0.0; n];
    for i in 0..n {
        y_dot[i] = scale * x_dot[i] + x[i] * scale_dot;
    }
    (weighted(x, n, scale), (y_dot, ()))
}

fn weighted_reverse(
    x: &[f64],
    n: usize,
    scale: f64,
    y_bar: (&[f64], ()),
) -> ((Vec<f64>, usize), (Vec<f64>, f64)) {
    let mut x_bar = vec![0.0; x.len()];
    let mut scale_bar = 0.0;
    for i in 0..n {
        x_bar[i] = scale * y_bar.0[i];
        scale_bar += x[i] * y_bar.0[i];
    }
    (weighted(x, n, scale), (x_bar, scale_bar))
}

#[differentiate(jvp = weighted_forward, vjp = weighted_reverse)]
fn weighted(x: &[f64], n: usize, scale: f64) -> (Vec<f64>, usize) {
    (x[..n].iter().map(|v| scale * v).collect(), n)
}

/// Half of what it should be in one of the elements.
fn weighted_wrongly(
    x: &[f64],
    n: usize,
    scale: f64,
    y_bar: (&[f64], ()),
) -> ((Vec<f64>, usize), (Vec<f64>, f64)) {
    let (y, (mut x_bar, scale_bar)) = weighted_reverse(x, n, scale, y_bar);
    x_bar[1] *= 0.5;
    (y, (x_bar, scale_bar))
}

#[differentiate(jvp = weighted_forward, vjp = weighted_wrongly)]
fn wrongly_weighted(x: &[f64], n: usize, scale: f64) -> (Vec<f64>, usize) {
    (x[..n].iter().map(|v| scale * v).collect(), n)
}

#[test]
fn rules_that_agree() {
    weighted_rules_agree(&[0.5, -1.5, 2.0], 2, 3.0, 1e-15);
    weighted_rules_agree(&[], 0, 3.0, 0.0);
    // nothing of the wrong element is looked at
    wrongly_weighted_rules_agree(&[0.5, -1.5, 2.0], 1, 3.0, 1e-15);
}

#[test]
#[should_panic(
    expected = "the rules of `wrongly_weighted` disagree: the derivative of component 1 of its \
        result in component 1 of `x` is 3 by `weighted_forward` and 1.5 by `weighted_wrongly`"
)]
fn a_wrong_rule_is_found() {
    wrongly_weighted_rules_agree(&[0.5, -1.5, 2.0], 2, 3.0, 1e-15);
}

/// The value of another function.
fn doubled_reverse<T: Real>(x: T, y_bar: T) -> (T, T) {
    (x, T::real(2.0) * y_bar)
}

#[linear(x_dot)]
fn doubled_forward<T: Real>(x: T, x_dot: T) -> (T, T) {
    (x + x, T::real(2.0) * x_dot)
}

#[differentiate(jvp = doubled_forward, vjp = doubled_reverse)]
fn doubled<T: Real>(x: T) -> T {
    x + x
}

#[test]
#[should_panic(
    expected = "component 0 of the value of `doubled` is 3, but 1.5 by its rule `doubled_reverse`"
)]
fn a_wrong_value_is_found() {
    doubled_rules_agree(1.5_f32, 1e-6);
}

#[derive(Clone, Debug, Differentiable)]
struct Ellipse {
    axes: [f64; 2],
}

#[linear(ellipse_dot, by_dot)]
fn scaled_forward(
    ellipse: &Ellipse,
    by: f64,
    ellipse_dot: &EllipseTangent,
    by_dot: f64,
) -> ([f64; 2], [f64; 2]) {
    let y = ellipse.axes.map(|a| by * a);
    (
        y,
        [
            by * ellipse_dot.axes[0] + by_dot * ellipse.axes[0],
            by * ellipse_dot.axes[1] + by_dot * ellipse.axes[1],
        ],
    )
}

fn scaled_primal(ellipse: &Ellipse, by: f64) -> ([f64; 2], (Ellipse, f64)) {
    (ellipse.axes.map(|a| by * a), (ellipse.clone(), by))
}

fn scaled_transposed((ellipse, by): &(Ellipse, f64), y_bar: [f64; 2]) -> (EllipseTangent, f64) {
    let by_bar = ellipse.axes[0] * y_bar[0] + ellipse.axes[1] * y_bar[1];
    (EllipseTangent { axes: y_bar.map(|bar| by * bar) }, by_bar)
}

fn moved_transposed(residuals: &(Ellipse, f64), y_bar: [f64; 2]) -> (EllipseTangent, f64) {
    let (bar, by_bar) = scaled_transposed(residuals, y_bar);
    (bar, -by_bar)
}

#[differentiate]
impl Ellipse {
    #[differentiate(jvp = scaled_forward, primal = scaled_primal, transposed = scaled_transposed)]
    pub fn scaled(&self, by: f64) -> [f64; 2] {
        self.axes.map(|a| by * a)
    }

    #[differentiate(jvp = scaled_forward, primal = scaled_primal, transposed = moved_transposed)]
    fn wrongly(self, by: f64) -> [f64; 2] {
        self.axes.map(|a| by * a)
    }
}

#[test]
fn rules_of_methods_that_agree() {
    let ellipse = Ellipse { axes: [1.0, 2.5] };
    ellipse.scaled_rules_agree(-0.5, 1e-15);
}

#[test]
#[should_panic(
    expected = "component 0 of its result in component 0 of `by` is 1 by `scaled_forward` and -1 \
        by `moved_transposed`"
)]
fn a_wrong_rule_of_a_method_is_found() {
    Ellipse { axes: [1.0, 2.5] }.wrongly_rules_agree(-0.5, 1e-15);
}
