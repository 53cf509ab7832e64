//! Types of `std`: `Option`, `Result`, sequences, strings, orderings, numbers.
//!
//! ```text
//! prelude         methods that are lowered as their bodies
//! option, result  the other methods of `Option` and `Result` (option_updates)
//! slices          the other methods of sequences
//! lists           lengths, construction and growth of vectors and deques
//! collections     maps, sets and heaps
//! ranges          ranges that are not iterated
//! strings         strings
//! ordering        comparisons that yield an `Ordering`
//! convert         `x.into()`
//! scalar          functions of generic scalars (numbers: of `num_traits`)
//! libm            functions of the crate `libm`
//! ```

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
