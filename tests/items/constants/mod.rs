//! Constants: items, parameters, fields, tables.

mod constant_arguments;
mod constant_arrays;
mod constant_fields;
mod constant_items;
mod constant_tables;
mod constants;
mod constants_of_other_files;
mod constants_of_user_types;
mod data_without_derive;
