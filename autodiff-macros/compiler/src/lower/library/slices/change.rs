//! Methods that change the elements of a sequence or their count.

use super::Target;
use crate::lower::iterate::{Items, Iter};
use crate::lower::places::place::{BorrowMode, Root, unparen};
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
            ("extend" | "extend_from_slice", [source]) => {
                if name == "extend_from_slice" {
                    self.note_clone(&t.element, span);
                }
                self.extend_by(t, source, span)?;
            }
            ("truncate", [n]) => {
                let n = self.index(n);
                self.shorten(t, n, span);
            }
            ("rotate_left" | "rotate_right", [k]) => {
                self.rotate(t, k, name == "rotate_left", span);
            }
            ("retain", [f]) => self.retain(t, f, m)?,
            ("drain", [range]) => return self.drain(t, range, m),
            ("split_off", [at]) => return self.split_off(t, at, m),
            ("sort" | "sort_unstable", []) => {
                self.sort(t, quote!(|left, right| ::core::cmp::Ord::cmp(left, right)), false, span)
            }
            ("sort_by" | "sort_unstable_by", [f]) => {
                let f = self.plain_tokens(f)?;
                self.sort(t, f, false, span);
            }
            ("sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key", [f]) => {
                let f = self.plain_tokens(f)?;
                self.sort(t, f, true, span);
            }
            _ => return self.method_of_target(t, m),
        }
        Some(Value::Tuple(Vec::new()))
    }

    /// A method that is lowered as its body.
    fn method_of_target(&mut self, t: &Target, m: &ExprMethodCall) -> Option<Value> {
        let Target { slot, path, ty, .. } = t.clone();
        let is_deque = matches!(self.types.shallow(&ty), Ty::Deque(_));
        let this = Binding::Alias(Alias { slot, path, ty });
        let of_deque = is_deque.then(|| self.method_of_std_binding("VecDeque", this.clone(), m));
        of_deque.flatten().or_else(|| self.method_of_std_binding("Slice", this, m))
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
        self.check(
            quote!(::core::assert!(
                at <= len,
                "`at` split index (is {at}) should be <= len (is {len})"
            )),
            &[("at", at), ("len", len)],
            span,
        );
        let part = self.copied_part(t, at, len, m)?;
        self.shorten(t, at, span);
        Some(Value::Var(part, false))
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
            // the panic of an index, without the elements
            quote!({
                &::autodiff::__private::vec![(); len][from..to];
            }),
            &[("from", from), ("to", to), ("len", len)],
            span,
        );
        let items = self.sequence(t.shared(), Some(BorrowMode::Shared), &m.receiver)?;
        let n = self.emit("n", Ty::USIZE, Op::Prim(Prim::Sub, vec![to, from]), span);
        let items = Items::Take(Box::new(Items::Skip(Box::new(items), from)), n);
        let part = self.collect_items(&Iter::Items(Items::Copied(Box::new(items))), span);
        let part = self.scalar(part, span);
        let vec = Ty::Vec(Box::new(t.element.clone()));
        self.unify_var(part, &vec);
        Some(part)
    }
}
