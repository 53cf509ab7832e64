//! A type with reals that has no derive.
use autodiff::prelude::*;

#[derive(Clone, Copy)]
enum Kind {
    A,
    B(f64),
}

#[differentiate]
fn of_kind(kind: Kind, x: f64) -> f64 {
    match kind {
        Kind::A => x,
        Kind::B(k) => k * x,
    }
}

#[differentiate]
fn passed(kind: Kind, x: f64) -> f64 {
    of_kind(kind, x)
}

fn main() {}
