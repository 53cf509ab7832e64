//! `Zip` of arrays of `ndarray`: chains of iterators over their elements, in the order in which
//! `Zip` visits them.
//!
//! ```text
//! Zip::from(&mut y).and(&x)     { let order = (y.view(), x.view()).autodiff_order_of_zip();
//!     .for_each(|y, &x| …)        let mut elements = y.autodiff_ordered_iter(&order).copied()
//!                                     .collect::<Vec<f64>>();
//!                                 elements.iter_mut().zip(x.autodiff_ordered_iter(&order))
//!                                     .for_each(|(y, &x)| …);
//!                                 y.autodiff_assign_to_ordered_iter(&order, elements); }
//! Zip::from(&x).and(&y)         { let order = …;
//!     .map_collect(|x, y| …)      let elements = x.autodiff_ordered_iter(&order)
//!                                     .zip(y.autodiff_ordered_iter(&order))
//!                                     .map(|(x, y)| …).collect::<Vec<f64>>();
//!                                 collected(x.raw_dim(), &order, elements) }
//! ```
//!
//! `ndarray` returns the order at run time, because it depends on the layouts of the arrays.
//! It compares their shapes as well, and panics as `Zip` does. The parts of an array, as in
//! `Zip::from(x.rows())`, are zipped in logical order: along one axis, or along any axes by
//! `for_each` with a closure that changes no captured variable, whose order does not matter.

use super::super::*;
use super::in_place::{ASSIGN, Views};
use crate::lower::desugar::arrays::may_be_real;
use crate::lower::places::place::is_place;
use crate::lower::types::arrays::results::{ArrayResult, result_of_array_method};
use quote::{format_ident, quote, quote_spanned};

/// The prefix of the name of a method of the runtime that returns an order.
const ORDER: &str = "autodiff_order_";

/// The method that asks whether a view has a slice of its elements in the order of the memory.
pub(in crate::lower::iterate) const IS_CONTIGUOUS: &str = "autodiff_is_contiguous";

/// The same for indices, before the number of axes.
const INDICES: &str = "of_indices_";

/// The most arrays in a `Zip`.
const MOST_ZIPPED: usize = 6;

/// A producer of a `Zip`, as the user wrote it.
struct Producer<'e> {
    producer: &'e Expr,
    /// Whether its shape becomes that of the others.
    is_broadcast: bool,
}

/// The producers of a `Zip`.
struct Producers<'e> {
    all: Vec<Producer<'e>>,
    /// Whether the indices come first.
    is_indexed: bool,
}

/// Producers with their statements.
#[derive(Default)]
struct ZippedProducers {
    /// The statements that evaluate the producers.
    before: Vec<TokenStream>,
    /// The statements that copy the elements that change.
    copies: Vec<TokenStream>,
    /// The producers, as arguments of the function that returns the order.
    views: Vec<TokenStream>,
    /// The iterators over the items.
    items: Vec<TokenStream>,
    /// The statements that assign changed elements.
    after: Vec<TokenStream>,
    /// The first producer that is an array.
    array: Option<Expr>,
    /// The items of a producer are parts of an array.
    has_parts: bool,
}

/// The function of the items: its parameters, and its result.
struct OfItems {
    /// The statement that evaluates the function, if it is no closure.
    before: Option<TokenStream>,
    /// The parameter for the sum, of `fold`.
    sum: Option<TokenStream>,
    pattern: TokenStream,
    body: TokenStream,
}

