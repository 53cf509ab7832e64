//! Functions as values in emitted code. The runtime's `object.rs` says what a function object is.
//!
//! ```text
//! f: impl Fn(f64) -> f64   →  f: Object<'_, FFunction>, where FFunction: Function<(ByValue<f64, …>, ()), Output = f64, …>
//! f(x)                     →  <FFunction as Function<…>>::primal(f, (x, ()), &mut stacks)
//! p.energy(x), P: Potential →  <<P as Method<…>>::Marker as Function<…>>::primal(Object(()), (p, (x, ())), &mut stacks)
//! integral(square, a, b)   →  integral::primal(Object::<square>(()), a, b, &mut stacks)
//! integral(|x| k * x, …)   →  integral::primal(Object::<f_closure_0>((&k, ())), …)
//! ```
//!
//! In Linear A the captures of a closure are arguments of the call like others, and a parameter that is called is the first argument of the call. Here the
//! arguments of a call, or what stands for them in the linear part, are put together to what the convention of markers has: one
//! list for each function among the arguments, and one for the arguments of a parameter that is called.

use super::body::Body;
use super::{Emitter, allowances, callee, generics, names, types};
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::quote;

/// What stands for arguments.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part {
    /// They themselves, or what is kept of them.
    Values,
    /// Their tangents.
    Tangents,
    /// What takes their cotangents.
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
    let (value, memory, structure) = (types::value(ty), types::tangent_memory(ty), types::accumulated(ty));
    match passing {
        Passing::Value => quote!(::autodiff::__private::ByValue<#value, #memory, #structure>),
        Passing::Shared => quote!(::autodiff::__private::ByReference<#value, #memory, #structure>),
        Passing::Unique => quote!(::autodiff::__private::ByMut<#value, #memory>),
    }
}

/// The type parameter that is the code of a function.
pub fn code(name: &str) -> proc_macro2::Ident {
    proc_macro2::Ident::new(name, proc_macro2::Span::call_site())
}

/// The bound of that type parameter. What callers pass captures nothing.
pub fn bound(function: &FunctionType, is_public: bool) -> TokenStream {
    let parameters = parameters(function.params.iter().map(|(passing, ty)| (*passing, ty)));
    let (output, tangent) = (types::value(&function.output), types::tangent(&function.output));
    let captures = is_public.then(|| quote!(, Captures = ()));
    quote!(::autodiff::__private::Function<#parameters, Output = #output, Tangent = #tangent #captures>)
}

/// The bound of a type parameter that has a function of a trait.
pub fn of_trait(TraitFunction { name, function }: &TraitFunction) -> TokenStream {
    let (name, bound) = (proc_macro2::Literal::u64_suffixed(names::hash(name)), bound(function, true));
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
    /// What stands for the arguments of a call, in the convention of markers. `items` has one for each of the IR's arguments.
    pub(super) fn put_together(&self, call: &Call, items: Vec<TokenStream>, part: Part) -> Vec<TokenStream> {
        let callee = &call.callee;
        if callee.object.is_none() && callee.functions.is_empty() {
            return items;
        }
        let mut out = Vec::new();
        let mut functions = callee.functions.iter().peekable();
        let mut at = 0;
        // a function of a trait captures nothing, and is no argument
        if callee.object.is_some() && callee.method.is_some() {
            let marker = callee::marker(callee);
            out.push(if part == Part::Values { quote!(::autodiff::__private::Object::<#marker>(())) } else { quote!(()) });
        }
        loop {
            if let Some(function) = functions.next_if(|f| f.at == at) {
                let mine = at..at + function.captures;
                out.push(self.captures(function, &call.arguments[mine.clone()], &items[mine], part));
                at += function.captures;
                continue;
            }
            if let Some(object) = callee.object.as_ref().filter(|_| out.len() == 1) {
                let rest = list(items[at..].iter().zip(&object.params).map(|(item, (passing, ty))| match (part, passing) {
                    (Part::Accumulators, Passing::Unique) if !ty.is_discrete() => {
                        let memory = types::tangent_memory(ty);
                        quote!(::autodiff::__private::At::<#memory>(#item))
                    }
                    (Part::Accumulators, _) => quote!(::autodiff::__private::At(#item)),
                    _ => item.clone(),
                }));
                match (part, out.pop()) {
                    // one list of both
                    (Part::Accumulators, Some(captures)) => out.push(quote!(&mut (#captures, #rest))),
                    (_, captures) => out.extend(captures.into_iter().chain([rest])),
                }
                return out;
            }
            let Some(item) = items.get(at) else { return out };
            out.push(item.clone());
            at += 1;
        }
    }

    /// What stands for a function among the arguments.
    fn captures(&self, function: &FunctionArgument, arguments: &[Argument], items: &[TokenStream], part: Part) -> TokenStream {
        let captures = list(items.iter().zip(arguments).zip(&function.inactive).map(|((item, argument), inactive)| {
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
                    quote!(<<#code as ::autodiff::__private::Environment>::Captures as ::autodiff::__private::Parameters>::lent(#item))
                }
                (Part::Accumulators, None) => quote!(::autodiff::__private::At(#item)),
                _ => item.clone(),
            }
        }));
        let marker = marker(&function.code);
        match part {
            Part::Values => quote!(::autodiff::__private::Object::<#marker>(#captures)),
            Part::Tangents => captures,
            Part::Accumulators => quote!(&mut #captures),
        }
    }
}

impl Emitter<'_> {
    /// The marker as the code of a function object, for others to pass it.
    pub(super) fn object_impl(&self) -> TokenStream {
        let captured = match (self.source.captures, self.source.hidden) {
            (Some(captured), _) => captured,
            (None, false) => 0,
            (None, true) => return TokenStream::new(),
        };
        let (captures, params) = self.params().split_at(captured);
        if !self.generics.own().is_empty() {
            return TokenStream::new();
        }
        let is_unseen = |p: &Param| matches!(p.ty, Ty::Foreign(_)) && p.passing != Passing::Shared;
        let can_be_passed = |p: &Param| p.function().is_none() && !has_lifetime(&types::value(&p.ty)) && !is_unseen(p);
        let marker = self.marker_type();
        // an operator's marker names the type on the right, which may be a reference
        if !params.iter().all(can_be_passed) || has_lifetime(&marker) {
            return TokenStream::new();
        }
        let (cfgs, allowances, none) = (&self.source.cfgs, allowances(), TokenStream::new());
        let (declared, clause) = (self.generics.declared(&none, &[]), self.generics.clause());
        // rustc looks at what is captured before the types in the bounds of functions are known
        let bare = self.generics.declared_bare();
        let captures_type = list(captures.iter().map(|p| {
            // a constant has no tangents
            let value = types::value(&p.ty);
            if p.constant { quote!(::autodiff::__private::ByReference<#value, (), ()>) } else { parameter(p.passing, &p.ty) }
        }));
        let list_type = parameters(params.iter().map(|p| (p.passing, &p.ty)));
        let (output, tangent) = (self.output_type(), self.output_tangent_type());
        let (frame, stacks) = (self.of_generics(&self.names.frame), self.of_generics(&self.names.stacks));
        let private = quote!(::autodiff::__private);
        let constants = self.constants();

        let mut namer = self.namer();
        let names: Vec<_> = self.params().iter().map(|p| namer.fresh(&p.name)).collect();
        let dots: Vec<_> = self.params().iter().map(|p| namer.fresh(&format!("{}_dot", p.name))).collect();
        let bars: Vec<_> = self.params().iter().map(|p| namer.fresh(&format!("{}_bar", p.name))).collect();
        let [object, values, stacks_name, lent, tangents, frame_name, cotangent, bars_name, of_captures, of_arguments, rest] =
            ["object", "values", "stacks", "lent", "tangents", "frame", "cotangent", "accumulators", "captures", "arguments", "rest"]
                .map(|n| namer.fresh(n));
        let pattern = |names: &[proc_macro2::Ident]| list(names.iter().map(|n| quote!(#n)));
        let (captured_names, names_list) = (pattern(&names[..captured]), pattern(&names[captured..]));
        let (captured_dots, dots_list) = (pattern(&dots[..captured]), pattern(&dots[captured..]));
        let passed: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(&names)
            .map(|(p, name)| match p.function() {
                Some(function) => {
                    let code = code(&function.name);
                    quote!(#private::Object::<#code>(#name))
                }
                None => quote!(#name),
            })
            .collect();
        let take = |names: &[proc_macro2::Ident], from: &proc_macro2::Ident| -> TokenStream {
            let parts = names.iter().map(|name| quote!(let (#name, #rest) = #private::Accumulators::parts(#rest);));
            quote!(let #rest = #from; #(#parts)*)
        };
        let (take_captures, take_arguments) = (take(&bars[..captured], &of_captures), take(&bars[captured..], &of_arguments));
        let take = quote! {
            let (#of_captures, #of_arguments) = #private::Accumulators::parts(#bars_name);
            #take_captures
            #take_arguments
        };
        let accumulators: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(&bars)
            .map(|(p, bar)| match (p.is_active(), p.passing) {
                (false, _) => quote!(&mut #private::Discard),
                (true, _) if p.function().is_some() => quote!(#bar),
                (true, Passing::Unique) => quote!(#private::Accumulators::memory(#bar)),
                (true, _) => quote!(#private::Accumulators::value(#bar)),
            })
            .collect();
        let (values_of, tangents_of, kept_of) = (
            quote!(<#list_type as #private::Parameters>::Values<'_>),
            quote!(<#list_type as #private::Parameters>::Tangents<'_>),
            quote!(<#list_type as #private::Parameters>::Kept<'_>),
        );
        quote! {
            #cfgs
            #allowances
            impl #bare #private::Environment for #marker #clause { type Captures = #captures_type; }
            #cfgs
            #allowances
            impl #declared #private::Function<#list_type> for #marker #clause {
                type Output = #output;
                type Tangent = #tangent;
                type Frame = #frame;
                type Stacks = #stacks;
                #constants
                #[inline]
                fn primal(#object: #private::Object<'_, Self>, #values: #values_of, #stacks_name: &mut #stacks) -> (#output, #frame) {
                    let (#captured_names, #names_list) = (#object.0, #values);
                    <#marker>::primal(#(#passed,)* #stacks_name)
                }
                #[inline]
                fn jvp(#object: #private::Object<'_, Self>, #values: #values_of, #lent: #private::LentTangents<'_, Self>, #tangents: #tangents_of) -> (#output, #tangent) {
                    let (#captured_names, #names_list) = (#object.0, #values);
                    let (#captured_dots, #dots_list) = (#lent, #tangents);
                    <#marker>::jvp(#(#passed,)* #(#dots),*)
                }
                #[inline]
                fn linear(#object: #private::Object<'_, Self>, #values: #kept_of, #frame_name: &#frame, #stacks_name: &#stacks, #lent: #private::LentTangents<'_, Self>, #tangents: #tangents_of) -> #tangent {
                    let (#captured_names, #names_list) = (#object.0, #values);
                    let (#captured_dots, #dots_list) = (#lent, #tangents);
                    <#marker>::linear(#(#passed,)* #frame_name, #stacks_name, #(#dots),*)
                }
                #[inline]
                fn transposed(
                    #object: #private::Object<'_, Self>, #values: #kept_of, #frame_name: &#frame, #stacks_name: &#stacks, #cotangent: #tangent,
                    #bars_name: &mut (impl #private::Accumulators<(#captures_type, #list_type)> + ?Sized),
                ) {
                    let (#captured_names, #names_list) = (#object.0, #values);
                    #take
                    <#marker>::transposed(#(#passed,)* #frame_name, #stacks_name, #cotangent, #(#accumulators),*)
                }
                #[inline]
                fn vjp(#object: #private::Object<'_, Self>, #values: #values_of, #stacks_name: &mut #stacks, #cotangent: #tangent, #bars_name: &mut (impl #private::Accumulators<(#captures_type, #list_type)> + ?Sized)) -> #output {
                    let (#captured_names, #names_list) = (#object.0, #values);
                    #take
                    <#marker>::vjp(#(#passed,)* #stacks_name, #cotangent, #(#accumulators),*)
                }
                #[inline]
                fn clear(#stacks_name: &mut #stacks) { #stacks_name.clear() }
            }
        }
    }

    /// The marker's value, which is passed as a function.
    pub(super) fn function_constant(&self) -> TokenStream {
        let marker = &self.names.function;
        let phantom = self.generics.phantom_field(&[]).map(|field| field.value);
        let value = if self.source.method.is_some() { quote!(#marker(::core::marker::PhantomData)) } else { quote!(#marker { #phantom }) };
        quote!(pub const FUNCTION: Self = #value;)
    }

    /// Whether there is a function among the parameters.
    pub(super) fn takes_functions(&self) -> bool {
        self.params().iter().any(|p| p.function().is_some())
    }

    /// How residuals are cloned and printed: `phantom` is whether they have a field of the type parameters. What is derived would ask for
    /// `Clone` of the code of functions, and for `Debug` of what implements a trait.
    pub(super) fn derived(
        &self,
        name: &proc_macro2::Ident,
        fields: &[proc_macro2::Ident],
        default: bool,
        phantom: bool,
        lifetime: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let is_opaque =
            |p: &GenericParam| matches!(p.kind, GenericKind::Function(_) | GenericKind::Implementor { .. } | GenericKind::Named);
        let generic = self.parts.interface.generics.params.iter().any(is_opaque);
        if !generic {
            let default = default.then(|| quote!(, Default));
            return (quote!(#[derive(Clone, Debug #default)]), TokenStream::new());
        }
        let (cfgs, allowances) = (&self.source.cfgs, allowances());
        let (declared, arguments, clause) =
            (self.generics.declared(lifetime, &[]), self.generics.arguments(lifetime), self.generics.clause());
        let phantom: Vec<TokenStream> =
            self.generics.phantom_field(fields).filter(|_| phantom).map(|field| field.value).into_iter().collect();
        let shown = name.to_string();
        let names: Vec<String> = fields.iter().map(ToString::to_string).collect();
        let default = default.then(|| {
            quote! {
                #cfgs
                #allowances
                impl #declared ::core::default::Default for #name #arguments #clause {
                    fn default() -> Self { #name { #(#fields: ::core::default::Default::default(),)* #(#phantom)* } }
                }
            }
        });
        let implementations = quote! {
            #cfgs
            #allowances
            impl #declared ::core::clone::Clone for #name #arguments #clause {
                fn clone(&self) -> Self { #name { #(#fields: ::core::clone::Clone::clone(&self.#fields),)* #(#phantom)* } }
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

/// Whether a type has a lifetime, named or not: what is told by types alone has none.
fn has_lifetime(ty: &TokenStream) -> bool {
    !generics::is_free_of_lifetimes(ty)
}
