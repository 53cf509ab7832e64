//! Places: the places that `a[i].0`, `*r`, `&mut a[i..j]` denote; reading and writing them.

use crate::lower::iterate::{Items, PassedItems};
use crate::lower::*;
use quote::quote;
use syn::Expr;

/// A unique reference: a path below a slot, resolved to the slot's current version at each use.
#[derive(Clone, Debug)]
pub struct Alias {
    pub slot: SlotId,
    pub path: Vec<Step>,
    pub ty: Ty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    Slot(SlotId),
    Var(Var),
}

/// Whether an expression is the place itself or a reference to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorrowMode {
    Value,
    Shared,
    Unique,
}

/// A place below a variable.
#[derive(Clone, Debug)]
pub struct Spot {
    pub root: Root,
    pub path: Vec<Step>,
    pub ty: Ty,
    pub by: BorrowMode,
}

impl Spot {
    /// Whether it is in one of these variables.
    pub fn is_in(&self, slots: &[SlotId]) -> bool {
        matches!(self.root, Root::Slot(slot) if slots.contains(&slot))
    }
}

/// Opaque code that can be extended: a constant, an element of a constant table.
#[derive(Clone, Debug)]
pub struct ConstantCode {
    pub tokens: TokenStream,
    pub captures: Vec<Capture>,
    pub name: String,
    /// The type of the value there; for a reference, the type that it refers to.
    pub ty: Ty,
    /// Whether the expression is a reference to it.
    pub reference: bool,
    /// Whether it is a constant or a place in one, which may be named again: [`Opaque::again`].
    pub again: bool,
    /// Whether it is known to exist, so that evaluating it cannot panic.
    pub total: bool,
}

impl ConstantCode {
    /// Code without variables in it.
    pub fn new(tokens: TokenStream, name: impl Into<String>, ty: Ty) -> ConstantCode {
        ConstantCode {
            tokens,
            captures: Vec::new(),
            name: name.into(),
            ty,
            reference: false,
            again: true,
            total: false,
        }
    }

