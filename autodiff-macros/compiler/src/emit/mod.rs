//! Linear A → Rust. The only stage that writes Rust tokens; after `check` it cannot fail.
//!
//! For `fn f` it emits, beside `f` itself: `f_jvp`, the residuals `FResiduals` and the functions over them, and the marker type `f` with the
//! functions that other differentiated functions call. One `use path::f` imports function and marker.
//!
//! A marker's functions have one convention for every signature, so that a caller needs to know nothing but how it passes its arguments:
//!
//! - `primal(arguments…, &mut stacks) -> (y, frame)`
//! - `jvp(arguments…, tangents…) -> (y, ẏ)`, one tangent for each argument; what stands there for an inactive one is ignored
//! - `linear(kept…, &frame, &stacks, tangents…) -> ẏ`, where an argument by shared reference is passed again and others are `()`
//! - `transposed(kept…, &frame, &stacks, ȳ, &mut accumulators…)`, one accumulator for each argument, `Discard` for an inactive one
//!
//! What stands for an argument by `&mut` is in-out itself: a tangent `&mut` of what it was before the call becomes that of what it is after, and
//! in place of an accumulator the transposed function takes memory with the cotangent of what it was after and leaves there that of before.
//!
//! The *frame* has the residuals of fixed size, the *stacks* those of loops and callees.

mod body;
mod callee;
mod generics;
mod layout;
pub mod markers;
mod names;
mod types;

use crate::ir::*;
use body::{Body, HomeKind, zero_element};
use generics::ItemGenerics;
use layout::Layout;
use names::{ItemNames, Namer, identifier};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// What of the user's item is kept.
pub struct Source {
    /// `pub`, `pub(crate)` or nothing.
    pub visibility: TokenStream,
    /// `#[cfg(…)]` attributes.
    pub cfgs: TokenStream,
    /// Further attributes, of the generated functions.
    pub attributes: TokenStream,
    /// Whether only forward mode is wanted.
    pub forward_only: bool,
    /// What else there is to an associated function.
    pub method: Option<Method>,
}

/// An associated function: its derivatives are associated functions as well, everything else stands beside the `impl` block.
pub struct Method {
    /// The type.
    pub owner: TokenStream,
    /// The words that the names of generated types are made of.
    pub stem: Vec<String>,
    /// Whether it has a `self`.
    pub receiver: bool,
    /// Whether the first parameter is of the type by value: the marker takes it by reference, because callers cannot tell a `self`.
    pub lent: bool,
    /// Whether the type can have the derivatives.
    pub inherent: bool,
    /// How callers find the marker: the type, the name, and of an operator the right operand.
    pub registered: (TokenStream, String, Option<TokenStream>),
}

/// The last segment of a callee's path.
pub(crate) fn last_segment(callee: &Callee) -> String {
    callee
        .path
        .clone()
        .into_iter()
        .filter_map(|t| if let proc_macro2::TokenTree::Ident(i) = t { Some(i.to_string()) } else { None })
        .last()
        .unwrap_or_default()
}

