//! What kind of item a path resolves to: a type, a variant, a function, a constant.
//!
//! Evidence, in this order: the items of the group, whose tokens are seen; the modules of the
//! crate's files, along imports ([`super::resolve`]); the records of earlier expansions, which know
//! what macros emit. Letter case is no evidence. Where none of these shows an item, the answer is
//! [`Meaning::Unknown`]. Then the caller emits code that rustc resolves, or it asks
//! [`is_spelled_as_type`]. Rustc checks the latter, since a constructor, a function and a constant
//! are not valid in each other's positions.

use super::modules::Module;
use super::resolve::Resolution;
use crate::world::World;
use crate::world::types::in_scope::MOST_ALIASES;
use crate::world::types::plain_types::ItemId;
use syn::{Fields, Item, Path};

/// The kind of an item. A struct without named fields is both a type and its constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A struct or a union.
    Struct,
    /// An enum.
    Enum,
    /// A variant of an enum.
    Variant,
    /// A free function.
    Function,
    /// A constant or a static.
    Constant,
    /// A trait.
    Trait,
    /// Another name for a type.
    Alias,
    /// An associated item that is no variant: a function or a constant.
    Associated,
    /// No evidence shows an item of that name: it is in another crate, or a macro emits it.
    Unknown,
}

impl Meaning {
    /// The kind of an item that a module defines.
    pub(in crate::world) fn of(item: &Item) -> Option<(String, Meaning)> {
        Some(match item {
            Item::Struct(of) => (of.ident.to_string(), Meaning::Struct),
            Item::Union(of) => (of.ident.to_string(), Meaning::Struct),
            Item::Enum(of) => (of.ident.to_string(), Meaning::Enum),
            Item::Fn(of) => (of.sig.ident.to_string(), Meaning::Function),
            Item::Const(of) => (of.ident.to_string(), Meaning::Constant),
            Item::Static(of) => (of.ident.to_string(), Meaning::Constant),
            Item::Trait(of) => (of.ident.to_string(), Meaning::Trait),
            Item::Type(of) => (of.ident.to_string(), Meaning::Alias),
            _ => return None,
        })
    }

    fn if_known(self) -> Option<Meaning> {
        (self != Meaning::Unknown).then_some(self)
    }
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub(in crate::world) name: String,
    /// Whether it has no fields.
    pub(in crate::world) is_unit: bool,
}

impl Variant {
    /// The variants of an enum.
    pub(in crate::world) fn all(of: &syn::ItemEnum) -> Vec<Variant> {
        let variant = |of: &syn::Variant| Variant {
            name: of.ident.to_string(),
            is_unit: matches!(of.fields, Fields::Unit),
        };
        of.variants.iter().map(variant).collect()
    }
}

impl World {
    /// The kind of the item that a path resolves to in the module of the item.
    pub fn meaning(&self, path: &Path) -> Meaning {
        if path.leading_colon.is_some() {
            return Meaning::Unknown;
        }
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.meaning_of(&names)
    }

    /// The same for the names of a path.
    pub fn meaning_of(&self, names: &[String]) -> Meaning {
        let in_group = self.group().and_then(|group| group.meaning(names).if_known());
        let in_files = || self.meaning_in_files(names).if_known();
        in_group
            .or_else(in_files)
            .or_else(|| self.meaning_by_records(names))
            .unwrap_or(Meaning::Unknown)
    }

    /// Whether a path resolves to a struct or an enum, also through an alias.
    pub fn names_struct_or_enum(&self, path: &Path) -> bool {
        let (mut world, mut path) = (self.clone(), path.clone());
        for _ in 0..MOST_ALIASES {
            match world.meaning(&path) {
                Meaning::Struct | Meaning::Enum => return true,
                Meaning::Alias => {}
                _ => return false,
            }
            let names: Vec<String> =
                path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let Some(alias) = world.alias(&names) else { return false };
            let syn::Type::Path(target) = *alias.item.ty else { return false };
            (world, path) = (alias.world, target.path);
        }
        false
    }

