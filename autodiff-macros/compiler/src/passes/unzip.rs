//! Linear A (primal and tangent mixed) → the primal function, which yields residuals, and the
//! linear function, which reads them (Linear B).
//!
//! Non-linear lets go to the primal, linear lets to the linear part. Control flow goes to both; the
//! records of the primal control the linear part:
//!
//! - a branch: the same tag; stored values of an arm leave the primal branch through slots, which
//!   arms share by type;
//! - a loop over a range: the same range; the stored values of an iteration form a row. A loop with
//!   its own exit always collects rows (possibly empty ones), and the linear loop runs once for
//!   each;
//! - a call: the callee's primal with its frame, the callee's linear map with that frame.
//!
//! A loop-invariant value is stored once, not in every row; an induction variable is recomputed
//! from the loop's index. Nothing is computed twice except the values that [`super::residuals`]
//! recomputes. `W(primal) + W(linear) = W(mixed)` otherwise.

use super::jvp::Jvp;
use super::residuals::{self, Facts, is_builder};
use super::simplify;
use super::slots::{Arm, ArmsWithSlots, assign_slots};
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use crate::primitives::Prim;
use proc_macro2::Span;
use std::collections::BTreeSet;

/// A function split in two.
#[derive(Clone, Debug)]
pub struct Unzipped {
    /// Results: the primal's, then the residuals.
    pub primal: Function,
    /// Non-linear parameters: the parameters by shared reference, then the residuals; linear ones:
    /// the tangents.
    pub linear: Function,
    /// The residuals.
    pub residuals: Vec<Var>,
}

