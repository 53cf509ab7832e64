//! An array primitive with a kernel of another crate: the discrete Fourier transform of `rustfft`,
//! differentiated by a user-defined rule.
//!
//! A rule replaces the body of a function. `primal` returns the value and the residuals, of a type
//! of its own; `transposed` returns the cotangents of the parameters. Here the residual is a plan,
//! so that the reverse sweep does not make another one.
#![deny(warnings)]

use std::sync::Arc;

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis};
use rustfft::num_complex::Complex;
use rustfft::{Fft, FftPlanner};

/// What the reverse sweep needs: the transform in the other direction.
struct Backward(Arc<dyn Fft<f64>>);

/// The value: the real parts in row 0, the imaginary ones in row 1.
fn transformed(x: &Array1<f64>) -> (Array2<f64>, Backward) {
    let mut planner = FftPlanner::new();
    let mut sums: Vec<Complex<f64>> = x.iter().map(|x| Complex::new(*x, 0.0)).collect();
    planner.plan_fft_forward(x.len()).process(&mut sums);
    let mut parts = Array2::zeros((2, x.len()));
    for (k, sum) in sums.iter().enumerate() {
        (parts[[0, k]], parts[[1, k]]) = (sum.re, sum.im);
    }
    (parts, Backward(planner.plan_fft_inverse(x.len())))
}

/// The transpose. `x[j]` contributes `x[j] cos(2π j k / n)` and `−x[j] sin(2π j k / n)` to the parts
/// of number `k`, so its cotangent is the real part of the inverse transform, without the factor
/// 1 / n.
fn pulled_back(residuals: &Backward, bar: &Array2<f64>) -> Array1<f64> {
    let parts = bar.row(0).into_iter().zip(bar.row(1));
    let mut sums: Vec<Complex<f64>> = parts.map(|(re, im)| Complex::new(*re, *im)).collect();
    residuals.0.process(&mut sums);
    sums.iter().map(|sum| sum.re).collect()
}

/// The discrete Fourier transform, as 2 × n reals.
#[differentiate(primal = transformed, transposed = pulled_back)]
fn fourier(x: &Array1<f64>) -> Array2<f64> {
    transformed(x).0
}

/// The sum of the logarithms of the powers: it is large if the spectrum of `x` is flat.
#[differentiate]
fn flatness(x: &Array1<f64>, floor: f64) -> f64 {
    let parts = fourier(x);
    let powers: Array1<f64> = (&parts * &parts).sum_axis(Axis(0));
    powers.mapv(|p| (p + floor).ln()).sum()
}

/// The same by the definition of the transform: an oracle that does not use the rule.
#[differentiate]
fn flatness_by_definition(x: &Array1<f64>, floor: f64) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    for k in 0..n {
        let mut re = 0.0;
        let mut im = 0.0;
        for j in 0..n {
            let angle = std::f64::consts::TAU * (j * k) as f64 / n as f64;
            re += x[j] * angle.cos();
            im -= x[j] * angle.sin();
        }
        sum += (re * re + im * im + floor).ln();
    }
    sum
}

fn signal(n: usize) -> Array1<f64> {
    Array1::from_shape_fn(n, |j| (1.7 * j as f64 * j as f64).sin() + 0.3)
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-11 * (1.0 + b.abs()), "{a} instead of {b}");
}

#[test]
fn the_gradient_is_that_of_the_definition() {
    for n in [1, 2, 7, 16] {
        let x = signal(n);
        let (value, (x_bar, floor_bar)) = flatness_value_and_grad(&x, 0.1);
        let (expected, (of_x, of_floor)) = flatness_by_definition_value_and_grad(&x, 0.1);
        near(value, expected);
        near(floor_bar, of_floor);
        x_bar.iter().zip(&of_x).for_each(|(a, b)| near(*a, *b));
        // forward mode applies the reverse rule to each part of the value
        let (_, rate) = flatness_jvp(&x, 0.1, &x_bar, floor_bar);
        near(rate, x_bar.dot(&x_bar) + floor_bar * floor_bar);
    }
}

/// The dot-product law: ⟨y̅, F ẋ⟩ = ⟨Fᵀ y̅, ẋ⟩. The transform is linear, so `F ẋ` is its value.
#[test]
fn the_transpose_is_that_of_the_transform() {
    let (x, x_dot) = (signal(12), signal(12).mapv(|x| x * x));
    let bar = Array2::from_shape_fn((2, 12), |(i, k)| (3.0 * i as f64 + k as f64).cos());
    let (_, x_bar) = fourier_vjp(&x, &bar);
    near(x_bar.dot(&x_dot), (&fourier(&x_dot) * &bar).sum());
}
