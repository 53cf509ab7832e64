//! What is read out of errors whose types have no derive must not lose its derivative.
#![allow(unused)]

use autodiff::prelude::*;

#[derive(Debug)]
enum Failed {
    At(f64),
    Step { n: usize },
}

#[differentiate]
fn solve(x: f64) -> Result<f64, Failed> {
    if x < 0.0 { Err(Failed::At(x)) } else { Ok(x.sqrt()) }
}

#[differentiate]
fn read(x: f64) -> f64 {
    match solve(x) {
        Ok(y) => y,
        Err(Failed::At(at)) => 2.0 * at,
        Err(Failed::Step { n }) => n as f64,
    }
}

#[differentiate]
fn cast(x: f64) -> f64 {
    match solve(x) {
        Ok(y) => y,
        Err(Failed::At(at)) => at as f64,
        Err(Failed::Step { n }) => n as f64,
    }
}

fn main() {}
