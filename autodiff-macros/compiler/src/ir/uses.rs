//! Which variables an operation reads, and how to rename them.

use super::*;
use crate::ir::hash::{HashMap, HashSet};

/// Visits the variables that an operation itself reads, in order: once for reading them, once for
/// renaming them.
///
/// All patterns bind what they find as the operation is borrowed.
macro_rules! visit_operands {
    ($op:ident $head:ident $each:ident $steps:ident $place:ident $tree:ident $call:ident
        $linear_call:ident $leaves:ident $($mutable:tt)?) => {
        fn $op(op: &$($mutable)? Op, f: &mut impl FnMut(&$($mutable)? Var)) {
            match op {
                Op::Literal(_) | Op::Blank | Op::Pullback(_) => {}
                Op::Prim(_, args) | Op::Array(args) | Op::Tuple(args) => $each(args, f),
                Op::Struct(_, fields) => {
                    for (_, x) in fields {
                        f(x);
                    }
                }
                Op::Cast(x) | Op::Constant(x) | Op::ShapeOf(x) => f(x),
                Op::Zero(shape) => $each(shape, f),
                Op::Opaque(opaque) => {
                    for Capture { value, .. } in &$($mutable)? opaque.captures {
                        $tree(value, f);
                    }
                    for Change { place, .. } in &$($mutable)? opaque.changes {
                        $place(place, f);
                    }
                }
                Op::Len(p) | Op::Read(p) | Op::View(p) | Op::Pop(p, _) => $place(p, f),
                Op::Update(p, x) | Op::Push(p, _, x) => {
                    $place(p, f);
                    f(x);
                }
                Op::Repeat(x, n) => {
                    f(x);
                    f(n);
                }
                Op::Swap(root, a, b) => {
                    f(root);
                    $steps(a, f);
                    $steps(b, f);
                }
                Op::Call(c) | Op::CallPrimal(c) => $call(c, f),
                Op::CallJvp(c) | Op::CallVjp(c) => $linear_call(c, f),
                Op::Branch(tag, _) => f(tag),
                Op::Loop(l) => $head(l, f),
                Op::Linear(l) => match l {
                    Linear::Blank => {}
                    Linear::Zero(shape) => $each(shape, f),
                    Linear::Dup(x) | Linear::Neg(x) | Linear::Cast(x) | Linear::Unpack(x)
                        | Linear::Untuple(x) => f(x),
                    Linear::Drop(x, shape) => {
                        f(x);
                        $each(shape, f);
                    }
                    Linear::Add(x, y)
                    | Linear::Scale(x, y)
                    | Linear::Unscale(x, y) => {
                        f(x);
                        f(y);
                    }
                    Linear::Repeat(x, n, shape) | Linear::Sum(x, n, shape) => {
                        f(x);
                        f(n);
                        $each(shape, f);
                    }
                    Linear::Read(p) | Linear::Take(p) | Linear::Pop(p, _) => $place(p, f),
                    Linear::Accumulate(p, x) | Linear::Update(p, x) | Linear::Push(p, _, x) => {
                        $place(p, f);
                        f(x);
                    }
                    Linear::Array(xs) | Linear::Tuple(xs) => $each(xs, f),
                    Linear::Swap(root, a, b) => {
                        f(root);
                        $steps(a, f);
                        $steps(b, f);
                    }
                    Linear::Call(c) => $linear_call(c, f),
                    Linear::Apply(pullback, args) => {
                        f(pullback);
                        $each(args, f);
                    }
                },
            }
        }

        /// The variables that a loop reads before it runs.
        fn $head(l: &$($mutable)? Loop, f: &mut impl FnMut(&$($mutable)? Var)) {
            let Loop { iteration, carried, consume, .. } = l;
            if let Iteration::Range(Range { from, to, adaptors, .. }) = iteration {
                f(from);
                f(to);
                for adaptor in adaptors {
                    if let Adaptor::StepBy(k) = adaptor {
                        f(k);
                    }
                }
            }
            for Carried { init, .. } in carried {
                f(init);
            }
            if let Some((rows, _)) = consume {
                f(rows);
            }
        }

        fn $each<'a>(vars: impl IntoIterator<Item = &'a $($mutable)? Var>,
            f: &mut impl FnMut(&$($mutable)? Var)) {
            for v in vars {
                f(v);
            }
        }

        fn $steps(path: &$($mutable)? Vec<Step>, f: &mut impl FnMut(&$($mutable)? Var)) {
            for step in path {
                match step {
                    Step::Index(i) => f(i),
                    Step::Element(index) => $each(index, f),
                    Step::Field(_) | Step::Member(_) => {}
                    Step::Slice { from, to, .. } => {
                        $each(from, f);
                        $each(to, f);
                    }
                    Step::View(ViewMethod { arguments, .. }) => $each(arguments, f),
                }
            }
        }

        fn $place(p: &$($mutable)? Place, f: &mut impl FnMut(&$($mutable)? Var)) {
            let Place { root, path } = p;
            f(root);
            $steps(path, f);
        }

        fn $tree(tree: &$($mutable)? Tree, f: &mut impl FnMut(&$($mutable)? Var)) {
            match tree {
                Tree::Leaf(v) => f(v),
                Tree::Tuple(parts) => {
                    for part in parts {
                        $tree(part, f);
                    }
                }
            }
        }

        fn $call(c: &$($mutable)? Call, f: &mut impl FnMut(&$($mutable)? Var)) {
            let Call { arguments, prior_values, .. } = c;
            for argument in arguments {
                match argument {
                    Argument::Value(tree) | Argument::Index(tree) => $tree(tree, f),
                    Argument::Shared(v) => f(v),
                    Argument::Unique(p) => $place(p, f),
                }
            }
            for prior in prior_values {
                if let PriorValue::Saved(v) = prior {
                    f(v);
                }
            }
        }

        fn $linear_call(c: &$($mutable)? LinearCall, f: &mut impl FnMut(&$($mutable)? Var)) {
            let LinearCall { call, frame, arguments, outputs, transposed } = c;
            let next_to_primal = frame.is_none();
            match frame {
                // before unzipping the primal call is part of the operation
                None => $call(call, f),
                // afterwards only arguments by shared reference and indices are passed again
                Some(frame) => {
                    f(frame);
                    let Call { arguments, prior_values, .. } = call;
                    for argument in arguments {
                        match argument {
                            Argument::Shared(v) => f(v),
                            Argument::Index(tree) => $tree(tree, f),
                            Argument::Value(_) | Argument::Unique(_) => {}
                        }
                    }
                    for prior in prior_values {
                        if let PriorValue::Saved(v) = prior {
                            f(v);
                        }
                    }
                }
            }
            for argument in arguments {
                match argument {
                    LinearArgument::None => {}
                    LinearArgument::Value(leaves) => $leaves(leaves, !*transposed, f),
                    LinearArgument::Threaded(p) => $place(p, f),
                }
            }
            // with its primal, a forward call comes before the shapes of its outputs
            if !next_to_primal || *transposed {
                $leaves(outputs, *transposed, f);
            }
        }

        /// Shapes are always read; the linear variables only if the call consumes them.
        fn $leaves(leaves: &$($mutable)? Vec<LinearLeaf>, consumed: bool,
            f: &mut impl FnMut(&$($mutable)? Var)) {
            for LinearLeaf { var, shape } in leaves {
                if consumed {
                    $each(var, f);
                }
                $each(shape, f);
            }
        }
    };
}

