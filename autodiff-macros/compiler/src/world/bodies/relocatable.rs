//! A body → whether it resolves to the same items in every scope, so that its tokens may be lowered
//! in another one.
//!
//! A trait's default body is lowered once per `impl` block (`item/traits/defaults.rs`), and a
//! function that returns a closure is lowered once per caller (`inlining.rs`). In another module, a free name
//! of the body may resolve to another item, and a method call to a method of another trait. So such
//! a body may name its own bindings, items of the language, and items with a path from `crate`. It
//! may call
//!
//! - the functions of its own trait on `self`: the lowered body calls these by the trait's name;
//! - methods that std takes by value: those of a trait in scope would be ambiguous with them;
//! - methods of slices on a `&[T]`: method lookup tries them first;
//! - methods of floats. On an `&f64` a trait in scope would take precedence, so a check in the
//!   scope of the body asks rustc ([`Relocatable`]).

use super::absolute_paths::Absolute;
use super::receivers::Place;
use crate::std_declarations::{self, Method, Receiver, is_of_floats, is_of_slices};
use crate::world::World;
use crate::world::names::meaning::is_spelled_as_type;
use crate::world::names::modules::Scope;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use std::collections::BTreeMap;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprClosure, FnArg, ItemFn, ItemTrait, Pat, ReturnType, Signature, Stmt,
    TraitItem, TraitItemFn, Type,
};

/// A body that resolves the same everywhere.
#[derive(Default)]
pub struct Relocatable {
    /// Statements that compile in the scope of the body only if it is relocatable.
    pub witnesses: TokenStream,
    /// The paths from `crate` or `::std` of its names.
    pub absolute: Absolute,
}

/// A name in a body that may resolve to another item in another scope.
#[derive(Clone, PartialEq)]
pub struct Captured {
    /// The name as the user wrote it.
    name: String,
    name_of: NameOf,
}

#[derive(Clone, Copy, PartialEq)]
enum NameOf {
    Item,
    Method,
    /// A field that is not visible in another scope.
    Field,
}

impl Captured {
    /// An item or a binding.
    pub fn item(name: String) -> Captured {
        Captured { name, name_of: NameOf::Item }
    }

    /// A field that is not visible in another scope.
    pub fn field(name: String) -> Captured {
        Captured { name, name_of: NameOf::Field }
    }

    /// Whether it is a method.
    pub fn is_method(&self) -> bool {
        self.name_of == NameOf::Method
    }

    /// The reason for the error message.
    pub fn reason(&self) -> String {
        let Captured { name, name_of: of } = self;
        match of {
            _ if is_of_module(name) => format!("its `{name}(…)` would return another place here"),
            NameOf::Method => {
                format!("its `.{name}(…)` may resolve to the method of another trait here")
            }
            NameOf::Field => format!("its field `{name}` is private"),
            NameOf::Item => format!("its `{name}` may resolve to another item here"),
        }
    }
}

/// Whether the result of a macro depends on the file or the module of its call.
fn is_of_module(name: &str) -> bool {
    ["file!", "module_path!"].contains(&name.rsplit("::").next().unwrap_or_default())
}

impl World {
    /// Whether the default body of a function of a trait resolves the same everywhere.
    pub fn relocatable_default(
        &self,
        of: &ItemTrait,
        function: &TraitItemFn,
        scope: Option<&Scope>,
    ) -> Result<Relocatable, Captured> {
        let Some(block) = &function.default else { return Ok(Relocatable::default()) };
        let parameters = of.generics.params.iter().filter_map(|parameter| match parameter {
            syn::GenericParam::Type(of) => Some(&of.ident),
            syn::GenericParam::Const(of) => Some(&of.ident),
            syn::GenericParam::Lifetime(_) => None,
        });
        let mut walk = Walk::new(self, &of.items, scope);
        walk.bindings.extend(parameters.map(|name| Binding {
            name: name.to_string(),
            is_replaced: true,
            place: None,
        }));
        walk.function_resolves(&function.sig, block)
    }

