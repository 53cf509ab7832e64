//! Operators on user-defined types, and on types that only rustc knows: `a + b`, `-a`, `a += b`.
//!
//! Such an operator is a call of the function that implements it, found through the types of the
//! operands. For a field or the result of a function it is often unknown whether it is a number or
//! a struct: `self.pos += self.vel * dt` fits both. So every operator with an operand of unknown
//! type is a call at first. After all uses have been seen, those on numbers become primitives
//! ([`Lowerer::settle_operators`]):
//!
//! - an operand is a number if it is used as an index, in a comparison, in a method of reals, or
//!   in a place of a known numeric type;
//! - the operands of an operator whose result is a number are numbers;
//! - an operand that is added to a number, subtracted from one, or divides one is a number, and so
//!   is an operand that is multiplied by an integer;
//! - the result of an operator on numbers is a number.
//!
//! Exceptions (a product of vectors that is a number) are operands that are known to be structs:
//! by their name, by a field that is used, or by a method that numbers do not have. Where the
//! rules are wrong for a program, rustc reports mismatched types. rustc decides operands that
//! remain unknown: the runtime has the operators of real scalars as functions of the same form.

use crate::ir::types::{Method, Spelling as Form};
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::calls::function::CallSite;
use crate::lower::functions::values::LiftedClosure;
use crate::lower::places::place::{Root, Spot};
use crate::lower::*;
use crate::primitives::{Output, Prim, Spelling as Symbol, row};
use quote::quote;

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An integer.
    Int,
    /// A real.
    Real,
    /// A type without user-defined operators: treated as a number.
    Other,
    /// A user-defined type.
    User,
    /// A type that only rustc knows.
    Unresolved,
}

/// Methods of reals that the runtime finds through the receiver's type.
const OF_REALS: &[&str] = &["abs", "sqrt", "exp", "ln", "sin", "cos", "tan", "tanh", "recip"];

impl Operand {
    fn may_be_struct(self) -> bool {
        matches!(self, Operand::User | Operand::Unresolved)
    }
}

/// A projection with more steps than this is not nested further.
const LARGE: usize = 48;

/// After this many repetitions of an operator, its type is assumed to repeat.
const REPEATED: usize = 4;

