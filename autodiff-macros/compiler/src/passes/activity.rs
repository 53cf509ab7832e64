//! Linear A (primal) → which variables get a tangent.
//!
//! A variable is *varied* if it depends on an active input through operations that have
//! derivatives, and *useful* if the function's result depends on it likewise. It is active if it is
//! both and its type carries reals. Both sets are least fixed points over the structured control
//! flow: loops are swept until nothing changes, which takes as many sweeps as a dependence needs
//! iterations to travel through the carried variables.
//!
//! Discrete code may take active values and store them, as a string does (`format!("{x}")`), or an
//! error of a type that is not analyzed (`Err(Error::At(x))`). A variable of such a type that
//! depends on active values is *tainted*. A real that is read out of one would have lost its
//! derivative, which is an error. A string can be parsed (`parse`), so values computed from a
//! tainted one are tainted, unless they certainly hold no real. A sequence of values of an unnamed
//! type (`vec![plain(1.0)]`) is tainted once active values are stored in it.

use crate::ir::hash::HashSet;
use crate::ir::*;
use crate::primitives::{Derivative, row};
use proc_macro2::Span;
use std::borrow::Cow;

/// The result of the analysis.
pub struct Activity {
    active: HashSet<Var>,
    /// Active values that are lost in code without a derivative: where, a description, and what to
    /// write instead.
    pub escapes: Vec<(Span, String)>,
}

impl Activity {
    /// Whether a variable has a tangent.
    pub fn is_active(&self, var: Var) -> bool {
        self.active.contains(&var)
    }
}

/// Finds the active variables of a lowered function.
pub fn activity(function: &Function, interface: &Interface) -> Activity {
    let sets = solve(function, interface);
    let mut escapes = Vec::new();
    find_escapes(function, &function.body, &sets, &mut escapes);
    if let Some(v) = function
        .body
        .results
        .iter()
        .find(|v| sets.tainted.contains(v) && !function.ty(**v).is_discrete())
    {
        escapes.push((function.info(*v).span, LADEN.into()));
    }
    let active = sets.varied.intersection(&sets.useful).copied().collect();
    Activity { active, escapes }
}

/// Stores of active values in fields that are marked `#[constant]`. This is certain for a function
/// with errors as well, whose unknown parts depend on nothing.
pub fn stores_in_constants(function: &Function, interface: &Interface) -> Vec<(Span, String)> {
    let sets = solve(function, interface);
    let mut found = Vec::new();
    let mut blocks = vec![&function.body];
    while let Some(block) = blocks.pop() {
        found.extend(block.lets.iter().flat_map(|l| lost_stores(function, l, &sets)));
        blocks.extend(block.lets.iter().flat_map(|l| l.op.blocks()));
    }
    found
}

/// Sweeps a function until nothing changes.
fn solve<'a>(function: &'a Function, interface: &Interface) -> ActivitySets<'a> {
    let mut sets = ActivitySets {
        function,
        varied: HashSet::default(),
        useful: HashSet::default(),
        tainted: HashSet::default(),
        changed: true,
    };
    for param in interface.params.iter().filter(|p| p.is_active()) {
        for leaf in param.value.leaves() {
            sets.vary(leaf);
        }
    }
    while std::mem::take(&mut sets.changed) {
        sets.forward(&function.body);
    }
    // the output, and the final versions of parameters by mutable reference
    for result in &function.body.results {
        sets.mark_useful(*result);
    }
    sets.changed = true;
    while std::mem::take(&mut sets.changed) {
        sets.visit_backward(&function.body);
    }
    sets
}

struct ActivitySets<'a> {
    function: &'a Function,
    varied: HashSet<Var>,
    useful: HashSet<Var>,
    tainted: HashSet<Var>,
    changed: bool,
}

