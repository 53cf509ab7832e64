//! Consumers that stop at the first `None` or `Err`: `try_fold`, `try_for_each`, and `collect` and
//! `sum` into an `Option` or a `Result`.

use super::consume::Reduction;
use super::*;
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::library::result::ResultValue;
use crate::lower::places::place::Root;

/// The outcome of a run: complete, or stopped at the first failure.
struct All {
    is_some: Var,
    /// The error, if the items are `Result`s.
    error: Option<Payload>,
}

impl All {
    /// The `Option` or `Result` that holds a value if the run was complete.
    fn of(self, value: Value) -> Value {
        match self.error {
            None => Value::Option(Box::new(OptionValue {
                some: self.is_some,
                payload: Payload::Value(value),
            })),
            Some(error) => Value::Result(Box::new(ResultValue {
                ok: self.is_some,
                value: Payload::Value(value),
                error,
            })),
        }
    }
}

/// Whether the items of an iterator are `Option`s or `Result`s, as far as the result type shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fallible {
    Options,
    Results,
    Unknown,
}

/// The type inside `Option<…>` or `Result<…, _>`, and which of the two it is.
pub(super) fn fallible_type(ty: &syn::Type) -> Option<(Fallible, &syn::Type)> {
    let option = crate::type_class::option_type(ty).map(|ty| (Fallible::Options, ty));
    option.or_else(|| crate::lower::library::result::ok_type(ty).map(|ty| (Fallible::Results, ty)))
}

impl Fallible {
    fn option_hint(self) -> OptionHint {
        match self {
            Fallible::Options => OptionHint::Either,
            Fallible::Results => OptionHint::Result,
            Fallible::Unknown => OptionHint::Any,
        }
    }
}

/// The closure that produces the items of an iterator.
pub(super) fn source_of_items(iter: &Iter) -> Option<&Callable> {
    match iter {
        Iter::Map(_, f) | Iter::Items(Items::Map(_, f)) => Some(f),
        Iter::Take(i, ..) | Iter::Skip(i, ..) | Iter::StepBy(i, ..) => source_of_items(i),
        _ => None,
    }
}

