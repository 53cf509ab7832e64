//! The default bodies of a trait → functions of the `impl` blocks of the trait.
//!
//! The meaning of a default body depends on the type: `self.potential()` in it calls another
//! function for each. So the body is differentiated for each implementor, as if the block contained
//! it, unless the block has a function of that name:
//!
//! ```text
//! #[differentiate]                                          #[differentiate]
//! trait Body {                                              impl Body for Spring {
//!     #[differentiate]                                          // #[differentiate], as in the trait
//!     fn potential(&self, x: f64) -> f64;                       fn potential(&self, x: f64) -> f64 { 0.5 * self.k * x * x }
//!     #[differentiate]                                 →        // #[differentiate] fn excess …, not emitted: its derivatives are
//!     fn excess(&self, x: f64) -> f64 {                     }
//!         self.potential(x) - 1.0
//!     }
//! }
//! ```
//!
//! The trait and the block are two expansions, of which the second reads the record of the first:
//! the trait comes first in the source. A block names a trait by a path. Only the last name of the
//! path is compared, and the functions of the block must be among the trait's. To exclude other
//! traits of that name, the trait gets a function whose name contains a hash of its definition, and
//! the block requires that function.

use crate::diagnostics::Diagnostics;
use crate::lower::foreign_methods::{Derivative, derivative_of};
use crate::world::World;
use crate::world::names::modules;
use crate::world::records::{self, Defaults, RecordedTrait};
use crate::world::tokens::{self, mentions_any};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Expr, Ident, ImplItem, ImplItemFn, Item, ItemImpl, ItemTrait, PathArguments,
    ReceiverKind, Signature, TraitItem, TraitItemFn, Type,
};

/// The functions that a block inherits from its trait, and related data.
pub struct InheritedFunctions {
    /// The functions that the block does not write itself.
    pub functions: Vec<ImplItemFn>,
    /// The attributes of the functions that the trait differentiates, by name: they apply to those
    /// of the block as well.
    pub attributes: Vec<(String, Attribute)>,
    /// The functions of the trait that are derivatives of others, by the names of these.
    pub derivatives: Vec<(String, Derivative)>,
    /// An item that does not compile if the trait is another one.
    pub check: TokenStream,
}

/// Traits that the blocks of a group may implement.
#[derive(Default)]
pub struct GroupTraits(Vec<TraitOfGroup>);

/// A trait in a group.
struct TraitOfGroup {
    item: ItemTrait,
    /// The same with bodies in the form that other modules may lower.
    elsewhere: ItemTrait,
    /// The modules of the group that contain it, outermost first.
    modules: Vec<String>,
    defaults: Defaults,
    /// Whether its functions have the attribute only because differentiated functions may call
    /// them.
    is_implied: bool,
}

impl GroupTraits {
    /// The traits among the items of a module, and in its nested modules. Records them, and the
    /// structs with type parameters, for other items. Those that are `needed` have the attribute
    /// because differentiated functions may call them.
    pub fn of(items: &[Item], needed: &[(Vec<String>, String)], world: &World) -> GroupTraits {
        let mut found = Vec::new();
        collect(items, &[], &mut found, world);
        for of in &mut found {
            of.is_implied = needed
                .iter()
                .any(|(modules, name)| *modules == of.modules && of.item.ident == name);
        }
        for of in found.iter_mut().filter(|of| records::is_differentiated(&of.item)) {
            let world = world.of_type(&of.item.ident);
            world.record_trait(&of.item);
            (of.defaults, of.elsewhere) = Defaults::of(&of.item, &world);
        }
        GroupTraits(found)
    }

