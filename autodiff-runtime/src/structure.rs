//! Which part of a value is an element, and in what memory its cotangent is accumulated.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut, Range};

use crate::CotangentAccumulator;
use crate::length::same_length;

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

/// A sequence of `E`, as generic code sees it that does not know it to be one: an associated type
/// of a trait. A function takes an accumulator for `[E]`, and its generic callers have one for the
/// associated type.
#[doc(hidden)]
pub trait SequenceOf<E: Structure>: Structure<Element = E> {
    /// An accumulator for `[E]` over one for this type.
    type Elements<'a, A: ?Sized + CotangentAccumulator<Self> + 'a>: DerefMut<
        Target: CotangentAccumulator<[E]>,
    >
    where
        Self: 'a;

    /// The accumulator of the elements.
    fn elements<A: ?Sized + CotangentAccumulator<Self>>(
        accumulator: &mut A,
    ) -> Self::Elements<'_, A>;
}

impl<E: Structure> SequenceOf<E> for [E] {
    // the accumulator itself, so that a recursive function has a finite number of instances
    type Elements<'a, A: ?Sized + CotangentAccumulator<Self> + 'a>
        = &'a mut A
    where
        Self: 'a;

    #[inline]
    fn elements<A: ?Sized + CotangentAccumulator<Self>>(accumulator: &mut A) -> &mut A {
        accumulator
    }
}

macro_rules! sequence_of {
    ($([$($N:ident)?] $T:ty;)*) => {$(
        impl<E: Structure $(, const $N: usize)?> SequenceOf<E> for $T {
            type Elements<'a, A: ?Sized + CotangentAccumulator<Self> + 'a>
                = Owned<ByElement<'a, A, Self>>
            where
                Self: 'a;

            #[inline]
            fn elements<A: ?Sized + CotangentAccumulator<Self>>(
                accumulator: &mut A,
            ) -> Owned<ByElement<'_, A, Self>> {
                Owned(ByElement(accumulator, PhantomData))
            }
        }
    )*};
}
sequence_of! { [N] [E; N]; [] Vec<E>; }

/// A value that dereferences to itself.
#[doc(hidden)]
#[derive(Debug)]
pub struct Owned<T>(T);

impl<T> Deref for Owned<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Owned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// An accumulator for `[E]` that adds to the elements of one for the sequence `T`.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByElement<'a, A: ?Sized, T: ?Sized>(&'a mut A, PhantomData<T>);

impl<E, T, A> CotangentAccumulator<[E]> for ByElement<'_, A, T>
where
    E: Structure,
    T: ?Sized + Structure<Element = E>,
    A: ?Sized + CotangentAccumulator<T>,
{
    type Element<'a>
        = A::Element<'a>
    where
        Self: 'a;
    type Window<'a>
        = A::Window<'a>
    where
        Self: 'a;

    const WANTED: bool = A::WANTED;

    #[inline]
    fn add(&mut self, cotangent: &[E]) {
        if let Some(length) = self.0.length() {
            same_length("accumulator", "cotangent", length, cotangent.len());
        }
        for (k, element) in cotangent.iter().enumerate() {
            self.0.element(k).add(element);
        }
    }

    #[inline]
    fn element(&mut self, index: usize) -> A::Element<'_> {
        self.0.element(index)
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> A::Window<'_> {
        self.0.window(range)
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        self.0.length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Discard;
    use alloc::vec;

    fn add_to_all<T: SequenceOf<f64>, A: CotangentAccumulator<T>>(accumulator: &mut A) {
        let mut elements = T::elements(accumulator);
        elements.add(&[1.0, 2.0]);
        elements.element(1).add(&5.0);
        elements.window(0..1).element(0).add(&7.0);
        assert!(elements.length().is_none_or(|length| length == 2));
    }

    #[test]
    fn elements_of_sequences() {
        let mut array = [0.5; 2];
        add_to_all::<[f64; 2], _>(&mut array);
        assert_eq!(array, [8.5, 7.5]);
        let mut vec = vec![0.5; 2];
        add_to_all::<Vec<f64>, _>(&mut vec);
        assert_eq!(vec, array);
        add_to_all::<Vec<f64>, _>(&mut Discard);
        <[f64]>::elements(&mut vec[..]).add(&[1.0, 1.0]);
        assert_eq!(vec, [9.5, 8.5]);
    }

    #[test]
    #[should_panic(expected = "the accumulator has length 2 and the cotangent has length 3")]
    fn elements_of_another_length() {
        <[f64; 2]>::elements(&mut [0.0; 2]).add(&[1.0; 3]);
    }
}
