//! Writes inferred types where the syntax allows an annotation: at `let`s, at closure parameters,
//! and in place of a generic argument `_`.
//!
//! A `let` gets only types without references: a variable that is a reference is an alias of a
//! place, whatever its type. Nor does it get a type that contains a box, because lowering
//! represents a box by its contents.

use super::Inferred;
use crate::world::text::declarations::TypeSyntax;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, Ident, ItemFn, Pat, PatType, PathArguments, Token, Type};

/// Annotates a function with the inferred types.
pub fn annotate(function: &mut ItemFn, inferred: &Inferred) {
    Annotate { inferred }.visit_block_mut(&mut function.block);
}

struct Annotate<'i> {
    inferred: &'i Inferred,
}

impl Annotate<'_> {
    /// The type of the value that a pattern matches, if it matches by value.
    fn type_of_pattern(&self, pattern: &Pat) -> Option<Type> {
        match pattern {
            Pat::Ident(of) if of.by_ref.is_none() && of.subpat.is_none() => {
                self.inferred.binding(&of.ident).cloned()
            }
            Pat::Tuple(of) => {
                let parts = of
                    .elems
                    .iter()
                    .map(|part| self.type_of_pattern(part))
                    .collect::<Option<Vec<_>>>()?;
                Some(syn::parse_quote!((#(#parts,)*)))
            }
            Pat::Paren(of) => self.type_of_pattern(&of.pat),
            _ => None,
        }
    }

    /// Writes the generic arguments that the user left to inference.
    fn write_arguments(&self, name: &Ident, written: &mut syn::AngleBracketedGenericArguments) {
        let Some(inferred) = self.inferred.arguments(name) else { return };
        for (argument, inferred) in written.args.iter_mut().zip(inferred) {
            if matches!(argument, GenericArgument::Type(ty) if TypeSyntax::of(ty).is_partial()) {
                *argument = inferred.clone();
            }
        }
    }

    /// The generic arguments to write at a call that has none.
    fn omitted_arguments(&self, name: &Ident) -> Option<syn::AngleBracketedGenericArguments> {
        let inferred = self.inferred.arguments(name)?;
        Some(syn::parse_quote_spanned!(name.span()=> ::<#(#inferred),*>))
    }

    /// Writes the fields through which a reference is coerced that is passed as an argument.
    fn coerce(&self, argument: &mut Expr) {
        let Some(fields) = self.inferred.coercion(argument).map(<[String]>::to_vec) else { return };
        for field in fields {
            let Ok(member) = syn::parse_str::<syn::Member>(&field) else { continue };
            let span = syn::spanned::Spanned::span(&*argument);
            match &mut *argument {
                Expr::Reference(of) => {
                    let base = &of.expr;
                    of.expr = syn::parse_quote_spanned!(span=> (#base).#member);
                }
                base => *base = syn::parse_quote_spanned!(span=> &(#base).#member),
            }
        }
    }

    /// Replaces an iterated value of a type of the crate by what it converts into.
    fn convert(&self, iterated: &mut Expr) {
        let Some(body) = self.inferred.body_of_into_iter(iterated) else { return };
        let of = match &*iterated {
            Expr::Reference(of) => &of.expr,
            of => of,
        };
        let this = [("self".to_string(), quote::quote!((#of)))];
        let body = body.parse().map(|body| crate::world::tokens::replace_names(body, &this));
        if let Some(body) = body.ok().and_then(|body| syn::parse2(body).ok()) {
            *iterated = body;
        }
    }

    fn annotate(&self, pattern: &mut Pat, takes_references: bool) {
        let Some(ty) = self.type_of_pattern(pattern) else { return };
        let value = match &ty {
            Type::Reference(of) if takes_references => &*of.elem,
            ty => ty,
        };
        if borrows_or_boxes(value) {
            return;
        }
        let pat = Box::new(std::mem::replace(
            pattern,
            Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: <Token![_]>::default() }),
        ));
        *pattern = Pat::Type(PatType {
            attrs: Vec::new(),
            pat,
            colon_token: <Token![:]>::default(),
            ty: Box::new(ty),
        });
    }
}

/// Whether a type contains references or boxes.
pub fn borrows_or_boxes(ty: &Type) -> bool {
    struct FindUnknown(bool);
    impl<'ast> Visit<'ast> for FindUnknown {
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {
            self.0 = true;
        }
        fn visit_type_path(&mut self, of: &'ast syn::TypePath) {
            self.0 |= of.path.segments.last().is_some_and(|last| last.ident == "Box");
            visit::visit_type_path(self, of);
        }
    }
    let mut found = FindUnknown(false);
    found.visit_type(ty);
    found.0
}

impl VisitMut for Annotate<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let has_else = local.init.as_ref().is_some_and(|init| init.diverge.is_some());
        if !matches!(local.pat, Pat::Type(_)) && !has_else {
            self.annotate(&mut local.pat, false);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, l: &mut syn::ExprForLoop) {
        self.convert(&mut l.expr);
        visit_mut::visit_expr_for_loop_mut(self, l);
        // lowering puts the pattern of a loop into a `let`, where alternatives need parentheses
        if let Pat::Or(alternatives) = &*l.pat {
            *l.pat = syn::parse_quote!((#alternatives));
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        for pattern in closure.inputs.iter_mut().filter(|pattern| matches!(pattern, Pat::Ident(_)))
        {
            self.annotate(pattern, true);
        }
    }

    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        visit_mut::visit_expr_call_mut(self, call);
        if let Expr::Path(path) = &mut *call.func
            && let Some(last) =
                path.path.segments.last_mut().filter(|last| last.arguments.is_none())
            && let Some(left_out) = self.omitted_arguments(&last.ident)
        {
            last.arguments = PathArguments::AngleBracketed(left_out);
        }
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if let Some(last) = path.path.segments.last_mut()
            && let PathArguments::AngleBracketed(written) = &mut last.arguments
        {
            self.write_arguments(&last.ident, written);
        }
    }

    fn visit_expr_method_call_mut(&mut self, m: &mut syn::ExprMethodCall) {
        if matches!(m.method.to_string().as_str(), "zip" | "chain" | "extend") {
            m.args.iter_mut().for_each(|iterated| self.convert(iterated));
        }
        visit_mut::visit_expr_method_call_mut(self, m);
        match &mut m.turbofish {
            Some(written) => self.write_arguments(&m.method, written),
            None => m.turbofish = self.omitted_arguments(&m.method),
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Call(syn::ExprCall { args, .. })
        | Expr::MethodCall(syn::ExprMethodCall { args, .. }) = e
        {
            args.iter_mut().for_each(|argument| self.coerce(argument));
        }
        if let Some(fields) = self.inferred.deref_fields(e).map(<[String]>::to_vec) {
            let operand = match e {
                Expr::MethodCall(of) => &mut of.receiver,
                Expr::Field(of) => &mut of.base,
                Expr::Index(of) => &mut of.expr,
                Expr::Unary(of) => &mut of.expr,
                _ => return visit_mut::visit_expr_mut(self, e),
            };
            for field in fields {
                let member = syn::parse_str::<syn::Member>(&field);
                let Ok(member) = member else { continue };
                let (base, span) = (&*operand, syn::spanned::Spanned::span(operand));
                **operand = syn::parse_quote_spanned!(span=> (#base).#member);
            }
            if let Expr::Unary(of) = e {
                *e = (*of.expr).clone();
                return self.visit_expr_mut(e);
            }
        }
        if let Expr::MethodCall(m) = e
            && m.method == "into_iter"
            && self.inferred.body_of_into_iter(&m.receiver).is_some()
        {
            let mut iterated = (*m.receiver).clone();
            self.convert(&mut iterated);
            *e = iterated;
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
