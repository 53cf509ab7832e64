//! References that are assigned another one, and a `&mut` of a `Result`.

use autodiff::prelude::*;

#[differentiate]
fn result(x: f64) -> f64 {
    let mut r: Result<f64, usize> = Ok(x);
    if let Ok(v) = &mut r {
        *v *= x;
    }
    r.unwrap()
}

#[differentiate]
fn assigned(x: f64) -> f64 {
    let (mut a, mut b) = (Some(x), Some(x * x));
    let mut o = &mut a;
    if x > 1.0 {
        o = &mut b;
    }
    if let Some(v) = o {
        *v *= 2.0;
    }
    a.unwrap() + b.unwrap()
}

#[differentiate]
fn option(x: f64) -> f64 {
    let mut v = [x, 2.0];
    let mut w = [x * x, 3.0];
    let mut o = v.first_mut();
    if x > 1.0 {
        o = w.last_mut();
    }
    if let Some(v) = o {
        *v *= 2.0;
    }
    v[0] + w[1]
}

fn main() {}