impl Lowerer<'_> {
    /// Whether a value is of a user-defined type.
    pub fn is_user_defined(&mut self, value: &Value) -> bool {
        self.operand_of(value) == Operand::User
    }

    /// Whether a type is user-defined.
    pub fn is_user_defined_type(&self, ty: &Ty) -> bool {
        self.operand_type(ty) == Operand::User
    }

    fn operand_of(&self, value: &Value) -> Operand {
        let ty = match value {
            Value::Var(v, _) => self.ty(*v),
            Value::Alias(a) => a.ty.clone(),
            Value::Tuple(_)
            | Value::Option(_)
            | Value::Result(_)
            | Value::Closure(_)
            | Value::Iter(_)
            | Value::Never(_) => {
                return Operand::Other;
            }
        };
        self.operand_type(&ty)
    }

    pub fn operand_type(&self, ty: &Ty) -> Operand {
        match self.types.open_projection(ty) {
            Some(Projection::Named(_)) => Operand::User,
            Some(_) if self.types.is_struct(ty) => Operand::User,
            // the result of a user-defined operator, which may still be a number
            Some(Projection::Output(callee)) if self.is_of_user_type(&callee) => Operand::User,
            Some(_) if self.types.is_result_of_array(ty) => Operand::User,
            Some(_) => Operand::Unresolved,
            None => match (self.types.shallow(ty), self.types.kind(ty)) {
                (Ty::Int(_), _) | (_, Some(Kind::Int)) => Operand::Int,
                (Ty::Real(_), _) | (_, Some(Kind::Float | Kind::Number)) => Operand::Real,
                _ => Operand::Other,
            },
        }
    }

    /// Whether a method that reals have as well may be user-defined: the receiver is of a named
    /// type, or is the result of an operator on such a type. A product of vectors is a number; the
    /// runtime has the usual methods of numbers as functions of that form.
    pub fn is_likely_struct(&self, ty: &Ty, method: &str) -> bool {
        if self.types.is_result_of_array(ty) {
            return true;
        }
        match self.types.open_projection(ty) {
            Some(Projection::Named(_)) => true,
            Some(Projection::Output(callee)) => callee.method.as_ref().is_some_and(|m| {
                let closed = matches!(m.spelling, Form::Prefix("-") | Form::Infix("+" | "-" | "/"));
                let product = m.spelling == Form::Infix("*") && OF_REALS.contains(&method);
                (closed || product) && self.operand_type(&m.owner) == Operand::User
            }),
            _ => self.types.is_struct(ty),
        }
    }

    /// Whether an operator has an operand of a user-defined type.
    fn is_of_user_type(&self, callee: &Callee) -> bool {
        let operands =
            callee.method.iter().filter(|m| matches!(m.spelling, Form::Infix(_) | Form::Prefix(_)));
        let mut operands = operands.flat_map(|m| std::iter::once(&m.owner).chain(&m.right));
        operands.any(|ty| self.operand_type(ty) == Operand::User)
    }

    /// `a + b`, if one of the two is of a user-defined type, or may be.
    pub fn user_operator(
        &mut self,
        prim: Prim,
        left: &Value,
        right: &Value,
        span: Span,
    ) -> Option<Value> {
        if let (Value::Var(a, _), Value::Var(b, _)) = (left, right) {
            let (of_left, of_right) = (self.ty(*a), self.ty(*b));
            self.infer_operand_as_struct(prim, &of_left, &of_right);
            self.infer_operand_as_struct(prim, &of_right, &of_left);
            self.infer_component_as_integer(&of_left, &of_right);
            self.infer_component_as_integer(&of_right, &of_left);
        }
        let kinds = (self.operand_of(left), self.operand_of(right));
        let compares = row(prim).output == Output::Bool;
        if compares && kinds.0 != Operand::User && kinds.1 != Operand::User
            || !may_be_user_defined(prim, kinds) && !self.has_foreign_constant(left, right, kinds)
        {
            return None;
        }
        let (a, b) = (self.scalar(left.clone(), span), self.scalar(right.clone(), span));
        if compares {
            return Some(self.compare_structs(prim, a, b, span));
        }
        for v in [a, b] {
            self.note_operand(v);
        }
        let Symbol::Infix(symbol) = row(prim).spelling else { return None };
        let Some(name) = function_of(prim) else {
            if kinds.0 != Operand::User && kinds.1 != Operand::User {
                return None;
            }
            let message =
                "this operator is not supported on structs: write a method, and call that";
            return Some(Value::Var(self.error_var(span, message), false));
        };
        let reference = |value: &Value, kind: Operand| {
            if self.is_operand_by_reference(value, kind) { "&" } else { "" }
        };
        let registered = format!("{}{name}{}", reference(left, kinds.0), reference(right, kinds.1));
        let (owner, of_right) = (self.ty(a), self.ty(b));
        let known = self
            .operator_output(&owner, name, &of_right)
            .or_else(|| self.repeated_result_type(name, &owner, &of_right));
        let passed = [(a, &owner), (b, &of_right)].map(|(v, ty)| operand_argument(v, ty));
        let method = Method {
            owner: owner.clone(),
            name: registered,
            right: Some(of_right.clone()),
            spelling: Form::Infix(symbol),
            marker: None,
        };
        let path = proc_macro2::Ident::new(name, span).to_token_stream();
        let callee = Callee { method: Some(Box::new(method)), ..Callee::new(path.clone(), false) };
        // through a long chain of operators, the name of the type would double with each further
        // one
        let known = known.or_else(|| {
            let size = self.types.size(&owner) + self.types.size(&of_right);
            (size > LARGE).then(|| if kinds.0.may_be_struct() { owner } else { of_right })
        });
        Some(self.finish_call(callee, passed.into(), known, CallSite { name, span, at: &path }))
    }

    /// Whether one operand is a constant of a type of another crate, and the other one of a type
    /// that only rustc knows: the result of a function of that crate.
    fn has_foreign_constant(&self, left: &Value, right: &Value, kinds: (Operand, Operand)) -> bool {
        let is_foreign = |value: &Value| {
            let ty = match value {
                Value::Var(v, _) => self.shallow(*v),
                Value::Alias(alias) => self.types.shallow(&alias.ty),
                _ => return false,
            };
            matches!(ty, Ty::Foreign(name) if self.world().is_type_of_other_crate(&name))
        };
        match kinds {
            (Operand::Unresolved, Operand::Other) => is_foreign(right),
            (Operand::Other, Operand::Unresolved) => is_foreign(left),
            _ => false,
        }
    }

    /// Whether an operand is a reference to a type whose operators may differ for references;
    /// those of numbers do not.
    fn is_operand_by_reference(&self, value: &Value, kind: Operand) -> bool {
        let is_sequence = || match value {
            Value::Var(v, _) => self.shallow(*v).is_sequence(),
            Value::Alias(of) => self.types.shallow(&of.ty).is_sequence(),
            _ => false,
        };
        matches!(value, Value::Var(_, true) | Value::Alias(_))
            && (kind.may_be_struct() || is_sequence())
    }

    /// The result type of an operator that has already been applied several times to its own
    /// result with the same other operand. It is the type of two steps before: either all steps
    /// have one type, as in a polynomial, or two types alternate (`((a * b) * b) * b` of vectors).
    /// If that is wrong, rustc reports it. Without this, rustc would recompute each step's type
    /// for every further step. Where the first step has no derivative, rustc would take minutes to
    /// report that.
    fn repeated_result_type(&self, name: &str, left: &Ty, right: &Ty) -> Option<Ty> {
        let through = |of: &Ty, other: &Ty, is_left: bool| {
            let mut of = of.clone();
            let mut steps = Vec::new();
            for _ in 0..LARGE {
                let Some(Projection::Output(callee)) = self.types.open_projection(&of) else {
                    return None;
                };
                let method =
                    callee.method.as_ref().filter(|m| matches!(m.spelling, Form::Infix(_)))?;
                let (next, operand) = match (&method.right, is_left) {
                    (Some(right), true) => (&method.owner, right),
                    (Some(right), false) => (right, &method.owner),
                    (None, _) => return None,
                };
                if method.name.trim_matches('&') == name && self.have_same_type(operand, other) {
                    steps.push(of.clone());
                }
                if steps.len() == REPEATED {
                    return steps.into_iter().nth(1);
                }
                of = next.clone();
            }
            None
        };
        through(left, right, true).or_else(|| through(right, left, false))
    }

    /// Whether two operands are known to have one type.
    fn have_same_type(&self, a: &Ty, b: &Ty) -> bool {
        match (self.types.open_projection(a), self.types.open_projection(b)) {
            (Some(a), Some(b)) => a == b,
            (None, None) => {
                let both = (self.operand_type(a), self.operand_type(b));
                both == (Operand::Real, Operand::Real)
                    || self.types.shallow(a) == self.types.shallow(b)
            }
            _ => false,
        }
    }

    /// In a sum with a struct, an operand of unknown type, such as a user-defined constant, gets
    /// the struct's type.
    fn infer_operand_as_struct(&mut self, prim: Prim, unknown: &Ty, like: &Ty) {
        let is_unknown = self.types.kind(unknown) == Some(Kind::Any)
            && self.types.open_projection(unknown).is_none();
        if matches!(prim, Prim::Add | Prim::Sub)
            && is_unknown
            && self.operand_type(like) == Operand::User
        {
            self.types.unify(unknown, like);
        }
    }

    /// A component of what a call returns that is combined with an integer is an integer.
    fn infer_component_as_integer(&mut self, unknown: &Ty, like: &Ty) {
        let is_component =
            matches!(self.types.origin(unknown), Some(Origin::Call(Projection::Leaf(..))));
        if is_component && self.operand_type(like) == Operand::Int {
            self.types.narrow(unknown, Kind::Int);
        }
    }

    /// Records that an operand with a user-defined type name is no array.
    fn note_operand(&mut self, v: Var) {
        let ty = self.ty(v);
        if self.types.name_of(&ty).is_some() {
            self.types.note_struct(&ty);
        }
    }

    /// `-a` of a user-defined type, or of one that may be.
    pub fn user_negation(&mut self, value: &Value, span: Span) -> Option<Value> {
        if !self.operand_of(value).may_be_struct() {
            return None;
        }
        Some(self.user_prefix("neg", "-", value, span))
    }

    /// `!a` of a user-defined type.
    pub fn user_not(&mut self, value: &Value, span: Span) -> Option<Value> {
        self.is_user_defined(value).then(|| self.user_prefix("not", "!", value, span))
    }

    fn user_prefix(
        &mut self,
        name: &str,
        symbol: &'static str,
        value: &Value,
        span: Span,
    ) -> Value {
        let by_reference = matches!(value, Value::Var(_, true) | Value::Alias(_));
        let v = self.scalar(value.clone(), span);
        let owner = self.ty(v);
        let known = self.operator_output(&owner, name, &owner);
        let passed = operand_argument(v, &owner);
        let registered = format!("{}{name}", if by_reference { "&" } else { "" });
        let known = known.or_else(|| (self.types.size(&owner) > LARGE).then(|| owner.clone()));
        let method = Method {
            owner,
            name: registered,
            right: None,
            spelling: Form::Prefix(symbol),
            marker: None,
        };
        let path = proc_macro2::Ident::new(name, span).to_token_stream();
        let callee = Callee { method: Some(Box::new(method)), ..Callee::new(path.clone(), false) };
        self.finish_call(callee, vec![passed], known, CallSite { name, span, at: &path })
    }

    /// `a += b`, if `a` is of a user-defined type, or may be. `old` has its type.
    pub fn user_compound(
        &mut self,
        prim: Prim,
        place: &Spot,
        right: &Value,
        span: Span,
    ) -> Option<Value> {
        if let Value::Var(v, _) = right {
            let like = self.ty(*v);
            self.infer_operand_as_struct(prim, &place.ty, &like);
        }
        let left = self.operand_type(&place.ty);
        let kinds = (left, self.operand_of(right));
        if !left.may_be_struct() || !may_be_user_defined(prim, kinds) {
            return None;
        }
        let Symbol::Infix(symbol) = row(prim).spelling else { return None };
        let Some(name) = function_of(prim) else {
            if left != Operand::User {
                return None;
            }
            self.diagnostics.error(
                span,
                "this operator is not supported on structs: write a method, and call that",
            );
            return Some(Value::Tuple(Vec::new()));
        };
        let slot = self.changeable_slot(place)?;
        let by_reference = self.is_operand_by_reference(right, kinds.1);
        let b = self.scalar(right.clone(), span);
        let (owner, of_right) = (place.ty.clone(), self.ty(b));
        let root = self.current_version(place.root, span);
        // `q += q`: the right operand is a copy
        let b = if b == root { self.copy(b, span) } else { b };
        let argument = Argument::Unique(Place { root, path: place.path.clone() });
        let spelling = Spelling { name: None, by_reference: true };
        let passed = vec![
            LoweredArg::new(argument, Some(slot), owner.clone(), spelling),
            operand_argument(b, &of_right),
        ];
        let name = format!("{name}_assign");
        let registered = format!("{name}{}", if by_reference { "&" } else { "" });
        let method = Method {
            owner,
            name: registered,
            right: Some(of_right),
            spelling: Form::Compound(symbol),
            marker: None,
        };
        let path = proc_macro2::Ident::new(&name, span).to_token_stream();
        let callee = Callee { method: Some(Box::new(method)), ..Callee::new(path.clone(), false) };
        let site = CallSite { name: &name, span, at: &path };
        Some(self.finish_call(callee, passed, Some(Ty::unit()), site))
    }

    /// The slot of a place that may be changed; other places are reported where they are written
    /// to.
    pub fn changeable_slot(&self, place: &Spot) -> Option<SlotId> {
        let Root::Slot(slot) = place.root else { return None };
        let changeable = !self.slots[slot].reference || self.slots[slot].unique;
        (changeable && self.ssa.env.get(slot).copied().flatten().is_some()).then_some(slot)
    }

    /// The result type of an operator on a constant of a type that only rustc knows: the same kind
    /// of type by name, except for a product of two, which may be a number.
    pub fn foreign_output(
        &mut self,
        prim: Prim,
        operands: [(Var, &Ty); 2],
        references: [bool; 2],
    ) -> Ty {
        let operand = |k: usize| match operands[k].1 {
            Ty::Foreign(ty) if references[k] => Some(quote!(&'static #ty)),
            Ty::Foreign(ty) => Some(quote!(#ty)),
            ty => self.operand_name(ty),
        };
        let (Some(left), Some(right), Some(name)) = (operand(0), operand(1), function_of(prim))
        else {
            return self.types.fresh(Kind::Any, Origin::Opaque(None));
        };
        let operator = proc_macro2::Ident::new(
            &format!("{}{}", name[..1].to_uppercase(), &name[1..]),
            Span::call_site(),
        );
        let output = quote!(<#left as ::core::ops::#operator<#right>>::Output);
        match operands.map(|(_, ty)| matches!(ty, Ty::Foreign(_))) {
            [true, true] if prim == Prim::Mul => {
                self.types.fresh(Kind::Any, Origin::Opaque(Some(output)))
            }
            _ => Ty::Foreign(output),
        }
    }

    fn operator_output(&mut self, left: &Ty, name: &str, right: &Ty) -> Option<Ty> {
        let known = self.group()?;
        let output = known.operator(&self.operand_name(left)?, name, &self.operand_name(right)?)?;
        self.types.signature(&output)
    }

    /// The name of an operand's type, if it has one.
    fn operand_name(&self, ty: &Ty) -> Option<TokenStream> {
        match self.types.shallow(ty) {
            Ty::Real(Real::F64) => Some(quote!(f64)),
            Ty::Real(Real::F32) => Some(quote!(f32)),
            ty => match (self.types.open_projection(&ty), self.types.kind(&ty)) {
                (Some(Projection::Named(path)), _) => Some(path),
                (None, Some(Kind::Float | Kind::Number)) => match self.types.default_real {
                    Real::F64 => Some(quote!(f64)),
                    Real::F32 => Some(quote!(f32)),
                    Real::Param(_) => None,
                },
                _ => None,
            },
        }
    }

    // ---------- operators that turn out to act on numbers

    /// Turns operators whose operands turned out to be numbers into primitives, in the body and in
    /// the bodies of lifted closures.
    pub fn settle_operators(
        &mut self,
        body: &mut Block,
        varied: &HashSet<Var>,
        lifted: &mut [LiftedClosure],
    ) {
        let mut all = Vec::new();
        self.operators(body, &mut all);
        lifted.iter().for_each(|l| self.operators(&l.body, &mut all));
        if all.is_empty() {
            return;
        }
        self.propagate_numbers(&all);
        // the result of an undifferentiated function has no operators with derivatives
        let mut plain = HashSet::default();
        plain_callees(body, varied, &mut plain);
        for l in &*lifted {
            plain_callees(
                &l.body,
                &self.varied_variables(self.varied_params(l), &l.body),
                &mut plain,
            );
        }
        for operator in &all {
            self.infer_plain_result(operator, &operator.left, operator.right.as_ref(), &plain);
            if let Some(right) = &operator.right {
                self.infer_plain_result(operator, right, Some(&operator.left), &plain);
            }
        }
        self.propagate_numbers(&all);
        self.write_primitives(body);
        lifted.iter_mut().for_each(|l| self.write_primitives(&mut l.body));
    }

    /// Infers the result of an undifferentiated function as a number, unless a recorded signature
    /// has another type. But `Mat::identity()` in an operation with a struct is a `Mat`, and an
    /// operand that is added to a struct has its type.
    fn infer_plain_result(
        &mut self,
        operator: &Operator,
        ty: &Ty,
        other: Option<&Ty>,
        plain: &HashSet<String>,
    ) {
        let Some(projection) = self.types.open_projection(ty) else { return };
        let is_plain = projection.root_callee().is_some_and(|c| plain.contains(&c.key()));
        if !is_plain {
            // a struct is computed from structs
            let returns_struct =
                operator.result.as_ref().is_some_and(|ty| self.types.is_struct(ty));
            if !returns_struct && self.types.is_likely_number(&projection) {
                self.types.narrow(ty, Kind::Number);
            }
            return;
        }
        if let Projection::Output(callee) = &projection
            && let Some(Projection::Named(path)) = self.types.plain_output(callee)
        {
            let named = self.types.type_at_path(path);
            return self.types.unify(ty, &named);
        }
        // most likely an array
        if self.types.is_projection_of_other_crate(&projection) {
            return;
        }
        let other_struct = other.filter(|other| self.operand_type(other) == Operand::User);
        let owner = match &projection {
            Projection::Output(callee) => {
                callee.method.as_ref().filter(|m| m.spelling == Form::Path).map(|m| m.owner.clone())
            }
            _ => None,
        };
        match (other_struct, owner) {
            (Some(_), Some(Ty::Projected(Projection::Named(path)))) => {
                let named = self.types.type_at_path(path);
                self.types.unify(ty, &named);
            }
            (Some(other), _) if matches!(operator.prim, Prim::Add | Prim::Sub) => {
                self.types.unify(ty, other)
            }
            _ => self.types.narrow(ty, Kind::Number),
        }
    }

    /// All operators in a block.
    fn operators(&self, block: &Block, all: &mut Vec<Operator>) {
        for l in &block.lets {
            if let Some(mut operator) = operator_of(&l.op) {
                let Op::Call(call) = &l.op else { continue };
                operator.result = call.output.leaves().first().map(|v| self.ty(*v));
                all.push(operator);
            }
            for inner in l.op.blocks() {
                self.operators(inner, all);
            }
        }
    }

    fn propagate_numbers(&mut self, operators: &[Operator]) {
        // each iteration determines at least one operand
        for _ in 0..=operators.len() * 3 {
            let mut changed = false;
            for operator in operators {
                changed |= self.propagate_number(operator);
            }
            if !changed {
                return;
            }
        }
    }

    fn propagate_number(&mut self, operator: &Operator) -> bool {
        let Operator { prim, left, right, result } = operator;
        let of = |s: &Self, ty: &Option<Ty>| ty.as_ref().map(|ty| s.operand_type(ty));
        let kinds = (self.operand_type(left), of(self, right), of(self, result));
        let own = kinds.0 == Operand::User || kinds.1 == Some(Operand::User);
        let is_number = |kind: Operand| !kind.may_be_struct();
        let unresolved = [Some(kinds.0), kinds.1, kinds.2].contains(&Some(Operand::Unresolved));
        if own || !unresolved {
            return false;
        }
        let operands = is_number(kinds.0) && kinds.1.is_none_or(is_number);
        let some = is_number(kinds.0) || kinds.1.is_some_and(is_number);
        let int = [Some(kinds.0), kinds.1].contains(&Some(Operand::Int));
        // a compound assignment has no result: its left operand must be a number
        let result_is_number =
            if result.is_some() { kinds.2.is_some_and(is_number) } else { is_number(kinds.0) };
        let numbers = operands
            || result_is_number
            || match prim {
                Prim::Add | Prim::Sub | Prim::Rem => some,
                Prim::Div => is_number(kinds.0) || int,
                _ => int,
            };
        if !numbers {
            return false;
        }
        for other in [right, result].into_iter().flatten() {
            self.types.unify(left, other);
            self.types.unify(other, left);
        }
        self.types.narrow(left, Kind::Number);
        true
    }

    /// Replaces the calls of operators by primitives, where the operands are numbers.
    fn write_primitives(&mut self, block: &mut Block) {
        let mut lets = Vec::with_capacity(block.lets.len());
        for mut l in std::mem::take(&mut block.lets) {
            match &mut l.op {
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.write_primitives(arm)),
                Op::Loop(lp) => self.write_primitives(&mut lp.body),
                _ => {}
            }
            let Some(operator) = operator_of(&l.op) else {
                lets.push(l);
                continue;
            };
            let is_number = |ty: &Ty| !self.operand_type(ty).may_be_struct();
            let numbers =
                is_number(&operator.left) && operator.right.as_ref().is_none_or(is_number);
            let Op::Call(call) = &l.op else { continue };
            if !numbers {
                lets.push(l);
                continue;
            }
            self.facts.spellings.retain(|v, _| !l.vars.contains(v));
            let operands: Vec<Var> = call
                .arguments
                .iter()
                .filter_map(|a| if let Argument::Shared(v) = a { Some(*v) } else { None })
                .collect();
            match (call.arguments.first(), &operands[..]) {
                (Some(Argument::Unique(place)), [right]) if place.path.is_empty() => {
                    let op = Op::Prim(operator.prim, vec![place.root, *right]);
                    lets.push(Let::new(l.vars.clone(), op, l.span));
                }
                (Some(Argument::Unique(place)), [right]) => {
                    let old = self.f.fresh_primal("old", operator.left.clone(), l.span);
                    let new = self.f.fresh_primal("new", operator.left.clone(), l.span);
                    lets.push(Let::new(vec![old], Op::Read(place.clone()), l.span));
                    lets.push(Let::new(
                        vec![new],
                        Op::Prim(operator.prim, vec![old, *right]),
                        l.span,
                    ));
                    lets.push(Let::new(l.vars.clone(), Op::Update(place.clone(), new), l.span));
                }
                _ => lets.push(Let::new(l.vars.clone(), Op::Prim(operator.prim, operands), l.span)),
            }
        }
        block.lets = lets;
    }

    /// Writes a compound assignment that depends on no active value as opaque code. `l` is the let
    /// of the call.
    pub fn plain_compound(
        &mut self,
        call: &Call,
        l: &Let,
        symbol: &str,
        discrete: bool,
        lets: &mut Vec<Let>,
    ) {
        let span = l.span;
        let [Argument::Unique(place), Argument::Shared(right)] = &call.arguments[..] else {
            return;
        };
        let (x, y) =
            (proc_macro2::Ident::new("left", span), proc_macro2::Ident::new("right", span));
        let by_reference = call.callee.method.as_ref().is_some_and(|m| m.name.ends_with('&'));
        let operand = match (by_reference, self.operand_type(&self.ty(*right))) {
            (true, _) => quote!(&#y),
            (false, kind) if kind.may_be_struct() => {
                quote!(::autodiff::__private::saved_value!(#y))
            }
            (false, _) => quote!(#y),
        };
        let symbol: TokenStream = format!("{symbol}=").parse().unwrap_or_default();
        let captures =
            vec![Capture { name: "right".into(), value: Tree::Leaf(*right), by_reference: false }];
        let opaque = Opaque {
            changes: vec![Change { name: "left".into(), place: place.clone() }],
            discrete,
            advice: "put #[differentiate] on its `impl` block and on the function in it".into(),
            ..Opaque::new(quote!(*#x #symbol #operand), captures, "an operator")
        };
        lets.push(Let::new(l.vars.clone(), Op::Opaque(Box::new(opaque)), span));
    }
}

/// An operator in Linear A.
struct Operator {
    prim: Prim,
    left: Ty,
    /// `None` for a prefix operator.
    right: Option<Ty>,
    /// `None` for a compound assignment.
    result: Option<Ty>,
}

/// The operator of an operation. Its types are those of the lowering.
fn operator_of(op: &Op) -> Option<Operator> {
    let Op::Call(call) = op else { return None };
    let method = call.callee.method.as_ref()?;
    let prim = match method.spelling {
        Form::Infix(symbol) | Form::Compound(symbol) => {
            ARITHMETIC.iter().find(|(_, s, _)| *s == symbol)?.0
        }
        Form::Prefix("!") => Prim::Not,
        Form::Prefix(_) => Prim::Neg,
        Form::Path
        | Form::Dot
        | Form::Items
        | Form::AssignTo
        | Form::Index
        | Form::IndexMut
        | Form::IndexUpdate => {
            return None;
        }
    };
    Some(Operator { prim, left: method.owner.clone(), right: method.right.clone(), result: None })
}

/// The functions that are called only on inactive values.
fn plain_callees(block: &Block, varied: &HashSet<Var>, plain: &mut HashSet<String>) {
    for l in &block.lets {
        if let Op::Call(call) = &l.op
            && operator_of(&l.op).is_none()
            && !l.op.has_operand(|v| varied.contains(&v))
        {
            plain.insert(call.callee.key());
        }
        for inner in l.op.blocks() {
            plain_callees(inner, varied, plain);
        }
    }
}

/// The operators that user-defined types can have here, with their symbols and functions.
const ARITHMETIC: &[(Prim, &str, &str)] = &[
    (Prim::Add, "+", "add"),
    (Prim::Sub, "-", "sub"),
    (Prim::Mul, "*", "mul"),
    (Prim::Div, "/", "div"),
    (Prim::Rem, "%", "rem"),
];

fn function_of(prim: Prim) -> Option<&'static str> {
    ARITHMETIC.iter().find(|(p, ..)| *p == prim).map(|(_, _, name)| *name)
}

/// Whether an operator may be user-defined.
fn may_be_user_defined(prim: Prim, kinds: (Operand, Operand)) -> bool {
    use Operand::{Real, Unresolved, User};
    match kinds {
        (User, _) | (_, User) | (Unresolved, Unresolved) => true,
        (Unresolved, Real) => matches!(prim, Prim::Mul | Prim::Div),
        (Real, Unresolved) => prim == Prim::Mul,
        _ => false,
    }
}

fn operand_argument(v: Var, ty: &Ty) -> LoweredArg {
    LoweredArg::new(
        Argument::Shared(v),
        None,
        ty.clone(),
        Spelling { name: None, by_reference: true },
    )
}
