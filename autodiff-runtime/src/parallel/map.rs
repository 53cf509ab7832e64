//! `parallel_map`: the values of a function at the indices of a range.

use alloc::vec::Vec;
use core::ops::Range;

use super::chunks::{self, Index, ParallelStacks, chunks, in_order};
use super::run;
use super::shared::ParallelCode;
use crate::{Accumulators, CaptureTangents, DifferentiableFn, Environment, InPlace, Object};

/// The values of a function at `0..n`, in order. The calls run on several threads.
pub fn parallel_map<Y: Send>(n: usize, f: impl Fn(usize) -> Y + Sync) -> Vec<Y> {
    in_order(run(chunks(n), |chunk| chunk.map(&f).collect::<Vec<Y>>()), n)
}

/// The marker of [`parallel_map`](fn@parallel_map).
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct parallel_map {}

impl<N, F: ParallelCode<Index>> DifferentiableFn<(N, F)> for parallel_map {
    type Output = Vec<F::Output>;
    type Frame = Range<usize>;
    type Stacks = ParallelStacks<F>;
    type NestedStacks = InPlace<ParallelStacks<F>>;
    type NestedFrame = InPlace<Range<usize>>;
}

#[allow(missing_docs)]
impl parallel_map {
    pub fn primal<F: ParallelCode<Index>>(
        n: usize,
        f: Object<'_, F>,
        stacks: &mut ParallelStacks<F>,
    ) -> (Vec<F::Output>, Range<usize>) {
        chunks::primal(n, f, stacks)
    }

    pub fn jvp<F: ParallelCode<Index>>(
        n: usize,
        f: Object<'_, F>,
        _: impl Sized,
        f_dot: CaptureTangents<'_, F>,
    ) -> (Vec<F::Output>, Vec<F::Tangent>) {
        chunks::jvp(n, f, f_dot)
    }

    pub fn linear<F: ParallelCode<Index>>(
        _: impl Sized,
        f: Object<'_, F>,
        frame: &Range<usize>,
        stacks: &ParallelStacks<F>,
        _: impl Sized,
        f_dot: CaptureTangents<'_, F>,
    ) -> Vec<F::Tangent> {
        chunks::linear(f, frame, stacks, f_dot)
    }

    pub fn transposed<F: ParallelCode<Index>>(
        _: impl Sized,
        f: Object<'_, F>,
        frame: &Range<usize>,
        stacks: &ParallelStacks<F>,
        bar: Vec<F::Tangent>,
        _: &mut impl ?Sized,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) {
        chunks::transposed(f, frame, stacks, bar, f_bar);
    }

    pub fn vjp<F: ParallelCode<Index>>(
        n: usize,
        f: Object<'_, F>,
        stacks: &mut ParallelStacks<F>,
        bar: Vec<F::Tangent>,
        _: &mut impl ?Sized,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) -> Vec<F::Output> {
        chunks::vjp(n, f, stacks, bar, f_bar)
    }
}
