//! Ranges that are not iterated: `(a..b).contains(&x)` becomes two comparisons, of integers or of
//! reals.

use crate::lower::iterate::{Items, Iter};
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use syn::{Expr, ExprMethodCall, RangeLimits};

impl Lowerer<'_> {
    /// `contains` of a range literal.
    pub fn range_contains(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (Expr::Range(range), Some(item), "contains") =
            (unparen(&m.receiver), m.args.first(), m.method.to_string().as_str())
        else {
            return None;
        };
        let start = range.start.as_ref().map(|e| self.operand_var(e));
        let end = range.end.as_ref().map(|e| self.operand_var(e));
        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
        Some(self.between(start, end, inclusive, item, m.method.span()))
    }

    /// `contains` of a range of integers in a variable.
    pub fn counting_contains(&mut self, iter: &Iter, item: &Expr, span: Span) -> Option<Value> {
        let Iter::Items(Items::Counting { from, to, inclusive }) = iter else { return None };
        Some(self.between(Some(*from), *to, *inclusive, item, span))
    }

    fn between(
        &mut self,
        start: Option<Var>,
        end: Option<Var>,
        inclusive: bool,
        item: &Expr,
        span: Span,
    ) -> Value {
        let item = self.operand_var(item);
        let ty = self.ty(item);
        start.iter().chain(&end).for_each(|bound| self.unify_var(*bound, &ty));
        let below = if inclusive { Prim::Le } else { Prim::Lt };
        let tests =
            [start.map(|start| (Prim::Le, [start, item])), end.map(|end| (below, [item, end]))];
        let tests: Vec<Var> = tests
            .into_iter()
            .flatten()
            .map(|(prim, of)| self.emit("inside", Ty::Bool, Op::Prim(prim, of.to_vec()), span))
            .collect();
        match tests[..] {
            [] => Value::Var(self.bool(true, span), false),
            [test] => Value::Var(test, false),
            _ => self.prim("inside", Prim::BitAnd, tests, span),
        }
    }
}
