//! Consumers that construct a user-defined type from items: `.sum::<Vec3>()`,
//! `.product::<Transform>()`, `.collect::<Schedule>()`.

use super::super::*;
use crate::lower::places::place::ConstantCode;
use crate::world::types::sums::{Fold, FoldImpl};

impl Lowerer<'_> {
    /// `.sum::<Vec3>()`: the user-defined `Sum` of no items, to which the items are added one
    /// after the other. The same for `Product`.
    pub(in crate::lower::iterate) fn user_sum(
        &mut self,
        iter: &Rc<Iter>,
        name: &str,
        ty: &syn::Type,
        span: Span,
    ) -> Option<Value> {
        let (of, function): (_, Expr) = match name {
            "sum" => (quote::quote!(Sum), syn::parse_quote!(|sum, item| sum + item)),
            _ => (quote::quote!(Product), syn::parse_quote!(|product, item| product * item)),
        };
        let added = Fold { function: Box::new(function), by_reference: false, copies: false };
        let fold = match self.world().fold_impl(ty, &of.to_string()) {
            FoldImpl::NotFound => added,
            FoldImpl::With(fold) => fold,
            FoldImpl::Unknown => {
                let message = format!(
                    "the implementation of `{of}` for `{}` is unknown here: write it as \
                     `iter.fold(zero, |sum, item| sum + item)`, or write a fold here",
                    ty.to_token_stream()
                );
                self.diagnostics.error(span, message);
                return None;
            }
        };
        let function = quote::format_ident!("{name}");
        let item = if fold.by_reference { quote::quote!(&#ty) } else { ty.to_token_stream() };
        let tokens = quote::quote!(
            <#ty as ::core::iter::#of<#item>>::#function(::core::iter::empty::<#item>())
        );
        let named = self.types.annotation(ty);
        let code = ConstantCode { again: false, ..ConstantCode::new(tokens, name, named) };
        let neutral = self.emit_code(code, span);
        let add = self.callable(&fold.function)?;
        let copied = match &**iter {
            _ if !fold.copies => iter.clone(),
            Iter::Items(items) => {
                Rc::new(Iter::Items(iterate::Items::Copied(Box::new(items.clone()))))
            }
            _ => Rc::new(Iter::Copied(iter.clone())),
        };
        Some(self.fold(&copied, Value::Var(neutral, false), &add, span))
    }

    /// The type of arrays with one axis of `ndarray`, with its elements, if that is the type.
    pub(in crate::lower) fn vector_type(&self, ty: &syn::Type) -> Option<TokenStream> {
        let syn::Type::Path(of) = ty else { return None };
        let last = of.path.segments.last()?;
        if last.ident != "Array1" || !desugar::arrays::is_of_ndarray(&of.path, self.world()) {
            return None;
        }
        let element = match &last.arguments {
            syn::PathArguments::AngleBracketed(of) => of.args.first()?.to_token_stream(),
            _ => return None,
        };
        let real = self.real_type();
        let element = if element.to_string() == "_" { real.to_token_stream() } else { element };
        Some(quote::quote!(::autodiff::__private::arrays::Array1::<#element>))
    }

    /// The items of an iterator, collected into a user-defined type by its `FromIterator`.
    pub(in crate::lower::iterate) fn collect_into_user_type(
        &mut self,
        iter: &Iter,
        ty: &syn::Type,
        span: Span,
    ) -> Value {
        let items = self.collect_items(iter, span);
        self.vector_into_user_type(items, ty, span)
    }

    /// A user-defined type that is made of a vector by its `FromIterator`.
    pub(in crate::lower::iterate) fn vector_into_user_type(
        &mut self,
        items: Value,
        ty: &syn::Type,
        span: Span,
    ) -> Value {
        let (name, scope) = ("argument_items", self.ssa.scope.len());
        let binding = self.binding(name, items, false, span);
        self.ssa.scope.push((name.into(), binding));
        let items = proc_macro2::Ident::new(name, span);
        let call: syn::ExprCall = match self.vector_type(ty) {
            Some(array) => syn::parse_quote_spanned!(span=> #array::from_vec(#items)),
            None => syn::parse_quote_spanned!(span=> <#ty>::from_iter(#items)),
        };
        let value = self.call(&call);
        self.ssa.scope.truncate(scope);
        value
    }
}
