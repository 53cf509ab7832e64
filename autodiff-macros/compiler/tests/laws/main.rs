//! The laws (C1–C8, W1–W7), shown by the interpreter of Linear A.
//!
//! To add a case: `laws(source, function, &arguments)` of [`support`] checks C1 to C7 and W1 to W4
//! of one program at one point. It returns a `Report` with the gradient and the work of each stage.
//!
//! ```text
//! support      the laws: `laws`, `laws_of`, `Report`
//! program      programs from source text: C8
//! regressions  programs that broke a law (W2, W3): a new case usually belongs here
//! naive        programs that break naive implementations: W5, W6, W7
//! worked       the worked examples, with golden files; W4, W7
//! evaluation   the programs of `examples/evals`
//! structs      structs, enums, methods, generics
//! order        the order of the iterations of transposed loops
//! primitives   one row for each primitive; W1
//! precise      partials of primitives to the last places
//! random       random programs
//! linear       random linear functions; W3 in exact numbers
//! mutants      rules that are broken on purpose: a check must fail
//! emitted      random programs for rustc
//! show         the reports of the option `show`
//! opaque, plain  what opaque code and functions without derivatives return
//! ```

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
