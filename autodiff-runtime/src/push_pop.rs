//! Parts of tangents whose first or last element changes.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::{Discard, StaticZero};

/// A part whose last element changes: a vector or a deque, or nothing.
pub trait ChangeEnd<T> {
    /// Appends.
    fn push(self, value: T);
    /// Removes the last element.
    ///
    /// # Panics
    /// If there is none.
    fn pop(self) -> T;
}

impl<T> ChangeEnd<T> for &mut Vec<T> {
    #[inline]
    fn push(self, value: T) {
        Vec::push(self, value);
    }
    #[inline]
    fn pop(self) -> T {
        Vec::pop(self).expect("a tangent for each element pushed")
    }
}

impl<T> ChangeEnd<T> for &mut VecDeque<T> {
    #[inline]
    fn push(self, value: T) {
        self.push_back(value);
    }
    #[inline]
    fn pop(self) -> T {
        self.pop_back().expect("a tangent for each element pushed")
    }
}

/// A part whose first element changes: a deque, or nothing.
pub trait ChangeFront<T> {
    /// Inserts an element before all others.
    fn push_front(self, value: T);
    /// Removes the first element.
    ///
    /// # Panics
    /// If there is none.
    fn pop_front(self) -> T;
}

impl<T> ChangeFront<T> for &mut VecDeque<T> {
    #[inline]
    fn push_front(self, value: T) {
        VecDeque::push_front(self, value);
    }
    #[inline]
    fn pop_front(self) -> T {
        VecDeque::pop_front(self).expect("a tangent for each element pushed")
    }
}

impl<T: StaticZero> ChangeEnd<T> for Discard {
    #[inline]
    fn push(self, _: T) {}
    #[inline]
    fn pop(self) -> T {
        T::zero()
    }
}

impl<T: StaticZero> ChangeFront<T> for Discard {
    #[inline]
    fn push_front(self, _: T) {}
    #[inline]
    fn pop_front(self) -> T {
        T::zero()
    }
}

/// Appends to a part that is a vector or a deque.
#[inline]
pub fn push_part<T, P: ChangeEnd<T>>(part: P, value: T) {
    part.push(value);
}

/// Removes the last element of a part that is a vector or a deque.
///
/// # Panics
/// If there is none.
#[inline]
pub fn pop_part<T, P: ChangeEnd<T>>(part: P) -> T {
    part.pop()
}

/// Inserts a value before all elements of a part.
#[inline]
pub fn push_front_part<T, P: ChangeFront<T>>(part: P, value: T) {
    part.push_front(value);
}

/// Removes the first element of a part.
///
/// # Panics
/// If there is none.
#[inline]
pub fn pop_front_part<T, P: ChangeFront<T>>(part: P) -> T {
    part.pop_front()
}
