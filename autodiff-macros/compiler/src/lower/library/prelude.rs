//! Methods of std that are a few lines of Rust: a call is lowered as the body of the method.
//!
//! - `self` is the receiver itself if that is a fixed place, else a variable for it.
//! - The parameters are variables, except for arguments that cost nothing to write twice.
//! - The names of variables are changed where the receiver or an argument mentions them.
//! - A method that returns an iterator calls a function for all items at once, so the function must
//!   have no effects.
//!
//! Inference finds a method by its row in [`std_declarations`](crate::std_declarations), and goes by
//! position and name. The tokens of a body have the position of the call, so a body cannot call a
//! method of its own name.

use crate::diagnostics::respanned;
use crate::infer::Definer;
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::Payload;
use crate::lower::places::place::{Located, Spot, unparen};
use crate::lower::types::written::generics::mentions;
use crate::lower::*;
use proc_macro2::TokenTree;
use quote::{format_ident, quote};
use syn::{Expr, ExprMethodCall};

/// The methods of slices and vectors, with the panics of std.
const OF_SLICES: &str = r#"
impl Slice {
    fn repeat(&self, n: usize) -> Vec<T> {
        let mut repeated = Vec::new();
        for _ in 0..n {
            repeated.extend_from_slice(&self[..]);
        }
        repeated
    }

    fn starts_with(&self, start: &[T]) -> bool {
        self.len() >= start.len() && (0..start.len()).all(|k| self[k] == start[k])
    }

    fn ends_with(&self, end: &[T]) -> bool {
        self.len() >= end.len()
            && (0..end.len()).all(|k| self[self.len() - end.len() + k] == end[k])
    }

    fn is_sorted_by(&self, is_sorted: impl FnMut(&T, &T) -> bool) -> bool {
        (1..self.len()).all(|k| is_sorted(&self[k - 1], &self[k]))
    }

    fn is_sorted_by_key(&self, key: impl FnMut(&T) -> K) -> bool {
        (1..self.len()).all(|k| key(&self[k - 1]) <= key(&self[k]))
    }

    fn rchunks(&self, size: usize) -> Iter<&[T]> {
        assert!(size != 0, "chunk size must be non-zero");
        (0..self.len().div_ceil(size)).map(move |k| {
            let end = self.len() - k * size;
            &self[end.saturating_sub(size)..end]
        })
    }

    fn chunk_by(&self, is_same: impl FnMut(&T, &T) -> bool) -> Iter<&[T]> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for end in 1..self.len() + 1 {
            if end == self.len() || !is_same(&self[end - 1], &self[end]) {
                ranges.push((start, end));
                start = end;
            }
        }
        ranges.into_iter().map(|(start, end)| &self[start..end])
    }

    fn split(&self, is_end: impl FnMut(&T) -> bool) -> Iter<&[T]> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for end in 0..self.len() {
            if is_end(&self[end]) {
                ranges.push((start, end));
                start = end + 1;
            }
        }
        ranges.push((start, self.len()));
        ranges.into_iter().map(|(start, end)| &self[start..end])
    }

    fn split_inclusive(&self, is_end: impl FnMut(&T) -> bool) -> Iter<&[T]> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for k in 0..self.len() {
            if is_end(&self[k]) || k + 1 == self.len() {
                ranges.push((start, k + 1));
                start = k + 1;
            }
        }
        ranges.into_iter().map(|(start, end)| &self[start..end])
    }

    fn fill_with(&mut self, make: impl FnMut() -> T) {
        for k in 0..self.len() {
            self[k] = make();
        }
    }

    fn sort_by_cached_key(&mut self, key: impl FnMut(&T) -> K) {
        self.sort_by_key(key)
    }

    fn swap_with_slice(&mut self, other: &mut [T]) {
        assert!(
            self.len() == other.len(),
            "destination and source slices have different lengths"
        );
        let exchanged = self.to_vec();
        self.copy_from_slice(&other[..]);
        other.copy_from_slice(&exchanged);
    }
}
"#;

