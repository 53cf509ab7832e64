//! Loops that change the elements of values of other crates' types: arrays of `ndarray`.
//!
//! The elements are moved into a vector, which the loop changes, and are assigned back:
//!
//! ```text
//! for v in y.iter_mut() { … }      { let mut elements = y.iter().copied().collect::<Vec<f64>>();
//!                                    for v in elements.iter_mut() { … }
//!                                    y.iter_mut().assign(elements); }
//! for v in y.row_mut(i) { … }      { let mut view = y.row_mut(i);
//!                                    for v in view.iter_mut() { … } }
//! y.mapv_inplace(f)                { let mapped = y.mapv(f); y.assign(&mapped); }
//! y.zip_mut_with(&x, f)            Zip::from(&mut y).and_broadcast(&x).for_each(f)
//! y.swap(i, j)                     { let element = y[i]; y[i] = y[j]; y[j] = element; }
//! for mut row in y.rows_mut() { … }
//!                                  for mut row in (0..y.nrows()).map(|i| y.row_mut(i)) { … }
//! for mut chunk in y.exact_chunks_mut(n) { … }
//!                                  { let mut views = copies of the chunks;
//!                                    for chunk in views.iter_mut() { … }
//!                                    for k in 0..views.len() { chunk k of y = views[k] } }
//! ```
//!
//! The assignment of the elements is one operation, `assign_to_iter_mut`. A view is a place
//! ([`changed_views`](crate::lower::places::arrays::changed_views)), if a method of the array returns it.
//! Otherwise it is a copy with the layout of the view, on which the last bits of sums depend.

use super::super::foreign::returns_iterator;
use super::super::*;
use super::views_of_views::VIEWS;
use crate::ir::types::Spelling as Form;
use crate::lower::places::arrays::parts::literal_axis;
use crate::lower::places::place::is_place;
use quote::{format_ident, quote, quote_spanned};
use syn::visit_mut::VisitMut;

/// Methods that return what a loop goes through, by names that do not show it.
const ITERATED: &[&str] = &["columns_mut", "exact_chunks_mut", "lanes_mut", "rows_mut"];

/// The prefix of the name of a method that assigns to a view. No method of a user has such a name.
pub(in crate::lower::iterate) const ASSIGN: &str = "autodiff_assign_to_";

/// An array whose elements a loop changes.
struct ChangedArray {
    /// The statements that evaluate the indices in the place.
    indices: Vec<TokenStream>,
    place: Expr,
    /// The name of the vector of the elements, or of the views.
    elements: Ident,
    /// What of the array is changed.
    part: ChangedPart,
}

/// What a loop changes of an array.
enum ChangedPart {
    /// The elements, in a vector.
    Elements,
    /// Copies of views.
    Copies(Views),
    /// Views, which are places.
    Views,
}

/// The views of an iterator over views.
pub(in crate::lower::iterate) struct Views {
    /// The method that returns the iterator over views that do not change the array.
    shared_method: Ident,
    /// Its arguments.
    arguments: Vec<Expr>,
    /// The method that assigns to one of them, and its argument before those and the number of the
    /// view.
    assign: &'static str,
    before: TokenStream,
}

