//! Zeros in the place of a tangent that is changed in place, where only its shape may be asked for.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::Differentiable;

/// Zeros as long as a sequence, made where they are looked at: a rule that does not ask for them
/// costs nothing.
#[derive(Debug)]
pub struct Zeros<T: Differentiable> {
    length: usize,
    made: Vec<T::Tangent>,
}

impl<T: Differentiable> Zeros<T> {
    /// A tangent of each element.
    pub fn like(of: &[T]) -> Zeros<T> {
        Zeros { length: of.len(), made: Vec::new() }
    }
}

impl<T: Differentiable> Deref for Zeros<T> {
    type Target = Vec<T::Tangent>;

    // whoever is given it by `&mut` has made them
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
