#![allow(unused)]

use autodiff::prelude::*;

#[differentiate]
fn exchanged(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut b = a;
    b();
    std::mem::swap(&mut a, &mut b);
    a() + 10.0 * b()
}

#[differentiate]
fn chosen(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut b = if x > 0.0 { a } else { a };
    b() + a()
}

#[differentiate]
fn assigned(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut b = a;
    b();
    a = b;
    a()
}

fn main() {}
