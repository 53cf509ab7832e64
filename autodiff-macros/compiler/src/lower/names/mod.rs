//! Name resolution in a body.
//!
//! ```text
//! items          items inside of a body, and imports
//! aliases        aliases of types
//! kinds          whether a path names a function, a constructor, a constant or a type
//! pattern_names  whether an identifier in a pattern is a binding
//! const_tables   constants whose types only rustc knows
//! ```

pub mod aliases;
pub mod const_tables;
pub mod items;
pub mod kinds;
pub mod pattern_names;