    /// Whether a function resolves the same everywhere, including the types in its signature.
    pub fn relocatable_function(
        &self,
        function: &ItemFn,
        scope: Option<&Scope>,
    ) -> Result<Relocatable, Captured> {
        let mut walk = Walk::new(self, &[], scope);
        walk.bind(&function.sig.ident);
        walk.types_of(&function.sig);
        walk.function_resolves(&function.sig, &function.block)
    }
}

/// Names that resolve to the same item everywhere, unless the user shadows them.
pub(super) const EVERYWHERE: &[&str] = &[
    "f64",
    "f32",
    "usize",
    "u64",
    "u32",
    "u16",
    "u8",
    "isize",
    "i64",
    "i32",
    "i16",
    "i8",
    "bool",
    "char",
    "str",
    "String",
    "Vec",
    "Box",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Fn",
    "FnMut",
    "FnOnce",
    "Iterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "IntoIterator",
    "Copy",
    "Clone",
    "Sized",
    "std",
    "core",
];

/// Whether all methods of std with this name are ones of iterators, `Option` and `Result`, which
/// take these by value.
fn is_by_value(name: &str, arguments: usize) -> bool {
    let of = |method: &Method| matches!(method.of, "Iter" | "Option" | "Range" | "Result");
    let mut methods = std_declarations::methods(name, arguments).peekable();
    methods.peek().is_some()
        && methods.all(|method| method.receiver == Receiver::Value && of(method))
}

/// The methods of floats that integers have as well; `max` is one of `Ord`, which takes its
/// receiver by value.
const OF_INTEGERS: &[&str] = &["abs", "signum", "rem_euclid", "div_euclid"];

/// A name that a body binds.
pub(super) struct Binding {
    pub name: String,
    /// Whether an `impl` block replaces it by a type or a constant.
    is_replaced: bool,
    /// What it is, if that is a parameter or a part of one.
    pub place: Option<Place>,
}

/// A visitor of a body, with the bindings so far.
pub(super) struct Walk<'t> {
    pub world: &'t World,
    of_trait: &'t [TraitItem],
    /// The scope of the body, if that is known.
    pub scope: Option<&'t Scope>,
    pub bindings: Vec<Binding>,
    /// The first name that is not relocatable.
    pub captured: Option<Captured>,
    /// The methods of floats that are called.
    methods: BTreeMap<String, Span>,
    /// The methods of slices that are called on arrays and vectors.
    of_sequences: BTreeMap<String, Span>,
    /// The same on fields, with a function that reads the field.
    of_fields: Vec<(Ident, ExprClosure)>,
    /// The bindings of patterns, which a constant of the same name would turn into comparisons.
    bound: BTreeMap<String, Span>,
    pub absolute: Absolute,
    /// Whether paths are left unchanged: in macros, and after the type of a qualified path.
    stays: bool,
}

