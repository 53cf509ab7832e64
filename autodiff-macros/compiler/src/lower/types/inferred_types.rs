//! Applies inferred types to values whose types lowering does not know.

use crate::lower::*;
use quote::quote;
use syn::Expr;

impl Lowerer<'_> {
    /// A value of a type that lowering does not know, with its inferred type.
    pub fn with_inferred(&mut self, e: &Expr, value: Value) -> Value {
        let Value::Var(v, by_reference) = value else { return value };
        if !by_reference && self.names.inferred.drops(e) && !self.is_error(v) {
            self.facts.guards.insert(v);
        }
        let ty = self.ty(v);
        if let Some((behind, depth)) = self.value_behind(e, &ty) {
            if by_reference || self.facts.opaque_items.contains(&v) {
                return self.destructure_by_type(value, &behind, e.span());
            }
            // code captures by reference, and the captured value may be a clone already
            let stars = (0..depth).map(|_| quote!(*));
            let code = quote!(::autodiff::__private::saved_value!(#(#stars)* value));
            let read = self.opaque_of(code, vec![("value", v)], behind, "value", e.span());
            return Value::Var(read, true);
        }
        match self.inferred_type(e, &ty) {
            Some(ty) => self.destructure_by_type(value, &ty, e.span()),
            None => value,
        }
    }

    /// Applies the inferred type to a temporary sequence whose element type is not known: `&mut
    /// [None; 7]`.
    pub fn type_of_temporary(&mut self, e: &Expr, v: Var) {
        let (ty, inferred) = (self.ty(v), self.names.inferred.clone());
        let has_open_elements =
            self.types.shallow(&ty).element().is_some_and(|element| self.types.is_open(element));
        if has_open_elements
            && let Some(inferred) = inferred.expr(e)
            && let Some(known) = self.types.type_of_inferred(inferred)
        {
            self.unify_var(v, &known);
        }
    }

    /// The target type of a reference from opaque code, and through how many references. A scalar
    /// is read immediately, whatever the code borrows. So is the target of a variable, if it is an
    /// array or of a type of the crate with a derived `Clone`.
    fn value_behind(&mut self, e: &Expr, ty: &Ty) -> Option<(Ty, usize)> {
        if !self.is_to_be_inferred(ty) || !matches!(self.types.origin(ty), Some(Origin::Opaque(_)))
        {
            return None;
        }
        let inferred = self.names.inferred.clone();
        if let Some((of, depth)) = inferred.referent(e).filter(|_| matches!(e, Expr::Path(_))) {
            return Some((self.types.constant(of), *depth));
        }
        let (mut behind, mut depth) = (inferred.expr(e)?, 0);
        while let syn::Type::Reference(of) = behind
            && of.mutability.is_none()
        {
            (behind, depth) = (&of.elem, depth + 1);
        }
        if depth == 0 || crate::type_class::is_str_reference(behind) {
            return None;
        }
        self.types.type_of_inferred(behind).filter(Ty::is_scalar).map(|ty| (ty, depth))
    }

    /// A slice that code borrows, `table.row(i)` or `text.as_bytes()`, as an argument: a copy,
    /// which can be saved for the reverse sweep.
    pub fn copy_of_borrowed_slice(&mut self, e: &Expr, v: Var) -> Option<Var> {
        let ty = self.ty(v);
        let is_borrowed = self.is_to_be_inferred(&ty)
            && matches!(self.types.origin(&ty), Some(Origin::Opaque(_)));
        let is_part = matches!(self.types.shallow(&ty), Ty::Slice(element)
            if self.is_to_be_inferred(&element));
        if !is_borrowed && !is_part {
            return None;
        }
        let inferred = self.names.inferred.clone();
        let (mut behind, mut depth) = (inferred.expr(e)?, 0);
        while let syn::Type::Reference(of) = behind
            && of.mutability.is_none()
        {
            (behind, depth) = (&of.elem, depth + 1);
        }
        let element = match self.types.type_of_inferred(behind).filter(|_| depth > 0)? {
            Ty::Slice(element) | Ty::Vec(element) if element.is_copied() => element,
            _ => return None,
        };
        let code = quote!(value.to_vec());
        Some(self.opaque_of(code, vec![("value", v)], Ty::Vec(element), "slice", e.span()))
    }

    /// Whether a type is so incomplete that lowering uses the inferred one.
    fn is_to_be_inferred(&self, ty: &Ty) -> bool {
        matches!(self.types.kind(ty), Some(Kind::Any))
            && !matches!(
                self.types.origin(ty),
                Some(Origin::Error | Origin::Opaque(Some(_)) | Origin::Call(Projection::Named(_)))
            )
    }

    /// The type that was inferred for an expression, if the type of its value is not known.
    pub fn inferred_type(&mut self, e: &Expr, ty: &Ty) -> Option<Ty> {
        if !self.is_to_be_inferred(ty) {
            return None;
        }
        let inferred = self.names.inferred.clone();
        let inferred = inferred.expr(e)?;
        // a reference from opaque code stays one, and a unique one that a function returns is no
        // value
        let is_opaque = matches!(self.types.origin(ty), Some(Origin::Opaque(_)));
        match inferred {
            syn::Type::Reference(of)
                if is_opaque || of.mutability.is_some() && !matches!(e, Expr::Path(_)) =>
            {
                None
            }
            ty => self.types.type_of_inferred(ty),
        }
    }
}
