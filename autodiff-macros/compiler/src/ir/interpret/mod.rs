//! An interpreter of Linear A that counts work, and an oracle on dual numbers.
//!
//! Rules:
//! - any stage of a function can be run: linear values are ordinary [`Value`]s, the tangent of a
//!   discrete part is `()`;
//! - work is counted by [`super::cost`], so that the laws on work are about exact numbers;
//! - whatever makes the program panic (an index out of bounds, integer overflow, an empty `pop`)
//!   and whatever is ill-formed is an `Err`, never a panic of the interpreter; limits on steps and
//!   on call depth stop nonterminating programs;
//! - linear variables, and arrays that an operation consumes, are moved out of the environment:
//!   using one twice is an `Err`, and an update in place takes constant time;
//! - row i of collected rows belongs to the iteration with the i-th index value, also if the loop
//!   runs backward;
//! - a struct is a value with named fields, an enum the fields of its variant; its scalars are
//!   those of its fields, so that its work is that of the fields one by one.
//!
//! Unsupported, and reported as an error: opaque code that the [`Program`] does not understand
//! (strings, sorting, calls of foreign functions; such statements are skipped), `#[constant]`
//! fields (their tangents would have to be left out), integers of `u128` above `i128::MAX`, a
//! generic constant that neither an array nor the call determines.
//!
//! Calling convention of [`Stages`]:
//!
//! | stage | non-linear parameters; linear ones | non-linear results; linear ones |
//! |---|---|---|
//! | `primal` | leaves of all parameters | leaves of the output, final unique ones |
//! | `jvp` | the same; tangents of the active leaves | the same; tangents of the output's active leaves, final threaded tangents |
//! | `unzipped` | the same as `primal` | the same as `primal`, then the residuals |
//! | `linear` | shared parameters, residuals; tangents of the active leaves | ; tangents of the output's active leaves, final threaded tangents |
//! | `transposed` | shared parameters, residuals; cotangents of the output's active leaves, threaded accumulators | ; cotangents of the active leaves |
//!
//! Threaded are the tangents of active parameters by reference, shared and unique (final ones of
//! shared parameters may be left out: they did not change), unless the function moves them, and
//! those of arrays by value that the function only reads.
//!
//! The oracle [`mod@dual`] runs the lowered primal on dual numbers. It shares the control flow with
//! the interpreter, but its derivatives are separate closed forms, independent of the table's
//! rules.
//!
//! ```text
//! value       values
//! scalar      scalars and primitives
//! operations  operations without blocks and calls
//! place       places, sums and copies
//! calls       calls, in every stage
//! dual        the oracle
//! ```

mod calls;
mod dual;
mod operations;
mod place;
mod scalar;
mod value;

use super::cost::{self, Drops, Sizes};
use super::*;
use crate::primitives::{Prim, row};
pub use dual::{closed_form, dual};
use place::{KnownStep, value_at_path};
pub use scalar::evaluate_prim;
use std::collections::HashMap;
use std::rc::Rc;
pub use value::{FrameValue, PullbackValue, StructValue, Value};

/// The environment of a function: the functions it calls and the constants it names.
pub trait Program {
    /// The stages of the function that a call names.
    fn stages(&self, callee: &Callee) -> Option<&Stages>;

    /// The value of opaque code without captures (`N`, `crate::GAMMA`), blanks removed.
    fn constant(&self, _code: &str) -> Option<Value> {
        None
    }

    /// The value of opaque code, or its panic message, with the values of the captured user
    /// variables; `None` if the code is not understood. The second list has the changed values, by
    /// the names of the references.
    fn opaque(
        &self,
        _code: &TokenStream,
        _variables: &[(&str, Value)],
        _changed: &mut [(&str, Value)],
    ) -> Option<Result<Value, String>> {
        None
    }
}

/// No other function, no constants.
impl Program for () {
    fn stages(&self, _callee: &Callee) -> Option<&Stages> {
        None
    }
}

/// Functions by [`Callee::key`].
impl Program for std::collections::HashMap<String, Stages> {
    fn stages(&self, callee: &Callee) -> Option<&Stages> {
        self.get(&callee.key())
    }
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The function's results.
    pub results: Vec<Value>,
    /// The work W of the run.
    pub work: u64,
    /// The counts of linear scalars by operation.
    pub linear: Counts,
}

/// The counts of linear scalars that were created as zero, dropped, duplicated and added.
/// Transposition exchanges the first two, and the last two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By [`Linear::Zero`].
    pub zeros: u64,
    /// By [`Linear::Drop`].
    pub drops: u64,
    /// By [`Linear::Dup`].
    pub dups: u64,
    /// By [`Linear::Add`].
    pub additions: u64,
}

