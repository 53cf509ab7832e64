//! Methods that change the elements of a sequence or their count.

use super::Target;
use crate::lower::functions::closure::Callable;
use crate::lower::iterate::{Items, Iter};
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// A method that changes a sequence.
    pub(super) fn changing_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        args: &[&Expr],
        t: &Target,
    ) -> Option<Value> {
        let span = m.method.span();
        match (name, args) {
            ("fill", [x]) => self.fill_elements(t, x, span),
            ("reverse", []) => self.reverse_elements(t, span),
            ("copy_from_slice" | "clone_from_slice", [source]) => {
                if name == "clone_from_slice" {
                    self.note_clone(&t.element, span);
                }
                self.copy_from_slice(t, source, span)?;
            }
            ("extend" | "extend_from_slice", [source]) => {
                if name == "extend_from_slice" {
                    self.note_clone(&t.element, span);
                }
                self.extend_by(t, source, span)?;
            }
            ("append", [source]) => self.append_all_of(t, source, span)?,
            ("truncate", [n]) => {
                let n = self.index(n);
                self.shorten(t, n, span);
            }
            ("resize", [n, x]) => self.resize(t, n, x, span),
            ("insert", [i, x]) => self.insert_element(t, i, x, span),
            ("remove", [i]) => return Some(self.remove_element(t, i, m)),
            ("swap_remove", [i]) => return Some(self.swap_remove(t, i, m)),
            ("rotate_left" | "rotate_right", [k]) => {
                self.rotate(t, k, name == "rotate_left", span);
            }
            ("retain", [f]) => self.retain(t, f, m)?,
            ("drain", [range]) => return self.drain(t, range, m),
            ("split_off", [at]) => return self.split_off(t, at, m),
            ("copy_within", [range, to]) => self.copy_within(t, range, to, m)?,
            ("dedup" | "dedup_by", _) => self.dedup(t, args.first().copied(), m)?,
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
        Some(Value::Tuple(Vec::new()))
    }

    /// `fill`
    fn fill_elements(&mut self, t: &Target, x: &Expr, span: Span) {
        self.note_clone(&t.element, span);
        let x = self.operand(x);
        let x = self.element(x, span);
        self.unify_var(x, &t.element);
        let n = self.length(t, span);
        self.each_index(n, false, span, |s, i| s.set(t, i, x, span));
    }

    /// `copy_from_slice` and `clone_from_slice`
    fn copy_from_slice(&mut self, t: &Target, source: &Expr, span: Span) -> Option<()> {
        let items = self.elements_of(source)?;
        let (n, of) = (self.length(t, span), self.count(&items, span)?);
        self.check(
            quote!(::core::assert!(
                left == right,
                "copy_from_slice: source slice length does not match destination slice length"
            )),
            &[("left", n), ("right", of)],
            span,
        );
        self.each_index(n, false, span, |s, i| {
            let item = s.item_at(&items, i, span);
            let x = s.owned_element(item, span);
            s.unify_var(x, &t.element);
            s.set(t, i, x, span);
        });
        Some(())
    }

    /// `extend` and `extend_from_slice`
    fn extend_by(&mut self, t: &Target, source: &Expr, span: Span) -> Option<()> {
        let source = self.iterable(source)?;
        self.run(&source, span, &mut |s, v, _| {
            let x = s.owned_element(v, span);
            s.push_to(t, Value::Var(x, false), span);
        });
        Some(())
    }

    /// `append`, which leaves the other sequence empty.
    fn append_all_of(&mut self, t: &Target, source: &Expr, span: Span) -> Option<()> {
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
        Some(())
    }

    /// `resize`
    fn resize(&mut self, t: &Target, n: &Expr, x: &Expr, span: Span) {
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

    /// `insert`
    fn insert_element(&mut self, t: &Target, i: &Expr, x: &Expr, span: Span) {
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

    /// `remove`: the element, or an `Option` of it for a `VecDeque`.
    fn remove_element(&mut self, t: &Target, i: &Expr, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let i = self.index(i);
        let len = self.length(t, span);
        if matches!(self.types.shallow(&t.ty), Ty::Deque(_)) {
            let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![i, len]), span);
            let value = self.value_if(some, span, |s| s.remove(t, i, len, End::Back, m));
            return Value::Option(Box::new(OptionValue { some, payload: Payload::Value(value) }));
        }
        self.check(
            quote!(::core::assert!(
                index < len,
                "removal index (is {index}) should be < len (is {len})"
            )),
            &[("index", i), ("len", len)],
            span,
        );
        self.remove(t, i, len, End::Last, m)
    }

    /// `swap_remove`
    fn swap_remove(&mut self, t: &Target, i: &Expr, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
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
        self.pop_from(t.slot, t.path.clone(), t.ty.clone(), End::Last, m)
    }

    /// `retain`
    fn retain(&mut self, t: &Target, f: &Expr, m: &ExprMethodCall) -> Option<()> {
        let span = m.method.span();
        let f = self.callable(f)?;
        let items = self.sequence(t.shared(), Some(BorrowMode::Shared), &m.receiver)?;
        let retained = Iter::Copied(Rc::new(Iter::Filter(Rc::new(Iter::Items(items)), f)));
        let retained = self.filled(&retained, t.ty.clone(), span);
        let retained = self.scalar(retained, span);
        self.replace_by(t, |_| retained, span);
        Some(())
    }

    /// `drain`: the items are copied out before the elements after them move up.
    fn drain(&mut self, t: &Target, range: &Expr, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
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
            let rest = self.emit("rest", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, n]), span);
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
        Some(Value::Iter(Rc::new(Iter::Items(items))))
    }

    /// `split_off`
    fn split_off(&mut self, t: &Target, at: &Expr, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let at = self.index(at);
        let len = self.length(t, span);
        let part = self.copied_part(t, at, len, m)?;
        self.shorten(t, at, span);
        Some(Value::Var(part, false))
    }

    /// `copy_within`
    fn copy_within(
        &mut self,
        t: &Target,
        range: &Expr,
        to: &Expr,
        m: &ExprMethodCall,
    ) -> Option<()> {
        let span = m.method.span();
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
        Some(())
    }

    /// `dedup` and `dedup_by`
    fn dedup(&mut self, t: &Target, f: Option<&Expr>, m: &ExprMethodCall) -> Option<()> {
        let f = match f {
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
        self.leave_out_repeated(t, f.as_ref(), m)
    }

    /// Removes an element, and moves up those after it.
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

    /// A `Vec` with copies of the elements between two indices.
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
        let items = self.sequence(t.shared(), Some(BorrowMode::Shared), &m.receiver)?;
        let n = self.emit("n", Ty::USIZE, Op::Prim(Prim::Sub, vec![to, from]), span);
        let items = Items::Take(Box::new(Items::Skip(Box::new(items), from)), n);
        let part = self.collected(&Iter::Items(Items::Copied(Box::new(items))), span);
        let part = self.scalar(part, span);
        let vec = Ty::Vec(Box::new(t.element.clone()));
        self.unify_var(part, &vec);
        Some(part)
    }

    /// Removes each element that is equal to the last retained one before it.
    fn leave_out_repeated(
        &mut self,
        t: &Target,
        f: Option<&Callable>,
        m: &ExprMethodCall,
    ) -> Option<()> {
        let span = m.method.span();
        let items = self.sequence(t.shared(), Some(BorrowMode::Shared), &m.receiver)?;
        let ty = Ty::Vec(Box::new(t.element.clone()));
        let empty = self.emit("retained", ty.clone(), Op::Array(Vec::new()), span);
        let retained = self.slot("retained", ty.clone(), true, Some(empty));
        self.run(&Iter::Items(items), span, &mut |s, v, _| {
            let len = s.len_of(Root::Slot(retained), &[], span);
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
                    let same = s.is_same_as_last(retained, len, &later, (t, f), span);
                    Value::Var(s.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![same]), span), false)
                },
            );
            let differs = s.scalar(differs, span);
            s.choose(
                differs,
                span,
                |s| {
                    let item = s.binding_value(&later, span);
                    s.push_item(retained, item, span);
                    Value::Tuple(Vec::new())
                },
                |_| Value::Tuple(Vec::new()),
            );
        });
        let new = self.current(Root::Slot(retained), span);
        self.ssa.env[retained] = None;
        self.replace_by(t, |_| new, span);
        Some(())
    }

    /// Whether an element is equal to the last one that was retained.
    fn is_same_as_last(
        &mut self,
        retained: SlotId,
        len: Var,
        later: &Binding,
        (t, f): (&Target, Option<&Callable>),
        span: Span,
    ) -> Var {
        let one = self.int(1, span);
        let last = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, one]), span);
        let spot = |by| Spot {
            root: Root::Slot(retained),
            path: vec![Step::Index(last)],
            ty: t.element.clone(),
            by,
        };
        let same = match f {
            Some(f) => {
                let both = vec![
                    self.unique_reference(later),
                    self.value_of(Located::Spot(spot(BorrowMode::Unique)), span),
                ];
                self.apply(f, both, span)
            }
            None => {
                let (a, b) =
                    (self.binding_value(later, span), self.borrow(&spot(BorrowMode::Shared), span));
                let (a, b) = (self.scalar(a, span), self.scalar(b, span));
                self.prim("t", Prim::Eq, vec![a, b], span)
            }
        };
        self.scalar(same, span)
    }
}
