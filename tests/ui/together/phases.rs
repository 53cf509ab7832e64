//! Errors of all phases of a function together, and none of those that call it.
use autodiff::prelude::*;

fn plain(x: f64) -> f64 {
    2.0 * x
}

#[differentiate]
fn several(x: f64) -> f64 {
    let y = unsafe { x };
    let f: Box<dyn Fn(f64) -> f64> = Box::new(|v| v * y);
    plain(x) + f(x)
}

enum Term {
    Number(f64),
    Variable(usize),
}

#[differentiate]
fn of_constant(x: &[f64], #[constant] term: &Term) -> f64 {
    match term {
        Term::Number(k) => unsafe { *k },
        Term::Variable(k) => x[*k],
    }
}

#[differentiate]
fn of_result(x: f64) -> Result<f64, std::num::ParseFloatError> {
    let k: f64 = "2.0".parse()?;
    unsafe { Ok(k * x) }
}

#[differentiate]
fn caller(x: f64, #[constant] term: &Term) -> f64 {
    several(x) + of_constant(&[x], term) + of_result(x).unwrap_or(0.0)
}

fn main() {
    caller_grad(1.0, &Term::Number(2.0));
}
