//! Sums and means along an axis.

use ndarray::{Array, ArrayBase, ArrayViewMut, Axis, Dimension, RawData, RemoveAxis, Zip};

use super::arguments::{OfArgument, WithArguments};
use super::space::{ArrayReal, Storage, dense};
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

/// Calls `f` for each element of an accumulator, and the element of `bar` at its index without that
/// of the axis.
fn for_each_along<A: ArrayReal, D: RemoveAxis>(
    sum: &mut Array<A, D>,
    axis: usize,
    bar: &Array<A, D::Smaller>,
    f: impl Fn(&mut A, &A),
) {
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
        }
    }
}
