//! The accumulator of a table that stores only the rows that were added to.

use alloc::vec::Vec;
use core::ops::Range;
use std::collections::HashMap;

use ndarray::{Array2, ArrayBase, ArrayRef2, ArrayView1, DataMut, Ix2, aview1};

use super::space::{ArrayReal, same_shape};
use crate::CotangentAccumulator;

/// The cotangent of a table (`Array2`) of which few rows are read: only those are stored.
///
/// `table.row(i)`, `table.index_axis(Axis(0), i)` and `table[[i, j]]` add to row `i`, in
/// O(columns), O(columns) and O(1) for any count of rows. Another operation on the table, such as
/// `table.sum()`, stores all rows.
///
/// [`axpy`](SparseRows::axpy) is a step of gradient descent, and [`clear`](SparseRows::clear) keeps
/// the memory for the next gradient.
///
/// ```
/// use autodiff_runtime::{CotangentAccumulator, SparseRows};
/// use ndarray::{Array2, array, aview1};
/// let mut sum: SparseRows = SparseRows::new(1_000_000, 2);
/// sum.element(2 * 70 + 1).add(&1.0);
/// sum.element(2 * 7).add(&2.0);
/// assert_eq!(sum.iter().map(|(row, _)| row).collect::<Vec<_>>(), [7, 70]);
/// assert_eq!(sum.row(70), Some(aview1(&[0.0, 1.0])));
/// assert_eq!(sum.row(71), None);
/// ```
#[derive(Clone, Debug)]
pub struct SparseRows<A = f64> {
    /// The counts of rows and columns of the table.
    shape: [usize; 2],
    /// The place of each stored row among the stored ones.
    places: HashMap<usize, usize>,
    /// The numbers of the stored rows, by place.
    numbers: Vec<usize>,
    /// The elements of the stored rows, by place.
    elements: Vec<A>,
    /// The row of the last addition and its place: elements of one row are often read in sequence.
    last: Option<(usize, usize)>,
    /// The sum of all rows, if an operation on the whole table stored it. Then there are no others.
    whole: Option<Array2<A>>,
}

impl<A: ArrayReal> SparseRows<A> {
    /// The zero of a table of this shape, with no stored rows.
    pub fn new(rows: usize, columns: usize) -> Self {
        SparseRows {
            shape: [rows, columns],
            places: HashMap::new(),
            numbers: Vec::new(),
            elements: Vec::new(),
            last: None,
            whole: None,
        }
    }

    /// The count of rows of the table, including those that are not stored.
    #[inline]
    pub fn nrows(&self) -> usize {
        self.shape[0]
    }

    /// The count of columns of the table.
    #[inline]
    pub fn ncols(&self) -> usize {
        self.shape[1]
    }

    /// The counts of rows and columns of the table.
    #[inline]
    pub fn dim(&self) -> (usize, usize) {
        self.shape.into()
    }

    /// The count of stored rows: those that were added to.
    #[inline]
    pub fn stored(&self) -> usize {
        if self.whole.is_some() { self.shape[0] } else { self.numbers.len() }
    }

    /// Removes all stored rows. The shape is unchanged. The memory of the rows is used again, except
    /// if an operation on the whole table stored all of them.
    pub fn clear(&mut self) {
        self.places.clear();
        self.numbers.clear();
        self.elements.clear();
        self.last = None;
        self.whole = None;
    }

