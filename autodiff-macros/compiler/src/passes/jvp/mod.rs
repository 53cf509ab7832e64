//! Linear A (primal) → Linear A (primal and tangent): forward differentiation.
//!
//! Each primal let is unchanged, and followed by the lets of the tangents of the variables it
//! binds:
//!
//! - a primitive `z = p(x, y)` with partials ∂₀, ∂₁: `ż = ∂₀·ẋ + ∂₁·ẏ`, where the partials are
//!   non-linear lets;
//! - a choice among arguments (`max`): a branch of tangents;
//! - memory: the same operation on the tangents, an array's tangent being threaded through its
//!   reads;
//! - a call: value and tangent together;
//! - branch and loop: the tangents of active results are further results, the tangents of active
//!   carried variables are carried; the tangent arrays from outside that are read inside are
//!   threaded through.
//!
//! A tangent exists only for active variables (see [`super::activity`]); where one is needed of an
//! inactive value, it is a zero of the value's shape. Uses of scalar tangents are made explicit at
//! the end ([`super::linear::dup`]).
//!
//! ```text
//! calls    calls
//! control  branches and loops
//! shapes   shapes of primal values, for the zeros of their tangents
//! ```

mod calls;
mod control;
mod shapes;

use super::activity::Activity;
use super::linear::dup;
use super::{fold, simplify};
use crate::ir::hash::HashMap;
use crate::ir::*;
use crate::primitives::{Derivative, Partial, Rules, row};
use control::consumed_arrays;
use proc_macro2::Span;
use shapes::changes_shape;

/// A function with its tangent.
#[derive(Clone, Debug)]
pub struct Jvp {
    /// Non-linear parameters as the primal's, then the tangents; results as the primal's, then the
    /// tangents of the output's leaves that carry reals, then the final versions of the threaded
    /// tangents.
    pub function: Function,
    /// The origins of the linear parameters.
    pub dots: Vec<Dot>,
    /// The leaves of the output that have a tangent among the results.
    pub output_leaves: Vec<Var>,
}

/// Forward differentiation of a lowered function.
pub fn jvp(primal: &Function, interface: &Interface, activity: &Activity) -> Jvp {
    let mut dots = Vec::new();
    let mut pass = Pass {
        function: primal.without_body(),
        activity,
        tangents: HashMap::default(),
        shapes: HashMap::default(),
        linear_shapes: HashMap::default(),
        views: HashMap::default(),
        literals: HashMap::default(),
        moved_arrays: consumed_arrays(&primal.body),
        out: Block::default(),
    };
    let no_span = Span::call_site();
    for (number, param) in interface.params.iter().enumerate() {
        for leaf in param.value.leaves() {
            pass.note_shape(leaf, no_span);
            if param.is_active() && !primal.ty(leaf).is_discrete() {
                let span = primal.info(leaf).span;
                let var = pass.fresh_tangent(leaf, span);
                pass.tangents.insert(leaf, var);
                // a component of a tuple has no accumulator of its own
                let is_array = matches!(param.value, Tree::Leaf(_)) && primal.ty(leaf).is_memory();
                let threaded = param.passing == Passing::Unique
                    || is_array && !pass.moved_arrays.contains(&leaf);
                dots.push(Dot { param: number, leaf, var, threaded });
            }
        }
    }
    pass.lets(&primal.body.lets);

    let mut results = primal.body.results.clone();
    let mut output_leaves = Vec::new();
    for leaf in interface.output_value.leaves() {
        if !primal.ty(leaf).is_discrete() {
            output_leaves.push(leaf);
            let tangent = pass.tangent_or_zero(leaf, primal.info(leaf).span);
            results.push(tangent);
        }
    }
    // the final versions of parameters by mutable reference
    let uniques = interface
        .params
        .iter()
        .filter(|p| p.passing == Passing::Unique)
        .flat_map(|p| p.value.leaves());
    let finals: HashMap<Var, Var> = uniques
        .zip(primal.body.results.iter().skip(interface.output_value.leaves().len()).copied())
        .collect();
    for dot in dots.iter().filter(|d| d.threaded) {
        let last = match finals.get(&dot.leaf) {
            Some(last) => pass.tangent_or_zero(*last, no_span),
            None => pass.tangents[&dot.leaf],
        };
        results.push(last);
    }
    let mut function = pass.function;
    function.params.extend(dots.iter().map(|d| d.var));
    function.body = Block { lets: pass.out.lets, results };
    simplify::simplify(&mut function, primal.vars.len(), &pass.linear_shapes);
    fold::fold(&mut function);
    dup::make_uses_explicit(&mut function, &pass.linear_shapes);
    simplify::remove_unread_shapes(&mut function);
    Jvp { function, dots, output_leaves }
}

