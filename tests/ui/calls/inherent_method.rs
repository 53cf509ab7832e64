//! A method of the type's own comes before that of a trait, in derivatives as in Rust.

use autodiff::prelude::*;

trait Energy {
    fn energy(&self, x: f64) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
pub struct Spring {
    k: f64,
}

impl Spring {
    pub fn energy(&self, x: f64) -> f64 {
        self.k * x
    }
}

#[differentiate]
impl Energy for Spring {
    #[differentiate(reverse)]
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

#[differentiate(reverse)]
pub fn of_the_type(s: &Spring, x: f64) -> f64 {
    2.0 * s.energy(x)
}

#[differentiate(reverse)]
pub fn by_path(s: &Spring, x: f64) -> f64 {
    Spring::energy(s, x)
}

#[differentiate(reverse)]
pub fn of_the_trait(s: &Spring, x: f64) -> f64 {
    <Spring as Energy>::energy(s, x)
}

fn main() {}
