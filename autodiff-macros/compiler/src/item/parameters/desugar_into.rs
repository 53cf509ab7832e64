//! `p: impl Into<Point>` → `p: Point`, and `p.into()` → `p`: derivatives are with respect to the
//! converted argument.
//!
//! ```text
//! fn norm(p: impl Into<Point>) -> f64 {          fn norm(p: Point) -> f64 {
//!     let p = p.into();                      →       let p = p;
//!     p.x.hypot(p.y)                                 p.x.hypot(p.y)
//! }                                              }
//! ```
//!
//! Callers may pass any convertible value if the target type, here `Point`, has the derive and no
//! reals. The parameter is marked for that ([`crate::params::conversion_mark`]).
//!
//! This applies if the function only converts the argument, or passes it on to a function that
//! converts it. Other parameters of this kind are unchanged, and lowering rejects them.

use crate::params;
use crate::world::tokens::mentions;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, FnArg, GenericArgument, Ident, Local, Pat, PathArguments, Signature, Stmt, Type,
    TypeParamBound, WherePredicate,
};

/// Replaces the type of each parameter that is only converted by the target type of the conversion.
pub fn take_converted(sig: &mut Signature, block: &mut Block) {
    let anonymous: Vec<(usize, Type)> = parameters(sig)
        .filter_map(|(k, _, ty)| match ty {
            Type::ImplTrait(some) => Some((k, target(some.bounds.iter())?)),
            _ => None,
        })
        .collect();
    for (k, to) in anonymous {
        take(&[k], &to, sig, block);
    }
    let named: Vec<(Ident, Type)> = sig
        .generics
        .type_params()
        .filter_map(|t| Some((t.ident.clone(), target(params::bounds(&sig.generics, &t.ident))?)))
        .collect();
    for (name, to) in named {
        let (of_it, rest) = parameters_of_type(sig, &name);
        let is_elsewhere = mentions(&rest, &name) || mentions(&*block, &name);
        if !is_elsewhere && take(&of_it, &to, sig, block) {
            remove(sig, &name);
        }
    }
}

/// The indices of the parameters of a type parameter, and the signature without them and it.
pub(in crate::item) fn parameters_of_type(
    sig: &Signature,
    name: &Ident,
) -> (Vec<usize>, Signature) {
    let of_it: Vec<usize> =
        parameters(sig).filter(|(.., ty)| is_ident(ty, name)).map(|(k, ..)| k).collect();
    let mut rest = sig.clone();
    rest.inputs = rest
        .inputs
        .into_iter()
        .enumerate()
        .filter(|(k, _)| !of_it.contains(k))
        .map(|(_, input)| input)
        .collect();
    remove(&mut rest, name);
    (of_it, rest)
}

