//! What the names in a body mean.

pub mod aliases;
pub mod const_tables;
pub mod items;
pub mod kinds;
pub mod pattern_names;
