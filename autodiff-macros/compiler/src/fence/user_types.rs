//! Rejects two kinds of names: types of the crate with the name of a primitive type or of `String`,
//! since the compiler takes these names for the std types; and functions whose module also has a
//! type of their name.

use crate::diagnostics::Diagnostics;
use crate::world::{Meaning, World};
use quote::ToTokens;
use syn::ItemFn;
use syn::visit::{self, Visit};

const NAMES: [&str; 18] = [
    "f64", "f32", "bool", "char", "str", "String", "usize", "isize", "u8", "u16", "u32", "u64",
    "u128", "i8", "i16", "i32", "i64", "i128",
];

/// Reports the first such type in a function.
pub fn in_function(item: &ItemFn, world: &World, diagnostics: &mut Diagnostics) {
    UserTypes { world, diagnostics, reported: false }.visit_item_fn(item);
}

/// Reports a type with the name of a function, since the derivatives of the function are found by
/// that name.
pub fn refuse_type_named_as_function(
    name: &proc_macro2::Ident,
    world: &World,
    diagnostics: &mut Diagnostics,
) {
    if world.has_type_here(&name.to_string()) {
        let message = format!(
            "the derivatives of this function would resolve to the type `{name}` of this module: \
             rename one of the two"
        );
        diagnostics.error_over(name.to_token_stream(), message);
    }
}

struct UserTypes<'a> {
    world: &'a World,
    diagnostics: &'a mut Diagnostics,
    reported: bool,
}

impl UserTypes<'_> {
    fn check(&mut self, path: &syn::Path) {
        let Some(ident) = path.get_ident() else { return };
        let name = ident.to_string();
        if !self.reported
            && NAMES.contains(&name.as_str())
            && self.world.is_user_defined_type(&name)
        {
            self.reported = true;
            let message = format!(
                "this crate defines its own `{name}`, but derivatives use the standard type of \
                 this name: rename it"
            );
            self.diagnostics.error_over(path.to_token_stream(), message);
        }
    }
}

impl<'ast> Visit<'ast> for UserTypes<'_> {
    fn visit_expr_path(&mut self, e: &'ast syn::ExprPath) {
        if e.path.segments.len() > 1
            && e.path.leading_colon.is_none()
            && let Some(first) = e.path.segments.first()
        {
            let name = first.ident.to_string();
            let is_declared_next_to = || {
                self.world.is_user_module(&name) && self.world.meaning(&e.path) == Meaning::Unknown
            };
            if !self.reported && NAMES.contains(&name.as_str()) && is_declared_next_to() {
                self.reported = true;
                let rest = e.path.segments.iter().skip(1);
                let of_type = quote::quote!(#(#rest)::*);
                let message = format!(
                    "`{name}` is a module here and has no such item: write `<{name}>::{of_type}` \
                     for that of the type"
                );
                self.diagnostics.error_over(e.path.to_token_stream(), message);
            }
        }
        visit::visit_expr_path(self, e);
    }

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
