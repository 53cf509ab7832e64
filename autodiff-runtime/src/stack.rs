//! Stacks of residual rows: the residuals of a function's loops for its linear part.

use crate::Residual;
use alloc::vec::Vec;
use core::ops::{Index, IndexMut, Range};
use core::slice::{Iter, IterMut};

/// Rows of residuals, appended by a primal and read by its linear part. Clearing retains the rows'
/// memory, which is then overwritten.
#[derive(Clone, Debug)]
pub struct Stack<T> {
    rows: Vec<T>,
    used: usize,
}

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Stack { rows: Vec::new(), used: 0 }
    }
}

impl<T: Residual> Stack<T> {
    /// The count of rows in use.
    #[inline]
    pub fn len(&self) -> usize {
        self.used
    }

    /// Whether no row is in use.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Clears the rows without freeing their memory.
    #[inline]
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Clears the rows but the first ones, without freeing their memory.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        self.used = self.used.min(count);
    }

    /// Reserves further rows, which the caller must all write; returns their range.
    #[inline]
    pub fn grow(&mut self, count: usize) -> Range<usize> {
        let start = self.used;
        self.used = start + count;
        if self.used > self.rows.len() {
            self.rows.resize_with(self.used, T::blank);
        }
        start..self.used
    }

    /// Reserves a row for each iteration of a loop over a range.
    #[inline]
    pub fn grow_for(&mut self, iterated: &impl Iterator) -> Range<usize> {
        self.grow(iterated.size_hint().0)
    }

    /// The rows of a range.
    #[inline]
    pub fn rows(&self, range: &Range<usize>) -> Iter<'_, T> {
        self.rows[range.clone()].iter()
    }

    /// The same, to be written.
    #[inline]
    pub fn rows_mut(&mut self, range: &Range<usize>) -> IterMut<'_, T> {
        self.rows[range.clone()].iter_mut()
    }

    /// Appends a row.
    #[inline]
    pub fn push(&mut self, row: T) {
        if self.used < self.rows.len() {
            self.rows[self.used] = row;
        } else {
            self.rows.push(row);
        }
        self.used += 1;
    }

    /// Removes the last row and returns it.
    ///
    /// # Panics
    /// If no row is in use.
    #[inline]
    pub fn take_last(&mut self) -> T {
        self.used -= 1;
        core::mem::replace(&mut self.rows[self.used], T::blank())
    }

    /// Appends rows; returns their range.
    pub fn append(&mut self, rows: Vec<T>) -> Range<usize> {
        let range = self.grow(rows.len());
        for (place, row) in self.rows_mut(&range).zip(rows) {
            *place = row;
        }
        range
    }
}

impl<T> Index<usize> for Stack<T> {
    type Output = T;
    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.rows[index]
    }
}

impl<T> IndexMut<usize> for Stack<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.rows[index]
    }
}

impl<T: Residual> Residual for Stack<T> {
    fn blank() -> Self {
        Self::default()
    }

    fn heap_bytes(&self) -> usize {
        self.used * size_of::<T>()
            + self.rows[..self.used].iter().map(Residual::heap_bytes).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn rows_are_written_over() {
        let mut stack: Stack<f64> = Stack::default();
        assert!(stack.is_empty());
        assert_eq!(stack.grow(3), 0..3);
        stack.rows_mut(&(0..3)).zip([1.0, 2.0, 3.0]).for_each(|(row, x)| *row = x);
        stack.push(4.0);
        assert_eq!(stack.append(vec![5.0, 6.0]), 4..6);
        assert!(stack.rows(&(0..6)).eq(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        assert_eq!(stack.heap_bytes(), 48);
        stack.truncate(7);
        assert_eq!(stack.len(), 6);
        stack.truncate(2);
        assert_eq!((stack.len(), stack.grow_for(&(0..4))), (2, 2..6));
        stack.clear();
        assert_eq!((stack.len(), stack.grow(1)), (0, 0..1));
        stack.push(9.0);
        stack[1] += 0.5;
        assert_eq!(stack[1], 9.5);
    }
}
