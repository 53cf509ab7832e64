//! Items inside a body. Constants, statics and types are moved out of the function under new
//! names; the names that `use` and `type` declare are expanded; functions are inlined where they
//! are called, like closures. The type parameters of a generic function are inferred, anew at each
//! call.

use crate::lower::functions::closure::LocalFunction;
use crate::lower::*;
use crate::type_class;
use proc_macro2::{Group, Ident, TokenTree};
use quote::quote;
use std::collections::BTreeSet;
use syn::visit_mut::VisitMut;
use syn::{Item, Stmt, UseTree};

/// Finds whether there are items to be moved out.
#[derive(Default)]
struct HasItems(bool);

impl<'ast> Visit<'ast> for HasItems {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        self.0 |= matches!(
            stmt,
            Stmt::Item(
                Item::Const(_)
                    | Item::Static(_)
                    | Item::Use(_)
                    | Item::Type(_)
                    | Item::Struct(_)
                    | Item::Enum(_)
            )
        );
        syn::visit::visit_stmt(self, stmt);
    }
}

/// Reports mutable statics inside a body: the function and each of its derivatives would have its
/// own copy.
pub fn check_statics(function: &syn::ItemFn, diagnostics: &mut Diagnostics) {
    Statics { diagnostics }.visit_item_fn(function);
}

struct Statics<'d> {
    diagnostics: &'d mut Diagnostics,
}

impl<'ast> Visit<'ast> for Statics<'_> {
    fn visit_item_static(&mut self, of: &'ast syn::ItemStatic) {
        if !never_changes(&of.ty) {
            self.diagnostics.error_over(
                of.ident.to_token_stream(),
                "a `static` inside this function would be a separate one in its derivatives: move \
                 it out of the function",
            );
        }
    }
}

/// Whether the value of a static of this type never changes: scalars, strings, and types of std
/// that contain only these.
fn never_changes(ty: &syn::Type) -> bool {
    match type_class::strip_groups(ty) {
        syn::Type::Reference(of) => of.mutability.is_none() && never_changes(&of.elem),
        syn::Type::Slice(of) => never_changes(&of.elem),
        syn::Type::Array(of) => never_changes(&of.elem),
        syn::Type::Tuple(of) => of.elems.iter().all(never_changes),
        syn::Type::Path(of) if of.path.is_ident("str") => true,
        ty => type_class::is_of_std(ty),
    }
}

/// The function without its items, and the items that are emitted next to it instead.
pub fn without_items(
    function: &syn::ItemFn,
    around: &LoweringEnv<'_>,
) -> Option<(syn::ItemFn, Vec<TokenStream>)> {
    let mut has = HasItems::default();
    has.visit_item_fn(function);
    if !has.0 {
        return None;
    }
    let mut function = function.clone();
    // functions of several types may have one name, and so may a trait's function with a default
    // body
    let owner: String =
        around.owner.into_iter().chain(around.operand).map(|ty| format!("{ty} ")).collect();
    let words = owner.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.chain([function.sig.ident.to_string().as_str()]).collect::<Vec<_>>().join("_");
    let mut mentioned = BTreeSet::new();
    first_names(function.block.to_token_stream(), &mut mentioned);
    let mut take = MoveItemsOut {
        function: name,
        mentioned,
        outside: Vec::new(),
        world: &around.world,
        failed: false,
    };
    take.visit_block_mut(&mut function.block);
    (!take.failed).then_some((function, take.outside))
}

/// Whether a function contains imports.
pub fn has_imports(function: &syn::ItemFn) -> bool {
    struct HasImports(bool);
    impl<'ast> Visit<'ast> for HasImports {
        fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {
            self.0 = true;
        }
    }
    let mut imports = HasImports(false);
    imports.visit_block(&function.block);
    imports.0
}

/// The name of the type that an item defines.
pub fn type_name(item: &TokenStream) -> Option<String> {
    match syn::parse2(item.clone()).ok()? {
        Item::Struct(s) => Some(s.ident.to_string()),
        Item::Enum(e) => Some(e.ident.to_string()),
        _ => None,
    }
}

