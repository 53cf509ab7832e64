//! Which part of a value is an element, and in what memory its cotangent is accumulated.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::CotangentAccumulator;

/// The element type of a value, if it is a sequence in memory.
///
/// | `Self` | `Element` |
/// |---|---|
/// | `[E]`, `[E; N]`, `Vec<E>`, `VecDeque<E>` | `E` |
/// | `Box<T>` | that of `T` |
/// | `f64`, `f32`, `()`, tuples, `Option<T>`: not sequences | `Self` |
pub trait Structure {
    /// The type of one element; `Self` for a type that is not a sequence.
    type Element: Structure;

    /// The memory in which a value is accumulated: `Self`, but `ArrayRef` for arrays. The memory of
    /// a view is a part of that of its array.
    type Memory: ?Sized;

    /// Whether a run of elements, or of rows of a table, can be accumulated in memory of its own,
    /// to be added by [`add_run`](Self::add_run).
    #[doc(hidden)]
    const HAS_RUNS: bool = false;

    /// Adds this, which is the run from `start` on, to an accumulator of the whole.
    #[doc(hidden)]
    #[inline]
    fn add_run(&self, start: usize, to: &mut (impl CotangentAccumulator<Self> + ?Sized)) {
        debug_assert!(start == 0, "this has no runs");
        to.add(self);
    }

    /// The row at `index` of a table; the element, if it has one axis.
    #[doc(hidden)]
    #[inline]
    fn row_in_memory(&mut self, index: usize) -> Option<&mut [Self::Element]> {
        let _ = index;
        None
    }
}

impl<T: ?Sized + Structure> Structure for Box<T> {
    type Element = T::Element;
    type Memory = Self;
}

impl Structure for () {
    type Element = ();
    type Memory = Self;
}

impl<T> Structure for Option<T> {
    type Element = Option<T>;
    type Memory = Self;
}

impl<E: Structure> Structure for [E] {
    type Element = E;
    type Memory = Self;

    const HAS_RUNS: bool = true;

    #[inline]
    fn add_run(&self, start: usize, to: &mut (impl CotangentAccumulator<Self> + ?Sized)) {
        to.window(start..start + self.len()).add(self);
    }
}

impl<E: Structure> Structure for Vec<E> {
    type Element = E;
    type Memory = Self;

    const HAS_RUNS: bool = true;

    #[inline]
    fn add_run(&self, start: usize, to: &mut (impl CotangentAccumulator<Self> + ?Sized)) {
        to.window(start..start + self.len()).add(self);
    }
}

impl<E: Structure> Structure for VecDeque<E> {
    type Element = E;
    type Memory = Self;
}

impl<E: Structure, const N: usize> Structure for [E; N] {
    type Element = E;
    type Memory = Self;
}
