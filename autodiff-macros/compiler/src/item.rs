//! The item under the attribute: tokens → the function to lower, and what of it is emitted as it was.

use crate::diagnostics::Diagnostics;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{FnArg, Item, ItemFn};

/// A function under the attribute.
pub struct UserFunction {
    /// As parsed, our attributes on parameters included.
    pub function: ItemFn,
    /// As emitted: without our attributes.
    pub emitted: TokenStream,
    /// Its visibility.
    pub visibility: TokenStream,
    /// Its `#[cfg]` attributes, which every generated item gets as well.
    pub cfgs: TokenStream,
}

/// Takes an item apart. `Err` is the item as it was, if it is not a function; why is in `diagnostics` then.
pub fn parse(item: TokenStream, diagnostics: &mut Diagnostics) -> Result<UserFunction, TokenStream> {
    let parsed = match syn::parse2::<Item>(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            // a statement, or something that is rustc's to explain once it sees it
            diagnostics.error(
                error.span(),
                "#[differentiate] goes on a free function: move the computation into one, and put the attribute there",
            );
            return Err(item);
        }
    };
    let function = match parsed {
        Item::Fn(function) => function,
        Item::Impl(_) => {
            return reject(item, "an `impl` block cannot be differentiated yet: put #[differentiate] on free functions", diagnostics);
        }
        Item::Mod(_) => return reject(item, "a module cannot be differentiated yet: put #[differentiate] on its functions", diagnostics),
        Item::Struct(_) | Item::Enum(_) => {
            return reject(
                item,
                "#[differentiate] goes on a free function; structs and enums are not supported yet: let functions take the numbers in them as parameters",
                diagnostics,
            );
        }
        _ => return reject(item, "#[differentiate] goes on a free function with a body", diagnostics),
    };
    let mut emitted = function.clone();
    for input in &mut emitted.sig.inputs {
        if let FnArg::Typed(typed) = input {
            // others than ours have been reported, and rustc does not know them
            typed.attrs.retain(|a| OF_RUSTC.iter().any(|known| a.path().is_ident(known)));
        }
    }
    Ours.visit_block_mut(&mut emitted.block);
    let visibility = function.vis.to_token_stream();
    let cfgs = function.attrs.iter().filter(|a| a.path().is_ident("cfg")).map(ToTokens::to_token_stream).collect();
    Ok(UserFunction { emitted: emitted.to_token_stream(), visibility, cfgs, function })
}

/// The attributes that a parameter may have without us.
const OF_RUSTC: &[&str] = &["allow", "expect", "warn", "deny", "forbid", "cfg", "cfg_attr"];

/// Removes our attributes from a body.
struct Ours;

impl VisitMut for Ours {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.retain(|a| !a.path().is_ident("checkpoint") && !a.path().is_ident("constant"));
    }
}

fn reject(item: TokenStream, message: &str, diagnostics: &mut Diagnostics) -> Result<UserFunction, TokenStream> {
    let head: TokenStream = item.clone().into_iter().filter(|t| !is_block(t)).take(2).collect();
    diagnostics.error_over(head, message);
    Err(item)
}

fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if Group::delimiter(group) == Delimiter::Brace)
}
