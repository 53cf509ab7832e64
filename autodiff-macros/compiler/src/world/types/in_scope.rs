//! Types of other modules, as they are named where an item stands: types of fields, of associated
//! constants, and of parameters and results of functions.
//!
//! A definition in another module names its types as its own imports allow. A type is the same here
//! if its name resolves to the same item in both modules. Aliases are replaced by the types that
//! they stand for, and constants that are array lengths by their numbers. A caller writes such a
//! type only where rustc compares it.

use super::plain_types::ItemId;
use super::save_impls;
use crate::type_class;
use crate::world::World;
use crate::world::names::modules::ItemPath;
use crate::world::names::resolve::Resolution;
use crate::world::tokens;
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, PathArguments, Type};

/// Generic types of std that have the same name everywhere.
const CONTAINERS: &[&str] = &["Vec", "VecDeque", "Option", "Result", "Box"];

/// The maximum count of aliases that are replaced in one type.
pub(in crate::world) const MOST_ALIASES: usize = 16;

/// The names in a path, as definitions have them.
pub(super) fn names_of(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect()
}

impl World {
    /// The type of a field of a struct without the derive, as it is named here; `None` where it has
    /// no name here. The arguments of the struct are substituted for its parameters.
    pub fn field_type_in_scope(&self, of: &Type, field: &str) -> Option<Type> {
        let Type::Path(path) = of else { return None };
        let names = names_of(&path.path);
        let (defined, Item::Struct(of)) = self.item_named(&names)? else { return None };
        if !self.in_file(&defined.file, |definitions| definitions.is_without_derive(&defined.path))
        {
            return None;
        }
        self.member_type(
            field_of(&of.fields, field)?,
            &of.generics,
            &path.path.segments.last()?.arguments,
            &self.in_module(&defined),
        )
    }

    /// The type of a field of the struct or of the variant that a constructor makes, as it is named
    /// here. The `arguments` of the type are substituted for its parameters.
    pub fn constructor_field_type(
        &self,
        path: &syn::Path,
        arguments: &PathArguments,
        field: &str,
    ) -> Option<Type> {
        let names = names_of(path);
        let (last, owners) = names.split_last()?;
        let (defined, generics, fields) = match self.item_named(&names) {
            Some((defined, Item::Struct(of))) => (defined, of.generics, of.fields),
            _ => match self.item_named(owners)? {
                (defined, Item::Enum(of)) => (
                    defined,
                    of.generics,
                    of.variants.into_iter().find(|variant| variant.ident == last)?.fields,
                ),
                _ => return None,
            },
        };
        self.member_type(field_of(&fields, field)?, &generics, arguments, &self.in_module(&defined))
    }

    fn member_type(
        &self,
        written: &Type,
        of: &syn::Generics,
        arguments: &PathArguments,
        there: &World,
    ) -> Option<Type> {
        let arguments = tokens::arguments(of, arguments);
        let parameters: Vec<String> = arguments.iter().map(|(name, _)| name.clone()).collect();
        let named = self.named_with(written, there, &parameters)?;
        syn::parse2(tokens::replace_names(named.to_token_stream(), &arguments)).ok()
    }

    /// The type of a field as its declaration writes it, and the module of the declaration. The
    /// name is `name`, `0`, or `Variant.name`.
    pub fn declared_field(&self, of: &Type, name: &str) -> Option<(World, Type)> {
        let Type::Path(path) = of else { return None };
        let names = names_of(&path.path);
        let (defined, item) = self.item_named(&names)?;
        let fields = match (item, name.split_once('.')) {
            (Item::Struct(of), None) => of.fields,
            (Item::Enum(of), Some((variant, _))) => {
                of.variants.into_iter().find(|of| of.ident == variant)?.fields
            }
            _ => return None,
        };
        let name = name.rsplit('.').next().unwrap_or(name);
        Some((self.in_module(&defined), field_of(&fields, name)?.clone()))
    }

    /// The type of the result of a method of `of`, or of a free function, as its declaration writes
    /// it, and the module of the declaration.
    pub fn declared_result(&self, of: Option<&Type>, name: &str) -> Option<(World, Type)> {
        let (defined, key) = self.declared_function(of, name)?;
        let text = self.in_file(&defined.file, |definitions| definitions.result_of(&key))?;
        Some((self.in_module(&defined), syn::parse_str(&text).ok()?))
    }

