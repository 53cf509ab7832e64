//! The public functions, which call those of the marker: they check lengths, keep or make
//! residuals, and make the accumulators.

use super::body::zero_element;
use super::names::Namer;
use super::residuals::is_lent;
use super::{Emitter, saved, types};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// The public functions, and what they have in common.
struct Wrappers<'e> {
    emitter: &'e Emitter<'e>,
    /// Names for the parameters.
    values: Vec<Ident>,
    /// The parameters as the marker takes them.
    handed: Vec<TokenStream>,
    /// For each parameter, whether the public residuals hold it.
    read: Vec<bool>,
    active: Vec<Active<'e>>,
    /// The lengths that the residuals hold: their fields, and the number of the parameter, or none
    /// for the result, with its name.
    lengths: Vec<(Ident, Option<usize>, String)>,
    /// Those of vectors that the call may make longer or shorter, after it.
    final_lengths: Vec<(Ident, usize)>,
    residuals: Ident,
    stacks: Ident,
    frame: Ident,
    y: Ident,
    y_bar: Ident,
    /// Whether the marker's function of both sweeps is called: what is checked of the value is
    /// checked before anything is added.
    fused: bool,
    /// Whether that function uses the stacks.
    uses_stacks: bool,
}

/// A parameter with a tangent in public functions.
struct Active<'e> {
    number: usize,
    param: &'e Param,
    dot: Ident,
    bar: Ident,
}

impl Active<'_> {
    /// Whether its cotangent is no result, but changed.
    fn is_unique(&self) -> bool {
        self.param.passing == Passing::Unique
    }
}

/// What `f_grad` and `f_value_and_grad` have in common.
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

impl Emitter<'_> {
    /// The public functions; `uses_stacks` is whether the function of both sweeps does.
    pub(super) fn public_functions(&self, uses_stacks: bool) -> TokenStream {
        let wrappers = Wrappers::new(self, uses_stacks);
        let mut functions = wrappers.primal();
        functions.extend(wrappers.linear());
        functions.extend(wrappers.transposed());
        functions.extend(wrappers.vjp());
        functions.extend(wrappers.primal_into());
        functions.extend(wrappers.vjp_into());
        functions.extend(wrappers.gradients());
        functions
    }
}

