//! `x.broadcast(shape)`: a view in which elements repeat.

use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, ArrayView, ArrayViewMut, Axis, Dimension, IntoDimension, IxDyn, RawData,
};

use super::shapes::ShapeOf;
use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayDim, ArrayReal, Storage, dense, same_shape};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals};

/// The marker of `x.broadcast(shape)`.
#[derive(Debug)]
pub struct OfBroadcast<X>(PhantomData<X>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("broadcast") }> for ArrayBase<S, D> {
    type Marker = OfBroadcast<ArrayBase<S, D>>;
}

/// The shape, or `None` if the array does not broadcast to it.
type Saved<E> = Option<ArrayDim<E>>;

/// The value, or its tangent.
type Repeated<A, E> = Option<Array<A, E>>;

impl<A, S, D, Receiver, P> DifferentiableFn<(Receiver, P)> for OfBroadcast<ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    P: ShapeOf,
{
    type Output = Repeated<A, P::Dim>;
    type Frame = Saved<P::Dim>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved<P::Dim>>;
}

#[allow(missing_docs)]
impl<A, S, D> OfBroadcast<ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    pub fn primal<P: IntoDimension>(
        x: &ArrayBase<S, D>,
        shape: P,
        _: &mut NoResiduals,
    ) -> (Repeated<A, P::Dim>, Saved<P::Dim>) {
        let shape = shape.into_dimension();
        let value = x.broadcast(shape.clone()).map(|view| copy_in_layout(&view));
        let saved = value.is_some().then_some(ArrayDim(shape));
        (value, saved)
    }

    pub fn jvp<P: IntoDimension>(
        x: &ArrayBase<S, D>,
        shape: P,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> (Repeated<A, P::Dim>, Repeated<A, P::Dim>) {
        let (value, saved) = Self::primal(x, shape, &mut NoResiduals);
        (value, Self::linear(x, (), &saved, &NoResiduals, x_dot, ()))
    }

    pub fn linear<E: Dimension>(
        _: &ArrayBase<S, D>,
        _: impl Sized,
        saved: &Saved<E>,
        _: &NoResiduals,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> Repeated<A, E> {
        let shape = saved.as_ref()?.0.clone();
        x_dot.broadcast(shape).map(|view| view.to_owned())
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed<E: Dimension>(
        x: &ArrayBase<S, D>,
        _: impl Sized,
        saved: &Saved<E>,
        _: &NoResiduals,
        bar: Repeated<A, E>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        _: &mut impl ?Sized,
    ) {
        if let (Some(shape), Some(bar), Some(sum)) = (saved, bar, dense(x_bar, x.shape())) {
            same_shape("cotangent", "result", bar.shape(), shape.0.slice());
            add_repeated(sum.view_mut().into_dyn(), bar.view().into_dyn());
            release(bar);
        }
    }

    pub fn vjp<P: IntoDimension>(
        x: &ArrayBase<S, D>,
        shape: P,
        _: &mut NoResiduals,
        bar: Repeated<A, P::Dim>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        shape_bar: &mut impl ?Sized,
    ) -> Repeated<A, P::Dim> {
        let (value, saved) = Self::primal(x, shape, &mut NoResiduals);
        Self::transposed(x, (), &saved, &NoResiduals, bar, x_bar, shape_bar);
        value
    }
}

/// Adds the cotangent of a broadcast array to an array, part by part along the axes in which the
/// latter repeats.
fn add_repeated<A: ArrayReal>(mut sum: ArrayViewMut<'_, A, IxDyn>, bar: ArrayView<'_, A, IxDyn>) {
    if bar.ndim() > sum.ndim() {
        bar.outer_iter().for_each(|part| add_repeated(sum.view_mut(), part));
        return;
    }
    let repeats = |axis: &Axis| sum.len_of(*axis) == 1 && bar.len_of(*axis) != 1;
    match (0..sum.ndim()).map(Axis).find(repeats) {
        Some(axis) => {
            for part in bar.axis_iter(axis) {
                add_repeated(sum.index_axis_mut(axis, 0), part);
            }
        }
        None => sum += &bar,
    }
}
