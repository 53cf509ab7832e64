//! Random programs for rustc: writes a module of tests in which the emitted code must return what
//! the interpreter returned.
//!
//! `AUTODIFF_EMIT=DIRECTORY cargo test -p autodiff-compiler --test laws emitted` writes the module
//! (`AUTODIFF_EMIT_CASES`, default 80, `AUTODIFF_EMIT_SEED`, default 7), with a file for each kind
//! of argument and result; `tests/random_programs/generated` of the root package is one. Types and
//! plain functions stand in the file of the programs that use them; of every third program, the
//! plain functions in one module with it.

use super::plain::PLAIN;
use super::random::{Case, TYPES, case, setting};
use super::support::{Program, laws_of};
use autodiff_compiler::ir::interpret::Value;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::fmt::Write;

const HEAD: &str =
    "//! Random programs as rustc compiles them: value and gradient are those of the interpreter.
//!
//! Written by the compiler's `tests/laws/emitted.rs`, whose head says how; not formatted, because
//! it is generated.
#![allow(unused, unused_comparisons, clippy::all)]
";

const USES: &str = "use crate::support::generated::{gradient, same};
use autodiff::prelude::*;
";

/// The files, and what each says of its programs.
const FILES: &[(&str, &str)] = &[
    ("numbers", "take numbers"),
    ("options", "take options"),
    ("results_of_numbers", "take numbers and sequences of them, and return an option or a result"),
    ("results_of_options", "take options, and return one or a result"),
    ("sequences", "take sequences of numbers"),
    ("structs", "take structs and enums"),
    ("structs_with_options", "take structs that hold options"),
];

/// The file of a program, by the types of its parameters and whether its result is wrapped.
fn file_of(params: &str, is_wrapped: bool) -> &'static str {
    let words: Vec<&str> = params.split(|c: char| !c.is_alphanumeric()).collect();
    let takes = |types: &[&str]| types.iter().any(|ty| words.contains(ty));
    match is_wrapped {
        _ if takes(&["H"]) => "structs_with_options",
        true if takes(&["Option"]) => "results_of_options",
        false if takes(&["Option"]) => "options",
        _ if takes(&["P", "Q", "E"]) => "structs",
        true => "results_of_numbers",
        false if params.contains('[') || takes(&["Vec"]) => "sequences",
        false => "numbers",
    }
}

#[test]
fn programs_for_rustc() {
    let Ok(directory) = std::env::var("AUTODIFF_EMIT") else { return };
    let (wanted, seed) = (setting("AUTODIFF_EMIT_CASES", 80), setting("AUTODIFF_EMIT_SEED", 7));
    let files = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || write_module(wanted, seed))
        .expect("a thread")
        .join()
        .expect("no panic");
    std::fs::create_dir_all(&directory).unwrap_or_else(|e| panic!("{directory}: {e}"));
    for (name, text) in files {
        std::fs::write(format!("{directory}/{name}.rs"), text)
            .unwrap_or_else(|e| panic!("{directory}/{name}.rs: {e}"));
    }
}

/// The files of the module, with their names.
fn write_module(wanted: u64, seed: u64) -> Vec<(&'static str, String)> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &bytes),
    );
    let strategy = case();
    let modules: String = FILES.iter().map(|(name, _)| format!("mod {name};\n")).collect();
    let mut files = vec![("mod", format!("{HEAD}{MACRO}\n{modules}"))];
    for (name, about) in FILES {
        files.push((name, format!("//! Programs that {about}.\n\n{USES}{TYPES}{PLAIN}")));
    }
    let mut written = 0;
    while written < wanted {
        let case = strategy.new_tree(&mut runner).expect("a case").current();
        if let Some(test) = one(&case, written) {
            let is_wrapped = case.entry().is_some_and(|(_, wrapper)| !wrapper.is_empty());
            let name = file_of(case.params().0, is_wrapped);
            files.iter_mut().find(|file| file.0 == name).expect("one of `FILES`").1 += &test;
            written += 1;
        }
    }
    files
}

