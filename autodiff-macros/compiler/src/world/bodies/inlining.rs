//! Functions that return closures, iterators or mutable references, or take or return views that
//! change arrays → functions inside the bodies of their callers.
//!
//! Such a function has no derivative of its own: its result type cannot be named, or its argument
//! or its result is a place. Inside of a body, closures and iterator chains are inlined where they
//! are called, and a view is a place of its array. So a function with the attribute, or of a module
//! with the attribute, is copied into the body of each function that calls it by name, as follows:
//!
//! ```text
//! #[differentiate]                                              fn line(a: f64) -> impl Fn(f64) -> f64 { move |x| a * x }
//! fn line(a: f64) -> impl Fn(f64) -> f64 { move |x| a * x }     struct line {}
//! #[differentiate]                                         →    impl line { const the_inlined_function_of_this_name_5ad1…: () = (); }
//! fn f(a: f64) -> f64 { line(a)(2.0) }                          fn f(a: f64) -> f64 { line(a)(2.0) }
//!                                                               const _: () = line::the_inlined_function_of_this_name_5ad1…;
//! ```
//!
//! The two functions are separate expansions. The second reads what the first has recorded as a
//! string; all functions of a file are recorded when it is read. The name of a callee is looked up
//! among the recorded functions. A constant, whose name is a hash of the function's definition,
//! checks that the name resolves to this function. The names in its body must resolve to the same
//! items in the caller. They do in the same module. They also do where the body names only items
//! that it defines itself and items of the language. A name that the caller defines inside its own
//! body, or has for a parameter, could capture a name of the callee, so a name that both have is an
//! error.
//!
//! A method of a type without parameters is inlined where it is called on a value of a type that
//! lowering knows by name, and a function that is called by a path where the files show what the
//! path resolves to (`lower/functions/inlined_calls.rs`). The constant of a method is an associated
//! constant of the type.

use super::absolute_paths::VisibleModule;
use super::relocatable::{Captured, EVERYWHERE};
use crate::diagnostics::Diagnostics;
use crate::params;
use crate::type_class;
use crate::world::names::modules::Scope;
use crate::world::names::resolve::Resolution;
use crate::world::tokens::hash;
use crate::world::{File, World};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{
    Expr, FnArg, GenericArgument, Item, ItemFn, PathArguments, ReturnType, Signature, Type,
    TypeParamBound,
};

/// The iterators of `std::slice` over shared references.
const SLICE_ITERATORS: &[&str] = &["Iter", "Chunks", "ChunksExact", "Windows"];

/// A recorded function.
#[derive(Clone, PartialEq)]
pub struct InlinedRecord {
    /// The last name of the type that it is a method of; empty for a free function.
    owner: String,
    name: String,
    text: String,
    /// The same with the paths that other modules may inline.
    elsewhere: String,
    file: File,
    /// The path of its module in the file, if it is known.
    module: Option<String>,
    /// The first name in it that may resolve to another item in another scope.
    first_captured: Option<Captured>,
    /// The module outside which the items that it names are not visible.
    visible_module: Option<VisibleModule>,
}

/// Whether a function returns a closure or an iterator (a type without a name, or an iterator of
/// `std` that borrows a sequence) or a mutable reference, or takes or returns a view that changes an
/// array.
pub fn is_inlined(sig: &Signature) -> bool {
    let returned = match &sig.output {
        ReturnType::Type(_, ty) => {
            is_unnamed(ty) || is_slice_iterator(ty) || is_changed_view(ty) || is_place(ty)
        }
        ReturnType::Default => false,
    };
    returned
        || sig
            .inputs
            .iter()
            .any(|input| matches!(input, FnArg::Typed(of) if is_changed_view(&of.ty)))
}

/// Whether a type is a mutable reference, which is a place of the caller, or contains one.
fn is_place(ty: &Type) -> bool {
    match ty {
        Type::Reference(of) => of.mutability.is_some(),
        Type::Tuple(of) => of.elems.iter().any(is_place),
        Type::Path(of) => type_class::only_argument(of, &["Option"]).is_some_and(is_place),
        _ => false,
    }
}

/// Whether a type is a view of `ndarray` that changes an array, or a reference through which an
/// array of any storage changes.
fn is_changed_view(ty: &Type) -> bool {
    match ty {
        Type::Reference(of) => {
            let is_of_any_storage = |name: &Ident| {
                let name = name.to_string();
                name == "ArrayBase" || name.starts_with("ArrayRef")
            };
            let last = match &*of.elem {
                Type::Path(of) => of.path.segments.last(),
                _ => None,
            };
            of.mutability.is_some() && last.is_some_and(|last| is_of_any_storage(&last.ident))
                || is_changed_view(&of.elem)
        }
        Type::Path(of) => {
            let last = of.path.segments.last().map(|last| last.ident.to_string());
            last.is_some_and(|name| name.starts_with("ArrayViewMut"))
        }
        _ => false,
    }
}

