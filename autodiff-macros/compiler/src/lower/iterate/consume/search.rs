//! Consumers that look for an item, and end the run when they find it.

use crate::lower::functions::closure::Callable;
use crate::lower::iterate::{Items, Iter};
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::Root;
use crate::lower::*;
use crate::primitives::Prim;
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

/// Which item is looked for.
enum SearchTarget {
    /// The first one.
    Next,
    /// The one at an index.
    Nth(Var),
    /// The first one that passes a test.
    Find(Callable),
    /// The first `Some` that the closure returns.
    FindMap(Callable),
    /// The index of the first one that passes a test.
    Position(Callable),
}

/// A run that looks for an item.
struct Search<'f> {
    /// The variables for the result.
    found: &'f Binding,
    /// Counts the items that were passed.
    number: SlotId,
    /// Leaving it ends the run.
    context: usize,
    span: Span,
}

impl Lowerer<'_> {
    /// `all` and `any`: a bool that an item may change, which ends the run.
    pub(super) fn all_or_any(
        &mut self,
        iter: &Iter,
        f: &Expr,
        all: bool,
        span: Span,
    ) -> Option<Value> {
        let f = self.callable(f)?;
        Some(self.decide(iter, all, span, &mut |s, v, slot, c| {
            let t = s.apply(&f, vec![v], span);
            let t = s.scalar(t, span);
            s.unify_var(t, &Ty::Bool);
            let go_on = |s: &mut Lowerer<'_>| {
                let _ = s;
                Value::Tuple(Vec::new())
            };
            let stop = |s: &mut Lowerer<'_>| {
                let v = s.bool(!all, span);
                s.ssa.env[slot] = Some(v);
                s.break_with_value(c, None, span);
                s.never_value(span)
            };
            if all {
                s.choose(t, span, go_on, stop)
            } else {
                s.choose(t, span, stop, go_on)
            };
        }))
    }

    /// A bool that an item may change.
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

    /// `find`, `find_map`, `position`, `nth`, `next`: the run ends when the item is found.
    pub(super) fn lower_search(
        &mut self,
        iter: &Rc<Iter>,
        name: &str,
        arg: Option<&Expr>,
        span: Span,
    ) -> Option<Value> {
        let searched = match (name, arg) {
            ("next", None) => SearchTarget::Next,
            ("nth", Some(e)) => {
                let v = self.operand_var(e);
                self.unify_var(v, &Ty::USIZE);
                SearchTarget::Nth(v)
            }
            ("find", Some(e)) => SearchTarget::Find(self.callable(e)?),
            ("find_map", Some(e)) => SearchTarget::FindMap(self.callable(e)?),
            (_, Some(e)) => SearchTarget::Position(self.callable(e)?),
            _ => return None,
        };
        match (&**iter, &searched) {
            (Iter::Items(items), SearchTarget::Nth(n)) if items.is_pure() => {
                Some(self.item_of_number(items, *n, span))
            }
            (Iter::Items(items), SearchTarget::Next)
                if items.is_pure() || self.is_steady(items) =>
            {
                let first = self.int(0, span);
                Some(self.item_of_number(items, first, span))
            }
            (Iter::Items(items), SearchTarget::Find(f))
                if items.is_plain()
                    && let Some(count) = self.count(items, span) =>
            {
                Some(self.find_number(items, count, f, span))
            }
            _ => Some(self.run_until_found(iter, &searched, span)),
        }
    }

    /// The item at an index, as an `Option`.
    fn item_of_number(&mut self, items: &Items, index: Var, span: Span) -> Value {
        match self.count(items, span) {
            Some(count) => self.item_if(items, index, count, span),
            None => {
                let item = self.item_at(items, index, span);
                self.some(item, span)
            }
        }
    }

    /// `find` with random access: the run finds the index of the item. The item is read where it
    /// is used.
    fn find_number(&mut self, items: &Items, count: Var, f: &Callable, span: Span) -> Value {
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
                    s.ssa.env[index] = Some(number);
                    s.break_with_value(c, None, span);
                    s.never_value(span)
                },
                |_| Value::Tuple(Vec::new()),
            );
        });
        let value = self.slot_value(index, span);
        let index = self.scalar(value, span);
        self.item_if(items, index, count, span)
    }

    /// The result of a search over the items, as an `Option`.
    fn run_until_found(&mut self, iter: &Iter, searched: &SearchTarget, span: Span) -> Value {
        let found = self.option_for(iter, span, &mut |s, v| match searched {
            SearchTarget::Position(_) => Some(Value::Var(s.int(0, span), false)),
            SearchTarget::FindMap(f) => {
                let m = s.option_of(f, vec![v], span)?;
                Some(s.open(&m.payload, span))
            }
            SearchTarget::Next | SearchTarget::Nth(_) | SearchTarget::Find(_) => Some(v),
        });
        let zero = self.int(0, span);
        let number = self.slot("number", Ty::USIZE, true, Some(zero));
        self.run(iter, span, &mut |s, v, context| {
            s.test_if_found(v, searched, &Search { found: &found, number, context, span });
        });
        self.ssa.env[number] = None;
        self.last_value(&found, span)
    }

    /// Ends the run if an item is the one searched; otherwise counts it, if its index is needed.
    fn test_if_found(&mut self, v: Value, searched: &SearchTarget, search: &Search<'_>) {
        let (number, span) = (search.number, search.span);
        match searched {
            SearchTarget::Next => {
                self.end_search(search, v);
            }
            SearchTarget::Nth(n) => {
                let now = self.current_version(Root::Slot(number), span);
                let here = self.emit("t", Ty::Bool, Op::Prim(Prim::Eq, vec![now, *n]), span);
                self.choose(
                    here,
                    span,
                    |s| s.end_search(search, v),
                    |s| {
                        s.count_on(number, span);
                        Value::Tuple(Vec::new())
                    },
                );
            }
            SearchTarget::FindMap(f) => {
                let Some(m) = self.option_of(f, vec![v], span) else { return };
                self.choose(
                    m.some,
                    span,
                    |s| {
                        let value = s.open(&m.payload, span);
                        s.end_search(search, value)
                    },
                    |_| Value::Tuple(Vec::new()),
                );
            }
            SearchTarget::Find(f) => {
                let here = self.test_item(f, &v, span);
                self.choose(here, span, |s| s.end_search(search, v), |_| Value::Tuple(Vec::new()));
            }
            SearchTarget::Position(f) => {
                let here = self.apply(f, vec![v], span);
                let here = self.scalar(here, span);
                self.unify_var(here, &Ty::Bool);
                self.choose(
                    here,
                    span,
                    |s| {
                        let now = s.current_version(Root::Slot(number), span);
                        s.end_search(search, Value::Var(now, false))
                    },
                    |s| {
                        s.count_on(number, span);
                        Value::Tuple(Vec::new())
                    },
                );
            }
        }
    }

    /// Stores the result, and leaves the run.
    fn end_search(&mut self, search: &Search<'_>, value: Value) -> Value {
        self.fill(search.found, value, search.span);
        self.break_with_value(search.context, None, search.span);
        self.never_value(search.span)
    }

    /// `rposition`: the position from the end, counted from the start.
    pub(super) fn rposition(&mut self, iter: &Iter, f: &Expr, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let Iter::Items(items) = iter else { return None };
        if !items.is_reversible() {
            self.error(
                m,
                "searching this iterator from its end is not supported: collect it into a \
                 Vec first",
            );
            return None;
        }
        let n = self.count(items, span)?;
        let reversed = Rc::new(Iter::Items(Items::Rev(Box::new(items.clone()), n)));
        let Some(Value::Option(m)) = self.lower_search(&reversed, "position", Some(f), span) else {
            return None;
        };
        let value = self.value_if(m.some, span, |s| {
            let after = s.open(&m.payload, span);
            let (after, one) = (s.scalar(after, span), s.int(1, span));
            let last = s.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, one]), span);
            Value::Var(
                s.emit("number", Ty::USIZE, Op::Prim(Prim::Sub, vec![last, after]), span),
                false,
            )
        });
        Some(Value::Option(Box::new(OptionValue { some: m.some, payload: Payload::Value(value) })))
    }

    /// `last`
    pub(super) fn last_item(&mut self, iter: &Iter, span: Span) -> Value {
        if let Iter::Items(items) = iter
            && items.is_pure()
            && let Some(n) = self.count(items, span)
        {
            let one = self.int(1, span);
            let most = self.emit("len", Ty::USIZE, Op::Prim(Prim::Max, vec![n, one]), span);
            let index = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, one]), span);
            return self.item_if(items, index, n, span);
        }
        let last = self.option_for(iter, span, &mut |_, v| Some(v));
        self.run_folded(iter, span, &mut |s, v, _| s.fill(&last, v, span));
        self.last_value(&last, span)
    }

    /// The item at an index, if there are more than that.
    pub fn item_if(&mut self, items: &Items, index: Var, n: Var, span: Span) -> Value {
        let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![index, n]), span);
        self.item_where(some, items, index, span)
    }

    /// The item at an index, if the condition holds.
    pub fn item_where(&mut self, some: Var, items: &Items, index: Var, span: Span) -> Value {
        if items.is_plain() {
            return Value::Option(Box::new(OptionValue {
                some,
                payload: Payload::Item(Rc::new(items.clone()), index),
            }));
        }
        let value = self.value_if(some, span, |s| {
            let item = s.item_at(items, index, span);
            s.owned_item(item, span)
        });
        Value::Option(Box::new(OptionValue { some, payload: Payload::Value(value) }))
    }
}
