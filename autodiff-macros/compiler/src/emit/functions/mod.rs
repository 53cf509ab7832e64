//! The compiled functions, from the bodies of the stages: `f_jvp`, and the marker's `primal`,
//! `linear` and `transposed`.
//!
//! [`signature`] writes their parameters and results, [`body`](crate::emit::body) their statements.
//! [`refusals`] adds checks to forward calls.

mod refusals;
pub mod signature;

use crate::emit::body::scopes::Scope;
use crate::emit::body::{Body, HomeKind};
use crate::emit::residuals::has_length;
use crate::emit::residuals::layout::{Field, Layout};
use crate::emit::tokens::once::{Once, once};
use crate::emit::tokens::{types, value_copies};
use crate::emit::wrappers::shape_of;
use crate::emit::{Emitter, Forward};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// The parts of a function that returns results of the primal and the frame.
pub(super) struct Primal {
    /// The parameters, as the function with the body declares them.
    pub params: Vec<TokenStream>,
    /// Their types.
    pub param_types: Vec<TokenStream>,
    /// The name of the stacks.
    pub stacks: Ident,
    /// The body.
    pub statements: Once,
    /// The value that it returns with the frame.
    pub y: TokenStream,
    /// The type of `y`.
    pub y_type: TokenStream,
    /// The frame.
    pub frame: TokenStream,
}

