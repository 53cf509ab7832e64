//! Residuals of callees as parts of those of their callers.
//!
//! By value, they would grow with the count of paths in the call graph, not of functions: stacks
//! have fields for all callees, and the residuals of a branch have room for the frames of all its
//! arms. So residuals that are large because of their own callees are behind a pointer, and empty
//! or small ones are in place: most calls need no memory but their own. Cycles of calls need the
//! pointer in any case, since residuals would contain themselves.

use alloc::boxed::Box;
use core::ops::{Deref, DerefMut};

use crate::Residual;

/// Residuals behind a pointer, where a function's residuals would contain themselves through those
/// of its callees. Empty before the call.
#[derive(Clone, Debug)]
pub struct Boxed<T>(Option<Box<T>>);

impl<T> Boxed<T> {
    /// The residuals of a call that was made.
    #[inline]
    pub fn new(value: T) -> Self {
        Boxed(Some(Box::new(value)))
    }

    /// The residuals, if the call was made.
    #[inline]
    pub fn made(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }
}

impl<T> Default for Boxed<T> {
    fn default() -> Self {
        Boxed(None)
    }
}

impl<T> Deref for Boxed<T> {
    type Target = T;

    #[inline]
    #[track_caller]
    fn deref(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => {
                panic!("this is a bug of autodiff: residuals of a call that was not made are read")
            }
        }
    }
}

impl<T: Default> DerefMut for Boxed<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_with(Box::default)
    }
}

impl<T: Residual> Residual for Boxed<T> {
    fn blank() -> Self {
        Boxed(None)
    }

    fn heap_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |value| size_of::<T>() + value.heap_bytes())
    }
}

/// Residuals that are not large.
#[derive(Clone, Copy, Debug, Default)]
pub struct InPlace<T>(T);

impl<T> InPlace<T> {
    /// The residuals of a call that was made.
    #[inline]
    pub fn new(value: T) -> Self {
        InPlace(value)
    }

    /// As for residuals behind a pointer.
    #[inline]
    pub fn made(&mut self) -> Option<&mut T> {
        Some(&mut self.0)
    }
}

impl<T> Deref for InPlace<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for InPlace<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Residual> Residual for InPlace<T> {
    fn blank() -> Self {
        InPlace(T::blank())
    }

    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

/// Whether residuals of a type are large: larger than those of a few loops.
pub const fn is_large<T>() -> bool {
    size_of::<T>() > 256
}

/// Selects by whether residuals are large.
#[derive(Debug)]
pub struct Large<const IS: bool>;

/// How large or small residuals are stored in others.
pub trait Nest {
    /// The residuals as a field.
    type Of<T>;
}

impl Nest for Large<true> {
    type Of<T> = Boxed<T>;
}

impl Nest for Large<false> {
    type Of<T> = InPlace<T>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn made_on_demand() {
        let mut stacks: Boxed<Vec<f64>> = Boxed::default();
        assert_eq!(Boxed::<Vec<f64>>::blank().heap_bytes(), 0);
        stacks.push(1.0);
        assert_eq!(stacks[0], 1.0);
        assert!(stacks.heap_bytes() >= size_of::<Vec<f64>>() + 8);
        stacks.made().expect("it was made").clear();
        assert!(stacks.is_empty());
        assert!(Boxed::<Vec<f64>>::default().made().is_none());
    }

    #[test]
    fn small_ones_are_in_place() {
        type Nested<T, const LARGE: bool> = <Large<LARGE> as Nest>::Of<T>;
        type Small = Nested<[f64; 32], { is_large::<[f64; 32]>() }>;
        type Many = Nested<[f64; 33], { is_large::<[f64; 33]>() }>;
        assert_eq!(
            (size_of::<Nested<(), { is_large::<()>() }>>(), size_of::<Small>(), size_of::<Many>()),
            (0, 256, size_of::<usize>())
        );
        let mut small = InPlace::<Vec<f64>>::new(Vec::new());
        small.push(2.0);
        assert_eq!(
            (small.made().map(|v| v.len()), small.heap_bytes()),
            (Some(1), small.0.heap_bytes())
        );
    }
}
