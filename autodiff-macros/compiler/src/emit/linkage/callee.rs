//! How emitted code names the marker of a callee.
//!
//! ```text
//! g(x)        →  g::primal(x, …)
//! x.loss(y)   →  <<Model as ::autodiff::__private::Method<HASH>>::Marker>::primal(&x, …)
//! x.loss(y)   →  Self::primal(&x, …)                                in the marker of `loss` itself
//! rule(x, ẋ)  →  <rule as ::autodiff::__private::RuleOf<fn(f64, f64) -> (f64, f64), 0b10>>::same(<…>::residuals)(x, …)    as a rule
//! apply(a, x) →  <<apply as ::autodiff::__private::LinearFn<0b10>>::Map>::primal(a, x, …)    as a linear function of `x`
//! ```

use crate::emit::tokens::{names, types};
use crate::ir::Callee;
use crate::ir::types::Spelling;
use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

/// Whether a callee is found through its path alone.
pub fn is_by_path(callee: &Callee) -> bool {
    callee.method.is_none() && callee.linear.is_none()
}

/// The marker at the start of a path.
pub fn path(callee: &Callee) -> TokenStream {
    match callee {
        callee if is_by_path(callee) => callee.path.clone(),
        callee if callee.recursive => quote!(Self),
        callee => {
            // rustc infers the lifetime of a view
            let (marker, span) = (marker_with_lifetime(callee, &quote!('_)), span(callee));
            quote_spanned!(span=> <#marker>)
        }
    }
}

/// Tokens at another place: rustc reports a type where it is written. `$crate` is resolved by its
/// own place.
fn locate_at(tokens: TokenStream, span: Span) -> TokenStream {
    let located = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), locate_at(group.stream(), span)).into();
        }
        if token.to_string() != "$crate" {
            token.set_span(span);
        }
        token
    });
    located.collect()
}

