//! Expressions, statements, control flow, patterns, sequences, iterators, closures, calls and
//! references: small functions, each differentiated, each checked against the laws.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod calls;
mod closures;
mod control;
mod iterators;
mod library;
mod options;
mod ownership;
mod patterns;
mod references;
mod results;
mod scalars;
mod schedules;
mod sequences;
mod statements;
