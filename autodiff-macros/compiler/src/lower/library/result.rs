//! `Result`s: a truth value, what is there if it is true, and the error if it is not.
//!
//! As an `Option` a local `Result` is flattened, so that derivatives flow through what it holds.
//! Its error is
//!
//! - *plain* if it is made of numbers, truth values, tuples and sequences of them, or of a type
//!   that is defined in the function: a value like any other, with a derivative;
//! - else a *status*: a variable that is a `Result<(), E>`, which nothing but rustc understands. It
//!   has a blank whatever `E` is, and is cloned where the error itself is wanted.
//!
//! What is in a status has no derivative: `passes/activity.rs` reports what would read a real out
//! of one that active values went into.
//!
//! An error that is only made (`Err(…)`) stays code until it is known where it goes: what is
//! returned at once needs not be cloned. As one variable, in arguments and results, a `Result` is a
//! value of that type, whose error has no derivative.

use crate::lower::library::option::{Failure, OptionValue, Payload};
use crate::lower::places::place::{BorrowMode, Located, Root, unparen};
use crate::lower::types::option_hint::{holder, is_only_of_results};
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
    /// Without its error.
    pub fn maybe(&self) -> OptionValue {
        OptionValue { some: self.ok, payload: self.value.clone() }
    }
}

/// Methods of `Result` that are understood, and that `Option` has not, with their numbers of
/// arguments.
const METHODS: &[(&str, usize)] = &[
    ("is_ok", 0),
    ("is_err", 0),
    ("ok", 0),
    ("err", 0),
    ("map_err", 1),
    ("inspect_err", 1),
    ("is_ok_and", 1),
    ("is_err_and", 1),
];

