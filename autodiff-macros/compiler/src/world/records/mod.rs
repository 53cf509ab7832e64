//! The records of an expansion for later ones of the same crate: the definitions of differentiated
//! traits, of structs and enums with type parameters, and of the fields of other types as
//! `#[derive(Differentiable)]` sees them.
//!
//! An attribute or a derive sees nothing but its item. The information that other expansions need
//! is recorded as strings, since tokens do not outlive their expansion, and is found by the last
//! name of a path. The items of all files of the crate are recorded before the first expansion
//! (`text`), so their order does not matter. Items that a macro emits are recorded when they are
//! expanded. A name may resolve to another item that is not seen. So:
//!
//! - a differentiated trait gets a function, whose name contains a hash of its definition, and an
//!   expansion that relies on the record emits an item that names this function;
//! - of generic structs and enums, expansions use only the recorded types of fields. rustc compares
//!   these with the types of the fields. No expansion concludes that a field has no reals: rustc
//!   would not notice an error;
//! - of other types, the derive records the properties that projections cannot ask rustc for: which
//!   fields are `Option`s, or marked `#[constant]`. A type is found by a single name, in the same
//!   file or in the one that the name is imported from. Of several with that name, it is the one of
//!   the module that the name resolves to, if the file shows that (`world/names/modules.rs`). The
//!   derive implements a trait for it, with a hash of its definition as constant argument. An
//!   expansion that relies on the record emits an item that requires this trait
//!   ([`crate::world::types::derived_types::RecordedType::check`]).

mod traits;

use crate::world::World;
use crate::world::names::modules::{ResolvedFunction, Scope};
use crate::world::names::resolve::Resolution;
use crate::world::tokens::{arguments, replace_names};
use crate::world::types::plain_types::ItemId;
use crate::{params, type_class};
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use std::path::PathBuf;
use syn::{Attribute, DeriveInput, GenericParam, Generics, ItemTrait, PathArguments, TraitItem};
pub use traits::{Defaults, RecordedTrait, TraitRecord, sign};

/// The location of a recorded item.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// `None` outside an expansion.
    pub(super) file: File,
    /// The path of its module in the file, if it is known.
    pub(super) module: Option<String>,
}

impl Place {
    /// Whether it is the module that defines an item, if that is known.
    pub(super) fn is_of(&self, item: &ItemId) -> bool {
        self.file.as_ref() == Some(&item.file)
            && self.module.as_ref().is_none_or(|module| *module == item.path.module)
    }
}

impl World {
    /// The location of the item that is being expanded.
    pub fn place(&self) -> Place {
        self.place_in(self.scope())
    }

    /// A module of the file that is being expanded, or the file if the module is not known.
    fn place_in(&self, scope: Option<&Scope>) -> Place {
        Place { file: self.file(), module: scope.map(|scope| scope.path().to_string()) }
    }

    /// The location of the definition of a type that is named in a module.
    fn place_of_type(&self, name: &Ident, scope: Option<&Scope>) -> Place {
        let home = scope.and_then(|scope| scope.item_path(&name.to_string()));
        Place {
            module: home.map(|home| home.module).or_else(|| self.place_in(scope).module),
            file: self.file(),
        }
    }
}

/// The records found for a name.
pub(super) struct FoundRecords<T> {
    /// Whether the records are of this file.
    pub(super) is_here: bool,
    /// In the order in which they were recorded.
    pub(super) of_name: Vec<T>,
}

