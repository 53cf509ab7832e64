//! What the source file says of what no expansion has seen yet: types without reals, other names for types, modules, and the heads of functions.
//!
//! The heads of all functions of a file that derivatives are asked for are kept when the first of them is expanded, as if all had been expanded before
//! ([`crate::kept`]): what calls a function may stand before it.
//!
//! `enum Scheme { Euler, Rk4 }` needs no derive: its values have no tangents, as those of `usize` have none. The attribute and the derive see
//! nothing but their items, so they read the file that these stand in. A definition is taken if the name means it, by the modules of the file ([`crate::modules`]), or it is
//! at the top of the file and the only thing of that name in it; if it has no generic parameters and no derive of ours; and if all of its fields are of types of `std`
//! without reals or of types found likewise. So are aliases of types, and what functions and constants without the attribute give.
//!
//! A file is no proof of what a name means where it is used. Whoever relies on a definition emits an item that takes a value of the type apart as it says, with
//! all variants, all fields and their types ([`Plain::checks`]): this does not compile if the type is another one.
//!
//! Such a type implements `Differentiable` all the same, with `()` for its tangents, so that it may be anywhere ([`without_tangents`]). The first function that
//! relies on it emits that, and does again where it is expanded again, as tools do that keep the compiler's plug-ins running.

mod heads;
pub mod saved;
pub mod trait_methods;

use crate::inlined;
use crate::kept;
use crate::modules::{self, Home, Module, Scope};
use crate::written::{self, DISCRETE, bare, is_discrete};
use heads::Heads;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Fields, GenericArgument, Item, PathArguments, Type};

/// What is kept of a file: the definitions that may be looked up, as text, by what names mean.
#[derive(Default)]
struct Definitions {
    types: HashMap<Home, String>,
    /// Other names for types.
    aliases: HashMap<Home, String>,
    /// Constants that are whole numbers.
    numbers: HashMap<Home, String>,
    heads: Heads,
    modules: Arc<[Module]>,
    /// The names that only one thing in the file has.
    unique: HashSet<String>,
}

impl Definitions {
    /// What a name means in this file: what the module says in which the item stands that is being expanded, or else the only thing of that name in the file, if it is at
    /// its top.
    fn home(&self, name: &str) -> Option<Home> {
        let at_the_top = || self.unique.contains(name).then(|| Home { module: String::new(), name: name.to_string() });
        let scope = modules::scope().filter(|scope| scope.is_of(&self.modules));
        scope.and_then(|scope| scope.home(name)).or_else(at_the_top)
    }

    /// A function of a type, or of none, as names mean it.
    fn key(&self, of: &str, name: &str) -> Option<(Home, String)> {
        Some(if of.is_empty() { (self.home(name)?, String::new()) } else { (self.home(of)?, name.to_string()) })
    }
}

/// The files that were read, with the times of their last changes: a compiler may run for long.
static FILES: Mutex<Vec<(PathBuf, Option<SystemTime>, Definitions)>> = Mutex::new(Vec::new());

/// A type without reals that is made of types of the file that no derive has seen.
#[derive(Clone, Debug)]
pub struct Plain {
    /// These types: what they are called here, and what that means.
    pub names: Vec<(String, Home)>,
    /// Items that do not compile if one of them is another type.
    pub checks: Vec<TokenStream>,
}

/// What the file says of a type, if it has no reals, and no derive has seen all of it. References are looked through.
pub fn plain(ty: &Type) -> Option<Plain> {
    let file = Span::call_site().local_file()?;
    let mut found = Found { file: &file, scope: None, names: Vec::new(), checks: Vec::new(), aliases: 0 };
    let is_plain = found.is_plain(ty) && !found.names.is_empty();
    let Found { names, checks, .. } = found;
    is_plain.then_some(Plain { names, checks })
}

impl Plain {
    /// Whether all of these types derive `Clone`.
    pub fn derives_clone(&self) -> bool {
        let Some(file) = Span::call_site().local_file() else { return true };
        let attributes = |name: &str| match definition(&file, name) {
            Some((_, Item::Struct(of))) => of.attrs,
            Some((_, Item::Enum(of))) => of.attrs,
            _ => Vec::new(),
        };
        self.names.iter().all(|(name, _)| saved::is_among(&attributes(name)))
    }
}

