//! Methods that change an `Option`: `take`, `replace`, `insert`, `get_or_insert`.

use crate::lower::places::place::{BorrowMode, Located, Spot};
use crate::lower::*;
use syn::ExprMethodCall;

/// An `Option` that is changed.
pub enum Changed<'p> {
    /// Held in several variables: whether it is `Some`, and the payload.
    Variables(SlotId, &'p Binding),
    /// One variable, or a part of one.
    Place(&'p Spot),
}

impl Lowerer<'_> {
    /// Lowers one of these methods.
    pub fn option_changed(&mut self, option: &Changed<'_>, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        match (call.method.to_string().as_str(), call.args.first()) {
            ("take", None) => {
                let old = self.before_change(option, span)?;
                self.set_option(option, None, call);
                Some(old)
            }
            ("replace", Some(new)) => {
                let new = self.operand(new);
                let old = self.before_change(option, span)?;
                self.set_option(option, Some(new), call);
                Some(old)
            }
            ("insert", Some(new)) => {
                let new = self.operand(new);
                self.set_option(option, Some(new), call);
                Some(self.reference_to_content(option, span))
            }
            (name @ ("get_or_insert" | "get_or_insert_with"), Some(new)) => {
                let made = match name {
                    "get_or_insert" => Err(self.operand(new)),
                    _ => Ok(self.callable(new)?),
                };
                let Value::Option(old) = self.before_change(option, span)? else { return None };
                self.choose(
                    old.some,
                    span,
                    |_| Value::Tuple(Vec::new()),
                    |s| {
                        let new = match made {
                            Ok(f) => s.apply(&f, Vec::new(), span),
                            Err(value) => value,
                        };
                        s.set_option(option, Some(new), call);
                        Value::Tuple(Vec::new())
                    },
                );
                Some(self.reference_to_content(option, span))
            }
            _ => None,
        }
    }

    fn before_change(&mut self, option: &Changed<'_>, span: Span) -> Option<Value> {
        match option {
            Changed::Variables(some, payload) => Some(
                self.binding_value(&Binding::Option(*some, Box::new((*payload).clone())), span),
            ),
            Changed::Place(place) => {
                // the payload is moved out
                let value = self.read(&Spot { by: BorrowMode::Value, ..(*place).clone() }, span);
                let maybe = self.as_option(&value, span)?;
                Some(Value::Option(Box::new(self.settled_option(maybe, span))))
            }
        }
    }

    fn set_option(&mut self, option: &Changed<'_>, new: Option<Value>, call: &ExprMethodCall) {
        let span = call.method.span();
        match (option, new) {
            // the old payload stays, unobserved
            (Changed::Variables(some, _), None) => {
                self.ssa.env[*some] = Some(self.bool(false, span))
            }
            (Changed::Variables(some, payload), Some(new)) => {
                let value = self.some(new, span);
                self.store_result(
                    &Binding::Option(*some, Box::new((*payload).clone())),
                    value,
                    span,
                );
            }
            (Changed::Place(place), new) => {
                let value = match new {
                    Some(new) => self.some(new, span),
                    None => self.none(span),
                };
                self.write(
                    Located::Spot(Spot { by: BorrowMode::Value, ..(*place).clone() }),
                    value,
                    &call.receiver,
                );
            }
        }
    }

    /// A reference to the payload.
    fn reference_to_content(&mut self, option: &Changed<'_>, span: Span) -> Value {
        match option {
            Changed::Variables(_, payload) => self.unique_reference(payload),
            Changed::Place(place) => {
                let member = Member::new(Some("Some".into()), "0".into());
                let content = self.member_spot(
                    place.root,
                    place.path.clone(),
                    &place.ty,
                    member,
                    BorrowMode::Unique,
                );
                self.value_of(Located::Spot(content), span)
            }
        }
    }
}
