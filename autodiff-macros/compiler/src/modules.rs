//! The modules of the source file: which one a function stands in, which one a path to a function means, and whether a method's name alone means it.
//!
//! Functions of one name in several modules, `single::mean` and `bulk::mean`, give different things, and what is kept of functions is found by their names (`kept.rs`). The
//! attribute sees nothing but its item, so it reads the file that this stands in: the function is found there by its signature, and a name by the imports of its module. A
//! module is told by its own name alone. Whatever is relied on here is a type that is written down, as everywhere where names tell something.

use crate::source;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use std::cell::RefCell;
use syn::{Item, UseTree};

/// A module of a file, inline or the file itself.
#[derive(Debug, Default)]
pub struct Module {
    /// Nothing for the file itself.
    name: Option<String>,
    /// The signatures of its functions and the heads of its blocks, as text.
    heads: Vec<String>,
    /// The names of its functions.
    functions: Vec<String>,
    /// The names of the modules in it.
    modules: Vec<String>,
    blocks: Vec<TraitBlock>,
    imports: Vec<Import>,
}

/// A block that implements a trait.
#[derive(Clone, Debug)]
struct TraitBlock {
    ty: String,
    of: String,
    functions: Vec<String>,
}

/// What an import brings in.
#[derive(Clone, Debug)]
struct Import {
    name: String,
    /// What it is called where it comes from.
    original: String,
    /// The path to that.
    path: Vec<String>,
}

/// A function that a path means.
#[derive(Clone, Debug, PartialEq)]
pub struct Meant {
    /// The last name of its module.
    pub module: Option<String>,
    /// Its own name.
    pub function: String,
}

/// Where the item stands that is being expanded.
#[derive(Clone, Debug, Default)]
struct Here {
    module: Option<String>,
    functions: Vec<String>,
    modules: Vec<String>,
    blocks: Vec<TraitBlock>,
    imports: Vec<Import>,
}

thread_local! {
    static HERE: RefCell<Option<Here>> = const { RefCell::new(None) };
}

/// An item begins whose place is not known.
pub fn leave() {
    HERE.set(None);
}

/// A function begins.
pub fn enter(sig: &syn::Signature) {
    enter_by(&text(sig));
}

/// A block begins.
pub fn enter_block(block: &syn::ItemImpl) {
    enter_by(&head(block));
}

