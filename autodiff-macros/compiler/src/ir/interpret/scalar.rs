//! Scalars: literals, casts, constants of std, and the primitives on reals, integers and bools.

use super::dual::closed_form;
use super::place::real;
use super::*;
use crate::primitives::Output;

/// The bounds of an integer type, and its bit count. `u128` is limited to the range of `i128`.
fn int_type(name: &str) -> (i128, i128, u32) {
    match name {
        "i8" => (i8::MIN.into(), i8::MAX.into(), 8),
        "i16" => (i16::MIN.into(), i16::MAX.into(), 16),
        "i32" => (i32::MIN.into(), i32::MAX.into(), 32),
        "i64" | "isize" => (i64::MIN.into(), i64::MAX.into(), 64),
        "u8" => (0, u8::MAX.into(), 8),
        "u16" => (0, u16::MAX.into(), 16),
        "u32" => (0, u32::MAX.into(), 32),
        "u64" | "usize" => (0, u64::MAX.into(), 64),
        "u128" => (0, i128::MAX, 128),
        _ => (i128::MIN, i128::MAX, 128),
    }
}

fn in_range(i: Option<i128>, ty: &Ty) -> Result<Value, String> {
    let (min, max) = match ty {
        Ty::Int(name) => {
            let (min, max, _) = int_type(name);
            (min, max)
        }
        _ => (i128::MIN, i128::MAX),
    };
    match i {
        Some(i) if (min..=max).contains(&i) => Ok(Value::Int(i)),
        _ => Err(format!("an integer overflows {ty}")),
    }
}

/// A wide integer cut to the bits of a type, as `as` does.
fn wrap(i: i128, name: &str) -> i128 {
    let (min, _, bits) = int_type(name);
    if bits == 128 {
        return i;
    }
    let low = i & ((1 << bits) - 1);
    // the sign bit of a signed type
    if min < 0 && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
}

pub(super) fn literal(literal: &Literal, ty: &Ty) -> Result<Value, String> {
    match literal {
        Literal::Real(x) | Literal::Named(_, x) => {
            Ok(if *ty == Ty::Real(Real::F32) { Value::F32(*x as f32) } else { Value::Real(*x) })
        }
        Literal::Int(i) => in_range(Some(*i), ty),
        Literal::Bool(b) => Ok(Value::Bool(*b)),
        Literal::Source(tokens) => source_literal(&tokens.to_string(), ty),
    }
}

/// The value of a literal as written.
fn source_literal(text: &str, ty: &Ty) -> Result<Value, String> {
    match text {
        "true" => return Ok(Value::Bool(true)),
        "false" => return Ok(Value::Bool(false)),
        _ => {}
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(Value::Text(text.to_string()));
    }
    let plain = text.replace('_', "");
    let bad = || format!("the literal {text}");
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = plain.strip_prefix(prefix) {
            // a suffix starts with a character that is no digit of the radix
            let digits = digits.split(['u', 'i']).next().unwrap_or(digits);
            return in_range(i128::from_str_radix(digits, radix).ok(), ty);
        }
    }
    // before `e` is parsed as an exponent: `usize` contains one
    if plain.contains(['u', 'i']) {
        return in_range(plain.split(['u', 'i']).next().and_then(|digits| digits.parse().ok()), ty);
    }
    let single = plain.ends_with("f32") || *ty == Ty::Real(Real::F32);
    let number = plain.trim_end_matches("f32").trim_end_matches("f64");
    let is_real = single
        || number.len() < plain.len()
        || matches!(ty, Ty::Real(_))
        || number.contains(['.', 'e', 'E']);
    if is_real && single {
        return number.parse().map(Value::F32).map_err(|_| bad());
    }
    if is_real {
        return number.parse().map(Value::Real).map_err(|_| bad());
    }
    in_range(plain.parse().ok(), ty)
}

/// `value as ty`. A cast to a type that only rustc knows is the identity.
pub(super) fn cast(value: Value, ty: &Ty) -> Result<Value, String> {
    match (value, ty) {
        (Value::Dual(x, t), Ty::Real(Real::F32)) => Ok(Value::Dual(f64::from(x as f32), t)),
        (v @ Value::Dual(..), Ty::Real(Real::F64 | Real::Param(_))) => Ok(v),
        (Value::Int(i), Ty::Real(Real::F32)) => Ok(Value::F32(i as f32)),
        (Value::Int(i), Ty::Real(Real::F64 | Real::Param(_))) => Ok(Value::Real(i as f64)),
        (v @ (Value::Real(_) | Value::F32(_)), Ty::Real(r)) => Ok(match r {
            Real::F32 => Value::F32(real(&v)? as f32),
            Real::F64 | Real::Param(_) => Value::Real(real(&v)?),
        }),
        // towards zero, saturating, NaN to 0
        (v @ (Value::Real(_) | Value::F32(_) | Value::Dual(..)), Ty::Int(name)) => {
            let (min, max, _) = int_type(name);
            Ok(Value::Int((real(&v)? as i128).clamp(min, max)))
        }
        (Value::Int(i), Ty::Int(name)) => Ok(Value::Int(wrap(i, name))),
        (Value::Bool(b), Ty::Int(_)) => Ok(Value::Int(i128::from(b))),
        (v @ Value::Bool(_), Ty::Bool) => Ok(v),
        (v, Ty::Projected(_) | Ty::Foreign(_) | Ty::Discrete(_) | Ty::IntOf(_)) => Ok(v),
        // the tangent of a value that turned out to be discrete
        (v, Ty::Real(Real::F32)) if v.is_unit() => Ok(Value::F32(0.0)),
        (v, Ty::Real(_)) if v.is_unit() => Ok(Value::Real(0.0)),
        (v, _) if v.is_unit() => Ok(v),
        (v, ty) => Err(format!("a cast of {} to {ty}", v.kind())),
    }
}

