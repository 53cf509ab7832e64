//! Decides which primal values the linear part of a block stores and which it recomputes, for
//! [`super::unzip`].
//!
//! A needed value is
//!
//! - *free*: bound in the linear part itself (a loop's index) or outside the block (then the
//!   enclosing block decides);
//! - *recomputed*: computed by a cheap operation from available values: index arithmetic, loads
//!   from unchanged memory, a few flops;
//! - *stored*: everything else. A whole array is stored only if its version outlives the block
//!   unchanged; then it is moved, not copied.
//!
//! Values that cannot be recomputed are decided first, so that others can be recomputed from them.

use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use crate::primitives::{Expense, Prim, row};
use std::collections::BTreeSet;

/// Up to this many flops are recomputed instead of storing eight bytes.
const RECOMPUTE_LIMIT: f64 = 4.0;

/// Up to this many integers are recomputed as the index of an element: an array of fixed
/// dimension has at most six axes.
const INDEX_LIMIT: usize = 6;

/// Facts about a function before it is split.
#[derive(Default)]
pub struct Facts {
    /// The parameters by shared reference: still there, unchanged, when the linear part runs.
    pub aliased: HashSet<Var>,
    /// The array versions that an operation updates, moves or passes on.
    pub consumed_arrays: HashSet<Var>,
    /// The places of views.
    pub views: HashMap<Var, Place>,
    /// The literals.
    pub literals: HashSet<Var>,
    /// Values whose type cannot be named or borrows, and that cannot be recomputed. They cannot be
    /// stored, so values computed from them are stored.
    pub nameless: HashSet<Var>,
}

impl Facts {
    /// Whether memory can be read again in the linear part.
    pub fn is_obtainable(&self, function: &Function, var: Var) -> bool {
        match self.views.get(&var) {
            Some(place) => self.is_obtainable(function, place.root),
            None if self.aliased.contains(&var) || function.ty(var).is_scalar() => true,
            None => !self.consumed_arrays.contains(&var) && !self.nameless.contains(&var),
        }
    }
}

/// The plan for one block.
#[derive(Default)]
pub struct Plan {
    /// The variables bound in the block that are stored, in order.
    pub stored: Vec<Var>,
    /// The lets to repeat in the linear block, in their order.
    pub recomputed: Vec<Let>,
    /// The needed variables bound outside the block.
    pub outer: BTreeSet<Var>,
}

/// Plans for the needs of a linear block. `lets` are the block's primal lets, `params` the
/// variables that its loop or function binds, which only storing preserves, and `free` the
/// variables that the linear part binds itself.
pub fn plan(
    function: &Function,
    facts: &Facts,
    lets: &[Let],
    params: &[Var],
    free: &HashSet<Var>,
    needs: BTreeSet<Var>,
) -> Plan {
    let limit = Some(RECOMPUTE_LIMIT);
    Planner::new(function, facts, lets, params, free, limit).plan(needs)
}

/// The captures of the pullbacks of a block, given the needs of each: all needed values, except
/// literals and aliases, and values that cannot be saved.
pub fn captures(
    function: &Function,
    facts: &Facts,
    lets: &[Let],
    params: &[Var],
    needs: Vec<BTreeSet<Var>>,
) -> Vec<Plan> {
    let free = HashSet::default();
    let mut planner = Planner::new(function, facts, lets, params, &free, None);
    needs.into_iter().map(|needs| planner.plan(needs)).collect()
}

struct Planner<'a> {
    function: &'a Function,
    facts: &'a Facts,
    lets: &'a [Let],
    params: HashSet<Var>,
    free: &'a HashSet<Var>,
    /// Up to this many flops are recomputed instead of storing their result; `None` to store
    /// always.
    limit: Option<f64>,
    definitions: HashMap<Var, usize>,
    stored: BTreeSet<Var>,
    recomputed: BTreeSet<usize>,
    outer: BTreeSet<Var>,
    /// Views of enclosing blocks that are bound again.
    views: BTreeSet<Var>,
    /// For each let, whether its variables can be recomputed at any cost, if nothing of this block
    /// is stored.
    recomputable: Vec<bool>,
}

