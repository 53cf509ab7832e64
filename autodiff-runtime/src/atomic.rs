//! The accumulator that threads share.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::CotangentAccumulator;
use crate::accumulate::without_elements;
use crate::length::same_length;

/// The cotangent of an `[f64]` that several threads add to concurrently, each through its own
/// `&Atomic`.
///
/// No addition is lost. The threads determine the order of additions, so sums may differ in
/// rounding from run to run. An addition is visible to a thread that has synchronised with the
/// adding one, as by joining it.
///
/// ```
/// use autodiff_runtime::{Atomic, CotangentAccumulator};
/// let sum = Atomic::new(3);
/// std::thread::scope(|threads| {
///     for _ in 0..4 {
///         threads.spawn(|| (&sum).element(1).add(&1.0));
///     }
/// });
/// assert_eq!(sum.to_vec(), [0.0, 4.0, 0.0]);
/// ```
#[derive(Debug, Default)]
pub struct Atomic {
    /// The bits of the `f64`s.
    cells: Vec<AtomicU64>,
}

impl Atomic {
    /// An accumulator of `length` zeros.
    pub fn new(length: usize) -> Self {
        core::iter::repeat_n(0.0, length).collect()
    }

    /// The count of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The current sums.
    pub fn to_vec(&self) -> Vec<f64> {
        self.cells.iter().map(|cell| f64::from_bits(cell.load(Ordering::Relaxed))).collect()
    }
}

impl FromIterator<f64> for Atomic {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Atomic { cells: values.into_iter().map(|value| AtomicU64::new(value.to_bits())).collect() }
    }
}

/// An element of an [`Atomic`].
#[derive(Clone, Copy, Debug)]
pub struct AtomicElement<'s>(&'s AtomicU64);

impl CotangentAccumulator<f64> for AtomicElement<'_> {
    without_elements!();

    #[inline]
    fn add(&mut self, cotangent: &f64) {
        // Relaxed: the additions to one cell have a total order, and no other memory depends on it.
        let mut sum = self.0.load(Ordering::Relaxed);
        while let Err(changed) = self.0.compare_exchange_weak(
            sum,
            (f64::from_bits(sum) + cotangent).to_bits(),
            Ordering::Relaxed,
            Ordering::Relaxed,
        ) {
            sum = changed;
        }
    }
}

/// A run of elements of an [`Atomic`].
#[derive(Clone, Copy, Debug)]
pub struct AtomicWindow<'s>(&'s [AtomicU64]);

impl CotangentAccumulator<[f64]> for AtomicWindow<'_> {
    type Element<'a>
        = AtomicElement<'a>
    where
        Self: 'a;
    type Window<'a>
        = AtomicWindow<'a>
    where
        Self: 'a;

    #[inline]
    fn add(&mut self, cotangent: &[f64]) {
        same_length("accumulator", "cotangent", self.0.len(), cotangent.len());
        for (cell, element) in self.0.iter().zip(cotangent) {
            AtomicElement(cell).add(element);
        }
    }

    #[inline]
    fn element(&mut self, index: usize) -> AtomicElement<'_> {
        AtomicElement(&self.0[index])
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> AtomicWindow<'_> {
        AtomicWindow(&self.0[range])
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

impl CotangentAccumulator<[f64]> for &Atomic {
    type Element<'a>
        = AtomicElement<'a>
    where
        Self: 'a;
    type Window<'a>
        = AtomicWindow<'a>
    where
        Self: 'a;

    #[inline]
    fn add(&mut self, cotangent: &[f64]) {
        AtomicWindow(&self.cells).add(cotangent);
    }

    #[inline]
    fn element(&mut self, index: usize) -> AtomicElement<'_> {
        AtomicElement(&self.cells[index])
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> AtomicWindow<'_> {
        AtomicWindow(&self.cells[range])
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_lose_nothing() {
        let sum = Atomic::new(8);
        std::thread::scope(|threads| {
            for thread in 0..4 {
                let mut mine = &sum;
                threads.spawn(move || {
                    for _ in 0..1000 {
                        mine.element(3).add(&1.0);
                        mine.window(2..8).window(thread..thread + 1).add(&[0.5]);
                    }
                });
            }
        });
        assert_eq!(sum.to_vec(), [0.0, 0.0, 500.0, 4500.0, 500.0, 500.0, 0.0, 0.0]);
    }

    #[test]
    fn it_starts_from_what_it_is_given() {
        let sum: Atomic = [1.0, 2.0].into_iter().collect();
        (&sum).add(&[0.5, 0.5]);
        assert_eq!((sum.to_vec(), sum.len(), sum.is_empty()), ([1.5, 2.5].into(), 2, false));
    }

    #[test]
    #[should_panic(expected = "the accumulator has length 2 and the cotangent has length 1")]
    fn a_cotangent_of_another_length() {
        (&Atomic::new(2)).add(&[1.0]);
    }

    #[test]
    #[should_panic(expected = "the len is 2 but the index is 2")]
    fn an_element_out_of_bounds() {
        (&Atomic::new(2)).element(2);
    }
}
