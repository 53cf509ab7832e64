//! Maps, sets and heaps of std: expressions that read them, and statements that change an entry in
//! place.
//!
//! They have no derivative, and their methods are opaque code. A read passes the collection to the
//! code by reference; an entry is returned as a value, not as a reference. A change of an entry
//! (`*map.entry(k).or_insert(0) += 1`, `map.entry(k).or_default().push(x)`) is a whole statement,
//! whose code changes the collection in place. Definitions and annotations show which types are
//! collections of std (`type_class::is_collection`). If one is another type, rustc reports it; the
//! activity analysis finds active values in a collection.

use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::type_class;
use quote::quote;
use std::collections::BTreeSet;
use syn::visit::Visit;
use syn::{Expr, ExprIndex, ExprMethodCall};

/// The advice if an active value is stored in a collection.
const ADVICE: &str = "collections of std have no derivative: use a Vec for active values";

/// Methods that return an entry, if there is one.
const GIVE_ENTRY: &[(&str, usize)] = &[
    ("get", 1),
    ("get_key_value", 1),
    ("first_key_value", 0),
    ("last_key_value", 0),
    ("first", 0),
    ("last", 0),
    ("front", 0),
    ("back", 0),
    ("peek", 0),
];

/// Methods that return a bool.
const TEST: &[(&str, usize)] = &[
    ("contains_key", 1),
    ("contains", 1),
    ("is_empty", 0),
    ("is_subset", 1),
    ("is_superset", 1),
    ("is_disjoint", 1),
];

/// Methods that return mutable references to entries.
const BORROWING: &[&str] = &[
    "entry",
    "get_mut",
    "iter_mut",
    "values_mut",
    "range_mut",
    "first_entry",
    "last_entry",
    "peek_mut",
];

