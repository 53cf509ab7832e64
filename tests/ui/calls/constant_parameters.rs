//! Active values for parameters that are marked `#[constant]`.

use autodiff::prelude::*;

#[differentiate]
fn scaled(x: f64, #[constant] k: f64) -> f64 {
    k * x
}

#[differentiate]
pub fn of_function(x: f64) -> f64 {
    scaled(x, 2.0 * x)
}

#[derive(Differentiable, Clone, Debug)]
pub struct Model {
    w: f64,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn predict(&self, #[constant] features: &[f64]) -> f64 {
        self.w * features[0]
    }
}

#[differentiate]
pub fn of_method(model: &Model, x: &[f64]) -> f64 {
    model.predict(x)
}

#[differentiate]
pub fn of_itself(x: f64, #[constant] k: f64, n: usize) -> f64 {
    if n == 0 { k * x } else { of_itself(x, k * x, n - 1) }
}

#[differentiate]
pub fn with_constants(model: &Model, x: &[f64]) -> f64 {
    model.predict(constant(x)) + scaled(x[0], constant(model.w))
}

fn main() {}
