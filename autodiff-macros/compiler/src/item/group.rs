//! The functions of an `impl` block or of a module; a free function is a group of one.
//!
//! Those with an attribute are differentiated; the others are differentiated if one of those calls
//! them.

use super::method::Method;
use super::name_claims;
use super::traits::defaults::{self, GroupTraits};
use super::traits::iterator_blocks;
use super::{
    AttributeArgs, UserFunction, cfgs, free_function, inlined_functions, linear, macros, method,
    remove_our_attributes,
};
use crate::diagnostics::Diagnostics;
use crate::lower::foreign_methods::{Derivative, returns_no_reals};
use crate::world::World;
use crate::world::bodies::inlining::is_inlined;
use crate::world::records::{self, is_ours};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{
    Attribute, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, Meta, TraitItem,
    UseTree,
};

const NAMESAKES: &str = "two traits with the same name and the same function are differentiated \
                         for this type: rename the import of one, `use module::Trait as Other;`, \
                         and write the new name in its `impl` block and in calls";

const TWICE: &str = "duplicate #[differentiate]: remove one";

/// A function, an `impl` block or a module, with the functions in it.
pub struct Group {
    /// The functions, in the order of the source.
    pub members: Vec<Member>,
    /// The items in scope of the functions, as parsed.
    pub items: Vec<Item>,
    /// The emitted item, without the attributes of this crate.
    emitted: Item,
    /// Further emitted items.
    companions: TokenStream,
}

/// A function of a group.
pub struct Member {
    /// The function.
    pub user: UserFunction,
    /// The options of its attribute; without an attribute, it is differentiated if a differentiated
    /// function needs it.
    pub options: Option<TokenStream>,
    /// For each attribute `#[linear(…)]`, the names in it.
    pub linear: Vec<Vec<Ident>>,
    /// The modules of the group that it is in, outermost first.
    pub scope: Vec<String>,
}

impl Member {
    /// Whether it has an attribute of this crate.
    pub fn has_attribute(&self) -> bool {
        self.options.is_some() || !self.linear.is_empty()
    }
}

