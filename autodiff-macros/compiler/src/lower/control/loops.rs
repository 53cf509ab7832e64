//! Loops: the variables that they carry, and how control leaves them
//! ([`flow`](crate::lower::control::flow)).

use crate::lower::control::flow::{Code, End, Exit};
use crate::lower::*;

/// How often a loop runs, as far as the user's code shows.
pub enum Runs {
    Range(Range),
    Forever,
}

impl Lowerer<'_> {
    /// A loop; `body` must end with `Finish::Continue` of the context that it gets.
    pub fn repeat(
        &mut self,
        runs: Runs,
        label: Option<&syn::Label>,
        span: Span,
        body: impl FnOnce(&mut Self, usize),
    ) -> Value {
        let c = self.enter(label, true);
        self.repeat_in(c, runs, span, |s| body(s, c));
        self.ssa.open_contexts.pop();
        self.context_value(c, span)
    }

    /// A loop whose context is open already.
    pub fn repeat_in(&mut self, c: usize, runs: Runs, span: Span, body: impl FnOnce(&mut Self)) {
        self.ssa.contexts[c].slots = self.slots.len();
        let before = self.ssa.env.clone();
        let forever = matches!(runs, Runs::Forever);
        let mut params = Vec::new();
        for (slot, init) in before.iter().enumerate() {
            if let (Some(init), true) = (init, self.slots[slot].mutable) {
                let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].ty.clone());
                let param = self.f.fresh_primal(name, ty, span);
                self.facts.named.insert(param);
                params.push((slot, *init, param));
                self.ssa.env[slot] = Some(param);
            }
        }
        let mut end = self.lower_arm(body);
        let codes = end.exit.codes();
        let (again, leaving) = self.exit_of_body(&mut end, c, forever, span);
        self.ssa.env = before.clone();
        self.ssa.env.resize(self.slots.len(), None);
        let mut carried = Vec::new();
        let mut vars = Vec::new();
        let mut unchanged = HashMap::default();
        for (slot, init, param) in params {
            let next = end.env.get(slot).copied().flatten().unwrap_or(param);
            if next == param {
                unchanged.insert(param, init);
            } else {
                carried.push(Carried { init, param });
                end.block.results.push(next);
                let last = self.f.fresh_primal(
                    self.slots[slot].name.clone(),
                    self.slots[slot].ty.clone(),
                    span,
                );
                self.facts.named.insert(last);
                vars.push(last);
                self.ssa.env[slot] = Some(last);
            }
        }
        // slots first set inside the loop: a result, or a variable declared without a value
        for slot in self.live(&codes, before.len()) {
            if let (None, Some(next)) =
                (before.get(slot).copied().flatten(), end.env.get(slot).copied().flatten())
            {
                let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].ty.clone());
                let init = self.emit(&name, ty.clone(), Op::Blank, span);
                let param = self.f.fresh_primal(name.clone(), ty.clone(), span);
                let last = self.f.fresh_primal(name, ty, span);
                self.facts.named.insert(last);
                carried.push(Carried { init, param });
                end.block.results.push(next);
                vars.push(last);
                self.ssa.env[slot] = Some(last);
            }
        }
        self.ssa.exit = match leaving {
            LoopExit::Known(exit) => exit,
            LoopExit::Coded { init, next, ty, codes } => {
                let init = match init {
                    Some(first) => self.code_literal(Some(first), &codes, span),
                    None => self.code_literal(None, &codes, span),
                };
                let param = self.f.fresh_primal("exit", ty.clone(), span);
                let last = self.f.fresh_primal("exit", ty, span);
                carried.push(Carried { init, param });
                end.block.results.push(next);
                vars.push(last);
                Exit::Either(last, codes)
            }
        };
        end.block.rename(&unchanged);
        let again = again.map(|a| unchanged.get(&a).copied().unwrap_or(a));
        let iteration = match runs {
            Runs::Range(range) => Iteration::Range(range),
            Runs::Forever => Iteration::Forever,
        };
        let op = Loop {
            iteration,
            backward: false,
            carried,
            consume: None,
            body: end.block,
            again,
            collect: None,
        };
        self.push(vars, Op::Loop(Box::new(op)), span);
    }

    /// Lowers a block, starting from the current versions.
    fn lower_arm(&mut self, body: impl FnOnce(&mut Self)) -> End {
        let before = std::mem::take(&mut self.ssa.env);
        self.arm(&before, |s| {
            body(s);
            Value::Tuple(Vec::new())
        })
    }

    /// At the end of a body: whether the loop continues, and how control leaves it.
    fn exit_of_body(
        &mut self,
        end: &mut End,
        c: usize,
        forever: bool,
        span: Span,
    ) -> (Option<Var>, LoopExit) {
        let me = Code::Continue(c);
        let codes = end.exit.codes();
        let exit = end.exit.clone();
        let again = match &exit {
            Exit::Gone(code) if *code == me && !forever => None,
            Exit::Gone(code) => {
                let goes_on = *code == me;
                Some(self.write_in_arm(end, |s| s.bool(goes_on, span)))
            }
            Exit::Normal | Exit::Panic => {
                forever.then(|| self.write_in_arm(end, |s| s.bool(false, span)))
            }
            Exit::Either(v, codes) if codes.len() == 2 && codes[0] == me => Some(*v),
            Exit::Either(v, codes) => {
                let blocks: Vec<Block> =
                    codes.iter().map(|code| self.block_of(|s| s.bool(*code == me, span))).collect();
                Some(self.write_in_arm(end, |s| {
                    let var = s.f.fresh_primal("again", Ty::Bool, span);
                    s.push(vec![var], Op::Branch(*v, blocks), span);
                    var
                }))
            }
        };
        let outer: Vec<Code> =
            codes.iter().copied().filter(|code| *code != me && *code != Code::Break(c)).collect();
        let normal = !forever || codes.contains(&Code::Break(c));
        let leaving = match (&outer[..], normal) {
            ([], true) => LoopExit::Known(Exit::Normal),
            ([], false) => LoopExit::Known(Exit::Panic),
            ([code], false) => LoopExit::Known(Exit::Gone(*code)),
            _ => {
                let mut after: Vec<Code> = if normal { vec![Code::Normal] } else { Vec::new() };
                after.extend(&outer);
                let settled = |code: Code| {
                    if code == me || code == Code::Break(c) { Code::Normal } else { code }
                };
                let next = self.write_in_arm(end, |s| match &exit {
                    Exit::Either(v, codes) => {
                        let mapped: Vec<Code> = codes.iter().map(|c| settled(*c)).collect();
                        if mapped == after {
                            *v
                        } else {
                            let blocks: Vec<Block> = mapped
                                .iter()
                                .map(|code| {
                                    s.block_of(|s| s.code_literal(Some(*code), &after, span))
                                })
                                .collect();
                            let ty = if after.len() == 2 { Ty::Bool } else { Ty::USIZE };
                            let var = s.f.fresh_primal("exit", ty, span);
                            s.push(vec![var], Op::Branch(*v, blocks), span);
                            var
                        }
                    }
                    Exit::Gone(code) => s.code_literal(Some(settled(*code)), &after, span),
                    Exit::Normal | Exit::Panic => s.code_literal(None, &after, span),
                });
                let ty = if after.len() == 2 { Ty::Bool } else { Ty::USIZE };
                LoopExit::Coded { init: normal.then_some(Code::Normal), next, ty, codes: after }
            }
        };
        (again, leaving)
    }
}

/// How control leaves a loop.
enum LoopExit {
    Known(Exit),
    /// A carried variable holds it.
    Coded {
        init: Option<Code>,
        next: Var,
        ty: Ty,
        codes: Vec<Code>,
    },
}
