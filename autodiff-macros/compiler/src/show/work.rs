//! The work of a listing as a formula, computed from the types.
//!
//! The costs of [`crate::ir::cost`], where types determine the sizes; otherwise
//!
//! - `|x|`: the count of real scalars of `x`, for each operation on the whole of `x`;
//! - `loop@12 × (…)`: the loop in line 12, once for each iteration;
//! - `max(…, …)`: a branch, with the cost of its most expensive arm;
//! - `W(g)`, `W(g forward)`, `W(g linear)`, `W(g transposed)`, `W(g scheduled)`: a call.

use super::Source;
use crate::ir::cost::{Drops, Sizes, array_length, op_work, scalars_of};
use crate::ir::*;
use std::cell::Cell;
use std::fmt;

/// A sum of work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    units: u64,
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq)]
enum Term {
    /// `|x|` or `W(g)`
    Named(String),
    /// Each round of a loop, with the line of the loop.
    Rounds(Option<usize>, Work),
    /// The most expensive of these.
    Most(Vec<Work>),
}

impl Work {
    fn units(units: u64) -> Work {
        Work { units, terms: Vec::new() }
    }

    fn of_name(name: String) -> Work {
        Work { units: 0, terms: vec![Term::Named(name)] }
    }

    fn is_nothing(&self) -> bool {
        self.units == 0 && self.terms.is_empty()
    }

    fn add(&mut self, other: Work) {
        self.units += other.units;
        self.terms.extend(other.terms);
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.units > 0 || self.terms.is_empty() {
            parts.push(self.units.to_string());
        }
        // equal terms are counted, in order of first occurrence
        let mut seen: Vec<(&Term, usize)> = Vec::new();
        for term in &self.terms {
            match seen.iter_mut().find(|(other, _)| *other == term) {
                Some((_, times)) => *times += 1,
                None => seen.push((term, 1)),
            }
        }
        for (term, times) in seen {
            let text = term.to_string();
            parts.push(if times == 1 { text } else { format!("{times} {text}") });
        }
        f.write_str(&parts.join(" + "))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Named(name) => f.write_str(name),
            Term::Rounds(line, work) => {
                match line {
                    Some(line) => write!(f, "loop@{line} × ")?,
                    None => write!(f, "loop × ")?,
                }
                let is_sum = !work.terms.is_empty() && (work.units > 0 || work.terms.len() > 1);
                if is_sum { write!(f, "({work})") } else { write!(f, "{work}") }
            }
            Term::Most(arms) => {
                let arms: Vec<String> = arms.iter().map(Work::to_string).collect();
                write!(f, "max({})", arms.join(", "))
            }
        }
    }
}

/// The inputs for the work of a function.
pub struct Context<'a> {
    /// The function.
    pub function: &'a Function,
    /// The names of its variables as printed.
    pub names: &'a [String],
    /// The source.
    pub source: &'a Source,
}

/// Sizes from types; records a variable whose type does not determine its size.
struct Known<'a> {
    function: &'a Function,
    unknown: Cell<Option<Var>>,
}

impl Sizes for Known<'_> {
    fn scalars(&self, var: Var) -> u64 {
        let known = scalars_of(self.function.ty(var));
        if known.is_none() {
            self.unknown.set(Some(var));
        }
        // a scalar of a type that only rustc knows counts as one
        known.unwrap_or(1)
    }

    fn count(&self, _: Var) -> u64 {
        // the type of the summed array has the count, or the size is unknown as well
        1
    }
}

impl Context<'_> {
    /// The work of a block.
    pub fn block(&self, block: &Block) -> Work {
        let mut work = Work::default();
        for l in &block.lets {
            work.add(self.of(l));
        }
        work
    }

    /// The work of one operation, including nested blocks.
    pub fn of(&self, l: &Let) -> Work {
        match &l.op {
            Op::Branch(_, arms) => {
                let (plain, mut rest): (Vec<Work>, Vec<Work>) =
                    arms.iter().map(|arm| self.block(arm)).partition(|arm| arm.terms.is_empty());
                rest.dedup();
                let units = plain.iter().map(|arm| arm.units).max().unwrap_or(0);
                match (units, rest.as_slice()) {
                    (units, []) => Work::units(units),
                    (0, [one]) => one.clone(),
                    (units, _) => {
                        rest.extend((units > 0).then(|| Work::units(units)));
                        Work { units: 0, terms: vec![Term::Most(rest)] }
                    }
                }
            }
            Op::Loop(lp) => match self.block(&lp.body) {
                nothing if nothing.is_nothing() => nothing,
                work => {
                    Work { units: 0, terms: vec![Term::Rounds(self.source.line(l.span), work)] }
                }
            },
            // it is applied once for each construction
            Op::Pullback(pullback) => self.block(&pullback.body),
            Op::Call(call) | Op::CallPrimal(call) => {
                Work::of_name(format!("W({})", call.callee.key()))
            }
            Op::CallJvp(c) => Work::of_name(format!("W({} forward)", c.call.callee.key())),
            Op::CallVjp(c) => Work::of_name(format!("W({} scheduled)", c.call.callee.key())),
            Op::Linear(Linear::Call(c)) => {
                let kind = if c.transposed { "transposed" } else { "linear" };
                Work::of_name(format!("W({} {kind})", c.call.callee.key()))
            }
            Op::Linear(Linear::Sum(x, n, _)) => match self.function.ty(*x) {
                Ty::Array(e, length)
                    if let (Some(each), Some(n)) = (scalars_of(e), array_length(length)) =>
                {
                    Work::units(each * n.saturating_sub(1))
                }
                _ => Work::of_name(format!(
                    "|{}| − |{0}|/{}",
                    self.names[x.0 as usize], self.names[n.0 as usize]
                )),
            },
            op => {
                let known = Known { function: self.function, unknown: Cell::new(None) };
                match op_work(op, &known, Drops::Free) {
                    0 => Work::default(),
                    units => match known.unknown.get() {
                        // primitives of the table operate on scalars of any type
                        Some(x)
                            if matches!(op, Op::Linear(_)) && !self.function.ty(x).is_scalar() =>
                        {
                            Work::of_name(format!("|{}|", self.names[x.0 as usize]))
                        }
                        _ => Work::units(units),
                    },
                }
            }
        }
    }
}
