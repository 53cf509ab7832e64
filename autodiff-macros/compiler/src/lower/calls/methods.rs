//! Method calls.

use crate::ir::types::Spelling as Form;
use crate::lower::library::lists::is_pop;
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::library::option_updates::Changed;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::types::option_hint::holder;
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::visit::Visit;
use syn::{Expr, ExprMethodCall};

/// Methods that integers have as well, with the same meaning.
const ALSO_OF_INTEGERS: &[&str] =
    &["abs", "signum", "min", "max", "clamp", "rem_euclid", "div_euclid"];

/// Methods of iterators and of what makes them: a chain of these is passed through whole, closures
/// and all.
pub const CHAINS: &[(&str, usize)] = &[
    ("iter", 0),
    ("into_iter", 0),
    ("iter_mut", 0),
    ("map", 1),
    ("filter", 1),
    ("filter_map", 1),
    ("flat_map", 1),
    ("flatten", 0),
    ("fold", 2),
    ("rfold", 2),
    ("sum", 0),
    ("product", 0),
    ("zip", 1),
    ("enumerate", 0),
    ("rev", 0),
    ("chain", 1),
    ("take", 1),
    ("skip", 1),
    ("take_while", 1),
    ("skip_while", 1),
    ("step_by", 1),
    ("windows", 1),
    ("chunks", 1),
    ("chunks_exact", 1),
    ("copied", 0),
    ("cloned", 0),
    ("collect", 0),
    ("count", 0),
    ("any", 1),
    ("all", 1),
    ("find", 1),
    ("rfind", 1),
    ("position", 1),
    ("rposition", 1),
    ("max_by", 1),
    ("min_by", 1),
    ("max_by_key", 1),
    ("min_by_key", 1),
    ("scan", 2),
    ("reduce", 1),
    ("for_each", 1),
    ("unzip", 0),
    ("partition", 1),
    ("chars", 0),
    ("bytes", 0),
    ("lines", 0),
    ("split", 1),
    ("split_whitespace", 0),
    ("keys", 0),
    ("values", 0),
    ("last", 0),
    ("nth", 1),
    ("peekable", 0),
    ("split_at", 1),
    ("unwrap", 0),
    ("expect", 1),
    ("unwrap_or", 1),
    ("unwrap_or_default", 0),
    ("unwrap_or_else", 1),
    ("ok", 0),
    ("is_some", 0),
    ("is_none", 0),
    ("is_ok", 0),
    ("is_err", 0),
    ("get", 1),
    ("first", 0),
    ("parse", 0),
    ("trim", 0),
    ("and_then", 1),
    ("try_into", 0),
    ("into", 0),
];

/// Methods that change a sequence and give nothing.
const CHANGES: &[&str] = &[
    "sort",
    "sort_unstable",
    "sort_by",
    "sort_by_key",
    "sort_unstable_by",
    "reverse",
    "fill",
    "truncate",
    "rotate_left",
    "rotate_right",
    "extend",
    "extend_from_slice",
    "insert",
    "remove",
    "swap_remove",
    "resize",
    "dedup",
    "retain",
    "append",
    "drain",
    "copy_from_slice",
    "clone_from_slice",
    "copy_within",
    "reserve",
    "shrink_to_fit",
    "clear",
    "split_off",
    "fill_with",
];

/// Methods that change a sequence and are understood.
const UNDERSTOOD_CHANGES: &[&str] =
    &["push", "pop", "push_back", "push_front", "pop_back", "pop_front", "swap"];

#[derive(Default)]
struct HasClosure(bool);

impl<'ast> Visit<'ast> for HasClosure {
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {
        self.0 = true;
    }
}

/// What the first of a chain of methods is called on.
fn root(e: &Expr) -> &Expr {
    match unparen(e) {
        Expr::MethodCall(m) => root(&m.receiver),
        e => e,
    }
}

