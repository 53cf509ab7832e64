//! Types of views of arrays: derivatives have owned arrays in their place.
//!
//! ```text
//! ArrayView2<'_, f64>, CowArray<'_, f64, Ix2>, ArcArray2<f64>     Array2<f64>
//! ArrayBase<impl Data<Elem = f64>, Ix2>                           Array<f64, Ix2>
//! &[ArrayView1<f64>]                                              &[Array1<f64>]
//! ```
//!
//! This holds for parameters, results and annotations. Callers of public functions pass what the
//! function declares ([`Borrowed::View`](crate::ir::Borrowed::View)).

use crate::ir::types::Spelling;
use crate::ir::{Borrowed, Callee, Projection, Ty};
use crate::lower::desugar::arrays::{is_of_ndarray, may_be_real};
use crate::lower::types::Types;
use crate::lower::types::arrays::declarations;
use crate::lower::types::arrays::results::{ArrayResult, result_of_array_method};
use crate::params;
use crate::world::World;
use quote::format_ident;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, PathArguments, Type};

/// Types of arrays that borrow or share their elements.
const BORROWING: &[&str] = &["ArrayView", "CowArray", "ArcArray", "ArrayRef"];

/// The type of arrays with any storage.
const OF_ANY_STORAGE: &str = "ArrayBase";

impl Types {
    /// Records that values of this type are views in the user's program, where derivatives have
    /// owned arrays.
    pub fn note_views(&mut self, ty: &Ty) {
        match self.shallow(ty) {
            Ty::Infer(n) => drop(self.declared_views.insert(n)),
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.note_views(part)),
            Ty::Wrapped(_, of) => self.note_views(&of),
            ty => ty.element().into_iter().for_each(|element| self.note_views(element)),
        }
    }

    fn is_declared_view(&self, ty: &Ty) -> bool {
        matches!(self.shallow(ty), Ty::Infer(n)
            if self.declared_views.iter().any(|view| self.root(*view) == n))
    }

    /// Whether a value is a view in the user's program: what a method of an array returned, or an
    /// item of an iterator over views.
    pub fn is_view(&self, ty: &Ty) -> bool {
        match self.open_projection(ty) {
            Some(Projection::Output(callee)) => match self.array_result(&callee) {
                Some(ArrayResult::View(_) | ArrayResult::FallibleView(_)) => true,
                Some(ArrayResult::Moved(_)) => callee.method.as_ref().is_some_and(|method| {
                    self.is_declared_view(&method.owner) || self.is_view(&method.owner)
                }),
                _ => false,
            },
            Some(Projection::Item(of)) => self.is_over_views(&of),
            _ => false,
        }
    }

    /// Whether a sequence is the items of an iterator over views.
    pub(in crate::lower::types) fn is_over_views(&self, of: &Projection) -> bool {
        let Projection::Output(callee) = of else { return false };
        // `x.rows().into_iter()`
        let of_iterator = || {
            let method = callee.method.as_ref().filter(|m| m.spelling == Spelling::Items)?;
            self.open_projection(&method.owner)
        };
        matches!(self.array_result(callee), Some(ArrayResult::Views(_)))
            || of_iterator().is_some_and(|of| self.is_over_views(&of))
    }

    /// What a call returns, if it calls a method of an array.
    fn array_result(&self, callee: &Callee) -> Option<ArrayResult> {
        callee.method.as_ref().filter(|method| self.is_array(&method.owner))?;
        result_of_array_method(&callee.path.to_string())
    }

    /// A type with owned arrays in the place of views. `None` if it has no views.
    pub fn with_owned_arrays(&self, ty: &Type) -> Option<Type> {
        let mut owned = ty.clone();
        let mut replace = ReplaceViews { world: &self.world, found: false };
        replace.visit_type_mut(&mut owned);
        replace.found.then_some(owned)
    }
}