impl Counts {
    /// Those of the transposed function.
    pub fn transposed(self) -> Counts {
        let Counts { zeros, drops, dups, additions } = self;
        Counts { zeros: drops, drops: zeros, dups: additions, additions: dups }
    }
}

impl std::ops::Sub for Counts {
    type Output = Counts;
    fn sub(self, before: Counts) -> Counts {
        Counts {
            zeros: self.zeros - before.zeros,
            drops: self.drops - before.drops,
            dups: self.dups - before.dups,
            additions: self.additions - before.additions,
        }
    }
}

/// Runs a function with free drops and the default limits.
pub fn evaluate(
    function: &Function,
    arguments: &[Value],
    program: &dyn Program,
) -> Result<Evaluation, String> {
    Interpreter::new(program).run(function, arguments)
}

/// The interpreter. Limits and the kind of cost may be changed before a run.
pub struct Interpreter<'p> {
    program: &'p dyn Program,
    /// Whether drops are charged.
    pub drops: Drops,
    /// How many lets may still be executed.
    pub steps: u64,
    /// How deep blocks, including those of called functions, may still nest. Each level takes
    /// native stack: 200 of them fit the 2 MiB of a test's thread in a debug build. For more, run
    /// on a thread with a larger stack (about 8 KiB per level).
    pub depth: u32,
    work: u64,
    counts: Counts,
}

/// Generic constants by their names.
type Constants = HashMap<String, i128>;

/// The variables of one activation of a function.
struct Env<'f> {
    function: &'f Function,
    /// The values of its generic constants.
    constants: Constants,
    values: Vec<Option<Value>>,
}

impl Env<'_> {
    fn describe_missing(&self, var: Var) -> String {
        let name = self.function.vars.get(var.0 as usize).map_or("?", |i| &*i.name);
        format!(
            "{}: `{name}` ({var:?}) is read where it has no value: before it is bound, or after it \
             was consumed",
            self.function.name
        )
    }

    fn get(&self, var: Var) -> Result<&Value, String> {
        self.values
            .get(var.0 as usize)
            .and_then(Option::as_ref)
            .ok_or_else(|| self.describe_missing(var))
    }

    fn take(&mut self, var: Var) -> Result<Value, String> {
        match self.values.get_mut(var.0 as usize).and_then(Option::take) {
            Some(value) => Ok(value),
            None => Err(self.describe_missing(var)),
        }
    }

    /// The value for one use: a linear one is removed.
    fn read(&mut self, var: Var) -> Result<Value, String> {
        if self.is_linear(var) { self.take(var) } else { self.get(var).cloned() }
    }

    fn is_linear(&self, var: Var) -> bool {
        self.function.vars.get(var.0 as usize).is_some_and(|i| i.sort == Sort::Linear)
    }

    fn bind(&mut self, var: Var, value: Value) -> Result<(), String> {
        match self.values.get_mut(var.0 as usize) {
            Some(slot) => {
                *slot = Some(value);
                Ok(())
            }
            None => Err(format!("{var:?} does not exist")),
        }
    }

    fn bind_all(&mut self, vars: &[Var], values: Vec<Value>) -> Result<(), String> {
        if vars.len() != values.len() {
            return Err(format!("{} values for {} variables", values.len(), vars.len()));
        }
        for (v, value) in vars.iter().zip(values) {
            self.bind(*v, value)?;
        }
        Ok(())
    }

    fn clear(&mut self, var: Var) {
        if let Some(slot) = self.values.get_mut(var.0 as usize) {
            *slot = None;
        }
    }

    fn index(&self, var: Var) -> Result<usize, String> {
        match self.get(var)? {
            Value::Int(i) => usize::try_from(*i).map_err(|_| format!("index {i} is out of bounds")),
            other => Err(format!("{} as an index", other.kind())),
        }
    }

    fn int(&self, var: Var) -> Result<i128, String> {
        match self.get(var)? {
            Value::Int(i) => Ok(*i),
            other => Err(format!("{} as an integer", other.kind())),
        }
    }

    /// The root of a place that a callee changes, the path, and the value that is passed. A whole
    /// value is moved, so that the callee is its only owner.
    fn take_place(&mut self, place: &Place) -> Result<(Value, Vec<KnownStep>, Value), String> {
        let path = self.path(&place.path)?;
        let mut root = if self.function.ty(place.root).is_scalar() {
            self.get(place.root)?.clone()
        } else {
            self.take(place.root)?
        };
        let value = if path.is_empty() {
            std::mem::replace(&mut root, Value::Blank)
        } else {
            value_at_path(&root, &path)?
        };
        Ok((root, path, value))
    }

    /// The path with the values of its indices.
    fn path(&self, path: &[Step]) -> Result<Vec<KnownStep>, String> {
        path.iter()
            .map(|step| {
                Ok(match step {
                    Step::Index(i) => KnownStep::Index(self.index(*i)?),
                    Step::Element(_) | Step::View(_) => {
                        return Err("arrays of other crates are not interpreted".into());
                    }
                    Step::Field(k) => KnownStep::Field(*k),
                    Step::Member(member) => KnownStep::Member(member.clone()),
                    Step::Slice { from, to, inclusive } => {
                        let from = from.map(|v| self.index(v)).transpose()?.unwrap_or(0);
                        let to = to.map(|v| self.index(v)).transpose()?;
                        KnownStep::Slice(
                            from,
                            to.map(|t| if *inclusive { t.saturating_add(1) } else { t }),
                        )
                    }
                })
            })
            .collect()
    }

    fn value_at(&self, place: &Place) -> Result<Value, String> {
        value_at_path(self.get(place.root)?, &self.path(&place.path)?)
    }

    /// The user's variables in opaque code.
    fn captured_values<'o>(&self, opaque: &'o Opaque) -> Result<Vec<(&'o str, Value)>, String> {
        opaque
            .captures
            .iter()
            .map(|c| {
                let leaves = c
                    .value
                    .leaves()
                    .into_iter()
                    .map(|v| self.get(v).cloned())
                    .collect::<Result<Vec<_>, _>>()?;
                Ok((c.name.as_str(), calls::nest(&c.value, &mut leaves.into_iter())))
            })
            .collect()
    }

    fn ty(&self, var: Var) -> Result<&Ty, String> {
        self.function
            .vars
            .get(var.0 as usize)
            .map(|i| &*i.ty)
            .ok_or_else(|| format!("{var:?} does not exist"))
    }
}

