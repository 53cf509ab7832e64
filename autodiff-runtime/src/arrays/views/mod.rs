//! Views of arrays: rows, columns, diagonals, arrays with other axes.
//!
//! The primal of a row returns an owned array where the function returns a view, in the
//! [layout](crate::arrays::storage::layout) of the view. The transpose adds to the same view of the
//! accumulator. The projections of the same markers return views, which are not copied.
//!
//! ```text
//! mod          rows, columns, diagonals, arrays with other axes
//! slices       slices of arrays
//! projections  views that stay views in generated code
//! shapes       arrays with another shape
//! broadcast    arrays whose elements repeat
//! access       elements, read and assigned to
//! items        arrays as iterators
//! order        the order in which `ndarray` visits elements
//! inactive     what methods of inactive arrays return
//! selectors    axes and orders as values, questions about shapes
//! ```

pub(super) mod access;
pub(super) mod broadcast;
pub mod inactive;
pub(super) mod items;
pub(super) mod order;
pub(super) mod projections;
pub(super) mod selectors;
pub(super) mod shapes;
pub(super) mod slices;

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Axis, Dimension, Ix1, Ix2, IxDyn, RawData, RemoveAxis, Slice};

use crate::arrays::rows::arguments::{Arguments, OfArgument, OfNone, OfTwo, WithArguments};
use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayDim, ArrayReal, Storage, dense, same_shape};
use crate::member::name;
use crate::{CotangentAccumulator, Method, Residual};

/// A view of arrays with the dimension `D`.
pub trait View<D> {
    /// The dimension of the view.
    type Dim: Dimension;
    /// The arguments that select it.
    type Arguments: Residual + Debug;

    /// The view. Panics as `ndarray` does.
    fn of<S: RawData>(x: ArrayBase<S, D>, arguments: &Self::Arguments) -> ArrayBase<S, Self::Dim>;

    /// Whether the view is the array itself.
    const WHOLE: bool = false;

    /// The number of the row, if the view of a matrix is one.
    #[inline]
    fn row(_: &Self::Arguments) -> Option<usize> {
        None
    }
}

/// `$view` of `$x` for each row, with the arguments `$saved`; `$number` is the number of the row
/// of a matrix.
macro_rules! views {
    ($($doc:literal $Row:ident [$($generics:tt)*] $D:ty => $Dim:ty:
        |$x:ident, $saved:tt: $Saved:ty| $view:expr $(, row $number:expr)?
        $(, whole $whole:literal)?;)*) => {$(
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $Row;

        impl<$($generics)*> View<$D> for $Row {
            type Dim = $Dim;
            type Arguments = $Saved;

            $(const WHOLE: bool = $whole;)?

            #[track_caller]
            fn of<S: RawData>($x: ArrayBase<S, $D>, $saved: &$Saved) -> ArrayBase<S, $Dim> {
                $view
            }

            $(fn row($saved: &$Saved) -> Option<usize> {
                $number
            })?
        }
    )*};
}
views! {
    "`x.view()`" Whole [D: Dimension] D => D: |x, (): ()| x, whole true;
    "`x.t()`, `x.reversed_axes()`" Reversed [D: Dimension] D => D:
        |x, (): ()| x.reversed_axes();
    "`x.permuted_axes(axes)`" Permuted [D: Dimension] D => D:
        |x, axes: ArrayDim<D>| x.permuted_axes(axes.0.clone());
    "`x.diag()`" Diagonal [D: Dimension] D => Ix1: |x, (): ()| x.into_diag();
    "`x.row(index)`" Row [] Ix2 => Ix1: |x, index: usize| x.index_axis_move(Axis(0), *index),
        row Some(*index);
    "`x.column(index)`" Column [] Ix2 => Ix1: |x, index: usize| x.index_axis_move(Axis(1), *index);
    "`x.index_axis(axis, index)`" AtIndex [D: RemoveAxis] D => D::Smaller:
        |x, at: (usize, usize)| x.index_axis_move(Axis(at.0), at.1),
        row (at.0 == 0).then_some(at.1);
    "`x.into_dyn()`" Dynamic [D: Dimension] D => IxDyn: |x, (): ()| x.into_dyn();
    "`x.insert_axis(axis)`" WithAxis [D: Dimension] D => D::Larger:
        |x, axis: usize| x.insert_axis(Axis(*axis));
    "`x.remove_axis(axis)`" WithoutAxis [D: RemoveAxis] D => D::Smaller:
        |x, axis: usize| x.index_axis_move(Axis(*axis), 0);
    "`x.slice_axis(axis, slice)`" SliceAlong [D: Dimension] D => D:
        |x, at: (usize, Slice)| x.slice_axis_move(Axis(at.0), at.1);
}

