//! The modules of the source file. They answer which module an item stands in, which module defines
//! the item that a name resolves to, which one a path to a function resolves to, and whether the
//! name of a method is unambiguous.
//!
//! Functions of one name in several modules, `single::mean` and `bulk::mean`, have different
//! results, and the records of functions are found by name (`records`). The attribute sees nothing
//! but its item, so it reads the source file of the item. The item is found there by its signature,
//! and by its position if several have that signature. A name is resolved by the imports of its
//! module ([`Scope::item_path`]). In other files, a module is identified by its own name alone. Any
//! result that is relied on here is a type that the emitted code writes down, so rustc compares it.

use super::meaning::{Meaning, Variant};
use crate::world::World;
use crate::world::text::extents::{self, Extent};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Item, UseTree};

/// A module of a file, inline or the file itself.
#[derive(Debug, Default)]
pub struct Module {
    /// Its path in the file: `outer::inner`, empty for the file itself.
    pub(in crate::world) path: String,
    /// Where it is in the file.
    pub(in crate::world) extent: Option<Extent>,
    /// The signatures of its functions, the headers of its `impl` blocks and the names of its types
    /// and traits, as strings.
    headers: Vec<String>,
    /// The names of its functions.
    pub(in crate::world) functions: Vec<String>,
    /// The names of the modules in it.
    pub(in crate::world) modules: Vec<String>,
    /// The names of those modules that are visible in the whole crate.
    pub(in crate::world) visible_modules: Vec<String>,
    /// The names of its other items that are visible in the whole crate.
    pub(in crate::world) visible_items: HashSet<String>,
    /// The names of its items that are visible in a part of the crate.
    pub(in crate::world) near_items: HashSet<String>,
    /// The names of its types, traits and constants.
    pub(in crate::world) types: Vec<String>,
    /// The names of its macros.
    pub(in crate::world) macros: Vec<String>,
    /// The names of its traits.
    pub(in crate::world) traits: Vec<String>,
    /// The names of its constants and unit structs.
    pub(in crate::world) values: Vec<String>,
    /// Its enums with their variants.
    pub(in crate::world) variants: HashMap<String, Vec<Variant>>,
    /// The kinds of its items.
    pub(in crate::world) kinds: HashMap<String, Meaning>,
    /// The functions with the attribute.
    pub(in crate::world) differentiated: Vec<Vec<String>>,
    blocks: Vec<TraitBlock>,
    pub(in crate::world) imports: Vec<Import>,
    /// The paths of its glob imports.
    pub(in crate::world) globs: Vec<Vec<String>>,
    /// How many items in it have each name, including those inside its functions and those that it
    /// imports.
    pub(in crate::world) count: HashMap<String, usize>,
}

/// A block that implements a trait.
#[derive(Clone, Debug)]
struct TraitBlock {
    ty: String,
    of: String,
    functions: Vec<String>,
}

impl Module {
    /// Whether an item of the module is private, and another module of the file is not nested in
    /// this one.
    fn is_hidden_item(&self, name: &str, from: &str) -> bool {
        let is_inside = self.path.is_empty()
            || from == self.path
            || from.starts_with(&format!("{}::", self.path));
        !is_inside && !self.visible_items.contains(name) && !self.near_items.contains(name)
    }
}

/// Whether an item of a file is private to a module of the file that looks it up: a glob does not
/// bring it in.
pub(in crate::world) fn is_hidden(modules: &[Module], item: &ItemPath, from: &str) -> bool {
    modules
        .iter()
        .any(|module| module.path == item.module && module.is_hidden_item(&item.name, from))
}

/// An item that an import brings in.
#[derive(Clone, Debug)]
pub(in crate::world) struct Import {
    pub(in crate::world) name: String,
    /// Its name where it comes from.
    pub(in crate::world) original: String,
    /// The path to that item.
    pub(in crate::world) path: Vec<String>,
}

/// The function that a path resolves to.
#[derive(Clone, Debug, PartialEq)]
pub struct ResolvedFunction {
    /// The last name of its module.
    pub module: Option<String>,
    /// Whether that is a module of this file.
    pub is_of_file: bool,
    /// Its own name.
    pub function: String,
}

/// The item that a name resolves to, in its file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemPath {
    /// The path of the module that defines it.
    pub module: String,
    /// Its name there.
    pub name: String,
}

/// A module that names are resolved in.
#[derive(Clone, Debug)]
pub struct Scope {
    pub(in crate::world) file: PathBuf,
    pub(in crate::world) modules: Arc<[Module]>,
    pub(in crate::world) at: usize,
}

