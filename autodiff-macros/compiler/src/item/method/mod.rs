//! An associated function → a free function.
//!
//! The items generated for a function of an `impl` block are outside the block, where `self` and
//! `Self` do not resolve. So `self` gets a name, and `Self` is replaced by its type:
//!
//! ```text
//! impl Model {                                        fn loss(this: &Model, x: &[f64]) -> f64 {
//!     fn loss(&self, x: &[f64]) -> f64 {         →        Model::scale(x) * this.weight
//!         Self::scale(x) * self.weight                }
//!     }
//! }
//! ```
//!
//! [`detach`](mod@detach) detaches the function from its block, [`self_names`] replaces the names.

mod detach;
mod self_names;

use crate::qualified::with_trait;
use crate::type_class;
use crate::world::tokens::mentions_any;
pub use detach::{detach, detach_as_function, returns_receiver};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
pub use self_names::outside_block;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, ImplItemFn, ItemFn, ItemImpl, PathArguments, ReceiverKind, Type};

/// How an associated function is called, in addition to its name.
#[derive(Clone)]
pub struct Method {
    /// The type that `Self` resolves to.
    pub owner: TokenStream,
    /// The parts of the names of generated types: `Model`, `loss`.
    pub stem: Vec<String>,
    /// Whether there is a `self`, and whether it is taken by value. `this` is a reference in either
    /// case, because callers cannot distinguish them.
    pub receiver: Option<ByValue>,
    /// Whether the first parameter, `self` or not, has the type by value: the marker takes it by
    /// reference.
    pub borrows_receiver: bool,
    /// Whether the type can have the derivatives as associated functions.
    pub inherent: bool,
    /// Whether the type has a function of its name from another trait.
    pub has_others: bool,
    /// The name of the trait that it is a function of.
    pub of_trait: Option<String>,
    /// For `index` and `index_mut`, the hash of the place that they refer to
    /// ([`super::indexing::place`]).
    pub place: Option<u64>,
    /// How callers find it.
    pub registration: Registration,
}

impl Method {
    /// Whether it is an inherent function.
    pub fn is_inherent(&self) -> bool {
        self.inherent && self.registration.qualified.is_empty() && self.registration.right.is_none()
    }

    /// Distinguishes the generated types of an operator from those of an inherent function of the
    /// same name.
    pub fn disambiguate(&mut self) {
        if self.registration.right.is_some()
            || !self.inherent && self.registration.name.trim_start_matches('&') == "neg"
        {
            self.stem.extend(self.of_trait.clone());
        }
    }

    /// Removes the name without the trait from a function of a trait. If the type implements the
    /// trait `again`, callers need the trait's arguments too.
    pub fn hide(&mut self, again: bool) {
        let names = &mut self.registration.qualified;
        let Some(qualified) =
            (if again { names.pop() } else { (!names.is_empty()).then(|| names.remove(0)) })
        else {
            return;
        };
        if again {
            names.clear();
        }
        self.inherent = false;
        self.registration.of = None;
        let of = qualified.rsplit_once("::").map_or(&qualified[..], |(of, _)| of);
        self.stem.extend(
            of.split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| !word.is_empty())
                .map(str::to_string),
        );
        self.registration.name = qualified;
    }
}

/// Whether a `self` is taken by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByValue(pub bool);

/// The registration of an associated function for callers: its name, and for an operator the type
/// on the right.
#[derive(Clone)]
pub struct Registration {
    /// The type that it is looked up on.
    pub owner: TokenStream,
    /// The name, with `&` where an operator takes a reference: `&add&`.
    pub name: String,
    /// The names with the trait, and with the trait's arguments: `Shape::area`, `Shape<f64>::area`.
    /// Empty for an inherent function, and for the traits of operators and conversions.
    pub qualified: Vec<String>,
    /// The trait, if an inherent function of the same name would be visible: it has no type
    /// parameters of its own.
    pub of: Option<TokenStream>,
    /// The right operand, without its reference.
    pub right: Option<TokenStream>,
}

/// The reason why a function cannot be detached from its block.
pub struct Error {
    /// The tokens of the error.
    pub at: TokenStream,
    /// The error, and the code to write instead.
    pub message: &'static str,
}

