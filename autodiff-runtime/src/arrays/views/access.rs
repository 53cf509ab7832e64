//! Elements of arrays: `x[i]`, `x[[i, j]]`, `x[(i, j)]`, read and assigned to, `x.get(i)`,
//! `x.first()` and `x.last()`. Each costs O(1), in the transpose as well.
//!
//! Generated code indexes an array itself where it knows the type of the elements, and adds to
//! accumulators by [`add_to_element`]. The markers are for the other arrays.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, ArrayRef, Data, DataMut, Dimension, IntoDimension, NdIndex, RawData,
};

use crate::arrays::rows::arguments::{OfArgument, OfNone, WithArguments};
use crate::arrays::storage::space::{ArrayDim, ArrayReal, Storage};
use crate::member::{Nothing, name};
use crate::{CotangentAccumulator, DifferentiableFn, Discard, InPlace, Method, NoResiduals};

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
pub trait ElementIndex<D>: NdIndex<D> + IntoDimension + Copy + Debug {}
impl<D, I: NdIndex<D> + IntoDimension + Copy + Debug> ElementIndex<D> for I {}

impl<A, S, D, I, Args> DifferentiableFn<Args> for OfIndex<ArrayBase<S, D>, I>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    I: ElementIndex<D>,
{
    type Output = A;
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
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
    pub fn primal(x: &ArrayBase<S, D>, index: I, _: &mut NoResiduals) -> (A, NoResiduals) {
        (x[index], NoResiduals)
    }

    #[inline]
    #[track_caller]
    pub fn jvp(x: &ArrayBase<S, D>, index: I, x_dot: &Array<A, D>, _: impl Sized) -> (A, A) {
        (x[index], x_dot[index])
    }

    #[inline]
    pub fn linear(
        _: impl Sized,
        index: I,
        _: &NoResiduals,
        _: &NoResiduals,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> A {
        x_dot[index]
    }

    #[inline]
    pub fn transposed(
        _: impl Sized,
        index: I,
        _: &NoResiduals,
        _: &NoResiduals,
        bar: A,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        _: &mut impl ?Sized,
    ) {
        add_to_element(x_bar, index, bar);
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
        Self::transposed((), index, &NoResiduals, &NoResiduals, bar, x_bar, index_bar);
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
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
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
    pub fn primal(
        x: &mut ArrayRef<A, D>,
        index: I,
        value: A,
        _: &mut NoResiduals,
    ) -> ((), NoResiduals) {
        x[index] = value;
        ((), NoResiduals)
    }

    #[inline]
    #[track_caller]
    pub fn jvp(
        x: &mut ArrayRef<A, D>,
        index: I,
        value: A,
        x_dot: &mut ArrayRef<A, D>,
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
        index: I,
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        x_dot: &mut ArrayRef<A, D>,
        _: impl Sized,
        value_dot: A,
    ) {
        x_dot[index] = value_dot;
    }

    #[inline]
    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed(
        _: impl Sized,
        index: I,
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        _: &mut impl ?Sized,
        value_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        value_bar.add(&x_bar[index]);
        x_bar[index] = A::zero();
    }

    #[inline]
    #[track_caller]
    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn vjp(
        x: &mut ArrayRef<A, D>,
        index: I,
        value: A,
        _: &mut NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        index_bar: &mut impl ?Sized,
        value_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        x[index] = value;
        Self::transposed(
            (),
            index,
            (),
            &NoResiduals,
            &NoResiduals,
            (),
            x_bar,
            index_bar,
            value_bar,
        );
    }
}

/// The element at an index, if the accumulator stores rows one by one.
#[inline]
#[track_caller]
fn sparse_element<'a, A: ArrayReal, D: Dimension>(
    x_bar: &'a mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    at: &[usize],
) -> Option<&'a mut A> {
    let (row, column) = match *at {
        [row] => (row, 0),
        [row, column] => (row, column),
        _ => return None,
    };
    x_bar.sparse_row(row, None).map(|row| &mut row[column])
}

/// Adds to one element of an accumulator for an array, where the primal reads the element.
///
/// # Panics
/// If the index is out of bounds.
#[inline]
#[track_caller]
pub fn add_to_element<A: ArrayReal, D: Dimension>(
    x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    index: impl ElementIndex<D>,
    bar: A,
) {
    let at = index.into_dimension();
    if let Some(sum) = sparse_element(x_bar, at.slice()) {
        *sum += bar;
    } else if let Some(sum) = x_bar.dense() {
        sum[index] += bar;
    }
}