/// An associated type of the marker of a method, whose parameters are those of the type that it is
/// found through, and its own generic parameters, which the arguments determine.
pub fn associated_type(callee: &Callee, name: &str) -> TokenStream {
    let (marker, span) = (marker(callee), span(callee));
    let name = Ident::new(name, span);
    if callee.method.as_ref().is_some_and(|m| m.spelling.has_name()) {
        let arguments = crate::emit::tokens::generics::method_argument_types(callee);
        return quote_spanned!(span=> <#marker as
            ::autodiff::__private::DifferentiableFn<#arguments>>::#name);
    }
    quote_spanned!(span=> <#marker as
        ::autodiff::__private::DifferentiableFn<::autodiff::__private::Explicit>>::#name)
}

/// Errors about a callee are reported at the user's call.
fn span(callee: &Callee) -> Span {
    callee.path.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}

/// The marker as a type; for a function that is called as a linear one, the marker of its linear
/// map.
pub fn marker(callee: &Callee) -> TokenStream {
    marker_with_lifetime(callee, &quote!('static))
}

/// The same, where a view that the marker is found through has the lifetime given.
fn marker_with_lifetime(callee: &Callee, lifetime: &TokenStream) -> TokenStream {
    let function = of_function(callee, lifetime);
    let Some(linear) = callee.linear else { return function };
    let (span, mask) = (span(callee), Literal::u64_suffixed(linear.arguments));
    quote_spanned!(span=> <#function as ::autodiff::__private::LinearFn<#mask>>::Map)
}

fn of_function(callee: &Callee, lifetime: &TokenStream) -> TokenStream {
    let Some(method) = &callee.method else {
        let (path, parameters) = (&callee.path, &callee.turbofish);
        return quote!(#path #parameters);
    };
    let span = span(callee);
    if let Some(marker) = &method.marker {
        let marker = Ident::new(&marker.to_string(), span);
        let parameter = method.is_of_view().then(|| quote!(<#lifetime>));
        return quote!(#marker #parameter);
    }
    let owner = types::with_view(&method.owner, lifetime);
    let name = Literal::u64_suffixed(names::hash(&method.name));
    let right = method.right.as_ref().map(|right| {
        let right = types::with_view(right, lifetime);
        quote!(, #right)
    });
    quote_spanned!(span=> <#owner as ::autodiff::__private::Method<#name #right>>::Marker)
}

/// The marker of a method as an aliased type, unless the type that the method is found through
/// mentions a generic parameter or a lifetime. For a method without derivative, rustc reports one
/// error, that of the constant; the type is then unknown.
pub fn named_marker(
    callee: &Callee,
    is_generic: &dyn Fn(&TokenStream) -> bool,
) -> Option<TokenStream> {
    let method = callee.method.as_ref().filter(|_| !callee.recursive && callee.object.is_none())?;
    let (owner, right) = (types::value(&method.owner), method.right.as_ref().map(types::value));
    let all = quote!(#owner #right);
    if is_generic(&all) || !crate::emit::tokens::generics::is_free_of_lifetimes(&all) {
        return None;
    }
    let (span, name) = (span(callee), Literal::u64_suffixed(names::hash(&method.name)));
    let [view, any_view] = [quote!('v), quote!('static)].map(|lifetime| {
        let owner = types::with_view(&method.owner, &lifetime);
        let right = method.right.as_ref().map(|right| types::with_view(right, &lifetime));
        (locate_at(owner, span), locate_at(right.unwrap_or_else(|| quote!(())), span))
    });
    let ((owner, right), (any_owner, any_right)) = (view, any_view);
    // a constant cannot depend on a lifetime
    Some(quote_spanned! {span=>
        <#owner as ::autodiff::__private::Found<#name, #right, {
            <#any_owner as ::autodiff::__private::Method<#name, #any_right>>::EXISTS }>>::Marker
    })
}

/// A statement that does not compile if the name of a trait's method does not resolve to that
/// method. In a function that is not `generic` it is an item: rustc evaluates it even in `cargo
/// check`.
pub fn shadowing_check(callee: &Callee, generic: bool) -> Option<TokenStream> {
    let method = callee.method.as_ref().filter(|method| {
        !callee.recursive && method.right.is_none() && is_name(without_move_mark(&method.name))
    })?;
    let (span, owner) = (span(callee), locate_at(types::value(&method.owner), span(callee)));
    let name = Literal::u64_suffixed(names::hash(without_move_mark(&method.name)));
    let declared =
        if generic { quote_spanned!(span=> let ()) } else { quote_spanned!(span=> const _: ()) };
    Some(quote_spanned!(span=> #declared = <#owner as
            ::autodiff::__private::Method<#name>>::UNSHADOWED;))
}

/// The same if `m[i] += x` reads another place than it writes to. Only the forward derivative has
/// it, which every function has, unless rustc evaluates it only where the function is instantiated.
pub fn same_place(callee: &Callee, generic: bool, in_forward: bool) -> Option<TokenStream> {
    if !generic && !in_forward {
        return None;
    }
    let method =
        callee.method.as_ref().filter(|method| method.spelling == Spelling::IndexUpdate)?;
    let (span, owner) = (span(callee), types::value(&method.owner));
    let right = method.right.as_ref().map(types::value)?;
    let [read, written] = ["index", "index_mut"].map(|name| {
        let name = Literal::u64_suffixed(names::hash(name));
        quote_spanned!(span=> <#owner as ::autodiff::__private::Method<#name, #right>>::PLACE)
    });
    let check = quote_spanned!(span=> ::autodiff::__private::is_same_place(#read, #written));
    Some(if generic {
        quote_spanned!(span=> const { #check };)
    } else {
        quote_spanned!(span=> const _: () = #check;)
    })
}

/// A function of a callee's marker, or of a rule the function itself. If the type of the rule is
/// wrong, every use has the same error at the rule's name, and rustc reports it once. There are no
/// further errors at its calls.
pub fn check_rule_type(callee: &Callee, function: TokenStream) -> TokenStream {
    let (Some(signature), Some(linear)) = (&callee.signature, callee.linear) else {
        return function;
    };
    let span = span(callee);
    let (rule, mask) =
        (of_function(callee, &quote!('static)), Literal::u64_suffixed(linear.arguments));
    quote_spanned!(span=> <#rule as ::autodiff::__private::RuleOf<#signature,
        #mask>>::same(#function))
}

/// The name of a method whose receiver is not moved ([`crate::lower`]'s `moved_operands`).
fn without_move_mark(name: &str) -> &str {
    name.strip_prefix('=').unwrap_or(name)
}

/// Whether the name of a method is a plain method name, not an operator and not qualified with its
/// trait.
fn is_name(name: &str) -> bool {
    name.chars().all(|c| c == '_' || c.is_alphanumeric())
}

/// Checks that do not compile if a callee is not linear in exactly the parameters that get linear
/// values, or returns non-linear results. In a function that is not `generic` these are items:
/// rustc evaluates them even in `cargo check`. Otherwise they are statements.
pub fn linear_check(callee: &Callee, cfgs: &TokenStream, generic: bool) -> Option<TokenStream> {
    let linear = callee.linear.filter(|_| callee.signature.is_none())?;
    let (function, marker, span) =
        (of_function(callee, &quote!('static)), marker(callee), span(callee));
    let mask = Literal::u64_suffixed(linear.arguments);
    let is_linear = quote_spanned! {span=>
        ::core::assert!(
            <#function as ::autodiff::__private::LinearFn<#mask>>::LINEAR == #mask,
            "this function is linear in other parameters: its `#[linear(…)]` must name exactly \
             those that receive linear values here"
        )
    };
    let all = quote_spanned! {span=> {
    fn in_all_parts<F: ::autodiff::__private::LinearInAllParts>() {}
    in_all_parts::<#marker>() } };
    if generic {
        let all = linear.values.then_some(all);
        return Some(quote_spanned!(span=> const { #is_linear } #all));
    }
    let all = linear.values.then(|| quote_spanned!(span=> #cfgs const _: fn() = || #all;));
    Some(quote_spanned!(span=> #cfgs const _: () = #is_linear; #all))
}
