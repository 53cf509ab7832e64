//! Memory that cotangents are added to.
//!
//! Where the primal reads `x[i]`, its transpose adds to `x_bar.element(i)`; where it passes
//! `&x[a..b]`, the transpose passes `x_bar.window(a..b)`. Both cost O(1) for any length of `x`, so
//! that no transpose costs more than its primal. The caller chooses the type of the accumulator:
//! generated code is generic over it.
//!
//! Windows of windows have the type of windows, so a recursive function may call itself with parts
//! of its accumulator without an infinite chain of types.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use crate::Structure;
use crate::length::same_length;
use crate::tangent::zip_options;
use crate::tuples::for_tuples;
use crate::type_eq::{Borrowed, MadeOf, OfArray, OfBox, OfDeque, OfOption, OfVec, same_tuple};

/// A place to which cotangents of type `T` are added, whole or in parts.
///
/// | accumulator | for `T` |
/// |---|---|
/// | `f64`, `f32`, `()` | itself |
/// | `[A]`, `Vec<A>`, `[A; N]` | `[E]`, where `A` is an accumulator for `E` |
/// | `Vec<A>`; `[A; N]` | `Vec<E>`; `[E; N]`, as elements of nested memory |
/// | `VecDeque<A>` | `VecDeque<E>` |
/// | [`Sparse<E>`](crate::Sparse), [`&Atomic`](crate::Atomic) | `[E]`, `[f64]` |
/// | `SparseRows<A>` | `Array2<A>` |
/// | [`Discard`] | every `T` |
/// | `&mut A`, `Box<A>`, `Option<A>`, tuples | that of `A`, `Box<T>`, `Option<T>`, tuples |
///
/// Adding never overwrites: the sum includes the accumulator's earlier value.
pub trait CotangentAccumulator<T: ?Sized + Structure> {
    /// The place of one element.
    type Element<'a>: CotangentAccumulator<T::Element>
    where
        Self: 'a;

    /// The place of a run of elements. A window of a window has the same type, up to its lifetime.
    type Window<'a>: CotangentAccumulator<[T::Element]>
    where
        Self: 'a;

    /// Whether added cotangents are used: `false` for [`Discard`] only, where work may be skipped.
    const WANTED: bool = true;

    /// Adds a whole cotangent.
    ///
    /// # Panics
    /// If the length of the cotangent differs from that of the accumulator.
    #[track_caller]
    fn add(&mut self, cotangent: &T);

    /// The place of the element at `index`.
    ///
    /// # Panics
    /// If `index` is out of bounds, or if this does not accumulate a sequence.
    #[track_caller]
    fn element(&mut self, index: usize) -> Self::Element<'_>;

    /// The place of the elements in `range`, numbered from zero.
    ///
    /// # Panics
    /// If `range` is out of bounds, or if this does not accumulate a sequence.
    #[track_caller]
    fn window(&mut self, range: Range<usize>) -> Self::Window<'_>;

    /// The count of elements; `None` if this does not accumulate a sequence, or accepts any length.
    fn length(&self) -> Option<usize>;

    /// The length along each axis, if this accumulates an array; `None` if it accepts any shape.
    #[doc(hidden)]
    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        None
    }

    /// The current sum in memory, to add to parts of it. This stores an element of a
    /// [`Sparse`](crate::Sparse), as adding to it does. `None` if added cotangents are not used
    /// ([`WANTED`](Self::WANTED)).
    ///
    /// # Panics
    /// If this is not memory of that type, as an [`Atomic`](crate::Atomic) is not: additions would
    /// be lost.
    #[inline]
    #[track_caller]
    fn dense(&mut self) -> Option<&mut T::Memory>
    where
        T: Sized,
    {
        no_memory(Self::WANTED)
    }

    /// The row at `index` of a table, to add to it, if this stores rows one by one, as a
    /// `SparseRows` does; `None` if [`dense`](Self::dense) is the way to it. `shape` is that of the
    /// table, if the caller knows it. A row of an array with one axis is an element.
    ///
    /// # Panics
    /// If `index` is out of bounds, or if this has another shape.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn sparse_row(&mut self, index: usize, shape: Option<&[usize]>) -> Option<&mut [T::Element]>
    where
        T: Sized,
    {
        let _ = (index, shape);
        None
    }

    /// Whether [`sparse_row`](Self::sparse_row) returns a row of a table with two axes.
    #[doc(hidden)]
    #[inline]
    fn stores_rows(&self) -> bool {
        false
    }

    /// Whether nothing was added yet, so that [`take`](Self::take) moves what it is passed.
    #[doc(hidden)]
    #[inline]
    fn is_fresh(&self) -> bool {
        false
    }

    /// Adds a whole cotangent that the caller needs no more.
    ///
    /// # Panics
    /// As [`add`](Self::add) does.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn take(&mut self, cotangent: T)
    where
        T: Sized,
    {
        self.add(&cotangent);
    }

    /// The accumulator after `cotangent` was added to a zero, or `cotangent` if it cannot be moved.
    #[doc(hidden)]
    #[inline]
    fn first(cotangent: T) -> Result<Self, T>
    where
        Self: Sized,
        T: Sized,
    {
        Err(cotangent)
    }

    /// If this is `T` itself: converts a type made of this to the same type made of `T`. Otherwise
    /// as [`dense`](Self::dense).
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn same<'a, F: MadeOf<'a>>(of: F::Of<Self>) -> Option<F::Of<T>>
    where
        Self: Sized + 'a,
        T: Sized + 'a,
    {
        let _ = of;
        no_memory(Self::WANTED)
    }
}