impl World {
    /// The records that a name most likely resolves to: those of the module of this file that
    /// defines it, if that is known; else those of this file; else all.
    pub(super) fn resolve_record<'k, T>(
        &self,
        name: &Resolution,
        records: impl Iterator<Item = (&'k Place, T)>,
    ) -> FoundRecords<T> {
        let file = self.file();
        let home = if let Resolution::Item(defined) = name { Some(defined) } else { None };
        let rank = |at: &Place| match &home {
            Some(home) if at.is_of(home) => Some(if at.file == file { 0 } else { 2 }),
            Some(home) if home.file == at.file.clone().unwrap_or_default() => None,
            // a block may stand in another file than its type
            Some(home) if Some(&home.file) == file.as_ref() => None,
            _ => Some(if at.file == file { 1 } else { 3 }),
        };
        let (mut nearest, mut of_name) = (3, Vec::new());
        for (at, found) in records {
            match rank(at) {
                Some(rank) if rank < nearest => (nearest, of_name) = (rank, vec![found]),
                Some(rank) if rank == nearest => of_name.push(found),
                _ => {}
            }
        }
        FoundRecords { is_here: nearest < 2, of_name }
    }

    /// The same, if all of these records are equal; or else if those of this module are.
    pub(super) fn agreeing_record<'k, T: PartialEq>(
        &self,
        name: &Resolution,
        records: impl Iterator<Item = (&'k Place, T)>,
    ) -> Option<T> {
        let here = self.place();
        let mut of_name =
            self.resolve_record(name, records.map(|(at, found)| (at, (at, found)))).of_name;
        let differ = |found: &[(&Place, T)]| found.iter().any(|(_, other)| *other != found[0].1);
        if differ(&of_name) {
            of_name.retain(|(at, _)| here.module.is_some() && **at == here);
        }
        (!differ(&of_name)).then(|| of_name.into_iter().next().map(|(_, found)| found))?
    }
}

impl World {
    /// Records a struct or enum that has type or constant parameters for later items.
    pub fn record_struct(&self, name: &Ident, generics: &Generics, definition: &dyn ToTokens) {
        if generics.params.iter().any(|p| !matches!(p, GenericParam::Lifetime(_))) {
            let row = (name.to_string(), definition.to_token_stream().to_string(), self.place());
            record_once(&mut self.session.structs.lock(), row);
        }
    }

    /// Whether a name resolves to a struct or enum with type or constant parameters.
    pub fn is_generic(&self, name: &str) -> bool {
        self.is_generic_path(&[name.to_string()])
    }

    /// Whether a path resolves to a struct or enum with type or constant parameters. If the text
    /// does not show what it resolves to: whether one of its last name is near, or there is no
    /// other type of that name.
    pub fn is_generic_path(&self, path: &[String]) -> bool {
        let (Some(name), found) = (path.last(), self.generic_records(path)) else { return false };
        if found.of_name.is_empty() {
            return false;
        }
        if let Resolution::Item(_) = self.resolve_path(path) {
            return true;
        }
        let others = self.of_types(name, |of| of.sign != 0);
        match found.is_here {
            true => !others.is_here,
            false => others.of_name.is_empty() && !self.has_definition(name),
        }
    }

    /// The definition of a path; the last one if there are several.
    fn generic(&self, path: &[String]) -> Option<DeriveInput> {
        syn::parse_str(self.generic_records(path).of_name.last()?).ok()
    }

    /// The definitions with type or constant parameters of that name: those of the item that the
    /// path resolves to; else the nearest ones.
    fn generic_records(&self, path: &[String]) -> FoundRecords<String> {
        let resolved = self.resolve_path(path);
        let defined = if let Resolution::Item(defined) = &resolved { Some(defined) } else { None };
        if let Some(defined) = defined {
            // reading a file records its items
            self.in_file(&defined.file, |_| ());
        }
        let records = self.session.structs.lock();
        let of_name = records
            .iter()
            .filter(|(of, _, at)| {
                path.last() == Some(of) && defined.is_none_or(|defined| at.is_of(defined))
            })
            .map(|(_, text, at)| (at, text));
        let found = self.resolve_record(&resolved, of_name);
        FoundRecords {
            is_here: found.is_here,
            of_name: found.of_name.into_iter().cloned().collect(),
        }
    }

