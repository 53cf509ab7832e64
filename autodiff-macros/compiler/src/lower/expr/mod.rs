//! Expressions, in evaluation order: every sub-expression becomes a let.
//!
//! [`operators`] lowers operators, and [`assign`] lowers assignments.

mod assign;
mod operators;

use super::*;
use crate::lower::places::place::unparen;
use crate::primitives::{Prim, row};
use syn::{BinOp, Expr, Lit};

/// The maximum nesting depth of expressions, so that no input exhausts the stack.
const DEPTH: usize = 160;

impl Lowerer<'_> {
    /// An expression in statement position, as an initializer or as the value of a block: it may
    /// leave the block.
    pub fn expr(&mut self, e: &Expr) -> Value {
        if self.ssa.depth > DEPTH {
            return self
                .fail(e, "this expression is nested too deeply: bind parts of it with `let`");
        }
        self.ssa.depth += 1;
        let value = self.expr_inner(e);
        self.ssa.depth -= 1;
        self.with_inferred(e, value)
    }

    fn expr_inner(&mut self, e: &Expr) -> Value {
        let span = span_of(e);
        self.check_attributes(e);
        let rewritten = self
            .assignment_after_its_right_side(e)
            .or_else(|| self.with_choice_outside(e))
            .or_else(|| self.assignment_with_choice_outside(e));
        if let Some(rewritten) = rewritten {
            return self.expr(&rewritten);
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
                self.own_closures(value, span)
            }
            Expr::Unary(u) => self.unary(e, u),
            Expr::Binary(b) => self.binary(b),
            Expr::Assign(a) => self.assign(a),
            Expr::Cast(c) => self.cast(c),
            Expr::Tuple(_) | Expr::Array(_) if self.makes_guards(e) => self.guard(e),
            Expr::Tuple(t) => {
                let component = |(k, e)| self.operand_before(e, t.elems.iter().skip(k + 1));
                Value::Tuple(t.elems.iter().enumerate().map(component).collect())
            }
            Expr::Array(a) => self.array_literal(a, span),
            Expr::Repeat(r) => self.repeat_literal(r, span),
            Expr::Block(b) => match &b.label {
                Some(label) => self.labelled_block(label, &b.block, span),
                None => self.block_in_scope(&b.block, control::flow::Finish::Value),
            },
            Expr::If(_) | Expr::ForLoop(_) if let Some(changed) = self.change_of_entries(e) => {
                changed
            }
            Expr::If(_) | Expr::Match(_) => {
                self.lower_choice(e, &mut control::branches::Mode::Value)
            }
            Expr::ForLoop(l) => self.for_loop(l),
            Expr::While(l) => self.while_loop(l),
            Expr::Loop(l) => self.infinite_loop(l),
            Expr::Break(b) => self.break_(b),
            Expr::Continue(c) => {
                if let Some(target) = self.target(c.label.as_ref(), true, c) {
                    self.continue_loop(target);
                }
                self.never_value(span)
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
            Expr::Range(_) => self.iterable(e).map_or_else(|| self.never_value(span), Value::Iter),
            Expr::Try(t) => self.question(t, &mut control::branches::Mode::Value),
            Expr::Let(_) => self.fail(
                e,
                "`let` inside a larger condition is not supported yet: write it first, or nest the \
                 `if let`s",
            ),
            Expr::Infer(_) => self.fail(e, "`_` is not an expression"),
            Expr::Const(c) => self.const_block(c, span),
            Expr::Unsafe(_)
            | Expr::Async(_)
            | Expr::Await(_)
            | Expr::Yield(_)
            | Expr::TryBlock(_)
            | Expr::RawAddr(_)
            | Expr::Verbatim(_) => self.behind_fence(span),
            _ => self.fail(
                e,
                "this expression is not supported in a differentiated function: move it into a \
                 separate function",
            ),
        }
    }

    /// `[a, b, c]`
    fn array_literal(&mut self, a: &syn::ExprArray, span: Span) -> Value {
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

    /// `[x; n]`
    fn repeat_literal(&mut self, r: &syn::ExprRepeat, span: Span) -> Value {
        let value = self.operand(&r.expr);
        let x = self.element(value, r.expr.span());
        let n = match unparen(&r.len) {
            Expr::Lit(_) => self.operand_var(&r.len),
            _ => {
                let code =
                    places::place::ConstantCode::new(r.len.to_token_stream(), "n", Ty::USIZE);
                self.emit_code(code, r.len.span())
            }
        };
        self.unify_var(n, &Ty::USIZE);
        let ty = Ty::Array(Box::new(self.ty(x)), r.len.to_token_stream());
        Value::Var(self.emit("array", ty, Op::Repeat(x, n), span), false)
    }

    /// `const { … }`, which sees no variables.
    fn const_block(&mut self, c: &syn::ExprConst, span: Span) -> Value {
        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let code = places::place::ConstantCode {
            again: false,
            ..places::place::ConstantCode::new(c.to_token_stream(), "constant", ty)
        };
        Value::Var(self.emit_code(code, span), false)
    }

    /// An expression inside another one: it must not leave the block.
    pub fn operand(&mut self, e: &Expr) -> Value {
        let before = matches!(self.ssa.exit, Exit::Normal);
        let value = self.expr(e);
        if before && matches!(self.ssa.exit, Exit::Gone(_) | Exit::Either(..)) {
            self.error(
                e,
                "`return`, `break` or `continue` inside a larger expression is not supported: bind \
                 this part with a `let` first",
            );
            self.ssa.exit = Exit::Normal;
        }
        value
    }

    /// An operand before later ones, which may change what it is a copy of.
    fn operand_before<'e>(&mut self, e: &Expr, later: impl Iterator<Item = &'e Expr>) -> Value {
        let value = self.operand(e);
        if !self.is_changed_after(e, later) {
            return value;
        }
        match value {
            Value::Var(v, false) if !self.shallow(v).is_scalar() => {
                Value::Var(self.copy(v, span_of(e)), false)
            }
            value => self.settled(value, span_of(e)),
        }
    }

    /// An operand as one variable.
    pub fn operand_var(&mut self, e: &Expr) -> Var {
        let value = self.operand(e);
        if matches!(value, Value::Tuple(_)) {
            let message = "expected a single value, found a tuple: name the component, as in `.0`";
            let failed = self.fail(e, message);
            return self.scalar(failed, span_of(e));
        }
        self.scalar(value, span_of(e))
    }

    /// A value as one variable; a reference is dereferenced.
    pub fn scalar(&mut self, value: Value, span: Span) -> Var {
        match value {
            Value::Var(v, _) => v,
            Value::Alias(a) => self.read_alias(&a, span),
            Value::Option(m) => self.wrapped(&m, span),
            Value::Result(o) => self.whole_result(&o, None, span),
            Value::Iter(iter) if let Some(range) = self.range_value(&iter, span) => range,
            value @ (Value::Tuple(_) | Value::Closure(_) | Value::Iter(_)) => {
                self.report_no_variable(&value, span)
            }
            Value::Never(why) => self.placeholder(span, why),
        }
    }

    /// A range as a value, such as a field or an element.
    pub fn range_value(&mut self, iter: &Iter, span: Span) -> Option<Var> {
        let Iter::Items(Items::Counting { from, to: Some(to), inclusive }) = iter else {
            return None;
        };
        let code = if *inclusive { quote::quote!(from..=to) } else { quote::quote!(from..to) };
        let is_of_indices = !inclusive && [from, to].iter().any(|v| self.shallow(**v) == Ty::USIZE);
        let ty = if is_of_indices {
            self.types.type_at_path(quote::quote!(::core::ops::Range<usize>))
        } else {
            self.types.any()
        };
        Some(self.opaque_of(code, vec![("from", *from), ("to", *to)], ty, "range", span))
    }

    /// Reports a value that cannot be one variable, and returns one to continue with.
    pub fn report_no_variable(&mut self, value: &Value, span: Span) -> Var {
        let what = match value {
            Value::Option(_) => {
                "expected a single value, found an `Option`: unwrap it with `unwrap`, \
                 `unwrap_or(…)`, `match` or `if let`"
            }
            Value::Result(_) => {
                "expected a single value, found a `Result`: unwrap it with `unwrap`, \
                 `unwrap_or(…)`, `match` or `?`"
            }
            Value::Closure(_) => {
                "expected a single value, found a closure: call it, or pass it to a method of an \
                 iterator"
            }
            Value::Iter(_) => {
                "expected a single value, found an iterator: collect it into a Vec first"
            }
            Value::Tuple(_) => {
                "expected a single value, found a tuple: name the component, as in `.0`"
            }
            Value::Var(..) | Value::Alias(_) | Value::Never(_) => "expected a single value",
        };
        self.error_var(span, what)
    }

    pub fn single_variable(&mut self, value: Value, span: Span) -> Var {
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
            Value::Never(_) => self.types.fresh(Kind::Any, Origin::Error),
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

    /// A value with its known type: a call's output of a tuple type is destructured.
    pub fn destructure_by_type(&mut self, value: Value, ty: &Ty, span: Span) -> Value {
        match (value, self.types.shallow(ty)) {
            (Value::Var(v, r), Ty::Tuple(parts)) => match self.shallow(v) {
                Ty::Infer(_) => {
                    let split = self.split(v, parts.len(), span);
                    Value::Tuple(
                        parts
                            .iter()
                            .zip(split)
                            .map(|(t, v)| self.destructure_by_type(Value::Var(v, r), t, span))
                            .collect(),
                    )
                }
                _ => Value::Var(v, r),
            },
            (Value::Tuple(values), Ty::Tuple(parts)) if parts.len() == values.len() => {
                Value::Tuple(
                    parts
                        .iter()
                        .zip(values)
                        .map(|(t, v)| self.destructure_by_type(v, t, span))
                        .collect(),
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
            self.emit("c", ty, Op::Literal(Literal::Source(lit.to_token_stream())), span_of(e)),
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

    /// Records that a variable has arithmetic.
    pub fn number(&mut self, var: Var) {
        let ty = self.ty(var);
        self.types.narrow(&ty, Kind::Number);
    }

    /// The components of a tuple that is stored: no references.
    pub fn stored_components(&mut self, value: Value, n: usize, span: Span) -> Vec<Value> {
        let value = if let Value::Var(v, _) = value { Value::Var(v, false) } else { value };
        self.components(value, n, span)
    }

    /// The components of a tuple value.
    pub fn components(&mut self, value: Value, n: usize, span: Span) -> Vec<Value> {
        match value {
            Value::Tuple(parts) if parts.len() == n => parts,
            Value::Tuple(_) => {
                let message = "mismatched types: this tuple has another number of components";
                vec![Value::Var(self.error_var(span, message), false); n]
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
                    self.note_tuple(&a.ty, n);
                    let message =
                        "cannot infer that this is a tuple: annotate the `let` that binds it";
                    vec![Value::Var(self.error_var(span, message), false); n]
                }
            },
            value @ (Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_)) => {
                vec![Value::Var(self.report_no_variable(&value, span), false); n]
            }
            never @ Value::Never(_) => vec![never; n],
        }
    }

    fn cast(&mut self, c: &syn::ExprCast) -> Value {
        // the type of `n(k) * n(l)` cannot be inferred here: neither call has a derivative, so
        // rustc infers it
        if let Expr::Binary(b) = unparen(&c.expr)
            && [&b.left, &b.right].iter().all(|e| matches!(unparen(e), Expr::Call(_)))
            && !self.mentions_reals(b)
        {
            let ty = self.types.annotation(&c.ty);
            return self.opaque_expr(&Expr::Cast(c.clone()), Some(ty));
        }
        let mut x = self.operand_var(&c.expr);
        let ty = self.types.annotation(&c.ty);
        if self.facts.fields_by_pattern.contains(&x)
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

    /// A value that is an integer: rustc knows its type, and checks that it is one.
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
            self.break_with_value(target, value, b.span());
        }
        self.never_value(b.span())
    }

    fn return_(&mut self, r: &syn::ExprReturn) -> Value {
        let value = match &r.expr {
            Some(e) => {
                if self.ssa.closures.is_empty() {
                    self.lower_returned(e, |s| s.operand(e))
                } else {
                    self.with_hint(e, OptionHint::Any, |s| s.operand(e))
                }
            }
            None => Value::Tuple(Vec::new()),
        };
        if matches!(self.ssa.exit, Exit::Normal) {
            match self.ssa.closures.last() {
                Some((context, _)) => self.break_with_value(*context, Some(value), r.span()),
                None => self.leave_function(value, r.span()),
            }
        }
        self.never_value(r.span())
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
            let path = display_tokens(attribute.path());
            if path == "cfg" || path == "cfg_attr" {
                // reported by the fence
                self.ssa.fenced = true;
                continue;
            }
            let message = match path.as_str() {
                "checkpoint" => "`#[checkpoint]` is not supported yet: remove it".to_string(),
                "constant" => {
                    "`#[constant]` is an attribute of parameters: write `constant(…)` around the \
                     value here"
                        .to_string()
                }
                _ => format!(
                    "the attribute `{path}` is not supported inside a differentiated function: \
                     remove it"
                ),
            };
            self.error(attribute, message);
        }
    }
}

/// The primitive of a compound assignment.
pub fn compound_primitive(op: &BinOp) -> Option<Prim> {
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
