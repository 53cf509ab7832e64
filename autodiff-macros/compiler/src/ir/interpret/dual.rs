//! The oracle: a lowered primal run on dual numbers, with derivatives that are independent of the
//! table's rules.

use super::value::unit_if_discrete;
use super::*;

/// Runs a lowered primal function on dual numbers. `tangents` has one entry for each argument (`()`
/// for an inactive one). Returns the results, and their tangents (`()` where they have none). A
/// result of type `f32` that depends on an active argument is rounded, but is a [`Value::Real`].
pub fn dual(
    function: &Function,
    arguments: &[Value],
    tangents: &[Value],
    program: &dyn Program,
) -> Result<(Vec<Value>, Vec<Value>), String> {
    if arguments.len() != tangents.len() {
        return Err(format!("{} arguments with {} tangents", arguments.len(), tangents.len()));
    }
    let duals: Vec<Value> =
        arguments.iter().zip(tangents).map(|(a, t)| pair(a, t)).collect::<Result<_, _>>()?;
    let results = Interpreter::new(program).run(function, &duals)?.results;
    Ok(results.iter().map(split_duals).unzip())
}

/// A value with its tangent. Reals without tangent remain ordinary reals, so that they contribute
/// nothing (not even 0·∞).
fn pair(value: &Value, tangent: &Value) -> Result<Value, String> {
    Ok(match (value, tangent) {
        (value, tangent) if tangent.is_unit() => value.clone(),
        (Value::Real(x), Value::Real(t)) => Value::Dual(*x, *t),
        (Value::F32(x), Value::F32(t)) => Value::Dual(f64::from(*x), f64::from(*t)),
        (Value::Tuple(xs), Value::Tuple(ts)) if xs.len() == ts.len() => {
            Value::Tuple(xs.iter().zip(ts).map(|(x, t)| pair(x, t)).collect::<Result<_, _>>()?)
        }
        (Value::Array(xs), Value::Array(ts)) if xs.len() == ts.len() => Value::array(
            xs.iter().zip(ts.iter()).map(|(x, t)| pair(x, t)).collect::<Result<_, _>>()?,
        ),
        (Value::Struct(xs), Value::Struct(ts)) if xs.name == ts.name => {
            let fields = xs
                .fields
                .iter()
                .map(|(name, x)| Ok((name.clone(), pair(x, ts.field(None, name)?)?)));
            Value::structure(&xs.name, fields.collect::<Result<Vec<_>, String>>()?)
        }
        _ => return Err(format!("{} with a tangent that is {}", value.kind(), tangent.kind())),
    })
}

fn split_duals(value: &Value) -> (Value, Value) {
    match value {
        Value::Dual(x, t) => (Value::Real(*x), Value::Real(*t)),
        Value::Tuple(parts) => {
            let (values, tangents) = parts.iter().map(split_duals).unzip();
            (Value::Tuple(values), unit_if_discrete(Value::Tuple(tangents)))
        }
        Value::Array(elements) => {
            let (values, tangents) = elements.iter().map(split_duals).unzip();
            (Value::array(values), unit_if_discrete(Value::array(tangents)))
        }
        Value::Struct(s) => (s.map(&mut |x| split_duals(x).0), s.map(&mut |x| split_duals(x).1)),
        other => (other.clone(), other.zero()),
    }
}

/// The reals of a value without their tangents.
pub(super) fn without_tangent(value: Value) -> Value {
    match value {
        Value::Dual(x, _) => Value::Real(x),
        Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(without_tangent).collect()),
        Value::Array(elements) => {
            Value::array(elements.iter().cloned().map(without_tangent).collect())
        }
        Value::Struct(s) => s.map(&mut |x| without_tangent(x.clone())),
        other => other,
    }
}

