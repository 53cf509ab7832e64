//! Linear A (primal and tangent mixed) → the un-unzipped form: each sub-expression yields its value
//! and a pullback, and at the end the pullbacks are applied, the last first.
//!
//! After *JAX Autodiff from a Linear Logic Perspective* (Giusti, Pagani), where unzipping is
//! optional: differentiation turns an expression into a pair of its value and a linear function,
//! and transposing that function locally is as good as transposing the linear part of the whole
//! program. In contrast to [`super::unzip`], each sub-expression is planned separately. The rules,
//! where P⟦·⟧ yields value and pullback:
//!
//! - *Operations.* The linear lets between two non-linear ones are the linear part of the
//!   sub-expression before them, transposed locally: `v = sin u; d = cos u; v̇ = d·u̇` becomes
//!   `v = sin u; d = cos u; p = pullback (v̄) { d·v̄ }`. It captures only what it reads: scalars
//!   and shapes directly, memory that changes later as a copy. Literals and aliases are recomputed
//!   in it, since they are no values. So are values that cannot be saved because only rustc knows
//!   their type.
//! - *Blocks.* P⟦let x = a; let y = b; …⟧ is the values of all lets, and
//!   `pullback (ȳ) { …; x̄ = p_b(ȳ); p_a(x̄) }`: the composition in reverse. A block of a single
//!   part has that part's pullback. The function's own block applies its parts directly.
//! - *Branches.* Each arm yields the pullback of its block, and the branch that of the arm taken.
//!   The tag is not tested a second time.
//! - *Loops.* A loop collects the pullback of each iteration; its own pullback applies these from
//!   the last to the first.
//! - *Calls.* The callee's primal yields value and frame; the pullback captures the frame and calls
//!   the callee's transposed map.
//!
//! A pullback is applied once for each time it is constructed. So with drops charged
//! `W(un-unzipped) + L_in = W(jvp) + L_out`, exactly: law W3 holds for each operation, and a
//! pullback itself costs nothing. The called functions are unzipped; their recomputation is
//! additional.

use super::residuals;
use super::transpose::{cotangent_name, transpose_block};
use super::unzip;
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use proc_macro2::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The un-unzipped form of a function. Parameters: the primal's, then the cotangents of the linear
/// results; results: the primal's, then the cotangents of the linear parameters.
pub fn pullbacks(jvp: &Function, dots: &[Dot], interface: &Interface) -> Function {
    let mut pass = Pass { unzip: unzip::Pass::new(jvp, interface) };
    let (params, wanted): (Vec<Var>, Vec<Var>) = (
        jvp.params.iter().copied().filter(|p| !jvp.is_linear(*p)).collect(),
        dots.iter().map(|d| d.var).collect(),
    );
    let own: Vec<Var> =
        params.iter().copied().filter(|p| !pass.unzip.facts.aliased.contains(p)).collect();
    let (mut body, parts) = pass.block(&jvp.body, &own);
    let results: Vec<Var> =
        jvp.body.results.iter().copied().filter(|v| jvp.is_linear(*v)).collect();
    let whole = pass.composition(&parts, &results, &wanted);
    body.lets.extend(whole.body.lets);
    body.results.extend(whole.body.results);
    let params = params.into_iter().chain(whole.params).collect();
    Function { name: jvp.name.clone(), vars: pass.unzip.function.vars, params, body }
}

/// A pullback with the linear variables that it connects: it takes the cotangents of `from` and
/// yields those of `to`.
struct Part {
    pullback: Var,
    from: Vec<Var>,
    to: Vec<Var>,
    span: Span,
}

/// An element of a block with a pullback, or one that needs a pullback.
enum Item {
    /// A run of linear lets.
    Linear(Block),
    /// A part with a pullback.
    Part(Part),
}

/// A block under construction: the lets of the primal, and the items with the positions of their
/// pullbacks among these.
#[derive(Default)]
struct Halves {
    primal: Block,
    items: Vec<(usize, Item)>,
}

impl Halves {
    fn item(&mut self, item: Item) {
        self.items.push((self.primal.lets.len(), item));
    }

    /// The run of linear lets that comes next to the last let.
    fn run(&mut self) -> Option<&mut Block> {
        let end = self.primal.lets.len();
        match self.items.last_mut() {
            Some((at, Item::Linear(run))) if *at == end => Some(run),
            _ => None,
        }
    }
}

struct Pass {
    /// The state that it shares with unzipping, and the variables of the function.
    unzip: unzip::Pass,
}

impl Pass {
    fn is_linear(&self, v: Var) -> bool {
        self.unzip.function.is_linear(v)
    }

