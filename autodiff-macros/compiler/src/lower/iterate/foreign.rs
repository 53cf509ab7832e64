//! Iteration over values of other crates' types, as over arrays of `ndarray`.
//!
//! `for v in &x` calls the differentiable method `items_of_into_iter`, which returns the items as a
//! vector. The vector is then iterated. Likewise `x.iter()` calls `items_of_iter`, and a method
//! whose name ends in `_iter` calls the method with the prefix `items_of_`. A method with another
//! name, such as `x.rows()`, returns a value, which is iterated as an array is.

use super::*;
use crate::ir::types::Spelling as Form;
use crate::lower::places::place::Root;

/// Whether a method returns an iterator, by the naming convention of the Rust API guidelines
/// (C-ITER).
pub fn returns_iterator(method: &Ident) -> bool {
    let name = method.to_string();
    matches!(&*name, "iter" | "into_iter" | "iter_mut")
        || name.ends_with("_iter")
        || name.ends_with("_iter_mut")
}

/// The method of the runtime that returns an iterator over the elements of an array, in an order.
pub const ORDERED: &str = "autodiff_ordered_iter";

/// The method of the runtime that returns a copy of an array in its layout.
pub const COPIED: &str = "autodiff_copied";

/// Methods of arrays that call a closure with each item, as an iterator over the items does. The
/// order of the items is that of the method.
const DRIVEN: &[(&str, usize)] = &[("fold", 2), ("for_each", 1)];