impl Emitter<'_> {
    /// `f_jvp`, and the marker's `jvp`.
    pub(super) fn jvp(&self, layout: &mut Layout) -> (TokenStream, TokenStream) {
        match &self.source.jvp {
            Forward::Body => {}
            Forward::Rule(rule) => return self.jvp_by_rule(rule),
            Forward::Halves => return (TokenStream::new(), self.jvp_by_halves()),
        }
        let function = &self.parts.jvp;
        let mut body = Body::forward(function, layout, self.namer());
        let (mut params, prologue) = self.declare_params(&mut body, function, &|_| false);
        let dots: Vec<(usize, Var)> = self.parts.dots.iter().map(|d| (d.param, d.var)).collect();
        let (dot_params, dot_prologue) =
            self.declare_dots(&mut body, function, &dots, self.marker_has_body());
        params.extend(dot_params);
        let checks = self.dot_checks(|number, p| {
            let dot = dots.iter().find(|(param, _)| *param == number)?;
            let Tree::Leaf(value) = p.value else { return None };
            Some((body.tokens(value), body.tokens(dot.1)))
        });
        let statements = once(body.block(&function.body));
        let clones = value_copies::checked_clones(&self.parts.interface.cloned_types);
        let (leaves, linear_leaves) = self.output_leaves(function);
        let results = &function.body.results;
        let unique = self
            .params()
            .iter()
            .filter(|p| p.passing == Passing::Unique)
            .map(|p| p.value.leaves().len())
            .sum::<usize>();
        let tangents = &results[leaves + unique..leaves + unique + linear_leaves];
        let finals = &results[leaves + unique + linear_leaves..];
        let y = self.output(&mut body, &results[..leaves]);
        let y_dot = self.output_tangent(&mut body, function, tangents, false);
        let (mut back, dots_back) =
            (self.write_back(&mut body, results), self.write_back_dots(&mut body, finals));
        back.extend(dots_back);
        let none = TokenStream::new();
        let (name, vis) = (&self.names.jvp, &self.source.visibility);
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let head = self.attributes_and_docs(&format!(
            "Value of [`{0}`] and its directional derivative along the given tangents.",
            self.display_name()
        ));
        let mut refused = refusals::of_objects(&function.body);
        if self.source.forward_only {
            refused.extend(refusals::checks_of_named_callees(&function.body));
        }
        let (own, _, own_clause) = self.function_generics();
        if self.marker_has_body() {
            let marker = quote! {
                #[inline]
                pub fn jvp #own (#(#params),*)
                    -> (#y_type, #y_dot_type) #own_clause {
                    #refused #clones #prologue #dot_prologue #checks #statements #back (#y,
                    #y_dot) }
            };
            let public =
                if self.source.hidden { TokenStream::new() } else { self.associated_jvp(&head) };
            return (public, marker);
        }
        let (declared, clause) = (self.generics.declaration(&none, &[]), self.generics.clause());
        let public = quote! {
            #head
            #vis fn #name #declared(#(#params),*)
                -> (#y_type, #y_dot_type) #clause {
                #refused #clones #prologue #dot_prologue #checks #statements #back (#y, #y_dot) }
        };
        (public, self.jvp_of_marker())
    }

    /// The marker's `jvp`: with a parameter for every argument's tangent.
    fn jvp_of_marker(&self) -> TokenStream {
        let (name, turbofish) = (&self.names.jvp, self.generics.turbofish());
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let (mut namer, values) = self.wrapper_names();
        let declared = self.params().iter().zip(&values).map(|(p, n)| {
            let ty = self.param_type(p, &TokenStream::new());
            quote!(#n: #ty)
        });
        let mut dots = Vec::new();
        let mut passed = Vec::new();
        for p in self.params() {
            if p.is_active() {
                let name = namer.fresh(&format!("{}_dot", p.name));
                let ty = self.dot_type(p);
                dots.push(quote!(#name: #ty));
                passed.push(name);
            } else {
                dots.push(quote!(_: impl Sized));
            }
        }
        quote! {
            #[inline]
            pub fn jvp(#(#declared,)* #(#dots),*)
                -> (#y_type, #y_dot_type) { #name #turbofish(#(#values,)* #(#passed),*) }
        }
    }

    /// The marker's `jvp`, which calls its `primal` and `linear`.
    fn jvp_by_halves(&self) -> TokenStream {
        let (mut namer, values) = self.wrapper_names();
        let mut declared = Vec::new();
        let (mut dot_params, mut dots, mut saved) = (Vec::new(), Vec::new(), Vec::new());
        for (p, n) in self.params().iter().zip(&values) {
            let ty = self.param_type(p, &TokenStream::new());
            declared.push(quote!(#n: #ty));
            saved.push(if p.passing == Passing::Shared { quote!(#n) } else { quote!(()) });
            if p.is_active() {
                let (name, ty) = (namer.fresh(&format!("{}_dot", p.name)), self.dot_type(p));
                dot_params.push(quote!(#name: #ty));
                dots.push(quote!(#name));
            } else {
                dot_params.push(quote!(_: impl Sized));
                dots.push(quote!(()));
            }
        }
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let (own, _, own_clause) = self.function_generics();
        let (y, y_dot, frame, stacks) =
            (namer.fresh("y"), namer.fresh("y_dot"), namer.fresh("frame"), namer.fresh("stacks"));
        quote! {
            pub fn jvp #own (#(#declared,)* #(#dot_params),*)
                -> (#y_type, #y_dot_type) #own_clause {
                let mut #stacks = ::core::default::Default::default();
                let (#y, #frame) = Self::primal(#(#values,)* &mut #stacks);
                let #y_dot = Self::linear(#(#saved,)* &#frame, &#stacks, #(#dots),*);
                (#y, #y_dot)
            }
        }
    }

    /// `f_jvp`, and the marker's `jvp`, where a rule returns value and tangent.
    fn jvp_by_rule(&self, rule: &TokenStream) -> (TokenStream, TokenStream) {
        let (mut namer, values) = self.wrapper_names();
        let mut declared: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(&values)
            .map(|(p, n)| {
                let ty = self.param_type(p, &TokenStream::new());
                quote!(#n: #ty)
            })
            .collect();
        let of_marker = self.marker_has_body();
        let mut dots = Vec::new();
        let mut checked = Vec::new();
        for (p, value) in self.params().iter().zip(&values) {
            if p.is_active() {
                let (name, ty) = (namer.fresh(&format!("{}_dot", p.name)), self.dot_type(p));
                declared.push(quote!(#name: #ty));
                checked.push(Some((quote!(#value), quote!(#name))));
                dots.push(name);
                continue;
            }
            checked.push(None);
            if of_marker {
                declared.push(quote!(_: impl Sized));
            }
        }
        let (name, vis) = (&self.names.jvp, &self.source.visibility);
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let head = self.attributes_and_docs(&format!(
            "Value of [`{}`] and its directional derivative along the given tangents.",
            self.display_name()
        ));
        let checks = self.dot_checks(|number, _| checked[number].clone());
        let interface = &self.parts.interface;
        let given = quote!(#(#values,)* #(#dots),*);
        let called = self.parts.jvp.body.lets.iter().find_map(|l| match &l.op {
            Op::CallJvp(call) if call.call.callee.signature.is_some() => Some(&call.call.callee),
            _ => None,
        });
        let call = match called {
            Some(callee) => {
                let parameters =
                    crate::emit::rules::pullback::rule_turbofish(rule, &interface.generics);
                let function = crate::emit::linkage::callee::check_rule_type(
                    callee,
                    quote!(#rule #parameters),
                );
                quote!(#function(#given))
            }
            None => crate::emit::rules::pullback::forward_call(rule, interface, &given),
        };
        if of_marker {
            let (own, _, own_clause) = self.function_generics();
            let marker = quote! {
                #[inline]
                pub fn jvp #own (#(#declared),*)
                    -> (#y_type, #y_dot_type) #own_clause { #checks #call }
            };
            let public =
                if self.source.hidden { TokenStream::new() } else { self.associated_jvp(&head) };
            return (public, marker);
        }
        let (generics, clause) =
            (self.generics.declaration(&TokenStream::new(), &[]), self.generics.clause());
        let public = quote! {
            #head
            #vis fn #name #generics(#(#declared),*)
                -> (#y_type, #y_dot_type) #clause { #checks #call }
        };
        (public, self.jvp_of_marker())
    }

    /// Whether the body of forward mode is the marker's, and the public function calls it.
    fn marker_has_body(&self) -> bool {
        self.source.method.is_some()
            || self.source.hidden
            || self.has_function_params()
            || self.params().iter().any(|p| p.borrowed.is_some())
    }

    pub(super) fn primal(&self, layout: &mut Layout) -> TokenStream {
        let function = &self.parts.unzipped;
        let mut body = Body::new(function, layout, self.namer(), &[]);
        let stacks = body.stacks();
        let (params, prologue) = self.declare_params(&mut body, function, &|_| false);
        let statements = once(body.block(&function.body));
        let count = function.body.results.len() - self.parts.residuals.len();
        let (results, residuals) = function.body.results.split_at(count);
        let (leaves, _) = self.output_leaves(function);
        let y = self.output(&mut body, &results[..leaves]);
        let back = self.write_back(&mut body, results);
        let own = self.own_frame(&mut body, function, residuals);
        let declared =
            self.params().iter().map(|p| self.param_type(p, &TokenStream::new())).collect();
        let clones = value_copies::checked_clones(&self.parts.interface.cloned_types);
        let statements = once(quote!(#clones #prologue #statements #back));
        self.primal_of(
            layout,
            "primal",
            &Primal {
                params,
                param_types: declared,
                stacks,
                statements,
                y,
                y_type: self.output_type(),
                frame: own,
            },
        )
    }

    /// The frame, constructed from the residuals.
    pub(super) fn own_frame(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        residuals: &[Var],
    ) -> TokenStream {
        let fields = Field::names(function, &self.parts.residuals);
        let values: Vec<TokenStream> = fields
            .iter()
            .zip(residuals)
            .map(|(name, v)| {
                let value = body.residual_value(*v);
                if *name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
            })
            .collect();
        self.residual_value(&self.names.frame, &fields, values)
    }

    /// A function of the marker that returns results of the primal and the frame.
    pub(super) fn primal_of(&self, layout: &Layout, name: &str, primal: &Primal) -> TokenStream {
        let Primal { params, param_types: declared, stacks, statements, y, y_type, frame: own } =
            primal;
        let name = Ident::new(name, Span::call_site());
        let (frame, stacks_type) =
            (self.of_generics(&self.names.frame), self.of_generics(&self.names.stacks));
        let (own_generics, _, clause) = self.function_generics();
        if !layout.recursive {
            return quote! {
                #[inline]
                pub fn #name #own_generics (#(#params,)* #stacks: &mut #stacks_type)
                    -> (#y_type, #frame) #clause { #statements (#y, #own) }
            };
        }
        // a recursive function builds its frame in the stack of frames, and returns its index
        let (mut namer, names) = self.wrapper_names();
        let (outer, y_name) = (namer.fresh("stacks"), namer.fresh("y"));
        let stacked = format_ident!("{name}_stacked");
        quote! {
            pub fn #stacked #own_generics (#(#params,)* #stacks: &mut #stacks_type)
                -> (#y_type, usize) #clause {
                #statements
                let (value, frame) = (#y, #own);
                #stacks.frames.push(frame);
                (value, #stacks.frames.len() - 1)
            }
            #[inline]
            pub fn #name #own_generics (#(#names: #declared,)* #outer: &mut #stacks_type)
                -> (#y_type, #frame) #clause {
                let (#y_name, _) = Self::#stacked(#(#names,)* #outer);
                (#y_name, #outer.frames.take_last())
            }
        }
    }

    pub(super) fn linear(&self, layout: &mut Layout) -> TokenStream {
        let function = &self.parts.linear;
        let mut body = Body::new(function, layout, self.namer(), &[]);
        let (mut params, prologue) = self.declare_saved(&mut body, function);
        let dots: Vec<(usize, Var)> = self.parts.dots.iter().map(|d| (d.param, d.var)).collect();
        let (dot_params, dot_prologue) = self.declare_dots(&mut body, function, &dots, true);
        params.extend(dot_params);
        let checks: TokenStream = self
            .read_lengths()
            .filter_map(|(number, param)| {
                let dot = self.parts.dots.iter().find(|d| d.param == number)?;
                let (dot, value) = (body.tokens(dot.var), body.tokens(param.value.leaves()[0]));
                let (function, text) = (&self.display_name(), &param.name);
                Some(quote!(::autodiff::__private::check_length(#function, #text, "tangent",
                    #value.len(), #dot.len());))
            })
            .collect();
        let statements = once(body.block(&function.body));
        let (_, leaves) = self.output_leaves(function);
        let y_dot =
            self.output_tangent(&mut body, function, &function.body.results[..leaves], false);
        let back = self.write_back_dots(&mut body, &function.body.results[leaves..]);
        let y_dot_type = self.output_tangent_type();
        let (own, _, own_clause) = self.function_generics();
        quote! {
            #[inline]
            pub fn linear #own (#(#params),*)
                -> #y_dot_type #own_clause {
                #prologue #dot_prologue #checks #statements #back #y_dot }
        }
    }

    pub(super) fn transposed(&self, layout: &mut Layout) -> TokenStream {
        let refused = refusals::of_objects(&self.parts.jvp.body);
        let function = &self.parts.transposed;
        let dots = &self.parts.dots;
        let threaded = dots.iter().filter(|d| d.threaded).count();
        let linear_params: Vec<Var> =
            function.params.iter().copied().filter(|p| function.is_linear(*p)).collect();
        let (cotangents, accumulators) = linear_params.split_at(linear_params.len() - threaded);
        let mut body = Body::new(function, layout, self.namer(), accumulators);
        let (mut params, prologue) = self.declare_saved(&mut body, function);
        let (bars, y_prologue, names) =
            self.declare_bars(&mut body, function, cotangents, accumulators, true);
        params.extend(bars);
        let checks = self.accumulator_checks(&mut body, &names);
        let statements = once(body.transposed_block(&function.body, cotangents));
        let additions =
            self.additions(&mut body, function, &function.body.results, accumulators, &names);
        let (own, _, own_clause) = self.function_generics();
        quote! {
            #[inline]
            pub fn transposed #own (#(#params),*) #own_clause {
                use ::autodiff::__private::CotangentAccumulator as _;
                #refused #prologue #y_prologue #checks #statements #additions }
        }
    }

    /// The marker's `vjp`, the function of both sweeps, or one after the other; and whether it uses
    /// the stacks.
    pub(super) fn vjp(&self, layout: &mut Layout) -> (TokenStream, bool) {
        let Some(function) = &self.parts.vjp else { return (self.unzipped_vjp(), true) };
        let threaded = self.parts.dots.iter().filter(|d| d.threaded).count();
        let linear_params: Vec<Var> =
            function.params.iter().copied().filter(|p| function.is_linear(*p)).collect();
        let (cotangents, accumulators) = linear_params.split_at(linear_params.len() - threaded);
        let recursive = layout.recursive;
        let mut body = Body::new(function, layout, self.namer(), accumulators);
        let (mut params, prologue) = self.declare_params(&mut body, function, &|_| false);
        let (stacks, stacks_type) = (body.stacks(), self.of_generics(&self.names.stacks));
        params.push(quote!(#stacks: &mut #stacks_type));
        let (bars, y_prologue, names) =
            self.declare_bars(&mut body, function, cotangents, accumulators, false);
        params.extend(bars);
        let checks = self.accumulator_checks(&mut body, &names);
        // captures of pullbacks are saved like residuals
        let scope = match self.parts.pullbacks {
            None => body.scope(&function.body),
            Some(_) => Scope { before: quote!(#stacks.clear();), ..Scope::default() },
        };
        let statements = once(body.block(&function.body));
        let results = &function.body.results;
        let (values, linear) = results
            .split_at(results.iter().position(|v| function.is_linear(*v)).unwrap_or(results.len()));
        let (leaves, _) = self.output_leaves(function);
        let additions = self.additions(&mut body, function, linear, accumulators, &names);
        let y = self.output(&mut body, &values[..leaves]);
        let back = self.write_back(&mut body, values);
        let y_type = self.output_type();
        let Scope { before, release, after } = scope;
        let inline = (!recursive).then(|| quote!(#[inline]));
        let (own, _, own_clause) = self.function_generics();
        let clones = value_copies::checked_clones(&self.parts.interface.cloned_types);
        let refused = refusals::of_objects(&self.parts.jvp.body);
        let code = quote!(#refused #clones #prologue #y_prologue #checks #before #statements
            #additions #release #after #back #y);
        let uses_stacks = mentions(code.clone(), &stacks);
        let vjp = quote! {
            #inline
            pub fn vjp #own (#(#params),*) -> #y_type #own_clause {
                use ::autodiff::__private::CotangentAccumulator as _;
                #code
            }
        };
        (vjp, uses_stacks)
    }

    /// The marker's `vjp` of a function whose sweeps are not fused.
    fn unzipped_vjp(&self) -> TokenStream {
        let (mut namer, names) = self.wrapper_names();
        let [stacks, y, frame, y_bar] =
            ["stacks", "y", "frame", "y_bar"].map(|name| namer.fresh(name));
        let declared = self.params().iter().zip(&names).map(|(p, n)| {
            let ty = self.param_type(p, &TokenStream::new());
            quote!(#n: #ty)
        });
        let saved = names
            .iter()
            .zip(&self.read)
            .map(|(n, read)| if *read { quote!(#n) } else { quote!(()) });
        let (mut bars, mut bar_arguments) = (Vec::new(), Vec::new());
        for param in self.params() {
            if param.is_active() {
                let (name, ty) =
                    (namer.fresh(&format!("{}_bar", param.name)), self.bar_type(param));
                bars.push(quote!(#name: #ty));
                bar_arguments.push(quote!(#name));
            } else {
                bars.push(quote!(_: &mut impl ?Sized));
                bar_arguments.push(quote!(&mut ::autodiff::__private::Discard));
            }
        }
        let (stacks_type, y_type, y_bar_type) =
            (self.of_generics(&self.names.stacks), self.output_type(), self.cotangent_param_type());
        let (own, _, own_clause) = self.function_generics();
        quote! {
            #[inline]
            pub fn vjp #own (#(#declared,)* #stacks: &mut #stacks_type, #y_bar: #y_bar_type,
                #(#bars),*) -> #y_type #own_clause {
                #stacks.clear();
                let (#y, #frame) = Self::primal(#(#names,)* #stacks);
                Self::transposed(#(#saved,)* &#frame, #stacks, #y_bar, #(#bar_arguments),*);
                #y
            }
        }
    }

    /// The type of the result's cotangent. A `Result<(), E>` has an empty cotangent. A caller that
    /// does not see the type in the `Result` passes an `Option`.
    fn cotangent_param_type(&self) -> TokenStream {
        let output = &self.parts.interface.output;
        if is_status(output) { quote!(impl Sized) } else { types::cotangent_param_type(output) }
    }

    /// Declares the cotangent of the result and the accumulators: their parameters, the statements
    /// at the start of the body, and the accumulators' names. Only `transposed` needs to be
    /// `refusing` accumulators of parameters without a derivative: every caller of `vjp` calls it
    /// as well, elsewhere.
    fn declare_bars(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        cotangents: &[Var],
        accumulators: &[Var],
        refusing: bool,
    ) -> (Vec<TokenStream>, TokenStream, Vec<Option<Ident>>) {
        let dots = &self.parts.dots;
        let mut params = Vec::new();
        // the cotangent of the result
        let mut y_prologue = TokenStream::new();
        let y_bar_type = self.cotangent_param_type();
        match &self.parts.interface.output_value {
            _ if is_status(&self.parts.interface.output) => params.push(quote!(_: #y_bar_type)),
            Tree::Leaf(_) if !cotangents.is_empty() => {
                let name = body.bind_home(cotangents[0]);
                let mutable = body.is_mutated(cotangents[0]).then(|| quote!(mut));
                params.push(quote!(#mutable #name: #y_bar_type));
            }
            _ => {
                let name = body.namer.fresh("y_bar");
                params.push(quote!(#name: #y_bar_type));
                let pattern = self.output_tangent(body, function, cotangents, true);
                y_prologue = quote!(let #pattern = #name;);
            }
        }
        let mut names = Vec::new();
        let mut next = accumulators.iter();
        for (number, param) in self.params().iter().enumerate() {
            if !param.is_active() {
                let bound = if refusing && self.source.refused.contains(&number) {
                    quote!((impl ::autodiff::__private::Unwanted + ?Sized))
                } else if refusing && self.is_marked_constant(number) {
                    quote!((impl ::autodiff::__private::PassedAsConstant + ?Sized))
                } else {
                    quote!(impl ?Sized)
                };
                params.push(quote!(_: &mut #bound));
                names.push(None);
                continue;
            }
            let accumulator = self.bar_type(param);
            if param.passing == Passing::Unique {
                let v =
                    *next.next().expect("one cotangent for each parameter by mutable reference");
                let (name, statement) =
                    self.unique_tangent(body, function, v, &format!("{}_bar", param.name));
                y_prologue.extend(statement);
                params.push(quote!(#name: #accumulator));
                names.push(Some(name));
                continue;
            }
            let name = if dots.iter().any(|d| d.param == number && d.threaded) {
                let v = *next.next().expect("one accumulator for each threaded array");
                let name = body.bind_home(v);
                body.place_home(v, quote!(#name), HomeKind::Accumulator);
                name
            } else {
                body.namer.fresh(&format!("{}_bar", param.name))
            };
            params.push(quote!(#name: #accumulator));
            names.push(Some(name));
        }
        (params, y_prologue, names)
    }

    /// Panics on accumulators of another length than their parameters.
    fn accumulator_checks(&self, body: &mut Body<'_>, names: &[Option<Ident>]) -> TokenStream {
        let dots = &self.parts.dots;
        self.read_lengths()
            .filter(|(number, _)| dots.iter().any(|d| d.param == *number && d.threaded))
            .filter_map(|(number, param)| {
                let (acc, value) = (names[number].as_ref()?, body.tokens(param.value.leaves()[0]));
                let structure = types::accumulator_structure(&param.ty);
                let (function, text) = (&self.display_name(), &param.name);
                Some(
                    quote!(::autodiff::__private::check_accumulator::<#structure>(#function, #text,
                    #value.len(), &*#acc);),
                )
            })
            .collect()
    }

    /// Adds the cotangents that are not accumulators to the accumulators, and writes those of
    /// parameters by mutable reference back.
    fn additions(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        results: &[Var],
        accumulators: &[Var],
        names: &[Option<Ident>],
    ) -> TokenStream {
        let dots = &self.parts.dots;
        let mut additions = TokenStream::new();
        for (number, (param, name)) in self.params().iter().zip(names).enumerate() {
            let Some(name) = name else { continue };
            let mine: Vec<usize> = (0..dots.len()).filter(|k| dots[*k].param == number).collect();
            if param.passing == Passing::Unique {
                let place = dots.iter().take(mine[0]).filter(|d| d.threaded).count();
                additions.extend(body.write_back(accumulators[place], results[mine[0]]));
                continue;
            }
            if mine.iter().all(|k| dots[*k].threaded) {
                continue;
            }
            let mut vars = mine.iter().map(|k| results[*k]).collect::<Vec<_>>().into_iter();
            let value = self.output_tangent_tree(body, function, &param.value, &mut vars);
            additions.extend(match &param.ty {
                // an array is moved into an accumulator to which nothing was added
                Ty::Projected(_) => quote!(#name.take(#value);),
                ty if ty.has_slices() => quote!(#name.add(&#value[..]);),
                _ => quote!(#name.add(&(#value));),
            });
        }
        additions
    }

    /// The active parameters that the linear part reads again and whose length is known only at run
    /// time. The entry checks that tangents and accumulators have the same length, so that no later
    /// access needs its own check.
    pub(super) fn read_lengths(&self) -> impl Iterator<Item = (usize, &Param)> {
        let read = &self.read[..];
        self.params().iter().enumerate().filter(move |(k, p)| {
            read[*k] && p.is_active() && has_length(&p.ty) && matches!(p.value, Tree::Leaf(_))
        })
    }

    /// Whether the marker's linear functions check the lengths of the tangent and the accumulator of
    /// a parameter. Where the primal changes parameters by mutable reference, that is too late.
    pub(super) fn checks_lengths_of(&self, number: usize) -> bool {
        self.params().iter().all(|p| p.passing != Passing::Unique)
            && self.read_lengths().any(|(read, _)| read == number)
            && self.parts.dots.iter().any(|d| d.param == number && d.threaded)
    }

    /// Panics on tangents of another length than their parameters; `names` are those of the value
    /// and the tangent of a parameter.
    fn dot_checks(
        &self,
        mut names: impl FnMut(usize, &Param) -> Option<(TokenStream, TokenStream)>,
    ) -> TokenStream {
        let function = &self.display_name();
        let checks = self
            .params()
            .iter()
            .enumerate()
            .filter(|(k, p)| p.is_active() && (has_length(&p.ty) || self.has_shape(Some(*k))))
            .filter_map(|(number, p)| {
                let (text, (name, dot)) = (&p.name, names(number, p)?);
                if self.has_shape(Some(number)) {
                    let borrow = if p.passing == Passing::Value { quote!(&) } else { quote!(&*) };
                    let shape = shape_of(&quote!(#borrow #name));
                    return Some(quote!(::autodiff::__private::check_shape(#function, #text,
                        "tangent", &#shape, #borrow #dot);));
                }
                Some(quote!(::autodiff::__private::check_length(#function, #text, "tangent",
                #name.len(), #dot.len());))
            });
        checks.collect()
    }
}

/// Whether a type may be a `Result<(), E>`, and carries no derivative.
fn is_status(ty: &Ty) -> bool {
    matches!(ty, Ty::Foreign(_) | Ty::Wrapped(..)) && ty.is_discrete()
}

/// Whether a name occurs in tokens.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