    /// The parameters of a generic struct or enum, and the types of its fields, or of the fields of
    /// the variant, by name or index.
    pub fn definition(
        &self,
        path: &syn::Path,
        variant: Option<&str>,
    ) -> Option<(Generics, Vec<(String, syn::Type)>)> {
        let definition = self.generic(&names_of(path))?;
        let fields = match (definition.data, variant) {
            (syn::Data::Struct(data), None) => data.fields,
            (syn::Data::Enum(data), Some(variant)) => {
                data.variants.into_iter().find(|v| v.ident == variant)?.fields
            }
            _ => return None,
        };
        let named = fields.into_iter().enumerate().map(|(number, f)| {
            (f.ident.map_or_else(|| number.to_string(), |i| i.to_string()), f.ty)
        });
        Some((definition.generics, named.collect()))
    }

    /// The type of a field, by its name or index, of a struct with type parameters or of a variant
    /// of such an enum. `owner` is the type with its arguments. Names in it that are no parameters
    /// resolve where the type is defined.
    pub fn field(
        &self,
        owner: &syn::Path,
        variant: Option<&str>,
        field: &str,
    ) -> Option<RecordedMember> {
        let last = owner.segments.last()?;
        let (generics, fields) = self.definition(owner, variant)?;
        let (_, found) = fields.into_iter().find(|(name, _)| name == field)?;
        let arguments = arguments(&generics, &last.arguments);
        // a type that is written without arguments is another one
        if arguments.len()
            < generics.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_))).count()
        {
            return None;
        }
        let ty = syn::parse2(replace_names(found.to_token_stream(), &arguments)).ok()?;
        Some(RecordedMember {
            ty,
            written: found,
            arguments: arguments.into_iter().map(|(name, _)| name).collect(),
        })
    }
}

