//! The accumulator that stores only the elements that were added to.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use crate::length::same_length;
use crate::{CotangentAccumulator, Differentiable, Structure};

/// The entries of a [`Sparse`]: reals, arrays of them (the rows of a table), and structs of these,
/// if all lengths are part of the type. Nothing to implement.
pub trait SparseEntry:
    Clone + PartialEq + Structure + CotangentAccumulator<Self> + Differentiable<Tangent = Self>
{
}

impl<E> SparseEntry for E where
    E: Clone + PartialEq + Structure + CotangentAccumulator<E> + Differentiable<Tangent = E>
{
}

/// The zero of an entry.
#[inline]
fn zero<E: SparseEntry>() -> E {
    const {
        // a zero-sized shape has one value, which is that of all zeros
        assert!(
            size_of::<E::Shape>() == 0,
            "the elements of a `Sparse` must have lengths (and variants) that their type determines"
        );
    }
    E::zero_of(&Default::default())
}

/// The cotangent of a long sequence of which few elements are read: only those are stored.
///
/// `Sparse<f64>` accumulates for `[f64]`, `Sparse<[f64; D]>` for a table of rows `[[f64; D]]`.
/// Adding to an element costs O(log stored), and the elements are stored in order.
///
/// ```
/// use autodiff_runtime::{CotangentAccumulator, Sparse};
/// let mut sparse = Sparse::new(1_000_000);
/// sparse.element(70).add(&1.0);
/// sparse.element(7).add(&2.0);
/// sparse.element(70).add(&0.5);
/// assert_eq!(sparse.iter().collect::<Vec<_>>(), [(7, 2.0), (70, 1.5)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse<E> {
    length: usize,
    entries: BTreeMap<usize, E>,
}

impl<E> Sparse<E> {
    /// The zero of a sequence of `length` elements, with no stored elements.
    #[inline]
    pub const fn new(length: usize) -> Self {
        Sparse { length, entries: BTreeMap::new() }
    }

    /// The length of the sequence, including elements that are not stored.
    #[inline]
    #[allow(
        clippy::len_without_is_empty,
        reason = "empty could mean of no length, or nothing stored"
    )]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// The count of stored elements: those that were added to.
    #[inline]
    pub fn stored(&self) -> usize {
        self.entries.len()
    }

    /// Removes all stored elements; the length is unchanged.
    #[inline]
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

impl<E: Clone> Sparse<E> {
    /// The stored elements and their indices, in order of the indices.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, E)> + ExactSizeIterator + '_ {
        self.entries.iter().map(|(&index, entry)| (index, entry.clone()))
    }
}

impl<E: SparseEntry> Sparse<E> {
    /// The whole sequence, with its zeros.
    pub fn to_dense(&self) -> Vec<E> {
        let mut dense = alloc::vec![zero(); self.length];
        for (index, entry) in self.iter() {
            dense[index] = entry;
        }
        dense
    }

    #[inline]
    fn whole(&mut self) -> SparseWindow<'_, E> {
        SparseWindow { entries: &mut self.entries, start: 0, length: self.length }
    }
}

/// An element of a [`Sparse`], stored at the first addition.
#[derive(Debug)]
pub struct SparseElement<'s, E> {
    entries: &'s mut BTreeMap<usize, E>,
    index: usize,
}

impl<E: SparseEntry> SparseElement<'_, E> {
    #[inline]
    fn stored(&mut self) -> &mut E {
        self.entries.entry(self.index).or_insert_with(zero)
    }
}

impl<E: SparseEntry> CotangentAccumulator<E> for SparseElement<'_, E> {
    type Element<'a>
        = <E as CotangentAccumulator<E>>::Element<'a>
    where
        Self: 'a;
    type Window<'a>
        = <E as CotangentAccumulator<E>>::Window<'a>
    where
        Self: 'a;

    #[inline]
    fn add(&mut self, cotangent: &E) {
        self.stored().add(cotangent);
    }

    #[inline]
    fn element(&mut self, index: usize) -> <E as CotangentAccumulator<E>>::Element<'_> {
        self.stored().element(index)
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> <E as CotangentAccumulator<E>>::Window<'_> {
        self.stored().window(range)
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        self.entries.get(&self.index).map_or_else(|| zero::<E>().length(), E::length)
    }

    #[inline]
    fn dense(&mut self) -> Option<&mut E::Memory> {
        self.stored().dense()
    }
}

#[inline]
fn check_index(index: usize, length: usize) {
    assert!(
        index < length,
        "index {index} is out of bounds of a sparse accumulator of length {length}"
    );
}

#[inline]
fn check_window(range: &Range<usize>, length: usize) {
    assert!(
        range.start <= range.end && range.end <= length,
        "the window {range:?} is out of bounds of a sparse accumulator of length {length}"
    );
}

/// A run of elements of a [`Sparse`].
#[derive(Debug)]
pub struct SparseWindow<'s, E> {
    entries: &'s mut BTreeMap<usize, E>,
    start: usize,
    length: usize,
}

