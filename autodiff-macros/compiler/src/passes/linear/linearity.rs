//! Linear A (primal) → which variables are linear in the declared parameters, or why the function
//! is not.
//!
//! A typing derivation over the structured program. Every variable is *linear* (it depends on the
//! declared parameters), or *non-linear* (it does not); the former is a least fixed point through
//! loops. Of the non-linear ones some are *zero* whatever the arguments are: a greatest fixed point
//! from literal zeros through copies, arrays, and loops. Then each let must have a rule:
//!
//! - a sum of linear values, a linear value plus a zero; a product with one linear factor; a
//!   quotient of a linear value by a non-linear one (see [`crate::primitives::linear`]); a
//!   conversion between real types;
//! - memory: elements read, written, appended, exchanged; what is written, and what it is written
//!   into, is linear or zero;
//! - a branch on a non-linear value whose arms yield linear values or zeros; a loop that is
//!   controlled by non-linear values and carries linear values or zeros;
//! - a call that is linear in its linear arguments;
//! - the length of a linear value, which is non-linear.
//!
//! Zeros are linear in everything: so an accumulator may start from `0.0`, and a branch may yield
//! `0.0`. Anything else is an error with its reason: affine, a product, or neither. A derivation is
//! a proof: for all values of the other parameters, the function's values are linear maps of the
//! declared ones, up to rounding.

use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use crate::primitives::linear::{Linearity, linearity};
use crate::primitives::{Spelling, row};
use proc_macro2::Span;
use std::collections::BTreeSet;

/// A proof that a function is linear.
#[derive(Clone, Debug)]
pub struct Proof {
    linear: HashMap<Var, BTreeSet<usize>>,
}

impl Proof {
    /// Marks the calls in a block that have linear arguments as calls of linear functions.
    pub fn call_as_linear(&self, block: &mut Block, own: u64) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    let is_linear = |argument: &Argument| match argument {
                        Argument::Value(tree) | Argument::Index(tree) => {
                            tree.leaves().iter().any(|v| self.is_linear(*v))
                        }
                        Argument::Shared(v) => self.is_linear(*v),
                        Argument::Unique(_) => false,
                    };
                    // a changed value is linear in its value before
                    let changed =
                        l.vars[call.output.leaves().len()..].iter().any(|v| self.is_linear(*v));
                    let mask = call.arguments.iter().enumerate().fold(0, |mask, (k, argument)| {
                        let linear = is_linear(argument)
                            || matches!(argument, Argument::Unique(_)) && changed;
                        mask | u64::from(linear) << k
                    });
                    if mask != 0 {
                        call.callee.linear = Some(AsLinear { arguments: mask, values: true });
                        call.callee.recursive &= mask == own;
                    }
                }
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.call_as_linear(arm, own))
                }
                Op::Loop(lp) => self.call_as_linear(&mut lp.body, own),
                _ => {}
            }
        }
    }

    /// Whether a variable depends on the linear parameters.
    pub fn is_linear(&self, var: Var) -> bool {
        self.linear.contains_key(&var)
    }
}

/// Proves that a lowered function is linear in the parameters of the given indices, jointly.
/// Otherwise returns where it is not and why.
pub fn prove(
    function: &Function,
    interface: &Interface,
    linear: &[usize],
) -> Result<Proof, Vec<(Span, String)>> {
    let mut pass = Pass {
        function,
        interface,
        linear: HashMap::default(),
        zero: HashSet::default(),
        literals: HashMap::default(),
        errors: Vec::new(),
    };
    for number in linear {
        for leaf in interface.params[*number].value.leaves() {
            if !function.ty(leaf).is_discrete() {
                pass.linear.insert(leaf, BTreeSet::from([*number]));
            }
        }
    }
    while pass.mark_linear(&function.body) {}
    pass.assume_zeros(&function.body);
    while pass.refute_zeros(&function.body) {}
    pass.check(&function.body);
    pass.check_changed(linear);
    if pass.errors.is_empty() { Ok(Proof { linear: pass.linear }) } else { Err(pass.errors) }
}

