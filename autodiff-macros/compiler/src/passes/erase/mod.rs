//! Linear A or B → Linear A without linearity: linear variables become non-linear ones, so that the
//! function can be differentiated again.
//!
//! A derivative of a derivative is `jvp` (and the reverse pipeline) after `erase`. Each linear
//! operation has an ordinary form:
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
//! An array that a loop or a branch only threads through is no longer carried. Rows that one loop
//! collects and another consumes become vectors, one for each value in a row, so that derivatives
//! flow through them. Partial derivatives that are primitives of their own get a differentiable
//! form.
//!
//! ```text
//! arithmetic  linear arithmetic, and partials that are primitives
//! control     branches and loops
//! interface   the interface of an erased derivative
//! ```

mod arithmetic;
mod control;
mod interface;

use crate::ir::hash::HashMap;
use crate::ir::*;
use crate::primitives::Prim;
use control::Rows;
pub use interface::{erased_interface, erased_reverse_interface, reverse};
use proc_macro2::Span;

/// Erases linearity. The count and order of parameters and results are unchanged. Calls of
/// derivatives are not supported: the error names the callee.
pub fn erase(function: &Function) -> Result<Function, String> {
    let mut erased = function.clone();
    for info in &mut erased.vars {
        if info.sort == Sort::Linear {
            info.sort = Sort::NonLinear;
            info.ty = tangent_type(&info.ty).into();
        }
    }
    erased.body = Block::default();
    let mut pass = Pass {
        source: function,
        function: erased,
        names: HashMap::default(),
        rows: HashMap::default(),
        out: Block::default(),
    };
    if let Some(v) = function.params.iter().find(|v| *function.ty(**v) == Ty::Rows) {
        return Err(format!("`{}` has rows as parameter `{}`", function.name, function.name(*v)));
    }
    pass.lets(&function.body.lets)?;
    let mut results = Vec::new();
    for v in &function.body.results {
        match pass.value(*v)? {
            Value::One(v) => results.push(v),
            Value::Rows(_) | Value::NoRows => {
                return Err(format!("`{}` has rows among its results", function.name));
            }
        }
    }
    pass.function.body = Block { lets: pass.out.lets, results };
    Ok(pass.function)
}

/// The type of the tangents of a type, where it is known: discrete components are `()`.
fn tangent_type(ty: &Ty) -> Ty {
    match ty {
        ty if ty.is_discrete() => Ty::unit(),
        Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(tangent_type).collect()),
        Ty::Array(e, n) => Ty::Array(Box::new(tangent_type(e)), n.clone()),
        Ty::Slice(e) => Ty::Slice(Box::new(tangent_type(e))),
        Ty::Vec(e) => Ty::Vec(Box::new(tangent_type(e))),
        Ty::Deque(e) => Ty::Deque(Box::new(tangent_type(e))),
        Ty::Sequence(e, p) => Ty::Sequence(Box::new(tangent_type(e)), p.clone()),
        other => other.clone(),
    }
}

/// The type of an owned value.
fn owned_type(ty: &Ty) -> Ty {
    match ty {
        Ty::Slice(e) => Ty::Vec(e.clone()),
        other => other.clone(),
    }
}

/// The replacement of a variable of the source.
#[derive(Clone)]
enum Value {
    /// Another variable, or itself.
    One(Var),
    /// Collected rows.
    Rows(Rows),
    /// Rows of a branch not taken.
    NoRows,
}

