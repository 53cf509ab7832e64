//! The form of a row: an operation with its value, its derivative and its transpose.
//!
//! A row is a type that implements [`Unary`] or [`Binary`] for the types of its operands. The
//! markers [`OfOne`], [`OfOperator`] and [`OfMethod`] turn a row into a differentiated function, as
//! generated code calls it: operands and tangents by reference, cotangents by value.
//!
//! ```text
//! mod        rows of one or two arrays
//! arguments  rows with arguments that carry no reals
//! ```

pub(super) mod arguments;

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::{
    CotangentAccumulator, Differentiable, DifferentiableFn, InPlace, NoResiduals, Residual,
};

/// The tangent of a type.
pub type Tangent<T> = <T as Differentiable>::Tangent;

/// An operation of one operand.
pub trait Unary<X: Differentiable> {
    /// The type of the value.
    type Output: Differentiable;
    /// What the linear part needs of the value and the operand, besides the operand itself.
    type Saved: Residual + Debug;

    /// The value, bit by bit that of the operation, and what is saved.
    fn value(x: &X) -> (Self::Output, Self::Saved);

    /// The derivative in the direction `x_dot`.
    fn linear(x: &X, saved: &Self::Saved, x_dot: &Tangent<X>) -> Tangent<Self::Output>;

    /// Adds the transpose of [`linear`](Unary::linear), applied to `bar`.
    fn transposed(
        x: &X,
        saved: &Self::Saved,
        bar: Tangent<Self::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
    );
}

/// An operation of two operands. It saves nothing: the operands are passed to the linear part.
pub trait Binary<X: Differentiable, Y: Differentiable> {
    /// The type of the value.
    type Output: Differentiable;

    /// The value, bit by bit that of the operation.
    fn value(x: &X, y: &Y) -> Self::Output;

    /// The derivative in the direction of the tangents.
    fn linear(x: &X, y: &Y, x_dot: &Tangent<X>, y_dot: &Tangent<Y>) -> Tangent<Self::Output>;

    /// Adds the transpose of [`linear`](Binary::linear), applied to `bar`.
    fn transposed(
        x: &X,
        y: &Y,
        bar: Tangent<Self::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
    );

    /// The same, where nothing uses the left operand later, so that its memory may be used.
    fn transposed_in_left(
        x: &mut X,
        y: &Y,
        bar: Tangent<Self::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
    ) {
        Self::transposed(x, y, bar, x_bar, y_bar);
    }
}

/// The left operand as a transpose receives it: by `&mut` where nothing uses it later.
pub trait LeftOperand<X: Differentiable> {
    /// Calls the transpose of a row.
    fn transpose<Row: Binary<X, Y>, Y: Differentiable>(
        self,
        y: &Y,
        bar: Tangent<Row::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
    );
}

impl<X: Differentiable> LeftOperand<X> for &X {
    #[inline]
    fn transpose<Row: Binary<X, Y>, Y: Differentiable>(
        self,
        y: &Y,
        bar: Tangent<Row::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
    ) {
        Row::transposed(self, y, bar, x_bar, y_bar);
    }
}

impl<X: Differentiable> LeftOperand<X> for &mut X {
    #[inline]
    fn transpose<Row: Binary<X, Y>, Y: Differentiable>(
        self,
        y: &Y,
        bar: Tangent<Row::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
    ) {
        Row::transposed_in_left(self, y, bar, x_bar, y_bar);
    }
}

/// A marker without residuals, whose value has this type.
macro_rules! without_residuals {
    ([$($generics:tt)*] $marker:ty => $output:ty) => {
        impl<$($generics)*, Args> DifferentiableFn<Args> for $marker {
            type Output = $output;
            type Frame = NoResiduals;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<NoResiduals>;
        }
    };
}
pub(in crate::arrays) use without_residuals;

/// The marker of a row of one operand.
#[derive(Debug)]
pub struct OfOne<Row, X>(PhantomData<(Row, X)>);

impl<Row: Unary<X>, X: Differentiable, Args> DifferentiableFn<Args> for OfOne<Row, X> {
    type Output = Row::Output;
    type Frame = Row::Saved;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Row::Saved>;
}

#[allow(missing_docs)]
impl<Row: Unary<X>, X: Differentiable> OfOne<Row, X> {
    #[track_caller]
    pub fn primal(x: &X, _: &mut NoResiduals) -> (Row::Output, Row::Saved) {
        Row::value(x)
    }

