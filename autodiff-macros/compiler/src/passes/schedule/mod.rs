//! The primal with its residuals, and the transposed map → one function of both, in which each
//! region's transpose runs as soon as its cotangents are known (Linear A with explicit uses).
//! Returns none if that is no sooner than after the whole primal.
//!
//! Unzipping is optional: a transposed let needs only the residuals that it reads and the
//! cotangents that it consumes. So the lets of the primal stay in their order, and the matching
//! transposed lets are moved to them:
//!
//! - *Loops.* A loop and its transpose become one whose iterations do both. The transposed loop
//!   must run in the order of the primal one, or in any order, and the initial values that it
//!   carries must be available before the loop. Its rows become variables of the iteration. It may
//!   run in any order if each of its carried variables is only read, only added to, or touched only
//!   at the iteration's own index. A variable may also be zero before and after every iteration:
//!   the cotangent of memory that the iteration writes before it reads it.
//! - *Calls.* A call whose output's cotangent is available becomes one call of both
//!   ([`Op::CallVjp`]): its frame is not saved, and the same holds in the callee.
//! - *Branches.* A branch and a transposed one on the same tag become one. Its slots become
//!   variables of the arms.
//!
//! The transposed lets that a fused let depends on must come before it, so they are moved there.
//! All of them have to be possible there. Two observations reduce the dependencies:
//!
//! - variables that are only added to (accumulators of parameters, cotangents of arrays) may be
//!   added to in another order, so two such lets are exchanged: results agree up to rounding;
//! - of a transposed branch only the part that is needed is moved, if that is scalar: it becomes
//!   two branches.
//!
//! Lets that are not moved stay in their order, after the primal. So a block without fused lets is
//! unzipped, and inner blocks of fused ones may be. Values recomputed for the transposed map are
//! those of the primal where both are in one block. The primal's own operations stay in order,
//! except for recomputable ones that the transposed part needs sooner, so values are bit-identical.
//!
//! Such a function is a second copy of both sweeps, which rustc has to compile as well. So it is
//! not made if hardly anything is fused: less than one in [`WORTH`] of the loops and calls, where
//! those inside of a fused loop count as fused. (Their run-time costs are not known.)
//!
//! A recursive call that is not fused would need frames that outlive the iterations of fused loops:
//! such functions stay unzipped.
//!
//! ```text
//! level    the two sides of a block while they are merged
//! reorder  whether a transposed loop may run in any order
//! ```

mod level;
mod reorder;

use super::{simplify, slots};
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use level::Level;

/// The function is made if at least one in `WORTH` of the loops and calls is fused.
const WORTH: usize = 16;

/// Merges a primal, whose last results are `residuals`, with its transposed map. Variables below
/// `user_vars` were bound by user code.
pub fn schedule(
    unzipped: &Function,
    residuals: &[Var],
    transposed: &Function,
    user_vars: usize,
) -> Option<Function> {
    let parts = loops_and_calls(&unzipped.body);
    if parts == 0 {
        return None;
    }
    let mut primal = unzipped.body.clone();
    primal.results.truncate(primal.results.len() - residuals.len());
    let mut bound: HashSet<Var> = unzipped.params.iter().copied().collect();
    let mut zeros = HashSet::default();
    gather(&primal, &mut bound, &mut zeros);
    gather(&transposed.body, &mut HashSet::default(), &mut zeros);
    let mut pass = Pass {
        function: Function {
            name: transposed.name.clone(),
            vars: transposed.vars.clone(),
            params: transposed.params.clone(),
            body: Block::default(),
        },
        bound,
        zeros,
        zero_cotangents: HashMap::default(),
        fused: 0,
    };
    let body = pass.weave(primal, transposed.body.clone());
    if pass.fused == 0 || pass.fused * WORTH < parts || saves_recursive_frames(&body) {
        return None;
    }
    let mut function = pass.function;
    let linear: Vec<Var> =
        function.params.iter().copied().filter(|p| function.is_linear(*p)).collect();
    function.params = unzipped.params.iter().copied().chain(linear).collect();
    function.body = body;
    simplify::simplify_scheduled(&mut function, user_vars);
    Some(function)
}

