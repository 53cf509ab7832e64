//! The verifier of Linear A: what every pass may rely on, and must keep.
//!
//! Invariants:
//! - every variable is bound exactly once in the whole function, before it is read, and read only in its scope;
//! - parameters and results of a function are sorted: non-linear ones, then linear ones;
//! - every let binds as many variables as its operation has results, of the operation's sorts and types;
//! - every operand has the sort and the type that the operation asks for; no type is `Infer`;
//! - results of branch arms, and initial value, parameter, next and final value of a carried variable, agree in number, sort and type;
//! - every linear variable is used exactly once: on each path through a branch (its arms consume the same linear
//!   variables from outside), and in each iteration of a loop (whose body sees no linear variable from outside);
//! - after an operation consumed an array nothing reads that version, nor a view of it; a loop body consumes no array
//!   from outside, nothing consumes a view;
//! - [`Stage::LinearB`]: no call of a primal, no effect, and every linear call has its frame.
//!
//! Types that only rustc can resolve (projections, sequences of an unknown container, foreign types) are compared as far as they
//! are known: rustc compares the rest after expansion. A slice agrees with every sequence of its elements.

use super::*;
use crate::primitives::{Output, Prim, row};
use std::collections::{HashMap, HashSet};

/// Which language a function is to be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before unzipping, or the unzipped primal.
    LinearA,
    /// The linear function, or its transpose.
    LinearB,
}

/// Checks the invariants above. The errors are all that were found, each naming the variable.
pub fn check(function: &Function, stage: Stage) -> Result<(), Vec<String>> {
    let mut checker = Checker {
        function,
        stage,
        errors: Vec::new(),
        bound: HashSet::new(),
        visible: HashSet::new(),
        linear: HashMap::new(),
        consumed: HashMap::new(),
        alias: HashMap::new(),
        foreign: HashSet::new(),
    };
    checker.function();
    if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors) }
}

/// The non-linear arrays that an operation consumes: after it nothing may read these versions. A scalar that a call changes is none of
/// them, since its versions are values.
pub fn consumed(op: &Op, function: &Function) -> Vec<Var> {
    let mut consumed = touched(op);
    consumed.retain(|v| !function.ty(*v).is_scalar());
    consumed
}

fn touched(op: &Op) -> Vec<Var> {
    let unique = |c: &Call| c.arguments.iter().filter_map(|a| if let Argument::Unique(p) = a { Some(p.root) } else { None }).collect();
    match op {
        Op::Update(place, _) => vec![place.root],
        Op::Push(v, _) | Op::Pop(v) | Op::Swap(v, ..) => vec![*v],
        Op::Call(c) | Op::CallPrimal(c) => unique(c),
        Op::CallJvp(c) | Op::CallVjp(c) => unique(&c.call),
        Op::Branch(_, arms) => {
            let mut all: Vec<Var> = Vec::new();
            for v in arms.iter().flat_map(touched_in) {
                if !all.contains(&v) {
                    all.push(v);
                }
            }
            all
        }
        // a carried array that is only read is not consumed
        Op::Loop(lp) => {
            let inside: HashSet<Var> = touched_in(&lp.body).into_iter().collect();
            lp.carried.iter().filter(|c| inside.contains(&c.param)).map(|c| c.init).collect()
        }
        Op::Literal(_)
        | Op::Blank
        | Op::Prim(..)
        | Op::Cast(_)
        | Op::Constant(_)
        | Op::Opaque(_)
        | Op::Len(_)
        | Op::Read(_)
        | Op::View(_)
        | Op::Array(_)
        | Op::Repeat(..)
        | Op::Tuple(_)
        | Op::Struct(..)
        | Op::ShapeOf(_)
        | Op::Zero(_)
        | Op::Linear(_) => Vec::new(),
    }
}

fn touched_in(block: &Block) -> Vec<Var> {
    block.lets.iter().flat_map(|l| touched(&l.op)).collect()
}

/// Whether two types may be the same.
fn agree(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Infer(_), _)
        | (_, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Infer(_)) => true,
        (Ty::Sequence(x, _) | Ty::Slice(x), _) => b.element().is_some_and(|y| agree(x, y)),
        (_, Ty::Sequence(y, _) | Ty::Slice(y)) => a.element().is_some_and(|x| agree(x, y)),
        (Ty::Vec(x), Ty::Vec(y)) | (Ty::Shape(x), Ty::Shape(y)) => agree(x, y),
        // a length may be written in two ways (`N`, `{ N }`, a constant's value), so only numbers are compared
        (Ty::Array(x, n), Ty::Array(y, m)) => {
            let lengths = match (cost::array_length(n), cost::array_length(m)) {
                (Some(n), Some(m)) => n == m,
                _ => true,
            };
            lengths && agree(x, y)
        }
        (Ty::Tuple(x), Ty::Tuple(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| agree(x, y)),
        (Ty::Text(_), Ty::Text(_)) => true,
        (Ty::Int("_"), Ty::Int(_)) | (Ty::Int(_), Ty::Int("_")) => true,
        _ => a == b,
    }
}

/// The same, where a copy or an alias may stand in another container.
fn agree_but_container(a: &Ty, b: &Ty) -> bool {
    match (a.element(), b.element()) {
        (Some(x), Some(y)) => agree_but_container(x, y),
        _ => agree(a, b),
    }
}

/// What becomes of a linear variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Still to be used.
    Available,
    /// Used once.
    Used,
    /// Bound outside of the loop body that is being checked.
    Outside,
}

