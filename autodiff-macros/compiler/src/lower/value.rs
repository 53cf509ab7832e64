//! The values of expressions during lowering.

use super::iterate::Iter;
use super::no_value::NoValue;
use super::{Lowerer, SlotId};
use crate::ir::{Ty, Var, Wrapper};
use crate::lower::functions::closure::Closure;
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::library::result::ResultValue;
use crate::lower::places::place::{self, Alias};
use crate::lower::types::Kind;
use proc_macro2::Span;
use std::rc::Rc;

/// The value of an expression during lowering.
#[derive(Clone, Debug)]
pub enum Value {
    /// A variable, and whether the expression is a reference to it.
    Var(Var, bool),
    /// A unique reference.
    Alias(Alias),
    Tuple(Vec<Value>),
    Option(Box<OptionValue>),
    Result(Box<ResultValue>),
    Closure(Rc<Closure>),
    Iter(Rc<Iter>),
    /// No value.
    Never(NoValue),
}

impl Value {
    /// A reference to a value, for a closure that takes a reference.
    pub fn behind_reference(self) -> Value {
        match self {
            Value::Var(v, _) => Value::Var(v, true),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(Value::behind_reference).collect())
            }
            other => other,
        }
    }

    /// The variables of a value that is a variable, or a tuple of such.
    pub fn leaves(&self) -> Vec<Var> {
        match self {
            Value::Var(v, _) => vec![*v],
            Value::Tuple(parts) => parts.iter().flat_map(Value::leaves).collect(),
            _ => Vec::new(),
        }
    }

    pub fn has_option(&self) -> bool {
        match self {
            Value::Option(_) | Value::Result(_) => true,
            Value::Tuple(parts) => parts.iter().any(Value::has_option),
            Value::Var(..)
            | Value::Alias(_)
            | Value::Closure(_)
            | Value::Iter(_)
            | Value::Never(_) => false,
        }
    }

    /// Whether the payload of an `Option` or `Result` in it is, or may be, read from one of these
    /// variables.
    pub fn is_in(&self, slots: &[SlotId]) -> bool {
        let payload = |of: &Payload| match of {
            Payload::Value(value) => value.is_in(slots),
            Payload::Spot(spot) => spot.is_in(slots),
            Payload::Pair(parts) => parts.iter().any(|spot| spot.is_in(slots)),
            Payload::Item(..) => true,
            Payload::Content(_)
            | Payload::Unique(..)
            | Payload::Failed(_)
            | Payload::ErrorOf(_)
            | Payload::Unknown => false,
        };
        match self {
            Value::Tuple(parts) => parts.iter().any(|part| part.is_in(slots)),
            Value::Option(m) => payload(&m.payload),
            Value::Result(o) => payload(&o.value) || payload(&o.error),
            Value::Var(..)
            | Value::Alias(_)
            | Value::Closure(_)
            | Value::Iter(_)
            | Value::Never(_) => false,
        }
    }

    /// Whether it is a `Result`, or a tuple that contains one.
    pub fn has_result(&self) -> bool {
        match self {
            Value::Result(_) => true,
            Value::Tuple(parts) => parts.iter().any(Value::has_result),
            Value::Option(_)
            | Value::Var(..)
            | Value::Alias(_)
            | Value::Closure(_)
            | Value::Iter(_)
            | Value::Never(_) => false,
        }
    }

    /// Whether something can be changed through it.
    pub fn is_unique(&self) -> bool {
        match self {
            Value::Alias(_) => true,
            Value::Tuple(parts) => parts.iter().any(Value::is_unique),
            Value::Option(m) => m.payload.is_unique(),
            Value::Result(o) => o.value.is_unique(),
            Value::Var(..) | Value::Closure(_) | Value::Iter(_) | Value::Never(_) => false,
        }
    }

    /// Of two values of one type, the one that shows the shape of both.
    pub fn shape_of_both(a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => Value::Tuple(
                a.into_iter().zip(b).map(|(a, b)| Value::shape_of_both(a, b)).collect(),
            ),
            (Value::Option(a), Value::Option(b)) => Value::Option(Box::new(OptionValue {
                some: a.some,
                payload: Payload::shape_of_both(a.payload, b.payload),
            })),
            (Value::Result(a), Value::Result(b)) => {
                let value = Payload::shape_of_both(a.value, b.value);
                Value::Result(Box::new(ResultValue {
                    ok: a.ok,
                    value,
                    error: Payload::shape_of_both(a.error, b.error),
                }))
            }
            (Value::Never(_), b)
            | (
                Value::Var(..) | Value::Alias(_),
                b @ (Value::Tuple(_) | Value::Option(_) | Value::Result(_)),
            ) => b,
            (a, _) => a,
        }
    }
}

impl Payload {
    pub fn is_unique(&self) -> bool {
        match self {
            Payload::Value(v) => v.is_unique(),
            Payload::Spot(s) => s.by == place::BorrowMode::Unique,
            Payload::Pair(parts) => parts.iter().any(|s| s.by == place::BorrowMode::Unique),
            Payload::Unique(..) => true,
            Payload::Item(..)
            | Payload::Content(_)
            | Payload::Failed(_)
            | Payload::ErrorOf(_)
            | Payload::Unknown => false,
        }
    }

    /// Whether it is a reference to the payload of an `Option`.
    pub fn is_reference(&self) -> bool {
        match self {
            Payload::Value(Value::Var(_, reference)) => *reference,
            Payload::Spot(s) => s.by == place::BorrowMode::Shared,
            _ => false,
        }
    }

    pub fn shape_of_both(a: Payload, b: Payload) -> Payload {
        match (a, b) {
            (Payload::Value(a), Payload::Value(b)) => Payload::Value(Value::shape_of_both(a, b)),
            (Payload::Unknown, b) => b,
            (a, _) => a,
        }
    }
}

impl Lowerer<'_> {
    /// Whether a value that contains it may be duplicated: it may be `Copy`.
    pub fn may_be_duplicated(&self, ty: &Ty) -> bool {
        match self.types.shallow(ty) {
            Ty::Vec(_) | Ty::Deque(_) | Ty::Text("String") => false,
            Ty::Array(of, _) | Ty::Wrapped(_, of) => self.may_be_duplicated(&of),
            Ty::Tuple(parts) => parts.iter().all(|part| self.may_be_duplicated(part)),
            _ => true,
        }
    }

    /// The variable; or a copy of it, if an array would get a second owner and one of the two may
    /// change.
    pub fn own_or_copy(&mut self, var: Var, mutable: bool, span: Span) -> Var {
        let ty = self.shallow(var);
        let copied = match ty {
            Ty::Array(..) | Ty::Slice(_) => true,
            // unknown, or known to rustc only: copied if it turns out not to be a scalar
            Ty::Infer(_) => {
                self.types.kind(&ty) == Some(Kind::Any) && self.no_value_of(&ty).is_none()
            }
            Ty::Sequence(..) | Ty::Projected(_) => true,
            // never changed in place
            Ty::Wrapped(Wrapper::Status(_), _) => false,
            Ty::Wrapped(_, of) => self.may_be_duplicated(&of),
            _ => false,
        };
        if !copied {
            return var;
        }
        let mut holders =
            (0..self.ssa.env.len()).filter(|s| self.ssa.env[*s] == Some(var)).peekable();
        let held = holders.peek().is_some();
        let changes = mutable || holders.any(|s| self.slots[s].mutable);
        let parameter = self.f.params.contains(&var);
        if changes && (held || parameter) { self.copy(var, span) } else { var }
    }
}
