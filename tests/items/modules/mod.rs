//! Modules, and the names in them.

mod across_modules;
mod functions_named_as_modules;
mod import_cycles;
mod imported_variants;
mod inline_modules;
mod item_lookup;
mod letter_case;
mod modules;
mod modules_named_as_std;
mod required_derivatives;
mod same_names;
mod types_of_other_files;