    /// The same, also if it depends on the function's generic parameters: their names have no
    /// meaning in the module.
    pub fn declared_generic_result(&self, of: Option<&Type>, name: &str) -> Option<(World, Type)> {
        let (defined, key) = self.declared_function(of, name)?;
        let text =
            self.in_file(&defined.file, |definitions| definitions.generic_result_of(&key))?;
        Some((self.in_module(&defined), syn::parse_str(&text).ok()?))
    }

    /// A function, or a function of a type, and its key among the signatures.
    fn declared_function(
        &self,
        of: Option<&Type>,
        name: &str,
    ) -> Option<(ItemId, (ItemPath, String))> {
        Some(match of {
            Some(Type::Path(path)) => {
                let (defined, _) = self.item_named(&names_of(&path.path))?;
                let key = (defined.path.clone(), name.to_string());
                (defined, key)
            }
            Some(_) => return None,
            None => {
                let path: Vec<String> =
                    name.split("::").map(|name| name.trim().to_string()).collect();
                let Resolution::Item(defined) = self.resolve_path(&path) else { return None };
                let key = (defined.path.clone(), String::new());
                (defined, key)
            }
        })
    }

    /// The struct or enum that a path of names resolves to.
    pub(super) fn item_named(&self, path: &[String]) -> Option<(ItemId, Item)> {
        let Resolution::Item(defined) = self.resolve_path(path) else { return None };
        let text = self.in_file(&defined.file, |definitions| definitions.item(&defined.path))?;
        Some((defined, syn::parse_str(&text).ok()?))
    }

    /// The type of an associated constant, or of the result of an associated function, as it is
    /// named here.
    pub fn associated_type_in_scope(&self, of: &str, name: &str) -> Option<Type> {
        let Resolution::Item(defined) = self.resolve(of) else { return None };
        let there = self.in_module(&defined);
        let text = self.in_file(&defined.file, |definitions| {
            definitions.result_of(&(defined.path.clone(), name.to_string()))
        })?;
        let own = format_ident!("{}", defined.path.name);
        let written: Type = syn::parse2(tokens::replace_names(
            text.parse().ok()?,
            &[("Self".to_string(), own.to_token_stream())],
        ))
        .ok()?;
        self.type_in_scope(&written, &there)
    }

    /// A type of another module as it is named here. Types that are visible but not imported are
    /// named by their paths.
    pub fn type_in_scope(&self, ty: &Type, there: &World) -> Option<Type> {
        self.named_with(ty, there, &[])
    }

    /// The same for a type in the signature of a function with these type and constant parameters,
    /// which keep their names.
    pub fn named_with(&self, ty: &Type, there: &World, generics: &[String]) -> Option<Type> {
        // a mutable reference occurs only as the type of a parameter
        if let Type::Reference(reference) = ty
            && reference.mutability.is_some()
        {
            let elem = Box::new(self.named_with(&reference.elem, there, generics)?);
            return Some(Type::Reference(syn::TypeReference {
                elem,
                lifetime: None,
                ..reference.clone()
            }));
        }
        let mut ty = ty.clone();
        let mut names = ReplaceNames {
            here: self,
            there: there.clone(),
            generics,
            is_here: true,
            left: MOST_ALIASES,
        };
        names.visit_type_mut(&mut ty);
        names.is_here.then_some(ty)
    }

