//! Rust's type syntax → [`Ty`]: for signatures, where every part must be known, and for
//! annotations, where the rest is inferred.

use crate::infer::borrows_or_boxes;
use crate::ir::types::Projection;
use crate::ir::{Real, Ty, Wrapper};
use crate::lower::types::arrays::views::with_lifetimes_of_views;
use crate::lower::types::{Kind, Origin, Types, primitive};
use crate::type_class::{self, COLLECTIONS, box_type};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type};

impl Types {
    /// The type that an alias stands for.
    fn without_alias(&mut self, ty: &Type) -> Option<Type> {
        self.names.as_mut().and_then(|names| names.expand(ty))
    }

    /// The type that an alias or a view of an array stands for.
    fn expand(&mut self, ty: &Type) -> Option<Type> {
        self.without_alias(ty).or_else(|| self.with_owned_arrays(ty))
    }

    /// A type in a signature, without references inside; `None` if it is not a built-in type.
    pub fn signature(&mut self, ty: &Type) -> Option<Ty> {
        if let Some(text) = text_reference(ty) {
            return Some(text);
        }
        if let Some(ty) = self.without_alias(ty) {
            return self.signature(&ty);
        }
        if let Some(owned) = self.with_owned_arrays(ty) {
            let ty = self.signature(&owned)?;
            self.note_views(&ty);
            return Some(ty);
        }
        if let Some(path) = user_type(ty, &self.params) {
            return Some(self.type_at_path(path));
        }
        shape(ty, &self.params.clone(), &mut |inner| self.signature(inner))
    }

    /// The type of a function's result: a value of a type without the derive is constant.
    pub fn result(&mut self, ty: &Type) -> Option<Ty> {
        if self.world.lacks_derive(ty) { Some(self.constant(ty)) } else { self.signature(ty) }
    }

    /// The type of a constant value. A type with the derive, or without reals, is the usual one;
    /// rustc alone knows others.
    pub fn constant(&mut self, ty: &Type) -> Ty {
        if let Some(ty) = self.expand(ty) {
            return self.constant(&ty);
        }
        if let Some(known) = self.signature(ty).filter(|known| self.is_settled(known)) {
            return known;
        }
        // the methods of an array take active arguments
        if let Some(array) = self.signature(ty).filter(|known| self.is_array(known)) {
            return array;
        }
        if let Type::Path(path) = box_type(ty).unwrap_or(ty)
            && path.qself.is_none()
            && (self.world.has_derive(&path.path) || self.is_plain(&ty.to_token_stream()))
        {
            return self.type_at_path(ty.to_token_stream());
        }
        match shape(ty, &self.params.clone(), &mut |inner| Some(self.constant(inner))) {
            Some(of) => of,
            None => {
                let ty = with_lifetimes_of_views(&self.world.with_lifetimes(ty), &self.world);
                Ty::Foreign(ty.to_token_stream())
            }
        }
    }

    /// An inferred type, without the references around it.
    pub fn type_of_inferred(&mut self, ty: &Type) -> Option<Ty> {
        match ty {
            ty if type_class::is_str_reference(ty) => self.signature(ty),
            Type::Reference(of) => self.type_of_inferred(&of.elem),
            // a borrow is not a value, and a box is represented by its contents
            ty if borrows_or_boxes(ty) => None,
            ty => self.signature(ty),
        }
    }

