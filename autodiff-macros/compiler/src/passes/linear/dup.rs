//! Linear A with implicit uses of linear variables → Linear A in which each is used exactly once.
//!
//! - A variable that is used again later is duplicated before the use: `(x₁, x₂) = dup x`.
//! - One that an inner block uses and that is used again after it is threaded through: an arm that
//!   does not need it returns it unchanged, so that transposition makes no zero. A loop carries the
//!   variables that its body needs.
//! - One that is not used is dropped where it is bound.

use crate::ir::hash::{HashMap, HashSet};
use crate::ir::scoped::Scoped;
use crate::ir::*;
use proc_macro2::Span;

/// Makes duplication and dropping of linear variables explicit. `shapes` has the shape variable of
/// linear variables whose type has more than one shape.
pub fn make_uses_explicit(function: &mut Function, shapes: &HashMap<Var, Var>) {
    let body = std::mem::take(&mut function.body);
    let params: Vec<Var> =
        function.params.iter().copied().filter(|p| function.is_linear(*p)).collect();
    let mut pass = Pass { shapes: shapes.clone(), function, names: Scoped::default() };
    for p in &params {
        pass.names.insert(*p, *p);
    }
    let body = pass.block(body, &params);
    pass.function.body = body;
}

struct Pass<'a> {
    function: &'a mut Function,
    shapes: HashMap<Var, Var>,
    /// The current version of each linear variable.
    names: Scoped<Var, Var>,
}

