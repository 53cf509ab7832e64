//! Errors of local `Result`s: what they hold must not lose its derivative.
#![allow(unused)]

use autodiff::prelude::*;

#[derive(Clone, Debug)]
enum Refused {
    Negative,
    Large(f64),
}

#[derive(Clone, Debug)]
struct At {
    x: f64,
}

#[differentiate]
fn variant(x: f64) -> f64 {
    let r: Result<f64, Refused> = if x > 1.0 { Err(Refused::Large(x)) } else { Ok(x * x) };
    match r {
        Ok(v) => v,
        Err(Refused::Large(v)) => 2.0 * v,
        Err(Refused::Negative) => 0.0,
    }
}

#[differentiate]
fn field(x: f64) -> f64 {
    let r: Result<f64, At> = if x > 1.0 { Err(At { x }) } else { Ok(x * x) };
    r.unwrap_or_else(|e| e.x * 2.0)
}

#[differentiate]
fn through_a_cast(x: f64) -> f64 {
    let checked = |v: f64| -> Result<f64, At> { if v > 1.0 { Err(At { x: v }) } else { Ok(v * v) } };
    match checked(x) {
        Ok(v) => v,
        Err(e) => x * (e.x as i32 as f64) + (e.x as f32 as f64),
    }
}

#[differentiate]
fn changes_something(x: f64) -> f64 {
    let mut n = 0;
    let r: Result<f64, String> = if x > 1.0 {
        Err({
            n += 1;
            format!("number {n}")
        })
    } else {
        Ok(x)
    };
    r.unwrap_or(x * n as f64)
}

fn main() {}
