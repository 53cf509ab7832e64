//! Types as the user writes them, and the generic arguments that the user leaves out.

pub mod conversion;
pub mod generics;
pub mod omitted_arguments;
pub mod signatures;
