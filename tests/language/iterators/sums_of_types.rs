//! `Sum` and `Product` of types of the crate, and closures before a `skip`.
use autodiff::prelude::*;
use std::iter::{Product, Sum};
use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Charge {
    amount: f64,
    count: f64,
}

#[differentiate]
impl Add for Charge {
    type Output = Charge;
    #[differentiate]
    fn add(self, other: Charge) -> Charge {
        Charge { amount: self.amount + other.amount, count: self.count + other.count }
    }
}

// the sum weighs what comes later more
impl Sum for Charge {
    fn sum<I: Iterator<Item = Charge>>(iter: I) -> Charge {
        iter.fold(Charge { amount: 0.0, count: 0.0 }, |sum, item| Charge {
            amount: sum.amount * 0.5 + item.amount,
            count: sum.count + 1.0,
        })
    }
}

impl<'a> Sum<&'a Charge> for Charge {
    fn sum<I: Iterator<Item = &'a Charge>>(iter: I) -> Charge {
        iter.copied().sum()
    }
}

#[differentiate(reverse)]
fn charges(x: &[f64]) -> f64 {
    let all: Charge = x.iter().map(|v| Charge { amount: v * v, count: 7.0 }).sum();
    all.amount * all.count
}

#[differentiate(reverse)]
fn borrowed(x: &[f64]) -> f64 {
    let all: Vec<Charge> = x.iter().map(|v| Charge { amount: v.sin(), count: 7.0 }).collect();
    let sum: Charge = all.iter().sum();
    sum.amount + sum.count * x[0]
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Gain {
    factor: f64,
}

#[differentiate]
impl Mul for Gain {
    type Output = Gain;
    #[differentiate]
    fn mul(self, other: Gain) -> Gain {
        Gain { factor: self.factor * other.factor }
    }
}

impl Product for Gain {
    fn product<I: Iterator<Item = Gain>>(iter: I) -> Gain {
        iter.fold(Gain { factor: 1.0 }, |product, item| product * item)
    }
}

#[differentiate(reverse)]
fn gains(x: &[f64]) -> f64 {
    x.iter().map(|v| Gain { factor: v + 1.0 }).product::<Gain>().factor
}

#[differentiate(reverse)]
fn skipped_items(x: &[f64]) -> f64 {
    let (mut calls, mut more) = (0, 0);
    let taken: f64 = x
        .iter()
        .map(|v| {
            calls += 1;
            v * v
        })
        .skip(2)
        .take(1)
        .sum();
    let paired: f64 = x
        .iter()
        .map(|v| {
            more += 1;
            v * 0.5
        })
        .skip(1)
        .zip(x)
        .map(|(a, b)| a * b)
        .sum();
    taken * calls as f64 + paired * more as f64 + x.len() as f64 * x.iter().sum::<f64>()
}

fn check(
    f: impl Fn(&[f64]) -> f64,
    primal: impl Fn(&[f64]) -> f64,
    grad: impl Fn(&[f64]) -> Vec<f64>,
    x: &[f64],
) {
    let (value, gradient) = (primal(x), grad(x));
    assert_eq!(value, f(x), "{x:?}");
    for k in 0..x.len() {
        let at = |h: f64| {
            let mut x = x.to_vec();
            x[k] += h;
            f(&x)
        };
        let numeric = (at(1e-6) - at(-1e-6)) / 2e-6;
        assert!(
            (gradient[k] - numeric).abs() <= 1e-6 * numeric.abs().max(1.0),
            "{x:?}: {gradient:?} at {k}, not {numeric}"
        );
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Mass(f64);

#[differentiate]
impl Add for Mass {
    type Output = Mass;
    #[differentiate]
    fn add(self, other: Mass) -> Mass {
        Mass(self.0 + other.0)
    }
}

impl Sum for Mass {
    fn sum<I: Iterator<Item = Mass>>(iter: I) -> Mass {
        iter.fold(Mass(0.0), |sum, item| sum + item)
    }
}

impl<'a> Sum<&'a Mass> for Mass {
    fn sum<I: Iterator<Item = &'a Mass>>(iter: I) -> Mass {
        iter.copied().sum()
    }
}

/// Only references to it are summed.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Length(f64);

#[differentiate]
impl Add for Length {
    type Output = Length;
    #[differentiate]
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0 * 2.0)
    }
}

impl<'a> Sum<&'a Length> for Length {
    fn sum<I: Iterator<Item = &'a Length>>(iter: I) -> Length {
        iter.fold(Length(0.0), |sum, item| sum + *item)
    }
}

#[differentiate(reverse)]
fn masses(x: &[f64]) -> f64 {
    let all: Vec<Mass> = x.iter().map(|v| Mass(v * v)).collect();
    let lengths: Vec<Length> = x.iter().map(|v| Length(v.exp())).collect();
    let sum: Mass = all.iter().sum();
    let later: Mass = all.iter().filter(|m| m.0 > 0.1).skip(1).sum();
    let length = lengths.iter().sum::<Length>();
    sum.0 * all.iter().copied().sum::<Mass>().0 + later.0 * length.0
}

#[test]
fn sums_do_what_their_blocks_do() {
    for x in [&[0.5, -1.5, 2.0, 0.75][..], &[0.3]] {
        check(charges, |x| charges_vjp(x, 1.0).0, |x| charges_grad(x), x);
        check(borrowed, |x| borrowed_vjp(x, 1.0).0, |x| borrowed_grad(x), x);
        check(masses, |x| masses_vjp(x, 1.0).0, |x| masses_grad(x), x);
        check(gains, |x| gains_vjp(x, 1.0).0, |x| gains_grad(x), x);
    }
}

#[test]
fn closures_before_skip_are_called_as_std_calls_them() {
    for x in [&[0.5, -1.5, 2.0, 0.75][..], &[0.3, 0.4, 0.5], &[0.3, 0.4], &[0.3]] {
        check(skipped_items, |x| skipped_items_vjp(x, 1.0).0, |x| skipped_items_grad(x), x);
    }
}
