//! `#[derive(Differentiable)]`: a struct or enum → its tangent type, the runtime's traits for both,
//! and the fields by name.
//!
//! - The tangent type has the active fields, under their names. A field is left out if it is marked
//!   `#[constant]`, or if its type carries no reals. That follows from the type itself, or from its
//!   definition in the files of the crate ([`crate::world::types::plain_types`]).
//! - The shape of a value is a hidden type with the shapes of the active fields, or `()` if all
//!   lengths are part of types.
//! - All items except the tangent type are inside one `const _`, so that no name can clash.
//! - Generated code elsewhere knows a struct by name only. For every field, also one without a
//!   tangent, the runtime's `Field` of the value and `TangentField` of the tangent have the
//!   information it needs.
//! - A field that is an error is treated as a constant, so that no other errors follow.
//!
//! ```text
//! tangent        the tangent type, and `Differentiable` for both types
//! access         the fields by name
//! residual       `Residual`: how values are stored between the sweeps
//! save           `Save`: how values are copied for the reverse sweep
//! types          the tangents of a field, from its type
//! derived_clone  whether `Clone` is derived as well
//! ```

mod access;
mod derived_clone;
mod residual;
mod save;
mod tangent;
mod types;

use crate::diagnostics::Diagnostics;
use crate::type_class;
use crate::world::World;
use crate::world::types::derived_types::RecordedType;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Data, DeriveInput, Fields, GenericParam, Generics, Index, Member, Meta, Type,
    TypeParamBound, TypePath, Visibility,
};
use types::{Mentions, NoSelf};

/// Expands `#[derive(Differentiable)]`.
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    expand_derive(item, &World::of_call_site())
}

/// The same in the item's environment.
pub fn expand_derive(item: TokenStream, world: &World) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let world = &world.of_type(&input.ident);
    world.record_struct(&input.ident, &input.generics, &input);
    let mut diagnostics = Diagnostics::new();
    let model = Model::of(&input, world, &mut diagnostics);
    let errors = diagnostics.to_compile_errors();
    if model.variants.is_empty() {
        return errors;
    }
    let definition = tangent::definition(&model);
    let implementations = tangent::implementations(&model);
    let residual = residual::residual(&model);
    let access = access::access(&model);
    let save = save::save(&model);
    let dropped = check_of_drop(&input);
    let checks = model
        .variants
        .iter()
        .flat_map(|variant| variant.fields.iter().flat_map(|field| &field.checks));
    let mark = RecordedType::new(&input).map(|of| {
        let mark = of.mark(&input.ident);
        world.record_type(of);
        mark
    });
    quote! {
        #errors
        #definition

        #[doc(hidden)]
        #[allow(
            dead_code, deprecated, unreachable_pub, unreachable_patterns, unused_variables,
                non_snake_case, non_camel_case_types,
            private_interfaces, private_bounds, clippy::all, clippy::pedantic, clippy::nursery
        )]
        const _: () = {
            #implementations
            #residual
            #save
            #access
            #mark
            #dropped
            #(#checks)*
        };
    }
}

/// An item that does not compile if the type implements `Drop`: derivatives construct further
/// values of it, and drop values elsewhere. Generic types are not checked.
fn check_of_drop(input: &DeriveInput) -> Option<TokenStream> {
    if !input.generics.params.is_empty() {
        return None;
    }
    let name = &input.ident;
    let message = format!(
        "`{name}` implements `Drop`, but derivatives copy its values and drop the copies: \
         implement `Drop` for another type, and keep that type out of differentiated code"
    );
    // with the edition of this crate: in a crate of the 2015 edition, `::core` would start at the
    // crate root
    Some(quote_spanned! {Span::call_site().located_at(name.span())=>
        const _: () = {
            #[allow(unused_imports)]
            use ::autodiff::__private::NotDropped as _;
            ::core::assert!(!::autodiff::__private::Dropped::<#name>::BY_ITSELF, #message);
        };
    })
}

/// The kind of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It has a tangent.
    Active,
    /// It is marked `#[constant]`.
    Constant,
    /// Its type carries no reals.
    Discrete,
}

