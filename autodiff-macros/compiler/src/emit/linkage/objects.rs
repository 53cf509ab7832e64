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

use crate::emit::body::Body;
use crate::emit::linkage::callee;
use crate::emit::tokens::names::Namer;
use crate::emit::tokens::{generics, names, types};
use crate::emit::{Emitter, allowances};
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
        let name = code(&function.name);
        return quote!(<#name as ::autodiff::__private::Environment>::Captures);
    }
    let (value, memory, structure) =
        (types::value(ty), types::tangent_memory(ty), types::accumulated(ty));
    match passing {
        Passing::Value => quote!(::autodiff::__private::ByValue<#value, #memory, #structure>),
        Passing::Shared => quote!(::autodiff::__private::ByReference<#value, #memory, #structure>),
        Passing::Unique => quote!(::autodiff::__private::ByMut<#value, #memory>),
    }
}

/// The type parameter for the code of a function.
pub fn code(name: &str) -> Ident {
    Ident::new(name, proc_macro2::Span::call_site())
}

/// The bound of that type parameter. A function passed to a public function has no captures.
pub fn bound(function: &FunctionType, is_public: bool) -> TokenStream {
    let parameters = parameters(function.params.iter().map(|(passing, ty)| (*passing, ty)));
    let (output, tangent) = (types::value(&function.output), types::tangent(&function.output));
    let captures = is_public.then(|| quote!(, Captures = ()));
    quote!(::autodiff::__private::Function<#parameters, Output = #output,
        Tangent = #tangent #captures>)
}

/// The bound of a type parameter that implements a function of a trait.
pub fn of_trait(TraitFunction { name, function }: &TraitFunction) -> TokenStream {
    let (name, bound) =
        (proc_macro2::Literal::u64_suffixed(names::hash(name)), bound(function, true));
    quote!(::autodiff::__private::Method<#name, Marker: #bound>)
}

/// A parameter that is called, or a function of a trait, as its type's trait.
pub fn path(callee: &Callee, function: &FunctionType) -> TokenStream {
    let name = if callee.method.is_some() {
        callee::marker(callee)
    } else {
        let code = code(&function.name);
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
    pub(in crate::emit) fn put_together(
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
            if let Some(function) = functions.next_if(|f| f.at == at) {
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
                        Ty::Function(function) => Some(code(&function.name)),
                        _ => None,
                    },
                    _ => None,
                };
                match (part, function) {
                    (Part::Tangents, None) if *inactive => quote!(&()),
                    (Part::Values, Some(_)) => quote!(#item.captures()),
                    (Part::Tangents, Some(code)) => {
                        quote!(<<#code as ::autodiff::__private::Environment>::Captures as
                        ::autodiff::__private::Parameters>::lent(#item))
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
        if !self.generics.own().is_empty() {
            return TokenStream::new();
        }
        let is_unseen = |p: &Param| matches!(p.ty, Ty::Foreign(_)) && p.passing != Passing::Shared;
        let can_be_passed = |p: &Param| {
            p.function().is_none() && !has_lifetime(&types::value(&p.ty)) && !is_unseen(p)
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
    pub(in crate::emit) fn takes_functions(&self) -> bool {
        self.params().iter().any(|p| p.function().is_some())
    }

    /// How residuals are cloned and printed: `phantom` is whether they have a field of the type
    /// parameters. Derived implementations would require `Clone` of the code of functions, and
    /// `Debug` of type parameters with differentiated traits.
    pub(in crate::emit) fn derived(
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
        let (cfgs, allowances) = (&self.source.cfgs, allowances());
        let (declared, arguments, clause) = (
            self.generics.declared(lifetime, &[]),
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
                #cfgs
                #allowances
                impl #declared ::core::default::Default for #name #arguments #clause {
                    fn default() -> Self { #name {
                        #(#fields: ::core::default::Default::default(),)* #(#phantom)* } }
                }
            }
        });
        let implementations = quote! {
            #cfgs
            #allowances
            impl #declared ::core::clone::Clone for #name #arguments #clause {
                fn clone(&self) -> Self { #name {
                    #(#fields: ::core::clone::Clone::clone(&self.#fields),)* #(#phantom)* } }
            }
            #cfgs
            #allowances
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

/// The emission of the traits of a function object: the types and names that its functions share.
struct ObjectImpl<'e> {
    emitter: &'e Emitter<'e>,
    /// The marker type.
    marker: TokenStream,
    /// The count of parameters that are captures. They come first.
    captured: usize,
    /// The types of the captures and of the other parameters, as lists.
    captures: TokenStream,
    params: TokenStream,
    output: TokenStream,
    tangent: TokenStream,
    frame: TokenStream,
    stacks: TokenStream,
    /// For each parameter, the names of its value, tangent and accumulator.
    names: Vec<Ident>,
    dots: Vec<Ident>,
    bars: Vec<Ident>,
    locals: Locals,
    /// The path of the runtime module that the emitted code uses.
    lib: TokenStream,
}

/// The names of the parameters and variables of the trait's functions.
struct Locals {
    object: Ident,
    values: Ident,
    stacks: Ident,
    lent: Ident,
    tangents: Ident,
    frame: Ident,
    cotangent: Ident,
    accumulators: Ident,
    captures: Ident,
    arguments: Ident,
    rest: Ident,
}

impl Locals {
    fn new(namer: &mut Namer) -> Locals {
        let [
            object,
            values,
            stacks,
            lent,
            tangents,
            frame,
            cotangent,
            accumulators,
            captures,
            arguments,
            rest,
        ] = [
            "object",
            "values",
            "stacks",
            "lent",
            "tangents",
            "frame",
            "cotangent",
            "accumulators",
            "captures",
            "arguments",
            "rest",
        ]
        .map(|name| namer.fresh(name));
        Locals {
            object,
            values,
            stacks,
            lent,
            tangents,
            frame,
            cotangent,
            accumulators,
            captures,
            arguments,
            rest,
        }
    }
}

impl<'e> ObjectImpl<'e> {
    fn new(emitter: &'e Emitter<'e>, marker: TokenStream, captured: usize) -> ObjectImpl<'e> {
        let (captures, params) = emitter.params().split_at(captured);
        let captures = list(captures.iter().map(|p| {
            // a constant has no tangents
            let value = types::value(&p.ty);
            if p.constant {
                quote!(::autodiff::__private::ByReference<#value, (), ()>)
            } else {
                parameter(p.passing, &p.ty)
            }
        }));
        let mut namer = emitter.namer();
        let mut names = |suffix: &str| {
            emitter.params().iter().map(|p| namer.fresh(&format!("{}{suffix}", p.name))).collect()
        };
        let (names, dots, bars) = (names(""), names("_dot"), names("_bar"));
        ObjectImpl {
            emitter,
            marker,
            captured,
            captures,
            params: parameters(params.iter().map(|p| (p.passing, &p.ty))),
            output: emitter.output_type(),
            tangent: emitter.output_tangent_type(),
            frame: emitter.of_generics(&emitter.names.frame),
            stacks: emitter.of_generics(&emitter.names.stacks),
            names,
            dots,
            bars,
            locals: Locals::new(&mut namer),
            lib: quote!(::autodiff::__private),
        }
    }

    fn implementations(&self) -> TokenStream {
        let ObjectImpl {
            emitter,
            marker,
            captures,
            params,
            output,
            tangent,
            frame,
            stacks,
            lib,
            ..
        } = self;
        let (cfgs, allowances) = (&emitter.source.cfgs, allowances());
        let (declared, clause) =
            (emitter.generics.declared(&TokenStream::new(), &[]), emitter.generics.clause());
        // rustc checks the captures before the types in the bounds of functions are known
        let bare = emitter.generics.declared_bare();
        let constants = emitter.constants();
        let functions = [self.primal(), self.jvp(), self.linear(), self.transposed(), self.vjp()];
        let stacks_name = &self.locals.stacks;
        quote! {
            #cfgs
            #allowances
            impl #bare #lib::Environment for #marker #clause { type Captures = #captures; }
            #cfgs
            #allowances
            impl #declared #lib::Function<#params> for #marker #clause {
                type Output = #output;
                type Tangent = #tangent;
                type Frame = #frame;
                type Stacks = #stacks;
                #constants
                #(#[inline] #functions)*
                #[inline]
                fn clear(#stacks_name: &mut #stacks) { #stacks_name.clear() }
            }
        }
    }

    /// An associated type of the list of the parameters.
    fn of_params(&self, name: &str) -> TokenStream {
        let ObjectImpl { params, lib, .. } = self;
        let name = code(name);
        quote!(<#params as #lib::Parameters>::#name<'_>)
    }

    /// The pattern of a list with a name for each capture, and that of one with a name for each
    /// other parameter.
    fn patterns(&self, names: &[Ident]) -> (TokenStream, TokenStream) {
        let (captures, params) = names.split_at(self.captured);
        let pattern = |names: &[Ident]| list(names.iter().map(|n| quote!(#n)));
        (pattern(captures), pattern(params))
    }

    /// The statement that binds the captures and the arguments.
    fn bind_values(&self) -> TokenStream {
        let Locals { object, values, .. } = &self.locals;
        let (captures, params) = self.patterns(&self.names);
        quote!(let (#captures, #params) = (#object.0, #values);)
    }

    /// The statement that binds the tangents.
    fn bind_tangents(&self) -> TokenStream {
        let Locals { lent, tangents, .. } = &self.locals;
        let (captures, params) = self.patterns(&self.dots);
        quote!(let (#captures, #params) = (#lent, #tangents);)
    }

    /// The statements that bind the accumulators.
    fn bind_accumulators(&self) -> TokenStream {
        let (Locals { accumulators, captures, arguments, rest, .. }, lib) =
            (&self.locals, &self.lib);
        let bind = |names: &[Ident], list: &Ident| {
            let parts = names
                .iter()
                .map(|name| quote!(let (#name, #rest) = #lib::Accumulators::parts(#rest);));
            quote!(let #rest = #list; #(#parts)*)
        };
        let (of_captures, of_arguments) = self.bars.split_at(self.captured);
        let (bind_captures, bind_arguments) =
            (bind(of_captures, captures), bind(of_arguments, arguments));
        quote! {
            let (#captures, #arguments) = #lib::Accumulators::parts(#accumulators);
            #bind_captures
            #bind_arguments
        }
    }

    /// The values, as the marker takes them.
    fn passed_values(&self) -> Vec<TokenStream> {
        let lib = &self.lib;
        let passed =
            self.emitter.params().iter().zip(&self.names).map(|(p, name)| match p.function() {
                Some(function) => {
                    let code = code(&function.name);
                    quote!(#lib::Object::<#code>(#name))
                }
                None => quote!(#name),
            });
        passed.collect()
    }

    /// The accumulators, as the marker takes them.
    fn passed_accumulators(&self) -> Vec<TokenStream> {
        let lib = &self.lib;
        let passed = self.emitter.params().iter().zip(&self.bars).map(|(p, bar)| {
            match (p.is_active(), p.passing) {
                (false, _) => quote!(&mut #lib::Discard),
                (true, _) if p.function().is_some() => quote!(#bar),
                (true, Passing::Unique) => quote!(#lib::Accumulators::memory(#bar)),
                (true, _) => quote!(#lib::Accumulators::value(#bar)),
            }
        });
        passed.collect()
    }

    fn primal(&self) -> TokenStream {
        let ObjectImpl { marker, output, frame, stacks, lib, .. } = self;
        let Locals { object, values, stacks: stacks_name, .. } = &self.locals;
        let (values_type, bind_values, passed) =
            (self.of_params("Values"), self.bind_values(), self.passed_values());
        quote! {
            fn primal(#object: #lib::Object<'_, Self>, #values: #values_type,
                #stacks_name: &mut #stacks) -> (#output, #frame) {
                #bind_values
                <#marker>::primal(#(#passed,)* #stacks_name)
            }
        }
    }

    fn jvp(&self) -> TokenStream {
        let ObjectImpl { marker, output, tangent, dots, lib, .. } = self;
        let Locals { object, values, lent, tangents, .. } = &self.locals;
        let (values_type, tangents_type) = (self.of_params("Values"), self.of_params("Tangents"));
        let (bind_values, bind_tangents, passed) =
            (self.bind_values(), self.bind_tangents(), self.passed_values());
        quote! {
            fn jvp(#object: #lib::Object<'_, Self>, #values: #values_type,
                #lent: #lib::LentTangents<'_, Self>, #tangents: #tangents_type)
                -> (#output, #tangent) {
                #bind_values
                #bind_tangents
                <#marker>::jvp(#(#passed,)* #(#dots),*)
            }
        }
    }

    fn linear(&self) -> TokenStream {
        let ObjectImpl { marker, tangent, frame, stacks, dots, lib, .. } = self;
        let Locals {
            object, values, stacks: stacks_name, lent, tangents, frame: frame_name, ..
        } = &self.locals;
        let (values_type, tangents_type) = (self.of_params("Kept"), self.of_params("Tangents"));
        let (bind_values, bind_tangents, passed) =
            (self.bind_values(), self.bind_tangents(), self.passed_values());
        quote! {
            fn linear(#object: #lib::Object<'_, Self>, #values: #values_type, #frame_name: &#frame,
                #stacks_name: &#stacks, #lent: #lib::LentTangents<'_, Self>,
                #tangents: #tangents_type) -> #tangent {
                #bind_values
                #bind_tangents
                <#marker>::linear(#(#passed,)* #frame_name, #stacks_name, #(#dots),*)
            }
        }
    }

    fn transposed(&self) -> TokenStream {
        let ObjectImpl { marker, captures, params, tangent, frame, stacks, lib, .. } = self;
        let Locals {
            object,
            values,
            stacks: stacks_name,
            frame: frame_name,
            cotangent,
            accumulators,
            ..
        } = &self.locals;
        let (bind_values, bind_accumulators) = (self.bind_values(), self.bind_accumulators());
        let (values_type, passed, passed_accumulators) =
            (self.of_params("Kept"), self.passed_values(), self.passed_accumulators());
        quote! {
            fn transposed(
                #object: #lib::Object<'_, Self>, #values: #values_type, #frame_name: &#frame,
                    #stacks_name: &#stacks, #cotangent: #tangent,
                #accumulators: &mut (impl #lib::Accumulators<(#captures, #params)> + ?Sized),
            ) {
                #bind_values
                #bind_accumulators
                <#marker>::transposed(#(#passed,)* #frame_name, #stacks_name, #cotangent,
                    #(#passed_accumulators),*)
            }
        }
    }

    fn vjp(&self) -> TokenStream {
        let ObjectImpl { marker, captures, params, output, tangent, stacks, lib, .. } = self;
        let Locals { object, values, stacks: stacks_name, cotangent, accumulators, .. } =
            &self.locals;
        let (bind_values, bind_accumulators) = (self.bind_values(), self.bind_accumulators());
        let (values_type, passed, passed_accumulators) =
            (self.of_params("Values"), self.passed_values(), self.passed_accumulators());
        quote! {
            fn vjp(#object: #lib::Object<'_, Self>, #values: #values_type,
                #stacks_name: &mut #stacks, #cotangent: #tangent,
                #accumulators: &mut (impl #lib::Accumulators<(#captures, #params)> + ?Sized))
                -> #output {
                #bind_values
                #bind_accumulators
                <#marker>::vjp(#(#passed,)* #stacks_name, #cotangent, #(#passed_accumulators),*)
            }
        }
    }
}

/// Whether a type has a lifetime, named or elided. A marker that types alone determine has none.
fn has_lifetime(ty: &TokenStream) -> bool {
    !generics::is_free_of_lifetimes(ty)
}
