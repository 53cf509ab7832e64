//! The methods of an `Option` that do not change it: one function for each that takes more than a
//! few lines.

use super::{OptionValue, Payload};
use crate::lower::functions::closure::Callable;
use crate::lower::iterate::Items;
use crate::lower::places::place::{BorrowMode, Spot};
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// A method of an `Option`; `None` if it is not supported.
    pub fn maybe_method(&mut self, m: OptionValue, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        let args: Vec<&Expr> = call.args.iter().collect();
        Some(match (name.as_str(), &args[..]) {
            ("unwrap", []) => self.unwrap(&m, None, span),
            ("expect", [message]) => self.unwrap(&m, Some(message), span),
            ("unwrap_or", [d]) => {
                let d = self.operand(d);
                self.choose(m.some, span, |s| s.open(&m.payload, span), |_| d)
            }
            ("unwrap_or_else", [f]) => self.unwrap_or_else(&m, f, span)?,
            ("unwrap_or_default", []) => self.unwrap_or_default(m, span)?,
            ("map", [f]) => self.map_option(&m, f, span)?,
            ("map_or", [d, f]) => {
                let d = self.operand(d);
                let f = self.callable(f)?;
                self.choose(m.some, span, |s| s.opened(&m.payload, &f, span), |_| d)
            }
            ("map_or_else", [d, f]) => self.map_or_else(&m, d, f, span)?,
            ("and_then", [f]) => {
                let f = self.callable(f)?;
                self.choose(m.some, span, |s| s.opened(&m.payload, &f, span), |s| s.none(span))
            }
            ("filter", [f]) => self.filter_option(m, f, span)?,
            ("or", [other]) => {
                let other = self.operand(other);
                self.choose(m.some, span, |_| Value::Option(Box::new(m)), |_| other)
            }
            ("or_else", [f]) => self.or_else(m, f, span)?,
            ("zip", [other]) => self.zip_options(&m, other, span)?,
            ("inspect", [f]) => self.inspect_option(m, f, span)?,
            ("and", [other]) => self.and_option(&m, other, span)?,
            ("xor", [other]) => self.xor_options(m, other, span)?,
            ("flatten", []) => {
                self.choose(m.some, span, |s| s.open(&m.payload, span), |s| s.none(span))
            }
            ("is_some", []) => Value::Var(m.some, false),
            ("is_none", []) => Value::Var(self.not(m.some, span), false),
            ("is_some_and", [f]) => self.is_some_and(&m, f, span)?,
            ("is_none_or", [f]) => {
                let f = self.callable(f)?;
                self.choose(
                    m.some,
                    span,
                    |s| s.opened(&m.payload, &f, span),
                    |s| Value::Var(s.bool(true, span), false),
                )
            }
            ("copied" | "cloned" | "clone", []) => {
                if name != "copied" {
                    self.note_cloned_payload(&m.payload, span);
                }
                self.copied_option(m, span)
            }
            ("as_ref", []) => Value::Option(Box::new(m)),
            ("as_deref", []) => {
                let payload = self.dereferenced_payload(m.payload, m.some, span);
                Value::Option(Box::new(OptionValue { some: m.some, payload }))
            }
            ("ok_or", [error]) => self.ok_or(&m, error, false, span)?,
            ("ok_or_else", [error]) => self.ok_or(&m, error, true, span)?,
            _ => return None,
        })
    }

    /// The payload, or the result of the closure.
    fn unwrap_or_else(&mut self, m: &OptionValue, f: &Expr, span: Span) -> Option<Value> {
        let f = self.callable(f)?;
        Some(self.choose(
            m.some,
            span,
            |s| s.open(&m.payload, span),
            |s| s.apply(&f, Vec::new(), span),
        ))
    }

    /// The payload, or the default of its type.
    fn unwrap_or_default(&mut self, m: OptionValue, span: Span) -> Option<Value> {
        let like = self.settled(Value::Option(Box::new(m)), span);
        let Value::Option(m) = like else { return None };
        let Payload::Value(like) = m.payload.clone() else { return None };
        Some(self.choose(
            m.some,
            span,
            |s| s.open(&m.payload, span),
            |s| s.default_like(&like, span),
        ))
    }

    /// The `Option` of the closure's result for the payload.
    fn map_option(&mut self, m: &OptionValue, f: &Expr, span: Span) -> Option<Value> {
        let f = self.callable(f)?;
        let value = self.value_if(m.some, span, |s| s.opened(&m.payload, &f, span));
        Some(Value::Option(Box::new(OptionValue { some: m.some, payload: Payload::Value(value) })))
    }

    /// The result of `f` for the payload, or the result of `d`. `d` is the first argument, so it
    /// is evaluated first.
    fn map_or_else(&mut self, m: &OptionValue, d: &Expr, f: &Expr, span: Span) -> Option<Value> {
        let d = self.callable(d)?;
        let f = self.callable(f)?;
        Some(self.choose(
            m.some,
            span,
            |s| s.opened(&m.payload, &f, span),
            |s| s.apply(&d, Vec::new(), span),
        ))
    }

    /// The same payload, under the condition that the closure accepts it.
    fn filter_option(&mut self, m: OptionValue, f: &Expr, span: Span) -> Option<Value> {
        let f = self.callable(f)?;
        let some = self.and_also(m.some, span, |s| {
            let value = s.looked_at(&m.payload, &f, span);
            s.scalar(value, span)
        });
        Some(Value::Option(Box::new(OptionValue { some, payload: m.payload })))
    }

    /// The `Option` itself, or the one that the closure returns.
    fn or_else(&mut self, m: OptionValue, f: &Expr, span: Span) -> Option<Value> {
        let f = self.callable(f)?;
        Some(self.choose(
            m.some,
            span,
            |_| Value::Option(Box::new(m)),
            |s| s.apply(&f, Vec::new(), span),
        ))
    }

    /// The `Option` of both payloads.
    fn zip_options(&mut self, m: &OptionValue, other: &Expr, span: Span) -> Option<Value> {
        let other = self.operand(other);
        let other = self.as_maybe(&other, span)?;
        let some = self.are_both_some(m, &other, span);
        let value = self.value_if(some, span, |s| {
            Value::Tuple(vec![s.open(&m.payload, span), s.open(&other.payload, span)])
        });
        Some(Value::Option(Box::new(OptionValue { some, payload: Payload::Value(value) })))
    }

    /// The same `Option`, after the closure was called with a reference to the payload.
    fn inspect_option(&mut self, m: OptionValue, f: &Expr, span: Span) -> Option<Value> {
        let f = self.callable(f)?;
        self.choose(
            m.some,
            span,
            |s| {
                s.looked_at(&m.payload, &f, span);
                Value::Tuple(Vec::new())
            },
            |_| Value::Tuple(Vec::new()),
        );
        Some(Value::Option(Box::new(m)))
    }

    /// The other `Option` if both are `Some`.
    fn and_option(&mut self, m: &OptionValue, other: &Expr, span: Span) -> Option<Value> {
        let other = self.operand(other);
        let other = self.as_maybe(&other, span)?;
        let some = self.are_both_some(m, &other, span);
        Some(Value::Option(Box::new(OptionValue { some, payload: other.payload })))
    }

    /// The one that is `Some`, if the other one is `None`.
    fn xor_options(&mut self, m: OptionValue, other: &Expr, span: Span) -> Option<Value> {
        let other = self.operand(other);
        let one = self.as_maybe(&other, span)?;
        let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Ne, vec![m.some, one.some]), span);
        let either = self.choose(m.some, span, |_| Value::Option(Box::new(m)), |_| other);
        let Value::Option(either) = either else { return None };
        Some(Value::Option(Box::new(OptionValue { some, payload: either.payload })))
    }

    /// Whether both are `Some`. Neither is read, so no branch is needed.
    fn are_both_some(&mut self, a: &OptionValue, b: &OptionValue, span: Span) -> Var {
        self.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![a.some, b.some]), span)
    }

    /// Whether there is a payload that the closure accepts.
    fn is_some_and(&mut self, m: &OptionValue, f: &Expr, span: Span) -> Option<Value> {
        let f = self.callable(f)?;
        let value = self.and_also(m.some, span, |s| {
            let value = s.opened(&m.payload, &f, span);
            s.scalar(value, span)
        });
        Some(Value::Var(value, false))
    }

    /// The `Option` of a copy of the payload. A place is only marked to be read by value.
    fn copied_option(&mut self, m: OptionValue, span: Span) -> Value {
        let payload = match m.payload {
            Payload::Value(v) => Payload::Value(self.copied(v, span)),
            Payload::Spot(s) if !self.types.shallow(&s.ty).is_sequence() => {
                Payload::Spot(Spot { by: BorrowMode::Value, ..s })
            }
            Payload::Spot(s) => {
                let value = self.value_if(m.some, span, |l| l.read(&s, span));
                Payload::Value(value)
            }
            Payload::Item(items, index) => {
                Payload::Item(Rc::new(Items::Copied(Box::new((*items).clone()))), index)
            }
            payload @ (Payload::Unique(..) | Payload::Content(_)) => {
                Payload::Value(self.value_if(m.some, span, |s| {
                    let value = s.open(&payload, span);
                    s.copied(value, span)
                }))
            }
            pair @ Payload::Pair(..) => pair,
            none @ (Payload::Unknown | Payload::Failed(_) | Payload::ErrorOf(_)) => none,
        };
        Value::Option(Box::new(OptionValue { some: m.some, payload }))
    }

    /// Records that the payload of an `Option` is cloned.
    fn note_cloned_payload(&mut self, payload: &Payload, span: Span) {
        match payload {
            Payload::Value(value) => self.note_clones(value, span),
            Payload::Spot(s) => self.note_clone(&s.ty, span),
            _ => {}
        }
    }

    /// The contents of the box that is the payload of an `Option`; numbers and memory are not
    /// boxed.
    fn dereferenced_payload(&mut self, payload: Payload, some: Var, span: Span) -> Payload {
        match payload {
            Payload::Spot(s) if self.types.projected(&s.ty).is_some() => {
                Payload::Spot(self.in_field(s))
            }
            Payload::Value(Value::Var(v, reference)) if self.is_box(&self.ty(v)) => {
                let inner = self
                    .value_if(some, span, |s| s.out_of_box(Value::Var(v, reference), None, span));
                Payload::Value(inner)
            }
            payload => payload,
        }
    }

    /// The result of a closure that takes the payload of an `Option`, in a branch on whether there
    /// is one.
    pub fn opened(&mut self, payload: &Payload, f: &Callable, span: Span) -> Value {
        let value = self.open(payload, span);
        self.apply(f, vec![value], span)
    }

    /// The result of a closure that takes a reference to the payload of an `Option`.
    fn looked_at(&mut self, payload: &Payload, f: &Callable, span: Span) -> Value {
        let value = self.open(payload, span);
        self.apply(f, vec![value.referenced()], span)
    }

    /// The default of the type of a value.
    fn default_like(&mut self, like: &Value, span: Span) -> Value {
        match like {
            Value::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|p| self.default_like(p, span)).collect())
            }
            value => {
                let ty = self.value_ty(value);
                match self.types.shallow(&ty) {
                    Ty::Bool => Value::Var(self.bool(false, span), false),
                    Ty::Vec(_) | Ty::Deque(_) => {
                        Value::Var(self.emit("vec", ty, Op::Array(Vec::new()), span), false)
                    }
                    Ty::Real(_) | Ty::Int(_) => {
                        Value::Var(self.neutral(ty, Neutral::Zero, span), false)
                    }
                    Ty::Infer(_) if self.types.kind(&ty).is_some_and(|kind| kind != Kind::Any) => {
                        Value::Var(self.neutral(ty, Neutral::Zero, span), false)
                    }
                    _ => self.default_value(ty, quote!(::core::default::Default::default()), span),
                }
            }
        }
    }
}