struct Checker<'a> {
    function: &'a Function,
    stage: Stage,
    errors: Vec<String>,
    /// Every variable bound so far, anywhere.
    bound: HashSet<Var>,
    /// The non-linear variables in scope.
    visible: HashSet<Var>,
    /// The linear variables in scope.
    linear: HashMap<Var, State>,
    /// The arrays that were consumed, with the operation that did it.
    consumed: HashMap<Var, &'static str>,
    /// The root that a view looks into.
    alias: HashMap<Var, Var>,
    /// The arrays bound outside of the innermost loop body.
    foreign: HashSet<Var>,
}

impl<'a> Checker<'a> {
    fn error(&mut self, message: String) {
        self.errors.push(format!("{}: {message}", self.function.name));
    }

    fn show(&self, var: Var) -> String {
        match self.function.vars.get(var.0 as usize) {
            Some(info) => format!("`{}` ({var:?})", info.name),
            None => format!("{var:?}"),
        }
    }

    /// The type of a variable; of one that does not exist, the empty tuple (an error has been reported then).
    fn ty(&self, var: Var) -> Ty {
        self.function.vars.get(var.0 as usize).map_or_else(Ty::unit, |i| i.ty.clone())
    }

    fn sort(&self, var: Var) -> Sort {
        self.function.vars.get(var.0 as usize).map_or(Sort::NonLinear, |i| i.sort)
    }

    fn function(&mut self) {
        for info in &self.function.vars {
            if has_infer(&info.ty) {
                self.error(format!("the type of `{}` was not inferred", info.name));
            }
        }
        self.sorted("parameters", &self.function.params);
        self.sorted("results", &self.function.body.results);
        for param in &self.function.params {
            self.bind(*param);
        }
        self.block(&self.function.body, &[], "the function");
        self.all_used(&self.function.params, "the function");
    }

    /// Non-linear variables first.
    fn sorted(&mut self, what: &str, vars: &[Var]) {
        let first = vars.iter().position(|v| self.sort(*v) == Sort::Linear).unwrap_or(vars.len());
        if let Some(v) = vars[first..].iter().find(|v| self.sort(**v) == Sort::NonLinear) {
            self.error(format!("non-linear {} stands after linear {what}", self.show(*v)));
        }
    }

    fn bind(&mut self, var: Var) {
        if var.0 as usize >= self.function.vars.len() {
            self.error(format!("{var:?} does not exist"));
            return;
        }
        if !self.bound.insert(var) {
            self.error(format!("{} is bound twice", self.show(var)));
        }
        match self.sort(var) {
            Sort::NonLinear => {
                self.visible.insert(var);
            }
            Sort::Linear => {
                self.linear.insert(var, State::Available);
            }
        }
    }

    /// One read of a variable that is to have a given sort.
    fn use_(&mut self, var: Var, sort: Sort, by: &str) {
        if self.sort(var) != sort {
            let (is, wanted) = match sort {
                Sort::NonLinear => ("linear", "non-linear"),
                Sort::Linear => ("non-linear", "linear"),
            };
            self.error(format!("{by} reads {is} {} where a {wanted} variable belongs", self.show(var)));
        }
        match self.sort(var) {
            Sort::Linear => match self.linear.get(&var).copied() {
                Some(State::Available) => {
                    self.linear.insert(var, State::Used);
                }
                Some(State::Used) => self.error(format!("linear {} is used more than once (again by {by})", self.show(var))),
                Some(State::Outside) => self.error(format!("a loop body consumes linear {} from outside ({by})", self.show(var))),
                None => self.out_of_scope(var, by),
            },
            Sort::NonLinear => {
                if !self.visible.contains(&var) {
                    self.out_of_scope(var, by);
                }
                let mut root = var;
                loop {
                    if let Some(consumer) = self.consumed.get(&root) {
                        let via = if root == var { String::new() } else { format!(", a view of {}", self.show(root)) };
                        self.error(format!("{by} reads {}{via} after {consumer} consumed it", self.show(var)));
                        break;
                    }
                    match self.alias.get(&root) {
                        Some(next) => root = *next,
                        None => break,
                    }
                }
            }
        }
    }

    fn out_of_scope(&mut self, var: Var, by: &str) {
        let why = if self.bound.contains(&var) { "out of scope" } else { "not bound yet" };
        self.error(format!("{by} reads {}, which is {why}", self.show(var)));
    }

    /// Every one of these linear variables, whose scope ends, has been used.
    fn all_used(&mut self, vars: &[Var], place: &str) {
        for v in vars {
            if self.linear.get(v) == Some(&State::Available) {
                self.error(format!("linear {} is never used in {place}", self.show(*v)));
            }
        }
    }

    /// A block; `tail` is what its owner reads at its end besides the results.
    fn block(&mut self, block: &'a Block, tail: &[Var], place: &str) {
        let mut here = Vec::new();
        for l in &block.lets {
            self.let_(l);
            here.extend(&l.vars);
        }
        for v in tail {
            self.use_(*v, Sort::NonLinear, "the end of a loop body");
        }
        for v in &block.results {
            self.use_(*v, self.sort(*v), "a result");
        }
        self.all_used(&here, place);
        for v in here {
            self.leave(v);
        }
    }

    /// Ends the scope of a variable.
    fn leave(&mut self, var: Var) {
        self.visible.remove(&var);
        self.linear.remove(&var);
    }

    fn let_(&mut self, l: &'a Let) {
        let by = name_of(&l.op);
        self.stage(&l.op, &by);
        for (v, sort) in operand_sorts(&l.op, |v| self.sort(v)) {
            self.use_(v, sort, &by);
        }
        match &l.op {
            Op::Branch(tag, arms) => self.branch(*tag, arms, &l.vars),
            Op::Loop(lp) => self.loop_(lp, &l.vars),
            op => {
                self.types(op, &l.vars, &by);
                let name = consumer_name(op);
                for v in consumed(op, self.function) {
                    self.consume(v, name);
                }
            }
        }
        for v in &l.vars {
            self.bind(*v);
        }
        if let (Op::View(place), [v]) = (&l.op, l.vars.as_slice()) {
            self.alias.insert(*v, place.root);
        }
    }

