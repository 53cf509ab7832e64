//! The linear map of a user-defined reverse rule, with its own marker.
//!
//! ```text
//! vjp = rule:                    residuals: f(x), and x is saved        transposed: rule(x, y_bar).1
//! primal = p, transposed = t:    residuals: p(x)                       transposed: t(&r, y_bar)
//! ```
//!
//! A parameter by `&mut` is in-out in the rule as well: the rule takes the initial value, and a
//! `&mut` to the cotangent of the final value, which it changes to that of the initial value. This
//! parameter comes after `y_bar`, as in `f_vjp`.
//!
//! Its calling convention is that of a rule's linear map: the arguments of `f`, then a parameter
//! for each tangent. Its `linear` calls the transpose, one pullback for each component of the
//! result.

use crate::emit::functions::signature::{accumulator_type, dot_type, param_type};
use crate::emit::tokens::generics::ItemGenerics;
use crate::emit::tokens::names::{camel_case, identifier};
use crate::emit::tokens::types::bare_or_tuple;
use crate::emit::tokens::{types, value_copies};
use crate::emit::{Method, Source, allowances};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

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
        // named like the other hidden types of methods
        Some(words) => format_ident!(
            "{}__Pullback",
            words.iter().map(|word| camel_case(word)).collect::<Vec<_>>().join("__")
        ),
    }
}

