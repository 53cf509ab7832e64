#![allow(unused)]

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Spring {
    k: f64,
}

trait Energy {
    fn energy(&self, x: f64) -> f64;
}

#[differentiate]
impl Spring {
    #[differentiate]
    fn energy(&self, x: f64) -> f64 {
        self.k * x
    }
}

// another value, without a derivative
impl Energy for Spring {
    fn energy(&self, x: f64) -> f64 {
        self.k * x * x
    }
}

#[differentiate(forward)]
fn of_the_trait(s: &Spring, x: f64) -> f64 {
    <Spring as Energy>::energy(s, x)
}

fn main() {}
