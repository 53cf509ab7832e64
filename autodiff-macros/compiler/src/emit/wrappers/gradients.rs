//! `f_grad` and `f_value_and_grad`.

use super::{Active, Wrappers};
use crate::emit::tokens::types::{self, bare_or_tuple};
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The shared parts of `f_grad` and `f_value_and_grad`.
struct GradientFunctions {
    /// Generic parameters and parameters.
    signature: TokenStream,
    /// The `where` clause.
    clause: TokenStream,
    /// The type of the gradient.
    gradient: TokenStream,
    /// The parameters, passed on.
    arguments: TokenStream,
}

impl Wrappers<'_> {
    /// `f_grad` and `f_value_and_grad`, for functions that return a real, or one in an `Option` or
    /// a `Result`.
    pub(super) fn gradients(&self) -> TokenStream {
        let values = &self.values;
        let (declared, params) =
            (self.declare_params(false), self.accumulator_params(|a| a.is_unique()));
        let unique: Vec<&Ident> =
            self.active.iter().filter(|a| a.is_unique()).map(|a| &a.bar).collect();
        let (generics, clause) = self.plain_generics();
        let functions = GradientFunctions {
            signature: quote!(#generics(#(#declared,)* #(#params),*)),
            clause,
            gradient: self.gradient().1,
            arguments: quote!(#(#values,)* #(#unique),*),
        };
        match self.output() {
            Ty::Real(real) => {
                let (one, vjp) = (types::real_literal(*real, 1.0), self.own_vjp());
                self.gradient_of_real(&functions, &quote!(#vjp(#(#values,)* #one, #(#unique),*)))
            }
            Ty::Wrapped(wrapper, of) if let Ty::Real(real) = **of => {
                let computed = self.value_and_grad_of_content(
                    wrapper,
                    &types::real_literal(real, 1.0),
                    &unique,
                );
                self.gradient_of_content(&functions, wrapper, &types::value(of), &computed)
            }
            _ => TokenStream::new(),
        }
    }

    /// The gradient, and its type.
    pub(super) fn gradient(&self) -> (TokenStream, TokenStream) {
        let returned: Vec<&Active<'_>> = self.active.iter().filter(|a| !a.is_unique()).collect();
        let bars: Vec<&Ident> = returned.iter().map(|a| &a.bar).collect();
        let tys: Vec<TokenStream> = returned.iter().map(|a| types::tangent(&a.param.ty)).collect();
        (bare_or_tuple(&bars), bare_or_tuple(&tys))
    }

    /// The path to call `f_vjp`.
    fn own_vjp(&self) -> TokenStream {
        let (vjp, turbofish) = (&self.emitter.names.vjp, self.emitter.generics.turbofish());
        if self.emitter.source.method.is_some() {
            quote!(Self::#vjp)
        } else {
            quote!(#vjp #turbofish)
        }
    }

    /// The body of `f_value_and_grad` of a function that returns a real in an `Option` or a
    /// `Result`; `unique` are the cotangents that are passed to it.
    fn value_and_grad_of_content(
        &self,
        wrapper: &Wrapper,
        one: &TokenStream,
        unique: &[&Ident],
    ) -> TokenStream {
        let Wrappers { emitter, values, marker_args, stacks, frame, y, y_bar, .. } = self;
        if self.fused && unique.is_empty() {
            let vjp = self.own_vjp();
            return quote! {
                let (#y, #y_bar) = #vjp(#(#values,)* ::core::option::Option::Some(#one));
                #y.map(|#y| (#y, #y_bar))
            };
        }
        let (marker, saved, (zeros, accumulators)) =
            (emitter.marker_path(), self.direct_arguments(), self.made_accumulators());
        let is_present = if matches!(wrapper, Wrapper::Option) {
            quote!(#y.is_some())
        } else {
            quote!(#y.is_ok())
        };
        let transpose = |y_bar: TokenStream| {
            quote!(#marker::transposed(#(#saved,)* &#frame,
            &#stacks, #y_bar, #(#accumulators),*);)
        };
        // cotangents of `&mut` parameters are pulled back through changes before an error
        let transposed = if unique.is_empty() {
            let call = transpose(quote!(::core::option::Option::Some(#one)));
            quote!(if #is_present { #call })
        } else {
            transpose(quote!(#is_present.then_some(#one)))
        };
        let (acquire, release) = self.pooled_stacks();
        let (unique_checks, take_final, checks, gradient) = (
            self.unique_checks(),
            self.take_final_lengths(),
            self.changed_length_checks(),
            self.gradient().0,
        );
        let owned = self.owned_values();
        quote! {
            #owned
            #unique_checks
            #zeros
            #acquire
            let (#y, #frame) = #marker::primal(#(#marker_args,)* &mut #stacks);
            #take_final
            #(#checks)*
            #transposed
            #release
            #y.map(|#y| (#y, #gradient))
        }
    }

    /// `f_grad` and `f_value_and_grad` of a function that returns a real; `pulled` calls `f_vjp`.
    fn gradient_of_real(&self, functions: &GradientFunctions, pulled: &TokenStream) -> TokenStream {
        let emitter = self.emitter;
        let GradientFunctions { signature, clause, gradient, .. } = functions;
        let (vis, function, y_type) =
            (&emitter.source.visibility, emitter.display_name(), emitter.output_type());
        let (grad, value_and_grad) = (&emitter.names.grad, &emitter.names.value_and_grad);
        let head_grad = emitter.attributes_and_docs(&format!(
            "The gradient of [`{function}`] with respect to its active parameters."
        ));
        let head_value = emitter.attributes_and_docs(&format!(
            "The value of [`{function}`] and its gradient with respect to its active parameters."
        ));
        quote! {
            #head_grad
            #vis fn #grad #signature -> #gradient #clause { #pulled.1 }
            #head_value
            #vis fn #value_and_grad #signature -> (#y_type, #gradient) #clause { #pulled }
        }
    }

    /// `f_grad` and `f_value_and_grad` of a function that returns a real of type `content` in an
    /// `Option` or a `Result`; `computed` is the body of the second.
    fn gradient_of_content(
        &self,
        functions: &GradientFunctions,
        wrapper: &Wrapper,
        content: &TokenStream,
        computed: &TokenStream,
    ) -> TokenStream {
        let emitter = self.emitter;
        let GradientFunctions { signature, clause, gradient, arguments } = functions;
        let of = |content: &TokenStream| types::with_content(wrapper, content);
        let (Some(y_type), Some(gradient_type)) =
            (of(&quote!((#content, #gradient))), of(gradient))
        else {
            return TokenStream::new();
        };
        let (vis, function) = (&emitter.source.visibility, emitter.display_name());
        let (grad, value_and_grad) = (&emitter.names.grad, &emitter.names.value_and_grad);
        let own = match emitter.source.method {
            Some(_) => quote!(Self::#value_and_grad),
            None => {
                let turbofish = emitter.generics.turbofish();
                quote!(#value_and_grad #turbofish)
            }
        };
        let (present, absent) = match wrapper {
            Wrapper::Option => ("Some", format!("`None` where [`{function}`] returns `None`")),
            _ => ("Ok", format!("the error of [`{function}`]")),
        };
        let head_grad = emitter.attributes_and_docs(&format!(
            "The gradient of the `{present}` value of [`{function}`] with respect \
                to its active parameters, or {absent}."
        ));
        let doc = format!(
            "The `{present}` value of [`{function}`] and its gradient with respect to its active \
             parameters, or {absent}."
        );
        let head_value = emitter.attributes_and_docs(&doc);
        let part = emitter.namer().fresh("gradient");
        quote! {
            #head_grad
            #vis fn #grad #signature -> #gradient_type #clause { #own(#arguments)
                .map(|(_, #part)| #part) }
            #head_value
            #vis fn #value_and_grad #signature -> #y_type #clause { #computed }
        }
    }
}
