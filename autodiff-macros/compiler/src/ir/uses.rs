//! Which variables an operation reads, and how to rename them.

use super::*;
use std::collections::{HashMap, HashSet};

impl Op {
    /// The variables that this operation itself reads, nested blocks left out (but the tag of a branch, and the range,
    /// the initial values and the rows of a loop, included).
    pub fn operands(&self) -> Vec<Var> {
        let mut found = Vec::new();
        let mut note = |v| {
            found.push(v);
            v
        };
        match self {
            // without copying what is inside
            Op::Branch(tag, _) => found.push(*tag),
            Op::Loop(l) => {
                let mut head = Loop {
                    iteration: l.iteration.clone(),
                    backward: l.backward,
                    carried: l.carried.clone(),
                    consume: l.consume.clone(),
                    body: Block::default(),
                    again: None,
                    collect: None,
                };
                loop_head(&mut head, &mut note);
            }
            op => op.clone().map_operands(&mut note),
        }
        found
    }

    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Op::Branch(_, arms) => arms.iter().collect(),
            Op::Loop(l) => vec![&l.body],
            _ => Vec::new(),
        }
    }

    /// Renames the variables that this operation itself reads (see [`Op::operands`]).
    pub fn map_operands(&mut self, f: &mut impl FnMut(Var) -> Var) {
        match self {
            Op::Literal(_) | Op::Blank => {}
            Op::Prim(_, args) | Op::Array(args) | Op::Tuple(args) => each(args, f),
            Op::Struct(_, fields) => fields.iter_mut().for_each(|(_, x)| *x = f(*x)),
            Op::Cast(x) | Op::Constant(x) | Op::ShapeOf(x) | Op::Pop(x) => *x = f(*x),
            Op::Zero(shape) => {
                if let Some(s) = shape {
                    *s = f(*s);
                }
            }
            Op::Opaque(o) => o.captures.iter_mut().for_each(|c| c.value = c.value.map(f)),
            Op::Len(p) | Op::Read(p) | Op::View(p) => place(p, f),
            Op::Update(p, x) => {
                place(p, f);
                *x = f(*x);
            }
            Op::Repeat(x, n) | Op::Push(x, n) => {
                *x = f(*x);
                *n = f(*n);
            }
            Op::Swap(root, a, b) => {
                *root = f(*root);
                steps(a, f);
                steps(b, f);
            }
            Op::Call(c) | Op::CallPrimal(c) => call(c, f),
            Op::CallJvp(c) | Op::CallVjp(c) => linear_call(c, f),
            Op::Branch(tag, _) => *tag = f(*tag),
            Op::Loop(l) => loop_head(l, f),
            Op::Linear(l) => match l {
                Linear::Zero(shape) => {
                    if let Some(s) = shape {
                        *s = f(*s);
                    }
                }
                Linear::Dup(x) | Linear::Neg(x) | Linear::Cast(x) | Linear::Unpack(x) | Linear::Pop(x) | Linear::Untuple(x) => *x = f(*x),
                Linear::Drop(x, shape) => {
                    *x = f(*x);
                    if let Some(s) = shape {
                        *s = f(*s);
                    }
                }
                Linear::Add(x, y)
                | Linear::Scale(x, y)
                | Linear::Unscale(x, y)
                | Linear::Repeat(x, y)
                | Linear::Sum(x, y)
                | Linear::Push(x, y) => {
                    *x = f(*x);
                    *y = f(*y);
                }
                Linear::Read(p) | Linear::Take(p) => place(p, f),
                Linear::Accumulate(p, x) | Linear::Update(p, x) => {
                    place(p, f);
                    *x = f(*x);
                }
                Linear::Array(xs) | Linear::Tuple(xs) => each(xs, f),
                Linear::Swap(root, a, b) => {
                    *root = f(*root);
                    steps(a, f);
                    steps(b, f);
                }
                Linear::Call(c) => linear_call(c, f),
            },
        }
    }
}

/// What a loop reads before it runs.
fn loop_head(l: &mut Loop, f: &mut impl FnMut(Var) -> Var) {
    if let Iteration::Range(r) = &mut l.iteration {
        r.from = f(r.from);
        r.to = f(r.to);
        for adaptor in &mut r.adaptors {
            if let Adaptor::StepBy(k) = adaptor {
                *k = f(*k);
            }
        }
    }
    for c in &mut l.carried {
        c.init = f(c.init);
    }
    if let Some((rows, _)) = &mut l.consume {
        *rows = f(*rows);
    }
}

fn each(vars: &mut [Var], f: &mut impl FnMut(Var) -> Var) {
    for v in vars {
        *v = f(*v);
    }
}

fn steps(path: &mut [Step], f: &mut impl FnMut(Var) -> Var) {
    for step in path {
        match step {
            Step::Index(i) => *i = f(*i),
            Step::Field(_) | Step::Member(_) => {}
            Step::Slice { from, to, .. } => {
                for end in [from, to].into_iter().flatten() {
                    *end = f(*end);
                }
            }
        }
    }
}

