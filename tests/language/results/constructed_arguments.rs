//! `Ok(…)`, `Err(…)`, `Some(…)` and `None` as arguments, whose types the signature determines.
use autodiff::prelude::*;
#[derive(Debug, Clone, Copy, Differentiable)]
struct P {
    x: f64,
}
#[differentiate]
fn pick(a: Option<f64>, r: Result<f64, String>) -> f64 {
    a.unwrap_or(1.0) * r.unwrap_or(2.0)
}
#[differentiate]
fn of(k: f64, r: Result<P, &'static str>) -> f64 {
    match r {
        Ok(p) => p.x * k,
        Err(e) => e.len() as f64 * k,
    }
}
#[differentiate]
fn all(k: f64, r: &Result<Vec<f64>, usize>) -> f64 {
    match r {
        Ok(p) => p[0] * k,
        Err(e) => *e as f64 * k,
    }
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    pick(Some(x[0]), Ok(x[0] * 2.0))
        + pick(None, Ok(x[0]))
        + pick(Some(x[0]), Err("bad".to_string()))
        + of(x[0], Err("no"))
        + of(2.0, Ok(P { x: x[0] }))
        + all(x[0], &Err(3))
        + all(2.0, &Ok(x.to_vec()))
}
mod laws {
    at_points! { program }
}
