//! Expressions, statements, control flow, patterns, sequences, iterators, closures, calls and
//! references: small functions, each differentiated, each held against the laws.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod arrays;
mod behind_guards;
mod borrowed_options;
mod borrowed_tuples;
mod borrows;
mod boxed_params;
mod boxes;
mod branches;
mod call_trees;
mod calling;
mod calls;
mod chains;
mod changed_guards;
mod changed_options;
mod chosen;
mod chosen_places;
mod closure_copies;
mod closure_references;
mod closures;
mod compound_order;
mod control;
mod conversions;
mod copies_in_calls;
mod deques;
mod effects_of_calls;
mod evaluation_order;
mod everyday_chains;
mod exchanged_names;
mod exits;
mod function_arguments;
mod functions;
mod fused;
mod gradients_of_results;
mod guards;
mod guards_in_scopes;
mod inlined_functions;
mod inout;
mod integer_options;
mod integers;
mod iterator_effects;
mod iterators;
mod iterators_used_again;
mod literal_types;
mod loops;
mod made_arrays;
mod maps;
mod nested_patterns;
mod of_libm;
mod option_flow;
mod options;
mod options_in_vecs;
mod options_of_references;
mod outcomes;
mod parts;
mod pattern_names;
mod patterns;
mod plain_iterators;
mod predicates;
mod pullbacks;
mod range_values;
mod recursion;
mod references_from_code;
mod references_in_arrays;
mod residuals_of_branches;
mod returned_references;
mod saved_values;
mod scalars;
mod singles;
mod slice_methods;
mod slice_variables;
mod slices;
mod statements;
mod std_bodies;
mod std_by_imports;
mod std_prelude;
mod std_types;
mod sums_of_types;
mod texts;
mod user_iterators;