impl Sizes for Env<'_> {
    // an unbound variable has no size here; evaluating the operation will report it
    fn scalars(&self, var: Var) -> u64 {
        self.get(var).map_or(0, Value::scalars)
    }

    fn count(&self, var: Var) -> u64 {
        self.int(var).ok().and_then(|n| u64::try_from(n).ok()).unwrap_or(0)
    }

    fn scalars_at(&self, place: &Place) -> Option<u64> {
        self.value_at(place).ok().map(|value| value.scalars())
    }
}

impl<'p> Interpreter<'p> {
    /// An interpreter with free drops, ten million steps and 200 nested blocks.
    pub fn new(program: &'p dyn Program) -> Self {
        Interpreter {
            program,
            drops: Drops::Free,
            steps: 10_000_000,
            depth: 200,
            work: 0,
            counts: Counts::default(),
        }
    }

    /// Runs a function; the work is that of this run.
    pub fn run(&mut self, function: &Function, arguments: &[Value]) -> Result<Evaluation, String> {
        let (work, counts, depth) = (self.work, self.counts, self.depth);
        let constants =
            calls::constants_of_lengths(function.params.iter().map(|v| function.ty(*v)), arguments);
        let results = self.function(function, arguments.to_vec(), constants);
        // after an error, `depth` was not restored by the blocks that returned early
        self.depth = depth;
        Ok(Evaluation { results: results?, work: self.work - work, linear: self.counts - counts })
    }

    fn function(
        &mut self,
        function: &Function,
        arguments: Vec<Value>,
        constants: Constants,
    ) -> Result<Vec<Value>, String> {
        if arguments.len() != function.params.len() {
            return Err(format!(
                "{} arguments for `{}`, which has {} parameters",
                arguments.len(),
                function.name,
                function.params.len()
            ));
        }
        let mut env = Env { function, constants, values: vec![None; function.vars.len()] };
        env.bind_all(&function.params, arguments)?;
        self.block(&mut env, &function.body, &[]).map(|(results, _)| results)
    }

    /// The values of the results and of `tail`. Variables of the block are freed, so that the
    /// results are not shared.
    fn block(
        &mut self,
        env: &mut Env<'_>,
        block: &Block,
        tail: &[Var],
    ) -> Result<(Vec<Value>, Vec<Value>), String> {
        self.depth = self.depth.checked_sub(1).ok_or("calls nest too deep")?;
        for l in &block.lets {
            self.let_(env, l)?;
        }
        let tail = tail.iter().map(|v| env.get(*v).cloned()).collect::<Result<_, _>>()?;
        let results = block.results.iter().map(|v| env.read(*v)).collect::<Result<_, _>>()?;
        for l in &block.lets {
            l.vars.iter().for_each(|v| env.clear(*v));
        }
        self.depth += 1;
        Ok((results, tail))
    }

