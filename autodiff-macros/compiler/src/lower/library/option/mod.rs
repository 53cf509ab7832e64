//! `Option`s: a bool, and a payload if it is true. The payload is not read while there is none.
//! [`methods`] lowers the methods that do not change an `Option`. [`variable`] reads one that is a
//! single variable.

mod methods;
mod variable;

use crate::lower::iterate::Items;
use crate::lower::library::prelude;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot};
use crate::lower::*;
use crate::primitives::Prim;
use quote::{quote, quote_spanned};
use std::rc::Rc;
use syn::Expr;

/// An `Option`.
#[derive(Clone, Debug)]
pub struct OptionValue {
    pub some: Var,
    pub payload: Payload,
}

/// The payload of an `Option` that is `Some`.
#[derive(Clone, Debug)]
pub enum Payload {
    Value(Value),
    /// A place that exists only if the `Option` is `Some`: it is read where that is known.
    Spot(Spot),
    /// Two places, as a tuple.
    Pair(Box<[Spot; 2]>),
    /// An item, likewise.
    Item(Rc<Items>, Var),
    /// The contents of a variable whose type only rustc knows, likewise.
    Content(Var),
    /// Behind `&mut`: the variable that holds the `Option`, by its two parts.
    Unique(SlotId, Box<Binding>),
    /// An error that has not been constructed yet.
    Failed(Box<Failure>),
    /// The error of a `Result` that is one variable.
    ErrorOf(Var),
    /// The `Option` is always `None`.
    Unknown,
}

/// The code that constructs an error.
#[derive(Clone, Debug)]
pub struct Failure {
    pub code: TokenStream,
    pub captures: Vec<Capture>,
    pub ty: Ty,
    pub span: Span,
}

/// Methods of `Option` that are lowered here, with their argument counts.
const METHODS: &[(&str, usize)] = &[
    ("unwrap", 0),
    ("expect", 1),
    ("unwrap_or_default", 0),
    ("filter", 1),
    ("is_some", 0),
    ("is_none", 0),
    ("copied", 0),
    ("cloned", 0),
    ("as_ref", 0),
    ("as_deref", 0),
    ("as_mut", 0),
    ("clone", 0),
    ("ok_or", 1),
    ("ok_or_else", 1),
];

/// Whether a method is a supported one of `Option`.
pub fn is_method(name: &str, arguments: usize) -> bool {
    METHODS.contains(&(name, arguments)) || prelude::is_method_of_value("Option", name, arguments)
}

/// Whether a method is one of `Option` that changes it.
pub fn changes(name: &str, arguments: usize) -> bool {
    matches!(
        (name, arguments),
        ("take", 0) | ("replace" | "insert" | "get_or_insert" | "get_or_insert_with", 1)
    )
}

/// `None` as it is emitted.
pub fn none_code() -> TokenStream {
    quote!(::core::option::Option::None)
}

/// Whether a path is `None`.
pub fn is_none(path: &syn::Path) -> bool {
    is_of(path, "Option", "None")
}

/// Whether a path is `Some`.
pub fn is_some(path: &syn::Path) -> bool {
    is_of(path, "Option", "Some")
}

/// Whether a path is a variant of an enum of std: by its name alone, or qualified by the enum.
/// Another enum may have a variant of that name.
pub fn is_of(path: &syn::Path, of: &str, variant: &str) -> bool {
    let mut names = path.segments.iter().rev();
    names.next().is_some_and(|last| last.ident == variant)
        && names.next().is_none_or(|owner| owner.ident == of)
}

