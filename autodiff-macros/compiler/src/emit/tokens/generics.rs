//! The generic parameters of emitted items: those of the user's function. A type parameter is also
//! bounded by the runtime's `Real`; one that implements differentiated traits is bounded by the
//! types of their functions:
//!
//! ```text
//! P: Potential + Differentiable<…> + Method<hash("Potential::energy"), Marker: Function<(ByReference<P, …>, (ByValue<f64, …>, ())), Output = f64, …>> + 'static
//! ```
//!
//! The marker of a generic function is generic too, with defaults for all parameters. Callers name
//! it in two ways:
//!
//! - in expressions as the user names the function: `norm::primal(&x, …)`, where rustc infers the
//!   parameters, or `norm::<3>::primal(&x, …)`;
//! - in types with a turbofish as `<norm<3> as DifferentiableFn<Explicit>>`, and without one as
//!   `<norm as DifferentiableFn<(X,)>>` with the types of the arguments. This is `norm` with its
//!   defaults, which implements the trait for all the arguments that the function takes.
//!
//! The marker of a method is found through its type, so it cannot have the method's own parameters
//! (`fn at<T: Real>(&self, x: T)`, `f: impl Fn(f64) -> f64`). These are parameters of each of its
//! functions, where rustc infers them, and its trait is implemented for the arguments that
//! determine them.

use crate::emit::linkage::callee;
use crate::emit::linkage::objects;
use crate::emit::tokens::types;
use crate::ir::types::Spelling;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// The generic parameters of a function, ready to be written.
#[derive(Clone)]
pub struct ItemGenerics {
    declared: Vec<TokenStream>,
    /// As `declaration`, of public functions.
    public: Vec<TokenStream>,
    /// As `declaration`, without the bounds of functions.
    without_functions: Vec<TokenStream>,
    arguments: Vec<Ident>,
    types: Vec<Ident>,
    marker: Vec<TokenStream>,
    clause: TokenStream,
    predicates: Vec<TokenStream>,
    /// The parameters of a method alone.
    own: Vec<Ident>,
}