/// Emits everything generated for a function.
pub fn emit(source: &Source, parts: &Stages) -> TokenStream {
    let names = match &source.method {
        None => ItemNames::new(&parts.interface.name),
        Some(method) => ItemNames::of_method(&method.stem, &parts.interface.name),
    };
    let generics = ItemGenerics::new(&parts.interface.generics);
    let mut layout = Layout::new(&names, &generics, &parts.unzipped);
    let emitter = Emitter { source, parts, names, generics };
    let jvp = emitter.jvp(&mut layout);
    if source.forward_only {
        let nothing = quote!(::autodiff::__private::ForwardOnly);
        let marker = emitter.marker(&jvp.1, &emitter.forward_only(), &emitter.marker_impl(&nothing, &nothing));
        let jvp = emitter.associated(&jvp.0);
        return quote!(#jvp #marker);
    }
    let primal = emitter.primal(&mut layout);
    layout.follow_slots(&parts.unzipped.body);
    let linear = emitter.linear(&mut layout);
    let transposed = emitter.transposed(&mut layout);
    let types = emitter.residual_types(&layout);
    let functions = emitter.public_functions();
    let inherent = quote!(#primal #linear #transposed);
    let (frame, stacks) = (&emitter.names.frame, &emitter.names.stacks);
    let marker = emitter.marker(&jvp.1, &inherent, &emitter.marker_impl(&emitter.of_generics(frame), &emitter.of_generics(stacks)));
    let jvp = jvp.0;
    if source.method.is_some() {
        let functions = emitter.associated(&quote!(#jvp #functions));
        return quote!(#functions #types #marker);
    }
    quote!(#jvp #types #functions #marker)
}

struct Emitter<'a> {
    source: &'a Source,
    parts: &'a Stages,
    names: ItemNames,
    generics: ItemGenerics,
}

/// What an emitted item may do that lints for hand-written code would rather not see.
fn allowances() -> TokenStream {
    quote!(#[allow(dead_code, unreachable_pub, private_interfaces, private_bounds, unused_variables, unused_comparisons, non_snake_case, non_upper_case_globals, deprecated, unused_mut, unused_assignments, unreachable_code, clippy::all, clippy::pedantic, clippy::nursery)])
}

impl Emitter<'_> {
    fn params(&self) -> &[Param] {
        &self.parts.interface.params
    }

    /// The function as a documentation or a message names it.
    fn shown(&self) -> String {
        self.shown_as(&self.parts.interface.name)
    }

    fn shown_as(&self, name: &str) -> String {
        match &self.source.method {
            None => name.to_string(),
            Some(method) => format!("{}::{name}", method.owner.to_string().replace(' ', "")),
        }
    }

    /// Functions where the function is that they are derivatives of.
    fn associated(&self, functions: &TokenStream) -> TokenStream {
        match &self.source.method {
            None => functions.clone(),
            Some(method) if method.inherent => {
                let (owner, cfgs, allowances) = (&method.owner, &self.source.cfgs, allowances());
                let (declared, clause) = (self.generics.declared(&TokenStream::new(), &[]), self.generics.clause());
                quote!(#cfgs #allowances impl #declared #owner #clause { #functions })
            }
            // callers find the marker
            Some(_) => TokenStream::new(),
        }
    }

    /// Whether the first parameter is `self`.
    fn has_receiver(&self) -> bool {
        self.source.method.as_ref().is_some_and(|m| m.receiver)
    }

    /// A parameter of a function for people.
    fn declared(&self, number: usize, name: &Ident, lifetime: &TokenStream) -> TokenStream {
        let param = &self.params()[number];
        if number == 0 && self.has_receiver() {
            return match param.passing {
                _ if self.owns(param) => quote!(self),
                Passing::Value => quote!(self),
                Passing::Shared => quote!(&#lifetime self),
                Passing::Unique => quote!(&mut self),
            };
        }
        let ty = if self.owns(param) { types::value(&param.ty) } else { self.param_type(param, lifetime) };
        quote!(#name: #ty)
    }

    /// Whether a parameter is one that people pass by value, and the marker's functions by reference.
    fn owns(&self, param: &Param) -> bool {
        let owned = self.source.method.as_ref().is_some_and(|m| m.lent);
        owned && std::ptr::eq(param, &self.params()[0])
    }

    /// A parameter's tangent in a function for people: its type, and as the marker takes it.
    fn public_dot(&self, param: &Param, name: &Ident) -> (TokenStream, TokenStream) {
        if self.owns(param) { (types::tangent(&param.ty), quote!(&#name)) } else { (self.dot_type(param), quote!(#name)) }
    }

    /// The parameters of a function for people as the marker takes them.
    fn handed_on(&self, names: &[Ident]) -> Vec<TokenStream> {
        self.params().iter().zip(names).map(|(p, n)| if self.owns(p) { quote!(&#n) } else { quote!(#n) }).collect()
    }

    /// The type of the field of the residuals that keeps a parameter.
    fn kept_type(&self, param: &Param) -> TokenStream {
        let ty = types::with_lifetime(&types::value(&param.ty), "r");
        match is_lent(param) {
            _ if self.owns(param) => quote!(::autodiff::__private::Kept<#ty>),
            true => quote!(::autodiff::__private::Lent<'r, #ty>),
            false => types::with_lifetime(&self.param_type(param, &quote!('r)), "r"),
        }
    }

    /// Whether the residuals borrow.
    fn borrows(&self) -> bool {
        self.params().iter().zip(self.read_params()).any(|(p, read)| read && !self.owns(p))
    }

    /// Names for the parameters of a function for people.
    fn public_names(&self) -> (Namer, Vec<Ident>) {
        let (namer, mut names) = self.wrapper_names();
        if self.has_receiver()
            && let Some(first) = names.first_mut()
        {
            *first = Ident::new("self", Span::call_site());
        }
        (namer, names)
    }

    /// A type of ours with the function's generic parameters.
    fn of_generics(&self, name: &Ident) -> TokenStream {
        let arguments = self.generics.arguments(&TokenStream::new());
        quote!(#name #arguments)
    }

    /// Names for the variables of a body, none of them that of a generic parameter.
    fn namer(&self) -> Namer {
        let mut namer = Namer::default();
        namer.reserve(&self.generics.names(), &std::collections::HashSet::new());
        namer
    }

    /// What a function for people declares: those of a method are declared by its `impl` block.
    fn declared_on_functions(&self, lifetime: &TokenStream) -> (TokenStream, TokenStream) {
        if self.source.method.is_none() {
            return (self.generics.declared(lifetime, &[]), self.generics.clause().clone());
        }
        let declared = if lifetime.is_empty() { TokenStream::new() } else { quote!(<#lifetime>) };
        (declared, TokenStream::new())
    }

    fn head(&self, doc: &str) -> TokenStream {
        let Source { cfgs, attributes, .. } = self.source;
        let allowances = allowances();
        quote!(#cfgs #[doc = #doc] #attributes #allowances)
    }

    /// A name for each parameter that clashes with no other name of a wrapper.
    fn wrapper_names(&self) -> (Namer, Vec<Ident>) {
        let mut namer = self.namer();
        let names = self.params().iter().map(|p| namer.fresh(&p.name)).collect();
        (namer, names)
    }

    /// The type of a parameter, with its reference.
    fn param_type(&self, param: &Param, lifetime: &TokenStream) -> TokenStream {
        let ty = types::value(&param.ty);
        match param.passing {
            Passing::Value => ty,
            Passing::Shared => quote!(&#lifetime #ty),
            Passing::Unique => quote!(&mut #ty),
        }
    }

    /// The type of a parameter's tangent, passed as the parameter is.
    fn dot_type(&self, param: &Param) -> TokenStream {
        match param.passing {
            Passing::Value => types::tangent(&param.ty),
            Passing::Shared => {
                let ty = types::tangent_memory(&param.ty);
                quote!(&#ty)
            }
            Passing::Unique => {
                let ty = types::tangent_memory(&param.ty);
                quote!(&mut #ty)
            }
        }
    }

    /// What takes the cotangent of a parameter.
    fn bar_type(&self, param: &Param) -> TokenStream {
        if param.passing == Passing::Unique { self.dot_type(param) } else { accumulator_type(param) }
    }

    /// Declares the parameters of a body: the signature, and the statements that give every leaf its variable.
    fn declare_params(&self, body: &mut Body<'_>, function: &Function) -> (Vec<TokenStream>, TokenStream) {
        let mut signature = Vec::new();
        let mut prologue = TokenStream::new();
        for param in self.params() {
            let ty = self.param_type(param, &TokenStream::new());
            match (&param.value, param.passing) {
                (Tree::Leaf(v), Passing::Shared) if function.ty(*v).is_scalar() => {
                    let name = body.namer.fresh(&param.name);
                    let local = body.name_home(*v);
                    signature.push(quote!(#name: #ty));
                    prologue.extend(quote!(let #local = *#name;));
                }
                (Tree::Leaf(v), Passing::Unique) if function.ty(*v).is_scalar() => {
                    let name = body.namer.fresh(&param.name);
                    prologue.extend(self.unique_scalar(body, *v, &name));
                    signature.push(quote!(#name: #ty));
                }
                (Tree::Leaf(v), passing) => {
                    let name = body.name_home(*v);
                    match passing {
                        Passing::Value => {
                            let mutable = body.is_mutated(*v).then(|| quote!(mut));
                            signature.push(quote!(#mutable #name: #ty));
                        }
                        Passing::Shared => {
                            body.place_home(*v, quote!(#name), HomeKind::Reference);
                            signature.push(quote!(#name: #ty));
                        }
                        Passing::Unique => {
                            body.place_home(*v, quote!(#name), HomeKind::MutableReference);
                            body.refer(*v, quote!(*#name));
                            signature.push(quote!(#name: #ty));
                        }
                    }
                }
                (tree, passing) => {
                    let name = body.namer.fresh(&param.name);
                    signature.push(quote!(#name: #ty));
                    let pattern = self.tree_pattern(body, tree);
                    prologue.extend(match passing {
                        Passing::Value => quote!(let #pattern = #name;),
                        Passing::Shared | Passing::Unique => quote!(let #pattern = ::core::clone::Clone::clone(#name);),
                    });
                }
            }
        }
        (signature, prologue)
    }

    /// A scalar behind a mutable reference is a local, written back in the end.
    fn unique_scalar(&self, body: &mut Body<'_>, v: Var, name: &Ident) -> TokenStream {
        let local = body.name_home(v);
        body.refer(v, quote!(*#name));
        let mutable = body.is_mutated(v).then(|| quote!(mut));
        quote!(let #mutable #local = *#name;)
    }

    fn tree_pattern(&self, body: &mut Body<'_>, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                let name = body.name_home(*v);
                if body.is_mutated(*v) { quote!(mut #name) } else { quote!(#name) }
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.tree_pattern(body, p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// Declares the tangents of the parameters; `all` has a place for inactive ones as well.
    fn declare_dots(&self, body: &mut Body<'_>, function: &Function, dots: &[(usize, Var)], all: bool) -> (Vec<TokenStream>, TokenStream) {
        let mut signature = Vec::new();
        let mut prologue = TokenStream::new();
        for (number, param) in self.params().iter().enumerate() {
            if !param.is_active() {
                if all {
                    signature.push(quote!(_: impl Sized));
                }
                continue;
            }
            let ty = self.dot_type(param);
            let mine: Vec<Var> = dots.iter().filter(|(n, _)| *n == number).map(|(_, v)| *v).collect();
            match (&param.value, param.passing) {
                (Tree::Leaf(_), Passing::Unique) => {
                    let (name, statement) = self.unique_tangent(body, function, mine[0], &format!("{}_dot", param.name));
                    signature.push(quote!(#name: #ty));
                    prologue.extend(statement);
                }
                (Tree::Leaf(leaf), Passing::Shared) if !function.ty(*leaf).is_scalar() => {
                    let name = body.name_home(mine[0]);
                    body.place_home(mine[0], quote!(#name), HomeKind::Reference);
                    signature.push(quote!(#name: #ty));
                }
                (Tree::Leaf(_), Passing::Value) => {
                    let name = body.name_home(mine[0]);
                    let mutable = body.is_mutated(mine[0]).then(|| quote!(mut));
                    signature.push(quote!(#mutable #name: #ty));
                }
                (tree, passing) => {
                    let name = body.namer.fresh(&format!("{}_dot", param.name));
                    signature.push(quote!(#name: #ty));
                    let mut mine = mine.into_iter();
                    let pattern = self.linear_pattern(body, function, tree, &mut mine);
                    prologue.extend(match passing {
                        Passing::Value => quote!(let #pattern = #name;),
                        Passing::Shared | Passing::Unique => quote!(let #pattern = ::core::clone::Clone::clone(#name);),
                    });
                }
            }
        }
        (signature, prologue)
    }

    /// Declares the tangent or cotangent of a parameter by mutable reference: the name of the reference, and what is to be done first.
    fn unique_tangent(&self, body: &mut Body<'_>, function: &Function, var: Var, name: &str) -> (Ident, TokenStream) {
        if function.ty(var).is_scalar() {
            let name = body.namer.fresh(name);
            let statement = self.unique_scalar(body, var, &name);
            return (name, statement);
        }
        let name = body.name_home(var);
        body.place_home(var, quote!(#name), HomeKind::MutableReference);
        body.refer(var, quote!(*#name));
        (name, TokenStream::new())
    }

    /// A pattern that binds the linear variables of a tree's leaves; discrete leaves have none.
    fn linear_pattern(&self, body: &mut Body<'_>, function: &Function, tree: &Tree, vars: &mut dyn Iterator<Item = Var>) -> TokenStream {
        match tree {
            Tree::Leaf(v) if function.ty(*v).is_discrete() => quote!(_),
            Tree::Leaf(_) => match vars.next() {
                Some(v) => {
                    let name = body.name_home(v);
                    if body.is_mutated(v) { quote!(mut #name) } else { quote!(#name) }
                }
                None => quote!(_),
            },
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.linear_pattern(body, function, p, vars)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// The value of the function.
    fn output(&self, body: &mut Body<'_>, results: &[Var]) -> TokenStream {
        let mut results = results.iter().copied();
        self.output_tree(body, &self.parts.interface.output_value, &mut results)
    }

    fn output_tree(&self, body: &mut Body<'_>, tree: &Tree, results: &mut dyn Iterator<Item = Var>) -> TokenStream {
        match tree {
            Tree::Leaf(_) => results.next().map(|v| body.tokens(v)).unwrap_or_default(),
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.output_tree(body, p, results)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// The tangent of the function's value, or a pattern for its cotangent.
    fn output_tangent(&self, body: &mut Body<'_>, function: &Function, vars: &[Var], pattern: bool) -> TokenStream {
        let mut vars = vars.iter().copied();
        let tree = self.parts.interface.output_value.clone();
        if pattern {
            self.linear_pattern(body, function, &tree, &mut vars)
        } else {
            self.output_tangent_tree(body, function, &tree, &mut vars)
        }
    }

    fn output_tangent_tree(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        tree: &Tree,
        vars: &mut dyn Iterator<Item = Var>,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(v) if function.ty(*v).is_discrete() => quote!(()),
            Tree::Leaf(_) => vars.next().map(|v| body.tokens(v)).unwrap_or_default(),
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.output_tangent_tree(body, function, p, vars)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    fn output_type(&self) -> TokenStream {
        types::value(&self.parts.interface.output)
    }

    fn output_tangent_type(&self) -> TokenStream {
        types::tangent(&self.parts.interface.output)
    }

    /// The number of non-linear results that make up the output, and of linear ones.
    fn output_leaves(&self, function: &Function) -> (usize, usize) {
        let leaves = self.parts.interface.output_value.leaves();
        (leaves.len(), leaves.iter().filter(|v| !function.ty(**v).is_discrete()).count())
    }

    /// Writes final values back through `&mut` parameters whose home is not the referent.
    fn write_back(&self, body: &mut Body<'_>, results: &[Var]) -> TokenStream {
        let leaves = self.parts.interface.output_value.leaves().len();
        let unique: Vec<Var> = self.params().iter().filter(|p| p.passing == Passing::Unique).flat_map(|p| p.value.leaves()).collect();
        unique.iter().zip(&results[leaves..]).map(|(param, last)| body.write_back(*param, *last)).collect()
    }

    /// The same for the tangents of these parameters, given the final versions of all that are threaded.
    fn write_back_dots(&self, body: &mut Body<'_>, finals: &[Var]) -> TokenStream {
        let threaded = self.parts.dots.iter().filter(|d| d.threaded).zip(finals);
        threaded.filter(|(d, _)| self.params()[d.param].passing == Passing::Unique).map(|(d, last)| body.write_back(d.var, *last)).collect()
    }

    // ---- the functions ----

    /// `f_jvp`, and the marker's `jvp`.
    fn jvp(&self, layout: &mut Layout) -> (TokenStream, TokenStream) {
        let function = &self.parts.jvp;
        let mut body = Body::new(function, layout, self.namer(), &[]);
        let (mut params, prologue) = self.declare_params(&mut body, function);
        let dots: Vec<(usize, Var)> = self.parts.dots.iter().map(|d| (d.param, d.var)).collect();
        let (dot_params, dot_prologue) = self.declare_dots(&mut body, function, &dots, self.source.method.is_some());
        params.extend(dot_params);
        let statements = body.block(&function.body);
        let (leaves, linear_leaves) = self.output_leaves(function);
        let results = &function.body.results;
        let unique = self.params().iter().filter(|p| p.passing == Passing::Unique).map(|p| p.value.leaves().len()).sum::<usize>();
        let tangents = &results[leaves + unique..leaves + unique + linear_leaves];
        let finals = &results[leaves + unique + linear_leaves..];
        let y = self.output(&mut body, &results[..leaves]);
        let y_dot = self.output_tangent(&mut body, function, tangents, false);
        let (mut back, dots_back) = (self.write_back(&mut body, results), self.write_back_dots(&mut body, finals));
        back.extend(dots_back);
        let none = TokenStream::new();
        let (name, vis) = (&self.names.jvp, &self.source.visibility);
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let head = self.head(&format!("Value of [`{0}`] and its directional derivative along the given tangents.", self.shown()));
        let checks = self.dot_checks();
        if self.source.method.is_some() {
            let marker = quote! {
                #[inline]
                pub fn jvp(#(#params),*) -> (#y_type, #y_dot_type) { #checks #prologue #dot_prologue #statements #back (#y, #y_dot) }
            };
            return (self.associated_jvp(&head), marker);
        }
        let (declared, clause, turbofish) = (self.generics.declared(&none, &[]), self.generics.clause(), self.generics.turbofish());
        let public = quote! {
            #head
            #vis fn #name #declared(#(#params),*) -> (#y_type, #y_dot_type) #clause { #checks #prologue #dot_prologue #statements #back (#y, #y_dot) }
        };
        // the marker's: a place for every argument's tangent
        let (mut namer, values) = self.wrapper_names();
        let declared = self.params().iter().zip(&values).map(|(p, n)| {
            let ty = self.param_type(p, &TokenStream::new());
            quote!(#n: #ty)
        });
        let mut dots = Vec::new();
        let mut passed = Vec::new();
        for p in self.params() {
            if p.is_active() {
                let name = namer.fresh(&format!("{}_dot", p.name));
                let ty = self.dot_type(p);
                dots.push(quote!(#name: #ty));
                passed.push(name);
            } else {
                dots.push(quote!(_: impl Sized));
            }
        }
        let marker = quote! {
            #[inline]
            pub fn jvp(#(#declared,)* #(#dots),*) -> (#y_type, #y_dot_type) { #name #turbofish(#(#values,)* #(#passed),*) }
        };
        (public, marker)
    }

    /// `f_jvp` as an associated function.
    fn associated_jvp(&self, head: &TokenStream) -> TokenStream {
        let (mut namer, values) = self.public_names();
        let declared: Vec<TokenStream> = values.iter().enumerate().map(|(k, n)| self.declared(k, n, &TokenStream::new())).collect();
        let mut dots = Vec::new();
        let mut passed = Vec::new();
        for p in self.params() {
            if p.is_active() {
                let name = namer.fresh(&format!("{}_dot", self.public_name(p)));
                let (ty, handed) = self.public_dot(p, &name);
                dots.push(quote!(#name: #ty));
                passed.push(handed);
            } else {
                passed.push(quote!(()));
            }
        }
        let (name, vis, marker) = (&self.names.jvp, &self.source.visibility, self.marker_path());
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let values = self.handed_on(&values);
        quote! {
            #head
            #vis fn #name(#(#declared,)* #(#dots),*) -> (#y_type, #y_dot_type) { #marker::jvp(#(#values,)* #(#passed),*) }
        }
    }

    /// A parameter's name for people.
    fn public_name<'p>(&self, param: &'p Param) -> &'p str {
        if self.has_receiver() && std::ptr::eq(param, &self.params()[0]) { "self" } else { &param.name }
    }

    /// The marker as a path.
    fn marker_path(&self) -> TokenStream {
        match &self.source.method {
            Some(_) => {
                let marker = self.marker_type();
                quote!(<#marker>)
            }
            None => {
                let (marker, turbofish) = (&self.names.function, self.generics.turbofish());
                quote!(#marker #turbofish)
            }
        }
    }

    /// The marker as a type. That of a method is generic in the types that it is found through, so that it is as visible as they are.
    fn marker_type(&self) -> TokenStream {
        let marker = &self.names.function;
        match &self.source.method {
            None => self.of_generics(marker),
            Some(method) => {
                let (owner, _, right) = &method.registered;
                quote!(#marker<(#owner, #right)>)
            }
        }
    }

    /// Panics on tangents of another length than their parameters.
    fn dot_checks(&self) -> TokenStream {
        let function = &self.shown();
        let checks = self.params().iter().filter(|p| p.is_active() && has_length(&p.ty)).map(|p| {
            let name = identifier(&p.name, Span::call_site());
            let dot = Ident::new(&format!("{}_dot", p.name.trim_start_matches("r#")), Span::call_site());
            let text = &p.name;
            quote!(::autodiff::__private::check_length(#function, #text, "tangent", #name.len(), #dot.len());)
        });
        // a clash of names would need other names here; then the indexing itself panics
        let clash = self.params().iter().any(|p| p.name.ends_with("_dot"));
        if clash { TokenStream::new() } else { quote!(#(#checks)*) }
    }

    fn primal(&self, layout: &mut Layout) -> TokenStream {
        let function = &self.parts.unzipped;
        let mut body = Body::new(function, layout, self.namer(), &[]);
        let stacks = body.stacks();
        let (params, prologue) = self.declare_params(&mut body, function);
        let statements = body.block(&function.body);
        let results = &function.body.results;
        let count = results.len() - self.parts.residuals.len();
        let (leaves, _) = self.output_leaves(function);
        let y = self.output(&mut body, &results[..leaves]);
        let back = self.write_back(&mut body, &results[..count]);
        let fields = self.frame_fields(function);
        let values: Vec<TokenStream> = fields
            .iter()
            .zip(&results[count..])
            .map(|((name, _), v)| {
                let value = body.kept_value(*v);
                if *name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
            })
            .collect();
        let (frame, stacks_type) = (&self.names.frame, self.of_generics(&self.names.stacks));
        let y_type = self.output_type();
        let own = self.residual_value(frame, &fields, &values);
        let frame = self.of_generics(frame);
        if !layout.recursive {
            return quote! {
                #[inline]
                pub fn primal(#(#params,)* #stacks: &mut #stacks_type) -> (#y_type, #frame) { #prologue #statements #back (#y, #own) }
            };
        }
        // a recursive function builds its frame where it stays, which its caller is told
        let (mut namer, names) = self.wrapper_names();
        let (outer, y_name, index) = (namer.fresh("stacks"), namer.fresh("y"), namer.fresh("index"));
        let declared = self.params().iter().zip(&names).map(|(p, n)| {
            let ty = self.param_type(p, &TokenStream::new());
            quote!(#n: #ty)
        });
        quote! {
            pub fn primal_stacked(#(#params,)* #stacks: &mut #stacks_type) -> (#y_type, usize) {
                #prologue #statements #back
                let (value, frame) = (#y, #own);
                #stacks.frames.push(frame);
                (value, #stacks.frames.len() - 1)
            }
            #[inline]
            pub fn primal(#(#declared,)* #outer: &mut #stacks_type) -> (#y_type, #frame) {
                let (#y_name, #index) = Self::primal_stacked(#(#names,)* #outer);
                (#y_name, ::core::clone::Clone::clone(&#outer.frames[#index]))
            }
        }
    }

    /// The names and types of the frame's fields.
    fn frame_fields(&self, function: &Function) -> Vec<(Ident, TokenStream)> {
        let mut namer = Namer::default();
        self.parts.residuals.iter().map(|v| (namer.fresh(&function.info(*v).name), types::kept(function.ty(*v)))).collect()
    }

    /// Declares what a linear function gets of the primal: the kept arguments, the frame and the stacks.
    fn declare_kept(&self, body: &mut Body<'_>, function: &Function) -> (Vec<TokenStream>, TokenStream) {
        let read = self.read_params();
        let mut signature = Vec::new();
        let mut prologue = TokenStream::new();
        for (param, read) in self.params().iter().zip(&read) {
            if !read {
                signature.push(quote!(_: impl Sized));
                continue;
            }
            let ty = self.param_type(param, &TokenStream::new());
            match &param.value {
                Tree::Leaf(v) if !function.ty(*v).is_scalar() => {
                    let name = body.name_home(*v);
                    body.place_home(*v, quote!(#name), HomeKind::Reference);
                    signature.push(quote!(#name: #ty));
                }
                tree => {
                    let name = body.namer.fresh(&param.name);
                    signature.push(quote!(#name: #ty));
                    let pattern = self.tree_pattern(body, tree);
                    prologue.extend(quote!(let #pattern = ::core::clone::Clone::clone(#name);));
                }
            }
        }
        let frame = body.namer.fresh("frame");
        let (frame_type, stacks_type) = (self.of_generics(&self.names.frame), self.of_generics(&self.names.stacks));
        signature.push(quote!(#frame: &#frame_type));
        let stacks = body.stacks();
        signature.push(quote!(#stacks: &#stacks_type));
        for ((name, _), v) in self.frame_fields(function).iter().zip(&self.parts.residuals) {
            let home = if types::is_kept(function.ty(*v)) { quote!((*#frame.#name)) } else { quote!(#frame.#name) };
            body.place_home(*v, home, HomeKind::Owned);
        }
        (signature, prologue)
    }

    /// For each parameter, whether the linear part reads it again.
    fn read_params(&self) -> Vec<bool> {
        let free: std::collections::HashSet<Var> = self.parts.linear.body.free_vars().into_iter().collect();
        self.params().iter().map(|p| p.passing == Passing::Shared && p.value.leaves().iter().any(|v| free.contains(v))).collect()
    }

    /// The active parameters that the linear part has again and whose length only the run tells. That tangents and accumulators
    /// are as long is checked at the entry, so that no access after it needs a check of its own.
    fn read_lengths(&self) -> impl Iterator<Item = (usize, &Param)> {
        let read = self.read_params();
        self.params()
            .iter()
            .enumerate()
            .filter(move |(k, p)| read[*k] && p.is_active() && has_length(&p.ty) && matches!(p.value, Tree::Leaf(_)))
    }

    fn linear(&self, layout: &mut Layout) -> TokenStream {
        let function = &self.parts.linear;
        let mut body = Body::new(function, layout, self.namer(), &[]);
        let (mut params, prologue) = self.declare_kept(&mut body, function);
        let dots: Vec<(usize, Var)> = self.parts.dots.iter().map(|d| (d.param, d.var)).collect();
        let (dot_params, dot_prologue) = self.declare_dots(&mut body, function, &dots, true);
        params.extend(dot_params);
        let checks: TokenStream = self
            .read_lengths()
            .filter_map(|(number, param)| {
                let dot = self.parts.dots.iter().find(|d| d.param == number)?;
                let (dot, value) = (body.tokens(dot.var), body.tokens(param.value.leaves()[0]));
                let (function, text) = (&self.shown(), &param.name);
                Some(quote!(::autodiff::__private::check_length(#function, #text, "tangent", #value.len(), #dot.len());))
            })
            .collect();
        let statements = body.block(&function.body);
        let (_, leaves) = self.output_leaves(function);
        let y_dot = self.output_tangent(&mut body, function, &function.body.results[..leaves], false);
        let back = self.write_back_dots(&mut body, &function.body.results[leaves..]);
        let y_dot_type = self.output_tangent_type();
        quote! {
            #[inline]
            pub fn linear(#(#params),*) -> #y_dot_type { #prologue #dot_prologue #checks #statements #back #y_dot }
        }
    }

    fn transposed(&self, layout: &mut Layout) -> TokenStream {
        let function = &self.parts.transposed;
        let dots = &self.parts.dots;
        let threaded = dots.iter().filter(|d| d.threaded).count();
        let linear_params: Vec<Var> = function.params.iter().copied().filter(|p| function.is_linear(*p)).collect();
        let (cotangents, accumulators) = linear_params.split_at(linear_params.len() - threaded);
        let mut body = Body::new(function, layout, self.namer(), accumulators);
        let (mut params, prologue) = self.declare_kept(&mut body, function);
        // the cotangent of the result
        let mut y_prologue = TokenStream::new();
        let y_bar_type = self.output_tangent_type();
        match &self.parts.interface.output_value {
            Tree::Leaf(_) if !cotangents.is_empty() => {
                let name = body.name_home(cotangents[0]);
                let mutable = body.is_mutated(cotangents[0]).then(|| quote!(mut));
                params.push(quote!(#mutable #name: #y_bar_type));
            }
            _ => {
                let name = body.namer.fresh("y_bar");
                params.push(quote!(#name: #y_bar_type));
                let pattern = self.output_tangent(&mut body, function, cotangents, true);
                y_prologue = quote!(let #pattern = #name;);
            }
        }
        let mut names = Vec::new();
        let mut next = accumulators.iter();
        for (number, param) in self.params().iter().enumerate() {
            if !param.is_active() {
                params.push(quote!(_: &mut impl ?Sized));
                names.push(None);
                continue;
            }
            let accumulator = self.bar_type(param);
            if param.passing == Passing::Unique {
                let v = *next.next().expect("one cotangent for each parameter by mutable reference");
                let (name, statement) = self.unique_tangent(&mut body, function, v, &format!("{}_bar", param.name));
                y_prologue.extend(statement);
                params.push(quote!(#name: #accumulator));
                names.push(Some(name));
                continue;
            }
            let name = if dots.iter().any(|d| d.param == number && d.threaded) {
                let v = *next.next().expect("one accumulator for each threaded array");
                let name = body.name_home(v);
                body.place_home(v, quote!(#name), HomeKind::Accumulator);
                name
            } else {
                body.namer.fresh(&format!("{}_bar", param.name))
            };
            params.push(quote!(#name: #accumulator));
            names.push(Some(name));
        }
        let checks: TokenStream = self
            .read_lengths()
            .filter(|(number, _)| dots.iter().any(|d| d.param == *number && d.threaded))
            .filter_map(|(number, param)| {
                let (acc, value) = (names[number].as_ref()?, body.tokens(param.value.leaves()[0]));
                let structure = types::accumulated(&param.ty);
                let (function, text) = (&self.shown(), &param.name);
                Some(quote! {
                    if let ::core::option::Option::Some(found) = ::autodiff::__private::CotangentAccumulator::<#structure>::length(&*#acc) {
                        ::autodiff::__private::check_length(#function, #text, "accumulator", #value.len(), found);
                    }
                })
            })
            .collect();
        let statements = body.transposed_block(&function.body, cotangents);
        let mut additions = TokenStream::new();
        for (number, (param, name)) in self.params().iter().zip(&names).enumerate() {
            let Some(name) = name else { continue };
            let mine: Vec<usize> = (0..dots.len()).filter(|k| dots[*k].param == number).collect();
            if param.passing == Passing::Unique {
                let place = dots.iter().take(mine[0]).filter(|d| d.threaded).count();
                additions.extend(body.write_back(accumulators[place], function.body.results[mine[0]]));
                continue;
            }
            if mine.iter().all(|k| dots[*k].threaded) {
                continue;
            }
            let mut vars = mine.iter().map(|k| function.body.results[*k]).collect::<Vec<_>>().into_iter();
            let value = self.output_tangent_tree(&mut body, function, &param.value, &mut vars);
            let value = if param.ty.is_sequence() { quote!(&#value[..]) } else { quote!(&(#value)) };
            additions.extend(quote!(#name.add(#value);));
        }
        quote! {
            #[inline]
            pub fn transposed(#(#params),*) { #[allow(unused_imports)] use ::autodiff::__private::CotangentAccumulator as _; #prologue #y_prologue #checks #statements #additions }
        }
    }

    // ---- the types ----

    fn residual_types(&self, layout: &Layout) -> TokenStream {
        let cfgs = &self.source.cfgs;
        let vis = &self.source.visibility;
        let (frame, stacks, residuals) = (&self.names.frame, &self.names.stacks, &self.names.residuals);
        let function = &self.shown();
        let allowances = allowances();
        let mut rows = TokenStream::new();
        let mut stack_fields = Vec::new();
        let mut stack_names = Vec::new();
        for (k, site) in layout.sites.iter().enumerate() {
            let row = &site.row;
            let doc = format!("What one iteration of loop {k} of [`{function}`] leaves for its linear part.");
            rows.extend(self.residual_struct(row, &site.fields, &doc));
            let field = &site.stack;
            let row = self.of_generics(row);
            stack_fields.push(quote!(#field: ::autodiff::__private::Stack<#row>));
            stack_names.push(field.clone());
        }
        if layout.recursive {
            let frame = self.of_generics(frame);
            stack_fields.push(quote!(frames: ::autodiff::__private::Stack<#frame>));
            stack_names.push(Ident::new("frames", Span::call_site()));
        }
        let callee_names: Vec<Ident> = layout.callees.iter().map(|(_, field, _)| field.clone()).collect();
        for (_, field, callee) in &layout.callees {
            let stacks = types::behind_pointer(callee, generics::associated_type(callee, "Stacks"));
            stack_fields.push(quote!(#field: #stacks));
        }
        let names: Vec<Ident> = stack_names.iter().chain(&callee_names).cloned().collect();
        stack_fields.extend(self.generics.phantom_field(&names).map(|field| field.declared));
        let frame_struct = self.residual_struct(
            frame,
            &self.frame_fields(&self.parts.unzipped),
            &format!("The residuals of fixed size of [`{function}`]."),
        );
        let read = self.read_params();
        let borrows = self.borrows();
        let none = TokenStream::new();
        let lifetime = if borrows { quote!('r) } else { TokenStream::new() };
        let (declared, arguments, clause) = (self.generics.declared(&none, &[]), self.generics.arguments(&none), self.generics.clause());
        let (residuals_declared, residuals_arguments) = (self.generics.declared(&lifetime, &[]), self.generics.arguments(&lifetime));
        let (frame_type, stacks_type) = (self.of_generics(frame), self.of_generics(stacks));
        let mut fields = Vec::new();
        for (param, read) in self.params().iter().zip(&read) {
            let name = self.kept_field(param);
            if *read {
                let ty = self.kept_type(param);
                fields.push(quote!(#name: #ty));
            }
        }
        let lengths = self.lengths();
        let length_names: Vec<&Ident> = lengths.iter().map(|(name, ..)| name).collect();
        let final_lengths = self.final_lengths();
        let final_names: Vec<&Ident> = final_lengths.iter().map(|(name, _)| name).collect();
        let default = fields.is_empty().then(|| quote! {
            #cfgs
            #allowances
            impl #declared ::core::default::Default for #residuals #arguments #clause {
                /// Of no call: to be filled.
                fn default() -> Self {
                    #residuals { #(#length_names: 0,)* #(#final_names: 0,)* frame: ::autodiff::__private::Residual::blank(), stacks: ::core::default::Default::default() }
                }
            }
        });
        let doc = format!(
            "What the linear part of [`{function}`] needs of its primal: the result of [`{}`]. Arguments by reference are borrowed.",
            self.shown_as(&self.names.primal.to_string())
        );
        let stacks_doc = format!("The residuals of [`{function}`] that grow with its input.");
        quote! {
            #rows
            #frame_struct
            #cfgs
            #[doc(hidden)]
            #[doc = #stacks_doc]
            #[derive(Clone, Debug, Default)]
            #allowances
            pub struct #stacks #declared #clause { #(#stack_fields),* }
            #cfgs
            #allowances
            impl #declared #stacks #arguments #clause {
                /// Forgets what is there and keeps the memory.
                pub fn clear(&mut self) {
                    #(self.#stack_names.clear();)*
                    #(self.#callee_names.clear();)*
                }
            }
            #cfgs
            #allowances
            impl #declared ::autodiff::__private::Residual for #stacks #arguments #clause {
                fn blank() -> Self { ::core::default::Default::default() }
                fn heap_bytes(&self) -> usize {
                    0 #(+ ::autodiff::__private::Residual::heap_bytes(&self.#stack_names))* #(+ ::autodiff::__private::Residual::heap_bytes(&self.#callee_names))*
                }
            }
            #cfgs
            #[doc = #doc]
            #[derive(Clone, Debug)]
            #allowances
            #vis struct #residuals #residuals_declared #clause { #(#fields,)* #(#length_names: usize,)* #(#final_names: usize,)* frame: #frame_type, stacks: #stacks_type }
            #default
            #cfgs
            #allowances
            impl #residuals_declared #residuals #residuals_arguments #clause {
                /// The memory that is kept, in bytes, without what is borrowed.
                #vis fn size_in_bytes(&self) -> usize {
                    ::core::mem::size_of::<Self>() + ::autodiff::__private::Residual::heap_bytes(&self.frame) + ::autodiff::__private::Residual::heap_bytes(&self.stacks)
                }
            }
        }
    }

    fn residual_struct(&self, name: &Ident, fields: &[(Ident, TokenStream)], doc: &str) -> TokenStream {
        let cfgs = &self.source.cfgs;
        let allowances = allowances();
        let blanks: Vec<TokenStream> = fields.iter().map(|(name, _)| quote!(#name: ::autodiff::__private::Residual::blank())).collect();
        let blank = self.residual_value(name, fields, &blanks);
        let names: Vec<Ident> = fields.iter().map(|(name, _)| name.clone()).collect();
        let field_declarations = fields.iter().map(|(name, ty)| quote!(#name: #ty));
        let field_declarations = field_declarations.chain(self.generics.phantom_field(&names).map(|field| field.declared));
        let none = TokenStream::new();
        let (declared, arguments, clause) = (self.generics.declared(&none, &[]), self.generics.arguments(&none), self.generics.clause());
        quote! {
            #cfgs
            #[doc(hidden)]
            #[doc = #doc]
            #[derive(Clone, Debug)]
            #allowances
            pub struct #name #declared #clause { #(#field_declarations),* }
            #cfgs
            #allowances
            impl #declared ::autodiff::__private::Residual for #name #arguments #clause {
                fn blank() -> Self { #blank }
                fn heap_bytes(&self) -> usize { 0 #(+ ::autodiff::__private::Residual::heap_bytes(&self.#names))* }
            }
        }
    }

    /// A frame, of the values given.
    fn residual_value(&self, name: &Ident, fields: &[(Ident, TokenStream)], values: &[TokenStream]) -> TokenStream {
        let names: Vec<Ident> = fields.iter().map(|(name, _)| name.clone()).collect();
        let phantom = self.generics.phantom_field(&names).map(|field| field.value);
        let values = values.iter().chain(&phantom);
        quote!(#name { #(#values),* })
    }

    /// The lengths that later tangents, cotangents and accumulators are checked against: field, the parameter's number (or the
    /// result), the name in messages.
    ///
    /// A vector by mutable reference may change its length: its cotangent is as long as it is after the call, see [`Emitter::final_lengths`].
    fn lengths(&self) -> Vec<(Ident, Option<usize>, String)> {
        let mut lengths = Vec::new();
        for (number, param) in self.params().iter().enumerate() {
            if param.is_active() && has_length(&param.ty) {
                lengths.push((
                    self.free_field(&format!("{}_length", param.name.trim_start_matches("r#"))),
                    Some(number),
                    param.name.clone(),
                ));
            }
        }
        if has_length(&self.parts.interface.output) {
            lengths.push((self.free_field("result_length"), None, String::new()));
        }
        lengths
    }

    /// The lengths after the call of the vectors that it changes.
    fn final_lengths(&self) -> Vec<(Ident, usize)> {
        let changed = |(number, param): (usize, &Param)| {
            let is_changed = param.is_active() && param.passing == Passing::Unique && matches!(param.ty, Ty::Vec(_));
            let base = format!("{}_final_length", param.name.trim_start_matches("r#"));
            is_changed.then(|| (self.free_field(&base), number))
        };
        self.params().iter().enumerate().filter_map(changed).collect()
    }

    /// A name that no parameter has.
    fn free_field(&self, base: &str) -> Ident {
        let mut name = base.to_string();
        while self.params().iter().any(|p| p.name == name) {
            name.push('_');
        }
        Ident::new(&name, Span::call_site())
    }

    /// The field of the residuals that holds a parameter.
    fn kept_field(&self, param: &Param) -> Ident {
        match &*param.name {
            "frame" | "stacks" => self.free_field(&param.name),
            name => identifier(name, Span::call_site()),
        }
    }

    // ---- the wrappers ----

    fn public_functions(&self) -> TokenStream {
        let names = &self.names;
        let vis = &self.source.visibility;
        let function = &self.shown();
        let marker = &self.marker_path();
        let (residuals, stacks_type) = (&names.residuals, self.of_generics(&names.stacks));
        let read = self.read_params();
        let borrows = self.borrows();
        let none = TokenStream::new();
        let (named, elided) = if borrows { (quote!('r), quote!('_)) } else { (TokenStream::new(), TokenStream::new()) };
        let (plain, clause) = self.declared_on_functions(&none);
        let with_lifetime = self.declared_on_functions(&named).0;
        let (lifetime, elided) = (self.generics.arguments(&named), self.generics.arguments(&elided));
        let (mut namer, values) = self.public_names();
        let handed = self.handed_on(&values);
        let r = namer.fresh("residuals");
        let y_bar = namer.fresh("y_bar");
        let (stacks, frame, y) = (namer.fresh("stacks"), namer.fresh("frame"), namer.fresh("y"));
        let reference = |k: usize| if read[k] { quote!('r) } else { TokenStream::new() };
        let declared: Vec<TokenStream> = values.iter().enumerate().map(|(k, n)| self.declared(k, n, &reference(k))).collect();
        let declared_elided: Vec<TokenStream> = values.iter().enumerate().map(|(k, n)| self.declared(k, n, &TokenStream::new())).collect();
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let y_bar_type = types::cotangent_argument(&self.parts.interface.output);

        // lengths
        let lengths = self.lengths();
        let take_lengths: Vec<TokenStream> = lengths
            .iter()
            .filter_map(|(name, number, _)| {
                number.map(|k| {
                    let value = &values[k];
                    quote!(let #name = #value.len();)
                })
            })
            .collect();
        let mut result_length: Vec<TokenStream> =
            lengths.iter().filter(|(_, number, _)| number.is_none()).map(|(name, ..)| quote!(let #name = #y.len();)).collect();
        let mut length_names: Vec<&Ident> = lengths.iter().map(|(name, ..)| name).collect();
        let final_lengths = self.final_lengths();
        let take_final: Vec<TokenStream> = final_lengths
            .iter()
            .map(|(name, k)| {
                let value = &values[*k];
                quote!(let #name = #value.len();)
            })
            .collect();
        result_length.extend(take_final.iter().cloned());
        length_names.extend(final_lengths.iter().map(|(name, _)| name));
        let kept_fields: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(&values)
            .zip(&read)
            .filter(|(_, read)| **read)
            .map(|((p, n), _)| {
                let field = self.kept_field(p);
                match is_lent(p) {
                    _ if self.owns(p) => quote!(#field: ::autodiff::__private::Kept::new(#n)),
                    true => quote!(#field: ::autodiff::__private::Lent(#n)),
                    false => quote!(#field: #n),
                }
            })
            .collect();
        let kept: Vec<TokenStream> = self
            .params()
            .iter()
            .zip(&read)
            .map(|(p, read)| {
                let field = self.kept_field(p);
                match (*read, is_lent(p)) {
                    (true, _) if self.owns(p) => quote!(&*#r.#field),
                    (true, true) => quote!(#r.#field.0),
                    (true, false) => quote!(#r.#field),
                    (false, _) => quote!(()),
                }
            })
            .collect();
        let kept_directly: Vec<TokenStream> =
            handed.iter().zip(&read).map(|(n, read)| if *read { quote!(#n) } else { quote!(()) }).collect();

        // tangents
        let active: Vec<(usize, &Param)> = self.params().iter().enumerate().filter(|(_, p)| p.is_active()).collect();
        let dot_names: Vec<Ident> = active.iter().map(|(_, p)| namer.fresh(&format!("{}_dot", self.public_name(p)))).collect();
        let bar_names: Vec<Ident> = active.iter().map(|(_, p)| namer.fresh(&format!("{}_bar", self.public_name(p)))).collect();
        let dot_params: Vec<TokenStream> = active
            .iter()
            .zip(&dot_names)
            .map(|((_, p), n)| {
                let (ty, _) = self.public_dot(p, n);
                quote!(#n: #ty)
            })
            .collect();
        let place_of = |number: usize| active.iter().position(|(k, _)| *k == number);
        let all_dots: Vec<TokenStream> = (0..values.len())
            .map(|k| place_of(k).map_or_else(|| quote!(()), |a| self.public_dot(&self.params()[k], &dot_names[a]).1))
            .collect();
        let length_of = |number: Option<usize>| lengths.iter().find(|(_, k, _)| *k == number).map(|(name, _, text)| (name, text));
        let dot_checks: Vec<TokenStream> = active
            .iter()
            .zip(&dot_names)
            .filter_map(|((k, _), n)| {
                length_of(Some(*k))
                    .map(|(name, text)| quote!(::autodiff::__private::check_length(#function, #text, "tangent", #r.#name, #n.len());))
            })
            .collect();

        // accumulators
        let bar_params: Vec<TokenStream> = active
            .iter()
            .zip(&bar_names)
            .map(|((_, p), n)| {
                let accumulator = self.bar_type(p);
                quote!(#n: #accumulator)
            })
            .collect();
        let accumulators: Vec<TokenStream> = (0..values.len())
            .map(|k| {
                place_of(k).map_or_else(
                    || quote!(&mut ::autodiff::__private::Discard),
                    |a| {
                        let n = &bar_names[a];
                        quote!(#n)
                    },
                )
            })
            .collect();
        // `changed`: those of vectors that the call may make longer or shorter, checked after it
        let bar_checks = |source: &dyn Fn(&Ident) -> TokenStream, changed: bool| -> Vec<TokenStream> {
            let last = |k: &usize| final_lengths.iter().find(|(_, number)| number == k).map(|(name, _)| name);
            let checked = active.iter().zip(&bar_names).filter(|((k, _), _)| last(k).is_some() == changed);
            checked
                .filter_map(|((k, p), n)| {
                    let (name, text) = length_of(Some(*k))?;
                    let length = source(last(k).unwrap_or(name));
                    if p.passing == Passing::Unique {
                        return Some(quote!(::autodiff::__private::check_length(#function, #text, "cotangent", #length, #n.len());));
                    }
                    let structure = types::accumulated(&p.ty);
                    Some(quote! {
                        if let ::core::option::Option::Some(found) = ::autodiff::__private::CotangentAccumulator::<#structure>::length(&*#n) {
                            ::autodiff::__private::check_length(#function, #text, "accumulator", #length, found);
                        }
                    })
                })
                .collect()
        };
        let bar_checks_stored: Vec<TokenStream> =
            [false, true].into_iter().flat_map(|changed| bar_checks(&|name| quote!(#r.#name), changed)).collect();
        let bar_checks_local = bar_checks(&|name| quote!(#name), false);
        let changed_checks = bar_checks(&|name| quote!(#name), true);
        // `f_vjp` makes the other ones itself
        let unique_checks: Vec<TokenStream> = active
            .iter()
            .zip(&bar_names)
            .filter(|((k, p), _)| p.passing == Passing::Unique && !final_lengths.iter().any(|(_, number)| number == k))
            .filter_map(|((k, _), n)| {
                let (value, (_, text)) = (&values[*k], length_of(Some(*k))?);
                Some(quote!(::autodiff::__private::check_length(#function, #text, "cotangent", #value.len(), #n.len());))
            })
            .collect();
        let y_bar_check: Vec<TokenStream> = length_of(None)
            .map(|(name, _)| quote!(::autodiff::__private::check_result_length(#function, "cotangent", #r.#name, #y_bar.len());))
            .into_iter()
            .collect();
        let y_bar_check_local: Vec<TokenStream> = length_of(None)
            .map(|_| quote!(::autodiff::__private::check_result_length(#function, "cotangent", #y.len(), #y_bar.len());))
            .into_iter()
            .collect();
        let y_bar_owned = owned_cotangent(&self.parts.interface.output, &quote!(#y_bar));

        // gradients; the cotangent of a parameter by mutable reference is no result, it is changed
        let returned: Vec<bool> = active.iter().map(|(_, p)| p.passing != Passing::Unique).collect();
        let bar_types: Vec<TokenStream> = active.iter().map(|(_, p)| types::tangent(&p.ty)).collect();
        let gradient_type = bare_or_tuple(&only(&bar_types, &returned));
        let gradient = bare_or_tuple(&only(&bar_names, &returned));
        let unit_output = matches!(&self.parts.interface.output, Ty::Tuple(parts) if parts.is_empty());
        let y_bar_param = (!unit_output).then(|| quote!(#y_bar: #y_bar_type,));
        let y_bar_owned = if unit_output { quote!(()) } else { y_bar_owned };
        let unique_bars: Vec<bool> = returned.iter().map(|returned| !returned).collect();
        let unique_params = only(&bar_params, &unique_bars);
        let unique_names = only(&bar_names, &unique_bars);
        let zeros: Vec<TokenStream> = active
            .iter()
            .zip(&bar_names)
            .zip(&bar_types)
            .filter(|(((_, p), _), _)| p.passing != Passing::Unique)
            .map(|(((k, p), n), ty)| {
                let value = &values[*k];
                let zero = match (&p.ty, p.passing) {
                    (Ty::Real(real), _) => types::real_literal(*real, 0.0),
                    (Ty::Vec(element) | Ty::Slice(element), _) if matches!(**element, Ty::Real(_)) => {
                        let zero = zero_element(element);
                        quote!(::autodiff::__private::vec![#zero; #value.len()])
                    }
                    (Ty::Array(element, length), _) if matches!(**element, Ty::Real(_)) => {
                        let zero = zero_element(element);
                        quote!([#zero; #length])
                    }
                    _ if self.owns(p) => quote!(::autodiff::__private::Differentiable::zero_tangent(&#value)),
                    (_, Passing::Value) => quote!(::autodiff::__private::Differentiable::zero_tangent(&#value)),
                    (_, _) => quote!(::autodiff::__private::Differentiable::zero_tangent(#value)),
                };
                quote!(let mut #n: #ty = #zero;)
            })
            .collect();
        let fresh_accumulators: Vec<TokenStream> = (0..values.len())
            .map(|k| {
                place_of(k).map_or_else(
                    || quote!(&mut ::autodiff::__private::Discard),
                    |a| {
                        let n = &bar_names[a];
                        if active[a].1.passing == Passing::Unique {
                            quote!(&mut *#n)
                        } else if active[a].1.ty.is_sequence() {
                            quote!(&mut #n[..])
                        } else {
                            quote!(&mut #n)
                        }
                    },
                )
            })
            .collect();

        let (primal, linear, transposed, vjp) = (&names.primal, &names.linear, &names.transposed, &names.vjp);
        let [shown_primal, shown_linear, shown_vjp] = [primal, linear, vjp].map(|name| self.shown_as(&name.to_string()));
        let turbofish = self.generics.turbofish();
        let own_vjp = if self.source.method.is_some() { quote!(Self::#vjp) } else { quote!(#vjp #turbofish) };
        let (primal_into, vjp_into) = (&names.primal_into, &names.vjp_into);
        let heads = [
            self.head(&format!("The unzipped primal of [`{function}`]: its value, and what its linear part needs.")),
            self.head(&format!("The linear map of [`{function}`] at the point of the residuals: tangents of the active parameters to the tangent of the result.")),
            self.head(&format!("The transpose of [`{shown_linear}`]: **adds** the cotangents of the active parameters to the accumulators.")),
            self.head(&format!("Value of [`{function}`], and the cotangent of its result pulled back to the active parameters.")),
            self.head(&format!("As [`{shown_primal}`], into residuals whose memory is used again.")),
            self.head(&format!("As [`{shown_vjp}`], **adding** into accumulators and using the memory of the residuals again.")),
        ];
        let [head_primal, head_linear, head_transposed, head_vjp, head_primal_into, head_vjp_into] = heads;
        let residual_value = quote!(#residuals { #(#kept_fields,)* #(#length_names,)* frame: #frame, stacks: #stacks });
        let mut functions = quote! {
            #head_primal
            #vis fn #primal #with_lifetime (#(#declared),*) -> (#y_type, #residuals #lifetime) #clause {
                #(#take_lengths)*
                let mut #stacks = <#stacks_type as ::core::default::Default>::default();
                let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
                #(#result_length)*
                (#y, #residual_value)
            }
            #head_linear
            #vis fn #linear #plain(#r: &#residuals #elided, #(#dot_params),*) -> #y_dot_type #clause {
                #(#dot_checks)*
                #marker::linear(#(#kept,)* &#r.frame, &#r.stacks, #(#all_dots),*)
            }
            #head_transposed
            #vis fn #transposed #plain(#r: &#residuals #elided, #y_bar_param #(#bar_params),*) #clause {
                #(#y_bar_check)*
                #(#bar_checks_stored)*
                #marker::transposed(#(#kept,)* &#r.frame, &#r.stacks, #y_bar_owned, #(#accumulators),*)
            }
            #head_vjp
            #vis fn #vjp #plain(#(#declared_elided,)* #y_bar_param #(#unique_params),*) -> (#y_type, #gradient_type) #clause {
                #(#unique_checks)*
                #(#zeros)*
                ::autodiff::__private::with_stacks(|#stacks: &mut #stacks_type| {
                    #stacks.clear();
                    let (#y, #frame) = #marker::primal(#(#handed,)* #stacks);
                    #(#take_final)*
                    #(#y_bar_check_local)*
                    #(#changed_checks)*
                    #marker::transposed(#(#kept_directly,)* &#frame, #stacks, #y_bar_owned, #(#fresh_accumulators),*);
                    (#y, #gradient)
                })
            }
            #head_primal_into
            #vis fn #primal_into #with_lifetime (#(#declared,)* #r: &mut #residuals #lifetime) -> #y_type #clause {
                #(#take_lengths)*
                let mut #stacks = ::core::mem::take(&mut #r.stacks);
                #stacks.clear();
                let (#y, #frame) = #marker::primal(#(#handed,)* &mut #stacks);
                #(#result_length)*
                *#r = #residual_value;
                #y
            }
            #head_vjp_into
            #vis fn #vjp_into #plain(#(#declared_elided,)* #y_bar_param #r: &mut #residuals #elided, #(#bar_params),*) -> #y_type #clause {
                #(#take_lengths)*
                #(#bar_checks_local)*
                #r.stacks.clear();
                let (#y, #frame) = #marker::primal(#(#handed,)* &mut #r.stacks);
                #(#take_final)*
                #(#y_bar_check_local)*
                #(#changed_checks)*
                #marker::transposed(#(#kept_directly,)* &#frame, &#r.stacks, #y_bar_owned, #(#accumulators),*);
                #r.frame = #frame;
                #y
            }
        };
        if let Ty::Real(real) = self.parts.interface.output {
            let one = types::real_literal(real, 1.0);
            let (grad, value_and_grad) = (&names.grad, &names.value_and_grad);
            let head_grad = self.head(&format!("The gradient of [`{function}`] with respect to its active parameters."));
            let head_value = self.head(&format!("The value of [`{function}`] and its gradient with respect to its active parameters."));
            functions.extend(quote! {
                #head_grad
                #vis fn #grad #plain(#(#declared_elided,)* #(#unique_params),*) -> #gradient_type #clause { #own_vjp(#(#values,)* #one, #(#unique_names),*).1 }
                #head_value
                #vis fn #value_and_grad #plain(#(#declared_elided,)* #(#unique_params),*) -> (#y_type, #gradient_type) #clause { #own_vjp(#(#values,)* #one, #(#unique_names),*) }
            });
        }
        functions
    }

    /// The marker type with the functions that compiled code calls.
    fn marker(&self, jvp: &TokenStream, inherent: &TokenStream, implementation: &TokenStream) -> TokenStream {
        let cfgs = &self.source.cfgs;
        let vis = &self.source.visibility;
        let marker = &self.names.function;
        let marker_type = self.marker_type();
        let allowances = allowances();
        let none = TokenStream::new();
        let (declared, clause) = (self.generics.declared(&none, &[]), self.generics.clause());
        let (of_marker, phantom) = (self.generics.of_marker(), self.generics.phantom_field(&[]).map(|field| field.declared));
        let item = match &self.source.method {
            None => quote!(#vis struct #marker #of_marker { #phantom }),
            Some(_) => quote!(pub struct #marker<S>(::core::marker::PhantomData<S>);),
        };
        let registered = self.source.method.as_ref().map(|method| {
            let (owner, name, right) = &method.registered;
            let name = names::hash(name);
            let right = right.as_ref().map(|right| quote!(, #right));
            // an associated type has no elided lifetimes
            let (of, marker) = (types::with_lifetime(owner, "m"), types::with_lifetime(&marker_type, "m"));
            let lifetime = if of.to_string() == owner.to_string() { TokenStream::new() } else { quote!('m) };
            let declared = self.generics.declared(&lifetime, &[]);
            quote! {
                #cfgs
                #allowances
                impl #declared ::autodiff::__private::Method<#name #right> for #of #clause { type Marker = #marker; }
            }
        });
        quote! {
            #cfgs
            #[doc(hidden)]
            #[allow(non_camel_case_types, non_upper_case_globals, missing_docs, missing_debug_implementations)]
            #item
            #cfgs
            #[doc(hidden)]
            #[allow(missing_docs)]
            #allowances
            impl #declared #marker_type #clause { #jvp #inherent }
            #implementation
            #registered
        }
    }

    /// What a reverse mode calls where there is only forward mode: it does not compile, and says why, once.
    fn forward_only(&self) -> TokenStream {
        let places: Vec<TokenStream> = self.params().iter().map(|_| quote!(_: impl Sized)).collect();
        let accumulators: Vec<TokenStream> = self.params().iter().map(|_| quote!(_: &mut impl ?Sized)).collect();
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let nothing = quote!(::autodiff::__private::ForwardOnly);
        quote! {
            pub fn primal<S: ::autodiff::__private::ReverseMode>(#(#places,)* _: &mut S) -> (#y_type, #nothing) { ::core::unreachable!() }
            pub fn linear(#(#places,)* _: &#nothing, _: &#nothing, #(#places),*) -> #y_dot_type { ::core::unreachable!() }
            pub fn transposed(#(#places,)* _: &#nothing, _: &#nothing, _: impl Sized, #(#accumulators),*) {}
        }
    }

    fn marker_impl(&self, frame: &TokenStream, stacks: &TokenStream) -> TokenStream {
        let cfgs = &self.source.cfgs;
        let marker = self.marker_type();
        let output = self.output_type();
        let allowances = allowances();
        let types = quote!({ type Output = #output; type Frame = #frame; type Stacks = #stacks; });
        let none = TokenStream::new();
        let clause = self.generics.clause();
        if self.generics.is_empty() || self.source.method.is_some() {
            let declared = self.generics.declared(&none, &[quote!(AnyArguments)]);
            return quote! {
                #cfgs
                #allowances
                impl #declared ::autodiff::__private::DifferentiableFn<AnyArguments> for #marker #clause #types
            };
        }
        let alone = &self.names.function;
        let declared = self.generics.declared(&none, &[]);
        let inferred = generics::told_by_arguments(&self.parts.interface).map(|(further, told)| {
            let declared = self.generics.declared(&none, &further);
            quote! {
                #cfgs
                #allowances
                impl #declared ::autodiff::__private::DifferentiableFn<#told> for #alone #clause #types
            }
        });
        quote! {
            #cfgs
            #allowances
            impl #declared ::autodiff::__private::DifferentiableFn<::autodiff::__private::Explicit> for #marker #clause #types
            #inferred
        }
    }
}

/// Whether residuals keep a parameter as one that need not be `Debug`.
fn is_lent(param: &Param) -> bool {
    types::is_of_the_user(&param.ty) || (matches!(param.ty, Ty::Foreign(_)) && param.passing == Passing::Shared)
}

/// Whether values of a type have a length that only the run tells.
fn has_length(ty: &Ty) -> bool {
    matches!(ty, Ty::Slice(_) | Ty::Vec(_))
}

/// A reference to anything that accumulates the cotangents of a parameter by value or by shared reference.
fn accumulator_type(param: &Param) -> TokenStream {
    let structure = types::accumulated(&param.ty);
    quote!(&mut (impl ::autodiff::__private::CotangentAccumulator<#structure> + ?Sized))
}

/// The parts that are marked.
fn only<T: Clone>(parts: &[T], marked: &[bool]) -> Vec<T> {
    parts.iter().zip(marked).filter(|(_, marked)| **marked).map(|(part, _)| part.clone()).collect()
}

fn bare_or_tuple<T: quote::ToTokens>(parts: &[T]) -> TokenStream {
    match parts {
        [one] => quote!(#one),
        parts => quote!((#(#parts),*)),
    }
}

/// A cotangent of a result as the marker takes it, owned.
fn owned_cotangent(ty: &Ty, value: &TokenStream) -> TokenStream {
    match ty {
        Ty::Projected(_) => quote!(::core::clone::Clone::clone(#value)),
        Ty::Vec(_) => quote!(#value.to_vec()),
        Ty::Tuple(parts) if parts.iter().any(|p| matches!(p, Ty::Vec(_) | Ty::Tuple(_) | Ty::Projected(_))) => {
            let parts = parts.iter().enumerate().map(|(k, part)| {
                let k = proc_macro2::Literal::usize_unsuffixed(k);
                owned_cotangent(part, &quote!(#value.#k))
            });
            types::tuple(parts)
        }
        _ => value.clone(),
    }
}
