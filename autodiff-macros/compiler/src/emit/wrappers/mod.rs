//! The public functions, which call those of the marker: they check lengths, save or construct
//! residuals, and construct the accumulators.
//!
//! [`Wrappers`] has their shared state. [`parameters`] writes their parameters, also those of
//! `f_jvp`; [`lengths`] the checks of lengths, and [`gradients`] `f_grad` and `f_value_and_grad`.

mod gradients;
mod lengths;
pub(super) mod parameters;

pub(super) use lengths::shape_of;

use crate::emit::Emitter;
use crate::emit::body::zero_element;
use crate::emit::residuals::layout::Layout;
use crate::emit::residuals::needs_wrapper;
use crate::emit::tokens::{types, value_copies};
use crate::ir::*;
use parameters::owned_dot;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// The shared state of the public functions.
struct Wrappers<'e> {
    emitter: &'e Emitter<'e>,
    /// Names for the parameters.
    values: Vec<Ident>,
    /// The parameters as the marker takes them.
    marker_args: Vec<TokenStream>,
    /// For each parameter, whether the public residuals hold it.
    read: Vec<bool>,
    active: Vec<Active<'e>>,
    /// The lengths that the residuals hold: the field, the index of the parameter (`None` for the
    /// result), and its name.
    lengths: Vec<(Ident, Option<usize>, String)>,
    /// The final lengths of vectors whose length the call may change.
    final_lengths: Vec<(Ident, usize)>,
    residuals: Ident,
    stacks: Ident,
    frame: Ident,
    y: Ident,
    y_bar: Ident,
    /// Whether the marker's function of both sweeps is called: the value is checked before anything
    /// is added.
    fused: bool,
    /// Whether that function uses the stacks.
    uses_stacks: bool,
    /// Whether there are no residuals on stacks.
    stackless: bool,
}

/// A parameter with a tangent in public functions.
struct Active<'e> {
    number: usize,
    param: &'e Param,
    dot: Ident,
    bar: Ident,
}

impl Active<'_> {
    /// Whether its cotangent is changed in place, and not returned.
    fn is_unique(&self) -> bool {
        self.param.passing == Passing::Unique
    }
}

