//! Parallel iterators and `rayon::join`.
//!
//! A chain becomes one call of the runtime's `parallel_map` with a closure of the index. What
//! consumes the items then runs on their vector, in order:
//!
//! ```text
//! xs.par_iter().zip(&ys)
//!     .map(|(x, y)| x * y)
//!     .collect::<Vec<f64>>()
//!                       { let items = parallel_map(xs.len().min(ys.len()), |index: usize|
//!                             { let (x, y) = (&xs[index], &ys[index]); x * y });
//!                         items }
//! xs.par_iter().map(f).sum::<f64>()
//!                       parallel_sum(xs.len(), |index: usize| f(&xs[index]))
//! ys.par_iter_mut()
//!     .for_each(|y| *y *= k)
//!                       { let items = parallel_map(ys.len(), |index: usize|
//!                             { let mut item = ys[index]; { let y = &mut item; *y *= k; } item });
//!                         for (index, item) in items.into_iter().enumerate()
//!                             { ys[index] = item; } }
//! rayon::join(a, b)     parallel_join(a, b)
//! ```
//!
//! A chain that applies no function becomes the same chain of `Iterator`: nothing in it is worth a
//! thread. `reduce(identity, op)` and `fold(identity, op)` are folds in the order of the items.
//!
//! ```text
//! sources    what is iterated: slices, ranges, parts of arrays
//! producers  producers of a parallel `Zip`
//! arrays     parallel methods of arrays
//! ```

mod arrays;
mod producers;
mod sources;

use crate::infer::Definer;
use crate::lower::control::branches::contains_exit;
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::world::records::names_of;
use quote::{format_ident, quote_spanned};
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprMethodCall, Stmt};

/// The name of the crate.
const CRATE: &str = "rayon";

/// The paths that its traits are imported by.
const PRELUDES: &[&[&str]] = &[&[CRATE], &["ndarray", "parallel"]];

/// The methods that make a parallel iterator, and the methods of `std` that make an iterator over
/// the same items.
const ROOTS: &[(&str, &str)] = &[
    ("par_iter", "iter"),
    ("into_par_iter", "into_iter"),
    ("par_iter_mut", "iter_mut"),
    ("par_chunks", "chunks"),
    ("par_chunks_exact", "chunks_exact"),
    ("par_chunks_mut", "chunks_mut"),
    ("par_windows", "windows"),
];

/// The methods that return a parallel iterator.
const ADAPTORS: &[&str] = &[
    "cloned",
    "copied",
    "enumerate",
    "filter",
    "filter_map",
    "map",
    "rev",
    "skip",
    "take",
    "with_max_len",
    "with_min_len",
    "zip",
];

/// The methods that consume one, and those that do the same with an iterator.
const CONSUMERS: &[(&str, &str)] = &[
    ("all", "all"),
    ("any", "any"),
    ("collect", "collect"),
    ("count", "count"),
    ("find_any", "find"),
    ("find_first", "find"),
    ("fold", "fold"),
    ("for_each", "for_each"),
    ("max", "max"),
    ("max_by", "max_by"),
    ("max_by_key", "max_by_key"),
    ("min", "min"),
    ("min_by", "min_by"),
    ("min_by_key", "min_by_key"),
    ("position_first", "position"),
    ("product", "product"),
    ("reduce", "fold"),
    ("reduce_with", "reduce"),
    ("sum", "sum"),
    ("unzip", "unzip"),
];

/// The method of an iterator for one of a parallel iterator.
fn sequential(names: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    names.iter().find(|(of, _)| *of == name).map(|(_, same)| *same)
}

/// The function with parallel iterators rewritten, if it has any. `inferred` returns the types of
/// the function as it is.
pub fn without_parallel_iterators(
    function: &syn::ItemFn,
    caller_names: &CallerNames,
    world: &World,
    inferred: impl FnOnce() -> Inferred,
    diagnostics: &mut Diagnostics,
) -> Option<syn::ItemFn> {
    if !Mentions::any(function) {
        return None;
    }
    let inferred = inferred();
    let (mut rewritten, mut imports) = (function.clone(), Imports::default());
    imports.visit_block_mut(&mut rewritten.block);
    let mut rewrite = Rewrite {
        caller_names,
        world,
        inferred: &inferred,
        diagnostics,
        count: 0,
        changed: imports.any,
        has_traits: imports.any || world.imports_below(PRELUDES),
        has_join: imports.join,
        original: function,
        arrays: std::cell::OnceCell::new(),
    };
    rewrite.visit_block_mut(&mut rewritten.block);
    rewrite.changed.then_some(rewritten)
}

