//! Constants: items, parameters, fields, tables.

mod constant_arguments;
mod constant_arrays;
mod constant_fields;
mod constant_items;
mod constant_tables;
mod constants;