struct Pass<'a> {
    source: &'a Function,
    function: Function,
    /// The original variables of removed linear versions.
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
            None => Err(format!(
                "`{}`: the rows `{}` come from nowhere",
                self.source.name,
                self.source.name(v)
            )),
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

    /// Records that an owned value is bound.
    fn bind_owned(&mut self, v: Var) {
        let ty = owned_type(self.function.ty(v));
        self.function.vars[v.0 as usize].ty = ty.into();
    }

    fn lets(&mut self, lets: &[Let]) -> Result<(), String> {
        lets.iter().try_for_each(|l| self.visit_let(l))
    }

    fn visit_let(&mut self, l: &Let) -> Result<(), String> {
        let span = l.span;
        match &l.op {
            Op::CallJvp(c) | Op::CallVjp(c) => return Err(describe_unsupported(&c.call.callee)),
            Op::CallPrimal(c) => return Err(describe_unsupported(&c.callee)),
            Op::Linear(Linear::Call(c)) => return Err(describe_unsupported(&c.call.callee)),
            Op::Pullback(_) => return Err(no_pullbacks()),
            Op::Linear(op) => return self.linear(l, op),
            Op::Branch(tag, arms) => return self.branch(l, *tag, arms),
            Op::Loop(lp) => return self.loop_(l, lp),
            Op::Prim(prim, args) => {
                let args: Vec<Var> = args.iter().map(|v| self.name(*v)).collect();
                return self.prim(l.vars[0], *prim, &args, span);
            }
            Op::Blank => self.push_blank(l.vars[0], span),
            op => {
                let mut op = op.clone();
                op.map_operands(&mut |v| self.name(v));
                self.push(l.vars.clone(), op, span);
            }
        }
        Ok(())
    }

    /// A placeholder that derivatives may flow through.
    fn push_blank(&mut self, var: Var, span: Span) {
        match self.function.ty(var) {
            Ty::Rows => drop(self.rows.insert(var, None)),
            Ty::Real(_) => self.push(vec![var], Op::Literal(Literal::Real(0.0)), span),
            Ty::Vec(_) | Ty::Deque(_) => self.push(vec![var], Op::Array(Vec::new()), span),
            _ => self.push(vec![var], Op::Blank, span),
        }
    }

    fn linear(&mut self, l: &Let, op: &Linear) -> Result<(), String> {
        let span = l.span;
        let bound = &l.vars;
        let var = |k: usize| bound[k];
        match op {
            Linear::Zero(shape) => self.zero(var(0), shape.map(|s| self.name(s)), span),
            Linear::Blank => self.zero(var(0), None, span),
            Linear::Drop(..) => {}
            Linear::Dup(x) => self.dup(var(0), var(1), *x, span),
            Linear::Add(x, y) => {
                let (x, y) = (self.name(*x), self.name(*y));
                let ty = self.function.ty(x).clone();
                let sum = self.add_at(Place::of_var(x), Place::of_var(y), &ty, span)?;
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
            Linear::Cast(x) => self.push(vec![var(0)], Op::Cast(self.name(*x)), span),
            Linear::Read(place) => {
                let place = self.place(place);
                self.names.insert(var(1), place.root);
                self.bind_owned(var(0));
                self.push(vec![var(0)], Op::Read(place), span);
            }
            Linear::Accumulate(place, x) => {
                let (place, x) = (self.place(place), self.name(*x));
                let ty = self.function.ty(x).clone();
                let after = self.add_at(place, Place::of_var(x), &ty, span)?;
                self.names.insert(var(0), after);
            }
            Linear::Update(place, x) => {
                self.push(vec![var(0)], Op::Update(self.place(place), self.name(*x)), span)
            }
            Linear::Take(place) => self.take(var(0), var(1), place, span),
            Linear::Array(xs) => {
                let xs = xs.iter().map(|x| self.name(*x)).collect();
                self.push(vec![var(0)], Op::Array(xs), span);
            }
            Linear::Unpack(x) => self.unpack(bound, *x, span),
            Linear::Repeat(x, n, _) => {
                let (x, n) = (self.name(*x), self.name(*n));
                self.bind_owned(var(0));
                self.push(vec![var(0)], Op::Repeat(x, n), span);
            }
            Linear::Sum(x, n, shape) => {
                self.sum(var(0), self.name(*x), self.name(*n), shape.map(|s| self.name(s)), span)?
            }
            Linear::Push(place, end, x) => {
                self.push(vec![var(0)], Op::Push(self.place(place), *end, self.name(*x)), span)
            }
            Linear::Pop(place, end) => {
                self.push(bound.clone(), Op::Pop(self.place(place), *end), span)
            }
            Linear::Swap(root, a, b) => {
                let (a, b) = (self.steps(*root, a), self.steps(*root, b));
                self.push(vec![var(0)], Op::Swap(self.name(*root), a, b), span);
            }
            Linear::Tuple(xs) => self.tuple(var(0), xs, span)?,
            Linear::Untuple(x) => self.untuple(bound, *x, span),
            Linear::Call(c) => return Err(describe_unsupported(&c.call.callee)),
            Linear::Apply(..) => return Err(no_pullbacks()),
        }
        Ok(())
    }

    /// `(one, other) = dup x`: the same variable twice, of an array a copy.
    fn dup(&mut self, one: Var, other: Var, x: Var, span: Span) {
        let x = self.name(x);
        self.names.insert(one, x);
        if self.function.ty(x).is_scalar() {
            self.names.insert(other, x);
        } else {
            self.bind_owned(other);
            self.push(vec![other], Op::Read(Place::of_var(x)), span);
        }
    }

    /// `(value, rest) = take place`: a read, then an update with zero.
    fn take(&mut self, value: Var, rest: Var, place: &Place, span: Span) {
        let place = self.place(place);
        self.bind_owned(value);
        self.push(vec![value], Op::Read(place.clone()), span);
        let ty = self.function.ty(value).clone();
        let shape = (!ty.has_static_shape())
            .then(|| self.let_("shape", Ty::Shape(Box::new(ty.clone())), Op::ShapeOf(value), span));
        let zero = self.function.fresh_primal("zero", ty, span);
        self.zero(zero, shape, span);
        self.push(vec![rest], Op::Update(place, zero), span);
    }

    fn unpack(&mut self, elements: &[Var], x: Var, span: Span) {
        let x = self.name(x);
        for (k, v) in elements.iter().enumerate() {
            let k = self.int(k, span);
            self.bind_owned(*v);
            self.push(vec![*v], Op::Read(Place { root: x, path: vec![Step::Index(k)] }), span);
        }
    }

    /// A tuple. A discrete component has no linear variable; it becomes `()`.
    fn tuple(&mut self, var: Var, xs: &[Var], span: Span) -> Result<(), String> {
        let mut parts: Vec<Var> = xs.iter().map(|x| self.name(*x)).collect();
        if let Ty::Tuple(types) = self.source.ty(var).clone()
            && types.len() != parts.len()
        {
            let mut active = parts.into_iter();
            parts = Vec::new();
            for ty in types {
                let part = if ty.is_discrete() {
                    self.let_("unit", Ty::unit(), Op::Tuple(Vec::new()), span)
                } else {
                    active.next().ok_or("a linear tuple with too few components")?
                };
                parts.push(part);
            }
        }
        self.push(vec![var], Op::Tuple(parts), span);
        Ok(())
    }

    /// Reads the components of a tuple: all, or those that are not discrete.
    fn untuple(&mut self, parts: &[Var], x: Var, span: Span) {
        let root = self.name(x);
        let fields: Vec<usize> = match self.source.ty(x) {
            Ty::Tuple(types) if types.len() != parts.len() => {
                (0..types.len()).filter(|k| !types[*k].is_discrete()).collect()
            }
            _ => (0..parts.len()).collect(),
        };
        for (v, k) in parts.iter().zip(fields) {
            self.bind_owned(*v);
            self.push(vec![*v], Op::Read(Place { root, path: vec![Step::Field(k)] }), span);
        }
    }
}

fn no_pullbacks() -> String {
    "a derivative of pullbacks: of the same function without them there is one".to_string()
}

fn describe_unsupported(callee: &Callee) -> String {
    format!("a derivative of a derivative through the call of `{}`", callee.key())
}
