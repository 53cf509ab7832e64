//! Functions with the names of their modules, imported next to these modules:
//! `mod merit; use merit::merit;`.

mod merit;
mod report;
mod simulate;

use self::report::report;
use crate::support::central_differences::Check;
use autodiff::prelude::*;
use merit::{merit, twice};
use simulate::simulate;

#[differentiate]
fn objective(x: &[f64]) -> f64 {
    let y = simulate([x[0], x[1], x[2]], simulate::decay::decay);
    3.0 * merit(x, 2) + twice(&y) * report(x) + inner::twice(x)
}

#[differentiate]
mod inner {
    use super::*;

    #[differentiate]
    pub fn twice(x: &[f64]) -> f64 {
        let total = |part: &[f64]| merit(part, 1);
        total(&x[1..]) * x[0]
    }
}

#[differentiate]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

#[test]
fn named_as_modules() {
    let mut check = Check::new();
    let x = [0.4, -0.3, 0.2];
    let (value, x_bar) = objective_value_and_grad(&x);
    check.equal("objective", value, objective(&x));
    check.gradient("objective", objective, &x, &x_bar);
    check.gradient("merit", |x| merit(x, 3), &x, &merit::merit_grad(&x, 3));
    let (x_bar, at) = (applied_grad(autodiff::function!(simulate::decay::decay), 0.5), 0.5);
    check.gradient("applied", |x| applied(simulate::decay::decay, x[0]), &[at], &[x_bar]);
    check.finish();
}
