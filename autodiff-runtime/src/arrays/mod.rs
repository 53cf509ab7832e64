//! Arrays of the crate `ndarray` as differentiable values, and their operations as differentiated
//! functions.
//!
//! The compiler knows no operation on arrays. An array is a value of a type of another crate, and an
//! operation on it is a method or operator that the compiler finds through the type of the receiver
//! ([`Method`](crate::Method)). Each operation is a *row*: value, tangent, transpose and residuals.
//! Constructors, the macros `array!` and `s!`, `Zip`, and methods that change elements or views are
//! rewritten to such operations by their names (`lower/desugar/arrays.rs`,
//! `lower/iterate/in_place.rs` of the compiler).
//!
//! ```text
//! space        arrays as a vector space of tangents, and as accumulators
//! sparse_rows  the accumulator that stores the rows that were added to
//! build        arrays made of numbers
//! access       elements, read and assigned to
//! rows         the form of a row, and the markers made from rows
//!   arithmetic   operators
//!     owned        the same with operands by value
//!   maps         functions of every element
//!   reductions   sums, and products of vectors and matrices
//! arguments    the form of a row with arguments that carry no reals, and its markers
//!   views        rows, columns, diagonals, arrays with other axes
//!     layout       owned copies of views
//!   selectors    axes and orders as values, questions about shapes
//!   axes         sums and means along an axis
//!   moments      variance and standard deviation
//!   shapes       arrays with another shape
//!   slices       slices of arrays
//!   items        arrays as iterators
//! inactive     what methods of inactive arrays return
//! updates      `+=`, `-=`, `*=`, `/=`
//! methods      methods that change an array
//! assigned     assignment to views
//! ```

mod access;
mod arguments;
mod arithmetic;
mod assigned;
mod axes;
mod build;
mod inactive;
mod items;
mod layout;
mod maps;
mod methods;
mod moments;
mod owned;
mod reductions;
mod rows;
mod selectors;
mod shapes;
mod slices;
mod space;
mod sparse_rows;
#[cfg(test)]
mod tests;
mod updates;
mod views;

// the types that generated code names
pub use ndarray::{
    Array0, Array1, Array2, Array3, Array4, Array5, Array6, Axis, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6,
};

pub use access::{ElementIndex, OfIndex, OfIndexMut};
pub use arguments::{Arguments, OfArgument, OfNone, OfTwo, WithArguments};
pub use arithmetic::{Add, Div, Elementwise, Mul, Neg, Sub};
pub use assigned::{AssignElements, AssignToNone, AssignToOne, AssignToSlice, AssignToTwo};
pub use axes::{MeanAxis, Select, SumAxis};
pub use build::FromVec;
pub use items::{
    Along, Chunks, Columns, Cut, Elements, ExactChunks, Folded, Indexed, Outer, Parts, Rows, Same,
    Windows,
};
pub use maps::{Calls, Map, Mapv};
pub use methods::{Assign, OfFill, OfInvertAxis, OfScaledAdd, OfSwapAxes};
pub use moments::{Deviation, OfSpread, Partials, Spread, Variance};
pub use owned::{OwnedLeft, OwnedRight};
pub use reductions::{Dot, Mean, Product, Sum};
pub use rows::{Binary, OfMethod, OfOne, OfOperator, Tangent, Unary};
pub use selectors::{AxisCount, ColumnCount, LengthOf, Lengths, RawDim, RowCount};
pub use shapes::{IntoShape, LengthOfAxis, OfReshape, Reshape, ShapeOf, ToShape};
pub use slices::{OfSlice, SavedArgument, SliceOf};
pub use space::{ArrayDim, ArrayReal, Storage};
#[cfg(feature = "linalg")]
pub(crate) use space::{dense, same_shape};
pub use sparse_rows::SparseRows;
pub use updates::{Compound, OfUpdate, OfUpdateMethod, Old, Update};
pub use views::{
    AtIndex, Column, Diagonal, Permuted, Reversed, Row, ToOwned, View, Viewed, Whole, WithAxis,
};