fn loops_and_calls(block: &Block) -> usize {
    let count = |l: &Let| {
        usize::from(matches!(l.op, Op::CallPrimal(_) | Op::Loop(_)))
            + l.op.blocks().iter().map(loops_and_calls).sum::<usize>()
    };
    block.lets.iter().map(count).sum()
}

fn saves_recursive_frames(block: &Block) -> bool {
    block.lets.iter().any(|l| match &l.op {
        Op::CallPrimal(call) => call.callee.recursive,
        op => op.blocks().iter().any(saves_recursive_frames),
    })
}

/// Collects the variables that a block and its nested blocks bind, and the literals that are zero.
fn gather(block: &Block, bound: &mut HashSet<Var>, zeros: &mut HashSet<Var>) {
    for l in &block.lets {
        bound.extend(&l.vars);
        match &l.op {
            Op::Literal(Literal::Int(0)) => drop(zeros.insert(l.vars[0])),
            Op::Literal(Literal::Source(text)) if matches!(&*text.to_string(), "0" | "0usize") => {
                zeros.insert(l.vars[0]);
            }
            Op::Loop(lp) => bound.extend(lp.params()),
            _ => {}
        }
        for inner in l.op.blocks() {
            gather(inner, bound, zeros);
        }
    }
}

struct Pass {
    /// The variables, and the parameters of the transposed map.
    function: Function,
    /// All variables bound by the primal or by emitted lets.
    bound: HashSet<Var>,
    /// The literals that are zero.
    zeros: HashSet<Var>,
    /// Cotangents of arrays that are zero at the start of an iteration, because they were before
    /// the loop; their length if that is known.
    zero_cotangents: HashMap<Var, Option<Var>>,
    /// The count of fused loops and calls, including those inside of them.
    fused: usize,
}

impl Pass {
    fn weave(&mut self, primal: Block, transposed: Block) -> Block {
        let mut level = Level::new(&primal, transposed.lets);
        let mut out = Block::default();
        for l in primal.lets {
            // already emitted: the transposed part needed it sooner
            if !l.vars.is_empty() && l.vars.iter().all(|v| level.bound.contains(v)) {
                continue;
            }
            let met =
                self.counterpart(&level, &l).and_then(|id| self.meet(&mut level, &l, id, &mut out));
            let l = met.unwrap_or(l);
            level.bound.extend(&l.vars);
            out.lets.push(l);
        }
        for id in level.order.clone() {
            self.emit(&mut level, id, &mut out);
        }
        out.results = primal.results.into_iter().chain(transposed.results).collect();
        out
    }

    /// Moves a transposed let to the output, unless its variables are already bound.
    fn emit(&mut self, level: &mut Level, id: usize, out: &mut Block) {
        let Some(mut l) = level.take(id) else { return };
        // a recomputed value that is already bound
        if !l.vars.is_empty() && l.vars.iter().all(|v| level.bound.contains(v)) {
            return;
        }
        self.rebind(&mut l.op, &mut HashMap::default());
        // variables that the primal binds elsewhere: in another branch on the same tag
        let mut names = HashMap::default();
        for v in l.vars.iter_mut().filter(|v| !level.in_primal.contains_key(v)) {
            self.rename_bound(v, &mut names);
        }
        if !names.is_empty() {
            level.rename(&names);
        }
        level.bound.extend(&l.vars);
        out.lets.push(l);
    }

    /// Renames the non-linear variables that the blocks of a transposed let bind, where the primal
    /// binds the same.
    fn rebind(&mut self, op: &mut Op, names: &mut HashMap<Var, Var>) {
        let blocks: Vec<&mut Block> = match op {
            Op::Branch(_, arms) => arms.iter_mut().collect(),
            Op::Loop(lp) => {
                if let Iteration::Range(range) = &mut lp.iteration {
                    self.rename_bound(&mut range.index, names);
                }
                if let Some((_, row)) = &mut lp.consume {
                    row.iter_mut().for_each(|v| self.rename_bound(v, names));
                }
                vec![&mut lp.body]
            }
            _ => return,
        };
        for block in blocks {
            for l in &mut block.lets {
                l.op.map_operands(&mut |v| names.get(&v).copied().unwrap_or(v));
                self.rebind(&mut l.op, names);
                l.vars.iter_mut().for_each(|v| self.rename_bound(v, names));
            }
        }
    }

