//! Places in values, and the sums and copies of linear values.

use super::*;

/// A step with the values of its indices.
#[derive(Clone)]
pub(super) enum KnownStep {
    Index(usize),
    Field(usize),
    Member(Member),
    /// The start, and the end if it is not the sequence's.
    Slice(usize, Option<usize>),
}

fn slice_bounds(from: usize, to: Option<usize>, len: usize) -> Result<(usize, usize), String> {
    let to = to.unwrap_or(len);
    if from <= to && to <= len {
        Ok((from, to))
    } else {
        Err(format!("slice {from}..{to} of a sequence of length {len} is out of bounds"))
    }
}

/// A copy of the value at a place.
pub(super) fn value_at_path(value: &Value, path: &[KnownStep]) -> Result<Value, String> {
    let Some((step, rest)) = path.split_first() else { return Ok(value.clone()) };
    match (step, value) {
        (KnownStep::Index(i), Value::Array(xs)) => match xs.get(*i) {
            Some(x) => value_at_path(x, rest),
            None => Err(format!("index {i} of a sequence of length {} is out of bounds", xs.len())),
        },
        (KnownStep::Slice(from, to), Value::Array(xs)) => {
            let (from, to) = slice_bounds(*from, *to, xs.len())?;
            value_at_path(&Value::array(xs[from..to].to_vec()), rest)
        }
        // the tangent of a discrete value has no components
        (KnownStep::Field(_) | KnownStep::Member(_) | KnownStep::Index(_), Value::Tuple(parts))
            if parts.is_empty() =>
        {
            Ok(Value::unit())
        }
        (KnownStep::Member(member), Value::Struct(s)) => {
            value_at_path(s.field(member.variant.as_deref(), &member.name)?, rest)
        }
        (KnownStep::Field(k), Value::Tuple(parts)) => {
            value_at_path(parts.get(*k).ok_or_else(|| format!("no component {k}"))?, rest)
        }
        (_, other) => Err(format!("a path into {}", other.kind())),
    }
}

/// Changes the value at a place.
pub(super) fn change(
    value: &mut Value,
    path: &[KnownStep],
    f: &mut dyn FnMut(&mut Value) -> Result<(), String>,
) -> Result<(), String> {
    let Some((step, rest)) = path.split_first() else { return f(value) };
    match (step, value) {
        (KnownStep::Index(i), Value::Array(xs)) => {
            let len = xs.len();
            match Rc::make_mut(xs).get_mut(*i) {
                Some(x) => change(x, rest, f),
                None => Err(format!("index {i} of a sequence of length {len} is out of bounds")),
            }
        }
        (KnownStep::Slice(from, to), Value::Array(xs)) => {
            let (from, to) = slice_bounds(*from, *to, xs.len())?;
            let mut part = Value::array(xs[from..to].to_vec());
            change(&mut part, rest, f)?;
            match part {
                Value::Array(new) if new.len() == to - from => {
                    Rc::make_mut(xs)[from..to].clone_from_slice(&new);
                    Ok(())
                }
                other => Err(format!("{} of another length in place of a slice", other.kind())),
            }
        }
        // nothing is added to the tangent of a discrete value
        (KnownStep::Field(_) | KnownStep::Member(_) | KnownStep::Index(_), value)
            if value.is_unit() =>
        {
            f(&mut Value::unit())
        }
        (KnownStep::Member(member), Value::Struct(s)) => {
            s.field(member.variant.as_deref(), &member.name)?;
            match Rc::make_mut(s).fields.get_mut(&member.name) {
                Some(x) if x.is_unit() => f(&mut Value::unit()),
                Some(x) => change(x, rest, f),
                None => Ok(()),
            }
        }
        (KnownStep::Field(k), Value::Tuple(parts)) => {
            change(parts.get_mut(*k).ok_or_else(|| format!("no component {k}"))?, rest, f)
        }
        (_, other) => Err(format!("a path into {}", other.kind())),
    }
}

pub(super) fn set(root: &mut Value, path: &[KnownStep], new: Value) -> Result<(), String> {
    let mut new = Some(new);
    change(root, path, &mut |slot| {
        if let Some(new) = new.take() {
            *slot = new;
        }
        Ok(())
    })
}

