//! The form of a row for an array and arguments that carry no reals: an axis, an index, a shape.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Axis, IntoDimension};

use super::Tangent;
use crate::arrays::storage::space::ArrayDim;
use crate::{
    CotangentAccumulator, Differentiable, DifferentiableFn, InPlace, NoResiduals, Residual,
};

/// An operation of one operand and of arguments that carry no reals.
pub trait WithArguments<X: Differentiable> {
    /// The type of the value.
    type Output: Differentiable;
    /// The arguments, as the linear part needs them.
    type Saved: Residual + Debug;

    /// The value, bit by bit that of the operation.
    fn value(x: &X, arguments: &Self::Saved) -> Self::Output;

    /// The derivative in the direction `x_dot`.
    fn linear(x: &X, arguments: &Self::Saved, x_dot: &Tangent<X>) -> Tangent<Self::Output>;

    /// Adds the transpose of [`linear`](WithArguments::linear), applied to `bar`.
    fn transposed(
        x: &X,
        arguments: &Self::Saved,
        bar: Tangent<Self::Output>,
        x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
    );
}

/// The arguments of a call, and how they are saved.
pub trait Arguments<Saved> {
    /// What is saved.
    fn saved(self) -> Saved;
}

impl Arguments<()> for () {
    fn saved(self) {}
}

impl Arguments<usize> for (usize,) {
    fn saved(self) -> usize {
        self.0
    }
}

impl Arguments<usize> for (Axis,) {
    fn saved(self) -> usize {
        self.0.index()
    }
}

impl Arguments<(usize, usize)> for (Axis, usize) {
    fn saved(self) -> (usize, usize) {
        (self.0.index(), self.1)
    }
}

impl<T: IntoDimension> Arguments<ArrayDim<T::Dim>> for (T,) {
    fn saved(self) -> ArrayDim<T::Dim> {
        ArrayDim(self.0.into_dimension())
    }
}

/// A marker for each number of arguments. Its output does not depend on the types of these: the
/// caller does not know the type of a number that is written out.
macro_rules! markers {
    ($($doc:literal $Marker:ident: $($value:ident $dot:ident $P:ident)*;)*) => {$(
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $Marker<Row, X>(PhantomData<(Row, X)>);

        impl<Row, X, Args> DifferentiableFn<Args> for $Marker<Row, X>
        where
            Row: WithArguments<X>,
            X: Differentiable,
        {
            type Output = Row::Output;
            type Frame = Row::Saved;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<Row::Saved>;
        }

        // generated code calls these functions by position
        #[allow(missing_docs, unused_variables, clippy::too_many_arguments)]
        impl<Row: WithArguments<X>, X: Differentiable> $Marker<Row, X> {
            #[track_caller]
            pub fn primal<$($P),*>(
                x: &X,
                $($value: $P,)*
                _: &mut NoResiduals,
            ) -> (Row::Output, Row::Saved)
            where
                ($($P,)*): Arguments<Row::Saved>,
            {
                let saved = ($($value,)*).saved();
                (Row::value(x, &saved), saved)
            }

            #[track_caller]
            pub fn jvp<$($P),*>(
                x: &X,
                $($value: $P,)*
                x_dot: &Tangent<X>,
                $($dot: impl Sized,)*
            ) -> (Row::Output, Tangent<Row::Output>)
            where
                ($($P,)*): Arguments<Row::Saved>,
            {
                let saved = ($($value,)*).saved();
                (Row::value(x, &saved), Row::linear(x, &saved, x_dot))
            }

            pub fn linear(
                x: &X,
                $($value: impl Sized,)*
                saved: &Row::Saved,
                _: &NoResiduals,
                x_dot: &Tangent<X>,
                $($dot: impl Sized,)*
            ) -> Tangent<Row::Output> {
                Row::linear(x, saved, x_dot)
            }

            pub fn transposed(
                x: &X,
                $($value: impl Sized,)*
                saved: &Row::Saved,
                _: &NoResiduals,
                bar: Tangent<Row::Output>,
                x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
                $($dot: &mut impl ?Sized,)*
            ) {
                Row::transposed(x, saved, bar, x_bar);
            }

            #[track_caller]
            pub fn vjp<$($P),*>(
                x: &X,
                $($value: $P,)*
                _: &mut NoResiduals,
                bar: Tangent<Row::Output>,
                x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
                $($dot: &mut impl ?Sized,)*
            ) -> Row::Output
            where
                ($($P,)*): Arguments<Row::Saved>,
            {
                let saved = ($($value,)*).saved();
                // first the value, which panics where the function does
                let value = Row::value(x, &saved);
                Row::transposed(x, &saved, bar, x_bar);
                value
            }
        }
    )*};
}
markers! {
    "The marker of a method without arguments." OfNone:;
    "The marker of a method with one argument that carries no reals." OfArgument: a a_dot P;
    "The marker of a method with two arguments that carry no reals." OfTwo:
        a a_dot P b b_dot Q;
}