    fn rename_bound(&mut self, v: &mut Var, names: &mut HashMap<Var, Var>) {
        if self.function.is_linear(*v) {
            return;
        }
        if self.bound.insert(*v) {
            names.remove(v);
            return;
        }
        let info = self.function.info(*v).clone();
        let fresh = self.function.fresh_primal(info.name, info.ty, info.span);
        self.bound.insert(fresh);
        names.insert(*v, fresh);
        *v = fresh;
    }

    /// The transposed let that belongs to a let of the primal.
    fn counterpart(&self, level: &Level, l: &Let) -> Option<usize> {
        match &l.op {
            // a linear map has no function for both sweeps
            Op::CallPrimal(call) if call.callee.linear.is_some() => None,
            Op::CallPrimal(_) => level.remaining_partners(*l.vars.last()?).next(),
            Op::Loop(lp) => {
                let rows = lp.collect.as_ref().and(l.vars.last());
                let index = if let Iteration::Range(range) = &lp.iteration {
                    Some(&range.index)
                } else {
                    None
                };
                rows.into_iter().chain(index).find_map(|at| level.remaining_partners(*at).next())
            }
            Op::Branch(tag, _) => {
                let reads =
                    |id: &usize| level.outside_reads(*id).iter().any(|v| l.vars.contains(v));
                level
                    .remaining_partners(*tag)
                    .find(reads)
                    .or_else(|| level.remaining_partners(*tag).next())
            }
            _ => None,
        }
    }

    /// Fuses a let with its counterpart, if the counterpart may run here.
    fn meet(&mut self, level: &mut Level, l: &Let, id: usize, out: &mut Block) -> Option<Let> {
        if let Op::Loop(lp) = &level.of(id).op {
            let Op::Loop(primal) = &l.op else { return None };
            if primal.backward
                || primal.consume.is_some()
                || lp.backward && !self.is_reorderable(level, lp)
            {
                return None;
            }
        }
        let own: HashSet<Var> = l.vars.iter().copied().collect();
        // a cheap test that often succeeds
        let direct = level.outside_reads(id);
        if !direct
            .iter()
            .all(|v| own.contains(v) || self.function.is_linear(*v) || self.is_possible(level, *v))
        {
            return None;
        }
        level.begin_attempt();
        if !self.require(level, id, &own) {
            level.undo_attempt();
            return None;
        }
        level.undo.clear();
        level.slice.pop();
        for id in std::mem::take(&mut level.slice) {
            self.emit(level, id, out);
        }
        let counterpart = level.take(id).expect("a let that is left");
        Some(self.fuse(level, l, counterpart))
    }

    fn fuse(&mut self, level: &Level, l: &Let, counterpart: Let) -> Let {
        let vars = |rows: usize| {
            l.vars[..l.vars.len() - rows].iter().chain(&counterpart.vars).copied().collect()
        };
        match (&l.op, counterpart.op) {
            (Op::CallPrimal(call), Op::Linear(Linear::Call(mut linear))) => {
                self.fused += 1;
                linear.call = call.clone();
                linear.frame = None;
                Let::new(vars(1), Op::CallVjp(linear), l.span)
            }
            (Op::Branch(tag, arms), Op::Branch(_, others)) => {
                let mut woven = Vec::new();
                for (arm, mut other) in arms.iter().zip(others) {
                    let slots: HashMap<Var, Var> =
                        l.vars.iter().copied().zip(arm.results.iter().copied()).collect();
                    other.rename(&slots);
                    slots::read_through(arm, &mut other);
                    woven.push(self.weave(arm.clone(), other));
                }
                Let::new(vars(0), Op::Branch(*tag, woven), l.span)
            }
            (Op::Loop(primal), Op::Loop(mut other)) => {
                let collected = usize::from(primal.collect.is_some());
                if let (Some((_, row)), Some(values)) = (&other.consume, &primal.collect) {
                    let names: HashMap<Var, Var> = row
                        .iter()
                        .copied()
                        .zip(values.iter().copied())
                        .filter(|(a, b)| a != b)
                        .collect();
                    other.body.rename(&names);
                }
                for c in &other.carried {
                    if self.is_zero(level, c.init) {
                        let length = self.length(level, c.init);
                        self.zero_cotangents.insert(c.param, length);
                    }
                }
                let fused = self.fused + 1 + loops_and_calls(&primal.body);
                let body = self.weave(primal.body.clone(), other.body);
                self.fused = fused;
                let carried = primal.carried.iter().chain(&other.carried).cloned().collect();
                let fused = Loop { carried, body, collect: None, ..(**primal).clone() };
                Let::new(vars(collected), Op::Loop(Box::new(fused)), l.span)
            }
            (_, op) => unreachable!("counterparts are of one kind: {op:?}"),
        }
    }

