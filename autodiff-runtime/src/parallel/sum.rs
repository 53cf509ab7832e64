//! The sum of a function over the indices of a range.
//!
//! The cotangents of all calls are the cotangent of the sum. They are known before the calls, so
//! that each call may run its reverse sweep at once, and its residuals are not stored.

use core::iter::Sum;
use core::ops::Range;

use super::chunks::{self, Index, ParallelStacks, Repeated};
use super::map;
use super::shared::ParallelCode;
use crate::{Accumulators, CaptureTangents, DifferentiableFn, Environment, InPlace, Object};

/// The sum of a function over `0..n`, in order. The calls run on several threads.
pub fn parallel_sum<Y: Send + Sum>(n: usize, f: impl Fn(usize) -> Y + Sync) -> Y {
    map::parallel_map(n, f).into_iter().sum()
}

/// The marker of [`parallel_sum`](fn@parallel_sum).
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct parallel_sum {}

/// A function of an index that returns a scalar.
pub trait Summand: ParallelCode<Index, Output: Sum, Tangent: Sum + Clone> {}

impl<F: ParallelCode<Index, Output: Sum, Tangent: Sum + Clone>> Summand for F {}

impl<N, F: Summand> DifferentiableFn<(N, F)> for parallel_sum {
    type Output = F::Output;
    type Frame = Range<usize>;
    type Stacks = ParallelStacks<F>;
    type NestedStacks = InPlace<ParallelStacks<F>>;
    type NestedFrame = InPlace<Range<usize>>;
}

#[allow(missing_docs)]
impl parallel_sum {
    pub fn primal<F: Summand>(
        n: usize,
        f: Object<'_, F>,
        stacks: &mut ParallelStacks<F>,
    ) -> (F::Output, Range<usize>) {
        let (values, frame) = chunks::primal(n, f, stacks);
        (values.into_iter().sum(), frame)
    }

    pub fn jvp<F: Summand>(
        n: usize,
        f: Object<'_, F>,
        _: impl Sized,
        f_dot: CaptureTangents<'_, F>,
    ) -> (F::Output, F::Tangent) {
        let (values, dots) = chunks::jvp(n, f, f_dot);
        (values.into_iter().sum(), dots.into_iter().sum())
    }

    pub fn linear<F: Summand>(
        _: impl Sized,
        f: Object<'_, F>,
        frame: &Range<usize>,
        stacks: &ParallelStacks<F>,
        _: impl Sized,
        f_dot: CaptureTangents<'_, F>,
    ) -> F::Tangent {
        chunks::linear(f, frame, stacks, f_dot).into_iter().sum()
    }

    pub fn transposed<F: Summand>(
        _: impl Sized,
        f: Object<'_, F>,
        frame: &Range<usize>,
        stacks: &ParallelStacks<F>,
        bar: F::Tangent,
        _: &mut impl ?Sized,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) {
        chunks::transposed(f, frame, stacks, Repeated(bar), f_bar);
    }

    pub fn vjp<F: Summand>(
        n: usize,
        f: Object<'_, F>,
        stacks: &mut ParallelStacks<F>,
        bar: F::Tangent,
        _: &mut impl ?Sized,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) -> F::Output {
        chunks::vjp(n, f, stacks, Repeated(bar), f_bar).into_iter().sum()
    }
}
