//! Loops that change the elements of values of other crates' types: arrays of `ndarray`.
//!
//! The elements are moved into a vector, which the loop changes, and are assigned back:
//!
//! ```text
//! for v in y.iter_mut() { … }      { let mut elements = y.iter().copied().collect::<Vec<f64>>();
//!                                    for v in elements.iter_mut() { … }
//!                                    y.iter_mut().assign(elements); }
//! y.mapv_inplace(f)                { let mapped = y.mapv(f); y.assign(&mapped); }
//! y.row_mut(i).assign(&x)          { let mut view = y.row(i).copied(); view.assign(&x);
//!                                    y.row_mut(i).assign(&view); }
//! ```
//!
//! The last assignments are single operations, `assign_to_iter_mut` and `assign_to_row_mut`.

use super::foreign::returns_iterator;
use super::*;
use crate::ir::types::Spelling as Form;
use crate::lower::places::place::is_place;
use quote::{format_ident, quote, quote_spanned};
use syn::visit_mut::VisitMut;

/// Methods without a result.
const WITHOUT_RESULT: &[&str] = &[
    "assign",
    "fill",
    "for_each",
    "invert_axis",
    "map_inplace",
    "mapv_inplace",
    "scaled_add",
    "swap",
    "swap_axes",
];

/// The prefix of the name of a method that assigns to a view. No method of a user has such a name.
pub(super) const ASSIGN: &str = "autodiff_assign_to_";

/// An array whose elements a loop changes.
struct Changed {
    /// The statements that evaluate the indices in the place.
    indices: Vec<TokenStream>,
    place: Expr,
    /// The name of the vector of the elements, or of the views.
    elements: Ident,
    /// The views that the loop goes through, if it does not go through the elements.
    views: Option<Views>,
}

/// A copy of a view that changes an array.
pub(super) struct CopiedView {
    /// The statements that make the copy.
    pub before: Vec<TokenStream>,
    /// The variable that holds it.
    pub name: Ident,
    /// The statement that assigns it to the view.
    pub back: TokenStream,
}

/// The views of an iterator over views.
pub(super) struct Views {
    /// The method that returns the iterator over views that do not change the array.
    shared: Ident,
    /// The axis that the user names.
    axis: Option<Expr>,
    /// The method that assigns to one of them, and its arguments before the number of the view.
    assign: &'static str,
    before: TokenStream,
}

