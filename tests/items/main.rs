//! Types, methods, traits, modules, names, constants, inference, linear functions and rules: small
//! functions, each differentiated, each held against the laws.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod accumulators;
mod across_modules;
mod aliases;
mod constant_arguments;
mod constant_arrays;
mod constant_fields;
mod constant_items;
mod constant_tables;
mod constants;
mod data_in_modules;
mod derive;
mod derive_kinds;
mod dual;
mod foreign_types;
mod generic_rules;
mod generics;
mod imported_variants;
mod inferred_arguments;
mod inferred_from_file;
mod inferred_from_uses;
mod inferred_items;
mod inferred_later;
mod inferred_types;
mod inferred_values;
mod inline_modules;
mod interface;
mod item_lookup;
mod item_macros;
mod items;
mod jvp_rules_in_place;
mod left_out;
mod letter_case;
mod linear;
mod linear_methods;
mod local_types;
mod macros;
mod method_lookup;
mod method_lookup_of_traits;
mod method_parameters;
mod methods;
mod methods_named_as_std;
mod modules;
mod modules_in_circles;
mod modules_named_as_std;
mod named_as_std;
mod needed_in_modules;
mod number_traits;
mod opaque_items;
mod operators;
mod parts_of_calls;
mod passive_parts;
mod plain_calls;
mod plain_changes;
mod plain_errors;
mod plain_types;
mod results;
mod rule_agreement;
mod rules;
mod rules_behind_references;
mod rules_in_place;
mod same_names;
mod scalar_traits;
mod seen_types;
mod show;
mod source_aliases;
mod source_places;
mod source_types;
mod sources;
mod structs;
mod tangents_by_type;
mod tape;
mod traits;
mod traits_generic;
mod traits_in_modules;
mod traits_signatures;
mod types;
mod types_without_clone;
mod types_without_derive;
mod unknown_methods;
mod user_elements;
mod variants;
