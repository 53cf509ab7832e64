//! Linear A → Linear A without dead code. Works on code whose linear uses are implicit (before
//! [`super::linear::dup`]).
//!
//! A let is dead if no live operation reads the variables it binds. Carried variables and results
//! of control flow are removed one by one, and a linear read whose element is dead is removed.
//! Non-linear lets of user code that may panic (an index, an integer division, foreign code) stay,
//! so that the primal of a program panics where the program does.

use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use crate::primitives::{Expense, Output, row};

/// Removes dead code. Variables below `user_vars` were bound by user code. A live linear variable
/// keeps its shape in `shapes` alive, so that it can be dropped later (see
/// [`remove_unread_shapes`]).
pub fn simplify(function: &mut Function, user_vars: usize, shapes: &HashMap<Var, Var>) {
    remove_dead(function, RetainedLets { user_vars, linear: false }, shapes);
}

/// The same for code whose linear uses are explicit: only non-linear lets are removed.
pub fn simplify_scheduled(function: &mut Function, user_vars: usize) {
    remove_dead(function, RetainedLets { user_vars, linear: true }, &HashMap::default());
}

/// Which lets stay even if their variables are not read.
#[derive(Clone, Copy)]
struct RetainedLets {
    /// Variables with lower indices were bound by user code.
    user_vars: usize,
    /// Whether all linear lets stay.
    linear: bool,
}

fn remove_dead(function: &mut Function, retained: RetainedLets, shapes: &HashMap<Var, Var>) {
    let mut body = std::mem::take(&mut function.body);
    let mut live = LiveVariables {
        function,
        retained,
        shapes,
        set: vec![false; function.vars.len()],
        changed: true,
    };
    for v in body.results.iter().chain(&function.params) {
        live.mark(*v);
    }
    while std::mem::take(&mut live.changed) {
        live.block(&body);
    }
    let set = live.set;
    let mut names = HashMap::default();
    sweep(&mut body, function, retained, &set, &mut names);
    // removed reads may follow one another
    loop {
        let before = names.clone();
        for target in names.values_mut() {
            if let Some(next) = before.get(target) {
                *target = *next;
            }
        }
        if before == names {
            break;
        }
    }
    body.rename(&names);
    function.body = body;
}

/// Removes the shapes that no zero and no drop needs. (The linear uses may be explicit.)
pub fn remove_unread_shapes(function: &mut Function) {
    let mut read = HashSet::default();
    collect_reads(&function.body, &mut read);
    retain_shapes(&mut function.body, &read);
}

fn collect_reads(block: &Block, read: &mut HashSet<Var>) {
    read.extend(&block.results);
    for l in &block.lets {
        l.op.for_operands(|v| _ = read.insert(v));
        if let Op::CallJvp(call) = &l.op {
            read.extend(call.outputs.iter().filter_map(|leaf| leaf.shape));
        }
        if let Op::Loop(lp) = &l.op {
            read.extend(lp.tail_reads());
        }
        for inner in l.op.blocks() {
            collect_reads(inner, read);
        }
    }
}

fn retain_shapes(block: &mut Block, read: &HashSet<Var>) {
    block.lets.retain_mut(|l| {
        match &mut l.op {
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| retain_shapes(arm, read)),
            Op::Loop(lp) => retain_shapes(&mut lp.body, read),
            _ => {}
        }
        !matches!(l.op, Op::ShapeOf(_)) || l.vars.iter().any(|v| read.contains(v))
    });
}

/// Whether a let must stay even if its variables are not read.
fn is_essential(l: &Let, function: &Function, retained: RetainedLets) -> bool {
    match &l.op {
        Op::Linear(_) if retained.linear => true,
        Op::Opaque(o) if o.effect => true,
        Op::Branch(_, arms) => {
            arms.iter().any(|arm| arm.lets.iter().any(|l| is_essential(l, function, retained)))
        }
        Op::Loop(lp) => {
            lp.again.is_some() || lp.body.lets.iter().any(|l| is_essential(l, function, retained))
        }
        op => {
            l.vars.iter().any(|v| (v.0 as usize) < retained.user_vars && !function.is_linear(*v))
                && may_panic(op, function)
        }
    }
}

fn may_panic(op: &Op, function: &Function) -> bool {
    match op {
        Op::Prim(prim, args) => {
            let row = row(*prim);
            // integer arithmetic overflows
            row.output == Output::First
                && function.ty(args[0]).is_int()
                && row.expense != Expense::Library
                || matches!(prim, crate::primitives::Prim::Clamp)
        }
        Op::Literal(_)
        | Op::Blank
        | Op::Cast(_)
        | Op::Constant(_)
        | Op::Array(_)
        | Op::Repeat(..)
        | Op::Tuple(_)
        | Op::Struct(..)
        | Op::ShapeOf(_)
        | Op::Zero(_) => false,
        Op::Len(p) | Op::Read(p) | Op::View(p) | Op::Push(p, _, _) => !p.path.is_empty(),
        Op::Opaque(o) => !o.total,
        Op::Update(..)
        | Op::Pop(..)
        | Op::Swap(..)
        | Op::Call(_)
        | Op::CallPrimal(_)
        | Op::CallJvp(_)
        | Op::CallVjp(_) => true,
        Op::Pullback(_) | Op::Branch(..) | Op::Loop(_) | Op::Linear(_) => false,
    }
}

