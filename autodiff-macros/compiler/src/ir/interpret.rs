//! An interpreter of Linear A that counts work, and an oracle on dual numbers.
//!
//! Rules:
//! - any stage of a function can be run: linear values are ordinary [`Value`]s, the tangent of a discrete part is `()`;
//! - work is counted by [`super::cost`], so that the laws on work are about exact numbers;
//! - whatever makes the program panic (an index out of bounds, integer overflow, an empty `pop`) and whatever is ill-formed is an
//!   `Err`, never a panic of the interpreter; limits on steps and on depth of calls stop programs that would not end;
//! - linear variables, and arrays that an operation consumes, are moved out of the environment: using one twice is an `Err`,
//!   and an update in place takes constant time;
//! - row i of collected rows belongs to the iteration with the i-th index value, also if the loop runs backward.
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
//! Threaded are the tangents of active parameters by reference, shared and unique (final ones of shared parameters may be left out: they
//! did not change), unless the function moves them, and those of arrays by value that the function only reads.
//!
//! The oracle [`dual`] runs the lowered primal on dual numbers. It shares the control flow with the interpreter, but its derivatives are
//! closed forms of their own, which use nothing of the table's rules.

use super::cost::{self, Drops, Sizes};
use super::*;
use crate::primitives::{Output, Prim, row};
use std::rc::Rc;

/// A value. Cloning an array is cheap; writing to one that is shared copies it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An `f64`.
    Real(f64),
    /// An `f32`.
    F32(f32),
    /// A real and its tangent: only in runs of [`dual`].
    Dual(f64, f64),
    /// An integer of any type.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A character or text, as a literal is written.
    Text(String),
    /// A tuple; `()` is the tangent of whatever is discrete.
    Tuple(Vec<Value>),
    /// An array, a slice, a `Vec`.
    Array(Rc<Vec<Value>>),
    /// What a loop collected.
    Rows(Rc<Vec<Vec<Value>>>),
    /// The zero of a shape.
    Shape(Box<Value>),
    /// The residuals of a call.
    Frame(Rc<FrameValue>),
    /// A placeholder that nothing may compute with.
    Blank,
}

/// The residuals of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameValue {
    /// The residuals, in order.
    pub residuals: Vec<Value>,
    /// The arguments, leaf by leaf, whose shapes zeros are made from where the caller knows no tangent.
    arguments: Vec<Value>,
}

impl Value {
    /// The empty tuple.
    pub fn unit() -> Value {
        Value::Tuple(Vec::new())
    }

    /// An array.
    pub fn array(elements: Vec<Value>) -> Value {
        Value::Array(Rc::new(elements))
    }

    /// An array of `f64`.
    pub fn reals(elements: &[f64]) -> Value {
        Value::array(elements.iter().map(|x| Value::Real(*x)).collect())
    }

    /// An array of integers.
    pub fn ints(elements: &[i128]) -> Value {
        Value::array(elements.iter().map(|x| Value::Int(*x)).collect())
    }

    /// The number of real scalars in it.
    pub fn scalars(&self) -> u64 {
        match self {
            Value::Real(_) | Value::F32(_) | Value::Dual(..) => 1,
            Value::Tuple(parts) => parts.iter().map(Value::scalars).sum(),
            Value::Array(elements) => elements.iter().map(Value::scalars).sum(),
            Value::Int(_) | Value::Bool(_) | Value::Text(_) | Value::Rows(_) | Value::Shape(_) | Value::Frame(_) | Value::Blank => 0,
        }
    }

    /// All real scalars in it, left to right.
    pub fn flatten(&self) -> Vec<f64> {
        match self {
            Value::Real(x) | Value::Dual(x, _) => vec![*x],
            Value::F32(x) => vec![f64::from(*x)],
            Value::Tuple(parts) => parts.iter().flat_map(Value::flatten).collect(),
            Value::Array(elements) => elements.iter().flat_map(Value::flatten).collect(),
            Value::Int(_) | Value::Bool(_) | Value::Text(_) | Value::Rows(_) | Value::Shape(_) | Value::Frame(_) | Value::Blank => {
                Vec::new()
            }
        }
    }

    /// The zero tangent of a primal value (of a tangent: the zero of the same shape).
    pub fn zero(&self) -> Value {
        self.map_reals(&mut |_| 0.0)
    }

    /// The tangent of the same shape whose real scalars are given by a function of the primal ones, left to right.
    pub fn map_reals(&self, f: &mut impl FnMut(f64) -> f64) -> Value {
        match self {
            Value::Real(x) | Value::Dual(x, _) => Value::Real(f(*x)),
            Value::F32(x) => Value::F32(f(f64::from(*x)) as f32),
            Value::Tuple(parts) => unit_if_discrete(Value::Tuple(parts.iter().map(|p| p.map_reals(f)).collect())),
            Value::Array(elements) => unit_if_discrete(Value::array(elements.iter().map(|e| e.map_reals(f)).collect())),
            Value::Int(_) | Value::Bool(_) | Value::Text(_) | Value::Rows(_) | Value::Shape(_) | Value::Frame(_) | Value::Blank => {
                Value::unit()
            }
        }
    }

    fn is_unit(&self) -> bool {
        matches!(self, Value::Tuple(parts) if parts.is_empty())
    }

    fn kind(&self) -> &'static str {
        match self {
            Value::Real(_) | Value::F32(_) | Value::Dual(..) => "a real",
            Value::Int(_) => "an integer",
            Value::Bool(_) => "a truth value",
            Value::Text(_) => "text",
            Value::Tuple(_) => "a tuple",
            Value::Array(_) => "an array",
            Value::Rows(_) => "rows",
            Value::Shape(_) => "a shape",
            Value::Frame(_) => "a frame",
            Value::Blank => "a blank",
        }
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Value {
        Value::Real(x)
    }
}

/// The tangent of a tuple or of a non-empty array without any real is `()`.
fn unit_if_discrete(value: Value) -> Value {
    let discrete = match &value {
        Value::Tuple(parts) => parts.iter().all(Value::is_unit),
        Value::Array(elements) => !elements.is_empty() && elements.iter().all(Value::is_unit),
        _ => false,
    };
    if discrete { Value::unit() } else { value }
}

/// What surrounds a function: the functions it calls and the constants it names.
pub trait Program {
    /// The function that a call names.
    fn stages(&self, callee: &Callee) -> Option<&Stages>;

    /// The value of opaque code without captures (`N`, `crate::GAMMA`), blanks removed.
    fn constant(&self, _code: &str) -> Option<Value> {
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

/// What a run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The function's results.
    pub results: Vec<Value>,
    /// The work W of the run.
    pub work: u64,
}

/// Runs a function with free drops and the default limits.
pub fn evaluate(function: &Function, arguments: &[Value], program: &dyn Program) -> Result<Evaluated, String> {
    Interpreter::new(program).run(function, arguments)
}

/// Runs a lowered primal function on dual numbers. `tangents` stand beside the arguments (`()` for an inactive one);
/// gives the results, and beside them their tangents (`()` where they have none). A result of type `f32` that depends on an
/// active argument comes rounded, but as [`Value::Real`].
pub fn dual(
    function: &Function,
    arguments: &[Value],
    tangents: &[Value],
    program: &dyn Program,
) -> Result<(Vec<Value>, Vec<Value>), String> {
    if arguments.len() != tangents.len() {
        return Err(format!("{} arguments with {} tangents", arguments.len(), tangents.len()));
    }
    let duals: Vec<Value> = arguments.iter().zip(tangents).map(|(a, t)| pair(a, t)).collect::<Result<_, _>>()?;
    let results = Interpreter::new(program).run(function, &duals)?.results;
    Ok(results.iter().map(unpair).unzip())
}

/// A value with its tangent. Reals without tangent stay ordinary ones, so that they contribute nothing (not even 0·∞).
fn pair(value: &Value, tangent: &Value) -> Result<Value, String> {
    Ok(match (value, tangent) {
        (value, tangent) if tangent.is_unit() => value.clone(),
        (Value::Real(x), Value::Real(t)) => Value::Dual(*x, *t),
        (Value::F32(x), Value::F32(t)) => Value::Dual(f64::from(*x), f64::from(*t)),
        (Value::Tuple(xs), Value::Tuple(ts)) if xs.len() == ts.len() => {
            Value::Tuple(xs.iter().zip(ts).map(|(x, t)| pair(x, t)).collect::<Result<_, _>>()?)
        }
        (Value::Array(xs), Value::Array(ts)) if xs.len() == ts.len() => {
            Value::array(xs.iter().zip(ts.iter()).map(|(x, t)| pair(x, t)).collect::<Result<_, _>>()?)
        }
        _ => return Err(format!("{} with a tangent that is {}", value.kind(), tangent.kind())),
    })
}

fn unpair(value: &Value) -> (Value, Value) {
    match value {
        Value::Dual(x, t) => (Value::Real(*x), Value::Real(*t)),
        Value::Tuple(parts) => {
            let (values, tangents) = parts.iter().map(unpair).unzip();
            (Value::Tuple(values), unit_if_discrete(Value::Tuple(tangents)))
        }
        Value::Array(elements) => {
            let (values, tangents) = elements.iter().map(unpair).unzip();
            (Value::array(values), unit_if_discrete(Value::array(tangents)))
        }
        other => (other.clone(), other.zero()),
    }
}

/// The reals of a value without their tangents.
fn without_tangent(value: Value) -> Value {
    match value {
        Value::Dual(x, _) => Value::Real(x),
        Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(without_tangent).collect()),
        Value::Array(elements) => Value::array(elements.iter().cloned().map(without_tangent).collect()),
        other => other,
    }
}

