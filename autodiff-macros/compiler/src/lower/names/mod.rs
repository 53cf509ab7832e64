//! Name resolution in a body.

pub mod aliases;
pub mod const_tables;
pub mod items;
pub mod kinds;
pub mod pattern_names;
