//! The producers of a parallel `Zip`: arrays, views, and the parts of an array along an axis.

use super::Rewrite;
use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use crate::world::records::names_of;
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall};

/// Producers whose dimension is not that of an array, or has several axes.
const UNSUPPORTED: &[&str] = &["exact_chunks", "lanes", "windows"];

/// A producer of a `Zip`.
pub(super) struct Producer {
    /// The statements that evaluate it.
    pub(super) before: TokenStream,
    /// The place of the array.
    pub(super) array: TokenStream,
    pub(super) is_changed: bool,
    /// The variable that holds a changed item.
    pub(super) item: Ident,
    pub(super) items: Item,
}

/// An item of a producer.
pub(super) enum Item {
    /// An element of the vector with this name.
    Element(Ident),
    /// What a method of the array returns for an index.
    Part {
        /// The method, without `_mut`.
        method: &'static str,
        /// The axis as an argument of the method, if it has one.
        argument: Option<TokenStream>,
        axis: TokenStream,
    },
}

impl Producer {
    pub(super) fn is_of_parts(&self) -> bool {
        matches!(self.items, Item::Part { .. })
    }

    /// The argument of the closure.
    pub(super) fn argument(&self, index: &Ident, span: Span) -> TokenStream {
        let item = &self.item;
        match (&self.items, self.is_changed) {
            (Item::Element(_), true) => quote_spanned!(span=> &mut #item),
            (Item::Element(elements), false) => quote_spanned!(span=> &#elements[#index]),
            (Item::Part { .. }, true) => quote_spanned!(span=> #item.view_mut()),
            (Item::Part { .. }, false) => self.part(index, span),
        }
    }

    fn part(&self, index: &Ident, span: Span) -> TokenStream {
        let Item::Part { method, argument, .. } = &self.items else { return TokenStream::new() };
        let (method, array) = (Ident::new(method, span), &self.array);
        let argument = argument.iter();
        quote_spanned!(span=> #array.#method(#(#argument,)* #index))
    }

    /// The statement that copies a changed item.
    pub(super) fn copy(&self, index: &Ident, span: Span) -> TokenStream {
        let item = &self.item;
        let value = match &self.items {
            Item::Element(elements) => quote_spanned!(span=> #elements[#index]),
            Item::Part { .. } => {
                let part = self.part(index, span);
                quote_spanned!(span=> #part.autodiff_copied())
            }
        };
        quote_spanned!(span=> let mut #item = #value;)
    }

    /// The statement that copies the elements into a vector.
    pub(super) fn copied_elements(&self, span: Span) -> Option<TokenStream> {
        let Item::Element(elements) = &self.items else { return None };
        let array = &self.array;
        Some(quote_spanned! {span=>
            let #elements = #array.iter().copied().collect::<::std::vec::Vec<_>>();
        })
    }

    /// The count of items.
    pub(super) fn length(&self, span: Span) -> TokenStream {
        let array = &self.array;
        match &self.items {
            Item::Element(_) => quote_spanned!(span=> #array.len()),
            Item::Part { axis, .. } => quote_spanned!(span=> #array.len_of(#axis)),
        }
    }

    pub(super) fn shape(&self, span: Span) -> TokenStream {
        let array = &self.array;
        quote_spanned!(span=> #array.shape())
    }

    /// The statement that binds the indices of an element to a pattern.
    pub(super) fn indices(&self, pattern: &syn::Pat, index: &Ident, span: Span) -> TokenStream {
        let syn::Pat::Tuple(of) = pattern else {
            return quote_spanned!(span=> let #pattern = #index;);
        };
        let array = &self.array;
        let axes = 0..of.elems.len();
        let length = |k: usize| {
            let axis = places::arrays::parts::axis_of_number(k);
            quote_spanned!(span=> #array.len_of(#axis))
        };
        let numbers = axes.clone().map(|axis| {
            let inner = (axis + 1..axes.end).map(length);
            let number = quote_spanned!(span=> #index / (1usize #(* #inner)*));
            match axis {
                0 => number,
                axis => {
                    let length = length(axis);
                    quote_spanned!(span=> #number % #length)
                }
            }
        });
        quote_spanned!(span=> let #pattern = (#(#numbers,)*);)
    }

    /// The statement that assigns the items, or one component of each.
    pub(super) fn assign_items(
        &self,
        items: TokenStream,
        component: Option<usize>,
        span: Span,
    ) -> TokenStream {
        let (array, component) = (&self.array, component.map(syn::Index::from));
        let component = component.map(|k| quote_spanned!(span=> .#k));
        let Item::Part { method, argument, .. } = &self.items else {
            return quote_spanned! {span=>
                #array.iter_mut().zip(#items).for_each(|(place, item)| *place = item #component);
            };
        };
        let method = Ident::new(&format!("{method}_mut"), span);
        let argument = argument.iter();
        quote_spanned! {span=>
            for (index, item) in #items.enumerate() {
                #array.#method(#(#argument,)* index).assign(&item #component);
            }
        }
    }
}

impl Rewrite<'_> {
    /// Whether an expression is a `Zip` that is made where it is used.
    pub(super) fn is_zip(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::MethodCall(and) => self.is_zip(&and.receiver),
            Expr::Call(first) => self.constructor_of_zip(first).is_some(),
            _ => false,
        }
    }

    /// The name of the function of `Zip` that is called: `from` or `indexed`.
    fn constructor_of_zip(&self, call: &syn::ExprCall) -> Option<Ident> {
        let Expr::Path(path) = &*call.func else { return None };
        let mut owner = path.path.clone();
        let constructor = owner.segments.pop()?.ident;
        owner.segments.pop_punct();
        let is_zip = owner.segments.last()?.ident == "Zip"
            && self.world.is_of_crate(names_of(&owner), "ndarray");
        (is_zip && (constructor == "from" || constructor == "indexed")).then_some(constructor)
    }

    /// The producers of `Zip::from(a).and(b)`, and whether the indices come first.
    pub(super) fn zip_producers(&mut self, e: &Expr) -> Option<(Vec<Producer>, bool)> {
        let (rest, argument) = match unparen(e) {
            Expr::MethodCall(and) if and.method == "and" => {
                (Some(&and.receiver), and.args.first()?)
            }
            Expr::Call(first) => {
                let is_indexed = self.constructor_of_zip(first)? == "indexed";
                let producer = self.producer(first.args.first()?)?;
                return (!is_indexed || !producer.is_of_parts())
                    .then(|| (vec![producer], is_indexed));
            }
            _ => return None,
        };
        let (mut all, is_indexed) = self.zip_producers(rest?)?;
        all.push(self.producer(argument)?);
        Some((all, is_indexed))
    }

    fn producer(&mut self, e: &Expr) -> Option<Producer> {
        let (array, is_unique) = match unparen(e) {
            Expr::Reference(r) => (unparen(&r.expr), r.mutability.is_some()),
            e => (e, self.is_unique(e)),
        };
        if is_place(array) {
            return Some(self.elements(array.to_token_stream(), is_unique));
        }
        let Expr::MethodCall(m) = array else { return None };
        if let Some(parts) = self.parts(m) {
            return Some(parts);
        }
        if UNSUPPORTED.iter().any(|name| m.method.to_string().starts_with(name)) {
            return None;
        }
        let (name, span, is_changed) = (self.fresh("view"), e.span(), is_of_changed(array));
        let before = match is_changed {
            true => quote_spanned!(span=> let mut #name = #array;),
            false => quote_spanned!(span=> let #name = #array;),
        };
        Some(Producer { before, ..self.elements(name.to_token_stream(), is_changed) })
    }

    /// Whether an expression is a parameter that is a mutable reference, or a view that changes an
    /// array.
    fn is_unique(&self, e: &Expr) -> bool {
        let Expr::Path(of) = e else { return false };
        self.original.sig.inputs.iter().any(|input| match input {
            syn::FnArg::Typed(param) => {
                let is_named = matches!(&*param.pat, syn::Pat::Ident(name)
                    if of.path.is_ident(&name.ident));
                is_named && changes_referent(&param.ty)
            }
            syn::FnArg::Receiver(_) => false,
        })
    }

    /// The elements of an array at a place.
    pub(super) fn elements(&mut self, array: TokenStream, is_changed: bool) -> Producer {
        let (elements, item) = (self.fresh("elements"), self.fresh("item"));
        let items = Item::Element(elements);
        Producer { before: TokenStream::new(), array, is_changed, item, items }
    }

    /// `x.rows()`, `x.axis_iter_mut(axis)` and their like.
    fn parts(&mut self, m: &ExprMethodCall) -> Option<Producer> {
        let (span, name) = (m.method.span(), m.method.to_string());
        let is_changed = name.ends_with("_mut");
        let of_number = places::arrays::parts::axis_of_number;
        let mut before = TokenStream::new();
        let (method, argument, axis) = match (name.trim_end_matches("_mut"), m.args.first()) {
            ("rows", None) => ("row", None, of_number(0)),
            ("columns", None) => ("column", None, of_number(1)),
            ("outer_iter", None) => ("index_axis", Some(of_number(0)), of_number(0)),
            ("axis_iter", Some(axis)) => {
                let name = self.fresh("axis");
                before.extend(quote_spanned!(span=> let #name = #axis;));
                let name = name.to_token_stream();
                ("index_axis", Some(name.clone()), name)
            }
            _ => return None,
        };
        let (bindings, array) = self.source(&m.receiver, is_changed);
        before.extend(bindings);
        let item = self.fresh("item");
        let items = Item::Part { method, argument, axis };
        Some(Producer { before, array, is_changed, item, items })
    }
}

/// Whether a type is that of a mutable reference, or of a view that changes an array.
fn changes_referent(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(of) => of.mutability.is_some(),
        syn::Type::Path(of) => of
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident.to_string().starts_with("ArrayViewMut")),
        _ => false,
    }
}

/// Whether a chain of methods returns a view that changes an array.
fn is_of_changed(e: &Expr) -> bool {
    match unparen(e) {
        Expr::MethodCall(m) => m.method.to_string().ends_with("_mut") || is_of_changed(&m.receiver),
        _ => false,
    }
}