    /// The row at `index`; `None` if it is not stored, and so is zero.
    ///
    /// # Panics
    /// If `index` is out of bounds.
    #[track_caller]
    pub fn row(&self, index: usize) -> Option<ArrayView1<'_, A>> {
        self.check_bounds(index);
        match &self.whole {
            Some(whole) => Some(whole.row(index)),
            None => self.places.get(&index).map(|place| self.row_at(*place)),
        }
    }

    /// The stored rows and their indices, in order of the indices, which are sorted first.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, ArrayView1<'_, A>)> + ExactSizeIterator + '_ {
        let mut rows: Vec<(usize, ArrayView1<'_, A>)> = match &self.whole {
            Some(whole) => (0..self.shape[0]).map(|row| (row, whole.row(row))).collect(),
            None => self.unordered().collect(),
        };
        rows.sort_unstable_by_key(|(row, _)| *row);
        rows.into_iter()
    }

    /// The whole table, with its zeros.
    pub fn to_dense(&self) -> Array2<A> {
        if let Some(whole) = &self.whole {
            return whole.clone();
        }
        let mut dense = Array2::zeros(self.dim());
        for (row, stored) in self.unordered() {
            dense.row_mut(row).assign(&stored);
        }
        dense
    }

    /// Adds `alpha` times the stored rows to those of a table: with a negative `alpha`, a step of
    /// gradient descent.
    ///
    /// # Panics
    /// If the table has another shape.
    #[track_caller]
    pub fn axpy(&self, alpha: A, table: &mut ArrayBase<impl DataMut<Elem = A>, Ix2>) {
        same_shape("accumulator", "table", &self.shape, table.shape());
        if let Some(whole) = &self.whole {
            table.scaled_add(alpha, whole);
        }
        for (row, stored) in self.unordered() {
            table.row_mut(row).scaled_add(alpha, &stored);
        }
    }

    /// Multiplies the stored rows by a factor.
    pub fn scale(&mut self, factor: A) {
        self.elements.iter_mut().for_each(|element| *element *= factor);
        if let Some(whole) = &mut self.whole {
            whole.map_inplace(|element| *element *= factor);
        }
    }

    #[track_caller]
    fn check_bounds(&self, row: usize) {
        assert!(
            row < self.shape[0],
            "row {row} is out of bounds of an accumulator of shape {:?}",
            self.shape
        );
    }

    fn range(&self, place: usize) -> Range<usize> {
        place * self.shape[1]..(place + 1) * self.shape[1]
    }

    fn row_at(&self, place: usize) -> ArrayView1<'_, A> {
        aview1(&self.elements[self.range(place)])
    }

    /// The rows that are stored one by one, in the order of the first additions.
    fn unordered(&self) -> impl Iterator<Item = (usize, ArrayView1<'_, A>)> + '_ {
        self.numbers.iter().enumerate().map(|(place, row)| (*row, self.row_at(place)))
    }

    /// The row at `index`, stored if it was not.
    fn store(&mut self, index: usize) -> &mut [A] {
        let place = match self.last {
            Some((row, place)) if row == index => place,
            _ => {
                let next = self.numbers.len();
                let place = *self.places.entry(index).or_insert(next);
                if place == next {
                    self.numbers.push(index);
                    self.elements.resize((next + 1) * self.shape[1], A::zero());
                }
                place
            }
        };
        self.last = Some((index, place));
        let range = self.range(place);
        &mut self.elements[range]
    }

    /// The sum of all rows, which are stored.
    fn store_all(&mut self) -> &mut Array2<A> {
        let whole = match self.whole.take() {
            Some(whole) => whole,
            None => {
                let dense = self.to_dense();
                self.clear();
                dense
            }
        };
        self.whole.insert(whole)
    }
}

/// Equal shapes, and equal stored rows.
impl<A: ArrayReal> PartialEq for SparseRows<A> {
    fn eq(&self, other: &Self) -> bool {
        self.dim() == other.dim() && self.iter().eq(other.iter())
    }
}

/// The elements are numbered in logical order, row by row.
impl<A: ArrayReal> CotangentAccumulator<Array2<A>> for SparseRows<A> {
    type Element<'a>
        = &'a mut A
    where
        Self: 'a;
    type Window<'a>
        = &'a mut [A]
    where
        Self: 'a;

    /// Rows that are zero are not stored.
    #[track_caller]
    fn add(&mut self, cotangent: &Array2<A>) {
        same_shape("accumulator", "cotangent", &self.shape, cotangent.shape());
        if let Some(whole) = &mut self.whole {
            *whole += cotangent;
            return;
        }
        for (row, added) in cotangent.rows().into_iter().enumerate() {
            if added.iter().any(|element| *element != A::zero()) {
                let sums = self.store(row).iter_mut();
                sums.zip(added).for_each(|(sum, element)| *sum += *element);
            }
        }
    }

    #[track_caller]
    fn element(&mut self, index: usize) -> &mut A {
        let length = self.shape[0].saturating_mul(self.shape[1]);
        assert!(index < length, "the length is {length} but the index is {index}");
        let (row, column) = (index / self.shape[1], index % self.shape[1]);
        if self.whole.is_none() {
            return &mut self.store(row)[column];
        }
        &mut self.store_all()[[row, column]]
    }

    #[track_caller]
    fn window(&mut self, range: Range<usize>) -> &mut [A] {
        CotangentAccumulator::<Array2<A>>::window(self.store_all(), range)
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.shape[0].saturating_mul(self.shape[1]))
    }

    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        Some(&self.shape)
    }

    /// Stores all rows.
    fn dense(&mut self) -> Option<&mut ArrayRef2<A>> {
        Some(self.store_all())
    }

    #[inline]
    fn stores_rows(&self) -> bool {
        self.whole.is_none()
    }

    #[track_caller]
    fn sparse_row(&mut self, index: usize, shape: Option<&[usize]>) -> Option<&mut [A]> {
        if let Some(shape) = shape {
            same_shape("accumulator", "array", &self.shape, shape);
        }
        self.check_bounds(index);
        self.whole.is_none().then(|| self.store(index))
    }
}
