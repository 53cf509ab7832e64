//! Random programs for rustc: writes a module of tests in which the emitted code must give what the interpreter gave.
//!
//! `AUTODIFF_EMIT=FILE cargo test -p autodiff-compiler --test laws emitted` writes the file (`AUTODIFF_EMIT_CASES`, default 120, `AUTODIFF_EMIT_SEED`);
//! `tests/suite/generated.rs` of the root package is one.

use super::random::{Case, case, setting};
use super::support::{Program, laws_of};
use autodiff_compiler::ir::interpret::Value;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::fmt::Write;

const HEAD: &str = "//! Random programs as rustc compiles them: value and gradient are those of the interpreter. Written by `tests/laws/emitted.rs` of the compiler.
#![allow(unused, clippy::all)]

use super::support::generated::{Flat, same};
";

#[test]
fn programs_for_rustc() {
    let Ok(file) = std::env::var("AUTODIFF_EMIT") else { return };
    let (wanted, seed) = (setting("AUTODIFF_EMIT_CASES", 120), setting("AUTODIFF_EMIT_SEED", 7));
    let text = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || write_module(wanted, seed))
        .expect("a thread")
        .join()
        .expect("no panic");
    std::fs::write(&file, text).unwrap_or_else(|e| panic!("{file}: {e}"));
}

fn write_module(wanted: u64, seed: u64) -> String {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let strategy = case();
    let mut text = HEAD.to_string();
    let mut written = 0;
    while written < wanted {
        let case = strategy.new_tree(&mut runner).expect("a case").current();
        if let Some(test) = one(&case, written) {
            text += &test;
            written += 1;
        }
    }
    text
}

/// The test of a program whose result is one real, unless it panics.
fn one(case: &Case, number: u64) -> Option<String> {
    let (params, output) = case.params();
    if output != "f64" {
        return None;
    }
    let source = case.source();
    let program = Program::new(&source).ok()?;
    let report = laws_of(&program, "f", &case.arguments(), 11).ok()??;
    let value = match &report.values[..] {
        [Value::Real(value)] => *value,
        _ => return None,
    };
    let attributed =
        source.replace("fn g", "#[differentiate(reverse)]\n    pub fn g").replace("fn f(", "#[differentiate(reverse)]\n    pub fn f(");
    let mut arguments = case.arguments().into_iter();
    let mut call = Vec::new();
    let mut names = vec![("x", "f64")];
    let flat = params.replace("(f64, f64)", "pair");
    names.extend(flat.split(", ").skip(1).filter_map(|p| p.split_once(": ")));
    for (_, ty) in names {
        call.push(match ty {
            "pair" => format!("({}, {})", show(&arguments.next()?), show(&arguments.next()?)),
            "Vec<f64>" => format!("vec!{}", show(&arguments.next()?)),
            ty if ty.starts_with('&') => format!("&{}", show(&arguments.next()?)),
            _ => show(&arguments.next()?),
        });
    }
    let call = call.join(", ");
    let mut test = String::new();
    let _ = write!(
        test,
        "
mod p{number} {{
    use autodiff::prelude::*;
    {attributed}
}}

#[test]
fn p{number}() {{
    let value = f64::from_bits({});
    same(\"value\", p{number}::f({call}), value);
    let (y, gradient) = p{number}::f_value_and_grad({call});
    same(\"value with gradient\", y, value);
    gradient.check(&{:?});
    same(\"unzipped value\", p{number}::f_primal({call}).0, value);
}}
",
        value.to_bits(),
        report.flat_gradient().iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
    );
    Some(test)
}

fn show(value: &Value) -> String {
    match value {
        Value::Real(x) => format!("f64::from_bits({})", x.to_bits()),
        Value::Int(n) => n.to_string(),
        Value::Array(elements) => format!("[{}]", elements.iter().map(show).collect::<Vec<_>>().join(", ")),
        other => panic!("no argument: {other:?}"),
    }
}
