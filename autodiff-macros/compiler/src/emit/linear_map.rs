//! Code generation for `#[linear(x)]` on `fn f`: the marker of its linear map, and `f_transposed`.
//!
//! The marker is that of a differentiated function that is active in the linear parameters only,
//! and refuses active values in others. If the function has several linear maps, or is
//! differentiated as well, the marker `f` is that of its derivative. Each map then has its own
//! marker. The marker of a map has one more function:
//!
//! - `residuals(arguments…, &mut stacks) -> (y, frame)`, which returns `()` for every linear part
//!   of `y`, and the length of a linear vector. The value for a linear argument is ignored and may
//!   have any type; if its shape is used, the parameter has its declared type. Non-linear
//!   parameters by `&mut` are changed.
//!
//! `f_transposed(a, y_bar, &mut x_bar)` runs `residuals`, with zeros of the accumulator's length if
//! the shape is used, and `transposed`.

use crate::emit::body::{Body, zero_of};
use crate::emit::functions::Primal;
use crate::emit::residuals::layout::Layout;
use crate::emit::tokens::generics::ItemGenerics;
use crate::emit::tokens::names::{ItemNames, camel_case};
use crate::emit::tokens::once::once;
use crate::emit::tokens::{types, value_copies};
use crate::emit::wrappers::parameters::owned_value;
use crate::emit::wrappers::{owned_cotangent, pooled_stacks};
use crate::emit::{Emitter, Source};
use crate::ir::hash::HashSet;
use crate::ir::*;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// Whether a linear map shares its function with other markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The marker of the function is the marker of the map.
    Alone,
    /// The map has its own marker, and the name of its transpose ends with the names of its
    /// parameters.
    Separate,
}

