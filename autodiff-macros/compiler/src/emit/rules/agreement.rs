//! For a function with a rule for each mode, emits a public function that compares them in tests:
//! `f_rules_agree(arguments…, tolerance)`.
//!
//! It passes both rules to the runtime as functions on components, which destructure and construct
//! tangents and cotangents. The final value of a parameter by `&mut` is a part of the result, after
//! the others; a reverse rule need not return it.

use crate::emit::rules::pullback::{self, Rule, cotangent};
use crate::emit::tokens::generics::ItemGenerics;
use crate::emit::tokens::names::{ItemNames, identifier};
use crate::emit::tokens::types::bare_or_tuple;
use crate::emit::tokens::{types, value_copies};
use crate::emit::{Emitter, Source};
use crate::ir::*;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// Emits `f_rules_agree`.
pub fn agreement(
    source: &Source,
    parts: &Stages,
    forward: &TokenStream,
    reverse: &Rule,
) -> TokenStream {
    let interface = &parts.interface;
    let names = ItemNames::new(&interface.name);
    let generics = ItemGenerics::new(&interface.generics);
    let emitter = Emitter {
        source,
        parts,
        names,
        generics,
        read: crate::emit::functions::signature::read_params(parts),
        allowances: crate::emit::allowances(),
    };
    emitter.wrap_in_impl(&emitter.agreement(forward, reverse))
}

impl Emitter<'_> {
    fn agreement(&self, forward: &TokenStream, reverse: &Rule) -> TokenStream {
        let agreement = Agreement::new(self, reverse);
        let interface = &self.parts.interface;
        let declared = agreement
            .names
            .iter()
            .enumerate()
            .map(|(k, n)| self.declare_public_param(k, n, &TokenStream::new()));
        let Locals { tolerance, y, y_zero, .. } = &agreement.locals;
        let (y_type, y_tangent) =
            (types::value(&interface.output), types::tangent(&interface.output));
        let (zeros, copies, call) =
            (agreement.bind_zeros(), agreement.bind_copies(), agreement.call());
        let check = agreement.check(forward);
        let name = format_ident!("{}_rules_agree", interface.name.trim_start_matches("r#"));
        let shown_function = self.display_name();
        let head = self.attributes_and_docs(&format!(
            "Checks the rules of [`{shown_function}`] against each other, for tests: their values \
             at this point, and every partial derivative. Panics at the first two numbers that \
             differ by more than the tolerance, relative to the larger of them and to one."
        ));
        let (generics, clause) = self.declared_on_functions(&TokenStream::new());
        let vis = &self.source.visibility;
        quote! {
            #head
            #[track_caller]
            #vis fn #name #generics(#(#declared,)* #tolerance: f64) #clause {
                #zeros
                #copies
                let #y: #y_type = #call;
                let #y_zero: #y_tangent = ::autodiff::__private::Differentiable::zero_tangent(&#y);
                #check
            }
        }
    }
}

/// The emission of one `f_rules_agree`: the names that its parts share.
struct Agreement<'e> {
    emitter: &'e Emitter<'e>,
    reverse: &'e Rule,
    /// The names of the parameters.
    names: Vec<Ident>,
    /// The arguments, as a call takes them.
    arguments: Vec<TokenStream>,
    /// For each parameter by `&mut`, the name of the copy that a call changes.
    copies: Vec<Option<Ident>>,
    active: Vec<Active<'e>>,
    locals: Locals,
}

/// An active parameter and the names of its zero tangent, its tangent and its cotangent.
struct Active<'e> {
    param: &'e Param,
    argument: TokenStream,
    zero: Ident,
    dot: Ident,
    bar: Ident,
}

impl Active<'_> {
    /// Whether the cotangent is changed in place; others are returned.
    fn is_changed(&self) -> bool {
        self.param.passing == Passing::Unique
    }
}

/// The names of the other variables.
struct Locals {
    tolerance: Ident,
    flat: Ident,
    y: Ident,
    y_dot: Ident,
    y_bar: Ident,
    components: Ident,
    y_zero: Ident,
    residuals: Ident,
}

impl<'e> Agreement<'e> {
    fn new(emitter: &'e Emitter<'e>, reverse: &'e Rule) -> Agreement<'e> {
        let (mut namer, names) = emitter.public_names();
        let [tolerance, flat, y, y_dot, y_bar, components, y_zero] =
            ["tolerance", "flat", "y", "y_dot", "y_bar", "components", "y_zero"]
                .map(|name| namer.fresh(name));
        let arguments = emitter.marker_arguments(&names);
        let params = emitter.params();
        let copies = params
            .iter()
            .map(|p| {
                (p.passing == Passing::Unique).then(|| namer.fresh(&format!("{}_after", p.name)))
            })
            .collect();
        let active = params.iter().zip(&arguments).filter(|(p, _)| p.is_active()).map(
            |(param, argument)| {
                let name = emitter.public_name(param);
                let [zero, dot, bar] =
                    ["zero", "dot", "bar"].map(|word| namer.fresh(&format!("{name}_{word}")));
                Active { param, argument: argument.clone(), zero, dot, bar }
            },
        );
        let active = active.collect();
        let residuals = namer.fresh("residuals");
        let locals = Locals { tolerance, flat, y, y_dot, y_bar, components, y_zero, residuals };
        Agreement { emitter, reverse, names, arguments, copies, active, locals }
    }

    fn interface(&self) -> &'e Interface {
        &self.emitter.parts.interface
    }

