#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn chosen_by_a_branch(x: &[f64], y: &[f64]) -> f64 {
    let mut longer = x;
    if y.len() > x.len() {
        longer = y;
    }
    longer[0]
}

#[differentiate(reverse)]
fn chosen_by_a_value(x: &[f64], y: &[f64]) -> f64 {
    let longer = if y.len() > x.len() { y } else { x };
    longer[0] + longer[longer.len() - 1]
}

#[differentiate(reverse)]
fn stored(x: f64) -> f64 {
    let (mut a, mut b) = ([x, 1.0], [2.0, x]);
    let both = [&mut a, &mut b];
    both[0][0] = x * x;
    a[0] * b[1]
}

#[differentiate(reverse)]
fn rebound(x: f64) -> f64 {
    let (mut a, mut b) = ([x, 1.0], [2.0, x]);
    let mut r = &mut a;
    r[0] = 1.0;
    r = &mut b;
    r[1] = 2.0;
    a[0] * b[1]
}

#[differentiate(reverse)]
fn rebound_number(x: f64) -> f64 {
    let (mut a, mut b) = (x, 2.0 * x);
    let mut r = &mut a;
    *r *= 2.0;
    r = &mut b;
    *r *= 3.0;
    a * b
}

#[differentiate(reverse)]
fn rebound_slice(a: &mut [f64], b: &mut [f64]) -> f64 {
    let mut r = a;
    r[0] *= 2.0;
    r = b;
    r[0]
}

#[differentiate(reverse)]
fn swapped(a: &mut [f64], b: &mut [f64]) {
    let (mut from, mut to) = (a, b);
    to[0] += from[0];
    std::mem::swap(&mut from, &mut to);
    to[1] += from[1];
}

fn main() {}