    /// A type without the derive that has lifetimes, all of them elided. Its values have no
    /// derivative, and residuals cannot store them.
    pub fn with_elided_lifetimes(&self, ty: &Type) -> Option<Type> {
        struct ElideLifetimes(bool);
        impl VisitMut for ElideLifetimes {
            fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
                if lifetime.ident != "static" {
                    (self.0, lifetime.ident) = (true, format_ident!("_", span = lifetime.span()));
                }
            }
        }
        let Type::Path(of) = ty else { return None };
        let (_, item) = self.item_named(&names_of(&of.path))?;
        let (Item::Struct(syn::ItemStruct { generics, .. })
        | Item::Enum(syn::ItemEnum { generics, .. })) = &item
        else {
            return None;
        };
        let is_written = of.path.segments.last().is_some_and(|last| !last.arguments.is_none());
        if generics.lifetimes().next().is_none()
            || !is_written && generics.params.len() > generics.lifetimes().count()
            || !self.is_defined_without_derive(of, MOST_ALIASES)
        {
            return None;
        }
        let (mut ty, mut elided) = (self.with_lifetimes(ty), ElideLifetimes(false));
        elided.visit_type_mut(&mut ty);
        elided.0.then_some(ty)
    }

    /// A reference to a type of the crate without the derive, with its lifetime elided. Its
    /// values have no derivative, and residuals cannot store them.
    pub fn stored_reference(&self, ty: &Type) -> Option<Type> {
        let Type::Reference(reference) = type_class::strip_groups(ty) else { return None };
        let Type::Path(of) = type_class::strip_groups(&reference.elem) else { return None };
        let is_stored =
            reference.mutability.is_none() && self.is_defined_without_derive(of, MOST_ALIASES);
        is_stored.then(|| {
            let of = &reference.elem;
            syn::parse_quote!(&'_ #of)
        })
    }

    /// Whether a function of a type, or a free function, only builds a value of its parameters: it
    /// has no effects, and returns the same value if it is called again.
    pub fn only_builds(&self, owner: Option<&syn::Path>, path: &syn::Path) -> bool {
        let names = names_of(path);
        let item = owner.map_or_else(|| names.clone(), names_of);
        let name = owner.and(names.into_iter().next_back()).unwrap_or_default();
        let Resolution::Item(of) = self.resolve_path(&item) else { return false };
        self.in_file(&of.file, |definitions| definitions.only_builds(&(of.path.clone(), name)))
    }

    /// A type without the derive, with its elided lifetimes written out.
    pub fn with_lifetimes(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        if let Type::Path(path) = &mut ty
            && let Some(last) =
                path.path.segments.last_mut().filter(|last| last.arguments.is_none())
            && let Some((
                _,
                _,
                Item::Struct(syn::ItemStruct { generics, .. })
                | Item::Enum(syn::ItemEnum { generics, .. }),
            )) = self.type_named(&last.ident.to_string())
            && !generics.params.is_empty()
        {
            let lifetimes =
                generics.params.iter().map(|_| syn::Lifetime::new("'_", last.ident.span()));
            last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<#(#lifetimes),*>));
        }
        ty
    }

    /// Whether a type contains a type without the derive that may have reals.
    pub fn lacks_derive(&self, ty: &Type) -> bool {
        !self.underived_items(ty).is_empty() && self.plain_type(ty).is_none()
    }

    /// The type of the crate that a type is, or is a container of, if that type has no derive and
    /// may have reals. The contents of a unique reference are not visited.
    pub fn type_without_derive<'t>(&self, ty: &'t Type) -> Option<&'t syn::TypePath> {
        self.without_derive(ty, MOST_ALIASES)
    }

    /// `left` bounds cycles of aliases.
    fn without_derive<'t>(&self, ty: &'t Type, left: usize) -> Option<&'t syn::TypePath> {
        match crate::type_class::strip_groups(ty) {
            Type::Reference(reference) if reference.mutability.is_none() => {
                self.without_derive(&reference.elem, left)
            }
            Type::Slice(slice) => self.without_derive(&slice.elem, left),
            Type::Array(array) => self.without_derive(&array.elem, left),
            Type::Path(path) => match crate::type_class::only_argument(
                path,
                &["Vec", "VecDeque", "Option", "Box", "Rc", "Arc"],
            ) {
                Some(inner) => self.without_derive(inner, left),
                None => self.is_defined_without_derive(path, left).then_some(path),
            },
            _ => None,
        }
    }

    fn is_defined_without_derive(&self, ty: &syn::TypePath, left: usize) -> bool {
        let names: Vec<String> =
            ty.path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        if let Some(group) =
            self.group().filter(|group| group.defines_type(&ty.path.to_token_stream()))
        {
            return group.lacks_derive(&ty.path.to_token_stream())
                && !names.last().is_some_and(|name| self.implements_tangents(name));
        }
        let (Resolution::Item(of), Some(left), None) =
            (self.resolve_path(&names), left.checked_sub(1), &ty.qself)
        else {
            return false;
        };
        if let Some(alias) = self.in_file(&of.file, |definitions| definitions.alias(&of.path)) {
            let alias = syn::parse_str::<syn::ItemType>(&alias);
            return alias
                .is_ok_and(|alias| self.in_module(&of).without_derive(&alias.ty, left).is_some());
        }
        let is_plain = || {
            syn::parse_str(&of.path.name)
                .is_ok_and(|name| self.in_module(&of).plain_type(&name).is_some())
        };
        self.in_file(&of.file, |definitions| definitions.is_without_derive(&of.path))
            && !is_plain()
            && !self.implements_tangents(&of.path.name)
    }

    /// Whether some file of the crate has an `impl Differentiable for` a type of this name.
    fn implements_tangents(&self, name: &str) -> bool {
        self.files().of_crate().iter().any(|file| file.implements_tangents(name))
    }

    /// Whether the types among these without the derive implement `Clone` by a derive.
    pub fn can_be_saved(&self, ty: &Type) -> bool {
        self.underived_items(ty).iter().all(|item| match item {
            Item::Struct(of) => save_impls::is_among(&of.attrs),
            Item::Enum(of) => save_impls::is_among(&of.attrs),
            _ => false,
        })
    }

    fn underived_items(&self, ty: &Type) -> Vec<Item> {
        let mut found = FindUnderived { world: self, items: Vec::new() };
        found.visit_type(ty);
        found.items
    }

    /// The value of an integer constant of the crate, by its name.
    pub fn number(&self, name: &str) -> Option<Expr> {
        let Resolution::Item(defined) = self.resolve(name) else { return None };
        let text = self.in_file(&defined.file, |definitions| definitions.number(&defined.path))?;
        syn::parse_str(&text).ok()
    }

    /// Whether a path of names resolves to the same item here as in another module.
    pub(in crate::world) fn names_the_same(&self, path: &[String], there: &World) -> bool {
        match there.resolve_path(path) {
            Resolution::Item(defined) => self.resolve_path(path) == Resolution::Item(defined),
            Resolution::External | Resolution::Unknown => false,
        }
    }
}