impl Lowerer<'_> {
    /// Whether an expression is a place that holds a collection of std.
    pub fn is_of_collection(&mut self, e: &Expr) -> bool {
        let inferred =
            || self.names.inferred.iterable_kind(e) == Some(infer::IterableKind::Collection);
        inferred() || self.seen_type(e).is_some_and(|ty| self.types.is_collection(&ty))
    }

    /// A method that reads a collection, or a statement that changes an entry of one.
    pub fn method_of_collection(&mut self, m: &ExprMethodCall) -> Option<Value> {
        if self.chain.discarded_call == Some(std::ptr::from_ref(m).cast())
            && matches!(unparen(&m.receiver), Expr::MethodCall(_))
        {
            return self.change_of_entry(&Expr::MethodCall(m.clone()), None);
        }
        if BORROWING.iter().any(|name| m.method == name) && self.is_of_collection(&m.receiver) {
            let message = format!(
                "`{}` borrows an entry of a collection of std, which is not supported here: change \
                 it in one statement, `*map.entry(key).or_insert(0) += 1`, or in a `for` or `if \
                 let` without a value that changes nothing else",
                m.method
            );
            return Some(self.fail(&m.method, message));
        }
        let is = |list: &[(&str, usize)]| {
            list.iter().any(|(name, arguments)| m.method == name && m.args.len() == *arguments)
        };
        let (entry, test, len) = (is(GIVE_ENTRY), is(TEST), is(&[("len", 0)]));
        if !(entry || test || len) || !self.is_of_collection(&m.receiver) {
            return None;
        }
        let span = m.method.span();
        let located = self.locate(&m.receiver);
        let mut captures = Vec::new();
        let of = self.borrowed_collection(located, &mut captures, span);
        let arguments: Vec<TokenStream> = m
            .args
            .iter()
            .enumerate()
            .map(|(i, arg)| self.argument_hole(arg, i, None, &mut captures))
            .collect();
        let method = &m.method;
        let code = quote!(#of.#method(#(#arguments),*));
        let what = format!("a call of the method `{method}`");
        if !entry {
            let opaque = Opaque {
                discrete: test,
                advice: ADVICE.into(),
                ..Opaque::new(code, captures, what)
            };
            let ty = if test { Ty::Bool } else { Ty::USIZE };
            return Some(Value::Var(
                self.emit(&method.to_string(), ty, Op::Opaque(Box::new(opaque)), span),
                false,
            ));
        }
        let opaque = Opaque {
            advice: ADVICE.into(),
            ..Opaque::new(quote!(#code.map(|entry| entry.clone())), captures, what)
        };
        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let found = self.emit(&method.to_string(), ty, Op::Opaque(Box::new(opaque)), span);
        // pairs of references are cloned as such
        if !method.to_string().ends_with("key_value") {
            self.facts.opaque_items.insert(found);
        }
        let maybe = self.as_option(&Value::Var(found, false), span)?;
        Some(Value::Option(Box::new(maybe)))
    }

    /// `map[&key]`
    pub fn item_by_key(&mut self, map: Spot, i: &ExprIndex) -> Value {
        let span = i.expr.span();
        let mut captures = Vec::new();
        let of = self.borrowed_collection(Located::Spot(map), &mut captures, span);
        let key = self.argument_hole(&i.index, 0, None, &mut captures);
        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let opaque = Opaque {
            advice: ADVICE.into(),
            ..Opaque::new(quote!(#of[#key].clone()), captures, "an entry of a map")
        };
        let entry = self.emit("entry", ty, Op::Opaque(Box::new(opaque)), span);
        self.facts.opaque_items.insert(entry);
        Value::Var(entry, false)
    }

    /// A collection, passed to code by reference.
    fn borrowed_collection(
        &mut self,
        located: Located,
        captures: &mut Vec<Capture>,
        span: Span,
    ) -> Ident {
        let value = match located {
            Located::Spot(spot) => self.borrow(&spot, span),
            other => self.value_of(other, span),
        };
        let of = self.scalar(value, span);
        captures.push(Capture {
            name: "collection".into(),
            value: Tree::Leaf(of),
            by_reference: true,
        });
        Ident::new("collection", span)
    }

    /// A statement that changes an entry of a collection: a chain of methods, or an assignment to
    /// the result of one.
    pub fn change_of_entry(
        &mut self,
        place: &Expr,
        assigned: Option<(TokenStream, &Expr)>,
    ) -> Option<Value> {
        let base = base_of(place)?;
        let collection = self.changed_collection(base)?;
        let own = Ident::new("argument_collection", base.span());
        let mut captures = Vec::new();
        // the right side of an assignment is evaluated first
        let right = assigned.map(|(operator, right)| {
            self.check_order_of_entry(place, &operator, right);
            let right = self.hole_by_value(right, &mut captures);
            quote!(#operator #right)
        });
        let place = self.code_of_change(place, base, &own.to_token_stream(), &mut captures)?;
        Some(self.changed_by(&collection, base, &own, quote!(#place #right), captures))
    }

    /// The place of a collection that is changed.
    fn changed_collection(&mut self, base: &Expr) -> Option<Spot> {
        if !self.is_of_collection(base) {
            return None;
        }
        match self.locate(base) {
            Located::Spot(spot) => Some(spot),
            Located::Value(Value::Alias(of)) => Some(Spot {
                root: Root::Slot(of.slot),
                path: of.path,
                ty: of.ty,
                by: BorrowMode::Unique,
            }),
            _ => None,
        }
    }

    /// `for value in map.values_mut() { … }`, `if let Some(value) = map.get_mut(&key) { … }`,
    /// where the body changes nothing else.
    pub fn change_of_entries(&mut self, e: &Expr) -> Option<Value> {
        let (pat, borrowed, blocks) = match e {
            Expr::ForLoop(l) => (&*l.pat, &*l.expr, vec![&l.body]),
            Expr::If(i) => {
                let Expr::Let(of) = unparen(&i.cond) else { return None };
                let otherwise = match i.else_branch.as_ref().map(|(_, e)| unparen(e)) {
                    None => None,
                    Some(Expr::Block(b)) => Some(&b.block),
                    Some(_) => return None,
                };
                (&*of.pat, &*of.expr, std::iter::once(&i.then_branch).chain(otherwise).collect())
            }
            _ => return None,
        };
        let whole = match unparen(borrowed) {
            Expr::Reference(r) if r.mutability.is_some() => Some(&*r.expr),
            _ => None,
        };
        let base = match whole {
            Some(base) => base,
            None if calls_one_of(borrowed, BORROWING) => base_of(borrowed)?,
            None => return None,
        };
        let collection = self.changed_collection(base)?;
        let mut changes = Changes::default();
        changes.visit_pat(pat);
        blocks.iter().for_each(|block| changes.visit_block(block));
        let changed = changes
            .changed
            .iter()
            .find(|name| !changes.bound.contains(*name))
            .map(|name| format!("assigns `{name}`"));
        let other =
            if control::branches::contains_exit(e) { Some("exits".to_string()) } else { changed };
        let other = if blocks.iter().all(|block| has_no_value(block)) {
            other
        } else {
            Some("has a value".to_string())
        };
        if let Some(other) = other {
            let message = format!(
                "this changes entries of a collection of std and also {other}, which is not \
                 supported: separate the two"
            );
            return Some(self.fail(borrowed, message));
        }
        let own = Ident::new("argument_collection", base.span());
        let mut captures: Vec<Capture> = Vec::new();
        let borrowed = match whole {
            Some(_) => quote!(#own),
            None => self.code_of_change(borrowed, base, &own.to_token_stream(), &mut captures)?,
        };
        for block in &blocks {
            let mut more = self.captures(block.to_token_stream());
            more.retain(|capture| !changes.bound.contains(&capture.name));
            places::place::merge_captures(&mut captures, more);
        }
        let code = match (e, &blocks[..]) {
            (Expr::ForLoop(l), _) => {
                let (label, body) = (&l.label, &l.body);
                quote!(#label for #pat in #borrowed #body)
            }
            (_, [then, otherwise]) => quote!(if let #pat = #borrowed #then else #otherwise),
            (_, then) => quote!(if let #pat = #borrowed #(#then)*),
        };
        Some(self.changed_by(&collection, base, &own, code, captures))
    }

    /// Code that changes a collection. One that is a part of a value is moved out and written
    /// back, because the whole may be active.
    fn changed_by(
        &mut self,
        collection: &Spot,
        at: &Expr,
        own: &Ident,
        code: TokenStream,
        captures: Vec<Capture>,
    ) -> Value {
        let span = own.span();
        if !self.may_change(collection) {
            return self.fail(
                at,
                "this collection cannot be changed here: change a variable of this function, or a \
                 part of one",
            );
        }
        let (slot, is_part) = match collection.root {
            Root::Slot(slot) if collection.path.is_empty() => (slot, false),
            _ => {
                let part = self.read(&Spot { by: BorrowMode::Value, ..collection.clone() }, span);
                let part = self.scalar(part, span);
                (self.slot("collection", collection.ty.clone(), true, Some(part)), true)
            }
        };
        let root = self.current_version(Root::Slot(slot), span);
        let changes = vec![Change { name: own.to_string(), place: Place::of_var(root) }];
        let opaque = Opaque {
            changes,
            advice: ADVICE.into(),
            ..Opaque::new(code, captures, "a change of an entry")
        };
        self.new_version(slot, Op::Opaque(Box::new(opaque)), span);
        if is_part && let Some(new) = self.ssa.env[slot].take() {
            self.write(
                Located::Spot(Spot { by: BorrowMode::Value, ..collection.clone() }),
                Value::Var(new, false),
                at,
            );
        }
        Value::Tuple(Vec::new())
    }

    /// The code that finds an entry, with its arguments evaluated; `own` is the collection.
    pub fn code_of_change(
        &mut self,
        e: &Expr,
        base: &Expr,
        own: &TokenStream,
        captures: &mut Vec<Capture>,
    ) -> Option<TokenStream> {
        if std::ptr::eq(unparen(e), base) {
            return Some(own.clone());
        }
        Some(match unparen(e) {
            Expr::Unary(u) => {
                let inner = self.code_of_change(&u.expr, base, own, captures)?;
                quote!((*#inner))
            }
            Expr::Field(f) => {
                let (inner, member) =
                    (self.code_of_change(&f.base, base, own, captures)?, &f.member);
                quote!(#inner.#member)
            }
            Expr::Index(i) => {
                let inner = self.code_of_change(&i.expr, base, own, captures)?;
                let index = self.hole_by_value(&i.index, captures);
                quote!(#inner[#index])
            }
            Expr::MethodCall(m) => self.code_of_method(m, base, own, captures)?,
            _ => return None,
        })
    }

    /// As [`Self::code_of_change`], for a method.
    pub fn code_of_method(
        &mut self,
        m: &ExprMethodCall,
        base: &Expr,
        own: &TokenStream,
        captures: &mut Vec<Capture>,
    ) -> Option<TokenStream> {
        let inner = self.code_of_change(&m.receiver, base, own, captures)?;
        let arguments: Vec<TokenStream> =
            m.args.iter().map(|argument| self.hole_by_value(argument, captures)).collect();
        let (method, turbofish) = (&m.method, &m.turbofish);
        Some(quote!(#inner.#method #turbofish(#(#arguments),*)))
    }

    /// An argument by value. A closure is passed as it is; it may change its own argument.
    pub fn hole_by_value(&mut self, e: &Expr, captures: &mut Vec<Capture>) -> TokenStream {
        if let Expr::Closure(c) = unparen(e) {
            let mut changes = Changes::default();
            c.inputs.iter().for_each(|input| changes.visit_pat(input));
            changes.visit_expr(&c.body);
            if let Some(name) = changes.changed.iter().find(|name| !changes.bound.contains(*name)) {
                let message = format!(
                    "this changes `{name}`, which is not supported inside code on a collection of \
                     std: write a loop"
                );
                self.error(c, message);
            }
            let more = self.captures(c.to_token_stream());
            places::place::merge_captures(captures, more);
            return c.to_token_stream();
        }
        // a function, a constant or a variant: passed as it is written
        if let Expr::Path(p) = unparen(e)
            && p.path.get_ident().is_none_or(|name| self.lookup(&name.to_string()).is_none())
        {
            return p.to_token_stream();
        }
        let value = self.operand(e);
        let by_reference = matches!(unparen(e), Expr::Reference(_));
        let var = self.single_variable(value, e.span());
        let name = Ident::new(&format!("argument_{}", captures.len()), e.span());
        captures.push(Capture { name: name.to_string(), value: Tree::Leaf(var), by_reference });
        if by_reference { quote!(#name) } else { quote!(::autodiff::__private::saved!(&#name)) }
    }
}

/// The receiver at the start of a chain of methods.
fn base_of(e: &Expr) -> Option<&Expr> {
    match unparen(e) {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => base_of(&u.expr),
        Expr::Field(f) => base_of(&f.base),
        Expr::Index(i) => base_of(&i.expr),
        Expr::MethodCall(m) => base_of(&m.receiver)
            .or_else(|| places::place::is_place(&m.receiver).then(|| unparen(&m.receiver))),
        _ => None,
    }
}

/// The variable at the start of an expression.
fn root_of(e: &Expr) -> Option<&Expr> {
    match unparen(e) {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => root_of(&u.expr),
        Expr::Field(f) => root_of(&f.base),
        Expr::Index(i) => root_of(&i.expr),
        Expr::MethodCall(m) => root_of(&m.receiver),
        e @ Expr::Path(_) => Some(e),
        _ => None,
    }
}

/// `BTreeMap::new()` or another constructor of a collection, with the item types from the
/// annotation of a `let`.
pub fn with_types(written: &syn::Type, made: &Expr) -> Option<Expr> {
    let (syn::Type::Path(ty), Expr::Call(call)) = (written, unparen(made)) else { return None };
    let Expr::Path(function) = unparen(&call.func) else { return None };
    let (name, owner) =
        (function.path.segments.last()?, function.path.segments.iter().nth_back(1)?);
    let collection = ty.path.segments.last()?;
    if !type_class::is_collection(written)
        || owner.ident != collection.ident
        || !owner.arguments.is_none()
    {
        return None;
    }
    let (mut of, arguments) = (ty.path.clone(), &call.args);
    if let Some(syn::PathArguments::AngleBracketed(types)) =
        of.segments.last_mut().map(|last| &mut last.arguments)
    {
        types.colon2_token.get_or_insert_with(Default::default);
    }
    Some(syn::parse_quote_spanned!(function.span()=> #of::#name(#arguments)))
}

/// Whether a chain calls one of these methods.
fn calls_one_of(e: &Expr, names: &[&str]) -> bool {
    match unparen(e) {
        Expr::MethodCall(m) => {
            names.iter().any(|name| m.method == name) || calls_one_of(&m.receiver, names)
        }
        _ => false,
    }
}

/// Whether a block has no value, as far as its form shows.
fn has_no_value(block: &syn::Block) -> bool {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(e, None)) => match unparen(e) {
            Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
            Expr::Binary(b) => opaque::is_compound(&b.op),
            Expr::If(i) => has_no_value(&i.then_branch),
            Expr::MethodCall(m) => opaque::changes_receiver(m),
            _ => false,
        },
        _ => true,
    }
}

/// Whether the left side of an assignment is the result of a method.
pub fn is_through_method(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => is_through_method(&u.expr),
        Expr::Field(f) => is_through_method(&f.base),
        Expr::Index(i) => is_through_method(&i.expr),
        Expr::MethodCall(_) => true,
        _ => false,
    }
}

/// The variables that a closure changes, and the names that it binds.
#[derive(Default)]
struct Changes {
    changed: BTreeSet<String>,
    bound: BTreeSet<String>,
}

impl Changes {
    fn change(&mut self, place: &Expr) {
        if let Some(Expr::Path(p)) = root_of(place).map(unparen) {
            self.changed.extend(p.path.get_ident().map(|name| name.to_string()));
        }
    }
}

impl<'ast> Visit<'ast> for Changes {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.bound.insert(p.ident.to_string());
        syn::visit::visit_pat_ident(self, p);
    }

    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(a) => self.change(&a.left),
            Expr::Binary(b) if opaque::is_compound(&b.op) => self.change(&b.left),
            Expr::Reference(r) if r.mutability.is_some() => self.change(&r.expr),
            Expr::MethodCall(m) if opaque::changes_receiver(m) => self.change(&m.receiver),
            _ => {}
        }
        syn::visit::visit_expr(self, e);
    }
}
