//! Statements and blocks.

use super::*;
use crate::lower::control::branches::{Mode, contains_exit, has_one_way_on};
use crate::lower::control::flow::Finish;
use crate::lower::ownership::drops::{TemporariesEnd, extends_temporaries};
use crate::lower::places::place::unparen;
use syn::{Expr, Item, Local, Stmt};

/// The code after a statement in its block.
#[derive(Clone, Copy)]
struct Following<'s> {
    stmts: &'s [Stmt],
    finish: Finish,
    /// Where the block ends.
    end: Span,
}

/// Finds `name = … Some((…)) …`.
struct FindAssignment {
    name: String,
    is_inside: bool,
    found: Option<Expr>,
}

impl<'ast> Visit<'ast> for FindAssignment {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(a)
                if matches!(unparen(&a.left), Expr::Path(p)
                if p.path.is_ident(&self.name)) =>
            {
                let outer = std::mem::replace(&mut self.is_inside, true);
                self.visit_expr(&a.right);
                self.is_inside = outer;
            }
            Expr::Call(c)
                if self.is_inside
                    && matches!(unparen(&c.func), Expr::Path(p)
                        if library::option::is_some(&p.path)) =>
            {
                if let Some(x @ Expr::Tuple(_)) = c.args.first().map(unparen) {
                    self.found.get_or_insert_with(|| x.clone());
                }
            }
            e => syn::visit::visit_expr(self, e),
        }
    }
}

