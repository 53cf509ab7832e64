//! The rows. Partials are exact for the kinks as declared: a rule uses a helper of the runtime
//! where the formula alone would yield NaN.

use super::{
    Derivative::{self, OfARule, Partials, Select, Zero},
    Expense::{self, Division, Flop, Library},
    Output::{self, Arm, First},
    Partial::{self, MinusOne, One, Over, Ratio, Times},
    Row,
    Spelling::{Infix, Method, Prefix, Runtime},
};
use std::f64::consts::{LN_2, LN_10, PI};

macro_rules! prims {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A scalar primitive.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Prim { $($(#[$doc])* #[allow(missing_docs)] $name),* }

        impl Prim {
            /// Every primitive.
            pub const ALL: &'static [Prim] = &[$(Prim::$name),*];
        }
    };
}

prims! {
    Add, Sub, Mul, Div, Rem, Neg, Not, BitAnd, BitOr, BitXor, Shl, Shr,
    Eq, Ne, Lt, Le, Gt, Ge,
    Sin, Cos, Tan, Asin, Acos, Atan, Atan2, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh,
    Exp, Exp2, ExpM1, Ln, Log, Log2, Log10, Ln1p, Sqrt, Cbrt, Powi, Powf, Hypot, Midpoint, Recip,
        MulAdd,
    Abs, Signum, Max, Min, Clamp, Copysign, Floor, Ceil, Round, Trunc, RoundTiesEven, Fract,
        ToDegrees, ToRadians, RemEuclid, DivEuclid,
    IsNan, IsFinite, IsInfinite, IsSignNegative, IsSignPositive,
    Erf, LnGamma, Digamma,
    // partial derivatives with a declared value at a kink, and choices
    Sign0, PowiPartial, PowfPartialX, PowfPartialY, HypotPartial, Atan2PartialY, Atan2PartialX,
        RemTimes, CopysignPartial, Trigamma, MaxTakesFirst, MinTakesFirst, ClampArm,
}

impl Prim {
    /// The primitive of a std method of real scalars, by its name and count of arguments, including
    /// the receiver.
    pub fn from_method(name: &str, arity: usize) -> Option<Prim> {
        Prim::ALL.iter().copied().find(|p| {
            let row = row(*p);
            matches!(row.spelling, Method(n) if n == name) && row.arity == arity
        })
    }

    /// The primitive of a function of the runtime, by its name.
    pub fn from_runtime(name: &str) -> Option<Prim> {
        [Prim::Erf, Prim::LnGamma, Prim::Digamma, Prim::Trigamma]
            .into_iter()
            .find(|p| matches!(row(*p).spelling, Runtime(n) if n == name))
    }
}

fn real_of_bool(b: bool) -> f64 {
    f64::from(u8::from(b))
}

/// An operator of two reals.
fn infix(
    name: &'static str,
    expense: Expense,
    derivative: Derivative,
    evaluate: fn(&[f64]) -> f64,
) -> Row {
    Row { name, arity: 2, spelling: Infix(name), output: First, expense, derivative, evaluate }
}

/// An operator before its operand.
fn prefix(name: &'static str, derivative: Derivative, evaluate: fn(&[f64]) -> f64) -> Row {
    let spelling = Prefix(name);
    Row { name, arity: 1, spelling, output: First, expense: Flop, derivative, evaluate }
}

/// A comparison.
fn compare(symbol: &'static str, evaluate: fn(&[f64]) -> f64) -> Row {
    Row { output: Output::Bool, ..infix(symbol, Flop, Zero, evaluate) }
}

/// A method of std without arguments.
fn unary(
    name: &'static str,
    expense: Expense,
    derivative: Derivative,
    evaluate: fn(&[f64]) -> f64,
) -> Row {
    Row { name, arity: 1, spelling: Method(name), output: First, expense, derivative, evaluate }
}

/// A method of std with one argument.
fn binary(
    name: &'static str,
    expense: Expense,
    derivative: Derivative,
    evaluate: fn(&[f64]) -> f64,
) -> Row {
    Row { arity: 2, ..unary(name, expense, derivative, evaluate) }
}

/// A method of std with two arguments.
fn ternary(name: &'static str, derivative: Derivative, evaluate: fn(&[f64]) -> f64) -> Row {
    Row { arity: 3, ..unary(name, Flop, derivative, evaluate) }
}

/// A method of std that returns a `bool`.
fn test(name: &'static str, evaluate: fn(&[f64]) -> f64) -> Row {
    Row { output: Output::Bool, ..unary(name, Flop, Zero, evaluate) }
}

/// A function of the runtime that users call.
fn runtime_row(name: &'static str, derivative: Derivative, evaluate: fn(&[f64]) -> f64) -> Row {
    Row { spelling: Runtime(name), ..unary(name, Library, derivative, evaluate) }
}

/// A function of the runtime that only derivatives call.
fn helper(
    name: &'static str,
    arity: usize,
    output: Output,
    expense: Expense,
    evaluate: fn(&[f64]) -> f64,
) -> Row {
    let spelling = Runtime(name);
    Row { name, arity, spelling, output, expense, derivative: OfARule, evaluate }
}

/// The row of a primitive.
#[rustfmt::skip]
pub fn row(prim: Prim) -> Row {
    match prim {
        Prim::Add => infix("+", Flop, Partials(|_, _, _, _| One), |a| a[0] + a[1]),
        Prim::Sub => infix("-", Flop,
            Partials(|_, _, _, wrt| if wrt == 0 { One } else { MinusOne }), |a| a[0] - a[1]),
        Prim::Mul => infix("*", Flop, Partials(|_, a, _, wrt| Times(a[1 - wrt])), |a| a[0] * a[1]),
        Prim::Div => infix("/", Division, Partials(|r, a, z, wrt| match wrt {
            0 => Over(a[1]),
            // −x/y² is −z/y, and −z² if x is 1
            _ if r.literal(a[0]) == Some(1.0) => { let s = r.square(z); Times(r.neg(s)) }
            _ => Ratio(r.neg(z), a[1]),
        }), |a| a[0] / a[1]),
        Prim::Rem => infix("%", Library, Partials(remainder), |a| a[0] % a[1]),
        Prim::Neg => prefix("-", Partials(|_, _, _, _| MinusOne), |a| -a[0]),
        Prim::Not => prefix("!", Zero, |a| 1.0 - a[0]),
        Prim::BitAnd => infix("&", Flop, Zero, |a| ((a[0] as i64) & (a[1] as i64)) as f64),
        Prim::BitOr => infix("|", Flop, Zero, |a| ((a[0] as i64) | (a[1] as i64)) as f64),
        Prim::BitXor => infix("^", Flop, Zero, |a| ((a[0] as i64) ^ (a[1] as i64)) as f64),
        Prim::Shl => infix("<<", Flop, Zero, |a| ((a[0] as i64) << (a[1] as i64)) as f64),
        Prim::Shr => infix(">>", Flop, Zero, |a| ((a[0] as i64) >> (a[1] as i64)) as f64),

        Prim::Eq => compare("==", |a| real_of_bool(a[0] == a[1])),
        Prim::Ne => compare("!=", |a| real_of_bool(a[0] != a[1])),
        Prim::Lt => compare("<", |a| real_of_bool(a[0] < a[1])),
        Prim::Le => compare("<=", |a| real_of_bool(a[0] <= a[1])),
        Prim::Gt => compare(">", |a| real_of_bool(a[0] > a[1])),
        Prim::Ge => compare(">=", |a| real_of_bool(a[0] >= a[1])),

        Prim::Sin => unary("sin", Library, Partials(|r, a, _, _| Times(r.apply(Prim::Cos, a))),
            |a| a[0].sin()),
        Prim::Cos => unary("cos", Library,
            Partials(|r, a, _, _| { let s = r.apply(Prim::Sin, a); Times(r.neg(s)) }), |a| a[0]
            .cos()),
        Prim::Tan => unary("tan", Library,
            Partials(|r, _, z, _| { let s = r.square(z); let one = r.real(1.0, z);
            Times(r.add(one, s)) }), |a| a[0].tan()),
        Prim::Asin => unary("asin", Library,
            Partials(|r, a, _, _| { let d = one_minus_square(r, a[0]); Over(r.sqrt(d)) }), |a| a[0]
            .asin()),
        Prim::Acos => unary("acos", Library,
            Partials(|r, a, _, _| { let d = one_minus_square(r, a[0]); let s = r.sqrt(d);
            Over(r.neg(s)) }), |a| a[0].acos()),
        Prim::Atan => unary("atan", Library,
            Partials(|r, a, _, _| { let s = r.square(a[0]); let one = r.real(1.0, a[0]);
            Over(r.add(one, s)) }), |a| a[0].atan()),
        // ∂atan2(y, x) = (x, −y) / (x² + y²), 0 at the origin
        Prim::Atan2 => binary("atan2", Library, Partials(|r, a, _, wrt| {
            Times(r.apply(if wrt == 0 { Prim::Atan2PartialY } else { Prim::Atan2PartialX }, a))
        }), |a| a[0].atan2(a[1])),
        Prim::Sinh => unary("sinh", Library, Partials(|r, a, _, _| Times(r.apply(Prim::Cosh, a))),
            |a| a[0].sinh()),
        Prim::Cosh => unary("cosh", Library, Partials(|r, a, _, _| Times(r.apply(Prim::Sinh, a))),
            |a| a[0].cosh()),
        Prim::Tanh => unary("tanh", Library, Partials(|r, _, z, _| Times(one_minus_square(r, z))),
            |a| a[0].tanh()),
        Prim::Asinh => unary("asinh", Library,
            Partials(|r, a, _, _| { let s = r.square(a[0]); let one = r.real(1.0, a[0]);
            let d = r.add(s, one); Over(r.sqrt(d)) }), |a| a[0].asinh()),
        Prim::Acosh => unary("acosh", Library,
            Partials(|r, a, _, _| { let s = r.square(a[0]); let one = r.real(1.0, a[0]);
            let d = r.sub(s, one); Over(r.sqrt(d)) }), |a| a[0].acosh()),
        Prim::Atanh => unary("atanh", Library,
            Partials(|r, a, _, _| Over(one_minus_square(r, a[0]))), |a| a[0].atanh()),

        Prim::Exp => unary("exp", Library, Partials(|_, _, z, _| Times(z)), |a| a[0].exp()),
        Prim::Exp2 => unary("exp2", Library,
            Partials(|r, _, z, _| { let k = r.real(LN_2, z); Times(r.mul(k, z)) }),
            |a| a[0].exp2()),
        Prim::ExpM1 => unary("exp_m1", Library, Partials(|r, a, _, _| Times(r.apply(Prim::Exp, a))),
            |a| a[0].exp_m1()),
        Prim::Ln => unary("ln", Library, Partials(|_, a, _, _| Over(a[0])), |a| a[0].ln()),
        // ∂log_b(x) = (1 / (x ln b), −log_b(x) / (b ln b))
        Prim::Log => binary("log", Library, Partials(|r, a, z, wrt| {
            let k = r.apply(Prim::Ln, &[a[1]]);
            let d = r.mul(a[wrt], k);
            match wrt { 0 => Over(d), _ => { let q = r.div(z, d); Times(r.neg(q)) } }
        }), |a| a[0].log(a[1])),
        Prim::Log2 => unary("log2", Library,
            Partials(|r, a, _, _| { let k = r.real(LN_2, a[0]); Over(r.mul(k, a[0])) }),
            |a| a[0].log2()),
        Prim::Log10 => unary("log10", Library,
            Partials(|r, a, _, _| { let k = r.real(LN_10, a[0]); Over(r.mul(k, a[0])) }),
            |a| a[0].log10()),
        Prim::Ln1p => unary("ln_1p", Library,
            Partials(|r, a, _, _| { let one = r.real(1.0, a[0]); Over(r.add(one, a[0])) }),
            |a| a[0].ln_1p()),
        Prim::Sqrt => unary("sqrt", Division, Partials(|r, _, z, _| Over(r.add(z, z))), |a| a[0]
            .sqrt()),
        Prim::Cbrt => unary("cbrt", Library,
            Partials(|r, _, z, _| { let s = r.square(z); let three = r.real(3.0, z);
            Over(r.mul(three, s)) }), |a| a[0].cbrt()),
        Prim::Powi => binary("powi", Library, Partials(|r, a, _, _| match r.literal(a[1]) {
            Some(0.0) => Partial::Zero,
            Some(1.0) => One,
            Some(2.0) => Times(r.add(a[0], a[0])),
            Some(3.0) => { let s = r.square(a[0]); let three = r.real(3.0, a[0]);
                Times(r.mul(three, s)) }
            _ => Times(r.apply(Prim::PowiPartial, a)),
        }), |a| a[0].powi(a[1] as i32)),
        Prim::Powf => binary("powf", Library, Partials(|r, a, z, wrt| match wrt {
            0 => Times(r.apply(Prim::PowfPartialX, &[a[0], a[1]])),
            _ => Times(r.apply(Prim::PowfPartialY, &[a[0], a[1], z])),
        }), |a| a[0].powf(a[1])),
        Prim::Hypot => binary("hypot", Library,
            Partials(|r, a, z, wrt| Times(r.apply(Prim::HypotPartial, &[a[wrt], z]))), |a| a[0]
            .hypot(a[1])),
        Prim::Midpoint => binary("midpoint", Flop,
            Partials(|r, a, _, wrt| Times(r.real(0.5, a[wrt]))), |a| a[0].midpoint(a[1])),
        Prim::Recip => unary("recip", Division,
            Partials(|r, _, z, _| { let s = r.square(z); Times(r.neg(s)) }), |a| a[0].recip()),
        Prim::MulAdd => ternary("mul_add",
            Partials(|_, a, _, wrt| if wrt == 2 { One } else { Times(a[1 - wrt]) }), |a| a[0]
            .mul_add(a[1], a[2])),

        Prim::Abs => unary("abs", Flop, Partials(|r, a, _, _| Times(r.apply(Prim::Sign0, a))),
            |a| a[0].abs()),
        Prim::Signum => unary("signum", Flop, Zero, |a| a[0].signum()),
        Prim::Max => binary("max", Flop, Select(Prim::MaxTakesFirst), |a| a[0].max(a[1])),
        Prim::Min => binary("min", Flop, Select(Prim::MinTakesFirst), |a| a[0].min(a[1])),
        Prim::Clamp => ternary("clamp", Select(Prim::ClampArm),
            |a| a[0].clamp(a[1], a[2])),
        Prim::Copysign => binary("copysign", Flop,
            Partials(|r, a, _, wrt| if wrt == 0 { Times(r.apply(Prim::CopysignPartial, a)) }
            else { Partial::Zero }), |a| a[0].copysign(a[1])),
        Prim::Floor => unary("floor", Flop, Zero, |a| a[0].floor()),
        Prim::Ceil => unary("ceil", Flop, Zero, |a| a[0].ceil()),
        Prim::Round => unary("round", Flop, Zero, |a| a[0].round()),
        Prim::Trunc => unary("trunc", Flop, Zero, |a| a[0].trunc()),
        Prim::RoundTiesEven => unary("round_ties_even", Flop, Zero, |a| a[0].round_ties_even()),
        Prim::Fract => unary("fract", Flop, Partials(|_, _, _, _| One), |a| a[0].fract()),
        Prim::ToDegrees => unary("to_degrees", Flop,
            Partials(|r, a, _, _| Times(r.real(180.0 / PI, a[0]))), |a| a[0].to_degrees()),
        Prim::ToRadians => unary("to_radians", Flop,
            Partials(|r, a, _, _| Times(r.real(PI / 180.0, a[0]))), |a| a[0].to_radians()),
        Prim::RemEuclid => binary("rem_euclid", Library, Partials(remainder), |a| a[0]
            .rem_euclid(a[1])),
        Prim::DivEuclid => binary("div_euclid", Library, Zero, |a| a[0].div_euclid(a[1])),

        Prim::IsNan => test("is_nan", |a| real_of_bool(a[0].is_nan())),
        Prim::IsFinite => test("is_finite", |a| real_of_bool(a[0].is_finite())),
        Prim::IsInfinite => test("is_infinite", |a| real_of_bool(a[0].is_infinite())),
        Prim::IsSignNegative => test("is_sign_negative", |a| real_of_bool(a[0].is_sign_negative())),
        Prim::IsSignPositive => test("is_sign_positive", |a| real_of_bool(a[0].is_sign_positive())),

        // 2/√π · exp(−x²)
        Prim::Erf => runtime_row("erf", Partials(|r, a, _, _| {
            let s = r.square(a[0]);
            let n = r.neg(s);
            let e = r.apply(Prim::Exp, &[n]);
            let k = r.real(std::f64::consts::FRAC_2_SQRT_PI, a[0]);
            Times(r.mul(k, e))
        }), |a| special_functions::erf(a[0])),
        Prim::LnGamma => runtime_row("ln_gamma",
            Partials(|r, a, _, _| Times(r.apply(Prim::Digamma, a))),
            |a| special_functions::ln_gamma(a[0])),
        Prim::Digamma => runtime_row("digamma",
            Partials(|r, a, _, _| Times(r.apply(Prim::Trigamma, a))),
            |a| special_functions::digamma(a[0])),

        Prim::Sign0 => helper("sign0", 1, First, Flop,
            |a| if a[0] > 0.0 { 1.0 } else if a[0] < 0.0 { -1.0 } else { 0.0 * a[0] }),
        Prim::PowiPartial => helper("powi_partial", 2, First, Library,
            |a| if a[1] == 0.0 { 0.0 } else { a[1] * a[0].powf(a[1] - 1.0) }),
        Prim::PowfPartialX => helper("powf_partial_x", 2, First, Library,
            |a| if a[1] == 0.0 { 0.0 } else { a[1] * a[0].powf(a[1] - 1.0) }),
        Prim::PowfPartialY => helper("powf_partial_y", 3, First, Library, |a| {
            let is_zero = a[0] >= 0.0 && (a[2] == 0.0 || a[0] == 0.0 && a[1] == 0.0);
            if is_zero { 0.0 } else { a[2] * a[0].ln() }
        }),
        Prim::HypotPartial => helper("hypot_partial", 2, First, Division,
            |a| if a[1] == 0.0 { 0.0 } else { a[0] / a[1] }),
        Prim::Atan2PartialY => helper("atan2_partial_y", 2, First, Library,
            |a| quotient_or_zero(a[1], a[0] * a[0] + a[1] * a[1])),
        Prim::Atan2PartialX => helper("atan2_partial_x", 2, First, Library,
            |a| quotient_or_zero(-a[0], a[0] * a[0] + a[1] * a[1])),
        Prim::RemTimes => helper("rem_times", 3, First, Division, |a| match a[1].is_infinite() {
            true if a[2] == a[0] => 0.0,
            true => -a[1].signum(),
            false => ((a[0] - a[2]) / a[1]).round(),
        }),
        Prim::CopysignPartial => helper("signum_ratio", 2, First, Flop,
            |a| 1f64.copysign(a[0]) * 1f64.copysign(a[1])),
        Prim::Trigamma => helper("trigamma", 1, First, Library,
            |a| special_functions::trigamma(a[0])),
        Prim::MaxTakesFirst => helper("max_takes_first", 2, Output::Bool, Flop,
            |a| real_of_bool(a[0] >= a[1] || a[1].is_nan())),
        Prim::MinTakesFirst => helper("min_takes_first", 2, Output::Bool, Flop,
            |a| real_of_bool(a[0] <= a[1] || a[1].is_nan())),
        Prim::ClampArm => helper("clamp_arm", 3, Arm, Flop,
            |a| if a[0] < a[1] { 1.0 } else if a[0] > a[2] { 2.0 } else { 0.0 }),
    }
}

fn quotient_or_zero(numerator: f64, denominator: f64) -> f64 {
    if denominator == 0.0 { 0.0 } else { numerator / denominator }
}

/// The remainders z = x − q·y for any rounding of q: partials 1 and −q.
fn remainder(
    r: &mut super::Rules<'_>,
    a: &[crate::ir::Var],
    z: crate::ir::Var,
    wrt: usize,
) -> Partial {
    if wrt == 0 {
        return One;
    }
    let times = r.apply(Prim::RemTimes, &[a[0], a[1], z]);
    Times(r.neg(times))
}

fn one_minus_square(r: &mut super::Rules<'_>, x: crate::ir::Var) -> crate::ir::Var {
    let s = r.square(x);
    let one = r.real(1.0, x);
    r.sub(one, s)
}

/// Values of the special functions for the interpreter (emitted code uses the runtime's).
mod special_functions {
    pub fn erf(x: f64) -> f64 {
        libm::erf(x)
    }
    pub fn ln_gamma(x: f64) -> f64 {
        libm::lgamma(x)
    }
    /// Recurrence to x ≥ 16, then the asymptotic series (Abramowitz and Stegun 6.3.5, 6.3.18).
    pub fn digamma(mut x: f64) -> f64 {
        let mut sum = 0.0;
        while x < 16.0 {
            sum -= 1.0 / x;
            x += 1.0;
        }
        let i = 1.0 / (x * x);
        let series = i
            * (1.0 / 12.0
                - i * (1.0 / 120.0
                    - i * (1.0 / 252.0
                        - i * (1.0 / 240.0 - i * (1.0 / 132.0 - i * 691.0 / 32760.0)))));
        sum + x.ln() - 0.5 / x - series
    }
    /// Recurrence to x ≥ 16, then the asymptotic series (Abramowitz and Stegun 6.4.6, 6.4.12).
    pub fn trigamma(mut x: f64) -> f64 {
        let mut sum = 0.0;
        while x < 16.0 {
            sum += 1.0 / (x * x);
            x += 1.0;
        }
        let i = 1.0 / (x * x);
        let series = i / x
            * (1.0 / 6.0
                - i * (1.0 / 30.0
                    - i * (1.0 / 42.0 - i * (1.0 / 30.0 - i * (5.0 / 66.0 - i * 691.0 / 2730.0)))));
        sum + 1.0 / x + 0.5 * i + series
    }
}
