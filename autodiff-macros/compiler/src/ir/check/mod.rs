//! The verifier of Linear A: the invariants that every pass may rely on, and must preserve.
//!
//! Invariants:
//! - every variable is bound exactly once in the whole function, before it is read, and read only
//!   in its scope;
//! - parameters and results of a function are sorted: non-linear ones, then linear ones;
//! - every let binds as many variables as its operation has results, of the operation's sorts and
//!   types;
//! - every operand has the sort and the type that the operation requires; no type is `Infer`;
//! - results of branch arms, and initial value, parameter, next and final value of a carried
//!   variable, agree in count, sort and type;
//! - every linear variable is used exactly once: on each path through a branch (its arms consume
//!   the same linear variables from outside), and in each iteration of a loop (whose body sees no
//!   linear variable from outside);
//! - after an operation consumed an array nothing reads that version, nor a view of it; a loop body
//!   consumes no array from outside, nothing consumes a view;
//! - [`Stage::LinearB`]: no call of a primal, no effect, and every linear call has its frame.
//!
//! Types that only rustc can resolve (projections, sequences of an unknown container, foreign
//! types) are compared only in their known parts: rustc compares the rest after expansion. A slice
//! agrees with every sequence of its elements.
//!
//! ```text
//! operands      which variables an operation reads, of which sort
//! types         types of non-linear operations
//! linear_types  types of linear operations
//! ```

mod linear_types;
mod operands;
mod types;

use super::*;
use crate::ir::hash::{HashMap, HashSet};
use operands::{consumer_name, name_of, operand_sorts};
use types::{has_infer, may_be_equal};

/// The language that a function must be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before unzipping, or the unzipped primal.
    LinearA,
    /// The linear function, or its transpose.
    LinearB,
}

/// Checks the invariants above. Returns all violations, each with the name of the variable.
pub fn check(function: &Function, stage: Stage) -> Result<(), Vec<String>> {
    let mut checker = Checker {
        function,
        stage,
        errors: Vec::new(),
        bound: HashSet::default(),
        visible: HashSet::default(),
        linear: HashMap::default(),
        consumed: HashMap::default(),
        alias: HashMap::default(),
        foreign: HashSet::default(),
    };
    checker.function();
    if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors) }
}

/// The non-linear arrays that an operation consumes: these versions must not be read after it. A
/// scalar that a call changes is not among them, since its versions are values.
pub fn consumed_arrays(op: &Op, function: &Function) -> Vec<Var> {
    let mut consumed = consumed_variables(op);
    consumed.retain(|v| !function.ty(*v).is_scalar());
    consumed
}

fn consumed_variables(op: &Op) -> Vec<Var> {
    let unique = |c: &Call| {
        c.arguments
            .iter()
            .filter_map(|a| if let Argument::Unique(p) = a { Some(p.root) } else { None })
            .collect()
    };
    match op {
        Op::Update(place, _) | Op::Push(place, _, _) | Op::Pop(place, _) => vec![place.root],
        Op::Swap(v, ..) => vec![*v],
        Op::Opaque(o) => o.changes.iter().map(|change| change.place.root).collect(),
        Op::Call(c) | Op::CallPrimal(c) => unique(c),
        Op::CallJvp(c) | Op::CallVjp(c) => unique(&c.call),
        Op::Branch(_, arms) => {
            let mut all: Vec<Var> = Vec::new();
            for v in arms.iter().flat_map(consumed_in_block) {
                if !all.contains(&v) {
                    all.push(v);
                }
            }
            all
        }
        // a carried array that is only read is not consumed
        Op::Loop(lp) => {
            let inside: HashSet<Var> = consumed_in_block(&lp.body).into_iter().collect();
            lp.carried.iter().filter(|c| inside.contains(&c.param)).map(|c| c.init).collect()
        }
        Op::Literal(_)
        | Op::Blank
        | Op::Prim(..)
        | Op::Cast(_)
        | Op::Constant(_)
        | Op::Len(_)
        | Op::Read(_)
        | Op::View(_)
        | Op::Array(_)
        | Op::Repeat(..)
        | Op::Tuple(_)
        | Op::Struct(..)
        | Op::ShapeOf(_)
        | Op::Zero(_)
        | Op::Pullback(_)
        | Op::Linear(_) => Vec::new(),
    }
}

fn consumed_in_block(block: &Block) -> Vec<Var> {
    block.lets.iter().flat_map(|l| consumed_variables(&l.op)).collect()
}

