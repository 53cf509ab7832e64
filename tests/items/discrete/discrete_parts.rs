//! Discrete parts of active values: changed by functions with and without the attribute.

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Run {
    w: f64,
    #[constant]
    name: String,
    n: usize,
    #[constant]
    scale: f64,
    seen: Vec<usize>,
    on: bool,
}

impl Run {
    fn new(w: f64, name: &str) -> Run {
        Run { w, name: name.to_string(), n: 1, scale: 1.0, seen: vec![], on: false }
    }
}

#[differentiate]
fn started(w: f64, name: &str) -> Run {
    Run { w, name: name.to_string(), n: 1, scale: 1.0, seen: vec![], on: false }
}

fn count(n: &mut usize) {
    *n += 1;
}

fn doubled(scale: &mut f64) -> bool {
    *scale *= 2.0;
    true
}

fn both(n: &mut usize, scale: &mut f64) -> f64 {
    *n += 1;
    *scale += 1.0;
    3.0
}

fn note(seen: &mut Vec<usize>, i: usize) {
    seen.push(i);
}

#[differentiate]
fn mixed(n: &mut usize, x: &mut f64, on: &mut bool) {
    *n += 2;
    *x *= 1.5 * *x;
    *on = !*on;
}

#[differentiate]
fn of_constant(x: &[f64]) -> f64 {
    let mut run: Run = started(x[0], "");
    doubled(&mut run.scale);
    run.w * run.scale
}

#[differentiate]
fn of_elements(x: &[f64]) -> f64 {
    let mut run: Run = started(x[0], "");
    count(&mut run.n);
    let mut all = vec![run.clone(), run];
    for i in 0..3 {
        note(&mut all[1].seen, i);
        all[0].w *= 1.0 + 0.1 * x[1];
    }
    for run in all.iter_mut() {
        count(&mut run.n);
        run.w += x[2];
    }
    count(&mut all[1].n);
    all[0].w * all[1].w * all[1].n as f64
        + all[0].seen.len() as f64 * x[0]
        + all[1].seen.len() as f64 * x[3]
}

#[differentiate]
fn at_once(x: &[f64]) -> f64 {
    let mut run: Run = started(x[0], "abc");
    let c = both(&mut run.n, &mut run.scale);
    let all = vec![run.clone(), run];
    all[1].w * all[0].name.len() as f64 * c
        + all[0].n as f64 * x[1]
        + if all[1].name.is_empty() { x[2] } else { x[3] }
}

#[differentiate]
fn beside_reals(x: &[f64]) -> f64 {
    let mut run: Run = started(x[0], "abc");
    mixed(&mut run.n, &mut run.w, &mut run.on);
    let mut m = 7;
    mixed(&mut m, &mut run.w, &mut run.on);
    if run.on { 0.0 } else { run.w * run.n as f64 * m as f64 * x[1] }
}

#[differentiate]
fn of_inactive(x: &[f64]) -> f64 {
    let mut run = Run::new(2.0, "ab");
    count(&mut run.n);
    doubled(&mut run.scale);
    run.w = x[0];
    run.w * run.scale * run.n as f64 * run.name.len() as f64
}

mod tests {
    at_points! { of_constant of_elements at_once beside_reals of_inactive }
}

#[derive(Clone, Debug, Differentiable)]
struct Term {
    powers: Vec<(usize, i32)>,
    factor: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Series {
    terms: Vec<Term>,
}

/// What carries no reals is left out of the tangent, which has no components of it either.
#[differentiate]
fn series(s: &Series, x: f64) -> f64 {
    let mut sum = 0.0;
    for term in &s.terms {
        for (_, count) in term.powers.iter() {
            sum += *count as f64 * x * term.factor;
        }
    }
    sum
}

mod components {
    use super::*;

    #[test]
    fn of_what_is_left_out() {
        let s = Series { terms: vec![Term { powers: vec![(0, 2), (1, 1)], factor: 2.0 }] };
        let (value, (s_bar, x_bar)) = series_value_and_grad(&s, 3.0);
        assert_eq!((value, s_bar.terms[0].factor, x_bar), (18.0, 9.0, 6.0));
        let mut s_dot = s.zero_tangent();
        s_dot.terms[0].factor = 1.0;
        assert_eq!(series_jvp(&s, 3.0, &s_dot, 0.0), (18.0, 9.0));
    }
}
