//! Consumers of iterators: those that look for an item ([`search`]), that find the minimum or
//! maximum ([`extremes`]), that construct a collection ([`collect`]), and those that fold the
//! items.

mod collect;
mod extremes;
mod search;

use super::fallible::fallible_type;
use super::{Items, Iter};
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::library::prelude::is_method_of_value;
use crate::lower::places::place::{Located, Root, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use extremes::{Order, extreme_of_name};
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

/// The reduction of the items by `sum` or `product`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reduction {
    Sum,
    Product,
}

impl Reduction {
    /// The initial value.
    pub(super) fn neutral(self) -> Neutral {
        match self {
            Reduction::Sum => Neutral::OfSums,
            Reduction::Product => Neutral::One,
        }
    }

    /// The operation for each item.
    pub(super) fn prim(self) -> Prim {
        match self {
            Reduction::Sum => Prim::Add,
            Reduction::Product => Prim::Mul,
        }
    }
}

/// The methods, with their counts of arguments.
pub(super) const METHODS: &[(&str, usize)] = &[
    ("remainder", 0),
    ("into_remainder", 0),
    ("sum", 0),
    ("product", 0),
    ("fold", 2),
    ("rfold", 2),
    ("rfind", 1),
    ("reduce", 1),
    ("for_each", 1),
    ("collect", 0),
    ("count", 0),
    ("len", 0),
    ("all", 1),
    ("any", 1),
    ("position", 1),
    ("rposition", 1),
    ("find", 1),
    ("find_map", 1),
    ("last", 0),
    ("nth", 1),
    ("next", 0),
    ("nth_back", 1),
    ("next_back", 0),
    ("min", 0),
    ("max", 0),
    ("min_by", 1),
    ("max_by", 1),
    ("min_by_key", 1),
    ("max_by_key", 1),
    ("unzip", 0),
    ("partition", 1),
    ("try_fold", 2),
    ("try_for_each", 1),
];

