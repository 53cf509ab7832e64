//! What parallel iterators iterate over: slices, ranges, parts of arrays.

use super::{Chain, ChangedSlice, Rewrite};
use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall};

impl Rewrite<'_> {
    /// The method call that makes a parallel iterator.
    pub(super) fn source_chain(
        &mut self,
        m: &ExprMethodCall,
        index: &TokenStream,
    ) -> Option<Chain> {
        let span = m.method.span();
        let name = m.method.to_string();
        let argument = m.args.first();
        if let ("into_par_iter", Expr::Range(range)) = (&*name, unparen(&m.receiver)) {
            return self.range(range, index, span);
        }
        if let ("into_par_iter", Expr::MethodCall(of)) = (&*name, unparen(&m.receiver))
            && let Some(chain) = self.parts_of_array(of, index)
        {
            return Some(chain);
        }
        if let Some(chain) = self.elements_of_array(m, index) {
            return Some(chain);
        }
        let (mut bindings, place) = self.source(&m.receiver, name.ends_with("_mut"));
        let mut changed = Vec::new();
        let mut length = quote_spanned!(span=> #place.len());
        let mut size = None;
        if let Some(argument) = argument {
            let name = self.fresh("size");
            bindings.push(quote_spanned!(span=> let #name: usize = #argument;));
            size = Some(name);
        }
        let item = match (&*name, &size) {
            ("par_iter", None) => quote_spanned!(span=> &#place[#index]),
            ("into_par_iter", None) => match unparen(&m.receiver) {
                Expr::Reference(r) if r.mutability.is_none() => {
                    quote_spanned!(span=> &#place[#index])
                }
                of if self.inferred.is_reference(of) == Some(true) => {
                    quote_spanned!(span=> &#place[#index])
                }
                _ => quote_spanned!(span=> #place[#index].clone()),
            },
            ("par_iter_mut", None) => {
                let item = self.fresh("item");
                let (index, place) = (index.clone(), place.clone());
                changed.push(ChangedSlice {
                    place,
                    item: item.clone(),
                    index,
                    chunk: None,
                    array: None,
                });
                quote_spanned!(span=> &mut #item)
            }
            ("par_windows", Some(size)) => {
                length = quote_spanned!(span=> (#place.len() + 1).saturating_sub(#size));
                quote_spanned!(span=> &#place[#index..#index + #size])
            }
            ("par_chunks", Some(size)) => {
                length = quote_spanned!(span=> #place.len().div_ceil(#size));
                quote_spanned! {span=>
                    &#place[#index * #size..(#index * #size + #size).min(#place.len())]
                }
            }
            ("par_chunks_exact", Some(size)) => {
                length = quote_spanned!(span=> (#place.len() / #size));
                quote_spanned!(span=> &#place[#index * #size..#index * #size + #size])
            }
            ("par_chunks_mut", Some(size)) => {
                length = quote_spanned!(span=> #place.len().div_ceil(#size));
                let item = self.fresh("item");
                changed.push(ChangedSlice {
                    place: place.clone(),
                    item: item.clone(),
                    index: index.clone(),
                    chunk: Some(size.clone()),
                    array: None,
                });
                quote_spanned!(span=> &mut #item[..])
            }
            _ => return None,
        };
        Some(Chain { bindings, length, item, is_filtered: false, changed })
    }

    /// The elements of an array of `ndarray`, by reference. They are copied into a vector, unless
    /// the array has one axis.
    fn elements_of_array(&mut self, m: &ExprMethodCall, index: &TokenStream) -> Option<Chain> {
        let (span, name) = (m.method.span(), m.method.to_string());
        let is_changed = match &*name {
            "par_iter" | "into_par_iter" => false,
            "par_iter_mut" => true,
            _ => return None,
        };
        let axes = self.array_type(&m.receiver)?.axes;
        let (mut bindings, array) = self.source(&m.receiver, is_changed);
        let elements = match axes {
            Some(1) => array.clone(),
            _ => {
                let elements = self.fresh("elements").to_token_stream();
                let mutability = is_changed.then(|| quote_spanned!(span=> mut));
                bindings.push(quote_spanned! {span=>
                    let #mutability #elements =
                        #array.iter().copied().collect::<::std::vec::Vec<_>>();
                });
                elements
            }
        };
        let (item, mut changed) = (self.fresh("item"), Vec::new());
        let argument = match is_changed {
            true => quote_spanned!(span=> &mut #item),
            false => quote_spanned!(span=> &#elements[#index]),
        };
        if is_changed {
            let array = (axes != Some(1)).then_some(array);
            let (place, index) = (elements.clone(), index.clone());
            changed.push(ChangedSlice { place, item, index, chunk: None, array });
        }
        let length = quote_spanned!(span=> #elements.len());
        Some(Chain { bindings, length, item: argument, is_filtered: false, changed })
    }

    /// `x.outer_iter().into_par_iter()`, `x.axis_iter(axis).into_par_iter()` and
    /// `x.axis_chunks_iter(axis, size).into_par_iter()`
    fn parts_of_array(&mut self, m: &ExprMethodCall, index: &TokenStream) -> Option<Chain> {
        let (span, name) = (m.method.span(), self.fresh("axis"));
        let axis = match (&*m.method.to_string(), m.args.first()) {
            ("outer_iter", None) => quote_spanned!(span=> ::autodiff::__private::arrays::Axis(0)),
            ("axis_iter" | "axis_chunks_iter", Some(axis)) => axis.to_token_stream(),
            _ => return None,
        };
        let (mut bindings, array) = self.source(&m.receiver, false);
        bindings.push(quote_spanned!(span=> let #name = #axis;));
        let whole = quote_spanned!(span=> #array.len_of(#name));
        let (mut length, mut item) = (whole.clone(), None);
        if let Some(size) = m.args.get(1) {
            let (chunk, end) = (self.fresh("size"), self.fresh("end"));
            bindings.push(quote_spanned! {span=>
                let #chunk: usize = #size;
                let #end: usize = #whole;
            });
            item = Some(quote_spanned! {span=>
                #array.slice_axis(#name, ::autodiff::__private::arrays::Slice::new(
                    (#index * #chunk) as isize,
                    ::core::option::Option::Some((#index * #chunk + #chunk).min(#end) as isize),
                    1))
            });
            length = quote_spanned!(span=> #end.div_ceil(#chunk));
        }
        let part = || quote_spanned!(span=> #array.index_axis(#name, #index));
        let item = item.unwrap_or_else(part);
        Some(Chain { bindings, length, item, is_filtered: false, changed: Vec::new() })
    }

    /// `(a..b).into_par_iter()`
    fn range(&mut self, range: &syn::ExprRange, index: &TokenStream, span: Span) -> Option<Chain> {
        let (start, end) = (range.start.as_deref()?, range.end.as_deref()?);
        let ty = [start, end].into_iter().find_map(|e| self.inferred.expr(e)).cloned();
        let ty = ty.unwrap_or_else(|| syn::parse_quote!(usize));
        let (from, to) = (self.fresh("start"), self.fresh("end"));
        let bindings = vec![quote_spanned! {span=>
            let #from: #ty = #start;
            let #to: #ty = #end;
        }];
        let is_usize = ty.to_token_stream().to_string() == "usize";
        let is_from_zero = start.to_token_stream().to_string() == "0";
        let more = match range.limits {
            syn::RangeLimits::HalfOpen(_) => None,
            syn::RangeLimits::Closed(_) => Some(quote_spanned!(span=> + 1)),
        };
        let (length, item) = match (is_usize, is_from_zero) {
            (true, true) => (quote_spanned!(span=> (#to #more)), index.clone()),
            (true, false) => (
                quote_spanned!(span=> (#to #more).saturating_sub(#from)),
                quote_spanned!(span=> (#from + #index)),
            ),
            (false, _) => (
                quote_spanned! {span=>
                    (if #to #more > #from { (#to #more - #from) as usize } else { 0usize })
                },
                quote_spanned!(span=> (#from + #index as #ty)),
            ),
        };
        Some(Chain { bindings, length, item, is_filtered: false, changed: Vec::new() })
    }

    /// The sequence that a parallel iterator goes through: a place, or a variable for its value.
    pub(super) fn source(&mut self, e: &Expr, is_changed: bool) -> (Vec<TokenStream>, TokenStream) {
        let span = e.span();
        let of = match unparen(e) {
            Expr::Reference(r) => unparen(&r.expr),
            e => e,
        };
        if is_place(of) && !has_index(of) {
            let place = match of {
                Expr::Unary(_) => quote_spanned!(span=> (#of)),
                of => of.to_token_stream(),
            };
            return (Vec::new(), place);
        }
        let name = self.fresh("source");
        let is_sliced = is_place(of);
        let binding = match is_changed {
            true => quote_spanned!(span=> let #name = &mut #of;),
            false if is_sliced => quote_spanned!(span=> let #name = &#of;),
            false => quote_spanned!(span=> let #name = #of;),
        };
        (vec![binding], name.to_token_stream())
    }
}

/// Whether the evaluation of a place evaluates an index.
fn has_index(e: &Expr) -> bool {
    match e {
        Expr::Index(_) => true,
        Expr::Field(of) => has_index(&of.base),
        Expr::Unary(of) => has_index(&of.expr),
        Expr::Paren(of) => has_index(&of.expr),
        Expr::Group(of) => has_index(&of.expr),
        _ => false,
    }
}