/// Whether a type is one of the iterators of `std::slice`: `std::slice::Iter<'_, f64>`, or
/// `Iter<'_, f64>` where that is imported.
fn is_slice_iterator(ty: &Type) -> bool {
    let Type::Path(of) = ty else { return false };
    let names: Vec<String> =
        of.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &names[..] {
        [.., module, name] => module == "slice" && SLICE_ITERATORS.contains(&name.as_str()),
        [name] => {
            let borrows = of.path.segments.iter().any(|segment| match &segment.arguments {
                PathArguments::AngleBracketed(of) => {
                    of.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_)))
                }
                _ => false,
            });
            borrows && SLICE_ITERATORS.contains(&name.as_str())
        }
        [] => false,
    }
}

fn is_unnamed(ty: &Type) -> bool {
    is_function(ty) || is_some(ty, &params::is_iterator)
}

/// Whether a type is an unnamed function type, or a boxed one.
pub fn is_function(ty: &Type) -> bool {
    is_some(ty, &|of| {
        of.segments
            .last()
            .is_some_and(|last| ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name))
    })
}

/// Whether a type is `impl Trait` or `Box<dyn Trait>` of a trait for which `is_of_kind` holds.
fn is_some(ty: &Type, is_of_kind: &dyn Fn(&syn::Path) -> bool) -> bool {
    let is_bound =
        |bound: &TypeParamBound| matches!(bound, TypeParamBound::Trait(of) if is_of_kind(&of.path));
    match ty {
        Type::Paren(of) => is_some(&of.elem, is_of_kind),
        Type::Group(of) => is_some(&of.elem, is_of_kind),
        Type::ImplTrait(of) => of.bounds.iter().any(is_bound),
        Type::TraitObject(of) => of.bounds.iter().any(is_bound),
        Type::Path(of) => {
            let boxed = of.path.segments.last().filter(|last| last.ident == "Box");
            let Some(PathArguments::AngleBracketed(of)) = boxed.map(|last| &last.arguments) else {
                return false;
            };
            of.args.iter().any(|of| {
                matches!(of, GenericArgument::Type(ty @ Type::TraitObject(_))
                if is_some(ty, is_of_kind))
            })
        }
        _ => false,
    }
}

/// A function in the form that is recorded.
fn recorded_text(function: &ItemFn) -> String {
    ItemFn { attrs: Vec::new(), vis: syn::Visibility::Inherited, ..function.clone() }
        .to_token_stream()
        .to_string()
}

impl World {
    /// Records a function for its callers. `owner` is the type of a method, whose `self` gets a
    /// name.
    pub fn record_inlined(&self, owner: &str, function: &ItemFn, scope: Option<&Scope>) {
        let relocatable = self.relocatable_function(function, scope);
        let elsewhere = match &relocatable {
            Ok(relocatable) if !relocatable.absolute.is_empty() => {
                recorded_text(&relocatable.absolute.clone().in_function(function))
            }
            _ => recorded_text(function),
        };
        let recorded = InlinedRecord {
            owner: owner.to_string(),
            name: function.sig.ident.to_string(),
            text: recorded_text(function),
            elsewhere,
            file: self.file(),
            module: scope.map(|scope| scope.path().to_string()),
            visible_module: relocatable
                .as_ref()
                .ok()
                .and_then(|relocatable| relocatable.absolute.visible_module().cloned()),
            first_captured: relocatable.err(),
        };
        let mut all = self.session.inlined.lock();
        if !all.contains(&recorded) {
            all.push(recorded);
        }
    }

    /// Removes the records of a file that has changed.
    pub fn forget_inlined(&self, file: &File) {
        self.session.inlined.lock().retain(|of| of.file != *file);
    }
}

/// The name of the constant that distinguishes a function from others of its name.
pub fn sign(function: &ItemFn) -> Ident {
    sign_of_text(&recorded_text(function))
}

fn sign_of_text(text: &str) -> Ident {
    // the compiler writes tokens as they are in the source
    let text: String = text.split_whitespace().collect();
    Ident::new(
        &format!("the_inlined_function_of_this_name_{:016x}", hash(&text)),
        Span::call_site(),
    )
}

/// A function that is inlined, and the constant that checks that the call resolves to it; or the
/// name in it that would resolve to another item here.
type Lookup = Option<Result<(ItemFn, Ident), Captured>>;