    /// Whether all of a type is known, including the payload of an `Option` or a `Result`.
    fn is_settled(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Wrapped(_, inner) => self.is_settled(&inner),
            Ty::Tuple(parts) => parts.iter().all(|part| self.is_settled(part)),
            Ty::Infer(_) => false,
            ty => ty.element().is_none_or(|element| self.is_settled(element)),
        }
    }

    /// Whether a type is user-defined, by its name.
    pub fn is_user_type(&self, ty: &Type) -> bool {
        user_type(ty, &self.params).is_some()
    }

    /// A type that the user wrote in a body. References are removed; unknown parts may still be
    /// unified.
    pub fn annotation(&mut self, ty: &Type) -> Ty {
        if let Some(ty) = self.expand(ty) {
            return self.annotation(&ty);
        }
        match ty {
            Type::Infer(_) => self.any(),
            // a place, whose type is that of the array
            _ if super::super::arrays::views::is_mutable_view(ty, &self.world) => self.any(),
            Type::Array(a) if matches!(a.len, syn::Expr::Infer(_)) => {
                // if it cannot be inferred here, rustc infers it or reports that it cannot
                let length =
                    self.length_at(a.len.span()).unwrap_or_else(|| a.len.to_token_stream());
                Ty::Array(Box::new(self.annotation(&a.elem)), length)
            }
            Type::Reference(r) => match text_reference(ty) {
                Some(t) => t,
                None => self.annotation(&r.elem),
            },
            _ if user_type(ty, &self.params).is_some() => match user_type(ty, &self.params) {
                Some(path) => match self.without_placeholders(path) {
                    Some(path) => self.type_at_path(path),
                    None => self.any(),
                },
                None => self.any(),
            },
            // a box of any other type remains a box
            _ if let Some(inner) = box_type(ty) => match self.annotation(inner) {
                Ty::Slice(element) => Ty::Vec(element),
                ty => ty,
            },
            Type::Slice(_) => {
                self.annotation_of_shape(ty, &mut |types, inner| types.annotation(inner))
            }
            // a reference that is stored in a sequence is a copy there, or remains one
            _ => self.annotation_of_shape(ty, &mut |types, inner| {
                if is_container(ty)
                    && let Some(reference) = types.world.stored_reference(inner)
                {
                    return Ty::Foreign(reference.to_token_stream());
                }
                match (types.annotation(inner), inner) {
                    (Ty::Slice(element), Type::Reference(_)) => Ty::Vec(element),
                    (ty, _) => ty,
                }
            }),
        }
    }

    /// A type with the elements of an array in the place of `_`. `None` for other types with `_`,
    /// which say less than the value.
    fn without_placeholders(&self, ty: TokenStream) -> Option<TokenStream> {
        let placeholder = proc_macro2::Ident::new("_", proc_macro2::Span::call_site());
        if !crate::world::tokens::mentions(&ty, &placeholder) {
            return Some(ty);
        }
        let real = match self.default_real {
            Real::F64 => "f64",
            Real::F32 => "f32",
            Real::Param(name) => name,
        };
        let real = real.parse().ok()?;
        let array = crate::world::tokens::replace_names(ty, &[("_".to_string(), real)]);
        // the name of the type shows the number of axes
        self.axes(&Ty::Projected(Projection::Named(array.clone()))).flatten().map(|_| array)
    }

    fn annotation_of_shape(
        &mut self,
        ty: &Type,
        annotation: &mut dyn FnMut(&mut Types, &Type) -> Ty,
    ) -> Ty {
        match shape(ty, &self.params.clone(), &mut |inner| Some(annotation(self, inner))) {
            Some(t) => t,
            None => self.fresh(Kind::Any, Origin::Opaque(Some(ty.to_token_stream()))),
        }
    }
}

/// Whether a type is a path that is not built in.
pub fn is_user_type(ty: &TokenStream) -> bool {
    syn::parse2(ty.clone()).is_ok_and(|ty| user_type(&ty, &[]).is_some())
}

/// Collections of std that are sequences.
const SEQUENCES: [&str; 2] = ["Vec", "VecDeque"];

/// Whether a type is a container of values of one type.
fn is_container(ty: &Type) -> bool {
    match ty {
        Type::Array(_) => true,
        Type::Path(of) => type_class::only_argument(of, &["Vec", "VecDeque", "Option"]).is_some(),
        _ => false,
    }
}

