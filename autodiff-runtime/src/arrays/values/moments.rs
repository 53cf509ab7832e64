//! Variance and standard deviation: methods with an argument by value that carries a real.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Axis, Dimension, RawData, RemoveAxis, Zip};

use super::arithmetic::wants;
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, dense, same_shape};
use crate::kinks::quotient_or_zero;
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals};

/// A measure of the distance of the elements from their mean.
pub trait Spread {
    /// The measure, for the degrees of freedom `x.len() - ddof`.
    fn value<A: ArrayReal, D: Dimension>(x: &ArrayBase<impl Storage<Elem = A>, D>, ddof: A) -> A;

    /// The measures along an axis.
    fn along<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        ddof: A,
    ) -> Array<A, D::Smaller>;

    /// Its partial derivatives by an element, divided by the distance of the element from the mean,
    /// and by `ddof`.
    fn partials<A: ArrayReal>(value: A, freedom: A) -> (A, A);
}

/// `x.var(ddof)`
#[derive(Debug)]
pub struct Variance;

/// `x.std(ddof)`. Where all elements are equal, its derivative is 0.
#[derive(Debug)]
pub struct Deviation;

impl Spread for Variance {
    #[track_caller]
    fn value<A: ArrayReal, D: Dimension>(x: &ArrayBase<impl Storage<Elem = A>, D>, ddof: A) -> A {
        x.var(ddof)
    }

    #[track_caller]
    fn along<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        ddof: A,
    ) -> Array<A, D::Smaller> {
        x.var_axis(axis, ddof)
    }

    fn partials<A: ArrayReal>(value: A, freedom: A) -> (A, A) {
        ((A::one() + A::one()) / freedom, value / freedom)
    }
}

impl Spread for Deviation {
    #[track_caller]
    fn value<A: ArrayReal, D: Dimension>(x: &ArrayBase<impl Storage<Elem = A>, D>, ddof: A) -> A {
        x.std(ddof)
    }

    #[track_caller]
    fn along<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        ddof: A,
    ) -> Array<A, D::Smaller> {
        x.std_axis(axis, ddof)
    }

    fn partials<A: ArrayReal>(value: A, freedom: A) -> (A, A) {
        (quotient_or_zero(A::one(), value * freedom), value / (freedom + freedom))
    }
}

/// The marker of a [`Spread`].
#[derive(Debug)]
pub struct OfSpread<Row, X>(PhantomData<(Row, X)>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("var") }> for ArrayBase<S, D> {
    type Marker = OfSpread<Variance, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("std") }> for ArrayBase<S, D> {
    type Marker = OfSpread<Deviation, ArrayBase<S, D>>;
}

/// The mean of the elements, and the partial derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Partials<A> {
    mean: A,
    by_distance: A,
    by_ddof: A,
}

impl<A: ArrayReal> crate::Residual for Partials<A> {
    fn blank() -> Self {
        Partials { mean: A::zero(), by_distance: A::zero(), by_ddof: A::zero() }
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

impl<Row, A, S, D, Args> DifferentiableFn<Args> for OfSpread<Row, ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = A;
    type Frame = Partials<A>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Partials<A>>;
}

#[allow(missing_docs)]
impl<Row, A, S, D> OfSpread<Row, ArrayBase<S, D>>
where
    Row: Spread,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    #[track_caller]
    pub fn primal(x: &ArrayBase<S, D>, ddof: A, _: &mut NoResiduals) -> (A, Partials<A>) {
        let value = Row::value(x, ddof);
        let freedom = A::from_usize(x.len()).map_or(A::zero(), |length| length - ddof);
        let (by_distance, by_ddof) = Row::partials(value, freedom);
        let mean = x.mean().unwrap_or(A::zero());
        (value, Partials { mean, by_distance, by_ddof })
    }

    #[track_caller]
    pub fn jvp(x: &ArrayBase<S, D>, ddof: A, x_dot: &Array<A, D>, ddof_dot: A) -> (A, A) {
        let (value, partials) = Self::primal(x, ddof, &mut NoResiduals);
        (value, Self::linear(x, (), &partials, &NoResiduals, x_dot, ddof_dot))
    }

    pub fn linear(
        x: &ArrayBase<S, D>,
        _: impl Sized,
        partials: &Partials<A>,
        _: &NoResiduals,
        x_dot: &Array<A, D>,
        ddof_dot: A,
    ) -> A {
        let sum = Zip::from(x)
            .and(x_dot)
            .fold(A::zero(), |sum, x, x_dot| sum + (*x - partials.mean) * *x_dot);
        partials.by_distance * sum + partials.by_ddof * ddof_dot
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed(
        x: &ArrayBase<S, D>,
        _: impl Sized,
        partials: &Partials<A>,
        _: &NoResiduals,
        bar: A,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        ddof_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            let factor = partials.by_distance * bar;
            Zip::from(sum).and(x).for_each(|sum, x| *sum += factor * (*x - partials.mean));
        }
        ddof_bar.add(&(partials.by_ddof * bar));
    }

