//! Support for user-defined reverse rules: their residuals, and tangents from cotangents.

use alloc::sync::Arc;
use alloc::vec;
use core::any::Any;
use core::fmt::{self, Debug, Formatter};

use crate::{Residual, TangentSpace};

/// Residuals of a type that only the two user-defined functions know.
#[derive(Clone, Default)]
pub struct Erased(Option<Arc<dyn Any + Send + Sync>>);

impl Erased {
    /// Stores residuals.
    pub fn new<R: Any + Send + Sync>(residuals: R) -> Self {
        Erased(Some(Arc::new(residuals)))
    }

    /// The residuals, with their original type.
    ///
    /// # Panics
    /// If they have another type, or if there are none.
    #[track_caller]
    pub fn get<R: Any>(&self) -> &R {
        match self.0.as_ref().and_then(|residuals| residuals.downcast_ref()) {
            Some(residuals) => residuals,
            None => panic!("`transposed` takes residuals of another type than `primal` returns"),
        }
    }
}

impl Debug for Erased {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Erased")
    }
}

impl Residual for Erased {
    fn blank() -> Self {
        Erased(None)
    }

    fn heap_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |residuals| size_of_val(&**residuals))
    }
}

/// A tangent from a reverse rule: `rate` returns the rate of change of the pairing with a
/// cotangent, and is called for each component. Costs a pullback for each.
pub fn tangent_of_pullback<T: TangentSpace + Clone>(zero: &T, mut rate: impl FnMut(T) -> f64) -> T {
    let mut unit = vec![0.0; zero.dimension()];
    let mut flat = unit.clone();
    for i in 0..flat.len() {
        unit[i] = 1.0;
        let mut cotangent = zero.clone();
        cotangent.unflatten_from(&unit);
        flat[i] = rate(cotangent);
        unit[i] = 0.0;
    }
    let mut tangent = zero.clone();
    tangent.unflatten_from(&flat);
    tangent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tangent_of_a_pullback() {
        // (x, y) ↦ (x + 2y, 3x) along (5, 7)
        let tangent =
            tangent_of_pullback(&[0.0; 2], |[a, b]: [f64; 2]| 5.0 * (a + 3.0 * b) + 7.0 * 2.0 * a);
        assert_eq!(tangent, [19.0, 15.0]);
    }

    #[test]
    fn residuals_of_a_type_of_their_own() {
        let saved = Erased::new(vec![1.0, 2.0]);
        assert_eq!(saved.clone().get::<alloc::vec::Vec<f64>>(), &[1.0, 2.0]);
    }

    #[test]
    #[should_panic(expected = "another type")]
    fn residuals_of_another_type() {
        Erased::new(1.0_f64).get::<f32>();
    }
}
