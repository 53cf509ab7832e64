//! A method of slices on a reference to a reference: a trait of the reference comes before it.
use autodiff::prelude::*;

trait Count {
    fn len(&self) -> usize;
}

impl Count for &[f64] {
    fn len(&self) -> usize {
        7
    }
}

#[differentiate]
fn counted(x: &[f64]) -> f64 {
    let part = &x[1..];
    let reference = &part;
    x[0] * reference.len() as f64
}

#[differentiate]
fn of_parameter(x: &[f64]) -> f64 {
    x[0] * x.len() as f64
}

fn main() {}
