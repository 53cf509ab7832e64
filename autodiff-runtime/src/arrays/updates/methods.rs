//! Methods that change an array: `assign`, `fill`, `scaled_add`, `swap_axes`, `invert_axis`.

use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Axis, DataMut, Dimension, RawData, Zip,
};

use super::assigned::transpose;
use super::{OfUpdateMethod, Update};
use crate::arrays::storage::space::{ArrayReal, Storage, dense};
use crate::arrays::values::arithmetic::{add_to_operand, wants};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals};

/// `x.assign(&y)`
#[derive(Debug)]
pub struct Assign;

/// The marker of `x.fill(value)`.
#[derive(Debug)]
pub struct OfFill<X>(PhantomData<X>);

/// The marker of `x.scaled_add(factor, &y)`.
#[derive(Debug)]
pub struct OfScaledAdd<X>(PhantomData<X>);

/// The marker of `x.swap_axes(a, b)`.
#[derive(Debug)]
pub struct OfSwapAxes<X>(PhantomData<X>);

/// The marker of `x.invert_axis(axis)`.
#[derive(Debug)]
pub struct OfInvertAxis<X>(PhantomData<X>);

macro_rules! method {
    ($($name:literal $Marker:ty, $Frame:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = $Marker;
        }

        method!(@function $Marker, $Frame);
    )*};
    (@function $Marker:ty, $Frame:ty) => {
        impl<S: RawData, D, Args> DifferentiableFn<Args> for $Marker
        where
            $Frame: crate::Residual + core::fmt::Debug,
        {
            type Output = ();
            type Frame = $Frame;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<$Frame>;
        }
    };
}
method! {
    "fill" OfFill<ArrayBase<S, D>>, NoResiduals;
    "scaled_add" OfScaledAdd<ArrayBase<S, D>>, S::Elem;
    "swap_axes" OfSwapAxes<ArrayBase<S, D>>, (usize, usize);
    "invert_axis" OfInvertAxis<ArrayBase<S, D>>, usize;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("assign") }> for ArrayBase<S, D> {
    type Marker = OfUpdateMethod<Assign, ArrayBase<S, D>>;
}

impl<A, S, D, T, E> Update<ArrayBase<S, D>, ArrayBase<T, E>> for Assign
where
    A: ArrayReal,
    S: Storage<Elem = A> + DataMut,
    T: Storage<Elem = A>,
    D: Dimension,
    E: Dimension,
{
    type Saved = NoResiduals;

    fn saved(_: &ArrayRef<A, D>) -> NoResiduals {
        NoResiduals
    }

    #[track_caller]
    fn apply(x: &mut ArrayRef<A, D>, y: &ArrayBase<T, E>) {
        match y.view().into_dimensionality::<D>() {
            Ok(y) if x.shape() == y.shape() && has_short_lanes(x, &y) => {
                assign_columns(x.view_mut(), y);
            }
            _ => x.assign(y),
        }
    }

    #[track_caller]
    fn jvp(
        _: &ArrayRef<A, D>,
        _: &ArrayBase<T, E>,
        x_dot: &mut ArrayRef<A, D>,
        y_dot: &Array<A, E>,
    ) {
        x_dot.assign(y_dot);
    }

    fn linear(
        _: &ArrayBase<T, E>,
        _: Option<&NoResiduals>,
        x_dot: &mut ArrayRef<A, D>,
        y_dot: &Array<A, E>,
    ) {
        x_dot.assign(y_dot);
    }

    fn transposed(
        y: &ArrayBase<T, E>,
        _: Option<&NoResiduals>,
        x_bar: &mut ArrayRef<A, D>,
        y_bar: &mut (impl CotangentAccumulator<Array<A, E>> + ?Sized),
    ) {
        transpose(x_bar.view_mut(), y, y_bar);
    }
}

