//! The types that were inferred, for values of which lowering knows none.

use crate::lower::*;
use quote::quote;
use syn::Expr;

impl Lowerer<'_> {
    /// A value of a type that lowering does not know, with the type that was inferred.
    pub fn with_inferred(&mut self, e: &Expr, value: Value) -> Value {
        let Value::Var(v, by_reference) = value else { return value };
        if !by_reference && self.inferred.drops(e) && !self.is_error(v) {
            self.guards.insert(v);
        }
        let ty = self.ty(v);
        if let Some((behind, depth)) = self.value_behind(e, &ty) {
            if by_reference || self.items_of_unseen.contains(&v) {
                return self.typed(value, &behind, e.span());
            }
            // code sees what it captures by reference, and what it holds may be a clone already
            let stars = (0..depth).map(|_| quote!(*));
            let code = quote!(::autodiff::__private::saved_value!(#(#stars)* value));
            let read = self.opaque_of(code, vec![("value", v)], behind, "value", e.span());
            return Value::Var(read, true);
        }
        match self.inferred_for(e, &ty) {
            Some(ty) => self.typed(value, &ty, e.span()),
            None => value,
        }
    }

    /// What a reference out of opaque code refers to, and through how many references: a scalar is read at once, whatever the code holds, and so is what
    /// a variable refers to that is an array or of a type of the crate with a derived `Clone`.
    fn value_behind(&mut self, e: &Expr, ty: &Ty) -> Option<(Ty, usize)> {
        if !self.is_to_be_inferred(ty) || !matches!(self.types.origin(ty), Some(Origin::Opaque(_))) {
            return None;
        }
        let inferred = self.inferred.clone();
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
        self.types.inferred(behind).filter(Ty::is_scalar).map(|ty| (ty, depth))
    }

    /// Whether lowering knows so little of a type that it asks for what was inferred.
    fn is_to_be_inferred(&self, ty: &Ty) -> bool {
        let is_unknown = matches!(self.types.shallow(ty), Ty::Infer(_)) && matches!(self.types.kind(ty), Some(Kind::Any));
        is_unknown && !matches!(self.types.origin(ty), Some(Origin::Error | Origin::Opaque(Some(_)) | Origin::Call(Projection::Named(_))))
    }

    /// The type that was inferred for an expression, if that of the value is not known.
    pub fn inferred_for(&mut self, e: &Expr, ty: &Ty) -> Option<Ty> {
        if !self.is_to_be_inferred(ty) {
            return None;
        }
        let inferred = self.inferred.clone();
        let inferred = inferred.expr(e)?;
        // a reference out of code that is passed through stays one, and a unique one that a function returns is no value
        let is_opaque = matches!(self.types.origin(ty), Some(Origin::Opaque(_)));
        match inferred {
            syn::Type::Reference(of) if is_opaque || of.mutability.is_some() && !matches!(e, Expr::Path(_)) => None,
            ty => self.types.inferred(ty),
        }
    }
}