impl World {
    /// The function of that name that a call here most likely resolves to.
    fn find_inlined(&self, owner: &str, name: &Ident) -> Lookup {
        let file = self.file();
        let all = self.session.inlined.lock();
        // a function of this file is called only where the name resolves to it, and then it is the
        // only candidate
        let home = self.scope_or_around().and_then(|scope| scope.item_path(&name.to_string()));
        let may_be_called = |of: &&InlinedRecord| match &home {
            Some(home) => of.file == file && of.module.as_ref() == Some(&home.module),
            None => of.file != file || of.module.is_none(),
        };
        let is_of_name = |of: &&InlinedRecord| {
            of.owner == owner && *name == of.name && (!owner.is_empty() || may_be_called(of))
        };
        self.select_candidate(all.iter().rev().filter(is_of_name), name)
    }

    /// The same for the function that a path of several names resolves to, and the type that it is
    /// a function of.
    fn find_inlined_at(&self, path: &syn::Path) -> Option<(Lookup, Option<syn::Path>)> {
        let names: Vec<String> = path.segments.iter().map(|of| of.ident.to_string()).collect();
        let name = &path.segments.last()?.ident;
        let (defined, owner) = match self.resolve_path(&names) {
            Resolution::Item(function) => (function, None),
            _ => match self.resolve_path(&names[..names.len() - 1]) {
                Resolution::Item(ty) => (ty, Some(owner_of(path))),
                _ => return None,
            },
        };
        let all = self.session.inlined.lock();
        let (of_type, of_name) = match owner {
            Some(_) => (defined.path.name.clone(), name.to_string()),
            None => (String::new(), defined.path.name.clone()),
        };
        let is_named = |of: &InlinedRecord| of.owner == of_type && of.name == of_name;
        let is_home = |of: &InlinedRecord| {
            of.module.as_ref() == Some(&defined.path.module)
                && of.file.as_ref() == Some(&defined.file)
        };
        // the methods of a type may be in another module
        let is_elsewhere = owner.is_some() && !all.iter().any(|of| is_named(of) && is_home(of));
        let is_called = |of: &&InlinedRecord| is_named(of) && (is_elsewhere || is_home(of));
        Some((self.select_candidate(all.iter().rev().filter(is_called), name), owner))
    }