/// Those of vectors only.
const OF_VECTORS: &str = r#"
impl Vec {
    fn resize_with(&mut self, length: usize, make: impl FnMut() -> T) {
        self.truncate(length);
        for _ in self.len()..length {
            self.push(make());
        }
    }

    fn retain_mut(&mut self, is_retained: impl FnMut(&mut T) -> bool) {
        let mut retained = 0;
        for k in 0..self.len() {
            if is_retained(&mut self[k]) {
                self.swap(retained, k);
                retained += 1;
            }
        }
        self.truncate(retained);
    }

    fn dedup_by_key(&mut self, key: impl FnMut(&mut T) -> K) {
        self.dedup_by(|a, b| key(a) == key(b))
    }

    fn extend_from_within(&mut self, range: impl RangeBounds<usize>) {
        self.extend_from_slice(&self[range].to_vec())
    }

    fn clone_from(&mut self, source: &Vec<T>) {
        self.clear();
        self.extend_from_slice(&source[..]);
    }
}
"#;

const OF_OPTIONS: &str = r#"
impl Option {
    fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }

    fn take_if(&mut self, is_taken: impl FnOnce(&mut T) -> bool) -> Option<T> {
        let matches = match &mut self {
            Some(value) => is_taken(value),
            None => false,
        };
        if matches { self.take() } else { None }
    }

    fn iter(&self) -> Iter<&T> {
        let mut items = Vec::new();
        if let Some(item) = &self {
            items.push(item);
        }
        items.into_iter()
    }

    fn into_iter(self) -> Iter<T> {
        let mut items = Vec::new();
        if let Some(item) = self {
            items.push(item);
        }
        items.drain(..)
    }
}
"#;

/// Those of an `Option` by value.
const OF_OPTION_VALUES: &str = r#"
impl Option {
    fn unwrap_or(self, value: T) -> T {
        match self { Some(content) => content, None => value }
    }

    fn unwrap_or_else(self, make: impl FnOnce() -> T) -> T {
        match self { Some(content) => content, None => make() }
    }

    fn map(self, f: impl FnOnce(T) -> U) -> Option<U> {
        match self { Some(content) => Some(f(content)), None => None }
    }

    fn map_or(self, value: U, f: impl FnOnce(T) -> U) -> U {
        match self { Some(content) => f(content), None => value }
    }

    fn map_or_else(self, make: impl FnOnce() -> U, f: impl FnOnce(T) -> U) -> U {
        match self { Some(content) => f(content), None => make() }
    }

    fn is_some_and(self, is_accepted: impl FnOnce(T) -> bool) -> bool {
        match self { Some(content) => is_accepted(content), None => false }
    }

    fn is_none_or(self, is_accepted: impl FnOnce(T) -> bool) -> bool {
        match self { Some(content) => is_accepted(content), None => true }
    }

    fn and_then(self, f: impl FnOnce(T) -> Option<U>) -> Option<U> {
        match self { Some(content) => f(content), None => None }
    }

    fn and(self, other: Option<U>) -> Option<U> {
        match self { Some(_) => other, None => None }
    }

    fn or(self, other: Option<T>) -> Option<T> {
        match self { Some(content) => Some(content), None => other }
    }

    fn or_else(self, make: impl FnOnce() -> Option<T>) -> Option<T> {
        match self { Some(content) => Some(content), None => make() }
    }

    fn xor(self, other: Option<T>) -> Option<T> {
        match self {
            Some(content) => match other { Some(_) => None, None => Some(content) },
            None => other,
        }
    }

    fn zip(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) { (Some(a), Some(b)) => Some((a, b)), _ => None }
    }

    fn flatten(self) -> Option<T> {
        match self { Some(content) => content, None => None }
    }

    fn inspect(self, f: impl FnOnce(&T)) -> Option<T> {
        if let Some(content) = &self {
            f(content);
        }
        self
    }
}
"#;