/// The names in a path.
pub fn names_of(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// The type of a field of a generic type.
pub struct RecordedMember {
    /// With the arguments of its owner substituted.
    pub ty: syn::Type,
    /// As the definition writes it.
    pub written: syn::Type,
    /// The parameters whose arguments are known.
    pub arguments: Vec<String>,
}

/// A function of a generic type: the location and the name of the type, the name of the function,
/// and an otherwise empty `impl` block with it.
pub type FunctionRecord = (Place, String, String, String);

/// The signature of a function of a generic type.
pub struct RecordedFunction {
    /// The parameters of the `impl` block and of the function.
    pub generics: Generics,
    /// The type as the `impl` block writes it.
    pub owner: syn::Type,
    /// The types of the arguments, including `self`.
    pub inputs: Vec<syn::Type>,
}

impl World {
    /// Records the signature of a free function, with its module if that is known.
    pub fn record_signature(&self, sig: &syn::Signature, scope: Option<&Scope>) {
        self.record_param_types(&sig.ident, ParamTypes::of(sig), scope);
        self.record_result(sig, scope);
    }

    /// Records the signatures of the functions of an `impl` block.
    pub fn record_signatures(&self, block: &syn::ItemImpl, scope: Option<&Scope>) {
        self.record_functions(block, scope);
        self.record_results(block, scope);
        for item in &block.items {
            if let syn::ImplItem::Fn(f) = item {
                self.record_param_types(&f.sig.ident, ParamTypes::of(&f.sig), scope);
            }
        }
    }

    /// Removes the records of a file that has changed.
    pub fn forget_file(&self, file: &PathBuf) {
        let claims_here =
            |of: &crate::world::Claim| of.by.is_empty() && of.of.0 == file.display().to_string();
        self.session.claims.lock().retain(|of| !claims_here(of));
        self.session.param_types.lock().retain(|(at, ..)| at.file.as_ref() != Some(file));
        self.session.results.lock().retain(|of| of.at.file.as_ref() != Some(file));
        self.session.functions.lock().retain(|(at, ..)| at.file.as_ref() != Some(file));
        self.session.traits.lock().retain(|of| of.at.file.as_ref() != Some(file));
        self.session.structs.lock().retain(|(.., at)| at.file.as_ref() != Some(file));
        self.session.types.lock().retain(|(at, _)| at.file.as_ref() != Some(file));
        self.session.aliases.lock().retain(|(at, ..)| at.file.as_ref() != Some(file));
    }

    /// Records the signatures of the functions of an `impl` block of a generic type.
    fn record_functions(&self, block: &syn::ItemImpl, scope: Option<&Scope>) {
        let syn::Type::Path(owner) = &*block.self_ty else { return };
        let Some(last) = owner
            .path
            .segments
            .last()
            .filter(|s| matches!(s.arguments, PathArguments::AngleBracketed(_)))
        else {
            return;
        };
        let (generics, _, clause) = block.generics.split_for_impl();
        let at = self.place_of_type(&last.ident, scope);
        for item in &block.items {
            if let syn::ImplItem::Fn(f) = item {
                let sig = &f.sig;
                let text = quote!(impl #generics #owner #clause { #sig {} }).to_string();
                let record = (at.clone(), last.ident.to_string(), sig.ident.to_string(), text);
                record_once(&mut self.session.functions.lock(), record);
            }
        }
    }

    /// The signature of a function of a generic type: the last one recorded.
    pub fn function(&self, of: &str, name: &str) -> Option<RecordedFunction> {
        let text = {
            let resolved = self.resolve(of);
            let records = self.session.functions.lock();
            let named =
                records.iter().filter(|(_, owner, function, _)| owner == of && function == name);
            (*self
                .resolve_record(&resolved, named.map(|(at, .., text)| (at, text)))
                .of_name
                .last()?)
            .clone()
        };
        let block: syn::ItemImpl = syn::parse_str(&text).ok()?;
        let [syn::ImplItem::Fn(f)] = &block.items[..] else { return None };
        let mut generics = block.generics.clone();
        generics.params.extend(f.sig.generics.params.iter().cloned());
        let owner = (*block.self_ty).clone();
        let inputs = f.sig.inputs.iter().map(|input| match input {
            syn::FnArg::Receiver(_) => owner.clone(),
            syn::FnArg::Typed(typed) => match &*typed.ty {
                syn::Type::Path(p) if p.path.is_ident("Self") => owner.clone(),
                ty => ty.clone(),
            },
        });
        Some(RecordedFunction { generics, inputs: inputs.collect(), owner: owner.clone() })
    }
}

/// The type of a result, as a string.
#[derive(PartialEq)]
pub struct ResultRecord {
    /// The location of the function, or of its type.
    at: Place,
    /// The last name of the module of a free function, if that is seen.
    module: Option<String>,
    /// The type that it is an associated function of; empty for a free function.
    owner: String,
    function: String,
    text: String,
    /// Whether it takes `&mut self`.
    changes: bool,
}

/// The name to resolve for the records of a function: its type, or the function itself if `of` is
/// empty.
fn key<'n>(of: Option<&'n str>, function: &'n str) -> Option<&'n str> {
    if of == Some("") { Some(function) } else { of }
}

impl World {
    /// Whether `test` holds for the results of all functions of a name, of a type if that is known.
    fn all_results(
        &self,
        of: Option<&str>,
        function: &str,
        test: impl Fn(&ResultRecord) -> bool,
    ) -> bool {
        let resolved = self.resolve_if(key(of, function));
        let records = self.session.results.lock();
        let named = records
            .iter()
            .filter(|record| record.function == function && of.is_none_or(|of| of == record.owner));
        self.agreeing_record(&resolved, named.map(|record| (&record.at, test(record))))
            == Some(true)
    }

    /// Records the types of the results of the functions of a type, and of its constants.
    fn record_results(&self, block: &syn::ItemImpl, scope: Option<&Scope>) {
        let syn::Type::Path(owner) = &*block.self_ty else { return };
        let Some(last) = owner.path.segments.last() else { return };
        let results = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(f) => match &f.sig.output {
                syn::ReturnType::Type(_, ty) => {
                    Some((&f.sig.ident, &**ty, changes_receiver_of(&f.sig)))
                }
                syn::ReturnType::Default => None,
            },
            syn::ImplItem::Const(c) => Some((&c.ident, &c.ty, false)),
            _ => None,
        });
        let at = self.place_of_type(&last.ident, scope);
        let mut records = self.session.results.lock();
        for (name, ty, changes) in results {
            let text = replace_names(
                ty.to_token_stream(),
                &[("Self".to_string(), owner.to_token_stream())],
            )
            .to_string();
            let (owner, function) = (last.ident.to_string(), name.to_string());
            record_once(
                &mut records,
                ResultRecord { at: at.clone(), module: None, owner, function, text, changes },
            );
        }
    }
}