/// Constants of std by their paths.
pub(super) fn std_constant(code: &str, ty: &Ty) -> Option<Value> {
    use std::f64::consts;
    let segments: Vec<&str> =
        code.split("::").filter(|s| !matches!(*s, "" | "std" | "core" | "consts")).collect();
    let (name, of) = match segments.as_slice() {
        [name] => (*name, None),
        [of, name] => (*name, Some(*of)),
        _ => return None,
    };
    let int = match of {
        Some(t) if t.starts_with(['i', 'u']) => Some(t),
        _ => None,
    };
    if let Some(int) = int {
        let (min, max, bits) = int_type(int);
        return match name {
            "MIN" => Some(Value::Int(min)),
            "MAX" => Some(Value::Int(max)),
            "BITS" => Some(Value::Int(bits.into())),
            _ => None,
        };
    }
    let single = of == Some("f32") || (of.is_none() && *ty == Ty::Real(Real::F32));
    let x = match name {
        "PI" => consts::PI,
        "TAU" => consts::TAU,
        "E" => consts::E,
        "FRAC_PI_2" => consts::FRAC_PI_2,
        "FRAC_PI_3" => consts::FRAC_PI_3,
        "FRAC_PI_4" => consts::FRAC_PI_4,
        "FRAC_PI_6" => consts::FRAC_PI_6,
        "FRAC_PI_8" => consts::FRAC_PI_8,
        "FRAC_1_PI" => consts::FRAC_1_PI,
        "FRAC_2_PI" => consts::FRAC_2_PI,
        "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
        "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
        "SQRT_2" => consts::SQRT_2,
        "LN_2" => consts::LN_2,
        "LN_10" => consts::LN_10,
        "LOG2_E" => consts::LOG2_E,
        "LOG2_10" => consts::LOG2_10,
        "LOG10_E" => consts::LOG10_E,
        "LOG10_2" => consts::LOG10_2,
        // the name alone does not determine these
        _ if of.is_none() => return None,
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::NAN,
        "MAX" if single => f32::MAX.into(),
        "MAX" => f64::MAX,
        "MIN" if single => f32::MIN.into(),
        "MIN" => f64::MIN,
        "MIN_POSITIVE" if single => f32::MIN_POSITIVE.into(),
        "MIN_POSITIVE" => f64::MIN_POSITIVE,
        "EPSILON" if single => f32::EPSILON.into(),
        "EPSILON" => f64::EPSILON,
        _ => return None,
    };
    Some(if single { Value::F32(x as f32) } else { Value::Real(x) })
}

/// The value of a primitive.
pub fn evaluate_prim(prim: Prim, args: &[Value], ty: &Ty) -> Result<Value, String> {
    let row = row(prim);
    if args.len() != row.arity {
        return Err(format!("`{}` of {} operands", row.name, args.len()));
    }
    match &args[0] {
        Value::Real(_) | Value::F32(_) | Value::Dual(..) => real_prim(prim, args, ty),
        Value::Int(_) => int_prim(prim, args, ty),
        Value::Bool(a) => match (&args.get(1), prim) {
            (None, Prim::Not) => Ok(Value::Bool(!a)),
            (Some(Value::Bool(b)), Prim::BitAnd) => Ok(Value::Bool(a & b)),
            (Some(Value::Bool(b)), Prim::BitOr) => Ok(Value::Bool(a | b)),
            (Some(Value::Bool(b)), Prim::BitXor) => Ok(Value::Bool(a ^ b)),
            (Some(Value::Bool(b)), _) => compare(prim, Some(a.cmp(b))),
            _ => Err(format!("`{}` of a bool", row.name)),
        },
        // other values support only equality
        Value::Text(_) | Value::Tuple(_) | Value::Array(_) | Value::Struct(_) => match prim {
            Prim::Eq => Ok(Value::Bool(args[0] == args[1])),
            Prim::Ne => Ok(Value::Bool(args[0] != args[1])),
            _ => Err(format!("`{}` of {}", row.name, args[0].kind())),
        },
        Value::Rows(_) | Value::Shape(_) | Value::Frame(_) | Value::Pullback(_) | Value::Blank => {
            Err(format!("`{}` of {}", row.name, args[0].kind()))
        }
    }
}