const OF_RESULT_VALUES: &str = r#"
impl Result {
    fn unwrap_or_else(self, f: impl FnOnce(E) -> T) -> T {
        match self { Ok(content) => content, Err(error) => f(error) }
    }

    fn map_or_else(self, make: impl FnOnce(E) -> U, f: impl FnOnce(T) -> U) -> U {
        match self { Ok(content) => f(content), Err(error) => make(error) }
    }

    fn is_ok_and(self, is_accepted: impl FnOnce(T) -> bool) -> bool {
        match self { Ok(content) => is_accepted(content), Err(_) => false }
    }

    fn is_err_and(self, is_accepted: impl FnOnce(E) -> bool) -> bool {
        match self { Ok(_) => false, Err(error) => is_accepted(error) }
    }

    fn and_then(self, f: impl FnOnce(T) -> Result<U, E>) -> Result<U, E> {
        match self { Ok(content) => f(content), Err(error) => Err(error) }
    }

    fn and(self, other: Result<U, E>) -> Result<U, E> {
        match self { Ok(_) => other, Err(error) => Err(error) }
    }

    fn or(self, other: Result<T, F>) -> Result<T, F> {
        match self { Ok(content) => Ok(content), Err(_) => other }
    }

    fn or_else(self, f: impl FnOnce(E) -> Result<T, F>) -> Result<T, F> {
        match self { Ok(content) => Ok(content), Err(error) => f(error) }
    }

    fn flatten(self) -> Result<T, E> {
        match self { Ok(content) => content, Err(error) => Err(error) }
    }

    fn inspect(self, f: impl FnOnce(&T)) -> Result<T, E> {
        if let Ok(content) = &self {
            f(content);
        }
        self
    }

    fn inspect_err(self, f: impl FnOnce(&E)) -> Result<T, E> {
        if let Err(error) = &self {
            f(error);
        }
        self
    }
}
"#;

/// Those of sequences in any place.
const OF_PLACES: &str = r#"
impl Slice {
    fn fill(&mut self, value: T) {
        for k in 0..self.len() {
            self[k] = value.clone();
        }
    }

    fn reverse(&mut self) {
        let length = self.len();
        for k in 0..length / 2 {
            self.swap(k, length - 1 - k);
        }
    }

    fn copy_from_slice(&mut self, source: &[T]) {
        let (length, of_source) = (self.len(), source.len());
        assert!(
            length == of_source,
            "copy_from_slice: source slice length ({}) does not match destination slice length ({})",
            of_source,
            length
        );
        for (k, item) in source.iter().enumerate() {
            self[k] = *item;
        }
    }

    fn clone_from_slice(&mut self, source: &[T]) {
        let (length, of_source) = (self.len(), source.len());
        assert!(length == of_source, "destination and source slices have different lengths");
        for (k, item) in source.iter().enumerate() {
            self[k] = item.clone();
        }
    }

    fn copy_within(&mut self, range: Range, to: usize) {
        let copied = self[range].to_vec();
        assert!(to <= self.len() - copied.len(), "dest is out of bounds");
        for k in 0..copied.len() {
            self[to + k] = copied[k];
        }
    }

    fn insert(&mut self, index: usize, value: T) {
        let length = self.len();
        assert!(
            index <= length,
            "insertion index (is {}) should be <= len (is {})",
            index,
            length
        );
        self.push(value);
        for k in (index..length).rev() {
            self.swap(k, k + 1);
        }
    }

    fn remove(&mut self, index: usize) -> T {
        let length = self.len();
        assert!(index < length, "removal index (is {}) should be < len (is {})", index, length);
        for k in index..length - 1 {
            self.swap(k, k + 1);
        }
        self.pop().unwrap()
    }

    fn swap_remove(&mut self, index: usize) -> T {
        let length = self.len();
        assert!(
            index < length,
            "swap_remove index (is {}) should be < len (is {})",
            index,
            length
        );
        self.swap(index, length - 1);
        self.pop().unwrap()
    }