    fn consume(&mut self, var: Var, by: &'static str) {
        if self.alias.contains_key(&var) {
            self.error(format!("{by} consumes the view {}", self.show(var)));
        }
        if self.foreign.contains(&var) {
            self.error(format!("a loop body consumes {} from outside ({by}), which is not carried", self.show(var)));
        }
        self.consumed.insert(var, by);
    }

    fn stage(&mut self, op: &Op, by: &str) {
        if self.stage == Stage::LinearA {
            return;
        }
        match op {
            Op::Call(_) | Op::CallPrimal(_) | Op::CallJvp(_) | Op::CallVjp(_) => self.error(format!("{by} calls a primal in Linear B")),
            Op::Opaque(o) if o.effect => self.error(format!("{by} has an effect in Linear B")),
            Op::Linear(Linear::Call(c)) if c.frame.is_none() => self.error(format!("{by} has no frame in Linear B")),
            _ => {}
        }
    }

    fn branch(&mut self, tag: Var, arms: &'a [Block], vars: &[Var]) {
        match self.ty(tag) {
            Ty::Bool if arms.len() != 2 => self.error(format!("a branch on the truth value {} has {} arms", self.show(tag), arms.len())),
            Ty::Bool => {}
            Ty::Int("usize") if arms.is_empty() => self.error(format!("a branch on {} has no arms", self.show(tag))),
            other => self.want(tag, &other, &Ty::USIZE, "the tag of a branch"),
        }
        let before = self.linear.clone();
        let consumed_before = self.consumed.clone();
        let mut consumed_after = self.consumed.clone();
        let mut first: Option<HashMap<Var, State>> = None;
        for (i, arm) in arms.iter().enumerate() {
            self.linear = before.clone();
            self.consumed = consumed_before.clone();
            self.block(arm, &[], &format!("arm {i} of a branch"));
            for (v, by) in &self.consumed {
                consumed_after.insert(*v, by);
            }
            self.results("a branch arm's result", &arm.results, vars);
            match &first {
                None => first = Some(self.linear.clone()),
                Some(other) => {
                    let mut differ: Vec<Var> = before.keys().copied().filter(|v| self.linear.get(v) != other.get(v)).collect();
                    differ.sort();
                    for v in differ {
                        self.error(format!("arm 0 and arm {i} of a branch do not both consume linear {}", self.show(v)));
                    }
                }
            }
        }
        if let Some(first) = first {
            self.linear = first;
        }
        self.consumed = consumed_after;
    }

    fn loop_(&mut self, lp: &'a Loop, vars: &[Var]) {
        match &lp.iteration {
            Iteration::Range(r) => {
                let ty = self.ty(r.index);
                if !matches!(ty, Ty::Int(_) | Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) {
                    self.error(format!("the index {} of a loop is no integer", self.show(r.index)));
                }
                self.want(r.from, &self.ty(r.from), &ty, "the start of a range");
                self.want(r.to, &self.ty(r.to), &ty, "the end of a range");
                for adaptor in &r.adaptors {
                    if let Adaptor::StepBy(k) = adaptor {
                        self.want(*k, &self.ty(*k), &Ty::USIZE, "the step of a range");
                    }
                }
                if self.sort(r.index) == Sort::Linear {
                    self.error(format!("the index {} of a loop is linear", self.show(r.index)));
                }
            }
            Iteration::Forever => {
                if lp.again.is_none() {
                    self.error("a loop without range has no condition".into());
                }
                if lp.backward {
                    self.error("a loop without range runs backward".into());
                }
            }
            Iteration::Rows => {
                if lp.consume.is_none() {
                    self.error("a loop over rows consumes none".into());
                }
            }
        }
        if let Some((rows, row)) = &lp.consume {
            self.want(*rows, &self.ty(*rows), &Ty::Rows, "the rows of a loop");
            for v in row {
                if self.sort(*v) == Sort::Linear {
                    self.error(format!("a row binds linear {}", self.show(*v)));
                }
            }
        }
        let inits: Vec<Var> = lp.carried.iter().map(|c| c.init).collect();
        let params: Vec<Var> = lp.carried.iter().map(|c| c.param).collect();
        self.results("the initial value of a carried variable", &inits, &params);

        // the body sees no linear variable from outside, and may consume no array from outside
        let linear = std::mem::take(&mut self.linear);
        self.linear = linear.keys().map(|v| (*v, State::Outside)).collect();
        let foreign = std::mem::replace(&mut self.foreign, self.visible.clone());
        let bound = lp.params();
        for v in &bound {
            self.bind(*v);
        }
        self.block(&lp.body, &lp.tail_reads(), "a loop body");
        self.all_used(&bound, "a loop body");
        for v in &bound {
            self.leave(*v);
        }
        self.linear = linear;
        self.foreign = foreign;

        self.results("the next value of a carried variable", &lp.body.results, &params);
        if let Some(again) = lp.again {
            self.want(again, &self.ty(again), &Ty::Bool, "the condition of a loop");
        }
        let finals = vars.len() - usize::from(lp.collect.is_some() && !vars.is_empty());
        self.results("a carried variable", &params, &vars[..finals]);
        if lp.collect.is_some() {
            match vars.last() {
                Some(rows) => {
                    self.want(*rows, &self.ty(*rows), &Ty::Rows, "the collected rows");
                    self.want_sort(*rows, Sort::NonLinear, "the collected rows");
                }
                None => self.error("a loop that collects binds no rows".into()),
            }
        }
        for c in &lp.carried {
            if self.consumed.contains_key(&c.param) {
                self.consume(c.init, "a loop");
            }
        }
    }

