//! A type that does something when it is dropped has no derivative: it would be dropped more often.

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Tracked {
    value: f64,
}

impl Drop for Tracked {
    fn drop(&mut self) {
        println!("dropped at {}", self.value);
    }
}

#[differentiate(reverse)]
fn doubled(x: f64) -> f64 {
    let tracked = Tracked { value: x };
    2.0 * tracked.value
}

fn main() {}
