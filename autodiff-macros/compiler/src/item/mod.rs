//! The item under the attribute: tokens → the functions to lower, and what of the item is emitted as it was.
//!
//! A function is one; an `impl` block or a module ([`group`]) has several. A method becomes a function whose parameter `self` has a name and
//! a type like any other ([`method`]). A trait has some for the blocks that implement it ([`defaults`]), and a macro tells what calls of it expand to
//! ([`definitions`]). What gives a closure is put into the functions that call it ([`inlined`]).

mod anonymous;
mod certain;
mod claims;
mod configurations;
mod connected;
mod converted;
mod defaults;
mod definitions;
mod group;
mod indexing;
pub mod inlined;
mod iterators;
mod lifetimes;
pub mod linear;
pub mod macros;
mod method;
mod needed;

pub mod value;

use crate::diagnostics::Diagnostics;
use crate::world::World;
use crate::world::inlined::gives_unnamed;
pub use certain::without_body;
pub use group::{Group, Member};
pub use linear::is_linear;
pub use method::{Method, Registration, beside_block};
pub use needed::{bodies_not_asked, with_traits_asked};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, FnArg, Item, ItemFn, Signature, Type};

/// What is under the attribute.
pub enum UserItem {
    /// A function.
    Function(Box<UserFunction>),
    /// An `impl` block or a module.
    Group(Box<Group>),
    /// An item as it is emitted which later ones need: a trait, whose functions are differentiated where it is implemented, or a macro.
    Kept(TokenStream),
}

/// A function to differentiate.
#[derive(Clone)]
pub struct UserFunction {
    /// As parsed, our attributes on parameters included; of a method, with a name for `self` and a type for `Self`.
    pub function: ItemFn,
    /// As emitted: without our attributes. Of a member of a group nothing: the group has it.
    pub emitted: TokenStream,
    /// Its visibility.
    pub visibility: TokenStream,
    /// Its `#[cfg]` attributes, which every generated item gets as well.
    pub cfgs: TokenStream,
    /// What else there is to an associated function.
    pub method: Option<Method>,
    /// Where it stands.
    pub world: World,
}

impl UserFunction {
    /// The attributes that the generated functions have as well. Others are of the function alone.
    pub fn followed(&self) -> TokenStream {
        let follows = |a: &&Attribute| {
            let hidden = a.path().is_ident("doc") && matches!(&a.meta, syn::Meta::List(list) if list.tokens.to_string() == "hidden");
            hidden || a.path().is_ident("inline") || a.path().is_ident("deprecated")
        };
        self.function.attrs.iter().filter(follows).map(ToTokens::to_token_stream).collect()
    }
}

/// What the attribute on a group with options is told.
pub const BARE: &str = "the attribute of an `impl` block, a trait, a module, a macro, an alias or a function that gives a closure or an iterator is bare, `#[differentiate]`, or has `reverse` alone: write other options on functions";

/// Whether the attribute of a group says no more than the bare one, whose mode is `reverse`.
pub fn is_bare(options: &TokenStream) -> bool {
    options.is_empty() || options.to_string() == "reverse"
}