    /// The primal block with pullbacks in it, and their parts. `params` are the non-linear
    /// variables that the enclosing operation binds for it.
    fn block(&mut self, mixed: &Block, params: &[Var]) -> (Block, Vec<Part>) {
        let mut halves = Halves::default();
        for l in &mixed.lets {
            match &l.op {
                Op::Linear(_) => match halves.run() {
                    Some(run) => run.lets.push(l.clone()),
                    None => halves
                        .item(Item::Linear(Block { lets: vec![l.clone()], results: Vec::new() })),
                },
                Op::CallJvp(call) => {
                    let primal = std::mem::take(&mut halves.primal);
                    let mut parts = unzip::PartialSplit { primal, ..Default::default() };
                    self.unzip.call(l, call, &mut parts);
                    halves.primal = parts.primal;
                    halves.item(Item::Linear(parts.linear));
                }
                Op::Branch(tag, arms) => self.branch(l, *tag, arms, &mut halves),
                Op::Loop(lp) => self.loop_(l, lp, &mut halves),
                _ => {
                    // a call binds its outputs before their shapes, and the linear part of the call
                    // may read one of these
                    let is_shape = matches!(l.op, Op::ShapeOf(_));
                    let early = halves.run().is_some_and(|run| {
                        is_shape || self.nonlinear_reads(run).iter().any(|v| l.vars.contains(v))
                    });
                    halves.primal.lets.push(l.clone());
                    if let (true, Some((at, _))) = (early, halves.items.last_mut()) {
                        *at += 1;
                    }
                }
            }
        }
        // the captures of each run
        let Halves { primal, items } = halves;
        let needs = items
            .iter()
            .filter_map(|(_, item)| {
                if let Item::Linear(run) = item { Some(self.nonlinear_reads(run)) } else { None }
            })
            .collect();
        let mut plans = residuals::captures(
            &self.unzip.function,
            &self.unzip.facts,
            &primal.lets,
            params,
            needs,
        )
        .into_iter();
        let (mut out, mut parts) = (Block::default(), Vec::new());
        let mut items = items.into_iter().peekable();
        for (k, l) in primal.lets.into_iter().map(Some).chain([None]).enumerate() {
            while let Some((_, item)) = items.next_if(|(at, _)| *at == k) {
                match item {
                    Item::Linear(run) => parts.extend(
                        plans.next().map(|plan| self.operation(run, plan.recomputed, &mut out)),
                    ),
                    Item::Part(part) => parts.push(part),
                }
            }
            out.lets.extend(l);
        }
        out.results = mixed.results.iter().copied().filter(|v| !self.is_linear(*v)).collect();
        (out, parts)
    }

    /// The non-linear variables that linear lets read.
    fn nonlinear_reads(&self, run: &Block) -> BTreeSet<Var> {
        run.free_vars().into_iter().filter(|v| !self.is_linear(*v)).collect()
    }

    /// The pullback of a run of linear lets, with the lets that it recomputes.
    fn operation(&mut self, mut run: Block, again: Vec<Let>, out: &mut Block) -> Part {
        let span = run.lets[0].span;
        let to: Vec<Var> = run.free_vars().into_iter().filter(|v| self.is_linear(*v)).collect();
        let consumed: HashSet<Var> = run.lets.iter().flat_map(|l| l.op.operands()).collect();
        let from: Vec<Var> = run
            .lets
            .iter()
            .flat_map(|l| &l.vars)
            .copied()
            .filter(|v| !consumed.contains(v))
            .collect();
        run.results = from.clone();
        // with fresh names
        let mut names = HashMap::default();
        let mut lets = Vec::new();
        for mut l in again {
            l.rename(&names);
            for v in &mut l.vars {
                let info = self.unzip.function.info(*v).clone();
                let fresh = self.unzip.function.fresh_primal(info.name, info.ty, info.span);
                names.insert(*v, fresh);
                *v = fresh;
            }
            lets.push(l);
        }
        run.rename(&names);
        lets.append(&mut run.lets);
        run.lets = lets;
        let (params, body) = transpose_block(&mut self.unzip.function, &run, &to);
        let pullback = self.bind(Pullback { params, body }, &from, &to, span, out);
        Part { pullback, from, to, span }
    }

    /// A variable for a pullback.
    fn variable(&mut self, from: &[Var], to: &[Var], span: Span) -> Var {
        let function = &mut self.unzip.function;
        let types = |vars: &[Var]| vars.iter().map(|v| function.ty(*v).clone()).collect();
        let ty = Ty::Pullback(Rc::new(PullbackType { from: types(from), to: types(to) }));
        let of = from.iter().chain(to).next().map_or("", |v| function.name(*v));
        let name = format!("{}_pullback", of.strip_suffix("_dot").unwrap_or(of));
        function.fresh_primal(name, ty, span)
    }

    fn bind(
        &mut self,
        pullback: Pullback,
        from: &[Var],
        to: &[Var],
        span: Span,
        out: &mut Block,
    ) -> Var {
        let var = self.variable(from, to, span);
        out.push(vec![var], Op::Pullback(Rc::new(pullback)), span);
        var
    }