    /// Whether a non-linear variable is bound, or can be computed from bound ones.
    fn is_possible(&self, level: &Level, v: Var) -> bool {
        let mut waiting = vec![v];
        let mut seen = HashSet::default();
        while let Some(v) = waiting.pop() {
            if level.bound.contains(&v) || !seen.insert(v) {
                continue;
            }
            match level.producer(v) {
                Some(id) => waiting.extend(
                    level.outside_reads(id).iter().filter(|v| !self.function.is_linear(**v)),
                ),
                None if level.in_primal.contains_key(&v) => return false,
                None => {}
            }
        }
        true
    }

    /// Adds a transposed let to the slice, after the lets that it needs; `own` are the variables
    /// that its counterpart provides.
    fn require(&mut self, level: &mut Level, id: usize, own: &HashSet<Var>) -> bool {
        if level.lets[id].is_none() {
            return true;
        }
        if let Some(is_next) = level.visited.insert(id, false) {
            level.visited.insert(id, is_next);
            return is_next;
        }
        let none = HashSet::default();
        for v in level.outside_reads(id).iter().copied() {
            if self.function.is_linear(v) || own.contains(&v) || level.bound.contains(&v) {
                continue;
            }
            match level.producer(v) {
                Some(producer) if !self.require(level, producer, &none) => return false,
                None if level.in_primal.contains_key(&v) => return false,
                Some(_) | None => {}
            }
        }
        loop {
            let needs = level.outside_reads(id);
            let linear = needs.iter().copied().filter(|v| self.function.is_linear(*v));
            let producers: Vec<(usize, Var)> = linear
                .filter_map(|v| level.pending_producer(v).map(|producer| (producer, v)))
                .collect();
            // first its dependencies: exchanged lets come after it
            let adds = |v: Var| level.sums(id).iter().any(|(before, _)| *before == v);
            let apart = |producer: usize| !self.commute(level, producer, id);
            let first = producers
                .iter()
                .find(|(producer, v)| apart(*producer) && !adds(*v))
                .or_else(|| producers.iter().find(|(producer, _)| apart(*producer)))
                .or_else(|| producers.first());
            let Some(&(producer, v)) = first else { break };
            if producer == id {
                return false;
            }
            if self.commute(level, producer, id) {
                self.move_addition(level, id);
                continue;
            }
            let whole = {
                let l = level.of(producer);
                !matches!(l.op, Op::Branch(..))
                    || level
                        .outside_reads(producer)
                        .iter()
                        .all(|v| self.function.is_linear(*v) || self.is_possible(level, *v))
            };
            let needed =
                if whole { producer } else { self.split(level, producer, v).unwrap_or(producer) };
            if !self.require(level, needed, &none) {
                return false;
            }
        }
        level.slice.push(id);
        level.visited.insert(id, true);
        true
    }

    /// Whether both lets only add to the variables that the first binds and the second needs.
    fn commute(&self, level: &Level, first: usize, second: usize) -> bool {
        let needs = level.outside_reads(second);
        let meets = |v: &&Var| needs.contains(v);
        let (made, added) = (level.sums(first), level.sums(second));
        let both_add = |v: &Var| {
            added.iter().any(|(before, _)| before == v) && made.iter().any(|(_, after)| after == v)
        };
        let mut common = level.of(first).vars.iter().filter(meets).peekable();
        common.peek().is_some() && common.all(both_add)
    }