impl Lowerer<'_> {
    /// A method that runs an iterator; `None` if it is not supported.
    pub(super) fn consume(&mut self, iter: &Rc<Iter>, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        Some(match (name.as_str(), &args[..]) {
            ("sum" | "product", []) => return self.sum_or_product(iter, m),
            ("fold", [init, f]) => {
                let init = self.operand(init);
                let f = self.callable(f)?;
                self.fold(iter, init, &f, span)
            }
            ("rfold", [init, f]) => {
                let init = self.operand(init);
                let f = self.callable(f)?;
                let reversed = self.reverse_iter(iter, m)?;
                self.fold(&reversed, init, &f, span)
            }
            ("reduce", [f]) => {
                let f = self.callable(f)?;
                self.reduce(iter, span, &mut |s, best, item| s.apply(&f, vec![best, item], span))
            }
            ("try_fold", [init, f]) => {
                let init = self.operand(init);
                let f = self.callable(f)?;
                return self.try_fold(iter, init, &f, self.hint_of_call(m), span);
            }
            ("try_for_each", [f]) => {
                let f = self.callable(f)?;
                return self.try_for_each(iter, &f, self.hint_of_call(m), span);
            }
            ("for_each", [f]) => {
                let f = self.callable(f)?;
                self.run_folded(iter, span, &mut |s, v, _| {
                    s.apply(&f, vec![v], span);
                });
                Value::Tuple(Vec::new())
            }
            ("collect", []) => return self.collect(iter, m),
            ("len", []) if let Iter::Items(items) = &**iter => {
                Value::Var(self.count(items, span)?, false)
            }
            ("len", []) if !iter.is_pure() => {
                self.error(
                    m,
                    "cannot infer the length of this iterator: use the length of the collection \
                     that it iterates over",
                );
                return None;
            }
            ("count", []) | ("len", []) => self.count_items(iter, span),
            ("all" | "any", [f]) => self.all_or_any(iter, f, name == "all", span)?,
            ("rfind", _) => {
                let reversed = self.reverse_iter(iter, m)?;
                return self.lower_search(&reversed, "find", args.first().copied(), span);
            }
            ("nth_back" | "next_back", _) => {
                let reversed = self.reverse_iter(iter, m)?;
                let name = name.trim_end_matches("_back");
                return self.lower_search(&reversed, name, args.first().copied(), span);
            }
            ("find" | "find_map" | "position" | "nth" | "next", _) => {
                return self.lower_search(iter, &name, args.first().copied(), span);
            }
            ("rposition", [f]) => return self.rposition(iter, f, m),
            ("last", []) => self.last_item(iter, span),
            ("min" | "max", []) => {
                self.lower_extreme(iter, extreme_of_name(&name), &Order::Natural, span)
            }
            ("min_by" | "max_by", [f]) => {
                let f = self.callable(f)?;
                self.lower_extreme(iter, extreme_of_name(&name), &Order::BorrowMode(f), span)
            }
            ("min_by_key" | "max_by_key", [f]) => {
                let f = self.callable(f)?;
                self.lower_extreme(iter, extreme_of_name(&name), &Order::ByKey(f), span)
            }
            ("unzip", []) => self.unzip(iter, span),
            ("partition", [f]) => {
                let f = self.callable(f)?;
                self.partition(iter, &f, span)
            }
            (_, [other]) => return self.compared_items(iter, other, m),
            _ => return None,
        })
    }

    /// `a.eq(b)`, `a.lt(b)` and the like.
    fn compared_items(
        &mut self,
        iter: &Rc<Iter>,
        other: &Expr,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        if !is_method_of_value("Iter", &m.method.to_string(), 1) {
            return None;
        }
        if !iter.is_pure() || !opaque::is_pure(other, &|path| self.is_pure_function(path)) {
            self.error(
                m,
                "a comparison of iterators is not supported here, because a closure in one has \
                 effects: collect both before, and compare the vectors",
            );
            return None;
        }
        self.method_of_std_value("Iter", Value::Iter(iter.clone()), m)
    }

    /// `sum` and `product`, also into an `Option`, a `Result` or a user-defined type.
    fn sum_or_product(&mut self, iter: &Rc<Iter>, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let name = m.method.to_string();
        let written = type_argument(m).cloned().or_else(|| self.expected_method_type(m));
        let reduction = if name == "sum" { Reduction::Sum } else { Reduction::Product };
        if let Some((items, inner)) = written.as_ref().and_then(fallible_type) {
            let ty = self.types.annotation(inner);
            return self.accumulate_all(iter, items, ty, reduction, span);
        }
        if let Some(ty) = written.as_ref().filter(|ty| self.types.is_user_type(ty)) {
            return self.user_sum(iter, &name, ty, span);
        }
        let ty = match type_argument(m) {
            Some(ty) => self.types.annotation(ty),
            None => self.types.any(),
        };
        Some(self.accumulate(iter, ty, reduction, span))
    }

    /// `sum` and `product`
    fn accumulate(&mut self, iter: &Iter, ty: Ty, reduction: Reduction, span: Span) -> Value {
        let name = if reduction == Reduction::Sum { "sum" } else { "product" };
        let init = self.neutral(ty.clone(), reduction.neutral(), span);
        let slot = self.slot(name, ty.clone(), true, Some(init));
        self.run_folded(iter, span, &mut |s, v, _| {
            let wrapped =
                matches!(&v, Value::Var(v, _) if matches!(s.shallow(*v), Ty::Wrapped(..)));
            if wrapped || matches!(v, Value::Option(_) | Value::Result(_) | Value::Tuple(_)) {
                return s
                    .diagnostics
                    .error(span, "only numbers can be summed or multiplied here: write a loop");
            }
            let x = s.scalar(v, span);
            s.unify_var(x, &ty);
            s.types.narrow(&ty, Kind::Number);
            let so_far = s.current_version(Root::Slot(slot), span);
            let sum = s.emit(name, ty.clone(), Op::Prim(reduction.prim(), vec![so_far, x]), span);
            s.facts.named.insert(sum);
            s.ssa.env[slot] = Some(sum);
        });
        self.slot_value(slot, span)
    }

    /// The last version of a slot that goes out of scope.
    pub fn slot_value(&mut self, slot: SlotId, span: Span) -> Value {
        let value = Value::Var(self.current_version(Root::Slot(slot), span), false);
        self.ssa.env[slot] = None;
        value
    }

    /// The last value of a binding that goes out of scope.
    pub(super) fn last_value(&mut self, binding: &Binding, span: Span) -> Value {
        let value = self.binding_value(binding, span);
        for slot in Self::slots_of(binding) {
            self.ssa.env[slot] = None;
        }
        value
    }

    pub(super) fn fold(&mut self, iter: &Iter, init: Value, f: &Callable, span: Span) -> Value {
        if let Value::Iter(_) | Value::Closure(_) | Value::Never(_) = init {
            return init;
        }
        let state = self.binding("folded", init, true, span);
        self.run_folded(iter, span, &mut |s, v, _| {
            let so_far = s.binding_value(&state, span);
            let next = s.apply(f, vec![so_far, v], span);
            s.store_result(&state, next, span);
        });
        self.last_value(&state, span)
    }

    /// The first item, then the result of `f` for the accumulated value and the next item. The
    /// first one is taken before the loop if there is random access.
    fn reduce(
        &mut self,
        iter: &Iter,
        span: Span,
        f: &mut dyn FnMut(&mut Lowerer<'_>, Value, Value) -> Value,
    ) -> Value {
        if let Iter::Items(items) = iter
            && self.is_steady(items)
            && let Some(n) = self.count(items, span)
        {
            let zero = self.int(0, span);
            let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Gt, vec![n, zero]), span);
            let value = self.value_if(some, span, |s| {
                let first = s.item_at(items, zero, span);
                let first = s.owned_item(first, span);
                let state = s.binding("best", first, true, span);
                let one = s.int(1, span);
                let rest = Items::Skip(Box::new(items.clone()), one);
                s.run_folded(&Iter::Items(rest), span, &mut |s, v, _| {
                    let so_far = s.binding_value(&state, span);
                    let next = f(s, so_far, v);
                    s.store_item(&state, next, span);
                });
                s.last_value(&state, span)
            });
            return Value::Option(Box::new(OptionValue { some, payload: Payload::Value(value) }));
        }
        let best = self.option_for(iter, span, &mut |_, v| Some(v));
        self.run_folded(iter, span, &mut |s, v, _| {
            let Value::Option(so_far) = s.binding_value(&best, span) else {
                s.no_value(span);
                return;
            };
            let v = s.owned_item(v, span);
            let next = s.choose(
                so_far.some,
                span,
                |s| {
                    let x = s.open(&so_far.payload, span);
                    f(s, x, v.clone())
                },
                |_| v.clone(),
            );
            s.fill(&best, next, span);
        });
        self.last_value(&best, span)
    }

    /// An item that is stored: a reference to a scalar is read.
    fn owned_item(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, true) if !self.shallow(v).is_sequence() => Value::Var(v, false),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.owned_item(p, span)).collect())
            }
            Value::Alias(a) => Value::Var(self.read_alias(&a, span), false),
            other => other,
        }
    }

    fn store_item(&mut self, state: &Binding, value: Value, span: Span) {
        let value = self.owned_item(value, span);
        self.store_result(state, value, span);
    }

    /// A variable for an `Option` that is initially `None`, of the result type of `f`. A tentative
    /// run, which is undone, determines that type.
    fn option_for(
        &mut self,
        iter: &Iter,
        span: Span,
        f: &mut dyn FnMut(&mut Lowerer<'_>, Value) -> Option<Value>,
    ) -> Binding {
        let mut like = None;
        let _ = self.attempt(|s| -> Option<()> {
            s.run_folded(iter, span, &mut |s, v, _| {
                let v = s.owned_item(v, span);
                like = f(s, v);
            });
            None
        });
        let none = self.bool(false, span);
        let some = self.slot("found", Ty::Bool, true, Some(none));
        let payload = self.blank_binding(like.as_ref(), span);
        Binding::Option(some, Box::new(payload))
    }

    /// Variables for a value of the same shape as the given one.
    pub(super) fn blank_binding(&mut self, like: Option<&Value>, span: Span) -> Binding {
        match like {
            Some(Value::Tuple(parts)) => {
                Binding::Tuple(parts.iter().map(|p| self.blank_binding(Some(p), span)).collect())
            }
            Some(Value::Option(m)) => {
                let none = self.bool(false, span);
                let some = self.slot("found", Ty::Bool, true, Some(none));
                let payload = match &m.payload {
                    Payload::Value(v) => self.blank_binding(Some(v), span),
                    _ => self.blank_binding(None, span),
                };
                Binding::Option(some, Box::new(payload))
            }
            _ => {
                let ty = self.types.any();
                let blank = self.emit("value", ty.clone(), Op::Blank, span);
                Binding::Slot(self.slot("value", ty, true, Some(blank)))
            }
        }
    }

    /// Sets a variable for an `Option` to `Some(value)`.
    fn fill(&mut self, maybe: &Binding, value: Value, span: Span) {
        let value = self.owned_item(value, span);
        let value = self.some(value, span);
        self.store_result(maybe, value, span);
    }

    fn count_items(&mut self, iter: &Iter, span: Span) -> Value {
        if let Iter::Items(items) = iter
            && items.is_pure()
            && let Some(n) = self.count(items, span)
        {
            return Value::Var(n, false);
        }
        let zero = self.int(0, span);
        let slot = self.slot("count", Ty::USIZE, true, Some(zero));
        self.run_folded(iter, span, &mut |s, _, _| s.count_on(slot, span));
        self.slot_value(slot, span)
    }

    /// Increments a counter.
    fn count_on(&mut self, slot: SlotId, span: Span) {
        let one = self.int(1, span);
        let now = self.current_version(Root::Slot(slot), span);
        let next = self.add(now, one, span);
        self.ssa.env[slot] = Some(next);
    }

    /// The receiver of a method, evaluated.
    pub fn receiver_value(&mut self, e: &Expr) -> Located {
        match unparen(e) {
            e @ Expr::Range(_) => {
                let iter = self.iterable(e);
                Located::Value(iter.map_or_else(|| self.never_value(span_of(e)), Value::Iter))
            }
            e => self.locate(e),
        }
    }
}

/// The type in `method::<T>()`.
fn type_argument(m: &ExprMethodCall) -> Option<&syn::Type> {
    match m.turbofish.as_ref()?.args.first()? {
        syn::GenericArgument::Type(t) => Some(t),
        _ => None,
    }
}
