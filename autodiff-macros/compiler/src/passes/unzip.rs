//! Linear A (primal and tangent mixed) → the primal function, which yields residuals, and the linear function, which reads them (Linear B).
//!
//! Non-linear lets go to the primal, linear lets to the linear part; control flow goes to both, the linear one being steered by what
//! the primal one recorded:
//!
//! - a branch: the same tag; what an arm stores leaves the primal branch through slots, which arms share by type;
//! - a loop over a range: the same range; what an iteration stores makes a row. A loop with an exit of its own always collects
//!   rows (possibly empty ones), and the linear loop runs once for each;
//! - a call: the callee's primal with its frame, the callee's linear map with that frame.
//!
//! Nothing is computed twice except what [`super::residuals`] chooses to recompute. `W(primal) + W(linear) = W(mixed)` otherwise.

use super::jvp::Jvp;
use super::residuals::{self, Facts};
use super::simplify;
use crate::ir::*;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A function split in two.
#[derive(Clone, Debug)]
pub struct Unzipped {
    /// Results: the primal's, then the residuals.
    pub primal: Function,
    /// Non-linear parameters: the parameters by shared reference, then the residuals; linear ones: the tangents.
    pub linear: Function,
    /// The residuals.
    pub residuals: Vec<Var>,
}

/// Splits a function. Variables below `user_vars` were bound by what the user wrote.
pub fn unzip(jvp: &Jvp, interface: &Interface, user_vars: usize) -> Unzipped {
    let mixed = &jvp.function;
    let mut aliased = HashSet::new();
    let mut by_value = Vec::new();
    for param in &interface.params {
        let leaves = param.value.leaves();
        match param.passing {
            Passing::Shared => aliased.extend(leaves),
            Passing::Value | Passing::Unique => by_value.extend(leaves),
        }
    }
    let shared: Vec<Var> = interface.params.iter().filter(|p| p.passing == Passing::Shared).flat_map(|p| p.value.leaves()).collect();
    let mut facts = Facts { aliased, consumed: HashSet::new(), views: HashMap::new(), literals: HashSet::new() };
    gather(&mixed.body, &mut facts, true);
    for param in interface.params.iter().filter(|p| p.passing == Passing::Unique) {
        facts.consumed.extend(param.value.leaves());
    }
    let mut pass = Pass { function: mixed.clone(), facts };
    let mut split = pass.block(&mixed.body, &by_value, &HashSet::new());
    let dots: Vec<Var> = jvp.dots.iter().map(|d| d.var).collect();

    // an array that is returned as well is stored as a copy
    let mut copies = HashMap::new();
    for v in &mut split.stored {
        if !pass.function.ty(*v).is_scalar() && split.primal.results.contains(v) {
            let copy = pass.copy_of(*v);
            split.primal.push(vec![copy], Op::Read(Place::whole(*v)), pass.function.info(*v).span);
            copies.insert(*v, copy);
            *v = copy;
        }
    }
    split.linear.rename(&copies);
    split.primal.results.extend(&split.stored);

    let non_linear = |v: &&Var| !mixed.is_linear(**v);
    let mut primal = Function {
        name: mixed.name.clone(),
        vars: pass.function.vars.clone(),
        params: mixed.params.iter().filter(non_linear).copied().collect(),
        body: split.primal,
    };
    simplify::simplify(&mut primal, user_vars, &HashMap::new());
    let params = shared.iter().chain(&split.stored).chain(&dots).copied().collect();
    let linear = Function { name: mixed.name.clone(), vars: pass.function.vars, params, body: split.linear };
    Unzipped { primal, linear, residuals: split.stored }
}

/// Collects the facts of a block and the blocks inside.
fn gather(block: &Block, facts: &mut Facts, is_function: bool) {
    for l in &block.lets {
        match &l.op {
            Op::View(place) => {
                let place = match facts.views.get(&place.root) {
                    None => place.clone(),
                    Some(base) => Place { root: base.root, path: base.path.iter().chain(&place.path).cloned().collect() },
                };
                facts.views.insert(l.vars[0], place);
            }
            Op::Literal(_) => drop(facts.literals.insert(l.vars[0])),
            Op::Update(p, _) => drop(facts.consumed.insert(p.root)),
            Op::Push(v, x) => facts.consumed.extend([v, x]),
            Op::Pop(v) | Op::Swap(v, ..) => drop(facts.consumed.insert(*v)),
            Op::Array(vars) | Op::Tuple(vars) => facts.consumed.extend(vars),
            Op::Repeat(x, _) => drop(facts.consumed.insert(*x)),
            Op::Call(c) => consumed_by_call(c, facts),
            Op::CallJvp(c) => consumed_by_call(&c.call, facts),
            Op::Loop(lp) => facts.consumed.extend(lp.carried.iter().map(|c| c.init)),
            _ => {}
        }
        for inner in l.op.blocks() {
            gather(inner, facts, false);
        }
    }
    if !is_function {
        facts.consumed.extend(&block.results);
    }
}

