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
//! Zip::from(&x).and(&y)                the same with the items assigned to a copy of `x`, in the
//!     .par_map_collect(|x, y| x * y)      layout of the result
//! ```

use super::{Rewrite, parsed};
use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use crate::world::records::names_of;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprMethodCall};

/// The methods.
pub const METHODS: &[&str] =
    &["par_for_each", "par_map_collect", "par_map_inplace", "par_mapv_inplace"];

/// An array whose elements are arguments of the function.
struct Producer {
    array: Expr,
    is_changed: bool,
    /// The vector of its elements.
    elements: Ident,
    /// The variable that holds a changed element.
    item: Ident,
}

impl Rewrite<'_> {
    /// A parallel method of an array, or of a `Zip` of arrays.
    pub(super) fn of_arrays(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let (name, span) = (m.method.to_string(), m.method.span());
        let [f] = &m.args.iter().collect::<Vec<_>>()[..] else { return None };
        let f = unparen(f);
        match &*name {
            "par_mapv_inplace" | "par_map_inplace" if is_place(&m.receiver) => {
                let array = self.producer(&m.receiver, true);
                let (elements, item) = (array.elements.clone(), array.item.clone());
                let index = self.fresh("index");
                let body = match &*name {
                    "par_mapv_inplace" => {
                        super::applied(f, &quote_spanned!(span=> #elements[#index]), span)
                    }
                    _ => {
                        let applied = super::applied(f, &quote_spanned!(span=> &mut #item), span);
                        quote_spanned! {span=> {
                            let mut #item = #elements[#index];
                            { #applied; }
                            #item
                        }}
                    }
                };
                Some(self.on_elements(&[array], &index, &body, None, span))
            }
            "par_for_each" | "par_map_collect" => {
                let producers = self.zipped(&m.receiver)?;
                let Expr::Closure(closure) = f else { return self.unsupported(m) };
                if closure.inputs.len() != producers.len() {
                    return None;
                }
                if control::branches::contains_exit(&closure.body) {
                    return self.unsupported(m);
                }
                let is_collected = name == "par_map_collect";
                let is_changing = producers.iter().any(|of| of.is_changed);
                if is_collected == is_changing {
                    return self.unsupported(m);
                }
                let index = self.fresh("index");
                let arguments = producers.iter().zip(&closure.inputs).map(|(of, pattern)| {
                    let Producer { elements, item, is_changed, .. } = of;
                    match is_changed {
                        true => quote_spanned!(span=> let #pattern = &mut #item;),
                        false => quote_spanned!(span=> let #pattern = &#elements[#index];),
                    }
                });
                let changed: Vec<&Producer> = producers.iter().filter(|of| of.is_changed).collect();
                let copies = changed.iter().map(|Producer { elements, item, .. }| {
                    quote_spanned!(span=> let mut #item = #elements[#index];)
                });
                let (body, items) = (&closure.body, changed.iter().map(|of| &of.item));
                let body = match is_collected {
                    true => quote_spanned!(span=> { #(#arguments)* #body }),
                    false => quote_spanned! {span=> {
                        #(#copies)*
                        { #(#arguments)* #body; }
                        (#(#items),*)
                    }},
                };
                let copy = is_collected.then(|| self.fresh("array"));
                Some(self.on_elements(&producers, &index, &body, copy, span))
            }
            _ => None,
        }
    }

    fn unsupported(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let message = format!(
            "`{}` is not supported in this form in a differentiated function: pass a closure \
             without `return` and `?`, on `&mut` arrays for `par_for_each`, on `&` arrays for \
             `par_map_collect`",
            m.method
        );
        self.error(&m.method, message);
        None
    }

    fn producer(&mut self, e: &Expr, is_changed: bool) -> Producer {
        let (elements, item) = (self.fresh("elements"), self.fresh("item"));
        Producer { array: e.clone(), is_changed, elements, item }
    }

    /// The arrays of `Zip::from(a).and(b)`.
    fn zipped(&mut self, e: &Expr) -> Option<Vec<Producer>> {
        let (rest, argument) = match unparen(e) {
            Expr::MethodCall(and) if and.method == "and" => {
                (Some(&and.receiver), and.args.first()?)
            }
            Expr::Call(first) => {
                let Expr::Path(path) = &*first.func else { return None };
                let mut owner = path.path.clone();
                let is_from = owner.segments.pop()?.ident == "from";
                owner.segments.pop_punct();
                let is_zip = owner.segments.last()?.ident == "Zip"
                    && self.world.is_of_crate(names_of(&owner), "ndarray");
                (is_from && is_zip).then_some((None, first.args.first()?))?
            }
            _ => return None,
        };
        let (array, is_changed) = match unparen(argument) {
            Expr::Reference(r) => (&*r.expr, r.mutability.is_some()),
            e => (e, false),
        };
        if !is_place(array) {
            return None;
        }
        let mut all = rest.map_or(Some(Vec::new()), |rest| self.zipped(rest))?;
        all.push(self.producer(array, is_changed));
        Some(all)
    }

    /// The statements around a parallel function of the elements. Its results are assigned to the
    /// changed arrays, or to a `copy` of the first one in the layout of the result.
    fn on_elements(
        &mut self,
        arrays: &[Producer],
        index: &Ident,
        body: &TokenStream,
        copy: Option<Ident>,
        span: Span,
    ) -> Expr {
        let [first, others @ ..] = arrays else { return parsed(quote_spanned!(span=> {})) };
        let checks = others.iter().map(|of| {
            let (a, b) = (&first.array, &of.array);
            quote_spanned! {span=>
                ::core::assert!(#a.shape() == #b.shape(),
                    "the arrays of a `Zip` differ in shape");
            }
        });
        let copies = arrays.iter().map(|Producer { array, elements, .. }| {
            quote_spanned! {span=>
                let #elements = #array.iter().copied().collect::<::std::vec::Vec<_>>();
            }
        });
        let (items, of_first) = (self.fresh("items"), &first.elements);
        let changed: Vec<&Producer> = arrays.iter().filter(|of| of.is_changed).collect();
        let assigned = match (&copy, &changed[..]) {
            (Some(copy), _) => {
                // its layout is that of the result, and the items are assigned to it
                let (array, value) = (&first.array, self.fresh("value"));
                let (others, ignored) =
                    (others.iter().map(|of| &of.array), others.iter().map(|_| quote!(_)));
                quote_spanned! {span=>
                    let mut #copy = ::ndarray::Zip::from(&#array) #(.and(&#others))*
                        .map_collect(|&#value #(, #ignored)*| #value);
                    #copy.iter_mut().zip(#items).for_each(|(place, item)| *place = item);
                    #copy
                }
            }
            (None, [Producer { array, .. }]) => quote_spanned! {span=>
                #array.iter_mut().zip(#items).for_each(|(place, item)| *place = item);
            },
            (None, many) => {
                let each = many.iter().enumerate().map(|(k, Producer { array, .. })| {
                    let k = syn::Index::from(k);
                    quote_spanned! {span=>
                        #array.iter_mut().zip(#items.iter())
                            .for_each(|(place, item)| *place = item.#k);
                    }
                });
                quote_spanned!(span=> #(#each)*)
            }
        };
        parsed(quote_spanned! {span=> {
            #(#checks)*
            #(#copies)*
            let #items =
                ::autodiff::__private::parallel_map(#of_first.len(), |#index: usize| #body);
            #assigned
        }})
    }
}
