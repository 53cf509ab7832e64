//! The laws (C1–C8, W1–W7) on worked examples, on the evaluation set, on every primitive, on
//! programs that break naive implementations, on random programs and on random linear functions,
//! shown by the interpreter of Linear A.

mod emitted;
mod evaluation;
mod linear;
mod mutants;
mod naive;
mod opaque;
mod order;
mod plain;
mod precise;
mod primitives;
mod program;
mod random;
mod regressions;
mod show;
mod structs;
mod support;
mod worked;