    #[track_caller]
    pub fn vjp(
        x: &ArrayBase<S, D>,
        ddof: A,
        _: &mut NoResiduals,
        bar: A,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        ddof_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) -> A {
        let (value, partials) = Self::primal(x, ddof, &mut NoResiduals);
        Self::transposed(x, (), &partials, &NoResiduals, bar, x_bar, ddof_bar);
        value
    }
}

/// The marker of a [`Spread`] along an axis: `x.var_axis(axis, ddof)`, `x.std_axis(axis, ddof)`.
#[derive(Debug)]
pub struct OfSpreadAlong<Row, X>(PhantomData<(Row, X)>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("var_axis") }> for ArrayBase<S, D> {
    type Marker = OfSpreadAlong<Variance, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("std_axis") }> for ArrayBase<S, D> {
    type Marker = OfSpreadAlong<Deviation, ArrayBase<S, D>>;
}

/// The axis, and the means and partial derivatives along it.
type Saved<A, D> = (usize, [Array<A, D>; 3]);

impl<Row, A, S, D, Args> DifferentiableFn<Args> for OfSpreadAlong<Row, ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: RemoveAxis,
{
    type Output = Array<A, D::Smaller>;
    type Frame = Saved<A, D::Smaller>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved<A, D::Smaller>>;
}

#[allow(missing_docs)]
impl<Row, A, S, D> OfSpreadAlong<Row, ArrayBase<S, D>>
where
    Row: Spread,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: RemoveAxis,
{
    #[track_caller]
    pub fn primal(
        x: &ArrayBase<S, D>,
        axis: Axis,
        ddof: A,
        _: &mut NoResiduals,
    ) -> (Array<A, D::Smaller>, Saved<A, D::Smaller>) {
        let value = Row::along(x, axis, ddof);
        let freedom = A::from_usize(x.len_of(axis)).map_or(A::zero(), |length| length - ddof);
        let by_distance = value.mapv(|value| Row::partials(value, freedom).0);
        let by_ddof = value.mapv(|value| Row::partials(value, freedom).1);
        let means = x.mean_axis(axis).unwrap_or_else(|| Array::zeros(value.raw_dim()));
        (value, (axis.index(), [means, by_distance, by_ddof]))
    }

    #[track_caller]
    pub fn jvp(
        x: &ArrayBase<S, D>,
        axis: Axis,
        ddof: A,
        x_dot: &Array<A, D>,
        _: impl Sized,
        ddof_dot: A,
    ) -> (Array<A, D::Smaller>, Array<A, D::Smaller>) {
        let (value, saved) = Self::primal(x, axis, ddof, &mut NoResiduals);
        (value, Self::linear(x, (), (), &saved, &NoResiduals, x_dot, (), ddof_dot))
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn linear(
        x: &ArrayBase<S, D>,
        _: impl Sized,
        _: impl Sized,
        (axis, [means, by_distance, by_ddof]): &Saved<A, D::Smaller>,
        _: &NoResiduals,
        x_dot: &Array<A, D>,
        _: impl Sized,
        ddof_dot: A,
    ) -> Array<A, D::Smaller> {
        same_shape("tangent", "array", x_dot.shape(), x.shape());
        Zip::from(x.lanes(Axis(*axis)))
            .and(x_dot.lanes(Axis(*axis)))
            .and(means)
            .and(by_distance)
            .and(by_ddof)
            .map_collect(|x, x_dot, mean, by_distance, by_ddof| {
                let products = x.iter().zip(x_dot).map(|(x, x_dot)| (*x - *mean) * *x_dot);
                let sum = products.fold(A::zero(), |sum, product| sum + product);
                *by_distance * sum + *by_ddof * ddof_dot
            })
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed(
        x: &ArrayBase<S, D>,
        _: impl Sized,
        _: impl Sized,
        (axis, [means, by_distance, by_ddof]): &Saved<A, D::Smaller>,
        _: &NoResiduals,
        bar: Array<A, D::Smaller>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        _: &mut impl ?Sized,
        ddof_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        same_shape("cotangent", "result", bar.shape(), means.shape());
        if let Some(sum) = dense(x_bar, x.shape()) {
            let factors = by_distance * &bar;
            for (sum, x) in sum.axis_iter_mut(Axis(*axis)).zip(x.axis_iter(Axis(*axis))) {
                Zip::from(sum)
                    .and(x)
                    .and(means)
                    .and(&factors)
                    .for_each(|sum, x, mean, factor| *sum += *factor * (*x - *mean));
            }
        }
        if wants(ddof_bar) {
            let sum = by_ddof.iter().zip(&bar).fold(-A::zero(), |sum, (by, bar)| sum + *by * *bar);
            ddof_bar.add(&sum);
        }
        release(bar);
    }

    #[track_caller]
    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn vjp(
        x: &ArrayBase<S, D>,
        axis: Axis,
        ddof: A,
        _: &mut NoResiduals,
        bar: Array<A, D::Smaller>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        axis_bar: &mut impl ?Sized,
        ddof_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) -> Array<A, D::Smaller> {
        let (value, saved) = Self::primal(x, axis, ddof, &mut NoResiduals);
        Self::transposed(x, (), (), &saved, &NoResiduals, bar, x_bar, axis_bar, ddof_bar);
        value
    }
}
