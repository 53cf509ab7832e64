//! Patterns: their bindings, and the test whether a value matches ([`mod@test`]).
//!
//! ```text
//! test   whether a value matches
//! slice  patterns of sequences
//! cases  nested alternatives → patterns without them
//! ```

mod cases;
mod slice;
mod test;

pub use cases::cases;

use crate::lower::library::prelude::BodyArgument;
use crate::lower::names::pattern_names::PatternNames;
use crate::lower::places::place::{BorrowMode, Root, Spot};
use crate::lower::*;
use syn::Pat;

const ENUM_PATTERN: &str = "this pattern of a struct or an enum is not supported yet: destructure \
                            it before, and pass numbers, bools or tuples";

impl Lowerer<'_> {
    /// Binds the variables of a pattern that is known to match.
    pub fn bind(&mut self, pat: &Pat, value: Value, span: Span) {
        match pat {
            Pat::Ident(p) if self.names.pattern_names.is_constant(p) => {}
            Pat::Ident(p) => {
                if let Some((_, sub)) = &p.subpat {
                    self.bind(sub, value.clone(), span);
                }
                let value = if p.by_ref.is_some() { behind_reference(value) } else { value };
                if self.names.pattern_names.is_either(p) {
                    self.bind_either(&p.ident, &value);
                }
                let value = if self.is_changing_slice(p) {
                    self.as_slice(value, p.ident.span())
                } else {
                    value
                };
                let name = p.ident.to_string();
                let binding = self.bound_name(p, value);
                self.ssa.scope.push((name, binding));
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
                let value = self.destructure_by_type(value, &ty, span);
                self.bind(&t.pat, value, span);
            }
            Pat::Reference(r) => {
                let value = match (&*r.pat, value) {
                    // `&[a, b]`: the elements are copied, the slice is not
                    (Pat::Slice(_), Value::Var(v, _)) => Value::Var(v, false),
                    // of a tuple only the components are copied
                    (Pat::Tuple(t), value @ Value::Var(_, true))
                        if !t.elems.is_empty()
                            && !t.elems.iter().any(|p| matches!(p, Pat::Rest(_))) =>
                    {
                        let components =
                            self.components(value, t.elems.len(), t.paren_token.span.open());
                        self.deref_value(Value::Tuple(components), r.pat.span())
                    }
                    (_, value) => self.deref_value(value, r.pat.span()),
                };
                self.bind(&r.pat, value, span);
            }
            Pat::Tuple(t) => self.bind_tuple(t, value),
            Pat::Slice(s) => self.bind_slice(s, value),
            Pat::Or(o) => {
                if has_bindings(pat, &self.names.pattern_names) {
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
                self.bind_result(o, ok, inner, span);
            }
            // the error of a function whose signature is not known need not have derivatives
            Pat::TupleStruct(t)
                if library::result::is_ok(&t.path) == Some(false)
                    && t.elems.len() == 1
                    && has_bindings(pat, &self.names.pattern_names) =>
            {
                match (self.as_result(&value, span), t.elems.first()) {
                    (Some(o), Some(inner)) => self.bind_result(&o, false, inner, span),
                    _ => self.bind_struct(pat, value, span),
                }
            }
            Pat::Struct(_) | Pat::TupleStruct(_) if is_std_variant(pat) => {
                if has_bindings(pat, &self.names.pattern_names) {
                    self.error(pat, ENUM_PATTERN);
                    self.bind_unknown(pat);
                }
            }
            Pat::Struct(_) | Pat::TupleStruct(_) => self.bind_struct(pat, value, span),
            _ => self.error(
                pat,
                "this pattern is not supported: bind the value to a name, and use `.0` or `[i]`",
            ),
        }
    }

    /// Binds the variables that all alternatives of a pattern have, to their values in the first
    /// one that matches.
    fn bind_alternatives(&mut self, cases: &[&Pat], value: Value, span: Span) {
        let Some((first, rest)) = cases.split_first() else { return };
        let names: Vec<syn::PatIdent> = variables(first, &self.names.pattern_names);
        let value = self.first_alternative(first, rest, &names, &value, span);
        let values = self.components(value, names.len(), span);
        for (p, value) in names.iter().zip(values) {
            let name = p.ident.to_string();
            let binding = self.binding(&name, value, p.mutability.is_some(), p.ident.span());
            self.ssa.scope.push((name, binding));
        }
    }

    fn first_alternative(
        &mut self,
        case: &Pat,
        rest: &[&Pat],
        names: &[syn::PatIdent],
        value: &Value,
        span: Span,
    ) -> Value {
        let bound = |s: &mut Self| {
            let scope = s.ssa.scope.len();
            s.bind(case, value.clone(), span);
            let bindings =
                names.iter().map(|p| s.lookup(&p.ident.to_string()).cloned()).collect::<Vec<_>>();
            let values = bindings
                .iter()
                .map(|b| match b {
                    Some(b) => s.binding_value(b, span),
                    None => s.never_value(span),
                })
                .collect();
            s.ssa.scope.truncate(scope);
            Value::Tuple(values)
        };
        match rest.split_first().and_then(|rest| Some((rest, self.test(case, value)?))) {
            None => bound(self),
            Some(((case, rest), test)) => self
                .choose(test, span, bound, |s| s.first_alternative(case, rest, names, value, span)),
        }
    }

    /// Binds the variables of a pattern that has been rejected.
    pub fn bind_unknown(&mut self, pat: &Pat) {
        struct PatternBindings(Vec<proc_macro2::Ident>);
        impl<'ast> Visit<'ast> for PatternBindings {
            fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
                self.0.push(p.ident.clone());
                syn::visit::visit_pat_ident(self, p);
            }
        }
        let mut names = PatternBindings(Vec::new());
        names.visit_pat(pat);
        for ident in names.0 {
            let why = self.no_value(ident.span());
            let v = self.placeholder(ident.span(), why);
            let ty = self.ty(v);
            let slot = self.slot(&ident.to_string(), ty, true, Some(v));
            self.ssa.scope.push((ident.to_string(), Binding::Slot(slot)));
        }
    }

    fn bound_name(&mut self, p: &syn::PatIdent, value: Value) -> Binding {
        match p.mutability {
            None if self.is_in_body_of_value() => {
                Binding::BodyArgument(Box::new(BodyArgument::Value(value)))
            }
            of => self.binding(&p.ident.to_string(), value, of.is_some(), p.ident.span()),
        }
    }

    /// A binding of a name to a value.
    pub fn binding(&mut self, name: &str, value: Value, mutable: bool, span: Span) -> Binding {
        match value {
            Value::Var(_, true) | Value::Alias(_)
                if mutable && let Some(window) = self.window(name, &value, span) =>
            {
                window
            }
            Value::Var(v, reference) => {
                let v = if reference { v } else { self.own_or_copy(v, mutable, span) };
                let ty = self.ty(v);
                let id = self.slot(name, ty, mutable, Some(v));
                self.slots[id].reference = reference;
                self.adopt(v, id);
                self.invalidate_moved(v, id);
                Binding::Slot(id)
            }
            Value::Alias(a) => Binding::Alias(a),
            Value::Closure(c) => Binding::Closure(c),
            Value::Iter(i) => match &*i {
                Iter::Items(items) if mutable && self.is_steady(items) => {
                    let passed = self.none_passed(name, span);
                    Binding::Cursor(Rc::new(items.clone()), passed)
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
            Value::Never(why) => {
                let v = self.placeholder(span, why);
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
            // it may be set in a loop, and read in the loop's next iteration
            _ => {
                let ty = self.types.any();
                let blank = mutable.then(|| self.emit(name, ty.clone(), Op::Blank, span));
                Binding::Slot(self.slot(name, ty, mutable, blank))
            }
        }
    }

    /// The target of a reference.
    fn deref_value(&mut self, value: Value, span: Span) -> Value {
        match value {
            // a reference to a reference: a value that is not `Copy` is not moved out of it
            Value::Var(v, true) if matches!(self.shallow(v), Ty::Slice(_) | Ty::Vec(_)) => {
                Value::Var(v, true)
            }
            // an element of a type that only rustc knows is a reference in emitted code
            Value::Var(v, true)
                if self.shallow(v).is_sequence()
                    || self.types.open_projection(&self.ty(v)).is_some()
                    || matches!(self.types.origin(&self.ty(v)), Some(Origin::Opaque(Some(_)))) =>
            {
                Value::Var(self.copy(v, span), false)
            }
            Value::Var(v, _) => Value::Var(v, false),
            Value::Alias(a) => Value::Var(self.read_alias(&a, span), false),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.deref_value(p, span)).collect())
            }
            other @ (Value::Option(_)
            | Value::Result(_)
            | Value::Closure(_)
            | Value::Iter(_)
            | Value::Never(_)) => other,
        }
    }

    /// Records that a value is `()`.
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
            ty => match self.type_at_definition(&self.types.projection(&ty)?)? {
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
                        "cannot infer the type of the tuple that `..` abbreviates: annotate it, or \
                         write `_` for each component",
                    );
                };
                let mut parts = self.components(value, count, span);
                let after = t.elems.len() - at - 1;
                parts.splice(at..count - after, [Value::Tuple(Vec::new())]);
                parts
            }
        };
        for (pat, part) in t.elems.iter().zip(parts) {
            if !matches!(pat, Pat::Rest(_)) {
                self.bind(pat, part, span);
            }
        }
    }
}

/// The variables that a pattern binds.
pub fn variables(pat: &Pat, names: &PatternNames) -> Vec<syn::PatIdent> {
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

fn behind_reference(value: Value) -> Value {
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
pub fn has_bindings(pat: &Pat, names: &PatternNames) -> bool {
    match pat {
        Pat::Ident(p) => !names.is_constant(p),
        Pat::Paren(p) => has_bindings(&p.pat, names),
        Pat::Reference(r) => has_bindings(&r.pat, names),
        Pat::Type(t) => has_bindings(&t.pat, names),
        Pat::Guard(g) => has_bindings(&g.pat, names),
        Pat::Or(o) => o.cases.iter().any(|p| has_bindings(p, names)),
        Pat::Tuple(t) => t.elems.iter().any(|p| has_bindings(p, names)),
        Pat::Slice(s) => s.elems.iter().any(|p| has_bindings(p, names)),
        Pat::TupleStruct(t) => t.elems.iter().any(|p| has_bindings(p, names)),
        Pat::Struct(s) => s.fields.iter().any(|f| has_bindings(&f.pat, names)),
        _ => false,
    }
}
