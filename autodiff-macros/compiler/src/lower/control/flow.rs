//! Structured control flow: arms and their merge, and exits; loops are in
//! [`loops`](crate::lower::control::loops).
//!
//! `break`, `continue` and `return` set a *code* instead of jumping. Where every path through a
//! block leaves by the same code, lowering knows it statically. Where paths differ, a variable
//! holds the code: a `bool` if there are two, with the first as `true`, otherwise its index. The
//! code after the block is then in a branch on this variable. Each exit passes on only the slots
//! that are in scope at its target.

use crate::lower::library::option::Payload;
use crate::lower::*;

/// How control leaves a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// By reaching its end.
    Normal,
    Continue(usize),
    Break(usize),
    Return,
}

impl Code {
    /// The order in a list of codes: the code that continues comes first.
    fn rank(self) -> (u8, usize) {
        match self {
            Code::Normal => (0, 0),
            Code::Continue(c) => (1, usize::MAX - c),
            Code::Break(c) => (2, usize::MAX - c),
            Code::Return => (3, 0),
        }
    }
}

/// How control leaves, as far as that is known at a point.
#[derive(Clone, Debug)]
pub enum Exit {
    /// It has not left.
    Normal,
    /// It left by this code.
    Gone(Code),
    /// It panicked.
    Panic,
    /// The variable holds which code.
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

/// What is done at the end of a list of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Its value is used.
    Value,
    /// Its value is the function's result.
    Return,
    /// It is the body of a loop.
    Continue(usize),
    /// Its value is that of a labelled block.
    Break(usize),
}

/// A loop or a labelled block.
#[derive(Clone)]
pub struct Context {
    label: Option<String>,
    is_loop: bool,
    /// The count of slots at its start.
    pub slots: usize,
    /// The slots of its value, from the first `break` with one.
    value: Option<Binding>,
}

/// The end of an arm.
pub struct End {
    pub block: Block,
    pub env: Vec<Option<Var>>,
    pub exit: Exit,
    pub value: Value,
}

impl End {
    /// The block, the slot versions at its end, and how control left it.
    pub fn parts(self) -> (Block, Vec<Option<Var>>, Exit) {
        (self.block, self.env, self.exit)
    }

    /// The block and the value, if the block has no other effect.
    pub fn take_if_pure(
        &mut self,
        before: &[Option<Var>],
        cheap: impl FnOnce(&[Let]) -> bool,
    ) -> Option<(Block, Value)> {
        let same = before.iter().zip(&self.env).all(|(a, b)| a == b);
        if same && matches!(self.exit, Exit::Normal) && cheap(&self.block.lets) {
            Some((std::mem::take(&mut self.block), self.value.clone()))
        } else {
            None
        }
    }
}

const CHANGED_STATE: &str = "this changes an iterator, a closure or a reference that is passed on \
     from item to item, which is not supported: write a `for` loop";

