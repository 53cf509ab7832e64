//! The error of a `Result`: how it is constructed, stored and read.

use super::ERROR;
use crate::lower::library::option::{Failure, Payload};
use crate::lower::places::place::unparen;
use crate::lower::*;
use quote::quote;
use syn::Expr;

impl Lowerer<'_> {
    /// Whether an error is constructed by opaque code: a string, a struct or a variant, which need
    /// not have derivatives.
    fn is_error_code(&self, e: &Expr) -> bool {
        let is_of_type = |path: &syn::Path| {
            self.is_constructor(path)
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

    /// An error, from the expression that constructs it; `None` after a reported error.
    pub(super) fn made_error(&mut self, argument: &Expr) -> Option<Payload> {
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
                "an error value with side effects is not supported here: compute it in a separate \
                 statement before",
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

    /// The type of a value of a struct or an enum that is defined in the function, and so has
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
        self.names
            .types_inside
            .contains(&name.ident.to_string())
            .then(|| self.named_type(name.to_token_stream()))
    }

    /// Whether an error is a value like any other.
    pub(super) fn is_plain(&self, value: &Value) -> bool {
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
            | Value::Never(_) => false,
        }
    }

    pub(super) fn is_plain_type(&self, ty: &Ty) -> bool {
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
    pub(super) fn is_status(&self, v: Var) -> bool {
        matches!(self.shallow(v), Ty::Wrapped(Wrapper::Status(_), _))
    }

    pub(super) fn is_status_value(&self, value: &Value) -> bool {
        matches!(value, Value::Var(v, _) if self.is_status(*v))
    }

    /// A value as the error of a `Result`.
    pub(super) fn as_error(&mut self, value: Value, span: Span) -> Payload {
        if self.is_plain(&value) {
            return Payload::Value(value);
        }
        Payload::Value(self.status_of(value, span))
    }

    /// A status with a value as its error.
    pub(super) fn status_of(&mut self, value: Value, span: Span) -> Value {
        let ty = self.value_ty(&value);
        let tree = self.tree(value, span);
        let captures = vec![Capture { name: ERROR.into(), value: tree, by_reference: false }];
        let code = quote!(::core::result::Result::<(), _>::Err(error.clone()));
        Value::Var(self.status(code, captures, (quote!(_), ty), true, span), false)
    }

    /// A status that code constructs, with its written type and the type of the error. `total`:
    /// the code cannot panic.
    pub(super) fn status(
        &mut self,
        code: TokenStream,
        captures: Vec<Capture>,
        (written, error): (TokenStream, Ty),
        total: bool,
        span: Span,
    ) -> Var {
        let ty = Ty::Wrapped(Wrapper::Status(written), Box::new(error));
        self.emit_error(code, captures, ty, total, span)
    }

    pub(super) fn emit_error(
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
    pub(super) fn settled_error(&mut self, error: &Payload, span: Span) -> Payload {
        match error {
            Payload::Failed(made) => {
                let code = &made.code;
                let code = quote!(::core::result::Result::<(), _>::Err(#code));
                Payload::Value(Value::Var(
                    self.status(
                        code,
                        made.captures.clone(),
                        (quote!(_), made.ty.clone()),
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
                    self.status(code, captures, (written, ty), true, span),
                    false,
                ))
            }
            other => other.clone(),
        }
    }

    /// The error type of a variable that is a `Result`, and the type of its status.
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

    /// The type of an error as written; a user-defined one need not have the derive.
    pub(super) fn error_annotation(&mut self, written: &syn::Type) -> Ty {
        let tokens = written.to_token_stream();
        if types::syntax::conversion::is_user_type(&tokens) && !self.has_fields(&tokens) {
            return self.types.fresh(Kind::Any, Origin::Opaque(Some(tokens)));
        }
        self.types.annotation(written)
    }

    /// The error of a `Result` that is known to be an `Err`.
    pub fn open_error(&mut self, error: &Payload, span: Span) -> Value {
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
        // rustc infers its type where it is cast
        self.facts.fields_by_pattern.insert(error);
        Value::Var(error, false)
    }

    /// As [`Self::open_error`], for a pattern. A pattern that destructures the error reads it in
    /// place: an error need not be `Clone`.
    pub(super) fn matched_error(
        &mut self,
        error: &Payload,
        pattern: &syn::Pat,
        span: Span,
    ) -> Value {
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
        self.facts.fields_by_pattern.insert(error);
        Value::Var(error, false)
    }

    /// `Err(error)` as one variable of the given type; with `converted`, as `?` converts it.
    pub(super) fn whole_error(
        &mut self,
        error: &Payload,
        ty: Ty,
        converted: bool,
        span: Span,
    ) -> Var {
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

    /// `Err(…)` with the error of a `Result` that failed.
    pub(super) fn of_failed(
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
}

/// Whether a pattern binds the whole value that it matches.
fn binds_whole(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Ident(_) => true,
        syn::Pat::Paren(of) => binds_whole(&of.pat),
        syn::Pat::Or(of) => of.cases.iter().any(binds_whole),
        _ => false,
    }
}