/// Whether a method is one of `Result` that is understood.
pub fn is_method(name: &str, arguments: usize) -> bool {
    METHODS.contains(&(name, arguments))
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

/// The name by which a function's argument is bound where its call is written out.
const ERROR: &str = "error";

impl Lowerer<'_> {
    /// `Ok(value)`
    pub fn succeeded(&mut self, argument: &Expr, span: Span) -> Value {
        match self.operand(argument) {
            Value::Never => Value::Never,
            value => self.outcome(true, Payload::Value(value), Payload::Unknown, span),
        }
    }

    /// `Err(error)`
    pub fn failed(&mut self, argument: &Expr, span: Span) -> Value {
        self.tell_fields(argument);
        match self.made_error(argument) {
            Some(error) => self.outcome(false, Payload::Unknown, error, span),
            None => Value::Never,
        }
    }

    /// `Ok(value)` or `Err(error)` of a value.
    pub fn outcome_with(&mut self, ok: bool, value: Value, span: Span) -> Value {
        match (ok, value) {
            (_, Value::Never) => Value::Never,
            (true, value) => self.outcome_of(Payload::Value(value), span),
            (false, value) => {
                let error = self.as_error(value, span);
                self.failed_with(&error, span)
            }
        }
    }

    fn outcome(&mut self, ok: bool, value: Payload, error: Payload, span: Span) -> Value {
        let ok = self.bool(ok, span);
        Value::Result(Box::new(ResultValue { ok, value, error }))
    }

    /// Whether an error is made by code that is not looked into: a string, a struct or a variant,
    /// which need not have derivatives.
    fn is_error_code(&self, e: &Expr) -> bool {
        let is_of_type = |path: &syn::Path| {
            self.constructs(path)
                || names::kinds::owner(path).is_some_and(|of| self.names_type(&of))
        };
        match unparen(e) {
            Expr::Lit(l) => matches!(l.lit, syn::Lit::Str(_)),
            Expr::Struct(_) | Expr::Macro(_) => true,
            Expr::Call(c) => matches!(unparen(&c.func), Expr::Path(p) if is_of_type(&p.path)),
            Expr::Path(p) => is_of_type(&p.path) || self.names_constant(&p.path),
            Expr::MethodCall(m) => self.is_error_code(&m.receiver),
            _ => false,
        }
    }

    /// An error by the expression that makes it; nothing after an error of ours.
    fn made_error(&mut self, argument: &Expr) -> Option<Payload> {
        if let Some(ty) = self.type_inside(argument) {
            let value = self.operand(argument);
            let v = self.scalar(value, argument.span());
            self.unify_var(v, &ty);
            return Some(Payload::Value(Value::Var(v, false)));
        }
        if !self.is_error_code(argument)
            && let Ok(value) = self.attempt(|s| {
                let value = s.operand(argument);
                let is_variable = matches!(unparen(argument), Expr::Path(_));
                (is_variable || s.is_plain(&value)).then_some(value)
            })
        {
            return Some(self.as_error(value, argument.span()));
        }
        let Some(code) = self.plain_tokens(argument) else {
            self.error(
                argument,
                "this error has side effects, which is not supported here: make \
                it in a statement of its own before",
            );
            return None;
        };
        let captures = self.captures(code.clone());
        let ty = match unparen(argument) {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }) => Ty::Text("&str"),
            Expr::Macro(m) if m.mac.path.is_ident("format") => Ty::Text("String"),
            Expr::MethodCall(m) if m.method == "to_string" => Ty::Text("String"),
            _ => self.types.fresh(Kind::Any, Origin::Opaque(None)),
        };
        Some(Payload::Failed(Box::new(Failure { code, captures, ty, span: argument.span() })))
    }

    /// The type of a value of a struct or an enum that is defined in the function, so that it has
    /// tangents.
    fn type_inside(&mut self, e: &Expr) -> Option<Ty> {
        let path = match unparen(e) {
            Expr::Struct(s) => &s.path,
            Expr::Path(p) => &p.path,
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) => &p.path,
                _ => return None,
            },
            _ => return None,
        };
        let name = path.segments.first()?;
        self.types_inside
            .contains(&name.ident.to_string())
            .then(|| self.named_type(name.to_token_stream()))
    }

    /// Whether an error is a value like any other.
    fn is_plain(&self, value: &Value) -> bool {
        match value {
            Value::Var(v, reference) => {
                self.is_plain_type(self.f.ty(*v)) && !(*reference && self.shallow(*v).is_sequence())
            }
            Value::Tuple(parts) => parts.iter().all(|p| self.is_plain(p)),
            Value::Alias(_)
            | Value::Option(_)
            | Value::Result(_)
            | Value::Closure(_)
            | Value::Iter(_)
            | Value::Never => false,
        }
    }

    fn is_plain_type(&self, ty: &Ty) -> bool {
        match self.types.shallow(ty) {
            Ty::Real(_) | Ty::Int(_) | Ty::Bool => true,
            Ty::Tuple(parts) => parts.iter().all(|p| self.is_plain_type(p)),
            ty @ Ty::Infer(_) => {
                self.types.kind(&ty) != Some(Kind::Any)
                    || matches!(self.types.origin(&ty), Some(Origin::Call(_) | Origin::None))
            }
            ty => ty.element().is_some_and(|e| self.is_plain_type(e)),
        }
    }

    /// Whether a variable is a status.
    fn is_status(&self, v: Var) -> bool {
        matches!(self.shallow(v), Ty::Wrapped(Wrapper::Status(_), _))
    }

    fn is_status_value(&self, value: &Value) -> bool {
        matches!(value, Value::Var(v, _) if self.is_status(*v))
    }

    /// A value as the error of a `Result`.
    fn as_error(&mut self, value: Value, span: Span) -> Payload {
        if self.is_plain(&value) {
            return Payload::Value(value);
        }
        Payload::Value(self.status_of(value, span))
    }

    /// A status with a value as its error.
    fn status_of(&mut self, value: Value, span: Span) -> Value {
        let ty = self.value_ty(&value);
        let tree = self.tree(value, span);
        let captures = vec![Capture { name: ERROR.into(), value: tree, by_reference: false }];
        let code = quote!(::core::result::Result::<(), _>::Err(error.clone()));
        Value::Var(self.status(code, captures, quote!(_), ty, true, span), false)
    }

    fn status(
        &mut self,
        code: TokenStream,
        captures: Vec<Capture>,
        written: TokenStream,
        error: Ty,
        total: bool,
        span: Span,
    ) -> Var {
        let ty = Ty::Wrapped(Wrapper::Status(written), Box::new(error));
        self.emit_error(code, captures, ty, total, span)
    }

    fn emit_error(
        &mut self,
        code: TokenStream,
        captures: Vec<Capture>,
        ty: Ty,
        total: bool,
        span: Span,
    ) -> Var {
        let opaque = Opaque { total, discrete: true, ..Opaque::new(code, captures, "an error") };
        self.emit("error", ty, Op::Opaque(Box::new(opaque)), span)
    }

    /// The error as a value or a status.
    fn settled_error(&mut self, error: &Payload, span: Span) -> Payload {
        match error {
            Payload::Failed(made) => {
                let code = &made.code;
                let code = quote!(::core::result::Result::<(), _>::Err(#code));
                Payload::Value(Value::Var(
                    self.status(
                        code,
                        made.captures.clone(),
                        quote!(_),
                        made.ty.clone(),
                        false,
                        made.span,
                    ),
                    false,
                ))
            }
            Payload::ErrorOf(whole) => {
                let (written, ty) = self.error_type(*whole);
                let captures = vec![Capture {
                    name: "value".into(),
                    value: Tree::Leaf(*whole),
                    by_reference: false,
                }];
                let taken = Ident::new(crate::ir::TAKEN, span);
                let code = quote!(match value {
                    ::core::result::Result::Err(error)
                        => ::core::result::Result::Err(#taken(error)),
                    ::core::result::Result::Ok(_) => ::core::result::Result::Ok(()),
                });
                Payload::Value(Value::Var(
                    self.status(code, captures, written, ty, true, span),
                    false,
                ))
            }
            other => other.clone(),
        }
    }

    /// The type of the error of a variable that is a `Result`, and that of its status.
    fn error_type(&mut self, whole: Var) -> (TokenStream, Ty) {
        let written = match self.shallow(whole) {
            Ty::Wrapped(Wrapper::Result(written), _) => syn::parse2::<syn::Type>(written).ok(),
            _ => None,
        };
        match written.as_ref().and_then(params::result_types) {
            Some((_, Some(error))) => {
                let ty = self.error_annotation(error);
                (quote!(::core::result::Result<(), #error>), ty)
            }
            _ => (quote!(_), self.types.fresh(Kind::Any, Origin::Opaque(None))),
        }
    }

    /// The type of an error as written; one of the user's needs not have the derive.
    fn error_annotation(&mut self, written: &syn::Type) -> Ty {
        let tokens = written.to_token_stream();
        if types::syntax::is_user_type(&tokens) && !self.has_fields(&tokens) {
            return self.types.fresh(Kind::Any, Origin::Opaque(Some(tokens)));
        }
        self.types.annotation(written)
    }

    /// The same with nothing left to be read.
    pub fn settled_outcome(&mut self, o: ResultValue, span: Span) -> ResultValue {
        let value = self.settled_maybe(o.maybe(), span).payload;
        ResultValue { ok: o.ok, value, error: self.settled_error(&o.error, span) }
    }

    /// The error, where it is known that there is one.
    fn open_error(&mut self, error: &Payload, span: Span) -> Value {
        let error = self.settled_error(error, span);
        let value = self.open(&error, span);
        let Value::Var(status, _) = value else { return value };
        let Ty::Wrapped(Wrapper::Status(_), ty) = self.shallow(status) else { return value };
        let captures =
            vec![Capture { name: ERROR.into(), value: Tree::Leaf(status), by_reference: false }];
        let taken = Ident::new(crate::ir::TAKEN, span);
        let code = quote!(match error {
            ::core::result::Result::Err(error) => #taken(error),
            ::core::result::Result::Ok(_) => ::core::unreachable!(),
        });
        let error = self.emit_error(code, captures, *ty, true, span);
        // of what type it is, rustc tells where it is cast
        self.fields_by_pattern.insert(error);
        Value::Var(error, false)
    }

    /// The same for a pattern. One that takes the error apart reads it where it is: an error needs
    /// not be `Clone`.
    fn matched_error(&mut self, error: &Payload, pattern: &syn::Pat, span: Span) -> Value {
        let whole = match error {
            Payload::ErrorOf(whole) if !binds_whole(pattern) => whole,
            error => return self.open_error(error, span),
        };
        let captures =
            vec![Capture { name: "value".into(), value: Tree::Leaf(*whole), by_reference: false }];
        let code = quote!(match value {
            ::core::result::Result::Err(error) => error,
            ::core::result::Result::Ok(_) => ::core::unreachable!(),
        });
        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let error = self.emit_error(code, captures, ty, true, span);
        self.fields_by_pattern.insert(error);
        Value::Var(error, false)
    }

    /// A value as a `Result`, also one that is one variable.
    pub fn as_outcome(&mut self, value: &Value, span: Span) -> Option<ResultValue> {
        match value {
            Value::Result(o) => Some((**o).clone()),
            Value::Var(v, reference) => {
                let of = self.shallow(*v);
                // of a call that is not seen it keeps the type that rustc knows
                let unseen = matches!(self.types.origin(&of), Some(Origin::Call(_)))
                    && self.types.kind(&of) == Some(Kind::Any);
                if !unseen && !matches!(of, Ty::Wrapped(Wrapper::Result(_), _)) {
                    return None;
                }
                let ok = self.opaque_test(quote!(value.is_ok()), *v, span);
                let member = Member::new(Some("Ok".into()), "0".into());
                let by = if *reference && !unseen { BorrowMode::Shared } else { BorrowMode::Value };
                let spot = self.member_spot(Root::Var(*v), Vec::new(), &of, member, by);
                Some(ResultValue { ok, value: Payload::Spot(spot), error: Payload::ErrorOf(*v) })
            }
            _ => None,
        }
    }

    /// An `Option` or a `Result` as such, also where it is one variable.
    pub fn held_apart(&mut self, value: Value, span: Span) -> Value {
        match &value {
            Value::Var(v, _) if matches!(self.shallow(*v), Ty::Wrapped(Wrapper::Result(_), _)) => {
                match self.as_outcome(&value, span) {
                    Some(o) => Value::Result(Box::new(o)),
                    None => value,
                }
            }
            Value::Var(..) => match self.as_maybe(&value, span) {
                Some(m) => Value::Option(Box::new(m)),
                None => value,
            },
            _ => value,
        }
    }

    /// The `Result` in a place.
    pub fn located_outcome(
        &mut self,
        located: &Located,
        m: &ExprMethodCall,
        held: Holder,
    ) -> Option<ResultValue> {
        let span = m.method.span();
        let (root, path, ty) = self.as_place(located.clone())?;
        let known = matches!(self.types.shallow(&ty), Ty::Wrapped(Wrapper::Result(_), _));
        let told = is_only_of_results(m) || held == Holder::Result && holder(m, held) == held;
        let unseen = matches!(self.types.origin(&ty), Some(Origin::Call(_)));
        if !(known || told && unseen) {
            return None;
        }
        // what is taken out of what is nowhere else is no reference
        let is_made = matches!(located, Located::Value(Value::Var(_, false)))
            && !m.method.to_string().starts_with("as_");
        if is_made && let (Root::Var(v), true) = (root, path.is_empty()) {
            return self.as_outcome(&Value::Var(v, false), span);
        }
        let value = self.borrow(
            &crate::lower::places::place::Spot { root, path, ty, by: BorrowMode::Shared },
            span,
        );
        self.as_outcome(&value, span)
    }

    /// Of the values of several arms those that are `Result`s, by themselves or in tuples, are all
    /// flattened, and their errors are all plain or none is.
    pub fn same_outcomes(&mut self, ends: &mut [&mut control::flow::End], span: Span) {
        let values = ends.iter().map(|end| end.value.clone()).collect();
        let values = self.outcomes_alike(ends, values, span);
        ends.iter_mut().zip(values).for_each(|(end, value)| end.value = value);
    }

    fn outcomes_alike(
        &mut self,
        ends: &mut [&mut control::flow::End],
        values: Vec<Value>,
        span: Span,
    ) -> Vec<Value> {
        let parts = values.iter().find_map(|value| match value {
            Value::Tuple(parts) if value.has_outcome() => Some(parts.len()),
            _ => None,
        });
        if let Some(n) = parts {
            let mut rows: Vec<Vec<Value>> = Vec::new();
            for (end, value) in ends.iter_mut().zip(values) {
                rows.push(self.inside(end, |s| s.components(value, n, span)));
            }
            let mut tuples = vec![Vec::new(); rows.len()];
            for k in 0..n {
                let column = rows.iter().map(|row| row[k].clone()).collect();
                let column = self.outcomes_alike(ends, column, span);
                tuples.iter_mut().zip(column).for_each(|(tuple, value)| tuple.push(value));
            }
            return tuples.into_iter().map(Value::Tuple).collect();
        }
        if !values.iter().any(Value::has_outcome) {
            return values;
        }
        let mut flat: Vec<Value> = Vec::new();
        for (end, value) in ends.iter_mut().zip(values) {
            flat.push(self.inside(end, |s| match s.as_outcome(&value, span) {
                Some(o) => Value::Result(Box::new(s.settled_outcome(o, span))),
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
                o.error = self.inside(end, |s| Payload::Value(s.status_of(e, span)));
            }
        }
        flat
    }

    /// Stores an error in variables for one.
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
    pub fn whole_outcome(&mut self, o: &ResultValue, ty: Option<Ty>, span: Span) -> Var {
        let (ty, inner) = match ty.map(|ty| self.types.shallow(&ty)) {
            Some(Ty::Wrapped(Wrapper::Result(written), inner)) => {
                (Ty::Wrapped(Wrapper::Result(written), inner.clone()), *inner)
            }
            _ => {
                let inner = self.types.any();
                // where it goes may tell the error's type
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
                    "a `Result` of a reference cannot be used here: take out what it holds, with \
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

    /// `Err(error)` as one variable of the given type; `converted` as `?` does.
    fn whole_error(&mut self, error: &Payload, ty: Ty, converted: bool, span: Span) -> Var {
        let convert = |code: TokenStream| {
            if converted { quote!(::core::convert::From::from(#code)) } else { code }
        };
        let total = !matches!(error, Payload::Failed(_));
        let (code, captures) = match error {
            Payload::Failed(made) => {
                let code = convert(made.code.clone());
                (quote!(::core::result::Result::Err(#code)), made.captures.clone())
            }
            Payload::ErrorOf(v) => (
                self.of_failed(&convert, TokenStream::new()),
                vec![Capture { name: ERROR.into(), value: Tree::Leaf(*v), by_reference: false }],
            ),
            error => {
                let value = self.open(error, span);
                let code = if self.is_status_value(&value) {
                    self.of_failed(&convert, TokenStream::new())
                } else {
                    let code = convert(quote!(error.clone()));
                    quote!(::core::result::Result::Err(#code))
                };
                (
                    code,
                    vec![Capture {
                        name: ERROR.into(),
                        value: self.tree(value, span),
                        by_reference: false,
                    }],
                )
            }
        };
        self.emit_error(code, captures, ty, total, span)
    }

    /// `Err(…)` of the error of a `Result` that failed.
    fn of_failed(
        &self,
        convert: &dyn Fn(TokenStream) -> TokenStream,
        of: TokenStream,
    ) -> TokenStream {
        let taken = Ident::new(crate::ir::TAKEN, Span::call_site());
        let error = convert(quote!(#taken(error)));
        quote!(match error {
            ::core::result::Result::Err(error) => ::core::result::Result #of::Err(#error),
            ::core::result::Result::Ok(_) => ::core::unreachable!(),
        })
    }

    /// What `?` returns of a `Result` that failed, from the function or from a closure that is
    /// inlined.
    pub fn returned_error(&mut self, o: &ResultValue, span: Span) -> Value {
        if self.closures.is_empty() {
            let output = self.output.clone();
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
                    self.status(code, captures, quote!(_), ty, true, span),
                    false,
                ))
            }
            plain => plain,
        };
        self.outcome(false, Payload::Unknown, error, span)
    }

    /// A `Result` with the type that the user wrote.
    pub fn annotated_outcome(&mut self, o: ResultValue, ty: &syn::Type) -> ResultValue {
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
                    self.status(code, made.captures.clone(), written, inner, false, made.span),
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
                    self.status(code, captures, written, inner, true, span),
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

    // ---------- methods

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
        // an argument is evaluated, whether it is wanted or not
        let evaluated =
            (!lazy && !opaque::is_pure(&error, &|_| false)).then(|| self.failed(&error, span));
        let none = |s: &mut Self| match evaluated {
            Some(error) => error,
            None => s.failed(&error, span),
        };
        if let Payload::Unknown = m.payload {
            return Some(none(self));
        }
        // what it holds stays where it is: there may be no value to stand for it where there is an
        // error
        let made = |s: &mut Self| match none(s) {
            Value::Result(of) => match s.settled_error(&of.error, span) {
                Payload::Value(error) => error,
                _ => Value::Never,
            },
            other => other,
        };
        let error = Payload::Value(self.choose(m.some, span, |_| Value::Never, made));
        Some(Value::Result(Box::new(ResultValue { ok: m.some, value: m.payload.clone(), error })))
    }

    /// `Ok` of what a payload is.
    fn outcome_of(&mut self, value: Payload, span: Span) -> Value {
        self.outcome(true, value, Payload::Unknown, span)
    }

    /// The error as the argument of a function, which need not be there if it is not wanted.
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
        let status = self.is_status_value(&error);
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
            None => quote!({ ::core::result::Result::unwrap(#checked); }),
            Some(message) => {
                places::place::merge_captures(
                    &mut captures,
                    self.captures(message.to_token_stream()),
                );
                quote!({ ::core::result::Result::expect(#checked, #message); })
            }
        };
        let opaque = Opaque { effect: true, ..Opaque::new(code, captures, "a check") };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }

    /// A method of a `Result`; `None` if it is not understood.
    pub fn outcome_method(&mut self, o: ResultValue, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        let args: Vec<&Expr> = call.args.iter().collect();
        let not = |s: &mut Self| s.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![o.ok]), span);
        let result = |ok: Var, value: Payload, error: Payload| {
            Value::Result(Box::new(ResultValue { ok, value, error }))
        };
        Some(match (name.as_str(), &args[..]) {
            ("unwrap", []) => {
                self.check_ok(&o, None, span);
                self.open(&o.value, span)
            }
            ("expect", [message]) => {
                self.check_ok(&o, Some(message), span);
                self.open(&o.value, span)
            }
            ("unwrap_or" | "unwrap_or_default" | "map_or" | "is_some_and", _) => {
                return self.maybe_method(o.maybe(), call);
            }
            ("is_ok", []) => Value::Var(o.ok, false),
            ("is_err", []) => Value::Var(not(self), false),
            ("ok", []) => Value::Option(Box::new(o.maybe())),
            ("err", []) => {
                let some = not(self);
                let payload = match &o.error {
                    Payload::Unknown => Payload::Unknown,
                    error => Payload::Value(self.choose(
                        some,
                        span,
                        |s| s.open_error(error, span),
                        |_| Value::Never,
                    )),
                };
                Value::Option(Box::new(OptionValue { some, payload }))
            }
            ("unwrap_or_else", [f]) => {
                let called = self.callable(f)?;
                self.choose(
                    o.ok,
                    span,
                    |s| s.open(&o.value, span),
                    |s| {
                        let error = s.error_for(f, &o.error, span);
                        s.apply(&called, vec![error], span)
                    },
                )
            }
            ("map_or_else", [d, f]) => {
                let default = self.callable(d)?;
                let f = self.callable(f)?;
                self.choose(
                    o.ok,
                    span,
                    |s| s.opened(&o.value, &f, span),
                    |s| {
                        let error = s.error_for(d, &o.error, span);
                        s.apply(&default, vec![error], span)
                    },
                )
            }
            ("map", [f]) => {
                let f = self.callable(f)?;
                let value =
                    self.choose(o.ok, span, |s| s.opened(&o.value, &f, span), |_| Value::Never);
                result(o.ok, Payload::Value(value), o.error)
            }
            ("map_err", [f]) => {
                // as `Err(error) => Err(f(error))`
                let mapped = self.choose(
                    o.ok,
                    span,
                    |s| s.outcome_of(o.value.clone(), span),
                    |s| {
                        let scope = s.scope.len();
                        let error = s.error_for(f, &o.error, span);
                        let body: Expr = match unparen(f) {
                            Expr::Closure(c) if c.inputs.len() == 1 => {
                                s.bind(&c.inputs[0], error, span);
                                (*c.body).clone()
                            }
                            f => {
                                let binding = s.binding(ERROR, error, false, span);
                                s.scope.push((ERROR.into(), binding));
                                let ident = proc_macro2::Ident::new(ERROR, f.span());
                                syn::parse_quote!(#f(#ident))
                            }
                        };
                        let failed = s.failed(&body, span);
                        let gone = s.scope.split_off(scope);
                        s.forget(&gone, 0);
                        failed
                    },
                );
                return Some(mapped);
            }
            ("and_then", [f]) => {
                let f = self.callable(f)?;
                self.choose(
                    o.ok,
                    span,
                    |s| s.opened(&o.value, &f, span),
                    |s| s.failed_with(&o.error, span),
                )
            }
            ("and", [other]) => {
                let other = self.operand(other);
                self.choose(o.ok, span, |_| other, |s| s.failed_with(&o.error, span))
            }
            ("or_else", [f]) => {
                let called = self.callable(f)?;
                self.choose(
                    o.ok,
                    span,
                    |s| s.outcome_of(o.value.clone(), span),
                    |s| {
                        let error = s.error_for(f, &o.error, span);
                        s.apply(&called, vec![error], span)
                    },
                )
            }
            ("or", [other]) => {
                let other = self.operand(other);
                self.choose(o.ok, span, |s| s.outcome_of(o.value.clone(), span), |_| other)
            }
            ("is_ok_and", [f]) => {
                let f = self.callable(f)?;
                let value = self.and_also(o.ok, span, |s| {
                    let value = s.opened(&o.value, &f, span);
                    s.scalar(value, span)
                });
                Value::Var(value, false)
            }
            ("is_err_and", [f]) => {
                let called = self.callable(f)?;
                let failed = not(self);
                let value = self.and_also(failed, span, |s| {
                    let error = s.error_for(f, &o.error, span);
                    let value = s.apply(&called, vec![error], span);
                    s.scalar(value, span)
                });
                Value::Var(value, false)
            }
            ("inspect" | "inspect_err", [f]) => {
                let called = self.callable(f)?;
                let of_error = name == "inspect_err";
                let look = |s: &mut Self, looks: bool| {
                    if looks {
                        let value = if of_error {
                            s.error_for(f, &o.error, span)
                        } else {
                            s.open(&o.value, span)
                        };
                        s.apply(&called, vec![value.referenced()], span);
                    }
                    Value::Tuple(Vec::new())
                };
                self.choose(o.ok, span, |s| look(s, !of_error), |s| look(s, of_error));
                Value::Result(Box::new(o))
            }
            ("copied" | "cloned" | "clone", []) => match self.maybe_method(o.maybe(), call)? {
                Value::Option(m) => result(o.ok, m.payload, o.error),
                _ => return None,
            },
            ("as_ref" | "as_deref", []) => Value::Result(Box::new(o)),
            ("flatten", []) => self.choose(
                o.ok,
                span,
                |s| s.open(&o.value, span),
                |s| s.failed_with(&o.error, span),
            ),
            _ => return None,
        })
    }

    fn failed_with(&mut self, error: &Payload, span: Span) -> Value {
        self.outcome(false, Payload::Unknown, error.clone(), span)
    }

    // ---------- patterns

    /// Binds what is in `Ok(…)` or `Err(…)`.
    pub fn bind_outcome(&mut self, o: &ResultValue, ok: bool, inner: &syn::Pat, span: Span) {
        if matches!(inner, syn::Pat::Wild(_) | syn::Pat::Rest(_)) {
            return;
        }
        let value =
            if ok { self.open(&o.value, span) } else { self.matched_error(&o.error, inner, span) };
        self.bind(inner, value, span);
    }

    /// Whether a `Result` is `Ok(…)` or `Err(…)`.
    pub fn test_outcome(&mut self, o: &ResultValue, ok: bool, inner: &syn::Pat, span: Span) -> Var {
        let holds =
            if ok { o.ok } else { self.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![o.ok]), span) };
        if control::branches::always(inner, &self.pattern_names) {
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

/// Whether a pattern binds all of what it matches.
fn binds_whole(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Ident(_) => true,
        syn::Pat::Paren(of) => binds_whole(&of.pat),
        syn::Pat::Or(of) => of.cases.iter().any(binds_whole),
        _ => false,
    }
}
