//! `x.dim()` and `x.shape()` of an array: numbers, which are no active values.
//!
//! ```text
//! x.dim()          (x.len_of(Axis(0)), x.len_of(Axis(1)))
//! (&a * &b).dim()  { let of_lengths = &a * &b; of_lengths.dim() }
//! ```

use super::super::*;
use crate::lower::places::place::is_place;
use quote::quote_spanned;

impl Lowerer<'_> {
    /// `x.dim()` by the lengths of single axes, and both methods of an expression with a variable
    /// for the array. `None` for `x.shape()` of a variable.
    pub(in crate::lower::iterate) fn lengths_of_axes(
        &mut self,
        m: &ExprMethodCall,
    ) -> Option<Expr> {
        let (x, name, span) = (&m.receiver, &m.method, m.method.span());
        if !is_place(x) && self.is_of_other_crate(x) {
            return Some(
                syn::parse_quote_spanned!(span=> { let of_lengths = #x; of_lengths.#name() }),
            );
        }
        if name == "shape" || !is_place(x) {
            return None;
        }
        let ty = self.seen_type(x)?;
        let axes = self.types.axes(&ty)?;
        let Some(axes) = axes else {
            let message = "the number of axes of this array is not known: write its type at the \
                           variable, as in `let y: Array2<f64> = …`, or `x.shape()[0]`";
            self.error(name, message);
            return Some(syn::parse_quote!(::core::panic!()));
        };
        let lengths = (0..axes).map(|axis| {
            let axis = quote_spanned!(span=> ::autodiff::__private::arrays::Axis(#axis));
            quote_spanned!(span=> #x.len_of(#axis))
        });
        Some(match axes {
            1 => syn::parse_quote_spanned!(span=> #x.len()),
            _ => syn::parse_quote_spanned!(span=> (#(#lengths,)*)),
        })
    }
}
