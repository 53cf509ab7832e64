//! The laws (C1–C5, C7, C8, W1–W6) on worked examples, on every primitive, on programs that break naive implementations, and on
//! random programs, shown by the interpreter of Linear A.

mod emitted;
mod mutants;
mod naive;
mod opaque;
mod order;
mod primitives;
mod program;
mod random;
mod regressions;
mod show;
mod structs;
mod support;
mod worked;
