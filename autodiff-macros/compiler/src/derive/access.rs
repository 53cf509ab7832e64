//! The fields by name, for generated code that does not see the definition.

use super::types;
use super::{Field, Model, Variant, name_of};
use crate::type_class;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The hash of a field's name in types; the function `name` of the runtime.
fn number(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// `Field` and `TangentField` for every field, also for those without a tangent.
pub fn access(model: &Model) -> TokenStream {
    let params: BTreeSet<String> = model.generics.params.iter().map(name_of).collect();
    let mut hidden = false;
    let implementations: Vec<TokenStream> = model
        .variants
        .iter()
        .flat_map(|variant| variant.fields.iter().map(move |field| (variant, field)))
        .map(|(variant, field)| {
            let name = match &variant.name {
                None => field.name.clone(),
                Some(variant) => format!("{variant}.{}", field.name),
            };
            let number = number(&name);
            // A public implementation cannot name a private type, but it can name it through a
            // private trait.
            let plain = type_class::is_plain(&field.ty, &params);
            hidden |= !plain;
            let value = value(model, field, number, plain);
            let component = component(model, variant, field, number);
            let tangent = if field.is_active() {
                part(model, variant, field, number, plain)
            } else {
                inactive_part(model, number)
            };
            let holds = (!field.is_marked).then(|| holds_impl(model, number));
            quote!(#value #component #tangent #holds)
        })
        .collect();
    let private = hidden.then(|| {
        quote!(
            struct __Private<__S: ?Sized, const __NAME: u64>(::core::marker::PhantomData<__S>);
        )
    });
    quote!(#private #(#implementations)*)
}

/// The field as a component, for generated code that does not know whether the value is a tuple. It
/// is emitted only if the tangent has the same components.
fn component(model: &Model, variant: &Variant, field: &Field, number: u64) -> Option<TokenStream> {
    let lib = quote!(::autodiff::__private);
    let this = &model.this;
    let alike = variant.name.is_none() && variant.fields.iter().all(Field::is_active);
    let index: usize = field.name.parse().ok().filter(|_| alike)?;
    let (generics, _, clause) = model.generics.split_for_impl();
    Some(quote! {
        impl #generics #lib::TupleLeaf<#index> for #this #clause {
            type Leaf = <#this as #lib::Field<#number>>::Type;
        }
    })
}

/// The type of the field.
fn value(model: &Model, field: &Field, number: u64, plain: bool) -> TokenStream {
    let lib = quote!(::autodiff::__private);
    let (this, ty) = (&model.this, &field.ty);
    let (generics, _, clause) = model.generics.split_for_impl();
    if plain {
        return quote! {
            impl #generics #lib::Field<#number> for #this #clause {
                type Type = #ty;
            }
        };
    }
    let mut more = model.generics.clone();
    more.params.push(syn::parse_quote!(__Type: ?Sized));
    more.make_where_clause().predicates.push(
        syn::parse_quote!(__Private<#this, #number>: ::autodiff::__private::Is<Type = __Type>),
    );
    let (more, _, with_type) = more.split_for_impl();
    quote! {
        impl #generics #lib::Is for __Private<#this, #number> #clause {
            type Type = #ty;
        }
        impl #more #lib::Field<#number> for #this #with_type {
            type Type = __Type;
        }
    }
}

/// The implementation that allows storing active values in a field.
fn holds_impl(model: &Model, number: u64) -> TokenStream {
    let tangent = model.tangent_type();
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    quote!(impl #of_tangent ::autodiff::__private::Holds<#number> for #tangent #clause {})
}

/// The implementation for a field without a tangent.
fn inactive_part(model: &Model, number: u64) -> TokenStream {
    let lib = quote!(::autodiff::__private);
    let tangent = model.tangent_type();
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    quote! {
        impl #of_tangent #lib::TangentField<#number> for #tangent #clause {
            type Part<'__a> = #lib::Nothing where Self: '__a;
            type PartMut<'__a> = #lib::Discard where Self: '__a;

            #[inline]
            fn field(&self) -> #lib::Nothing { #lib::Nothing }

            #[inline]
            fn field_mut(&mut self) -> #lib::Discard { #lib::Discard }
        }
    }
}

/// The implementation for a field with a tangent. The content of a box is accessed through the box.
fn part(model: &Model, variant: &Variant, field: &Field, number: u64, plain: bool) -> TokenStream {
    let lib = quote!(::autodiff::__private);
    let tangent = model.tangent_type();
    let (boxes, inner) = types::strip_boxes(&field.ty);
    let ty = types::tangent(inner);
    let member = &field.tangent_member;
    let (derefs, this) =
        ((0..boxes).map(|_| quote!(*)).collect::<TokenStream>(), quote!(__tangent));
    let place = |reference: TokenStream| match &variant.name {
        None => quote!(#reference #derefs #this.#member),
        Some(name) => {
            let (path, label) = (&model.tangent, name.to_string());
            let other = (model.variants.len() > 1).then(
                || quote!(__other => #lib::other_variant(#label, __variant_of_tangent(__other)),),
            );
            quote!(match #this { #path::#name { #member: __field, .. }
                => #reference *#derefs __field, #other })
        }
    };
    let (shared, unique) = (place(quote!(&)), place(quote!(&mut)));
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    if plain {
        return quote! {
            impl #of_tangent #lib::TangentField<#number> for #tangent #clause {
                type Part<'__a> = &'__a #ty where Self: '__a;
                type PartMut<'__a> = &'__a mut #ty where Self: '__a;

                #[inline]
                #[track_caller]
                fn field(&self) -> &#ty { let #this = self; #shared }

                #[inline]
                #[track_caller]
                fn field_mut(&mut self) -> &mut #ty { let #this = self; #unique }
            }
        };
    }
    let mut more = model.of_tangent.clone();
    more.params.push(syn::parse_quote!(__Type: 'static));
    more.make_where_clause().predicates.push(syn::parse_quote!(__Private<#tangent,
            #number>: ::autodiff::__private::Access<#tangent, Type = __Type>));
    let (more, _, with_type) = more.split_for_impl();
    quote! {
        impl #of_tangent #lib::Access<#tangent> for __Private<#tangent, #number> #clause {
            type Type = #ty;

            #[inline]
            #[track_caller]
            fn get(#this: &#tangent) -> &#ty { #shared }

            #[inline]
            #[track_caller]
            fn get_mut(#this: &mut #tangent) -> &mut #ty { #unique }
        }
        impl #more #lib::TangentField<#number> for #tangent #with_type {
            type Part<'__a> = &'__a __Type where Self: '__a;
            type PartMut<'__a> = &'__a mut __Type where Self: '__a;

            #[inline]
            #[track_caller]
            fn field(&self) -> &__Type { <__Private<#tangent,
                #number> as #lib::Access<#tangent>>::get(self) }

            #[inline]
            #[track_caller]
            fn field_mut(&mut self) -> &mut __Type { <__Private<#tangent,
                #number> as #lib::Access<#tangent>>::get_mut(self) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_runtime() {
        // the published test vectors of FNV-1a, against which the runtime's function is tested as
        // well
        assert_eq!(
            [number(""), number("a"), number("foobar")],
            [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8]
        );
    }
}
