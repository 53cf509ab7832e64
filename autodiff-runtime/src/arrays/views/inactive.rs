//! Owned arrays in place of views: of views that methods of inactive arrays return, and of views
//! that callers pass. The type of an owned array is that of the output of the method's row.

use alloc::vec::Vec;

use ndarray::iter::{ExactChunks, Lanes, Windows};
use ndarray::{
    Array, ArrayBase, ArrayView, CowArray, CowRepr, Dimension, MultiSliceArg, OwnedArcRepr,
    ShapeError, ViewRepr,
};

use crate::OwnedForm;
use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::space::ArrayReal;

macro_rules! arrays {
    ($($Repr:ty)*) => {$(
        impl<A: Clone, D: Dimension> OwnedForm for ArrayBase<$Repr, D> {
            type Owned = Array<A, D>;

            fn owned_form(self) -> Array<A, D> {
                copy_in_layout(&self)
            }
        }

        impl<A: Clone, D: Dimension> OwnedForm for &ArrayBase<$Repr, D> {
            type Owned = Array<A, D>;

            fn owned_form(self) -> Array<A, D> {
                copy_in_layout(self)
            }
        }
    )*};
}
arrays! {
    ViewRepr<&A>
    CowRepr<'_, A>
    OwnedArcRepr<A>
}

impl<A: Clone, D: Dimension> OwnedForm for Result<CowArray<'_, A, D>, ShapeError> {
    type Owned = Result<Array<A, D>, ShapeError>;

    fn owned_form(self) -> Result<Array<A, D>, ShapeError> {
        self.map(CowArray::owned_form)
    }
}

/// An element, of `x.first()` and its like.
impl<A: ArrayReal> OwnedForm for Option<&A> {
    type Owned = Option<A>;

    fn owned_form(self) -> Option<A> {
        self.copied()
    }
}

fn copies<'v, A: Clone + 'v, D: Dimension>(
    views: impl IntoIterator<Item = ArrayView<'v, A, D>>,
) -> Vec<Array<A, D>> {
    views.into_iter().map(|view| copy_in_layout(&view)).collect()
}

impl<A: Clone, D: Dimension> OwnedForm for Vec<ArrayView<'_, A, D>> {
    type Owned = Vec<Array<A, D>>;

    fn owned_form(self) -> Vec<Array<A, D>> {
        copies(self)
    }
}

impl<A: Clone, D: Dimension> OwnedForm for &Vec<ArrayView<'_, A, D>> {
    type Owned = Vec<Array<A, D>>;

    fn owned_form(self) -> Vec<Array<A, D>> {
        self.iter().map(copy_in_layout).collect()
    }
}

impl<A: Clone, D: Dimension> OwnedForm for &[ArrayView<'_, A, D>] {
    type Owned = Vec<Array<A, D>>;

    fn owned_form(self) -> Vec<Array<A, D>> {
        self.iter().map(copy_in_layout).collect()
    }
}

impl<A: Clone, D: Dimension> OwnedForm for Option<ArrayView<'_, A, D>> {
    type Owned = Option<Array<A, D>>;

    fn owned_form(self) -> Option<Array<A, D>> {
        self.map(ArrayView::owned_form)
    }
}

impl<T: OwnedForm, const N: usize> OwnedForm for [T; N] {
    type Owned = [T::Owned; N];

    fn owned_form(self) -> [T::Owned; N] {
        self.map(T::owned_form)
    }
}

/// The items of `x.indexed_iter()`.
impl<A: Clone, Index> OwnedForm for Vec<(Index, &A)> {
    type Owned = Vec<(Index, A)>;

    fn owned_form(self) -> Vec<(Index, A)> {
        self.into_iter().map(|(index, x)| (index, x.clone())).collect()
    }
}

macro_rules! sequences {
    ($($Sequence:ident $Dim:ty;)*) => {$(
        impl<'v, A: Clone, D: Dimension> OwnedForm for $Sequence<'v, A, D> {
            type Owned = Vec<Array<A, $Dim>>;

            fn owned_form(self) -> Vec<Array<A, $Dim>> {
                copies(self)
            }
        }
    )*};
}
sequences! {
    Lanes ndarray::Ix1;
    Windows D;
    ExactChunks D;
}

/// Checks that slices of an array of this shape do not intersect.
///
/// # Panics
///
/// As `ndarray` does if they intersect, or are out of bounds.
#[track_caller]
pub fn are_disjoint<D, M>(shape: &D, slices: &M) -> bool
where
    D: Dimension,
    M: for<'a> MultiSliceArg<'a, (), D>,
{
    // elements without a size need no memory
    let _ = Array::from_elem(shape.clone(), ()).multi_slice_mut(slices);
    true
}

/// Marks a value without reals, which is a constant whatever it is computed from.
#[inline]
pub fn without_reals<T>(value: T) -> T {
    value
}

/// Marks a value that is computed from values without derivatives.
#[inline]
pub fn unread<T>(value: T) -> T {
    value
}