impl Arguments<(usize, Slice)> for (Axis, Slice) {
    fn saved(self) -> (usize, Slice) {
        (self.0.index(), self.1)
    }
}

macro_rules! method {
    ($($name:literal $marker:ident $Row:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = $marker<Viewed<$Row>, ArrayBase<S, D>>;
        }
    )*};
}
method! {
    "autodiff_copied" OfNone Whole;
    "clone" OfNone Whole;
    "view" OfNone Whole;
    "t" OfNone Reversed;
    "reversed_axes" OfNone Reversed;
    "permuted_axes" OfArgument Permuted;
    "diag" OfNone Diagonal;
    "into_diag" OfNone Diagonal;
    "into_dyn" OfNone Dynamic;
    "row" OfArgument Row;
    "column" OfArgument Column;
    "index_axis" OfTwo AtIndex;
    "index_axis_move" OfTwo AtIndex;
    "insert_axis" OfArgument WithAxis;
    "remove_axis" OfArgument WithoutAxis;
    "slice_axis" OfTwo SliceAlong;
    "slice_axis_move" OfTwo SliceAlong;
}

/// The row of a view.
#[derive(Debug)]
pub struct Viewed<V>(PhantomData<V>);

impl<V, A, S, D> WithArguments<ArrayBase<S, D>> for Viewed<V>
where
    V: View<D>,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Array<A, V::Dim>;
    type Saved = V::Arguments;

    #[track_caller]
    fn value(x: &ArrayBase<S, D>, arguments: &V::Arguments) -> Array<A, V::Dim> {
        copy_in_layout(&V::of(x.view(), arguments))
    }

    fn linear(
        _: &ArrayBase<S, D>,
        arguments: &V::Arguments,
        x_dot: &Array<A, D>,
    ) -> Array<A, V::Dim> {
        V::of(x_dot.view(), arguments).to_owned()
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        arguments: &V::Arguments,
        bar: Array<A, V::Dim>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if V::WHOLE && x_bar.is_fresh() {
            if let Ok(bar) = bar.into_dimensionality() {
                x_bar.take(bar);
            }
        } else if x.ndim() == 2
            && let Some(number) = V::row(arguments)
            && let Some(row) = x_bar.sparse_row(number, Some(x.shape()))
        {
            same_shape("cotangent", "result", bar.shape(), &[row.len()]);
            row.iter_mut().zip(&bar).for_each(|(sum, bar)| *sum += *bar);
            release(bar);
        } else if let Some(sum) = dense(x_bar, x.shape()) {
            let mut part = V::of(sum.view_mut(), arguments);
            same_shape("cotangent", "result", bar.shape(), part.shape());
            part += &bar;
            release(bar);
        }
    }
}

/// `x.to_owned()`: an array whose layout is not that of `x`, if the memory of `x` has gaps.
#[derive(Debug)]
pub struct ToOwned;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("to_owned") }> for ArrayBase<S, D> {
    type Marker = OfNone<ToOwned, ArrayBase<S, D>>;
}

/// `x.as_standard_layout()`: a copy in logical order.
#[derive(Debug)]
pub struct StandardLayout;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("as_standard_layout") }> for ArrayBase<S, D> {
    type Marker = OfNone<StandardLayout, ArrayBase<S, D>>;
}

/// Rows whose value is a copy of the array in some layout.
macro_rules! copies {
    ($($Row:ident |$x:ident| $value:expr;)*) => {$(
        impl<A, S, D> WithArguments<ArrayBase<S, D>> for $Row
        where
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
        {
            type Output = Array<A, D>;
            type Saved = ();

            fn value($x: &ArrayBase<S, D>, (): &()) -> Array<A, D> {
                $value
            }

            fn linear(_: &ArrayBase<S, D>, (): &(), x_dot: &Array<A, D>) -> Array<A, D> {
                x_dot.clone()
            }

            fn transposed(
                _: &ArrayBase<S, D>,
                (): &(),
                bar: Array<A, D>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
            ) {
                x_bar.take(bar);
            }
        }
    )*};
}
copies! {
    ToOwned |x| x.to_owned();
    StandardLayout |x| x.as_standard_layout().into_owned();
}
