//! Vectors of `Option`s: collected, flattened, iterated; and `Option`s that are iterated
//! themselves.

#![allow(for_loops_over_fallibles)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn pick(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}
#[differentiate(reverse)]
fn over(x: &[Option<f64>], y: Vec<Option<f64>>) -> f64 {
    let mut s = x.iter().flatten().map(|v| v * v).sum::<f64>();
    for v in y.iter().flatten() {
        s += v * s;
    }
    for v in y.into_iter().flatten() {
        s += v * 2.0;
    }
    s
}
#[differentiate(reverse)]
fn flat(y: &[f64]) -> f64 {
    let opts: Vec<Option<f64>> = y.iter().map(|v| if *v > 0.0 { Some(*v) } else { None }).collect();
    let more: Vec<Option<f64>> = y.iter().map(|v| pick(*v)).collect();
    let third = y.iter().map(|v| if *v > 0.0 { Some(*v) } else { None }).collect::<Vec<_>>();
    over(&opts, more.clone())
        + opts.iter().flatten().sum::<f64>()
        + opts.into_iter().flatten().map(|v| v * 2.0).sum::<f64>()
        + more.iter().flatten().count() as f64
        + third.iter().flatten().product::<f64>()
}
#[differentiate(reverse)]
fn param(x: &[f64]) -> f64 {
    opt_iter(pick(x[0]), &pick(x[1]))
}
#[differentiate(reverse)]
fn opt_iter(o: Option<f64>, p: &Option<f64>) -> f64 {
    let mut s = 0.0;
    for v in &o {
        s += v * v;
    }
    for v in o.iter().chain(p) {
        s += v;
    }
    for v in o {
        s *= v;
    }
    s + p.iter().map(|v| v.sin()).sum::<f64>()
}

mod laws {
    at_points! { flat param }
}
