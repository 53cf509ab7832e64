//! How values of types without reals and without the derive are copied for the reverse sweep, and
//! whether `Clone` of a type is derived.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Fields, Item, Member};

/// The implementation for a type without reals and without the derive, by its name in scope; `None`
/// if parts of the type may be configured out.
pub fn save_impl(name: &dyn ToTokens, item: &Item) -> Option<TokenStream> {
    let (attributes, arms): (_, Vec<(TokenStream, &Fields)>) = match item {
        Item::Struct(of) => (&of.attrs, vec![(quote!(Self), &of.fields)]),
        Item::Enum(of) => {
            let variants = of.variants.iter().map(|variant| {
                let name = &variant.ident;
                (quote!(Self::#name), &variant.fields)
            });
            (&of.attrs, variants.collect())
        }
        _ => return None,
    };
    if arms.is_empty() || crate::world::text::has_cfg(item) {
        return None;
    }
    let arms = arms.iter().map(|(path, fields)| match fields {
        Fields::Unit => quote!(#path => #path),
        fields => of_members(
            path,
            &fields.members().map(|member| (member, quote!(saved_field))).collect::<Vec<_>>(),
        ),
    });
    let by = if is_among(attributes) { quote!(PlainClone) } else { quote!(ByFields) };
    Some(quote! {
        impl ::autodiff::__private::#by for #name {}

        impl ::autodiff::__private::Save for #name {
            #[inline]
            fn save<__Need: ::autodiff::__private::Need>(&self) -> Self {
                #[allow(deprecated)]
                match self { #(#arms,)* }
            }
        }
    })
}

/// Members with the macros of the runtime that save them.
pub fn of_members(path: &TokenStream, members: &[(Member, TokenStream)]) -> TokenStream {
    let (members, macros): (Vec<&Member>, Vec<&TokenStream>) =
        members.iter().map(|(member, save)| (member, save)).unzip();
    let names: Vec<_> = (0..members.len()).map(|k| format_ident!("__f{k}")).collect();
    quote! {
        #path { #(#members: #names,)* }
            => #path { #(#members: ::autodiff::__private::#macros!(__Need, #names),)* }
    }
}

/// Whether one of these attributes derives `Clone`.
pub fn is_among(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let mut found = false;
        // rustc reports an attribute that is no list of paths
        let _ = attribute.parse_nested_meta(|meta| {
            found |= is_clone(&quote::ToTokens::to_token_stream(&meta.path).to_string());
            Ok(())
        });
        found
    })
}

fn is_clone(path: &str) -> bool {
    let path: String = path.chars().filter(|c| !c.is_whitespace()).collect();
    matches!(path.trim_start_matches("::"), "Clone" | "std::clone::Clone" | "core::clone::Clone")
}