/// The path of a type that is not built in.
fn user_type(ty: &Type, params: &[Real]) -> Option<TokenStream> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last()?;
    let name = last.ident.to_string();
    let known = match &last.arguments {
        PathArguments::None => type_by_name(&name, params).is_some() && is_std_path(&p.path),
        _ => SEQUENCES.contains(&&*name),
    };
    // a box of a user-defined type is like its contents
    if let Some(inner) = box_type(ty) {
        return user_type(inner, params).map(|_| p.to_token_stream());
    }
    // types for which std has no derivatives; a type of that name without parameters is
    // user-defined
    let foreign = match last.arguments {
        PathArguments::None => &["Option", "Result", "Box"][..],
        _ => &["Rc", "Arc", "RefCell", "Cell", "Cow", "Option", "Result"],
    };
    let is_foreign = foreign.contains(&name.as_str()) || COLLECTIONS.contains(&name.as_str());
    (!known && !is_foreign && name != "Self").then(|| p.to_token_stream())
}

/// A type by its name: a primitive, or one of the type parameters.
pub(in crate::lower::types) fn type_by_name(name: &str, params: &[Real]) -> Option<Ty> {
    params
        .iter()
        .find(|p| matches!(p, Real::Param(n) if *n == name))
        .map(|p| Ty::Real(*p))
        .or_else(|| primitive(name))
}

/// The type of a constant parameter.
pub fn of_const(ty: &Type) -> Option<Ty> {
    shape(ty, &[], &mut |_| None)
}

fn text_reference(ty: &Type) -> Option<Ty> {
    type_class::is_str_reference(ty).then_some(Ty::Text("&str"))
}

/// The outermost constructor of a type; `inner` converts its parts.
fn shape(ty: &Type, params: &[Real], inner: &mut dyn FnMut(&Type) -> Option<Ty>) -> Option<Ty> {
    match ty {
        Type::Paren(p) => inner(&p.elem),
        Type::Group(g) => inner(&g.elem),
        Type::Tuple(t) => {
            t.elems.iter().map(&mut *inner).collect::<Option<Vec<Ty>>>().map(Ty::Tuple)
        }
        Type::Array(a) => Some(Ty::Array(Box::new(inner(&a.elem)?), a.len.to_token_stream())),
        Type::Slice(s) => Some(Ty::Slice(Box::new(inner(&s.elem)?))),
        Type::Path(p) if p.qself.is_none() => {
            let last = p.path.segments.last()?;
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None if name == "Self" => None,
                PathArguments::None => type_by_name(&name, params).filter(|_| is_std_path(&p.path)),
                PathArguments::AngleBracketed(args) if name == "Option" && args.args.len() == 1 => {
                    match args.args.first()? {
                        GenericArgument::Type(t) => {
                            Some(Ty::Wrapped(Wrapper::Option, Box::new(inner(t)?)))
                        }
                        _ => None,
                    }
                }
                PathArguments::AngleBracketed(args) if name == "Result" => {
                    match args.args.first()? {
                        GenericArgument::Type(t) => Some(Ty::Wrapped(
                            Wrapper::Result(p.to_token_stream()),
                            Box::new(inner(t)?),
                        )),
                        _ => None,
                    }
                }
                PathArguments::AngleBracketed(args)
                    if SEQUENCES.contains(&&*name) && args.args.len() == 1 =>
                {
                    match args.args.first()? {
                        GenericArgument::Type(t) if name == "Vec" => {
                            Some(Ty::Vec(Box::new(inner(t)?)))
                        }
                        GenericArgument::Type(t) => Some(Ty::Deque(Box::new(inner(t)?))),
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        _ => None,
    }
}

pub fn is_std_path(path: &syn::Path) -> bool {
    path.segments.len() == 1
        || path
            .segments
            .first()
            .is_some_and(|s| s.ident == "std" || s.ident == "core" || s.ident == "alloc")
}
