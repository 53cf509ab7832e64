//! The lengths of vectors and the shapes of arrays: which of them the residuals hold, and the
//! checks that accumulators and cotangents have them.

use super::Wrappers;
use crate::emit::tokens::types;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Wrappers<'_> {
    /// The field of a length in the residuals, and the vector's name in messages: that of the
    /// parameter, or of the result.
    pub(super) fn length_of(&self, number: Option<usize>) -> Option<(&Ident, &str)> {
        self.lengths.iter().find(|(_, k, _)| *k == number).map(|(name, _, text)| (name, &text[..]))
    }

    /// The length of a parameter after the call, if that may change it.
    pub(super) fn final_length(&self, number: usize) -> Option<&Ident> {
        self.final_lengths.iter().find(|(_, k)| *k == number).map(|(name, _)| name)
    }

    /// `let name = parameter.len();`, or the shape of an array.
    pub(super) fn take_length(&self, name: &Ident, number: usize) -> TokenStream {
        let value = &self.values[number];
        if self.emitter.has_shape(Some(number)) {
            let shape = shape_of(&self.emitter.borrow_param(number, value));
            return quote!(let #name = #shape;);
        }
        quote!(let #name = #value.len();)
    }

    /// The check of the tangent or cotangent (`what`) of a parameter, whose length or shape is
    /// `expected`.
    pub(super) fn check_of(
        &self,
        number: usize,
        what: &str,
        expected: &TokenStream,
        found: &Ident,
    ) -> Option<TokenStream> {
        let (function, (_, text)) = (self.emitter.display_name(), self.length_of(Some(number))?);
        if self.emitter.has_shape(Some(number)) {
            let found = self.emitter.borrow_param(number, found);
            return Some(quote!(::autodiff::__private::check_shape(#function, #text, #what,
                &#expected, #found);));
        }
        Some(quote!(::autodiff::__private::check_length(#function, #text, #what, #expected,
            #found.len());))
    }

    /// Reads the lengths of parameters before the call.
    pub(super) fn take_lengths(&self) -> TokenStream {
        self.lengths
            .iter()
            .filter_map(|(name, number, _)| number.map(|k| self.take_length(name, k)))
            .collect()
    }

    /// Reads the lengths of parameters that the call may change, after it.
    pub(super) fn take_final_lengths(&self) -> TokenStream {
        self.final_lengths.iter().map(|(name, k)| self.take_length(name, *k)).collect()
    }

    /// The checks of accumulators: either of vectors whose length the call may change, or of the
    /// others. `length` is the expression for a length.
    pub(super) fn accumulator_checks(
        &self,
        length: &dyn Fn(&Ident) -> TokenStream,
        changed: bool,
    ) -> Vec<TokenStream> {
        let function = self.emitter.display_name();
        let checked =
            self.active.iter().filter(|a| self.final_length(a.number).is_some() == changed);
        let checks = checked.filter_map(|a| {
            let (name, text) = self.length_of(Some(a.number))?;
            let (bar, length) = (&a.bar, length(self.final_length(a.number).unwrap_or(name)));
            if a.is_unique() {
                return self.check_of(a.number, "cotangent", &length, bar);
            }
            let structure = types::accumulator_structure(&a.param.ty);
            Some(if self.emitter.has_shape(Some(a.number)) {
                quote!(::autodiff::__private::check_accumulator_shape::<#structure>(#function,
                    #text, &#length, &*#bar);)
            } else {
                quote!(::autodiff::__private::check_accumulator::<#structure>(#function, #text,
                    #length, &*#bar);)
            })
        });
        checks.collect()
    }

    /// The checks of accumulators that the marker makes too, but after the primal.
    pub(super) fn checks_before_primal(&self) -> TokenStream {
        let function = self.emitter.display_name();
        let checked = self.active.iter().filter(|a| self.emitter.checks_lengths_of(a.number));
        let checks = checked.map(|a| {
            let structure = types::accumulator_structure(&a.param.ty);
            let (text, value, bar) = (&a.param.name, &self.values[a.number], &a.bar);
            quote!(::autodiff::__private::check_accumulator::<#structure>(#function, #text,
                #value.len(), &*#bar);)
        });
        checks.collect()
    }

    /// The checks of accumulators of vectors whose length the call may change.
    pub(super) fn changed_length_checks(&self) -> Vec<TokenStream> {
        self.accumulator_checks(&|name| quote!(#name), true)
    }

    /// The check of the result's cotangent, `length` being the length or the shape of the result;
    /// without it, that of the value.
    pub(super) fn cotangent_check(&self, length: Option<&TokenStream>) -> Option<TokenStream> {
        let (function, y_bar, y) = (self.emitter.display_name(), &self.y_bar, &self.y);
        self.length_of(None)?;
        if self.emitter.has_shape(None) {
            let shape = length.map_or_else(|| shape_of(&quote!(&#y)), Clone::clone);
            return Some(quote!(::autodiff::__private::check_result_shape(#function, "cotangent",
                &#shape, #y_bar);));
        }
        let length = length.map_or_else(|| quote!(#y.len()), Clone::clone);
        Some(quote!(::autodiff::__private::check_result_length(#function, "cotangent", #length,
            #y_bar.len());))
    }

    /// The lengths that are known after the call.
    pub(super) fn take_lengths_of_result(&self) -> TokenStream {
        let y = &self.y;
        let of_result =
            self.lengths.iter().filter(|(_, number, _)| number.is_none()).map(|(name, ..)| {
                let shape = shape_of(&quote!(&#y));
                let length = if self.emitter.has_shape(None) { shape } else { quote!(#y.len()) };
                quote!(let #name = #length;)
            });
        of_result.chain([self.take_final_lengths()]).collect()
    }

    /// The checks of cotangents passed to `f_vjp`, of parameters whose lengths do not change.
    pub(super) fn unique_checks(&self) -> TokenStream {
        let given =
            self.active.iter().filter(|a| a.is_unique() && self.final_length(a.number).is_none());
        let checks = given.filter_map(|a| {
            let value = &self.values[a.number];
            self.check_of(a.number, "cotangent", &quote!(#value.len()), &a.bar)
        });
        checks.collect()
    }
}

/// The shape of a value behind a reference.
pub(in crate::emit) fn shape_of(reference: &TokenStream) -> TokenStream {
    quote!(::autodiff::__private::Differentiable::tangent_shape(#reference))
}