impl Lowerer<'_> {
    /// The parameter types of the closures that a method of another crate's type takes, where the
    /// closure itself does not show them: `map` of an array passes references to elements.
    pub fn foreign_functions(
        &self,
        owner: &Projection,
        method: &str,
    ) -> Option<Vec<Option<Vec<syn::Type>>>> {
        if !self.types.is_projection_of_array(owner) {
            return None;
        }
        let element = self.types.element_of_array(&Ty::Projected(owner.clone()));
        let known = match element {
            Some(Ty::Real(real)) => Some(type_of_real(real)),
            _ => None,
        };
        let parameter: syn::Type = match method {
            "map" => {
                let real = known.unwrap_or_else(|| self.real_type());
                syn::parse_quote!(&#real)
            }
            "mapv" | "mapv_into" => known?,
            _ => return None,
        };
        Some(vec![None, Some(vec![parameter])])
    }

    /// Whether a type is one of `ndarray`, or that of the result of a method of one.
    pub fn is_array_type(&self, ty: &Ty) -> bool {
        self.types.is_array(ty)
    }

    /// The type of literals without a suffix.
    pub(in crate::lower) fn real_type(&self) -> syn::Type {
        type_of_real(self.types.default_real)
    }

    /// The items of a value of another crate's type.
    pub(super) fn items_of_foreign(
        &mut self,
        (located, ty): (Located, Ty),
        by: Option<BorrowMode>,
        at: &Expr,
    ) -> Option<Rc<Iter>> {
        let span = at.span();
        let own = match &located {
            Located::Spot(s) => s.by,
            Located::Value(Value::Var(_, true)) => BorrowMode::Shared,
            Located::Value(Value::Alias(_)) => BorrowMode::Unique,
            _ => BorrowMode::Value,
        };
        let by = by.unwrap_or(own);
        if by == BorrowMode::Unique {
            self.error(
                at,
                "changing the items of a value of another crate's type in a loop is not supported: \
                 loop over its indices, as in `for i in 0..x.len()`",
            );
            return None;
        }
        if let Some(items) = self.items_of_array(&located, &ty, by, span) {
            return Some(Rc::new(Iter::Items(items)));
        }
        let method = if by == BorrowMode::Shared { "iter" } else { "into_iter" };
        let method = Ident::new(method, span);
        let call = syn::parse_quote_spanned!(span=> iterated.#method());
        let owner = self.types.open_projection(&ty)?;
        let items = self.method_in_form(Form::Items, &call, located, owner, ty);
        self.iter_of_items(items, by, at)
    }

    /// A method of another crate's type that returns an iterator.
    pub(in crate::lower) fn foreign_iterator(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        let is_driven = DRIVEN.contains(&(&*name, m.args.len()));
        let makes_items =
            !matches!(&*name, "iter" | "into_iter" | "iter_mut") && returns_iterator(&m.method);
        if !makes_items && !is_driven || !self.is_of_other_crate(&m.receiver) {
            return None;
        }
        if is_driven && self.seen_type(&m.receiver).is_some_and(|ty| !self.is_array_type(&ty)) {
            return None;
        }
        // the receiver is not evaluated twice
        self.attempt(|s| s.items_of_receiver(m, is_driven)).ok()
    }

    /// A method of an array that iterators have as well, of a value whose type is known once it is
    /// lowered: `f(x).sum()`, `layers.last().unwrap().sum()`.
    pub(in crate::lower) fn method_of_array_value(&mut self, m: &ExprMethodCall) -> Option<Value> {
        const CONTENTS: &[&str] = &["clone", "expect", "unwrap", "unwrap_or", "unwrap_or_default"];
        let is_value = match unparen(&m.receiver) {
            Expr::Call(_) | Expr::Try(_) => true,
            Expr::MethodCall(of) => CONTENTS.iter().any(|name| of.method == name),
            part => is_part_of_call(part),
        };
        if is_value { self.method_of_made_array(m) } else { None }
    }

    /// The same of the result of any method that returns no iterator:
    /// `rows.iter().fold(w.clone(), f).sum()`.
    pub(in crate::lower) fn method_of_computed_array(
        &mut self,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        (may_return_array(&m.receiver) && self.mentions_reals(m))
            .then(|| self.method_of_made_array(m))
            .flatten()
    }

    fn method_of_made_array(&mut self, m: &ExprMethodCall) -> Option<Value> {
        const OF_BOTH: &[(&str, usize)] = &[("fold", 2), ("map", 1), ("product", 0), ("sum", 0)];
        if !OF_BOTH.contains(&(&*m.method.to_string(), m.args.len())) {
            return None;
        }
        let value = self.attempt(|s| {
            let receiver = s.operand(&m.receiver);
            let Value::Var(receiver, _) = receiver else { return None };
            let ty = s.ty(receiver);
            let owner = s.types.open_projection(&ty).filter(|_| s.is_array_type(&ty))?;
            let receiver = Located::Value(Value::Var(receiver, true));
            Some(s.method_in_form(Form::Dot, m, receiver, owner, ty))
        });
        value.ok()
    }

    fn items_of_receiver(&mut self, m: &ExprMethodCall, is_driven: bool) -> Option<Value> {
        let receiver = self.operand_var(&m.receiver);
        let ty = self.ty(receiver);
        let owner = self.types.open_projection(&ty)?;
        if let Some(items) = self.parts_of_array(m, receiver) {
            return Some(Value::Iter(Rc::new(Iter::Items(items))));
        }
        let receiver = Located::Value(Value::Var(receiver, true));
        let at = Expr::MethodCall(m.clone());
        if is_driven {
            let items = ExprMethodCall { args: Default::default(), ..m.clone() };
            let items = self.method_in_form(Form::Items, &items, receiver, owner, ty);
            let items = self.iter_of_items(items, BorrowMode::Shared, &at)?;
            return self.iter_method(&items, m);
        }
        let items = self.method_in_form(Form::Items, m, receiver, owner, ty);
        let by = if m.method == ORDERED { BorrowMode::Shared } else { BorrowMode::Value };
        Some(Value::Iter(self.iter_of_items(items, by, &at)?))
    }

    fn iter_of_items(&mut self, items: Value, by: BorrowMode, at: &Expr) -> Option<Rc<Iter>> {
        let items = self.sequence(Located::Value(items), Some(by), at)?;
        if let Items::Elements { root: Root::Var(v), .. } = items {
            self.facts.items_of_foreign.insert(v);
        }
        Some(Rc::new(Iter::Items(items)))
    }
}

/// Whether an expression is a field or an element of the result of a call.
fn is_part_of_call(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Field(syn::ExprField { base: of, .. })
        | Expr::Index(syn::ExprIndex { expr: of, .. }) => {
            matches!(unparen(of), Expr::Call(_) | Expr::MethodCall(_)) || is_part_of_call(of)
        }
        _ => false,
    }
}

/// Whether an expression is a method call that may return an array: no source or adaptor of
/// iterators. Arrays have the adaptor `map` as well.
fn may_return_array(e: &Expr) -> bool {
    let Expr::MethodCall(m) = unparen(e) else { return false };
    match (&*m.method.to_string(), m.args.len()) {
        ("map", 1) => may_return_array(&m.receiver),
        (name, n) => {
            !is_source(name, n) && !ADAPTORS.contains(&(name, n)) && !returns_iterator(&m.method)
        }
    }
}

fn type_of_real(real: Real) -> syn::Type {
    match real {
        Real::F64 => syn::parse_quote!(f64),
        Real::F32 => syn::parse_quote!(f32),
        Real::Param(name) => {
            let name = Ident::new(name, Span::call_site());
            syn::parse_quote!(#name)
        }
    }
}
