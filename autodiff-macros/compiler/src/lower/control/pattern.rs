//! Patterns: what they bind, and the test whether a value matches.

use crate::lower::names::pattern_names::PatternNames;
use crate::lower::places::place::{BorrowMode, Root, Spot};
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::{Expr, Pat};

const ENUM_PATTERN: &str = "patterns that take structs and enums apart are not supported yet: do \
    it before, and pass what is needed as numbers, bools or tuples";

impl Lowerer<'_> {
    /// Binds the variables of a pattern that is known to match.
    pub fn bind(&mut self, pat: &Pat, value: Value, span: Span) {
        match pat {
            Pat::Ident(p) if self.pattern_names.is_constant(p) => {}
            Pat::Ident(p) => {
                if let Some((_, sub)) = &p.subpat {
                    self.bind(sub, value.clone(), span);
                }
                let value = if p.by_ref.is_some() { referenced(value) } else { value };
                if self.pattern_names.is_either(p) {
                    self.bind_either(&p.ident, &value);
                }
                let value = if self.is_changing_slice(p) {
                    self.as_slice(value, p.ident.span())
                } else {
                    value
                };
                let name = p.ident.to_string();
                let binding = self.binding(&name, value, p.mutability.is_some(), p.ident.span());
                self.scope.push((name, binding));
            }
            Pat::Wild(_)
            | Pat::Lit(_)
            | Pat::Range(_)
            | Pat::Path(_)
            | Pat::Rest(_)
            | Pat::Const(_) => {}
            Pat::Paren(p) => self.bind(&p.pat, value, span),
            Pat::Type(t) => {
                let ty = self.types.annotation(&t.ty);
                let value = self.typed(value, &ty, span);
                self.bind(&t.pat, value, span);
            }
            Pat::Reference(r) => {
                let value = match (&*r.pat, value) {
                    // `&[a, b]`: the elements are copied, the slice is not
                    (Pat::Slice(_), Value::Var(v, _)) => Value::Var(v, false),
                    // of a tuple only the components are
                    (Pat::Tuple(t), value @ Value::Var(_, true))
                        if !t.elems.is_empty()
                            && !t.elems.iter().any(|p| matches!(p, Pat::Rest(_))) =>
                    {
                        let components =
                            self.components(value, t.elems.len(), t.paren_token.span.open());
                        self.dereferenced(Value::Tuple(components), r.pat.span())
                    }
                    (_, value) => self.dereferenced(value, r.pat.span()),
                };
                self.bind(&r.pat, value, span);
            }
            Pat::Tuple(t) => self.bind_tuple(t, value),
            Pat::Slice(s) => self.bind_slice(s, value),
            Pat::Or(o) => {
                if binds(pat, &self.pattern_names) {
                    self.bind_alternatives(&o.cases.iter().collect::<Vec<_>>(), value, span);
                }
            }
            Pat::Guard(g) => self.bind(&g.pat, value, span),
            Pat::TupleStruct(t)
                if library::option::is_some(&t.path)
                    && t.elems.len() == 1
                    && self.is_option(&value) =>
            {
                let (Some(m), Some(inner)) = (self.as_opened(&value, span), t.elems.first()) else {
                    return;
                };
                self.bind(inner, m, span);
            }
            Pat::TupleStruct(t)
                if let (Some(ok), Value::Result(o), Some(inner)) =
                    (library::result::is_ok(&t.path), &value, t.elems.first()) =>
            {
                self.bind_outcome(o, ok, inner, span);
            }
            // the error of a function that is not seen need not have derivatives
            Pat::TupleStruct(t)
                if library::result::is_ok(&t.path) == Some(false)
                    && t.elems.len() == 1
                    && binds(pat, &self.pattern_names) =>
            {
                match (self.as_outcome(&value, span), t.elems.first()) {
                    (Some(o), Some(inner)) => self.bind_outcome(&o, false, inner, span),
                    _ => self.bind_struct(pat, value, span),
                }
            }
            Pat::Struct(_) | Pat::TupleStruct(_) if is_std_variant(pat) => {
                if binds(pat, &self.pattern_names) {
                    self.error(pat, ENUM_PATTERN);
                    self.bind_unknown(pat);
                }
            }
            Pat::Struct(_) | Pat::TupleStruct(_) => self.bind_struct(pat, value, span),
            _ => self.error(
                pat,
                "this pattern is not supported: bind the value to a name and take \
                it apart with `.0` or `[i]`",
            ),
        }
    }

    /// Binds the variables that all alternatives of a pattern have, to what they are in the first
    /// one that matches.
    fn bind_alternatives(&mut self, cases: &[&Pat], value: Value, span: Span) {
        let Some(first) = cases.first() else { return };
        let names: Vec<syn::PatIdent> = variables(first, &self.pattern_names);
        let value = self.first_alternative(cases, &names, &value, span);
        let values = self.components(value, names.len(), span);
        for (p, value) in names.iter().zip(values) {
            let name = p.ident.to_string();
            let binding = self.binding(&name, value, p.mutability.is_some(), p.ident.span());
            self.scope.push((name, binding));
        }
    }

    fn first_alternative(
        &mut self,
        cases: &[&Pat],
        names: &[syn::PatIdent],
        value: &Value,
        span: Span,
    ) -> Value {
        let Some((case, rest)) = cases.split_first() else { return Value::Never };
        let bound = |s: &mut Self| {
            let scope = s.scope.len();
            s.bind(case, value.clone(), span);
            let bindings =
                names.iter().map(|p| s.lookup(&p.ident.to_string()).cloned()).collect::<Vec<_>>();
            let values = bindings
                .iter()
                .map(|b| b.as_ref().map_or(Value::Never, |b| s.binding_value(b, span)))
                .collect();
            s.scope.truncate(scope);
            Value::Tuple(values)
        };
        if rest.is_empty() {
            return bound(self);
        }
        match self.test(case, value) {
            None => bound(self),
            Some(test) => {
                self.choose(test, span, bound, |s| s.first_alternative(rest, names, value, span))
            }
        }
    }

    /// Binds the variables of a pattern that has been rejected.
    pub fn bind_unknown(&mut self, pat: &Pat) {
        struct Names(Vec<proc_macro2::Ident>);
        impl<'ast> Visit<'ast> for Names {
            fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
                self.0.push(p.ident.clone());
                syn::visit::visit_pat_ident(self, p);
            }
        }
        let mut names = Names(Vec::new());
        names.visit_pat(pat);
        for ident in names.0 {
            let v = self.dummy(ident.span());
            let ty = self.ty(v);
            let slot = self.slot(&ident.to_string(), ty, true, Some(v));
            self.scope.push((ident.to_string(), Binding::Slot(slot)));
        }
    }

    /// A binding of a name to a value.
    pub fn binding(&mut self, name: &str, value: Value, mutable: bool, span: Span) -> Binding {
        match value {
            Value::Var(v, true) if mutable && let Some(window) = self.window(name, v, span) => {
                window
            }
            Value::Var(v, reference) => {
                let v = if reference { v } else { self.own(v, mutable, span) };
                let ty = self.ty(v);
                let id = self.slot(name, ty, mutable, Some(v));
                self.slots[id].reference = reference;
                self.adopt(v, id);
                self.moved(v, id);
                Binding::Slot(id)
            }
            Value::Alias(a) => Binding::Alias(a),
            Value::Closure(c) => Binding::Closure(c),
            Value::Iter(i) => match &*i {
                Iter::Items(items) if mutable && self.is_steady(items) => {
                    let none = self.int(0, span);
                    Binding::Cursor(
                        Rc::new(items.clone()),
                        self.slot(name, Ty::USIZE, true, Some(none)),
                    )
                }
                _ => Binding::Iter(i),
            },
            Value::Option(ref m) if let Payload::Unique(some, payload) = &m.payload => {
                Binding::Unique(Box::new(Binding::Option(*some, payload.clone())))
            }
            Value::Option(ref m)
                if let Payload::Spot(Spot {
                    root: Root::Slot(slot),
                    path,
                    ty,
                    by: BorrowMode::Unique,
                }) = &m.payload =>
            {
                let some = self.slot(name, Ty::Bool, mutable, Some(m.some));
                let alias =
                    places::place::Alias { slot: *slot, path: path.clone(), ty: ty.clone() };
                Binding::Option(some, Box::new(Binding::Alias(alias)))
            }
            value @ Value::Option(_) => {
                let Value::Option(m) = self.settled(value, span) else {
                    return Binding::Tuple(Vec::new());
                };
                let some = self.slot(name, Ty::Bool, mutable, Some(m.some));
                let payload = self.payload_binding(name, m.payload, mutable, span);
                Binding::Option(some, Box::new(payload))
            }
            value @ Value::Result(_) => {
                let Value::Result(o) = self.settled(value, span) else {
                    return Binding::Tuple(Vec::new());
                };
                let ok = self.slot(name, Ty::Bool, mutable, Some(o.ok));
                let parts = [o.value, o.error]
                    .map(|payload| self.payload_binding(name, payload, mutable, span));
                Binding::Result(ok, Box::new(parts))
            }
            Value::Tuple(parts) => Binding::Tuple(
                parts
                    .into_iter()
                    .enumerate()
                    .map(|(i, p)| self.binding(&format!("{name}_{i}"), p, mutable, span))
                    .collect(),
            ),
            Value::Never => {
                let v = self.dummy(span);
                let ty = self.ty(v);
                Binding::Slot(self.slot(name, ty, mutable, Some(v)))
            }
        }
    }

    fn payload_binding(
        &mut self,
        name: &str,
        payload: Payload,
        mutable: bool,
        span: Span,
    ) -> Binding {
        match payload {
            Payload::Value(v) => self.binding(name, v, mutable, span),
            // it may be set in a loop, and read in its next iteration
            _ => {
                let ty = self.types.any();
                let blank = mutable.then(|| self.emit(name, ty.clone(), Op::Blank, span));
                Binding::Slot(self.slot(name, ty, mutable, blank))
            }
        }
    }

    /// What a value refers to.
    fn dereferenced(&mut self, value: Value, span: Span) -> Value {
        match value {
            // a reference to a reference: what is not `Copy` is not moved out of one
            Value::Var(v, true) if matches!(self.shallow(v), Ty::Slice(_) | Ty::Vec(_)) => {
                Value::Var(v, true)
            }
            // an element of a type that only rustc knows is a reference in what is emitted
            Value::Var(v, true)
                if self.shallow(v).is_sequence()
                    || self.types.projected(&self.ty(v)).is_some()
                    || matches!(self.types.origin(&self.ty(v)), Some(Origin::Opaque(Some(_)))) =>
            {
                Value::Var(self.copy(v, span), false)
            }
            Value::Var(v, _) => Value::Var(v, false),
            Value::Alias(a) => Value::Var(self.read_alias(&a, span), false),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.dereferenced(p, span)).collect())
            }
            other @ (Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_)) => {
                other
            }
            Value::Never => Value::Never,
        }
    }

    /// Notes that a value is `()`.
    fn is_unit(&mut self, value: &Value) {
        if let Value::Var(v, _) = value {
            self.unify_var(*v, &Ty::unit());
        }
    }

    /// How many components a tuple has.
    fn components_of(&self, value: &Value) -> Option<usize> {
        let ty = match value {
            Value::Tuple(parts) => return Some(parts.len()),
            Value::Var(v, _) => self.f.ty(*v),
            Value::Alias(a) => &a.ty,
            _ => return None,
        };
        match self.types.shallow(ty) {
            Ty::Tuple(parts) => Some(parts.len()),
            ty => match self.written_within(&self.types.projection(&ty)?)? {
                syn::Type::Tuple(t) => Some(t.elems.len()),
                _ => None,
            },
        }
    }

    fn bind_tuple(&mut self, t: &syn::PatTuple, value: Value) {
        if t.elems.is_empty() {
            return self.is_unit(&value);
        }
        let span = t.paren_token.span.open();
        let rest = t.elems.iter().position(|p| matches!(p, Pat::Rest(_)));
        let parts = match rest {
            None => self.components(value, t.elems.len(), span),
            Some(at) => {
                let Some(count) =
                    self.components_of(&value).filter(|count| count + 1 >= t.elems.len())
                else {
                    return self.error(
                        t,
                        "`..` in a tuple pattern needs a tuple whose type is known: annotate it, \
                         or name all components with `_`",
                    );
                };
                let mut parts = self.components(value, count, span);
                let after = t.elems.len() - at - 1;
                parts.splice(at..count - after, [Value::Never]);
                parts
            }
        };
        for (pat, part) in t.elems.iter().zip(parts) {
            if !matches!(pat, Pat::Rest(_)) {
                self.bind(pat, part, span);
            }
        }
    }

    fn bind_slice(&mut self, s: &syn::PatSlice, value: Value) {
        let span = s.bracket_token.span.open();
        let (root, path, ty, by) = match value {
            Value::Var(v, reference) => (
                Root::Var(v),
                Vec::new(),
                self.ty(v),
                if reference { BorrowMode::Shared } else { BorrowMode::Value },
            ),
            Value::Alias(a) => (Root::Slot(a.slot), a.path, a.ty, BorrowMode::Unique),
            Value::Never => return,
            Value::Tuple(_) => {
                return self.error(s, "this is a tuple: write the pattern with parentheses");
            }
            value @ (Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_)) => {
                return self.not_a_variable(&value, span);
            }
        };
        let Some(element) = self.types.element(&ty) else {
            return self.error(
                s,
                "this is not an array as far as the compiler can see; annotate \
                the `let` it comes from",
            );
        };
        let n = s.elems.len();
        let mut len = None;
        let mut after_rest = false;
        for (i, pat) in s.elems.iter().enumerate() {
            let (is_rest, inner) = match pat {
                Pat::Rest(_) => (true, None),
                Pat::Ident(p)
                    if p.subpat.as_ref().is_some_and(|(_, sub)| matches!(&**sub, Pat::Rest(_))) =>
                {
                    (true, Some(p))
                }
                _ => (false, None),
            };
            let mut step_path = path.clone();
            if is_rest {
                after_rest = true;
                let Some(p) = inner else { continue };
                let from = self.int(i as i128, span);
                let to = self.index_from_end(root, &path, n - i - 1, &mut len, span);
                step_path.push(Step::Slice { from: Some(from), to: Some(to), inclusive: false });
                let spot =
                    Spot { root, path: step_path, ty: Ty::Slice(Box::new(element.clone())), by };
                let value = if by == BorrowMode::Unique {
                    self.value_of(places::place::Located::Spot(spot), span)
                } else {
                    self.borrow(&spot, span)
                };
                let name = p.ident.to_string();
                let binding = self.binding(&name, value, p.mutability.is_some(), p.ident.span());
                self.scope.push((name, binding));
                continue;
            }
            let index = if after_rest {
                self.index_from_end(root, &path, n - i, &mut len, span)
            } else {
                self.int(i as i128, span)
            };
            step_path.push(Step::Index(index));
            let spot = Spot { root, path: step_path, ty: element.clone(), by };
            let value = match by {
                BorrowMode::Value => self.read(&spot, span),
                BorrowMode::Shared => self.borrow(&spot, span),
                BorrowMode::Unique => self.value_of(places::place::Located::Spot(spot), span),
            };
            self.bind(pat, value, span);
        }
    }

    fn index_from_end(
        &mut self,
        root: Root,
        path: &[Step],
        back: usize,
        len: &mut Option<Var>,
        span: Span,
    ) -> Var {
        let n = match len {
            Some(n) => *n,
            None => *len.insert(self.len_of(root, path, span)),
        };
        let back = self.int(back as i128, span);
        self.emit("index", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, back]), span)
    }

    /// Whether the value matches the pattern; `None` if it always does.
    pub fn test(&mut self, pat: &Pat, value: &Value) -> Option<Var> {
        let span = pat.span();
        match pat {
            Pat::TupleStruct(t)
                if library::option::is_some(&t.path)
                    && t.elems.len() == 1
                    && self.is_option(value) =>
            {
                let (some, inner) = (self.is_something(value, span), t.elems.first()?);
                if control::branches::always(inner, &self.pattern_names) {
                    return Some(some);
                }
                Some(self.and_also(some, span, |s| {
                    let inside = s.as_opened(value, span).unwrap_or(Value::Never);
                    match s.test(inner, &inside) {
                        Some(test) => test,
                        None => s.bool(true, span),
                    }
                }))
            }
            Pat::TupleStruct(t)
                if let (Some(ok), Value::Result(o), Some(inner)) =
                    (library::result::is_ok(&t.path), value, t.elems.first()) =>
            {
                Some(self.test_outcome(o, ok, inner, span))
            }
            Pat::Ident(p)
                if p.subpat.is_none()
                    && p.ident == "None"
                    && matches!(value, Value::Option(_) | Value::Alias(_))
                    && self.is_option(value) =>
            {
                let some = self.is_something(value, span);
                Some(self.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![some]), span))
            }
            Pat::Path(p)
                if library::option::is_none(&p.path)
                    && matches!(value, Value::Option(_) | Value::Alias(_))
                    && self.is_option(value) =>
            {
                let some = self.is_something(value, span);
                Some(self.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![some]), span))
            }
            Pat::Wild(_) | Pat::Rest(_) => None,
            Pat::Ident(p) => {
                if let Some((_, sub)) = &p.subpat {
                    return self.test(sub, value);
                }
                self.pattern_names.may_fail(p).then(|| self.test_expr(&p.ident, value, span))
            }
            Pat::Paren(p) => self.test(&p.pat, value),
            Pat::Type(t) => self.test(&t.pat, value),
            Pat::Reference(r) => self.test(&r.pat, value),
            Pat::Guard(g) => self.test(&g.pat, value),
            Pat::Lit(syn::PatLit { lit: syn::Lit::Bool(b), .. }) => {
                let v = self.scalar(value.clone(), span);
                self.unify_var(v, &Ty::Bool);
                Some(if b.value {
                    v
                } else {
                    self.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![v]), span)
                })
            }
            Pat::Lit(l) => {
                let literal = self.expr(&Expr::Lit(l.clone()));
                Some(self.test_equal(value, literal, span))
            }
            Pat::Path(p) => Some(self.test_expr(p, value, span)),
            Pat::Range(r) => self.test_range(r, value, span),
            Pat::Or(o) => {
                let mut all: Option<Var> = None;
                for case in &o.cases {
                    let one = self.test(case, value)?;
                    all = Some(match all {
                        None => one,
                        Some(all) => {
                            self.emit("t", Ty::Bool, Op::Prim(Prim::BitOr, vec![all, one]), span)
                        }
                    });
                }
                all
            }
            Pat::Tuple(t) if t.elems.is_empty() => {
                self.is_unit(value);
                None
            }
            Pat::Tuple(t) => {
                let Value::Tuple(parts) = value else {
                    let parts = self.components(value.clone(), t.elems.len(), span);
                    return self.test(pat, &Value::Tuple(parts));
                };
                let rest =
                    t.elems.iter().position(|p| matches!(p, Pat::Rest(_))).unwrap_or(t.elems.len());
                let mut all: Option<Var> = None;
                for (i, p) in t.elems.iter().enumerate() {
                    let part = if i < rest {
                        parts.get(i)
                    } else {
                        (parts.len() + i).checked_sub(t.elems.len()).and_then(|i| parts.get(i))
                    };
                    let (Some(part), false) = (part, i == rest) else { continue };
                    let Some(one) = self.test(p, part) else { continue };
                    all = Some(match all {
                        None => one,
                        Some(all) => {
                            self.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![all, one]), span)
                        }
                    });
                }
                all
            }
            Pat::Slice(s) => self.test_slice(s, value),
            Pat::TupleStruct(_) | Pat::Struct(_) if !is_std_variant(pat) => {
                self.test_variant(pat, value, span)
            }
            Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Macro(_) | Pat::Const(_) => {
                if binds(pat, &self.pattern_names) {
                    self.error(pat, ENUM_PATTERN);
                    return None;
                }
                Some(self.test_expr(pat, value, span))
            }
            _ => {
                self.error(pat, "this pattern is not supported: compare with `if`");
                None
            }
        }
    }

    /// Whether a sequence has as many elements as a pattern asks for, and these match. Nothing is
    /// read unless there are as many.
    fn test_slice(&mut self, s: &syn::PatSlice, value: &Value) -> Option<Var> {
        let span = s.bracket_token.span.open();
        let (root, path, ty) = match value {
            Value::Var(v, _) => (Root::Var(*v), Vec::new(), self.ty(*v)),
            Value::Alias(a) => (Root::Slot(a.slot), a.path.clone(), a.ty.clone()),
            // reported where it is bound
            _ => return None,
        };
        let element = self.types.element(&ty)?;
        let n = s.elems.len();
        let rest = s.elems.iter().position(is_rest);
        let named = n - usize::from(rest.is_some());
        let fits = match self.types.shallow(&ty) {
            Ty::Array(..) => None,
            _ if rest.is_some() && named == 0 => None,
            _ => {
                let len = self.len_of(root, &path, span);
                let named = self.int(named as i128, span);
                let prim = if rest.is_some() { Prim::Ge } else { Prim::Eq };
                Some(self.emit("t", Ty::Bool, Op::Prim(prim, vec![len, named]), span))
            }
        };
        if s.elems.iter().all(|p| is_rest(p) || control::branches::always(p, &self.pattern_names)) {
            return fits;
        }
        let all = |l: &mut Self| {
            let (mut len, names) = (None, l.pattern_names.clone());
            let mut all: Option<Var> = None;
            for (i, pat) in s
                .elems
                .iter()
                .enumerate()
                .filter(|(_, p)| !is_rest(p) && !control::branches::always(p, &names))
            {
                let index = match rest {
                    Some(at) if i > at => l.index_from_end(root, &path, n - i, &mut len, span),
                    _ => l.int(i as i128, span),
                };
                let mut path = path.clone();
                path.push(Step::Index(index));
                let item = l.borrow(
                    &Spot { root, path, ty: element.clone(), by: BorrowMode::Shared },
                    span,
                );
                let Some(one) = l.test(pat, &item) else { continue };
                all = Some(match all {
                    None => one,
                    Some(all) => {
                        l.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![all, one]), span)
                    }
                });
            }
            all
        };
        match fits {
            None => all(self),
            Some(fits) => Some(self.and_also(fits, span, |l| match all(l) {
                Some(all) => all,
                None => l.bool(true, span),
            })),
        }
    }

    fn test_equal(&mut self, value: &Value, to: Value, span: Span) -> Var {
        let (a, b) = (self.scalar(value.clone(), span), self.scalar(to, span));
        let ty = self.ty(b);
        self.unify_var(a, &ty);
        self.emit("t", Ty::Bool, Op::Prim(Prim::Eq, vec![a, b]), span)
    }

    /// A test against a constant or a variant, which rustc alone understands.
    pub fn test_expr(&mut self, pattern: &dyn ToTokens, value: &Value, span: Span) -> Var {
        let v = self.scalar(value.clone(), span);
        let pattern = pattern.to_token_stream();
        // a name of ours stands for the place itself: a constant is not matched behind a reference
        let ident = proc_macro2::Ident::new("argument_value", span);
        let code = quote!(::core::matches!(#ident, #pattern));
        let captures = vec![Capture {
            name: "argument_value".into(),
            value: Tree::Leaf(v),
            by_reference: false,
        }];
        let opaque = Opaque { discrete: true, ..Opaque::new(code, captures, "a pattern") };
        self.emit("t", Ty::Bool, Op::Opaque(Box::new(opaque)), span)
    }

    fn test_range(&mut self, r: &syn::PatRange, value: &Value, span: Span) -> Option<Var> {
        let mut all = None;
        let upper =
            if matches!(r.limits, syn::RangeLimits::Closed(_)) { Prim::Le } else { Prim::Lt };
        for (end, prim) in [(&r.start, Prim::Ge), (&r.end, upper)] {
            let Some(end) = end else { continue };
            let a = self.scalar(value.clone(), span);
            let b = self.operand_var(end);
            let ty = self.ty(b);
            self.unify_var(a, &ty);
            let one = self.emit("t", Ty::Bool, Op::Prim(prim, vec![a, b]), span);
            all = Some(match all {
                None => one,
                Some(all) => self.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![all, one]), span),
            });
        }
        all
    }
}

