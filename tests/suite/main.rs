//! The language: small functions, each differentiated, each held against the laws.
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop)]

#[macro_use]
mod support;

mod accumulators;
mod arrays;
mod branches;
mod calling;
mod calls;
mod chains;
mod closures;
mod constants;
mod control;
mod derive;
mod derive_kinds;
mod dual;
// written by the compiler's tests
#[rustfmt::skip]
mod generated;
mod generics;
mod inout;
mod interface;
mod items;
mod iterators;
mod kinks;
mod linear;
mod loops;
mod methods;
mod modules;
mod operators;
mod options;
mod programs;
mod recursion;
mod results;
mod rules;
mod scalars;
mod singles;
mod slice_methods;
mod slices;
mod statements;
mod structs;
mod types;
