//! The sum of the cotangents that one chunk of calls adds to a capture.
//!
//! A capture may be a table of which each call reads few elements. If it is large, its sum is
//! stored in pages: runs of elements, each in memory of its own that the first addition to it
//! makes. So a chunk costs what its calls read, plus four bytes for each page of the capture. A
//! chunk that stores a quarter of the pages allocates the others too.
//!
//! The alternative is one sum that all threads add to atomically. It needs less memory, but the
//! threads determine the order of additions, so that results differ from run to run, and each
//! addition costs more. Pages are as reproducible as dense memory: each chunk adds in the order of
//! its calls.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::borrow::BorrowMut;
use core::marker::PhantomData;
use core::ops::Range;

use crate::length::same_length;
use crate::{CotangentAccumulator, Differentiable, Structure, TangentShape};

/// The bytes from which on a sum is stored in pages.
const LARGE: usize = 1 << 16;

/// The bytes of a page, unless one row is longer.
const PAGE: usize = 1 << 10;

/// A chunk that stores one of so many pages makes the others too.
const MOST: usize = 4;

/// A tangent that is the memory of a sum of cotangents of type `S`.
pub trait Sum<S: ?Sized + Structure>:
    Differentiable<Tangent = Self> + CotangentAccumulator<S> + BorrowMut<S>
{
}

impl<S, T> Sum<S> for T
where
    S: ?Sized + Structure,
    T: Differentiable<Tangent = T> + CotangentAccumulator<S> + BorrowMut<S>,
{
}

/// A sum that starts at zero.
pub enum Buffer<T: Differentiable> {
    /// In memory of its own type.
    Dense(T),
    /// In parts.
    Pages(Box<Pages<T>>),
}

/// The parts of a sum that were added to.
pub struct Pages<T: Differentiable> {
    shape: T::Shape,
    /// The count of rows: of elements, if the sum is no table.
    rows: usize,
    /// The count of elements of a row.
    columns: usize,
    /// The base-2 logarithm of the count of rows of a page.
    shift: u32,
    /// For each page its place among the stored ones, counted from 1; 0 if it is not stored.
    places: Vec<u32>,
    /// The stored pages, each with its first row.
    stored: Vec<(usize, T)>,
    /// The whole sum, if all pages are stored. Then there are no others.
    whole: Option<T>,
}

impl<T: Differentiable<Tangent = T>> Buffer<T> {
    /// The zero of a value of this shape.
    pub fn new<S: ?Sized + Structure>(shape: T::Shape) -> Self {
        let pages = if S::HAS_RUNS { Pages::new::<S>(&shape) } else { None };
        match pages {
            Some(pages) => Buffer::Pages(Box::new(pages)),
            None => Buffer::Dense(T::zero_of(&shape)),
        }
    }

    /// The sum, if it is in memory of its own type, as it is once all pages are stored.
    #[inline]
    pub fn in_memory(&mut self) -> Option<&mut T> {
        if let Buffer::Pages(pages) = self
            && let Some(whole) = pages.whole.take()
        {
            *self = Buffer::Dense(whole);
        }
        match self {
            Buffer::Dense(sum) => Some(sum),
            Buffer::Pages(_) => None,
        }
    }

    /// Adds the sum to an accumulator.
    pub fn add_to<S>(&self, to: &mut (impl CotangentAccumulator<S> + ?Sized))
    where
        S: ?Sized + Structure,
        T: Sum<S>,
    {
        match self {
            Buffer::Dense(sum) => to.add(sum.borrow()),
            Buffer::Pages(pages) => pages.add_to(to),
        }
    }
}

impl<T: Differentiable<Tangent = T>> Pages<T> {
    /// The zero of a value of this shape, if it is large.
    fn new<S: ?Sized + Structure>(shape: &T::Shape) -> Option<Self> {
        let rows = shape.rows()?;
        let columns = shape.array_shape().map_or(1, |shape| shape.iter().skip(1).product());
        let row = columns * size_of::<S::Element>();
        if rows.saturating_mul(row) < LARGE {
            return None;
        }
        let shift = (PAGE / row).max(1).ilog2();
        let places = alloc::vec![0; ((rows - 1) >> shift) + 1];
        let (shape, stored, whole) = (shape.clone(), Vec::new(), None);
        Some(Pages { shape, rows, columns, shift, places, stored, whole })
    }

    fn len(&self) -> usize {
        self.rows * self.columns
    }

