//! Structs, enums, generic types, and their operators.

mod aliases;
mod aliases_of_tuples;
mod generic_types;
mod local_types;
pub mod omitted_arguments;
mod operators;
mod source_aliases;
mod structs;
mod types_without_clone;
mod user_elements;
mod variants;
mod variants_named_as_std;
