//! Branches and loops → the same with the tangents of their results and carried variables.

use super::Pass;
use super::shapes::preserves_shape;
use crate::ir::hash::HashMap;
use crate::ir::*;
use proc_macro2::Span;

impl Pass<'_> {
    pub(super) fn branch(&mut self, l: &Let, tag: Var, arms: &[Block]) {
        let span = l.span;
        let outer = self.tangents.clone();
        let arrays = self.arrays();
        let mut done = Vec::new();
        for arm in arms {
            let saved = std::mem::take(&mut self.out);
            self.lets(&arm.lets);
            let mut tangents = Vec::new();
            for (result, var) in arm.results.iter().zip(&l.vars) {
                if self.is_active(*var) {
                    tangents.push(self.tangent_or_zero(*result, span));
                }
            }
            let block = std::mem::replace(&mut self.out, saved);
            let after = std::mem::replace(&mut self.tangents, outer.clone());
            done.push((block, arm.results.clone(), tangents, after));
        }
        // arrays from outside that some arm threaded and no arm used up
        let touched: Vec<Var> = arrays
            .into_iter()
            .filter(|a| {
                done.iter().all(|(_, results, _, after)| {
                    after.contains_key(a) && !(self.moved_arrays.contains(a) && results.contains(a))
                }) && done.iter().any(|(_, _, _, after)| after[a] != outer[a])
            })
            .collect();
        let mut vars = l.vars.clone();
        let mut active_results = Vec::new();
        let results_of_arms: Vec<Vec<Var>> =
            done.iter().map(|(_, results, ..)| results.clone()).collect();
        let arms: Vec<Block> = done
            .into_iter()
            .map(|(block, mut results, tangents, after)| {
                results.extend(tangents);
                results.extend(touched.iter().map(|a| after[a]));
                Block { lets: block.lets, results }
            })
            .collect();
        for v in &l.vars {
            if self.is_active(*v) {
                let t = self.fresh_tangent(*v, span);
                vars.push(t);
                active_results.push((*v, t));
            }
        }
        for a in &touched {
            let next = self.next_version(outer[a]);
            vars.push(next);
            self.tangents.insert(*a, next);
        }
        for (k, v) in l.vars.iter().enumerate() {
            let shapes: Vec<Option<Var>> = results_of_arms
                .iter()
                .map(|results| self.shapes.get(&results[k]).copied())
                .collect();
            // the only arm of a scope may have bound it
            if let Some(Some(shape)) = shapes.first().copied()
                && shapes.iter().all(|s| *s == Some(shape))
                && !is_bound_in(&arms, shape)
            {
                self.shapes.insert(*v, shape);
            }
        }
        self.push(vars, Op::Branch(tag, arms), span);
        self.bind_results(&l.vars, active_results, span);
    }

    /// After control flow: the shapes of its results, then their tangents.
    pub(super) fn bind_results(&mut self, vars: &[Var], active: Vec<(Var, Var)>, span: Span) {
        for v in vars {
            self.note_shape(*v, span);
        }
        for (v, t) in active {
            if let Some(shape) = self.shapes.get(&v) {
                self.linear_shapes.insert(t, *shape);
            }
            self.tangents.insert(v, t);
        }
    }

    pub(super) fn loop_(&mut self, l: &Let, lp: &Loop) {
        let span = l.span;
        let mut carried = lp.carried.clone();
        // (position among the primal carried, tangent of the parameter)
        let mut carried_dots = Vec::new();
        for (k, c) in lp.carried.iter().enumerate() {
            if self.is_active(c.param) {
                let init = self.tangent_or_zero(c.init, span);
                if !self.function.ty(c.init).is_scalar() && self.moved_arrays.contains(&c.init) {
                    self.tangents.remove(&c.init);
                }
                let param = self.fresh_tangent(c.param, span);
                carried.push(Carried { init, param });
                carried_dots.push((k, param));
            }
        }
        // arrays from outside: carried through, if the body reads them
        let arrays = self.arrays();
        let outer = self.tangents.clone();
        let mut threads = Vec::new();
        for a in &arrays {
            let param = self.next_version(outer[a]);
            self.tangents.insert(*a, param);
            threads.push((*a, param));
        }
        let saved = std::mem::take(&mut self.out);
        for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
            match self.shapes.get(&c.init).copied() {
                Some(shape) if preserves_shape(&self.function, &lp.body, c.param, *next) => {
                    self.shapes.insert(c.param, shape);
                    self.shapes.insert(*last, shape);
                }
                _ => self.note_shape(c.param, span),
            }
        }
        for (k, param) in &carried_dots {
            let primal = lp.carried[*k].param;
            if let Some(shape) = self.shapes.get(&primal) {
                self.linear_shapes.insert(*param, *shape);
            }
            self.tangents.insert(primal, *param);
        }
        self.lets(&lp.body.lets);
        let mut results = lp.body.results.clone();
        for (k, _) in &carried_dots {
            results.push(self.tangent_or_zero(lp.body.results[*k], span));
        }
        let mut finals = Vec::new();
        let mut unthreaded = HashMap::default();
        for (a, param) in threads {
            match self.tangents.get(&a) {
                Some(last) if *last != param => {
                    carried.push(Carried { init: outer[&a], param });
                    results.push(*last);
                    finals.push(a);
                }
                // not threaded: used like a scalar, if at all
                _ => drop(unthreaded.insert(param, outer[&a])),
            }
        }
        let mut body = std::mem::replace(&mut self.out, saved);
        body.results = results;
        body.rename(&unthreaded);
        let mut vars = l.vars.clone();
        let mut active_results = Vec::new();
        self.tangents = outer;
        for (k, _) in &carried_dots {
            let t = self.fresh_tangent(l.vars[*k], span);
            vars.push(t);
            active_results.push((l.vars[*k], t));
        }
        for a in finals {
            let next = self.next_version(self.tangents[&a]);
            vars.push(next);
            self.tangents.insert(a, next);
        }
        let lp = Loop { carried, body, ..lp.clone() };
        self.push(vars, Op::Loop(Box::new(lp)), span);
        self.bind_results(&l.vars, active_results, span);
    }
}