/// The partial derivatives of a primitive at a point, for the oracle: written from calculus
/// textbooks and not from the table. Kinks as declared: the branch that std takes, the first
/// argument on a tie, 0 at the origin of `atan2` and `hypot`.
#[rustfmt::skip]
pub fn closed_form(prim: Prim, x: &[f64]) -> Result<Vec<f64>, String> {
    use std::f64::consts::PI;
    Ok(match prim {
        Prim::Add => vec![1.0, 1.0],
        Prim::Sub => vec![1.0, -1.0],
        Prim::Mul => vec![x[1], x[0]],
        Prim::Div => vec![1.0 / x[1], -x[0] / (x[1] * x[1])],
        // the integer quotient of the remainder: not trunc(x / y), whose division may round up to
        // the next integer
        Prim::Rem => vec![1.0, ((x[0] % x[1] - x[0]) / x[1]).round()],
        Prim::RemEuclid => vec![1.0, ((x[0].rem_euclid(x[1]) - x[0]) / x[1]).round()],
        Prim::Neg => vec![-1.0],
        Prim::Sin => vec![x[0].cos()],
        Prim::Cos => vec![-x[0].sin()],
        Prim::Tan => vec![x[0].cos().powi(-2)],
        Prim::Asin => vec![((1.0 - x[0]) * (1.0 + x[0])).sqrt().recip()],
        Prim::Acos => vec![-((1.0 - x[0]) * (1.0 + x[0])).sqrt().recip()],
        Prim::Atan => vec![1.0f64.hypot(x[0]).powi(-2)],
        Prim::Atan2 => match x[0].hypot(x[1]) {
            0.0 => vec![0.0, 0.0],
            r => vec![x[1] / r / r, -x[0] / r / r],
        },
        Prim::Sinh => vec![(x[0].exp() + (-x[0]).exp()) / 2.0],
        Prim::Cosh => vec![x[0].sinh()],
        Prim::Tanh => vec![x[0].cosh().powi(-2)],
        Prim::Asinh => vec![1.0f64.hypot(x[0]).recip()],
        Prim::Acosh => vec![1.0 / ((x[0] - 1.0).sqrt() * (x[0] + 1.0).sqrt())],
        Prim::Atanh => vec![0.5 / (1.0 + x[0]) + 0.5 / (1.0 - x[0])],
        Prim::Exp => vec![x[0].exp()],
        Prim::Exp2 => vec![2f64.powf(x[0]) * 2f64.ln()],
        Prim::ExpM1 => vec![x[0].exp()],
        Prim::Ln => vec![x[0].recip()],
        Prim::Log => {
            let (lx, lb) = (x[0].ln(), x[1].ln());
            vec![1.0 / (x[0] * lb), -lx / (x[1] * lb * lb)]
        }
        Prim::Log2 => vec![1.0 / (x[0] * 2f64.ln())],
        Prim::Log10 => vec![1.0 / (x[0] * 10f64.ln())],
        Prim::Ln1p => vec![1.0 / (1.0 + x[0])],
        Prim::Sqrt => vec![0.5 * x[0].powf(-0.5)],
        Prim::Cbrt => vec![(x[0] * x[0]).cbrt().recip() / 3.0],
        // an exponent is discrete
        Prim::Powi => vec![if x[1] == 0.0 { 0.0 } else { x[1] * x[0].powi(x[1] as i32 - 1) }, 0.0],
        Prim::Powf => vec![
            if x[1] == 0.0 { 0.0 } else { x[1] * x[0].powf(x[1] - 1.0) },
            if x[0] == 0.0 && x[1] >= 0.0 { 0.0 } else { x[0].powf(x[1]) * x[0].ln() },
        ],
        Prim::Hypot => match (x[0] * x[0] + x[1] * x[1]).sqrt() {
            0.0 => vec![0.0, 0.0],
            r => vec![x[0] / r, x[1] / r],
        },
        Prim::Midpoint => vec![0.5, 0.5],
        Prim::Recip => vec![-x[0].powi(-2)],
        Prim::MulAdd => vec![x[1], x[0], 1.0],
        Prim::Abs => vec![if x[0] == 0.0 { 0.0 } else { x[0].signum() }],
        Prim::Max => if x[0] < x[1] || x[0].is_nan() && !x[1].is_nan() { vec![0.0, 1.0] }
            else { vec![1.0, 0.0] },
        Prim::Min => if x[0] > x[1] || x[0].is_nan() && !x[1].is_nan() { vec![0.0, 1.0] }
            else { vec![1.0, 0.0] },
        Prim::Clamp if x[0] < x[1] => vec![0.0, 1.0, 0.0],
        Prim::Clamp if x[0] > x[2] => vec![0.0, 0.0, 1.0],
        Prim::Clamp => vec![1.0, 0.0, 0.0],
        Prim::Copysign => vec![if x[0].is_sign_negative() == x[1].is_sign_negative() { 1.0 }
            else { -1.0 }, 0.0],
        Prim::Fract => vec![1.0],
        Prim::ToDegrees => vec![180.0 / PI],
        Prim::ToRadians => vec![PI / 180.0],
        // constant almost everywhere
        Prim::Signum | Prim::Floor | Prim::Ceil | Prim::Round | Prim::Trunc | Prim::RoundTiesEven
            | Prim::Sign0 => vec![0.0],
        Prim::DivEuclid | Prim::CopysignPartial => vec![0.0, 0.0],
        Prim::RemTimes => vec![0.0, 0.0, 0.0],
        Prim::Erf => vec![2.0 / PI.sqrt() / (x[0] * x[0]).exp()],
        Prim::LnGamma => vec![polygamma(0, x[0])],
        Prim::Digamma => vec![polygamma(1, x[0])],
        Prim::Trigamma => vec![polygamma(2, x[0])],
        // discrete, or helpers that never occur in a user-defined function
        Prim::Not | Prim::BitAnd | Prim::BitOr | Prim::BitXor | Prim::Shl | Prim::Shr
        | Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge
        | Prim::IsNan | Prim::IsFinite | Prim::IsInfinite | Prim::IsSignNegative
            | Prim::IsSignPositive
        | Prim::PowiPartial | Prim::PowfPartialX | Prim::PowfPartialY | Prim::HypotPartial
            | Prim::Atan2PartialY | Prim::Atan2PartialX
        | Prim::MaxTakesFirst | Prim::MinTakesFirst | Prim::ClampArm => {
            return Err(format!("the oracle has no derivative of `{}`", row(prim).name));
        }
    })
}

/// ψ⁽ᵐ⁾ for m = 0, 1, 2: terms of the series Σ 1/(x+k)^(m+1) up to x + k ≥ 30, the rest by Euler
/// and Maclaurin's formula.
fn polygamma(m: i32, x: f64) -> f64 {
    if !x.is_finite() || x < -1e6 {
        return f64::NAN;
    }
    let mut y = x;
    let mut sum = 0.0;
    while y < 30.0 {
        sum += y.powi(-m - 1);
        y += 1.0;
    }
    let (i, j) = (1.0 / y, 1.0 / (y * y));
    match m {
        0 => y.ln() - i / 2.0 - j / 12.0 + j * j / 120.0 - j * j * j / 252.0 - sum,
        1 => sum + i + j / 2.0 + i * j / 6.0 - i * j * j / 30.0 + i * j * j * j / 42.0,
        _ => -(2.0 * sum + j + i * j + j * j / 2.0 - j * j * j / 6.0 + j * j * j * j / 6.0),
    }
}