    fn resize(&mut self, length: usize, value: T) {
        self.truncate(length);
        for _ in self.len()..length {
            self.push(value.clone());
        }
    }

    fn append(&mut self, other: &mut Vec<T>) {
        self.extend(core::mem::take(other));
    }

    fn dedup(&mut self) {
        self.dedup_by(|a, b| *a == *b)
    }

    fn dedup_by(&mut self, is_same: impl FnMut(&mut T, &mut T) -> bool) {
        let items = core::mem::take(self);
        for k in 0..items.len() {
            let mut item = items[k];
            let retained = self.len();
            if retained == 0 || !is_same(&mut item, &mut self[retained - 1]) {
                self.push(item);
            }
        }
    }
}
"#;

const OF_DEQUE_PLACES: &str = r#"
impl VecDeque {
    fn insert(&mut self, index: usize, value: T) {
        let length = self.len();
        assert!(index <= length, "index out of bounds");
        self.push_back(value);
        for k in (index..length).rev() {
            self.swap(k, k + 1);
        }
    }

    fn remove(&mut self, index: usize) -> Option<T> {
        let length = self.len();
        if index < length {
            for k in index..length - 1 {
                self.swap(k, k + 1);
            }
            Some(self.pop_back().unwrap())
        } else {
            None
        }
    }

    fn resize(&mut self, length: usize, value: T) {
        self.truncate(length);
        for _ in self.len()..length {
            self.push_back(value.clone());
        }
    }
}
"#;

/// Those of iterators whose functions have no effects: the items need not be drawn in turn.
const OF_ITERATORS: &str = r#"
impl Iter {
    fn eq(self, other: I) -> bool {
        self.collect::<Vec<_>>() == other.into_iter().collect::<Vec<_>>()
    }

    fn ne(self, other: I) -> bool {
        self.collect::<Vec<_>>() != other.into_iter().collect::<Vec<_>>()
    }

    fn lt(self, other: I) -> bool {
        self.collect::<Vec<_>>() < other.into_iter().collect::<Vec<_>>()
    }

    fn le(self, other: I) -> bool {
        self.collect::<Vec<_>>() <= other.into_iter().collect::<Vec<_>>()
    }

    fn gt(self, other: I) -> bool {
        self.collect::<Vec<_>>() > other.into_iter().collect::<Vec<_>>()
    }

    fn ge(self, other: I) -> bool {
        self.collect::<Vec<_>>() >= other.into_iter().collect::<Vec<_>>()
    }

    fn partial_cmp(self, other: I) -> Option<Ordering> {
        self.collect::<Vec<_>>().partial_cmp(&other.into_iter().collect::<Vec<_>>())
    }

    fn cmp(self, other: I) -> Ordering {
        self.collect::<Vec<_>>().cmp(&other.into_iter().collect::<Vec<_>>())
    }
}
"#;

/// The types of the declarations of std, and their methods.
const TYPES: &[(&str, &[&str])] =
    &[("Slice", &[OF_SLICES]), ("Vec", &[OF_VECTORS, OF_SLICES]), ("Option", &[OF_OPTIONS])];

/// The methods of values, whose receiver is evaluated before its type is known.
const OF_VALUES: &[(&str, &str)] = &[
    ("Option", OF_OPTION_VALUES),
    ("Result", OF_RESULT_VALUES),
    ("VecDeque", OF_DEQUE_PLACES),
    ("Slice", OF_PLACES),
    ("Iter", OF_ITERATORS),
];

/// Whether a method of a value is lowered as its body.
pub fn is_method_of_value(of: &str, name: &str, arguments: usize) -> bool {
    method_of_value(of, name).is_some_and(|method| method.sig.inputs.len() == arguments + 1)
}

