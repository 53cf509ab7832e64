//! Methods of sequences: those that change one are loops of reads, updates, pushes and swaps.

use crate::lower::control::flow::Finish;
use crate::lower::control::loops::Runs;
use crate::lower::iterate::{Items, Iter};
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::{Expr, ExprMethodCall};

/// The methods, with their numbers of arguments.
const METHODS: &[(&str, usize)] = &[
    ("first", 0),
    ("last", 0),
    ("front", 0),
    ("back", 0),
    ("get", 1),
    ("first_mut", 0),
    ("last_mut", 0),
    ("front_mut", 0),
    ("back_mut", 0),
    ("get_mut", 1),
    ("split_at", 1),
    ("split_at_mut", 1),
    ("split_first", 0),
    ("split_last", 0),
    ("split_first_mut", 0),
    ("split_last_mut", 0),
    ("map", 1),
    ("concat", 0),
    ("fill", 1),
    ("reverse", 0),
    ("copy_from_slice", 1),
    ("clone_from_slice", 1),
    ("extend", 1),
    ("extend_from_slice", 1),
    ("append", 1),
    ("truncate", 1),
    ("resize", 2),
    ("insert", 2),
    ("remove", 1),
    ("swap_remove", 1),
    ("rotate_left", 1),
    ("rotate_right", 1),
    ("retain", 1),
    ("drain", 1),
    ("split_off", 1),
    ("copy_within", 2),
    ("dedup", 0),
    ("dedup_by", 1),
    ("sort", 0),
    ("sort_unstable", 0),
    ("sort_by", 1),
    ("sort_unstable_by", 1),
    ("sort_by_key", 1),
    ("sort_unstable_by_key", 1),
];

/// Whether a method is one of sequences that is understood.
pub fn is_method(name: &str, arguments: usize) -> bool {
    METHODS.contains(&(name, arguments))
}

/// A sequence that is changed.
#[derive(Clone)]
struct Target {
    slot: SlotId,
    path: Vec<Step>,
    ty: Ty,
    element: Ty,
}