/// A type with the lifetimes of its views written out, as residuals need them.
pub fn with_lifetimes_of_views(ty: &Type, world: &World) -> Type {
    struct ElideLifetimes<'a>(&'a World);
    impl VisitMut for ElideLifetimes<'_> {
        fn visit_type_path_mut(&mut self, of: &mut syn::TypePath) {
            visit_mut::visit_type_path_mut(self, of);
            let borrows = |name: &str| name.starts_with("ArrayView") || name == "CowArray";
            if is_of_ndarray(&of.path, self.0)
                && let Some(last) = of.path.segments.last_mut()
                && borrows(&last.ident.to_string())
                && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
                && !matches!(arguments.args.first(), Some(GenericArgument::Lifetime(_)))
            {
                arguments.args.insert(0, syn::parse_quote!('_));
            }
        }
    }
    let mut ty = ty.clone();
    ElideLifetimes(world).visit_type_mut(&mut ty);
    ty
}

/// Whether a type is an array of `ndarray` whose elements are integers or `bool`s, or a shared
/// reference to one.
pub fn is_array_of_data(ty: &Type, world: &World) -> bool {
    match world.without_aliases(crate::type_class::strip_groups(ty)) {
        Type::Reference(of) if of.mutability.is_none() => is_array_of_data(&of.elem, world),
        ty @ Type::Path(_) if !declarations::is_array(world, &ty) => false,
        Type::Path(of) => !has_real_elements(&of.path),
        _ => false,
    }
}

/// Whether an array type may have real elements. One of integers is a constant, and rustc knows its
/// type.
pub fn has_real_elements(path: &syn::Path) -> bool {
    let Some(PathArguments::AngleBracketed(arguments)) = path.segments.last().map(|s| &s.arguments)
    else {
        return true;
    };
    let first = arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(first) => Some(first),
        _ => None,
    });
    let element =
        if is_of_any_storage(path) { first.and_then(params::element_of_storage) } else { first };
    element.is_none_or(may_be_real)
}

/// Whether a path names the type of arrays with any storage.
fn is_of_any_storage(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == OF_ANY_STORAGE)
}

/// What callers pass for a parameter that has an owned array for a type with borrowed ones.
pub fn borrowed_param(ty: &Type) -> Borrowed {
    let of = if let Type::Reference(of) = ty { &*of.elem } else { ty };
    let is_reference = |path: &syn::Path| {
        path.segments.last().is_some_and(|last| last.ident.to_string().starts_with("ArrayRef"))
    };
    let is_array =
        matches!(of, Type::Path(of) if is_of_any_storage(&of.path) || is_reference(&of.path));
    if is_array { Borrowed::Array } else { Borrowed::View }
}

/// Whether a type is a view through which elements change.
pub fn is_mutable_view(ty: &Type, world: &World) -> bool {
    let Type::Path(of) = ty else { return false };
    let is_named = of
        .path
        .segments
        .last()
        .is_some_and(|last| last.ident.to_string().starts_with("ArrayViewMut"));
    is_named && is_of_ndarray(&of.path, world)
}

struct ReplaceViews<'a> {
    world: &'a World,
    found: bool,
}

impl VisitMut for ReplaceViews<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(of) = ty
            && of.qself.is_none()
            && let Some(owned) = owned_array(&of.path, self.world)
        {
            self.found = true;
            *ty = owned;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// The owned array type of a view type of reals.
fn owned_array(path: &syn::Path, world: &World) -> Option<Type> {
    let last = path.segments.last()?;
    let name = last.ident.to_string();
    if is_of_any_storage(path)
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let [GenericArgument::Type(storage), GenericArgument::Type(axes)] =
            &arguments.args.iter().collect::<Vec<_>>()[..]
        && let Some(element) = params::element_of_storage(storage)
    {
        let is_real = has_real_elements(path) && is_of_ndarray(path, world);
        return is_real
            .then(|| syn::parse_quote!(::autodiff::__private::arrays::Array<#element, #axes>));
    }
    let axes = BORROWING.iter().find_map(|prefix| name.strip_prefix(prefix))?;
    let is_named = axes.is_empty() || axes == "D" || axes.parse::<usize>().is_ok();
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let mut arguments = arguments.clone();
    arguments.args = arguments
        .args
        .into_iter()
        .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
        .collect();
    if !is_named || !has_real_elements(path) || !is_of_ndarray(path, world) {
        return None;
    }
    let owned = format_ident!("Array{axes}", span = last.ident.span());
    Some(syn::parse_quote!(::autodiff::__private::arrays::#owned #arguments))
}