/// Whether a method may be one of iterators, `Option`s or sequences that is understood.
fn is_known(name: &str, arguments: usize) -> bool {
    iterate::is_method(name, arguments)
        || iterate::is_source(name, arguments)
        || library::option::is_method(name, arguments)
        || library::result::is_method(name, arguments)
        || library::slices::is_method(name, arguments)
        || library::option::changes(name, arguments)
        || matches!((name, arguments), ("next_if" | "next_if_eq", 1))
        || matches!(
            (name, arguments),
            (
                "total_cmp"
                    | "partial_cmp"
                    | "cmp"
                    | "then"
                    | "then_with"
                    | "then_some"
                    | "contains",
                1
            )
        )
        || matches!(
            (name, arguments),
            (
                "reverse"
                    | "is_lt"
                    | "is_le"
                    | "is_gt"
                    | "is_ge"
                    | "is_eq"
                    | "is_ne"
                    | "peek"
                    | "take",
                0
            )
        )
}

/// Whether std has a method of this name that is understood, or told apart, elsewhere.
pub fn is_of_std(name: &str, arguments: usize) -> bool {
    is_known(name, arguments)
        || Prim::from_method(name, arguments + 1).is_some()
        || CHAINS.contains(&(name, arguments))
        || CHANGES.contains(&name)
        || UNDERSTOOD_CHANGES.contains(&name)
        || matches!(
            name,
            "len"
                | "is_empty"
                | "to_vec"
                | "autodiff_saved"
                | "into_boxed_slice"
                | "copied"
                | "cloned"
                | "sin_cos"
        )
}

/// Whether a method of this name that std has may change what it is called on.
pub fn may_change(name: &str, arguments: usize) -> bool {
    CHANGES.contains(&name)
        || UNDERSTOOD_CHANGES.contains(&name)
        || library::option::changes(name, arguments)
        || iterate::advances(name)
}

