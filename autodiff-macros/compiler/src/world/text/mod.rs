//! The source files of the crate: types without reals, aliases of types, modules, and the
//! signatures of functions that no expansion has seen yet.
//!
//! ```text
//! crate_files   the files of a crate, along its `mod` lines
//!   extents       where modules begin and end in a file
//! mod           the definitions in a file
//!   attributed_items  the items with attributes, recorded as their expansions record them
//!   declarations  declarations of items, as type inference reads them
//!   signatures    signatures of functions, with the types of constants
//! ```
//!
//! The signatures of all functions of a file with our attributes are recorded when the first of
//! them is expanded, as if all had been expanded before ([`crate::world::records`]): a caller may
//! precede its callee in the file.
//!
//! `enum Scheme { Euler, Rk4 }` needs no derive: its values have no tangents, as those of `usize`
//! have none. The attribute and the derive see nothing but their items, so they read the files of
//! the crate. A definition is used if all of these hold:
//!
//! - the name resolves to it along the modules and imports of the crate
//!   ([`crate::world::names::resolve`]), or it is at the top of the item's file and the only item
//!   of that name in it;
//! - it has no generic parameters and no derive of ours;
//! - all of its fields are of types of `std` without reals, or of types found likewise.
//!
//! The same holds for aliases of types, and for the results of functions and constants without the
//! attribute.
//!
//! A file does not prove which item a name resolves to where it is used. An expansion that relies
//! on a definition emits an item that destructures a value of the type, with all variants, all
//! fields and their types ([`checks`](crate::world::types::plain_types::PlainType::checks)). It
//! does not compile if the type is another one.
//!
//! Such a type implements `Differentiable` nevertheless, with `()` for its tangents, so that any
//! type may contain it ([`World::without_tangents`]). The first function that relies on the type
//! emits this implementation. It emits it again when it is expanded again, as in a language server.

mod attributed_items;
pub(in crate::world) mod crate_files;
pub(crate) mod declarations;
pub mod extents;
pub(in crate::world) mod signatures;

use crate::item::macros::items::expand_items;
use crate::type_class::{self, DISCRETE};
use crate::world::names::modules::{self, ItemPath, Module, Scope};
use crate::world::names::resolve::Resolution;
use crate::world::types::plain_types::ItemId;
use crate::world::{World, records};
use attributed_items::RecordAttributed;
use declarations::Declarations;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use signatures::{Constant, Signatures};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, GenericArgument, Item, PathArguments, Type, TypePath};

/// The definitions of a file that may be looked up, as strings, by the items that names resolve to.
#[derive(Default)]
pub struct Definitions {
    types: HashMap<ItemPath, String>,
    /// Aliases of types.
    aliases: HashMap<ItemPath, String>,
    /// The types with parameters and without the derive.
    generic: HashMap<ItemPath, String>,
    /// The types with the derive.
    derives: HashMap<ItemPath, String>,
    /// Integer constants.
    numbers: HashMap<ItemPath, String>,
    signatures: Signatures,
    /// The declarations of its items.
    pub(super) declarations: Declarations,
    /// The sums of user-defined types.
    pub(super) sums: Vec<crate::world::types::sums::Block>,
    /// The calls in its functions.
    pub(super) calls: crate::world::functions::calls::Calls,
    modules: Arc<[Module]>,
    /// The names that only one item in the file has.
    unique: HashSet<String>,
}

impl Definitions {
    /// The item that a name resolves to in this file: by the module of the expanded item, or else
    /// the only item of that name in the file, if it is at the top.
    fn item_path(&self, name: &str, scope: Option<&Scope>) -> Option<ItemPath> {
        let at_the_top = || {
            self.unique
                .contains(name)
                .then(|| ItemPath { module: String::new(), name: name.to_string() })
        };
        let scope = scope.filter(|scope| scope.is_of(&self.modules));
        scope.and_then(|scope| scope.item_path(name)).or_else(at_the_top)
    }

    /// The key of a function of a type, or of a free function, by the items that the names resolve
    /// to.
    fn key(&self, of: &str, name: &str, scope: Option<&Scope>) -> Option<(ItemPath, String)> {
        Some(if of.is_empty() {
            (self.item_path(name, scope)?, String::new())
        } else {
            (self.item_path(of, scope)?, name.to_string())
        })
    }
}

