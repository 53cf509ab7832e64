#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn let_else(x: &[f64], #[constant] n: Option<usize>) -> f64 {
    let Some(i) = n else { return 0.0 };
    x[i]
}

#[differentiate(reverse)]
fn if_let(x: f64, #[constant] n: Option<usize>) -> f64 {
    if let Some(n) = n { x * n as f64 } else { x }
}

#[differentiate(reverse)]
fn while_let(x: f64) -> f64 {
    let mut stack = vec![x, 2.0 * x];
    let mut sum = 0.0;
    while let Some(top) = stack.pop() {
        sum += top;
    }
    sum
}

#[differentiate(reverse)]
fn items(x: f64) -> f64 {
    use std::f64::consts::PI;
    const TWO: f64 = 2.0;
    static THREE: f64 = 3.0;
    fn helper(x: f64) -> f64 {
        x
    }
    type Number = f64;
    x * PI * TWO * THREE
}

#[differentiate(reverse)]
fn enum_pattern(x: f64, #[constant] n: Option<usize>) -> f64 {
    match n {
        Some(n) => x * n as f64,
        None => x,
    }
}

#[differentiate(reverse)]
fn slice_pattern(x: &[f64]) -> f64 {
    match x {
        [first, .., last] => first * last,
        _ => 0.0,
    }
}

#[differentiate(reverse)]
fn alternatives(x: f64, p: (usize, usize)) -> f64 {
    match p {
        (0, n) | (n, 0) => x * n as f64,
        _ => x,
    }
}

#[differentiate(reverse)]
fn open_range(x: f64) -> f64 {
    let mut y = x;
    for i in 0.. {
        y *= 2.0;
        if i > 3 {
            break;
        }
    }
    y
}

#[differentiate(reverse)]
fn attributes(x: f64) -> f64 {
    #[cfg(debug_assertions)]
    let x = 2.0 * x;
    #[checkpoint]
    let y = x * x;
    #[constant]
    let z = x;
    y
}

#[differentiate(reverse)]
fn over_a_method(x: f64, #[constant] names: &Vec<String>) -> f64 {
    let mut y = x;
    for c in "abc".chars() {
        y *= 2.0;
    }
    y
}

fn main() {}
