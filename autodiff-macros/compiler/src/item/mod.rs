//! The item under the attribute: tokens → the functions to lower, and the parts of the item that
//! are emitted unchanged.
//!
//! A function is a group of one ([`group`]); an `impl` block or a module has several. A method
//! becomes a function whose parameter `self` has a name and a type like any other ([`method`]). A
//! trait provides functions for the blocks that implement it ([`traits::defaults`]), and a macro
//! provides the expansions of its calls ([`definitions`]). A function that returns a closure is
//! inlined in its callers ([`inlined_functions`]). [`parameters`] rewrites the parameters of a function.
//!
//! ```text
//! group              the functions of a block or a module
//! method             an associated function → a free function
//! parameters         rewrites of parameters
//! macros             calls of `macro_rules!` macros → their expansions
//! definitions        macros with the attribute
//! traits             functions of traits, and of the blocks that implement them
//! inlined_functions  functions that return closures or iterators
//! indexing           `index` and `index_mut` of user-defined types
//! configurations     `#[cfg]` in bodies → one function for each configuration
//! linear             the attribute `#[linear(…)]`
//! value              `function!(path)`
//! name_claims        which `impl` block emits under the name of a function
//! error_stub         a function with errors → one without a body
//! ```

mod configurations;
mod definitions;
mod error_stub;
mod group;
mod indexing;
pub mod inlined_functions;
pub mod linear;
pub mod macros;
mod method;
pub mod name_claims;

pub mod parameters;
mod traits;
pub mod value;

use crate::diagnostics::Diagnostics;
use crate::options;
use crate::world::World;
use crate::world::bodies::inlining::is_inlined;
pub use error_stub::{marker_parameters, without_body};
pub use group::{Group, Member};
pub use linear::is_linear;
pub use method::{Method, Registration, names_type_of_std, outside_block};
use proc_macro2::{Delimiter, Group as TokenGroup, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::rc::Rc;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, FnArg, Item, ItemFn, Signature, Type};

/// The attribute, with the tokens in its parentheses.
pub enum AttributeArgs {
    /// `#[differentiate(options)]`
    Differentiate(TokenStream),
    /// `#[linear(params)]`
    Linear(TokenStream),
}

/// A function to differentiate.
#[derive(Clone)]
pub struct UserFunction {
    /// As parsed, including our attributes on parameters; for a method, with a name for `self` and
    /// a type for `Self`.
    pub function: Rc<ItemFn>,
    /// Its visibility.
    pub visibility: TokenStream,
    /// Its `#[cfg]` attributes, which every generated item has as well.
    pub cfgs: TokenStream,
    /// The `#[cfg]` attributes that select one of several configurations of its body.
    pub configuration: TokenStream,
    /// The additional data of an associated function.
    pub method: Option<Method>,
    /// Whether another function of the module has residuals of the same name.
    pub has_namesake: bool,
    /// The world of the item.
    pub world: World,
}

impl UserFunction {
    /// The attributes that the generated functions have as well. Others apply to the function
    /// alone.
    pub fn forwarded_attributes(&self) -> TokenStream {
        let follows = |a: &&Attribute| {
            let hidden = a.path().is_ident("doc")
                && matches!(&a.meta, syn::Meta::List(list) if list.tokens.to_string() == "hidden");
            hidden || a.path().is_ident("inline") || a.path().is_ident("deprecated")
        };
        self.function.attrs.iter().filter(follows).map(ToTokens::to_token_stream).collect()
    }
}

/// The message for an attribute with options on a group.
const BARE: &str = "this attribute takes no option but `reverse` on an `impl` block, a trait, a \
                    module, a macro, an alias or a function that returns a closure or an iterator: \
                    write other options on functions";

/// Whether the attribute of a group is equivalent to the bare one, whose mode is `reverse`.
fn is_bare(options: &TokenStream) -> bool {
    options.is_empty() || options.to_string() == "reverse"
}

