//! Calls of linear methods with what they are not linear in.
#![deny(warnings)]
use autodiff::prelude::*;

#[derive(Differentiable, Clone)]
pub struct Operator {
    pub h: f64,
}

#[differentiate]
impl Operator {
    #[linear(x)]
    pub fn apply(&self, x: f64) -> f64 {
        self.h * x
    }

    #[differentiate]
    pub fn active_in_all(&self, x: f64) -> f64 {
        self.apply(x)
    }
}

fn main() {}
