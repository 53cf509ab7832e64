//! Inactive values of user-defined types: receivers, arguments and operands next to active ones.
use autodiff::prelude::*;
use std::ops::{Add, Mul};
#[derive(Debug, Clone, Copy, Differentiable)]
struct C {
    re: f64,
    im: f64,
}
#[differentiate]
impl C {
    #[differentiate]
    fn new(re: f64, im: f64) -> Self {
        C { re, im }
    }
    #[differentiate]
    fn conj(&self) -> Self {
        C { re: self.re, im: -self.im }
    }
    #[differentiate]
    fn turned(&self, by: f64) -> C {
        C { re: self.re * by, im: -self.im }
    }
    #[differentiate]
    fn norm(&self) -> f64 {
        self.re.hypot(self.im)
    }
}
#[differentiate]
impl Mul for C {
    type Output = C;
    #[differentiate]
    fn mul(self, o: C) -> C {
        C::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}
#[differentiate]
impl Add for C {
    type Output = C;
    #[differentiate]
    fn add(self, o: C) -> C {
        C::new(self.re + o.re, self.im + o.im)
    }
}
#[differentiate]
fn combine(a: C, b: C) -> C {
    a * b + a
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let a = C::new(x[0], 1.0);
    let b = C { re: 2.0, im: 0.5 };
    let k = b.turned(3.0).conj();
    let c = a * b.conj() + b.turned(2.0) * a;
    let d = combine(a, k) + combine(b.conj(), a);
    (c + k * d).norm() + combine(b, b.conj()).norm() * x[0]
}
mod laws {
    at_points! { program }
}