/// Finds names of parallel iterators and of `join`.
struct Mentions(bool);

impl Mentions {
    fn any(function: &syn::ItemFn) -> bool {
        let mut found = Mentions(false);
        found.visit_block(&function.block);
        found.0
    }
}

impl<'ast> Visit<'ast> for Mentions {
    fn visit_ident(&mut self, name: &'ast Ident) {
        let text = name.to_string();
        self.0 |= text == "join" || text.starts_with("par_") || text == "into_par_iter";
    }
}

/// Removes `use rayon::…` from a body: globs in bodies are not supported, and what they import is
/// rewritten.
#[derive(Default)]
struct Imports {
    any: bool,
    /// Whether `join` is imported by its name.
    join: bool,
}

impl VisitMut for Imports {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain(|stmt| match stmt {
            Stmt::Item(syn::Item::Use(item)) => match &item.tree {
                syn::UseTree::Path(path) if path.ident == CRATE => {
                    self.any = true;
                    self.join |= path.tree.to_token_stream().into_iter().any(is_join_token);
                    false
                }
                _ => true,
            },
            _ => true,
        });
        syn::visit_mut::visit_block_mut(self, block);
    }
}

/// Whether a token of an import is the name `join`, alone or in braces.
fn is_join_token(token: proc_macro2::TokenTree) -> bool {
    match token {
        proc_macro2::TokenTree::Ident(name) => name == "join",
        proc_macro2::TokenTree::Group(of) => of.stream().into_iter().any(is_join_token),
        _ => false,
    }
}

struct Rewrite<'a> {
    caller_names: &'a CallerNames,
    world: &'a World,
    inferred: &'a Inferred,
    diagnostics: &'a mut Diagnostics,
    /// How many names were made.
    count: usize,
    changed: bool,
    /// Whether traits of the crate are in scope.
    has_traits: bool,
    /// Whether the body imports `join`.
    has_join: bool,
    /// The function before it is rewritten.
    original: &'a syn::ItemFn,
    /// The types of its arrays, once one is requested.
    arrays: std::cell::OnceCell<Inferred>,
}

/// A parallel iterator as a function of the index.
struct Chain {
    /// The statements that evaluate what it is made of.
    bindings: Vec<TokenStream>,
    /// The count of items.
    length: TokenStream,
    /// The item, or with a filter an `Option` of it.
    item: TokenStream,
    /// Whether it has a filter.
    is_filtered: bool,
    /// The memory that its items change.
    changed: Vec<ChangedSlice>,
}

/// A slice whose elements or chunks are items.
struct ChangedSlice {
    place: TokenStream,
    /// The variable that holds the element or the chunk.
    item: Ident,
    index: TokenStream,
    /// The length of chunks, if the items are chunks.
    chunk: Option<Ident>,
    /// The array that the elements are assigned to in the end, if `place` is a copy of them.
    array: Option<TokenStream>,
}