/// The name and the type of the constant that an item defines.
pub fn constant(item: &TokenStream) -> Option<(String, syn::Type)> {
    match syn::parse2(item.clone()).ok()? {
        Item::Const(c) => Some((c.ident.to_string(), *c.ty)),
        Item::Static(c) => Some((c.ident.to_string(), *c.ty)),
        _ => None,
    }
}

/// The identifiers in tokens that are not fields or methods, including the first ones of paths.
fn first_names(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let mut before = [' '; 2];
    for token in tokens {
        match &token {
            TokenTree::Group(of) => first_names(of.stream(), found),
            TokenTree::Ident(name)
                if (before[1] != '.' || before[0] == '.') && before != [':', ':'] =>
            {
                found.extend([name.to_string()])
            }
            _ => {}
        }
        let punct = if let TokenTree::Punct(of) = &token { of.as_char() } else { ' ' };
        before = [before[1], punct];
    }
}

struct MoveItemsOut<'a> {
    function: String,
    /// The identifiers in the body.
    mentioned: BTreeSet<String>,
    outside: Vec<TokenStream>,
    world: &'a World,
    failed: bool,
}

impl VisitMut for MoveItemsOut<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        syn::visit_mut::visit_block_mut(self, block);
        let mut names: Vec<(String, TokenStream)> = Vec::new();
        let mut globbed = Vec::new();
        let mut retained = Vec::new();
        let functions = self.functions_of_constants(block);
        for stmt in std::mem::take(&mut block.stmts) {
            match &stmt {
                Stmt::Item(Item::Const(c))
                    if c.generics.params.is_empty()
                        && c.ident != "_"
                        && c.attrs.iter().all(is_lint) =>
                {
                    let name = self.fresh(&c.ident);
                    names.push((c.ident.to_string(), name.to_token_stream()));
                    let (ty, value) = (&c.ty, &c.expr);
                    self.outside.push(quote!(#[allow(non_upper_case_globals,
                        dead_code)] const #name: #ty = #value;));
                }
                Stmt::Item(Item::Static(c))
                    if matches!(c.mutability, syn::StaticMutability::None)
                        && c.attrs.iter().all(is_lint) =>
                {
                    let name = self.fresh(&c.ident);
                    names.push((c.ident.to_string(), name.to_token_stream()));
                    let (ty, value) = (&c.ty, &c.expr);
                    self.outside.push(quote!(#[allow(non_upper_case_globals,
                        dead_code)] static #name: #ty = #value;));
                }
                Stmt::Item(Item::Struct(s)) if s.generics.params.is_empty() => {
                    let mut item = s.clone();
                    item.ident = self.fresh_type(&s.ident);
                    item.vis = syn::parse_quote!(pub);
                    names.push((s.ident.to_string(), item.ident.to_token_stream()));
                    self.type_outside(&item.attrs.clone(), item.to_token_stream());
                }
                Stmt::Item(Item::Enum(e)) if e.generics.params.is_empty() => {
                    let mut item = e.clone();
                    item.ident = self.fresh_type(&e.ident);
                    item.vis = syn::parse_quote!(pub);
                    names.push((e.ident.to_string(), item.ident.to_token_stream()));
                    self.type_outside(&item.attrs.clone(), item.to_token_stream());
                }
                Stmt::Item(Item::Type(t)) if t.generics.params.is_empty() => {
                    let mut ty = (*t.ty).clone();
                    if let syn::Type::Path(of) = &mut ty {
                        super::aliases::with_turbofish(&mut of.path);
                    }
                    names.push((t.ident.to_string(), ty.to_token_stream()))
                }
                Stmt::Item(Item::Use(u)) if u.attrs.iter().all(is_lint) => {
                    let root = if u.leading_colon.is_some() { quote!(::) } else { quote!() };
                    if !self.collect_imports(&u.tree, root, &mut names, &mut globbed) {
                        retained.push(stmt);
                    }
                }
                _ => retained.push(stmt),
            }
        }
        block.stmts = retained;
        // explicit imports take precedence over glob imports
        names.append(&mut globbed);
        if names.is_empty() {
            return;
        }
        // an item may mention another one
        let of_items = [&names[..], &functions[..]].concat();
        for _ in 0..3 {
            for item in &mut self.outside {
                *item = replace_path_starts(item.clone(), &of_items);
            }
        }
        let mut replacements = names.clone();
        for (_, tokens) in &mut replacements {
            *tokens = replace_path_starts(tokens.clone(), &names);
        }
        match syn::parse2::<syn::Block>(replace_path_starts(block.to_token_stream(), &replacements))
        {
            Ok(new) => *block = new,
            Err(_) => self.failed = true,
        }
    }
}

