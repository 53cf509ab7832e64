//! Linear B → Linear B, transposed: cotangents of the results to cotangents of the linear
//! parameters.
//!
//! Non-linear lets of a block come first, in order; then the linear lets in reverse, each by the
//! table in [`crate::ir`]. Every linear variable is used exactly once, so its cotangent is bound
//! exactly once: by the transpose of its one use. The laws: transposing twice gives an equivalent
//! program, and `W(eᵀ) + L_in ≤ W(e) + L_out`.
//!
//! A loop runs backward, unless each of its carried variables is only read from, only added to, or
//! touched only at the element whose index is that of the iteration: then the order of the
//! iterations matters for rounding only, and forward order suits memory better.

use crate::ir::scoped::Scoped;
use crate::ir::*;

/// Transposes a linear function.
pub fn transpose(linear: &Function) -> Function {
    let mut pass = Pass { function: linear.without_body(), cotangents: Scoped::default() };
    let (dots, mut params): (Vec<Var>, Vec<Var>) =
        linear.params.iter().partition(|p| linear.is_linear(**p));
    let results: Vec<Var> = linear.body.results.clone();
    for r in results {
        let cotangent = pass.fresh(r);
        pass.cotangents.insert(r, cotangent);
        params.push(cotangent);
    }
    let body = pass.block(&linear.body, &dots);
    Function { name: linear.name.clone(), vars: pass.function.vars, params, body }
}

/// Transposes a block of a function with some linear parameters: the cotangents of its results
/// become parameters.
pub(super) fn transpose_block(
    function: &mut Function,
    block: &Block,
    params: &[Var],
) -> (Vec<Var>, Block) {
    let vars = std::mem::take(&mut function.vars);
    let inside =
        Function { name: function.name.clone(), vars, params: Vec::new(), body: Block::default() };
    let mut pass = Pass { function: inside, cotangents: Scoped::default() };
    let cotangents = block.results.iter().map(|r| pass.bind(*r)).collect();
    let body = pass.block(block, params);
    function.vars = pass.function.vars;
    (cotangents, body)
}

/// The name of the cotangent of a linear variable.
pub(super) fn cotangent_name(of: &str) -> String {
    match (of.strip_suffix("_dot"), of.strip_suffix("_bar")) {
        (Some(base), _) => format!("{base}_bar"),
        (None, Some(base)) => format!("{base}_dot"),
        (None, None) => format!("{of}_bar"),
    }
}

struct Pass {
    function: Function,
    cotangents: Scoped<Var, Var>,
}

impl Pass {
    /// A new variable for the cotangent of a linear variable.
    fn fresh(&mut self, of: Var) -> Var {
        let info = self.function.info(of).clone();
        self.function.fresh_linear(cotangent_name(&info.name), info.ty, info.span)
    }

    /// The cotangent of a variable, which its one use has bound.
    fn cotangent(&self, of: Var) -> Var {
        *self.cotangents.get(&of).expect("its one use has bound it")
    }

    /// Binds the cotangent of a variable.
    fn bind(&mut self, of: Var) -> Var {
        let var = self.fresh(of);
        self.cotangents.insert(of, var);
        var
    }

    fn block(&mut self, block: &Block, wanted: &[Var]) -> Block {
        let mut out = Block::default();
        let is_linear = |pass: &Self, l: &Let| match &l.op {
            Op::Linear(_) => true,
            Op::Branch(..) | Op::Loop(_) => {
                l.vars.iter().any(|v| pass.function.is_linear(*v))
                    || l.op
                        .blocks()
                        .iter()
                        .any(|b| b.free_vars().iter().any(|v| pass.function.is_linear(*v)))
            }
            _ => false,
        };
        for l in &block.lets {
            if !is_linear(self, l) {
                out.lets.push(l.clone());
            }
        }
        for l in block.lets.iter().rev() {
            if is_linear(self, l) {
                self.visit_let(l, &mut out);
            }
        }
        out.results = wanted.iter().map(|v| self.cotangent(*v)).collect();
        out
    }

    fn visit_let(&mut self, l: &Let, out: &mut Block) {
        match &l.op {
            Op::Branch(tag, arms) => self.branch(l, *tag, arms, out),
            Op::Loop(lp) => self.loop_(l, lp, out),
            Op::Linear(op) => {
                let (vars, op) = self.linear(l, op);
                out.push(vars, Op::Linear(op), l.span);
            }
            _ => unreachable!("non-linear lets were copied"),
        }
    }

