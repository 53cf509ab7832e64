//! The functions for people, which call those of the marker: they check lengths, keep or make residuals, and make the accumulators.

use super::body::zero_element;
use super::names::Namer;
use super::residuals::is_lent;
use super::{Emitter, saved, types};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// What `f_grad` and `f_value_and_grad` have in common.
struct GradientFunctions<'a> {
    /// Generic parameters and parameters.
    signature: TokenStream,
    /// The `where` clause.
    clause: &'a TokenStream,
    /// The type of the gradient.
    gradient: &'a TokenStream,
    /// The parameters, passed on.
    arguments: &'a TokenStream,
}

impl Emitter<'_> {
    pub(super) fn public_functions(&self) -> TokenStream {
        let names = &self.names;
        let vis = &self.source.visibility;
        let function = &self.shown();
        let marker = &self.marker_path();
        let (residuals, stacks_type) = (&names.residuals, self.of_generics(&names.stacks));
        let read = &self.read_by_people()[..];
        let borrows = self.borrows();
        let none = TokenStream::new();
        let (named, elided) = if borrows { (quote!('r), quote!('_)) } else { (TokenStream::new(), TokenStream::new()) };
        let (plain, clause) = self.declared_on_functions(&none);
        let with_lifetime = self.declared_on_functions(&named).0;
        let (lifetime, elided) = (self.generics.arguments(&named), self.generics.arguments(&elided));
        let (mut namer, values) = self.public_names();
        let handed = self.handed_on(&values);
        let r = namer.fresh("residuals");
        let y_bar = namer.fresh("y_bar");
        let (stacks, frame, y) = (namer.fresh("stacks"), namer.fresh("frame"), namer.fresh("y"));
        let reference = |k: usize| if read[k] { quote!('r) } else { TokenStream::new() };
        let declared: Vec<TokenStream> = values.iter().enumerate().map(|(k, n)| self.declared(k, n, &reference(k))).collect();
        let declared_elided: Vec<TokenStream> = values.iter().enumerate().map(|(k, n)| self.declared(k, n, &TokenStream::new())).collect();
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let y_bar_type = types::cotangent_argument(&self.parts.interface.output);

        // lengths
        let lengths = self.lengths();
        let take_lengths: Vec<TokenStream> = lengths
            .iter()
            .filter_map(|(name, number, _)| {
                number.map(|k| {
                    let value = &values[k];
                    quote!(let #name = #value.len();)
                })
            })
            .collect();
        let mut result_length: Vec<TokenStream> =
            lengths.iter().filter(|(_, number, _)| number.is_none()).map(|(name, ..)| quote!(let #name = #y.len();)).collect();
        let mut length_names: Vec<&Ident> = lengths.iter().map(|(name, ..)| name).collect();
        let final_lengths = self.final_lengths();
        let take_final: Vec<TokenStream> = final_lengths
            .iter()
            .map(|(name, k)| {
                let value = &values[*k];
                quote!(let #name = #value.len();)
            })
            .collect();
        result_length.extend(take_final.iter().cloned());
        length_names.extend(final_lengths.iter().map(|(name, _)| name));
        let kept_fields: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(&values)
            .zip(read)
            .filter(|(_, read)| **read)
            .map(|((p, n), _)| {
                let field = self.kept_field(p);
                match is_lent(p) {
                    _ if self.owns(p) => {
                        let kept = saved::kept(&p.ty, n);
                        quote!(#field: #kept)
                    }
                    true => quote!(#field: ::autodiff::__private::Lent(#n)),
                    false => quote!(#field: #n),
                }
            })
            .collect();
        let kept: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(read)
            .map(|(p, read)| {
                let field = self.kept_field(p);
                if let Some(object) = self.object_of_people(p) {
                    return object;
                }
                match (*read, is_lent(p)) {
                    (true, _) if self.owns(p) => quote!(&*#r.#field),
                    (true, true) => quote!(#r.#field.0),
                    (true, false) => quote!(#r.#field),
                    (false, _) => quote!(()),
                }
            })
            .collect();
        let kept_directly: Vec<TokenStream> = handed
            .iter()
            .zip(read)
            .zip(self.params())
            .map(|((n, read), p)| if *read || p.function().is_some() { quote!(#n) } else { quote!(()) })
            .collect();

        // tangents
        let active: Vec<(usize, &Param)> = self.params().iter().enumerate().filter(|(_, p)| p.has_public_tangent()).collect();
        let dot_names: Vec<Ident> = active.iter().map(|(_, p)| namer.fresh(&format!("{}_dot", self.public_name(p)))).collect();
        let bar_names: Vec<Ident> = active.iter().map(|(_, p)| namer.fresh(&format!("{}_bar", self.public_name(p)))).collect();
        let dot_params: Vec<TokenStream> = active
            .iter()
            .zip(&dot_names)
            .map(|((_, p), n)| {
                let (ty, _) = self.public_dot(p, n);
                quote!(#n: #ty)
            })
            .collect();
        let place_of = |number: usize| active.iter().position(|(k, _)| *k == number);
        let all_dots: Vec<TokenStream> = (0..values.len())
            .map(|k| place_of(k).map_or_else(|| quote!(()), |a| self.public_dot(&self.params()[k], &dot_names[a]).1))
            .collect();
        let length_of = |number: Option<usize>| lengths.iter().find(|(_, k, _)| *k == number).map(|(name, _, text)| (name, text));
        let dot_checks: Vec<TokenStream> = active
            .iter()
            .zip(&dot_names)
            .filter_map(|((k, _), n)| {
                length_of(Some(*k))
                    .map(|(name, text)| quote!(::autodiff::__private::check_length(#function, #text, "tangent", #r.#name, #n.len());))
            })
            .collect();

        // accumulators
        let bar_params: Vec<TokenStream> = active
            .iter()
            .zip(&bar_names)
            .map(|((_, p), n)| {
                let accumulator = self.bar_type(p);
                quote!(#n: #accumulator)
            })
            .collect();
        let accumulators: Vec<TokenStream> = (0..values.len())
            .map(|k| {
                place_of(k).map_or_else(
                    || quote!(&mut ::autodiff::__private::Discard),
                    |a| {
                        let n = &bar_names[a];
                        quote!(#n)
                    },
                )
            })
            .collect();
        // `changed`: those of vectors that the call may make longer or shorter, checked after it
        let bar_checks = |source: &dyn Fn(&Ident) -> TokenStream, changed: bool| -> Vec<TokenStream> {
            let last = |k: &usize| final_lengths.iter().find(|(_, number)| number == k).map(|(name, _)| name);
            let checked = active.iter().zip(&bar_names).filter(|((k, _), _)| last(k).is_some() == changed);
            checked
                .filter_map(|((k, p), n)| {
                    let (name, text) = length_of(Some(*k))?;
                    let length = source(last(k).unwrap_or(name));
                    if p.passing == Passing::Unique {
                        return Some(quote!(::autodiff::__private::check_length(#function, #text, "cotangent", #length, #n.len());));
                    }
                    let structure = types::accumulated(&p.ty);
                    Some(quote! {
                        if let ::core::option::Option::Some(found) = ::autodiff::__private::CotangentAccumulator::<#structure>::length(&*#n) {
                            ::autodiff::__private::check_length(#function, #text, "accumulator", #length, found);
                        }
                    })
                })
                .collect()
        };
        let bar_checks_stored: Vec<TokenStream> =
            [false, true].into_iter().flat_map(|changed| bar_checks(&|name| quote!(#r.#name), changed)).collect();
        let bar_checks_local = bar_checks(&|name| quote!(#name), false);
        let changed_checks = bar_checks(&|name| quote!(#name), true);
        // `f_vjp` makes the other ones itself
        let unique_checks: Vec<TokenStream> = active
            .iter()
            .zip(&bar_names)
            .filter(|((k, p), _)| p.passing == Passing::Unique && !final_lengths.iter().any(|(_, number)| number == k))
            .filter_map(|((k, _), n)| {
                let (value, (_, text)) = (&values[*k], length_of(Some(*k))?);
                Some(quote!(::autodiff::__private::check_length(#function, #text, "cotangent", #value.len(), #n.len());))
            })
            .collect();
        let y_bar_check: Vec<TokenStream> = length_of(None)
            .map(|(name, _)| quote!(::autodiff::__private::check_result_length(#function, "cotangent", #r.#name, #y_bar.len());))
            .into_iter()
            .collect();
        let y_bar_check_local: Vec<TokenStream> = length_of(None)
            .map(|_| quote!(::autodiff::__private::check_result_length(#function, "cotangent", #y.len(), #y_bar.len());))
            .into_iter()
            .collect();
        let y_bar_owned = owned_cotangent(&self.parts.interface.output, &quote!(#y_bar));

        // gradients; the cotangent of a parameter by mutable reference is no result, it is changed
        let returned: Vec<bool> = active.iter().map(|(_, p)| p.passing != Passing::Unique).collect();
        let bar_types: Vec<TokenStream> = active.iter().map(|(_, p)| types::tangent(&p.ty)).collect();
        let gradient_type = bare_or_tuple(&only(&bar_types, &returned));
        let gradient = bare_or_tuple(&only(&bar_names, &returned));
        let unit_output = matches!(&self.parts.interface.output, Ty::Tuple(parts) if parts.is_empty());
        let y_bar_param = (!unit_output).then(|| quote!(#y_bar: #y_bar_type,));
        let y_bar_owned = if unit_output { quote!(()) } else { y_bar_owned };
        let unique_bars: Vec<bool> = returned.iter().map(|returned| !returned).collect();
        let unique_params = only(&bar_params, &unique_bars);
        let unique_names = only(&bar_names, &unique_bars);
        let zeros: Vec<TokenStream> = active
            .iter()
            .zip(&bar_names)
            .zip(&bar_types)
            .filter(|(((_, p), _), _)| p.passing != Passing::Unique)
            .map(|(((k, p), n), ty)| {
                let value = &values[*k];
                let zero = match (&p.ty, p.passing) {
                    (Ty::Real(real), _) => types::real_literal(*real, 0.0),
                    (Ty::Vec(element) | Ty::Slice(element), _) if matches!(**element, Ty::Real(_)) => {
                        let zero = zero_element(element);
                        quote!(::autodiff::__private::vec![#zero; #value.len()])
                    }
                    (Ty::Array(element, length), _) if matches!(**element, Ty::Real(_)) => {
                        let zero = zero_element(element);
                        quote!([#zero; #length])
                    }
                    _ if self.owns(p) => quote!(::autodiff::__private::Differentiable::zero_tangent(&#value)),
                    _ if p.lends => {
                        quote!(::autodiff::__private::Differentiable::zero_tangent(&::autodiff::__private::owned_option(#value)))
                    }
                    (_, Passing::Value) => quote!(::autodiff::__private::Differentiable::zero_tangent(&#value)),
                    (_, _) => quote!(::autodiff::__private::Differentiable::zero_tangent(#value)),
                };
                quote!(let mut #n: #ty = #zero;)
            })
            .collect();
        let fresh_accumulators: Vec<TokenStream> = (0..values.len())
            .map(|k| {
                place_of(k).map_or_else(
                    || quote!(&mut ::autodiff::__private::Discard),
                    |a| {
                        let n = &bar_names[a];
                        if active[a].1.passing == Passing::Unique {
                            quote!(&mut *#n)
                        } else if active[a].1.ty.has_slices() {
                            quote!(&mut #n[..])
                        } else {
                            quote!(&mut #n)
                        }
                    },
                )
            })
            .collect();

        let (primal, linear, transposed, vjp) = (&names.primal, &names.linear, &names.transposed, &names.vjp);
        let [shown_primal, shown_linear, shown_vjp] = [primal, linear, vjp].map(|name| self.shown_as(&name.to_string()));
        let turbofish = self.generics.turbofish();
        let own_vjp = if self.source.method.is_some() { quote!(Self::#vjp) } else { quote!(#vjp #turbofish) };
        let (primal_into, vjp_into) = (&names.primal_into, &names.vjp_into);
        let heads = [
            self.head_of_wrapper(&format!("The unzipped primal of [`{function}`]: its value, and what its linear part needs.")),
            self.head_of_wrapper(&format!("The linear map of [`{function}`] at the point of the residuals: tangents of the active parameters to the tangent of the result.")),
            self.head(&format!("The transpose of [`{shown_linear}`]: **adds** the cotangents of the active parameters to the accumulators.")),
            self.head(&format!("Value of [`{function}`], and the cotangent of its result pulled back to the active parameters.")),
            self.head_of_wrapper(&format!("As [`{shown_primal}`], into residuals whose memory is used again.")),
            self.head(&format!("As [`{shown_vjp}`], **adding** into accumulators and using the memory of the residuals again.")),
        ];
        let [head_primal, head_linear, head_transposed, head_vjp, head_primal_into, head_vjp_into] = heads;
        // what is checked of the value is checked before anything is added
        let fused = self.parts.vjp.is_some() && y_bar_check_local.is_empty() && changed_checks.is_empty();
        let both = |kind: TokenStream, stacks: TokenStream, accumulators: &[TokenStream]| {
            if fused {
                return quote!(let #y = #marker::vjp(#(#handed,)* #kind #stacks, #y_bar_owned, #(#accumulators),*););
            }
            let shared = if kind.is_empty() { TokenStream::new() } else { quote!(&) };
            quote! {
                let (#y, #frame) = #marker::primal(#(#handed,)* #kind #stacks);
                #(#take_final)*
                #(#y_bar_check_local)*
                #(#changed_checks)*
                #marker::transposed(#(#kept_directly,)* &#frame, #shared #stacks, #y_bar_owned, #(#accumulators),*);
            }
        };
        let run = both(TokenStream::new(), quote!(#stacks), &fresh_accumulators);
        let run_into = both(quote!(&mut), quote!(#r.stacks), &accumulators);
        let keep_frame = (!fused).then(|| quote!(#r.frame = #frame;));
        let residual_value = quote!(#residuals { #(#kept_fields,)* #(#length_names,)* frame: #frame, stacks: #stacks });
        let mut functions = quote! {
            #head_primal
            #vis fn #primal #with_lifetime (#(#declared),*) -> (#y_type, #residuals #lifetime) #clause {
                #(#take_lengths)*
                let mut #stacks = <#stacks_type as ::core::default::Default>::default();
                let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
                #(#result_length)*
                (#y, #residual_value)
            }
            #head_linear
            #vis fn #linear #plain(#r: &#residuals #elided, #(#dot_params),*) -> #y_dot_type #clause {
                #(#dot_checks)*
                #marker::linear(#(#kept,)* &#r.frame, &#r.stacks, #(#all_dots),*)
            }
            #head_transposed
            #vis fn #transposed #plain(#r: &#residuals #elided, #y_bar_param #(#bar_params),*) #clause {
                #(#y_bar_check)*
                #(#bar_checks_stored)*
                #marker::transposed(#(#kept,)* &#r.frame, &#r.stacks, #y_bar_owned, #(#accumulators),*)
            }
            #head_vjp
            #vis fn #vjp #plain(#(#declared_elided,)* #y_bar_param #(#unique_params),*) -> (#y_type, #gradient_type) #clause {
                #(#unique_checks)*
                #(#zeros)*
                ::autodiff::__private::with_stacks(|#stacks: &mut #stacks_type| {
                    #stacks.clear();
                    #run
                    (#y, #gradient)
                })
            }
            #head_primal_into
            #vis fn #primal_into #with_lifetime (#(#declared,)* #r: &mut #residuals #lifetime) -> #y_type #clause {
                #(#take_lengths)*
                let mut #stacks = ::core::mem::take(&mut #r.stacks);
                #stacks.clear();
                let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
                #(#result_length)*
                *#r = #residual_value;
                #y
            }
            #head_vjp_into
            #vis fn #vjp_into #plain(#(#declared_elided,)* #y_bar_param #r: &mut #residuals #elided, #(#bar_params),*) -> #y_type #clause {
                #(#take_lengths)*
                #(#bar_checks_local)*
                #r.stacks.clear();
                #run_into
                #keep_frame
                #y
            }
        };
        let values: Vec<TokenStream> = values.iter().map(|n| quote!(#n)).collect();
        let gradient_functions = GradientFunctions {
            signature: quote!(#plain(#(#declared_elided,)* #(#unique_params),*)),
            clause: &clause,
            gradient: &gradient_type,
            arguments: &quote!(#(#values,)* #(#unique_names),*),
        };
        match &self.parts.interface.output {
            Ty::Real(real) => {
                let one = types::real_literal(*real, 1.0);
                let pulled = quote!(#own_vjp(#(#values,)* #one, #(#unique_names),*));
                functions.extend(self.gradient_of_real(&gradient_functions, &pulled));
            }
            Ty::Wrapped(wrapper, of) if let Ty::Real(real) = **of => {
                let one = types::real_literal(real, 1.0);
                let is_option = matches!(wrapper, Wrapper::Option);
                let is_present = if is_option { quote!(#y.is_some()) } else { quote!(#y.is_ok()) };
                let transpose = |y_bar: TokenStream| quote!(#marker::transposed(#(#kept_directly,)* &#frame, #stacks, #y_bar, #(#fresh_accumulators),*););
                // cotangents of `&mut` parameters are pulled back through changes before an error
                let transposed = match unique_names.is_empty() {
                    true => {
                        let call = transpose(quote!(::core::option::Option::Some(#one)));
                        quote!(if #is_present { #call })
                    }
                    false => transpose(quote!(#is_present.then_some(#one))),
                };
                let computed = match fused && unique_names.is_empty() {
                    true => quote! {
                        let (#y, #y_bar) = #own_vjp(#(#values,)* ::core::option::Option::Some(#one));
                        #y.map(|#y| (#y, #y_bar))
                    },
                    false => quote! {
                        #(#unique_checks)*
                        #(#zeros)*
                        ::autodiff::__private::with_stacks(|#stacks: &mut #stacks_type| {
                            #stacks.clear();
                            let (#y, #frame) = #marker::primal(#(#handed,)* #stacks);
                            #(#take_final)*
                            #(#changed_checks)*
                            #transposed
                            #y.map(|#y| (#y, #gradient))
                        })
                    },
                };
                let of = types::value(of);
                functions.extend(self.gradient_of_content(&gradient_functions, wrapper, &of, &computed));
            }
            _ => {}
        }
        functions
    }

    /// `f_grad` and `f_value_and_grad` of a function that returns a real; `pulled` calls `f_vjp`.
    fn gradient_of_real(&self, functions: &GradientFunctions<'_>, pulled: &TokenStream) -> TokenStream {
        let GradientFunctions { signature, clause, gradient, .. } = functions;
        let (vis, function, y_type) = (&self.source.visibility, self.shown(), self.output_type());
        let (grad, value_and_grad) = (&self.names.grad, &self.names.value_and_grad);
        let head_grad = self.head_of_wrapper(&format!("The gradient of [`{function}`] with respect to its active parameters."));
        let head_value =
            self.head_of_wrapper(&format!("The value of [`{function}`] and its gradient with respect to its active parameters."));
        quote! {
            #head_grad
            #vis fn #grad #signature -> #gradient #clause { #pulled.1 }
            #head_value
            #vis fn #value_and_grad #signature -> (#y_type, #gradient) #clause { #pulled }
        }
    }

    /// `f_grad` and `f_value_and_grad` of a function that returns a real of type `content` in an `Option`
    /// or a `Result`; `computed` is the body of the second.
    fn gradient_of_content(
        &self,
        functions: &GradientFunctions<'_>,
        wrapper: &Wrapper,
        content: &TokenStream,
        computed: &TokenStream,
    ) -> TokenStream {
        let GradientFunctions { signature, clause, gradient, arguments } = functions;
        let of = |content: &TokenStream| types::with_content(wrapper, content);
        let (Some(y_type), Some(gradient_type)) = (of(&quote!((#content, #gradient))), of(gradient)) else {
            return TokenStream::new();
        };
        let (vis, function) = (&self.source.visibility, self.shown());
        let (grad, value_and_grad) = (&self.names.grad, &self.names.value_and_grad);
        let own = match self.source.method {
            Some(_) => quote!(Self::#value_and_grad),
            None => {
                let turbofish = self.generics.turbofish();
                quote!(#value_and_grad #turbofish)
            }
        };
        let (present, absent) = match wrapper {
            Wrapper::Option => ("Some", format!("`None` where [`{function}`] returns `None`")),
            _ => ("Ok", format!("the error of [`{function}`]")),
        };
        let head_grad = self.head_of_wrapper(&format!(
            "The gradient of the `{present}` value of [`{function}`] with respect to its active parameters, or {absent}."
        ));
        let doc = format!("The `{present}` value of [`{function}`] and its gradient with respect to its active parameters, or {absent}.");
        let head_value = self.head(&doc);
        let part = self.namer().fresh("gradient");
        quote! {
            #head_grad
            #vis fn #grad #signature -> #gradient_type #clause { #own(#arguments).map(|(_, #part)| #part) }
            #head_value
            #vis fn #value_and_grad #signature -> #y_type #clause { #computed }
        }
    }

    /// `f_jvp` as an associated function.
    pub(super) fn associated_jvp(&self, head: &TokenStream) -> TokenStream {
        let (mut namer, values) = self.public_names();
        let declared: Vec<TokenStream> = values.iter().enumerate().map(|(k, n)| self.declared(k, n, &TokenStream::new())).collect();
        let mut dots = Vec::new();
        let mut passed = Vec::new();
        for p in self.params() {
            if p.has_public_tangent() {
                let name = namer.fresh(&format!("{}_dot", self.public_name(p)));
                let (ty, handed) = self.public_dot(p, &name);
                dots.push(quote!(#name: #ty));
                passed.push(handed);
            } else {
                passed.push(quote!(()));
            }
        }
        let (name, vis, marker) = (&self.names.jvp, &self.source.visibility, self.marker_path());
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let values = self.handed_on(&values);
        let (generics, clause) = self.declared_on_functions(&TokenStream::new());
        quote! {
            #head
            #vis fn #name #generics(#(#declared,)* #(#dots),*) -> (#y_type, #y_dot_type) #clause { #marker::jvp(#(#values,)* #(#passed),*) }
        }
    }

    /// A parameter of a function for people.
    pub(super) fn declared(&self, number: usize, name: &Ident, lifetime: &TokenStream) -> TokenStream {
        let param = &self.params()[number];
        if number == 0 && self.has_receiver() {
            return match param.passing {
                _ if self.owns(param) => quote!(self),
                Passing::Value => quote!(self),
                Passing::Shared => quote!(&#lifetime self),
                Passing::Unique => quote!(&mut self),
            };
        }
        let ty = match param.function() {
            Some(function) => {
                let code = types::value(&param.ty);
                match function.passing {
                    Passing::Value => code,
                    Passing::Shared => quote!(&#code),
                    Passing::Unique => quote!(&mut #code),
                }
            }
            None if self.owns(param) => types::value(&param.ty),
            None if param.lends => types::lent_option(&param.ty),
            None => self.param_type(param, lifetime),
        };
        quote!(#name: #ty)
    }

    /// Whether a parameter is one that people pass by value, and the marker's functions by reference.
    pub(super) fn owns(&self, param: &Param) -> bool {
        let owned = self.source.method.as_ref().is_some_and(|m| m.lent);
        owned && std::ptr::eq(param, &self.params()[0])
    }

    /// A parameter's tangent in a function for people: its type, and as the marker takes it.
    pub(super) fn public_dot(&self, param: &Param, name: &Ident) -> (TokenStream, TokenStream) {
        if self.owns(param) { (types::tangent(&param.ty), quote!(&#name)) } else { (self.dot_type(param), quote!(#name)) }
    }

    /// The parameters of a function for people as the marker takes them.
    pub(super) fn handed_on(&self, names: &[Ident]) -> Vec<TokenStream> {
        let handed = |(p, n): (&Param, &Ident)| match self.object_of_people(p) {
            Some(object) => object,
            None if self.owns(p) => quote!(&#n),
            None if p.lends => quote!(::autodiff::__private::owned_option(#n)),
            None => quote!(#n),
        };
        self.params().iter().zip(names).map(handed).collect()
    }

    /// The function that people pass, as the marker takes it.
    fn object_of_people(&self, param: &Param) -> Option<TokenStream> {
        let code = param.function().map(|_| types::value(&param.ty))?;
        Some(quote!(::autodiff::__private::Object::<#code>(())))
    }

    /// Names for the parameters of a function for people.
    pub(super) fn public_names(&self) -> (Namer, Vec<Ident>) {
        let (namer, mut names) = self.wrapper_names();
        if self.has_receiver()
            && let Some(first) = names.first_mut()
        {
            *first = Ident::new("self", Span::call_site());
        }
        (namer, names)
    }

    /// A parameter's name for people.
    pub(super) fn public_name<'p>(&self, param: &'p Param) -> &'p str {
        if self.has_receiver() && std::ptr::eq(param, &self.params()[0]) { "self" } else { &param.name }
    }

    /// What a function for people declares: those of a method are declared by its `impl` block.
    pub(super) fn declared_on_functions(&self, lifetime: &TokenStream) -> (TokenStream, TokenStream) {
        if self.source.method.is_none() {
            return (self.generics.declared_for_people(lifetime), self.generics.clause().clone());
        }
        let own = self.generics.of_method();
        (own.declared_for_people(lifetime), own.clause().clone())
    }
}

/// The parts that are marked.
pub(super) fn only<T: Clone>(parts: &[T], marked: &[bool]) -> Vec<T> {
    parts.iter().zip(marked).filter(|(_, marked)| **marked).map(|(part, _)| part.clone()).collect()
}

pub(super) fn bare_or_tuple<T: quote::ToTokens>(parts: &[T]) -> TokenStream {
    match parts {
        [one] => quote!(#one),
        parts => quote!((#(#parts),*)),
    }
}

/// A cotangent of a result as the marker takes it, owned.
pub(super) fn owned_cotangent(ty: &Ty, value: &TokenStream) -> TokenStream {
    match ty {
        _ if ty.is_discrete() => value.clone(),
        Ty::Projected(_) | Ty::Deque(_) => quote!(::core::clone::Clone::clone(#value)),
        Ty::Vec(_) => quote!(#value.to_vec()),
        Ty::Tuple(parts) if parts.iter().any(|p| matches!(p, Ty::Vec(_) | Ty::Deque(_) | Ty::Tuple(_) | Ty::Projected(_))) => {
            let parts = parts.iter().enumerate().map(|(k, part)| {
                let k = proc_macro2::Literal::usize_unsuffixed(k);
                owned_cotangent(part, &quote!(#value.#k))
            });
            types::tuple(parts)
        }
        _ => value.clone(),
    }
}
