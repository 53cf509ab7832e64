//! A crate's sources → its functions, types and modules, each with its place in a file.
//!
//! Only what is compiled counts: modules and items under a `cfg` that does not hold, and tests, are
//! left out. What macros would expand to is not seen.

use anyhow::{Context, Result};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;

/// The sources of a crate.
#[derive(Default)]
pub struct Sources {
    pub files: Vec<File>,
    pub modules: Vec<Module>,
    pub functions: Vec<Function>,
    pub blocks: Vec<Impl>,
    pub named: Vec<Named>,
    pub macros: Vec<Macro>,
    /// The numbers of structs and enums by name.
    pub types: HashMap<String, Vec<usize>>,
    pub aliases: HashMap<String, syn::ItemType>,
    /// Where those of types of functions are.
    pub codes: Vec<(usize, Range<usize>)>,
    /// The names of the traits that each trait extends.
    pub traits: HashMap<String, Vec<String>>,
    /// The traits without parameters.
    attributed: Vec<Trait>,
    /// What only tests see.
    pub tests: Vec<(usize, Range<usize>)>,
    features: HashSet<String>,
}

/// A source file.
pub struct File {
    pub path: PathBuf,
    pub text: String,
}

/// A module: its path, and where its last token ends.
pub struct Module {
    pub path: Vec<String>,
    pub file: usize,
    pub end: usize,
}

/// A struct or enum.
pub struct Named {
    pub item: syn::Item,
    pub file: usize,
    pub range: Range<usize>,
    pub module: usize,
}

/// What `macro_rules!` defines in a module.
pub struct Macro {
    pub file: usize,
    pub range: Range<usize>,
    /// Whether other crates see it.
    pub exported: bool,
}

/// A trait.
struct Trait {
    name: String,
    file: usize,
    range: Range<usize>,
    /// Where an attribute goes on its functions of reals.
    functions: Vec<usize>,
}

/// A function with a body.
pub struct Function {
    pub item: syn::ItemFn,
    pub file: usize,
    pub range: Range<usize>,
    pub module: usize,
    /// For an associated function: the number of the block it stands in.
    pub block: Option<usize>,
}

/// An `impl` block, without what is in it.
pub struct Impl {
    pub head: syn::ItemImpl,
    pub file: usize,
    pub range: Range<usize>,
}

impl Sources {
    /// Reads a crate from its root file on.
    pub fn read(root: &Path, features: impl IntoIterator<Item = String>) -> Result<Sources> {
        let mut sources =
            Sources { features: features.into_iter().collect(), ..Sources::default() };
        sources.file(
            root,
            Vec::new(),
            root.parent().context("the root file is in a directory")?.to_path_buf(),
        )?;
        Ok(sources)
    }