    /// The code as an expression.
    pub fn to_expr(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.reference { quote!(&#tokens) } else { tokens.clone() }
    }
}

/// The place or value that an expression denotes, before it is read.
#[derive(Clone, Debug)]
pub enum Located {
    Spot(Spot),
    /// A tuple binding, as a place.
    Tuple(Vec<Binding>),
    /// A variable that is an `Option`.
    Option(SlotId, Box<Binding>),
    /// A variable that is a `Result`.
    Result(SlotId, Box<[Binding; 2]>),
    /// A variable that is an iterator.
    Iter(Rc<Iter>),
    /// An iterator that may be advanced, with the counts of items that it has passed.
    Cursor(Rc<Items>, PassedItems),
    Value(Value),
    Code(ConstantCode),
    /// A place of a user-defined type that implements `Index`.
    User(Box<crate::lower::places::indexing::UserPlace>),
}

/// The error for `&mut` of a `Result` that is held in several variables.
const UNIQUE_RESULT: &str = "`&mut` of a `Result` is not supported: destructure it by value, with \
                             `match` or `if let`, and assign the new one";

/// The error for `&mut` of a place behind a guard.
const BEHIND_GUARD: &str = "`&mut` of data behind a guard is not supported: pass `&mut` of the \
                            guard, which coerces, or change a copy and assign it back, as in \
                            `*guard = changed;`";

/// The error for a callee that would change a reference itself.
pub const CHANGED_REFERENCE: &str = "`&mut` of a reference is not supported yet: pass the \
                                     values, `a` or `&mut *a`, or the referenced variables";

/// The error for an assignment of another reference to a variable.
pub const OTHER_REFERENCE: &str = "assigning to a reference is not supported yet: write `*r = …` \
                                   to assign to its referent, or bind the new reference with a \
                                   `let`";

impl Lowerer<'_> {
    /// The place or value that an expression denotes. Its indices are evaluated, its contents are
    /// not read.
    pub fn locate(&mut self, e: &Expr) -> Located {
        let located = self.locate_inner(e);
        let ty = match &located {
            Located::Spot(s) => s.ty.clone(),
            Located::Value(Value::Var(v, _)) => self.ty(*v),
            _ => return located,
        };
        if let Some(inferred) = self.inferred_type(e, &ty).filter(|ty| !matches!(ty, Ty::Tuple(_)))
        {
            self.types.unify(&ty, &inferred);
        }
        located
    }

    fn locate_inner(&mut self, e: &Expr) -> Located {
        if let Some(choice) = self.with_choice_outside(e) {
            return Located::Value(self.operand(&choice));
        }
        match e {
            Expr::Paren(p) => self.locate(&p.expr),
            Expr::Group(g) => self.locate(&g.expr),
            Expr::Path(p) => match p
                .path
                .get_ident()
                .map(|i| i.to_string())
                .and_then(|i| self.lookup(&i).cloned())
            {
                Some(binding) if p.qself.is_none() => self.locate_binding(&binding, span_of(e)),
                _ if library::option::is_none(&p.path) => Located::Value(self.none(span_of(e))),
                _ => Located::Code(self.constant_path(p)),
            },
            Expr::Unary(u) if let Some(value) = self.read_behind_guard(e, &u.expr) => {
                Located::Value(value)
            }
            Expr::Unary(u)
                if matches!(u.op, syn::UnOp::Deref(_))
                    && let Some(element) = self.element_behind_option(&u.expr) =>
            {
                self.locate(&element)
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                match self.locate_referring(&u.expr) {
                    Located::Spot(s) if self.is_unresolved(&s) && self.is_opaque_item(&s) => {
                        Located::Value(self.deref_item(&s, span_of(e)))
                    }
                    Located::Spot(s) if self.is_unresolved(&s) => match self.operand(&u.expr) {
                        // the type that it refers to was inferred
                        Value::Var(v, true) => Located::Value(Value::Var(v, false)),
                        _ => Located::Value(self.opaque_expr(e, None)),
                    },
                    Located::Spot(s)
                        if s.by == BorrowMode::Value && s.path.is_empty() && self.holds_box(&s) =>
                    {
                        let value = self.value_of(Located::Spot(s), span_of(e));
                        Located::Value(self.out_of_box(value, None, span_of(e)))
                    }
                    Located::Value(Value::Var(v, false)) if self.is_box(&self.ty(v)) => {
                        Located::Value(self.out_of_box(Value::Var(v, false), None, span_of(e)))
                    }
                    Located::Spot(s) => Located::Spot(if s.by == BorrowMode::Value {
                        self.in_field(s)
                    } else {
                        Spot { by: BorrowMode::Value, ..s }
                    }),
                    Located::Tuple(parts)
                        if parts.iter().all(|part| self.is_part_of_borrowed(part)) =>
                    {
                        Located::Value(self.without_references(&parts, span_of(e)))
                    }
                    Located::Value(Value::Var(v, _)) => Located::Value(Value::Var(v, false)),
                    Located::Value(Value::Alias(a)) => {
                        Located::Spot(Self::alias_spot(&a, BorrowMode::Value))
                    }
                    Located::Code(c) if c.reference => {
                        Located::Code(ConstantCode { reference: false, ..c })
                    }
                    Located::Code(c) => Located::Code(ConstantCode {
                        tokens: {
                            let t = c.tokens;
                            quote!((*#t))
                        },
                        ..c
                    }),
                    other => other,
                }
            }
            Expr::Reference(r) => self.locate_reference(r),
            Expr::Index(i) => self.locate_index(i),
            Expr::Field(f) => self.locate_field(f),
            Expr::MethodCall(m) => self.locate_method(m),
            _ => Located::Value(self.operand(e)),
        }
    }

    /// The operand of a dereference. If it is the value of a call, it has its inferred type.
    fn locate_referring(&mut self, e: &Expr) -> Located {
        match self.locate(e) {
            Located::Value(value) if matches!(unparen(e), Expr::MethodCall(_)) => {
                Located::Value(self.with_inferred(unparen(e), value))
            }
            located => located,
        }
    }

    /// Whether a variable is of a type that only rustc knows, so that the target of its reference
    /// is unknown.
    fn is_unresolved(&self, s: &Spot) -> bool {
        s.by == BorrowMode::Value
            && s.path.is_empty()
            && match self.types.shallow(&s.ty) {
                Ty::Foreign(_) => true,
                ty @ Ty::Infer(_) => {
                    self.types.kind(&ty) == Some(Kind::Any)
                        && matches!(self.types.origin(&ty), Some(Origin::Opaque(_)))
                }
                _ => false,
            }
    }

    pub fn alias_spot(a: &Alias, by: BorrowMode) -> Spot {
        Spot { root: Root::Slot(a.slot), path: a.path.clone(), ty: a.ty.clone(), by }
    }

    /// The target of a variable that is a unique reference to a value held in several variables.
    pub fn unique_reference_of(&self, p: &syn::ExprPath) -> Option<Binding> {
        match self.lookup(&p.path.get_ident().filter(|_| p.qself.is_none())?.to_string()) {
            Some(Binding::Unique(of)) => Some((**of).clone()),
            _ => None,
        }
    }

    pub fn locate_binding(&mut self, binding: &Binding, span: Span) -> Located {
        match binding {
            Binding::Slot(s) => {
                let slot = &self.slots[*s];
                let by = match (slot.unique, slot.reference) {
                    (true, _) => BorrowMode::Unique,
                    (_, true) => BorrowMode::Shared,
                    _ => BorrowMode::Value,
                };
                let spot = Spot { root: Root::Slot(*s), path: Vec::new(), ty: slot.ty.clone(), by };
                if self.ssa.env.get(*s).copied().flatten().is_none() && self.slots[*s].unique {
                    return Located::Value(self.dummy_value(span));
                }
                Located::Spot(spot)
            }
            Binding::Alias(a) => Located::Spot(Self::alias_spot(a, BorrowMode::Unique)),
            Binding::Unique(of) => self.locate_binding(of, span),
            Binding::Tuple(parts) => Located::Tuple(parts.clone()),
            Binding::Option(some, payload) => Located::Option(*some, payload.clone()),
            Binding::Result(ok, parts) => Located::Result(*ok, parts.clone()),
            Binding::Closure(c) => Located::Value(Value::Closure(c.clone())),
            Binding::Iter(i) => Located::Iter(i.clone()),
            Binding::Cursor(items, passed) => Located::Cursor(items.clone(), *passed),
            Binding::Window(window) => match self.spot_of_window(window) {
                Some(spot) => Located::Spot(spot),
                None => Located::Value(self.never_value(span)),
            },
            Binding::BodyArgument(passed) => self.locate_passed(passed, span),
        }
    }

    fn locate_reference(&mut self, r: &syn::ExprReference) -> Located {
        let by = if r.mutability.is_some() { BorrowMode::Unique } else { BorrowMode::Shared };
        if let (BorrowMode::Unique, Expr::Path(p)) = (by, unparen(&r.expr))
            && self.window_of(p).is_some()
        {
            return Located::Value(self.fail(r, CHANGED_REFERENCE));
        }
        if by == BorrowMode::Unique && self.guard_behind(&r.expr).is_some() {
            return Located::Value(self.fail(r, BEHIND_GUARD));
        }
        if let (BorrowMode::Shared, Expr::Index(i)) = (by, unparen(&r.expr))
            && self.is_part_of_text(i)
        {
            return Located::Value(self.part_of_text(i));
        }
        match self.locate(&r.expr) {
            Located::Iter(_) | Located::Cursor(..) if by == BorrowMode::Unique
                => Located::Value(self.fail(
                r,
                "using this iterator again afterwards is not supported: write a loop over indices, \
                 or collect it into a Vec",
            )),
            Located::Spot(s) => Located::Spot(Spot { by, ..s }),
            Located::User(place) if by == BorrowMode::Shared
                => match self.read_user_place(&place, r.span()) {
                Value::Var(v, _) => Located::Value(Value::Var(v, true)),
                value => Located::Value(value),
            },
            Located::User(_) => Located::Value(self.fail(
                r,
                "`&mut` of an element of a user-defined type is not supported: move the element \
                 out with `let`, change it, and assign it back",
            )),
            Located::Tuple(parts) if by == BorrowMode::Unique
                => Located::Value(self.unique_reference(&Binding::Tuple(parts))),
            Located::Option(some, payload) if by == BorrowMode::Unique
                => Located::Value(self.unique_reference(&Binding::Option(some, payload))),
            // `&mut` of a temporary
            Located::Value(value @ Value::Tuple(_)) if by == BorrowMode::Unique => {
                let temporary = self.binding("temporary", value, true, r.span());
                Located::Value(self.unique_reference(&temporary))
            }
            Located::Value(value @ Value::Closure(_)) => Located::Value(self.borrowed_value(value)),
            Located::Result(..) if by == BorrowMode::Unique
                => Located::Value(self.fail(r, UNIQUE_RESULT)),
            Located::Value(Value::Var(v, _)) if by == BorrowMode::Shared
                => Located::Value(Value::Var(v, true)),
            Located::Value(Value::Var(v, false)) => {
                self.type_of_temporary(&r.expr, v);
                let (slot, ty) = (self.temporary_slot(v), self.ty(v));
                Located::Spot(Spot { root: Root::Slot(slot), path: Vec::new(), ty, by })
            }
            Located::Code(c) if by == BorrowMode::Shared && !c.reference
                => Located::Code(ConstantCode { reference: true, ..c }),
            Located::Code(c) if by == BorrowMode::Shared => {
                let tokens = c.to_expr();
                let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
                Located::Code(ConstantCode { tokens, ty, ..c })
            }
            Located::Code(c) => {
                self.error(r, "a differentiated function cannot take `&mut` of a place outside it: \
                               pass the value in, and return the new one");
                Located::Code(c)
            }
            other => other,
        }
    }

    fn locate_index(&mut self, i: &syn::ExprIndex) -> Located {
        if let Some(value) = self.index_behind_guard(i) {
            return Located::Value(value);
        }
        if self.is_part_of_text(i) {
            return Located::Value(self.part_of_text(i));
        }
        let base = self.locate(&i.expr);
        let base = self.resolved_place(base, span_of(&i.expr));
        let base = self.in_constant(base);
        if let Some(place) = self.user_element(&base, i) {
            return place;
        }
        let (root, mut path, ty) = match base {
            Located::Spot(s) => (s.root, s.path, s.ty),
            Located::Value(Value::Var(v, _)) => (Root::Var(v), Vec::new(), self.ty(v)),
            Located::Value(Value::Alias(a)) => (Root::Slot(a.slot), a.path, a.ty),
            Located::Value(never @ Value::Never(_)) => return Located::Value(never),
            Located::Code(c) => return self.index_code(c, &i.index),
            Located::Option(..)
            | Located::Result(..)
            | Located::Iter(_)
            | Located::Cursor(..)
            | Located::User(_)
            | Located::Value(
                Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_),
            ) => {
                return Located::Value(self.fail(
                    i,
                    "this cannot be indexed: unwrap an `Option` first, and collect an iterator",
                ));
            }
            Located::Tuple(_) | Located::Value(Value::Tuple(_)) => {
                return Located::Value(
                    self.fail(i, "a tuple cannot be indexed: name the component, as in `.0`"),
                );
            }
        };
        // `map[&key]`, `map["key"]`
        let by_key = matches!(
            unparen(&i.index),
            Expr::Reference(_) | Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. })
        );
        if self.types.is_collection(&ty) {
            return Located::Value(
                self.item_by_key(Spot { root, path, ty, by: BorrowMode::Shared }, i),
            );
        }
        if by_key || matches!(self.types.shallow(&ty), Ty::Foreign(_) | Ty::Text(_)) {
            return Located::Value(self.opaque_expr(&Expr::Index(i.clone()), None));
        }
        let Some(element) = self.types.element(&ty) else {
            return Located::Value(self.fail(
                i,
                "cannot infer that this is an array, slice or Vec: annotate the `let` that \
                 binds it",
            ));
        };
        let (step, ty) = match unparen(&i.index) {
            Expr::Range(range) => (self.slice_step(range), Ty::Slice(Box::new(element))),
            index => match self.operand(index) {
                Value::Iter(range) if let Some(step) = self.named_range(&range) => {
                    (step, Ty::Slice(Box::new(element)))
                }
                value if self.is_range(index) => {
                    let range = self.scalar(value, span_of(index));
                    (self.range_step(range, span_of(index)), Ty::Slice(Box::new(element)))
                }
                value => {
                    let var = self.scalar(value, span_of(index));
                    self.unify_var(var, &Ty::USIZE);
                    (Step::Index(var), element)
                }
            },
        };
        path.push(step);
        Located::Spot(Spot { root, path, ty, by: BorrowMode::Value })
    }