/// The interpreter. Limits and the kind of cost may be changed before a run.
pub struct Interpreter<'p> {
    program: &'p dyn Program,
    /// Whether drops are charged.
    pub drops: Drops,
    /// How many lets may still be executed.
    pub steps: u64,
    /// How deep blocks, those of functions called included, may still nest. Each level takes native stack: 200 of them fit
    /// the 2 MiB of a test's thread in a debug build, for more run on a thread with a larger stack (about 8 KiB per level).
    pub depth: u32,
    work: u64,
}

/// The variables of one activation of a function.
struct Env<'f> {
    function: &'f Function,
    values: Vec<Option<Value>>,
}

impl Env<'_> {
    fn missing(&self, var: Var) -> String {
        let name = self.function.vars.get(var.0 as usize).map_or("?", |i| i.name.as_str());
        format!("{}: `{name}` ({var:?}) is read where it has no value: before it is bound, or after it was consumed", self.function.name)
    }

    fn get(&self, var: Var) -> Result<&Value, String> {
        self.values.get(var.0 as usize).and_then(Option::as_ref).ok_or_else(|| self.missing(var))
    }

    fn take(&mut self, var: Var) -> Result<Value, String> {
        match self.values.get_mut(var.0 as usize).and_then(Option::take) {
            Some(value) => Ok(value),
            None => Err(self.missing(var)),
        }
    }

    /// The value for one use: a linear one is gone afterwards.
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

    /// The path with its indices known.
    fn path(&self, path: &[Step]) -> Result<Vec<Known>, String> {
        path.iter()
            .map(|step| {
                Ok(match step {
                    Step::Index(i) => Known::Index(self.index(*i)?),
                    Step::Field(k) => Known::Field(*k),
                    Step::Member(member) => return Err(format!("the field `{}`: structs are not interpreted", member.name)),
                    Step::Slice { from, to, inclusive } => {
                        let from = from.map(|v| self.index(v)).transpose()?.unwrap_or(0);
                        let to = to.map(|v| self.index(v)).transpose()?;
                        Known::Slice(from, to.map(|t| if *inclusive { t.saturating_add(1) } else { t }))
                    }
                })
            })
            .collect()
    }

    fn at(&self, place: &Place) -> Result<Value, String> {
        at(self.get(place.root)?, &self.path(&place.path)?)
    }

    fn ty(&self, var: Var) -> Result<&Ty, String> {
        self.function.vars.get(var.0 as usize).map(|i| &i.ty).ok_or_else(|| format!("{var:?} does not exist"))
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
}

/// A step with its indices known.
#[derive(Clone, Copy)]
enum Known {
    Index(usize),
    Field(usize),
    /// From, and the end if it is not the sequence's.
    Slice(usize, Option<usize>),
}

fn slice_bounds(from: usize, to: Option<usize>, len: usize) -> Result<(usize, usize), String> {
    let to = to.unwrap_or(len);
    if from <= to && to <= len { Ok((from, to)) } else { Err(format!("slice {from}..{to} of a sequence of length {len} is out of bounds")) }
}

/// A copy of the value at a place.
fn at(value: &Value, path: &[Known]) -> Result<Value, String> {
    let Some((step, rest)) = path.split_first() else { return Ok(value.clone()) };
    match (step, value) {
        (Known::Index(i), Value::Array(xs)) => match xs.get(*i) {
            Some(x) => at(x, rest),
            None => Err(format!("index {i} of a sequence of length {} is out of bounds", xs.len())),
        },
        (Known::Slice(from, to), Value::Array(xs)) => {
            let (from, to) = slice_bounds(*from, *to, xs.len())?;
            at(&Value::array(xs[from..to].to_vec()), rest)
        }
        // the tangent of a discrete tuple has no components
        (Known::Field(_), Value::Tuple(parts)) if parts.is_empty() => Ok(Value::unit()),
        (Known::Field(k), Value::Tuple(parts)) => at(parts.get(*k).ok_or_else(|| format!("no component {k}"))?, rest),
        (_, other) => Err(format!("a path into {}", other.kind())),
    }
}

/// Changes the value at a place.
fn change(value: &mut Value, path: &[Known], f: &mut dyn FnMut(&mut Value) -> Result<(), String>) -> Result<(), String> {
    let Some((step, rest)) = path.split_first() else { return f(value) };
    match (step, value) {
        (Known::Index(i), Value::Array(xs)) => {
            let len = xs.len();
            match Rc::make_mut(xs).get_mut(*i) {
                Some(x) => change(x, rest, f),
                None => Err(format!("index {i} of a sequence of length {len} is out of bounds")),
            }
        }
        (Known::Slice(from, to), Value::Array(xs)) => {
            let (from, to) = slice_bounds(*from, *to, xs.len())?;
            let mut part = Value::array(xs[from..to].to_vec());
            change(&mut part, rest, f)?;
            match part {
                Value::Array(new) if new.len() == to - from => {
                    Rc::make_mut(xs)[from..to].clone_from_slice(&new);
                    Ok(())
                }
                other => Err(format!("{} of another length in place of a slice", other.kind())),
            }
        }
        (Known::Field(k), Value::Tuple(parts)) => change(parts.get_mut(*k).ok_or_else(|| format!("no component {k}"))?, rest, f),
        (_, other) => Err(format!("a path into {}", other.kind())),
    }
}

fn set(root: &mut Value, path: &[Known], new: Value) -> Result<(), String> {
    let mut new = Some(new);
    change(root, path, &mut |slot| {
        if let Some(new) = new.take() {
            *slot = new;
        }
        Ok(())
    })
}

fn swap(root: &mut Value, a: &[Known], b: &[Known]) -> Result<(), String> {
    let (x, y) = (at(root, a)?, at(root, b)?);
    set(root, a, y)?;
    set(root, b, x)
}

/// `slot += value` of linear values.
fn add(slot: &mut Value, value: &Value) -> Result<(), String> {
    match (slot, value) {
        (_, v) if v.is_unit() => {}
        (slot, v) if slot.is_unit() => *slot = v.clone(),
        (Value::Real(a), Value::Real(b)) => *a += b,
        (Value::F32(a), Value::F32(b)) => *a += b,
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
            for (a, b) in a.iter_mut().zip(b) {
                add(a, b)?;
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            if a.len() != b.len() {
                return Err(format!("a sum of linear sequences of lengths {} and {}", a.len(), b.len()));
            }
            for (a, b) in Rc::make_mut(a).iter_mut().zip(b.iter()) {
                add(a, b)?;
            }
        }
        (a, b) => return Err(format!("a sum of linear values, {} and {}", a.kind(), b.kind())),
    }
    Ok(())
}

/// A linear value with each of its scalars changed.
fn each_scalar(value: Value, f: &dyn Fn(f64) -> f64) -> Value {
    match value {
        Value::Real(x) => Value::Real(f(x)),
        Value::F32(x) => Value::F32(f(f64::from(x)) as f32),
        Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(|p| each_scalar(p, f)).collect()),
        Value::Array(mut elements) => {
            for e in Rc::make_mut(&mut elements) {
                *e = each_scalar(std::mem::replace(e, Value::Blank), f);
            }
            Value::Array(elements)
        }
        other => other,
    }
}

fn real(value: &Value) -> Result<f64, String> {
    match value {
        Value::Real(x) | Value::Dual(x, _) => Ok(*x),
        Value::F32(x) => Ok(f64::from(*x)),
        other => Err(format!("{} as a real", other.kind())),
    }
}

/// The zero of a primal's shape, given as a shape or as the primal itself.
fn zero_of_shape(shape: &Value) -> Value {
    match shape {
        Value::Shape(zero) => (**zero).clone(),
        // the length of a vector of scalars
        Value::Int(length) => Value::reals(&vec![0.0; usize::try_from(*length).unwrap_or(0)]),
        primal => primal.zero(),
    }
}

/// A nested value from the leaves of a tree.
fn nest(tree: &Tree, leaves: &mut impl Iterator<Item = Value>) -> Value {
    match tree {
        Tree::Leaf(_) => leaves.next().unwrap_or(Value::Blank),
        Tree::Tuple(parts) => Value::Tuple(parts.iter().map(|p| nest(p, leaves)).collect()),
    }
}

/// The leaves of a tree from a nested value. What is blank as a whole is blank in each part, and so is what has no tangent.
fn unnest(tree: &Tree, value: Value, leaves: &mut Vec<Value>) -> Result<(), String> {
    match (tree, value) {
        (Tree::Leaf(_), value) => leaves.push(value),
        (Tree::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
            for (part, value) in parts.iter().zip(values) {
                unnest(part, value, leaves)?;
            }
        }
        (Tree::Tuple(parts), value) if value == Value::Blank || value.is_unit() => {
            for part in parts {
                unnest(part, value.clone(), leaves)?;
            }
        }
        (Tree::Tuple(parts), value) => return Err(format!("{} where a tuple of {} belongs", value.kind(), parts.len())),
    }
    Ok(())
}

