//! Types without reals that no derive has seen: what the source file says of them.
//!
//! `enum Scheme { Euler, Rk4 }` needs no derive: its values have no tangents, as those of `usize` have none. The attribute and the derive see
//! nothing but their items, so they read the file that these stand in. A definition is taken if it is at the top of the file, has no generic parameters and no derive
//! of ours, and is the only thing of that name in the file, and if all of its fields are of types of `std` without reals or of types found likewise.
//!
//! A file is no proof of what a name means where it is used. Whoever relies on a definition emits an item that takes a value of the type apart as it says, with
//! all variants, all fields and their types ([`Plain::checks`]): this does not compile if the type is another one.
//!
//! Such a type implements `Differentiable` all the same, with `()` for its tangents, so that it may be anywhere ([`without_tangents`]). The first function that
//! relies on it emits that, and does again where it is expanded again, as tools do that keep the compiler's plug-ins running.

use crate::derive::types::{DISCRETE, bare, is_discrete};
use crate::modules::{self, Module};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::cell::Cell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, GenericArgument, Item, PathArguments, Type};

/// What is kept of a file.
#[derive(Default)]
struct Kept {
    /// The definitions at its top that may be looked up, as text, by name.
    definitions: HashMap<String, String>,
    modules: Vec<Module>,
}

/// The files that were read, with the times of their last changes: a compiler may run for long.
static FILES: Mutex<Vec<(PathBuf, Option<SystemTime>, Kept)>> = Mutex::new(Vec::new());

/// A type without reals that is made of types of the file that no derive has seen.
#[derive(Clone, Debug)]
pub struct Plain {
    /// These types.
    pub names: Vec<String>,
    /// Items that do not compile if one of them is another type.
    pub checks: Vec<TokenStream>,
}

/// What the file says of a type, if it has no reals, and no derive has seen all of it. References are looked through.
pub fn plain(ty: &Type) -> Option<Plain> {
    let file = Span::call_site().local_file()?;
    let mut found = Found { file: &file, names: Vec::new(), checks: Vec::new() };
    let is_plain = found.is_plain(ty) && !found.names.is_empty();
    let Found { names, checks, .. } = found;
    is_plain.then_some(Plain { names, checks })
}

/// The type of a field of a struct of the file, by its name or number.
pub fn field(of: &str, name: &str) -> Option<Type> {
    let Item::Struct(of) = definition(&Span::call_site().local_file()?, of)? else { return None };
    let mut fields = of.fields.into_iter().enumerate();
    fields.find(|(k, field)| field.ident.as_ref().map_or_else(|| k.to_string(), ToString::to_string) == name).map(|(_, field)| field.ty)
}

/// Who emitted that a type has no tangents.
struct Owner {
    file: PathBuf,
    ty: String,
    /// The attribute's line and column, and the function.
    at: (usize, usize, String),
    expansion: u64,
}

static OWNERS: Mutex<Vec<Owner>> = Mutex::new(Vec::new());

thread_local! {
    /// Counts the expansions.
    static EXPANSION: Cell<u64> = const { Cell::new(0) };
}

/// An expansion begins.
pub fn begin() {
    EXPANSION.set(EXPANSION.get() + 1);
    modules::leave();
}

/// What makes types of this file types without tangents, as far as no other function has it.
pub fn without_tangents(names: &[String], function: &str) -> Vec<TokenStream> {
    let Some(file) = Span::call_site().local_file() else { return Vec::new() };
    let start = Span::call_site().start();
    let (at, expansion) = ((start.line, start.column, function.to_string()), EXPANSION.get());
    let mut owners = OWNERS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut made = Vec::new();
    for name in names {
        match owners.iter_mut().find(|of| of.file == file && of.ty == *name) {
            Some(of) if of.at != at || of.expansion == expansion => continue,
            Some(of) => of.expansion = expansion,
            None => owners.push(Owner { file: file.clone(), ty: name.clone(), at: at.clone(), expansion }),
        }
        made.push(type_without_tangents(&Ident::new(name, Span::call_site())));
    }
    made
}

/// What makes a type one without tangents.
pub fn type_without_tangents(name: &Ident) -> TokenStream {
    quote! {
        impl ::autodiff::__private::Differentiable for #name {
            type Tangent = ();
            type Shape = ();
            #[inline]
            fn shape(&self) {}
            #[inline]
            fn zero_of(_: &()) {}
            #[inline]
            fn move_by(&mut self, _: &()) {}
        }
    }
}

