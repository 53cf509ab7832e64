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
mod control;
mod generated;
mod interface;
mod kinks;
mod loops;
mod programs;
mod recursion;
mod results;
mod scalars;
mod singles;
mod slices;
mod statements;
mod types;