/// The method of a value of a type.
fn method_of_value(of: &str, name: &str) -> Option<syn::ImplItemFn> {
    let (_, text) = OF_VALUES.iter().find(|(ty, _)| *ty == of)?;
    let (_, method) = text.split_once(&format!("fn {name}("))?;
    let (method, _) = method.split_once("\n    }\n")?;
    syn::parse_str(&format!("fn {name}({method}}}")).ok()
}

/// The name of the receiver in the body of such a method.
const RECEIVER: &str = "receiver";

/// An entry of the scope of such a body. It is no identifier.
const IN_BODY: &str = "the body of a method of std";

/// What a method of a value was called with.
#[derive(Clone, Debug)]
pub enum Passed {
    Value(Value),
    Place(Spot),
    Function(Callable),
    /// The error of a `Result`, which is not read yet.
    Error(Payload),
}

/// The texts with a method of this name, of one type or of all.
fn texts<'t>(of: Option<&'t str>, name: &str) -> impl Iterator<Item = &'static str> + use<'t> {
    let head = format!("fn {name}(");
    let of_type = TYPES.iter().filter(move |(ty, _)| of.is_none_or(|of| *ty == of));
    of_type.flat_map(|(_, texts)| *texts).copied().filter(move |text| text.contains(&head))
}

/// The method of a type with a name and a count of arguments.
fn method(of: &str, name: &str, arguments: usize) -> Option<syn::ImplItemFn> {
    let blocks =
        texts(Some(of), name).filter_map(|text| syn::parse_str::<syn::ItemImpl>(text).ok());
    blocks.flat_map(|block| block.items).find_map(|item| match item {
        syn::ImplItem::Fn(function)
            if function.sig.ident == name && function.sig.inputs.len() == arguments + 1 =>
        {
            Some(function)
        }
        _ => None,
    })
}

/// Whether an argument can be written in place of a parameter: one that costs nothing, or a closure
/// that the body does not call, but passes on.
///
/// A number is bound, because the function that is another argument may change the variable.
fn is_written_in_place(
    argument: &Expr,
    (parameter, ty): (&Ident, &syn::Type),
    body: &syn::Block,
) -> bool {
    struct Calls<'p>(&'p Ident, bool);
    impl<'ast> Visit<'ast> for Calls<'_> {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            self.1 |= matches!(&*call.func, Expr::Path(of) if of.path.is_ident(self.0));
            syn::visit::visit_expr_call(self, call);
        }
    }
    match unparen(argument) {
        Expr::Path(_) => !matches!(ty, syn::Type::Path(_)),
        Expr::Lit(_) | Expr::Range(_) => true,
        Expr::Closure(_) => {
            let mut calls = Calls(parameter, false);
            calls.visit_block(body);
            !calls.1
        }
        _ => false,
    }
}

/// Whether a place is the same wherever it is written: its indices are literals.
fn is_fixed(place: &Expr) -> bool {
    match unparen(place) {
        Expr::Path(_) => true,
        Expr::Field(of) => is_fixed(&of.base),
        Expr::Index(of) => matches!(unparen(&of.index), Expr::Lit(_)) && is_fixed(&of.expr),
        Expr::Unary(of) => matches!(of.op, syn::UnOp::Deref(_)) && is_fixed(&of.expr),
        _ => false,
    }
}

/// Whether an argument is a function that may have effects.
fn has_effects((parameter, argument): (&syn::FnArg, &Expr)) -> bool {
    let is_function =
        matches!(parameter, syn::FnArg::Typed(of) if matches!(&*of.ty, syn::Type::ImplTrait(_)));
    is_function
        && match unparen(argument) {
            Expr::Closure(closure) => !opaque::is_pure(&closure.body, &|_| false),
            Expr::Path(of) => !opaque::is_pure_of_std(&of.path),
            _ => true,
        }
}