struct LiveVariables<'a> {
    function: &'a Function,
    retained: RetainedLets,
    shapes: &'a HashMap<Var, Var>,
    /// By the index of the variable.
    set: Vec<bool>,
    changed: bool,
}

impl LiveVariables<'_> {
    fn mark(&mut self, var: Var) {
        for v in [Some(&var), self.shapes.get(&var)].into_iter().flatten() {
            self.changed |= !std::mem::replace(&mut self.set[v.0 as usize], true);
        }
    }

    fn contains(&self, var: Var) -> bool {
        self.set[var.0 as usize]
    }

    /// A linear variable that stays because of others that its let binds will be dropped.
    fn mark_shape(&mut self, var: Var) {
        if let Some(shape) = self.shapes.get(&var) {
            self.mark(*shape);
        }
    }

    fn any(&self, vars: &[Var]) -> bool {
        vars.iter().any(|v| self.contains(*v))
    }

    fn block(&mut self, block: &Block) {
        for l in block.lets.iter().rev() {
            let essential = is_essential(l, self.function, self.retained);
            if !essential && !self.any(&l.vars) {
                continue;
            }
            match &l.op {
                Op::Branch(tag, arms) => {
                    self.mark(*tag);
                    for arm in arms {
                        for (result, var) in arm.results.iter().zip(&l.vars) {
                            if self.contains(*var) {
                                self.mark(*result);
                            }
                        }
                        self.block(arm);
                    }
                }
                Op::Loop(lp) => {
                    let carried = |live: &mut Self| {
                        for ((c, next), last) in
                            lp.carried.iter().zip(&lp.body.results).zip(&l.vars)
                        {
                            if live.contains(*last) || live.contains(c.param) {
                                live.mark(c.init);
                                live.mark(c.param);
                                live.mark(*next);
                                live.mark_shape(*last);
                                // it stays bound
                                live.mark(*last);
                            }
                        }
                    };
                    carried(self);
                    for v in lp.tail_reads() {
                        self.mark(v);
                    }
                    self.block(&lp.body);
                    carried(self);
                    for v in lp.control_reads() {
                        self.mark(v);
                    }
                }
                // only the array is live: the read will go
                Op::Linear(Linear::Read(place)) if !self.contains(l.vars[0]) => {
                    self.mark(place.root)
                }
                op => {
                    for v in &l.vars {
                        self.mark_shape(*v);
                    }
                    op.for_operands(|v| self.mark(v));
                    // a linear variable that is bound together with a live one will be dropped
                    for v in l.vars.iter().filter(|v| self.function.is_linear(**v)) {
                        self.mark(*v);
                    }
                    if let Op::CallJvp(call) = op {
                        for shape in call.outputs.iter().filter_map(|leaf| leaf.shape) {
                            self.mark(shape);
                        }
                    }
                }
            }
        }
    }
}

fn sweep(
    block: &mut Block,
    function: &Function,
    retained: RetainedLets,
    live: &[bool],
    names: &mut HashMap<Var, Var>,
) {
    block.lets.retain_mut(|l| {
        if !is_essential(l, function, retained) && !l.vars.iter().any(|v| live[v.0 as usize]) {
            return false;
        }
        match &mut l.op {
            Op::Branch(_, arms) => {
                let live_vars: Vec<bool> = l.vars.iter().map(|v| live[v.0 as usize]).collect();
                for arm in arms {
                    retain(&mut arm.results, &live_vars);
                    sweep(arm, function, retained, live, names);
                }
                retain(&mut l.vars, &live_vars);
                true
            }
            Op::Loop(lp) => {
                let mut live_vars: Vec<bool> =
                    lp.carried.iter().map(|c| live[c.param.0 as usize]).collect();
                retain(&mut lp.carried, &live_vars);
                retain(&mut lp.body.results, &live_vars);
                live_vars.resize(l.vars.len(), true);
                retain(&mut l.vars, &live_vars);
                sweep(&mut lp.body, function, retained, live, names);
                true
            }
            Op::Linear(Linear::Read(place)) if !live[l.vars[0].0 as usize] => {
                names.insert(l.vars[1], place.root);
                false
            }
            _ => true,
        }
    });
}

fn retain<T>(items: &mut Vec<T>, live_vars: &[bool]) {
    let mut live_vars = live_vars.iter();
    items.retain(|_| *live_vars.next().unwrap_or(&true));
}
