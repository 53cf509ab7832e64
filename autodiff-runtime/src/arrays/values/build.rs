//! Arrays made of numbers: `Array1::<f64>::from_vec(v)`, `Array1::linspace(a, b, n)`.

use alloc::vec::Vec;
use core::marker::PhantomData;

use ndarray::{Array, Array1, ArrayBase, Dimension, Ix1, OwnedRepr};
use num_traits::Float;

use super::arithmetic::wants;
use crate::arrays::rows::without_residuals;
use crate::arrays::storage::memory::release;
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
        None if wants(sum) => sum.add(&elements.iter().copied().collect::<Vec<A>>()),
        None => {}
    }
    release(elements);
}

/// The marker of `linspace`. Element `i` of `n` is `start + (end - start) * i / (n - 1)`.
#[derive(Debug)]
pub struct Linspace<A>(PhantomData<A>);

#[diagnostic::do_not_recommend]
impl<A> Method<{ name("linspace") }> for ArrayBase<OwnedRepr<A>, Ix1> {
    type Marker = Linspace<A>;
}

impl<A: ArrayReal + Float, Args> DifferentiableFn<Args> for Linspace<A> {
    type Output = Array1<A>;
    type Frame = usize;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<usize>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<A: ArrayReal + Float> Linspace<A> {
    #[track_caller]
    pub fn primal(start: A, end: A, n: usize, _: &mut NoResiduals) -> (Array1<A>, usize) {
        (Array1::linspace(start, end, n), n)
    }

    #[track_caller]
    pub fn jvp(
        start: A,
        end: A,
        n: usize,
        start_dot: A,
        end_dot: A,
        _: impl Sized,
    ) -> (Array1<A>, Array1<A>) {
        (Array1::linspace(start, end, n), Array1::linspace(start_dot, end_dot, n))
    }

    pub fn linear(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        n: &usize,
        _: &NoResiduals,
        start_dot: A,
        end_dot: A,
        _: impl Sized,
    ) -> Array1<A> {
        Array1::linspace(start_dot, end_dot, *n)
    }

    pub fn transposed(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        n: &usize,
        _: &NoResiduals,
        bar: Array1<A>,
        start_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        end_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        _: &mut impl ?Sized,
    ) {
        let last = n.checked_sub(2).and_then(|n| A::from(n + 1)).unwrap_or(A::one());
        let (mut sum, mut of_end) = (A::zero(), A::zero());
        for (i, bar) in bar.indexed_iter() {
            sum += *bar;
            of_end += *bar * (A::from(i).unwrap_or(A::zero()) / last);
        }
        release(bar);
        start_bar.take(sum - of_end);
        end_bar.take(of_end);
    }

    #[track_caller]
    pub fn vjp(
        start: A,
        end: A,
        n: usize,
        _: &mut NoResiduals,
        bar: Array1<A>,
        start_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        end_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        rest: &mut impl ?Sized,
    ) -> Array1<A> {
        let all = Array1::linspace(start, end, n);
        Self::transposed((), (), (), &n, &NoResiduals, bar, start_bar, end_bar, rest);
        all
    }
}
