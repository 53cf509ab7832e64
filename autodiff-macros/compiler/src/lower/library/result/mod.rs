//! `Result`s: a bool, a value if it is true, and an error if it is not.
//!
//! Like an `Option`, a local `Result` is flattened, so that derivatives flow through its value.
//! Its error is
//!
//! - *plain* if it consists of numbers, bools, tuples and sequences of them, or is of a type that
//!   is defined in the function: a value like any other, with a derivative;
//! - otherwise a *status*: a variable that is a `Result<(), E>`, which only rustc understands. It
//!   has a placeholder for every `E`, and is cloned where the error itself is needed.
//!
//! The contents of a status have no derivative: `passes/activity.rs` reports code that would read
//! a real out of a status that depends on active values.
//!
//! A constructed error (`Err(…)`) stays unevaluated until its use is known, so an error that is
//! returned immediately is not cloned. As one variable, in arguments and results, a `Result` is a
//! value of that type, whose error has no derivative.
//!
//! [`error`] constructs and reads errors and statuses. [`methods`] lowers the methods.

mod error;
mod methods;

use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::library::prelude::{self, BodyArgument};
use crate::lower::places::place::{BorrowMode, Located, Root};
use crate::lower::types::option_hint::{is_only_of_results, receiver_hint};
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::{Expr, ExprMethodCall};

/// A `Result`.
#[derive(Clone, Debug)]
pub struct ResultValue {
    pub ok: Var,
    pub value: Payload,
    pub error: Payload,
}

impl ResultValue {
    /// The same without its error.
    pub fn without_error(&self) -> OptionValue {
        OptionValue { some: self.ok, payload: self.value.clone() }
    }
}

/// Methods of `Result` that are lowered here and that `Option` does not have, with their argument counts.
const METHODS: &[(&str, usize)] =
    &[("is_ok", 0), ("is_err", 0), ("ok", 0), ("err", 0), ("map_err", 1)];

/// Whether a method is a supported one of `Result` that `Option` does not have.
pub fn is_method(name: &str, arguments: usize) -> bool {
    METHODS.contains(&(name, arguments))
        || prelude::is_method_of_value("Result", name, arguments)
            && !prelude::is_method_of_value("Option", name, arguments)
}

/// Whether a path is `Ok` or `Err`, and which.
pub fn is_ok(path: &syn::Path) -> Option<bool> {
    ["Err", "Ok"]
        .iter()
        .position(|variant| library::option::is_of(path, "Result", variant))
        .map(|k| k == 1)
}

/// The type of the value in `Result<…>`.
pub fn ok_type(ty: &syn::Type) -> Option<&syn::Type> {
    params::result_types(ty).map(|(ok, _)| ok)
}

/// The name to which a function's argument is bound where its call is inlined.
const ERROR: &str = "error";