    /// Moves the addition of a let before those of earlier lets to the same variables, as far back
    /// as all variables that they have in common are only added to.
    ///
    /// A sum `a₀ → a₁ → … → aₖ → aₖ₊₁` ends in the let. It becomes `a₀ → m → a₁ → … → aₖ₊₁`, where
    /// the let computes `m` from `a₀`. Only the let and the first and last lets passed over change,
    /// independently of the count.
    fn move_addition(&mut self, level: &mut Level, id: usize) {
        let mut sums: Vec<Sum> = level
            .sums(id)
            .iter()
            .map(|(now, after)| Sum { now: *now, after: *after, first: *now, next: None })
            .collect();
        let fixed: Vec<Var> = level
            .outside_reads(id)
            .iter()
            .copied()
            .filter(|v| !sums.iter().any(|sum| sum.now == *v))
            .collect();
        let mut seen = HashSet::from_iter([id]);
        // the latest first: if it is not passed over, neither are its dependencies
        while let Some(passed) = sums
            .iter()
            .filter_map(|sum| level.pending_producer(sum.first))
            .max()
            .filter(|passed| seen.insert(*passed))
        {
            let made = level.sums(passed);
            let common = level
                .of(passed)
                .vars
                .iter()
                .filter(|v| fixed.contains(v) || sums.iter().any(|sum| sum.first == **v));
            let earlier: Option<Vec<(usize, Var)>> = common
                .map(|v| {
                    let sum = sums.iter().position(|sum| sum.first == *v)?;
                    made.iter().find(|(_, after)| after == v).map(|(before, _)| (sum, *before))
                })
                .collect();
            let Some(earlier) = earlier else { break };
            for (sum, before) in earlier {
                (sums[sum].first, sums[sum].next) = (before, Some(passed));
            }
        }
        for Sum { now, after, first, next } in sums {
            let (Some(next), Some(last)) = (next, level.producer(now)) else { continue };
            let info = self.function.info(now).clone();
            let middle = self.function.fresh_linear(info.name, info.ty, info.span);
            let bind = |l: &mut Let, from: Var, to: Var| {
                l.vars.iter_mut().filter(|v| **v == from).for_each(|v| *v = to)
            };
            let l = level.change(id);
            consume_instead(l, now, first);
            bind(l, after, middle);
            consume_instead(level.change(next), first, middle);
            bind(level.change(last), now, after);
            level.produce(middle, Some(id));
            level.produce(after, Some(last));
            level.produce(now, None);
        }
    }

