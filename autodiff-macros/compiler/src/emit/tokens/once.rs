//! Tokens that are interpolated once.
//!
//! `quote!` copies interpolated tokens one by one. The tokens of a body go through a few levels of
//! interpolation, from an expression to its statement, its loop and its function, so they are moved
//! instead.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::cell::Cell;

/// Tokens that are interpolated once, by a move.
pub struct Once(Cell<Option<TokenStream>>);

/// Wraps tokens so that interpolation moves them.
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
