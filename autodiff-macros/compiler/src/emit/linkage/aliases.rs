//! Names for the markers of the functions that a function calls.
//!
//! A function that is not differentiated has no marker. Emitted code refers to markers through an
//! alias, so rustc reports a missing one once:
//!
//! ```text
//! mod f_needs_differentiate_on_square { pub type square_of_f = <() as Known<{ None.expect("…") }>>::Type; }
//! use f_needs_differentiate_on_square::*;
//! use square as square_of_f;
//! ```
//!
//! The second import brings in the function, and its marker if there is one, which shadows the type
//! of the glob import. Where there is none, the use of that type is one error at the user's call
//! ([`mod@crate::emit::linkage::placeholder`]). If the function may not exist, or is called with a
//! turbofish, for which that type has no parameters, there are two imports from the type namespace:
//!
//! ```text
//! use square as f_needs_differentiate_on_square;
//! use f_needs_differentiate_on_square::{self as square_of_f};
//! ```
//!
//! The marker of a method is found through a type. Its alias is a type with a constant as an
//! argument. If there is no marker, rustc reports the constant and none of the mentions of the
//! type:
//!
//! ```text
//! type loss_of_f = <Model as Found<HASH, (), { <Model as Method<HASH, ()>>::EXISTS }>>::Marker;
//! ```
//!
//! A type that mentions other aliases is that of an implementation, which rustc does not expand:
//!
//! ```text
//! struct add_3_of_f_named;
//! impl Named for add_3_of_f_named { type Type = <<mul_0_of_f as …>::Output as Found<…>>::Marker; }
//! type add_3_of_f = <add_3_of_f_named as Named>::Type;
//! ```

use crate::emit::linkage::callee;
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::rc::Rc;

/// The items that declare the aliases of markers.
pub struct Imports {
    /// The imports of functions.
    functions: TokenStream,
    /// The aliases of methods, each after those that it mentions.
    methods: Vec<(Ident, TokenStream)>,
}

impl Imports {
    /// The imports that the emitted code needs: it does not mention every method that is called.
    pub fn needed_by(self, emitted: &TokenStream) -> TokenStream {
        let mut names = HashSet::default();
        if !self.methods.is_empty() {
            collect_names(emitted, &mut names);
        }
        let mut needed = self.functions;
        for (name, item) in self.methods.into_iter().rev() {
            if names.contains(&name.to_string()) {
                collect_names(&item, &mut names);
                needed.extend(item);
            }
        }
        needed
    }
}

fn collect_names(tokens: &TokenStream, names: &mut HashSet<String>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => collect_names(&group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Sets the alias of every callee in the stages. Returns the imports.
///
/// `stem` is the words in the names of a method's types. The block's name is part of the aliases,
/// as several blocks may have methods of the same name.
pub fn import(
    stages: &mut Stages,
    stem: Option<&[String]>,
    cfgs: &TokenStream,
    paths: Paths<'_>,
) -> Imports {
    let Stages { interface, jvp, unzipped, linear, transposed, vjp, .. } = stages;
    let mut functions = vec![jvp, unzipped, linear, transposed];
    functions.extend(vjp);
    Aliases::new(name_of(interface, stem) + &paths.suffix(), &interface.generics, paths)
        .import(&mut functions, cfgs)
}

fn name_of(interface: &Interface, stem: Option<&[String]>) -> String {
    // a method of a type in lower case, `point::dot`, must not clash with a function `point_dot`
    let is_upper =
        |words: &[String]| words.first().is_some_and(|word| word.starts_with(char::is_uppercase));
    stem.map_or_else(
        || interface.name.clone(),
        |words| words.join(if is_upper(words) { "_" } else { "__" }),
    )
}

/// The same for a linear map.
pub fn import_of_map(
    map: &mut LinearMap,
    stem: Option<&[String]>,
    cfgs: &TokenStream,
    paths: Paths<'_>,
) -> Imports {
    let params: String =
        map.params.iter().map(|k| format!("_{}", map.stages.interface.params[*k].name)).collect();
    let function = format!("{}_linear_in{params}", name_of(&map.stages.interface, stem));
    let Stages { interface, jvp, unzipped, linear, transposed, vjp, .. } = &mut map.stages;
    let mut functions = vec![jvp, unzipped, linear, transposed, &mut map.residuals];
    functions.extend(vjp);
    Aliases::new(function, &interface.generics, paths).import(&mut functions, cfgs)
}

/// Facts about the paths of callees.
#[derive(Clone)]
pub struct Paths<'w> {
    /// The path of the marker of the function that a path names, if it is not that path.
    pub marker: &'w dyn Fn(&TokenStream) -> Option<TokenStream>,
    /// Whether a function that may have no marker is known to exist.
    pub exists: &'w dyn Fn(&Callee) -> bool,
    /// The module of the function, if a glob there brings in another function of its name:
    /// generated names cannot shadow names from globs.
    pub module: Option<String>,
}

impl Paths<'_> {
    fn suffix(&self) -> String {
        self.module.as_ref().map_or_else(String::new, |module| format!("_of_{module}"))
    }
}

