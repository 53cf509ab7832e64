//! What consumes an iterator.

use super::failing::held_type;
use super::{Items, Iter};
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::{Located, Root, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

/// The methods, with their numbers of arguments.
pub(super) const METHODS: &[(&str, usize)] = &[
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

/// What is left of the smaller and the larger of two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Least,
    Most,
}

/// How items are compared.
enum Order {
    BorrowMode(Callable),
    ByKey(Callable),
    Natural,
}

impl Lowerer<'_> {
    pub(super) fn consume(&mut self, iter: &Rc<Iter>, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        Some(match (name.as_str(), &args[..]) {
            ("sum" | "product", []) => {
                let written = type_argument(m).cloned().or_else(|| self.expected_of_method(m));
                let neutral = if name == "sum" { Neutral::OfSums } else { Neutral::One };
                let prim = if name == "sum" { Prim::Add } else { Prim::Mul };
                if let Some((items, inner)) = written.as_ref().and_then(held_type) {
                    let ty = self.types.annotation(inner);
                    return self.accumulate_all(iter, items, ty, neutral, prim, span);
                }
                if let Some(ty) = written.as_ref().filter(|ty| self.types.is_user_type(ty)) {
                    return self.own_sum(iter, &name, ty, span);
                }
                let ty = match type_argument(m) {
                    Some(ty) => self.types.annotation(ty),
                    None => self.types.any(),
                };
                self.accumulate(iter, ty, neutral, prim, span)
            }
            ("fold", [init, f]) => {
                let init = self.operand(init);
                let f = self.callable(f)?;
                self.fold(iter, init, &f, span)
            }
            ("rfold", [init, f]) => {
                let init = self.operand(init);
                let f = self.callable(f)?;
                let reversed = self.reversed(iter, m)?;
                self.fold(&reversed, init, &f, span)
            }
            ("reduce", [f]) => {
                let f = self.callable(f)?;
                self.reduce(iter, span, &mut |s, best, item| s.apply(&f, vec![best, item], span))
            }
            ("try_fold", [init, f]) => {
                let init = self.operand(init);
                let f = self.callable(f)?;
                return self.try_fold(iter, init, &f, self.held(m), span);
            }
            ("try_for_each", [f]) => {
                let f = self.callable(f)?;
                return self.try_for_each(iter, &f, self.held(m), span);
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
                    "the length of this iterator is not known here without running it: \
                    take that of what it is made of",
                );
                return None;
            }
            ("count", []) | ("len", []) => self.counted(iter, span),
            ("all" | "any", [f]) => {
                let f = self.callable(f)?;
                let all = name == "all";
                self.decide(iter, all, span, &mut |s, v, slot, c| {
                    let t = s.apply(&f, vec![v], span);
                    let t = s.scalar(t, span);
                    s.unify_var(t, &Ty::Bool);
                    let go_on = |s: &mut Lowerer<'_>| {
                        let _ = s;
                        Value::Tuple(Vec::new())
                    };
                    let stop = |s: &mut Lowerer<'_>| {
                        let v = s.bool(!all, span);
                        s.env[slot] = Some(v);
                        s.leave_with(c, None, span);
                        Value::Never
                    };
                    if all {
                        s.choose(t, span, go_on, stop)
                    } else {
                        s.choose(t, span, stop, go_on)
                    };
                })
            }
            ("rfind", _) => {
                let reversed = self.reversed(iter, m)?;
                return self.found(&reversed, "find", args.first().copied(), span);
            }
            ("find" | "find_map" | "position" | "nth" | "next", _) => {
                return self.found(iter, &name, args.first().copied(), span);
            }
            ("rposition", [f]) => {
                let Iter::Items(items) = &**iter else { return None };
                if !items.is_reversible() {
                    self.error(
                        m,
                        "this iterator cannot be searched from its end here: collect it \
                        into a Vec first",
                    );
                    return None;
                }
                let n = self.count(items, span)?;
                let reversed = Rc::new(Iter::Items(Items::Rev(Box::new(items.clone()), n)));
                let Some(Value::Option(m)) = self.found(&reversed, "position", Some(f), span)
                else {
                    return None;
                };
                let value = self.choose(
                    m.some,
                    span,
                    |s| {
                        let after = s.open(&m.payload, span);
                        let (after, one) = (s.scalar(after, span), s.int(1, span));
                        let last =
                            s.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, one]), span);
                        Value::Var(
                            s.emit(
                                "number",
                                Ty::USIZE,
                                Op::Prim(Prim::Sub, vec![last, after]),
                                span,
                            ),
                            false,
                        )
                    },
                    |_| Value::Never,
                );
                Value::Option(Box::new(OptionValue {
                    some: m.some,
                    payload: Payload::Value(value),
                }))
            }
            ("last", []) => {
                if let Iter::Items(items) = &**iter
                    && items.is_pure()
                    && let Some(n) = self.count(items, span)
                {
                    let one = self.int(1, span);
                    let most = self.emit("len", Ty::USIZE, Op::Prim(Prim::Max, vec![n, one]), span);
                    let index =
                        self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, one]), span);
                    return Some(self.item_if(items, index, n, span));
                }
                let last = self.maybe_for(iter, span, &mut |_, v| Some(v));
                self.run_folded(iter, span, &mut |s, v, _| s.fill(&last, v, span));
                self.last_value(&last, span)
            }
            ("min" | "max", []) => self.extreme(iter, wanted(&name), &Order::Natural, span),
            ("min_by" | "max_by", [f]) => {
                let f = self.callable(f)?;
                self.extreme(iter, wanted(&name), &Order::BorrowMode(f), span)
            }
            ("min_by_key" | "max_by_key", [f]) => {
                let f = self.callable(f)?;
                self.extreme(iter, wanted(&name), &Order::ByKey(f), span)
            }
            ("unzip", []) => self.unzip(iter, span),
            ("partition", [f]) => {
                let f = self.callable(f)?;
                self.partition(iter, &f, span)
            }
            _ => return None,
        })
    }

    /// `sum` and `product`
    fn accumulate(
        &mut self,
        iter: &Iter,
        ty: Ty,
        neutral: Neutral,
        prim: Prim,
        span: Span,
    ) -> Value {
        let name = if prim == Prim::Add { "sum" } else { "product" };
        let init = self.neutral(ty.clone(), neutral, span);
        let slot = self.slot(name, ty.clone(), true, Some(init));
        self.run_folded(iter, span, &mut |s, v, _| {
            let wrapped =
                matches!(&v, Value::Var(v, _) if matches!(s.shallow(*v), Ty::Wrapped(..)));
            if wrapped || matches!(v, Value::Option(_) | Value::Result(_) | Value::Tuple(_)) {
                return s
                    .diagnostics
                    .error(span, "only numbers can be summed up or multiplied here: write a loop");
            }
            let x = s.scalar(v, span);
            s.unify_var(x, &ty);
            s.types.narrow(&ty, Kind::Number);
            let so_far = s.current(Root::Slot(slot), span);
            let sum = s.emit(name, ty.clone(), Op::Prim(prim, vec![so_far, x]), span);
            s.named.insert(sum);
            s.env[slot] = Some(sum);
        });
        self.slot_value(slot, span)
    }

    /// The last version of a slot that is no more.
    pub fn slot_value(&mut self, slot: SlotId, span: Span) -> Value {
        let value = Value::Var(self.current(Root::Slot(slot), span), false);
        self.env[slot] = None;
        value
    }

    /// The last value of a binding that is no more.
    pub(super) fn last_value(&mut self, binding: &Binding, span: Span) -> Value {
        let value = self.binding_value(binding, span);
        for slot in Self::slots_of(binding) {
            self.env[slot] = None;
        }
        value
    }

    pub(super) fn fold(&mut self, iter: &Iter, init: Value, f: &Callable, span: Span) -> Value {
        if let Value::Iter(_) | Value::Closure(_) | Value::Never = init {
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

    /// The first item, then what `f` makes of it and the next. The first one is taken before the
    /// loop where there is random access.
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
            let value = self.choose(
                some,
                span,
                |s| {
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
                },
                |_| Value::Never,
            );
            return Value::Option(Box::new(OptionValue { some, payload: Payload::Value(value) }));
        }
        let best = self.maybe_for(iter, span, &mut |_, v| Some(v));
        self.run_folded(iter, span, &mut |s, v, _| {
            let Value::Option(so_far) = s.binding_value(&best, span) else { return };
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

    /// An item that is kept: a reference to a scalar is the scalar.
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

    /// A variable for an `Option` that is `None` so far, of what `f` makes of the items: a first
    /// run, which is taken back, tells what that is made of.
    fn maybe_for(
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

    /// Variables for a value made up like the given one.
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

    /// Makes a variable for an `Option` `Some(value)`.
    fn fill(&mut self, maybe: &Binding, value: Value, span: Span) {
        let value = self.owned_item(value, span);
        let value = self.some(value, span);
        self.store_result(maybe, value, span);
    }

    fn counted(&mut self, iter: &Iter, span: Span) -> Value {
        if let Iter::Items(items) = iter
            && items.is_pure()
            && let Some(n) = self.count(items, span)
        {
            return Value::Var(n, false);
        }
        let zero = self.int(0, span);
        let slot = self.slot("count", Ty::USIZE, true, Some(zero));
        self.run_folded(iter, span, &mut |s, _, _| {
            let one = s.int(1, span);
            let now = s.current(Root::Slot(slot), span);
            let next = s.add(now, one, span);
            s.env[slot] = Some(next);
        });
        self.slot_value(slot, span)
    }

    /// A truth value that an item may change.
    fn decide(
        &mut self,
        iter: &Iter,
        first: bool,
        span: Span,
        sink: &mut dyn FnMut(&mut Lowerer<'_>, Value, SlotId, usize),
    ) -> Value {
        let init = self.bool(first, span);
        let slot = self.slot("answer", Ty::Bool, true, Some(init));
        self.run(iter, span, &mut |s, v, c| sink(s, v, slot, c));
        self.slot_value(slot, span)
    }

    /// `find`, `find_map`, `position`, `nth`, `next`: the run ends at what is found.
    fn found(
        &mut self,
        iter: &Rc<Iter>,
        name: &str,
        arg: Option<&Expr>,
        span: Span,
    ) -> Option<Value> {
        let (mut f, mut n) = (None, None);
        match (name, arg) {
            ("next", None) => {}
            ("nth", Some(e)) => {
                let v = self.operand_var(e);
                self.unify_var(v, &Ty::USIZE);
                n = Some(v);
            }
            (_, Some(e)) => f = Some(self.callable(e)?),
            _ => return None,
        }
        if let (Iter::Items(items), "nth" | "next") = (&**iter, name)
            && (items.is_pure() || name == "next" && self.is_steady(items))
        {
            let index = match n {
                Some(n) => n,
                None => self.int(0, span),
            };
            return match self.count(items, span) {
                Some(count) => Some(self.item_if(items, index, count, span)),
                None => {
                    let item = self.item_at(items, index, span);
                    Some(self.some(item, span))
                }
            };
        }
        if let (Iter::Items(items), "find", Some(f)) = (&**iter, name, &f)
            && items.is_plain()
            && let Some(count) = self.count(items, span)
        {
            // which one it is; the item is read where it is used
            let index = self.slot("found", Ty::USIZE, true, Some(count));
            let numbered = Iter::Items(Items::Enumerate(Box::new(items.clone())));
            self.run(&numbered, span, &mut |s, v, c| {
                let mut parts = s.components(v, 2, span);
                let (Some(item), Some(number)) = (parts.pop(), parts.pop()) else { return };
                let here = s.test_item(f, &item, span);
                s.choose(
                    here,
                    span,
                    |s| {
                        let number = s.scalar(number, span);
                        s.env[index] = Some(number);
                        s.leave_with(c, None, span);
                        Value::Never
                    },
                    |_| Value::Tuple(Vec::new()),
                );
            });
            let value = self.slot_value(index, span);
            let index = self.scalar(value, span);
            return Some(self.item_if(items, index, count, span));
        }
        let found = self.maybe_for(iter, span, &mut |s, v| match (name, &f) {
            ("position", _) => Some(Value::Var(s.int(0, span), false)),
            ("find_map", Some(f)) => {
                let value = s.apply(f, vec![v], span);
                let m = s.as_maybe(&value, span)?;
                Some(s.open(&m.payload, span))
            }
            _ => Some(v),
        });
        let zero = self.int(0, span);
        let number = self.slot("number", Ty::USIZE, true, Some(zero));
        let tick = |s: &mut Lowerer<'_>| {
            let one = s.int(1, span);
            let now = s.current(Root::Slot(number), span);
            let next = s.add(now, one, span);
            s.env[number] = Some(next);
        };
        self.run(iter, span, &mut |s, v, c| {
            let stop = |s: &mut Lowerer<'_>, value: Value| {
                s.fill(&found, value, span);
                s.leave_with(c, None, span);
                Value::Never
            };
            match (name, &f) {
                ("next", _) => {
                    stop(s, v);
                }
                ("nth", _) => {
                    let Some(n) = n else { return };
                    let now = s.current(Root::Slot(number), span);
                    let here = s.emit("t", Ty::Bool, Op::Prim(Prim::Eq, vec![now, n]), span);
                    s.choose(
                        here,
                        span,
                        |s| stop(s, v),
                        |s| {
                            tick(s);
                            Value::Tuple(Vec::new())
                        },
                    );
                }
                ("find_map", Some(f)) => {
                    let value = s.apply(f, vec![v], span);
                    let Some(m) = s.as_maybe(&value, span) else { return };
                    s.choose(
                        m.some,
                        span,
                        |s| {
                            let value = s.open(&m.payload, span);
                            stop(s, value)
                        },
                        |_| Value::Tuple(Vec::new()),
                    );
                }
                ("find", Some(f)) => {
                    let here = s.test_item(f, &v, span);
                    s.choose(here, span, |s| stop(s, v), |_| Value::Tuple(Vec::new()));
                }
                (_, Some(f)) => {
                    let here = s.apply(f, vec![v], span);
                    let here = s.scalar(here, span);
                    s.unify_var(here, &Ty::Bool);
                    s.choose(
                        here,
                        span,
                        |s| {
                            let now = s.current(Root::Slot(number), span);
                            stop(s, Value::Var(now, false))
                        },
                        |s| {
                            tick(s);
                            Value::Tuple(Vec::new())
                        },
                    );
                }
                _ => {}
            }
        });
        self.env[number] = None;
        Some(self.last_value(&found, span))
    }

    // ---------- the least and the most

    fn extreme(&mut self, iter: &Rc<Iter>, wanted: Wanted, order: &Order, span: Span) -> Value {
        if let Order::ByKey(f) = order {
            return self.extreme_by_key(iter, wanted, f, span);
        }
        if let Iter::Items(items) = &**iter
            && items.is_plain()
            && let Some(n) = self.count(items, span)
        {
            // which one it is; its derivative is that of one read
            let first = self.int(0, span);
            let best = self.slot("best", Ty::USIZE, true, Some(first));
            let numbered = Items::Enumerate(Box::new(items.clone()));
            let one = self.int(1, span);
            self.run_folded(
                &Iter::Items(Items::Skip(Box::new(numbered), one)),
                span,
                &mut |s, v, _| {
                    let mut parts = s.components(v, 2, span);
                    let (Some(item), Some(number)) = (parts.pop(), parts.pop()) else { return };
                    let now = s.current(Root::Slot(best), span);
                    let so_far = s.item_at(items, now, span);
                    let better = s.replaces(&so_far, &item, wanted, order, span);
                    let next = s.choose(better, span, |_| number, |_| Value::Var(now, false));
                    let next = s.scalar(next, span);
                    s.env[best] = Some(next);
                },
            );
            let value = self.slot_value(best, span);
            let index = self.scalar(value, span);
            return self.item_if(items, index, n, span);
        }
        self.reduce(iter, span, &mut |s, best, item| {
            let better = s.replaces(&best, &item, wanted, order, span);
            let (best, item) = (s.owned_item(best, span), s.owned_item(item, span));
            s.choose(better, span, |_| item, |_| best)
        })
    }

    /// The item of a number, if there are more.
    pub fn item_if(&mut self, items: &Items, index: Var, n: Var, span: Span) -> Value {
        let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![index, n]), span);
        if items.is_plain() {
            return Value::Option(Box::new(OptionValue {
                some,
                payload: Payload::Item(Rc::new(items.clone()), index),
            }));
        }
        let value = self.choose(
            some,
            span,
            |s| {
                let item = s.item_at(items, index, span);
                s.owned_item(item, span)
            },
            |_| Value::Never,
        );
        Value::Option(Box::new(OptionValue { some, payload: Payload::Value(value) }))
    }

    /// Whether an item takes the place of the best so far: of equal ones the first is the least,
    /// and the last the most.
    fn replaces(
        &mut self,
        best: &Value,
        item: &Value,
        wanted: Wanted,
        order: &Order,
        span: Span,
    ) -> Var {
        if let Order::Natural = order {
            let (a, b) = (self.only(best.clone(), span), self.only(item.clone(), span));
            let ty = self.ty(a);
            self.unify_var(b, &ty);
            let prim = if wanted == Wanted::Most { Prim::Ge } else { Prim::Lt };
            return self.emit("t", Ty::Bool, Op::Prim(prim, vec![b, a]), span);
        }
        let Order::BorrowMode(f) = order else { return self.bool(false, span) };
        let ordering = self.apply(f, vec![as_reference(best), as_reference(item)], span);
        let ordering = self.scalar(ordering, span);
        let test = if wanted == Wanted::Most {
            quote::quote!(value.is_le())
        } else {
            quote::quote!(value.is_gt())
        };
        self.opaque_test(test, ordering, span)
    }

    fn extreme_by_key(
        &mut self,
        iter: &Rc<Iter>,
        wanted: Wanted,
        f: &Callable,
        span: Span,
    ) -> Value {
        let keyed = Iter::Pairs(iter.clone(), f.clone());
        let best = self.reduce(&keyed, span, &mut |s, best, item| {
            let (a, b) = (s.components(best.clone(), 2, span), s.components(item.clone(), 2, span));
            let better = s.replaces(&a[0], &b[0], wanted, &Order::Natural, span);
            s.choose(better, span, |_| item, |_| best)
        });
        match best {
            Value::Option(m) => {
                let payload = match m.payload {
                    Payload::Value(v) => Payload::Value(self.components(v, 2, span).swap_remove(1)),
                    other => other,
                };
                Value::Option(Box::new(OptionValue { some: m.some, payload }))
            }
            other => other,
        }
    }

    // ---------- collections

    /// Appends an item.
    pub fn push_item(&mut self, slot: SlotId, value: Value, span: Span) {
        if matches!(value, Value::Never) {
            return;
        }
        if has_no_element(&value) {
            self.diagnostics.error(
                span,
                "Results, closures and iterators as elements are not supported: keep \
                    the values, as in `.ok()` of a Result",
            );
            return;
        }
        let x = self.element(value, span);
        let ty = self.slots[slot].ty.clone();
        if let Some(element) = self.types.element(&ty) {
            self.unify_var(x, &element);
        }
        let end = self.growing_end(&ty);
        self.append(slot, &[], end, x, span);
    }

    fn collect(&mut self, iter: &Iter, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let written = type_argument(m).cloned().or_else(|| self.expected_of_method(m));
        if let Some((items, inner)) = written.as_ref().and_then(held_type) {
            return match self.types.annotation(inner) {
                Ty::Vec(element) => self.collect_all(iter, items, *element, span),
                _ => None,
            };
        }
        let ty = match &written {
            None | Some(syn::Type::Infer(_)) => self.types.taken_for_vec(),
            Some(written) => match self.types.annotation(written) {
                ty @ (Ty::Vec(_) | Ty::Deque(_)) => {
                    self.means_std(written);
                    ty
                }
                _ if self.types.is_user_type(written) => {
                    return Some(self.collected_into_own(iter, written, span));
                }
                _ => return None,
            },
        };
        let item = written.as_ref().and_then(types::expected::item_type);
        Some(self.with_expected_of(super::failing::source_of_items(iter), item, |s| {
            s.filled(iter, ty, span)
        }))
    }

    /// The items of an iterator in a Vec.
    pub fn collected(&mut self, iter: &Iter, span: Span) -> Value {
        self.collected_as(iter, span, |_| ())
    }

    /// The same; each item is shown as it comes.
    pub fn collected_as(&mut self, iter: &Iter, span: Span, see: impl Fn(&Value)) -> Value {
        let element = self.types.any();
        let slot = self.empty_vec("collected", element, span);
        self.run_collected(iter, span, &mut |s, v, _| {
            see(&v);
            s.push_item(slot, v, span);
        });
        self.slot_value(slot, span)
    }

    fn unzip(&mut self, iter: &Iter, span: Span) -> Value {
        let (left, right) = (self.types.any(), self.types.any());
        let (left, right) =
            (self.empty_vec("left", left, span), self.empty_vec("right", right, span));
        self.run_folded(iter, span, &mut |s, v, _| {
            let mut parts = s.components(v, 2, span).into_iter();
            for slot in [left, right] {
                if let Some(part) = parts.next() {
                    s.push_item(slot, part, span);
                }
            }
        });
        Value::Tuple(vec![self.slot_value(left, span), self.slot_value(right, span)])
    }

    fn partition(&mut self, iter: &Iter, f: &Callable, span: Span) -> Value {
        let element = self.types.any();
        let (yes, no) =
            (self.empty_vec("left", element.clone(), span), self.empty_vec("right", element, span));
        self.run_folded(iter, span, &mut |s, v, _| {
            let test = s.test_item(f, &v, span);
            let other = v.clone();
            s.choose(
                test,
                span,
                |s| {
                    s.push_item(yes, v, span);
                    Value::Tuple(Vec::new())
                },
                |s| {
                    s.push_item(no, other, span);
                    Value::Tuple(Vec::new())
                },
            );
        });
        Value::Tuple(vec![self.slot_value(yes, span), self.slot_value(no, span)])
    }

    /// `array.map(f)` and `std::array::from_fn(f)`: an array of the given length.
    pub fn array_from(&mut self, length: TokenStream, iter: &Iter, n: Var, span: Span) -> Value {
        let element = self.types.any();
        let zero = self.neutral_of_any(element.clone(), Neutral::Zero, span);
        let ty = Ty::Array(Box::new(element.clone()), length);
        let array = self.emit("array", ty.clone(), Op::Repeat(zero, n), span);
        let slot = self.slot("array", ty, true, Some(array));
        let first = self.int(0, span);
        let number = self.slot("number", Ty::USIZE, true, Some(first));
        self.run_folded(iter, span, &mut |s, v, _| {
            if has_no_element(&v) || matches!(v, Value::Option(_)) {
                s.diagnostics.error(
                    span,
                    "an array of these cannot be made here: collect into a \
                    Vec, or write the elements",
                );
                return;
            }
            let x = s.element(v, span);
            s.unify_var(x, &element);
            let now = s.current(Root::Slot(number), span);
            let root = s.current(Root::Slot(slot), span);
            s.new_version(slot, Op::Update(Place { root, path: vec![Step::Index(now)] }, x), span);
            let one = s.int(1, span);
            let next = s.add(now, one, span);
            s.env[number] = Some(next);
        });
        self.env[number] = None;
        // the result of a function that no file shows is a number; that of a constructor is none
        let is_number = |of: Projection| match &of {
            Projection::Output(callee) if callee.method.is_none() => {
                let shown = self
                    .function(&self.called(callee))
                    .and_then(|function| function.output.clone());
                shown.is_none_or(|ty| {
                    matches!(&ty, syn::Type::Path(ty)
                    if crate::type_class::is_scalar(ty, crate::type_class::REALS))
                })
            }
            _ => false,
        };
        if self.types.projected(&element).is_none_or(is_number) {
            self.types.narrow(&element, Kind::Number);
        }
        self.slot_value(slot, span)
    }

    /// The receiver of a method, evaluated.
    pub fn receiver_value(&mut self, e: &Expr) -> Located {
        match unparen(e) {
            e @ Expr::Range(_) => {
                Located::Value(self.iterable(e).map_or(Value::Never, Value::Iter))
            }
            e => self.locate(e),
        }
    }
}

fn wanted(name: &str) -> Wanted {
    if name.starts_with("max") { Wanted::Most } else { Wanted::Least }
}

/// The type in `method::<T>()`.
fn type_argument(m: &ExprMethodCall) -> Option<&syn::Type> {
    match m.turbofish.as_ref()?.args.first()? {
        syn::GenericArgument::Type(t) => Some(t),
        _ => None,
    }
}

fn as_reference(value: &Value) -> Value {
    match value {
        Value::Var(v, _) => Value::Var(*v, true),
        other => other.clone(),
    }
}

fn has_no_element(value: &Value) -> bool {
    match value {
        Value::Result(_) | Value::Closure(_) | Value::Iter(_) => true,
        Value::Tuple(parts) => parts.iter().any(has_no_element),
        Value::Option(_) | Value::Var(..) | Value::Alias(_) | Value::Never => false,
    }
}