/// The result of `dense` for an accumulator that is not memory.
#[inline]
#[track_caller]
pub(crate) fn no_memory<M>(wanted: bool) -> Option<M> {
    assert!(
        !wanted,
        "a part of a cotangent is added to an accumulator that takes it only as a whole"
    );
    None
}

/// The accumulator of an unneeded gradient: accepts cotangents of any type and length, and discards
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discard;

impl<T: ?Sized + Structure> CotangentAccumulator<T> for Discard {
    type Element<'a> = Discard;
    type Window<'a> = Discard;

    const WANTED: bool = false;

    #[inline]
    fn add(&mut self, _: &T) {}

    #[inline]
    fn element(&mut self, _: usize) -> Discard {
        Discard
    }

    #[inline]
    fn window(&mut self, _: Range<usize>) -> Discard {
        Discard
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        None
    }
}

impl<T: ?Sized + Structure, A: ?Sized + CotangentAccumulator<T>> CotangentAccumulator<T>
    for &mut A
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
    fn add(&mut self, cotangent: &T) {
        (**self).add(cotangent);
    }

    #[inline]
    fn element(&mut self, index: usize) -> A::Element<'_> {
        (**self).element(index)
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> A::Window<'_> {
        (**self).window(range)
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        (**self).length()
    }

    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        (**self).array_shape()
    }

    #[inline]
    fn is_fresh(&self) -> bool {
        (**self).is_fresh()
    }

    #[inline]
    #[track_caller]
    fn take(&mut self, cotangent: T)
    where
        T: Sized,
    {
        (**self).take(cotangent);
    }

    #[inline]
    fn dense(&mut self) -> Option<&mut T::Memory>
    where
        T: Sized,
    {
        (**self).dense()
    }

    #[inline]
    fn stores_rows(&self) -> bool {
        (**self).stores_rows()
    }

    #[inline]
    #[track_caller]
    fn sparse_row(&mut self, index: usize, shape: Option<&[usize]>) -> Option<&mut [T::Element]>
    where
        T: Sized,
    {
        (**self).sparse_row(index, shape)
    }
}

/// The part of an implementation for accumulators that are memory of `$T` if `$A` is; `$Of`
/// constructs the type from `$A`.
macro_rules! memory {
    ($T:ty, $A:ident, $Of:ident $($N:ident)?) => {
        #[inline]
        fn dense(&mut self) -> Option<&mut $T> {
            $A::same::<$Of<Borrowed $(, $N)?>>(self)
        }

        #[inline]
        fn same<'a, F: MadeOf<'a>>(of: F::Of<Self>) -> Option<F::Of<$T>>
        where
            Self: 'a,
            $T: 'a,
        {
            $A::same::<$Of<F $(, $N)?>>(of)
        }
    };
}

impl<T: Structure, A: CotangentAccumulator<T>> CotangentAccumulator<Box<T>> for Box<A> {
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
    fn add(&mut self, cotangent: &Box<T>) {
        (**self).add(cotangent);
    }

    #[inline]
    fn element(&mut self, index: usize) -> A::Element<'_> {
        (**self).element(index)
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> A::Window<'_> {
        (**self).window(range)
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        (**self).length()
    }

    memory!(Box<T>, A, OfBox);
}