/// A leaf of a callee's parameters.
struct CalleeLeaf {
    passing: Passing,
    active: bool,
    /// Whether its tangent is handed back, and its cotangent an accumulator: by reference unless it is moved, or an array by value that is only read.
    threaded: bool,
    ty: Ty,
}

/// A callee's parameters, leaf by leaf.
fn callee_leaves(stages: &Stages) -> Vec<CalleeLeaf> {
    stages
        .interface
        .params
        .iter()
        .flat_map(|p| {
            p.value.leaves().into_iter().map(|v| {
                let ty = stages.primal.vars.get(v.0 as usize).map_or_else(|| p.ty.clone(), |i| i.ty.clone());
                let active = !p.constant && !ty.is_discrete();
                let dot = stages.dots.iter().find(|d| d.leaf == v);
                let threaded = active && dot.map_or(p.passing != Passing::Value, |d| d.threaded);
                CalleeLeaf { passing: p.passing, active, threaded, ty }
            })
        })
        .collect()
}

/// The types of the leaves of a callee's output.
fn output_types(stages: &Stages) -> Vec<Ty> {
    let results = &stages.primal.body.results;
    stages.interface.output_value.leaves().iter().zip(results).map(|(_, v)| stages.primal.ty(*v).clone()).collect()
}

/// A unique argument while a call runs: the variable's whole value (blank if it is passed whole), and where in it the argument is.
type Consumed = (Value, Vec<Known>);

/// The tangents of a callee's leaves that go into a forward linear call.
struct Dots {
    /// Those that the callee does not take; blank for the others.
    left: Vec<Value>,
    /// Those by shared reference, to be handed back if the callee does not.
    shared: Vec<Value>,
}

/// A threaded argument while a call runs: the variable's whole value, where in it the argument is, and the leaf it is.
struct Threaded {
    root: Value,
    path: Vec<Known>,
    leaf: usize,
}

impl<'p> Interpreter<'p> {
    /// An interpreter with free drops, ten million steps and 200 nested blocks.
    pub fn new(program: &'p dyn Program) -> Self {
        Interpreter { program, drops: Drops::Free, steps: 10_000_000, depth: 200, work: 0 }
    }

    /// Runs a function; the work is that of this run.
    pub fn run(&mut self, function: &Function, arguments: &[Value]) -> Result<Evaluated, String> {
        let (work, depth) = (self.work, self.depth);
        let results = self.function(function, arguments.to_vec());
        // after an error the blocks that were left early have not been counted back
        self.depth = depth;
        Ok(Evaluated { results: results?, work: self.work - work })
    }

    fn function(&mut self, function: &Function, arguments: Vec<Value>) -> Result<Vec<Value>, String> {
        if arguments.len() != function.params.len() {
            return Err(format!("{} arguments for `{}`, which has {} parameters", arguments.len(), function.name, function.params.len()));
        }
        let mut env = Env { function, values: vec![None; function.vars.len()] };
        env.bind_all(&function.params, arguments)?;
        self.block(&mut env, &function.body, &[]).map(|(results, _)| results)
    }

