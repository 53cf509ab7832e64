//! Arrays as iterators: the items that `for v in &x`, `x.iter()` and the like go through.
//!
//! Generated code iterates over a vector of the items. The method `items_of_iter` returns that of
//! `x.iter()`, and likewise for the other methods that return iterators. `x.rows()` and similar
//! methods return a vector themselves.
//!
//! A part of an array, such as a row, is an owned copy in the [layout](crate::arrays::storage::layout) of the part.
//! The transpose adds to the same part of the accumulator.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, Axis, Dimension, IntoDimension, Ix1, Ix2, Ix3, RawData, RemoveAxis, Slice,
};

use super::order::{for_each_ordered, order_of_memory, ordered_iter};
use crate::arrays::rows::Tangent;
use crate::arrays::rows::arguments::{Arguments, OfArgument, OfNone, OfTwo, WithArguments};
use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayDim, ArrayReal, Storage, dense, same_shape};
use crate::arrays::views::View;
use crate::member::name;
use crate::{CotangentAccumulator, Differentiable, Method, PlainClone, Residual};

macro_rules! method {
    ($($name:literal $Marker:ident $Row:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = $Marker<$Row, ArrayBase<S, D>>;
        }
    )*};
}
method! {
    "items_of_iter" OfNone Elements;
    "items_of_into_iter" OfNone Elements;
    "items_of_fold" OfNone Folded;
    "items_of_for_each" OfNone Folded;
    "items_of_indexed_iter" OfNone Indexed;
    "items_of_axis_iter" OfArgument Parts<Along>;
    "items_of_outer_iter" OfNone Parts<Outer>;
    "items_of_axis_chunks_iter" OfTwo Parts<Chunks>;
    "lanes" OfArgument Parts<Lanes>;
    "rows" OfNone Parts<Rows>;
    "columns" OfNone Parts<Columns>;
    "windows" OfArgument Parts<Windows>;
    "windows_with_stride" OfTwo Parts<StridedWindows>;
    "exact_chunks" OfArgument Parts<ExactChunks>;
}

/// The elements in logical order.
#[derive(Debug)]
pub struct Elements;

impl<A, S, D> WithArguments<ArrayBase<S, D>> for Elements
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Vec<A>;
    type Saved = ();

    fn value(x: &ArrayBase<S, D>, (): &()) -> Vec<A> {
        x.iter().copied().collect()
    }

    fn linear(_: &ArrayBase<S, D>, (): &(), x_dot: &Array<A, D>) -> Vec<A> {
        x_dot.iter().copied().collect()
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        (): &(),
        bar: Vec<A>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            sum.iter_mut().zip(bar).for_each(|(sum, bar)| *sum += bar);
        }
    }
}

/// The elements in the order of `x.fold(…)`, which is that of the memory where `x` is contiguous.
#[derive(Debug)]
pub struct Folded;

impl<A, S, D> WithArguments<ArrayBase<S, D>> for Folded
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Vec<A>;
    type Saved = ();

    fn value(x: &ArrayBase<S, D>, (): &()) -> Vec<A> {
        x.fold(Vec::with_capacity(x.len()), |mut all, x| {
            all.push(*x);
            all
        })
    }

    fn linear(x: &ArrayBase<S, D>, (): &(), x_dot: &Array<A, D>) -> Vec<A> {
        ordered_iter(x_dot, order_of_memory(x.view()))
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        (): &(),
        bar: Vec<A>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            for_each_ordered(sum, &order_of_memory(x.view()), bar, |sum, bar| *sum += bar);
        }
    }
}

/// The elements in logical order, with their indices.
#[derive(Debug)]
pub struct Indexed;