    /// Values that become variables agree with them in number, sort and type.
    fn results(&mut self, what: &str, from: &[Var], to: &[Var]) {
        if from.len() != to.len() {
            let names: Vec<String> = to.iter().map(|v| self.show(*v)).collect();
            self.error(format!("{what}: {} values for {} variables ({})", from.len(), to.len(), names.join(", ")));
            return;
        }
        for (a, b) in from.iter().zip(to) {
            if self.sort(*a) != self.sort(*b) {
                self.error(format!("{what}: {} and {} are of different sorts", self.show(*a), self.show(*b)));
            }
            let (x, y) = (self.ty(*a), self.ty(*b));
            if !agree(&x, &y) {
                self.error(format!("{what}: {} is {x} but {} is {y}", self.show(*a), self.show(*b)));
            }
        }
    }

    fn want(&mut self, var: Var, is: &Ty, wanted: &Ty, what: &str) {
        if !agree(is, wanted) {
            self.error(format!("{what}: {} is {is} but should be {wanted}", self.show(var)));
        }
    }

    fn want_sort(&mut self, var: Var, sort: Sort, what: &str) {
        if self.sort(var) != sort {
            let wanted = if sort == Sort::Linear { "linear" } else { "non-linear" };
            self.error(format!("{what}: {} should be {wanted}", self.show(var)));
        }
    }

    /// The type at a place; `None` if it is not known or an error was reported.
    fn place(&mut self, root: Var, path: &[Step], by: &str) -> Option<Ty> {
        let mut ty = self.ty(root);
        for step in path {
            let next = match (step, &ty) {
                (_, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) => return None,
                (Step::Index(i), t) if t.is_sequence() => {
                    self.want(*i, &self.ty(*i), &Ty::USIZE, "an index");
                    t.element().cloned()
                }
                (Step::Slice { from, to, .. }, t) if t.is_sequence() => {
                    for end in [from, to].into_iter().flatten() {
                        self.want(*end, &self.ty(*end), &Ty::USIZE, "the end of a slice");
                    }
                    t.element().map(|e| Ty::Slice(Box::new(e.clone())))
                }
                (Step::Field(k), Ty::Tuple(parts)) => parts.get(*k).cloned(),
                _ => None,
            };
            match next {
                Some(next) => ty = next,
                None => {
                    self.error(format!("{by}: a path into {} does not fit its type {}", self.show(root), self.ty(root)));
                    return None;
                }
            }
        }
        Some(ty)
    }

    /// The variables bound have these sorts and types (a type of `None` is not known).
    fn binds(&mut self, vars: &[Var], wanted: &[(Sort, Option<Ty>)], by: &str) {
        if vars.len() != wanted.len() {
            let names: Vec<String> = vars.iter().map(|v| self.show(*v)).collect();
            self.error(format!("{by} has {} results, the let binds {} ({})", wanted.len(), vars.len(), names.join(", ")));
            return;
        }
        for (v, (sort, ty)) in vars.iter().zip(wanted) {
            self.want_sort(*v, *sort, by);
            if let Some(ty) = ty {
                self.want(*v, &self.ty(*v), ty, by);
            }
        }
    }

    /// An element of a sequence-typed variable.
    fn element_of(&mut self, sequence: Var, value: Option<Var>, by: &str) -> Option<Ty> {
        let ty = self.ty(sequence);
        match ty.element() {
            Some(e) => {
                if let Some(v) = value
                    && !agree(&self.ty(v), e)
                {
                    self.error(format!("{by}: {} is {} but an element of {} is {e}", self.show(v), self.ty(v), self.show(sequence)));
                }
                Some(e.clone())
            }
            None => {
                if !matches!(ty, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) {
                    self.error(format!("{by}: {} is {ty} and no sequence", self.show(sequence)));
                }
                None
            }
        }
    }

    /// The let binds one sequence of as many elements as given.
    fn array(&mut self, vars: &[Var], elements: &[Var], sort: Sort, by: &str) {
        self.binds(vars, &[(sort, None)], by);
        if let [v] = vars {
            for x in elements {
                self.element_of(*v, Some(*x), by);
            }
            self.length(*v, elements.len(), by);
        }
    }

    fn length(&mut self, sequence: Var, is: usize, by: &str) {
        if let Ty::Array(_, n) = self.ty(sequence)
            && cost::array_length(&n).is_some_and(|n| n != is as u64)
        {
            self.error(format!("{by}: {is} elements of {}, which is {}", self.show(sequence), self.ty(sequence)));
        }
    }

    fn vector(&mut self, var: Var, by: &str) {
        let ty = self.ty(var);
        if !matches!(ty, Ty::Vec(_) | Ty::Sequence(..) | Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) {
            self.error(format!("{by}: {} is {ty} and no Vec", self.show(var)));
        }
    }

    /// The value stored at a place fits it, a whole slice in whatever container.
    fn stores(&mut self, place: &Place, value: Var, by: &str) {
        if let Some(at) = self.place(place.root, &place.path, by) {
            let ty = self.ty(value);
            if !agree_but_container(&ty, &at) {
                self.error(format!("{by}: {} is {ty} but the place in {} is {at}", self.show(value), self.show(place.root)));
            }
        }
    }

    /// A let of a copy, an alias or an element at a place.
    fn reads(&mut self, var: Var, place: &Place, by: &str) {
        if let Some(at) = self.place(place.root, &place.path, by) {
            let ty = self.ty(var);
            if !agree_but_container(&ty, &at) {
                self.error(format!("{by}: {} is {ty} but the place in {} is {at}", self.show(var), self.show(place.root)));
            }
        }
    }

