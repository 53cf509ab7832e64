//! Enums whose variants have the names of those of `Option` and `Result`.
use autodiff::prelude::*;
#[derive(Debug, Clone, Copy, Differentiable)]
enum Found {
    None,
    Some(f64),
    Ok { v: f64 },
    Err(f64, f64),
}
#[differentiate]
fn value(f: &Found, x: f64) -> f64 {
    match f {
        Found::None => x,
        Found::Some(v) => v * x,
        Found::Ok { v } => v + x,
        Found::Err(a, b) => a * b,
    }
}
#[differentiate]
fn is(f: Found) -> f64 {
    if let Found::Some(v) = f {
        v
    } else if matches!(f, Found::None) {
        0.5
    } else {
        0.1
    }
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let all = vec![Found::None, Found::Some(x[0]), Found::Ok { v: 2.0 }, Found::Err(x[0], 3.0)];
    let extra = Found::None;
    let o = Option::Some(x[0]);
    let n: Option<f64> = Option::None;
    all.iter().map(|f| value(f, x[0])).sum::<f64>()
        + all.iter().map(|f| is(*f)).sum::<f64>()
        + value(&extra, 2.0 * x[0])
        + o.unwrap_or(1.0)
        + n.unwrap_or(x[0])
}
mod laws {
    at_points! { program }
}
