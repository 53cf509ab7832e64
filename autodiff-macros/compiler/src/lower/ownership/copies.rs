//! Copies of closures: each copy owns the captures of a `move` closure, with their values at the
//! time of the copy.
//!
//! A closure is used by value where its variable is read: `let b = a`, `map(a)`, an argument, a
//! capture of another `move` closure. A closure that is not `Copy` is moved there, so the original
//! is not used again. `&mut a` is the closure itself ([`Closure::is_borrowed`]).

use crate::lower::places::place::BorrowMode;
use crate::lower::*;
use functions::closure::Callable;
use iterate::Items;

/// How a value gets a second owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyKind {
    /// Used by value: a value that is not `Copy` is moved.
    Used,
    /// `clone`
    Cloned,
}

impl Lowerer<'_> {
    /// A value that is used: closures in it own copies of their captures.
    pub fn own_closures(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Closure(c) => Value::Closure(self.copied_closure(&c, CopyKind::Used, span)),
            Value::Tuple(parts) if parts.iter().any(Value::has_closures) => {
                Value::Tuple(parts.into_iter().map(|part| self.own_closures(part, span)).collect())
            }
            value => value,
        }
    }

    /// The target of a reference, used by value.
    pub fn own_closures_of_referent(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Closure(c) if c.is_borrowed => {
                Value::Closure(self.copy_closure(&c, CopyKind::Used, span))
            }
            value => value,
        }
    }

    /// A reference to a closure, which keeps its captures.
    pub fn borrowed_value(&mut self, value: Value) -> Value {
        match value {
            Value::Closure(c) if !c.is_borrowed && self.has_state(&c) => {
                let mut reference = (*c).clone();
                reference.is_borrowed = true;
                Value::Closure(Rc::new(reference))
            }
            value => value,
        }
    }

    /// A clone of a closure, also behind a reference.
    pub fn cloned_closure(&mut self, c: &Rc<Closure>, span: Span) -> Rc<Closure> {
        if self.has_state(c) { self.copy_closure(c, CopyKind::Cloned, span) } else { c.clone() }
    }

    /// A closure with its own captures, if they may change.
    pub fn copied_closure(&mut self, c: &Rc<Closure>, how: CopyKind, span: Span) -> Rc<Closure> {
        if c.is_borrowed || !self.has_state(c) {
            c.clone()
        } else {
            self.copy_closure(c, how, span)
        }
    }

    fn copy_closure(&mut self, c: &Closure, how: CopyKind, span: Span) -> Rc<Closure> {
        let mut copy = c.clone();
        copy.is_borrowed = false;
        for k in copy.owned_bindings.clone() {
            if let Some((name, binding)) = c.scope.get(k) {
                copy.scope[k].1 = self.copied_binding(name, binding, how, span);
            }
        }
        Rc::new(copy)
    }

    /// The callee of an adaptor, with its own captures.
    pub fn copied_callable(&mut self, f: &Callable, span: Span) -> Callable {
        match f {
            Callable::Closure(c) => {
                Callable::Closure(self.copied_closure(c, CopyKind::Cloned, span))
            }
            Callable::Path(_) | Callable::Parameter(..) => f.clone(),
        }
    }

    /// Items whose closures have their own captures.
    pub fn copied_items(&mut self, items: &Items, span: Span) -> Items {
        let inner = |s: &mut Self, items: &Items| Box::new(s.copied_items(items, span));
        match items {
            Items::Map(i, f) => Items::Map(inner(self, i), self.copied_callable(f, span)),
            Items::Enumerate(i) => Items::Enumerate(inner(self, i)),
            Items::Zip(a, b) => Items::Zip(inner(self, a), inner(self, b)),
            Items::Rev(i, n) => Items::Rev(inner(self, i), *n),
            Items::Skip(i, n) => Items::Skip(inner(self, i), *n),
            Items::Take(i, n) => Items::Take(inner(self, i), *n),
            Items::StepBy(i, n) => Items::StepBy(inner(self, i), *n),
            Items::Copied(i) => Items::Copied(inner(self, i)),
            Items::Cycle(i, n) => Items::Cycle(inner(self, i), *n),
            Items::Elements { .. }
            | Items::Table(_)
            | Items::Counting { .. }
            | Items::Parts { .. }
            | Items::OfArray(_)
            | Items::Repeat(_) => {
                self.note_cloned_items(items, span);
                items.clone()
            }
        }
    }

    /// Records the values that a clone of an iterator clones.
    pub fn note_cloned_items(&mut self, items: &Items, span: Span) {
        match items {
            Items::Elements { element, by: BorrowMode::Value, .. } => {
                self.note_clone(element, span)
            }
            Items::Repeat(value) => self.note_clones_of_values(value, span),
            Items::Elements { .. }
            | Items::Table(_)
            | Items::Counting { .. }
            | Items::Parts { .. }
            | Items::OfArray(_) => {}
            Items::Zip(a, b) => {
                self.note_cloned_items(a, span);
                self.note_cloned_items(b, span);
            }
            Items::Map(i, _)
            | Items::Enumerate(i)
            | Items::Rev(i, _)
            | Items::Skip(i, _)
            | Items::Take(i, _)
            | Items::StepBy(i, _)
            | Items::Copied(i)
            | Items::Cycle(i, _) => self.note_cloned_items(i, span),
        }
    }

    /// Records the clones of a value that is an item. The clone of a reference clones nothing
    /// else.
    pub fn note_clones_of_values(&mut self, item: &Value, span: Span) {
        match item {
            Value::Var(_, false) => self.note_clones(item, span),
            Value::Tuple(parts) => {
                parts.iter().for_each(|part| self.note_clones_of_values(part, span))
            }
            _ => {}
        }
    }

    /// A captured variable of a copy.
    pub fn copied_binding(
        &mut self,
        name: &str,
        binding: &Binding,
        how: CopyKind,
        span: Span,
    ) -> Binding {
        match binding {
            Binding::Closure(c) => Binding::Closure(self.copied_closure(c, how, span)),
            Binding::Iter(i) if how == CopyKind::Cloned => {
                Binding::Iter(Rc::new(self.cloned_iter(i, span)))
            }
            Binding::Cursor(items, passed) => {
                let front = self.cloned_slot(passed.front, span);
                let back = passed.back.map(|back| self.cloned_slot(back, span));
                Binding::Cursor(items.clone(), PassedItems { front, back })
            }
            Binding::Window(window) => {
                let slots = window.slots().map(|slot| self.cloned_slot(slot, span));
                Binding::Window(Box::new(window.with_slots(slots)))
            }
            Binding::Slot(_) | Binding::Tuple(_) | Binding::Option(..) | Binding::Result(..)
                if how == CopyKind::Cloned =>
            {
                self.cloned_state(binding, span)
            }
            binding => self.moved_in(name, binding, span),
        }
    }

    /// Whether values that a closure owns may change.
    fn has_state(&self, c: &Closure) -> bool {
        c.owned_bindings
            .iter()
            .filter_map(|k| c.scope.get(*k))
            .any(|(_, binding)| self.is_state(binding))
    }

    fn is_state(&self, binding: &Binding) -> bool {
        match binding {
            Binding::Closure(c) => !c.is_borrowed && self.has_state(c),
            Binding::Iter(_) | Binding::Cursor(..) | Binding::Window(_) => true,
            Binding::Alias(_) => false,
            binding => Self::slots_of(binding)
                .iter()
                .any(|s| self.slots[*s].mutable && !self.slots[*s].unique),
        }
    }
}

impl Value {
    fn has_closures(&self) -> bool {
        match self {
            Value::Closure(_) => true,
            Value::Tuple(parts) => parts.iter().any(Value::has_closures),
            _ => false,
        }
    }
}
