//! Elements of arrays: `x[i]`, `x[[i, j]]`, `x[(i, j)]`, read and assigned to. Each costs O(1), in
//! the transpose as well.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, DataMut, Dimension, IntoDimension, NdIndex, RawData};

use crate::arrays::storage::space::{ArrayReal, Storage};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals, Residual};

/// The marker of `x[index]` as a value.
#[derive(Debug)]
pub struct OfIndex<X, I>(PhantomData<(X, I)>);

/// The marker of `x[index] = value`.
#[derive(Debug)]
pub struct OfIndexMut<X, I>(PhantomData<(X, I)>);

/// Distinguishes the place of an element from those of user-defined types.
const PLACE: u64 = name("an element of an array");

#[diagnostic::do_not_recommend]
impl<S: RawData, D, I> Method<{ name("index") }, I> for ArrayBase<S, D> {
    type Marker = OfIndex<ArrayBase<S, D>, I>;

    const PLACE: u64 = PLACE;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D, I> Method<{ name("index_mut") }, I> for ArrayBase<S, D> {
    type Marker = OfIndexMut<ArrayBase<S, D>, I>;

    const PLACE: u64 = PLACE;
}

/// What selects one element.
pub trait ElementIndex<D>: NdIndex<D> + IntoDimension + Copy + Residual + Debug {}
impl<D, I: NdIndex<D> + IntoDimension + Copy + Residual + Debug> ElementIndex<D> for I {}

impl<A, S, D, I, Args> DifferentiableFn<Args> for OfIndex<ArrayBase<S, D>, I>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    I: ElementIndex<D>,
{
    type Output = A;
    type Frame = I;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<I>;
}

#[allow(missing_docs)]
impl<A, S, D, I> OfIndex<ArrayBase<S, D>, I>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    I: ElementIndex<D>,
{
    #[inline]
    #[track_caller]
    pub fn primal(x: &ArrayBase<S, D>, index: I, _: &mut NoResiduals) -> (A, I) {
        (x[index], index)
    }

    #[inline]
    #[track_caller]
    pub fn jvp(x: &ArrayBase<S, D>, index: I, x_dot: &Array<A, D>, _: impl Sized) -> (A, A) {
        (x[index], x_dot[index])
    }

    #[inline]
    pub fn linear(
        _: impl Sized,
        _: impl Sized,
        index: &I,
        _: &NoResiduals,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> A {
        x_dot[*index]
    }

    #[inline]
    pub fn transposed(
        _: impl Sized,
        _: impl Sized,
        index: &I,
        _: &NoResiduals,
        bar: A,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        _: &mut impl ?Sized,
    ) {
        let at = index.into_dimension();
        if let [row, column] = *at.slice()
            && let Some(sum) = x_bar.sparse_row(row, None)
        {
            sum[column] += bar;
        } else if let Some(sum) = x_bar.dense() {
            sum[*index] += bar;
        }
    }

    #[inline]
    #[track_caller]
    pub fn vjp(
        x: &ArrayBase<S, D>,
        index: I,
        _: &mut NoResiduals,
        bar: A,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        index_bar: &mut impl ?Sized,
    ) -> A {
        let value = x[index];
        Self::transposed((), (), &index, &NoResiduals, bar, x_bar, index_bar);
        value
    }
}

impl<A, S, D, I, Args> DifferentiableFn<Args> for OfIndexMut<ArrayBase<S, D>, I>
where
    A: ArrayReal,
    S: Storage<Elem = A> + DataMut,
    D: Dimension,
    I: ElementIndex<D>,
{
    type Output = ();
    type Frame = I;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<I>;
}

#[allow(missing_docs)]
impl<A, S, D, I> OfIndexMut<ArrayBase<S, D>, I>
where
    A: ArrayReal,
    S: Storage<Elem = A> + DataMut,
    D: Dimension,
    I: ElementIndex<D>,
{
    #[inline]
    #[track_caller]
    pub fn primal(x: &mut ArrayBase<S, D>, index: I, value: A, _: &mut NoResiduals) -> ((), I) {
        x[index] = value;
        ((), index)
    }

    #[inline]
    #[track_caller]
    pub fn jvp(
        x: &mut ArrayBase<S, D>,
        index: I,
        value: A,
        x_dot: &mut Array<A, D>,
        _: impl Sized,
        value_dot: A,
    ) -> ((), ()) {
        x[index] = value;
        x_dot[index] = value_dot;
        ((), ())
    }

    #[inline]
    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn linear(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        index: &I,
        _: &NoResiduals,
        x_dot: &mut Array<A, D>,
        _: impl Sized,
        value_dot: A,
    ) {
        x_dot[*index] = value_dot;
    }

    #[inline]
    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        index: &I,
        _: &NoResiduals,
        _: (),
        x_bar: &mut Array<A, D>,
        _: &mut impl ?Sized,
        value_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        value_bar.add(&x_bar[*index]);
        x_bar[*index] = A::zero();
    }

    #[inline]
    #[track_caller]
    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn vjp(
        x: &mut ArrayBase<S, D>,
        index: I,
        value: A,
        _: &mut NoResiduals,
        _: (),
        x_bar: &mut Array<A, D>,
        index_bar: &mut impl ?Sized,
        value_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        x[index] = value;
        Self::transposed((), (), (), &index, &NoResiduals, (), x_bar, index_bar, value_bar);
    }
}