/// The tokens of a body with the names replaced.
fn replaced(tokens: TokenStream, names: &[(Ident, TokenStream)]) -> TokenStream {
    let of_name = |name: &Ident| names.iter().find(|(of, _)| of == name).map(|(_, by)| by.clone());
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) => of_name(&name).unwrap_or_else(|| name.to_token_stream()),
            TokenTree::Group(group) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), replaced(group.stream(), names));
                inner.set_span(group.span());
                TokenTree::Group(inner).to_token_stream()
            }
            token => token.to_token_stream(),
        })
        .collect()
}

/// The variables of a body.
#[derive(Default)]
struct Variables(Vec<Ident>);

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.push(pattern.ident.clone());
        syn::visit::visit_pat_ident(self, pattern);
    }
}

impl Lowerer<'_> {
    /// A method of std of a value, lowered as its body. The arguments are evaluated once and before
    /// it, functions are called where it calls them.
    pub fn method_of_std_value(
        &mut self,
        of: &str,
        this: Value,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        // a copy of an element is read where it is used
        let this = if m.args.iter().any(|argument| self.changes_variables(argument)) {
            self.settled(this, m.method.span())
        } else {
            this
        };
        self.method_as_body(of, Binding::Passed(Box::new(Passed::Value(this))), m)
    }

    /// The same for what the receiver is bound to.
    pub fn method_as_body(&mut self, of: &str, this: Binding, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let function = method_of_value(of, &m.method.to_string())?;
        let receiver = format_ident!("{RECEIVER}", span = span);
        let in_body = (IN_BODY.to_string(), Binding::Tuple(Vec::new()));
        let mut bindings = vec![in_body, (receiver.to_string(), this)];
        let mut names = vec![(format_ident!("self"), quote!(#receiver))];
        for (input, argument) in function.sig.inputs.iter().skip(1).zip(&m.args) {
            let syn::FnArg::Typed(syn::PatType { pat, ty, .. }) = input else { return None };
            let syn::Pat::Ident(syn::PatIdent { ident, .. }) = &**pat else { return None };
            let mut pass = |name: &Ident, of: Passed| {
                bindings.push((name.to_string(), Binding::Passed(Box::new(of))));
            };
            match (&**ty, unparen(argument)) {
                (syn::Type::ImplTrait(_), f) => pass(ident, Passed::Function(self.callable(f)?)),
                (ty, Expr::Range(range)) if *ty == syn::parse_quote!(Range) => {
                    let [start, end] =
                        [("start", &range.start), ("end", &range.end)].map(|(name, of)| {
                            Some((format_ident!("{name}", span = span), of.as_ref()?))
                        });
                    for (name, end) in [&start, &end].into_iter().flatten() {
                        pass(name, Passed::Value(self.operand(end)));
                    }
                    let [start, end] = [start, end].map(|end| end.map(|(name, _)| name));
                    let limits = range.limits;
                    names.push((ident.clone(), quote!(#start #limits #end)));
                }
                (syn::Type::Reference(_), argument) => match self.locate(argument) {
                    Located::Spot(place) => pass(ident, Passed::Place(place)),
                    other => pass(ident, Passed::Value(self.value_of(other, span))),
                },
                (_, argument) => pass(ident, Passed::Value(self.operand(argument))),
            }
        }
        let block = replaced(respanned(function.block.to_token_stream(), span), &names);
        let body: Expr = syn::parse2(block).ok()?;
        let scope = self.ssa.scope.len();
        self.ssa.scope.extend(bindings);
        let value = self.expr(&body);
        self.ssa.scope.truncate(scope);
        Some(value)
    }

    /// Whether names are looked up in the body of such a method, whose calls are of std.
    pub fn is_in_body_of_std(&self) -> bool {
        self.lookup(IN_BODY).is_some()
    }

    /// The same for a method of a value. What its patterns bind needs no variables.
    pub fn is_in_body_of_value(&self) -> bool {
        self.is_in_body_of_std() && matches!(self.lookup(RECEIVER), Some(Binding::Passed(_)))
    }

    /// The place or the value of a parameter.
    pub fn locate_passed(&mut self, passed: &Passed, span: Span) -> Located {
        Located::Value(match passed {
            Passed::Place(place) => return Located::Spot(place.clone()),
            Passed::Value(value) => value.clone(),
            Passed::Function(Callable::Closure(closure)) => Value::Closure(closure.clone()),
            Passed::Function(_) => self.never(span),
            Passed::Error(error) => self.open_error(error, span),
        })
    }

    /// The type of std whose method a call resolves to, as the methods here are grouped.
    fn owner_in_std(&mut self, m: &ExprMethodCall) -> Option<&'static str> {
        match self.names.inferred.definer(m) {
            Some(Definer::Std(of)) => Some(of),
            Some(_) => None,
            None => {
                if let Expr::Path(of) = unparen(&m.receiver)
                    && let Some(name) = of.path.get_ident()
                    && let Some(Binding::Option(..)) = self.lookup(&name.to_string())
                {
                    return Some("Option");
                }
                let ty = self.seen_type(&m.receiver)?;
                match self.types.shallow(&ty) {
                    Ty::Vec(_) => Some("Vec"),
                    Ty::Slice(_) | Ty::Array(..) => Some("Slice"),
                    Ty::Wrapped(Wrapper::Option, _) => Some("Option"),
                    _ => None,
                }
            }
        }
    }

    /// The body of a method of std, in place of a call of it.
    pub fn body_of_std(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let (name, span) = (m.method.to_string(), m.method.span());
        // most calls are of other methods
        texts(None, &name).next()?;
        let function = method(self.owner_in_std(m)?, &name, m.args.len())?;
        let sig = &function.sig;
        let is_iterator = matches!(&sig.output, syn::ReturnType::Type(_, ty)
            if matches!(&**ty, syn::Type::Path(ty)
                if ty.path.segments.last().is_some_and(|name| name.ident == "Iter")));
        if is_iterator && sig.inputs.iter().skip(1).zip(&m.args).any(has_effects) {
            return None;
        }
        let receiver = unparen(&m.receiver);
        let arguments = m.args.iter();
        let written = quote!(#receiver #(, #arguments)*);
        let mut variables = Variables::default();
        variables.visit_signature(sig);
        variables.visit_block(&function.block);
        variables.0.push(format_ident!("receiver"));
        let mut names: Vec<(Ident, TokenStream)> = Vec::new();
        for variable in variables.0 {
            let mut unused = variable.clone();
            while mentions(written.clone(), &unused) {
                unused = format_ident!("{unused}_");
            }
            unused.set_span(span);
            names.push((variable, quote!(#unused)));
        }
        let mut bound = TokenStream::new();
        let is_plain = is_fixed(receiver);
        let by = match sig.receiver()?.kind {
            syn::ReceiverKind::Reference(_, _, None) => quote!(&),
            syn::ReceiverKind::Reference(_, _, Some(_)) => quote!(&mut),
            _ => quote!(),
        };
        let this = if is_plain {
            quote!(#receiver)
        } else {
            let variable = names.last().map(|(_, variable)| variable.clone());
            bound.extend(quote!(let #variable = #by #receiver;));
            quote!(#variable)
        };
        names.push((format_ident!("self"), this));
        for (input, argument) in sig.inputs.iter().skip(1).zip(&m.args) {
            let syn::FnArg::Typed(input) = input else { return None };
            let syn::Pat::Ident(parameter) = &*input.pat else { return None };
            let entry = names.iter_mut().find(|(name, _)| *name == parameter.ident)?;
            if is_written_in_place(argument, (&parameter.ident, &input.ty), &function.block) {
                entry.1 = quote!(#argument);
            } else {
                let variable = &entry.1;
                bound.extend(quote!(let #variable = #argument;));
            }
        }
        let statements = &function.block.stmts;
        let body = replaced(respanned(quote!(#(#statements)*), span), &names);
        syn::parse2(quote!({ #bound #body })).ok()
    }
}
