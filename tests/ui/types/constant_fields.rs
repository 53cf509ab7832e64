//! Active values that are stored in fields that are marked `#[constant]`, by a type that is known and by one that only rustc knows.

use autodiff::prelude::*;

#[derive(Differentiable)]
struct Store {
    #[constant]
    c: f64,
    #[constant]
    v: Vec<f64>,
    x: f64,
}

#[differentiate]
fn literal(x: f64) -> f64 {
    let s = Store { c: x * x, v: vec![1.0], x };
    s.c * s.x
}

#[differentiate]
fn updated(s: Store, x: f64) -> f64 {
    let t = Store { c: x, ..s };
    t.c * t.x
}

#[differentiate]
fn assigned(mut s: Store, x: f64) -> f64 {
    s.c = x;
    s.c += x;
    s.v[0] = 2.0 * x;
    s.v.push(x.sin());
    s.c * s.x * s.v[0]
}

#[differentiate]
fn swapped(mut s: Store, mut x: f64) -> f64 {
    std::mem::swap(&mut s.c, &mut x);
    let old = std::mem::replace(&mut s.c, s.x);
    s.c * s.x * x * old
}

#[differentiate]
fn increase(x: &mut f64, by: f64) {
    *x += by;
}

#[differentiate]
fn called(mut s: Store, x: f64) -> f64 {
    increase(&mut s.c, constant(x));
    increase(&mut s.c, x);
    s.c * s.x
}

#[differentiate]
fn of_rustc(mut s: Later<f64>, x: f64) -> f64 {
    s.c = x;
    s.c * s.x
}

#[derive(Differentiable)]
struct Later<T> {
    #[constant]
    c: T,
    x: T,
}

fn main() {}
