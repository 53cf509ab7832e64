//! Rewrites of the generic parameters and the parameters of a function.
//!
//! ```text
//! desugar_impl_trait  `x: impl Real` → a type parameter
//! desugar_into        `p: impl Into<Point>` → `p: Point`
//! iterators           `xs: impl Iterator<Item = f64>` → `xs: Vec<f64>`
//! array_storage       arrays that are generic over their storage
//! unify_params        type parameters that operators connect → one
//! lifetimes           a lifetime that no parameter has → `'static`
//! ```

pub(in crate::item) mod array_storage;
pub(in crate::item) mod desugar_impl_trait;
pub mod desugar_into;
pub mod iterators;
pub(in crate::item) mod lifetimes;
pub(in crate::item) mod unify_params;