impl Rewrite<'_> {
    /// A name for a variable.
    fn fresh(&mut self, name: &str) -> Ident {
        self.count += 1;
        format_ident!("parallel_{name}_{}", self.count)
    }

    /// What is known of the type of an array.
    fn array_type(&self, e: &Expr) -> Option<&infer::ArrayType> {
        let inferred = self.arrays.get_or_init(|| {
            let has_imports = names::items::has_imports(self.original);
            Inferred::of_arrays(self.original, has_imports, self.world)
        });
        inferred.array(e)
    }

    /// Whether a method call makes a parallel iterator.
    fn is_root(&self, m: &ExprMethodCall) -> bool {
        let is_own = matches!(
            self.inferred.definer(m),
            Some(Definer::Crate | Definer::Extension | Definer::Bound)
        );
        self.has_traits && !is_own && sequential(ROOTS, &m.method.to_string()).is_some()
    }

    /// Whether an expression is a parallel iterator.
    fn is_chain(&self, e: &Expr) -> bool {
        self.root(e).is_some()
    }

    /// The method call that makes a parallel iterator.
    fn root<'e>(&self, e: &'e Expr) -> Option<&'e ExprMethodCall> {
        let Expr::MethodCall(m) = unparen(e) else { return None };
        if self.is_root(m) {
            return Some(m);
        }
        let is_adaptor = ADAPTORS.contains(&&*m.method.to_string());
        is_adaptor.then(|| self.root(&m.receiver)).flatten()
    }

    /// Whether a chain applies a function to its items.
    fn has_applied_function(e: &Expr) -> bool {
        match unparen(e) {
            Expr::MethodCall(m) => {
                matches!(&*m.method.to_string(), "map" | "filter_map")
                    || Self::has_applied_function(&m.receiver)
                    || m.method == "zip" && m.args.iter().any(Self::has_applied_function)
            }
            _ => false,
        }
    }

    fn error(&mut self, at: &Ident, message: impl Into<String>) {
        self.diagnostics.error(at.span(), message);
    }

    /// A method call whose receiver is a parallel iterator.
    fn rewrite_consumer(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let root = self.root(&m.receiver)?.clone();
        let name = m.method.to_string();
        if ADAPTORS.contains(&&*name) {
            return None;
        }
        let Some(method) = sequential(CONSUMERS, &name) else {
            self.error(
                &m.method,
                format!(
                    "`{name}` of parallel iterators is not supported in a differentiated \
                     function: `map` the items, `collect` them into a `Vec`, and use an iterator"
                ),
            );
            return None;
        };
        let span = root.method.span();
        let changes = self.changes_memory(&m.receiver);
        if changes && name != "for_each" {
            self.error(
                &m.method,
                "items that are changed are consumed by `for_each` in a differentiated function",
            );
            return None;
        }
        if !changes && !Self::has_applied_function(&m.receiver) {
            let mut iterator = (*m.receiver).clone();
            self.make_sequential(&mut iterator);
            return self.sequential_consumer(&iterator, m, method);
        }
        let index = self.fresh("index");
        let chain = self.chain(&m.receiver, &index.to_token_stream())?;
        if changes {
            return Some(self.for_each_changed(chain, &index, m));
        }
        let Chain { bindings, length, item, is_filtered, .. } = chain;
        if !is_filtered && self.is_sum_of_reals(m) {
            return Some(parse_expr(quote_spanned! {span=> {
                #(#bindings)*
                ::autodiff::__private::parallel_sum(#length, |#index: usize| { #item })
            }}));
        }
        let items = self.fresh("items");
        let all = if is_filtered {
            quote_spanned!(span=> #items.into_iter().flatten())
        } else {
            quote_spanned!(span=> #items.into_iter())
        };
        let result = match is_vector(m) && !is_filtered {
            true => items.to_token_stream(),
            false => {
                let iterator = Expr::Verbatim(all);
                self.sequential_consumer(&iterator, m, method)?.to_token_stream()
            }
        };
        Some(parse_expr(quote_spanned! {span=> {
            #(#bindings)*
            let #items = ::autodiff::__private::parallel_map(#length, |#index: usize| { #item });
            #result
        }}))
    }

    /// Whether a method is `sum` of `f64` or `f32`, as the method shows or the last closure.
    fn is_sum_of_reals(&self, m: &ExprMethodCall) -> bool {
        let is_real = |ty: &syn::Type| {
            matches!(ty, syn::Type::Path(of)
            if of.path.is_ident("f64") || of.path.is_ident("f32"))
        };
        let turbofish = m.turbofish.as_ref().and_then(|of| match of.args.first()? {
            syn::GenericArgument::Type(ty @ syn::Type::Path(_)) => Some(ty),
            _ => None,
        });
        let item = || match unparen(&m.receiver) {
            Expr::MethodCall(of) if of.method == "map" => match unparen(of.args.first()?) {
                Expr::Closure(f) => self.inferred.expr(&f.body),
                _ => None,
            },
            _ => None,
        };
        let result = turbofish.or_else(|| self.inferred.expr(&Expr::MethodCall(m.clone())));
        m.method == "sum" && result.or_else(item).is_some_and(is_real)
    }

    /// Whether the items of a chain are changed.
    fn changes_memory(&self, e: &Expr) -> bool {
        let Expr::MethodCall(m) = unparen(e) else { return false };
        if self.is_root(m) {
            return m.method.to_string().ends_with("_mut");
        }
        self.changes_memory(&m.receiver)
            || m.method == "zip"
                && m.args.iter().any(|e| self.is_chain(e) && self.changes_memory(e))
    }

    /// The consumer of an iterator that does what one of a parallel iterator does.
    fn sequential_consumer(
        &mut self,
        iterator: &Expr,
        m: &ExprMethodCall,
        method: &str,
    ) -> Option<Expr> {
        let iterator = match iterator {
            Expr::Verbatim(tokens) => tokens.clone(),
            e => e.to_token_stream(),
        };
        let mut args: Vec<TokenStream> = m.args.iter().map(ToTokens::to_token_stream).collect();
        let name = m.method.to_string();
        if matches!(&*name, "reduce" | "fold") {
            let first = args.first_mut()?;
            *first = match m.args.first().map(unparen) {
                Some(Expr::Closure(f)) if f.inputs.is_empty() && !contains_exit(&f.body) => {
                    f.body.to_token_stream()
                }
                _ => quote_spanned!(m.method.span()=> (#first)()),
            };
        }
        let (method, turbofish) = (Ident::new(method, m.method.span()), &m.turbofish);
        let value = quote_spanned!(m.method.span()=> #iterator.#method #turbofish(#(#args),*));
        Some(parse_expr(match &*name {
            // the items of another parallel iterator
            "fold" => quote_spanned!(m.method.span()=> ::std::iter::once(#value)),
            _ => value,
        }))
    }

    /// Replaces the methods of parallel iterators in a chain by those of iterators.
    fn make_sequential(&mut self, e: &mut Expr) {
        match e {
            Expr::Paren(of) => self.make_sequential(&mut of.expr),
            Expr::Group(of) => self.make_sequential(&mut of.expr),
            Expr::MethodCall(m) => {
                if self.is_root(m) {
                    if let Some(name) = sequential(ROOTS, &m.method.to_string()) {
                        m.method = Ident::new(name, m.method.span());
                    }
                    return;
                }
                self.make_sequential(&mut m.receiver);
                m.args.iter_mut().for_each(|e| {
                    if self.is_chain(e) {
                        self.make_sequential(e);
                    }
                });
                if m.method.to_string().starts_with("with_") {
                    *e = (*m.receiver).clone();
                }
            }
            _ => {}
        }
    }

    /// `for_each` of items that are changed: each call returns the new items, which are then
    /// assigned.
    fn for_each_changed(&mut self, chain: Chain, index: &Ident, m: &ExprMethodCall) -> Expr {
        let Chain { bindings, length, item, changed, is_filtered } = chain;
        let span = m.method.span();
        if is_filtered {
            self.error(&m.method, "changing only some items is not supported: use an `if`");
        }
        let items = self.fresh("items");
        let body = match m.args.first() {
            Some(f) => apply_to(f, &item, span),
            None => TokenStream::new(),
        };
        let copies =
            changed.iter().map(|ChangedSlice { place, item, index, chunk, .. }| match chunk {
                Some(chunk) => {
                    let end = quote_spanned!(span=> (#index * #chunk + #chunk).min(#place.len()));
                    quote_spanned!(span=> let mut #item = #place[#index * #chunk..#end].to_vec();)
                }
                None => quote_spanned!(span=> let mut #item = #place[#index].clone();),
            });
        let new: Vec<&Ident> = changed.iter().map(|changed| &changed.item).collect();
        let new = match new[..] {
            [one] => quote_spanned!(span=> #one),
            _ => quote_spanned!(span=> (#(#new),*)),
        };
        let assigned =
            changed.iter().map(|ChangedSlice { place, item, index, chunk, .. }| match chunk {
                Some(chunk) => {
                    let (k, element) =
                        (format_ident!("{item}_index"), format_ident!("{item}_element"));
                    quote_spanned! {span=>
                        for (#k, #element) in #item.into_iter().enumerate() {
                            #place[#index * #chunk + #k] = #element;
                        }
                    }
                }
                None => quote_spanned!(span=> #place[#index] = #item;),
            });
        let after = changed.iter().filter_map(|ChangedSlice { place, array, .. }| {
            let array = array.as_ref()?;
            Some(quote_spanned! {span=>
                #array.iter_mut().zip(#place).for_each(|(place, element)| *place = element);
            })
        });
        parse_expr(quote_spanned! {span=> {
            #(#bindings)*
            let #items = ::autodiff::__private::parallel_map(#length, |#index: usize| {
                #(#copies)*
                { #body; }
                #new
            });
            for (#index, #new) in #items.into_iter().enumerate() {
                #(#assigned)*
            }
            #(#after)*
        }})
    }

    /// A parallel iterator. `index` is the number of the item.
    fn chain(&mut self, e: &Expr, index: &TokenStream) -> Option<Chain> {
        let Expr::MethodCall(m) = unparen(e) else { return None };
        if self.is_root(m) {
            return self.source_chain(m, index);
        }
        let (span, name) = (m.method.span(), m.method.to_string());
        let argument = m.args.first();
        if matches!(&*name, "rev" | "skip") {
            return self.renumber(m, index);
        }
        let mut chain = self.chain(&m.receiver, index)?;
        if chain.is_filtered && matches!(&*name, "zip" | "enumerate" | "take") {
            // rustc rejects it
            return None;
        }
        let of = &chain.item;
        match (&*name, argument) {
            ("map", Some(f)) if chain.is_filtered => {
                let item = self.fresh("item");
                let mapped = apply_to(f, &item.to_token_stream(), span);
                let some = quote_spanned!(span=> ::core::option::Option::Some(#mapped));
                chain.item = if_some(of, &item, &some, span);
            }
            ("map", Some(f)) => chain.item = apply_to(f, of, span),
            ("filter" | "filter_map", Some(f)) => {
                let item = self.fresh("item");
                let retained = match &*name {
                    "filter" => {
                        let test = apply_to(f, &quote_spanned!(span=> &#item), span);
                        quote_spanned! {span=>
                            if #test { ::core::option::Option::Some(#item) }
                            else { ::core::option::Option::None }
                        }
                    }
                    _ => apply_to(f, &item.to_token_stream(), span),
                };
                chain.item = match chain.is_filtered {
                    true => if_some(of, &item, &retained, span),
                    false => quote_spanned!(span=> { let #item = #of; #retained }),
                };
                chain.is_filtered = true;
            }
            ("enumerate", None) => chain.item = quote_spanned!(span=> (#index, #of)),
            ("cloned" | "copied", None) if !chain.is_filtered => {
                chain.item = quote_spanned!(span=> (#of).clone());
            }
            ("take", Some(count)) => {
                let length = &chain.length;
                chain.length = quote_spanned!(span=> (#length).min(#count));
            }
            ("with_min_len" | "with_max_len", _) => {}
            ("zip", Some(other)) => {
                let other = self.operand(other, index, span)?;
                let (left, right) = (&chain.length, &other.length);
                chain.length = quote_spanned!(span=> (#left).min(#right));
                let right = other.item;
                chain.item = quote_spanned!(span=> (#of, #right));
                chain.bindings.extend(other.bindings);
                chain.changed.extend(other.changed);
            }
            _ => {
                self.error(
                    &m.method,
                    format!(
                        "`{name}` of a parallel iterator is not supported here in a \
                         differentiated function: `map` the items first"
                    ),
                );
                return None;
            }
        }
        Some(chain)
    }

    /// `rev` and `skip`
    fn renumber(&mut self, m: &ExprMethodCall, index: &TokenStream) -> Option<Chain> {
        let span = m.method.span();
        let Some(count) = m.args.first() else {
            let length = self.fresh("length");
            let index = quote_spanned!(span=> (#length - 1 - #index));
            let mut chain = self.chain(&m.receiver, &index)?;
            let of = &chain.length;
            chain.bindings.push(quote_spanned!(span=> let #length: usize = #of;));
            return Some(Chain { length: length.to_token_stream(), ..chain });
        };
        let skipped = self.fresh("skipped");
        let index = quote_spanned!(span=> (#index + #skipped));
        let mut chain = self.chain(&m.receiver, &index)?;
        chain.bindings.push(quote_spanned!(span=> let #skipped: usize = #count;));
        let of = &chain.length;
        let length = quote_spanned!(span=> (#of).saturating_sub(#skipped));
        Some(Chain { length, ..chain })
    }

    /// The argument of `zip`: a parallel iterator, or what can be made one.
    fn operand(&mut self, e: &Expr, index: &TokenStream, span: Span) -> Option<Chain> {
        if self.is_chain(e) {
            return self.chain(e, index);
        }
        let made = match unparen(e) {
            Expr::Reference(r) if r.mutability.is_some() => {
                let of = &r.expr;
                parse_expr(quote_spanned!(span=> (#of).par_iter_mut()))
            }
            Expr::Reference(r) => {
                let of = &r.expr;
                parse_expr(quote_spanned!(span=> (#of).par_iter()))
            }
            _ => parse_expr(quote_spanned!(span=> (#e).into_par_iter())),
        };
        let Expr::MethodCall(made) = &made else { return None };
        self.source_chain(made, index)
    }

    /// Whether a path is `rayon::join`.
    fn is_join(&self, call: &syn::ExprCall) -> bool {
        let Expr::Path(path) = &*call.func else { return false };
        let names = names_of(&path.path);
        let is_own = path
            .path
            .get_ident()
            .is_some_and(|name| self.caller_names.may_define(&name.to_string()));
        if self.has_join && path.path.is_ident("join") {
            return call.args.len() == 2;
        }
        let is_written = names.len() == 2 && names[0] == CRATE && self.world.scope().is_none();
        !is_own
            && path.qself.is_none()
            && call.args.len() == 2
            && names.last().is_some_and(|name| name == "join")
            && (is_written || self.world.is_of_crate(names, CRATE))
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        syn::visit_mut::visit_expr_mut(self, e);
        let rewritten = match e {
            Expr::MethodCall(m) if is_folded(&m.receiver) => match &*m.method.to_string() {
                "reduce" => self.sequential_consumer(&m.receiver, m, "fold"),
                "reduce_with" => self.sequential_consumer(&m.receiver, m, "reduce"),
                _ => None,
            },
            Expr::MethodCall(m) if arrays::METHODS.iter().any(|name| m.method == name) => {
                self.of_arrays(m)
            }
            Expr::MethodCall(m) => self.rewrite_consumer(m),
            Expr::Call(call) if self.is_join(call) => {
                let (span, args) = (call.func.span(), &call.args);
                Some(parse_expr(quote_spanned! {span=>
                    ::autodiff::__private::parallel_join(#args)
                }))
            }
            _ => None,
        };
        if let Some(rewritten) = rewritten {
            self.changed = true;
            *e = rewritten;
        }
    }
}

/// Whether an expression is what `fold` of a parallel iterator is rewritten to, or an adaptor of it.
fn is_folded(e: &Expr) -> bool {
    match e {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(of)
            if of.path.leading_colon.is_some() && names_of(&of.path) == ["std", "iter", "once"]),
        Expr::Block(of) => {
            matches!(of.block.stmts.last(), Some(Stmt::Expr(last, None)) if is_folded(last))
        }
        Expr::MethodCall(m) => is_folded(&m.receiver),
        _ => false,
    }
}

/// An expression of tokens that are one.
fn parse_expr(tokens: TokenStream) -> Expr {
    syn::parse2(tokens.clone()).unwrap_or(Expr::Verbatim(tokens))
}

/// `then`, an `Option` that is computed from an item, if there is an item.
fn if_some(option: &TokenStream, item: &Ident, then: &TokenStream, span: Span) -> TokenStream {
    quote_spanned! {span=>
        match { #option } {
            ::core::option::Option::Some(#item) => #then,
            ::core::option::Option::None => ::core::option::Option::None,
        }
    }
}

/// A call of a function of one argument.
fn apply_to(f: &Expr, argument: &TokenStream, span: Span) -> TokenStream {
    match unparen(f) {
        Expr::Closure(f) if f.inputs.len() == 1 && !contains_exit(&f.body) => {
            let (pattern, body) = (&f.inputs[0], &f.body);
            let result = match &f.output {
                syn::ReturnType::Type(_, ty) => Some(quote_spanned! {span=>
                    let parallel_result: #ty = #body;
                    parallel_result
                }),
                syn::ReturnType::Default => None,
            };
            let result = result.unwrap_or_else(|| body.to_token_stream());
            quote_spanned!(span=> { let #pattern = #argument; #result })
        }
        f @ Expr::Path(_) => quote_spanned!(span=> #f(#argument)),
        f => quote_spanned!(span=> (#f)(#argument)),
    }
}

/// Whether a call is `collect::<Vec<_>>()`.
fn is_vector(m: &ExprMethodCall) -> bool {
    let Some(turbofish) = m.turbofish.as_ref().filter(|_| m.method == "collect") else {
        return false;
    };
    matches!(turbofish.args.first(), Some(syn::GenericArgument::Type(syn::Type::Path(of)))
        if of.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}
