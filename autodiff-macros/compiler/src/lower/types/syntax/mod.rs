//! Types as the user writes them, and the generic arguments that the user leaves out.
//!
//! ```text
//! conversion         a written type → a type of the IR
//! generics           generic parameters
//! omitted_arguments  generic arguments that a path omits
//! signatures         signatures of called functions
//! ```

pub mod conversion;
pub mod generics;
pub mod omitted_arguments;
pub mod signatures;
