//! Copies, moves and drops.

pub mod behind_guards;
pub mod boxes;
pub mod clones;
pub mod copies;
pub mod drops;
pub mod guard_versions;
pub mod moves;
pub mod scopes;
pub mod temporaries;
