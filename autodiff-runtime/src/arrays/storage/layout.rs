//! Owned copies of views, in the layout of the view.
//!
//! `ndarray` sums and multiplies in an order that depends on the strides of an array: it takes
//! contiguous memory in blocks of eight, and other memory one by one. A derivative returns an owned
//! array where the function returns a view. Later operations have the same bits only if the copy is
//! laid out as the view is.

use alloc::vec;
use alloc::vec::Vec;

use ndarray::{Array, ArrayBase, ArrayRef, ArrayView, Axis, Data, Dimension, ShapeBuilder};

/// An axis of a view: its length and the distance of its elements in memory.
struct Extent {
    axis: usize,
    length: usize,
    stride: usize,
}

/// A copy of a view that has its order of axes by stride, and their directions. Two axes are
/// contiguous in the copy if they are in the view, and a stride is one if it is in the view. The
/// memory of the copy is at most three times that of its elements.
///
/// A view that has one element in two places, as `broadcast` returns, has no such copy. The axes
/// with stride zero become the outermost ones.
pub(in crate::arrays) fn copy_in_layout<A, S, D>(view: &ArrayBase<S, D>) -> Array<A, D>
where
    A: Clone,
    S: Data<Elem = A>,
    D: Dimension,
{
    let Some(first) = view.first().filter(|_| view.as_slice_memory_order().is_none()) else {
        return view.to_owned();
    };
    let Some(mut copy) = filled_in_layout(view, first.clone()) else { return view.to_owned() };
    copy.assign(view);
    copy
}

/// A copy of a view in its layout, for generated code.
pub fn copied<A: Clone, S: Data<Elem = A>, D: Dimension>(view: &ArrayBase<S, D>) -> Array<A, D> {
    copy_in_layout(view)
}

/// An owned copy of an array with any storage in its layout, for generated code.
pub fn owned<A: Clone, D: Dimension>(array: &ArrayRef<A, D>) -> Array<A, D> {
    copy_in_layout(&array.view())
}

/// The numbers of the elements in logical order, in the layout of a view.
pub(in crate::arrays) fn numbers_in_layout<S: Data, D: Dimension>(
    view: &ArrayBase<S, D>,
) -> Array<usize, D> {
    let mut numbers =
        filled_in_layout(view, 0).unwrap_or_else(|| Array::from_elem(view.raw_dim(), 0));
    numbers.iter_mut().enumerate().for_each(|(k, number)| *number = k);
    numbers
}

/// An array of one value in the layout of a view, unless the view has an element in two places.
fn filled_in_layout<A: Clone, S: Data, D: Dimension>(
    view: &ArrayBase<S, D>,
    value: A,
) -> Option<Array<A, D>> {
    let (strides, length) = strides_of_copy(&view.view());
    let mut dimension = view.raw_dim();
    dimension.slice_mut().copy_from_slice(&strides);
    let shape = view.raw_dim().strides(dimension);
    let mut filled = Array::from_shape_vec(shape, vec![value; length]).ok()?;
    for (axis, stride) in view.strides().iter().enumerate() {
        if *stride < 0 {
            filled.invert_axis(Axis(axis));
        }
    }
    Some(filled)
}

/// The strides of the copy, all positive, and the length of its memory.
fn strides_of_copy<A, D: Dimension>(view: &ArrayView<'_, A, D>) -> (Vec<usize>, usize) {
    let extents = view.shape().iter().zip(view.strides()).enumerate();
    let (mut long, short): (Vec<_>, Vec<_>) = extents
        .map(|(axis, (length, stride))| Extent {
            axis,
            length: *length,
            stride: stride.unsigned_abs(),
        })
        .partition(|extent| extent.length > 1);
    long.sort_by_key(|extent| if extent.stride == 0 { usize::MAX } else { extent.stride });

    let mut strides = vec![0; view.ndim()];
    // past the last element of the axes so far: in the copy, and in the view
    let (mut end, mut end_in_view) = (1, 1);
    let mut length = 1;
    for extent in &long {
        let stride = if extent.stride == end_in_view { end } else { end + 1 };
        strides[extent.axis] = stride;
        length += stride * (extent.length - 1);
        (end, end_in_view) = (stride * extent.length, extent.stride * extent.length);
    }
    // The axes of one element have no influence on the memory, but the order of the axes has one
    // on `sum_axis`.
    for extent in &short {
        let smaller = long.iter().rev().find(|other| other.stride <= extent.stride);
        strides[extent.axis] = match smaller {
            _ if extent.stride == 1 => 1,
            Some(other) if other.stride == extent.stride => strides[other.axis],
            Some(other) => strides[other.axis] + 1,
            None => 0,
        };
    }
    (strides, length)
}
