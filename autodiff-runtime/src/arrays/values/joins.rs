//! `concatenate(axis, &[x, y])` and `stack(axis, &[x, y])`, for up to six arrays.
//!
//! Generated code passes the arrays one by one: `concatenate_2(axis, &x, &y)`.

use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayView, Axis, Dimension, RemoveAxis, ShapeError, Slice,
    concatenate, stack,
};

use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, dense, same_shape};
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, NoResiduals};

/// A function that makes one array of several ones.
pub trait Join<D: Dimension> {
    /// The dimension of the result.
    type Dim: RemoveAxis;

    /// The value.
    fn join<A: ArrayReal>(
        axis: Axis,
        arrays: &[ArrayView<'_, A, D>],
    ) -> Result<Array<A, Self::Dim>, ShapeError>;

    /// Adds to an array its part of the cotangent of the result, which starts at the index `*from`
    /// of the axis. Advances `from` by the length of the part.
    fn add_part<A: ArrayReal>(
        bar: &Array<A, Self::Dim>,
        axis: Axis,
        from: &mut usize,
        shape: &[usize],
        sum: Option<&mut ArrayRef<A, D>>,
    );
}

/// `concatenate(axis, arrays)`
#[derive(Debug)]
pub struct Concatenate;

/// `stack(axis, arrays)`
#[derive(Debug)]
pub struct Stack;

impl<D: RemoveAxis> Join<D> for Concatenate {
    type Dim = D;

    fn join<A: ArrayReal>(
        axis: Axis,
        arrays: &[ArrayView<'_, A, D>],
    ) -> Result<Array<A, D>, ShapeError> {
        concatenate(axis, arrays)
    }

    fn add_part<A: ArrayReal>(
        bar: &Array<A, D>,
        axis: Axis,
        from: &mut usize,
        shape: &[usize],
        sum: Option<&mut ArrayRef<A, D>>,
    ) {
        let to = *from + shape[axis.index()];
        if let Some(sum) = sum {
            *sum += &*bar.slice_axis(axis, Slice::from(*from..to));
        }
        *from = to;
    }
}

impl<D: Dimension> Join<D> for Stack {
    type Dim = D::Larger;

