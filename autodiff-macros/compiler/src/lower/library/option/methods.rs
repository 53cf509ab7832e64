//! The methods of an `Option` that do not change it: one function for each that takes more than a
//! few lines.

use super::{OptionValue, Payload};
use crate::lower::functions::closure::Callable;
use crate::lower::iterate::Items;
use crate::lower::places::place::{BorrowMode, Spot};
use crate::lower::*;
use quote::quote;
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// A method of an `Option`; `None` if it is not supported.
    pub fn option_method(&mut self, m: OptionValue, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        let args: Vec<&Expr> = call.args.iter().collect();
        Some(match (name.as_str(), &args[..]) {
            ("unwrap", []) => self.unwrap(&m, None, span),
            ("expect", [message]) => self.unwrap(&m, Some(message), span),
            ("unwrap_or_default", []) => self.unwrap_or_default(m, span)?,
            ("filter", [f]) => self.filter_option(m, f, span)?,
            ("is_some", []) => Value::Var(m.some, false),
            ("is_none", []) => Value::Var(self.not(m.some, span), false),
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
            _ => return self.method_of_std_value("Option", Value::Option(Box::new(m)), call),
        })
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

    /// The same payload, under the condition that the closure accepts it.
    fn filter_option(&mut self, m: OptionValue, f: &Expr, span: Span) -> Option<Value> {
        // a copy of an element is read where it is used
        let m = if self.changes_variables(f) { self.settled_option(m, span) } else { m };
        let f = self.callable(f)?;
        let some = self.and_also(m.some, span, |s| {
            let value = s.looked_at(&m.payload, &f, span);
            s.scalar(value, span)
        });
        Some(Value::Option(Box::new(OptionValue { some, payload: m.payload })))
    }

    /// The `Option` of a copy of the payload. A place is only marked to be read by value.
    fn copied_option(&mut self, m: OptionValue, span: Span) -> Value {
        let payload = match m.payload {
            Payload::Value(v) => Payload::Value(self.copy_referents(v, span)),
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
                    s.copy_referents(value, span)
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
            Payload::Spot(s) if self.types.open_projection(&s.ty).is_some() => {
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
        self.apply(f, vec![value.behind_reference()], span)
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
