//! Residuals of functions that call each other in circles.

use alloc::boxed::Box;
use core::ops::{Deref, DerefMut};

use crate::Residual;

/// Residuals behind a pointer: where a function's residuals would contain themselves, by way of its callees'. Empty until the call is made.
#[derive(Clone, Debug)]
pub struct Boxed<T>(Option<Box<T>>);

impl<T> Boxed<T> {
    /// Of a call that was made.
    #[inline]
    pub fn new(value: T) -> Self {
        Boxed(Some(Box::new(value)))
    }

    /// As of other stacks of residuals.
    pub fn clear(&mut self) {
        self.0 = None;
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
            None => panic!("autodiff has a bug: the residuals of a call that was not made are read"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn made_on_demand_and_forgotten() {
        let mut stacks: Boxed<Vec<f64>> = Boxed::default();
        assert_eq!(Boxed::<Vec<f64>>::blank().heap_bytes(), 0);
        stacks.push(1.0);
        assert_eq!(stacks[0], 1.0);
        assert!(stacks.heap_bytes() >= size_of::<Vec<f64>>() + 8);
        stacks.clear();
        assert_eq!(stacks.len_if_made(), None);
    }

    impl Boxed<Vec<f64>> {
        fn len_if_made(&self) -> Option<usize> {
            self.0.as_ref().map(|v| v.len())
        }
    }
}