/// A file that was read, with the time of its last change: a compiler process may run for long.
pub struct SourceFile {
    path: PathBuf,
    modified: Option<SystemTime>,
    definitions: Arc<Definitions>,
}

impl World {
    /// The definition of a type of the file, or of one that is imported from another file of the
    /// crate, with its location and the world of that file.
    pub(super) fn type_named(&self, name: &str) -> Option<(World, ItemId, Item)> {
        let file = self.file()?;
        if let Some((home, item)) = self.definition_in_file(&file, name) {
            return Some((self.clone(), ItemId { file, path: home }, item));
        }
        self.type_in_crate(name)
    }

    /// The type of a field of a struct of the file, or of one that is imported from another file of
    /// the crate, by the name or index of the field. The caller writes it where rustc compares.
    pub fn field_in_file(&self, of: &str, name: &str) -> Option<Type> {
        let (world, _, Item::Struct(of)) = self.type_named(of)? else { return None };
        world.fields(&of.fields).into_iter().find(|(field, _)| field == name).map(|(_, ty)| ty)
    }

    /// The types of the arguments of a constructor, by the names or indices of the fields: of a
    /// struct, or of a variant of an enum.
    pub fn constructor(&self, path: &syn::Path) -> Option<Vec<(String, Type)>> {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let (last, owner) = (names.next()?, names.next());
        let of_struct = match self.type_named(&last) {
            Some((world, _, Item::Struct(of))) => Some(world.fields(&of.fields)),
            _ => None,
        };
        of_struct.or_else(|| {
            let (world, _, Item::Enum(of)) = self.type_named(&owner?)? else { return None };
            Some(world.fields(&of.variants.iter().find(|variant| variant.ident == last)?.fields))
        })
    }

    /// The names of the variants of an enum without a derive of ours.
    pub fn variants_of(&self, name: &str) -> Option<Vec<String>> {
        let (_, _, Item::Enum(of)) = self.type_named(name)? else { return None };
        Some(of.variants.iter().map(|variant| variant.ident.to_string()).collect())
    }

    fn fields(&self, of: &syn::Fields) -> Vec<(String, Type)> {
        let Some(file) = self.file() else { return Vec::new() };
        let fields = of.iter().enumerate().map(|(k, field)| {
            let mut ty = field.ty.clone();
            ExpandAliases { world: self, file: &file, left: 16 }.visit_type_mut(&mut ty);
            (
                field.ident.as_ref().map_or_else(|| k.to_string(), |name| name.unraw().to_string()),
                ty,
            )
        });
        fields.collect()
    }
}

impl World {
    /// The type that an alias stands for, if it is composed of reals alone. For any other type,
    /// rustc would not notice that the alias stands for another type.
    fn of_reals(&self, path: &TypePath) -> Option<Type> {
        let target = self.target_of_alias(path.path.get_ident()?)?;
        type_class::is_own_tangent(&target).then_some(target)
    }

    /// A type as a string, if it resolves to the same type everywhere: it is composed of types of
    /// `std` that are always in scope, with `_` for others in an `Option`, a `Vec` or a tuple.
    pub fn global_type(&self, ty: &Type) -> Option<String> {
        self.type_seen_from(ty, None)
    }