    /// Whether a path resolves to a type or a trait.
    pub fn names_type(&self, path: &Path) -> bool {
        match self.meaning(path) {
            Meaning::Struct | Meaning::Enum | Meaning::Alias | Meaning::Trait => true,
            Meaning::Unknown => {
                path.segments.last().is_some_and(|last| is_spelled_as_type(&last.ident.to_string()))
            }
            _ => false,
        }
    }

    pub(in crate::world) fn meaning_in_files(&self, names: &[String]) -> Meaning {
        let Some(scope) = self.scope_or_around() else { return Meaning::Unknown };
        let here = self.in_scope(Some(scope));
        if let Resolution::Item(defined) = here.resolve_path(names) {
            return here.kind_of(&defined).unwrap_or(Meaning::Unknown);
        }
        let Some((name, owners)) = names.split_last() else { return Meaning::Unknown };
        match here.enum_or_type(owners) {
            Some((Meaning::Enum, defined)) if here.has_variant_named(&defined, name) => {
                Meaning::Variant
            }
            Some(_) => Meaning::Associated,
            None if owners.is_empty() && here.variant(name).is_some() => Meaning::Variant,
            None => Meaning::Unknown,
        }
    }

    /// The kind that derives and attributes recorded of a name that the text of the files does not
    /// show.
    fn meaning_by_records(&self, names: &[String]) -> Option<Meaning> {
        let (name, owners) = names.split_last()?;
        if let Some(of) =
            owners.last().and_then(|owner| self.find_type(owner)).filter(|of| of.is_seen())
        {
            let is_variant = of.variants().iter().any(|variant| variant == name);
            return Some(if is_variant { Meaning::Variant } else { Meaning::Associated });
        }
        if let Some(of) = self.find_type(name).filter(|_| owners.is_empty()) {
            return Some(if of.variants().is_empty() { Meaning::Struct } else { Meaning::Enum });
        }
        self.recorded_result_of(&names.join("::")).map(|_| Meaning::Function)
    }

    /// The kind of an item of the crate.
    fn kind_of(&self, of: &ItemId) -> Option<Meaning> {
        self.module_of(of, |module| module.kinds.get(&of.path.name).copied())?
    }

    pub(in crate::world) fn module_of<T>(
        &self,
        of: &ItemId,
        look: impl FnOnce(&Module) -> T,
    ) -> Option<T> {
        let modules = self.modules_of(&of.file);
        modules.iter().find(|module| module.path == of.path.module).map(look)
    }

    /// The type or trait that a path resolves to.
    fn enum_or_type(&self, path: &[String]) -> Option<(Meaning, ItemId)> {
        let Resolution::Item(defined) = self.resolve_path(path) else { return None };
        let kind = self.kind_of(&defined)?;
        matches!(kind, Meaning::Struct | Meaning::Enum | Meaning::Trait).then_some((kind, defined))
    }

    /// Whether an enum has a variant of that name without fields.
    pub(in crate::world) fn has_unit_variant(&self, of: &ItemId, name: &str) -> bool {
        let is_it = |variant: &Variant| variant.is_unit && variant.name == name;
        let has = |module: &Module| {
            module.variants.get(&of.path.name).is_some_and(|all| all.iter().any(is_it))
        };
        self.module_of(of, has) == Some(true)
    }

    pub(in crate::world) fn has_variant_named(&self, of: &ItemId, name: &str) -> bool {
        let has = |module: &Module| {
            module
                .variants
                .get(&of.path.name)
                .is_some_and(|all| all.iter().any(|variant| variant.name == name))
        };
        self.module_of(of, has) == Some(true)
    }
}

/// Whether a name is spelled as those of types and variants are: the last resort where no evidence
/// shows its kind.
pub fn is_spelled_as_type(name: &str) -> bool {
    let name = name.trim_start_matches("r#");
    name.starts_with(char::is_uppercase)
}

/// Whether a name is spelled as those of constructors are, and not as a constant (`MOST`) or a
/// function that is named after a formula (`T2sat_water`).
pub fn is_spelled_as_constructor(name: &str) -> bool {
    is_spelled_as_type(name) && name.contains(char::is_lowercase) && !name.contains('_')
}

/// Whether a name is spelled as those of constants are.
pub fn is_spelled_as_constant(name: &str) -> bool {
    !name.contains(char::is_lowercase)
}
