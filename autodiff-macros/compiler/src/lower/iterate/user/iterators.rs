//! User-defined iterators, `impl Iterator for Geometric` with a derivative of `next`: `next` is
//! called until it returns `None`.
//!
//! The signatures of functions show which types are iterators: a user-defined type with a function
//! `next` that has the attribute and returns an `Option`. If it were no iterator, rustc would
//! reject the user's loop or chain.
//!
//! The `next` of an iterator of the crate may have no derivative, as that of a random number
//! generator. It is called item by item as well: such an iterator may have no end, and other code
//! may use it again.

use super::super::*;
use crate::lower::places::place::{Alias, Root};

impl Lowerer<'_> {
    /// An evaluated expression as an iterator of a user-defined type. One that is passed by `&mut`
    /// is advanced in place. The same holds for `by_ref`, and for methods that leave an iterator
    /// that can be used again.
    pub(in crate::lower) fn user_iterator(
        &mut self,
        located: &Located,
        is_borrowed: bool,
        span: Span,
    ) -> Option<Rc<Iter>> {
        let (root, path, ty) = self.as_place(located.clone())?;
        self.user_iterator_name(&ty)?;
        self.witness_next(&ty, span);
        let is_borrowed = is_borrowed
            || match located {
                Located::Spot(spot) => spot.by == BorrowMode::Unique,
                Located::Value(Value::Alias(_)) => true,
                _ => false,
            };
        let state = match root {
            Root::Slot(slot) if is_borrowed => Binding::Alias(Alias { slot, path, ty }),
            _ => {
                // a `self` is a reference for derivatives
                let moved = match self.value_of(located.clone(), span) {
                    Value::Var(v, _) => Value::Var(v, false),
                    other => other,
                };
                self.binding("iterator", moved, true, span)
            }
        };
        Some(Rc::new(Iter::User(state)))
    }

    /// An evaluated expression as an iterator of a type of the crate whose `next` has no derivative.
    pub(in crate::lower) fn plain_iterator(
        &mut self,
        located: &Located,
        is_borrowed: bool,
        at: &Expr,
    ) -> Option<Rc<Iter>> {
        let item = self.names.inferred.crate_iterator_item(unparen(at))?.cloned();
        let (root, path, ty) = self.as_place(located.clone())?;
        let is_borrowed = is_borrowed
            || self.names.inferred.is_reference(unparen(at)) == Some(true)
            || matches!(located, Located::Value(Value::Alias(_)));
        let state = match root {
            Root::Slot(slot) if is_borrowed => Binding::Alias(Alias { slot, path, ty }),
            _ if is_borrowed => return None,
            _ => {
                let moved = match self.value_of(located.clone(), at.span()) {
                    Value::Var(v, _) => Value::Var(v, false),
                    other => other,
                };
                self.binding("iterator", moved, true, at.span())
            }
        };
        Some(Rc::new(Iter::Plain(state, item.map(Box::new))))
    }

    /// Emits a check that the `next` with a derivative is the one that iteration calls: a type may
    /// have an inherent one besides that of `Iterator`.
    fn witness_next(&mut self, ty: &Ty, span: Span) {
        let Some(of) = self.types.name_of(ty).and_then(|name| name.parse::<TokenStream>().ok())
        else {
            return;
        };
        // generic parameters of the type may be those of the function
        if !syn::parse2::<syn::Path>(of.clone())
            .is_ok_and(|path| path.segments.iter().all(|s| s.arguments.is_none()))
        {
            return;
        }
        let of = crate::diagnostics::respan(of, span);
        let check = quote::quote_spanned! {span=>
            const _: fn() = || ::autodiff::__private::same_function(<#of>::next,
                <#of as ::core::iter::Iterator>::next);
        };
        if !self.collected.witnesses.iter().any(|other| other.to_string() == check.to_string()) {
            self.collected.witnesses.push(check);
        }
    }

    /// Whether a method is one of `Iterator`, on such a type, which has no method of that name
    /// itself.
    pub(in crate::lower) fn is_method_of_user_iterator(&self, ty: &Ty, m: &ExprMethodCall) -> bool {
        let name = m.method.to_string();
        let is_of_all =
            is_method(&name, m.args.len()) && !matches!(name.as_str(), "next" | "iter" | "clone");
        is_of_all
            && self
                .user_iterator_name(ty)
                .is_some_and(|of| self.world().result(Some(&of), &name).is_none())
    }

    /// The same for an iterator of the crate whose `next` has no derivative.
    pub(in crate::lower) fn is_method_of_plain_iterator(&self, m: &ExprMethodCall) -> bool {
        let name = m.method.to_string();
        is_method(&name, m.args.len())
            && !matches!(name.as_str(), "next" | "iter" | "clone")
            && self.names.inferred.crate_iterator_item(unparen(&m.receiver)).is_some()
            && self.names.inferred.definer(m) != Some(infer::Definer::Crate)
    }

    /// Whether a user-defined type is an iterator whose `next` has a derivative.
    pub(in crate::lower) fn is_user_iterator(&self, ty: &Ty) -> bool {
        self.user_iterator_name(ty).is_some()
    }

    /// The name of a user-defined type, if it is an iterator whose `next` has a derivative.
    fn user_iterator_name(&self, ty: &Ty) -> Option<String> {
        let name = types::syntax::signatures::path_end(
            &self.type_at_definition(&self.types.open_projection(ty)?)?,
        )?;
        let next = self.world().result(Some(&name), "next")?;
        crate::type_class::option_type(&next).is_some().then_some(name)
    }

    /// The next item of such an iterator, or of one around it, as an `Option`.
    pub(in crate::lower::iterate) fn next_of(
        &mut self,
        iter: &Iter,
        span: Span,
    ) -> Option<OptionValue> {
        match iter {
            Iter::User(state) => self.user_next(state, span),
            Iter::Plain(state, item) => self.plain_next(state, item.as_deref(), span),
            Iter::FromFn(f) => self.option_of(f, Vec::new(), span),
            Iter::Map(i, f) => {
                let next = self.next_of(i, span)?;
                let payload = |s: &mut Self| {
                    let item = s.open(&next.payload, span);
                    s.apply(f, vec![item], span)
                };
                let value = self.value_if(next.some, span, payload);
                Some(OptionValue {
                    some: next.some,
                    payload: library::option::Payload::Value(value),
                })
            }
            _ => None,
        }
    }

    fn user_next(&mut self, state: &Binding, span: Span) -> Option<OptionValue> {
        let call: ExprMethodCall = syn::parse_quote_spanned!(span=> iterator.next());
        let located = self.locate_binding(state, span);
        let (.., ty) = self.as_place(located.clone())?;
        let owner = self.types.open_projection(&ty)?;
        let next = self.method_of(&call, located, owner, ty);
        self.expected_option(&next, span)
    }

    /// The next item of an iterator whose `next` has no derivative.
    fn plain_next(
        &mut self,
        state: &Binding,
        item: Option<&syn::Type>,
        span: Span,
    ) -> Option<OptionValue> {
        let item = item.map_or_else(|| quote::quote!(_), ToTokens::to_token_stream);
        let name = Ident::new("plain_iterator", span);
        let next: Expr = syn::parse_quote_spanned!(span=> {
            let next: ::core::option::Option<#item> = #name.next();
            next
        });
        let scope = self.ssa.scope.len();
        self.ssa.scope.push((name.to_string(), state.clone()));
        let next = self.expr(&next);
        self.ssa.scope.truncate(scope);
        self.expected_option(&next, span)
    }

    /// Whether an iterator can be advanced item by item.
    pub(in crate::lower::iterate) fn can_advance(iter: &Iter) -> bool {
        match iter {
            Iter::User(_) | Iter::Plain(..) | Iter::FromFn(_) => true,
            Iter::Map(i, _) => Self::can_advance(i),
            _ => false,
        }
    }

    /// A copy of such an iterator, which is advanced independently.
    pub(in crate::lower::iterate) fn cloned_user_iterator(&mut self, state: &Binding) -> Binding {
        let span = Span::call_site();
        let located = self.locate_binding(state, span);
        let now = self.value_of(located, span);
        self.binding("iterator", now, true, span)
    }
}