    /// The same, with the names of types that resolve to the same items in the module `here`; other
    /// types with the derive are `!`.
    pub(super) fn type_seen_from(&self, ty: &Type, here: Option<&World>) -> Option<String> {
        match ty {
            Type::Paren(inner) => self.type_seen_from(&inner.elem, here),
            Type::Group(inner) => self.type_seen_from(&inner.elem, here),
            Type::Path(path)
                if type_class::is_scalar(path, type_class::REALS)
                    || type_class::is_scalar(path, DISCRETE) =>
            {
                Some(path.to_token_stream().to_string())
            }
            Type::Path(path)
                if let Some(name) =
                    path.path.get_ident().filter(|name| self.has_type(&name.to_string())) =>
            {
                let is_same =
                    here.is_some_and(|here| here.names_the_same(&[name.to_string()], self));
                Some(if is_same { path.to_token_stream().to_string() } else { "!".into() })
            }
            Type::Path(path) if let Some(target) = self.of_reals(path) => {
                self.type_seen_from(&target, here)
            }
            Type::Path(path) => {
                let of = ["Option", "Vec", "VecDeque"]
                    .into_iter()
                    .find(|name| type_class::only_argument(path, &[name]).is_some())?;
                let inner = type_class::only_argument(path, &[of])
                    .and_then(|ty| self.type_seen_from(ty, here));
                Some(format!("{of}<{}>", inner.as_deref().unwrap_or("_")))
            }
            Type::Tuple(tuple) => {
                let part = |ty| self.type_seen_from(ty, here).unwrap_or_else(|| "_".into());
                Some(format!(
                    "({})",
                    tuple.elems.iter().map(|ty| format!("{},", part(ty))).collect::<String>()
                ))
            }
            Type::Array(array) => match &array.len {
                Expr::Lit(length) => Some(format!(
                    "[{}; {}]",
                    self.type_seen_from(&array.elem, here)?,
                    length.to_token_stream()
                )),
                _ => None,
            },
            _ => None,
        }
    }
}

impl World {
    /// The type that an alias without parameters stands for in this file.
    pub fn target_of_alias(&self, name: &Ident) -> Option<Type> {
        self.alias_of(name, &self.file()?)
    }

    /// The type that an alias without parameters stands for.
    pub(super) fn alias_of(&self, name: &Ident, file: &PathBuf) -> Option<Type> {
        let item: syn::ItemType =
            syn::parse_str(&self.alias_in_file(&name.to_string(), file)?).ok()?;
        item.generics.params.is_empty().then_some(*item.ty)
    }
}

