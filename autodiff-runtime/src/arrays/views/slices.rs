//! `x.slice(info)`: a view whose dimension depends on the type of the argument.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Dimension, RawData, SliceArg, SliceInfo, SliceInfoElem};

use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, dense, same_shape};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals, Residual};

/// The type of `s![…]` with `N` parts, for an array with the dimension `D`; the result has the
/// dimension `E`.
pub type SliceOf<const N: usize, D, E> = SliceInfo<[SliceInfoElem; N], D, E>;

/// The marker of `x.slice(info)`.
#[derive(Debug)]
pub struct OfSlice<X>(PhantomData<X>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("slice") }> for ArrayBase<S, D> {
    type Marker = OfSlice<ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("slice_move") }> for ArrayBase<S, D> {
    type Marker = OfSlice<ArrayBase<S, D>>;
}

/// A saved argument; `None` in the place of a branch that was not taken.
#[derive(Clone, Debug)]
pub struct SavedArgument<P>(Option<P>);

impl<P> Residual for SavedArgument<P> {
    fn blank() -> Self {
        SavedArgument(None)
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

impl<A, S, D, Receiver, P> DifferentiableFn<(Receiver, P)> for OfSlice<ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    P: SliceArg<D> + Clone + Debug,
{
    type Output = Array<A, P::OutDim>;
    type Frame = SavedArgument<P>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<SavedArgument<P>>;
}

#[allow(missing_docs)]
impl<A, S, D> OfSlice<ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    #[track_caller]
    pub fn primal<P: SliceArg<D> + Clone>(
        x: &ArrayBase<S, D>,
        info: P,
        _: &mut NoResiduals,
    ) -> (Array<A, P::OutDim>, SavedArgument<P>) {
        let value = copy_in_layout(&x.slice(info.clone()));
        (value, SavedArgument(Some(info)))
    }

    #[track_caller]
    pub fn jvp<P: SliceArg<D> + Clone>(
        x: &ArrayBase<S, D>,
        info: P,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> (Array<A, P::OutDim>, Array<A, P::OutDim>) {
        let value = copy_in_layout(&x.slice(info.clone()));
        (value, x_dot.slice(info).to_owned())
    }

    pub fn linear<P: SliceArg<D> + Clone>(
        _: &ArrayBase<S, D>,
        _: impl Sized,
        info: &SavedArgument<P>,
        _: &NoResiduals,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> Array<A, P::OutDim> {
        match &info.0 {
            Some(info) => x_dot.slice(info.clone()).to_owned(),
            None => Array::zeros(P::OutDim::default()),
        }
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed<P: SliceArg<D> + Clone>(
        x: &ArrayBase<S, D>,
        _: impl Sized,
        info: &SavedArgument<P>,
        _: &NoResiduals,
        bar: Array<A, P::OutDim>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        _: &mut impl ?Sized,
    ) {
        if let (Some(info), Some(sum)) = (&info.0, dense(x_bar, x.shape())) {
            let mut part = sum.slice_mut(info.clone());
            same_shape("cotangent", "result", bar.shape(), part.shape());
            part += &bar;
        }
        release(bar);
    }

    #[track_caller]
    pub fn vjp<P: SliceArg<D> + Clone>(
        x: &ArrayBase<S, D>,
        info: P,
        _: &mut NoResiduals,
        bar: Array<A, P::OutDim>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        info_bar: &mut impl ?Sized,
    ) -> Array<A, P::OutDim> {
        let (value, saved) = Self::primal(x, info, &mut NoResiduals);
        Self::transposed(x, (), &saved, &NoResiduals, bar, x_bar, info_bar);
        value
    }
}
