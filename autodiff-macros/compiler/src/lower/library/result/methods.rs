//! The methods of a `Result`: one function for each that takes more than a few lines.

use super::{ERROR, ResultValue};
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// `option.ok_or(error)`, `option.ok_or_else(f)`
    pub fn ok_or(
        &mut self,
        m: &OptionValue,
        error: &Expr,
        lazy: bool,
        span: Span,
    ) -> Option<Value> {
        let error: Expr = match (lazy, unparen(error)) {
            (false, error) => error.clone(),
            (true, Expr::Closure(c)) if c.inputs.is_empty() => (*c.body).clone(),
            (true, f) => syn::parse_quote!((#f)()),
        };
        // an argument is evaluated, whether or not it is needed
        let evaluated =
            (!lazy && !opaque::is_pure(&error, &|_| false)).then(|| self.failed(&error, span));
        let none = |s: &mut Self| match evaluated {
            Some(error) => error,
            None => s.failed(&error, span),
        };
        if let Payload::Unknown = m.payload {
            return Some(none(self));
        }
        // the payload stays in place: where there is an error, there may be no value to represent
        // it
        let made = |s: &mut Self| match none(s) {
            Value::Result(of) => match s.settled_error(&of.error, span) {
                Payload::Value(error) => error,
                _ => s.never_value(span),
            },
            other => other,
        };
        let failed = self.not(m.some, span);
        let error = Payload::Value(self.value_if(failed, span, made));
        Some(Value::Result(Box::new(ResultValue { ok: m.some, value: m.payload.clone(), error })))
    }

    /// A method of a `Result`; `None` if it is not supported.
    pub fn result_method(&mut self, o: ResultValue, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        let args: Vec<&Expr> = call.args.iter().collect();
        Some(match (name.as_str(), &args[..]) {
            ("unwrap", []) => {
                self.check_ok(&o, None, span);
                self.open(&o.value, span)
            }
            ("expect", [message]) => {
                self.check_ok(&o, Some(message), span);
                self.open(&o.value, span)
            }
            ("unwrap_or" | "unwrap_or_default" | "map_or", _) => {
                return self.option_method(o.without_error(), call);
            }
            ("is_ok", []) => Value::Var(o.ok, false),
            ("is_err", []) => Value::Var(self.has_failed(&o, span), false),
            ("ok", []) => Value::Option(Box::new(o.without_error())),
            ("err", []) => self.error_if_any(&o, span),
            ("map", [f]) => {
                let f = self.callable(f)?;
                let value = self.value_if(o.ok, span, |s| s.opened(&o.value, &f, span));
                result(o.ok, Payload::Value(value), o.error)
            }
            ("map_err", [f]) => self.map_err(&o, f, span),
            ("copied" | "cloned" | "clone", []) => {
                match self.option_method(o.without_error(), call)? {
                    Value::Option(m) => result(o.ok, m.payload, o.error),
                    _ => return None,
                }
            }
            ("as_ref" | "as_deref", []) => Value::Result(Box::new(o)),
            _ => {
                return self.method_of_std_value("Result", Value::Result(Box::new(o)), call);
            }
        })
    }

    /// Whether a `Result` is an `Err`.
    fn has_failed(&mut self, o: &ResultValue, span: Span) -> Var {
        self.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![o.ok]), span)
    }

    /// `err`: the error as an `Option`.
    fn error_if_any(&mut self, o: &ResultValue, span: Span) -> Value {
        let some = self.has_failed(o, span);
        let payload = match &o.error {
            Payload::Unknown => Payload::Unknown,
            error => Payload::Value(self.value_if(some, span, |s| s.open_error(error, span))),
        };
        Value::Option(Box::new(OptionValue { some, payload }))
    }

    /// `map_err`, as `Err(error) => Err(f(error))`.
    fn map_err(&mut self, o: &ResultValue, f: &Expr, span: Span) -> Value {
        self.choose(
            o.ok,
            span,
            |s| s.ok_of(o.value.clone(), span),
            |s| {
                let scope = s.ssa.scope.len();
                let error = s.error_for(f, &o.error, span);
                let body: Expr = match unparen(f) {
                    Expr::Closure(c) if c.inputs.len() == 1 => {
                        s.bind(&c.inputs[0], error, span);
                        (*c.body).clone()
                    }
                    f => {
                        let binding = s.binding(ERROR, error, false, span);
                        s.ssa.scope.push((ERROR.into(), binding));
                        let ident = proc_macro2::Ident::new(ERROR, f.span());
                        syn::parse_quote!(#f(#ident))
                    }
                };
                let failed = s.failed(&body, span);
                let gone = s.ssa.scope.split_off(scope);
                s.forget(&gone, 0);
                failed
            },
        )
    }

    /// The error as the argument of a function, which may be missing if the function ignores it.
    fn error_for(&mut self, f: &Expr, error: &Payload, span: Span) -> Value {
        match unparen(f) {
            Expr::Closure(c) if matches!(c.inputs.first(), Some(syn::Pat::Wild(_))) => {
                Value::Tuple(Vec::new())
            }
            _ => self.open_error(error, span),
        }
    }

    /// Panics as `unwrap` does unless there is a value.
    fn check_ok(&mut self, o: &ResultValue, message: Option<&Expr>, span: Span) {
        let settled = match &o.error {
            Payload::ErrorOf(v) => Payload::Value(Value::Var(*v, false)),
            error => self.settled_error(error, span),
        };
        let Payload::Value(error) = settled else { return };
        let status = self.is_status_value(&error) || matches!(o.error, Payload::ErrorOf(_));
        let mut captures = vec![Capture {
            name: ERROR.into(),
            value: self.tree(error, span),
            by_reference: false,
        }];
        let checked = if status {
            quote!(error.as_ref())
        } else {
            captures.push(Capture {
                name: "is_ok".into(),
                value: Tree::Leaf(o.ok),
                by_reference: false,
            });
            quote!(if is_ok {
                ::core::result::Result::Ok(())
            } else {
                ::core::result::Result::Err(&error)
            })
        };
        let code = match message {
            None => quote_spanned!(span=> { ::core::result::Result::unwrap(#checked); }),
            Some(message) => {
                places::place::merge_captures(
                    &mut captures,
                    self.captures(message.to_token_stream()),
                );
                quote_spanned!(span=> { ::core::result::Result::expect(#checked, #message); })
            }
        };
        let opaque = Opaque { effect: true, ..Opaque::new(code, captures, "a check") };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }
}

/// A `Result`, constructed from its parts.
fn result(ok: Var, value: Payload, error: Payload) -> Value {
    Value::Result(Box::new(ResultValue { ok, value, error }))
}
