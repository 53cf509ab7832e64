//! Rewrites `ref mut` in patterns before lowering.
//!
//! `match place { (ref mut a, b) => … }` becomes `match &mut place { (a, &mut b) => … }`: the
//! variables are then ordinary unique references. A pattern `&mut (ref mut a, b)`, also of a
//! parameter, a loop or a closure, becomes `(a, &mut b)`.

use crate::lower::*;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Expr, Pat};

/// The function without `ref mut`, if it has any.
pub fn without_ref_mut(function: &syn::ItemFn) -> Option<syn::ItemFn> {
    let mut has = HasRefMut(false);
    has.visit_item_fn(function);
    has.0.then(|| {
        let mut function = function.clone();
        Rewrite.visit_signature_mut(&mut function.sig);
        Rewrite.visit_block_mut(&mut function.block);
        function
    })
}

struct HasRefMut(bool);

impl<'ast> Visit<'ast> for HasRefMut {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.0 |= p.by_ref.is_some() && p.mutability.is_some();
        syn::visit::visit_pat_ident(self, p);
    }
}

fn has_ref_mut(pat: &Pat) -> bool {
    let mut has = HasRefMut(false);
    has.visit_pat(pat);
    has.0
}

struct Rewrite;

impl VisitMut for Rewrite {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        syn::visit_mut::visit_pat_mut(self, pat);
        if let Pat::Reference(reference) = pat
            && reference.mutability.is_some()
            && has_ref_mut(&reference.pat)
        {
            let mut place = (*reference.pat).clone();
            ByReference.visit_pat_mut(&mut place);
            *pat = place;
        }
    }

    fn visit_local_mut(&mut self, l: &mut syn::Local) {
        syn::visit_mut::visit_local_mut(self, l);
        if let Some(init) = &mut l.init
            && has_ref_mut(&l.pat)
        {
            borrow_place(&mut init.expr, [&mut l.pat]);
        }
    }

    fn visit_expr_let_mut(&mut self, l: &mut syn::ExprLet) {
        syn::visit_mut::visit_expr_let_mut(self, l);
        if has_ref_mut(&l.pat) {
            borrow_place(&mut l.expr, [&mut *l.pat]);
        }
    }

    fn visit_expr_match_mut(&mut self, m: &mut syn::ExprMatch) {
        syn::visit_mut::visit_expr_match_mut(self, m);
        if m.arms.iter().any(|arm| has_ref_mut(&arm.pat)) {
            borrow_place(&mut m.expr, m.arms.iter_mut().map(|arm| &mut arm.pat));
        }
    }
}

fn borrow_place<'p>(place: &mut Expr, patterns: impl IntoIterator<Item = &'p mut Pat>) {
    *place = syn::parse_quote!(&mut #place);
    for pat in patterns {
        ByReference.visit_pat_mut(pat);
    }
}

/// Rewrites a pattern of a place as a pattern of a unique reference to it.
struct ByReference;

impl VisitMut for ByReference {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        match pat {
            Pat::Type(t) => {
                // the type is that of the place
                let mut inner = (*t.pat).clone();
                self.visit_pat_mut(&mut inner);
                *pat = inner;
            }
            Pat::Ident(p) if p.by_ref.is_some() => {
                p.by_ref = None;
                p.mutability = None;
            }
            Pat::Ident(p) if p.subpat.is_none() && p.ident != "None" => behind_reference(pat),
            // the place holds a reference itself
            Pat::Reference(_) => behind_reference(pat),
            pat => syn::visit_mut::visit_pat_mut(self, pat),
        }
    }

    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

fn behind_reference(pat: &mut Pat) {
    if let Ok(reference) = syn::parse::Parser::parse2(Pat::parse_single, quote!(&mut #pat)) {
        *pat = reference;
    }
}
