//! `x.f()` where a function that takes `self` comes before that of the bound, which takes `&self`.
use autodiff::prelude::*;
use num_traits::Float;

mod definitions {
    use autodiff::prelude::*;
    use num_traits::Float;

    #[differentiate]
    pub trait Squared: Float {
        #[differentiate]
        fn squared(&self) -> Self;
        #[differentiate]
        fn tanh(&self) -> Self;
    }

    #[differentiate]
    impl Squared for f64 {
        #[differentiate]
        fn squared(&self) -> Self {
            *self * *self
        }
        #[differentiate]
        fn tanh(&self) -> Self {
            *self
        }
    }

    #[differentiate]
    pub trait Potential {
        #[differentiate]
        fn at(&self, x: f64) -> f64;
    }
}

mod extension {
    pub trait Extension: Sized {
        fn squared(self) -> Self {
            self
        }
        fn at(self, _: f64) -> f64 {
            7.0
        }
    }

    impl<T: Copy> Extension for T {}
}

use definitions::{Potential, Squared};
use extension::Extension;

#[differentiate]
fn of_number<T: Squared>(x: T) -> T {
    x.squared()
}

#[differentiate]
fn of_two_bounds<T: Squared + Float>(x: T) -> T {
    x.tanh()
}

#[differentiate]
fn of_implementor<P: Potential + Copy>(p: P, x: f64) -> f64 {
    p.at(x)
}

fn main() {}
