//! Structured control flow: arms and their merge, and exits; loops are in [`loops`](super::loops).
//!
//! `break`, `continue` and `return` leave a *code* behind instead of jumping. Where every way through a block leaves by the same
//! code, that is known when lowering; where ways differ, a variable holds the code (a `bool` if there are two, with the
//! first as `true`, else the number), and what comes next stands in a branch on it. Each way out keeps only
//! the slots that are visible where it leads.

use super::maybe::{Maybe, Payload};
use super::*;
use std::rc::Rc;

/// How control leaves a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// At its end.
    Normal,
    Continue(usize),
    Break(usize),
    Return,
}

impl Code {
    /// The order in a list of codes: what goes on comes first.
    fn rank(self) -> (u8, usize) {
        match self {
            Code::Normal => (0, 0),
            Code::Continue(c) => (1, usize::MAX - c),
            Code::Break(c) => (2, usize::MAX - c),
            Code::Return => (3, 0),
        }
    }
}

/// What is known, at a point, of how control left.
#[derive(Clone, Debug)]
pub(super) enum Exit {
    /// It did not.
    Normal,
    /// It did, by this code.
    Gone(Code),
    /// It panicked.
    Panic,
    /// The variable tells which.
    Either(Var, Vec<Code>),
}

impl Exit {
    pub fn codes(&self) -> Vec<Code> {
        match self {
            Exit::Normal => vec![Code::Normal],
            Exit::Gone(c) => vec![*c],
            Exit::Panic => Vec::new(),
            Exit::Either(_, codes) => codes.clone(),
        }
    }

    pub fn may_be(&self, code: Code) -> bool {
        self.codes().contains(&code)
    }
}

/// What happens at the end of a list of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    /// Its value is wanted.
    Value,
    /// Its value is the function's result.
    Return,
    /// It is the body of a loop.
    Continue(usize),
    /// Its value is that of a labelled block.
    Break(usize),
}

/// A loop or a labelled block.
pub(super) struct Context {
    label: Option<String>,
    is_loop: bool,
    /// How many slots there were at its start.
    pub slots: usize,
    /// The slots of its value, from the first `break` with one.
    value: Option<Binding>,
}

/// The end of an arm.
pub(super) struct End {
    pub block: Block,
    pub env: Vec<Option<Var>>,
    pub exit: Exit,
    pub value: Value,
}

impl End {
    /// The block, the versions at its end, and how control left it.
    pub fn parts(self) -> (Block, Vec<Option<Var>>, Exit) {
        (self.block, self.env, self.exit)
    }

    /// The block and the value, if nothing else happened in it.
    pub fn take_if_pure(&mut self, before: &[Option<Var>], cheap: impl FnOnce(&[Let]) -> bool) -> Option<(Block, Value)> {
        let same = before.iter().zip(&self.env).all(|(a, b)| a == b);
        if same && matches!(self.exit, Exit::Normal) && cheap(&self.block.lets) {
            Some((std::mem::take(&mut self.block), self.value.clone()))
        } else {
            None
        }
    }
}

