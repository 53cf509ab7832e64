//! The types with the derive, for functions that use them: their fields and variants, from the text
//! of their files or from earlier expansions.

use super::in_scope::names_of;
use super::plain_types::ItemId;
use crate::world::World;
use crate::world::names::resolve::Resolution;
use crate::world::records::{FoundRecords, record_once};
use crate::world::text::{derives_tangents, has_cfg};
use crate::world::tokens::hash;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::path::Path;
use syn::DeriveInput;
use syn::ext::IdentExt;

/// A type with the derive.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedType {
    pub(in crate::world) name: String,
    /// Its fields by name (`name`, `0`, or `Variant.name`), whether they are marked `#[constant]`,
    /// and their types as written.
    fields: Vec<(String, bool, String)>,
    /// Its fields that are not visible in the whole crate, with how many modules around its own see
    /// them.
    hidden: Vec<(String, usize)>,
    /// Its variants, if it is an enum.
    variants: Vec<String>,
    /// A hash of its definition; 0 if only its name is known.
    pub(in crate::world) sign: u64,
    /// Where it is defined, if it is imported from another file.
    definition: Option<ItemId>,
}

/// A field of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedField {
    /// Whether it is marked `#[constant]`, or of a type of this file without reals.
    pub constant: bool,
    /// Its type as written.
    pub written: String,
    /// Its type as a string, if it resolves to the same type in every module. `_` stands for other
    /// types in an `Option` or a `Vec`, and `!` for types with the derive.
    pub ty: Option<String>,
}

impl World {
    /// Records a type without generic parameters.
    pub fn record_type(&self, of: RecordedType) {
        let (at, mut rows) = (self.place(), self.session.types.lock());
        // the derives in a module with the attribute are expanded after it
        let is_known = rows.iter().any(|(other, row)| {
            row.name == of.name && at.module.is_some() && *other == at && !row.is_seen()
        });
        if !is_known {
            record_once(&mut rows, (at, of));
        }
    }

    /// The recorded types of a name that have the derive.
    pub(in crate::world) fn of_types(
        &self,
        name: &str,
        test: impl Fn(&RecordedType) -> bool,
    ) -> FoundRecords<RecordedType> {
        let resolved = self.resolve(name);
        let records = self.session.types.lock();
        let found = self.resolve_record(
            &resolved,
            records.iter().filter(|(_, of)| of.name == name && test(of)).map(|(at, of)| (at, of)),
        );
        FoundRecords {
            is_here: found.is_here,
            of_name: found.of_name.into_iter().cloned().collect(),
        }
    }

    /// Whether a type of that name in this file has the derive.
    pub fn has_type(&self, name: &str) -> bool {
        self.of_types(name, |_| true).is_here
    }

    /// Records a type of a module with the attribute, or one with the derive, as the derive sees
    /// it. If it has no derive, or parts of it may be configured out, only its name is recorded.
    pub fn record_definition(&self, of: &DeriveInput) {
        let is_derived = of.attrs.iter().any(derives_tangents) && !has_cfg(&of.clone().into());
        let by_name = || RecordedType {
            name: of.ident.to_string(),
            fields: Vec::new(),
            hidden: Vec::new(),
            variants: Vec::new(),
            sign: 0,
            definition: None,
        };
        self.record_type(RecordedType::new(of).filter(|_| is_derived).unwrap_or_else(by_name));
    }

    /// The type of that name in this file, or in another file that the name is imported from. The
    /// caller emits a [check](RecordedType::check) before it relies on the result.
    pub fn find_type(&self, name: &str) -> Option<RecordedType> {
        let found = self.of_types(name, |_| true);
        if !found.is_here {
            return self.imported_type(name);
        }
        let first = found.of_name.first()?;
        found.of_name.iter().all(|other| other.sign == first.sign).then(|| first.clone())
    }

    /// Whether the type that a path resolves to has the derive, according to the files of the
    /// crate.
    pub fn has_derive(&self, path: &syn::Path) -> bool {
        let names = names_of(path);
        match self.resolve_path(&names) {
            Resolution::Item(defined) => {
                self.in_file(&defined.file, |definitions| definitions.is_derived(&defined.path))
            }
            Resolution::External => false,
            Resolution::Unknown => {
                names.last().filter(|_| names.len() == 1).is_some_and(|name| self.is_recorded(name))
            }
        }
    }

    /// Whether the types of that name that expansions have recorded are from derives.
    fn is_recorded(&self, name: &str) -> bool {
        self.is_generic(name) || self.find_type(name).is_some_and(|of| of.is_seen())
    }

    /// Whether a type of that name of another file has the derive, or is in a module with the
    /// attribute.
    pub(in crate::world) fn is_seen_in(&self, file: &Path, name: &str) -> bool {
        self.session
            .types
            .lock()
            .iter()
            .any(|(at, of)| of.name == name && at.file.as_deref() == Some(file))
    }

    /// The type that a name resolves to, if it is defined in another file of the crate.
    fn imported_type(&self, name: &str) -> Option<RecordedType> {
        let (_, defined) =
            self.imported_item(name).filter(|(_, defined)| defined.path.name == name)?;
        let records = self.session.types.lock();
        let mut of_name = records.iter().filter(|(at, of)| of.name == name && at.is_of(&defined));
        let (_, first) = of_name.next()?;
        let is_one = of_name.all(|(_, other)| other.sign == first.sign);
        is_one.then(|| RecordedType { definition: Some(defined.clone()), ..first.clone() })
    }