impl Lowerer<'_> {
    /// Whether a value is an `Option`, or may be one that only rustc sees.
    fn is_option(&mut self, value: &Value) -> bool {
        match value {
            Value::Option(_) => true,
            Value::Var(v, _)
                if matches!(self.types.origin(self.f.ty(*v)), Some(Origin::Call(_))) =>
            {
                self.take_for_option(*v);
                true
            }
            Value::Var(v, _) => self.is_wrapped(*v) || self.is_unseen_type(*v),
            Value::Alias(a) => {
                if matches!(self.types.origin(&a.ty), Some(Origin::Call(_))) {
                    let ty = self.option_named(&a.ty);
                    self.types.unify(&a.ty, &ty);
                }
                matches!(self.types.shallow(&a.ty), Ty::Wrapped(Wrapper::Option, _))
            }
            _ => false,
        }
    }

    /// Whether an `Option` is `Some`.
    fn is_something(&mut self, value: &Value, span: Span) -> Var {
        match value {
            Value::Option(m) => m.some,
            Value::Var(v, _) => self.opaque_test(quote!(value.is_some()), *v, span),
            Value::Alias(a) => {
                let spot = Spot {
                    root: Root::Slot(a.slot),
                    path: a.path.clone(),
                    ty: a.ty.clone(),
                    by: BorrowMode::Shared,
                };
                let seen = self.borrow(&spot, span);
                let v = self.scalar(seen, span);
                self.opaque_test(quote!(value.is_some()), v, span)
            }
            _ => self.dummy(span),
        }
    }

    /// Whether a variable is an `Option`.
    pub fn is_wrapped(&self, v: Var) -> bool {
        matches!(self.shallow(v), Ty::Wrapped(Wrapper::Option, _))
    }

    /// Makes a value whose type is not known yet an `Option`.
    pub fn take_for_option(&mut self, v: Var) {
        let of = self.ty(v);
        let ty = self.option_named(&of);
        self.unify_var(v, &ty);
    }

    /// The type of an `Option` of which only rustc knows what it holds.
    pub fn option_named(&mut self, of: &Ty) -> Ty {
        let held = match self.types.projected(of) {
            Some(of) => self
                .types
                .fresh(Kind::Any, Origin::Call(Projection::Member(Box::new(of), "Some.0".into()))),
            None => self.types.any(),
        };
        Ty::Wrapped(Wrapper::Option, Box::new(held))
    }

    /// The place of what an `Option` holds.
    pub fn content(&mut self, v: Var, reference: bool) -> Spot {
        let of = self.ty(v);
        let member = Member::new(Some("Some".into()), "0".into());
        self.member_spot(
            Root::Var(v),
            Vec::new(),
            &of,
            member,
            if reference { BorrowMode::Shared } else { BorrowMode::Value },
        )
    }

    /// The type inside of an `Option` that only rustc sees.
    pub fn held_type(&mut self, v: Var) -> Ty {
        let ty = self.shallow(v);
        let tokens = match (&ty, self.types.origin(&ty)) {
            (Ty::Foreign(tokens), _) => Some(tokens.clone()),
            (_, Some(Origin::Opaque(tokens))) => tokens,
            _ => None,
        };
        let written = tokens.and_then(|t| syn::parse2::<syn::Type>(t).ok());
        match written.as_ref().and_then(crate::type_class::option_type) {
            Some(inner) => self.types.annotation(inner),
            None => self.types.fresh(Kind::Any, Origin::Opaque(None)),
        }
    }

    /// What is in an `Option` that is `Some`.
    fn as_opened(&mut self, value: &Value, span: Span) -> Option<Value> {
        match value {
            Value::Option(m) => Some(self.open(&m.payload, span)),
            Value::Var(v, reference) if self.is_wrapped(*v) => {
                let spot = self.content(*v, *reference);
                Some(self.value_of(places::place::Located::Spot(spot), span))
            }
            Value::Alias(a) => {
                let member = Member::new(Some("Some".into()), "0".into());
                let spot = self.member_spot(
                    Root::Slot(a.slot),
                    a.path.clone(),
                    &a.ty,
                    member,
                    BorrowMode::Unique,
                );
                Some(self.value_of(places::place::Located::Spot(spot), span))
            }
            Value::Var(v, _) => {
                let ty = self.held_type(*v);
                Some(Value::Var(
                    self.opaque_of(
                        quote!(::core::option::Option::unwrap(value.clone())),
                        vec![("value", *v)],
                        ty,
                        "value",
                        span,
                    ),
                    false,
                ))
            }
            _ => None,
        }
    }
}

