//! The types that operations require and yield; [`super::linear_types`] has those of linear ones.

use super::Checker;
use crate::ir::*;
use crate::primitives::{Output, Prim, row};

/// Whether two types may be equal.
pub(super) fn may_be_equal(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (
            Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_) | Ty::Infer(_),
            _,
        )
        | (
            _,
            Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_) | Ty::Infer(_),
        ) => true,
        (Ty::Sequence(x, _) | Ty::Slice(x), _) => b.element().is_some_and(|y| may_be_equal(x, y)),
        (_, Ty::Sequence(y, _) | Ty::Slice(y)) => a.element().is_some_and(|x| may_be_equal(x, y)),
        (Ty::Vec(x), Ty::Vec(y)) | (Ty::Deque(x), Ty::Deque(y)) | (Ty::Shape(x), Ty::Shape(y)) => {
            may_be_equal(x, y)
        }
        // a length may be written in two ways (`N`, `{ N }`, a constant's value), so only numbers
        // are compared
        (Ty::Array(x, n), Ty::Array(y, m)) => {
            let lengths = match (cost::array_length(n), cost::array_length(m)) {
                (Some(n), Some(m)) => n == m,
                _ => true,
            };
            lengths && may_be_equal(x, y)
        }
        (Ty::Tuple(x), Ty::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| may_be_equal(x, y))
        }
        (Ty::Text(_), Ty::Text(_)) => true,
        (Ty::Pullback(a), Ty::Pullback(b)) => {
            let all = |x: &[Ty], y: &[Ty]| {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| may_be_equal(x, y))
            };
            all(&a.from, &b.from) && all(&a.to, &b.to)
        }
        (Ty::IntOf(_), b) => b.is_int(),
        (a, Ty::IntOf(_)) => a.is_int(),
        _ => a == b,
    }
}

/// The same, where a copy or an alias may be in another container.
fn agree_but_container(a: &Ty, b: &Ty) -> bool {
    match (a.element(), b.element()) {
        (Some(x), Some(y)) => agree_but_container(x, y),
        _ => may_be_equal(a, b),
    }
}

