//! The linear map that a reverse rule of the user's stands for, under a marker of its own.
//!
//! ```text
//! vjp = rule:                    residuals: f(x), and x is kept        transposed: rule(x, y_bar).1
//! primal = p, transposed = t:    residuals: p(x)                       transposed: t(&r, y_bar)
//! ```
//!
//! A parameter by `&mut` is in-out in the rule as well: there it is given what was there before the call, and beside it the cotangent of what was there after it, which
//! the rule changes into that of before. It stands where `f_vjp` has it, behind `y_bar`.
//!
//! It has the convention of a rule's linear map: the arguments of `f`, then a place for each tangent. Its `linear` is made of the transpose, one pullback for each component
//! of the result.

use super::generics::ItemGenerics;
use super::names::{camel_case, identifier};
use super::signature::{accumulator_type, dot_type, param_type};
use super::wrappers::bare_or_tuple;
use super::{Method, Source, allowances, saved, types};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// A reverse rule: the paths of the user's functions.
pub enum Rule {
    /// `vjp = rule`
    Vjp(TokenStream),
    /// `primal = p, transposed = t`
    Halves(TokenStream, TokenStream),
}

fn marker(function: &str, stem: Option<&[String]>) -> Ident {
    match stem {
        None => format_ident!("{}Pullback", camel_case(function.trim_start_matches("r#"))),
        // as the other hidden types of methods
        Some(words) => format_ident!("{}__Pullback", words.iter().map(|word| camel_case(word)).collect::<Vec<_>>().join("__")),
    }
}