/// An array that is a part of a tangent.
pub trait ElementOfPart<I> {
    /// One of its elements.
    type Element;
    /// The element at an index.
    ///
    /// # Panics
    /// If the index is out of bounds.
    fn element(self, index: I) -> Self::Element;
}

impl<'a, S: Data, D: Dimension, I: NdIndex<D>> ElementOfPart<I> for &'a ArrayBase<S, D> {
    type Element = &'a S::Elem;

    #[inline]
    #[track_caller]
    fn element(self, index: I) -> &'a S::Elem {
        &self[index]
    }
}

impl<'a, S: DataMut, D: Dimension, I: NdIndex<D>> ElementOfPart<I> for &'a mut ArrayBase<S, D> {
    type Element = &'a mut S::Elem;

    #[inline]
    #[track_caller]
    fn element(self, index: I) -> &'a mut S::Elem {
        &mut self[index]
    }
}

macro_rules! of_none {
    ($($Self:ident)*) => {$(
        impl<I> ElementOfPart<I> for $Self {
            type Element = $Self;

            #[inline]
            fn element(self, _: I) -> $Self {
                $Self
            }
        }
    )*};
}
of_none!(Nothing Discard);

/// The element at an index of an array that is a part of a tangent.
///
/// # Panics
/// If the index is out of bounds.
#[inline]
#[track_caller]
pub fn element_of_part<I, P: ElementOfPart<I>>(of: P, index: I) -> P::Element {
    of.element(index)
}

/// `x.get(index)`
#[derive(Debug)]
pub struct Get;

/// `x.first()`
#[derive(Debug)]
pub struct First;

/// `x.last()`
#[derive(Debug)]
pub struct Last;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("get") }> for ArrayBase<S, D> {
    type Marker = OfArgument<Get, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("first") }> for ArrayBase<S, D> {
    type Marker = OfNone<First, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("last") }> for ArrayBase<S, D> {
    type Marker = OfNone<Last, ArrayBase<S, D>>;
}

/// Adds to the element at an index, if the array has one there.
#[inline]
fn add_at<A: ArrayReal, D: Dimension>(
    (shape, index): (&[usize], D),
    bar: Option<A>,
    x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
) {
    let Some(bar) = bar else { return };
    let is_element = |at: &[usize]| at.iter().zip(shape).all(|(i, length)| i < length);
    if is_element(index.slice())
        && let Some(sum) = sparse_element(x_bar, index.slice())
    {
        *sum += bar;
    } else if let Some(sum) = x_bar.dense()
        && let Some(sum) = sum.get_mut(index)
    {
        *sum += bar;
    }
}

/// The index of the last element. It is out of bounds if the array has no element.
fn last_of<D: Dimension>(mut shape: D) -> D {
    for i in shape.slice_mut() {
        *i = i.wrapping_sub(1);
    }
    shape
}

/// `None` if the index is out of bounds.
impl<A, S, D> WithArguments<ArrayBase<S, D>> for Get
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Option<A>;
    type Saved = ArrayDim<D>;

    #[inline]
    #[track_caller]
    fn value(x: &ArrayBase<S, D>, index: &ArrayDim<D>) -> Option<A> {
        x.get(index.0.clone()).copied()
    }

    #[inline]
    fn linear(_: &ArrayBase<S, D>, index: &ArrayDim<D>, x_dot: &Array<A, D>) -> Option<A> {
        x_dot.get(index.0.clone()).copied()
    }

    #[inline]
    fn transposed(
        x: &ArrayBase<S, D>,
        index: &ArrayDim<D>,
        bar: Option<A>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        add_at((x.shape(), index.0.clone()), bar, x_bar);
    }
}

/// A row for an element that the shape determines.
macro_rules! element {
    ($Row:ident $method:ident, |$shape:ident| $index:expr) => {
        /// `None` for an array without elements.
        impl<A, S, D> WithArguments<ArrayBase<S, D>> for $Row
        where
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
        {
            type Output = Option<A>;
            type Saved = ();

            fn value(x: &ArrayBase<S, D>, (): &()) -> Option<A> {
                x.$method().copied()
            }

            fn linear(_: &ArrayBase<S, D>, (): &(), x_dot: &Array<A, D>) -> Option<A> {
                x_dot.$method().copied()
            }

            fn transposed(
                x: &ArrayBase<S, D>,
                (): &(),
                bar: Option<A>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
            ) {
                let $shape = x.raw_dim();
                add_at((x.shape(), $index), bar, x_bar);
            }
        }
    };
}
element!(First first, |shape| D::zeros(shape.ndim()));
element!(Last last, |shape| last_of(shape));