/// Looks for types of other modules without the derive.
struct FindUnderived<'w> {
    world: &'w World,
    items: Vec<Item>,
}

impl<'ast> Visit<'ast> for FindUnderived<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        let names: Vec<String> =
            ty.path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        let is_of_group =
            self.world.group().is_some_and(|group| group.defines_type(&ty.path.to_token_stream()));
        if let (None, false, Resolution::Item(of)) =
            (&ty.qself, is_of_group, self.world.resolve_path(&names))
        {
            let text = self.world.in_file(&of.file, |definitions| definitions.ty(&of.path));
            self.items.extend(text.and_then(|text| syn::parse_str(&text).ok()));
        }
        visit::visit_type_path(self, ty);
    }
}

/// The type of a field by its name or number.
fn field_of<'f>(fields: &'f syn::Fields, name: &str) -> Option<&'f Type> {
    let is_it = |(k, of): &(usize, &syn::Field)| {
        of.ident.as_ref().map_or_else(|| k.to_string(), |own| own.unraw().to_string()) == name
    };
    fields.iter().enumerate().find(is_it).map(|(_, of)| &of.ty)
}

/// Replaces the names of one module by those of another.
struct ReplaceNames<'w> {
    here: &'w World,
    there: World,
    /// The names that are parameters.
    generics: &'w [String],
    /// Whether all names so far resolve here.
    is_here: bool,
    left: usize,
}

fn resolves_equally(argument: &syn::GenericArgument) -> bool {
    use syn::GenericArgument::{Const, Type};
    matches!(argument, Type(_) | Const(Expr::Lit(_)))
}

