//! `function!(path)`: a differentiated function as a value, which is the value of its marker.
//!
//! ```text
//! function!(square)           →  { mod … { pub type … = <() as Known<{ None.expect("…") }>>::Type; } use …::*; use square as …; <…>::FUNCTION }
//! function!(norm::<f64, 3>)   →  <norm::<f64, 3>>::FUNCTION
//! function!(Model::energy)    →  <<Model as Method<{ name("energy") }>>::Marker>::FUNCTION
//! ```
//!
//! If there is no marker, the other import resolves to a type whose error describes the fix
//! (`emit/linkage/aliases.rs`).

use crate::world::World;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// Expands `function!(path)`.
pub fn function(path: TokenStream) -> TokenStream {
    let path: syn::ExprPath = match syn::parse2(path) {
        Ok(path) => path,
        Err(_) => {
            let message = "`function!` takes the path of a function with `#[differentiate]`, as in \
                `function!(square)`, `function!(norm::<f64>)` or `function!(Model::energy)`";
            return quote!(::core::compile_error!(#message));
        }
    };
    let span = path.span();
    let Some(last) = path.path.segments.last() else { return TokenStream::new() };
    let mut owner = path.path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    let is_of_type = || !owner.segments.is_empty() && World::of_call_site().names_type(&owner);
    if path.qself.is_some() || is_of_type() {
        let owner = path
            .qself
            .as_ref()
            .map_or_else(|| owner.to_token_stream(), |qself| qself.ty.to_token_stream());
        let name = last.ident.to_string();
        let name = name.trim_start_matches("r#");
        return quote_spanned! {span=>
            <<#owner as ::autodiff::__private::Method<{
                ::autodiff::__private::name(#name) }>>::Marker>::FUNCTION
        };
    }
    if path.path.segments.iter().any(|s| !s.arguments.is_none()) {
        return quote_spanned!(span=> <#path>::FUNCTION);
    }
    let name = last.ident.to_string();
    let name = name.trim_start_matches("r#");
    let ours = |name: String| Ident::new(&name, Span::call_site().located_at(span));
    let [alias, missing] =
        ["function", "function_needs_differentiate_on"].map(|word| ours(format!("{word}_{name}")));
    let shown = path.to_token_stream().to_string().replace(' ', "");
    let message = format!("`{shown}` has no derivative: put #[differentiate] on it");
    quote_spanned! {span=>
        {
            #[allow(non_camel_case_types, non_snake_case, unreachable_pub, missing_docs,
                unused_qualifications)]
            mod #missing { pub type #alias = <() as ::autodiff::__private::Known<{
                ::core::option::Option::<bool>::None.expect(#message) }>>::Type; }
            #[allow(unused_imports)]
            use #missing::*;
            #[allow(unused_imports, non_camel_case_types, deprecated)]
            use #path as #alias;
            <#alias>::FUNCTION
        }
    }
}
