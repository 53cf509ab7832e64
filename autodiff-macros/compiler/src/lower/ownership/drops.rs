//! Drops of values that only rustc knows: they may be guards.
//!
//! A named value is dropped at the end of its block. A value without a name is a temporary. It is
//! dropped at the end of its statement, or of the condition or the block tail that contains it.
//! Emitted code names temporaries. So a possible guard, and all code that follows in its
//! statement, becomes a *scope*: a branch with one arm, whose results are the values that are read
//! after it:
//!
//! ```text
//! let a = M.lock().unwrap().checked_add(1);
//!
//! a = { t = rust { M.lock().unwrap() }; a = rust { t.checked_add(1) }; (a) }
//! ```
//!
//! It does not matter whether rustc moves a temporary into its consumer: at the end of a scope,
//! the part that was not moved is dropped. Nor can a result borrow from a temporary of the same
//! statement, or the program would not compile. There are two exceptions. Where a `let` extends
//! the life of a temporary ([`extends_temporaries`]), its statement has no scope. Where the scope ends earlier
//! than in the program ([`TemporariesEnd::Early`]), only values without borrows leave the scope. A number
//! that is computed from a single temporary needs no scope: emission writes the temporary in place
//! (`emit/body/storage.rs`).

use crate::lower::ownership::guard_versions::{opaque_values, with_earlier_versions};
use crate::lower::ownership::temporaries::{FindMoves, is_destructured, is_moved};
pub use crate::lower::ownership::temporaries::{extends_temporaries, refers_to_call, without_type};
use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::Expr;

/// The reason of a drop at the end of a variable's scope.
pub(super) const END_OF_SCOPE: &str = "the end of a scope";

/// Marks the end of a block whose variables may be guards that are moved in it, until [`finish`]
/// makes scopes.
pub(super) const END_OF_BLOCK: &str = "the end of a block";

/// Marks the start of the `else` of an `if let`.
const ELSE: &str = "an else";

/// Marks the end of a `let` that extends the life of temporaries.
const EXTENDED: &str = "an extended life";

/// Why values with `Drop` are refused in the condition of an `if let`.
const DIFFERS_BY_EDITION: &str = "this condition makes a value with a destructor, whose drop order \
                                  relative to `else` depends on the edition: bind it with a `let` \
                                  before";

/// Why a temporary with `Drop` is refused in a `let` that refers to it.
const EXTENDS: &str = "a temporary value with a destructor lives as long as the reference to it in \
                       this `let`, which is not supported: bind the value with a `let` of its own \
                       before";

/// The reason of a drop of a value that an assignment replaces.
const REPLACED: &str = "an assignment";

/// A value whose type implements `Drop`.
pub const GUARD: &str = "a value with a destructor";

/// Marks where temporaries end, until [`finish`] makes scopes.
pub(super) const END_OF_STATEMENT: &str = "the end of a statement";

/// Where temporaries end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TemporariesEnd {
    /// Where they end in the program.
    There,
    /// Earlier, or where the edition of the program decides.
    Early,
}

/// Where a statement starts.
pub struct StatementStart {
    /// The count of enclosing blocks.
    depth: usize,
    /// The count of operations before it in its block.
    lets: usize,
    /// The count of variables so far.
    vars: usize,
}

