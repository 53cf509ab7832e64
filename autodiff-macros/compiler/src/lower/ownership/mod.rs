//! Copies, moves and drops.
//!
//! ```text
//! copies          closures that are copied
//! clones          calls of `clone`
//! moves           values with destructors that are moved
//! drops           values that are dropped at the end of a scope
//! temporaries     which temporaries the syntax shows (scopes: where they are dropped)
//! behind_guards   places behind guards (guard_versions: their versions)
//! boxes           boxes
//! ```

pub mod behind_guards;
pub mod boxes;
pub mod clones;
pub mod copies;
pub mod drops;
pub mod guard_versions;
pub mod moves;
pub mod scopes;
pub mod temporaries;
