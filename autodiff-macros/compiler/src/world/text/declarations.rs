//! The declarations of a source file, with types as they are written there. Type inference reads
//! them.
//!
//! Tokens do not outlive an expansion, so the types are stored as [`TypeSyntax`]. Bodies are not
//! stored. An item that a module defines twice, by `#[cfg]` say, is left out.

use crate::params;
use crate::world::World;
use crate::world::names::modules::{self, ItemPath};
use crate::world::names::resolve::{At, EnumVariant, Resolution};
use crate::world::records::is_ours;
use crate::world::text::crate_files::is_same_path;
use crate::world::types::plain_types::ItemId;
use crate::world::types::save_impls;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;
use syn::ext::IdentExt;
use syn::{
    Expr, FnArg, GenericArgument, GenericParam, Generics, ImplItem, PathArguments, ReturnType,
    TraitItem, TypeParamBound,
};

/// A type as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeSyntax {
    /// A path with its arguments; a constant argument that is a name is one too.
    Path(Vec<Segment>),
    /// `<Type as Trait>::Name`; the path is that of the trait and the name.
    Projection(Box<TypeSyntax>, Vec<Segment>),
    /// `&T`, or `&mut T`.
    Reference(bool, Box<TypeSyntax>),
    Tuple(Vec<TypeSyntax>),
    /// With its length.
    Array(Box<TypeSyntax>, Box<TypeSyntax>),
    Slice(Box<TypeSyntax>),
    /// `fn(A) -> B`.
    Function(Vec<TypeSyntax>, Box<TypeSyntax>),
    /// `impl Trait` or `dyn Trait`, with all bounds.
    Implementing(Vec<Vec<Segment>>),
    /// A constant argument or a length that is no name.
    Constant(String),
    Inferred,
    Never,
    /// A type that inference does not read.
    Other,
}

impl TypeSyntax {
    /// Whether some of its arguments are left to inference.
    pub fn is_partial(&self) -> bool {
        match self {
            TypeSyntax::Inferred => true,
            TypeSyntax::Path(path) => {
                path.iter().flat_map(|segment| &segment.arguments).any(TypeSyntax::is_partial)
            }
            TypeSyntax::Reference(_, of) | TypeSyntax::Slice(of) => of.is_partial(),
            TypeSyntax::Tuple(parts) => parts.iter().any(TypeSyntax::is_partial),
            TypeSyntax::Array(of, length) => of.is_partial() || length.is_partial(),
            _ => false,
        }
    }
}

/// A name of a path with its arguments. `Fn(A) -> B` is the name with `(A,)` and `Output = B`.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    pub name: String,
    pub arguments: Vec<TypeSyntax>,
    /// Of associated types: `Item = T`.
    pub bindings: Vec<(String, TypeSyntax)>,
}

/// A type or constant parameter with its bounds.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub bounds: Vec<Vec<Segment>>,
}

/// How a method takes `self`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Receiver {
    Value,
    Reference,
    Unique,
}

/// The signature of a function.
#[derive(Clone, Debug)]
pub struct Signature {
    pub generics: Vec<Parameter>,
    pub receiver: Option<Receiver>,
    /// Without `self`.
    pub inputs: Vec<TypeSyntax>,
    pub output: TypeSyntax,
}

/// An `impl` block.
#[derive(Clone, Debug)]
pub struct Block {
    pub generics: Vec<Parameter>,
    pub this: TypeSyntax,
    pub of_trait: Option<Vec<Segment>>,
    pub functions: Vec<(String, Signature)>,
    pub types: Vec<(String, TypeSyntax)>,
    pub constants: Vec<(String, TypeSyntax)>,
    /// Whether it or a module around it has the attribute.
    is_differentiated: bool,
    /// The body of its last function, if that is an expression of `self` and its fields.
    of_self: Option<String>,
}

/// The names and types of fields.
pub type Fields = Vec<(String, TypeSyntax)>;