impl Lowerer<'_> {
    /// Runs until there is a `None` or an error; `item` returns the value that is tested.
    fn run_until_failure(
        &mut self,
        iter: &Iter,
        items: Fallible,
        span: Span,
        item: &mut dyn FnMut(&mut Lowerer<'_>, Value) -> Option<Value>,
    ) -> Option<All> {
        self.with_hint_of(source_of_items(iter), items.option_hint(), |s| {
            s.run_all(iter, items, span, item)
        })
    }

    fn run_all(
        &mut self,
        iter: &Iter,
        items: Fallible,
        span: Span,
        item: &mut dyn FnMut(&mut Lowerer<'_>, Value) -> Option<Value>,
    ) -> Option<All> {
        let (mut found, mut like) = (false, None);
        let _ = self.attempt(|s| -> Option<()> {
            s.run(iter, span, &mut |s, v, _| {
                if let Some(Value::Result(o)) = item(s, v).map(|v| s.flattened_item(v, items, span))
                {
                    (found, like) = (true, Some(s.settled_result(*o, span).error));
                }
            });
            None
        });
        let like = like.and_then(|error| match error {
            Payload::Value(v) => Some(v),
            _ => None,
        });
        let error = found.then(|| self.blank_binding(like.as_ref(), span));
        let yes = self.bool(true, span);
        let all = self.slot("all", Ty::Bool, true, Some(yes));
        let mut seen = true;
        self.run(iter, span, &mut |s, v, context| {
            let value = item(s, v).map(|v| s.flattened_item(v, items, span));
            let (some, failure) = match value {
                Some(Value::Option(m)) => (m.some, None),
                Some(Value::Result(o)) => (o.ok, Some(o.error)),
                _ => {
                    seen = false;
                    return;
                }
            };
            s.choose(
                some,
                span,
                |_| Value::Tuple(Vec::new()),
                |s| {
                    let no = s.bool(false, span);
                    s.ssa.env[all] = Some(no);
                    if let (Some(slots), Some(failure)) = (&error, &failure) {
                        s.store_error(slots, failure, span);
                    }
                    s.break_with_value(context, None, span);
                    s.never_value(span)
                },
            );
        });
        let some = self.slot_value(all, span);
        let some = self.scalar(some, span);
        let error = error.map(|slots| Payload::Value(self.last_value(&slots, span)));
        seen.then_some(All { is_some: some, error })
    }

    /// `try_for_each`
    pub(super) fn try_for_each(
        &mut self,
        iter: &Iter,
        f: &Callable,
        held: OptionHint,
        span: Span,
    ) -> Option<Value> {
        let item = &mut |s: &mut Lowerer<'_>, v| Some(s.apply(f, vec![v], span));
        let all = self.with_hint_of(Some(f), held, |s| {
            s.run_until_failure(iter, Fallible::Unknown, span, item)
        })?;
        Some(all.of(Value::Tuple(Vec::new())))
    }

    /// `try_fold` with an `Option` or a `Result`.
    pub(super) fn try_fold(
        &mut self,
        iter: &Iter,
        init: Value,
        f: &Callable,
        held: OptionHint,
        span: Span,
    ) -> Option<Value> {
        if let Value::Iter(_) | Value::Closure(_) | Value::Never(_) = init {
            return Some(init);
        }
        let state = self.binding("folded", init, true, span);
        let item = &mut |s: &mut Lowerer<'_>, v| {
            let so_far = s.binding_value(&state, span);
            let next = s.apply(f, vec![so_far, v], span);
            s.apply_to_payload(next, Fallible::Unknown, span, |s, next| {
                s.store_result(&state, next, span)
            })
        };
        let all = self.with_hint_of(Some(f), held, |s| {
            s.run_until_failure(iter, Fallible::Unknown, span, item)
        })?;
        let value = self.last_value(&state, span);
        Some(all.of(value))
    }

    /// An item, flattened as an `Option` or a `Result`.
    fn flattened_item(&mut self, value: Value, items: Fallible, span: Span) -> Value {
        match (items, self.flattened_enum(value, span)) {
            (Fallible::Options, value) => match self.expected_option(&value, span) {
                Some(m) => Value::Option(Box::new(m)),
                None => value,
            },
            (Fallible::Results, value @ Value::Var(..)) => match self.as_result(&value, span) {
                Some(o) => Value::Result(Box::new(o)),
                None => value,
            },
            (Fallible::Results | Fallible::Unknown, value) => value,
        }
    }

    /// Applies a function to the payload of an `Option` or a `Result`, if there is one.
    fn apply_to_payload(
        &mut self,
        value: Value,
        items: Fallible,
        span: Span,
        then: impl FnOnce(&mut Self, Value),
    ) -> Option<Value> {
        let value = self.flattened_item(value, items, span);
        let (some, payload) = match &value {
            Value::Option(m) => (m.some, m.payload.clone()),
            Value::Result(o) => (o.ok, o.value.clone()),
            _ => return None,
        };
        self.choose(
            some,
            span,
            |s| {
                let held = s.open(&payload, span);
                then(s, held);
                Value::Tuple(Vec::new())
            },
            |_| Value::Tuple(Vec::new()),
        );
        Some(value)
    }

    /// `collect` into an `Option<Vec<_>>` or a `Result<Vec<_>, _>`, or into one of a user-defined
    /// type, which is made of the items before the first `None` or `Err`, as std does.
    pub(super) fn collect_all(
        &mut self,
        iter: &Iter,
        items: Fallible,
        element: Ty,
        into: Option<&syn::Type>,
        span: Span,
    ) -> Option<Value> {
        let slot = self.empty_vec("collected", element, span);
        let all = self.run_until_failure(iter, items, span, &mut |s, v| {
            s.apply_to_payload(v, items, span, |s, held| s.push_item(slot, held, span))
        })?;
        let vec = self.slot_value(slot, span);
        let value = match into {
            Some(ty) => self.vector_into_user_type(vec, ty, span),
            None => vec,
        };
        Some(all.of(value))
    }

    /// `sum` or `product` into an `Option` or a `Result`.
    pub(super) fn accumulate_all(
        &mut self,
        iter: &Iter,
        items: Fallible,
        ty: Ty,
        reduction: Reduction,
        span: Span,
    ) -> Option<Value> {
        let init = self.neutral(ty.clone(), reduction.neutral(), span);
        let slot = self.slot("sum", ty.clone(), true, Some(init));
        let all = self.run_until_failure(iter, items, span, &mut |s, v| {
            s.apply_to_payload(v, items, span, |s, held| {
                let x = s.scalar(held, span);
                s.unify_var(x, &ty);
                let so_far = s.current_version(Root::Slot(slot), span);
                let sum =
                    s.emit("sum", ty.clone(), Op::Prim(reduction.prim(), vec![so_far, x]), span);
                s.facts.named.insert(sum);
                s.ssa.env[slot] = Some(sum);
            })
        })?;
        let sum = self.slot_value(slot, span);
        Some(all.of(sum))
    }
}