impl Walk<'_> {
    fn capture(&mut self, name: impl ToString, is_method: bool) {
        let of = if is_method { NameOf::Method } else { NameOf::Item };
        self.captured.get_or_insert(Captured { name: name.to_string(), name_of: of });
    }

    /// Leaves paths unchanged from here on, if `stays`; returns whether they were left unchanged
    /// before.
    fn skip_paths(&mut self, stays: bool) -> bool {
        let before = self.stays;
        self.stays |= stays;
        before
    }

    fn bind(&mut self, name: &Ident) {
        self.bindings.push(Binding { name: name.to_string(), is_replaced: false, place: None });
    }

    fn new<'w>(world: &'w World, of_trait: &'w [TraitItem], scope: Option<&'w Scope>) -> Walk<'w> {
        Walk {
            world,
            of_trait,
            scope,
            bindings: Vec::new(),
            captured: None,
            methods: BTreeMap::new(),
            of_sequences: BTreeMap::new(),
            of_fields: Vec::new(),
            bound: BTreeMap::new(),
            absolute: Absolute::default(),
            stays: false,
        }
    }

    fn function_resolves(
        mut self,
        sig: &Signature,
        block: &Block,
    ) -> Result<Relocatable, Captured> {
        self.generics(sig);
        self.parameters(&sig.inputs);
        self.visit_block(block);
        match self.captured {
            Some(captured) => Err(captured),
            None => Ok(Relocatable { witnesses: self.witnesses(), absolute: self.absolute }),
        }
    }

    fn generics(&mut self, sig: &Signature) {
        for parameter in &sig.generics.params {
            match parameter {
                syn::GenericParam::Type(of) => self.bind(&of.ident),
                syn::GenericParam::Const(of) => self.bind(&of.ident),
                syn::GenericParam::Lifetime(_) => {}
            }
        }
    }

    fn types_of(&mut self, sig: &Signature) {
        self.visit_in_scope(|walk| {
            walk.generics(sig);
            walk.visit_generics(&sig.generics);
            for input in &sig.inputs {
                if let FnArg::Typed(typed) = input {
                    walk.visit_type(&typed.ty);
                }
            }
            walk.visit_return_type(&sig.output);
        });
    }

    fn parameters<'i>(&mut self, inputs: impl IntoIterator<Item = &'i FnArg>) {
        for input in inputs {
            let FnArg::Typed(typed) = input else { continue };
            match &*typed.pat {
                Pat::Ident(of) if of.subpat.is_none() => {
                    self.bindings.push(Binding {
                        name: of.ident.to_string(),
                        is_replaced: false,
                        place: Some(Place::parameter(&of.ident, &typed.ty)),
                    });
                }
                pat => self.visit_pat(pat),
            }
        }
    }

    /// Visits a node that binds names in its own scope.
    fn visit_in_scope(&mut self, visit: impl FnOnce(&mut Self)) {
        let outer = self.bindings.len();
        visit(self);
        self.bindings.truncate(outer);
    }

    fn function(&self, name: &Ident) -> Option<&Signature> {
        self.of_trait.iter().find_map(|item| match item {
            TraitItem::Fn(of) if of.sig.ident == *name => Some(&of.sig),
            _ => None,
        })
    }

    fn is_of_trait(&self, name: &Ident) -> bool {
        self.of_trait.iter().any(|item| match item {
            TraitItem::Fn(of) => of.sig.ident == *name,
            TraitItem::Const(of) => of.ident == *name,
            TraitItem::Type(of) => of.ident == *name,
            _ => false,
        })
    }

    /// Whether an expression certainly is a `&[T]`.
    fn is_slice(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(of) => self.is_slice(&of.expr),
            Expr::MethodCall(m) if is_self(&m.receiver) => {
                matches!(self.function(&m.method),
                    Some(Signature { output: ReturnType::Type(_, ty), .. }) if is_slice(ty))
            }
            e => self.place(e).is_some_and(|of| of.is_slice()),
        }
    }
}

