#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn items(x: f64) -> f64 {
    use std::f64::consts::*;
    fn helper<T>(x: T) -> T {
        x
    }
    fn recursive(x: f64) -> f64 {
        if x > 1.0 { recursive(x / 2.0) } else { x }
    }
    // inlined, this one would be 2^n copies
    fn branching(x: f64) -> f64 {
        if x > 1.0 { branching(x / 2.0) + branching(x / 3.0) } else { x }
    }
    trait Local {}
    recursive(x) * PI * branching(x)
}

#[differentiate(reverse)]
fn enum_pattern(x: f64, #[constant] n: Result<usize, usize>) -> f64 {
    match n {
        Ok(n) => x * n as f64,
        Err(_) => x,
    }
}

#[differentiate(reverse)]
fn chosen_unique(x: f64) -> f64 {
    let (mut a, mut b) = (x, 2.0);
    let (r, _) = if x > 0.5 { (&mut a, 1) } else { (&mut b, 2) };
    *r *= 3.0;
    a * b
}

#[differentiate(reverse)]
fn alternatives(x: f64, p: (usize, usize)) -> f64 {
    match p {
        (0, n) | (n, 0) => x * n as f64,
        _ => x,
    }
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
fn over_an_active_text(x: f64) -> f64 {
    let mut y = x;
    for c in x.to_string().chars() {
        y *= 2.0;
    }
    y
}

fn main() {}