fn consumed_by_call(call: &Call, facts: &mut Facts) {
    for argument in &call.arguments {
        match argument {
            Argument::Value(tree) => facts.consumed.extend(tree.leaves()),
            Argument::Shared(_) => {}
            Argument::Unique(p) => drop(facts.consumed.insert(p.root)),
        }
    }
}

/// A block split in two.
struct Split {
    primal: Block,
    linear: Block,
    /// Bound in the primal block, needed in the linear one.
    stored: Vec<Var>,
    /// Needed in the linear block, bound outside.
    outer: BTreeSet<Var>,
}

struct Pass {
    function: Function,
    facts: Facts,
}

impl Pass {
    fn is_linear(&self, v: Var) -> bool {
        self.function.is_linear(v)
    }

    /// A variable for an owned copy of an array or of what a view stands for.
    fn copy_of(&mut self, v: Var) -> Var {
        let info = self.function.info(v).clone();
        let ty = match info.ty {
            Ty::Slice(element) => Ty::Vec(element),
            ty => ty,
        };
        self.function.fresh_primal(format!("{}_kept", info.name), ty, info.span)
    }

    /// Splits a block. `params` are what the construct around binds for it and only storing preserves; `free` is what the linear construct binds itself.
    fn block(&mut self, mixed: &Block, params: &[Var], free: &HashSet<Var>) -> Split {
        let mut primal = Block::default();
        let mut linear = Block::default();
        let mut needs: BTreeSet<Var> = BTreeSet::new();
        for l in &mixed.lets {
            match &l.op {
                Op::Linear(_) => {
                    linear.lets.push(l.clone());
                    let operands = l.op.operands();
                    needs.extend(operands.into_iter().filter(|v| !self.is_linear(*v)));
                }
                Op::CallJvp(call) => self.call(l, call, &mut primal, &mut linear, &mut needs),
                Op::Branch(tag, arms) => self.branch(l, *tag, arms, &mut primal, &mut linear, &mut needs),
                Op::Loop(lp) => self.loop_(l, lp, &mut primal, &mut linear, &mut needs),
                _ => primal.lets.push(l.clone()),
            }
        }
        for v in &mixed.results {
            if self.is_linear(*v) { linear.results.push(*v) } else { primal.results.push(*v) }
        }
        let plan = residuals::plan(&self.function, &self.facts, &primal.lets, params, free, needs);
        let mut lets = plan.recomputed;
        lets.append(&mut linear.lets);
        linear.lets = lets;
        Split { primal, linear, stored: plan.stored, outer: plan.outer }
    }

    fn call(&mut self, l: &Let, mixed: &LinearCall, primal: &mut Block, linear: &mut Block, needs: &mut BTreeSet<Var>) {
        let span = l.span;
        let (mut primal_vars, linear_vars): (Vec<Var>, Vec<Var>) = l.vars.iter().partition(|v| !self.is_linear(**v));
        let frame = self.function.fresh_primal(format!("{}_frame", last_segment(&mixed.call.callee)), Ty::Frame(mixed.call.callee.clone()), span);
        primal_vars.push(frame);
        let mut call = mixed.clone();
        call.frame = Some(frame);
        // memory that changes later is kept as it is now, for the callee to read again
        for argument in &mut call.call.arguments {
            if let Argument::Shared(v) = argument
                && !self.facts.is_obtainable(&self.function, *v)
            {
                let copy = self.copy_of(*v);
                primal.push(vec![copy], Op::Read(Place::whole(*v)), span);
                *v = copy;
            }
        }
        // of the shapes only those that the transposed call reads
        for argument in &mut call.arguments {
            if let LinearArgument::Value(leaves) = argument {
                leaves.iter_mut().filter(|leaf| leaf.var.is_none()).for_each(|leaf| leaf.shape = None);
            }
        }
        primal.push(primal_vars, Op::CallPrimal(mixed.call.clone()), span);
        let op = Op::Linear(Linear::Call(Box::new(call)));
        needs.extend(op.operands().into_iter().filter(|v| !self.function.is_linear(*v)));
        linear.push(linear_vars, op, span);
    }

