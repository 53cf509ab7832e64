//! Rules of themselves, and rules for what needs none.
use autodiff::prelude::*;

#[differentiate(jvp = own)]
pub fn own(x: f64) -> f64 {
    x
}

#[differentiate(vjp = own_reverse)]
pub fn own_reverse(x: f64) -> f64 {
    x
}

#[linear(x_dot)]
fn rule(x: f64, x_dot: f64) -> (f64, f64) {
    (x, x_dot)
}

#[differentiate(jvp = rule)]
#[linear(x)]
pub fn needs_none(x: f64) -> f64 {
    2.0 * x
}

pub struct Model;

#[differentiate]
impl Model {
    #[differentiate(jvp = Self::associated)]
    pub fn of_a_method(x: f64) -> f64 {
        x
    }
}

fn main() {}
