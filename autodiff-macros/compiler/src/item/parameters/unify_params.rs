//! Type parameters that operators connect → one scalar type.
//!
//! ```text
//! fn dot<T, U, V>(a: (T, T), b: (U, U)) -> V      fn dot<T>(a: (T, T), b: (T, T)) -> T
//! where                                       →   where
//!     T: Mul<U, Output = V>,                          T: Mul<T, Output = T>,
//!     V: Add<Output = V>                              T: Add<Output = T>
//! ```
//!
//! There is no product of scalars of two types, so the function is differentiated for equal types.
//! A call with different types is a type error.

use crate::params;
use crate::world::World;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, GenericArgument, GenericParam, Ident, PathArguments, PathSegment, Signature, Type,
    TypeParamBound, WherePredicate,
};

/// Traits of operators, whose argument is the other operand, and which have an `Output`.
const OPERATORS: &[&str] = &[
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "RemAssign",
];

/// Unifies connected type parameters of a function; the one declared first remains.
pub fn join(sig: &mut Signature, block: &mut Block, world: &World) {
    while let Some((one, other)) = connection(sig, world) {
        let is_first = sig
            .generics
            .type_params()
            .find(|t| t.ident == one || t.ident == other)
            .is_some_and(|t| t.ident == one);
        let (first, last) = if is_first { (one, other) } else { (other, one) };
        for param in std::mem::take(&mut sig.generics.params) {
            match param {
                GenericParam::Type(t) if t.ident == last => {
                    let of_first = sig.generics.type_params_mut().find(|t| t.ident == first);
                    of_first
                        .into_iter()
                        .for_each(|of_first| of_first.bounds.extend(t.bounds.clone()));
                }
                param => sig.generics.params.push(param),
            }
        }
        let mut renamed = RenameParam { from: &last, to: &first };
        renamed.visit_signature_mut(sig);
        renamed.visit_block_mut(block);
    }
}

/// Two type parameters that a bound by an operator connects.
fn connection(sig: &Signature, world: &World) -> Option<(Ident, Ident)> {
    // an implementor of a differentiated trait is no scalar
    let is_own = |name: &Ident| {
        params::bounds(&sig.generics, name)
            .any(|bound| last_segment(bound).is_some_and(|last| world.has_trait(&last.ident)))
    };
    let is_parameter =
        |name: &Ident| sig.generics.type_params().any(|t| t.ident == *name) && !is_own(name);
    let declared = sig.generics.type_params().map(|t| (t.ident.clone(), &t.bounds));
    let clauses = sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let clauses = clauses.filter_map(|p| match p {
        WherePredicate::Type(p) => Some((name(&p.bounded_ty)?, &p.bounds)),
        _ => None,
    });
    declared.chain(clauses).filter(|(of, _)| is_parameter(of)).find_map(|(of, bounds)| {
        let other = bounds
            .iter()
            .flat_map(operands)
            .find_map(|ty| name(ty).filter(|name| *name != of && is_parameter(name)))?;
        Some((of, other))
    })
}

/// The types in a bound by an operator: the other operand, and the result.
fn operands(bound: &TypeParamBound) -> Vec<&Type> {
    match last_segment(bound) {
        Some(PathSegment { ident, arguments: PathArguments::AngleBracketed(arguments) })
            if OPERATORS.iter().any(|o| ident == o) =>
        {
            let types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                GenericArgument::AssocType(output) => Some(&output.ty),
                _ => None,
            });
            types.collect()
        }
        _ => Vec::new(),
    }
}

/// The last part of the path of a trait.
fn last_segment(bound: &TypeParamBound) -> Option<&PathSegment> {
    match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last(),
        _ => None,
    }
}

/// The name of a type, or of the type behind a reference: `T: Mul<&'a U>`.
fn name(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Path(p) if p.qself.is_none() => p.path.get_ident().cloned(),
        Type::Reference(r) => name(&r.elem),
        Type::Paren(p) => name(&p.elem),
        _ => None,
    }
}

/// Renames a type parameter.
struct RenameParam<'n> {
    from: &'n Ident,
    to: &'n Ident,
}

impl VisitMut for RenameParam<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if let Some(PathSegment { ident, .. }) =
            path.segments.first_mut().filter(|first| first.ident == *self.from)
        {
            *ident = Ident::new(&self.to.to_string(), ident.span());
        }
        visit_mut::visit_path_mut(self, path);
    }

    // a variable may have the same name
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.qself.is_some() || path.path.segments.len() > 1 {
            visit_mut::visit_expr_path_mut(self, path);
        }
    }
}
