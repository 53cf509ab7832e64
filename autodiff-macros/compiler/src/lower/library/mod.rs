//! Types of `std`: `Option`, `Result`, sequences, strings, orderings, numbers.

pub mod collections;
pub mod convert;
pub mod libm;
pub mod lists;
pub mod numbers;
pub mod option;
pub mod option_updates;
pub mod ordering;
pub mod prelude;
pub mod ranges;
pub mod result;
pub mod scalar;
pub mod slices;
pub mod strings;
