//! `concatenate(axis, &views)` and `stack(axis, &views)` of a slice or vector of arrays.

use alloc::vec::Vec;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, ArrayView, Axis, Dimension, RemoveAxis};

use super::joins::{Concatenate, Join, Joined, Saved, Stack};
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, dense, same_shape};
use crate::arrays::values::arithmetic::wants;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Indexed, NoResiduals};

/// The marker of a function of a slice of arrays.
#[derive(Debug)]
pub struct OfJoinedSlice<Row>(PhantomData<Row>);

/// The value of a call and its tangent.
type WithTangent<A, D> = (Joined<A, D>, Option<Array<A, D>>);

fn views<A, S: Storage<Elem = A>, D: Dimension>(
    arrays: &[ArrayBase<S, D>],
) -> Vec<ArrayView<'_, A, D>> {
    arrays.iter().map(|array| array.view()).collect()
}

/// `concatenate(axis, arrays)`
pub fn concatenate_slice<A: ArrayReal, D: RemoveAxis, S: Storage<Elem = A>>(
    axis: Axis,
    arrays: &[ArrayBase<S, D>],
) -> Joined<A, D> {
    Concatenate::join(axis, &views(arrays))
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type concatenate_slice = OfJoinedSlice<Concatenate>;

/// `stack(axis, arrays)`
pub fn stack_slice<A: ArrayReal, D: Dimension, S: Storage<Elem = A>>(
    axis: Axis,
    arrays: &[ArrayBase<S, D>],
) -> Joined<A, D::Larger> {
    Stack::join(axis, &views(arrays))
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type stack_slice = OfJoinedSlice<Stack>;

impl<Row, A, S, D, P, V> DifferentiableFn<(P, V)> for OfJoinedSlice<Row>
where
    Row: Join<D>,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    V: Indexed<Item = ArrayBase<S, D>>,
{
    type Output = Joined<A, Row::Dim>;
    type Frame = Saved;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<Row> OfJoinedSlice<Row> {
    pub fn primal<A: ArrayReal, D: Dimension, S: Storage<Elem = A>>(
        axis: Axis,
        arrays: &[ArrayBase<S, D>],
        _: &mut NoResiduals,
    ) -> (Joined<A, Row::Dim>, Saved)
    where
        Row: Join<D>,
    {
        let value = Row::join(axis, &views(arrays));
        let saved = value.as_ref().ok().map(|value| (axis.index(), value.len_of(axis)));
        (value, saved)
    }

    pub fn jvp<A: ArrayReal, D: Dimension, S: Storage<Elem = A>>(
        axis: Axis,
        arrays: &[ArrayBase<S, D>],
        axis_dot: impl Sized,
        dots: &[Array<A, D>],
    ) -> WithTangent<A, Row::Dim>
    where
        Row: Join<D>,
    {
        let (value, saved) = Self::primal(axis, arrays, &mut NoResiduals);
        let dot = Self::linear((), arrays, &saved, &NoResiduals, axis_dot, dots);
        (value, dot)
    }

    pub fn linear<A: ArrayReal, D: Dimension, S: Storage<Elem = A>>(
        _: impl Sized,
        _: &[ArrayBase<S, D>],
        saved: &Saved,
        _: &NoResiduals,
        _: impl Sized,
        dots: &[Array<A, D>],
    ) -> Option<Array<A, Row::Dim>>
    where
        Row: Join<D>,
    {
        let (axis, _) = (*saved)?;
        Row::join(Axis(axis), &views(dots)).ok()
    }

    pub fn transposed<A: ArrayReal, D: Dimension, S: Storage<Elem = A>>(
        _: impl Sized,
        arrays: &[ArrayBase<S, D>],
        saved: &Saved,
        _: &NoResiduals,
        bar: Option<Array<A, Row::Dim>>,
        _: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[Array<A, D>]> + ?Sized),
    ) where
        Row: Join<D>,
    {
        let (Some((axis, length)), Some(bar)) = (*saved, bar) else { return };
        if !wants(bars) {
            return;
        }
        let (axis, mut from) = (Axis(axis), 0);
        same_shape("cotangent", "result", &[bar.len_of(axis)], &[length]);
        for (k, array) in arrays.iter().enumerate() {
            let mut element = bars.element(k);
            let sum = dense(&mut element, array.shape());
            Row::add_part(&bar, axis, &mut from, array.shape(), sum);
        }
        release(bar);
    }

    pub fn vjp<A: ArrayReal, D: Dimension, S: Storage<Elem = A>>(
        axis: Axis,
        arrays: &[ArrayBase<S, D>],
        _: &mut NoResiduals,
        bar: Option<Array<A, Row::Dim>>,
        axis_bar: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[Array<A, D>]> + ?Sized),
    ) -> Joined<A, Row::Dim>
    where
        Row: Join<D>,
    {
        let (value, saved) = Self::primal(axis, arrays, &mut NoResiduals);
        Self::transposed((), arrays, &saved, &NoResiduals, bar, axis_bar, bars);
        value
    }
}
