//! The tape and emitted code return the same gradients, and each is called from the other.

use autodiff::dual::Dual;
use autodiff::prelude::*;
use autodiff::tape::{self, Matrix, Var, Vector};

use crate::support::{Numbers, close};

#[path = "../../../benches/tape/programs.rs"]
mod programs;

use programs::{
    dot, dot_grad, particles, particles_grad, particles_value_and_grad, sum_of_times,
    sum_of_times_grad,
};

#[differentiate(reverse)]
fn logistic<T: Real>(x: &[T]) -> Vec<T> {
    let mut y = vec![T::real(0.0); x.len()];
    for i in 0..x.len() {
        y[i] = T::real(1.0) / (T::real(1.0) + (-x[i]).exp());
    }
    y
}

#[track_caller]
fn all_close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        close(what, *a, *b, tolerance);
    }
}

#[test]
fn the_same_gradients() {
    let x = Numbers::new(3).vec(16);
    for steps in [0, 1, 10, 1000] {
        let (value, gradient) = tape::value_and_gradient(|x| particles(x, steps), &x);
        let (expected, generated) = particles_value_and_grad(&x, steps);
        assert_eq!(value.to_bits(), expected.to_bits());
        all_close("particles", &gradient, &generated, 1e-12);
    }
    let (a, b) = (Numbers::new(4).vec(12), Numbers::new(5).vec(12));
    let both = [&a[..], &b].concat();
    let (a_bar, b_bar) = dot_grad(&a, &b);
    all_close(
        "dot",
        &tape::gradient(|x| dot(&x[..12], &x[12..]), &both),
        &[a_bar, b_bar].concat(),
        0.0,
    );
    let (a_bar, x_bar) = sum_of_times_grad(&a, &b[..3]);
    let by_arrays = |all: &[Var]| {
        let all = Vector::from_vars(all);
        Matrix::new(4, 3, all.slice(0..12)).times(&all.slice(12..15)).sum()
    };
    let expected = [a_bar, x_bar].concat();
    all_close("the sum of A·x", &tape::gradient(by_arrays, &both[..15]), &expected, 1e-15);
    all_close(
        "by elements",
        &tape::gradient(|x| sum_of_times(&x[..12], &x[12..]), &both[..15]),
        &expected,
        1e-15,
    );
    let all = Numbers::new(6).vec(programs::NETWORK);
    all_close(
        "network",
        &tape::gradient(|x| programs::network(x), &all),
        &programs::network_grad(&all),
        1e-12,
    );
    all_close(
        "rotation",
        &tape::gradient(|x| programs::rotation(x), &x[..7]),
        &programs::rotation_grad(&x[..7]),
        1e-14,
    );
    let (a_bar, b_bar) = programs::scalar_grad(2.0, 3.0);
    all_close(
        "product",
        &tape::gradient(|x| programs::scalar(x[0], x[1]), &[2.0, 3.0]),
        &[a_bar, b_bar],
        0.0,
    );
}

/// A generated derivative as one entry of the tape. Residuals that borrow from a slice cannot be
/// kept, and the function is computed again.
#[test]
fn generated_derivatives_inside_of_taped_code() {
    let taped = |x: &[Var]| {
        let x = Vector::from_vars(x);
        let y = tape::call(
            &x,
            |x| (logistic(x), ()),
            |x, (), y_bar, x_bar| {
                for (x_bar, more) in x_bar.iter_mut().zip(logistic_vjp(x, y_bar).1) {
                    *x_bar += more;
                }
            },
        );
        let z = tape::call_with_gradient(&(&x * &y), |x| particles_value_and_grad(x, 3));
        vec![z * y.get(0)]
    };
    let x = Numbers::new(7).vec(8);
    let expected = tape::gradient(
        |x| {
            let y = logistic(x);
            let product: Vec<Var> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
            particles(&product, 3) * y[0]
        },
        &x,
    );
    let (_, pullback) = tape::vjp(taped, &x);
    all_close("with generated parts", &pullback.apply(&[1.0]), &expected, 1e-13);
    assert_eq!((pullback.array_operations(), pullback.scalar_operations()), (3, 1));
}

#[differentiate(reverse)]
fn polar(r: f64, angle: f64) -> (f64, f64) {
    (r * angle.cos(), r * angle.sin())
}

/// Residuals that borrow nothing are kept on the tape, and only the transposed function runs in
/// reverse.
#[test]
fn generated_residuals_on_the_tape() {
    let taped = |x: &[Var]| {
        let primal = |x: &[f64]| {
            let (y, residuals) = polar_primal(x[0], x[1]);
            (vec![y.0, y.1], residuals)
        };
        let y = tape::call(&Vector::from_vars(x), primal, |_, residuals, y_bar, x_bar| {
            let (r_bar, angle_bar) = x_bar.split_at_mut(1);
            polar_transposed(residuals, (y_bar[0], y_bar[1]), &mut r_bar[0], &mut angle_bar[0]);
        });
        y.get(0) * y.get(1)
    };
    // r² sin 2a / 2
    let gradient = tape::gradient(taped, &[2.0, 0.3]);
    all_close("polar", &gradient, &[2.0 * 0.6_f64.sin(), 4.0 * 0.6_f64.cos()], 1e-15);
}

/// Generated derivatives of generic functions run with variables and with duals: derivatives of
/// derivatives of either kind.
#[test]
fn generated_derivatives_of_variables() {
    let x = Numbers::new(9).vec(8);
    let hessian = autodiff::dual::hessian(|x| particles(x, 2), &x);
    let reverse = tape::jacobian(|x| particles_grad(x, 2), &x);
    for (row, expected) in reverse.iter().zip(&hessian) {
        all_close("reverse over reverse", row, expected, 1e-13);
    }
    let v = Numbers::new(10).vec(8);
    let product: Vec<f64> =
        hessian.iter().map(|row| row.iter().zip(&v).map(|(h, v)| h * v).sum()).collect();
    all_close("forward over the tape", &tape::hvp(|x| particles(x, 2), &x, &v), &product, 1e-13);
    let third = tape::gradient(|x| tape::hvp(|y: &[Var<Dual<Var>>]| dot(y, y) * y[0], x, x)[0], &x);
    // the first component of H·x for (x·x)x₀ is 4x₀² + 2x·x
    let expected: Vec<f64> =
        (0..8).map(|i| if i == 0 { 12.0 * x[0] } else { 4.0 * x[i] }).collect();
    all_close("three kinds, nested", &third, &expected, 1e-14);
}
