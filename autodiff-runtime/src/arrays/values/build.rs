//! Arrays made of numbers: `Array1::<f64>::from_vec(v)`.

use alloc::vec::Vec;
use core::marker::PhantomData;

use ndarray::{Array, Array1, ArrayBase, Dimension, Ix1, OwnedRepr};

use super::arithmetic::wants;
use crate::arrays::rows::without_residuals;
use crate::arrays::storage::space::ArrayReal;
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals};

/// The marker of `from_vec`.
#[derive(Debug)]
pub struct FromVec<A>(PhantomData<A>);

#[diagnostic::do_not_recommend]
impl<A> Method<{ name("from_vec") }> for ArrayBase<OwnedRepr<A>, Ix1> {
    type Marker = FromVec<A>;
}

without_residuals!([A: ArrayReal] FromVec<A> => Array1<A>);

#[allow(missing_docs)]
impl<A: ArrayReal> FromVec<A> {
    #[inline]
    pub fn primal(elements: Vec<A>, _: &mut NoResiduals) -> (Array1<A>, NoResiduals) {
        (Array1::from_vec(elements), NoResiduals)
    }

    #[inline]
    pub fn jvp(elements: Vec<A>, dots: Vec<A>) -> (Array1<A>, Array1<A>) {
        (Array1::from_vec(elements), Array1::from_vec(dots))
    }

    #[inline]
    pub fn linear(_: impl Sized, _: &NoResiduals, _: &NoResiduals, dots: Vec<A>) -> Array1<A> {
        Array1::from_vec(dots)
    }

    #[inline]
    pub fn transposed(
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        bar: Array1<A>,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) {
        add_elements(bars, bar);
    }

    #[inline]
    pub fn vjp(
        elements: Vec<A>,
        _: &mut NoResiduals,
        bar: Array1<A>,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) -> Array1<A> {
        add_elements(bars, bar);
        Array1::from_vec(elements)
    }
}

/// Adds the elements of an array, in logical order, to an accumulator of a sequence.
pub(super) fn add_elements<A: ArrayReal, D: Dimension>(
    sum: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    elements: Array<A, D>,
) {
    match elements.as_slice() {
        Some(elements) => sum.add(elements),
        None if wants(sum) => sum.add(&elements.into_iter().collect::<Vec<A>>()),
        None => {}
    }
}