impl ItemGenerics {
    /// The parameters of a function.
    pub fn new(generics: &Generics) -> ItemGenerics {
        let mut made = ItemGenerics {
            declared: Vec::new(),
            public: Vec::new(),
            without_functions: Vec::new(),
            arguments: Vec::new(),
            types: Vec::new(),
            marker: Vec::new(),
            clause: TokenStream::new(),
            predicates: generics.predicates.clone(),
            own: generics.own.clone(),
        };
        for GenericParam { name, kind, bounds } in &generics.params {
            made.arguments.push(name.clone());
            match kind {
                GenericKind::Real => {
                    let more = (!bounds.is_empty()).then(|| quote!(#bounds +));
                    made.declared.push(quote!(#name: #more ::autodiff::__private::Real));
                    made.public.extend(made.declared.last().cloned());
                    made.without_functions.extend(made.declared.last().cloned());
                    made.marker.push(quote!(#name = ::autodiff::__private::Inferred));
                    made.types.push(name.clone());
                }
                GenericKind::Named => {
                    let more = (!bounds.is_empty()).then(|| quote!(#bounds +));
                    made.declared.push(quote!(#name: #more 'static));
                    made.public.extend(made.declared.last().cloned());
                    made.without_functions.extend(made.declared.last().cloned());
                    made.marker.push(quote!(#name = ::autodiff::__private::Inferred));
                    made.types.push(name.clone());
                }
                GenericKind::Const(ty) => {
                    made.declared.push(quote!(const #name: #ty));
                    made.public.extend(made.declared.last().cloned());
                    made.without_functions.extend(made.declared.last().cloned());
                    let default = default_constant(ty);
                    made.marker.push(quote!(const #name: #ty = #default));
                }
                GenericKind::Function(function) => {
                    let bound = objects::code_bound(function, false);
                    made.declared.push(quote!(#name: #bound));
                    let bound = objects::code_bound(function, true);
                    made.public.push(quote!(#name: #bound));
                    made.without_functions.push(quote!(#name: ::autodiff::__private::Environment));
                    made.marker.push(quote!(#name = ::autodiff::__private::Inferred));
                    made.types.push(name.clone());
                }
                GenericKind::Implementor { functions, associated, copied } => {
                    let more = (!bounds.is_empty()).then(|| quote!(#bounds +));
                    let copied = copied.then(|| quote!(::autodiff::__private::Save+));
                    let functions = functions.iter().map(objects::of_trait);
                    // shapes are saved like lengths
                    let tangents = quote!(::autodiff::__private::Differentiable<Shape:
                        ::autodiff::__private::Residual>);
                    made.predicates.extend(
                        associated
                            .iter()
                            .map(|ty| quote!(#ty: ::autodiff::__private::Save + #tangents)),
                    );
                    made.declared
                        .push(quote!(#name: #more #copied #tangents #(+ #functions)* + 'static));
                    made.without_functions.push(quote!(#name: #more #copied #tangents + 'static));
                    made.public.extend(made.declared.last().cloned());
                    made.marker.push(quote!(#name = ::autodiff::__private::Inferred));
                    made.types.push(name.clone());
                }
            }
        }
        made.clause = clause(&made.predicates);
        made
    }

    /// The parameters of the block of a method; for a function, all.
    pub fn of_block(&self) -> ItemGenerics {
        self.filter_params(&|name| !self.own.contains(name), &|predicate| {
            !self.own.iter().any(|name| has_ident(predicate, name))
        })
    }

    /// The parameters of a method, without those of its block.
    pub fn of_method(&self) -> ItemGenerics {
        self.filter_params(&|name| self.own.contains(name), &|predicate| {
            self.own.iter().any(|name| has_ident(predicate, name))
        })
    }

    /// The names of these.
    pub fn own_names(&self) -> &[Ident] {
        &self.own
    }

    fn filter_params(
        &self,
        parameter: &dyn Fn(&Ident) -> bool,
        predicate: &dyn Fn(&TokenStream) -> bool,
    ) -> ItemGenerics {
        let used: Vec<bool> = self.arguments.iter().map(parameter).collect();
        let of = |tokens: &[TokenStream]| select_marked(tokens, &used);
        let predicates: Vec<TokenStream> =
            self.predicates.iter().filter(|p| predicate(p)).cloned().collect();
        ItemGenerics {
            declared: of(&self.declared),
            public: of(&self.public),
            without_functions: of(&self.without_functions),
            arguments: select_marked(&self.arguments, &used),
            types: self.types.iter().filter(|name| parameter(name)).cloned().collect(),
            marker: of(&self.marker),
            clause: clause(&predicates),
            predicates,
            own: Vec::new(),
        }
    }

    /// The type of a residual: a value of a user-defined type is saved in a wrapper that requires
    /// no traits of the type.
    pub fn residual(&self, ty: &Ty) -> TokenStream {
        if ty.is_string_slice() {
            return quote!(::autodiff::__private::String);
        }
        let value = types::value(ty);
        if self.is_wrapped(ty) { quote!(::autodiff::__private::Saved<#value>) } else { value }
    }

    /// Whether a residual of this type is wrapped: user-defined types may lack the traits of
    /// residuals.
    pub fn is_wrapped(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Wrapped(..) | Ty::Foreign(_)) || types::has_user_types(ty)
    }

    /// The value of a residual of this type that is at a place.
    pub fn read_residual(&self, ty: &Ty, place: TokenStream) -> TokenStream {
        match ty {
            ty if ty.is_string_slice() => quote!((&*#place)),
            ty if self.is_wrapped(ty) => quote!((*#place)),
            _ => place,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// `<'r, T: Real, const N: usize>`, with a lifetime and further parameters.
    pub fn declaration(&self, lifetime: &TokenStream, more: &[TokenStream]) -> TokenStream {
        let lifetime = (!lifetime.is_empty()).then_some(lifetime);
        in_angle_brackets(lifetime.into_iter().chain(&self.declared).chain(more))
    }

    /// As [`declaration`](Self::declaration), of public functions.
    pub fn declared_publicly(&self, lifetime: &TokenStream) -> TokenStream {
        let lifetime = (!lifetime.is_empty()).then_some(lifetime);
        in_angle_brackets(lifetime.into_iter().chain(&self.public))
    }

    /// As [`declaration`](Self::declaration), without the bounds of functions.
    pub fn declared_bare(&self) -> TokenStream {
        in_angle_brackets(self.without_functions.iter())
    }

    /// `<'r, T, N>`
    pub fn arguments(&self, lifetime: &TokenStream) -> TokenStream {
        let lifetime = (!lifetime.is_empty()).then(|| lifetime.clone());
        let arguments: Vec<TokenStream> =
            lifetime.into_iter().chain(self.arguments.iter().map(|a| quote!(#a))).collect();
        in_angle_brackets(arguments.iter())
    }

    /// `::<T, N>`
    pub fn turbofish(&self) -> TokenStream {
        let arguments = self.arguments(&TokenStream::new());
        if self.is_empty() { TokenStream::new() } else { quote!(::#arguments) }
    }

    /// `where …`
    pub fn clause(&self) -> &TokenStream {
        &self.clause
    }

    /// `<T = Inferred, const N: usize = 0>` of the marker.
    pub fn of_marker(&self) -> TokenStream {
        in_angle_brackets(self.marker.iter())
    }

    /// The type of a field that uses all type parameters, if there are any.
    pub fn phantom(&self) -> Option<TokenStream> {
        let types = &self.types;
        (!types.is_empty()).then(|| quote!(::autodiff::__private::Generics<(#(#types,)*)>))
    }

    /// The names that variables must not have.
    pub fn names(&self) -> TokenStream {
        let names = &self.arguments;
        quote!(#(#names)*)
    }
}

fn clause(predicates: &[TokenStream]) -> TokenStream {
    if predicates.is_empty() { TokenStream::new() } else { quote!(where #(#predicates),*) }
}

/// How a call's arguments determine the generic parameters (of a method, without those of its
/// block). Returns the types of the arguments in the order of the function's parameters, and the
/// further parameters of the implementation that these types name. `None` if the arguments do not
/// determine the parameters.
pub fn inferred_from_arguments(interface: &Interface) -> Option<(Vec<TokenStream>, TokenStream)> {
    let determining: Vec<usize> = interface
        .generics
        .params
        .iter()
        .filter(|generic| {
            interface.generics.own.is_empty() || interface.generics.own.contains(&generic.name)
        })
        .map(|generic| interface.params.iter().position(|p| mentions(&p.ty, &generic.name)))
        .collect::<Option<_>>()?;
    let mut further = Vec::new();
    let arguments = interface.params.iter().enumerate().map(|(k, param)| {
        let argument = format_ident!("Argument{k}");
        match &param.ty {
            ty if !determining.contains(&k) => {
                let _ = ty;
                further.push(quote!(#argument));
                quote!(#argument)
            }
            // an array, a slice or a vector may be passed
            Ty::Slice(element) => {
                let element = types::value(element);
                further.push(quote!(#argument: ::autodiff::__private::Indexed<Item = #element>));
                quote!(#argument)
            }
            ty => types::value(ty),
        }
    });
    let arguments: Vec<TokenStream> = arguments.collect();
    Some((further, types::tuple(arguments.into_iter())))
}

/// Whether a type determines a generic parameter.
fn mentions(ty: &Ty, name: &Ident) -> bool {
    match ty {
        Ty::Real(Real::Param(param)) => name == param,
        Ty::Tuple(parts) => parts.iter().any(|part| mentions(part, name)),
        Ty::Array(element, length) => {
            let mut length = length.clone().into_iter();
            let is_name = matches!((length.next(), length.next()), (Some(TokenTree::Ident(i)), None)
                if i == *name);
            is_name || mentions(element, name)
        }
        Ty::Projected(Projection::Named(path))
        | Ty::Discrete(Projection::Named(path))
        | Ty::Foreign(path) => has_ident(path, name),
        Ty::Wrapped(Wrapper::Option, inner) => mentions(inner, name),
        Ty::Wrapped(Wrapper::Result(written) | Wrapper::Status(written), _) => {
            has_ident(written, name)
        }
        Ty::Function(function) => name == &function.name,
        ty => ty.element().is_some_and(|element| mentions(element, name)),
    }
}

fn has_ident(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => has_ident(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn in_angle_brackets<'t>(parts: impl Iterator<Item = &'t TokenStream>) -> TokenStream {
    let parts: Vec<&TokenStream> = parts.collect();
    if parts.is_empty() { TokenStream::new() } else { quote!(<#(#parts),*>) }
}

/// Some constant of a type that a constant parameter can have.
fn default_constant(ty: &TokenStream) -> TokenStream {
    match ty.to_string().as_str() {
        "bool" => quote!(false),
        "char" => quote!('a'),
        _ => TokenTree::Literal(proc_macro2::Literal::u8_unsuffixed(0)).into(),
    }
}

/// An associated type of a callee: `Output`, `Frame`, `Stacks`.
pub fn associated_type(callee: &Callee, name: &str) -> TokenStream {
    if let Some(object) = &callee.object {
        let (path, name) = (objects::path(callee, object), Ident::new(name, Span::call_site()));
        return quote!(#path::#name);
    }
    if !callee::is_by_path(callee) {
        return callee::associated_type(callee, name);
    }
    let (instance, name) = (instance(callee), Ident::new(name, Span::call_site()));
    quote!(#instance::#name)
}

/// The stacks of a callee as a field of its caller's stacks.
pub fn nested_stacks(callee: &Callee) -> TokenStream {
    let held = match callee.residuals {
        ResidualStorage::Boxed => "Boxed",
        ResidualStorage::InCycle => "InPlace",
        _ if callee.object.is_some() => "InPlace",
        ResidualStorage::Directly | ResidualStorage::Nested => {
            return associated_type(callee, "NestedStacks");
        }
    };
    let (held, stacks) = (Ident::new(held, Span::call_site()), associated_type(callee, "Stacks"));
    quote!(::autodiff::__private::#held<#stacks>)
}

/// A key that distinguishes the stacks of a callee from others; it is not emitted.
pub fn stacks_key(callee: &Callee) -> String {
    let plain = callee.object.is_none() && callee::is_by_path(callee) && !callee.is_explicit();
    let scalars = || {
        callee.arguments.iter().map(|ty| match ty {
            Ty::Real(Real::F64) => Some("f64"),
            Ty::Real(Real::F32) => Some("f32"),
            Ty::Real(Real::Param(name)) => Some(*name),
            Ty::Int(name) => Some(*name),
            Ty::Bool => Some("bool"),
            _ => None,
        })
    };
    // a fast path: most callees take scalars, and this runs at each of their calls
    match scalars().collect::<Option<Vec<_>>>().filter(|_| plain) {
        Some(scalars) => format!("{} {}", callee.path, scalars.join(" ")),
        None => associated_type(callee, "Stacks").to_string(),
    }
}

/// A callee as a type, and the arguments of its trait.
fn instance(callee: &Callee) -> TokenStream {
    let path = &callee.path;
    if callee.is_explicit() {
        let parameters = &callee.turbofish;
        return quote!(<#path #parameters as
            ::autodiff::__private::DifferentiableFn<::autodiff::__private::Explicit>>);
    }
    let arguments = types::tuple(callee.arguments.iter().map(argument));
    quote!(<#path as ::autodiff::__private::DifferentiableFn<#arguments>>)
}

/// The types of the arguments of a method. A receiver is omitted, as the method is found through
/// its type. The result of a deeply nested call is assumed to be a scalar: its type would contain
/// the types of all inner calls.
pub fn method_argument_types(callee: &Callee) -> TokenStream {
    types::tuple(callee.arguments.iter().enumerate().map(|(k, ty)| match ty {
        Ty::Projected(_) | Ty::Discrete(_) if k == 0 => quote!(()),
        Ty::Projected(Projection::Named(_)) | Ty::Discrete(Projection::Named(_)) => argument(ty),
        Ty::Projected(of) | Ty::Discrete(of) if is_short(of, SHORT) => argument(ty),
        Ty::Projected(_) | Ty::Discrete(_) => quote!(f64),
        ty => argument(ty),
    }))
}

/// The depth up to which the result of a call is named as an argument.
const SHORT: usize = 3;

/// Whether a type is that of a named type, or the result of a call whose arguments are such types
/// in turn, or a part of such a type. An operator is named without its operands.
fn is_short(projection: &Projection, depth: usize) -> bool {
    match projection {
        Projection::Named(_) => true,
        Projection::Leaf(of, _)
        | Projection::Item(of)
        | Projection::Member(of, _)
        | Projection::View(of) => is_short(of, depth),
        Projection::Output(callee) => {
            let Some(depth) = depth.checked_sub(1) else { return false };
            let named = match callee.method.as_deref().map(|m| m.spelling) {
                Some(Spelling::Infix(_) | Spelling::Prefix(_)) => return true,
                Some(Spelling::Dot | Spelling::Items | Spelling::AssignTo) => {
                    callee.arguments.get(1..).unwrap_or_default()
                }
                Some(Spelling::Path) | None => &callee.arguments,
                Some(_) => return false,
            };
            named.iter().all(|ty| match ty {
                Ty::Projected(of) => is_short(of, depth),
                _ => true,
            })
        }
    }
}

/// The type of an argument as [`instance`] names it.
fn argument(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Tuple(parts) => types::tuple(parts.iter().map(argument)),
        // no parameter is inferred from a type with a lifetime
        ty if may_have_lifetime(ty) => quote!(()),
        Ty::Slice(element) => types::value(&Ty::Vec(element.clone())),
        ty => types::value(ty),
    }
}

fn may_have_lifetime(ty: &Ty) -> bool {
    match ty {
        Ty::Text(_) => true,
        Ty::Foreign(tokens) => !is_free_of_lifetimes(tokens),
        Ty::Tuple(parts) => parts.iter().any(may_have_lifetime),
        Ty::Wrapped(_, of) => may_have_lifetime(of),
        ty => ty.element().is_some_and(may_have_lifetime),
    }
}

pub fn is_free_of_lifetimes(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    while let Some(token) = tokens.next() {
        let is_free = match token {
            TokenTree::Punct(p) if p.as_char() == '\'' => {
                matches!(tokens.next(), Some(TokenTree::Ident(i)) if i == "static")
            }
            TokenTree::Punct(p) => p.as_char() != '&',
            TokenTree::Group(g) => is_free_of_lifetimes(&g.stream()),
            TokenTree::Ident(i) => i != "impl" && i != "dyn" && i != "_",
            TokenTree::Literal(_) => true,
        };
        if !is_free {
            return false;
        }
    }
    true
}

/// A callee in an expression: `path` or `path::<3>`.
pub fn path(callee: &Callee) -> TokenStream {
    if let Some(object) = &callee.object {
        return objects::path(callee, object);
    }
    if !callee::is_by_path(callee) {
        return callee::path(callee);
    }
    let path = &callee.path;
    if callee.turbofish.is_empty() {
        return path.clone();
    }
    let parameters = &callee.turbofish;
    quote!(#path::#parameters)
}

/// A field of the type parameters that nothing else uses: its name, its declaration and its
/// initializer.
pub struct PhantomField {
    /// `generics: Generics<(T,)>`
    pub declared: TokenStream,
    /// `generics: PhantomData`
    pub value: TokenStream,
}

impl ItemGenerics {
    /// The field, for a struct whose other fields have the names given.
    pub fn phantom_field(&self, names: &[Ident]) -> Option<PhantomField> {
        let ty = self.phantom()?;
        let mut name = "generics".to_string();
        while names.iter().any(|n| *n == name) {
            name.push('_');
        }
        let name = Ident::new(&name, Span::call_site());
        Some(PhantomField {
            declared: quote!(#name: #ty),
            value: quote!(#name: ::core::marker::PhantomData),
        })
    }
}

/// The marked parts.
fn select_marked<T: Clone>(parts: &[T], marked: &[bool]) -> Vec<T> {
    parts.iter().zip(marked).filter(|(_, marked)| **marked).map(|(part, _)| part.clone()).collect()
}
