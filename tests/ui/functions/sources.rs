//! Sources of random numbers: what is not supported.
#![allow(unused)]

use autodiff::prelude::*;

trait Rng {
    fn random(&mut self) -> f64;
    fn random_range(&mut self, range: std::ops::Range<f64>) -> f64;
}

#[differentiate]
fn active_range<R: Rng>(rng: &mut R, x: f64) -> f64 {
    rng.random_range(0.0..x)
}

#[differentiate]
fn by_value<R: Rng>(mut rng: R, x: f64) -> f64 {
    x * rng.random()
}

#[differentiate]
fn several<R: Rng>(rngs: &mut [R], x: f64) -> f64 {
    x * rngs[0].random()
}

#[differentiate]
fn shown<R: Rng + std::fmt::Debug>(rng: &mut R, x: f64) -> f64 {
    println!("{rng:?}");
    x
}

#[differentiate]
fn in_a_closure<R: Rng>(rng: &mut R, x: f64) -> f64 {
    apply(|t: f64| t * rng.random(), x)
}

#[differentiate]
fn apply(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) * f(2.0 * x)
}

#[differentiate]
fn named<R: Rng + Default>(rng: &mut R, x: f64) -> f64 {
    let mut other: R = R::default();
    x * other.random()
}

fn main() {}