impl<'e> Wrappers<'e> {
    fn new(emitter: &'e Emitter<'e>, uses_stacks: bool) -> Wrappers<'e> {
        let (mut namer, values) = emitter.public_names();
        let [residuals, y_bar, stacks, frame, y] =
            ["residuals", "y_bar", "stacks", "frame", "y"].map(|name| namer.fresh(name));
        let with_tangents: Vec<(usize, &Param)> =
            emitter.params().iter().enumerate().filter(|(_, p)| p.has_public_tangent()).collect();
        let dots: Vec<Ident> = with_tangents
            .iter()
            .map(|(_, p)| namer.fresh(&format!("{}_dot", emitter.public_name(p))))
            .collect();
        let bars: Vec<Ident> = with_tangents
            .iter()
            .map(|(_, p)| namer.fresh(&format!("{}_bar", emitter.public_name(p))))
            .collect();
        let active = with_tangents.into_iter().zip(dots.into_iter().zip(bars));
        let active = active
            .map(|((number, param), (dot, bar))| Active { number, param, dot, bar })
            .collect();
        let handed = emitter.handed_on(&values);
        let (read, lengths, final_lengths) =
            (emitter.kept_by_residuals(), emitter.lengths(), emitter.final_lengths());
        let mut wrappers = Wrappers {
            emitter,
            values,
            handed,
            read,
            active,
            lengths,
            final_lengths,
            residuals,
            stacks,
            frame,
            y,
            y_bar,
            fused: false,
            uses_stacks,
        };
        wrappers.fused = emitter.parts.vjp.is_some()
            && wrappers.length_of(None).is_none()
            && wrappers.checks_of_changed().is_empty();
        wrappers
    }

    // ---------- parameters

    /// The parameters by value or by reference, with a lifetime where the residuals borrow them.
    fn declared(&self, with_lifetimes: bool) -> Vec<TokenStream> {
        let lifetime =
            |k: usize| if with_lifetimes && self.read[k] { quote!('r) } else { TokenStream::new() };
        self.values
            .iter()
            .enumerate()
            .map(|(k, name)| self.emitter.declared(k, name, &lifetime(k)))
            .collect()
    }

    /// The generic parameters of a function that takes or makes residuals, and the arguments of
    /// these.
    fn generics(&self, lifetime: TokenStream) -> (TokenStream, TokenStream) {
        let lifetime = if self.emitter.borrows() { lifetime } else { TokenStream::new() };
        (
            self.emitter.declared_on_functions(&lifetime).0,
            self.emitter.generics.arguments(&lifetime),
        )
    }

    /// The generic parameters of the other functions, and the `where` clause of all.
    fn plain_generics(&self) -> (TokenStream, TokenStream) {
        self.emitter.declared_on_functions(&TokenStream::new())
    }

    /// The parameter for the cotangent of the result, if the result has one.
    fn cotangent_param(&self) -> Option<TokenStream> {
        let (y_bar, ty) = (&self.y_bar, types::cotangent_argument(self.output()));
        (!self.has_unit_output()).then(|| quote!(#y_bar: #ty,))
    }

    /// That cotangent as the marker takes it.
    fn cotangent(&self) -> TokenStream {
        let y_bar = &self.y_bar;
        if self.has_unit_output() {
            quote!(())
        } else {
            owned_cotangent(self.output(), &quote!(#y_bar))
        }
    }

    fn output(&self) -> &'e Ty {
        &self.emitter.parts.interface.output
    }

    fn has_unit_output(&self) -> bool {
        matches!(self.output(), Ty::Tuple(parts) if parts.is_empty())
    }

    /// The parameters for accumulators: all, or those whose cotangents are changed.
    fn accumulator_params(&self, of: impl Fn(&Active<'_>) -> bool) -> Vec<TokenStream> {
        let params = self.active.iter().filter(|a| of(a)).map(|a| {
            let (name, ty) = (&a.bar, self.emitter.bar_type(a.param));
            quote!(#name: #ty)
        });
        params.collect()
    }

    /// For each parameter, what a function says of it that has a tangent, and what else stands in
    /// its place.
    fn for_each(
        &self,
        of: impl Fn(&Active<'_>) -> TokenStream,
        otherwise: TokenStream,
    ) -> Vec<TokenStream> {
        let active = |k: usize| self.active.iter().find(|a| a.number == k);
        (0..self.values.len()).map(|k| active(k).map_or_else(|| otherwise.clone(), &of)).collect()
    }

    fn discard() -> TokenStream {
        quote!(&mut ::autodiff::__private::Discard)
    }

    /// The accumulators that are passed on.
    fn accumulators(&self) -> Vec<TokenStream> {
        self.for_each(|a| a.bar.to_token_stream(), Self::discard())
    }

    // ---------- lengths

    fn length_of(&self, number: Option<usize>) -> Option<(&Ident, &str)> {
        self.lengths.iter().find(|(_, k, _)| *k == number).map(|(name, _, text)| (name, &text[..]))
    }

    /// The length of a parameter after the call, if that may change it.
    fn final_length(&self, number: usize) -> Option<&Ident> {
        self.final_lengths.iter().find(|(_, k)| *k == number).map(|(name, _)| name)
    }

    fn take_length(&self, name: &Ident, number: usize) -> TokenStream {
        let value = &self.values[number];
        quote!(let #name = #value.len();)
    }

    fn take_lengths(&self) -> TokenStream {
        self.lengths
            .iter()
            .filter_map(|(name, number, _)| number.map(|k| self.take_length(name, k)))
            .collect()
    }

    fn take_final_lengths(&self) -> TokenStream {
        self.final_lengths.iter().map(|(name, k)| self.take_length(name, *k)).collect()
    }

    /// The checks of accumulators, `length` being the expression for one: of those of vectors that
    /// the call may make longer or shorter, or of the others.
    fn accumulator_checks(
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
            Some(quote! {
                if let ::core::option::Option::Some(found) =
                    ::autodiff::__private::CotangentAccumulator::<#structure>::length(&*#bar) {
                    ::autodiff::__private::check_length(#function, #text, "accumulator", #length,
                        found);
                }
            })
        });
        checks.collect()
    }

    fn checks_of_changed(&self) -> Vec<TokenStream> {
        self.accumulator_checks(&|name| quote!(#name), true)
    }

    /// The check of the result's cotangent, `length` being the length of the result.
    fn cotangent_check(&self, length: &TokenStream) -> Option<TokenStream> {
        let (function, y_bar) = (self.emitter.shown(), &self.y_bar);
        self.length_of(None).map(|_| {
            quote!(::autodiff::__private::check_result_length(#function,
            "cotangent", #length, #y_bar.len());)
        })
    }

    // ---------- residuals

    /// The residuals that `f_primal` makes.
    fn residual_value(&self) -> TokenStream {
        let (emitter, names) = (self.emitter, &self.emitter.names);
        let read =
            emitter.params().iter().zip(&self.values).zip(&self.read).filter(|(_, read)| **read);
        let fields = read.map(|((p, n), _)| {
            let field = emitter.kept_field(p);
            match is_lent(p) {
                _ if emitter.owns(p) => {
                    let kept = saved::kept(&p.ty, n);
                    quote!(#field: #kept)
                }
                true => quote!(#field: ::autodiff::__private::Lent(#n)),
                false => quote!(#field: #n),
            }
        });
        let lengths = self
            .lengths
            .iter()
            .map(|(name, ..)| name)
            .chain(self.final_lengths.iter().map(|(name, _)| name));
        let (residuals, frame, stacks) = (&names.residuals, &self.frame, &self.stacks);
        quote!(#residuals { #(#fields,)* #(#lengths,)* frame: #frame, stacks: #stacks })
    }

    /// The lengths that are known after the call.
    fn take_lengths_of_result(&self) -> TokenStream {
        let y = &self.y;
        let of_result = self
            .lengths
            .iter()
            .filter(|(_, number, _)| number.is_none())
            .map(|(name, ..)| quote!(let #name = #y.len();));
        of_result.chain([self.take_final_lengths()]).collect()
    }

    /// The parameters that the linear part reads, out of residuals.
    fn kept(&self) -> Vec<TokenStream> {
        let (emitter, r) = (self.emitter, &self.residuals);
        let kept = emitter.params().iter().zip(&self.read).map(|(p, read)| {
            let field = emitter.kept_field(p);
            if let Some(object) = emitter.public_object(p) {
                return object;
            }
            match (*read, is_lent(p)) {
                (true, _) if emitter.owns(p) => quote!(&*#r.#field),
                (true, true) => quote!(#r.#field.0),
                (true, false) => quote!(#r.#field),
                (false, _) => quote!(()),
            }
        });
        kept.collect()
    }

    /// The same, from the parameters themselves.
    fn kept_directly(&self) -> Vec<TokenStream> {
        let kept = self.handed.iter().zip(&self.read).zip(self.emitter.params());
        kept.map(
            |((n, read), p)| if *read || p.function().is_some() { quote!(#n) } else { quote!(()) },
        )
        .collect()
    }

    // ---------- the functions

    fn primal(&self) -> TokenStream {
        let Wrappers { emitter, handed, stacks, frame, y, .. } = self;
        let (names, vis, marker) =
            (&emitter.names, &emitter.source.visibility, emitter.marker_path());
        let head = emitter.head(&format!(
            "The unzipped primal of [`{}`]: its value, and what its linear part needs.",
            emitter.shown()
        ));
        let ((generics, arguments), (_, clause)) =
            (self.generics(quote!('r)), self.plain_generics());
        let (primal, residuals, stacks_type, y_type) = (
            &names.primal,
            &names.residuals,
            emitter.of_generics(&names.stacks),
            emitter.output_type(),
        );
        let (declared, take_lengths, result_lengths, value) = (
            self.declared(true),
            self.take_lengths(),
            self.take_lengths_of_result(),
            self.residual_value(),
        );
        quote! {
            #head
            #vis fn #primal #generics (#(#declared),*) -> (#y_type, #residuals #arguments) #clause {
                #take_lengths
                let mut #stacks = <#stacks_type as ::core::default::Default>::default();
                let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
                #result_lengths
                (#y, #value)
            }
        }
    }

    fn linear(&self) -> TokenStream {
        let Wrappers { emitter, residuals: r, .. } = self;
        let (names, vis, marker, function) =
            (&emitter.names, &emitter.source.visibility, emitter.marker_path(), emitter.shown());
        let head = emitter.head(&format!(
            "The linear map of [`{function}`] at the point of the residuals: tangents of the \
             active parameters to the tangent of the result."
        ));
        let ((_, arguments), (generics, clause)) =
            (self.generics(quote!('_)), self.plain_generics());
        let (linear, residuals, y_dot_type, kept) =
            (&names.linear, &names.residuals, emitter.output_tangent_type(), self.kept());
        let params = self.active.iter().map(|a| {
            let (name, (ty, _)) = (&a.dot, emitter.public_dot(a.param, &a.dot));
            quote!(#name: #ty)
        });
        let checks = self.active.iter().filter_map(|a| {
            let ((name, text), dot) = (self.length_of(Some(a.number))?, &a.dot);
            Some(quote!(::autodiff::__private::check_length(#function, #text, "tangent", #r.#name,
                #dot.len());))
        });
        let dots = self.for_each(|a| emitter.public_dot(a.param, &a.dot).1, quote!(()));
        quote! {
            #head
            #vis fn #linear #generics(#r: &#residuals #arguments, #(#params),*)
                -> #y_dot_type #clause {
                #(#checks)*
                #marker::linear(#(#kept,)* &#r.frame, &#r.stacks, #(#dots),*)
            }
        }
    }

    fn transposed(&self) -> TokenStream {
        let Wrappers { emitter, residuals: r, .. } = self;
        let (names, vis, marker) =
            (&emitter.names, &emitter.source.visibility, emitter.marker_path());
        let shown_linear = emitter.shown_as(&names.linear.to_string());
        let head = emitter.head(&format!(
            "The transpose of [`{shown_linear}`]: **adds** the cotangents of the \
                active parameters to the accumulators."
        ));
        let ((_, arguments), (generics, clause)) =
            (self.generics(quote!('_)), self.plain_generics());
        let (transposed, residuals, kept, y_bar) =
            (&names.transposed, &names.residuals, self.kept(), self.cotangent());
        let (y_bar_param, params, accumulators) =
            (self.cotangent_param(), self.accumulator_params(|_| true), self.accumulators());
        let y_bar_check =
            self.length_of(None).and_then(|(name, _)| self.cotangent_check(&quote!(#r.#name)));
        let checks = [false, true]
            .into_iter()
            .flat_map(|changed| self.accumulator_checks(&|name| quote!(#r.#name), changed));
        quote! {
            #head
            #vis fn #transposed #generics(#r: &#residuals #arguments,
                #y_bar_param #(#params),*) #clause {
                #y_bar_check
                #(#checks)*
                #marker::transposed(#(#kept,)* &#r.frame, &#r.stacks, #y_bar, #(#accumulators),*)
            }
        }
    }

    /// The statements of both sweeps: they bind the value.
    fn both_sweeps(&self, stacks: &TokenStream, accumulators: &[TokenStream]) -> TokenStream {
        let Wrappers { emitter, handed, frame, y, .. } = self;
        let (marker, y_bar) = (emitter.marker_path(), self.cotangent());
        if self.fused {
            return quote!(let #y = #marker::vjp(#(#handed,)* &mut #stacks, #y_bar,
                #(#accumulators),*););
        }
        let (take_final, y_bar_check, checks) = (
            self.take_final_lengths(),
            self.cotangent_check(&quote!(#y.len())),
            self.checks_of_changed(),
        );
        let kept = self.kept_directly();
        quote! {
            let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
            #take_final
            #y_bar_check
            #(#checks)*
            #marker::transposed(#(#kept,)* &#frame, &#stacks, #y_bar, #(#accumulators),*);
        }
    }

    /// The accumulators that `f_vjp` makes: the statements, and how they are passed on.
    fn made_accumulators(&self) -> (TokenStream, Vec<TokenStream>) {
        let zeros = self.active.iter().filter(|a| !a.is_unique()).map(|a| {
            let (name, ty, zero) = (&a.bar, types::tangent(&a.param.ty), self.zero(a));
            quote!(let mut #name: #ty = #zero;)
        });
        let passed = self.for_each(
            |a| match &a.bar {
                bar if a.is_unique() => quote!(&mut *#bar),
                bar if a.param.ty.has_slices() => quote!(&mut #bar[..]),
                bar => quote!(&mut #bar),
            },
            Self::discard(),
        );
        (zeros.collect(), passed)
    }

    fn zero(&self, Active { number, param, .. }: &Active<'_>) -> TokenStream {
        let value = &self.values[*number];
        match (&param.ty, param.passing) {
            (Ty::Real(real), _) => types::real_literal(*real, 0.0),
            (Ty::Vec(element) | Ty::Slice(element), _) if matches!(**element, Ty::Real(_)) => {
                let zero = zero_element(element);
                quote!(::autodiff::__private::vec![#zero; #value.len()])
            }
            (Ty::Array(element, length), _) if matches!(**element, Ty::Real(_)) => {
                let zero = zero_element(element);
                quote!([#zero; #length])
            }
            _ if self.emitter.owns(param) => {
                quote!(::autodiff::__private::Differentiable::zero_tangent(&#value))
            }
            _ if param.lends => {
                quote!(::autodiff::__private::Differentiable
                    ::zero_tangent(&::autodiff::__private::owned_option(#value)))
            }
            (_, Passing::Value) => {
                quote!(::autodiff::__private::Differentiable::zero_tangent(&#value))
            }
            (_, _) => quote!(::autodiff::__private::Differentiable::zero_tangent(#value)),
        }
    }

    /// The checks of cotangents that `f_vjp` is given, of parameters whose lengths do not change.
    fn unique_checks(&self) -> TokenStream {
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

    /// The gradient, and its type.
    fn gradient(&self) -> (TokenStream, TokenStream) {
        let returned: Vec<&Active<'_>> = self.active.iter().filter(|a| !a.is_unique()).collect();
        let bars: Vec<&Ident> = returned.iter().map(|a| &a.bar).collect();
        let tys: Vec<TokenStream> = returned.iter().map(|a| types::tangent(&a.param.ty)).collect();
        (bare_or_tuple(&bars), bare_or_tuple(&tys))
    }

    fn vjp(&self) -> TokenStream {
        let Wrappers { emitter, stacks, y, .. } = self;
        let (names, vis) = (&emitter.names, &emitter.source.visibility);
        let head = emitter.head(&format!(
            "Value of [`{}`], and the cotangent of its result pulled back to the \
                active parameters.",
            emitter.shown()
        ));
        let (generics, clause) = self.plain_generics();
        let (vjp, y_type, (gradient, gradient_type)) =
            (&names.vjp, emitter.output_type(), self.gradient());
        let (declared, y_bar_param, params) = (
            self.declared(false),
            self.cotangent_param(),
            self.accumulator_params(|a| a.is_unique()),
        );
        let (checks, (zeros, accumulators)) = (self.unique_checks(), self.made_accumulators());
        let run = self.both_sweeps(&quote!(#stacks), &accumulators);
        let stacks_type = emitter.of_generics(&names.stacks);
        let (take, keep) = if self.fused && !self.uses_stacks {
            (
                quote!(let mut #stacks = <#stacks_type as ::core::default::Default>::default();),
                TokenStream::new(),
            )
        } else {
            taken_stacks(stacks, &stacks_type)
        };
        quote! {
            #head
            #vis fn #vjp #generics(#(#declared,)* #y_bar_param #(#params),*)
                -> (#y_type, #gradient_type) #clause {
                #checks
                #zeros
                #take
                #run
                #keep
                (#y, #gradient)
            }
        }
    }

    fn primal_into(&self) -> TokenStream {
        let Wrappers { emitter, handed, residuals: r, stacks, frame, y, .. } = self;
        let (names, vis, marker) =
            (&emitter.names, &emitter.source.visibility, emitter.marker_path());
        let shown_primal = emitter.shown_as(&names.primal.to_string());
        let head = emitter
            .head(&format!("As [`{shown_primal}`], into residuals whose memory is used again."));
        let ((generics, arguments), (_, clause)) =
            (self.generics(quote!('r)), self.plain_generics());
        let (primal_into, residuals, y_type) =
            (&names.primal_into, &names.residuals, emitter.output_type());
        let (declared, take_lengths, result_lengths, value) = (
            self.declared(true),
            self.take_lengths(),
            self.take_lengths_of_result(),
            self.residual_value(),
        );
        quote! {
            #head
            #vis fn #primal_into #generics (#(#declared,)* #r: &mut #residuals #arguments)
                -> #y_type #clause {
                #take_lengths
                let mut #stacks = ::core::mem::take(&mut #r.stacks);
                #stacks.clear();
                let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
                #result_lengths
                *#r = #value;
                #y
            }
        }
    }

    fn vjp_into(&self) -> TokenStream {
        let Wrappers { emitter, residuals: r, frame, y, .. } = self;
        let (names, vis) = (&emitter.names, &emitter.source.visibility);
        let shown_vjp = emitter.shown_as(&names.vjp.to_string());
        let head = emitter.head(&format!(
            "As [`{shown_vjp}`], **adding** into accumulators and \
            using the memory of the residuals again."
        ));
        let ((_, arguments), (generics, clause)) =
            (self.generics(quote!('_)), self.plain_generics());
        let (vjp_into, residuals, y_type) =
            (&names.vjp_into, &names.residuals, emitter.output_type());
        let (declared, y_bar_param, params) =
            (self.declared(false), self.cotangent_param(), self.accumulator_params(|_| true));
        let (take_lengths, checks) =
            (self.take_lengths(), self.accumulator_checks(&|name| quote!(#name), false));
        let run = self.both_sweeps(&quote!(#r.stacks), &self.accumulators());
        let keep_frame = (!self.fused).then(|| quote!(#r.frame = #frame;));
        quote! {
            #head
            #vis fn #vjp_into #generics(#(#declared,)* #y_bar_param #r: &mut #residuals #arguments,
                #(#params),*) -> #y_type #clause {
                #take_lengths
                #(#checks)*
                #r.stacks.clear();
                #run
                #keep_frame
                #y
            }
        }
    }

    /// `f_grad` and `f_value_and_grad`, of functions that return a real, or one in an `Option` or a
    /// `Result`.
    fn gradients(&self) -> TokenStream {
        let values = &self.values;
        let (declared, params) = (self.declared(false), self.accumulator_params(|a| a.is_unique()));
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

    /// `f_vjp`, to call it.
    fn own_vjp(&self) -> TokenStream {
        let (vjp, turbofish) = (&self.emitter.names.vjp, self.emitter.generics.turbofish());
        if self.emitter.source.method.is_some() {
            quote!(Self::#vjp)
        } else {
            quote!(#vjp #turbofish)
        }
    }

    /// The body of `f_value_and_grad` of a function that returns a real in an `Option` or a
    /// `Result`; `unique` are the cotangents that it is given.
    fn value_and_grad_of_content(
        &self,
        wrapper: &Wrapper,
        one: &TokenStream,
        unique: &[&Ident],
    ) -> TokenStream {
        let Wrappers { emitter, values, handed, stacks, frame, y, y_bar, .. } = self;
        if self.fused && unique.is_empty() {
            let vjp = self.own_vjp();
            return quote! {
                let (#y, #y_bar) = #vjp(#(#values,)* ::core::option::Option::Some(#one));
                #y.map(|#y| (#y, #y_bar))
            };
        }
        let (marker, kept, (zeros, accumulators)) =
            (emitter.marker_path(), self.kept_directly(), self.made_accumulators());
        let is_present = if matches!(wrapper, Wrapper::Option) {
            quote!(#y.is_some())
        } else {
            quote!(#y.is_ok())
        };
        let transpose = |y_bar: TokenStream| {
            quote!(#marker::transposed(#(#kept,)* &#frame,
            &#stacks, #y_bar, #(#accumulators),*);)
        };
        // cotangents of `&mut` parameters are pulled back through changes before an error
        let transposed = if unique.is_empty() {
            let call = transpose(quote!(::core::option::Option::Some(#one)));
            quote!(if #is_present { #call })
        } else {
            transpose(quote!(#is_present.then_some(#one)))
        };
        let (take, keep) = taken_stacks(stacks, &emitter.of_generics(&emitter.names.stacks));
        let (unique_checks, take_final, checks, gradient) = (
            self.unique_checks(),
            self.take_final_lengths(),
            self.checks_of_changed(),
            self.gradient().0,
        );
        quote! {
            #unique_checks
            #zeros
            #take
            let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
            #take_final
            #(#checks)*
            #transposed
            #keep
            #y.map(|#y| (#y, #gradient))
        }
    }

    /// `f_grad` and `f_value_and_grad` of a function that returns a real; `pulled` calls `f_vjp`.
    fn gradient_of_real(&self, functions: &GradientFunctions, pulled: &TokenStream) -> TokenStream {
        let emitter = self.emitter;
        let GradientFunctions { signature, clause, gradient, .. } = functions;
        let (vis, function, y_type) =
            (&emitter.source.visibility, emitter.shown(), emitter.output_type());
        let (grad, value_and_grad) = (&emitter.names.grad, &emitter.names.value_and_grad);
        let head_grad = emitter.head(&format!(
            "The gradient of [`{function}`] with respect to its active parameters."
        ));
        let head_value = emitter.head(&format!(
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
        let (vis, function) = (&emitter.source.visibility, emitter.shown());
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
        let head_grad = emitter.head(&format!(
            "The gradient of the `{present}` value of [`{function}`] with respect \
                to its active parameters, or {absent}."
        ));
        let doc = format!(
            "The `{present}` value of [`{function}`] and its gradient with respect to its active \
             parameters, or {absent}."
        );
        let head_value = emitter.head(&doc);
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

impl Emitter<'_> {
    /// `f_jvp` as an associated function.
    pub(super) fn associated_jvp(&self, head: &TokenStream) -> TokenStream {
        let (mut namer, values) = self.public_names();
        let declared: Vec<TokenStream> = values
            .iter()
            .enumerate()
            .map(|(k, n)| self.declared(k, n, &TokenStream::new()))
            .collect();
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
            #vis fn #name #generics(#(#declared,)* #(#dots),*)
                -> (#y_type, #y_dot_type) #clause { #marker::jvp(#(#values,)* #(#passed),*) }
        }
    }

    /// A parameter of a public function.
    pub(super) fn declared(
        &self,
        number: usize,
        name: &Ident,
        lifetime: &TokenStream,
    ) -> TokenStream {
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

    /// Whether a parameter is one that callers pass by value, and the marker's functions by
    /// reference.
    pub(super) fn owns(&self, param: &Param) -> bool {
        let owned = self.source.method.as_ref().is_some_and(|m| m.lent);
        owned && std::ptr::eq(param, &self.params()[0])
    }

    /// A parameter's tangent in a public function: its type, and as the marker takes it.
    pub(super) fn public_dot(&self, param: &Param, name: &Ident) -> (TokenStream, TokenStream) {
        if self.owns(param) {
            (types::tangent(&param.ty), quote!(&#name))
        } else {
            (self.dot_type(param), quote!(#name))
        }
    }

    /// The parameters of a public function as the marker takes them.
    pub(super) fn handed_on(&self, names: &[Ident]) -> Vec<TokenStream> {
        let handed = |(p, n): (&Param, &Ident)| match self.public_object(p) {
            Some(object) => object,
            None if self.owns(p) => quote!(&#n),
            None if p.lends => quote!(::autodiff::__private::owned_option(#n)),
            None => quote!(#n),
        };
        self.params().iter().zip(names).map(handed).collect()
    }

    /// The function that callers pass, as the marker takes it.
    fn public_object(&self, param: &Param) -> Option<TokenStream> {
        let code = param.function().map(|_| types::value(&param.ty))?;
        Some(quote!(::autodiff::__private::Object::<#code>(())))
    }

    /// Names for the parameters of a public function.
    pub(super) fn public_names(&self) -> (Namer, Vec<Ident>) {
        let (namer, mut names) = self.wrapper_names();
        if self.has_receiver()
            && let Some(first) = names.first_mut()
        {
            *first = Ident::new("self", Span::call_site());
        }
        (namer, names)
    }

    /// A parameter's name in public functions.
    pub(super) fn public_name<'p>(&self, param: &'p Param) -> &'p str {
        if self.has_receiver() && std::ptr::eq(param, &self.params()[0]) {
            "self"
        } else {
            &param.name
        }
    }

    /// What a public function declares: those of a method are declared by its `impl` block.
    pub(super) fn declared_on_functions(
        &self,
        lifetime: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        if self.source.method.is_none() {
            return (self.generics.declared_publicly(lifetime), self.generics.clause().clone());
        }
        let own = self.generics.of_method();
        (own.declared_publicly(lifetime), own.clause().clone())
    }
}

/// The statements that take the stacks that the thread keeps, and that give them back.
pub(super) fn taken_stacks(stacks: &Ident, ty: &TokenStream) -> (TokenStream, TokenStream) {
    let take =
        quote!(let mut #stacks = ::autodiff::__private::take_stacks::<#ty>(); #stacks.clear(););
    (take, quote!(::autodiff::__private::keep_stacks(#stacks);))
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
        Ty::Tuple(parts)
            if parts.iter().any(|p| {
                matches!(p, Ty::Vec(_) | Ty::Deque(_) | Ty::Tuple(_) | Ty::Projected(_))
            }) =>
        {
            let parts = parts.iter().enumerate().map(|(k, part)| {
                let k = proc_macro2::Literal::usize_unsuffixed(k);
                owned_cotangent(part, &quote!(#value.#k))
            });
            types::tuple(parts)
        }
        _ => value.clone(),
    }
}
