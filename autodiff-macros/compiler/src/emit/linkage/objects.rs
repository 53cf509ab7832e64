//! Functions as values in emitted code. The runtime's `object.rs` defines function objects.
//!
//! ```text
//! f: impl Fn(f64) -> f64   →  f: Object<'_, FFunction>, where FFunction: Function<(ByValue<f64, …>, ()), Output = f64, …>
//! f(x)                     →  <FFunction as Function<…>>::primal(f, (x, ()), &mut stacks)
//! p.energy(x), P: Potential →  <<P as Method<…>>::Marker as Function<…>>::primal(Object(()), (p, (x, ())), &mut stacks)
//! integral(square, a, b)   →  integral::primal(Object::<square>(()), a, b, &mut stacks)
//! integral(|x| k * x, …)   →  integral::primal(Object::<f_closure_0>((&k, ())), …)
//! ```
//!
//! In Linear A the captures of a closure are arguments of the call like others, and a parameter
//! that is called is the first argument of the call. Here the arguments of a call, or their
//! replacements in the linear part, are grouped by the calling convention of markers: one list for
//! each function among the arguments, and one for the arguments of a parameter that is called.

use crate::emit::Emitter;
use crate::emit::body::Body;
use crate::emit::linkage::callee;
use crate::emit::tokens::{generics, names, types};
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The kind of the values that are passed for arguments.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::emit) enum Part {
    /// The arguments, or their saved values.
    Values,
    /// Their tangents.
    Tangents,
    /// The accumulators of their cotangents.
    Accumulators,
}

/// `(a, (b, ()))`
pub fn list(items: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    items.rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}

/// How arguments are passed.
pub fn parameters<'p>(params: impl DoubleEndedIterator<Item = (Passing, &'p Ty)>) -> TokenStream {
    list(params.map(|(passing, ty)| parameter(passing, ty)))
}