impl World {
    /// The world of a function.
    pub fn of_function(&self, sig: &syn::Signature) -> World {
        self.in_module_of_item(&token_string(sig), sig.ident.span())
    }

    /// The world of an `impl` block.
    pub fn of_block(&self, block: &syn::ItemImpl) -> World {
        let span = block
            .self_ty
            .to_token_stream()
            .into_iter()
            .next()
            .map_or_else(Span::call_site, |token| token.span());
        self.in_module_of_item(&header_of_impl(block), span)
    }

    /// The world of a type or a trait.
    pub fn of_type(&self, name: &Ident) -> World {
        self.in_module_of_item(&header_of_type(name), name.span())
    }
}

/// The scope that an item stands in: a module, or a block of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    file: PathBuf,
    /// Where the innermost delimiter around it opens.
    opening: (usize, usize),
}

/// The scope that an item stands in, if the text of the file shows it. `word` is a word that only
/// the item has at this position.
pub fn site(word: &str, at: Span) -> Option<Site> {
    let file = at.local_file()?;
    let text = std::fs::read_to_string(&file).ok()?;
    Some(Site { opening: extents::delimiter_around(&text, word, at.start())?, file })
}

impl World {
    /// The module that contains the item: of several that contain one like it, the innermost of
    /// those around its position.
    fn in_module_of_item(&self, header: &str, span: Span) -> World {
        let here = self.file().and_then(|file| {
            let modules = self.modules_of(&file);
            let with: Vec<usize> = (0..modules.len())
                .filter(|k| modules[*k].headers.iter().any(|of| of == header))
                .collect();
            let at = match with[..] {
                [only] => only,
                _ => {
                    let start = span.start();
                    let around = with.into_iter().filter(|k| {
                        modules[*k].extent.is_some_and(|extent| extent.contains(start))
                    });
                    around.max_by_key(|k| modules[*k].extent.map(|extent| extent.start()))?
                }
            };
            Some(Scope { file, modules, at })
        });
        self.in_scope(here)
    }
}

impl World {
    /// The item that a name resolves to where the expanded item stands, according to its file.
    pub fn item_path(&self, name: &str) -> Option<ItemPath> {
        self.scope()?.item_path(name)
    }
}

impl Module {
    /// The paths of the types for which `impl` blocks of the module implement a trait of that name.
    pub(in crate::world) fn implementors(
        &self,
        of_trait: &str,
    ) -> impl Iterator<Item = Vec<String>> {
        let blocks = self.blocks.iter().filter(move |block| {
            block.of.rsplit(':').next().is_some_and(|last| last.trim() == of_trait)
        });
        blocks.filter_map(|block| {
            let ty: syn::TypePath = syn::parse_str(&block.ty).ok()?;
            Some(ty.path.segments.iter().map(|segment| segment.ident.to_string()).collect())
        })
    }
}

impl Scope {
    /// The root module of the file; `None` if the file is not valid Rust, as while it is being
    /// edited.
    pub fn root_scope(file: &Path, modules: &Arc<[Module]>) -> Option<Scope> {
        let at = modules.iter().position(|module| module.path.is_empty())?;
        Some(Scope { file: file.to_path_buf(), modules: modules.clone(), at })
    }

    /// Whether it is one of these modules.
    pub fn is_of(&self, modules: &Arc<[Module]>) -> bool {
        Arc::ptr_eq(&self.modules, modules)
    }

    /// The module of that name in it.
    pub fn inner_scope(&self, name: &Ident) -> Option<Scope> {
        let at = self.number(&join(self.path(), &name.unraw().to_string()))?;
        Some(Scope { at, ..self.clone() })
    }

    /// The path of the module in its file.
    pub fn path(&self) -> &str {
        &self.modules[self.at].path
    }

    /// The last name of the module.
    pub fn name(&self) -> Option<String> {
        let path = self.path();
        if path.is_empty() {
            name_of(&self.file)
        } else {
            path.rsplit("::").next().map(String::from)
        }
    }

    /// The item that a name resolves to, according to the file. `None` if an item inside a function
    /// has the name as well.
    pub fn item_path(&self, name: &str) -> Option<ItemPath> {
        self.find(self.at, name, 8)
    }

    /// The same in the module of that path.
    pub fn item_path_in(&self, module: &str, name: &str) -> Option<ItemPath> {
        self.find(self.number(module)?, name, 8)
    }

