//! Types of Linear A → Rust types: of values, of tangents, of residuals.

use crate::emit::linkage::objects;
use crate::emit::tokens::generics::associated_type;
use crate::ir::{Callee, Projection, Real, ResidualStorage, Ty, Wrapper};
use proc_macro2::{Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;

/// The type of a value.
pub fn value(ty: &Ty) -> TokenStream {
    type_tokens(ty, true)
}

/// The type of a value that is a view, with the lifetime given. Its own type has `'static`: what is
/// associated with it does not depend on the lifetime.
pub fn with_view(ty: &Ty, lifetime: &TokenStream) -> TokenStream {
    match ty {
        Ty::Projected(Projection::View(of)) => view(of, lifetime),
        ty => value(ty),
    }
}

fn view(of: &Projection, lifetime: &TokenStream) -> TokenStream {
    let of = projection_type(of);
    quote!(<#of as ::autodiff::__private::arrays::Viewable>::View<#lifetime>)
}

/// The type of a local variable. An integer type that only rustc knows is inferred: naming a
/// field's type requires more bounds than reading the field.
pub fn local(ty: &Ty) -> TokenStream {
    type_tokens(ty, false)
}

/// An `Option` as an `Option` of a reference.
pub fn option_of_reference(ty: &Ty) -> TokenStream {
    let Ty::Wrapped(Wrapper::Option, of) = ty else { return value(ty) };
    let of = match &**of {
        Ty::Vec(element) => {
            let element = value(element);
            quote!([#element])
        }
        of => value(of),
    };
    quote!(::core::option::Option<&#of>)
}

/// A type, with or without the projections of integer types.
fn type_tokens(ty: &Ty, integers: bool) -> TokenStream {
    let inner = |ty: &Ty| type_tokens(ty, integers);
    match ty {
        Ty::Real(Real::F64) => quote!(f64),
        Ty::Real(Real::F32) => quote!(f32),
        Ty::Real(Real::Param(name)) => {
            let name = Ident::new(name, Span::call_site());
            quote!(#name)
        }
        Ty::IntOf(Some(projection)) if integers => projection_type(projection),
        Ty::IntOf(_) => quote!(_),
        Ty::Int(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(#name)
        }
        Ty::Bool => quote!(bool),
        Ty::Text(name) => name.parse().unwrap_or_default(),
        Ty::Tuple(parts) => tuple(parts.iter().map(inner)),
        Ty::Array(element, length) => {
            let element = inner(element);
            quote!([#element; #length])
        }
        Ty::Slice(element) => {
            let element = inner(element);
            quote!([#element])
        }
        Ty::Vec(element) => {
            let element = inner(element);
            quote!(::autodiff::__private::Vec<#element>)
        }
        Ty::Deque(element) => {
            let element = inner(element);
            quote!(::autodiff::__private::VecDeque<#element>)
        }
        Ty::Sequence(_, projection) | Ty::Projected(projection) | Ty::Discrete(projection) => {
            projection_type(projection)
        }
        Ty::Foreign(tokens) => tokens.clone(),
        Ty::Wrapped(Wrapper::Option, of) => {
            let of = inner(of);
            quote!(::core::option::Option<#of>)
        }
        Ty::Wrapped(Wrapper::Result(written) | Wrapper::Status(written), _) => written.clone(),
        Ty::Shape(of) => {
            let of = value(of);
            quote!(<#of as ::autodiff::__private::Differentiable>::Shape)
        }
        Ty::Rows => quote!(::core::ops::Range<usize>),
        Ty::Frame(callee) => frame(callee),
        Ty::Function(function) => {
            let code = objects::code_param(&function.name);
            quote!(#code)
        }
        Ty::Code(code) => objects::marker(code),
        Ty::Pullback(_) | Ty::Infer(_) => quote!(_),
    }
}

/// Whether a type may contain user-defined types. These may not even implement `Debug`.
pub fn has_user_types(ty: &Ty) -> bool {
    match ty {
        Ty::Projected(_) | Ty::Discrete(_) | Ty::Sequence(..) | Ty::Foreign(_) => true,
        Ty::Wrapped(_, inner) => has_user_types(inner),
        Ty::Tuple(parts) => parts.iter().any(has_user_types),
        ty => ty.element().is_some_and(has_user_types),
    }
}

/// `(A, B)`, `(A,)` or `()`.
pub fn tuple(parts: impl Iterator<Item = TokenStream>) -> TokenStream {
    let parts: Vec<TokenStream> = parts.collect();
    match &parts[..] {
        [one] => quote!((#one,)),
        _ => quote!((#(#parts),*)),
    }
}

fn projection_type(projection: &Projection) -> TokenStream {
    match projection {
        Projection::Output(callee) => associated_type(callee, "Output"),
        Projection::Leaf(of, index) => {
            let of = projection_type(of);
            quote!(<#of as ::autodiff::__private::TupleLeaf<#index>>::Leaf)
        }
        Projection::Item(of) => {
            let of = projection_type(of);
            quote!(<#of as ::autodiff::__private::Indexed>::Item)
        }
        Projection::Named(path) => path.clone(),
        Projection::View(of) => view(of, &quote!('static)),
        Projection::Member(of, name) if name == "*" => {
            let of = projection_type(of);
            quote!(<#of as ::core::ops::Deref>::Target)
        }
        Projection::Member(of, name) => {
            let (of, name) = (projection_type(of), name.trim_start_matches("r#"));
            quote!(<#of as ::autodiff::__private::Field<{
                ::autodiff::__private::name(#name) }>>::Type)
        }
    }
}

/// The frame of a callee; of a recursive call, its index in the stack of frames.
fn frame(callee: &Callee) -> TokenStream {
    if callee.recursive {
        return quote!(usize);
    }
    match callee.residuals {
        ResidualStorage::Directly | ResidualStorage::InCycle => associated_type(callee, "Frame"),
        ResidualStorage::Nested => associated_type(callee, "NestedFrame"),
        ResidualStorage::Boxed => {
            let frame = associated_type(callee, "Frame");
            quote!(::autodiff::__private::Boxed<#frame>)
        }
    }
}

/// The type of a tangent or cotangent, owned. Discrete parts are `()`.
pub fn tangent(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Real(_) => value(ty),
        Ty::Tuple(parts) => tuple(parts.iter().map(tangent)),
        _ if ty.is_discrete() => quote!(()),
        Ty::Array(element, length) => {
            let element = tangent(element);
            quote!([#element; #length])
        }
        Ty::Slice(element) | Ty::Vec(element) => {
            let element = tangent(element);
            quote!(::autodiff::__private::Vec<#element>)
        }
        Ty::Deque(element) => {
            let element = tangent(element);
            quote!(::autodiff::__private::VecDeque<#element>)
        }
        _ => {
            let ty = value(ty);
            quote!(<#ty as ::autodiff::__private::Differentiable>::Tangent)
        }
    }
}

/// The type of a tangent as memory behind a reference: a slice for slices.
pub fn tangent_memory(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Slice(element) => {
            let element = tangent(element);
            quote!([#element])
        }
        _ => tangent(ty),
    }
}

/// The structure that an accumulator for a parameter of this type has: sequences of any kind are
/// slices.
pub fn accumulator_structure(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Slice(element)
        | Ty::Vec(element)
        | Ty::Array(element, _)
        | Ty::Sequence(element, _) => {
            let element = tangent(element);
            quote!([#element])
        }
        _ => tangent(ty),
    }
}

/// The cotangent of a result as a user passes it: vectors by reference, the rest by value.
pub fn cotangent_argument(ty: &Ty) -> TokenStream {
    match ty {
        _ if ty.is_discrete() => tangent(ty),
        Ty::Vec(element) => {
            let element = tangent(element);
            quote!(&[#element])
        }
        Ty::Tuple(parts) => tuple(parts.iter().map(cotangent_argument)),
        Ty::Projected(_) | Ty::Deque(_) => {
            let tangent = tangent(ty);
            quote!(&#tangent)
        }
        _ => tangent(ty),
    }
}

/// The type that a marker takes for the cotangent of a result. Callers that do not see the type of
/// a discrete part have a tangent type other than `()` for it, so such a part is `impl Sized`.
pub fn cotangent_param_type(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Tuple(parts) if !parts.is_empty() => tuple(parts.iter().map(|part| match part {
            _ if part.is_discrete() && part.is_memory() => quote!(impl Sized),
            part => cotangent_param_type(part),
        })),
        ty => tangent(ty),
    }
}

/// `Option` or `Result` of another type: the latter as the user wrote it, with `content` in place
/// of its first argument. `None` if it has no arguments.
pub fn with_content(wrapper: &Wrapper, content: &TokenStream) -> Option<TokenStream> {
    let written = match wrapper {
        Wrapper::Option => return Some(quote!(::core::option::Option<#content>)),
        Wrapper::Result(written) | Wrapper::Status(written) => written,
    };
    let mut tokens = written.clone().into_iter();
    let mut before = TokenStream::new();
    for token in tokens.by_ref() {
        let opens = is_punct(&token, '<');
        before.extend([token]);
        if opens {
            let rest = behind_first_argument(tokens);
            return Some(quote!(#before #content #rest));
        }
    }
    None
}

/// The tokens after the first argument of a type: `, E>` of `f64, E>`.
fn behind_first_argument(tokens: impl Iterator<Item = TokenTree>) -> TokenStream {
    let mut depth = 0_usize;
    let mut ends = |token: &TokenTree| {
        if depth == 0 && (is_punct(token, ',') || is_punct(token, '>')) {
            return true;
        }
        depth += usize::from(is_punct(token, '<'));
        depth -= usize::from(is_punct(token, '>'));
        false
    };
    tokens.skip_while(|token| !ends(token)).collect()
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

/// A literal of a real type, where the context determines the type or the real is a type parameter.
pub fn real_literal(real: Real, x: f64) -> TokenStream {
    let magnitude = proc_macro2::Literal::f64_unsuffixed(x.abs());
    let literal = if x.is_sign_negative() { quote!(-#magnitude) } else { quote!(#magnitude) };
    match real {
        Real::F32 | Real::F64 => literal,
        Real::Param(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(::autodiff::__private::real::<#name>(#literal))
        }
    }
}

/// A type with a lifetime wherever it has an elided one.
pub fn with_lifetime(ty: &TokenStream, lifetime: &str) -> TokenStream {
    let mut out = TokenStream::new();
    let mut after_quote = false;
    for token in ty.clone() {
        let quote = matches!(&token, TokenTree::Punct(p) if p.as_char() == '\'');
        out.extend([match token {
            TokenTree::Ident(i) if after_quote && i == "_" => {
                TokenTree::Ident(Ident::new(lifetime, i.span()))
            }
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), with_lifetime(&group.stream(), lifetime)).into()
            }
            token => token,
        }]);
        after_quote = quote;
    }
    out
}

/// A type with the lifetime `'_` in the place of each lifetime: generated functions declare none.
pub fn with_elided_lifetimes(ty: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut after_quote = false;
    for token in ty.clone() {
        let quote = matches!(&token, TokenTree::Punct(p) if p.as_char() == '\'');
        out.extend([match token {
            TokenTree::Ident(name) if after_quote => TokenTree::Ident(Ident::new("_", name.span())),
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), with_elided_lifetimes(&group.stream())).into()
            }
            token => token,
        }]);
        after_quote = quote;
    }
    out
}

/// A type with a lifetime for each reference that has none.
pub fn with_references(ty: &TokenStream, lifetime: &str) -> TokenStream {
    let is =
        |token: &TokenTree, char: char| matches!(token, TokenTree::Punct(p) if p.as_char() == char);
    let mut out = TokenStream::new();
    let mut tokens = ty.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let lacks_one = is(&token, '&') && !tokens.peek().is_some_and(|next| is(next, '\''));
        let span = token.span();
        out.extend([match token {
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), with_references(&group.stream(), lifetime)).into()
            }
            token => token,
        }]);
        if lacks_one {
            out.extend([
                TokenTree::from(Punct::new('\'', Spacing::Joint)),
                Ident::new(lifetime, span).into(),
            ]);
        }
    }
    out
}

/// One part as it is, several as a tuple.
pub fn bare_or_tuple<T: quote::ToTokens>(parts: &[T]) -> TokenStream {
    match parts {
        [one] => quote!(#one),
        parts => quote!((#(#parts),*)),
    }
}
