//! Adaptors of iterators: an iterator with random access keeps it if the adaptor allows it.

use super::{DrawCount, Items, Iter, Side};
use crate::lower::places::place::BorrowMode;
use crate::lower::*;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// An iterator with an adaptor around it; `None` if the adaptor is not supported.
    pub(super) fn apply_adaptor(
        &mut self,
        iter: &Rc<Iter>,
        name: &str,
        m: &ExprMethodCall,
    ) -> Option<Rc<Iter>> {
        let span = m.method.span();
        let first = m.args.first();
        if name == "clone" {
            return Some(Rc::new(self.cloned_iter(iter, span)));
        }
        if matches!(name, "iter" | "into_iter" | "by_ref" | "fuse" | "peekable") {
            return Some(iter.clone());
        }
        if let Iter::Items(items) = &**iter
            && let Some(items) = self.adapted_items(items, name, first, span)?
        {
            return Some(Rc::new(Iter::Items(items)));
        }
        let inner = iter.clone();
        Some(Rc::new(match (name, first) {
            ("copied" | "cloned", None) => Iter::Copied(inner),
            ("map", Some(f)) => Iter::Map(inner, self.callable(f)?),
            ("inspect", Some(f)) => Iter::Inspect(inner, self.callable(f)?),
            ("filter", Some(f)) => Iter::Filter(inner, self.callable(f)?),
            ("filter_map", Some(f)) => Iter::FilterMap(inner, self.callable(f)?),
            ("take_while", Some(f)) => Iter::TakeWhile(inner, self.callable(f)?),
            ("map_while", Some(f)) => Iter::MapWhile(inner, self.callable(f)?),
            ("flat_map", Some(f)) => Iter::FlatMap(inner, Some(self.callable(f)?)),
            ("flatten", None) => Iter::FlatMap(inner, None),
            ("skip_while", Some(f)) => {
                let f = self.callable(f)?;
                let on = self.bool(true, span);
                Iter::SkipWhile(inner, f, self.slot("skipping", Ty::Bool, true, Some(on)))
            }
            ("scan", Some(init)) => {
                let init = self.operand(init);
                let state = self.binding("state", init, true, span);
                Iter::Scan(inner, self.callable(m.args.get(1)?)?, state)
            }
            ("enumerate", None) => Iter::Enumerate(inner, self.counter("number", span)),
            ("take" | "skip" | "step_by", Some(n)) => {
                let n = self.operand_var(n);
                self.unify_var(n, &Ty::USIZE);
                let slot = self.counter("passed", span);
                match name {
                    "take" => Iter::Take(inner, n, slot),
                    "skip" => Iter::Skip(inner, n, slot),
                    _ => Iter::StepBy(inner, n, slot),
                }
            }
            ("chain", Some(other)) => {
                Iter::Chain(inner, self.other_iterator(other, DrawCount::All)?)
            }
            ("zip", Some(other)) => {
                let most = self.most_items(&inner, other, span);
                let other =
                    self.other_iterator(other, most.map_or(DrawCount::Unknown, DrawCount::AtMost))?;
                match self.zip_iters(inner, other, span) {
                    Some(zipped) => zipped,
                    None => {
                        self.error(
                            m,
                            "`zip` of two iterators of unknown length is not supported: collect \
                             one of them into a Vec first",
                        );
                        return None;
                    }
                }
            }
            ("rev", None) => return self.reverse_iter(&inner, m),
            _ => return None,
        }))
    }

    /// How many items `zip` draws at most from an iterator on the right that is collected and may
    /// have no end; `None` for other iterators, or if the count of items on the left is not known.
    fn most_items(&mut self, left: &Iter, right: &Expr, span: Span) -> Option<Var> {
        if !self.is_made_by_crate(right) {
            return None;
        }
        let mut left = left;
        while let Iter::Map(inner, _)
        | Iter::Copied(inner)
        | Iter::Inspect(inner, _)
        | Iter::Enumerate(inner, _) = left
        {
            left = inner;
        }
        let Iter::Items(items) = left else { return None };
        if items.has_end() { self.count(items, span) } else { None }
    }

    /// The items of two iterators in pairs.
    pub(super) fn zip_iters(
        &mut self,
        left: Rc<Iter>,
        right: Rc<Iter>,
        span: Span,
    ) -> Option<Iter> {
        Some(match (&*left, &*right) {
            (Iter::Items(a), Iter::Items(b)) => {
                Iter::Items(Items::Zip(Box::new(a.clone()), Box::new(b.clone())))
            }
            (_, Iter::Items(items)) if self.is_steady(items) => {
                let items = items.clone();
                let trusted = self.trust_of_items(&items);
                Iter::Zip(left, items, self.counter("number", span), Side::Right(trusted))
            }
            (Iter::Items(items), _) if items.is_pure() => {
                let items = items.clone();
                Iter::Zip(right, items, self.counter("number", span), Side::Left)
            }
            (_, next) if Self::can_advance(next) => Iter::ZipNext(left, right),
            _ => {
                let trusted = self.trust(&right);
                let items = self.set_aside(&right, span)?;
                Iter::Zip(left, items, self.counter("number", span), Side::Right(trusted))
            }
        })
    }

    /// The same with random access, if the adaptor preserves it.
    fn adapted_items(
        &mut self,
        items: &Items,
        name: &str,
        first: Option<&Expr>,
        span: Span,
    ) -> Option<Option<Items>> {
        let inner = Box::new(items.clone());
        Some(Some(match (name, first) {
            ("enumerate", None) => Items::Enumerate(inner),
            ("copied" | "cloned", None) => Items::Copied(inner),
            ("cycle", None) if items.is_pure() => {
                self.note_cloned_items(items, span);
                match self.count(items, span) {
                    Some(n) => Items::Cycle(inner, n),
                    None => items.clone(),
                }
            }
            ("map", Some(f)) => Items::Map(inner, self.callable(f)?),
            ("rev", None) if items.is_reversible() => {
                let Some(n) = self.count(items, span) else { return Some(None) };
                Items::Rev(inner, n)
            }
            ("take", Some(n)) => {
                let n = self.operand_var(n);
                self.unify_var(n, &Ty::USIZE);
                Items::Take(inner, n)
            }
            ("skip" | "step_by", Some(n)) if items.is_pure() => {
                let n = self.operand_var(n);
                self.unify_var(n, &Ty::USIZE);
                if name == "skip" { Items::Skip(inner, n) } else { Items::StepBy(inner, n) }
            }
            _ => return Some(None),
        }))
    }

    /// `rev()` of an iterator without random access: each stage without state commutes with it.
    pub(super) fn reverse_iter(&mut self, iter: &Rc<Iter>, m: &ExprMethodCall) -> Option<Rc<Iter>> {
        let span = m.method.span();
        Some(Rc::new(match &**iter {
            Iter::Items(items) if items.is_reversible() => {
                let n = self.count(items, span)?;
                Iter::Items(Items::Rev(Box::new(items.clone()), n))
            }
            Iter::Map(i, f) => Iter::Map(self.reverse_iter(i, m)?, f.clone()),
            Iter::Copied(i) => Iter::Copied(self.reverse_iter(i, m)?),
            Iter::Inspect(i, f) => Iter::Inspect(self.reverse_iter(i, m)?, f.clone()),
            Iter::Filter(i, f) => Iter::Filter(self.reverse_iter(i, m)?, f.clone()),
            Iter::FilterMap(i, f) => Iter::FilterMap(self.reverse_iter(i, m)?, f.clone()),
            Iter::Chain(a, b) => Iter::Chain(self.reverse_iter(b, m)?, self.reverse_iter(a, m)?),
            _ => {
                self.error(
                    m,
                    "reversing this iterator is not supported: collect it into a Vec first",
                );
                return None;
            }
        }))
    }

    /// The items of an iterator, collected before the other side is evaluated. Requires that
    /// collecting has no effects, and that there is an end.
    fn set_aside(&mut self, iter: &Iter, span: Span) -> Option<Items> {
        if !iter.is_pure() {
            return None;
        }
        let borrowed = std::cell::Cell::new(false);
        let Value::Var(held, _) = self.collect_items_as(iter, span, |value| {
            borrowed.set(matches!(value, Value::Var(_, true)))
        }) else {
            return None;
        };
        let ty = self.ty(held);
        let element = self.types.element(&ty)?;
        let by = if borrowed.get() { BorrowMode::Shared } else { BorrowMode::Value };
        Some(Items::Elements {
            root: places::place::Root::Var(held),
            path: Vec::new(),
            element,
            by,
        })
    }
}
