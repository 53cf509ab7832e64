//! The test whether a value matches a pattern.

use super::{ENUM_PATTERN, has_bindings, is_std_variant};
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::{Expr, Pat};

impl Lowerer<'_> {
    /// Whether the value matches the pattern; `None` if it always does.
    pub fn test(&mut self, pat: &Pat, value: &Value) -> Option<Var> {
        let span = pat.span();
        match pat {
            Pat::TupleStruct(t)
                if library::option::is_some(&t.path)
                    && t.elems.len() == 1
                    && self.is_option(value) =>
            {
                self.test_some(t.elems.first()?, value, span)
            }
            Pat::TupleStruct(t)
                if let (Some(ok), Value::Result(o), Some(inner)) =
                    (library::result::is_ok(&t.path), value, t.elems.first()) =>
            {
                Some(self.test_result(o, ok, inner, span))
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
                self.names.pattern_names.may_fail(p).then(|| self.test_expr(&p.ident, value, span))
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
            Pat::Or(o) => self.test_alternatives(o, value),
            Pat::Tuple(t) if t.elems.is_empty() => {
                self.is_unit(value);
                None
            }
            Pat::Tuple(t) => {
                let Value::Tuple(parts) = value else {
                    let parts = self.components(value.clone(), t.elems.len(), span);
                    return self.test(pat, &Value::Tuple(parts));
                };
                self.test_components(t, parts, span)
            }
            Pat::Slice(s) => self.test_slice(s, value),
            Pat::TupleStruct(_) | Pat::Struct(_) if !is_std_variant(pat) => {
                self.test_variant(pat, value, span)
            }
            Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Macro(_) | Pat::Const(_) => {
                if has_bindings(pat, &self.names.pattern_names) {
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

    /// Whether an `Option` is `Some`, and its payload matches. The payload is read only if it is
    /// `Some`.
    fn test_some(&mut self, inner: &Pat, value: &Value, span: Span) -> Option<Var> {
        let some = self.is_something(value, span);
        if control::branches::is_irrefutable(inner, &self.names.pattern_names) {
            return Some(some);
        }
        Some(self.and_also(some, span, |s| {
            let inside = s.as_opened(value, span).unwrap_or_else(|| s.never_value(span));
            match s.test(inner, &inside) {
                Some(test) => test,
                None => s.bool(true, span),
            }
        }))
    }

    /// Whether one of the alternatives matches.
    fn test_alternatives(&mut self, o: &syn::PatOr, value: &Value) -> Option<Var> {
        let span = o.span();
        let mut all: Option<Var> = None;
        for case in &o.cases {
            let one = self.test(case, value)?;
            all = Some(match all {
                None => one,
                Some(all) => self.emit("t", Ty::Bool, Op::Prim(Prim::BitOr, vec![all, one]), span),
            });
        }
        all
    }

    /// Whether all components match; those after `..` are counted from the end.
    fn test_components(&mut self, t: &syn::PatTuple, parts: &[Value], span: Span) -> Option<Var> {
        let rest = t.elems.iter().position(|p| matches!(p, Pat::Rest(_))).unwrap_or(t.elems.len());
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
                Some(all) => self.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![all, one]), span),
            });
        }
        all
    }

    fn test_equal(&mut self, value: &Value, to: Value, span: Span) -> Var {
        let (a, b) = (self.scalar(value.clone(), span), self.scalar(to, span));
        let ty = self.ty(b);
        self.unify_var(a, &ty);
        self.emit("t", Ty::Bool, Op::Prim(Prim::Eq, vec![a, b]), span)
    }

    /// A test against a constant or a variant that only rustc resolves.
    pub fn test_expr(&mut self, pattern: &dyn ToTokens, value: &Value, span: Span) -> Var {
        let v = self.scalar(value.clone(), span);
        let pattern = pattern.to_token_stream();
        // a generated name stands for the place itself: a constant is not matched behind a
        // reference
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