fn compare(prim: Prim, order: Option<std::cmp::Ordering>) -> Result<Value, String> {
    Ok(Value::Bool(match prim {
        Prim::Eq => order.is_some_and(|o| o.is_eq()),
        Prim::Ne => !order.is_some_and(|o| o.is_eq()),
        Prim::Lt => order.is_some_and(|o| o.is_lt()),
        Prim::Le => order.is_some_and(|o| o.is_le()),
        Prim::Gt => order.is_some_and(|o| o.is_gt()),
        Prim::Ge => order.is_some_and(|o| o.is_ge()),
        other => return Err(format!("`{}` of discrete values", row(other).name)),
    }))
}

fn real_prim(prim: Prim, args: &[Value], ty: &Ty) -> Result<Value, String> {
    let row = row(prim);
    let x: Vec<f64> = args
        .iter()
        .map(|a| match a {
            Value::Int(n) => Ok(*n as f64),
            other => real(other),
        })
        .collect::<Result<_, _>>()?;
    match prim {
        // std panics here
        Prim::Clamp
            if !matches!(
                x[1].partial_cmp(&x[2]),
                Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)
            ) =>
        {
            return Err(format!("clamp to {}..{}", x[1], x[2]));
        }
        // the step count of the table's recurrence is the distance of the argument below 10
        Prim::Digamma | Prim::Trigamma if x[0] < -1e6 => {
            return Err(format!("`{}` of {}", row.name, x[0]));
        }
        _ => {}
    }
    let value = (row.evaluate)(&x);
    match row.output {
        Output::Bool => return Ok(Value::Bool(value != 0.0)),
        Output::Arm => return Ok(Value::Int(value as i128)),
        Output::First => {}
    }
    let single = *ty == Ty::Real(Real::F32) || args.iter().any(|a| matches!(a, Value::F32(_)));
    let rounded = if single { f64::from(value as f32) } else { value };
    if args.iter().any(|a| matches!(a, Value::Dual(..))) {
        let partials = closed_form(prim, &x)?;
        let mut tangent = 0.0;
        for (arg, partial) in args.iter().zip(partials) {
            if let Value::Dual(_, t) = arg {
                tangent += partial * t;
            }
        }
        return Ok(Value::Dual(rounded, tangent));
    }
    Ok(if single { Value::F32(value as f32) } else { Value::Real(value) })
}

fn int_prim(prim: Prim, args: &[Value], ty: &Ty) -> Result<Value, String> {
    let x: Vec<i128> = args
        .iter()
        .map(|a| match a {
            Value::Int(i) => Ok(*i),
            other => Err(format!("`{}` of an integer and {}", row(prim).name, other.kind())),
        })
        .collect::<Result<_, _>>()?;
    let (name, bits) = match ty {
        Ty::Int(name) => (*name, int_type(name).2),
        _ => ("i128", 128),
    };
    let by_zero = || "division by zero".to_string();
    let distance = || {
        u32::try_from(x[1])
            .ok()
            .filter(|d| *d < bits)
            .ok_or_else(|| format!("a shift by {} overflows {ty}", x[1]))
    };
    match prim {
        Prim::Add => in_range(x[0].checked_add(x[1]), ty),
        Prim::Sub => in_range(x[0].checked_sub(x[1]), ty),
        Prim::Mul => in_range(x[0].checked_mul(x[1]), ty),
        Prim::Div | Prim::Rem | Prim::DivEuclid | Prim::RemEuclid if x[1] == 0 => Err(by_zero()),
        Prim::Div => in_range(x[0].checked_div(x[1]), ty),
        Prim::DivEuclid => in_range(x[0].checked_div_euclid(x[1]), ty),
        // overflows where the quotient does
        Prim::Rem => {
            in_range(x[0].checked_div(x[1]), ty).and_then(|_| in_range(x[0].checked_rem(x[1]), ty))
        }
        Prim::RemEuclid => in_range(x[0].checked_div(x[1]), ty)
            .and_then(|_| in_range(x[0].checked_rem_euclid(x[1]), ty)),
        Prim::Neg => in_range(x[0].checked_neg(), ty),
        Prim::Abs => in_range(x[0].checked_abs(), ty),
        Prim::Signum => Ok(Value::Int(x[0].signum())),
        Prim::Max => Ok(Value::Int(x[0].max(x[1]))),
        Prim::Min => Ok(Value::Int(x[0].min(x[1]))),
        Prim::Clamp if x[1] > x[2] => Err(format!("clamp to {}..{}", x[1], x[2])),
        Prim::Clamp => Ok(Value::Int(x[0].clamp(x[1], x[2]))),
        Prim::Not => Ok(Value::Int(wrap(!x[0], name))),
        Prim::BitAnd => Ok(Value::Int(x[0] & x[1])),
        Prim::BitOr => Ok(Value::Int(x[0] | x[1])),
        Prim::BitXor => Ok(Value::Int(x[0] ^ x[1])),
        Prim::Shl => Ok(Value::Int(wrap(x[0].wrapping_shl(distance()?), name))),
        Prim::Shr => Ok(Value::Int(x[0] >> distance()?)),
        other => compare(other, Some(x[0].cmp(x.get(1).unwrap_or(&0)))),
    }
}