/// The type of a field of a struct of the file that is made of such types alone, by its name or number.
pub fn field(of: &str, name: &str) -> Option<Type> {
    let file = Span::call_site().local_file()?;
    let (_, Item::Struct(of)) = definition(&file, of)? else { return None };
    let mut fields = of.fields.into_iter().enumerate();
    let (_, mut field) = fields.find(|(k, field)| field.ident.as_ref().map_or_else(|| k.to_string(), ToString::to_string) == name)?;
    Expanded { file: &file, left: 16 }.visit_type_mut(&mut field.ty);
    Some(field.ty)
}

/// Who emitted that a type has no tangents.
struct Owner {
    file: PathBuf,
    ty: Home,
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
    modules::stand(None);
    if let Some(file) = Span::call_site().local_file() {
        in_file(&file, |_| ());
    }
}

/// What makes types of this file types without tangents, as far as no other function has it.
pub fn without_tangents(names: &[(String, Home)], function: &str) -> Vec<TokenStream> {
    let Some(file) = Span::call_site().local_file() else { return Vec::new() };
    let start = Span::call_site().start();
    let (at, expansion) = ((start.line, start.column, function.to_string()), EXPANSION.get());
    let mut owners = OWNERS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut made = Vec::new();
    for (name, ty) in names {
        match owners.iter_mut().find(|of| of.file == file && of.ty == *ty) {
            Some(of) if of.at != at || of.expansion == expansion => continue,
            Some(of) => of.expansion = expansion,
            None => owners.push(Owner { file: file.clone(), ty: ty.clone(), at: at.clone(), expansion }),
        }
        let ident = Ident::new(name, Span::call_site());
        made.push(type_without_tangents(&ident));
        made.extend(definition(&file, name).and_then(|(_, item)| saved::of_plain(&ident, &item)));
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
    /// The module whose definition is looked at; nothing where the type itself is.
    scope: Option<String>,
    /// The types that were looked up.
    names: Vec<(String, Home)>,
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
        if self.names.iter().any(|(other, _)| name == other) {
            return true;
        }
        // a derive may have another name here
        if kept::has_type(&name.to_string()) {
            return false;
        }
        let Some((home, item)) = definition(self.file, &name.to_string()).filter(|(_, item)| !has_cfg(item)) else { return false };
        // the names in a definition of another module mean the same here
        if self
            .scope
            .as_ref()
            .is_some_and(|scope| modules::scope().is_none_or(|here| here.home_in(scope, &name.to_string()) != Some(home.clone())))
        {
            return false;
        }
        self.names.push((name.to_string(), home.clone()));
        let outer = modules::scope().and_then(|_| self.scope.replace(home.module));
        let is_plain = self.is_taken_apart(name, &item);
        self.scope = outer;
        is_plain
    }

    /// Whether a definition has no reals; how it is checked.
    fn is_taken_apart(&mut self, name: &Ident, item: &Item) -> bool {
        let ty = Ident::new(&name.to_string(), Span::call_site());
        let arms: Vec<TokenStream> = match item {
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
        let variants = if let Item::Enum(of) = item { of.variants.len() } else { 1 };
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

/// What a type without parameters is another name for in this file.
pub fn aliased(name: &Ident) -> Option<Type> {
    alias_of(name, &Span::call_site().local_file()?)
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
    Expanded { file, left: 16 }.visit_type_mut(&mut ty);
    Std.visit_type_mut(&mut ty);
    ty.to_token_stream()
}

/// Writes what the aliases in a type stand for; nothing is left if one is another name for itself.
struct Expanded<'f> {
    file: &'f PathBuf,
    left: usize,
}

impl VisitMut for Expanded<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(of) = ty
            && self.left > 0
            && let Some(target) = of.path.get_ident().and_then(|name| alias_of(name, self.file))
        {
            *ty = target;
            self.left -= 1;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        if let Expr::Path(of) = &array.len
            && let Some(name) = of.path.get_ident().map(ToString::to_string)
            && let Some(number) = in_file(self.file, |definitions| definitions.numbers.get(&definitions.home(&name)?).cloned())
            && let Ok(number) = syn::parse_str(&number)
        {
            array.len = number;
        }
        visit_mut::visit_type_array_mut(self, array);
    }
}

/// A type of this file with numbers for the constants that are lengths in it.
pub fn with_lengths(ty: &Type) -> Type {
    let mut ty = ty.clone();
    if let Some(file) = Span::call_site().local_file() {
        Expanded { file: &file, left: 0 }.visit_type_mut(&mut ty);
    }
    ty
}

/// Whether there is a definition of that name in this file.
pub fn defines(name: &str) -> bool {
    let defines = |definitions: &Definitions| definitions.home(name).is_some_and(|home| definitions.types.contains_key(&home));
    Span::call_site().local_file().is_some_and(|file| in_file(&file, defines))
}

/// Whether a function of this file gives a collection of std or an iterator, as it is written; where its type is not known, whether all of its name do. If the one that is meant is
/// another one, rustc says so where that is iterated.
pub fn gives_collection(of: Option<&str>, function: &str) -> bool {
    let file = Span::call_site().local_file();
    file.is_some_and(|file| {
        in_file(&file, |definitions| {
            let key = of.and_then(|of| definitions.key(of, function));
            definitions.heads.gives_collection(key.as_ref(), function)
        })
    })
}

/// The modules of a file.
pub fn modules(file: &PathBuf) -> Arc<[Module]> {
    in_file(file, |definitions| definitions.modules.clone())
}

/// The definition of that name in a file, and where it is.
fn definition(file: &PathBuf, name: &str) -> Option<(Home, Item)> {
    let (home, text) = in_file(file, |definitions| {
        let home = definitions.home(name)?;
        let text = definitions.types.get(&home)?.clone();
        Some((home, text))
    })?;
    Some((home, syn::parse_str(&text).ok()?))
}

/// The text of `type Point = [f64; 3];` in a file.
pub fn alias(name: &str, file: &PathBuf) -> Option<String> {
    in_file(file, |definitions| definitions.aliases.get(&definitions.home(name)?).cloned())
}

/// The type of the result of a function of this file, or of a function or constant of a type, without aliases: if it is made of scalars of the language,
/// and of what std has for vectors, options, tuples and arrays of these. Whoever relies on it writes it down where rustc compares.
pub fn result(of: &str, name: &str) -> Option<Type> {
    result_as_written(of, name).filter(written::is_of_std)
}

/// The type of what a function of a type or of none counts, an integer, truth value or letter, if it has not the attribute and changes nothing: no derivative is lost in
/// it, if it is written down where rustc compares.
pub fn count(of: &str, name: &str) -> Option<Type> {
    let file = Span::call_site().local_file()?;
    let text = in_file(&file, |definitions| definitions.heads.count(&definitions.key(of, name)?).map(String::from))?;
    syn::parse_str(&text).ok()
}

/// The same as [`result`], whatever it is.
pub fn result_as_written(of: &str, name: &str) -> Option<Type> {
    let file = Span::call_site().local_file()?;
    let text = in_file(&file, |definitions| definitions.heads.result(&definitions.key(of, name)?).map(String::from))?;
    let mut ty: Type = syn::parse_str(&text).ok()?;
    let mut expanded = Expanded { file: &file, left: 16 };
    expanded.visit_type_mut(&mut ty);
    (expanded.left > 0).then_some(ty)
}

/// Whether a function of a type or of none of this file has no derivative.
pub fn is_plain_function(of: &str, name: &str) -> bool {
    let file = Span::call_site().local_file();
    file.is_some_and(|file| in_file(&file, |definitions| definitions.key(of, name).is_some_and(|key| definitions.heads.is_plain(&key))))
}

/// Whether there are aliases of types in this file.
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
    let found = std::fs::read_to_string(file).ok().and_then(|text| Some((syn::parse_file(&text).ok()?, text)));
    kept::forget_functions(file);
    inlined::forget(&Some(file.clone()));
    let definitions = found.map_or_else(Definitions::default, |(found, text)| {
        let modules: Arc<[Module]> = modules::of_file(&found, &text).into();
        Attributed { scope: Scope::top(file, &modules) }.visit_file(&found);
        definitions(&found, modules)
    });
    let looked = look(&definitions);
    files.retain(|(path, ..)| path != file);
    files.push((file.clone(), changed, definitions));
    looked
}