/// The row for arrays of a dimension; `$none` is the tangent of an index.
macro_rules! indexed {
    ($($D:ty: $Index:ty, $none:expr;)*) => {$(
        impl<A: ArrayReal, S: Storage<Elem = A>> WithArguments<ArrayBase<S, $D>> for Indexed {
            type Output = Vec<($Index, A)>;
            type Saved = ();

            fn value(x: &ArrayBase<S, $D>, (): &()) -> Vec<($Index, A)> {
                x.indexed_iter().map(|(index, x)| (index, *x)).collect()
            }

            fn linear(
                _: &ArrayBase<S, $D>,
                (): &(),
                x_dot: &Array<A, $D>,
            ) -> Vec<Tangent<($Index, A)>> {
                x_dot.iter().map(|x_dot| ($none, *x_dot)).collect()
            }

            fn transposed(
                x: &ArrayBase<S, $D>,
                (): &(),
                bar: Vec<Tangent<($Index, A)>>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, $D>> + ?Sized),
            ) {
                if let Some(sum) = dense(x_bar, x.shape()) {
                    sum.iter_mut().zip(bar).for_each(|(sum, (_, bar))| *sum += bar);
                }
            }
        }
    )*};
}
indexed! {
    Ix1: usize, ();
    Ix2: (usize, usize), ((), ());
    Ix3: (usize, usize, usize), ((), (), ());
}

/// An array as a sequence of parts.
pub trait Cut<D: Dimension> {
    /// The dimension of a part.
    type Dim: Dimension;
    /// The arguments of the method.
    type Arguments: Residual + Debug;

    /// The number of parts of an array of this shape. Panics as `ndarray` does.
    fn count(shape: &D, arguments: &Self::Arguments) -> usize;

    /// The part of this number.
    fn part<S: RawData>(
        x: ArrayBase<S, D>,
        arguments: &Self::Arguments,
        number: usize,
    ) -> ArrayBase<S, Self::Dim>;
}

/// `$part` of `$x` with the number `$k`, one of `$count`, for each row.
macro_rules! cuts {
    ($($doc:literal $Row:ident [$($generics:tt)*] $D:ty => $Dim:ty:
        |$arguments:tt: $Arguments:ty| ($shape:ident) $count:expr,
        ($x:ident, $k:ident) $part:expr;)*) => {$(
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $Row;

        impl<$($generics)*> Cut<$D> for $Row {
            type Dim = $Dim;
            type Arguments = $Arguments;

            #[track_caller]
            fn count($shape: &$D, $arguments: &$Arguments) -> usize {
                $count
            }

            #[track_caller]
            fn part<S: RawData>(
                #[allow(unused_mut)] mut $x: ArrayBase<S, $D>,
                $arguments: &$Arguments,
                $k: usize,
            ) -> ArrayBase<S, $Dim> {
                $part
            }
        }
    )*};
}
cuts! {
    "`x.axis_iter(axis)`" Along [D: RemoveAxis] D => D::Smaller: |axis: usize|
        (shape) shape[*axis],
        (x, k) x.index_axis_move(Axis(*axis), k);
    "`x.outer_iter()`" Outer [D: RemoveAxis] D => D::Smaller: |(): ()|
        (shape) shape[0],
        (x, k) x.index_axis_move(Axis(0), k);
    "`x.lanes(axis)`" Lanes [D: Dimension] D => Ix1: |axis: usize|
        (shape) count_of_lanes(shape, *axis),
        (x, k) lane(x, *axis, k);
    "`x.rows()`" Rows [D: Dimension] D => Ix1: |(): ()|
        (shape) count_of_lanes(shape, shape.ndim().saturating_sub(1)),
        (x, k) {
            let last = x.ndim().saturating_sub(1);
            lane(x, last, k)
        };
    "`x.columns()`" Columns [D: Dimension] D => Ix1: |(): ()|
        (shape) count_of_lanes(shape, 0),
        (x, k) lane(x, 0, k);
    "`x.axis_chunks_iter(axis, size)`" Chunks [D: Dimension] D => D: |at: (usize, usize)|
        (shape) {
            assert!(at.1 > 0, "the size of chunks must be positive");
            shape[at.0].div_ceil(at.1)
        },
        (x, k) {
            let from = k * at.1;
            let to = x.len_of(Axis(at.0)).min(from + at.1);
            x.slice_axis_inplace(Axis(at.0), Slice::from(from..to));
            x
        };
    "`x.windows(size)`" Windows [D: Dimension] D => D: |size: ArrayDim<D>|
        (shape) count_of(&windows(shape, &size.0)),
        (x, k) {
            let first = index_of(k, &windows(&x.raw_dim(), &size.0));
            boxed(x, &first, &size.0)
        };
    "`x.windows_with_stride(size, stride)`" StridedWindows [D: Dimension] D => D:
        |at: (ArrayDim<D>, ArrayDim<D>)|
        (shape) count_of(&strided_windows(shape, at)),
        (x, k) {
            let mut first = index_of(k, &strided_windows(&x.raw_dim(), at));
            let strides = at.1.0.slice();
            first.slice_mut().iter_mut().zip(strides).for_each(|(i, stride)| *i *= stride);
            boxed(x, &first, &at.0.0)
        };
    "`x.exact_chunks(size)`" ExactChunks [D: Dimension] D => D: |size: ArrayDim<D>|
        (shape) count_of(&chunks(shape, &size.0)),
        (x, k) {
            let mut first = index_of(k, &chunks(&x.raw_dim(), &size.0));
            first.slice_mut().iter_mut().zip(size.0.slice()).for_each(|(i, size)| *i *= size);
            boxed(x, &first, &size.0)
        };
}

