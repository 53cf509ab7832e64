//! Functions that return closures are inlined: names in them that resolve to other items in a caller.

use autodiff::prelude::*;

const SCALE: f64 = 0.7;

fn weight() -> f64 {
    3.0
}

#[differentiate]
fn scaled(a: f64) -> impl Fn(f64) -> f64 {
    move |x| a * x * SCALE
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    k: f64,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn terms(&self) -> impl Fn(f64) -> f64 + '_ {
        move |x| self.k * x * weight()
    }
}

#[differentiate]
fn constant_of_its_own(a: f64, b: f64) -> f64 {
    const SCALE: f64 = 2.0;
    scaled(a)(b) * SCALE
}

#[differentiate]
fn function_of_its_own(a: f64, b: f64) -> f64 {
    fn weight() -> f64 {
        5.0
    }
    let model = Model { k: a };
    let f = model.terms();
    f(b) * weight()
}

fn main() {
    constant_of_its_own_grad(1.0, 2.0);
    function_of_its_own_grad(1.0, 2.0);
}
