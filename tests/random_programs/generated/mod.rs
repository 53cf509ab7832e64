//! Random programs as rustc compiles them: value and gradient are those of the interpreter.
//!
//! Written by the compiler's `tests/laws/emitted.rs`, whose head says how; not formatted, because
//! it is generated.
#![allow(unused, unused_comparisons, clippy::all)]

macro_rules! case {
    ($name:ident, $entry:ident, $value:expr, $gradient:expr, $($argument:expr),*) => {
        #[test]
        fn $name() {
            pastey::paste! {
                same("value", $name::$entry($($argument),*), $value);
                let (y, bar) = $name::[<$entry _value_and_grad>]($($argument),*);
                same("value with gradient", y, $value);
                gradient(&bar, &$gradient);
                same("unzipped value", $name::[<$entry _primal>]($($argument),*).0, $value);
            }
        }
    };
}

mod numbers;
mod options;
mod results_of_numbers;
mod results_of_options;
mod sequences;
mod structs;
mod structs_with_options;