/// Whether arrays have two or three elements along the last axis, as colors or points in space, and
/// many along the axis before. A loop over so few elements costs more than the elements.
fn has_short_lanes<A, D: Dimension>(x: &ArrayRef<A, D>, y: &ArrayRef<A, D>) -> bool {
    let is_contiguous = |array: &ArrayRef<A, D>| array.as_slice_memory_order().is_some();
    matches!(x.shape(), [.., rows, 2 | 3] if *rows > 3) && !(is_contiguous(x) && is_contiguous(y))
}

/// Assigns the two or three columns of arrays that [have short lanes](has_short_lanes), with one
/// loop along the axis before the last one.
fn assign_columns<A: Copy, D: Dimension>(
    mut x: ArrayViewMut<'_, A, D>,
    mut y: ArrayView<'_, A, D>,
) {
    let last = x.ndim() - 1;
    let columns = Axis(last - 1);
    x.swap_axes(last, columns.index());
    y.swap_axes(last, columns.index());
    let ((a, x), (u, y)) = (x.split_at(columns, 1), y.split_at(columns, 1));
    if x.len_of(columns) == 1 {
        Zip::from(a).and(u).and(x).and(y).for_each(|a, u, b, v| (*a, *b) = (*u, *v));
        return;
    }
    let ((b, c), (v, w)) = (x.split_at(columns, 1), y.split_at(columns, 1));
    Zip::from(a).and(u).and(b).and(v).and(c).and(w).for_each(|a, u, b, v, c, w| {
        (*a, *b, *c) = (*u, *v, *w);
    });
}

#[allow(missing_docs)]
impl<A: ArrayReal, S: Storage<Elem = A> + DataMut, D: Dimension> OfFill<ArrayBase<S, D>> {
    pub fn primal(x: &mut ArrayRef<A, D>, value: A, _: &mut NoResiduals) -> ((), NoResiduals) {
        x.fill(value);
        ((), NoResiduals)
    }

    pub fn jvp(
        x: &mut ArrayRef<A, D>,
        value: A,
        x_dot: &mut ArrayRef<A, D>,
        value_dot: A,
    ) -> ((), ()) {
        x.fill(value);
        x_dot.fill(value_dot);
        ((), ())
    }

    pub fn linear(
        _: impl Sized,
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        x_dot: &mut ArrayRef<A, D>,
        value_dot: A,
    ) {
        x_dot.fill(value_dot);
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
        value_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        if wants(value_bar) {
            value_bar.add(&x_bar.sum());
        }
        x_bar.fill(A::zero());
    }

    pub fn vjp(
        x: &mut ArrayRef<A, D>,
        value: A,
        _: &mut NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        value_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        x.fill(value);
        Self::transposed((), (), &NoResiduals, &NoResiduals, (), x_bar, value_bar);
    }
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<A: ArrayReal, S: Storage<Elem = A> + DataMut, D: Dimension> OfScaledAdd<ArrayBase<S, D>> {
    #[track_caller]
    pub fn primal<T: Storage<Elem = A>, E: Dimension>(
        x: &mut ArrayRef<A, D>,
        factor: A,
        y: &ArrayBase<T, E>,
        _: &mut NoResiduals,
    ) -> ((), A) {
        x.scaled_add(factor, y);
        ((), factor)
    }

    #[track_caller]
    pub fn jvp<T: Storage<Elem = A>, E: Dimension>(
        x: &mut ArrayRef<A, D>,
        factor: A,
        y: &ArrayBase<T, E>,
        x_dot: &mut ArrayRef<A, D>,
        factor_dot: A,
        y_dot: &Array<A, E>,
    ) -> ((), ()) {
        x.scaled_add(factor, y);
        Self::linear((), (), y, &factor, &NoResiduals, x_dot, factor_dot, y_dot);
        ((), ())
    }

    pub fn linear<T: Storage<Elem = A>, E: Dimension>(
        _: impl Sized,
        _: impl Sized,
        y: &ArrayBase<T, E>,
        factor: &A,
        _: &NoResiduals,
        x_dot: &mut ArrayRef<A, D>,
        factor_dot: A,
        y_dot: &Array<A, E>,
    ) {
        Zip::from(x_dot)
            .and_broadcast(y)
            .and_broadcast(y_dot)
            .for_each(|x_dot, y, y_dot| *x_dot += *factor * *y_dot + factor_dot * *y);
    }

    pub fn transposed<T: Storage<Elem = A>, E: Dimension>(
        _: impl Sized,
        _: impl Sized,
        y: &ArrayBase<T, E>,
        factor: &A,
        _: &NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        factor_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Array<A, E>> + ?Sized),
    ) {
        let of_y = y.shape();
        let Some(y) = y.broadcast(x_bar.raw_dim()) else { return };
        if wants(factor_bar) {
            let sum = Zip::from(&*x_bar).and(&y).fold(A::zero(), |sum, bar, y| sum + *bar * *y);
            factor_bar.add(&sum);
        }
        if let Some(sum) = dense(y_bar, of_y) {
            add_to_operand(sum, x_bar, &y, &y, false, |_, _, bar| *factor * bar);
        }
    }

