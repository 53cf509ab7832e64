//! The loops of which methods of sequences consist: over indices, with updates, pushes and swaps.

use super::Target;
use crate::diagnostics::respan;
use crate::lower::control::flow::Finish;
use crate::lower::control::loops::Runs;
use crate::lower::places::place::Root;
use crate::lower::*;
use syn::Expr;

impl Lowerer<'_> {
    pub(super) fn index(&mut self, e: &Expr) -> Var {
        let v = self.operand_var(e);
        self.unify_var(v, &Ty::USIZE);
        v
    }

    pub(super) fn length(&mut self, t: &Target, span: Span) -> Var {
        self.len_of(Root::Slot(t.slot), &t.path, span)
    }

    /// A loop over the indices below a bound.
    pub(super) fn each_index(
        &mut self,
        n: Var,
        backward: bool,
        span: Span,
        body: impl FnOnce(&mut Self, Var),
    ) {
        let zero = self.int(0, span);
        self.each_between(zero, n, backward, span, body);
    }

    pub(super) fn each_between(
        &mut self,
        from: Var,
        to: Var,
        backward: bool,
        span: Span,
        body: impl FnOnce(&mut Self, Var),
    ) {
        let context = self.enter(None, false);
        let index = self.f.fresh_primal("i", Ty::USIZE, span);
        self.facts.named.insert(index);
        let adaptors = if backward { vec![Adaptor::Reverse] } else { Vec::new() };
        let runs = Runs::Range(Range { index, from, to, inclusive: false, adaptors });
        self.repeat_in(context, runs, span, |s| {
            body(s, index);
            s.finish_with(Value::Tuple(Vec::new()), Finish::Continue(context), span);
        });
        self.ssa.open_contexts.pop();
    }

    pub(super) fn set(&mut self, t: &Target, index: Var, x: Var, span: Span) {
        let mut path = t.path.clone();
        path.push(Step::Index(index));
        let root = self.current_version(Root::Slot(t.slot), span);
        self.new_version(t.slot, Op::Update(Place { root, path }, x), span);
    }

    pub(super) fn swap_elements(&mut self, t: &Target, i: Var, j: Var, span: Span) {
        let (mut a, mut b) = (t.path.clone(), t.path.clone());
        a.push(Step::Index(i));
        b.push(Step::Index(j));
        let root = self.current_version(Root::Slot(t.slot), span);
        self.new_version(t.slot, Op::Swap(root, a, b), span);
    }

    /// Overwrites a slice of this type with a sequence of the same length.
    pub fn put_back(
        &mut self,
        slot: SlotId,
        path: Vec<Step>,
        (ty, element): (Ty, Ty),
        elements: Var,
        span: Span,
    ) {
        let t = Target { slot, path, ty, element };
        let n = self.length(&t, span);
        self.each_index(n, false, span, |s, i| {
            let x = s.emit(
                "x",
                t.element.clone(),
                Op::Read(Place { root: elements, path: vec![Step::Index(i)] }),
                span,
            );
            s.set(&t, i, x, span);
        });
    }

    pub(super) fn push_to(&mut self, t: &Target, value: Value, span: Span) {
        if matches!(value, Value::Never(_)) {
            return;
        }
        let x = self.element(value, span);
        self.unify_var(x, &t.element);
        let end = self.growing_end(&t.ty);
        self.append(t.slot, &t.path, end, x, span);
    }

    /// An item as an owned element.
    pub(super) fn owned_element(&mut self, value: Value, span: Span) -> Var {
        let value = self.copy_referents(value, span);
        self.element_value(value, span)
    }

    /// Removes elements from the end until at most `n` are left.
    pub(super) fn shorten(&mut self, t: &Target, n: Var, span: Span) {
        let len = self.length(t, span);
        let over = self.saturating_sub(len, n, span);
        let end = self.growing_end(&t.ty);
        self.each_index(over, false, span, |s, _| {
            s.remove_at_end(t.slot, &t.path, end, t.element.clone(), span);
        });
    }

    pub(super) fn replace_by(
        &mut self,
        t: &Target,
        new: impl FnOnce(&mut Self) -> Var,
        span: Span,
    ) {
        let new = new(self);
        if t.path.is_empty() {
            self.ssa.env[t.slot] = Some(new);
            self.adopt(new, t.slot);
            return;
        }
        let root = self.current_version(Root::Slot(t.slot), span);
        self.new_version(t.slot, Op::Update(Place { root, path: t.path.clone() }, new), span);
    }

    /// Replaces each element by the old one at another index.
    pub(super) fn gather(
        &mut self,
        t: &Target,
        n: Var,
        span: Span,
        from: impl FnOnce(&mut Self, Var) -> Var,
    ) {
        let root = self.current_version(Root::Slot(t.slot), span);
        let of = if matches!(self.types.shallow(&t.ty), Ty::Slice(_)) {
            Ty::Vec(Box::new(t.element.clone()))
        } else {
            t.ty.clone()
        };
        let old = self.emit("old", of, Op::Read(Place { root, path: t.path.clone() }), span);
        self.each_index(n, false, span, |s, i| {
            let from = from(s, i);
            let x = s.emit(
                "x",
                t.element.clone(),
                Op::Read(Place { root: old, path: vec![Step::Index(from)] }),
                span,
            );
            s.set(t, i, x, span);
        });
    }

    /// Emits an assertion over the named values, with the panic message of std.
    pub fn check(&mut self, code: TokenStream, values: &[(&str, Var)], span: Span) {
        let captures = values
            .iter()
            .map(|(n, v)| Capture {
                name: n.to_string(),
                value: Tree::Leaf(*v),
                by_reference: false,
            })
            .collect();
        let opaque =
            Opaque { effect: true, ..Opaque::new(respan(code, span), captures, "a check") };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }
}