struct Import {
    path: TokenStream,
    needed_name: Ident,
    alias: Ident,
    /// Whether the function exists, with or without a marker.
    exists: bool,
    /// The error message if there is no marker.
    message: String,
    /// Whether a call writes the generic parameters of the marker.
    has_parameters: bool,
}

/// The marker of a method by its name.
struct Named {
    key: String,
    name: Ident,
    marker: TokenStream,
    /// Whether the marker mentions others.
    is_nested: bool,
    /// Whether it is found through the type of a view.
    is_of_view: bool,
}

struct Aliases<'w> {
    function: String,
    generics: &'w Generics,
    paths: Paths<'w>,
    imports: Vec<Import>,
    of: HashMap<String, usize>,
    methods: Vec<Named>,
}

impl<'w> Aliases<'w> {
    fn new(function: String, generics: &'w Generics, paths: Paths<'w>) -> Aliases<'w> {
        let function = function.replace("r#", "");
        Aliases {
            function,
            generics,
            paths,
            imports: Vec::new(),
            of: HashMap::default(),
            methods: Vec::new(),
        }
    }

    fn import(mut self, stages: &mut [&mut Function], cfgs: &TokenStream) -> Imports {
        for function in stages {
            for info in &mut function.vars {
                if mentions_callees(&info.ty) {
                    self.ty(Rc::make_mut(&mut info.ty));
                }
            }
            self.block(&mut function.body);
        }
        let functions = self.imports.iter().map(|import| {
            let Import { path, needed_name: needed, alias, message, exists, has_parameters } =
                import;
            if *exists && !has_parameters {
                return quote_spanned! {alias.span()=>
                    #cfgs #[doc(hidden)] #[allow(non_camel_case_types, non_snake_case,
                        unreachable_pub, missing_docs, unused_qualifications, clippy::all,
                        clippy::pedantic)]
                    mod #needed { pub type #alias = <() as ::autodiff::__private::Known<{
                        ::core::option::Option::<bool>::None.expect(#message) }>>::Type; }
                    #cfgs #[allow(unused_imports, clippy::all, clippy::pedantic)] use #needed::*;
                    #cfgs #[allow(unused_imports, non_camel_case_types, deprecated, clippy::all,
                        clippy::pedantic)] use #path as #alias;
                };
            }
            quote_spanned! {alias.span()=>
                #cfgs #[allow(unused_imports, non_camel_case_types, deprecated, clippy::all,
                    clippy::pedantic)] use #path as #needed;
                #cfgs #[allow(unused_imports, non_camel_case_types, deprecated, clippy::all,
                    clippy::pedantic)] use #needed::{self as #alias};
            }
        });
        let functions = functions.collect();
        let methods = self.methods.into_iter().map(|of| {
            let Named { name, marker, is_nested, is_of_view, .. } = of;
            let allowed = quote!(#[allow(non_camel_case_types, deprecated, clippy::all,
                clippy::pedantic)]);
            if is_of_view || !is_nested {
                let lifetime = is_of_view.then(|| quote!(<'v>));
                let item =
                    quote_spanned!(name.span()=> #cfgs #allowed type #name #lifetime = #marker;);
                return (name, item);
            }
            let named = format_ident!("{name}_named");
            let item = quote_spanned! {name.span()=>
                #cfgs #[allow(dead_code)] #allowed struct #named;
                #cfgs #allowed impl ::autodiff::__private::Named for #named { type Type = #marker; }
                #cfgs #allowed
                type #name = <#named as ::autodiff::__private::Named>::Type;
            };
            (name, item)
        });
        Imports { functions, methods: methods.collect() }
    }

    fn method(&mut self, callee: &mut Callee) {
        let key = callee.instance_key();
        let known = self.methods.iter().position(|named| named.key == key);
        let Some(number) = known.or_else(|| self.name_method(callee, key)) else { return };
        self.mark(callee, number);
    }

    fn mark(&self, callee: &mut Callee, number: usize) {
        if let Some(method) = &mut callee.method {
            method.marker = Some(self.methods[number].name.clone());
        }
    }

    fn name_method(&mut self, callee: &Callee, key: String) -> Option<usize> {
        let is_generic = |tokens: &TokenStream| {
            let mut names = HashSet::default();
            collect_names(tokens, &mut names);
            names.contains("Self")
                || self.generics.params.iter().any(|of| names.contains(&of.name.to_string()))
        };
        let marker = callee::named_marker(callee, &is_generic)?;
        let method = callee.method.as_ref()?;
        let name = method.name.rsplit("::").next().unwrap_or_default().replace(['&', '='], "");
        let number = self.methods.len();
        let name = format!("{}_{number}_of_{}", name.trim_start_matches("r#"), self.function);
        let span = callee
            .path
            .clone()
            .into_iter()
            .last()
            .map_or_else(Span::call_site, |token| token.span());
        let mut mentioned = HashSet::default();
        collect_names(&marker, &mut mentioned);
        let is_nested = self.methods.iter().any(|of| mentioned.contains(&of.name.to_string()));
        let name = Ident::new(&name, with_our_edition(span));
        let is_of_view = method.is_of_view();
        self.methods.push(Named { key, name, marker, is_nested, is_of_view });
        Some(number)
    }

    /// A callee in a type. If its marker has a name, the types that the marker is found through are
    /// not emitted, and are not visited: with each level of a chain of calls they are longer.
    fn visit_callee_in_type(&mut self, callee: &mut Callee) {
        if callee.method.is_none() {
            return self.callee(callee);
        }
        let key = callee.instance_key();
        match self.methods.iter().position(|named| named.key == key) {
            Some(number) => {
                callee.arguments.iter_mut().for_each(|ty| self.ty(ty));
                callee.functions.iter_mut().for_each(|function| self.callee(&mut function.code));
                self.mark(callee, number);
            }
            None => self.callee(callee),
        }
    }

    fn callee(&mut self, callee: &mut Callee) {
        callee.arguments.iter_mut().for_each(|ty| self.ty(ty));
        callee.functions.iter_mut().for_each(|function| self.callee(&mut function.code));
        if let Some(method) = &mut callee.method {
            self.ty(&mut method.owner);
            method.right.iter_mut().for_each(|right| self.ty(right));
            self.method(callee);
            return;
        }
        if callee.recursive
            && let Some(marker) = (self.paths.marker)(&callee.path)
        {
            callee.path = marker;
        }
        let Some(last) = importable_name(callee) else { return };
        let key = callee.key();
        let number = match self.of.get(&key) {
            Some(number) => *number,
            None => {
                let function = &self.function;
                let name = last.to_string();
                let name = name.trim_start_matches("r#");
                let number = self.imports.len();
                let attribute = if callee.linear.is_some() { "linear" } else { "differentiate" };
                // another path that ends in the same name
                let again =
                    if self.imports.iter().any(|i| i.alias == format!("{name}_of_{function}")) {
                        format!("_{number}")
                    } else {
                        String::new()
                    };
                let span = with_our_edition(last.span());
                let shown = callee.display_name();
                let message = if callee.linear.is_some() {
                    format!(
                        "`{shown}` is called with linear values, but is not known to be linear in \
                         them: put `#[linear(…)]` with the names of these parameters on it"
                    )
                } else {
                    format!(
                        "`{shown}` is called with an active value, but has no derivative: put \
                         #[differentiate] on it, give it a rule with `differentiate_foreign!` (see \
                         the page `autodiff::rules`), or stop the derivative with `constant(…)` \
                         around the argument"
                    )
                };
                self.imports.push(Import {
                    message,
                    exists: (self.paths.exists)(callee),
                    has_parameters: false,
                    path: path_of_ours(
                        &(self.paths.marker)(&callee.path).unwrap_or_else(|| callee.path.clone()),
                    ),
                    needed_name: Ident::new(
                        &format!("{function}_needs_{attribute}_on_{name}{again}"),
                        span,
                    ),
                    alias: Ident::new(&format!("{name}_of_{function}{again}"), span),
                });
                self.of.insert(key, number);
                number
            }
        };
        self.imports[number].has_parameters |= callee.is_explicit() || !callee.turbofish.is_empty();
        let mut alias = self.imports[number].alias.clone();
        alias.set_span(last.span());
        callee.path = TokenTree::Ident(alias).into();
    }

    fn projection(&mut self, projection: &mut Projection) {
        match projection {
            Projection::Output(callee) => self.visit_callee_in_type(callee),
            Projection::Leaf(of, _)
            | Projection::Item(of)
            | Projection::Member(of, _)
            | Projection::View(of) => self.projection(of),
            Projection::Named(_) => {}
        }
    }

    fn ty(&mut self, ty: &mut Ty) {
        match ty {
            Ty::Tuple(parts) => parts.iter_mut().for_each(|part| self.ty(part)),
            Ty::Array(of, _)
            | Ty::Slice(of)
            | Ty::Vec(of)
            | Ty::Deque(of)
            | Ty::Shape(of)
            | Ty::Wrapped(_, of) => self.ty(of),
            Ty::Sequence(of, projection) => {
                self.ty(of);
                self.projection(projection);
            }
            Ty::Projected(projection) | Ty::Discrete(projection) | Ty::IntOf(Some(projection)) => {
                self.projection(projection)
            }
            Ty::Frame(callee) => self.visit_callee_in_type(callee),
            Ty::Code(code) => self.visit_callee_in_type(code),
            Ty::Real(_)
            | Ty::Int(_)
            | Ty::IntOf(None)
            | Ty::Bool
            | Ty::Text(_)
            | Ty::Foreign(_)
            | Ty::Rows
            | Ty::Function(_)
            | Ty::Pullback(_)
            | Ty::Infer(_) => {}
        }
    }

    fn block(&mut self, block: &mut Block) {
        for l in &mut block.lets {
            l.op.for_views(&mut |view| self.callee(Rc::make_mut(&mut view.method)));
            match &mut l.op {
                // this call names the function itself; a call with function arguments names the
                // marker
                Op::Call(call) if call.callee.functions.is_empty() => {}
                Op::Call(call) => self.callee(&mut call.callee),
                Op::CallPrimal(call) => self.callee(&mut call.callee),
                Op::CallJvp(call) | Op::CallVjp(call) => self.callee(&mut call.call.callee),
                Op::Linear(Linear::Call(call)) => self.callee(&mut call.call.callee),
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.block(arm)),
                Op::Loop(lp) => self.block(&mut lp.body),
                _ => {}
            }
        }
    }
}

