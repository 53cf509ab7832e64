//! `Option`s that are changed through variables that borrow them.

use autodiff::prelude::*;

#[differentiate]
fn in_variable(x: &[f64]) -> f64 {
    let mut q = Some(x[1]);
    let o = &mut q;
    if let Some(v) = o {
        *v *= x[0];
    }
    q.unwrap()
}
#[differentiate]
fn in_tuple(x: &[f64]) -> f64 {
    let mut q = (x[0], Some(x[1]));
    let (a, o) = &mut q;
    *a *= 3.0;
    if let Some(v) = o {
        *v *= x[0];
    }
    let t = &mut q;
    let mut copy = *t;
    copy.0 *= 2.0;
    copy.1 = None;
    if let (a, Some(b)) = t {
        *a += *b;
        *b *= x[0];
    }
    q.0 * q.1.unwrap() + copy.0
}
#[differentiate]
fn replaced(x: &[f64]) -> f64 {
    let mut q = Some(x[1]);
    let o = &mut q;
    match o {
        Some(v) => *v *= x[0],
        None => *o = Some(x[0]),
    }
    let before = *o;
    *o = None;
    if o.is_none() {
        *o = Some(x[0] * 2.0);
    }
    let moved = o;
    if let Some(v) = moved {
        *v += x[1];
    }
    q.unwrap() * before.unwrap()
}
#[differentiate]
fn scale(o: &mut Option<f64>, k: f64) {
    if let Some(v) = o {
        *v *= k;
    }
}
#[differentiate]
fn passed_on(x: &[f64]) -> f64 {
    let mut q = Some(x[1]);
    let o = &mut q;
    scale(o, x[0]);
    scale(&mut *o, 3.0);
    let t = o.take();
    *o = t.map(|v| v * v);
    q.unwrap()
}
#[differentiate]
fn of_reference(x: &[f64]) -> f64 {
    let mut q = Some(x[1]);
    let mut o = q.as_mut();
    if let Some(v) = o.take() {
        *v *= x[0];
    }
    let gone = o.is_none();
    q.unwrap() + if gone { x[0] } else { 0.0 }
}
#[differentiate]
fn in_loop(x: &[f64]) -> f64 {
    let mut q: Option<(f64, f64)> = None;
    let o = &mut q;
    for v in x {
        match o {
            Some((m, n)) if *v > *m => {
                *m = *v * x[0];
                *n += *m;
            }
            Some(_) => {}
            None => *o = Some((*v, x[0])),
        }
    }
    let mut twice = |k: f64| {
        if let Some((m, _)) = o {
            *m *= k;
        }
    };
    twice(x[1]);
    twice(2.0);
    q.map_or(0.0, |(m, n)| m * n)
}
#[differentiate]
fn made(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}
#[differentiate]
fn of_call(x: &[f64]) -> f64 {
    let mut q = made(x[0]);
    let o = &mut q;
    if let Some(v) = o {
        *v *= x[1];
    }
    q.unwrap_or(x[1])
}

mod laws {
    at_points! { in_variable in_tuple replaced passed_on of_reference in_loop of_call }
}
