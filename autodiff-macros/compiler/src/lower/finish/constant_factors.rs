//! Products and quotients that change an array by an inactive operand.
//!
//! ```text
//! y = call x *= k                y = call x *= k, by a constant
//! ```
//!
//! The cotangent of `k` depends on `x` before the change, so the marker of `*=` saves a copy of it.
//! Where `k` is inactive, another marker saves nothing.

use crate::ir::types::Spelling;
use crate::lower::*;

/// What the name of such a marker ends with.
const BY_CONSTANT: &str = "_by_constant";

impl Lowerer<'_> {
    /// Selects these markers. `varied` depend on an active parameter.
    pub fn select_constant_factors(&self, block: &mut Block, varied: &HashSet<Var>) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    let is_inactive = match call.arguments.get(1) {
                        Some(Argument::Shared(v)) => !varied.contains(v),
                        _ => false,
                    };
                    if let Some(method) = &mut call.callee.method
                        && matches!(method.spelling, Spelling::Compound("*" | "/"))
                        && self.types.axes(&method.owner).is_some()
                        && is_inactive
                    {
                        method.name += BY_CONSTANT;
                    }
                }
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.select_constant_factors(arm, varied));
                }
                Op::Loop(lp) => self.select_constant_factors(&mut lp.body, varied),
                _ => {}
            }
        }
    }
}
