//! Linear A or B → Linear A that forgets linearity: what was linear becomes ordinary, so that it can be differentiated again.
//!
//! A derivative of a derivative is `jvp` (and the reverse pipeline) after `erase`. Each linear operation has an ordinary form:
//!
//! | linear | ordinary |
//! |---|---|
//! | `zero`, `drop` | a literal or [`Op::Zero`], nothing |
//! | `dup` | the same variable twice; of an array a copy |
//! | `add neg scale unscale cast` | primitives, over arrays in loops |
//! | `read` | a read, the array's next version being the array |
//! | `accumulate`, `take` | read, add and update; read and update with zero |
//! | `update array repeat push pop swap tuple` | the same |
//! | `unpack untuple`, `sum` | reads; a loop |
//!
//! An array that a loop or a branch only threads through is not carried any longer. Rows that one loop collects and another consumes
//! become vectors, one for each value in a row, so that derivatives flow through them. Partial derivatives that are primitives of
//! their own get a form that can be differentiated.

use super::jvp::Jvp;
use super::unzip::Unzipped;
use crate::ir::*;
use crate::primitives::Prim;
use proc_macro2::Span;
use std::collections::{HashMap, HashSet};

/// Forgets linearity. Parameters and results stay as many and in their order. Calls of derivatives are not supported: the error names the callee.
pub fn erase(function: &Function) -> Result<Function, String> {
    let mut erased = function.clone();
    for info in &mut erased.vars {
        if info.sort == Sort::Linear {
            info.sort = Sort::NonLinear;
            info.ty = tangent_type(&info.ty);
        }
    }
    erased.body = Block::default();
    let mut pass = Pass { source: function, function: erased, names: HashMap::new(), rows: HashMap::new(), out: Block::default() };
    if let Some(v) = function.params.iter().find(|v| *function.ty(**v) == Ty::Rows) {
        return Err(format!("`{}` has rows as parameter `{}`", function.name, function.name(*v)));
    }
    pass.lets(&function.body.lets)?;
    let mut results = Vec::new();
    for v in &function.body.results {
        match pass.value(*v)? {
            Value::One(v) => results.push(v),
            Value::Rows(_) | Value::NoRows => return Err(format!("`{}` has rows among its results", function.name)),
        }
    }
    pass.function.body = Block { lets: pass.out.lets, results };
    Ok(pass.function)
}

/// The interface of an erased jvp: parameters and their tangents to outputs and their tangents. Puts the results in that order;
/// the final versions of tangents that were only read are no results any longer.
pub fn erased_interface(erased: &mut Function, interface: &Interface, jvp: &Jvp) -> Interface {
    let mut params = interface.params.clone();
    for dot in &jvp.dots {
        let passing = match interface.params[dot.param].passing {
            Passing::Unique => Passing::Unique,
            _ if dot.threaded || matches!(erased.ty(dot.var), Ty::Slice(_)) => Passing::Shared,
            _ => Passing::Value,
        };
        params.push(param(erased, dot.var, passing));
    }
    let outputs = interface.output_value.leaves().len();
    let uniques = interface.params.iter().filter(|p| p.passing == Passing::Unique).map(|p| p.value.leaves().len()).sum::<usize>();
    let old = std::mem::take(&mut erased.body.results);
    let (primal, linear) = old.split_at(outputs + uniques);
    let (tangents, finals) = linear.split_at(jvp.output_leaves.len());
    let mut results = primal[..outputs].to_vec();
    results.extend(tangents);
    results.extend(&primal[outputs..]);
    let threaded = jvp.dots.iter().filter(|d| d.threaded);
    results.extend(threaded.zip(finals).filter(|(d, _)| interface.params[d.param].passing == Passing::Unique).map(|(_, v)| *v));
    erased.body.results = results;
    interface_of(erased, interface, params, tangents.to_vec())
}

/// Reverse mode as one function of Linear A: the unzipped primal, then the transposed linear part. Parameters: the primal's, then the
/// cotangents of the output's leaves and of what `&mut` parameters become; results: the primal's, then the cotangents of the active parameters' leaves.
pub fn reverse(unzipped: &Unzipped, transposed: &Function, jvp: &Jvp, interface: &Interface) -> Function {
    let mut function = Function { vars: transposed.vars.clone(), ..unzipped.primal.clone() };
    let results = function.body.results.len() - unzipped.residuals.len();
    function.body.results.truncate(results);

    // what both parts bind (indices, what is recomputed) gets other names in the second
    let mut names = HashMap::new();
    let mut bound = Vec::new();
    collect_bound(&transposed.body, &mut bound);
    for v in bound.into_iter().filter(|v| !transposed.is_linear(*v)) {
        let info = function.info(v).clone();
        let fresh = function.fresh(info.name, info.ty, info.sort, info.span);
        names.insert(v, fresh);
    }
    let mut body = transposed.body.clone();
    body.rename(&names);
    rename_bound(&mut body, &names);

    let seeds: Vec<Var> = transposed.params.iter().copied().filter(|v| transposed.is_linear(*v)).collect();
    let (seeds, accumulators) = seeds.split_at(jvp.output_leaves.len());
    function.params.extend(seeds);
    for (dot, accumulator) in jvp.dots.iter().filter(|d| d.threaded).zip(accumulators) {
        let info = function.info(dot.leaf).clone();
        if interface.params[dot.param].passing == Passing::Unique {
            function.vars[accumulator.0 as usize].ty = owned(&info.ty);
            function.params.push(*accumulator);
            continue;
        }
        let shape = (!info.ty.has_static_shape()).then(|| {
            let shape = function.fresh_primal(format!("{}_shape", info.name), Ty::Shape(Box::new(info.ty.clone())), info.span);
            // first of all, while the parameter is as it was
            function.body.lets.insert(0, Let::new(vec![shape], Op::ShapeOf(dot.leaf), info.span));
            shape
        });
        function.body.push(vec![*accumulator], Op::Linear(Linear::Zero(shape)), info.span);
    }
    function.body.lets.append(&mut body.lets);
    function.body.results.append(&mut body.results);
    function
}