/// The test of a program whose result is one real or may be one, unless it panics.
fn one(case: &Case, number: u64) -> Option<String> {
    let (params, _) = case.params();
    let (entry, wrapper) = case.entry()?;
    if params.contains("&mut") {
        return None;
    }
    let source = case.source(&format!("_{number}")) + &wrapper;
    let program = Program::new(&case.text(&source)).ok()?;
    let report = laws_of(&program, entry, &case.arguments(), 11).ok()??;
    let [Value::Real(value)] = &report.values[..] else { return None };
    let mut arguments = case.arguments().into_iter();
    let mut call = Vec::new();
    for (k, param) in
        format!("x: f64{}", params.replace("(f64, f64)", "pair")).split(", ").enumerate()
    {
        let ty = param.split(": ").nth(1).filter(|_| k > 0).unwrap_or("f64");
        call.push(match ty {
            "pair" => {
                format!("({}, {})", show(&arguments.next()?, ty), show(&arguments.next()?, ty))
            }
            ty => show(&arguments.next()?, ty),
        });
    }
    let mut test = String::new();
    let gradient: Vec<String> = report.flat_gradient().iter().map(|x| number_text(*x)).collect();
    let (attribute, plain) = if number % 3 == 2 { ("#[differentiate]\n", PLAIN) } else { ("", "") };
    let _ = write!(
        test,
        "
{attribute}mod p{number} {{
use super::*;
{plain}{source}}}
case!(p{number}, {entry}, {}, [{}], {});
",
        number_text(*value),
        gradient.join(", "),
        call.join(", "),
    );
    Some(test)
}

/// A number as it is read back to the last bit.
fn number_text(x: f64) -> String {
    match x {
        x if x.is_nan() => "f64::NAN".into(),
        f64::INFINITY => "f64::INFINITY".into(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".into(),
        x => format!("{x:?}"),
    }
}

/// An argument of a type.
fn show(value: &Value, ty: &str) -> String {
    let all = |values: &mut dyn Iterator<Item = &Value>| {
        values.map(|x| show(x, "")).collect::<Vec<_>>().join(", ")
    };
    let text = match value {
        Value::Real(x) => number_text(*x),
        Value::Int(n) => n.to_string(),
        Value::Array(elements) if ty.starts_with("Vec<") => {
            format!("vec![{}]", all(&mut elements.iter()))
        }
        Value::Array(elements) => format!("[{}]", all(&mut elements.iter())),
        Value::Struct(s) => {
            let path = if matches!(s.name.as_str(), "A" | "B" | "C" | "U") {
                format!("E::{}", s.name)
            } else {
                s.name.clone()
            };
            let fields: Vec<String> = s
                .fields
                .iter()
                .map(|(name, x)| {
                    format!("{name}: {}", show(x, if name == "v" { "Vec<f64>" } else { "" }))
                })
                .collect();
            if fields.is_empty() { path } else { format!("{path} {{ {} }}", fields.join(", ")) }
        }
        other => panic!("no argument: {other:?}"),
    };
    if ty.starts_with('&') { format!("&{text}") } else { text }
}

/// A program's test: the value to the last bit, in each way to get it.
const MACRO: &str = "
macro_rules! case {
    ($name:ident, $entry:ident, $value:expr, $gradient:expr, $($argument:expr),*) => {
        #[test]
        fn $name() {
            pastey::paste! {
                same(\"value\", $name::$entry($($argument),*), $value);
                let (y, bar) = $name::[<$entry _value_and_grad>]($($argument),*);
                same(\"value with gradient\", y, $value);
                gradient(&bar, &$gradient);
                same(\"unzipped value\", $name::[<$entry _primal>]($($argument),*).0, $value);
            }
        }
    };
}
";
