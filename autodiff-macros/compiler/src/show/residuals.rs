//! The residuals of an unzipped function: their sizes, their uses, and why they are saved.

use super::Source;
use crate::ir::cost::array_length;
use crate::ir::hash::HashMap;
use crate::ir::*;
use crate::primitives::{Expense, row};
use std::fmt;

/// The maximum count of reasons that are listed; further ones are only counted.
const LISTED: usize = 3;

/// A value that the primal saves for the linear part.
pub struct Residual {
    /// Its nesting depth: the values that a loop saves in each round are below the row of the loop.
    pub depth: usize,
    /// Its name in the listings.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// Its size in bytes.
    pub bytes: String,
    /// Its uses in the linear part.
    pub uses: Vec<String>,
    /// The reason why it is not recomputed.
    pub reason: String,
}

impl fmt::Display for Residual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = "  ".repeat(self.depth + 1);
        write!(f, "{indent}{}: {}, bytes {}", self.name, self.ty, self.bytes)?;
        if !self.uses.is_empty() {
            write!(f, "; {}", self.uses.join(", "))?;
        }
        if !self.reason.is_empty() {
            write!(f, "; {}", self.reason)?;
        }
        Ok(())
    }
}

/// The residuals of a function, in order.
pub fn residuals(stages: &Stages, source: &Source) -> Vec<Residual> {
    let mut uses: HashMap<Var, Vec<String>> = HashMap::default();
    let linear_names = print::names(&stages.linear);
    collect_uses(
        &stages.linear.body,
        &VariableNames { function: &stages.linear, names: &linear_names, source },
        &mut uses,
    );
    let mut definitions = HashMap::default();
    definitions_of(&stages.unzipped.body, &mut definitions);
    let names = print::names(&stages.unzipped);
    let mut table = Table {
        primal: &stages.unzipped,
        names: &names,
        uses: &uses,
        definitions: &definitions,
        source,
        rows: Vec::new(),
    };
    for v in &stages.residuals {
        table.add(&stages.unzipped.body, *v, 0);
    }
    table.rows
}

struct VariableNames<'a> {
    function: &'a Function,
    names: &'a [String],
    source: &'a Source,
}

impl VariableNames<'_> {
    fn of(&self, v: Var) -> &str {
        &self.names[v.0 as usize]
    }
}

/// Collects the uses of each non-linear variable in a linear block.
fn collect_uses(block: &Block, names: &VariableNames<'_>, uses: &mut HashMap<Var, Vec<String>>) {
    for l in &block.lets {
        let mut note = |v: Var, what: String| {
            let what = match names.source.line(l.span) {
                Some(line) => format!("{what} (line {line})"),
                None => what,
            };
            let noted = uses.entry(v).or_default();
            if !noted.contains(&what) {
                noted.push(what);
            }
        };
        let bound = l.vars.first().map(|v| names.of(*v)).unwrap_or_default();
        match &l.op {
            Op::Linear(Linear::Scale(x, k)) => note(*k, format!("scales `{}`", names.of(*x))),
            Op::Linear(Linear::Unscale(x, k)) => note(*k, format!("divides `{}`", names.of(*x))),
            Op::Linear(Linear::Zero(Some(shape)) | Linear::Drop(_, Some(shape))) => {
                note(*shape, "the shape of a zero".into())
            }
            Op::Linear(Linear::Sum(_, n, shape) | Linear::Repeat(_, n, shape)) => {
                note(*n, "a count of elements".into());
                shape.iter().for_each(|shape| note(*shape, "the shape of a zero".into()));
            }
            Op::Linear(Linear::Call(c)) => {
                for v in l.op.operands().into_iter().filter(|v| !names.function.is_linear(*v)) {
                    note(v, format!("the linear part of `{}`", c.call.callee.key()));
                }
            }
            Op::Branch(tag, _) => note(*tag, "selects the arm that was taken".into()),
            Op::Loop(lp) => {
                let rows = lp.consume.as_ref().map(|(rows, _)| *rows);
                rows.into_iter().for_each(|rows| note(rows, "the rows of a loop".into()));
                for v in
                    l.op.operands()
                        .into_iter()
                        .filter(|v| !names.function.is_linear(*v) && Some(*v) != rows)
                {
                    note(v, "is the trip count of a loop".into());
                }
            }
            Op::Linear(_) => {
                for v in l.op.operands().into_iter().filter(|v| !names.function.is_linear(*v)) {
                    note(v, format!("where `{bound}` is"));
                }
            }
            op => op.operands().into_iter().for_each(|v| note(v, format!("recomputes `{bound}`"))),
        }
        for inner in l.op.blocks() {
            collect_uses(inner, names, uses);
        }
    }
}

