//! `min`, `max` and their forms with a comparison or a key.

use crate::lower::functions::closure::Callable;
use crate::lower::iterate::{Items, Iter};
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::Root;
use crate::lower::*;
use crate::primitives::Prim;
use std::rc::Rc;

/// Which result of the comparison to return.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extreme {
    Least,
    Most,
}

/// How items are compared.
pub(super) enum Order {
    BorrowMode(Callable),
    ByKey(Callable),
    Natural,
}

impl Lowerer<'_> {
    pub(super) fn lower_extreme(
        &mut self,
        iter: &Rc<Iter>,
        wanted: Extreme,
        order: &Order,
        span: Span,
    ) -> Value {
        if let Order::ByKey(f) = order {
            return self.extreme_by_key(iter, wanted, f, span);
        }
        if let Iter::Items(items) = &**iter
            && items.is_plain()
            && let Some(n) = self.count(items, span)
        {
            // the index of the item; its derivative is that of one read
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
                    let now = s.current_version(Root::Slot(best), span);
                    let so_far = s.item_at(items, now, span);
                    let better = s.is_better(&so_far, &item, wanted, order, span);
                    let next = s.choose(better, span, |_| number, |_| Value::Var(now, false));
                    let next = s.scalar(next, span);
                    s.ssa.env[best] = Some(next);
                },
            );
            let value = self.slot_value(best, span);
            let index = self.scalar(value, span);
            return self.item_if(items, index, n, span);
        }
        self.reduce(iter, span, &mut |s, best, item| {
            let better = s.is_better(&best, &item, wanted, order, span);
            let (best, item) = (s.owned_item(best, span), s.owned_item(item, span));
            s.choose(better, span, |_| item, |_| best)
        })
    }

    /// Whether an item replaces the best so far: of equal items, `min` keeps the first and `max`
    /// the last.
    fn is_better(
        &mut self,
        best: &Value,
        item: &Value,
        wanted: Extreme,
        order: &Order,
        span: Span,
    ) -> Var {
        if let Order::Natural = order {
            let (a, b) = (
                self.single_variable(best.clone(), span),
                self.single_variable(item.clone(), span),
            );
            let ty = self.ty(a);
            self.unify_var(b, &ty);
            let prim = if wanted == Extreme::Most { Prim::Ge } else { Prim::Lt };
            return self.emit("t", Ty::Bool, Op::Prim(prim, vec![b, a]), span);
        }
        let Order::BorrowMode(f) = order else { return self.bool(false, span) };
        let ordering = self.apply(f, vec![as_reference(best), as_reference(item)], span);
        let ordering = self.scalar(ordering, span);
        let test = if wanted == Extreme::Most {
            quote::quote!(value.is_le())
        } else {
            quote::quote!(value.is_gt())
        };
        self.opaque_test(test, ordering, span)
    }

    fn extreme_by_key(
        &mut self,
        iter: &Rc<Iter>,
        wanted: Extreme,
        f: &Callable,
        span: Span,
    ) -> Value {
        let keyed = Iter::Pairs(iter.clone(), f.clone());
        let best = self.reduce(&keyed, span, &mut |s, best, item| {
            let (a, b) = (s.components(best.clone(), 2, span), s.components(item.clone(), 2, span));
            let better = s.is_better(&a[0], &b[0], wanted, &Order::Natural, span);
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
}

pub(super) fn extreme_of_name(name: &str) -> Extreme {
    if name.starts_with("max") { Extreme::Most } else { Extreme::Least }
}

fn as_reference(value: &Value) -> Value {
    match value {
        Value::Var(v, _) => Value::Var(*v, true),
        other => other.clone(),
    }
}