struct Field {
    /// The member of the value.
    member: Member,
    /// The member of the tangent, if active.
    tangent_member: Member,
    /// The name without `r#`, or the index.
    name: String,
    ty: Type,
    visibility: Visibility,
    role: Role,
    /// Whether it has the attribute `#[constant]`.
    is_marked: bool,
    /// Whether its types without reals do not derive `Differentiable`, and one of them does not
    /// derive `Clone`.
    has_own_clone: bool,
    /// Items that do not compile if the type is not the one found in the source file.
    checks: Vec<TokenStream>,
    /// Whether the type mentions the struct itself.
    recursive: bool,
}

impl Field {
    fn is_active(&self) -> bool {
        self.role == Role::Active
    }
}

struct Variant {
    /// `None` for a struct.
    name: Option<Ident>,
    /// Whether the fields are in braces or in parentheses.
    fields_are: FieldsAre,
    fields: Vec<Field>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FieldsAre {
    Named,
    Numbered,
    None,
}

impl Variant {
    fn active_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.is_active())
    }
}

struct Model {
    name: Ident,
    tangent: Ident,
    visibility: Visibility,
    /// The generics of the struct, with the bounds that `Differentiable` requires.
    generics: Generics,
    /// The generics of the tangent.
    of_tangent: Generics,
    /// The path of the struct with its generic arguments.
    this: TypePath,
    is_enum: bool,
    derives_clone: bool,
    variants: Vec<Variant>,
}

