//! An integral by the adaptive rule of Simpson, a recursion that takes the integrand.

use autodiff::prelude::*;

#[differentiate]
fn simpson<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
    let m = 0.5 * (a + b);
    (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b))
}
#[differentiate]
fn adaptive<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, whole: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    let (left, right) = (simpson(f, a, m), simpson(f, m, b));
    if depth == 0 || (left + right - whole).abs() < 1e-10 {
        return left + right + (left + right - whole) / 15.0;
    }
    adaptive(f, a, m, left, depth - 1) + adaptive(f, m, b, right, depth - 1)
}
#[differentiate]
fn quadrature_program(x: &[f64]) -> f64 {
    let (a, k) = (x[0], x[x.len() - 1]);
    let f = |t: f64| (k * t).sin() * (-a * a * t).exp() + t * a;
    let hi = 1.0 + 0.1 * a;
    let whole = simpson(&f, 0.0, hi);
    adaptive(&f, 0.0, hi, whole, 3)
}

mod laws {
    at_points! { quadrature_program }
}
