//! Changes of a part of an element that a user-defined `index_mut` finds. The element is changed in
//! a variable and written back:
//!
//! ```text
//! w[i].v += x;             element = w[i]           (`index`)
//! w[i].advance(x);    →    element.v += x
//!                          w[i] = element           (`index_mut`)
//! ```
//!
//! The value of an assignment is evaluated first, as Rust does: it may change `w`. After that,
//! rustc accepts no other use of `w`.

use crate::infer;
use crate::lower::places::place::{Located, unparen};
use crate::lower::*;
use crate::world::text::declarations::Receiver;
use syn::{Expr, ExprIndex, ExprMethodCall};

impl Lowerer<'_> {
    /// The element of which a statement changes a part, if a user-defined function finds it.
    pub fn user_element_in(&mut self, place: &Expr) -> Option<ExprIndex> {
        let outer = match unparen(place) {
            Expr::Field(of) => &of.base,
            Expr::Index(of) => &of.expr,
            _ => return None,
        };
        self.user_element_of(outer).cloned()
    }

    /// A call of a user-defined method that changes such an element, or a part of one.
    pub fn method_of_user_element(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let takes = self.names.inferred.callee(m)?.takes;
        if takes != Receiver::Unique
            || self.names.inferred.definer(m) != Some(infer::Definer::Crate)
        {
            return None;
        }
        let element = self.user_element_of(&m.receiver)?.clone();
        self.changed_element(&element, &m.receiver, |s, receiver| {
            let receiver = Box::new(receiver);
            s.expr(&Expr::MethodCall(ExprMethodCall { receiver, ..m.clone() }))
        })
    }

    /// Changes such an element at a place: `change` gets the place with a variable in its stead.
    pub fn changed_element(
        &mut self,
        element: &ExprIndex,
        place: &Expr,
        change: impl FnOnce(&mut Self, Expr) -> Value,
    ) -> Option<Value> {
        let whole = Expr::Index(element.clone());
        let span = span_of(&whole);
        let Located::User(own) = self.locate(&whole) else { return None };
        let value = self.read_user_place(&own, span);
        let var = self.scalar(value, span);
        let slot = self.slot("element", self.ty(var), true, Some(var));
        let name = self.fresh_in_place("element");
        let scope = self.ssa.scope.len();
        self.ssa.scope.push((name.to_string(), Binding::Slot(slot)));
        let value = change(self, with_element(place, element, &name));
        self.ssa.scope.truncate(scope);
        if let Some(new) = self.ssa.env[slot].take() {
            self.update_user_place(&own, Value::Var(new, false), &whole);
        }
        Some(value)
    }

    /// The first element on the path of a place that a user-defined function finds.
    fn user_element_of<'e>(&mut self, place: &'e Expr) -> Option<&'e ExprIndex> {
        match unparen(place) {
            Expr::Field(of) => self.user_element_of(&of.base),
            Expr::Index(of) => match self.user_element_of(&of.expr) {
                None => self.is_found_by_user(of).then_some(of),
                found => found,
            },
            _ => None,
        }
    }

    /// Whether an index is one of a struct or an enum of the crate.
    fn is_found_by_user(&mut self, of: &ExprIndex) -> bool {
        !matches!(unparen(&of.index), Expr::Range(_))
            && self.seen_type(&of.expr).is_some_and(|ty| self.is_defined_type(&ty))
    }
}

/// A place with a variable for an element on its path.
fn with_element(place: &Expr, element: &ExprIndex, name: &Ident) -> Expr {
    match unparen(place) {
        Expr::Index(of) if of == element => syn::parse_quote!(#name),
        Expr::Index(of) => {
            let base = Box::new(with_element(&of.expr, element, name));
            Expr::Index(ExprIndex { expr: base, ..of.clone() })
        }
        Expr::Field(of) => {
            let base = Box::new(with_element(&of.base, element, name));
            Expr::Field(syn::ExprField { base, ..of.clone() })
        }
        other => other.clone(),
    }
}
