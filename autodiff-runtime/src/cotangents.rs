//! Operations of emitted code on whole cotangents.

use alloc::vec::Vec;

use crate::{Differentiable, TangentSpace};

/// Moves a cotangent out of memory and leaves a zero of the same shape.
pub fn take_cotangent<T: Differentiable<Tangent = T>>(memory: &mut T) -> T {
    let zero = memory.zero_tangent();
    core::mem::replace(memory, zero)
}

/// The same for a slice.
pub fn take_cotangents<T: Differentiable<Tangent = T>>(memory: &mut [T]) -> Vec<T> {
    memory.iter_mut().map(take_cotangent).collect()
}

/// The sum of all elements: the transpose of `[x; n]`. It is a zero if there are none.
pub fn sum_cotangents<T: TangentSpace + Clone>(elements: &[T], zero: impl FnOnce() -> T) -> T {
    let mut elements = elements.iter();
    let Some(first) = elements.next() else {
        return zero();
    };
    let mut sum = first.clone();
    for element in elements {
        sum.add_assign(element);
    }
    sum
}
