//! The cost model W of Linear A, and static counts.
//!
//! Rules (one unit is one arithmetic operation on a real scalar):
//! - a primitive whose operand and result are real costs 1; comparisons, discrete and index
//!   arithmetic are free;
//! - linear `+`, `-`, `k * x`, `x / k` cost one unit per scalar of the value;
//! - `accumulate` costs one unit per scalar added, `sum` of n elements n − 1 additions of an
//!   element;
//! - `drop`, overwriting with `update` (scalars that are there both before and after), and `repeat`
//!   with count zero drop scalars: one unit each under [`Drops::Charged`] (Linear A's model), none
//!   under [`Drops::Free`];
//! - literals, conversions, zeros, duplication, reads, moves and copies are free;
//! - a call, a branch and a loop cost what their bodies execute, and nothing of their own.

use super::*;
use crate::primitives::{Output, row};

/// Whether dropping a linear value costs anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drops {
    /// It is free.
    #[default]
    Free,
    /// One unit per scalar dropped.
    Charged,
}

/// The sizes that the cost of an operation depends on. The interpreter knows them for every value.
pub trait Sizes {
    /// The count of real scalars of a variable's value, before the operation.
    fn scalars(&self, var: Var) -> u64;
    /// The value of a count (a non-linear integer).
    fn count(&self, var: Var) -> u64;
    /// The count of real scalars at a place, if it is known.
    fn scalars_at(&self, _: &Place) -> Option<u64> {
        None
    }
}

/// The cost of one operation itself, without nested blocks.
pub fn op_work(op: &Op, sizes: &impl Sizes, drops: Drops) -> u64 {
    match op {
        // the first argument decides whether a primitive is arithmetic on reals: the second one of
        // `powi` is discrete
        Op::Prim(prim, args) => match row(*prim).output {
            Output::First => args.first().map_or(0, |a| sizes.scalars(*a).min(1)),
            Output::Bool | Output::Arm => 0,
        },
        Op::Linear(linear) => linear_work(linear, sizes, drops),
        Op::Literal(_)
        | Op::Blank
        | Op::Cast(_)
        | Op::Constant(_)
        | Op::Opaque(_)
        | Op::Len(_)
        | Op::Read(_)
        | Op::View(_)
        | Op::Update(..)
        | Op::Array(_)
        | Op::Repeat(..)
        | Op::Push(..)
        | Op::Pop(..)
        | Op::Swap(..)
        | Op::Tuple(_)
        | Op::Struct(..)
        | Op::ShapeOf(_)
        | Op::Zero(_)
        | Op::Call(_)
        | Op::CallPrimal(_)
        | Op::CallJvp(_)
        | Op::CallVjp(_)
        | Op::Pullback(_)
        | Op::Branch(..)
        | Op::Loop(_) => 0,
    }
}

fn linear_work(op: &Linear, sizes: &impl Sizes, drops: Drops) -> u64 {
    match op {
        Linear::Add(x, _) | Linear::Neg(x) | Linear::Scale(x, _) | Linear::Unscale(x, _) => {
            sizes.scalars(*x)
        }
        Linear::Accumulate(_, x) => sizes.scalars(*x),
        // n elements of s scalars: (n − 1)·s
        Linear::Sum(x, n, _) => match sizes.count(*n) {
            0 => 0,
            n => sizes.scalars(*x) / n * (n - 1),
        },
        Linear::Drop(x, _) => match drops {
            Drops::Free => 0,
            Drops::Charged => sizes.scalars(*x),
        },
        // The old element is dropped. If the new one has another shape, the old one was taken out
        // before, and a zero is there: one of the old shape, or of the new one in the transposed
        // function. The scalars of both shapes count, so that an update and its transpose cost the
        // same.
        Linear::Update(place, x) => match drops {
            Drops::Free => 0,
            Drops::Charged => sizes.scalars(*x).min(sizes.scalars_at(place).unwrap_or(u64::MAX)),
        },
        // with count zero the value is dropped
        Linear::Repeat(x, n, _) => match drops {
            Drops::Charged if sizes.count(*n) == 0 => sizes.scalars(*x),
            Drops::Charged | Drops::Free => 0,
        },
        Linear::Zero(_)
        | Linear::Blank
        | Linear::Dup(_)
        | Linear::Cast(_)
        | Linear::Read(_)
        | Linear::Take(_)
        | Linear::Array(_)
        | Linear::Unpack(_)
        | Linear::Push(..)
        | Linear::Pop(..)
        | Linear::Swap(..)
        | Linear::Tuple(_)
        | Linear::Untuple(_)
        | Linear::Call(_)
        | Linear::Apply(..) => 0,
    }
}

/// The count of real scalars of a value of the given type, if the type determines it.
pub fn scalars_of(ty: &Ty) -> Option<u64> {
    if ty.is_discrete() {
        return Some(0);
    }
    match ty {
        Ty::Real(_) => Some(1),
        Ty::Tuple(parts) => parts.iter().map(scalars_of).sum(),
        Ty::Array(e, n) => Some(scalars_of(e)? * array_length(n)?),
        _ => None,
    }
}

/// The length of an array type, if it is written as a number.
pub fn array_length(n: &TokenStream) -> Option<u64> {
    let text = n.to_string().replace('_', "");
    text.strip_suffix("usize").unwrap_or(&text).trim().parse().ok()
}

/// The count of operations of a function, including those of nested blocks (law W5).
pub fn static_size(function: &Function) -> usize {
    count(&function.body, &mut |_| true)
}

/// The static count of additions of linear scalars in a function (laws W3, W4).
pub fn count_linear_additions(function: &Function) -> usize {
    count(&function.body, &mut |op| match op {
        Op::Linear(Linear::Add(x, _)) => matches!(function.ty(*x), Ty::Real(_) | Ty::Projected(_)),
        _ => false,
    })
}

/// The count of operations in a block and its nested blocks for which a predicate holds.
fn count(block: &Block, holds: &mut impl FnMut(&Op) -> bool) -> usize {
    let mut n = 0;
    for l in &block.lets {
        n += usize::from(holds(&l.op));
        for inner in l.op.blocks() {
            n += count(inner, holds);
        }
    }
    n
}

/// The residuals of an unzipped primal function: the names of its results from index `results` on,
/// rows with the names of their columns: `["y", "rows[x, cos]"]`.
pub fn residual_names(unzipped: &Function, results: usize) -> Vec<String> {
    unzipped
        .body
        .results
        .iter()
        .skip(results)
        .map(|v| residual_name(unzipped, &unzipped.body, *v))
        .collect()
}

fn residual_name(function: &Function, block: &Block, var: Var) -> String {
    let name = function.name(var).to_string();
    match rows(block, var) {
        Some((body, row)) => {
            let parts: Vec<String> =
                row.iter().map(|v| residual_name(function, body, *v)).collect();
            format!("{name}[{}]", parts.join(", "))
        }
        None => name,
    }
}

/// The values that a variable collects, if a loop of the block (or of a branch in it) binds it as
/// its rows: the loop's body, and the columns of a row.
pub fn rows(block: &Block, var: Var) -> Option<(&Block, &[Var])> {
    block.lets.iter().find_map(|l| match &l.op {
        Op::Loop(lp) if l.vars.len() > lp.carried.len() && l.vars.last() == Some(&var) => {
            Some((&lp.body, lp.collect.as_deref()?))
        }
        // rows that a branch yields: those of the arm that collects some
        Op::Branch(_, arms) => {
            let at = l.vars.iter().position(|v| *v == var)?;
            arms.iter().find_map(|arm| rows(arm, *arm.results.get(at)?))
        }
        _ => None,
    })
}
