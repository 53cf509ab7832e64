//! `Option`s that are one variable: opaque code reads those whose payload only rustc sees.

use crate::lower::places::place::{BorrowMode, Root, Spot};
use crate::lower::*;
use quote::quote;

impl Lowerer<'_> {
    /// Whether a value is an `Option`, or may be one whose type only rustc knows.
    pub fn is_option(&mut self, value: &Value) -> bool {
        match value {
            Value::Option(_) => true,
            Value::Var(v, _)
                if matches!(self.types.origin(self.f.ty(*v)), Some(Origin::Call(_))) =>
            {
                self.take_for_option(*v);
                true
            }
            Value::Var(v, _) => self.is_wrapped(*v) || self.is_unresolved_type(*v),
            Value::Alias(a) => {
                if matches!(self.types.origin(&a.ty), Some(Origin::Call(_))) {
                    let ty = self.option_named(&a.ty);
                    self.types.unify(&a.ty, &ty);
                }
                matches!(self.types.shallow(&a.ty), Ty::Wrapped(Wrapper::Option, _))
            }
            _ => false,
        }
    }

    /// Whether an `Option` is `Some`.
    pub fn is_something(&mut self, value: &Value, span: Span) -> Var {
        match value {
            Value::Option(m) => m.some,
            Value::Var(v, _) => self.opaque_test(quote!(value.is_some()), *v, span),
            Value::Alias(a) => {
                let spot = Spot {
                    root: Root::Slot(a.slot),
                    path: a.path.clone(),
                    ty: a.ty.clone(),
                    by: BorrowMode::Shared,
                };
                let seen = self.borrow(&spot, span);
                let v = self.scalar(seen, span);
                self.opaque_test(quote!(value.is_some()), v, span)
            }
            Value::Never(why) => self.placeholder(span, *why),
            _ => self.error_var(span, "mismatched types: this is no `Option`"),
        }
    }

    /// Whether a variable is an `Option`.
    pub fn is_wrapped(&self, v: Var) -> bool {
        matches!(self.shallow(v), Ty::Wrapped(Wrapper::Option, _))
    }

    /// Infers a value of unknown type as an `Option`.
    pub fn take_for_option(&mut self, v: Var) {
        let of = self.ty(v);
        let ty = self.option_named(&of);
        self.unify_var(v, &ty);
    }

    /// The type of an `Option` whose payload type only rustc knows.
    pub fn option_named(&mut self, of: &Ty) -> Ty {
        let held = match self.types.open_projection(of) {
            Some(of) => self
                .types
                .fresh(Kind::Any, Origin::Call(Projection::Member(Box::new(of), "Some.0".into()))),
            None => self.types.any(),
        };
        Ty::Wrapped(Wrapper::Option, Box::new(held))
    }

    /// The place of the payload of an `Option`.
    pub fn content(&mut self, v: Var, reference: bool) -> Spot {
        let of = self.ty(v);
        let member = Member::new(Some("Some".into()), "0".into());
        self.member_spot(
            Root::Var(v),
            Vec::new(),
            &of,
            member,
            if reference { BorrowMode::Shared } else { BorrowMode::Value },
        )
    }

    /// The payload type of an `Option` whose type only rustc knows.
    pub fn held_type(&mut self, v: Var) -> Ty {
        let ty = self.shallow(v);
        let tokens = match (&ty, self.types.origin(&ty)) {
            (Ty::Foreign(tokens), _) => Some(tokens.clone()),
            (_, Some(Origin::Opaque(tokens))) => tokens,
            _ => None,
        };
        let written = tokens.and_then(|t| syn::parse2::<syn::Type>(t).ok());
        match written.as_ref().and_then(crate::type_class::option_type) {
            Some(inner) => self.types.annotation(inner),
            None => self.types.fresh(Kind::Any, Origin::Opaque(None)),
        }
    }

    /// The payload of an `Option` that is `Some`.
    pub fn as_opened(&mut self, value: &Value, span: Span) -> Option<Value> {
        match value {
            Value::Option(m) => Some(self.open(&m.payload, span)),
            Value::Never(_) => Some(value.clone()),
            Value::Var(v, reference) if self.is_wrapped(*v) => {
                let spot = self.content(*v, *reference);
                Some(self.value_of(places::place::Located::Spot(spot), span))
            }
            Value::Alias(a) => {
                let member = Member::new(Some("Some".into()), "0".into());
                let spot = self.member_spot(
                    Root::Slot(a.slot),
                    a.path.clone(),
                    &a.ty,
                    member,
                    BorrowMode::Unique,
                );
                Some(self.value_of(places::place::Located::Spot(spot), span))
            }
            Value::Var(v, _) => {
                let ty = self.held_type(*v);
                Some(Value::Var(
                    self.opaque_of(
                        quote!(::core::option::Option::unwrap(value.clone())),
                        vec![("value", *v)],
                        ty,
                        "value",
                        span,
                    ),
                    false,
                ))
            }
            _ => None,
        }
    }
}
