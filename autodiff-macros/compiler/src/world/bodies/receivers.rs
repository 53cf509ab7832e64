//! The receiver of a method call in a body → its declared type, where the body shows it.
//!
//! Methods of sequences resolve to those of std in every scope if their receiver is a slice, an
//! array or a vector. It is one where a parameter, or a field of a parameter whose type has the
//! derive, has this declared type.

use super::absolute_paths::VisibleModule;
use super::relocatable::{Captured, Walk};
use crate::type_class::{only_argument, strip_groups};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::{Expr, ExprClosure, ExprField, ExprIndex, Lit, Member, Pat, Path, Type, UnOp};

/// A place that a body reads.
#[derive(Clone)]
pub(super) struct Place {
    /// The place, from a parameter of the body.
    pub expr: Expr,
    /// The name and the declared type of that parameter.
    pub root: (Ident, Type),
    /// The declared type of the place.
    pub ty: Type,
}

impl Place {
    /// A parameter.
    pub fn parameter(name: &Ident, ty: &Type) -> Place {
        let expr = syn::parse_quote!(#name);
        Place { expr, root: (name.clone(), ty.clone()), ty: ty.clone() }
    }

    /// Whether it is a slice or a `&[T]`.
    pub fn is_slice(&self) -> bool {
        let is_slice = |ty: &Type| matches!(strip_groups(ty), Type::Slice(_));
        match strip_groups(&self.ty) {
            Type::Reference(of) => of.mutability.is_none() && is_slice(&of.elem),
            ty => is_slice(ty),
        }
    }

    /// Whether it is an array, a vector, or a reference to one.
    pub fn is_sequence(&self) -> bool {
        match pointee(&self.ty) {
            Type::Array(_) => true,
            Type::Path(of) => only_argument(of, &["Vec"]).is_some(),
            _ => false,
        }
    }

    /// For a sequence in a field: a closure that returns a reference to the sequence.
    pub fn reader(&self, span: Span) -> Option<ExprClosure> {
        let (name, Type::Path(owner)) = (&self.root.0, pointee(&self.root.1)) else { return None };
        if self.expr == syn::parse_quote!(#name) {
            return None;
        }
        let mut sequence = self.expr.to_token_stream();
        let mut ty = strip_groups(&self.ty);
        while let Type::Reference(of) = ty {
            (sequence, ty) = (quote_spanned!(span=> *#sequence), strip_groups(&of.elem));
        }
        syn::parse2(quote_spanned!(span=> |#name: &#owner| &#sequence)).ok()
    }
}

/// A type without references.
fn pointee(ty: &Type) -> &Type {
    match strip_groups(ty) {
        Type::Reference(of) => pointee(&of.elem),
        ty => ty,
    }
}

impl Walk<'_> {
    /// The place that an expression denotes or refers to, if its type is known.
    pub(super) fn place(&self, e: &Expr) -> Option<Place> {
        match e {
            Expr::Paren(of) => self.place(&of.expr),
            Expr::Reference(of) if of.mutability.is_none() => {
                let of = self.place(&of.expr)?;
                let (expr, ty) = (&of.expr, &of.ty);
                Some(Place { expr: syn::parse_quote!((&#expr)), ty: syn::parse_quote!(&#ty), ..of })
            }
            Expr::Unary(of) if matches!(of.op, UnOp::Deref(_)) => {
                let of = self.place(&of.expr)?;
                let Type::Reference(ty) = strip_groups(&of.ty) else { return None };
                let (expr, ty) = (&of.expr, (*ty.elem).clone());
                Some(Place { expr: syn::parse_quote!((*#expr)), ty, ..of })
            }
            Expr::Path(of) => {
                let name = of.path.get_ident()?;
                self.bindings.iter().rev().find(|of| *name == of.name)?.place.clone()
            }
            Expr::Field(of) => self.field(of),
            Expr::Index(of) => self.element(of),
            _ => None,
        }
    }

    fn field(&self, of: &ExprField) -> Option<Place> {
        let base = self.place(&of.base)?;
        let Type::Path(owner) = pointee(&base.ty) else { return None };
        let world = self.world.in_scope(self.scope.cloned());
        let recorded = world.find_type(&owner.path.segments.last()?.ident.to_string())?;
        let written = world.field_of_type(&recorded, &name_of(&of.member))?.written;
        let (expr, member) = (&base.expr, &of.member);
        Some(Place {
            expr: syn::parse_quote!(#expr.#member),
            ty: syn::parse_str(&written).ok()?,
            ..base
        })
    }

    fn element(&self, of: &ExprIndex) -> Option<Place> {
        let base = self.place(&of.expr)?;
        let element = match pointee(&base.ty) {
            Type::Array(of) => &of.elem,
            Type::Slice(of) => &of.elem,
            Type::Path(of) => only_argument(of, &["Vec"])?,
            _ => return None,
        };
        let is_number = match &*of.index {
            Expr::Lit(of) => matches!(of.lit, Lit::Int(_)),
            Expr::Range(_) => false,
            index => {
                let known = self.place(index)?;
                matches!(strip_groups(&known.ty), Type::Path(of) if of.path.is_ident("usize"))
            }
        };
        let (expr, ty) = (&base.expr, element.clone());
        Some(match (is_number, &*of.index) {
            (true, _) => Place { expr: syn::parse_quote!(#expr[0]), ty, ..base },
            (false, Expr::Range(_)) => {
                Place { expr: syn::parse_quote!(#expr[..]), ty: syn::parse_quote!([#ty]), ..base }
            }
            _ => return None,
        })
    }

    /// Records where a field that the body reads is visible.
    pub(super) fn limit_field(&mut self, of: &ExprField) {
        let Some(base) = self.place(&of.base) else { return };
        let Type::Path(owner) = pointee(&base.ty) else { return };
        let (name, world) = (name_of(&of.member), self.world.in_scope(self.scope.cloned()));
        let Some(around) = owner
            .path
            .segments
            .last()
            .and_then(|last| world.find_type(&last.ident.to_string()))
            .and_then(|of| of.modules_that_see(&name))
        else {
            return;
        };
        let name = Captured::field(name);
        match world.path_from_crate(&owner.path).map(|path| module_of(&path, around)) {
            Some(module) => self.absolute.limit(VisibleModule { module, name }),
            None => drop(self.captured.get_or_insert(name)),
        }
    }

    /// Binds the names of a `let`, also of a place.
    pub(super) fn bind_local(&mut self, local: &syn::Local) {
        let place = local.init.as_ref().and_then(|init| self.place(&init.expr));
        self.visit_pat(&local.pat);
        if let Pat::Ident(of) = &local.pat
            && of.subpat.is_none()
            && of.by_ref.is_none()
            && let Some(bound) = self.bindings.last_mut().filter(|bound| of.ident == bound.name)
        {
            bound.place = place;
        }
    }
}

/// The names of the module that contains an item, from the root of the crate, without the last
/// ones.
fn module_of(item: &Path, around: usize) -> Vec<String> {
    let names: Vec<String> = item.segments.iter().map(|of| of.ident.to_string()).collect();
    let end = names.len().saturating_sub(1 + around).max(1);
    names[1..end].to_vec()
}

fn name_of(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
