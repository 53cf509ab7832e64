//! Iterators as arguments: `mean(v.iter().map(f))` → the items are collected, and the function
//! iterates over them ([`crate::item`] has the callee's side).
//!
//! The function need not consume all items. So collecting them must have no effect: it must change
//! no variable, and nothing behind a shared reference that opaque code may hold.

use crate::lower::*;
use syn::Expr;

impl Lowerer<'_> {
    /// An iterator as an argument: the function takes the collected items. It may not consume all
    /// of them, so computing one must have no other effect.
    pub fn collect_argument(&mut self, e: &Expr, iter: &Iter, span: Span) -> Value {
        let before = self.ssa.env.clone();
        let borrows = std::cell::Cell::new(false);
        let value = self
            .collect_items_as(iter, span, |item| borrows.set(matches!(item, Value::Var(_, true))));
        if let Some(slot) =
            before.iter().zip(&self.ssa.env).position(|(was, is)| was.is_some() && was != is)
        {
            let what = format!("changes `{}`", self.slots[slot].name);
            return self.fail(e, message(&what));
        }
        if let Value::Var(v, _) = value {
            self.facts.iterated.insert(v, borrows.get());
        }
        value
    }

    /// Reports code in the loops over passed iterators that may have effects. (Effects of opaque
    /// code show only at the end.)
    pub fn check_iterated(&mut self, block: &Block) {
        for l in &block.lets {
            if l.vars.iter().any(|v| self.facts.iterated.contains_key(v))
                && l.op.blocks().iter().any(|b| self.may_change_more(b))
            {
                self.diagnostics.error(l.span, message("may have side effects"));
            }
            l.op.blocks().iter().for_each(|inner| self.check_iterated(inner));
        }
    }

    /// Whether operations may have effects besides their results: opaque code that holds a value
    /// with mutable state behind a shared reference.
    fn may_change_more(&self, block: &Block) -> bool {
        let is_number = |v: Var| self.holds_numbers(&self.ty(v));
        block.lets.iter().any(|l| match &l.op {
            Op::Opaque(o) => {
                o.effect || !o.captures.iter().flat_map(|c| c.value.leaves()).all(is_number)
            }
            op => op.blocks().iter().any(|inner| self.may_change_more(inner)),
        })
    }

    /// Whether a type consists of numbers, bools and strings, and sequences of these.
    fn holds_numbers(&self, ty: &Ty) -> bool {
        match self.types.shallow(ty) {
            Ty::Real(_) | Ty::Int(_) | Ty::Bool | Ty::Text(_) => true,
            Ty::Array(of, _)
            | Ty::Slice(of)
            | Ty::Vec(of)
            | Ty::Deque(of)
            | Ty::Sequence(of, _) => self.holds_numbers(&of),
            open @ Ty::Infer(_) => self.types.kind(&open).is_some_and(|kind| kind != Kind::Any),
            _ => false,
        }
    }
}

fn message(what: &str) -> String {
    format!(
        "each item of this iterator {what}, and the called function may stop early: collect the \
         items before, and pass the collection"
    )
}