impl Lowerer<'_> {
    /// `Zip::from(a).and(b).for_each(f)` and other methods of a `Zip`.
    pub(in crate::lower::iterate) fn zipped_arrays(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let f = m.args.last()?;
        let producers = self.producers_of_zip(&m.receiver)?;
        let (span, errors) = (m.method.span(), self.diagnostics.len());
        let order = self.name_in_zip("order");
        let index = match unparen(f) {
            Expr::Closure(f) => f.inputs.iter().nth(usize::from(m.method == "fold")),
            _ => None,
        };
        let is_ordered = m.method != "for_each" || self.depends_on_order(f);
        let of_parts = if is_ordered { "on_axis" } else { "of_parts" };
        let zipped = self.producers_with_order(&producers, &order, index, of_parts, span);
        if self.diagnostics.len() > errors {
            return Some(syn::parse_quote!({}));
        }
        let f = self.function_of_items(f, m.method == "fold", &producers)?;
        Some(self.run_of_zip(m, zipped, f, &order))
    }

    /// Whether a closure may change what it captures, so that the order of its calls matters.
    fn depends_on_order(&mut self, f: &Expr) -> bool {
        let Expr::Closure(f) = unparen(f) else { return false };
        let mut passed = ArgumentVariables::default();
        passed.visit_expr(&f.body);
        opaque::changed_capture(f).is_some()
            || passed.0.iter().any(|e| {
                let name = e.path.get_ident().map(ToString::to_string);
                name.is_some_and(|name| self.lookup(&name).is_some())
                    && matches!(self.locate(&Expr::Path(e.clone())),
                        Located::Spot(spot) if spot.by == BorrowMode::Unique)
            })
    }

    /// The statements of a `Zip`, with the method that runs it.
    fn run_of_zip(
        &mut self,
        m: &ExprMethodCall,
        zipped: ZippedProducers,
        f: OfItems,
        order: &Ident,
    ) -> Expr {
        let (method, span) = (&m.method, m.method.span());
        let ZippedProducers { before, items, after, array, has_parts, .. } = zipped;
        let OfItems { before: bound, sum, pattern, body } = f;
        let mut items = items.into_iter();
        let first = items.next();
        let items = quote!(#first #(.zip(#items))*);
        let run = match &*method.to_string() {
            "fold" => {
                let init = m.args.first();
                quote_spanned!(span=> #items.#method(#init, |#sum, #pattern| #body))
            }
            "map_collect" => {
                let (elements, real) = (self.name_in_zip("elements"), self.real_type());
                let arrays = quote!(::autodiff::__private::arrays);
                let collected = match array.filter(|_| !has_parts) {
                    Some(array) => quote!(#arrays::collected(#array.raw_dim(), &#order, #elements)),
                    None => quote!(#arrays::Array1::<#real>::from_vec(#elements)),
                };
                quote_spanned! {span=> {
                    let #elements =
                        #items.map(|#pattern| #body).collect::<::std::vec::Vec<#real>>();
                    #collected
                }}
            }
            _ => quote_spanned!(span=> #items.#method(|#pattern| #body)),
        };
        if method == "for_each" {
            return syn::parse_quote_spanned!(span=> { #(#before)* #bound #run; #(#after)* });
        }
        if after.is_empty() {
            return syn::parse_quote_spanned!(span=> { #(#before)* #bound #run });
        }
        let result = self.name_in_zip("result");
        syn::parse_quote_spanned! {span=> {
            #(#before)* #bound
            let #result = #run;
            #(#after)*
            #result
        }}
    }

    fn name_in_zip(&mut self, name: &str) -> Ident {
        self.ssa.questions += 1;
        format_ident!("zipped_{name}_{}", self.ssa.questions)
    }

    /// The producers of `Zip::from(a).and(b)` or `Zip::indexed(a).and(b)`.
    fn producers_of_zip<'e>(&self, zip: &'e Expr) -> Option<Producers<'e>> {
        let mut all = Vec::new();
        let mut of = unparen(zip);
        while let Expr::MethodCall(and) = of {
            let is_broadcast = and.method == "and_broadcast";
            if and.method != "and" && !is_broadcast || and.args.len() != 1 {
                return None;
            }
            all.push(Producer { producer: &and.args[0], is_broadcast });
            of = unparen(&and.receiver);
        }
        let Expr::Call(first) = of else { return None };
        let Expr::Path(path) = &*first.func else { return None };
        let mut owner = path.path.clone();
        let constructor = owner.segments.pop()?.ident;
        owner.segments.pop_punct();
        let is_zip = owner.segments.last()?.ident == "Zip"
            && self.world().is_of_crate(crate::world::records::names_of(&owner), "ndarray");
        let is_indexed = constructor == "indexed";
        if !(is_indexed || constructor == "from") || !is_zip || first.args.len() != 1 {
            return None;
        }
        all.push(Producer { producer: &first.args[0], is_broadcast: false });
        all.reverse();
        Some(Producers { all, is_indexed })
    }

    /// The function of the items as a closure. Its parameters are nested pairs, as `zip` makes them.
    fn function_of_items(
        &mut self,
        f: &Expr,
        is_fold: bool,
        producers: &Producers<'_>,
    ) -> Option<OfItems> {
        let (before, inputs, body) = match unparen(f) {
            Expr::Closure(f) => {
                let inputs = f.inputs.iter().map(ToTokens::to_token_stream).collect();
                (None, inputs, f.body.to_token_stream())
            }
            f => {
                let count =
                    producers.all.len() + usize::from(producers.is_indexed) + usize::from(is_fold);
                let inputs: Vec<_> = (0..count).map(|_| self.name_in_zip("item")).collect();
                let is_named = matches!(f, Expr::Path(_));
                let name = self.name_in_zip("function");
                let before = (!is_named).then(|| quote!(let #name = #f;));
                let function = if is_named { f.to_token_stream() } else { name.to_token_stream() };
                let body = quote!(#function(#(#inputs),*));
                (before, inputs.iter().map(ToTokens::to_token_stream).collect(), body)
            }
        };
        let mut inputs: std::vec::IntoIter<TokenStream> = Vec::into_iter(inputs);
        let sum = if is_fold { Some(inputs.next()?) } else { None };
        let first = inputs.next()?;
        let pattern = inputs.fold(first, |left, right| quote!((#left, #right)));
        Some(OfItems { before, sum, pattern, body })
    }

    /// The statements of the producers. Reports those that are not supported.
    fn producers_with_order(
        &mut self,
        producers: &Producers<'_>,
        order: &Ident,
        index: Option<&syn::Pat>,
        of_parts: &str,
        span: Span,
    ) -> ZippedProducers {
        let mut zipped = ZippedProducers::default();
        if let Some(extra) = producers.all.get(MOST_ZIPPED) {
            self.error(extra.producer, "a `Zip` has at most six arrays");
        }
        for Producer { producer: of, is_broadcast } in &producers.all {
            match unparen(of) {
                _ if *is_broadcast => self.broadcast_producer(of, order, &mut zipped),
                Expr::MethodCall(parts)
                    if matches!(
                        result_of_array_method(&parts.method.to_string()),
                        Some(ArrayResult::Views(_))
                    ) =>
                {
                    self.producer_of_parts(parts, &mut zipped);
                }
                Expr::MethodCall(view)
                    if view.method.to_string().ends_with("_mut") || self.is_changed_view(of) =>
                {
                    self.producer_of_changed(view, order, &mut zipped);
                }
                of => self.producer(of, order, &mut zipped),
            }
        }
        if producers.is_indexed {
            self.indices(index, order, span, &mut zipped);
        }
        let views = &zipped.views;
        let function =
            format_ident!("{ORDER}{}", if zipped.has_parts { of_parts } else { "of_zip" });
        let of_order = quote_spanned!(span=> let #order = (#(#views,)*).#function(););
        zipped.before.push(of_order);
        zipped.before.append(&mut zipped.copies);
        zipped
    }

    /// The indices of `Zip::indexed`, whose pattern may show the number of axes.
    fn indices(
        &mut self,
        pattern: Option<&syn::Pat>,
        order: &Ident,
        span: Span,
        zipped: &mut ZippedProducers,
    ) {
        let Some(array) = zipped.array.clone().filter(|_| !zipped.has_parts) else {
            return self.diagnostics.error(
                span,
                "`Zip::indexed` of the parts of an array is not supported: loop over them, as in \
                 `for (i, row) in x.outer_iter().enumerate()`",
            );
        };
        let of_pattern = match pattern {
            Some(syn::Pat::Tuple(of)) => Some(of.elems.len()),
            _ => None,
        };
        let of_type = |s: &mut Self| s.seen_type(&array).and_then(|ty| s.types.axes(&ty)).flatten();
        let name = self.name_in_zip("indices");
        match of_pattern.or_else(|| of_type(self)) {
            Some(axes) => {
                let function = format_ident!("{ORDER}{INDICES}{axes}");
                zipped.copies.push(quote!(let #name = (#array.view(), &#order).#function();));
            }
            None => zipped.copies.push(quote! {
                let #name = #array.autodiff_ordered_indices(&#order);
            }),
        }
        zipped.items.insert(0, quote!(#name.into_iter()));
    }
}

/// The variables that are arguments of calls, such as mutable references.
#[derive(Default)]
struct ArgumentVariables(Vec<syn::ExprPath>);

impl<'ast> Visit<'ast> for ArgumentVariables {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.add(call.args.iter());
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
        self.add(m.args.iter());
        syn::visit::visit_expr_method_call(self, m);
    }
}

impl ArgumentVariables {
    fn add<'a>(&mut self, args: impl Iterator<Item = &'a Expr>) {
        self.0.extend(args.filter_map(|e| match unparen(e) {
            Expr::Path(of) => Some(of.clone()),
            _ => None,
        }));
    }
}

/// The element type of an array of data.
fn element_without_reals(ty: &Ty) -> Option<syn::Type> {
    let Ty::Foreign(of) = ty else { return None };
    let mut ty: syn::Type = syn::parse2(of.clone()).ok()?;
    while let syn::Type::Reference(of) = ty {
        ty = *of.elem;
    }
    let syn::Type::Path(of) = ty else { return None };
    let syn::PathArguments::AngleBracketed(arguments) = of.path.segments.last()?.arguments.clone()
    else {
        return None;
    };
    let element = arguments.args.into_iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(element) => Some(element),
        _ => None,
    });
    element.filter(|element| !may_be_real(element))
}

impl Lowerer<'_> {
    /// The order that `(x.view(), y.view()).autodiff_order_of_zip()` returns, and whether a view is
    /// contiguous.
    pub(in crate::lower) fn order_of_elements(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        let list = |item| Ty::Vec(Box::new(item));
        let (function, ty) = match name.strip_prefix(ORDER) {
            None if name == IS_CONTIGUOUS => ("is_contiguous".to_string(), Ty::Bool),
            None => return None,
            Some(kind) => {
                let axes = kind.strip_prefix(INDICES).and_then(|axes| axes.parse::<usize>().ok());
                match axes {
                    None => (format!("order_{kind}"), list(Ty::USIZE)),
                    Some(1) => ("order_of_indices".to_string(), list(Ty::USIZE)),
                    Some(axes) => {
                        ("order_of_indices".to_string(), list(Ty::Tuple(vec![Ty::USIZE; axes])))
                    }
                }
            }
        };
        let function = Ident::new(&function, m.method.span());
        let of = &m.receiver;
        let call = syn::parse_quote_spanned! {m.method.span()=>
            ::autodiff::__private::arrays::#function(#of)
        };
        Some(self.opaque_as(&call, Some(ty), "the order of elements".into(), String::new(), true))
    }
}

/// The kinds of producers.
impl Lowerer<'_> {
    /// An array, a slice, or a view that does not change the array.
    fn producer(&mut self, e: &Expr, order: &Ident, zipped: &mut ZippedProducers) {
        let (place, is_unique) = match e {
            Expr::Reference(r) => (&*r.expr, r.mutability.is_some()),
            // a variable that is a mutable reference
            place @ Expr::Path(_) => {
                let located = self.locate(place);
                let is_unique =
                    matches!(located, Located::Spot(spot) if spot.by == BorrowMode::Unique);
                (place, is_unique)
            }
            place => (place, false),
        };
        let place = self.place_in_zip(place, zipped);
        let ty = self.seen_type(&place).map(|ty| self.types.shallow(&ty));
        if let Some(element) = ty.as_ref().and_then(element_without_reals) {
            let elements = self.name_in_zip("elements");
            zipped.views.push(quote!(#place.view()));
            zipped.copies.push(quote! {
                let #elements: ::std::vec::Vec<#element> =
                    ::autodiff::__private::arrays::ordered_iter(&#place.view(), &#order);
            });
            zipped.items.push(quote!(#elements.iter()));
            zipped.array.get_or_insert(place);
            return;
        }
        if ty.is_some_and(|ty| ty.is_sequence()) {
            zipped.views.push(quote!(::autodiff::__private::arrays::elements_of(&#place[..])));
            zipped.items.push(match is_unique {
                true => quote!(#place.iter_mut()),
                false => quote!(#place.iter()),
            });
            return;
        }
        zipped.views.push(quote!(#place.view()));
        match is_unique {
            true => self.changed_producer(&place, order, zipped),
            false => zipped.items.push(quote!(#place.autodiff_ordered_iter(&#order))),
        }
        zipped.array.get_or_insert(place);
    }

    /// A place that is evaluated several times: its indices are bound. Another expression is bound
    /// to a variable.
    fn place_in_zip(&mut self, e: &Expr, zipped: &mut ZippedProducers) -> Expr {
        let mut place = e.clone();
        if is_place(&place) {
            zipped.before.extend(self.bind_indices(&mut place));
            return place;
        }
        let name = self.name_in_zip("array");
        zipped.before.push(quote_spanned!(e.span()=> let #name = #place;));
        syn::parse_quote!(#name)
    }

    /// The elements of an array that change, in a vector.
    fn changed_producer(&mut self, place: &Expr, order: &Ident, zipped: &mut ZippedProducers) {
        let (elements, real) = (self.name_in_zip("elements"), self.real_type());
        let assign = format_ident!("{ASSIGN}ordered_iter");
        zipped.copies.push(quote! {
            let mut #elements = #place.autodiff_ordered_iter(&#order).copied()
                .collect::<::std::vec::Vec<#real>>();
        });
        zipped.items.push(quote!(#elements.iter_mut()));
        zipped.after.push(quote!(#place.#assign(&#order, #elements);));
    }

    /// `x.row_mut(i)`, `x.slice_mut(s![…])`, `x.rows_mut()`
    fn producer_of_changed(
        &mut self,
        view: &ExprMethodCall,
        order: &Ident,
        zipped: &mut ZippedProducers,
    ) {
        if Views::of(view).is_some() && self.is_array_place(&view.receiver) {
            let place = self.place_in_zip(&view.receiver, zipped);
            let args: Vec<Expr> = view.args.iter().map(|e| self.bound_in_zip(e, zipped)).collect();
            let method = &view.method;
            let shared =
                Ident::new(method.to_string().trim_end_matches("_mut"), view.method.span());
            zipped.views.push(quote!(#place.#shared(#(#args),*)));
            zipped.items.push(quote!(#place.#method(#(#args),*)));
            zipped.has_parts = true;
            return;
        }
        let view_of_array = Expr::MethodCall(view.clone());
        if !self.is_changed_view(&view_of_array) {
            return self.error(
                &view.method,
                "this producer of a `Zip` is not supported: pass arrays, views and parts of \
                 arrays, such as `&x`, `x.slice_mut(…)` and `x.rows()`",
            );
        }
        let name = self.name_in_zip("view");
        zipped.before.push(quote_spanned!(view.span()=> let mut #name = #view_of_array;));
        let place: Expr = syn::parse_quote!(#name);
        zipped.views.push(quote!(#place.view()));
        self.changed_producer(&place, order, zipped);
        zipped.array.get_or_insert(place);
    }

    /// `x.rows()` and its like.
    fn producer_of_parts(&mut self, parts: &ExprMethodCall, zipped: &mut ZippedProducers) {
        let of = match unparen(&parts.receiver) {
            Expr::Reference(r) => &r.expr,
            of => of,
        };
        let place = self.place_in_zip(of, zipped);
        let args: Vec<Expr> = parts.args.iter().map(|e| self.bound_in_zip(e, zipped)).collect();
        let method = &parts.method;
        zipped.views.push(quote!(#place.#method(#(#args),*)));
        zipped.items.push(quote!(#place.#method(#(#args),*).into_iter()));
        zipped.has_parts = true;
    }

    fn bound_in_zip(&mut self, e: &Expr, zipped: &mut ZippedProducers) -> Expr {
        if matches!(e, Expr::Lit(_)) {
            return e.clone();
        }
        let name = self.name_in_zip("argument");
        zipped.before.push(quote_spanned!(e.span()=> let #name = #e;));
        syn::parse_quote!(#name)
    }

    /// `.and_broadcast(&x)`
    fn broadcast_producer(&mut self, e: &Expr, order: &Ident, zipped: &mut ZippedProducers) {
        let Some(first) = zipped.array.clone() else {
            return self.error(
                e,
                "`and_broadcast` without an array before it is not supported: start with one, as \
                 in `Zip::from(&x).and_broadcast(&y)`",
            );
        };
        let of = match unparen(e) {
            Expr::Reference(r) => unparen(&r.expr),
            of => of,
        };
        let place = self.place_in_zip(of, zipped);
        let name = self.name_in_zip("array");
        let message = "ndarray: could not broadcast array in `Zip`";
        zipped.before.push(quote_spanned! {e.span()=>
            let #name = #place.broadcast(#first.raw_dim()).expect(#message);
        });
        zipped.views.push(quote!(#name.view()));
        zipped.items.push(quote!(#name.autodiff_ordered_iter(&#order)));
    }
}
