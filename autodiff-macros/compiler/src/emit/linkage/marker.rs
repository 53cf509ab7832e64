//! The marker type of a function, and the traits by which callers find it through its name, its
//! arguments or its owner.

use crate::emit::tokens::{generics, names, types};
use crate::emit::{Emitter, bits};
use crate::ir::print;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;

impl Emitter<'_> {
    /// The marker as a path.
    pub(in crate::emit) fn marker_path(&self) -> TokenStream {
        match &self.source.method {
            Some(_) => {
                let marker = self.marker_type();
                quote!(<#marker>)
            }
            None => {
                let (marker, turbofish) = (&self.names.function, self.generics.turbofish());
                quote!(#marker #turbofish)
            }
        }
    }

    /// The marker as a type. The marker of a method is generic in the types that it is found
    /// through, so that it is as visible as they are.
    pub(in crate::emit) fn marker_type(&self) -> TokenStream {
        self.marker_type_of(&self.names.function)
    }

    /// The same for another marker of the function.
    pub(in crate::emit) fn marker_type_of(&self, marker: &Ident) -> TokenStream {
        match &self.source.method {
            None => self.of_generics(marker),
            Some(method) => {
                let (owner, right) = &method.registered_types;
                match right {
                    // a component of a tuple must be `Sized`
                    Some(right) if is_slice(right) => {
                        quote!(#marker<(#owner, ::core::marker::PhantomData<#right>)>)
                    }
                    right => quote!(#marker<(#owner, #right)>),
                }
            }
        }
    }

    /// The marker type with the functions that compiled code calls.
    pub(in crate::emit) fn marker(
        &self,
        jvp: &TokenStream,
        inherent: &TokenStream,
        implementation: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let cfgs = &self.source.cfgs;
        let vis = &self.source.visibility;
        let marker = &self.names.function;
        let marker_type = self.marker_type();
        let none = TokenStream::new();
        let of_block = self.generics.of_block();
        let (declared, clause) = (of_block.declaration(&none, &[]), of_block.clause());
        let (of_marker, phantom) = (
            self.generics.of_marker(),
            self.generics.phantom_field(&[]).map(|field| field.declared),
        );
        let constant = self.function_constant();
        let item = match &self.source.method {
            None => quote!(#vis struct #marker #of_marker { #phantom }),
            Some(_) => {
                let vis = if self.hides_output() { vis.clone() } else { quote!(pub) };
                quote!(#vis struct #marker<S>(::core::marker::PhantomData<S>);)
            }
        };
        let registered = self.source.method.as_ref().map(|method| {
            let (owner, right) = &method.registered_types;
            let names = method.names.iter().map(|name| names::hash(name));
            let right = right.as_ref().map(|right| quote!(, #right)).unwrap_or_default();
            // an associated type has no elided lifetimes
            let [of, right, marker] =
                [owner, &right, &marker_type].map(|ty| types::with_lifetime(ty, "m"));
            let lifetime = if marker.to_string() == marker_type.to_string() {
                TokenStream::new()
            } else {
                quote!('m)
            };
            let declared = of_block.declaration(&lifetime, &[]);
            let place = method.place.map(|place| quote!(const PLACE: u64 = #place;));
            let first = self
                .shadowing_constant(&lifetime)
                .into_iter()
                .chain(place.clone())
                .collect::<TokenStream>();
            let unshadowed =
                std::iter::once(first).chain(std::iter::repeat(place.unwrap_or_default()));
            if self.hides_output() {
                let registered = of_block.declaration(&lifetime, &[quote!(HiddenMarker)]);
                let mut bounds = if clause.is_empty() { quote!(where) } else { quote!(#clause,) };
                bounds.extend(quote!(#marker: ::autodiff::__private::Is<Type = HiddenMarker>));
                return quote! {
                    impl #declared ::autodiff::__private::Is for #marker #clause {
                        type Type = Self; }
                    #(#[diagnostic::do_not_recommend] impl #registered
                        ::autodiff::__private::Method<#names #right> for #of #bounds {
                        type Marker = HiddenMarker; #unshadowed })*
                };
            }
            quote! {
                #(#[diagnostic::do_not_recommend] impl #declared
                    ::autodiff::__private::Method<#names #right> for #of #clause {
                    type Marker = #marker; #unshadowed })*
            }
        });
        let item = quote! {
            #cfgs
            #[doc(hidden)]
            #[allow(non_camel_case_types, non_upper_case_globals, missing_docs,
                missing_debug_implementations)]
            #item
        };
        let implementations = quote! {
            #[doc(hidden)]
            #[allow(missing_docs)]
            impl #declared #marker_type #clause { #constant #jvp #inherent }
            #implementation
            #registered
        };
        (item, implementations)
    }

    /// Whether the marker is only as visible as the method, so that the type of its output may be
    /// no more visible. The public implementation of `Method` then names it through a private
    /// trait.
    fn hides_output(&self) -> bool {
        let is_inherent = self.source.method.as_ref().is_some_and(|method| method.of.is_none());
        is_inherent
            && self.source.visibility.to_string() != "pub"
            && self.parts.interface.output.may_name_user_type()
    }

    /// The constant by which callers check that the method's name resolves to the trait's function.
    fn shadowing_constant(&self, lifetime: &TokenStream) -> Option<TokenStream> {
        let method = self.source.method.as_ref()?;
        // a function with generic parameters is not a single value
        if !self.generics.own_names().is_empty() {
            return None;
        }
        let (owner, function) = (
            &method.registered_types.0,
            names::identifier(&self.parts.interface.name, Span::call_site()),
        );
        let of = method.of.as_ref()?;
        let [type_, trait_] = [owner, of]
            .map(|tokens| print::print_tokens(tokens).replace(" < ", "<").replace(" >", ">"));
        let message = format!(
            "this calls the inherent `{function}` of `{type_}`, which has no derivative; that of \
             the trait `{trait_}` has one: write `<{type_} as {trait_}>::{function}(…)`, or \
             differentiate the inherent function and put both into one `#[differentiate] mod`"
        );
        let name = path_without_arguments(of);
        let named = types::with_lifetime(of, "m");
        if lifetime.is_empty() && named.to_string() != of.to_string() {
            return None;
        }
        if method.has_others {
            let message = format!(
                "`{function}` of `{type_}` is ambiguous: write `<{type_} as \
                 {trait_}>::{function}(…)`"
            );
            return Some(quote!(
                const UNSHADOWED: () = ::core::panic!(#message);
            ));
        }
        let (owner, of) = (types::with_lifetime(owner, "m"), named);
        Some(quote! {
            const UNSHADOWED: () = {
                #[allow(unused_imports)]
                use #name as _;
                #[allow(unused_imports)]
                use ::autodiff::__private::Differ as _;
                let other = ::autodiff::__private::is_other(&||
                    (&::autodiff::__private::Pair(<#owner>::#function, <#owner as #of>::#function))
                    .same());
                ::core::assert!(!other, #message);
            };
        })
    }

    /// The functions that a reverse mode calls if there is only forward mode. They do not compile;
    /// the reason is reported once.
    pub(in crate::emit) fn forward_only(&self) -> TokenStream {
        let places: Vec<TokenStream> =
            self.params().iter().map(|_| quote!(_: impl Sized)).collect();
        let accumulators: Vec<TokenStream> =
            self.params().iter().map(|_| quote!(_: &mut impl ?Sized)).collect();
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let nothing = quote!(::autodiff::__private::NoResiduals);
        let (own, own_with_mode, clause) = self.function_generics();
        quote! {
            pub fn primal #own_with_mode (#(#places,)* _: &mut S)
                -> (#y_type, #nothing) #clause { ::core::unreachable!() }
            pub fn linear #own (#(#places,)* _: &#nothing, _: &#nothing, #(#places),*)
                -> #y_dot_type #clause { ::core::unreachable!() }
            pub fn transposed(#(#places,)* _: &#nothing, _: &#nothing, _: impl Sized,
                #(#accumulators),*) {}
            pub fn vjp #own (#(#places,)* _: &mut #nothing, _: impl Sized, #(#accumulators),*)
                -> #y_type #clause { ::core::unreachable!() }
        }
    }

    /// The generic parameters that the marker's functions declare: those of the method, without
    /// those of its block.
    pub(in crate::emit) fn function_generics(&self) -> (TokenStream, TokenStream, TokenStream) {
        let own = self.generics.of_method();
        let none = TokenStream::new();
        let mode = quote!(S: ::autodiff::__private::ReverseMode);
        (own.declaration(&none, &[]), own.declaration(&none, &[mode]), own.clause().clone())
    }

    /// The bit mask of the parameters that are constant, if there are any.
    pub(in crate::emit) fn constant_mask(&self) -> Option<proc_macro2::Literal> {
        let mut constants =
            (0..self.params().len()).filter(|number| self.is_marked_constant(*number)).peekable();
        constants.peek()?;
        Some(bits(constants))
    }

    pub(in crate::emit) fn marker_impl(
        &self,
        frame: &TokenStream,
        stacks: &TokenStream,
        nested: (TokenStream, TokenStream),
    ) -> TokenStream {
        let (nested_frame, nested_stacks) = nested;
        let marker = self.marker_type();
        let output = self.output_type();
        let refused = (!self.source.refused.is_empty()).then(|| {
            let mask = bits(self.source.refused.iter().copied());
            quote!(const REFUSED: u64 = #mask;)
        });
        let constants = self.constant_mask().map(|mask| quote!(const CONSTANT: u64 = #mask;));
        let types = quote!({ type Output = #output; type Frame = #frame; type Stacks = #stacks;
            type NestedFrame = #nested_frame; type NestedStacks = #nested_stacks;
            #refused #constants });
        let none = TokenStream::new();
        let clause = self.generics.clause();
        if !self.generics.own_names().is_empty()
            && let Some((further, arguments)) =
                generics::inferred_from_arguments(&self.parts.interface)
        {
            let declared = self.generics.declaration(&none, &further);
            return quote! {
                impl #declared ::autodiff::__private::DifferentiableFn<#arguments> for #marker
                    #clause #types
            };
        }
        if self.generics.is_empty() || self.source.method.is_some() {
            let declared = self.generics.declaration(&none, &[quote!(AnyArguments)]);
            return quote! {
                impl #declared ::autodiff::__private::DifferentiableFn<AnyArguments> for #marker
                    #clause #types
            };
        }
        let alone = &self.names.function;
        let declared = self.generics.declaration(&none, &[]);
        let inferred =
            generics::inferred_from_arguments(&self.parts.interface).map(|(further, arguments)| {
                let declared = self.generics.declaration(&none, &further);
                quote! {
                    impl #declared ::autodiff::__private::DifferentiableFn<#arguments> for #alone
                        #clause #types
                }
            });
        quote! {
            impl #declared ::autodiff::__private::DifferentiableFn<::autodiff::__private::Explicit>
                for #marker #clause #types
            #inferred
        }
    }
}

/// Whether a type is written as a slice: `[f64]`, and not `[f64; 3]`.
fn is_slice(ty: &TokenStream) -> bool {
    let mut tokens = ty.clone().into_iter();
    let (Some(TokenTree::Group(group)), None) = (tokens.next(), tokens.next()) else {
        return false;
    };
    let is_length = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ';');
    group.delimiter() == Delimiter::Bracket
        && !group.stream().into_iter().any(|token| is_length(&token))
}

/// The path of a trait without its arguments, which may follow a `::`.
fn path_without_arguments(path: &TokenStream) -> TokenStream {
    let is = |token: &TokenTree, mark| matches!(token, TokenTree::Punct(p) if p.as_char() == mark);
    let mut names: Vec<TokenTree> =
        path.clone().into_iter().take_while(|token| !is(token, '<')).collect();
    while names.last().is_some_and(|last| is(last, ':')) {
        names.pop();
    }
    names.into_iter().collect()
}
