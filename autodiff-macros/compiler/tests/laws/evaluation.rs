//! The laws on the programs of the evaluation set (`examples/evals`), from their sources, on small
//! inputs.

use crate::support::*;
use autodiff_compiler::ir::interpret::Value;
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit_mut::{self, VisitMut};

/// The differentiated functions of some of the files.
fn sources(files: &[&str]) -> String {
    let mut functions = Vec::new();
    for file in files {
        let path = format!("{}/../../examples/evals/{file}.rs", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
        functions.extend(parsed.items.into_iter().filter_map(|item| {
            if let syn::Item::Fn(function) = item { Some(function) } else { None }
        }));
    }
    let is_differentiated =
        |f: &syn::ItemFn| f.attrs.iter().any(|a| a.path().is_ident("differentiate"));
    let plain = functions
        .iter()
        .filter(|f| !is_differentiated(f))
        .map(|f| f.sig.ident.to_string())
        .collect();
    let mut plain = Plain(plain);
    functions.retain(is_differentiated);
    functions.iter_mut().for_each(|f| plain.visit_item_fn_mut(f));
    functions.iter().map(|f| f.to_token_stream().to_string() + "\n").collect()
}

/// Puts a number in the place of calls of functions that are not differentiated: the interpreter
/// does not know them, and their arguments carry no reals.
struct Plain(HashSet<String>);

impl VisitMut for Plain {
    fn visit_expr_mut(&mut self, e: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let syn::Expr::Call(call) = e
            && let syn::Expr::Path(path) = &*call.func
            && path.path.get_ident().is_some_and(|name| self.0.contains(&name.to_string()))
        {
            *e = syn::parse_quote!(-1.25);
        }
    }
}

/// Numbers between −1 and 1 without a pattern.
fn numbers(n: usize, seed: f64) -> Value {
    reals(&(0..n).map(|k| ((k as f64 + 1.0) * 1.7 + seed).sin()).collect::<Vec<_>>())
}

#[track_caller]
fn evaluated(files: &[&str], name: &str, points: &[&[Value]]) {
    let source = sources(files);
    for args in points {
        let report = laws(&source, name, args);
        assert!(
            report.flat_gradient().iter().any(|x| *x != 0.0),
            "{name}: {:?}",
            report.flat_gradient()
        );
    }
}

#[test]
fn hello() {
    evaluated(&["hello"], "square", &[&[real(3.0)], &[real(-0.25)]]);
}

#[test]
fn llsq() {
    evaluated(
        &["llsq"],
        "objective",
        &[&[numbers(3, 0.0), int(4)], &[numbers(1, 1.0), int(3)], &[numbers(5, 2.0), int(2)]],
    );
}

#[test]
fn lse() {
    // the largest first, last, between
    let points = [[2.0, -0.5, 1.0], [0.5, -0.5, 1.0], [0.5, 3.0, 1.0]];
    evaluated(
        &["lse"],
        "logsumexp",
        &points.each_ref().map(|x| [reals(x)]).each_ref().map(|x| &x[..]),
    );
    evaluated(&["lse"], "logsumexp", &[&[reals(&[0.5])]]);
}

#[test]
fn gmm() {
    let point = |d: usize, k: usize, n: usize, m: usize| {
        let sizes = [k, k * d, k * d, k * d * (d - 1) / 2, n * d];
        let arrays = sizes.iter().enumerate().map(|(number, size)| numbers(*size, number as f64));
        arrays
            .chain([int(d as i128), int(k as i128), int(n as i128), real(0.75), int(m as i128)])
            .collect::<Vec<Value>>()
    };
    evaluated(
        &["lse", "gmm"],
        "log_posterior",
        &[&point(2, 2, 3, 0), &point(3, 1, 2, 2), &point(1, 3, 1, 1)],
    );
}

#[test]
fn lstm() {
    let point = |layers: usize, width: usize, steps: usize| {
        let sizes = [8 * layers * width, 3 * width, 2 * layers * width, steps * width];
        let arrays =
            sizes.iter().enumerate().map(|(number, size)| numbers(*size, 0.5 * number as f64));
        arrays.chain([layers, width, steps].map(|size| int(size as i128))).collect::<Vec<Value>>()
    };
    evaluated(&["lstm"], "loss", &[&point(1, 2, 3), &point(2, 1, 3), &point(2, 2, 2)]);
}

#[test]
fn ode() {
    evaluated(&["ode"], "last", &[&[numbers(3, 0.0), int(2)], &[numbers(1, 1.0), int(1)]]);
    evaluated(&["ode"], "solve", &[&[numbers(2, 2.0), int(3)]]);
}

#[test]
fn det() {
    evaluated(
        &["det"],
        "determinant",
        &[&[numbers(9, 0.0), int(3)], &[numbers(4, 1.0), int(2)], &[numbers(1, 2.0), int(1)]],
    );
}
