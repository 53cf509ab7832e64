//! Linear A with pullbacks → Linear A without: their captures are saved, and their code is inlined
//! where they are applied.
//!
//! A pullback is applied at one place, so its code is known there; its captures are not. In
//! straight-line code these are still in scope. A loop that collected pullbacks collects their
//! captures, a vector of captures instead of one of closures, so nothing is boxed. A branch that
//! yielded a pullback yields the captures of its arms' pullbacks through slots, and the code is
//! that of the arm taken, by the same tag.
//!
//! No operation is duplicated or added, so the work is unchanged.

use super::simplify;
use super::slots::{Arm, ArmsWithSlots, assign_slots};
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;

/// Removes the pullbacks of a function. Variables below `user_vars` were bound by user code.
pub fn defunctionalize(function: &Function, user_vars: usize) -> Function {
    let mut pass = Pass {
        function: function.without_body(),
        codes: HashMap::default(),
        collected_code: HashMap::default(),
        names: HashMap::default(),
    };
    let body = pass.block(&function.body);
    let mut function = pass.function;
    function.body = body;
    simplify::simplify_scheduled(&mut function, user_vars);
    function
}

/// The code of a pullback, without nested pullbacks.
struct Code {
    params: Vec<Var>,
    body: Block,
}

struct Pass {
    function: Function,
    /// By the variable that the pullback is bound to.
    codes: HashMap<Var, Code>,
    /// By the variable of the rows: the code of each row's pullback, and the columns of a row.
    collected_code: HashMap<Var, (Code, Vec<Var>)>,
    /// The variables that an application binds, by their names in the code.
    names: HashMap<Var, Var>,
}

impl Pass {
    fn block(&mut self, block: &Block) -> Block {
        let mut out = Block::default();
        for l in &block.lets {
            self.visit_let(l, &mut out);
        }
        out.results = block.results.iter().map(|v| self.name(*v)).collect();
        out
    }

    fn name(&self, v: Var) -> Var {
        self.names.get(&v).copied().unwrap_or(v)
    }

    fn take_code(&mut self, pullback: Var) -> Code {
        self.codes
            .remove(&pullback)
            .expect("a pullback is made once, and applied or passed on once")
    }

    fn visit_let(&mut self, l: &Let, out: &mut Block) {
        let mut vars = l.vars.clone();
        let op = match &l.op {
            Op::Pullback(pullback) => {
                let body = self.block(&pullback.body);
                self.codes.insert(vars[0], Code { params: pullback.params.clone(), body });
                return;
            }
            Op::Linear(Linear::Apply(pullback, args)) => {
                let Code { params, mut body } = self.take_code(*pullback);
                body.rename(&params.into_iter().zip(args.iter().map(|v| self.name(*v))).collect());
                out.lets.append(&mut body.lets);
                self.names.extend(vars.into_iter().zip(body.results));
                return;
            }
            Op::Branch(tag, arms) => self.branch(l, *tag, arms, &mut vars),
            Op::Loop(lp) => Op::Loop(Box::new(self.loop_(lp, &vars))),
            op => {
                let mut op = op.clone();
                op.map_operands(&mut |v| self.name(v));
                op
            }
        };
        out.push(vars, op, l.span);
    }

    /// The variables that the code of a pullback reads from its surroundings.
    fn captured_variables(&self, code: &Code, inside: impl IntoIterator<Item = Var>) -> Vec<Var> {
        let inside: HashSet<Var> = inside.into_iter().collect();
        code.body
            .free_vars()
            .into_iter()
            .filter(|v| !self.function.is_linear(*v) && inside.contains(v))
            .collect()
    }

    fn branch(&mut self, l: &Let, tag: Var, arms: &[Block], vars: &mut Vec<Var>) -> Op {
        let mut arms: Vec<Block> = arms.iter().map(|arm| self.block(arm)).collect();
        let Some(at) = vars.iter().position(|v| matches!(self.function.ty(*v), Ty::Pullback(_)))
        else {
            return Op::Branch(tag, arms);
        };
        let of = vars.remove(at);
        let codes: Vec<Code> =
            arms.iter_mut().map(|arm| self.take_code(arm.results.remove(at))).collect();
        let fresh = |pass: &mut Self, of: &[Var]| -> Vec<Var> {
            let infos: Vec<VarInfo> = of.iter().map(|v| pass.function.info(*v).clone()).collect();
            infos
                .into_iter()
                .map(|info| pass.function.fresh_linear(info.name, info.ty, info.span))
                .collect()
        };
        let (params, results) = match codes.first() {
            Some(first) => (fresh(self, &first.params), fresh(self, &first.body.results)),
            None => (Vec::new(), Vec::new()),
        };
        let mut split = Vec::new();
        for (arm, mut code) in arms.into_iter().zip(codes) {
            let stored =
                self.captured_variables(&code, arm.lets.iter().flat_map(|l| &l.vars).copied());
            code.body.rename(&code.params.iter().copied().zip(params.iter().copied()).collect());
            split.push(Arm { primal: arm, linear: code.body, stored });
        }
        let ArmsWithSlots { primal, linear, slots } =
            assign_slots(&mut self.function, split, l.span);
        let mut body = Block { lets: Vec::new(), results: results.clone() };
        body.push(results, Op::Branch(tag, linear), l.span);
        self.codes.insert(of, Code { params, body });
        vars.extend(slots);
        Op::Branch(tag, primal)
    }

    fn loop_(&mut self, lp: &Loop, vars: &[Var]) -> Loop {
        let mut lp = lp.clone();
        for c in &mut lp.carried {
            c.init = self.name(c.init);
        }
        if let Some((rows, row)) = &mut lp.consume
            && let Some((mut code, captures)) = self.collected_code.remove(rows)
        {
            let infos: Vec<VarInfo> =
                captures.iter().map(|v| self.function.info(*v).clone()).collect();
            let fresh: Vec<Var> = infos
                .into_iter()
                .map(|info| self.function.fresh_primal(info.name, info.ty, info.span))
                .collect();
            code.body.rename(&captures.into_iter().zip(fresh.iter().copied()).collect());
            self.codes.insert(row[0], code);
            *row = fresh;
        }
        lp.body = self.block(&lp.body);
        if let Some([each]) = lp.collect.as_deref()
            && matches!(self.function.ty(*each), Ty::Pullback(_))
            && let Some(rows) = vars.last()
        {
            let code = self.take_code(*each);
            let captures = self.captured_variables(
                &code,
                lp.params().into_iter().chain(lp.body.lets.iter().flat_map(|l| &l.vars).copied()),
            );
            self.collected_code.insert(*rows, (code, captures.clone()));
            lp.collect = Some(captures);
        }
        lp
    }
}
