//! The macro alone, in process: an item → the errors it reports.

use proc_macro2::{TokenStream, TokenTree};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An error of the macro.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Error {
    pub message: String,
    /// The message without names.
    pub class: String,
    /// The token it points at.
    pub token: String,
    pub line: usize,
}

/// Expands an item under the bare attribute. A panic is an error, too.
pub fn errors(item: TokenStream) -> Vec<Error> {
    match catch_unwind(AssertUnwindSafe(|| autodiff_compiler::differentiate(TokenStream::new(), item))) {
        Ok(tokens) => {
            let mut found = Vec::new();
            scan(tokens, &mut found);
            found
        }
        Err(payload) => {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or_else(|| payload.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default();
            vec![Error { class: "PANIC of the macro".into(), message: text, token: String::new(), line: 0 }]
        }
    }
}

/// Finds `compile_error! { "…" }`.
fn scan(tokens: TokenStream, found: &mut Vec<Error>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (k, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let name = k.checked_sub(2).map(|k| &tokens[k]);
        if let Some(TokenTree::Ident(name)) = name
            && name == "compile_error"
            && let Ok(text) = syn::parse2::<syn::LitStr>(group.stream())
        {
            let span = name.span();
            let token = span.source_text().unwrap_or_default();
            found.push(Error { class: class(&text.value()), message: text.value(), token, line: span.start().line });
        } else {
            scan(group.stream(), found);
        }
    }
}

/// A message without what stands between its backquotes.
pub fn class(message: &str) -> String {
    let mut out = String::new();
    for (k, part) in message.split('`').enumerate() {
        out += if k % 2 == 0 { part } else { "`…`" };
    }
    out
}