/// The marker as a path that is not imported: it stands beside the function, or beside the block of the method of the given stem.
pub fn path(interface: &Interface, stem: Option<&[String]>) -> TokenStream {
    let marker = marker(&interface.name, stem);
    let parameters = turbofish(&interface.generics);
    quote!((#marker #parameters))
}

/// `<T, N>`: a rule has the generic parameters of its function.
pub fn turbofish(generics: &Generics) -> TokenStream {
    ItemGenerics::new(generics).arguments(&TokenStream::new())
}

/// `::<T, N>` behind the path of a rule. An associated function has those of its type already.
pub fn of_rule(rule: &TokenStream, generics: &Generics) -> TokenStream {
    let generics = ItemGenerics::new(generics);
    let of_type = matches!(rule.clone().into_iter().next(), Some(TokenTree::Punct(p)) if p.as_char() == '<');
    if of_type { generics.of_method().turbofish() } else { generics.turbofish() }
}

/// A rule as a pointer of the type that it should have: of another type it does not compile, and the error shows both. There is one in what is generated for a
/// function, and other uses of the rule are calls of what it is in.
fn typed(rule: &TokenStream, interface: &Interface, ty: &TokenStream, call: &TokenStream) -> TokenStream {
    let parameters = of_rule(rule, &interface.generics);
    quote!({ let rule: #ty = #rule #parameters; rule(#call) })
}

/// The call of a forward rule beside a reverse one.
pub(super) fn forward_call(rule: &TokenStream, interface: &Interface, call: &TokenStream) -> TokenStream {
    typed(rule, interface, &jvp_type(interface), call)
}

fn value_type(param: &Param) -> TokenStream {
    param_type(param, &TokenStream::new())
}

fn active(interface: &Interface) -> impl Iterator<Item = &Param> {
    interface.params.iter().filter(|p| p.is_active())
}

fn is_changed(param: &Param) -> bool {
    param.passing == Passing::Unique
}

/// Whether the result is `()`, which has no cotangent.
pub(super) fn is_unit(interface: &Interface) -> bool {
    matches!(&interface.output, Ty::Tuple(parts) if parts.is_empty())
}

/// The type of a rule that gives value and tangent.
pub fn jvp_type(interface: &Interface) -> TokenStream {
    let arguments = interface.params.iter().map(value_type);
    let tangents = active(interface).map(dot_type);
    let (y, y_dot) = (types::value(&interface.output), types::tangent(&interface.output));
    let all = arguments.chain(tangents);
    quote!(fn(#(#all),*) -> (#y, #y_dot))
}

/// The type of a function with `#[linear]`, which may be the rule of another one.
pub(super) fn signature(interface: &Interface) -> TokenStream {
    let arguments = interface.params.iter().map(value_type);
    let y = types::value(&interface.output);
    quote!(fn(#(#arguments),*) -> #y)
}

/// The type of a rule that gives value and cotangents.
pub fn vjp_type(interface: &Interface) -> TokenStream {
    let arguments = interface.params.iter().map(value_type);
    let (y, y_bar) = (types::value(&interface.output), types::cotangent_argument(&interface.output));
    let y_bar = (!is_unit(interface)).then_some(y_bar);
    let changed = active(interface).filter(|p| is_changed(p)).map(dot_type);
    let bars: Vec<TokenStream> = active(interface).filter(|p| !is_changed(p)).map(|p| types::tangent(&p.ty)).collect();
    let bars = bare_or_tuple(&bars);
    let given = arguments.chain(y_bar).chain(changed);
    quote!(fn(#(#given),*) -> (#y, #bars))
}

/// Emits the linear map.
pub fn pullback(source: &Source, interface: &Interface, rule: &Rule) -> TokenStream {
    let (cfgs, allowances, vis) = (&source.cfgs, allowances(), &source.visibility);
    let method = source.method.as_ref();
    let function = identifier(&interface.name, Span::call_site());
    let function = match method {
        None => quote!(#function),
        Some(Method { owner, .. }) => quote!(<#owner>::#function),
    };
    // what its caller cannot tell is by value
    let lent = |k: usize| k == 0 && method.is_some_and(|method| method.lent);
    let marker = marker(&interface.name, method.map(|method| &method.stem[..]));
    let frame = format_ident!("{marker}Frame");
    let lib = quote!(::autodiff::__private);
    let generics = ItemGenerics::new(&interface.generics);
    let none = TokenStream::new();
    let (of_marker, arguments, of_impl, clause) =
        (generics.of_marker(), generics.arguments(&none), generics.declared(&none, &[]), generics.clause());
    let of_any = generics.declared(&none, &[quote!(AnyArguments)]);
    let names: Vec<Ident> = (0..interface.params.len()).map(|k| format_ident!("x{k}")).collect();
    let declared: Vec<TokenStream> = interface
        .params
        .iter()
        .zip(&names)
        .map(|(p, n)| {
            let ty = value_type(p);
            quote!(#n: #ty)
        })
        .collect();
    let places: Vec<TokenStream> = active(interface).map(|_| quote!(_: impl Sized)).collect();
    let (y_type, y_dot_type) = (types::value(&interface.output), types::tangent(&interface.output));
    let units = units(&interface.output_value, &interface.output);
    let units_type = units.clone();

    // what is kept, and the pullback
    let by_value: Vec<(&Param, &Ident)> = interface.params.iter().zip(&names).filter(|(p, _)| p.passing != Passing::Shared).collect();
    let (fields, made, keeps): (Vec<TokenStream>, TokenStream, TokenStream) = match rule {
        Rule::Vjp(_) => {
            let fields = by_value.iter().map(|(p, n)| {
                let ty = types::value(&owned(p));
                quote!(#n: #lib::Kept<#ty>)
            });
            let keep = by_value.iter().map(|(p, n)| match (p.passing, &p.ty) {
                (Passing::Unique, Ty::Slice(_)) => {
                    let kept = saved::kept(&owned(p), &saved::saved_place(&p.ty, &quote!(#n), true));
                    quote!(let #n = { let kept = #kept; (#n, kept) };)
                }
                (Passing::Unique, ty) => {
                    let kept = saved::kept(ty, &saved::saved(ty, &quote!(&*#n)));
                    quote!(let #n = { let kept = #kept; (#n, kept) };)
                }
                (_, ty) => {
                    let (saved, kept) = (saved::saved(ty, &quote!(&#n)), saved::kept(ty, n));
                    quote!(let #n = (#saved, #kept);)
                }
            });
            let given = interface.params.iter().zip(&names).enumerate().map(|(k, (p, n))| match p.passing {
                Passing::Value | Passing::Unique => quote!(#n.0),
                Passing::Shared if lent(k) => saved::saved(&p.ty, &quote!(#n)),
                Passing::Shared => quote!(#n),
            });
            let kept = by_value.iter().map(|(_, n)| quote!(#n: #n.1,));
            (fields.collect(), quote!(#(#keep)* let y: #y_type = #function(#(#given),*);), quote!(#(#kept)*))
        }
        Rule::Halves(primal, _) => (
            vec![quote!(residuals: #lib::Erased)],
            {
                let parameters = of_rule(primal, &interface.generics);
                quote!(let (y, residuals) = #primal #parameters(#(#names),*);)
            },
            quote!(residuals: #lib::Erased::new(residuals),),
        ),
    };
    let field_names: Vec<Ident> = match rule {
        Rule::Vjp(_) => by_value.iter().map(|(_, n)| (*n).clone()).collect(),
        Rule::Halves(..) => vec![format_ident!("residuals")],
    };
    // what is known of a rule's type is asked for once
    let bar_types: Vec<TokenStream> = active(interface).filter(|p| !is_changed(p)).map(|p| types::tangent(&p.ty)).collect();
    let (bar_types, y_bar_type) = (bare_or_tuple(&bar_types), types::cotangent_argument(&interface.output));
    let y_bar_declared = (!is_unit(interface)).then(|| quote!(y_bar: #y_bar_type,));
    let y_bar_given = (!is_unit(interface)).then(|| quote!(y_bar,));
    let changed: Vec<(usize, &Param)> = active(interface).enumerate().filter(|(_, p)| is_changed(p)).collect();
    let changed_names: Vec<Ident> = changed.iter().map(|(k, _)| format_ident!("bar{k}")).collect();
    let changed_types: Vec<TokenStream> = changed.iter().map(|(_, p)| dot_type(p)).collect();
    let called = match rule {
        Rule::Vjp(rule) => {
            let call = typed(rule, interface, &vjp_type(interface), &quote!(#(#names,)* #y_bar_given #(#changed_names),*));
            quote! {
                #[inline]
                pub fn rule(#(#declared,)* #y_bar_declared #(#changed_names: #changed_types),*) -> (#y_type, #bar_types) { #call }
            }
        }
        Rule::Halves(_, transposed) => {
            let parameters = of_rule(transposed, &interface.generics);
            quote! {
                #[inline]
                pub fn rule(frame: &#frame #arguments, #y_bar_declared #(#changed_names: #changed_types),*) -> #bar_types {
                    #transposed #parameters(frame.residuals.get(), #y_bar_given #(#changed_names),*)
                }
            }
        }
    };
    let y_bar = cotangent(&interface.output, &quote!(y_bar));
    let y_bar = (!is_unit(interface)).then(|| quote!(#y_bar,));
    // with what takes the place of the cotangents that the rule changes
    let pulled = |changed: &[TokenStream]| match rule {
        Rule::Vjp(_) => {
            let again = interface.params.iter().zip(&names).map(|(p, n)| match (p.passing, &p.ty) {
                (Passing::Value, ty) => saved::saved(ty, &quote!(&*frame.#n)),
                (Passing::Shared, _) => quote!(#n),
                (Passing::Unique, Ty::Slice(_)) => {
                    let saved = saved::saved_place(&p.ty, &quote!(frame.#n), true);
                    quote!(&mut #saved[..])
                }
                (Passing::Unique, ty) => {
                    let saved = saved::saved(ty, &quote!(&*frame.#n));
                    quote!(&mut #saved)
                }
            });
            quote!(Self::rule(#(#again,)* #y_bar #(#changed),*).1)
        }
        Rule::Halves(..) => quote!(Self::rule(frame, #y_bar #(#changed),*)),
    };
    let kept: Vec<TokenStream> = interface
        .params
        .iter()
        .zip(&names)
        .map(|(p, n)| {
            if p.passing == Passing::Shared && matches!(rule, Rule::Vjp(_)) {
                let ty = value_type(p);
                quote!(#n: #ty)
            } else {
                quote!(_: impl Sized)
            }
        })
        .collect();
    let bars: Vec<Ident> = active(interface).enumerate().map(|(k, _)| format_ident!("bar{k}")).collect();
    let returned: Vec<Ident> = active(interface).zip(&bars).filter(|(p, _)| !is_changed(p)).map(|(_, bar)| bar.clone()).collect();
    let pattern = bare_or_tuple(&returned);
    let accumulators: Vec<TokenStream> = active(interface)
        .enumerate()
        .map(|(k, p)| {
            let (name, ty) = (format_ident!("accumulator{k}"), if is_changed(p) { dot_type(p) } else { accumulator_type(p) });
            quote!(#name: #ty)
        })
        .collect();
    let additions = active(interface).enumerate().filter(|(_, p)| !is_changed(p)).map(|(k, p)| {
        let (name, bar) = (format_ident!("accumulator{k}"), &bars[k]);
        let structure = types::accumulated(&p.ty);
        let bar = if p.ty.has_slices() { quote!(&#bar[..]) } else { quote!(&#bar) };
        quote!(#lib::CotangentAccumulator::<#structure>::add(#name, #bar);)
    });
    let discarded: Vec<TokenStream> = interface.params.iter().map(|_| quote!(_: &mut impl ?Sized)).collect();
    let dots: Vec<TokenStream> = active(interface)
        .enumerate()
        .map(|(k, p)| {
            let name = format_ident!("dot{k}");
            let ty = dot_type(p);
            quote!(#name: #ty)
        })
        .collect();
    let rates = active(interface).enumerate().map(|(k, p)| {
        let (dot, bar) = (format_ident!("dot{k}"), &bars[k]);
        match (&p.ty, p.passing) {
            (ty, _) if ty.has_slices() => quote!(#lib::TangentSpace::dot(&#bar[..], &#dot[..])),
            (_, Passing::Value) => quote!(#lib::TangentSpace::dot(&#bar, &#dot)),
            (_, Passing::Shared) => quote!(#lib::TangentSpace::dot(&#bar, #dot)),
            (_, Passing::Unique) => quote!(#lib::TangentSpace::dot(&#bar, &*#dot)),
        }
    });
    let in_place: Vec<TokenStream> = changed.iter().map(|(k, _)| format_ident!("accumulator{k}")).map(|name| quote!(#name)).collect();
    let transposed = pulled(&in_place);
    // the cotangents that are changed are components like those of the result
    let lent: Vec<TokenStream> = changed
        .iter()
        .zip(&changed_names)
        .map(|((_, p), bar)| if matches!(p.ty, Ty::Slice(_)) { quote!(&mut #bar[..]) } else { quote!(&mut #bar) })
        .collect();
    let linear = pulled(&lent);
    let changed_dots: Vec<Ident> = changed.iter().map(|(k, _)| format_ident!("dot{k}")).collect();
    let zeros = changed_dots.iter().rev().fold(quote!(()), |rest, dot| quote!((#lib::Differentiable::zero_tangent(&*#dot), #rest)));
    let components = changed_names.iter().rev().fold(quote!(()), |rest, bar| quote!((mut #bar, #rest)));
    let finals = changed_names.iter().rev().fold(quote!(()), |rest, bar| quote!((#bar, #rest)));
    let written = changed.iter().zip(&changed_names).map(|((k, p), bar)| {
        let dot = format_ident!("dot{k}");
        if p.ty.has_slices() { quote!(#dot.clone_from_slice(&#bar[..]);) } else { quote!(*#dot = #bar;) }
    });
    let inactive: Vec<TokenStream> = interface.params.iter().map(|_| quote!(_: impl Sized)).collect();
    let first = interface.params.len();
    let mask = (0..bars.len()).fold(0_u64, |mask, k| mask | 1 << (first + k).min(63));
    let mask = proc_macro2::Literal::u64_suffixed(mask);
    let blanks = field_names.iter().map(|n| quote!(#n: #lib::Residual::blank(),));
    let phantom = generics.phantom_field(&field_names);
    let (phantom_declared, phantom_value) = (phantom.as_ref().map(|p| &p.declared).into_iter(), phantom.as_ref().map(|p| &p.value));
    let phantom_value: Vec<&TokenStream> = phantom_value.into_iter().collect();
    let of_struct = generics.phantom_field(&[]).map(|p| p.declared);
    quote! {
        #cfgs
        #[doc(hidden)]
        #allowances
        #vis struct #marker #of_marker { #of_struct }
        #cfgs
        #[doc(hidden)]
        #[derive(Clone, Debug)]
        #allowances
        pub struct #frame #of_impl #clause { #(#fields,)* #(#phantom_declared,)* shape: <#y_type as #lib::Differentiable>::Shape }
        #cfgs
        #allowances
        impl #of_impl #lib::Residual for #frame #arguments #clause {
            fn blank() -> Self { #frame { #(#blanks)* #(#phantom_value,)* shape: ::core::default::Default::default() } }
            fn heap_bytes(&self) -> usize { 0 #(+ #lib::Residual::heap_bytes(&self.#field_names))* }
        }
        #cfgs
        #[doc(hidden)]
        #allowances
        impl #of_impl #marker #arguments #clause {
            #called
            pub fn residuals(#(#declared,)* #(#places,)* _: &mut #lib::NoResiduals) -> ((#y_type, #units_type), #frame #arguments) {
                #made
                let shape = #lib::Differentiable::tangent_shape(&y);
                ((y, #units), #frame { #keeps #(#phantom_value,)* shape })
            }
            pub fn linear(#(#kept,)* #(#places,)* frame: &#frame #arguments, _: &#lib::NoResiduals, #(#inactive,)* #(#dots),*) -> (#y_dot_type, #y_dot_type) {
                let zero = <#y_type as #lib::Differentiable>::zero_of(&frame.shape);
                let (tangent, #finals) = #lib::tangent_of_pullback(&(::core::clone::Clone::clone(&zero), #zeros), |(y_bar, #components)| {
                    let #pattern = #linear;
                    0.0 #(+ #rates)*
                });
                #(#written)*
                (zero, tangent)
            }
            pub fn transposed(#(#kept,)* #(#places,)* frame: &#frame #arguments, _: &#lib::NoResiduals, (_, y_bar): (#y_dot_type, #y_dot_type), #(#discarded,)* #(#accumulators),*) {
                let #pattern = #transposed;
                #(#additions)*
            }
        }
        #cfgs
        #allowances
        impl #of_any #lib::DifferentiableFn<AnyArguments> for #marker #arguments #clause {
            type Output = (#y_type, #y_type);
            type Frame = #frame #arguments;
            type Stacks = #lib::NoResiduals;
            type NestedStacks = #lib::InPlace<#lib::NoResiduals>;
            type NestedFrame = #lib::InPlace<#frame #arguments>;
        }
        #cfgs
        #allowances
        impl #of_impl #lib::LinearFn<#mask> for #marker #arguments #clause { type Map = #marker #arguments; const LINEAR: u64 = #mask; }
    }
}

/// In place of the tangent of a result: nothing for each of its parts.
fn units(tree: &Tree, ty: &Ty) -> TokenStream {
    match (tree, ty) {
        (Tree::Tuple(trees), Ty::Tuple(parts)) => types::tuple(trees.iter().zip(parts).map(|(tree, ty)| units(tree, ty))),
        _ => quote!(()),
    }
}

/// A cotangent that is owned, as callers pass it.
pub(super) fn cotangent(ty: &Ty, value: &TokenStream) -> TokenStream {
    match ty {
        Ty::Vec(_) => quote!(&#value[..]),
        Ty::Projected(_) | Ty::Deque(_) => quote!(&#value),
        Ty::Tuple(parts) => types::tuple(parts.iter().enumerate().map(|(k, part)| {
            let k = proc_macro2::Literal::usize_unsuffixed(k);
            cotangent(part, &quote!(#value.#k))
        })),
        _ => quote!(#value),
    }
}

/// The type of what is kept of a parameter.
pub(super) fn owned(param: &Param) -> Ty {
    match &param.ty {
        Ty::Slice(element) => Ty::Vec(element.clone()),
        ty => ty.clone(),
    }
}