    fn let_(&mut self, env: &mut Env<'_>, l: &Let) -> Result<(), String> {
        self.steps = self.steps.checked_sub(1).ok_or("the program takes too many steps")?;
        self.work += cost::op_work(&l.op, env, self.drops);
        match &l.op {
            Op::Branch(tag, arms) => {
                let arm = match env.get(*tag)? {
                    Value::Bool(true) => arms.first(),
                    Value::Bool(false) => arms.get(1),
                    Value::Int(i) => usize::try_from(*i).ok().and_then(|i| arms.get(i)),
                    other => return Err(format!("{} as the tag of a branch", other.kind())),
                };
                let arm = arm.ok_or("a tag without an arm")?;
                let (results, _) = self.block(env, arm, &[])?;
                env.bind_all(&l.vars, results)
            }
            Op::Loop(lp) => {
                let results = self.loop_(env, lp, &l.op)?;
                env.bind_all(&l.vars, results)
            }
            Op::Call(c) => {
                let (results, _) = self.call(env, c, false)?;
                env.bind_all(&l.vars, results)
            }
            Op::CallPrimal(c) => {
                let (mut results, frame) = self.call(env, c, true)?;
                results.extend(frame);
                env.bind_all(&l.vars, results)
            }
            Op::CallJvp(c) => {
                let results = self.call_jvp(env, c)?;
                env.bind_all(&l.vars, results)
            }
            Op::CallVjp(c) => {
                let results = self.call_vjp(env, c)?;
                env.bind_all(&l.vars, results)
            }
            Op::Linear(Linear::Call(c)) => {
                let results = self.linear_call(env, c)?;
                env.bind_all(&l.vars, results)
            }
            Op::Pullback(code) => {
                let free = code.body.free_vars().into_iter().filter(|v| !code.params.contains(v));
                let captured =
                    free.map(|v| Ok((v, env.get(v)?.clone()))).collect::<Result<_, String>>()?;
                env.bind_all(
                    &l.vars,
                    vec![Value::Pullback(Rc::new(PullbackValue { code: code.clone(), captured }))],
                )
            }
            Op::Linear(Linear::Apply(pullback, args)) => {
                let results = self.apply(env, *pullback, args)?;
                env.bind_all(&l.vars, results)
            }
            Op::Linear(op) => {
                match op {
                    Linear::Drop(x, _) => self.counts.drops += env.scalars(*x),
                    Linear::Dup(x) => self.counts.dups += env.scalars(*x),
                    Linear::Add(x, _) => self.counts.additions += env.scalars(*x),
                    _ => {}
                }
                let results = self.linear(env, op, &l.vars)?;
                if matches!(op, Linear::Zero(_)) {
                    self.counts.zeros += results.iter().map(Value::scalars).sum::<u64>();
                }
                env.bind_all(&l.vars, results)
            }
            Op::Opaque(o) if o.effect => {
                let code = o.code.to_string();
                // a statement that binds variables diverges
                if !l.vars.is_empty() {
                    return Err(format!("a panic: {code}"));
                }
                match self.program.opaque(&o.code, &env.captured_values(o)?, &mut []) {
                    Some(Err(panic)) => Err(format!("a panic: {code}: {panic}")),
                    Some(Ok(_)) | None => Ok(()),
                }
            }
            op => {
                let results = self.operation(env, op, &l.vars)?;
                env.bind_all(&l.vars, results)
            }
        }
    }

    /// The results of a pullback. It runs with the values that its captures had when it was
    /// constructed.
    fn apply(
        &mut self,
        env: &mut Env<'_>,
        pullback: Var,
        args: &[Var],
    ) -> Result<Vec<Value>, String> {
        let Value::Pullback(pullback) = env.get(pullback)?.clone() else {
            return Err("what is applied is no pullback".into());
        };
        let args = args.iter().map(|v| env.take(*v)).collect::<Result<Vec<_>, _>>()?;
        let outside: Vec<Option<Value>> = pullback
            .captured
            .iter()
            .map(|(v, _)| env.values.get(v.0 as usize).cloned().flatten())
            .collect();
        for (v, value) in &pullback.captured {
            env.bind(*v, value.clone())?;
        }
        env.bind_all(&pullback.code.params, args)?;
        let (results, _) = self.block(env, &pullback.code.body, &[])?;
        for ((v, _), value) in pullback.captured.iter().zip(outside) {
            if let Some(slot) = env.values.get_mut(v.0 as usize) {
                *slot = value;
            }
        }
        Ok(results)
    }