impl Pass<'_> {
    fn version(&mut self, of: Var) -> Var {
        let info = self.function.info(of).clone();
        let var = self.function.fresh(info.name, info.ty, Sort::Linear, info.span);
        if let Some(shape) = self.shapes.get(&of).copied() {
            self.shapes.insert(var, shape);
        }
        var
    }

    fn drop_let(&self, var: Var, span: Span) -> Let {
        Let::new(vec![], Op::Linear(Linear::Drop(var, self.shapes.get(&var).copied())), span)
    }

    /// The linear variables that an operation uses: its operands, and those that its blocks use
    /// from outside.
    fn linear_uses(&self, op: &Op) -> (Vec<Var>, Vec<Var>) {
        let mut direct = Vec::new();
        op.for_operands(|v| {
            if self.function.is_linear(v) {
                direct.push(v);
            }
        });
        let mut captured = Vec::new();
        let mut seen = HashSet::default();
        let bound: Vec<Var> = match op {
            Op::Loop(lp) => lp.params(),
            _ => Vec::new(),
        };
        for block in op.blocks() {
            for v in block.free_vars() {
                if self.function.is_linear(v) && !bound.contains(&v) && seen.insert(v) {
                    captured.push(v);
                }
            }
        }
        (direct, captured)
    }

    fn current_name(&self, v: Var) -> Var {
        self.names.get(&v).copied().unwrap_or(v)
    }

    /// Rewrites a block; `bound` are the linear variables from outside that the block itself must
    /// use up.
    fn block(&mut self, block: Block, bound: &[Var]) -> Block {
        let outer = self.names.mark();
        let (mut remaining, captures) = self.count_uses(&block);
        let unbound = block
            .lets
            .iter()
            .flat_map(|l| &l.vars)
            .copied()
            .filter(|v| matches!(self.function.ty(*v), Ty::Shape(_)))
            .collect();
        let mut out = RewrittenLets { lets: Vec::new(), pending: Vec::new(), unbound };
        for v in bound {
            if !remaining.contains_key(v) {
                let current = self.current_name(*v);
                out.pending.push(self.drop_let(current, self.function.info(*v).span));
            }
        }
        out.release();
        for (mut l, captured) in block.lets.into_iter().zip(captures) {
            let span = l.span;
            l.op.map_operands(&mut |v| self.take_if_linear(v, &mut remaining, &mut out.lets, span));
            // new versions of captured variables, and those of them to drop
            let (versions, mut after) = match &mut l.op {
                Op::Branch(_, arms) => {
                    (self.thread_branch(arms, &captured, &mut remaining), Vec::new())
                }
                Op::Loop(lp) => self.thread_loop(lp, &captured, &mut remaining, span),
                _ => Default::default(),
            };
            l.vars.extend(&versions);
            for v in &l.vars {
                if self.function.is_linear(*v)
                    && !remaining.contains_key(v)
                    && !versions.contains(v)
                {
                    after.push(self.drop_let(*v, span));
                }
            }
            out.push(l, after);
        }
        let results = block
            .results
            .iter()
            .map(|v| self.take_if_linear(*v, &mut remaining, &mut out.lets, Span::call_site()))
            .collect();
        self.names.undo(outer);
        Block { lets: out.lets, results }
    }

    /// How often a block uses each linear variable, and the captures of each let.
    fn count_uses(&self, block: &Block) -> (HashMap<Var, usize>, Vec<Vec<Var>>) {
        let mut remaining: HashMap<Var, usize> = HashMap::default();
        let mut captures = Vec::with_capacity(block.lets.len());
        for l in &block.lets {
            let (direct, captured) = self.linear_uses(&l.op);
            for v in direct.iter().chain(&captured) {
                *remaining.entry(*v).or_default() += 1;
            }
            captures.push(captured);
        }
        for v in block.results.iter().filter(|v| self.function.is_linear(**v)) {
            *remaining.entry(*v).or_default() += 1;
        }
        (remaining, captures)
    }

    /// Rewrites the arms of a branch. A captured variable that a later let uses is a further result
    /// of each; returns the new versions.
    fn thread_branch(
        &mut self,
        arms: &mut [Block],
        captured: &[Var],
        remaining: &mut HashMap<Var, usize>,
    ) -> Vec<Var> {
        let mut threaded = Vec::new();
        for v in captured {
            *remaining.get_mut(v).expect("counted") -= 1;
            if remaining[v] > 0 {
                threaded.push(*v);
            }
        }
        for arm in arms {
            let mut block = std::mem::take(arm);
            block.results.extend(&threaded);
            *arm = self.block(block, captured);
        }
        let mut versions = Vec::new();
        for v in threaded {
            let next = self.version(v);
            versions.push(next);
            self.names.insert(v, next);
        }
        versions
    }

    /// Rewrites the body of a loop, which carries the captures of the body. Returns the new
    /// versions, and the drops of the unused ones.
    fn thread_loop(
        &mut self,
        lp: &mut Loop,
        captured: &[Var],
        remaining: &mut HashMap<Var, usize>,
        span: Span,
    ) -> (Vec<Var>, Vec<Let>) {
        let around = self.names.mark();
        let mut body = std::mem::take(&mut lp.body);
        let mut params: Vec<Var> =
            lp.carried.iter().map(|c| c.param).filter(|p| self.function.is_linear(*p)).collect();
        for p in &params {
            self.names.insert(*p, *p);
        }
        for v in captured {
            let param = self.version(*v);
            lp.carried.push(Carried { init: self.current_name(*v), param });
            body.results.push(*v);
            self.names.insert(*v, param);
            params.push(*v);
        }
        lp.body = self.block(body, &params);
        self.names.undo(around);
        let (mut versions, mut drops) = (Vec::new(), Vec::new());
        for v in captured {
            let last = self.version(*v);
            versions.push(last);
            *remaining.get_mut(v).expect("counted") -= 1;
            if remaining[v] > 0 {
                self.names.insert(*v, last);
            } else {
                drops.push(self.drop_let(last, span));
            }
        }
        (versions, drops)
    }

    fn take_if_linear(
        &mut self,
        v: Var,
        remaining: &mut HashMap<Var, usize>,
        before: &mut Vec<Let>,
        span: Span,
    ) -> Var {
        if self.function.is_linear(v) { self.take(v, remaining, before, span) } else { v }
    }

    /// One use of a variable: itself if it is the last, else one of two duplicates.
    fn take(
        &mut self,
        v: Var,
        remaining: &mut HashMap<Var, usize>,
        before: &mut Vec<Let>,
        span: Span,
    ) -> Var {
        let left = remaining.get_mut(&v).expect("every use was counted");
        *left -= 1;
        let current = self.current_name(v);
        if *left == 0 {
            return current;
        }
        let (one, rest) = (self.version(v), self.version(v));
        before.push(Let::new(vec![one, rest], Op::Linear(Linear::Dup(current)), span));
        self.names.insert(v, rest);
        one
    }
}

/// The lets of a rewritten block. A drop is deferred until the shape it needs is bound.
struct RewrittenLets {
    lets: Vec<Let>,
    /// The deferred drops.
    pending: Vec<Let>,
    /// The shapes that are not bound yet.
    unbound: HashSet<Var>,
}

impl RewrittenLets {
    /// Appends a let, and the drops after it.
    fn push(&mut self, l: Let, mut drops: Vec<Let>) {
        for v in &l.vars {
            self.unbound.remove(v);
        }
        self.lets.push(l);
        self.pending.append(&mut drops);
        self.release();
    }

    /// Appends the deferred drops whose shapes are bound.
    fn release(&mut self) {
        let waits = |l: &Let| {
            matches!(&l.op, Op::Linear(Linear::Drop(_, Some(shape)))
            if self.unbound.contains(shape))
        };
        let (waiting, ready) = std::mem::take(&mut self.pending).into_iter().partition(waits);
        self.pending = waiting;
        self.lets.extend::<Vec<Let>>(ready);
    }
}
