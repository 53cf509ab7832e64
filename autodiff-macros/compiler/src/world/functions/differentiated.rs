//! The functions of a module that get derivatives and residuals. The names of generated items
//! contain the names of functions, and those for a method `loss` of `Model` might collide with
//! those for a function `model_loss`.
//!
//! The generated names depend on the source text alone, and not on the order of expansions.

use crate::world::World;
use crate::world::records::is_ours;
use syn::{Attribute, ImplItem, Item, Meta, Type};

impl World {
    /// The functions with reverse mode in the module of the item: each by its name, or for a method
    /// by the names of its type and of the method.
    pub fn differentiated_functions(&self) -> Vec<Vec<String>> {
        self.scope().map(|scope| scope.modules[scope.at].differentiated.clone()).unwrap_or_default()
    }
}

/// The same among the items of a module.
pub(in crate::world) fn of_items(items: &[Item]) -> Vec<Vec<String>> {
    let mut differentiated = Vec::new();
    for item in items {
        match item {
            Item::Fn(of) if has_residuals(&of.attrs) => {
                differentiated.push(vec![of.sig.ident.to_string()])
            }
            Item::Impl(block) => {
                let Type::Path(owner) = &*block.self_ty else { continue };
                let Some(owner) = owner.path.segments.last() else { continue };
                let functions = block.items.iter().filter_map(|item| match item {
                    ImplItem::Fn(of) if has_residuals(&of.attrs) => {
                        Some(vec![owner.ident.to_string(), of.sig.ident.to_string()])
                    }
                    _ => None,
                });
                differentiated.extend(functions);
            }
            _ => {}
        }
    }
    differentiated
}

/// Whether the attribute is present and asks for more than forward mode.
fn has_residuals(attributes: &[Attribute]) -> bool {
    let is_forward = |attribute: &Attribute| match &attribute.meta {
        Meta::List(of) => of.tokens.to_string().split(',').any(|option| option.trim() == "forward"),
        _ => false,
    };
    attributes.iter().any(|attribute| is_ours(attribute) && !is_forward(attribute))
}