/// `..`, `name @ ..`
fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(p) => p.subpat.as_ref().is_some_and(|(_, sub)| matches!(&**sub, Pat::Rest(_))),
        _ => false,
    }
}

/// The variables that a pattern binds.
fn variables(pat: &Pat, names: &PatternNames) -> Vec<syn::PatIdent> {
    struct Variables<'n>(Vec<syn::PatIdent>, &'n PatternNames);
    impl<'ast> Visit<'ast> for Variables<'_> {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            if !self.1.is_constant(p) {
                self.0.push(p.clone());
            }
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut variables = Variables(Vec::new(), names);
    variables.visit_pat(pat);
    variables.0
}

fn referenced(value: Value) -> Value {
    match value {
        Value::Var(v, _) => Value::Var(v, true),
        other => other,
    }
}

/// Whether a pattern is of `Option` or `Result`.
fn is_std_variant(pat: &Pat) -> bool {
    match pat {
        Pat::TupleStruct(t) => library::option::is_some(&t.path),
        _ => false,
    }
}

/// Whether a pattern binds variables.
pub fn binds(pat: &Pat, names: &PatternNames) -> bool {
    match pat {
        Pat::Ident(p) => !names.is_constant(p),
        Pat::Paren(p) => binds(&p.pat, names),
        Pat::Reference(r) => binds(&r.pat, names),
        Pat::Type(t) => binds(&t.pat, names),
        Pat::Guard(g) => binds(&g.pat, names),
        Pat::Or(o) => o.cases.iter().any(|p| binds(p, names)),
        Pat::Tuple(t) => t.elems.iter().any(|p| binds(p, names)),
        Pat::Slice(s) => s.elems.iter().any(|p| binds(p, names)),
        Pat::TupleStruct(t) => t.elems.iter().any(|p| binds(p, names)),
        Pat::Struct(s) => s.fields.iter().any(|f| binds(&f.pat, names)),
        _ => false,
    }
}

