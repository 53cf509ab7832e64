//! The lengths of vectors: which of them the residuals hold, and the checks that accumulators and
//! cotangents have them.

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

    /// `let name = parameter.len();`
    pub(super) fn take_length(&self, name: &Ident, number: usize) -> TokenStream {
        let value = &self.values[number];
        quote!(let #name = #value.len();)
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
        let function = self.emitter.shown();
        let checked =
            self.active.iter().filter(|a| self.final_length(a.number).is_some() == changed);
        let checks = checked.filter_map(|a| {
            let (name, text) = self.length_of(Some(a.number))?;
            let (bar, length) = (&a.bar, length(self.final_length(a.number).unwrap_or(name)));
            if a.is_unique() {
                return Some(quote!(::autodiff::__private::check_length(#function, #text,
                    "cotangent", #length, #bar.len());));
            }
            let structure = types::accumulated(&a.param.ty);
            Some(quote!(::autodiff::__private::check_accumulator::<#structure>(#function, #text,
                #length, &*#bar);))
        });
        checks.collect()
    }

    /// The checks of accumulators of vectors whose length the call may change.
    pub(super) fn checks_of_changed(&self) -> Vec<TokenStream> {
        self.accumulator_checks(&|name| quote!(#name), true)
    }

    /// The check of the result's cotangent, `length` being the length of the result.
    pub(super) fn cotangent_check(&self, length: &TokenStream) -> Option<TokenStream> {
        let (function, y_bar) = (self.emitter.shown(), &self.y_bar);
        self.length_of(None).map(|_| {
            quote!(::autodiff::__private::check_result_length(#function,
            "cotangent", #length, #y_bar.len());)
        })
    }

    /// The lengths that are known after the call.
    pub(super) fn take_lengths_of_result(&self) -> TokenStream {
        let y = &self.y;
        let of_result = self
            .lengths
            .iter()
            .filter(|(_, number, _)| number.is_none())
            .map(|(name, ..)| quote!(let #name = #y.len();));
        of_result.chain([self.take_final_lengths()]).collect()
    }

    /// The checks of cotangents passed to `f_vjp`, of parameters whose lengths do not change.
    pub(super) fn unique_checks(&self) -> TokenStream {
        let function = self.emitter.shown();
        let given =
            self.active.iter().filter(|a| a.is_unique() && self.final_length(a.number).is_none());
        let checks = given.filter_map(|a| {
            let (value, bar, (_, text)) =
                (&self.values[a.number], &a.bar, self.length_of(Some(a.number))?);
            Some(quote!(::autodiff::__private::check_length(#function, #text, "cotangent",
                #value.len(), #bar.len());))
        });
        checks.collect()
    }
}