impl Views {
    /// The views that a method goes through.
    pub(super) fn of(m: &ExprMethodCall) -> Option<Views> {
        let name = m.method.to_string();
        let shared = Ident::new(&name.replace("_mut", ""), m.method.span());
        let arrays = quote!(::autodiff::__private::arrays);
        let (assign, axis, before) = match (&*name, m.args.first()) {
            ("rows_mut", None) => ("row_mut", None, TokenStream::new()),
            ("columns_mut", None) => ("column_mut", None, TokenStream::new()),
            ("outer_iter_mut", None) => ("index_axis_mut", None, quote!(#arrays::Axis(0),)),
            ("axis_iter_mut", Some(axis)) => {
                ("index_axis_mut", Some(axis.clone()), TokenStream::new())
            }
            _ => return None,
        };
        Some(Views { shared, axis, assign, before })
    }
}

impl Lowerer<'_> {
    /// Whether an expression is a place that holds an array.
    pub(super) fn is_array_place(&mut self, e: &Expr) -> bool {
        is_place(e) && self.seen_type(e).is_some_and(|ty| self.is_array_type(&ty))
    }

    /// Replaces the indices in a place that is evaluated several times by variables. Returns the
    /// statements that bind these.
    pub(super) fn bind_indices(&mut self, place: &mut Expr) -> Vec<TokenStream> {
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
    pub(super) fn loop_in_place(&mut self, l: &syn::ExprForLoop) -> Option<Expr> {
        let (mut changed, errors) = (l.clone(), self.diagnostics.len());
        let places = self.places_iterated(&mut changed.expr, true);
        if self.diagnostics.len() > errors {
            return Some(syn::parse_quote!({}));
        }
        if places.is_empty() {
            return None;
        }
        if let Some(exit) = exit_of(&l.body) {
            self.diagnostics.error(
                exit,
                "leaving a loop that changes the elements of an array is not supported: loop over \
                 the indices, as in `for i in 0..x.len()`",
            );
            return Some(syn::parse_quote!({}));
        }
        Some(self.around(&places, &changed.to_token_stream(), l.for_token.span))
    }

    /// A method that changes the elements of such a value, or of several ones.
    pub(in crate::lower) fn method_in_place(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let span = m.method.span();
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
            ("for_each", 1) => {
                let mut changed = m.clone();
                let places = self.places_iterated(&mut changed.receiver, false);
                (!places.is_empty()).then(|| self.around(&places, &quote!(#changed;), span))
            }
            _ => None,
        }
    }

    /// A method of a view that can change, `y.row_mut(i).fill(x)`.
    fn method_of_view(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let Expr::MethodCall(of) = unparen(&m.receiver) else { return None };
        let span = m.method.span();
        let CopiedView { before, name, back } = self.copy_of_view(of)?;
        let (method, args) = (&m.method, &m.args);
        let (bound, result) = match WITHOUT_RESULT.contains(&&*method.to_string()) {
            true => (None, None),
            false => {
                let result = format_ident!("result_of_{name}", span = span);
                (Some(quote!(let #result =)), Some(quote!(#result)))
            }
        };
        Some(syn::parse_quote_spanned! {span=> {
            #(#before)*
            #bound #name.#method(#args);
            #back
            #result
        }})
    }

    /// A copy of a view that can change, `y.row_mut(i)`. `None` if the method is another one.
    pub(super) fn copy_of_view(&mut self, of: &ExprMethodCall) -> Option<CopiedView> {
        let name = of.method.to_string();
        let shared = Ident::new(name.strip_suffix("_mut")?, of.method.span());
        if returns_iterator(&of.method) || !self.is_array_place(&of.receiver) {
            return None;
        }
        let (mut place, span) = (of.receiver.clone(), of.method.span());
        let mut before = self.bind_indices(&mut place);
        let number = self.ssa.questions;
        self.ssa.questions += 1;
        let name = |of: &str| format_ident!("{of}_{number}", span = span);
        let view = name("view");
        // evaluated once, before the arguments, which may change the variables in them
        let selectors: Vec<Expr> = of
            .args
            .iter()
            .enumerate()
            .map(|(k, value)| match value {
                Expr::Lit(_) => value.clone(),
                value => {
                    let selector = name(&format!("selector_{k}"));
                    before.push(quote!(let #selector = #value;));
                    syn::parse_quote!(#selector)
                }
            })
            .collect();
        let assign = Ident::new(&format!("{ASSIGN}{}", of.method), span);
        before.push(quote_spanned! {span=>
            let mut #view = (&#place).#shared(#(#selectors),*).autodiff_copied();
        });
        let back = quote_spanned!(span=> #place.#assign(#(#selectors,)* &#view););
        Some(CopiedView { before, name: view, back })
    }

    /// The assignment to a view that ends such a method. Another method that returns such a view,
    /// or an iterator over such views, is an error.
    pub(in crate::lower) fn assigned_to_view(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        if self.check_held_view(m) {
            return Some(Value::Never);
        }
        let method = Ident::new(name.strip_prefix(ASSIGN)?, m.method.span());
        let located = self.locate(&m.receiver);
        let (.., ty) = self.as_place(located.clone())?;
        let owner = self.types.projected(&ty)?;
        let call = ExprMethodCall { method, ..m.clone() };
        Some(self.method_in_form(Form::AssignTo, &call, located, owner, ty))
    }

    /// Reports a method that returns a view that changes an array, or an iterator over such views,
    /// if it is one.
    fn check_held_view(&mut self, m: &ExprMethodCall) -> bool {
        let name = m.method.to_string();
        let is_view = name.ends_with("_mut")
            && name != "iter_mut"
            && !name.starts_with(ASSIGN)
            && self.is_of_other_crate(&m.receiver)
            && self.seen_type(&m.receiver).is_some_and(|ty| self.is_array_type(&ty));
        if is_view {
            let is_iterated =
                returns_iterator(&m.method) || matches!(&*name, "rows_mut" | "columns_mut");
            let advice = match is_iterated {
                true => "loop over indices, as in `for i in 0..x.nrows() { x.row_mut(i).fill(…) }`",
                false => "call a method on it where it is made, as in `x.row_mut(i).assign(&y)`",
            };
            self.error(
                &m.method,
                format!("holding a view that changes an array is not supported: {advice}"),
            );
        }
        is_view
    }

    /// Replaces `place.iter_mut()` and `&mut place` in a chain of iterators by the same of a vector
    /// of the elements.
    fn places_iterated(&mut self, chain: &mut Expr, is_iterated: bool) -> Vec<Changed> {
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
            return vec![Changed { indices, place, elements, views: None }];
        }
        let Expr::MethodCall(m) = chain else { return Vec::new() };
        if let Some(mut views) = Views::of(m)
            && self.is_array_place(&m.receiver)
        {
            let elements = format_ident!("views_{}", self.ssa.questions);
            self.ssa.questions += 1;
            let mut place = (*m.receiver).clone();
            let mut indices = self.bind_indices(&mut place);
            if let Some(axis) = &mut views.axis {
                // evaluated once
                let name = format_ident!("axis_of_{elements}");
                indices.push(quote!(let #name = #axis;));
                *axis = syn::parse_quote!(#name);
                views.before = quote!(#name,);
            }
            *chain = syn::parse_quote_spanned!(place.span()=> #elements.iter_mut());
            return vec![Changed { indices, place, elements, views: Some(views) }];
        }
        self.check_held_view(m);
        let mut places = self.places_iterated(&mut m.receiver, false);
        if m.method == "zip" {
            places.extend(m.args.iter_mut().flat_map(|other| self.places_iterated(other, true)));
        }
        places
    }

    /// A statement between the statements that move elements to vectors and back.
    fn around(&self, places: &[Changed], statement: &TokenStream, span: Span) -> Expr {
        let real = self.real_type();
        let moved = places.iter().map(|Changed { indices, place, elements, views }| match views {
            None => quote_spanned! {span=>
                #(#indices)*
                let mut #elements = #place.iter().copied().collect::<::std::vec::Vec<#real>>();
            },
            Some(Views { shared, axis, .. }) => {
                let axis = axis.iter();
                quote_spanned! {span=>
                    #(#indices)*
                    let mut #elements = (&#place).#shared(#(#axis),*).into_iter()
                        .map(|view| view.autodiff_copied()).collect::<::std::vec::Vec<_>>();
                }
            }
        });
        let assign = |name: &str| Ident::new(&format!("{ASSIGN}{name}"), span);
        let back = places.iter().map(|Changed { place, elements, views, .. }| match views {
            None => {
                let assign = assign("iter_mut");
                quote_spanned!(span=> #place.#assign(#elements);)
            }
            Some(views) => {
                let (assign, before) = (assign(views.assign), &views.before);
                let [index, view] =
                    ["index", "item"].map(|name| format_ident!("{name}_in_{elements}"));
                quote_spanned! {span=>
                    for (#index, #view) in #elements.iter().enumerate() {
                        #place.#assign(#before #index, #view);
                    }
                }
            }
        });
        syn::parse_quote_spanned!(span=> { #(#moved)* #statement #(#back)* })
    }
}

/// The first expression that leaves a loop's body otherwise than by `continue`.
fn exit_of(body: &syn::Block) -> Option<Span> {
    #[derive(Default)]
    struct Exit(Option<Span>);

    impl VisitMut for Exit {
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

    let mut exit = Exit::default();
    exit.visit_block_mut(&mut body.clone());
    exit.0
}