    /// The trait that a block implements, if the block may inherit functions from it, and its entry
    /// in the group.
    fn find(
        &self,
        block: &ItemImpl,
        scope: &[String],
        world: &World,
    ) -> Option<(RecordedTrait, Option<&TraitOfGroup>)> {
        let name = &block.trait_.as_ref()?.0.segments.last()?.ident;
        let functions = functions(block);
        if let Some(found) =
            self.0.iter().find(|t| t.item.ident == *name && has_all(&t.item, &functions))
        {
            let TraitOfGroup { item, elsewhere, modules, defaults, .. } = found;
            let here = if modules == scope { item } else { elsewhere };
            return records::is_differentiated(item).then(|| {
                (
                    RecordedTrait {
                        item: here.clone(),
                        sign: records::sign(item),
                        defaults: defaults.clone(),
                    },
                    Some(found),
                )
            });
        }
        let found = world.traits(name).into_iter().find(|t| has_all(&t.item, &functions));
        if found.is_none() {
            let mut without = world.session().without_trait.lock();
            without.push((name.to_string(), functions, world.place()));
        }
        Some((found?, None))
    }

    /// The functions that a block in a module of the group inherits from its trait, if that is
    /// differentiated.
    pub fn inherited_functions(
        &self,
        block: &ItemImpl,
        scope: &[String],
        world: &World,
        diagnostics: &mut Diagnostics,
    ) -> Option<InheritedFunctions> {
        let (RecordedTrait { item: of, sign, defaults }, in_group) =
            self.find(block, scope, world)?;
        let own = functions(block);
        let is_here = in_group.is_some_and(|of| of.modules == scope);
        let captured = if is_here {
            Vec::new()
        } else {
            captured_in(block, &own, &of, &defaults, world, diagnostics)
        };
        // blocks for types of `std` call these functions through the trait
        let is_as_needed =
            in_group.is_some_and(|of| of.is_implied) && !super::super::method::is_foreign(block);
        let given = block
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last())
            .map_or(&PathArguments::None, |s| &s.arguments);
        let arguments = tokens::arguments(&of.generics, given);
        let (owner, path) = (&block.self_ty, &block.trait_.as_ref()?.0);
        let mut traits = vec![(of.clone(), path.clone())];
        add_supertraits(&of, &arguments, world, &mut traits);
        let inherit = |f: &TraitItemFn| {
            let mut inherited = function(f, &arguments)?;
            inherited.attrs.retain(|a| !(is_as_needed && records::is_ours(a)));
            match captured.iter().any(|name| f.sig.ident == name) {
                // the error has been reported, and callers get no further errors
                true => {
                    inherited.block =
                        syn::parse_quote!({ ::core::panic!("this function has errors") })
                }
                false => OfTraits { traits: &traits }.visit_function(&mut inherited),
            }
            // in a group the body has the tokens of the source
            if in_group.is_none() {
                let read = |place: &Ident| quote!(<Self as #path>::#place());
                inherited.block = world.with_places(&inherited.block, &f.sig.ident, read);
            }
            Some(inherited)
        };
        let of_trait = of
            .items
            .iter()
            .filter_map(|item| if let TraitItem::Fn(f) = item { Some(f) } else { None });
        let functions = of_trait
            .clone()
            .filter(|f| !own.iter().any(|name| f.sig.ident == name))
            .filter_map(inherit)
            .collect();
        let marked = of_trait.filter(|_| !is_as_needed);
        let attributes = marked
            .filter_map(|f| {
                f.attrs
                    .iter()
                    .find(|a| records::is_ours(a))
                    .map(|a| (f.sig.ident.to_string(), a.clone()))
            })
            .collect();
        let (generics, _, clause) = block.generics.split_for_impl();
        let cfgs = super::super::cfgs(&block.attrs);
        let check = quote! {
            #cfgs const _: () = { #[allow(dead_code,
                clippy::extra_unused_type_parameters)] fn check #generics () #clause {
                let _ = <#owner as #path>::#sign; } };
        };
        Some(InheritedFunctions { functions, attributes, derivatives: derivatives(&of), check })
    }
}