/// The declaration of a name of a module.
#[derive(Clone, Debug)]
pub enum Declaration {
    Struct(Vec<Parameter>, Fields),
    Enum(Vec<Parameter>, Vec<(String, Fields)>),
    Function(Signature),
    Trait {
        generics: Vec<Parameter>,
        supertraits: Vec<Vec<Segment>>,
        functions: Vec<(String, Signature)>,
    },
    Constant(TypeSyntax),
    Alias(Vec<Parameter>, TypeSyntax),
}

/// The declarations of a file.
#[derive(Debug, Default)]
pub struct Declarations {
    items: HashMap<ItemPath, Option<Declaration>>,
    /// The `impl` blocks, with the paths of their modules in the file.
    blocks: Vec<(String, Block)>,
    /// The types that derive `Clone`.
    cloneable: HashSet<ItemPath>,
    /// The types with lifetimes.
    borrowing: HashSet<ItemPath>,
}

/// A module that names are resolved in.
#[derive(Clone)]
pub struct Module(At);

impl World {
    /// The module of the item.
    pub fn declared_module(&self) -> Option<Module> {
        self.current_module().map(Module)
    }

    /// The resolution of a path of names in a module.
    pub fn resolve_in(&self, module: &Module, path: &[String]) -> Resolution {
        let Some((name, owners)) = path.split_last() else { return Resolution::Unknown };
        self.files().find_at(&module.0, owners, name)
    }

    /// Whether a path resolves to an item of the standard library in the module of the item,
    /// according to its imports.
    pub fn names_item_of_std(&self, path: &TokenStream) -> bool {
        let (Some(module), Some(names)) =
            (self.declared_module(), crate::world::group::segments(path))
        else {
            return false;
        };
        self.std_path(&module, &names).is_some()
    }

    /// The path in the standard library that a path of names resolves to in a module, according to
    /// its imports.
    pub fn std_path(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        self.files().in_std(&module.0, path)
    }

    /// The variant that a name without a path resolves to in a module.
    pub fn variant_in(&self, module: &Module, name: &str) -> Option<EnumVariant> {
        self.files().variant(&module.0, name)
    }

    /// Whether a trait of the crate is in scope in a module.
    pub fn has_in_scope(&self, module: &Module, of_trait: &ItemId) -> bool {
        self.files().has_in_scope(&module.0, of_trait)
    }

    /// Whether a trait of another crate is in scope in a module, by its name there.
    pub fn has_foreign_in_scope(&self, module: &Module, name: &str) -> bool {
        const PRELUDE: [&str; 8] = [
            "Iterator",
            "IntoIterator",
            "DoubleEndedIterator",
            "ExactSizeIterator",
            "Clone",
            "PartialEq",
            "PartialOrd",
            "Into",
        ];
        let of = module.0.module();
        PRELUDE.contains(&name)
            || !of.globs.is_empty()
            || of.imports.iter().any(|import| import.original == name)
    }

    /// The module that declares an item.
    pub fn module_of_item(&self, of: &ItemId) -> Option<Module> {
        self.module_named(of, &of.path.module)
    }

    fn module_named(&self, of: &ItemId, path: &str) -> Option<Module> {
        let modules = self.modules_of(&of.file);
        let number = modules.iter().position(|module| module.path == path)?;
        Some(Module(At { file: of.file.clone(), modules, number }))
    }

    /// The name of a trait of the crate that has a method of this name, is implemented without the
    /// attribute, and may be in scope in the body of the item: in the module, or by an import in
    /// the body.
    pub fn plain_trait_with(&self, method: &str) -> Option<String> {
        let (files, file, here) = (self.files_of_crate(), self.file()?, self.declared_module()?);
        let is_mentioned = |name: &str| {
            files.iter().any(|of| is_same_path(&of.path, &file) && of.contains_word(name))
        };
        let is_plain = |name: &str| {
            let is_of = |block: &Block| {
                let last = block.of_trait.as_ref().and_then(|path| path.last());
                !block.is_differentiated && last.is_some_and(|last| last.name == name)
            };
            !self.blocks(["impl", name], &is_of).is_empty()
        };
        files.iter().filter(|of| of.contains_word(method)).find_map(|of| {
            let traits = self.in_file(&of.path, |found| found.declarations.traits_with(method));
            traits.into_iter().find_map(|path| {
                let of_trait = ItemId { file: of.path.clone(), path };
                let may_be_in_scope =
                    is_mentioned(&of_trait.path.name) || self.has_in_scope(&here, &of_trait);
                let name = of_trait.path.name;
                (may_be_in_scope && is_plain(&name)).then_some(name)
            })
        })
    }

