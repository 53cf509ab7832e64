//! Iterables with random access: the item at each index, and the item count.

use crate::lower::functions::closure::Callable;
use crate::lower::iterate::arrays::of_arrays::OfArray;
use crate::lower::places::place::{BorrowMode, ConstantCode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::Expr;

/// An iterable with random access.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Items {
    /// The elements of a sequence.
    Elements {
        root: Root,
        path: Vec<Step>,
        element: Ty,
        by: BorrowMode,
    },
    /// The elements of a constant.
    Table(ConstantCode),
    /// `from..to`, `from..=to`, `from..`
    Counting {
        from: Var,
        to: Option<Var>,
        inclusive: bool,
    },
    /// `windows(k)`, `chunks(k)`, `chunks_exact(k)` and the like.
    Parts {
        root: Root,
        path: Vec<Step>,
        element: Ty,
        by: BorrowMode,
        size: Var,
        cut: SequenceCut,
    },
    /// The elements or parts of an array of `ndarray`.
    OfArray(OfArray),
    /// The same value, infinitely often.
    Repeat(Box<Value>),
    Enumerate(Box<Items>),
    Zip(Box<Items>, Box<Items>),
    /// Reversed; the variable is the item count.
    Rev(Box<Items>, Var),
    Skip(Box<Items>, Var),
    Take(Box<Items>, Var),
    StepBy(Box<Items>, Var),
    Copied(Box<Items>),
    /// Repeated; the variable is the count of items in one repetition.
    Cycle(Box<Items>, Var),
    Map(Box<Items>, Callable),
}

/// How a sequence is cut into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) enum SequenceCut {
    Windows,
    Chunks,
    ChunksExact,
}

impl Items {
    /// Whether the items may be omitted or computed in another order, because computing them has
    /// no effects.
    pub fn is_pure(&self) -> bool {
        self.are_all_closures(Callable::is_pure)
    }

    /// Whether an item is only read, so that it can be recomputed.
    pub fn is_plain(&self) -> bool {
        self.are_all_closures(|_| false)
    }

    /// Whether std evaluates the items of the reversed iterator in reverse order and no others. A
    /// reversed `take` also evaluates, from the back, the items that it omits.
    pub fn is_reversible(&self) -> bool {
        match self {
            Items::Enumerate(i) | Items::Rev(i, _) | Items::Copied(i) | Items::Map(i, _) => {
                i.is_reversible()
            }
            items => items.is_pure(),
        }
    }

    /// Whether the iterable is finite.
    pub fn has_end(&self) -> bool {
        match self {
            Items::Elements { .. }
            | Items::Table(_)
            | Items::Parts { .. }
            | Items::OfArray(_)
            | Items::Take(..)
            | Items::Rev(..) => true,
            Items::Counting { to, .. } => to.is_some(),
            Items::Repeat(_) | Items::Cycle(..) => false,
            Items::Enumerate(i)
            | Items::Skip(i, _)
            | Items::StepBy(i, _)
            | Items::Copied(i)
            | Items::Map(i, _) => i.has_end(),
            Items::Zip(a, b) => a.has_end() || b.has_end(),
        }
    }

    /// Whether the predicate holds for all closures that compute the items.
    fn are_all_closures(&self, is_one: fn(&Callable) -> bool) -> bool {
        match self {
            Items::Elements { .. }
            | Items::Table(_)
            | Items::Counting { .. }
            | Items::Parts { .. }
            | Items::OfArray(_)
            | Items::Repeat(_) => true,
            Items::Enumerate(i)
            | Items::Rev(i, _)
            | Items::Skip(i, _)
            | Items::Take(i, _)
            | Items::StepBy(i, _)
            | Items::Cycle(i, _)
            | Items::Copied(i) => i.are_all_closures(is_one),
            Items::Zip(a, b) => a.are_all_closures(is_one) && b.are_all_closures(is_one),
            Items::Map(i, f) => is_one(f) && i.are_all_closures(is_one),
        }
    }
}