visit_operands!(read_op read_head read_each read_steps read_place read_tree read_call
    read_linear_call read_leaves);
visit_operands!(map_op map_head map_each map_steps map_place map_tree map_call map_linear_call
    map_leaves mut);

impl Op {
    /// The variables that this operation itself reads, without nested blocks (but including the tag
    /// of a branch, and the range, the initial values and the rows of a loop).
    pub fn operands(&self) -> Vec<Var> {
        let mut found = Vec::new();
        self.for_operands(|v| found.push(v));
        found
    }

    /// Visits these variables.
    pub fn for_operands(&self, mut f: impl FnMut(Var)) {
        read_op(self, &mut |v: &Var| f(*v));
    }

    /// Whether one of these variables passes a test.
    pub fn has_operand(&self, mut test: impl FnMut(Var) -> bool) -> bool {
        let mut found = false;
        self.for_operands(|v| found = found || test(v));
        found
    }

    /// The nested blocks.
    pub fn blocks(&self) -> &[Block] {
        match self {
            Op::Branch(_, arms) => arms,
            Op::Loop(l) => std::slice::from_ref(&l.body),
            Op::Pullback(p) => std::slice::from_ref(&p.body),
            _ => &[],
        }
    }

    /// Renames the variables that this operation itself reads (see [`Op::operands`]).
    pub fn map_operands(&mut self, f: &mut impl FnMut(Var) -> Var) {
        map_op(self, &mut |v: &mut Var| *v = f(*v));
    }

