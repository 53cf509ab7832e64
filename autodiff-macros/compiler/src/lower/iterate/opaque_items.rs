//! Iterables that only rustc can iterate: maps and sets, the parts of strings.
//!
//! Such collections carry no derivative. So their items are collected into a vector, and the vector
//! is iterated. If inference knows the items ([`KnownItems`]), the vector holds them, or clones of
//! the values that they refer to, and is then iterated by reference. Otherwise only rustc knows the
//! type, and whether an item is a reference (`for k in &set`). So each item is cloned, which
//! removes a reference. The user's variable is then treated as a reference to the clone: `*k` is
//! the item, and in opaque code `k` is a reference. In a chain this is done if reals are read
//! further on; otherwise the whole chain is opaque code.
//!
//! The items of a string have known types, and none is a reference into the iterator itself:
//! [`Lowerer::item_of_string`].

use super::*;
use crate::lower::places::place::{Root, Spot};
use quote::{quote, quote_spanned};

/// Methods of collections and strings of std that return iterators.
const RETURN_ITEMS: &[(&str, usize)] = &[
    ("iter", 0),
    ("into_iter", 0),
    ("keys", 0),
    ("values", 0),
    ("into_keys", 0),
    ("into_values", 0),
    ("chars", 0),
    ("char_indices", 0),
    ("bytes", 0),
    ("lines", 0),
    ("split", 1),
    ("split_whitespace", 0),
    ("split_ascii_whitespace", 0),
    ("split_terminator", 1),
];

/// Whether a method of a collection or a string of std returns an iterator.
pub fn returns_items(m: &ExprMethodCall) -> bool {
    RETURN_ITEMS.iter().any(|(name, arguments)| m.method == name && m.args.len() == *arguments)
}

/// Whether an expression may make an infinite iterator, whose items cannot be collected.
#[derive(Default)]
struct MayHaveNoEnd(bool);

impl<'ast> Visit<'ast> for MayHaveNoEnd {
    fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
        self.0 |= m.method == "cycle";
        // a part of a collection
        if m.method == "range" {
            return self.visit_expr(&m.receiver);
        }
        syn::visit::visit_expr_method_call(self, m);
    }

    fn visit_expr_range(&mut self, r: &'ast syn::ExprRange) {
        self.0 |= r.end.is_none();
        syn::visit::visit_expr_range(self, r);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let makes_such = ["repeat", "repeat_with", "successors", "from_fn"];
        self.0 |= path
            .segments
            .last()
            .is_some_and(|last| makes_such.iter().any(|name| last.ident == name));
        syn::visit::visit_path(self, path);
    }
}

/// Whether an expression is a field or an element: the place is evaluated, and not the whole that
/// contains it.
fn is_part(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Field(_) | Expr::Index(_) => true,
        Expr::Reference(r) => is_part(&r.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_part(&u.expr),
        _ => false,
    }
}