/// Takes an item apart. `Err` is the item as it was, if there is nothing to differentiate in it; why is in `diagnostics` then.
pub fn parse(item: TokenStream, world: &World, diagnostics: &mut Diagnostics) -> Result<UserItem, TokenStream> {
    let parsed = match syn::parse2::<Item>(item.clone()) {
        Ok(mut parsed) => {
            Ungrouped.visit_item_mut(&mut parsed);
            parsed
        }
        Err(error) => {
            // a statement, or something that is rustc's to explain once it sees it
            diagnostics.error(
                error.span(),
                "#[differentiate] goes on a function, an `impl` block, a trait or a module: move the computation into a function, and put the attribute there",
            );
            return Err(item);
        }
    };
    match parsed {
        Item::Fn(function) => match function.sig.receiver() {
            None if gives_unnamed(&function.sig) => Ok(UserItem::Kept(inlined::of_function(function, world))),
            None => Ok(UserItem::Function(Box::new(free_function(function, world)))),
            Some(_) => {
                let head: TokenStream = function.sig.to_token_stream();
                diagnostics.error_over(
                    head,
                    "a method is differentiated with its `impl` block or trait: put a bare #[differentiate] on that as well, which then sees this one",
                );
                let mut function = function;
                clean_function(&mut function.sig, &mut function.block);
                Err(function.to_token_stream())
            }
        },
        Item::Impl(block) => Ok(UserItem::Group(Box::new(Group::of_impl(block, world, diagnostics)))),
        Item::Mod(module) if module.content.is_some() => Ok(UserItem::Group(Box::new(Group::of_module(module, world, diagnostics)))),
        Item::Mod(_) => reject(
            item,
            "the compiler sees nothing of a module in another file: write #[differentiate] on the functions in that file, or the module inline",
            diagnostics,
        ),
        Item::Struct(_) | Item::Enum(_) => {
            reject(item, "#[differentiate] goes on functions; write #[derive(Differentiable)] on a struct or enum", diagnostics)
        }
        Item::Trait(of) => {
            let world = world.of_type(&of.ident);
            Ok(UserItem::Kept(group::of_trait(of, &world, diagnostics).to_token_stream()))
        }
        Item::Macro(m) if definitions::is_definition(&m) => Ok(UserItem::Kept(definitions::keep(m, world))),
        // for functions that name their types so
        Item::Type(alias) => {
            world.of_type(&alias.ident).record_alias(&alias);
            Ok(UserItem::Kept(alias.to_token_stream()))
        }
        _ => reject(item, "#[differentiate] goes on a function with a body, an `impl` block, a trait or a module", diagnostics),
    }
}

/// Takes types out of the invisible groups that a macro puts them into (`$ty`).
struct Ungrouped;

impl VisitMut for Ungrouped {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        // `&dyn A + B` would be another type
        if let Type::Group(group) = ty
            && !matches!(*group.elem, Type::TraitObject(_) | Type::ImplTrait(_))
        {
            *ty = (*group.elem).clone();
        }
    }
}

/// A function that stands by itself.
fn free_function(mut function: ItemFn, world: &World) -> UserFunction {
    let mut emitted = function.clone();
    let world = world.of_function(&function.sig);
    world.record_head(&function.sig, world.scope());
    converted::take_converted(&mut function.sig, &mut function.block);
    iterators::take_collected(&mut function.sig, &mut function.block);
    connected::join(&mut function.sig, &mut function.block, &world);
    anonymous::name_types(&mut function.sig, &world);
    lifetimes::of_nothing(&mut function.sig, &mut function.block);
    clean_function(&mut emitted.sig, &mut emitted.block);
    let visibility = function.vis.to_token_stream();
    let cfgs = cfgs(&function.attrs);
    UserFunction { emitted: emitted.to_token_stream(), visibility, cfgs, method: None, function, world }
}

fn cfgs(attributes: &[Attribute]) -> TokenStream {
    attributes.iter().filter(|a| a.path().is_ident("cfg")).map(ToTokens::to_token_stream).collect()
}

/// Removes our attributes from the parameters and the body of a function.
fn clean_function(sig: &mut Signature, block: &mut syn::Block) {
    for input in &mut sig.inputs {
        let attributes = match input {
            FnArg::Typed(typed) => &mut typed.attrs,
            FnArg::Receiver(receiver) => &mut receiver.attrs,
        };
        // others than ours have been reported, and rustc does not know them
        attributes.retain(|a| OF_RUSTC.iter().any(|known| a.path().is_ident(known)));
    }
    Ours.visit_block_mut(block);
}

/// The attributes that a parameter may have without us.
const OF_RUSTC: &[&str] = &["allow", "expect", "warn", "deny", "forbid", "cfg", "cfg_attr"];

/// Removes our attributes from a body.
struct Ours;

impl VisitMut for Ours {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|a| !a.path().is_ident("checkpoint") && !a.path().is_ident("constant"));
    }
}

fn reject(item: TokenStream, message: &str, diagnostics: &mut Diagnostics) -> Result<UserItem, TokenStream> {
    let head: TokenStream = item.clone().into_iter().filter(|t| !is_block(t)).take(2).collect();
    diagnostics.error_over(head, message);
    Err(item)
}

fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if proc_macro2::Group::delimiter(group) == Delimiter::Brace)
}
