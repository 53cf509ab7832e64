#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn unsafe_block(x: &[f64]) -> f64 {
    unsafe { *x.get_unchecked(0) }
}

#[differentiate(reverse)]
fn raw_borrow(x: f64) -> f64 {
    let p = &raw const x;
    let q = &x as *const f64;
    x
}

#[differentiate(reverse)]
fn async_block(x: f64) -> f64 {
    let later = async { 1.0 };
    x
}

#[differentiate(reverse)]
fn unsafe_operand(x: f64) -> f64 {
    x * unsafe { 1.0 + 1.0 }
}

#[differentiate(reverse)]
fn some(x: f64) -> f64 {
    let y = Some(x);
    let z = [y, None];
    x
}

#[differentiate(reverse)]
fn structure(x: f64) -> f64 {
    union Pair { a: f64, b: f64 }
    let p = 2.0 * x;
    x
}

#[differentiate(reverse)]
fn dynamic(x: f64) -> f64 {
    let name: &dyn std::fmt::Debug = &1.0;
    x
}

#[differentiate(reverse)]
fn early_exit_inside(x: f64) -> f64 {
    match x {
        y if (if y > 0.0 { true } else { return 0.0 }) => 2.0 * y,
        _ => 1.0,
    }
}

#[differentiate(reverse)]
fn read_before_a_change(a: f64) -> f64 {
    let mut x = a;
    x.max({
        x += 1.0;
        if x > 9.0 {
            return 0.0;
        }
        x * 0.1
    })
}

fn main() {}