/// The interface of an erased [`reverse`]: parameters and cotangents of the outputs to outputs and cotangents of the parameters. Puts the results in
/// that order.
pub fn erased_reverse_interface(erased: &mut Function, interface: &Interface, jvp: &Jvp) -> Interface {
    let mut params = interface.params.clone();
    let given: usize = params.iter().map(|p| p.value.leaves().len()).sum();
    let seeds = erased.params[given..].to_vec();
    for v in seeds {
        params.push(param(erased, v, Passing::Value));
    }
    let outputs = interface.output_value.leaves().len();
    let mut results = std::mem::take(&mut erased.body.results);
    let cotangents = results.split_off(results.len() - jvp.dots.len());
    let uniques = results.split_off(outputs);
    results.extend(&cotangents);
    results.extend(uniques);
    erased.body.results = results;
    interface_of(erased, interface, params, cotangents)
}

fn param(function: &Function, var: Var, passing: Passing) -> Param {
    let info = function.info(var);
    let name = info.name.clone();
    Param { name, rust_type: Default::default(), ty: info.ty.clone(), passing, constant: false, value: Tree::Leaf(var) }
}

/// The output is the primal's, then further values.
fn interface_of(erased: &Function, interface: &Interface, params: Vec<Param>, further: Vec<Var>) -> Interface {
    let types = further.iter().map(|v| erased.ty(*v).clone()).collect();
    Interface {
        name: interface.name.clone(),
        generics: interface.generics.clone(),
        params,
        rust_output: Default::default(),
        output: Ty::Tuple(vec![interface.output.clone(), Ty::Tuple(types)]),
        output_value: Tree::Tuple(vec![interface.output_value.clone(), Tree::Tuple(further.into_iter().map(Tree::Leaf).collect())]),
    }
}

/// The type of the tangents of a type, as far as it is known here: discrete components are `()`.
fn tangent_type(ty: &Ty) -> Ty {
    match ty {
        ty if ty.is_discrete() => Ty::unit(),
        Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(tangent_type).collect()),
        Ty::Array(e, n) => Ty::Array(Box::new(tangent_type(e)), n.clone()),
        Ty::Slice(e) => Ty::Slice(Box::new(tangent_type(e))),
        Ty::Vec(e) => Ty::Vec(Box::new(tangent_type(e))),
        Ty::Sequence(e, p) => Ty::Sequence(Box::new(tangent_type(e)), p.clone()),
        other => other.clone(),
    }
}

/// The type of an owned value.
fn owned(ty: &Ty) -> Ty {
    match ty {
        Ty::Slice(e) => Ty::Vec(e.clone()),
        other => other.clone(),
    }
}

/// What a variable of the source stands for.
#[derive(Clone)]
enum Value {
    /// Another variable, or itself.
    One(Var),
    /// Collected rows.
    Rows(Rows),
    /// Rows of a branch not taken.
    NoRows,
}

/// Rows as vectors.
#[derive(Clone)]
struct Rows {
    /// Their number.
    count: Var,
    /// For each value in a row, a vector of those values.
    columns: Vec<Column>,
    /// Whether the first row in the vectors is that of the last index value.
    reversed: bool,
}

#[derive(Clone)]
enum Column {
    Values(Var),
    /// Rows in rows: vectors of vectors.
    Rows(Rows),
}

impl Rows {
    /// The variables, in order.
    fn vars(&self) -> Vec<Var> {
        let mut vars = vec![self.count];
        for column in &self.columns {
            match column {
                Column::Values(v) => vars.push(*v),
                Column::Rows(rows) => vars.extend(rows.vars()),
            }
        }
        vars
    }

    /// The same over other variables, given in order.
    fn over(&self, vars: &mut impl Iterator<Item = Var>) -> Rows {
        let mut next = |old: Var| vars.next().unwrap_or(old);
        let count = next(self.count);
        let columns = self
            .columns
            .iter()
            .map(|column| match column {
                Column::Values(v) => Column::Values(vars.next().unwrap_or(*v)),
                Column::Rows(rows) => Column::Rows(rows.over(vars)),
            })
            .collect();
        Rows { count, columns, reversed: self.reversed }
    }
}

struct Pass<'a> {
    source: &'a Function,
    function: Function,
    /// What linear versions that are gone were.
    names: HashMap<Var, Var>,
    /// The rows; `None` is a blank.
    rows: HashMap<Var, Option<Rows>>,
    out: Block,
}

