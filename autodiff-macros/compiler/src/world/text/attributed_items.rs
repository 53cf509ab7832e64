//! The items of a file that have attributes of the library: recorded as their expansions record
//! them.

use super::{derives_tangents, is_cfg};
use crate::item::inlined_functions::record_method;
use crate::item::name_claims::record_inherent;
use crate::world::bodies::inlining;
use crate::world::names::modules::Scope;
use crate::world::{World, records};
use syn::Attribute;
use syn::visit::{self, Visit};

/// Records the items with our attributes, as their expansions do. Items that may be configured out
/// are left to these.
pub(super) struct RecordAttributed<'w> {
    pub(super) world: &'w World,
    /// The module that is visited.
    pub(super) scope: Scope,
    /// Whether it is in a module with the attribute.
    pub(super) is_ours: bool,
}

impl RecordAttributed<'_> {
    fn is_seen(&self, attrs: &[Attribute]) -> bool {
        (self.is_ours || attrs.iter().any(records::is_ours)) && !attrs.iter().any(is_cfg)
    }

    /// The world of the module that is visited.
    fn current_world(&self) -> World {
        self.world.in_scope(Some(self.scope.clone()))
    }

    fn record_type(&self, of: syn::DeriveInput) {
        let has_derive = of.attrs.iter().any(derives_tangents);
        if of.attrs.iter().any(is_cfg) || !(self.is_ours || has_derive) {
            return;
        }
        let world = self.current_world();
        world.record_definition(&of);
        let attrs = of
            .attrs
            .iter()
            .filter(|attribute| !attribute.path().is_ident("derive"))
            .cloned()
            .collect();
        let (name, generics) = (of.ident.clone(), of.generics.clone());
        world.record_struct(&name, &generics, &syn::DeriveInput { attrs, ..of });
    }
}

impl<'ast> Visit<'ast> for RecordAttributed<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if self.is_seen(&function.attrs) {
            let here = self.current_world();
            here.record_signature(&function.sig, here.scope());
            if inlining::is_inlined(&function.sig) && !self.is_ours {
                here.record_inlined("", function, here.scope());
            }
        }
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        if self.is_seen(&block.attrs) {
            let here = self.current_world();
            here.record_signatures(block, here.scope());
            if !self.is_ours
                && let Some(file) = &here.file()
            {
                record_inherent(block, &file.display().to_string(), &here);
            }
            for item in &block.items {
                if let syn::ImplItem::Fn(method) = item
                    && !method.attrs.iter().any(is_cfg)
                {
                    record_method(block, method, self.is_ours, &here);
                }
            }
        }
    }

    fn visit_item_trait(&mut self, of: &'ast syn::ItemTrait) {
        if self.is_seen(&of.attrs) && records::is_differentiated(of) {
            let mut of = of.clone();
            of.attrs.retain(|attribute| !records::is_ours(attribute));
            self.current_world().record_trait_of_text(&of);
        }
    }

    fn visit_item_struct(&mut self, of: &'ast syn::ItemStruct) {
        self.record_type(of.clone().into());
    }

    fn visit_item_enum(&mut self, of: &'ast syn::ItemEnum) {
        self.record_type(of.clone().into());
    }

    fn visit_item_type(&mut self, of: &'ast syn::ItemType) {
        if self.is_seen(&of.attrs) {
            self.current_world().record_alias(of);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(is_cfg)
            && let Some(inner) = self.scope.inner_scope(&module.ident)
        {
            let is_ours = self.is_ours || module.attrs.iter().any(records::is_ours);
            let outer = (
                std::mem::replace(&mut self.scope, inner),
                std::mem::replace(&mut self.is_ours, is_ours),
            );
            visit::visit_item_mod(self, module);
            (self.scope, self.is_ours) = outer;
        }
    }
}