    /// `depth` bounds cycles of imports.
    pub(in crate::world) fn find(&self, at: usize, name: &str, depth: usize) -> Option<ItemPath> {
        let of = &self.modules[at];
        let depth = depth.checked_sub(1)?;
        match of.count.get(name) {
            Some(1) if of.types.iter().chain(&of.functions).any(|defined| defined == name) => {
                Some(ItemPath { module: of.path.clone(), name: name.to_string() })
            }
            Some(1) => {
                let import = of.imports.iter().find(|import| import.name == name)?;
                self.find(self.target(&of.path, &import.path)?, &import.original, depth)
            }
            Some(_) => None,
            None => {
                let found = of
                    .globs
                    .iter()
                    .filter_map(|path| self.find(self.target(&of.path, path)?, name, depth));
                found.into_iter().find(|found| !is_hidden(&self.modules, found, &of.path))
            }
        }
    }

    /// The module that a path resolves to.
    pub(in crate::world) fn target(&self, from: &str, path: &[String]) -> Option<usize> {
        let mut at = from.to_string();
        for (k, name) in path.iter().enumerate() {
            at = match name.as_str() {
                "self" => at,
                "crate" if k == 0 => self.is_root().then(String::new)?,
                "super" if at.is_empty() => return None,
                "super" => at.rsplit_once("::").map_or("", |(outer, _)| outer).to_string(),
                name => join(&at, name),
            };
        }
        self.number(&at)
    }

    pub(in crate::world) fn number(&self, path: &str) -> Option<usize> {
        self.modules.iter().position(|module| module.path == path)
    }

    /// Whether the file is the root of a crate.
    fn is_root(&self) -> bool {
        let folder = self.file.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        name_of(&self.file).is_some_and(|name| name == "crate")
            || folder.is_some_and(|name| ["bin", "tests", "examples", "benches"].contains(&name))
    }
}

/// The path of a module nested in another.
pub fn join(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_string() } else { format!("{outer}::{name}") }
}

/// The module of a file, by its last name.
pub fn name_of(file: &std::path::Path) -> Option<String> {
    let stem = file.file_stem()?.to_str()?;
    match stem {
        "lib" | "main" => Some("crate".into()),
        "mod" => Some(file.parent()?.file_name()?.to_str()?.into()),
        stem => Some(stem.into()),
    }
}

impl World {
    /// Whether the type has a function of that name from another trait than this one, by an `impl`
    /// block of this module. Then the name alone is ambiguous.
    pub fn has_another(&self, ty: &impl ToTokens, of: &impl ToTokens, function: &str) -> bool {
        let (ty, of) = (token_string(ty), token_string(of));
        let has_default = |block: &TraitBlock| {
            let name = block
                .of
                .split('<')
                .next()
                .unwrap_or_default()
                .rsplit("::")
                .next()
                .unwrap_or_default();
            let traits =
                syn::parse_str(name.trim()).map_or_else(|_| Vec::new(), |name| self.traits(&name));
            traits.iter().any(|of| {
                of.item
                    .items
                    .iter()
                    .any(|item| matches!(item, syn::TraitItem::Fn(of) if of.sig.ident == function))
            })
        };
        let has = |block: &TraitBlock| {
            block.functions.iter().any(|name| name == function) || has_default(block)
        };
        let is_another = |block: &TraitBlock| block.ty == ty && block.of != of && has(block);
        self.scope().is_some_and(|here| here.modules[here.at].blocks.iter().any(is_another))
    }

    /// The function that a path resolves to, according to the file.
    pub fn resolve_function(&self, path: &str) -> ResolvedFunction {
        let path: String = path.split_whitespace().collect();
        let mut names: Vec<String> =
            path.split('<').next().unwrap_or_default().split("::").map(String::from).collect();
        names.retain(|name| !name.is_empty());
        let function = names.pop().unwrap_or_default();
        let Some(scope) = self.scope() else {
            return ResolvedFunction {
                module: names.last().and_then(|name| name_of_module(name)),
                is_of_file: false,
                function,
            };
        };
        let here = &scope.modules[scope.at];
        let import = |name: &str| here.imports.iter().find(|import| import.name == name);
        match names.last().map(String::as_str) {
            None if here.functions.contains(&function) => {
                ResolvedFunction { module: scope.name(), is_of_file: true, function }
            }
            None => match import(&function) {
                Some(import) => ResolvedFunction {
                    module: import.path.last().and_then(|name| name_of_module(name)),
                    is_of_file: scope.target(&here.path, &import.path).is_some(),
                    function: import.original.clone(),
                },
                None => ResolvedFunction { module: None, is_of_file: false, function },
            },
            Some("self") => ResolvedFunction { module: scope.name(), is_of_file: true, function },
            Some(module) => {
                let original = import(module)
                    .filter(|_| names.len() == 1)
                    .map(|import| import.original.as_str());
                let is_of_file = scope.target(&here.path, &names).is_some();
                ResolvedFunction {
                    module: name_of_module(original.unwrap_or(module)),
                    is_of_file,
                    function,
                }
            }
        }
    }

