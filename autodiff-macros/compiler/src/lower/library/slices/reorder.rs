//! Methods that reorder the elements of a sequence.

use super::Target;
use crate::lower::places::place::Root;
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use syn::Expr;

impl Lowerer<'_> {
    /// `rotate_left` and `rotate_right`
    pub(super) fn rotate(&mut self, t: &Target, k: &Expr, left: bool, span: Span) {
        let k = self.index(k);
        let n = self.length(t, span);
        self.check(
            quote!(::core::assert!(mid <= len, "assertion failed: mid <= self.len()")),
            &[("mid", k), ("len", n)],
            span,
        );
        let by =
            if left { k } else { self.emit("k", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, k]), span) };
        self.gather(t, n, span, |s, i| {
            let sum = s.add(i, by, span);
            s.emit("from", Ty::USIZE, Op::Prim(Prim::Rem, vec![sum, n]), span)
        });
    }

    /// The permutation has no derivative; applying it is linear.
    pub(super) fn sort(&mut self, t: &Target, compare: TokenStream, by_key: bool, span: Span) {
        let root = self.current_version(Root::Slot(t.slot), span);
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
}
