//! Assignment to the views that a loop iterates over, and to the elements of an array.
//!
//! A loop changes copies of the views. After the loop the copies are assigned to the views. The
//! transpose moves the cotangent of the view to the copy, and leaves zeros in its place.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, ArrayRef, ArrayViewMut, Axis, DataMut, Dimension, RawData, Zip};

use crate::arrays::rows::arguments::Arguments;
use crate::arrays::storage::memory::to_overwrite;
use crate::arrays::storage::space::{ArrayReal, Storage, dense};
use crate::arrays::values::arithmetic::add_to_operand;
use crate::arrays::views::items::{Chunks, Columns, ExactChunks, Lanes, OnePart, Rows};
use crate::arrays::views::{AtIndex, View};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals};

macro_rules! method {
    ($($name:literal $Marker:ident $V:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = $Marker<$V, ArrayBase<S, D>>;
        }
    )*};
}
method! {
    "assign_to_index_axis_mut" AssignToTwo AtIndex;
    "assign_to_part_of_rows_mut" AssignToOne OnePart<Rows>;
    "assign_to_part_of_columns_mut" AssignToOne OnePart<Columns>;
    "assign_to_part_of_lanes_mut" AssignToTwo OnePart<Lanes>;
    "assign_to_part_of_exact_chunks_mut" AssignToTwo OnePart<ExactChunks>;
    "assign_to_part_of_axis_chunks_iter_mut" AssignToThree OnePart<Chunks>;
}

/// Calls `f` with the elements of two views of the same shape, lane by lane along the axis in which
/// the elements of `y` are closest. `Zip` computes the place of a lane from all its indices, which
/// costs more than its elements if these are few.
fn for_each_by_lanes<A, D: Dimension>(
    mut x: ArrayViewMut<'_, A, D>,
    mut y: ArrayViewMut<'_, A, D>,
    mut f: impl FnMut(&mut A, &mut A),
) {
    let strides = y.strides().iter().map(|stride| stride.unsigned_abs());
    let axes = strides.zip(y.shape()).enumerate().filter(|(_, (_, length))| **length > 1);
    let Some((axis, _)) = axes.min_by_key(|(_, (stride, _))| *stride) else {
        return Zip::from(x).and(y).for_each(f);
    };
    let (x, y) = (x.lanes_mut(Axis(axis)), y.lanes_mut(Axis(axis)));
    Zip::from(x).and(y).for_each(|x, y| Zip::from(x).and(y).for_each(&mut f));
}

/// Adds the cotangent of a view to that of the array that was assigned to it, and clears it.
#[track_caller]
pub(super) fn transpose<A, E, T, F>(
    mut part: ArrayViewMut<'_, A, E>,
    y: &ArrayBase<T, F>,
    y_bar: &mut (impl CotangentAccumulator<Array<A, F>> + ?Sized),
) where
    A: ArrayReal,
    E: Dimension,
    T: Storage<Elem = A>,
    F: Dimension,
{
    let of_y = y.shape();
    if y_bar.is_fresh() && of_y == part.shape() {
        let mut moved = to_overwrite(part.raw_dim());
        for_each_by_lanes(moved.view_mut(), part, |moved, bar| {
            *moved = core::mem::replace(bar, A::zero());
        });
        if let Ok(moved) = moved.into_dimensionality() {
            y_bar.take(moved);
        }
        return;
    }
    if let Some(sum) = dense(y_bar, of_y) {
        if of_y == part.shape()
            && let Ok(sum) = sum.view_mut().into_dimensionality::<E>()
        {
            // one pass adds and clears
            for_each_by_lanes(sum, part, |sum, bar| {
                *sum += *bar;
                *bar = A::zero();
            });
            return;
        }
        if let Some(y) = y.broadcast(part.raw_dim()) {
            add_to_operand(sum, &part, &y, &y, false, |_, _, bar| bar);
        }
    }
    part.fill(A::zero());
}