impl ActivitySets<'_> {
    fn vary(&mut self, var: Var) {
        if !self.function.ty(var).is_discrete() && self.varied.insert(var) {
            self.changed = true;
        }
    }

    fn vary_if(&mut self, condition: bool, vars: &[Var]) {
        if condition {
            for v in vars {
                self.vary(*v);
            }
        }
    }

    fn taint_closed_if(&mut self, condition: bool, vars: &[Var]) {
        let may_hold = |ty: &Ty| (is_closed(ty) || holds_foreign(ty)) && !is_slice_of_array(ty);
        self.taint_if(condition, vars, may_hold);
    }

    fn taint_if(&mut self, condition: bool, vars: &[Var], may_hold: impl Fn(&Ty) -> bool) {
        for v in vars.iter().filter(|v| condition && may_hold(self.function.ty(**v))) {
            self.changed |= self.tainted.insert(*v);
        }
    }

    /// Whether an operation is code that reads a tainted string.
    fn reads_tainted_text(&self, op: &Op) -> bool {
        let is_read = |v: Var| self.tainted.contains(&v) && holds_text(self.function.ty(v));
        match op {
            Op::Opaque(o) => !o.discrete && op.has_operand(is_read),
            op => matches!(op, Op::Call(_)) && op.has_operand(is_read),
        }
    }

    /// Whether an operation stores active values in its result, where the type of the result is not
    /// analyzed.
    fn is_tainting(&self, op: &Op) -> bool {
        match op {
            Op::Opaque(o) if o.without_reals => false,
            Op::Opaque(o) if o.discrete => {
                op.has_operand(|v| self.varied.contains(&v) || self.tainted.contains(&v))
            }
            op => op.has_operand(|v| self.tainted.contains(&v)),
        }
    }

    fn mark_useful(&mut self, var: Var) -> bool {
        let new = !self.function.ty(var).is_discrete() && self.useful.insert(var);
        self.changed |= new;
        new
    }

    fn forward(&mut self, block: &Block) {
        for l in &block.lets {
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.forward(arm);
                        for (result, var) in arm.results.iter().zip(&l.vars) {
                            self.vary_if(self.varied.contains(result), &[*var]);
                            self.taint_closed_if(self.tainted.contains(result), &[*var]);
                        }
                    }
                }
                Op::Loop(lp) => {
                    for (c, last) in lp.carried.iter().zip(&l.vars) {
                        self.vary_if(self.varied.contains(&c.init), &[c.param, *last]);
                        self.taint_closed_if(self.tainted.contains(&c.init), &[c.param, *last]);
                    }
                    self.forward(&lp.body);
                    for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                        self.vary_if(self.varied.contains(next), &[c.param, *last]);
                        self.taint_closed_if(self.tainted.contains(next), &[c.param, *last]);
                    }
                }
                op => {
                    let varied =
                        differentiable_operands(op).iter().any(|v| self.varied.contains(v));
                    // the value of a `#[constant]` field has none; the rest has
                    let passive = matches!(op, Op::Pop(place, _) if place.is_constant());
                    self.vary_if(varied, if passive { &l.vars[..1] } else { &l.vars });
                    let puts = matches!(
                        op,
                        Op::Update(..)
                            | Op::Push(..)
                            | Op::Array(_)
                            | Op::Tuple(_)
                            | Op::Repeat(..)
                    );
                    self.taint_if(varied && puts, &l.vars, |ty| {
                        ty.is_discrete() && holds_foreign(ty)
                    });
                    self.taint_closed_if(self.is_tainting(op), &l.vars);
                    self.taint_if(self.reads_tainted_text(op), &l.vars, |ty| {
                        is_closed(ty) || !ty.is_discrete()
                    });
                }
            }
        }
    }

    fn visit_backward(&mut self, block: &Block) {
        for l in block.lets.iter().rev() {
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        for (result, var) in arm.results.iter().zip(&l.vars) {
                            if self.useful.contains(var) {
                                self.mark_useful(*result);
                            }
                        }
                        self.visit_backward(arm);
                    }
                }
                Op::Loop(lp) => {
                    let through = |sets: &mut Self| {
                        for ((c, next), last) in
                            lp.carried.iter().zip(&lp.body.results).zip(&l.vars)
                        {
                            if sets.useful.contains(last) || sets.useful.contains(&c.param) {
                                sets.mark_useful(*next);
                                sets.mark_useful(c.init);
                                sets.mark_useful(c.param);
                            }
                        }
                    };
                    through(self);
                    self.visit_backward(&lp.body);
                    through(self);
                }
                op => {
                    if l.vars.iter().any(|v| self.useful.contains(v)) {
                        for v in &*differentiable_operands(op) {
                            self.mark_useful(*v);
                        }
                    }
                }
            }
        }
    }
}