    /// Splits a transposed branch in two: the lets that one result needs, and the rest. Returns the
    /// first.
    fn split(&mut self, level: &mut Level, id: usize, wanted: Var) -> Option<usize> {
        let l = level.of(id).clone();
        let Op::Branch(tag, arms) = &l.op else { return None };
        let wanted = l.vars.iter().position(|v| *v == wanted)?;
        let parts: Vec<Part> =
            arms.iter().map(|arm| self.part(arm, wanted)).collect::<Option<_>>()?;
        if parts.iter().zip(arms).all(|(part, arm)| part.early.len() == arm.lets.len()) {
            return None;
        }
        // a variable that one arm uses up in the first branch is threaded through its other arms
        let mut captured: Vec<Var> = Vec::new();
        for v in parts.iter().flat_map(|part| &part.captured) {
            if !captured.contains(v) {
                captured.push(*v);
            }
        }
        let mut crossing: Vec<Vec<Var>> = Vec::new();
        for part in &parts {
            let passed = captured.iter().filter(|v| !part.captured.contains(v));
            crossing.push(part.left.iter().chain(passed).copied().collect());
        }
        // results that are already computed are results of the first branch
        let mut early = vec![wanted];
        for k in (0..l.vars.len()).filter(|k| *k != wanted) {
            if arms.iter().zip(&crossing).all(|(arm, crossing)| crossing.contains(&arm.results[k]))
            {
                early.push(k);
                for (arm, crossing) in arms.iter().zip(&mut crossing) {
                    crossing.retain(|v| *v != arm.results[k]);
                }
            }
        }
        let width = crossing.iter().map(Vec::len).max().unwrap_or(0);
        let mut slots = Vec::new();
        for k in 0..width {
            let here: Vec<Var> =
                crossing.iter().filter_map(|crossing| crossing.get(k)).copied().collect();
            let info = self.function.info(here[0]).clone();
            if here.iter().any(|v| *self.function.ty(*v) != *info.ty) {
                return None;
            }
            slots.push(self.function.fresh_linear(info.name, info.ty, info.span));
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for ((arm, part), crossing) in arms.iter().zip(&parts).zip(&crossing) {
            let (mut a, mut b) = (Block::default(), Block::default());
            let mut names = HashMap::default();
            for (k, slot) in slots.iter().enumerate() {
                match crossing.get(k) {
                    Some(v) => drop(names.insert(*v, *slot)),
                    None => b.push(vec![], Op::Linear(Linear::Drop(*slot, None)), l.span),
                }
            }
            for (k, inner) in arm.lets.iter().enumerate() {
                let is_early = part.early.contains(&k);
                if is_early {
                    a.lets.push(inner.clone());
                }
                if !is_early || !inner.vars.iter().any(|v| self.function.is_linear(*v)) {
                    b.lets.push(inner.clone());
                }
            }
            a.results = early.iter().map(|k| arm.results[*k]).collect();
            for (k, slot) in slots.iter().enumerate() {
                let value = crossing.get(k).copied().unwrap_or_else(|| {
                    let info = self.function.info(*slot).clone();
                    let blank = self.function.fresh_linear(info.name, info.ty, info.span);
                    a.push(vec![blank], Op::Linear(Linear::Blank), l.span);
                    blank
                });
                a.results.push(value);
            }
            b.results =
                (0..l.vars.len()).filter(|k| !early.contains(k)).map(|k| arm.results[k]).collect();
            b.rename(&names);
            first.push(a);
            second.push(b);
        }
        let first_vars: Vec<Var> = early.iter().map(|k| l.vars[*k]).chain(slots).collect();
        let second_vars: Vec<Var> =
            (0..l.vars.len()).filter(|k| !early.contains(k)).map(|k| l.vars[k]).collect();
        *level.change(id) = Let::new(second_vars, Op::Branch(*tag, second), l.span);
        Some(level.split_off(Let::new(first_vars, Op::Branch(*tag, first), l.span), id))
    }

    /// The part of a transposed arm that one result needs, if that is scalar.
    fn part(&self, arm: &Block, wanted: usize) -> Option<Part> {
        let producers: HashMap<Var, usize> = arm
            .lets
            .iter()
            .enumerate()
            .flat_map(|(k, l)| l.vars.iter().map(move |v| (*v, k)))
            .collect();
        let mut part = Part { early: HashSet::default(), captured: Vec::new(), left: Vec::new() };
        let mut consumed = HashSet::from_iter([arm.results[wanted]]);
        let mut waiting = vec![arm.results[wanted]];
        while let Some(v) = waiting.pop() {
            match producers.get(&v) {
                Some(k) if part.early.insert(*k) => {
                    let needs = arm.lets[*k].outside_reads();
                    consumed.extend(&needs);
                    waiting.extend(needs);
                }
                None if self.function.is_linear(v) && !part.captured.contains(&v) => {
                    part.captured.push(v)
                }
                Some(_) | None => {}
            }
        }
        for (k, l) in arm.lets.iter().enumerate() {
            if part.early.contains(&k) {
                part.left.extend(
                    l.vars
                        .iter()
                        .copied()
                        .filter(|v| self.function.is_linear(*v) && !consumed.contains(v)),
                );
            }
        }
        let scalar = |v: &Var| matches!(self.function.ty(*v), Ty::Real(_));
        (part.captured.iter().all(scalar) && part.left.iter().all(scalar)).then_some(part)
    }

    // ---- the order of iterations ----
}

/// A variable that a let only adds to.
struct Sum {
    /// The version that the let reads now.
    now: Var,
    /// The new version that the let binds.
    after: Var,
    /// The version that the let may read instead.
    first: Var,
    /// The let that reads that version now.
    next: Option<usize>,
}

/// The part of an arm that one result needs.
struct Part {
    /// The lets.
    early: HashSet<usize>,
    /// The linear variables from outside that they consume.
    captured: Vec<Var>,
    /// The linear variables that they bind and others consume.
    left: Vec<Var>,
}

/// Replaces a linear variable that an operation consumes.
fn consume_instead(l: &mut Let, from: Var, to: Var) {
    l.op.map_operands(&mut |v| if v == from { to } else { v });
    if let Op::Branch(_, arms) = &mut l.op {
        let names = HashMap::from_iter([(from, to)]);
        arms.iter_mut().for_each(|arm| arm.rename(&names));
    }
}