    /// The declaration of an item.
    pub fn declaration(&self, of: &ItemId) -> Option<Declaration> {
        self.in_file(&of.file, |definitions| {
            definitions.declarations.items.get(&of.path).cloned().flatten()
        })
    }

    /// Whether a bound makes a type parameter a source of random numbers: it is a trait that is
    /// named as one, or a trait of the crate whose methods take `&mut self`, without supertraits or
    /// named as one. The caller looks for differentiated traits before.
    pub fn is_source(&self, bound: &TypeParamBound) -> bool {
        let TypeParamBound::Trait(of) = bound else { return false };
        let names: Vec<String> = of.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let declared = || match self.resolve_path(&names) {
            Resolution::Item(defined) => self.declaration(&defined),
            Resolution::External | Resolution::Unknown => None,
        };
        let is_named = params::is_named_as_source(bound);
        match declared() {
            Some(Declaration::Trait { supertraits, functions, .. }) => {
                let is_changed = have_unique_receivers(&functions);
                is_changed && supertraits.is_empty()
                    || is_named && (is_changed || functions.is_empty())
            }
            _ => is_named,
        }
    }

    /// The field that a type of the crate dereferences to, if it is visible here.
    pub fn dereferenced_field(&self, of: &ItemId) -> Option<String> {
        let body = self.body_of_trait(of, &["Deref", "DerefMut"], None)?;
        let Ok(Expr::Reference(body)) = syn::parse_str(&body) else { return None };
        let Expr::Field(of) = *body.expr else { return None };
        is_this(&of.base).then(|| of.member.to_token_stream().to_string())
    }

    /// The items that a type of the crate, or a reference to it that is unique or not, converts
    /// into: an expression of `self`.
    pub fn body_of_into_iter(&self, of: &ItemId, reference: Option<bool>) -> Option<String> {
        self.body_of_trait(of, &["IntoIterator"], reference)
    }

    /// The body of the function of a trait for a type, or for a reference to it, as an expression of
    /// `self` and its visible fields. All blocks must agree, up to `mut`.
    fn body_of_trait(
        &self,
        of: &ItemId,
        traits: &[&str],
        reference: Option<bool>,
    ) -> Option<String> {
        let name = of.path.name.as_str();
        let is_of = |block: &Block| {
            let is_trait = block
                .of_trait
                .as_ref()
                .and_then(|path| path.last())
                .is_some_and(|last| traits.contains(&last.name.as_str()));
            let (this, found) = match &block.this {
                TypeSyntax::Reference(unique, of) => (&**of, Some(*unique)),
                of => (of, None),
            };
            is_trait
                && found == reference
                && matches!(this, TypeSyntax::Path(path) if path.last()
                    .is_some_and(|last| last.name == name))
        };
        let blocks = self.blocks([traits[0], name], &is_of);
        let mut bodies = blocks
            .iter()
            .filter(|(module, _)| {
                self.resolve_in(module, &[name.to_string()]) == Resolution::Item(of.clone())
            })
            .map(|(_, block)| block.of_self.as_deref());
        let body = bodies.next()??;
        let shared = |body: &str| body.replace("mut ", "");
        let is_visible = self.can_name_fields_of(of);
        let is_one = bodies.all(|other| other.map(shared) == Some(shared(body)));
        (is_visible && is_one).then(|| body.to_string())
    }

    /// Whether a type derives `Clone`.
    pub fn derives_clone(&self, of: &ItemId) -> bool {
        self.in_file(&of.file, |definitions| definitions.declarations.cloneable.contains(&of.path))
    }

    /// Whether a type has lifetimes.
    pub fn has_lifetimes(&self, of: &ItemId) -> bool {
        self.in_file(&of.file, |definitions| definitions.declarations.borrowing.contains(&of.path))
    }