struct Pass<'a> {
    function: Function,
    activity: &'a Activity,
    /// The current tangent of each active variable in scope.
    tangents: HashMap<Var, Var>,
    /// For arrays (and values of unknown type), the variable that holds the shape.
    shapes: HashMap<Var, Var>,
    /// The same for tangents: the shape for the zero that a drop transposes into.
    linear_shapes: HashMap<Var, Var>,
    /// The places in memory that views are aliases of.
    views: HashMap<Var, Place>,
    /// The variables that are literals.
    literals: HashMap<Var, f64>,
    /// The arrays that are updated or moved, so that their tangents are used up as well.
    moved_arrays: crate::ir::hash::HashSet<Var>,
    out: Block,
}

impl Pass<'_> {
    fn push(&mut self, vars: Vec<Var>, op: Op, span: Span) {
        self.out.push(vars, op, span);
    }

    /// A new linear variable for the tangent of `primal`.
    fn fresh_tangent(&mut self, primal: Var, span: Span) -> Var {
        let name = format!("{}_dot", self.function.name(primal));
        let ty = self.function.info(primal).ty.clone();
        let var = self.function.fresh_linear(name, ty, span);
        if let Some(shape) = self.shapes.get(&primal) {
            self.linear_shapes.insert(var, *shape);
        }
        var
    }

    /// A further version of a linear variable.
    fn next_version(&mut self, linear: Var) -> Var {
        let info = self.function.info(linear).clone();
        let var = self.function.fresh_linear(info.name, info.ty, info.span);
        if let Some(shape) = self.linear_shapes.get(&linear) {
            self.linear_shapes.insert(var, *shape);
        }
        var
    }

    fn is_array(&self, var: Var) -> bool {
        matches!(self.function.ty(var), Ty::Array(..))
    }

    fn is_active(&self, var: Var) -> bool {
        self.activity.is_active(var)
    }

    /// The tangent of a value: zero if it has none.
    fn tangent_or_zero(&mut self, var: Var, span: Span) -> Var {
        match self.tangents.get(&var) {
            Some(t) => *t,
            // an alias that is used as a value: its part of the tangent, copied
            None if self.views.contains_key(&var)
                && self.tangent_place(&Place::of_var(var)).is_some() =>
            {
                let shape = self.shape_of_alias(var, span);
                let copy = self.fresh_tangent(var, span);
                if let Some(shape) = shape {
                    self.linear_shapes.insert(copy, shape);
                }
                let (root, place) = self.tangent_place(&Place::of_var(var)).expect("checked above");
                let next = self.next_version(place.root);
                self.push(vec![copy, next], Op::Linear(Linear::Read(place)), span);
                self.tangents.insert(root, next);
                copy
            }
            None => {
                let zero = self.fresh_tangent(var, span);
                let shape = self.shapes.get(&var).copied();
                self.push(vec![zero], Op::Linear(Linear::Zero(shape)), span);
                zero
            }
        }
    }

    /// The place in memory that a place through views resolves to.
    fn resolve(&self, place: &Place) -> Place {
        match self.views.get(&place.root) {
            None => place.clone(),
            Some(base) => {
                let mut path = base.path.clone();
                path.extend(place.path.iter().cloned());
                Place { root: base.root, path }
            }
        }
    }

    /// The tangent's place of a primal place, if its root has a tangent.
    fn tangent_place(&self, place: &Place) -> Option<(Var, Place)> {
        let place = self.resolve(place);
        let tangent = *self.tangents.get(&place.root)?;
        Some((place.root, Place { root: tangent, path: place.path }))
    }

    fn lets(&mut self, lets: &[Let]) {
        for l in lets {
            self.visit_let(l);
        }
    }

    fn visit_let(&mut self, l: &Let) {
        match &l.op {
            Op::Call(call) => return self.call(l, call),
            Op::Branch(tag, arms) => return self.branch(l, *tag, arms),
            Op::Loop(lp) => return self.loop_(l, lp),
            _ => {}
        }
        let replaced = self.replaced_shape(l);
        self.out.lets.push(l.clone());
        if let (Op::View(place), [var]) = (&l.op, &l.vars[..]) {
            let place = self.resolve(place);
            self.views.insert(*var, place);
            return;
        }
        if let (Op::Literal(literal), [var]) = (&l.op, &l.vars[..])
            && let Some(value) = literal_value(literal)
        {
            self.literals.insert(*var, value);
        }
        self.note_shapes(l);
        if l.vars.iter().any(|v| self.is_active(*v)) {
            self.differentiate(l, replaced);
        }
    }

    /// The shape of a row that an update may replace by one of another length.
    fn replaced_shape(&mut self, l: &Let) -> Option<Var> {
        match &l.op {
            Op::Update(place, value)
                if changes_shape(&self.function, &l.op) && self.is_active(l.vars[0]) =>
            {
                let alias = self.function.fresh_primal(
                    "replaced",
                    self.function.ty(*value).clone(),
                    l.span,
                );
                self.push(vec![alias], Op::View(place.clone()), l.span);
                self.shape_of_alias(alias, l.span)
            }
            _ => None,
        }
    }

    /// Records the shapes of the variables that a let binds: an update preserves the shape,
    /// everything else makes a new one.
    fn note_shapes(&mut self, l: &Let) {
        let known = match &l.op {
            Op::Update(Place { root, .. }, _) | Op::Swap(root, ..)
                if !changes_shape(&self.function, &l.op) =>
            {
                if let Some(shape) = self.shapes.get(root).copied() {
                    self.shapes.insert(l.vars[0], shape);
                }
                return;
            }
            // the shape of a vector of scalars is its length
            Op::Repeat(value, count)
                if matches!(self.function.ty(l.vars[0]), Ty::Vec(_) | Ty::Deque(_))
                    && self.function.ty(*value).is_scalar() =>
            {
                Some(*count)
            }
            // a vector made of an array has a length, which the array's shape does not include
            Op::Read(Place { root, path })
                if path.is_empty() && self.is_array(*root) == self.is_array(l.vars[0]) =>
            {
                self.shapes.get(root).copied()
            }
            _ => None,
        };
        match known {
            Some(shape) if !self.function.ty(l.vars[0]).is_discrete() => {
                self.shapes.insert(l.vars[0], shape);
            }
            _ => l.vars.iter().for_each(|v| self.note_shape(*v, l.span)),
        }
    }

    /// Appends the lets of the tangents of an active let. `replaced` is the result of
    /// [`Self::replaced_shape`].
    fn differentiate(&mut self, l: &Let, replaced: Option<Var>) {
        let (var, span) = (l.vars[0], l.span);
        match &l.op {
            Op::Prim(prim, args) => {
                let tangent = match row(*prim).derivative {
                    Derivative::Partials(rule) => self.partials(rule, args, var, span),
                    Derivative::Select(tag) => self.select(tag, args, var, span),
                    Derivative::Zero | Derivative::OfARule => {
                        unreachable!("inactive by the analysis")
                    }
                };
                self.tangents.insert(var, tangent);
            }
            Op::Cast(x) => {
                let x_dot = self.tangent_or_zero(*x, span);
                self.linear(var, Linear::Cast(x_dot), span);
            }
            Op::Read(place) => self.read(var, place, span),
            Op::Update(place, _) | Op::Push(place, _, _) | Op::Pop(place, _)
                if place.is_constant() =>
            {
                self.move_tangent(place.root, var, span);
            }
            Op::Update(place, value) => self.update(l, place, *value, replaced),
            Op::Swap(root, a, b) => {
                let root_dot = self.take_tangent(*root, span);
                self.linear(var, Linear::Swap(root_dot, a.clone(), b.clone()), span);
            }
            Op::Array(elements) => {
                let dots = elements.iter().map(|e| self.tangent_or_zero(*e, span)).collect();
                self.linear(var, Linear::Array(dots), span);
            }
            Op::Tuple(parts) => {
                let reals: Vec<Var> =
                    parts.iter().copied().filter(|p| !self.function.ty(*p).is_discrete()).collect();
                let dots = reals.iter().map(|e| self.tangent_or_zero(*e, span)).collect();
                self.linear(var, Linear::Tuple(dots), span);
            }
            Op::Struct(_, fields) => self.structure(var, fields, span),
            Op::Repeat(value, count) => {
                let dot = self.tangent_or_zero(*value, span);
                let shape = self.shape_of_alias(*value, span);
                self.linear(var, Linear::Repeat(dot, *count, shape), span);
            }
            Op::Push(place, end, value) => self.push_element(l, place, *end, *value),
            Op::Pop(place, end) => self.pop_element(l, place, *end),
            Op::Literal(_)
            | Op::Blank
            | Op::Constant(_)
            | Op::Opaque(_)
            | Op::Len(_)
            | Op::ShapeOf(_)
            | Op::Zero(_)
            | Op::View(_) => {
                unreachable!("inactive by the analysis")
            }
            Op::Call(_)
            | Op::CallPrimal(_)
            | Op::CallJvp(_)
            | Op::CallVjp(_)
            | Op::Pullback(_)
            | Op::Branch(..)
            | Op::Loop(_)
            | Op::Linear(_) => {
                unreachable!("handled by the caller, or not in a lowered function")
            }
        }
    }

    /// The tangent of a variable that the current operation uses up.
    fn take_tangent(&mut self, var: Var, span: Span) -> Var {
        let tangent = self.tangent_or_zero(var, span);
        self.tangents.remove(&var);
        tangent
    }

    /// The tangent of `from` becomes that of its new version `to`, which differs only in discrete
    /// or constant parts.
    fn move_tangent(&mut self, from: Var, to: Var, span: Span) {
        let tangent = self.take_tangent(from, span);
        self.tangents.insert(to, tangent);
    }

    fn read(&mut self, var: Var, place: &Place, span: Span) {
        match self.tangent_place(place) {
            Some((root, place)) => {
                let element = self.fresh_tangent(var, span);
                let next = self.next_version(place.root);
                self.push(vec![element, next], Op::Linear(Linear::Read(place)), span);
                self.tangents.insert(root, next);
                self.tangents.insert(var, element);
            }
            None => {
                let zero = self.tangent_or_zero(var, span);
                self.tangents.insert(var, zero);
            }
        }
    }

    fn update(&mut self, l: &Let, place: &Place, value: Var, replaced: Option<Var>) {
        let (var, span) = (l.vars[0], l.span);
        // a discrete component of a tuple in the array
        if self.function.ty(value).is_discrete() {
            return self.move_tangent(place.root, var, span);
        }
        let root_dot = self.tangent_or_zero(place.root, span);
        let value_dot = self.tangent_or_zero(value, span);
        let mut place_dot = Place { root: root_dot, path: place.path.clone() };
        self.tangents.remove(&place.root);
        if let Some(shape) = replaced {
            // taken out and dropped, so that the transpose puts a zero of the old shape there
            let (old, rest) = (self.fresh_tangent(value, span), self.next_version(root_dot));
            self.linear_shapes.insert(old, shape);
            self.push(vec![old, rest], Op::Linear(Linear::Take(place_dot.clone())), span);
            place_dot.root = rest;
        }
        self.linear(var, Linear::Update(place_dot, value_dot), span);
    }

    /// The tangent of a struct: a zero whose listed fields are set. Only rustc knows the other
    /// fields of the type.
    fn structure(&mut self, var: Var, fields: &[(Member, Var)], span: Span) {
        let shape = self.shapes.get(&var).copied();
        let mut whole = self.fresh_tangent(var, span);
        self.push(vec![whole], Op::Linear(Linear::Zero(shape)), span);
        for (member, x) in fields {
            if self.is_active(*x) && !member.constant {
                let dot = self.tangent_or_zero(*x, span);
                let path = vec![Step::Member(member.clone())];
                let next = self.next_version(whole);
                self.push(
                    vec![next],
                    Op::Linear(Linear::Update(Place { root: whole, path }, dot)),
                    span,
                );
                whole = next;
            }
        }
        self.tangents.insert(var, whole);
    }

    fn push_element(&mut self, l: &Let, place: &Place, end: End, value: Var) {
        let (var, span) = (l.vars[0], l.span);
        if self.function.ty(value).is_discrete() {
            return self.move_tangent(place.root, var, span);
        }
        let root_dot = self.take_tangent(place.root, span);
        let value_dot = self.tangent_or_zero(value, span);
        self.linear(
            var,
            Linear::Push(Place { root: root_dot, path: place.path.clone() }, end, value_dot),
            span,
        );
    }

    fn pop_element(&mut self, l: &Let, place: &Place, end: End) {
        let span = l.span;
        if self.function.ty(l.vars[1]).is_discrete() {
            return self.move_tangent(place.root, l.vars[0], span);
        }
        let root_dot = self.take_tangent(place.root, span);
        let rest = self.fresh_tangent(l.vars[0], span);
        let value = self.fresh_tangent(l.vars[1], span);
        let place_dot = Place { root: root_dot, path: place.path.clone() };
        self.push(vec![rest, value], Op::Linear(Linear::Pop(place_dot, end)), span);
        self.tangents.insert(l.vars[0], rest);
        self.tangents.insert(l.vars[1], value);
    }

    /// Binds the tangent of `var` to a linear operation.
    fn linear(&mut self, var: Var, op: Linear, span: Span) {
        let tangent = self.tangent_of(op, var, span);
        self.tangents.insert(var, tangent);
    }

    fn rules<T>(&mut self, span: Span, use_rules: impl FnOnce(&mut Rules<'_>) -> T) -> T {
        let literals = &self.literals;
        let literal = |v: Var| literals.get(&v).copied();
        let mut rules =
            Rules { function: &mut self.function, block: &mut self.out, literal: &literal, span };
        use_rules(&mut rules)
    }

    /// Σ ∂ᵢ·ẋᵢ over the active arguments. Factors of the same argument are added first, so that
    /// `x·x` scales once; terms with the same divisor are divided together.
    fn partials(
        &mut self,
        rule: crate::primitives::PartialRule,
        args: &[Var],
        result: Var,
        span: Span,
    ) -> Var {
        let mut terms: Vec<(Var, Partial)> = Vec::new();
        for (wrt, arg) in args.iter().enumerate() {
            if !self.tangents.contains_key(arg) {
                continue;
            }
            let partial = self.rules(span, |r| rule(r, args, result, wrt));
            let earlier = terms.iter().position(|(a, p)| {
                a == arg && matches!((p, &partial), (Partial::Times(_), Partial::Times(_)))
            });
            match (earlier, partial) {
                (Some(k), Partial::Times(b)) => {
                    let Partial::Times(a) = terms[k].1 else { unreachable!("found as a factor") };
                    terms[k].1 = self.rules(span, |r| Partial::Times(r.add(a, b)));
                }
                _ => terms.push((*arg, partial)),
            }
        }
        let divisor = |p: &Partial| match p {
            Partial::Over(d) | Partial::Ratio(_, d) => Some(*d),
            _ => None,
        };
        let common = terms.iter().find_map(|(_, p)| divisor(p)).filter(|_| terms.len() > 1);
        let common = common.filter(|d| terms.iter().all(|(_, p)| divisor(p) == Some(*d)));
        let mut sum: Option<Var> = None;
        for (arg, partial) in terms {
            let dot = self.tangents[&arg];
            let op = match partial {
                Partial::Zero => continue,
                Partial::One => None,
                Partial::MinusOne => Some(Linear::Neg(dot)),
                Partial::Times(k) => Some(Linear::Scale(dot, k)),
                Partial::Over(_) if common.is_some() => None,
                Partial::Over(d) => Some(Linear::Unscale(dot, d)),
                Partial::Ratio(k, _) if common.is_some() => Some(Linear::Scale(dot, k)),
                Partial::Ratio(k, d) => {
                    let ratio = self.rules(span, |r| r.div(k, d));
                    Some(Linear::Scale(dot, ratio))
                }
            };
            let term = match op {
                None => dot,
                Some(op) => self.tangent_of(op, result, span),
            };
            sum = Some(match sum {
                None => term,
                Some(before) => self.tangent_of(Linear::Add(before, term), result, span),
            });
        }
        match (sum, common) {
            (Some(tangent), Some(divisor)) => {
                self.tangent_of(Linear::Unscale(tangent, divisor), result, span)
            }
            (Some(tangent), None) => tangent,
            (None, _) => self.tangent_or_zero(result, span),
        }
    }

    /// A new tangent like that of a variable, bound to a linear operation.
    fn tangent_of(&mut self, op: Linear, like: Var, span: Span) -> Var {
        let tangent = self.fresh_tangent(like, span);
        self.push(vec![tangent], Op::Linear(op), span);
        tangent
    }

    /// The tangent of the argument that the primitive selected.
    fn select(
        &mut self,
        tag: crate::primitives::Prim,
        args: &[Var],
        result: Var,
        span: Span,
    ) -> Var {
        let tag_var = self.rules(span, |r| r.apply(tag, args));
        let arms = args
            .iter()
            .map(|arg| {
                let outer = std::mem::take(&mut self.out);
                let tangent = self.tangent_or_zero(*arg, span);
                let arm = std::mem::replace(&mut self.out, outer);
                Block { lets: arm.lets, results: vec![tangent] }
            })
            .collect();
        let tangent = self.fresh_tangent(result, span);
        self.push(vec![tangent], Op::Branch(tag_var, arms), span);
        tangent
    }

    /// The arrays in scope with a tangent.
    fn arrays(&self) -> Vec<Var> {
        let mut arrays: Vec<Var> =
            self.tangents.keys().copied().filter(|v| !self.function.ty(*v).is_scalar()).collect();
        arrays.sort();
        arrays
    }
}

/// The value of a literal that is a number.
fn literal_value(literal: &Literal) -> Option<f64> {
    match literal {
        Literal::Source(tokens) => {
            let text = tokens.to_string().replace('_', "");
            let digits = ["f64", "f32", "usize", "i32", "i64", "u32", "u64"]
                .iter()
                .find_map(|s| text.strip_suffix(s))
                .unwrap_or(&text)
                .to_string();
            digits.parse().ok()
        }
        Literal::Real(x) => Some(*x),
        Literal::Int(n) => Some(*n as f64),
        // a different number in each type
        Literal::Bool(_) | Literal::Named(..) => None,
    }
}