    #[track_caller]
    pub fn vjp<T: Storage<Elem = A>, E: Dimension>(
        x: &mut ArrayRef<A, D>,
        factor: A,
        y: &ArrayBase<T, E>,
        _: &mut NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        factor_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Array<A, E>> + ?Sized),
    ) {
        x.scaled_add(factor, y);
        Self::transposed((), (), y, &factor, &NoResiduals, (), x_bar, factor_bar, y_bar);
    }
}

/// A method that permutes the elements in place, and is its own inverse and transpose.
macro_rules! permutation {
    ($($Marker:ident: |$x:ident, $saved:ident| $change:expr;
        $(($value:ident $dot:ident: $P:ty))*, $save:expr => $Saved:ty;)*) => {$(
        // generated code calls these functions by position
        #[allow(missing_docs, unused_variables, clippy::too_many_arguments)]
        impl<A: ArrayReal, S: Storage<Elem = A> + DataMut, D: Dimension> $Marker<ArrayBase<S, D>> {
            #[track_caller]
            pub fn primal(
                $x: &mut ArrayBase<S, D>,
                $($value: $P,)*
                _: &mut NoResiduals,
            ) -> ((), $Saved) {
                let $saved = &$save;
                $change;
                ((), *$saved)
            }

            #[track_caller]
            pub fn jvp(
                x: &mut ArrayBase<S, D>,
                $($value: $P,)*
                x_dot: &mut Array<A, D>,
                $($dot: impl Sized,)*
            ) -> ((), ()) {
                Self::primal(x, $($value,)* &mut NoResiduals);
                let ($x, $saved) = (x_dot, &$save);
                $change;
                ((), ())
            }

            pub fn linear(
                _: impl Sized,
                $($value: impl Sized,)*
                $saved: &$Saved,
                _: &NoResiduals,
                $x: &mut Array<A, D>,
                $($dot: impl Sized,)*
            ) {
                $change;
            }

            pub fn transposed(
                _: impl Sized,
                $($value: impl Sized,)*
                $saved: &$Saved,
                _: &NoResiduals,
                _: (),
                $x: &mut Array<A, D>,
                $($dot: &mut impl ?Sized,)*
            ) {
                $change;
            }

            #[track_caller]
            pub fn vjp(
                x: &mut ArrayBase<S, D>,
                $($value: $P,)*
                _: &mut NoResiduals,
                _: (),
                x_bar: &mut Array<A, D>,
                $($dot: &mut impl ?Sized,)*
            ) {
                Self::primal(x, $($value,)* &mut NoResiduals);
                let ($x, $saved) = (x_bar, &$save);
                $change;
            }
        }
    )*};
}
permutation! {
    OfSwapAxes: |x, saved| x.swap_axes(saved.0, saved.1);
        (a a_dot: usize) (b b_dot: usize), (a, b) => (usize, usize);
    OfInvertAxis: |x, saved| x.invert_axis(Axis(*saved));
        (axis axis_dot: Axis), axis.index() => usize;
}