    fn types(&mut self, op: &Op, vars: &[Var], by: &str) {
        use Sort::NonLinear;
        match op {
            Op::Literal(l) => {
                self.binds(vars, &[(NonLinear, None)], by);
                if let [v] = vars {
                    let ty = self.ty(*v);
                    let fits = match (l, &ty) {
                        (_, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) | (Literal::Source(_), _) => true,
                        (Literal::Real(_) | Literal::Named(..), ty) => matches!(ty, Ty::Real(_)),
                        (Literal::Int(_), ty) => matches!(ty, Ty::Int(_)),
                        (Literal::Bool(_), ty) => matches!(ty, Ty::Bool),
                    };
                    if !fits {
                        self.error(format!("{by}: the literal of {} is no {ty}", self.show(*v)));
                    }
                }
            }
            Op::Blank => self.binds(vars, &[(NonLinear, None)], by),
            Op::Prim(prim, args) => self.prim(*prim, args, vars, by),
            Op::Cast(x) => {
                self.binds(vars, &[(NonLinear, None)], by);
                if let [v] = vars {
                    let (from, to) = (self.ty(*x), self.ty(*v));
                    if !castable(&from, &to) {
                        self.error(format!("{by}: {} is {from}, which cannot be cast to {to} ({})", self.show(*x), self.show(*v)));
                    }
                }
            }
            Op::Constant(x) => self.binds(vars, &[(NonLinear, Some(self.ty(*x)))], by),
            Op::Opaque(o) => {
                if !(o.effect && vars.is_empty()) {
                    self.binds(vars, &[(NonLinear, None)], by);
                }
            }
            Op::Len(place) => {
                self.binds(vars, &[(NonLinear, Some(Ty::USIZE))], by);
                if let Some(at) = self.place(place.root, &place.path, by)
                    && !(at.is_sequence() || matches!(at, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)))
                {
                    self.error(format!("{by}: the place in {} is {at} and no sequence", self.show(place.root)));
                }
            }
            Op::Read(place) | Op::View(place) => {
                self.binds(vars, &[(NonLinear, None)], by);
                if let [v] = vars {
                    self.reads(*v, place, by);
                }
            }
            Op::Update(place, x) => {
                self.binds(vars, &[(NonLinear, Some(self.ty(place.root)))], by);
                self.stores(place, *x, by);
            }
            Op::Array(xs) => self.array(vars, xs, NonLinear, by),
            Op::Repeat(x, n) => {
                self.binds(vars, &[(NonLinear, None)], by);
                self.want(*n, &self.ty(*n), &Ty::USIZE, "the count of a repetition");
                if let [v] = vars {
                    self.element_of(*v, Some(*x), by);
                }
            }
            Op::Push(vector, x) => {
                self.vector(*vector, by);
                self.element_of(*vector, Some(*x), by);
                self.binds(vars, &[(NonLinear, Some(self.ty(*vector)))], by);
            }
            Op::Pop(vector) => {
                self.vector(*vector, by);
                let e = self.element_of(*vector, None, by);
                self.binds(vars, &[(NonLinear, Some(self.ty(*vector))), (NonLinear, e)], by);
            }
            Op::Swap(root, a, b) => self.swap(*root, a, b, vars, NonLinear, by),
            Op::Tuple(xs) => {
                let ty = Ty::Tuple(xs.iter().map(|x| self.ty(*x)).collect());
                self.binds(vars, &[(NonLinear, Some(ty))], by);
            }
            Op::Struct(_, fields) => {
                for (_, x) in fields {
                    self.ty(*x);
                }
                self.binds(vars, &[(NonLinear, None)], by);
            }
            Op::Zero(shape) => {
                self.binds(vars, &[(NonLinear, None)], by);
                if let ([v], None) = (vars, shape) {
                    self.shape(*v, None, by);
                }
            }
            Op::ShapeOf(x) => self.binds(vars, &[(NonLinear, Some(Ty::Shape(Box::new(self.ty(*x)))))], by),
            Op::Call(c) => {
                let wanted = self.call(c, vars, by);
                self.binds(vars, &wanted, by);
            }
            Op::CallPrimal(c) => {
                let mut wanted = self.call(c, vars, by);
                wanted.push((NonLinear, Some(Ty::Frame(c.callee.clone()))));
                self.binds(vars, &wanted, by);
            }
            Op::CallJvp(c) | Op::CallVjp(c) => {
                let mut wanted = self.call(&c.call, vars, by);
                wanted.extend(self.linear_call(c, &vars[wanted.len().min(vars.len())..], by));
                self.binds(vars, &wanted, by);
            }
            Op::Branch(..) | Op::Loop(_) => {}
            Op::Linear(l) => self.linear_types(l, vars, by),
        }
    }

    fn swap(&mut self, root: Var, a: &[Step], b: &[Step], vars: &[Var], sort: Sort, by: &str) {
        self.binds(vars, &[(sort, Some(self.ty(root)))], by);
        if let (Some(x), Some(y)) = (self.place(root, a, by), self.place(root, b, by))
            && !agree(&x, &y)
        {
            self.error(format!("{by}: places of {} of types {x} and {y}", self.show(root)));
        }
    }

    /// What a call of the primal binds: the leaves of the output, then the new versions of unique arguments.
    fn call(&mut self, c: &Call, vars: &[Var], by: &str) -> Vec<(Sort, Option<Ty>)> {
        let leaves = c.output.leaves();
        if !vars.starts_with(&leaves) {
            self.error(format!("{by}: the output is not made of the variables that the let binds first"));
        }
        let mut wanted: Vec<(Sort, Option<Ty>)> = leaves.iter().map(|_| (Sort::NonLinear, None)).collect();
        for argument in &c.arguments {
            match argument {
                Argument::Unique(place) => {
                    self.place(place.root, &place.path, by);
                    wanted.push((Sort::NonLinear, Some(self.ty(place.root))));
                }
                Argument::Value(_) | Argument::Shared(_) => {}
            }
        }
        wanted
    }

    /// What a linear call binds: forward the tangents of the active output leaves, transposed the cotangents of the
    /// active leaves by value; then the threaded arrays.
    fn linear_call(&mut self, c: &LinearCall, vars: &[Var], by: &str) -> Vec<(Sort, Option<Ty>)> {
        if c.arguments.len() != c.call.arguments.len() {
            self.error(format!("{by}: {} arguments have {} linear sides", c.call.arguments.len(), c.arguments.len()));
        }
        let mut listed: Vec<Var> = Vec::new();
        let mut threaded = Vec::new();
        if !c.transposed {
            listed.extend(c.outputs.iter().filter_map(|l| l.var));
        }
        for argument in &c.arguments {
            match argument {
                LinearArgument::None => {}
                LinearArgument::Value(leaves) => {
                    if c.transposed {
                        listed.extend(leaves.iter().filter_map(|l| l.var));
                    }
                }
                LinearArgument::Threaded(place) => {
                    self.place(place.root, &place.path, by);
                    threaded.push((Sort::Linear, Some(self.ty(place.root))));
                }
            }
        }
        if !vars.starts_with(&listed) {
            let names: Vec<String> = listed.iter().map(|v| self.show(*v)).collect();
            self.error(format!("{by} lists ({}), which the let does not bind in that order", names.join(", ")));
        }
        let mut wanted: Vec<(Sort, Option<Ty>)> = listed.iter().map(|_| (Sort::Linear, None)).collect();
        wanted.extend(threaded);
        wanted
    }

    fn linear_types(&mut self, op: &Linear, vars: &[Var], by: &str) {
        use Sort::Linear as Lin;
        match op {
            Linear::Zero(shape) => {
                self.binds(vars, &[(Lin, None)], by);
                if let [v] = vars {
                    self.shape(*v, *shape, by);
                }
            }
            Linear::Drop(x, shape) => {
                self.binds(vars, &[], by);
                if let Some(s) = shape {
                    self.shape(*x, Some(*s), by);
                }
            }
            Linear::Dup(x) => self.binds(vars, &[(Lin, Some(self.ty(*x))), (Lin, Some(self.ty(*x)))], by),
            Linear::Add(x, y) => {
                let ty = self.ty(*x);
                self.want(*y, &self.ty(*y), &ty, by);
                self.binds(vars, &[(Lin, Some(ty))], by);
            }
            Linear::Neg(x) => self.binds(vars, &[(Lin, Some(self.ty(*x)))], by),
            Linear::Scale(x, k) | Linear::Unscale(x, k) => {
                let (ty, factor) = (self.ty(*x), self.ty(*k));
                if !matches!(factor, Ty::Real(_) | Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) {
                    self.error(format!("{by}: the factor {} is {factor} and no real", self.show(*k)));
                } else if matches!(ty, Ty::Real(_)) {
                    self.want(*k, &factor, &ty, by);
                }
                self.binds(vars, &[(Lin, Some(ty))], by);
            }
            Linear::Cast(x) => {
                self.binds(vars, &[(Lin, None)], by);
                for v in vars.iter().take(1).chain([x]) {
                    let ty = self.ty(*v);
                    if !matches!(ty, Ty::Real(_) | Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) {
                        self.error(format!("{by}: {} is {ty} and no real", self.show(*v)));
                    }
                }
            }
            Linear::Read(place) | Linear::Take(place) => {
                self.binds(vars, &[(Lin, None), (Lin, Some(self.ty(place.root)))], by);
                if let Some(v) = vars.first() {
                    self.reads(*v, place, by);
                }
            }
            Linear::Accumulate(place, x) | Linear::Update(place, x) => {
                self.binds(vars, &[(Lin, Some(self.ty(place.root)))], by);
                self.stores(place, *x, by);
            }
            Linear::Array(xs) => self.array(vars, xs, Lin, by),
            Linear::Unpack(x) => {
                let e = self.element_of(*x, None, by);
                self.length(*x, vars.len(), by);
                self.binds(vars, &vec![(Lin, e); vars.len()], by);
            }
            Linear::Repeat(x, n) => {
                self.want(*n, &self.ty(*n), &Ty::USIZE, "the count of a repetition");
                self.binds(vars, &[(Lin, None)], by);
                if let [v] = vars {
                    self.element_of(*v, Some(*x), by);
                }
            }
            Linear::Sum(x, n) => {
                self.want(*n, &self.ty(*n), &Ty::USIZE, "the count of a sum");
                let e = self.element_of(*x, None, by);
                self.binds(vars, &[(Lin, e)], by);
            }
            Linear::Push(vector, x) => {
                self.vector(*vector, by);
                self.element_of(*vector, Some(*x), by);
                self.binds(vars, &[(Lin, Some(self.ty(*vector)))], by);
            }
            Linear::Pop(vector) => {
                self.vector(*vector, by);
                let e = self.element_of(*vector, None, by);
                self.binds(vars, &[(Lin, Some(self.ty(*vector))), (Lin, e)], by);
            }
            Linear::Swap(root, a, b) => self.swap(*root, a, b, vars, Lin, by),
            Linear::Tuple(xs) => {
                self.binds(vars, &[(Lin, None)], by);
                if let [v] = vars {
                    self.components(*v, xs, by);
                }
            }
            Linear::Untuple(x) => {
                self.components(*x, vars, by);
                self.binds(vars, &vec![(Lin, None); vars.len()], by);
            }
            Linear::Call(c) => {
                let wanted = self.linear_call(c, vars, by);
                self.binds(vars, &wanted, by);
            }
        }
    }

    /// The shape that a zero of a variable's type needs.
    fn shape(&mut self, var: Var, shape: Option<Var>, by: &str) {
        let ty = self.ty(var);
        match shape {
            // the shape of a vector of scalars may be given as its length
            Some(s) if self.ty(s) == Ty::USIZE && ty.element().is_some_and(Ty::is_scalar) => {}
            Some(s) => self.want(s, &self.ty(s), &Ty::Shape(Box::new(ty)), by),
            None => {
                if !(ty.has_static_shape() || matches!(ty, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_))) {
                    self.error(format!("{by}: {} is {ty}, whose zero needs a shape", self.show(var)));
                }
            }
        }
    }

    /// Linear variables are the components of a tuple: all, or those that are not discrete.
    fn components(&mut self, tuple: Var, parts: &[Var], by: &str) {
        match self.ty(tuple) {
            Ty::Tuple(types) => {
                let active: Vec<Ty> = types.iter().filter(|t| !t.is_discrete()).cloned().collect();
                let types = if parts.len() == types.len() { types } else { active };
                if parts.len() != types.len() {
                    self.error(format!("{by}: {} parts of {}, which is {}", parts.len(), self.show(tuple), self.ty(tuple)));
                    return;
                }
                for (v, ty) in parts.iter().zip(&types) {
                    self.want(*v, &self.ty(*v), ty, by);
                }
            }
            Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) => {}
            other => self.error(format!("{by}: {} is {other} and no tuple", self.show(tuple))),
        }
    }

    fn prim(&mut self, prim: Prim, args: &[Var], vars: &[Var], by: &str) {
        let row = row(prim);
        if args.len() != row.arity {
            self.error(format!("{by} has {} operands instead of {}", args.len(), row.arity));
            return;
        }
        for (i, arg) in args.iter().enumerate() {
            let ty = self.ty(*arg);
            if !operands(prim, i).admits(&ty) {
                self.error(format!("{by} is not defined on {}, which is {ty}", self.show(*arg)));
            }
        }
        // a shift's distance and an integer exponent have a type of their own; all other operands have the same
        let mixed = matches!(prim, Prim::Shl | Prim::Shr | Prim::Powi | Prim::PowiPartial);
        if !mixed {
            for arg in args.iter().skip(1) {
                let (first, ty) = (self.ty(args[0]), self.ty(*arg));
                if !agree(&ty, &first) {
                    self.error(format!("{by}: {} is {first} but {} is {ty}", self.show(args[0]), self.show(*arg)));
                }
            }
        }
        let ty = match row.output {
            Output::First => self.ty(args[0]),
            Output::Bool => Ty::Bool,
            Output::Arm => Ty::USIZE,
        };
        self.binds(vars, &[(Sort::NonLinear, Some(ty))], by);
    }
}

