//! What only rustc can iterate: maps and sets, the parts of texts.
//!
//! Such collections carry no derivative, so their items are collected as they are, into a vector of a type that only rustc knows, and what is iterated is that vector.
//! In a chain this is done where reals are read further on; else rustc has all of the chain.

use super::*;
use quote::quote;

/// Methods of collections and texts of std that give iterators.
const GIVE_ITEMS: &[(&str, usize)] = &[
    ("iter", 0),
    ("into_iter", 0),
    ("keys", 0),
    ("values", 0),
    ("into_keys", 0),
    ("into_values", 0),
    ("chars", 0),
    ("char_indices", 0),
    ("bytes", 0),
    ("lines", 0),
    ("split", 1),
    ("split_whitespace", 0),
    ("split_ascii_whitespace", 0),
    ("split_terminator", 1),
];

/// Whether a method of a collection or a text of std gives an iterator.
pub fn gives_items(m: &ExprMethodCall) -> bool {
    GIVE_ITEMS.iter().any(|(name, arguments)| m.method == name && m.args.len() == *arguments)
}

/// Whether an expression may make an iterator that has no end: then its items cannot be collected.
#[derive(Default)]
struct MayHaveNoEnd(bool);

impl<'ast> Visit<'ast> for MayHaveNoEnd {
    fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
        self.0 |= m.method == "cycle";
        syn::visit::visit_expr_method_call(self, m);
    }

    fn visit_expr_range(&mut self, r: &'ast syn::ExprRange) {
        self.0 |= r.end.is_none();
        syn::visit::visit_expr_range(self, r);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let makes_such = ["repeat", "repeat_with", "successors", "from_fn"];
        self.0 |= path.segments.last().is_some_and(|last| makes_such.iter().any(|name| last.ident == name));
        syn::visit::visit_path(self, path);
    }
}

impl Lowerer<'_> {
    /// The items of an expression, of which nothing carries a derivative.
    pub fn items_of_unseen(&mut self, e: &Expr) -> Option<Rc<Iter>> {
        let mut endless = MayHaveNoEnd::default();
        endless.visit_expr(e);
        if endless.0 {
            return None;
        }
        let (at, errors) = (e.span(), self.diagnostics.len());
        let collected: Expr = syn::parse_quote_spanned!(at=> ::core::iter::Iterator::collect::<::autodiff::__private::Vec<_>>(::core::iter::IntoIterator::into_iter(#e)));
        let ty = self.vec_of_unseen();
        let value =
            self.opaque_as(&collected, Some(ty), "a loop over a collection that only rustc sees".into(), super::ADVICE.into(), false);
        if self.diagnostics.len() > errors {
            return None;
        }
        self.iter_of(Located::Value(value), None, e)
    }

    /// The items that a method of an evaluated collection gives.
    pub fn items_by_method(&mut self, m: &ExprMethodCall, located: Located) -> Option<Value> {
        let span = m.method.span();
        let value = self.value_of(located, span);
        let receiver = self.scalar(value, span);
        let mut captures = Vec::new();
        let of = self.hole(&m.receiver, receiver, "receiver", &mut captures);
        let arguments: Vec<TokenStream> =
            m.args.iter().enumerate().map(|(i, arg)| self.argument_hole(arg, i, None, &mut captures)).collect();
        let method = &m.method;
        let code = quote!(::core::iter::Iterator::collect::<::autodiff::__private::Vec<_>>(#of.#method(#(#arguments),*)));
        let opaque = Opaque { advice: super::ADVICE.into(), ..Opaque::new(code, captures, format!("a call of the method `{method}`")) };
        let ty = self.vec_of_unseen();
        let items = self.emit(&method.to_string(), ty, Op::Opaque(Box::new(opaque)), span);
        Some(Value::Iter(self.iter_of(Located::Value(Value::Var(items, false)), None, &m.receiver)?))
    }

    fn vec_of_unseen(&mut self) -> Ty {
        Ty::Vec(Box::new(self.types.fresh(Kind::Any, Origin::Opaque(None))))
    }
}