/// A marker for each number of arguments of the method that makes the view.
macro_rules! markers {
    ($($doc:literal $Marker:ident: $($value:ident $dot:ident $P:ident)*;)*) => {$(
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $Marker<V, X>(PhantomData<(V, X)>);

        impl<V, A, S, D, Args> DifferentiableFn<Args> for $Marker<V, ArrayBase<S, D>>
        where
            V: View<D>,
            A: ArrayReal,
            S: Storage<Elem = A> + DataMut,
            D: Dimension,
        {
            type Output = ();
            type Frame = V::Arguments;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<V::Arguments>;
        }

        // generated code calls these functions by position
        #[allow(missing_docs, unused_variables, clippy::too_many_arguments)]
        impl<V, A, S, D> $Marker<V, ArrayBase<S, D>>
        where
            V: View<D>,
            A: ArrayReal,
            S: Storage<Elem = A> + DataMut,
            D: Dimension,
        {
            #[track_caller]
            pub fn primal<$($P,)* T: Storage<Elem = A>, F: Dimension>(
                x: &mut ArrayRef<A, D>,
                $($value: $P,)*
                y: &ArrayBase<T, F>,
                _: &mut NoResiduals,
            ) -> ((), V::Arguments)
            where
                ($($P,)*): Arguments<V::Arguments>,
            {
                let saved = ($($value,)*).saved();
                V::of(x.view_mut(), &saved).assign(y);
                ((), saved)
            }

            #[track_caller]
            pub fn jvp<$($P,)* T: Storage<Elem = A>, F: Dimension>(
                x: &mut ArrayRef<A, D>,
                $($value: $P,)*
                y: &ArrayBase<T, F>,
                x_dot: &mut ArrayRef<A, D>,
                $($dot: impl Sized,)*
                y_dot: &Array<A, F>,
            ) -> ((), ())
            where
                ($($P,)*): Arguments<V::Arguments>,
            {
                let saved = ($($value,)*).saved();
                V::of(x.view_mut(), &saved).assign(y);
                V::of(x_dot.view_mut(), &saved).assign(y_dot);
                ((), ())
            }

            pub fn linear<F: Dimension>(
                _: impl Sized,
                $($value: impl Sized,)*
                _: impl Sized,
                saved: &V::Arguments,
                _: &NoResiduals,
                x_dot: &mut ArrayRef<A, D>,
                $($dot: impl Sized,)*
                y_dot: &Array<A, F>,
            ) {
                V::of(x_dot.view_mut(), saved).assign(y_dot);
            }

            pub fn transposed<T: Storage<Elem = A>, F: Dimension>(
                _: impl Sized,
                $($value: impl Sized,)*
                y: &ArrayBase<T, F>,
                saved: &V::Arguments,
                _: &NoResiduals,
                _: (),
                x_bar: &mut ArrayRef<A, D>,
                $($dot: &mut impl ?Sized,)*
                y_bar: &mut (impl CotangentAccumulator<Array<A, F>> + ?Sized),
            ) {
                transpose(V::of(x_bar.view_mut(), saved), y, y_bar);
            }

            #[track_caller]
            pub fn vjp<$($P,)* T: Storage<Elem = A>, F: Dimension>(
                x: &mut ArrayRef<A, D>,
                $($value: $P,)*
                y: &ArrayBase<T, F>,
                _: &mut NoResiduals,
                _: (),
                x_bar: &mut ArrayRef<A, D>,
                $($dot: &mut impl ?Sized,)*
                y_bar: &mut (impl CotangentAccumulator<Array<A, F>> + ?Sized),
            )
            where
                ($($P,)*): Arguments<V::Arguments>,
            {
                let saved = ($($value,)*).saved();
                V::of(x.view_mut(), &saved).assign(y);
                transpose(V::of(x_bar.view_mut(), &saved), y, y_bar);
            }
        }
    )*};
}
markers! {
    "The marker of an assignment to a view with one argument." AssignToOne: a a_dot P;
    "The marker of an assignment to a view with two arguments." AssignToTwo:
        a a_dot P b b_dot Q;
    "The marker of an assignment to a view with three arguments." AssignToThree:
        a a_dot P b b_dot Q c c_dot R;
}

/// The marker of an assignment of all elements, in logical order.
#[derive(Debug)]
pub struct AssignElements<X>(PhantomData<X>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("assign_to_iter_mut") }> for ArrayBase<S, D> {
    type Marker = AssignElements<ArrayBase<S, D>>;
}

impl<S: RawData, D, Args> DifferentiableFn<Args> for AssignElements<ArrayBase<S, D>> {
    type Output = ();
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
}

fn assign_elements<A: ArrayReal, D: Dimension>(x: &mut ArrayRef<A, D>, elements: Vec<A>) {
    x.iter_mut().zip(elements).for_each(|(x, element)| *x = element);
}

#[allow(missing_docs)]
impl<A, S, D> AssignElements<ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A> + DataMut,
    D: Dimension,
{
    pub fn primal(
        x: &mut ArrayRef<A, D>,
        elements: Vec<A>,
        _: &mut NoResiduals,
    ) -> ((), NoResiduals) {
        assign_elements(x, elements);
        ((), NoResiduals)
    }

    pub fn jvp(
        x: &mut ArrayRef<A, D>,
        elements: Vec<A>,
        x_dot: &mut ArrayRef<A, D>,
        dots: Vec<A>,
    ) -> ((), ()) {
        assign_elements(x, elements);
        assign_elements(x_dot, dots);
        ((), ())
    }

    pub fn linear(
        _: impl Sized,
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        x_dot: &mut ArrayRef<A, D>,
        dots: Vec<A>,
    ) {
        assign_elements(x_dot, dots);
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed(
        _: impl Sized,
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) {
        let elements: Vec<A> = x_bar.iter().copied().collect();
        bars.add(&elements);
        x_bar.fill(A::zero());
    }

    pub fn vjp(
        x: &mut ArrayRef<A, D>,
        elements: Vec<A>,
        _: &mut NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) {
        assign_elements(x, elements);
        Self::transposed((), (), &NoResiduals, &NoResiduals, (), x_bar, bars);
    }
}
