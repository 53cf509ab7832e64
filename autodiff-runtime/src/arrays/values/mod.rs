//! Operations that return new arrays or numbers.
//!
//! ```text
//! build       arrays made of numbers
//! arithmetic  operators
//!   owned       operators with operands by value
//!   moved       operators that use the memory of an operand
//! maps        functions of every element
//!   moved_maps  that take the place of their elements
//! joins       arrays made of arrays
//!   joins_of_slices  of a slice of arrays
//! elementary  functions of every element that have a name
//! reductions  sums, and products of vectors and matrices
//! kronecker   the Kronecker product
//! axes        sums and means along an axis
//! triangles   upper and lower triangles
//! along       arrays of one value for each lane along an axis
//! moments     variance and standard deviation
//! ```

pub(super) mod along;
pub(super) mod arithmetic;
pub(super) mod axes;
pub(super) mod build;
pub(super) mod elementary;
pub(super) mod joins;
pub(super) mod joins_of_slices;
pub(super) mod kronecker;
pub(super) mod maps;
pub(super) mod moments;
pub(super) mod moved;
pub(super) mod moved_maps;
pub(super) mod owned;
pub(super) mod reductions;
pub(super) mod triangles;