    /// The candidate that is inlined at this name: one of this module, or one whose names resolve
    /// to the same items here.
    fn select_candidate<'r>(
        &self,
        mut of_name: impl Iterator<Item = &'r InlinedRecord> + Clone,
        name: &Ident,
    ) -> Lookup {
        let (file, here) = (self.file(), self.scope().map(|scope| scope.path().to_string()));
        // where one of the modules is not known, the names in it may resolve to other items
        let is_near = |of: &&InlinedRecord| of.file == file && here.is_some() && of.module == here;
        let is_relocatable = |of: &&InlinedRecord| {
            of.first_captured.is_none() && self.is_within(of.visible_module.as_ref())
        };
        let Some(recorded) =
            of_name.clone().find(is_near).or_else(|| of_name.clone().find(is_relocatable))
        else {
            let captured = |of: &InlinedRecord| {
                of.first_captured
                    .clone()
                    .or(of.visible_module.as_ref().map(|within| within.name.clone()))
            };
            return of_name.next().and_then(captured).map(Err);
        };
        // errors in it are reported at the call
        let text = if is_near(&recorded) { &recorded.text } else { &recorded.elsewhere };
        let tokens: TokenStream = text.parse().ok()?;
        Some(Ok((syn::parse2(with_span(tokens, name.span())).ok()?, sign_of_text(&recorded.text))))
    }

    /// A function that reads its lines and columns from the constants of its marker or type.
    fn with_places_of(&self, mut function: ItemFn, sign: &Ident, of: &TokenStream) -> ItemFn {
        *function.block = self.with_places(&function.block, sign, |place| quote!(#of::#place));
        function
    }

    /// The method of that name of a type, as a function that contains the inlined functions it
    /// calls, and items that do not compile if one of them resolves to another item. `own` are the
    /// names of the caller.
    pub fn inlined_method(
        &self,
        owner: &syn::Path,
        name: &Ident,
        own: &CallerNames,
        errors: &mut Diagnostics,
    ) -> Option<(ItemFn, Vec<TokenStream>)> {
        let of = owner.segments.last()?;
        let found = self.find_inlined(&of.ident.to_string(), name);
        self.with_check(found, name, &quote!(<#owner>), own, errors)
    }

    /// The same for the function that a path of several names resolves to.
    pub fn inlined_at(
        &self,
        path: &syn::Path,
        own: &CallerNames,
        errors: &mut Diagnostics,
    ) -> Option<(ItemFn, Vec<TokenStream>)> {
        let (found, owner) = self.find_inlined_at(path)?;
        let of = owner.map_or_else(|| quote!(#path), |owner| quote!(<#owner>));
        self.with_check(found, &path.segments.last()?.ident, &of, own, errors)
    }

    /// A function that was found, with the functions that it calls, and items that do not compile if
    /// `of`, its marker or its type, or one of these resolves to another item.
    fn with_check(
        &self,
        found: Lookup,
        name: &Ident,
        of: &TokenStream,
        own: &CallerNames,
        errors: &mut Diagnostics,
    ) -> Option<(ItemFn, Vec<TokenStream>)> {
        let (function, sign) = match found? {
            Ok(found) => found,
            Err(captured) => {
                errors.error_over(name.to_token_stream(), message_of_captured(name, &captured));
                return None;
            }
        };
        let function = self.with_places_of(function, &sign, of);
        if let Some(shared) = own.captured_name(&function) {
            errors.error_over(name.to_token_stream(), message(name, &shared));
            return None;
        }
        let check = quote!(const _: () = #of::#sign;);
        Some(match self.with_inlined(&function, &[], &mut Diagnostics::new()) {
            Some((function, checks)) => (function, checks.into_iter().chain([check]).collect()),
            None => (function, vec![check]),
        })
    }
}

/// The path before the last name.
fn owner_of(path: &syn::Path) -> syn::Path {
    let mut owner = path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    owner
}

fn message_of_captured(name: &Ident, captured: &Captured) -> String {
    let why = captured.reason();
    format!(
        "the body of `{name}` is inlined here, and {why}: call it in the module of `{name}`, or \
         pass its captures to a function that has a named return type"
    )
}

fn with_span(tokens: TokenStream, span: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|token| match token {
        TokenTree::Group(of) => {
            let mut group = proc_macro2::Group::new(of.delimiter(), with_span(of.stream(), span));
            group.set_span(span);
            TokenTree::Group(group)
        }
        mut token => {
            token.set_span(span);
            token
        }
    });
    moved.collect()
}

impl World {
    /// A function whose body contains the inlined functions that it calls, which are those `around`
    /// it and recorded ones; and items that do not compile if one of them resolves to another item.
    /// `None` if it calls none.
    pub fn with_inlined(
        &self,
        function: &ItemFn,
        around: &[ItemFn],
        errors: &mut Diagnostics,
    ) -> Option<(ItemFn, Vec<TokenStream>)> {
        let own = CallerNames::of(function);
        let (mut inlined, mut witnesses, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        let mut waiting = called_names(function);
        while let Some(name) = waiting.pop() {
            if !seen.insert(name.to_string()) {
                continue;
            }
            let found = match around.iter().find(|of| of.sig.ident == name) {
                Some(of) => of.clone(),
                None => match self.find_inlined("", &name) {
                    Some(Ok((of, sign))) => {
                        witnesses.push(quote!(const _: () = #name::#sign;));
                        self.with_places_of(of, &sign, &quote!(#name))
                    }
                    Some(Err(captured)) => {
                        errors.error_over(
                            name.to_token_stream(),
                            message_of_captured(&name, &captured),
                        );
                        continue;
                    }
                    None => continue,
                },
            };
            if let Some(shared) = own.captured_name(&found) {
                errors.error_over(name.to_token_stream(), message(&name, &shared));
            }
            waiting.extend(called_names(&found));
            inlined.push(found);
        }
        if inlined.is_empty() {
            return None;
        }
        let mut function = function.clone();
        let stmts = inlined.into_iter().map(|of| syn::Stmt::Item(Item::Fn(of)));
        function.block.stmts.splice(0..0, stmts.collect::<Vec<_>>());
        Some((function, witnesses))
    }
}

fn message(name: &Ident, shared: &str) -> String {
    format!(
        "`{name}` is inlined here, but its `{shared}` would resolve to an item or variable of this \
         function: rename it here"
    )
}

/// The names of a function that would capture names of a function inlined in it: the items in its
/// body, and its type and constant parameters.
#[derive(Default)]
pub struct CallerNames {
    names: HashSet<String>,
    /// Whether a glob import brings in names that are not seen.
    has_glob: bool,
}

impl CallerNames {
    /// The names of a function.
    pub fn of(function: &ItemFn) -> CallerNames {
        let mut own = CallerNames::default();
        own.visit_item_fn(function);
        own
    }

    /// Whether an item or an import inside the function may have that name.
    pub fn may_define(&self, name: &str) -> bool {
        self.has_glob || self.names.contains(name)
    }

    /// A name in an inlined function that this function would capture.
    fn captured_name(&self, inlined: &ItemFn) -> Option<String> {
        let names = FunctionNames::of(inlined);
        let is_shared = |name: &String| {
            self.names.contains(name) || self.has_glob && !names.is_closed_name(name)
        };
        names.other_names.iter().find(|name| is_shared(name)).cloned()
    }

    fn add_imports(&mut self, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(of) => self.add_imports(&of.tree),
            syn::UseTree::Name(of) => drop(self.names.insert(of.ident.to_string())),
            syn::UseTree::Rename(of) => drop(self.names.insert(of.rename.to_string())),
            syn::UseTree::Group(of) => of.items.iter().for_each(|tree| self.add_imports(tree)),
            syn::UseTree::Glob(_) => self.has_glob = true,
        }
    }
}

impl<'ast> Visit<'ast> for CallerNames {
    fn visit_stmt(&mut self, stmt: &'ast syn::Stmt) {
        if let syn::Stmt::Item(item) = stmt {
            match item {
                Item::Use(of) => self.add_imports(&of.tree),
                Item::Impl(_) => {}
                Item::Macro(of) => self.names.extend(of.ident.as_ref().map(ToString::to_string)),
                item => self.names.extend(name_of(item).map(ToString::to_string)),
            }
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_generic_param(&mut self, param: &'ast syn::GenericParam) {
        match param {
            syn::GenericParam::Type(of) => drop(self.names.insert(of.ident.to_string())),
            syn::GenericParam::Const(of) => drop(self.names.insert(of.ident.to_string())),
            syn::GenericParam::Lifetime(_) => {}
        }
        visit::visit_generic_param(self, param);
    }
}

fn name_of(item: &Item) -> Option<&Ident> {
    match item {
        Item::Const(of) => Some(&of.ident),
        Item::Static(of) => Some(&of.ident),
        Item::Fn(of) => Some(&of.sig.ident),
        Item::Struct(of) => Some(&of.ident),
        Item::Enum(of) => Some(&of.ident),
        Item::Union(of) => Some(&of.ident),
        Item::Type(of) => Some(&of.ident),
        Item::Trait(of) => Some(&of.ident),
        Item::Mod(of) => Some(&of.ident),
        _ => None,
    }
}

fn names_in(tokens: TokenStream, names: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(of) => names_in(of.stream(), names),
            TokenTree::Ident(name) => names.push(name.to_string()),
            _ => {}
        }
    }
}

/// The functions that a function calls by a single name, without those that it defines itself.
fn called_names(function: &ItemFn) -> Vec<Ident> {
    let mut names = FunctionNames::default();
    names.visit_item_fn(function);
    names.called_names.retain(|name| !names.defined_names.contains(&name.to_string()));
    names.called_names
}

/// The names that a function uses, and those that it defines: variables, functions, type
/// parameters.
#[derive(Default)]
struct FunctionNames {
    called_names: Vec<Ident>,
    other_names: Vec<String>,
    defined_names: HashSet<String>,
}

impl<'ast> Visit<'ast> for FunctionNames {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(of) = &*call.func {
            self.called_names.extend(of.path.get_ident().cloned());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.other_names.extend(path.segments.first().map(|first| first.ident.to_string()));
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.defined_names.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_signature(&mut self, sig: &'ast Signature) {
        self.defined_names.insert(sig.ident.to_string());
        visit::visit_signature(self, sig);
    }

    fn visit_type_param(&mut self, param: &'ast syn::TypeParam) {
        self.defined_names.insert(param.ident.to_string());
        visit::visit_type_param(self, param);
    }

    fn visit_const_param(&mut self, param: &'ast syn::ConstParam) {
        self.defined_names.insert(param.ident.to_string());
        visit::visit_const_param(self, param);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // the contents of a macro are not understood
        self.other_names.push("a macro".into());
        names_in(mac.to_token_stream(), &mut self.other_names);
        visit::visit_macro(self, mac);
    }
}

impl FunctionNames {
    fn of(function: &ItemFn) -> FunctionNames {
        let mut names = FunctionNames::default();
        names.visit_signature(&function.sig);
        names.visit_block(&function.block);
        names
    }

    /// Whether a name resolves to the same item in every scope.
    fn is_closed_name(&self, name: &str) -> bool {
        self.defined_names.contains(name) || EVERYWHERE.contains(&name)
    }
}
