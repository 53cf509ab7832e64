//! The stages of a function that is linear in its active parameters → a [`LinearMap`]: the
//! residuals of its linear part, without its values.
//!
//! The function is its own linear map, so the transpose does not use its values; but its residuals
//! are computed together with them. Here the linear results are removed, and with them the lets
//! that only they needed. The *lengths* of linear arrays may still be needed. They are traced back
//! through updates, loops and branches to the origins of the arrays, so that the arrays can be
//! removed too. The result runs without values for the linear parameters, unless it needs a shape
//! that only such a value determines.

use super::super::simplify;
use super::linearity::Proof;
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;

/// Constructs the linear map; `outputs` says for each leaf of the output whether it is linear.
pub fn linear_map(stages: Stages, params: Vec<usize>, outputs: Vec<bool>) -> LinearMap {
    let mut residuals = stages.unzipped.clone();
    let mut lets = Vec::new();
    let mut results = Vec::new();
    let leaves = stages.interface.output_value.leaves().len();
    let mut pass = Lengths { lengths: HashMap::default() };
    pass.gather(&residuals.body);
    for (k, v) in residuals.body.results.clone().into_iter().enumerate() {
        match outputs.get(k) {
            Some(true) if matches!(residuals.ty(v), Ty::Vec(_)) => {
                let span = residuals.info(v).span;
                let length = residuals.fresh_primal("length", Ty::USIZE, span);
                lets.push(Let::new(vec![length], Op::Len(Place::of_var(v)), span));
                results.push(length);
            }
            Some(true) => {}
            _ => results.push(v),
        }
    }
    // the final value of a linear parameter by mutable reference is linear
    let mut own = results.len() - (stages.unzipped.body.results.len() - leaves);
    for (number, param) in
        stages.interface.params.iter().enumerate().filter(|(_, p)| p.passing == Passing::Unique)
    {
        let finals = param.value.leaves().len();
        if params.contains(&number) {
            results.drain(own..own + finals);
        } else {
            own += finals;
        }
    }
    residuals.body.lets.append(&mut lets);
    residuals.body.results = results;
    pass.replace(&mut residuals.body);
    simplify::simplify(&mut residuals, 0, &HashMap::default());
    let mut read = HashSet::default();
    collect_reads(&residuals.body, &mut read);
    remove_unread_values(&mut residuals.body, &read);
    LinearMap { params, stages, outputs, residuals }
}

/// Which leaves of the output are linear.
pub fn linear_outputs(proof: &Proof, interface: &Interface) -> Vec<bool> {
    interface.output_value.leaves().into_iter().map(|v| proof.is_linear(v)).collect()
}

fn collect_reads(block: &Block, read: &mut HashSet<Var>) {
    read.extend(&block.results);
    for l in &block.lets {
        l.op.for_operands(|v| _ = read.insert(v));
        if let Op::Loop(lp) = &l.op {
            read.extend(lp.tail_reads());
        }
        l.op.blocks().iter().for_each(|inner| collect_reads(inner, read));
    }
}

/// Removes the values of the primal of a linear callee where they are not read.
fn remove_unread_values(block: &mut Block, read: &HashSet<Var>) {
    for l in &mut block.lets {
        match &mut l.op {
            Op::CallPrimal(call) => {
                let (_, values) = l.vars.split_last().expect("the frame comes last");
                if let Some(linear) = &mut call.callee.linear
                    && !values.iter().any(|v| read.contains(v))
                {
                    linear.values = false;
                }
            }
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| remove_unread_values(arm, read)),
            Op::Loop(lp) => remove_unread_values(&mut lp.body, read),
            _ => {}
        }
    }
}

/// The length of a new array.
enum ArrayLength {
    /// The count.
    Count(Var),
    /// The length of another array.
    Like(Var),
    /// In a loop: as before, if the body only returns it unchanged; the body's result decides.
    Carried { init: Var, next: Var },
}

struct Lengths {
    lengths: HashMap<Var, ArrayLength>,
}

impl Lengths {
    fn gather(&mut self, block: &Block) {
        for l in &block.lets {
            match &l.op {
                Op::Repeat(_, count) => {
                    self.lengths.insert(l.vars[0], ArrayLength::Count(*count));
                }
                Op::Update(Place { root, .. }, _) | Op::Swap(root, ..) => {
                    self.lengths.insert(l.vars[0], ArrayLength::Like(*root));
                }
                Op::Read(Place { root, path }) if path.is_empty() => {
                    self.lengths.insert(l.vars[0], ArrayLength::Like(*root));
                }
                Op::Loop(lp) => {
                    for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                        self.lengths
                            .insert(c.param, ArrayLength::Carried { init: c.init, next: *next });
                        self.lengths
                            .insert(*last, ArrayLength::Carried { init: c.init, next: *next });
                    }
                    self.gather(&lp.body);
                }
                op => op.blocks().iter().for_each(|inner| self.gather(inner)),
            }
        }
    }

    /// The earliest variable that has the same length as a variable.
    fn origin(&self, v: Var) -> Var {
        match self.lengths.get(&v) {
            Some(ArrayLength::Like(root)) => self.origin(*root),
            Some(ArrayLength::Carried { init, next }) if self.is_update_of(*next, *init) => {
                self.origin(*init)
            }
            _ => v,
        }
    }

    /// Whether the next value of a carried array is one of its earlier values updated, so that the
    /// length is unchanged.
    fn is_update_of(&self, next: Var, init: Var) -> bool {
        match self.lengths.get(&next) {
            Some(ArrayLength::Like(root)) => self.is_update_of(*root, init),
            Some(ArrayLength::Carried { init: inner, next: of }) => {
                *inner == init
                    || (self.is_update_of(*of, *inner) && self.is_update_of(*inner, init))
            }
            _ => false,
        }
    }

    fn count(&self, v: Var) -> Option<Var> {
        match self.lengths.get(&self.origin(v)) {
            Some(ArrayLength::Count(count)) => Some(*count),
            _ => None,
        }
    }

    /// Replaces lengths of arrays by known counts.
    fn replace(&self, block: &mut Block) {
        let mut names = HashMap::default();
        self.replace_in(block, &mut names);
        // a count may be a length that was itself replaced
        let last = |mut v: Var| {
            while let Some(next) = names.get(&v) {
                v = *next;
            }
            v
        };
        let names: HashMap<Var, Var> = names.keys().map(|v| (*v, last(*v))).collect();
        block.rename(&names);
    }

    fn replace_in(&self, block: &mut Block, names: &mut HashMap<Var, Var>) {
        block.lets.retain_mut(|l| {
            match &mut l.op {
                Op::Len(place) if place.path.is_empty() => {
                    if let Some(count) = self.count(place.root) {
                        names.insert(l.vars[0], count);
                        return false;
                    }
                    place.root = self.origin(place.root);
                }
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.replace_in(arm, names)),
                Op::Loop(lp) => self.replace_in(&mut lp.body, names),
                _ => {}
            }
            true
        });
    }
}