/// The operands through which a derivative flows.
fn differentiable_operands(op: &Op) -> Cow<'_, [Var]> {
    let one = |v| std::slice::from_ref(v).into();
    match op {
        Op::Prim(prim, args) => match row(*prim).derivative {
            Derivative::Zero | Derivative::OfARule => Cow::default(),
            Derivative::Partials(_) | Derivative::Select(_) => args.into(),
        },
        Op::Literal(_)
        | Op::Blank
        | Op::Constant(_)
        | Op::Opaque(_)
        | Op::Len(_)
        | Op::ShapeOf(_)
        | Op::Zero(_) => Cow::default(),
        Op::Read(p) | Op::View(p) if p.is_constant() => Cow::default(),
        // a value stored in a `#[constant]` field has no derivative from there on
        Op::Update(p, _) | Op::Push(p, _, _) if p.is_constant() => one(&p.root),
        Op::Read(p) | Op::View(p) | Op::Pop(p, _) => one(&p.root),
        Op::Update(p, x) | Op::Push(p, _, x) => vec![p.root, *x].into(),
        Op::Repeat(x, _) => one(x),
        Op::Swap(root, ..) => one(root),
        Op::Cast(_) | Op::Array(_) | Op::Tuple(_) | Op::Call(_) => op.operands().into(),
        Op::Struct(_, fields) => {
            fields.iter().filter(|(member, _)| !member.constant).map(|(_, x)| *x).collect()
        }
        Op::CallPrimal(_) | Op::CallJvp(_) | Op::CallVjp(_) | Op::Pullback(_) | Op::Linear(_) => {
            unreachable!("not in a lowered function")
        }
        Op::Branch(..) | Op::Loop(_) => unreachable!("handled by the sweeps"),
    }
}

/// Whether a type is opaque and may hold reals.
fn is_closed(ty: &Ty) -> bool {
    matches!(
        ty,
        Ty::Foreign(_) | Ty::Discrete(_) | Ty::Projected(_) | Ty::Wrapped(Wrapper::Status(_), _)
    ) || holds_text(ty)
}

/// Whether a part of a type is of an unnamed type.
fn holds_foreign(ty: &Ty) -> bool {
    match ty {
        Ty::Foreign(_) => true,
        Ty::Tuple(parts) => parts.iter().any(holds_foreign),
        Ty::Wrapped(_, of) => holds_foreign(of),
        ty => ty.element().is_some_and(holds_foreign),
    }
}

/// Whether a type is that of `s![…]` of `ndarray`, which holds no reals.
fn is_slice_of_array(ty: &Ty) -> bool {
    matches!(ty, Ty::Foreign(name) if name.to_string().contains("arrays :: SliceOf"))
}

fn holds_text(ty: &Ty) -> bool {
    match ty {
        Ty::Text(name) => *name != "char",
        Ty::Tuple(parts) => parts.iter().any(holds_text),
        Ty::Wrapped(_, of) => holds_text(of),
        ty => ty.element().is_some_and(holds_text),
    }
}

fn find_escapes(
    function: &Function,
    block: &Block,
    sets: &ActivitySets<'_>,
    escapes: &mut Vec<(Span, String)>,
) {
    for l in &block.lets {
        escapes.extend(lost_stores(function, l, sets));
        match &l.op {
            Op::Branch(..) | Op::Loop(_) => {}
            Op::Opaque(o) if o.effect => {}
            Op::Opaque(o)
                if !o.discrete
                    && let Some((_, name)) = o.find(function, |v| sets.varied.contains(&v)) =>
            {
                let message = format!("{} loses the derivative of {name}: {}", o.what, o.advice);
                escapes.push((l.span, message));
            }
            op => {
                let tainted: Vec<Var> =
                    op.operands().into_iter().filter(|v| sets.tainted.contains(v)).collect();
                let is_among =
                    |v: &Var| holds_foreign(function.ty(*v)) && !is_closed(function.ty(*v));
                let message = if tainted.iter().any(is_among) { AMONG } else { LADEN };
                let real = l.vars.iter().map(|v| function.ty(*v)).any(|ty| {
                    !matches!(ty, Ty::Wrapped(..) | Ty::Projected(_)) && !ty.is_discrete()
                });
                if !tainted.is_empty() && real && !escapes.iter().any(|(_, other)| other == message)
                {
                    escapes.push((l.span, message.into()));
                }
            }
        }
        for inner in l.op.blocks() {
            find_escapes(function, inner, sets, escapes);
        }
    }
}