impl<'a> Planner<'a> {
    /// A planner for one block; the parameters are those of [`plan`]. Without a `limit`, values are
    /// always stored.
    fn new(
        function: &'a Function,
        facts: &'a Facts,
        lets: &'a [Let],
        params: &[Var],
        free: &'a HashSet<Var>,
        limit: Option<f64>,
    ) -> Planner<'a> {
        let mut definitions: HashMap<Var, usize> = HashMap::default();
        for (k, l) in lets.iter().enumerate() {
            for v in &l.vars {
                definitions.insert(*v, k);
            }
        }
        let mut planner = Planner {
            function,
            facts,
            lets,
            params: params.iter().copied().collect(),
            free,
            limit,
            definitions,
            stored: BTreeSet::new(),
            recomputed: BTreeSet::new(),
            outer: BTreeSet::new(),
            views: BTreeSet::new(),
            recomputable: Vec::new(),
        };
        planner.recomputable = planner.find_recomputable();
        planner
    }

    /// The plan for one set of needs. Resets the planner for the next plan.
    fn plan(&mut self, needs: BTreeSet<Var>) -> Plan {
        let (others, forced): (Vec<Var>, Vec<Var>) =
            needs.into_iter().partition(|v| self.is_recomputable(*v, &self.recomputable));
        for v in forced.into_iter().chain(others) {
            self.require(v);
        }
        let named = std::mem::take(&mut self.views);
        let named = named.iter().map(|v| Let {
            vars: vec![*v],
            op: Op::View(self.facts.views[v].clone()),
            span: self.function.info(*v).span,
        });
        let repeated = std::mem::take(&mut self.recomputed);
        let recomputed = named.chain(repeated.iter().map(|k| self.lets[*k].clone())).collect();
        Plan {
            stored: std::mem::take(&mut self.stored).into_iter().collect(),
            recomputed,
            outer: std::mem::take(&mut self.outer),
        }
    }

    fn require(&mut self, v: Var) {
        if self.free.contains(&v) || self.stored.contains(&v) {
            return;
        }
        if self.params.contains(&v) {
            self.stored.insert(v);
            return;
        }
        let Some(&definition) = self.definitions.get(&v) else {
            // a pullback cannot leave a place of the enclosing block to that block
            if self.limit.is_none()
                && let Some(place) =
                    self.facts.views.get(&v).filter(|place| self.memory(place.root))
            {
                if self.views.insert(v) {
                    Op::View(place.clone())
                        .operands()
                        .into_iter()
                        .for_each(|operand| self.require(operand));
                }
                return;
            }
            self.outer.insert(v);
            return;
        };
        if self.recomputed.contains(&definition) {
            return;
        }
        // an alias is never stored, the indices in its path are
        let op = &self.lets[definition].op;
        let alias = matches!(op, Op::View(place) if self.memory(place.root))
            || self.is_built_again(&self.lets[definition]);
        // nor is a value whose type cannot be named or borrows, if it can be recomputed
        let nameless =
            !self.function.ty(v).can_be_stored() && self.is_recomputable(v, &self.recomputable);
        let constant = match op {
            Op::Literal(_) => true,
            Op::Opaque(o) => o.is_constant(),
            _ => false,
        };
        if alias
            || nameless
            || constant
            || self.limit.is_some_and(|limit| self.cost(v, limit).is_some())
        {
            self.recomputed.insert(definition);
            for operand in self.lets[definition].op.operands() {
                self.require(operand);
            }
        } else {
            self.stored.insert(v);
        }
    }

    /// Computes, in order, which lets can be repeated.
    fn find_recomputable(&self) -> Vec<bool> {
        let mut recomputable = Vec::with_capacity(self.lets.len());
        for l in self.lets {
            let had =
                |v: Var| !self.function.ty(v).is_scalar() || self.is_recomputable(v, &recomputable);
            let all = self.cost_of_let(l, &recomputable).is_some()
                && l.op.operands().into_iter().all(had);
            recomputable.push(all);
        }
        recomputable
    }

    /// Whether a value can be recomputed, given which lets can be repeated.
    fn is_recomputable(&self, v: Var, recomputable: &[bool]) -> bool {
        if self.free.contains(&v) {
            return true;
        }
        if self.params.contains(&v) {
            return false;
        }
        match self.definitions.get(&v) {
            Some(definition) => recomputable.get(*definition).copied().unwrap_or(false),
            None => self.facts.is_obtainable(self.function, v),
        }
    }

    /// The flops to recompute a value, if they are at most `limit`.
    fn cost(&self, v: Var, limit: f64) -> Option<f64> {
        if self.free.contains(&v) || self.stored.contains(&v) {
            return Some(0.0);
        }
        if self.params.contains(&v) {
            return None;
        }
        let Some(&definition) = self.definitions.get(&v) else {
            // the enclosing block has it; a scalar can always be stored there
            return self.facts.is_obtainable(self.function, v).then_some(0.0);
        };
        let l = &self.lets[definition];
        let mut total = self.cost_of_let(l, &self.recomputable)?;
        for operand in l.op.operands() {
            if total > limit {
                return None;
            }
            // `cost_of_let` has checked operands in memory
            if self.function.ty(operand).is_scalar() {
                total += self.cost(operand, limit - total)?;
            }
        }
        (total <= limit).then_some(total)
    }

    /// The flops of one operation, if it may be repeated.
    fn cost_of_let(&self, l: &Let, recomputable: &[bool]) -> Option<f64> {
        // a value of unnamed type cannot be stored, so a scalar computed from it is stored
        let nameless =
            |v: Var| !self.function.ty(v).can_be_stored() && !self.is_recomputable(v, recomputable);
        if l.vars.iter().all(|v| self.function.ty(*v).is_scalar()) && l.op.has_operand(nameless) {
            return None;
        }
        let cost = match &l.op {
            Op::Literal(_) | Op::Constant(_) => 0.0,
            Op::Opaque(o) if o.is_constant() => 0.0,
            Op::Opaque(_) if self.is_built_again(l) => 0.0,
            // `&[0, 1, 2]` where only the callee determines the integer type
            Op::Array(xs)
                if !self.function.ty(l.vars[0]).can_be_stored()
                    && xs.iter().all(|x| self.facts.literals.contains(x)) =>
            {
                0.0
            }
            // an index such as `[i, j]`
            Op::Array(xs)
                if xs.len() <= INDEX_LIMIT && xs.iter().all(|x| self.function.ty(*x).is_int()) =>
            {
                0.0
            }
            // of a number whose type is that of a call's result, the cast one is stored, which has
            // a name
            Op::Cast(x) if matches!(self.function.ty(*x), Ty::Projected(_)) => return None,
            Op::Cast(_) => 0.25,
            Op::Prim(prim, args) => self.expense(*prim, args)?,
            // of a struct of which only fields are needed, the fields are stored
            Op::Read(place) if self.is_field_of_a_local(place) => return None,
            Op::Len(place) | Op::View(place) => self.memory(place.root).then_some(0.0)?,
            Op::Read(place) if self.function.ty(l.vars[0]).is_scalar() => {
                self.memory(place.root).then_some(0.5)?
            }
            Op::ShapeOf(x) => {
                (self.facts.aliased.contains(x) || self.stored.contains(x)).then_some(0.0)?
            }
            _ => return None,
        };
        Some(cost)
    }

    /// Whether a let builds a value that borrows from memory which can be read again.
    fn is_built_again(&self, l: &Let) -> bool {
        let is_had = |v: &Var| self.function.ty(*v).is_scalar() || self.memory(*v);
        is_builder(self.function, l) && l.op.operands().iter().all(is_had)
    }

    fn is_field_of_a_local(&self, place: &Place) -> bool {
        matches!(place.path[..], [Step::Member(_)])
            && !self.facts.aliased.contains(&place.root)
            && !self.facts.views.contains_key(&place.root)
    }

    fn memory(&self, root: Var) -> bool {
        // a carried or by-value parameter is available only if it can be moved into the row
        self.facts.is_obtainable(self.function, root)
    }

    fn expense(&self, prim: Prim, args: &[Var]) -> Option<f64> {
        if self.function.ty(args[0]).is_discrete() {
            return Some(0.25);
        }
        let small_power = prim == Prim::Powi && self.facts.literals.contains(&args[1]);
        match row(prim).expense {
            Expense::Flop => Some(1.0),
            Expense::Division => Some(3.0),
            Expense::Library if small_power => Some(2.0),
            Expense::Library => None,
        }
    }
}

/// Whether a let builds a value that borrows, without effects.
pub fn is_builder(function: &Function, l: &Let) -> bool {
    matches!((&l.op, &l.vars[..]), (Op::Opaque(o), [built])
        if o.repeatable && function.ty(*built).has_elided_lifetimes())
}