    /// The memory that has this row, and which rows it has.
    fn memory<S>(&mut self, row: usize) -> (&mut T, Range<usize>)
    where
        S: ?Sized + Structure,
        T: Sum<S>,
    {
        let page = row >> self.shift;
        if self.whole.is_none() && self.places[page] == 0 {
            self.store(page);
        }
        let rows = self.rows_of(page);
        match &mut self.whole {
            Some(whole) => (whole, 0..self.rows),
            None => (&mut self.stored[self.places[page] as usize - 1].1, rows),
        }
    }

    /// The rows of a page.
    fn rows_of(&self, page: usize) -> Range<usize> {
        let first = page << self.shift;
        first..self.rows.min(first + (1 << self.shift))
    }

    /// Makes a page, or all of them.
    #[cold]
    fn store<S>(&mut self, page: usize)
    where
        S: ?Sized + Structure,
        T: Sum<S>,
    {
        if MOST * (self.stored.len() + 1) > self.places.len() {
            self.whole_sum();
            return;
        }
        let rows = self.rows_of(page);
        self.stored.push((rows.start, T::zero_of(&self.shape.run(rows))));
        // the stored pages fill the memory long before their count exceeds a `u32`
        self.places[page] = self.stored.len() as u32;
    }

    /// The whole sum.
    fn whole_sum<S>(&mut self) -> &mut T
    where
        S: ?Sized + Structure,
        T: Sum<S>,
    {
        let whole = match self.whole.take() {
            Some(whole) => whole,
            None => {
                let mut whole = T::zero_of(&self.shape);
                self.add_to(&mut whole);
                self.stored = Vec::new();
                whole
            }
        };
        self.whole.insert(whole)
    }

    fn add_to<S>(&self, to: &mut (impl CotangentAccumulator<S> + ?Sized))
    where
        S: ?Sized + Structure,
        T: Sum<S>,
    {
        if let Some(whole) = &self.whole {
            to.add(whole.borrow());
        }
        for (first, sum) in &self.stored {
            sum.borrow().add_run(*first, to);
        }
    }

    /// The place of the element at `index`, in logical order.
    #[inline(never)]
    #[track_caller]
    fn element<S>(&mut self, index: usize) -> T::Element<'_>
    where
        S: ?Sized + Structure,
        T: Sum<S>,
    {
        let (length, columns) = (self.len(), self.columns);
        assert!(index < length, "the len is {length} but the index is {index}");
        let row = if columns == 1 { index } else { index / columns };
        let (memory, rows) = self.memory(row);
        memory.element(index - rows.start * columns)
    }

    /// Adds to a run of elements.
    #[inline(never)]
    fn add_from<S>(&mut self, mut start: usize, mut cotangent: &[S::Element])
    where
        S: ?Sized + Structure,
        T: Sum<S>,
    {
        let columns = self.columns;
        while !cotangent.is_empty() {
            let (memory, rows) = self.memory(start / columns);
            let count = (rows.end * columns - start).min(cotangent.len());
            let (now, later) = cotangent.split_at(count);
            let at = start - rows.start * columns;
            memory.window(at..at + count).add(now);
            (start, cotangent) = (start + count, later);
        }
    }
}

/// Panics if a window is out of bounds.
#[track_caller]
fn check_window(range: &Range<usize>, length: usize) {
    assert!(
        range.start <= range.end && range.end <= length,
        "the window {range:?} is out of bounds of an accumulator of length {length}"
    );
}

