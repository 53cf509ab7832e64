//! Types without reals and without the derive, of this file or imported from another one of the
//! crate.
//!
//! The definition of a type shows that it has no reals, and rustc checks it: an item destructures a
//! value, with a type for each field. Where private fields cannot be named, the check compares the
//! type with the one at the path of its definition. The first function that relies on such a type makes it a
//! type without tangents.

use super::save_impls;
use crate::type_class::{is_discrete, strip_groups};
use crate::world::World;
use crate::world::names::modules::{ItemPath, is_visible_in_crate};
use crate::world::names::resolve::Resolution;
use crate::world::text::{arguments, has_cfg};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::path::PathBuf;
use syn::{Fields, Item, Type};

/// Where a type is defined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId {
    pub(in crate::world) file: PathBuf,
    pub(in crate::world) path: ItemPath,
}

/// A type without reals that is composed of types of the file without the derive.
#[derive(Clone, Debug)]
pub struct PlainType {
    /// These types: their names here, and the items that the names resolve to.
    pub names: Vec<(String, ItemId)>,
    /// Items that do not compile if one of them is another type.
    pub checks: Vec<TokenStream>,
}

impl World {
    /// The definition of a type, if it has no reals and not all of it has the derive. References
    /// are looked through.
    pub fn plain_type(&self, ty: &Type) -> Option<PlainType> {
        let file = self.file()?;
        let mut found = FindPlainTypes {
            world: self,
            file: &file,
            scope: None,
            names: Vec::new(),
            checks: Vec::new(),
            aliases: 0,
        };
        let is_plain = found.is_plain(ty) && !found.names.is_empty();
        let FindPlainTypes { names, checks, .. } = found;
        is_plain.then_some(PlainType { names, checks })
    }
}

impl World {
    fn definition_of_type(&self, of: &ItemId) -> Option<Item> {
        let text = self.in_file(&of.file, |definitions| definitions.ty(&of.path))?;
        syn::parse_str(&text).ok()
    }

    /// The same for a type by its definition.
    pub(in crate::world) fn can_name_fields_of(&self, of: &ItemId) -> bool {
        let item = self.in_file(&of.file, |definitions| definitions.item(&of.path));
        item.and_then(|item| syn::parse_str(&item).ok())
            .is_some_and(|item| self.can_name_fields(of, &item))
    }

    /// Whether code of the item may name the fields of a type: they are visible in the crate, or
    /// the item is inside the module of the type.
    fn can_name_fields(&self, of: &ItemId, item: &Item) -> bool {
        let module = &of.path.module;
        let is_inside = |here: &str| {
            module.is_empty() || here == module || here.starts_with(&format!("{module}::"))
        };
        matches!(item, Item::Enum(_))
            || fields(item).all(|field| is_visible_in_crate(&field.vis))
            || self.file().as_ref() == Some(&of.file)
                && self.scope().is_none_or(|here| is_inside(here.path()))
    }
}

impl PlainType {
    /// Whether all of these types derive `Clone`.
    pub fn derives_clone(&self, world: &World) -> bool {
        world.file().is_none() || self.names.iter().all(|(_, of)| world.derives_clone(of))
    }
}

/// The expansion that emitted that a type has no tangents.
pub struct Owner {
    ty: ItemId,
    /// The attribute's file, line and column, and the function.
    at: (PathBuf, usize, usize, String),
    expansion: u64,
}

impl World {
    /// The implementations that make these types types without tangents, unless another function
    /// emits them.
    pub fn without_tangents(&self, names: &[(String, ItemId)], function: &str) -> Vec<TokenStream> {
        let Some(file) = self.file() else { return Vec::new() };
        let (at, expansion) =
            ((file, self.start.line, self.start.column, function.to_string()), self.expansion);
        let mut owners = self.session.owners.lock();
        let mut made = Vec::new();
        for (name, ty) in names {
            match owners.iter_mut().find(|of| of.ty == *ty) {
                Some(of) if of.at != at || of.expansion == expansion => continue,
                Some(of) => of.expansion = expansion,
                None => owners.push(Owner { ty: ty.clone(), at: at.clone(), expansion }),
            }
            let Ok(path) = syn::parse_str::<syn::Path>(name) else { continue };
            made.push(type_without_tangents(&path));
            made.extend(
                self.definition_of_type(ty)
                    .filter(|item| self.can_name_fields(ty, item))
                    .and_then(|item| save_impls::save_impl(&path, &item)),
            );
        }
        made
    }
}

