//! Scalars: operators, methods, shadowing, tuples, blocks.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn minus_sine(u: f64) -> f64 {
    -u.sin()
}

#[test]
fn worked_example_1() {
    assert_eq!(minus_sine_value_and_grad(0.7), (-0.7f64.sin(), -0.7f64.cos()));
    assert_eq!(minus_sine_jvp(0.7, 2.0), (-0.7f64.sin(), -(0.7f64.cos() * 2.0)));
    let (_, residuals) = minus_sine_primal(0.7);
    assert_eq!(residuals.size_in_bytes(), 8, "the cosine and nothing else");
}

#[differentiate(reverse)]
fn two(x: f64, y: f64) -> f64 {
    x.sin() * y + x.cos()
}

#[test]
fn worked_example_2() {
    let (value, (dx, dy)) = two_value_and_grad(0.5, 2.0);
    support::close("value", value, 1.8364336390987, 1e-12);
    support::close("dx", dx, 1.2757395851, 1e-9);
    support::close("dy", dy, 0.4794255386, 1e-9);
}

use crate::support;

#[differentiate(reverse)]
fn three(x: f64, y: f64) -> f64 {
    let z = x + y;
    x * z
}

#[differentiate(reverse)]
fn four(x: f64, y: f64) -> f64 {
    let a = x * y;
    let b = x + a;
    b * a
}

#[differentiate]
fn five(a: f64) -> f64 {
    let b = 2.0 * a;
    let c = 3.0 * b + 7.0 * a.powi(5);
    let d = c + 1.0;
    d * d + a
}

#[differentiate(reverse)]
fn six(a: f64) -> f64 {
    let b = a + 1.0;
    if b > 0.0 { a * b } else { b }
}

#[differentiate(reverse)]
fn seven(x: f64) -> f64 {
    let y = x.exp();
    let z = y.ln();
    y + z.sin() / z.cos()
}

#[differentiate(reverse)]
fn eleven(a: f64) -> f64 {
    let b = (a, 2.0 * a);
    b.0 + b.1
}

#[test]
fn worked_examples_3_to_11() {
    assert_eq!(three_value_and_grad(12.0, 13.0), (300.0, (37.0, 12.0)));
    assert_eq!(four_value_and_grad(2.0, 3.0), (48.0, (48.0, 28.0)));
    assert_eq!(five_value_and_grad(1.0), (197.0, 1149.0));
    assert_eq!(six_grad(2.0), 5.0);
    assert_eq!(six_grad(-3.0), 1.0);
    let expected = 0.3f64.exp() + 1.0 / (0.3f64.cos() * 0.3f64.cos());
    support::close("seven", seven_grad(0.3), expected, 1e-14);
    assert_eq!(eleven_grad(5.0), 3.0);
}

/// The quotient of the quotient and the divisor is no float, and no derivative needs it.
#[differentiate(reverse)]
fn scaled(x: f64, y: f64) -> f64 {
    let small = 1e-292 * y;
    let large = x / small;
    large * 1e-292
}

#[test]
fn quotients_of_scaled_numbers() {
    assert_eq!(scaled(3.0, 1.5), 2.0);
    let near = |found: f64, expected: f64| support::close("partial", found, expected, 1e-14);
    let (dx, dy) = scaled_grad(3.0, 1.5);
    near(dx, 1.0 / 1.5);
    near(dy, -3.0 / (1.5 * 1.5));
    near(scaled_jvp(3.0, 1.5, 0.5, 2.0).1, 0.5 * dx + 2.0 * dy);
    let (_, residuals) = scaled_primal(3.0, 1.5);
    near(scaled_linear(&residuals, 0.5, 2.0), 0.5 * dx + 2.0 * dy);
}
