//! Variables of function types: `fn(f64) -> f64`, `Box<dyn Fn>`, `Box<dyn FnMut>`, `&dyn Fn`.

use crate::support::check_gradient;
use autodiff::prelude::*;

#[differentiate]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiate]
fn boxed(x: &[f64]) -> f64 {
    let k = x[1];
    let f: Box<dyn Fn(f64) -> f64> = Box::new(move |y| y * k);
    f(x[0]) * f(k)
}

#[differentiate]
fn pointers(x: &[f64]) -> f64 {
    let f: fn(f64) -> f64 = square;
    let g: fn(f64) -> f64 = |y| y * y * y;
    let h = square;
    f(x[0]) + g(x[1]) * h(x[0]) + x.iter().copied().map(f).sum::<f64>()
}

#[differentiate]
fn borrowed(x: &[f64]) -> f64 {
    let scaled = |y: f64| y * x[1];
    let f: &dyn Fn(f64) -> f64 = &scaled;
    let twice = |f: &dyn Fn(f64) -> f64, y: f64| f(f(y));
    f(x[0]) * (*f)(x[1]) + twice(&square, x[0]) + twice(f, x[1])
}

#[differentiate]
fn with_effects(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    {
        let mut add: Box<dyn FnMut(f64)> = Box::new(|y| sum += y * x[1]);
        add(x[0]);
        for i in 0..3 {
            add(x[0] * i as f64);
        }
    }
    sum
}

/// A moved capture keeps its value.
#[differentiate]
fn captured_before(x: &[f64]) -> f64 {
    let mut k = x[1];
    let f: Box<dyn Fn(f64) -> f64> = Box::new(move |y| y * k);
    k = 7.0;
    f(x[0]) + k * x[0]
}

#[test]
fn gradients() {
    check_gradient(boxed, boxed_value_and_grad, &[1.3, 0.7]);
    check_gradient(pointers, pointers_value_and_grad, &[1.3, 0.7]);
    check_gradient(borrowed, borrowed_value_and_grad, &[1.3, 0.7]);
    check_gradient(with_effects, with_effects_value_and_grad, &[1.3, 0.7]);
    check_gradient(captured_before, captured_before_value_and_grad, &[1.3, 0.7]);
}
