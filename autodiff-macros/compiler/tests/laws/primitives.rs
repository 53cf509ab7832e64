//! One row of data for each primitive that a user can write: value, partials against closed forms
//! and against high-order differences, forward and reverse mode; and the table of points without a
//! derivative.

use crate::support::*;
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::{Value, closed_form};
use autodiff_compiler::primitives::kinks::{self, KINKS};
use autodiff_compiler::primitives::{Derivative, Output, Prim, Spelling, has_finite_partials, row};
use expect_test::expect_file;

/// A primitive, how a user writes it (arguments `x`, `y`, `z`; an exponent `n`), and smooth points
/// to look at it.
pub type Row = (Prim, &'static str, &'static [&'static [f64]]);

pub const ROWS: &[Row] = &[
    (Prim::Add, "x + y", &[&[1.5, -2.0]]),
    (Prim::Sub, "x - y", &[&[1.5, -2.0]]),
    (Prim::Mul, "x * y", &[&[1.5, -2.0], &[0.0, 3.0]]),
    (Prim::Div, "x / y", &[&[1.5, -2.0], &[2.5, 0.4], &[0.0, 0.3]]),
    (Prim::Rem, "x % y", &[&[7.3, 2.1], &[-7.3, 2.1], &[7.3, -2.1], &[0.5, 2.1]]),
    (Prim::Neg, "-x", &[&[1.5]]),
    (Prim::Sin, "x.sin()", &[&[0.0], &[1.3], &[-20.0]]),
    (Prim::Cos, "x.cos()", &[&[0.0], &[1.3], &[-20.0]]),
    (Prim::Tan, "x.tan()", &[&[0.0], &[1.3], &[-2.0]]),
    (Prim::Asin, "x.asin()", &[&[0.0], &[0.7], &[-0.9]]),
    (Prim::Acos, "x.acos()", &[&[0.0], &[0.7], &[-0.9]]),
    (Prim::Atan, "x.atan()", &[&[0.0], &[1.3], &[-20.0]]),
    (
        Prim::Atan2,
        "x.atan2(y)",
        &[&[1.5, 2.0], &[-1.5, 2.0], &[1.5, -2.0], &[-1.5, -2.0], &[0.0, 2.0], &[2.0, 0.0]],
    ),
    (Prim::Sinh, "x.sinh()", &[&[0.0], &[1.3], &[-2.0]]),
    (Prim::Cosh, "x.cosh()", &[&[0.0], &[1.3], &[-2.0]]),
    (Prim::Tanh, "x.tanh()", &[&[0.0], &[1.3], &[-2.0]]),
    (Prim::Asinh, "x.asinh()", &[&[0.0], &[1.3], &[-2.0]]),
    (Prim::Acosh, "x.acosh()", &[&[1.3], &[20.0]]),
    (Prim::Atanh, "x.atanh()", &[&[0.0], &[0.7], &[-0.9]]),
    (Prim::Exp, "x.exp()", &[&[0.0], &[1.3], &[-20.0]]),
    (Prim::Exp2, "x.exp2()", &[&[0.0], &[1.3], &[-20.0]]),
    (Prim::ExpM1, "x.exp_m1()", &[&[0.0], &[1.3], &[-20.0]]),
    (Prim::Ln, "x.ln()", &[&[0.2], &[1.0], &[20.0]]),
    (Prim::Log, "x.log(y)", &[&[0.2, 3.0], &[1.0, 3.0], &[20.0, 0.3]]),
    (Prim::Log2, "x.log2()", &[&[0.2], &[1.0], &[20.0]]),
    (Prim::Log10, "x.log10()", &[&[0.2], &[1.0], &[20.0]]),
    (Prim::Ln1p, "x.ln_1p()", &[&[-0.5], &[0.0], &[20.0]]),
    (Prim::Sqrt, "x.sqrt()", &[&[0.2], &[1.0], &[20.0]]),
    (Prim::Cbrt, "x.cbrt()", &[&[0.2], &[-1.0], &[20.0]]),
    (
        Prim::Powi,
        "x.powi(n)",
        &[
            &[1.3, 0.0],
            &[1.3, 1.0],
            &[-1.3, 2.0],
            &[1.3, 3.0],
            &[-1.3, 7.0],
            &[1.3, -1.0],
            &[-1.3, -2.0],
        ],
    ),
    (Prim::Powf, "x.powf(y)", &[&[1.3, 0.0], &[1.3, 1.0], &[0.3, 2.5], &[1.3, -3.5]]),
    (Prim::Hypot, "x.hypot(y)", &[&[1.3, -2.0], &[0.0, 2.0], &[-3.0, 0.0]]),
    (Prim::Midpoint, "x.midpoint(y)", &[&[1.3, -2.0], &[0.0, 2.0]]),
    (Prim::Recip, "x.recip()", &[&[1.3], &[-0.2]]),
    (Prim::MulAdd, "x.mul_add(y, z)", &[&[1.3, -2.0, 0.7]]),
    (Prim::Abs, "x.abs()", &[&[1.3], &[-2.0]]),
    (Prim::Signum, "x.signum()", &[&[1.3], &[-2.0]]),
    (Prim::Max, "x.max(y)", &[&[1.3, -2.0], &[-2.0, 1.3]]),
    (Prim::Min, "x.min(y)", &[&[1.3, -2.0], &[-2.0, 1.3]]),
    (Prim::Clamp, "x.clamp(y, z)", &[&[0.5, -1.0, 1.0], &[-1.5, -1.0, 1.0], &[1.5, -1.0, 1.0]]),
    (Prim::Copysign, "x.copysign(y)", &[&[1.3, 2.0], &[-1.3, 2.0], &[1.3, -2.0], &[-1.3, -2.0]]),
    (Prim::Floor, "x.floor()", &[&[1.3], &[-2.7]]),
    (Prim::Ceil, "x.ceil()", &[&[1.3], &[-2.7]]),
    (Prim::Round, "x.round()", &[&[1.3], &[-2.7]]),
    (Prim::Trunc, "x.trunc()", &[&[1.3], &[-2.7]]),
    (Prim::RoundTiesEven, "x.round_ties_even()", &[&[1.3], &[-2.7]]),
    (Prim::Fract, "x.fract()", &[&[1.3], &[-2.7]]),
    (Prim::ToDegrees, "x.to_degrees()", &[&[1.3]]),
    (Prim::ToRadians, "x.to_radians()", &[&[1.3]]),
    (Prim::RemEuclid, "x.rem_euclid(y)", &[&[7.3, 2.1], &[-7.3, 2.1], &[7.3, -2.1], &[-7.3, -2.1]]),
    (Prim::DivEuclid, "x.div_euclid(y)", &[&[7.3, 2.1], &[-7.3, 2.1], &[7.3, -2.1], &[-7.3, -2.1]]),
    (Prim::Erf, "autodiff::__private::erf(x)", &[&[0.0], &[0.7], &[-1.9]]),
    (Prim::LnGamma, "autodiff::__private::ln_gamma(x)", &[&[0.3], &[1.7], &[12.5]]),
    (Prim::Digamma, "autodiff::__private::digamma(x)", &[&[0.3], &[1.7], &[12.5]]),
];

/// `fn f(x: f64, …) -> f64 { expression }` and its arguments.
pub fn function(expression: &str, point: &[f64]) -> (String, Vec<Value>) {
    if expression.contains("powi(n)") {
        return (
            format!("fn f(x: f64, n: i32) -> f64 {{ {expression} }}"),
            vec![real(point[0]), int(point[1] as i128)],
        );
    }
    let names = ["x", "y", "z"];
    let params: Vec<String> = names.iter().take(point.len()).map(|n| format!("{n}: f64")).collect();
    (
        format!("fn f({}) -> f64 {{ {expression} }}", params.join(", ")),
        point.iter().map(|x| real(*x)).collect(),
    )
}

/// Whether a user can write the primitive on reals, and it gives a real.
fn is_visible(prim: Prim) -> bool {
    let row = row(prim);
    let of_integers = matches!(
        prim,
        Prim::Not | Prim::BitAnd | Prim::BitOr | Prim::BitXor | Prim::Shl | Prim::Shr
    );
    row.output == Output::First && !of_integers && !matches!(row.derivative, Derivative::OfARule)
}

/// Differences of the table's value of order eight: the coefficients of f(x + kh) − f(x − kh).
fn difference(prim: Prim, point: &[f64], wrt: usize) -> f64 {
    let h = 2e-3 * (1.0 + point[wrt].abs()).min(2.0 * point[wrt].abs().max(0.25));
    let at = |t: f64| {
        let mut x = point.to_vec();
        x[wrt] += t;
        (row(prim).evaluate)(&x)
    };
    let pairs = [(1.0, 4.0 / 5.0), (2.0, -1.0 / 5.0), (3.0, 4.0 / 105.0), (4.0, -1.0 / 280.0)];
    pairs.iter().map(|(k, c)| c * (at(k * h) - at(-k * h))).sum::<f64>() / h
}

#[test]
fn every_primitive_has_a_row() {
    let missing: Vec<Prim> = Prim::ALL
        .iter()
        .copied()
        .filter(|p| is_visible(*p) && !ROWS.iter().any(|r| r.0 == *p))
        .collect();
    assert!(missing.is_empty(), "no test row for {missing:?}");
    let repeated: Vec<Prim> = Prim::ALL
        .iter()
        .copied()
        .filter(|p| ROWS.iter().filter(|r| r.0 == *p).count() > 1)
        .collect();
    assert!(repeated.is_empty(), "two test rows for {repeated:?}");
}

#[test]
fn partials_jvp_and_transpose_of_every_primitive() {
    for (prim, expression, points) in ROWS {
        for point in *points {
            let (source, args) = function(expression, point);
            let report = laws(&source, "f", &args);
            assert_eq!(
                flat(&report.values),
                [(row(*prim).evaluate)(point)],
                "{expression} at {point:?}"
            );
            let partials = closed_form(*prim, point).unwrap_or_else(|e| panic!("{e}"));
            let gradient = report.flat_gradient();
            // an integer exponent has none
            let actives = args.iter().filter(|a| a.scalars() == 1).count();
            assert_eq!(gradient.len(), actives);
            for (wrt, (found, expected)) in gradient.iter().zip(&partials).enumerate() {
                let scale = expected.abs().max(1e-3);
                assert!(
                    (found - expected).abs() <= 2e-14 * scale.max(1.0),
                    "{expression} at {point:?}, argument {wrt}: {found} instead of {expected}"
                );
                let difference = difference(*prim, point, wrt);
                assert!(
                    (found - difference).abs() <= 3e-9 * (1.0 + scale),
                    "{expression} at {point:?}, argument {wrt}: {found}, but differences give \
                     {difference}"
                );
            }
            // W1: an n-ary primitive with partials of one operation each costs at most 3n
            assert!(
                report.jvp <= if *prim == Prim::Log { W1_WITH_LOG } else { W1 } * report.primal,
                "{expression}: {} of {}",
                report.jvp,
                report.primal
            );
        }
    }
}

/// Arguments that are literals or equal, which rules look at: an expression, `x`, its value and its
/// derivative.
pub const LITERALS: &[(&str, f64, f64, f64)] = &[
    ("1.0 / x", 4.0, 0.25, -0.0625),
    ("x / 4.0", 3.0, 0.75, 0.25),
    ("x.powi(0)", 3.0, 1.0, 0.0),
    ("x.powi(1)", 3.0, 3.0, 1.0),
    ("x.powi(2)", 3.0, 9.0, 6.0),
    ("x.powi(3)", 3.0, 27.0, 27.0),
    ("x.powi(-2)", 2.0, 0.25, -0.25),
    ("x.powi(4)", 2.0, 16.0, 32.0),
    ("2.0f64.powi(3) * x", 2.0, 16.0, 8.0),
    ("x * x", 3.0, 9.0, 6.0),
    ("x + x", 3.0, 6.0, 2.0),
    ("x - x", 3.0, 0.0, 0.0),
    ("x / x", 3.0, 1.0, 0.0),
    ("x.mul_add(x, x)", 3.0, 12.0, 7.0),
    ("x.max(x)", 3.0, 3.0, 1.0),
    ("x.hypot(x) * 0.5f64.sqrt()", 3.0, 3.0, 1.0),
    ("x.powf(2.0)", 3.0, 9.0, 6.0),
    ("2f64.powf(x)", 3.0, 8.0, 8.0 * std::f64::consts::LN_2),
    ("x.clamp(-1.0, 1.0)", 3.0, 1.0, 0.0),
    ("x.max(5.0)", 3.0, 5.0, 0.0),
    ("5.0f64.min(x)", 3.0, 3.0, 1.0),
    ("2.0 / x", 4.0, 0.5, -0.125),
    ("4.0 / x", 4.0, 1.0, -0.25),
];

#[test]
fn literal_and_equal_arguments() {
    for (expression, x, value, gradient) in LITERALS.iter().copied() {
        let (source, args) = function(expression, &[x]);
        let report = laws(&source, "f", &args);
        assert_close(&flat(&report.values), &[value], 1e-15);
        assert_close(&report.flat_gradient(), &[gradient], 1e-15);
    }
}

/// A conversion rounds tangents and cotangents, and does nothing else to them.
#[test]
fn conversions() {
    let program = Program::new("fn f(x: f64) -> f64 { (2.0 * x as f32) as f64 * x }")
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(flat(&pull(&program, "f", &[real(3.0)], &[real(1.0)])), [12.0]);
    let both = program
        .run(&program.of("f").jvp, &[real(3.0), real(1.0)], Drops::Free)
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(flat(&both.results), [18.0, 12.0]);
}

/// The declared points without a derivative, and those where the plain formula gives NaN.
#[test]
fn kinks() {
    const INF: f64 = f64::INFINITY;
    // literals, and user-defined choices
    let further: &[(&str, &[f64], &[f64])] = &[
        ("x.powf(1.0)", &[0.0], &[1.0]),
        ("x.powf(0.0)", &[0.0], &[0.0]),
        ("x.powf(2.0)", &[0.0], &[0.0]),
        ("x.powf(2.0)", &[-3.0], &[-6.0]),
        ("x.powf(0.5)", &[0.0], &[INF]),
        ("x.powi(0)", &[0.0], &[0.0]),
        ("x.powi(1)", &[0.0], &[1.0]),
        ("x.powi(2)", &[0.0], &[0.0]),
        ("(x as i64) as f64", &[1.0], &[0.0]),
        ("if x > y { x } else { y }", &[1.0, 1.0], &[0.0, 1.0]),
        ("if x >= y { x } else { y }", &[1.0, 1.0], &[1.0, 0.0]),
    ];
    let declared =
        KINKS.iter().map(|kink| (kinks::expression(kink.prim), kink.point, kink.partials));
    let table = declared.chain(
        further
            .iter()
            .map(|(expression, point, partials)| (expression.to_string(), *point, *partials)),
    );
    for (expression, point, expected) in table {
        let (source, args) = function(&expression, point);
        let program = Program::new(&source).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(
            flat(&pull(&program, "f", &args, &[real(1.0)])),
            expected,
            "reverse: {expression} at {point:?}"
        );
        // forward mode, one direction at a time
        for (k, e) in expected.iter().enumerate() {
            let mut all = args.clone();
            let direction = (0..expected.len()).map(|i| real(if i == k { 1.0 } else { 0.0 }));
            all.extend(direction);
            let jvp = &program.of("f").jvp;
            let results = autodiff_compiler::ir::interpret::evaluate(jvp, &all, &program)
                .unwrap_or_else(|e| panic!("{e}"))
                .results;
            let found = results[1].flatten()[0];
            // an infinite partial of another argument times 0
            if expected.iter().all(|e| e.is_finite()) {
                assert_eq!(found, *e, "forward: {expression} at {point:?}, argument {k}");
            }
        }
    }
}

/// What blocks share has finite partial derivatives at all finite arguments, the extremes among
/// them; and what has an infinite one at a declared point is not shared.
#[test]
fn shared_operations_have_finite_partials() {
    const EXTREMES: &[f64] = &[0.0, -0.0, 1.0, -1.0, 20.0, 1e-320, -1e-160, 1e300, -1e300];
    let mut shared = 0;
    for (prim, expression, points) in ROWS.iter().filter(|(prim, ..)| has_finite_partials(*prim)) {
        let arity = points[0].len();
        let program =
            Program::new(&function(expression, points[0]).0).unwrap_or_else(|e| panic!("{e}"));
        for number in 0..EXTREMES.len().pow(arity as u32) {
            let mut point: Vec<f64> = (0..arity as u32)
                .map(|k| EXTREMES[number / EXTREMES.len().pow(k) % EXTREMES.len()])
                .collect();
            if *prim == Prim::Clamp {
                point[1..].sort_by(f64::total_cmp);
            }
            let partials =
                flat(&pull(&program, "f", &function(expression, &point).1, &[real(1.0)]));
            assert!(
                partials.iter().all(|p| p.is_finite()),
                "{expression} at {point:?}: {partials:?}"
            );
        }
        shared += 1;
    }
    assert!(shared > 20, "{shared}");
    for kink in KINKS.iter().filter(|kink| {
        kink.point.iter().all(|x| x.is_finite()) && kink.partials.iter().any(|p| !p.is_finite())
    }) {
        assert!(!has_finite_partials(kink.prim), "{}", row(kink.prim).name);
    }
}

#[test]
fn the_page_of_kinks_is_written_from_the_table() {
    expect_file!["../../../../docs/kinks.md"].assert_eq(&kinks::page());
}

/// The names by which a user reaches the primitives find them.
#[test]
fn spellings() {
    for prim in Prim::ALL.iter().copied() {
        let row = row(prim);
        match row.spelling {
            Spelling::Method(name) => assert_eq!(Prim::from_method(name, row.arity), Some(prim)),
            Spelling::Infix(_) | Spelling::Prefix(_) | Spelling::Runtime(_) => {}
        }
    }
}
