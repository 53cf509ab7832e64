//! Arguments of any type with tangents, for central differences.

use autodiff::{Differentiable, TangentSpace};

/// Values of a type with tangents, moved along them.
pub trait Movable: Differentiable + Clone {
    /// No displacement.
    fn origin(&self) -> Vec<f64> {
        vec![0.0; self.zero_tangent().flatten().len()]
    }
    fn moved(&self, by: &[f64]) -> Self {
        let mut tangent = self.zero_tangent();
        tangent.unflatten(by);
        let mut value = self.clone();
        value.move_by(&tangent);
        value
    }
}

impl<T: Differentiable + Clone> Movable for T {}
