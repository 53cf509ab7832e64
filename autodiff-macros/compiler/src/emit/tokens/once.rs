//! Tokens that are written in one place.
//!
//! `quote!` copies what is interpolated, token by token. What a body is made of goes through a few
//! levels of interpolation, from an expression to its statement, its loop and its function, so it
//! is handed on instead.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::cell::Cell;

/// Tokens that are interpolated once: there they are moved to.
pub struct Once(Cell<Option<TokenStream>>);

/// Tokens to be moved to where they are interpolated.
pub fn once(tokens: TokenStream) -> Once {
    Once(Cell::new(Some(tokens)))
}

impl ToTokens for Once {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let own = self.0.take();
        debug_assert!(own.is_some(), "interpolated twice");
        tokens.extend(own);
    }
}

/// `(tokens)`
pub fn in_parentheses(tokens: TokenStream) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::Parenthesis, tokens)).into()
}

/// `[tokens]`
pub fn in_brackets(tokens: TokenStream) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::Bracket, tokens)).into()
}