impl Lowerer<'_> {
    /// `Ok(value)`
    pub fn succeeded(&mut self, argument: &Expr, span: Span) -> Value {
        match self.operand(argument) {
            never @ Value::Never(_) => never,
            value => self.result(true, Payload::Value(value), Payload::Unknown, span),
        }
    }

    /// `Err(error)`
    pub fn failed(&mut self, argument: &Expr, span: Span) -> Value {
        self.infer_fields(argument);
        if let Expr::Path(name) = argument
            && let Some(name) = name.path.get_ident()
            && let Some(Binding::BodyArgument(of)) = self.lookup(&name.to_string()).cloned()
            && let BodyArgument::Error(error) = *of
        {
            return self.failed_with(&error, span);
        }
        match self.made_error(argument) {
            Some(error) => self.result(false, Payload::Unknown, error, span),
            None => self.never_value(span),
        }
    }

    /// `Ok(value)` or `Err(error)`, constructed from a value.
    pub fn new_result(&mut self, ok: bool, value: Value, span: Span) -> Value {
        match (ok, value) {
            (_, never @ Value::Never(_)) => never,
            (true, value) => self.ok_of(Payload::Value(value), span),
            (false, value) => {
                let error = self.as_error(value, span);
                self.failed_with(&error, span)
            }
        }
    }

    /// `Ok` of a payload.
    fn ok_of(&mut self, value: Payload, span: Span) -> Value {
        self.result(true, value, Payload::Unknown, span)
    }

    fn failed_with(&mut self, error: &Payload, span: Span) -> Value {
        self.result(false, Payload::Unknown, error.clone(), span)
    }

    fn result(&mut self, ok: bool, value: Payload, error: Payload, span: Span) -> Value {
        let ok = self.bool(ok, span);
        Value::Result(Box::new(ResultValue { ok, value, error }))
    }

    /// The same `Result`, with all payloads read.
    pub fn settled_result(&mut self, o: ResultValue, span: Span) -> ResultValue {
        let value = self.settled_option(o.without_error(), span).payload;
        ResultValue { ok: o.ok, value, error: self.settled_error(&o.error, span) }
    }

    /// A value as a `Result`, including one that is one variable.
    pub fn as_result(&mut self, value: &Value, span: Span) -> Option<ResultValue> {
        match value {
            Value::Result(o) => Some((**o).clone()),
            Value::Var(v, reference) => {
                let of = self.shallow(*v);
                // the result of a call with unknown signature keeps the type that rustc knows
                let unresolved = matches!(self.types.origin(&of), Some(Origin::Call(_)))
                    && self.types.kind(&of) == Some(Kind::Any);
                if !unresolved && !matches!(of, Ty::Wrapped(Wrapper::Result(_), _)) {
                    return None;
                }
                let ok = self.opaque_test(quote!(value.is_ok()), *v, span);
                let member = Member::new(Some("Ok".into()), "0".into());
                let by =
                    if *reference && !unresolved { BorrowMode::Shared } else { BorrowMode::Value };
                let spot = self.member_spot(Root::Var(*v), Vec::new(), &of, member, by);
                Some(ResultValue { ok, value: Payload::Spot(spot), error: Payload::ErrorOf(*v) })
            }
            _ => None,
        }
    }

    /// An `Option` or a `Result`, flattened even if it is one variable.
    pub fn flattened_enum(&mut self, value: Value, span: Span) -> Value {
        match &value {
            Value::Var(v, _) if matches!(self.shallow(*v), Ty::Wrapped(Wrapper::Result(_), _)) => {
                match self.as_result(&value, span) {
                    Some(o) => Value::Result(Box::new(o)),
                    None => value,
                }
            }
            Value::Var(..) => match self.as_option(&value, span) {
                Some(m) => Value::Option(Box::new(m)),
                None => value,
            },
            _ => value,
        }
    }

    /// The `Result` in a place.
    pub fn located_result(
        &mut self,
        located: &Located,
        m: &ExprMethodCall,
        held: OptionHint,
    ) -> Option<ResultValue> {
        let span = m.method.span();
        let (root, path, ty) = self.as_place(located.clone())?;
        let known = matches!(self.types.shallow(&ty), Ty::Wrapped(Wrapper::Result(_), _));
        let is_inferred =
            is_only_of_results(m) || held == OptionHint::Result && receiver_hint(m, held) == held;
        let unresolved = matches!(self.types.origin(&ty), Some(Origin::Call(_)));
        if !(known || is_inferred && unresolved) {
            return None;
        }
        // the content of a temporary is not a reference
        let is_made = matches!(located, Located::Value(Value::Var(_, false)))
            && !m.method.to_string().starts_with("as_");
        if is_made && let (Root::Var(v), true) = (root, path.is_empty()) {
            return self.as_result(&Value::Var(v, false), span);
        }
        let value = self.borrow(
            &crate::lower::places::place::Spot { root, path, ty, by: BorrowMode::Shared },
            span,
        );
        self.as_result(&value, span)
    }

    /// Flattens all `Result`s among the values of several arms, also those in tuples, and makes
    /// their errors either all plain or all statuses.
    pub fn make_results_alike(&mut self, ends: &mut [&mut control::flow::End], span: Span) {
        let values = ends.iter().map(|end| end.value.clone()).collect();
        let values = self.unified_results(ends, values, span);
        ends.iter_mut().zip(values).for_each(|(end, value)| end.value = value);
    }

    fn unified_results(
        &mut self,
        ends: &mut [&mut control::flow::End],
        values: Vec<Value>,
        span: Span,
    ) -> Vec<Value> {
        let parts = values.iter().find_map(|value| match value {
            Value::Tuple(parts) if value.has_result() => Some(parts.len()),
            _ => None,
        });
        if let Some(n) = parts {
            let mut rows: Vec<Vec<Value>> = Vec::new();
            for (end, value) in ends.iter_mut().zip(values) {
                rows.push(self.write_in_arm(end, |s| s.components(value, n, span)));
            }
            let mut tuples = vec![Vec::new(); rows.len()];
            for k in 0..n {
                let column = rows.iter().map(|row| row[k].clone()).collect();
                let column = self.unified_results(ends, column, span);
                tuples.iter_mut().zip(column).for_each(|(tuple, value)| tuple.push(value));
            }
            return tuples.into_iter().map(Value::Tuple).collect();
        }
        if !values.iter().any(Value::has_result) {
            return values;
        }
        let mut flat: Vec<Value> = Vec::new();
        for (end, value) in ends.iter_mut().zip(values) {
            flat.push(self.write_in_arm(end, |s| match s.as_result(&value, span) {
                Some(o) => Value::Result(Box::new(s.settled_result(o, span))),
                None => value,
            }));
        }
        let is_status = |s: &Self, value: &Value| {
            matches!(value, Value::Result(o)
            if matches!(&o.error, Payload::Value(e) if s.is_status_value(e)))
        };
        if !flat.iter().any(|value| is_status(self, value)) {
            return flat;
        }
        for (end, value) in ends.iter_mut().zip(&mut flat) {
            if let Value::Result(o) = value
                && let Payload::Value(e) = &o.error
                && !self.is_status_value(e)
            {
                let e = e.clone();
                o.error = self.write_in_arm(end, |s| Payload::Value(s.status_of(e, span)));
            }
        }
        flat
    }

    /// Stores an error in the variables of one.
    pub fn store_error(&mut self, slots: &Binding, error: &Payload, span: Span) {
        let Payload::Value(mut value) = self.settled_error(error, span) else { return };
        if let Binding::Slot(slot) = slots
            && matches!(
                self.types.shallow(&self.slots[*slot].ty),
                Ty::Wrapped(Wrapper::Status(_), _)
            )
            && !self.is_status_value(&value)
        {
            value = self.status_of(value, span);
        }
        self.store_result(slots, value, span);
    }

    /// A `Result` as one variable of the given type.
    pub fn whole_result(&mut self, o: &ResultValue, ty: Option<Ty>, span: Span) -> Var {
        let (ty, inner) = match ty.map(|ty| self.types.shallow(&ty)) {
            Some(Ty::Wrapped(Wrapper::Result(written), inner)) => {
                (Ty::Wrapped(Wrapper::Result(written), inner.clone()), *inner)
            }
            _ => {
                let inner = self.types.any();
                // its use may determine the error's type
                let ty = self.types.any();
                self.types
                    .unify(&ty, &Ty::Wrapped(Wrapper::Result(quote!(_)), Box::new(inner.clone())));
                (ty, inner)
            }
        };
        let of_ok = ty.clone();
        let ok = |s: &mut Self| {
            let value = s.open(&o.value, span);
            if opaque::is_sequence_reference(s, &value) {
                s.diagnostics.error(
                    span,
                    "expected a single value, found a `Result` of a reference: unwrap it with \
                     `match` or `if let`, or copy it first",
                );
            }
            let x = s.element_value(value, span);
            s.unify_var(x, &inner);
            let member = Member::new(Some("Ok".into()), "0".into());
            Value::Var(s.emit("ok", of_ok, Op::Struct("Ok".into(), vec![(member, x)]), span), false)
        };
        let failed = |s: &mut Self| Value::Var(s.whole_error(&o.error, ty, false, span), false);
        let value = match (&o.value, &o.error) {
            (Payload::Unknown, _) => failed(self),
            (_, Payload::Unknown) => ok(self),
            _ => self.choose(o.ok, span, ok, failed),
        };
        self.scalar(value, span)
    }

    /// The value that `?` returns for a `Result` that failed, from the function or from an inlined
    /// closure.
    pub fn returned_error(&mut self, o: &ResultValue, span: Span) -> Value {
        if self.ssa.closures.is_empty() {
            let output = self.sig.output.clone();
            return Value::Var(self.whole_error(&o.error, output, true, span), false);
        }
        let error = match self.settled_error(&o.error, span) {
            Payload::Value(Value::Var(v, _)) if self.is_status(v) => {
                let captures =
                    vec![Capture { name: ERROR.into(), value: Tree::Leaf(v), by_reference: false }];
                let code = self.of_failed(
                    &|code| quote!(::core::convert::From::from(#code)),
                    quote!(::<(), _>),
                );
                let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
                Payload::Value(Value::Var(
                    self.status(code, captures, (quote!(_), ty), true, span),
                    false,
                ))
            }
            plain => plain,
        };
        self.result(false, Payload::Unknown, error, span)
    }

    /// A `Result` with the type of the user's annotation.
    pub fn annotated_result(&mut self, o: ResultValue, ty: &syn::Type) -> ResultValue {
        let Some((of_value, of_error)) = params::result_types(ty) else { return o };
        let span = ty.span();
        let value = self.annotated_payload(o.value, of_value, span);
        let Some(of_error) = of_error else { return ResultValue { value, ..o } };
        let inner = self.error_annotation(of_error);
        let written = quote!(::core::result::Result<(), #of_error>);
        let error = match o.error {
            Payload::Failed(made) => {
                let code = &made.code;
                let code = quote!(::core::result::Result::<(), #of_error>::Err(#code));
                Payload::Value(Value::Var(
                    self.status(code, made.captures.clone(), (written, inner), false, made.span),
                    false,
                ))
            }
            Payload::Value(Value::Var(v, _))
                if let Ty::Wrapped(Wrapper::Status(_), e) = self.shallow(v) =>
            {
                self.types.unify(&e, &inner);
                let captures =
                    vec![Capture { name: ERROR.into(), value: Tree::Leaf(v), by_reference: false }];
                let taken = Ident::new(crate::ir::TAKEN, span);
                let code = quote!({ let typed: #written = #taken(error); typed });
                Payload::Value(Value::Var(
                    self.status(code, captures, (written, inner), true, span),
                    false,
                ))
            }
            Payload::Value(v) => Payload::Value(self.annotated(v, of_error)),
            Payload::Unknown if self.is_plain_type(&inner) => {
                Payload::Value(self.blank_of(&inner, span))
            }
            Payload::Unknown => {
                let ty = Ty::Wrapped(Wrapper::Status(written), Box::new(inner));
                Payload::Value(Value::Var(self.emit(ERROR, ty, Op::Blank, span), false))
            }
            other => other,
        };
        ResultValue { ok: o.ok, value, error }
    }

    // ---------- patterns

    /// Binds the contents of `Ok(…)` or `Err(…)`.
    pub fn bind_result(&mut self, o: &ResultValue, ok: bool, inner: &syn::Pat, span: Span) {
        if matches!(inner, syn::Pat::Wild(_) | syn::Pat::Rest(_)) {
            return;
        }
        if let (false, syn::Pat::Ident(name)) = (ok, inner)
            && self.is_in_body_of_value()
        {
            let error = Box::new(BodyArgument::Error(o.error.clone()));
            self.ssa.scope.push((name.ident.to_string(), Binding::BodyArgument(error)));
            return;
        }
        let value =
            if ok { self.open(&o.value, span) } else { self.matched_error(&o.error, inner, span) };
        self.bind(inner, value, span);
    }

    /// Whether a `Result` is `Ok(…)` or `Err(…)`.
    pub fn test_result(&mut self, o: &ResultValue, ok: bool, inner: &syn::Pat, span: Span) -> Var {
        let holds =
            if ok { o.ok } else { self.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![o.ok]), span) };
        if control::branches::is_irrefutable(inner, &self.names.pattern_names) {
            return holds;
        }
        self.and_also(holds, span, |s| {
            let value =
                if ok { s.open(&o.value, span) } else { s.matched_error(&o.error, inner, span) };
            match s.test(inner, &value) {
                Some(test) => test,
                None => s.bool(true, span),
            }
        })
    }
}