impl Checker<'_> {
    pub(super) fn expect_type(&mut self, var: Var, is: &Ty, wanted: &Ty, what: &str) {
        if !may_be_equal(is, wanted) {
            self.error(format!("{what}: {} is {is} but should be {wanted}", self.show(var)));
        }
    }

    pub(super) fn want_sort(&mut self, var: Var, sort: Sort, what: &str) {
        if self.sort(var) != sort {
            let wanted = if sort == Sort::Linear { "linear" } else { "non-linear" };
            self.error(format!("{what}: {} should be {wanted}", self.show(var)));
        }
    }

    /// The type at a place; `None` if it is not known or an error was reported.
    pub(super) fn place(&mut self, root: Var, path: &[Step], by: &str) -> Option<Ty> {
        let mut ty = self.ty(root);
        for step in path {
            let next = match (step, &ty) {
                (_, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)) => {
                    return None;
                }
                (Step::Index(i), t) if t.is_sequence() => {
                    self.expect_type(*i, &self.ty(*i), &Ty::USIZE, "an index");
                    t.element().cloned()
                }
                (Step::Slice { from, to, .. }, t) if t.is_sequence() => {
                    for end in [from, to].into_iter().flatten() {
                        self.expect_type(*end, &self.ty(*end), &Ty::USIZE, "the end of a slice");
                    }
                    t.element().map(|e| Ty::Slice(Box::new(e.clone())))
                }
                (Step::Field(k), Ty::Tuple(parts)) => parts.get(*k).cloned(),
                _ => None,
            };
            match next {
                Some(next) => ty = next,
                None => {
                    self.error(format!(
                        "{by}: a path into {} does not fit its type {}",
                        self.show(root),
                        self.ty(root)
                    ));
                    return None;
                }
            }
        }
        Some(ty)
    }

    /// Checks that the bound variables have these sorts and types (a type of `None` is not known).
    pub(super) fn check_bindings(&mut self, vars: &[Var], wanted: &[(Sort, Option<Ty>)], by: &str) {
        if vars.len() != wanted.len() {
            let names: Vec<String> = vars.iter().map(|v| self.show(*v)).collect();
            self.error(format!(
                "{by} has {} results, the let binds {} ({})",
                wanted.len(),
                vars.len(),
                names.join(", ")
            ));
            return;
        }
        for (v, (sort, ty)) in vars.iter().zip(wanted) {
            self.want_sort(*v, *sort, by);
            if let Some(ty) = ty {
                self.expect_type(*v, &self.ty(*v), ty, by);
            }
        }
    }

    /// The type of an element of a sequence-typed variable.
    pub(super) fn element_of(&mut self, sequence: Var, value: Option<Var>, by: &str) -> Option<Ty> {
        let ty = self.ty(sequence);
        self.element(&ty, sequence, value, by)
    }

    /// The same for a given type of the sequence.
    fn element(&mut self, ty: &Ty, sequence: Var, value: Option<Var>, by: &str) -> Option<Ty> {
        match ty.element() {
            Some(e) => {
                if let Some(v) = value
                    && !may_be_equal(&self.ty(v), e)
                {
                    self.error(format!(
                        "{by}: {} is {} but an element of {} is {e}",
                        self.show(v),
                        self.ty(v),
                        self.show(sequence)
                    ));
                }
                Some(e.clone())
            }
            None => {
                if !matches!(
                    ty,
                    Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)
                ) {
                    self.error(format!("{by}: {} is {ty} and no sequence", self.show(sequence)));
                }
                None
            }
        }
    }

    /// Checks that the let binds one sequence of the given elements.
    pub(super) fn array(&mut self, vars: &[Var], elements: &[Var], sort: Sort, by: &str) {
        self.check_bindings(vars, &[(sort, None)], by);
        if let [v] = vars {
            for x in elements {
                self.element_of(*v, Some(*x), by);
            }
            self.length(*v, elements.len(), by);
        }
    }

    pub(super) fn length(&mut self, sequence: Var, is: usize, by: &str) {
        if let Ty::Array(_, n) = self.ty(sequence)
            && cost::array_length(&n).is_some_and(|n| n != is as u64)
        {
            self.error(format!(
                "{by}: {is} elements of {}, which is {}",
                self.show(sequence),
                self.ty(sequence)
            ));
        }
    }

    pub(super) fn element_of_vector(
        &mut self,
        place: &Place,
        value: Option<Var>,
        by: &str,
    ) -> Option<Ty> {
        let ty = self.place(place.root, &place.path, by)?;
        if !matches!(
            ty,
            Ty::Vec(_)
                | Ty::Deque(_)
                | Ty::Sequence(..)
                | Ty::Projected(_)
                | Ty::Wrapped(..)
                | Ty::Foreign(_)
                | Ty::Discrete(_)
        ) {
            self.error(format!("{by}: the place in {} is {ty} and no Vec", self.show(place.root)));
        }
        self.element(&ty, place.root, value, by)
    }

    /// Checks that the value stored at a place has the type of the place; a whole slice may be in
    /// any container.
    pub(super) fn check_store(&mut self, place: &Place, value: Var, by: &str) {
        if let Some(at) = self.place(place.root, &place.path, by) {
            let ty = self.ty(value);
            if !agree_but_container(&ty, &at) {
                self.error(format!(
                    "{by}: {} is {ty} but the place in {} is {at}",
                    self.show(value),
                    self.show(place.root)
                ));
            }
        }
    }

    /// Checks a let of a copy, an alias or an element at a place.
    pub(super) fn check_read(&mut self, var: Var, place: &Place, by: &str) {
        if let Some(at) = self.place(place.root, &place.path, by) {
            let ty = self.ty(var);
            if !agree_but_container(&ty, &at) {
                self.error(format!(
                    "{by}: {} is {ty} but the place in {} is {at}",
                    self.show(var),
                    self.show(place.root)
                ));
            }
        }
    }

    /// Checks the types of the operands of an operation, and of the variables that it binds.
    pub(super) fn types(&mut self, op: &Op, vars: &[Var], by: &str) {
        use Sort::NonLinear;
        match op {
            Op::Literal(l) => self.literal(l, vars, by),
            Op::Blank => self.check_bindings(vars, &[(NonLinear, None)], by),
            Op::Prim(prim, args) => self.prim(*prim, args, vars, by),
            Op::Cast(x) => self.cast(*x, vars, by),
            Op::Constant(x) => self.check_bindings(vars, &[(NonLinear, Some(self.ty(*x)))], by),
            Op::Opaque(o) => self.opaque(o, vars, by),
            Op::Len(place) => self.len(place, vars, by),
            Op::Read(place) | Op::View(place) => {
                self.check_bindings(vars, &[(NonLinear, None)], by);
                if let [v] = vars {
                    self.check_read(*v, place, by);
                }
            }
            Op::Update(place, x) => {
                self.check_bindings(vars, &[(NonLinear, Some(self.ty(place.root)))], by);
                self.check_store(place, *x, by);
            }
            Op::Array(xs) => self.array(vars, xs, NonLinear, by),
            Op::Repeat(x, n) => {
                self.check_bindings(vars, &[(NonLinear, None)], by);
                self.expect_type(*n, &self.ty(*n), &Ty::USIZE, "the count of a repetition");
                if let [v] = vars {
                    self.element_of(*v, Some(*x), by);
                }
            }
            Op::Push(place, _, x) => {
                self.element_of_vector(place, Some(*x), by);
                self.check_bindings(vars, &[(NonLinear, Some(self.ty(place.root)))], by);
            }
            Op::Pop(place, _) => {
                let e = self.element_of_vector(place, None, by);
                self.check_bindings(
                    vars,
                    &[(NonLinear, Some(self.ty(place.root))), (NonLinear, e)],
                    by,
                );
            }
            Op::Swap(root, a, b) => self.swap(*root, [a, b], vars, NonLinear, by),
            Op::Tuple(xs) => {
                let ty = Ty::Tuple(xs.iter().map(|x| self.ty(*x)).collect());
                self.check_bindings(vars, &[(NonLinear, Some(ty))], by);
            }
            Op::Struct(name, fields) => self.structure(name, fields, vars, by),
            Op::Zero(shape) => {
                self.check_bindings(vars, &[(NonLinear, None)], by);
                if let ([v], None) = (vars, shape) {
                    self.shape(*v, None, by);
                }
            }
            Op::ShapeOf(x) => self.check_bindings(
                vars,
                &[(NonLinear, Some(Ty::Shape(Box::new(self.ty(*x)))))],
                by,
            ),
            Op::Call(c) => {
                let wanted = self.call(c, vars, by);
                self.check_bindings(vars, &wanted, by);
            }
            Op::CallPrimal(c) => {
                let mut wanted = self.call(c, vars, by);
                wanted.push((NonLinear, Some(Ty::Frame(c.callee.clone()))));
                self.check_bindings(vars, &wanted, by);
            }
            Op::CallJvp(c) | Op::CallVjp(c) => {
                let mut wanted = self.call(&c.call, vars, by);
                wanted.extend(self.linear_call(c, &vars[wanted.len().min(vars.len())..], by));
                self.check_bindings(vars, &wanted, by);
            }
            Op::Branch(..) | Op::Loop(_) | Op::Pullback(_) => {}
            Op::Linear(l) => self.linear_types(l, vars, by),
        }
    }

    fn literal(&mut self, l: &Literal, vars: &[Var], by: &str) {
        self.check_bindings(vars, &[(Sort::NonLinear, None)], by);
        if let [v] = vars {
            let ty = self.ty(*v);
            let fits = match (l, &ty) {
                (_, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_))
                | (Literal::Source(_), _) => true,
                (Literal::Real(_) | Literal::Named(..), ty) => matches!(ty, Ty::Real(_)),
                (Literal::Int(_), ty) => ty.is_int(),
                (Literal::Bool(_), ty) => matches!(ty, Ty::Bool),
            };
            if !fits {
                self.error(format!("{by}: the literal of {} is no {ty}", self.show(*v)));
            }
        }
    }

    fn cast(&mut self, x: Var, vars: &[Var], by: &str) {
        self.check_bindings(vars, &[(Sort::NonLinear, None)], by);
        if let [v] = vars {
            let (from, to) = (self.ty(x), self.ty(*v));
            if !is_castable(&from, &to) {
                self.error(format!(
                    "{by}: {} is {from}, which cannot be cast to {to} ({})",
                    self.show(x),
                    self.show(*v)
                ));
            }
        }
    }

    /// Checks opaque code. It binds its value, unless only its changes are needed, then the new
    /// versions of the variables that it changes.
    fn opaque(&mut self, o: &Opaque, vars: &[Var], by: &str) {
        let versions =
            o.changes.iter().map(|change| (Sort::NonLinear, Some(self.ty(change.place.root))));
        let is_for_its_changes = vars.len() == o.changes.len() && !vars.is_empty();
        let value = (!is_for_its_changes).then_some((Sort::NonLinear, None));
        if !(o.effect && vars.is_empty()) {
            self.check_bindings(vars, &value.into_iter().chain(versions).collect::<Vec<_>>(), by);
        }
    }

    fn len(&mut self, place: &Place, vars: &[Var], by: &str) {
        self.check_bindings(vars, &[(Sort::NonLinear, Some(Ty::USIZE))], by);
        if let Some(at) = self.place(place.root, &place.path, by)
            && !(at.is_sequence()
                || matches!(
                    at,
                    Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)
                ))
        {
            self.error(format!(
                "{by}: the place in {} is {at} and no sequence",
                self.show(place.root)
            ));
        }
    }

    fn structure(&mut self, name: &str, fields: &[(Member, Var)], vars: &[Var], by: &str) {
        for (_, x) in fields {
            self.ty(*x);
        }
        self.check_bindings(vars, &[(Sort::NonLinear, None)], by);
        if let Some(v) = vars.first().filter(|v| self.ty(**v).is_scalar()) {
            self.error(format!(
                "{by}: {} is a `{name}` and not of type {}",
                self.show(*v),
                self.ty(*v)
            ));
        }
    }

    /// Checks that both places are in one root, and of one type.
    pub(super) fn swap(
        &mut self,
        root: Var,
        [a, b]: [&[Step]; 2],
        vars: &[Var],
        sort: Sort,
        by: &str,
    ) {
        self.check_bindings(vars, &[(sort, Some(self.ty(root)))], by);
        if let (Some(x), Some(y)) = (self.place(root, a, by), self.place(root, b, by))
            && !may_be_equal(&x, &y)
        {
            self.error(format!("{by}: places of {} of types {x} and {y}", self.show(root)));
        }
    }

    /// The types that a call of the primal binds: the leaves of the output, then the new versions
    /// of unique arguments.
    pub(super) fn call(&mut self, c: &Call, vars: &[Var], by: &str) -> Vec<(Sort, Option<Ty>)> {
        let leaves = c.output.leaves();
        if !vars.starts_with(&leaves) {
            self.error(format!(
                "{by}: the output is not made of the variables that the let binds first"
            ));
        }
        let mut wanted: Vec<(Sort, Option<Ty>)> =
            leaves.iter().map(|_| (Sort::NonLinear, None)).collect();
        for argument in &c.arguments {
            match argument {
                Argument::Unique(place) => {
                    self.place(place.root, &place.path, by);
                    wanted.push((Sort::NonLinear, Some(self.ty(place.root))));
                }
                Argument::Value(_) | Argument::Index(_) | Argument::Shared(_) => {}
            }
        }
        wanted
    }

    /// Checks the shape that a zero of a variable's type needs.
    pub(super) fn shape(&mut self, var: Var, shape: Option<Var>, by: &str) {
        let ty = self.ty(var);
        match shape {
            // the shape of a vector of scalars may be its length
            Some(s) if self.ty(s) == Ty::USIZE && ty.element().is_some_and(Ty::is_scalar) => {}
            Some(s) => self.expect_type(s, &self.ty(s), &Ty::Shape(Box::new(ty)), by),
            None => {
                if !(ty.has_static_shape()
                    || matches!(
                        ty,
                        Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)
                    ))
                {
                    self.error(format!(
                        "{by}: {} is {ty}, whose zero needs a shape",
                        self.show(var)
                    ));
                }
            }
        }
    }

    /// Checks that linear variables are the components of a tuple: all, or those that are not
    /// discrete.
    pub(super) fn components(&mut self, tuple: Var, parts: &[Var], by: &str) {
        match self.ty(tuple) {
            Ty::Tuple(types) => {
                let active: Vec<Ty> = types.iter().filter(|t| !t.is_discrete()).cloned().collect();
                let types = if parts.len() == types.len() { types } else { active };
                if parts.len() != types.len() {
                    self.error(format!(
                        "{by}: {} parts of {}, which is {}",
                        parts.len(),
                        self.show(tuple),
                        self.ty(tuple)
                    ));
                    return;
                }
                for (v, ty) in parts.iter().zip(&types) {
                    self.expect_type(*v, &self.ty(*v), ty, by);
                }
            }
            Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_) => {}
            other => self.error(format!("{by}: {} is {other} and no tuple", self.show(tuple))),
        }
    }

    pub(super) fn prim(&mut self, prim: Prim, args: &[Var], vars: &[Var], by: &str) {
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
        // a shift's distance and an integer exponent have a type of their own; all other operands
        // have the same
        let mixed = matches!(prim, Prim::Shl | Prim::Shr | Prim::Powi | Prim::PowiPartial);
        if !mixed {
            for arg in args.iter().skip(1) {
                let (first, ty) = (self.ty(args[0]), self.ty(*arg));
                if !may_be_equal(&ty, &first) {
                    self.error(format!(
                        "{by}: {} is {first} but {} is {ty}",
                        self.show(args[0]),
                        self.show(*arg)
                    ));
                }
            }
        }
        let ty = match row.output {
            Output::First => self.ty(args[0]),
            Output::Bool => Ty::Bool,
            Output::Arm => Ty::USIZE,
        };
        self.check_bindings(vars, &[(Sort::NonLinear, Some(ty))], by);
    }
}