impl Lowerer<'_> {
    /// A block with its own scope.
    pub fn block_in_scope(&mut self, block: &syn::Block, finish: Finish) -> Value {
        let (scope, slots, start) =
            (self.ssa.scope.len(), self.slots.len(), self.start_of_statement());
        let value = self.stmts(&block.stmts, finish, block.brace_token.span.close());
        let gone: Vec<(String, Binding)> =
            if self.ssa.scope.len() > scope { self.ssa.scope.split_off(scope) } else { Vec::new() };
        let value = self.read_before_scope_end(value, &gone, slots, block.brace_token.span.close());
        self.end_guards(block, &gone, slots, &start);
        self.forget(&gone, slots);
        value
    }

    /// Lowers statements, then applies `finish` at their end. Where control may have left, the
    /// rest is lowered into a branch; if only one arm of an `if` or `match` continues, the rest is
    /// lowered into that arm.
    pub fn stmts(&mut self, stmts: &[Stmt], finish: Finish, end: Span) -> Value {
        let mut value = Value::Tuple(Vec::new());
        self.declare_functions(stmts);
        for (i, stmt) in stmts.iter().enumerate() {
            match self.ssa.exit {
                Exit::Normal => {}
                Exit::Gone(_) | Exit::Panic => return self.never_value(end),
                Exit::Either(..) => return self.resume(end, |s| s.stmts(&stmts[i..], finish, end)),
            }
            let rest = Following { stmts: &stmts[i + 1..], finish, end };
            value = Value::Tuple(Vec::new());
            if self.ssa.inlined_closures == 0
                && let Some(taken) = place_or_return(stmt)
            {
                return self.stmts(&[&[taken], rest.stmts].concat(), finish, end);
            }
            let replaced = self
                .with_changed_slices(stmt, rest.stmts)
                .or_else(|| self.with_choices_inside(stmt, rest.stmts));
            if let Some(stmts) = replaced {
                return self.stmts(&stmts, finish, end);
            }
            if let Some(mut first) = self.with_exits_first(stmt) {
                first.extend_from_slice(rest.stmts);
                return self.stmts(&first, finish, end);
            }
            match stmt {
                Stmt::Expr(e, semi) => {
                    if let Some(value) = self.expr_stmt(e, semi.is_some(), rest) {
                        return value;
                    }
                }
                Stmt::Local(l) => {
                    if let Some(value) = self.let_stmt(l, rest) {
                        return value;
                    }
                }
                Stmt::Macro(m) => {
                    self.attributes(&m.attrs);
                    let v = self.macro_call(&m.mac, true);
                    if rest.stmts.is_empty() && m.semi_token.is_none() {
                        value = v;
                    }
                }
                Stmt::Item(item) => self.item(item),
            }
        }
        self.finish_with(value, finish, end)
    }

    /// An expression statement. Returns the value of the whole block if the rest is lowered as
    /// well: into the one arm that continues, or because nothing follows.
    fn expr_stmt(&mut self, e: &Expr, has_semicolon: bool, rest: Following<'_>) -> Option<Value> {
        let Following { stmts, finish, end } = rest;
        let ends_here =
            stmts.is_empty() && (!has_semicolon || matches!(finish, Finish::Continue(_)));
        if has_semicolon
            || matches!(finish, Finish::Continue(_))
            || (finish == Finish::Return && self.sig.output == Ty::unit())
        {
            self.chain.discarded_call = match unparen(e) {
                Expr::MethodCall(m) => Some(std::ptr::from_ref(m).cast()),
                Expr::Call(c) => Some(std::ptr::from_ref(c).cast()),
                _ => None,
            };
        }
        if ends_here {
            return Some(self.tail(e, finish));
        }
        if has_one_way_on(e) && !self.borrows_guards(e) {
            return Some(
                self.lower_choice(e, &mut Mode::Then(&mut |s, _| s.stmts(stmts, finish, end))),
            );
        }
        self.ending_temporaries(TemporariesEnd::There, span_of(e), |s| s.expr(e));
        self.chain.discarded_call = None;
        None
    }

    /// A `let`. Returns the value of the whole block if the rest is lowered as well: where control
    /// may have left in the initializer.
    fn let_stmt(&mut self, l: &Local, rest: Following<'_>) -> Option<Value> {
        let Following { stmts, finish, end } = rest;
        self.attributes(&l.attrs);
        self.refuse_growing_guards(l);
        let Some(init) = &l.init else {
            self.declare(l);
            return None;
        };
        if let Some((_, otherwise)) = &init.diverge {
            let start = self.start_of_statement();
            let v = self.with_hint(&init.expr, types::option_hint::hint_of_pattern(&l.pat), |s| {
                s.expr(&init.expr)
            });
            self.end_of_let(l, &start);
            return Some(self.resume(end, |s| {
                s.let_else(&l.pat, v, otherwise, l.let_token.span, |s, v| {
                    s.local(l, v);
                    s.stmts(stmts, finish, end)
                })
            }));
        }
        if has_one_way_on(&init.expr) && !self.borrows_guards(&init.expr) {
            return Some(self.lower_choice(
                unparen(&init.expr),
                &mut Mode::Then(&mut |s, v| {
                    s.local(l, v);
                    s.stmts(stmts, finish, end)
                }),
            ));
        }
        let start = self.start_of_statement();
        let v = self.initial_value(l, &init.expr);
        let v = self.with_shape(&l.pat, v, stmts);
        match self.ssa.exit {
            Exit::Normal => {
                self.local(l, v);
                self.end_of_let(l, &start);
                None
            }
            Exit::Gone(_) | Exit::Panic => Some(self.never_value(end)),
            Exit::Either(..) => {
                self.end_of_let(l, &start);
                Some(self.resume(end, |s| {
                    s.local(l, v);
                    s.stmts(stmts, finish, end)
                }))
            }
        }
    }

    /// The initializer of a `let`, with the type of its annotation.
    fn initial_value(&mut self, l: &Local, init: &Expr) -> Value {
        let typed = if let syn::Pat::Type(t) = &l.pat {
            library::collections::with_types(&t.ty, init)
        } else {
            None
        };
        let made = typed.as_ref().unwrap_or(init);
        let written = if let syn::Pat::Type(t) = &l.pat { Some(&*t.ty) } else { None };
        let known = self
            .function_value(made, written)
            .or_else(|| self.annotated_guard(l))
            .or_else(|| self.advancing_text(&l.pat, made));
        match known {
            Some(f) => f,
            None => {
                let held = written.map_or(OptionHint::Any, types::option_hint::of_annotation);
                self.with_expected(made, written, |s| s.with_hint(made, held, |s| s.expr(made)))
            }
        }
    }

    /// The last expression of a block.
    pub fn tail(&mut self, e: &Expr, finish: Finish) -> Value {
        if let Some(block) = self.block_with_exits_first(e) {
            return self.block_in_scope(&block, finish);
        }
        if finish == Finish::Value {
            return self.ending_temporaries(TemporariesEnd::Early, span_of(e), |s| s.expr(e));
        }
        if finish != Finish::Return {
            return self.with_hint(e, OptionHint::Any, |s| s.lower_finished(e, finish));
        }
        self.lower_returned(e, |s| s.lower_finished(e, finish))
    }

    /// An expression that the function returns, so that its type is known.
    pub fn lower_returned(&mut self, e: &Expr, lower: impl FnOnce(&mut Self) -> Value) -> Value {
        let (held, written) =
            (self.hint_of_type(&self.sig.output), self.sig.written_output.clone());
        self.with_expected(e, written.as_ref(), |s| s.with_hint(e, held, lower))
    }

    fn lower_finished(&mut self, e: &Expr, finish: Finish) -> Value {
        match unparen(e) {
            Expr::Block(b) if b.label.is_none() => self.block_in_scope(&b.block, finish),
            // the code of the arms comes before the temporaries end
            e if contains_exit(e) && self.borrows_guards(e) => {
                let value =
                    self.ending_temporaries(TemporariesEnd::There, span_of(e), |s| s.expr(e));
                self.resume(span_of(e), |s| s.finish_with(value, finish, span_of(e)))
            }
            // each arm constructs the `Result` that it returns
            e @ (Expr::If(_) | Expr::Match(_))
                if contains_exit(e)
                    || finish == Finish::Return
                        && matches!(
                            self.types.shallow(&self.sig.output),
                            Ty::Wrapped(Wrapper::Result(_), _)
                        ) =>
            {
                self.lower_choice(e, &mut Mode::Finish(finish))
            }
            e => {
                let value =
                    self.ending_temporaries(TemporariesEnd::Early, span_of(e), |s| s.expr(e));
                self.finish_with(value, finish, span_of(e))
            }
        }
    }

    /// Records the end of a `let`, unless it extends the life of temporaries.
    fn end_of_let(&mut self, l: &Local, start: &ownership::drops::StatementStart) {
        let Some(init) = &l.init else { return };
        if extends_temporaries(&l.pat, &init.expr, &|path| self.is_constructor(path)) {
            return self.end_extended(&init.expr, start);
        }
        let end = if desugar::hoist::is_part(&l.pat) {
            TemporariesEnd::Early
        } else {
            TemporariesEnd::There
        };
        self.end_of_statement(start, end, l.let_token.span);
    }

    /// `let pattern: type = value;`
    fn local(&mut self, l: &Local, value: Value) {
        let (pat, value) = match &l.pat {
            syn::Pat::Type(t) => (&*t.pat, self.annotated(value, &t.ty)),
            pat => (pat, value),
        };
        self.refuse_destructured(pat, &value);
        let value =
            self.move_guards_into_pattern(pat, value, l.init.as_ref().map(|init| &*init.expr));
        self.bind(pat, value, l.pat.span());
        self.take_bound(pat);
    }

    /// A `None`, with the shape of the value that is assigned to the variable later.
    fn with_shape(&mut self, pat: &syn::Pat, value: Value, rest: &[Stmt]) -> Value {
        let (syn::Pat::Ident(p), Value::Option(m)) = (pat, &value) else { return value };
        if !matches!(m.payload, Payload::Unknown) {
            return value;
        }
        let mut assigned =
            FindAssignment { name: p.ident.to_string(), is_inside: false, found: None };
        rest.iter().for_each(|stmt| assigned.visit_stmt(stmt));
        match assigned.found {
            Some(e) => {
                let payload = Payload::Value(self.blank_like(&e));
                Value::Option(Box::new(OptionValue { some: m.some, payload }))
            }
            None => value,
        }
    }

    /// A placeholder with the same shape as an expression.
    fn blank_like(&mut self, e: &Expr) -> Value {
        match unparen(e) {
            Expr::Tuple(t) => Value::Tuple(t.elems.iter().map(|e| self.blank_like(e)).collect()),
            e => {
                let ty = self.types.any();
                Value::Var(self.emit("value", ty, Op::Blank, span_of(e)), false)
            }
        }
    }

    /// `let x;`, `let x: T;`
    fn declare(&mut self, l: &Local) {
        let (pat, ty) = match &l.pat {
            syn::Pat::Type(t) => (&*t.pat, self.types.annotation(&t.ty)),
            pat => (pat, self.types.any()),
        };
        self.declare_pattern(pat, &ty);
    }

    fn declare_pattern(&mut self, pat: &syn::Pat, ty: &Ty) {
        match pat {
            syn::Pat::Ident(p) => {
                let name = p.ident.to_string();
                let binding = self.slots_for(&name, ty, p.mutability.is_some());
                self.ssa.scope.push((name, binding));
            }
            syn::Pat::Tuple(t) => {
                let parts = match self.types.shallow(ty) {
                    Ty::Tuple(parts) if parts.len() == t.elems.len() => parts,
                    _ => t.elems.iter().map(|_| self.types.any()).collect(),
                };
                for (pat, ty) in t.elems.iter().zip(parts) {
                    self.declare_pattern(pat, &ty);
                }
            }
            syn::Pat::Slice(a) => {
                let element =
                    self.types.shallow(ty).element().cloned().unwrap_or_else(|| self.types.any());
                a.elems.iter().for_each(|pat| self.declare_pattern(pat, &element));
            }
            syn::Pat::Wild(_) => {}
            other => self.error(
                other,
                "this pattern cannot be declared without a value: declare its variables one by one",
            ),
        }
    }

    fn item(&mut self, item: &Item) {
        let what = match item {
            Item::Fn(f) => return self.check_function(f),
            Item::Const(_) => "a constant",
            Item::Static(_) => "a static",
            Item::Use(_) => "`use` of everything in a module other than `std::f64::consts`",
            Item::Struct(_) | Item::Enum(_) | Item::Type(_) | Item::Union(_) => "a type",
            Item::Impl(_) | Item::Trait(_) => "an `impl` or trait",
            Item::Macro(_) => "a macro definition",
            _ => "an item",
        };
        self.error(
            item,
            format!(
                "{what} inside a differentiated function is not supported yet: move it out of the \
                 function"
            ),
        );
    }
}

/// `let slot = self.slot.as_mut()?;` as
/// `let Some(slot) = self.slot.as_mut() else { return None };`, which binds a place.
fn place_or_return(stmt: &Stmt) -> Option<Stmt> {
    const OF_PLACES: [&str; 5] = ["as_mut", "get_mut", "first_mut", "last_mut", "as_deref_mut"];
    let Stmt::Local(local) = stmt else { return None };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let (Expr::Try(of), syn::Pat::Ident(_)) = (&*init.expr, &local.pat) else { return None };
    let Expr::MethodCall(m) = unparen(&of.expr) else { return None };
    let (attributes, pattern, span) = (&local.attrs, &local.pat, of.question_token.span);
    OF_PLACES.iter().any(|name| m.method == name).then(|| {
        syn::parse_quote_spanned! {span=>
            #(#attributes)* let ::core::option::Option::Some(#pattern) = #m else {
                return ::core::option::Option::None };
        }
    })
}
