//! Types of the crate, and their properties.
//!
//! ```text
//! plain_types    types without reals that no derive has seen
//!   save_impls     how their values are copied for the reverse sweep
//! derived_types  fields and variants of the types that derives see
//! reals          which types have reals
//! param_values   which types hold values of their type parameters
//! in_scope       types of other modules, as they are named in the scope of the item
//! recursive_types  which types contain themselves
//! drop_impls     which types run user-defined code when dropped
//! cells          which types may change through shared references
//! sums           how `Sum` and `Product` combine values of a type
//! ```

mod cells;
pub mod derived_types;
mod drop_impls;
pub(in crate::world) mod in_scope;
mod param_values;
pub mod plain_types;
mod reals;
mod recursive_types;
pub mod save_impls;
pub mod sums;
