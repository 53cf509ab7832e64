//! Operators whose operands are passed by value.
//!
//! `ndarray` stores the result in an operand that is owned, and the result has its layout. Later
//! sums depend on the layout (see [`layout`](crate::arrays::storage::layout)).

use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, DimMax, Dimension, Zip};

use super::arithmetic::{Elementwise, constant_axis, exact_inverse};
use crate::arrays::rows::{Binary, Tangent};
use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::space::{ArrayReal, Storage};
use crate::{CotangentAccumulator, Differentiable};

/// An operator with an owned array on the left.
#[derive(Debug)]
pub struct OwnedLeft<Row>(PhantomData<Row>);

/// An operator with an owned array on the right, and none on the left.
#[derive(Debug)]
pub struct OwnedRight<Row>(PhantomData<Row>);

/// The value in the layout of an operand.
trait InLayout<X, Y, O> {
    fn value(x: &X, y: &Y) -> O;
}

/// The derivative is that of the operator on references.
macro_rules! owned {
    ($($Row:ident)*) => {$(
        impl<Row, X, Y> Binary<X, Y> for $Row<Row>
        where
            Row: Binary<X, Y>,
            $Row<Row>: InLayout<X, Y, Row::Output>,
            X: Differentiable,
            Y: Differentiable,
        {
            type Output = Row::Output;

            #[track_caller]
            fn value(x: &X, y: &Y) -> Row::Output {
                <Self as InLayout<X, Y, Row::Output>>::value(x, y)
            }

            fn linear(
                x: &X,
                y: &Y,
                x_dot: &Tangent<X>,
                y_dot: &Tangent<Y>,
            ) -> Tangent<Row::Output> {
                Row::linear(x, y, x_dot, y_dot)
            }

            fn transposed(
                x: &X,
                y: &Y,
                bar: Tangent<Row::Output>,
                x_bar: &mut (impl CotangentAccumulator<Tangent<X>> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
            ) {
                Row::transposed(x, y, bar, x_bar, y_bar);
            }
        }
    )*};
}
owned!(OwnedLeft OwnedRight);

/// The value where `ndarray` stores it in `owned`, or `None` if its shape is another one.
fn in_place<A: ArrayReal, D: Dimension, E: Dimension, O: Dimension>(
    owned: &ArrayBase<impl Storage<Elem = A>, D>,
    other: &ArrayBase<impl Storage<Elem = A>, E>,
    f: impl Fn(A, A) -> A,
) -> Option<Array<A, O>> {
    let other = other.broadcast(owned.raw_dim())?;
    if owned.is_standard_layout()
        && let Some(last) = constant_axis(&other)
    {
        let mut value = owned.to_owned();
        Zip::from(value.lanes_mut(last)).and(other.lanes(last)).for_each(|mut lane, y| {
            if let Some(y) = y.first() {
                lane.map_inplace(|x| *x = f(*x, *y));
            }
        });
        return value.into_dimensionality().ok();
    }
    if owned.is_standard_layout() {
        // one pass instead of a copy and a change
        let value = Zip::from(owned).and(&other).map_collect(|x, y| f(*x, *y));
        if value.is_standard_layout() {
            return value.into_dimensionality().ok();
        }
    }
    let mut value = copy_in_layout(owned);
    value.zip_mut_with(&other, |x, y| *x = f(*x, *y));
    value.into_dimensionality().ok()
}

/// A function of every element, in the layout of the array.
fn mapped<A: ArrayReal, D: Dimension>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    f: impl Fn(A) -> A,
) -> Array<A, D> {
    if x.is_standard_layout() {
        return x.mapv(f);
    }
    let mut value = copy_in_layout(x);
    value.map_inplace(|x| *x = f(*x));
    value
}

impl<Row, A, S, D, T, E, O> InLayout<ArrayBase<S, D>, ArrayBase<T, E>, Array<A, O>>
    for OwnedLeft<Row>
where
    Row: Elementwise,
    A: ArrayReal,
    S: Storage<Elem = A>,
    T: Storage<Elem = A>,
    D: Dimension + DimMax<E, Output = O>,
    E: Dimension,
    O: Dimension,
{
    #[track_caller]
    fn value(x: &ArrayBase<S, D>, y: &ArrayBase<T, E>) -> Array<A, O> {
        match in_place(x, y, Row::value) {
            Some(value) => value,
            None => Row::whole(x, y),
        }
    }
}

impl<Row, A, S, D, T, E, O> InLayout<ArrayBase<S, D>, ArrayBase<T, E>, Array<A, O>>
    for OwnedRight<Row>
where
    Row: Elementwise,
    A: ArrayReal,
    S: Storage<Elem = A>,
    T: Storage<Elem = A>,
    D: Dimension + DimMax<E, Output = O>,
    E: Dimension,
    O: Dimension,
{
    #[track_caller]
    fn value(x: &ArrayBase<S, D>, y: &ArrayBase<T, E>) -> Array<A, O> {
        match in_place(y, x, |y, x| Row::value(x, y)) {
            Some(value) => value,
            None => Row::whole(x, y),
        }
    }
}

impl<Row, A, S, D> InLayout<ArrayBase<S, D>, A, Array<A, D>> for OwnedLeft<Row>
where
    Row: Elementwise,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    fn value(x: &ArrayBase<S, D>, y: &A) -> Array<A, D> {
        match exact_inverse::<Row, A>(*y) {
            Some(inverse) => mapped(x, |x| x * inverse),
            None => mapped(x, |x| Row::value(x, *y)),
        }
    }
}

macro_rules! of_scalar {
    ($($real:ty)*) => {$(
        impl<Row, S, D> InLayout<$real, ArrayBase<S, D>, Array<$real, D>> for OwnedRight<Row>
        where
            Row: Elementwise,
            S: Storage<Elem = $real>,
            D: Dimension,
        {
            fn value(x: &$real, y: &ArrayBase<S, D>) -> Array<$real, D> {
                mapped(y, |y| Row::value(*x, y))
            }
        }
    )*};
}
of_scalar!(f64 f32);
