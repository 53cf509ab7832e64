//! Iterators in variables: consuming some items leaves the rest for later.

use super::{Items, Iter, is_advancing};
use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// `for pattern in it.by_ref() { … }`, which leaves the remaining items for later, rewritten
    /// as `while let Some(pattern) = it.next() { … }`.
    pub(super) fn advancing_loop(&self, l: &syn::ExprForLoop) -> Option<Expr> {
        let iterator = match unparen(&l.expr) {
            Expr::MethodCall(m) if m.method == "by_ref" && m.args.is_empty() => {
                unparen(&m.receiver)
            }
            Expr::Reference(r) if r.mutability.is_some() => unparen(&r.expr),
            _ => return None,
        };
        let Expr::Path(p) = iterator else { return None };
        if !matches!(self.lookup(&p.path.get_ident()?.to_string()), Some(Binding::Cursor(..))) {
            return None;
        }
        let (attributes, label, pat, body) = (&l.attrs, &l.label, &l.pat, &l.body);
        Some(syn::parse_quote_spanned!(l.for_token.span=> #(#attributes)* #label while let
                ::core::option::Option::Some(#pat) = #iterator.next() #body))
    }

    /// A method of an iterator that may be advanced.
    pub fn cursor_method(
        &mut self,
        items: &Rc<Items>,
        slot: SlotId,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        let (name, span) = (m.method.to_string(), m.method.span());
        let now = self.current_version(places::place::Root::Slot(slot), span);
        if !items.is_pure() && matches!(name.as_str(), "peek" | "nth") {
            self.error(
                m,
                format!(
                    "`{name}` of an iterator whose closures call functions or have side effects is \
                     not supported: collect it into a Vec first"
                ),
            );
            return None;
        }
        let (number, passed) = match (name.as_str(), m.args.first()) {
            ("next" | "peek", None) => (now, 1),
            ("nth", Some(e)) => {
                let n = self.operand_var(e);
                self.unify_var(n, &Ty::USIZE);
                (self.add(now, n, span), 1)
            }
            ("next_if" | "next_if_eq", Some(test)) => {
                let next = next_if(&m.receiver, &name, test);
                return Some(self.expr(&next));
            }
            _ if is_advancing(&name) => return self.advancing_method(m),
            _ => {
                let rest = self.binding_value(&Binding::Cursor(items.clone(), slot), span);
                let Value::Iter(rest) = rest else { return None };
                return self.iter_method(&rest, m);
            }
        };
        if name != "peek" {
            let passed = self.int(passed, span);
            let next = self.add(number, passed, span);
            self.ssa.env[slot] = Some(next);
        }
        match self.count(items, span) {
            Some(n) => Some(self.item_if(items, number, n, span)),
            None => {
                let item = self.item_at(items, number, span);
                Some(self.some(item, span))
            }
        }
    }

    /// A method that consumes items of an iterator until it finds one, `it.any(f)`, or on demand,
    /// `it.by_ref()`: the items are consumed one by one, as by `from_fn(|| it.next())`.
    fn advancing_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (receiver, span) = (&m.receiver, m.method.span());
        if !matches!(unparen(receiver), Expr::Path(_)) {
            self.error(
                m,
                "using this iterator again afterwards is not supported: write a loop over indices",
            );
            return None;
        }
        let next = syn::parse_quote_spanned!(span=> || #receiver.next());
        let rest = Rc::new(Iter::FromFn(self.callable(&next)?));
        if m.method == "by_ref" { Some(Value::Iter(rest)) } else { self.iter_method(&rest, m) }
    }
}

/// `it.next_if(f)`, expressed by `peek` and `next`.
fn next_if(iterator: &Expr, name: &str, test: &Expr) -> Expr {
    let span = test.span();
    let is_next: Expr = match name {
        "next_if" => syn::parse_quote_spanned!(span=> #iterator.peek().is_some_and(#test)),
        _ => {
            syn::parse_quote_spanned!(span=> #iterator.peek() ==
                ::core::option::Option::Some(#test))
        }
    };
    syn::parse_quote_spanned!(span=> if #is_next { #iterator.next() }
        else { ::core::option::Option::None })
}