impl Walk<'_> {
    /// Statements that compile only if no trait in scope has the methods that are called for numbers
    /// behind references, or for arrays and vectors, and if the bindings of patterns are no
    /// constants.
    fn witnesses(&self) -> TokenStream {
        let mut all = TokenStream::new();
        for (name, at) in &self.bound {
            let name = Ident::new(name, *at);
            all.extend(quote_spanned!(*at=> match () { ref #name => { let _ = #name; } }));
        }
        let mut check =
            |name: &Ident, receivers: &[ExprClosure]| all.extend(method_witness(name, receivers));
        for (name, at) in &self.methods {
            let integers: &[&str] = if OF_INTEGERS.contains(&name.as_str()) {
                &["i32", "i64", "isize", "usize", "u32", "u64"]
            } else {
                &[]
            };
            let scalars = ["f64", "f32"].iter().chain(integers);
            let scalars = scalars.map(|scalar| Ident::new(scalar, *at));
            let types: Vec<_> =
                scalars.map(|ty| quote_spanned!(*at=> ::core::primitive::#ty)).collect();
            check(&Ident::new(name, *at), &types.iter().map(any).collect::<Vec<_>>());
        }
        for (name, at) in &self.of_sequences {
            let types = [
                quote_spanned!(*at=> [::core::primitive::f64; 2]),
                quote_spanned!(*at=> ::autodiff::__private::Vec<::core::primitive::f64>),
            ];
            check(&Ident::new(name, *at), &types.each_ref().map(any));
        }
        for (name, reader) in &self.of_fields {
            check(name, std::slice::from_ref(reader));
        }
        all
    }
}

/// A reference to a value of a type, which a closure returns.
fn any(ty: &TokenStream) -> ExprClosure {
    syn::parse_quote!(|of: &#ty| of)
}

/// A statement that compiles only if no trait in scope has the method for what these closures
/// return.
fn method_witness(name: &Ident, receivers: &[ExprClosure]) -> TokenStream {
    let at = name.span();
    let calls = receivers.iter().map(|ExprClosure { inputs, body, .. }| {
        quote_spanned! {at=>
            let _ = |#inputs| {
                let (x, y) = both(#body);
                let () = (&x).#name();
                let () = x.#name();
                let () = y.#name();
            };
        }
    });
    // if two traits have the method, rustc reports an ambiguity
    quote_spanned! {at=>
        {
            trait StdMethod: ::core::marker::Sized {
                fn #name(self) {}
            }
            impl<T: ::core::ops::Deref> StdMethod for T {}
            fn both<T>(of: &T) -> (&T, &mut T) { (of, loop {}) }
            #(#calls)*
        }
    }
}

/// Whether `owner::name` is an item of std for any traits in scope.
fn is_of_std(owner: &Ident, name: &Ident) -> bool {
    const OTHERS: &[&str] = &[
        "MAX",
        "MIN",
        "EPSILON",
        "INFINITY",
        "NEG_INFINITY",
        "NAN",
        "MIN_POSITIVE",
        "from",
        "new",
        "with_capacity",
    ];
    ["std", "core", "crate"].iter().any(|of| owner == of)
        || is_of_floats(&name.to_string())
        || OTHERS.iter().any(|of| name == of)
}

/// Whether an expression is `self`.
pub fn is_self(e: &Expr) -> bool {
    matches!(e, Expr::Path(of) if of.path.is_ident("self"))
}

fn is_slice(ty: &Type) -> bool {
    matches!(ty, Type::Reference(of) if of.mutability.is_none()
        && matches!(&*of.elem, Type::Slice(_)))
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let Some(first) =
            path.segments.first().map(|of| &of.ident).filter(|_| path.leading_colon.is_none())
        else {
            return visit::visit_path(self, path);
        };
        let is_own = match path.segments.get(1) {
            Some(second) if first == "Self" => self.is_of_trait(&second.ident),
            None if first == "Self" || first == "self" => true,
            second => {
                (first == "crate" || EVERYWHERE.iter().any(|of| first == of))
                    && second.is_none_or(|of| is_of_std(first, &of.ident))
            }
        };
        let is_bound = || {
            let found = self.bindings.iter().rev().find(|of| *first == of.name);
            found.is_some_and(|of| !of.is_replaced || path.segments.len() == 1)
        };
        if !is_own
            && !is_bound()
            && let Some((absolute, within)) = self.world.absolute_path(path).filter(|_| !self.stays)
        {
            self.absolute.note_path(path, absolute, within);
        } else if !is_own && !is_bound() {
            let written: String = path.to_token_stream().to_string().split_whitespace().collect();
            self.capture(written, false);
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let around = self.skip_paths(path.qself.is_some());
        visit::visit_expr_path(self, path);
        self.stays = around;
    }

    fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
        let around = self.skip_paths(path.qself.is_some());
        visit::visit_type_path(self, path);
        self.stays = around;
    }

    fn visit_qself(&mut self, of: &'ast syn::QSelf) {
        // `<Type>::function` is an associated function of any trait in scope
        if of.as_token.is_none() {
            self.capture(of.ty.to_token_stream(), false);
        }
        visit::visit_qself(self, of);
    }

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        let name = m.method.to_string();
        let is_of_slices = is_of_slices(&name);
        let is_known = is_by_value(&name, m.args.len())
            || is_self(&m.receiver) && self.function(&m.method).is_some()
            || is_of_slices && self.is_slice(&m.receiver);
        if is_known {
        } else if is_of_slices
            && let Some(place) = self.place(&m.receiver).filter(Place::is_sequence)
            && self.world.traits_with(&m.method).is_empty()
        {
            match place.reader(m.method.span()) {
                Some(reader) => self.of_fields.push((m.method.clone(), reader)),
                None => drop(self.of_sequences.entry(name).or_insert_with(|| m.method.span())),
            }
        } else if is_of_floats(&name)
            && self.function(&m.method).is_none()
            && self.world.traits_with(&m.method).is_empty()
        {
            self.methods.entry(name).or_insert_with(|| m.method.span());
        } else {
            self.capture(name, true);
        }
        visit::visit_expr_method_call(self, m);
    }

    fn visit_expr_field(&mut self, of: &'ast syn::ExprField) {
        self.limit_field(of);
        visit::visit_expr_field(self, of);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.visit_in_scope(|walk| visit::visit_block(walk, block));
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Item(item) => self.capture(
                item.to_token_stream().into_iter().take(2).collect::<TokenStream>(),
                false,
            ),
            stmt => visit::visit_stmt(self, stmt),
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            if let Some((_, diverge)) = &init.diverge {
                self.visit_expr(diverge);
            }
        }
        self.bind_local(local);
    }

    fn visit_expr_let(&mut self, of: &'ast syn::ExprLet) {
        self.visit_expr(&of.expr);
        self.visit_pat(&of.pat);
    }

    fn visit_expr_if(&mut self, of: &'ast syn::ExprIf) {
        self.visit_in_scope(|walk| {
            walk.visit_expr(&of.cond);
            walk.visit_block(&of.then_branch);
        });
        if let Some((_, other)) = &of.else_branch {
            self.visit_expr(other);
        }
    }

    fn visit_expr_while(&mut self, of: &'ast syn::ExprWhile) {
        self.visit_in_scope(|walk| visit::visit_expr_while(walk, of));
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.visit_in_scope(|walk| visit::visit_arm(walk, arm));
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.visit_in_scope(|walk| visit::visit_expr_closure(walk, closure));
    }

    fn visit_expr_for_loop(&mut self, of: &'ast syn::ExprForLoop) {
        self.visit_expr(&of.expr);
        self.visit_in_scope(|walk| {
            walk.visit_pat(&of.pat);
            walk.visit_block(&of.body);
        });
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        visit::visit_pat_ident(self, pat);
        let name = pat.ident.to_string();
        let is_bare = pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none();
        if name == "None" && is_bare {
            return;
        }
        if is_bare {
            if is_spelled_as_type(&name)
                || self.scope.is_some_and(|scope| {
                    self.world.in_scope(Some(scope.clone())).names_constant(&name)
                })
            {
                self.capture(&name, false);
            }
            // a witness has rustc confirm that it is a binding
            self.bound.entry(name).or_insert_with(|| pat.ident.span());
        }
        self.bind(&pat.ident);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let path: String = mac.path.to_token_stream().to_string().split_whitespace().collect();
        let first = mac.path.segments.first().filter(|_| mac.path.segments.len() > 1);
        let is_named =
            first.is_some_and(|first| ["std", "core", "crate"].iter().any(|of| first.ident == of));
        // these are evaluated where the body is defined (`line_numbers.rs`)
        let is_place = ["line", "column"].iter().any(|name| mac.path.is_ident(name))
            && !self.world.is_user_macro(&path);
        if is_place && mac.tokens.is_empty() {
            return;
        }
        if is_of_module(&format!("{path}!")) {
            return self.capture(format!("{path}!"), false);
        }
        match mac.parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated) {
            // the names in `"{x}"` are not visited
            Ok(arguments) if is_named && !mac.tokens.to_string().contains('{') => {
                let around = self.skip_paths(true);
                arguments.iter().for_each(|argument| Visit::visit_expr(&mut *self, argument));
                self.stays = around;
            }
            _ => self.capture(format!("{path}!"), false),
        }
    }
}
