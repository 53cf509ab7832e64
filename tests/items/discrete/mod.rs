//! Types without reals, and functions without a derivative.

pub mod data_in_modules;
mod discrete_parts;
mod opaque_items;
mod plain_calls;
mod plain_changes;
mod plain_errors;
mod plain_types;
mod source_types;
mod types_without_derive;
