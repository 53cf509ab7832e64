//! The runtime's `Save` for the value: a copy for the reverse sweep, field by field, which runs no
//! user-defined `Clone`.
//!
//! `saved_field!` selects how a field is saved. Only fields that mention type parameters need
//! bounds. Another field that cannot be saved is an error where a value is saved, so that types
//! that are never copied may have such fields.

use super::{Field, FieldsAre, Mentions, Model, Variant};
use crate::world::types::save_impls::of_members;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;
use syn::WherePredicate;

/// The implementation.
pub(super) fn save(model: &Model) -> TokenStream {
    let lib = quote!(::autodiff::__private);
    let (name, this) = (&model.name, &model.this);
    let arms = model.variants.iter().map(|variant| {
        let path = variant.name.as_ref().map_or_else(|| quote!(#name), |v| quote!(#name::#v));
        saved_variant(&path, variant)
    });
    let (generics, _, clause) = model.generics.split_for_impl();
    let mut conditional = model.generics.clone();
    conditional.make_where_clause().predicates.extend(conditions(model));
    let condition = &conditional.where_clause;
    let clone = model.derives_clone.then(|| plain_clone_impl(model));
    quote! {
        #clone

        impl #generics #lib::ByFields for #this #clause {}

        impl #generics #lib::Save for #this #condition {
            #[inline]
            fn save<__Need: #lib::Need>(&self) -> Self {
                match self { #(#arms,)* }
            }

            #[inline]
            fn save_all<__Need: #lib::Need>(__elements: &[Self])
                -> #lib::Vec<Self> { #lib::saved_all!(__Need, __elements) }
        }
    }
}

/// The function of `Differentiable` that checks the `Clone` of the value.
pub(super) fn clone_check(model: &Model) -> TokenStream {
    let lib = quote!(::autodiff::__private);
    let check = match model.derives_clone {
        true => quote!(let _: fn() = <Self as #lib::PlainClone>::fields::<__Need>;),
        false => quote!(let () = <__Need as #lib::Need>::CHANGES;),
    };
    quote!(fn clones<__Need: #lib::Need>() { #check })
}

/// The implementation of `PlainClone`: the `Clone` of the value copies its fields, and theirs is
/// checked.
fn plain_clone_impl(model: &Model) -> TokenStream {
    let this = &model.this;
    let (generics, _, clause) = model.generics.split_for_impl();
    let types = model
        .variants
        .iter()
        .flat_map(|variant| &variant.fields)
        .filter(|field| !field.recursive)
        .map(|field| &field.ty);
    quote! {
        impl #generics ::autodiff::__private::PlainClone for #this #clause {
            fn fields<__Need: ::autodiff::__private::Need>() {
                #(::autodiff::__private::cloned_field!(__Need, #types);)* }
        }
    }
}

/// A variant, constructed from its saved fields.
fn saved_variant(path: &TokenStream, variant: &Variant) -> TokenStream {
    if variant.fields_are == FieldsAre::None {
        return quote!(#path => #path);
    }
    let save =
        |field: &Field| if field.has_own_clone { quote!(saved_plain) } else { quote!(saved_field) };
    let fields = variant.fields.iter().map(|field| (field.member.clone(), save(field)));
    of_members(path, &fields.collect::<Vec<_>>())
}

/// The fields whose types mention type parameters.
fn of_params(model: &Model) -> impl Iterator<Item = &Field> {
    let params: BTreeSet<String> =
        model.generics.type_params().map(|param| param.ident.to_string()).collect();
    let fields = model.variants.iter().flat_map(|variant| &variant.fields);
    fields.filter(move |field| {
        !field.recursive && Mentions::of(&field.ty).names.intersection(&params).next().is_some()
    })
}

/// The bounds that these fields need.
fn conditions(model: &Model) -> Vec<WherePredicate> {
    let condition = |field: &Field| {
        let ty = &field.ty;
        if field.is_active() {
            syn::parse_quote!(#ty: ::autodiff::__private::Save)
        } else {
            syn::parse_quote!(#ty: ::core::clone::Clone)
        }
    };
    of_params(model).map(condition).collect()
}