fn changes_receiver_of(sig: &syn::Signature) -> bool {
    sig.receiver()
        .is_some_and(|this| matches!(this.kind, syn::ReceiverKind::Reference(_, _, Some(_))))
}

impl World {
    /// Records the type of the result of a free function.
    fn record_result(&self, sig: &syn::Signature, scope: Option<&Scope>) {
        let text = sig.output.to_token_stream().to_string();
        let text = text.trim_start_matches("->").trim().to_string();
        let mut records = self.session.results.lock();
        let (at, module) = (self.place_in(scope), scope.and_then(Scope::name));
        record_once(
            &mut records,
            ResultRecord {
                at,
                module,
                owner: String::new(),
                function: sig.ident.to_string(),
                text,
                changes: false,
            },
        );
    }
}

/// Adds a record unless an equal one exists, as it does where a function is expanded again.
pub(super) fn record_once<T: PartialEq>(records: &mut Vec<T>, record: T) {
    if !records.contains(&record) {
        records.push(record);
    }
}

impl World {
    /// Whether a function of that name was recorded.
    pub fn has_function(&self, name: &str) -> bool {
        self.session.results.lock().iter().any(|of| of.function == name)
    }

    /// Whether a type of this file that may be user-defined has a function of that name with a
    /// result.
    pub fn has_method(&self, name: &str) -> bool {
        let (file, is_own) =
            (self.file(), |of: &str| !of.is_empty() && !type_class::REALS.contains(&of));
        let records = self.session.results.lock();
        records.iter().any(|of| of.function == name && is_own(&of.owner) && of.at.file == file)
    }

    /// Whether a function most likely returns a reference, or an `Option` of one. Then its result
    /// is passed by reference, and if this is wrong, rustc reports an error. Asks the functions of
    /// the type if it is known, and those in this file if there are any.
    pub fn returns_reference(&self, of: Option<&str>, function: &str) -> bool {
        self.all_results(of, function, |record| is_reference(&record.text))
    }

    /// Whether a method most likely returns the mutable reference that it is called on,
    /// `fn set(&mut self, x: f64) -> &mut Self`. Derivatives treat it as a method without a result,
    /// and if this is wrong, rustc reports an error. Asks the functions of the type if it is known.
    pub fn returns_self(&self, of: Option<&str>, function: &str) -> bool {
        self.all_results(of, function, |record| {
            record
                .text
                .strip_prefix("& mut ")
                .is_some_and(|of| of.split(' ').next() == Some(&record.owner))
        })
    }

    /// Whether a method most likely changes its receiver and returns a value: then a receiver that
    /// is a temporary gets a place. Asks the functions of the type if it is known.
    pub fn changes_receiver(&self, of: Option<&str>, function: &str) -> bool {
        self.all_results(of, function, |record| record.changes)
    }
}

fn is_reference(result: &str) -> bool {
    let result = result.strip_prefix("Option <").map_or(result, str::trim);
    result.starts_with('&')
        && !["& str", "& 'static str", "& mut"].iter().any(|other| result.starts_with(other))
}

impl World {
    /// The type of the result of a function of a type, or of a method of that name where the type
    /// is not known. Functions in this file come first; `None` if those of that name have different
    /// results.
    pub fn result(&self, of: Option<&str>, function: &str) -> Option<syn::Type> {
        let is_of = |record: &&ResultRecord| {
            record.function == function
                && of.map_or(!record.owner.is_empty(), |of| of == record.owner)
        };
        let resolved = self.resolve_if(key(of, function));
        let records = self.session.results.lock();
        syn::parse_str(self.agreeing_record(
            &resolved,
            records.iter().filter(is_of).map(|record| (&record.at, &record.text)),
        )?)
        .ok()
    }

