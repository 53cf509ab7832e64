//! Arrays of the crate `ndarray` as differentiable values, and their operations as differentiated
//! functions.
//!
//! The compiler knows nothing of `ndarray`. An array is a value of a type of another crate, and an
//! operation on it is a method or operator that the compiler finds through the type of the
//! receiver ([`Method`](crate::Method)). Each operation is a *row*: value, tangent, transpose and
//! residuals.
//!
//! ```text
//! space        arrays as a vector space of tangents, and as accumulators
//! build        arrays made of numbers
//! access       elements, read and assigned to
//! rows         the form of a row, and the markers made from rows
//!   arithmetic   operators
//!   maps         functions of every element
//!   reductions   sums, and products of vectors and matrices
//! ```

mod access;
mod arithmetic;
mod build;
mod maps;
mod reductions;
mod rows;
mod space;

pub use access::{ElementIndex, OfIndex, OfIndexMut};
pub use arithmetic::{Add, Div, Elementwise, Mul, Neg, Sub};
pub use build::FromVec;
pub use maps::{Calls, Map, Mapv};
pub use reductions::{Dot, Mean, Sum};
pub use rows::{Binary, OfMethod, OfOne, OfOperator, Tangent, Unary};
pub use space::{ArrayDim, ArrayReal, Storage};