/// The parameters that are plain names, with their types.
pub(in crate::item) fn parameters(sig: &Signature) -> impl Iterator<Item = (usize, &Ident, &Type)> {
    sig.inputs.iter().enumerate().filter_map(|(k, input)| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {
                Some((k, &p.ident, &*typed.ty))
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

/// The target of `Into<…>` among the bounds, if there is no other bound but `Copy` and `Clone`.
fn target<'b>(bounds: impl Iterator<Item = &'b TypeParamBound>) -> Option<Type> {
    let mut target = None;
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        match &last.arguments {
            PathArguments::None if last.ident == "Copy" || last.ident == "Clone" => {}
            PathArguments::AngleBracketed(arguments)
                if last.ident == "Into" && target.is_none() =>
            {
                match arguments.args.first()? {
                    GenericArgument::Type(ty) => target = Some(ty.clone()),
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    target
}

/// Removes a type parameter.
pub(in crate::item) fn remove(sig: &mut Signature, name: &Ident) {
    let params = std::mem::take(&mut sig.generics.params);
    sig.generics.params = params
        .into_iter()
        .filter(|p| !matches!(p, syn::GenericParam::Type(t) if t.ident == *name))
        .collect();
    if let Some(clause) = &mut sig.generics.where_clause {
        let predicates = std::mem::take(&mut clause.predicates);
        let is_other = |p: &WherePredicate| {
            !matches!(p, WherePredicate::Type(p)
            if is_ident(&p.bounded_ty, name))
        };
        clause.predicates = predicates.into_iter().filter(is_other).collect();
    }
}

/// Replaces the types of parameters by the target type, if the function only converts them.
fn take(of_it: &[usize], to: &Type, sig: &mut Signature, block: &mut Block) -> bool {
    let names: Vec<Ident> = parameters(sig)
        .filter(|(k, ..)| of_it.contains(k))
        .map(|(_, name, _)| name.clone())
        .collect();
    if names.len() < of_it.len()
        || names.is_empty()
        || !names.iter().all(|name| is_only_converted(name, block))
    {
        return false;
    }
    for name in &names {
        let until = shadowing_statement(name, block).map_or(block.stmts.len(), |at| at + 1);
        block.stmts[..until].iter_mut().for_each(|s| UnconvertedUses { name }.visit_stmt_mut(s));
    }
    for k in of_it {
        if let FnArg::Typed(typed) = &mut sig.inputs[*k] {
            *typed.ty = to.clone();
            typed.attrs.push(params::conversion_mark());
        }
    }
    true
}

/// The statement `let p = …;`, after which the name resolves to another variable: most often
/// `let p = p.into();`.
fn shadowing_statement(name: &Ident, block: &Block) -> Option<usize> {
    block.stmts.iter().position(|s| matches!(s, Stmt::Local(local) if mentions(&local.pat, name)))
}

fn is_conversion(name: &Ident, e: &Expr) -> bool {
    matches!(e, Expr::MethodCall(m) if m.method == "into" && m.args.is_empty()
        && m.turbofish.is_none() && matches!(&*m.receiver, Expr::Path(p) if p.path.is_ident(name)))
}

fn is_only_converted(name: &Ident, block: &Block) -> bool {
    let until = shadowing_statement(name, block).unwrap_or(block.stmts.len());
    let mut other = OtherUses { name, found: false };
    block.stmts[..until].iter().for_each(|s| other.visit_stmt(s));
    if let Some(Stmt::Local(Local { init: Some(init), .. })) = block.stmts.get(until) {
        other.visit_local_init(init);
    }
    !other.found
}

/// Finds uses of a name other than to convert it, or to pass it on.
struct OtherUses<'n> {
    name: &'n Ident,
    found: bool,
}

impl<'ast> Visit<'ast> for OtherUses<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        let is_name = |e: &&Expr| matches!(e, Expr::Path(p) if p.path.is_ident(self.name));
        let (called, arguments) = match e {
            e if is_conversion(self.name, e) => return,
            Expr::Call(c) => (&*c.func, &c.args),
            Expr::MethodCall(m) => (&*m.receiver, &m.args),
            _ => return visit::visit_expr(self, e),
        };
        let others: Vec<&Expr> =
            std::iter::once(called).chain(arguments.iter().filter(|e| !is_name(e))).collect();
        others.into_iter().for_each(|e| self.visit_expr(e));
    }

    // all other occurrences: variables of that name, macros, …
    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.found |= ident == self.name;
    }

    // but not in items, which see no variables
    fn visit_item(&mut self, _: &'ast syn::Item) {}

    // nor as names of fields: `Circle { center: center.into() }`
    fn visit_member(&mut self, _: &'ast syn::Member) {}

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.found |= mentions(mac, self.name);
    }
}

struct UnconvertedUses<'n> {
    name: &'n Ident,
}

impl VisitMut for UnconvertedUses<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::MethodCall(m) if is_conversion(self.name, &Expr::MethodCall(m.clone())) => {
                *e = (*m.receiver).clone()
            }
            _ => visit_mut::visit_expr_mut(self, e),
        }
    }
}

pub(in crate::item) fn is_ident(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(p) if p.qself.is_none() && p.path.is_ident(name))
}
