//! Types that are inferred.

mod closures_across_files;
mod constructors;
mod inferred_across_files;
mod inferred_arguments;
mod inferred_from_file;
mod inferred_from_uses;
mod inferred_items;
mod inferred_later;
mod inferred_types;
mod inferred_values;
mod parts_of_calls;
mod recorded_types;