impl Model {
    fn of(input: &DeriveInput, world: &World, diagnostics: &mut Diagnostics) -> Model {
        let name = input.ident.clone();
        for attribute in constants(&input.attrs) {
            diagnostics.error_over(
                attribute.to_token_stream(),
                "`#[constant]` is an attribute of fields: remove it here",
            );
        }
        let (_, arguments, _) = input.generics.split_for_impl();
        let this: TypePath = syn::parse_quote!(#name #arguments);
        let variants: Vec<Variant> = match &input.data {
            Data::Struct(data) => {
                vec![variant(None, &data.fields, &input.vis, &this, world, diagnostics)]
            }
            Data::Enum(data) => {
                if data.variants.is_empty() {
                    diagnostics.error_over(
                        input.ident.to_token_stream(),
                        "an enum without variants has no values to differentiate: remove \
                         the derive",
                    );
                }
                data.variants
                    .iter()
                    .map(|v| {
                        for attribute in constants(&v.attrs) {
                            diagnostics.error_over(
                                attribute.to_token_stream(),
                                "`#[constant]` is an attribute of fields: write it on each field \
                                 of the variant that needs no derivative",
                            );
                        }
                        variant(
                            Some(v.ident.clone()),
                            &v.fields,
                            &input.vis,
                            &this,
                            world,
                            diagnostics,
                        )
                    })
                    .collect()
            }
            Data::Union(data) => {
                diagnostics.error_over(
                    data.union_token.to_token_stream(),
                    "a union has no tangents, since its active field is unknown: use an enum",
                );
                Vec::new()
            }
        };
        let (generics, of_tangent) = generics(&input.generics, &variants);
        Model {
            tangent: format_ident!("{}Tangent", name.unraw(), span = name.span()),
            visibility: input.vis.clone(),
            generics,
            of_tangent,
            this,
            derives_clone: derived_clone::is_derived(&name),
            is_enum: matches!(input.data, Data::Enum(_)),
            variants,
            name,
        }
    }

    /// Whether the types determine all lengths (and variants).
    fn is_static(&self) -> bool {
        !self.is_enum
            && self.variants.iter().all(|v| v.active_fields().all(|f| type_class::is_static(&f.ty)))
    }

    /// The type of the tangent.
    fn tangent_type(&self) -> TokenStream {
        let tangent = &self.tangent;
        let (_, arguments, _) = self.of_tangent.split_for_impl();
        quote!(#tangent #arguments)
    }
}

fn constants(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("constant"))
}

fn variant(
    name: Option<Ident>,
    fields: &Fields,
    vis: &Visibility,
    this: &TypePath,
    world: &World,
    diagnostics: &mut Diagnostics,
) -> Variant {
    let fields_are = match fields {
        Fields::Named(_) => FieldsAre::Named,
        Fields::Unnamed(_) => FieldsAre::Numbered,
        Fields::Unit => FieldsAre::None,
    };
    let mut active = 0;
    let fields = fields
        .iter()
        .enumerate()
        .map(|(number, field)| {
            let mut attributes = constants(&field.attrs);
            let constant = attributes.next();
            if let Some(attribute) = constant
                && !matches!(attribute.meta, Meta::Path(_))
            {
                diagnostics.error_over(
                    attribute.to_token_stream(),
                    "`#[constant]` takes no arguments: write `#[constant]`",
                );
            }
            for second in attributes {
                diagnostics
                    .error_over(second.to_token_stream(), "duplicate `#[constant]`: remove one");
            }
            let mut ty = field.ty.clone();
            NoSelf(this).visit_type_mut(&mut ty);
            let mut checks = Vec::new();
            let mut has_own_clone = false;
            let mut is_plain = type_class::is_discrete(&ty);
            let role = if constant.is_some() {
                if !is_plain && let Some(found) = world.plain_type(&ty) {
                    has_own_clone = !found.derives_clone(world);
                    (checks, is_plain) = (found.checks, true);
                }
                Role::Constant
            } else if type_class::is_discrete(&ty) {
                Role::Discrete
            } else if let Some(found) = world.plain_type(&ty) {
                has_own_clone = !found.derives_clone(world);
                checks = found.checks;
                Role::Constant
            } else if let Some((part, message)) = types::inactive_reason(&field.ty, world) {
                diagnostics.error_over(part.to_token_stream(), message);
                Role::Constant
            } else {
                Role::Active
            };
            let at = |number: usize| {
                Member::Unnamed(Index { index: number as u32, span: Span::call_site() })
            };
            let member = field.ident.clone().map_or_else(|| at(number), Member::Named);
            let tangent_member = field.ident.clone().map_or_else(|| at(active), Member::Named);
            active += usize::from(role == Role::Active);
            let own = field
                .ident
                .as_ref()
                .map_or_else(|| number.to_string(), |name| name.unraw().to_string());
            Field {
                visibility: if name.is_some() { vis.clone() } else { field.vis.clone() },
                recursive: world.may_hold(&ty, &this.path.segments[0].ident.to_string()),
                member,
                tangent_member,
                name: own,
                ty,
                role,
                has_own_clone,
                is_marked: constant.is_some() && !is_plain,
                checks,
            }
        })
        .collect();
    Variant { name, fields_are, fields }
}

/// The generics of the struct with the bounds that are needed, and those of the tangent: the
/// parameters that its active fields mention, with the bounds that mention no others.
fn generics(generics: &Generics, variants: &[Variant]) -> (Generics, Generics) {
    let mut all = generics.clone();
    for param in all.type_params_mut() {
        param.attrs.clear();
    }
    let active = ActiveTypes::of(&all, variants);
    // With these bounds, a type that is not differentiable is one error, at the field, without
    // secondary errors.
    let mut held: BTreeMap<String, &Type> = BTreeMap::new();
    for field in variants.iter().flat_map(Variant::active_fields).filter(|field| !field.recursive) {
        held.extend(
            types::contained_types(&field.ty)
                .into_iter()
                .map(|ty| (ty.to_token_stream().to_string(), ty)),
        );
    }
    let mut of_tangent = generics_of_tangent(&all, &active.mentioned_params);
    for generics in [&mut all, &mut of_tangent] {
        let clause = generics.make_where_clause();
        for name in &active.value_params {
            clause.predicates.push(syn::parse_quote!(#name: ::autodiff::__private::Differentiable));
        }
        for projection in active.projections.values() {
            clause
                .predicates
                .push(syn::parse_quote!(#projection: ::autodiff::__private::Differentiable));
        }
        for ty in held.values() {
            clause.predicates.push(
                syn::parse_quote_spanned!(ty.span()=> #ty: ::autodiff::__private::Differentiable),
            );
        }
    }
    (all, of_tangent)
}

/// The generic parameters that the active fields mention.
#[derive(Default)]
struct ActiveTypes {
    /// The parameters that they mention.
    mentioned_params: BTreeSet<String>,
    /// The type parameters whose values the fields hold.
    value_params: Vec<Ident>,
    /// The associated types of type parameters.
    projections: BTreeMap<String, TypePath>,
}

impl ActiveTypes {
    fn of(generics: &Generics, variants: &[Variant]) -> ActiveTypes {
        let types: BTreeSet<String> =
            generics.type_params().map(|param| param.ident.to_string()).collect();
        let params: BTreeSet<String> = generics.params.iter().map(name_of).collect();
        let mut found = ActiveTypes::default();
        for field in variants.iter().flat_map(Variant::active_fields) {
            let mentions = Mentions::of(&field.ty);
            found.mentioned_params.extend(mentions.names.intersection(&params).cloned());
            for param in generics
                .type_params()
                .filter(|param| mentions.single_segments.contains(&param.ident.to_string()))
            {
                if !found.value_params.contains(&param.ident) {
                    found.value_params.push(param.ident.clone());
                }
            }
            for projection in mentions.projections {
                if is_of_parameter(&projection, &types) {
                    found.projections.insert(projection.to_token_stream().to_string(), projection);
                }
            }
        }
        found
    }
}

/// Whether a path is an associated type of a type parameter.
fn is_of_parameter(projection: &TypePath, types: &BTreeSet<String>) -> bool {
    let mut inside = Mentions::default();
    inside.visit_path(&projection.path);
    if let Some(qself) = &projection.qself {
        inside.visit_type(&qself.ty);
    }
    let of_parameter = projection.qself.is_some()
        || projection.path.segments.first().is_some_and(|s| types.contains(&s.ident.to_string()));
    of_parameter && inside.names.intersection(types).next().is_some()
}

/// The parameters of the tangent, with the bounds that mention no others.
fn generics_of_tangent(all: &Generics, mentioned: &BTreeSet<String>) -> Generics {
    let params: BTreeSet<String> = all.params.iter().map(name_of).collect();
    let mentions_no_others =
        |names: &BTreeSet<String>| names.intersection(&params).all(|name| mentioned.contains(name));
    let has_bound = |bound: &TypeParamBound| {
        let mut mentions = Mentions::default();
        mentions.visit_type_param_bound(bound);
        mentions_no_others(&mentions.names)
    };
    let mut of_tangent = all.clone();
    of_tangent.params =
        all.params.iter().filter(|param| mentioned.contains(&name_of(param))).cloned().collect();
    for param in &mut of_tangent.params {
        match param {
            GenericParam::Type(param) => {
                param.bounds =
                    param.bounds.iter().filter(|bound| has_bound(bound)).cloned().collect();
                param.default.take_if(|(_, ty)| !mentions_no_others(&Mentions::of(ty).names));
            }
            GenericParam::Lifetime(param) => {
                param.bounds = param
                    .bounds
                    .iter()
                    .filter(|bound| mentioned.contains(&bound.to_string()))
                    .cloned()
                    .collect();
            }
            GenericParam::Const(_) => {}
        }
    }
    if let Some(clause) = &mut of_tangent.where_clause {
        clause.predicates = clause
            .predicates
            .iter()
            .filter(|predicate| {
                let mut mentions = Mentions::default();
                mentions.visit_where_predicate(predicate);
                mentions_no_others(&mentions.names)
            })
            .cloned()
            .collect();
    }
    of_tangent
}

fn name_of(param: &GenericParam) -> String {
    match param {
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
    }
}
