//! Unary, binary and logical operators. Those of user-defined types are in
//! [`crate::lower::calls::operators`].

use super::compound_primitive;
use crate::lower::*;
use crate::primitives::{Derivative, Expense, Prim, row};
use syn::{BinOp, Expr, UnOp};

impl Lowerer<'_> {
    pub(super) fn logical(&mut self, b: &syn::ExprBinary, and: bool) -> Value {
        let span = operator_span(&b.op);
        let left = self.ending_temporaries(
            ownership::drops::TemporariesEnd::There,
            span_of(&b.left),
            |s| s.bool_variable(&b.left),
        );
        self.unify_var(left, &Ty::Bool);
        let before = self.ssa.env.clone();
        let mut right = self.arm(&before, |s| {
            let v = s.bool_variable(&b.right);
            s.unify_var(v, &Ty::Bool);
            Value::Var(v, false)
        });
        if let Some((block, Value::Var(v, _))) =
            right.take_if_pure(&before, |lets| self.is_cheap(lets))
        {
            if let Some(current) = self.blocks.last_mut() {
                current.lets.extend(block.lets);
            }
            self.ssa.env = before;
            let prim = if and { Prim::BitAnd } else { Prim::BitOr };
            return Value::Var(
                self.emit("t", Ty::Bool, Op::Prim(prim, vec![left, v]), span),
                false,
            );
        }
        let other = self.arm(&before, |s| Value::Var(s.bool(!and, span), false));
        let ends = if and { vec![right, other] } else { vec![other, right] };
        self.merge(left, &before, ends, span)
    }

    /// Whether evaluating the lets needlessly is unobservable and cheap.
    fn is_cheap(&self, lets: &[Let]) -> bool {
        lets.len() <= 8
            && lets.iter().all(|l| match &l.op {
                Op::Literal(_) | Op::Len(Place { .. }) => true,
                Op::Cast(_) => true,
                Op::Prim(prim, args) => {
                    let row = row(*prim);
                    let real =
                        args.iter().all(|a| matches!(self.shallow(*a), Ty::Real(_) | Ty::Bool));
                    let compares = row.output == crate::primitives::Output::Bool;
                    row.expense == Expense::Flop
                        && (compares || (real && *prim != Prim::Clamp))
                        && !matches!(row.derivative, Derivative::OfARule)
                }
                _ => false,
            })
            && lets.iter().all(|l| !matches!(&l.op, Op::Len(p) if !p.path.is_empty()))
    }

    /// A dereference, a negation or a `!`.
    pub(super) fn unary(&mut self, e: &Expr, u: &syn::ExprUnary) -> Value {
        let span = span_of(e);
        match u.op {
            UnOp::Deref(_) => {
                let located = self.locate(e);
                let value = self.value_of(located, span);
                let value = self.own_closures_of_referent(value, span);
                let value = if matches!(value, Value::Tuple(_)) {
                    self.copy_referents(value, span)
                } else {
                    value
                };
                self.copy_referent(value, span)
            }
            UnOp::Neg(_) => self.negation(u, span),
            UnOp::Not(_) => {
                // `!` of an integer, unless the operand is a macro
                let value = self.bool_operand(&u.expr);
                if let Some(value) = self.user_not(&value, span) {
                    return value;
                }
                let x = self.scalar(value, u.expr.span());
                self.prim("t", Prim::Not, vec![x], span)
            }
            _ => self.fail(e, "this operator is not supported"),
        }
    }

    /// `-x`
    fn negation(&mut self, u: &syn::ExprUnary, span: Span) -> Value {
        let value = self.operand(&u.expr);
        if let Some(value) = self.user_negation(&value, span) {
            return value;
        }
        if matches!(value, Value::Tuple(_)) {
            return self.fail(
                &u.expr,
                "expected a single value, found a tuple: name the component, as in `.0`",
            );
        }
        let reference = is_reference(&value);
        let x = self.scalar(value, u.expr.span());
        if matches!(self.shallow(x), Ty::Foreign(_)) {
            let of = (!reference).then(|| quote::quote!(.clone()));
            let ty = self.shallow(x);
            return Value::Var(
                self.opaque_of(quote::quote!(-value #of), vec![("value", x)], ty, "t", span),
                false,
            );
        }
        self.number(x);
        self.prim("t", Prim::Neg, vec![x], span)
    }

    pub(super) fn binary(&mut self, b: &syn::ExprBinary) -> Value {
        match b.op {
            BinOp::And(_) => return self.logical(b, true),
            BinOp::Or(_) => return self.logical(b, false),
            _ => {}
        }
        if let Some(prim) = compound_primitive(&b.op) {
            return self.compound_assign(b, prim);
        }
        // a long chain `a + b + c + …` is a deep tree to the left: it is walked, not recursed into
        let mut spine = vec![b];
        let mut first = &*b.left;
        while let Expr::Binary(inner) = first {
            if operator(&inner.op).is_none() || !inner.attrs.is_empty() {
                break;
            }
            spine.push(inner);
            first = &inner.left;
        }
        let mut left = self.operand(first);
        for b in spine.into_iter().rev() {
            let span = operator_span(&b.op);
            let right = self.operand(&b.right);
            let Some(prim) = operator(&b.op) else {
                return self.fail(b, "this operator is not supported");
            };
            left = self.operate(prim, left, right, b, span);
        }
        left
    }

    pub(super) fn operate(
        &mut self,
        prim: Prim,
        left: Value,
        right: Value,
        at: &syn::ExprBinary,
        span: Span,
    ) -> Value {
        let compares = row(prim).output == crate::primitives::Output::Bool;
        match (&left, &right) {
            (Value::Tuple(a), Value::Tuple(b))
                if matches!(prim, Prim::Eq | Prim::Ne) && a.len() == b.len() =>
            {
                let (a, b) = (a.clone(), b.clone());
                let join = if prim == Prim::Eq { Prim::BitAnd } else { Prim::BitOr };
                let mut all: Option<Value> = None;
                for (a, b) in a.into_iter().zip(b) {
                    let one = self.operate(prim, a, b, at, span);
                    all = Some(match all {
                        None => one,
                        Some(all) => {
                            let args = vec![self.scalar(all, span), self.scalar(one, span)];
                            self.prim("t", join, args, span)
                        }
                    });
                }
                return match all {
                    Some(v) => v,
                    None => Value::Var(self.bool(prim == Prim::Eq, span), false),
                };
            }
            (Value::Tuple(_), _) | (_, Value::Tuple(_)) => {
                return self.fail(
                    at,
                    "this operator is not supported on tuples: apply it to the components",
                );
            }
            _ => {}
        }
        if let Some(value) = self.user_operator(prim, &left, &right, span) {
            return value;
        }
        let references = [is_reference(&left), is_reference(&right)];
        let (a, b) = (self.scalar(left, span), self.scalar(right, span));
        let (ta, tb) = (self.shallow(a), self.shallow(b));
        if ta.is_sequence() || tb.is_sequence() {
            if compares {
                return self.compare_sequences(prim, a, b, span);
            }
            return self.fail(
                at,
                "this operator is not supported on arrays: write a loop over the elements",
            );
        }
        if let Some(value) = self.text_operator(prim, [(a, &ta), (b, &tb)], references, span) {
            return value;
        }
        if !matches!(prim, Prim::Shl | Prim::Shr) {
            self.unify_var(a, &tb);
            self.unify_var(b, &ta);
        }
        if !compares
            && !matches!(prim, Prim::BitAnd | Prim::BitOr | Prim::BitXor | Prim::Shl | Prim::Shr)
        {
            self.number(a);
        }
        if matches!(prim, Prim::Shl | Prim::Shr) {
            let (ta, tb) = (self.ty(a), self.ty(b));
            self.types.narrow(&ta, Kind::Int);
            self.types.narrow(&tb, Kind::Int);
        }
        self.prim("t", prim, vec![a, b], span)
    }

    pub fn compare_sequences(&mut self, prim: Prim, a: Var, b: Var, span: Span) -> Value {
        self.compared_as(prim, a, b, false, span)
    }

    /// `a == b` on a user-defined type: by reference, so that neither is moved.
    pub fn compare_structs(&mut self, prim: Prim, a: Var, b: Var, span: Span) -> Value {
        self.compared_as(prim, a, b, true, span)
    }

    fn compared_as(&mut self, prim: Prim, a: Var, b: Var, by_reference: bool, span: Span) -> Value {
        let (x, y) =
            (proc_macro2::Ident::new("left", span), proc_macro2::Ident::new("right", span));
        let code = match prim {
            Prim::Eq => quote::quote!(#x == #y),
            Prim::Ne => quote::quote!(#x != #y),
            Prim::Lt => quote::quote!(#x < #y),
            Prim::Le => quote::quote!(#x <= #y),
            Prim::Gt => quote::quote!(#x > #y),
            _ => quote::quote!(#x >= #y),
        };
        let captures = [("left", a), ("right", b)].map(|(n, v)| Capture {
            name: n.into(),
            value: Tree::Leaf(v),
            by_reference,
        });
        let opaque =
            Opaque { discrete: true, ..Opaque::new(code, captures.to_vec(), "a comparison") };
        Value::Var(self.emit("t", Ty::Bool, Op::Opaque(Box::new(opaque)), span), false)
    }
}

/// Whether a value is a reference to a variable.
fn is_reference(value: &Value) -> bool {
    matches!(value, Value::Var(_, true) | Value::Alias(_))
}

/// The primitive of an operator.
fn operator(op: &BinOp) -> Option<Prim> {
    Some(match op {
        BinOp::Add(_) => Prim::Add,
        BinOp::Sub(_) => Prim::Sub,
        BinOp::Mul(_) => Prim::Mul,
        BinOp::Div(_) => Prim::Div,
        BinOp::Rem(_) => Prim::Rem,
        BinOp::BitXor(_) => Prim::BitXor,
        BinOp::BitAnd(_) => Prim::BitAnd,
        BinOp::BitOr(_) => Prim::BitOr,
        BinOp::Shl(_) => Prim::Shl,
        BinOp::Shr(_) => Prim::Shr,
        BinOp::Eq(_) => Prim::Eq,
        BinOp::Ne(_) => Prim::Ne,
        BinOp::Lt(_) => Prim::Lt,
        BinOp::Le(_) => Prim::Le,
        BinOp::Gt(_) => Prim::Gt,
        BinOp::Ge(_) => Prim::Ge,
        _ => return None,
    })
}