impl MoveItemsOut<'_> {
    /// A fresh name for a type; it starts like the user's, because names distinguish types from
    /// functions.
    fn fresh_type(&self, ident: &Ident) -> Ident {
        let ident_text = ident.to_string();
        let mut name = String::new();
        // capitalized, whatever the user's name is, so that a call of it is not taken for that of
        // a function
        for part in [ident_text.trim_start_matches("r#"), "of"]
            .into_iter()
            .chain(self.function.trim_start_matches("r#").split('_'))
        {
            let mut letters = part.chars();
            name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            name.push_str(letters.as_str());
        }
        Ident::new(&format!("{name}{}", self.outside.len()), ident.span())
    }

    /// Copies the `const` functions of a block to the function's siblings if constants of the
    /// block call them. Returns the names of the copies.
    fn functions_of_constants(&mut self, block: &syn::Block) -> Vec<(String, TokenStream)> {
        let is_constant =
            |stmt: &&Stmt| matches!(stmt, Stmt::Item(Item::Const(_) | Item::Static(_)));
        let constants: TokenStream =
            block.stmts.iter().filter(is_constant).map(ToTokens::to_token_stream).collect();
        let mut names = Vec::new();
        for stmt in &block.stmts {
            if let Stmt::Item(Item::Fn(of)) = stmt
                && of.sig.constness.is_some()
                && types::syntax::generics::mentions(constants.clone(), &of.sig.ident)
            {
                let mut copy = of.clone();
                copy.sig.ident = self.fresh(&of.sig.ident);
                names.push((of.sig.ident.to_string(), copy.sig.ident.to_token_stream()));
                self.outside.push(quote!(#[allow(non_snake_case, dead_code)] #copy));
            }
        }
        names
    }

    /// Moves a type out of the function, with the derive that adds tangents, whether the user
    /// wrote it or not.
    fn type_outside(&mut self, attributes: &[syn::Attribute], item: TokenStream) {
        let derived = |name: &str| {
            attributes.iter().any(|a| {
                a.path().is_ident("derive")
                    && a.to_token_stream().into_iter().any(|t| mentions(&t, name))
            })
        };
        let tangent = (!derived("Differentiable"))
            .then(|| quote!(#[derive(::autodiff::__private::Differentiable)]));
        // the residuals of a loop may need both
        let clone = (!derived("Clone")).then(|| quote!(#[derive(::core::clone::Clone)]));
        let debug = (!derived("Debug")).then(|| quote!(#[derive(::core::fmt::Debug)]));
        self.outside
            .push(quote!(#clone #debug #tangent #[doc(hidden)] #[allow(non_camel_case_types,
            dead_code)] #item));
    }

    /// The names that a `use` imports, individually or by a glob, and their paths; false if these
    /// are unknown.
    fn collect_imports(
        &self,
        tree: &UseTree,
        path: TokenStream,
        names: &mut Vec<(String, TokenStream)>,
        globbed: &mut Vec<(String, TokenStream)>,
    ) -> bool {
        match tree {
            UseTree::Path(p) => {
                let ident = &p.ident;
                self.collect_imports(&p.tree, quote!(#path #ident ::), names, globbed)
            }
            UseTree::Name(n) => {
                let ident = &n.ident;
                if ident == "self" {
                    let mut tokens: Vec<TokenTree> = path.into_iter().collect();
                    tokens.truncate(tokens.len().saturating_sub(2));
                    let name = tokens.last().map(|t| t.to_string()).unwrap_or_default();
                    names.push((name, tokens.into_iter().collect()));
                    return true;
                }
                names.push((ident.to_string(), quote!(#path #ident)));
                true
            }
            UseTree::Rename(r) => {
                let ident = &r.ident;
                names.push((r.rename.to_string(), quote!(#path #ident)));
                r.rename != "_"
            }
            UseTree::Group(g) => {
                g.items.iter().all(|tree| self.collect_imports(tree, path.clone(), names, globbed))
            }
            UseTree::Glob(_) => {
                // the contents of other modules are unknown here, except those of enums
                if let Some(variants) = self.variants(&path) {
                    globbed.extend(variants.iter().map(|name| {
                        let ident = Ident::new(name, Span::call_site());
                        (name.clone(), quote!(#path #ident))
                    }));
                    return true;
                }
                let module = path.to_string().replace(' ', "");
                let module = module.trim_start_matches("::");
                let of_reals = ["std", "core"].iter().any(|root| {
                    ["f64", "f32"].iter().any(|real| module == format!("{root}::{real}::consts::"))
                });
                globbed.extend(CONSTANTS.iter().filter(|_| of_reals).map(|name| {
                    let ident = Ident::new(name, Span::call_site());
                    ((*name).to_string(), quote!(#path #ident))
                }));
                // for a module or an enum of the crate, the names that the body mentions
                let of_module: Vec<String> =
                    module.split("::").filter(|name| !name.is_empty()).map(String::from).collect();
                let is_of_crate = !of_reals
                    && (self.world.leads_to_module(&of_module)
                        || self.world.leads_to_enum(&of_module));
                let is_module = |name: &String| {
                    self.world
                        .leads_to_module(&[&of_module[..], std::slice::from_ref(name)].concat())
                };
                let is_name = |name: &str| !matches!(name, "self" | "super" | "crate" | "Self");
                let is_in_it = |name: &&String| {
                    is_of_crate
                        && is_name(name)
                        && (self.world.has_item(&of_module, name) || is_module(name))
                };
                globbed.extend(self.mentioned.iter().filter(is_in_it).map(|name| {
                    let ident = Ident::new(name, Span::call_site());
                    let variant = self
                        .world
                        .path_of_variant_in(&of_module, name)
                        .map(|path| path.to_token_stream());
                    (name.clone(), variant.unwrap_or_else(|| quote!(#path #ident)))
                }));
                of_reals || is_of_crate
            }
        }
    }

    /// The variants of the enum that the path before `::*` names.
    fn variants(&self, path: &TokenStream) -> Option<Vec<String>> {
        let mut path: Vec<TokenTree> = path.clone().into_iter().collect();
        path.truncate(path.len().saturating_sub(2));
        let path: TokenStream = path.into_iter().collect();
        if let Some(seen) = self.world.group().and_then(|group| group.variants(&path)) {
            return Some(seen.to_vec());
        }
        let of = syn::parse2::<syn::Path>(path).ok()?.segments.last()?.ident.to_string();
        let derived = self.world.find_type(&of).map(|of| of.variants().to_vec());
        derived.filter(|variants| !variants.is_empty()).or_else(|| self.world.variants_of(&of))
    }

    fn fresh(&self, ident: &Ident) -> Ident {
        // without lower-case letters, like other constants
        let name = ident.to_string().to_uppercase();
        Ident::new(
            &format!("__{}_{}_{}", self.function.to_uppercase(), name, self.outside.len()),
            ident.span(),
        )
    }
}

fn mentions(token: &TokenTree, name: &str) -> bool {
    match token {
        TokenTree::Group(g) => g.stream().into_iter().any(|t| mentions(&t, name)),
        TokenTree::Ident(ident) => ident == name,
        _ => false,
    }
}

/// The constants in `std::f64::consts`.
const CONSTANTS: &[&str] = &[
    "E",
    "FRAC_1_PI",
    "FRAC_1_SQRT_2",
    "FRAC_2_PI",
    "FRAC_2_SQRT_PI",
    "FRAC_PI_2",
    "FRAC_PI_3",
    "FRAC_PI_4",
    "FRAC_PI_6",
    "FRAC_PI_8",
    "LN_10",
    "LN_2",
    "LOG10_2",
    "LOG10_E",
    "LOG2_10",
    "LOG2_E",
    "PI",
    "SQRT_2",
    "TAU",
];

/// A function inside a body without its generic parameters: their types become `_`. `None` if it
/// needs them.
fn without_generics(f: &syn::ItemFn) -> Option<syn::ItemFn> {
    let generics = &f.sig.generics;
    if generics.const_params().next().is_some() {
        return None;
    }
    let mut infer =
        Infer { params: generics.type_params().map(|t| t.ident.clone()).collect(), failed: false };
    let mut f = f.clone();
    f.sig.generics = syn::Generics::default();
    infer.visit_signature_mut(&mut f.sig);
    infer.visit_block_mut(&mut f.block);
    (!infer.failed).then_some(f)
}

/// Whether a type is an array whose storage is a type parameter.
fn is_array_with_storage(path: &syn::Path, params: &[Ident]) -> bool {
    path.segments.last().is_some_and(|last| {
        last.ident == "ArrayBase"
            && params
                .iter()
                .any(|name| types::syntax::generics::mentions(last.to_token_stream(), name))
    })
}

struct Infer {
    params: Vec<Ident>,
    failed: bool,
}

impl VisitMut for Infer {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(p) = ty
            && (p.path.get_ident().is_some_and(|name| self.params.contains(name))
                || is_array_with_storage(&p.path, &self.params))
        {
            *ty = syn::parse_quote!(_);
            return;
        }
        syn::visit_mut::visit_type_mut(self, ty);
    }

    /// `T::zero()`
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        self.failed |= path.segments.first().is_some_and(|s| self.params.contains(&s.ident));
        syn::visit_mut::visit_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        let names = |t: &TokenTree| self.params.iter().any(|name| mentions(t, &name.to_string()));
        self.failed |= m.tokens.clone().into_iter().any(|t| names(&t));
    }
}

/// Tokens with names replaced where they begin a path.
fn replace_path_starts(tokens: TokenStream, names: &[(String, TokenStream)]) -> TokenStream {
    let mut out = TokenStream::new();
    let (mut dots, mut colons) = (0, 0);
    for token in tokens {
        let follows = dots == 1 || colons == 2;
        match &token {
            TokenTree::Punct(p) if p.as_char() == '.' => (dots, colons) = (dots + 1, 0),
            TokenTree::Punct(p) if p.as_char() == ':' => (dots, colons) = (0, colons + 1),
            _ => (dots, colons) = (0, 0),
        }
        match token {
            TokenTree::Group(g) => {
                let mut group = Group::new(g.delimiter(), replace_path_starts(g.stream(), names));
                group.set_span(g.span());
                out.extend([TokenTree::Group(group)]);
            }
            TokenTree::Ident(ident) if !follows => {
                match names.iter().find(|(name, _)| ident == name) {
                    Some((_, path)) => out.extend(path.clone()),
                    None => out.extend([TokenTree::Ident(ident)]),
                }
            }
            token => out.extend([token]),
        }
    }
    out
}

impl Lowerer<'_> {
    /// Declares the functions among statements, which are visible in the whole block.
    pub fn declare_functions(&mut self, stmts: &[Stmt]) {
        let functions = stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Fn(f)) => {
                let generic = f.sig.generics.type_params().next().is_some();
                Some(LocalFunction { function: without_generics(f)?, generic })
            }
            _ => None,
        });
        let siblings: Vec<LocalFunction> = functions.collect();
        if !siblings.is_empty() {
            self.declare_siblings(&siblings.into());
        }
    }

    /// Declares the functions of a block in the current scope.
    pub fn declare_siblings(&mut self, siblings: &Rc<[LocalFunction]>) {
        let is_function =
            |(_, b): &&(String, Binding)| matches!(b, Binding::Closure(c) if c.is_function);
        let around: Vec<(String, Binding)> =
            self.ssa.scope.iter().filter(is_function).cloned().collect();
        for LocalFunction { function, generic } in siblings.iter() {
            let binding = self.nested_function(function, *generic, &around, siblings);
            self.ssa.scope.push((function.sig.ident.to_string(), binding));
        }
    }

    /// Reports a function inside the body that is not declared.
    pub fn check_function(&mut self, f: &syn::ItemFn) {
        if without_generics(f).is_none() {
            self.error(
                f,
                "a generic function inside a differentiated function is inlined, and can use its \
                 type parameters only as types: move it out of the function",
            );
        }
    }
}