    /// The value of an integer constant, as a string.
    pub fn number_of(&self, of: &ItemId) -> Option<String> {
        self.in_file(&of.file, |definitions| definitions.number(&of.path))
    }

    /// The `impl` blocks of the crate for which `has` holds, in the files that mention both words,
    /// with their modules.
    pub fn blocks(&self, words: [&str; 2], has: &dyn Fn(&Block) -> bool) -> Vec<(Module, Block)> {
        let mut found = Vec::new();
        for file in self
            .files_of_crate()
            .iter()
            .filter(|file| words.iter().all(|word| file.contains_word(word)))
        {
            let here = self.in_file(&file.path, |definitions| {
                definitions
                    .declarations
                    .blocks
                    .iter()
                    .filter(|(_, block)| has(block))
                    .cloned()
                    .collect::<Vec<_>>()
            });
            for (path, block) in here {
                let of = ItemId {
                    file: file.path.clone(),
                    path: ItemPath { module: path.clone(), name: String::new() },
                };
                found.extend(self.module_named(&of, &path).map(|module| (module, block)));
            }
        }
        found
    }

    /// Whether the crate implements the trait of a conversion, `from` or `try_from`, for a type of
    /// that name both from values and from references.
    pub fn is_made_from_both(&self, name: &str, conversion: &str) -> bool {
        let of_trait = if conversion == "from" { "From" } else { "TryFrom" };
        let is_of = |block: &Block| {
            let is_from = block
                .of_trait
                .as_ref()
                .and_then(|path| path.last())
                .is_some_and(|last| last.name == of_trait);
            is_from
                && matches!(&block.this, TypeSyntax::Path(path) if path.last()
                    .is_some_and(|last| last.name == name))
        };
        let blocks = self.blocks([of_trait, name], &is_of);
        let mut takes = blocks
            .iter()
            .filter_map(|(_, block)| block.of_trait.as_ref()?.last()?.arguments.first());
        takes.clone().any(|ty| matches!(ty, TypeSyntax::Reference(..)))
            && takes.any(|ty| !matches!(ty, TypeSyntax::Reference(..)))
    }

    /// The path of an item here: its name, where that resolves to it, or else one from the root of
    /// the crate.
    pub fn path_of_item(&self, of: &ItemId) -> Option<syn::Path> {
        if self.resolve(&of.path.name) == Resolution::Item(of.clone()) {
            return syn::parse_str(&of.path.name).ok();
        }
        syn::parse_str(&self.path_to(of)?.join("::")).ok()
    }
}

impl ItemId {
    /// Its name in its module.
    pub fn name(&self) -> &str {
        &self.path.name
    }
}

impl Declarations {
    /// The declarations of a parsed file.
    pub fn of_file(file: &syn::File) -> Declarations {
        let mut found = Declarations::default();
        found.add(String::new(), &file.items, false);
        found
    }

    /// The traits that have a method of this name, in the order of their paths.
    fn traits_with(&self, method: &str) -> Vec<ItemPath> {
        let has_method = |declared: &Declaration| {
            matches!(declared, Declaration::Trait { functions, .. }
                if functions.iter().any(|(name, _)| name == method))
        };
        let mut found: Vec<ItemPath> = self
            .items
            .iter()
            .filter(|(_, declared)| declared.as_ref().is_some_and(has_method))
            .map(|(path, _)| path.clone())
            .collect();
        found.sort_by(|a, b| (&a.module, &a.name).cmp(&(&b.module, &b.name)));
        found
    }

    /// The items by their names.
    pub fn into_items(self) -> impl Iterator<Item = (String, Declaration)> {
        self.items.into_iter().filter_map(|(home, declared)| Some((home.name, declared?)))
    }