impl Lowerer<'_> {
    // ---------- arms

    /// Lowers an arm, starting from the given slot versions.
    pub fn arm(&mut self, before: &[Option<Var>], body: impl FnOnce(&mut Self) -> Value) -> End {
        self.ssa.env = before.to_vec();
        self.ssa.env.resize(self.slots.len(), None);
        self.ssa.exit = Exit::Normal;
        self.blocks.push(Block::default());
        let scope = self.ssa.scope.len();
        let value = body(self);
        self.ssa.scope.truncate(scope);
        let block = self.blocks.pop().unwrap_or_default();
        End {
            block,
            env: std::mem::take(&mut self.ssa.env),
            exit: std::mem::replace(&mut self.ssa.exit, Exit::Normal),
            value,
        }
    }

    /// Writes at the end of an arm, with the slot versions there.
    pub fn write_in_arm<T>(&mut self, end: &mut End, write: impl FnOnce(&mut Self) -> T) -> T {
        self.blocks.push(std::mem::take(&mut end.block));
        std::mem::swap(&mut self.ssa.env, &mut end.env);
        self.ssa.env.resize(self.slots.len(), None);
        let result = write(self);
        std::mem::swap(&mut self.ssa.env, &mut end.env);
        end.block = self.blocks.pop().unwrap_or_default();
        result
    }

    /// A branch on a `bool`.
    pub fn choose(
        &mut self,
        tag: Var,
        span: Span,
        yes: impl FnOnce(&mut Self) -> Value,
        no: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let before = self.ssa.env.clone();
        let ends = vec![self.arm(&before, yes), self.arm(&before, no)];
        self.merge(tag, &before, ends, span)
    }

    /// The branch over the given arms: every slot that changes in an arm gets a new version.
    pub fn merge(
        &mut self,
        tag: Var,
        before: &[Option<Var>],
        mut ends: Vec<End>,
        span: Span,
    ) -> Value {
        let mut codes: Vec<Code> = Vec::new();
        for code in ends.iter().flat_map(|e| e.exit.codes()) {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes.sort_by_key(|c| c.rank());
        self.ssa.env = before.to_vec();
        self.ssa.env.resize(self.slots.len(), None);
        let mut vars = Vec::new();

        let value = self.merge_values((tag, before), &mut ends, &mut vars, span);
        self.ssa.exit = match codes[..] {
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
        let mut live = self.live(&codes, before.len());
        // guards are dropped at the end of their block, after the branch
        let is_guard = |slot: &SlotId| before[*slot].is_some_and(|v| self.is_version_of_guard(v));
        let guards = (0..before.len()).filter(|slot| !live.contains(slot) && is_guard(slot));
        live.extend(guards.collect::<Vec<_>>());
        for slot in live {
            self.merge_slot(slot, before, &mut ends, &mut vars, span);
        }
        let blocks: Vec<Block> = ends.into_iter().map(|e| e.block).collect();
        if !vars.is_empty() || blocks.iter().any(|b| !b.lets.is_empty()) {
            self.push(vars, Op::Branch(tag, blocks), span);
        }
        value.unwrap_or_else(|| self.never_value(span))
    }

    pub fn inside_code(&mut self, end: &mut End, codes: &[Code], span: Span) -> Var {
        let exit = end.exit.clone();
        self.write_in_arm(end, |s| s.code_var(&exit, codes, span))
    }

    /// The variable that holds which of the given codes control left by.
    pub fn code_var(&mut self, exit: &Exit, codes: &[Code], span: Span) -> Var {
        match exit {
            Exit::Either(v, own) if own == codes => *v,
            Exit::Either(v, own) => {
                let blocks: Vec<Block> = own
                    .clone()
                    .iter()
                    .map(|c| self.block_of(|s| s.code_literal(Some(*c), codes, span)))
                    .collect();
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

    /// The slots that may be read after control leaves by one of the given codes.
    pub fn live(&self, codes: &[Code], before: usize) -> Vec<SlotId> {
        let mut limit = 0;
        let mut extra: Vec<SlotId> = Vec::new();
        for code in codes {
            match code {
                Code::Normal => limit = limit.max(before),
                Code::Return => {
                    extra.extend(Self::slots_of(&self.sig.ret));
                    extra.extend(&self.sig.unique);
                }
                Code::Break(c) | Code::Continue(c) => {
                    limit = limit.max(self.ssa.contexts[*c].slots.min(before));
                    if let (Code::Break(_), Some(value)) = (code, &self.ssa.contexts[*c].value) {
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

    /// Continues where control has not left: `rest` is lowered into a branch on the code.
    pub fn resume(&mut self, span: Span, rest: impl FnOnce(&mut Self) -> Value) -> Value {
        let (var, codes) = match &self.ssa.exit {
            Exit::Normal => return rest(self),
            Exit::Gone(_) | Exit::Panic => return self.never_value(span),
            Exit::Either(_, codes) if !codes.contains(&Code::Normal) => {
                return self.never_value(span);
            }
            Exit::Either(var, codes) => (*var, codes.clone()),
        };
        let before = self.ssa.env.clone();
        let mut rest = Some(rest);
        let mut ends = Vec::new();
        for code in codes {
            ends.push(match rest.take() {
                Some(rest) if code == Code::Normal => self.arm(&before, rest),
                retained => {
                    rest = retained;
                    self.arm(&before, |s| {
                        s.ssa.exit = Exit::Gone(code);
                        s.never_value(span)
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
                Finish::Continue(c) => s.ssa.exit = Exit::Gone(Code::Continue(c)),
                Finish::Break(c) => s.break_with_value(c, Some(value), span),
            }
            s.never_value(span)
        })
    }

    /// `return value`
    pub fn leave_function(&mut self, value: Value, span: Span) {
        if matches!(value, Value::Never(_)) {
            return;
        }
        let ret = self.sig.ret.clone();
        let value = if self.sig.returns_reference { self.owned_result(value, span) } else { value };
        self.store_result(&ret, value, span);
        self.ssa.exit = Exit::Gone(Code::Return);
    }

    /// `break 'c value`
    pub fn break_with_value(&mut self, c: usize, value: Option<Value>, span: Span) {
        if let Some(value) = value {
            if matches!(value, Value::Never(_)) {
                return;
            }
            let slots = match self.ssa.contexts[c].value.clone() {
                Some(slots) => slots,
                None => {
                    let slots = self.slots_like("value", &value, span);
                    self.ssa.contexts[c].value = Some(slots.clone());
                    slots
                }
            };
            self.store_result(&slots, value, span);
        }
        self.ssa.exit = Exit::Gone(Code::Break(c));
    }

    /// Whether a variable is from before the innermost loop, so that the next iteration may read
    /// it again.
    pub fn is_read_by_next_iteration(&self, var: Var) -> bool {
        let innermost = self
            .ssa
            .open_contexts
            .iter()
            .rev()
            .map(|context| &self.ssa.contexts[*context])
            .find(|context| context.is_loop);
        innermost.is_some_and(|context| self.ssa.env[..context.slots].contains(&Some(var)))
    }

    pub fn store_result(&mut self, slots: &Binding, value: Value, span: Span) {
        // a `Result` that becomes one variable is constructed immediately
        let value = if matches!((slots, &value), (Binding::Slot(_), Value::Result(_))) {
            value
        } else {
            self.settled(value, span)
        };
        match (slots, value) {
            (_, Value::Never(_)) => {}
            (Binding::Option(some, payload), value) => {
                self.store_option(*some, payload, &value, span)
            }
            (Binding::Result(ok, parts), value) => {
                self.store_result_parts(*ok, parts, &value, span)
            }
            (Binding::Slot(s), Value::Result(o)) => {
                let ty = self.slots[*s].ty.clone();
                let var = self.whole_result(&o, Some(ty.clone()), span);
                self.unify_var(var, &ty);
                self.ssa.env[*s] = Some(var);
            }
            (Binding::Iter(old), Value::Iter(new)) if Rc::ptr_eq(old, &new) => {}
            (Binding::Closure(old), Value::Closure(new)) if Rc::ptr_eq(old, &new) => {}
            (Binding::Alias(old), Value::Alias(new))
                if (old.slot, &old.path) == (new.slot, &new.path) => {}
            (Binding::Slot(s), value) => self.store_in_slot(*s, value, span),
            (Binding::Tuple(parts), value) => {
                let values = self.stored_components(value, parts.len(), span);
                for (p, v) in parts.iter().zip(values) {
                    self.store_result(p, v, span);
                }
            }
            (
                Binding::Iter(_)
                | Binding::Cursor(..)
                | Binding::Closure(_)
                | Binding::Window(_)
                | Binding::BodyArgument(_)
                | Binding::Alias(_)
                | Binding::Unique(_),
                _,
            ) => {
                self.error_var(span, CHANGED_STATE);
            }
        }
    }

    /// Stores a value in the variables for an `Option`.
    fn store_option(&mut self, some: SlotId, payload: &Binding, value: &Value, span: Span) {
        let Some(m) = self.expected_option(value, span) else {
            return self
                .diagnostics
                .error(span, "cannot infer that this is an `Option`: annotate its type");
        };
        self.ssa.env[some] = Some(m.some);
        // a `None` has an arbitrary payload
        if let Payload::Value(value) = self.settled_option(m, span).payload {
            self.store_result(payload, value, span);
        }
    }

    /// Stores a value in the variables for a `Result`.
    fn store_result_parts(&mut self, ok: SlotId, parts: &[Binding; 2], value: &Value, span: Span) {
        let Some(o) = self.as_result(value, span) else {
            return self
                .diagnostics
                .error(span, "cannot infer that this is a `Result`: annotate its type");
        };
        let o = self.settled_result(o, span);
        self.ssa.env[ok] = Some(o.ok);
        let [of_value, of_error] = parts;
        if let Payload::Value(value) = o.value {
            self.store_result(of_value, value, span);
        }
        self.store_error(of_error, &o.error, span);
    }

    /// Stores a value in one variable.
    fn store_in_slot(&mut self, slot: SlotId, value: Value, span: Span) {
        let reference = matches!(value, Value::Var(_, true) | Value::Alias(_));
        let ty = self.slots[slot].ty.clone();
        let is_variable = matches!(value, Value::Var(..) | Value::Alias(_));
        let var = match &value {
            // the type has been reported
            _ if !is_variable && let Some(why) = self.no_value_of(&ty) => {
                self.placeholder(span, why)
            }
            Value::Tuple(parts) if !matches!(self.types.shallow(&ty), Ty::Tuple(_)) => {
                self.note_tuple(&ty, parts.len());
                self.error_var(span, "mismatched types: a tuple where one value is expected")
            }
            Value::Iter(_) | Value::Closure(_) => self.report_no_variable(&value, span),
            _ => {
                let var = self.scalar(value, span);
                self.box_for_place(&ty, var, span)
            }
        };
        if reference && self.shallow(var).is_sequence() && self.no_value_of(&ty).is_none() {
            self.diagnostics.error(
                span,
                "a block or function that evaluates to a reference is not supported yet: copy with \
                 `.to_vec()`",
            );
        }
        let expected = self.types.shallow(&ty);
        let has_no_text = matches!(expected, Ty::Wrapped(..) | Ty::Tuple(_) | Ty::Real(_))
            || expected.is_sequence();
        if has_no_text && matches!(self.shallow(var), Ty::Text(_)) && self.diagnostics.is_empty() {
            self.diagnostics
                .error(span, "mismatched types: a string where another type is expected");
        }
        let var = self.own_or_copy(var, true, span);
        self.unify_var(var, &ty);
        self.ssa.env[slot] = Some(var);
        if !reference {
            self.invalidate_moved(var, slot);
        }
    }

    /// Slots for a value of the same shape as the given one.
    pub fn slots_like(&mut self, name: &str, value: &Value, span: Span) -> Binding {
        match value {
            Value::Tuple(parts) => {
                Binding::Tuple(parts.iter().map(|p| self.slots_like(name, p, span)).collect())
            }
            Value::Option(_) => match self.settled(value.clone(), span) {
                Value::Option(m) => {
                    let some = self.slot(name, Ty::Bool, true, None);
                    let payload = self.payload_slots_like(name, &m.payload, span);
                    Binding::Option(some, Box::new(payload))
                }
                _ => Binding::Tuple(Vec::new()),
            },
            Value::Result(o) => {
                let o = self.settled_result((**o).clone(), span);
                let ok = self.slot(name, Ty::Bool, true, None);
                let parts = [&o.value, &o.error]
                    .map(|payload| self.payload_slots_like(name, payload, span));
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
    pub fn target(
        &mut self,
        label: Option<&syn::Lifetime>,
        loops_only: bool,
        at: &dyn ToTokens,
    ) -> Option<usize> {
        let found = self.ssa.open_contexts.iter().rev().copied().find(|c| match label {
            Some(l) => self.ssa.contexts[*c].label.as_deref() == Some(&l.ident.to_string()),
            None => self.ssa.contexts[*c].is_loop,
        });
        match found {
            Some(c) if !loops_only || self.ssa.contexts[c].is_loop => Some(c),
            _ => {
                self.error(at, "no enclosing loop matches this");
                None
            }
        }
    }

    pub fn continue_loop(&mut self, c: usize) {
        self.ssa.exit = Exit::Gone(Code::Continue(c));
    }

    pub fn enter(&mut self, label: Option<&syn::Label>, is_loop: bool) -> usize {
        let label = label.map(|l| l.name.ident.to_string());
        self.ssa.contexts.push(Context { label, is_loop, slots: self.slots.len(), value: None });
        self.ssa.open_contexts.push(self.ssa.contexts.len() - 1);
        self.ssa.contexts.len() - 1
    }

    /// The value with which a context was left.
    pub fn context_value(&mut self, c: usize, span: Span) -> Value {
        match (&self.ssa.exit, self.ssa.contexts[c].value.clone()) {
            (Exit::Gone(_) | Exit::Panic, _) => self.never_value(span),
            (_, Some(slots)) => self.binding_value(&slots, span),
            (_, None) => Value::Tuple(Vec::new()),
        }
    }

    /// `'label: { … }`
    pub fn labelled_block(&mut self, label: &syn::Label, block: &syn::Block, span: Span) -> Value {
        let c = self.enter(Some(label), false);
        self.block_in_scope(block, Finish::Break(c));
        self.ssa.open_contexts.pop();
        self.catch(Code::Break(c), span);
        self.context_value(c, span)
    }

    /// Continues where control left by a code.
    pub fn catch(&mut self, code: Code, span: Span) {
        let settled = |c: Code| if c == code { Code::Normal } else { c };
        self.ssa.exit = match self.ssa.exit.clone() {
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
                    let blocks: Vec<Block> = mapped
                        .iter()
                        .map(|c| self.block_of(|s| s.code_literal(Some(*c), &codes, span)))
                        .collect();
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