fn definitions(file: &syn::File, modules: Arc<[Module]>) -> Definitions {
    let mut implemented = Implemented::default();
    implemented.visit_file(file);
    let mut found = Definitions { unique: modules::unique(&modules), modules, ..Definitions::default() };
    // what is implemented by hand needs no more
    for name in &implemented.names {
        found.unique.remove(name);
    }
    found.add(String::new(), true, &file.items, &implemented.names);
    found
}

impl Definitions {
    /// Adds the definitions of a module.
    fn add(&mut self, path: String, is_plain: bool, items: &[Item], implemented: &[String]) {
        let of_this = |name: &Ident| Home { module: path.clone(), name: name.to_string() };
        for item in items {
            match item {
                Item::Type(of) if !of.attrs.iter().any(|a| !a.path().is_ident("doc") && !a.path().is_ident("allow")) => {
                    self.aliases.insert(of_this(&of.ident), kept::alias_text(of));
                }
                Item::Const(of) if is_whole_number(&of.expr) && !of.attrs.iter().any(is_cfg) => {
                    self.numbers.insert(of_this(&of.ident), of.expr.to_token_stream().to_string());
                }
                Item::Struct(syn::ItemStruct { ident, generics, attrs, .. }) | Item::Enum(syn::ItemEnum { ident, generics, attrs, .. })
                    if generics.params.is_empty() && !attrs.iter().any(may_derive) && !implemented.iter().any(|name| ident == name) =>
                {
                    self.types.insert(of_this(ident), item.to_token_stream().to_string());
                }
                Item::Mod(syn::ItemMod { ident, attrs, content: Some((_, items)), .. }) => {
                    let is_plain = is_plain && heads::has_none_of_ours(attrs);
                    self.add(modules::join(&path, &ident.unraw().to_string()), is_plain, items, implemented);
                }
                _ => {}
            }
        }
        self.heads.add(&path, is_plain, items);
    }
}

