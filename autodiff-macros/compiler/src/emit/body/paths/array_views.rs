//! Views of arrays of another crate.
//!
//! A derivative has a view where the user's program has one. Operations on it add to the same view
//! of the cotangent of the array:
//!
//! ```text
//! let row = <row_0_of_f>::view(view(w), i);
//! <dot_1_of_f<'_>>::transposed(&row, v, …, s_bar,
//!     &mut <row_0_of_f>::view_of_accumulator(&mut *w_bar, i), &mut *v_bar);
//! ```
//!
//! The tangent of a view is a copy of the view of the tangent.

use super::super::*;
use crate::emit::linkage::callee;

/// A path up to its first view, and the views.
pub(in crate::emit::body) fn split_at_view(path: &[Step]) -> (&[Step], &[Step]) {
    let first = path.iter().position(|step| matches!(step, Step::View(_)));
    path.split_at(first.unwrap_or(path.len()))
}

/// Whether a path ends in a view.
pub(in crate::emit::body) fn ends_in_view(path: &[Step]) -> bool {
    matches!(path.last(), Some(Step::View(_)))
}

impl Body<'_> {
    /// The statement that binds a view.
    pub(in crate::emit::body) fn view(&mut self, v: Var, place: &Place, span: Span) -> TokenStream {
        let (outer, views) = split_at_view(&place.path);
        if views.is_empty() {
            let tokens = self.place(place);
            let name = self.bind_home(v);
            self.place_home(v, quote!(#name), HomeKind::Reference);
            return quote!(let #name = &#tokens;);
        }
        let memory = self.memory_at(place.root, outer);
        let mut tokens = quote!(::autodiff::__private::arrays::view(#memory));
        let mut checks = TokenStream::new();
        for step in views {
            let Step::View(ViewMethod { method, arguments }) = step else { continue };
            checks.extend(callee::shadowing_check(method, self.layout.is_generic()));
            tokens = self.projection(method, "view", tokens, arguments, span);
        }
        // a view is a value, which the user's code may borrow
        let name = self.bind_home(v);
        self.viewed.insert(v, place.clone());
        quote!(#checks let #name = #tokens;)
    }

    /// `<row_0_of_f>::view(of, i)`
    fn projection(
        &mut self,
        method: &Callee,
        function: &str,
        of: TokenStream,
        arguments: &[Var],
        span: Span,
    ) -> TokenStream {
        let (path, function) = (callee::path(method), Ident::new(function, span));
        let arguments: Vec<TokenStream> =
            arguments.iter().map(|v| self.value_argument(&Tree::Leaf(*v))).collect();
        quote_spanned!(span=> #path::#function(#of #(, #arguments)*))
    }

    /// A reference to the memory at a path without views.
    fn memory_at(&mut self, root: Var, path: &[Step]) -> TokenStream {
        if path.is_empty() {
            return self.borrow(root);
        }
        let place = self.place(&Place { root, path: path.to_vec() });
        quote!(&#place)
    }

    /// The array that a variable is a view of, behind all views.
    fn viewed_memory(&mut self, v: Var) -> TokenStream {
        let (mut v, mut path) = (v, Vec::new());
        while let Some(place) = self.viewed.get(&v) {
            path = split_at_view(&place.path).0.to_vec();
            v = place.root;
            if !path.is_empty() {
                break;
            }
        }
        self.memory_at(v, &path)
    }

    /// The tangent of the view `v`, whose place is that of the tangent.
    pub(in crate::emit::body) fn tangent_of_view(&mut self, v: Var, place: &Place) -> TokenStream {
        let (outer, views) = split_at_view(&place.path);
        let place = Place { root: place.root, path: outer.to_vec() };
        let tokens = if Self::has_member(outer) {
            let (part, memory) = (self.part(&place, false), self.viewed_memory(v));
            quote!(::autodiff::__private::hold_part!(#part, #memory))
        } else if outer.is_empty() && self.home(place.root).kind == HomeKind::Reference {
            self.home(place.root).expr.into()
        } else {
            let place = self.linear_place(&place);
            quote!(&#place)
        };
        self.projections("view_of_tangent", &quote!(&), tokens, views)
    }

    /// The tangent of a view as a value.
    pub(in crate::emit::body) fn read_view(&mut self, place: &Place) -> TokenStream {
        let (outer, views) = split_at_view(&place.path);
        let place = Place { root: place.root, path: outer.to_vec() };
        let tokens = if Self::has_member(outer) {
            let part = self.part(&place, false);
            quote!(&::autodiff::__private::read_part::<_, _>(#part))
        } else {
            let place = self.linear_place(&place);
            quote!(&#place)
        };
        let tangent = self.projections("view_of_tangent", &quote!(&), tokens, views);
        quote!(::core::clone::Clone::clone(#tangent))
    }

    /// Adds to the cotangent of a view.
    pub(in crate::emit::body) fn add_to_view(&mut self, place: &Place, x: Var) -> TokenStream {
        let accumulator = self.accumulator_of_view(x, place);
        if self.home(x).kind == HomeKind::Owned {
            let x = self.tokens(x);
            return quote!(::autodiff::__private::CotangentAccumulator::take(#accumulator, #x););
        }
        let x = self.borrow(x);
        quote!(::autodiff::__private::CotangentAccumulator::add(#accumulator, #x);)
    }

    /// A reference to the views of what `of` refers to.
    fn projections(
        &mut self,
        function: &str,
        borrow: &TokenStream,
        of: TokenStream,
        views: &[Step],
    ) -> TokenStream {
        views.iter().fold(of, |of, step| {
            let Step::View(ViewMethod { method, arguments }) = step else { return of };
            let view = self.projection(method, function, of, arguments, Span::call_site());
            quote!(#borrow #view)
        })
    }

    /// The accumulator of the view `v`.
    pub(in crate::emit::body) fn accumulator_of_view(
        &mut self,
        v: Var,
        place: &Place,
    ) -> TokenStream {
        let (outer, views) = split_at_view(&place.path);
        let outer = Place { root: place.root, path: outer.to_vec() };
        let accumulator = self.threaded_accumulator(v, &outer);
        self.projections("view_of_accumulator", &quote!(&mut), accumulator, views)
    }

    /// An argument by reference. Where the function takes a view and the value is a copy of it, a
    /// view of the copy.
    pub(in crate::emit::body) fn shared_argument(
        &mut self,
        call: &Call,
        number: usize,
        v: Var,
    ) -> TokenStream {
        let borrowed = self.borrow(v);
        let method = call.callee.method.as_ref();
        let taken = match number {
            0 => method.map(|method| &method.owner),
            1 => method.and_then(|method| method.right.as_ref()),
            _ => None,
        };
        if taken.is_some_and(Ty::is_view) && !self.function.ty(v).is_view() {
            return quote!(&::autodiff::__private::arrays::view(#borrowed));
        }
        borrowed
    }

    /// A copy of a view.
    pub(in crate::emit::body) fn copied_view(&mut self, place: &Place) -> Option<TokenStream> {
        let is_whole = place.path.is_empty() && self.function.ty(place.root).is_view();
        let view = is_whole.then(|| self.borrow(place.root))?;
        Some(quote!(::autodiff::__private::arrays::copied(#view)))
    }
}