    fn join<A: ArrayReal>(
        axis: Axis,
        arrays: &[ArrayView<'_, A, D>],
    ) -> Result<Array<A, D::Larger>, ShapeError> {
        stack(axis, arrays)
    }

    fn add_part<A: ArrayReal>(
        bar: &Array<A, D::Larger>,
        axis: Axis,
        from: &mut usize,
        _: &[usize],
        sum: Option<&mut ArrayRef<A, D>>,
    ) {
        if let Some(sum) = sum
            && let Ok(part) = bar.index_axis(axis, *from).into_dimensionality::<D>()
        {
            *sum += &*part;
        }
        *from += 1;
    }
}

/// The value of a call, or the error of arrays that do not fit.
pub(super) type Joined<A, D> = Result<Array<A, D>, ShapeError>;

/// The axis and its length in the result; `None` if the call returned an error.
pub(super) type Saved = Option<(usize, usize)>;

/// Functions and their markers, for a number of arrays.
macro_rules! joins {
    ($($Marker:ident $concatenate:ident $stack:ident: $($x:ident $dot:ident $bar:ident $S:ident)*;
    )*) => {$(
        /// The marker of a function of this number of arrays.
        #[derive(Debug)]
        pub struct $Marker<Row>(PhantomData<Row>);

        /// `concatenate(axis, arrays)`
        pub fn $concatenate<A: ArrayReal, D: RemoveAxis $(, $S: Storage<Elem = A>)*>(
            axis: Axis,
            $($x: &ArrayBase<$S, D>,)*
        ) -> Joined<A, D> {
            Concatenate::join(axis, &[$($x.view()),*])
        }
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        pub type $concatenate = $Marker<Concatenate>;

        /// `stack(axis, arrays)`
        pub fn $stack<A: ArrayReal, D: Dimension $(, $S: Storage<Elem = A>)*>(
            axis: Axis,
            $($x: &ArrayBase<$S, D>,)*
        ) -> Joined<A, D::Larger> {
            Stack::join(axis, &[$($x.view()),*])
        }
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        pub type $stack = $Marker<Stack>;

        impl<Row, A, D, P $(, $S)*> DifferentiableFn<(P, $(ArrayBase<$S, D>,)*)> for $Marker<Row>
        where
            Row: Join<D>,
            A: ArrayReal,
            D: Dimension,
            $($S: Storage<Elem = A>,)*
        {
            type Output = Joined<A, Row::Dim>;
            type Frame = Saved;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<Saved>;
        }

        // generated code calls these functions by position
        #[allow(missing_docs, clippy::too_many_arguments)]
        impl<Row> $Marker<Row> {
            pub fn primal<A: ArrayReal, D: Dimension $(, $S: Storage<Elem = A>)*>(
                axis: Axis,
                $($x: &ArrayBase<$S, D>,)*
                _: &mut NoResiduals,
            ) -> (Joined<A, Row::Dim>, Saved)
            where
                Row: Join<D>,
            {
                let value = Row::join(axis, &[$($x.view()),*]);
                let saved = value.as_ref().ok().map(|value| (axis.index(), value.len_of(axis)));
                (value, saved)
            }

            pub fn jvp<A: ArrayReal, D: Dimension $(, $S: Storage<Elem = A>)*>(
                axis: Axis,
                $($x: &ArrayBase<$S, D>,)*
                _: impl Sized,
                $($dot: &Array<A, D>,)*
            ) -> (Joined<A, Row::Dim>, Option<Array<A, Row::Dim>>)
            where
                Row: Join<D>,
            {
                let value = Row::join(axis, &[$($x.view()),*]);
                let dot = value.is_ok().then(|| Row::join(axis, &[$($dot.view()),*]).ok());
                (value, dot.flatten())
            }

            pub fn linear<A: ArrayReal, D: Dimension $(, $S: Storage<Elem = A>)*>(
                _: impl Sized,
                $(_: &ArrayBase<$S, D>,)*
                saved: &Saved,
                _: &NoResiduals,
                _: impl Sized,
                $($dot: &Array<A, D>,)*
            ) -> Option<Array<A, Row::Dim>>
            where
                Row: Join<D>,
            {
                let (axis, _) = (*saved)?;
                Row::join(Axis(axis), &[$($dot.view()),*]).ok()
            }

            pub fn transposed<A: ArrayReal, D: Dimension $(, $S: Storage<Elem = A>)*>(
                _: impl Sized,
                $($x: &ArrayBase<$S, D>,)*
                saved: &Saved,
                _: &NoResiduals,
                bar: Option<Array<A, Row::Dim>>,
                _: &mut impl ?Sized,
                $($bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),)*
            ) where
                Row: Join<D>,
            {
                let (Some((axis, length)), Some(bar)) = (*saved, bar) else { return };
                let (axis, mut from) = (Axis(axis), 0);
                same_shape("cotangent", "result", &[bar.len_of(axis)], &[length]);
                $(Row::add_part(&bar, axis, &mut from, $x.shape(), dense($bar, $x.shape()));)*
                release(bar);
            }

            pub fn vjp<A: ArrayReal, D: Dimension $(, $S: Storage<Elem = A>)*>(
                axis: Axis,
                $($x: &ArrayBase<$S, D>,)*
                _: &mut NoResiduals,
                bar: Option<Array<A, Row::Dim>>,
                axis_bar: &mut impl ?Sized,
                $($bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),)*
            ) -> Joined<A, Row::Dim>
            where
                Row: Join<D>,
            {
                let (value, saved) = Self::primal(axis, $($x,)* &mut NoResiduals);
                Self::transposed((), $($x,)* &saved, &NoResiduals, bar, axis_bar, $($bar),*);
                value
            }
        }
    )*};
}
joins! {
    OfOneJoined concatenate_1 stack_1: a a_dot a_bar S;
    OfTwoJoined concatenate_2 stack_2: a a_dot a_bar S b b_dot b_bar T;
    OfThreeJoined concatenate_3 stack_3: a a_dot a_bar S b b_dot b_bar T c c_dot c_bar U;
    OfFourJoined concatenate_4 stack_4: a a_dot a_bar S b b_dot b_bar T c c_dot c_bar U
        d d_dot d_bar V;
    OfFiveJoined concatenate_5 stack_5: a a_dot a_bar S b b_dot b_bar T c c_dot c_bar U
        d d_dot d_bar V e e_dot e_bar W;
    OfSixJoined concatenate_6 stack_6: a a_dot a_bar S b b_dot b_bar T c c_dot c_bar U
        d d_dot d_bar V e e_dot e_bar W f f_dot f_bar X;
}
