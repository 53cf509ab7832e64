//! Owned forms of what methods of inactive arrays return: the outputs of the rows of the same
//! methods.

use alloc::vec::Vec;

use ndarray::iter::{ExactChunks, Lanes, Windows};
use ndarray::{Array, ArrayBase, ArrayView, CowArray, Dimension, ShapeError, ViewRepr};

use crate::OwnedForm;
use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::space::ArrayReal;

impl<A: ArrayReal, D: Dimension> OwnedForm for ArrayBase<ViewRepr<&A>, D> {
    type Owned = Array<A, D>;

    fn owned_form(self) -> Array<A, D> {
        copy_in_layout(&self)
    }
}

impl<A: ArrayReal, D: Dimension> OwnedForm for CowArray<'_, A, D> {
    type Owned = Array<A, D>;

    fn owned_form(self) -> Array<A, D> {
        copy_in_layout(&self)
    }
}

impl<A: ArrayReal, D: Dimension> OwnedForm for Result<CowArray<'_, A, D>, ShapeError> {
    type Owned = Result<Array<A, D>, ShapeError>;

    fn owned_form(self) -> Result<Array<A, D>, ShapeError> {
        self.map(CowArray::owned_form)
    }
}

fn copies<'v, A: ArrayReal + 'v, D: Dimension>(
    views: impl IntoIterator<Item = ArrayView<'v, A, D>>,
) -> Vec<Array<A, D>> {
    views.into_iter().map(|view| copy_in_layout(&view)).collect()
}

impl<A: ArrayReal, D: Dimension> OwnedForm for Vec<ArrayView<'_, A, D>> {
    type Owned = Vec<Array<A, D>>;

    fn owned_form(self) -> Vec<Array<A, D>> {
        copies(self)
    }
}

/// The items of `x.indexed_iter()`.
impl<A: ArrayReal, Index> OwnedForm for Vec<(Index, &A)> {
    type Owned = Vec<(Index, A)>;

    fn owned_form(self) -> Vec<(Index, A)> {
        self.into_iter().map(|(index, x)| (index, *x)).collect()
    }
}

macro_rules! sequences {
    ($($Sequence:ident $Dim:ty;)*) => {$(
        impl<'v, A: ArrayReal, D: Dimension> OwnedForm for $Sequence<'v, A, D> {
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
