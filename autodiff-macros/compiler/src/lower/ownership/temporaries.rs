//! What the syntax shows about temporaries and moves: which values a `let` keeps alive, and which
//! variables a block may move.

use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use syn::Expr;

/// Whether an expression is a reference to the result of a call.
pub fn refers_to_call(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Reference(r)
        if matches!(unparen(&r.expr), Expr::Call(_) | Expr::MethodCall(_)))
}

/// Whether a `let` with this value and this pattern extends the life of temporaries in the value:
/// `let x = &f();`.
pub fn extends_temporaries(
    pat: &syn::Pat,
    value: &Expr,
    constructs: &dyn Fn(&syn::Path) -> bool,
) -> bool {
    match unparen(value) {
        // the variable stands for the value itself
        Expr::Reference(r)
            if matches!(
                (pat, unparen(&r.expr)),
                (syn::Pat::Ident(_), Expr::Call(_) | Expr::MethodCall(_))
            ) =>
        {
            false
        }
        value => binds_by_reference(pat) || extends_operand(value, constructs),
    }
}

fn binds_by_reference(pat: &syn::Pat) -> bool {
    struct Find(bool);
    impl<'ast> Visit<'ast> for Find {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0 |= p.by_ref.is_some();
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut find = Find(false);
    find.visit_pat(pat);
    find.0
}

fn extends_operand(e: &Expr, constructs: &dyn Fn(&syn::Path) -> bool) -> bool {
    let borrows = |e: &Expr| extends_operand(e, constructs);
    let in_block = |block: &syn::Block| {
        matches!(block.stmts.last(), Some(syn::Stmt::Expr(e, None))
        if borrows(e))
    };
    match e {
        // a reference to a variable or a part of it
        Expr::Reference(r) => !is_place(&r.expr),
        Expr::Paren(e) => borrows(&e.expr),
        Expr::Group(e) => borrows(&e.expr),
        Expr::Cast(e) => borrows(&e.expr),
        Expr::Tuple(e) => e.elems.iter().any(borrows),
        Expr::Array(e) => e.elems.iter().any(borrows),
        Expr::Struct(e) => e.fields.iter().any(|field| borrows(&field.expr)),
        // of a tuple struct
        Expr::Call(e) => {
            matches!(&*e.func, Expr::Path(p) if constructs(&p.path)) && e.args.iter().any(borrows)
        }
        Expr::Block(e) => in_block(&e.block),
        Expr::If(e) => {
            in_block(&e.then_branch) || e.else_branch.as_ref().is_some_and(|(_, e)| borrows(e))
        }
        Expr::Match(e) => e.arms.iter().any(|arm| borrows(&arm.body)),
        _ => false,
    }
}

pub fn without_type(pat: &syn::Pat) -> &syn::Pat {
    if let syn::Pat::Type(typed) = pat { &typed.pat } else { pat }
}

/// Whether a block may move a variable: it mentions the variable other than to read a part of it.
pub(super) fn is_moved(block: &syn::Block, name: &str) -> bool {
    FindMoves::of(name).has_move(|mentions| mentions.visit_block(block))
}

/// Whether a block mentions a field of a variable: it may be moved.
pub(super) fn is_destructured(block: &syn::Block, name: &str) -> bool {
    struct Find<'a>(&'a str, bool);
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_expr_field(&mut self, f: &'ast syn::ExprField) {
            self.1 |= matches!(unparen(&f.base), Expr::Path(p) if p.path.is_ident(self.0));
            syn::visit::visit_expr_field(self, f);
        }
    }
    let mut find = Find(name, false);
    find.visit_block(block);
    find.1
}

pub(super) struct FindMoves<'a> {
    name: &'a str,
    moved: bool,
}

impl<'a> FindMoves<'a> {
    pub(super) fn of(name: &'a str) -> Self {
        FindMoves { name, moved: false }
    }

    pub(super) fn has_move(mut self, visit: impl FnOnce(&mut Self)) -> bool {
        visit(&mut self);
        self.moved
    }
}

impl<'ast> Visit<'ast> for FindMoves<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        let is_variable =
            |e: &Expr| matches!(unparen(e), Expr::Path(p) if p.path.is_ident(self.name));
        let is_looked_into = match e {
            Expr::Closure(c) => {
                self.moved |= types::syntax::generics::mentions(
                    c.to_token_stream(),
                    &Ident::new(self.name, Span::call_site()),
                );
                true
            }
            Expr::Index(i) if is_variable(&i.expr) => {
                self.visit_expr(&i.index);
                true
            }
            Expr::Assign(a) if is_variable(&a.left) => {
                self.visit_expr(&a.right);
                true
            }
            Expr::Field(f) => is_variable(&f.base),
            Expr::Reference(r) => is_variable(&r.expr),
            Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_variable(&u.expr),
            _ => false,
        };
        if !is_looked_into {
            self.moved |= is_variable(e);
            syn::visit::visit_expr(self, e);
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.moved |= types::syntax::generics::mentions(
            mac.tokens.clone(),
            &Ident::new(self.name, Span::call_site()),
        );
    }
}