impl Lowerer<'_> {
    /// A method call; `nested` if it is the receiver of another one.
    pub fn method_call(&mut self, m: &ExprMethodCall, nested: bool) -> Value {
        if let Some(value) = self
            .method_of_source(m)
            .or_else(|| self.method_behind_guard(m))
            .or_else(|| self.read_method_behind_guard(m))
            .or_else(|| self.unwrapped_guard(m))
        {
            return value;
        }
        if !nested && let Some(value) = self.chain_without_reals(m) {
            return value;
        }
        if m.method == "autodiff_saved" {
            return self.saved_call(m);
        }
        if let Some(apart) = self.qualified_call(m).or_else(|| self.fluent(m)) {
            return self.expr(&apart);
        }
        let definer = self.inferred.definer(m);
        let of_crate = matches!(definer, Some(infer::Definer::Crate | infer::Definer::Bound));
        if of_crate && let Some(value) = self.method_of_crate(m) {
            return value;
        }
        if definer == Some(infer::Definer::Bound) {
            return self.method_of_value(m, None);
        }
        if let Some(value) = self
            .scalar_method(m)
            .or_else(|| self.conversion_to_sequence(m))
            .or_else(|| self.conversion_of_own(m))
        {
            return value;
        }
        if let Some(choice) = self.method_with_choice_outside(m) {
            return self.expr(&choice);
        }
        let name = m.method.to_string();
        let span = m.method.span();
        if let Some(value) = self
            .array_of_slice(m)
            .or_else(|| self.concatenated(m))
            .or_else(|| self.range_contains(m))
        {
            return value;
        }
        if let Some(value) = self.method_of_collection(m) {
            return value;
        }
        if !of_crate && let Some(value) = self.own_method(m) {
            return value;
        }
        if !of_crate && let Some(others) = self.by_others(m) {
            return self.expr(&others);
        }
        if let ("unwrap", 0, Expr::MethodCall(inner)) =
            (name.as_str(), m.args.len(), unparen(&m.receiver))
            && is_pop(inner)
            && !self.is_behind_guard(inner)
            && !self.is_of_foreign_collection(inner)
        {
            return self.pop(inner);
        }
        self.rely_on_std_for(m);
        let mut reason = None;
        if is_known(&name, m.args.len()) {
            if nested {
                // what was evaluated for it is not evaluated twice
                match self.attempt(|s| s.known_method(m)) {
                    Ok(value) => return value,
                    Err(error) => {
                        error.into_iter().for_each(|error| self.diagnostics.append_one(error))
                    }
                }
            } else {
                let mentioned = self.mentions_reals(m);
                let reals = std::mem::replace(&mut self.chain_reals, mentioned);
                let exhausts = std::mem::replace(&mut self.chain_exhausts, iterate::exhausts(m));
                let result = self.attempt(|s| s.known_method(m));
                (self.chain_reals, self.chain_exhausts) = (reals, exhausts);
                match result {
                    Ok(value) => return value,
                    Err(error) => reason = error,
                }
            }
        }
        if nested
            && self.chain_reals
            && !is_known(&name, m.args.len())
            && iterate::unseen::gives_items(m)
        {
            let located = self.locate(&m.receiver);
            if !self.is_seen(&located)
                && let Some(items) = self.items_by_method(m, located)
            {
                return items;
            }
        }
        match (name.as_str(), m.args.len()) {
            ("expect", 1) => {
                if let Expr::MethodCall(inner) = unparen(&m.receiver)
                    && is_pop(inner)
                    && !self.is_behind_guard(inner)
                    && !self.is_of_foreign_collection(inner)
                {
                    return self.pop(inner);
                }
            }
            ("push" | "pop" | "clear", _) if self.is_text(&m.receiver) => {
                return self.method_of_value(m, None);
            }
            ("pop" | "pop_back" | "pop_front", 0) if !self.is_of_foreign_collection(m) => {
                return self.pop_maybe(m);
            }
            ("len", 0) | ("is_empty", 0) => return self.len_call(m, name == "is_empty"),
            ("push" | "push_back" | "push_front", 1) if !self.is_of_foreign_collection(m) => {
                return self.push_call(m);
            }
            ("swap", 2) => return self.swap_call(m),
            ("clear", 0) => return self.clear_call(m),
            ("clone" | "to_vec" | "to_owned" | "into_boxed_slice", 0) => {
                return self.clone_call(m, name == "to_vec");
            }
            ("copied" | "cloned", 0) if !matches!(unparen(&m.receiver), Expr::MethodCall(_)) => {
                let value = self.operand(&m.receiver);
                if name == "cloned" {
                    self.note_clones(&value, span);
                }
                return self.copied(value, span);
            }
            ("sin_cos", 0) => {
                let receiver = self.operand(&m.receiver);
                self.rely_on_std_of_number(m, matches!(receiver, Value::Var(_, true)));
                let x = self.scalar(receiver, span);
                let ty = self.ty(x);
                if self.is_likely_struct(&ty, "sin_cos")
                    && let Some(value) = self.unseen_method(m, x, &ty)
                {
                    return value;
                }
                self.types.narrow(&ty, Kind::Float);
                return Value::Tuple(vec![
                    self.prim("sin", Prim::Sin, vec![x], span),
                    self.prim("cos", Prim::Cos, vec![x], span),
                ]);
            }
            _ => {}
        }
        if Prim::from_method(&name, m.args.len() + 1).is_none() {
            let mut closures = HasClosure::default();
            closures.visit_expr_method_call(m);
            let is_chain = CHAINS.contains(&(name.as_str(), m.args.len()))
                && (closures.0 || !self.may_be_of_crate(m));
            // of what another method gives, which may be of a type of the user's
            let is_made = matches!(unparen(&m.receiver), Expr::MethodCall(_) | Expr::Call(_));
            // an operator gives no iterator, and no `Option`
            let is_computed = match root(&m.receiver) {
                Expr::Binary(b) => {
                    !matches!(b.op, syn::BinOp::Eq(_) | syn::BinOp::Lt(_) | syn::BinOp::Gt(_))
                }
                Expr::Unary(u) => matches!(u.op, syn::UnOp::Neg(_)),
                place => self.seen_type(place).is_some_and(|ty| self.types.is_of_operator(&ty)),
            };
            let is_own = closures.0
                && !is_chain
                && is_made
                && calls::associated::is_of_user(&name, m.args.len());
            if is_own || is_computed && (closures.0 || is_chain) {
                match self.attempt(|s| Some(s.method_of_value(m, None))) {
                    Ok(value) => return value,
                    Err(error) => reason = reason.or(error),
                }
            }
            if closures.0 || is_chain {
                return self.opaque_chain(m, reason);
            }
        }
        self.method_of_value(m, reason)
    }

    /// A call of a method that the crate defines.
    fn method_of_crate(&mut self, m: &ExprMethodCall) -> Option<Value> {
        match self.method_with_choice_outside(m) {
            Some(choice) => Some(self.expr(&choice)),
            None => self.own_method(m),
        }
    }

    /// A method of a real, of a type of the user's, or in code that is passed through.
    fn method_of_value(
        &mut self,
        m: &ExprMethodCall,
        reason: Option<crate::diagnostics::Diagnostic>,
    ) -> Value {
        let (name, span) = (m.method.to_string(), m.method.span());
        let receiver = self.locate(&m.receiver);
        if let Located::Code(code) = &receiver
            && Prim::from_method(&name, m.args.len() + 1).is_none()
            && !self.is_constant_of_own(code, m)
        {
            // a static is not copied
            let places::place::Code { captures, ty, .. } = code.clone();
            return self.opaque_method(m, &name, code.whole(), captures, &ty, span);
        }
        if let Located::Spot(spot) = &receiver
            && self.lies_in_constant(spot, &m.receiver)
            && Prim::from_method(&name, m.args.len() + 1).is_none()
        {
            // it stays where it is
            let (code, ty) = (m.receiver.to_token_stream(), spot.ty.clone());
            let captures = self.captures(code.clone());
            return self.opaque_method(m, &name, code, captures, &ty, span);
        }
        let place = match &receiver {
            Located::Spot(s) => matches!(s.root, Root::Slot(_)),
            Located::Value(Value::Alias(_)) => true,
            _ => false,
        };
        if let Some(value) = self.text_changed(m, &receiver) {
            return value;
        }
        let value = match receiver {
            Located::Spot(s) if s.by == BorrowMode::Unique => self.read(&s, span),
            other => self.value_of(other, span),
        };
        let is_reference = matches!(value, Value::Var(_, true));
        let (ty, is_tuple) = match &value {
            Value::Tuple(_) => (Ty::unit(), true),
            other => {
                let ty = self.value_ty(other);
                (self.types.shallow(&ty), false)
            }
        };
        if is_tuple {
            return self.fail(
                &m.method,
                format!(
                    "the method `{name}` of a tuple is not supported: call it on the components"
                ),
            );
        }
        if place && CHANGES.contains(&name.as_str()) && !matches!(ty, Ty::Foreign(_)) {
            if let Some(reason) = reason {
                self.diagnostics.append_one(reason);
                return Value::Var(self.dummy(span), false);
            }
            return self.fail(
                &m.method,
                format!(
                    "the method `{name}` is not supported yet on what the derivative may \
                    depend on: write it as a loop over indices, with `swap`, `push`, `pop` and \
                    assignments to elements"
                ),
            );
        }
        let receiver = self.scalar(value, span);
        // a method of a struct that reals have as well
        if self.is_likely_struct(&ty, &name)
            && let Some(value) = self.unseen_method(m, receiver, &ty)
        {
            return value;
        }
        if let Some(value) = self.method_of_foreign(m, receiver, &ty) {
            return value;
        }
        if let Some(value) = self.real_method(m, &name, receiver, &ty, span) {
            self.rely_on_std_of_number(m, is_reference);
            return value;
        }
        if let Some(value) = self.unseen_method(m, receiver, &ty) {
            return value;
        }
        let mut captures = Vec::new();
        let tokens = self.hole(&m.receiver, receiver, "receiver", &mut captures);
        let own = self.ty(receiver);
        self.opaque_method(m, &name, tokens, captures, &own, span)
    }

    /// Whether a place is a part, without tangents, of a variable without tangents that does not
    /// change.
    fn lies_in_constant(&self, spot: &Spot, e: &Expr) -> bool {
        fn is_named(e: &Expr) -> bool {
            match unparen(e) {
                Expr::Path(_) | Expr::Lit(_) => true,
                Expr::Field(f) => is_named(&f.base),
                Expr::Index(i) => is_named(&i.expr) && is_named(&i.index),
                Expr::Binary(b) => is_named(&b.left) && is_named(&b.right),
                _ => false,
            }
        }
        let Root::Slot(slot) = spot.root else { return false };
        let is_constant = |ty: &Ty| matches!(self.types.shallow(ty), Ty::Foreign(_));
        let slot = &self.slots[slot];
        !spot.path.is_empty()
            && !slot.mutable
            && !slot.unique
            && is_constant(&slot.ty)
            && is_constant(&spot.ty)
            && is_named(e)
    }

    /// Whether a method without closures that has a name of std's may be one of the crate: the
    /// crate defines one of that name, and nothing before it in the chain returns an iterator or an
    /// `Option`.
    fn may_be_of_crate(&self, m: &ExprMethodCall) -> bool {
        match self.inferred.definer(m) {
            Some(infer::Definer::Std) => return false,
            Some(_) => return true,
            None => {}
        }
        let follows_chain = match unparen(&m.receiver) {
            Expr::MethodCall(of) => {
                let is_foreign = || {
                    !self.mentions_reals(m)
                        && !self.world().defines_function(&of.method.to_string())
                };
                is_of_std(&of.method.to_string(), of.args.len()) || is_foreign()
            }
            _ => false,
        };
        !follows_chain && self.world().defines_function(&m.method.to_string())
    }

    /// Whether a receiver is a constant of a user-defined type, `Vec3::Z`, and an argument may be
    /// active: the call has a derivative.
    fn is_constant_of_own(&mut self, receiver: &places::place::Code, m: &ExprMethodCall) -> bool {
        let path = syn::parse2::<syn::Path>(receiver.tokens.clone());
        let is_constant =
            path.is_ok_and(|path| self.names_constant(&path) && !self.world().names_static(&path));
        is_constant
            && self.is_own_type(&receiver.ty)
            && m.args.iter().any(|arg| self.mentions_reals(arg))
    }

    /// `let a: [f64; 3] = slice.try_into().unwrap();`
    fn array_of_slice(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let Expr::MethodCall(inner) = unparen(&m.receiver) else { return None };
        if !(m.method == "unwrap" || m.method == "expect") || inner.method != "try_into" {
            return None;
        }
        let length = match self.expected(m)? {
            syn::Type::Array(a) => a.len.to_token_stream(),
            syn::Type::Reference(r) => match &*r.elem {
                syn::Type::Array(a) => a.len.to_token_stream(),
                _ => return None,
            },
            _ => return None,
        };
        let span = m.method.span();
        let made = self.attempt(|s| {
            let located = s.locate(&inner.receiver);
            if matches!(located, Located::Code(_)) {
                return None;
            }
            let items = s.sequence(located, Some(BorrowMode::Shared), &inner.receiver)?;
            let code = places::place::Code::new(length.clone(), "n", Ty::USIZE);
            let n = s.emit_code(code, span);
            let len = s.count(&items, span)?;
            s.check(
                quote!(::core::assert!(len == n, "could not convert slice to array")),
                &[("len", len), ("n", n)],
                span,
            );
            Some(s.array_from(
                length,
                &iterate::Iter::Items(iterate::Items::Copied(Box::new(items))),
                n,
                span,
            ))
        });
        made.ok()
    }

    /// Whether a variable of the user's in an expression may carry reals.
    pub fn mentions_reals(&self, e: &impl ToTokens) -> bool {
        opaque::names(e.to_token_stream()).iter().filter_map(|n| self.lookup(n)).any(|binding| {
            match binding {
                Binding::Unique(_) => true,
                Binding::Closure(_)
                | Binding::Iter(_)
                | Binding::Cursor(..)
                | Binding::Alias(_) => true,
                Binding::Window(window) => !self.types.is_discrete(&window.ty()),
                binding => Self::slots_of(binding).iter().any(|s| {
                    let ty = &self.slots[*s].ty;
                    let unseen = matches!(self.types.shallow(ty), Ty::Infer(_))
                        && matches!(self.types.origin(ty), Some(Origin::Opaque(_)));
                    !self.types.is_discrete(ty) && !unseen
                }),
            }
        })
    }

    /// A method of iterators, `Option`s or sequences, if it is understood.
    fn known_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (name, n, span) = (m.method.to_string(), m.args.len(), m.method.span());
        self.in_chain = matches!(unparen(&m.receiver), Expr::MethodCall(_));
        let held = self.held(m);
        let located =
            self.with_held(&m.receiver, holder(m, held), |s| s.receiver_value(&m.receiver));
        let located = self.seen_place(located, span);
        let located = if matches!((name.as_str(), n), ("iter" | "into_iter", 0)) {
            self.in_constant(located)
        } else {
            located
        };
        self.in_chain = false;
        match located {
            Located::Value(Value::Never) => Some(Value::Never),
            Located::Value(Value::Iter(iter)) => self.iter_method(&iter, m),
            Located::Iter(iter) => {
                if iterate::advances(&name) {
                    self.error(
                        m,
                        "advancing this iterator is not supported: only iterators over \
                        ranges, arrays, slices and Vec can be advanced; collect it into a Vec, and \
                        use an index",
                    );
                    return None;
                }
                self.iter_method(&iter, m)
            }
            Located::Cursor(items, slot) => self.cursor_method(&items, slot, m),
            Located::Option(some, payload) => {
                if library::option::changes(&name, n) {
                    return self.option_changed(&Changed::Variables(some, &payload), m);
                }
                match self.binding_value(&Binding::Option(some, payload.clone()), span) {
                    Value::Option(maybe) => self.maybe_method(*maybe, m),
                    _ => None,
                }
            }
            Located::Value(Value::Option(maybe)) => self.maybe_method(*maybe, m),
            Located::Value(Value::Result(o)) => self.outcome_method(*o, m),
            Located::Result(ok, parts) => {
                match self.binding_value(&Binding::Result(ok, parts), span) {
                    Value::Result(o) => self.outcome_method(*o, m),
                    _ => None,
                }
            }
            Located::Code(code)
                if matches!((name.as_str(), n), ("map", 1)) && self.mentions_reals(&m.args) =>
            {
                self.map_of_constant(code, m)
            }
            Located::Value(Value::Var(v, _)) if self.is_ordering(v) => self.ordering_method(v, m),
            Located::Spot(s)
                if matches!(s.root, Root::Var(v) if s.path.is_empty()
                && self.is_ordering(v)) =>
            {
                let v = self.current(s.root, span);
                self.ordering_method(v, m)
            }
            Located::Spot(s)
                if matches!(s.root, Root::Slot(slot) if s.path.is_empty()
                && self.env[slot].is_some_and(|v| self.is_ordering(v))) =>
            {
                let v = self.current(s.root, span);
                self.ordering_method(v, m)
            }
            located @ (Located::Spot(_) | Located::Value(Value::Var(..) | Value::Alias(_))) => {
                let of =
                    self.as_place(located.clone()).and_then(|(_, _, ty)| self.types.projected(&ty));
                if of.is_some_and(|of| self.declared_by_trait(&of, &name, None).is_some()) {
                    return None;
                }
                let of = self.as_place(located.clone()).map(|(.., ty)| ty);
                if name == "clone" && of.as_ref().is_some_and(|ty| self.is_own_iterator(ty)) {
                    return None;
                }
                if of.is_some_and(|ty| self.is_method_of_own_iterator(&ty, m))
                    && let Some(own) = self.own_iterator(&located, iterate::advances(&name), span)
                {
                    return self.iter_method(&own, m);
                }
                if let ("then" | "then_some", Some(argument)) = (name.as_str(), m.args.first())
                    && let Some((_, _, Ty::Bool)) = self
                        .as_place(located.clone())
                        .map(|(r, p, ty)| (r, p, self.types.shallow(&ty)))
                {
                    let value = self.value_of(located, span);
                    let tag = self.scalar(value, span);
                    if name == "then" {
                        let f = self.callable(argument)?;
                        let value = self.choose(
                            tag,
                            span,
                            |s| s.apply(&f, Vec::new(), span),
                            |_| Value::Never,
                        );
                        return Some(Value::Option(Box::new(OptionValue {
                            some: tag,
                            payload: Payload::Value(value),
                        })));
                    }
                    let value = self.operand(argument);
                    return Some(Value::Option(Box::new(OptionValue {
                        some: tag,
                        payload: Payload::Value(value),
                    })));
                }
                if library::option::changes(&name, n)
                    && let Some((root @ Root::Slot(_), path, ty)) = self.as_place(located.clone())
                    && self.is_option_to_change(&ty, &name, held)
                {
                    return self.option_changed(
                        &Changed::Place(&Spot { root, path, ty, by: BorrowMode::Unique }),
                        m,
                    );
                }
                if self.chain_reals
                    && iterate::is_method(&name, n)
                    && !iterate::unseen::gives_items(m)
                    && self.may_be_collected(&m.receiver)
                    && let Some((.., ty)) = self.as_place(located.clone())
                    && self.types.is_collection(&ty)
                {
                    let items = self.items_of_value(located, &m.receiver)?;
                    return self.iter_method(&items, m);
                }
                if let Some(o) = self.located_outcome(&located, m, held) {
                    return self.outcome_method(o, m);
                }
                if library::option::is_method(&name, n)
                    && let Some((_, _, ty)) = self.as_place(located.clone())
                    && matches!(self.types.origin(&ty), Some(Origin::Call(_)))
                    && (held != Holder::Any
                        || !matches!(
                            name.as_str(),
                            "clone" | "map" | "as_ref" | "filter" | "flatten" | "inspect" | "zip"
                        ))
                {
                    // an `Option` or a `Result`, which is not known here
                    if !matches!(
                        name.as_str(),
                        "is_some" | "is_none" | "is_some_and" | "is_none_or"
                    ) {
                        let value = self.value_of(located, span);
                        let reference = matches!(value, Value::Var(_, true));
                        let v = self.scalar(value, span);
                        let maybe = self.either(v, reference, span);
                        return self.maybe_method(maybe, m);
                    }
                    if n == 0 {
                        let value = self.value_of(located, span);
                        let v = self.scalar(value, span);
                        let test = if name == "is_some" {
                            quote!(value.is_some())
                        } else {
                            quote!(value.is_none())
                        };
                        return Some(Value::Var(self.opaque_test(test, v, span), false));
                    }
                    let option = self.option_named(&ty);
                    self.types.unify(&ty, &option);
                }
                let is_reference = self
                    .inferred
                    .expr(&m.receiver)
                    .is_some_and(|ty| matches!(ty, syn::Type::Reference(_)));
                if !iterate::is_source(&name, n)
                    && let Some(maybe) = self.located_option(&located, &name, is_reference, span)
                {
                    return self.maybe_method(maybe, m);
                }
                if let ("total_cmp" | "partial_cmp" | "cmp", Some(other)) =
                    (name.as_str(), m.args.first())
                {
                    let value = match located {
                        Located::Spot(s) => self.read(&s, span),
                        other => self.value_of(other, span),
                    };
                    let a = self.only(value, span);
                    let b = self.operand(other);
                    let b = self.only(b, span);
                    return Some(self.compared(&name, a, b, span));
                }
                if self.exhausts_unseen(m) {
                    let items = self.items_of_value(located, &m.receiver)?;
                    return self.iter_method(&items, m);
                }
                if !self.is_seen(&located) {
                    return self.items_in_chain(m, located);
                }
                if iterate::is_source(&name, n) {
                    return self.source(m, located);
                }
                self.slice_method(m, located)
            }
            located @ Located::Code(_)
                if iterate::is_source(&name, n)
                    && matches!(name.as_str(), "iter" | "into_iter") =>
            {
                self.source(m, located)
            }
            Located::Code(_) | Located::Tuple(_) | Located::Value(_) | Located::Own(_) => None,
        }
    }

    /// Whether what such a method changes is an `Option`. What a function gives is one if what the
    /// method gives is one, and not what a constructor gives.
    fn is_option_to_change(&mut self, ty: &Ty, name: &str, held: Holder) -> bool {
        let told = match self.types.projected(ty) {
            Some(_) if name.starts_with("get_or_insert") => true,
            Some(Projection::Output(callee)) => {
                held == Holder::Either && callee.method.is_none_or(|m| m.spelling == Form::Dot)
            }
            _ => false,
        };
        if told {
            let option = self.option_named(ty);
            self.types.unify(ty, &option);
        }
        matches!(self.types.shallow(ty), Ty::Wrapped(Wrapper::Option, _))
    }

    /// An `Option` that is one variable or a field, or what a reference refers to.
    fn located_option(
        &mut self,
        located: &Located,
        method: &str,
        is_reference: bool,
        span: Span,
    ) -> Option<OptionValue> {
        let (root, path, ty) = self.as_place(located.clone())?;
        if !matches!(self.types.shallow(&ty), Ty::Wrapped(Wrapper::Option, _)) {
            return None;
        }
        // all but these take the `Option` by value, which is a copy of what a reference refers to
        let lends = matches!(method, "as_ref" | "as_deref" | "as_mut");
        let is_value = matches!(
            located,
            Located::Value(Value::Var(_, false))
                | Located::Spot(Spot { by: BorrowMode::Value, .. })
        );
        let by_value = !lends && (is_value || is_reference);
        let value = self.borrow(&Spot { root, path, ty, by: BorrowMode::Shared }, span);
        let OptionValue { some, payload } = self.as_maybe(&value, span)?;
        let payload = match payload {
            Payload::Spot(spot) if by_value => {
                Payload::Spot(Spot { by: BorrowMode::Value, ..spot })
            }
            other => other,
        };
        Some(OptionValue { some, payload })
    }

    /// Whether a chain over this is taken apart: what only rustc sees is left to it if nothing in
    /// the chain can be active.
    fn is_seen(&mut self, located: &Located) -> bool {
        let ty = match located {
            Located::Spot(s) => s.ty.clone(),
            Located::Value(value) => {
                let value = value.clone();
                self.value_ty(&value)
            }
            _ => return true,
        };
        let unseen = |s: &Self, ty: &Ty| match s.types.shallow(ty) {
            Ty::Foreign(_) | Ty::Text(_) => (true, true),
            ty @ Ty::Infer(_) => match s.types.origin(&ty) {
                Some(Origin::Opaque(Some(_))) => (true, true),
                Some(Origin::Opaque(None)) => (true, false),
                Some(Origin::Call(_)) if s.types.is_collection(&ty) => (true, true),
                _ => (false, false),
            },
            _ => (false, false),
        };
        let (is_unseen, certain) = unseen(self, &ty);
        if certain || is_unseen && !self.chain_reals {
            return false;
        }
        match self.types.shallow(&ty).element().cloned() {
            Some(element) => self.chain_reals || self.is_iterated || !unseen(self, &element).0,
            None => true,
        }
    }

    /// A method of real scalars.
    fn real_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        receiver: Var,
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        let prim = Prim::from_method(name, m.args.len() + 1)?;
        let either = ALSO_OF_INTEGERS.contains(&name);
        match ty {
            Ty::Real(_) => {}
            Ty::Int(_) if either => {}
            Ty::Infer(_) => match self.types.kind(ty) {
                Some(Kind::Int) if !either => return None,
                _ if either => self.number(receiver),
                _ => self.types.narrow(ty, Kind::Float),
            },
            _ => return None,
        }
        let mut args = vec![receiver];
        for arg in &m.args {
            let var = self.operand_var(arg);
            let ty = if prim == Prim::Powi { Ty::Int("i32") } else { self.ty(receiver) };
            self.unify_var(var, &ty);
            args.push(var);
        }
        Some(self.prim(name, prim, args, span))
    }

    // ---------- methods of sequences

    /// The sequence that a method is called on, as a place.
    pub fn receiver(&mut self, m: &ExprMethodCall) -> Option<(Root, Vec<Step>, Ty, BorrowMode)> {
        let located = self.locate(&m.receiver);
        let by = match &located {
            Located::Spot(s) => s.by,
            Located::Value(Value::Alias(_)) => BorrowMode::Unique,
            _ => BorrowMode::Value,
        };
        let (root, path, ty) = self.as_place(located)?;
        Some((root, path, ty, by))
    }

    /// The slot of the sequence that a method changes.
    pub fn changed(&mut self, m: &ExprMethodCall) -> Option<(SlotId, Vec<Step>, Ty)> {
        match self.receiver(m) {
            Some((Root::Slot(slot), path, ty, by)) if by != BorrowMode::Shared => {
                Some((slot, path, ty))
            }
            Some((.., ty, _)) if matches!(self.types.origin(&ty), Some(Origin::Error)) => None,
            _ => {
                self.error(
                    &m.receiver,
                    format!(
                        "`{}` changes what it is called on, which must be a variable or an \
                        element of one",
                        m.method
                    ),
                );
                None
            }
        }
    }
}