/// Keeps the heads of functions with the attribute, as far as they are not configured out.
struct Attributed {
    /// The module that is looked at.
    scope: Scope,
}

impl<'ast> Visit<'ast> for Attributed {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.attrs.iter().any(kept::is_ours) && !function.attrs.iter().any(is_cfg) {
            kept::keep_head(&function.sig, Some(&self.scope));
            if inlined::gives_unnamed(&function.sig) {
                inlined::keep("", function, Some(&self.scope));
            }
        }
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        if block.attrs.iter().any(kept::is_ours) && !block.attrs.iter().any(is_cfg) {
            kept::keep_heads(block, Some(&self.scope));
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(is_cfg)
            && let Some(inner) = self.scope.inner(&module.ident)
        {
            let outer = std::mem::replace(&mut self.scope, inner);
            visit::visit_item_mod(self, module);
            self.scope = outer;
        }
    }
}

fn is_cfg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// Whether parts of a definition may be configured out.
pub fn has_cfg(item: &Item) -> bool {
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

fn is_whole_number(e: &Expr) -> bool {
    matches!(e, Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(_), .. }))
}

/// Whether an attribute may give the type tangents, or take it away.
fn may_derive(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.to_token_stream().to_string().contains("Differentiable")
}

/// The types that implement the library's trait.
#[derive(Default)]
struct Implemented {
    names: Vec<String>,
}

impl<'ast> Visit<'ast> for Implemented {
    fn visit_item_impl(&mut self, of: &'ast syn::ItemImpl) {
        if let (Some((path, _)), Type::Path(ty)) = (&of.trait_, &*of.self_ty)
            && path.segments.last().is_some_and(|last| last.ident == "Differentiable")
        {
            self.names.extend(ty.path.segments.last().map(|last| last.ident.to_string()));
        }
    }
}
