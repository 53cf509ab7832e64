//! Methods that change an `Option`: `take`, `replace`, `insert`, `get_or_insert`.

use super::place::{By, Located, Root, Spot};
use super::*;
use syn::ExprMethodCall;

impl Lowerer<'_> {
    /// One of an `Option` that is made up of variables.
    pub fn maybe_changed(&mut self, some: SlotId, payload: &Binding, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let place = Binding::Maybe(some, Box::new(payload.clone()));
        let set = |s: &mut Self, value: Value| {
            let value = s.some(value, span);
            s.store_result(&place, value, span);
            Value::Tuple(Vec::new())
        };
        match (call.method.to_string().as_str(), call.args.first()) {
            ("take", None) => {
                let old = self.binding_value(&place, span);
                let none = self.bool(false, span);
                self.env[some] = Some(none);
                Some(old)
            }
            ("replace", Some(new)) => {
                let new = self.operand(new);
                let old = self.binding_value(&place, span);
                set(self, new);
                Some(old)
            }
            ("insert", Some(new)) => {
                let new = self.operand(new);
                set(self, new);
                Some(self.unique_reference(payload))
            }
            (name @ ("get_or_insert" | "get_or_insert_with"), Some(new)) => {
                let (f, value) = match name {
                    "get_or_insert" => (None, Some(self.operand(new))),
                    _ => (Some(self.callable(new)?), None),
                };
                let now = self.current(Root::Slot(some), span);
                self.choose(
                    now,
                    span,
                    |_| Value::Tuple(Vec::new()),
                    |s| {
                        let new = match f {
                            Some(f) => s.apply(&f, Vec::new(), span),
                            None => value.unwrap_or(Value::Never),
                        };
                        set(s, new)
                    },
                );
                Some(self.unique_reference(payload))
            }
            _ => None,
        }
    }

    /// One of an `Option` that is one variable, or in a place.
    pub fn option_changed(&mut self, place: &Spot, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        let old = |s: &mut Self| {
            let value = s.borrow(&Spot { by: By::Shared, ..place.clone() }, span);
            let m = s.as_maybe(&value, span)?;
            Some(s.settled_maybe(m, span))
        };
        let set = |s: &mut Self, new: Value| s.write(Located::Spot(Spot { by: By::Value, ..place.clone() }), new, &call.receiver);
        match (name.as_str(), call.args.first()) {
            ("take", None) => {
                let old = old(self)?;
                let none = self.none(span);
                set(self, none);
                return Some(Value::Maybe(Box::new(old)));
            }
            ("replace", Some(new)) => {
                let new = self.operand(new);
                let old = old(self)?;
                let new = self.some(new, span);
                set(self, new);
                return Some(Value::Maybe(Box::new(old)));
            }
            ("insert", Some(new)) => {
                let new = self.operand(new);
                let new = self.some(new, span);
                set(self, new);
            }
            ("get_or_insert" | "get_or_insert_with", Some(new)) => {
                let (f, value) = if name == "get_or_insert" { (None, Some(self.operand(new))) } else { (Some(self.callable(new)?), None) };
                let now = old(self)?.some;
                self.choose(
                    now,
                    span,
                    |_| Value::Tuple(Vec::new()),
                    |s| {
                        let new = f.map_or_else(|| value.unwrap_or(Value::Never), |f| s.apply(&f, Vec::new(), span));
                        let new = s.some(new, span);
                        set(s, new);
                        Value::Tuple(Vec::new())
                    },
                );
            }
            _ => return None,
        }
        let member = Member::new(Some("Some".into()), "0".into());
        let content = self.member_spot(place.root, place.path.clone(), &place.ty, member, By::Unique);
        Some(self.value_of(Located::Spot(content), span))
    }
}
