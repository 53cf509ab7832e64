//! Reads and writes places: an assignment creates a new version of a slot
//! ([`crate::lower::places::place`]).

use crate::lower::places::place::*;
use crate::lower::*;
use syn::Expr;

/// The error for an assignment whose left side lowering takes for a value, or for a place behind a
/// shared reference. rustc would reject that, so the left side must be a mutable reference that
/// was not recognized.
const UNRESOLVED_REFERENCE: &str = "cannot infer that this is behind a mutable reference: \
                                    annotate the type of the reference, or change the variable \
                                    directly";

impl Lowerer<'_> {
    /// The value of a located expression: a reference stays one, a place is read.
    pub fn value_of(&mut self, located: Located, span: Span) -> Value {
        match located {
            Located::Spot(s) => match s.by {
                BorrowMode::Value => self.read(&s, span),
                BorrowMode::Shared => self.borrow(&s, span),
                BorrowMode::Unique => match s.root {
                    Root::Slot(slot) => Value::Alias(Alias { slot, path: s.path, ty: s.ty }),
                    Root::Var(v) => {
                        let slot = self.temporary_slot(v);
                        Value::Alias(Alias { slot, path: s.path, ty: s.ty })
                    }
                },
            },
            Located::Tuple(parts) => self.binding_value(&Binding::Tuple(parts), span),
            Located::Option(some, payload) => {
                self.binding_value(&Binding::Option(some, payload), span)
            }
            Located::Result(ok, parts) => self.binding_value(&Binding::Result(ok, parts), span),
            Located::Iter(iter) => Value::Iter(iter),
            Located::Cursor(items, passed) => {
                self.binding_value(&Binding::Cursor(items, passed), span)
            }
            Located::Value(v) => v,
            Located::Code(c) => self.value_of_code(c, span),
            Located::User(place) => self.read_user_place(&place, span),
        }
    }

    fn component(&self, s: &Spot, index: usize, ty: &Ty) -> Spot {
        let mut path = s.path.clone();
        path.push(Step::Field(index));
        Spot { root: s.root, path, ty: ty.clone(), by: s.by }
    }

    /// A copy of the value at a place.
    pub fn read(&mut self, s: &Spot, span: Span) -> Value {
        if let (Ty::Tuple(parts), false) = (self.types.shallow(&s.ty), s.path.is_empty()) {
            return Value::Tuple(
                parts
                    .iter()
                    .enumerate()
                    .map(|(i, t)| self.read(&self.component(s, i, t), span))
                    .collect(),
            );
        }
        let root = self.current_version(s.root, span);
        if s.path.is_empty() {
            return Value::Var(root, false);
        }
        // a part of a sequence has no value of its own: a pattern moves elements out of it
        if s.by == BorrowMode::Value
            && matches!(s.path.last(), Some(Step::Slice { .. }))
            && matches!(self.types.shallow(&s.ty), Ty::Slice(_))
        {
            return match self.borrow(s, span) {
                Value::Var(part, _) => Value::Var(part, false),
                value => value,
            };
        }
        let name = self.place_name(root, &s.path);
        Value::Var(
            self.emit(&name, s.ty.clone(), Op::Read(Place { root, path: s.path.clone() }), span),
            false,
        )
    }

    /// A shared reference to a place: a view of a sequence, a copy of a scalar.
    pub fn borrow(&mut self, s: &Spot, span: Span) -> Value {
        if let (Ty::Tuple(parts), false) = (self.types.shallow(&s.ty), s.path.is_empty()) {
            let parts: Vec<Value> = parts
                .iter()
                .enumerate()
                .map(|(i, t)| self.borrow(&self.component(s, i, t), span))
                .collect();
            return self.borrowed_whole(parts);
        }
        let root = self.current_version(s.root, span);
        if s.path.is_empty() {
            return Value::Var(root, true);
        }
        let name = self.place_name(root, &s.path);
        // a view of a place that turns out to be a scalar is read instead
        let ty = self.types.shallow(&s.ty);
        let memory = ty.is_sequence()
            || matches!(ty, Ty::Foreign(_))
            || self.types.kind(&s.ty) == Some(Kind::Any);
        let var = if memory {
            self.view(s.root, &s.path, &name, s.ty.clone(), span)
        } else {
            self.emit(&name, s.ty.clone(), Op::Read(Place { root, path: s.path.clone() }), span)
        };
        Value::Var(var, true)
    }

    pub fn read_alias(&mut self, a: &Alias, span: Span) -> Var {
        let value = self.read(&Self::alias_spot(a, BorrowMode::Value), span);
        self.single_variable(value, span)
    }

    /// `w_j` for `w[j]`, `w_at` for an index without a name.
    fn place_name(&self, root: Var, path: &[Step]) -> String {
        let base = self.f.name(root);
        match path.last() {
            Some(Step::Index(i)) if self.facts.named.contains(i) => {
                format!("{base}_{}", self.f.name(*i))
            }
            Some(Step::Slice { .. }) => format!("{base}_part"),
            Some(Step::Field(k)) => format!("{base}_{k}"),
            Some(Step::Member(member)) if member.name.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{base}_{}", member.name)
            }
            Some(Step::Member(member)) => member.name.clone(),
            _ => format!("{base}_at"),
        }
    }

    /// Assigns to a place.
    pub fn write(&mut self, located: Located, value: Value, at: &Expr) {
        let span = span_of(at);
        match located {
            Located::Spot(s)
                if s.by == BorrowMode::Unique
                    && matches!(value, Value::Alias(_) | Value::Var(_, true))
                    && !matches!(unparen(at), Expr::Unary(_)) =>
            {
                self.error(at, OTHER_REFERENCE);
            }
            Located::Spot(s) => self.write_spot(&s, value, at),
            Located::Option(_, payload)
                if matches!(*payload, Binding::Alias(_) | Binding::Unique(_))
                    || matches!(&value, Value::Option(m)
                        if matches!(m.payload, Payload::Unique(..))) =>
            {
                self.error(at, OTHER_REFERENCE);
            }
            Located::Tuple(parts) => {
                let values = self.stored_components(value, parts.len(), span);
                for (part, value) in parts.iter().zip(values) {
                    let place = self.locate_binding(part, span);
                    self.write(place, value, at);
                }
            }
            Located::Option(some, payload) => {
                self.refuse_replaced_option(&payload, &value, span);
                if let (Value::Option(m), Binding::Slot(slot)) = (&value, &*payload)
                    && let Payload::Value(Value::Tuple(_)) = &m.payload
                    && !matches!(self.types.shallow(&self.slots[*slot].ty), Ty::Tuple(_))
                {
                    return self.error(
                        at,
                        "cannot infer the type inside this `Option`: annotate it, as in `let mut \
                         best: Option<(usize, f64)> = None;`",
                    );
                }
                self.store_result(&Binding::Option(some, payload), value, span);
            }
            Located::Result(ok, parts) => {
                self.store_result(&Binding::Result(ok, parts), value, span)
            }
            Located::Value(Value::Alias(a)) => {
                self.write_spot(&Self::alias_spot(&a, BorrowMode::Value), value, at)
            }
            Located::Iter(_) | Located::Cursor(..) => self.error(
                at,
                "assigning to an iterator is \
                not supported",
            ),
            Located::Value(Value::Never(_)) => {}
            Located::Value(Value::Var(v, _)) if self.is_error(v) => {}
            Located::Value(_) => self.error(at, reason_not_assignable(at)),
            Located::User(place) => self.write_user_place(&place, value, at),
            Located::Code(_) => self.error(
                at,
                "a differentiated function cannot write to a static or another place outside it: \
                 pass the value in, and return the new one",
            ),
        }
    }

    fn write_spot(&mut self, s: &Spot, value: Value, at: &Expr) {
        let span = span_of(at);
        if matches!(value, Value::Never(_)) {
            return;
        }
        let Root::Slot(slot) = s.root else {
            self.error(
                at,
                "this place is borrowed or temporary, so it cannot be assigned to: write to the \
                 variable directly",
            );
            return;
        };
        if s.path.is_empty() {
            return self.write_slot(slot, s, value, at);
        }
        if !self.slots[slot].reference && !self.slots[slot].mutable {
            return self.refuse_unresolved_reference(at);
        }
        if self.slots[slot].reference && !self.slots[slot].unique {
            self.error(
                at,
                "this place is behind a shared reference, so it cannot be assigned to: make a \
                 mutable copy with `.to_vec()` first",
            );
            return;
        }
        match (self.types.shallow(&s.ty), value) {
            (Ty::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                for (i, (ty, value)) in parts.iter().zip(values).enumerate() {
                    let part = self.component(s, i, ty);
                    self.write_spot(&part, value, at);
                }
            }
            (_, value @ Value::Tuple(_)) => {
                let var = self.element_value(value, span);
                self.unify_var(var, &s.ty);
                self.update(slot, &s.path, var, span);
            }
            (_, value) => {
                let var = self.scalar(value, span);
                self.unify_var(var, &s.ty);
                self.update(slot, &s.path, var, span);
            }
        }
    }

    /// Reports an assignment through a mutable reference that was not recognized, unless an
    /// earlier error may be the reason.
    fn refuse_unresolved_reference(&mut self, at: &Expr) {
        if self.diagnostics.is_empty() {
            self.error(at, UNRESOLVED_REFERENCE);
        }
    }

    fn write_slot(&mut self, slot: SlotId, s: &Spot, value: Value, at: &Expr) {
        let span = span_of(at);
        let ty = self.slots[slot].ty.clone();
        if let (Value::Tuple(parts), Ty::Infer(_)) = (&value, self.types.shallow(&ty)) {
            // declared without a type or value, and assigned a tuple
            let _ = parts;
            let failed = self.fail(
                at,
                "cannot infer the type of a tuple that is declared without a value: annotate it, \
                 as in `let p: (f64, f64);`",
            );
            let reported = self.scalar(failed, span);
            self.unify_var(reported, &ty);
            self.ssa.env[slot] = Some(reported);
            return;
        }
        if self.ssa.env[slot].is_some() && !self.slots[slot].unique && !self.slots[slot].mutable {
            return self.refuse_unresolved_reference(at);
        }
        let reference = matches!(value, Value::Var(_, true) | Value::Alias(_));
        let var = self.scalar(value, span);
        self.unify_var(var, &ty);
        let sequence = self.shallow(var).is_sequence();
        if reference && s.by != BorrowMode::Value && sequence {
            self.error(at, "reassigning this reference is not supported yet: use indices");
            return;
        }
        if reference && sequence && self.ssa.env[slot].is_none() {
            self.slots[slot].reference = true;
        }
        let var = self.own_or_copy(var, true, span);
        self.adopt(var, slot);
        let old = self.ssa.env[slot].replace(var);
        self.invalidate_moved(var, slot);
        self.refuse_late_guard(slot, old, var, span);
        self.replace(slot, old, span);
    }

    /// A `Vec` is moved: a variable that held it, and may be assigned another one, no longer has a
    /// value.
    pub fn invalidate_moved(&mut self, var: Var, to: SlotId) {
        if !self.slots[to].reference {
            self.invalidate_holders(var, Some(to));
        }
    }

    /// A value that is moved into another one. For a type that only rustc knows it is unknown
    /// whether the variable still holds the value. If the variable was declared before the
    /// innermost loop, the next iteration may read it, so the value is copied.
    pub fn moved_value(&mut self, var: Var, span: Span) -> Var {
        self.invalidate_holders(var, None);
        let unresolved = matches!(self.shallow(var), Ty::Projected(_) | Ty::Infer(_));
        if unresolved && self.is_read_by_next_iteration(var) {
            self.own_or_copy(var, true, span)
        } else {
            var
        }
    }

    fn invalidate_holders(&mut self, var: Var, to: Option<SlotId>) {
        if !matches!(self.shallow(var), Ty::Vec(_) | Ty::Deque(_)) {
            return;
        }
        for slot in 0..self.ssa.env.len() {
            if Some(slot) != to
                && self.ssa.env[slot] == Some(var)
                && self.slots[slot].mutable
                && !self.slots[slot].reference
            {
                self.ssa.env[slot] = None;
            }
        }
    }

    /// Names a temporary after the slot it is assigned to.
    pub fn adopt(&mut self, var: Var, slot: SlotId) {
        if self.facts.named.insert(var) {
            self.f.vars[var.0 as usize].name = self.slots[slot].name.as_str().into();
        }
    }

    /// A new version of a slot, with the element at the path overwritten.
    pub fn update(&mut self, slot: SlotId, path: &[Step], value: Var, span: Span) {
        self.check_changed_copy(slot, path, span);
        let root = self.current_version(Root::Slot(slot), span);
        self.new_version(slot, Op::Update(Place { root, path: path.to_vec() }, value), span);
    }

    /// A new version of a slot by the given operation.
    pub fn new_version(&mut self, slot: SlotId, op: Op, span: Span) {
        let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].ty.clone());
        let var = self.emit(&name, ty, op, span);
        self.facts.named.insert(var);
        self.ssa.env[slot] = Some(var);
    }

    /// A whole copy.
    pub fn copy(&mut self, var: Var, span: Span) -> Var {
        let (name, ty) = (self.f.name(var).to_string(), self.ty(var));
        self.emit(&name, ty, Op::Read(Place::of_var(var)), span)
    }
}
