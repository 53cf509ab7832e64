//! Substitutes an expression for a variable, wherever the name still resolves to that variable.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::visit::Visit;
use syn::visit_mut::{VisitMut, visit_expr_mut};
use syn::{BinOp, Expr, Pat, Stmt};

/// Substitutes an expression for a variable.
pub struct Substitute {
    name: Ident,
    expr: Expr,
    /// Whether the name is shadowed from here on.
    shadowed: bool,
}

impl Substitute {
    pub fn new(name: Ident, expr: Expr) -> Substitute {
        Substitute { name, expr, shadowed: false }
    }

    /// The statements after substitution.
    pub fn into_statements(mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut stmts = stmts.to_vec();
        self.statements(&mut stmts);
        stmts
    }

    fn statements(&mut self, stmts: &mut [Stmt]) {
        for stmt in stmts {
            if !self.shadowed {
                self.visit_stmt_mut(stmt);
            }
        }
    }

    fn is_bound(&self, pat: &Pat) -> bool {
        let mut names = FindNames { name: &self.name, found: false };
        names.visit_pat(pat);
        names.found
    }

    /// A condition; returns whether it binds the name for the code after it.
    fn condition(&mut self, cond: &mut Expr) -> bool {
        match cond {
            Expr::Let(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.is_bound(&l.pat)
            }
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
                self.condition(&mut b.left) || self.condition(&mut b.right)
            }
            e => {
                self.visit_expr_mut(e);
                false
            }
        }
    }
}

impl VisitMut for Substitute {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(p) if p.path.is_ident(&self.name) => *e = self.expr.clone(),
            e => visit_expr_mut(self, e),
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        // `P { name }`
        field.colon_token.get_or_insert_default();
        self.visit_expr_mut(&mut field.expr);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let shadowed = self.shadowed;
        self.statements(&mut block.stmts);
        self.shadowed = shadowed;
    }

    fn visit_local_mut(&mut self, l: &mut syn::Local) {
        if let Some(init) = &mut l.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                self.visit_expr_mut(otherwise);
            }
        }
        self.shadowed |= self.is_bound(&l.pat);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        if !closure.inputs.iter().any(|pat| self.is_bound(pat)) {
            self.visit_expr_mut(&mut closure.body);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, l: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut l.expr);
        if !self.is_bound(&l.pat) {
            self.visit_block_mut(&mut l.body);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        if self.is_bound(&arm.pat) {
            return;
        }
        // includes guards
        self.visit_pat_mut(&mut arm.pat);
        self.visit_expr_mut(&mut arm.body);
    }

    fn visit_expr_if_mut(&mut self, i: &mut syn::ExprIf) {
        if !self.condition(&mut i.cond) {
            self.visit_block_mut(&mut i.then_branch);
        }
        if let Some((_, otherwise)) = &mut i.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, w: &mut syn::ExprWhile) {
        if !self.condition(&mut w.cond) {
            self.visit_block_mut(&mut w.body);
        }
    }

    // an item cannot use variables
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let (name, expr) = (&self.name, &self.expr);
        let tokens = mac.tokens.clone();
        mac.tokens = substitute_tokens(tokens, name, &quote!((#expr)));
    }
}

fn substitute_tokens(tokens: TokenStream, name: &Ident, expr: &TokenStream) -> TokenStream {
    // `a.name`, but not `a..name`
    let mut dots = 0;
    tokens
        .into_iter()
        .flat_map(|token| {
            let before = dots;
            dots = if matches!(&token, TokenTree::Punct(p) if p.as_char() == '.') {
                before + 1
            } else {
                0
            };
            match token {
                TokenTree::Ident(ident) if ident == *name && before != 1 => expr.clone(),
                TokenTree::Group(g) => {
                    let mut inner =
                        Group::new(g.delimiter(), substitute_tokens(g.stream(), name, expr));
                    inner.set_span(g.span());
                    TokenTree::Group(inner).into()
                }
                token => token.into(),
            }
        })
        .collect()
}

struct FindNames<'a> {
    name: &'a Ident,
    found: bool,
}

impl<'ast> Visit<'ast> for FindNames<'_> {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.found |= p.ident == *self.name;
        syn::visit::visit_pat_ident(self, p);
    }
}
