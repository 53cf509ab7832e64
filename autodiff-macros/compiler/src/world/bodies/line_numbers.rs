//! `line!()` and `column!()` in a body that is lowered inside other items: a function that is
//! inlined in its callers, and a trait's default body. There the tokens come from a string, or have
//! the position of the caller. So where such a body is defined, its line and column numbers are
//! stored in items next to it, and the body that is lowered elsewhere names these items:
//!
//! ```text
//! #[differentiate]                                                  impl line { const the_place_0_of_…: u32 = line!(); }
//! fn line(a: f64) -> impl Fn(f64) -> f64 {                     →    // in callers
//!     let n = line!();                                              let n = (line::the_place_0_of_… as u32);
//! ```

use crate::world::World;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Block;

/// The name of the item that stores the number of a position in the body with this sign.
fn name(sign: &Ident, number: usize) -> Ident {
    Ident::new(
        &format!("the_place_{number}_of_{}", sign.to_string().trim_start_matches("r#")),
        Span::call_site(),
    )
}

impl World {
    /// The items that store the positions in a body, each with its name and its value.
    pub fn places_in(&self, body: &impl ToTokens, sign: &Ident) -> Vec<(Ident, TokenStream)> {
        let mut found = Vec::new();
        self.replace_calls(body.to_token_stream(), &mut |call| {
            found.push((name(sign, found.len()), call.clone()));
            call
        });
        found
    }

    /// A body that reads its positions from these items: `code` returns the code that reads one, by
    /// its name.
    pub fn with_places(
        &self,
        body: &Block,
        sign: &Ident,
        code: impl Fn(&Ident) -> TokenStream,
    ) -> Block {
        let mut number = 0;
        let tokens = self.replace_calls(body.to_token_stream(), &mut |_| {
            let read = code(&name(sign, number));
            number += 1;
            quote!((#read as ::core::primitive::u32))
        });
        if number == 0 {
            body.clone()
        } else {
            syn::parse2(tokens).unwrap_or_else(|_| body.clone())
        }
    }

    /// Tokens with a replacement for each call of these macros, in source order.
    fn replace_calls(
        &self,
        tokens: TokenStream,
        with: &mut dyn FnMut(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for token in tokens {
            let TokenTree::Group(group) = token else {
                out.push(token);
                continue;
            };
            if let Some(start) = self.place_before(&out).filter(|_| group.stream().is_empty()) {
                let mut call = out.split_off(start);
                call.push(TokenTree::Group(group));
                out.extend(with(call.into_iter().collect()));
            } else {
                let mut inner =
                    Group::new(group.delimiter(), self.replace_calls(group.stream(), with));
                inner.set_span(group.span());
                out.push(TokenTree::Group(inner));
            }
        }
        out.into_iter().collect()
    }
}

impl World {
    /// Where the call of one of these macros starts whose name the tokens end with, unless the
    /// crate defines a macro of that name.
    fn place_before(&self, tokens: &[TokenTree]) -> Option<usize> {
        let [before @ .., TokenTree::Ident(name), TokenTree::Punct(bang)] = tokens else {
            return None;
        };
        if bang.as_char() != '!' || name != "line" && name != "column" {
            return None;
        }
        let start = path_start(tokens, before.len());
        (start < before.len() || !self.is_user_macro(&name.to_string())).then_some(start)
    }
}

/// Where the path with the last name at `last` starts: `std::line`, `::core::line`.
fn path_start(tokens: &[TokenTree], last: usize) -> usize {
    let is_colon = |at: usize| matches!(&tokens[at], TokenTree::Punct(p) if p.as_char() == ':');
    let has_colons = |at: usize| at >= 2 && is_colon(at - 1) && is_colon(at - 2);
    let mut start = last;
    while has_colons(start) {
        start -= 2;
        match start.checked_sub(1).map(|before| &tokens[before]) {
            Some(TokenTree::Ident(_)) => start -= 1,
            _ => break,
        }
    }
    start
}