fn parameter(passing: Passing, ty: &Ty) -> TokenStream {
    if let Ty::Function(function) = ty {
        let name = code_param(&function.name);
        return quote!(<#name as ::autodiff::__private::Environment>::Captures);
    }
    parameter_of(passing, ty, &types::accumulator_structure(ty))
}

/// A parameter whose accumulator has the given structure.
fn parameter_of(passing: Passing, ty: &Ty, structure: &TokenStream) -> TokenStream {
    let (value, memory) = (types::value(ty), types::tangent_memory(ty));
    match passing {
        Passing::Value => quote!(::autodiff::__private::ByValue<#value, #memory, #structure>),
        Passing::Shared => quote!(::autodiff::__private::ByReference<#value, #memory, #structure>),
        Passing::Unique => quote!(::autodiff::__private::ByMut<#value, #memory>),
    }
}

/// The type parameter for the code of a function.
pub fn code_param(name: &str) -> Ident {
    Ident::new(name, proc_macro2::Span::call_site())
}

/// The bound of that type parameter. A function passed to a public function has no captures.
pub fn code_bound(function: &FunctionType, is_public: bool) -> TokenStream {
    let parameters = parameters(function.params.iter().map(|(passing, ty)| (*passing, ty)));
    let (output, tangent) = (types::value(&function.output), types::tangent(&function.output));
    let captures = is_public.then(|| quote!(, Captures = ()));
    quote!(::autodiff::__private::Function<#parameters, Output = #output,
        Tangent = #tangent #captures>)
}

/// The bound of a type parameter that implements a function of a trait.
pub fn of_trait(TraitFunction { name, function }: &TraitFunction) -> TokenStream {
    let (name, bound) =
        (proc_macro2::Literal::u64_suffixed(names::hash(name)), code_bound(function, true));
    quote!(::autodiff::__private::Method<#name, Marker: #bound>)
}

/// A parameter that is called, or a function of a trait, as its type's trait.
pub fn path(callee: &Callee, function: &FunctionType) -> TokenStream {
    let name = if callee.method.is_some() {
        callee::marker(callee)
    } else {
        let code = code_param(&function.name);
        quote!(#code)
    };
    let parameters = parameters(function.params.iter().map(|(passing, ty)| (*passing, ty)));
    quote!(<#name as ::autodiff::__private::Function<#parameters>>)
}

/// The statement that clears the stacks of a callee.
pub fn clear(callee: &Callee, stacks: &TokenStream) -> TokenStream {
    match &callee.object {
        Some(function) => {
            let path = path(callee, function);
            quote!(if let Some(stacks) = #stacks.made() { #path::clear(stacks) })
        }
        None => quote!(if let Some(stacks) = #stacks.made() { stacks.clear() }),
    }
}

/// The marker of a function among the arguments, as a type.
pub fn marker(code: &Callee) -> TokenStream {
    if code.method.is_some() {
        return callee::marker(code);
    }
    let (path, turbofish) = (&code.path, &code.turbofish);
    quote!(#path #turbofish)
}

impl Body<'_> {
    /// The arguments of a call, grouped by the calling convention of markers. `items` has one item
    /// for each argument in the IR.
    pub(in crate::emit) fn group_arguments(
        &self,
        call: &Call,
        items: Vec<TokenStream>,
        part: Part,
    ) -> Vec<TokenStream> {
        let callee = &call.callee;
        if callee.object.is_none() && callee.functions.is_empty() {
            return items;
        }
        let mut out = Vec::new();
        let mut functions = callee.functions.iter().peekable();
        let mut at = 0;
        // a function of a trait has no captures, and is not an argument
        if callee.object.is_some() && callee.method.is_some() {
            let marker = callee::marker(callee);
            out.push(if part == Part::Values {
                quote!(::autodiff::__private::Object::<#marker>(()))
            } else {
                quote!(())
            });
        }
        loop {
            if let Some(function) = functions.next_if(|f| f.captures_at == at) {
                let mine = at..at + function.captures;
                out.push(self.captures(
                    function,
                    &call.arguments[mine.clone()],
                    &items[mine],
                    part,
                ));
                at += function.captures;
                continue;
            }
            if let Some(object) = callee.object.as_ref().filter(|_| out.len() == 1) {
                let rest = list(items[at..].iter().zip(&object.params).map(
                    |(item, (passing, ty))| match (part, passing) {
                        (Part::Accumulators, Passing::Unique) if !ty.is_discrete() => {
                            let memory = types::tangent_memory(ty);
                            quote!(::autodiff::__private::At::<#memory>(#item))
                        }
                        (Part::Accumulators, _) => quote!(::autodiff::__private::At(#item)),
                        _ => item.clone(),
                    },
                ));
                match (part, out.pop()) {
                    // one list for both
                    (Part::Accumulators, Some(captures)) => {
                        out.push(quote!(&mut (#captures, #rest)))
                    }
                    (_, captures) => out.extend(captures.into_iter().chain([rest])),
                }
                return out;
            }
            let Some(item) = items.get(at) else { return out };
            out.push(item.clone());
            at += 1;
        }
    }

    /// The list of captures that is passed for a function among the arguments.
    fn captures(
        &self,
        function: &FunctionArgument,
        arguments: &[Argument],
        items: &[TokenStream],
        part: Part,
    ) -> TokenStream {
        let captures = list(items.iter().zip(arguments).zip(&function.inactive).map(
            |((item, argument), inactive)| {
                let function = match argument {
                    Argument::Shared(v) => match self.ty(*v) {
                        Ty::Function(function) => Some(code_param(&function.name)),
                        _ => None,
                    },
                    _ => None,
                };
                match (part, function) {
                    (Part::Tangents, None) if *inactive => quote!(&()),
                    (Part::Values, Some(_)) => quote!(#item.captures()),
                    (Part::Tangents, Some(code)) => {
                        quote!(<<#code as ::autodiff::__private::Environment>::Captures as
                        ::autodiff::__private::Parameters>::shorten_tangents(#item))
                    }
                    (Part::Accumulators, None) => quote!(::autodiff::__private::At(#item)),
                    _ => item.clone(),
                }
            },
        ));
        let marker = marker(&function.code);
        match part {
            Part::Values => quote!(::autodiff::__private::Object::<#marker>(#captures)),
            Part::Tangents => captures,
            Part::Accumulators => quote!(&mut #captures),
        }
    }
}

impl Emitter<'_> {
    /// The implementation that lets callers pass the marker as a function object.
    pub(in crate::emit) fn object_impl(&self) -> TokenStream {
        let captured = match (self.source.captures, self.source.hidden) {
            (Some(captured), _) => captured,
            (None, false) => 0,
            (None, true) => return TokenStream::new(),
        };
        // the parameters of the method alone must be determined by the arguments
        if !self.generics.own_names().is_empty()
            && generics::inferred_from_arguments(&self.parts.interface).is_none()
        {
            return TokenStream::new();
        }
        let is_unresolved =
            |p: &Param| matches!(p.ty, Ty::Foreign(_)) && p.passing != Passing::Shared;
        let can_be_passed = |p: &Param| {
            p.function().is_none() && !has_lifetime(&types::value(&p.ty)) && !is_unresolved(p)
        };
        let marker = self.marker_type();
        // an operator's marker names the type on the right, which may be a reference
        if !self.params()[captured..].iter().all(can_be_passed) || has_lifetime(&marker) {
            return TokenStream::new();
        }
        ObjectImpl::new(self, marker, captured).implementations()
    }

    /// The marker's constant, the value of `function!(path)`.
    pub(in crate::emit) fn function_constant(&self) -> TokenStream {
        let marker = &self.names.function;
        let phantom = self.generics.phantom_field(&[]).map(|field| field.value);
        let value = if self.source.method.is_some() {
            quote!(#marker(::core::marker::PhantomData))
        } else {
            quote!(#marker { #phantom })
        };
        quote!(pub const FUNCTION: Self = #value;)
    }

    /// Whether there is a function among the parameters.
    pub(in crate::emit) fn has_function_params(&self) -> bool {
        self.params().iter().any(|p| p.function().is_some())
    }

    /// How residuals are cloned and printed: `phantom` is whether they have a field of the type
    /// parameters. Derived implementations would require `Clone` of the code of functions, and
    /// `Debug` of type parameters with differentiated traits.
    pub(in crate::emit) fn clone_and_debug(
        &self,
        name: &Ident,
        fields: &[Ident],
        default: bool,
        phantom: bool,
        lifetime: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let is_opaque = |p: &GenericParam| {
            matches!(
                p.kind,
                GenericKind::Function(_) | GenericKind::Implementor { .. } | GenericKind::Named
            )
        };
        let generic = self.parts.interface.generics.params.iter().any(is_opaque);
        if !generic {
            let default = default.then(|| quote!(, Default));
            return (quote!(#[derive(Clone, Debug #default)]), TokenStream::new());
        }
        let (declared, arguments, clause) = (
            self.generics.declaration(lifetime, &[]),
            self.generics.arguments(lifetime),
            self.generics.clause(),
        );
        let phantom: Vec<TokenStream> = self
            .generics
            .phantom_field(fields)
            .filter(|_| phantom)
            .map(|field| field.value)
            .into_iter()
            .collect();
        let shown = name.to_string();
        let names: Vec<String> = fields.iter().map(ToString::to_string).collect();
        let default = default.then(|| {
            quote! {
                impl #declared ::core::default::Default for #name #arguments #clause {
                    fn default() -> Self { #name {
                        #(#fields: ::core::default::Default::default(),)* #(#phantom)* } }
                }
            }
        });
        let implementations = quote! {
            impl #declared ::core::clone::Clone for #name #arguments #clause {
                fn clone(&self) -> Self { #name {
                    #(#fields: ::core::clone::Clone::clone(&self.#fields),)* #(#phantom)* } }
            }
            impl #declared ::core::fmt::Debug for #name #arguments #clause {
                fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    formatter.debug_struct(#shown) #(.field(#names, &self.#fields))* .finish()
                }
            }
            #default
        };
        (TokenStream::new(), implementations)
    }
}

/// The emission of the traits of a function object: the lists of its parameters.
struct ObjectImpl<'e> {
    emitter: &'e Emitter<'e>,
    /// The marker type.
    marker: TokenStream,
    /// The count of parameters that are captures. They come first.
    capture_count: usize,
    /// For each parameter, the names of its value, tangent and accumulator.
    names: Vec<Ident>,
    dots: Vec<Ident>,
    bars: Vec<Ident>,
    /// For each parameter of a trait's function that is a sequence, the type parameter for the
    /// structure of its accumulator: an associated type, in generic code.
    structures: Vec<Option<Ident>>,
}

impl<'e> ObjectImpl<'e> {
    fn new(emitter: &'e Emitter<'e>, marker: TokenStream, captured: usize) -> ObjectImpl<'e> {
        let mut namer = emitter.namer();
        let mut names = |suffix: &str| {
            emitter.params().iter().map(|p| namer.fresh(&format!("{}{suffix}", p.name))).collect()
        };
        let (names, dots, bars) = (names(""), names("_dot"), names("_bar"));
        let method = emitter.source.method.as_ref();
        let is_of_trait =
            method.is_some_and(|method| method.names.iter().any(|name| name.contains("::")));
        let is_sequence = |p: &Param| {
            matches!(p.ty, Ty::Array(..) | Ty::Vec(_))
                && !p.ty.is_discrete()
                && p.passing != Passing::Unique
        };
        let structures = emitter.params().iter().enumerate().map(|(k, p)| {
            let has_structure = is_of_trait && k >= captured && is_sequence(p);
            has_structure.then(|| quote::format_ident!("Structure{k}"))
        });
        let structures = structures.collect();
        ObjectImpl { emitter, marker, capture_count: captured, names, dots, bars, structures }
    }

    /// A call of the runtime's macro, which writes the implementations.
    fn implementations(&self) -> TokenStream {
        let ObjectImpl { emitter, marker, capture_count: captured, dots, .. } = self;
        // rustc checks the captures before the types in the bounds of functions are known
        let of_block = emitter.generics.of_block();
        let (bare, bare_clause) = (of_block.declared_bare(), of_block.clause());
        let structures: Vec<TokenStream> = self
            .structures
            .iter()
            .zip(emitter.params())
            .filter_map(|(structure, p)| {
                let (structure, element) = (structure.as_ref()?, types::tangent(p.ty.element()?));
                let of = quote!(::autodiff::__private::SequenceOf<#element>);
                Some(quote!(#structure: #of + ?Sized + 'static))
            })
            .collect();
        let (declared, clause) = (
            emitter.generics.declaration(&TokenStream::new(), &structures),
            emitter.generics.clause(),
        );
        let (captures, parameters) = self.parameter_lists();
        let (output, tangent) = (emitter.output_type(), emitter.output_tangent_type());
        let (frame, stacks) =
            (emitter.of_generics(&emitter.names.frame), emitter.of_generics(&emitter.names.stacks));
        let constant = emitter.constant_mask().map(|mask| quote!(constant: #mask;));
        let (values, tangents) = (self.pattern(&self.names), self.pattern(dots));
        let (passed, accumulators) =
            (self.marker_arguments_of_object(), self.passed_accumulators());
        let (of_captures, of_parameters) = self.bars.split_at(*captured);
        let vjp = if emitter.parts.vjp.is_some() { quote!(fused) } else { quote!(unzipped) };
        quote! {
            ::autodiff::__private::function_object! {
                impl [#bare] [#bare_clause] #marker;
                impl [#declared] [#clause];
                captures: #captures;
                parameters: #parameters;
                #output, #tangent, #frame, #stacks;
                #constant
                values: #values => [#(#passed),*];
                tangents: #tangents => [#(#dots),*];
                accumulators: [#(#of_captures)*] [#(#of_parameters)*] => [#(#accumulators),*];
                #vjp
            }
        }
    }

    /// How the captures and the other parameters are passed, as lists.
    fn parameter_lists(&self) -> (TokenStream, TokenStream) {
        let (captures, params) = self.emitter.params().split_at(self.capture_count);
        let captures = list(captures.iter().map(|p| {
            // a constant has no tangents
            let value = types::value(&p.ty);
            if p.constant || p.function().is_none() && p.ty.is_discrete() {
                quote!(::autodiff::__private::Inactive<#value>)
            } else {
                parameter(p.passing, &p.ty)
            }
        }));
        let structures = &self.structures[self.capture_count..];
        let params = params.iter().zip(structures).map(|(p, structure)| match structure {
            Some(structure) => parameter_of(p.passing, &p.ty, &quote!(#structure)),
            None => parameter(p.passing, &p.ty),
        });
        (captures, list(params))
    }

    /// The pattern of the list of the captures and of that of the other parameters.
    fn pattern(&self, names: &[Ident]) -> TokenStream {
        let (captures, params) = names.split_at(self.capture_count);
        let list = |names: &[Ident]| list(names.iter().map(|n| quote!(#n)));
        let (captures, params) = (list(captures), list(params));
        quote!((#captures, #params))
    }

    /// The values, as the marker takes them.
    fn marker_arguments_of_object(&self) -> Vec<TokenStream> {
        let passed =
            self.emitter.params().iter().zip(&self.names).map(|(p, name)| match p.function() {
                Some(function) => {
                    let code = code_param(&function.name);
                    quote!(::autodiff::__private::Object::<#code>(#name))
                }
                None => quote!(#name),
            });
        passed.collect()
    }

    /// The accumulators, as the marker takes them.
    fn passed_accumulators(&self) -> Vec<TokenStream> {
        let named = self.bars.iter().zip(&self.structures);
        let passed = self.emitter.params().iter().zip(named).map(|(p, (bar, structure))| {
            match (p.is_active(), p.passing) {
                (false, _) => quote!(&mut ::autodiff::__private::Discard),
                (true, _) if p.function().is_some() => quote!(#bar),
                (true, Passing::Unique) => {
                    quote!(::autodiff::__private::Accumulators::memory(#bar))
                }
                (true, _) => {
                    let value = quote!(::autodiff::__private::Accumulators::value(#bar));
                    match structure {
                        Some(structure) => quote!(&mut *#structure::elements(#value)),
                        None => value,
                    }
                }
            }
        });
        passed.collect()
    }
}

/// Whether a type has a lifetime, named or elided. A marker that types alone determine has none.
fn has_lifetime(ty: &TokenStream) -> bool {
    !generics::is_free_of_lifetimes(ty)
}