    /// Whether a path to a function starts in a module of this crate, and not in another crate.
    /// Returns true where nothing is known.
    pub fn starts_in_scope(&self, path: &str) -> bool {
        let path: String = path.split_whitespace().collect();
        let names: Vec<&str> = path.split("::").filter(|name| !name.is_empty()).collect();
        let Some(here) = self.scope().map(|scope| &scope.modules[scope.at]) else { return true };
        let Some(first) = names.first() else { return true };
        let is_own = |name: &str| {
            ["crate", "self", "super"].contains(&name) || here.modules.iter().any(|own| own == name)
        };
        match here
            .imports
            .iter()
            .find(|import| import.name == *first)
            .and_then(|import| import.path.first())
        {
            Some(start) => is_own(start),
            None => names.len() == 1 || is_own(first),
        }
    }
}

/// The name of a module, if it identifies the module.
fn name_of_module(name: &str) -> Option<String> {
    (!["self", "super"].contains(&name)).then(|| name.to_string())
}

/// The names that only one item in these modules has.
pub fn unique_names(modules: &[Module]) -> HashSet<String> {
    let mut count: HashMap<&str, usize> = HashMap::new();
    for module in modules {
        // an import from this file is no further item
        let is_of_this = |import: &&Import| {
            import.path.first().is_some_and(|first| ["self", "super"].contains(&first.as_str()))
        };
        let imported = |name: &str| {
            module.imports.iter().filter(is_of_this).filter(|import| import.name == name).count()
        };
        for (name, times) in &module.count {
            *count.entry(name).or_default() += times.saturating_sub(imported(name));
        }
    }
    count.into_iter().filter(|(_, times)| *times == 1).map(|(name, _)| name.to_string()).collect()
}

/// The modules of a file.
pub fn of_file(file: &syn::File, text: &str) -> Vec<Module> {
    let mut modules = Vec::new();
    add(String::new(), &file.items, &mut modules);
    let mut extents = extents::modules_of_text(text);
    for module in &mut modules {
        if let Some(k) = extents.iter().position(|(path, _)| *path == module.path) {
            module.extent = Some(extents.swap_remove(k).1);
        }
    }
    modules
}

fn add(path: String, items: &[Item], modules: &mut Vec<Module>) {
    let mut module = Module {
        path,
        differentiated: crate::world::functions::differentiated::of_items(items),
        ..Module::default()
    };
    for item in items {
        module.add_values(item);
        match name_and_visibility(item) {
            Some((name, vis)) if is_visible_in_crate(vis) => {
                module.visible_items.insert(name.to_string());
            }
            Some((name, syn::Visibility::Restricted(_))) => {
                module.near_items.insert(name.to_string());
            }
            _ => {}
        }
        match item {
            Item::Fn(of) => {
                module.headers.push(token_string(&of.sig));
                module.functions.push(of.sig.ident.to_string());
            }
            Item::Impl(of) => {
                module.headers.push(header_of_impl(of));
                if let Some((path, _)) = &of.trait_ {
                    let functions = of.items.iter().filter_map(|item| match item {
                        syn::ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
                        _ => None,
                    });
                    module.blocks.push(TraitBlock {
                        ty: token_string(&of.self_ty),
                        of: token_string(path),
                        functions: functions.collect(),
                    });
                }
            }
            Item::Use(of) => imports(&of.tree, &mut Vec::new(), &mut module),
            Item::Mod(of) => {
                module.modules.push(of.ident.to_string());
                if is_visible_in_crate(&of.vis) {
                    module.visible_modules.push(of.ident.to_string());
                }
                if let Some((_, items)) = &of.content {
                    add(join(&module.path, &of.ident.unraw().to_string()), items, modules);
                }
            }
            Item::Const(of) => module.types.push(of.ident.to_string()),
            Item::Static(of) => module.types.push(of.ident.to_string()),
            Item::Macro(of) if of.ident.is_some() => {
                module.macros.extend(of.ident.as_ref().map(Ident::to_string))
            }
            item => {
                if let Some(name) = name_of_type(item) {
                    module.headers.push(header_of_type(name));
                    module.types.push(name.to_string());
                }
            }
        }
    }
    let mut names = NameCounts { count: &mut module.count };
    items.iter().for_each(|item| names.visit_item(item));
    modules.push(module);
}