fn enter_by(head: &str) {
    let file = Span::call_site().local_file();
    let here = file.as_ref().and_then(|file| {
        source::modules(file, |modules| {
            let mut with = modules.iter().filter(|module| module.heads.iter().any(|of| of == head));
            let module = with.next().filter(|_| with.next().is_none())?;
            let name = module.name.clone().or_else(|| name_of(file));
            let (functions, modules) = (module.functions.clone(), module.modules.clone());
            Some(Here { module: name, functions, modules, blocks: module.blocks.clone(), imports: module.imports.clone() })
        })
    });
    HERE.set(here);
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

/// The module of the item that is being expanded.
pub fn here() -> Option<String> {
    HERE.with_borrow(|here| here.as_ref()?.module.clone())
}

/// Whether another trait than this one has a function of that name for the type, by a block of this module: there, the name alone means neither.
pub fn has_another(ty: &impl ToTokens, of: &impl ToTokens, function: &str) -> bool {
    let (ty, of) = (text(ty), text(of));
    let is_another = |block: &TraitBlock| block.ty == ty && block.of != of && block.functions.iter().any(|name| name == function);
    HERE.with_borrow(|here| here.as_ref().is_some_and(|here| here.blocks.iter().any(is_another)))
}

/// The function that a path means, as far as the file says.
pub fn meant(path: &str) -> Meant {
    let path: String = path.split_whitespace().collect();
    let mut names: Vec<String> = path.split('<').next().unwrap_or_default().split("::").map(String::from).collect();
    names.retain(|name| !name.is_empty());
    let function = names.pop().unwrap_or_default();
    HERE.with_borrow(|here| {
        let Some(here) = here else { return Meant { module: names.last().and_then(|name| known(name)), function } };
        let import = |name: &str| here.imports.iter().find(|import| import.name == name);
        match names.last().map(String::as_str) {
            None if here.functions.contains(&function) => Meant { module: here.module.clone(), function },
            None => match import(&function) {
                Some(import) => Meant { module: import.path.last().and_then(|name| known(name)), function: import.original.clone() },
                None => Meant { module: None, function },
            },
            Some("self") => Meant { module: here.module.clone(), function },
            Some(module) => {
                let original = import(module).filter(|_| names.len() == 1).map(|import| import.original.as_str());
                Meant { module: known(original.unwrap_or(module)), function }
            }
        }
    })
}

/// Whether a path to a function starts in a module of this crate, and not in another crate; so it is where nothing is known.
pub fn starts_here(path: &str) -> bool {
    let path: String = path.split_whitespace().collect();
    let names: Vec<&str> = path.split("::").filter(|name| !name.is_empty()).collect();
    HERE.with_borrow(|here| {
        let Some(here) = here else { return true };
        let Some(first) = names.first() else { return true };
        let is_own = |name: &str| ["crate", "self", "super"].contains(&name) || here.modules.iter().any(|own| own == name);
        match here.imports.iter().find(|import| import.name == *first).and_then(|import| import.path.first()) {
            Some(start) => is_own(start),
            None => names.len() == 1 || is_own(first),
        }
    })
}

/// The name of a module, if it tells which one it is.
fn known(name: &str) -> Option<String> {
    (!["self", "super"].contains(&name)).then(|| name.to_string())
}

/// The modules of a file.
pub fn of_file(file: &syn::File) -> Vec<Module> {
    let mut modules = Vec::new();
    add(None, &file.items, &mut modules);
    modules
}

fn add(name: Option<String>, items: &[Item], modules: &mut Vec<Module>) {
    let mut module = Module { name, ..Module::default() };
    for item in items {
        match item {
            Item::Fn(of) => {
                module.heads.push(text(&of.sig));
                module.functions.push(of.sig.ident.to_string());
            }
            Item::Impl(of) => {
                module.heads.push(head(of));
                if let Some((path, _)) = &of.trait_ {
                    let functions = of.items.iter().filter_map(|item| match item {
                        syn::ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
                        _ => None,
                    });
                    module.blocks.push(TraitBlock { ty: text(&of.self_ty), of: text(path), functions: functions.collect() });
                }
            }
            Item::Use(of) => imports(&of.tree, &mut Vec::new(), &mut module.imports),
            Item::Mod(of) => {
                module.modules.push(of.ident.to_string());
                if let Some((_, items)) = &of.content {
                    add(Some(of.ident.to_string()), items, modules);
                }
            }
            _ => {}
        }
    }
    modules.push(module);
}

fn imports(tree: &UseTree, path: &mut Vec<String>, out: &mut Vec<Import>) {
    match tree {
        UseTree::Path(of) => {
            path.push(of.ident.to_string());
            imports(&of.tree, path, out);
            path.pop();
        }
        UseTree::Name(of) => out.push(Import { name: of.ident.to_string(), original: of.ident.to_string(), path: path.clone() }),
        UseTree::Rename(of) => out.push(Import { name: of.rename.to_string(), original: of.ident.to_string(), path: path.clone() }),
        UseTree::Group(of) => of.items.iter().for_each(|tree| imports(tree, path, out)),
        UseTree::Glob(_) => {}
    }
}

fn head(block: &syn::ItemImpl) -> String {
    let (generics, of, clause) = (&block.generics, &block.self_ty, &block.generics.where_clause);
    let of_trait = block.trait_.as_ref().map(|(path, _)| path);
    text(&quote!(impl #generics #of_trait #of #clause))
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().split_whitespace().collect()
}