    /// Visits the methods of the views that are aliases, in their places and those of their
    /// tangents.
    pub fn for_views(&mut self, f: &mut impl FnMut(&mut ViewMethod)) {
        let mut of_place = |place: &mut Place| {
            if !matches!(place.path.last(), Some(Step::View(_))) {
                return;
            }
            for step in &mut place.path {
                if let Step::View(view) = step {
                    f(view);
                }
            }
        };
        match self {
            Op::View(place) | Op::Linear(Linear::Read(place) | Linear::Accumulate(place, _)) => {
                of_place(place)
            }
            Op::CallJvp(call) | Op::CallVjp(call) | Op::Linear(Linear::Call(call)) => {
                for (argument, linear) in call.call.arguments.iter().zip(&mut call.arguments) {
                    if let (Argument::Shared(_), LinearArgument::Threaded(place)) =
                        (argument, linear)
                    {
                        of_place(place);
                    }
                }
            }
            _ => {}
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

    /// The variables that decide how often the loop runs, and over which rows.
    pub fn control_reads(&self) -> Vec<Var> {
        let mut reads = Vec::new();
        if let Iteration::Range(r) = &self.iteration {
            reads.extend([r.from, r.to]);
            reads.extend(
                r.adaptors
                    .iter()
                    .filter_map(|a| if let Adaptor::StepBy(k) = a { Some(*k) } else { None }),
            );
        }
        reads.extend(self.consume.iter().map(|(rows, _)| *rows));
        reads
    }

    /// The variables of the body that the loop itself reads at the end of an iteration, besides the
    /// results.
    pub fn tail_reads(&self) -> Vec<Var> {
        self.again.iter().chain(self.collect.iter().flatten()).copied().collect()
    }
}

impl Block {
    /// The variables that are read in the block (nested blocks included) but bound outside, in
    /// order of first use.
    pub fn free_vars(&self) -> Vec<Var> {
        let mut free = Vec::new();
        let mut seen = HashSet::default();
        collect_free(self, &[], &mut HashSet::default(), &mut seen, &mut free);
        free
    }

    /// How many times each variable is read in the block, including nested blocks.
    pub fn read_counts(&self) -> HashMap<Var, usize> {
        let mut reads = HashMap::default();
        self.count_reads(&mut reads);
        reads
    }

    fn count_reads(&self, reads: &mut HashMap<Var, usize>) {
        let mut count = |v: Var| *reads.entry(v).or_default() += 1;
        for l in &self.lets {
            l.op.for_operands(&mut count);
            if let Op::Loop(lp) = &l.op {
                lp.tail_reads().into_iter().for_each(&mut count);
            }
        }
        self.results.iter().copied().for_each(count);
        for inner in self.lets.iter().flat_map(|l| l.op.blocks()) {
            inner.count_reads(reads);
        }
    }

    /// Renames every variable read in the block, including nested blocks. Bound variables are
    /// unchanged.
    pub fn rename(&mut self, names: &HashMap<Var, Var>) {
        self.lets.iter_mut().for_each(|l| l.rename(names));
        self.results.iter_mut().for_each(|v| *v = names.get(v).copied().unwrap_or(*v));
    }
}

impl Let {
    /// All variables that it reads from outside, including those of its blocks. A variable may
    /// occur several times.
    pub fn outside_reads(&self) -> Vec<Var> {
        let mut needs = self.op.operands();
        let (mut bound, tail) = (
            HashSet::default(),
            match &self.op {
                Op::Loop(lp) => lp.tail_reads(),
                _ => Vec::new(),
            },
        );
        match &self.op {
            Op::Loop(lp) => bound.extend(lp.params()),
            Op::Pullback(p) => bound.extend(&p.params),
            _ => {}
        }
        let mut seen = HashSet::default();
        for block in self.op.blocks() {
            collect_free(block, &tail, &mut bound, &mut seen, &mut needs);
        }
        needs
    }

    /// Renames every variable that is read, including nested blocks. Bound variables are unchanged.
    pub fn rename(&mut self, names: &HashMap<Var, Var>) {
        let rename = |v: &mut Var| *v = names.get(v).copied().unwrap_or(*v);
        map_op(&mut self.op, &mut { rename });
        match &mut self.op {
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| arm.rename(names)),
            Op::Loop(l) => {
                l.body.rename(names);
                l.again.iter_mut().chain(l.collect.iter_mut().flatten()).for_each(rename);
            }
            Op::Pullback(p) => std::rc::Rc::make_mut(p).body.rename(names),
            _ => {}
        }
    }
}

/// The same for a block with parameters.
fn collect_free_under(
    params: &[Var],
    block: &Block,
    tail: &[Var],
    bound: &mut HashSet<Var>,
    seen: &mut HashSet<Var>,
    free: &mut Vec<Var>,
) {
    let new: Vec<Var> = params.iter().copied().filter(|p| bound.insert(*p)).collect();
    collect_free(block, tail, bound, seen, free);
    for p in new {
        bound.remove(&p);
    }
}

fn collect_free(
    block: &Block,
    tail: &[Var],
    bound: &mut HashSet<Var>,
    seen: &mut HashSet<Var>,
    free: &mut Vec<Var>,
) {
    let mut here = Vec::new();
    let read = |v: Var, bound: &HashSet<Var>, seen: &mut HashSet<Var>, free: &mut Vec<Var>| {
        if !bound.contains(&v) && seen.insert(v) {
            free.push(v);
        }
    };
    for l in &block.lets {
        l.op.for_operands(|v| read(v, bound, seen, free));
        match &l.op {
            Op::Branch(_, arms) => {
                for arm in arms {
                    collect_free(arm, &[], bound, seen, free);
                }
            }
            Op::Loop(lp) => {
                collect_free_under(&lp.params(), &lp.body, &lp.tail_reads(), bound, seen, free)
            }
            Op::Pullback(p) => collect_free_under(&p.params, &p.body, &[], bound, seen, free),
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
