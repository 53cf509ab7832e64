//! The parallel methods of arrays of `ndarray`.
//!
//! The elements are copied into vectors, in logical order, and the function runs on their indices:
//!
//! ```text
//! y.par_mapv_inplace(f)                { let v = y.iter().copied().collect::<Vec<_>>();
//!                                        let items = parallel_map(v.len(), |index: usize| f(v[index]));
//!                                        y.iter_mut().zip(items).for_each(|(y, item)| *y = item) }
//! Zip::from(&mut y).and(&x)            likewise, after a comparison of the shapes
//!     .par_for_each(|y, x| *y *= x)
//! Zip::from(y.rows_mut())              { let items = parallel_map(y.len_of(Axis(0)), |index: usize|
//!     .and(x.rows())                         { let mut item = y.row(index).autodiff_copied();
//!     .par_for_each(f)                         f(item.view_mut(), x.row(index)); item });
//!                                        for (k, item) in items.into_iter().enumerate()
//!                                            { y.row_mut(k).assign(&item); } }
//! Zip::from(&x).and(&y)                the same with the items assigned to a copy of `x`, in the
//!     .par_map_collect(|x, y| x * y)      layout of the result
//! ```

use super::producers::Producer;
use super::{Rewrite, parse_expr};
use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall};

/// The methods.
pub const METHODS: &[&str] =
    &["par_for_each", "par_map_collect", "par_map_inplace", "par_mapv_inplace"];

impl Rewrite<'_> {
    /// A parallel method of an array, or of a `Zip` of arrays.
    pub(super) fn of_arrays(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let (name, span) = (m.method.to_string(), m.method.span());
        let [f] = &m.args.iter().collect::<Vec<_>>()[..] else { return None };
        let f = unparen(f);
        match &*name {
            "par_mapv_inplace" | "par_map_inplace" if is_place(&m.receiver) => {
                let array = self.elements(m.receiver.to_token_stream(), true);
                let (index, item) = (self.fresh("index"), &array.item);
                let copy = array.copy(&index, span);
                let body = match &*name {
                    "par_mapv_inplace" => {
                        let applied = super::apply_to(f, &item.to_token_stream(), span);
                        quote_spanned!(span=> { #copy #applied })
                    }
                    _ => {
                        let applied = super::apply_to(f, &array.argument(&index, span), span);
                        quote_spanned!(span=> { #copy { #applied; } #item })
                    }
                };
                Some(self.parallel_over_items(&[array], &index, &body, false, span))
            }
            "par_for_each" | "par_map_collect" => self.of_zip(m, f),
            _ => None,
        }
    }

    /// A parallel method of a `Zip`.
    fn of_zip(&mut self, m: &ExprMethodCall, f: &Expr) -> Option<Expr> {
        if !self.is_zip(&m.receiver) {
            return None;
        }
        let (span, is_collected) = (m.method.span(), m.method == "par_map_collect");
        let Some((producers, is_indexed)) = self.zip_producers(&m.receiver) else {
            if is_collected {
                return self.report_unsupported(m);
            }
            // windows and chunks: on one thread, and lowering reports what it does not support
            let method = Ident::new("for_each", span);
            return Some(Expr::MethodCall(ExprMethodCall { method, ..m.clone() }));
        };
        let Expr::Closure(closure) = f else { return self.report_unsupported(m) };
        let is_changing = producers.iter().any(|of| of.is_changed);
        if control::branches::contains_exit(&closure.body) || is_collected == is_changing {
            return self.report_unsupported(m);
        }
        let index = self.fresh("index");
        let mut patterns = closure.inputs.iter();
        let indices = match is_indexed {
            true => Some(producers.first()?.indices(patterns.next()?, &index, span)),
            false => None,
        };
        if patterns.len() != producers.len() {
            return None;
        }
        let arguments = producers.iter().zip(patterns).map(|(of, pattern)| {
            let argument = of.argument(&index, span);
            quote_spanned!(span=> let #pattern = #argument;)
        });
        let changed: Vec<&Producer> = producers.iter().filter(|of| of.is_changed).collect();
        let copies = changed.iter().map(|of| of.copy(&index, span));
        let (body, items) = (&closure.body, changed.iter().map(|of| &of.item));
        let body = match is_collected {
            true => quote_spanned!(span=> { #indices #(#arguments)* #body }),
            false => quote_spanned! {span=> {
                #(#copies)*
                { #indices #(#arguments)* #body; }
                (#(#items),*)
            }},
        };
        Some(self.parallel_over_items(&producers, &index, &body, is_collected, span))
    }

    fn report_unsupported(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let message = format!(
            "`{}` is not supported in this form in a differentiated function: pass a closure \
             without `return` and `?`, on arrays, views and rows of arrays; those of \
             `par_for_each` change, as `&mut x` and `x.rows_mut()`, those of `par_map_collect` do \
             not",
            m.method
        );
        self.error(&m.method, message);
        None
    }

    /// The statements around a parallel function of the items. Its results are assigned to what
    /// changes, or are the result of `par_map_collect`.
    fn parallel_over_items(
        &mut self,
        producers: &[Producer],
        index: &Ident,
        body: &TokenStream,
        is_collected: bool,
        span: Span,
    ) -> Expr {
        let [first, others @ ..] = producers else { return parse_expr(quote_spanned!(span=> {})) };
        let has_parts = producers.iter().any(Producer::is_of_parts);
        let before = producers.iter().map(|of| &of.before);
        let checks = others.iter().map(|of| {
            let (a, b) = match has_parts {
                true => (first.length(span), of.length(span)),
                false => (first.shape(span), of.shape(span)),
            };
            quote_spanned! {span=>
                ::core::assert!(#a == #b, "the arrays of a `Zip` differ in shape");
            }
        });
        let copies = producers.iter().map(|of| of.copied_elements(span));
        let (items, length) = (self.fresh("items"), first.length(span));
        let changed: Vec<&Producer> = producers.iter().filter(|of| of.is_changed).collect();
        let assigned = match &changed[..] {
            _ if is_collected && has_parts => {
                quote_spanned!(span=> ::ndarray::Zip::from(&#items).map_collect(|&item| item))
            }
            _ if is_collected => self.collect_in_copy(producers, &items, span),
            [one] => one.assign_items(quote_spanned!(span=> #items.into_iter()), None, span),
            many => {
                let each = many.iter().enumerate().map(|(k, of)| {
                    of.assign_items(quote_spanned!(span=> #items.iter()), Some(k), span)
                });
                quote_spanned!(span=> #(#each)*)
            }
        };
        parse_expr(quote_spanned! {span=> {
            #(#before)*
            #(#checks)*
            #(#copies)*
            let #items = ::autodiff::__private::parallel_map(#length, |#index: usize| #body);
            #assigned
        }})
    }

    /// The items in a copy of the first array, in the layout of the result.
    fn collect_in_copy(
        &mut self,
        producers: &[Producer],
        items: &Ident,
        span: Span,
    ) -> TokenStream {
        let (copy, value) = (self.fresh("array"), self.fresh("value"));
        let mut arrays = producers.iter().map(|of| &of.array);
        let first = arrays.next();
        let ignored = producers.iter().skip(1).map(|_| quote_spanned!(span=> _));
        quote_spanned! {span=>
            let mut #copy = ::ndarray::Zip::from(&#first) #(.and(&#arrays))*
                .map_collect(|&#value #(, #ignored)*| #value);
            #copy.iter_mut().zip(#items).for_each(|(place, item)| *place = item);
            #copy
        }
    }
}
