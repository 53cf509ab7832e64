//! `P { x: a, .. } = p`, `[first, .., v[1]] = w`: destructuring assignment. It is `let P { x: t,
//! .. } = p; a = t;`, as the Rust reference defines it.

use crate::lower::places::place::unparen;
use crate::lower::*;
use quote::format_ident;
use syn::{Expr, Pat, parse_quote};

impl Lowerer<'_> {
    /// Assigns the parts of a value to the places in an assignee expression that has the form of a
    /// pattern; `false` if it does not.
    pub fn assign_through(&mut self, left: &Expr, value: &Value) -> bool {
        let mut places = Vec::new();
        let Some(pat) = pattern(left, &mut places) else { return false };
        let outer = self.ssa.scope.len();
        self.bind(&pat, value.clone(), left.span());
        for (name, place) in places {
            let part = self.operand(&parse_quote!(#name));
            let located = self.locate(place);
            self.write(located, part, place);
        }
        self.ssa.scope.truncate(outer);
        true
    }
}

/// The pattern whose form an expression has, with a variable for each place in it. `None` for a
/// single place.
fn pattern<'e>(e: &'e Expr, places: &mut Vec<(proc_macro2::Ident, &'e Expr)>) -> Option<Pat> {
    let mut inner = |e: &'e Expr| -> Pat {
        match unparen(e) {
            Expr::Infer(_) => parse_quote!(_),
            Expr::Range(r) if r.start.is_none() && r.end.is_none() => parse_quote!(..),
            e => pattern(e, places).unwrap_or_else(|| {
                let name = format_ident!("__assigned_{}", places.len());
                places.push((name.clone(), e));
                parse_quote!(#name)
            }),
        }
    };
    Some(match unparen(e) {
        Expr::Tuple(t) => {
            let parts = t.elems.iter().map(inner);
            parse_quote!((#(#parts,)*))
        }
        Expr::Array(a) => {
            let parts = a.elems.iter().map(inner);
            parse_quote!([#(#parts),*])
        }
        Expr::Struct(s) if s.rest.is_none() => {
            let path = &s.path;
            let fields: Vec<proc_macro2::TokenStream> = s
                .fields
                .iter()
                .map(|f| {
                    let (member, part) = (&f.member, inner(&f.expr));
                    quote::quote!(#member: #part)
                })
                .collect();
            let rest = s.dot2_token;
            parse_quote!(#path { #(#fields,)* #rest })
        }
        Expr::Call(c) => {
            let Expr::Path(path) = unparen(&c.func) else { return None };
            let parts = c.args.iter().map(inner);
            parse_quote!(#path(#(#parts),*))
        }
        _ => return None,
    })
}
