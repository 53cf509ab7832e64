//! Comparisons that yield an `Ordering`, and its methods. None has a derivative.

use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::*;
use quote::quote;
use syn::ExprMethodCall;

impl Lowerer<'_> {
    /// `a.total_cmp(b)`, `a.partial_cmp(b)`, `a.cmp(b)`: comparisons have no derivative.
    pub fn compared(&mut self, name: &str, a: Var, b: Var, span: Span) -> Value {
        let (ta, tb) = (self.ty(a), self.ty(b));
        self.types.unify(&ta, &tb);
        let method = proc_macro2::Ident::new(name, span);
        let mut ordering = |code: TokenStream, ty: Ty| {
            let captures = [("left", a), ("right", b)].map(|(n, v)| Capture {
                name: n.into(),
                value: Tree::Leaf(v),
                by_reference: false,
            });
            let what = "a comparison".to_string();
            let opaque = Opaque { discrete: true, ..Opaque::new(code, captures.to_vec(), what) };
            self.emit("order", ty, Op::Opaque(Box::new(opaque)), span)
        };
        if name != "partial_cmp" {
            return Value::Var(ordering(quote!(left.#method(&right)), Self::ordering()), false);
        }
        let some = ordering(quote!(left.partial_cmp(&right).is_some()), Ty::Bool);
        let payload = ordering(
            quote!(left.partial_cmp(&right).unwrap_or(::core::cmp::Ordering::Equal)),
            Self::ordering(),
        );
        Value::Option(Box::new(OptionValue {
            some,
            payload: Payload::Value(Value::Var(payload, false)),
        }))
    }

    fn ordering() -> Ty {
        Ty::Foreign(quote!(::core::cmp::Ordering))
    }

    pub fn is_ordering(&self, v: Var) -> bool {
        self.shallow(v) == Self::ordering()
    }

    /// A method of an `Ordering`.
    pub fn ordering_method(&mut self, v: Var, call: &ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let (name, method) = (call.method.to_string(), &call.method);
        match (name.as_str(), call.args.first()) {
            ("reverse", None) => Some(Value::Var(
                self.opaque_of(
                    quote!(value.#method()),
                    vec![("value", v)],
                    Self::ordering(),
                    "order",
                    span,
                ),
                false,
            )),
            ("is_lt" | "is_le" | "is_gt" | "is_ge" | "is_eq" | "is_ne", None) => {
                Some(Value::Var(self.opaque_test(quote!(value.#method()), v, span), false))
            }
            ("then", Some(other)) => {
                let other = self.operand_var(other);
                let captures = vec![("value", v), ("other", other)];
                Some(Value::Var(
                    self.opaque_of(
                        quote!(value.then(other)),
                        captures,
                        Self::ordering(),
                        "order",
                        span,
                    ),
                    false,
                ))
            }
            ("then_with", Some(f)) => {
                let f = self.callable(f)?;
                let equal = self.opaque_test(quote!(value.is_eq()), v, span);
                Some(self.choose(
                    equal,
                    span,
                    |s| s.apply(&f, Vec::new(), span),
                    |_| Value::Var(v, false),
                ))
            }
            _ => None,
        }
    }
}