/// The state of a linear variable.
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
    /// The arrays that were consumed, with the operation that consumed each.
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

    /// The type of a variable. For a variable that does not exist it is the empty tuple: an error
    /// has been reported already.
    fn ty(&self, var: Var) -> Ty {
        self.function.vars.get(var.0 as usize).map_or_else(Ty::unit, |i| (*i.ty).clone())
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
        self.check_sorted("parameters", &self.function.params);
        self.check_sorted("results", &self.function.body.results);
        for param in &self.function.params {
            self.bind(*param);
        }
        self.block(&self.function.body, &[], "the function");
        self.check_used(&self.function.params, "the function");
    }

    /// Non-linear variables first.
    fn check_sorted(&mut self, what: &str, vars: &[Var]) {
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

    /// One read of a variable that must have a given sort.
    fn use_(&mut self, var: Var, sort: Sort, by: &str) {
        if self.sort(var) != sort {
            let (is, wanted) = match sort {
                Sort::NonLinear => ("linear", "non-linear"),
                Sort::Linear => ("non-linear", "linear"),
            };
            self.error(format!(
                "{by} reads {is} {} where a {wanted} variable belongs",
                self.show(var)
            ));
        }
        match self.sort(var) {
            Sort::Linear => match self.linear.get(&var).copied() {
                Some(State::Available) => {
                    self.linear.insert(var, State::Used);
                }
                Some(State::Used) => self.error(format!(
                    "linear {} is used more than once (again by {by})",
                    self.show(var)
                )),
                Some(State::Outside) => self.error(format!(
                    "a loop body consumes linear {} from outside ({by})",
                    self.show(var)
                )),
                None => self.out_of_scope(var, by),
            },
            Sort::NonLinear => {
                if !self.visible.contains(&var) {
                    self.out_of_scope(var, by);
                }
                let mut root = var;
                loop {
                    if let Some(consumer) = self.consumed.get(&root) {
                        let via = if root == var {
                            String::new()
                        } else {
                            format!(", a view of {}", self.show(root))
                        };
                        self.error(format!(
                            "{by} reads {}{via} after {consumer} consumed it",
                            self.show(var)
                        ));
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

    /// Checks that every one of these linear variables, whose scope ends, has been used.
    fn check_used(&mut self, vars: &[Var], place: &str) {
        for v in vars {
            if self.linear.get(v) == Some(&State::Available) {
                self.error(format!("linear {} is never used in {place}", self.show(*v)));
            }
        }
    }

    /// A block; `tail` are the variables that its owner reads at its end besides the results.
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
        self.check_used(&here, place);
        for v in here {
            self.end_scope(v);
        }
    }

    /// Ends the scope of a variable.
    fn end_scope(&mut self, var: Var) {
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
            Op::Pullback(p) => self.pullback(p, &l.vars),
            op => {
                self.types(op, &l.vars, &by);
                let name = consumer_name(op);
                let consumed = consumed_arrays(op, self.function);
                for (k, v) in consumed.iter().enumerate() {
                    if consumed[..k].contains(v) {
                        self.error(format!("{name} consumes {} twice", self.show(*v)));
                    }
                    self.consume(*v, name);
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
            self.error(format!(
                "a loop body consumes {} from outside ({by}), which is not carried",
                self.show(var)
            ));
        }
        self.consumed.insert(var, by);
    }

    fn stage(&mut self, op: &Op, by: &str) {
        if self.stage == Stage::LinearA {
            return;
        }
        match op {
            Op::Call(_) | Op::CallPrimal(_) | Op::CallJvp(_) | Op::CallVjp(_) => {
                self.error(format!("{by} calls a primal in Linear B"))
            }
            Op::Opaque(o) if o.effect => self.error(format!("{by} has an effect in Linear B")),
            Op::Linear(Linear::Call(c)) if c.frame.is_none() => {
                self.error(format!("{by} has no frame in Linear B"))
            }
            _ => {}
        }
    }

    fn branch(&mut self, tag: Var, arms: &'a [Block], vars: &[Var]) {
        match self.ty(tag) {
            Ty::Bool if arms.len() != 2 => self.error(format!(
                "a branch on the bool {} has {} arms",
                self.show(tag),
                arms.len()
            )),
            Ty::Bool => {}
            Ty::Int("usize") if arms.is_empty() => {
                self.error(format!("a branch on {} has no arms", self.show(tag)))
            }
            other => self.expect_type(tag, &other, &Ty::USIZE, "the tag of a branch"),
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
                    let mut differ: Vec<Var> = before
                        .keys()
                        .copied()
                        .filter(|v| self.linear.get(v) != other.get(v))
                        .collect();
                    differ.sort();
                    for v in differ {
                        self.error(format!(
                            "arm 0 and arm {i} of a branch do not both consume linear {}",
                            self.show(v)
                        ));
                    }
                }
            }
        }
        if let Some(first) = first {
            self.linear = first;
        }
        self.consumed = consumed_after;
    }

    /// A pullback. Its body sees no linear variable from outside, and consumes no array from there:
    /// it runs later.
    fn pullback(&mut self, p: &'a Pullback, vars: &[Var]) {
        let types = |vars: &[Var]| vars.iter().map(|v| self.ty(*v)).collect::<Vec<_>>();
        let ty = Ty::Pullback(std::rc::Rc::new(PullbackType {
            from: types(&p.params),
            to: types(&p.body.results),
        }));
        self.check_bindings(vars, &[(Sort::NonLinear, Some(ty))], "a pullback");
        for v in p.params.iter().chain(&p.body.results) {
            self.want_sort(*v, Sort::Linear, "what a pullback takes and returns");
        }
        let linear = std::mem::take(&mut self.linear);
        self.linear = linear.keys().map(|v| (*v, State::Outside)).collect();
        let foreign = std::mem::replace(&mut self.foreign, self.visible.clone());
        for v in &p.params {
            self.bind(*v);
        }
        self.block(&p.body, &[], "a pullback");
        self.check_used(&p.params, "a pullback");
        self.linear = linear;
        self.foreign = foreign;
    }

    fn loop_(&mut self, lp: &'a Loop, vars: &[Var]) {
        match &lp.iteration {
            Iteration::Range(r) => {
                let ty = self.ty(r.index);
                if !matches!(
                    ty,
                    Ty::Int(_)
                        | Ty::IntOf(_)
                        | Ty::Projected(_)
                        | Ty::Wrapped(..)
                        | Ty::Foreign(_)
                        | Ty::Discrete(_)
                ) {
                    self.error(format!("the index {} of a loop is no integer", self.show(r.index)));
                }
                self.expect_type(r.from, &self.ty(r.from), &ty, "the start of a range");
                self.expect_type(r.to, &self.ty(r.to), &ty, "the end of a range");
                for adaptor in &r.adaptors {
                    if let Adaptor::StepBy(k) = adaptor {
                        self.expect_type(*k, &self.ty(*k), &Ty::USIZE, "the step of a range");
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
            self.expect_type(*rows, &self.ty(*rows), &Ty::Rows, "the rows of a loop");
            for v in row {
                if self.sort(*v) == Sort::Linear {
                    self.error(format!("a row binds linear {}", self.show(*v)));
                }
            }
        }
        let inits: Vec<Var> = lp.carried.iter().map(|c| c.init).collect();
        let params: Vec<Var> = lp.carried.iter().map(|c| c.param).collect();
        self.results("the initial value of a carried variable", &inits, &params);

        // the carried variable has the value from here on
        for c in lp.carried.iter().filter(|c| {
            !self.function.ty(c.init).is_scalar() && consumed_in_block(&lp.body).contains(&c.param)
        }) {
            self.consumed.insert(c.init, "a loop");
        }
        // the body sees no linear variable from outside, and may consume no array from outside
        let linear = std::mem::take(&mut self.linear);
        self.linear = linear.keys().map(|v| (*v, State::Outside)).collect();
        let foreign = std::mem::replace(&mut self.foreign, self.visible.clone());
        let bound = lp.params();
        for v in &bound {
            self.bind(*v);
        }
        self.block(&lp.body, &lp.tail_reads(), "a loop body");
        self.check_used(&bound, "a loop body");
        for v in &bound {
            self.end_scope(*v);
        }
        self.linear = linear;
        self.foreign = foreign;

        self.results("the next value of a carried variable", &lp.body.results, &params);
        if let Some(again) = lp.again {
            self.expect_type(again, &self.ty(again), &Ty::Bool, "the condition of a loop");
        }
        let finals = vars.len() - usize::from(lp.collect.is_some() && !vars.is_empty());
        self.results("a carried variable", &params, &vars[..finals]);
        if lp.collect.is_some() {
            match vars.last() {
                Some(rows) => {
                    self.expect_type(*rows, &self.ty(*rows), &Ty::Rows, "the collected rows");
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

    /// Checks that values and the variables that they become agree in count, sort and type.
    fn results(&mut self, what: &str, from: &[Var], to: &[Var]) {
        if from.len() != to.len() {
            let names: Vec<String> = to.iter().map(|v| self.show(*v)).collect();
            self.error(format!(
                "{what}: {} values for {} variables ({})",
                from.len(),
                to.len(),
                names.join(", ")
            ));
            return;
        }
        for (a, b) in from.iter().zip(to) {
            if self.sort(*a) != self.sort(*b) {
                self.error(format!(
                    "{what}: {} and {} are of different sorts",
                    self.show(*a),
                    self.show(*b)
                ));
            }
            let (x, y) = (self.ty(*a), self.ty(*b));
            if !may_be_equal(&x, &y) {
                self.error(format!(
                    "{what}: {} is {x} but {} is {y}",
                    self.show(*a),
                    self.show(*b)
                ));
            }
        }
    }
}
