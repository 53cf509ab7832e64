//! Replaces `self` and `Self` in code that leaves its `impl` block.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ImplItem, ItemImpl, PathArguments, Type};

/// The replacements for `self` and `Self`.
pub(super) struct SelfReplacements<'a> {
    pub(super) owner: &'a Type,
    pub(super) block: &'a ItemImpl,
    pub(super) this: &'a str,
}

impl SelfReplacements<'_> {
    /// Replaces tokens, not syntax: they may be in macros. `code`: in a body, not in types only.
    pub(super) fn replace(&self, tokens: TokenStream, code: bool) -> TokenStream {
        let mut out = TokenStream::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(
                        group.delimiter(),
                        self.replace(group.stream(), code),
                    );
                    inner.set_span(group.span());
                    out.extend([TokenTree::Group(inner)]);
                }
                TokenTree::Ident(ident) if ident == "self" => {
                    // `self::f` is a path
                    let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(p))
                        if p.as_char() == ':' && p.spacing() == proc_macro2::Spacing::Joint);
                    out.extend([TokenTree::Ident(if is_path {
                        ident
                    } else {
                        Ident::new(self.this, ident.span())
                    })]);
                }
                TokenTree::Ident(ident) if ident == "Self" => {
                    let mut rest = tokens.clone();
                    let colons = [rest.next(), rest.next()];
                    let is_path = colons
                        .iter()
                        .all(|t| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == ':'));
                    if is_path
                        && let Some(TokenTree::Ident(name)) = rest.next()
                        && let Some(ty) = self.associated_type(&name)
                    {
                        (0..3).for_each(|_| drop(tokens.next()));
                        let ty = self.replace(locate_at(ty, ident.span()), false);
                        let more = matches!(tokens.peek(), Some(TokenTree::Punct(p))
                            if p.as_char() == ':');
                        out.extend(if more { quote!(<#ty>) } else { ty });
                        continue;
                    }
                    let braces = matches!(tokens.peek(), Some(TokenTree::Group(_)));
                    let owner = if is_path || (braces && code) {
                        self.path()
                    } else {
                        self.owner.to_token_stream()
                    };
                    out.extend(locate_at(owner, ident.span()));
                }
                token => out.extend([token]),
            }
        }
        out
    }

    /// The type as the start of a path, or as the name of a constructor.
    fn path(&self) -> TokenStream {
        match self.owner {
            Type::Path(p) if p.qself.is_none() => {
                let mut path = p.path.clone();
                if let Some(last) = path.segments.last_mut()
                    && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
                {
                    arguments.colon2_token = Some(Default::default());
                }
                path.to_token_stream()
            }
            ty => quote!(<#ty>),
        }
    }

    /// An associated type of the block.
    fn associated_type(&self, name: &Ident) -> Option<TokenStream> {
        self.block.items.iter().find_map(|item| match item {
            ImplItem::Type(t) if t.ident == *name => Some(t.ty.to_token_stream()),
            _ => None,
        })
    }
}

/// A path of the block that moves outside it: with the type for `Self`.
pub fn outside_block(path: TokenStream, owner: &TokenStream) -> TokenStream {
    let replaced = path.into_iter().flat_map(|token| match token {
        TokenTree::Ident(ident) if ident == "Self" => {
            let place = |mut token: TokenTree| {
                token.set_span(ident.span());
                token
            };
            quote!(<#owner>).into_iter().map(place).collect()
        }
        token => TokenStream::from(token),
    });
    replaced.collect()
}

/// Tokens of the block's header, with the span of their use.
fn locate_at(tokens: TokenStream, at: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                token = proc_macro2::Group::new(group.delimiter(), locate_at(group.stream(), at))
                    .into();
            }
            token.set_span(at.resolved_at(token.span()));
            token
        })
        .collect()
}