/// The patterns that a pattern stands for, in the order in which they are tried, so that of the
/// alternatives in each of them only one can match.
pub fn cases(pat: &Pat) -> Vec<Pat> {
    let one =
        |inner: &Pat, around: &dyn Fn(Pat) -> Pat| cases(inner).into_iter().map(around).collect();
    match pat {
        Pat::Or(or) => {
            let all: Vec<Pat> = or.cases.iter().flat_map(cases).collect();
            let heads: HashSet<String> = all.iter().filter_map(head).collect();
            if all.len() == or.cases.len() && heads.len() == all.len() {
                vec![pat.clone()]
            } else {
                all
            }
        }
        Pat::Paren(p) => {
            one(&p.pat, &|pat| Pat::Paren(syn::PatParen { pat: Box::new(pat), ..p.clone() }))
        }
        Pat::Reference(r) => one(&r.pat, &|pat| {
            Pat::Reference(syn::PatReference { pat: Box::new(pat), ..r.clone() })
        }),
        Pat::Ident(syn::PatIdent { subpat: Some((at, sub)), .. }) => {
            let Pat::Ident(of) = pat else { return vec![pat.clone()] };
            one(sub, &|pat| {
                Pat::Ident(syn::PatIdent { subpat: Some((*at, Box::new(pat))), ..of.clone() })
            })
        }
        Pat::Tuple(t) => {
            let of = cases_of_all(t.elems.iter());
            of.into_iter()
                .map(|elems| {
                    Pat::Tuple(syn::PatTuple { elems: elems.into_iter().collect(), ..t.clone() })
                })
                .collect()
        }
        Pat::TupleStruct(t) => {
            let of = cases_of_all(t.elems.iter());
            of.into_iter()
                .map(|elems| {
                    Pat::TupleStruct(syn::PatTupleStruct {
                        elems: elems.into_iter().collect(),
                        ..t.clone()
                    })
                })
                .collect()
        }
        Pat::Slice(s) => {
            let of = cases_of_all(s.elems.iter());
            of.into_iter()
                .map(|elems| {
                    Pat::Slice(syn::PatSlice { elems: elems.into_iter().collect(), ..s.clone() })
                })
                .collect()
        }
        Pat::Struct(s) => {
            let of = cases_of_all(s.fields.iter().map(|field| &*field.pat));
            let with = |pats: Vec<Pat>| {
                let mut of = s.clone();
                of.fields.iter_mut().zip(pats).for_each(|(field, pat)| *field.pat = pat);
                Pat::Struct(of)
            };
            of.into_iter().map(with).collect()
        }
        pat => vec![pat.clone()],
    }
}

/// The literal or the variant that a pattern tests: patterns with different ones do not match the
/// same value. Of paths two may name equal constants.
fn head(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Lit(of) => Some(of.lit.to_token_stream().to_string()),
        Pat::TupleStruct(of) => Some(of.path.to_token_stream().to_string()),
        Pat::Struct(of) => Some(of.path.to_token_stream().to_string()),
        Pat::Paren(of) => head(&of.pat),
        _ => None,
    }
}

fn cases_of_all<'p>(parts: impl Iterator<Item = &'p Pat>) -> Vec<Vec<Pat>> {
    parts.fold(vec![Vec::new()], |before, part| {
        let cases = cases(part);
        before
            .iter()
            .flat_map(|before| {
                cases.iter().map(|case| [&before[..], std::slice::from_ref(case)].concat())
            })
            .collect()
    })
}
