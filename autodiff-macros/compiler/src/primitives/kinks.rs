//! The points without a derivative, and the value declared for the derivative there.
//!
//! The rule: where the derivative has a finite limit, or is bounded on both sides, its value is
//! finite; where it grows without bound it is infinite. At ties it is that of the argument which
//! std's comparison selects. [`page`] is the table in the documentation; the tests compare every
//! mode with [`KINKS`].

use super::{Prim, Spelling, row};
use std::fmt::Write;

/// A declared point.
pub struct Kink {
    /// The primitive.
    pub prim: Prim,
    /// Its arguments.
    pub point: &'static [f64],
    /// The partial derivatives, of the real arguments.
    pub partials: &'static [f64],
}

const fn at(prim: Prim, point: &'static [f64], partials: &'static [f64]) -> Kink {
    Kink { prim, point, partials }
}

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// All declared points.
pub const KINKS: &[Kink] = &[
    at(Prim::Abs, &[0.0], &[0.0]),
    at(Prim::Abs, &[-0.0], &[0.0]),
    at(Prim::Max, &[1.0, 1.0], &[1.0, 0.0]),
    at(Prim::Max, &[0.0, -0.0], &[1.0, 0.0]),
    at(Prim::Max, &[-0.0, 0.0], &[1.0, 0.0]),
    at(Prim::Max, &[NAN, 1.0], &[0.0, 1.0]),
    at(Prim::Max, &[1.0, NAN], &[1.0, 0.0]),
    at(Prim::Min, &[1.0, 1.0], &[1.0, 0.0]),
    at(Prim::Min, &[NAN, 1.0], &[0.0, 1.0]),
    at(Prim::Min, &[1.0, NAN], &[1.0, 0.0]),
    at(Prim::Clamp, &[-1.0, -1.0, 1.0], &[1.0, 0.0, 0.0]),
    at(Prim::Clamp, &[1.0, -1.0, 1.0], &[1.0, 0.0, 0.0]),
    at(Prim::Clamp, &[1.0, 1.0, 1.0], &[1.0, 0.0, 0.0]),
    at(Prim::Copysign, &[0.0, 1.0], &[1.0, 0.0]),
    at(Prim::Copysign, &[1.0, -0.0], &[-1.0, 0.0]),
    at(Prim::Sqrt, &[0.0], &[INF]),
    at(Prim::Sqrt, &[-0.0], &[-INF]),
    at(Prim::Cbrt, &[0.0], &[INF]),
    at(Prim::Asin, &[1.0], &[INF]),
    at(Prim::Acos, &[1.0], &[-INF]),
    at(Prim::Acosh, &[1.0], &[INF]),
    at(Prim::Ln, &[0.0], &[INF]),
    at(Prim::Powf, &[0.0, 1.0], &[1.0, 0.0]),
    at(Prim::Powf, &[0.0, 2.0], &[0.0, 0.0]),
    at(Prim::Powf, &[0.0, 0.0], &[0.0, 0.0]),
    at(Prim::Powf, &[0.0, 0.5], &[INF, 0.0]),
    at(Prim::Powi, &[0.0, 0.0], &[0.0]),
    at(Prim::Powi, &[0.0, 1.0], &[1.0]),
    at(Prim::Powi, &[0.0, 2.0], &[0.0]),
    at(Prim::Hypot, &[0.0, 0.0], &[0.0, 0.0]),
    at(Prim::Atan2, &[0.0, 0.0], &[0.0, 0.0]),
    at(Prim::Rem, &[6.0, 2.0], &[1.0, -3.0]),
    at(Prim::Rem, &[-6.0, 2.0], &[1.0, 3.0]),
    at(Prim::RemEuclid, &[6.0, 2.0], &[1.0, -3.0]),
    at(Prim::Floor, &[1.0], &[0.0]),
    at(Prim::Ceil, &[1.0], &[0.0]),
    at(Prim::Round, &[0.5], &[0.0]),
    at(Prim::RoundTiesEven, &[0.5], &[0.0]),
    at(Prim::Trunc, &[1.0], &[0.0]),
    at(Prim::Fract, &[1.0], &[1.0]),
    at(Prim::Signum, &[0.0], &[0.0]),
    at(Prim::DivEuclid, &[6.0, 2.0], &[0.0, 0.0]),
];

/// A primitive as a user writes it.
pub fn expression(prim: Prim) -> String {
    let row = row(prim);
    let second = if prim == Prim::Powi { "n" } else { "y" };
    match row.spelling {
        Spelling::Infix(symbol) => format!("x {symbol} y"),
        Spelling::Prefix(symbol) => format!("{symbol}x"),
        Spelling::Method(name) => {
            format!("x.{name}({})", [second, "z"][..row.arity - 1].join(", "))
        }
        Spelling::Runtime(name) => format!("{name}(x)"),
    }
}

/// The table as Markdown, in the order of [`KINKS`].
pub fn page() -> String {
    let mut out = String::from(HEAD);
    let mut last = None;
    for kink in KINKS {
        let names = if kink.prim == Prim::Powi { ["x", "n", "z"] } else { ["x", "y", "z"] };
        let arguments: Vec<String> = kink
            .point
            .iter()
            .zip(names)
            .map(|(x, name)| format!("{name} = {}", number(*x)))
            .collect();
        let partials: Vec<String> = kink.partials.iter().map(|x| number(*x)).collect();
        let name = if last == Some(kink.prim) {
            String::new()
        } else {
            format!("`{}`", expression(kink.prim))
        };
        last = Some(kink.prim);
        writeln!(out, "| {name} | {} | {} |", arguments.join(", "), partials.join(", "))
            .unwrap_or_default();
    }
    out + TAIL
}

const HEAD: &str = "\
Points without a derivative, and the values that every mode returns there.

Where the derivative has a finite limit, or is bounded on both sides, the value is finite: a limit
that exists never yields NaN or 0·∞. Where the derivative grows without bound, the value is
infinite. Where two arguments tie, the value is the derivative of the one that std's comparison
returns; a NaN is skipped as std skips it.

| function | at | derivative, one for each real argument |
|---|---|---|
";

const TAIL: &str = "
A user-defined comparison (`if x > y { x } else { y }`) has the derivative of the branch that is
taken, also at a tie. What the other branch computes adds nothing to a gradient, not even if its
derivative is NaN or infinite. What is computed before the branch has the cotangent 0 if only the
other branch uses it. If its own derivative is NaN or infinite, the reverse mode adds 0·NaN, which
is NaN, and the forward mode omits it:

```
use autodiff::prelude::*;
#[differentiate]
fn cosine(x: f64, y: f64) -> f64 {
    let norm = (x * x + y * y).sqrt();
    if norm == 0.0 { 0.0 } else { x / norm }
}
fn main() {
    assert!(cosine_grad(0.0, 0.0).0.is_nan());
    assert_eq!(cosine_jvp(0.0, 0.0, 1.0, 1.0).1, 0.0);
}
```

Compute it in the branch that uses it. `x.max(y)` and `x.min(y)` compute both operands in the same
way: write an `if` there. Conversions to integers have the derivative zero.

This table is generated from that of the compiler. Tests compare the forward and the reverse mode,
dual numbers and the tape with it.
";

fn number(x: f64) -> String {
    match x {
        _ if x.is_nan() => "NaN".into(),
        INF => "∞".into(),
        _ if x == -INF => "−∞".into(),
        _ if x.is_sign_negative() => format!("−{}", -x),
        _ => x.to_string(),
    }
}
