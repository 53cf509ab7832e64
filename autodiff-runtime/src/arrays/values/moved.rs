//! Operators and methods that use the memory of an operand.
//!
//! The user's program moves an array into an operator, as in `x.dot(&w) + &b`, or drops it after the
//! call, and no derivative reads its elements. So generated code moves it as well. The linear part
//! has the shape of the operand, and not the operand.
//!
//! Sums and differences need no values of their operands. Products and quotients need the other
//! operand alone if that is inactive, which the types check.

use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, DimMax, Dimension, Zip};

use super::arithmetic::{
    Add, Div, Elementwise, Mul, Sub, add_to_operand, exact_inverse, take_as, wants,
};
use crate::arrays::rows::Tangent;
use crate::arrays::storage::memory::{release, to_overwrite};
use crate::arrays::storage::space::{ArrayDim, ArrayReal, Storage, dense};
use crate::member::name;
use crate::{CotangentAccumulator, Differentiable, DifferentiableFn, InPlace, Method, NoResiduals};

/// An operator whose left operand is moved.
#[derive(Debug)]
pub struct MovedLeft<Row, X, Y>(PhantomData<(Row, X, Y)>);

/// An operator whose right operand is moved.
#[derive(Debug)]
pub struct MovedRight<Row, X, Y>(PhantomData<(Row, X, Y)>);

macro_rules! operator {
    ($($Row:ident $left:literal $right:literal;)*) => {$(
        operator!(@arrays $left MovedLeft<$Row>);
        operator!(@arrays $right MovedRight<$Row>);

        #[diagnostic::do_not_recommend]
        impl<A: ArrayReal, D> Method<{ name($left) }, A> for Array<A, D> {
            type Marker = MovedLeft<$Row, Array<A, D>, A>;
        }

        operator!(@scalar $Row $right f64);
        operator!(@scalar $Row $right f32);
    )*};
    (@arrays $name:literal $Moved:ident<$Row:ident>) => {
        #[diagnostic::do_not_recommend]
        impl<A, S, D, T, E> Method<{ name($name) }, ArrayBase<T, E>> for ArrayBase<S, D>
        where
            S: ndarray::RawData<Elem = A>,
            T: ndarray::RawData<Elem = A>,
        {
            type Marker = $Moved<$Row, ArrayBase<S, D>, ArrayBase<T, E>>;
        }
    };
    (@scalar $Row:ident $right:literal $real:ty) => {
        #[diagnostic::do_not_recommend]
        impl<D> Method<{ name($right) }, Array<$real, D>> for $real {
            type Marker = MovedRight<$Row, $real, Array<$real, D>>;
        }
    };
}
operator! {
    Add "=add" "add=";
    Sub "=sub" "sub=";
    Mul "=mul" "mul=";
    Div "=div" "div=";
}

/// The operand that is not moved: an array or a scalar.
pub trait OtherOperand<A: ArrayReal, D: Dimension>: Differentiable {
    /// The dimension of the result.
    type Dim: Dimension;

    /// `f(moved, other)` for each element, in the memory of `moved` if the result has its shape.
    #[track_caller]
    fn combined<Row: Elementwise, const LEFT: bool>(
        &self,
        moved: Array<A, D>,
    ) -> Array<A, Self::Dim>;

    /// The derivative in the direction of these tangents: the same sum or difference of them, or
    /// the same product or quotient of the tangent of the moved operand.
    fn combined_tangents<Row: Elementwise, const LEFT: bool>(
        &self,
        moved: Array<A, D>,
        other: &Tangent<Self>,
    ) -> Array<A, Self::Dim>;

    /// Adds the cotangents of both operands. `shape` is that of the one that was moved.
    fn transposed<Row: Elementwise, const LEFT: bool, B>(
        &self,
        shape: &D,
        bar: Array<A, Self::Dim>,
        moved_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        other_bar: &mut B,
    ) where
        B: CotangentAccumulator<Tangent<Self>> + ?Sized;
}

/// The value of a row for an element of the moved operand, and one of the other.
fn value<Row: Elementwise, const LEFT: bool, A: ArrayReal>(moved: A, other: A) -> A {
    if LEFT { Row::value(moved, other) } else { Row::value(other, moved) }
}

/// The cotangent of an element of the moved operand. It does not depend on that element.
fn of_moved<Row: Elementwise, const LEFT: bool, A: ArrayReal>(other: A, bar: A) -> A {
    if LEFT { Row::left(other, other, bar) } else { Row::right(other, other, bar) }
}