fn definitions_of<'a>(block: &'a Block, found: &mut HashMap<Var, &'a Let>) {
    for l in &block.lets {
        found.extend(l.vars.iter().map(|v| (*v, l)));
        for inner in l.op.blocks() {
            definitions_of(inner, found);
        }
    }
}

struct Table<'a> {
    primal: &'a Function,
    names: &'a [String],
    uses: &'a HashMap<Var, Vec<String>>,
    definitions: &'a HashMap<Var, &'a Let>,
    source: &'a Source,
    rows: Vec<Residual>,
}

impl Table<'_> {
    fn add(&mut self, block: &Block, v: Var, depth: usize) {
        let mut needed = self.uses.get(&v).cloned().unwrap_or_default();
        if needed.len() > LISTED {
            let more = needed.len() - LISTED;
            needed.truncate(LISTED);
            needed.push(format!("and {more} more"));
        }
        let row = cost::rows(block, v);
        let bytes = match row {
            Some((_, row)) => {
                let line = self.definitions.get(&v).and_then(|l| self.source.line(l.span));
                let at = line.map(|line| format!("@{line}")).unwrap_or_default();
                let each = Ty::Tuple(row.iter().map(|v| self.primal.ty(*v).clone()).collect());
                format!("loop{at} × ({})", bytes(&each))
            }
            None => bytes(self.primal.ty(v)),
        };
        self.rows.push(Residual {
            depth,
            name: self.names[v.0 as usize].clone(),
            ty: self.primal.ty(v).to_string(),
            bytes,
            uses: needed,
            reason: self.reason(v),
        });
        if let Some((body, row)) = row {
            row.iter().for_each(|inner| self.add(body, *inner, depth + 1));
        }
    }

    fn reason(&self, v: Var) -> String {
        let Some(l) = self.definitions.get(&v) else { return "a parameter".into() };
        match &l.op {
            Op::Prim(prim, _) if row(*prim).expense == Expense::Library => {
                format!("`{}` is called once", row(*prim).name)
            }
            Op::Prim(..) => "computed from values that are not saved".into(),
            Op::Read(_) => "read from memory that changes".into(),
            Op::Branch(..) => "selected by a branch".into(),
            Op::Loop(_) => String::new(),
            Op::CallPrimal(call) => format!("from the call of `{}`", call.callee.key()),
            _ => String::new(),
        }
    }
}

/// The size in bytes of a value of a type; a formula where the size is not known.
fn bytes(ty: &Ty) -> String {
    let sum = |parts: &[Ty]| {
        let parts: Vec<String> = parts.iter().map(bytes).collect();
        match parts.iter().map(|part| part.parse::<u64>().ok()).sum::<Option<u64>>() {
            Some(sum) => sum.to_string(),
            None => parts.join(" + "),
        }
    };
    match ty {
        Ty::Real(Real::F64) => "8".into(),
        Ty::Real(Real::F32) => "4".into(),
        Ty::Bool => "1".into(),
        Ty::IntOf(_) => "8".into(),
        Ty::Int(name) => match name.trim_start_matches(|c: char| c.is_alphabetic()) {
            // `usize` and `isize` on a 64-bit target
            "" => "8".into(),
            bits => bits.parse::<u64>().map_or_else(|_| "8".into(), |bits| (bits / 8).to_string()),
        },
        Ty::Tuple(parts) => sum(parts),
        Ty::Array(e, n) => match (bytes(e).parse::<u64>(), array_length(n)) {
            (Ok(each), Some(n)) => (each * n).to_string(),
            _ => format!("{n} × {}", bytes(e)),
        },
        Ty::Vec(e) | Ty::Deque(e) | Ty::Slice(e) => format!("length × {}", bytes(e)),
        Ty::Frame(callee) => format!("frame of `{}`", callee.key()),
        Ty::Real(Real::Param(_))
        | Ty::Text(_)
        | Ty::Sequence(..)
        | Ty::Projected(_)
        | Ty::Wrapped(..)
        | Ty::Foreign(_)
        | Ty::Discrete(_)
        | Ty::Shape(_)
        | Ty::Rows
        | Ty::Function(_)
        | Ty::Code(_)
        | Ty::Pullback(_)
        | Ty::Infer(_) => {
            format!("size_of::<{ty}>()")
        }
    }
}
