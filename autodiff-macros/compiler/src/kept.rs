//! What an expansion leaves for later ones of the same crate: the definitions of differentiated traits, of structs and enums with type parameters, and what
//! `#[derive(Differentiable)]` knows of the fields of the others.
//!
//! An attribute or a derive sees nothing but its item. What is needed of other items is kept as text, since tokens do not outlive their expansion, and is found
//! by the last name of a path: the item comes first in the source (all of a module with the attribute are kept before its functions are looked at). A
//! name may mean another item that is not seen. So:
//!
//! - a differentiated trait gets a function, whose name is made of its definition, and whoever relies on what is kept emits an item that names this function;
//! - of structs and enums with type parameters only the types of fields are taken, which rustc compares with those that the fields have;
//! - of other types, the derive keeps what rustc cannot be asked by projections: which fields are `Option`s, or marked `#[constant]`. A type is found by a single
//!   name, in the same file, if there is only one of that name. The derive gives it a trait whose number is made of its definition, and whoever relies on it emits an
//!   item that asks for this trait ([`KeptType::check`]).

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use syn::{Attribute, DeriveInput, GenericArgument, GenericParam, Generics, ItemTrait, PathArguments, TraitItem};

/// The traits of this crate so far.
static TRAITS: Mutex<Vec<TraitText>> = Mutex::new(Vec::new());

struct TraitText {
    name: String,
    text: String,
    sign: String,
    /// Nothing where no compiler runs.
    file: Option<PathBuf>,
}

/// The structs and enums with type parameters of this crate so far: name and text.
static STRUCTS: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// The types without generic parameters that derives have seen so far, and the files that they stand in.
static TYPES: Mutex<Vec<(PathBuf, KeptType)>> = Mutex::new(Vec::new());

/// A type that a derive has seen.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptType {
    name: String,
    /// Its fields: `name`, `0`, or `Variant.name`.
    fields: Vec<(String, KeptField)>,
    /// A number made of its definition.
    sign: u64,
}

/// What is known of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptField {
    /// Whether it is marked `#[constant]`.
    pub constant: bool,
    /// Its type, if it means the same everywhere, as text, with `_` for what an `Option` or a `Vec` holds of other types.
    pub ty: Option<String>,
}

/// A trait that was kept.
#[derive(Clone)]
pub struct KeptTrait {
    /// Its definition, with our attributes.
    pub item: ItemTrait,
    /// The function that tells it from others of its name.
    pub sign: Ident,
}

/// Keeps a trait for the items that come after it.
pub fn keep_trait(of: &ItemTrait) {
    let mut kept = TRAITS.lock().unwrap_or_else(PoisonError::into_inner);
    let (text, sign) = (of.to_token_stream().to_string(), sign(of).to_string());
    kept.push(TraitText { name: of.ident.to_string(), text, sign, file: of.ident.span().local_file() });
}

/// The differentiated traits of a name: those of the same file first, and those kept last.
pub fn traits(name: &Ident) -> Vec<KeptTrait> {
    let kept = TRAITS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut named: Vec<&TraitText> = kept.iter().rev().filter(|of| *name == of.name).collect();
    if named.len() > 1 {
        let file = name.span().local_file();
        named.sort_by_key(|of| of.file != file);
    }
    let parsed = named.into_iter().filter_map(|of| Some((syn::parse_str::<ItemTrait>(&of.text).ok()?, &of.sign)));
    parsed.map(|(item, sign)| KeptTrait { item, sign: Ident::new(sign, Span::call_site()) }).collect()
}

/// Whether there is a differentiated trait of a name.
pub fn has_trait(name: &Ident) -> bool {
    TRAITS.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|of| *name == of.name)
}

/// The function that tells a trait from others of its name.
pub fn sign(of: &ItemTrait) -> Ident {
    let text: String =
        std::iter::once(of.ident.to_string()).chain(of.items.iter().map(|item| item.to_token_stream().to_string())).collect();
    Ident::new(&format!("the_differentiated_trait_of_this_name_{:016x}", hash(&text)), Span::call_site())
}

/// Keeps a struct or enum that has type parameters for the items that come after it.
pub fn keep_struct(name: &Ident, generics: &Generics, definition: &dyn ToTokens) {
    if generics.type_params().next().is_some() {
        let mut kept = STRUCTS.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push((name.to_string(), definition.to_token_stream().to_string()));
    }
}

/// The type of a field, by its name or number, of a struct with type parameters or of a variant of such an enum; `owner` is the type with its arguments.
pub fn field(owner: &syn::Path, variant: Option<&str>, field: &str) -> Option<syn::Type> {
    let last = owner.segments.last()?;
    let definition: DeriveInput = {
        let kept = STRUCTS.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, text) = kept.iter().rev().find(|(of, _)| last.ident == of)?;
        syn::parse_str(text).ok()?
    };
    let fields = match (&definition.data, variant) {
        (syn::Data::Struct(data), None) => &data.fields,
        (syn::Data::Enum(data), Some(variant)) => &data.variants.iter().find(|v| v.ident == variant)?.fields,
        _ => return None,
    };
    let (_, found) = fields.iter().enumerate().find(|(number, f)| match &f.ident {
        Some(name) => name == field,
        None => number.to_string() == field,
    })?;
    let arguments = arguments(&definition.generics, &last.arguments);
    syn::parse2(replaced(found.ty.to_token_stream(), &arguments)).ok()
}