pub(super) fn swap(root: &mut Value, a: &[KnownStep], b: &[KnownStep]) -> Result<(), String> {
    let (x, y) = (value_at_path(root, a)?, value_at_path(root, b)?);
    set(root, a, y)?;
    set(root, b, x)
}

/// `slot += value` of linear values.
pub(super) fn add(slot: &mut Value, value: &Value) -> Result<(), String> {
    match (slot, value) {
        (_, v) if v.is_unit() => {}
        (slot, v) if slot.is_unit() => *slot = v.clone(),
        (Value::Real(a), Value::Real(b)) => *a += b,
        (Value::F32(a), Value::F32(b)) => *a += b,
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
            for (a, b) in a.iter_mut().zip(b) {
                add(a, b)?;
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            if a.len() != b.len() {
                return Err(format!(
                    "a sum of linear sequences of lengths {} and {}",
                    a.len(),
                    b.len()
                ));
            }
            for (a, b) in Rc::make_mut(a).iter_mut().zip(b.iter()) {
                add(a, b)?;
            }
        }
        (Value::Struct(a), Value::Struct(b)) if a.name == b.name => {
            for (name, a) in &mut Rc::make_mut(a).fields {
                add(a, b.field(None, name)?)?;
            }
        }
        (a, b) => return Err(format!("a sum of linear values, {} and {}", a.kind(), b.kind())),
    }
    Ok(())
}

/// A linear value with each of its scalars changed.
pub(super) fn each_scalar(value: Value, f: &dyn Fn(f64) -> f64) -> Value {
    match value {
        Value::Real(x) => Value::Real(f(x)),
        Value::F32(x) => Value::F32(f(f64::from(x)) as f32),
        Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(|p| each_scalar(p, f)).collect()),
        Value::Array(mut elements) => {
            for e in Rc::make_mut(&mut elements) {
                *e = each_scalar(std::mem::replace(e, Value::Blank), f);
            }
            Value::Array(elements)
        }
        Value::Struct(s) => s.map(&mut |x| each_scalar(x.clone(), f)),
        other => other,
    }
}

pub(super) fn real(value: &Value) -> Result<f64, String> {
    match value {
        Value::Real(x) | Value::Dual(x, _) => Ok(*x),
        Value::F32(x) => Ok(f64::from(*x)),
        other => Err(format!("{} as a real", other.kind())),
    }
}

/// The zero of a primal's shape, from a shape or from the primal itself.
pub(super) fn zero_of_shape(shape: &Value) -> Value {
    match shape {
        Value::Shape(zero) => (**zero).clone(),
        // the length of a vector of scalars
        Value::Int(length) => Value::reals(&vec![0.0; usize::try_from(*length).unwrap_or(0)]),
        primal => primal.zero(),
    }
}

pub(super) fn push(
    mut root: Value,
    path: &[KnownStep],
    end: End,
    x: Value,
) -> Result<Value, String> {
    let mut x = Some(x);
    change(&mut root, path, &mut |vector| match vector {
        Value::Array(xs) => {
            let xs = Rc::make_mut(xs);
            if let Some(x) = x.take() {
                xs.insert(if end == End::Front { 0 } else { xs.len() }, x);
            }
            Ok(())
        }
        // the tangent of a discrete value has no elements
        Value::Tuple(parts) if parts.is_empty() => Ok(()),
        other => Err(format!("push to {}", other.kind())),
    })?;
    Ok(root)
}

pub(super) fn pop(mut root: Value, path: &[KnownStep], end: End) -> Result<Vec<Value>, String> {
    let mut last = None;
    change(&mut root, path, &mut |vector| match vector {
        Value::Array(xs) => {
            let xs = Rc::make_mut(xs);
            let at = if end == End::Front { Some(0) } else { xs.len().checked_sub(1) };
            last = Some(
                at.filter(|at| *at < xs.len())
                    .map(|at| xs.remove(at))
                    .ok_or("pop of an empty vector")?,
            );
            Ok(())
        }
        Value::Tuple(parts) if parts.is_empty() => {
            last = Some(Value::unit());
            Ok(())
        }
        other => Err(format!("pop of {}", other.kind())),
    })?;
    last.map(|last| vec![root, last]).ok_or_else(|| "pop of no place".into())
}