impl Lowerer<'_> {
    /// Whether a constructor, by its path, returns a value whose drop runs code.
    pub fn makes_guard(&self, constructor: &syn::Path) -> bool {
        self.world().is_constructor_with_drop(constructor)
    }

    /// A constructed value whose drop runs code: it is constructed and moved exactly as in the
    /// program. rustc knows its type.
    pub fn guard(&mut self, made: &Expr) -> Value {
        let value = self.opaque_as(
            made,
            None,
            GUARD.into(),
            "construct it from values without reals, or drop nothing".into(),
            false,
        );
        if let Value::Var(v, _) = value {
            self.facts.guards.insert(v);
        }
        value
    }

    /// Records the result of a function without a derivative, if dropping it is known to run code.
    pub fn note_guard(&mut self, callee: &Callee, given: &[Var]) {
        if self.recorded_result(callee).is_some_and(|ty| self.names_dropped(&ty.to_token_stream()))
        {
            self.facts.guards.extend(given);
        }
    }

    /// Drops the variables of the block that are never moved, if they turn out to be of types that
    /// only rustc knows ([`finish`]): they may be guards, and the block may have no scope of its
    /// own in emitted code.
    pub fn end_guards(
        &mut self,
        block: &syn::Block,
        gone: &[(String, Binding)],
        first: SlotId,
        start: &StatementStart,
    ) {
        self.decide_moves_before_assignments(block, first);
        let span = block.brace_token.span.close();
        let goes_on = matches!(self.ssa.exit, Exit::Normal);
        let has_end = goes_on && self.blocks.len() == start.depth;
        let mut moved = Vec::new();
        let parts = |(name, binding): &'_ (String, Binding)| {
            // components of a tuple are dropped in their order
            let is_whole = matches!(binding, Binding::Slot(_));
            Self::slots_of(binding)
                .into_iter()
                .map(|slot| (name.clone(), slot, is_whole))
                .collect::<Vec<_>>()
        };
        for (name, slot, is_whole) in gone.iter().rev().flat_map(parts) {
            let Some(v) = self.ssa.env.get(slot).copied().flatten() else { continue };
            if slot < first
                || self.slots[slot].reference
                || !self.may_be_guard(v)
                || !is_whole && !self.is_version_of_guard(v)
            {
                continue;
            }
            // after control has left, values constructed in an arm are dropped at its end
            if !goes_on && !self.is_constructed_here(v) {
                continue;
            }
            let may_be_moved = is_moved(block, &name) || !is_whole && is_destructured(block, &name);
            // what rustc drops at the end of the block comes after all drops that are written
            if may_be_moved || has_end && !moved.is_empty() {
                moved.push(v);
            } else {
                self.push(Vec::new(), drop_of(v, END_OF_SCOPE, span), span);
            }
        }
        // rustc drops the parts of them that were not moved
        if has_end && !moved.is_empty() {
            self.push(Vec::new(), mark_operation(&moved, END_OF_BLOCK), span);
        }
    }

    /// Whether a variable, or one that it is a version of, is known to be a guard.
    pub fn is_version_of_guard(&self, v: Var) -> bool {
        let guards = &self.facts.guards;
        if guards.is_empty() || guards.contains(&v) {
            return guards.contains(&v);
        }
        let earlier = |vars: Vec<Var>, block: &Block| with_earlier_versions(&block.lets, &vars);
        self.blocks.iter().rev().fold(vec![v], earlier).iter().any(|v| guards.contains(v))
    }

    /// Whether a variable is bound in the current block, or in one around it.
    fn is_constructed_here(&self, v: Var) -> bool {
        self.blocks.iter().any(|block| block.lets.iter().any(|l| l.vars.contains(&v)))
    }

    /// The known guards among the arguments of an inlined call, which owns them, with the names of
    /// their parameters.
    pub fn guards_among_arguments(
        &self,
        params: &[syn::Pat],
        arguments: &[Value],
    ) -> Vec<(Option<String>, Var)> {
        let owned = params.iter().zip(arguments).filter_map(|(param, argument)| {
            match (argument, without_type(param)) {
                (Value::Var(v, false), syn::Pat::Ident(p)) if self.is_guard(*v) => {
                    Some((Some(p.ident.to_string()), *v))
                }
                (Value::Var(v, false), syn::Pat::Wild(_)) if self.is_guard(*v) => Some((None, *v)),
                _ => None,
            }
        });
        owned.collect()
    }

    /// Drops the arguments that an inlined call has not moved, at its end.
    pub fn end_passed(&mut self, passed: Vec<(Option<String>, Var)>, body: &Expr, span: Span) {
        for (name, v) in passed.into_iter().rev() {
            let is_retained = !name.is_some_and(|name| {
                FindMoves::of(&name).has_move(|mentions| mentions.visit_expr(body))
            });
            if is_retained && self.is_constructed_here(v) {
                self.push(Vec::new(), drop_of(v, END_OF_SCOPE, span), span);
            }
        }
    }

    /// Whether an expression constructs only guards: arrays and tuples of them are constructed as
    /// a whole.
    pub fn makes_guards(&self, e: &Expr) -> bool {
        let all = |parts: &mut dyn Iterator<Item = &Expr>| {
            let mut parts = parts.peekable();
            parts.peek().is_some() && parts.all(|part| self.makes_guards(part))
        };
        match unparen(e) {
            Expr::Call(c) => matches!(unparen(&c.func), Expr::Path(p) if self.makes_guard(&p.path)),
            Expr::Struct(s) => self.makes_guard(&s.path),
            Expr::Array(a) => all(&mut a.elems.iter()),
            Expr::Tuple(t) => all(&mut t.elems.iter()),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => {
                let elements = m.mac.parse_body_with(
                    syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated,
                );
                let is_guard = |e: &Expr| {
                    matches!(e, Expr::Call(_) | Expr::MethodCall(_)) && self.names.inferred.drops(e)
                };
                let are_guards = |elements: &mut dyn Iterator<Item = &Expr>| {
                    let mut elements = elements.peekable();
                    elements.peek().is_some()
                        && elements.all(|e| self.makes_guards(e) || is_guard(unparen(e)))
                };
                elements.is_ok_and(|elements| are_guards(&mut elements.iter()))
            }
            _ => false,
        }
    }

    /// Reports a guard that an arm would own: it would have to be dropped where the arm ends.
    pub fn refuse_owned_guards(&mut self, pat: &syn::Pat, value: &Value) {
        if self.holds_guard(value) && self.has_unresolved_binding(pat) {
            let message = "this arm moves a value with a destructor, and derivatives drop it \
                           elsewhere: take it out with `let … else` before, or bind a reference \
                           (`ref g`)";
            self.error(pat, message);
        }
    }

    /// Reports a mutable vector of guards: its methods are not known to drop the elements that
    /// they remove.
    pub fn refuse_growing_guards(&mut self, l: &syn::Local) {
        let is_changed =
            matches!(without_type(&l.pat), syn::Pat::Ident(p) if p.mutability.is_some());
        if let Some(init) = l
            .init
            .as_ref()
            .filter(|init| is_changed && matches!(unparen(&init.expr), Expr::Macro(_)))
            && self.makes_guards(&init.expr)
        {
            let message = "a vector that changes cannot hold values with destructors: bind each to \
                           a variable";
            self.error(&init.expr, message);
        }
    }

    pub fn holds_guard(&self, value: &Value) -> bool {
        match value {
            Value::Var(v, false) => self.is_guard(*v),
            Value::Tuple(parts) => parts.iter().any(|part| self.holds_guard(part)),
            Value::Option(maybe) => matches!(&maybe.payload, library::option::Payload::Value(value)
                if self.holds_guard(value)),
            Value::Result(outcome) => [&outcome.value, &outcome.error].iter().any(|payload| {
                matches!(payload, library::option::Payload::Value(value)
                    if self.holds_guard(value))
            }),
            _ => false,
        }
    }

    /// Reports an assignment to an `Option` that holds a guard, or receives one.
    pub fn refuse_replaced_option(&mut self, payload: &Binding, new: &Value, span: Span) {
        let held = Self::slots_of(payload)
            .into_iter()
            .filter_map(|slot| self.ssa.env.get(slot).copied().flatten());
        if self.holds_guard(new) {
            let message = "assigning a value with a destructor to an `Option` is not supported: \
                           bind it to a new variable";
            self.diagnostics.error(span, message);
        } else if held.into_iter().any(|v| self.is_guard(v)) {
            let message = "assigning over a value with a destructor is not supported: bind the new \
                           value to a new variable";
            self.diagnostics.error(span, message);
        }
    }

    fn may_be_guard(&self, v: Var) -> bool {
        match self.shallow(v) {
            _ if self.facts.guards.contains(&v) => true,
            // not a number
            ty @ Ty::Infer(_) => self.types.kind(&ty) == Some(Kind::Any),
            Ty::Sequence(..) | Ty::Foreign(_) | Ty::Discrete(_) => true,
            _ => false,
        }
    }

    /// Drops the value of a variable that an assignment replaces, if it turns out to be a guard.
    pub fn replace(&mut self, slot: SlotId, old: Option<Var>, span: Span) {
        let Some(old) = old.filter(|old| !self.slots[slot].reference && self.may_be_guard(*old))
        else {
            return;
        };
        self.collected.replaced_values.push((slot, old));
        self.push(Vec::new(), drop_of(old, REPLACED, span), span);
    }

    /// Reports guards of `std` in the condition of an `if let` with an `else` that may observe
    /// whether they are still held.
    pub fn refuse_guards_before_else(&mut self, condition: &Expr, otherwise: &Expr) {
        if self.borrows_guards_of_std(condition)
            && opaque::may_call(otherwise, &|path| self.is_constructor(path))
        {
            self.error(condition, DIFFERS_BY_EDITION);
        }
    }

    /// Records the variables that are created before the `else` of an `if let`, where editions
    /// differ in when temporaries are dropped.
    pub fn note_else(&mut self, made: std::ops::Range<usize>, span: Span) {
        self.note_temporaries(made, ELSE, span);
    }

    /// Reports guards that are temporaries of a `let` that extends their life.
    pub fn end_extended(&mut self, value: &Expr, start: &StatementStart) {
        if self.borrows_guards(value) {
            self.error(value, EXTENDS);
        } else {
            self.note_temporaries(start.vars..self.f.vars.len(), EXTENDED, span_of(value));
        }
    }

    fn note_temporaries(&mut self, made: std::ops::Range<usize>, what: &str, span: Span) {
        let temporaries: Vec<Var> = made
            .map(|v| Var(v as u32))
            .filter(|v| !self.facts.named.contains(v) && self.may_be_guard(*v))
            .collect();
        if !temporaries.is_empty() {
            self.push(Vec::new(), mark_operation(&temporaries, what), span);
        }
    }

    /// Decides whether the variables of a block that were assigned again may have been moved
    /// before.
    pub fn decide_moves_before_assignments(&mut self, block: &syn::Block, first: SlotId) {
        for (slot, old) in self
            .collected
            .replaced_values
            .extract_if(.., |(slot, _)| *slot >= first)
            .collect::<Vec<_>>()
        {
            if is_moved(block, &self.slots[slot].name) {
                self.facts.may_be_moved.insert(old);
            }
        }
    }

    /// Whether an expression calls methods on, or borrows, temporaries whose drop runs code. These
    /// live to the end of the statement, but a branch that contains all following code has no such
    /// point.
    pub fn borrows_guards(&self, e: &Expr) -> bool {
        self.borrows_matching(e, &|e| self.names.inferred.drops(e))
    }

    /// As [`Self::borrows_guards`], for guards of `std`.
    pub fn borrows_guards_of_std(&self, e: &Expr) -> bool {
        self.borrows_matching(e, &|e| self.names.inferred.is_guard(unparen(e)))
    }

    fn borrows_matching(&self, e: &Expr, is_it: &dyn Fn(&Expr) -> bool) -> bool {
        struct Borrowed<'i>(&'i dyn Fn(&Expr) -> bool, bool);
        impl Borrowed<'_> {
            fn operand(&mut self, e: &Expr) {
                let is_made =
                    matches!(unparen(e), Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_));
                self.1 |= is_made && (self.0)(e);
            }
        }
        impl<'ast> syn::visit::Visit<'ast> for Borrowed<'_> {
            fn visit_expr(&mut self, e: &'ast Expr) {
                match e {
                    // temporaries in these end there
                    Expr::Closure(_) | Expr::Block(_) => return,
                    Expr::MethodCall(m) => self.operand(&m.receiver),
                    Expr::Reference(r) => self.operand(&r.expr),
                    Expr::Field(f) => self.operand(&f.base),
                    Expr::Index(i) => self.operand(&i.expr),
                    _ => {}
                }
                syn::visit::visit_expr(self, e);
            }
            fn visit_block(&mut self, _: &'ast syn::Block) {}
        }
        let mut borrowed = Borrowed(is_it, false);
        syn::visit::Visit::visit_expr(&mut borrowed, e);
        borrowed.1
    }

    /// Lowers code at whose end the temporaries created in it are dropped.
    pub fn ending_temporaries<T>(
        &mut self,
        end: TemporariesEnd,
        span: Span,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let start = self.start_of_statement();
        let value = lower(self);
        self.end_of_statement(&start, end, span);
        value
    }

    pub fn start_of_statement(&self) -> StatementStart {
        let lets = self.blocks.last().map_or(0, |block| block.lets.len());
        StatementStart { depth: self.blocks.len(), lets, vars: self.f.vars.len() }
    }

    /// Records that temporaries created since the start end here.
    pub fn end_of_statement(&mut self, start: &StatementStart, end: TemporariesEnd, span: Span) {
        let Some(block) = self.blocks.last() else { return };
        let may_make_guards = |l: &Let| matches!(&l.op, Op::Call(_)) || is_made(l);
        if self.blocks.len() != start.depth
            || !block.lets.iter().skip(start.lets).any(may_make_guards)
        {
            return;
        }
        let (first, last, early) = (start.vars, self.f.vars.len(), end == TemporariesEnd::Early);
        let opaque = Opaque {
            effect: true,
            ..Opaque::new(quote::quote!(#first, #last, #early), Vec::new(), END_OF_STATEMENT)
        };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }
}

/// Whether opaque code constructs a value.
pub fn is_made(l: &Let) -> bool {
    matches!((&l.op, &l.vars[..]), (Op::Opaque(o), [_]) if !o.effect && !o.again)
}

fn drop_of(v: Var, what: &str, span: Span) -> Op {
    let captures =
        vec![Capture { name: "argument_0".into(), value: Tree::Leaf(v), by_reference: false }];
    let code = quote::quote_spanned!(span=> ::core::mem::drop(argument_0));
    Op::Opaque(Box::new(Opaque { effect: true, ..Opaque::new(code, captures, what) }))
}

fn mark_operation(vars: &[Var], what: &str) -> Op {
    let capture =
        |v: &Var| Capture { name: "_".into(), value: Tree::Leaf(*v), by_reference: false };
    Op::Opaque(Box::new(Opaque {
        effect: true,
        ..Opaque::new(TokenStream::new(), vars.iter().map(capture).collect(), what)
    }))
}

/// Whether an operation only marks where something ends.
pub fn is_end(op: &Op) -> bool {
    matches!(op, Op::Opaque(o) if [
        END_OF_SCOPE,
        END_OF_BLOCK,
        END_OF_STATEMENT,
        REPLACED,
        ELSE,
        EXTENDED,
    ]
    .contains(&o.what.as_str()))
}

impl Lowerer<'_> {
    /// Removes the drops at the ends of scopes and at assignments, except those of values that may
    /// be guards.
    pub fn retain_guard_drops(&mut self, block: &mut Block) {
        let copied: Vec<Span> =
            block.lets.iter().filter(|l| self.copies_guard(l)).map(|l| l.span).collect();
        for span in copied {
            let message = "moving or copying a value with a destructor in this way is not \
                           supported: bind it with a `let`, and iterate over such values by \
                           reference";
            self.diagnostics.error(span, message);
        }
        let ends_some = block.lets.iter().any(|l| is_end(&l.op));
        let made = if ends_some { opaque_values(&block.lets) } else { HashSet::default() };
        let may_drop = |v: &Var| self.facts.guards.contains(v) || self.may_drop(self.f.ty(*v));
        let (mut unclear, mut late) = (Vec::new(), Vec::new());
        block.lets.retain(|l| match &l.op {
            Op::Opaque(o) if o.what == END_OF_SCOPE => o
                .captures
                .iter()
                .flat_map(|c| c.value.leaves())
                .all(|v| made.contains(&v) && may_drop(&v)),
            Op::Opaque(o) if o.what == END_OF_BLOCK => {
                l.op.operands().iter().any(|v| made.contains(v) && may_drop(v))
            }
            Op::Opaque(o) if o.what == ELSE || o.what == EXTENDED => {
                if l.op.operands().iter().any(|v| self.is_guard(*v)) {
                    late.push((l.span, if o.what == ELSE { DIFFERS_BY_EDITION } else { EXTENDS }));
                }
                false
            }
            Op::Opaque(o) if o.what == REPLACED => {
                let guards: Vec<Var> =
                    o.captures.iter().flat_map(|c| c.value.leaves()).filter(may_drop).collect();
                let (moved, retained): (Vec<Var>, Vec<Var>) =
                    guards.into_iter().partition(|v| self.facts.may_be_moved.contains(v));
                unclear
                    .extend(moved.into_iter().filter(|v| self.is_guard(*v)).map(|v| (v, l.span)));
                !retained.is_empty()
            }
            _ => true,
        });
        for (span, message) in late {
            self.diagnostics.error(span, message);
        }
        for (v, span) in unclear {
            let message = format!(
                "`{}` may still have its value with a destructor when it is assigned over: bind \
                 the new value to a new variable",
                self.f.name(v)
            );
            self.diagnostics.error(span, message);
        }
        for l in &mut block.lets {
            match &mut l.op {
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.retain_guard_drops(arm)),
                Op::Loop(lp) => self.retain_guard_drops(&mut lp.body),
                _ => {}
            }
        }
    }

    /// Whether an operation copies a guard, or a part of something that is one.
    fn copies_guard(&self, l: &Let) -> bool {
        match &l.op {
            Op::Read(place) => {
                self.is_guard(l.vars[0])
                    || self.is_guard(place.root)
                        && (place.path.is_empty() || self.may_drop(self.f.ty(l.vars[0])))
            }
            _ => false,
        }
    }

    /// Whether dropping values of a type may run code: this is known of the type, or only rustc
    /// knows the type.
    pub(super) fn may_drop(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Foreign(ty) => ty.to_string() == "_" || !self.world().is_never_dropped(ty),
            Ty::Sequence(_, Projection::Output(made_by)) if made_by.path.to_string() == "_" => true,
            ty => self.is_dropped(ty),
        }
    }

    /// Whether dropping values of a type is known to run code.
    fn is_dropped(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Foreign(ty) => self.names_dropped(ty),
            Ty::Discrete(Projection::Named(ty)) => self.names_dropped(ty),
            Ty::Discrete(Projection::Output(callee)) => {
                let result = self.recorded_result(callee);
                result.is_some_and(|ty| self.names_dropped(&ty.to_token_stream()))
            }
            Ty::Vec(of) | Ty::Deque(of) | Ty::Array(of, _) | Ty::Wrapped(_, of) => {
                self.is_dropped(of)
            }
            _ => false,
        }
    }

    fn is_guard(&self, v: Var) -> bool {
        self.facts.guards.contains(&v) || self.is_dropped(self.f.ty(v))
    }

    fn names_dropped(&self, ty: &TokenStream) -> bool {
        syn::parse2(ty.clone()).is_ok_and(|path| self.world().is_constructor_with_drop(&path))
    }
}

/// Records which values of types that only rustc knows are temporaries in the user's function as
/// well.
pub fn mark_temporaries(block: &mut Block, named: &HashSet<Var>) {
    for l in &mut block.lets {
        if let (Op::Opaque(o), [v]) = (&mut l.op, &l.vars[..]) {
            o.temporary = !o.effect && !named.contains(v);
        }
        match &mut l.op {
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| mark_temporaries(arm, named)),
            Op::Loop(lp) => mark_temporaries(&mut lp.body, named),
            _ => {}
        }
    }
}