/// The number of parts with one axis. An array without axes is one such part.
#[track_caller]
fn count_of_lanes<D: Dimension>(shape: &D, axis: usize) -> usize {
    let axes = shape.ndim();
    assert!(axis < axes.max(1), "axis {axis} is out of bounds for an array with {axes} axes");
    let lengths = shape.slice().iter().enumerate();
    lengths.filter(|(other, _)| *other != axis).map(|(_, length)| length).product()
}

/// The part along an axis with this number, in logical order.
fn lane<S: RawData, D: Dimension>(
    x: ArrayBase<S, D>,
    axis: usize,
    mut number: usize,
) -> ArrayBase<S, Ix1> {
    let mut lane = x.into_dyn();
    if lane.ndim() == 0 {
        lane = lane.insert_axis(Axis(0));
    }
    for other in (0..lane.ndim()).rev().filter(|other| *other != axis) {
        let length = lane.len_of(Axis(other));
        lane.index_axis_inplace(Axis(other), number % length);
        number /= length;
    }
    match lane.into_dimensionality() {
        Ok(lane) => lane,
        Err(_) => unreachable!("one axis is left"),
    }
}

/// The number of windows of this size along each axis.
#[track_caller]
fn windows<D: Dimension>(shape: &D, size: &D) -> D {
    let mut counts = shape.clone();
    for (count, size) in counts.slice_mut().iter_mut().zip(size.slice()) {
        assert!(*size > 0, "the size of windows must be positive");
        *count = (*count + 1).saturating_sub(*size);
    }
    counts
}

/// The number of windows of this size and at this distance along each axis.
#[track_caller]
fn strided_windows<D: Dimension>(shape: &D, at: &(ArrayDim<D>, ArrayDim<D>)) -> D {
    let mut counts = windows(shape, &at.0.0);
    for (count, stride) in counts.slice_mut().iter_mut().zip(at.1.0.slice()) {
        assert!(*stride > 0, "the stride of windows must be positive");
        *count = count.div_ceil(*stride);
    }
    counts
}

/// The number of chunks of this size along each axis.
#[track_caller]
fn chunks<D: Dimension>(shape: &D, size: &D) -> D {
    let mut counts = shape.clone();
    for (count, size) in counts.slice_mut().iter_mut().zip(size.slice()) {
        assert!(*size > 0, "the size of chunks must be positive");
        *count /= size;
    }
    counts
}

fn count_of<D: Dimension>(counts: &D) -> usize {
    counts.slice().iter().product()
}

/// The index of an element by its number in logical order, in an array of this shape.
fn index_of<D: Dimension>(mut number: usize, shape: &D) -> D {
    let mut index = shape.clone();
    for i in index.slice_mut().iter_mut().rev() {
        let length = *i;
        *i = number % length;
        number /= length;
    }
    index
}

