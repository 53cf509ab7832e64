//! The tangent type, and the runtime's traits for it and for the value.
//!
//! A struct is treated as an enum of one variant: every function is a `match`.

use super::{Field, FieldsAre, Model, Variant, types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Member;

/// The tangent type.
pub fn definition(model: &Model) -> TokenStream {
    let Model { name, tangent, visibility, of_tangent, .. } = model;
    let (_, _, clause) = of_tangent.split_for_impl();
    // with its bounds and defaults, but without the where clause
    let parameters = syn::Generics { where_clause: None, ..of_tangent.clone() };
    let says = format!("The tangent of [`{name}`]: its active fields, each with its tangent.");
    let copy = model.is_static().then(|| quote!(#[derive(Copy)]));
    let kind = if model.is_enum { quote!(enum) } else { quote!(struct) };
    let body = match &model.variants[..] {
        [only] if !model.is_enum => match only.fields_are {
            FieldsAre::Named => {
                let fields = definitions(only, true);
                quote!(#clause { #fields })
            }
            FieldsAre::Numbered => {
                let fields = definitions(only, true);
                quote!((#fields) #clause;)
            }
            FieldsAre::None => quote!(#clause;),
        },
        variants => {
            let variants = variants.iter().map(|variant| {
                let name = &variant.name;
                let says = format!("The tangent of a value that is `{}`.", name.to_token_stream());
                let fields = definitions(variant, false);
                let fields = match variant.fields_are {
                    FieldsAre::Named => quote!({ #fields }),
                    FieldsAre::Numbered => quote!((#fields)),
                    FieldsAre::None => TokenStream::new(),
                };
                quote!(#[doc = #says] #name #fields)
            });
            quote!(#clause { #(#variants,)* })
        }
    };
    quote! {
        #[doc = #says]
        #[allow(dead_code, deprecated, unreachable_pub, private_interfaces, private_bounds,
            clippy::all, clippy::pedantic, clippy::nursery)]
        #copy
        #visibility #kind #tangent #parameters #body
    }
}

fn definitions(variant: &Variant, with_visibility: bool) -> TokenStream {
    let fields = variant.active_fields().map(|field| {
        let says = format!("The tangent of `{}`.", field.member.to_token_stream());
        let visibility = with_visibility.then_some(&field.visibility);
        let name =
            if let Member::Named(name) = &field.member { Some(quote!(#name:)) } else { None };
        let ty = types::tangent(&field.ty);
        quote!(#[doc = #says] #visibility #name #ty)
    });
    quote!(#(#fields,)*)
}

/// The name of a part of a pattern.
fn part(prefix: &str, number: usize) -> Ident {
    format_ident!("__{prefix}{number}", span = Span::mixed_site())
}

/// A pattern, or the expression that constructs such a value: the path, and for each active field
/// its member and a name or expression.
fn braces(
    path: &TokenStream,
    members: impl Iterator<Item = Member>,
    parts: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let fields = members.zip(parts).map(|(member, part)| quote!(#member: #part));
    quote!(#path { #(#fields,)* })
}

/// One variant and the paths to its value, tangent and shape.
struct Arm<'m> {
    variant: &'m Variant,
    active: Vec<&'m Field>,
    /// `S::Variant`
    value: TokenStream,
    /// `STangent::Variant`
    tangent: TokenStream,
    /// `__Shape::Variant`
    shape: TokenStream,
}

impl<'m> Arm<'m> {
    fn of(model: &'m Model, variant: &'m Variant) -> Arm<'m> {
        let (name, tangent) = (&model.name, &model.tangent);
        let variant_path = variant.name.as_ref().map(|v| quote!(::#v));
        Arm {
            variant,
            active: variant.active_fields().collect(),
            value: quote!(#name #variant_path),
            tangent: quote!(#tangent #variant_path),
            shape: quote!(__Shape #variant_path),
        }
    }

    fn name(&self) -> String {
        self.variant.name.as_ref().map(ToString::to_string).unwrap_or_default()
    }

    /// `S::V { x: __a0, .. }`
    fn of_value(&self, prefix: &str) -> TokenStream {
        let path = &self.value;
        let members = self.active.iter().map(|f| &f.member);
        let parts = (0..self.active.len()).map(|i| part(prefix, i));
        quote!(#path { #(#members: #parts,)* .. })
    }

    /// `STangent::V { x: __a0 }`
    fn of_tangent(&self, prefix: &str) -> TokenStream {
        self.tangent_with(|i| part(prefix, i).to_token_stream())
    }

    fn tangent_with(&self, part: impl Fn(usize) -> TokenStream) -> TokenStream {
        braces(
            &self.tangent,
            self.active.iter().map(|f| f.tangent_member.clone()),
            (0..self.active.len()).map(part),
        )
    }

    /// `Shape::V { 0: __a0 }`
    fn shape_with(&self, part: impl Fn(usize) -> TokenStream) -> TokenStream {
        braces(
            &self.shape,
            (0..self.active.len()).map(Member::from),
            (0..self.active.len()).map(part),
        )
    }
}

/// The implementations of the traits.
pub fn implementations(model: &Model) -> TokenStream {
    let arms: Vec<Arm<'_>> = model.variants.iter().map(|variant| Arm::of(model, variant)).collect();
    let all = [
        differentiable_impls(model, &arms),
        space(model, &arms),
        standard(model, &arms),
        accumulator(model),
        residual_impl(model, &arms),
    ];
    all.into_iter().collect()
}

/// `match $on { $arm => …, … }`
fn match_expr(
    on: &TokenStream,
    arms: &[Arm<'_>],
    arm: impl Fn(&Arm<'_>) -> (TokenStream, TokenStream),
    rest: Option<TokenStream>,
) -> TokenStream {
    let arms = arms.iter().map(|a| {
        let (pattern, body) = arm(a);
        quote!(#pattern => #body)
    });
    quote!(match #on { #(#arms,)* #rest })
}

/// The arm for different variants; empty if there is only one variant.
fn mismatch_arm(
    model: &Model,
    what: &str,
    first: TokenStream,
    other: &str,
    second: TokenStream,
) -> Option<TokenStream> {
    (model.variants.len() > 1).then(|| {
        quote!((__a, __b)
        => ::autodiff::__private::different_variants(#what, #first, #other, #second),)
    })
}

/// `Differentiable` for the value and for the tangent, and the shape.
fn differentiable_impls(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let shape = (!model.is_static())
        .then(|| [shape_definition(model, arms), shape_implementations(model, arms)]);
    let shape = shape.into_iter().flatten();
    shape
        .chain([
            variant_names(model, arms),
            differentiable_value(model, arms),
            differentiable_tangent(model, arms),
        ])
        .collect()
}

/// The type of the shape: `()` if all values have the same.
fn shape_type(model: &Model) -> TokenStream {
    let (_, arguments, _) = model.of_tangent.split_for_impl();
    if model.is_static() { quote!(()) } else { quote!(__Shape #arguments) }
}

/// The shape: for each active field the shape of its value.
fn shape_definition(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let (_, _, clause) = model.of_tangent.split_for_impl();
    // with its bounds and defaults, as the tangent
    let parameters = syn::Generics { where_clause: None, ..model.of_tangent.clone() };
    let types = |arm: &Arm<'_>| {
        let types = arm.active.iter().map(|field| {
            let ty = &field.ty;
            let shape = quote!(<#ty as ::autodiff::__private::Differentiable>::Shape);
            if field.recursive { quote!(::autodiff::__private::Box<#shape>) } else { shape }
        });
        quote!(#(#types,)*)
    };
    match arms {
        [only] if !model.is_enum => {
            let types = types(only);
            quote!(pub struct __Shape #parameters (#types) #clause;)
        }
        arms => {
            let variants = arms.iter().map(|arm| {
                let (name, types) = (&arm.variant.name, types(arm));
                quote!(#name(#types))
            });
            quote!(pub enum __Shape #parameters #clause { #(#variants,)* })
        }
    }
}

/// The traits of the shape.
fn shape_implementations(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    let shape = shape_type(model);
    let lib = quote!(::autodiff::__private);
    let pattern = |arm: &Arm<'_>| arm.shape_with(|i| part("a", i).to_token_stream());
    let clone = match_expr(
        &quote!(self),
        arms,
        |arm| {
            let copies = arm.shape_with(|i| {
                let a = part("a", i);
                quote!(::core::clone::Clone::clone(#a))
            });
            (pattern(arm), copies)
        },
        None,
    );
    // for an enum, the first variant that does not contain the enum itself
    let first = arms.iter().find(|arm| arm.active.iter().all(|f| !f.recursive)).or(arms.first());
    let default = first.map(|arm| arm.shape_with(|_| quote!(::core::default::Default::default())));
    let debug = debug(&quote!(self), "Shape", arms, pattern, false);
    quote! {
        impl #of_tangent ::core::clone::Clone for #shape #clause {
            #[inline]
            fn clone(&self) -> Self { #clone }
        }
        impl #of_tangent ::core::default::Default for #shape #clause {
            #[inline]
            fn default() -> Self { #default }
        }
        impl #of_tangent ::core::fmt::Debug for #shape #clause {
            fn fmt(&self, __formatter: &mut ::core::fmt::Formatter<'_>)
                -> ::core::fmt::Result { #debug }
        }
        impl #of_tangent #lib::Residual for #shape #clause {
            #[inline]
            fn blank() -> Self { ::core::default::Default::default() }
            #[inline]
            fn heap_bytes(&self) -> usize { 0 }
        }
        impl #of_tangent #lib::TangentShape for #shape #clause {
            type Sequence = #lib::Vec<Self>;
        }
    }
}

/// The functions that name the variant of a value and of a tangent, for messages.
fn variant_names(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    if model.variants.len() <= 1 {
        return TokenStream::new();
    }
    let (this, tangent) = (&model.this, model.tangent_type());
    let (generics, _, clause) = model.generics.split_for_impl();
    let (of_tangent, _, clause_of_tangent) = model.of_tangent.split_for_impl();
    let values = arms.iter().map(|arm| {
        let (path, name) = (&arm.value, arm.name());
        quote!(#path { .. } => #name)
    });
    let tangents = arms.iter().map(|arm| {
        let (path, name) = (&arm.tangent, arm.name());
        quote!(#path { .. } => #name)
    });
    quote! {
        fn __variant_of_value #generics (value: &#this)
            -> &'static str #clause { match value { #(#values,)* } }
        fn __variant_of_tangent #of_tangent (tangent: &#tangent)
            -> &'static str #clause_of_tangent { match tangent { #(#tangents,)* } }
    }
}

/// The body of `Differentiable::shape`, where `pattern` matches a value or a tangent.
fn shape_of(
    model: &Model,
    arms: &[Arm<'_>],
    pattern: impl Fn(&Arm<'_>) -> TokenStream,
) -> TokenStream {
    if model.is_static() {
        return TokenStream::new();
    }
    match_expr(
        &quote!(self),
        arms,
        |arm| {
            let shape = arm.shape_with(|i| {
                let a = part("a", i);
                let shape = quote!(::autodiff::__private::Differentiable::tangent_shape(#a));
                if arm.active[i].recursive {
                    quote!(::autodiff::__private::Box::new(#shape))
                } else {
                    shape
                }
            });
            (pattern(arm), shape)
        },
        None,
    )
}

/// The body of `Differentiable::zero_of`.
fn zero_of(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let zero = |arm: &Arm<'_>, shape: &dyn Fn(usize) -> TokenStream| {
        arm.tangent_with(|i| {
            let (ty, shape) = (&arm.active[i].ty, shape(i));
            quote!(<#ty as ::autodiff::__private::Differentiable>::zero_of(#shape))
        })
    };
    if model.is_static() {
        return arms
            .iter()
            .map(|arm| zero(arm, &|_| quote!(&::core::default::Default::default())))
            .collect();
    }
    let shape_part = |i| part("a", i).to_token_stream();
    match_expr(
        &quote!(__shape),
        arms,
        |arm| (arm.shape_with(shape_part), zero(arm, &shape_part)),
        None,
    )
}

/// The body of `Differentiable::move_by` of the value.
fn move_by(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    match_expr(
        &quote!((self, __tangent)),
        arms,
        |arm| {
            let (value, tangent) = (arm.of_value("a"), arm.of_tangent("b"));
            let moves = (0..arm.active.len()).map(|i| {
                let (a, b) = (part("a", i), part("b", i));
                quote!(::autodiff::__private::Differentiable::move_by(#a, #b);)
            });
            (quote!((#value, #tangent)), quote!({ #(#moves)* }))
        },
        mismatch_arm(
            model,
            "value",
            quote!(__variant_of_value(__a)),
            "tangent",
            quote!(__variant_of_tangent(__b)),
        ),
    )
}

/// A body that has a statement for each active field of the value, then `last`.
fn each_active(
    arms: &[Arm<'_>],
    statement: impl Fn(Ident) -> TokenStream,
    last: &TokenStream,
) -> TokenStream {
    match_expr(
        &quote!(self),
        arms,
        |arm| {
            let statements = (0..arm.active.len()).map(|i| statement(part("a", i)));
            (arm.of_value("a"), quote!({ #(#statements)* #last }))
        },
        None,
    )
}

fn differentiable_value(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let (this, tangent, shape) = (&model.this, model.tangent_type(), shape_type(model));
    let (generics, _, clause) = model.generics.split_for_impl();
    let lib = quote!(::autodiff::__private);
    // rustc checks that the types taken for discrete are discrete
    let discrete = model
        .variants
        .iter()
        .flat_map(|v| &v.fields)
        .filter(|f| f.role == super::Role::Discrete)
        .map(|f| {
            let ty = &f.ty;
            quote!(#lib::discrete::<#ty>();)
        });
    let clones = super::save::clone_check(model);
    let shape_of = shape_of(model, arms, |arm| arm.of_value("a"));
    let (zero_of, move_by) = (zero_of(model, arms), move_by(model, arms));
    let write = each_active(
        arms,
        |a| quote!(#lib::Differentiable::write_reals(#a, __reals);),
        &TokenStream::new(),
    );
    let read = each_active(
        arms,
        |a| quote!(let __flat = #lib::Differentiable::read_reals(#a, __flat);),
        &quote!(__flat),
    );
    quote! {
        impl #generics #lib::Differentiable for #this #clause {
            type Tangent = #tangent;
            type Shape = #shape;

            #clones

            #[inline]
            fn tangent_shape(&self) -> Self::Shape {
                #(#discrete)*
                #shape_of
            }

            #[inline]
            fn zero_of(__shape: &Self::Shape) -> Self::Tangent { #zero_of }

            #[inline]
            #[track_caller]
            fn move_by(&mut self, __tangent: &Self::Tangent) { #move_by }

            fn write_reals(&self, __reals: &mut #lib::Vec<f64>) { #write }
            fn read_reals<'__flat>(&mut self, __flat: &'__flat [f64]) -> &'__flat [f64] { #read }
        }
    }
}

fn differentiable_tangent(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let (tangent, shape) = (model.tangent_type(), shape_type(model));
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    let lib = quote!(::autodiff::__private);
    let shape_of = shape_of(model, arms, |arm| arm.of_tangent("a"));
    let zero_of = zero_of(model, arms);
    quote! {
        impl #of_tangent #lib::Differentiable for #tangent #clause {
            type Tangent = Self;
            type Shape = #shape;

            #[inline]
            fn tangent_shape(&self) -> Self::Shape { #shape_of }

            #[inline]
            fn zero_of(__shape: &Self::Shape) -> Self { #zero_of }

            #[inline]
            #[track_caller]
            fn move_by(&mut self, __tangent: &Self) {
                #lib::TangentSpace::add_assign(self, __tangent) }

            fn write_reals(&self, __reals: &mut #lib::Vec<f64>) {
                #lib::TangentSpace::flatten_into(self, __reals) }
            fn read_reals<'__flat>(&mut self, __flat: &'__flat [f64])
                -> &'__flat [f64] { #lib::TangentSpace::unflatten_from(self, __flat) }
        }
    }
}

/// `TangentSpace`, and the addition with `+=`.
fn space(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let tangent = model.tangent_type();
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    let lib = quote!(::autodiff::__private);
    let pairs = |one: &dyn Fn(Ident, Ident) -> TokenStream,
                 join: &dyn Fn(Vec<TokenStream>) -> TokenStream,
                 second: &str| {
        match_expr(
            &quote!((self, __other)),
            arms,
            |arm| {
                let (a, b) = (arm.of_tangent("a"), arm.of_tangent("b"));
                let parts =
                    (0..arm.active.len()).map(|i| one(part("a", i), part("b", i))).collect();
                (quote!((#a, #b)), join(parts))
            },
            mismatch_arm(
                model,
                "tangent",
                quote!(__variant_of_tangent(__a)),
                second,
                quote!(__variant_of_tangent(__b)),
            ),
        )
    };
    let add = pairs(
        &|a, b| quote!(#lib::TangentSpace::add_assign(#a, #b);),
        &|parts| quote!({ #(#parts)* }),
        "added tangent",
    );
    let dot = pairs(
        &|a, b| quote!(#lib::TangentSpace::inner_product(#a, #b)),
        &|parts| quote!(0.0 #(+ #parts)*),
        "multiplied tangent",
    );
    let singles = |one: &dyn Fn(Ident) -> TokenStream,
                   join: &dyn Fn(Vec<TokenStream>) -> TokenStream| {
        match_expr(
            &quote!(self),
            arms,
            |arm| {
                let parts = (0..arm.active.len()).map(|i| one(part("a", i))).collect();
                (arm.of_tangent("a"), join(parts))
            },
            None,
        )
    };
    let scale = singles(
        &|a| quote!(#lib::TangentSpace::scale(#a, __factor);),
        &|parts| quote!({ #(#parts)* }),
    );
    let dimension =
        singles(&|a| quote!(#lib::TangentSpace::dimension(#a)), &|parts| quote!(0 #(+ #parts)*));
    let flatten = singles(
        &|a| quote!(#lib::TangentSpace::flatten_into(#a, __out);),
        &|parts| quote!({ #(#parts)* }),
    );
    let unflatten = singles(
        &|a| quote!(let __flat = #lib::TangentSpace::unflatten_from(#a, __flat);),
        &|parts| quote!({ #(#parts)* __flat }),
    );
    let addition = addition(model);
    quote! {
        impl #of_tangent #lib::TangentDot for #tangent #clause {}

        impl #of_tangent #lib::TangentSpace for #tangent #clause {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, __other: &Self) { #add }

            #[inline]
            fn scale(&mut self, __factor: f64) { #scale }

            #[inline]
            #[track_caller]
            fn inner_product(&self, __other: &Self) -> f64 { #dot }

            #[inline]
            fn dimension(&self) -> usize { #dimension }

            #[inline]
            fn flatten_into(&self, __out: &mut #lib::Vec<f64>) { #flatten }

            #[inline]
            #[track_caller]
            fn unflatten_from<'__flat>(&mut self, __flat: &'__flat [f64])
                -> &'__flat [f64] { #unflatten }
        }

        #addition
    }
}

/// `+=` of tangents, by value and by reference.
fn addition(model: &Model) -> TokenStream {
    let tangent = model.tangent_type();
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    let lib = quote!(::autodiff::__private);
    quote! {
        impl #of_tangent ::core::ops::AddAssign for #tangent #clause {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, __other: Self) {
                #lib::TangentSpace::add_assign(self, &__other) }
        }

        impl #of_tangent ::core::ops::AddAssign<&Self> for #tangent #clause {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, __other: &Self) {
                #lib::TangentSpace::add_assign(self, __other) }
        }
    }
}

/// `Clone`, `PartialEq`, `Debug`, and for structs `Default`. The derives of rustc would bound the
/// parameters, not their tangents.
fn standard(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let tangent = model.tangent_type();
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    let clone = match_expr(
        &quote!(self),
        arms,
        |arm| {
            let copies = arm.tangent_with(|i| {
                let a = part("a", i);
                quote!(::core::clone::Clone::clone(#a))
            });
            (arm.of_tangent("a"), copies)
        },
        None,
    );
    let equal = match_expr(
        &quote!((self, __other)),
        arms,
        |arm| {
            let (a, b) = (arm.of_tangent("a"), arm.of_tangent("b"));
            let parts = (0..arm.active.len()).map(|i| {
                let (a, b) = (part("a", i), part("b", i));
                quote!(::core::cmp::PartialEq::eq(#a, #b))
            });
            (quote!((#a, #b)), quote!(true #(&& #parts)*))
        },
        (model.variants.len() > 1).then(|| quote!(_ => false,)),
    );
    let debug =
        debug(&quote!(self), &model.tangent.to_string(), arms, |arm| arm.of_tangent("a"), true);
    // an enum has no natural default: it has a shape for each variant
    let default = (!model.is_enum).then(|| {
        let zeros = arms.iter().map(|arm| {
            arm.tangent_with(|i| {
                let ty = &arm.active[i].ty;
                quote!(<#ty as ::autodiff::__private::Differentiable>
                    ::zero_of(&::core::default::Default::default()))
            })
        });
        quote! {
            /// The zero tangent of a value whose sequences are all empty.
            impl #of_tangent ::core::default::Default for #tangent #clause {
                #[inline]
                fn default() -> Self { #(#zeros)* }
            }
        }
    });
    quote! {
        impl #of_tangent ::core::clone::Clone for #tangent #clause {
            #[inline]
            fn clone(&self) -> Self { #clone }
        }

        impl #of_tangent ::autodiff::__private::Save for #tangent #clause {
            #[inline]
            fn save<__Need: ::autodiff::__private::Need>(&self)
                -> Self { ::core::clone::Clone::clone(self) }
        }

        impl #of_tangent ::core::cmp::PartialEq for #tangent #clause {
            #[inline]
            fn eq(&self, __other: &Self) -> bool { #equal }
        }

        impl #of_tangent ::core::fmt::Debug for #tangent #clause {
            fn fmt(&self, __formatter: &mut ::core::fmt::Formatter<'_>)
                -> ::core::fmt::Result { #debug }
        }

        #default
    }
}

/// The body of `Debug::fmt`, as rustc derives it; `named` if the members have the names of the
/// value's.
fn debug(
    on: &TokenStream,
    of: &str,
    arms: &[Arm<'_>],
    pattern: impl Fn(&Arm<'_>) -> TokenStream,
    named: bool,
) -> TokenStream {
    match_expr(
        on,
        arms,
        |arm| {
            let name = if arm.variant.name.is_some() { arm.name() } else { of.to_string() };
            let parts = (0..arm.active.len()).map(|i| part("a", i));
            let body = match arm.variant.fields_are {
                FieldsAre::Named if named => {
                    let names = arm.active.iter().map(|f| &f.name);
                    quote!(__formatter.debug_struct(#name) #(.field(#names, #parts))* .finish())
                }
                FieldsAre::Named | FieldsAre::Numbered if !arm.active.is_empty() => {
                    quote!(__formatter.debug_tuple(#name) #(.field(#parts))* .finish())
                }
                FieldsAre::Named | FieldsAre::Numbered | FieldsAre::None => {
                    quote!(__formatter.write_str(#name))
                }
            };
            (pattern(arm), body)
        },
        None,
    )
}

/// The implementation as its own accumulator, without elements.
fn accumulator(model: &Model) -> TokenStream {
    let tangent = model.tangent_type();
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    let lib = quote!(::autodiff::__private);
    let of_a_whole = quote! {
        type Element<'__a> = #lib::Discard where Self: '__a;
        type Window<'__a> = #lib::Discard where Self: '__a;

        #[inline]
        #[track_caller]
        fn element(&mut self, __index: usize)
            -> #lib::Discard { #lib::no_elements(::core::format_args!("element {__index}")) }

        #[inline]
        #[track_caller]
        fn window(&mut self, __range: ::core::ops::Range<usize>) -> #lib::Discard {
            #lib::no_elements(::core::format_args!("the window {__range:?}"))
        }

        #[inline]
        fn length(&self) -> ::core::option::Option<usize> { ::core::option::Option::None }
    };
    quote! {
        // methods are called on the content of a box
        impl #of_tangent #lib::CotangentAccumulator<#tangent> for #lib::Box<#tangent> #clause {
            #of_a_whole

            #[inline]
            #[track_caller]
            fn add(&mut self, __cotangent: &#tangent) {
                #lib::TangentSpace::add_assign(&mut **self, __cotangent) }

            #[inline]
            fn dense(&mut self) -> ::core::option::Option<&mut #tangent> {
                ::core::option::Option::Some(&mut **self) }
        }

        impl #of_tangent #lib::Structure for #tangent #clause {
            type Element = Self;
            type Memory = Self;
        }

        impl #of_tangent #lib::CotangentAccumulator<Self> for #tangent #clause {
            #of_a_whole

            #[inline]
            #[track_caller]
            fn add(&mut self, __cotangent: &Self) {
                #lib::TangentSpace::add_assign(self, __cotangent) }

            #[inline]
            fn dense(&mut self) -> ::core::option::Option<&mut Self> {
                ::core::option::Option::Some(self) }

            #[inline]
            fn same<'__a, __Made: #lib::MadeOf<'__a>>(__of: __Made::Of<Self>)
                -> ::core::option::Option<__Made::Of<Self>>
            where
                Self: '__a,
            {
                ::core::option::Option::Some(__of)
            }
        }
    }
}

/// `Residual` for the tangent: a second derivative saves tangents.
fn residual_impl(model: &Model, arms: &[Arm<'_>]) -> TokenStream {
    let tangent = model.tangent_type();
    let (of_tangent, _, clause) = model.of_tangent.split_for_impl();
    let lib = quote!(::autodiff::__private);
    let first = arms.iter().find(|arm| arm.active.iter().all(|f| !f.recursive)).or(arms.first());
    let blank = first.map(|arm| arm.tangent_with(|_| quote!(#lib::Residual::blank())));
    let bytes = match_expr(
        &quote!(self),
        arms,
        |arm| {
            let parts = (0..arm.active.len()).map(|i| {
                let a = part("a", i);
                quote!(#lib::Residual::heap_bytes(#a))
            });
            (arm.of_tangent("a"), quote!(0 #(+ #parts)*))
        },
        None,
    );
    quote! {
        impl #of_tangent #lib::Residual for #tangent #clause {
            #[inline]
            fn blank() -> Self { #blank }

            #[inline]
            fn heap_bytes(&self) -> usize { #bytes }
        }
    }
}