impl Pass<'_> {
    fn name(&self, v: Var) -> Var {
        self.names.get(&v).copied().unwrap_or(v)
    }

    fn value(&self, v: Var) -> Result<Value, String> {
        if *self.source.ty(v) != Ty::Rows {
            return Ok(Value::One(self.name(v)));
        }
        match self.rows.get(&v) {
            Some(Some(rows)) => Ok(Value::Rows(rows.clone())),
            Some(None) => Ok(Value::NoRows),
            None => Err(format!("`{}`: the rows `{}` come from nowhere", self.source.name, self.source.name(v))),
        }
    }

    fn place(&self, place: &Place) -> Place {
        let mut op = Op::Read(place.clone());
        op.map_operands(&mut |v| self.name(v));
        match op {
            Op::Read(place) => place,
            _ => unreachable!("a read"),
        }
    }

    fn steps(&self, root: Var, steps: &[Step]) -> Vec<Step> {
        self.place(&Place { root, path: steps.to_vec() }).path
    }

    fn push(&mut self, vars: Vec<Var>, op: Op, span: Span) {
        self.out.push(vars, op, span);
    }

    fn let_(&mut self, name: &str, ty: Ty, op: Op, span: Span) -> Var {
        let var = self.function.fresh_primal(name, ty, span);
        self.push(vec![var], op, span);
        var
    }

    fn int(&mut self, i: usize, span: Span) -> Var {
        self.let_("k", Ty::USIZE, Op::Literal(Literal::Int(i as i128)), span)
    }

    /// An owned value is bound.
    fn own(&mut self, v: Var) {
        let ty = owned(self.function.ty(v));
        self.function.vars[v.0 as usize].ty = ty;
    }

    fn lets(&mut self, lets: &[Let]) -> Result<(), String> {
        lets.iter().try_for_each(|l| self.one(l))
    }

    fn one(&mut self, l: &Let) -> Result<(), String> {
        let span = l.span;
        match &l.op {
            Op::CallJvp(c) | Op::CallVjp(c) => return Err(unsupported(&c.call.callee)),
            Op::CallPrimal(c) => return Err(unsupported(&c.callee)),
            Op::Linear(Linear::Call(c)) => return Err(unsupported(&c.call.callee)),
            Op::Linear(op) => return self.linear(l, op),
            Op::Branch(tag, arms) => return self.branch(l, *tag, arms),
            Op::Loop(lp) => return self.loop_(l, lp),
            Op::Prim(prim, args) => {
                let args: Vec<Var> = args.iter().map(|v| self.name(*v)).collect();
                return self.prim(l.vars[0], *prim, &args, span);
            }
            Op::Blank => self.blank(l.vars[0], span),
            op => {
                let mut op = op.clone();
                op.map_operands(&mut |v| self.name(v));
                self.push(l.vars.clone(), op, span);
            }
        }
        Ok(())
    }

    /// A placeholder that derivatives may flow into.
    fn blank(&mut self, var: Var, span: Span) {
        match self.function.ty(var) {
            Ty::Rows => drop(self.rows.insert(var, None)),
            Ty::Real(_) => self.push(vec![var], Op::Literal(Literal::Real(0.0)), span),
            Ty::Vec(_) => self.push(vec![var], Op::Array(Vec::new()), span),
            _ => self.push(vec![var], Op::Blank, span),
        }
    }

    /// A primitive. A partial derivative with a declared value at a kink becomes a branch around its formula.
    fn prim(&mut self, var: Var, prim: Prim, args: &[Var], span: Span) -> Result<(), String> {
        match prim {
            // 0 if n is 0, else n·xⁿ⁻¹
            Prim::PowiPartial | Prim::PowfPartialX => {
                let (x, n) = (args[0], args[1]);
                let (real, exponent) = (self.function.ty(x).clone(), self.function.ty(n).clone());
                let literal =
                    |i: u8| if matches!(exponent, Ty::Real(_)) { Literal::Real(f64::from(i)) } else { Literal::Int(i128::from(i)) };
                let zero = self.let_("c", exponent.clone(), Op::Literal(literal(0)), span);
                let is_zero = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![n, zero]), span);
                self.or_zero(var, is_zero, span, |pass| {
                    let one = pass.let_("c", exponent.clone(), Op::Literal(literal(1)), span);
                    let less = pass.let_("less", exponent.clone(), Op::Prim(Prim::Sub, vec![n, one]), span);
                    let power = if prim == Prim::PowiPartial { Prim::Powi } else { Prim::Powf };
                    let power = pass.let_("power", real.clone(), Op::Prim(power, vec![x, less]), span);
                    let factor = if prim == Prim::PowiPartial { pass.let_("factor", real.clone(), Op::Cast(n), span) } else { n };
                    pass.let_("partial", real.clone(), Op::Prim(Prim::Mul, vec![factor, power]), span)
                });
            }
            // 0 if x and z are, else z·ln x
            Prim::PowfPartialY => {
                let (x, z) = (args[0], args[2]);
                let real = self.function.ty(x).clone();
                let zero = self.let_("c", real.clone(), Op::Literal(Literal::Real(0.0)), span);
                let x_is = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![x, zero]), span);
                let z_is = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![z, zero]), span);
                let both = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::BitAnd, vec![x_is, z_is]), span);
                self.or_zero(var, both, span, |pass| {
                    let ln = pass.let_("ln", real.clone(), Op::Prim(Prim::Ln, vec![x]), span);
                    pass.let_("partial", real.clone(), Op::Prim(Prim::Mul, vec![z, ln]), span)
                });
            }
            Prim::HypotPartial => self.quotient_or_zero(var, args[0], args[1], span),
            // (x, −y) / (x² + y²)
            Prim::Atan2PartialY | Prim::Atan2PartialX => {
                let real = self.function.ty(args[0]).clone();
                let yy = self.let_("square", real.clone(), Op::Prim(Prim::Mul, vec![args[0], args[0]]), span);
                let xx = self.let_("square", real.clone(), Op::Prim(Prim::Mul, vec![args[1], args[1]]), span);
                let sum = self.let_("sum", real.clone(), Op::Prim(Prim::Add, vec![yy, xx]), span);
                let numerator =
                    if prim == Prim::Atan2PartialY { args[1] } else { self.let_("minus", real, Op::Prim(Prim::Neg, vec![args[0]]), span) };
                self.quotient_or_zero(var, numerator, sum, span);
            }
            Prim::Trigamma => return Err(format!("`{}`: `trigamma` has no derivative", self.source.name)),
            _ => self.push(vec![var], Op::Prim(prim, args.to_vec()), span),
        }
        Ok(())
    }

    fn quotient_or_zero(&mut self, var: Var, a: Var, b: Var, span: Span) {
        let real = self.function.ty(a).clone();
        let zero = self.let_("c", real.clone(), Op::Literal(Literal::Real(0.0)), span);
        let is_zero = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![b, zero]), span);
        self.or_zero(var, is_zero, span, |pass| pass.let_("partial", real.clone(), Op::Prim(Prim::Div, vec![a, b]), span));
    }

    /// `let var = if is_zero { 0.0 } else { … }`
    fn or_zero(&mut self, var: Var, is_zero: Var, span: Span, otherwise: impl FnOnce(&mut Self) -> Var) {
        let ty = self.function.ty(var).clone();
        let saved = std::mem::take(&mut self.out);
        let zero = self.let_("c", ty, Op::Literal(Literal::Real(0.0)), span);
        let yes = Block { results: vec![zero], ..std::mem::take(&mut self.out) };
        let value = otherwise(self);
        let no = Block { results: vec![value], ..std::mem::replace(&mut self.out, saved) };
        self.push(vec![var], Op::Branch(is_zero, vec![yes, no]), span);
    }

    fn linear(&mut self, l: &Let, op: &Linear) -> Result<(), String> {
        let span = l.span;
        let bound = &l.vars;
        let var = |k: usize| bound[k];
        match op {
            Linear::Zero(shape) => self.zero(var(0), shape.map(|s| self.name(s)), span),
            Linear::Drop(..) => {}
            Linear::Dup(x) => {
                let x = self.name(*x);
                self.names.insert(var(0), x);
                if self.function.ty(x).is_scalar() {
                    self.names.insert(var(1), x);
                } else {
                    self.own(var(1));
                    self.push(vec![var(1)], Op::Read(Place::whole(x)), span);
                }
            }
            Linear::Add(x, y) => {
                let (x, y) = (self.name(*x), self.name(*y));
                let ty = self.function.ty(x).clone();
                let sum = self.add_at(Place::whole(x), Place::whole(y), &ty, span)?;
                self.names.insert(var(0), sum);
            }
            Linear::Neg(x) => self.map(var(0), *x, &|x| (Prim::Neg, vec![x]), span)?,
            Linear::Scale(x, k) => {
                let k = self.name(*k);
                self.map(var(0), *x, &|x| (Prim::Mul, vec![k, x]), span)?;
            }
            Linear::Unscale(x, k) => {
                let k = self.name(*k);
                self.map(var(0), *x, &|x| (Prim::Div, vec![x, k]), span)?;
            }
            Linear::Cast(x) => {
                let x = self.name(*x);
                self.push(vec![var(0)], Op::Cast(x), span);
            }
            Linear::Read(place) => {
                let place = self.place(place);
                self.names.insert(var(1), place.root);
                self.own(var(0));
                self.push(vec![var(0)], Op::Read(place), span);
            }
            Linear::Accumulate(place, x) => {
                let (place, x) = (self.place(place), self.name(*x));
                let ty = self.function.ty(x).clone();
                let after = self.add_at(place, Place::whole(x), &ty, span)?;
                self.names.insert(var(0), after);
            }
            Linear::Update(place, x) => {
                let (place, x) = (self.place(place), self.name(*x));
                self.push(vec![var(0)], Op::Update(place, x), span);
            }
            Linear::Take(place) => {
                let place = self.place(place);
                self.own(var(0));
                self.push(vec![var(0)], Op::Read(place.clone()), span);
                let ty = self.function.ty(var(0)).clone();
                let shape =
                    (!ty.has_static_shape()).then(|| self.let_("shape", Ty::Shape(Box::new(ty.clone())), Op::ShapeOf(var(0)), span));
                let zero = self.function.fresh_primal("zero", ty, span);
                self.zero(zero, shape, span);
                self.push(vec![var(1)], Op::Update(place, zero), span);
            }
            Linear::Array(xs) => {
                let xs = xs.iter().map(|x| self.name(*x)).collect();
                self.push(vec![var(0)], Op::Array(xs), span);
            }
            Linear::Unpack(x) => {
                let x = self.name(*x);
                for (k, v) in bound.iter().enumerate() {
                    let k = self.int(k, span);
                    self.own(*v);
                    self.push(vec![*v], Op::Read(Place { root: x, path: vec![Step::Index(k)] }), span);
                }
            }
            Linear::Repeat(x, n) => {
                let (x, n) = (self.name(*x), self.name(*n));
                self.own(var(0));
                self.push(vec![var(0)], Op::Repeat(x, n), span);
            }
            Linear::Sum(x, n) => self.sum(var(0), self.name(*x), self.name(*n), span)?,
            Linear::Push(vector, x) => {
                let (vector, x) = (self.name(*vector), self.name(*x));
                self.push(vec![var(0)], Op::Push(vector, x), span);
            }
            Linear::Pop(vector) => {
                let vector = self.name(*vector);
                self.push(bound.clone(), Op::Pop(vector), span);
            }
            Linear::Swap(root, a, b) => {
                let (a, b) = (self.steps(*root, a), self.steps(*root, b));
                let root = self.name(*root);
                self.push(vec![var(0)], Op::Swap(root, a, b), span);
            }
            Linear::Tuple(xs) => {
                let mut given = xs.iter().map(|x| self.name(*x)).collect::<Vec<_>>();
                if let Ty::Tuple(types) = self.source.ty(var(0)).clone()
                    && types.len() != given.len()
                {
                    // discrete components have no variable, but their place
                    let mut active = given.into_iter();
                    given = Vec::new();
                    for ty in types {
                        let part = if ty.is_discrete() {
                            self.let_("unit", Ty::unit(), Op::Tuple(Vec::new()), span)
                        } else {
                            active.next().ok_or("a linear tuple with too few components")?
                        };
                        given.push(part);
                    }
                }
                self.push(vec![var(0)], Op::Tuple(given), span);
            }
            Linear::Untuple(x) => {
                let root = self.name(*x);
                let all = bound.len();
                let fields: Vec<usize> = match self.source.ty(*x) {
                    Ty::Tuple(types) if types.len() != all => (0..types.len()).filter(|k| !types[*k].is_discrete()).collect(),
                    _ => (0..all).collect(),
                };
                for (v, k) in bound.iter().zip(fields) {
                    self.own(*v);
                    self.push(vec![*v], Op::Read(Place { root, path: vec![Step::Field(k)] }), span);
                }
            }
            Linear::Call(c) => return Err(unsupported(&c.call.callee)),
        }
        Ok(())
    }

    fn zero(&mut self, var: Var, shape: Option<Var>, span: Span) {
        self.own(var);
        match self.function.ty(var) {
            Ty::Real(_) => self.push(vec![var], Op::Literal(Literal::Real(0.0)), span),
            _ => self.push(vec![var], Op::Zero(shape), span),
        }
    }

    /// Adds the value at one place to that at another: the new version of the latter's root.
    fn add_at(&mut self, to: Place, from: Place, ty: &Ty, span: Span) -> Result<Var, String> {
        self.each_real(to, ty, span, &mut |pass, to, path| {
            let root = from.root;
            let path: Vec<Step> = from.path.iter().chain(path).cloned().collect();
            let real = pass.function.ty(to).clone();
            let x = if path.is_empty() { root } else { pass.let_("x", real.clone(), Op::Read(Place { root, path }), span) };
            pass.let_("sum", real, Op::Prim(Prim::Add, vec![to, x]), span)
        })
    }

    /// A primitive on each real of a linear value.
    fn map(&mut self, var: Var, x: Var, prim: &dyn Fn(Var) -> (Prim, Vec<Var>), span: Span) -> Result<(), String> {
        let x = self.name(x);
        if self.function.ty(x).is_scalar() {
            let (prim, args) = prim(x);
            self.push(vec![var], Op::Prim(prim, args), span);
            return Ok(());
        }
        let ty = self.function.ty(x).clone();
        let mapped = self.each_real(Place::whole(x), &ty, span, &mut |pass, x, _| {
            let (prim, args) = prim(x);
            let real = pass.function.ty(x).clone();
            pass.let_("y", real, Op::Prim(prim, args), span)
        })?;
        self.names.insert(var, mapped);
        Ok(())
    }

    /// Replaces each real at a place of the given type; `change` gets the real and the path to it from there. The new version of the root.
    fn each_real(
        &mut self,
        place: Place,
        ty: &Ty,
        span: Span,
        change: &mut dyn FnMut(&mut Self, Var, &[Step]) -> Var,
    ) -> Result<Var, String> {
        self.each_real_below(place, &mut Vec::new(), ty, span, change)
    }

    fn each_real_below(
        &mut self,
        place: Place,
        below: &mut Vec<Step>,
        ty: &Ty,
        span: Span,
        change: &mut dyn FnMut(&mut Self, Var, &[Step]) -> Var,
    ) -> Result<Var, String> {
        let here = |place: &Place, below: &[Step]| Place { root: place.root, path: place.path.iter().chain(below).cloned().collect() };
        let root_ty = self.function.ty(place.root).clone();
        let root_name = self.function.name(place.root).to_string();
        match ty {
            ty if ty.is_discrete() => Ok(place.root),
            Ty::Real(_) => {
                let at = here(&place, below);
                if at.path.is_empty() {
                    return Ok(change(self, place.root, below));
                }
                let old = self.let_("e", ty.clone(), Op::Read(at.clone()), span);
                let new = change(self, old, below);
                Ok(self.let_(&root_name, root_ty, Op::Update(at, new), span))
            }
            Ty::Tuple(parts) => {
                let mut root = place.root;
                for (k, part) in parts.iter().enumerate() {
                    below.push(Step::Field(k));
                    root = self.each_real_below(Place { root, path: place.path.clone() }, below, part, span, change)?;
                    below.pop();
                }
                Ok(root)
            }
            Ty::Array(e, _) | Ty::Slice(e) | Ty::Vec(e) | Ty::Sequence(e, _) => {
                let n = self.let_("n", Ty::USIZE, Op::Len(here(&place, below)), span);
                let from = self.int(0, span);
                let index = self.function.fresh_primal("i", Ty::USIZE, span);
                let param = self.function.fresh_primal(&root_name, root_ty.clone(), span);
                let saved = std::mem::take(&mut self.out);
                below.push(Step::Index(index));
                let next = self.each_real_below(Place { root: param, path: place.path.clone() }, below, e, span, change);
                below.pop();
                let body = Block { results: vec![next?], ..std::mem::replace(&mut self.out, saved) };
                let iteration = Iteration::Range(Range { index, from, to: n, inclusive: false, adaptors: Vec::new() });
                let carried = vec![Carried { init: place.root, param }];
                let lp = Loop { iteration, backward: false, carried, consume: None, body, again: None, collect: None };
                Ok(self.let_(&root_name, root_ty, Op::Loop(Box::new(lp)), span))
            }
            other => Err(format!("`{}`: arithmetic on values of type {other}", self.source.name)),
        }
    }

    /// The sum of the elements: a loop.
    fn sum(&mut self, var: Var, x: Var, n: Var, span: Span) -> Result<(), String> {
        let ty = self.function.ty(var).clone();
        let from = self.int(0, span);
        if ty.has_static_shape() {
            let init = self.function.fresh_primal("zero", ty.clone(), span);
            self.zero(init, None, span);
            return self.sum_from(var, init, x, (from, n), span);
        }
        // the shape is that of the first element; of none the sum is empty, which is as good as zero when it is added to something
        if !matches!(ty, Ty::Vec(_)) {
            return Err(format!("`{}`: the sum of elements of type {ty}", self.source.name));
        }
        let is_empty = self.let_("is_empty", Ty::Bool, Op::Prim(Prim::Eq, vec![n, from]), span);
        let saved = std::mem::take(&mut self.out);
        let empty = self.let_("empty", ty.clone(), Op::Array(Vec::new()), span);
        let none = Block { results: vec![empty], ..std::mem::take(&mut self.out) };
        let init = self.let_("first", ty.clone(), Op::Read(Place { root: x, path: vec![Step::Index(from)] }), span);
        let one = self.int(1, span);
        let total = self.function.fresh_primal("sum", ty, span);
        let some = self.sum_from(total, init, x, (one, n), span);
        let some = some.map(|()| Block { results: vec![total], ..std::mem::take(&mut self.out) });
        self.out = saved;
        self.push(vec![var], Op::Branch(is_empty, vec![none, some?]), span);
        Ok(())
    }

    /// `init` and the elements in a range: a loop.
    fn sum_from(&mut self, var: Var, init: Var, x: Var, (from, to): (Var, Var), span: Span) -> Result<(), String> {
        let ty = self.function.ty(var).clone();
        let index = self.function.fresh_primal("i", Ty::USIZE, span);
        let param = self.function.fresh_primal("sum", ty.clone(), span);
        let saved = std::mem::take(&mut self.out);
        let next = self.add_at(Place::whole(param), Place { root: x, path: vec![Step::Index(index)] }, &ty, span);
        let body = Block { results: vec![next?], ..std::mem::replace(&mut self.out, saved) };
        let iteration = Iteration::Range(Range { index, from, to, inclusive: false, adaptors: Vec::new() });
        let lp =
            Loop { iteration, backward: false, carried: vec![Carried { init, param }], consume: None, body, again: None, collect: None };
        self.push(vec![var], Op::Loop(Box::new(lp)), span);
        Ok(())
    }

    fn branch(&mut self, l: &Let, tag: Var, arms: &[Block]) -> Result<(), String> {
        let span = l.span;
        let mut done: Vec<(Block, Vec<Value>)> = Vec::new();
        for arm in arms {
            let saved = std::mem::take(&mut self.out);
            let lets = self.lets(&arm.lets);
            let values = lets.and_then(|()| arm.results.iter().map(|v| self.value(*v)).collect());
            let block = std::mem::replace(&mut self.out, saved);
            done.push((block, values?));
        }
        let mut vars = Vec::new();
        for (k, var) in l.vars.iter().enumerate() {
            let rows = done.iter().find_map(|(_, values)| if let Value::Rows(rows) = &values[k] { Some(rows.clone()) } else { None });
            match rows {
                Some(like) => {
                    let new = self.same(&like.vars());
                    for (block, values) in &mut done {
                        let results = match &values[k] {
                            Value::Rows(rows) => rows.vars(),
                            _ => {
                                // no rows: none of them, and empty vectors
                                let saved = std::mem::replace(&mut self.out, std::mem::take(block));
                                let none = self.same(&new);
                                for v in &none {
                                    let op = if matches!(self.function.ty(*v), Ty::Int(_)) {
                                        Op::Literal(Literal::Int(0))
                                    } else {
                                        Op::Array(Vec::new())
                                    };
                                    self.push(vec![*v], op, span);
                                }
                                *block = std::mem::replace(&mut self.out, saved);
                                none
                            }
                        };
                        block.results.extend(results);
                    }
                    self.rows.insert(*var, Some(like.over(&mut new.iter().copied())));
                    vars.extend(new);
                }
                None if done.iter().any(|(_, values)| matches!(values[k], Value::NoRows)) => drop(self.rows.insert(*var, None)),
                None => {
                    let results: Vec<Var> = done
                        .iter()
                        .map(|(_, values)| if let Value::One(v) = values[k] { v } else { unreachable!("rows are above") })
                        .collect();
                    // a linear variable that each arm hands on
                    let inner = done.first().is_some_and(|(block, _)| binds(block, results[0]));
                    if self.source.is_linear(*var) && !inner && results.iter().all(|r| *r == results[0]) {
                        self.names.insert(*var, results[0]);
                        continue;
                    }
                    for ((block, _), result) in done.iter_mut().zip(results) {
                        block.results.push(result);
                    }
                    vars.push(*var);
                }
            }
        }
        let tag = self.name(tag);
        let arms: Vec<Block> = done.into_iter().map(|(block, _)| block).collect();
        if !vars.is_empty() || arms.iter().any(|arm| !arm.lets.is_empty()) {
            self.push(vars, Op::Branch(tag, arms), span);
        }
        Ok(())
    }

    /// New variables like the given ones.
    fn same(&mut self, vars: &[Var]) -> Vec<Var> {
        vars.iter()
            .map(|v| {
                let info = self.function.info(*v).clone();
                self.function.fresh_primal(info.name, owned(&info.ty), info.span)
            })
            .collect()
    }

    fn loop_(&mut self, l: &Let, lp: &Loop) -> Result<(), String> {
        let span = l.span;
        let mut header = Op::Loop(Box::new(Loop { body: Block::default(), consume: None, ..lp.clone() }));
        header.map_operands(&mut |v| self.name(v));
        let Op::Loop(mut new) = header else { unreachable!("a loop") };
        new.collect = None;
        let mut finals = l.vars[..lp.carried.len()].to_vec();
        let consumed = match &lp.consume {
            None => None,
            Some((rows, row)) => match self.value(*rows)? {
                Value::Rows(rows) => Some((rows, row)),
                // of a branch not taken: no iteration, and whatever a row binds is not there
                _ => return Err(format!("`{}`: a loop over rows that nothing collects", self.source.name)),
            },
        };
        // the number of a row, if no index tells
        let mut counter = None;
        if let Some((rows, _)) = &consumed {
            match &lp.iteration {
                Iteration::Rows => {
                    let from = self.int(0, span);
                    let index = self.function.fresh_primal("k", Ty::USIZE, span);
                    new.iteration = Iteration::Range(Range { index, from, to: rows.count, inclusive: false, adaptors: Vec::new() });
                }
                Iteration::Range(r) if r.adaptors.is_empty() => {}
                Iteration::Range(_) | Iteration::Forever => {
                    let init = if lp.backward { rows.count } else { self.int(0, span) };
                    let param = self.function.fresh_primal("k", Ty::USIZE, span);
                    counter = Some(param);
                    new.carried.push(Carried { init, param });
                    finals.push(self.function.fresh_primal("k", Ty::USIZE, span));
                }
            }
        }
        let saved = std::mem::take(&mut self.out);
        let mut next_counter = None;
        if let Some((rows, row)) = &consumed {
            let position = match (&new.iteration, counter) {
                (_, Some(k)) => {
                    let one = self.int(1, span);
                    let prim = if lp.backward { Prim::Sub } else { Prim::Add };
                    let next = self.let_("k", Ty::USIZE, Op::Prim(prim, vec![k, one]), span);
                    next_counter = Some(next);
                    if lp.backward { next } else { k }
                }
                (Iteration::Range(r), None) => {
                    let (index, from) = (r.index, r.from);
                    let ty = self.function.ty(index).clone();
                    let from_start = matches!(lp.iteration, Iteration::Rows);
                    let position =
                        if from_start { index } else { self.let_("k", ty.clone(), Op::Prim(Prim::Sub, vec![index, from]), span) };
                    if ty == Ty::USIZE { position } else { self.let_("k", Ty::USIZE, Op::Cast(position), span) }
                }
                _ => unreachable!("a loop over rows became one over a range"),
            };
            self.bind_row(rows, position, row, span)?;
        }
        let body = self.lets(&lp.body.lets).and_then(|()| lp.body.results.iter().map(|v| self.value(*v)).collect::<Result<Vec<_>, _>>());
        let mut body_results = Vec::new();
        for value in body? {
            match value {
                Value::One(v) => body_results.push(v),
                Value::Rows(_) | Value::NoRows => return Err(format!("`{}`: a loop carries rows", self.source.name)),
            }
        }
        body_results.extend(next_counter);
        if let Some(again) = &mut new.again {
            *again = self.name(*again);
        }
        if let Some(collect) = &lp.collect {
            let (pushed, rows) = self.collect_row(collect, lp.backward, span)?;
            let inside = std::mem::replace(&mut self.out, saved);
            // empty vectors before the loop
            let params: Vec<Var> = rows.vars();
            let inits = self.same(&params);
            for v in &inits {
                let op = if matches!(self.function.ty(*v), Ty::Int(_)) { Op::Literal(Literal::Int(0)) } else { Op::Array(Vec::new()) };
                self.push(vec![*v], op, span);
            }
            new.carried.extend(inits.iter().zip(&params).map(|(init, param)| Carried { init: *init, param: *param }));
            body_results.extend(pushed);
            let last = self.same(&params);
            finals.extend(&last);
            self.rows.insert(l.vars[lp.carried.len()], Some(rows.over(&mut last.into_iter())));
            new.body.lets = inside.lets;
        } else {
            new.body.lets = std::mem::replace(&mut self.out, saved).lets;
        }
        // linear variables that an iteration hands on as they are
        let mut through = HashMap::new();
        let mut keep = Vec::new();
        for (k, c) in new.carried.iter().enumerate() {
            let unchanged = body_results[k] == c.param && self.source.vars.len() > c.param.0 as usize && self.source.is_linear(c.param);
            if unchanged {
                through.insert(c.param, c.init);
                self.names.insert(finals[k], c.init);
            }
            keep.push(!unchanged);
        }
        let mut kept = keep.iter();
        new.carried.retain(|_| *kept.next().unwrap_or(&true));
        let kept = |vars: Vec<Var>| vars.into_iter().zip(&keep).filter(|(_, keep)| **keep).map(|(v, _)| v).collect::<Vec<_>>();
        new.body.results = kept(body_results);
        let finals = kept(finals);
        new.body.rename(&through);
        self.push(finals, Op::Loop(new), span);
        Ok(())
    }

    /// Binds the values of the row at a position.
    fn bind_row(&mut self, rows: &Rows, position: Var, row: &[Var], span: Span) -> Result<(), String> {
        let position = if rows.reversed {
            let one = self.int(1, span);
            let last = self.let_("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![rows.count, one]), span);
            self.let_("k", Ty::USIZE, Op::Prim(Prim::Sub, vec![last, position]), span)
        } else {
            position
        };
        if rows.columns.len() != row.len() {
            return Err(format!("`{}`: rows of {} values bind {}", self.source.name, rows.columns.len(), row.len()));
        }
        for (column, v) in rows.columns.iter().zip(row) {
            match column {
                Column::Values(column) => self.element(*v, *column, position, span),
                Column::Rows(inner) => {
                    let vars: Vec<Var> = inner
                        .vars()
                        .into_iter()
                        .map(|column| {
                            let info = self.function.info(column).clone();
                            let ty = info.ty.element().cloned().unwrap_or(info.ty);
                            let element = self.function.fresh_primal(info.name, ty, span);
                            self.element(element, column, position, span);
                            element
                        })
                        .collect();
                    self.rows.insert(*v, Some(inner.over(&mut vars.into_iter())));
                }
            }
        }
        Ok(())
    }

    fn element(&mut self, var: Var, column: Var, position: Var, span: Span) {
        let place = Place { root: column, path: vec![Step::Index(position)] };
        let op = if self.function.ty(var).is_sequence() { Op::View(place) } else { Op::Read(place) };
        self.push(vec![var], op, span);
    }

    /// At the end of an iteration: appends the values of its row. The vectors after that, and the vectors before as rows.
    fn collect_row(&mut self, collect: &[Var], backward: bool, span: Span) -> Result<(Vec<Var>, Rows), String> {
        let count = self.function.fresh_primal("count", Ty::USIZE, span);
        let one = self.int(1, span);
        let mut pushed = vec![self.let_("count", Ty::USIZE, Op::Prim(Prim::Add, vec![count, one]), span)];
        let mut columns = Vec::new();
        for v in collect {
            match self.value(*v)? {
                Value::One(v) => {
                    let column = self.append(v, &mut pushed, span);
                    columns.push(Column::Values(column));
                }
                Value::Rows(rows) => {
                    let vars: Vec<Var> = rows.vars().into_iter().map(|v| self.append(v, &mut pushed, span)).collect();
                    columns.push(Column::Rows(rows.over(&mut vars.into_iter())));
                }
                Value::NoRows => return Err(format!("`{}`: an iteration keeps rows that nothing collects", self.source.name)),
            }
        }
        Ok((pushed, Rows { count, columns, reversed: backward }))
    }

    fn append(&mut self, v: Var, pushed: &mut Vec<Var>, span: Span) -> Var {
        let info = self.function.info(v).clone();
        let ty = owned(&info.ty);
        // what is borrowed is copied
        let value = if matches!(info.ty, Ty::Slice(_)) { self.let_(&info.name, ty.clone(), Op::Read(Place::whole(v)), span) } else { v };
        let column = self.function.fresh_primal(format!("{}s", info.name), Ty::Vec(Box::new(ty.clone())), span);
        let after = self.let_(&format!("{}s", info.name), Ty::Vec(Box::new(ty)), Op::Push(column, value), span);
        pushed.push(after);
        column
    }
}

