//! `Residual` for the value, so that generated code can save it between the sweeps: only if all
//! fields allow it, without an error otherwise.
//!
//! A blank consists of blanks of the fields, and of defaults where the type of a `#[constant]`
//! field is not known to have a blank. The implementation requires that these exist. rustc rejects
//! a bound on a concrete type that does not hold. So the bounds are on type parameters of a hidden
//! implementation of the runtime's `Blank`, which are equal to the types of the fields.

use super::{Field, FieldsAre, Model, Variant, types};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Type;

/// Whether the blank of a field comes from `Residual`.
fn has_blank(field: &Field) -> bool {
    field.is_active() || types::has_blank(&field.ty)
}

/// The implementation.
pub fn residual(model: &Model) -> TokenStream {
    let lib = quote!(::autodiff::__private);
    let this = &model.this;
    let (generics, _, clause) = model.generics.split_for_impl();
    let flat = |variant: &&Variant| variant.fields.iter().all(|field| !field.recursive);
    let Some(variant) = model.variants.iter().find(flat).or(model.variants.first()) else {
        return TokenStream::new();
    };

    // a bound on a recursive field would be a cycle
    let conditions = |with_blank: bool| {
        variant.fields.iter().filter(move |f| !f.recursive && has_blank(f) == with_blank)
    };
    let (blanks, blank_names) = tuple("a", conditions(true));
    let (defaults, default_names) = tuple("b", conditions(false));
    let (mut a, mut b) = (0, 0);
    let next = |prefix: &str, number: &mut usize| {
        let name = format_ident!("__{prefix}{number}");
        *number += 1;
        quote!(#name)
    };
    let values = variant.fields.iter().map(|field| {
        let member = &field.member;
        let value = match (field.recursive, has_blank(field)) {
            (true, true) => quote!(#lib::Residual::blank()),
            (true, false) => quote!(::core::default::Default::default()),
            (false, true) => next("a", &mut a),
            (false, false) => next("b", &mut b),
        };
        quote!(#member: #value)
    });
    let name = &model.name;
    let path = variant.name.as_ref().map_or_else(|| quote!(#name), |v| quote!(#name::#v));
    let values = quote!(#path { #(#values,)* });

    let bytes = model.variants.iter().map(|variant| {
        let path = variant.name.as_ref().map_or_else(|| quote!(#name), |v| quote!(#name::#v));
        if variant.fields_are == FieldsAre::None {
            return quote!(#path { .. } => 0);
        }
        let members = variant.fields.iter().map(|f| &f.member);
        let parts: Vec<_> = (0..variant.fields.len()).map(|i| format_ident!("__c{i}")).collect();
        quote!(#path { #(#members: #parts,)* } => 0 #(+ (&#lib::HeapProbe(#parts)).heap_bytes())*)
    });

    let mut conditional = model.generics.clone();
    conditional.params.push(syn::parse_quote!(__Residuals: ::autodiff::__private::Residual));
    conditional.params.push(syn::parse_quote!(__Defaults: ::core::default::Default));
    conditional.make_where_clause().predicates.push(
        syn::parse_quote!(__Blanks: ::autodiff::__private::Blank<#this, Blanks = __Residuals,
            Defaults = __Defaults>),
    );
    let (conditional, _, condition) = conditional.split_for_impl();
    quote! {
        struct __Blanks;

        impl #generics #lib::Blank<#this> for __Blanks #clause {
            type Blanks = #blanks;
            type Defaults = #defaults;

            #[inline]
            fn make(#blank_names: Self::Blanks, #default_names: Self::Defaults) -> #this { #values }

            #[inline]
            fn heap_bytes(__of: &#this) -> usize {
                use #lib::{HeapProbeOther as _, HeapProbeResidual as _};
                match __of { #(#bytes,)* }
            }
        }

        impl #conditional #lib::Residual for #this #condition {
            #[inline]
            fn blank() -> Self {
                <__Blanks as #lib::Blank<Self>>::make(#lib::Residual::blank(),
                    ::core::default::Default::default())
            }

            #[inline]
            fn heap_bytes(&self) -> usize { <__Blanks as #lib::Blank<Self>>::heap_bytes(self) }
        }
    }
}

/// The tuple of the types of fields and the pattern of their names, in groups of the largest size
/// that tuples have implementations for.
fn tuple<'f>(prefix: &str, fields: impl Iterator<Item = &'f Field>) -> (TokenStream, TokenStream) {
    let types: Vec<&Type> = fields.map(|field| &field.ty).collect();
    let names: Vec<_> = (0..types.len()).map(|i| format_ident!("__{prefix}{i}")).collect();
    let groups = |parts: &mut dyn Iterator<Item = TokenStream>| -> TokenStream {
        let parts: Vec<TokenStream> = parts.collect();
        if parts.len() <= 12 {
            return quote!((#(#parts,)*));
        }
        let groups = parts.chunks(12).map(|group| quote!((#(#group,)*)));
        quote!((#(#groups,)*))
    };
    (
        groups(&mut types.iter().map(|ty| quote!(#ty))),
        groups(&mut names.iter().map(|name| quote!(#name))),
    )
}