    /// The composition of parts, the last first: from the cotangents of `from` to those of `to`.
    fn composition(&mut self, parts: &[Part], from: &[Var], to: &[Var]) -> Pullback {
        let mut bars: HashMap<Var, Var> = HashMap::default();
        let params = from.iter().map(|v| self.cotangent(*v, &mut bars)).collect();
        let mut body = Block::default();
        for part in parts.iter().rev() {
            let given = part.from.iter().map(|v| bars[v]).collect();
            let vars = part.to.iter().map(|v| self.cotangent(*v, &mut bars)).collect();
            body.push(vars, Op::Linear(Linear::Apply(part.pullback, given)), part.span);
        }
        body.results = to.iter().map(|v| bars[v]).collect();
        Pullback { params, body }
    }

    fn cotangent(&mut self, of: Var, bars: &mut HashMap<Var, Var>) -> Var {
        let info = self.unzip.function.info(of).clone();
        let bar = self.unzip.function.fresh_linear(cotangent_name(&info.name), info.ty, info.span);
        bars.insert(of, bar);
        bar
    }

    /// A nested block that returns its pullback.
    fn nested_block(
        &mut self,
        mixed: &Block,
        params: &[Var],
        to: &[Var],
        span: Span,
    ) -> (Block, Var) {
        let (mut block, parts) = self.block(mixed, params);
        let from: Vec<Var> = mixed.results.iter().copied().filter(|v| self.is_linear(*v)).collect();
        let pullback = match &parts[..] {
            [part] if part.from == from && part.to == to => part.pullback,
            _ => {
                let whole = self.composition(&parts, &from, to);
                self.bind(whole, &from, to, span, &mut block)
            }
        };
        (block, pullback)
    }

    fn branch(&mut self, l: &Let, tag: Var, arms: &[Block], halves: &mut Halves) {
        let (mut vars, from): (Vec<Var>, Vec<Var>) =
            l.vars.iter().partition(|v| !self.is_linear(**v));
        let mut to: Vec<Var> = Vec::new();
        for v in arms.iter().flat_map(Block::free_vars) {
            if self.is_linear(v) && !to.contains(&v) {
                to.push(v);
            }
        }
        if from.is_empty() && to.is_empty() {
            halves.primal.lets.push(l.clone());
            return;
        }
        let mut made = Vec::new();
        for arm in arms {
            let (mut block, pullback) = self.nested_block(arm, &[], &to, l.span);
            block.results.push(pullback);
            made.push(block);
        }
        let pullback = self.variable(&from, &to, l.span);
        vars.push(pullback);
        halves.primal.push(vars, Op::Branch(tag, made), l.span);
        halves.item(Item::Part(Part { pullback, from, to, span: l.span }));
    }

    fn loop_(&mut self, l: &Let, lp: &Loop, halves: &mut Halves) {
        let (carried, linear): (Vec<Carried>, Vec<Carried>) =
            lp.carried.iter().cloned().partition(|c| !self.is_linear(c.param));
        if linear.is_empty() {
            halves.primal.lets.push(l.clone());
            return;
        }
        let params: Vec<Var> = lp.params().into_iter().filter(|v| !self.is_linear(*v)).collect();
        let dots: Vec<Var> = linear.iter().map(|c| c.param).collect();
        let (body, each) = self.nested_block(&lp.body, &params, &dots, l.span);
        let (mut vars, from): (Vec<Var>, Vec<Var>) =
            l.vars.iter().partition(|v| !self.is_linear(**v));
        let to: Vec<Var> = linear.iter().map(|c| c.init).collect();
        let rows = self.unzip.function.fresh_primal("pullbacks", Ty::Rows, l.span);
        vars.push(rows);
        let primal = Loop { carried, body, collect: Some(vec![each]), ..lp.clone() };
        halves.primal.push(vars, Op::Loop(Box::new(primal)), l.span);
        // one iteration back: from the cotangents of its carried results to those of its carried
        // parameters
        let info = self.unzip.function.info(each).clone();
        let row = self.unzip.function.fresh_primal(info.name, info.ty, info.span);
        let mut bars = HashMap::default();
        let inits: Vec<Var> = from.iter().map(|v| self.cotangent(*v, &mut bars)).collect();
        let next: Vec<Var> = dots.iter().map(|v| self.cotangent(*v, &mut bars)).collect();
        let given: Vec<Var> = dots.iter().map(|v| self.cotangent(*v, &mut bars)).collect();
        let outs: Vec<Var> = to.iter().map(|v| self.cotangent(*v, &mut bars)).collect();
        let mut body = Block { lets: Vec::new(), results: next.clone() };
        body.push(next, Op::Linear(Linear::Apply(row, given.clone())), l.span);
        let back = Loop {
            iteration: Iteration::Rows,
            backward: !lp.backward,
            carried: inits
                .iter()
                .zip(given)
                .map(|(init, param)| Carried { init: *init, param })
                .collect(),
            consume: Some((rows, vec![row])),
            body,
            again: None,
            collect: None,
        };
        let mut whole = Block { lets: Vec::new(), results: outs.clone() };
        whole.push(outs, Op::Loop(Box::new(back)), l.span);
        let pullback = self.bind(
            Pullback { params: inits, body: whole },
            &from,
            &to,
            l.span,
            &mut halves.primal,
        );
        halves.item(Item::Part(Part { pullback, from, to, span: l.span }));
    }
}