impl Lowerer<'_> {
    /// `Some(value)`
    pub fn some(&mut self, value: Value, span: Span) -> Value {
        match value {
            never @ Value::Never(_) => never,
            value => self.option(true, Payload::Value(value), span),
        }
    }

    /// `None`
    pub fn none(&mut self, span: Span) -> Value {
        self.option(false, Payload::Unknown, span)
    }

    fn option(&mut self, some: bool, payload: Payload, span: Span) -> Value {
        let some = self.bool(some, span);
        Value::Option(Box::new(OptionValue { some, payload }))
    }

    /// The payload of an `Option` that is known to be `Some`.
    pub fn open(&mut self, payload: &Payload, span: Span) -> Value {
        match payload {
            Payload::Value(v) => v.clone(),
            Payload::Spot(s) => self.value_of(Located::Spot(s.clone()), span),
            Payload::Pair(parts) => Value::Tuple(
                parts.iter().map(|s| self.value_of(Located::Spot(s.clone()), span)).collect(),
            ),
            Payload::Item(items, index) => self.item_at(items, *index, span),
            Payload::Content(v) => {
                let ty = self.held_type(*v);
                let code = quote!(::core::option::Option::unwrap(value.clone()));
                let content = self.opaque_of(code, vec![("value", *v)], ty, "value", span);
                let is_item = self.facts.opaque_items.contains(v);
                if is_item {
                    self.facts.opaque_items.insert(content);
                }
                Value::Var(content, is_item)
            }
            Payload::Unique(_, payload) => self.unique_reference(payload),
            // errors are opened separately
            Payload::Failed(_) | Payload::ErrorOf(_) => self.dummy_value(span),
            Payload::Unknown => self.payload_of_none(span),
        }
    }

    /// The same value, with all payloads read.
    pub fn settled(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Option(m) => Value::Option(Box::new(self.settled_option(*m, span))),
            Value::Result(o) => Value::Result(Box::new(self.settled_result(*o, span))),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.settled(p, span)).collect())
            }
            other => other,
        }
    }

    /// The same `Option`, with its payload read.
    pub fn settled_option(&mut self, m: OptionValue, span: Span) -> OptionValue {
        match &m.payload {
            Payload::Spot(_) | Payload::Pair(..) | Payload::Item(..) | Payload::Content(_) => {
                let value = self.value_if(m.some, span, |s| s.open(&m.payload, span));
                OptionValue { some: m.some, payload: Payload::Value(value) }
            }
            Payload::Value(v) if v.has_option() => {
                let value = self.settled(v.clone(), span);
                OptionValue { some: m.some, payload: Payload::Value(value) }
            }
            Payload::Value(_)
            | Payload::Unknown
            | Payload::Failed(_)
            | Payload::ErrorOf(_)
            | Payload::Unique(..) => m,
        }
    }

    /// Destructures each `Option` in a value that is one variable, if the corresponding `Option`
    /// in `like` is destructured.
    pub fn destructured_as(&mut self, value: Value, like: &Value, span: Span) -> Value {
        match (value, like) {
            (value @ (Value::Var(..) | Value::Alias(_)), Value::Option(_)) => {
                match self.expected_option(&value, span) {
                    Some(m) => Value::Option(Box::new(self.settled_option(m, span))),
                    None => value,
                }
            }
            (Value::Var(v, _), Value::Tuple(parts)) if like.has_option() => {
                let split = self.split(v, parts.len(), span);
                Value::Tuple(
                    split
                        .into_iter()
                        .zip(parts)
                        .map(|(v, like)| self.destructured_as(Value::Var(v, false), like, span))
                        .collect(),
                )
            }
            (Value::Tuple(values), Value::Tuple(parts)) if values.len() == parts.len() => {
                Value::Tuple(
                    values
                        .into_iter()
                        .zip(parts)
                        .map(|(value, like)| self.destructured_as(value, like, span))
                        .collect(),
                )
            }
            (Value::Option(m), Value::Option(like)) => {
                let payload = match (m.payload, &like.payload) {
                    (Payload::Value(value), Payload::Value(like)) => {
                        Payload::Value(self.destructured_as(value, like, span))
                    }
                    (payload, _) => payload,
                };
                Value::Option(Box::new(OptionValue { some: m.some, payload }))
            }
            (value, _) => value,
        }
    }

    /// A value as an `Option`, including one whose type only rustc knows.
    pub fn as_option(&mut self, value: &Value, span: Span) -> Option<OptionValue> {
        match value {
            Value::Option(m) => Some((**m).clone()),
            Value::Var(v, reference) if self.is_wrapped(*v) => {
                let some = self.opaque_test(quote!(value.is_some()), *v, span);
                Some(OptionValue { some, payload: Payload::Spot(self.content(*v, *reference)) })
            }
            Value::Var(v, _) if self.is_unresolved_type(*v) => {
                let some = self.opaque_test(quote!(value.is_some()), *v, span);
                Some(OptionValue { some, payload: Payload::Content(*v) })
            }
            _ => None,
        }
    }

    /// A value where an `Option` is expected. A value of unknown type is inferred to be one.
    pub fn expected_option(&mut self, value: &Value, span: Span) -> Option<OptionValue> {
        if let Some(m) = self.as_option(value, span) {
            return Some(m);
        }
        let (Value::Var(..) | Value::Alias(_)) = value else { return None };
        let v = self.scalar(value.clone(), span);
        let ty = self.ty(v);
        if !self.types.is_open(&ty) {
            return None;
        }
        let inner = self.types.any();
        self.unify_var(v, &Ty::Wrapped(Wrapper::Option, Box::new(inner)));
        self.as_option(&Value::Var(v, false), span)
    }

    /// A value that is an `Option` or a `Result`: rustc knows which.
    pub fn either(&mut self, v: Var, reference: bool, span: Span) -> OptionValue {
        let some = self.opaque_test(quote!(::autodiff::__private::has_content(&value)), v, span);
        let of = self.ty(v);
        let member = Member::new(Some("Content".into()), "0".into());
        let by = if reference { BorrowMode::Shared } else { BorrowMode::Value };
        OptionValue {
            some,
            payload: Payload::Spot(self.member_spot(Root::Var(v), Vec::new(), &of, member, by)),
        }
    }

    /// An `Option` as one variable.
    pub fn wrapped(&mut self, m: &OptionValue, span: Span) -> Var {
        let inner = self.types.any();
        let ty = match m.payload {
            // its use determines its type
            Payload::Unknown => self.types.fresh(Kind::Any, Origin::Opaque(None)),
            _ => Ty::Wrapped(Wrapper::Option, Box::new(inner.clone())),
        };
        self.wrapped_as(m, ty, &inner, span)
    }

    /// An `Option` as one variable, which may change.
    pub fn wrapped_in_place(&mut self, m: &OptionValue, span: Span) -> Var {
        let inner = self.types.any();
        self.wrapped_as(m, Ty::Wrapped(Wrapper::Option, Box::new(inner.clone())), &inner, span)
    }

    fn wrapped_as(&mut self, m: &OptionValue, ty: Ty, inner: &Ty, span: Span) -> Var {
        let (of_some, of_none) = (ty.clone(), ty);
        let none = move |s: &mut Self| {
            let opaque = Opaque {
                total: true,
                discrete: true,
                ..Opaque::new(none_code(), Vec::new(), "`None`")
            };
            Value::Var(s.emit("none", of_none, Op::Opaque(Box::new(opaque)), span), false)
        };
        let value = match &m.payload {
            Payload::Unknown => none(self),
            payload => self.choose(
                m.some,
                span,
                |s| {
                    let value = s.open(payload, span);
                    let value = s.owned_elements(value, span);
                    if opaque::is_sequence_reference(s, &value) {
                        s.diagnostics.error(
                            span,
                            "expected a single value, found an `Option` of a reference: unwrap it \
                             with `match` or `if let`, or copy it with `.cloned()`",
                        );
                    }
                    let x = s.element_value(value, span);
                    s.unify_var(x, inner);
                    let member = Member::new(Some("Some".into()), "0".into());
                    Value::Var(
                        s.emit("some", of_some, Op::Struct("Some".into(), vec![(member, x)]), span),
                        false,
                    )
                },
                none,
            ),
        };
        self.scalar(value, span)
    }

    /// Whether only rustc knows the type of a variable.
    pub fn is_unresolved_type(&self, v: Var) -> bool {
        match self.shallow(v) {
            Ty::Foreign(_) => true,
            ty @ Ty::Infer(_) => matches!(self.types.origin(&ty), Some(Origin::Opaque(_))),
            _ => false,
        }
    }

    /// A test of a value, as opaque code.
    pub fn opaque_test(&mut self, code: TokenStream, v: Var, span: Span) -> Var {
        let captures =
            vec![Capture { name: "value".into(), value: Tree::Leaf(v), by_reference: false }];
        let opaque = Opaque { discrete: true, ..Opaque::new(code, captures, "a test") };
        self.emit("t", Ty::Bool, Op::Opaque(Box::new(opaque)), span)
    }

    /// A placeholder value of a type.
    pub fn blank_of(&mut self, ty: &Ty, span: Span) -> Value {
        match self.types.shallow(ty) {
            Ty::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|p| self.blank_of(p, span)).collect())
            }
            _ => Value::Var(self.emit("value", ty.clone(), Op::Blank, span), false),
        }
    }

    /// A value with the type of the user's annotation.
    pub fn annotated(&mut self, value: Value, ty: &syn::Type) -> Value {
        let span = ty.span();
        match (value, ty) {
            (Value::Option(m), ty) => {
                let Some(inner) = crate::type_class::option_type(ty) else {
                    return Value::Option(m);
                };
                let payload = self.annotated_payload(m.payload, inner, span);
                Value::Option(Box::new(OptionValue { some: m.some, payload }))
            }
            (Value::Result(o), ty) => Value::Result(Box::new(self.annotated_result(*o, ty))),
            (Value::Tuple(parts), syn::Type::Tuple(t)) if t.elems.len() == parts.len() => {
                Value::Tuple(
                    parts.into_iter().zip(&t.elems).map(|(p, t)| self.annotated(p, t)).collect(),
                )
            }
            (value @ (Value::Closure(_) | Value::Iter(_) | Value::Never(_)), _) => value,
            (value, ty) => {
                let ty = self.types.annotation(ty);
                self.destructure_by_type(value, &ty, span)
            }
        }
    }

    /// The payload of an `Option`, with the type of the annotation.
    pub fn annotated_payload(&mut self, payload: Payload, ty: &syn::Type, span: Span) -> Payload {
        match payload {
            Payload::Value(v) => Payload::Value(self.annotated(v, ty)),
            Payload::Spot(s) => {
                let ty = self.types.annotation(ty);
                self.types.unify(&s.ty, &ty);
                Payload::Spot(s)
            }
            Payload::Unknown => {
                let ty = self.types.annotation(ty);
                match self.types.origin(&ty) {
                    Some(Origin::Opaque(_)) => Payload::Unknown,
                    _ => Payload::Value(self.blank_of(&ty, span)),
                }
            }
            other @ (Payload::Item(..)
            | Payload::Content(_)
            | Payload::Pair(..)
            | Payload::Unique(..)
            | Payload::Failed(_)
            | Payload::ErrorOf(_)) => other,
        }
    }

    /// Panics as `unwrap` does unless the bool is true.
    fn check_some(&mut self, some: Var, message: Option<&Expr>, span: Span) {
        let ident = proc_macro2::Ident::new("is_some", span);
        let option = quote!(if #ident { ::core::option::Option::Some(()) }
            else { ::core::option::Option::None });
        let mut captures =
            vec![Capture { name: "is_some".into(), value: Tree::Leaf(some), by_reference: false }];
        let code = match message {
            None => quote_spanned!(span=> ::core::option::Option::unwrap(#option)),
            Some(message) => {
                places::place::merge_captures(
                    &mut captures,
                    self.captures(message.to_token_stream()),
                );
                quote_spanned!(span=> ::core::option::Option::expect(#option, #message))
            }
        };
        let opaque = Opaque { effect: true, ..Opaque::new(code, captures, "a check") };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }

    /// `unwrap`
    pub fn unwrap(&mut self, m: &OptionValue, message: Option<&Expr>, span: Span) -> Value {
        self.check_some(m.some, message, span);
        self.open(&m.payload, span)
    }

    pub fn not(&mut self, v: Var, span: Span) -> Var {
        self.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![v]), span)
    }

    /// A bool that is only computed if another one is true, and is false otherwise.
    pub fn and_also(&mut self, first: Var, span: Span, then: impl FnOnce(&mut Self) -> Var) -> Var {
        let value = self.choose(
            first,
            span,
            |s| Value::Var(then(s), false),
            |s| Value::Var(s.bool(false, span), false),
        );
        self.scalar(value, span)
    }

    /// The target of a reference, as an owned value: a type that owns the elements of a slice.
    fn owned_elements(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, true) if self.shallow(v).is_sequence() => {
                let ty = self.ty(v);
                let ty = match self.types.shallow(&ty) {
                    Ty::Slice(element) => Ty::Vec(element),
                    _ => ty,
                };
                let name = self.f.name(v).to_string();
                Value::Var(self.emit(&name, ty, Op::Read(Place::of_var(v)), span), false)
            }
            Value::Var(v, true) if !self.shallow(v).is_scalar() => {
                Value::Var(self.copy(v, span), false)
            }
            value => value,
        }
    }
}