/// Whether an item of this visibility is visible in the whole crate, if the modules around it are.
pub(in crate::world) fn is_visible_in_crate(of: &syn::Visibility) -> bool {
    match of {
        syn::Visibility::Public(_) => true,
        syn::Visibility::Restricted(of) => of.path.is_ident("crate"),
        syn::Visibility::Inherited => false,
    }
}

/// The name and the visibility of an item.
fn name_and_visibility(item: &Item) -> Option<(&Ident, &syn::Visibility)> {
    Some(match item {
        Item::Const(of) => (&of.ident, &of.vis),
        Item::Enum(of) => (&of.ident, &of.vis),
        Item::Fn(of) => (&of.sig.ident, &of.vis),
        Item::Static(of) => (&of.ident, &of.vis),
        Item::Struct(of) => (&of.ident, &of.vis),
        Item::Trait(of) => (&of.ident, &of.vis),
        Item::Type(of) => (&of.ident, &of.vis),
        _ => return None,
    })
}

/// The name of a type or a trait.
fn name_of_type(item: &Item) -> Option<&Ident> {
    match item {
        Item::Struct(of) => Some(&of.ident),
        Item::Enum(of) => Some(&of.ident),
        Item::Union(of) => Some(&of.ident),
        Item::Type(of) => Some(&of.ident),
        Item::Trait(of) => Some(&of.ident),
        _ => None,
    }
}

/// Counts the items of each name in a module: types, traits, functions, constants and parameters,
/// and imported items. Nested modules have their own counts.
struct NameCounts<'m> {
    count: &'m mut HashMap<String, usize>,
}

impl NameCounts<'_> {
    fn add(&mut self, name: &impl ToString) {
        *self.count.entry(name.to_string()).or_default() += 1;
    }
}

impl<'ast> Visit<'ast> for NameCounts<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(_) => return,
            Item::Fn(of) => self.add(&of.sig.ident),
            Item::Const(of) => self.add(&of.ident),
            Item::Static(of) => self.add(&of.ident),
            Item::Use(of) => {
                let mut imported = Module::default();
                imports(&of.tree, &mut Vec::new(), &mut imported);
                imported.imports.iter().for_each(|import| self.add(&import.name));
            }
            item => name_of_type(item).into_iter().for_each(|name| self.add(name)),
        }
        visit::visit_item(self, item);
    }

    fn visit_generic_param(&mut self, param: &'ast syn::GenericParam) {
        match param {
            syn::GenericParam::Type(of) => self.add(&of.ident),
            syn::GenericParam::Const(of) => self.add(&of.ident),
            syn::GenericParam::Lifetime(_) => {}
        }
    }
}

/// An import by another name; `self` is the module or the enum at the end of the path.
fn renamed_import(of: &syn::UseRename, path: &[String]) -> Option<Import> {
    let (original, path) = if of.ident == "self" {
        path.split_last().map(|(last, path)| (last.clone(), path))?
    } else {
        (of.ident.to_string(), path)
    };
    Some(Import { name: of.rename.to_string(), original, path: path.to_vec() })
}

fn imports(tree: &UseTree, path: &mut Vec<String>, module: &mut Module) {
    match tree {
        UseTree::Path(of) => {
            path.push(of.ident.to_string());
            imports(&of.tree, path, module);
            path.pop();
        }
        UseTree::Name(of) => {
            let name = of.ident.to_string();
            module.imports.push(Import { name: name.clone(), original: name, path: path.clone() });
        }
        UseTree::Rename(of) => module.imports.extend(renamed_import(of, path)),
        UseTree::Group(of) => of.items.iter().for_each(|tree| imports(tree, path, module)),
        UseTree::Glob(_) => module.globs.push(path.clone()),
    }
}

/// The header of a type or a trait.
fn header_of_type(name: &Ident) -> String {
    format!("type {name}")
}

fn header_of_impl(block: &syn::ItemImpl) -> String {
    let (generics, of, clause) = (&block.generics, &block.self_ty, &block.generics.where_clause);
    let of_trait = block.trait_.as_ref().map(|(path, _)| path);
    token_string(&quote!(impl #generics #of_trait #of #clause))
}

/// Tokens as a string. An `r#` that a name does not need is ignored.
fn token_string(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().split_whitespace().collect::<String>().replace("r#", "")
}