/// Whether a type may mention callees. The types of other variables stay shared by the stages.
fn mentions_callees(ty: &Ty) -> bool {
    match ty {
        Ty::Real(_) | Ty::Int(_) | Ty::Bool | Ty::Text(_) | Ty::Rows => false,
        Ty::Slice(of) | Ty::Vec(of) | Ty::Array(of, _) | Ty::Shape(of) => mentions_callees(of),
        _ => true,
    }
}

/// The location of a user's token, with the edition of this crate: in a crate of the 2015 edition,
/// `use f` would start at the crate root.
fn with_our_edition(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// A path as an expression finds it. A path with a leading `::` is resolved in the user's edition.
fn path_of_ours(path: &TokenStream) -> TokenStream {
    if matches!(path.clone().into_iter().next(), Some(TokenTree::Punct(_))) {
        return path.clone();
    }
    let respanned = path.clone().into_iter().map(|mut token| {
        token.set_span(with_our_edition(token.span()));
        token
    });
    respanned.collect()
}

/// The last name of a path that `use` can import.
fn importable_name(callee: &Callee) -> Option<Ident> {
    if callee.recursive || callee.is_lifted || callee.object.is_some() {
        return None;
    }
    let mut last = None;
    for (k, token) in callee.path.clone().into_iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if k == 0 && (ident == "Self" || ident == "_") => return None,
            TokenTree::Ident(ident) => last = Some(ident),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            // arguments of generics, `<T as Trait>::f`
            _ => return None,
        }
    }
    last
}