    /// The part of a sequence that a range in a variable selects.
    fn named_range(&mut self, range: &Iter) -> Option<Step> {
        let Iter::Items(Items::Counting { from, to, inclusive }) = range else { return None };
        let (from, to, inclusive) = (*from, *to, *inclusive);
        [Some(from), to].into_iter().flatten().for_each(|end| self.unify_var(end, &Ty::USIZE));
        Some(Step::Slice { from: Some(from), to, inclusive })
    }

    /// Whether an index is a range whose value only rustc knows.
    pub fn is_range(&self, index: &Expr) -> bool {
        let name = if let Expr::Path(p) = unparen(index) { p.path.get_ident() } else { None };
        let is_new = name.is_some_and(|name| self.facts.ranges.contains(&name.to_string()));
        is_new || self.names.inferred.is_range(index)
    }

    /// The part of a sequence that such a range selects.
    fn range_step(&mut self, range: Var, span: Span) -> Step {
        let (from, to) = self.range_ends(range, span);
        Step::Slice { from: Some(from), to: Some(to), inclusive: false }
    }

    /// The first index of such a range, and the one after the last.
    pub fn range_ends(&mut self, range: Var, span: Span) -> (Var, Var) {
        let end = |s: &mut Self, end: TokenStream| {
            let code =
                quote::quote_spanned!(span=> ::autodiff::__private::IndexRange::#end(&range));
            let value = Tree::Leaf(range);
            let captures = vec![Capture { name: "range".into(), value, by_reference: false }];
            let ends = Opaque { discrete: true, ..Opaque::new(code, captures, "a range") };
            s.emit("end", Ty::USIZE, Op::Opaque(Box::new(ends)), span)
        };
        (end(self, quote!(first)), end(self, quote!(past)))
    }

    pub fn slice_step(&mut self, range: &syn::ExprRange) -> Step {
        let end = |s: &mut Self, e: &Option<Box<Expr>>| {
            e.as_ref().map(|e| {
                let var = s.operand_var(e);
                s.unify_var(var, &Ty::USIZE);
                var
            })
        };
        let from = end(self, &range.start);
        let to = end(self, &range.end);
        Step::Slice { from, to, inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)) }
    }

    fn locate_method(&mut self, m: &syn::ExprMethodCall) -> Located {
        if let Some(spot) = self.located_view(m) {
            return Located::Spot(spot);
        }
        let nested = std::mem::take(&mut self.chain.in_chain);
        let name = m.method.to_string();
        if m.args.is_empty()
            && matches!(name.as_str(), "as_slice" | "as_mut_slice" | "as_ref" | "as_mut" | "borrow")
            && !self.names.inferred.is_guard(&Expr::MethodCall(m.clone()))
            && !self.may_be_of_crate(m)
            && !(name == "as_slice" && self.is_array(&m.receiver))
        {
            let by = if name.contains("mut") { BorrowMode::Unique } else { BorrowMode::Shared };
            let is_of_box = matches!(name.as_str(), "as_ref" | "as_mut");
            return match self.locate(&m.receiver) {
                // the contents of the box
                Located::Spot(s) if is_of_box && self.is_boxed_field(&s.ty) => {
                    Located::Spot(Spot { by, ..self.in_field(Spot { by: BorrowMode::Value, ..s }) })
                }
                Located::Spot(s) => Located::Spot(Spot { by, ..s }),
                Located::Value(Value::Var(v, _)) => Located::Value(Value::Var(v, true)),
                Located::Option(some, payload) if by == BorrowMode::Unique => {
                    let some = self.current_version(Root::Slot(some), m.method.span());
                    let payload = Payload::Value(self.unique_reference(&payload));
                    Located::Value(Value::Option(Box::new(OptionValue { some, payload })))
                }
                Located::Result(..) if by == BorrowMode::Unique => {
                    Located::Value(self.fail(m, UNIQUE_RESULT))
                }
                other => other,
            };
        }
        // `a.first().unwrap()`, `a.last().unwrap()`
        if let (true, Expr::MethodCall(inner)) =
            (matches!(name.as_str(), "unwrap" | "expect"), unparen(&m.receiver))
        {
            let end = inner.method.to_string();
            if inner.args.is_empty()
                && matches!(end.as_str(), "first" | "last" | "first_mut" | "last_mut")
            {
                let by = if end.ends_with("mut") { BorrowMode::Unique } else { BorrowMode::Shared };
                self.rely_on_std_for(inner);
                if let Ok(spot) = self.attempt(|s| s.locate_end(inner, end.starts_with("last"), by))
                {
                    return Located::Spot(spot);
                }
            }
        }
        // `&a[1..].first()…` and the like end here
        Located::Value(self.method_call(m, nested))
    }

    fn locate_end(&mut self, m: &syn::ExprMethodCall, last: bool, by: BorrowMode) -> Option<Spot> {
        let base = self.locate(&m.receiver);
        let (root, mut path, ty) = self.as_place(base)?;
        if self.is_array_type(&ty) {
            return None;
        }
        let element = self.types.element(&ty)?;
        let span = m.method.span();
        let index = if last {
            let len = self.len_of(root, &path, span);
            let one = self.int(1, span);
            self.emit(
                "last",
                Ty::USIZE,
                Op::Prim(crate::primitives::Prim::Sub, vec![len, one]),
                span,
            )
        } else {
            self.int(0, span)
        };
        path.push(Step::Index(index));
        Some(Spot { root, path, ty: element, by })
    }

    /// The root and the path of a located expression, if it is one variable or a place below one.
    pub fn as_place(&mut self, located: Located) -> Option<(Root, Vec<Step>, Ty)> {
        match located {
            Located::Spot(s) => Some((s.root, s.path, s.ty)),
            Located::Value(Value::Var(v, _)) => Some((Root::Var(v), Vec::new(), self.ty(v))),
            Located::Value(Value::Alias(a)) => Some((Root::Slot(a.slot), a.path, a.ty)),
            _ => None,
        }
    }

    /// The current version of a root.
    pub fn current_version(&mut self, root: Root, span: Span) -> Var {
        match root {
            Root::Var(v) => v,
            Root::Slot(s) => match self.ssa.env.get(s).copied().flatten() {
                Some(v) => self.current_view(s, v, span),
                None => self.report_unset(s, span),
            },
        }
    }

    /// A slot without a name, for a value that is changed in place.
    pub fn temporary_slot(&mut self, v: Var) -> SlotId {
        let (name, ty, span) = (self.f.name(v).to_string(), self.ty(v), self.f.info(v).span);
        let own = if self.ssa.env.contains(&Some(v)) { self.copy(v, span) } else { v };
        self.slot(&name, ty, true, Some(own))
    }

    pub fn len_of(&mut self, root: Root, path: &[Step], span: Span) -> Var {
        let root = self.current_version(root, span);
        self.emit("len", Ty::USIZE, Op::Len(Place { root, path: path.to_vec() }), span)
    }
}

/// An expression without the parentheses around it.
pub fn unparen(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => unparen(&p.expr),
        Expr::Group(g) => unparen(&g.expr),
        e => e,
    }
}

/// Whether an expression names a place.
pub fn is_place(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Path(_) => true,
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => is_place(&i.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_place(&u.expr),
        _ => false,
    }
}

/// Adds captures that are not in the list yet.
pub fn merge_captures(captures: &mut Vec<Capture>, more: Vec<Capture>) {
    for capture in more {
        if !captures.iter().any(|c| c.name == capture.name) {
            captures.push(capture);
        }
    }
}

/// Why an expression cannot be assigned to.
pub fn reason_not_assignable(at: &Expr) -> &'static str {
    match unparen(at) {
        Expr::Field(_) => {
            "the fields of this value cannot be assigned to, since it is temporary or its type has \
             no derivative: bind it with `let mut` first"
        }
        Expr::Unary(_) => {
            "cannot infer the referent of this, so it cannot be assigned to: assign to a variable, \
             or to an element of an array or tuple, or return the value"
        }
        _ => {
            "this cannot be assigned to here: assign to a variable, or to an element of an array \
             or tuple"
        }
    }
}