/// The marker as a path that is not imported: it is in the module of the function, or of the block
/// of the method with the given stem.
pub fn path(interface: &Interface, stem: Option<&[String]>) -> TokenStream {
    let marker = marker(&interface.name, stem);
    let parameters = turbofish(&interface.generics);
    quote!((#marker #parameters))
}

/// `<T, N>`: a rule has the generic parameters of its function.
pub fn turbofish(generics: &Generics) -> TokenStream {
    ItemGenerics::new(generics).arguments(&TokenStream::new())
}

/// `::<T, N>` after the path of a rule. The path of an associated function already has those of its
/// type.
pub fn rule_turbofish(rule: &TokenStream, generics: &Generics) -> TokenStream {
    let generics = ItemGenerics::new(generics);
    let of_type =
        matches!(rule.clone().into_iter().next(), Some(TokenTree::Punct(p)) if p.as_char() == '<');
    if of_type { generics.of_method().turbofish() } else { generics.turbofish() }
}

/// A rule as a pointer of the type that it should have: a rule of another type does not compile,
/// and the error shows both types. The code generated for a function has one such pointer; other
/// uses of the rule call the function that contains it.
fn typed_rule_call(
    rule: &TokenStream,
    interface: &Interface,
    ty: &TokenStream,
    call: &TokenStream,
) -> TokenStream {
    let parameters = rule_turbofish(rule, &interface.generics);
    quote!({ let rule: #ty = #rule #parameters; rule(#call) })
}

/// The call of a forward rule of a function that also has a reverse one.
pub(in crate::emit) fn forward_call(
    rule: &TokenStream,
    interface: &Interface,
    call: &TokenStream,
) -> TokenStream {
    typed_rule_call(rule, interface, &jvp_type(interface), call)
}

fn value_type(param: &Param) -> TokenStream {
    param_type(param, &TokenStream::new())
}

fn active_params(interface: &Interface) -> impl Iterator<Item = &Param> {
    interface.params.iter().filter(|p| p.is_active())
}

fn is_changed(param: &Param) -> bool {
    param.passing == Passing::Unique
}

/// Whether the result is `()`, which has no cotangent.
pub(in crate::emit) fn is_unit(interface: &Interface) -> bool {
    matches!(&interface.output, Ty::Tuple(parts) if parts.is_empty())
}

/// The type of a rule that returns value and tangent.
pub fn jvp_type(interface: &Interface) -> TokenStream {
    let arguments = interface.params.iter().map(value_type);
    let tangents = active_params(interface).map(dot_type);
    let (y, y_dot) = (types::value(&interface.output), types::tangent(&interface.output));
    let all = arguments.chain(tangents);
    quote!(fn(#(#all),*) -> (#y, #y_dot))
}

/// The type of a function with `#[linear]`, which may be the rule of another one.
pub(in crate::emit) fn signature(interface: &Interface) -> TokenStream {
    let arguments = interface.params.iter().map(value_type);
    let y = types::value(&interface.output);
    quote!(fn(#(#arguments),*) -> #y)
}

/// The type of a rule that returns value and cotangents.
pub fn vjp_type(interface: &Interface) -> TokenStream {
    let arguments = interface.params.iter().map(value_type);
    let (y, y_bar) =
        (types::value(&interface.output), types::cotangent_argument(&interface.output));
    let y_bar = (!is_unit(interface)).then_some(y_bar);
    let changed = active_params(interface).filter(|p| is_changed(p)).map(dot_type);
    let bars: Vec<TokenStream> = active_params(interface)
        .filter(|p| !is_changed(p))
        .map(|p| types::tangent(&p.ty))
        .collect();
    let bars = bare_or_tuple(&bars);
    let given = arguments.chain(y_bar).chain(changed);
    quote!(fn(#(#given),*) -> (#y, #bars))
}

/// Emits the linear map.
pub fn pullback(source: &Source, interface: &Interface, rule: &Rule) -> TokenStream {
    let pullback = Pullback::new(source, interface, rule);
    let items = [
        pullback.marker_item(),
        pullback.frame_items(),
        pullback.functions(),
        pullback.implementations(),
    ];
    items.into_iter().collect()
}

/// An active parameter and the names of its cotangent, its tangent and its accumulator.
struct Active<'a> {
    param: &'a Param,
    bar: Ident,
    dot: Ident,
    accumulator: Ident,
}

impl Active<'_> {
    fn is_changed(&self) -> bool {
        is_changed(self.param)
    }

    /// The scalar product of cotangent and tangent.
    fn dot_product(&self) -> TokenStream {
        let Active { param, bar, dot, .. } = self;
        let (bar, dot) = match (&param.ty, param.passing) {
            (ty, _) if ty.has_slices() => (quote!(&#bar[..]), quote!(&#dot[..])),
            (_, Passing::Value) => (quote!(&#bar), quote!(&#dot)),
            (_, Passing::Shared) => (quote!(&#bar), quote!(#dot)),
            (_, Passing::Unique) => (quote!(&#bar), quote!(&*#dot)),
        };
        quote!(::autodiff::__private::TangentSpace::inner_product(#bar, #dot))
    }

    /// The statement that adds the cotangent to the accumulator.
    fn addition(&self) -> TokenStream {
        let Active { param, bar, accumulator, .. } = self;
        let structure = types::accumulator_structure(&param.ty);
        let bar = if param.ty.has_slices() { quote!(&#bar[..]) } else { quote!(&#bar) };
        quote!(::autodiff::__private::CotangentAccumulator::<#structure>::add(#accumulator, #bar);)
    }

    /// The cotangent of a changed parameter, borrowed for the rule to change it.
    fn borrowed_bar(&self) -> TokenStream {
        let bar = &self.bar;
        if matches!(self.param.ty, Ty::Slice(_)) {
            quote!(&mut #bar[..])
        } else {
            quote!(&mut #bar)
        }
    }

    /// The statement that stores the result in the place of a changed parameter's tangent.
    fn stored_dot(&self) -> TokenStream {
        let Active { param, bar, dot, .. } = self;
        if param.ty.has_slices() {
            quote!(#dot.clone_from_slice(&#bar[..]);)
        } else {
            quote!(*#dot = #bar;)
        }
    }
}

/// The emission of one pullback: the names and types that its items share.
struct Pullback<'a> {
    source: &'a Source,
    interface: &'a Interface,
    rule: &'a Rule,
    /// The name of the marker type.
    marker: Ident,
    /// The name of the type of the residuals.
    frame: Ident,
    generics: ItemGenerics,
    /// `<T: Real>`
    parameters: TokenStream,
    /// `<T>`
    arguments: TokenStream,
    /// `x0`, `x1`, …: one for each parameter.
    names: Vec<Ident>,
    active: Vec<Active<'a>>,
    /// The type of the result.
    y: TokenStream,
    /// The type of the result's tangent.
    y_dot: TokenStream,
    /// The path of the runtime module that the emitted code uses.
    lib: TokenStream,
}

impl<'a> Pullback<'a> {
    fn new(source: &'a Source, interface: &'a Interface, rule: &'a Rule) -> Pullback<'a> {
        let marker = marker(&interface.name, source.method.as_ref().map(|method| &method.stem[..]));
        let generics = ItemGenerics::new(&interface.generics);
        let none = TokenStream::new();
        let active = active_params(interface).enumerate().map(|(k, param)| Active {
            param,
            bar: format_ident!("bar{k}"),
            dot: format_ident!("dot{k}"),
            accumulator: format_ident!("accumulator{k}"),
        });
        Pullback {
            source,
            interface,
            rule,
            frame: format_ident!("{marker}Frame"),
            marker,
            parameters: generics.declaration(&none, &[]),
            arguments: generics.arguments(&none),
            generics,
            names: (0..interface.params.len()).map(|k| format_ident!("x{k}")).collect(),
            active: active.collect(),
            y: types::value(&interface.output),
            y_dot: types::tangent(&interface.output),
            lib: quote!(::autodiff::__private),
        }
    }

    fn params(&self) -> impl Iterator<Item = (&Param, &Ident)> {
        self.interface.params.iter().zip(&self.names)
    }

    /// The parameters whose values a `vjp` rule needs saved: those by shared reference are passed
    /// again.
    fn saved_params(&self) -> impl Iterator<Item = (&Param, &Ident)> {
        self.params().filter(|(p, _)| p.passing != Passing::Shared)
    }

    /// The active parameters by `&mut`: the rule changes their cotangents in place.
    fn changed_params(&self) -> impl DoubleEndedIterator<Item = &Active<'a>> {
        self.active.iter().filter(|a| a.is_changed())
    }

    /// The active parameters whose cotangents the rule returns.
    fn returned_params(&self) -> impl Iterator<Item = &Active<'a>> {
        self.active.iter().filter(|a| !a.is_changed())
    }

    /// The pattern of the cotangents that the rule returns.
    fn returned_pattern(&self) -> TokenStream {
        let bars: Vec<&Ident> = self.returned_params().map(|a| &a.bar).collect();
        bare_or_tuple(&bars)
    }

    /// `x0: f64`, one for each parameter.
    fn declare_params(&self) -> Vec<TokenStream> {
        let declared = self.params().map(|(p, name)| {
            let ty = value_type(p);
            quote!(#name: #ty)
        });
        declared.collect()
    }

    /// The parameters of the tangents, which come after the arguments in the calling convention of
    /// a marker.
    fn tangent_places(&self) -> Vec<TokenStream> {
        self.active.iter().map(|_| quote!(_: impl Sized)).collect()
    }

    /// The parameters of the linear functions in place of the arguments: those that the rule takes
    /// again have a name.
    fn declared_linear_params(&self) -> Vec<TokenStream> {
        let declared = self.params().map(|(p, name)| {
            if p.passing == Passing::Shared && matches!(self.rule, Rule::Vjp(_)) {
                let ty = value_type(p);
                quote!(#name: #ty)
            } else {
                quote!(_: impl Sized)
            }
        });
        declared.collect()
    }

    fn marker_item(&self) -> TokenStream {
        let Pullback { marker, generics, .. } = self;
        let (Source { cfgs, visibility, .. }, allowances) = (self.source, allowances());
        let of_marker = generics.of_marker();
        let phantom = generics.phantom_field(&[]).map(|p| p.declared);
        quote! {
            #cfgs
            #[doc(hidden)]
            #allowances
            #visibility struct #marker #of_marker { #phantom }
        }
    }

    /// The names of the frame's fields, without the shape.
    fn frame_names(&self) -> Vec<Ident> {
        match self.rule {
            Rule::Vjp(_) => self.saved_params().map(|(_, name)| name.clone()).collect(),
            Rule::Halves(..) => vec![format_ident!("residuals")],
        }
    }

    /// The frame's fields with their types, without the shape.
    fn frame_fields(&self) -> Vec<TokenStream> {
        let lib = &self.lib;
        match self.rule {
            Rule::Vjp(_) => {
                let fields = self.saved_params().map(|(p, name)| {
                    let ty = types::value(&saved_param_type(p));
                    quote!(#name: #lib::Saved<#ty>)
                });
                fields.collect()
            }
            Rule::Halves(..) => vec![quote!(residuals: #lib::Erased)],
        }
    }

    /// The type of the residuals, and its `Residual`.
    fn frame_items(&self) -> TokenStream {
        let Pullback { frame, generics, parameters, arguments, y, lib, .. } = self;
        let (cfgs, allowances, clause) = (&self.source.cfgs, allowances(), generics.clause());
        let (fields, names) = (self.frame_fields(), self.frame_names());
        let blanks = names.iter().map(|n| quote!(#n: #lib::Residual::blank(),));
        let phantom = generics.phantom_field(&names);
        let phantom_declared = phantom.iter().map(|p| &p.declared);
        let phantom_value = phantom.iter().map(|p| &p.value);
        quote! {
            #cfgs
            #[doc(hidden)]
            #[derive(Clone, Debug)]
            #allowances
            pub struct #frame #parameters #clause {
                #(#fields,)* #(#phantom_declared,)* shape: <#y as #lib::Differentiable>::Shape }
            #cfgs
            #allowances
            impl #parameters #lib::Residual for #frame #arguments #clause {
                fn blank() -> Self { #frame {
                    #(#blanks)* #(#phantom_value,)* shape: ::core::default::Default::default() } }
                fn heap_bytes(&self) -> usize { 0 #(+ #lib::Residual::heap_bytes(&self.#names))* }
            }
        }
    }

    /// The functions of the marker.
    fn functions(&self) -> TokenStream {
        let Pullback { marker, parameters, arguments, .. } = self;
        let (cfgs, allowances, clause) = (&self.source.cfgs, allowances(), self.generics.clause());
        let functions = [
            self.rule_function(),
            self.residuals_function(),
            self.linear_function(),
            self.transposed_function(),
        ];
        quote! {
            #cfgs
            #[doc(hidden)]
            #allowances
            impl #parameters #marker #arguments #clause { #(#functions)* }
        }
    }

    /// The function `rule`, through which the others call the rule: rustc reports a rule of
    /// another type once.
    fn rule_function(&self) -> TokenStream {
        let Pullback { interface, names, frame, arguments, y, .. } = self;
        let bar_types: Vec<TokenStream> =
            self.returned_params().map(|a| types::tangent(&a.param.ty)).collect();
        let bar_types = bare_or_tuple(&bar_types);
        let y_bar_type = types::cotangent_argument(&interface.output);
        let y_bar_declared = (!is_unit(interface)).then(|| quote!(y_bar: #y_bar_type,));
        let y_bar = (!is_unit(interface)).then(|| quote!(y_bar,));
        let changed: Vec<&Ident> = self.changed_params().map(|a| &a.bar).collect();
        let changed_types: Vec<TokenStream> =
            self.changed_params().map(|a| dot_type(a.param)).collect();
        match self.rule {
            Rule::Vjp(rule) => {
                let call = typed_rule_call(
                    rule,
                    interface,
                    &vjp_type(interface),
                    &quote!(#(#names,)* #y_bar #(#changed),*),
                );
                let declared = self.declare_params();
                quote! {
                    #[inline]
                    pub fn rule(#(#declared,)* #y_bar_declared #(#changed: #changed_types),*)
                        -> (#y, #bar_types) { #call }
                }
            }
            Rule::Halves(_, transposed) => {
                let parameters = rule_turbofish(transposed, &interface.generics);
                quote! {
                    #[inline]
                    pub fn rule(frame: &#frame #arguments,
                        #y_bar_declared #(#changed: #changed_types),*) -> #bar_types {
                        #transposed #parameters(frame.residuals.get(), #y_bar #(#changed),*)
                    }
                }
            }
        }
    }

    /// The function `residuals`: the value, and the frame.
    fn residuals_function(&self) -> TokenStream {
        let Pullback { interface, frame, arguments, y, lib, .. } = self;
        let (declared, places) = (self.declare_params(), self.tangent_places());
        let units = units(&interface.output_value, &interface.output);
        let (call, fields) = match self.rule {
            Rule::Vjp(_) => self.call_saving_arguments(),
            Rule::Halves(primal, _) => self.call_half(primal),
        };
        let phantom = self.generics.phantom_field(&self.frame_names()).map(|p| p.value).into_iter();
        quote! {
            pub fn residuals(#(#declared,)* #(#places,)* _: &mut #lib::NoResiduals)
                -> ((#y, #units), #frame #arguments) {
                #call
                let shape = #lib::Differentiable::tangent_shape(&y);
                ((y, #units), #frame { #fields #(#phantom,)* shape })
            }
        }
    }

    /// The statements that save the arguments and bind `y` to the value of the function itself,
    /// and the fields of the frame.
    fn call_saving_arguments(&self) -> (TokenStream, TokenStream) {
        let function = identifier(&self.interface.name, Span::call_site());
        let method = self.source.method.as_ref();
        let function = match method {
            None => quote!(#function),
            Some(Method { owner, .. }) => quote!(<#owner>::#function),
        };
        // each argument becomes a pair: the argument and its saved value
        let pairs = self.saved_params().map(|(p, n)| match (p.passing, &p.ty) {
            (Passing::Unique, Ty::Slice(_)) => {
                let saved = value_copies::wrap_user_value(
                    &saved_param_type(p),
                    &value_copies::copy_of_place(&p.ty, &quote!(#n), true),
                );
                quote!(let #n = { let saved = #saved; (#n, saved) };)
            }
            (Passing::Unique, ty) => {
                let saved = value_copies::wrap_user_value(
                    ty,
                    &value_copies::copy_of_referent(ty, &quote!(&*#n)),
                );
                quote!(let #n = { let saved = #saved; (#n, saved) };)
            }
            (_, ty) => {
                let (copy, saved) = (
                    value_copies::copy_of_referent(ty, &quote!(&#n)),
                    value_copies::wrap_user_value(ty, n),
                );
                quote!(let #n = (#copy, #saved);)
            }
        });
        // a method that takes its receiver by value: the marker takes it by reference
        let is_owned_receiver =
            |k: usize| k == 0 && method.is_some_and(|method| method.borrows_receiver);
        let passed = self.params().enumerate().map(|(k, (p, n))| match p.passing {
            Passing::Value | Passing::Unique => quote!(#n.0),
            Passing::Shared if is_owned_receiver(k) => {
                value_copies::copy_of_referent(&p.ty, &quote!(#n))
            }
            Passing::Shared => quote!(#n),
        });
        let fields = self.saved_params().map(|(_, n)| quote!(#n: #n.1,));
        let y = &self.y;
        (quote!(#(#pairs)* let y: #y = #function(#(#passed),*);), quote!(#(#fields)*))
    }

    /// The statement that binds `y` and the residuals to the result of the primal half, and the
    /// field of the frame.
    fn call_half(&self, primal: &TokenStream) -> (TokenStream, TokenStream) {
        let Pullback { names, lib, .. } = self;
        let parameters = rule_turbofish(primal, &self.interface.generics);
        (
            quote!(let (y, residuals) = #primal #parameters(#(#names),*);),
            quote!(residuals: #lib::Erased::new(residuals),),
        )
    }

    /// The call that pulls `y_bar` back. `changed` are the places of the cotangents that the rule
    /// changes.
    fn pull_back(&self, changed: &[TokenStream]) -> TokenStream {
        let output = &self.interface.output;
        let y_bar = cotangent(output, &quote!(y_bar));
        let y_bar = (!is_unit(self.interface)).then(|| quote!(#y_bar,));
        if matches!(self.rule, Rule::Halves(..)) {
            return quote!(Self::rule(frame, #y_bar #(#changed),*));
        }
        let again = self.params().map(|(p, n)| match (p.passing, &p.ty) {
            (Passing::Value, ty) => value_copies::copy_of_referent(ty, &quote!(&*frame.#n)),
            (Passing::Shared, _) => quote!(#n),
            (Passing::Unique, Ty::Slice(_)) => {
                let saved = value_copies::copy_of_place(&p.ty, &quote!(frame.#n), true);
                quote!(&mut #saved[..])
            }
            (Passing::Unique, ty) => {
                let saved = value_copies::copy_of_referent(ty, &quote!(&*frame.#n));
                quote!(&mut #saved)
            }
        });
        quote!(Self::rule(#(#again,)* #y_bar #(#changed),*).1)
    }

    /// The function `linear`. It computes the tangent by pullbacks; the cotangents that the rule
    /// changes are components like those of the result.
    fn linear_function(&self) -> TokenStream {
        let Pullback { frame, arguments, y, y_dot, lib, .. } = self;
        let (again, places) = (self.declared_linear_params(), self.tangent_places());
        let inactive = self.interface.params.iter().map(|_| quote!(_: impl Sized));
        let dots = self.active.iter().map(|Active { param, dot, .. }| {
            let ty = dot_type(param);
            quote!(#dot: #ty)
        });
        let nested = |one: &dyn Fn(&Active<'_>) -> TokenStream| {
            self.changed_params().rev().fold(quote!(()), |rest, a| {
                let one = one(a);
                quote!((#one, #rest))
            })
        };
        let zeros =
            nested(&|Active { dot, .. }| quote!(#lib::Differentiable::zero_tangent(&*#dot)));
        let components = nested(&|Active { bar, .. }| quote!(mut #bar));
        let finals = nested(&|Active { bar, .. }| quote!(#bar));
        let borrowed: Vec<TokenStream> = self.changed_params().map(Active::borrowed_bar).collect();
        let (pattern, pulled) = (self.returned_pattern(), self.pull_back(&borrowed));
        let products = self.active.iter().map(Active::dot_product);
        let stored = self.changed_params().map(Active::stored_dot);
        quote! {
            pub fn linear(#(#again,)* #(#places,)* frame: &#frame #arguments, _: &#lib::NoResiduals,
                #(#inactive,)* #(#dots),*) -> (#y_dot, #y_dot) {
                let zero = <#y as #lib::Differentiable>::zero_of(&frame.shape);
                let (tangent, #finals) = #lib::tangent_of_pullback(&(::core::clone::Clone
                    ::clone(&zero), #zeros), |(y_bar, #components)| {
                    let #pattern = #pulled;
                    0.0 #(+ #products)*
                });
                #(#stored)*
                (zero, tangent)
            }
        }
    }

    /// The function `transposed`.
    fn transposed_function(&self) -> TokenStream {
        let Pullback { frame, arguments, y_dot, lib, .. } = self;
        let (again, places) = (self.declared_linear_params(), self.tangent_places());
        let discarded = self.interface.params.iter().map(|_| quote!(_: &mut impl ?Sized));
        let accumulators = self.active.iter().map(|active| {
            let Active { param, accumulator, .. } = active;
            let ty = if active.is_changed() { dot_type(param) } else { accumulator_type(param) };
            quote!(#accumulator: #ty)
        });
        let in_place: Vec<TokenStream> =
            self.changed_params().map(|a| a.accumulator.to_token_stream()).collect();
        let (pattern, pulled) = (self.returned_pattern(), self.pull_back(&in_place));
        let additions = self.returned_params().map(Active::addition);
        quote! {
            pub fn transposed(#(#again,)* #(#places,)* frame: &#frame #arguments,
                _: &#lib::NoResiduals, (_, y_bar): (#y_dot, #y_dot),
                #(#discarded,)* #(#accumulators),*) {
                let #pattern = #pulled;
                #(#additions)*
            }
        }
    }

    /// The traits by which callers use the marker.
    fn implementations(&self) -> TokenStream {
        let Pullback { marker, frame, generics, parameters, arguments, y, lib, .. } = self;
        let (cfgs, allowances, clause) = (&self.source.cfgs, allowances(), generics.clause());
        let of_any = generics.declaration(&TokenStream::new(), &[quote!(AnyArguments)]);
        let first = self.interface.params.len();
        let mask = crate::emit::bits(first..first + self.active.len());
        quote! {
            #cfgs
            #allowances
            impl #of_any #lib::DifferentiableFn<AnyArguments> for #marker #arguments #clause {
                type Output = (#y, #y);
                type Frame = #frame #arguments;
                type Stacks = #lib::NoResiduals;
                type NestedStacks = #lib::InPlace<#lib::NoResiduals>;
                type NestedFrame = #lib::InPlace<#frame #arguments>;
            }
            #cfgs
            #allowances
            impl #parameters #lib::LinearFn<#mask> for #marker #arguments #clause {
                type Map = #marker #arguments; const LINEAR: u64 = #mask; }
        }
    }
}

/// The placeholder for the tangent of a result: `()` for each of its parts.
fn units(tree: &Tree, ty: &Ty) -> TokenStream {
    match (tree, ty) {
        (Tree::Tuple(trees), Ty::Tuple(parts)) => {
            types::tuple(trees.iter().zip(parts).map(|(tree, ty)| units(tree, ty)))
        }
        _ => quote!(()),
    }
}

/// An owned cotangent, as callers pass it.
pub(in crate::emit) fn cotangent(ty: &Ty, value: &TokenStream) -> TokenStream {
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

/// The type of the saved value of a parameter.
pub(in crate::emit) fn saved_param_type(param: &Param) -> Ty {
    match &param.ty {
        Ty::Slice(element) => Ty::Vec(element.clone()),
        ty => ty.clone(),
    }
}
