//! Methods that ask a Vec, slice or array for its length, or change which elements a Vec has.

use super::maybe::{Maybe, Payload};
use super::methods::CHAINS;
use super::place::{By, Root, Spot, unparen};
use super::*;
use crate::primitives::Prim;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    pub fn len_call(&mut self, m: &ExprMethodCall, is_empty: bool) -> Value {
        let span = m.method.span();
        let whole = Expr::MethodCall(m.clone());
        let ty = if is_empty { Ty::Bool } else { Ty::USIZE };
        if matches!(unparen(&m.receiver), Expr::Range(_)) {
            return self.opaque_expr(&whole, Some(ty));
        }
        if let Expr::MethodCall(inner) = unparen(&m.receiver)
            && matches!(inner.method.to_string().as_str(), "iter" | "iter_mut")
        {
            let mut of = m.clone();
            of.receiver = inner.receiver.clone();
            return self.len_call(&of, is_empty);
        }
        if let Expr::MethodCall(inner) = unparen(&m.receiver)
            && CHAINS.contains(&(inner.method.to_string().as_str(), inner.args.len()))
        {
            return self.opaque_expr(&whole, Some(ty));
        }
        let located = self.locate(&m.receiver);
        if Self::is_const_located(&located) {
            return self.opaque_expr(&whole, Some(ty));
        }
        let Some((root, path, of)) = self.as_place(located) else {
            return self.fail(&m.receiver, "this has no length that the compiler can see");
        };
        if matches!(self.types.shallow(&of), Ty::Text(_) | Ty::Foreign(_)) {
            return self.opaque_expr(&whole, Some(ty));
        }
        if self.types.element(&of).is_none() {
            return self.fail(&m.receiver, "this is not an array, slice or Vec as far as the compiler can see");
        }
        let len = self.len_of(root, &path, span);
        if !is_empty {
            return Value::Var(len, false);
        }
        let zero = self.int(0, span);
        self.prim("is_empty", Prim::Eq, vec![len, zero], span)
    }

    /// Appends to the vector at a place.
    pub fn append(&mut self, slot: SlotId, path: &[Step], x: Var, span: Span) {
        let root = self.current(Root::Slot(slot), span);
        self.new_version(slot, Op::Push(Place { root, path: path.to_vec() }, x), span);
    }

    /// Removes the last element of the vector at a place.
    pub fn remove_last(&mut self, slot: SlotId, path: &[Step], element: Ty, span: Span) -> Var {
        let root = self.current(Root::Slot(slot), span);
        let x = self.f.fresh_primal("popped", element, span);
        let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].ty.clone());
        let rest = self.f.fresh_primal(name, ty, span);
        self.named.insert(rest);
        self.push(vec![rest, x], Op::Pop(Place { root, path: path.to_vec() }), span);
        self.env[slot] = Some(rest);
        x
    }

    pub fn push_call(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let Some(arg) = m.args.first() else { return Value::Never };
        let Some((slot, path, ty)) = self.changed(m) else { return Value::Tuple(Vec::new()) };
        let value = self.operand(arg);
        if matches!(value, Value::Never) {
            return Value::Never;
        }
        let x = self.element_value(value, span);
        if matches!(self.types.shallow(&ty), Ty::Infer(_)) {
            let vec = Ty::Vec(Box::new(self.types.any()));
            self.types.unify(&ty, &vec);
        }
        if let Some(element) = self.types.element(&ty) {
            self.unify_var(x, &element);
        }
        self.append(slot, &path, x, span);
        Value::Tuple(Vec::new())
    }

    /// `v.pop().unwrap()`
    pub fn pop(&mut self, m: &ExprMethodCall) -> Value {
        match self.changed(m) {
            Some((slot, path, ty)) => self.pop_from(slot, path, ty, m),
            None => Value::Never,
        }
    }

    pub fn pop_from(&mut self, slot: SlotId, path: Vec<Step>, ty: Ty, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let Some(element) = self.types.element(&ty) else {
            return self.fail(&m.receiver, "this is not a Vec as far as the compiler can see; annotate the `let` it comes from");
        };
        let mut components = None;
        if let Ty::Tuple(_) = self.types.shallow(&element) {
            // the components are read, and the tuple is dropped
            let len = self.len_of(Root::Slot(slot), &path, span);
            let one = self.int(1, span);
            let last = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, one]), span);
            let mut path = path.clone();
            path.push(Step::Index(last));
            components = Some(self.read(&Spot { root: Root::Slot(slot), path, ty: element.clone(), by: By::Value }, span));
        }
        let x = self.remove_last(slot, &path, element, span);
        components.unwrap_or(Value::Var(x, false))
    }

    /// `v.pop()`: an `Option`.
    pub fn pop_maybe(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let Some((slot, path, ty)) = self.changed(m) else { return Value::Never };
        let len = self.len_of(Root::Slot(slot), &path, span);
        let zero = self.int(0, span);
        let some = self.prim("t", Prim::Gt, vec![len, zero], span);
        let some = self.scalar(some, span);
        let value = self.choose(some, span, |s| s.pop_from(slot, path, ty, m), |_| Value::Never);
        Value::Maybe(Box::new(Maybe { some, payload: Payload::Value(value) }))
    }

    pub fn swap_call(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let mut args = m.args.iter();
        let (Some(i), Some(j)) = (args.next(), args.next()) else { return Value::Never };
        let Some((slot, path, ty)) = self.changed(m) else { return Value::Tuple(Vec::new()) };
        let (i, j) = (self.operand_var(i), self.operand_var(j));
        for index in [i, j] {
            self.unify_var(index, &Ty::USIZE);
        }
        let _ = self.types.element(&ty);
        let root = self.current(Root::Slot(slot), span);
        let (mut a, mut b) = (path.clone(), path);
        a.push(Step::Index(i));
        b.push(Step::Index(j));
        self.new_version(slot, Op::Swap(root, a, b), span);
        Value::Tuple(Vec::new())
    }

    pub fn clear_call(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let Some((slot, path, ty)) = self.changed(m) else { return Value::Tuple(Vec::new()) };
        let _ = self.types.element(&ty);
        if path.is_empty() {
            self.new_version(slot, Op::Array(Vec::new()), span);
        } else {
            let empty = self.emit("empty", ty, Op::Array(Vec::new()), span);
            let root = self.current(Root::Slot(slot), span);
            self.new_version(slot, Op::Update(Place { root, path }, empty), span);
        }
        Value::Tuple(Vec::new())
    }
}
