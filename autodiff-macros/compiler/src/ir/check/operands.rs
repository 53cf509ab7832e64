//! Which variables an operation reads, of which sort, and its name in messages.

use crate::ir::hash::HashSet;
use crate::ir::*;
use crate::primitives::row;

/// The name of an operation in messages.
pub(super) fn name_of(op: &Op) -> String {
    match op {
        Op::Prim(prim, _) => format!("`{}`", row(*prim).name),
        Op::Call(c) | Op::CallPrimal(c) => format!("a call of `{}`", c.callee.key()),
        Op::CallJvp(c) | Op::CallVjp(c) => format!("a call of `{}`", c.call.callee.key()),
        Op::Linear(Linear::Call(c)) => format!("a linear call of `{}`", c.call.callee.key()),
        op => consumer_name(op).to_string(),
    }
}

pub(super) fn consumer_name(op: &Op) -> &'static str {
    match op {
        Op::Literal(_) => "a literal",
        Op::Blank => "a blank",
        Op::Prim(..) => "a primitive",
        Op::Cast(_) => "a cast",
        Op::Constant(_) => "`constant`",
        Op::Opaque(_) => "opaque code",
        Op::Len(_) => "`len`",
        Op::Read(_) => "a read",
        Op::View(_) => "a view",
        Op::Update(..) => "an update",
        Op::Array(_) => "an array",
        Op::Repeat(..) => "a repetition",
        Op::Push(..) => "`push`",
        Op::Pop(..) => "`pop`",
        Op::Swap(..) => "`swap`",
        Op::Tuple(_) => "a tuple",
        Op::Struct(..) => "a struct",
        Op::ShapeOf(_) => "a shape",
        Op::Zero(_) => "a zero",
        Op::Call(_) | Op::CallPrimal(_) | Op::CallJvp(_) | Op::CallVjp(_) => "a call",
        Op::Pullback(_) => "a pullback",
        Op::Branch(..) => "a branch",
        Op::Loop(_) => "a loop",
        Op::Linear(l) => match l {
            Linear::Zero(_) => "linear `zero`",
            Linear::Blank => "linear `blank`",
            Linear::Drop(..) => "linear `drop`",
            Linear::Dup(_) => "linear `dup`",
            Linear::Add(..) => "linear `add`",
            Linear::Neg(_) => "linear `neg`",
            Linear::Scale(..) => "linear `scale`",
            Linear::Unscale(..) => "linear `unscale`",
            Linear::Cast(_) => "linear `cast`",
            Linear::Read(_) => "linear `read`",
            Linear::Accumulate(..) => "linear `accumulate`",
            Linear::Update(..) => "linear `update`",
            Linear::Take(_) => "linear `take`",
            Linear::Array(_) => "linear `array`",
            Linear::Unpack(_) => "linear `unpack`",
            Linear::Repeat(..) => "linear `repeat`",
            Linear::Sum(..) => "linear `sum`",
            Linear::Push(..) => "linear `push`",
            Linear::Pop(..) => "linear `pop`",
            Linear::Swap(..) => "linear `swap`",
            Linear::Tuple(_) => "linear `tuple`",
            Linear::Untuple(_) => "linear `untuple`",
            Linear::Call(_) => "a linear call",
            Linear::Apply(..) => "a pullback applied",
        },
    }
}

/// The operands of an operation, each once for every use, with the required sort. `own` returns a
/// variable's sort, for the initial values of carried variables: they may have either.
pub(super) fn operand_sorts(op: &Op, own: impl Fn(Var) -> Sort) -> Vec<(Var, Sort)> {
    let linear_ones: HashSet<Var> = match op {
        Op::Linear(l) => linear_operands(l).into_iter().collect(),
        Op::CallJvp(c) | Op::CallVjp(c) => linear_call_operands(c).into_iter().collect(),
        Op::Loop(lp) => {
            lp.carried.iter().map(|c| c.init).filter(|v| own(*v) == Sort::Linear).collect()
        }
        _ => HashSet::default(),
    };
    let mut sorts = Vec::new();
    op.for_operands(|v| {
        sorts.push((v, if linear_ones.contains(&v) { Sort::Linear } else { Sort::NonLinear }));
    });
    sorts
}

fn linear_operands(op: &Linear) -> Vec<Var> {
    match op {
        Linear::Zero(_) | Linear::Blank => Vec::new(),
        Linear::Drop(x, _)
        | Linear::Dup(x)
        | Linear::Neg(x)
        | Linear::Scale(x, _)
        | Linear::Unscale(x, _)
        | Linear::Cast(x)
        | Linear::Unpack(x)
        | Linear::Repeat(x, ..)
        | Linear::Sum(x, ..)
        | Linear::Swap(x, ..)
        | Linear::Untuple(x) => vec![*x],
        Linear::Add(x, y) => vec![*x, *y],
        Linear::Read(p) | Linear::Take(p) | Linear::Pop(p, _) => vec![p.root],
        Linear::Accumulate(p, x) | Linear::Update(p, x) | Linear::Push(p, _, x) => vec![p.root, *x],
        Linear::Array(xs) | Linear::Tuple(xs) => xs.clone(),
        Linear::Call(c) => linear_call_operands(c),
        Linear::Apply(_, args) => args.clone(),
    }
}

fn linear_call_operands(c: &LinearCall) -> Vec<Var> {
    let mut vars = Vec::new();
    for argument in &c.arguments {
        match argument {
            LinearArgument::None => {}
            LinearArgument::Value(leaves) if !c.transposed => {
                vars.extend(leaves.iter().filter_map(|l| l.var))
            }
            LinearArgument::Value(_) => {}
            LinearArgument::Threaded(p) => vars.push(p.root),
        }
    }
    if c.transposed {
        vars.extend(c.outputs.iter().filter_map(|l| l.var));
    }
    vars
}
