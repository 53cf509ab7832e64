//! What the source file says of what no expansion has seen yet: types without reals, and the heads of functions.
//!
//! The heads of all functions of a file that derivatives are asked for are kept when the first of them is expanded, as if all had been expanded before
//! ([`crate::kept`]): what calls a function may stand before it.
//!
//! `enum Scheme { Euler, Rk4 }` needs no derive: its values have no tangents, as those of `usize` have none. The attribute and the derive see
//! nothing but their items, so they read the file that these stand in. A definition is taken if it is at the top of the file, has no generic parameters and no derive
//! of ours, and is the only thing of that name in the file, and if all of its fields are of types of `std` without reals or of types found likewise. So are aliases of types that are the only thing of their name in the file.
//!
//! A file is no proof of what a name means where it is used. Whoever relies on a definition emits an item that takes a value of the type apart as it says, with
//! all variants, all fields and their types ([`Plain::checks`]): this does not compile if the type is another one.
//!
//! Such a type implements `Differentiable` all the same, with `()` for its tangents, so that it may be anywhere ([`without_tangents`]). The first function that
//! relies on it emits that, and does again where it is expanded again, as tools do that keep the compiler's plug-ins running.

use crate::derive::types::{DISCRETE, bare, is_discrete};
use crate::kept;
use crate::modules::{self, Module};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::cell::Cell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Fields, GenericArgument, Item, PathArguments, Type};

/// What is kept of a file: the definitions at its top that may be looked up, as text, by name.
#[derive(Default)]
struct Definitions {
    types: HashMap<String, String>,
    /// Other names for types.
    aliases: HashMap<String, String>,
    modules: Vec<Module>,
}

/// The files that were read, with the times of their last changes: a compiler may run for long.
static FILES: Mutex<Vec<(PathBuf, Option<SystemTime>, Definitions)>> = Mutex::new(Vec::new());

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
    let mut found = Found { file: &file, names: Vec::new(), checks: Vec::new(), aliases: 0 };
    let is_plain = found.is_plain(ty) && !found.names.is_empty();
    let Found { names, checks, .. } = found;
    is_plain.then_some(Plain { names, checks })
}