    fn branch(&mut self, l: &Let, tag: Var, arms: &[Block], primal: &mut Block, linear: &mut Block, needs: &mut BTreeSet<Var>) {
        let splits: Vec<Split> = arms.iter().map(|arm| self.block(arm, &[], &HashSet::new())).collect();
        let (mut primal_vars, linear_vars): (Vec<Var>, Vec<Var>) = l.vars.iter().partition(|v| !self.is_linear(**v));
        // slots: the k-th stored value of a type in each arm shares one variable
        let mut slots: Vec<Var> = Vec::new();
        let mut filled: Vec<HashMap<Var, Var>> = Vec::new(); // per arm: slot → what the arm stores there
        for split in &splits {
            let mut here: HashMap<Var, Var> = HashMap::new();
            for v in &split.stored {
                let info = self.function.info(*v).clone();
                // rows keep a slot of their own: it tells which loop collected them
                let slot = match slots.iter().find(|s| info.ty != Ty::Rows && !here.contains_key(s) && *self.function.ty(**s) == info.ty) {
                    Some(slot) => *slot,
                    None => {
                        let slot = self.function.fresh_primal(info.name, info.ty, info.span);
                        slots.push(slot);
                        slot
                    }
                };
                here.insert(slot, *v);
            }
            filled.push(here);
        }
        let has_linear = !linear_vars.is_empty() || splits.iter().any(|s| !s.linear.lets.is_empty());
        let mut primal_arms = Vec::new();
        let mut linear_arms = Vec::new();
        for (split, here) in splits.into_iter().zip(filled) {
            let mut arm = split.primal;
            for slot in &slots {
                match here.get(slot) {
                    Some(v) => arm.results.push(*v),
                    None => {
                        let info = self.function.info(*slot).clone();
                        let blank = self.function.fresh_primal(info.name, info.ty, info.span);
                        arm.push(vec![blank], Op::Blank, l.span);
                        arm.results.push(blank);
                    }
                }
            }
            primal_arms.push(arm);
            let names: HashMap<Var, Var> = here.iter().map(|(slot, v)| (*v, *slot)).collect();
            let mut arm = split.linear;
            arm.rename(&names);
            linear_arms.push(arm);
            if has_linear {
                needs.extend(split.outer);
            }
        }
        if has_linear {
            needs.insert(tag);
            needs.extend(&slots);
        }
        primal_vars.extend(slots);
        let is_empty = primal_vars.is_empty() && primal_arms.iter().all(|arm| arm.lets.is_empty());
        if !is_empty {
            primal.push(primal_vars, Op::Branch(tag, primal_arms), l.span);
        }
        if has_linear {
            linear.push(linear_vars, Op::Branch(tag, linear_arms), l.span);
        }
    }

    fn loop_(&mut self, l: &Let, lp: &Loop, primal: &mut Block, linear: &mut Block, needs: &mut BTreeSet<Var>) {
        let mut params: Vec<Var> = lp.carried.iter().map(|c| c.param).filter(|p| !self.is_linear(*p)).collect();
        let mut free = HashSet::new();
        let regular = match &lp.iteration {
            Iteration::Range(r) if lp.again.is_none() && r.is_reversible(&self.function) => {
                free.insert(r.index);
                true
            }
            Iteration::Range(r) => {
                params.push(r.index);
                false
            }
            Iteration::Forever | Iteration::Rows => false,
        };
        let split = self.block(&lp.body, &params, &free);
        let (mut primal_vars, linear_vars): (Vec<Var>, Vec<Var>) = l.vars.iter().partition(|v| !self.is_linear(**v));
        let (primal_carried, linear_carried): (Vec<Carried>, Vec<Carried>) = lp.carried.iter().cloned().partition(|c| !self.is_linear(c.param));
        let has_linear = !linear_carried.is_empty();
        let mut primal_loop = Loop { carried: primal_carried, body: split.primal, ..lp.clone() };
        if has_linear {
            let rows = (!regular || !split.stored.is_empty()).then(|| {
                let rows = self.function.fresh_primal("rows", Ty::Rows, l.span);
                primal_vars.push(rows);
                primal_loop.collect = Some(split.stored.clone());
                rows
            });
            let iteration = if regular { lp.iteration.clone() } else { Iteration::Rows };
            let linear_loop = Loop {
                iteration,
                backward: lp.backward,
                carried: linear_carried,
                consume: rows.map(|rows| (rows, split.stored)),
                body: split.linear,
                again: None,
                collect: None,
            };
            let op = Op::Loop(Box::new(linear_loop));
            needs.extend(op.operands().into_iter().filter(|v| !self.function.is_linear(*v)));
            needs.extend(split.outer);
            linear.push(linear_vars, op, l.span);
        }
        primal.push(primal_vars, Op::Loop(Box::new(primal_loop)), l.span);
    }
}

/// The last segment of a callee's path, for names.
pub fn last_segment(callee: &Callee) -> String {
    callee.path.clone().into_iter().filter_map(|t| if let proc_macro2::TokenTree::Ident(i) = t { Some(i.to_string()) } else { None }).last().unwrap_or_default()
}

impl Range {
    /// Whether Rust can run the range backward: stepping needs an iterator that knows its length.
    pub fn is_reversible(&self, function: &Function) -> bool {
        let steps = self.adaptors.iter().any(|a| matches!(a, Adaptor::StepBy(_)));
        let exact = matches!(function.ty(self.index), Ty::Int("usize" | "u32" | "i32" | "u16" | "i16" | "u8" | "i8")) && !(self.inclusive && matches!(function.ty(self.index), Ty::Int("usize" | "u32" | "i32")));
        !steps || exact
    }
}