impl Lowerer<'_> {
    /// An item of a table, component by component.
    fn item_of_code(&mut self, code: ConstantCode, span: Span) -> Value {
        let Ty::Tuple(parts) = self.types.shallow(&code.ty) else {
            return self.value_of_code(code, span);
        };
        let component = |(k, ty): (usize, Ty)| {
            let (tokens, member) = (&code.tokens, syn::Index::from(k));
            let code = ConstantCode {
                tokens: quote!(#tokens.#member),
                name: format!("{}_{k}", code.name),
                ty,
                ..code.clone()
            };
            self.item_of_code(code, span)
        };
        Value::Tuple(parts.into_iter().enumerate().map(component).collect())
    }

    /// The elements of a sequence; `by` is set if the method determines how they are passed.
    /// `None` if it cannot be iterated.
    pub fn sequence(
        &mut self,
        located: Located,
        by: Option<BorrowMode>,
        at: &Expr,
    ) -> Option<Items> {
        let span = at.span();
        match self.in_constant(located) {
            Located::Code(mut code) => {
                code.reference = false;
                let element = self.types.shallow(&code.ty).element().cloned();
                code.ty =
                    element.unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)));
                let table = Items::Table(code);
                // an array that is iterated by value yields values
                let yields_values = by.is_none()
                    && matches!(self.names.inferred.expr(at), Some(syn::Type::Array(_)));
                Some(if yields_values { Items::Copied(Box::new(table)) } else { table })
            }
            Located::Value(Value::Never(_)) => None,
            located => {
                let own = match &located {
                    Located::Spot(s) => s.by,
                    Located::Value(Value::Var(_, true)) => BorrowMode::Shared,
                    Located::Value(Value::Alias(_)) => BorrowMode::Unique,
                    _ => BorrowMode::Value,
                };
                let by = by.unwrap_or(own);
                let (mut root, mut path, ty) = self.as_place(located)?;
                if matches!(
                    self.types.shallow(&ty),
                    Ty::Foreign(_) | Ty::Text(_) | Ty::Int(_) | Ty::Real(_) | Ty::Bool
                ) {
                    return None;
                }
                let element = self.types.element(&ty)?;
                if by != BorrowMode::Unique {
                    // fixed at the start of the loop
                    let spot =
                        Spot { root, path: std::mem::take(&mut path), ty, by: BorrowMode::Shared };
                    let value = self.borrow(&spot, span);
                    let mut var = self.scalar(value, span);
                    if by == BorrowMode::Value && own == BorrowMode::Value {
                        let mutable = matches!(root, Root::Slot(s) if self.slots[s].mutable);
                        var = self.own_or_copy(var, mutable, span);
                    }
                    root = self.borrowed_root(var);
                } else if matches!(root, Root::Var(_)) {
                    self.error(
                        at,
                        "the elements of a temporary value cannot be changed: bind it \
                        with `let mut` first",
                    );
                    return None;
                }
                Some(Items::Elements { root, path, element, by })
            }
        }
    }

    /// `windows` and the like of a sequence.
    pub fn parts(&mut self, m: &syn::ExprMethodCall, located: Located) -> Option<Items> {
        let span = m.method.span();
        let name = m.method.to_string();
        let cut = match name.as_str() {
            "windows" => SequenceCut::Windows,
            "chunks" | "chunks_mut" => SequenceCut::Chunks,
            _ => SequenceCut::ChunksExact,
        };
        let by = if name.ends_with("_mut") { BorrowMode::Unique } else { BorrowMode::Shared };
        let Items::Elements { root, path, element, by } =
            self.sequence(located, Some(by), &m.receiver)?
        else {
            return None;
        };
        let e = m.args.first()?;
        let size = self.operand_var(e);
        self.unify_var(size, &Ty::USIZE);
        self.check_size(e, size, cut, span);
        Some(Items::Parts { root, path, element, by, size, cut })
    }

    /// Whether a range is one of `char`s, over which rustc iterates.
    pub fn is_of_letters(&self, r: &syn::ExprRange) -> bool {
        let is_char =
            |ty: &syn::Type| matches!(ty, syn::Type::Path(of) if of.path.is_ident("char"));
        r.start.iter().chain(&r.end).any(|bound| match unparen(bound) {
            Expr::Lit(syn::ExprLit { lit, .. }) => matches!(lit, syn::Lit::Char(_)),
            bound => self.names.inferred.expr(bound).is_some_and(is_char),
        })
    }

    /// A range of integers.
    pub fn integer_range(&mut self, r: &syn::ExprRange) -> Option<Items> {
        let Some(from) = &r.start else {
            self.error(r, "a range without a start cannot be iterated: give it one");
            return None;
        };
        let from = self.operand_var(from);
        let to = r.end.as_ref().map(|to| self.operand_var(to));
        if let Some(to) = to {
            let ty = self.ty(to);
            self.unify_var(from, &ty);
        }
        let ty = self.ty(from);
        self.types.narrow(&ty, Kind::Int);
        Some(Items::Counting {
            from,
            to,
            inclusive: matches!(r.limits, syn::RangeLimits::Closed(_)),
        })
    }

    /// `a.saturating_sub(b)`
    pub fn saturating_sub(&mut self, a: Var, b: Var, span: Span) -> Var {
        let most = self.emit("len", Ty::USIZE, Op::Prim(Prim::Max, vec![a, b]), span);
        self.emit("len", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, b]), span)
    }

    /// Panics if the size is zero, as the iterator does.
    fn check_size(&mut self, e: &Expr, size: Var, cut: SequenceCut, span: Span) {
        if matches!(unparen(e), Expr::Lit(_)) {
            return;
        }
        let message = if cut == SequenceCut::Windows {
            "window size must be non-zero"
        } else {
            "chunk size must be non-zero"
        };
        let ident = proc_macro2::Ident::new("size", span);
        let code = quote!(::core::assert!(#ident != 0, #message));
        let captures =
            vec![Capture { name: "size".into(), value: Tree::Leaf(size), by_reference: false }];
        let opaque = Opaque { effect: true, ..Opaque::new(code, captures, "a check") };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }

    /// The item count; `None` if the iterable is infinite.
    pub fn count(&mut self, items: &Items, span: Span) -> Option<Var> {
        match items {
            Items::Elements { root, path, .. } => Some(self.len_of(*root, path, span)),
            Items::Table(code) => {
                let table = &code.tokens;
                let len = ConstantCode {
                    tokens: quote!((#table).len()),
                    name: "len".into(),
                    ty: Ty::USIZE,
                    reference: false,
                    ..code.clone()
                };
                Some(self.emit_code(len, span))
            }
            Items::OfArray(of) => Some(self.count_of_array(of, span)),
            Items::Counting { to: None, .. } | Items::Repeat(_) => None,
            Items::Counting { from, to: Some(to), inclusive } => {
                Some(self.count_between(*from, *to, *inclusive, span))
            }
            Items::Parts { root, path, size, cut, .. } => {
                let len = self.len_of(*root, path, span);
                Some(match cut {
                    SequenceCut::Windows => {
                        let one = self.int(1, span);
                        let ends = self.add(len, one, span);
                        self.saturating_sub(ends, *size, span)
                    }
                    SequenceCut::ChunksExact => {
                        self.emit("count", Ty::USIZE, Op::Prim(Prim::Div, vec![len, *size]), span)
                    }
                    SequenceCut::Chunks => self.steps(len, *size, span),
                })
            }
            Items::Enumerate(inner) | Items::Copied(inner) | Items::Map(inner, _) => {
                self.count(inner, span)
            }
            Items::Rev(_, n) => Some(*n),
            Items::Zip(a, b) => match (self.count(a, span), self.count(b, span)) {
                (Some(a), Some(b)) => Some(self.min_length(a, b, span)),
                (n, None) | (None, n) => n,
            },
            Items::Skip(inner, k) => {
                let n = self.count(inner, span)?;
                Some(self.saturating_sub(n, *k, span))
            }
            Items::Cycle(_, n) => {
                // none, or more than can be counted
                let one = self.int(1, span);
                let some = self.min_length(*n, one, span);
                let most = self.int(i128::from(u32::MAX), span);
                Some(self.emit("count", Ty::USIZE, Op::Prim(Prim::Mul, vec![some, most]), span))
            }
            Items::Take(inner, k) => match self.count(inner, span) {
                Some(n) => Some(self.min_length(n, *k, span)),
                None => Some(*k),
            },
            Items::StepBy(inner, k) => {
                let n = self.count(inner, span)?;
                Some(self.steps(n, *k, span))
            }
        }
    }

    /// Emits the evaluations of std when it requests one more item than `n`. A `zip` may request an
    /// item of its left side, and drops it if the right side has none.
    pub fn request_beyond(&mut self, items: &Items, n: Var, is_folded: bool, span: Span) {
        match items {
            Items::Zip(a, b) => {
                if !Self::requests_beyond(self.trust_of_items(a), self.trust_of_items(b), is_folded)
                {
                    return;
                }
                let Some(of_left) = self.count(a, span) else {
                    self.item_at(a, n, span);
                    return self.request_beyond(b, n, false, span);
                };
                let is_longer =
                    self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![n, of_left]), span);
                self.choose(
                    is_longer,
                    span,
                    |s| {
                        s.item_at(a, n, span);
                        s.request_beyond(b, n, false, span);
                        Value::Tuple(Vec::new())
                    },
                    |s| {
                        s.request_beyond(a, n, false, span);
                        Value::Tuple(Vec::new())
                    },
                );
            }
            Items::Take(inner, most) => {
                let is_ended = self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![n, *most]), span);
                let ask = |s: &mut Self| {
                    s.request_beyond(inner, n, false, span);
                    Value::Tuple(Vec::new())
                };
                self.choose(is_ended, span, ask, |_| Value::Tuple(Vec::new()));
            }
            Items::Skip(inner, k) => {
                let n = self.add(n, *k, span);
                self.request_beyond(inner, n, is_folded, span);
            }
            Items::Enumerate(inner) | Items::Copied(inner) | Items::Map(inner, _) => {
                self.request_beyond(inner, n, is_folded, span)
            }
            // all closures in these are pure
            Items::Rev(..) | Items::StepBy(..) | Items::Cycle(..) => {}
            Items::Elements { .. }
            | Items::Table(_)
            | Items::Counting { .. }
            | Items::Parts { .. }
            | Items::OfArray(_)
            | Items::Repeat(_) => {}
        }
    }

    /// The length of a range.
    fn count_between(&mut self, from: Var, to: Var, inclusive: bool, span: Span) -> Var {
        let ty = self.ty(to);
        let zero = |l: &Lowerer<'_>, v: Var| is_zero(l, v);
        if !inclusive && zero(self, from) && matches!(self.types.shallow(&ty), Ty::Int("usize")) {
            return to;
        }
        let most = self.emit("end", ty.clone(), Op::Prim(Prim::Max, vec![from, to]), span);
        let n = self.emit("len", ty.clone(), Op::Prim(Prim::Sub, vec![most, from]), span);
        let n = match self.types.shallow(&ty) {
            Ty::Int("usize") => n,
            _ => self.emit("len", Ty::USIZE, Op::Cast(n), span),
        };
        if !inclusive {
            return n;
        }
        let reached = self.emit("t", Ty::Bool, Op::Prim(Prim::Le, vec![from, to]), span);
        let one = self.emit("c", Ty::USIZE, Op::Cast(reached), span);
        self.add(n, one, span)
    }

    /// `n.div_ceil(k)`
    fn steps(&mut self, n: Var, k: Var, span: Span) -> Var {
        let whole = self.emit("count", Ty::USIZE, Op::Prim(Prim::Div, vec![n, k]), span);
        let rest = self.emit("rest", Ty::USIZE, Op::Prim(Prim::Rem, vec![n, k]), span);
        let zero = self.int(0, span);
        let more = self.emit("t", Ty::Bool, Op::Prim(Prim::Ne, vec![rest, zero]), span);
        let more = self.emit("more", Ty::USIZE, Op::Cast(more), span);
        self.add(whole, more, span)
    }

    pub fn add(&mut self, a: Var, b: Var, span: Span) -> Var {
        self.emit("i", Ty::USIZE, Op::Prim(Prim::Add, vec![a, b]), span)
    }

    /// The item at the given index.
    pub fn item_at(&mut self, items: &Items, index: Var, span: Span) -> Value {
        match items {
            Items::Elements { root, path, element, by } => {
                let mut path = path.clone();
                path.push(Step::Index(index));
                let spot = Spot { root: *root, path, ty: element.clone(), by: *by };
                self.element_at(spot, span)
            }
            Items::Table(code) => self.entry_at(code, index, span),
            Items::Counting { from, .. } => self.number_at(*from, index, span),
            Items::Parts { root, path, element, by, size, cut } => {
                let (from, to) = self.ends_of_part((*root, path), *size, *cut, index, span);
                let mut path = path.clone();
                path.push(Step::Slice { from: Some(from), to: Some(to), inclusive: false });
                let spot =
                    Spot { root: *root, path, ty: Ty::Slice(Box::new(element.clone())), by: *by };
                self.value_of(Located::Spot(spot), span)
            }
            Items::OfArray(of) => self.item_of_array(of, index, span),
            Items::Repeat(value) => (**value).clone(),
            Items::Enumerate(inner) => {
                Value::Tuple(vec![Value::Var(index, false), self.item_at(inner, index, span)])
            }
            Items::Zip(a, b) => {
                Value::Tuple(vec![self.item_at(a, index, span), self.item_at(b, index, span)])
            }
            Items::Rev(inner, n) => {
                let one = self.int(1, span);
                let last = self.emit("i", Ty::USIZE, Op::Prim(Prim::Sub, vec![*n, one]), span);
                let index = self.emit("i", Ty::USIZE, Op::Prim(Prim::Sub, vec![last, index]), span);
                self.item_at(inner, index, span)
            }
            Items::Skip(inner, k) => {
                let index = self.add(index, *k, span);
                self.item_at(inner, index, span)
            }
            Items::Take(inner, _) => self.item_at(inner, index, span),
            Items::Cycle(inner, n) => {
                let index = self.emit("i", Ty::USIZE, Op::Prim(Prim::Rem, vec![index, *n]), span);
                self.item_at(inner, index, span)
            }
            Items::StepBy(inner, k) => {
                let index = self.emit("i", Ty::USIZE, Op::Prim(Prim::Mul, vec![index, *k]), span);
                self.item_at(inner, index, span)
            }
            Items::Copied(inner) => {
                let value = self.item_at(inner, index, span);
                self.note_clones(&value, span);
                self.copy_referents(value, span)
            }
            Items::Map(inner, f) => {
                let value = self.item_at(inner, index, span);
                self.apply(f, vec![value], span)
            }
        }
    }

    /// An element as an item.
    fn element_at(&mut self, spot: Spot, span: Span) -> Value {
        let root = spot.root;
        match self.value_of(Located::Spot(spot), span) {
            // the item may be a reference to a collected value
            Value::Var(v, false)
                if self.is_unresolved_type(v)
                    && matches!(root, Root::Var(of) if self.facts.opaque_items.contains(&of)) =>
            {
                self.facts.opaque_items.insert(v);
                Value::Var(v, true)
            }
            value => value,
        }
    }

    /// An entry of a constant table.
    fn entry_at(&mut self, code: &ConstantCode, index: Var, span: Span) -> Value {
        let mut element = ConstantCode {
            name: format!("{}_at", code.name),
            reference: true,
            total: true,
            ..code.clone()
        };
        let (table, ident) =
            (&code.tokens, names::const_tables::index_in(&mut element, index, span));
        element.tokens = quote!(#table[#ident]);
        self.item_of_code(element, span)
    }

    /// The integer `index` steps after `from`.
    fn number_at(&mut self, from: Var, index: Var, span: Span) -> Value {
        if is_zero(self, from) {
            let ty = self.ty(from);
            if matches!(self.types.shallow(&ty), Ty::Infer(_)) {
                self.unify_var(from, &Ty::USIZE);
            }
        }
        let ty = self.ty(from);
        if matches!(self.types.shallow(&ty), Ty::Int("usize")) {
            if is_zero(self, from) {
                return Value::Var(index, false);
            }
            return Value::Var(self.add(from, index, span), false);
        }
        let step = self.emit("i", ty.clone(), Op::Cast(index), span);
        Value::Var(self.emit("i", ty, Op::Prim(Prim::Add, vec![from, step]), span), false)
    }

    /// The elements that `chunks_exact` leaves out at the end, however many parts were taken.
    pub fn remainder(&mut self, items: &Items, span: Span) -> Option<Value> {
        let items = match items {
            Items::Skip(items, _) => items,
            items => items,
        };
        let Items::Parts { root, path, element, by, size, cut: SequenceCut::ChunksExact } = items
        else {
            return None;
        };
        let count = self.count(items, span)?;
        let from = self.emit("from", Ty::USIZE, Op::Prim(Prim::Mul, vec![count, *size]), span);
        let step = Step::Slice { from: Some(from), to: None, inclusive: false };
        let path = path.iter().cloned().chain([step]).collect();
        let ty = Ty::Slice(Box::new(element.clone()));
        Some(self.value_of(Located::Spot(Spot { root: *root, path, ty, by: *by }), span))
    }

    /// The ends of the part at an index.
    fn ends_of_part(
        &mut self,
        (root, path): (Root, &[Step]),
        size: Var,
        cut: SequenceCut,
        index: Var,
        span: Span,
    ) -> (Var, Var) {
        let from = match cut {
            SequenceCut::Windows => index,
            SequenceCut::Chunks | SequenceCut::ChunksExact => {
                self.emit("from", Ty::USIZE, Op::Prim(Prim::Mul, vec![index, size]), span)
            }
        };
        let mut to = self.add(from, size, span);
        if cut == SequenceCut::Chunks {
            let len = self.len_of(root, path, span);
            to = self.min_length(to, len, span);
        }
        (from, to)
    }

    pub fn copy_referents(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, true) if self.shallow(v).is_sequence() || self.is_user_or_foreign(v) => {
                Value::Var(self.copy(v, span), false)
            }
            Value::Var(v, _) => Value::Var(v, false),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.copy_referents(p, span)).collect())
            }
            Value::Alias(a) => Value::Var(self.read_alias(&a, span), false),
            Value::Closure(c) => Value::Closure(self.cloned_closure(&c, span)),
            Value::Option(ref m) if let Payload::Unique(some, payload) = &m.payload => {
                let of = Binding::Option(*some, payload.clone());
                self.binding_value(&of, span)
            }
            other => other,
        }
    }

    /// A copy of a value that leaves the original variables intact: the components of a tuple are
    /// copied one by one.
    pub fn copy_owned(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, false) if self.shallow(v).is_sequence() || self.is_user_or_foreign(v) => {
                Value::Var(self.copy(v, span), false)
            }
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|part| self.copy_owned(part, span)).collect())
            }
            value => self.copy_referents(value, span),
        }
    }

    /// Whether a variable is of a user-defined type, or of one that only rustc knows.
    fn is_user_or_foreign(&self, v: Var) -> bool {
        let ty = self.ty(v);
        self.types.open_projection(&ty).is_some()
    }
}

/// Whether a variable is the literal 0.
fn is_zero(l: &Lowerer<'_>, v: Var) -> bool {
    l.blocks
        .iter()
        .rev()
        .flat_map(|b| b.lets.iter().rev())
        .find(|x| x.vars.contains(&v))
        .is_some_and(|x| match &x.op {
            Op::Literal(Literal::Int(0)) => true,
            Op::Literal(Literal::Source(t)) => {
                matches!(t.to_string().as_str(), "0" | "0usize" | "0_usize")
            }
            _ => false,
        })
}