/// The part of an array that begins at this index and has this size.
fn boxed<S: RawData, D: Dimension>(mut x: ArrayBase<S, D>, first: &D, size: &D) -> ArrayBase<S, D> {
    for (axis, (from, size)) in first.slice().iter().zip(size.slice()).enumerate() {
        x.slice_axis_inplace(Axis(axis), Slice::from(*from..from + size));
    }
    x
}

/// The part with a number, as a view.
#[derive(Debug)]
pub struct OnePart<C>(PhantomData<C>);

impl<C: Cut<D>, D: Dimension> View<D> for OnePart<C> {
    type Dim = C::Dim;
    type Arguments = (C::Arguments, usize);

    fn of<S: RawData>(
        x: ArrayBase<S, D>,
        (arguments, number): &(C::Arguments, usize),
    ) -> ArrayBase<S, C::Dim> {
        C::part(x, arguments, *number)
    }
}

impl Arguments<((), usize)> for (usize,) {
    fn saved(self) -> ((), usize) {
        ((), self.0)
    }
}

impl Arguments<((usize, usize), usize)> for (Axis, usize, usize) {
    fn saved(self) -> ((usize, usize), usize) {
        ((self.0.index(), self.1), self.2)
    }
}

impl<T: IntoDimension> Arguments<(ArrayDim<T::Dim>, usize)> for (T, usize) {
    fn saved(self) -> (ArrayDim<T::Dim>, usize) {
        (ArrayDim(self.0.into_dimension()), self.1)
    }
}

impl<T, U> Arguments<(ArrayDim<T::Dim>, ArrayDim<T::Dim>)> for (T, U)
where
    T: IntoDimension,
    U: IntoDimension<Dim = T::Dim>,
{
    fn saved(self) -> (ArrayDim<T::Dim>, ArrayDim<T::Dim>) {
        (ArrayDim(self.0.into_dimension()), ArrayDim(self.1.into_dimension()))
    }
}

/// The row of a sequence of parts.
#[derive(Debug)]
pub struct Parts<C>(PhantomData<C>);

impl<C, A, S, D> WithArguments<ArrayBase<S, D>> for Parts<C>
where
    C: Cut<D>,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Vec<Array<A, C::Dim>>;
    type Saved = C::Arguments;

    #[track_caller]
    fn value(x: &ArrayBase<S, D>, arguments: &C::Arguments) -> Vec<Array<A, C::Dim>> {
        let count = C::count(&x.raw_dim(), arguments);
        (0..count).map(|k| copy_in_layout(&C::part(x.view(), arguments, k))).collect()
    }

    fn linear(
        x: &ArrayBase<S, D>,
        arguments: &C::Arguments,
        x_dot: &Array<A, D>,
    ) -> Vec<Array<A, C::Dim>> {
        let count = C::count(&x.raw_dim(), arguments);
        (0..count).map(|k| C::part(x_dot.view(), arguments, k).to_owned()).collect()
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        arguments: &C::Arguments,
        bar: Vec<Array<A, C::Dim>>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            for (k, bar) in bar.into_iter().enumerate() {
                let mut part = C::part(sum.view_mut(), arguments, k);
                same_shape("cotangent", "item", bar.shape(), part.shape());
                part += &bar;
                release(bar);
            }
        }
    }
}

/// The items of a vector of items: itself.
#[derive(Debug)]
pub struct Same;

#[diagnostic::do_not_recommend]
impl<T> Method<{ name("items_of_into_iter") }> for Vec<T> {
    type Marker = OfNone<Same, Vec<T>>;
}

impl<T> WithArguments<Vec<T>> for Same
where
    T: Differentiable + PlainClone + Clone,
    Vec<T>: Differentiable,
    Tangent<Vec<T>>: Clone,
{
    type Output = Vec<T>;
    type Saved = ();

    fn value(x: &Vec<T>, (): &()) -> Vec<T> {
        x.clone()
    }

    fn linear(_: &Vec<T>, (): &(), x_dot: &Tangent<Vec<T>>) -> Tangent<Vec<T>> {
        x_dot.clone()
    }

    fn transposed(
        _: &Vec<T>,
        (): &(),
        bar: Tangent<Vec<T>>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<Vec<T>>> + ?Sized),
    ) {
        x_bar.add(&bar);
    }
}
