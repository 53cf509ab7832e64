//! Sums and means along an axis, and parts that are selected along one.

use alloc::vec::Vec;
use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayViewMut, Axis, Dimension, RawData, RemoveAxis, Zip,
};

use crate::arrays::rows::arguments::{Arguments, OfArgument, OfTwo, WithArguments};
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, dense};
use crate::member::name;
use crate::{CotangentAccumulator, Method};

/// `x.sum_axis(axis)`
#[derive(Debug)]
pub struct SumAxis;

/// `x.mean_axis(axis)`
#[derive(Debug)]
pub struct MeanAxis;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("sum_axis") }> for ArrayBase<S, D> {
    type Marker = OfArgument<SumAxis, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("mean_axis") }> for ArrayBase<S, D> {
    type Marker = OfArgument<MeanAxis, ArrayBase<S, D>>;
}

/// `x.select(axis, indices)`
#[derive(Debug)]
pub struct Select;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("select") }> for ArrayBase<S, D> {
    type Marker = OfTwo<Select, ArrayBase<S, D>>;
}

impl<I: AsRef<[usize]> + ?Sized> Arguments<(usize, Vec<usize>)> for (Axis, &I) {
    fn saved(self) -> (usize, Vec<usize>) {
        (self.0.index(), self.1.as_ref().to_vec())
    }
}

impl<A, S, D> WithArguments<ArrayBase<S, D>> for Select
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: RemoveAxis,
{
    type Output = Array<A, D>;
    type Saved = (usize, Vec<usize>);

    #[track_caller]
    fn value(x: &ArrayBase<S, D>, (axis, indices): &(usize, Vec<usize>)) -> Array<A, D> {
        x.select(Axis(*axis), indices)
    }

    fn linear(
        _: &ArrayBase<S, D>,
        (axis, indices): &(usize, Vec<usize>),
        x_dot: &Array<A, D>,
    ) -> Array<A, D> {
        x_dot.select(Axis(*axis), indices)
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        (axis, indices): &(usize, Vec<usize>),
        bar: Array<A, D>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            for (index, bar) in indices.iter().zip(bar.axis_iter(Axis(*axis))) {
                let mut part = sum.index_axis_mut(Axis(*axis), *index);
                part += &bar;
            }
        }
        release(bar);
    }
}

/// Calls `f` for each element of an accumulator, and the element of `bar` at its index without that
/// of the axis.
fn for_each_along<A: ArrayReal, D: RemoveAxis>(
    sum: &mut ArrayRef<A, D>,
    axis: usize,
    bar: &Array<A, D::Smaller>,
    f: impl Fn(&mut A, &A),
) {
    if sum.stride_of(Axis(axis)) == 1 {
        Zip::from(sum.lanes_mut(Axis(axis)))
            .and(bar)
            .for_each(|lane, bar| lane.into_iter().for_each(|x| f(x, bar)));
        return;
    }
    for part in sum.axis_iter_mut(Axis(axis)) {
        let part: ArrayViewMut<'_, A, D::Smaller> = part;
        Zip::from(part).and(bar).for_each(&f);
    }
}

impl<A, S, D> WithArguments<ArrayBase<S, D>> for SumAxis
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension + RemoveAxis,
{
    type Output = Array<A, D::Smaller>;
    type Saved = usize;

    #[track_caller]
    fn value(x: &ArrayBase<S, D>, axis: &usize) -> Array<A, D::Smaller> {
        x.sum_axis(Axis(*axis))
    }

    fn linear(_: &ArrayBase<S, D>, axis: &usize, x_dot: &Array<A, D>) -> Array<A, D::Smaller> {
        x_dot.sum_axis(Axis(*axis))
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        axis: &usize,
        bar: Array<A, D::Smaller>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            for_each_along(sum, *axis, &bar, |x, bar| *x += *bar);
        }
        release(bar);
    }
}

/// `None` for an axis of length zero.
impl<A, S, D> WithArguments<ArrayBase<S, D>> for MeanAxis
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension + RemoveAxis,
{
    type Output = Option<Array<A, D::Smaller>>;
    type Saved = usize;

    #[track_caller]
    fn value(x: &ArrayBase<S, D>, axis: &usize) -> Option<Array<A, D::Smaller>> {
        x.mean_axis(Axis(*axis))
    }

    fn linear(
        _: &ArrayBase<S, D>,
        axis: &usize,
        x_dot: &Array<A, D>,
    ) -> Option<Array<A, D::Smaller>> {
        x_dot.mean_axis(Axis(*axis))
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        axis: &usize,
        bar: Option<Array<A, D::Smaller>>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        let count = A::from_usize(x.len_of(Axis(*axis)));
        if let (Some(bar), Some(count), Some(sum)) = (bar, count, dense(x_bar, x.shape())) {
            for_each_along(sum, *axis, &bar, |x, bar| *x += *bar / count);
            release(bar);
        }
    }
}
