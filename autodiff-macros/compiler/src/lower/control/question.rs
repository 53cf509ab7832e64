//! `?`: where a value fails, the function returns. A `?` inside a larger expression has been moved
//! to a separate `let` ([`hoist`](crate::lower::desugar::hoist)).

use crate::lower::control::branches::Mode;
use crate::lower::library::option::Payload;
use crate::lower::places::place::{BorrowMode, Root};
use crate::lower::*;
use quote::quote;

impl Lowerer<'_> {
    /// The payload, if there is one; otherwise the function or the closure is left with the value
    /// of `failed`.
    fn payload_or_exit(
        &mut self,
        holds: Var,
        content: &Payload,
        mode: &mut Mode<'_>,
        span: Span,
        failed: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        self.choose(
            holds,
            span,
            |s| {
                let content = s.open(content, span);
                s.arm_end(content, mode, span)
            },
            |s| {
                let failed = failed(s);
                match s.ssa.closures.last() {
                    Some((context, _)) => s.break_with_value(*context, Some(failed), span),
                    None => s.leave_function(failed, span),
                }
                s.never_value(span)
            },
        )
    }

    /// `value?` of a `Result` or an `Option`: a failure is returned, converted as `?` does.
    pub fn question(&mut self, t: &syn::ExprTry, mode: &mut Mode<'_>) -> Value {
        let span = t.question_token.span;
        let held = self
            .ssa
            .closures
            .last()
            .map_or_else(|| self.hint_of_type(&self.sig.output), |(_, held)| *held);
        let value = self.with_hint(&t.expr, held, |s| s.operand(&t.expr));
        let value = match value {
            // the result of a closure is known only where it is flattened
            Value::Var(v, _)
                if !self.ssa.closures.is_empty()
                    && (held == OptionHint::Either || self.is_wrapped(v)) =>
            {
                self.take_for_option(v);
                self.as_option(&value, span).map_or(value, |m| Value::Option(Box::new(m)))
            }
            Value::Var(..) if !self.ssa.closures.is_empty() => match self.as_result(&value, span) {
                Some(o) => Value::Result(Box::new(o)),
                None => value,
            },
            value => value,
        };
        let value = match value {
            Value::Result(o) => {
                return self
                    .payload_or_exit(o.ok, &o.value, mode, span, |s| s.returned_error(&o, span));
            }
            Value::Option(m) => {
                return self.payload_or_exit(m.some, &m.payload, mode, span, |s| s.none(span));
            }
            Value::Var(..) if !self.ssa.closures.is_empty() => {
                return self.fail(
                    t,
                    "`?` on this value inside a closure is not supported: destructure it with \
                     `match`",
                );
            }
            Value::Var(v, _) => v,
            never @ Value::Never(_) => return never,
            _ => {
                return self
                    .fail(t, "`?` needs a `Result` or an `Option`: destructure this with `match`");
            }
        };
        let output = self.sig.output.clone();
        let is_option = matches!(self.types.shallow(&output), Ty::Wrapped(Wrapper::Option, _));
        let variant = if is_option { "Some" } else { "Ok" };
        let ident = proc_macro2::Ident::new("value", span);
        let goes_on: TokenStream =
            if is_option { quote!(#ident.is_some()) } else { quote!(#ident.is_ok()) };
        let captures =
            vec![Capture { name: "value".into(), value: Tree::Leaf(value), by_reference: false }];
        let opaque = |code: TokenStream| Opaque {
            discrete: true,
            ..Opaque::new(code, captures.clone(), "an error")
        };
        let test = self.emit("ok", Ty::Bool, Op::Opaque(Box::new(opaque(goes_on))), span);
        let failed: TokenStream = if is_option {
            quote!(::core::option::Option::None)
        } else {
            let taken = proc_macro2::Ident::new(crate::ir::TAKEN, span);
            quote!(match #ident {
                ::core::result::Result::Err(error)
                    => ::core::result::Result::Err(::core::convert::From::from(#taken(error))),
                ::core::result::Result::Ok(_) => ::core::unreachable!(),
            })
        };
        let of = self.ty(value);
        self.choose(
            test,
            span,
            |s| {
                let member = Member::new(Some(variant.into()), "0".into());
                let spot =
                    s.member_spot(Root::Var(value), Vec::new(), &of, member, BorrowMode::Value);
                let content = s.read(&spot, span);
                s.arm_end(content, mode, span)
            },
            |s| {
                let error =
                    s.emit("error", output.clone(), Op::Opaque(Box::new(opaque(failed))), span);
                s.leave_function(Value::Var(error, false), span);
                s.never_value(span)
            },
        )
    }
}
