//! A type without tangents whose definition is not seen.
use autodiff::prelude::*;

#[derive(Clone, Copy)]
enum Kind {
    A,
    B,
}

#[differentiate]
fn of_kind(kind: Kind, x: f64) -> f64 {
    match kind {
        Kind::A => x,
        Kind::B => 2.0 * x,
    }
}

#[differentiate]
fn passed(kind: Kind, x: f64) -> f64 {
    of_kind(kind, x)
}

fn main() {}