impl<S: ?Sized + Structure + 'static, T: Sum<S>> CotangentAccumulator<S> for Buffer<T> {
    type Element<'a>
        = <T as CotangentAccumulator<S>>::Element<'a>
    where
        Self: 'a;
    type Window<'a>
        = Window<'a, T, S>
    where
        Self: 'a;

    const WANTED: bool = <T as CotangentAccumulator<S>>::WANTED;

    #[inline]
    fn add(&mut self, cotangent: &S) {
        match self {
            Buffer::Dense(sum) => sum.add(cotangent),
            Buffer::Pages(pages) => pages.whole_sum().add(cotangent),
        }
    }

    #[inline]
    fn element(&mut self, index: usize) -> Self::Element<'_> {
        match self {
            Buffer::Dense(sum) => sum.element(index),
            Buffer::Pages(pages) => pages.element(index),
        }
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> Self::Window<'_> {
        match self {
            Buffer::Dense(sum) => drop(sum.window(range.clone())),
            Buffer::Pages(pages) => check_window(&range, pages.len()),
        }
        Window { buffer: self, range, of: PhantomData }
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        match self {
            Buffer::Dense(sum) => sum.length(),
            Buffer::Pages(pages) => Some(pages.len()),
        }
    }

    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        match self {
            Buffer::Dense(sum) => sum.array_shape(),
            Buffer::Pages(pages) => pages.shape.array_shape(),
        }
    }

    #[inline]
    fn dense(&mut self) -> Option<&mut S::Memory>
    where
        S: Sized,
    {
        match self {
            Buffer::Dense(sum) => sum.dense(),
            Buffer::Pages(pages) => pages.whole_sum().dense(),
        }
    }

    #[inline]
    fn stores_rows(&self) -> bool {
        matches!(self, Buffer::Pages(_)) && self.array_shape().is_some_and(|shape| shape.len() == 2)
    }

    #[track_caller]
    fn sparse_row(&mut self, index: usize, shape: Option<&[usize]>) -> Option<&mut [S::Element]>
    where
        S: Sized,
    {
        let Buffer::Pages(pages) = self else { return None };
        let (found, rows) = (pages.shape.array_shape()?, pages.rows);
        if shape.is_some_and(|shape| shape != found) {
            panic!("the accumulator has shape {found:?} and the array has shape {shape:?}");
        }
        assert!(index < rows, "row {index} is out of bounds of an accumulator of {rows} rows");
        let (memory, rows) = pages.memory(index);
        memory.borrow_mut().row_in_memory(index - rows.start)
    }
}

/// A run of elements of a [`Buffer`].
pub struct Window<'a, T: Differentiable, S: ?Sized> {
    buffer: &'a mut Buffer<T>,
    range: Range<usize>,
    of: PhantomData<fn(&S)>,
}

