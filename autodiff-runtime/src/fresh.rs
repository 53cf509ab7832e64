//! The cotangent of a local before anything was added to it.
//!
//! Most values are used once and receive one cotangent. It is moved, not added to a zero.

use core::ops::Range;

use crate::{CotangentAccumulator, Differentiable, Structure, TangentShape};

/// The accumulator of a local of type `V`, which is zero until something is added to it.
#[derive(Debug)]
pub struct Fresh<V: Differentiable> {
    shape: V::Shape,
    sum: Option<V::Tangent>,
}

impl<V: Differentiable> Fresh<V> {
    /// Zero.
    #[inline]
    pub fn new(shape: &V::Shape) -> Self {
        Fresh { shape: shape.clone(), sum: None }
    }

    /// The sum.
    #[inline]
    pub fn sum(self) -> V::Tangent {
        self.sum.unwrap_or_else(|| V::zero_of(&self.shape))
    }

    #[inline]
    fn memory(&mut self) -> &mut V::Tangent {
        self.sum.get_or_insert_with(|| V::zero_of(&self.shape))
    }
}

impl<T, V> CotangentAccumulator<T> for Fresh<V>
where
    T: ?Sized + Structure,
    V: Differentiable,
    V::Tangent: CotangentAccumulator<T>,
{
    type Element<'a>
        = <V::Tangent as CotangentAccumulator<T>>::Element<'a>
    where
        Self: 'a;
    type Window<'a>
        = <V::Tangent as CotangentAccumulator<T>>::Window<'a>
    where
        Self: 'a;

    #[inline]
    #[track_caller]
    fn add(&mut self, cotangent: &T) {
        self.memory().add(cotangent);
    }

    #[inline]
    #[track_caller]
    fn element(&mut self, index: usize) -> Self::Element<'_> {
        self.memory().element(index)
    }

    #[inline]
    #[track_caller]
    fn window(&mut self, range: Range<usize>) -> Self::Window<'_> {
        self.memory().window(range)
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        self.sum.as_ref().and_then(|sum| sum.length())
    }

    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        self.shape.array_shape()
    }

    #[inline]
    #[track_caller]
    fn dense(&mut self) -> Option<&mut T::Memory>
    where
        T: Sized,
    {
        self.memory().dense()
    }

    #[inline]
    fn is_fresh(&self) -> bool {
        self.sum.is_none()
    }

    #[inline]
    #[track_caller]
    fn take(&mut self, cotangent: T)
    where
        T: Sized,
    {
        if self.sum.is_some() {
            return self.memory().take(cotangent);
        }
        match V::Tangent::first(cotangent) {
            Ok(sum) => {
                let (expected, found) = (self.shape.array_shape(), sum.array_shape());
                assert!(
                    found.is_none() || expected == found,
                    "the cotangent has shape {:?} and the value has shape {:?}",
                    found.unwrap_or_default(),
                    expected.unwrap_or_default()
                );
                self.sum = Some(sum);
            }
            Err(cotangent) => self.memory().take(cotangent),
        }
    }
}

#[cfg(all(test, feature = "ndarray"))]
mod tests {
    use super::*;
    use alloc::vec;
    use ndarray::{Array2, Ix2, ShapeBuilder, array};

    fn fresh(rows: usize, columns: usize) -> Fresh<Array2<f64>> {
        Fresh::new(&Array2::<f64>::zeros((rows, columns)).tangent_shape())
    }

    #[test]
    fn nothing_is_zero() {
        assert_eq!(fresh(1, 2).sum(), array![[0.0, 0.0]]);
        assert_eq!(Fresh::<f64>::new(&()).sum(), 0.0);
    }

    #[test]
    fn the_first_cotangent_is_moved() {
        let (mut sum, first) = (fresh(1, 2), array![[1.0, 2.0]]);
        let memory = first.as_ptr();
        assert!(sum.is_fresh());
        sum.take(first);
        assert!(!sum.is_fresh());
        sum.take(array![[10.0, 20.0]]);
        sum.add(&array![[100.0, 200.0]]);
        let sum = sum.sum();
        assert_eq!(sum, array![[111.0, 222.0]]);
        assert_eq!(sum.as_ptr(), memory);
    }

    #[test]
    fn elements_stay_in_logical_order() {
        let columns_first = Array2::from_shape_fn(Ix2(2, 3).f(), |(i, j)| (i * 3 + j) as f64);
        let mut sum = fresh(2, 3);
        sum.take(columns_first.clone());
        assert_eq!(sum.dense().map(|sum| sum[[1, 0]]), Some(3.0));
        let sum = sum.sum();
        assert!(sum.is_standard_layout());
        assert_eq!(sum, columns_first);
    }

    #[test]
    fn numbers_are_added() {
        let mut sum = Fresh::<f64>::new(&());
        sum.take(1.0);
        sum.take(2.0);
        assert_eq!(sum.sum(), 3.0);
    }

    #[test]
    #[should_panic(expected = "the cotangent has shape [2, 1] and the value has shape [1, 2]")]
    fn another_shape() {
        fresh(1, 2).take(array![[1.0], [2.0]]);
    }
}