/// The implementation that makes a type one without tangents.
pub fn type_without_tangents(name: &dyn ToTokens) -> TokenStream {
    quote! {
        impl ::autodiff::__private::Differentiable for #name {
            type Tangent = ();
            type Shape = ();
            #[inline]
            fn tangent_shape(&self) {}
            #[inline]
            fn zero_of(_: &()) {}
            #[inline]
            fn move_by(&mut self, _: &()) {}
        }
    }
}

struct FindPlainTypes<'f> {
    world: &'f World,
    file: &'f PathBuf,
    /// The module whose definition is visited; `None` at the type itself.
    scope: Option<String>,
    /// The types that were looked up.
    names: Vec<(String, ItemId)>,
    checks: Vec<TokenStream>,
    /// How many aliases are being expanded.
    aliases: usize,
}

impl FindPlainTypes<'_> {
    fn is_plain(&mut self, ty: &Type) -> bool {
        match strip_groups(ty) {
            ty if is_discrete(ty) => true,
            Type::Reference(of) => of.mutability.is_none() && self.is_plain(&of.elem),
            Type::Tuple(of) => of.elems.iter().all(|ty| self.is_plain(ty)),
            Type::Array(of) => self.is_plain(&of.elem),
            Type::Slice(of) => self.is_plain(&of.elem),
            Type::Path(of) if of.qself.is_none() => match of.path.get_ident() {
                Some(name) => match self.world.alias_of(name, self.file) {
                    Some(ty) => {
                        self.aliases += 1;
                        // `type A = A;` expands forever
                        let is_plain = self.aliases <= 16 && self.is_plain(&ty);
                        self.aliases -= 1;
                        is_plain
                    }
                    None => {
                        if self.names.iter().any(|(other, _)| name == other) {
                            return true;
                        }
                        // the derive may be imported by another name here
                        if self.world.has_type(&name.to_string()) {
                            return false;
                        }
                        let found = self.world.type_named(&name.to_string());
                        found.is_some_and(|found| self.is_defined_plain(&of.path, found))
                    }
                },
                None => match self.type_at(&of.path) {
                    Some(found) => self.is_defined_plain(&of.path, found),
                    None => arguments(&of.path)
                        .is_some_and(|types| types.into_iter().all(|ty| self.is_plain(ty))),
                },
            },
            _ => false,
        }
    }

    /// The type without the derive that a path of several names resolves to.
    fn type_at(&self, path: &syn::Path) -> Option<(World, ItemId, Item)> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (None, Resolution::Item(defined)) = (&self.scope, self.world.resolve_path(&names))
        else {
            return None;
        };
        let item = self.world.definition_of_type(&defined)?;
        let lacks_derive =
            self.world.in_file(&defined.file, |of| of.is_without_derive(&defined.path));
        lacks_derive.then(|| (self.world.in_module(&defined), defined, item))
    }

    /// Whether the definition that a path resolves to has no reals.
    fn is_defined_plain(
        &mut self,
        name: &syn::Path,
        (there, defined, item): (World, ItemId, Item),
    ) -> bool {
        if has_cfg(&item) || !has_no_parameters(&item) {
            return false;
        }
        let is_known = self.scope.is_none() && {
            let there = self.world.in_module(&defined);
            fields(&item).all(|field| is_discrete(&there.without_aliases(&field.ty)))
        };
        if there.file() != self.world.file() {
            // an item of another file has no known name here
            if !is_known || self.world.is_seen_in(&defined.file, &defined.path.name) {
                return false;
            }
            if !self.world.can_name_fields(&defined, &item) {
                return self.is_at_its_path(name, defined);
            }
            self.names.push((path_string(name), defined.clone()));
            let mut found = FindPlainTypes {
                world: &there,
                file: &defined.file,
                scope: None,
                names: Vec::new(),
                checks: Vec::new(),
                aliases: 0,
            };
            let is_plain = found.is_destructured(name, &item);
            self.checks.append(&mut found.checks);
            return is_plain;
        }
        if !self.world.can_name_fields(&defined, &item) {
            return is_known && self.is_at_its_path(name, defined);
        }
        let home = defined.path.clone();
        // the names in a definition of another module must resolve to the same items here
        if self.scope.as_ref().is_some_and(|scope| {
            self.world
                .scope()
                .is_none_or(|here| here.item_path_in(scope, &home.name) != Some(home.clone()))
        }) {
            return false;
        }
        self.names.push((path_string(name), defined));
        let outer = self.world.scope().and_then(|_| self.scope.replace(home.module));
        let is_plain = self.is_destructured(name, &item);
        self.scope = outer;
        is_plain
    }

    /// Whether the definition has a path here; records the check that a type is the one at that
    /// path, in the place of one that names private fields.
    fn is_at_its_path(&mut self, name: &syn::Path, defined: ItemId) -> bool {
        let path =
            self.world.path_to(&defined).and_then(|path| syn::parse_str(&path.join("::")).ok());
        let Some(path): Option<syn::Path> = path else { return false };
        self.checks.push(quote!(const _: fn(&#name) -> &#path = |of| of;));
        self.names.push((path_string(name), defined));
        true
    }

    /// Whether a definition has no reals; records the check that destructures it.
    fn is_destructured(&mut self, name: &syn::Path, item: &Item) -> bool {
        let Ok(ty) = syn::parse_str::<syn::Path>(&path_string(name)) else { return false };
        let arms: Vec<TokenStream> = match item {
            Item::Struct(of) => {
                self.destructured_arm(&quote!(#ty), &of.fields).into_iter().collect()
            }
            Item::Enum(of) => of
                .variants
                .iter()
                .filter_map(|variant| {
                    let name = &variant.ident;
                    self.destructured_arm(&quote!(#ty::#name), &variant.fields)
                })
                .collect(),
            _ => return false,
        };
        let variants = if let Item::Enum(of) = item { of.variants.len() } else { 1 };
        if arms.len() < variants || arms.is_empty() {
            return false;
        }
        self.checks
            .push(quote!(#[allow(deprecated)] const _: fn(&#ty) = |of| match of { #(#arms)* };));
        true
    }

    /// A match arm for values of these fields, with these types; `None` if one of them may have
    /// reals.
    fn destructured_arm(&mut self, path: &TokenStream, fields: &Fields) -> Option<TokenStream> {
        if !fields.iter().all(|field| self.is_plain(&field.ty)) {
            return None;
        }
        let names: Vec<Ident> = (0..fields.len()).map(|k| format_ident!("field_{k}")).collect();
        let types = fields.iter().map(|field| self.world.std_types(&field.ty, self.file));
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

/// A path without the positions of its names.
fn path_string(path: &syn::Path) -> String {
    path.to_token_stream().to_string()
}

fn has_no_parameters(item: &Item) -> bool {
    match item {
        Item::Struct(of) => of.generics.params.is_empty(),
        Item::Enum(of) => of.generics.params.is_empty(),
        _ => false,
    }
}

/// The fields of a type, of all variants.
fn fields(item: &Item) -> impl Iterator<Item = &syn::Field> {
    let (of_struct, of_enum) = match item {
        Item::Struct(of) => (Some(&of.fields), None),
        Item::Enum(of) => (None, Some(&of.variants)),
        _ => (None, None),
    };
    let of_variants = of_enum.into_iter().flatten().map(|variant| &variant.fields);
    of_struct.into_iter().chain(of_variants).flatten()
}