/// The cotangent of an element of the other operand of a sum or a difference.
fn of_other<Row: Elementwise, const LEFT: bool, A: ArrayReal>(bar: A) -> A {
    if LEFT { Row::right(bar, bar, bar) } else { Row::left(bar, bar, bar) }
}

/// Whether the moved operand is not needed for these cotangents.
const fn can_be_moved<Row: Elementwise, const LEFT: bool>(other_is_wanted: bool) -> bool {
    !Row::READS_OPERANDS || !other_is_wanted && (LEFT || Row::IS_PRODUCT)
}

impl<A, D, T, E> OtherOperand<A, D> for ArrayBase<T, E>
where
    A: ArrayReal,
    D: Dimension + DimMax<E>,
    T: Storage<Elem = A>,
    E: Dimension + DimMax<D, Output = <D as DimMax<E>>::Output>,
{
    type Dim = <D as DimMax<E>>::Output;

    fn combined<Row: Elementwise, const LEFT: bool>(
        &self,
        mut moved: Array<A, D>,
    ) -> Array<A, Self::Dim> {
        if let Some(other) = self.broadcast(moved.raw_dim()) {
            moved.zip_mut_with(&other, |m, o| *m = value::<Row, LEFT, A>(*m, *o));
            match moved.into_dimensionality() {
                Ok(value) => return value,
                // it has as many axes as the result
                Err(_) => unreachable!(),
            }
        }
        if LEFT { Row::whole(&moved, self) } else { Row::whole(self, &moved) }
    }

    fn combined_tangents<Row: Elementwise, const LEFT: bool>(
        &self,
        moved: Array<A, D>,
        other: &Array<A, E>,
    ) -> Array<A, Self::Dim> {
        if !Row::READS_OPERANDS {
            other.combined::<Row, LEFT>(moved)
        } else {
            self.combined::<Row, LEFT>(moved)
        }
    }

    fn transposed<Row: Elementwise, const LEFT: bool, B>(
        &self,
        shape: &D,
        mut bar: Array<A, Self::Dim>,
        moved_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        other_bar: &mut B,
    ) where
        B: CotangentAccumulator<Array<A, E>> + ?Sized,
    {
        if wants(other_bar) {
            if other_bar.is_fresh() && bar.shape() == self.shape() {
                let mut of_elements = to_overwrite(bar.raw_dim());
                Zip::from(&mut of_elements)
                    .and(&bar)
                    .for_each(|other, bar| *other = of_other::<Row, LEFT, A>(*bar));
                take_as(other_bar, of_elements);
            } else if let Some(sum) = dense(other_bar, self.shape()) {
                let unread = bar.view();
                let of_element = |_, _, bar| of_other::<Row, LEFT, A>(bar);
                add_to_operand(sum, &bar, &unread, &unread, false, of_element);
            }
        }
        let of_element = |other, bar| of_moved::<Row, LEFT, A>(other, bar);
        if bar.shape() == shape.slice() {
            if Row::READS_OPERANDS
                && let Some(other) = self.broadcast(bar.raw_dim())
            {
                bar.zip_mut_with(&other, |bar, other| *bar = of_element(*other, *bar));
            } else if !Row::READS_OPERANDS && of_element(A::one(), A::one()) < A::zero() {
                bar.map_inplace(|bar| *bar = -*bar);
            }
            take_as(moved_bar, bar);
        } else if let (Some(sum), Some(other)) =
            (dense(moved_bar, shape.slice()), self.broadcast(bar.raw_dim()))
        {
            let of_element = |other, _, bar| of_element(other, bar);
            add_to_operand(sum, &bar, &other, &other, Row::READS_OPERANDS, of_element);
            release(bar);
        }
    }
}

impl<A: ArrayReal, D: Dimension> OtherOperand<A, D> for A {
    type Dim = D;

    fn combined<Row: Elementwise, const LEFT: bool>(&self, mut moved: Array<A, D>) -> Array<A, D> {
        if LEFT && let Some(inverse) = exact_inverse::<Row, A>(*self) {
            moved.map_inplace(|m| *m *= inverse);
            return moved;
        }
        moved.map_inplace(|m| *m = value::<Row, LEFT, A>(*m, *self));
        moved
    }

    fn combined_tangents<Row: Elementwise, const LEFT: bool>(
        &self,
        moved: Array<A, D>,
        other: &A,
    ) -> Array<A, D> {
        let other = if Row::READS_OPERANDS { self } else { other };
        other.combined::<Row, LEFT>(moved)
    }