/// The panic of `element` and `window` for an accumulator that is not a sequence; `what` names the
/// requested part.
#[cold]
#[inline(never)]
#[track_caller]
#[doc(hidden)]
pub fn no_elements(what: core::fmt::Arguments<'_>) -> ! {
    panic!("{what} was requested from an accumulator that is no sequence and has no elements")
}

/// The part of an implementation that is the same for all accumulators without elements. `$Element`
/// is the type of these, of which there is no value.
macro_rules! without_elements {
    () => {
        $crate::accumulate::without_elements!($crate::Discard);
    };
    ($Element:ty) => {
        type Element<'a>
            = $Element
        where
            Self: 'a;
        type Window<'a>
            = $crate::Discard
        where
            Self: 'a;

        #[inline]
        fn element(&mut self, index: usize) -> $Element {
            $crate::no_elements(format_args!("element {index}"))
        }

        #[inline]
        fn window(&mut self, range: core::ops::Range<usize>) -> $crate::Discard {
            $crate::no_elements(format_args!("the window {range:?}"))
        }

        #[inline]
        fn length(&self) -> Option<usize> {
            None
        }
    };
}
pub(crate) use without_elements;

/// The part of an implementation that is the same for all types that accumulate themselves.
macro_rules! itself {
    () => {
        #[inline]
        fn dense(&mut self) -> Option<&mut Self> {
            Some(self)
        }

        #[inline]
        fn same<'a, F: $crate::MadeOf<'a>>(of: F::Of<Self>) -> Option<F::Of<Self>>
        where
            Self: 'a,
        {
            Some(of)
        }
    };
}
pub(crate) use itself;

macro_rules! real {
    ($($real:ty)*) => {$(
        impl Structure for $real {
            type Element = $real;
            type Memory = Self;
        }

        impl CotangentAccumulator<$real> for $real {
            // wanted, as the real is: the views of an array infer this from the type
            without_elements!(Self);
            itself!();

            #[inline]
            fn add(&mut self, cotangent: &$real) {
                *self += *cotangent;
            }
        }
    )*};
}
real!(f64 f32);

impl CotangentAccumulator<()> for () {
    without_elements!();
    itself!();

    #[inline]
    fn add(&mut self, (): &()) {}
}

impl<T: Structure, A: CotangentAccumulator<T>> CotangentAccumulator<Option<T>> for Option<A> {
    without_elements!();

    #[inline]
    fn add(&mut self, cotangent: &Option<T>) {
        if let Some((a, cotangent)) = zip_options(self.as_mut(), cotangent.as_ref()) {
            a.add(cotangent);
        }
    }

    memory!(Option<T>, A, OfOption);
}

/// Dense memory: an accumulator per element, contiguous. `$T` is the accumulated type, `$Self` the
/// type of the accumulator.
macro_rules! dense {
    ($(<$E:ident, $A:ident $(; const $N:ident)?> $T:ty
        => $Self:ty $(, $Of:ident $($M:ident)?)?);* $(;)?) => {$(
        impl<$E: Structure, $A: CotangentAccumulator<$E> $(,
            const $N: usize)?> CotangentAccumulator<$T> for $Self {
            type Element<'a>
                = &'a mut $A
            where
                Self: 'a;
            type Window<'a>
                = &'a mut [$A]
            where
                Self: 'a;

            const WANTED: bool = $A::WANTED;

            #[inline]
            fn add(&mut self, cotangent: &$T) {
                same_length("accumulator", "cotangent", self.len(), cotangent.len());
                for (a, element) in self.iter_mut().zip(cotangent) {
                    a.add(element);
                }
            }

            #[inline]
            fn element(&mut self, index: usize) -> &mut $A {
                &mut self[index]
            }

            #[inline]
            fn window(&mut self, range: Range<usize>) -> &mut [$A] {
                &mut self[range]
            }

            #[inline]
            fn length(&self) -> Option<usize> {
                Some(self.len())
            }

            $(memory!($T, $A, $Of $($M)?);)?
        }
    )*};
}
dense! {
    <E, A> [E] => [A];
    <E, A> [E] => Vec<A>;
    <E, A; const N> [E] => [A; N];
    <E, A> Vec<E> => Vec<A>, OfVec;
    <E, A; const N> Vec<E> => [A; N];
    <E, A; const N> [E; N] => [A; N], OfArray N;
}

