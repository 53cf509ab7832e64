//! A method of slices on a reference: that of a trait of the reference comes after it here, and before it where the reference is behind another one.
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
    x[0] * part.len() as f64
}

#[differentiate]
fn of_parameter(x: &[f64]) -> f64 {
    x[0] * x.len() as f64
}

fn main() {}