    /// The name of a function, with the path to it.
    pub fn name(&self, function: &Function) -> String {
        let mut parts = self.modules[function.module].path.clone();
        if let Some(block) = self.block(function) {
            let ty = &block.head.self_ty;
            let ty = quote::quote!(#ty).to_string().replace(' ', "");
            parts.push(match &block.head.trait_ {
                Some((path, _)) => {
                    let path = quote::quote!(#path).to_string().replace(' ', "");
                    format!("<{ty} as {path}>")
                }
                None => ty,
            });
        }
        parts.push(function.item.sig.ident.to_string());
        parts.join("::")
    }

    /// The block that an associated function stands in.
    pub fn block(&self, function: &Function) -> Option<&Impl> {
        function.block.and_then(|k| self.blocks.get(k))
    }

    /// The text of a macro.
    pub fn text(&self, of: &Macro) -> &str {
        &self.files[of.file].text[of.range.clone()]
    }

    /// The text of a function, for an associated one with the block around it, as the attribute
    /// sees it; and the lines before it in its file.
    pub fn alone(&self, function: &Function) -> (String, usize) {
        let text = &self.files[function.file].text;
        let Some(block) = self.block(function) else {
            let range = &function.range;
            return (text[range.clone()].to_string(), text[..range.start].matches('\n').count());
        };
        let (before, after) = (
            &text[block.range.start..function.range.start],
            &text[function.range.start..block.range.end],
        );
        (
            format!("{before} #[differentiate] {after}"),
            text[..block.range.start].matches('\n').count(),
        )
    }

    /// The structs and enums that are named in the parameters of a function and in its result,
    /// `Self` included.
    pub fn taken(&self, function: &Function) -> Vec<usize> {
        let mut names = Names(self, Vec::new());
        function
            .item
            .sig
            .inputs
            .iter()
            .for_each(|input| syn::visit::visit_fn_arg(&mut names, input));
        // what arguments are converted to
        syn::visit::visit_generics(&mut names, &function.item.sig.generics);
        if let syn::ReturnType::Type(_, ty) = &function.item.sig.output {
            match &**ty {
                // errors are not differentiated
                syn::Type::Path(path)
                    if path.path.segments.last().is_some_and(|s| s.ident == "Result") =>
                {
                    if let Some(syn::PathArguments::AngleBracketed(list)) =
                        path.path.segments.last().map(|s| &s.arguments)
                        && let Some(syn::GenericArgument::Type(ty)) = list.args.first()
                    {
                        syn::visit::visit_type(&mut names, ty);
                    }
                }
                ty => syn::visit::visit_type(&mut names, ty),
            }
        }
        if let Some(block) = self.block(function) {
            syn::visit::visit_type(&mut names, &block.head.self_ty);
        }
        names.1
    }

    /// The files and places of the attributes of traits that are implemented for reals.
    pub fn of_foreign(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.foreign_traits().flat_map(|t| {
            [t.range.start].into_iter().chain(t.functions.iter().copied()).map(|at| (t.file, at))
        })
    }

    /// The text of each trait that is implemented for reals, with the attributes that are inside.
    pub fn of_foreign_alone(&self) -> impl Iterator<Item = String> + '_ {
        self.foreign_traits().map(|t| {
            let (mut text, mut from) = (String::new(), t.range.start);
            for at in &t.functions {
                text += &self.files[t.file].text[from..*at];
                text += "#[differentiate] ";
                from = *at;
            }
            text + &self.files[t.file].text[from..t.range.end]
        })
    }

    fn foreign_traits(&self) -> impl Iterator<Item = &Trait> {
        let is_foreign = |block: &Impl| {
            matches!(&*block.head.self_ty, syn::Type::Path(p)
            if p.path.is_ident("f64") || p.path.is_ident("f32"))
        };
        let implemented = move |name: &str| {
            let of = |block: &&Impl| {
                block
                    .head
                    .trait_
                    .as_ref()
                    .and_then(|(path, _)| path.segments.last())
                    .is_some_and(|s| s.ident == name)
            };
            self.blocks.iter().filter(of).any(is_foreign)
        };
        self.attributed.iter().filter(move |t| !t.functions.is_empty() && implemented(&t.name))
    }

    /// The structs and enums that are named in an item.
    pub fn mentioned(&self, item: &syn::Item) -> Vec<usize> {
        let mut names = Names(self, Vec::new());
        match item {
            syn::Item::Struct(s) => syn::visit::visit_fields(&mut names, &s.fields),
            syn::Item::Enum(e) => {
                e.variants.iter().for_each(|v| syn::visit::visit_fields(&mut names, &v.fields))
            }
            _ => {}
        }
        names.1
    }

    fn file(&mut self, path: &Path, module: Vec<String>, directory: PathBuf) -> Result<()> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let parsed = syn::parse_file(&text).with_context(|| path.display().to_string())?;
        if !self.holds(&parsed.attrs) {
            return Ok(());
        }
        let end = text.len();
        self.files.push(File { path: path.to_path_buf(), text });
        let file = self.files.len() - 1;
        for attribute in &parsed.attrs {
            let conditional = attribute.path().is_ident("cfg_attr");
            if conditional
                && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string()
                    .starts_with("test"))
            {
                self.tests.push((file, attribute.span().byte_range()));
            }
        }
        self.items(parsed.items, file, end, module, &directory)
    }

    fn items(
        &mut self,
        items: Vec<syn::Item>,
        file: usize,
        end: usize,
        path: Vec<String>,
        directory: &Path,
    ) -> Result<()> {
        self.modules.push(Module { path: path.clone(), file, end });
        let module = self.modules.len() - 1;
        for item in items {
            let range = item.span().byte_range();
            if !self.holds(attributes(&item)) {
                self.tests.push((file, range));
                continue;
            }
            match item {
                syn::Item::Fn(item) => {
                    self.functions.push(Function { item, file, range, module, block: None })
                }
                syn::Item::Impl(block) => {
                    self.blocks.push(Impl {
                        head: syn::ItemImpl { items: Vec::new(), ..block.clone() },
                        file,
                        range,
                    });
                    let number = self.blocks.len() - 1;
                    for item in block.items {
                        let syn::ImplItem::Fn(method) = item else { continue };
                        if !self.holds(&method.attrs) {
                            continue;
                        }
                        let range = method.span().byte_range();
                        let item = syn::parse2(quote::quote!(#method))?;
                        self.functions.push(Function {
                            item,
                            file,
                            range,
                            module,
                            block: Some(number),
                        });
                    }
                }
                syn::Item::Mod(inner) => {
                    let name = inner.ident.to_string();
                    let mut path = path.clone();
                    path.push(name.clone());
                    match inner.content {
                        Some((brace, items)) => {
                            let end = brace.span.close().byte_range().start;
                            self.items(items, file, end, path, &directory.join(&name))?;
                        }
                        None => {
                            let named = inner.attrs.iter().find_map(|a| match &a.meta {
                                syn::Meta::NameValue(pair) if pair.path.is_ident("path") => {
                                    match &pair.value {
                                        syn::Expr::Lit(syn::ExprLit {
                                            lit: syn::Lit::Str(s),
                                            ..
                                        }) => Some(s.value()),
                                        _ => None,
                                    }
                                }
                                _ => None,
                            });
                            let here = directory.join(format!("{name}.rs"));
                            let below = directory.join(&name).join("mod.rs");
                            let child = match named {
                                Some(named) => directory.join(named),
                                None if here.exists() => here,
                                None => below,
                            };
                            self.file(&child, path, directory.join(&name))?;
                        }
                    }
                }
                syn::Item::Struct(_) | syn::Item::Enum(_) => {
                    let name = match &item {
                        syn::Item::Struct(s) => s.ident.to_string(),
                        syn::Item::Enum(e) => e.ident.to_string(),
                        _ => continue,
                    };
                    self.named.push(Named { item, file, range, module });
                    self.types.entry(name).or_default().push(self.named.len() - 1);
                }
                syn::Item::Macro(m) if m.mac.path.is_ident("macro_rules") && m.ident.is_some() => {
                    let exported = m.attrs.iter().any(|a| a.path().is_ident("macro_export"));
                    self.macros.push(Macro { file, range, exported });
                }
                syn::Item::Type(alias) => {
                    self.codes.push((file, range.clone()));
                    self.aliases.insert(alias.ident.to_string(), alias);
                }
                syn::Item::Trait(item) => {
                    let functions = item.items.iter().filter_map(|item| match item {
                        syn::TraitItem::Fn(f) if is_of_reals(&f.sig) => {
                            Some(f.span().byte_range().start)
                        }
                        _ => None,
                    });
                    if item.generics.params.is_empty() {
                        self.attributed.push(Trait {
                            name: item.ident.to_string(),
                            file,
                            range,
                            functions: functions.collect(),
                        });
                    }
                    self.traits.insert(
                        item.ident.to_string(),
                        item.supertraits.iter().filter_map(bound_name).collect(),
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn holds(&self, attributes: &[syn::Attribute]) -> bool {
        attributes.iter().all(|a| {
            !a.path().is_ident("test")
                && !a.path().is_ident("bench")
                && (!a.path().is_ident("cfg") || a.parse_args().is_ok_and(|m| self.predicate(&m)))
        })
    }

    fn predicate(&self, predicate: &syn::Meta) -> bool {
        let all = |list: &syn::MetaList| {
            let parser = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
            list.parse_args_with(parser)
                .map(|l| l.into_iter().map(|m| self.predicate(&m)).collect::<Vec<_>>())
                .unwrap_or_default()
        };
        match predicate {
            syn::Meta::List(list) if list.path.is_ident("not") => !all(list).into_iter().any(|b| b),
            syn::Meta::List(list) if list.path.is_ident("any") => all(list).into_iter().any(|b| b),
            syn::Meta::List(list) if list.path.is_ident("all") => all(list).into_iter().all(|b| b),
            syn::Meta::NameValue(pair) if pair.path.is_ident("feature") => match &pair.value {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(s), .. }) => {
                    self.features.contains(&s.value())
                }
                _ => false,
            },
            syn::Meta::Path(path) => path.is_ident("unix") || path.is_ident("debug_assertions"),
            _ => false,
        }
    }
}

/// Finds the structs and enums that are named.
struct Names<'a>(&'a Sources, Vec<usize>);

impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.1.extend(self.0.types.get(&segment.ident.to_string()).into_iter().flatten());
        syn::visit::visit_path_segment(self, segment);
    }
}

/// The last name in the path of a trait bound.
pub fn bound_name(bound: &syn::TypeParamBound) -> Option<String> {
    match bound {
        syn::TypeParamBound::Trait(bound) => {
            bound.path.segments.last().map(|s| s.ident.to_string())
        }
        _ => None,
    }
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(i) => &i.attrs,
        syn::Item::Enum(i) => &i.attrs,
        syn::Item::ExternCrate(i) => &i.attrs,
        syn::Item::Fn(i) => &i.attrs,
        syn::Item::Impl(i) => &i.attrs,
        syn::Item::Macro(i) => &i.attrs,
        syn::Item::Mod(i) => &i.attrs,
        syn::Item::Static(i) => &i.attrs,
        syn::Item::Struct(i) => &i.attrs,
        syn::Item::Trait(i) => &i.attrs,
        syn::Item::Type(i) => &i.attrs,
        syn::Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// Whether a function takes and gives reals, and nothing that is changed.
fn is_of_reals(sig: &syn::Signature) -> bool {
    let text = quote::quote!(#sig).to_string();
    let output = match &sig.output {
        syn::ReturnType::Type(_, ty) => quote::quote!(#ty).to_string(),
        syn::ReturnType::Default => return false,
    };
    let plain = sig.generics.params.is_empty() && !sig.inputs.is_empty() && !text.contains("mut");
    plain && ["Self", "f64", "f32"].iter().any(|name| output == *name)
}