    fn cotangent_place(&self, place: &Place, root: Var) -> Place {
        Place { root: self.cotangent(root), path: place.path.clone() }
    }

    /// The transpose of one operation: the variables that it binds, and the operation.
    fn linear(&mut self, l: &Let, op: &Linear) -> (Vec<Var>, Linear) {
        let bound = &l.vars;
        match op {
            Linear::Zero(shape) => (vec![], Linear::Drop(self.cotangent(bound[0]), *shape)),
            Linear::Blank => (vec![], Linear::Drop(self.cotangent(bound[0]), None)),
            Linear::Drop(x, shape) => (vec![self.bind(*x)], Linear::Zero(*shape)),
            Linear::Dup(x) => {
                let (a, b) = (self.cotangent(bound[0]), self.cotangent(bound[1]));
                (vec![self.bind(*x)], Linear::Add(a, b))
            }
            Linear::Add(x, y) => {
                let sum = self.cotangent(bound[0]);
                (vec![self.bind(*x), self.bind(*y)], Linear::Dup(sum))
            }
            Linear::Neg(x) => {
                let y = self.cotangent(bound[0]);
                (vec![self.bind(*x)], Linear::Neg(y))
            }
            Linear::Scale(x, k) => {
                let y = self.cotangent(bound[0]);
                (vec![self.bind(*x)], Linear::Scale(y, *k))
            }
            Linear::Unscale(x, k) => {
                let y = self.cotangent(bound[0]);
                (vec![self.bind(*x)], Linear::Unscale(y, *k))
            }
            Linear::Cast(x) => {
                let y = self.cotangent(bound[0]);
                (vec![self.bind(*x)], Linear::Cast(y))
            }
            Linear::Read(place) => {
                let (value, at) = (self.cotangent(bound[0]), self.cotangent_place(place, bound[1]));
                (vec![self.bind(place.root)], Linear::Accumulate(at, value))
            }
            Linear::Accumulate(place, x) => {
                let at = self.cotangent_place(place, bound[0]);
                (vec![self.bind(*x), self.bind(place.root)], Linear::Read(at))
            }
            Linear::Update(place, x) => {
                let at = self.cotangent_place(place, bound[0]);
                (vec![self.bind(*x), self.bind(place.root)], Linear::Take(at))
            }
            Linear::Take(place) => {
                let (value, at) = (self.cotangent(bound[0]), self.cotangent_place(place, bound[1]));
                (vec![self.bind(place.root)], Linear::Update(at, value))
            }
            Linear::Array(xs) => {
                let y = self.cotangent(bound[0]);
                (xs.iter().map(|x| self.bind(*x)).collect(), Linear::Unpack(y))
            }
            Linear::Unpack(x) => {
                let ys = bound.iter().map(|y| self.cotangent(*y)).collect();
                (vec![self.bind(*x)], Linear::Array(ys))
            }
            Linear::Tuple(xs) => {
                let y = self.cotangent(bound[0]);
                (xs.iter().map(|x| self.bind(*x)).collect(), Linear::Untuple(y))
            }
            Linear::Untuple(x) => {
                let ys = bound.iter().map(|y| self.cotangent(*y)).collect();
                (vec![self.bind(*x)], Linear::Tuple(ys))
            }
            Linear::Repeat(x, n, shape) => {
                let y = self.cotangent(bound[0]);
                (vec![self.bind(*x)], Linear::Sum(y, *n, *shape))
            }
            Linear::Sum(x, n, shape) => {
                let y = self.cotangent(bound[0]);
                (vec![self.bind(*x)], Linear::Repeat(y, *n, *shape))
            }
            Linear::Push(place, end, x) => {
                let at = self.cotangent_place(place, bound[0]);
                (vec![self.bind(place.root), self.bind(*x)], Linear::Pop(at, *end))
            }
            Linear::Pop(place, end) => {
                let (at, x) = (self.cotangent_place(place, bound[0]), self.cotangent(bound[1]));
                (vec![self.bind(place.root)], Linear::Push(at, *end, x))
            }
            Linear::Swap(root, a, b) => {
                let y = self.cotangent(bound[0]);
                (vec![self.bind(*root)], Linear::Swap(y, a.clone(), b.clone()))
            }
            Linear::Call(call) => self.call(bound, call),
            Linear::Apply(..) => unreachable!("pullbacks are made by transposition"),
        }
    }