fn unsupported(callee: &Callee) -> String {
    format!("a derivative of a derivative through the call of `{}`", callee.key())
}

/// Whether a block itself binds a variable.
fn binds(block: &Block, var: Var) -> bool {
    block.lets.iter().any(|l| l.vars.contains(&var))
}

/// All variables that a block binds, those of inner blocks included.
fn collect_bound(block: &Block, bound: &mut Vec<Var>) {
    for l in &block.lets {
        bound.extend(&l.vars);
        if let Op::Loop(lp) = &l.op {
            bound.extend(lp.params());
        }
        for inner in l.op.blocks() {
            collect_bound(inner, bound);
        }
    }
    let mut seen = HashSet::new();
    bound.retain(|v| seen.insert(*v));
}

/// Renames what a block binds (see [`Block::rename`] for what it reads).
fn rename_bound(block: &mut Block, names: &HashMap<Var, Var>) {
    let rename = |v: &mut Var| *v = names.get(v).copied().unwrap_or(*v);
    for l in &mut block.lets {
        l.vars.iter_mut().for_each(rename);
        match &mut l.op {
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| rename_bound(arm, names)),
            Op::Loop(lp) => {
                lp.carried.iter_mut().for_each(|c| rename(&mut c.param));
                if let Iteration::Range(r) = &mut lp.iteration {
                    rename(&mut r.index);
                }
                if let Some((_, row)) = &mut lp.consume {
                    row.iter_mut().for_each(rename);
                }
                rename_bound(&mut lp.body, names);
            }
            _ => {}
        }
    }
}
