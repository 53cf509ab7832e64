//! Merges the arms of a branch: slots with different versions, and values, which are converted to
//! one shape.

use crate::lower::control::flow::{Code, End, Exit};
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::library::result::ResultValue;
use crate::lower::*;
use std::rc::Rc;

impl Lowerer<'_> {
    pub fn merge_slot(
        &mut self,
        slot: SlotId,
        before: &[Option<Var>],
        ends: &mut [End],
        vars: &mut Vec<Var>,
        span: Span,
    ) {
        let old = before.get(slot).copied().flatten();
        let mut news = ends
            .iter()
            .filter(|e| !matches!(e.exit, Exit::Panic))
            .map(|e| e.env.get(slot).copied().flatten());
        if news.all(|n| n == old) {
            return;
        }
        let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].ty.clone());
        for end in ends.iter_mut() {
            let var = match end.env.get(slot).copied().flatten() {
                Some(v) => v,
                None => self.write_in_arm(end, |s| s.emit(&name, ty.clone(), Op::Blank, span)),
            };
            end.block.results.push(var);
        }
        let var = self.f.fresh_primal(name, ty, span);
        self.facts.named.insert(var);
        vars.push(var);
        self.ssa.env[slot] = Some(var);
    }

    pub fn merge_values(
        &mut self,
        (tag, before): (Var, &[Option<Var>]),
        ends: &mut [End],
        vars: &mut Vec<Var>,
        span: Span,
    ) -> Option<Value> {
        if ends.iter().any(|e| has_value(e) && e.value.is_unique()) {
            self.diagnostics.error(
                span,
                "a branch that selects a `&mut` reference is not supported yet: write to the \
                 places inside the branch",
            );
        }
        if let Some(inclusive) = self.ends_of_ranges(ends) {
            let Value::Tuple(limits) = self.merge_values((tag, before), ends, vars, span)? else {
                return None;
            };
            let [Value::Var(from, _), Value::Var(to, _)] = limits[..] else { return None };
            let range = Items::Counting { from, to: Some(to), inclusive };
            return Some(Value::Iter(Rc::new(Iter::Items(range))));
        }
        self.settle_ranges(ends, span);
        for end in ends.iter_mut().filter(|e| has_value(e) && e.value.has_option()) {
            let value = end.value.clone();
            end.value = self.write_in_arm(end, |s| s.settled(value, span));
        }
        if ends.iter().any(|e| has_value(e) && e.value.has_result()) {
            let mut of_results: Vec<&mut End> = ends.iter_mut().filter(|e| has_value(e)).collect();
            self.make_results_alike(&mut of_results, span);
        }
        let Some(shape) = self.common_shape(ends, span) else {
            let reached = ends.iter().find(|e| e.exit.may_be(Code::Normal));
            return reached.map(|e| e.value.clone());
        };
        if let Value::Var(v, _) = shape
            && matches!(self.shallow(v), Ty::Function(_))
        {
            self.diagnostics.error(
                span,
                "a branch that selects a function is not supported: call it inside the branch",
            );
            return Some(shape);
        }
        if let Value::Closure(_) | Value::Iter(_) = shape {
            self.check_same(ends, &shape, span);
            return Some(shape);
        }
        for k in 0..ends.len() {
            if has_value(&ends[k]) {
                let value = ends[k].value.clone();
                let lengths =
                    self.lengths_of_chosen(ends.iter().filter(|e| has_value(e)).map(|e| &e.value));
                ends[k].value = self
                    .write_in_arm(&mut ends[k], |s| s.copy_chosen(value, lengths.len() == 1, span));
            }
        }
        // an arm without a value has a placeholder of the type of the copies
        let copied = ends.iter().filter(|e| has_value(e)).map(|e| e.value.clone());
        let shape = copied.reduce(Value::shape_of_both).unwrap_or(shape);
        let mut outer: HashSet<Var> = before.iter().flatten().copied().collect();
        outer.extend(self.f.params.iter().copied());
        let mut columns: Vec<Vec<(Var, bool)>> = Vec::new();
        for end in ends.iter_mut() {
            let value = if has_value(end) { Some(end.value.clone()) } else { None };
            let outer = &outer;
            let shape = &shape;
            columns.push(self.write_in_arm(end, |s| {
                let mut leaves = Vec::new();
                s.conform(value, shape, outer, &mut leaves, span);
                leaves
            }));
        }
        let merged = self.merge_columns(tag, ends, columns, vars, span);
        refill(&shape, &mut merged.into_iter())
    }

    /// If the arms have different ranges, not known to be of indices, replaces each by its limits,
    /// and returns whether the ranges are inclusive.
    fn ends_of_ranges(&self, ends: &mut [End]) -> Option<bool> {
        let mut ranges = Vec::new();
        for end in ends.iter().filter(|e| has_value(e)) {
            let Value::Iter(iter) = &end.value else { return None };
            let Iter::Items(Items::Counting { from, to: Some(to), inclusive }) = **iter else {
                return None;
            };
            ranges.push((iter.clone(), [from, to], inclusive));
        }
        let (first, _, inclusive) = ranges.first().cloned()?;
        let is_of_indices = |[from, to]: [Var; 2], inclusive: bool| {
            !inclusive && [from, to].iter().any(|v| self.shallow(*v) == Ty::USIZE)
        };
        let differ = ranges.iter().any(|(range, ..)| !Rc::ptr_eq(range, &first));
        let may_be_merged =
            ranges.iter().all(|(_, limits, of)| *of == inclusive && !is_of_indices(*limits, *of));
        if !differ || !may_be_merged {
            return None;
        }
        for (end, (_, limits, _)) in ends.iter_mut().filter(|e| has_value(e)).zip(ranges) {
            end.value = Value::Tuple(limits.iter().map(|v| Value::Var(*v, false)).collect());
        }
        Some(inclusive)
    }

    /// Makes values of ranges that differ between the arms.
    fn settle_ranges(&mut self, ends: &mut [End], span: Span) {
        let mut ranges = Vec::new();
        for end in ends.iter().filter(|e| has_value(e)) {
            match &end.value {
                Value::Iter(iter) => ranges.push(iter.clone()),
                _ => return,
            }
        }
        if ranges.windows(2).all(|pair| Rc::ptr_eq(&pair[0], &pair[1])) {
            return;
        }
        for (end, range) in ends.iter_mut().filter(|e| has_value(e)).zip(ranges) {
            if let Some(range) = self.write_in_arm(end, |s| s.range_value(&range, span)) {
                end.value = Value::Var(range, false);
            }
        }
    }

    /// The common shape of the values of all arms. If one is a flattened `Option`, all values that
    /// stand for an `Option` are flattened. `None` if no arm has a value.
    fn common_shape(&mut self, ends: &mut [End], span: Span) -> Option<Value> {
        let shape_of = |ends: &[End]| {
            ends.iter()
                .filter(|e| has_value(e))
                .map(|e| e.value.clone())
                .reduce(Value::shape_of_both)
        };
        let shape = shape_of(ends)?;
        // a value that an arm has as one variable may be all that determines the payload of an
        // `Option`
        Some(if shape.has_option() {
            for end in ends.iter_mut().filter(|e| has_value(e)) {
                let value = end.value.clone();
                end.value = self.write_in_arm(end, |s| s.destructured_as(value, &shape, span));
            }
            shape_of(ends).unwrap_or(shape)
        } else {
            shape
        })
    }

    /// Reports closures or iterators that differ between the arms.
    fn check_same(&mut self, ends: &[End], shape: &Value, span: Span) {
        let same = ends.iter().filter(|e| has_value(e)).all(|e| match (&e.value, shape) {
            (Value::Closure(a), Value::Closure(b)) => Rc::ptr_eq(a, b),
            (Value::Iter(a), Value::Iter(b)) => Rc::ptr_eq(a, b),
            _ => false,
        });
        if !same {
            self.diagnostics.error(
                span,
                "a branch that selects a closure or an iterator is not supported: use it inside \
                 the branch",
            );
        }
    }

    /// New variables for the leaves of the arms' values, which become results of the arms; with
    /// whether each is a reference. One that is true in the first arm and false in the other is the
    /// tag.
    fn merge_columns(
        &mut self,
        tag: Var,
        ends: &mut [End],
        columns: Vec<Vec<(Var, bool)>>,
        vars: &mut Vec<Var>,
        span: Span,
    ) -> Vec<(Var, bool)> {
        let first: Vec<(Var, bool)> = ends
            .iter()
            .zip(&columns)
            .find(|(e, _)| has_value(e))
            .map(|(_, c)| c.clone())
            .unwrap_or_default();
        let mut merged = Vec::new();
        for (i, (v, _)) in first.iter().enumerate() {
            if is_tag(ends, &columns, i) {
                merged.push((tag, false));
                continue;
            }
            let ty = self.ty(*v);
            // if one arm has an owned value, what another arm reads behind a reference is a value
            // too
            let mut reference = true;
            for ((var, of_arm), end) in columns.iter().filter_map(|c| c.get(i)).zip(ends.iter()) {
                if has_value(end) {
                    self.unify_var(*var, &ty);
                    reference &= of_arm;
                }
            }
            for (end, column) in ends.iter_mut().zip(&columns) {
                end.block.results.extend(column.get(i).map(|(v, _)| *v));
            }
            let var = self.f.fresh_primal("value", ty, span);
            vars.push(var);
            merged.push((var, reference));
        }
        merged
    }

    /// The lengths of the sequences behind references that arms return: a single length if all are
    /// arrays of that length.
    fn lengths_of_chosen<'v>(
        &self,
        values: impl Iterator<Item = &'v Value>,
    ) -> HashSet<Option<String>> {
        fn note_length(s: &Lowerer<'_>, value: &Value, lengths: &mut HashSet<Option<String>>) {
            match value {
                Value::Var(v, true) => match s.shallow(*v) {
                    Ty::Array(_, n) => drop(lengths.insert(Some(n.to_string()))),
                    ty if ty.is_sequence() => lengths.extend([None, Some(String::new())]),
                    _ => {}
                },
                Value::Tuple(parts) => parts.iter().for_each(|p| note_length(s, p, lengths)),
                Value::Option(m) => {
                    if let Payload::Value(value) = &m.payload {
                        note_length(s, value, lengths);
                    }
                }
                _ => {}
            }
        }
        let mut lengths = HashSet::default();
        values.for_each(|value| note_length(self, value, &mut lengths));
        lengths
    }

    /// The value of an arm, with copies of sequences behind references. A chosen reference whose
    /// uses were not moved into the arms (`chosen`) refers to such a copy.
    fn copy_chosen(&mut self, value: Value, arrays: bool, span: Span) -> Value {
        match value {
            Value::Var(v, true) if self.shallow(v).is_sequence() => {
                let ty = match self.shallow(v) {
                    ty @ Ty::Array(..) if arrays => ty,
                    ty @ Ty::Deque(_) => ty,
                    ty => ty
                        .element()
                        .map_or(ty.clone(), |element| Ty::Vec(Box::new(element.clone()))),
                };
                let name = self.f.name(v).to_string();
                Value::Var(self.emit(&name, ty, Op::Read(Place::of_var(v)), span), true)
            }
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.copy_chosen(p, arrays, span)).collect())
            }
            Value::Option(m) => match m.payload {
                Payload::Value(value) => {
                    let payload = Payload::Value(self.copy_chosen(value, arrays, span));
                    Value::Option(Box::new(OptionValue { some: m.some, payload }))
                }
                _ => Value::Option(m),
            },
            value => value,
        }
    }

    /// The leaves of an arm's value, in the nesting of `shape`; placeholders if it has none.
    fn conform(
        &mut self,
        value: Option<Value>,
        shape: &Value,
        outer: &HashSet<Var>,
        leaves: &mut Vec<(Var, bool)>,
        span: Span,
    ) {
        match (shape, value) {
            (Value::Tuple(parts), Some(value)) => {
                let values = self.stored_components(value, parts.len(), span);
                for (part, value) in parts.iter().zip(values) {
                    self.conform(Some(value), part, outer, leaves, span);
                }
            }
            (Value::Tuple(parts), None) => {
                for part in parts {
                    self.conform(None, part, outer, leaves, span);
                }
            }
            (Value::Option(like), value) => self.conform_option(value, like, outer, leaves, span),
            (Value::Result(like), value) => self.conform_result(value, like, outer, leaves, span),
            (Value::Closure(_) | Value::Iter(_), _) => {
                self.diagnostics.error(
                    span,
                    "a branch that selects a closure or an iterator is not supported: use it \
                     inside the branch",
                );
            }
            (_, Some(Value::Result(o))) => {
                let v = self.whole_result(&o, None, span);
                leaves.push((v, false));
            }
            (_, Some(Value::Option(m))) => {
                let v = self.wrapped(&m, span);
                leaves.push((v, false));
            }
            (_, Some(value @ (Value::Iter(_) | Value::Closure(_) | Value::Tuple(_)))) => {
                let v = self.report_no_variable(&value, span);
                leaves.push((v, false));
            }
            (_, Some(Value::Var(v, reference))) => {
                let v =
                    if self.must_be_copied(v, reference, outer) { self.copy(v, span) } else { v };
                leaves.push((v, reference));
            }
            (_, Some(Value::Alias(a))) => {
                if self.types.shallow(&a.ty).is_sequence() {
                    self.diagnostics.error(
                        span,
                        "a branch that selects this reference is not supported yet: use it inside \
                         the branch",
                    );
                }
                let v = self.read_alias(&a, span);
                leaves.push((v, true));
            }
            (Value::Var(like, _), _) => {
                let ty = self.ty(*like);
                let v = self.emit("value", ty, Op::Blank, span);
                leaves.push((v, false));
            }
            (Value::Alias(a), _) => {
                let ty = a.ty.clone();
                let v = self.emit("value", ty, Op::Blank, span);
                leaves.push((v, false));
            }
            (Value::Never(_), _) => {}
        }
    }

    /// As [`Self::conform`], for an `Option`: its bool, then the leaves of its payload.
    fn conform_option(
        &mut self,
        value: Option<Value>,
        like: &OptionValue,
        outer: &HashSet<Var>,
        leaves: &mut Vec<(Var, bool)>,
        span: Span,
    ) {
        let m = match value {
            Some(value) => {
                let m = self.expected_option(&value, span);
                if m.is_none() {
                    self.diagnostics
                        .error(span, "cannot infer that this is an `Option`: annotate its type");
                }
                m.map(|m| self.settled_option(m, span))
            }
            None => None,
        };
        let some = match &m {
            Some(m) => m.some,
            None => self.emit("value", Ty::Bool, Op::Blank, span),
        };
        leaves.push((some, false));
        self.conform_payload(m.map(|m| m.payload), &like.payload, outer, leaves, span);
    }

    /// As [`Self::conform`], for a `Result`: its bool, then the leaves of the value and of the
    /// error.
    fn conform_result(
        &mut self,
        value: Option<Value>,
        like: &ResultValue,
        outer: &HashSet<Var>,
        leaves: &mut Vec<(Var, bool)>,
        span: Span,
    ) {
        let o = match value {
            Some(Value::Result(o)) => Some(o),
            Some(_) => {
                self.diagnostics
                    .error(span, "cannot infer that this is a `Result`: annotate its type");
                None
            }
            None => None,
        };
        let ok = match &o {
            Some(o) => o.ok,
            None => self.emit("value", Ty::Bool, Op::Blank, span),
        };
        leaves.push((ok, false));
        let (value, error) = o.map(|o| (o.value, o.error)).unzip();
        self.conform_payload(value, &like.value, outer, leaves, span);
        self.conform_payload(error, &like.error, outer, leaves, span);
    }

    /// Whether an arm must copy a variable because the chosen value is an owned one: the variable
    /// is an array with another owner, or is behind a reference.
    fn must_be_copied(&self, v: Var, reference: bool, outer: &HashSet<Var>) -> bool {
        match self.shallow(v) {
            Ty::Array(..) if !reference => outer.contains(&v),
            // a struct behind a reference; if it turns out to be a scalar, it is not a reference
            ty @ Ty::Infer(_) => {
                reference
                    && self.types.kind(&ty) == Some(Kind::Any)
                    && self.types.open_projection(&ty).is_some()
            }
            Ty::Projected(_) | Ty::Wrapped(..) => reference,
            _ => false,
        }
    }

    fn conform_payload(
        &mut self,
        payload: Option<Payload>,
        like: &Payload,
        outer: &HashSet<Var>,
        leaves: &mut Vec<(Var, bool)>,
        span: Span,
    ) {
        if let Payload::Value(like) = like {
            let value = match payload {
                Some(Payload::Value(v)) => Some(v),
                None | Some(Payload::Unknown) => None,
                Some(_) => {
                    self.diagnostics.error(
                        span,
                        "a branch that evaluates to this `Option` or `Result` is not supported \
                         yet: destructure it inside the branch",
                    );
                    None
                }
            };
            self.conform(value, like, outer, leaves, span);
        }
    }
}

