//! Axes, orders and slices as values without tangents, and questions about the shape of an array.

use alloc::vec::Vec;
use core::fmt::Debug;

use ndarray::{Array, ArrayBase, Axis, Dim, Dimension, Ix2, Order, RawData, Slice, SliceInfo};

use crate::arrays::rows::Tangent;
use crate::arrays::rows::arguments::{OfArgument, OfNone, WithArguments};
use crate::arrays::storage::space::{ArrayReal, Storage};
use crate::member::name;
use crate::{
    CotangentAccumulator, Differentiable, Discrete, Method, Need, PlainClone, Residual, Save,
};

macro_rules! without_tangents {
    ($([$($generics:tt)*] $T:ty;)*) => {$(
        #[diagnostic::do_not_recommend] // likewise
        impl<$($generics)*> Discrete for $T {}

        #[diagnostic::do_not_recommend] // so that errors do not list them
        impl<$($generics)*> Differentiable for $T {
            type Tangent = ();
            type Shape = ();

            #[inline]
            fn tangent_shape(&self) {}

            #[inline]
            fn zero_of(_: &()) {}

            #[inline]
            fn move_by(&mut self, _: &()) {}

            #[inline]
            fn write_reals(&self, _: &mut Vec<f64>) {}

            #[inline]
            fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                flat
            }
        }
    )*};
}
without_tangents! {
    [] Axis;
    [] Order;
    [] Slice;
    [I] Dim<I>;
    [I, Din: Dimension, Dout: Dimension] SliceInfo<I, Din, Dout>;
}

macro_rules! saved {
    ($($T:ty: $blank:expr;)*) => {$(
        impl PlainClone for $T {}

        impl Save for $T {
            #[inline]
            fn save<N: Need>(&self) -> Self {
                *self
            }
        }

        impl Residual for $T {
            #[inline]
            fn blank() -> Self {
                $blank
            }

            #[inline]
            fn heap_bytes(&self) -> usize {
                0
            }
        }
    )*};
}
saved! {
    Axis: Axis(0);
    Order: Order::RowMajor;
    Slice: Slice::new(0, None, 1);
}

impl<I> PlainClone for Dim<I> {}

impl<I> Save for Dim<I>
where
    Dim<I>: Clone,
{
    #[inline]
    fn save<N: Need>(&self) -> Self {
        self.clone()
    }
}

impl<I: Clone + Debug> Residual for Dim<I>
where
    Dim<I>: Dimension,
{
    #[inline]
    fn blank() -> Self {
        Self::default()
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// A question about the shape of an array.
macro_rules! questions {
    ($($name:literal $Marker:ident $Row:ident [$($generics:tt)*] $D:ty:
        |$x:ident, $saved:tt: $Saved:ty| $value:expr => $Output:ty;)*) => {$(
        #[doc = concat!("`x.", $name, "`")]
        #[derive(Debug)]
        pub struct $Row;

        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = $Marker<$Row, ArrayBase<S, D>>;
        }

        impl<A: ArrayReal, S: Storage<Elem = A>, $($generics)*> WithArguments<ArrayBase<S, $D>>
            for $Row
        {
            type Output = $Output;
            type Saved = $Saved;

            fn value($x: &ArrayBase<S, $D>, $saved: &$Saved) -> $Output {
                $value
            }

            fn linear(
                x: &ArrayBase<S, $D>,
                saved: &$Saved,
                _: &Array<A, $D>,
            ) -> Tangent<$Output> {
                <$Output>::zero_of(&Self::value(x, saved).tangent_shape())
            }

            fn transposed(
                _: &ArrayBase<S, $D>,
                _: &$Saved,
                _: Tangent<$Output>,
                _: &mut (impl CotangentAccumulator<Array<A, $D>> + ?Sized),
            ) {
            }
        }
    )*};
}
questions! {
    "raw_dim" OfNone RawDim [D: Dimension + Differentiable] D: |x, (): ()| x.raw_dim() => D;
    "ndim" OfNone AxisCount [D: Dimension] D: |x, (): ()| x.ndim() => usize;
    "shape" OfNone Lengths [D: Dimension] D: |x, (): ()| x.shape().to_vec() => Vec<usize>;
    "is_standard_layout" OfNone IsStandard [D: Dimension] D:
        |x, (): ()| x.is_standard_layout() => bool;
    "nrows" OfNone RowCount [] Ix2: |x, (): ()| x.nrows() => usize;
    "ncols" OfNone ColumnCount [] Ix2: |x, (): ()| x.ncols() => usize;
    "len_of" OfArgument LengthOf [D: Dimension] D: |x, axis: usize| x.len_of(Axis(*axis)) => usize;
}