/// The signature of an `impl` block of a trait with a type as its argument, as `Trait for Type`.
pub fn signature_with_argument(block: &ItemImpl) -> Option<String> {
    let last = block.trait_.as_ref()?.0.segments.last()?;
    let owner = unparen(&block.self_ty).to_token_stream();
    first_type(&last.arguments).map(|_| format!("{} for {owner}", last.ident))
}

fn first_type(arguments: &PathArguments) -> Option<&Type> {
    types_in(arguments).next()
}

fn types_in(arguments: &PathArguments) -> impl Iterator<Item = &Type> {
    let arguments = if let PathArguments::AngleBracketed(arguments) = arguments {
        Some(&arguments.args)
    } else {
        None
    };
    arguments
        .into_iter()
        .flatten()
        .filter_map(|a| if let syn::GenericArgument::Type(t) = a { Some(t) } else { None })
}

/// Whether a receiver is taken by value: `self`, or a boxed one.
fn is_owned(kind: &ReceiverKind) -> bool {
    match kind {
        ReceiverKind::Value => true,
        ReceiverKind::Typed(_, ty) => {
            matches!(unparen(ty), Type::Path(of) if of.to_token_stream().to_string()
                .replace(' ', "") == "Box<Self>")
        }
        _ => false,
    }
}

/// Whether a block implements a trait for a type that cannot have user-defined functions, and
/// neither has parameters.
pub fn is_foreign(block: &ItemImpl) -> bool {
    let Some((path, _)) = &block.trait_ else { return false };
    let owner = unparen(&block.self_ty);
    let is_plain = |last: &syn::PathSegment| {
        last.arguments.is_none() && !type_class::is_operator_or_conversion(&last.ident)
    };
    let has_own = matches!(owner, Type::Path(_)) && !is_primitive(owner);
    !has_own
        && !matches!(owner, Type::Reference(_))
        && block.generics.params.is_empty()
        && path.segments.last().is_some_and(is_plain)
}

/// The message for a trait implemented for slices.
pub const NO_SIZE: &str = "functions of a trait have derivatives for sized types only: implement \
                           the trait for an array or a struct, or write a free function";

/// Whether a block is for slices or for trait objects.
pub fn has_no_size(block: &ItemImpl) -> bool {
    let owner = unparen(&block.self_ty);
    matches!(owner, Type::Slice(_) | Type::TraitObject(_))
        || matches!(owner, Type::Path(of) if of.path.is_ident("str"))
}

