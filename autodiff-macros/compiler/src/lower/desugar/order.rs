//! The order in which `place op= value` evaluates its operands.
//!
//! An assignment to numbers evaluates its right side first, then the place. An overloaded operator
//! is a call: it evaluates the place first. `f64 += &f64` and `T += T` of a type parameter are
//! overloaded as well. The order matters only if it can be observed: if one side changes a
//! variable that the other side reads.

use crate::ir::types::Real;
use crate::lower::opaque::{PURE_MACROS, is_compound};
use crate::lower::places::place::unparen;
use crate::lower::*;
use quote::format_ident;
use syn::{Expr, ExprBinary};

/// Which operand of a compound assignment is evaluated first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluatedFirst {
    Right,
    Place,
    Unknown,
}

const UNKNOWN: &str = "cannot infer which side of this assignment is evaluated first, and one \
                       changes a variable of the other: bind the right side, or the index, with a \
                       `let` before";

/// The methods of std that return references.
const RETURN_REFERENCES: &[&str] = &[
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "as_ref",
    "as_mut",
    "borrow",
    "deref",
    "clone",
    "max",
    "min",
];

impl Lowerer<'_> {
    /// Which side of a compound assignment is evaluated first, as far as that can be observed. An
    /// unknown order is reported.
    pub fn first_operand(&mut self, b: &ExprBinary) -> EvaluatedFirst {
        let is_seen = self.is_order_observable(&b.left, &b.right);
        if !is_seen && !self.may_call_on_both_sides(b) {
            return EvaluatedFirst::Right;
        }
        let first = self.order_by_types(b);
        // the effects of functions elsewhere are unknown; most have none, and most places are
        // numbers
        if first == EvaluatedFirst::Unknown && !is_seen {
            return EvaluatedFirst::Right;
        }
        if first == EvaluatedFirst::Unknown {
            self.error(b, UNKNOWN);
            return EvaluatedFirst::Right;
        }
        first
    }

    /// Moves the right side of an assignment to a chosen place into a `let` before it, if it would
    /// be observable that the choice comes first.
    pub fn assignment_after_its_right_side(&mut self, e: &Expr) -> Option<Expr> {
        let (left, right) = match e {
            Expr::Assign(a) => (&a.left, &a.right),
            Expr::Binary(b) if is_compound(&b.op) => (&b.left, &b.right),
            _ => return None,
        };
        if matches!(unparen(left), Expr::Path(_)) || !self.is_order_observable(left, right) {
            return None;
        }
        self.assignment_with_choice_outside(e)?;
        if let Expr::Binary(b) = e
            && self.first_operand(b) != EvaluatedFirst::Right
        {
            return None;
        }
        let mut assigned = format_ident!("assigned");
        while types::syntax::generics::mentions(left.to_token_stream(), &assigned) {
            assigned = format_ident!("{assigned}_");
        }
        let mut assignment = e.clone();
        match &mut assignment {
            Expr::Assign(a) => *a.right = syn::parse_quote!(#assigned),
            Expr::Binary(b) => *b.right = syn::parse_quote!(#assigned),
            _ => {}
        }
        Some(syn::parse_quote!({ let #assigned = #right; #assignment; }))
    }

    /// Reports a compound assignment whose operands may leave the function, unless it certainly
    /// evaluates its right side first, as lowering does.
    pub fn check_order_with_exits(&mut self, e: &Expr) {
        let Expr::Binary(b) = unparen(e) else { return };
        if !is_compound(&b.op) || !self.is_order_observable(&b.left, &b.right) {
            return;
        }
        let ty = self.seen_type(&b.left);
        let is_number = ty.is_some_and(|ty| self.is_primitive(&ty));
        if !is_number
            || may_be_reference(&b.right)
            || matches!(unparen(&b.right), Expr::Reference(_))
        {
            self.error(b, UNKNOWN);
        }
    }

    /// Reports a compound assignment to an entry of a collection of std whose type is not known.
    pub fn check_order_of_entry(&mut self, place: &Expr, operator: &TokenStream, right: &Expr) {
        if operator.to_string() != "=" && self.is_order_observable(place, right) {
            self.error(place, UNKNOWN);
        }
    }

    fn is_primitive(&self, ty: &Ty) -> bool {
        match (self.types.shallow(ty), self.types.kind(ty)) {
            (Ty::Real(of), _) => !matches!(of, Real::Param(_)),
            (Ty::Int(_) | Ty::IntOf(_) | Ty::Bool, _) => true,
            (_, kind) => matches!(kind, Some(Kind::Float | Kind::Int)),
        }
    }

    /// Lowers both operands to learn their types, and undoes the lowering.
    fn order_by_types(&mut self, b: &ExprBinary) -> EvaluatedFirst {
        let mut first = EvaluatedFirst::Unknown;
        let taken_back = self.attempt(|s| -> Option<()> {
            let right = s.operand(&b.right);
            let left = s.operand(&b.left);
            first = s.order_of(&left, &right, &b.right);
            None
        });
        match taken_back {
            // the errors of the operands are reported where they are lowered
            Err(Some(_)) => EvaluatedFirst::Right,
            _ => first,
        }
    }

    fn order_of(&mut self, left: &Value, right: &Value, written: &Expr) -> EvaluatedFirst {
        let ty = match left {
            Value::Var(v, _) => self.ty(*v),
            Value::Alias(a) => a.ty.clone(),
            _ => return EvaluatedFirst::Unknown,
        };
        match (self.types.shallow(&ty), right) {
            (Ty::Real(Real::Param(_)) | Ty::Text(_) | Ty::Vec(_), _) => EvaluatedFirst::Place,
            (_, Value::Var(_, true)) if self.is_primitive(&ty) => EvaluatedFirst::Place,
            (_, Value::Var(_, false)) if self.is_primitive(&ty) && !may_be_reference(written) => {
                EvaluatedFirst::Right
            }
            _ if self.is_user_defined_type(&ty) => EvaluatedFirst::Place,
            _ => EvaluatedFirst::Unknown,
        }
    }

    /// Whether both operands call functions that may do something outside this one.
    fn may_call_on_both_sides(&self, b: &ExprBinary) -> bool {
        let calls = |e: &Expr| {
            let mut effects = ChangedVariables::new(self);
            effects.visit_expr(e);
            effects.calls || effects.outside
        };
        operands_of_place(&b.left).into_iter().any(calls) && calls(&b.right)
    }

    /// Whether an expression may change a variable.
    pub fn changes_variables(&self, e: &Expr) -> bool {
        let mut effects = ChangedVariables::new(self);
        effects.visit_expr(e);
        !effects.changed.is_empty()
    }

    /// Whether an argument is a mutable reference: `&mut x`, or a variable that is one.
    pub(super) fn is_unique_argument(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Reference(r) => r.mutability.is_some(),
            Expr::Path(p) => {
                match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                    Some(Binding::Alias(_) | Binding::Unique(_)) => true,
                    Some(Binding::Window(window)) => window.is_unique(),
                    Some(Binding::Slot(slot)) => self.slots[*slot].unique,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether expressions that are evaluated after an operand may change a variable that the
    /// operand reads.
    pub fn is_changed_after<'e>(
        &self,
        operand: &Expr,
        later: impl Iterator<Item = &'e Expr>,
    ) -> bool {
        let mut effects = ChangedVariables::new(self);
        later.for_each(|e| effects.visit_expr(e));
        let read = opaque::names(operand.to_token_stream());
        effects.changed.iter().any(|name| read.contains(name))
    }

    /// Whether one operand may change a variable that the other one reads.
    pub fn is_order_observable(&self, left: &Expr, right: &Expr) -> bool {
        let inside = operands_of_place(left);
        if inside.is_empty() {
            return false;
        }
        let (mut of_left, mut of_right) =
            (ChangedVariables::new(self), ChangedVariables::new(self));
        inside.iter().for_each(|e| of_left.visit_expr(e));
        of_right.visit_expr(right);
        let read_inside: Vec<String> =
            inside.iter().flat_map(|e| opaque::names(e.to_token_stream())).collect();
        let read_right = opaque::names(right.to_token_stream());
        of_left.outside && of_right.outside
            || of_right.changed.iter().any(|name| read_inside.contains(name))
            || of_left.changed.iter().any(|name| read_right.contains(name))
    }
}

/// The expressions that a place evaluates: indices, arguments, and a base that is not a place.
fn operands_of_place(place: &Expr) -> Vec<&Expr> {
    match unparen(place) {
        Expr::Path(_) => Vec::new(),
        Expr::Field(f) => operands_of_place(&f.base),
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => operands_of_place(&u.expr),
        Expr::Index(i) => {
            let mut all = operands_of_place(&i.expr);
            all.extend((!matches!(unparen(&i.index), Expr::Lit(_))).then_some(&*i.index));
            all
        }
        e => vec![e],
    }
}

/// Whether an expression may be a reference that the compiler does not recognize as one.
fn may_be_reference(e: &Expr) -> bool {
    match unparen(e) {
        Expr::MethodCall(m) => RETURN_REFERENCES.iter().any(|name| m.method == name),
        Expr::Block(b) => {
            matches!(b.block.stmts.last(), Some(syn::Stmt::Expr(e, None)) if may_be_reference(e))
        }
        Expr::If(_) | Expr::Match(_) => !is_value(e),
        Expr::Macro(_) | Expr::Loop(_) => true,
        _ => false,
    }
}

/// Whether the form of an expression, or of each of those that it selects from, shows that it is a
/// value.
fn is_value(e: &Expr) -> bool {
    let of_block = |block: &syn::Block| {
        matches!(block.stmts.last(), Some(syn::Stmt::Expr(e, None))
        if is_value(e))
    };
    match unparen(e) {
        Expr::Lit(_) | Expr::Cast(_) | Expr::Index(_) => true,
        Expr::Unary(u) => !matches!(u.op, syn::UnOp::Deref(_)),
        Expr::Binary(b) => !is_compound(&b.op),
        Expr::Block(b) => of_block(&b.block),
        Expr::If(i) => {
            of_block(&i.then_branch) && i.else_branch.as_ref().is_some_and(|(_, e)| is_value(e))
        }
        Expr::Match(m) => m.arms.iter().all(|arm| is_value(&arm.body)),
        _ => false,
    }
}

/// The variables that an expression may change.
struct ChangedVariables<'l, 'a> {
    lowerer: &'l Lowerer<'a>,
    changed: Vec<String>,
    /// Whether it may have effects outside the function.
    outside: bool,
    /// Whether it calls functions whose effects are not known.
    calls: bool,
}

impl<'l, 'a> ChangedVariables<'l, 'a> {
    fn new(lowerer: &'l Lowerer<'a>) -> Self {
        ChangedVariables { lowerer, changed: Vec::new(), outside: false, calls: false }
    }

    /// Records that the variable of a place may change, if it is mutable.
    fn change(&mut self, place: &Expr) {
        match unparen(place) {
            Expr::Path(p) => {
                let Some(name) = p.path.get_ident().map(ToString::to_string) else { return };
                let can_change = match self.lowerer.lookup(&name) {
                    Some(Binding::Slot(s)) => {
                        self.lowerer.slots[*s].mutable || self.lowerer.slots[*s].unique
                    }
                    Some(_) => true,
                    None => false,
                };
                if can_change {
                    self.changed.push(name);
                }
            }
            Expr::Index(i) => self.change(&i.expr),
            Expr::Field(f) => self.change(&f.base),
            Expr::MethodCall(m) => self.change(&m.receiver),
            Expr::Unary(u) => self.change(&u.expr),
            Expr::Reference(r) => self.change(&r.expr),
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.change(e)),
            Expr::Array(a) => a.elems.iter().for_each(|e| self.change(e)),
            _ => {}
        }
    }

    /// An argument may be a unique reference, or a closure that changes its captures.
    fn argument(&mut self, e: &Expr) {
        let name = match unparen(e) {
            Expr::Path(p) => p.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let may_change_captures = matches!(
            name.and_then(|name| self.lowerer.lookup(&name)),
            Some(Binding::Closure(_) | Binding::Iter(_) | Binding::Cursor(..))
        );
        let is_unique = may_change_captures || self.lowerer.is_unique_argument(e);
        if is_unique {
            self.change(e);
        }
    }
}

impl<'ast> Visit<'ast> for ChangedVariables<'_, '_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(a) => self.change(&a.left),
            Expr::Binary(b) if is_compound(&b.op) => self.change(&b.left),
            Expr::Call(c) => {
                self.calls |=
                    !matches!(unparen(&c.func), Expr::Path(p) if opaque::is_pure_of_std(&p.path));
                self.argument(&c.func);
                c.args.iter().for_each(|e| self.argument(e));
            }
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                self.calls |= !calls::methods::is_of_std(&name, m.args.len());
                if !calls::methods::is_of_std(&name, m.args.len())
                    || std_declarations::may_change(&name, m.args.len())
                {
                    self.change(&m.receiver);
                }
                m.args.iter().for_each(|e| self.argument(e));
            }
            Expr::Macro(m) if !PURE_MACROS.iter().any(|name| m.mac.path.is_ident(name)) => {
                self.outside = true
            }
            _ => {}
        }
        syn::visit::visit_expr(self, e);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.outside |= !PURE_MACROS.iter().any(|name| mac.path.is_ident(name));
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
