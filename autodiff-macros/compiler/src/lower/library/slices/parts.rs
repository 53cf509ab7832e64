//! Parts of a sequence that are places: an element, a range, or the two sides of an index.

use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::{BorrowMode, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use syn::Expr;

/// A sequence of which a part is selected.
pub(super) struct Sequence {
    pub root: Root,
    pub path: Vec<Step>,
    pub ty: Ty,
    /// How the part is borrowed.
    pub by: BorrowMode,
}

impl Lowerer<'_> {
    /// `a.get(from..to)`
    fn part_option(
        &mut self,
        of: Sequence,
        element: Ty,
        range: &syn::ExprRange,
        span: Span,
    ) -> Option<Value> {
        if matches!(range.limits, syn::RangeLimits::Closed(_)) {
            return None;
        }
        let Sequence { root, mut path, by, .. } = of;
        let len = self.len_of(root, &path, span);
        let from = match &range.start {
            Some(e) => self.operand_var(e),
            None => self.int(0, span),
        };
        let to = match &range.end {
            Some(e) => self.operand_var(e),
            None => len,
        };
        self.unify_var(from, &Ty::USIZE);
        self.unify_var(to, &Ty::USIZE);
        let ordered = self.emit("t", Ty::Bool, Op::Prim(Prim::Le, vec![from, to]), span);
        let inside = self.emit("t", Ty::Bool, Op::Prim(Prim::Le, vec![to, len]), span);
        let some = self.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![ordered, inside]), span);
        path.push(Step::Slice { from: Some(from), to: Some(to), inclusive: false });
        let spot = Spot { root, path, ty: Ty::Slice(Box::new(element)), by };
        Some(Value::Option(Box::new(OptionValue { some, payload: Payload::Spot(spot) })))
    }

    /// `a.first()`, `a.last()`, `a.get(i)` and their `_mut` forms.
    pub(super) fn element_option(
        &mut self,
        of: Sequence,
        name: &str,
        index: Option<&Expr>,
        span: Span,
    ) -> Option<Value> {
        let element = self.types.element(&of.ty)?;
        if let Some(Expr::Range(range)) = index.map(unparen) {
            return self.part_option(of, element, range, span);
        }
        let index = match index {
            Some(e) => {
                let v = self.operand_var(e);
                self.unify_var(v, &Ty::USIZE);
                Some(v)
            }
            None => None,
        };
        let Sequence { root, mut path, by, .. } = of;
        let len = self.len_of(root, &path, span);
        let zero = self.int(0, span);
        let (some, index) = match index {
            Some(i) => (self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![i, len]), span), i),
            None => {
                let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Gt, vec![len, zero]), span);
                if name.starts_with("last") || name.starts_with("back") {
                    let one = self.int(1, span);
                    // if the index is out of range, nothing is read
                    let most =
                        self.emit("len", Ty::USIZE, Op::Prim(Prim::Max, vec![len, one]), span);
                    (some, self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, one]), span))
                } else {
                    (some, zero)
                }
            }
        };
        path.push(Step::Index(index));
        Some(Value::Option(Box::new(OptionValue {
            some,
            payload: Payload::Spot(Spot { root, path, ty: element, by }),
        })))
    }

    /// The places before and after an index.
    pub(super) fn halves(&mut self, of: &Sequence, to: Var, from: Var) -> Option<(Spot, Spot)> {
        let element = self.types.element(&of.ty)?;
        let part = |step: Step| {
            let mut path = of.path.clone();
            path.push(step);
            Spot { root: of.root, path, ty: Ty::Slice(Box::new(element.clone())), by: of.by }
        };
        let left = part(Step::Slice { from: None, to: Some(to), inclusive: false });
        Some((left, part(Step::Slice { from: Some(from), to: None, inclusive: false })))
    }

    /// `split_first`, `split_last`
    pub(super) fn split_end(&mut self, of: Sequence, name: &str, span: Span) -> Option<Value> {
        let element = self.types.element(&of.ty)?;
        let len = self.len_of(of.root, &of.path, span);
        let (zero, one) = (self.int(0, span), self.int(1, span));
        let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Gt, vec![len, zero]), span);
        let most = self.emit("len", Ty::USIZE, Op::Prim(Prim::Max, vec![len, one]), span);
        let last = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, one]), span);
        let is_first = name.starts_with("split_first");
        let (before, after) = self.halves(&of, last, one)?;
        let Sequence { root, mut path, by, .. } = of;
        path.push(Step::Index(if is_first { zero } else { last }));
        let end = Spot { root, path, ty: element, by };
        Some(Value::Option(Box::new(OptionValue {
            some,
            payload: Payload::Pair(Box::new([end, if is_first { after } else { before }])),
        })))
    }
}
