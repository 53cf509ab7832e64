//! A function that compiles with its derivatives → a test that compares them with finite
//! differences, as text for the end of its module.

use crate::reals::{Reals, bounds, conversion};
use crate::source::{Function, Named, Sources};
use anyhow::{Result, bail};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::HashMap;
use syn::visit_mut::VisitMut;

/// What a generic array length becomes.
const LENGTH: usize = 3;

/// How a function is tested.
#[derive(Clone, Copy)]
pub struct Form {
    /// Whether the crate's types without reals have no tangents.
    pub plain: bool,
    /// Whether the derivatives of a trait's function have no names of their own: those of a
    /// function that calls it are tested.
    pub called: bool,
}

/// The test of a function. An error says why there can be none.
pub fn test(
    sources: &Sources,
    function: &Function,
    name: &str,
    identifier: &str,
    form: Form,
) -> Result<TokenStream> {
    let Form { plain, called } = form;
    let signature = &function.item.sig;
    let reals = Reals::new(sources, &signature.generics, sources.block(function));
    let mut concrete = Concrete { types: HashMap::new(), lengths: Vec::new() };
    for generics in std::iter::once(&signature.generics)
        .chain(sources.block(function).map(|b| &b.head.generics))
    {
        for parameter in generics.type_params() {
            let name = parameter.ident.to_string();
            let to = if reals.scalars.contains(&name) {
                Some(syn::parse_quote!(f64))
            } else {
                reals.converted.get(&name).cloned()
            };
            let to = to.or_else(|| {
                bounds(generics, &parameter.ident)
                    .any(is_source)
                    .then(|| syn::parse_quote!(RandomSource))
            });
            let Some(to) = to else { bail!("the generic parameter {name}") };
            concrete.types.insert(name, to);
        }
        concrete.lengths.extend(generics.const_params().map(|p| p.ident.to_string()));
    }
    if let Some(block) = sources.block(function) {
        let mut ty = (*block.head.self_ty).clone();
        concrete.visit_type_mut(&mut ty);
        concrete.types.insert("Self".into(), ty);
    }
    let mut parameters = Vec::new();
    for input in &signature.inputs {
        let mut ty = match input {
            syn::FnArg::Receiver(receiver) => match &receiver.kind {
                syn::ReceiverKind::Value => syn::parse_quote!(Self),
                syn::ReceiverKind::Reference(_, _, Some(_)) => syn::parse_quote!(&mut Self),
                syn::ReceiverKind::Reference(..) => syn::parse_quote!(&Self),
                _ => bail!("the receiver"),
            },
            syn::FnArg::Typed(typed) => match &*typed.ty {
                syn::Type::ImplTrait(some) => {
                    conversion(some.bounds.iter()).unwrap_or_else(|| (*typed.ty).clone())
                }
                ty => ty.clone(),
            },
        };
        concrete.visit_type_mut(&mut ty);
        let mut parameter = parameter(&reals, &ty)?;
        parameter.active |= !plain && named(sources, &parameter.owned);
        parameters.push(parameter);
    }
    let mut output: syn::Type = match &signature.output {
        syn::ReturnType::Default => syn::parse_quote!(()),
        syn::ReturnType::Type(_, ty) => (**ty).clone(),
    };
    concrete.visit_type_mut(&mut output);
    let mut output_owned = owned(&output)?;
    Static.visit_type_mut(&mut output_owned);
    let uniques: Vec<usize> = (0..parameters.len()).filter(|k| parameters[*k].unique).collect();
    let active: Vec<usize> = (0..parameters.len()).filter(|k| parameters[*k].active).collect();
    let caller = match sources.block(function).and_then(|b| b.head.trait_.as_ref()) {
        Some((of, _)) if called => {
            let names: Vec<_> = (0..parameters.len()).map(|k| format_ident!("a{k}")).collect();
            let (ty, f, caller) =
                (&concrete.types["Self"], &signature.ident, format_ident!("{identifier}_caller"));
            let types = parameters.iter().map(|p| &p.passed);
            let call =
                operation(of, &names).unwrap_or_else(|| quote!(<#ty as #of>::#f(#(#names),*)));
            Some(quote! {
                #[::autodiff::differentiate]
                fn #caller(#(#names: #types),*) -> #output { #call }
            })
        }
        _ if called => bail!("a function of no trait has names of its own"),
        _ => None,
    };
    let path = |suffix: &str| {
        if called {
            let f = format_ident!("{identifier}_caller{suffix}");
            return quote!(#f);
        }
        let f = format_ident!("{}{suffix}", signature.ident);
        match function.block {
            None => quote!(super::#f),
            Some(_) => {
                let ty = &concrete.types["Self"];
                quote!(<#ty>::#f)
            }
        }
    };
    let types: Vec<&syn::Type> = parameters.iter().map(|p| &p.owned).collect();
    let all_types = types.chunks(GROUP).map(|types| quote!((#(#types,)*)));
    let result = if uniques.is_empty() {
        quote!(#output_owned)
    } else {
        let uniques = uniques.iter().map(|k| types[*k]);
        quote!((#output_owned, (#(#uniques,)*)))
    };
    // the arguments themselves, of which those by `&mut` are cloned first
    let prepare: Vec<TokenStream> = uniques.iter().map(|k| clone_of(*k, "u", quote!(a))).collect();
    let arguments: Vec<TokenStream> =
        (0..parameters.len()).map(|k| parameters[k].pass(k)).collect();
    let whole = |y: TokenStream| {
        if uniques.is_empty() {
            return y;
        }
        let uniques = uniques.iter().map(|k| format_ident!("u{k}"));
        quote!((#y, (#(#uniques,)*)))
    };
    let reals_of_output = reals.carries(&output);
    let (call, jvp) = (path(""), path("_jvp"));
    let owner =
        if matches!(output, syn::Type::Reference(_)) { quote!(.to_owned()) } else { quote!() };
    let value = {
        let y = whole(quote!(y));
        quote!(#(#prepare)* let y = #call(#(#arguments),*)#owner; #y)
    };

    // forward: tangents stand after all arguments
    let tangent_copies: Vec<TokenStream> = active
        .iter()
        .map(|k| {
            let (name, index) = (format_ident!("d{k}"), member_of_all(*k));
            let tangent = tangent_of(&quote!(d.#index));
            quote!(let mut #name = #tangent;)
        })
        .collect();
    let tangents: Vec<TokenStream> =
        active.iter().map(|k| parameters[*k].pass_named(&format_ident!("d{k}"))).collect();
    let value_of_jvp = whole(quote!(y));
    let tangent_parts: Vec<TokenStream> = uniques
        .iter()
        .map(|k| format_ident!("d{k}"))
        .map(|d| quote!(t.extend(h::flat(&mut #d));))
        .collect();
    let forward = if reals_of_output {
        quote!(#(#prepare)* #(#tangent_copies)* let (y,
            mut y_dot) = #jvp(#(#arguments,)* #(#tangents),*);
            let mut t = h::flat(&mut y_dot); #(#tangent_parts)* (#value_of_jvp, t))
    } else {
        quote!(#(#prepare)* #(#tangent_copies)* let (y, _) = #jvp(#(#arguments,)* #(#tangents),*);
            let mut t = std::vec::Vec::new(); #(#tangent_parts)* (#value_of_jvp, t))
    };

    // reverse: the cotangent of the result, then the buffers of the `&mut` parameters
    let y_bar_of = if uniques.is_empty() { quote!(b) } else { quote!(b.0) };
    let scalar = is_scalar(&output) && uniques.is_empty();
    let mut after = Vec::new();
    if reals_of_output && !scalar {
        after.push(cotangent(sources, &reals, &output_owned, &y_bar_of));
    } else if is_last(&output, "Result") {
        after.push(quote!(()));
    }
    let buffers: Vec<TokenStream> = uniques
        .iter()
        .enumerate()
        .map(|(n, k)| {
            // of what the argument is after the call
            let (name, n) = (format_ident!("c{k}"), syn::Index::from(n));
            let cotangent = tangent_of(&quote!(b.1.#n));
            quote!(let mut #name = #cotangent;)
        })
        .collect();
    after.extend(uniques.iter().map(|k| parameters[*k].pass_named(&format_ident!("c{k}"))));
    let returned: Vec<usize> = active.iter().copied().filter(|k| !parameters[*k].unique).collect();
    let names: Vec<_> = returned.iter().map(|k| format_ident!("c{k}")).collect();
    let pattern = match &names[..] {
        [] => quote!(_),
        [name] => quote!(mut #name),
        _ => quote!((#(mut #names),*)),
    };
    let all = active.iter().map(|k| format_ident!("c{k}"));
    let derivative = if scalar { path("_value_and_grad") } else { path("_vjp") };
    let value_of_vjp = whole(quote!(y));
    let reverse = quote!(#(#prepare)* #(#buffers)* let (y,
        #pattern) = #derivative(#(#arguments,)* #(#after),*);
        let mut g = std::vec::Vec::new(); #(g.extend(h::flat(&mut #all));)* (#value_of_vjp, g));

    let identifier = format_ident!("{identifier}");
    Ok(quote! {
        #caller
        #[test]
        fn #identifier() {
            type A = (#(#all_types,)*);
            type Y = #result;
            fn value(a: &A) -> Y { #value }
            fn forward(a: &A, d: &A) -> (Y, std::vec::Vec<f64>) { #forward }
            fn reverse(a: &A, b: &Y) -> (Y, std::vec::Vec<f64>) { #reverse }
            h::run::<A, Y>(#name, || h::Check { value: &value, forward: Some(&forward),
                reverse: &reverse });
        }
    })
}

/// Whether what has such a bound gives random numbers.
fn is_source(bound: &syn::TypeParamBound) -> bool {
    crate::source::bound_name(bound).is_some_and(|name| name == "Rng" || name == "RngCore")
}

/// The operation that a trait of an operator is for.
fn operation(of: &syn::Path, names: &[syn::Ident]) -> Option<TokenStream> {
    let operator = match of.segments.last()?.ident.to_string().as_str() {
        "Add" => quote!(+),
        "Sub" => quote!(-),
        "Mul" => quote!(*),
        "Div" => quote!(/),
        "Rem" => quote!(%),
        "Neg" => quote!(-),
        "AddAssign" => quote!(+=),
        "SubAssign" => quote!(-=),
        "MulAssign" => quote!(*=),
        "DivAssign" => quote!(/=),
        "RemAssign" => quote!(%=),
        _ => return None,
    };
    let assigns = operator.to_string().contains('=');
    Some(match names {
        [x] => quote!(#operator #x),
        [x, y] if assigns => quote!(*#x #operator #y),
        [x, y] => quote!(#x #operator #y),
        _ => return None,
    })
}

struct Parameter {
    /// Whether it gives random numbers: the same at each call.
    source: bool,
    passed: syn::Type,
    owned: syn::Type,
    reference: bool,
    unique: bool,
    active: bool,
}

fn parameter(reals: &Reals, ty: &syn::Type) -> Result<Parameter> {
    let (reference, unique) = match ty {
        syn::Type::Reference(r) => (true, r.mutability.is_some()),
        _ => (false, false),
    };
    if matches!(ty, syn::Type::Reference(r) if is_last(&r.elem, "RandomSource")) {
        let (passed, owned) = (syn::parse_quote!(&mut impl ::rand::Rng), syn::parse_quote!(()));
        return Ok(Parameter {
            source: true,
            passed,
            owned,
            reference,
            unique: false,
            active: false,
        });
    }
    Ok(Parameter {
        source: false,
        passed: ty.clone(),
        owned: owned(ty)?,
        reference,
        unique,
        active: reals.carries(ty),
    })
}

impl Parameter {
    /// The argument itself.
    fn pass(&self, k: usize) -> TokenStream {
        if self.source {
            return quote!(&mut <::rand::rngs::StdRng as ::rand::SeedableRng>::seed_from_u64(7));
        }
        if self.unique {
            return self.pass_named(&format_ident!("u{k}"));
        }
        let k = member_of_all(k);
        if self.reference { quote!(&a.#k) } else { quote!(a.#k.clone()) }
    }

    /// A variable, in the way that the argument is passed.
    fn pass_named(&self, name: &syn::Ident) -> TokenStream {
        match (self.unique, self.reference) {
            (true, _) => quote!(&mut #name),
            (_, true) => quote!(&#name),
            _ => quote!(#name.clone()),
        }
    }
}

/// How values of one of the crate's types are sampled and changed, and its tangents. `tangents`
/// says whether it has any.
pub fn type_support(sources: &Sources, named: &Named, tangents: bool) -> Result<TokenStream> {
    let (name, generics, attributes) = match &named.item {
        syn::Item::Struct(s) => (&s.ident, &s.generics, &s.attrs),
        syn::Item::Enum(e) => (&e.ident, &e.generics, &e.attrs),
        _ => bail!("neither a struct nor an enum"),
    };
    let reals = Reals::new(sources, generics, None);
    let mut concrete = Concrete { types: HashMap::new(), lengths: Vec::new() };
    let mut arguments = Vec::new();
    for parameter in &generics.params {
        match parameter {
            syn::GenericParam::Type(t) => {
                if !t.bounds.is_empty() && !reals.scalars.contains(&t.ident.to_string()) {
                    bail!("the generic parameter {}", t.ident);
                }
                concrete.types.insert(t.ident.to_string(), syn::parse_quote!(f64));
                arguments.push(quote!(f64));
            }
            syn::GenericParam::Const(c) => {
                concrete.lengths.push(c.ident.to_string());
                arguments.push(quote!(#LENGTH));
            }
            syn::GenericParam::Lifetime(_) => bail!("a lifetime"),
        }
    }
    let arguments = if arguments.is_empty() { quote!() } else { quote!(<#(#arguments),*>) };
    let variants: Vec<(Option<&syn::Ident>, &syn::Fields)> = match &named.item {
        syn::Item::Struct(s) => vec![(None, &s.fields)],
        syn::Item::Enum(e) => e.variants.iter().map(|v| (Some(&v.ident), &v.fields)).collect(),
        _ => Vec::new(),
    };
    let scope = Reals::new(sources, generics, None);
    let carries = |ty: &syn::Type| {
        let mut ty = ty.clone();
        concrete.clone().visit_type_mut(&mut ty);
        scope.carries(&ty)
    };
    let kept = |ty: &syn::Type| carries(ty) || self::named(sources, ty);
    let tangent = format_ident!("{name}Tangent");
    let head = |of: TokenStream, variant: &Option<&syn::Ident>| match variant {
        Some(variant) => quote!(#of::#variant),
        None => of,
    };
    let member = |k: usize, field: &syn::Field| {
        field.ident.as_ref().map_or_else(
            || quote::ToTokens::to_token_stream(&syn::Index::from(k)),
            quote::ToTokens::to_token_stream,
        )
    };
    let mut arms = Vec::new();
    let mut short = Vec::new();
    let mut tangent_arms = Vec::new();
    let mut samples = Vec::new();
    let mut clones = Vec::new();
    for (variant, fields) in &variants {
        let (value, dot) =
            (head(quote!(super::#name), variant), head(quote!(super::#tangent), variant));
        let active: Vec<(usize, &syn::Field)> =
            fields.iter().enumerate().filter(|(_, f)| carries(&f.ty)).collect();
        let names: Vec<_> = active.iter().map(|(k, _)| format_ident!("x{k}")).collect();
        let members: Vec<_> = active.iter().map(|(k, f)| member(*k, f)).collect();
        arms.push(
            quote!(#value { #(#members: #names,)* .. } => { #(h::Reals::reals(#names, f);)* }),
        );
        short.push(
            quote!(#value { #(#members: #names,)* .. } => false #(|| h::Reals::is_short(#names))*),
        );
        let places: Vec<_> = fields
            .iter()
            .filter(|f| kept(&f.ty))
            .enumerate()
            .filter(|(_, f)| carries(&f.ty))
            .map(|(k, f)| member(k, f))
            .collect();
        tangent_arms
            .push(quote!(#dot { #(#places: #names,)* .. } => { #(h::Reals::reals(#names, f);)* }));
        let all: Vec<_> = fields.iter().enumerate().map(|(k, f)| member(k, f)).collect();
        let all_names: Vec<_> = (0..all.len()).map(|k| format_ident!("x{k}")).collect();
        samples.push(quote!(#value { #(#all: h::Sample::sample(p)),* }));
        clones.push(quote!(#value { #(#all: #all_names),* }
            => #value { #(#all: Clone::clone(#all_names)),* }));
    }
    let count = variants.len() as u8;
    let numbers = 0..count;
    let derives = attributes
        .iter()
        .any(|a| a.path().is_ident("derive") && quote!(#a).to_string().contains("Clone"));
    let implements = sources.blocks.iter().any(|b| {
        let of_clone = b
            .head
            .trait_
            .as_ref()
            .is_some_and(|(path, _)| path.segments.last().is_some_and(|s| s.ident == "Clone"));
        of_clone
            && matches!(&*b.head.self_ty, syn::Type::Path(p) if p.path.segments.last()
            .is_some_and(|s| s.ident == *name))
    });
    let clone = (!derives && !implements).then(|| {
        quote!(impl Clone for super::#name #arguments { fn clone(&self)
            -> Self { match self { #(#clones,)* } } })
    });
    let of_tangent = tangents.then(|| {
        quote! {
            impl h::Reals for super::#tangent #arguments {
                fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
                    match self { #(#tangent_arms)* } }
            }
        }
    });
    Ok(quote! {
        impl h::Reals for super::#name #arguments {
            fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) { match self { #(#arms)* } }
            fn is_short(&self) -> bool { match self { #(#short,)* } }
        }
        impl h::Sample for super::#name #arguments {
            fn sample(p: &mut h::Point)
                -> Self { match (p.integer() - 1) % #count { #(#numbers => #samples,)* _
                => panic!() } }
        }
        #clone
        #of_tangent
    })
}

/// The arguments in one tuple are groups of so many: what std does for tuples ends at twelve.
const GROUP: usize = 8;

/// The place of an argument in the tuple of all.
fn member_of_all(k: usize) -> TokenStream {
    let (group, k) = (syn::Index::from(k / GROUP), syn::Index::from(k % GROUP));
    quote!(#group.#k)
}

fn clone_of(k: usize, prefix: &str, from: TokenStream) -> TokenStream {
    let (name, index) = (format_ident!("{prefix}{k}"), member_of_all(k));
    quote!(let mut #name = #from.#index.clone();)
}

/// Whether a type is one of the crate's.
fn named(sources: &Sources, ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(p) if p.path.segments.last()
        .is_some_and(|s| sources.types.contains_key(&s.ident.to_string())))
}

fn is_scalar(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32"))
}

/// The cotangent of a result, in the way it is passed.
fn cotangent(sources: &Sources, reals: &Reals, ty: &syn::Type, from: &TokenStream) -> TokenStream {
    match ty {
        _ if !reals.carries(ty) => quote!(()),
        syn::Type::Paren(p) => cotangent(sources, reals, &p.elem, from),
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().enumerate().map(|(k, ty)| {
                let k = syn::Index::from(k);
                cotangent(sources, reals, ty, &quote!(#from.#k))
            });
            quote!((#(#parts,)*))
        }
        ty => {
            let by_reference = named(sources, ty) || is_last(ty, "Vec");
            let reference = by_reference.then(|| quote!(&));
            let cotangent = tangent_of(from);
            quote!(#reference #cotangent)
        }
    }
}

/// A tangent of a value, with the reals of the value.
fn tangent_of(value: &TokenStream) -> TokenStream {
    quote!(h::with(::autodiff::Differentiable::zero_tangent(&#value.clone()), &mut #value.clone()))
}

fn is_last(ty: &syn::Type, name: &str) -> bool {
    matches!(ty, syn::Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == name))
}

/// The type that owns what a type refers to.
fn owned(ty: &syn::Type) -> Result<syn::Type> {
    Ok(match ty {
        syn::Type::Reference(r) => match &*r.elem {
            syn::Type::Slice(slice) => {
                let elem = owned(&slice.elem)?;
                syn::parse_quote!(std::vec::Vec<#elem>)
            }
            syn::Type::Path(p) if p.path.is_ident("str") => syn::parse_quote!(std::string::String),
            syn::Type::Reference(_) => bail!("a reference to a reference"),
            inner => owned(inner)?,
        },
        syn::Type::Paren(p) => owned(&p.elem)?,
        syn::Type::ImplTrait(_)
        | syn::Type::TraitObject(_)
        | syn::Type::Ptr(_)
        | syn::Type::FnPtr(_) => bail!("a parameter that is code"),
        ty => ty.clone(),
    })
}

/// What is inside of a result lives for ever, as the text of an error does.
struct Static;

impl VisitMut for Static {
    fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
        r.lifetime = Some(syn::parse_quote!('static));
        syn::visit_mut::visit_type_reference_mut(self, r);
    }
}

/// Replaces generic parameters.
#[derive(Clone)]
struct Concrete {
    types: HashMap<String, syn::Type>,
    lengths: Vec<String>,
}

impl VisitMut for Concrete {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(path) = ty
            && let Some(name) = path.path.get_ident()
            && let Some(by) = self.types.get(&name.to_string())
        {
            *ty = by.clone();
            return;
        }
        syn::visit_mut::visit_type_mut(self, ty);
        if let syn::Type::Reference(r) = ty {
            r.lifetime = None;
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let syn::Expr::Path(path) = expr
            && path.path.get_ident().is_some_and(|name| self.lengths.contains(&name.to_string()))
        {
            let length = LENGTH;
            *expr = syn::parse_quote!(#length);
            return;
        }
        syn::visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut syn::GenericArgument) {
        if let syn::GenericArgument::Type(syn::Type::Path(path)) = argument
            && path.path.get_ident().is_some_and(|name| self.lengths.contains(&name.to_string()))
        {
            let length = LENGTH;
            *argument = syn::parse_quote!(#length);
            return;
        }
        syn::visit_mut::visit_generic_argument_mut(self, argument);
    }
}
