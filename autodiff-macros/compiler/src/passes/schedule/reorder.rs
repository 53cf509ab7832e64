//! Whether the iterations of a transposed loop may run in any order.

use super::Pass;
use super::level::Level;
use crate::ir::*;
use crate::passes::transpose::{Threading, is_commutative, next_versions};

impl Pass {
    /// Whether a transposed loop may run in any order.
    pub fn is_reorderable(&self, level: &Level, lp: &Loop) -> bool {
        lp.carried.iter().zip(&lp.body.results).all(|(c, next)| {
            is_commutative(lp, c.param, *next)
                || self.is_zero(level, c.init)
                    && self.zero_after(&lp.body, c.param, *next, true, self.length(level, c.init))
                        == Some(true)
        })
    }

    /// Whether the cotangent of an array is zero.
    pub fn is_zero(&self, level: &Level, v: Var) -> bool {
        self.zero_cotangents.contains_key(&v)
            || level
                .producer(v)
                .is_some_and(|id| matches!(level.of(id).op, Op::Linear(Linear::Zero(_))))
    }

    /// The variable with the length of a zero.
    pub fn length(&self, level: &Level, v: Var) -> Option<Var> {
        if let Some(length) = self.zero_cotangents.get(&v) {
            return *length;
        }
        match &level.of(level.producer(v)?).op {
            Op::Linear(Linear::Zero(Some(shape))) if self.function.ty(*shape).is_int() => {
                Some(*shape)
            }
            _ => None,
        }
    }

    /// Whether the cotangent of an array, whose length may be known, is zero at the end of a block
    /// that threads it from `from` to `to`; `None` if the block does not.
    fn zero_after(
        &self,
        block: &Block,
        from: Var,
        to: Var,
        mut zero: bool,
        length: Option<Var>,
    ) -> Option<bool> {
        let mut current = from;
        for l in &block.lets {
            match &l.op {
                Op::Linear(op) => match op {
                    Linear::Read(p) if p.root == current => current = l.vars[1],
                    Linear::Take(p) if p.root == current => {
                        current = l.vars[1];
                        zero |= p.path.is_empty();
                    }
                    Linear::Swap(root, ..) if *root == current => current = l.vars[0],
                    Linear::Accumulate(p, _) | Linear::Update(p, _) if p.root == current => {
                        current = l.vars[0];
                        zero = false;
                    }
                    _ => {
                        if let Some(next) = next_versions(l, current, Threading::AddOnly).first() {
                            current = *next;
                            zero = false;
                        }
                    }
                },
                Op::Loop(lp) => {
                    let Some(k) = lp.carried.iter().position(|c| c.init == current) else {
                        continue;
                    };
                    let (param, next) = (lp.carried[k].param, lp.body.results[k]);
                    let stays =
                        zero && self.zero_after(&lp.body, param, next, true, length) == Some(true);
                    zero = stays || length.is_some_and(|length| self.is_cleared_by(lp, k, length));
                    current = l.vars[k];
                }
                Op::Branch(_, arms) => {
                    let threaded = (0..l.vars.len()).find_map(|k| {
                        let arms: Option<Vec<bool>> = arms
                            .iter()
                            .map(|arm| self.zero_after(arm, current, arm.results[k], zero, length))
                            .collect();
                        arms.filter(|arms| !arms.is_empty())
                            .map(|arms| (l.vars[k], arms.into_iter().all(|zero| zero)))
                    });
                    if let Some(threaded) = threaded {
                        (current, zero) = threaded;
                    }
                }
                _ => {}
            }
        }
        (current == to).then_some(zero)
    }

    /// Whether a loop takes every element out of a carried array of some length, and leaves zeros.
    fn is_cleared_by(&self, lp: &Loop, carried: usize, length: Var) -> bool {
        let Iteration::Range(range) = &lp.iteration else { return false };
        let stepped = range.adaptors.iter().any(|a| matches!(a, Adaptor::StepBy(_)));
        if range.to != length
            || range.inclusive
            || stepped
            || !self.zeros.contains(&range.from)
            || lp.again.is_some()
        {
            return false;
        }
        let own = |p: &Place| matches!(p.path.first(), Some(Step::Index(i)) if *i == range.index);
        let mut current = lp.carried[carried].param;
        let mut taken = false;
        for l in &lp.body.lets {
            match &l.op {
                Op::Linear(Linear::Take(p)) if p.root == current => {
                    current = l.vars[1];
                    taken |= own(p) && p.path.len() == 1;
                }
                Op::Linear(Linear::Accumulate(p, _) | Linear::Update(p, _))
                    if p.root == current =>
                {
                    if !own(p) {
                        return false;
                    }
                    current = l.vars[0];
                    taken = false;
                }
                _ => {
                    if let Some(next) = next_versions(l, current, Threading::ReadOnly).last() {
                        current = *next;
                    }
                }
            }
        }
        taken && current == lp.body.results[carried]
    }
}