    fn add(&mut self, path: String, items: &[syn::Item], is_in_ours: bool) {
        for item in items {
            match item {
                syn::Item::Impl(of) => self.blocks.push((path.clone(), block(of, is_in_ours))),
                syn::Item::Mod(syn::ItemMod {
                    attrs, ident, content: Some((_, items)), ..
                }) => {
                    let is_in_ours = is_in_ours || attrs.iter().any(is_ours);
                    self.add(modules::join(&path, &ident.unraw().to_string()), items, is_in_ours);
                }
                item => {
                    let Some((name, declared)) = declaration(item) else { continue };
                    let home = ItemPath { module: path.clone(), name };
                    if let syn::Item::Struct(syn::ItemStruct { attrs, generics, .. })
                    | syn::Item::Enum(syn::ItemEnum { attrs, generics, .. }) = item
                    {
                        self.cloneable.extend(save_impls::is_among(attrs).then(|| home.clone()));
                        self.borrowing.extend(generics.lifetimes().next().map(|_| home.clone()));
                    }
                    let is_twice = self.items.contains_key(&home);
                    self.items.insert(home, (!is_twice).then_some(declared));
                }
            }
        }
    }
}

/// The declarations of `std`, by name. Functions of modules are `::name`. An item is parsed when it is
/// requested: a crate needs few of them.
#[derive(Debug)]
pub struct StdDeclarations(HashMap<String, (&'static str, OnceLock<Option<Declaration>>)>);

impl StdDeclarations {
    /// The declarations in these texts.
    pub fn of_texts(texts: &[&'static str]) -> StdDeclarations {
        let items = texts.iter().flat_map(|text| items_of(text));
        StdDeclarations(items.map(|(name, text)| (name, (text, OnceLock::new()))).collect())
    }

    /// The declaration of a name.
    pub fn get(&self, name: &str) -> Option<&Declaration> {
        let (text, parsed) = self.0.get(name)?;
        let parse = || {
            let file = syn::parse_file(text).expect("the declarations of std are Rust");
            Some(Declarations::of_file(&file).into_items().next()?.1)
        };
        parsed.get_or_init(parse).as_ref()
    }
}

/// The items of a text with their names: traits and functions, which end with a brace.
fn items_of(text: &'static str) -> Vec<(String, &'static str)> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if c == '}' && depth == 0 {
            let item = text[start..=at].trim();
            let mut words = item.split(|c: char| !c.is_alphanumeric() && c != '_');
            let prefix = if words.next() == Some("fn") { "::" } else { "" };
            found.extend(words.next().map(|name| (format!("{prefix}{name}"), item)));
            start = at + 1;
        }
    }
    found
}

fn declaration(item: &syn::Item) -> Option<(String, Declaration)> {
    Some(match item {
        syn::Item::Struct(of) => (
            of.ident.to_string(),
            Declaration::Struct(parameters(&of.generics), fields(&of.fields)),
        ),
        syn::Item::Enum(of) => {
            let variants = of
                .variants
                .iter()
                .map(|variant| (variant.ident.to_string(), fields(&variant.fields)));
            (of.ident.to_string(), Declaration::Enum(parameters(&of.generics), variants.collect()))
        }
        syn::Item::Fn(of) => (of.sig.ident.to_string(), Declaration::Function(signature(&of.sig))),
        syn::Item::Const(of) => {
            (of.ident.to_string(), Declaration::Constant(TypeSyntax::of(&of.ty)))
        }
        syn::Item::Static(of) => {
            (of.ident.to_string(), Declaration::Constant(TypeSyntax::of(&of.ty)))
        }
        syn::Item::Type(of) => (
            of.ident.to_string(),
            Declaration::Alias(parameters(&of.generics), TypeSyntax::of(&of.ty)),
        ),
        syn::Item::Trait(of) => {
            let functions = of.items.iter().filter_map(|item| match item {
                TraitItem::Fn(function) => {
                    Some((function.sig.ident.to_string(), signature(&function.sig)))
                }
                _ => None,
            });
            let supertraits = of.supertraits.iter().filter_map(bound_segments).collect();
            (
                of.ident.to_string(),
                Declaration::Trait {
                    generics: parameters(&of.generics),
                    supertraits,
                    functions: functions.collect(),
                },
            )
        }
        _ => return None,
    })
}

/// Whether functions of a trait include methods, and all of these take `&mut self`.
fn have_unique_receivers(functions: &[(String, Signature)]) -> bool {
    let mut receivers = functions.iter().filter_map(|(_, of)| of.receiver.as_ref()).peekable();
    receivers.peek().is_some() && receivers.all(|of| *of == Receiver::Unique)
}

fn fields(of: &syn::Fields) -> Fields {
    let name = |k: usize, field: &syn::Field| {
        field.ident.as_ref().map_or_else(|| k.to_string(), |name| name.unraw().to_string())
    };
    of.iter().enumerate().map(|(k, field)| (name(k, field), TypeSyntax::of(&field.ty))).collect()
}

fn block(of: &syn::ItemImpl, is_in_ours: bool) -> Block {
    let mut found = Block {
        generics: parameters(&of.generics),
        this: TypeSyntax::of(&of.self_ty),
        of_trait: of.trait_.as_ref().map(|(path, _)| segments(path)),
        functions: Vec::new(),
        types: Vec::new(),
        constants: Vec::new(),
        is_differentiated: is_in_ours || of.attrs.iter().any(is_ours),
        of_self: None,
    };
    for item in &of.items {
        match item {
            ImplItem::Fn(function) => {
                found.of_self = match &function.block.stmts[..] {
                    [syn::Stmt::Expr(body, None)] if is_of_self(body) => {
                        Some(body.to_token_stream().to_string())
                    }
                    _ => None,
                };
                found.functions.push((function.sig.ident.to_string(), signature(&function.sig)))
            }
            ImplItem::Type(ty) => found.types.push((ty.ident.to_string(), TypeSyntax::of(&ty.ty))),
            ImplItem::Const(constant) => {
                found.constants.push((constant.ident.to_string(), TypeSyntax::of(&constant.ty)))
            }
            _ => {}
        }
    }
    found
}

fn is_this(e: &Expr) -> bool {
    matches!(e, Expr::Path(this) if this.path.is_ident("self"))
}

/// Whether an expression is `self`, its fields, references to these and their iterators.
fn is_of_self(e: &Expr) -> bool {
    const ITERATORS: &[&str] = &["iter", "iter_mut", "into_iter", "copied", "cloned"];
    match e {
        Expr::Reference(of) => is_of_self(&of.expr),
        Expr::Field(of) => is_of_self(&of.base),
        Expr::MethodCall(of) => {
            of.args.is_empty()
                && ITERATORS.iter().any(|name| of.method == name)
                && is_of_self(&of.receiver)
        }
        e => is_this(e),
    }
}

/// The signature of a function.
pub fn signature(of: &syn::Signature) -> Signature {
    let receiver = of.receiver().map(|receiver| match &receiver.kind {
        syn::ReceiverKind::Reference(_, _, Some(_)) => Receiver::Unique,
        syn::ReceiverKind::Reference(..) => Receiver::Reference,
        _ => Receiver::Value,
    });
    let inputs = of.inputs.iter().filter_map(|input| {
        if let FnArg::Typed(typed) = input { Some(TypeSyntax::of(&typed.ty)) } else { None }
    });
    let output = match &of.output {
        ReturnType::Type(_, ty) => TypeSyntax::of(ty),
        ReturnType::Default => TypeSyntax::Tuple(Vec::new()),
    };
    Signature { generics: parameters(&of.generics), receiver, inputs: inputs.collect(), output }
}

/// The type and constant parameters with their bounds, including those of the `where` clause.
pub fn parameters(of: &Generics) -> Vec<Parameter> {
    let mut found = Vec::new();
    for param in &of.params {
        match param {
            GenericParam::Type(of) => {
                found.push(Parameter {
                    name: of.ident.to_string(),
                    bounds: of.bounds.iter().filter_map(bound_segments).collect(),
                });
            }
            GenericParam::Const(of) => {
                found.push(Parameter { name: of.ident.to_string(), bounds: Vec::new() })
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    for predicate in of.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let syn::WherePredicate::Type(of) = predicate
            && let syn::Type::Path(ty) = &of.bounded_ty
            && let Some(parameter) =
                found.iter_mut().find(|parameter| ty.path.is_ident(&parameter.name))
        {
            parameter.bounds.extend(of.bounds.iter().filter_map(bound_segments));
        }
    }
    found
}

fn bound_segments(of: &TypeParamBound) -> Option<Vec<Segment>> {
    if let TypeParamBound::Trait(of) = of { Some(segments(&of.path)) } else { None }
}

/// The names of a path with their arguments.
pub fn segments(path: &syn::Path) -> Vec<Segment> {
    let segment = |of: &syn::PathSegment| {
        let mut found = Segment {
            name: of.ident.unraw().to_string(),
            arguments: Vec::new(),
            bindings: Vec::new(),
        };
        match &of.arguments {
            PathArguments::None => {}
            PathArguments::AngleBracketed(arguments) => {
                for argument in &arguments.args {
                    match argument {
                        GenericArgument::Type(ty) => found.arguments.push(TypeSyntax::of(ty)),
                        GenericArgument::Const(of) => found.arguments.push(length(of)),
                        GenericArgument::AssocType(of) => {
                            found.bindings.push((of.ident.to_string(), TypeSyntax::of(&of.ty)))
                        }
                        _ => {}
                    }
                }
            }
            PathArguments::Parenthesized(of) => {
                found.arguments.push(TypeSyntax::Tuple(
                    of.inputs.iter().map(|input| TypeSyntax::of(&input.ty)).collect(),
                ));
                found.bindings.push(("Output".into(), output(&of.output)));
            }
        }
        found
    };
    path.segments.iter().map(segment).collect()
}

fn output(of: &ReturnType) -> TypeSyntax {
    match of {
        ReturnType::Type(_, ty) => TypeSyntax::of(ty),
        ReturnType::Default => TypeSyntax::Tuple(Vec::new()),
    }
}

fn length(of: &Expr) -> TypeSyntax {
    match of {
        Expr::Path(path) if path.qself.is_none() => TypeSyntax::Path(segments(&path.path)),
        Expr::Block(block) if let [syn::Stmt::Expr(inner, None)] = &block.block.stmts[..] => {
            length(inner)
        }
        of => TypeSyntax::Constant(of.to_token_stream().to_string()),
    }
}

impl TypeSyntax {
    /// A type as it is written.
    pub fn of(ty: &syn::Type) -> TypeSyntax {
        let all = |bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
            TypeSyntax::Implementing(bounds.iter().filter_map(bound_segments).collect())
        };
        match ty {
            syn::Type::Path(of) => match &of.qself {
                None => TypeSyntax::Path(segments(&of.path)),
                Some(this) => {
                    TypeSyntax::Projection(Box::new(TypeSyntax::of(&this.ty)), segments(&of.path))
                }
            },
            syn::Type::Reference(of) => {
                TypeSyntax::Reference(of.mutability.is_some(), Box::new(TypeSyntax::of(&of.elem)))
            }
            syn::Type::Tuple(of) => {
                TypeSyntax::Tuple(of.elems.iter().map(TypeSyntax::of).collect())
            }
            syn::Type::Array(of) => {
                TypeSyntax::Array(Box::new(TypeSyntax::of(&of.elem)), Box::new(length(&of.len)))
            }
            syn::Type::Slice(of) => TypeSyntax::Slice(Box::new(TypeSyntax::of(&of.elem))),
            syn::Type::FnPtr(of) => {
                let inputs = of.inputs.iter().map(|input| TypeSyntax::of(&input.ty));
                TypeSyntax::Function(inputs.collect(), Box::new(output(&of.output)))
            }
            syn::Type::ImplTrait(of) => all(&of.bounds),
            syn::Type::TraitObject(of) => all(&of.bounds),
            syn::Type::Paren(of) => TypeSyntax::of(&of.elem),
            syn::Type::Group(of) => TypeSyntax::of(&of.elem),
            syn::Type::Infer(_) => TypeSyntax::Inferred,
            syn::Type::Never(_) => TypeSyntax::Never,
            _ => TypeSyntax::Other,
        }
    }
}
