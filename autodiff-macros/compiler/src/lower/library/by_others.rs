//! Methods of std that are expressed by other methods: one row each, with the panics of std.
//!
//! ```text
//! v.extend_from_within(r)   →   v.extend_from_slice(&v[r].to_vec())
//! ```
//!
//! The receiver occurs in the expression several times, so it must be a place without calls.

use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use syn::{Expr, ExprMethodCall};

/// A method, expressed by its receiver and its argument.
type Row = (&'static str, fn(&Expr, &Expr) -> Expr);

const ROWS: &[Row] = &[
    (
        "extend_from_within",
        |of, range| syn::parse_quote!(#of.extend_from_slice(&#of[#range].to_vec())),
    ),
    ("swap_with_slice", |of, other| {
        syn::parse_quote!({
            assert!(#of.len() == #other.len(), "destination and source slices have different \
                lengths");
            let exchanged = #of.to_vec();
            #of.copy_from_slice(&#other[..]);
            #other.copy_from_slice(&exchanged);
        })
    }),
];

impl Lowerer<'_> {
    /// The expression that replaces a method of a sequence of std.
    pub fn by_others(&self, m: &ExprMethodCall) -> Option<Expr> {
        let argument = match unparen(m.args.first().filter(|_| m.args.len() == 1)?) {
            Expr::Reference(of) => unparen(&of.expr),
            argument => argument,
        };
        let (_, written) = ROWS.iter().find(|(name, _)| m.method == name)?;
        let is_read_once = m.method == "extend_from_within";
        let is_plain = |e: &Expr| is_place(e) && !opaque::may_call(e, &|_| false);
        (is_plain(unparen(&m.receiver)) && (is_read_once || is_plain(argument)))
            .then(|| written(&m.receiver, argument))
    }
}