impl<E: SparseEntry> CotangentAccumulator<[E]> for SparseWindow<'_, E> {
    type Element<'a>
        = SparseElement<'a, E>
    where
        Self: 'a;
    type Window<'a>
        = SparseWindow<'a, E>
    where
        Self: 'a;

    /// Elements that are zero are not stored.
    #[inline]
    fn add(&mut self, cotangent: &[E]) {
        same_length("accumulator", "cotangent", self.length, cotangent.len());
        for (index, element) in (self.start..).zip(cotangent) {
            if *element != zero() {
                SparseElement { entries: self.entries, index }.add(element);
            }
        }
    }

    #[inline]
    fn element(&mut self, index: usize) -> SparseElement<'_, E> {
        check_index(index, self.length);
        SparseElement { entries: self.entries, index: self.start + index }
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> SparseWindow<'_, E> {
        check_window(&range, self.length);
        SparseWindow { entries: self.entries, start: self.start + range.start, length: range.len() }
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.length)
    }
}

impl<E: SparseEntry> CotangentAccumulator<[E]> for Sparse<E> {
    type Element<'a>
        = SparseElement<'a, E>
    where
        Self: 'a;
    type Window<'a>
        = SparseWindow<'a, E>
    where
        Self: 'a;

    /// Elements that are zero are not stored.
    #[inline]
    fn add(&mut self, cotangent: &[E]) {
        self.whole().add(cotangent);
    }

    #[inline]
    fn element(&mut self, index: usize) -> SparseElement<'_, E> {
        check_index(index, self.length);
        SparseElement { entries: &mut self.entries, index }
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> SparseWindow<'_, E> {
        check_window(&range, self.length);
        SparseWindow { entries: &mut self.entries, start: range.start, length: range.len() }
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn only_touched_elements_are_stored_in_order() {
        let mut sparse = Sparse::new(usize::MAX);
        for (index, value) in [(9, 1.0), (2, 2.0), (9, 3.0), (usize::MAX - 1, 4.0)] {
            sparse.element(index).add(&value);
        }
        let stored: Vec<(usize, f64)> = sparse.iter().collect();
        assert_eq!(stored, [(2, 2.0), (9, 4.0), (usize::MAX - 1, 4.0)]);
        assert_eq!((sparse.stored(), sparse.len()), (3, usize::MAX));
        sparse.clear();
        assert_eq!(sparse.stored(), 0);
    }

    #[test]
    fn looking_stores_nothing() {
        let mut sparse = Sparse::<f32>::new(4);
        let _ = sparse.element(3);
        let _ = sparse.window(1..3);
        assert_eq!(sparse.stored(), 0);
        assert_eq!(sparse.to_dense(), [0.0f32; 4]);
    }

    #[test]
    fn a_whole_cotangent_stores_what_is_not_zero() {
        let mut sparse = Sparse::new(5);
        sparse.add(&[0.0, 1.0, 0.0, f64::NAN, 0.0]);
        assert_eq!(sparse.iter().map(|(index, _)| index).collect::<Vec<_>>(), [1, 3]);
        sparse.window(1..3).add(&[1.0, 1.0]);
        assert_eq!(sparse.to_dense()[..3], [0.0, 2.0, 1.0]);
    }

    #[test]
    fn rows_of_a_table() {
        let mut rows = Sparse::<[f64; 3]>::new(100);
        rows.element(7).add(&[1.0, 2.0, 3.0]);
        rows.element(7).element(1).add(&1.0);
        rows.element(3).window(1..3).add(&[4.0, 5.0]);
        assert_eq!(rows.iter().collect::<Vec<_>>(), [(3, [0.0, 4.0, 5.0]), (7, [1.0, 3.0, 3.0])]);
        assert_eq!(rows.element(50).length(), Some(3));
        assert_eq!(rows.stored(), 2);
        assert_eq!(rows.to_dense()[4], [0.0; 3]);
    }

    #[test]
    fn windows_are_numbered_from_zero() {
        let mut sparse = Sparse::new(10);
        sparse.window(4..10).window(2..4).element(1).add(&1.0);
        assert_eq!(sparse.iter().collect::<Vec<_>>(), vec![(7, 1.0)]);
    }

    #[test]
    #[should_panic(expected = "index 2 is out of bounds of a sparse accumulator of length 2")]
    fn an_element_beyond_its_window() {
        Sparse::<f64>::new(10).window(4..6).element(2);
    }

    #[test]
    #[should_panic(
        expected = "the window 1..3 is out of bounds of a sparse accumulator of length 2"
    )]
    fn a_window_beyond_its_window() {
        Sparse::<f64>::new(10).window(4..6).window(1..3);
    }

    #[test]
    #[should_panic(expected = "the accumulator has length 10 and the cotangent has length 1")]
    fn a_cotangent_of_another_length() {
        Sparse::new(10).add(&[1.0]);
    }
}
