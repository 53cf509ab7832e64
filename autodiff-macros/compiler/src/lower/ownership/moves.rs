//! Moves values with destructors when a binding renames them: `let z = a;`, or the `q` of
//! `if let Some(q) = o`.
//!
//! For other values, the new name is bound to the existing variable. These values are moved into a
//! variable of the new name in emitted code as well, so that rustc drops them at the end of its
//! scope. A value that an arm moves out of the scrutinee gets a `let` at the start of the arm: it
//! ends with the arm.

use crate::lower::ownership::drops::without_type;
use crate::lower::*;
use std::borrow::Cow;
use syn::{Expr, Pat, PatIdent};

/// Why a temporary is refused.
pub const ENDS_WITH_STATEMENT: &str = "a value with a destructor is dropped at the end of this \
                                       statement, which is not supported: bind it with a `let`";

impl Lowerer<'_> {
    /// The value of a `let`, with values whose drop runs code moved into new variables.
    pub fn move_guards_into_pattern(
        &mut self,
        pat: &Pat,
        value: Value,
        init: Option<&Expr>,
    ) -> Value {
        match (without_type(pat), value) {
            (Pat::Ident(p), value) if p.by_ref.is_none() && p.subpat.is_none() => {
                self.move_guards(value, p.ident.span())
            }
            (Pat::Tuple(t), Value::Tuple(parts))
                if t.elems.len() == parts.len()
                    && !t.elems.iter().any(|p| matches!(p, Pat::Rest(_))) =>
            {
                let elements = init.and_then(|init| {
                    if let Expr::Tuple(of) = places::place::unparen(init) {
                        Some(&of.elems)
                    } else {
                        None
                    }
                });
                let parts = t.elems.iter().zip(parts).enumerate().map(|(k, (pat, part))| {
                    // a tuple literal ends with the statement
                    if elements.is_some() && matches!(pat, Pat::Wild(_)) && self.holds_guard(&part)
                    {
                        self.error(pat, ENDS_WITH_STATEMENT);
                    }
                    self.move_guards_into_pattern(
                        pat,
                        part,
                        elements.and_then(|elements| elements.get(k)),
                    )
                });
                Value::Tuple(parts.collect())
            }
            (Pat::Wild(_), value) => {
                if init.is_some_and(|init| !places::place::is_place(init))
                    && self.holds_older_guard(&value)
                {
                    let message = "this moves a value with a destructor into a temporary, which is \
                                   not supported: write `drop(…)` instead";
                    self.error(pat, message);
                }
                value
            }
            (_, value) => value,
        }
    }

    /// Moves the values that a pattern of another form binds into new variables, likewise.
    pub fn take_bound(&mut self, pat: &Pat) {
        if matches!(without_type(pat), Pat::Ident(_) | Pat::Tuple(_)) {
            return;
        }
        for p in self.owning_bindings(pat) {
            let slots = self.lookup(&p.ident.to_string()).map(Self::slots_of).unwrap_or_default();
            for slot in slots {
                if let Some(v) = self.ssa.env.get(slot).copied().flatten()
                    && let Value::Var(moved, false) =
                        self.move_guards(Value::Var(v, false), p.ident.span())
                {
                    self.ssa.env[slot] = Some(moved);
                }
            }
        }
    }

    fn holds_older_guard(&self, value: &Value) -> bool {
        match value {
            Value::Var(v, false) => self.facts.guards.contains(v) && !self.is_just_made(*v),
            Value::Tuple(parts) => parts.iter().any(|part| self.holds_older_guard(part)),
            Value::Option(maybe) => {
                matches!(&maybe.payload, library::option::Payload::Value(value)
                    if self.holds_older_guard(value))
            }
            _ => false,
        }
    }

    /// Reports a scrutinee that ends with the statement and whose drop runs code, if no arm owns
    /// it.
    pub fn refuse_unowned_guards(&mut self, matched: &Expr, pats: &[&Pat], value: &Value) {
        let is_taken = |pat: &Pat| match pat {
            Pat::Ident(p) if self.names.pattern_names.is_constant(p) => true,
            Pat::Path(_) | Pat::Lit(_) => true,
            pat => !self.owning_bindings(pat).is_empty(),
        };
        let of = if let Expr::Reference(r) = places::place::unparen(matched) {
            &r.expr
        } else {
            matched
        };
        // a value in one variable has a scope that ends after the arms
        let is_apart = !matches!(value, Value::Var(..));
        if is_apart
            && !places::place::is_place(of)
            && self.holds_guard(value)
            && !pats.iter().all(|pat| is_taken(pat))
        {
            let message = "a value with a destructor is dropped after the arms, which is not \
                           supported: bind it with a `let` before";
            self.error(matched, message);
        }
    }

    /// Reports a value that a condition moves, although the next condition may fail: it would be
    /// dropped there.
    pub fn refuse_owned_before_test(&mut self, pat: &Pat, value: &Value) {
        if self.holds_guard(value) && !self.owning_bindings(pat).is_empty() {
            let message = "this condition moves a value with a destructor before another condition \
                           is tested, which is not supported: nest the `if`s";
            self.error(pat, message);
        }
    }

    /// Reports a variable that gets its first value after later variables were declared, which are
    /// dropped before it.
    pub fn refuse_late_guard(&mut self, slot: SlotId, old: Option<Var>, new: Var, span: Span) {
        let is_later = |v: &Option<Var>| v.is_some_and(|v| self.facts.guards.contains(&v));
        if old.is_none()
            && self.facts.guards.contains(&new)
            && self.ssa.env.iter().skip(slot + 1).any(is_later)
        {
            let message = "this value with a destructor would be dropped after variables that are \
                           declared later: declare the variable where it gets its value";
            self.diagnostics.error(span, message);
        }
    }

    /// Reports a pattern that moves a value out of a struct: derivatives would have a copy of it.
    pub fn refuse_destructured(&mut self, pat: &Pat, value: &Value) {
        let is_apart = matches!(without_type(pat), Pat::Struct(_) | Pat::TupleStruct(_))
            && matches!(value, Value::Var(..));
        let is_guard = |p: &PatIdent| self.names.inferred.binding_is_guard(&p.ident);
        if is_apart && self.bindings_by_value(pat).iter().any(is_guard) {
            let message = "this pattern moves a guard out of a larger value, which is not \
                           supported: use `unwrap` or `expect` in a `let`, as in `let guard = \
                           lock.lock().unwrap();`";
            return self.error(pat, message);
        }
        if is_apart && !self.owning_bindings(pat).is_empty() {
            let message = "this pattern moves a value with a destructor out of a larger one, which \
                           is not supported: use it in place, or bind a reference (`ref g`)";
            self.error(pat, message);
        }
    }

    /// Reports a function of `std::mem` that exchanges such values.
    pub fn refuse_exchanged(&mut self, of: &Expr) -> bool {
        let behind = if let Expr::Reference(r) = places::place::unparen(of) { &r.expr } else { of };
        let is_guard = self.names.inferred.drops(behind);
        if is_guard {
            let message = "swapping or replacing a value with a destructor is not supported: bind \
                           the new value to a new variable";
            self.error(of, message);
        }
        is_guard
    }

    /// `make(…).unwrap()`, `make(…).expect("…")` whose value runs code when dropped: it is
    /// constructed and moved as in the program.
    pub fn unwrapped_guard(&mut self, m: &syn::ExprMethodCall) -> Option<Value> {
        let is_unwrapped =
            matches!((m.method.to_string().as_str(), m.args.len()), ("unwrap", 0) | ("expect", 1));
        let Expr::Call(call) = places::place::unparen(&m.receiver) else { return None };
        let Expr::Path(function) = places::place::unparen(&call.func) else { return None };
        if !is_unwrapped
            || library::option::is_some(&function.path)
            || library::result::is_ok(&function.path).is_some()
        {
            return None;
        }
        let whole = Expr::MethodCall(m.clone());
        self.names.inferred.drops(&whole).then(|| self.guard(&whole))
    }

    /// A value with `Drop` whose type is known only from the annotation of its `let`: `let g:
    /// Guard = Default::default();`.
    pub fn annotated_guard(&mut self, l: &syn::Local) -> Option<Value> {
        let Pat::Type(typed) = &l.pat else { return None };
        let (Pat::Ident(p), init) = (&*typed.pat, &l.init.as_ref()?.expr) else { return None };
        let is_inferred = match places::place::unparen(init) {
            Expr::Call(c) => matches!(&*c.func, Expr::Path(f) if is_default(&f.path)),
            Expr::MethodCall(m) => m.method == "into",
            _ => false,
        };
        if !is_inferred || !self.names.inferred.binding_drops(&p.ident) {
            return None;
        }
        let ty = &typed.ty;
        Some(self.guard(&syn::parse_quote_spanned!(init.span()=> { let made: #ty = #init; made })))
    }

    /// Reports a value that is moved out of a larger one and whose drop runs code.
    pub fn refuse_moved_part(&mut self, part: &Expr, value: &Value) {
        let is_part =
            matches!(part, Expr::Field(_) | Expr::Index(_)) && self.names.inferred.drops(part);
        if is_part && matches!(value, Value::Var(v, false) if self.is_just_made(*v)) {
            let message = "moving a value with a destructor out of a larger one is not supported: \
                           use it in place, or borrow it";
            self.error(part, message);
        }
    }

    fn move_guards(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, false) if self.facts.guards.contains(&v) && !self.is_just_made(v) => {
                self.moved_guard(v, span)
            }
            // components of a tuple are dropped in order, and variables in reverse
            Value::Tuple(parts) => {
                let is_one_of_more = parts.iter().filter(|part| self.holds_guard(part)).count() > 1;
                let mut take = |part: Value| match part {
                    Value::Var(v, false) if is_one_of_more && self.facts.guards.contains(&v) => {
                        self.moved_guard(v, span)
                    }
                    part => self.move_guards(part, span),
                };
                let mut moved: Vec<Value> = parts.into_iter().rev().map(&mut take).collect();
                moved.reverse();
                Value::Tuple(moved)
            }
            Value::Option(mut maybe) => {
                if let library::option::Payload::Value(payload) = maybe.payload {
                    maybe.payload =
                        library::option::Payload::Value(self.move_guards(payload, span));
                }
                Value::Option(maybe)
            }
            Value::Result(mut outcome) => {
                for payload in [&mut outcome.value, &mut outcome.error] {
                    if let library::option::Payload::Value(value) = payload {
                        *payload =
                            library::option::Payload::Value(self.move_guards(value.clone(), span));
                    }
                }
                Value::Result(outcome)
            }
            value => value,
        }
    }

    fn moved_guard(&mut self, v: Var, span: Span) -> Value {
        let capture =
            Capture { name: "argument_0".into(), value: Tree::Leaf(v), by_reference: false };
        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let code = Opaque::new(
            quote::quote_spanned!(span=> argument_0),
            vec![capture],
            ownership::drops::GUARD,
        );
        // it is no longer a temporary
        self.facts.named.insert(v);
        let name = self.f.name(v).to_string();
        let moved = self.emit(&name, ty, Op::Opaque(Box::new(code)), span);
        self.facts.guards.insert(moved);
        Value::Var(moved, false)
    }

    /// Whether a variable is the result of a call, without a name in the program.
    fn is_just_made(&self, v: Var) -> bool {
        let is_made = |l: &Let| {
            l.vars.contains(&v) && matches!(l.op, Op::Opaque(_) | Op::Call(_) | Op::Read(_))
        };
        !self.facts.named.contains(&v)
            && self.blocks.last().is_some_and(|block| block.lets.iter().rev().any(is_made))
    }

    /// The block of an arm, which starts with a `let` for each value that its pattern moves and
    /// whose drop runs code. If there is none, the block is returned unchanged, because facts
    /// about its expressions are recorded by address.
    pub fn with_owned<'b>(&self, pat: &Pat, mut block: Cow<'b, syn::Block>) -> Cow<'b, syn::Block> {
        let owned = self.owning_bindings(pat);
        if !owned.is_empty() {
            let lets: Vec<syn::Stmt> = owned.iter().map(rebind_statement).collect();
            block.to_mut().stmts.splice(0..0, lets);
        }
        block
    }

    /// As [`Self::with_owned`], for the expression of an arm.
    pub fn arm_with_owned<'a>(&self, arm: &'a syn::Arm) -> Cow<'a, syn::Arm> {
        let owned = self.owning_bindings(&arm.pat);
        if owned.is_empty() {
            return Cow::Borrowed(arm);
        }
        let (lets, body) = (owned.iter().map(rebind_statement), &arm.body);
        let body = syn::parse_quote_spanned!(body.span()=> { #(#lets)* #body });
        Cow::Owned(syn::Arm { body: Box::new(body), ..arm.clone() })
    }

    /// Whether a pattern has a by-value variable for which it is not known whether its drop runs
    /// code.
    pub fn has_unresolved_binding(&self, pat: &Pat) -> bool {
        let is_seen = |p: &PatIdent| {
            self.names.inferred.binding_drops(&p.ident)
                || self.names.inferred.binding_drops_nothing(&p.ident)
        };
        !self.bindings_by_value(pat).iter().all(is_seen)
    }

    /// The variables of a pattern that own values whose drop runs code.
    fn owning_bindings(&self, pat: &Pat) -> Vec<PatIdent> {
        self.bindings_by_value(pat)
            .into_iter()
            .filter(|p| self.names.inferred.binding_drops(&p.ident))
            .collect()
    }

    /// The variables of a pattern without `ref`.
    fn bindings_by_value(&self, pat: &Pat) -> Vec<PatIdent> {
        struct Find<'a>(&'a names::pattern_names::PatternNames, Vec<PatIdent>);
        impl<'ast> Visit<'ast> for Find<'_> {
            fn visit_pat_ident(&mut self, p: &'ast PatIdent) {
                if p.by_ref.is_none() && !self.0.is_constant(p) {
                    self.1.push(p.clone());
                }
                syn::visit::visit_pat_ident(self, p);
            }
        }
        let mut find = Find(&self.names.pattern_names, Vec::new());
        find.visit_pat(pat);
        find.1
    }
}

fn is_default(path: &syn::Path) -> bool {
    let mut last = path.segments.iter().rev();
    last.next().is_some_and(|name| name.ident == "default")
        && last.next().is_some_and(|of| of.ident == "Default")
}

fn rebind_statement(p: &PatIdent) -> syn::Stmt {
    let (mutable, name) = (&p.mutability, &p.ident);
    syn::parse_quote_spanned!(name.span()=> let #mutable #name = #name;)
}
