//! Tables: rows of constants as arguments, iterated over, destructured; tables of structs, of
//! tuples, and of references to tables.

use crate::support::close;
use autodiff::prelude::*;

const ROWS: [[f64; 3]; 3] = [[1.0, 2.0, 3.0], [0.5, -1.0, 0.25], [4.0, 0.0, -2.0]];
static STATIC: [[f64; 3]; 2] = [[1.0, 2.0, 3.0], [0.5, -1.0, 0.25]];
const SLICES: &[&[f64]] = &[&[1.0, 2.0], &[3.0, 4.0, 5.0], &[0.5]];
const TRIPLES: &[(f64, f64, f64)] = &[(1.0, 0.2, 0.3), (2.0, 0.5, -0.7)];
const DEEP: &[&[&[f64; 3]]] = &[&[&[1.0, 0.2, 0.3], &[2.0, 0.5, -0.7]], &[&[0.25, 1.2, 1.3]]];
const MIXED: [(i32, [f64; 3]); 2] = [(1, [0.5, 0.25, 2.0]), (3, [-1.0, 0.75, 0.1])];
const NONE: [[f64; 2]; 0] = [];

struct Term {
    a: f64,
    n: i32,
    b: [f64; 2],
}

const TERMS: [Term; 2] =
    [Term { a: 1.5, n: 2, b: [0.1, 0.2] }, Term { a: -0.5, n: 3, b: [0.3, 0.4] }];

struct Model;

impl Model {
    const WEIGHTS: [[f64; 2]; 2] = [[2.0, 3.0], [-1.0, 0.5]];
}

#[differentiate]
impl Model {
    #[differentiate]
    fn rows(x: f64) -> f64 {
        Self::WEIGHTS.iter().map(|row| polynomial(row, x)).sum::<f64>()
            + polynomial(&Self::WEIGHTS[1], x)
    }
}

#[differentiate]
fn polynomial(c: &[f64], x: f64) -> f64 {
    let mut s = 0.0;
    for &k in c.iter().rev() {
        s = s * x + k;
    }
    s
}

#[differentiate]
fn quadratic(c: &[f64; 3], x: f64) -> f64 {
    c[0] + x * (c[1] + x * c[2])
}

#[differentiate]
fn by_value(c: [f64; 3], x: f64) -> f64 {
    c[0] + x * (c[1] + x * c[2]).sin()
}

#[differentiate]
fn series(terms: &[[f64; 3]], x: f64) -> f64 {
    terms.iter().map(|t| t[0] * (t[1] + t[2] * x).cos()).sum()
}

#[differentiate]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(x + 1.0)
}

#[differentiate]
fn arguments(x: f64, k: usize) -> f64 {
    polynomial(&ROWS[0], x)
        + quadratic(&STATIC[1], x)
        + polynomial(SLICES[k], x)
        + by_value(ROWS[k + 1], x)
        + series(&ROWS[k..], x)
}

#[differentiate]
fn rows(x: f64) -> f64 {
    let mut s = 0.0;
    for row in ROWS.iter() {
        s += row[0] * (row[1] * x + row[2]).sin() + polynomial(row, x);
    }
    for (i, row) in SLICES.iter().enumerate() {
        s += polynomial(row, x) * (i as f64) + row[0] * x;
    }
    for [a, b, c] in ROWS {
        s += a * (b * x + c).exp();
    }
    for &[a, b, c] in &ROWS {
        s += a * (b * x + c).exp();
    }
    for row in NONE.iter() {
        s += polynomial(row, x);
    }
    s + ROWS
        .iter()
        .zip(STATIC.iter())
        .map(|(r, s)| r[0] * x + s[1] * x * x + polynomial(s, x))
        .sum::<f64>()
}

#[differentiate]
fn tuples(x: f64) -> f64 {
    let mut s = 0.0;
    for &(a, b, c) in TRIPLES {
        s += a * (b * x + c).sin();
    }
    for (n, row) in MIXED.iter() {
        s += x.powi(*n) * row[1] + polynomial(row, x);
    }
    for &(n, row) in &MIXED {
        s += x.powi(n) * row[1] + by_value(row, x) + row.iter().map(|c| c * x).sum::<f64>();
    }
    s + TRIPLES.iter().map(|(a, b, c)| a * (b * x + c).sin()).sum::<f64>() + TRIPLES[1].0 * x
}

#[differentiate]
fn structs(x: f64, k: usize) -> f64 {
    let mut s = 0.0;
    for t in TERMS.iter() {
        s += t.a * x.powi(t.n) + polynomial(&t.b, x) + t.b[1] * x;
    }
    let Term { a, n, b } = &TERMS[k];
    let t = &TERMS[k];
    s + a * x.powi(*n) + b[0] * x + t.b[1] * x * t.a
}

#[differentiate]
fn deep(x: f64) -> f64 {
    let mut s = 0.0;
    for (i, group) in DEEP.iter().enumerate() {
        let mut p = 0.0;
        for row in group.iter() {
            p += row[0] * (row[1] + row[2] * x).cos() + quadratic(row, x);
        }
        for row in *group {
            p += row[0] * x;
        }
        s += p * x.powi(i as i32);
    }
    s
}

#[differentiate]
fn named(x: f64, k: usize) -> f64 {
    let row = &ROWS[k];
    let other = ROWS[k];
    let [a, b, _] = *row;
    // the row is that of the index at that time
    let mut j = k;
    let old = &ROWS[j];
    j += 1;
    let new = &ROWS[j];
    let k = 2;
    let mut changed: [f64; 3] = ROWS[k];
    changed[0] = x;
    let c = &ROWS[k][1];
    row[0] * x
        + polynomial(row, x)
        + other.iter().map(|c| c * x).sum::<f64>()
        + a * b * x
        + old[0] * new[1] * x.sin()
        + changed[0] * changed[2]
        + c * x
        + (row.len() as f64) * x
}