/// The type of a field of a struct of the file that is made of such types alone, by its name or number.
pub fn field(of: &str, name: &str) -> Option<Type> {
    let file = Span::call_site().local_file()?;
    let Item::Struct(of) = definition(&file, of)? else { return None };
    let mut fields = of.fields.into_iter().enumerate();
    let (_, mut field) = fields.find(|(k, field)| field.ident.as_ref().map_or_else(|| k.to_string(), ToString::to_string) == name)?;
    Expanded(&file).visit_type_mut(&mut field.ty);
    Some(field.ty)
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
    if let Some(file) = Span::call_site().local_file() {
        in_file(&file, |_| ());
    }
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
    /// How many aliases are being looked through.
    aliases: usize,
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
                Some(name) => match alias_of(name, self.file) {
                    Some(ty) => {
                        self.aliases += 1;
                        // one that is another name for itself
                        let is_plain = self.aliases <= 16 && self.is_plain(&ty);
                        self.aliases -= 1;
                        is_plain
                    }
                    None => self.is_defined_plain(name),
                },
                None => arguments(&of.path).is_some_and(|types| types.into_iter().all(|ty| self.is_plain(ty))),
            },
            _ => false,
        }
    }

    fn is_defined_plain(&mut self, name: &Ident) -> bool {
        if self.names.iter().any(|other| name == other) {
            return true;
        }
        // a derive may have another name here
        if kept::has_type(&name.to_string()) {
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
        let types = fields.iter().map(|field| std_types(&field.ty, self.file));
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

/// What a type without parameters is another name for.
fn alias_of(name: &Ident, file: &PathBuf) -> Option<Type> {
    let item: syn::ItemType = syn::parse_str(&alias(&name.to_string(), file)?).ok()?;
    item.generics.params.is_empty().then_some(*item.ty)
}

/// Where the collections of std are that have no reals if their elements have none.
fn collection(name: &Ident) -> Option<TokenStream> {
    Some(match name.to_string().as_str() {
        "Option" => quote!(::core::option::Option),
        "Vec" => quote!(::autodiff::__private::Vec),
        "VecDeque" | "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" => quote!(::std::collections::#name),
        _ => return None,
    })
}

/// The arguments of `Option<…>`, `Vec<…>`, `HashMap<…>`.
fn arguments(path: &syn::Path) -> Option<Vec<&Type>> {
    let last = path.segments.last()?;
    collection(&last.ident).filter(|_| path.segments.len() == 1 || path.segments[0].ident == "std")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().map(|argument| if let GenericArgument::Type(ty) = argument { Some(ty) } else { None }).collect()
}

/// A type with what is of std in it named so that it cannot be something else, and without aliases.
fn std_types(ty: &Type, file: &PathBuf) -> TokenStream {
    struct Std;
    impl VisitMut for Std {
        fn visit_path_mut(&mut self, path: &mut syn::Path) {
            match path.get_ident() {
                Some(name) if name == "String" => *path = syn::parse_quote!(::autodiff::__private::String),
                Some(name) if DISCRETE.iter().any(|scalar| name == scalar) => *path = syn::parse_quote!(::core::primitive::#name),
                Some(_) => {}
                None => {
                    let known = path.segments.last().and_then(|last| Some((collection(&last.ident)?, last.arguments.clone())));
                    if let Some((name, arguments)) = known {
                        *path = syn::parse_quote!(#name #arguments);
                    }
                }
            }
            visit_mut::visit_path_mut(self, path);
        }
    }
    let mut ty = ty.clone();
    Expanded(file).visit_type_mut(&mut ty);
    Std.visit_type_mut(&mut ty);
    ty.to_token_stream()
}

/// Writes what the aliases in a type stand for: a type that was found to have no reals, so that none is another name for itself.
struct Expanded<'f>(&'f PathBuf);

impl VisitMut for Expanded<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(of) = ty
            && let Some(target) = of.path.get_ident().and_then(|name| alias_of(name, self.0))
        {
            *ty = target;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether there is a definition of that name at the top of this file.
pub fn defines(name: &str) -> bool {
    Span::call_site().local_file().is_some_and(|file| in_file(&file, |definitions| definitions.types.contains_key(name)))
}

/// Looks at the modules of a file.
pub fn modules<T>(file: &PathBuf, look: impl FnOnce(&[Module]) -> T) -> T {
    in_file(file, |definitions| look(&definitions.modules))
}

/// The definition of that name at the top of a file.
fn definition(file: &PathBuf, name: &str) -> Option<Item> {
    let text = in_file(file, |definitions| definitions.types.get(name).cloned())?;
    syn::parse_str(&text).ok()
}

/// The text of `type Point = [f64; 3];` at the top of a file.
pub fn alias(name: &str, file: &PathBuf) -> Option<String> {
    in_file(file, |definitions| definitions.aliases.get(name).cloned())
}

/// Whether there are aliases of types at the top of this file.
pub fn has_aliases() -> bool {
    Span::call_site().local_file().is_some_and(|file| in_file(&file, |definitions| !definitions.aliases.is_empty()))
}

/// Looks into a file.
fn in_file<T>(file: &PathBuf, look: impl FnOnce(&Definitions) -> T) -> T {
    let changed = std::fs::metadata(file).ok().and_then(|of| of.modified().ok());
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., definitions)) = files.iter().find(|(path, at, _)| path == file && *at == changed) {
        return look(definitions);
    }
    let found = std::fs::read_to_string(file).ok().and_then(|text| syn::parse_file(&text).ok());
    kept::forget_functions(file);
    found.iter().for_each(|found| Heads { module: modules::name_of(file) }.visit_file(found));
    let definitions = found.map(definitions).unwrap_or_default();
    let looked = look(&definitions);
    files.retain(|(path, ..)| path != file);
    files.push((file.clone(), changed, definitions));
    looked
}

fn definitions(file: syn::File) -> Definitions {
    let mut names = Names::default();
    names.visit_file(&file);
    // what is implemented by hand needs no more
    for name in &names.implemented {
        names.count.remove(name);
    }
    let mut found = Definitions { modules: modules::of_file(&file), ..Definitions::default() };
    for item in file.items {
        if let Item::Type(of) = item {
            let name = of.ident.to_string();
            if names.count.get(&name) == Some(&1) && !of.attrs.iter().any(|a| !a.path().is_ident("doc") && !a.path().is_ident("allow")) {
                found.aliases.insert(name, kept::alias_text(&of));
            }
            continue;
        }
        let (name, generics, attrs) = match &item {
            Item::Struct(of) => (&of.ident, &of.generics, &of.attrs),
            Item::Enum(of) => (&of.ident, &of.generics, &of.attrs),
            _ => continue,
        };
        let name = name.to_string();
        if names.count.get(&name) == Some(&1) && generics.params.is_empty() && !attrs.iter().any(may_derive) {
            found.types.insert(name, item.to_token_stream().to_string());
        }
    }
    found
}

/// Keeps the heads of functions with the attribute, as far as they are not configured out.
struct Heads {
    /// The module that is looked at.
    module: Option<String>,
}

impl<'ast> Visit<'ast> for Heads {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.attrs.iter().any(kept::is_ours) && !function.attrs.iter().any(is_cfg) {
            kept::keep_head(&function.sig, self.module.clone());
        }
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        if block.attrs.iter().any(kept::is_ours) && !block.attrs.iter().any(is_cfg) {
            kept::keep_heads(block);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(is_cfg) {
            let outer = self.module.replace(module.ident.to_string());
            visit::visit_item_mod(self, module);
            self.module = outer;
        }
    }
}

fn is_cfg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// Whether parts of a definition may be configured out.
fn has_cfg(item: &Item) -> bool {
    struct Cfg(bool);
    impl<'ast> Visit<'ast> for Cfg {
        fn visit_attribute(&mut self, attribute: &'ast Attribute) {
            self.0 |= is_cfg(attribute);
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
