//! Tokens that are interpolated once.
//!
//! `quote!` copies interpolated tokens one by one. The tokens of a body go through a few levels of
//! interpolation, from an expression to its statement, its loop and its function, so they are moved
//! instead.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use std::cell::Cell;

/// The code of an expression. Most are names, for which a stream is not worth its allocations.
#[derive(Clone)]
pub enum Code {
    /// The name of a variable.
    Name(Ident),
    /// Any tokens.
    Tokens(TokenStream),
}

impl Code {
    fn append_to(self, tokens: &mut TokenStream) {
        match self {
            Code::Name(name) => tokens.append(name),
            Code::Tokens(own) => tokens.extend([own]),
        }
    }
}

impl From<Ident> for Code {
    fn from(name: Ident) -> Code {
        Code::Name(name)
    }
}

impl From<TokenStream> for Code {
    fn from(tokens: TokenStream) -> Code {
        Code::Tokens(tokens)
    }
}

impl From<Code> for TokenStream {
    fn from(code: Code) -> TokenStream {
        match code {
            Code::Name(name) => TokenTree::Ident(name).into(),
            Code::Tokens(tokens) => tokens,
        }
    }
}

impl ToTokens for Code {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Code::Name(name) => name.to_tokens(tokens),
            Code::Tokens(own) => own.to_tokens(tokens),
        }
    }
}

/// Code that is interpolated once, by a move.
pub struct Once(Cell<Option<Code>>);

/// Wraps code so that interpolation moves it.
pub fn once(code: impl Into<Code>) -> Once {
    Once(Cell::new(Some(code.into())))
}

impl ToTokens for Once {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let own = self.0.take();
        debug_assert!(own.is_some(), "interpolated twice");
        own.into_iter().for_each(|code| code.append_to(tokens));
    }
}

/// `left symbol right`, which is appended to the tokens on the left.
pub fn infix(left: Code, symbol: impl ToTokens, right: Code) -> TokenStream {
    let mut tokens = left.into();
    symbol.to_tokens(&mut tokens);
    right.append_to(&mut tokens);
    tokens
}

/// `(code)`
pub fn in_parentheses(code: impl Into<TokenStream>) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::Parenthesis, code.into())).into()
}

/// `[code]`
pub fn in_brackets(code: impl Into<TokenStream>) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::Bracket, code.into())).into()
}