/// Splits a function. Variables below `user_vars` are bound by the user's code.
pub fn unzip(jvp: &Jvp, interface: &Interface, user_vars: usize) -> Unzipped {
    let mixed = &jvp.function;
    let leaves = |passing: fn(Passing) -> bool| -> Vec<Var> {
        interface
            .params
            .iter()
            .filter(|p| passing(p.passing))
            .flat_map(|p| p.value.leaves())
            .collect()
    };
    let shared = leaves(|passing| passing == Passing::Shared);
    let by_value = leaves(|passing| passing != Passing::Shared);
    let mut pass = Pass::new(mixed, interface);
    let mut split = pass.block(&mixed.body, &by_value, &HashSet::default());
    let dots: Vec<Var> = jvp.dots.iter().map(|d| d.var).collect();

    // an array that is returned as well is stored as a copy
    let mut copies = HashMap::default();
    for v in &mut split.stored {
        if !pass.function.ty(*v).is_scalar() && split.primal.results.contains(v) {
            let copy = pass.copy_of(*v);
            split.primal.push(vec![copy], Op::Read(Place::of_var(*v)), pass.function.info(*v).span);
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
    simplify::simplify(&mut primal, user_vars, &HashMap::default());
    let params = shared.iter().chain(&split.stored).chain(&dots).copied().collect();
    let linear =
        Function { name: mixed.name.clone(), vars: pass.function.vars, params, body: split.linear };
    Unzipped { primal, linear, residuals: split.stored }
}

/// Adds the later versions of the memory in `of`. Returns whether there were any.
fn versions(block: &Block, of: &mut HashSet<Var>) -> bool {
    let mut grown = false;
    let mut add = |of: &mut HashSet<Var>, from: Var, to: Var| {
        grown |= of.contains(&from) && of.insert(to);
    };
    for l in &block.lets {
        match &l.op {
            Op::Loop(lp) => {
                for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                    add(of, c.init, c.param);
                    add(of, *next, *last);
                    add(of, c.param, *last);
                }
            }
            Op::Branch(_, arms) => {
                for arm in arms {
                    arm.results.iter().zip(&l.vars).for_each(|(result, v)| add(of, *result, *v));
                }
            }
            _ => l.versions().into_iter().for_each(|(from, to)| add(of, from, to)),
        }
    }
    for inner in block.lets.iter().flat_map(|l| l.op.blocks()) {
        grown |= versions(inner, of);
    }
    grown
}

/// Collects the facts of a block and the blocks inside.
fn gather(block: &Block, facts: &mut Facts, is_function: bool) {
    for l in &block.lets {
        match &l.op {
            Op::View(place) => {
                let place = match facts.views.get(&place.root) {
                    None => place.clone(),
                    Some(base) => Place {
                        root: base.root,
                        path: base.path.iter().chain(&place.path).cloned().collect(),
                    },
                };
                facts.views.insert(l.vars[0], place);
            }
            Op::Literal(_) => drop(facts.literals.insert(l.vars[0])),
            Op::Pop(p, _) => drop(facts.consumed_arrays.insert(p.root)),
            Op::Update(p, x) | Op::Push(p, _, x) => facts.consumed_arrays.extend([p.root, *x]),
            Op::Swap(v, ..) => drop(facts.consumed_arrays.insert(*v)),
            Op::Array(vars) | Op::Tuple(vars) => facts.consumed_arrays.extend(vars),
            Op::Struct(_, fields) => facts.consumed_arrays.extend(fields.iter().map(|(_, x)| *x)),
            Op::Repeat(x, _) => drop(facts.consumed_arrays.insert(*x)),
            Op::Opaque(o) => {
                facts.consumed_arrays.extend(o.changes.iter().map(|change| change.place.root));
                facts.consumed_arrays.extend(o.moved_capture());
            }
            Op::Call(c) => consumed_by_call(c, facts),
            Op::CallJvp(c) => consumed_by_call(&c.call, facts),
            Op::Loop(lp) => facts.consumed_arrays.extend(lp.carried.iter().map(|c| c.init)),
            _ => {}
        }
        for inner in l.op.blocks() {
            gather(inner, facts, false);
        }
    }
    if !is_function {
        facts.consumed_arrays.extend(&block.results);
    }
}

/// Collects the variables that can neither be stored nor recomputed, as a view, an array of
/// literals, a constant or a value that only borrows can.
fn collect_remade(function: &Function, block: &Block, facts: &mut Facts) {
    for l in &block.lets {
        let is_made_again = match &l.op {
            Op::View(_) | Op::Array(_) => true,
            _ if is_builder(function, l) => {
                facts.consumed_arrays.remove(&l.vars[0]);
                true
            }
            Op::Opaque(o) => o.is_constant(),
            _ => false,
        };
        if !is_made_again {
            facts.nameless.extend(l.vars.iter().filter(|v| !function.ty(**v).can_be_stored()));
        }
        l.op.blocks().iter().for_each(|inner| collect_remade(function, inner, facts));
    }
}

/// Constant parameters by value of types that only rustc knows. These types need not be ones that
/// can be saved.
fn owned_constants(function: &Function, interface: &Interface) -> Vec<Var> {
    let owned = interface.params.iter().filter(|p| p.constant && p.passing == Passing::Value);
    owned
        .flat_map(|p| p.value.leaves())
        .filter(|v| matches!(function.ty(*v), Ty::Foreign(_)))
        .collect()
}

fn consumed_by_call(call: &Call, facts: &mut Facts) {
    for argument in &call.arguments {
        match argument {
            Argument::Value(tree) => facts.consumed_arrays.extend(tree.leaves()),
            Argument::Shared(_) | Argument::Index(_) => {}
            Argument::Unique(p) => drop(facts.consumed_arrays.insert(p.root)),
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

/// The two parts of a block while its lets are split.
#[derive(Default)]
pub(super) struct PartialSplit {
    pub(super) primal: Block,
    pub(super) linear: Block,
    /// The primal values that the linear part needs.
    pub(super) needed: BTreeSet<Var>,
}

pub(super) struct Pass {
    pub(super) function: Function,
    pub(super) facts: Facts,
    /// Whether the code being split is in a branch inside the innermost loop.
    in_branch: bool,
}

impl Pass {
    pub(super) fn new(mixed: &Function, interface: &Interface) -> Pass {
        let shared = interface.params.iter().filter(|p| p.passing == Passing::Shared);
        let aliased = shared.flat_map(|p| p.value.leaves()).collect();
        let mut facts = Facts { aliased, ..Facts::default() };
        gather(&mixed.body, &mut facts, true);
        collect_remade(mixed, &mixed.body, &mut facts);
        facts.nameless.extend(owned_constants(mixed, interface));
        // every version of a parameter by mutable reference is in the caller's memory
        let unique = interface.params.iter().filter(|p| p.passing == Passing::Unique);
        let mut by_reference: HashSet<Var> = unique.flat_map(|p| p.value.leaves()).collect();
        while versions(&mixed.body, &mut by_reference) {}
        facts.consumed_arrays.extend(by_reference);
        Pass { function: mixed.without_body(), facts, in_branch: false }
    }

    fn is_linear(&self, v: Var) -> bool {
        self.function.is_linear(v)
    }

    /// A variable for an owned copy of an array, or of the place of a view.
    fn copy_of(&mut self, v: Var) -> Var {
        let info = self.function.info(v).clone();
        let ty = info.ty.owned_type();
        self.function.fresh_primal(format!("{}_saved", info.name), ty, info.span)
    }

    /// A variable for a copy of the value of an argument before a call.
    fn copy_before_call(&mut self, call: &Call, number: usize, place: &Place) -> Var {
        if place.path.is_empty() {
            return self.copy_of(place.root);
        }
        let root = self.function.info(place.root).clone();
        let ty = match call.callee.arguments[number].clone() {
            Ty::Slice(element) => Ty::Vec(element),
            ty => ty,
        };
        self.function.fresh_primal(format!("{}_before", root.name), ty, root.span)
    }

    /// Splits a block. `params` are the variables that the enclosing construct binds, which only
    /// storing preserves; `free` are those that the linear construct binds itself.
    fn block(&mut self, mixed: &Block, params: &[Var], free: &HashSet<Var>) -> Split {
        let mut parts = PartialSplit::default();
        for l in &mixed.lets {
            match &l.op {
                Op::Linear(_) => {
                    parts.linear.lets.push(l.clone());
                    l.op.for_operands(|v| {
                        if !self.is_linear(v) {
                            parts.needed.insert(v);
                        }
                    });
                }
                Op::CallJvp(call) => self.call(l, call, &mut parts),
                Op::Branch(tag, arms) => self.branch(l, *tag, arms, &mut parts),
                Op::Loop(lp) => self.loop_(l, lp, &mut parts),
                _ => parts.primal.lets.push(l.clone()),
            }
        }
        let PartialSplit { mut primal, mut linear, needed: needs } = parts;
        for v in &mixed.results {
            if self.is_linear(*v) { linear.results.push(*v) } else { primal.results.push(*v) }
        }
        let plan = residuals::plan(&self.function, &self.facts, &primal.lets, params, free, needs);
        let mut lets = plan.recomputed;
        lets.append(&mut linear.lets);
        linear.lets = lets;
        Split { primal, linear, stored: plan.stored, outer: plan.outer }
    }

    /// Splits a call: the primal part calls the unzipped callee, whose frame the linear part takes.
    pub(super) fn call(&mut self, l: &Let, mixed: &LinearCall, parts: &mut PartialSplit) {
        let span = l.span;
        let (mut primal_vars, linear_vars): (Vec<Var>, Vec<Var>) =
            l.vars.iter().partition(|v| !self.is_linear(**v));
        let mut mixed = mixed.clone();
        let callee = &mut mixed.call.callee;
        if self.in_branch
            && callee.residuals == ResidualStorage::Directly
            && !callee.recursive
            && callee.object.is_none()
        {
            callee.residuals = ResidualStorage::Nested;
        }
        let frame = self.function.fresh_primal(
            format!("{}_frame", callee.name()),
            Ty::Frame(callee.clone()),
            span,
        );
        primal_vars.push(frame);
        let mut call = mixed.clone();
        call.frame = Some(frame);
        // memory that changes later is copied before the call, for the callee to read again
        for argument in &mut call.call.arguments {
            if let Argument::Shared(v) = argument
                && !self.facts.is_obtainable(&self.function, *v)
            {
                let copy = self.copy_of(*v);
                parts.primal.push(vec![copy], Op::Read(Place::of_var(*v)), span);
                *v = copy;
            }
        }
        // a callee that only reads an argument that it could change reads it again
        for (k, before) in call.call.prior_values.iter_mut().enumerate() {
            if let (PriorValue::Unknown, Argument::Unique(place)) =
                (*before, &mixed.call.arguments[k])
            {
                let copy = self.copy_before_call(&mixed.call, k, place);
                parts.primal.push(vec![copy], Op::Read(place.clone()), span);
                *before = PriorValue::Saved(copy);
            }
        }
        parts.primal.push(primal_vars, Op::CallPrimal(mixed.call.clone()), span);
        let op = Op::Linear(Linear::Call(Box::new(call)));
        parts.needed.extend(op.operands().into_iter().filter(|v| !self.function.is_linear(*v)));
        parts.linear.push(linear_vars, op, span);
    }

    /// Splits a branch into one of each part; saved values of the arms share slots.
    fn branch(&mut self, l: &Let, tag: Var, arms: &[Block], parts: &mut PartialSplit) {
        let around = std::mem::replace(&mut self.in_branch, true);
        let splits: Vec<Split> =
            arms.iter().map(|arm| self.block(arm, &[], &HashSet::default())).collect();
        self.in_branch = around;
        let (mut primal_vars, linear_vars): (Vec<Var>, Vec<Var>) =
            l.vars.iter().partition(|v| !self.is_linear(**v));
        let has_linear =
            !linear_vars.is_empty() || splits.iter().any(|s| !s.linear.lets.is_empty());
        if has_linear {
            parts.needed.extend(splits.iter().flat_map(|split| &split.outer));
        }
        let arms = splits
            .into_iter()
            .map(|split| Arm { primal: split.primal, linear: split.linear, stored: split.stored })
            .collect();
        let ArmsWithSlots { primal: primal_arms, linear: linear_arms, slots } =
            assign_slots(&mut self.function, arms, l.span);
        if has_linear {
            parts.needed.insert(tag);
            parts.needed.extend(&slots);
        }
        primal_vars.extend(slots);
        let is_empty = primal_vars.is_empty() && primal_arms.iter().all(|arm| arm.lets.is_empty());
        if !is_empty {
            parts.primal.push(primal_vars, Op::Branch(tag, primal_arms), l.span);
        }
        if has_linear {
            parts.linear.push(linear_vars, Op::Branch(tag, linear_arms), l.span);
        }
    }

    /// Splits a loop into one of each part; the linear loop consumes the rows of the primal one.
    fn loop_(&mut self, l: &Let, lp: &Loop, parts: &mut PartialSplit) {
        let has_linear = lp.carried.iter().any(|c| self.is_linear(c.param));
        let mut params: Vec<Var> =
            lp.carried.iter().map(|c| c.param).filter(|p| !self.is_linear(*p)).collect();
        let mut free = HashSet::default();
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
        let inductions = if regular { self.inductions(lp, &params) } else { Vec::new() };
        for induction in &inductions {
            params.retain(|p| *p != induction.param);
            free.insert(induction.param);
        }
        let around = std::mem::replace(&mut self.in_branch, false);
        let mut split = self.block(&lp.body, &params, &free);
        self.in_branch = around;
        if regular && has_linear {
            self.hoist(lp, &mut split, &mut parts.primal);
            self.recompute_inductions(lp, &inductions, &mut split, l.span);
        }
        let (mut primal_vars, linear_vars): (Vec<Var>, Vec<Var>) =
            l.vars.iter().partition(|v| !self.is_linear(**v));
        let (primal_carried, linear_carried): (Vec<Carried>, Vec<Carried>) =
            lp.carried.iter().cloned().partition(|c| !self.is_linear(c.param));
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
            parts.needed.extend(op.operands().into_iter().filter(|v| !self.function.is_linear(*v)));
            parts.needed.extend(split.outer);
            parts.linear.push(linear_vars, op, l.span);
        }
        parts.primal.push(primal_vars, Op::Loop(Box::new(primal_loop)), l.span);
    }
}

/// A carried integer that grows by the same amount in each iteration, so that it can be computed
/// from the index.
struct Induction {
    init: Var,
    param: Var,
    /// The amount, and the let that binds it if it is a literal of the body.
    step: Var,
    literal: Option<Let>,
}

impl Pass {
    /// The carried integers of a loop over a plain range that are inductions.
    fn inductions(&self, lp: &Loop, params: &[Var]) -> Vec<Induction> {
        let Iteration::Range(range) = &lp.iteration else { return Vec::new() };
        if !range.adaptors.is_empty() {
            return Vec::new();
        }
        let definition = |v: Var| lp.body.lets.iter().find(|l| l.vars.contains(&v));
        let mut found = Vec::new();
        for (c, next) in lp.carried.iter().zip(&lp.body.results) {
            let same_type = self.function.ty(c.param) == self.function.ty(range.index)
                && self.function.ty(c.param).is_int();
            let Some(Let { op: Op::Prim(Prim::Add, args), .. }) = definition(*next) else {
                continue;
            };
            let step = match args[..] {
                [a, b] if a == c.param => b,
                [a, b] if b == c.param => a,
                _ => continue,
            };
            let literal = match definition(step) {
                None if params.contains(&step) || step == range.index => continue,
                None => None,
                Some(l) if matches!(l.op, Op::Literal(_)) => Some(l.clone()),
                Some(_) => continue,
            };
            if same_type {
                found.push(Induction { init: c.init, param: c.param, step, literal });
            }
        }
        found
    }

    /// In the linear body: `param = init + (index - from) · step`, for the inductions it reads.
    fn recompute_inductions(
        &mut self,
        lp: &Loop,
        inductions: &[Induction],
        split: &mut Split,
        span: Span,
    ) {
        let Iteration::Range(range) = &lp.iteration else { return };
        let read: HashSet<Var> = split.linear.free_vars().into_iter().collect();
        let mut lets = Vec::new();
        for induction in inductions.iter().filter(|i| read.contains(&i.param)) {
            let ty = self.function.ty(induction.param).clone();
            let mut apply = |pass: &mut Pass, name: &str, prim: Prim, a: Var, b: Var| {
                let var = pass.function.fresh_primal(name, ty.clone(), span);
                lets.push(Let::new(vec![var], Op::Prim(prim, vec![a, b]), span));
                var
            };
            let mut step = induction.step;
            let mut literal_let = None;
            if let Some(literal) = &induction.literal {
                step = self.function.fresh_primal("step", ty.clone(), span);
                literal_let = Some(Let::new(vec![step], literal.op.clone(), span));
            } else {
                split.outer.insert(step);
            }
            let turns = apply(self, "turns", Prim::Sub, range.index, range.from);
            let by_one = matches!(&induction.literal,
                Some(Let { op: Op::Literal(Literal::Source(text)), .. }) if text.to_string()
                .trim_end_matches("usize").trim_end_matches('_') == "1");
            let advance =
                if by_one { turns } else { apply(self, "advance", Prim::Mul, turns, step) };
            let name = self.function.name(induction.param).to_string();
            let value = apply(self, &name, Prim::Add, induction.init, advance);
            if let Some(l) = literal_let
                && !by_one
            {
                lets.insert(0, l);
            }
            split.linear.rename(&HashMap::from_iter([(induction.param, value)]));
            split.outer.extend([induction.init, range.from]);
        }
        lets.append(&mut split.linear.lets);
        split.linear.lets = lets;
    }

    /// Stored values that are the same in every iteration are stored once, before the loop;
    /// computed there only if the loop runs at all.
    fn hoist(&mut self, lp: &Loop, split: &mut Split, primal: &mut Block) {
        let Iteration::Range(range) = &lp.iteration else { return };
        let definitions: HashMap<Var, &Let> =
            split.primal.lets.iter().flat_map(|l| l.vars.iter().map(move |v| (*v, l))).collect();
        let mut inside: HashSet<Var> = definitions.keys().copied().collect();
        inside.extend(lp.params());
        let mut lets: Vec<Let> = Vec::new();
        let mut results = Vec::new();
        for v in &split.stored {
            let mut needed = Vec::new();
            if is_invariant(*v, &definitions, &inside, &self.function, &mut needed) {
                for l in needed {
                    if !lets.iter().any(|known| known.vars == l.vars) {
                        lets.push(l);
                    }
                }
                results.push(*v);
            }
        }
        if results.is_empty() {
            return;
        }
        split.stored.retain(|v| !results.contains(v));
        // values computed before the loop are not recomputed in it
        let stored = results.len();
        for l in lets.iter().filter(|l| matches!(l.op, Op::Prim(..))) {
            results.extend(
                l.vars
                    .iter()
                    .copied()
                    .filter(|v| !results.contains(v) && !self.function.ty(*v).is_discrete())
                    .collect::<Vec<_>>(),
            );
        }
        let span = lets[0].span;
        let runs = self.function.fresh_primal("runs", Ty::Bool, span);
        let compare = if range.inclusive { Prim::Le } else { Prim::Lt };
        primal.push(vec![runs], Op::Prim(compare, vec![range.from, range.to]), span);
        // the hoisted lets bind new variables
        let mut names = HashMap::default();
        for l in &mut lets {
            l.op.map_operands(&mut |v| names.get(&v).copied().unwrap_or(v));
            for v in &mut l.vars {
                let info = self.function.info(*v).clone();
                let fresh = self.function.fresh_primal(info.name, info.ty, info.span);
                names.insert(*v, fresh);
                *v = fresh;
            }
        }
        let then = Block { lets, results: results.iter().map(|v| names[v]).collect() };
        let mut otherwise = Block::default();
        let mut hoisted = Vec::new();
        let mut renamed = HashMap::default();
        for v in &results {
            let info = self.function.info(*v).clone();
            let blank = self.function.fresh_primal(info.name.clone(), info.ty.clone(), info.span);
            otherwise.push(vec![blank], Op::Blank, span);
            otherwise.results.push(blank);
            let var = self.function.fresh_primal(info.name, info.ty, info.span);
            hoisted.push(var);
            renamed.insert(*v, var);
        }
        primal.push(hoisted.clone(), Op::Branch(runs, vec![then, otherwise]), span);
        split.primal.lets.retain(|l| !l.vars.iter().any(|v| renamed.contains_key(v)));
        split.primal.rename(&renamed);
        renamed.retain(|v, _| results[..stored].contains(v));
        split.linear.rename(&renamed);
        hoisted.truncate(stored);
        split.outer.extend(hoisted);
    }
}

/// Whether a value is computed only from variables outside the loop, by operations that may be
/// repeated. Collects their lets in order.
fn is_invariant(
    v: Var,
    definitions: &HashMap<Var, &Let>,
    inside: &HashSet<Var>,
    function: &Function,
    needed: &mut Vec<Let>,
) -> bool {
    if !inside.contains(&v) {
        return true;
    }
    let Some(l) = definitions.get(&v) else { return false };
    let repeatable = match &l.op {
        Op::Literal(_) | Op::Prim(..) | Op::Cast(_) | Op::Constant(_) | Op::Len(_) => true,
        Op::Read(_) => function.ty(v).is_scalar(),
        _ => false,
    };
    if !repeatable
        || !l
            .op
            .operands()
            .into_iter()
            .all(|operand| is_invariant(operand, definitions, inside, function, needed))
    {
        return false;
    }
    if !needed.iter().any(|known| known.vars == l.vars) {
        needed.push((*l).clone());
    }
    true
}

impl Range {
    /// Whether Rust can run the range backward: stepping needs an iterator that knows its length.
    pub fn is_reversible(&self, function: &Function) -> bool {
        let steps = self.adaptors.iter().any(|a| matches!(a, Adaptor::StepBy(_)));
        let exact = matches!(
            function.ty(self.index),
            Ty::Int("usize" | "u32" | "i32" | "u16" | "i16" | "u8" | "i8")
        ) && !(self.inclusive
            && matches!(function.ty(self.index), Ty::Int("usize" | "u32" | "i32")));
        !steps || exact
    }
}
