//! Of a function with a rule for each mode, a public function for tests that compares them: `f_rules_agree(arguments…, tolerance)`.
//!
//! It hands both rules to the runtime as functions on components: these take tangents and cotangents apart and put them together. What a function changes through `&mut`
//! is a part of its result that stands behind the others; a reverse rule need not give its value.

use super::generics::ItemGenerics;
use super::names::{ItemNames, identifier};
use super::pullback::{self, Rule, cotangent};
use super::{Emitter, Source, saved, types};
use crate::ir::*;
use proc_macro2::{Ident, Literal, Span, TokenStream};
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
        // the arguments again for each call; it changes copies
        let handed = self.handed_on(&names);
        let copies: Vec<Option<Ident>> =
            self.params().iter().map(|p| (p.passing == Passing::Unique).then(|| namer.fresh(&format!("{}_after", p.name)))).collect();
        let copied: TokenStream = self
            .params()
            .iter()
            .zip(&handed)
            .zip(&copies)
            .filter_map(|((p, n), copy)| {
                let copy = copy.as_ref()?;
                let value = match &p.ty {
                    Ty::Slice(_) => saved::saved_place(&p.ty, &quote!(#n), true),
                    ty => saved::saved(ty, &quote!(&*#n)),
                };
                Some(quote!(let mut #copy = #value;))
            })
            .collect();
        let again: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(handed.iter().zip(&copies))
            .map(|(p, (n, copy))| match (copy, p.passing) {
                (Some(copy), _) => lent(p, copy),
                (None, Passing::Value) => saved::saved(&p.ty, &quote!(&#n)),
                (None, _) => quote!(#n),
            })
            .collect();
        // a public function has by value what its caller cannot tell to be
        let owned = self.params().iter().zip(&again).map(|(p, n)| if self.owns(p) { saved::saved(&p.ty, n) } else { n.clone() });
        let owned: Vec<TokenStream> = owned.collect();
        let active: Vec<(&Param, &TokenStream)> = self.params().iter().zip(&handed).filter(|(p, _)| p.is_active()).collect();
        let mut zeros = TokenStream::new();
        let (mut zero_names, mut dot_names, mut bar_names) = (Vec::new(), Vec::new(), Vec::new());
        for (p, value) in &active {
            let name = self.public_name(p).to_string();
            let [zero, dot, bar] = ["zero", "dot", "bar"].map(|word| namer.fresh(&format!("{name}_{word}")));
            let ty = types::tangent(&p.ty);
            let value = match p.passing {
                Passing::Value => quote!(&#value),
                Passing::Shared => quote!(#value),
                Passing::Unique => quote!(&*#value),
            };
            zeros.extend(quote!(let #zero: #ty = #lib::Differentiable::zero_tangent(#value);));
            zero_names.push(zero);
            dot_names.push(dot);
            bar_names.push(bar);
        }
        let shown: Vec<&str> = active.iter().map(|(p, _)| self.public_name(p)).collect();
        let dots = active.iter().zip(&dot_names).map(|((p, _), dot)| match p.passing {
            Passing::Value => quote!(#dot),
            Passing::Unique => lent(p, dot),
            _ if self.owns(p) => quote!(#dot),
            _ if p.ty.has_slices() => quote!(&#dot[..]),
            _ => quote!(&#dot),
        });
        let (jvp, turbofish) = (&self.names.jvp, self.generics.turbofish());
        let jvp = if self.source.method.is_some() { quote!(Self::#jvp) } else { quote!(#jvp #turbofish) };
        let by_forward = quote!(#jvp(#(#owned,)* #(#dots),*));
        let is_unit = pullback::is_unit(interface);
        let y_bar_given = cotangent(&interface.output, &quote!(#y_bar));
        let y_bar_given = (!is_unit).then(|| quote!(#y_bar_given,));
        // cotangents of what is changed are changed in place, the others are returned
        let changed = |k: &usize| active[*k].0.passing == Passing::Unique;
        let (in_place, returned): (Vec<usize>, Vec<usize>) = (0..active.len()).partition(changed);
        let of = |names: &[Ident], numbers: &[usize]| -> Vec<Ident> { numbers.iter().map(|k| names[*k].clone()).collect() };
        let bars = super::wrappers::bare_or_tuple(&of(&bar_names, &returned));
        let changed_bars: Vec<TokenStream> = in_place.iter().map(|k| lent(active[*k].0, &bar_names[*k])).collect();
        let (changed_zeros, changed_dots, changed_names) =
            (of(&zero_names, &in_place), of(&dot_names, &in_place), of(&bar_names, &in_place));
        let pullback = pullback::path(interface, self.source.method.as_ref().map(|method| &method.stem[..]));
        let by_reverse = match reverse {
            Rule::Vjp(_) => quote!(let (#y, #bars) = <#pullback>::rule(#(#again,)* #y_bar_given #(#changed_bars),*);),
            Rule::Halves(..) => {
                let (residuals, places) = (namer.fresh("residuals"), active.iter().map(|_| quote!(())));
                quote! {
                    let ((#y, _), #residuals) = <#pullback>::residuals(#(#again,)* #(#places,)* &mut #lib::NoResiduals);
                    let #bars = <#pullback>::rule(&#residuals, #y_bar_given #(#changed_bars),*);
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
        let values_of_result = quote!({ let mut #out = #lib::Vec::new(); #(#lib::TangentSpace::flatten_into(&#parts, &mut #out);)* #out });
        for (p, copy) in self.params().iter().zip(&copies) {
            if let Some(copy) = copy.as_ref().filter(|_| p.is_active()) {
                reals(&pullback::owned(p), &quote!(#copy), &mut parts);
            }
        }
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
                #copied
                let #y: #y_type = #called(#(#owned),*);
                let #y_zero: #y_tangent = #lib::Differentiable::zero_tangent(&#y);
                #lib::TwoRules {
                    function: #shown_function,
                    forward: #forward_name,
                    reverse: #reverse_name,
                    parameters: &[#((#shown, #lib::TangentSpace::dimension(&#zero_names))),*],
                    results: #lib::TangentSpace::dimension(&#y_zero) #(+ #lib::TangentSpace::dimension(&#changed_zeros))*,
                    tolerance: #tolerance,
                }
                .check(
                    &#values,
                    |#flat: &[f64]| {
                        #(let mut #dot_names = ::core::clone::Clone::clone(&#zero_names); let #flat = #lib::TangentSpace::unflatten_from(&mut #dot_names, #flat);)*
                        #copied
                        let (#y, #y_dot) = #by_forward;
                        let mut #out = #lib::Differentiable::flatten(&#y_dot);
                        #(#lib::TangentSpace::flatten_into(&#changed_dots, &mut #out);)*
                        (#values, #out)
                    },
                    |#flat: &[f64]| {
                        let mut #y_bar = ::core::clone::Clone::clone(&#y_zero);
                        let #flat = #lib::TangentSpace::unflatten_from(&mut #y_bar, #flat);
                        #(let mut #changed_names = ::core::clone::Clone::clone(&#changed_zeros); let #flat = #lib::TangentSpace::unflatten_from(&mut #changed_names, #flat);)*
                        #copied
                        #by_reverse
                        let mut #out = #lib::Vec::new();
                        #(#lib::TangentSpace::flatten_into(&#bar_names, &mut #out);)*
                        (#values_of_result, #out)
                    },
                );
            }
        }
    }
}

/// A copy in the place of what a call changes.
fn lent(param: &Param, copy: &Ident) -> TokenStream {
    if matches!(param.ty, Ty::Slice(_)) { quote!(&mut #copy[..]) } else { quote!(&mut #copy) }
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

/// A path as users write it.
fn shown_path(path: &TokenStream) -> String {
    path.to_string().replace(' ', "")
}
