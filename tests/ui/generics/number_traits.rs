//! Traits of the user's own whose functions are named like those of `num_traits`.

use autodiff::prelude::*;
use std::ops::Add;

trait Signed: Copy + Add<Output = Self> {
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
}

impl Signed for f64 {
    fn abs(self) -> f64 {
        self * self
    }
    fn sqrt(self) -> f64 {
        self * self * self
    }
}

trait Scalar: Copy + Add<Output = Self> {
    fn zero() -> Self;
    fn tanh(self) -> Self;
}

impl Scalar for f64 {
    fn zero() -> f64 {
        1.0
    }
    fn tanh(self) -> f64 {
        self * self
    }
}

#[differentiate(reverse)]
fn qualified(x: f64) -> f64 {
    <f64 as Signed>::abs(x) + x
}

#[differentiate(reverse)]
fn by_trait(x: f64) -> f64 {
    Signed::abs(x) + x
}

#[differentiate(reverse)]
fn named_alike<T: Signed>(x: T) -> T {
    x.abs() + x
}

#[differentiate(reverse)]
fn bounded<T: Scalar>(x: T) -> T {
    x.tanh() + x
}

#[differentiate(reverse)]
fn by_parameter<T: Scalar>(x: T) -> T {
    T::tanh(x) + T::zero()
}

fn main() {}