/// Emits a linear map; `several` is whether its function has more than one.
pub fn linear_map(
    source: &Source,
    map: &LinearMap,
    standing: Standing,
    several: bool,
) -> TokenStream {
    let function = &map.stages.interface.name;
    let plain = function.trim_start_matches("r#");
    let receiver = source.method.as_ref().is_some_and(|method| method.receiver);
    let word = |k: &usize| {
        if receiver && *k == 0 {
            "self"
        } else {
            map.stages.interface.params[*k].name.trim_start_matches("r#")
        }
    };
    let words: Vec<&str> = map.params.iter().map(word).collect();
    let mut source = source.clone();
    let whole = ItemNames::of(&source, function);
    let (of, own) = (whole.function.clone(), format!("{plain}_in_{}", words.join("_")));
    let (names, suffix) = match (standing, &mut source.method) {
        (Standing::Alone, _) => (whole, String::new()),
        (Standing::Separate, None) => {
            let marker = Ident::new(&camel_case(&own), Span::call_site());
            (
                ItemNames { function: marker, ..ItemNames::new(&own) },
                format!("_{}", words.join("_")),
            )
        }
        (Standing::Separate, Some(method)) => {
            method.stem.extend(["in"].iter().chain(&words).map(ToString::to_string));
            // these names resolve to the function's marker
            method.names.clear();
            (ItemNames::of_method(&method.stem, &own), format!("_{}", words.join("_")))
        }
    };
    let generics = ItemGenerics::new(&map.stages.interface.generics);
    let emitter = Emitter {
        source: &source,
        parts: &map.stages,
        names,
        generics,
        read: crate::emit::functions::signature::read_params(&map.stages),
        allowances: crate::emit::allowances(),
    };
    let mut layout = Layout::new(
        &emitter.names,
        &emitter.generics,
        &map.stages.unzipped,
        map.stages.vjp.as_ref(),
    );
    let residuals = emitter
        .residuals(&mut Layout::new(&emitter.names, &emitter.generics, &map.residuals, None), map);
    let jvp = emitter.jvp(&mut layout).1;
    let primal = emitter.primal(&mut layout);
    let linear = emitter.linear(&mut layout);
    let transposed = emitter.transposed(&mut layout);
    // callers of a map with its own marker call its two halves
    let vjp = (standing == Standing::Alone).then(|| emitter.vjp(&mut layout).0);
    let (types, of_types) = emitter.stored_types(&layout);
    let (frame, stacks) =
        (emitter.of_generics(&emitter.names.frame), emitter.of_generics(&emitter.names.stacks));
    let inherent = quote!(#residuals #primal #linear #transposed #vjp);
    let (marker, of_marker) = emitter.marker(
        &jvp,
        &inherent,
        &emitter.marker_impl(&frame, &stacks, emitter.nested(&layout, &frame, &stacks)),
    );
    let registered = emitter.registration_impl(map, &of, several);
    let public = emitter.wrap_in_impl(
        &emitter.public_transposed(map, &format_ident!("{plain}_transposed{suffix}")),
    );
    let implementations = emitter.wrap_in_const(&quote!(#of_marker #of_types #registered));
    quote!(#public #types #marker #implementations)
}

impl Emitter<'_> {
    /// How callers find the linear map: through the marker of the function.
    fn registration_impl(&self, map: &LinearMap, of: &Ident, several: bool) -> TokenStream {
        let none = TokenStream::new();
        // the generic parameters of a method are declared by the marker's functions
        let generics = self.generics.of_block();
        let (clause, marker) = (generics.clause(), self.marker_type());
        let declared = generics.declaration(&none, &[]);
        let of = self.marker_type_of(of);
        let mask = Literal::u64_suffixed(map.mask());
        // a single map is registered for all sets of arguments: a caller with another set gets one
        // error, where it uses `LINEAR`
        let (mask_argument, for_all) = if several {
            (quote!(#mask), Vec::new())
        } else {
            (quote!(PARAMS), vec![quote!(const PARAMS: u64)])
        };
        let registered = generics.declaration(&none, &for_all);
        let all = map.outputs.iter().all(|linear| *linear).then(|| {
            quote!(impl #declared ::autodiff::__private::LinearInAllParts for #marker
                #clause {})
        });
        let interface = &self.parts.interface;
        let named =
            self.source.method.is_none() && interface.params.iter().all(|p| p.function().is_none());
        let as_rule = named.then(|| {
            let signature = crate::emit::rules::pullback::signature(interface);
            quote! {
                impl #declared ::autodiff::__private::RuleOf<#signature, #mask> for #of #clause {
                    type Same<F> = F;
                    #[inline(always)]
                    fn same<F>(function: F) -> F { function }
                }
            }
        });
        quote! {
            impl #registered ::autodiff::__private::LinearFn<#mask_argument> for #of #clause {
                type Map = #marker; const LINEAR: u64 = #mask; }
            #all
            #as_rule
        }
    }

    /// The marker's `residuals`.
    fn residuals(&self, layout: &mut Layout, map: &LinearMap) -> TokenStream {
        let function = &map.residuals;
        let mut body = Body::new(function, layout, self.namer(), &[]);
        let stacks = body.stacks();
        let read = read(function);
        let is_left_out = |param: &Param| self.is_unread(param, map, &read);
        let (params, prologue) = self.declare_params(&mut body, function, &is_left_out);
        let statements = body.block(&function.body);
        let (values, residuals) = function
            .body
            .results
            .split_at(function.body.results.len() - self.parts.residuals.len());
        let mut values = values.iter().copied();
        let mut linear = map.outputs.iter().copied();
        let interface = &self.parts.interface;
        let (y, y_type) = without_linear(
            &mut body,
            &interface.output,
            &interface.output_value,
            &mut linear,
            &mut values,
        );
        let changed = self
            .params()
            .iter()
            .enumerate()
            .filter(|(k, p)| p.passing == Passing::Unique && !map.params.contains(k));
        let back: TokenStream = changed
            .flat_map(|(_, p)| p.value.leaves())
            .zip(values)
            .map(|(param, last)| body.write_back(param, last))
            .collect();
        let own = self.own_frame(&mut body, function, residuals);
        let declared = self.params().iter();
        let declared = declared
            .map(|p| {
                if is_left_out(p) {
                    quote!(impl Sized)
                } else {
                    self.param_type(p, &TokenStream::new())
                }
            })
            .collect();
        let clones = value_copies::checked_clones(&interface.cloned_types);
        let statements = once(quote!(#clones #prologue #statements #back));
        self.primal_of(
            layout,
            "residuals",
            &Primal { params, param_types: declared, stacks, statements, y, y_type, frame: own },
        )
    }

    /// Whether the residuals do not use a parameter.
    fn is_unread(&self, param: &Param, map: &LinearMap, read: &HashSet<Var>) -> bool {
        let linear = map.params.iter().any(|k| std::ptr::eq(param, &self.params()[*k]));
        linear && !param.value.leaves().iter().any(|v| read.contains(v))
    }

    /// `f_transposed`.
    fn public_transposed(&self, map: &LinearMap, name: &Ident) -> TokenStream {
        let function = &self.display_name();
        let (mut namer, names) = self.public_names();
        let (marker_args, values) = (self.marker_arguments(&names), self.wrapper_names().1);
        let (y_bar, y, frame, stacks) =
            (namer.fresh("y_bar"), namer.fresh("y"), namer.fresh("frame"), namer.fresh("stacks"));
        let (read_again, read) = (self.read.clone(), read(&map.residuals));
        let marker = self.marker_path();
        let (mut declared, mut bars, mut shapes) = (Vec::new(), Vec::new(), TokenStream::new());
        let (mut given, mut saved, mut accumulators) = (Vec::new(), Vec::new(), Vec::new());
        for (k, (param, value)) in self.params().iter().zip(&values).enumerate() {
            if !map.params.contains(&k) {
                let marker_args = &marker_args[k];
                shapes.extend(owned_value(param, &names[k]));
                declared.push(self.declare_public_param(k, &names[k], &TokenStream::new()));
                given.push(quote!(#marker_args));
                saved.push(if read_again[k] { quote!(#marker_args) } else { quote!(()) });
                accumulators.push(quote!(&mut ::autodiff::__private::Discard));
                continue;
            }
            let bar = namer.fresh(&format!("{}_bar", self.public_name(param)));
            let ty = self.bar_type(param);
            bars.push(quote!(#bar: #ty));
            accumulators.push(quote!(#bar));
            let needed = !self.is_unread(param, map, &read);
            if needed || read_again[k] {
                let zeros = zeros_like(param, &bar, function);
                shapes.extend(quote!(let mut #value = #zeros;));
            }
            given.push(if needed { shape_argument(param, value) } else { quote!(()) });
            saved.push(if read_again[k] { shape_argument(param, value) } else { quote!(()) });
        }
        let interface = &self.parts.interface;
        let mut linear = map.outputs.iter().copied();
        let (y_bar_type, y_bar_owned) = linear_cotangent(
            &interface.output,
            &interface.output_value,
            &quote!(#y_bar),
            &quote!(#y),
            &mut linear,
        );
        let is_unit = matches!(&interface.output, Ty::Tuple(parts) if parts.is_empty());
        let y_bar_param = (!is_unit).then(|| quote!(#y_bar: #y_bar_type,));
        let y_bar_owned = if is_unit { quote!(()) } else { y_bar_owned };
        let check = (matches!(interface.output, Ty::Vec(_)) && map.outputs == [true]).then(|| {
            quote!(::autodiff::__private::check_result_length(#function, "cotangent", #y,
                #y_bar.len());)
        });
        let (acquire, release) = pooled_stacks(&stacks, &self.of_generics(&self.names.stacks));
        let (generics, clause) = self.declared_on_functions(&TokenStream::new());
        let vis = &self.source.visibility;
        let of: Vec<String> = map
            .params
            .iter()
            .map(|k| format!("`{}`", self.public_name(&self.params()[*k])))
            .collect();
        let head = self.attributes_and_docs(&format!(
            "The transpose of [`{function}`] as a linear map of {}: **adds** the cotangents for a \
             cotangent of its result to the accumulators.",
            of.join(" and ")
        ));
        quote! {
            #head
            #vis fn #name #generics(#(#declared,)* #y_bar_param #(#bars),*) #clause {
                #shapes
                #acquire
                let (#y, #frame) = #marker::residuals(#(#given,)* &mut #stacks);
                #check
                #marker::transposed(#(#saved,)* &#frame, &#stacks, #y_bar_owned,
                    #(#accumulators),*);
                #release
            }
        }
    }
}

/// The variables that a function reads.
fn read(function: &Function) -> HashSet<Var> {
    function.body.free_vars().into_iter().collect()
}

/// The result without its linear parts: value and type.
fn without_linear(
    body: &mut Body<'_>,
    ty: &Ty,
    tree: &Tree,
    linear: &mut dyn Iterator<Item = bool>,
    values: &mut dyn Iterator<Item = Var>,
) -> (TokenStream, TokenStream) {
    match (tree, ty) {
        (Tree::Leaf(_), _) => match (linear.next().unwrap_or(false), ty) {
            (true, Ty::Vec(_)) => {
                (values.next().map(|v| body.tokens(v)).unwrap_or_default(), quote!(usize))
            }
            (true, _) => (quote!(()), quote!(())),
            (false, _) => {
                (values.next().map(|v| body.tokens(v)).unwrap_or_default(), types::value(ty))
            }
        },
        (Tree::Tuple(trees), Ty::Tuple(types_of)) => {
            let parts = trees
                .iter()
                .zip(types_of)
                .map(|(tree, ty)| without_linear(body, ty, tree, linear, values));
            let (values, types_of): (Vec<TokenStream>, Vec<TokenStream>) = parts.unzip();
            (types::tuple(values.into_iter()), types::tuple(types_of.into_iter()))
        }
        (Tree::Tuple(_), _) => (quote!(()), quote!(())),
    }
}

/// The cotangent of the result as callers pass it, with `()` for non-linear parts: its type, and
/// the expression that the marker takes. Parts that do not depend on the linear parameters have a
/// zero cotangent.
fn linear_cotangent(
    ty: &Ty,
    tree: &Tree,
    value: &TokenStream,
    y: &TokenStream,
    linear: &mut dyn Iterator<Item = bool>,
) -> (TokenStream, TokenStream) {
    match (tree, ty) {
        (Tree::Leaf(_), _) => match linear.next().unwrap_or(false) {
            true => (types::cotangent_argument(ty), owned_cotangent(ty, value)),
            false if ty.is_discrete() => (quote!(()), quote!(())),
            false if ty.has_static_shape() => (quote!(()), zero_of(ty)),
            false => (quote!(()), quote!(::autodiff::__private::Differentiable::zero_tangent(&#y))),
        },
        (Tree::Tuple(trees), Ty::Tuple(types_of)) => {
            let parts = trees.iter().zip(types_of).enumerate().map(|(k, (tree, ty))| {
                let k = Literal::usize_unsuffixed(k);
                linear_cotangent(ty, tree, &quote!(#value.#k), &quote!(#y.#k), linear)
            });
            let (types_of, values): (Vec<TokenStream>, Vec<TokenStream>) = parts.unzip();
            (types::tuple(types_of.into_iter()), types::tuple(values.into_iter()))
        }
        (Tree::Tuple(_), _) => (quote!(()), quote!(())),
    }
}

/// Zeros of the shape of a parameter, which its accumulator determines.
fn zeros_like(param: &Param, bar: &Ident, function: &str) -> TokenStream {
    let text = &param.name;
    match (&param.ty, param.passing) {
        (Ty::Slice(element) | Ty::Vec(element), Passing::Unique) => {
            let zero = zero_of(element);
            quote!(::autodiff::__private::vec![#zero; #bar.len()])
        }
        (Ty::Slice(element) | Ty::Vec(element), _) => {
            let (zero, structure) = (zero_of(element), types::accumulator_structure(&param.ty));
            quote!(::autodiff::__private::vec![#zero;
                    ::autodiff::__private::length_of_linear::<#structure,
                    _>(&*#bar, #function, #text)])
        }
        (ty, _) => zero_of(ty),
    }
}

/// Those zeros as the argument.
fn shape_argument(param: &Param, value: &Ident) -> TokenStream {
    match (param.passing, &param.ty) {
        (Passing::Value, _) => quote!(::core::clone::Clone::clone(&#value)),
        (Passing::Shared, Ty::Slice(_)) => quote!(&#value[..]),
        (Passing::Shared, _) => quote!(&#value),
        (Passing::Unique, Ty::Slice(_)) => quote!(&mut #value[..]),
        (Passing::Unique, _) => quote!(&mut #value),
    }
}
