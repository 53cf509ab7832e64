//! Zeros for a rule that takes a tangent by `&mut` and may use only its shape.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::Differentiable;

/// Zeros with the length of a sequence, constructed at the first access: a rule that does not
/// access them costs nothing.
#[derive(Debug)]
pub struct Zeros<T: Differentiable> {
    length: usize,
    made: Vec<T::Tangent>,
}

impl<T: Differentiable> Zeros<T> {
    /// One tangent for each element.
    pub fn like(of: &[T]) -> Zeros<T> {
        Zeros { length: of.len(), made: Vec::new() }
    }
}

impl<T: Differentiable> Deref for Zeros<T> {
    type Target = Vec<T::Tangent>;

    // `deref_mut` has initialized them for a caller with `&mut`
    fn deref(&self) -> &Self::Target {
        &self.made
    }
}

impl<T: Differentiable> DerefMut for Zeros<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.made.resize_with(self.length, || T::zero_of(&T::Shape::default()));
        &mut self.made
    }
}