fn has_infer(ty: &Ty) -> bool {
    match ty {
        Ty::Infer(_) => true,
        Ty::Tuple(parts) => parts.iter().any(has_infer),
        Ty::Array(e, _) | Ty::Slice(e) | Ty::Vec(e) | Ty::Sequence(e, _) | Ty::Shape(e) => has_infer(e),
        Ty::Real(_)
        | Ty::Int(_)
        | Ty::Bool
        | Ty::Text(_)
        | Ty::Projected(_)
        | Ty::Wrapped(..)
        | Ty::Foreign(_)
        | Ty::Rows
        | Ty::Frame(_) => false,
    }
}

/// Whether Rust has the cast.
fn castable(from: &Ty, to: &Ty) -> bool {
    let unknown = |ty: &Ty| matches!(ty, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_));
    unknown(from)
        || unknown(to)
        || matches!(
            (from, to),
            (Ty::Real(_) | Ty::Int(_), Ty::Real(_) | Ty::Int(_))
                | (Ty::Bool, Ty::Int(_) | Ty::Bool)
                | (Ty::Text("char"), Ty::Int(_) | Ty::Text("char"))
                | (Ty::Int("u8"), Ty::Text("char"))
        )
}

/// The types that a primitive takes.
#[derive(Clone, Copy)]
enum Operands {
    Real,
    Integer,
    Number,
    /// Numbers with a sign.
    Signed,
    /// Integers and truth values.
    Bits,
    /// Whatever can be compared.
    Any,
}