    /// The type of the result of a free function: of the one of the module that the path names, if
    /// there is one; otherwise if all functions of that name have the same result. `None` for a
    /// path into another crate.
    pub fn recorded_result_of(&self, path: &str) -> Option<syn::Type> {
        let ResolvedFunction { module, is_of_file, function } = self.resolve_function(path);
        let name = (!path.contains("::")).then_some(function.as_str());
        let there = |record: &&ResultRecord| module.is_some() && record.module == module;
        let is_type = |owner: &str| {
            owner == "Self"
                || self.has_type(owner)
                || self.is_struct(owner)
                || self.has_definition(owner)
        };
        if module.as_deref().is_some_and(is_type) {
            return None;
        }
        let resolved = self.resolve_if(name);
        let records = self.session.results.lock();
        let named =
            records.iter().filter(|record| record.owner.is_empty() && record.function == function);
        // a module of another file may import the function
        let is_there = is_of_file && module.is_some() || named.clone().any(|record| there(&record));
        if module.is_some() && !is_there && !self.starts_in_scope(path) {
            return None;
        }
        let named = named
            .filter(|record| !is_there || there(record))
            .map(|record| (&record.at, &record.text));
        syn::parse_str(self.agreeing_record(&resolved, named)?).ok()
    }

    /// Whether a function of that name was recorded in a module of that name.
    pub fn is_recorded_in(&self, module: &str, function: &str) -> bool {
        let records = self.session.results.lock();
        records.iter().any(|of| {
            of.owner.is_empty() && of.function == function && of.module.as_deref() == Some(module)
        })
    }
}

/// A file of the crate; `None` outside an expansion.
pub type File = Option<PathBuf>;

/// An alias of a type.
pub struct RecordedAlias {
    /// Its definition.
    pub item: syn::ItemType,
    /// The world of the module that it stands in.
    pub world: World,
}

impl World {
    /// Records `type Vector3<T> = [T; 3];`.
    pub fn record_alias(&self, of: &syn::ItemType) {
        let row = (self.place(), of.ident.to_string(), alias_text(of));
        record_once(&mut self.session.aliases.lock(), row);
    }
}

/// An alias in the form that is recorded.
pub fn alias_text(of: &syn::ItemType) -> String {
    let mut of = of.clone();
    of.attrs.clear();
    of.vis = syn::Visibility::Inherited;
    of.to_token_stream().to_string()
}

impl World {
    /// Whether there are aliases.
    pub fn has_aliases(&self) -> bool {
        self.has_aliases_in_file()
            || !self.session.aliases.lock().is_empty()
            || self.files_of_crate().iter().any(|file| file.has_alias())
    }

    /// The alias that a path of names resolves to. If the text does not show the resolution: the
    /// alias of that name in this file, or else the one that all records of that name agree on, if
    /// this file has no type of that name.
    pub fn alias(&self, path: &[String]) -> Option<RecordedAlias> {
        let name = path.last()?;
        match self.resolve_path(path) {
            Resolution::Item(defined) => {
                let text =
                    self.in_file(&defined.file, |definitions| definitions.alias(&defined.path));
                let text = text.or_else(|| {
                    let records = self.session.aliases.lock();
                    let is_it = |at: &Place| at.is_of(&defined);
                    records
                        .iter()
                        .find(|(at, of, _)| *of == defined.path.name && is_it(at))
                        .map(|(.., text)| text.clone())
                })?;
                Some(RecordedAlias {
                    item: syn::parse_str(&text).ok()?,
                    world: self.in_module(&defined),
                })
            }
            Resolution::External => None,
            Resolution::Unknown => {
                let of_file = self.file().and_then(|file| self.alias_in_file(name, &file));
                let found = of_file.map(|text| (self.file(), text)).or_else(|| {
                    let records = self.session.aliases.lock();
                    let named = records.iter().filter(|(_, of, _)| of == name);
                    let agreed = self.agreeing_record(
                        &Resolution::Unknown,
                        named.map(|(at, _, text)| (at, (&at.file, text))),
                    );
                    agreed.map(|(file, text)| (file.clone(), text.clone()))
                })?;
                let is_type =
                    self.has_type(name) || self.is_struct(name) || self.has_definition(name);
                let world = if found.0 == self.file() {
                    self.clone()
                } else {
                    World { file: found.0, scope: None, group: None, ..self.clone() }
                };
                (!is_type).then_some(RecordedAlias { item: syn::parse_str(&found.1).ok()?, world })
            }
        }
    }

