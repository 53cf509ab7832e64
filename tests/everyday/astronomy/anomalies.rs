//! The equation of Kepler by the method of Brent and Newton steps, with errors in boxes.

use autodiff::prelude::*;
use std::f64::consts::PI;

#[derive(Debug)]
pub enum SolveError {
    NotBracketed { a: f64, b: f64 },
    MaxIter(usize),
    Derivative,
}
impl std::fmt::Display for SolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{:?}", self)
    }
}
impl std::error::Error for SolveError {}
#[differentiate]
fn brent<F: Fn(f64) -> f64>(f: F, mut a: f64, mut b: f64, tol: f64) -> Result<f64, SolveError> {
    let mut fa = f(a);
    let mut fb = f(b);
    if fa * fb > 0.0 {
        return Err(SolveError::NotBracketed { a: 0.0, b: 1.0 });
    }
    if fa.abs() < fb.abs() {
        std::mem::swap(&mut a, &mut b);
        std::mem::swap(&mut fa, &mut fb);
    }
    let (mut c, mut fc, mut d) = (a, fa, 0.0);
    let mut flag = true;
    for _ in 0..100 {
        if fb.abs() < tol || (b - a).abs() < tol {
            return Ok(b);
        }
        let mut s = if fa != fc && fb != fc {
            a * fb * fc / ((fa - fb) * (fa - fc))
                + b * fa * fc / ((fb - fa) * (fb - fc))
                + c * fa * fb / ((fc - fa) * (fc - fb))
        } else {
            b - fb * (b - a) / (fb - fa)
        };
        let lo = (3.0 * a + b) / 4.0;
        let between = if lo < b { s > lo && s < b } else { s > b && s < lo };
        let cond = !between
            || (flag && (s - b).abs() >= (b - c).abs() / 2.0)
            || (!flag && (s - b).abs() >= (c - d).abs() / 2.0);
        flag = cond;
        if cond {
            s = (a + b) / 2.0;
        }
        let fs = f(s);
        d = c;
        c = b;
        fc = fb;
        if fa * fs < 0.0 {
            b = s;
            fb = fs;
        } else {
            a = s;
            fa = fs;
        }
        if fa.abs() < fb.abs() {
            (a, b) = (b, a);
            (fa, fb) = (fb, fa);
        }
    }
    Err(SolveError::MaxIter(100))
}
#[differentiate]
fn newton_polish(f: impl Fn(f64) -> f64, x0: f64) -> Result<f64, Box<dyn std::error::Error>> {
    let mut x = x0;
    let h = 1e-5;
    for _ in 0..4 {
        let slope = (f(x + h) - f(x - h)) / (2.0 * h);
        if slope.abs() < 1e-14 {
            return Err(Box::new(SolveError::Derivative));
        }
        x -= f(x) / slope;
    }
    Ok(x)
}
#[differentiate]
fn kepler(m: f64, e: f64) -> Result<f64, Box<dyn std::error::Error>> {
    let start = constant(brent(|x| x - e * x.sin() - m, 0.0, 2.0 * PI, 1e-10)?);
    let x = newton_polish(|x| x - e * x.sin() - m, start)?;
    if x.is_nan() {
        return Err("nan".into());
    }
    Ok(x)
}
#[differentiate]
fn kepler_program(q: &[f64]) -> f64 {
    let a = kepler(q[0], q[1]).unwrap_or(0.0);
    let b = match kepler(100.0, q[1]) {
        Ok(x) => x,
        Err(e) => {
            println!("{e}");
            q[0] * 2.0
        }
    };
    a * b
}

#[test]
fn laws() {
    check!(kepler_program, [1.1, 0.3], 1e-5);
}
