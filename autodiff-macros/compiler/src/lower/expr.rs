//! Expressions, in evaluation order: every sub-expression becomes a let.

use super::*;
use crate::lower::desugar::order::First;
use crate::lower::places::place::{BorrowMode, Located, Spot, unparen};
use crate::primitives::{Derivative, Expense, Prim, row};
use syn::{BinOp, Expr, Lit, UnOp};

/// How deeply expressions may nest, so that no input exhausts the stack.
const DEPTH: usize = 160;

impl Lowerer<'_> {
    /// An expression in the place of a statement, an initialiser or a block's value: it may leave
    /// the block.
    pub fn expr(&mut self, e: &Expr) -> Value {
        if self.depth > DEPTH {
            return self.fail(e, "this is nested too deeply: name parts of it with `let`");
        }
        self.depth += 1;
        let value = self.expr_inner(e);
        self.depth -= 1;
        self.with_inferred(e, value)
    }

    fn expr_inner(&mut self, e: &Expr) -> Value {
        let span = e.span();
        self.check_attributes(e);
        if let Some(after) = self.assignment_after_its_right_side(e) {
            return self.expr(&after);
        }
        if let Some(choice) =
            self.with_choice_outside(e).or_else(|| self.assignment_with_choice_outside(e))
        {
            return self.expr(&choice);
        }
        match e {
            Expr::Lit(l) => self.literal(&l.lit, e),
            Expr::Paren(p) => self.expr(&p.expr),
            Expr::Group(g) => self.expr(&g.expr),
            Expr::Path(p) if let Some(of) = self.unique_reference_of(p) => {
                self.unique_reference(&of)
            }
            Expr::Path(p)
                if p.path
                    .get_ident()
                    .is_none_or(|name| self.lookup(&name.to_string()).is_none())
                    && self.makes_guard(&p.path) =>
            {
                self.guard(e)
            }
            Expr::Reference(_) => {
                let located = self.locate(e);
                self.value_of(located, span)
            }
            Expr::Path(_) | Expr::Index(_) | Expr::Field(_) => {
                let located = self.locate(e);
                let value = self.value_of(located, span);
                self.refuse_moved_part(e, &value);
                self.used_value(value, span)
            }
            Expr::Unary(u) => match u.op {
                UnOp::Deref(_) => {
                    let located = self.locate(e);
                    let value = self.value_of(located, span);
                    let value = self.used_behind(value, span);
                    let value = if matches!(value, Value::Tuple(_)) {
                        self.copied(value, span)
                    } else {
                        value
                    };
                    self.copied_behind(value, span)
                }
                UnOp::Neg(_) => {
                    let value = self.operand(&u.expr);
                    if let Some(value) = self.own_negation(&value, span) {
                        return value;
                    }
                    if matches!(value, Value::Tuple(_)) {
                        return self.fail(
                            &u.expr,
                            "a tuple cannot be used here: name the \
                            component, as in `.0`",
                        );
                    }
                    let reference = is_reference(&value);
                    let x = self.scalar(value, u.expr.span());
                    if matches!(self.shallow(x), Ty::Foreign(_)) {
                        let of = (!reference).then(|| quote::quote!(.clone()));
                        let ty = self.shallow(x);
                        return Value::Var(
                            self.opaque_of(
                                quote::quote!(-value #of),
                                vec![("value", x)],
                                ty,
                                "t",
                                span,
                            ),
                            false,
                        );
                    }
                    self.number(x);
                    self.prim("t", Prim::Neg, vec![x], span)
                }
                UnOp::Not(_) => {
                    // of an integer, if it is no macro
                    let value = self.truth_value(&u.expr);
                    if let Some(value) = self.own_not(&value, span) {
                        return value;
                    }
                    let x = self.scalar(value, u.expr.span());
                    self.prim("t", Prim::Not, vec![x], span)
                }
                _ => self.fail(e, "this operator is not supported"),
            },
            Expr::Binary(b) => self.binary(b),
            Expr::Assign(a) => self.assign(a),
            Expr::Cast(c) => self.cast(c),
            Expr::Tuple(_) | Expr::Array(_) if self.makes_guards(e) => self.guard(e),
            Expr::Tuple(t) => Value::Tuple(t.elems.iter().map(|e| self.operand(e)).collect()),
            Expr::Array(a) => {
                let vars = self.elements(a.elems.iter());
                let element = self.element_type(&vars);
                let n = proc_macro2::Literal::usize_unsuffixed(vars.len());
                Value::Var(
                    self.emit(
                        "array",
                        Ty::Array(Box::new(element), n.to_token_stream()),
                        Op::Array(vars),
                        span,
                    ),
                    false,
                )
            }
            Expr::Repeat(r) => {
                let value = self.operand(&r.expr);
                let x = self.element(value, r.expr.span());
                let n = match unparen(&r.len) {
                    Expr::Lit(_) => self.operand_var(&r.len),
                    _ => {
                        let code =
                            places::place::Code::new(r.len.to_token_stream(), "n", Ty::USIZE);
                        self.emit_code(code, r.len.span())
                    }
                };
                self.unify_var(n, &Ty::USIZE);
                let ty = Ty::Array(Box::new(self.ty(x)), r.len.to_token_stream());
                Value::Var(self.emit("array", ty, Op::Repeat(x, n), span), false)
            }
            Expr::Block(b) => match &b.label {
                Some(label) => self.labelled(label, &b.block, span),
                None => self.scoped(&b.block, control::flow::Finish::Value),
            },
            Expr::If(_) | Expr::ForLoop(_) if let Some(changed) = self.change_of_entries(e) => {
                changed
            }
            Expr::If(_) | Expr::Match(_) => self.choice(e, &mut control::branches::Mode::Value),
            Expr::ForLoop(l) => self.for_loop(l),
            Expr::While(l) => self.while_loop(l),
            Expr::Loop(l) => self.infinite_loop(l),
            Expr::Break(b) => self.break_(b),
            Expr::Continue(c) => {
                if let Some(target) = self.target(c.label.as_ref(), true, c) {
                    self.continue_loop(target);
                }
                Value::Never
            }
            Expr::Return(r) => self.return_(r),
            Expr::MethodCall(_) => {
                let located = self.locate(e);
                self.value_of(located, span)
            }
            Expr::Call(c) => self.call(c),
            Expr::Macro(_) if self.makes_guards(e) => self.guard(e),
            Expr::Macro(m) => self.macro_call(&m.mac, false),
            Expr::Struct(s) => self.struct_literal(s),
            Expr::Closure(c) => self.closure(c),
            Expr::Range(_) => match self.iterable(e) {
                Some(iter) => Value::Iter(iter),
                None => Value::Never,
            },
            Expr::Try(t) => self.question(t, &mut control::branches::Mode::Value),
            Expr::Let(_) => self.fail(
                e,
                "`let` inside of a larger condition is not supported yet: \
                put it first, or nest the `if let`s",
            ),
            Expr::Infer(_) => self.fail(e, "`_` is not a value"),
            Expr::Const(c) => {
                // it sees no variables
                let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
                let code = places::place::Code {
                    again: false,
                    ..places::place::Code::new(c.to_token_stream(), "constant", ty)
                };
                Value::Var(self.emit_code(code, span), false)
            }
            Expr::Unsafe(_)
            | Expr::Async(_)
            | Expr::Await(_)
            | Expr::Yield(_)
            | Expr::TryBlock(_)
            | Expr::RawAddr(_)
            | Expr::Verbatim(_) => self.behind_fence(span),
            _ => self.fail(
                e,
                "this expression is not supported in a differentiated function: move \
                it into a function of its own",
            ),
        }
    }

    /// An expression inside another one: it must not leave the block.
    pub fn operand(&mut self, e: &Expr) -> Value {
        let before = matches!(self.exit, Exit::Normal);
        let value = self.expr(e);
        if before && matches!(self.exit, Exit::Gone(_) | Exit::Either(..)) {
            self.error(
                e,
                "`return`, `break` or `continue` inside a larger expression is not supported: give \
                 this part a `let` of its own first",
            );
            self.exit = Exit::Normal;
        }
        value
    }

    /// An operand that is one variable.
    pub fn operand_var(&mut self, e: &Expr) -> Var {
        let value = self.operand(e);
        if matches!(value, Value::Tuple(_)) {
            self.error(e, "a tuple cannot be used here: name the component, as in `.0`");
            return self.dummy(e.span());
        }
        self.scalar(value, e.span())
    }

    /// The one variable that a value is; what a reference refers to is read.
    pub fn scalar(&mut self, value: Value, span: Span) -> Var {
        match value {
            Value::Var(v, _) => v,
            Value::Alias(a) => self.read_alias(&a, span),
            Value::Tuple(_) => {
                self.diagnostics
                    .error(span, "a tuple cannot be used here: name the component, as in `.0`");
                self.dummy(span)
            }
            Value::Option(m) => self.wrapped(&m, span),
            Value::Result(o) => self.whole_outcome(&o, None, span),
            value @ (Value::Closure(_) | Value::Iter(_)) => {
                self.not_a_variable(&value, span);
                self.dummy(span)
            }
            Value::Never => self.dummy(span),
        }
    }

    /// Reports a value that cannot be one variable.
    pub fn not_a_variable(&mut self, value: &Value, span: Span) {
        let what = match value {
            Value::Option(_) => {
                "an `Option` cannot be used here: take out what it holds, with `unwrap`, \
                 `unwrap_or(…)`, `match` or `if let`"
            }
            Value::Result(_) => {
                "a `Result` cannot be used here: take out what it holds, with `unwrap`, \
                 `unwrap_or(…)`, `match` or `?`"
            }
            Value::Closure(_) => {
                "a closure cannot be used here: call it, or pass it to a method of an iterator"
            }
            Value::Iter(_) => "an iterator cannot be used here: collect it into a Vec first",
            Value::Tuple(_) => "a tuple cannot be used here: name the component, as in `.0`",
            Value::Var(..) | Value::Alias(_) | Value::Never => return,
        };
        self.diagnostics.error(span, what);
    }

    pub fn only(&mut self, value: Value, span: Span) -> Var {
        match value {
            Value::Tuple(_) => self.element_value(value, span),
            other => self.scalar(other, span),
        }
    }

    pub fn value_ty(&mut self, value: &Value) -> Ty {
        match value {
            Value::Var(v, _) => self.ty(*v),
            Value::Alias(a) => a.ty.clone(),
            Value::Tuple(parts) => Ty::Tuple(parts.iter().map(|p| self.value_ty(p)).collect()),
            Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_) => {
                self.types.any()
            }
            Value::Never => self.types.fresh(Kind::Any, Origin::Error),
        }
    }

    /// The leaves of a value as a tree.
    pub fn tree(&mut self, value: Value, span: Span) -> Tree {
        match value {
            Value::Tuple(parts) => {
                Tree::Tuple(parts.into_iter().map(|p| self.tree(p, span)).collect())
            }
            other => Tree::Leaf(self.scalar(other, span)),
        }
    }

    /// A value with the type it is known to have: a call's output of a tuple type is taken apart.
    pub fn typed(&mut self, value: Value, ty: &Ty, span: Span) -> Value {
        match (value, self.types.shallow(ty)) {
            (Value::Var(v, r), Ty::Tuple(parts)) => match self.shallow(v) {
                Ty::Infer(_) => {
                    let split = self.split(v, parts.len(), span);
                    Value::Tuple(
                        parts
                            .iter()
                            .zip(split)
                            .map(|(t, v)| self.typed(Value::Var(v, r), t, span))
                            .collect(),
                    )
                }
                _ => Value::Var(v, r),
            },
            (Value::Tuple(values), Ty::Tuple(parts)) if parts.len() == values.len() => {
                Value::Tuple(
                    parts.iter().zip(values).map(|(t, v)| self.typed(v, t, span)).collect(),
                )
            }
            (Value::Var(v, r), ty) => {
                self.unify_var(v, &ty);
                Value::Var(v, r)
            }
            (Value::Alias(a), ty) => {
                self.types.unify(&a.ty, &ty);
                Value::Alias(a)
            }
            (value, _) => value,
        }
    }

    fn literal(&mut self, lit: &Lit, e: &Expr) -> Value {
        let ty = match lit {
            Lit::Float(f) => types::primitive(f.suffix())
                .unwrap_or_else(|| self.types.fresh(Kind::Float, Origin::None)),
            Lit::Int(i) => types::primitive(i.suffix())
                .unwrap_or_else(|| self.types.fresh(Kind::Int, Origin::None)),
            Lit::Bool(_) => Ty::Bool,
            Lit::Char(_) => Ty::Text("char"),
            Lit::Str(_) => Ty::Text("&str"),
            Lit::Byte(_) => Ty::Int("u8"),
            _ => return self.opaque_expr(e, None),
        };
        Value::Var(
            self.emit("c", ty, Op::Literal(Literal::Source(lit.to_token_stream())), e.span()),
            false,
        )
    }

    /// A primitive; its result has the type of its first argument, or is a `bool`.
    pub fn prim(&mut self, name: &str, prim: Prim, args: Vec<Var>, span: Span) -> Value {
        let ty = match (row(prim).output, args.first()) {
            (crate::primitives::Output::First, Some(first)) => self.ty(*first),
            (crate::primitives::Output::Arm, _) => Ty::USIZE,
            _ => Ty::Bool,
        };
        Value::Var(self.emit(name, ty, Op::Prim(prim, args), span), false)
    }

    /// Notes that a variable has arithmetic.
    pub fn number(&mut self, var: Var) {
        let ty = self.ty(var);
        self.types.narrow(&ty, Kind::Number);
    }

    /// Whether evaluating the lets needlessly is neither seen nor slow.
    fn is_cheap(&self, lets: &[Let]) -> bool {
        lets.len() <= 8
            && lets.iter().all(|l| match &l.op {
                Op::Literal(_) | Op::Len(Place { .. }) => true,
                Op::Cast(_) => true,
                Op::Prim(prim, args) => {
                    let row = row(*prim);
                    let real =
                        args.iter().all(|a| matches!(self.shallow(*a), Ty::Real(_) | Ty::Bool));
                    let compares = row.output == crate::primitives::Output::Bool;
                    row.expense == Expense::Flop
                        && (compares || (real && *prim != Prim::Clamp))
                        && !matches!(row.derivative, Derivative::OfARule)
                }
                _ => false,
            })
            && lets.iter().all(|l| !matches!(&l.op, Op::Len(p) if !p.path.is_empty()))
    }

    fn logical(&mut self, b: &syn::ExprBinary, and: bool) -> Value {
        let span = b.op.span();
        let left = self
            .ending_temporaries(ownership::drops::End::There, b.left.span(), |s| s.truth(&b.left));
        self.unify_var(left, &Ty::Bool);
        let before = self.env.clone();
        let mut right = self.arm(&before, |s| {
            let v = s.truth(&b.right);
            s.unify_var(v, &Ty::Bool);
            Value::Var(v, false)
        });
        if let Some((block, Value::Var(v, _))) =
            right.take_if_pure(&before, |lets| self.is_cheap(lets))
        {
            if let Some(current) = self.blocks.last_mut() {
                current.lets.extend(block.lets);
            }
            self.env = before;
            let prim = if and { Prim::BitAnd } else { Prim::BitOr };
            return Value::Var(
                self.emit("t", Ty::Bool, Op::Prim(prim, vec![left, v]), span),
                false,
            );
        }
        let other = self.arm(&before, |s| Value::Var(s.bool(!and, span), false));
        let ends = if and { vec![right, other] } else { vec![other, right] };
        self.merge(left, &before, ends, span)
    }

    fn binary(&mut self, b: &syn::ExprBinary) -> Value {
        match b.op {
            BinOp::And(_) => return self.logical(b, true),
            BinOp::Or(_) => return self.logical(b, false),
            _ => {}
        }
        if let Some(prim) = compound(&b.op) {
            return self.compound_assign(b, prim);
        }
        // a long chain `a + b + c + …` is a deep tree to the left: it is walked, not recursed into
        let mut spine = vec![b];
        let mut first = &*b.left;
        while let Expr::Binary(inner) = first {
            if operator(&inner.op).is_none() || !inner.attrs.is_empty() {
                break;
            }
            spine.push(inner);
            first = &inner.left;
        }
        let mut left = self.operand(first);
        for b in spine.into_iter().rev() {
            let span = b.op.span();
            let right = self.operand(&b.right);
            let Some(prim) = operator(&b.op) else {
                return self.fail(b, "this operator is not supported");
            };
            left = self.operate(prim, left, right, b, span);
        }
        left
    }

    fn operate(
        &mut self,
        prim: Prim,
        left: Value,
        right: Value,
        at: &syn::ExprBinary,
        span: Span,
    ) -> Value {
        let compares = row(prim).output == crate::primitives::Output::Bool;
        match (&left, &right) {
            (Value::Tuple(a), Value::Tuple(b))
                if matches!(prim, Prim::Eq | Prim::Ne) && a.len() == b.len() =>
            {
                let (a, b) = (a.clone(), b.clone());
                let join = if prim == Prim::Eq { Prim::BitAnd } else { Prim::BitOr };
                let mut all: Option<Value> = None;
                for (a, b) in a.into_iter().zip(b) {
                    let one = self.operate(prim, a, b, at, span);
                    all = Some(match all {
                        None => one,
                        Some(all) => {
                            let args = vec![self.scalar(all, span), self.scalar(one, span)];
                            self.prim("t", join, args, span)
                        }
                    });
                }
                return match all {
                    Some(v) => v,
                    None => Value::Var(self.bool(prim == Prim::Eq, span), false),
                };
            }
            (Value::Tuple(_), _) | (_, Value::Tuple(_)) => {
                return self.fail(
                    at,
                    "this operator on tuples is not supported: apply it to the components",
                );
            }
            _ => {}
        }
        if let Some(value) = self.own_operator(prim, &left, &right, span) {
            return value;
        }
        let references = [is_reference(&left), is_reference(&right)];
        let (a, b) = (self.scalar(left, span), self.scalar(right, span));
        let (ta, tb) = (self.shallow(a), self.shallow(b));
        if ta.is_sequence() || tb.is_sequence() {
            if compares {
                return self.compare_sequences(prim, a, b, span);
            }
            return self
                .fail(at, "arithmetic on arrays is not supported: write a loop over the elements");
        }
        if let Some(value) = self.text_operator(prim, [(a, &ta), (b, &tb)], references, span) {
            return value;
        }
        if !matches!(prim, Prim::Shl | Prim::Shr) {
            self.unify_var(a, &tb);
            self.unify_var(b, &ta);
        }
        if !compares
            && !matches!(prim, Prim::BitAnd | Prim::BitOr | Prim::BitXor | Prim::Shl | Prim::Shr)
        {
            self.number(a);
        }
        if matches!(prim, Prim::Shl | Prim::Shr) {
            let (ta, tb) = (self.ty(a), self.ty(b));
            self.types.narrow(&ta, Kind::Int);
            self.types.narrow(&tb, Kind::Int);
        }
        self.prim("t", prim, vec![a, b], span)
    }

    pub fn compare_sequences(&mut self, prim: Prim, a: Var, b: Var, span: Span) -> Value {
        self.compared_as(prim, a, b, false, span)
    }

    /// `a == b` of a type of the user's: by reference, so that none is moved.
    pub fn compare_structs(&mut self, prim: Prim, a: Var, b: Var, span: Span) -> Value {
        self.compared_as(prim, a, b, true, span)
    }

    fn compared_as(&mut self, prim: Prim, a: Var, b: Var, by_reference: bool, span: Span) -> Value {
        let (x, y) =
            (proc_macro2::Ident::new("left", span), proc_macro2::Ident::new("right", span));
        let code = match prim {
            Prim::Eq => quote::quote!(#x == #y),
            Prim::Ne => quote::quote!(#x != #y),
            Prim::Lt => quote::quote!(#x < #y),
            Prim::Le => quote::quote!(#x <= #y),
            Prim::Gt => quote::quote!(#x > #y),
            _ => quote::quote!(#x >= #y),
        };
        let captures = [("left", a), ("right", b)].map(|(n, v)| Capture {
            name: n.into(),
            value: Tree::Leaf(v),
            by_reference,
        });
        let opaque =
            Opaque { discrete: true, ..Opaque::new(code, captures.to_vec(), "a comparison") };
        Value::Var(self.emit("t", Ty::Bool, Op::Opaque(Box::new(opaque)), span), false)
    }

    fn compound_assign(&mut self, b: &syn::ExprBinary, prim: Prim) -> Value {
        if let Some(value) = self.assign_behind_guard(&b.left, b.op.to_token_stream(), &b.right) {
            return value;
        }
        if library::collections::is_through_method(&b.left)
            && let Some(value) =
                self.change_of_entry(&b.left, Some((b.op.to_token_stream(), &b.right)))
        {
            return value;
        }
        let located = (self.first_operand(b) == First::Place).then(|| self.locate(&b.left));
        let right = self.expr(&b.right);
        let span = b.op.span();
        self.resume(span, |s| {
            let mut located = located.unwrap_or_else(|| s.locate(&b.left));
            // an element that a function of the user's finds is changed in a variable, and written
            // back
            let mut element = None;
            if let Located::Own(own) = located {
                let value = s.read_own(&own, span);
                let var = s.scalar(value, span);
                let ty = s.ty(var);
                let slot = s.slot("element", ty.clone(), true, Some(var));
                element = Some((own, slot));
                located = Located::Spot(Spot {
                    root: places::place::Root::Slot(slot),
                    path: Vec::new(),
                    ty,
                    by: BorrowMode::Value,
                });
            }
            let value = s.compound(b, prim, right, located);
            if let Some((own, slot)) = element
                && let Some(new) = s.env[slot].take()
            {
                s.update_own(&own, Value::Var(new, false), &b.left);
            }
            value
        })
    }

    fn compound(
        &mut self,
        b: &syn::ExprBinary,
        prim: Prim,
        right: Value,
        located: Located,
    ) -> Value {
        let (s, span) = (self, b.op.span());
        let place = match located {
            Located::Spot(spot) => Located::Spot(Spot { by: BorrowMode::Value, ..spot }),
            Located::Value(Value::Alias(a)) => Located::Spot(Spot {
                root: places::place::Root::Slot(a.slot),
                path: a.path,
                ty: a.ty,
                by: BorrowMode::Value,
            }),
            other => other,
        };
        if let Located::Spot(spot) = &place
            && let Some(value) = s.own_compound(prim, spot, &right, span)
        {
            return value;
        }
        let old = match &place {
            Located::Spot(spot) => s.read(spot, span),
            Located::Value(Value::Never) => return Value::Never,
            Located::Code(_) => {
                return s.fail(
                    &b.left,
                    "writing to a static or to something outside of the \
                    function is not supported: pass the value in and return the new one",
                );
            }
            Located::Value(Value::Var(v, _)) if s.is_error(*v) => return Value::Tuple(Vec::new()),
            _ => return s.fail(&b.left, places::place::not_assignable(&b.left)),
        };
        if s.is_own(&old) {
            return s.fail(
                &b.left,
                "this is behind a shared reference, or temporary, and cannot be \
                    changed: make a copy with `let mut` first",
            );
        }
        let new = s.operate(prim, old, right, b, span);
        s.write(place, new, &b.left);
        Value::Tuple(Vec::new())
    }

    fn assign(&mut self, a: &syn::ExprAssign) -> Value {
        if let Some(value) =
            self.assign_behind_guard(&a.left, a.eq_token.to_token_stream(), &a.right)
        {
            return value;
        }
        if library::collections::is_through_method(&a.left)
            && let Some(value) =
                self.change_of_entry(&a.left, Some((a.eq_token.to_token_stream(), &a.right)))
        {
            return value;
        }
        let value = self.expr(&a.right);
        self.resume(a.eq_token.span, |s| {
            s.assign_to(&a.left, value);
            Value::Tuple(Vec::new())
        })
    }

    /// Assigns to a place or to a pattern of places.
    fn assign_to(&mut self, left: &Expr, value: Value) {
        let span = left.span();
        match unparen(left) {
            Expr::Infer(_) => {}
            Expr::Tuple(t) if !t.elems.iter().any(|e| matches!(e, Expr::Range(_))) => {
                let values = self.components(value, t.elems.len(), span);
                for (e, v) in t.elems.iter().zip(values) {
                    self.assign_to(e, v);
                }
            }
            Expr::Array(a) if !a.elems.iter().any(|e| matches!(e, Expr::Range(_))) => {
                let var = self.scalar(value, span);
                let ty = self.ty(var);
                let element = self
                    .types
                    .element(&ty)
                    .unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Error));
                let mut values = Vec::new();
                for i in 0..a.elems.len() {
                    let index = self.int(i as i128, span);
                    let spot = Spot {
                        root: places::place::Root::Var(var),
                        path: vec![Step::Index(index)],
                        ty: element.clone(),
                        by: BorrowMode::Value,
                    };
                    values.push(self.read(&spot, span));
                }
                for (e, v) in a.elems.iter().zip(values) {
                    self.assign_to(e, v);
                }
            }
            Expr::Path(p) if let Some(window) = self.window_of(p) => {
                self.assign_window(&window, &value, left)
            }
            place => {
                if self.assign_through(place, &value) {
                    return;
                }
                let located = self.locate(place);
                self.write(located, value, place);
            }
        }
    }

    /// The components of a tuple value.
    pub fn components(&mut self, value: Value, n: usize, span: Span) -> Vec<Value> {
        match value {
            Value::Tuple(parts) if parts.len() == n => parts,
            Value::Tuple(_) => {
                self.diagnostics.error(span, "this tuple has another number of components");
                (0..n).map(|_| Value::Var(self.dummy(span), false)).collect()
            }
            Value::Var(v, r) => {
                self.split(v, n, span).into_iter().map(|v| Value::Var(v, r)).collect()
            }
            Value::Alias(a) => match self.types.shallow(&a.ty) {
                Ty::Tuple(parts) if parts.len() == n => parts
                    .iter()
                    .enumerate()
                    .map(|(i, ty)| {
                        let mut path = a.path.clone();
                        path.push(Step::Field(i));
                        Value::Alias(places::place::Alias { slot: a.slot, path, ty: ty.clone() })
                    })
                    .collect(),
                _ => {
                    self.learn_tuple(&a.ty, n);
                    self.diagnostics.error(
                        span,
                        "the compiler cannot see that this is a tuple: \
                        annotate the `let` that it comes from",
                    );
                    (0..n).map(|_| Value::Var(self.dummy(span), false)).collect()
                }
            },
            value @ (Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_)) => {
                self.not_a_variable(&value, span);
                (0..n).map(|_| Value::Var(self.dummy(span), false)).collect()
            }
            Value::Never => (0..n).map(|_| Value::Never).collect(),
        }
    }

    fn cast(&mut self, c: &syn::ExprCast) -> Value {
        // of what type `n(k) * n(l)` is, nothing here tells: neither has a derivative, and rustc
        // knows
        if let Expr::Binary(b) = unparen(&c.expr)
            && [&b.left, &b.right].iter().all(|e| matches!(unparen(e), Expr::Call(_)))
            && !self.mentions_reals(b)
        {
            let ty = self.types.annotation(&c.ty);
            return self.opaque_expr(&Expr::Cast(c.clone()), Some(ty));
        }
        let mut x = self.operand_var(&c.expr);
        let ty = self.types.annotation(&c.ty);
        if self.fields_by_pattern.contains(&x)
            && matches!(self.types.origin(&self.ty(x)), Some(Origin::Opaque(_)))
        {
            x = self.whole_number(x, c.span());
        }
        match self.types.shallow(&ty) {
            // `as _`
            Ty::Infer(_) if matches!(&*c.ty, syn::Type::Infer(_)) => {
                Value::Var(self.emit("cast", ty, Op::Cast(x), c.span()), false)
            }
            Ty::Infer(_) => {
                let ident = proc_macro2::Ident::new("value", c.span());
                let target = &c.ty;
                Value::Var(
                    self.opaque_of(
                        quote::quote!(#ident as #target),
                        vec![("value", x)],
                        ty,
                        "cast",
                        c.span(),
                    ),
                    false,
                )
            }
            _ => Value::Var(self.emit("cast", ty, Op::Cast(x), c.span()), false),
        }
    }

    /// A value that is a whole number, of which rustc knows the type, and checks that.
    fn whole_number(&mut self, x: Var, span: Span) -> Var {
        let captures =
            vec![Capture { name: "value".into(), value: Tree::Leaf(x), by_reference: false }];
        let code = quote::quote_spanned!(span=> ::autodiff::__private::whole_number(value.clone()));
        let opaque =
            Opaque { total: true, discrete: true, ..Opaque::new(code, captures, "a cast") };
        self.emit("whole", Ty::IntOf(None), Op::Opaque(Box::new(opaque)), span)
    }

    fn break_(&mut self, b: &syn::ExprBreak) -> Value {
        let value = b.expr.as_ref().map(|e| self.operand(e));
        if let Some(target) = self.target(b.label.as_ref(), false, b) {
            self.leave_with(target, value, b.span());
        }
        Value::Never
    }

    fn return_(&mut self, r: &syn::ExprReturn) -> Value {
        let value = match &r.expr {
            Some(e) => {
                if self.closures.is_empty() {
                    self.returned(e, |s| s.operand(e))
                } else {
                    self.with_held(e, Holder::Any, |s| s.operand(e))
                }
            }
            None => Value::Tuple(Vec::new()),
        };
        if matches!(self.exit, Exit::Normal) {
            match self.closures.last() {
                Some((context, _)) => self.leave_with(*context, Some(value), r.span()),
                None => self.leave_function(value, r.span()),
            }
        }
        Value::Never
    }

    fn check_attributes(&mut self, e: &Expr) {
        let attributes: &[syn::Attribute] = match e {
            Expr::ForLoop(l) => &l.attrs,
            Expr::While(l) => &l.attrs,
            Expr::Loop(l) => &l.attrs,
            Expr::Block(b) => &b.attrs,
            Expr::If(i) => &i.attrs,
            Expr::Match(m) => &m.attrs,
            Expr::Call(c) => &c.attrs,
            Expr::MethodCall(m) => &m.attrs,
            Expr::Assign(a) => &a.attrs,
            Expr::Binary(b) => &b.attrs,
            Expr::Macro(m) => &m.attrs,
            Expr::Path(p) => &p.attrs,
            Expr::Lit(l) => &l.attrs,
            _ => &[],
        };
        self.attributes(attributes);
    }

    pub fn attributes(&mut self, attributes: &[syn::Attribute]) {
        for attribute in attributes.iter().filter(|a| !is_lint(a)) {
            let path = text(attribute.path());
            if path == "cfg" || path == "cfg_attr" {
                // reported by the fence
                self.fenced = true;
                continue;
            }
            let message = match path.as_str() {
                "checkpoint" => "`#[checkpoint]` is not supported yet: remove it".to_string(),
                "constant" => {
                    "`#[constant]` is for parameters: here, write `constant(…)` around the value"
                        .to_string()
                }
                _ => format!(
                    "the attribute `{path}` is not supported inside of a differentiated function: \
                     remove it"
                ),
            };
            self.error(attribute, message);
        }
    }
}

/// Whether a value is a reference to a variable of the user's.
fn is_reference(value: &Value) -> bool {
    matches!(value, Value::Var(_, true) | Value::Alias(_))
}

/// The primitive of an operator.
fn operator(op: &BinOp) -> Option<Prim> {
    Some(match op {
        BinOp::Add(_) => Prim::Add,
        BinOp::Sub(_) => Prim::Sub,
        BinOp::Mul(_) => Prim::Mul,
        BinOp::Div(_) => Prim::Div,
        BinOp::Rem(_) => Prim::Rem,
        BinOp::BitXor(_) => Prim::BitXor,
        BinOp::BitAnd(_) => Prim::BitAnd,
        BinOp::BitOr(_) => Prim::BitOr,
        BinOp::Shl(_) => Prim::Shl,
        BinOp::Shr(_) => Prim::Shr,
        BinOp::Eq(_) => Prim::Eq,
        BinOp::Ne(_) => Prim::Ne,
        BinOp::Lt(_) => Prim::Lt,
        BinOp::Le(_) => Prim::Le,
        BinOp::Gt(_) => Prim::Gt,
        BinOp::Ge(_) => Prim::Ge,
        _ => return None,
    })
}

/// The primitive of a compound assignment.
pub fn compound(op: &BinOp) -> Option<Prim> {
    Some(match op {
        BinOp::AddAssign(_) => Prim::Add,
        BinOp::SubAssign(_) => Prim::Sub,
        BinOp::MulAssign(_) => Prim::Mul,
        BinOp::DivAssign(_) => Prim::Div,
        BinOp::RemAssign(_) => Prim::Rem,
        BinOp::BitXorAssign(_) => Prim::BitXor,
        BinOp::BitAndAssign(_) => Prim::BitAnd,
        BinOp::BitOrAssign(_) => Prim::BitOr,
        BinOp::ShlAssign(_) => Prim::Shl,
        BinOp::ShrAssign(_) => Prim::Shr,
        _ => return None,
    })
}