impl Lowerer<'_> {
    // ---------- arms

    /// Lowers an arm, starting from the given versions.
    pub fn arm(&mut self, before: &[Option<Var>], body: impl FnOnce(&mut Self) -> Value) -> End {
        self.env = before.to_vec();
        self.env.resize(self.slots.len(), None);
        self.exit = Exit::Normal;
        self.blocks.push(Block::default());
        let scope = self.scope.len();
        let value = body(self);
        self.scope.truncate(scope);
        let block = self.blocks.pop().unwrap_or_default();
        End { block, env: std::mem::take(&mut self.env), exit: std::mem::replace(&mut self.exit, Exit::Normal), value }
    }

    pub fn inside<T>(&mut self, end: &mut End, write: impl FnOnce(&mut Self) -> T) -> T {
        self.blocks.push(std::mem::take(&mut end.block));
        let result = write(self);
        end.block = self.blocks.pop().unwrap_or_default();
        result
    }

    /// A branch on a `bool`.
    pub fn choose(&mut self, tag: Var, span: Span, yes: impl FnOnce(&mut Self) -> Value, no: impl FnOnce(&mut Self) -> Value) -> Value {
        let before = self.env.clone();
        let ends = vec![self.arm(&before, yes), self.arm(&before, no)];
        self.merge(tag, &before, ends, span)
    }

    /// The branch over the given arms: what changed in any of them gets a new version.
    pub fn merge(&mut self, tag: Var, before: &[Option<Var>], mut ends: Vec<End>, span: Span) -> Value {
        let mut codes: Vec<Code> = Vec::new();
        for code in ends.iter().flat_map(|e| e.exit.codes()) {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes.sort_by_key(|c| c.rank());
        self.env = before.to_vec();
        self.env.resize(self.slots.len(), None);
        let mut vars = Vec::new();

        let value = self.merge_values(before, &mut ends, &mut vars, span);
        self.exit = match codes[..] {
            [] => Exit::Panic,
            [Code::Normal] => Exit::Normal,
            [code] => Exit::Gone(code),
            _ => {
                for end in &mut ends {
                    let var = self.inside_code(end, &codes, span);
                    end.block.results.push(var);
                }
                let ty = if codes.len() == 2 { Ty::Bool } else { Ty::USIZE };
                let var = self.f.fresh_primal("exit", ty, span);
                vars.push(var);
                Exit::Either(var, codes.clone())
            }
        };
        for slot in self.live(&codes, before.len()) {
            self.merge_slot(slot, before, &mut ends, &mut vars, span);
        }
        let blocks: Vec<Block> = ends.into_iter().map(|e| e.block).collect();
        if !vars.is_empty() || blocks.iter().any(|b| !b.lets.is_empty()) {
            self.push(vars, Op::Branch(tag, blocks), span);
        }
        value
    }

    pub fn inside_code(&mut self, end: &mut End, codes: &[Code], span: Span) -> Var {
        let exit = end.exit.clone();
        self.inside(end, |s| s.code_var(&exit, codes, span))
    }

    /// The variable that tells, among the given codes, how control left.
    pub fn code_var(&mut self, exit: &Exit, codes: &[Code], span: Span) -> Var {
        match exit {
            Exit::Either(v, own) if own == codes => *v,
            Exit::Either(v, own) => {
                let blocks: Vec<Block> = own.clone().iter().map(|c| self.block_of(|s| s.code_literal(Some(*c), codes, span))).collect();
                let ty = if codes.len() == 2 { Ty::Bool } else { Ty::USIZE };
                let var = self.f.fresh_primal("exit", ty, span);
                self.push(vec![var], Op::Branch(*v, blocks), span);
                var
            }
            Exit::Normal => self.code_literal(Some(Code::Normal), codes, span),
            Exit::Gone(c) => self.code_literal(Some(*c), codes, span),
            Exit::Panic => self.code_literal(None, codes, span),
        }
    }

    /// A block with one result.
    pub fn block_of(&mut self, result: impl FnOnce(&mut Self) -> Var) -> Block {
        self.blocks.push(Block::default());
        let var = result(self);
        let mut block = self.blocks.pop().unwrap_or_default();
        block.results.push(var);
        block
    }

    pub fn code_literal(&mut self, code: Option<Code>, codes: &[Code], span: Span) -> Var {
        let number = codes.iter().position(|c| Some(*c) == code).unwrap_or(0);
        if codes.len() == 2 { self.bool(number == 0, span) } else { self.int(number as i128, span) }
    }

    /// The slots that may be read after leaving by one of the given codes.
    pub fn live(&self, codes: &[Code], before: usize) -> Vec<SlotId> {
        let mut limit = 0;
        let mut extra: Vec<SlotId> = Vec::new();
        for code in codes {
            match code {
                Code::Normal => limit = limit.max(before),
                Code::Return => {
                    extra.extend(Self::slots_of(&self.ret));
                    extra.extend(&self.unique);
                }
                Code::Break(c) | Code::Continue(c) => {
                    limit = limit.max(self.contexts[*c].slots.min(before));
                    if let (Code::Break(_), Some(value)) = (code, &self.contexts[*c].value) {
                        extra.extend(Self::slots_of(value));
                    }
                }
            }
        }
        let mut live: Vec<SlotId> = (0..limit).collect();
        extra.sort_unstable();
        extra.dedup();
        live.extend(extra.into_iter().filter(|s| *s >= limit));
        live
    }

    fn merge_slot(&mut self, slot: SlotId, before: &[Option<Var>], ends: &mut [End], vars: &mut Vec<Var>, span: Span) {
        let old = before.get(slot).copied().flatten();
        let news: Vec<Option<Var>> =
            ends.iter().filter(|e| !matches!(e.exit, Exit::Panic)).map(|e| e.env.get(slot).copied().flatten()).collect();
        if news.iter().all(|n| *n == old) {
            return;
        }
        let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].ty.clone());
        for end in ends.iter_mut() {
            let var = match end.env.get(slot).copied().flatten() {
                Some(v) => v,
                None => self.inside(end, |s| s.emit(&name, ty.clone(), Op::Blank, span)),
            };
            end.block.results.push(var);
        }
        let var = self.f.fresh_primal(name, ty, span);
        self.named.insert(var);
        vars.push(var);
        self.env[slot] = Some(var);
    }

    fn merge_values(&mut self, before: &[Option<Var>], ends: &mut [End], vars: &mut Vec<Var>, span: Span) -> Value {
        let normal = |e: &End| e.exit.may_be(Code::Normal) && !matches!(e.value, Value::Never);
        if ends.iter().any(|e| normal(e) && e.value.is_unique()) {
            self.diagnostics.error(span, "a `&mut` reference chosen by a branch is not supported yet: branch where it is written to");
        }
        for end in ends.iter_mut().filter(|e| normal(e) && e.value.has_maybe()) {
            let value = end.value.clone();
            end.value = self.inside(end, |s| s.settled(value, span));
        }
        if ends.iter().any(|e| normal(e) && e.value.has_outcome()) {
            let mut of_results: Vec<&mut End> = ends.iter_mut().filter(|e| normal(e)).collect();
            self.same_outcomes(&mut of_results, span);
        }
        let shape_of = |ends: &[End]| ends.iter().filter(|e| normal(e)).map(|e| e.value.clone()).reduce(Value::shape_of_both);
        let Some(shape) = shape_of(ends) else { return Value::Never };
        // what an arm gives as one variable may be all that tells what an `Option` holds
        let shape = if shape.has_maybe() {
            for end in ends.iter_mut().filter(|e| normal(e)) {
                let value = end.value.clone();
                end.value = self.inside(end, |s| s.taken_apart(value, &shape, span));
            }
            shape_of(ends).unwrap_or(shape)
        } else {
            shape
        };
        if let Value::Closure(_) | Value::Iter(_) = shape {
            let same = ends.iter().filter(|e| normal(e)).all(|e| match (&e.value, &shape) {
                (Value::Closure(a), Value::Closure(b)) => Rc::ptr_eq(a, b),
                (Value::Iter(a), Value::Iter(b)) => Rc::ptr_eq(a, b),
                _ => false,
            });
            if !same {
                self.diagnostics.error(span, "a closure or an iterator chosen by a branch is not supported: branch where it is used");
            }
            return shape;
        }
        for k in 0..ends.len() {
            if normal(&ends[k]) {
                let value = ends[k].value.clone();
                let lengths = self.lengths_of_chosen(ends.iter().filter(|e| normal(e)).map(|e| &e.value));
                ends[k].value = self.inside(&mut ends[k], |s| s.own_chosen(value, lengths.len() == 1, span));
            }
        }
        let mut outer: HashSet<Var> = before.iter().flatten().copied().collect();
        outer.extend(self.f.params.iter().copied());
        let mut columns: Vec<Vec<(Var, bool)>> = Vec::new();
        for end in ends.iter_mut() {
            let value = if normal(end) { Some(end.value.clone()) } else { None };
            let outer = &outer;
            let shape = &shape;
            columns.push(self.inside(end, |s| {
                let mut leaves = Vec::new();
                s.conform(value, shape, outer, &mut leaves, span);
                leaves
            }));
        }
        let first: Vec<(Var, bool)> = ends.iter().zip(&columns).find(|(e, _)| normal(e)).map(|(_, c)| c.clone()).unwrap_or_default();
        let mut merged = Vec::new();
        for (i, (v, _)) in first.iter().enumerate() {
            let ty = self.ty(*v);
            // where an arm gives a value, what another read behind a reference is one too
            let mut reference = true;
            for ((var, of_arm), end) in columns.iter().filter_map(|c| c.get(i)).zip(ends.iter()) {
                if normal(end) {
                    self.unify_var(*var, &ty);
                    reference &= of_arm;
                }
            }
            let var = self.f.fresh_primal("value", ty, span);
            vars.push(var);
            merged.push((var, reference));
        }
        for (end, column) in ends.iter_mut().zip(&columns) {
            end.block.results.extend(column.iter().map(|(v, _)| *v));
        }
        let mut merged = merged.into_iter();
        refill(&shape, &mut merged)
    }

    /// The lengths of the sequences behind references that arms hand out: one if all are arrays of that length.
    fn lengths_of_chosen<'v>(&self, values: impl Iterator<Item = &'v Value>) -> HashSet<Option<String>> {
        fn note(s: &Lowerer<'_>, value: &Value, lengths: &mut HashSet<Option<String>>) {
            match value {
                Value::Var(v, true) => match s.shallow(*v) {
                    Ty::Array(_, n) => drop(lengths.insert(Some(n.to_string()))),
                    ty if ty.is_sequence() => lengths.extend([None, Some(String::new())]),
                    _ => {}
                },
                Value::Tuple(parts) => parts.iter().for_each(|p| note(s, p, lengths)),
                Value::Maybe(m) => {
                    if let Payload::Value(value) = &m.payload {
                        note(s, value, lengths);
                    }
                }
                _ => {}
            }
        }
        let mut lengths = HashSet::default();
        values.for_each(|value| note(self, value, &mut lengths));
        lengths
    }

    /// What an arm hands out, with copies of sequences behind references: a chosen reference that is not done with in the arms (`chosen`) is one to a value of its own.
    fn own_chosen(&mut self, value: Value, arrays: bool, span: Span) -> Value {
        match value {
            Value::Var(v, true) if self.shallow(v).is_sequence() => {
                let ty = match self.shallow(v) {
                    ty @ Ty::Array(..) if arrays => ty,
                    ty => ty.element().map_or(ty.clone(), |element| Ty::Vec(Box::new(element.clone()))),
                };
                let name = self.f.name(v).to_string();
                Value::Var(self.emit(&name, ty, Op::Read(Place::whole(v)), span), true)
            }
            Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(|p| self.own_chosen(p, arrays, span)).collect()),
            Value::Maybe(m) => match m.payload {
                Payload::Value(value) => {
                    let payload = Payload::Value(self.own_chosen(value, arrays, span));
                    Value::Maybe(Box::new(Maybe { some: m.some, payload }))
                }
                _ => Value::Maybe(m),
            },
            value => value,
        }
    }

    /// The leaves of an arm's value, in the nesting of `shape`; placeholders if it has none.
    fn conform(&mut self, value: Option<Value>, shape: &Value, outer: &HashSet<Var>, leaves: &mut Vec<(Var, bool)>, span: Span) {
        match (shape, value) {
            (Value::Tuple(parts), Some(Value::Tuple(values))) if parts.len() == values.len() => {
                for (part, value) in parts.iter().zip(values) {
                    self.conform(Some(value), part, outer, leaves, span);
                }
            }
            (Value::Tuple(parts), Some(Value::Var(v, _))) => {
                let split = self.split(v, parts.len(), span);
                for (part, var) in parts.iter().zip(split) {
                    self.conform(Some(Value::Var(var, false)), part, outer, leaves, span);
                }
            }
            (Value::Tuple(parts), _) => {
                for part in parts {
                    self.conform(None, part, outer, leaves, span);
                }
            }
            (Value::Maybe(like), value) => {
                let m = match value {
                    Some(value) => {
                        let m = self.expected_maybe(&value, span);
                        if m.is_none() {
                            self.diagnostics.error(span, "the compiler cannot see that this is an `Option`");
                        }
                        m.map(|m| self.settled_maybe(m, span))
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
            (Value::Result(like), value) => {
                let o = match value {
                    Some(Value::Result(o)) => Some(o),
                    Some(_) => {
                        self.diagnostics.error(span, "the compiler cannot see that this is a `Result`");
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
            (Value::Closure(_) | Value::Iter(_), _) => {
                self.diagnostics.error(span, "a closure or an iterator chosen by a branch is not supported: branch where it is used");
            }
            (_, Some(Value::Result(o))) => {
                let v = self.whole_outcome(&o, None, span);
                leaves.push((v, false));
            }
            (_, Some(Value::Maybe(m))) => {
                let v = self.wrapped(&m, span);
                leaves.push((v, false));
            }
            (_, Some(value @ (Value::Iter(_) | Value::Closure(_)))) => {
                self.not_a_variable(&value, span);
                let v = self.dummy(span);
                leaves.push((v, false));
            }
            (_, Some(Value::Var(v, reference))) => {
                // what is chosen becomes a value of its own: an array that is still someone else's is copied
                let is_copied = match self.shallow(v) {
                    Ty::Array(..) if !reference => outer.contains(&v),
                    // of a struct behind a reference; of what turns out to be a scalar it is none
                    ty @ Ty::Infer(_) => reference && self.types.kind(&ty) == Some(Kind::Any) && self.types.projected(&ty).is_some(),
                    Ty::Projected(_) | Ty::Wrapped(..) => reference,
                    _ => false,
                };
                let v = if is_copied { self.copy(v, span) } else { v };
                leaves.push((v, reference));
            }
            (_, Some(Value::Alias(a))) => {
                if self.types.shallow(&a.ty).is_sequence() {
                    self.diagnostics.error(span, "a reference chosen by a branch is not supported yet: branch where it is used");
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
            (Value::Never, _) => {}
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
                        "what this `Option` or `Result` holds cannot be handed out by a branch yet: take it apart in the branch",
                    );
                    None
                }
            };
            self.conform(value, like, outer, leaves, span);
        }
    }

    /// Goes on where control did not leave: `rest` stands in a branch on the code.
    pub fn resume(&mut self, span: Span, rest: impl FnOnce(&mut Self) -> Value) -> Value {
        let (var, codes) = match &self.exit {
            Exit::Normal => return rest(self),
            Exit::Gone(_) | Exit::Panic => return Value::Never,
            Exit::Either(_, codes) if !codes.contains(&Code::Normal) => return Value::Never,
            Exit::Either(var, codes) => (*var, codes.clone()),
        };
        let before = self.env.clone();
        let mut rest = Some(rest);
        let mut ends = Vec::new();
        for code in codes {
            ends.push(match rest.take() {
                Some(rest) if code == Code::Normal => self.arm(&before, rest),
                kept => {
                    rest = kept;
                    self.arm(&before, |s| {
                        s.exit = Exit::Gone(code);
                        Value::Never
                    })
                }
            });
        }
        self.merge(var, &before, ends, span)
    }

    // ---------- exits

    /// Applies the end of a list of statements to its value.
    pub fn finish_with(&mut self, value: Value, finish: Finish, span: Span) -> Value {
        if finish == Finish::Value {
            return value;
        }
        self.resume(span, |s| {
            match finish {
                Finish::Value => return value,
                Finish::Return => s.leave_function(value, span),
                Finish::Continue(c) => s.exit = Exit::Gone(Code::Continue(c)),
                Finish::Break(c) => s.leave_with(c, Some(value), span),
            }
            Value::Never
        })
    }

    /// `return value`
    pub fn leave_function(&mut self, value: Value, span: Span) {
        if matches!(value, Value::Never) {
            return;
        }
        let ret = self.ret.clone();
        let value = if self.lends_output { self.owned_result(value, span) } else { value };
        self.store_result(&ret, value, span);
        self.exit = Exit::Gone(Code::Return);
    }

    /// `break 'c value`
    pub fn leave_with(&mut self, c: usize, value: Option<Value>, span: Span) {
        if let Some(value) = value {
            if matches!(value, Value::Never) {
                return;
            }
            let slots = match self.contexts[c].value.clone() {
                Some(slots) => slots,
                None => {
                    let slots = self.slots_like("value", &value, span);
                    self.contexts[c].value = Some(slots.clone());
                    slots
                }
            };
            self.store_result(&slots, value, span);
        }
        self.exit = Exit::Gone(Code::Break(c));
    }

    /// Whether what is lowered stands in a loop.
    pub fn is_in_loop(&self) -> bool {
        self.contexts.iter().any(|context| context.is_loop)
    }

    pub fn store_result(&mut self, slots: &Binding, value: Value, span: Span) {
        // a `Result` that becomes one variable is made at once
        let value = if matches!((slots, &value), (Binding::Slot(_), Value::Result(_))) { value } else { self.settled(value, span) };
        match (slots, value) {
            (_, Value::Never) => {}
            (Binding::Maybe(some, payload), value) => {
                let Some(m) = self.expected_maybe(&value, span) else {
                    return self.diagnostics.error(span, "the compiler cannot see that this is an `Option`");
                };
                self.env[*some] = Some(m.some);
                // while it is `None` the payload may be anything
                if let Payload::Value(value) = self.settled_maybe(m, span).payload {
                    self.store_result(payload, value, span);
                }
            }
            (Binding::Result(ok, parts), value) => {
                let Some(o) = self.as_outcome(&value, span) else {
                    return self.diagnostics.error(span, "the compiler cannot see that this is a `Result`");
                };
                let o = self.settled_outcome(o, span);
                self.env[*ok] = Some(o.ok);
                let [of_value, of_error] = &**parts;
                if let Payload::Value(value) = o.value {
                    self.store_result(of_value, value, span);
                }
                self.store_error(of_error, &o.error, span);
            }
            (Binding::Slot(s), Value::Result(o)) => {
                let ty = self.slots[*s].ty.clone();
                let var = self.whole_outcome(&o, Some(ty.clone()), span);
                self.unify_var(var, &ty);
                self.env[*s] = Some(var);
            }
            (Binding::Iter(_) | Binding::Cursor(..) | Binding::Closure(_), _) => {}
            (Binding::Slot(s), value) => {
                let reference = matches!(value, Value::Var(_, true) | Value::Alias(_));
                let ty = self.slots[*s].ty.clone();
                let var = match &value {
                    Value::Tuple(parts) if !matches!(self.types.shallow(&ty), Ty::Tuple(_)) => {
                        self.learn_tuple(&ty, parts.len());
                        self.diagnostics.error(span, "this is a tuple where one value is expected");
                        self.dummy(span)
                    }
                    Value::Iter(_) | Value::Closure(_) => {
                        if !matches!(self.types.origin(&ty), Some(Origin::Error)) {
                            self.not_a_variable(&value, span);
                        }
                        self.dummy(span)
                    }
                    _ => {
                        let var = self.scalar(value, span);
                        self.boxed_as(&ty, var, span)
                    }
                };
                if reference && self.shallow(var).is_sequence() && !matches!(self.types.origin(&ty), Some(Origin::Error)) {
                    self.diagnostics
                        .error(span, "a reference as the value of a block or function is not supported yet: copy with `.to_vec()`");
                }
                let var = self.own(var, true, span);
                self.unify_var(var, &ty);
                self.env[*s] = Some(var);
                if !reference {
                    self.moved(var, *s);
                }
            }
            (Binding::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                for (p, v) in parts.iter().zip(values) {
                    self.store_result(p, v, span);
                }
            }
            (Binding::Tuple(parts), Value::Var(v, _)) => {
                let split = self.split(v, parts.len(), span);
                for (p, v) in parts.iter().zip(split) {
                    self.store_result(p, Value::Var(v, false), span);
                }
            }
            (Binding::Tuple(parts), _) => {
                // rustc reports the mismatch; the slots still get values
                for p in parts.clone() {
                    let v = self.dummy(span);
                    self.store_result(&p, Value::Var(v, false), span);
                }
            }
            (Binding::Alias(_), _) => {}
        }
    }

    /// Slots for a value made up like the given one.
    pub fn slots_like(&mut self, name: &str, value: &Value, span: Span) -> Binding {
        match value {
            Value::Tuple(parts) => Binding::Tuple(parts.iter().map(|p| self.slots_like(name, p, span)).collect()),
            Value::Maybe(_) => match self.settled(value.clone(), span) {
                Value::Maybe(m) => {
                    let some = self.slot(name, Ty::Bool, true, None);
                    let payload = self.payload_slots_like(name, &m.payload, span);
                    Binding::Maybe(some, Box::new(payload))
                }
                _ => Binding::Tuple(Vec::new()),
            },
            Value::Result(o) => {
                let o = self.settled_outcome((**o).clone(), span);
                let ok = self.slot(name, Ty::Bool, true, None);
                let parts = [&o.value, &o.error].map(|payload| self.payload_slots_like(name, payload, span));
                Binding::Result(ok, Box::new(parts))
            }
            value => {
                let ty = self.value_ty(value);
                self.slots_for(name, &ty, true)
            }
        }
    }

    fn payload_slots_like(&mut self, name: &str, payload: &Payload, span: Span) -> Binding {
        match payload {
            Payload::Value(v) => self.slots_like(name, v, span),
            _ => {
                let ty = self.types.any();
                Binding::Slot(self.slot(name, ty, true, None))
            }
        }
    }

    /// The context that a `break` or `continue` leads to.
    pub fn target(&mut self, label: Option<&syn::Lifetime>, loops_only: bool, at: &dyn ToTokens) -> Option<usize> {
        let found = self.open.iter().rev().copied().find(|c| match label {
            Some(l) => self.contexts[*c].label.as_deref() == Some(&l.ident.to_string()),
            None => self.contexts[*c].is_loop,
        });
        match found {
            Some(c) if !loops_only || self.contexts[c].is_loop => Some(c),
            _ => {
                self.error(at, "there is no loop here that this leads to");
                None
            }
        }
    }

    pub fn continue_loop(&mut self, c: usize) {
        self.exit = Exit::Gone(Code::Continue(c));
    }

    pub fn enter(&mut self, label: Option<&syn::Label>, is_loop: bool) -> usize {
        let label = label.map(|l| l.name.ident.to_string());
        self.contexts.push(Context { label, is_loop, slots: self.slots.len(), value: None });
        self.open.push(self.contexts.len() - 1);
        self.contexts.len() - 1
    }

    /// The value that a context was left with.
    pub fn context_value(&mut self, c: usize, span: Span) -> Value {
        match (&self.exit, self.contexts[c].value.clone()) {
            (Exit::Gone(_) | Exit::Panic, _) => Value::Never,
            (_, Some(slots)) => self.binding_value(&slots, span),
            (_, None) => Value::Tuple(Vec::new()),
        }
    }

    /// `'label: { … }`
    pub fn labelled(&mut self, label: &syn::Label, block: &syn::Block, span: Span) -> Value {
        let c = self.enter(Some(label), false);
        self.scoped(block, Finish::Break(c));
        self.open.pop();
        self.catch(Code::Break(c), span);
        self.context_value(c, span)
    }

    /// Goes on where control left by a code.
    pub fn catch(&mut self, code: Code, span: Span) {
        let settled = |c: Code| if c == code { Code::Normal } else { c };
        self.exit = match self.exit.clone() {
            Exit::Gone(c) => match settled(c) {
                Code::Normal => Exit::Normal,
                c => Exit::Gone(c),
            },
            Exit::Either(v, own) if own.contains(&code) => {
                let mapped: Vec<Code> = own.iter().map(|c| settled(*c)).collect();
                let mut codes = mapped.clone();
                codes.sort_by_key(|c| c.rank());
                codes.dedup();
                if codes == [Code::Normal] {
                    Exit::Normal
                } else if codes == mapped {
                    Exit::Either(v, codes)
                } else {
                    let blocks: Vec<Block> = mapped.iter().map(|c| self.block_of(|s| s.code_literal(Some(*c), &codes, span))).collect();
                    let ty = if codes.len() == 2 { Ty::Bool } else { Ty::USIZE };
                    let var = self.f.fresh_primal("exit", ty, span);
                    self.push(vec![var], Op::Branch(v, blocks), span);
                    Exit::Either(var, codes)
                }
            }
            other => other,
        };
    }
}

fn refill(shape: &Value, leaves: &mut impl Iterator<Item = (Var, bool)>) -> Value {
    match shape {
        Value::Tuple(parts) => Value::Tuple(parts.iter().map(|p| refill(p, leaves)).collect()),
        Value::Var(..) | Value::Alias(_) => match leaves.next() {
            Some((v, reference)) => Value::Var(v, reference),
            None => Value::Never,
        },
        Value::Maybe(m) => {
            let some = match leaves.next() {
                Some((some, _)) => some,
                None => return Value::Never,
            };
            Value::Maybe(Box::new(Maybe { some, payload: refill_payload(&m.payload, leaves) }))
        }
        Value::Result(o) => {
            let ok = match leaves.next() {
                Some((ok, _)) => ok,
                None => return Value::Never,
            };
            let value = refill_payload(&o.value, leaves);
            Value::Result(Box::new(Outcome { ok, value, error: refill_payload(&o.error, leaves) }))
        }
        other @ (Value::Closure(_) | Value::Iter(_)) => other.clone(),
        Value::Never => Value::Never,
    }
}

fn refill_payload(shape: &Payload, leaves: &mut impl Iterator<Item = (Var, bool)>) -> Payload {
    match shape {
        Payload::Value(v) => Payload::Value(refill(v, leaves)),
        other => other.clone(),
    }
}