    #[track_caller]
    pub fn jvp(x: &X, x_dot: &Tangent<X>) -> (Row::Output, Tangent<Row::Output>) {
        let (value, saved) = Row::value(x);
        let dot = Row::linear(x, &saved, x_dot);
        (value, dot)
    }

    pub fn linear(
        x: &X,
        saved: &Row::Saved,
        _: &NoResiduals,
        x_dot: &Tangent<X>,
    ) -> Tangent<Row::Output> {
        Row::linear(x, saved, x_dot)
    }

    pub fn transposed(
        x: &X,
        saved: &Row::Saved,
        _: &NoResiduals,
        bar: Tangent<Row::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
    ) {
        Row::transposed(x, saved, bar, x_bar);
    }

    #[track_caller]
    pub fn vjp(
        x: &X,
        _: &mut NoResiduals,
        bar: Tangent<Row::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
    ) -> Row::Output {
        let (value, saved) = Row::value(x);
        Row::transposed(x, &saved, bar, x_bar);
        value
    }
}

/// The marker of an operator. It is found through the types of both operands.
#[derive(Debug)]
pub struct OfOperator<Row, X, Y>(PhantomData<(Row, X, Y)>);

/// The marker of a method with one argument. It is found through the type of the receiver.
#[derive(Debug)]
pub struct OfMethod<Row, X>(PhantomData<(Row, X)>);

impl<Row, X, Y, Args> DifferentiableFn<Args> for OfOperator<Row, X, Y>
where
    Row: Binary<X, Y>,
    X: Differentiable,
    Y: Differentiable,
{
    type Output = Row::Output;
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
}

#[diagnostic::do_not_recommend]
impl<Row, X, Y, Receiver> DifferentiableFn<(Receiver, Y)> for OfMethod<Row, X>
where
    Row: Binary<X, Y>,
    X: Differentiable,
    Y: Differentiable,
{
    type Output = Row::Output;
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
}

/// The functions of a marker. `$of_type` are its parameters, `$of_function` those of each function.
macro_rules! of_two {
    ($marker:ty: [$($of_type:tt)*] [$($of_function:tt)*]) => {
        #[allow(missing_docs)]
        impl<$($of_type)*> $marker {
            #[track_caller]
            pub fn primal<$($of_function)*>(
                x: &X,
                y: &Y,
                _: &mut NoResiduals,
            ) -> (Row::Output, NoResiduals)
            where
                Row: Binary<X, Y>,
            {
                (Row::value(x, y), NoResiduals)
            }

            #[track_caller]
            pub fn jvp<$($of_function)*>(
                x: &X,
                y: &Y,
                x_dot: &Tangent<X>,
                y_dot: &Tangent<Y>,
            ) -> (Row::Output, Tangent<Row::Output>)
            where
                Row: Binary<X, Y>,
            {
                (Row::value(x, y), Row::linear(x, y, x_dot, y_dot))
            }

            pub fn linear<$($of_function)*>(
                x: &X,
                y: &Y,
                _: &NoResiduals,
                _: &NoResiduals,
                x_dot: &Tangent<X>,
                y_dot: &Tangent<Y>,
            ) -> Tangent<Row::Output>
            where
                Row: Binary<X, Y>,
            {
                Row::linear(x, y, x_dot, y_dot)
            }

            // generated code calls these functions by position
            #[allow(clippy::too_many_arguments)]
            pub fn transposed<$($of_function)*>(
                x: impl LeftOperand<X>,
                y: &Y,
                _: &NoResiduals,
                _: &NoResiduals,
                bar: Tangent<Row::Output>,
                x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
            ) where
                Row: Binary<X, Y>,
            {
                x.transpose::<Row, Y>(y, bar, x_bar, y_bar);
            }

            #[track_caller]
            pub fn vjp<$($of_function)*>(
                x: &X,
                y: &Y,
                _: &mut NoResiduals,
                bar: Tangent<Row::Output>,
                x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
            ) -> Row::Output
            where
                Row: Binary<X, Y>,
            {
                // first the value, which panics where the function does
                let value = Row::value(x, y);
                Row::transposed(x, y, bar, x_bar, y_bar);
                value
            }
        }
    };
}
of_two!(OfOperator<Row, X, Y>: [Row, X: Differentiable, Y: Differentiable] []);
of_two!(OfMethod<Row, X>: [Row, X: Differentiable] [Y: Differentiable]);
