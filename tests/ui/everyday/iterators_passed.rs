//! Iterators as arguments and as results, and functions that are fields.
#![allow(unused)]

use autodiff::prelude::*;

#[differentiate]
fn weighted(values: impl Iterator<Item = f64>, weights: &[f64]) -> f64 {
    values.zip(weights).map(|(v, w)| v * w).sum()
}

#[differentiate]
fn counting(x: &[f64]) -> f64 {
    weighted((0..).map(|i| i as f64 * x[0]), x)
}

#[differentiate]
fn repeated(x: &[f64]) -> f64 {
    weighted(std::iter::repeat(x[0]), x)
}

#[differentiate]
fn around(x: &[f64]) -> f64 {
    weighted(x.iter().copied().cycle().filter(|v| *v > 0.0), x)
}

#[differentiate]
fn lags(x: &[f64], k: usize) -> impl Iterator<Item = f64> + '_ {
    x.iter().skip(k).copied()
}

struct Activation {
    f: fn(f64) -> f64,
}

#[differentiate]
fn activated(x: f64, a: &Activation) -> f64 {
    (a.f)(x)
}

#[differentiate]
fn counted(x: &[f64]) -> f64 {
    let mut n = 0.0;
    let sum = weighted(
        x.iter().map(|v| {
            n += 1.0;
            v * n
        }),
        x,
    );
    sum * n
}

#[differentiate]
fn counted_behind_a_shared_reference(x: &[f64]) -> f64 {
    let n = std::cell::Cell::new(0.0);
    let sum = weighted(
        x.iter().map(|v| {
            n.set(n.get() + 1.0);
            v * n.get()
        }),
        x,
    );
    sum * n.get()
}

#[differentiate]
fn Ok(x: f64) -> f64 {
    x * x
}

fn main() {}