    fn transposed<Row: Elementwise, const LEFT: bool, B>(
        &self,
        _: &D,
        mut bar: Array<A, D>,
        moved_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        other_bar: &mut B,
    ) where
        B: CotangentAccumulator<A> + ?Sized,
    {
        if wants(other_bar) {
            let sum = bar.fold(A::real(-0.0), |sum, bar| sum + of_other::<Row, LEFT, A>(*bar));
            other_bar.add(&sum);
        }
        match exact_inverse::<Row, A>(*self).filter(|_| LEFT) {
            Some(inverse) => bar.map_inplace(|bar| *bar *= inverse),
            None => bar.map_inplace(|bar| *bar = of_moved::<Row, LEFT, A>(*self, *bar)),
        }
        moved_bar.take(bar);
    }
}

/// The associated types and the functions of a marker, with its parameters in order.
macro_rules! marker {
    ($Marker:ty, $LEFT:literal, [$moved:ident $other:ident $moved_dot:ident $other_dot:ident
        $moved_bar:ident $other_bar:ident], ($($value:tt)*) ($($shared:tt)*) ($($dot:tt)*)
        ($($bar:tt)*)) => {
        impl<Row, A, D, Y, Args> DifferentiableFn<Args> for $Marker
        where
            A: ArrayReal,
            D: Dimension,
            Y: OtherOperand<A, D>,
        {
            type Output = Array<A, Y::Dim>;
            type Frame = ArrayDim<D>;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<ArrayDim<D>>;
        }

        // generated code calls these functions by position
        #[allow(missing_docs, clippy::too_many_arguments)]
        impl<Row, A, D, Y> $Marker
        where
            Row: Elementwise,
            A: ArrayReal,
            D: Dimension,
            Y: OtherOperand<A, D>,
        {
            #[track_caller]
            pub fn primal($($value)*, _: &mut NoResiduals) -> (Array<A, Y::Dim>, ArrayDim<D>) {
                let shape = ArrayDim($moved.raw_dim());
                ($other.combined::<Row, $LEFT>($moved), shape)
            }

            #[track_caller]
            pub fn jvp($($value)*, $($dot)*) -> (Array<A, Y::Dim>, Array<A, Y::Dim>) {
                let dot = $other.combined_tangents::<Row, $LEFT>($moved_dot, $other_dot);
                ($other.combined::<Row, $LEFT>($moved), dot)
            }

            pub fn linear(
                $($shared)*,
                _: &ArrayDim<D>,
                _: &NoResiduals,
                $($dot)*
            ) -> Array<A, Y::Dim> {
                $other.combined_tangents::<Row, $LEFT>($moved_dot, $other_dot)
            }

            pub fn transposed<B: CotangentAccumulator<Tangent<Y>> + ?Sized>(
                $($shared)*,
                shape: &ArrayDim<D>,
                _: &NoResiduals,
                bar: Array<A, Y::Dim>,
                $($bar)*
            ) {
                const {
                    assert!(can_be_moved::<Row, $LEFT>(B::WANTED), "an operand was moved that the \
                        derivative reads");
                }
                $other.transposed::<Row, $LEFT, B>(&shape.0, bar, $moved_bar, $other_bar);
            }

            #[track_caller]
            pub fn vjp<B: CotangentAccumulator<Tangent<Y>> + ?Sized>(
                $($value)*,
                _: &mut NoResiduals,
                bar: Array<A, Y::Dim>,
                $($bar)*
            ) -> Array<A, Y::Dim> {
                const {
                    assert!(can_be_moved::<Row, $LEFT>(B::WANTED), "an operand was moved that the \
                        derivative reads");
                }
                let shape = $moved.raw_dim();
                let value = $other.combined::<Row, $LEFT>($moved);
                $other.transposed::<Row, $LEFT, B>(&shape, bar, $moved_bar, $other_bar);
                value
            }
        }
    };
}
marker! {
    MovedLeft<Row, Array<A, D>, Y>, true,
    [moved other moved_dot other_dot moved_bar other_bar],
    (moved: Array<A, D>, other: &Y) (_: impl Sized, other: &Y)
    (moved_dot: Array<A, D>, other_dot: &Tangent<Y>)
    (moved_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized), other_bar: &mut B)
}
marker! {
    MovedRight<Row, Y, Array<A, D>>, false,
    [moved other moved_dot other_dot moved_bar other_bar],
    (other: &Y, moved: Array<A, D>) (other: &Y, _: impl Sized)
    (other_dot: &Tangent<Y>, moved_dot: Array<A, D>)
    (other_bar: &mut B, moved_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized))
}
