//! Differentiated traits of the user's on numbers, through type parameters.

use autodiff::prelude::*;
use std::ops::{Div, Mul};

#[differentiate]
trait Scalar: Copy + Div<Output = Self> + Mul<Output = Self> {
    #[differentiate]
    fn tanh(self) -> Self;
    fn plain(self) -> Self;
    #[differentiate]
    fn with<U: Copy>(self, u: U) -> Self;
    #[differentiate]
    fn bump(&mut self);
}

#[differentiate]
trait Product: Copy + Mul<Output = Self> {
    #[differentiate]
    fn tanh(self) -> Self;
}

mod other {
    use super::*;

    trait Scalar: Copy + Div<Output = Self> {
        fn tanh(self) -> Self;
    }

    #[differentiate(reverse)]
    fn another_trait<T: Scalar>(x: T) -> T {
        x.tanh()
    }
}

#[differentiate(reverse)]
fn without_derivative<T: Scalar>(x: T) -> T {
    x.plain()
}

#[differentiate(reverse)]
fn with_parameters<T: Scalar>(x: T) -> T {
    x.with(2) * T::with(x, 3)
}

#[differentiate(reverse)]
fn changed<T: Scalar>(mut x: T) -> T {
    x.bump();
    x
}

#[differentiate(reverse)]
fn not_said_to_be_a_number<T: Product>(x: T) -> T {
    x * x
}

fn main() {}
