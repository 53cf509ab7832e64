#![allow(unused)]

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Spring {
    k: f64,
}

// a body without derivatives
#[differentiate]
trait Bits {
    #[differentiate]
    fn bits(&self, x: f64) -> f64 {
        f64::from_bits(x.to_bits())
    }
}

#[differentiate]
impl Bits for Spring {}

// another trait of a differentiated one's name
mod other {
    pub trait Bits {
        fn bits(&self, x: f64) -> f64;
    }
}

#[differentiate]
impl other::Bits for Later2 {
    #[differentiate]
    fn bits(&self, x: f64) -> f64 {
        self.k * x
    }
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Later2 {
    k: f64,
}

// options
#[differentiate(forward)]
trait Optional {
    #[differentiate]
    fn value(&self, x: f64) -> f64;
}

trait WithoutAttribute {
    #[differentiate]
    fn value(&self, x: f64) -> f64 {
        x * x
    }
}

fn main() {}