fn place(p: &mut Place, f: &mut impl FnMut(Var) -> Var) {
    p.root = f(p.root);
    steps(&mut p.path, f);
}

fn call(c: &mut Call, f: &mut impl FnMut(Var) -> Var) {
    for argument in &mut c.arguments {
        match argument {
            Argument::Value(tree) => *tree = tree.map(f),
            Argument::Shared(v) => *v = f(*v),
            Argument::Unique(p) => place(p, f),
        }
    }
}

fn linear_call(c: &mut LinearCall, f: &mut impl FnMut(Var) -> Var) {
    match &mut c.frame {
        // before unzipping the primal call is part of the operation
        None => call(&mut c.call, f),
        // afterwards only the arguments by shared reference are passed again
        Some(frame) => {
            *frame = f(*frame);
            for argument in &mut c.call.arguments {
                if let Argument::Shared(v) = argument {
                    *v = f(*v);
                }
            }
        }
    }
    for argument in &mut c.arguments {
        match argument {
            LinearArgument::None => {}
            LinearArgument::Value(leaves) => {
                each_leaf(leaves, !c.transposed, f);
            }
            LinearArgument::Threaded(p) => place(p, f),
        }
    }
    // beside its primal a forward call comes before the shapes of its outputs
    if c.frame.is_some() || c.transposed {
        each_leaf(&mut c.outputs, c.transposed, f);
    }
}

/// Shapes are always read; the linear variables only if the call consumes them.
fn each_leaf(leaves: &mut [LinearLeaf], consumed: bool, f: &mut impl FnMut(Var) -> Var) {
    for leaf in leaves {
        if let Some(v) = &mut leaf.var
            && consumed
        {
            *v = f(*v);
        }
        if let Some(s) = &mut leaf.shape {
            *s = f(*s);
        }
    }
}

impl Loop {
    /// The variables that the loop binds for its body.
    pub fn params(&self) -> Vec<Var> {
        let mut params: Vec<Var> = self.carried.iter().map(|c| c.param).collect();
        if let Iteration::Range(r) = &self.iteration {
            params.push(r.index);
        }
        if let Some((_, row)) = &self.consume {
            params.extend(row);
        }
        params
    }

    /// What decides how often the loop runs, and over which rows.
    pub fn control_reads(&self) -> Vec<Var> {
        let mut reads = Vec::new();
        if let Iteration::Range(r) = &self.iteration {
            reads.extend([r.from, r.to]);
            reads.extend(r.adaptors.iter().filter_map(|a| if let Adaptor::StepBy(k) = a { Some(*k) } else { None }));
        }
        reads.extend(self.consume.iter().map(|(rows, _)| *rows));
        reads
    }

    /// The variables of the body that the loop itself reads at the end of an iteration, besides the results.
    pub fn tail_reads(&self) -> Vec<Var> {
        self.again.iter().chain(self.collect.iter().flatten()).copied().collect()
    }
}

impl Block {
    /// The variables that are read in the block (nested blocks included) but bound outside, in order of first use.
    pub fn free_vars(&self) -> Vec<Var> {
        let mut free = Vec::new();
        let mut seen = HashSet::new();
        collect_free(self, &[], &mut HashSet::new(), &mut seen, &mut free);
        free
    }

    /// Renames every variable read in the block, nested blocks included. Bound variables stay.
    pub fn rename(&mut self, names: &HashMap<Var, Var>) {
        let mut f = |v: Var| names.get(&v).copied().unwrap_or(v);
        for l in &mut self.lets {
            l.op.map_operands(&mut f);
            match &mut l.op {
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| arm.rename(names)),
                Op::Loop(l) => {
                    l.body.rename(names);
                    each(l.again.as_mut_slice(), &mut f);
                    if let Some(collect) = &mut l.collect {
                        each(collect, &mut f);
                    }
                }
                _ => {}
            }
        }
        each(&mut self.results, &mut f);
    }
}

fn collect_free(block: &Block, tail: &[Var], bound: &mut HashSet<Var>, seen: &mut HashSet<Var>, free: &mut Vec<Var>) {
    let mut here = Vec::new();
    let read = |v: Var, bound: &HashSet<Var>, seen: &mut HashSet<Var>, free: &mut Vec<Var>| {
        if !bound.contains(&v) && seen.insert(v) {
            free.push(v);
        }
    };
    for l in &block.lets {
        for v in l.op.operands() {
            read(v, bound, seen, free);
        }
        match &l.op {
            Op::Branch(_, arms) => {
                for arm in arms {
                    collect_free(arm, &[], bound, seen, free);
                }
            }
            Op::Loop(lp) => {
                let params = lp.params();
                let new: Vec<Var> = params.into_iter().filter(|p| bound.insert(*p)).collect();
                collect_free(&lp.body, &lp.tail_reads(), bound, seen, free);
                for p in new {
                    bound.remove(&p);
                }
            }
            _ => {}
        }
        for v in &l.vars {
            if bound.insert(*v) {
                here.push(*v);
            }
        }
    }
    for v in block.results.iter().chain(tail) {
        read(*v, bound, seen, free);
    }
    for v in here {
        bound.remove(&v);
    }
}
