//! Methods of iterators, `Option`s and sequences, by their receivers.

use crate::ir::types::Spelling as Form;
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::library::option_updates::Changed;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::types::option_hint::{OptionHint, receiver_hint};
use crate::lower::*;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// A method of iterators, `Option`s or sequences, if it is supported.
    pub(super) fn known_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (name, n, span) = (m.method.to_string(), m.args.len(), m.method.span());
        self.chain.in_chain = matches!(unparen(&m.receiver), Expr::MethodCall(_));
        let held = self.hint_of_call(m);
        let located =
            self.with_hint(&m.receiver, receiver_hint(m, held), |s| s.receiver_value(&m.receiver));
        let located = self.resolved_place(located, span);
        let located = if matches!((name.as_str(), n), ("iter" | "into_iter", 0)) {
            self.in_constant(located)
        } else {
            located
        };
        self.chain.in_chain = false;
        match located {
            Located::Value(never @ Value::Never(_)) => Some(never),
            Located::Value(Value::Iter(iter)) => self.iter_method(&iter, m),
            Located::Iter(iter) => self.method_of_iterator_variable(&iter, m),
            Located::Cursor(items, passed) => self.cursor_method(&items, passed, m),
            Located::Option(some, payload) => self.method_of_option_variable(some, payload, m),
            Located::Value(Value::Option(maybe)) => self.option_method(*maybe, m),
            Located::Value(Value::Result(o)) => self.result_method(*o, m),
            Located::Result(ok, parts) => {
                match self.binding_value(&Binding::Result(ok, parts), span) {
                    Value::Result(o) => self.result_method(*o, m),
                    _ => None,
                }
            }
            Located::Code(code)
                if matches!((name.as_str(), n), ("map", 1)) && self.mentions_reals(&m.args) =>
            {
                self.map_of_constant(code, m)
            }
            Located::Value(Value::Var(v, _)) if self.is_ordering(v) => self.ordering_method(v, m),
            Located::Spot(s)
                if matches!(s.root, Root::Var(v) if s.path.is_empty()
                && self.is_ordering(v)) =>
            {
                let v = self.current_version(s.root, span);
                self.ordering_method(v, m)
            }
            Located::Spot(s)
                if matches!(s.root, Root::Slot(slot) if s.path.is_empty()
                && self.ssa.env[slot].is_some_and(|v| self.is_ordering(v))) =>
            {
                let v = self.current_version(s.root, span);
                self.ordering_method(v, m)
            }
            located @ (Located::Spot(_) | Located::Value(Value::Var(..) | Value::Alias(_))) => {
                self.known_method_of_place(m, located, held)
            }
            located @ Located::Code(_)
                if iterate::is_source(&name, n)
                    && matches!(name.as_str(), "iter" | "into_iter") =>
            {
                self.source(m, located)
            }
            Located::Code(_) | Located::Tuple(_) | Located::Value(_) | Located::User(_) => None,
        }
    }

    fn method_of_iterator_variable(
        &mut self,
        iter: &Rc<Iter>,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        if iterate::is_advancing(&m.method.to_string()) {
            self.error(
                m,
                "only iterators over ranges, arrays, slices and Vec can be advanced: collect this \
                 one into a Vec, and use an index",
            );
            return None;
        }
        self.iter_method(iter, m)
    }

    fn method_of_option_variable(
        &mut self,
        some: SlotId,
        payload: Box<Binding>,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        if library::option::changes(&m.method.to_string(), m.args.len()) {
            return self.option_changed(&Changed::Variables(some, &payload), m);
        }
        match self.binding_value(&Binding::Option(some, payload), m.method.span()) {
            Value::Option(maybe) => self.option_method(*maybe, m),
            _ => None,
        }
    }

    /// A method of a variable or of a part of one. `held` is what the uses of its value expect.
    fn known_method_of_place(
        &mut self,
        m: &ExprMethodCall,
        located: Located,
        held: OptionHint,
    ) -> Option<Value> {
        let (name, n, span) = (m.method.to_string(), m.args.len(), m.method.span());
        let of =
            self.as_place(located.clone()).and_then(|(_, _, ty)| self.types.open_projection(&ty));
        if of.is_some_and(|of| self.declared_by_trait(&of, &name, None).is_some()) {
            return None;
        }
        let of = self.as_place(located.clone()).map(|(.., ty)| ty);
        if name == "clone" && of.as_ref().is_some_and(|ty| self.is_user_iterator(ty)) {
            return None;
        }
        if of.is_some_and(|ty| self.is_method_of_user_iterator(&ty, m))
            && let Some(own) = self.user_iterator(&located, iterate::is_advancing(&name), span)
        {
            return self.iter_method(&own, m);
        }
        if self.is_method_of_plain_iterator(m)
            && let Some(own) =
                self.plain_iterator(&located, iterate::is_advancing(&name), &m.receiver)
        {
            return self.iter_method(&own, m);
        }
        if let ("then" | "then_some", Some(argument)) = (name.as_str(), m.args.first())
            && let Some((_, _, Ty::Bool)) =
                self.as_place(located.clone()).map(|(r, p, ty)| (r, p, self.types.shallow(&ty)))
        {
            return self.method_of_bool(m, located, argument);
        }
        if library::option::changes(&name, n)
            && let Some((root @ Root::Slot(_), path, ty)) = self.as_place(located.clone())
            && self.is_option_to_change(&ty, &name, held)
        {
            return self.option_changed(
                &Changed::Place(&Spot { root, path, ty, by: BorrowMode::Unique }),
                m,
            );
        }
        if self.chain.chain_reals
            && iterate::is_method(&name, n)
            && !iterate::opaque_items::returns_items(m)
            && self.may_be_collected(&m.receiver)
            && let Some((.., ty)) = self.as_place(located.clone())
            && self.types.is_collection(&ty)
        {
            let items = self.items_of_value(located, &m.receiver, None)?;
            return self.iter_method(&items, m);
        }
        if let Some(o) = self.located_result(&located, m, held) {
            return self.result_method(o, m);
        }
        if let Some(ty) = self.infer_option_type(m, &located, held) {
            if !matches!(name.as_str(), "is_some" | "is_none" | "is_some_and" | "is_none_or") {
                let value = self.value_of(located, span);
                let reference = matches!(value, Value::Var(_, true));
                let v = self.scalar(value, span);
                let maybe = self.either(v, reference, span);
                return self.option_method(maybe, m);
            }
            if n == 0 {
                return Some(self.test_of_unclear(&name, located, span));
            }
            let option = self.option_named(&ty);
            self.types.unify(&ty, &option);
        }
        let is_reference = self
            .names
            .inferred
            .expr(&m.receiver)
            .is_some_and(|ty| matches!(ty, syn::Type::Reference(_)));
        if !iterate::is_source(&name, n)
            && let Some(maybe) = self.located_option(&located, &name, is_reference, span)
        {
            return self.option_method(maybe, m);
        }
        self.known_method_of_sequence(m, located)
    }

    /// `b.then(f)`, `b.then_some(x)`.
    fn method_of_bool(
        &mut self,
        m: &ExprMethodCall,
        located: Located,
        argument: &Expr,
    ) -> Option<Value> {
        let span = m.method.span();
        let value = self.value_of(located, span);
        let tag = self.scalar(value, span);
        if m.method == "then" {
            let f = self.callable(argument)?;
            let value = self.value_if(tag, span, |s| s.apply(&f, Vec::new(), span));
            return Some(Value::Option(Box::new(OptionValue {
                some: tag,
                payload: Payload::Value(value),
            })));
        }
        let value = self.operand(argument);
        Some(Value::Option(Box::new(OptionValue { some: tag, payload: Payload::Value(value) })))
    }

    /// The type of a value that is an `Option` or a `Result`, where lowering does not know which.
    fn infer_option_type(
        &mut self,
        m: &ExprMethodCall,
        located: &Located,
        held: OptionHint,
    ) -> Option<Ty> {
        let name = m.method.to_string();
        if !library::option::is_method(&name, m.args.len()) {
            return None;
        }
        let (_, _, ty) = self.as_place(located.clone())?;
        (matches!(self.types.origin(&ty), Some(Origin::Call(_)))
            && (held != OptionHint::Any
                || !matches!(
                    name.as_str(),
                    "clone" | "map" | "as_ref" | "filter" | "flatten" | "inspect" | "zip"
                )))
        .then_some(ty)
    }

    /// `x.is_some()`, `x.is_none()`, which name the type of `x` to rustc.
    fn test_of_unclear(&mut self, name: &str, located: Located, span: Span) -> Value {
        let value = self.value_of(located, span);
        let v = self.scalar(value, span);
        let test =
            if name == "is_some" { quote!(value.is_some()) } else { quote!(value.is_none()) };
        Value::Var(self.opaque_test(test, v, span), false)
    }

    /// A comparison, or a method of a sequence or of its items.
    fn known_method_of_sequence(&mut self, m: &ExprMethodCall, located: Located) -> Option<Value> {
        let (name, n, span) = (m.method.to_string(), m.args.len(), m.method.span());
        if let ("total_cmp" | "partial_cmp" | "cmp", Some(other)) = (name.as_str(), m.args.first())
        {
            let value = match located {
                Located::Spot(s) => self.read(&s, span),
                other => self.value_of(other, span),
            };
            let a = self.single_variable(value, span);
            let b = self.operand(other);
            let b = self.single_variable(b, span);
            return Some(self.compared(&name, a, b, span));
        }
        if self.exhausts_opaque(m) {
            let items = self.items_of_value(located, &m.receiver, None)?;
            return self.iter_method(&items, m);
        }
        // opaque code changes nothing
        let is_lowered = self.is_seen(&located)
            || crate::std_declarations::changes_receiver(&name, n) && self.is_sequence(&located);
        if !is_lowered {
            return self.items_in_chain(m, located);
        }
        if iterate::is_source(&name, n) {
            return self.source(m, located);
        }
        self.slice_method(m, located)
    }

    /// Whether the receiver that such a method changes is an `Option`. A function's result is one
    /// if the method's result is one, unless the function is a constructor.
    fn is_option_to_change(&mut self, ty: &Ty, name: &str, held: OptionHint) -> bool {
        let is_inferred = match self.types.open_projection(ty) {
            Some(_) if name.starts_with("get_or_insert") => true,
            Some(Projection::Output(callee)) => {
                held == OptionHint::Either && callee.method.is_none_or(|m| m.spelling == Form::Dot)
            }
            _ => false,
        };
        if is_inferred {
            let option = self.option_named(ty);
            self.types.unify(ty, &option);
        }
        matches!(self.types.shallow(ty), Ty::Wrapped(Wrapper::Option, _))
    }

    /// An `Option` that is one variable, a field, or behind a reference.
    fn located_option(
        &mut self,
        located: &Located,
        method: &str,
        is_reference: bool,
        span: Span,
    ) -> Option<OptionValue> {
        let (root, path, ty) = self.as_place(located.clone())?;
        if !matches!(self.types.shallow(&ty), Ty::Wrapped(Wrapper::Option, _)) {
            return None;
        }
        // all other methods take the `Option` by value, which is a copy if it is behind a
        // reference
        let is_borrowed = matches!(method, "as_ref" | "as_deref" | "as_mut");
        let is_value = matches!(
            located,
            Located::Value(Value::Var(_, false))
                | Located::Spot(Spot { by: BorrowMode::Value, .. })
        );
        let by_value = !is_borrowed && (is_value || is_reference);
        let value = self.borrow(&Spot { root, path, ty, by: BorrowMode::Shared }, span);
        let OptionValue { some, payload } = self.as_option(&value, span)?;
        let payload = match payload {
            Payload::Spot(spot) if by_value => {
                Payload::Spot(Spot { by: BorrowMode::Value, ..spot })
            }
            other => other,
        };
        Some(OptionValue { some, payload })
    }

    /// Whether a place or a value is known to be a sequence.
    fn is_sequence(&mut self, located: &Located) -> bool {
        self.as_place(located.clone()).is_some_and(|(.., ty)| self.types.shallow(&ty).is_sequence())
    }

    /// Whether a chain over this value is lowered step by step. A value whose type only rustc knows
    /// is left to rustc if nothing in the chain can be active.
    pub(super) fn is_seen(&mut self, located: &Located) -> bool {
        let ty = match located {
            Located::Spot(s) => s.ty.clone(),
            Located::Value(value) => {
                let value = value.clone();
                self.value_ty(&value)
            }
            _ => return true,
        };
        let unresolved = |s: &Self, ty: &Ty| match s.types.shallow(ty) {
            Ty::Foreign(_) | Ty::Text(_) => (true, true),
            ty @ Ty::Infer(_) => match s.types.origin(&ty) {
                Some(Origin::Opaque(Some(_))) => (true, true),
                Some(Origin::Opaque(None)) => (true, false),
                Some(Origin::Call(_)) if s.types.is_collection(&ty) => (true, true),
                _ => (false, false),
            },
            _ => (false, false),
        };
        let (is_unresolved, certain) = unresolved(self, &ty);
        if certain || is_unresolved && !self.chain.chain_reals {
            return false;
        }
        match self.types.shallow(&ty).element().cloned() {
            Some(element) => {
                self.chain.chain_reals || self.chain.is_iterated || !unresolved(self, &element).0
            }
            None => true,
        }
    }
}
