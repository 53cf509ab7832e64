//! Whether a type contains itself through the definitions of other types of the crate: an enum of
//! expressions with boxes of a struct that has an expression.

use super::plain_types::ItemId;
use crate::world::World;
use crate::world::names::resolve::Resolution;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Item, Type};

impl World {
    /// Whether values of a type may contain values of the struct or enum of that name, which is
    /// defined here.
    pub fn may_hold(&self, ty: &Type, name: &str) -> bool {
        let mut held = FindContained {
            world: self.clone(),
            name,
            target: None,
            is_inside: false,
            visited: Vec::new(),
            is_found: false,
        };
        held.visit_type(ty);
        held.is_found
    }
}

struct FindContained<'n> {
    /// The world of the type whose parts are visited.
    world: World,
    name: &'n str,
    /// The item that the name resolves to, once another type of the crate is visited.
    target: Option<Resolution>,
    /// Whether the parts are those of another type of the crate.
    is_inside: bool,
    visited: Vec<ItemId>,
    is_found: bool,
}

impl FindContained<'_> {
    fn visit_definition(&mut self, defined: ItemId) {
        let item = self.world.in_file(&defined.file, |definitions| definitions.item(&defined.path));
        let there = self.world.in_module(&defined);
        self.visited.push(defined);
        let Some(Ok(item)) = item.map(|text| syn::parse_str::<Item>(&text)) else { return };
        let here = std::mem::replace(&mut self.world, there);
        let was_inside = std::mem::replace(&mut self.is_inside, true);
        match &item {
            Item::Struct(of) => self.visit_fields(&of.fields),
            Item::Enum(of) => {
                of.variants.iter().for_each(|variant| self.visit_fields(&variant.fields))
            }
            _ => {}
        }
        (self.world, self.is_inside) = (here, was_inside);
    }
}

impl<'ast> Visit<'ast> for FindContained<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        visit::visit_type_path(self, ty);
        if crate::type_class::standard(ty)
            .is_some_and(|_| crate::type_class::is_discrete(&Type::Path(ty.clone())))
        {
            return;
        }
        let path: Vec<String> =
            ty.path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        self.is_found |= !self.is_inside && path == [self.name];
        if self.is_found {
            return;
        }
        let resolution = self.world.resolve_path(&path);
        let target = self.target.get_or_insert_with(|| self.world.resolve(self.name));
        match resolution {
            Resolution::Item(_) if resolution == *target => self.is_found = true,
            Resolution::Item(defined) if !self.visited.contains(&defined) => {
                self.visit_definition(defined)
            }
            _ => {}
        }
    }
}