    /// The values of the results and of `tail`. Variables of the block are freed, so that the results are not shared.
    fn block(&mut self, env: &mut Env<'_>, block: &Block, tail: &[Var]) -> Result<(Vec<Value>, Vec<Value>), String> {
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
            Op::Linear(op) => {
                let results = self.linear(env, op, &l.vars)?;
                env.bind_all(&l.vars, results)
            }
            Op::Opaque(o) if o.effect => env.bind_all(&l.vars, vec![Value::unit(); l.vars.len()]),
            op => {
                let results = self.simple(env, op, &l.vars)?;
                env.bind_all(&l.vars, results)
            }
        }
    }

    /// A non-linear operation without blocks or calls.
    fn simple(&mut self, env: &mut Env<'_>, op: &Op, vars: &[Var]) -> Result<Vec<Value>, String> {
        let ty = match vars.first() {
            Some(v) => env.ty(*v)?.clone(),
            None => Ty::unit(),
        };
        let one = |v: Value| Ok(vec![v]);
        match op {
            Op::Literal(l) => one(literal(l, &ty)?),
            Op::Blank => one(Value::Blank),
            Op::Prim(prim, args) => {
                let args: Vec<Value> = args.iter().map(|a| env.get(*a).cloned()).collect::<Result<_, _>>()?;
                one(evaluate_prim(*prim, &args, &ty)?)
            }
            Op::Cast(x) => one(cast(env.get(*x)?.clone(), &ty)?),
            Op::Constant(x) => one(without_tangent(env.get(*x)?.clone())),
            Op::Opaque(o) => {
                let code = o.code.to_string().replace(' ', "");
                match self.program.constant(&code).or_else(|| std_constant(&code, &ty)) {
                    Some(value) if o.captures.is_empty() => one(value),
                    _ => Err(format!("opaque code: {code}")),
                }
            }
            Op::Len(place) => match env.at(place)? {
                Value::Array(xs) => one(Value::Int(xs.len() as i128)),
                other => Err(format!("the length of {}", other.kind())),
            },
            Op::Read(place) | Op::View(place) => one(env.at(place)?),
            Op::Update(place, x) => {
                let path = env.path(&place.path)?;
                let x = env.get(*x)?.clone();
                let mut root = if env.function.ty(place.root).is_scalar() { env.get(place.root)?.clone() } else { env.take(place.root)? };
                set(&mut root, &path, x)?;
                one(root)
            }
            Op::Array(xs) => one(Value::array(xs.iter().map(|x| env.get(*x).cloned()).collect::<Result<_, _>>()?)),
            Op::Repeat(x, n) => one(Value::array(vec![env.get(*x)?.clone(); count(env, *n)?])),
            Op::Push(vector, x) => {
                let x = env.get(*x)?.clone();
                one(push(env.take(*vector)?, x)?)
            }
            Op::Pop(vector) => pop(env.take(*vector)?),
            Op::Swap(root, a, b) => {
                let (a, b) = (env.path(a)?, env.path(b)?);
                let mut root = env.take(*root)?;
                swap(&mut root, &a, &b)?;
                one(root)
            }
            Op::Struct(path, _) => Err(format!("`{path}`: structs are not interpreted")),
            Op::Tuple(xs) => one(Value::Tuple(xs.iter().map(|x| env.get(*x).cloned()).collect::<Result<_, _>>()?)),
            Op::Zero(Some(shape)) => one(zero_of_shape(env.get(*shape)?)),
            Op::Zero(None) => one(self.static_zero(&ty)?),
            Op::ShapeOf(x) => one(Value::Shape(Box::new(env.get(*x)?.zero()))),
            Op::Call(_) | Op::CallPrimal(_) | Op::CallJvp(_) | Op::CallVjp(_) | Op::Branch(..) | Op::Loop(_) | Op::Linear(_) => {
                Err("no simple operation".into())
            }
        }
    }

    fn linear(&mut self, env: &mut Env<'_>, op: &Linear, vars: &[Var]) -> Result<Vec<Value>, String> {
        let ty = match vars.first() {
            Some(v) => env.ty(*v)?.clone(),
            None => Ty::unit(),
        };
        let one = |v: Value| Ok(vec![v]);
        match op {
            Linear::Zero(Some(shape)) => one(zero_of_shape(env.get(*shape)?)),
            Linear::Zero(None) => one(self.static_zero(&ty)?),
            Linear::Drop(x, _) => {
                env.take(*x)?;
                Ok(Vec::new())
            }
            Linear::Dup(x) => {
                let x = env.take(*x)?;
                Ok(vec![x.clone(), x])
            }
            Linear::Add(x, y) => {
                let mut x = env.take(*x)?;
                add(&mut x, &env.take(*y)?)?;
                one(x)
            }
            Linear::Neg(x) => one(each_scalar(env.take(*x)?, &|x| -x)),
            Linear::Scale(x, k) => {
                let k = real(env.get(*k)?)?;
                one(each_scalar(env.take(*x)?, &|x| k * x))
            }
            Linear::Unscale(x, k) => {
                let k = real(env.get(*k)?)?;
                one(each_scalar(env.take(*x)?, &|x| x / k))
            }
            Linear::Cast(x) => one(cast(env.take(*x)?, &ty)?),
            Linear::Read(place) => {
                let value = env.at(place)?;
                Ok(vec![value, env.take(place.root)?])
            }
            Linear::Accumulate(place, x) => {
                let path = env.path(&place.path)?;
                let x = env.take(*x)?;
                let mut root = if env.function.ty(place.root).is_scalar() { env.get(place.root)?.clone() } else { env.take(place.root)? };
                change(&mut root, &path, &mut |slot| add(slot, &x))?;
                one(root)
            }
            Linear::Update(place, x) => {
                let path = env.path(&place.path)?;
                let x = env.take(*x)?;
                let mut root = if env.function.ty(place.root).is_scalar() { env.get(place.root)?.clone() } else { env.take(place.root)? };
                set(&mut root, &path, x)?;
                one(root)
            }
            Linear::Take(place) => {
                let path = env.path(&place.path)?;
                let mut root = if env.function.ty(place.root).is_scalar() { env.get(place.root)?.clone() } else { env.take(place.root)? };
                let value = at(&root, &path)?;
                set(&mut root, &path, value.zero())?;
                Ok(vec![value, root])
            }
            Linear::Array(xs) => one(Value::array(xs.iter().map(|x| env.take(*x)).collect::<Result<_, _>>()?)),
            Linear::Unpack(x) => match env.take(*x)? {
                Value::Array(xs) => Ok(xs.to_vec()),
                other => Err(format!("unpack of {}", other.kind())),
            },
            Linear::Repeat(x, n) => {
                let n = count(env, *n)?;
                one(Value::array(vec![env.take(*x)?; n]))
            }
            Linear::Sum(x, n) => {
                let n = count(env, *n)?;
                let Value::Array(xs) = env.take(*x)? else { return Err("a sum of what is no array".into()) };
                if xs.len() != n {
                    return Err(format!("a sum of {n} elements of {}", xs.len()));
                }
                match xs.split_first() {
                    None => one(self.static_zero(&ty)?),
                    Some((first, rest)) => {
                        let mut sum = first.clone();
                        for x in rest {
                            add(&mut sum, x)?;
                        }
                        one(sum)
                    }
                }
            }
            Linear::Push(vector, x) => {
                let x = env.take(*x)?;
                one(push(env.take(*vector)?, x)?)
            }
            Linear::Pop(vector) => pop(env.take(*vector)?),
            Linear::Swap(root, a, b) => {
                let (a, b) = (env.path(a)?, env.path(b)?);
                let mut root = env.take(*root)?;
                swap(&mut root, &a, &b)?;
                one(root)
            }
            Linear::Tuple(xs) => {
                let mut parts = xs.iter().map(|x| env.take(*x)).collect::<Result<Vec<_>, _>>()?;
                // discrete components have no variable, but their place
                if let Ty::Tuple(types) = &ty
                    && types.len() != parts.len()
                {
                    let mut active = parts.into_iter();
                    parts =
                        types.iter().map(|t| if t.is_discrete() { Value::unit() } else { active.next().unwrap_or(Value::Blank) }).collect();
                }
                one(Value::Tuple(parts))
            }
            Linear::Untuple(x) => {
                let ty = env.ty(*x)?.clone();
                let Value::Tuple(mut parts) = env.take(*x)? else { return Err("the components of what is no tuple".into()) };
                if let Ty::Tuple(types) = &ty
                    && types.len() == parts.len()
                    && types.len() != vars.len()
                {
                    parts = types.iter().zip(parts).filter(|(t, _)| !t.is_discrete()).map(|(_, p)| p).collect();
                }
                Ok(parts)
            }
            Linear::Call(_) => Err("no simple operation".into()),
        }
    }

    /// The zero of a type that has only one shape.
    fn static_zero(&self, ty: &Ty) -> Result<Value, String> {
        if ty.is_discrete() {
            return Ok(Value::unit());
        }
        match ty {
            Ty::Real(Real::F64 | Real::Param(_)) => Ok(Value::Real(0.0)),
            Ty::Real(Real::F32) => Ok(Value::F32(0.0)),
            Ty::Tuple(parts) => Ok(Value::Tuple(parts.iter().map(|p| self.static_zero(p)).collect::<Result<_, _>>()?)),
            Ty::Array(e, n) => {
                let n = match cost::array_length(n) {
                    Some(n) => n as usize,
                    None => match self.program.constant(&n.to_string().replace(' ', "")) {
                        Some(Value::Int(n)) => usize::try_from(n).map_err(|_| "a negative length")?,
                        _ => return Err(format!("the length {n} is not known")),
                    },
                };
                Ok(Value::array(vec![self.static_zero(e)?; n]))
            }
            other => Err(format!("the zero of {other} needs a shape")),
        }
    }

    /// The final carried values, then the collected rows.
    fn loop_(&mut self, env: &mut Env<'_>, lp: &Loop, op: &Op) -> Result<Vec<Value>, String> {
        let mut carried: Vec<Value> = lp.carried.iter().map(|c| env.read(c.init)).collect::<Result<_, _>>()?;
        // an array that the body updates is moved into the loop, so that it is not copied
        if carried.iter().any(|v| matches!(v, Value::Array(_))) {
            check::consumed(op, env.function).into_iter().for_each(|v| env.clear(v));
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
                env.bind(*var, Value::Int(values.at(i)))?;
            }
            if let Some((rows, vars)) = &rows {
                let row = rows.get(i as usize).ok_or("a loop consumes more rows than there are")?;
                env.bind_all(vars, row.clone())?;
            }
            // an iteration without lets is a step as well, or an empty endless loop would not end
            self.steps = self.steps.checked_sub(1).ok_or("the program takes too many steps")?;
            let (next, mut tail) = self.block(env, &lp.body, &tail)?;
            carried = next;
            if carried.len() != lp.carried.len() {
                return Err("a loop body with another number of results than carried variables".into());
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

    fn stages(&self, callee: &Callee) -> Result<&'p Stages, String> {
        self.program.stages(callee).ok_or_else(|| format!("the function `{}` is not known", callee.key()))
    }

    /// The arguments of a call as the callee's leaves, and the roots that it consumes, with the places in them.
    fn arguments(&self, env: &mut Env<'_>, call: &Call, stages: &Stages) -> Result<(Vec<Value>, Vec<Consumed>), String> {
        let params = &stages.interface.params;
        if params.len() != call.arguments.len() {
            return Err(format!(
                "{} arguments for `{}`, which has {} parameters",
                call.arguments.len(),
                stages.interface.name,
                params.len()
            ));
        }
        let mut leaves = Vec::new();
        let mut roots = Vec::new();
        for (argument, param) in call.arguments.iter().zip(params) {
            let value = match argument {
                Argument::Value(tree) => {
                    let values = tree.leaves().into_iter().map(|v| env.get(v).cloned()).collect::<Result<Vec<_>, _>>()?;
                    nest(tree, &mut values.into_iter())
                }
                Argument::Shared(v) => env.get(*v)?.clone(),
                Argument::Unique(place) => {
                    let path = env.path(&place.path)?;
                    let mut root =
                        if env.function.ty(place.root).is_scalar() { env.get(place.root)?.clone() } else { env.take(place.root)? };
                    // the whole is moved, so that the callee is its only owner
                    let value = if path.is_empty() { std::mem::replace(&mut root, Value::Blank) } else { at(&root, &path)? };
                    roots.push((root, path));
                    value
                }
            };
            unnest(&param.value, value, &mut leaves)?;
        }
        Ok((leaves, roots))
    }

    /// What the callee's non-linear results are for the caller: the leaves of the output as the caller nests it, then the
    /// new versions of unique arguments.
    fn returned(&self, call: &Call, stages: &Stages, results: Vec<Value>, roots: Vec<Consumed>) -> Result<Vec<Value>, String> {
        let mut results = results.into_iter();
        let output = nest(&stages.interface.output_value, &mut results);
        let mut values = Vec::new();
        unnest(&call.output, output, &mut values)?;
        for (mut root, path) in roots {
            set(&mut root, &path, results.next().ok_or("a call does not return its unique argument")?)?;
            values.push(root);
        }
        Ok(values)
    }

    /// A call of the primal, or of the unzipped primal, which gives a frame.
    fn call(&mut self, env: &mut Env<'_>, call: &Call, unzipped: bool) -> Result<(Vec<Value>, Option<Value>), String> {
        let stages = self.stages(&call.callee)?;
        let (arguments, roots) = self.arguments(env, call, stages)?;
        if !unzipped {
            let results = self.function(&stages.primal, arguments)?;
            return Ok((self.returned(call, stages, results, roots)?, None));
        }
        // a unique argument is not kept: its callee would have to copy it
        let kept = arguments
            .iter()
            .zip(callee_leaves(stages))
            .map(|(a, l)| if l.passing == Passing::Unique { Value::Blank } else { a.clone() })
            .collect();
        let mut results = self.function(&stages.unzipped, arguments)?;
        let n = stages.primal.body.results.len();
        if results.len() < n {
            return Err(format!("the unzipped `{}` has too few results", stages.interface.name));
        }
        let residuals = results.split_off(n);
        let frame = Value::Frame(Rc::new(FrameValue { residuals, arguments: kept }));
        Ok((self.returned(call, stages, results, roots)?, Some(frame)))
    }

    /// The zero of a callee's leaf, from the value of the argument if the type does not tell.
    fn leaf_zero(&self, ty: &Ty, value: Option<&Value>) -> Result<Value, String> {
        match value {
            Some(v) if *v != Value::Blank => Ok(v.zero()),
            _ => self.static_zero(ty),
        }
    }

    /// The tangent of a leaf as the caller gives it; blank if only the callee can tell which zero it is.
    fn given(&self, env: &mut Env<'_>, leaf: &LinearLeaf) -> Result<Value, String> {
        match (leaf.var, leaf.shape) {
            (Some(v), _) => env.take(v),
            (None, Some(shape)) => Ok(zero_of_shape(env.get(shape)?)),
            (None, None) => Ok(Value::Blank),
        }
    }

    /// The linear side of the arguments of a call, leaf by leaf of the callee (blank where the caller gives none), and the threaded
    /// variables. A transposed call consumes no values.
    fn linear_arguments(&self, env: &mut Env<'_>, c: &LinearCall, stages: &Stages) -> Result<(Vec<Value>, Vec<Threaded>), String> {
        let params = &stages.interface.params;
        if params.len() != c.arguments.len() || params.len() != c.call.arguments.len() {
            return Err(format!(
                "a linear call of `{}` with {} arguments instead of {}",
                stages.interface.name,
                c.arguments.len(),
                params.len()
            ));
        }
        let mut dots = Vec::new();
        let mut threaded = Vec::new();
        for ((side, argument), param) in c.arguments.iter().zip(&c.call.arguments).zip(params) {
            let value = match side {
                LinearArgument::None => Value::Blank,
                LinearArgument::Value(_) if c.transposed => Value::Blank,
                LinearArgument::Value(leaves) => {
                    let values = leaves.iter().map(|l| self.given(env, l)).collect::<Result<Vec<_>, _>>()?;
                    match argument {
                        Argument::Value(tree) => nest(tree, &mut values.into_iter()),
                        Argument::Shared(_) | Argument::Unique(_) => values.into_iter().next().unwrap_or(Value::Blank),
                    }
                }
                LinearArgument::Threaded(place) => {
                    let path = env.path(&place.path)?;
                    let mut root =
                        if env.function.ty(place.root).is_scalar() { env.get(place.root)?.clone() } else { env.take(place.root)? };
                    let value = if path.is_empty() { std::mem::replace(&mut root, Value::Blank) } else { at(&root, &path)? };
                    threaded.push(Threaded { root, path, leaf: dots.len() });
                    value
                }
            };
            unnest(&param.value, value, &mut dots)?;
        }
        Ok((dots, threaded))
    }

    /// The tangents that the callee wants, those of its active leaves; what the caller does not give is zero.
    /// What the callee does not want remains in `dots`.
    fn wanted(&self, leaves: &[CalleeLeaf], dots: &mut [Value], values: &[Value]) -> Result<Vec<Value>, String> {
        let mut wanted = Vec::new();
        for (i, leaf) in leaves.iter().enumerate().filter(|(_, l)| l.active) {
            let dot = std::mem::replace(&mut dots[i], Value::Blank);
            wanted.push(if dot == Value::Blank || dot.is_unit() { self.leaf_zero(&leaf.ty, values.get(i))? } else { dot });
        }
        Ok(wanted)
    }

    /// What a forward linear call binds, from the callee's linear results: the tangents of the output, then the threaded variables.
    fn forward_results(
        &mut self,
        c: &LinearCall,
        stages: &Stages,
        results: Vec<Value>,
        leaves: &[CalleeLeaf],
        dots: Dots,
        threaded: Vec<Threaded>,
    ) -> Result<Vec<Value>, String> {
        let types = output_types(stages);
        let actives = types.iter().filter(|t| !t.is_discrete()).count();
        if results.len() < actives {
            return Err(format!("the linear `{}` has too few results", stages.interface.name));
        }
        let mut results = results.into_iter();
        let mut tangents: Vec<Value> = Vec::new();
        for ty in &types {
            tangents.push(if ty.is_discrete() { Value::unit() } else { results.next().unwrap_or(Value::Blank) });
        }
        let output = nest(&stages.interface.output_value, &mut tangents.into_iter());
        let mut by_leaf = Vec::new();
        unnest(&c.call.output, output, &mut by_leaf)?;
        let (taken, ignored): (Vec<_>, Vec<_>) = c.outputs.iter().zip(by_leaf).partition(|(l, _)| l.var.is_some());
        let mut bound: Vec<Value> = taken.into_iter().map(|(_, v)| v).collect();
        ignored.iter().for_each(|(_, v)| self.drop_unseen(v));

        // the callee returns all of its threaded tangents, or only those that may have changed
        let unique_only = results.len() < leaves.iter().filter(|l| l.threaded).count();
        let mut finals: Vec<Option<Value>> = Vec::new();
        for leaf in leaves {
            let returned = leaf.threaded && (!unique_only || leaf.passing == Passing::Unique);
            finals.push(if returned { Some(results.next().ok_or("a linear call does not return its threaded tangents")?) } else { None });
        }
        if results.next().is_some() {
            return Err(format!("the linear `{}` has too many results", stages.interface.name));
        }
        for mut t in threaded {
            let unchanged = if dots.left[t.leaf] == Value::Blank { &dots.shared[t.leaf] } else { &dots.left[t.leaf] };
            let last = finals[t.leaf].take().unwrap_or_else(|| unchanged.clone());
            set(&mut t.root, &t.path, last)?;
            bound.push(t.root);
        }
        // those that the caller made of zeros
        finals.iter().flatten().for_each(|v| self.drop_unseen(v));
        Ok(bound)
    }

    /// What a call gives and the caller has no variable for is dropped like a variable.
    fn drop_unseen(&mut self, value: &Value) {
        if self.drops == Drops::Charged {
            self.work += value.scalars();
        }
    }

    fn call_jvp(&mut self, env: &mut Env<'_>, c: &LinearCall) -> Result<Vec<Value>, String> {
        let stages = self.stages(&c.call.callee)?;
        let leaves = callee_leaves(stages);
        let (mut arguments, roots) = self.arguments(env, &c.call, stages)?;
        let (mut dots, threaded) = self.linear_arguments(env, c, stages)?;
        if arguments.len() != leaves.len() || dots.len() != leaves.len() {
            return Err(format!("a call of `{}` with another number of leaves", stages.interface.name));
        }
        let shared = kept_shared(&leaves, &dots);
        arguments.extend(self.wanted(&leaves, &mut dots, &arguments)?);
        let mut results = self.function(&stages.jvp, arguments)?;
        let n = stages.primal.body.results.len();
        if results.len() < n {
            return Err(format!("the jvp of `{}` has too few results", stages.interface.name));
        }
        let linear = results.split_off(n);
        let mut bound = self.returned(&c.call, stages, results, roots)?;
        bound.extend(self.forward_results(c, stages, linear, &leaves, Dots { left: dots, shared }, threaded)?);
        Ok(bound)
    }

    fn linear_call(&mut self, env: &mut Env<'_>, c: &LinearCall) -> Result<Vec<Value>, String> {
        let stages = self.stages(&c.call.callee)?;
        let leaves = callee_leaves(stages);
        let frame = match env.get(c.frame.ok_or("a linear call without its frame")?)? {
            Value::Frame(frame) => frame.clone(),
            other => return Err(format!("{} as a frame", other.kind())),
        };
        let function = if c.transposed { &stages.transposed } else { &stages.linear };
        let mut arguments = self.shared_arguments(env, c, stages, function, frame.residuals.len())?;
        arguments.extend(frame.residuals.iter().cloned());
        let (mut dots, threaded) = self.linear_arguments(env, c, stages)?;
        if dots.len() != leaves.len() {
            return Err(format!("a linear call of `{}` with another number of leaves", stages.interface.name));
        }
        if !c.transposed {
            let shared = kept_shared(&leaves, &dots);
            arguments.extend(self.wanted(&leaves, &mut dots, &frame.arguments)?);
            let results = self.function(function, arguments)?;
            return self.forward_results(c, stages, results, &leaves, Dots { left: dots, shared }, threaded);
        }

        arguments.extend(self.transposed_inputs(env, c, stages, &mut dots, &frame.arguments)?);
        let results = self.function(function, arguments)?;
        self.transposed_results(c, stages, results, dots, threaded, &frame.arguments)
    }

    /// A call of both the primal and the transposed map: as the callee's schedule has it.
    fn call_vjp(&mut self, env: &mut Env<'_>, c: &LinearCall) -> Result<Vec<Value>, String> {
        let stages = self.stages(&c.call.callee)?;
        let residuals = stages.residuals.len();
        let mut transposed_arguments = self.shared_arguments(env, c, stages, &stages.transposed, residuals)?;
        let (arguments, roots) = self.arguments(env, &c.call, stages)?;
        let (mut dots, threaded) = self.linear_arguments(env, c, stages)?;
        let inputs = self.transposed_inputs(env, c, stages, &mut dots, &arguments)?;
        let n = stages.primal.body.results.len();
        let (results, linear) = match &stages.vjp {
            Some(vjp) => {
                let mut results = self.function(vjp, [&arguments[..], &inputs[..]].concat())?;
                let linear = results.split_off(n);
                (results, linear)
            }
            None => {
                let mut results = self.function(&stages.unzipped, arguments.clone())?;
                transposed_arguments.extend(results.split_off(n));
                transposed_arguments.extend(inputs);
                (results, self.function(&stages.transposed, transposed_arguments)?)
            }
        };
        let mut bound = self.returned(&c.call, stages, results, roots)?;
        bound.extend(self.transposed_results(c, stages, linear, dots, threaded, &arguments)?);
        Ok(bound)
    }

    /// What a transposed map takes: the cotangents of the output, and the accumulators. `values` are the arguments' values, leaf by leaf.
    fn transposed_inputs(
        &self,
        env: &mut Env<'_>,
        c: &LinearCall,
        stages: &Stages,
        dots: &mut [Value],
        values: &[Value],
    ) -> Result<Vec<Value>, String> {
        let leaves = callee_leaves(stages);
        let mut arguments = Vec::new();
        // cotangents of the output
        let given = c.outputs.iter().map(|l| self.given(env, l)).collect::<Result<Vec<_>, _>>()?;
        let mut seeds = Vec::new();
        unnest(&stages.interface.output_value, nest(&c.call.output, &mut given.into_iter()), &mut seeds)?;
        for (seed, ty) in seeds.into_iter().zip(output_types(stages)).filter(|(_, t)| !t.is_discrete()) {
            arguments.push(if seed == Value::Blank || seed.is_unit() { self.static_zero(&ty)? } else { seed });
        }
        // accumulators
        for (i, leaf) in leaves.iter().enumerate().filter(|(_, l)| l.threaded) {
            let dot = std::mem::replace(&mut dots[i], Value::Blank);
            arguments.push(if dot == Value::Blank { self.leaf_zero(&leaf.ty, values.get(i))? } else { dot });
        }
        Ok(arguments)
    }

    /// What a transposed call binds, from the callee's linear results.
    fn transposed_results(
        &mut self,
        c: &LinearCall,
        stages: &Stages,
        results: Vec<Value>,
        mut dots: Vec<Value>,
        threaded: Vec<Threaded>,
        values: &[Value],
    ) -> Result<Vec<Value>, String> {
        let leaves = callee_leaves(stages);
        let mut results = results.into_iter();
        let mut cotangents: Vec<Value> = Vec::new();
        for (i, leaf) in leaves.iter().enumerate() {
            cotangents.push(if leaf.active {
                let cotangent = results.next().ok_or("a transposed call does not return all cotangents")?;
                match std::mem::replace(&mut dots[i], Value::Blank) {
                    Value::Blank => cotangent,
                    // the callee gives a cotangent of its own, which is added to the caller's
                    mut accumulator => {
                        self.work += cotangent.scalars();
                        add(&mut accumulator, &cotangent)?;
                        accumulator
                    }
                }
            } else if leaf.passing == Passing::Value {
                // the caller may not know that the callee is constant in it
                values.get(i).map_or(Value::unit(), Value::zero)
            } else {
                // an accumulator that the callee does not touch goes back as it came
                std::mem::replace(&mut dots[i], Value::Blank)
            });
        }
        if results.next().is_some() {
            return Err(format!("the transposed `{}` has too many results", stages.interface.name));
        }
        let mut bound = Vec::new();
        let mut first = 0;
        for ((side, argument), param) in c.arguments.iter().zip(&c.call.arguments).zip(&stages.interface.params) {
            let n = param.value.leaves().len();
            if let (LinearArgument::Value(wanted), Argument::Value(tree)) = (side, argument) {
                let mut by_leaf = Vec::new();
                unnest(tree, nest(&param.value, &mut cotangents[first..first + n].iter().cloned()), &mut by_leaf)?;
                bound.extend(wanted.iter().zip(&by_leaf).filter(|(l, _)| l.var.is_some()).map(|(_, v)| v.clone()));
                wanted.iter().zip(&by_leaf).filter(|(l, _)| l.var.is_none()).for_each(|(_, v)| self.drop_unseen(v));
            } else if !matches!(side, LinearArgument::Threaded(_)) {
                leaves[first..first + n].iter().zip(&cotangents[first..]).filter(|(l, _)| l.active).for_each(|(_, v)| self.drop_unseen(v));
            }
            first += n;
        }
        for mut t in threaded {
            set(&mut t.root, &t.path, std::mem::replace(&mut cotangents[t.leaf], Value::Blank))?;
            bound.push(t.root);
        }
        Ok(bound)
    }

    /// The arguments by shared reference that a linear function has as parameters: all of them, or those whose variables it names.
    fn shared_arguments(
        &self,
        env: &Env<'_>,
        c: &LinearCall,
        stages: &Stages,
        function: &Function,
        residuals: usize,
    ) -> Result<Vec<Value>, String> {
        let shared: Vec<(Option<Var>, Var)> = c
            .call
            .arguments
            .iter()
            .zip(&stages.interface.params)
            .filter_map(|(a, p)| match a {
                Argument::Shared(v) => Some((p.value.leaves().first().copied(), *v)),
                Argument::Value(_) | Argument::Unique(_) => None,
            })
            .collect();
        let params: Vec<Var> = function.params.iter().copied().filter(|v| !function.is_linear(*v)).collect();
        let first =
            params.len().checked_sub(residuals).ok_or_else(|| format!("`{}` has fewer parameters than residuals", function.name))?;
        if first == shared.len() {
            return shared.iter().map(|(_, v)| env.get(*v).cloned()).collect();
        }
        params[..first]
            .iter()
            .map(|p| match shared.iter().find(|(leaf, _)| *leaf == Some(*p)) {
                Some((_, v)) => env.get(*v).cloned(),
                None => Err(format!("`{}` has the parameter {p:?}, which is no shared parameter of its primal", function.name)),
            })
            .collect()
    }
}

