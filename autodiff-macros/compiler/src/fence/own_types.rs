//! Types of the crate by the name of a primitive type or of `String`, which are taken for these
//! wherever the types of a function are read.

use crate::diagnostics::Diagnostics;
use crate::world::World;
use quote::ToTokens;
use syn::ItemFn;
use syn::visit::{self, Visit};

const NAMES: [&str; 18] =
    ["f64", "f32", "bool", "char", "str", "String", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];

/// Reports the first of them in a function.
pub fn in_function(item: &ItemFn, world: &World, diagnostics: &mut Diagnostics) {
    OwnTypes { world, diagnostics, reported: false }.visit_item_fn(item);
}

struct OwnTypes<'a> {
    world: &'a World,
    diagnostics: &'a mut Diagnostics,
    reported: bool,
}

impl OwnTypes<'_> {
    fn check(&mut self, path: &syn::Path) {
        let Some(ident) = path.get_ident() else { return };
        let name = ident.to_string();
        if !self.reported && NAMES.contains(&name.as_str()) && self.world.is_own_type(&name) {
            self.reported = true;
            let message =
                format!("`{name}` is a type of this crate here, and derivatives take it for the one of Rust: give it another name");
            self.diagnostics.error_over(path.to_token_stream(), message);
        }
    }
}

impl<'ast> Visit<'ast> for OwnTypes<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        if ty.qself.is_none() {
            self.check(&ty.path);
        }
        visit::visit_type_path(self, ty);
    }

    fn visit_expr_struct(&mut self, e: &'ast syn::ExprStruct) {
        self.check(&e.path);
        visit::visit_expr_struct(self, e);
    }
}
