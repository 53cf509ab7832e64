//! Of a function with a rule for each mode, the function for people's tests that compares them: `f_rules_agree(arguments…, tolerance)`.
//!
//! It hands both rules to the runtime as functions on components: these take tangents and cotangents apart and put them together.

use super::generics::ItemGenerics;
use super::names::{ItemNames, identifier};
use super::pullback::{self, Rule, cotangent};
use super::{Emitter, Source, types};
use crate::ir::*;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// Emits `f_rules_agree`.
pub fn agreement(source: &Source, parts: &Stages, forward: &TokenStream, reverse: &Rule) -> TokenStream {
    let interface = &parts.interface;
    let names = ItemNames::new(&interface.name);
    let generics = ItemGenerics::new(&interface.generics);
    let emitter = Emitter { source, parts, names, generics, read: super::signature::read_params(parts) };
    emitter.associated(&emitter.agreement(forward, reverse))
}

impl Emitter<'_> {
    fn agreement(&self, forward: &TokenStream, reverse: &Rule) -> TokenStream {
        let interface = &self.parts.interface;
        let lib = quote!(::autodiff::__private);
        let (mut namer, names) = self.public_names();
        let declared: Vec<TokenStream> = names.iter().enumerate().map(|(k, n)| self.declared(k, n, &TokenStream::new())).collect();
        let [tolerance, flat, y, y_dot, y_bar, out, y_zero] =
            ["tolerance", "flat", "y", "y_dot", "y_bar", "components", "y_zero"].map(|name| namer.fresh(name));
        // the arguments again for each call
        let handed = self.handed_on(&names);
        let again: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(&handed)
            .map(|(p, n)| if p.passing == Passing::Value { quote!(::core::clone::Clone::clone(&#n)) } else { quote!(#n) })
            .collect();
        // a function for people has by value what its caller cannot tell to be
        let owned =
            self.params().iter().zip(&again).map(|(p, n)| if self.owns(p) { quote!(::core::clone::Clone::clone(#n)) } else { n.clone() });
        let owned: Vec<TokenStream> = owned.collect();
        let active: Vec<(&Param, &TokenStream)> = self.params().iter().zip(&handed).filter(|(p, _)| p.is_active()).collect();
        let mut zeros = TokenStream::new();
        let (mut zero_names, mut dot_names, mut bar_names) = (Vec::new(), Vec::new(), Vec::new());
        for (p, value) in &active {
            let name = self.public_name(p).to_string();
            let [zero, dot, bar] = ["zero", "dot", "bar"].map(|word| namer.fresh(&format!("{name}_{word}")));
            let ty = types::tangent(&p.ty);
            let value = if p.passing == Passing::Value { quote!(&#value) } else { quote!(#value) };
            zeros.extend(quote!(let #zero: #ty = #lib::Differentiable::zero_tangent(#value);));
            zero_names.push(zero);
            dot_names.push(dot);
            bar_names.push(bar);
        }
        let shown: Vec<&str> = active.iter().map(|(p, _)| self.public_name(p)).collect();
        let dots = active.iter().zip(&dot_names).map(|((p, _), dot)| match p.passing {
            Passing::Value => quote!(#dot),
            _ if self.owns(p) => quote!(#dot),
            _ if p.ty.is_sequence() => quote!(&#dot[..]),
            _ => quote!(&#dot),
        });
        let (jvp, turbofish) = (&self.names.jvp, self.generics.turbofish());
        let jvp = if self.source.method.is_some() { quote!(Self::#jvp) } else { quote!(#jvp #turbofish) };
        let by_forward = quote!(#jvp(#(#owned,)* #(#dots),*));
        let y_bar_given = cotangent(&interface.output, &quote!(#y_bar));
        let bars = super::public::bare_or_tuple(&bar_names);
        let pullback = pullback::path(interface, self.source.method.as_ref().map(|method| &method.stem[..]));
        let by_reverse = match reverse {
            Rule::Vjp(_) => quote!(let (#y, #bars) = <#pullback>::rule(#(#again,)* #y_bar_given);),
            Rule::Halves(..) => {
                let (residuals, places) = (namer.fresh("residuals"), active.iter().map(|_| quote!(())));
                quote! {
                    let ((#y, _), #residuals) = <#pullback>::residuals(#(#again,)* #(#places,)* &mut #lib::NoResiduals);
                    let #bars = <#pullback>::rule(&#residuals, #y_bar_given);
                }
            }
        };
        let function = identifier(&interface.name, Span::call_site());
        let called = match &self.source.method {
            None => quote!(#function),
            Some(method) => {
                let owner = &method.owner;
                quote!(<#owner>::#function)
            }
        };
        let mut parts = Vec::new();
        reals(&interface.output, &quote!(#y), &mut parts);
        let values = quote!({ let mut #out = #lib::Vec::new(); #(#lib::TangentSpace::flatten_into(&#parts, &mut #out);)* #out });
        let (y_type, y_tangent) = (types::value(&interface.output), types::tangent(&interface.output));
        let (shown_function, forward_name) = (self.shown(), shown_path(forward));
        let reverse_name = match reverse {
            Rule::Vjp(rule) => shown_path(rule),
            Rule::Halves(_, transposed) => shown_path(transposed),
        };
        let name = format_ident!("{}_rules_agree", interface.name.trim_start_matches("r#"));
        let head = self.head(&format!(
            "Checks the rules of [`{shown_function}`] against each other, for tests: at this point, the values that they give and every partial derivative. Panics at the first two numbers that differ by more than the tolerance, relative to the larger of them and to one."
        ));
        let (generics, clause) = self.declared_on_functions(&TokenStream::new());
        let vis = &self.source.visibility;
        quote! {
            #head
            #[track_caller]
            #vis fn #name #generics(#(#declared,)* #tolerance: f64) #clause {
                #zeros
                let #y: #y_type = #called(#(#owned),*);
                let #y_zero: #y_tangent = #lib::Differentiable::zero_tangent(&#y);
                #lib::TwoRules {
                    function: #shown_function,
                    forward: #forward_name,
                    reverse: #reverse_name,
                    parameters: &[#((#shown, #lib::TangentSpace::dimension(&#zero_names))),*],
                    results: #lib::TangentSpace::dimension(&#y_zero),
                    tolerance: #tolerance,
                }
                .check(
                    &#values,
                    |#flat: &[f64]| {
                        #(let mut #dot_names = ::core::clone::Clone::clone(&#zero_names); let #flat = #lib::TangentSpace::unflatten_from(&mut #dot_names, #flat);)*
                        let (#y, #y_dot) = #by_forward;
                        (#values, #lib::TangentSpace::flatten(&#y_dot))
                    },
                    |#flat: &[f64]| {
                        let mut #y_bar = ::core::clone::Clone::clone(&#y_zero);
                        #lib::TangentSpace::unflatten(&mut #y_bar, #flat);
                        #by_reverse
                        let mut #out = #lib::Vec::new();
                        #(#lib::TangentSpace::flatten_into(&#bar_names, &mut #out);)*
                        (#values, #out)
                    },
                );
            }
        }
    }
}

/// The parts of a result that are their own tangents, so that they can be compared.
fn reals(ty: &Ty, value: &TokenStream, parts: &mut Vec<TokenStream>) {
    match ty {
        Ty::Tuple(types) => {
            for (k, ty) in types.iter().enumerate() {
                let k = Literal::usize_unsuffixed(k);
                reals(ty, &quote!(#value.#k), parts);
            }
        }
        ty if ty.is_own_tangent() => parts.push(value.clone()),
        _ => {}
    }
}

/// A path as people write it.
fn shown_path(path: &TokenStream) -> String {
    path.to_string().replace(' ', "")
}
