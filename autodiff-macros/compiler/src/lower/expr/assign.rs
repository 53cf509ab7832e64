//! Assignments, to places and to patterns of places.

use crate::lower::desugar::order::EvaluatedFirst;
use crate::lower::places::place::{BorrowMode, Located, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use syn::Expr;

impl Lowerer<'_> {
    pub(super) fn compound_assign(&mut self, b: &syn::ExprBinary, prim: Prim) -> Value {
        if let Some(value) = self.assign_behind_guard(&b.left, b.op.to_token_stream(), &b.right) {
            return value;
        }
        if library::collections::is_through_method(&b.left)
            && let Some(value) =
                self.change_of_entry(&b.left, Some((b.op.to_token_stream(), &b.right)))
        {
            return value;
        }
        if let Some(element) = self.user_element_in(&b.left)
            && let Some(value) = self.compound_in_element(&element, b, prim)
        {
            return value;
        }
        let located =
            (self.first_operand(b) == EvaluatedFirst::Place).then(|| self.locate(&b.left));
        let right = self.expr(&b.right);
        let span = operator_span(&b.op);
        self.resume(span, |s| {
            let mut located = located.unwrap_or_else(|| s.locate(&b.left));
            // an element that a user-defined `index_mut` finds is changed in a variable, and
            // written back
            let mut element = None;
            if let Located::User(own) = located {
                let value = s.read_user_place(&own, span);
                let var = s.scalar(value, span);
                let ty = s.ty(var);
                let slot = s.slot("element", ty.clone(), true, Some(var));
                element = Some((own, slot));
                located = Located::Spot(Spot {
                    root: places::place::Root::Slot(slot),
                    path: Vec::new(),
                    ty,
                    by: BorrowMode::Value,
                });
            }
            let value = s.assign_compound(b, prim, right, located);
            if let Some((own, slot)) = element
                && let Some(new) = s.ssa.env[slot].take()
            {
                s.update_user_place(&own, Value::Var(new, false), &b.left);
            }
            value
        })
    }

    fn assign_compound(
        &mut self,
        b: &syn::ExprBinary,
        prim: Prim,
        right: Value,
        located: Located,
    ) -> Value {
        let (s, span) = (self, operator_span(&b.op));
        let place = match located {
            Located::Spot(spot) => Located::Spot(Spot { by: BorrowMode::Value, ..spot }),
            Located::Value(Value::Alias(a)) => Located::Spot(Spot {
                root: places::place::Root::Slot(a.slot),
                path: a.path,
                ty: a.ty,
                by: BorrowMode::Value,
            }),
            other => other,
        };
        if let Located::Spot(spot) = &place
            && let Some(value) = s.user_compound(prim, spot, &right, span)
        {
            return value;
        }
        let old = match &place {
            Located::Spot(spot) => s.read(spot, span),
            Located::Value(never @ Value::Never(_)) => return never.clone(),
            Located::Code(_) => {
                return s.fail(
                    &b.left,
                    "a differentiated function cannot write to a static or another place outside \
                     it: pass the value in, and return the new one",
                );
            }
            Located::Value(value @ Value::Var(v, _)) if s.is_error(*v) => return value.clone(),
            _ => return s.fail(&b.left, places::place::reason_not_assignable(&b.left)),
        };
        if s.is_user_defined(&old) {
            return s.fail(
                &b.left,
                "this place is borrowed as shared or temporary, so it cannot be changed: make a \
                 copy with `let mut` first",
            );
        }
        let new = s.operate(prim, old, right, b, span);
        s.write(place, new, &b.left);
        Value::Tuple(Vec::new())
    }

    pub(super) fn assign(&mut self, a: &syn::ExprAssign) -> Value {
        if let Some(value) =
            self.assign_behind_guard(&a.left, a.eq_token.to_token_stream(), &a.right)
        {
            return value;
        }
        if library::collections::is_through_method(&a.left)
            && let Some(value) =
                self.change_of_entry(&a.left, Some((a.eq_token.to_token_stream(), &a.right)))
        {
            return value;
        }
        let element = self.user_element_in(&a.left);
        let value = self.expr(&a.right);
        self.resume(a.eq_token.span, |s| {
            let assigned = |s: &mut Self, left: Expr| {
                s.assign_to(&left, value);
                Value::Tuple(Vec::new())
            };
            match element {
                Some(element) => {
                    s.changed_element(&element, &a.left, assigned).unwrap_or_else(|| {
                        s.fail(&a.left, places::place::reason_not_assignable(&a.left))
                    })
                }
                None => assigned(s, (*a.left).clone()),
            }
        })
    }

    /// A compound assignment to a part of an element that a user-defined function finds.
    fn compound_in_element(
        &mut self,
        element: &syn::ExprIndex,
        b: &syn::ExprBinary,
        prim: Prim,
    ) -> Option<Value> {
        let with_left = |left: Expr| syn::ExprBinary { left: Box::new(left), ..b.clone() };
        if self.first_operand(b) == EvaluatedFirst::Place {
            return self.changed_element(element, &b.left, |s, left| {
                s.expr(&Expr::Binary(with_left(left)))
            });
        }
        let right = self.expr(&b.right);
        Some(self.resume(operator_span(&b.op), |s| {
            let changed = s.changed_element(element, &b.left, |s, left| {
                let located = s.locate(&left);
                s.assign_compound(&with_left(left), prim, right, located)
            });
            changed
                .unwrap_or_else(|| s.fail(&b.left, places::place::reason_not_assignable(&b.left)))
        }))
    }

    /// Assigns to a place or to a pattern of places.
    fn assign_to(&mut self, left: &Expr, value: Value) {
        let span = left.span();
        match unparen(left) {
            Expr::Infer(_) => {}
            Expr::Tuple(t) if !t.elems.iter().any(|e| matches!(e, Expr::Range(_))) => {
                let values = self.components(value, t.elems.len(), span);
                for (e, v) in t.elems.iter().zip(values) {
                    self.assign_to(e, v);
                }
            }
            Expr::Array(a) if !a.elems.iter().any(|e| matches!(e, Expr::Range(_))) => {
                let var = self.scalar(value, span);
                let ty = self.ty(var);
                let element = self
                    .types
                    .element(&ty)
                    .unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Error));
                let mut values = Vec::new();
                for i in 0..a.elems.len() {
                    let index = self.int(i as i128, span);
                    let spot = Spot {
                        root: places::place::Root::Var(var),
                        path: vec![Step::Index(index)],
                        ty: element.clone(),
                        by: BorrowMode::Value,
                    };
                    values.push(self.read(&spot, span));
                }
                for (e, v) in a.elems.iter().zip(values) {
                    self.assign_to(e, v);
                }
            }
            Expr::Path(p) if let Some(window) = self.window_of(p) => {
                self.assign_window(&window, &value, left)
            }
            place => {
                if self.assign_through(place, &value) {
                    return;
                }
                let located = self.locate(place);
                self.write(located, value, place);
            }
        }
    }
}
