//! Expressions without a value. Lowering continues with a placeholder, which would silently be a
//! wrong value if the code read it: only this module makes placeholders for errors, and each needs
//! a reason.

use super::*;
use control::flow::Code;
use desugar::array_slices::{ELEMENTS, LATER};

/// The reason why an expression has no value:
///
/// - An error was reported: [`Lowerer::fail`] and [`Lowerer::error_var`] report one, and
///   [`Lowerer::no_value`] is for those that a callee has reported.
/// - Control does not reach it: [`Lowerer::no_value`].
/// - It is the payload of an `Option` that is `None`, which nothing reads: [`Lowerer::value_if`]
///   and [`Lowerer::payload_of_none`].
#[derive(Clone, Copy, Debug)]
pub struct NoValue(());

impl Lowerer<'_> {
    /// Reports an error, and returns a value to continue with.
    pub fn fail(&mut self, at: &dyn ToTokens, message: impl Into<String>) -> Value {
        self.error(at, message);
        Value::Var(self.placeholder(at.to_token_stream().span(), NoValue(())), false)
    }

    /// As [`Self::fail`], at one token and for a variable.
    pub fn error_var(&mut self, span: Span, message: impl Into<String>) -> Var {
        self.diagnostics.error(span, message);
        self.placeholder(span, NoValue(()))
    }

    /// The reason for an expression that is not reached, or for which an error was reported. If
    /// neither is true when all is lowered, [`Self::check_values`] reports it.
    pub fn no_value(&mut self, span: Span) -> NoValue {
        if self.ssa.exit.may_be(Code::Normal) {
            self.ssa.first_without_value.get_or_insert(span);
        }
        NoValue(())
    }

    /// No value, as [`Self::no_value`] says.
    pub fn never_value(&mut self, span: Span) -> Value {
        Value::Never(self.no_value(span))
    }

    /// As [`Self::never_value`], with a variable to continue with.
    pub fn dummy_value(&mut self, span: Span) -> Value {
        let why = self.no_value(span);
        Value::Var(self.placeholder(span, why), false)
    }

    /// Reports a variable that has no value here, unless this may be because of another error.
    pub fn report_unset(&mut self, slot: SlotId, span: Span) -> Var {
        if !self.diagnostics.is_empty() {
            self.ssa.first_without_value.get_or_insert(span);
            return self.placeholder(span, NoValue(()));
        }
        let name = &self.slots[slot].name;
        let message = match self.ssa.inlined_closures {
            _ if name.starts_with(ELEMENTS) => LATER.to_string(),
            0 => format!("`{name}` is not initialized here"),
            _ => format!(
                "`{name}` is out of scope where this closure is called: pass it to the closure as \
                 an argument"
            ),
        };
        self.error_var(span, message)
    }

    /// Whether a variable stands for an expression without a value.
    pub fn is_error(&self, var: Var) -> bool {
        self.no_value_of(&self.ty(var)).is_some()
    }

    /// The reason, if the values of this type have none.
    pub fn no_value_of(&self, ty: &Ty) -> Option<NoValue> {
        matches!(self.types.origin(ty), Some(Origin::Error)).then_some(NoValue(()))
    }

    /// A variable to continue with where there is no value.
    pub fn placeholder(&mut self, span: Span, _: NoValue) -> Var {
        let ty = self.types.fresh(Kind::Any, Origin::Error);
        self.emit("error", ty, Op::Blank, span)
    }

    /// The payload of an `Option` that is known to be `None`.
    pub fn payload_of_none(&mut self, span: Span) -> Value {
        Value::Var(self.placeholder(span, NoValue(())), false)
    }

    /// A branch that has a value only if the bool is true.
    pub fn value_if(
        &mut self,
        tag: Var,
        span: Span,
        yes: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        self.choose(tag, span, yes, |_| Value::Never(NoValue(())))
    }

    /// Reports an expression that is reached and has no value, if no error was reported since there
    /// were this many.
    pub fn check_values(&mut self, errors: usize) {
        if let Some(span) = self.ssa.first_without_value
            && self.diagnostics.len() == errors
            && !self.ssa.fenced
        {
            self.diagnostics.error(
                span,
                "this cannot be lowered, which is a bug of autodiff: please report it, and write \
                 this part in another way",
            );
        }
    }
}
