//! Random programs, written by the compiler's tests.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

// `#[rustfmt::skip]` alone would have rustc expand all that is in it backwards, and a derive after
// the functions that it is before
#[cfg_attr(rustfmt, rustfmt::skip)]
mod generated;