    /// The final carried values, then the collected rows.
    fn loop_(&mut self, env: &mut Env<'_>, lp: &Loop, op: &Op) -> Result<Vec<Value>, String> {
        let mut carried: Vec<Value> =
            lp.carried.iter().map(|c| env.read(c.init)).collect::<Result<_, _>>()?;
        // an array that the body updates is moved into the loop, so that it is not copied
        if carried.iter().any(|v| matches!(v, Value::Array(_))) {
            check::consumed_arrays(op, env.function).into_iter().for_each(|v| env.clear(v));
        }
        let rows = match &lp.consume {
            Some((rows, row)) => match env.get(*rows)? {
                Value::Rows(r) => Some((r.clone(), row)),
                other => return Err(format!("{} as rows", other.kind())),
            },
            None => None,
        };
        let mut index = None;
        let number: u64 = match &lp.iteration {
            Iteration::Range(r) => {
                let values = Progression::new(env, r)?;
                index = Some((r.index, values));
                values.count
            }
            Iteration::Rows => rows.as_ref().ok_or("a loop over rows without rows")?.0.len() as u64,
            Iteration::Forever if lp.backward => return Err("an endless loop runs backward".into()),
            Iteration::Forever => u64::MAX,
        };
        if let Some((rows, _)) = &rows
            && rows.len() as u64 != number
            && lp.again.is_none()
        {
            return Err(format!("a loop of {number} iterations consumes {} rows", rows.len()));
        }
        let mut collected = Vec::new();
        let tail = lp.tail_reads();
        for k in 0..number {
            let i = if lp.backward { number - 1 - k } else { k };
            for (c, value) in lp.carried.iter().zip(std::mem::take(&mut carried)) {
                env.bind(c.param, value)?;
            }
            if let Some((var, values)) = &index {
                env.bind(*var, Value::Int(values.nth(i)))?;
            }
            if let Some((rows, vars)) = &rows {
                let row = rows.get(i as usize).ok_or("a loop consumes more rows than there are")?;
                env.bind_all(vars, row.clone())?;
            }
            // an iteration without lets counts as a step too, so that an empty endless loop stops
            self.steps = self.steps.checked_sub(1).ok_or("the program takes too many steps")?;
            let (next, mut tail) = self.block(env, &lp.body, &tail)?;
            carried = next;
            if carried.len() != lp.carried.len() {
                return Err(
                    "a loop body with another number of results than carried variables".into()
                );
            }
            let again = match lp.again {
                Some(_) => matches!(tail.remove(0), Value::Bool(true)),
                None => true,
            };
            if lp.collect.is_some() {
                collected.push(tail);
            }
            if !again {
                break;
            }
        }
        lp.params().into_iter().for_each(|v| env.clear(v));
        if lp.collect.is_some() {
            if lp.backward {
                collected.reverse();
            }
            carried.push(Value::Rows(Rc::new(collected)));
        }
        Ok(carried)
    }
}

/// The index values of a range.
#[derive(Clone, Copy)]
struct Progression {
    first: i128,
    step: i128,
    count: u64,
}

impl Progression {
    fn new(env: &Env<'_>, range: &Range) -> Result<Progression, String> {
        let (from, to) = (env.int(range.from)?, env.int(range.to)?);
        let span = to
            .checked_sub(from)
            .and_then(|n| n.checked_add(i128::from(range.inclusive)))
            .ok_or("too long a range")?;
        let mut p = Progression {
            first: from,
            step: 1,
            count: u64::try_from(span.max(0)).map_err(|_| "too long a range")?,
        };
        for adaptor in &range.adaptors {
            match adaptor {
                Adaptor::Reverse => {
                    p.first = p.nth(p.count.saturating_sub(1));
                    p.step = -p.step;
                }
                Adaptor::StepBy(k) => {
                    let k = u64::try_from(env.int(*k)?).map_err(|_| "a negative step")?;
                    if k == 0 {
                        return Err("step_by(0)".into());
                    }
                    p.count = p.count.div_ceil(k);
                    p.step = p.step.checked_mul(i128::from(k)).ok_or("too long a step")?;
                }
            }
        }
        Ok(p)
    }

    fn nth(&self, i: u64) -> i128 {
        self.first.wrapping_add(self.step.wrapping_mul(i128::from(i)))
    }
}
