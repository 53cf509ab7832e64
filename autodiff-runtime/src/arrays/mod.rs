//! Arrays of the crate `ndarray` as differentiable values, and their operations as differentiated
//! functions.
//!
//! The compiler has no rule for an operation on arrays. An array is a value of a type of another
//! crate, and an operation on it is a method or operator that the compiler finds through the type
//! of the receiver ([`Method`](crate::Method)). Each operation is a *row*: value, tangent,
//! transpose and residuals. Constructors, the macros `array!` and `s!`, `Zip`, and methods that
//! change elements or views are rewritten to such operations by their names
//! (`lower/desugar/arrays.rs`, `lower/iterate/arrays/in_place.rs` of the compiler).
//!
//! ```text
//! rows     the form of a row, and the markers made from rows
//! storage  arrays as tangents, accumulators and copies
//! values   operations that return new arrays or numbers
//! views    views and their copies, elements, shapes, arrays as iterators, results of inactive
//!          arrays
//! updates  operations that change an array
//! ```

mod rows;
mod storage;
#[cfg(test)]
mod tests;
mod updates;
mod values;
mod views;

// the types that generated code names
pub use ndarray::{
    Array, Array0, Array1, Array2, Array3, Array4, Array5, Array6, ArrayD, Axis, Ix0, Ix1, Ix2,
    Ix3, Ix4, Ix5, Ix6, Slice, linalg::kron,
};

pub use rows::arguments::{Arguments, OfArgument, OfNone, OfTwo, WithArguments};
pub use rows::{Binary, LeftOperand, OfMethod, OfOne, OfOperator, Tangent, Unary};
pub use storage::layout::{copied, owned};
pub use storage::space::{AnyAxes, ArrayDim, ArrayReal, Storage};
#[cfg(feature = "linalg")]
pub(crate) use storage::space::{dense, same_shape};
pub use storage::sparse_rows::SparseRows;
pub use updates::assigned::{AssignElements, AssignToOne, AssignToThree, AssignToTwo};
pub use updates::growth::{Append, Grow, OfGrow, OfPushColumn, OfPushRow, Push};
pub use updates::methods::{Assign, OfFill, OfInvertAxis, OfScaledAdd, OfSwapAxes};
pub use updates::products::{
    OfProduct, general_mat_mul, general_mat_mul_by_literal, general_mat_vec_mul,
    general_mat_vec_mul_by_literal,
};
pub use updates::{ByConstant, Compound, OfUpdate, OfUpdateMethod, Old, Update};
pub use values::along::{
    Arrange, OfFold, OfMap, OfStart, OfValuesAlong, folded_along, mapped_along, start_along,
};
pub use values::arithmetic::{Add, Div, Elementwise, Mul, Neg, Sub};
pub use values::axes::{MeanAxis, Select, SumAxis};
pub use values::build::{FromVec, Linspace};
pub use values::elementary::{
    AbsSub, Clamp, Elementary, ElementaryWith, Hypot, Log, OfElements, OfOneReal, OfTwoReals, Powf,
    Powi, SavedReals,
};
pub use values::joins::{
    Concatenate, Join, OfFiveJoined, OfFourJoined, OfOneJoined, OfSixJoined, OfThreeJoined,
    OfTwoJoined, Stack, concatenate_1, concatenate_2, concatenate_3, concatenate_4, concatenate_5,
    concatenate_6, stack_1, stack_2, stack_3, stack_4, stack_5, stack_6,
};
pub use values::joins_of_slices::{OfJoinedSlice, concatenate_slice, stack_slice};
pub use values::kronecker::Kronecker;
pub use values::maps::{Calls, Map, Mapv};
pub use values::moments::{Deviation, OfSpread, OfSpreadAlong, Partials, Spread, Variance};
pub use values::moved::{MovedLeft, MovedRight, OtherOperand};
pub use values::moved_maps::MovedMapv;
pub use values::owned::{OwnedLeft, OwnedRight};
pub use values::reductions::{Dot, Mean, Product, Sum};
pub use values::triangles::{Tril, Triu};
pub use views::access::{
    ElementIndex, ElementOfPart, First, Get, Last, OfIndex, OfIndexMut, add_to_element,
    element_of_part,
};
pub use views::broadcast::OfBroadcast;
pub use views::inactive::{are_disjoint, unread, without_reals};
pub use views::items::{
    Along, Chunks, Columns, Cut, Elements, ExactChunks, Folded, Indexed, Lanes, OnePart, Outer,
    Parts, Rows, Same, StridedWindows, Windows,
};
pub use views::order::{
    AssignOrdered, OfCollected, OneAxis, Ordered, OrderedIndices, Producers, ProducersOfParts,
    assign_to_ordered_iter, collected, elements_of, is_contiguous, order_of_indices,
    order_of_memory, order_of_parts, order_of_zip, order_on_axis, ordered_indices, ordered_iter,
};
pub use views::projections::{ElementOfView, UseOf, ViewOfAccumulator, Viewable, view};
pub use views::selectors::{
    AxisCount, ColumnCount, IsStandard, LengthOf, Lengths, RawDim, RowCount,
};
pub use views::shapes::{
    IntoDimensionality, IntoShape, LengthOfAxis, OfMovedReshape, OfReshape, Reshape, ShapeOf,
    ToShape, into_dimensionality,
};
pub use views::slices::{OfSlice, SavedArgument, SliceOf};
pub use views::{
    AtIndex, Column, Diagonal, Dynamic, Permuted, Reversed, Row, SliceAlong, StandardLayout,
    ToOwned, View, Viewed, Whole, WithAxis, WithoutAxis,
};
