//! Macros with the attribute → the expansions of their calls in later functions.
//!
//! The attribute on a function sees only that function, so an attribute on a macro provides the
//! macro's definition. Macro and function are two expansions, of which the second reads the string
//! that the first has recorded. The macro comes first in the source, as rustc requires.
//!
//! ```text
//! #[differentiate]                                     macro_rules! square {
//! macro_rules! square {                                    (the_differentiated_macro_of_this_name_5ad1…) => { () };
//!     ($x:expr) => { $x * $x };                  →         ($x:expr) => { $x * $x };
//! }                                                    }
//! #[differentiate]                                     fn f(x: f64) -> f64 { square!(x) }
//! fn f(x: f64) -> f64 { square!(x) }                   const _: () = square!(the_differentiated_macro_of_this_name_5ad1…);
//! ```
//!
//! A name is looked up among the records, the last one first. To check that rustc resolves the name
//! to that macro, the macro gets a rule that matches one token, a hash of its definition.

use crate::world::tokens::hash;
use crate::world::{MacroDefinition, World};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ItemMacro;

/// A recorded macro, as a function calls it.
pub struct RecordedMacro {
    pub path: syn::Path,
    pub definition: ItemMacro,
    /// An item that does not compile if the path resolves to another macro.
    pub check: TokenStream,
}

/// Whether an item is `macro_rules! name { … }`.
pub fn is_definition(m: &ItemMacro) -> bool {
    m.mac.path.is_ident("macro_rules") && m.ident.is_some()
}

/// Records a macro for later functions; returns the macro as it is emitted.
pub fn record(mut m: ItemMacro, world: &World) -> TokenStream {
    let Some(name) = m.ident.as_ref().map(ToString::to_string) else { return m.to_token_stream() };
    let text = m.to_token_stream().to_string();
    let sign = format!("the_differentiated_macro_of_this_name_{:016x}", hash(&text));
    let (token, rules) = (Ident::new(&sign, Span::call_site()), m.mac.tokens);
    m.mac.tokens = quote!((#token) => { () }; #rules);
    world.session().macros.lock().push((name, MacroDefinition { text, sign }));
    m.to_token_stream()
}

/// The macro that was recorded last under the last name of a path.
pub fn find(path: &syn::Path, world: &World) -> Option<RecordedMacro> {
    let name = path.segments.last()?.ident.to_string();
    let recorded = world.session().macros.lock();
    let MacroDefinition { text, sign } =
        recorded.iter().rev().find(|(of, _)| *of == name)?.1.clone();
    let token = Ident::new(&sign, Span::call_site());
    Some(RecordedMacro {
        path: path.clone(),
        definition: syn::parse_str(&text).ok()?,
        check: quote!(const _: () = #path!(#token);),
    })
}
