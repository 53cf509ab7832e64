//! Constants as arguments: `f(x, &TABLE[i..])`. They are named again wherever the callee wants them, and nothing is copied.

use super::place::unparen;
use super::*;
use syn::Expr;

impl Lowerer<'_> {
    /// `&TABLE`, `&TABLE[1..3]`: what the callee reads again in its linear part, where a name is all that it takes to have it; `&TABLE[i..]` is a
    /// view of it.
    pub fn constant_by_reference(&mut self, e: &Expr) -> Option<Var> {
        let Expr::Reference(r) = unparen(e) else { return None };
        let (base, range) = match unparen(&r.expr) {
            Expr::Index(i) => match unparen(&i.index) {
                Expr::Range(range) => (unparen(&i.expr), Some(range)),
                _ => return None,
            },
            e => (e, None),
        };
        let Expr::Path(p) = base else { return None };
        if r.mutability.is_some()
            || maybe::is_none(&p.path)
            || p.path.get_ident().is_some_and(|name| self.lookup(&name.to_string()).is_some())
        {
            return None;
        }
        let mut code = self.constant_passed(p);
        if !code.captures.is_empty() || !self.types.is_open(&code.ty) {
            return None;
        }
        let path = code.tokens;
        if let Some(range) = range
            && !self.captures(range.to_token_stream()).is_empty()
        {
            code.tokens = quote::quote!(*&#path);
            let element = self.types.fresh(Kind::Any, Origin::Opaque(None));
            code.ty = Ty::Slice(Box::new(element));
            let (name, ty) = (format!("{}_part", code.name), code.ty.clone());
            let root = self.emit_code(code, e.span());
            let path = vec![self.slice_step(range)];
            return Some(self.emit(&name, ty, Op::View(Place { root, path }), e.span()));
        }
        let range = range.map(|range| quote::quote!([#range]));
        code.tokens = quote::quote!(&#path #range);
        Some(self.emit_code(code, e.span()))
    }

    /// A constant as it is passed: one of the body as one of which nothing is known.
    fn constant_passed(&mut self, p: &syn::ExprPath) -> place::Code {
        let mut code = self.constant_path(p);
        if p.path.get_ident().is_some_and(|name| self.constants_inside.contains_key(&name.to_string())) {
            code.ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        }
        code
    }

    /// `TABLE`, which may be a reference itself: only rustc knows. As code it is `*&TABLE`.
    pub fn constant_by_name(&mut self, e: &Expr) -> Option<Var> {
        let Expr::Path(p) = unparen(e) else { return None };
        // other names are those of functions
        let named = p.path.segments.last().is_some_and(|s| !s.ident.to_string().contains(char::is_lowercase));
        if !named || p.path.get_ident().is_some_and(|name| self.lookup(&name.to_string()).is_some()) {
            return None;
        }
        let mut code = self.constant_passed(p);
        if !code.captures.is_empty() || !self.types.is_open(&code.ty) {
            return None;
        }
        let path = code.tokens;
        code.tokens = quote::quote!(*&#path);
        Some(self.emit_code(code, e.span()))
    }
}