/// The arrays whose version ends: updated, appended to, moved into a call, carried, or returned as
/// a result.
pub(super) fn consumed_arrays(block: &Block) -> crate::ir::hash::HashSet<Var> {
    let mut consumed = crate::ir::hash::HashSet::default();
    collect_consumed(block, &mut consumed);
    consumed
}

fn collect_consumed(block: &Block, consumed: &mut crate::ir::hash::HashSet<Var>) {
    for l in &block.lets {
        match &l.op {
            Op::Update(p, _) | Op::Push(p, _, _) | Op::Pop(p, _) => drop(consumed.insert(p.root)),
            Op::Swap(v, ..) => drop(consumed.insert(*v)),
            Op::Opaque(o) => consumed.extend(o.changes.iter().map(|change| change.place.root)),
            Op::Call(c) => {
                for argument in &c.arguments {
                    match argument {
                        Argument::Value(tree) => consumed.extend(tree.leaves()),
                        Argument::Shared(_) | Argument::Index(_) => {}
                        Argument::Unique(p) => drop(consumed.insert(p.root)),
                    }
                }
            }
            Op::Array(vars) | Op::Tuple(vars) => consumed.extend(vars),
            Op::Struct(_, fields) => consumed.extend(fields.iter().map(|(_, x)| *x)),
            Op::Loop(lp) => consumed.extend(lp.carried.iter().map(|c| c.init)),
            _ => {}
        }
        for inner in l.op.blocks() {
            collect_consumed(inner, consumed);
        }
    }
    consumed.extend(&block.results);
}

fn is_bound_in(arms: &[Block], v: Var) -> bool {
    arms.iter().flat_map(|arm| &arm.lets).any(|l| l.vars.contains(&v))
}