/// A value of this shape with other leaves. `None` if they are too few.
fn refill(shape: &Value, leaves: &mut impl Iterator<Item = (Var, bool)>) -> Option<Value> {
    Some(match shape {
        Value::Tuple(parts) => {
            Value::Tuple(parts.iter().map(|p| refill(p, leaves)).collect::<Option<_>>()?)
        }
        Value::Var(..) | Value::Alias(_) => {
            let (v, reference) = leaves.next()?;
            Value::Var(v, reference)
        }
        Value::Option(m) => Value::Option(Box::new(OptionValue {
            some: leaves.next()?.0,
            payload: refill_payload(&m.payload, leaves)?,
        })),
        Value::Result(o) => Value::Result(Box::new(ResultValue {
            ok: leaves.next()?.0,
            value: refill_payload(&o.value, leaves)?,
            error: refill_payload(&o.error, leaves)?,
        })),
        other @ (Value::Closure(_) | Value::Iter(_) | Value::Never(_)) => other.clone(),
    })
}

fn refill_payload(
    shape: &Payload,
    leaves: &mut impl Iterator<Item = (Var, bool)>,
) -> Option<Payload> {
    Some(match shape {
        Payload::Value(v) => Payload::Value(refill(v, leaves)?),
        other => other.clone(),
    })
}

/// Whether the values of a column are the literals `true` and `false`, in this order.
fn is_tag(ends: &[End], columns: &[Vec<(Var, bool)>], column: usize) -> bool {
    let literal = |arm: usize, literal: bool| {
        let Some((v, false)) = columns[arm].get(column) else { return false };
        let is_literal = |of: &Let| {
            of.vars[..] == [*v] && matches!(of.op, Op::Literal(Literal::Bool(is)) if is == literal)
        };
        matches!(ends[arm].exit, Exit::Normal) && ends[arm].block.lets.iter().any(is_literal)
    };
    ends.len() == 2 && literal(0, true) && literal(1, false)
}

/// Whether an arm ends with a value.
fn has_value(end: &End) -> bool {
    end.exit.may_be(Code::Normal) && !matches!(end.value, Value::Never(_))
}