/// The paths of the collections of std that have no reals if their elements have none.
fn collection(name: &Ident) -> Option<TokenStream> {
    Some(match name.to_string().as_str() {
        "Option" => quote!(::core::option::Option),
        "Box" => quote!(::autodiff::__private::Box),
        "Vec" => quote!(::autodiff::__private::Vec),
        "VecDeque" | "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" => {
            quote!(::std::collections::#name)
        }
        _ => return None,
    })
}

/// The arguments of `Option<…>`, `Vec<…>`, `HashMap<…>`.
pub(super) fn arguments(path: &syn::Path) -> Option<Vec<&Type>> {
    let last = path.segments.last()?;
    collection(&last.ident)
        .filter(|_| path.segments.len() == 1 || path.segments[0].ident == "std")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments
        .args
        .iter()
        .map(|argument| if let GenericArgument::Type(ty) = argument { Some(ty) } else { None })
        .collect()
}

impl World {
    /// A type in which types of std are named unambiguously, and without aliases.
    pub(super) fn std_types(&self, ty: &Type, file: &PathBuf) -> TokenStream {
        struct Std;
        impl VisitMut for Std {
            fn visit_path_mut(&mut self, path: &mut syn::Path) {
                match path.get_ident() {
                    Some(name) if name == "String" => {
                        *path = syn::parse_quote!(::autodiff::__private::String)
                    }
                    Some(name) if DISCRETE.iter().any(|scalar| name == scalar) => {
                        *path = syn::parse_quote!(::core::primitive::#name)
                    }
                    Some(_) => {}
                    None => {
                        let known = path.segments.last().and_then(|last| {
                            Some((collection(&last.ident)?, last.arguments.clone()))
                        });
                        if let Some((name, arguments)) = known {
                            *path = syn::parse_quote!(#name #arguments);
                        }
                    }
                }
                visit_mut::visit_path_mut(self, path);
            }
        }
        let mut ty = ty.clone();
        ExpandAliases { world: self, file, left: 16 }.visit_type_mut(&mut ty);
        Std.visit_type_mut(&mut ty);
        ty.to_token_stream()
    }
}

/// Expands the aliases in a type; the result is empty if an alias stands for itself.
struct ExpandAliases<'f> {
    world: &'f World,
    file: &'f PathBuf,
    left: usize,
}

impl VisitMut for ExpandAliases<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(of) = ty
            && self.left > 0
            && let Some(target) =
                of.path.get_ident().and_then(|name| self.world.alias_of(name, self.file))
        {
            *ty = target;
            self.left -= 1;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        if let Expr::Path(of) = &array.len
            && let Some(name) = of.path.get_ident().map(ToString::to_string)
            && let Some(number) = self.world.in_file(self.file, |definitions| {
                definitions.numbers.get(&definitions.item_path(&name, self.world.scope())?).cloned()
            })
            && let Ok(number) = syn::parse_str(&number)
        {
            array.len = number;
        }
        visit_mut::visit_type_array_mut(self, array);
    }
}

impl World {
    /// A type of this file with its aliases expanded, and with numbers for the constants that are
    /// array lengths in it.
    pub fn without_aliases(&self, ty: &Type) -> Type {
        let mut expanded = ty.clone();
        if let Some(file) = self.file() {
            let mut aliases = ExpandAliases { world: self, file: &file, left: 16 };
            aliases.visit_type_mut(&mut expanded);
            if aliases.left == 0 {
                return ty.clone();
            }
        }
        expanded
    }

    /// Whether there is a definition of that name in this file.
    pub fn has_definition(&self, name: &str) -> bool {
        let defines = |definitions: &Definitions| {
            definitions
                .item_path(name, self.scope())
                .is_some_and(|home| definitions.types.contains_key(&home))
        };
        self.file().is_some_and(|file| self.in_file(&file, defines))
    }

    /// Whether a function of this file returns a collection of std or an iterator, as written;
    /// where its type is not known, whether all of its name do. If the call resolves to another
    /// function, rustc reports an error where the result is iterated.
    pub fn returns_collection(&self, of: Option<&str>, function: &str) -> bool {
        let file = self.file();
        file.is_some_and(|file| {
            self.in_file(&file, |definitions| {
                let key = of.and_then(|of| definitions.key(of, function, self.scope()));
                definitions.signatures.returns_collection(key.as_ref(), function)
            })
        })
    }

    /// The modules of a file.
    pub fn modules_of(&self, file: &PathBuf) -> Arc<[Module]> {
        self.in_file(file, |definitions| definitions.modules.clone())
    }

    /// The definition of that name in a file, and its module.
    fn definition_in_file(&self, file: &PathBuf, name: &str) -> Option<(ItemPath, Item)> {
        let (home, text) = self.in_file(file, |definitions| {
            let home = definitions.item_path(name, self.scope())?;
            let text = definitions.types.get(&home)?.clone();
            Some((home, text))
        })?;
        Some((home, syn::parse_str(&text).ok()?))
    }

    /// The text of `type Point = [f64; 3];` in a file.
    pub fn alias_in_file(&self, name: &str, file: &PathBuf) -> Option<String> {
        self.in_file(file, |definitions| {
            definitions.aliases.get(&definitions.item_path(name, self.scope())?).cloned()
        })
    }

    /// The type of the result of a function of this file, or of an associated function or constant,
    /// without aliases: if it is composed of scalars of the language, and of vectors, options,
    /// tuples and arrays of these. The caller writes it where rustc compares.
    pub fn std_result_in_file(&self, of: &str, name: &str) -> Option<Type> {
        self.result_in_file(of, name).filter(type_class::is_of_std)
    }

    /// The type of the result of a function, if it is an integer, bool or character, and the
    /// function does not have the attribute and changes nothing. No derivative is lost in such a
    /// call, if the type is written where rustc compares.
    pub fn count_in_file(&self, of: &str, name: &str) -> Option<Type> {
        let file = self.file()?;
        let text = self.in_file(&file, |definitions| {
            definitions
                .signatures
                .count(&definitions.key(of, name, self.scope())?)
                .map(String::from)
        })?;
        syn::parse_str(&text).ok()
    }

    /// The same as [`World::std_result_in_file`], for any type. For a function of a type of another
    /// file, the result is known only if it is that type itself or is composed of types of std.
    pub fn result_in_file(&self, of: &str, name: &str) -> Option<Type> {
        let file = self.file()?;
        let text = self.in_file(&file, |definitions| {
            definitions
                .signatures
                .result(&definitions.key(of, name, self.scope())?)
                .map(String::from)
        });
        let Some(text) = text else {
            let there = self.world_of_type(of)?;
            let result = there.result_in_file(of, name)?;
            let is_itself = matches!(&result, Type::Path(path) if path.path.is_ident(of)
                || path.path.is_ident("Self"));
            return if is_itself {
                syn::parse_str(of).ok()
            } else {
                Some(result).filter(type_class::is_of_std)
            };
        };
        let mut ty: Type = syn::parse_str(&text).ok()?;
        let mut expanded = ExpandAliases { world: self, file: &file, left: 16 };
        expanded.visit_type_mut(&mut ty);
        (expanded.left > 0).then_some(ty)
    }

    /// The world of the file that a type is imported from.
    pub(super) fn world_of_type(&self, name: &str) -> Option<World> {
        self.imported_item(name).map(|(there, _)| there)
    }

    /// The types of the parameters of the function of this file that a path resolves to, where they
    /// are composed of scalars of the language and of types of std.
    pub fn param_types_in_file(&self, path: &str) -> Option<Vec<Option<Type>>> {
        let file = self.file()?;
        let names: Vec<&str> = path.split("::").map(str::trim).collect();
        let (of, name) = match names[..] {
            [name] => ("", name),
            [of, name] => (of, name),
            _ => return None,
        };
        let taken = self.in_file(&file, |definitions| {
            definitions
                .signatures
                .param_types(&definitions.key(of, name, self.scope())?)
                .map(<[_]>::to_vec)
        })?;
        Some(taken.into_iter().map(|ty| syn::parse_str(&ty?).ok()).collect())
    }

    /// Whether an associated function of this file, or a free function of any file of the crate,
    /// has no derivative.
    pub fn is_plain_function(&self, of: &str, name: &str) -> bool {
        let is_plain =
            |file: &PathBuf, key: &dyn Fn(&Definitions) -> Option<(ItemPath, String)>| {
                self.in_file(file, |definitions| {
                    key(definitions).is_some_and(|key| definitions.signatures.is_plain(&key))
                })
            };
        let here = self.file().is_some_and(|file| {
            is_plain(&file, &|definitions| definitions.key(of, name, self.scope()))
        });
        here || of.is_empty() && {
            let path: Vec<String> = name.split("::").map(|name| name.trim().to_string()).collect();
            let Resolution::Item(of) = self.resolve_path(&path) else { return false };
            is_plain(&of.file, &|_| Some((of.path.clone(), String::new())))
        }
    }

    /// Whether there are aliases of types in this file.
    pub fn has_aliases_in_file(&self) -> bool {
        self.file()
            .is_some_and(|file| self.in_file(&file, |definitions| !definitions.aliases.is_empty()))
    }

    /// Looks up definitions of a file.
    pub(super) fn in_file<T>(&self, file: &PathBuf, look: impl FnOnce(&Definitions) -> T) -> T {
        let definitions = self.read(file);
        look(&definitions)
    }

    /// The current definitions of a file.
    fn read(&self, file: &PathBuf) -> Arc<Definitions> {
        let changed = std::fs::metadata(file).ok().and_then(|of| of.modified().ok());
        let mut files = self.session.files.lock();
        if let Some(known) = files
            .iter()
            .find(|of| crate_files::is_same_path(&of.path, file) && of.modified == changed)
        {
            return known.definitions.clone();
        }
        let text = std::fs::read_to_string(file).unwrap_or_default();
        self.forget_file(file);
        self.forget_inlined(&Some(file.clone()));
        let (definitions, parsed) = parse(&text);
        let definitions = Arc::new(definitions);
        files.retain(|of| !crate_files::is_same_path(&of.path, file));
        files.push(SourceFile {
            path: file.clone(),
            modified: changed,
            definitions: definitions.clone(),
        });
        // recording its items resolves names, also in other files
        drop(files);
        self.record_items(file, &definitions, parsed);
        definitions
    }

    /// Records a file with this text, which need not exist on disk.
    pub(super) fn record_file(&self, file: &Path, text: &str) {
        let (definitions, parsed) = parse(text);
        let definitions = Arc::new(definitions);
        self.session.files.lock().push(SourceFile {
            path: file.to_path_buf(),
            modified: None,
            definitions: definitions.clone(),
        });
        self.record_items(file, &definitions, parsed);
    }

    /// Records the items of a file that have our attributes.
    fn record_items(&self, file: &Path, definitions: &Definitions, parsed: Option<syn::File>) {
        if let Some(parsed) = parsed
            && let Some(scope) = Scope::root_scope(file, &definitions.modules)
        {
            // a search may be what reads the file, and another file what is expanded
            let world = World {
                file: Some(file.to_path_buf()),
                group: None,
                searches: Rc::default(),
                ..self.clone()
            };
            RecordAttributed { world: &world, scope, is_ours: false }.visit_file(&parsed);
        }
    }
}

/// The definitions of a source text; empty if it is not valid Rust, as while it is being edited.
fn parse(text: &str) -> (Definitions, Option<syn::File>) {
    let Ok(mut found) = syn::parse_file(text) else { return (Definitions::default(), None) };
    expand_items(&mut found);
    let modules: Arc<[Module]> = modules::of_file(&found, text).into();
    (definitions(&found, modules), Some(found))
}

fn definitions(file: &syn::File, modules: Arc<[Module]>) -> Definitions {
    let mut implemented = Implemented::default();
    implemented.visit_file(file);
    let mut found =
        Definitions { unique: modules::unique_names(&modules), modules, ..Definitions::default() };
    // types with a manual implementation need no more
    for name in &implemented.names {
        found.unique.remove(name);
    }
    found.add(String::new(), true, &file.items, &implemented.names);
    found.declarations = Declarations::of_file(file);
    found
}

impl Definitions {
    /// The struct or enum of a module, as a string.
    pub(super) fn ty(&self, home: &ItemPath) -> Option<String> {
        self.types.get(home).cloned()
    }

    /// Whether a struct or an enum of a module is without the derive.
    pub(super) fn is_without_derive(&self, home: &ItemPath) -> bool {
        self.types.contains_key(home) || self.generic.contains_key(home)
    }

    /// Whether a type of a module has the derive.
    pub(super) fn is_derived(&self, home: &ItemPath) -> bool {
        self.derives.contains_key(home)
    }

    /// The struct or enum of a module as a string, with the derive or without.
    pub(super) fn item(&self, home: &ItemPath) -> Option<String> {
        [&self.types, &self.derives, &self.generic].iter().find_map(|of| of.get(home)).cloned()
    }

    /// Whether other modules may name a type of a module, if its definition shows that.
    pub(super) fn is_visible(&self, home: &ItemPath) -> bool {
        let item = self.item(home).and_then(|text| syn::parse_str(&text).ok());
        !matches!(
            item,
            Some(
                Item::Struct(syn::ItemStruct { vis: syn::Visibility::Inherited, .. })
                    | Item::Enum(syn::ItemEnum { vis: syn::Visibility::Inherited, .. })
            )
        )
    }

    /// The value of an integer constant of a module, as a string.
    pub(super) fn number(&self, home: &ItemPath) -> Option<String> {
        self.numbers.get(home).cloned()
    }

    /// Whether a function only builds a value of its parameters.
    pub(super) fn only_builds(&self, key: &(ItemPath, String)) -> bool {
        self.signatures.only_builds(key)
    }

    /// Whether a function of a module has no derivative.
    pub(super) fn is_plain(&self, key: &(ItemPath, String)) -> bool {
        self.signatures.is_plain(key)
    }

    /// The signature of a function, with its block if it is an associated one, as a string.
    pub(super) fn signature(&self, key: &(ItemPath, String)) -> Option<String> {
        self.signatures.signature_text(key).map(String::from)
    }

    /// The signatures of the functions of that name in the trait implementations of a type, each in
    /// its block.
    pub(super) fn signatures_of_traits(&self, key: &(ItemPath, String)) -> Vec<String> {
        self.signatures.of_traits(key).to_vec()
    }

    /// Those of them that have no derivative.
    pub(super) fn plain_signatures_of_traits(&self, key: &(ItemPath, String)) -> Vec<String> {
        self.signatures.plain_of_traits(key).to_vec()
    }

    /// The type of the result of a free or associated function, or of an associated constant, as a
    /// string.
    pub(super) fn result_of(&self, key: &(ItemPath, String)) -> Option<String> {
        self.signatures.result(key).map(String::from)
    }

    /// The same, also if it depends on the function's generic parameters.
    pub(super) fn generic_result_of(&self, key: &(ItemPath, String)) -> Option<String> {
        self.signatures.generic_result(key).map(String::from)
    }

    /// The constant or static of a module.
    pub(super) fn constant(&self, home: &ItemPath) -> Option<Constant> {
        self.signatures.constant(home).cloned()
    }

    /// The alias of a module, as a string.
    pub(super) fn alias(&self, home: &ItemPath) -> Option<String> {
        self.aliases.get(home).cloned()
    }

    /// Adds the definitions of a module.
    fn add(&mut self, path: String, is_plain: bool, items: &[Item], implemented: &[String]) {
        let of_this = |name: &Ident| ItemPath { module: path.clone(), name: name.to_string() };
        for item in items {
            match item {
                Item::Type(of)
                    if !of
                        .attrs
                        .iter()
                        .any(|a| !a.path().is_ident("doc") && !a.path().is_ident("allow")) =>
                {
                    self.aliases.insert(of_this(&of.ident), records::alias_text(of));
                }
                Item::Const(of) if is_whole_number(&of.expr) && !of.attrs.iter().any(is_cfg) => {
                    self.numbers.insert(of_this(&of.ident), of.expr.to_token_stream().to_string());
                }
                Item::Struct(syn::ItemStruct { ident, generics, attrs, .. })
                | Item::Enum(syn::ItemEnum { ident, generics, attrs, .. })
                    if has_only_lifetimes(generics)
                        && !attrs.iter().any(may_derive)
                        && !implemented.iter().any(|name| ident == name) =>
                {
                    self.types.insert(of_this(ident), item.to_token_stream().to_string());
                }
                Item::Struct(syn::ItemStruct { ident, attrs, .. })
                | Item::Enum(syn::ItemEnum { ident, attrs, .. })
                    if !attrs.iter().any(may_derive)
                        && !implemented.iter().any(|name| ident == name) =>
                {
                    self.generic.insert(of_this(ident), item.to_token_stream().to_string());
                }
                Item::Struct(syn::ItemStruct { ident, attrs, .. })
                | Item::Enum(syn::ItemEnum { ident, attrs, .. })
                    if attrs.iter().any(derives_tangents) && !attrs.iter().any(is_cfg) =>
                {
                    self.derives.insert(of_this(ident), item.to_token_stream().to_string());
                }
                Item::Impl(block) => {
                    self.sums.extend(crate::world::types::sums::of_block(&path, block))
                }
                Item::Mod(syn::ItemMod { ident, attrs, content: Some((_, items)), .. }) => {
                    let is_plain = is_plain && signatures::has_none_of_ours(attrs);
                    self.add(
                        modules::join(&path, &ident.unraw().to_string()),
                        is_plain,
                        items,
                        implemented,
                    );
                }
                _ => {}
            }
        }
        crate::world::functions::calls::add(&mut self.calls, &path, items);
        self.signatures.add(&path, is_plain, items);
    }
}

pub(super) fn is_cfg(attribute: &Attribute) -> bool {
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

fn has_only_lifetimes(generics: &syn::Generics) -> bool {
    generics.params.iter().all(|param| matches!(param, syn::GenericParam::Lifetime(_)))
}

fn is_whole_number(e: &Expr) -> bool {
    matches!(e, Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(_), .. }))
}

/// Whether an attribute is a derive that implements tangents for the type.
pub(super) fn derives_tangents(attribute: &Attribute) -> bool {
    attribute.path().is_ident("derive") && may_derive(attribute)
}

/// Whether an attribute may add tangents to the type, or remove it.
pub(super) fn may_derive(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        || attribute.to_token_stream().to_string().contains("Differentiable")
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