impl Lowerer<'_> {
    /// A method of a sequence; `None` if it is not understood.
    pub fn slice_method(&mut self, m: &ExprMethodCall, located: Located) -> Option<Value> {
        let span = m.method.span();
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        match (name.as_str(), &args[..]) {
            (
                "first" | "last" | "front" | "back" | "get" | "first_mut" | "last_mut"
                | "front_mut" | "back_mut" | "get_mut",
                _,
            ) => {
                let by =
                    if name.ends_with("_mut") { BorrowMode::Unique } else { BorrowMode::Shared };
                let (root, path, ty) = self.as_place(located)?;
                if name.starts_with("front") || name.starts_with("back") {
                    self.is_container(&ty, End::Back);
                }
                self.element_maybe(root, path, &ty, &name, args.first().copied(), by, span)
            }
            ("split_at" | "split_at_mut", [at]) => {
                let (root, path, ty) = self.as_place(located)?;
                let at = self.operand_var(at);
                self.unify_var(at, &Ty::USIZE);
                let by =
                    if name.ends_with("_mut") { BorrowMode::Unique } else { BorrowMode::Shared };
                let (left, right) = self.halves(root, &path, &ty, at, at, by)?;
                Some(Value::Tuple(vec![
                    self.value_of(Located::Spot(left), span),
                    self.value_of(Located::Spot(right), span),
                ]))
            }
            ("split_first" | "split_last" | "split_first_mut" | "split_last_mut", []) => {
                let (root, path, ty) = self.as_place(located)?;
                self.split_end(root, path, &ty, &name, span)
            }
            ("map", [f]) => {
                let (root, path, ty) = self.as_place(located.clone())?;
                let Ty::Array(_, length) = self.types.shallow(&ty) else { return None };
                let n = self.len_of(root, &path, span);
                // an array behind a reference is copied
                let items = self.sequence(located, Some(BorrowMode::Value), &m.receiver)?;
                let f = self.callable(f)?;
                Some(self.array_from(length, &Iter::Items(Items::Map(Box::new(items), f)), n, span))
            }
            ("concat", []) => {
                let items = self.sequence(located, Some(BorrowMode::Shared), &m.receiver)?;
                let flat = Iter::FlatMap(Rc::new(Iter::Items(items)), None);
                Some(self.cloned_into_one(&flat, span))
            }
            _ => {
                let target = self.target_of(located)?;
                self.changing_method(m, &name, &args, &target)
            }
        }
    }

    /// `[a, b].concat()` of slices that are not stored anywhere.
    pub fn concatenated(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let Expr::Array(array) = unparen(&m.receiver) else { return None };
        if m.method != "concat" || !m.args.is_empty() || array.elems.is_empty() {
            return None;
        }
        let span = m.method.span();
        let all: Vec<Rc<Iter>> =
            array.elems.iter().map(|e| self.iterable(e)).collect::<Option<_>>()?;
        let whole = all.into_iter().reduce(|a, b| Rc::new(Iter::Chain(a, b)))?;
        Some(self.cloned_into_one(&whole, span))
    }

    fn cloned_into_one(&mut self, items: &Iter, span: Span) -> Value {
        let whole = self.collected(items, span);
        self.note_clones(&whole, span);
        whole
    }

    fn target_of(&mut self, located: Located) -> Option<Target> {
        let (slot, path, ty) = match located {
            Located::Spot(Spot { root: Root::Slot(slot), path, ty, by })
                if by != BorrowMode::Shared =>
            {
                (slot, path, ty)
            }
            Located::Value(Value::Alias(a)) => (a.slot, a.path, a.ty),
            _ => return None,
        };
        if self.slots[slot].reference && !self.slots[slot].unique {
            return None;
        }
        if matches!(self.types.shallow(&ty), Ty::Infer(_)) {
            let vec = Ty::Vec(Box::new(self.types.any()));
            self.types.unify(&ty, &vec);
        }
        let element = self.types.element(&ty)?;
        Some(Target { slot, path, ty, element })
    }

    /// A method that changes a sequence.
    fn changing_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        args: &[&Expr],
        t: &Target,
    ) -> Option<Value> {
        let span = m.method.span();
        let unit = Value::Tuple(Vec::new());
        match (name, args) {
            ("fill", [x]) => {
                self.note_clone(&t.element, span);
                let x = self.operand(x);
                let x = self.element(x, span);
                self.unify_var(x, &t.element);
                let n = self.length(t, span);
                self.each_index(n, false, span, |s, i| s.set(t, i, x, span));
            }
            ("reverse", []) => {
                let n = self.length(t, span);
                let two = self.int(2, span);
                let half = self.emit("half", Ty::USIZE, Op::Prim(Prim::Div, vec![n, two]), span);
                self.each_index(half, false, span, |s, i| {
                    let one = s.int(1, span);
                    let last = s.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, one]), span);
                    let j = s.emit("j", Ty::USIZE, Op::Prim(Prim::Sub, vec![last, i]), span);
                    s.swap_elements(t, i, j, span);
                });
            }
            ("copy_from_slice" | "clone_from_slice", [source]) => {
                if name == "clone_from_slice" {
                    self.note_clone(&t.element, span);
                }
                let items = self.elements_of(source)?;
                let (n, of) = (self.length(t, span), self.count(&items, span)?);
                self.check(
                    quote!(::core::assert!(left == right,
                "copy_from_slice: source slice length does not match destination slice length")),
                    &[("left", n), ("right", of)],
                    span,
                );
                self.each_index(n, false, span, |s, i| {
                    let item = s.item_at(&items, i, span);
                    let x = s.owned_element(item, span);
                    s.unify_var(x, &t.element);
                    s.set(t, i, x, span);
                });
            }
            ("extend" | "extend_from_slice", [source]) => {
                if name == "extend_from_slice" {
                    self.note_clone(&t.element, span);
                }
                let source = self.iterable(source)?;
                self.run(&source, span, &mut |s, v, _| {
                    let x = s.owned_element(v, span);
                    s.push_to(t, Value::Var(x, false), span);
                });
            }
            ("append", [source]) => {
                let located = self.locate(source);
                let from = self.target_of(located.clone())?;
                let items = self.sequence(located, Some(BorrowMode::Unique), source)?;
                self.run(&Iter::Items(items), span, &mut |s, v, _| {
                    let x = s.owned_element(v, span);
                    s.push_to(t, Value::Var(x, false), span);
                });
                self.replace_by(
                    &from,
                    |s| s.emit("empty", from.ty.clone(), Op::Array(Vec::new()), span),
                    span,
                );
            }
            ("truncate", [n]) => {
                let n = self.index(n);
                self.shorten(t, n, span);
            }
            ("resize", [n, x]) => {
                self.note_clone(&t.element, span);
                let n = self.index(n);
                let x = self.operand(x);
                let x = self.element(x, span);
                self.unify_var(x, &t.element);
                self.shorten(t, n, span);
                let len = self.length(t, span);
                let more = self.less(n, len, span);
                self.each_index(more, false, span, |s, _| s.push_to(t, Value::Var(x, false), span));
            }
            ("insert", [i, x]) => {
                let i = self.index(i);
                let x = self.operand(x);
                let len = self.length(t, span);
                self.check(
                    quote!(::core::assert!(
                        index <= len,
                        "insertion index (is {index}) should be <= len (is {len})"
                    )),
                    &[("index", i), ("len", len)],
                    span,
                );
                self.push_to(t, x, span);
                self.move_through(t, i, len, true, span);
            }
            ("remove", [i]) => {
                let i = self.index(i);
                let len = self.length(t, span);
                if matches!(self.types.shallow(&t.ty), Ty::Deque(_)) {
                    let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![i, len]), span);
                    let value = self.choose(
                        some,
                        span,
                        |s| s.remove(t, i, len, End::Back, m),
                        |_| Value::Never,
                    );
                    return Some(Value::Option(Box::new(OptionValue {
                        some,
                        payload: Payload::Value(value),
                    })));
                }
                self.check(
                    quote!(::core::assert!(
                        index < len,
                        "removal index (is {index}) should be < len (is {len})"
                    )),
                    &[("index", i), ("len", len)],
                    span,
                );
                return Some(self.remove(t, i, len, End::Last, m));
            }
            ("swap_remove", [i]) => {
                let i = self.index(i);
                let len = self.length(t, span);
                self.check(
                    quote!(::core::assert!(
                        index < len,
                        "swap_remove index (is {index}) should be < len (is {len})"
                    )),
                    &[("index", i), ("len", len)],
                    span,
                );
                let one = self.int(1, span);
                let last = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, one]), span);
                self.swap_elements(t, i, last, span);
                return Some(self.pop_from(t.slot, t.path.clone(), t.ty.clone(), End::Last, m));
            }
            ("rotate_left" | "rotate_right", [k]) => {
                let k = self.index(k);
                let n = self.length(t, span);
                self.check(
                    quote!(::core::assert!(mid <= len, "assertion failed: mid <= self.len()")),
                    &[("mid", k), ("len", n)],
                    span,
                );
                let by = if name == "rotate_left" {
                    k
                } else {
                    self.emit("k", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, k]), span)
                };
                self.gather(t, n, span, |s, i| {
                    let sum = s.add(i, by, span);
                    s.emit("from", Ty::USIZE, Op::Prim(Prim::Rem, vec![sum, n]), span)
                });
            }
            ("retain", [f]) => {
                let f = self.callable(f)?;
                let located = Located::Spot(Spot {
                    root: Root::Slot(t.slot),
                    path: t.path.clone(),
                    ty: t.ty.clone(),
                    by: BorrowMode::Shared,
                });
                let items = self.sequence(located, Some(BorrowMode::Shared), &m.receiver)?;
                let kept = Iter::Copied(Rc::new(Iter::Filter(Rc::new(Iter::Items(items)), f)));
                let kept = self.filled(&kept, t.ty.clone(), span);
                let kept = self.scalar(kept, span);
                self.replace_by(t, |_| kept, span);
            }
            ("drain", [range]) => {
                let Expr::Range(range) = unparen(range) else { return None };
                let len = self.length(t, span);
                let (from, to) = self.ends(range, len, span);
                let part = self.copied_part(t, from, to, m)?;
                if range.end.is_some() {
                    let n = self.emit("n", Ty::USIZE, Op::Prim(Prim::Sub, vec![to, from]), span);
                    self.each_between(to, len, false, span, |s, i| {
                        let at = s.emit("j", Ty::USIZE, Op::Prim(Prim::Sub, vec![i, n]), span);
                        s.swap_elements(t, at, i, span);
                    });
                    let rest =
                        self.emit("rest", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, n]), span);
                    self.shorten(t, rest, span);
                } else {
                    self.shorten(t, from, span);
                }
                let items = Items::Elements {
                    root: Root::Var(part),
                    path: Vec::new(),
                    element: t.element.clone(),
                    by: BorrowMode::Value,
                };
                return Some(Value::Iter(Rc::new(Iter::Items(items))));
            }
            ("split_off", [at]) => {
                let at = self.index(at);
                let len = self.length(t, span);
                let part = self.copied_part(t, at, len, m)?;
                self.shorten(t, at, span);
                return Some(Value::Var(part, false));
            }
            ("copy_within", [range, to]) => {
                let Expr::Range(range) = unparen(range) else { return None };
                let len = self.length(t, span);
                let (from, end) = self.ends(range, len, span);
                let to = self.index(to);
                let part = self.copied_part(t, from, end, m)?;
                let n = self.emit("n", Ty::USIZE, Op::Prim(Prim::Sub, vec![end, from]), span);
                let last = self.add(to, n, span);
                self.check(
                    quote!(::core::assert!(end <= len, "dest is out of bounds")),
                    &[("end", last), ("len", len)],
                    span,
                );
                self.each_index(n, false, span, |s, i| {
                    let x = s.emit(
                        "x",
                        t.element.clone(),
                        Op::Read(Place { root: part, path: vec![Step::Index(i)] }),
                        span,
                    );
                    let at = s.add(to, i, span);
                    s.set(t, at, x, span);
                });
            }
            ("dedup" | "dedup_by", _) => {
                let f = match args.first() {
                    Some(f) => Some(self.callable(f)?),
                    None => None,
                };
                if f.is_none()
                    && !matches!(
                        self.types.shallow(&t.element),
                        Ty::Real(_) | Ty::Int(_) | Ty::Bool | Ty::Infer(_)
                    )
                {
                    return None;
                }
                self.dedup(t, f.as_ref(), m)?;
            }
            ("sort" | "sort_unstable", []) => {
                self.sort(t, quote!(|left, right| ::core::cmp::Ord::cmp(left, right)), false, span)
            }
            ("sort_by" | "sort_unstable_by", [f]) => {
                let f = self.plain_tokens(f)?;
                self.sort(t, f, false, span);
            }
            ("sort_by_key" | "sort_unstable_by_key", [f]) => {
                let f = self.plain_tokens(f)?;
                self.sort(t, f, true, span);
            }
            _ => return None,
        }
        Some(unit)
    }

    /// Removes an element, and moves those behind it.
    fn remove(&mut self, t: &Target, i: Var, len: Var, end: End, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let one = self.int(1, span);
        let last = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, one]), span);
        self.move_through(t, i, last, false, span);
        self.pop_from(t.slot, t.path.clone(), t.ty.clone(), end, m)
    }

    /// The ends of a range of indices of a sequence, checked as std does.
    fn ends(&mut self, range: &syn::ExprRange, len: Var, span: Span) -> (Var, Var) {
        let from = match &range.start {
            Some(e) => self.index(e),
            None => self.int(0, span),
        };
        let to = match &range.end {
            Some(e) => {
                let to = self.index(e);
                match range.limits {
                    syn::RangeLimits::Closed(_) => {
                        let one = self.int(1, span);
                        self.add(to, one, span)
                    }
                    syn::RangeLimits::HalfOpen(_) => to,
                }
            }
            None => len,
        };
        (from, to)
    }

    /// A Vec with copies of the elements between two indices.
    fn copied_part(&mut self, t: &Target, from: Var, to: Var, m: &ExprMethodCall) -> Option<Var> {
        let span = m.method.span();
        let len = self.length(t, span);
        self.check(
            quote!(::core::assert!(
                from <= to && to <= len,
                "range {from}..{to} out of range for slice of length {len}"
            )),
            &[("from", from), ("to", to), ("len", len)],
            span,
        );
        let located = Located::Spot(Spot {
            root: Root::Slot(t.slot),
            path: t.path.clone(),
            ty: t.ty.clone(),
            by: BorrowMode::Shared,
        });
        let items = self.sequence(located, Some(BorrowMode::Shared), &m.receiver)?;
        let n = self.emit("n", Ty::USIZE, Op::Prim(Prim::Sub, vec![to, from]), span);
        let items = Items::Take(Box::new(Items::Skip(Box::new(items), from)), n);
        let part = self.collected(&Iter::Items(Items::Copied(Box::new(items))), span);
        let part = self.scalar(part, span);
        let vec = Ty::Vec(Box::new(t.element.clone()));
        self.unify_var(part, &vec);
        Some(part)
    }

    /// Leaves out each element that is the same as the one kept before it.
    fn dedup(
        &mut self,
        t: &Target,
        f: Option<&crate::lower::functions::closure::Callable>,
        m: &ExprMethodCall,
    ) -> Option<()> {
        let span = m.method.span();
        let located = Located::Spot(Spot {
            root: Root::Slot(t.slot),
            path: t.path.clone(),
            ty: t.ty.clone(),
            by: BorrowMode::Shared,
        });
        let items = self.sequence(located, Some(BorrowMode::Shared), &m.receiver)?;
        let ty = Ty::Vec(Box::new(t.element.clone()));
        let empty = self.emit("kept", ty.clone(), Op::Array(Vec::new()), span);
        let kept = self.slot("kept", ty.clone(), true, Some(empty));
        self.run(&Iter::Items(items), span, &mut |s, v, _| {
            let len = s.len_of(Root::Slot(kept), &[], span);
            let zero = s.int(0, span);
            let first = s.emit("t", Ty::Bool, Op::Prim(Prim::Eq, vec![len, zero]), span);
            // `dedup_by` may change both
            let item = s.copied(v, span);
            let later = s.binding("later", item, true, span);
            let differs = s.choose(
                first,
                span,
                |s| Value::Var(s.bool(true, span), false),
                |s| {
                    let one = s.int(1, span);
                    let last = s.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, one]), span);
                    let spot = |by| Spot {
                        root: Root::Slot(kept),
                        path: vec![Step::Index(last)],
                        ty: t.element.clone(),
                        by,
                    };
                    let same = match f {
                        Some(f) => {
                            let both = vec![
                                s.unique_reference(&later),
                                s.value_of(Located::Spot(spot(BorrowMode::Unique)), span),
                            ];
                            s.apply(f, both, span)
                        }
                        None => {
                            let (a, b) = (
                                s.binding_value(&later, span),
                                s.borrow(&spot(BorrowMode::Shared), span),
                            );
                            let (a, b) = (s.scalar(a, span), s.scalar(b, span));
                            s.prim("t", Prim::Eq, vec![a, b], span)
                        }
                    };
                    let same = s.scalar(same, span);
                    Value::Var(s.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![same]), span), false)
                },
            );
            let differs = s.scalar(differs, span);
            s.choose(
                differs,
                span,
                |s| {
                    let item = s.binding_value(&later, span);
                    s.push_item(kept, item, span);
                    Value::Tuple(Vec::new())
                },
                |_| Value::Tuple(Vec::new()),
            );
        });
        let new = self.current(Root::Slot(kept), span);
        self.env[kept] = None;
        self.replace_by(t, |_| new, span);
        Some(())
    }

    // ---------- parts

    /// The places before and after an index.
    fn halves(
        &mut self,
        root: Root,
        path: &[Step],
        ty: &Ty,
        to: Var,
        from: Var,
        by: BorrowMode,
    ) -> Option<(Spot, Spot)> {
        let element = self.types.element(ty)?;
        let part = |step: Step| {
            let mut path = path.to_vec();
            path.push(step);
            Spot { root, path, ty: Ty::Slice(Box::new(element.clone())), by }
        };
        let left = part(Step::Slice { from: None, to: Some(to), inclusive: false });
        Some((left, part(Step::Slice { from: Some(from), to: None, inclusive: false })))
    }

    /// `split_first`, `split_last`
    fn split_end(
        &mut self,
        root: Root,
        path: Vec<Step>,
        ty: &Ty,
        name: &str,
        span: Span,
    ) -> Option<Value> {
        let element = self.types.element(ty)?;
        let by = if name.ends_with("_mut") { BorrowMode::Unique } else { BorrowMode::Shared };
        let len = self.len_of(root, &path, span);
        let (zero, one) = (self.int(0, span), self.int(1, span));
        let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Gt, vec![len, zero]), span);
        let most = self.emit("len", Ty::USIZE, Op::Prim(Prim::Max, vec![len, one]), span);
        let last = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, one]), span);
        let is_first = name.starts_with("split_first");
        let (before, after) = self.halves(root, &path, ty, last, one, by)?;
        let mut path = path;
        path.push(Step::Index(if is_first { zero } else { last }));
        let end = Spot { root, path, ty: element, by };
        Some(Value::Option(Box::new(OptionValue {
            some,
            payload: Payload::Pair(Box::new([end, if is_first { after } else { before }])),
        })))
    }

    // ---------- steps

    fn index(&mut self, e: &Expr) -> Var {
        let v = self.operand_var(e);
        self.unify_var(v, &Ty::USIZE);
        v
    }

    fn length(&mut self, t: &Target, span: Span) -> Var {
        self.len_of(Root::Slot(t.slot), &t.path, span)
    }

    /// The elements of an argument that is a slice.
    fn elements_of(&mut self, e: &Expr) -> Option<Items> {
        let located = self.locate(unparen(e));
        self.sequence(located, None, e)
    }

    /// A loop over the indices below a number.
    fn each_index(
        &mut self,
        n: Var,
        backward: bool,
        span: Span,
        body: impl FnOnce(&mut Self, Var),
    ) {
        let zero = self.int(0, span);
        self.each_between(zero, n, backward, span, body);
    }

    fn each_between(
        &mut self,
        from: Var,
        to: Var,
        backward: bool,
        span: Span,
        body: impl FnOnce(&mut Self, Var),
    ) {
        let context = self.enter(None, false);
        let index = self.f.fresh_primal("i", Ty::USIZE, span);
        self.named.insert(index);
        let adaptors = if backward { vec![Adaptor::Reverse] } else { Vec::new() };
        let runs = Runs::Range(Range { index, from, to, inclusive: false, adaptors });
        self.repeat_in(context, runs, span, |s| {
            body(s, index);
            s.finish_with(Value::Tuple(Vec::new()), Finish::Continue(context), span);
        });
        self.open.pop();
    }

    fn set(&mut self, t: &Target, index: Var, x: Var, span: Span) {
        let mut path = t.path.clone();
        path.push(Step::Index(index));
        let root = self.current(Root::Slot(t.slot), span);
        self.new_version(t.slot, Op::Update(Place { root, path }, x), span);
    }

    fn swap_elements(&mut self, t: &Target, i: Var, j: Var, span: Span) {
        let (mut a, mut b) = (t.path.clone(), t.path.clone());
        a.push(Step::Index(i));
        b.push(Step::Index(j));
        let root = self.current(Root::Slot(t.slot), span);
        self.new_version(t.slot, Op::Swap(root, a, b), span);
    }

    /// Overwrites a slice, of this type and with these elements, with as many elements.
    pub fn put_back(
        &mut self,
        slot: SlotId,
        path: Vec<Step>,
        (ty, element): (Ty, Ty),
        elements: Var,
        span: Span,
    ) {
        let t = Target { slot, path, ty, element };
        let n = self.length(&t, span);
        self.each_index(n, false, span, |s, i| {
            let x = s.emit(
                "x",
                t.element.clone(),
                Op::Read(Place { root: elements, path: vec![Step::Index(i)] }),
                span,
            );
            s.set(&t, i, x, span);
        });
    }

    /// Moves one element through those between two indices.
    fn move_through(&mut self, t: &Target, from: Var, to: Var, down: bool, span: Span) {
        self.each_between(from, to, down, span, |s, k| {
            let one = s.int(1, span);
            let next = s.add(k, one, span);
            s.swap_elements(t, k, next, span);
        });
    }

    fn push_to(&mut self, t: &Target, value: Value, span: Span) {
        if matches!(value, Value::Never) {
            return;
        }
        let x = self.element(value, span);
        self.unify_var(x, &t.element);
        let end = self.growing_end(&t.ty);
        self.append(t.slot, &t.path, end, x, span);
    }

    /// An item as an element of its own.
    fn owned_element(&mut self, value: Value, span: Span) -> Var {
        let value = self.copied(value, span);
        self.element_value(value, span)
    }

    /// Removes elements from the end until no more than a number is left.
    fn shorten(&mut self, t: &Target, n: Var, span: Span) {
        let len = self.length(t, span);
        let over = self.less(len, n, span);
        let end = self.growing_end(&t.ty);
        self.each_index(over, false, span, |s, _| {
            s.remove_at_end(t.slot, &t.path, end, t.element.clone(), span);
        });
    }

    fn replace_by(&mut self, t: &Target, new: impl FnOnce(&mut Self) -> Var, span: Span) {
        let new = new(self);
        if t.path.is_empty() {
            self.env[t.slot] = Some(new);
            self.adopt(new, t.slot);
            return;
        }
        let root = self.current(Root::Slot(t.slot), span);
        self.new_version(t.slot, Op::Update(Place { root, path: t.path.clone() }, new), span);
    }

    /// Makes each element the old one of another index.
    fn gather(&mut self, t: &Target, n: Var, span: Span, from: impl FnOnce(&mut Self, Var) -> Var) {
        let root = self.current(Root::Slot(t.slot), span);
        let of = if matches!(self.types.shallow(&t.ty), Ty::Slice(_)) {
            Ty::Vec(Box::new(t.element.clone()))
        } else {
            t.ty.clone()
        };
        let old = self.emit("old", of, Op::Read(Place { root, path: t.path.clone() }), span);
        self.each_index(n, false, span, |s, i| {
            let from = from(s, i);
            let x = s.emit(
                "x",
                t.element.clone(),
                Op::Read(Place { root: old, path: vec![Step::Index(from)] }),
                span,
            );
            s.set(t, i, x, span);
        });
    }

    /// Which element goes where has no derivative; that they go there is linear.
    fn sort(&mut self, t: &Target, compare: TokenStream, by_key: bool, span: Span) {
        let root = self.current(Root::Slot(t.slot), span);
        let values = if t.path.is_empty() {
            root
        } else {
            self.emit("part", t.ty.clone(), Op::View(Place { root, path: t.path.clone() }), span)
        };
        let mut captures = vec![Capture {
            name: "unsorted".into(),
            value: Tree::Leaf(values),
            by_reference: false,
        }];
        places::place::merge_captures(&mut captures, self.captures(compare.clone()));
        let (bound, call) = if by_key {
            (quote!(, K: ::core::cmp::Ord), quote!(order.sort_by_key(|i| compare(&values[*i]))))
        } else {
            (quote!(), quote!(order.sort_by(|i, j| compare(&values[*i], &values[*j]))))
        };
        let function = if by_key {
            quote!(impl FnMut(&T) -> K)
        } else {
            quote!(impl FnMut(&T, &T) -> ::core::cmp::Ordering)
        };
        let code = quote!({
            fn order<T #bound>(values: &[T], mut compare: #function)
                -> ::autodiff::__private::Vec<usize> {
                let mut order: ::autodiff::__private::Vec<usize> = (0..values.len()).collect();
                #call;
                order
            }
            order(&unsorted[..], #compare)
        });
        let opaque = Opaque { discrete: true, ..Opaque::new(code, captures, "an order") };
        let order =
            self.emit("order", Ty::Vec(Box::new(Ty::USIZE)), Op::Opaque(Box::new(opaque)), span);
        let n = self.length(t, span);
        self.gather(t, n, span, |s, i| {
            s.emit(
                "from",
                Ty::USIZE,
                Op::Read(Place { root: order, path: vec![Step::Index(i)] }),
                span,
            )
        });
    }

    pub fn check(&mut self, code: TokenStream, values: &[(&str, Var)], span: Span) {
        let captures = values
            .iter()
            .map(|(n, v)| Capture {
                name: n.to_string(),
                value: Tree::Leaf(*v),
                by_reference: false,
            })
            .collect();
        let opaque = Opaque { effect: true, ..Opaque::new(code, captures, "a check") };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }
}