struct Found<'f> {
    file: &'f PathBuf,
    /// The types that were looked up.
    names: Vec<String>,
    checks: Vec<TokenStream>,
}

impl Found<'_> {
    fn is_plain(&mut self, ty: &Type) -> bool {
        match bare(ty) {
            ty if is_discrete(ty) => true,
            Type::Reference(of) => of.mutability.is_none() && self.is_plain(&of.elem),
            Type::Tuple(of) => of.elems.iter().all(|ty| self.is_plain(ty)),
            Type::Array(of) => self.is_plain(&of.elem),
            Type::Slice(of) => self.is_plain(&of.elem),
            Type::Path(of) if of.qself.is_none() => match of.path.get_ident() {
                Some(name) => self.is_defined_plain(name),
                None => only_argument(&of.path).is_some_and(|ty| self.is_plain(ty)),
            },
            _ => false,
        }
    }

    fn is_defined_plain(&mut self, name: &Ident) -> bool {
        if self.names.iter().any(|other| name == other) {
            return true;
        }
        // a derive may have another name here
        if crate::kept::has_type(&name.to_string()) {
            return false;
        }
        let Some(item) = definition(self.file, &name.to_string()).filter(|item| !has_cfg(item)) else { return false };
        self.names.push(name.to_string());
        let ty = Ident::new(&name.to_string(), Span::call_site());
        let arms: Vec<TokenStream> = match &item {
            Item::Struct(of) => self.taken_apart(&quote!(#ty), &of.fields).into_iter().collect(),
            Item::Enum(of) => of
                .variants
                .iter()
                .filter_map(|variant| {
                    let name = &variant.ident;
                    self.taken_apart(&quote!(#ty::#name), &variant.fields)
                })
                .collect(),
            _ => return false,
        };
        let variants = if let Item::Enum(of) = &item { of.variants.len() } else { 1 };
        if arms.len() < variants || arms.is_empty() {
            return false;
        }
        self.checks.push(quote!(#[allow(deprecated)] const _: fn(&#ty) = |of| match of { #(#arms)* };));
        true
    }

    /// An arm for values of these fields, which have these types; `None` if one of them may have reals.
    fn taken_apart(&mut self, path: &TokenStream, fields: &Fields) -> Option<TokenStream> {
        if !fields.iter().all(|field| self.is_plain(&field.ty)) {
            return None;
        }
        let names: Vec<Ident> = (0..fields.len()).map(|k| format_ident!("field_{k}")).collect();
        let types = fields.iter().map(|field| std_types(&field.ty));
        let pattern = match fields {
            Fields::Named(of) => {
                let members = of.named.iter().map(|field| &field.ident);
                quote!(#path { #(#members: #names),* })
            }
            Fields::Unnamed(_) => quote!(#path(#(#names),*)),
            Fields::Unit => quote!(#path),
        };
        Some(quote!(#pattern => { #(let _: &#types = #names;)* }))
    }
}

/// The argument of `Option<…>` and `Vec<…>`.
fn only_argument(path: &syn::Path) -> Option<&Type> {
    let last = path.segments.last().filter(|s| path.segments.len() == 1 && (s.ident == "Option" || s.ident == "Vec"))?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => match arguments.args.first()? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

/// A type with the scalars in it named so that they cannot be others.
fn std_types(ty: &Type) -> TokenStream {
    struct Scalars;
    impl syn::visit_mut::VisitMut for Scalars {
        fn visit_path_mut(&mut self, path: &mut syn::Path) {
            match path.get_ident() {
                Some(name) if name == "String" => *path = syn::parse_quote!(::autodiff::__private::String),
                Some(name) if DISCRETE.iter().any(|scalar| name == scalar) => *path = syn::parse_quote!(::core::primitive::#name),
                _ => {}
            }
            syn::visit_mut::visit_path_mut(self, path);
        }
    }
    let mut ty = ty.clone();
    syn::visit_mut::VisitMut::visit_type_mut(&mut Scalars, &mut ty);
    ty.to_token_stream()
}

/// Whether there is a definition of that name at the top of this file.
pub fn defines(name: &str) -> bool {
    Span::call_site().local_file().is_some_and(|file| in_file(&file, |kept| kept.definitions.contains_key(name)))
}

/// Looks at the modules of a file.
pub fn modules<T>(file: &PathBuf, look: impl FnOnce(&[Module]) -> T) -> T {
    in_file(file, |kept| look(&kept.modules))
}

/// The definition of that name at the top of a file.
fn definition(file: &PathBuf, name: &str) -> Option<Item> {
    let text = in_file(file, |kept| kept.definitions.get(name).cloned())?;
    syn::parse_str(&text).ok()
}

/// Looks into a file.
fn in_file<T>(file: &PathBuf, look: impl FnOnce(&Kept) -> T) -> T {
    let changed = std::fs::metadata(file).ok().and_then(|of| of.modified().ok());
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., kept)) = files.iter().find(|(path, at, _)| path == file && *at == changed) {
        return look(kept);
    }
    let found = std::fs::read_to_string(file).ok().and_then(|text| syn::parse_file(&text).ok());
    let kept = found.map(|file| Kept { modules: modules::of_file(&file), definitions: definitions(file) }).unwrap_or_default();
    let looked = look(&kept);
    files.retain(|(path, ..)| path != file);
    files.push((file.clone(), changed, kept));
    looked
}

fn definitions(file: syn::File) -> HashMap<String, String> {
    let mut names = Names::default();
    names.visit_file(&file);
    // what is implemented by hand needs no more
    for name in &names.implemented {
        names.count.remove(name);
    }
    let mut found = HashMap::new();
    for item in file.items {
        let (name, generics, attrs) = match &item {
            Item::Struct(of) => (&of.ident, &of.generics, &of.attrs),
            Item::Enum(of) => (&of.ident, &of.generics, &of.attrs),
            _ => continue,
        };
        let name = name.to_string();
        if names.count.get(&name) == Some(&1) && generics.params.is_empty() && !attrs.iter().any(may_derive) {
            found.insert(name, item.to_token_stream().to_string());
        }
    }
    found
}

/// Whether parts of a definition may be configured out.
fn has_cfg(item: &Item) -> bool {
    struct Cfg(bool);
    impl<'ast> Visit<'ast> for Cfg {
        fn visit_attribute(&mut self, attribute: &'ast Attribute) {
            self.0 |= attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr");
        }
    }
    let mut found = Cfg(false);
    found.visit_item(item);
    found.0
}

/// Whether an attribute may give the type tangents, or take it away.
fn may_derive(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.to_token_stream().to_string().contains("Differentiable")
}

#[derive(Default)]
struct Names {
    /// How many things of the file have each name: types, and what is brought in under it.
    count: HashMap<String, usize>,
    /// The types that implement the library's trait.
    implemented: Vec<String>,
}

impl Names {
    fn add(&mut self, name: &Ident) {
        *self.count.entry(name.to_string()).or_default() += 1;
    }

    /// What a tree brings in; of what comes out of this file nothing.
    fn of_use(&mut self, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) if path.ident == "super" || path.ident == "self" => {
                if !matches!(&*path.tree, syn::UseTree::Name(_) | syn::UseTree::Group(_) | syn::UseTree::Glob(_)) {
                    self.of_use(&path.tree);
                }
            }
            syn::UseTree::Path(path) => self.of_use(&path.tree),
            syn::UseTree::Name(name) => self.add(&name.ident),
            syn::UseTree::Rename(rename) => self.add(&rename.rename),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.of_use(tree)),
            syn::UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(of) => self.add(&of.ident),
            Item::Enum(of) => self.add(&of.ident),
            Item::Union(of) => self.add(&of.ident),
            Item::Type(of) => self.add(&of.ident),
            Item::Trait(of) => self.add(&of.ident),
            Item::Use(of) => self.of_use(&of.tree),
            Item::Impl(of) => {
                if let (Some((path, _)), Type::Path(ty)) = (&of.trait_, &*of.self_ty)
                    && path.segments.last().is_some_and(|last| last.ident == "Differentiable")
                {
                    self.implemented.extend(ty.path.segments.last().map(|last| last.ident.to_string()));
                }
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_generic_param(&mut self, param: &'ast syn::GenericParam) {
        if let syn::GenericParam::Type(of) = param {
            self.add(&of.ident);
        }
    }
}