    fn call(&mut self, bound: &[Var], call: &LinearCall) -> (Vec<Var>, Linear) {
        let mut transposed = call.clone();
        transposed.transposed = !call.transposed;
        let mut vars = Vec::new();
        // the variables bound by the call: leaves, then threaded arrays
        let mut bound = bound.iter().copied();
        if call.transposed {
            // back to forward: the leaves of the arguments were bound, those of the output consumed
            for argument in &mut transposed.arguments {
                if let LinearArgument::Value(leaves) = argument {
                    for v in leaves.iter_mut().filter_map(|leaf| leaf.var.as_mut()) {
                        bound.next();
                        *v = self.cotangent(*v);
                    }
                }
            }
            for v in transposed.outputs.iter_mut().filter_map(|leaf| leaf.var.as_mut()) {
                *v = self.bind(*v);
                vars.push(*v);
            }
        } else {
            for v in transposed.outputs.iter_mut().filter_map(|leaf| leaf.var.as_mut()) {
                bound.next();
                *v = self.cotangent(*v);
            }
            for argument in &mut transposed.arguments {
                if let LinearArgument::Value(leaves) = argument {
                    for v in leaves.iter_mut().filter_map(|leaf| leaf.var.as_mut()) {
                        *v = self.bind(*v);
                        vars.push(*v);
                    }
                }
            }
        }
        for argument in &mut transposed.arguments {
            if let LinearArgument::Threaded(place) = argument {
                let after = bound.next().expect("one version for each threaded array");
                let before = place.root;
                place.root = self.cotangent(after);
                vars.push(self.bind(before));
            }
        }
        (vars, Linear::Call(Box::new(transposed)))
    }

    fn branch(&mut self, l: &Let, tag: Var, arms: &[Block], out: &mut Block) {
        let mut captured = Vec::new();
        for arm in arms {
            for v in arm.free_vars() {
                if self.function.is_linear(v) && !captured.contains(&v) {
                    captured.push(v);
                }
            }
        }
        let results: Vec<Var> = l.vars.iter().map(|v| self.cotangent(*v)).collect();
        let outer = self.cotangents.mark();
        let arms = arms
            .iter()
            .map(|arm| {
                for (r, c) in arm.results.iter().zip(&results) {
                    self.cotangents.insert(*r, *c);
                }
                let arm = self.block(arm, &captured);
                self.cotangents.undo(outer);
                arm
            })
            .collect();
        let vars = captured.iter().map(|v| self.bind(*v)).collect();
        out.push(vars, Op::Branch(tag, arms), l.span);
    }

    fn loop_(&mut self, l: &Let, lp: &Loop, out: &mut Block) {
        let any_order = lp
            .carried
            .iter()
            .zip(&lp.body.results)
            .all(|(c, next)| is_commutative(lp, c.param, *next));
        let outer = self.cotangents.mark();
        let inits: Vec<Var> = l.vars.iter().map(|v| self.cotangent(*v)).collect();
        let mut carried = Vec::new();
        for (init, next) in inits.iter().zip(&lp.body.results) {
            let param = self.bind(*next);
            carried.push(Carried { init: *init, param });
        }
        let params: Vec<Var> = lp.carried.iter().map(|c| c.param).collect();
        let body = self.block(&lp.body, &params);
        self.cotangents.undo(outer);
        let vars = lp.carried.iter().map(|c| self.bind(c.init)).collect();
        let transposed = Loop {
            iteration: lp.iteration.clone(),
            backward: lp.backward == any_order,
            carried,
            consume: lp.consume.clone(),
            body,
            again: None,
            collect: None,
        };
        out.push(vars, Op::Loop(Box::new(transposed)), l.span);
    }
}

/// The maximum count of steps of a path in which the index of an iteration is searched.
const DEEPEST: usize = 3;