/// The items of an iterator, dereferenced if they are references.
pub(in crate::lower) fn collect_dereferenced(iterator: &TokenStream, at: Span) -> TokenStream {
    // without a span in the user's code, where lints would report some of these as useless
    let of = quote!(|item| item.clone());
    quote_spanned!(at=> ::core::iter::Iterator::collect::<::autodiff::__private::Vec<_>>(
        ::core::iter::Iterator::map(#iterator, #of)))
}

impl Lowerer<'_> {
    /// The items of an expression that carry no derivative, or the first ones: as many as `most`.
    pub fn opaque_items(&mut self, e: &Expr, most: Option<Var>) -> Option<Rc<Iter>> {
        let mut endless = MayHaveNoEnd::default();
        endless.visit_expr(e);
        if endless.0 {
            return None;
        }
        let e = unparen(e);
        match e {
            Expr::MethodCall(m)
                if returns_items(m)
                    && (is_part(&m.receiver) || self.is_of_collection(&m.receiver)) =>
            {
                let located = self.locate(&m.receiver);
                return match self.items_by_method(m, located)? {
                    Value::Iter(items) => Some(items),
                    _ => None,
                };
            }
            Expr::Path(p)
                if p.path
                    .get_ident()
                    .is_some_and(|name| self.lookup(&name.to_string()).is_some()) => {}
            Expr::Reference(_) | Expr::Call(_) => {}
            Expr::MethodCall(_) if most.is_some() || self.seen_type(e).is_some() => {}
            e if is_part(e) => {}
            e => return self.items_of_code(e),
        }
        let located = self.locate(e);
        self.items_of_value(located, e, most)
    }

    /// The items of an evaluated collection or iterator, or the first ones: as many as `most`.
    pub fn items_of_value(
        &mut self,
        located: Located,
        at: &Expr,
        most: Option<Var>,
    ) -> Option<Rc<Iter>> {
        let span = at.span();
        let value = self.value_of(located, span);
        let by_reference = matches!(value, Value::Var(_, true));
        let items = self.scalar(value, span);
        let name = Ident::new("argument_items", span);
        let iterated = if by_reference {
            quote!(#name)
        } else {
            let taken = Ident::new(crate::ir::TAKEN, span);
            quote!(#taken(#name))
        };
        let mut captures =
            vec![Capture { name: name.to_string(), value: Tree::Leaf(items), by_reference }];
        let mut iterator = quote_spanned!(span=> ::core::iter::IntoIterator::into_iter(#iterated));
        if let Some(most) = most {
            let count = Ident::new("argument_count", span);
            iterator = quote_spanned!(span=> ::core::iter::Iterator::take(#iterator, #count));
            let (name, value) = (count.to_string(), Tree::Leaf(most));
            captures.push(Capture { name, value, by_reference: false });
        }
        if let Some(known) = self.known_items(at) {
            return self.items_of_known(&iterator, captures, known, "items", at);
        }
        let code = collect_dereferenced(&iterator, span);
        self.collect_by_code(
            code,
            captures,
            "a loop over a collection of unknown type".into(),
            "items",
            at,
        )
    }

    /// The items of an expression that is opaque code as a whole.
    pub fn items_of_code(&mut self, e: &Expr) -> Option<Rc<Iter>> {
        let (at, errors) = (e.span(), self.diagnostics.len());
        let iterator = quote_spanned!(at=> ::core::iter::IntoIterator::into_iter(#e));
        let known = self.known_items(e);
        let code = known.as_ref().map_or_else(
            || collect_dereferenced(&iterator, at),
            |known| known.collect_referents(&iterator, at),
        );
        let (ty, refers) = match known {
            Some(known) => (Ty::Vec(Box::new(known.item)), Some(known.refers)),
            None => (self.vec_of_opaque(e), None),
        };
        let collected: Expr = syn::parse_quote_spanned!(at=> #code);
        let value = self.opaque_as(
            &collected,
            Some(ty),
            "a loop over a collection of unknown type".into(),
            super::ADVICE.into(),
            false,
        );
        if self.diagnostics.len() > errors {
            return None;
        }
        let value = match (value, refers) {
            (Value::Var(items, _), Some(refers)) => Value::Var(items, refers),
            (Value::Var(items, by_reference), None) => {
                self.facts.opaque_items.insert(items);
                Value::Var(items, by_reference)
            }
            (value, _) => value,
        };
        self.iter_of(Located::Value(value), None, e)
    }

    fn collect_by_code(
        &mut self,
        code: TokenStream,
        captures: Vec<Capture>,
        what: String,
        name: &str,
        at: &Expr,
    ) -> Option<Rc<Iter>> {
        let opaque = Opaque { advice: super::ADVICE.into(), ..Opaque::new(code, captures, what) };
        let ty = self.vec_of_opaque(at);
        let items = self.emit(name, ty, Op::Opaque(Box::new(opaque)), at.span());
        self.facts.opaque_items.insert(items);
        self.iter_of(Located::Value(Value::Var(items, false)), None, at)
    }

    /// Whether a method of an iterator whose type only rustc knows is part of a chain that is
    /// lowered step by step and asks for all items.
    pub fn exhausts_opaque(&self, m: &ExprMethodCall) -> bool {
        let is_method = super::is_method(&m.method.to_string(), m.args.len());
        self.chain.chain_reals
            && is_method
            && self.is_iterator(&m.receiver)
            && self.may_be_collected(&m.receiver)
    }

    /// Whether all items may be collected: the chain asks for all of them, or this is no iterator,
    /// which might be infinite.
    pub fn may_be_collected(&self, e: &Expr) -> bool {
        self.chain.chain_exhausts || self.chain.is_iterated || !self.is_iterator(e)
    }

    fn is_iterator(&self, e: &Expr) -> bool {
        self.names.inferred.iterable_kind(e) == Some(infer::IterableKind::Iterator)
    }

    /// The items of a collection whose type only rustc knows, in a chain that is lowered step by
    /// step.
    pub fn items_in_chain(&mut self, m: &ExprMethodCall, located: Located) -> Option<Value> {
        let call = Expr::MethodCall(m.clone());
        let is_destructured = self.chain.chain_reals
            || self.chain.is_iterated && self.names.inferred.items(&call).is_some();
        if is_destructured && returns_items(m) { self.items_by_method(m, located) } else { None }
    }

    /// The items that a method of an evaluated collection returns.
    pub fn items_by_method(&mut self, m: &ExprMethodCall, located: Located) -> Option<Value> {
        let span = m.method.span();
        let value = self.value_of(located, span);
        let receiver = self.scalar(value, span);
        let mut captures = Vec::new();
        let of = self.capture_operand(&m.receiver, receiver, "receiver", &mut captures);
        let arguments: Vec<TokenStream> = m
            .args
            .iter()
            .enumerate()
            .map(|(i, arg)| self.argument_hole(arg, i, None, &mut captures))
            .collect();
        let method = &m.method;
        let (iterator, call) = (quote!(#of.#method(#(#arguments),*)), Expr::MethodCall(m.clone()));
        if let Some(known) = self.known_items(&call) {
            return Some(Value::Iter(self.items_of_known(
                &iterator,
                captures,
                known,
                &method.to_string(),
                &call,
            )?));
        }
        let code = collect_dereferenced(&iterator, span);
        let what = format!("a call of the method `{method}`");
        Some(Value::Iter(self.collect_by_code(code, captures, what, &method.to_string(), &call)?))
    }

    /// The items of an iterable as inference knows them; references are cloned.
    fn known_items(&mut self, iterated: &Expr) -> Option<KnownItems> {
        let infer::Items { named_type: named, refers, is_pair } =
            self.names.inferred.items(iterated)?.clone();
        let item = match named {
            Some(syn::Type::Tuple(parts)) => {
                Ty::Tuple(parts.elems.iter().map(|part| self.types.constant(part)).collect())
            }
            Some(of) => self.types.constant(&of),
            None if !refers => self.types.fresh(Kind::Any, Origin::Opaque(None)),
            None => return None,
        };
        Some(KnownItems { item, refers, is_pair })
    }

    /// As [`Self::known_items`], collected. They are iterated by reference if the method returns
    /// references.
    fn items_of_known(
        &mut self,
        iterator: &TokenStream,
        captures: Vec<Capture>,
        known: KnownItems,
        name: &str,
        at: &Expr,
    ) -> Option<Rc<Iter>> {
        let span = at.span();
        let code = known.collect_referents(iterator, span);
        let opaque = Opaque {
            advice: super::ADVICE.into(),
            ..Opaque::new(code, captures, "a loop over a collection")
        };
        let items =
            self.emit(name, Ty::Vec(Box::new(known.item)), Op::Opaque(Box::new(opaque)), span);
        self.iter_of(Located::Value(Value::Var(items, known.refers)), None, at)
    }

    /// Whether a place is a variable for an item that only rustc can iterate, whose type is still
    /// unknown.
    pub fn is_opaque_item(&self, spot: &Spot) -> bool {
        let now = match spot.root {
            Root::Slot(slot) => self.ssa.env[slot],
            Root::Var(v) => Some(v),
        };
        spot.path.is_empty()
            && now
                .is_some_and(|v| self.facts.opaque_items.contains(&v) && self.is_unresolved_type(v))
    }

    /// `**k`, where an item was a reference and a closure takes it by reference: its target, if it
    /// is still a reference.
    pub fn deref_item(&mut self, item: &Spot, span: Span) -> Value {
        let v = self.current_version(item.root, span);
        let value = Ident::new("argument_value", span);
        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let code = quote_spanned!(span=> #value.clone());
        let of = self.opaque_of(code, vec![("argument_value", v)], ty, "item", span);
        self.facts.opaque_items.insert(of);
        Value::Var(of, false)
    }

    /// The type of the items of an iterator over a string. An item of unknown type is treated as a
    /// string if only strings have its methods; rustc compares the items with that type.
    fn item_of_string(&mut self, e: &Expr) -> Option<Ty> {
        let Expr::MethodCall(m) = unparen(e) else { return None };
        let method = m.method.to_string();
        match (&method[..], m.args.len()) {
            ("chars", 0) if self.is_string(&m.receiver) != Some(false) => Some(Ty::Text("char")),
            ("char_indices", 0) if self.is_string(&m.receiver) != Some(false) => {
                Some(Ty::Tuple(vec![Ty::USIZE, Ty::Text("char")]))
            }
            ("bytes", 0) if self.is_string(&m.receiver) == Some(true) => Some(Ty::Int("u8")),
            ("rev" | "fuse", 0)
            | (
                "skip" | "take" | "step_by" | "filter" | "skip_while" | "take_while" | "inspect",
                1,
            ) => self.item_of_string(&m.receiver),
            ("enumerate", 0) => Some(Ty::Tuple(vec![Ty::USIZE, self.item_of_string(&m.receiver)?])),
            _ => None,
        }
    }

    /// `let mut letters = word.chars();`: an iterator over a string that `next` advances. Its items
    /// are read when it is made, which has no effects.
    pub fn advancing_text(&mut self, pat: &syn::Pat, init: &Expr) -> Option<Value> {
        let is_mutable = matches!(pat, syn::Pat::Ident(name) if name.mutability.is_some());
        if !is_mutable || !self.iterates_text(init) {
            return None;
        }
        self.attempt(|s| s.opaque_items(init, None)).ok().map(Value::Iter)
    }

    /// `text.split(',')`, `text.lines().enumerate().skip(1)`
    fn iterates_text(&mut self, e: &Expr) -> bool {
        let Expr::MethodCall(m) = unparen(e) else { return false };
        // a function that is passed may have effects, at each `next`
        if self.names.inferred.iterable_kind(e) != Some(infer::IterableKind::Iterator)
            || !m.args.iter().all(|argument| self.is_data(argument))
        {
            return false;
        }
        match m.method.to_string().as_str() {
            "enumerate" | "skip" | "rev" | "peekable" | "fuse" | "take" | "step_by" => {
                self.iterates_text(&m.receiver)
            }
            _ => self.is_string(&m.receiver) == Some(true),
        }
    }

    /// Whether an argument is a literal, or of a type that is known to be no function.
    fn is_data(&mut self, argument: &Expr) -> bool {
        matches!(argument, Expr::Lit(_))
            || self
                .seen_type(argument)
                .is_some_and(|ty| matches!(self.types.shallow(&ty), Ty::Text(_) | Ty::Int(_)))
    }

    /// Whether an expression is a string, if its type is known.
    fn is_string(&mut self, e: &Expr) -> Option<bool> {
        match unparen(e) {
            Expr::Lit(l) => Some(matches!(l.lit, syn::Lit::Str(_))),
            e => {
                let ty = self.seen_type(e)?;
                match self.types.shallow(&ty) {
                    Ty::Text(name) => Some(name != "char"),
                    Ty::Infer(_) if self.types.open_projection(&ty).is_none() => None,
                    _ => Some(false),
                }
            }
        }
    }

    /// The type of a vector of an expression's items. For a slice, an array or a vector that is a
    /// parameter, the written type has their type.
    fn vec_of_opaque(&mut self, e: &Expr) -> Ty {
        if let Some(item) = self.item_of_string(e) {
            return Ty::Vec(Box::new(item));
        }
        let item = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let of = match e {
            Expr::MethodCall(m) if returns_items(m) => &m.receiver,
            e => e,
        };
        if let Some(of) = self.seen_type(of)
            && let Ty::Foreign(written) = self.types.shallow(&of)
            && let Ok(written) = syn::parse2(written)
            && let Some(of) = item_of(&written)
        {
            self.types.items.push((item.clone(), of.clone()));
        }
        Ty::Vec(Box::new(item))
    }

    /// The type of a field of a value whose type only rustc knows: for an item of a collection,
    /// from the definition of its type.
    pub fn field_of_opaque(&mut self, of: &Ty, name: &str) -> Ty {
        let of = self.types.shallow(of);
        let item = self.types.items.iter().find(|(item, _)| self.types.shallow(item) == of);
        let field = item.and_then(|(_, written)| {
            self.world().field_type_in_scope(strip_references(written), name)
        });
        field
            .map(|field| self.types.constant(&field))
            .unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)))
    }
}

/// The items of a map or a set.
struct KnownItems {
    /// Their type, or the type that they refer to.
    item: Ty,
    /// Whether they are references, or pairs of references.
    refers: bool,
    /// Whether they are pairs of keys and values.
    is_pair: bool,
}

impl KnownItems {
    /// The items of an iterator, or their targets, in a vector.
    fn collect_referents(&self, iterator: &TokenStream, at: Span) -> TokenStream {
        let owned = match (self.refers, self.is_pair) {
            (false, _) => iterator.clone(),
            (true, true) => {
                quote!(::core::iter::Iterator::map(#iterator,
                    |(key, value)| (key.clone(), value.clone())))
            }
            (true, _) => quote!(::core::iter::Iterator::cloned(#iterator)),
        };
        quote_spanned!(at=>
            ::core::iter::Iterator::collect::<::autodiff::__private::Vec<_>>(#owned))
    }
}

/// The type behind references.
fn strip_references(ty: &syn::Type) -> &syn::Type {
    if let syn::Type::Reference(r) = ty { strip_references(&r.elem) } else { ty }
}

/// The type of the items of a slice, an array or a vector.
fn item_of(ty: &syn::Type) -> Option<&syn::Type> {
    match strip_references(ty) {
        syn::Type::Slice(of) => Some(&of.elem),
        syn::Type::Array(of) => Some(&of.elem),
        syn::Type::Path(of) => crate::type_class::only_argument(of, &["Vec", "VecDeque"]),
        _ => None,
    }
}
