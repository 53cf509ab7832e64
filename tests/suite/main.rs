//! The language: small functions, each differentiated, each held against the laws.
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop)]

#[macro_use]
mod support;

mod accumulators;
mod arrays;
mod borrows;
mod boxes;
mod branches;
mod calling;
mod calls;
mod chains;
mod chosen;
mod closures;
mod complex;
mod constants;
mod control;
mod derive;
mod derive_kinds;
mod dual;
mod everyday_chains;
mod function_arguments;
mod functions;
mod fused;
// written by the compiler's tests
#[rustfmt::skip]
mod generated;
mod generic_rules;
mod generics;
mod inout;
mod integers;
mod interface;
mod items;
mod iterators;
mod jvp_rules_in_place;
mod kalman;
mod kinks;
mod linear;
mod linear_methods;
mod local_types;
mod loops;
mod macros;
mod method_parameters;
mod methods;
mod modules;
mod nbody;
mod operators;
mod options;
mod outcomes;
mod own_methods;
mod parts;
mod patterns;
mod plain_types;
mod programs;
mod pullbacks;
mod quaternions;
mod recursion;
mod results;
mod rule_agreement;
mod rules;
mod rules_in_place;
mod scalars;
mod seen_types;
mod show;
mod singles;
mod slice_methods;
mod slices;
mod statements;
mod std_types;
mod structs;
mod tape;
mod traits;
mod traits_generic;
mod types;
mod variants;