impl Emitter<'_> {
    /// The public functions; `uses_stacks` is whether the function of both sweeps does.
    pub(super) fn public_functions(&self, layout: &Layout, uses_stacks: bool) -> TokenStream {
        let stackless = layout.is_empty();
        let wrappers =
            Wrappers { uses_stacks: uses_stacks && !stackless, stackless, ..Wrappers::new(self) };
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
    fn new(emitter: &'e Emitter<'e>) -> Wrappers<'e> {
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
        let marker_args = emitter.marker_arguments(&values);
        let (read, lengths, final_lengths) =
            (emitter.saved_params(), emitter.lengths(), emitter.final_lengths());
        let mut wrappers = Wrappers {
            emitter,
            values,
            marker_args,
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
            uses_stacks: true,
            stackless: false,
        };
        wrappers.fused = emitter.parts.vjp.is_some()
            && wrappers.length_of(None).is_none()
            && wrappers.changed_length_checks().is_empty();
        wrappers
    }

    // ---------- parameters

    /// The parameters by value or by reference, with a lifetime where the residuals borrow them.
    fn declare_params(&self, with_lifetimes: bool) -> Vec<TokenStream> {
        let lifetime =
            |k: usize| if with_lifetimes && self.read[k] { quote!('r) } else { TokenStream::new() };
        self.values
            .iter()
            .enumerate()
            .map(|(k, name)| self.emitter.declare_public_param(k, name, &lifetime(k)))
            .collect()
    }

    /// The generic parameters of a function that takes or makes residuals, and the generic
    /// arguments of the residuals.
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

    /// Maps each parameter: with `of` if it has a tangent, otherwise to `otherwise`.
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

    fn owned_values(&self) -> TokenStream {
        self.emitter.owned_values(&self.values)
    }

    /// The statements that make owned values, and read the lengths of parameters.
    fn prologue(&self) -> TokenStream {
        let (owned, lengths) = (self.owned_values(), self.take_lengths());
        quote!(#owned #lengths)
    }

    // ---------- residuals

    /// The residuals that `f_primal` makes.
    fn residual_value(&self) -> TokenStream {
        let (emitter, names) = (self.emitter, &self.emitter.names);
        let read =
            emitter.params().iter().zip(&self.values).zip(&self.read).filter(|(_, read)| **read);
        let fields = read.map(|((p, n), _)| {
            let field = emitter.saved_field(p);
            match needs_wrapper(p) {
                _ if emitter.is_owned_by_wrapper(p) => {
                    let saved = value_copies::wrap_user_value(&p.ty, n);
                    quote!(#field: #saved)
                }
                true => quote!(#field: ::autodiff::__private::Borrowed(#n)),
                false => field_initializer(&field, n),
            }
        });
        let lengths = self
            .lengths
            .iter()
            .map(|(name, ..)| name)
            .chain(self.final_lengths.iter().map(|(name, _)| name));
        let residuals = &names.residuals;
        let [frame, stacks] = [("frame", &self.frame), ("stacks", &self.stacks)]
            .map(|(field, value)| field_initializer(&Ident::new(field, Span::call_site()), value));
        quote!(#residuals { #(#fields,)* #(#lengths,)* #frame, #stacks })
    }

    /// The parameters that the linear part reads, from the residuals.
    fn saved_arguments(&self) -> Vec<TokenStream> {
        let (emitter, r) = (self.emitter, &self.residuals);
        let saved = emitter.params().iter().zip(&self.read).map(|(p, read)| {
            let field = emitter.saved_field(p);
            if let Some(object) = emitter.public_object(p) {
                return object;
            }
            match (*read, needs_wrapper(p)) {
                (true, _) if emitter.is_owned_by_wrapper(p) => quote!(&*#r.#field),
                (true, true) => quote!(#r.#field.0),
                (true, false) => quote!(#r.#field),
                (false, _) => quote!(()),
            }
        });
        saved.collect()
    }

    /// The same, from the parameters themselves.
    fn direct_arguments(&self) -> Vec<TokenStream> {
        let saved = self.marker_args.iter().zip(&self.read).zip(self.emitter.params());
        saved
            .map(
                |((n, read), p)| {
                    if *read || p.function().is_some() { quote!(#n) } else { quote!(()) }
                },
            )
            .collect()
    }

    // ---------- the functions

    fn primal(&self) -> TokenStream {
        let Wrappers { emitter, marker_args, stacks, frame, y, .. } = self;
        let (names, vis, marker) =
            (&emitter.names, &emitter.source.visibility, emitter.marker_path());
        let head = emitter.attributes_and_docs(&format!(
            "The unzipped primal of [`{}`]: its value, and the residuals for its linear part.",
            emitter.display_name()
        ));
        let ((generics, arguments), (_, clause)) =
            (self.generics(quote!('r)), self.plain_generics());
        let (primal, residuals, make_stacks, y_type) =
            (&names.primal, &names.residuals, self.new_stacks(), emitter.output_type());
        let (declared, prologue, result_lengths, value) = (
            self.declare_params(true),
            self.prologue(),
            self.take_lengths_of_result(),
            self.residual_value(),
        );
        quote! {
            #head
            #vis fn #primal #generics (#(#declared),*) -> (#y_type, #residuals #arguments) #clause {
                #prologue
                #make_stacks
                let (#y, #frame) = #marker::primal(#(#marker_args,)* &mut #stacks);
                #result_lengths
                (#y, #value)
            }
        }
    }

    fn linear(&self) -> TokenStream {
        let Wrappers { emitter, residuals: r, .. } = self;
        let (names, vis, marker, function) = (
            &emitter.names,
            &emitter.source.visibility,
            emitter.marker_path(),
            emitter.display_name(),
        );
        let head = emitter.attributes_and_docs(&format!(
            "The linear map of [`{function}`] at the point of the residuals: tangents of the \
             active parameters to the tangent of the result."
        ));
        let ((_, arguments), (generics, clause)) =
            (self.generics(quote!('_)), self.plain_generics());
        let (linear, residuals, y_dot_type, saved) = (
            &names.linear,
            &names.residuals,
            emitter.output_tangent_type(),
            self.saved_arguments(),
        );
        let params = self.active.iter().map(|a| {
            let (name, (ty, _)) = (&a.dot, emitter.public_dot(a.param, &a.dot));
            quote!(#name: #ty)
        });
        let checks = self.active.iter().filter_map(|a| {
            let (name, _) = self.length_of(Some(a.number))?;
            self.check_of(a.number, "tangent", &quote!(#r.#name), &a.dot)
        });
        let owned = self.active.iter().map(|a| owned_dot(a.param, &a.dot));
        let dots = self.for_each(|a| emitter.public_dot(a.param, &a.dot).1, quote!(()));
        quote! {
            #head
            #vis fn #linear #generics(#r: &#residuals #arguments, #(#params),*)
                -> #y_dot_type #clause {
                #(#owned)*
                #(#checks)*
                #marker::linear(#(#saved,)* &#r.frame, &#r.stacks, #(#dots),*)
            }
        }
    }

    fn transposed(&self) -> TokenStream {
        let Wrappers { emitter, residuals: r, .. } = self;
        let (names, vis, marker) =
            (&emitter.names, &emitter.source.visibility, emitter.marker_path());
        let shown_linear = emitter.display_name_as(&names.linear.to_string());
        let head = emitter.attributes_and_docs(&format!(
            "The transpose of [`{shown_linear}`]: **adds** the cotangents of the \
                active parameters to the accumulators."
        ));
        let ((_, arguments), (generics, clause)) =
            (self.generics(quote!('_)), self.plain_generics());
        let (transposed, residuals, saved, y_bar) =
            (&names.transposed, &names.residuals, self.saved_arguments(), self.cotangent());
        let (y_bar_param, params, accumulators) =
            (self.cotangent_param(), self.accumulator_params(|_| true), self.accumulators());
        let y_bar_check = self
            .length_of(None)
            .and_then(|(name, _)| self.cotangent_check(Some(&quote!(#r.#name))));
        let checks = [false, true]
            .into_iter()
            .flat_map(|changed| self.accumulator_checks(&|name| quote!(#r.#name), changed));
        quote! {
            #head
            #vis fn #transposed #generics(#r: &#residuals #arguments,
                #y_bar_param #(#params),*) #clause {
                #y_bar_check
                #(#checks)*
                #marker::transposed(#(#saved,)* &#r.frame, &#r.stacks, #y_bar, #(#accumulators),*)
            }
        }
    }

    /// The statements of both sweeps: they bind the value.
    fn both_sweeps(&self, stacks: &TokenStream, accumulators: &[TokenStream]) -> TokenStream {
        let Wrappers { emitter, marker_args, frame, y, .. } = self;
        let (marker, y_bar) = (emitter.marker_path(), self.cotangent());
        if self.fused {
            return quote!(let #y = #marker::vjp(#(#marker_args,)* &mut #stacks, #y_bar,
                #(#accumulators),*););
        }
        let (take_final, y_bar_check, checks) =
            (self.take_final_lengths(), self.cotangent_check(None), self.changed_length_checks());
        let saved = self.direct_arguments();
        quote! {
            let (#y, #frame) = #marker::primal(#(#marker_args,)* &mut #stacks);
            #take_final
            #y_bar_check
            #(#checks)*
            #marker::transposed(#(#saved,)* &#frame, &#stacks, #y_bar, #(#accumulators),*);
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
            _ if self.emitter.is_owned_by_wrapper(param) => {
                quote!(::autodiff::__private::Differentiable::zero_tangent(&#value))
            }
            (_, Passing::Value) => {
                quote!(::autodiff::__private::Differentiable::zero_tangent(&#value))
            }
            (_, _) => quote!(::autodiff::__private::Differentiable::zero_tangent(#value)),
        }
    }

    /// The statement that makes stacks.
    fn new_stacks(&self) -> TokenStream {
        let stacks = &self.stacks;
        if self.stackless {
            return quote!(let mut #stacks = ::autodiff::__private::NoResiduals;);
        }
        let ty = self.emitter.of_generics(&self.emitter.names.stacks);
        quote!(let mut #stacks = <#ty as ::core::default::Default>::default();)
    }

    /// The statements that acquire the stacks, and that return them.
    fn pooled_stacks(&self) -> (TokenStream, TokenStream) {
        if self.stackless {
            return (self.new_stacks(), TokenStream::new());
        }
        pooled_stacks(&self.stacks, &self.emitter.of_generics(&self.emitter.names.stacks))
    }

    fn vjp(&self) -> TokenStream {
        let Wrappers { emitter, stacks, y, .. } = self;
        let (names, vis) = (&emitter.names, &emitter.source.visibility);
        let head = emitter.attributes_and_docs(&format!(
            "Value of [`{}`], and the cotangent of its result pulled back to the \
                active parameters.",
            emitter.display_name()
        ));
        let (generics, clause) = self.plain_generics();
        let (vjp, y_type, (gradient, gradient_type)) =
            (&names.vjp, emitter.output_type(), self.gradient());
        let (declared, y_bar_param, params) = (
            self.declare_params(false),
            self.cotangent_param(),
            self.accumulator_params(|a| a.is_unique()),
        );
        let (checks, (zeros, accumulators)) = (self.unique_checks(), self.made_accumulators());
        let owned = self.owned_values();
        let run = self.both_sweeps(&quote!(#stacks), &accumulators);
        let (acquire, release) = if self.fused && !self.uses_stacks {
            (self.new_stacks(), TokenStream::new())
        } else {
            self.pooled_stacks()
        };
        quote! {
            #head
            #vis fn #vjp #generics(#(#declared,)* #y_bar_param #(#params),*)
                -> (#y_type, #gradient_type) #clause {
                #owned
                #checks
                #zeros
                #acquire
                #run
                #release
                (#y, #gradient)
            }
        }
    }

    fn primal_into(&self) -> TokenStream {
        let Wrappers { emitter, marker_args, residuals: r, stacks, frame, y, .. } = self;
        let (names, vis, marker) =
            (&emitter.names, &emitter.source.visibility, emitter.marker_path());
        let shown_primal = emitter.display_name_as(&names.primal.to_string());
        let head = emitter.attributes_and_docs(&format!(
            "As [`{shown_primal}`], reusing the memory of earlier residuals."
        ));
        let ((generics, arguments), (_, clause)) =
            (self.generics(quote!('r)), self.plain_generics());
        let (primal_into, residuals, y_type) =
            (&names.primal_into, &names.residuals, emitter.output_type());
        let (declared, prologue, result_lengths, value) = (
            self.declare_params(true),
            self.prologue(),
            self.take_lengths_of_result(),
            self.residual_value(),
        );
        let acquire = if self.stackless {
            self.new_stacks()
        } else {
            quote!(let mut #stacks = ::core::mem::take(&mut #r.stacks); #stacks.clear();)
        };
        quote! {
            #head
            #vis fn #primal_into #generics (#(#declared,)* #r: &mut #residuals #arguments)
                -> #y_type #clause {
                #prologue
                #acquire
                let (#y, #frame) = #marker::primal(#(#marker_args,)* &mut #stacks);
                #result_lengths
                *#r = #value;
                #y
            }
        }
    }

    fn vjp_into(&self) -> TokenStream {
        let Wrappers { emitter, residuals: r, frame, y, .. } = self;
        let (names, vis) = (&emitter.names, &emitter.source.visibility);
        let shown_vjp = emitter.display_name_as(&names.vjp.to_string());
        let head = emitter.attributes_and_docs(&format!(
            "As [`{shown_vjp}`], **adding** into accumulators and reusing the memory of the \
             residuals."
        ));
        let ((_, arguments), (generics, clause)) =
            (self.generics(quote!('_)), self.plain_generics());
        let (vjp_into, residuals, y_type) =
            (&names.vjp_into, &names.residuals, emitter.output_type());
        let (declared, y_bar_param, params) =
            (self.declare_params(false), self.cotangent_param(), self.accumulator_params(|_| true));
        let (prologue, checks) =
            (self.prologue(), self.accumulator_checks(&|name| quote!(#name), false));
        let early = (!self.fused).then(|| self.checks_before_primal());
        let run = self.both_sweeps(&quote!(#r.stacks), &self.accumulators());
        let clear = (!self.stackless).then(|| quote!(#r.stacks.clear();));
        let store_frame = (!self.fused).then(|| quote!(#r.frame = #frame;));
        quote! {
            #head
            #vis fn #vjp_into #generics(#(#declared,)* #y_bar_param #r: &mut #residuals #arguments,
                #(#params),*) -> #y_type #clause {
                #prologue
                #early
                #(#checks)*
                #clear
                #run
                #store_frame
                #y
            }
        }
    }
}

/// A field of a struct expression.
fn field_initializer(field: &Ident, value: &Ident) -> TokenStream {
    if field == value { quote!(#field) } else { quote!(#field: #value) }
}

/// The statements that acquire the stacks from the thread's pool, and that return them.
pub(super) fn pooled_stacks(stacks: &Ident, ty: &TokenStream) -> (TokenStream, TokenStream) {
    let acquire =
        quote!(let mut #stacks = ::autodiff::__private::acquire_stacks::<#ty>(); #stacks.clear(););
    (acquire, quote!(::autodiff::__private::release_stacks(#stacks);))
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