/// The functions that a block cannot inherit from its trait, since it is in another scope, where
/// their bodies may resolve to other items.
fn captured_in(
    block: &ItemImpl,
    own: &[String],
    of: &ItemTrait,
    defaults: &Defaults,
    world: &World,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let site = || modules::site("impl", block.impl_token.span);
    let captured: Vec<_> =
        defaults.captured_at(world).into_iter().filter(|(name, _)| !own.contains(name)).collect();
    if captured.is_empty() || defaults.is_in_scope(site, &world.place()) {
        return Vec::new();
    }
    let at = block.trait_.as_ref().map(|(path, _)| path.to_token_stream()).unwrap_or_default();
    for (name, captured) in captured.iter().filter(|(name, _)| is_needed(block, of, name)) {
        let (of, why) = (&of.ident, captured.reason());
        diagnostics.error_over(
            at.clone(),
            format!(
                "`{name}` of the trait `{of}` is differentiated for each type, and {why}: write \
                 `{name}` in this `impl` block, move the block next to the trait, or name {} in \
                 the body",
                if captured.is_method() {
                    "the function by its path, as in \
                    `crate::module::function(x)`"
                } else {
                    "it by its path from `crate`"
                },
            ),
        );
    }
    captured.into_iter().map(|(name, _)| name).collect()
}

/// Whether a function of a trait has the attribute, or a differentiated function may call it.
fn is_needed(block: &ItemImpl, of: &ItemTrait, name: &str) -> bool {
    let functions =
        of.items.iter().filter_map(|item| if let TraitItem::Fn(f) = item { Some(f) } else { None });
    let mut others =
        functions.clone().filter(|f| f.sig.ident != name).filter_map(|f| f.default.as_ref());
    let has_attribute =
        |f: &TraitItemFn| f.sig.ident == name && f.attrs.iter().any(records::is_ours);
    functions.clone().any(has_attribute)
        || mentions_any(block, &|found| found == name)
        || others.any(|body| mentions_any(body, &|found| found == name))
}

/// The functions that a trait gets as derivatives of others, by the names of these.
pub fn derivatives(of: &ItemTrait) -> Vec<(String, Derivative)> {
    let functions =
        of.items.iter().filter_map(|item| if let TraitItem::Fn(f) = item { Some(f) } else { None });
    functions.filter_map(|f| Some((f.sig.ident.to_string(), derivative_of(of, f)?))).collect()
}

fn collect(items: &[Item], modules: &[String], found: &mut Vec<TraitOfGroup>, world: &World) {
    for item in items {
        match item {
            Item::Trait(t) => {
                found.push(TraitOfGroup {
                    item: t.clone(),
                    elsewhere: t.clone(),
                    modules: modules.to_vec(),
                    defaults: Defaults::default(),
                    is_implied: false,
                });
            }
            Item::Struct(s) => {
                let world = world.of_type(&s.ident);
                world.record_definition(&s.clone().into());
                world.record_struct(&s.ident, &s.generics, s);
            }
            Item::Enum(e) => {
                let world = world.of_type(&e.ident);
                world.record_definition(&e.clone().into());
                world.record_struct(&e.ident, &e.generics, e);
            }
            Item::Type(alias) => {
                world.of_type(&alias.ident).record_alias(alias);
            }
            Item::Mod(m) => {
                let inner = super::super::group::scope_of_module(modules, m);
                m.content.iter().for_each(|(_, items)| collect(items, &inner, found, world));
            }
            _ => {}
        }
    }
}

/// The names of the functions of a block.
fn functions(block: &ItemImpl) -> Vec<String> {
    block
        .items
        .iter()
        .filter_map(
            |item| if let ImplItem::Fn(f) = item { Some(f.sig.ident.to_string()) } else { None },
        )
        .collect()
}

fn has_all(of: &ItemTrait, functions: &[String]) -> bool {
    functions.iter().all(|name| {
        of.items.iter().any(|item| matches!(item, TraitItem::Fn(f) if f.sig.ident == name))
    })
}

/// Whether a block of a trait precedes it.
pub fn is_late(of: &ItemTrait, world: &World) -> bool {
    let without = world.session().without_trait.lock();
    let here = world.place();
    without
        .iter()
        .any(|(name, functions, at)| of.ident == name && *at == here && has_all(of, functions))
}

