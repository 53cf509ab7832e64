//! An active value in a `#[constant]` field is reported together with errors of other phases.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct S {
    w: f64,
    #[constant]
    k: f64,
}

fn plain(x: f64) -> f64 {
    x * x
}

#[differentiate]
fn beside_unsafe(x: f64, y: f64) -> f64 {
    let n: usize = unsafe { *(&3 as *const usize) };
    let s = S { w: x, k: y };
    s.w * s.k * n as f64
}

#[differentiate]
fn beside_plain(x: f64, y: f64) -> f64 {
    let s = S { w: x, k: y };
    s.w * s.k + plain(y)
}

#[differentiate]
fn of_what_is_unknown(x: f64) -> f64 {
    let y = unsafe { *(&x as *const f64) };
    let s = S { w: x, k: y };
    s.w * s.k
}

fn main() {}