/// The tangents by shared reference, to be handed back if the callee does not.
fn kept_shared(leaves: &[CalleeLeaf], dots: &[Value]) -> Vec<Value> {
    leaves.iter().zip(dots).map(|(l, d)| if l.passing == Passing::Shared { d.clone() } else { Value::Blank }).collect()
}

fn count(env: &Env<'_>, var: Var) -> Result<usize, String> {
    let n = env.index(var)?;
    // more than this is a mistake of a test, and would exhaust memory
    if n > 1 << 26 { Err(format!("a sequence of length {n}")) } else { Ok(n) }
}

fn push(vector: Value, x: Value) -> Result<Value, String> {
    match vector {
        Value::Array(mut xs) => {
            Rc::make_mut(&mut xs).push(x);
            Ok(Value::Array(xs))
        }
        other => Err(format!("push to {}", other.kind())),
    }
}

fn pop(vector: Value) -> Result<Vec<Value>, String> {
    match vector {
        Value::Array(mut xs) => {
            let x = Rc::make_mut(&mut xs).pop().ok_or("pop of an empty vector")?;
            Ok(vec![Value::Array(xs), x])
        }
        other => Err(format!("pop of {}", other.kind())),
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
        let span = to.checked_sub(from).and_then(|n| n.checked_add(i128::from(range.inclusive))).ok_or("too long a range")?;
        let mut p = Progression { first: from, step: 1, count: u64::try_from(span.max(0)).map_err(|_| "too long a range")? };
        for adaptor in &range.adaptors {
            match adaptor {
                Adaptor::Reverse => {
                    p.first = p.at(p.count.saturating_sub(1));
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

    fn at(&self, i: u64) -> i128 {
        self.first.wrapping_add(self.step.wrapping_mul(i128::from(i)))
    }
}

/// The bounds of an integer type, and its number of bits. Of `u128` only what fits an `i128`.
fn int_type(name: &str) -> (i128, i128, u32) {
    match name {
        "i8" => (i8::MIN.into(), i8::MAX.into(), 8),
        "i16" => (i16::MIN.into(), i16::MAX.into(), 16),
        "i32" => (i32::MIN.into(), i32::MAX.into(), 32),
        "i64" | "isize" => (i64::MIN.into(), i64::MAX.into(), 64),
        "u8" => (0, u8::MAX.into(), 8),
        "u16" => (0, u16::MAX.into(), 16),
        "u32" => (0, u32::MAX.into(), 32),
        "u64" | "usize" => (0, u64::MAX.into(), 64),
        "u128" => (0, i128::MAX, 128),
        _ => (i128::MIN, i128::MAX, 128),
    }
}

fn in_range(i: Option<i128>, ty: &Ty) -> Result<Value, String> {
    let (min, max) = match ty {
        Ty::Int(name) => {
            let (min, max, _) = int_type(name);
            (min, max)
        }
        _ => (i128::MIN, i128::MAX),
    };
    match i {
        Some(i) if (min..=max).contains(&i) => Ok(Value::Int(i)),
        _ => Err(format!("an integer overflows {ty}")),
    }
}

/// A wide integer cut to the bits of a type, as `as` does.
fn wrap(i: i128, name: &str) -> i128 {
    let (min, _, bits) = int_type(name);
    if bits == 128 {
        return i;
    }
    let low = i & ((1 << bits) - 1);
    // the sign bit of a signed type
    if min < 0 && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
}

fn literal(literal: &Literal, ty: &Ty) -> Result<Value, String> {
    match literal {
        Literal::Real(x) | Literal::Named(_, x) => Ok(if *ty == Ty::Real(Real::F32) { Value::F32(*x as f32) } else { Value::Real(*x) }),
        Literal::Int(i) => in_range(Some(*i), ty),
        Literal::Bool(b) => Ok(Value::Bool(*b)),
        Literal::Source(tokens) => source_literal(&tokens.to_string(), ty),
    }
}

/// The value of a literal as written.
fn source_literal(text: &str, ty: &Ty) -> Result<Value, String> {
    match text {
        "true" => return Ok(Value::Bool(true)),
        "false" => return Ok(Value::Bool(false)),
        _ => {}
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(Value::Text(text.to_string()));
    }
    let plain = text.replace('_', "");
    let bad = || format!("the literal {text}");
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = plain.strip_prefix(prefix) {
            // a suffix starts with a letter that is no digit of the radix
            let digits = digits.split(['u', 'i']).next().unwrap_or(digits);
            return in_range(i128::from_str_radix(digits, radix).ok(), ty);
        }
    }
    // before `e` is taken for an exponent: `usize` has one
    if plain.contains(['u', 'i']) {
        return in_range(plain.split(['u', 'i']).next().and_then(|digits| digits.parse().ok()), ty);
    }
    let single = plain.ends_with("f32") || *ty == Ty::Real(Real::F32);
    let number = plain.trim_end_matches("f32").trim_end_matches("f64");
    let is_real = single || number.len() < plain.len() || matches!(ty, Ty::Real(_)) || number.contains(['.', 'e', 'E']);
    if is_real && single {
        return number.parse().map(Value::F32).map_err(|_| bad());
    }
    if is_real {
        return number.parse().map(Value::Real).map_err(|_| bad());
    }
    in_range(plain.parse().ok(), ty)
}

/// `value as ty`. A type that only rustc knows changes nothing.
fn cast(value: Value, ty: &Ty) -> Result<Value, String> {
    match (value, ty) {
        (Value::Dual(x, t), Ty::Real(Real::F32)) => Ok(Value::Dual(f64::from(x as f32), t)),
        (v @ Value::Dual(..), Ty::Real(Real::F64 | Real::Param(_))) => Ok(v),
        (Value::Int(i), Ty::Real(Real::F32)) => Ok(Value::F32(i as f32)),
        (Value::Int(i), Ty::Real(Real::F64 | Real::Param(_))) => Ok(Value::Real(i as f64)),
        (v @ (Value::Real(_) | Value::F32(_)), Ty::Real(r)) => Ok(match r {
            Real::F32 => Value::F32(real(&v)? as f32),
            Real::F64 | Real::Param(_) => Value::Real(real(&v)?),
        }),
        // towards zero, saturating, NaN to 0
        (v @ (Value::Real(_) | Value::F32(_) | Value::Dual(..)), Ty::Int(name)) => {
            let (min, max, _) = int_type(name);
            Ok(Value::Int((real(&v)? as i128).clamp(min, max)))
        }
        (Value::Int(i), Ty::Int(name)) => Ok(Value::Int(wrap(i, name))),
        (Value::Bool(b), Ty::Int(_)) => Ok(Value::Int(i128::from(b))),
        (v @ Value::Bool(_), Ty::Bool) => Ok(v),
        (v, Ty::Projected(_) | Ty::Foreign(_)) => Ok(v),
        (v, _) if v.is_unit() => Ok(v),
        (v, ty) => Err(format!("a cast of {} to {ty}", v.kind())),
    }
}

/// Constants of std by their paths.
fn std_constant(code: &str, ty: &Ty) -> Option<Value> {
    use std::f64::consts;
    let segments: Vec<&str> = code.split("::").filter(|s| !matches!(*s, "" | "std" | "core" | "consts")).collect();
    let (name, of) = match segments.as_slice() {
        [name] => (*name, None),
        [of, name] => (*name, Some(*of)),
        _ => return None,
    };
    let int = match of {
        Some(t) if t.starts_with(['i', 'u']) => Some(t),
        _ => None,
    };
    if let Some(int) = int {
        let (min, max, bits) = int_type(int);
        return match name {
            "MIN" => Some(Value::Int(min)),
            "MAX" => Some(Value::Int(max)),
            "BITS" => Some(Value::Int(bits.into())),
            _ => None,
        };
    }
    let single = of == Some("f32") || (of.is_none() && *ty == Ty::Real(Real::F32));
    let x = match name {
        "PI" => consts::PI,
        "TAU" => consts::TAU,
        "E" => consts::E,
        "FRAC_PI_2" => consts::FRAC_PI_2,
        "FRAC_PI_3" => consts::FRAC_PI_3,
        "FRAC_PI_4" => consts::FRAC_PI_4,
        "FRAC_PI_6" => consts::FRAC_PI_6,
        "FRAC_PI_8" => consts::FRAC_PI_8,
        "FRAC_1_PI" => consts::FRAC_1_PI,
        "FRAC_2_PI" => consts::FRAC_2_PI,
        "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
        "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
        "SQRT_2" => consts::SQRT_2,
        "LN_2" => consts::LN_2,
        "LN_10" => consts::LN_10,
        "LOG2_E" => consts::LOG2_E,
        "LOG2_10" => consts::LOG2_10,
        "LOG10_E" => consts::LOG10_E,
        "LOG10_2" => consts::LOG10_2,
        // of these the name alone says nothing
        _ if of.is_none() => return None,
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::NAN,
        "MAX" if single => f32::MAX.into(),
        "MAX" => f64::MAX,
        "MIN" if single => f32::MIN.into(),
        "MIN" => f64::MIN,
        "MIN_POSITIVE" if single => f32::MIN_POSITIVE.into(),
        "MIN_POSITIVE" => f64::MIN_POSITIVE,
        "EPSILON" if single => f32::EPSILON.into(),
        "EPSILON" => f64::EPSILON,
        _ => return None,
    };
    Some(if single { Value::F32(x as f32) } else { Value::Real(x) })
}

/// The value of a primitive.
pub fn evaluate_prim(prim: Prim, args: &[Value], ty: &Ty) -> Result<Value, String> {
    let row = row(prim);
    if args.len() != row.arity {
        return Err(format!("`{}` of {} operands", row.name, args.len()));
    }
    match &args[0] {
        Value::Real(_) | Value::F32(_) | Value::Dual(..) => real_prim(prim, args, ty),
        Value::Int(_) => int_prim(prim, args, ty),
        Value::Bool(a) => match (&args.get(1), prim) {
            (None, Prim::Not) => Ok(Value::Bool(!a)),
            (Some(Value::Bool(b)), Prim::BitAnd) => Ok(Value::Bool(a & b)),
            (Some(Value::Bool(b)), Prim::BitOr) => Ok(Value::Bool(a | b)),
            (Some(Value::Bool(b)), Prim::BitXor) => Ok(Value::Bool(a ^ b)),
            (Some(Value::Bool(b)), _) => compare(prim, Some(a.cmp(b))),
            _ => Err(format!("`{}` of a truth value", row.name)),
        },
        // of other values only equality is known
        Value::Text(_) | Value::Tuple(_) | Value::Array(_) => match prim {
            Prim::Eq => Ok(Value::Bool(args[0] == args[1])),
            Prim::Ne => Ok(Value::Bool(args[0] != args[1])),
            _ => Err(format!("`{}` of {}", row.name, args[0].kind())),
        },
        Value::Rows(_) | Value::Shape(_) | Value::Frame(_) | Value::Blank => Err(format!("`{}` of {}", row.name, args[0].kind())),
    }
}

fn compare(prim: Prim, order: Option<std::cmp::Ordering>) -> Result<Value, String> {
    Ok(Value::Bool(match prim {
        Prim::Eq => order.is_some_and(|o| o.is_eq()),
        Prim::Ne => !order.is_some_and(|o| o.is_eq()),
        Prim::Lt => order.is_some_and(|o| o.is_lt()),
        Prim::Le => order.is_some_and(|o| o.is_le()),
        Prim::Gt => order.is_some_and(|o| o.is_gt()),
        Prim::Ge => order.is_some_and(|o| o.is_ge()),
        other => return Err(format!("`{}` of discrete values", row(other).name)),
    }))
}

fn real_prim(prim: Prim, args: &[Value], ty: &Ty) -> Result<Value, String> {
    let row = row(prim);
    let x: Vec<f64> = args
        .iter()
        .map(|a| match a {
            Value::Int(n) => Ok(*n as f64),
            other => real(other),
        })
        .collect::<Result<_, _>>()?;
    match prim {
        // std panics here
        Prim::Clamp if !matches!(x[1].partial_cmp(&x[2]), Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)) => {
            return Err(format!("clamp to {}..{}", x[1], x[2]));
        }
        // the table's recurrence takes as many steps as the argument is below 10
        Prim::Digamma | Prim::Trigamma if x[0] < -1e6 => return Err(format!("`{}` of {}", row.name, x[0])),
        _ => {}
    }
    let value = (row.evaluate)(&x);
    match row.output {
        Output::Bool => return Ok(Value::Bool(value != 0.0)),
        Output::Arm => return Ok(Value::Int(value as i128)),
        Output::First => {}
    }
    let single = *ty == Ty::Real(Real::F32) || args.iter().any(|a| matches!(a, Value::F32(_)));
    let rounded = if single { f64::from(value as f32) } else { value };
    if args.iter().any(|a| matches!(a, Value::Dual(..))) {
        let partials = closed_form(prim, &x)?;
        let mut tangent = 0.0;
        for (arg, partial) in args.iter().zip(partials) {
            if let Value::Dual(_, t) = arg {
                tangent += partial * t;
            }
        }
        return Ok(Value::Dual(rounded, tangent));
    }
    Ok(if single { Value::F32(value as f32) } else { Value::Real(value) })
}

fn int_prim(prim: Prim, args: &[Value], ty: &Ty) -> Result<Value, String> {
    let x: Vec<i128> = args
        .iter()
        .map(|a| match a {
            Value::Int(i) => Ok(*i),
            other => Err(format!("`{}` of an integer and {}", row(prim).name, other.kind())),
        })
        .collect::<Result<_, _>>()?;
    let (name, bits) = match ty {
        Ty::Int(name) => (*name, int_type(name).2),
        _ => ("i128", 128),
    };
    let by_zero = || "division by zero".to_string();
    let distance = || u32::try_from(x[1]).ok().filter(|d| *d < bits).ok_or_else(|| format!("a shift by {} overflows {ty}", x[1]));
    match prim {
        Prim::Add => in_range(x[0].checked_add(x[1]), ty),
        Prim::Sub => in_range(x[0].checked_sub(x[1]), ty),
        Prim::Mul => in_range(x[0].checked_mul(x[1]), ty),
        Prim::Div | Prim::Rem | Prim::DivEuclid | Prim::RemEuclid if x[1] == 0 => Err(by_zero()),
        Prim::Div => in_range(x[0].checked_div(x[1]), ty),
        Prim::DivEuclid => in_range(x[0].checked_div_euclid(x[1]), ty),
        // overflows where the quotient does
        Prim::Rem => in_range(x[0].checked_div(x[1]), ty).and_then(|_| in_range(x[0].checked_rem(x[1]), ty)),
        Prim::RemEuclid => in_range(x[0].checked_div(x[1]), ty).and_then(|_| in_range(x[0].checked_rem_euclid(x[1]), ty)),
        Prim::Neg => in_range(x[0].checked_neg(), ty),
        Prim::Abs => in_range(x[0].checked_abs(), ty),
        Prim::Signum => Ok(Value::Int(x[0].signum())),
        Prim::Max => Ok(Value::Int(x[0].max(x[1]))),
        Prim::Min => Ok(Value::Int(x[0].min(x[1]))),
        Prim::Clamp if x[1] > x[2] => Err(format!("clamp to {}..{}", x[1], x[2])),
        Prim::Clamp => Ok(Value::Int(x[0].clamp(x[1], x[2]))),
        Prim::Not => Ok(Value::Int(wrap(!x[0], name))),
        Prim::BitAnd => Ok(Value::Int(x[0] & x[1])),
        Prim::BitOr => Ok(Value::Int(x[0] | x[1])),
        Prim::BitXor => Ok(Value::Int(x[0] ^ x[1])),
        Prim::Shl => Ok(Value::Int(wrap(x[0].wrapping_shl(distance()?), name))),
        Prim::Shr => Ok(Value::Int(x[0] >> distance()?)),
        other => compare(other, Some(x[0].cmp(x.get(1).unwrap_or(&0)))),
    }
}

/// The partial derivatives of a primitive at a point, for the oracle: written from the calculus books and not from the table.
/// Kinks as declared: the branch that std takes, the first argument on a tie, 0 at the origin of `atan2` and `hypot`.
#[rustfmt::skip]
pub fn closed_form(prim: Prim, x: &[f64]) -> Result<Vec<f64>, String> {
    use std::f64::consts::PI;
    Ok(match prim {
        Prim::Add => vec![1.0, 1.0],
        Prim::Sub => vec![1.0, -1.0],
        Prim::Mul => vec![x[1], x[0]],
        Prim::Div => vec![1.0 / x[1], -x[0] / (x[1] * x[1])],
        Prim::Rem => vec![1.0, -(x[0] / x[1]).trunc()],
        Prim::RemEuclid => {
            // the quotient that leaves a remainder of at least 0
            let q = if x[1] > 0.0 { (x[0] / x[1]).floor() } else { (x[0] / x[1]).ceil() };
            vec![1.0, -q]
        }
        Prim::Neg => vec![-1.0],
        Prim::Sin => vec![x[0].cos()],
        Prim::Cos => vec![-x[0].sin()],
        Prim::Tan => vec![x[0].cos().powi(-2)],
        Prim::Asin => vec![((1.0 - x[0]) * (1.0 + x[0])).sqrt().recip()],
        Prim::Acos => vec![-((1.0 - x[0]) * (1.0 + x[0])).sqrt().recip()],
        Prim::Atan => vec![1.0f64.hypot(x[0]).powi(-2)],
        Prim::Atan2 => match x[0].hypot(x[1]) {
            0.0 => vec![0.0, 0.0],
            r => vec![x[1] / r / r, -x[0] / r / r],
        },
        Prim::Sinh => vec![(x[0].exp() + (-x[0]).exp()) / 2.0],
        Prim::Cosh => vec![x[0].sinh()],
        Prim::Tanh => vec![x[0].cosh().powi(-2)],
        Prim::Asinh => vec![1.0f64.hypot(x[0]).recip()],
        Prim::Acosh => vec![1.0 / ((x[0] - 1.0).sqrt() * (x[0] + 1.0).sqrt())],
        Prim::Atanh => vec![0.5 / (1.0 + x[0]) + 0.5 / (1.0 - x[0])],
        Prim::Exp => vec![x[0].exp()],
        Prim::Exp2 => vec![2f64.powf(x[0]) * 2f64.ln()],
        Prim::ExpM1 => vec![x[0].exp()],
        Prim::Ln => vec![x[0].recip()],
        Prim::Log => {
            let (lx, lb) = (x[0].ln(), x[1].ln());
            vec![1.0 / (x[0] * lb), -lx / (x[1] * lb * lb)]
        }
        Prim::Log2 => vec![1.0 / (x[0] * 2f64.ln())],
        Prim::Log10 => vec![1.0 / (x[0] * 10f64.ln())],
        Prim::Ln1p => vec![1.0 / (1.0 + x[0])],
        Prim::Sqrt => vec![0.5 * x[0].powf(-0.5)],
        Prim::Cbrt => vec![(x[0] * x[0]).cbrt().recip() / 3.0],
        // an exponent is discrete
        Prim::Powi => vec![if x[1] == 0.0 { 0.0 } else { x[1] * x[0].powi(x[1] as i32 - 1) }, 0.0],
        Prim::Powf => vec![
            if x[1] == 0.0 { 0.0 } else { x[1] * x[0].powf(x[1] - 1.0) },
            if x[0] == 0.0 && x[1] >= 0.0 { 0.0 } else { x[0].powf(x[1]) * x[0].ln() },
        ],
        Prim::Hypot => match (x[0] * x[0] + x[1] * x[1]).sqrt() {
            0.0 => vec![0.0, 0.0],
            r => vec![x[0] / r, x[1] / r],
        },
        Prim::Recip => vec![-x[0].powi(-2)],
        Prim::MulAdd => vec![x[1], x[0], 1.0],
        Prim::Abs => vec![if x[0] == 0.0 { 0.0 } else { x[0].signum() }],
        Prim::Max => if x[0] < x[1] || x[0].is_nan() && !x[1].is_nan() { vec![0.0, 1.0] } else { vec![1.0, 0.0] },
        Prim::Min => if x[0] > x[1] || x[0].is_nan() && !x[1].is_nan() { vec![0.0, 1.0] } else { vec![1.0, 0.0] },
        Prim::Clamp => if x[0] < x[1] { vec![0.0, 1.0, 0.0] } else if x[0] > x[2] { vec![0.0, 0.0, 1.0] } else { vec![1.0, 0.0, 0.0] },
        Prim::Copysign => vec![if x[0].is_sign_negative() == x[1].is_sign_negative() { 1.0 } else { -1.0 }, 0.0],
        Prim::Fract => vec![1.0],
        Prim::ToDegrees => vec![180.0 / PI],
        Prim::ToRadians => vec![PI / 180.0],
        // constant almost everywhere
        Prim::Signum | Prim::Floor | Prim::Ceil | Prim::Round | Prim::Trunc | Prim::RoundTiesEven | Prim::Sign0 => vec![0.0],
        Prim::DivEuclid | Prim::RemTrunc | Prim::CopysignPartial => vec![0.0, 0.0],
        Prim::Erf => vec![2.0 / PI.sqrt() / (x[0] * x[0]).exp()],
        Prim::LnGamma => vec![polygamma(0, x[0])],
        Prim::Digamma => vec![polygamma(1, x[0])],
        Prim::Trigamma => vec![polygamma(2, x[0])],
        // discrete, or helpers that stand in no user's function
        Prim::Not | Prim::BitAnd | Prim::BitOr | Prim::BitXor | Prim::Shl | Prim::Shr
        | Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge
        | Prim::IsNan | Prim::IsFinite | Prim::IsInfinite | Prim::IsSignNegative | Prim::IsSignPositive
        | Prim::PowiPartial | Prim::PowfPartialX | Prim::PowfPartialY | Prim::HypotPartial | Prim::Atan2PartialY | Prim::Atan2PartialX
        | Prim::MaxTakesFirst | Prim::MinTakesFirst | Prim::ClampArm => {
            return Err(format!("the oracle has no derivative of `{}`", row(prim).name));
        }
    })
}

/// ψ⁽ᵐ⁾ for m = 0, 1, 2: terms of the series Σ 1/(x+k)^(m+1) up to x + k ≥ 30, the rest by Euler and Maclaurin's formula.
fn polygamma(m: i32, x: f64) -> f64 {
    if !x.is_finite() || x < -1e6 {
        return f64::NAN;
    }
    let mut y = x;
    let mut sum = 0.0;
    while y < 30.0 {
        sum += y.powi(-m - 1);
        y += 1.0;
    }
    let (i, j) = (1.0 / y, 1.0 / (y * y));
    match m {
        0 => y.ln() - i / 2.0 - j / 12.0 + j * j / 120.0 - j * j * j / 252.0 - sum,
        1 => sum + i + j / 2.0 + i * j / 6.0 - i * j * j / 30.0 + i * j * j * j / 42.0,
        _ => -(2.0 * sum + j + i * j + j * j / 2.0 - j * j * j / 6.0 + j * j * j * j / 6.0),
    }
}
