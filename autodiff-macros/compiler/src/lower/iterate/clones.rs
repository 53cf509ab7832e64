//! Clones of iterators, with separate states.

use super::Iter;
use crate::lower::*;

impl Lowerer<'_> {
    /// A copy of the iterator with a separate state.
    pub fn cloned_iter(&mut self, iter: &Iter, span: Span) -> Iter {
        let inner = |s: &mut Self, i: &Rc<Iter>| Rc::new(s.cloned_iter(i, span));
        match iter {
            Iter::Items(items) => Iter::Items(self.copied_items(items, span)),
            Iter::Option(m) => Iter::Option(m.clone()),
            Iter::FromFn(f) => Iter::FromFn(self.copied_callable(f, span)),
            Iter::RepeatWith(f) => Iter::RepeatWith(self.copied_callable(f, span)),
            Iter::Successors(state, f) => {
                Iter::Successors(self.cloned_state(state, span), self.copied_callable(f, span))
            }
            Iter::User(state) => Iter::User(self.cloned_user_iterator(state)),
            Iter::Plain(state, item) => Iter::Plain(self.cloned_user_iterator(state), item.clone()),
            Iter::Map(i, f) => Iter::Map(inner(self, i), self.copied_callable(f, span)),
            Iter::Pairs(i, f) => Iter::Pairs(inner(self, i), self.copied_callable(f, span)),
            Iter::Copied(i) => Iter::Copied(inner(self, i)),
            Iter::Inspect(i, f) => Iter::Inspect(inner(self, i), self.copied_callable(f, span)),
            Iter::Filter(i, f) => Iter::Filter(inner(self, i), self.copied_callable(f, span)),
            Iter::FilterMap(i, f) => Iter::FilterMap(inner(self, i), self.copied_callable(f, span)),
            Iter::TakeWhile(i, f) => Iter::TakeWhile(inner(self, i), self.copied_callable(f, span)),
            Iter::MapWhile(i, f) => Iter::MapWhile(inner(self, i), self.copied_callable(f, span)),
            Iter::SkipWhile(i, f, slot) => Iter::SkipWhile(
                inner(self, i),
                self.copied_callable(f, span),
                self.cloned_slot(*slot, span),
            ),
            Iter::Scan(i, f, state) => Iter::Scan(
                inner(self, i),
                self.copied_callable(f, span),
                self.cloned_state(state, span),
            ),
            Iter::Enumerate(i, slot) => {
                Iter::Enumerate(inner(self, i), self.cloned_slot(*slot, span))
            }
            Iter::Take(i, n, slot) => Iter::Take(inner(self, i), *n, self.cloned_slot(*slot, span)),
            Iter::Skip(i, n, slot) => Iter::Skip(inner(self, i), *n, self.cloned_slot(*slot, span)),
            Iter::StepBy(i, n, slot) => {
                Iter::StepBy(inner(self, i), *n, self.cloned_slot(*slot, span))
            }
            Iter::Zip(i, items, slot, side) => Iter::Zip(
                inner(self, i),
                self.copied_items(items, span),
                self.cloned_slot(*slot, span),
                *side,
            ),
            Iter::ZipNext(i, next) => Iter::ZipNext(inner(self, i), inner(self, next)),
            Iter::Chain(a, b) => Iter::Chain(inner(self, a), inner(self, b)),
            Iter::FlatMap(i, f) => {
                Iter::FlatMap(inner(self, i), f.as_ref().map(|f| self.copied_callable(f, span)))
            }
        }
    }

    pub fn cloned_slot(&mut self, slot: SlotId, span: Span) -> SlotId {
        let (name, ty, reference) = (
            self.slots[slot].name.clone(),
            self.slots[slot].ty.clone(),
            self.slots[slot].reference,
        );
        let is_memory = !reference && !self.types.shallow(&ty).is_scalar();
        if !reference {
            self.note_clone(&ty, span);
        }
        let value = self.ssa.env[slot].map(|v| if is_memory { self.copy(v, span) } else { v });
        let clone = self.slot(&name, ty, true, value);
        self.slots[clone].reference = reference;
        clone
    }

    pub fn cloned_state(&mut self, state: &Binding, span: Span) -> Binding {
        match state {
            Binding::Slot(s) => Binding::Slot(self.cloned_slot(*s, span)),
            Binding::Tuple(parts) => {
                Binding::Tuple(parts.iter().map(|p| self.cloned_state(p, span)).collect())
            }
            Binding::Option(some, payload) => Binding::Option(
                self.cloned_slot(*some, span),
                Box::new(self.cloned_state(payload, span)),
            ),
            Binding::Result(ok, parts) => Binding::Result(
                self.cloned_slot(*ok, span),
                Box::new([&parts[0], &parts[1]].map(|p| self.cloned_state(p, span))),
            ),
            other => other.clone(),
        }
    }
}
