//! Functions whose results are discrete: called, and passed to functions that branch on them.
// names like formulas
#![allow(non_snake_case)]

use autodiff::function;
use autodiff::prelude::*;

/// Which of two formulas.
#[differentiate]
pub fn region(p: f64, t: f64) -> i32 {
    if p * t > 1.0 { 1 } else { 2 }
}

#[differentiate]
fn is_inside(x: &[f64], radius: f64) -> bool {
    x.iter().map(|x| x * x).sum::<f64>() < radius * radius
}

/// A name like a formula.
#[differentiate]
fn Pt_heat(p: f64, t: f64) -> f64 {
    p * t * t
}

#[differentiate]
fn _Pt_cold(p: f64, t: f64) -> f64 {
    p.sin() / t
}

#[differentiate]
fn pair<FR, F, G>(p: f64, t: f64, which: FR, f: F, g: G) -> f64
where
    FR: Fn(f64, f64) -> i32,
    F: Fn(f64, f64) -> f64,
    G: Fn(f64, f64) -> f64,
{
    let sub = which(p, t);
    if sub == 1 { f(p, t) } else { g(t, p) * f64::from(sub) }
}

#[differentiate]
fn by_name(x: &[f64]) -> f64 {
    let n = region(x[0], x[1]);
    pair(x[0], x[1], region, Pt_heat, _Pt_cold) * n as f64
}

#[differentiate]
fn by_closure(x: &[f64]) -> f64 {
    let limit = x[1];
    let mut steps = 0;
    let a =
        pair(x[0], x[1], |p, t| if p > t * limit { 1 } else { 3 }, |p, t| p * t * limit, Pt_heat);
    let mut total = a;
    while steps < 3 && is_inside(x, total) {
        total *= x[0];
        steps += 1;
    }
    total
}

/// What is found, if anything is.
#[differentiate]
fn first_where(x: &[f64], mut found: impl FnMut(f64) -> bool) -> f64 {
    for &x in x {
        if found(x) {
            return x * x;
        }
    }
    x[0] * 0.5
}

#[differentiate]
fn found(x: &[f64]) -> f64 {
    first_where(x, |t| t > x[0])
        + first_where(x, |t| t > 100.0)
        + counted(x, |x: &[f64], n: usize| x.len() as u64 + n as u64)
}

/// Several results without reals.
#[differentiate]
fn counted(x: &[f64], f: impl Fn(&[f64], usize) -> u64) -> f64 {
    let (n, up) = sizes(x);
    if up { x[0] * f(x, n) as f64 } else { x[1] * n as f64 }
}

#[differentiate]
fn sizes(x: &[f64]) -> (usize, bool) {
    (x.len(), x[0] < x[1])
}

#[derive(Differentiable, Clone)]
struct Gate {
    level: f64,
}

#[differentiate]
impl Gate {
    #[differentiate]
    fn opens(&self, x: f64) -> bool {
        x > self.level
    }
}

#[differentiate]
fn opened(x: &[f64]) -> f64 {
    let gate = Gate { level: 0.5 };
    first_where(x, |t| gate.opens(t))
}

#[test]
fn predicates() {
    check!(by_name, [0.7, 0.3]);
    check!(by_name, [1.7, 2.3]);
    check!(by_closure, [0.7, 0.3]);
    check!(by_closure, [1.2, 1.1]);
    check!(by_closure, [0.2, 1.1]);
    check!(found, [0.7, 0.3, 0.9]);
    check!(found, [0.2, 0.3, 0.1]);
    check!(opened, [0.2, 0.8]);
    check!(opened, [0.2, 0.3]);
}

#[test]
fn alone() {
    assert_eq!(region_jvp(2.0, 3.0, 1.0, 1.0), (1, ()));
    assert_eq!(region_vjp(2.0, 3.0, ()), (1, (0.0, 0.0)));
    assert_eq!(sizes_vjp(&[1.0, 2.0], ((), ())), ((2, true), vec![0.0, 0.0]));
    assert_eq!(
        pair_grad(2.0, 3.0, function!(region), function!(Pt_heat), function!(Pt_heat)),
        (9.0, 12.0)
    );
    // a NaN changes no branch of the derivative, and leaves no trace
    assert_eq!(region_vjp(f64::NAN, 3.0, ()), (2, (0.0, 0.0)));
}

// ---------- types of functions by other names

#[differentiate]
type Formula = fn(f64, f64) -> f64;

/// Finds where a formula is a target, by secants.
#[differentiate]
fn secant(formula: Formula, fixed: f64, target: f64, first: bool) -> f64 {
    let eval = |x: f64| if first { target - formula(fixed, x) } else { target - formula(x, fixed) };
    let (mut a, mut b) = (1.0, 2.0);
    let (mut fa, mut fb) = (eval(a), eval(b));
    let mut n = 0;
    while fb.abs() > 1e-13 && n < 30 && fa != fb {
        let next = b - fb * (b - a) / (fb - fa);
        (a, fa) = (b, fb);
        b = next;
        fb = eval(b);
        n += 1;
    }
    b
}

#[differentiate]
fn found_by_secants(x: &[f64]) -> f64 {
    secant(Pt_heat, x[0], x[1], true) * secant(Pt_heat, x[0], x[1], false)
}

/// Constants in patterns, and what is matched of a type that is not seen here.
const ONE: i32 = 1;

fn plain_parts(n: i32) -> (i32, Option<u8>) {
    (n, (n > 1).then_some(3))
}

#[differentiate]
fn of_parts(x: &[f64], n: i32) -> f64 {
    let (id, more) = plain_parts(n);
    let y = match id {
        ONE => x[0] * x[1],
        _ => x[0].sin(),
    };
    match more {
        None => y,
        _ => y * y,
    }
}

#[test]
fn aliases() {
    check!(found_by_secants, [0.7, 1.3], 1e-5);
    let (y, g) = of_parts_value_and_grad(&[2.0, 3.0], 1);
    assert_eq!((y, g), (6.0, vec![3.0, 2.0]));
    let (y, g) = of_parts_value_and_grad(&[2.0, 3.0], 2);
    assert_eq!((y, g), (2.0f64.sin().powi(2), vec![2.0 * 2.0f64.sin() * 2.0f64.cos(), 0.0]));
}
