//! Method lookup finds methods of traits in scope before those of std: a call that may resolve to either is an error.

use autodiff::prelude::*;

trait Smooth {
    fn abs(&self) -> f64;
    fn max(&self, floor: f64) -> f64;
}

impl Smooth for f64 {
    fn abs(&self) -> f64 {
        self.hypot(0.1)
    }
    fn max(&self, floor: f64) -> f64 {
        0.5 * (self + floor)
    }
}

trait Ends {
    fn first(&self) -> Option<&f64>;
}

impl Ends for Vec<f64> {
    fn first(&self) -> Option<&f64> {
        self.get(1)
    }
}

#[differentiate(reverse)]
fn behind_references(x: &[f64]) -> f64 {
    x.iter().map(|a| a.abs()).sum::<f64>() + x.iter().fold(0.0, |s, a| s + a.max(1.0))
}

#[differentiate(reverse)]
fn of_slices(x: f64) -> f64 {
    let v = vec![x, 2.0 * x];
    *v.first().unwrap()
}

/// Numbers themselves have the methods of std.
#[differentiate(reverse)]
fn of_values(x: f64, y: &[f64]) -> f64 {
    x.abs() + y[0].max(1.0) + (x - 1.0).abs()
}

fn main() {}