impl<S: ?Sized + Structure + 'static, T: Sum<S>> CotangentAccumulator<[S::Element]>
    for Window<'_, T, S>
{
    type Element<'a>
        = <T as CotangentAccumulator<S>>::Element<'a>
    where
        Self: 'a;
    type Window<'a>
        = Window<'a, T, S>
    where
        Self: 'a;

    const WANTED: bool = <T as CotangentAccumulator<S>>::WANTED;

    #[inline]
    #[track_caller]
    fn add(&mut self, cotangent: &[S::Element]) {
        same_length("accumulator", "cotangent", self.range.len(), cotangent.len());
        match self.buffer {
            Buffer::Dense(sum) => sum.window(self.range.clone()).add(cotangent),
            Buffer::Pages(pages) => pages.add_from(self.range.start, cotangent),
        }
    }

    #[inline]
    fn element(&mut self, index: usize) -> Self::Element<'_> {
        let length = self.range.len();
        assert!(index < length, "the len is {length} but the index is {index}");
        self.buffer.element(self.range.start + index)
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> Self::Window<'_> {
        check_window(&range, self.range.len());
        let range = self.range.start + range.start..self.range.start + range.end;
        Window { buffer: self.buffer, range, of: PhantomData }
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.range.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// A buffer for a slice.
    fn buffer(length: usize) -> Buffer<Vec<f64>> {
        Buffer::new::<[f64]>(length)
    }

    /// The count of stored pages, and of those that there can be.
    fn page_counts<T: Differentiable>(buffer: &Buffer<T>) -> Option<(usize, usize)> {
        match buffer {
            Buffer::Pages(pages) if pages.whole.is_none() => {
                Some((pages.stored.len(), pages.places.len()))
            }
            _ => None,
        }
    }

    fn sum(buffer: &Buffer<Vec<f64>>, length: usize) -> Vec<f64> {
        let mut sum = vec![0.0; length];
        buffer.add_to::<[f64]>(&mut sum);
        sum
    }

    #[test]
    fn only_pages_that_are_added_to_are_stored() {
        let mut buffer = buffer(100_001);
        for index in [5, 99_999, 100_000, 7, 5] {
            CotangentAccumulator::<[f64]>::element(&mut buffer, index).add(&1.5);
        }
        assert_eq!(page_counts(&buffer), Some((2, 782)));
        assert!(buffer.in_memory().is_none());
        let sum = sum(&buffer, 100_001);
        assert_eq!((sum[5], sum[7], sum[99_999], sum[100_000]), (3.0, 1.5, 1.5, 1.5));
        assert_eq!(sum.iter().sum::<f64>(), 7.5);
    }

    #[test]
    fn windows_cross_pages() {
        let mut buffer = buffer(100_000);
        let mut window = CotangentAccumulator::<[f64]>::window(&mut buffer, 100..99_000);
        window.window(20..420).add(&[1.0; 400]);
        window.window(1_000..98_900).element(3).add(&2.0);
        assert_eq!(page_counts(&buffer), Some((6, 782)));
        let sum = sum(&buffer, 100_000);
        assert!(sum.iter().enumerate().all(|(i, v)| match i {
            120..520 => *v == 1.0,
            1_103 => *v == 2.0,
            _ => *v == 0.0,
        }));
    }

    #[test]
    fn a_buffer_that_fills_up_becomes_dense() {
        let mut buffer = buffer(10_000);
        for index in 0..10_000 {
            CotangentAccumulator::<[f64]>::element(&mut buffer, index).add(&1.0);
        }
        assert_eq!(page_counts(&buffer), None);
        assert_eq!(sum(&buffer, 10_000), [1.0; 10_000]);
        assert_eq!(buffer.in_memory(), Some(&mut vec![1.0; 10_000]));
        assert_eq!(sum(&buffer, 10_000), [1.0; 10_000]);
    }

    #[test]
    fn a_whole_cotangent() {
        let mut buffer = buffer(10_000);
        CotangentAccumulator::<[f64]>::element(&mut buffer, 3).add(&1.0);
        CotangentAccumulator::<[f64]>::add(&mut buffer, &[0.5; 10_000]);
        let sum = sum(&buffer, 10_000);
        assert_eq!((sum[2], sum[3], sum.len()), (0.5, 1.5, 10_000));
    }

    #[test]
    fn what_is_small_is_dense() {
        assert_eq!(buffer(100).in_memory(), Some(&mut vec![0.0; 100]));
        assert_eq!(Buffer::<f64>::new::<f64>(()).in_memory(), Some(&mut 0.0));
    }

    #[cfg(feature = "ndarray")]
    #[test]
    fn rows_of_arrays() {
        use crate::{Fresh, SparseRows};
        use ndarray::{Array1, Array2};
        let zero = Array2::<f64>::zeros((10_000, 3));
        let mut buffer = Buffer::<Array2<f64>>::new::<Array2<f64>>(zero.tangent_shape());
        let add = |buffer: &mut Buffer<Array2<f64>>, row: usize, column: usize| {
            let row = CotangentAccumulator::<Array2<f64>>::sparse_row(buffer, row, None);
            row.expect("a row")[column] += 1.0;
        };
        add(&mut buffer, 7, 1);
        add(&mut buffer, 9_999, 2);
        assert_eq!(page_counts(&buffer), Some((2, 313)));
        let mut rows = SparseRows::new(10_000, 3);
        buffer.add_to(&mut rows);
        assert_eq!(rows.iter().map(|(row, _)| row).collect::<Vec<_>>(), [7, 9_999]);
        let mut fresh = Fresh::<Array2<f64>>::new(&zero.tangent_shape());
        buffer.add_to::<Array2<f64>>(&mut fresh);
        assert_eq!(fresh.sum(), rows.to_dense());
        let mut dense = zero.clone();
        buffer.add_to(&mut dense);
        assert_eq!((dense[[7, 1]], dense[[9_999, 2]], dense.sum()), (1.0, 1.0, 2.0));
        assert_eq!(rows.to_dense(), dense);
        let line = Array1::<f64>::zeros(10_000);
        let mut buffer = Buffer::<Array1<f64>>::new::<Array1<f64>>(line.tangent_shape());
        CotangentAccumulator::<Array1<f64>>::element(&mut buffer, 9).add(&4.0);
        let mut dense = line.clone();
        buffer.add_to(&mut dense);
        assert_eq!((dense[9], dense.sum()), (4.0, 4.0));
    }

    #[test]
    #[should_panic(expected = "the len is 10000 but the index is 10000")]
    fn an_element_out_of_bounds() {
        CotangentAccumulator::<[f64]>::element(&mut buffer(10_000), 10_000);
    }

    #[test]
    #[should_panic(expected = "is out of bounds of an accumulator of length 10000")]
    fn a_window_out_of_bounds() {
        CotangentAccumulator::<[f64]>::window(&mut buffer(10_000), 9..10_001);
    }
}
