//! Methods of arrays with a closure for each lane along an axis, and methods that return parts or
//! elements.
//!
//! ```text
//! x.map_axis(axis, f)                   { let values = x.lanes(axis).into_iter().map(f).collect();
//!                                         mapped_along(&x, axis, values) }
//! x.fold_axis(axis, init, f)            { let mut values = start_along(&x, axis, init);
//!                                         for part in x.axis_iter(axis) {
//!                                             for (k, element) in part.iter().enumerate() {
//!                                                 values[k] = f(&values[k], element);
//!                                             }
//!                                         }
//!                                         folded_along(&x, axis, values) }
//! x.accumulate_axis_inplace(axis, f)    a loop over `x.lanes_mut(axis)`
//! x.split_at(axis, index)               (x.slice_axis(axis, ..index), x.slice_axis(axis, index..))
//! x.multi_slice_mut((a, b))             { assert!(are_disjoint(x.raw_dim(), &(a, b)));
//!                                         (x.slice_mut(a), x.slice_mut(b)) }
//! x.to_vec()                            a copy of the elements
//! x.as_slice()                          x.is_standard_layout().then(|| x.to_vec())
//! x.as_slice_memory_order()             the same in the order of the memory
//! ```
//!
//! `ndarray` calls the closures of different lanes in an order that depends on the layout. So a
//! closure that changes a captured variable is an error.

use super::super::*;
use crate::lower::library::option::Payload;
use crate::lower::places::place::is_place;
use quote::{format_ident, quote, quote_spanned};

/// The order of the elements in a slice of an array.
#[derive(Clone, Copy)]
pub(in crate::lower) enum ListOrder {
    Logical,
    Memory,
}

impl ListOrder {
    /// The order in the slice that a method returns.
    pub(in crate::lower) fn of_slice(method: &str) -> Option<ListOrder> {
        match method {
            "as_slice" | "to_slice" => Some(ListOrder::Logical),
            "as_slice_memory_order" | "to_slice_memory_order" => Some(ListOrder::Memory),
            _ => None,
        }
    }

