//! Finds a function in a file, and requests its stages, as `show` in its attribute would.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItem, Item, ItemImpl, Meta, Type};

/// The options and the item to expand for the stages of the function of the given name (of a method
/// `Type::name`), if it exists. The item is the function itself, or the block or module with an
/// attribute that contains it.
pub fn select(items: &mut [Item], name: &str) -> Option<(TokenStream, TokenStream)> {
    items.iter_mut().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == name => {
            let options = take(&mut function.attrs).unwrap_or_default();
            Some((with_show(&options), function.to_token_stream()))
        }
        Item::Impl(block) => {
            take(&mut block.attrs);
            method(block, name).then(|| (TokenStream::new(), block.to_token_stream()))
        }
        Item::Mod(module) => {
            let is_group = take(&mut module.attrs).is_some();
            let (_, inside) = module.content.as_mut()?;
            let found = if is_group {
                mark(inside, name).then(Default::default)
            } else {
                select(inside, name)
            };
            found.map(|(options, item): (TokenStream, TokenStream)| {
                (options, if is_group { module.to_token_stream() } else { item })
            })
        }
        _ => None,
    })
}

/// Adds the attribute to the function in a module with the attribute.
fn mark(items: &mut [Item], name: &str) -> bool {
    items.iter_mut().any(|item| match item {
        Item::Fn(function) if function.sig.ident == name => {
            show(&mut function.attrs);
            true
        }
        Item::Impl(block) => method(block, name),
        Item::Mod(module) => module.content.as_mut().is_some_and(|(_, inside)| mark(inside, name)),
        _ => false,
    })
}

/// The same for a method.
fn method(block: &mut ItemImpl, name: &str) -> bool {
    let owner = match &*block.self_ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    };
    let Some(wanted) =
        owner.and_then(|owner| name.strip_prefix(&format!("{owner}::")).map(str::to_string))
    else {
        return false;
    };
    let found = block.items.iter_mut().find_map(|item| match item {
        ImplItem::Fn(function) if function.sig.ident == wanted => Some(&mut function.attrs),
        _ => None,
    });
    found.map(show).is_some()
}

fn show(attributes: &mut Vec<Attribute>) {
    let options = take(attributes).unwrap_or_default();
    let options = with_show(&options);
    attributes.push(syn::parse_quote!(#[differentiate(#options)]));
}

fn with_show(options: &TokenStream) -> TokenStream {
    let has = options.clone().into_iter().any(|token| token.to_string() == "show");
    match (has, options.is_empty()) {
        (true, _) => options.clone(),
        (false, true) => quote!(show),
        (false, false) => quote!(#options, show),
    }
}

/// Removes our attribute; returns its options, if it was present.
fn take(attributes: &mut Vec<Attribute>) -> Option<TokenStream> {
    let at = attributes.iter().position(|a| {
        a.path().segments.last().is_some_and(|segment| segment.ident == "differentiate")
    })?;
    match attributes.remove(at).meta {
        Meta::List(list) => Some(list.tokens),
        Meta::Path(_) | Meta::NameValue(_) => Some(TokenStream::new()),
    }
}