impl Group {
    /// A free function, in each configuration of its body. `Err` is the emitted function, if its
    /// attributes are wrong.
    pub fn of_function(
        mut function: ItemFn,
        args: AttributeArgs,
        world: &World,
        diagnostics: &mut Diagnostics,
    ) -> Result<Group, TokenStream> {
        let errors = diagnostics.len();
        let (mut options, mut sets) = match args {
            AttributeArgs::Differentiate(options) => (Some(options), Vec::new()),
            AttributeArgs::Linear(params) => {
                (None, linear::names(params, diagnostics).into_iter().collect())
            }
        };
        if let Some(again) =
            function.attrs.iter().find(|attribute| is_ours(attribute)).filter(|_| options.is_some())
        {
            diagnostics.error_over(again.to_token_stream(), TWICE);
        }
        options = take_attribute(&mut function.attrs, diagnostics).or(options);
        sets.extend(linear::take_attributes(&mut function.attrs, diagnostics));
        let user = free_function(function.clone(), world);
        remove_our_attributes(&mut function.sig, &mut function.block);
        if diagnostics.len() > errors {
            return Err(function.to_token_stream());
        }
        // the user may only use the derivative
        function.attrs.push(syn::parse_quote!(#[allow(dead_code)]));
        let member = |user| Member {
            user,
            options: options.clone(),
            linear: sets.clone(),
            scope: Vec::new(),
        };
        let members = user.configurations().into_iter().map(member).collect();
        Ok(Group {
            members,
            items: Vec::new(),
            emitted: Item::Fn(function),
            companions: TokenStream::new(),
        })
    }

    /// Whether it is an item with several functions.
    pub fn has_items(&self) -> bool {
        !self.items.is_empty()
    }

    /// The methods of an `impl` block.
    pub fn of_impl(mut block: ItemImpl, world: &World, diagnostics: &mut Diagnostics) -> Group {
        let items = vec![Item::Impl(block.clone())];
        let mut members = Vec::new();
        let world = &world.of_block(&block);
        let others = name_claims::claims_of_others(&block, world);
        let has_attribute = block
            .items
            .iter()
            .any(|item| matches!(item, ImplItem::Fn(f) if f.attrs.iter().any(is_ours)));
        let around = Around { scope: &[], traits: &GroupTraits::default(), world };
        let companions = impl_members(&mut block, &around, false, false, &mut members, diagnostics);
        let marked = members
            .iter()
            .filter(|m| m.has_attribute())
            .map(|m| m.user.function.sig.ident.to_string());
        others.claim(marked);
        for member in &mut members {
            let name = &member.user.function.sig.ident;
            let (true, Some(method)) =
                (others.has_function(&name.to_string()), member.user.method.as_mut())
            else {
                continue;
            };
            if method.is_inherent()
                && (member.options.take().is_some()
                    | !std::mem::take(&mut member.linear).is_empty())
            {
                diagnostics.error_over(
                    name.to_token_stream(),
                    "a function of this name from a trait has been differentiated for this type \
                     above: move this `impl` block before that of the trait",
                );
            }
            if others.conflict(&name.to_string())
                && (member.options.take().is_some()
                    | !std::mem::take(&mut member.linear).is_empty())
            {
                diagnostics.error_over(name.to_token_stream(), NAMESAKES);
            }
            method.hide(others.has_other_implementation());
            if others.has_inherent_function(&name.to_string()) {
                method.disambiguate();
            }
        }
        if !has_attribute && !members.iter().any(Member::has_attribute) && diagnostics.is_empty() {
            diagnostics.error_over(
                block.impl_token.to_token_stream(),
                "no function of this `impl` block is differentiated: put #[differentiate] on each \
                 function that needs derivatives",
            );
        }
        Group { members, items, emitted: Item::Impl(block), companions }
    }

    /// The functions of a module, those of modules and `impl` blocks in it included.
    pub fn of_module(mut module: ItemMod, world: &World, diagnostics: &mut Diagnostics) -> Group {
        macros::items::expand_item_macros(&mut module, world);
        let implied = super::traits::implied_traits::mark_traits(&mut module);
        let items: Vec<Item> = module.content.iter().flat_map(|(_, items)| items.clone()).collect();
        let mut members = Vec::new();
        module_members(
            &mut module,
            &[],
            &GroupTraits::of(&items, &implied, world),
            world,
            &mut members,
            diagnostics,
        );
        behind_inherent(&mut members);
        Group { members, items, emitted: Item::Mod(module), companions: TokenStream::new() }
    }

    /// The body of a function that a member names, if it is a function of the same module or of the
    /// same type.
    pub fn body(&self, member: &Member, path: &TokenStream) -> Option<TokenStream> {
        let mut tokens = path.clone().into_iter();
        match (tokens.next(), tokens.last()) {
            (Some(TokenTree::Ident(name)), None) => {
                let module = member.scope.iter().try_fold(&self.items[..], |items, name| {
                    items.iter().find_map(|item| match item {
                        Item::Mod(module) if module.ident == *name => {
                            module.content.as_ref().map(|(_, items)| &items[..])
                        }
                        _ => None,
                    })
                });
                module?.iter().find_map(|item| match item {
                    Item::Fn(function) if function.sig.ident == name => {
                        Some(function.block.to_token_stream())
                    }
                    _ => None,
                })
            }
            (Some(TokenTree::Punct(_)), Some(TokenTree::Ident(name))) => {
                let owner = member.user.method.as_ref()?.owner.to_string();
                let blocks = self.items.iter().filter_map(|item| {
                    if let Item::Impl(block) = item { Some(block) } else { None }
                });
                let mut functions = blocks
                    .filter(|block| block.self_ty.to_token_stream().to_string() == owner)
                    .flat_map(|block| &block.items);
                functions.find_map(|item| match item {
                    ImplItem::Fn(function) if function.sig.ident == name => {
                        Some(function.block.to_token_stream())
                    }
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// The item with the items generated for its functions, each in the module of its function or
    /// block.
    pub fn with_generated(&self, generated: &[(Vec<String>, TokenStream)]) -> TokenStream {
        match &self.emitted {
            Item::Mod(module) => {
                let mut module = module.clone();
                insert(&mut module, &[], generated);
                module.to_token_stream()
            }
            block => {
                let (generated, companions) =
                    (generated.iter().map(|(_, tokens)| tokens), &self.companions);
                quote!(#block #companions #(#generated)*)
            }
        }
    }
}

/// Marks functions of traits that are shadowed: the type has an inherent function of the same name,
/// or one of a trait that is implemented before.
fn behind_inherent(members: &mut [Member]) {
    let key = |member: &Member, method: &Method| {
        (
            member.scope.clone(),
            method.registration.owner.to_string(),
            method.registration.name.clone(),
        )
    };
    let inherent: HashSet<_> = members
        .iter()
        .filter_map(|m| {
            m.user
                .method
                .as_ref()
                .filter(|method| method.is_inherent())
                .map(|method| key(m, method))
        })
        .collect();
    let mut traits: HashMap<_, Vec<String>> = HashMap::new();
    for member in members {
        let has_inherent = member.user.method.as_ref().is_some_and(|method| {
            let (scope, owner, name) = key(member, method);
            inherent.contains(&(scope, owner, name.replace('&', "")))
        });
        let found = member
            .user
            .method
            .as_ref()
            .map(|method| (key(member, method), &method.registration.qualified))
            .is_some_and(|(key, of)| {
                inherent.contains(&key)
                    || !of.is_empty() && traits.entry(key).or_insert_with(|| of.clone()) != of
            });
        let Some(method) = member.user.method.as_mut() else { continue };
        if found {
            method.hide(false);
        }
        if has_inherent {
            method.disambiguate();
        }
    }
}

fn insert(module: &mut ItemMod, scope: &[String], generated: &[(Vec<String>, TokenStream)]) {
    let Some((_, items)) = &mut module.content else { return };
    for item in items.iter_mut() {
        match item {
            Item::Mod(inner) => {
                let scope = scope_of_module(scope, inner);
                insert(inner, &scope, generated);
            }
            // the attributes that it was imported for have been removed
            Item::Use(import) if imports_ours(&import.tree) => {
                import.attrs.push(syn::parse_quote!(#[allow(unused_imports)]))
            }
            _ => {}
        }
    }
    items.extend(
        generated
            .iter()
            .filter(|(of, _)| of == scope)
            .map(|(_, tokens)| Item::Verbatim(tokens.clone())),
    );
}

/// Whether the first segment of an import is this library.
fn imports_ours(tree: &UseTree) -> bool {
    matches!(tree, UseTree::Path(path) if path.ident == "autodiff")
}

pub(super) fn scope_of_module(scope: &[String], module: &ItemMod) -> Vec<String> {
    scope.iter().cloned().chain([module.ident.to_string()]).collect()
}

/// A trait without the attributes of this crate, recorded for the blocks that implement it.
pub fn of_trait(mut of: ItemTrait, world: &World, diagnostics: &mut Diagnostics) -> ItemTrait {
    if records::is_differentiated(&of) {
        world.record_trait(&of);
        if defaults::is_late(&of, world) {
            diagnostics.error_over(
                of.ident.to_token_stream(),
                "an `impl` block of this trait comes before the trait, and has no derivatives of \
                 it: move the trait before its `impl` blocks",
            );
        }
    } else {
        diagnostics.error_over(
            of.ident.to_token_stream(),
            "no function of this trait is differentiated: put #[differentiate] on each function \
             that needs derivatives, and on the `impl` blocks of the trait",
        );
    }
    clean_trait(&mut of, world, diagnostics);
    of
}

fn clean_trait(of: &mut ItemTrait, world: &World, diagnostics: &mut Diagnostics) {
    let mark =
        records::is_differentiated(of).then(|| defaults::mark(of, &world.of_type(&of.ident)));
    let places = if mark.is_some() { defaults::places(of, world) } else { Vec::new() };
    let derivatives: Vec<TraitItem> = defaults::derivatives(of)
        .into_iter()
        .map(|(_, derivative)| derivative.trait_item())
        .collect();
    for item in &mut of.items {
        if let TraitItem::Fn(function) = item {
            take_attribute(&mut function.attrs, diagnostics);
            let mut nothing = syn::Block { brace_token: Default::default(), stmts: Vec::new() };
            remove_our_attributes(
                &mut function.sig,
                function.default.as_mut().unwrap_or(&mut nothing),
            );
        }
    }
    of.items.extend(mark);
    of.items.extend(places);
    of.items.extend(derivatives);
}

fn module_members(
    module: &mut ItemMod,
    scope: &[String],
    traits: &GroupTraits,
    world: &World,
    members: &mut Vec<Member>,
    diagnostics: &mut Diagnostics,
) {
    let Some((_, items)) = &mut module.content else { return };
    let heads: Vec<String> = items
        .iter()
        .filter_map(|item| {
            if let Item::Impl(block) = item { method::signature_with_argument(block) } else { None }
        })
        .collect();
    let mut companions = Vec::new();
    let around = Around { scope, traits, world };
    for item in items.iter_mut() {
        match item {
            // its own attribute expands it
            Item::Fn(function) if function.attrs.iter().any(super::is_linear) => {}
            // it is inlined into its callers
            Item::Fn(function) if is_inlined(&function.sig) => {
                remove_redundant_attribute(&mut function.attrs, diagnostics);
                remove_our_attributes(&mut function.sig, &mut function.block);
            }
            Item::Fn(function) => {
                let options = take_attribute(&mut function.attrs, diagnostics);
                let options = options.filter(|options| {
                    !(asks_for_a_mode(options) && has_only_discrete_inputs(&function.sig))
                });
                let user = free_function(function.clone(), world);
                remove_our_attributes(&mut function.sig, &mut function.block);
                if options.is_some() {
                    function.attrs.push(syn::parse_quote!(#[allow(dead_code)]));
                }
                let configurations = user.configurations().into_iter();
                members.extend(configurations.map(|user| Member {
                    user,
                    options: options.clone(),
                    linear: Vec::new(),
                    scope: scope.to_vec(),
                }));
            }
            Item::Impl(block) => {
                remove_redundant_attribute(&mut block.attrs, diagnostics);
                let several = method::signature_with_argument(block)
                    .is_some_and(|head| heads.iter().filter(|h| **h == head).count() > 1);
                companions.push(Item::Verbatim(impl_members(
                    block,
                    &around,
                    several,
                    true,
                    members,
                    diagnostics,
                )));
            }
            Item::Trait(of) => {
                remove_redundant_attribute(&mut of.attrs, diagnostics);
                clean_trait(of, world, diagnostics);
            }
            Item::Mod(inner) => {
                remove_redundant_attribute(&mut inner.attrs, diagnostics);
                let scope = scope_of_module(scope, inner);
                module_members(inner, &scope, traits, world, members, diagnostics);
            }
            _ => {}
        }
    }
    items.extend(companions);
}

/// The environment of a block of a group.
struct Around<'a> {
    /// The modules of the group that it is in, outermost first.
    scope: &'a [String],
    traits: &'a GroupTraits,
    world: &'a World,
}

/// The functions of a block, including those that it inherits from its trait; and further emitted
/// items.
fn impl_members(
    block: &mut ItemImpl,
    &Around { scope, traits, world }: &Around<'_>,
    several: bool,
    of_module: bool,
    members: &mut Vec<Member>,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    let world = &world.of_block(block);
    world.record_signatures(block, world.scope());
    let inherited = traits.inherited_functions(block, scope, world, diagnostics);
    let attributes = inherited.iter().flat_map(|inherited| &inherited.attributes);
    let of_trait = |name: &syn::Ident| {
        attributes.clone().find(|(of, _)| name == of).map(|(_, attribute)| attribute.clone())
    };
    for item in &mut block.items {
        if let ImplItem::Fn(function) = item
            && !function.attrs.iter().any(is_ours)
        {
            function.attrs.extend(of_trait(&function.sig.ident));
        }
    }
    let whole = block.clone();
    iterator_blocks::check(&whole, world, diagnostics);
    // the type is not user-defined
    let is_foreign = inherited.is_some() && method::is_foreign(&whole);
    let derivatives =
        inherited.iter().filter(|_| is_foreign).flat_map(|inherited| &inherited.derivatives);
    let derivatives: Vec<_> = derivatives.collect();
    if !derivatives.is_empty() && method::has_no_size(&whole) {
        diagnostics.error_over(whole.self_ty.to_token_stream(), method::NO_SIZE);
        for item in &mut block.items {
            if let ImplItem::Fn(function) = item {
                take_attribute(&mut function.attrs, diagnostics);
                remove_our_attributes(&mut function.sig, &mut function.block);
            }
        }
        return TokenStream::new();
    }
    let whole = WrittenBlock { block: &whole, scope, several, world };
    let mut written = Vec::new();
    for item in &mut block.items {
        let ImplItem::Fn(function) = item else { continue };
        let before = function.clone();
        let inlined = inlined_functions::of_method(whole.block, &before, of_module, world);
        let has_attribute = take_attribute(&mut function.attrs, diagnostics).is_some()
            | function.attrs.iter().any(super::is_linear);
        linear::take_attributes(&mut function.attrs, diagnostics);
        remove_our_attributes(&mut function.sig, &mut function.block);
        if has_attribute && whole.block.trait_.is_none() {
            function.attrs.push(syn::parse_quote!(#[allow(dead_code)]));
        }
        match derivatives.iter().find(|(name, _)| before.sig.ident == name) {
            _ if inlined.is_some() => written.extend(inlined.into_iter().flatten()),
            Some((_, derivative)) => {
                written.extend(whole.add_foreign(before, derivative, members, diagnostics))
            }
            None if is_foreign && returns_no_reals(&before.sig) => {}
            None if iterator_blocks::converts_into_std(whole.block, world) => {}
            None => whole.add(before, members, diagnostics),
        }
    }
    for function in inherited.iter().flat_map(|inherited| inherited.functions.clone()) {
        match derivatives.iter().find(|(name, _)| function.sig.ident == name) {
            Some((_, derivative)) => {
                written.extend(whole.add_foreign(function, derivative, members, diagnostics))
            }
            None if is_foreign && returns_no_reals(&function.sig) => {}
            None => whole.add(function, members, diagnostics),
        }
    }
    block.items.extend(written);
    inherited.map(|inherited| inherited.check).unwrap_or_default()
}

/// A block as written, with the attributes that it inherits from its trait, and its environment.
struct WrittenBlock<'a> {
    block: &'a ItemImpl,
    scope: &'a [String],
    /// Whether the group has several blocks with the same signature.
    several: bool,
    world: &'a World,
}

impl WrittenBlock<'_> {
    /// Adds a function of the block to the members of the group. Reports an error if it has an
    /// attribute and cannot be differentiated; without an attribute it stays plain.
    fn add(
        &self,
        mut function: ImplItemFn,
        members: &mut Vec<Member>,
        diagnostics: &mut Diagnostics,
    ) {
        let WrittenBlock { block: whole, scope, several, world } = *self;
        let of_block = cfgs(&whole.attrs);
        // errors of the attribute have been reported
        let options = take_attribute(&mut function.attrs, &mut Diagnostics::new());
        let options = options.filter(|options| {
            !(asks_for_a_mode(options)
                && whole.trait_.is_none()
                && has_only_discrete_inputs(&function.sig))
        });
        let linear = linear::take_attributes(&mut function.attrs, &mut Diagnostics::new());
        match method::detach(whole, &function, several, world) {
            Ok((function, mut method)) => {
                let of = whole.trait_.as_ref().map(|(path, _)| path);
                method.has_others = of.is_some_and(|of| {
                    world.has_another(&whole.self_ty, of, &function.sig.ident.to_string())
                });
                let of_function = cfgs(&function.attrs);
                let user = UserFunction {
                    visibility: method::visibility(whole, &function),
                    cfgs: quote!(#of_block #of_function),
                    configuration: TokenStream::new(),
                    method: Some(method),
                    has_namesake: false,
                    function: Rc::new(function),
                    world: world.clone(),
                };
                let configurations = user.configurations().into_iter();
                members.extend(configurations.map(|user| Member {
                    user,
                    options: options.clone(),
                    linear: linear.clone(),
                    scope: scope.to_vec(),
                }));
            }
            Err(error) if options.is_some() || !linear.is_empty() => {
                diagnostics.error_over(error.at, error.message)
            }
            // it stays plain
            Err(_) => {}
        }
    }

    /// Adds a function of a trait for a type that is not user-defined, as a free function. Returns
    /// the function of the trait that is its derivative.
    fn add_foreign(
        &self,
        mut function: ImplItemFn,
        derivative: &Derivative,
        members: &mut Vec<Member>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ImplItem> {
        let WrittenBlock { block: whole, scope, world, .. } = *self;
        let options = take_attribute(&mut function.attrs, &mut Diagnostics::new());
        options.as_ref()?;
        let (own, compared) = method::free_name_and_comparison(whole, &function)?;
        let (of_block, of_function) = (cfgs(&whole.attrs), cfgs(&function.attrs));
        let written = derivative.impl_item(&own, &compared, &of_function);
        match method::detach_as_function(whole, &function, world) {
            Ok(detached) => {
                let function = syn::ItemFn {
                    sig: syn::Signature { ident: own, ..detached.sig },
                    vis: syn::Visibility::Inherited,
                    ..detached
                };
                let cfgs = quote!(#of_block #of_function);
                let user = UserFunction {
                    visibility: TokenStream::new(),
                    cfgs,
                    configuration: TokenStream::new(),
                    method: None,
                    has_namesake: false,
                    function: Rc::new(function),
                    world: world.clone(),
                };
                let member = |user| Member {
                    user,
                    options: options.clone(),
                    linear: Vec::new(),
                    scope: scope.to_vec(),
                };
                members.extend(user.configurations().into_iter().map(member));
                Some(written)
            }
            Err(error) => {
                diagnostics.error_over(error.at, error.message);
                None
            }
        }
    }
}

/// Whether the result of a function cannot depend on an active value: `fn identity() -> Self`, `fn
/// zeros(n: usize) -> Self`. The attribute on such a function in a group is ignored.
fn has_only_discrete_inputs(sig: &syn::Signature) -> bool {
    sig.inputs.iter().all(|input| {
        matches!(input, syn::FnArg::Typed(input)
        if crate::type_class::is_discrete(&input.ty))
    })
}

/// Whether the options of an attribute are empty or only a mode.
fn asks_for_a_mode(options: &TokenStream) -> bool {
    options.is_empty() || ["reverse", "forward"].contains(&options.to_string().as_str())
}

/// Removes the attribute of this crate from a function. Returns its options.
fn take_attribute(
    attributes: &mut Vec<Attribute>,
    diagnostics: &mut Diagnostics,
) -> Option<TokenStream> {
    let at = attributes.iter().position(is_ours)?;
    let attribute = attributes.remove(at);
    while let Some(again) = attributes.iter().position(is_ours) {
        let attribute = attributes.remove(again);
        diagnostics.error_over(attribute.to_token_stream(), TWICE);
    }
    Some(match attribute.meta {
        Meta::List(list) => list.tokens,
        Meta::Path(_) => TokenStream::new(),
        Meta::NameValue(pair) => {
            diagnostics.error_over(
                pair.to_token_stream(),
                "the options of #[differentiate] go in parentheses: `#[differentiate(reverse)]`",
            );
            TokenStream::new()
        }
    })
}

/// Removes the attribute of this crate from a block or module inside the group: it is redundant.
fn remove_redundant_attribute(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) {
    if let Some(options) = take_attribute(attributes, diagnostics)
        && !super::is_bare(&options)
    {
        diagnostics.error_over(options, super::BARE);
    }
}