    /// Whether a struct or enum of that name with type or constant parameters is in this file.
    fn is_struct(&self, name: &str) -> bool {
        let resolved = self.resolve(name);
        let records = self.session.structs.lock();
        self.resolve_record(
            &resolved,
            records.iter().filter(|(of, ..)| of == name).map(|(.., at)| (at, ())),
        )
        .is_here
    }
}

/// The parameters of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParamTypes<T> {
    /// The types of its parameters, including `self`.
    pub types: Vec<Option<T>>,
    /// Of each parameter that is a function, the types of its arguments.
    pub functions: Vec<Option<Vec<T>>>,
    /// The names of its type and constant parameters.
    pub generics: Vec<String>,
}

impl ParamTypes<syn::Type> {
    fn of(sig: &syn::Signature) -> Self {
        let types = sig.inputs.iter().map(|input| match input {
            syn::FnArg::Typed(input) => Some((*input.ty).clone()),
            syn::FnArg::Receiver(_) => None,
        });
        let generics = sig.generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(of) => Some(of.ident.to_string()),
            GenericParam::Const(of) => Some(of.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        });
        ParamTypes {
            types: types.collect(),
            functions: params::functions_of(sig),
            generics: generics.collect(),
        }
    }
}

impl World {
    /// Records the parameters of a function.
    fn record_param_types(
        &self,
        name: &Ident,
        taken: ParamTypes<syn::Type>,
        scope: Option<&Scope>,
    ) {
        let text = |ty: syn::Type| ty.to_token_stream().to_string();
        let taken = ParamTypes {
            types: taken.types.into_iter().map(|ty| ty.map(text)).collect(),
            functions: taken
                .functions
                .into_iter()
                .map(|types| Some(types?.into_iter().map(text).collect()))
                .collect(),
            generics: taken.generics,
        };
        record_once(
            &mut self.session.param_types.lock(),
            (self.place_in(scope), name.to_string(), taken),
        );
    }

    /// The parameters of the function of that name in this file, if all of that name agree.
    pub fn param_types(&self, name: &str) -> Option<ParamTypes<syn::Type>> {
        let file = self.file();
        let first = {
            let resolved = self.resolve(name);
            let records = self.session.param_types.lock();
            let named = records.iter().filter(|(at, of, _)| at.file == file && of == name);
            self.agreeing_record(&resolved, named.map(|(at, _, taken)| (at, taken)))?.clone()
        };
        let parsed = |text: String| syn::parse_str(&text).ok();
        Some(ParamTypes {
            types: first.types.into_iter().map(|text| text.and_then(parsed)).collect(),
            functions: first
                .functions
                .into_iter()
                .map(|types| types?.into_iter().map(parsed).collect())
                .collect(),
            generics: first.generics,
        })
    }
}

impl World {
    /// Records which parameters of a function have types without reals.
    pub fn record_discrete(&self, name: &str, discrete: Vec<bool>) {
        self.session.discrete.lock().push((self.place(), name.to_string(), discrete));
    }

    /// Which parameters of the function of that name in this file have types without reals, if all
    /// functions of that name agree.
    pub fn discrete_params(&self, name: &str) -> Option<Vec<bool>> {
        let (file, resolved) = (self.file(), self.resolve(name));
        let records = self.session.discrete.lock();
        let named = records.iter().filter(|(at, of, _)| at.file == file && of == name);
        self.agreeing_record(&resolved, named.map(|(at, _, discrete)| (at, discrete))).cloned()
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
