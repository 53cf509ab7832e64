//! Closures that take references to the value in an `Option` or a `Result`: those of `filter` and
//! `inspect`.

use autodiff::prelude::*;

fn above(least: f64, x: f64) -> bool {
    x > least
}

#[differentiate]
fn root(x: f64) -> Option<f64> {
    (x > 0.0).then(|| x.sqrt())
}

#[differentiate]
fn checked(x: f64) -> Result<f64, String> {
    if x < 0.0 { Err("negative".into()) } else { Ok(x * x) }
}

#[differentiate]
fn looked_at(at: &[f64]) -> f64 {
    let (x, y) = (at[0], at[1]);
    let a = root(x).and_then(|v| root(v - 0.5)).filter(|v| above(0.3, *v)).unwrap_or(y);
    let b =
        (x > 0.0).then(|| root(x * y)).flatten().filter(|&v| above(0.1, v)).map_or(x, |v| v * y);
    let mut seen = Vec::new();
    let c = root(y).inspect(|v| seen.push(*v * 2.0)).unwrap_or(1.0);
    let mut lengths = 0;
    let d = checked(x).inspect(|v| seen.push(*v + v)).unwrap_or(0.5)
        + checked(-y).inspect_err(|e| lengths += e.len()).unwrap_or(x);
    a * b + c * seen[0] + d * seen[1] * lengths as f64
}

#[test]
fn options_and_results() {
    check!(looked_at, [0.7, 1.3]);
    check!(looked_at, [1.7, 0.2]);
}