impl<E: Structure, A: CotangentAccumulator<E>> CotangentAccumulator<VecDeque<E>> for VecDeque<A> {
    type Element<'a>
        = &'a mut A
    where
        Self: 'a;
    type Window<'a>
        = &'a mut [A]
    where
        Self: 'a;

    const WANTED: bool = A::WANTED;

    #[inline]
    fn add(&mut self, cotangent: &VecDeque<E>) {
        same_length("accumulator", "cotangent", self.len(), cotangent.len());
        for (a, element) in self.iter_mut().zip(cotangent) {
            a.add(element);
        }
    }

    #[inline]
    fn element(&mut self, index: usize) -> &mut A {
        &mut self[index]
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> &mut [A] {
        &mut self.make_contiguous()[range]
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.len())
    }

    memory!(VecDeque<E>, A, OfDeque);
}

macro_rules! tuple {
    ($(($A:ident $T:ident $i:tt))+) => {
        impl<$($T),+> Structure for ($($T,)+) {
            type Element = Self;
            type Memory = Self;
        }

        impl<$($T: Structure,
            $A: CotangentAccumulator<$T>),+> CotangentAccumulator<($($T,)+)> for ($($A,)+) {
            without_elements!();

            const WANTED: bool = false $(|| $A::WANTED)+;

            #[inline]
            fn add(&mut self, cotangent: &($($T,)+)) {
                $(self.$i.add(&cotangent.$i);)+
            }

            #[inline]
            fn dense(&mut self) -> Option<&mut ($($T,)+)> {
                Self::same::<Borrowed>(self)
            }

            #[inline]
            fn same<'a, Made: MadeOf<'a>>(of: Made::Of<Self>) -> Option<Made::Of<($($T,)+)>>
            where
                Self: 'a,
                ($($T,)+): 'a,
            {
                same_tuple!(Made of [] $(($A $T))+)
            }
        }
    };
}
for_tuples!(tuple);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Atomic, Sparse};
    use alloc::vec;

    /// Adds 1 to every element by halving: calls itself with windows of windows.
    fn ones<A: CotangentAccumulator<[f64]>>(a: &mut A, length: usize) {
        if length == 1 {
            a.element(0).add(&1.0);
        } else if length > 1 {
            let half = length / 2;
            ones(&mut a.window(0..half), half);
            ones(&mut a.window(half..length), length - half);
        }
    }

    #[test]
    fn windows_of_windows_close() {
        let mut vec = vec![0.5; 5];
        ones(&mut vec, 5);
        assert_eq!(vec, [1.5; 5]);

        let mut slice = &mut vec[1..4];
        ones(&mut slice, 3);
        ones(&mut &mut slice, 3);
        assert_eq!(vec, [1.5, 3.5, 3.5, 3.5, 1.5]);

        let mut array = [0.0; 5];
        ones(&mut array, 5);
        assert_eq!(array, [1.0; 5]);

        let mut sparse = Sparse::new(5);
        ones(&mut sparse, 5);
        assert_eq!(sparse.to_dense(), [1.0; 5]);

        let atomic = Atomic::new(5);
        ones(&mut &atomic, 5);
        assert_eq!(atomic.to_vec(), [1.0; 5]);

        ones(&mut Discard, 5);

        // Also through unsized memory, and through the windows and elements of nested accumulators.
        fn unsized_ones<A: ?Sized + CotangentAccumulator<[f64]>>(a: &mut A, length: usize) {
            if length > 0 {
                a.element(0).add(&1.0);
                unsized_ones(&mut a.window(1..length), length - 1);
            }
        }
        let mut vec = vec![0.0; 3];
        unsized_ones(&mut vec[..], 3);
        assert_eq!(vec, [1.0; 3]);
    }

    /// Adds 1 to every element of every row, by windows of rows and of their elements.
    fn ones_of_rows<A: CotangentAccumulator<[[f64; 2]]>>(a: &mut A, length: usize) {
        if length > 0 {
            ones(&mut a.element(0).window(0..2), 2);
            ones_of_rows(&mut a.window(1..length), length - 1);
        }
    }

    #[test]
    fn nested_memory() {
        let mut rows = vec![[0.0; 2]; 3];
        ones_of_rows(&mut rows, 3);
        assert_eq!(rows, [[1.0; 2]; 3]);

        let mut sparse = Sparse::<[f64; 2]>::new(3);
        ones_of_rows(&mut sparse, 2);
        assert_eq!(sparse.to_dense(), [[1.0; 2], [1.0; 2], [0.0; 2]]);

        ones_of_rows(&mut Discard, 3);

        let mut ragged = vec![vec![0.0; 1], vec![0.0; 2]];
        CotangentAccumulator::<[Vec<f64>]>::element(&mut ragged, 1).add(&vec![1.0, 2.0]);
        CotangentAccumulator::<[Vec<f64>]>::add(&mut ragged, &[vec![5.0], vec![5.0, 5.0]]);
        assert_eq!(ragged, [vec![5.0], vec![6.0, 7.0]]);

        // In generic code, which knows one `T` for each place, methods need no annotation.
        fn deep<A: CotangentAccumulator<[[[f32; 2]; 2]; 2]>>(a: &mut A) {
            a.element(1).element(0).element(1).add(&3.0);
        }
        let mut nested = [[[0.0; 2]; 2]; 2];
        deep(&mut nested);
        assert_eq!(nested[1][0], [0.0, 3.0]);
    }

    #[test]
    fn a_row_of_accumulators_is_an_accumulator_of_rows() {
        // Here of arrays, each with an accumulator of its own making.
        fn read<A: CotangentAccumulator<[(f64, f64)]>>(pairs: &mut A) {
            pairs.element(1).add(&(1.0, 2.0));
        }
        let mut pairs = [(0.0, Discard), (0.0, Discard)];
        read(&mut pairs);
        assert_eq!(pairs, [(0.0, Discard), (1.0, Discard)]);
    }

    #[test]
    fn products_add_by_component() {
        let mut product = (1.0, vec![0.0; 2], (), Discard);
        CotangentAccumulator::<(f64, Vec<f64>, (), f64)>::add(
            &mut product,
            &(0.5, vec![1.0, 2.0], (), 9.0),
        );
        assert_eq!(product, (1.5, vec![1.0, 2.0], (), Discard));

        let mut option = Some(Box::new(1.0));
        CotangentAccumulator::<Option<Box<f64>>>::add(&mut option, &Some(Box::new(2.0)));
        assert_eq!(option, Some(Box::new(3.0)));
        CotangentAccumulator::<Option<f64>>::add(&mut None::<f64>, &None);
    }

    #[test]
    fn lengths() {
        fn length<T: ?Sized + Structure>(a: impl CotangentAccumulator<T>) -> Option<usize> {
            a.length()
        }
        assert_eq!(length::<[f64]>(vec![0.0; 3]), Some(3));
        assert_eq!(length::<[f64]>(&mut [0.0; 4][..]), Some(4));
        assert_eq!(length::<[f64; 4]>([0.0; 4]), Some(4));
        assert_eq!(length::<[f64]>(Sparse::new(5)), Some(5));
        assert_eq!(length::<[f64]>(&Atomic::new(6)), Some(6));
        assert_eq!(length::<[f64]>(Discard), None);
        assert_eq!(length::<f64>(1.0), None);
    }

    #[test]
    fn only_what_is_discarded_is_unwanted() {
        const fn wanted<T: ?Sized + Structure, A: CotangentAccumulator<T>>() -> bool {
            A::WANTED
        }
        const {
            assert!(
                wanted::<[f64], Vec<f64>>() && wanted::<[f64], &Atomic>() && wanted::<f64, f64>()
            );
            assert!(!wanted::<[f64], Discard>() && !wanted::<[f64], &mut Discard>());
            assert!(
                wanted::<(f64, f64), (f64, Discard)>()
                    && !wanted::<(f64, f64), (Discard, Discard)>()
            );
        }
        assert_eq!(size_of::<Discard>(), 0);
    }

    #[test]
    #[should_panic(expected = "the accumulator has length 2 and the cotangent has length 3")]
    fn a_cotangent_of_another_length() {
        CotangentAccumulator::<[f64]>::add(&mut vec![0.0; 2], &[1.0; 3]);
    }

    #[test]
    #[should_panic(expected = "the len is 2 but the index is 2")]
    fn an_element_out_of_bounds() {
        CotangentAccumulator::<[f64]>::element(&mut [0.0; 2], 2);
    }

    #[test]
    #[should_panic(expected = "element 1 was requested from an accumulator that is no sequence")]
    fn a_scalar_has_no_elements() {
        0.0f64.element(1);
    }
}
