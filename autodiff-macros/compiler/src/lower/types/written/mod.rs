//! Types as the user writes them, and the generic arguments that the user leaves out.

pub mod generics;
pub mod left_out;
pub mod signatures;
pub mod syntax;