/// Parses an item. `Err` is the item as it is emitted, if there is nothing to differentiate in it.
/// Either later items need it: a trait, whose functions are differentiated where it is implemented,
/// or a macro. Or there are errors in `diagnostics`.
pub fn parse(
    args: AttributeArgs,
    item: TokenStream,
    world: &World,
    diagnostics: &mut Diagnostics,
) -> Result<Group, TokenStream> {
    if let AttributeArgs::Linear(_) = args
        && let Err(error) = syn::parse2::<ItemFn>(item.clone())
    {
        diagnostics.error(error.span(), "#[linear] must be on a function with a body");
        return Err(item);
    }
    let mut parsed = match syn::parse2::<Item>(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            args.check_options(diagnostics);
            // a statement, or an error that rustc reports
            diagnostics.error(
                error.span(),
                "#[differentiate] must be on a function, an `impl` block, a trait or a module: \
                 move the computation into a function, and put the attribute there",
            );
            return Err(item);
        }
    };
    NormalizeTypes.visit_item_mut(&mut parsed);
    match parsed {
        Item::Fn(mut function) if function.sig.receiver().is_some() => {
            args.check_options(diagnostics);
            diagnostics.error_over(
                function.sig.to_token_stream(),
                "a method is differentiated together with its `impl` block or trait: put a \
                 #[differentiate] without options on that as well",
            );
            remove_our_attributes(&mut function.sig, &mut function.block);
            Err(function.to_token_stream())
        }
        Item::Fn(function) if is_inlined(&function.sig) => {
            args.check_bare(diagnostics);
            Err(inlined_functions::of_function(function, world))
        }
        Item::Fn(function) => Group::of_function(function, args, world, diagnostics),
        Item::Impl(block) => {
            let group = Group::of_impl(block, world, diagnostics);
            args.check_bare(diagnostics);
            Ok(group)
        }
        Item::Mod(module) if module.content.is_some() => {
            let group = Group::of_module(module, world, diagnostics);
            args.check_bare(diagnostics);
            Ok(group)
        }
        Item::Trait(of) => {
            args.check_bare(diagnostics);
            let world = world.of_type(&of.ident);
            Err(group::of_trait(of, &world, diagnostics).to_token_stream())
        }
        Item::Macro(m) if definitions::is_definition(&m) => {
            args.check_bare(diagnostics);
            Err(definitions::record(m, world))
        }
        // functions may use the alias in their types
        Item::Type(alias) => {
            args.check_bare(diagnostics);
            world.of_type(&alias.ident).record_alias(&alias);
            Err(alias.to_token_stream())
        }
        other => {
            args.check_options(diagnostics);
            let head: TokenStream =
                item.clone().into_iter().filter(|t| !is_block(t)).take(2).collect();
            diagnostics.error_over(head, wrong_item(&other));
            Err(item)
        }
    }
}

/// The message for an item that has no functions to differentiate.
fn wrong_item(item: &Item) -> &'static str {
    match item {
        Item::Mod(_) => {
            "the body of this module is in another file: put #[differentiate] on the functions in \
             that file, or write the module inline"
        }
        Item::Struct(_) | Item::Enum(_) => {
            "#[differentiate] is for functions: write #[derive(Differentiable)] on a struct or enum"
        }
        _ => {
            "#[differentiate] must be on a function with a body, an `impl` block, a trait or a \
             module"
        }
    }
}

impl AttributeArgs {
    /// Reports unknown options.
    fn check_options(self, diagnostics: &mut Diagnostics) {
        if let AttributeArgs::Differentiate(options) = self
            && let Err(wrong) = options::parse(options)
        {
            diagnostics.append(wrong);
        }
    }

    /// Reports options on an item with several functions.
    fn check_bare(self, diagnostics: &mut Diagnostics) {
        if let AttributeArgs::Differentiate(options) = self
            && !is_bare(&options)
        {
            diagnostics.error_over(options, BARE);
        }
    }
}