    /// The world of a type's definition: the one in which the names of the definition resolve.
    fn of_definition(&self, of: &RecordedType) -> World {
        match &of.definition {
            Some(defined) => self.in_module(defined),
            None => self.clone(),
        }
    }

    /// A field of a type.
    pub fn field_of_type(&self, of: &RecordedType, name: &str) -> Option<RecordedField> {
        let (_, is_marked, written) = of.fields.iter().find(|(field, ..)| field == name)?;
        let world = self.of_definition(of);
        let ty = world.without_aliases(&syn::parse_str(written).ok()?);
        let constant =
            *is_marked || !crate::type_class::is_discrete(&ty) && world.plain_type(&ty).is_some();
        let known = world.type_seen_from(&ty, Some(self));
        let written = match (&of.definition, &known) {
            // other names of that file do not resolve here
            (Some(_), Some(known)) if !crate::type_class::is_of_std(&ty) => known.replace('!', "_"),
            (Some(_), None) if crate::type_class::box_type(&ty).is_some() => "Box<_>".to_string(),
            (Some(_), None) if !crate::type_class::is_of_std(&ty) => "_".to_string(),
            _ => ty.to_token_stream().to_string(),
        };
        Some(RecordedField { constant, written, ty: known })
    }

    /// Whether all fields of a type are known, and none has reals.
    pub fn has_only_discrete_fields(&self, of: &RecordedType) -> bool {
        const DISCRETE: &[&str] = &[
            "bool", "char", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16",
            "i32", "i64", "i128", "String",
        ];
        let is_of_std = |ty: &String| DISCRETE.contains(&ty.as_str());
        let world = self.of_definition(of);
        !of.fields.is_empty()
            && of.fields.iter().all(|(_, _, written)| {
                syn::parse_str(written)
                    .ok()
                    .and_then(|ty| world.global_type(&ty))
                    .as_ref()
                    .is_some_and(is_of_std)
            })
    }

    /// The enum of this file that has a variant of that name, if there is one and no type has that
    /// name. Of several, one of this module.
    pub fn enum_with(&self, variant: &str) -> Option<String> {
        let here = self.place();
        let records = self.session.types.lock();
        let of_file = records.iter().filter(|(at, _)| at.file == here.file);
        if of_file.clone().any(|(_, of)| of.name == variant) {
            return None;
        }
        let with = of_file.filter(|(_, of)| of.variants.iter().any(|v| v == variant));
        self.agreeing_record(&Resolution::Unknown, with.map(|(at, of)| (at, (of.sign, &of.name))))
            .map(|(_, name)| name.clone())
    }
}

impl RecordedType {
    /// Whether it is a struct without fields.
    pub fn is_unit(&self) -> bool {
        self.is_seen() && self.fields.is_empty() && self.variants.is_empty()
    }

    /// If a field is not visible in the whole crate: how many modules around that of the type see it.
    pub(in crate::world) fn modules_that_see(&self, field: &str) -> Option<usize> {
        self.hidden.iter().find(|(name, _)| name == field).map(|(_, around)| *around)
    }

    /// Whether its definition is known, and not only its name.
    pub fn is_seen(&self) -> bool {
        self.sign != 0
    }

    /// A type without generic parameters, by its definition.
    pub fn new(of: &DeriveInput) -> Option<RecordedType> {
        if !of.generics.params.is_empty() {
            return None;
        }
        let (mut fields, mut hidden) = (Vec::new(), Vec::new());
        let mut add = |prefix: &str, of: &syn::Fields| {
            for (number, field) in of.iter().enumerate() {
                let name = field
                    .ident
                    .as_ref()
                    .map_or_else(|| number.to_string(), |name| name.unraw().to_string());
                let is_marked =
                    field.attrs.iter().any(|attribute| attribute.path().is_ident("constant"));
                let around = match &field.vis {
                    syn::Visibility::Inherited if prefix.is_empty() => Some(0),
                    syn::Visibility::Restricted(of) if of.path.is_ident("super") => Some(1),
                    syn::Visibility::Restricted(of) if !of.path.is_ident("crate") => Some(0),
                    _ => None,
                };
                hidden.extend(around.map(|around| (name.clone(), around)));
                fields.push((
                    format!("{prefix}{name}"),
                    is_marked,
                    field.ty.to_token_stream().to_string(),
                ));
            }
        };
        let mut variants = Vec::new();
        match &of.data {
            syn::Data::Struct(data) => add("", &data.fields),
            syn::Data::Enum(data) => {
                for variant in &data.variants {
                    variants.push(variant.ident.to_string());
                    add(&format!("{}.", variant.ident), &variant.fields);
                }
            }
            syn::Data::Union(_) => return None,
        }
        let of_fields = fields.iter().map(|(name, marked, ty)| {
            format!("{name} {marked} {}\n", ty.split_whitespace().collect::<String>())
        });
        let sign = hash(&format!(
            "{} {}\n{}",
            of.ident,
            variants.join(" "),
            of_fields.collect::<String>()
        ));
        let name = of.ident.to_string();
        Some(RecordedType { name, fields, hidden, variants, sign, definition: None })
    }

    /// The names of its variants.
    pub fn variants(&self) -> &[String] {
        &self.variants
    }

    /// The item that the derive emits so that other items can check the definition of the type.
    pub fn mark(&self, ty: &Ident) -> TokenStream {
        let sign = self.sign;
        quote!(impl ::autodiff::__private::Definition<#sign> for #ty {})
    }

    /// An item that does not compile if the path resolves to another type.
    pub fn check(&self, path: &TokenStream) -> TokenStream {
        let sign = self.sign;
        quote!(const _: () = ::autodiff::__private::is_definition::<#path, #sign>();)
    }
}