    /// The question whether the array has such a slice.
    pub(in crate::lower) fn is_slice(self, array: &Expr, span: Span) -> TokenStream {
        match self {
            ListOrder::Logical => quote_spanned!(span=> (&#array).is_standard_layout()),
            ListOrder::Memory => {
                let question = Ident::new(super::zip::IS_CONTIGUOUS, span);
                quote_spanned!(span=> (&#array).view().#question())
            }
        }
    }
}

impl Lowerer<'_> {
    /// One of these methods, expressed by others.
    pub(in crate::lower::iterate) fn along_axis(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        if !self.is_array(&m.receiver)
            || m.method == "accumulate_axis_inplace" && !self.is_array_place(&m.receiver)
        {
            return None;
        }
        if m.method != "split_at"
            && let Some(Expr::Closure(closure)) = m.args.last().map(unparen)
            && let Some(at) = opaque::changed_capture(closure)
        {
            let message = format!(
                "a closure of `{}` that changes a captured variable is not supported, because the \
                 order of its calls depends on the layout of the array: loop over \
                 `x.lanes(axis)`",
                m.method
            );
            self.diagnostics.error(at, message);
            return Some(syn::parse_quote!(::core::panic!()));
        }
        let mut before = Vec::new();
        let array = self.bound_array(&m.receiver, &mut before);
        let mut args = m.args.iter();
        let axis = match args.next() {
            Some(axis) => self.bind_argument("axis", axis, &mut before),
            None => return Some(self.all_elements(&array, &before, m)),
        };
        let span = m.method.span();
        let (real, arrays) = (self.real_type(), quote!(::autodiff::__private::arrays));
        match (&*m.method.to_string(), args.next(), args.next()) {
            ("map_axis", Some(f), None) => {
                let values = self.fresh_in_place("values");
                Some(syn::parse_quote_spanned! {span=> {
                    #(#before)*
                    let #values = (&#array).lanes(#axis).into_iter().map(#f)
                        .collect::<::std::vec::Vec<#real>>();
                    #arrays::mapped_along(&#array, #axis, #values)
                }})
            }
            ("fold_axis", Some(init), Some(f)) => {
                let init = self.bind_argument("init", init, &mut before);
                let [values, part, k, element] =
                    ["values", "part", "index", "element"].map(|name| self.fresh_in_place(name));
                Some(syn::parse_quote_spanned! {span=> {
                    #(#before)*
                    let mut #values: ::std::vec::Vec<#real> =
                        #arrays::start_along(&#array, #axis, #init);
                    for #part in (&#array).axis_iter(#axis) {
                        for (#k, #element) in #part.iter().enumerate() {
                            #values[#k] = (#f)(&#values[#k], #element);
                        }
                    }
                    #arrays::folded_along(&#array, #axis, #values)
                }})
            }
            ("accumulate_axis_inplace", Some(f), None) => {
                let [lane, k, previous, current] =
                    ["lane", "index", "previous", "current"].map(|name| self.fresh_in_place(name));
                Some(syn::parse_quote_spanned! {span=> {
                    #(#before)*
                    for #lane in #array.lanes_mut(#axis) {
                        for #k in 1..#lane.len() {
                            let #previous = #lane[#k - 1];
                            let mut #current = #lane[#k];
                            (#f)(&#previous, &mut #current);
                            #lane[#k] = #current;
                        }
                    }
                }})
            }
            ("split_at", Some(index), None) => {
                let index = self.bind_argument("index", index, &mut before);
                let method = match self.is_view(&m.receiver) {
                    true => "slice_axis_mut",
                    false => "slice_axis",
                };
                let method = Ident::new(method, span);
                Some(syn::parse_quote_spanned! {span=> {
                    #(#before)*
                    (
                        #array.#method(#axis, #arrays::Slice::new(
                            0, ::core::option::Option::Some(#index as isize), 1)),
                        #array.#method(#axis, #arrays::Slice::new(
                            #index as isize, ::core::option::Option::None, 1)),
                    )
                }})
            }
            _ => None,
        }
    }

    /// `x.multi_slice_mut((a, b))`: views that are places. The slices are checked as `ndarray` does.
    pub(in crate::lower::iterate) fn disjoint_slices(
        &mut self,
        m: &ExprMethodCall,
    ) -> Option<Expr> {
        let Expr::Tuple(slices) = unparen(&m.args[0]) else { return None };
        if !self.is_array_place(&m.receiver) && !self.is_changed_view(&m.receiver) {
            return None;
        }
        let (span, arrays) = (m.method.span(), quote!(::autodiff::__private::arrays));
        let mut before = Vec::new();
        let array = self.bound_array(&m.receiver, &mut before);
        let slices: Vec<Expr> = slices
            .elems
            .iter()
            .map(|slice| self.bind_argument("slice", slice, &mut before))
            .collect();
        let shape = self.fresh_in_place("shape");
        Some(syn::parse_quote_spanned! {span=> {
            #(#before)*
            let #shape = (&#array).raw_dim();
            ::core::assert!(#arrays::are_disjoint(&#shape, &(#(#slices,)*)));
            (#(#array.slice_mut(#slices),)*)
        }})
    }

    /// Whether an expression is an array, or computed from one by operations that return arrays.
    pub(in crate::lower) fn is_array(&mut self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::MethodCall(m) => {
                types::arrays::results::returns_array(&m.method.to_string())
                    && self.is_array(&m.receiver)
            }
            Expr::Binary(b) => self.is_array(&b.left) || self.is_array(&b.right),
            Expr::Unary(u) => self.is_array(&u.expr),
            Expr::Reference(r) => self.is_array(&r.expr),
            e => self.seen_type(e).is_some_and(|ty| self.is_array_type(&ty)),
        }
    }

    /// `x.to_vec()`
    fn all_elements(&mut self, array: &Expr, before: &[TokenStream], m: &ExprMethodCall) -> Expr {
        let (span, elements) = (m.method.span(), self.fresh_in_place("elements"));
        let order = ListOrder::of_slice(&m.method.to_string()).unwrap_or(ListOrder::Logical);
        let (list, _) = self.list_and_assign(array, order, &elements, span);
        syn::parse_quote_spanned!(span=> { #(#before)* #(#list)* #elements })
    }

    /// Statements that copy the elements of an array to a vector, and the statement that assigns
    /// them back.
    pub(in crate::lower) fn list_and_assign(
        &mut self,
        array: &Expr,
        order: ListOrder,
        elements: &Ident,
        span: Span,
    ) -> (Vec<TokenStream>, TokenStream) {
        let (real, numbers) = (self.real_type(), self.fresh_in_place("order"));
        let vector = quote!(::std::vec::Vec<#real>);
        let assign = |name: &str| format_ident!("{}{name}", super::in_place::ASSIGN, span = span);
        match order {
            ListOrder::Logical => {
                let assign = assign("iter_mut");
                let list = quote_spanned! {span=>
                    let mut #elements: #vector = (&#array).iter().copied().collect::<#vector>();
                };
                (vec![list], quote_spanned!(span=> #array.#assign(#elements);))
            }
            ListOrder::Memory => {
                let assign = assign("ordered_iter");
                let order = quote_spanned! {span=>
                    let #numbers = (&#array).view().autodiff_order_of_memory();
                };
                let list = quote_spanned! {span=>
                    let mut #elements: #vector = #array.autodiff_ordered_iter(&#numbers)
                        .copied().collect::<#vector>();
                };
                (vec![order, list], quote_spanned!(span=> #array.#assign(&#numbers, #elements);))
            }
        }
    }

    /// `x.as_slice()`, unwrapped: a copy of the elements.
    pub(in crate::lower::iterate) fn unwrapped_slice(
        &mut self,
        m: &ExprMethodCall,
    ) -> Option<Expr> {
        if m.method != "unwrap" && m.method != "expect" {
            return None;
        }
        let Expr::MethodCall(of) = unparen(&m.receiver) else { return None };
        let order = ListOrder::of_slice(&of.method.to_string())?;
        if !of.args.is_empty() || !self.is_array(&of.receiver) {
            return None;
        }
        let message = match m.args.first() {
            Some(message) => message.to_token_stream(),
            None => quote!("called `Option::unwrap()` on a `None` value"),
        };
        let mut before = Vec::new();
        let array = self.bound_array(&of.receiver, &mut before);
        let (test, is_slice) =
            (order.is_slice(&array, of.method.span()), self.fresh_in_place("is_slice"));
        before.push(quote_spanned! {m.method.span()=>
            let #is_slice: bool = #test;
            ::core::assert!(#is_slice, "{}", #message);
        });
        let elements = self.all_elements(&array, &before, of);
        Some(syn::parse_quote_spanned!(m.method.span()=> &#elements))
    }

    /// `x.as_slice()`: an `Option` of a reference to a copy of the elements.
    pub(in crate::lower) fn slice_of_array(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let copy = self.copied_slice(m)?;
        let mut value = self.expr(&copy);
        if let Value::Option(of) = &mut value
            && let Payload::Value(Value::Var(_, by_reference)) = &mut of.payload
        {
            *by_reference = true;
        }
        Some(value)
    }

    fn copied_slice(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let order = ListOrder::of_slice(&m.method.to_string())?;
        if !m.args.is_empty() || !self.is_array(&m.receiver) {
            return None;
        }
        let mut before = Vec::new();
        let array = self.bound_array(&m.receiver, &mut before);
        let elements = self.all_elements(&array, &[], m);
        let (test, is_slice) =
            (order.is_slice(&array, m.method.span()), self.fresh_in_place("is_slice"));
        Some(syn::parse_quote_spanned! {m.method.span()=> {
            #(#before)*
            let #is_slice: bool = #test;
            #is_slice.then(|| #elements)
        }})
    }

    /// Reports `x.mapv(f)` whose closure changes a captured variable.
    pub(in crate::lower) fn map_with_changes(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let [Expr::Closure(closure)] = &m.args.iter().map(unparen).collect::<Vec<_>>()[..] else {
            return None;
        };
        let is_map = ["map", "mapv", "mapv_into"].iter().any(|name| m.method == name);
        let at = is_map.then(|| opaque::changed_capture(closure)).flatten()?;
        if !self.is_array(&m.receiver) {
            return None;
        }
        let message = format!(
            "a closure of `{}` that changes a captured variable is not supported, because the \
             order of its calls depends on the layout of the array: use `map_inplace` or \
             `for_each`, or loop over the elements",
            m.method
        );
        self.diagnostics.error(at, message);
        Some(syn::parse_quote!(::core::panic!()))
    }

    /// The place of an array, or a variable that holds the array. Adds the statements before.
    pub(in crate::lower) fn bound_array(
        &mut self,
        array: &Expr,
        before: &mut Vec<TokenStream>,
    ) -> Expr {
        if is_place(array) {
            let mut place = array.clone();
            before.extend(self.bind_indices(&mut place));
            return place;
        }
        let name = self.fresh_in_place("array");
        before.push(quote_spanned!(array.span()=> let #name = #array;));
        syn::parse_quote!(#name)
    }

    /// A variable that holds an argument.
    fn bind_argument(
        &mut self,
        name: &str,
        argument: &Expr,
        before: &mut Vec<TokenStream>,
    ) -> Expr {
        if matches!(argument, Expr::Lit(_)) {
            return argument.clone();
        }
        let name = self.fresh_in_place(name);
        before.push(quote_spanned!(argument.span()=> let #name = #argument;));
        syn::parse_quote!(#name)
    }

    pub(in crate::lower) fn fresh_in_place(&mut self, name: &str) -> Ident {
        self.ssa.questions += 1;
        format_ident!("{name}_in_place_{}", self.ssa.questions)
    }
}
