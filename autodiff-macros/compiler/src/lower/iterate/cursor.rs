//! Iterators in variables: consuming some items leaves the rest for later.

use super::{Items, Iter, is_advancing};
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use syn::{Expr, ExprMethodCall};

/// The methods that draw items from the back.
const FROM_BACK: [&str; 2] = ["next_back", "nth_back"];

/// The slots that count the items that an iterator has passed.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct PassedItems {
    pub front: SlotId,
    /// Only in a function that draws items from the back of an iterator.
    pub back: Option<SlotId>,
}

/// Whether a function may draw items from the back of an iterator.
pub(in crate::lower) fn has_items_from_back(item: &syn::ItemFn) -> bool {
    struct FindMethod(bool);

    impl<'ast> Visit<'ast> for FindMethod {
        fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
            self.0 |= FROM_BACK.iter().any(|name| m.method == name);
            syn::visit::visit_expr_method_call(self, m);
        }
    }

    let mut found = FindMethod(false);
    found.visit_item_fn(item);
    found.0
}

impl Lowerer<'_> {
    /// The counts of an iterator that has passed no items.
    pub fn none_passed(&mut self, name: &str, span: Span) -> PassedItems {
        let none = self.int(0, span);
        let front = self.slot(name, Ty::USIZE, true, Some(none));
        let back = self.names.draws_from_back.then(|| {
            let none = self.int(0, span);
            self.slot(&format!("{name}_back"), Ty::USIZE, true, Some(none))
        });
        PassedItems { front, back }
    }

    /// The items that an iterator has not passed.
    pub fn remaining_items(
        &mut self,
        items: &Rc<Items>,
        passed: PassedItems,
        span: Span,
    ) -> Option<Items> {
        let front = self.ssa.env.get(passed.front).copied().flatten()?;
        let items = match passed.back {
            None => (**items).clone(),
            Some(_) => match self.end_of_items(items, passed, span) {
                Some(end) => Items::Take(Box::new((**items).clone()), end),
                None => (**items).clone(),
            },
        };
        Some(Items::Skip(Box::new(items), front))
    }

    /// The count of items without those that were drawn from the back; `None` if there is no end.
    fn end_of_items(&mut self, items: &Rc<Items>, passed: PassedItems, span: Span) -> Option<Var> {
        let n = self.count(items, span)?;
        let Some(back) = passed.back else { return Some(n) };
        let back = self.current_version(places::place::Root::Slot(back), span);
        let most = self.emit("n", Ty::USIZE, Op::Prim(Prim::Min, vec![back, n]), span);
        Some(self.emit("end", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, most]), span))
    }

    /// `it.next_back()`, `it.nth_back(n)`
    fn item_from_back(
        &mut self,
        items: &Rc<Items>,
        passed: PassedItems,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        let span = m.method.span();
        let omitted = m.args.first().map(|n| {
            let n = self.operand_var(n);
            self.unify_var(n, &Ty::USIZE);
            n
        });
        let slot = passed.back?;
        if let Some(omitted) = omitted {
            let back = self.current_version(places::place::Root::Slot(slot), span);
            self.ssa.env[slot] = Some(self.add(back, omitted, span));
        }
        let end = self.end_of_items(items, passed, span)?;
        let back = self.current_version(places::place::Root::Slot(slot), span);
        let one = self.int(1, span);
        self.ssa.env[slot] = Some(self.add(back, one, span));
        let front = self.current_version(places::place::Root::Slot(passed.front), span);
        // if no item is left, nothing is read
        let most = self.emit("end", Ty::USIZE, Op::Prim(Prim::Max, vec![end, one]), span);
        let last = self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, one]), span);
        let some = self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![front, end]), span);
        Some(self.item_where(some, items, last, span))
    }

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
        passed_items: PassedItems,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        let (name, span) = (m.method.to_string(), m.method.span());
        let slot = passed_items.front;
        let now = self.current_version(places::place::Root::Slot(slot), span);
        let is_from_back = FROM_BACK.contains(&name.as_str());
        if !items.is_pure() && (is_from_back || matches!(name.as_str(), "peek" | "nth")) {
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
            _ if is_from_back && passed_items.back.is_some() => {
                return self.item_from_back(items, passed_items, m);
            }
            _ if is_advancing(&name) => return self.advancing_method(m),
            _ => {
                let rest = Rc::new(Iter::Items(self.remaining_items(items, passed_items, span)?));
                return self.iter_method(&rest, m);
            }
        };
        if name != "peek" {
            let passed = self.int(passed, span);
            let next = self.add(number, passed, span);
            self.ssa.env[slot] = Some(next);
        }
        match self.end_of_items(items, passed_items, span) {
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
