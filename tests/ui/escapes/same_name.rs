#![allow(unused)]

use autodiff::prelude::*;

fn constant(x: f64) -> f64 {
    2.0 * x
}

mod mem {
    pub fn replace(x: &mut f64, y: f64) -> f64 {
        *x *= y;
        *x
    }
}

#[differentiate(reverse)]
fn own_constant(x: f64) -> f64 {
    x * constant(x)
}

#[differentiate(reverse)]
fn own_replace(x: f64) -> f64 {
    let mut y = x;
    let old = mem::replace(&mut y, 2.0);
    y * old
}

fn main() {}
