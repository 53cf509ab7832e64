//! Rules of functions whose parameters are scalars and tuples behind references.
use autodiff::prelude::*;

fn by_reference(x: &f64, y_bar: f64) -> (f64, f64) {
    (x.sin(), x.cos() * y_bar)
}
#[differentiate(vjp = by_reference)]
fn sine(x: &f64) -> f64 {
    x.sin()
}

#[linear(x_dot)]
fn forward(x: &f64, x_dot: &f64) -> (f64, f64) {
    (x.cos(), -x.sin() * x_dot)
}
#[differentiate(jvp = forward)]
fn cosine(x: &f64) -> f64 {
    x.cos()
}

fn of_pair(p: &(f64, f64), y_bar: f64) -> (f64, (f64, f64)) {
    (p.0 * p.1, (p.1 * y_bar, p.0 * y_bar))
}
#[differentiate(vjp = of_pair)]
fn product(p: &(f64, f64)) -> f64 {
    p.0 * p.1
}

fn of_nested(p: &((f64, f64), f64), k: &f64, y_bar: f64) -> (f64, (((f64, f64), f64), f64)) {
    let ((a, b), c) = *p;
    (a * b + c * k, (((b * y_bar, a * y_bar), k * y_bar), c * y_bar))
}
#[differentiate(vjp = of_nested)]
fn nested(p: &((f64, f64), f64), k: &f64) -> f64 {
    p.0.0 * p.0.1 + p.1 * k
}

fn scaled(p: &(Vec<f64>, f64), y_bar: f64) -> (f64, (Vec<f64>, f64)) {
    let sum: f64 = p.0.iter().sum();
    (sum * p.1, (vec![p.1 * y_bar; p.0.len()], sum * y_bar))
}
#[differentiate(vjp = scaled)]
fn scaled_sum(p: &(Vec<f64>, f64)) -> f64 {
    let sum: f64 = p.0.iter().sum();
    sum * p.1
}

#[differentiate]
fn program(x: &[f64]) -> f64 {
    let (a, b) = (x[0] + 0.5, x[x.len() - 1] * 0.3);
    let pair = (a, b);
    sine(&a) * cosine(&b)
        + product(&(a, b))
        + product(&pair)
        + nested(&((a, b), a), &b)
        + scaled_sum(&(x.to_vec(), a))
        + sine(&x[0])
}

mod laws {
    at_points! { program }
}

#[test]
fn by_themselves() {
    assert_eq!(sine_grad(&0.3), 0.3_f64.cos());
    assert_eq!(cosine_grad(&0.3), -0.3_f64.sin());
    assert_eq!(cosine_jvp(&0.3, &2.0), (0.3_f64.cos(), -0.3_f64.sin() * 2.0));
    assert_eq!(product_grad(&(2.0, 3.0)), (3.0, 2.0));
    assert_eq!(nested_grad(&((2.0, 3.0), 5.0), &7.0), (((3.0, 2.0), 7.0), 5.0));
    assert_eq!(scaled_sum_grad(&(vec![1.0, 2.0], 4.0)), (vec![4.0, 4.0], 3.0));
}