impl Views {
    /// The views that a method goes through.
    pub(in crate::lower::iterate) fn of(m: &ExprMethodCall) -> Option<Views> {
        let name = m.method.to_string();
        let shared = Ident::new(&name.replace("_mut", ""), m.method.span());
        let arrays = quote!(::autodiff::__private::arrays);
        let (assign, before) = match (&*name, m.args.len()) {
            ("rows_mut", 0) => ("part_of_rows_mut", TokenStream::new()),
            ("columns_mut", 0) => ("part_of_columns_mut", TokenStream::new()),
            ("outer_iter_mut", 0) => ("index_axis_mut", quote!(#arrays::Axis(0),)),
            ("axis_iter_mut", 1) => ("index_axis_mut", TokenStream::new()),
            ("lanes_mut", 1) => ("part_of_lanes_mut", TokenStream::new()),
            ("exact_chunks_mut", 1) => ("part_of_exact_chunks_mut", TokenStream::new()),
            ("axis_chunks_iter_mut", 2) => ("part_of_axis_chunks_iter_mut", TokenStream::new()),
            _ => return None,
        };
        let arguments = m.args.iter().cloned().collect();
        Some(Views { shared_method: shared, arguments, assign, before })
    }
}

impl Lowerer<'_> {
    /// Whether an expression is a place that holds an array.
    pub(in crate::lower) fn is_array_place(&mut self, e: &Expr) -> bool {
        is_place(e) && self.seen_type(e).is_some_and(|ty| self.is_array_type(&ty))
    }

    /// Replaces the indices in a place that is evaluated several times by variables. Returns the
    /// statements that bind these.
    pub(in crate::lower::iterate) fn bind_indices(&mut self, place: &mut Expr) -> Vec<TokenStream> {
        match place {
            Expr::Index(of) => {
                let mut bound = self.bind_indices(&mut of.expr);
                if !matches!(*of.index, Expr::Lit(_)) {
                    let name = format_ident!("index_in_place_{}", self.ssa.questions);
                    self.ssa.questions += 1;
                    let index = std::mem::replace(&mut *of.index, syn::parse_quote!(#name));
                    bound.push(quote!(let #name = #index;));
                }
                bound
            }
            Expr::Field(of) => self.bind_indices(&mut of.base),
            Expr::Unary(of) => self.bind_indices(&mut of.expr),
            Expr::Paren(of) => self.bind_indices(&mut of.expr),
            Expr::Group(of) => self.bind_indices(&mut of.expr),
            _ => Vec::new(),
        }
    }

    /// `for pattern in iterable { … }` whose iterable changes the elements of such a value.
    pub(in crate::lower::iterate) fn loop_in_place(
        &mut self,
        l: &syn::ExprForLoop,
    ) -> Option<Expr> {
        let (mut iterable, errors) = (l.expr.clone(), self.diagnostics.len());
        if let Some((name, view)) = self.hoisted_view(&mut iterable, true) {
            let changed = syn::ExprForLoop { expr: iterable, ..l.clone() };
            let span = l.for_token.span;
            return Some(syn::parse_quote_spanned!(span=> { let mut #name = #view; #changed }));
        }
        let places = self.replace_iterated_places(&mut iterable, true);
        if self.diagnostics.len() > errors {
            return Some(syn::parse_quote!({}));
        }
        if places.is_empty() {
            return None;
        }
        let is_copied = places.iter().any(|changed| !matches!(changed.part, ChangedPart::Views));
        if is_copied && let Some(exit) = exit_of(&l.body) {
            self.diagnostics.error(
                exit,
                "leaving a loop that changes the elements of an array is not supported: loop over \
                 the indices, as in `for i in 0..x.len()`",
            );
            return Some(syn::parse_quote!({}));
        }
        let changed = syn::ExprForLoop { expr: iterable, ..l.clone() };
        Some(self.wrap_statement(&places, &changed.to_token_stream(), l.for_token.span))
    }

    /// A method that changes the elements of such a value, or of several ones.
    pub(in crate::lower) fn method_in_place(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let span = m.method.span();
        if self.check_view_of_view(m) {
            return Some(syn::parse_quote!(::core::panic!()));
        }
        if let Some(changed) = self.method_of_view(m) {
            return Some(changed);
        }
        match (&*m.method.to_string(), m.args.len()) {
            ("mapv_inplace", 1) if self.is_array_place(&m.receiver) => {
                let (mut place, f) = (m.receiver.clone(), &m.args[0]);
                let indices = self.bind_indices(&mut place);
                Some(syn::parse_quote_spanned! {span=> {
                    #(#indices)*
                    let mapped_in_place = #place.mapv(#f);
                    #place.assign(&mapped_in_place);
                }})
            }
            ("swap", 2) if self.is_array_place(&m.receiver) => {
                let (mut place, first, second) = (m.receiver.clone(), &m.args[0], &m.args[1]);
                let indices = self.bind_indices(&mut place);
                Some(syn::parse_quote_spanned! {span=> {
                    #(#indices)*
                    let (first_in_place, second_in_place) = (#first, #second);
                    let element_in_place = #place[first_in_place];
                    #place[first_in_place] = #place[second_in_place];
                    #place[second_in_place] = element_in_place;
                }})
            }
            // the order of the calls may be another one
            ("zip_mut_with", 2)
                if self.is_array_place(&m.receiver)
                    && !matches!(unparen(&m.args[1]), Expr::Closure(f)
                        if opaque::changed_capture(f).is_some()) =>
            {
                let (place, other, f) = (&m.receiver, &m.args[0], &m.args[1]);
                Some(syn::parse_quote_spanned! {span=>
                    ::ndarray::Zip::from(&mut #place).and_broadcast(#other).for_each(#f)
                })
            }
            ("mapv_into", 1) if self.is_of_other_crate(&m.receiver) => {
                let (receiver, f) = (&m.receiver, &m.args[0]);
                Some(syn::parse_quote_spanned!(span=> #receiver.mapv(#f)))
            }
            ("map_inplace", 1) if self.is_array_place(&m.receiver) => {
                let (mut place, f) = (m.receiver.clone(), &m.args[0]);
                let (indices, real) = (self.bind_indices(&mut place), self.real_type());
                let assign = format_ident!("{ASSIGN}ordered_iter");
                Some(syn::parse_quote_spanned! {span=> {
                    #(#indices)*
                    let order_in_place = #place.view().autodiff_order_of_memory();
                    let mut elements_in_place = #place.autodiff_ordered_iter(&order_in_place)
                        .copied().collect::<::std::vec::Vec<#real>>();
                    elements_in_place.iter_mut().for_each(#f);
                    #place.#assign(&order_in_place, elements_in_place);
                }})
            }
            ("map_collect" | "for_each" | "all" | "any", 1) | ("fold", 2)
                if let Some(zipped) = self.zipped_arrays(m) =>
            {
                Some(zipped)
            }
            ("is_empty" | "len" | "to_vec", 0)
                if let Expr::MethodCall(of) = unparen(&m.receiver)
                    && let Some(slice) = self.unwrapped_slice(of) =>
            {
                let (name, method) = (self.fresh_in_place("slice"), &m.method);
                Some(syn::parse_quote_spanned!(span=> { let #name = #slice; #name.#method() }))
            }
            ("map_axis" | "accumulate_axis_inplace" | "split_at", 2)
            | ("fold_axis", 3)
            | ("to_vec", 0) => self.along_axis(m),
            ("multi_slice_mut", 1) => self.disjoint_slices(m),
            ("rows_mut" | "columns_mut" | "outer_iter_mut", 0) | ("axis_iter_mut", 1)
                if self.is_array_place(&m.receiver) =>
            {
                let (mut place, mut views) = ((*m.receiver).clone(), Views::of(m)?);
                let before = self.bind_parts_of(&mut place, &mut views, "views");
                let places = self.places_of_views(m, &place, &views)?;
                Some(syn::parse_quote_spanned!(span=> { #(#before)* #places }))
            }
            ("unwrap", 0) | ("expect", 1) => self.unwrapped_slice(m),
            ("dim" | "shape", 0) => self.lengths_of_axes(m),
            ("for_each", 1) => {
                let mut changed = m.clone();
                if let Some((name, view)) = self.hoisted_view(&mut changed.receiver, false) {
                    return Some(syn::parse_quote_spanned!(span=> {
                        let mut #name = #view;
                        #changed;
                    }));
                }
                let places = self.replace_iterated_places(&mut changed.receiver, false);
                (!places.is_empty()).then(|| self.wrap_statement(&places, &quote!(#changed;), span))
            }
            _ => None,
        }
    }

    /// A method of a view where it is made, `y.row_mut(i).fill(x)`.
    fn method_of_view(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let receiver = unparen(&m.receiver);
        let is_view = matches!(receiver, Expr::MethodCall(_)) && self.is_changed_view(receiver)
            || self.returns_changed_view(receiver);
        is_view.then(|| {
            let (name, view) = (self.name_of_view(m.method.span()), &m.receiver);
            let method = ExprMethodCall { receiver: syn::parse_quote!(#name), ..m.clone() };
            syn::parse_quote_spanned!(m.method.span()=> { let mut #name = #view; #method })
        })
    }

    fn name_of_view(&mut self, span: Span) -> Ident {
        self.ssa.questions += 1;
        format_ident!("view_{}", self.ssa.questions, span = span)
    }

    /// The assignment to the elements or to one of the views that a loop changes.
    pub(in crate::lower) fn assigned_to_view(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        let method = Ident::new(name.strip_prefix(ASSIGN)?, m.method.span());
        let located = self.locate(&m.receiver);
        let (.., ty) = self.as_place(located.clone())?;
        let owner = self.types.open_projection(&ty)?;
        let call = ExprMethodCall { method, ..m.clone() };
        Some(self.method_in_form(Form::AssignTo, &call, located, owner, ty))
    }

    /// Reports a method of an array that returns references, or an iterator over views, and is no
    /// place.
    pub(in crate::lower) fn check_method_of_parts(&mut self, m: &ExprMethodCall) -> bool {
        let name = m.method.to_string();
        let is_view = name.ends_with("_mut")
            && name != "iter_mut"
            && !name.starts_with(ASSIGN)
            && self.is_of_other_crate(&m.receiver)
            && self.seen_type(&m.receiver).is_some_and(|ty| self.is_array_type(&ty));
        if is_view {
            let is_iterated = returns_iterator(&m.method) || ITERATED.contains(&&*name);
            let advice = match is_iterated {
                _ if name == "map_axis_mut" => {
                    "loop over the lanes, as in `for mut lane in x.lanes_mut(axis) { … }`"
                }
                _ if name == "multi_slice_mut" => {
                    "pass a tuple of slices, as in `x.multi_slice_mut((s![0, ..], s![1, ..]))`, of \
                     an array that is a variable or a field"
                }
                _ if name.starts_with("as_slice") => {
                    "unwrap it in a statement, as in `let s = x.as_slice_mut().unwrap();`"
                }
                true => "loop over indices, as in `for i in 0..x.nrows() { x.row_mut(i).fill(…) }`",
                false => "select the elements by one view, as in `x.slice_mut(s![1.., 0])`",
            };
            self.error(&m.method, format!("`{name}` of an array is not supported here: {advice}"));
        }
        is_view
    }

    /// Replaces the view in `y.row_mut(i).iter_mut()` by a variable. Returns its name and the view.
    fn hoisted_view(&mut self, e: &mut Expr, is_iterated: bool) -> Option<(Ident, Expr)> {
        if let Expr::Reference(of) = e
            && of.mutability.is_some()
            && is_iterated
        {
            return self.hoisted_view(&mut of.expr, true);
        }
        let Expr::MethodCall(m) = &mut *e else { return None };
        if is_iterated && self.is_changed_view(&Expr::MethodCall(m.clone())) {
            let (view, name) = (e.clone(), self.name_of_view(e.span()));
            *e = syn::parse_quote_spanned!(view.span()=> #name.iter_mut());
            return Some((name, view));
        }
        if matches!(unparen(&m.receiver), Expr::MethodCall(_)) && self.is_changed_view(&m.receiver)
        {
            let name = self.name_of_view(m.method.span());
            let view = std::mem::replace(&mut *m.receiver, syn::parse_quote!(#name));
            return Some((name, view));
        }
        let hoisted = self.hoisted_view(&mut m.receiver, false);
        if hoisted.is_some() || m.method != "zip" {
            return hoisted;
        }
        m.args.iter_mut().find_map(|other| self.hoisted_view(other, true))
    }

    /// Replaces `place.iter_mut()` and `&mut place` in a chain of iterators by the same of a vector
    /// of the elements.
    fn replace_iterated_places(
        &mut self,
        chain: &mut Expr,
        is_iterated: bool,
    ) -> Vec<ChangedArray> {
        let is_unique = match &*chain {
            Expr::MethodCall(m) if m.method == "iter_mut" && m.args.is_empty() => {
                Some(&*m.receiver)
            }
            Expr::Reference(r) if is_iterated && r.mutability.is_some() => Some(&*r.expr),
            _ => None,
        };
        if let Some(place) = is_unique
            && self.is_array_place(place)
        {
            let elements = format_ident!("elements_{}", self.ssa.questions);
            self.ssa.questions += 1;
            let mut place = place.clone();
            let indices = self.bind_indices(&mut place);
            *chain = syn::parse_quote_spanned!(place.span()=> #elements.iter_mut());
            return vec![ChangedArray { indices, place, elements, part: ChangedPart::Elements }];
        }
        if let Some(place) = self.place_of_indexed(chain) {
            let elements = format_ident!("elements_{}", self.ssa.questions);
            self.ssa.questions += 1;
            let mut place = place.clone();
            let indices = self.bind_indices(&mut place);
            *chain = syn::parse_quote_spanned! {place.span()=>
                (&#place).indexed_iter().map(|(index, _)| index).zip(#elements.iter_mut())
            };
            return vec![ChangedArray { indices, place, elements, part: ChangedPart::Elements }];
        }
        let Expr::MethodCall(m) = chain else { return Vec::new() };
        if let Some(mut views) = Views::of(m)
            && self.is_array_place(&m.receiver)
        {
            let elements = format_ident!("{VIEWS}{}", self.ssa.questions);
            self.ssa.questions += 1;
            let mut place = (*m.receiver).clone();
            let indices = self.bind_parts_of(&mut place, &mut views, &elements.to_string());
            let part = match self.places_of_views(m, &place, &views) {
                Some(places) => {
                    *chain = places;
                    ChangedPart::Views
                }
                None => {
                    *chain = syn::parse_quote_spanned!(place.span()=> #elements.iter_mut());
                    ChangedPart::Copies(views)
                }
            };
            return vec![ChangedArray { indices, place, elements, part }];
        }
        self.check_method_of_parts(m);
        let mut places = self.replace_iterated_places(&mut m.receiver, false);
        if m.method == "zip" {
            places.extend(
                m.args.iter_mut().flat_map(|other| self.replace_iterated_places(other, true)),
            );
        }
        places
    }

    /// Replaces what is evaluated once, in an array and the arguments of an iterator over its views,
    /// by variables. Returns the statements that bind these.
    fn bind_parts_of(&mut self, place: &mut Expr, views: &mut Views, of: &str) -> Vec<TokenStream> {
        let mut bound = self.bind_indices(place);
        for (k, argument) in views.arguments.iter_mut().enumerate() {
            bind_parts(argument, &format_ident!("argument_{k}_of_{of}"), &mut bound);
        }
        bound
    }

    /// An iterator over views that are places: `(0..y.nrows()).map(|i| y.row_mut(i))` for
    /// `y.rows_mut()`. `None` if no method of the array returns one of the views.
    fn places_of_views(&mut self, m: &ExprMethodCall, place: &Expr, views: &Views) -> Option<Expr> {
        let axes = self.seen_type(place).and_then(|ty| self.types.axes(&ty)).flatten();
        let arrays = quote!(::autodiff::__private::arrays);
        let axis = match (&*m.method.to_string(), &views.arguments[..]) {
            ("rows_mut", []) if axes == Some(2) => syn::parse_quote!(#arrays::Axis(0)),
            ("columns_mut", []) if axes == Some(2) => syn::parse_quote!(#arrays::Axis(1)),
            ("outer_iter_mut", []) => syn::parse_quote!(#arrays::Axis(0)),
            ("axis_iter_mut", [axis]) => axis.clone(),
            _ => return None,
        };
        let index = format_ident!("index_of_view_{}", self.ssa.questions);
        self.ssa.questions += 1;
        // an element of a row is an element of the array
        let view: Expr = match (axes, literal_axis(&axis)) {
            (Some(2), Some(0)) => syn::parse_quote!(#place.row_mut(#index)),
            (Some(2), Some(1)) => syn::parse_quote!(#place.column_mut(#index)),
            _ => syn::parse_quote!(#place.index_axis_mut(#axis, #index)),
        };
        Some(syn::parse_quote_spanned! {place.span()=>
            (0..#place.len_of(#axis)).map(|#index| #view)
        })
    }

    /// The array of `x.indexed_iter_mut()`.
    fn place_of_indexed<'e>(&mut self, chain: &'e Expr) -> Option<&'e Expr> {
        let Expr::MethodCall(m) = chain else { return None };
        let is_indexed = m.method == "indexed_iter_mut" && m.args.is_empty();
        (is_indexed && self.is_array_place(&m.receiver)).then_some(&*m.receiver)
    }

    /// A statement between the statements that move elements to vectors and back.
    fn wrap_statement(&self, places: &[ChangedArray], statement: &TokenStream, span: Span) -> Expr {
        let real = self.real_type();
        let moved =
            places.iter().map(|ChangedArray { indices, place, elements, part }| match part {
                ChangedPart::Views => quote!(#(#indices)*),
                ChangedPart::Elements => quote_spanned! {span=>
                    #(#indices)*
                    let mut #elements = #place.iter().copied().collect::<::std::vec::Vec<#real>>();
                },
                ChangedPart::Copies(Views { shared_method: shared, arguments, .. }) => {
                    quote_spanned! {span=>
                        #(#indices)*
                        let mut #elements = (&#place).#shared(#(#arguments),*).into_iter()
                            .map(|view| view.autodiff_copied()).collect::<::std::vec::Vec<_>>();
                    }
                }
            });
        let assign = |name: &str| Ident::new(&format!("{ASSIGN}{name}"), span);
        let back = places.iter().map(|ChangedArray { place, elements, part, .. }| match part {
            ChangedPart::Views => TokenStream::new(),
            ChangedPart::Elements => {
                let assign = assign("iter_mut");
                quote_spanned!(span=> #place.#assign(#elements);)
            }
            ChangedPart::Copies(views) => {
                let (assign, before) = (assign(views.assign), &views.before);
                let arguments = &views.arguments;
                let index = format_ident!("index_in_{elements}");
                quote_spanned! {span=>
                    for #index in 0..#elements.len() {
                        #place.#assign(#before #(#arguments,)* #index, &#elements[#index]);
                    }
                }
            }
        });
        syn::parse_quote_spanned!(span=> { #(#moved)* #statement #(#back)* })
    }
}

/// Replaces the parts of an argument that may change by variables.
fn bind_parts(argument: &mut Expr, name: &Ident, bound: &mut Vec<TokenStream>) {
    match argument {
        Expr::Lit(_) => {}
        Expr::Tuple(parts) => {
            for (k, part) in parts.elems.iter_mut().enumerate() {
                bind_parts(part, &format_ident!("part_{k}_of_{name}"), bound);
            }
        }
        argument => {
            bound.push(quote!(let #name = #argument;));
            *argument = syn::parse_quote!(#name);
        }
    }
}

/// The first expression that leaves a loop's body otherwise than by `continue`.
fn exit_of(body: &syn::Block) -> Option<Span> {
    #[derive(Default)]
    struct FindExit(Option<Span>);

    impl VisitMut for FindExit {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            match e {
                Expr::Closure(_) => return,
                Expr::Return(_) | Expr::Try(_) => self.0 = self.0.or(Some(e.span())),
                Expr::Continue(c) if c.label.is_some() => self.0 = self.0.or(Some(c.span())),
                Expr::Break(b) if b.label.is_some() => self.0 = self.0.or(Some(b.span())),
                _ => {}
            }
            syn::visit_mut::visit_expr_mut(self, e);
        }
    }

    let mut exit = FindExit::default();
    exit.visit_block_mut(&mut body.clone());
    exit.0
}