impl ReplaceNames<'_> {
    fn is_generic(&self, name: Option<&syn::Ident>) -> bool {
        name.is_some_and(|name| self.generics.iter().any(|generic| name == generic))
    }

    fn visit_path_of_type(&mut self, ty: &syn::TypePath) -> Option<Type> {
        let names: Vec<String> =
            ty.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if self.is_generic(ty.path.get_ident()) {
            return None;
        }
        if let Some(target) = self.through_generic_alias(ty, &names) {
            return Some(target);
        }
        let is_of_std = type_class::is_scalar(ty, type_class::REALS)
            || type_class::is_scalar(ty, type_class::DISCRETE)
            || type_class::standard(ty).is_some_and(|(name, _)| {
                CONTAINERS.iter().chain(&type_class::COLLECTIONS).any(|of| name == of)
            });
        if is_of_std {
            // a collection that is not imported is named by its path
            let is_imported = |name: &String| {
                !(type_class::COLLECTIONS.contains(&name.as_str()) || name == "VecDeque")
                    || self.here.may_name(name)
            };
            let [name] = &names[..] else { return None };
            let name = format_ident!("{}", Some(name).filter(|name| !is_imported(name))?);
            let mut arguments = ty.path.segments.last()?.arguments.clone();
            self.visit_path_arguments_mut(&mut arguments);
            return Some(syn::parse_quote!(::std::collections::#name #arguments));
        }
        if let Some(alias) =
            self.there.alias(&names).filter(|alias| alias.item.generics.params.is_empty())
        {
            self.left = self.left.saturating_sub(1);
            self.is_here &= self.left > 0;
            let mut target = (*alias.item.ty).clone();
            let outer = std::mem::replace(&mut self.there, alias.world);
            if self.is_here {
                self.visit_type_mut(&mut target);
            }
            self.there = outer;
            return Some(target);
        }
        let is_named = self.here.names_the_same(&names, &self.there);
        let path = match is_named {
            true => None,
            false => self.path_of(&names).or_else(|| self.path_of_array(&names)),
        };
        self.is_here &= ty.qself.is_none() && (is_named || path.is_some());
        let mut path = path?;
        path.segments.last_mut()?.arguments = ty.path.segments.last()?.arguments.clone();
        self.visit_path_arguments_mut(&mut path.segments.last_mut()?.arguments);
        Some(syn::parse_quote!(#path))
    }

    /// The path of a type of arrays, which needs no import.
    fn path_of_array(&self, names: &[String]) -> Option<syn::Path> {
        let name = names.last().filter(|name| name.starts_with("Array"))?;
        let name = format_ident!("{name}");
        let is_array = self.there.is_of_crate(names.to_vec(), "ndarray");
        is_array.then(|| syn::parse_quote!(::ndarray::#name))
    }

    /// The type that an alias with type parameters stands for, with its arguments.
    fn through_generic_alias(&mut self, ty: &syn::TypePath, names: &[String]) -> Option<Type> {
        let Resolution::Item(_) = self.there.resolve_path(names) else { return None };
        let alias =
            self.there.alias(names).filter(|alias| !alias.item.generics.params.is_empty())?;
        let parameters: Vec<String> = alias
            .item
            .generics
            .type_params()
            .map(|parameter| parameter.ident.to_string())
            .collect();
        let PathArguments::AngleBracketed(mut arguments) =
            ty.path.segments.last()?.arguments.clone()
        else {
            return None;
        };
        self.left = self.left.saturating_sub(1);
        if parameters.len() != alias.item.generics.params.len()
            || parameters.len() != arguments.args.len()
            || self.left == 0
        {
            self.is_here = false;
            return None;
        }
        visit_mut::visit_angle_bracketed_generic_arguments_mut(self, &mut arguments);
        let mut target = (*alias.item.ty).clone();
        let mut inside = ReplaceNames {
            here: self.here,
            there: alias.world,
            generics: &parameters,
            is_here: true,
            left: self.left,
        };
        inside.visit_type_mut(&mut target);
        self.is_here &= inside.is_here;
        let arguments: Vec<(String, proc_macro2::TokenStream)> = parameters
            .iter()
            .cloned()
            .zip(arguments.args.iter().map(ToTokens::to_token_stream))
            .collect();
        syn::parse2(tokens::replace_names(target.to_token_stream(), &arguments)).ok()
    }

    /// The path of a type here: its name, if that resolves to it, or else a path from the root of
    /// the crate.
    fn path_of(&self, names: &[String]) -> Option<syn::Path> {
        let Resolution::Item(defined) = self.there.resolve_path(names) else { return None };
        let name = &defined.path.name;
        if self.here.resolve(name) == Resolution::Item(defined.clone()) {
            return syn::parse_str(name).ok();
        }
        syn::parse_str(&self.here.path_to(&defined)?.join("::")).ok()
    }
}

impl VisitMut for ReplaceNames<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) => match self.visit_path_of_type(path) {
                Some(target) => *ty = target,
                None => {
                    for segment in &mut path.path.segments {
                        self.visit_path_arguments_mut(&mut segment.arguments);
                    }
                }
            },
            Type::Tuple(_)
            | Type::Array(_)
            | Type::Slice(_)
            | Type::Reference(_)
            | Type::Paren(_)
            | Type::Group(_) => {
                visit_mut::visit_type_mut(self, ty);
            }
            _ => self.is_here = false,
        }
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        self.visit_type_mut(&mut array.elem);
        match &array.len {
            Expr::Lit(_) => {}
            Expr::Path(of) if self.is_generic(of.path.get_ident()) => {}
            Expr::Path(of) if let Some(name) = of.path.get_ident() => match self
                .there
                .number(&name.to_string())
            {
                Some(number) => array.len = number,
                None => self.is_here &= self.here.names_the_same(&[name.to_string()], &self.there),
            },
            _ => self.is_here = false,
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        self.is_here &= reference.mutability.is_none();
        if reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static") {
            reference.lifetime = None;
        }
        self.visit_type_mut(&mut reference.elem);
    }

    fn visit_path_arguments_mut(&mut self, arguments: &mut PathArguments) {
        match arguments {
            PathArguments::None => {}
            // names of constants and lifetimes as arguments may resolve to something else here
            PathArguments::AngleBracketed(of) if of.args.iter().all(resolves_equally) => {
                visit_mut::visit_angle_bracketed_generic_arguments_mut(self, of);
            }
            _ => self.is_here = false,
        }
    }
}