/// Removes the invisible groups that a macro puts around types (`$ty`), and `r#` from names that
/// are no keywords: `r#x` becomes `x`.
struct NormalizeTypes;

impl VisitMut for NormalizeTypes {
    fn visit_ident_mut(&mut self, name: &mut Ident) {
        if let Some(plain) = without_needless_raw(name) {
            *name = plain;
        }
    }

    fn visit_macro_mut(&mut self, of: &mut syn::Macro) {
        visit_mut::visit_macro_mut(self, of);
        if !of.path.is_ident("stringify") && of.tokens.to_string().contains("r#") {
            of.tokens = of_plain_names(of.tokens.clone());
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        // `&dyn A + B` would parse as another type
        if let Type::Group(group) = ty
            && !matches!(*group.elem, Type::TraitObject(_) | Type::ImplTrait(_))
        {
            *ty = (*group.elem).clone();
        }
    }
}

fn without_needless_raw(name: &Ident) -> Option<Ident> {
    let text = name.to_string();
    let plain = text.strip_prefix("r#").filter(|plain| syn::parse_str::<Ident>(plain).is_ok())?;
    Some(Ident::new(plain, name.span()))
}

fn of_plain_names(tokens: TokenStream) -> TokenStream {
    let plain = |token| match token {
        TokenTree::Ident(name) => TokenTree::Ident(without_needless_raw(&name).unwrap_or(name)),
        TokenTree::Group(of) => {
            let mut group = TokenGroup::new(of.delimiter(), of_plain_names(of.stream()));
            group.set_span(of.span());
            TokenTree::Group(group)
        }
        token => token,
    };
    tokens.into_iter().map(plain).collect()
}

/// A free function.
fn free_function(mut function: ItemFn, world: &World) -> UserFunction {
    let world = world.of_function(&function.sig);
    world.record_signature(&function.sig, world.scope());
    parameters::desugar_into::take_converted(&mut function.sig, &mut function.block);
    parameters::iterators::take_collected(&mut function.sig, &mut function.block);
    parameters::unify_params::join(&mut function.sig, &mut function.block, &world);
    parameters::desugar_impl_trait::name_types(&mut function.sig, &world);
    parameters::array_storage::write_at_parameters(&mut function.sig, &function.block);
    parameters::lifetimes::remove_unused_lifetimes(&mut function.sig, &mut function.block);
    let visibility = function.vis.to_token_stream();
    let cfgs = cfgs(&function.attrs);
    UserFunction {
        visibility,
        cfgs,
        configuration: TokenStream::new(),
        method: None,
        has_namesake: false,
        function: Rc::new(function),
        world,
    }
}

fn cfgs(attributes: &[Attribute]) -> TokenStream {
    attributes.iter().filter(|a| a.path().is_ident("cfg")).map(ToTokens::to_token_stream).collect()
}

/// Removes our attributes from the parameters and the body of a function.
fn remove_our_attributes(sig: &mut Signature, block: &mut syn::Block) {
    for input in &mut sig.inputs {
        let attributes = match input {
            FnArg::Typed(typed) => &mut typed.attrs,
            FnArg::Receiver(receiver) => &mut receiver.attrs,
        };
        // foreign attributes have been reported, and rustc does not know them
        attributes.retain(|a| OF_RUSTC.iter().any(|known| a.path().is_ident(known)));
    }
    RemoveAttributes.visit_block_mut(block);
}

/// The attributes of rustc that a parameter may have.
const OF_RUSTC: &[&str] = &["allow", "expect", "warn", "deny", "forbid", "cfg", "cfg_attr"];

/// Removes our attributes from a body.
struct RemoveAttributes;

impl VisitMut for RemoveAttributes {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|a| !a.path().is_ident("checkpoint") && !a.path().is_ident("constant"));
    }
}

fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group)
        if proc_macro2::Group::delimiter(group) == Delimiter::Brace)
}