/// Active values that an operation stores in fields that are marked `#[constant]`, where their
/// derivative is lost.
fn lost_stores(function: &Function, l: &Let, sets: &ActivitySets<'_>) -> Vec<(Span, String)> {
    let is_lost = |v: &Var| sets.varied.contains(v) && !function.ty(*v).is_discrete();
    let of_value = |v: Var, field: &str| {
        let message = format!(
            "an active value is stored in `{field}`, which has no derivative: write `constant(…)` \
             around the value, remove `#[constant]` from the field, or put \
             `#[derive(Differentiable)]` on its type"
        );
        // a variable that was bound before has the span of its binding
        let value = function.info(v).span;
        let is_within = (value.start().line, value.start().column)
            >= (l.span.start().line, l.span.start().column);
        (if is_within { value } else { l.span }, message)
    };
    let of_place = |place: &Place, how: &str| {
        let field = constant_field(&place.path);
        let message = format!(
            "`{field}` is marked `#[constant]`, and {how}, so its derivative would be lost: write \
             `constant(…)` around active values, or remove `#[constant]`"
        );
        (l.span, message)
    };
    match &l.op {
        Op::Update(place, x) | Op::Push(place, _, x) if place.is_constant() && is_lost(x) => {
            vec![of_value(*x, constant_field(&place.path))]
        }
        Op::Struct(_, fields) => fields
            .iter()
            .filter(|(member, x)| member.constant && is_lost(x))
            .map(|(member, x)| of_value(*x, &member.name))
            .collect(),
        Op::Swap(root, a, b) if sets.varied.contains(root) => {
            let (a, b) =
                (Place { root: *root, path: a.clone() }, Place { root: *root, path: b.clone() });
            let lost = if a.is_constant() { &a } else { &b };
            let message = "this swaps it with an active value";
            if a.is_constant() == b.is_constant() {
                Vec::new()
            } else {
                vec![of_place(lost, message)]
            }
        }
        Op::Call(call) => {
            let before =
                call.prior_values.iter().copied().chain(std::iter::repeat(PriorValue::Changed));
            let changed =
                call.arguments.iter().zip(before).filter_map(|(argument, before)| match argument {
                    Argument::Unique(place)
                        if before == PriorValue::Changed && place.is_constant() =>
                    {
                        Some(place)
                    }
                    _ => None,
                });
            let is_active = call.arguments.iter().any(|argument| match argument {
                Argument::Unique(place) => !place.is_constant() && is_lost(&place.root),
                Argument::Shared(v) => is_lost(v),
                Argument::Value(tree) | Argument::Index(tree) => tree.leaves().iter().any(is_lost),
            });
            changed
                .filter(|_| is_active)
                .map(|place| of_place(place, "this call may store an active value in it"))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The name of the field in a path that is marked `#[constant]`.
fn constant_field(path: &[Step]) -> &str {
    let marked = path.iter().find_map(|step| {
        if let Step::Member(member) = step {
            member.constant.then_some(&member.name[..])
        } else {
            None
        }
    });
    marked.unwrap_or_default()
}

const AMONG: &str = "this value has lost its derivative: active values were stored among values of \
                     unknown type. Put #[differentiate] on the function that returns those, or \
                     annotate the type, as in `let links: Vec<Link> = …;`";

const LADEN: &str = "this value has lost its derivative: active values were stored in an error or \
                     a string, which have none. Store numbers, or tuples or arrays of them, in the \
                     error, or stop the derivative before, as in `let v = constant(v);` or \
                     `format!(\"{}\", constant(x))`";