#[differentiate]
fn effects(x: f64) -> f64 {
    let mut k = 0;
    let a = ROWS[{
        k += 1;
        k
    }][{
        k += 1;
        k
    }];
    a * x * x + (k as f64)
}

#[differentiate]
fn closures(x: f64, k: usize) -> f64 {
    let row = &ROWS[k];
    let sum: f64 = (0..3).map(|i| row[i] * x.powi(i as i32)).sum();
    sum + apply(|y| ROWS[1][0] * y + ROWS[2][2] * x, x)
}

#[differentiate]
fn chosen(x: f64, k: usize) -> f64 {
    let row = if k == 0 { ROWS[0] } else { ROWS[1] };
    let n = (x * 2.0) as usize;
    let of_x = &ROWS[n];
    let mut s = row[0] * x;
    let mut i = 0;
    while i < ROWS.len() {
        let row = &ROWS[i];
        s = s * row[2].cos() + polynomial(row, x + s);
        i += 1;
    }
    s + of_x[1] * x
}

#[differentiate]
fn generic<T: num_traits::Float>(x: T) -> T {
    let mut s = x;
    for row in ROWS.iter() {
        s = s + x * T::from(row[0]).unwrap();
    }
    s
}

#[differentiate]
fn inside(x: f64) -> f64 {
    const T: [(f64, i32); 3] = [(0.1, 1), (0.2, 2), (0.4, 3)];
    const R: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
    T.iter().map(|&(c, n)| c * x.powi(n)).sum::<f64>()
        + T[1].0 * x
        + R.iter().map(|r| polynomial(r, x)).sum::<f64>()
        + polynomial(&R[1], x)
}

fn check(
    f: impl Fn(f64) -> f64,
    gradient: impl Fn(f64) -> (f64, f64),
    jvp: impl Fn(f64) -> (f64, f64),
) {
    for x in [0.7, 0.3] {
        let h = 1e-6;
        let slope = (f(x + h) - f(x - h)) / (2.0 * h);
        let ((y, x_bar), (y_of_jvp, y_dot)) = (gradient(x), jvp(x));
        assert_eq!((y.to_bits(), y_of_jvp.to_bits()), (f(x).to_bits(), f(x).to_bits()));
        close("gradient", x_bar, slope, 1e-6);
        close("jvp", y_dot, x_bar, 1e-12);
    }
}

macro_rules! checked {
    ($($test:ident: $f:path, $gradient:path, $jvp:path;)*) => {
        $(#[test]
        fn $test() {
            check($f, $gradient, |x| $jvp(x, 1.0));
        })*
    };
}

macro_rules! checked_at {
    ($($test:ident: $f:ident, $gradient:ident, $jvp:ident;)*) => {
        $(#[test]
        fn $test() {
            for k in 0..2 {
                check(|x| $f(x, k), |x| $gradient(x, k), |x| $jvp(x, k, 1.0));
            }
        })*
    };
}

checked! {
    rows_of_tables: rows, rows_value_and_grad, rows_jvp;
    tables_of_tuples: tuples, tuples_value_and_grad, tuples_jvp;
    tables_of_tables: deep, deep_value_and_grad, deep_jvp;
    generic_functions: generic::<f64>, generic_value_and_grad::<f64>, generic_jvp::<f64>;
    tables_inside: inside, inside_value_and_grad, inside_jvp;
    indices_with_effects: effects, effects_value_and_grad, effects_jvp;
    associated_tables: Model::rows, Model::rows_value_and_grad, Model::rows_jvp;
}

checked_at! {
    rows_as_arguments: arguments, arguments_value_and_grad, arguments_jvp;
    tables_of_structs: structs, structs_value_and_grad, structs_jvp;
    rows_by_name: named, named_value_and_grad, named_jvp;
    rows_in_closures: closures, closures_value_and_grad, closures_jvp;
    rows_that_are_chosen: chosen, chosen_value_and_grad, chosen_jvp;
}

enum Correction {
    Scale(f64),
    Shift { by: f64 },
    Nothing,
}

#[derive(Clone, Copy)]
enum Kind {
    First,
    At(usize),
}

struct Rule {
    kind: Kind,
    weight: f64,
}

const CORRECTIONS: [Correction; 3] =
    [Correction::Scale(2.0), Correction::Shift { by: 0.5 }, Correction::Nothing];
const RULES: [Rule; 2] =
    [Rule { kind: Kind::First, weight: 2.0 }, Rule { kind: Kind::At(1), weight: 3.0 }];

/// What is in a table and may not be moved out of it.
#[differentiate(reverse)]
fn corrected(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in 0..3 {
        s += match CORRECTIONS[k] {
            Correction::Scale(f) => f * x[k],
            Correction::Shift { by } => x[k] * x[k] + by,
            Correction::Nothing => x[k].sin(),
        };
        if let Correction::Shift { by } = CORRECTIONS[k] {
            s += by * x[0];
        }
    }
    for k in 0..2 {
        let v = match RULES[k].kind {
            Kind::First => x[0],
            Kind::At(i) => x[i] * x[i],
        };
        s += v * RULES[k].weight;
    }
    s
}

#[test]
fn taken_apart_in_place() {
    check!(corrected, [0.3, -0.7, 1.1]);
}
