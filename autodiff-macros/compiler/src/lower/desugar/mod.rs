//! Rewrites syntax.
//!
//! ```text
//! before the walk over the body
//!   renamed_variants  variants by their own names
//!   arrays            constructors and macros of `ndarray` (array_macros, array_axes)
//!   parallel          `rayon` → calls of functions of the runtime
//!   ref_mut           `ref mut` in patterns
//! during the walk
//!   hoist             exits in larger expressions → a `let` before them
//!   destructure       destructuring assignments → patterns
//!   order             which operand of `a op= b` is evaluated first
//!   array_slices      `a.as_slice_mut()` → a vector that is assigned back
//!   substitute        an expression in place of a variable, for the others
//! ```

mod array_axes;
mod array_macros;
pub mod array_slices;
pub mod arrays;
pub mod destructure;
pub mod hoist;
pub mod order;
pub mod parallel;
pub mod ref_mut;
pub mod renamed_variants;
pub mod substitute;