/// Whether the order of iterations does not matter for a carried linear variable, up to rounding.
pub(super) fn is_commutative(lp: &Loop, param: Var, next: Var) -> bool {
    let index = match &lp.iteration {
        Iteration::Range(range) => Some(range.index),
        Iteration::Forever | Iteration::Rows => None,
    };
    let own = (0..DEEPEST).filter_map(|depth| Some(Threading::OwnElement(index?, depth)));
    [Threading::ReadOnly, Threading::AddOnly]
        .into_iter()
        .chain(own)
        .any(|how| is_threaded(&lp.body, param, next, how))
}

/// The uses of a carried linear variable in an iteration for which the order of iterations does not
/// matter.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Threading {
    /// Only reads it: transposed, it is only added to.
    ReadOnly,
    /// Only adds to it: transposed, it is only read.
    AddOnly,
    /// Any use, but only of the element at the index of the iteration, which is always the step
    /// with this index in the path: `v[i]`, `m.rows[i][j]`.
    OwnElement(Var, usize),
}

/// Whether a carried variable goes from `from` to `to` in one of these ways, so that iterations
/// commute up to rounding. (A variable that is both read and added to makes a recurrence.)
pub(super) fn is_threaded(block: &Block, from: Var, to: Var, how: Threading) -> bool {
    let mut current = vec![from];
    for l in &block.lets {
        let next: Vec<Var> = current.iter().flat_map(|v| next_versions(l, *v, how)).collect();
        current.extend(next);
    }
    current.contains(&to)
}

/// The versions of a linear variable after a let that treats it in one of these ways; empty if the
/// let does not.
pub(super) fn next_versions(l: &Let, v: Var, how: Threading) -> Vec<Var> {
    let (reads, adds) = (how == Threading::ReadOnly, how == Threading::AddOnly);
    let own = |p: &Place| match how {
        Threading::OwnElement(i, depth) => {
            // an index in a slice is not an index in the whole sequence
            let whole = p.path.iter().take(depth).all(|step| !matches!(step, Step::Slice { .. }));
            whole && matches!(p.path.get(depth), Some(Step::Index(at)) if *at == i)
        }
        Threading::ReadOnly | Threading::AddOnly => false,
    };
    match &l.op {
        Op::Linear(Linear::Read(p)) if p.root == v && (reads || own(p)) => vec![l.vars[1]],
        Op::Linear(Linear::Take(p)) if p.root == v && own(p) => vec![l.vars[1]],
        Op::Linear(Linear::Dup(x)) if reads && *x == v => l.vars.clone(),
        Op::Linear(Linear::Accumulate(p, x)) if p.root == v && *x != v && (adds || own(p)) => {
            vec![l.vars[0]]
        }
        Op::Linear(Linear::Update(p, x)) if p.root == v && *x != v && own(p) => vec![l.vars[0]],
        Op::Linear(Linear::Add(x, y)) if adds && (*x == v || *y == v) => vec![l.vars[0]],
        Op::Linear(Linear::Call(c)) => {
            let threaded =
                c.call.arguments.iter().zip(&c.arguments).filter_map(|(argument, linear)| {
                    match linear {
                        // an argument by mutable reference is both read and changed
                        LinearArgument::Threaded(p) => {
                            let one_way = !matches!(argument, Argument::Unique(_))
                                && if c.transposed { adds } else { reads };
                            Some(p.root == v && (one_way || own(p)))
                        }
                        LinearArgument::None | LinearArgument::Value(_) => None,
                    }
                });
            let versions = l.vars[l.vars.len() - threaded.clone().count()..].iter();
            threaded
                .zip(versions)
                .filter(|(threaded, _)| *threaded)
                .map(|(_, version)| *version)
                .collect()
        }
        Op::Loop(lp) => {
            let carried = lp.carried.iter().zip(&lp.body.results).zip(&l.vars);
            carried
                .filter(|((c, n), _)| c.init == v && is_threaded(&lp.body, c.param, **n, how))
                .map(|(_, last)| *last)
                .collect()
        }
        Op::Branch(_, arms) => {
            let threaded =
                |k: usize| arms.iter().all(|arm| is_threaded(arm, v, arm.results[k], how));
            l.vars.iter().enumerate().filter(|(k, _)| threaded(*k)).map(|(_, last)| *last).collect()
        }
        _ => Vec::new(),
    }
}