impl Operands {
    fn admits(self, ty: &Ty) -> bool {
        // what only rustc knows may be anything
        if matches!(ty, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_)) {
            return true;
        }
        match self {
            Operands::Real => matches!(ty, Ty::Real(_)),
            Operands::Integer => matches!(ty, Ty::Int(_)),
            Operands::Number => matches!(ty, Ty::Real(_) | Ty::Int(_)),
            Operands::Signed => matches!(ty, Ty::Real(_)) || matches!(ty, Ty::Int(name) if name.starts_with(['i', '_'])),
            Operands::Bits => matches!(ty, Ty::Int(_) | Ty::Bool),
            Operands::Any => !matches!(ty, Ty::Rows | Ty::Frame(_) | Ty::Shape(_)),
        }
    }
}

fn operands(prim: Prim, argument: usize) -> Operands {
    match prim {
        Prim::Add
        | Prim::Sub
        | Prim::Mul
        | Prim::Div
        | Prim::Rem
        | Prim::Max
        | Prim::Min
        | Prim::Clamp
        | Prim::RemEuclid
        | Prim::DivEuclid => Operands::Number,
        Prim::Neg | Prim::Abs | Prim::Signum => Operands::Signed,
        Prim::Not | Prim::BitAnd | Prim::BitOr | Prim::BitXor => Operands::Bits,
        Prim::Shl | Prim::Shr => Operands::Integer,
        Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => Operands::Any,
        Prim::Powi | Prim::PowiPartial if argument == 1 => Operands::Integer,
        Prim::Sin
        | Prim::Cos
        | Prim::Tan
        | Prim::Asin
        | Prim::Acos
        | Prim::Atan
        | Prim::Atan2
        | Prim::Sinh
        | Prim::Cosh
        | Prim::Tanh
        | Prim::Asinh
        | Prim::Acosh
        | Prim::Atanh
        | Prim::Exp
        | Prim::Exp2
        | Prim::ExpM1
        | Prim::Ln
        | Prim::Log
        | Prim::Log2
        | Prim::Log10
        | Prim::Ln1p
        | Prim::Sqrt
        | Prim::Cbrt
        | Prim::Powi
        | Prim::Powf
        | Prim::Hypot
        | Prim::Recip
        | Prim::MulAdd
        | Prim::Copysign
        | Prim::Floor
        | Prim::Ceil
        | Prim::Round
        | Prim::Trunc
        | Prim::RoundTiesEven
        | Prim::Fract
        | Prim::ToDegrees
        | Prim::ToRadians
        | Prim::IsNan
        | Prim::IsFinite
        | Prim::IsInfinite
        | Prim::IsSignNegative
        | Prim::IsSignPositive
        | Prim::Erf
        | Prim::LnGamma
        | Prim::Digamma
        | Prim::Sign0
        | Prim::PowiPartial
        | Prim::PowfPartialX
        | Prim::PowfPartialY
        | Prim::HypotPartial
        | Prim::Atan2PartialY
        | Prim::Atan2PartialX
        | Prim::RemTrunc
        | Prim::CopysignPartial
        | Prim::Trigamma
        | Prim::MaxTakesFirst
        | Prim::MinTakesFirst
        | Prim::ClampArm => Operands::Real,
    }
}