/// The function that distinguishes a trait from others of its name. The trait remains
/// dyn-compatible.
pub fn mark(of: &ItemTrait, world: &World) -> TraitItem {
    let sign = records::sign(of);
    let functions =
        of.items.iter().filter_map(|item| if let TraitItem::Fn(f) = item { Some(f) } else { None });
    let witnesses = functions
        .filter_map(|f| Some(world.relocatable_default(of, f, world.scope()).ok()?.witnesses));
    syn::parse_quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        fn #sign() where Self: ::core::marker::Sized { #({ #witnesses })* }
    }
}

/// The functions of a trait that return the lines and columns in its default bodies.
pub fn places(of: &ItemTrait, world: &World) -> Vec<TraitItem> {
    let function = |(name, place): (Ident, TokenStream)| {
        syn::parse_quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            fn #name() -> ::core::primitive::u32 where Self: ::core::marker::Sized { #place }
        }
    };
    let bodies = of.items.iter().filter_map(|item| {
        if let TraitItem::Fn(f) = item { f.default.as_ref().map(|body| (f, body)) } else { None }
    });
    bodies.flat_map(|(f, body)| world.places_in(body, &f.sig.ident)).map(function).collect()
}

/// Adds the differentiated supertraits of a trait, with their paths.
fn add_supertraits(
    of: &ItemTrait,
    arguments: &[(String, TokenStream)],
    world: &World,
    found: &mut Vec<(ItemTrait, syn::Path)>,
) {
    for bound in &of.supertraits {
        let syn::TypeParamBound::Trait(bound) = bound else { continue };
        let Some(last) = bound.path.segments.last() else { continue };
        let Ok(path) = syn::parse2::<syn::Path>(tokens::replace_names(
            bound.path.to_token_stream(),
            arguments,
        )) else {
            continue;
        };
        let Some(RecordedTrait { item, .. }) = world.traits(&last.ident).into_iter().next() else {
            continue;
        };
        if found.iter().any(|(_, known)| *known == path) {
            continue;
        }
        let arguments = tokens::arguments(
            &item.generics,
            path.segments.last().map_or(&PathArguments::None, |last| &last.arguments),
        );
        found.push((item.clone(), path));
        add_supertraits(&item, &arguments, world, found);
    }
}

/// Qualifies the items of a trait and of its supertraits in a body that is no longer in the trait,
/// where an inherent item of the type would take precedence: `self.size()` →
/// `<Self as Shape>::size(self)`.
struct OfTraits<'t> {
    /// The trait, then its supertraits.
    traits: &'t [(ItemTrait, syn::Path)],
}

impl OfTraits<'_> {
    fn visit_function(&mut self, function: &mut ImplItemFn) {
        let mut of_self: Vec<(String, ReceiverKind)> = function
            .sig
            .receiver()
            .map(|this| ("self".to_string(), this.kind.clone()))
            .into_iter()
            .collect();
        of_self.extend(function.sig.inputs.iter().filter_map(parameter_of_self));
        let mut rebound = BoundVariables(Vec::new());
        rebound.visit_block(&function.block);
        of_self.retain(|(name, _)| !rebound.0.contains(name));
        InBody { names: self, of_self }.visit_block_mut(&mut function.block);
    }

    fn function(&self, name: &Ident) -> Option<(&TraitItemFn, &syn::Path)> {
        let functions =
            self.traits.iter().flat_map(|(of, path)| of.items.iter().map(move |item| (item, path)));
        functions.into_iter().find_map(|(item, path)| match item {
            TraitItem::Fn(of) if of.sig.ident == *name => Some((of, path)),
            _ => None,
        })
    }

    /// The trait that has a function or constant of a name.
    fn path_of(&self, name: &Ident) -> Option<&syn::Path> {
        let has = |item: &TraitItem| match item {
            TraitItem::Fn(of) => of.sig.ident == *name,
            TraitItem::Const(of) => of.ident == *name,
            _ => false,
        };
        self.traits.iter().find(|(of, _)| of.items.iter().any(has)).map(|(_, path)| path)
    }
}

