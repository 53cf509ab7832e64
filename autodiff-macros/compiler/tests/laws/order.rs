//! In which order transposed loops run: forward where iterations commute. Each program obeys the
//! laws as well.

use crate::support::*;
use autodiff_compiler::ir::{Block, Op};

/// Whether the transposed loops run backward, from the outside in and in the order of the
/// transposed function.
fn backward(block: &Block) -> Vec<bool> {
    block
        .lets
        .iter()
        .flat_map(|l| {
            let own = if let Op::Loop(lp) = &l.op { vec![lp.backward] } else { Vec::new() };
            own.into_iter().chain(l.op.blocks().iter().flat_map(backward))
        })
        .collect()
}

const PROGRAMS: &[(&str, &[bool])] = &[
    // reads of memory, a sum
    (
        "fn f(x: &[f64]) -> f64 { let mut s = 0.0; for i in 0..x.len() \
         { s += x[i].sin() * x[0]; } s }",
        &[false],
    ),
    // each iteration has an element of its own
    (
        "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 0..a.len() \
         { a[i] = a[i].sin() * x[0]; } a[1] * a[2] }",
        &[false],
    ),
    (
        "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in (0..3).rev().step_by(2) \
         { a[i] *= a[i]; } a[0] * a[2] }",
        &[false],
    ),
    // of two arrays, one read where others have written it, before the loop
    (
        "fn f(x: &[f64]) -> f64 \
         { let mut a = [0.0; 4]; let b = [x[0], x[1], x[2], x[3]]; for i in 1..4 \
         { a[i] = b[i - 1] * x[i]; } a[1] * a[3] }",
        &[false],
    ),
    // recurrences
    (
        "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 1..4 \
         { a[i] = a[i - 1] * x[i]; } a[3] }",
        &[true],
    ),
    (
        "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 0..3 \
         { a[i] = a[i + 1] * x[i]; } a[0] * a[2] }",
        &[true],
    ),
    (
        "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 0..4 \
         { a[i] = a[i] * a[0]; } a[3] * a[1] }",
        &[true],
    ),
    (
        "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 0..4 \
         { a[i / 2] = a[i / 2] * x[i]; } a[0] * a[1] }",
        &[true],
    ),
    ("fn f(x: &[f64]) -> f64 { let mut p = x[0]; for i in 1..4 { p *= x[i]; } p }", &[true]),
    // rows: each iteration has one, in which the inner loop has a recurrence
    (
        "fn f(x: &[f64]) -> f64 { let mut m = [[x[0]; 3]; 3]; for i in 0..3 { for j in 1..3 \
         { m[i][j] = m[i][j - 1] * x[i]; } } m[0][2] * m[2][2] }",
        &[false, true],
    ),
    // columns: the other way round
    (
        "fn f(x: &[f64]) -> f64 { let mut m = [[x[0]; 3]; 3]; for i in 1..3 { for j in 0..3 \
         { m[i][j] = m[i - 1][j] * x[i]; } } m[2][2] * m[2][0] }",
        &[true, false],
    ),
    // both rows and columns
    (
        "fn f(x: &[f64]) -> f64 { let mut m = [[x[0]; 3]; 3]; for i in 0..3 \
         { m[i][0] = m[i][0] * x[i]; m[1][i] = m[1][i] * x[i] + x[3]; } m[1][0] * m[1][2] }",
        &[true],
    ),
    // an index in a slice that moves
    (
        "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 0..2 \
         { let s = &mut a[i..]; s[i] = s[i] * x[0]; s[i + 1] = s[i] * s[i + 1]; } a[0] * a[3] }",
        &[true],
    ),
];

#[test]
fn iterations_that_commute_run_forward() {
    for (source, expected) in PROGRAMS {
        laws(source, "f", &[reals(&[0.5, 1.25, -0.75, 2.0])]);
        let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
        let transposed = &program.of("f").transposed;
        assert_eq!(backward(&transposed.body), *expected, "{transposed}");
    }
}