struct Pass<'a> {
    function: &'a Function,
    interface: &'a Interface,
    /// The linear variables, with the indices of the parameters that they depend on.
    linear: HashMap<Var, BTreeSet<usize>>,
    /// The variables that are zero.
    zero: HashSet<Var>,
    /// The literals as written.
    literals: HashMap<Var, String>,
    errors: Vec<(Span, String)>,
}

impl Pass<'_> {
    // ---- which variables are linear ----

    /// Marks variables that depend on linear ones as linear, in one sweep; returns whether anything
    /// changed.
    fn mark_linear(&mut self, block: &Block) -> bool {
        let mut changed = false;
        for l in &block.lets {
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        changed |= self.mark_linear(arm);
                        for (result, var) in arm.results.iter().zip(&l.vars) {
                            changed |= self.mark_dependent(*var, &[*result]);
                        }
                    }
                }
                Op::Loop(lp) => {
                    for (c, next) in lp.carried.iter().zip(&lp.body.results) {
                        changed |= self.mark_dependent(c.param, &[c.init, *next]);
                    }
                    changed |= self.mark_linear(&lp.body);
                    for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                        changed |= self.mark_dependent(*last, &[c.init, *next]);
                    }
                }
                op => {
                    let from = values(op);
                    for var in &l.vars {
                        changed |= self.mark_dependent(*var, &from);
                    }
                }
            }
        }
        changed
    }

    fn mark_dependent(&mut self, var: Var, on: &[Var]) -> bool {
        if self.function.ty(var).is_discrete() {
            return false;
        }
        let of: BTreeSet<usize> =
            on.iter().filter_map(|v| self.linear.get(v)).flatten().copied().collect();
        if of.is_empty() {
            return false;
        }
        let known = self.linear.entry(var).or_default();
        let before = known.len();
        known.extend(of);
        known.len() != before
    }

    // ---- which variables are zero ----

    fn assume_zeros(&mut self, block: &Block) {
        for l in &block.lets {
            if let (Op::Literal(literal), [var]) = (&l.op, &l.vars[..]) {
                self.literals.insert(*var, print_literal(literal));
            }
            if let Op::Loop(lp) = &l.op {
                self.zero.extend(lp.params().into_iter().filter(|v| !self.linear.contains_key(v)));
            }
            self.zero.extend(l.vars.iter().filter(|v| !self.linear.contains_key(v)));
            for inner in l.op.blocks() {
                self.assume_zeros(inner);
            }
        }
    }

    /// Removes the variables that need not be zero, in one sweep; returns whether there were any.
    fn refute_zeros(&mut self, block: &Block) -> bool {
        let mut changed = false;
        for l in &block.lets {
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        changed |= self.refute_zeros(arm);
                    }
                    for (k, var) in l.vars.iter().enumerate() {
                        let zero = arms.iter().all(|arm| self.zero.contains(&arm.results[k]));
                        changed |= !zero && self.zero.remove(var);
                    }
                }
                Op::Loop(lp) => {
                    let carried: HashSet<Var> = lp.carried.iter().map(|c| c.param).collect();
                    for v in lp.params().into_iter().filter(|v| !carried.contains(v)) {
                        changed |= self.zero.remove(&v);
                    }
                    changed |= self.refute_zeros(&lp.body);
                    for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                        let zero = self.zero.contains(&c.init) && self.zero.contains(next);
                        changed |= !zero && self.zero.remove(&c.param);
                        changed |= !zero && self.zero.remove(last);
                    }
                }
                op => {
                    if !self.yields_zero(op) {
                        for var in &l.vars {
                            changed |= self.zero.remove(var);
                        }
                    }
                }
            }
        }
        changed
    }

    fn yields_zero(&self, op: &Op) -> bool {
        let all = |vars: &[Var]| vars.iter().all(|v| self.zero.contains(v));
        match op {
            Op::Literal(literal) => match literal {
                Literal::Source(_) => is_zero(&print_literal(literal)),
                Literal::Real(x) | Literal::Named(_, x) => *x == 0.0,
                Literal::Int(_) | Literal::Bool(_) => false,
            },
            Op::Zero(_) | Op::Blank => true,
            // a value that is linear in zeros, and in nothing else, is zero; so is their product
            Op::Prim(prim, args) => {
                let zero: Vec<bool> = args.iter().map(|v| self.zero.contains(v)).collect();
                zero.contains(&true)
                    && match linearity(*prim, &zero) {
                        Linearity::Linear(others) => others.is_empty(),
                        Linearity::Product => true,
                        Linearity::Quotient | Linearity::Other => false,
                    }
            }
            Op::Cast(x) => self.zero.contains(x),
            Op::Read(place) | Op::View(place) => self.zero.contains(&place.root),
            Op::Update(place, _) | Op::Push(place, _, _) if place.is_constant() => {
                self.zero.contains(&place.root)
            }
            Op::Update(place, x) => all(&[place.root, *x]),
            Op::Repeat(x, _) => self.zero.contains(x),
            Op::Array(parts) | Op::Tuple(parts) => all(parts),
            Op::Struct(_, fields) => fields.iter().all(|(member, x)| {
                member.constant || self.function.ty(*x).is_discrete() || self.zero.contains(x)
            }),
            Op::Push(place, _, x) => all(&[place.root, *x]),
            Op::Pop(place, _) => self.zero.contains(&place.root),
            Op::Swap(x, ..) => self.zero.contains(x),
            Op::Constant(_) | Op::Opaque(_) | Op::Len(_) | Op::ShapeOf(_) | Op::Call(_) => false,
            Op::CallPrimal(_)
            | Op::CallJvp(_)
            | Op::CallVjp(_)
            | Op::Pullback(_)
            | Op::Linear(_) => {
                unreachable!("not in a lowered function")
            }
            Op::Branch(..) | Op::Loop(_) => unreachable!("handled by the caller"),
        }
    }

    // ---- the rules ----

    fn check(&mut self, block: &Block) {
        for l in &block.lets {
            let linear = l.vars.iter().any(|v| self.is_linear(*v));
            match &l.op {
                Op::Prim(prim, args) => self.prim(l, *prim, args),
                Op::Branch(_, arms) => self.branch(l, arms),
                Op::Loop(lp) => self.check_loop(lp),
                Op::Update(place, x) | Op::Push(place, _, x) if place.is_constant() => {
                    self.check_store_at_place(place, *x, l.span)
                }
                Op::Update(place, x) if linear => self.update(l, place, *x),
                Op::Array(parts) | Op::Tuple(parts) if linear => self.parts(l, parts),
                Op::Struct(_, fields) if linear => self.structure(l, fields),
                Op::Push(place, _, x) if linear => self.parts(l, &[place.root, *x]),
                Op::Call(call) if linear => self.changed_by_call(l, call),
                Op::Cast(x) if self.is_linear(*x) && self.function.ty(l.vars[0]).is_discrete() => {
                    self.cast(l, *x)
                }
                Op::Constant(x) if self.is_linear(*x) => self.constant(l, *x),
                Op::Opaque(o) if !o.effect => self.opaque(l, o),
                _ => {}
            }
        }
    }

    /// Checks that every arm yields a linear value, or zero, where another yields a linear one.
    fn branch(&mut self, l: &Let, arms: &[Block]) {
        arms.iter().for_each(|arm| self.check(arm));
        for (k, var) in
            l.vars.iter().enumerate().filter(|(_, v)| self.is_linear(**v)).collect::<Vec<_>>()
        {
            for arm in arms {
                let result = arm.results[k];
                if !self.is_linear_or_zero(result) {
                    let (of, what) = (self.of(*var), self.display_name(result));
                    let at = arm
                        .lets
                        .iter()
                        .rev()
                        .find(|l| l.vars.contains(&result))
                        .map_or(l.span, |l| l.span);
                    self.error(
                        at,
                        format!(
                            "one branch returns {what}, which does not depend on {of}, and another \
                             returns a value linear in {of}: affine, not linear; return 0.0 or a \
                             linear value in every branch"
                        ),
                    );
                }
            }
        }
    }

    /// Checks that a linear carried variable is linear or zero at the start and in each iteration.
    fn check_loop(&mut self, lp: &Loop) {
        for c in lp.carried.iter().filter(|c| self.is_linear(c.param)).collect::<Vec<_>>() {
            if !self.is_linear_or_zero(c.init) {
                let (of, name, init) = (
                    self.of(c.param),
                    self.function.name(c.param).to_string(),
                    self.display_name(c.init),
                );
                let span = self.function.info(c.init).span;
                self.error(
                    span,
                    format!(
                        "`{name}` starts as {init}, and values linear in {of} are added to it: \
                         affine, not linear; start from 0.0, and add values that do not depend on \
                         {of} to another variable"
                    ),
                );
            }
        }
        self.check(&lp.body);
        for (c, next) in lp
            .carried
            .iter()
            .zip(&lp.body.results)
            .filter(|(c, _)| self.is_linear(c.param))
            .collect::<Vec<_>>()
        {
            if !self.is_linear_or_zero(*next) {
                let (of, name) = (self.of(c.param), self.function.name(c.param).to_string());
                let span = self.function.info(*next).span;
                self.error(
                    span,
                    format!(
                        "`{name}` is linear in {of}, and is assigned a value that does not depend \
                         on {of}: affine, not linear; assign 0.0 or a linear value"
                    ),
                );
            }
        }
    }

    /// Checks that no linear value is stored in a `#[constant]` field.
    fn check_store_at_place(&mut self, place: &Place, x: Var, span: Span) {
        let name = place.path.iter().find_map(|step| {
            if let Step::Member(of) = step { Some(of.name.clone()) } else { None }
        });
        self.check_store(&name.unwrap_or_default(), x, span);
    }

    /// Checks that a sequence and the value stored in it are linear in the same parameters, or
    /// zero.
    fn update(&mut self, l: &Let, place: &Place, x: Var) {
        let (array, of) = (self.function.name(place.root).to_string(), self.of(l.vars[0]));
        if !self.is_linear_or_zero(x) && !self.function.ty(x).is_discrete() {
            let what = self.display_name(x);
            self.error(
                l.span,
                format!(
                    "{what} does not depend on {of}, and is stored in `{array}`, which holds \
                     values linear in {of}: affine, not linear; use separate arrays"
                ),
            );
        }
        if !self.is_linear_or_zero(place.root) {
            self.error(
                l.span,
                format!(
                    "`{array}` holds values that do not depend on {of}, and a value linear in {of} \
                     is stored in it: affine, not linear; start from zeros"
                ),
            );
        }
    }

    fn structure(&mut self, l: &Let, fields: &[(Member, Var)]) {
        for (member, x) in fields.iter().filter(|(member, _)| member.constant) {
            self.check_store(&member.name, *x, l.span);
        }
        let parts = fields
            .iter()
            .filter(|(member, x)| !member.constant && !self.function.ty(*x).is_discrete());
        self.parts(l, &parts.map(|(_, x)| *x).collect::<Vec<_>>());
    }

    /// Checks that values changed by a call with linear arguments are linear, or zero.
    fn changed_by_call(&mut self, l: &Let, call: &Call) {
        let roots = call
            .arguments
            .iter()
            .filter_map(|a| if let Argument::Unique(place) = a { Some(place.root) } else { None });
        for root in roots.collect::<Vec<_>>() {
            if !self.is_linear_or_zero(root) && !self.function.ty(root).is_discrete() {
                let (name, of) = (self.function.name(root).to_string(), self.of(l.vars[0]));
                self.error(
                    l.span,
                    format!(
                        "`{name}` does not depend on {of}, and is changed by a call with values \
                         linear in {of}: affine, not linear; start from zeros"
                    ),
                );
            }
        }
    }

    fn cast(&mut self, l: &Let, x: Var) {
        let of = self.of(x);
        self.error(
            l.span,
            format!("a value linear in {of} is converted to an integer, which is not linear"),
        );
    }

    fn constant(&mut self, l: &Let, x: Var) {
        let of = self.of(x);
        self.error(
            l.span,
            format!(
                "the result of `constant` is not linear in {of}, but its argument is: remove \
                 `constant`, or pass a value that does not depend on {of}"
            ),
        );
    }

    /// Checks opaque code: its value is unknown, so it must capture nothing linear.
    fn opaque(&mut self, l: &Let, o: &Opaque) {
        if let Some((linear, name)) = o.find(self.function, |v| self.is_linear(v)) {
            let of = self.of(linear);
            let message = format!(
                "{} is not known to be linear, but {name} is linear in {of}: use sums, products \
                 with values that do not depend on {of}, and functions with #[linear]",
                o.what
            );
            self.error(l.span, message);
        }
    }

    /// Checks the final values behind mutable references: those of linear parameters are linear or
    /// zero, and the others do not depend on linear parameters.
    fn check_changed(&mut self, linear: &[usize]) {
        let interface = self.interface;
        let changed =
            interface.params.iter().enumerate().filter(|(_, p)| p.passing == Passing::Unique);
        let leaves =
            changed.flat_map(|(k, p)| p.value.leaves().into_iter().map(move |v| (k, p, v)));
        let finals = &self.function.body.results[interface.output_value.leaves().len()..];
        for ((k, param, before), last) in leaves.zip(finals) {
            if *last == before || self.function.ty(*last).is_discrete() {
                continue;
            }
            let (name, span) = (&param.name, self.function.info(*last).span);
            if !linear.contains(&k) && self.is_linear(*last) {
                let of = self.of(*last);
                self.error(
                    span,
                    format!(
                        "`{name}` is changed to a value linear in {of}, but `{name}` itself is not \
                         declared linear: name `{name}` in `#[linear(…)]`, or return the value"
                    ),
                );
            } else if linear.contains(&k) && !self.is_linear_or_zero(*last) {
                let what = self.display_name(*last);
                self.error(
                    span,
                    format!(
                        "`{name}` is changed to {what}, which does not depend on the linear \
                         parameters: affine, not linear"
                    ),
                );
            }
        }
    }

    fn prim(&mut self, l: &Let, prim: crate::primitives::Prim, args: &[Var]) {
        let linear: Vec<bool> = args.iter().map(|v| self.is_linear(*v)).collect();
        let Some(first) = args.iter().zip(&linear).find(|(_, linear)| **linear).map(|(v, _)| *v)
        else {
            return;
        };
        let of = self.join_names(args);
        let row = row(prim);
        let name = match row.spelling {
            Spelling::Infix(symbol) | Spelling::Prefix(symbol) => format!("`{symbol}`"),
            Spelling::Method(name) | Spelling::Runtime(name) => format!("`{name}`"),
        };
        match linearity(prim, &linear) {
            Linearity::Linear(zeros) => {
                if let Some(other) = zeros.iter().map(|k| args[*k]).find(|v| !self.zero.contains(v))
                {
                    let (value, other) = (self.display_name(first), self.display_name(other));
                    let verb = if row.name == "-" { "subtracts" } else { "adds" };
                    self.error(
                        l.span,
                        format!(
                            "this {name} {verb} {other}, which does not depend \
                        on {of}, and {value}, which is linear in {of}: affine, not linear"
                        ),
                    );
                }
            }
            Linearity::Product => {
                let both: Vec<String> = args
                    .iter()
                    .zip(&linear)
                    .filter(|(_, linear)| **linear)
                    .map(|(v, _)| self.display_name(*v))
                    .collect();
                self.error(
                    l.span,
                    format!(
                        "this {name} multiplies {}, which are both linear in {of}: quadratic, \
                        not linear",
                        both.join(" and ")
                    ),
                );
            }
            Linearity::Quotient => {
                let by = self.display_name(args[1]);
                self.error(
                    l.span,
                    format!(
                        "this {name} divides by {by}, which is linear in {of}: a quotient by a \
                         linear value is not linear in general"
                    ),
                );
            }
            Linearity::Other if row.output == crate::primitives::Output::Bool => {
                let value = self.display_name(first);
                self.error(
                    l.span,
                    format!(
                        "this {name} compares {value}, which is linear in {of}: branch on values \
                         that do not depend on {of}"
                    ),
                );
            }
            Linearity::Other => {
                let value = self.display_name(first);
                self.error(
                    l.span,
                    format!(
                        "{name} is not a linear function, and {value} is linear in {of}: use sums, \
                         and products with values that do not depend on {of}"
                    ),
                );
            }
        }
    }

    /// Reports a linear value that is stored in a field that is marked `#[constant]`.
    fn check_store(&mut self, field: &str, x: Var, span: Span) {
        if self.is_linear(x) {
            let of = self.of(x);
            self.error(
                span,
                format!(
                    "a value linear in {of} is stored in `{field}`, which is marked #[constant]: \
                     values read from it are not linear in {of}"
                ),
            );
        }
    }

    /// Checks that all parts of a linear value are linear or zero.
    fn parts(&mut self, l: &Let, parts: &[Var]) {
        let of = self.of(l.vars[0]);
        let Some(part) = parts
            .iter()
            .find(|v| !self.is_linear_or_zero(**v) && !self.function.ty(**v).is_discrete())
        else {
            return;
        };
        let what = self.display_name(*part);
        self.error(
            l.span,
            format!(
                "{what} does not depend on {of}, and is in one array, tuple or struct with values \
                 linear in {of}: affine, not linear; use separate values"
            ),
        );
    }

    fn is_linear(&self, var: Var) -> bool {
        self.linear.contains_key(&var)
    }

    fn is_linear_or_zero(&self, var: Var) -> bool {
        self.is_linear(var) || self.zero.contains(&var)
    }

    fn error(&mut self, span: Span, message: String) {
        self.errors.push((span, message));
    }

    /// The parameters that a linear variable depends on, for a message.
    fn of(&self, var: Var) -> String {
        self.join_names(&[var])
    }

    fn join_names(&self, vars: &[Var]) -> String {
        let numbers: BTreeSet<usize> =
            vars.iter().filter_map(|v| self.linear.get(v)).flatten().copied().collect();
        let names: Vec<String> =
            numbers.into_iter().map(|k| format!("`{}`", self.interface.params[k].name)).collect();
        names.join(" and ")
    }

    /// A variable, for a message.
    fn display_name(&self, var: Var) -> String {
        match self.literals.get(&var) {
            Some(literal) => format!("`{literal}`"),
            None => self.function.display_name(var),
        }
    }
}

/// The operands that contribute values.
fn values(op: &Op) -> Vec<Var> {
    match op {
        Op::Prim(_, args) => args.clone(),
        Op::Read(p) | Op::View(p) if p.is_constant() => Vec::new(),
        Op::Read(p) | Op::View(p) => vec![p.root],
        Op::Update(p, x) => vec![p.root, *x],
        Op::Repeat(x, _) => vec![*x],
        Op::Swap(root, ..) => vec![*root],
        Op::Len(_) | Op::ShapeOf(_) => Vec::new(),
        op => op.operands(),
    }
}

fn print_literal(literal: &Literal) -> String {
    match literal {
        Literal::Source(tokens) | Literal::Named(tokens, _) => tokens.to_string(),
        Literal::Real(x) => format!("{x:?}"),
        Literal::Int(x) => x.to_string(),
        Literal::Bool(x) => x.to_string(),
    }
}

/// Whether a literal of a real type is zero.
fn is_zero(written: &str) -> bool {
    let number = written.trim_end_matches("f64").trim_end_matches("f32").trim_end_matches('_');
    number.replace('_', "").parse::<f64>().is_ok_and(|x| x == 0.0)
}