/// The name of the free function that a function of such a block is differentiated as, and whether
/// the type itself has another function of its name.
pub fn free_name_and_comparison(
    block: &ItemImpl,
    function: &ImplItemFn,
) -> Option<(Ident, TokenStream)> {
    let path = &block.trait_.as_ref()?.0;
    let (owner, name) = (unparen(&block.self_ty), &function.sig.ident);
    let mut stem = type_words(owner);
    stem.extend([path.segments.last()?.ident.to_string(), name.to_string()]);
    // `[f64; 3]` and `[f64; 4]`
    let lengths: String =
        owner.to_token_stream().to_string().chars().filter(char::is_ascii_alphanumeric).collect();
    stem.insert(0, lengths);
    let compared = quote! {
        {
            #[allow(unused_imports)]
            use #path as _;
            #[allow(unused_imports)]
            use ::autodiff::__private::Differ as _;
            ::autodiff::__private::is_other(&|| (&::autodiff::__private::Pair(<#owner>::#name,
                <#owner as #path>::#name)).same())
        }
    };
    Some((Ident::new(&format!("of_{}", stem.join("_")), name.span()), compared))
}

/// Writes `&'_ T` for `&T`.
struct ElideLifetimes;

impl VisitMut for ElideLifetimes {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime.get_or_insert_with(|| syn::Lifetime::new("'_", Span::call_site()));
        visit_mut::visit_type_reference_mut(self, reference);
    }
}

/// The name of the operator that a function implements.
fn operator(block: &ItemImpl, function: &ImplItemFn) -> Option<&'static str> {
    let of = &block.trait_.as_ref()?.0.segments.last()?.ident;
    type_class::OPERATOR_TRAITS
        .iter()
        .find(|(name, f)| of == name && function.sig.ident == f)
        .map(|(_, f)| *f)
}

/// Whether a type is `Self`, written so or by its name.
fn is_owner(ty: &Type, owner: &Type) -> bool {
    let ty = unparen(ty);
    !is_scalar(owner)
        && !matches!(owner, Type::Reference(_))
        && (matches!(ty, Type::Path(p) if p.path.is_ident("Self"))
            || ty.to_token_stream().to_string() == owner.to_token_stream().to_string())
}

/// Whether a type is a scalar of the language.
fn is_scalar(ty: &Type) -> bool {
    const SCALARS: &[&str] = &[
        "f64", "f32", "bool", "char", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8",
        "i16", "i32", "i64", "i128",
    ];
    matches!(unparen(ty), Type::Path(p) if p.path.get_ident()
        .is_some_and(|name| SCALARS.iter().any(|s| name == s)))
}

/// Whether a name occurs as a whole value, and not only as the base of a field or as the receiver
/// of a method. `into` counts as a whole value, since it differs between a value and a reference.
fn is_whole(tokens: &TokenStream, name: &str) -> bool {
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Ident(i) if i == name => {
                let is_converted = matches!(tokens.clone().nth(1), Some(TokenTree::Ident(method))
                    if method == "into");
                is_converted
                    || !matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '.'
                        || p.as_char() == ':')
            }
            TokenTree::Group(g) => is_whole(&g.stream(), name),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

fn method(
    block: &ItemImpl,
    owner: &Type,
    function: &ImplItemFn,
    receiver: Option<ByValue>,
    several: bool,
) -> Result<Method, Error> {
    let name = function.sig.ident.to_string();
    let mut stem = type_words(owner);
    push_arguments(owner, &block.generics, &mut stem);
    stem.push(name.clone());
    let mut registration = Registration {
        owner: owner.to_token_stream(),
        name: name.clone(),
        qualified: Vec::new(),
        of: None,
        right: None,
    };
    let mut inherent = matches!(owner, Type::Path(_)) && !is_primitive(owner);
    if let Some((path, _)) = &block.trait_
        && let Some(last) = path.segments.last()
    {
        let right = first_type(&last.arguments);
        if operator(block, function).is_some() {
            stem.extend(right.into_iter().flat_map(type_words));
            inherent = false;
            let binary = last.ident != "Neg" && last.ident != "Not";
            let (owner_type, left) = referent(owner);
            registration.owner = owner_type.to_token_stream();
            registration.name = format!("{}{name}", if left { "&" } else { "" });
            if binary {
                let (right, by_reference) = right.map_or((owner_type, left), referent);
                registration.right = Some(right.to_token_stream());
                registration.name += if by_reference { "&" } else { "" };
            }
        } else if let Some(right) = right
            && type_class::CONVERSION_TRAITS.iter().any(|of| last.ident == of)
        {
            // these types differ from those of the function of that name
            stem.extend(type_words(right));
            inherent = false;
            // a caller knows whether it passes the argument by reference, as for an operator
            let (referent, by_reference) = referent(right);
            let is_text = matches!(referent, Type::Path(of) if of.path.is_ident("str"));
            let by_reference = by_reference && !is_text && type_class::is_conversion(&name);
            let mut right = if by_reference { referent.clone() } else { right.clone() };
            ElideLifetimes.visit_type_mut(&mut right);
            registration.right = Some(right.to_token_stream());
            registration.name += if by_reference { "&" } else { "" };
        } else if several && inherent {
            // these types differ from those of the function of that name
            stem.extend(types_in(&last.arguments).flat_map(type_words));
            inherent = false;
            registration.name = with_trait(last, &name);
        } else if !inherent {
            return Err(Error {
                at: owner.to_token_stream(),
                message: "a method is differentiated as an associated function, which this foreign \
                          type cannot get: write a free function, a wrapper struct, or first a \
                          local trait that has #[differentiate] on itself and on this function",
            });
        } else {
            registration.qualified = vec![format!("{}::{name}", last.ident)];
            if !last.arguments.is_none() {
                registration.qualified.push(with_trait(last, &name));
            }
            registration.of =
                Some(path.to_token_stream()).filter(|_| is_named_alone(&function.sig));
        }
    }
    let of_trait =
        block.trait_.as_ref().and_then(|(path, _)| Some(path.segments.last()?.ident.to_string()));
    Ok(Method {
        owner: owner.to_token_stream(),
        stem,
        receiver,
        borrows_receiver: false,
        inherent,
        has_others: false,
        of_trait,
        place: None,
        registration,
    })
}

/// Whether the name of a function identifies it: it has no parameters but lifetimes.
fn is_named_alone(sig: &syn::Signature) -> bool {
    let is_impl = |arg: &FnArg| {
        matches!(arg, FnArg::Typed(typed)
        if matches!(unparen(&typed.ty), Type::ImplTrait(_)))
    };
    sig.generics.params.iter().all(|p| matches!(p, syn::GenericParam::Lifetime(_)))
        && !sig.inputs.iter().any(is_impl)
}

/// The visibility of the items generated for a function. That of a trait's function is not known.
pub fn visibility(block: &ItemImpl, function: &ItemFn) -> TokenStream {
    if block.trait_.is_some() { quote!(pub) } else { function.vis.to_token_stream() }
}

/// A type behind a reference, and whether there is one.
fn referent(ty: &Type) -> (&Type, bool) {
    match ty {
        Type::Reference(r) if r.mutability.is_none() => (unparen(&r.elem), true),
        ty => (ty, false),
    }
}

fn unparen(ty: &Type) -> &Type {
    match ty {
        Type::Paren(p) => unparen(&p.elem),
        Type::Group(g) => unparen(&g.elem),
        ty => ty,
    }
}

/// Whether a type is a primitive type or a type of `std` that the compiler knows, and no reference.
pub fn names_type_of_std(of: &TokenStream) -> bool {
    syn::parse2::<Type>(of.clone())
        .is_ok_and(|ty| !matches!(ty, Type::Reference(_)) && is_primitive(&ty))
}

fn is_primitive(ty: &Type) -> bool {
    const PRIMITIVES: &[&str] = &[
        "f64", "f32", "bool", "char", "str", "usize", "isize", "u8", "u16", "u32", "u64", "u128",
        "i8", "i16", "i32", "i64", "i128", "String", "Vec", "VecDeque", "Option", "Box",
    ];
    match ty {
        Type::Path(p) => {
            p.path.segments.last().is_some_and(|s| PRIMITIVES.iter().any(|p| s.ident == p))
        }
        _ => true,
    }
}

/// A type as parts of a name: `&Vec3` is `ref`, `Vec3`.
fn type_words(ty: &Type) -> Vec<String> {
    let of = |word: &str, inner: &Type| {
        [word.to_string()].into_iter().chain(type_words(inner)).collect()
    };
    match ty {
        Type::Path(p) => p.path.segments.last().map(|s| s.ident.to_string()).into_iter().collect(),
        Type::Reference(r) => of("ref", &r.elem),
        Type::Paren(p) => type_words(&p.elem),
        Type::Group(g) => type_words(&g.elem),
        Type::Array(a) => of("array", &a.elem),
        Type::Slice(s) => of("slice", &s.elem),
        Type::Tuple(t) => t.elems.iter().flat_map(type_words).collect(),
        _ => vec!["type".into()],
    }
}

fn parameter_name(parameter: &syn::GenericParam) -> String {
    match parameter {
        syn::GenericParam::Type(t) => t.ident.to_string(),
        syn::GenericParam::Const(c) => c.ident.to_string(),
        syn::GenericParam::Lifetime(l) => l.lifetime.ident.to_string(),
    }
}

/// Adds the arguments of a type to the parts of its name, without the parameters of its block:
/// `impl Moments<2>` is for another type than `impl Moments<3>`.
fn push_arguments(ty: &Type, generics: &syn::Generics, words_of_type: &mut Vec<String>) {
    let parameters: Vec<String> = generics.params.iter().map(parameter_name).collect();
    let Type::Path(path) = ty else { return };
    let Some(PathArguments::AngleBracketed(arguments)) =
        path.path.segments.last().map(|s| &s.arguments)
    else {
        return;
    };
    for argument in &arguments.args {
        match argument {
            syn::GenericArgument::Type(t)
                if !mentions_any(t, &|name| parameters.iter().any(|p| name == p)) =>
            {
                words_of_type.extend(type_words(t));
            }
            syn::GenericArgument::Const(c) => {
                if let Some(last) = words_of_type.last_mut() {
                    last.extend(
                        c.to_token_stream().to_string().chars().filter(|c| c.is_alphanumeric()),
                    );
                }
            }
            _ => {}
        }
    }
}

/// A name that does not occur in the tokens.
pub(super) fn free_name(base: &str, tokens: &TokenStream) -> String {
    let mut name = base.to_string();
    while mentions_any(tokens, &|found| *found == name) {
        name.push('_');
    }
    name
}