/// The file that is being expanded; nothing where no compiler runs.
fn this_file() -> Option<PathBuf> {
    Span::call_site().local_file()
}

/// The aliases of types of functions of this crate so far: file (nothing where no compiler runs), name and text.
static ALIASES: Mutex<Vec<(Option<PathBuf>, String, String)>> = Mutex::new(Vec::new());

/// Keeps `type Formula = fn(f64) -> f64;`.
pub fn keep_alias(of: &syn::ItemType) {
    let (name, text) = (of.ident.to_string(), of.ty.to_token_stream().to_string());
    ALIASES.lock().unwrap_or_else(PoisonError::into_inner).push((this_file(), name, text));
}

/// The type of functions that a type is by an alias of this file, and an item that does not compile if the alias is another one.
pub fn alias(of: &syn::Type) -> Option<(syn::Type, TokenStream)> {
    let syn::Type::Path(path) = of else { return None };
    let name = path.path.segments.last().filter(|s| s.arguments.is_none())?.ident.to_string();
    let file = this_file();
    let kept = ALIASES.lock().unwrap_or_else(PoisonError::into_inner);
    let mut found = kept.iter().filter(|(at, of, _)| *at == file && *of == name).map(|(_, _, text)| text);
    let text = found.next()?;
    let ty = found.all(|other| other == text).then(|| syn::parse_str::<syn::Type>(text).ok())??;
    let check = quote!(const _: () = { #[allow(dead_code, clippy::all)] fn check(f: #of) -> #ty { f } };);
    Some((ty, check))
}

/// Keeps a type without generic parameters.
pub fn keep_type(of: KeptType) {
    if let Some(file) = this_file() {
        TYPES.lock().unwrap_or_else(PoisonError::into_inner).push((file, of));
    }
}

/// There is another type of that name, in a module with the attribute, whose derive may run later: none is found from now on.
pub fn blur_type(name: &Ident) {
    keep_type(KeptType { name: name.to_string(), fields: Vec::new(), sign: 0 });
}

/// The type of that name in this file.
pub fn find_type(name: &str) -> Option<KeptType> {
    let file = this_file()?;
    let kept = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
    let mut found = kept.iter().filter(|(at, of)| *at == file && of.name == name).map(|(_, of)| of);
    let first = found.next()?;
    found.all(|other| other == first).then(|| first.clone())
}

impl KeptType {
    /// A type by its definition, and what is known of its fields.
    pub fn new(of: &DeriveInput, fields: Vec<(String, KeptField)>) -> KeptType {
        KeptType { name: of.ident.to_string(), fields, sign: hash(&of.to_token_stream().to_string()) }
    }

    /// What is known of a field.
    pub fn field(&self, name: &str) -> Option<&KeptField> {
        self.fields.iter().find(|(of, _)| of == name).map(|(_, field)| field)
    }

    /// Whether all of its fields are known, and none has reals.
    pub fn is_discrete(&self) -> bool {
        const DISCRETE: &[&str] =
            &["bool", "char", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "String"];
        let of_std = |ty: &str| DISCRETE.contains(&ty);
        !self.fields.is_empty() && self.fields.iter().all(|(_, field)| field.ty.as_deref().is_some_and(of_std))
    }

    /// What the derive gives the type for checks.
    pub fn mark(&self, ty: &Ident) -> TokenStream {
        let sign = self.sign;
        quote!(impl ::autodiff::__private::Definition<#sign> for #ty {})
    }

    /// An item that does not compile if the type of this path is another one.
    pub fn check(&self, path: &TokenStream) -> TokenStream {
        let sign = self.sign;
        quote!(const _: () = ::autodiff::__private::is_definition::<#path, #sign>();)
    }
}

/// Whether a trait has differentiated functions.
pub fn is_differentiated(of: &ItemTrait) -> bool {
    of.items.iter().any(|item| matches!(item, TraitItem::Fn(f) if f.attrs.iter().any(is_ours)))
}

/// Whether an attribute is `#[differentiate]`.
pub fn is_ours(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|s| s.ident == "differentiate")
}

/// The parameters of an item with the arguments that a path has for them.
pub fn arguments(of: &Generics, given: &PathArguments) -> Vec<(String, TokenStream)> {
    let given: Vec<TokenStream> = match given {
        PathArguments::AngleBracketed(given) => given
            .args
            .iter()
            .filter(|a| matches!(a, GenericArgument::Type(_) | GenericArgument::Const(_)))
            .map(ToTokens::to_token_stream)
            .collect(),
        _ => Vec::new(),
    };
    let names = of.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) => Some((t.ident.to_string(), t.default.as_ref().map(|(_, ty)| ty.to_token_stream()))),
        GenericParam::Const(c) => Some((c.ident.to_string(), c.default.as_ref().map(|(_, value)| value.to_token_stream()))),
        GenericParam::Lifetime(_) => None,
    });
    let mut given = given.into_iter();
    names.filter_map(|(name, default)| given.next().or(default).map(|argument| (name, argument))).collect()
}

/// Names as what they stand for.
pub fn replaced(tokens: TokenStream, names: &[(String, TokenStream)]) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), replaced(group.stream(), names));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(ident) => match names.iter().find(|(name, _)| ident == name) {
                Some((_, argument)) if matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':') => {
                    out.extend(quote!(<#argument>));
                }
                Some((_, argument)) => out.extend(argument.clone()),
                None => out.extend([TokenTree::Ident(ident)]),
            },
            token => out.extend([token]),
        }
    }
    out
}

/// A number for a text: FNV-1a.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