/// How an operation is called in messages.
fn name_of(op: &Op) -> String {
    match op {
        Op::Prim(prim, _) => format!("`{}`", row(*prim).name),
        Op::Call(c) | Op::CallPrimal(c) => format!("a call of `{}`", c.callee.key()),
        Op::CallJvp(c) | Op::CallVjp(c) => format!("a call of `{}`", c.call.callee.key()),
        Op::Linear(Linear::Call(c)) => format!("a linear call of `{}`", c.call.callee.key()),
        op => consumer_name(op).to_string(),
    }
}

fn consumer_name(op: &Op) -> &'static str {
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
        Op::Pop(_) => "`pop`",
        Op::Swap(..) => "`swap`",
        Op::Tuple(_) => "a tuple",
        Op::Struct(..) => "a struct",
        Op::ShapeOf(_) => "a shape",
        Op::Zero(_) => "a zero",
        Op::Call(_) | Op::CallPrimal(_) | Op::CallJvp(_) | Op::CallVjp(_) => "a call",
        Op::Branch(..) => "a branch",
        Op::Loop(_) => "a loop",
        Op::Linear(l) => match l {
            Linear::Zero(_) => "linear `zero`",
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
            Linear::Pop(_) => "linear `pop`",
            Linear::Swap(..) => "linear `swap`",
            Linear::Tuple(_) => "linear `tuple`",
            Linear::Untuple(_) => "linear `untuple`",
            Linear::Call(_) => "a linear call",
        },
    }
}

/// The operands of an operation, each once for every use, with the sort that belongs there. `own` gives a variable's
/// sort, for the initial values of carried variables: they may have either.
fn operand_sorts(op: &Op, own: impl Fn(Var) -> Sort) -> Vec<(Var, Sort)> {
    let linear_ones: HashSet<Var> = match op {
        Op::Linear(l) => linear_operands(l).into_iter().collect(),
        Op::CallJvp(c) | Op::CallVjp(c) => linear_call_operands(c).into_iter().collect(),
        Op::Loop(lp) => lp.carried.iter().map(|c| c.init).filter(|v| own(*v) == Sort::Linear).collect(),
        _ => HashSet::new(),
    };
    op.operands().into_iter().map(|v| (v, if linear_ones.contains(&v) { Sort::Linear } else { Sort::NonLinear })).collect()
}

fn linear_operands(op: &Linear) -> Vec<Var> {
    match op {
        Linear::Zero(_) => Vec::new(),
        Linear::Drop(x, _)
        | Linear::Dup(x)
        | Linear::Neg(x)
        | Linear::Scale(x, _)
        | Linear::Unscale(x, _)
        | Linear::Cast(x)
        | Linear::Unpack(x)
        | Linear::Repeat(x, _)
        | Linear::Sum(x, _)
        | Linear::Pop(x)
        | Linear::Swap(x, ..)
        | Linear::Untuple(x) => vec![*x],
        Linear::Add(x, y) | Linear::Push(x, y) => vec![*x, *y],
        Linear::Read(p) | Linear::Take(p) => vec![p.root],
        Linear::Accumulate(p, x) | Linear::Update(p, x) => vec![p.root, *x],
        Linear::Array(xs) | Linear::Tuple(xs) => xs.clone(),
        Linear::Call(c) => linear_call_operands(c),
    }
}

fn linear_call_operands(c: &LinearCall) -> Vec<Var> {
    let mut vars = Vec::new();
    for argument in &c.arguments {
        match argument {
            LinearArgument::None => {}
            LinearArgument::Value(leaves) if !c.transposed => vars.extend(leaves.iter().filter_map(|l| l.var)),
            LinearArgument::Value(_) => {}
            LinearArgument::Threaded(p) => vars.push(p.root),
        }
    }
    if c.transposed {
        vars.extend(c.outputs.iter().filter_map(|l| l.var));
    }
    vars
}