pub(super) fn has_infer(ty: &Ty) -> bool {
    match ty {
        Ty::Infer(_) => true,
        Ty::Tuple(parts) => parts.iter().any(has_infer),
        Ty::Array(e, _)
        | Ty::Slice(e)
        | Ty::Vec(e)
        | Ty::Deque(e)
        | Ty::Sequence(e, _)
        | Ty::Shape(e) => has_infer(e),
        Ty::Real(_)
        | Ty::Int(_)
        | Ty::IntOf(_)
        | Ty::Bool
        | Ty::Text(_)
        | Ty::Projected(_)
        | Ty::Wrapped(..)
        | Ty::Foreign(_)
        | Ty::Discrete(_)
        | Ty::Rows
        | Ty::Frame(_)
        | Ty::Function(_)
        | Ty::Code(_)
        | Ty::Pullback(_) => false,
    }
}

/// Whether Rust has the cast.
fn is_castable(from: &Ty, to: &Ty) -> bool {
    let unknown = |ty: &Ty| {
        matches!(
            ty,
            Ty::Projected(_) | Ty::IntOf(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)
        )
    };
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

/// The classes of types that a primitive takes.
#[derive(Clone, Copy)]
enum Operands {
    Real,
    Integer,
    Number,
    /// Numbers with a sign.
    Signed,
    /// Integers and bools.
    Bits,
    /// Any comparable type.
    Any,
}

impl Operands {
    fn admits(self, ty: &Ty) -> bool {
        // a type that only rustc knows may be any type
        if matches!(ty, Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)) {
            return true;
        }
        match self {
            Operands::Real => matches!(ty, Ty::Real(_)),
            Operands::Integer => ty.is_int(),
            Operands::Number => matches!(ty, Ty::Real(_)) || ty.is_int(),
            Operands::Signed => {
                matches!(ty, Ty::Real(_))
                    || matches!(ty, Ty::IntOf(_))
                    || matches!(ty, Ty::Int(name) if name.starts_with('i'))
            }
            Operands::Bits => matches!(ty, Ty::Int(_) | Ty::IntOf(_) | Ty::Bool),
            Operands::Any => {
                !matches!(ty, Ty::Rows | Ty::Frame(_) | Ty::Shape(_) | Ty::Pullback(_))
            }
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
        | Prim::Midpoint
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
        | Prim::RemTimes
        | Prim::CopysignPartial
        | Prim::Trigamma
        | Prim::MaxTakesFirst
        | Prim::MinTakesFirst
        | Prim::ClampArm => Operands::Real,
    }
}