    fn params(&self) -> impl Iterator<Item = (&'e Param, &TokenStream, Option<&Ident>)> {
        self.emitter
            .params()
            .iter()
            .zip(&self.arguments)
            .zip(&self.copies)
            .map(|((p, argument), copy)| (p, argument, copy.as_ref()))
    }

    fn changed_params(&self) -> impl Iterator<Item = &Active<'e>> {
        self.active.iter().filter(|a| a.is_changed())
    }

    /// The statements that bind the zero tangents of the active parameters.
    fn bind_zeros(&self) -> TokenStream {
        let zeros = self.active.iter().map(|Active { param, argument, zero, .. }| {
            let ty = types::tangent(&param.ty);
            let value = match param.passing {
                Passing::Value => quote!(&#argument),
                Passing::Shared => quote!(#argument),
                Passing::Unique => quote!(&*#argument),
            };
            quote!(let #zero: #ty = ::autodiff::__private::Differentiable::zero_tangent(#value);)
        });
        zeros.collect()
    }

    /// The statements that copy the arguments that a call changes.
    fn bind_copies(&self) -> TokenStream {
        let copies = self.params().filter_map(|(p, argument, copy)| {
            let copy = copy?;
            let value = match &p.ty {
                Ty::Slice(_) => value_copies::copy_of_place(&p.ty, &quote!(#argument), true),
                ty => value_copies::copy_of_referent(ty, &quote!(&*#argument)),
            };
            Some(quote!(let mut #copy = #value;))
        });
        copies.collect()
    }

    /// The arguments of one of several calls: copies of those that it changes or consumes.
    fn copied_arguments(&self) -> Vec<TokenStream> {
        let again = self.params().map(|(p, argument, copy)| match (copy, p.passing) {
            (Some(copy), _) => changed_argument(p, copy),
            (None, Passing::Value) => value_copies::copy_of_referent(&p.ty, &quote!(&#argument)),
            (None, _) => quote!(#argument),
        });
        again.collect()
    }

    /// The same for a public function, which takes its receiver by value where the marker takes it
    /// by reference.
    fn public_arguments(&self) -> Vec<TokenStream> {
        let params = self.emitter.params().iter().zip(self.copied_arguments());
        params
            .map(|(p, n)| {
                if self.emitter.is_owned_by_wrapper(p) {
                    value_copies::copy_of_referent(&p.ty, &n)
                } else {
                    n
                }
            })
            .collect()
    }

    /// The call of the function itself.
    fn call(&self) -> TokenStream {
        let function = identifier(&self.interface().name, Span::call_site());
        let arguments = self.public_arguments();
        match &self.emitter.source.method {
            None => quote!(#function(#(#arguments),*)),
            Some(method) => {
                let owner = &method.owner;
                quote!(<#owner>::#function(#(#arguments),*))
            }
        }
    }

    fn call_forward(&self) -> TokenStream {
        let (emitter, arguments) = (self.emitter, self.public_arguments());
        let dots = self.active.iter().map(|Active { param, dot, .. }| match param.passing {
            Passing::Value => quote!(#dot),
            Passing::Unique => changed_argument(param, dot),
            _ if emitter.is_owned_by_wrapper(param) => quote!(#dot),
            _ if param.ty.has_slices() => quote!(&#dot[..]),
            _ => quote!(&#dot),
        });
        let (jvp, turbofish) = (&emitter.names.jvp, emitter.generics.turbofish());
        let jvp = if emitter.source.method.is_some() {
            quote!(Self::#jvp)
        } else {
            quote!(#jvp #turbofish)
        };
        quote!(#jvp(#(#arguments,)* #(#dots),*))
    }

    /// The statements that bind the value and the cotangents to the results of the reverse rule.
    fn call_reverse(&self) -> TokenStream {
        let interface = self.interface();
        let Locals { y, y_bar, residuals, .. } = &self.locals;
        let again = self.copied_arguments();
        let y_bar = cotangent(&interface.output, &quote!(#y_bar));
        let y_bar = (!pullback::is_unit(interface)).then(|| quote!(#y_bar,));
        let returned: Vec<&Ident> =
            self.active.iter().filter(|a| !a.is_changed()).map(|a| &a.bar).collect();
        let bars = bare_or_tuple(&returned);
        let changed = self.changed_params().map(|a| changed_argument(a.param, &a.bar));
        let pullback = pullback::path(
            interface,
            self.emitter.source.method.as_ref().map(|method| &method.stem[..]),
        );
        match self.reverse {
            Rule::Vjp(_) => {
                quote!(let (#y, #bars) = <#pullback>::rule(#(#again,)* #y_bar #(#changed),*);)
            }
            Rule::Halves(..) => {
                let places = self.active.iter().map(|_| quote!(()));
                quote! {
                    let ((#y, _), #residuals) =
                        <#pullback>::residuals(#(#again,)* #(#places,)* &mut
                        ::autodiff::__private::NoResiduals);
                    let #bars = <#pullback>::rule(&#residuals, #y_bar #(#changed),*);
                }
            }
        }
    }

    /// The components of values as one vector.
    fn flatten_values(&self, values: &[TokenStream]) -> TokenStream {
        let (lib, components) = (quote!(::autodiff::__private), &self.locals.components);
        quote!({ let mut #components = #lib::Vec::new();
            #(#lib::TangentSpace::flatten_into(&#values, &mut #components);)* #components })
    }

    /// The expression that compares the rules.
    fn check(&self, forward: &TokenStream) -> TokenStream {
        let lib = quote!(::autodiff::__private);
        let Locals { tolerance, flat, y, y_dot, y_bar, components, y_zero, .. } = &self.locals;
        let function = self.emitter.display_name();
        let (forward, reverse) = (path_string(forward), path_string(self.reverse.display_path()));
        let params = self.active.iter().map(|a| self.emitter.public_name(a.param));
        let zeros: Vec<&Ident> = self.active.iter().map(|a| &a.zero).collect();
        let dots: Vec<&Ident> = self.active.iter().map(|a| &a.dot).collect();
        let bars = self.active.iter().map(|a| &a.bar);
        let changed_zeros: Vec<&Ident> = self.changed_params().map(|a| &a.zero).collect();
        let changed_dots = self.changed_params().map(|a| &a.dot);
        let changed_bars: Vec<&Ident> = self.changed_params().map(|a| &a.bar).collect();
        let mut parts = Vec::new();
        reals(&self.interface().output, &quote!(#y), &mut parts);
        let values_of_result = self.flatten_values(&parts);
        for (p, _, copy) in self.params().filter(|(p, ..)| p.is_active()) {
            if let Some(copy) = copy {
                reals(&pullback::saved_param_type(p), &quote!(#copy), &mut parts);
            }
        }
        let values = self.flatten_values(&parts);
        let (copies, call_forward, call_reverse) =
            (self.bind_copies(), self.call_forward(), self.call_reverse());
        quote! {
            #lib::TwoRules {
                function: #function,
                forward: #forward,
                reverse: #reverse,
                parameters: &[#((#params, #lib::TangentSpace::dimension(&#zeros))),*],
                results: #lib::TangentSpace::dimension(&#y_zero)
                    #(+ #lib::TangentSpace::dimension(&#changed_zeros))*,
                tolerance: #tolerance,
            }
            .check(
                &#values,
                |#flat: &[f64]| {
                    #(let mut #dots = ::core::clone::Clone::clone(&#zeros);
                        let #flat = #lib::TangentSpace::unflatten_from(&mut #dots, #flat);)*
                    #copies
                    let (#y, #y_dot) = #call_forward;
                    let mut #components = #lib::Differentiable::flatten(&#y_dot);
                    #(#lib::TangentSpace::flatten_into(&#changed_dots, &mut #components);)*
                    (#values, #components)
                },
                |#flat: &[f64]| {
                    let mut #y_bar = ::core::clone::Clone::clone(&#y_zero);
                    let #flat = #lib::TangentSpace::unflatten_from(&mut #y_bar, #flat);
                    #(let mut #changed_bars = ::core::clone::Clone::clone(&#changed_zeros);
                        let #flat = #lib::TangentSpace::unflatten_from(&mut #changed_bars, #flat);)*
                    #copies
                    #call_reverse
                    let mut #components = #lib::Vec::new();
                    #(#lib::TangentSpace::flatten_into(&#bars, &mut #components);)*
                    (#values_of_result, #components)
                },
            );
        }
    }
}

impl Rule {
    /// The path that messages name: that of the rule, or of its linear half.
    fn display_path(&self) -> &TokenStream {
        match self {
            Rule::Vjp(rule) => rule,
            Rule::Halves(_, transposed) => transposed,
        }
    }
}

/// A copy in place of an argument that a call changes.
fn changed_argument(param: &Param, copy: &Ident) -> TokenStream {
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
fn path_string(path: &TokenStream) -> String {
    path.to_string().replace(' ', "")
}