/// A parameter of the type `Self`, and how it is passed.
fn parameter_of_self(input: &syn::FnArg) -> Option<(String, ReceiverKind)> {
    let syn::FnArg::Typed(of) = input else { return None };
    let syn::Pat::Ident(name) = &*of.pat else { return None };
    let is_self = |ty: &Type| matches!(ty, Type::Path(of) if of.path.is_ident("Self"));
    let kind = match &*of.ty {
        Type::Reference(of) if is_self(&of.elem) => {
            ReceiverKind::Reference(of.and_token, of.lifetime.clone(), of.mutability)
        }
        ty if is_self(ty) => ReceiverKind::Value,
        _ => return None,
    };
    Some((name.ident.to_string(), kind))
}

/// The variables that a body binds.
struct BoundVariables(Vec<String>);

impl<'ast> Visit<'ast> for BoundVariables {
    fn visit_pat_ident(&mut self, of: &'ast syn::PatIdent) {
        self.0.push(of.ident.to_string());
        visit::visit_pat_ident(self, of);
    }
}

struct InBody<'t> {
    names: &'t OfTraits<'t>,
    /// The variables of the type `Self`, and whether they hold it by value or by reference.
    of_self: Vec<(String, ReceiverKind)>,
}

impl InBody<'_> {
    /// The argument for `self` of a function that is called on an expression.
    fn self_argument(&self, receiver: &Expr, called: &Signature) -> Option<TokenStream> {
        let Expr::Path(of) = receiver else { return None };
        let name = of.path.get_ident()?;
        let (_, held) = self.of_self.iter().find(|(of, _)| name == of)?;
        Some(match (held, &called.receiver()?.kind) {
            (ReceiverKind::Reference(_, _, None), ReceiverKind::Reference(_, _, None)) => {
                quote!(#name)
            }
            (ReceiverKind::Reference(_, _, Some(_)), ReceiverKind::Reference(_, _, Some(_))) => {
                quote!(#name)
            }
            (ReceiverKind::Reference(_, _, Some(_)), ReceiverKind::Reference(_, _, None)) => {
                quote!(&*#name)
            }
            (ReceiverKind::Reference(..), ReceiverKind::Value) => quote!(*#name),
            (ReceiverKind::Value, ReceiverKind::Value) => quote!(#name),
            (ReceiverKind::Value, ReceiverKind::Reference(_, _, None)) => quote!(&#name),
            (ReceiverKind::Value, ReceiverKind::Reference(_, _, Some(_))) => quote!(&mut #name),
            _ => return None,
        })
    }
}

impl VisitMut for InBody<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::MethodCall(m) = e
            && let Some((function, path)) = self.names.function(&m.method)
            && let Some(this) = self.self_argument(&m.receiver, &function.sig)
        {
            let (name, turbofish, arguments) = (&m.method, &m.turbofish, m.args.iter());
            let mut call: syn::ExprCall = syn::parse_quote_spanned!(name.span()=>
                <Self as #path>::#name #turbofish (#this #(, #arguments)*));
            // inference identifies types by token positions
            call.paren_token = m.paren_token;
            *e = Expr::Call(call);
        }
    }

    fn visit_expr_path_mut(&mut self, of: &mut syn::ExprPath) {
        if let (None, Some(first), Some(second), 2) =
            (&of.qself, of.path.segments.first(), of.path.segments.get(1), of.path.segments.len())
            && first.ident == "Self"
            && let Some(path) = self.names.path_of(&second.ident)
        {
            *of = syn::parse_quote!(<Self as #path>::#second);
        }
    }
}

fn function(of: &TraitItemFn, arguments: &[(String, TokenStream)]) -> Option<ImplItemFn> {
    let (attributes, sig, body) = (&of.attrs, &of.sig, of.default.as_ref()?);
    let tokens = tokens::replace_names(quote!(#sig #body), arguments);
    syn::parse2(quote!(#(#attributes)* #tokens)).ok()
}
