//! Computes which variables depend on an active parameter, and which are read.

use crate::lower::*;
use crate::primitives::{Derivative, row};

impl Lowerer<'_> {
    /// The variables that may depend on an active parameter.
    pub fn varied_variables(&self, mut varied: HashSet<Var>, body: &Block) -> HashSet<Var> {
        loop {
            let before = varied.len();
            self.vary(body, &mut varied);
            if varied.len() == before {
                return varied;
            }
        }
    }

    fn vary(&self, block: &Block, varied: &mut HashSet<Var>) {
        for l in &block.lets {
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.vary(arm, varied);
                        for (result, var) in arm.results.iter().zip(&l.vars) {
                            self.vary_if(varied.contains(result), *var, varied);
                        }
                    }
                }
                Op::Loop(lp) => {
                    for (c, last) in lp.carried.iter().zip(&l.vars) {
                        self.vary_if(varied.contains(&c.init), c.param, varied);
                        self.vary_if(varied.contains(&c.init), *last, varied);
                    }
                    self.vary(&lp.body, varied);
                    for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                        self.vary_if(varied.contains(next), c.param, varied);
                        self.vary_if(varied.contains(next), *last, varied);
                    }
                }
                Op::Constant(_) | Op::Len(_) | Op::Literal(_) | Op::Blank => {}
                Op::Prim(p, _) if matches!(row(*p).derivative, Derivative::Zero) => {}
                Op::Opaque(o) if o.discrete || o.effect => {}
                Op::Read(place) | Op::View(place) if place.is_constant() => {}
                op => {
                    let any = op.has_operand(|v| varied.contains(&v));
                    for v in &l.vars {
                        self.vary_if(any, *v, varied);
                    }
                }
            }
        }
    }

    fn vary_if(&self, condition: bool, var: Var, varied: &mut HashSet<Var>) {
        if condition && !self.types.is_discrete(self.f.ty(var)) {
            varied.insert(var);
        }
    }
}

/// Every variable that is read somewhere.
pub(super) fn collect_reads(block: &Block, used: &mut HashSet<Var>) {
    for l in &block.lets {
        match &l.op {
            Op::Branch(tag, arms) => {
                used.insert(*tag);
                arms.iter().for_each(|arm| collect_reads(arm, used));
            }
            Op::Loop(lp) => {
                // including the bounds of its range
                l.op.for_operands(|v| _ = used.insert(v));
                used.extend(lp.tail_reads());
                collect_reads(&lp.body, used);
            }
            op => op.for_operands(|v| _ = used.insert(v)),
        }
    }
    used.extend(&block.results);
}
